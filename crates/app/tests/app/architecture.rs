//! Checks the layers within crates by the paths in their sources. Manifests keep the layers between crates, and
//! crates/clippy.toml keeps files, the clock and similar to the modules that may use them.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

/// `["crate", "screen", "odds"]`, or `["std", "fs"]`. A `*` stands for any module.
type Names = Vec<String>;

/// The paths in a source, each with whether it is behind `&mut`, and the imports by their local names.
#[derive(Default)]
struct Source {
    paths: BTreeSet<(Names, bool)>,
    imports: BTreeMap<String, Vec<Names>>,
}

impl Source {
    fn scan(&mut self, tokens: TokenStream, mut behind_mut: bool) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let is = |at: usize, c: char| matches!(tokens.get(at), Some(TokenTree::Punct(p)) if p.as_char() == c);
        let mut at = 0;
        while at < tokens.len() {
            match &tokens[at] {
                // From `pub(crate)`.
                TokenTree::Group(_) if at > 0 && tokens[at - 1].to_string() == "pub" => {}
                TokenTree::Group(group) => {
                    behind_mut &= group.delimiter() != Delimiter::Brace;
                    self.scan(group.stream(), behind_mut);
                }
                TokenTree::Punct(sign) if [',', ';', '='].contains(&sign.as_char()) => behind_mut = false,
                TokenTree::Ident(word) if word == "mut" => {
                    behind_mut = at > 0 && is(at - 1, '&') || at > 2 && is(at - 2, '\'') && is(at - 3, '&');
                }
                TokenTree::Ident(word) if word == "use" => {
                    let end = (at..tokens.len()).find(|at| is(*at, ';')).unwrap_or(tokens.len());
                    self.import(Vec::new(), &tokens[at + 1..end]);
                    at = end;
                }
                TokenTree::Ident(word) => {
                    let mut path = vec![word.to_string()];
                    while is(at + 1, ':') && is(at + 2, ':') {
                        match tokens.get(at + 3) {
                            Some(TokenTree::Ident(name)) => path.push(name.to_string()),
                            // A parameter of a macro.
                            Some(TokenTree::Punct(sign)) if sign.as_char() == '$' => {
                                path.push("*".into());
                                at += 1;
                            }
                            _ => break,
                        }
                        at += 3;
                    }
                    // A single name is the module's own or an import.
                    if path.len() > 1 || behind_mut {
                        self.paths.insert((path, behind_mut));
                    }
                }
                _ => {}
            }
            at += 1;
        }
    }

    /// Reads the tokens after `use`, or a part of them in braces.
    fn import(&mut self, mut path: Names, tree: &[TokenTree]) {
        let mut renamed = None;
        for (at, token) in tree.iter().enumerate() {
            match token {
                TokenTree::Group(group) => {
                    let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                    let is_comma = |token: &TokenTree| matches!(token, TokenTree::Punct(p) if p.as_char() == ',');
                    let parts = inner.split(is_comma).filter(|part| !part.is_empty());
                    return parts.for_each(|part| self.import(path.clone(), part));
                }
                TokenTree::Punct(sign) if sign.as_char() == '*' => path.push("*".into()),
                TokenTree::Ident(word) if word == "as" => renamed = tree.get(at + 1).map(ToString::to_string),
                TokenTree::Ident(word) if renamed.is_none() && (word != "self" || path.is_empty()) => {
                    path.push(word.to_string());
                }
                _ => {}
            }
        }
        if let Some(name) = renamed.or_else(|| path.last().cloned()) {
            self.imports.entry(name).or_default().push(path.clone());
            self.paths.insert((path, false));
        }
    }
}

/// The sources in a folder of this workspace, each with its path there.
pub(super) fn texts_in(folder: &str) -> Vec<(String, String)> {
    fn gather(folder: &Path, into: &mut Vec<std::path::PathBuf>) {
        for entry in fs::read_dir(folder).expect("a folder of sources") {
            let path = entry.expect("an entry").path();
            if path.is_dir() { gather(&path, into) } else { into.push(path) }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder);
    let mut files = Vec::new();
    gather(&root, &mut files);
    let read = |path: &std::path::PathBuf| {
        let inner = path.strip_prefix(&root).expect("it was found there");
        let parts: Vec<_> = inner.iter().map(|part| part.to_string_lossy()).collect();
        (parts.join("/"), fs::read_to_string(path).expect("a source"))
    };
    let is_source = |path: &&std::path::PathBuf| path.extension().is_some_and(|e| e == "rs");
    files.iter().filter(is_source).map(read).collect()
}

/// The sources of a crate by their modules.
struct Sources(BTreeMap<Names, Source>);

impl Sources {
    fn new<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let module = |path: &str| -> Names {
            let names = path.trim_end_matches(".rs").split('/').filter(|name| *name != "lib");
            std::iter::once("crate").chain(names).map(String::from).collect()
        };
        let sources = files.into_iter().map(|(path, text)| {
            let mut source = Source::default();
            source.scan(text.parse().unwrap_or_else(|e| panic!("{path}: {e}")), false);
            (module(path), source)
        });
        Self(sources.collect())
    }

    /// Reads the sources of a crate of this workspace.
    fn read(name: &str) -> Self {
        let texts = texts_in(&format!("crates/{name}/src"));
        Self::new(texts.iter().map(|(path, text)| (path.as_str(), text.as_str())))
    }

    /// Everything that a path in a module resolves to, through imports and re-exports. The flag is true for the last
    /// step of each chain.
    fn leads(&self, module: &[String], path: &[String]) -> BTreeMap<Names, bool> {
        let mut led = BTreeMap::new();
        self.follow(module, path, 0, &mut led);
        led
    }

    fn follow(&self, module: &[String], path: &[String], depth: usize, led: &mut BTreeMap<Names, bool>) {
        let first = path[0].as_str();
        let ups = path.iter().take_while(|name| *name == "super" || *name == "self").count();
        if depth > 16 {
        } else if first == "crate" {
            self.walk(&path[..1], &path[1..], depth, led);
        } else if ups > 0 {
            let up = path[..ups].iter().filter(|name| *name == "super").count();
            self.walk(&module[..module.len().saturating_sub(up).max(1)], &path[ups..], depth, led);
        } else if !self.named(module, path, depth, led) {
            led.insert(path.to_vec(), true);
        }
    }

    /// Resolves a path, starting in a module.
    fn walk(&self, module: &[String], path: &[String], depth: usize, led: &mut BTreeMap<Names, bool>) {
        let whole = [module, path].concat();
        if path.is_empty() || !self.named(module, path, depth, led) {
            led.insert(whole, true);
        } else {
            led.entry(whole).or_insert(false);
        }
    }

    /// Resolves a path that begins with a name in a module, if the name is a module or an import.
    fn named(&self, module: &[String], path: &[String], depth: usize, led: &mut BTreeMap<Names, bool>) -> bool {
        let (name, rest) = (&path[0], &path[1..]);
        let inner: Vec<&Names> = if name == "*" {
            self.0.keys().filter(|inner| inner.len() == module.len() + 1 && inner.starts_with(module)).collect()
        } else {
            self.0.get_key_value(&[module, &path[..1]].concat()).map(|(inner, _)| inner).into_iter().collect()
        };
        inner.iter().for_each(|inner| self.walk(inner, rest, depth, led));
        let imports = self.0.get(module).and_then(|source| source.imports.get(name));
        // An import `a::b` does not rename the `a` of another path that begins with `a`.
        let imports = imports.into_iter().flatten().filter(|to| inner.is_empty() && to[0] != *name);
        let imports: Vec<&Names> = imports.collect();
        imports.iter().for_each(|to| self.follow(module, &[to.as_slice(), rest].concat(), depth + 1, led));
        !inner.is_empty() || !imports.is_empty()
    }

    /// Each path of each module, with everything that it resolves to.
    fn all(&self) -> impl Iterator<Item = (&Names, bool, BTreeMap<Names, bool>)> {
        self.0.iter().flat_map(move |(module, source)| {
            source.paths.iter().map(move |(path, behind_mut)| (module, *behind_mut, self.leads(module, path)))
        })
    }

    /// Cycles between modules, by the first `depth` names of their paths.
    fn circle(&self, depth: usize) -> Vec<String> {
        let node = |module: &[String]| module[..module.len().min(depth)].join("::");
        let file = |to: &Names| -> Option<String> {
            (1..to.len()).rev().map(|end| &to[..end]).find(|module| self.0.contains_key(*module)).map(node)
        };
        let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (module, _, led) in self.all() {
            let ends =
                led.iter().filter(|(to, is_end)| **is_end && !self.0.contains_key(*to)).filter_map(|(to, _)| file(to));
            let used = ends.filter(|used| *used != node(module) && used != "crate");
            uses.entry(node(module)).or_default().extend(used);
        }
        // A module that uses no other module, or that no other module uses, is in no cycle.
        loop {
            let before = uses.len();
            let names: BTreeSet<String> = uses.keys().cloned().collect();
            uses.retain(|_, used| used.iter().any(|used| names.contains(used)));
            let used: BTreeSet<String> = uses.values().flatten().cloned().collect();
            uses.retain(|module, _| used.contains(module));
            if uses.len() == before {
                return uses.into_keys().collect();
            }
        }
    }

    /// The paths that a crate must not name.
    fn violations(&self, of: &str) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        for (module, behind_mut, led) in self.all() {
            for to in led.keys() {
                let names: Vec<&str> = to.iter().map(String::as_str).collect();
                let wrong = match (of, &names[..]) {
                    ("app", ["crate", rest @ ..]) => self.is_above_component(module, rest),
                    ("view", ["wardiary_diary", "diary", "file" | "*", ..]) => true,
                    ("view", ["wardiary_diary", "assets" | "mail" | "projection" | "share", ..]) => true,
                    ("view", [from, ..]) => behind_mut && from.starts_with("wardiary_"),
                    // `projection::translate` takes a rulebook's types for types without ids.
                    (
                        "base",
                        ["crate", "id", ..]
                        | ["crate", "dice", "Owner" | "DiceRoll" | "Request" | "RequestedDie", ..]
                        | ["crate", "ground", "Place" | "TheatreDraft", ..],
                    ) => module.get(1).is_some_and(|part| part == "book"),
                    // Rules keep no memory between calls.
                    ("rules", ["std" | "core", "sync", what, ..]) => *what != "Arc",
                    ("rules", ["std" | "core", "cell", ..]) => true,
                    _ => false,
                };
                if wrong {
                    found.insert(format!("{}: {}", module.join("::"), to.join("::")));
                }
            }
        }
        found
    }

    /// Whether a screen or an overlay names its container, the crate's root, or another screen.
    fn is_above_component(&self, module: &[String], to: &[&str]) -> bool {
        const ABOVE: &[&str] =
            &["*", "effects", "frame", "input", "keymap", "model", "registry", "run", "screen_stack"];
        let own = &module[1..];
        let is_component = own.len() > 1 && (own[0] == "screen" || own[0] == "overlay");
        let is_screen = |name: &str| self.0.contains_key(&["crate", "screen", name].map(String::from)[..]);
        is_component
            && match to {
                ["screen", other, ..] => is_screen(other) && (own[0] != "screen" || own[1] != *other),
                [first, ..] => ABOVE.contains(first),
                [] => true,
            }
    }
}

#[test]
fn no_source_names_what_is_above_it() {
    for name in ["app", "base", "view", "rules"] {
        assert_eq!(Sources::read(name).violations(name), BTreeSet::new(), "{name}");
    }
}

#[test]
fn no_modules_use_each_other_in_a_circle() {
    assert_eq!(Sources::read("app").circle(usize::MAX), Vec::<String>::new());
    for name in ["base", "rules", "odds", "diary", "report"] {
        let mut sources = Sources::read(name);
        // The data and the words of a refusal are in one row. The state and the rules return the data; only the words
        // need names.
        sources.0.retain(|module, _| module.get(1).is_none_or(|module| module != "refusal"));
        assert_eq!(sources.circle(2), Vec::<String>::new(), "{name}");
    }
}

const AROUND: &[(&str, &str)] = &[
    ("lib.rs", "mod screen_stack; pub mod model; mod overlay; mod screen; pub use model::Model;"),
    ("screen_stack.rs", "pub struct ScreenStack;"),
    ("model.rs", "pub struct Model;"),
    ("overlay.rs", "pub mod line;"),
    ("overlay/line.rs", "pub struct Line;"),
    ("screen.rs", "pub mod odds; pub enum ScreenName {}"),
    ("screen/odds.rs", "pub struct OddsScreen;"),
];

fn violations(of: &str, path: &str, text: &str) -> BTreeSet<String> {
    Sources::new(AROUND.iter().copied().chain([(path, text)])).violations(of)
}

#[test]
fn planted_violations_are_found() {
    let planted = [
        ("app", "screen/x.rs", "use crate::Model;", "crate::model::Model"),
        ("app", "screen/x.rs", "use super::super::model;", "crate::model"),
        (
            "app",
            "screen/x/y.rs",
            "fn f() { use crate::{model, screen_stack::{self as d, ScreenStack}}; }",
            "crate::screen_stack::ScreenStack",
        ),
        (
            "app",
            "overlay/x.rs",
            "fn f(_: &mut crate::screen_stack::ScreenStack) {}",
            "crate::screen_stack::ScreenStack",
        ),
        ("app", "overlay/x.rs", "use crate as root; fn f() { root::screen_stack::g(); }", "crate::screen_stack::g"),
        ("app", "overlay/x.rs", "use crate::*;", "crate::screen_stack"),
        ("app", "overlay/x.rs", "fn f() { vec![(1, crate::screen_stack::g())]; }", "crate::screen_stack::g"),
        ("app", "screen/x.rs", "use super::odds::OddsScreen;", "crate::screen::odds::OddsScreen"),
        ("app", "overlay/x.rs", "use crate::screen; fn f(_: screen::odds::A) {}", "crate::screen::odds::A"),
        (
            "app",
            "screen/x.rs",
            "macro_rules! m { ($m:ident) => { crate::screen::$m::f() }; }",
            "crate::screen::odds::f",
        ),
        (
            "view",
            "x.rs",
            "use wardiary_diary::diary; fn f(_: &diary::file::Save) {}",
            "wardiary_diary::diary::file::Save",
        ),
        ("view", "x.rs", "use wardiary_diary::diary::*;", "wardiary_diary::diary::*"),
        ("view", "x.rs", "fn f(_: &'static mut wardiary_rules::state::State) {}", "wardiary_rules::state::State"),
        (
            "view",
            "x.rs",
            "use wardiary_rules::state::Unit as U; fn f(_: &mut Vec<[U]>) {}",
            "wardiary_rules::state::Unit",
        ),
        ("rules", "x.rs", "use std::{sync::{Arc, Mutex}};", "std::sync::Mutex"),
        ("base", "book/x.rs", "use crate::id::UnitId; struct F(UnitId);", "crate::id::UnitId"),
        ("base", "book/x.rs", "use crate::dice; struct F(dice::Owner);", "crate::dice::Owner"),
        ("rules", "x.rs", "use core::cell; fn f(_: cell::RefCell<u8>) {}", "core::cell::RefCell"),
    ];
    for (of, path, text, found) in planted {
        let all = violations(of, path, text);
        assert!(all.iter().any(|wrong| wrong.ends_with(&format!(": {found}"))), "{text}: {all:?}");
    }
    let sound = [
        (
            "app",
            "screen/x.rs",
            "/// Not of [`crate::screen_stack`].\nuse super::{super::overlay::order_line::OrderLine, ScreenName};",
        ),
        ("app", "screen/odds/x.rs", "use super::OddsScreen; fn f(_: crate::screen::odds::OddsScreen) {}"),
        ("app", "x.rs", "use crate::{Model, screen::odds};"),
        (
            "view",
            "x.rs",
            "use wardiary_rules::state::State; fn f(_: &mut Buffer, _: &State) { for x in &mut y { State::z(); } }",
        ),
        ("rules", "x.rs", "use std::{sync::Arc, mem}; use crate::cell::Cell;"),
    ];
    for (of, path, text) in sound {
        assert_eq!(violations(of, path, text), BTreeSet::new(), "{text}");
    }
}

#[test]
fn planted_circles_are_found() {
    let circle = |b: &str| {
        let app = ("lib.rs", "mod a; mod b; pub use b::B; fn f(_: a::A) {}");
        Sources::new([app, ("a.rs", "use crate::B; pub struct A;"), ("b.rs", b), ("b/c.rs", "")]).circle(usize::MAX)
    };
    assert_eq!(circle("pub struct B; fn f(_: c::C) {}"), Vec::<String>::new());
    assert_eq!(circle("use crate::a; pub struct B(a::A);"), ["crate::a", "crate::b"]);
    assert_eq!(circle("macro_rules! m { ($m:ident) => { crate::$m::f() } }"), ["crate::a", "crate::b"]);
}

/// Whether a source calls `Text::raw`, writes JSON with texts as they are, or reads a number that may be a placeholder for
/// one that the viewer does not know: none is for output.
fn reads_raw(tokens: TokenStream) -> bool {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    tokens.iter().enumerate().any(|(at, token)| match token {
        TokenTree::Group(group) => reads_raw(group.stream()),
        TokenTree::Ident(word) if word.to_string().ends_with("_in_rules") => true,
        TokenTree::Ident(word) if word == "raw" => {
            let before: String = tokens[at.saturating_sub(3)..at].iter().map(ToString::to_string).collect();
            before.ends_with('.') || before == "Text::" || before == "Raw::"
        }
        TokenTree::Ident(word) if *word == "to_string" || *word == "to_string_pretty" || *word == "to_writer" => {
            let before: String = tokens[at.saturating_sub(3)..at].iter().map(ToString::to_string).collect();
            before == "serde_json::"
        }
        _ => false,
    })
}

/// The files that print and may read texts raw. This one escapes them.
const READ_RAW: &[&str] = &["src/cli/command_output.rs"];

#[test]
fn no_file_that_prints_reads_raw_text_or_placeholders() {
    let folders = ["crates/report/src", "crates/view/src", "crates/app/src", "src"];
    let files = folders
        .iter()
        .flat_map(|folder| texts_in(folder).into_iter().map(move |(path, text)| (format!("{folder}/{path}"), text)));
    let raw = files.filter(|(_, text)| reads_raw(text.parse().expect("a source"))).map(|(path, _)| path);
    assert_eq!(raw.collect::<BTreeSet<_>>(), READ_RAW.iter().map(ToString::to_string).collect());
}

#[test]
fn planted_raw_text_and_placeholders_are_found() {
    let is_found = |source: &str| reads_raw(source.parse().expect("tokens"));
    for source in [
        "fn f() { print(name.raw()); }",
        "x.map(Text::raw)",
        "html! { p { (side.name.raw()) } }",
        "fn f() { out(serde_json::to_string_pretty(&json)) }",
        "fn f() { format!(\"{} SP\", unit.strength_in_rules().now) }",
        "let grade = State::grade_in_rules;",
    ] {
        assert!(is_found(source), "{source}");
    }
    for source in ["fn f() { Span::raw(name) }", "/// Not `name.raw()`.\nfn raw() {}", "let raw = \".raw()\";"] {
        assert!(!is_found(source), "{source}");
    }
}
