//! The theatre of a campaign: its places and ways, and who stands where. Source: RULES 7.

use crate::harness::field::{field, give};
use wardiary::{
    assets,
    ground::{NetworkDraft, Spot, Station, TheatreDraft},
    id::{Id, StackId, UnitId},
    state::State,
};

const NET: &str = "A + B v X + Y over P-Q 1, Q-R 3, P-S 2, S-R 2, T-U 1";
const MAP: &str = "A cavalry + B artillery v X + Y on ..w./..../...h with road A1-B1-C1, river B2s over map";

const REDS: Id = Id(5);
const REDS_2: Id = Id(7);
const BLUES: Id = Id(6);

fn spot(state: &State, name: &str) -> Spot {
    state.theatre().and_then(|theatre| theatre.spot_named(name)).unwrap_or_else(|| panic!("no place {name}"))
}

fn way(state: &State, force: Id, from: &str, to: &str) -> Option<String> {
    let theatre = state.theatre().expect("there is one");
    let way = theatre.way(&state.units_of_force(force), Station::at(spot(state, from)), spot(state, to))?;
    Some(way.iter().map(|spot| theatre.name(*spot)).collect::<Vec<_>>().join(" "))
}

fn give_all(state: &mut State, orders: &[&str]) {
    for order in orders {
        give(state, order).unwrap_or_else(|e| panic!("{order}: {e}"));
    }
}

#[test]
fn ways_over_a_network() {
    let state = field("", NET);
    let theatre = state.theatre().expect("there is one");
    let names = |spots: Vec<Spot>| spots.iter().map(|spot| theatre.name(*spot)).collect::<Vec<_>>().join(" ");
    assert_eq!(names(theatre.spots()), "P Q R S T U");
    assert_eq!(names(theatre.neighbours(spot(&state, "p"))), "Q S", "in any case");
    assert_eq!(theatre.distance(spot(&state, "Q"), spot(&state, "S")), Some(3));
    assert_eq!(theatre.distance(spot(&state, "Q"), spot(&state, "Q")), Some(0));
    assert_eq!(theatre.distance(spot(&state, "Q"), spot(&state, "T")), None);
    // Two ways of 4 from P to R: over the place that stands first in the list.
    assert_eq!(way(&state, REDS, "P", "R").as_deref(), Some("Q R"));
    assert_eq!(way(&state, REDS, "S", "Q").as_deref(), Some("P Q"));
    assert_eq!(way(&state, REDS, "P", "P").as_deref(), Some(""));
    assert_eq!(way(&state, REDS, "P", "U"), None);
    // Who is on a road goes on to its end or turns back, whichever is nearer.
    let (q, r, s) = (spot(&state, "Q"), spot(&state, "R"), spot(&state, "S"));
    let on_the_road = |steps| Station { at: q, toward: Some((r, steps)) };
    let legs = theatre.legs(&[]);
    assert_eq!(legs.shortest(on_the_road(2), s), Some((3, vec![r, s])));
    assert_eq!(legs.shortest(on_the_road(1), q), Some((1, vec![q])));
    assert_eq!(theatre.turned(on_the_road(1)), Some(Station { at: r, toward: Some((q, 2)) }));
    assert!(theatre.is_same_point(on_the_road(1), Station { at: r, toward: Some((q, 2)) }));
    assert!(!theatre.is_same_point(on_the_road(1), on_the_road(2)));
}

#[test]
fn ways_over_a_map() {
    let settings = r#"(ground: (terrain: [(name: "open"), (name: "woods", enter: 3, forbids: ["artillery"]),
        (name: "built-up", enter: 1, but: [(troops: ["mounted cavalry"], enter: 4)])],
        edges: [(name: "river", cost: 2, forbids: ["artillery"])]))"#;
    let map = MAP.replace("A cavalry", "A mounted-cavalry");
    let state = field(settings, &map);
    let theatre = state.theatre().expect("there is one");
    let length = |force: Id, from: &str, to: &str| {
        theatre.legs(&state.units_of_force(force)).length(spot(&state, from), spot(&state, to))
    };
    assert_eq!(length(REDS, "B1", "C1"), Some(1), "by road");
    assert_eq!(length(REDS, "D1", "C1"), Some(3), "woods");
    assert_eq!(length(REDS_2, "D1", "C1"), None, "closed to artillery");
    assert_eq!(length(REDS_2, "B1", "C1"), Some(1), "a road leads in");
    assert_eq!(length(REDS, "B2", "B3"), Some(3), "over the river");
    assert_eq!(length(REDS_2, "B2", "B3"), None);
    assert_eq!((length(REDS, "C3", "D3"), length(REDS_2, "C3", "D3")), (Some(4), Some(1)));
    assert_eq!(length(REDS, "A1", "B2"), None, "they touch in no edge");
    assert_eq!(way(&state, REDS_2, "B2", "B3").as_deref(), Some("A2 A3 B3"), "round the river, by what stands first");
    assert_eq!(theatre.distance(spot(&state, "A1"), spot(&state, "D3")), Some(5));
}

#[test]
fn forces_and_their_stations() {
    let mut state = field("", NET);
    assert_eq!(state.forces(), [REDS, REDS_2, BLUES, Id(8)], "in the order of the roster");
    assert_eq!(state.force_of(UnitId(11)), Some(REDS));
    give_all(&mut state, &["station Reds at P", "station Reds2 at P", "station Blues at S because \"it was seen\""]);
    assert_eq!(state.station(REDS), Some(Station::at(spot(&state, "P"))));
    assert_eq!(state.station_of_unit(UnitId(12)), Some(Station::at(spot(&state, "P"))));
    assert_eq!(state.station(Id(8)), None);
    assert_eq!(state.theatre().map(|theatre| theatre.standing_at(spot(&state, "P"))), Some(vec![REDS, REDS_2]));
    give_all(
        &mut state,
        &[
            "station Blues2 at P ! EnemyThere",
            "station A at Q ! InStack",
            "station Reds at P ! NoChange",
            "station Reds nowhere",
            "station Reds nowhere ! NoChange",
            "station Reds at P",
        ],
    );
}

#[test]
fn who_changes_stacks_is_in_one_place() {
    let mut state = field("", "A, B + C v X over P-Q 1, Q-R 3");
    let at = |state: &State, force: u32| state.station(Id(force)).map(|s| state.theatre().expect("one").name(s.at));
    give_all(&mut state, &["station Reds at P", "station Reds2 at Q", "assign A to Reds2 ! Apart", "detach A"]);
    assert_eq!(
        (at(&state, 11), at(&state, 5)),
        (Some("P".into()), Some("P".into())),
        "it stands where its stack stood"
    );
    give_all(&mut state, &["station A at Q", "assign A to Reds2"]);
    assert_eq!((at(&state, 11), at(&state, 7)), (None, Some("Q".into())), "it stands with its stack");
    // A stack that nobody is in any more stands nowhere, and where its first unit comes from.
    give_all(&mut state, &["detach B", "assign B to Reds"]);
    assert_eq!(at(&state, 5), Some("P".into()));
    give_all(&mut state, &["detach B", "station B at R", "assign B to Reds"]);
    assert_eq!(at(&state, 5), Some("R".into()));
    // Who is eliminated stands nowhere, and has no orders.
    give_all(&mut state, &["eliminate B"]);
    assert_eq!(state.station(REDS), None);
    assert_eq!(state.forces(), [Id(7), BLUES]);
    give_all(&mut state, &["station Reds at P ! NobodyLeft", "station B at P ! NobodyLeft"]);
    give_all(&mut state, &["stack Third for Red", "station Third at P ! NobodyLeft"]);
}

#[test]
fn a_network_that_can_not_be() {
    let places = ["Thorn", "Kulm", "kulm", ""].map(String::from).to_vec();
    let road = |from: &str, to: &str, length| (from.to_string(), to.to_string(), length);
    let roads = vec![
        road("Thorn", "Klum", 1),
        road("Thorn", "Thorn", 1),
        road("Thorn", "Kulm", 0),
        road("kulm", "thorn", 2),
        road("Thorn", "Kulm", 1001),
    ];
    let draft = NetworkDraft { title: "\u{202e}".into(), about: String::new(), places, roads };
    let faults = draft.check().expect_err("it is all wrong");
    let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
    insta::assert_snapshot!(told.join("\n"));
    let nothing = NetworkDraft::default().check().expect_err("it has no place");
    assert_eq!(nothing.len(), 1);
}

#[test]
fn a_theatre_that_can_not_be() {
    let scenario = r#"(title: "T", rules: "mouat", muster: (
        sides: [(id: 1, name: "Red"), (id: 2, name: "Blue")],
        stacks: [(id: 5, side: 1, name: "Reds"), (id: 6, side: 2, name: "Blues"), (id: 7, side: 1, name: "None")],
        units: [(id: 11, name: "A", stack: 5), (id: 21, name: "X", stack: 6), (id: 22, name: "Y", side: 2)],
        theatre: (network: (places: ["Thorn", "Kulm"], roads: [("Thorn", "Kulm", 2)]),
            at: [(5, "Thorn"), (5, "Kulm"), (6, "Thorn"), (11, "Kulm"), (7, "Kulm"), (22, "Klum"), (99, "Kulm"), (1, "Kulm")],
            objectives: [("Thorn", 3), ("thorn", 2), ("Danzig", 1)],
            sources: [(1, "Thorn"), (9, "Kulm"), (1, "Posen")])))"#;
    let told = |text: &str| -> String {
        let problems = assets::read_scenario(text, None).expect_err("it is all wrong");
        problems.iter().map(|problem| format!("{problem}\n")).collect()
    };
    insta::assert_snapshot!(told(scenario));
    let both = scenario.replace("theatre: (", "theatre: (map: 40, ");
    let network = r#"network: (places: ["Thorn", "Kulm"], roads: [("Thorn", "Kulm", 2)]),"#;
    let (neither, no_map) = (scenario.replace(network, ""), scenario.replace(network, "map: 40,"));
    let nowhere = scenario.replace(r#"("Thorn", "Kulm", 2)"#, r#"("Thorn", "Klum", 0)"#);
    insta::assert_snapshot!([both, neither, no_map, nowhere].map(|text| told(&text)).join("\n"));
}

#[test]
fn a_theatre_laid_out_in_the_middle_of_a_campaign() {
    let mut state = field("", "A v X on .... over map");
    let mut bare = field("", "A v X");
    give_all(&mut bare, &["end battle", "station Reds nowhere ! NoTheatre"]);
    let net = r#"theatre "(network: (places: [\"P\", \"Q\"], roads: [(\"P\", \"Q\", 2)]), at: [(5, \"P\")], objectives: [(\"P\", 3), (\"Q\", 1)])""#;
    give_all(&mut bare, &[net, &format!("{net} ! ThereIsOne")]);
    give_all(&mut state, &["theatre map Ground ! ThereIsOne", "station Reds at B1"]);
    let holders: Vec<_> = bare.theatre().expect("laid out").objectives().iter().map(|prize| prize.holder).collect();
    assert_eq!(holders, [bare.side_of(StackId(5).into()), None], "held by who stands there");
    let draft = TheatreDraft { map: Some(wardiary::id::MapId(77)), ..TheatreDraft::default() };
    let mut none = field("", "A v X");
    let order = wardiary::order::Order::Theatre(wardiary::order::TheatreOrder::LayOut(Box::new(draft)));
    let refused = wardiary::rules::resolve(&none, &order, &[]).expect_err("there is no such map");
    assert!(format!("{refused:?}").contains("NoMap"), "{refused:?}");
    give_all(&mut none, &[net]);
}
