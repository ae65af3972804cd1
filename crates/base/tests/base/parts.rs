//! The parts of a document.

use wardiary_base::document::nodes::{node_path, parse_nodes};

#[test]
fn every_part_has_its_way_and_its_value() {
    let text = "(a: 1, // b: 2\n b: (c: \"),\", d: [Demote, Lose(2)],), e: (1, 6))";
    let found = parse_nodes(text).expect("the brackets close");
    let shown: Vec<String> = (0..found.len())
        .map(|at| format!("{} = {}", node_path(&found, at).join("."), &text[found[at].value_start..found[at].end]))
        .collect();
    let wanted = [
        "a = 1",
        "b = (c: \"),\", d: [Demote, Lose(2)],)",
        "b.c = \"),\"",
        "b.d = [Demote, Lose(2)]",
        "b.d.0 = Demote",
        "b.d.1 = Lose(2)",
        "b.d.1.0 = 2",
        "e = (1, 6)",
        "e.0 = 1",
        "e.1 = 6",
    ];
    assert_eq!(shown, wanted);
    assert_eq!(parse_nodes("(a: [1)"), None);
    assert_eq!(parse_nodes("(a: 1"), None);
}
