//! The colours of a map's terrain.

use wardiary_report::report::html::terrain::name_colours;

#[test]
fn no_two_kinds_of_terrain_are_drawn_alike() {
    let names = ["open", "fields", "wood", "orchard", "pine forest", "village", "Town", "bamboo", "brush"];
    let colours = name_colours(names.into_iter());
    for (at, colour) in colours.iter().enumerate() {
        assert!(colour.len() == 7 && !colours[..at].contains(colour), "{}: {colours:?}", names[at]);
    }
}
