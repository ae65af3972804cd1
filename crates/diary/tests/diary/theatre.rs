//! The theatre of a campaign: its places and roads, and the stations of forces. Source: RULES 7.

use wardiary_base::{
    ground::{NetworkDraft, Spot, Station, TheatreDraft},
    id::{Id, StackId, UnitId},
    text::Text,
};
use wardiary_diary::assets;
use wardiary_harness_rules::field::{field, give};
use wardiary_rules::state::State;

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
    let way = theatre.route(&state.units_of_force(force), Station::at(spot(state, from)), spot(state, to))?;
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
    // Two routes of length 4 from P to R: the chosen one leads over the place that is first in the list.
    assert_eq!(way(&state, REDS, "P", "R").as_deref(), Some("Q R"));
    assert_eq!(way(&state, REDS, "S", "Q").as_deref(), Some("P Q"));
    assert_eq!(way(&state, REDS, "P", "P").as_deref(), Some(""));
    assert_eq!(way(&state, REDS, "P", "U"), None);
    // A force on a road continues to its end or turns back, whichever is nearer.
    let (q, r, s) = (spot(&state, "Q"), spot(&state, "R"), spot(&state, "S"));
    let on_the_road = |steps| Station { at: q, toward: Some((r, steps)) };
    let legs = theatre.route_graph(&[]);
    assert_eq!(legs.shortest_route(on_the_road(2), s), Some((3, vec![r, s])));
    assert_eq!(legs.shortest_route(on_the_road(1), q), Some((1, vec![q])));
    assert_eq!(theatre.reversed(on_the_road(1)), Some(Station { at: r, toward: Some((q, 2)) }));
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
        theatre.route_graph(&state.units_of_force(force)).leg_length(spot(&state, from), spot(&state, to))
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
    assert_eq!(state.theatre().map(|theatre| theatre.forces_at(spot(&state, "P"))), Some(vec![REDS, REDS_2]));
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
fn units_that_change_stacks_are_in_one_place() {
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
    // An empty stack has no station, and gets the station of its first unit.
    give_all(&mut state, &["detach B", "assign B to Reds"]);
    assert_eq!(at(&state, 5), Some("P".into()));
    give_all(&mut state, &["detach B", "station B at R", "assign B to Reds"]);
    assert_eq!(at(&state, 5), Some("R".into()));
    // An eliminated force has no station and no orders.
    give_all(&mut state, &["eliminate B"]);
    assert_eq!(state.station(REDS), None);
    assert_eq!(state.forces(), [Id(7), BLUES]);
    give_all(&mut state, &["station Reds at P ! NobodyLeft", "station B at P ! NobodyLeft"]);
    give_all(&mut state, &["stack Third for Red", "station Third at P ! NobodyLeft"]);
}

#[test]
fn a_network_that_can_not_be() {
    let places = ["Thorn", "Kulm", "kulm", ""].map(Text::from).to_vec();
    let road = |from: &str, to: &str, length| (from.into(), to.into(), length);
    let roads = vec![
        road("Thorn", "Klum", 1),
        road("Thorn", "Thorn", 1),
        road("Thorn", "Kulm", 0),
        road("kulm", "thorn", 2),
        road("Thorn", "Kulm", 1001),
    ];
    let draft = NetworkDraft { title: "\u{202e}".into(), about: Text::default(), places, roads };
    let faults = draft.check().expect_err("it is all wrong");
    let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "title: the name contains the character U+202E, which can't be displayed",
            "places.2: duplicate place “kulm”",
            "places.3: a name can't be empty",
            "roads.0.1: there is no place “Klum” (did you mean “Kulm”?)",
            "roads.1: the road from Thorn to Thorn ends where it starts",
            "roads.2.2: the road from Thorn to Kulm must take 1 to 1000 steps, not 0",
            "roads.3: there is already a road from kulm to thorn (a road runs both ways: list it once)",
            "roads.4.2: the road from Thorn to Kulm must take 1 to 1000 steps, not 1001",
            "roads.4: there is already a road from Thorn to Kulm (a road runs both ways: list it once)",
        ]
    );
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
    let told = |text: &str| -> Vec<String> {
        let problems = assets::read_scenario(text, None).expect_err("it is all wrong");
        problems.iter().map(ToString::to_string).collect()
    };
    assert_eq!(
        told(scenario),
        [
            "line 6, column 32: muster.theatre.at.1: the stack Reds would be in two places, Thorn and Kulm",
            "line 6, column 45: muster.theatre.at.2: the enemy is at Thorn: the stack Reds (a place holds forces of only one side)",
            r#"line 6, column 59: muster.theatre.at.3: the unit A is stationed with its stack, Reds (name the stack, or take the unit out of it: `detach "A"`)"#,
            "line 6, column 73: muster.theatre.at.4: the stack None has no units left",
            "line 6, column 86: muster.theatre.at.5: the theatre has no place “Klum” (did you mean “Kulm”?)",
            "line 6, column 100: muster.theatre.at.6: nothing has the number #99",
            "line 6, column 114: muster.theatre.at.7: the side Red is not a force: name a stack, or a unit that is in no stack",
            "line 7, column 40: muster.theatre.objectives.1: thorn is already an objective",
            "line 7, column 55: muster.theatre.objectives.2.0: the theatre has no place “Danzig”",
            "line 8, column 38: muster.theatre.sources.1.0: there is no side #9 (there are #1 Red and #2 Blue)",
            "line 8, column 54: muster.theatre.sources.2.1: the theatre has no place “Posen”",
        ]
    );
    let both = scenario.replace("theatre: (", "theatre: (map: 40, ");
    let network = r#"network: (places: ["Thorn", "Kulm"], roads: [("Thorn", "Kulm", 2)]),"#;
    let (neither, no_map) = (scenario.replace(network, ""), scenario.replace(network, "map: 40,"));
    let nowhere = scenario.replace(r#"("Thorn", "Kulm", 2)"#, r#"("Thorn", "Klum", 0)"#);
    let wanted: [&[&str]; 4] = [
        &["line 5, column 9: muster.theatre: a theatre is a network or a map, not both"],
        &[
            "line 5, column 9: muster.theatre: a theatre must be a network or a map, and this is neither (`(map: 40)` is a map of the campaign, `(network: (places: […], roads: […]))` a network)",
        ],
        &["line 5, column 19: muster.theatre.map: there is no map #40"],
        &[
            "line 5, column 74: muster.theatre.network.roads.0.1: there is no place “Klum” (did you mean “Kulm”?)",
            "line 5, column 82: muster.theatre.network.roads.0.2: the road from Thorn to Klum must take 1 to 1000 steps, not 0",
        ],
    ];
    for (text, wanted) in [both, neither, no_map, nowhere].iter().zip(wanted) {
        assert_eq!(told(text), wanted);
    }
}

#[test]
fn a_theatre_laid_out_in_the_middle_of_a_campaign() {
    let mut state = field("", "A v X on .... over map");
    let mut bare = field("", "A v X");
    give_all(&mut bare, &["end battle", "station Reds nowhere ! NoTheatre"]);
    let net = r#"theatre "(network: (places: [\"P\", \"Q\"], roads: [(\"P\", \"Q\", 2)]), at: [(5, \"P\")], objectives: [(\"P\", 3), (\"Q\", 1)])""#;
    give_all(&mut bare, &[net, &format!("{net} ! HasTheatre")]);
    give_all(&mut state, &["theatre map Ground ! HasTheatre", "station Reds at B1"]);
    let holders: Vec<_> = bare.theatre().expect("laid out").objectives().iter().map(|prize| prize.holder).collect();
    assert_eq!(holders, [bare.side_of(StackId(5).into()), None], "held by who stands there");
    let draft = TheatreDraft { map: Some(wardiary_base::id::MapId(77)), ..TheatreDraft::default() };
    let mut none = field("", "A v X");
    let order = wardiary_rules::order::Order::Theatre(wardiary_rules::order::TheatreOrder::LayOut(Box::new(draft)));
    let refused = wardiary_rules::rules::resolve(&none, &order, &[]).expect_err("there is no such map");
    assert!(format!("{refused:?}").contains("NoMap"), "{refused:?}");
    give_all(&mut none, &[net]);
}

/// A slow and obvious definition of a part's marches over a network. Its only data is a list of forces with their
/// stations, and it searches the whole list each time. A point of a road is its distances from both ends.
mod slowly {
    use super::*;
    use std::collections::BTreeSet;

    struct Force {
        id: Id,
        red: bool,
        steps: u16,
        at: Station,
        way: Vec<Spot>,
        stopped: bool,
    }

    /// The stations after the part, and the pairs that met.
    pub fn marched(state: &State) -> (Vec<Station>, BTreeSet<(Id, Id)>) {
        let network = state.theatre().and_then(wardiary_rules::state::Theatre::network).expect("a network");
        let number = |spot| if let Spot::Place(number) = spot { number } else { panic!("an area") };
        let length = |from, to| network.road(number(from), number(to)).expect("a road");
        // The ends of the road with the steps from each, smaller end first. A place is a road of its own.
        let point = |station: Station| match station.toward {
            None => vec![(station.at, 0)],
            Some((to, done)) => {
                let mut ends = vec![(station.at, done), (to, length(station.at, to) - done)];
                ends.sort_unstable();
                ends
            }
        };
        let mut forces: Vec<Force> = state
            .forces()
            .into_iter()
            .map(|id| Force {
                id,
                red: state.side_of(id) == state.sides().first().map(|side| side.id),
                steps: state.steps_per_part(&state.units_of_force(id)),
                at: state.station(id).expect("all stand somewhere"),
                way: state.route_of(id).to_vec(),
                stopped: false,
            })
            .collect();
        let mut met = BTreeSet::new();
        for step in 1..=50 {
            for pace in (step..=50).rev() {
                for at in 0..forces.len() {
                    let force = &forces[at];
                    if force.steps != pace || force.stopped || force.way.is_empty() {
                        continue;
                    }
                    let next = force.way[0];
                    let (from, done) = match force.at.toward {
                        Some((to, done)) if force.at.at == next => (to, length(next, to) - done),
                        Some((_, done)) => (force.at.at, done),
                        None => (force.at.at, 0),
                    };
                    let arrives = done + 1 == length(from, next);
                    let to =
                        if arrives { Station::at(next) } else { Station { at: from, toward: Some((next, done + 1)) } };
                    let enemies: Vec<usize> = (0..forces.len())
                        .filter(|other| forces[*other].red != force.red && point(forces[*other].at) == point(to))
                        .collect();
                    if enemies.is_empty() {
                        forces[at].at = to;
                        if arrives {
                            forces[at].way.remove(0);
                        }
                    }
                    for enemy in enemies {
                        met.insert((forces[at].id, forces[enemy].id));
                        forces[at].stopped = true;
                        forces[enemy].stopped = true;
                    }
                }
            }
        }
        (forces.iter().map(|force| force.at).collect(), met)
    }
}

/// A network of eight places, six forces of each side with one to three steps a part at random places, and their
/// routes.
fn campaign_of(numbers: &[u16]) -> (State, Vec<String>) {
    let settings = r#"(clock: (unit: "day"), march: (allowance: 1, but: [(troops: ["mounted cavalry"], allowance: 2),
        (troops: ["general"], allowance: 3)]))"#;
    let kinds = ["infantry", "mounted-cavalry", "general"];
    let mut next = numbers.iter().copied().map(usize::from).chain(std::iter::repeat(0));
    let mut below = move |limit: usize| next.next().unwrap_or(0) % limit;
    let units = |names: [&str; 6], below: &mut dyn FnMut(usize) -> usize| {
        names.map(|name| format!("{name} {}", kinds[below(3)])).join(" + ")
    };
    let reds = units(["A", "B", "C", "D", "E", "F"], &mut below);
    let blues = units(["U", "V", "W", "X", "Y", "Z"], &mut below);
    let net = "P-Q 1, Q-R 3, P-S 2, S-R 2, R-T 1, T-U1 2, U1-P 1, S-V1 1, V1-T 4, Q-S 1";
    let mut state = field(settings, &format!("{reds} v {blues} over {net}"));
    let mut orders = Vec::new();
    let places = state.theatre().expect("it is there").place_names();
    for force in state.forces() {
        let name = state.name(force);
        // A force can't be placed at an enemy: the next free place is taken.
        let first = below(places.len());
        let free = (0..places.len()).map(|at| &places[(first + at) % places.len()]);
        let put = free.map(|place| format!("station {name} at {place}")).find(|order| give(&mut state, order).is_ok());
        assert!(put.is_some(), "there are more places than forces of a side stand in");
        orders.push(format!("march {name} to {}", places[below(places.len())]));
    }
    orders.retain(|order| give(&mut state.clone(), order).is_ok());
    (state, orders)
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig { cases: 64, failure_persistence: None, ..Default::default() })]

    /// The sequence of the orders does not matter, and the fast definition equals the slow one.
    #[test]
    fn marches_are_simultaneous(numbers in proptest::collection::vec(proptest::prelude::any::<u16>(), 60)) {
        let (mut state, orders) = campaign_of(&numbers);
        let mut backwards = state.clone();
        orders.iter().for_each(|order| give(&mut state, order).expect("it can be given"));
        orders.iter().rev().for_each(|order| give(&mut backwards, order).expect("it can be given"));
        proptest::prop_assert_eq!(&state, &backwards);
        for _ in 0..4 {
            // The slow definition ignores earlier contacts.
            for contact in state.contacts().iter().map(|at| at.number).collect::<Vec<_>>() {
                give(&mut state, &format!("contact {contact} aside because night")).expect("it stands");
            }
            let (stand, met) = slowly::marched(&state);
            give(&mut state, "advance").expect("nothing is left over");
            let now: Vec<Station> = state.forces().into_iter().filter_map(|force| state.station(force)).collect();
            proptest::prop_assert_eq!(now, stand);
            let contacts: std::collections::BTreeSet<(Id, Id)> = state.contacts().iter().map(|at| at.forces).collect();
            proptest::prop_assert_eq!(contacts, met);
            proptest::prop_assert_eq!(crossed(&state), None);
        }
    }
}

/// The first error in the stations, if any: a unit in no force or in two, a unit at a wrong place, enemies at one
/// point, a route that does not start at the station, a contact of forces that have parted.
pub fn crossed(state: &State) -> Option<String> {
    let theatre = state.theatre()?;
    let forces = state.forces();
    let members: Vec<(Id, Vec<UnitId>)> = forces
        .iter()
        .map(|force| (*force, state.units_of_force(*force).iter().map(|unit| unit.id).collect()))
        .collect();
    for unit in state.units().iter().filter(|unit| unit.is_alive()) {
        let of: Vec<&Id> =
            members.iter().filter(|(_, units)| units.contains(&unit.id)).map(|(force, _)| force).collect();
        if of.len() != 1 || state.station_of_unit(unit.id) != state.station(*of[0]) {
            return Some(format!("{} is in {of:?}", unit.name));
        }
    }
    for unit in state.units() {
        let own = Id::from(unit.id);
        if !forces.contains(&own) && (state.station(own).is_some() || !state.route_of(own).is_empty()) {
            return Some(format!("{} stands somewhere by itself", unit.name));
        }
    }
    let stand: Vec<(Id, Station)> = forces.iter().filter_map(|force| Some((*force, state.station(*force)?))).collect();
    for (force, station) in &stand {
        let enemy = |(other, _): &&(Id, Station)| state.side_of(*other) != state.side_of(*force);
        if let Some((other, _)) = stand.iter().filter(enemy).find(|(_, there)| theatre.is_same_point(*there, *station))
        {
            return Some(format!("{} and {} at {station:?}", state.name(*force), state.name(*other)));
        }
        if !theatre.contains(station.at) || station.toward.is_some_and(|(toward, _)| !theatre.contains(toward)) {
            return Some(format!("{} is off the theatre", state.name(*force)));
        }
    }
    let marching = forces.iter().find(|force| !state.route_of(**force).is_empty() && state.station(**force).is_none());
    if let Some(force) = marching {
        return Some(format!("{} marches from nowhere", state.name(*force)));
    }
    let parted = state.contacts().iter().find(|at| {
        let stands = |force: Id, at: Station| state.station(force).is_some_and(|now| theatre.is_same_point(now, at));
        let both = stands(at.forces.0, at.stations.0) && stands(at.forces.1, at.stations.1);
        !both || state.side_of(at.forces.0) == state.side_of(at.forces.1)
    });
    parted.map(|at| format!("contact {} of those who have parted", at.number))
}

/// The holders of the objectives of the map #50, as text.
fn held(state: &State) -> Vec<String> {
    let map = &state.maps()[0];
    map.objectives().map(|(cell, side)| format!("{cell} {}", side.map_or("nobody".into(), |s| state.name(s)))).collect()
}

/// A map that is a theatre without objectives of its own has the objectives of the map. A force takes them by ending
/// there, they count, and marches to them are proposed.
#[test]
fn a_theatre_that_is_a_map_has_its_objectives() {
    let settings = "(clock: (unit: \"day\"), victory: (points: (objective: 2)))";
    let mut state = field(settings, "A v X on ..... with objective B1, objective D1 over map");
    give_all(&mut state, &["station Reds at A1", "station Blues at E1", "march Reds to B1"]);
    let points = |state: &State| state.score().iter().map(|score| score.total()).collect::<Vec<_>>();
    assert_eq!((held(&state), points(&state)), (vec!["B1 nobody".to_string(), "D1 nobody".into()], vec![0, 0]));
    give_all(&mut state, &["advance"]);
    assert_eq!((held(&state), points(&state)), (vec!["B1 Red".to_string(), "D1 nobody".into()], vec![2, 0]));
    let theatre = state.theatre().expect("there is one");
    let prizes: Vec<_> = theatre.objectives().iter().map(|prize| (prize.points, prize.holder)).collect();
    assert_eq!(prizes, [(2, Some(wardiary_base::id::SideId(1))), (2, None)]);
    assert!(theatre.own_objectives().is_empty(), "they are the map's");
    give_all(
        &mut state,
        &["station Blues at D1", "march Blues to C1", "advance", "march Blues to D1", "station Reds at A1"],
    );
    assert_eq!(held(&state), ["B1 Red", "D1 Blue"], "who goes on leaves his side in it");
    // In a theatre with objectives of its own, the map's objectives count separately.
    let mut own = field(settings, "A v X on ..... with objective B1 over map, objective D1 3");
    give_all(&mut own, &["station Reds at A1", "march Reds to B1", "advance"]);
    assert_eq!((held(&own), points(&own)), (vec!["B1 nobody".to_string()], vec![0, 0]));
}

/// A force that is there when the theatre is laid out holds the objective from then on.
#[test]
fn forces_hold_the_objectives_they_start_on() {
    let mut state = field("", "A v X on ..... with objective B1");
    give_all(&mut state, &["end battle", "theatre \"(map: 50, at: [(5, \\\"B1\\\")])\""]);
    assert_eq!(held(&state), ["B1 Red"]);
}

/// A stack in contact stays if all its units leave it: the last of them, or the stack that it joins, takes its station.
#[test]
fn a_contact_goes_over_to_who_is_left_of_a_stack() {
    let mut state = field("(clock: (unit: \"day\"))", "A, B + C v X over P-Q 1, Q-R 1");
    give_all(
        &mut state,
        &["station Reds at P", "station Reds2 at P", "station Blues at Q", "contact Reds with Blues because raid"],
    );
    let forces = |state: &State| state.contacts().iter().map(|at| at.forces).collect::<Vec<_>>();
    give_all(&mut state, &["detach A", "detach B"]);
    assert_eq!(forces(&state), [(Id(12), BLUES)]);
    give_all(&mut state, &["advance ! LeftOver", "assign B to Reds2"]);
    assert_eq!(forces(&state), [(REDS_2, BLUES)]);
    // If that stack is already in contact with the same enemy, only one contact remains.
    give_all(&mut state, &["contact A with Blues because raid", "assign A to Reds2"]);
    assert_eq!(forces(&state), [(REDS_2, BLUES)]);
}
