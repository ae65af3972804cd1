//! Sources as syntax trees, and what their paths lead to: through `use` trees and their renames, `self`, `super`, the
//! crate's own name, type aliases, re-exports, inline modules, attributes, and the tokens of macros.

mod names;
mod scan;

use names::Index;
use scan::Scan;
use std::collections::{BTreeMap, BTreeSet};
use syn::visit::Visit as _;

/// The first segment of everything that a path of ours leads to.
pub const OURS: &str = "crate";

/// A path as segments: `["crate", "state", "State"]`, or `["std", "fs", "read"]`.
pub type Segments = Vec<String>;

/// A source file.
pub struct Source {
    /// Its path under `src`, with `/`.
    pub path: String,
    file: syn::File,
}

/// What a source has in it that an invariant may speak of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Thing {
    /// Where a path leads: as written, and again behind every import, alias and re-export, the last of which is its end.
    Path { to: Segments, is_end: bool },
    /// A path that climbs out of the crate, or takes in the crate's root whole.
    Root,
    /// What a `&mut` reaches: its type, or a parameter of that.
    MutOf(Segments),
    /// A call of a method of that name.
    Method(String),
    /// A macro that is called by its name alone.
    Macro(String),
    /// An attribute or item that names itself.
    Word(&'static str),
}

/// A thing, and the line that it is on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    pub line: usize,
    pub thing: Thing,
}

/// What the names in a module stand for.
#[derive(Debug, Default)]
struct Module {
    /// Imports and aliases, with the paths as written.
    names: BTreeMap<String, Vec<Segments>>,
    /// What is defined here.
    items: BTreeSet<String>,
    /// Modules whose names are all taken in.
    globs: Vec<Segments>,
}

/// Sources that know each other.
pub struct Crate {
    pub sources: Vec<Source>,
    modules: BTreeMap<Segments, Module>,
    /// The crates that a path may begin with.
    externs: Vec<String>,
}

impl Source {
    pub fn new(path: &str, text: &str) -> Self {
        let file = syn::parse_file(text).unwrap_or_else(|e| panic!("{path}:{}: {e}", e.span().start().line));
        Self { path: path.into(), file }
    }

    /// The module that the file is: `crate::rules::edna` for `rules/edna.rs`.
    pub fn module(&self) -> Segments {
        let path = self.path.trim_end_matches(".rs");
        let names = path.split('/').filter(|_| path != "lib");
        std::iter::once(OURS).chain(names).map(String::from).collect()
    }
}

impl Crate {
    pub fn new(sources: Vec<Source>, externs: &[String]) -> Self {
        let mut index = Index { modules: BTreeMap::new(), module: Vec::new(), at_top: true };
        for source in &sources {
            index.module = source.module();
            index.modules.entry(index.module.clone()).or_default();
            index.visit_file(&source.file);
        }
        let mut modules = index.modules;
        // A file is an item of the module above it, also where that one is not among the sources.
        for path in modules.keys().cloned().collect::<Vec<_>>() {
            for end in 2..=path.len() {
                modules.entry(path[..end - 1].to_vec()).or_default().items.insert(path[end - 1].clone());
            }
        }
        let externs = ["std", "core", "alloc"].into_iter().map(String::from).chain(externs.iter().cloned()).collect();
        Self { sources, modules, externs }
    }

    /// Everything in a source.
    pub fn found(&self, source: &Source) -> Vec<Found> {
        let mut scan = Scan { all: self, module: source.module(), found: Vec::new() };
        scan.visit_file(&source.file);
        scan.found
    }

    /// Whether a path is a file's or an inline module's.
    pub fn is_module(&self, path: &[String]) -> bool {
        self.modules.contains_key(path)
    }

    /// The modules in the one that a path leads to.
    fn modules_of(&self, module: &[String], path: &[String]) -> BTreeSet<String> {
        let within = |to: &Segments| {
            let inner = self.modules.keys().filter(|path| path.len() == to.len() + 1 && path.starts_with(to));
            inner.filter_map(|path| path.last().cloned()).collect::<Vec<_>>()
        };
        self.leads(module, path).ends.iter().flat_map(within).collect()
    }

    /// Where a path leads that is written in a module.
    fn leads(&self, module: &[String], path: &[String]) -> Led {
        let mut led = Led::default();
        self.follow(module, path, 0, &mut led);
        led
    }

    fn follow(&self, module: &[String], path: &[String], depth: usize, led: &mut Led) {
        let Some((first, rest)) = path.split_first().filter(|_| depth < 24) else { return };
        match first.as_str() {
            OURS | "wardiary" => return self.walk(&[OURS.into()], rest, depth, led),
            "self" | "super" => {
                let mut from = module.to_vec();
                let climbs = path.iter().take_while(|name| ["self", "super"].contains(&name.as_str())).count();
                let up = path[..climbs].iter().filter(|name| *name == "super").count();
                led.out |= up >= from.len();
                from.truncate(from.len().saturating_sub(up).max(1));
                return self.walk(&from, &path[climbs..], depth, led);
            }
            "Self" => return,
            _ => {}
        }
        if !self.named(module, first, rest, depth, led) {
            // A name of the prelude, a parameter or a variable is as good as one of the module's own.
            led.end(if self.externs.contains(first) { path.to_vec() } else { [module, path].concat() });
        }
    }

    /// Follows a path from a module on.
    fn walk(&self, module: &[String], path: &[String], depth: usize, led: &mut Led) {
        let whole = [module, path].concat();
        led.to.insert(whole.clone());
        let goes_on = path.split_first().is_some_and(|(first, rest)| self.named(module, first, rest, depth, led));
        if !goes_on {
            led.ends.insert(whole);
        }
    }

    /// Follows a name that a module defines or imports; whether it does.
    fn named(&self, module: &[String], name: &str, rest: &[String], depth: usize, led: &mut Led) -> bool {
        let Some(names) = self.modules.get(module) else { return false };
        let inner = [module, &[name.to_string()]].concat();
        // A function may have the name of a module; what follows a `::` is the module's.
        let is_module = self.modules.contains_key(&inner);
        let targets = names.names.get(name).filter(|_| !is_module || rest.is_empty());
        if is_module {
            self.walk(&inner, rest, depth + 1, led);
        }
        if let Some(targets) = targets {
            for target in targets {
                self.imported(module, &[target, rest].concat(), name, depth + 1, led);
            }
        } else if is_module {
            return true;
        } else if names.items.contains(name) {
            led.end([inner.as_slice(), rest].concat());
        } else {
            return names.globs.iter().any(|glob| {
                let mut modules = Led::default();
                self.follow(module, glob, depth + 1, &mut modules);
                modules.to.iter().any(|from| from != module && self.named(from, name, rest, depth + 2, led))
            });
        }
        true
    }

    /// Follows an import of a name: if its own path begins with that name, that is a module or a crate, not the import.
    fn imported(&self, module: &[String], path: &[String], name: &str, depth: usize, led: &mut Led) {
        match path.split_first().filter(|(first, _)| *first == name) {
            None => self.follow(module, path, depth, led),
            Some((first, rest)) => {
                let inner = [module, std::slice::from_ref(first)].concat();
                if self.modules.contains_key(&inner) {
                    self.walk(&inner, rest, depth, led);
                } else if self.modules.get(module).is_some_and(|here| here.items.contains(first)) {
                    // A macro of the module, made one of its items.
                    led.end([inner.as_slice(), rest].concat());
                } else {
                    led.end(path.to_vec());
                }
            }
        }
    }
}

/// Where a path leads to.
#[derive(Default)]
struct Led {
    /// Every station.
    to: BTreeSet<Segments>,
    /// Those behind which nothing is known.
    ends: BTreeSet<Segments>,
    /// Whether it climbs out of the crate.
    out: bool,
}

impl Led {
    fn end(&mut self, path: Segments) {
        self.to.insert(path.clone());
        self.ends.insert(path);
    }
}
