//! The layers, what each may use, and the check of sources against that.

use crate::source::{Crate, Found, OURS, Segments, Source, Thing};
use std::collections::{BTreeMap, BTreeSet};

/// Which module may use which of ours, from the lowest layer up. Each entry is used somewhere.
pub const MAY_USE: &[(&str, &[&str])] = &[
    // Vocabulary.
    ("dice", &[]),
    ("text", &[]),
    ("fault", &["text"]),
    ("sides", &[]),
    ("id", &["dice"]),
    ("remark", &["id"]),
    ("book", &["dice", "fault", "text"]),
    ("document", &["book", "fault", "text"]),
    ("ground", &["book", "fault", "id", "text"]),
    ("order", &["book", "dice", "ground", "id"]),
    ("event", &["book", "dice", "ground", "id", "order"]),
    // What is so, what follows, how it is said, how likely it is.
    ("state", &["book", "dice", "event", "fault", "ground", "id", "order", "sides", "text"]),
    ("rules", &["book", "dice", "event", "fault", "ground", "id", "order", "sides", "state", "text"]),
    (
        "notation",
        &[
            "book", "dice", "document", "event", "fault", "ground", "id", "order", "remark", "rules", "sides", "state",
            "text",
        ],
    ),
    ("drawing", &["book", "document", "fault", "ground", "id", "notation", "order", "state"]),
    ("odds", &["book", "dice", "event", "id", "notation", "order", "rules", "sides", "state", "text"]),
    ("suggest", &["book", "event", "ground", "id", "notation", "odds", "order", "rules", "sides", "state", "text"]),
    // What is kept.
    (
        "diary",
        &[
            "book", "dice", "document", "event", "fault", "ground", "id", "notation", "order", "remark", "rules",
            "state", "text",
        ],
    ),
    ("projection", &["book", "diary", "dice", "event", "fault", "ground", "id", "order", "rules", "state", "text"]),
    ("share", &["diary", "document", "event", "fault", "id", "projection"]),
    ("luck", &["dice", "diary", "event", "id", "notation", "odds", "state", "text"]),
    ("service", &["diary", "event", "ground", "id", "odds", "rules", "sides", "state", "text"]),
    ("aftermath", &["book", "diary", "event", "id", "state"]),
    ("swing", &["book", "diary", "event", "id", "odds", "state", "suggest", "text"]),
    (
        "report",
        &["book", "diary", "event", "ground", "id", "notation", "order", "rules", "sides", "state", "swing", "text"],
    ),
    ("error", &["diary", "document", "notation", "state", "text"]),
    (
        "mail",
        &[
            "diary",
            "document",
            "error",
            "event",
            "fault",
            "id",
            "notation",
            "order",
            "projection",
            "rules",
            "state",
            "text",
        ],
    ),
    (
        "assets",
        &[
            "book", "dice", "diary", "document", "drawing", "error", "ground", "id", "mail", "notation", "order",
            "state", "text",
        ],
    ),
    // What is shown and asked.
    (
        "view",
        &[
            "book", "diary", "dice", "document", "event", "fault", "ground", "id", "notation", "odds", "order",
            "rules", "sides", "state", "text",
        ],
    ),
    (
        "app",
        &[
            "aftermath",
            "assets",
            "book",
            "diary",
            "dice",
            "document",
            "drawing",
            "error",
            "event",
            "fault",
            "ground",
            "id",
            "luck",
            "mail",
            "notation",
            "odds",
            "order",
            "projection",
            "remark",
            "rules",
            "service",
            "sides",
            "state",
            "suggest",
            "swing",
            "text",
            "view",
        ],
    ),
    (
        "cli",
        &[
            "app",
            "assets",
            "book",
            "diary",
            "dice",
            "document",
            "error",
            "event",
            "ground",
            "id",
            "luck",
            "mail",
            "notation",
            "odds",
            "order",
            "projection",
            "remark",
            "report",
            "rules",
            "service",
            "share",
            "sides",
            "state",
            "suggest",
            "swing",
            "text",
            "view",
        ],
    ),
    ("main", &["cli"]),
];

/// What a module may not name, of a module that it may use otherwise.
const BUT_NOT: &[(&str, &[&str])] = &[
    // A view shows what was recorded; it records nothing and knows no file.
    ("view", &["diary", "file"]),
];

/// The folders of screens and overlays, which know what they are handed and nothing of what holds them: neither these
/// files of `app`, nor a screen that is not their own.
const COMPONENTS: (&[&str], &[&str]) =
    (&["app/overlay/", "app/screen/"], &["desk", "frame", "input", "keymap", "model", "perform", "registry", "run"]);

/// What anybody may use of others: it computes, and touches nothing.
pub const ANYWHERE: &[&str] = &[
    "hex",
    // In the order of insertion.
    "indexmap",
    "serde",
    "std::array",
    "std::borrow",
    "std::cmp",
    "std::convert",
    "std::collections::BTreeMap",
    "std::collections::BTreeSet",
    "std::collections::BinaryHeap",
    "std::collections::VecDeque",
    "std::error",
    "std::fmt",
    "std::hash::Hash",
    "std::iter",
    "std::marker::PhantomData",
    "std::mem",
    "std::ops",
    "std::ptr::eq",
    "std::rc::Rc",
    "std::slice",
    "std::str",
    "std::sync::Arc",
    "std::vec",
    "strsim",
    "textwrap",
    "thiserror",
    "unicode_segmentation",
    "unicode_width",
];

/// What only some may use, of other crates and of the standard library; what is in no row, nobody may.
pub struct Beside {
    pub what: &'static str,
    /// Beginnings of paths.
    paths: &'static [&'static str],
    /// Methods, which tell by their names what they are of.
    methods: &'static [&'static str],
    /// Macros.
    macros: &'static [&'static str],
    /// Beginnings of files' paths under `src`. Each entry is used.
    pub who: &'static [&'static str],
}

const NONE: Beside = Beside { what: "", paths: &[], methods: &[], macros: &[], who: &[] };

/// All of that.
pub const BESIDE: &[Beside] = &[
    Beside { what: "drawing", paths: &["ratatui"], who: &["app", "view"], ..NONE },
    Beside {
        what: "the terminal",
        paths: &["crokey", "crossterm", "signal_hook", "std::panic", "supports_color", "tui_input"],
        who: &["app"],
        ..NONE
    },
    Beside {
        what: "files",
        paths: &["std::fs", "std::os", "tempfile"],
        methods: &[
            "canonicalize",
            "exists",
            "is_dir",
            "is_file",
            "is_symlink",
            "metadata",
            "read_dir",
            "read_link",
            "symlink_metadata",
            "try_exists",
        ],
        // A save for a property of what is kept of one.
        who: &["app/screen/battle/table.rs", "assets", "cli", "diary/file"],
        ..NONE
    },
    Beside {
        what: "paths of files",
        paths: &["std::ffi::OsStr", "std::ffi::OsString", "std::path"],
        who: &["app", "assets", "cli", "diary/file", "error", "mail/outbox.rs", "projection/viewed.rs"],
        ..NONE
    },
    Beside {
        what: "reading and writing",
        paths: &["std::io"],
        who: &["app", "assets/history.rs", "assets/panes.rs", "cli", "diary/file", "error", "mail/outbox.rs"],
        ..NONE
    },
    Beside { what: "matching", paths: &["nucleo_matcher"], who: &["app/overlay/picker.rs"], ..NONE },
    Beside { what: "the trash", paths: &["trash"], who: &["diary/file/shelve.rs"], ..NONE },
    Beside {
        what: "processes",
        paths: &["std::process"],
        who: &["app/signals.rs", "cli", "diary/file", "main.rs"],
        ..NONE
    },
    Beside { what: "chance", paths: &["chacha20", "rand"], who: &["dice/source.rs", "odds/simulate.rs"], ..NONE },
    Beside {
        what: "times",
        paths: &["jiff", "std::time"],
        who: &["app", "assets", "cli", "diary", "projection"],
        ..NONE
    },
    Beside {
        what: "the clock",
        paths: &["jiff::Timestamp::now", "jiff::Zoned", "std::time::Instant", "std::time::SystemTime::now"],
        methods: &["elapsed"],
        // How old a file is that a killed process left.
        who: &["app", "cli", "diary/file/leftovers.rs"],
        ..NONE
    },
    Beside {
        what: "the environment",
        paths: &["directories", "std::env"],
        // Who has a save open, on a file system that knows no locks.
        who: &["app", "assets", "cli", "diary/file/platform.rs"],
        ..NONE
    },
    // The version that a save is written by.
    Beside { what: "the environment of the build", macros: &["env", "option_env"], who: &["diary.rs"], ..NONE },
    Beside {
        what: "threads",
        paths: &["rayon", "std::sync::mpsc", "std::thread"],
        who: &["app", "diary/file", "diary/verify.rs", "odds", "suggest/playtest.rs"],
        ..NONE
    },
    Beside {
        what: "state that threads share",
        paths: &["std::sync::LazyLock", "std::sync::Mutex", "std::sync::Once", "std::sync::atomic"],
        who: &["app", "cli", "diary/verify.rs", "odds", "suggest/playtest", "text/invisible.rs"],
        ..NONE
    },
    Beside {
        what: "what is made once",
        paths: &["std::sync::LazyLock"],
        // Whether Ctrl-C ends the process is asked where a signal is heard.
        who: &["app/keymap.rs", "app/signals.rs", "text/invisible.rs"],
        ..NONE
    },
    Beside {
        what: "what is worked out when it is asked for",
        paths: &["std::cell::OnceCell", "std::sync::OnceLock"],
        // The state and the way of a head that moved on, and what there is to say of a line that is typed on.
        who: &["app/overlay/order_line.rs", "diary.rs", "diary/entering.rs", "diary/navigation.rs", "diary/trail.rs"],
        ..NONE
    },
    Beside {
        what: "what is kept of a drawing",
        paths: &["std::cell::Cell", "std::cell::RefCell"],
        // By where its dice were drawn the keys go up and down; by where its items were drawn a click finds them; where
        // the selection was drawn the terminal's cursor stands. What many ask for in a frame is worked out once.
        who: &["app/kept.rs", "app/overlay/hand_dice.rs", "app/overlay/help.rs", "view/places.rs"],
        ..NONE
    },
    // Its order is another in every run, so nothing may come of it: these look things up, or put them in order.
    Beside { what: "hash maps", paths: &["std::collections::HashMap"], who: &["odds/lookup.rs"], ..NONE },
    // A block of memory that is asked for and given back would be left out.
    Beside { what: "black boxes", paths: &["std::hint::black_box"], who: &["diary/file/entering.rs"], ..NONE },
    // A setting of any kind is said as a book's file has it.
    Beside {
        what: "RON",
        paths: &["ron"],
        who: &["book/difference.rs", "cli/make.rs", "document", "notation"],
        ..NONE
    },
    // Facts of any kind are compared field by field as values.
    Beside {
        what: "JSON",
        paths: &["serde_json"],
        who: &["cli", "diary/verify/detail.rs", "odds/report.rs", "report"],
        ..NONE
    },
    Beside { what: "distributions", paths: &["statrs"], who: &["luck/normal.rs"], ..NONE },
    Beside { what: "the tables of Unicode", paths: &["regex_syntax"], who: &["text/invisible.rs"], ..NONE },
    Beside { what: "HTML", paths: &["maud"], macros: &["html"], who: &["report/html"], ..NONE },
    Beside {
        what: "binary data as text",
        paths: &["base64"],
        who: &["app/terminal.rs", "report/html/policy.rs", "report/html/story.rs"],
        ..NONE
    },
    Beside { what: "CSV", paths: &["csv"], who: &["assets/roster", "report/table.rs"], ..NONE },
    Beside {
        what: "digests",
        paths: &["sha2"],
        who: &[
            "diary/file/follow.rs",
            "diary/file/leftovers.rs",
            "diary/luck_key.rs",
            "diary/seal",
            "report/html/policy.rs",
        ],
        ..NONE
    },
    Beside { what: "arguments", paths: &["anstyle", "clap", "clap_complete", "clap_mangen"], who: &["cli"], ..NONE },
    Beside {
        what: "files that ship",
        macros: &["include_bytes", "include_str"],
        who: &["app/keymap.rs", "assets.rs", "assets/maps.rs", "diary/mentions.rs", "report/html", "view/theme.rs"],
        ..NONE
    },
];

/// Macros that nobody calls: what is printed goes through `cli::answer`, and a source is a file of its own.
const NEVER: &[&str] =
    &["dbg", "eprint", "eprintln", "include", "print", "println", "thread_local", "todo", "unimplemented"];

/// The allowances that were made use of, as the test of them writes them.
#[derive(Default)]
pub struct Seen(pub BTreeSet<String>);

/// Everything that breaks an invariant, with its place.
pub fn violations(all: &Crate, seen: &mut Seen) -> Vec<String> {
    let mut found = BTreeSet::new();
    for source in &all.sources {
        for Found { line, thing } in all.found(source) {
            if let Some(wrong) = wrong(all, source, &thing, seen) {
                found.insert((source.path.clone(), line, wrong));
            }
        }
    }
    found.into_iter().map(|(path, line, wrong)| format!("src/{path}:{line}: {wrong}")).collect()
}

/// What is wrong with a thing in a source.
fn wrong(all: &Crate, source: &Source, thing: &Thing, seen: &mut Seen) -> Option<String> {
    match thing {
        Thing::Root => Some("takes in the crate's root, or climbs above it".into()),
        Thing::Word(word) => Some(format!("{word} is for nobody")),
        Thing::Macro(name) if NEVER.contains(&name.as_str()) => Some(format!("{name}! is for nobody")),
        Thing::Macro(name) => beside(source, seen, name, |row| row.macros.contains(&name.as_str())),
        Thing::Method(name) => beside(source, seen, name, |row| row.methods.contains(&name.as_str())),
        Thing::MutOf(path) => {
            let module = source.module();
            let changes =
                module.get(1).is_some_and(|m| m == "view") && path[0] == OURS && !path.starts_with(&module[..2]);
            changes.then(|| format!("a view changes {}", path[1..].join("::")))
        }
        Thing::Path { to, .. } if to[0] == OURS => layer(source, to, seen).or_else(|| component(all, source, to)),
        Thing::Path { to, .. } => {
            let path = to.join("::").replacen("core::", "std::", 1).replacen("alloc::", "std::", 1);
            let begins =
                |begin: &&&str| path.strip_prefix(**begin).is_some_and(|r| r.is_empty() || r.starts_with("::"));
            if let Some(begin) = ANYWHERE.iter().find(begins) {
                seen.0.insert(format!("anywhere: {begin}"));
                return None;
            }
            // `use std::{self, …}` and `use std::sync` lead on to what is judged where it is used.
            let is_on_the_way = |begin: &&str| begin.strip_prefix(path.as_str()).is_some_and(|r| r.starts_with("::"));
            let is_module = ANYWHERE.iter().any(is_on_the_way) || path == "std";
            let known = is_module || BESIDE.iter().any(|row| row.paths.iter().any(|p| begins(&p)));
            if !known {
                return Some(format!("uses {path}, which is in no row of what may be used"));
            }
            beside(source, seen, &path, |row| row.paths.iter().any(|p| begins(&p)))
        }
    }
}

/// Whether a source uses what only others may.
fn beside(source: &Source, seen: &mut Seen, name: &str, is_of: impl Fn(&Beside) -> bool) -> Option<String> {
    for row in BESIDE.iter().filter(|row| is_of(row)) {
        match row.who.iter().find(|who| source.path.starts_with(**who)) {
            Some(who) => drop(seen.0.insert(format!("{}: {who}", row.what))),
            None => return Some(format!("uses {}: {name}", row.what)),
        }
    }
    None
}

/// Whether a path of ours leads out of what a source's layer may use.
fn layer(source: &Source, to: &[String], seen: &mut Seen) -> Option<String> {
    let module = source.module();
    let (Some(module), Some(used)) = (module.get(1), to.get(1)) else { return None };
    if module == used {
        return None;
    }
    let Some((_, allowed)) = MAY_USE.iter().find(|(name, _)| name == module) else {
        return Some(format!("the module {module} is not in the table of who may use whom"));
    };
    if !allowed.contains(&used.as_str()) {
        return Some(format!("{module} uses {used}: {}", to[1..].join("::")));
    }
    seen.0.insert(format!("{module} uses {used}"));
    let barred = BUT_NOT
        .iter()
        .find(|(who, path)| who == module && to.len() > path.len() && path.iter().zip(&to[1..]).all(|(a, b)| a == b));
    barred.map(|_| format!("{module} may not use {}", to[1..].join("::")))
}

/// Whether a path leads from a screen or an overlay to what is above it or beside it.
fn component(all: &Crate, source: &Source, to: &[String]) -> Option<String> {
    let (folders, above) = COMPONENTS;
    let [_, app, file, rest @ ..] = to else { return None };
    if app != "app" || !folders.iter().any(|folder| source.path.starts_with(folder)) {
        return None;
    }
    let own = source.module();
    let is_other_screen =
        file == "screen" && !rest.is_empty() && all.is_module(&to[..4]) && own.get(..4) != Some(&to[..4]);
    let is_barred = is_other_screen || above.contains(&file.as_str());
    is_barred.then(|| format!("a screen or an overlay names {}", to[1..].join("::")))
}

/// Files of a module that use each other in a circle; none, if there is no such.
pub fn circle(all: &Crate, module: &str) -> Vec<String> {
    let of_module = |source: &&Source| source.module().get(1).is_some_and(|m| m == module);
    let files: BTreeMap<Segments, &str> = all.sources.iter().map(|s| (s.module(), s.path.as_str())).collect();
    let file = |path: &[String]| (1..=path.len()).rev().find_map(|end| files.get(&path[..end]).copied());
    let mut uses: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for source in all.sources.iter().filter(of_module) {
        let used = uses.entry(&source.path).or_default();
        for found in all.found(source) {
            if let Thing::Path { to, is_end: true } = found.thing
                && to.len() > 2
                && to[..2] == [OURS, module]
                && let Some(file) = file(&to)
            {
                used.insert(file);
            }
        }
        used.remove(source.path.as_str());
    }
    // What uses nothing that is left is in no circle; and again, until all that is left is in one, or above one.
    loop {
        let left: BTreeSet<&str> = uses.keys().copied().collect();
        let before = uses.len();
        uses.retain(|_, used| used.iter().any(|file| left.contains(file)));
        if uses.len() == before {
            break;
        }
    }
    // And what nobody uses that is left.
    loop {
        let used: BTreeSet<&str> = uses.values().flatten().copied().collect();
        let before = uses.len();
        uses.retain(|file, _| used.contains(file));
        if uses.len() == before {
            return uses.into_keys().map(String::from).collect();
        }
    }
}
