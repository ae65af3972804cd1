//! Sources as syntax trees, and what their paths lead to: through `use` trees and their renames, `self`, `super`, the
//! crate's own name, type aliases, re-exports, inline modules, attributes, and the tokens of macros.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use syn::{
    Attribute, ExprMethodCall, FnArg, ImplItem, ItemExternCrate, ItemImpl, ItemMod, ItemStatic, ItemType, ItemUse,
    Macro, Meta, Path, ReceiverKind, StaticMutability, Type, TypeReference, UseTree,
    visit::{self, Visit},
};

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

/// Gathers what names stand for.
struct Index {
    modules: BTreeMap<Segments, Module>,
    module: Segments,
    at_top: bool,
}

impl Index {
    fn here(&mut self) -> &mut Module {
        self.modules.entry(self.module.clone()).or_default()
    }

    fn name(&mut self, name: String, path: Segments) {
        self.here().names.entry(name).or_default().push(path);
    }
}

impl<'ast> Visit<'ast> for Index {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        let name = match item {
            syn::Item::Const(item) => Some(&item.ident),
            syn::Item::Enum(item) => Some(&item.ident),
            syn::Item::Fn(item) => Some(&item.sig.ident),
            syn::Item::Macro(item) => item.ident.as_ref(),
            syn::Item::Static(item) => Some(&item.ident),
            syn::Item::Struct(item) => Some(&item.ident),
            syn::Item::Trait(item) => Some(&item.ident),
            syn::Item::Union(item) => Some(&item.ident),
            _ => None,
        };
        if let Some(name) = name.filter(|_| self.at_top) {
            self.here().items.insert(name.to_string());
        }
        let was = self.at_top;
        self.at_top &= matches!(item, syn::Item::Mod(_));
        visit::visit_item(self, item);
        self.at_top = was;
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        self.module.push(item.ident.to_string());
        if item.content.is_some() {
            self.here();
        }
        visit::visit_item_mod(self, item);
        self.module.pop();
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        for Import { path, name } in imports(item) {
            match name {
                Some(name) => self.name(name, path),
                None => self.here().globs.push(path),
            }
        }
    }

    fn visit_item_extern_crate(&mut self, item: &'ast ItemExternCrate) {
        let from = if item.ident == "self" { OURS.into() } else { item.ident.to_string() };
        let name = item.rename.as_ref().map_or_else(|| from.clone(), |(_, name)| name.to_string());
        self.name(name, vec![from]);
    }

    fn visit_item_type(&mut self, item: &'ast ItemType) {
        for path in paths_in(&item.ty) {
            self.name(item.ident.to_string(), path);
        }
        visit::visit_item_type(self, item);
    }
}

/// One import of a `use` tree: its path, and the name that it gives; none for a glob.
struct Import {
    path: Segments,
    name: Option<String>,
}

fn imports(item: &ItemUse) -> Vec<Import> {
    fn gather(tree: &UseTree, mut path: Segments, into: &mut Vec<Import>) {
        match tree {
            UseTree::Path(tree) => {
                path.push(tree.ident.to_string());
                gather(&tree.tree, path, into);
            }
            UseTree::Group(tree) => tree.items.iter().for_each(|tree| gather(tree, path.clone(), into)),
            UseTree::Glob(_) => into.push(Import { path, name: None }),
            UseTree::Name(_) | UseTree::Rename(_) => {
                let (ident, name) = match tree {
                    UseTree::Rename(tree) => (&tree.ident, Some(&tree.rename)),
                    UseTree::Name(tree) => (&tree.ident, None),
                    _ => unreachable!("the other trees have arms of their own"),
                };
                // `a::{self}` is `a`.
                if ident != "self" || path.is_empty() {
                    path.push(ident.to_string());
                }
                let name = name.map(ToString::to_string).or_else(|| path.last().cloned());
                into.push(Import { path, name });
            }
        }
    }
    let mut found = Vec::new();
    gather(&item.tree, Vec::new(), &mut found);
    found
}

fn segments(path: &Path) -> Segments {
    path.segments.iter().map(|segment| segment.ident.to_string()).collect()
}

/// All paths in a type, those of its parameters too.
fn paths_in(ty: &Type) -> Vec<Segments> {
    struct Paths(Vec<Segments>);
    impl<'ast> Visit<'ast> for Paths {
        fn visit_path(&mut self, path: &'ast Path) {
            self.0.push(segments(path));
            visit::visit_path(self, path);
        }
    }
    let mut paths = Paths(Vec::new());
    paths.visit_type(ty);
    paths.0
}

/// Gathers what a source has in it.
struct Scan<'a> {
    all: &'a Crate,
    module: Segments,
    found: Vec<Found>,
}

impl Scan<'_> {
    fn add(&mut self, line: usize, thing: Thing) {
        self.found.push(Found { line, thing });
    }

    fn path(&mut self, line: usize, path: &[String]) {
        let led = self.all.leads(&self.module, path);
        if led.out {
            self.add(line, Thing::Root);
        }
        for to in led.to {
            let is_end = led.ends.contains(&to);
            self.add(line, Thing::Path { to, is_end });
        }
    }

    fn mut_of(&mut self, line: usize, path: &[String]) {
        for to in self.all.leads(&self.module, path).ends {
            self.add(line, Thing::MutOf(to));
        }
    }

    /// Paths, calls and macros among tokens that no grammar is known of.
    fn tokens(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let is = |at: Option<usize>, c: char| matches!(at.and_then(|at| tokens.get(at)), Some(TokenTree::Punct(p)) if p.as_char() == c);
        let mut at = 0;
        while at < tokens.len() {
            match &tokens[at] {
                TokenTree::Group(group) => self.tokens(group.stream()),
                TokenTree::Ident(ident) => {
                    let (line, start) = (ident.span().start().line, at);
                    let mut path = vec![ident.to_string()];
                    let mut group = None;
                    // `a::$name` may be any module of `a`.
                    let mut is_any = false;
                    while is(Some(at + 1), ':') && is(Some(at + 2), ':') {
                        match tokens.get(at + 3) {
                            Some(TokenTree::Ident(next)) => path.push(next.to_string()),
                            Some(TokenTree::Group(inner)) if inner.delimiter() == Delimiter::Brace => {
                                group = Some(inner.stream());
                            }
                            Some(TokenTree::Punct(sign)) if sign.as_char() == '$' => {
                                is_any = true;
                                break;
                            }
                            _ => break,
                        }
                        at += 3;
                    }
                    if let Some(group) = group {
                        self.grouped(&path, &group);
                    }
                    if is_any {
                        for module in self.all.modules_of(&self.module, &path) {
                            self.path(line, &[path.as_slice(), &[module]].concat());
                        }
                    }
                    let before = start.checked_sub(1);
                    if is(before, '.') {
                        self.add(line, Thing::Method(path[0].clone()));
                    } else if path.len() > 1 {
                        self.path(line, &path);
                    } else if is(Some(at + 1), '!') {
                        self.add(line, Thing::Macro(path[0].clone()));
                    }
                    let after_mut =
                        matches!(before.map(|at| &tokens[at]), Some(TokenTree::Ident(word)) if word == "mut");
                    if after_mut && is(start.checked_sub(2), '&') {
                        self.mut_of(line, &path);
                    }
                }
                _ => {}
            }
            at += 1;
        }
    }

    /// `{a::b, c}` behind a path among tokens.
    fn grouped(&mut self, path: &[String], group: &TokenStream) {
        let whole = format!("use {}::{{{group}}};", path.join("::"));
        if let Ok(item) = syn::parse_str::<ItemUse>(&whole) {
            self.visit_item_use(&item);
        }
    }
}

impl<'ast> Visit<'ast> for Scan<'_> {
    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        self.module.push(item.ident.to_string());
        visit::visit_item_mod(self, item);
        self.module.pop();
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        let line = item.use_token.span.start().line;
        for Import { path, name } in imports(item) {
            let all = if name.is_none() { vec!["*".to_string()] } else { Vec::new() };
            self.path(line, &[path.as_slice(), &all].concat());
            if name.is_none() && self.all.leads(&self.module, &path).to.contains(&vec![OURS.to_string()]) {
                self.add(line, Thing::Root);
            }
        }
    }

    // Who may see something is no use of him.
    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {}

    fn visit_path(&mut self, path: &'ast Path) {
        self.path(path.segments[0].ident.span().start().line, &segments(path));
        visit::visit_path(self, path);
    }

    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        let line = attribute.pound_token.span.start().line;
        match &attribute.meta {
            Meta::NameValue(_) if attribute.path().is_ident("path") => self.add(line, Thing::Word("#[path]")),
            Meta::List(list) => {
                // serde takes paths as strings.
                for token in list.tokens.clone() {
                    if let TokenTree::Literal(literal) = token
                        && let Ok(path) = syn::parse_str::<syn::LitStr>(&literal.to_string())
                        && let Ok(path) = path.parse::<Path>()
                        && path.segments.len() > 1
                    {
                        self.path(line, &segments(&path));
                    }
                }
                self.tokens(list.tokens.clone());
            }
            _ => {}
        }
    }

    fn visit_macro(&mut self, called: &'ast Macro) {
        match called.path.get_ident() {
            Some(name) => self.add(name.span().start().line, Thing::Macro(name.to_string())),
            None => self.visit_path(&called.path),
        }
        self.tokens(called.tokens.clone());
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        self.add(call.method.span().start().line, Thing::Method(call.method.to_string()));
        visit::visit_expr_method_call(self, call);
    }

    fn visit_item_static(&mut self, item: &'ast ItemStatic) {
        if matches!(item.mutability, StaticMutability::Mut(_)) {
            self.add(item.static_token.span.start().line, Thing::Word("static mut"));
        }
        visit::visit_item_static(self, item);
    }

    fn visit_type_reference(&mut self, reference: &'ast TypeReference) {
        if reference.mutability.is_some() {
            for path in paths_in(&reference.elem) {
                self.mut_of(reference.and_token.span.start().line, &path);
            }
        }
        visit::visit_type_reference(self, reference);
    }

    fn visit_item_impl(&mut self, item: &'ast ItemImpl) {
        let takes_mut = |arg: &FnArg| match arg {
            FnArg::Receiver(receiver) => match &receiver.kind {
                ReceiverKind::Reference(_, _, mutability) => mutability.is_some(),
                ReceiverKind::Typed(_, ty) => matches!(&**ty, Type::Reference(r) if r.mutability.is_some()),
                _ => false,
            },
            FnArg::Typed(_) => false,
        };
        let mut fns = item.items.iter().filter_map(|item| if let ImplItem::Fn(f) = item { Some(f) } else { None });
        if fns.any(|f| f.sig.inputs.iter().any(takes_mut)) {
            for path in paths_in(&item.self_ty) {
                self.mut_of(item.impl_token.span.start().line, &path);
            }
        }
        visit::visit_item_impl(self, item);
    }
}
