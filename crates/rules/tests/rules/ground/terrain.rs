//! Terrain and edges as settings of a rulebook.

use wardiary_base::book::Rulebook;
use wardiary_harness_rules::shipped::{read_rulebook, rulebook};

/// The problems of a rulebook with these settings of the ground.
fn with(ground: &str) -> Vec<String> {
    let text = format!("(name: \"mine\",\nground: ({ground}))");
    read_rulebook(&text).err().unwrap_or_default().iter().map(ToString::to_string).collect()
}

#[test]
fn settings_of_the_ground_are_told_what_is_wrong_with_them() {
    let table = [
        (
            "terrain: [], stacking: Stack(0), reach: 0, road: 0, road_bonus: 21",
            vec![
                "line 2, column 10: ground.terrain: a rulebook needs at least one kind of terrain (`(name: \"open\")`)",
                "line 2, column 23: ground.stacking: a stack holds at least one unit (write `Stack(8)` or `One`)",
                "line 2, column 43: ground.reach: enemies are never in the same area, so no unit could fight (1 means adjacent areas, \
             `None` leaves it to the players)",
                "line 2, column 53: ground.road: entering an area by road must cost 1 to 20 areas of a move, not 0",
                "line 2, column 62: ground.road_bonus: roads must add 0 to 20 areas to a move, not 21",
            ],
        ),
        (
            r#"terrain: [(name: "bog", enter: 0), (name: "Bog"), (name: "x", but: [(troops: ["infantry"], enter: 99)])]"#,
            vec![
                "line 2, column 34: ground.terrain.0.enter: entering an area must cost 1 to 20 areas of a move, not 0 (to bar \
             troop types completely, list them in `forbids`)",
                "line 2, column 46: ground.terrain.1.name: duplicate terrain “Bog”",
                "line 2, column 101: ground.terrain.2.but.0.enter: entering an area must cost 1 to 20 areas of a move, not 99 (to \
             bar troop types completely, list them in `forbids`)",
            ],
        ),
        (
            r#"edges: [(name: "river", cost: 30), (name: "river"), (name: "")]"#,
            vec![
                "line 2, column 34: ground.edges.0.cost: crossing an edge must cost 0 to 20 areas of a move, not 30",
                "line 2, column 46: ground.edges.1.name: duplicate kind of edge “river”",
                "line 2, column 63: ground.edges.2.name: a name can't be empty",
            ],
        ),
    ];
    for (ground, wanted) in table {
        assert_eq!(with(ground), wanted, "{ground}");
    }
}

#[test]
fn terrain_costs_what_the_book_says_for_each_troop_type() {
    let book = rulebook("campaign");
    let cost = |terrain: &str, kind| book.ground.terrain(&terrain.into()).expect("it is there").cost_for(kind);
    assert_eq!(cost("open", "infantry"), Some(1));
    assert_eq!(cost("woods", "infantry"), Some(1));
    assert_eq!(cost("Woods", "Artillery"), Some(2), "names are read in any case");
    assert_eq!(cost("marsh", "artillery"), None);
    assert_eq!(cost("lake", "infantry"), None);
    assert_eq!(cost("lake", "aircraft"), Some(1));
    let edge = |edge: &str, kind| book.ground.edge(&edge.into()).expect("it is there").cost_for(kind);
    assert_eq!(edge("river", "infantry"), Some(1));
    assert_eq!(edge("river", "transport"), None);
    let blocks = |terrain: &str| book.ground.terrain(&terrain.into()).expect("it is there").blocks_sight();
    let blocking: Vec<&str> =
        ["open", "woods", "built-up", "fortification", "hill", "marsh"].into_iter().filter(|t| blocks(t)).collect();
    assert_eq!(blocking, ["woods", "built-up", "fortification", "hill"]);
    assert!(book.ground.terrain(&"woods".into()).is_some_and(|woods| woods.covers("infantry")));
    assert!(!book.ground.terrain(&"hill".into()).is_some_and(|hill| hill.covers("infantry")));
}

#[test]
fn a_book_that_says_nothing_of_the_ground_has_the_terrain_of_the_source() {
    for name in ["mouat", "classic", "skirmish", "m42", "full-metal-edna", "unlurked-stacks", "itchy-and-scratchy"] {
        let book = rulebook(name);
        let terrain: Vec<(&str, bool)> = book.ground.terrain.iter().map(|t| (t.name.raw(), t.cover)).collect();
        assert_eq!(terrain, [("open", false), ("woods", true), ("built-up", true), ("fortification", true)], "{name}");
        assert!(book.ground.terrain.iter().all(|t| t.blocks_sight() == t.cover && t.enter == 1), "{name}");
    }
}

/// RULES 4.4: infantry, dismounted cavalry, machine guns, artillery and transport 2, mounted cavalry and generals 3.
#[test]
fn troops_move_as_far_as_the_source_says() {
    for name in ["itchy-and-scratchy", "campaign"] {
        let book = rulebook(name);
        let far = |kind: &str| book.troop(kind).map(|troop| (troop.moves, troop.charge));
        for kind in ["infantry", "dismounted cavalry", "machine gun", "artillery", "transport"] {
            assert_eq!(far(kind), Some((2, 0)), "{kind} of {name}");
        }
        for kind in ["mounted cavalry", "general"] {
            assert_eq!(far(kind), Some((3, 0)), "{kind} of {name}");
        }
    }
}

#[test]
fn settings_of_the_ground_that_can_do_nothing_are_named() {
    let text = "(name: \"mine\", mechanisms: [Volleys], ground: (reach: 1, terrain: [(name: \"bog\", forbids: [\"artilery\"])]))";
    let book = read_rulebook(text).expect("it is sound");
    let said: Vec<String> = book.unused_settings(&Rulebook::default_rules()).iter().map(ToString::to_string).collect();
    let wanted = [
        "ground.terrain.0.forbids.0: this has no effect: there is no troop type “artilery” (did you mean “artillery”?)",
        "ground.reach: this has no effect: no side opens a SCRUD combat (list Scrud in `mechanisms`)",
    ];
    assert_eq!(said, wanted);
}
