//! Violations as somebody could write them, by mistake or past the check: each must be found.

use crate::{
    layers::{Seen, circle, violations},
    source::{Crate, Source},
};

/// What the planted sources lead to.
const AROUND: &[(&str, &str)] = &[
    ("app.rs", "pub mod desk; pub mod model; pub mod overlay; pub mod screen; pub use model::Model;"),
    ("app/desk.rs", "pub struct Desk;"),
    ("app/model.rs", "pub struct Model; pub fn run() {}"),
    ("app/overlay.rs", "pub mod line;"),
    ("app/overlay/line.rs", "pub struct Line;"),
    ("app/screen.rs", "pub mod odds; pub enum ScreenName {}"),
    ("app/screen/odds.rs", "pub struct OddsScreen;"),
    ("diary.rs", "pub mod file; pub use file::Save; pub struct Diary; pub struct Entry;"),
    ("diary/file.rs", "pub struct Save;"),
    ("lib.rs", "pub mod app; pub mod diary; pub mod odds; pub mod rules; pub mod state; pub mod text; pub mod view;"),
    ("odds.rs", ""),
    ("rules.rs", ""),
    ("state.rs", "pub struct State; pub struct Unit; pub type World = State;"),
    ("text.rs", "pub fn plain() {}"),
    ("view.rs", "pub struct Look;"),
];

/// Where it is planted, what, and what is said of it.
const PLANTED: &[(&str, &str, &str)] = &[
    // A view that knows the program, or what is recorded, or changes what it shows.
    ("view/x.rs", "use crate::app::Model;", "view uses app"),
    ("view/x.rs", "use crate::{text, app::{model::{self, run}}};", "view uses app"),
    ("view/x.rs", "fn f() { use crate::app::Model; }", "view uses app"),
    ("view/x.rs", "fn f(_: &dyn std::ops::Fn(crate::app::Model)) {}", "view uses app"),
    ("view/x.rs", "fn f() { <crate::app::Model as Default>::default(); }", "view uses app"),
    ("view/x.rs", "#[serde(with = \"crate::app::model\")] struct S;", "view uses app"),
    ("view/x.rs", "#[derive(crate::app::Model)] struct S;", "view uses app"),
    ("view/x.rs", "use crate::diary::file::Save;", "view may not use diary::file::Save"),
    ("view/x.rs", "use crate::diary::Save;", "view may not use diary::file::Save"),
    ("view/x.rs", "use crate::diary; fn f(_: &diary::Save) {}", "view may not use diary::file::Save"),
    ("view/x.rs", "use crate::diary::*; fn f(_: &Save) {}", "view may not use diary::file::Save"),
    ("view/x.rs", "fn f(_: &mut crate::state::State) {}", "a view changes state::State"),
    ("view/x.rs", "use crate::state::State; fn f(_: &mut State) {}", "a view changes state::State"),
    ("view/x.rs", "use crate::state::{State as S}; fn f(_: &mut Vec<S>) {}", "a view changes state::State"),
    ("view/x.rs", "use crate::state::*; fn f(_: &mut [Unit]) {}", "a view changes state::Unit"),
    ("view/x.rs", "use crate::state::World; fn f(_: &mut World) {}", "a view changes state::State"),
    ("view/x.rs", "fn f() { let _ = |_: &mut crate::diary::Diary| (); }", "a view changes diary::Diary"),
    (
        "view/x.rs",
        "trait T { fn f(&mut self); } impl T for crate::state::State { fn f(&mut self) {} }",
        "a view changes",
    ),
    (
        "view/x.rs",
        "trait T { fn f(self: &mut Self); } impl T for crate::state::State { fn f(self: &mut Self) {} }",
        "a view",
    ),
    ("view/x.rs", "with!(|s: &mut crate::state::State| s);", "a view changes state::State"),
    // By other names.
    ("view/x.rs", "type S = crate::diary::file::Save; fn f(_: &S) {}", "view may not use diary::file::Save"),
    ("view/x.rs", "type S = crate::state::State; fn f(_: &mut S) {}", "a view changes state::State"),
    ("view/x.rs", "use crate as root; fn f(_: &root::app::Model) {}", "view uses app"),
    ("view/x.rs", "use crate::{self as c}; fn f(_: &c::app::Model) {}", "view uses app"),
    ("view/x.rs", "use wardiary_app::Model;", "view uses app"),
    ("view/x.rs", "use ::wardiary_app::Model;", "view uses app"),
    ("view/x.rs", "extern crate self as me; use me::app::Model;", "view uses app"),
    ("view/x.rs", "extern crate wardiary as me; use me::app::Model;", "view uses app"),
    ("view/x.rs", "use super::super::app::Model;", "view uses app"),
    ("view/x.rs", "use super::super as up; fn f(_: &up::app::Model) {}", "view uses app"),
    ("view/x.rs", "mod a { mod b { fn f(_: super::super::super::super::app::Model) {} } }", "view uses app"),
    ("view/x.rs", "mod a { use self::super::super::super::{app as below}; use below::Model; }", "view uses app"),
    ("view/x.rs", "use super::super::super::other;", "climbs above it"),
    ("view/x.rs", "use crate::*; fn f(_: &app::Model) {}", "takes in the crate's root"),
    ("view/x.rs", "use super::super::*;", "takes in the crate's root"),
    // Where text is not what it seems.
    ("view/x.rs", "const A: &str = r#\"a \"quoted\" // word\"#; use crate::app::Model;", "view uses app"),
    ("view/x.rs", "const A: char = '\"'; use crate::app::Model; const B: char = '\"';", "view uses app"),
    ("view/x.rs", "/* /* */ \" */ use crate::app::Model;", "view uses app"),
    ("view/x.rs", "use crate\n    :: /* here */ app\n    ::Model;", "view uses app"),
    ("view/x.rs", "fn f() { vec![crate::app::run()]; }", "view uses app"),
    ("view/x.rs", "fn f() { vec![(1, { use crate::{text, app}; })]; }", "view uses app"),
    ("view/x.rs", "macro_rules! m { () => { $crate::app::run() }; }", "view uses app"),
    ("view/x.rs", "#[path = \"../app/model.rs\"] mod model;", "#[path] is for nobody"),
    ("view/x.rs", "include!(\"../app/model.rs\");", "include! is for nobody"),
    // A screen or an overlay that knows what holds it, or another screen.
    ("app/screen/x.rs", "use crate::app::Model;", "a screen or an overlay names app::model::Model"),
    ("app/screen/x.rs", "use super::super::model;", "names app::model"),
    ("app/screen/x/y.rs", "use crate::app::desk::Desk;", "names app::desk::Desk"),
    ("app/overlay/x.rs", "fn f(_: &mut crate::app::desk::Desk) {}", "names app::desk::Desk"),
    ("app/overlay/x.rs", "use crate::app::registry;", "names app::registry"),
    ("app/screen/x.rs", "fn f() { crate::app::perform::perform(); }", "names app::perform::perform"),
    ("app/screen/x.rs", "use super::odds::OddsScreen;", "names app::screen::odds::OddsScreen"),
    ("app/screen/x/y.rs", "use crate::app::screen::*; fn f(_: odds::OddsScreen) {}", "names app::screen::odds"),
    ("app/overlay/x.rs", "use crate::app::screen; fn f(_: screen::odds::OddsScreen) {}", "names app::screen::odds"),
    ("app/screen/x.rs", "macro_rules! m { ($m:ident) => { crate::app::screen::$m::f() }; }", "names app::screen::odds"),
    // A layer that uses one above it.
    ("rules/x.rs", "use crate::odds;", "rules uses odds"),
    ("state/x.rs", "use crate::rules;", "state uses rules"),
    ("text/x.rs", "use crate::state::World;", "text uses state"),
    ("attic.rs", "use crate::state;", "the module attic is not in the table"),
    // Rules that touch the world.
    ("rules/x.rs", "fn f(p: &str) { std::path::Path::new(p).exists(); }", "uses files: exists"),
    (
        "rules/x.rs",
        "use std::path::Path; fn f(p: &str) { Path::exists(Path::new(p)); }",
        "uses paths of files: std::path::Path",
    ),
    ("rules/x.rs", "fn f(p: &impl P) -> bool { p.as_ref().metadata().is_ok() }", "uses files: metadata"),
    ("rules/x.rs", "fn f() { assert!(p.is_file()); }", "uses files: is_file"),
    ("rules/x.rs", "use std::fs::File;", "uses files: std::fs::File"),
    ("rules/x.rs", "use std::{fs as f}; fn g() { f::read(\"x\"); }", "uses files: std::fs::read"),
    ("rules/x.rs", "use std as s; fn g() { s::fs::read(\"x\"); }", "uses files: std::fs::read"),
    ("rules/x.rs", "extern crate std as s; fn g() { s::fs::read(\"x\"); }", "uses files: std::fs::read"),
    ("rules/x.rs", "fn f() { std::process::Command::new(\"ls\"); }", "uses processes"),
    ("rules/x.rs", "use std::net::TcpStream;", "uses std::net::TcpStream, which is in no row"),
    ("rules/x.rs", "fn f() { std::time::Instant::now(); }", "uses times"),
    ("diary/x.rs", "fn f() { jiff::Timestamp::now(); }", "uses the clock"),
    ("rules/x.rs", "fn f(t: T) { t.elapsed(); }", "uses the clock: elapsed"),
    ("rules/x.rs", "fn f() { std::env::var(\"HOME\"); }", "uses the environment"),
    ("rules/x.rs", "const HOME: &str = env!(\"HOME\");", "uses the environment of the build: env"),
    (
        "rules/x.rs",
        "const HOME: Option<&str> = option_env!(\"HOME\");",
        "uses the environment of the build: option_env",
    ),
    ("rules/x.rs", "const HOME: &str = concat!(env!(\"HOME\"), \"/x\");", "uses the environment of the build: env"),
    ("rules/x.rs", "const HOME: &str = std::env!(\"HOME\");", "uses the environment"),
    ("rules/x.rs", "use rand::Rng;", "uses chance"),
    ("rules/x.rs", "use ratatui::text::Line;", "uses drawing"),
    ("view/x.rs", "use crossterm::event::Event;", "uses the terminal"),
    ("rules/x.rs", "fn f() { std::thread::sleep(D); }", "uses threads"),
    ("rules/x.rs", "const T: &str = include_str!(\"x\");", "uses files that ship"),
    ("rules/x.rs", "fn f() { println!(\"x\"); }", "println! is for nobody"),
    ("rules/x.rs", "fn f() { std::println!(\"x\"); }", "uses std::println, which is in no row"),
    // Rules with a memory of their own.
    ("rules/x.rs", "static N: std::sync::OnceLock<u8> = std::sync::OnceLock::new();", "std::sync::OnceLock"),
    ("rules/x.rs", "use core::cell::RefCell;", "uses what is kept of a drawing: std::cell::RefCell"),
    ("rules/x.rs", "use std::sync::{Arc, Mutex};", "uses state that threads share: std::sync::Mutex"),
    ("rules/x.rs", "use std::sync::atomic::AtomicU8;", "uses state that threads share"),
    ("rules/x.rs", "thread_local! { static N: u8 = 0; }", "thread_local! is for nobody"),
    ("rules/x.rs", "static mut N: u8 = 0;", "static mut is for nobody"),
    // What comes in another order in every run.
    ("rules/x.rs", "fn f(m: &std::collections::HashMap<u8, u8>) { for (a, b) in m {} }", "uses hash maps"),
    ("rules/x.rs", "use std::collections as c; fn f(m: &c::HashMap<u8, u8>) { for (a, b) in m {} }", "uses hash maps"),
    (
        "rules/x.rs",
        "use std::collections::*; fn f(m: &HashMap<u8, u8>) { for (a, b) in m {} }",
        "uses std::collections::*",
    ),
    ("rules/x.rs", "fn f(m: &std::collections::HashSet<u8>) { for a in m {} }", "uses std::collections::HashSet"),
    (
        "odds/statistics.rs",
        "fn f(m: std::collections::HashMap<u8, u8>) -> Vec<(u8, u8)> { Vec::from_iter(m) }",
        "uses hash maps",
    ),
    ("rules/x.rs", "use std::hash::RandomState;", "uses std::hash::RandomState, which is in no row"),
];

/// What is in order.
const CLEAN: &[(&str, &str)] = &[
    ("view/x.rs", "//! Not of [`crate::app`].\n/// Nor [`std::fs`].\nconst A: &str = \"crate::app::Model\";"),
    ("view/x.rs", "use super::Look; use crate::{state::State, diary::Entry}; fn f(_: &State, _: &mut Vec<Look>) {}"),
    ("view/x.rs", "use ratatui::buffer::Buffer; fn f(_: &mut Buffer) {}"),
    ("view/x.rs", "struct Own; impl Own { fn f(&mut self) {} } mod tests { use super::*; fn g(_: &mut Own) {} }"),
    ("app/x.rs", "use crate::{diary::file::Save, view}; fn f(_: &mut Save, _: &mut crate::state::State) {}"),
    ("app/screen/x.rs", "use super::{super::overlay::line::Line, ScreenName};"),
    ("app/screen/odds/x.rs", "use super::OddsScreen; fn f(_: crate::app::screen::odds::OddsScreen) {}"),
    ("app/overlay/x.rs", "use crate::app::{overlay::line::Line, screen::ScreenName};"),
    (
        "rules/x.rs",
        "use std::{collections::BTreeMap, fmt, sync::Arc}; fn f(_: &mut crate::state::State) { vec![1u8]; }",
    ),
    ("app/x.rs", "macro_rules! m { () => {} } pub(crate) use m; mod a { use super::m; m!(); }"),
    ("rules/x.rs", "mod env { pub fn read() {} } fn f() { env::read(); let fs = 1; }"),
    (
        "diary/file/x.rs",
        "use std::{fs, io::Read as _, path::Path}; fn f(p: &Path) { fs::read(p).is_ok() && p.exists(); }",
    ),
];

fn planted(path: &str, text: &str) -> Vec<String> {
    let around = AROUND.iter().map(|(path, text)| Source::new(path, text));
    let externs = ["crossterm", "jiff", "rand", "ratatui"].map(String::from);
    let all = Crate::new(around.chain([Source::new(path, text)]).collect(), &externs);
    violations(&all, &mut Seen::default())
}

#[test]
fn each_planted_violation_is_found() {
    for (path, text, says) in PLANTED {
        let found = planted(path, text);
        assert!(
            found.iter().any(|wrong| wrong.starts_with(&format!("src/{path}:")) && wrong.contains(says)),
            "{text}: {found:?}"
        );
    }
}

#[test]
fn what_is_in_order_is_not_found() {
    assert_eq!(planted("text/x.rs", ""), Vec::<String>::new());
    for (path, text) in CLEAN {
        assert_eq!(planted(path, text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn a_circle_of_files_is_found() {
    let circle = |sources: &[(&str, &str)]| {
        circle(&Crate::new(sources.iter().map(|(path, text)| Source::new(path, text)).collect(), &[]), "app")
    };
    let straight = [
        ("app.rs", "mod a; mod b; pub use b::B; fn f(_: a::A) {}"),
        ("app/a.rs", "use super::B; pub struct A;"),
        ("app/b.rs", "pub struct B;"),
        ("view.rs", "use crate::app::a::A;"),
    ];
    assert_eq!(circle(&straight), Vec::<String>::new());
    let two_of_one_name = [
        ("app.rs", "mod a; mod b; pub use b::a;"),
        ("app/a.rs", "pub struct A;"),
        ("app/b.rs", "use super::a::A; pub fn a(_: A) {}"),
    ];
    assert_eq!(circle(&two_of_one_name), Vec::<String>::new());
    let round = [straight[0], straight[1], ("app/b.rs", "use crate::app; pub struct B; fn f(_: &app::a::A) {}")];
    assert_eq!(circle(&round), ["app/a.rs", "app/b.rs"]);
    let through_a_list = [
        ("app.rs", "mod registry; mod screen;"),
        ("app/registry.rs", "use super::screen; macro_rules! r { ($($m:ident)*) => { $(screen::$m::open();)* } }"),
        ("app/screen.rs", "pub mod a; pub mod b;"),
        ("app/screen/a.rs", "pub fn open() {}"),
        ("app/screen/b.rs", "use crate::app::registry; pub fn open() { registry::f() }"),
    ];
    assert_eq!(circle(&through_a_list), ["app/registry.rs", "app/screen/b.rs"]);
    let through_the_parent =
        [("app.rs", "mod a; pub struct M; fn f(_: a::A) {}"), ("app/a.rs", "use super::M; pub struct A;")];
    assert_eq!(circle(&through_the_parent), ["app.rs", "app/a.rs"]);
}
