//! The invariants of the house, as DESIGN and `src/lib.rs` state them: who may know whom, and who may touch what.
//!
//! They are found in the text of the sources: every path that begins with `crate::` (in groups too) or climbs to the
//! root by `super::`, and every word that stands for a file, a clock, a terminal or randomness. Comments are left out.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

/// Who may use what of ours. A module that is not there yet is passed over; one that is not in the table is an error.
const MAY_USE: &[(&str, &[&str])] = &[
    // Vocabulary.
    ("dice", &[]),
    ("text", &[]),
    ("id", &["dice"]),
    ("sides", &[]),
    ("book", &["dice", "text"]),
    ("document", &["book", "text"]),
    ("order", &["book", "dice", "id"]),
    ("event", &["book", "dice", "id", "order"]),
    // What is so, what follows, how it is said, how likely it is: no files, no clock, no randomness, no terminal.
    ("state", &["book", "dice", "event", "id", "order", "sides", "text"]),
    ("rules", &["book", "dice", "event", "id", "order", "sides", "state", "text"]),
    ("notation", &["book", "dice", "event", "id", "order", "rules", "sides", "state", "text"]),
    ("odds", &["book", "dice", "event", "id", "notation", "order", "rules", "sides", "state", "text"]),
    // What is kept.
    ("error", &["document", "notation", "text"]),
    (
        "diary",
        &[
            "book", "dice", "document", "error", "event", "id", "notation", "odds", "order", "rules", "sides", "state",
            "text",
        ],
    ),
    ("assets", &["book", "dice", "diary", "document", "error", "id", "notation", "order", "sides", "state", "text"]),
    // What is shown and asked.
    (
        "view",
        &[
            "assets", "book", "dice", "diary", "document", "error", "event", "id", "notation", "odds", "order",
            "rules", "sides", "state", "text",
        ],
    ),
    (
        "app",
        &[
            "assets", "book", "dice", "diary", "document", "error", "event", "id", "notation", "odds", "order",
            "rules", "sides", "state", "text", "view",
        ],
    ),
    (
        "cli",
        &[
            "app", "assets", "book", "dice", "diary", "document", "error", "event", "id", "notation", "odds", "order",
            "rules", "sides", "state", "text", "view",
        ],
    ),
];

/// Words that only some may have in their code, by the beginnings of their paths under `src`.
const ONLY: &[(&str, &[&str], &[&str])] = &[
    ("the terminal", &["ratatui", "crossterm", "crokey", "tui_input"], &["app", "view"]),
    ("files", &["fs", "OpenOptions", "tempfile"], &["diary/file", "assets", "cli"]),
    ("randomness", &["rand", "chacha20", "ChaCha8Rng", "SysRng"], &["dice/source.rs", "odds/simulate.rs"]),
    ("a clock", &["Timestamp", "SystemTime", "Instant", "jiff"], &["diary", "assets", "app", "view", "cli"]),
    ("the environment", &["env", "ProjectDirs"], &["assets", "app", "cli", "main.rs"]),
    ("standard output", &["println", "eprintln", "stdout", "stderr"], &["app", "cli", "main.rs"]),
    ("a thread", &["thread", "rayon"], &["diary/file", "diary/verify", "odds", "app", "cli"]),
];

/// What nobody has.
const NEVER: &[&str] = &["dbg", "todo", "unimplemented", "unsafe"];

struct Source {
    /// Its path under `src`, with `/`.
    path: String,
    /// Its code, comments and the text of strings left out, line ends kept.
    code: String,
}

impl Source {
    /// The top-level module it belongs to: `rules` for `rules/edna.rs`.
    fn module(&self) -> &str {
        self.path.split(['/', '.']).next().unwrap_or_default()
    }

    fn line(&self, at: usize) -> usize {
        self.code[..at].matches('\n').count() + 1
    }

    /// The words of the code, each with where it stands.
    fn words(&self) -> impl Iterator<Item = (usize, &str)> {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let mut from = 0;
        std::iter::from_fn(move || {
            let start = from + self.code[from..].find(is_part)?;
            let length = self.code[start..].find(|c| !is_part(c)).unwrap_or(self.code.len() - start);
            from = start + length;
            Some((start, &self.code[start..from]))
        })
    }

    /// The top-level modules its paths lead to, each with where it stands.
    fn uses(&self) -> Vec<(usize, String)> {
        // `super::` leads to the root when it stands as often as the file lies deep.
        let depth = self.path.matches('/').count() + 1;
        let roots = ["crate::".to_string(), "super::".repeat(depth)];
        let mut found = Vec::new();
        for root in roots {
            for (at, _) in self.code.match_indices(root.as_str()) {
                let names = first_names(&self.code[at + root.len()..]);
                found.extend(names.into_iter().map(|name| (at, name)));
            }
        }
        found
    }
}

/// The first names of a path, or of all paths of a group: `a` of `a::b`, `a` and `c` of `{a::b, c::{d, e}}`.
fn first_names(path: &str) -> Vec<String> {
    let name =
        |text: &str| text.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    let Some(group) = path.strip_prefix('{') else { return vec![name(path)] };
    let mut names = vec![name(group)];
    let mut depth = 0;
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => names.push(name(&group[at + 1..])),
            _ => {}
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

/// Code without comments and without what stands in strings.
fn bare(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let skipped = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if c == '"' {
            let mut escaped = false;
            let end = rest[1..].find(|c| {
                let ends = c == '"' && !escaped;
                escaped = c == '\\' && !escaped;
                ends
            });
            end.map_or(rest.len(), |end| end + 2)
        } else if rest.starts_with("'\"'") {
            3
        } else if rest.starts_with("'\\\"'") {
            4
        } else {
            0
        };
        let (gone, kept) = rest.split_at(skipped);
        out.extend(gone.chars().filter(|c| *c == '\n'));
        rest = kept;
        if skipped == 0 {
            out.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    out
}

fn sources() -> Vec<Source> {
    fn gather(folder: &Path, into: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("the sources can be read") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                gather(&path, into);
            } else if path.extension().is_some_and(|e| e == "rs") {
                into.push(path);
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut paths = Vec::new();
    gather(&root, &mut paths);
    paths.sort();
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("a source can be read");
        let under = path.strip_prefix(&root).expect("it was found there");
        let parts: Vec<String> = under.iter().map(|p| p.to_string_lossy().into_owned()).collect();
        Source { path: parts.join("/"), code: bare(&text) }
    };
    paths.into_iter().map(read).collect()
}

#[test]
fn nobody_uses_what_stands_above_him() {
    let table: BTreeMap<&str, &[&str]> = MAY_USE.iter().copied().collect();
    let mut wrong = Vec::new();
    for source in sources().iter().filter(|s| s.path != "lib.rs" && s.path != "main.rs") {
        let module = source.module();
        let Some(allowed) = table.get(module) else {
            wrong.push(format!("src/{}: the module {module} is not in the table of who may use whom", source.path));
            continue;
        };
        for (at, name) in source.uses() {
            if table.contains_key(name.as_str()) && name != module && !allowed.contains(&name.as_str()) {
                wrong.push(format!("src/{}:{}: {module} uses {name}", source.path, source.line(at)));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn the_table_has_no_circles_among_the_core() {
    // app and view know each other's types; below them the house has floors.
    let floors: Vec<&str> = MAY_USE.iter().map(|(module, _)| *module).collect();
    for (at, (module, allowed)) in MAY_USE.iter().enumerate().filter(|(_, (m, _))| !["view", "app"].contains(m)) {
        for used in *allowed {
            assert!(floors[..at].contains(used), "{module} may use {used}, which stands above it in the table");
        }
    }
}

#[test]
fn only_some_touch_files_clocks_terminals_and_chance() {
    let mut wrong = Vec::new();
    for source in sources() {
        for (what, words, who) in ONLY {
            if who.iter().any(|place| source.path.starts_with(place)) {
                continue;
            }
            let found = source.words().filter(|(_, word)| words.contains(word));
            // `env!("CARGO_…")` is of the compiler's environment, not the user's.
            let found = found.filter(|(at, word)| !(*word == "env" && source.code[at + word.len()..].starts_with('!')));
            wrong.extend(found.map(|(at, word)| format!("src/{}:{}: {what}: `{word}`", source.path, source.line(at))));
        }
        let never = source.words().filter(|(at, word)| {
            let is_macro = source.code[at + word.len()..].starts_with('!');
            NEVER.contains(word) && (is_macro || *word == "unsafe")
        });
        wrong.extend(never.map(|(at, word)| format!("src/{}:{}: `{word}`", source.path, source.line(at))));
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn the_view_changes_nothing() {
    // What a pane draws it gets by `&`; the buffer it draws into, and a place it scrolled to, are its own.
    let mut wrong = Vec::new();
    for source in sources().iter().filter(|s| s.module() == "view") {
        for owner in ["State", "Diary", "Save", "Rulebook", "Battle", "Unit"] {
            for (at, _) in source.code.match_indices(&format!("&mut {owner}")) {
                wrong.push(format!("src/{}:{}: &mut {owner}", source.path, source.line(at)));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn paths_are_found_wherever_they_stand() {
    assert_eq!(first_names("book::{Grade, Ladder}, x"), ["book"]);
    assert_eq!(first_names("{book::{Grade, Ladder}, id::Id,\n dice}; use other::x"), ["book", "id", "dice"]);
    let source = |path: &str, code: &str| Source { path: path.into(), code: bare(code) };
    let found = |s: Source| s.uses().into_iter().map(|(_, name)| name).collect::<Vec<_>>();
    assert_eq!(found(source("a/b.rs", "// crate::view\nlet x = \"crate::app\"; crate::cli::run()")), ["cli"]);
    assert_eq!(found(source("a/b.rs", "use super::super::view::Pane; use super::near;")), ["view"]);
    assert_eq!(found(source("a.rs", "use super::{view, app::run};")), ["view", "app"]);
}
