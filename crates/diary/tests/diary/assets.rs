//! The shipped files.

use wardiary_diary::assets::{MAPS, RULEBOOKS, SCENARIOS, read_map, read_rulebook, read_scenario};

#[test]
fn everything_that_ships_loads() {
    for (name, text) in RULEBOOKS {
        let book = read_rulebook(text, None).unwrap_or_else(|p| panic!("{name}: {p:?}"));
        assert_eq!(&book.name, name);
    }
    for (name, text) in SCENARIOS {
        read_scenario(text, None).unwrap_or_else(|p| panic!("{name}: {p:?}"));
    }
    for (name, text) in MAPS {
        read_map(text, None).unwrap_or_else(|p| panic!("{name}: {p:#?}"));
    }
}
