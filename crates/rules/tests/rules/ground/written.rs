//! A map's text reads back as the same map.

use proptest::prelude::*;
use wardiary_base::{document::to_lines, ground::Facing};
use wardiary_harness_rules::{any_ground::any_ground, shipped::read_map};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn ground_is_read_as_it_is_written(ground in any_ground()) {
        prop_assert_eq!(read_map(&to_lines(&ground, 2)), Ok(ground.clone()));
        // Each link of a road appears once in the text.
        let links = |facing: &[Facing]| ground.cells().flat_map(|cell| facing.iter().map(move |f| (cell, *f)))
            .filter(|(cell, facing)| ground.has_road(*cell, *facing)).count();
        let written: usize = ground.to_draft().roads.iter().map(|road| road.len() - 1).sum();
        prop_assert_eq!(2 * written, links(&Facing::ALL));
    }

    #[test]
    fn both_sides_of_an_edge_agree(ground in any_ground()) {
        for cell in ground.cells() {
            for (facing, beyond) in ground.neighbours(cell) {
                prop_assert_eq!(ground.edge(cell, facing), ground.edge(beyond, facing.opposite()));
                prop_assert_eq!(ground.has_road(cell, facing), ground.has_road(beyond, facing.opposite()));
            }
        }
    }
}
