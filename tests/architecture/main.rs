//! The invariants that DESIGN and `src/lib.rs` state, found in the sources' syntax trees: which module uses which, and
//! which of them touch files, clocks, terminals or chance. What only types can tell is left to `clippy.toml`.

mod layers;
mod planted;
mod source;

use layers::{ANYWHERE, BESIDE, MAY_USE, Seen, circle, violations};
use source::{Crate, Source};
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    sync::LazyLock,
};

/// The sources under `src`.
fn sources() -> Crate {
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
        Source::new(&parts.join("/"), &text)
    };
    Crate::new(paths.into_iter().map(read).collect(), &dependencies())
}

/// The crates that a path may begin with, by the manifest.
fn dependencies() -> Vec<String> {
    let manifest = include_str!("../../Cargo.toml");
    let (_, list) = manifest.split_once("\n[dependencies]\n").expect("there are dependencies");
    let list = list.split("\n[").next().unwrap_or(list);
    list.lines().filter_map(|line| line.split_once(" =")).map(|(name, _)| name.replace('-', "_")).collect()
}

/// The violations in the sources, and the allowances that they make use of.
static CHECKED: LazyLock<(Vec<String>, Seen)> = LazyLock::new(|| {
    let mut seen = Seen::default();
    (violations(&sources(), &mut seen), seen)
});

#[test]
fn every_module_keeps_to_its_layer() {
    let found = &CHECKED.0;
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

#[test]
fn nothing_is_allowed_that_nobody_does() {
    let seen = &CHECKED.1;
    let may_use =
        MAY_USE.iter().flat_map(|(module, used)| used.iter().map(move |used| format!("{module} uses {used}")));
    let beside = BESIDE.iter().flat_map(|row| row.who.iter().map(move |who| format!("{}: {who}", row.what)));
    let anywhere = ANYWHERE.iter().map(|path| format!("anywhere: {path}"));
    let idle: Vec<String> = may_use.chain(beside).chain(anywhere).filter(|allowed| !seen.0.contains(allowed)).collect();
    assert!(idle.is_empty(), "\n{}", idle.join("\n"));
}

#[test]
fn no_layer_uses_one_above_it() {
    for (at, (module, used)) in MAY_USE.iter().enumerate() {
        let below: BTreeSet<&str> = MAY_USE[..at].iter().map(|(module, _)| *module).collect();
        for used in *used {
            assert!(below.contains(used), "{module} may use {used}, which is not below it in the table");
        }
    }
}

#[test]
fn files_of_the_app_use_each_other_in_no_circle() {
    assert_eq!(circle(&sources(), "app"), Vec::<String>::new());
}
