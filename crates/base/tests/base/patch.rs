//! Changes of a document that leave the rest unchanged.

use wardiary_base::document::patch::{MAX_WIDTH, Patch};

fn patched(text: &str, change: impl FnOnce(&mut Patch)) -> String {
    let mut patch = Patch::parse(text).expect("it is closed");
    change(&mut patch);
    patch.finish()
}

fn without(text: &str, path: &[&str]) -> String {
    patched(text, |patch| patch.remove_all(vec![patch.find(path).expect("it is there")]))
}

#[test]
fn a_value_changes_and_nothing_else_does() {
    let text = "( // a map\n    a: 1, // one\n    b: [2, /* two */ 3],\n)";
    let changed = patched(text, |patch| {
        patch.replace(patch.find(&["a"]).expect("it is there"), "7");
        patch.replace(patch.find(&["b", "1"]).expect("it is there"), "8");
    });
    assert_eq!(changed, "( // a map\n    a: 7, // one\n    b: [2, /* two */ 8],\n)");
}

#[test]
fn removed_values_leave_no_gap() {
    assert_eq!(without("(a: 1, b: 2, c: 3)", &["a"]), "(b: 2, c: 3)");
    assert_eq!(without("(a: 1, b: 2, c: 3)", &["c"]), "(a: 1, b: 2)");
    assert_eq!(without("(a: 1, b: 2,)", &["b"]), "(a: 1,)");
    assert_eq!(without("(a: 1)", &["a"]), "()");
    assert_eq!(without("[\n    1, 2,\n    3, // three\n]", &["1"]), "[\n    1,\n    3, // three\n]");
    assert_eq!(without("[\n    1,\n    2,\n]", &["0"]), "[\n    2,\n]");
    let (both, run) = ("(a: 1, b: 2, c: 3)", ["b", "c"]);
    let [b, c] = run;
    let cut = patched(both, |patch| patch.remove_all([b, c].iter().filter_map(|name| patch.find(&[name])).collect()));
    assert_eq!(cut, "(a: 1)");
    assert_eq!(without("[\n    1,\n    3, // three\n]", &["1"]), "[\n    1,\n    // three\n]");
}

fn with(text: &str, path: &[&str], items: &[&str]) -> String {
    let items: Vec<String> = items.iter().map(ToString::to_string).collect();
    patched(text, |patch| patch.append(patch.find(path).expect("it is there"), &items))
}

#[test]
fn items_are_added_as_the_list_is_laid_out() {
    assert_eq!(with("(a: [1, 2])", &["a"], &["3"]), "(a: [1, 2, 3])");
    assert_eq!(with("(a: [])", &["a"], &["3", "4"]), "(a: [3, 4])");
    assert_eq!(
        with("(\n    a: [\n        1 // one\n    ],\n)", &["a"], &["2"]),
        "(\n    a: [\n        1, // one\n        2,\n    ],\n)"
    );
    assert_eq!(with("(\n    a: [\n    ],\n)", &["a"], &["2"]), "(\n    a: [\n        2,\n    ],\n)");
    let long: Vec<String> = (0..20).map(|n| format!("\"number {n}\"")).collect();
    let added = patched("(\n    a: [1],\n)", |patch| patch.append(patch.find(&["a"]).expect("it is there"), &long));
    assert!(added.lines().all(|line| line.len() <= MAX_WIDTH), "{added}");
    assert!(Patch::parse(&added).is_some_and(|patch| patch.children(patch.find(&["a"])).count() == 21), "{added}");
}

#[test]
fn a_field_comes_behind_those_before_it() {
    let text = "(\n    a: 1, // one\n    d: 4\n)";
    assert_eq!(
        patched(text, |patch| patch.insert(None, &["a", "b"], "c: 3")),
        "(\n    a: 1, // one\n    c: 3,\n    d: 4\n)"
    );
    assert_eq!(
        patched(text, |patch| patch.insert(None, &["d"], "e: 5")),
        "(\n    a: 1, // one\n    d: 4,\n    e: 5,\n)"
    );
    assert_eq!(patched("(a: 1)", |patch| patch.insert(None, &["a"], "b: 2")), "(a: 1, b: 2)");
}
