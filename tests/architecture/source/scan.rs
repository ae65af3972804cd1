//! What a source has in it: paths, calls, macros, attributes.

use super::{
    Crate, Found, OURS, Segments, Thing,
    names::{Import, imports, paths_in, segments},
};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::{
    Attribute, ExprMethodCall, FnArg, ImplItem, ItemImpl, ItemMod, ItemStatic, ItemUse, Macro, Meta, Path,
    ReceiverKind, StaticMutability, Type, TypeReference,
    visit::{self, Visit},
};

/// Gathers what a source has in it.
pub(super) struct Scan<'a> {
    pub(super) all: &'a Crate,
    pub(super) module: Segments,
    pub(super) found: Vec<Found>,
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
