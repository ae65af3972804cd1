//! A player's aliases for orders.

use wardiary_rules::notation::Aliases;

/// Aliases from a player's file, which may define one twice.
fn aliases(all: &[(&str, &str)]) -> Aliases {
    let rows: Vec<String> = all.iter().map(|(name, order)| format!("{name:?}: {order:?}")).collect();
    ron::from_str(&format!("{{{}}}", rows.join(", "))).expect("a map")
}

#[test]
fn a_line_stands_for_its_order() {
    let all = aliases(&[
        ("charge", "scrud {1} v {2}"),
        ("after", "scrud {2} v {1}"),
        ("rain", "note \"rain: {1}\""),
        ("back", "undo 2"),
    ]);
    // line | its order, or the error
    for (line, stands_for) in [
        ("charge A B", Ok("scrud A v B")),
        ("Charge \"XX Corps\" Russians", Ok("scrud \"XX Corps\" v Russians")),
        ("  charge A+B (\"1st\" of Reds)", Ok("scrud A+B v \"1st\" of Reds")),
        ("after A B", Ok("scrud B v A")),
        ("rain \"all day\"", Ok("note \"rain: all day\"")),
        ("rain hard", Ok("note \"rain: hard\"")),
        ("rain \"a \\\" b\"", Ok("note \"rain: a \\\" b\"")),
        ("back", Ok("undo 2")),
        ("charge A", Err("“charge” needs 2 names after it, not 1: scrud {1} v {2}")),
        ("charge", Err("“charge” needs 2 names after it, not none: scrud {1} v {2}")),
        ("charge XX Corps B", Err("“charge” needs 2 names after it, not 3: scrud {1} v {2}")),
        ("back 3", Err("“back” needs nothing after it, not 1: undo 2")),
    ] {
        let read = all.expand(line).unwrap_or_else(|| panic!("{line}")).expansion.map_err(|error| error.reason);
        assert_eq!(read.as_deref().map_err(String::as_str), stands_for, "{line}");
    }
    assert_eq!(all.expand("scrud A v B"), None);
    assert_eq!(all.expand(""), None);
}

#[test]
fn the_open_place_is_the_one_that_is_typed() {
    let all = aliases(&[("charge", "scrud {1} v {2}"), ("after", "scrud {2} v {1}")]);
    // line | number | the text of the argument | the order before it
    for (line, open) in [
        ("charge", None),
        ("charge ", Some((1, "", Some("scrud ")))),
        ("charge \"XX", Some((1, "\"XX", Some("scrud ")))),
        ("charge A ", Some((2, "", Some("scrud A v ")))),
        ("charge A \"1st R", Some((2, "\"1st R", Some("scrud A v ")))),
        ("charge \"XX Corps\"", None),
        ("charge A B ", None),
        ("after A", Some((1, "A", None))),
        ("after A B", Some((2, "B", Some("scrud ")))),
    ] {
        let read = all.expand(line).unwrap_or_else(|| panic!("{line}")).open_argument;
        let read = read.as_ref().map(|open| (open.number, &line[open.at.clone()], open.order_before.as_deref()));
        assert_eq!(read, open, "{line}");
    }
}

#[test]
fn each_fault_is_named() {
    // alias | the fault
    for (name, order, says) in [
        ("two words", "pass", "can't be typed as one word"),
        ("3rd", "pass", "can't be typed as one word"),
        ("scrud", "pass", "would hide the order of that name"),
        ("Undo", "pass", "would hide the order of that name"),
        ("END", "pass", "would hide the order of that name"),
        ("good", "undo", "“good” is already an alias for `pass`"),
        ("GOOD", "undo", "“GOOD” is already an alias for `pass`"),
        ("x", "scrudd {1} v {2}", "no order begins with `scrudd`"),
        ("x", "", "no order begins with ``"),
        ("x", "good", "no order begins with `good`"),
        ("x", "scrud {1} v {3}", "has a placeholder {3} but no {2}"),
        ("x", "scrud {a} v {2}", "an invalid placeholder: `{a}`"),
        ("x", "scrud {0}", "an invalid placeholder: `{0}`"),
        ("x", "scrud {1", "an invalid placeholder: `{1`"),
        ("x", "note \"{1}", "is an alias for an invalid order"),
    ] {
        let mut all = aliases(&[("good", "pass"), (name, order), ("fine", "pass")]);
        let faults = all.take_faulty();
        assert_eq!(faults.len(), 1, "{name}: {faults:?}");
        assert!(faults[0].reason.contains(says) && faults[0].hint.is_some(), "{name}: {faults:?}");
        assert_eq!(all.iter().map(|(name, _)| name).collect::<Vec<_>>(), ["good", "fine"], "the others stay");
    }
}
