//! What the names in a module stand for: its items, its imports and aliases.

use super::{Module, OURS, Segments};
use std::collections::BTreeMap;
use syn::{
    ItemExternCrate, ItemMod, ItemType, ItemUse, Path, Type, UseTree,
    visit::{self, Visit},
};

/// Gathers what names stand for.
pub(super) struct Index {
    pub(super) modules: BTreeMap<Segments, Module>,
    pub(super) module: Segments,
    pub(super) at_top: bool,
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
pub(super) struct Import {
    pub(super) path: Segments,
    pub(super) name: Option<String>,
}

pub(super) fn imports(item: &ItemUse) -> Vec<Import> {
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

pub(super) fn segments(path: &Path) -> Segments {
    path.segments.iter().map(|segment| segment.ident.to_string()).collect()
}

/// All paths in a type, those of its parameters too.
pub(super) fn paths_in(ty: &Type) -> Vec<Segments> {
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
