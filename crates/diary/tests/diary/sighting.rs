//! Sighting: who sees whom in the theatre, and what a side learns from it. Source: RULES 7.

use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use wardiary_base::{
    book::{Detail, Rulebook, RulebookDraft},
    document,
    ground::{Sight, Spot, Station},
    id::{Id, SideId},
};
use wardiary_harness_rules::field::{field, give};
use wardiary_rules::{
    event::SightLevel,
    notation::sighting_text,
    rules::sighting::{Age, Estimate, can_see, knowledge_of},
    state::{State, VisibilityRuling},
};

const RED: SideId = SideId(1);
const BLUE: SideId = SideId(2);
const REDS: Id = Id(5);
const BLUES: Id = Id(6);
const SETTINGS: &str = r#"(clock: (unit: "day"), sight: (range: 2, memory: 2, seen: (strength: Exact)))"#;

fn give_all(state: &mut State, orders: &[&str]) {
    for order in orders {
        give(state, order).unwrap_or_else(|e| panic!("{order}: {e}"));
    }
}

fn all(state: &State) -> BTreeMap<(SideId, Id), (Station, SightLevel)> {
    let sightings = state.sightings().filter(|(.., sighting)| sighting.is_in_sight());
    sightings.map(|(side, force, sighting)| ((side, force), (sighting.station, sighting.level))).collect()
}

/// The first error in the sightings of a state just after an advance of the clock. The sightings must follow from the
/// stations, computed for each pair of enemies without shortcuts.
pub fn wrong(state: &State) -> Option<String> {
    let (theatre, range) = (state.theatre()?, u32::from(state.book().sight.range?));
    let sight = theatre.map().map(|map| Sight::new(&map.ground, &state.book().ground));
    let is_road = |one: Spot, other: Spot| match (one, other) {
        (Spot::Place(one), Spot::Place(other)) => theatre.network().is_some_and(|n| n.road(one, other).is_some()),
        _ => false,
    };
    let ends = |station: Station| station.toward.map_or(vec![station.at], |(end, _)| vec![station.at, end]);
    #[allow(clippy::single_match_else, reason = "the two cases are of equal weight")]
    let is_seen = |from: Station, to: Station| match (&sight, from.at, to.at) {
        (Some(sight), Spot::Area(one), Spot::Area(other)) => {
            theatre.distance(from.at, to.at).is_some_and(|areas| areas <= range) && sight.is_free(one, other)
        }
        _ => {
            let (mut one, mut other) = (ends(from), ends(to));
            match (one.len(), other.len()) {
                (1, 1) => one == other || is_road(one[0], other[0]),
                (1, _) => other.contains(&one[0]),
                (_, 1) => one.contains(&other[0]),
                _ => {
                    one.sort_unstable();
                    other.sort_unstable();
                    one == other
                }
            }
        }
    };
    let mut slow = BTreeMap::new();
    for side in state.sides() {
        let own = state.forces().into_iter().filter(|force| state.side_of(*force) == Some(side.id));
        let own: Vec<Id> = own.filter(|force| state.station(*force).is_some()).collect();
        for enemy in state.forces().into_iter().filter(|force| state.side_of(*force) != Some(side.id)) {
            let Some(at) = state.station(enemy) else { continue };
            if as_ruled(state, side.id, enemy) == Some(false) {
                continue;
            }
            let battles = state.open_battles().filter(|battle| {
                let fights =
                    |unit: &&wardiary_rules::state::Unit| state.battle_of(unit.id).is_some_and(|b| b.id == battle.id);
                battle.contingent(side.id).is_some() && state.units_of_force(enemy).iter().any(fights)
            });
            let level = if battles.count() > 0 {
                Some(SightLevel::Fought)
            } else if own.iter().any(|force| state.enemies_in_contact(*force).any(|other| other == enemy)) {
                Some(SightLevel::InContact)
            } else {
                let seen = own.iter().any(|force| is_seen(state.station(*force).expect("it stands"), at));
                seen.then_some(SightLevel::Seen)
            };
            slow.extend(level.map(|level| ((side.id, enemy), (at, level))));
        }
    }
    let kept = all(state);
    (kept != slow).then(|| format!("kept {kept:?}\nstands {slow:?}"))
}

/// Whether a side knows a force by a ruling: `Some(false)` if the force or all of its units are hidden, `None` without
/// a ruling.
pub fn as_ruled(state: &State, side: SideId, force: Id) -> Option<bool> {
    let ruled = |id| state.effective_ruling(side, id);
    let units = state.units_of_force(force);
    match ruled(force) {
        Some(VisibilityRuling::Hidden) => Some(false),
        _ if units.iter().all(|unit| ruled(unit.id.into()) == Some(VisibilityRuling::Hidden)) => Some(false),
        Some(VisibilityRuling::Revealed) => Some(true),
        None => None,
    }
}

const ROWS: u16 = 6;
const COLUMNS: u16 = 7;

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    /// On any ground, after any marches, the stored sightings follow from the stations.
    #[test]
    fn sightings_over_areas_follow_from_stations(
        woods in proptest::collection::vec(0u8..3, usize::from(ROWS * COLUMNS)),
        at in proptest::collection::vec((0..COLUMNS, 0..ROWS), 6),
        to in proptest::collection::vec((0..COLUMNS, 0..ROWS), 6),
        range in 0u8..6,
    ) {
        let rows: Vec<String> = woods.chunks(usize::from(COLUMNS))
            .map(|row| row.iter().map(|wood| if *wood == 0 { 'w' } else { '.' }).collect())
            .collect();
        let settings = format!("(clock: (unit: \"day\"), march: (allowance: 2), sight: (range: {range}))");
        let mut state = field(&settings, &format!("A + B + C v X + Y + Z on {} over map", rows.join("/")));
        let name = |(column, row): (u16, u16)| format!("{}{}", char::from(b'A' + u8::try_from(column).expect("few")), row + 1);
        let forces = ["Reds", "Reds2", "Reds3", "Blues", "Blues2", "Blues3"];
        for (force, at) in forces.iter().zip(at) {
            // Nobody is placed where an enemy is.
            let _ = give(&mut state, &format!("station {force} at {}", name(at)));
        }
        for (force, to) in forces.iter().zip(to) {
            let _ = give(&mut state, &format!("march {force} to {}", name(to)));
        }
        for _ in 0..5 {
            give(&mut state, "advance anyway").expect("time goes on");
            prop_assert_eq!(wrong(&state), None);
        }
    }

    /// The same on any network.
    #[test]
    fn sightings_over_a_network_follow_from_stations(
        roads in proptest::collection::btree_map((0u8..6, 0u8..6), 1u8..4, 4..12),
        at in proptest::collection::vec(0u8..6, 6),
        to in proptest::collection::vec(0u8..6, 6),
    ) {
        let name = |at: u8| char::from(b'P' + at);
        let roads: Vec<String> = roads.iter().filter(|((from, to), _)| from < to)
            .map(|((from, to), length)| format!("{}-{} {length}", name(*from), name(*to)))
            .collect();
        prop_assume!(!roads.is_empty());
        let settings = "(clock: (unit: \"day\"), sight: (range: 0))";
        let mut state = field(settings, &format!("A + B + C v X + Y + Z over {}", roads.join(", ")));
        let forces = ["Reds", "Reds2", "Reds3", "Blues", "Blues2", "Blues3"];
        for (order, places) in [("station {} at", at), ("march {} to", to)] {
            for (force, place) in forces.iter().zip(places) {
                let _ = give(&mut state, &format!("{} {}", order.replace("{}", force), name(place)));
            }
        }
        for _ in 0..5 {
            give(&mut state, "advance anyway").expect("time goes on");
            prop_assert_eq!(wrong(&state), None);
        }
    }

    /// A band contains its number, begins and ends at the rulebook's limits, and no other band begins within it.
    #[test]
    fn bands_are_those_of_the_rulebook(from in proptest::collection::btree_set(1u16..30, 1..5), strength in 1u16..30) {
        let from: Vec<u16> = from.into_iter().collect();
        let settings = format!("(clock: (unit: \"day\"), sight: (range: 2, seen: (strength: Band({from:?}))))");
        let mut state = field(&settings, &format!("A v X {strength}sp over P-Q 1"));
        give_all(&mut state, &["station Reds at P", "station Blues at Q", "advance"]);
        let Estimate { least, most } = knowledge_of(&state, RED, BLUES).and_then(|known| known.strength).expect("a band");
        let starts: Vec<u32> = from.iter().copied().map(u32::from).collect();
        let strength = u32::from(strength);
        prop_assert!(least <= strength && most.is_none_or(|most| strength <= most));
        prop_assert!(least == 1 || starts.contains(&least));
        prop_assert!(most.is_none_or(|most| starts.contains(&(most + 1))));
        prop_assert!(starts.iter().all(|start| *start <= least || most.is_some_and(|most| *start > most)));
    }

    /// As long as a force stays in sight, a side keeps what seeing it and contact with it showed, and after a battle, until
    /// the clock advances, knows no less of it than of its units.
    #[test]
    fn sides_keep_what_they_learned_of_forces_in_sight(
        details in proptest::array::uniform4(arbitrary_detail()),
        strength in proptest::array::uniform2(20u16..40),
        rounds in proptest::collection::vec((0u8..3, 1u16..4), 1..6),
    ) {
        let [seen, in_contact, fought, unit] = details.each_ref().map(|detail| format!("{detail:?}"));
        let settings = format!(
            "(clock: (unit: \"day\"), sight: (range: 2, seen: (strength: {seen}), in_contact: (strength: {in_contact}),
              fought: (strength: {fought}), unit_strength: Some({unit})))"
        );
        let mut state = field(&settings, &format!("A v X {}sp + Y {}sp over P-Q 1", strength[0], strength[1]));
        give_all(&mut state, &["assign Y to Blues", "station Reds at P", "station Blues at Q", "advance"]);
        let mut levels = BTreeSet::new();
        for (nth, (round, loss)) in rounds.into_iter().enumerate() {
            let (battle, lose) = (format!("battle Raid{nth} with Reds v Blues"), format!("lose X {loss}"));
            let orders = match round {
                0 => vec!["advance"],
                1 => vec!["contact Reds with Blues because raid", &lose, "advance anyway", "contact 1 aside because rain", "advance"],
                _ => vec![&*battle, &lose, "end battle", "advance"],
            };
            for order in orders {
                let contact = state.contacts().first().map_or(0, |contact| contact.number);
                give_all(&mut state, &[&order.replace("contact 1", &format!("contact {contact}"))]);
                let units = state.units_of_force(BLUES);
                let sighting = state.sighting(RED, BLUES).expect("it is in sight");
                levels.remove(&SightLevel::Fought);
                levels.insert(sighting.level);
                let is_current = sighting.last_seen_units(state.calendar().now).is_none();
                let known = knowledge_of(&state, RED, BLUES).expect("it is known").strength;
                let Estimate { least, most } = known.unwrap_or(Estimate { least: 1, most: None });
                let truth = units.iter().map(|unit| unit.strength_in_rules().now).sum();
                let is_within = |(low, high): (u32, Option<u32>)| low <= least && high.is_none_or(|high| most.is_some_and(|most| most <= high));
                prop_assert!(!is_current || least <= u32::from(truth) && most.is_none_or(|most| u32::from(truth) <= most));
                for level in levels.iter().filter(|_| is_current) {
                    prop_assert!(is_within(limits(&details[*level as usize], truth)), "{level:?}: {known:?} of {truth}");
                }
                if is_current && levels.contains(&SightLevel::Fought) && details[3] != Detail::Hidden {
                    let each = units.iter().map(|unit| limits(&details[3], unit.strength_in_rules().now));
                    let sum = each.reduce(|sum, unit| (sum.0 + unit.0, sum.1.zip(unit.1).map(|(one, other)| one + other)));
                    prop_assert!(is_within(sum.expect("two units")), "{known:?}");
                }
            }
        }
    }
}

fn arbitrary_detail() -> impl Strategy<Value = Detail> {
    let band =
        proptest::collection::btree_set(1u16..60, 1..6).prop_map(|from| Detail::Band(from.into_iter().collect()));
    prop_oneof![Just(Detail::Hidden), Just(Detail::Exact), band]
}

/// The least and the greatest number that a detail allows for a number.
fn limits(detail: &Detail, number: u16) -> (u32, Option<u32>) {
    match detail {
        Detail::Exact => (number.into(), Some(number.into())),
        Detail::Hidden => (1, None),
        Detail::Band(from) => {
            let at = from.iter().filter(|start| **start <= number).count();
            (at.checked_sub(1).map_or(1, |at| from[at].into()), from.get(at).map(|next| u32::from(*next) - 1))
        }
    }
}

#[test]
fn sightings_fade() {
    let mut state = field(SETTINGS, "A v X 9sp over P-Q 1, Q-R 1, R-S 1");
    assert_eq!(knowledge_of(&state, RED, BLUES), None);
    give_all(&mut state, &["station Reds at P", "station Blues at Q"]);
    assert_eq!(knowledge_of(&state, RED, BLUES), None, "nobody has looked about him yet");
    give_all(&mut state, &["advance"]);
    let seen = knowledge_of(&state, RED, BLUES).expect("in sight");
    assert_eq!((seen.age, seen.strength), (Age::InSight, Some(Estimate { least: 9, most: Some(9) })));
    assert!(
        knowledge_of(&state, BLUE, REDS).is_some()
            && knowledge_of(&state, RED, REDS).is_some_and(|own| own.edna.is_some())
    );

    // The side sees losses of a force in sight, but no later ones.
    give_all(&mut state, &["lose X 2", "march Blues to R", "advance", "lose X 3"]);
    let told =
        |state: &State| knowledge_of(state, RED, BLUES).map(|known| (known.age, known.strength.map(|sp| sp.least)));
    let day_2 = state.sighting(RED, BLUES).and_then(wardiary_rules::state::Sighting::last_seen_at).expect("lost");
    assert_eq!(day_2.count, 2);
    assert_eq!(told(&state), Some((Age::Remembered(day_2), Some(7))), "a part after");
    give_all(&mut state, &["advance"]);
    assert_eq!(told(&state), Some((Age::Remembered(day_2), Some(7))), "two parts after");
    give_all(&mut state, &["advance"]);
    assert_eq!(told(&state), Some((Age::LastSeen(day_2), None)), "more than it is remembered");
    let last = knowledge_of(&state, RED, BLUES).expect("where it was");
    let theatre = state.theatre().expect("there is one");
    assert_eq!(last.place.map(|place| theatre.name_of_station(place)).as_deref(), Some("Q"));
    assert_eq!((last.force, last.units, last.kinds), (Some(BLUES), None, None));

    // When it is seen again, its current numbers are known. Nothing is known of a force without units.
    give_all(&mut state, &["march Reds to Q", "advance"]);
    assert_eq!(told(&state), Some((Age::InSight, Some(4))));
    give_all(&mut state, &["eliminate X"]);
    assert_eq!(knowledge_of(&state, RED, BLUES), None);
    assert_eq!(state.sightings().filter(|(_, force, _)| *force == BLUES).count(), 0);
}

/// A unit that joins another force is no force any more, wherever it was.
#[test]
fn sightings_of_merged_forces_end() {
    let mut state = field(SETTINGS, "A v X, Y over P-Q 1");
    give_all(&mut state, &["detach Y", "station Reds at P", "station Blues at Q", "station Y at Q", "advance"]);
    assert_eq!(state.sightings().filter(|(side, ..)| *side == RED).count(), 2);
    give_all(&mut state, &["assign Y to Blues"]);
    assert_eq!(state.sightings().filter(|(side, ..)| *side == RED).count(), 1);
}

#[test]
fn approaching_forces_are_sighted_at_once() {
    let mut state = field(SETTINGS, "A v X over P-Q 1, Q-R 1, R-S 1");
    give_all(&mut state, &["station Reds at P", "station Blues at S", "advance"]);
    assert_eq!(all(&state), BTreeMap::new());
    give_all(&mut state, &["contact Reds with Blues because raid"]);
    assert_eq!(all(&state).get(&(RED, BLUES)).map(|(_, level)| *level), Some(SightLevel::InContact));
    give_all(&mut state, &["battle Raid with Reds v Blues"]);
    assert_eq!(all(&state).get(&(BLUE, REDS)).map(|(_, level)| *level), Some(SightLevel::Fought));
    let told = |state: &State| {
        let known = knowledge_of(state, RED, BLUES).expect("it is known");
        (known.is_over, sighting_text(state, RED, &known))
    };
    let (is_over, said) = told(&state);
    assert!(!is_over && said.contains("at S, in battle (") && !said.contains("as of"), "{said}");
    give_all(&mut state, &["end battle"]);
    assert_eq!(all(&state).len(), 2, "until time goes on");
    let (is_over, said) = told(&state);
    assert!(is_over && said.contains("at S, in battle as of day 2 ("), "{said}");
    give_all(&mut state, &["advance"]);
    assert_eq!(all(&state), BTreeMap::new());
    assert_eq!(wrong(&state), None);
}

#[test]
fn sight_is_the_same_both_ways() {
    let state = field(SETTINGS, "A v X on .w.../..w../....w over map");
    let spots: Vec<Station> = state.theatre().expect("there is one").spots().into_iter().map(Station::at).collect();
    let mut seen = 0;
    for (from, to) in spots.iter().flat_map(|from| spots.iter().map(move |to| (*from, *to))) {
        assert_eq!(can_see(&state, from, to), can_see(&state, to, from));
        seen += usize::from(can_see(&state, from, to));
    }
    assert!(spots.len() < seen && seen < spots.len() * spots.len(), "{seen}");
}

#[test]
fn settings_that_can_not_be() {
    let told = |sight: &str| {
        let draft: RulebookDraft = document::read(&format!("(sight: {sight})")).expect("it reads");
        let faults = draft.check(&Rulebook::default_rules()).map(drop).expect_err("it can't be");
        faults.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let bands = "the starts of bands must rise, and the first must be at least 1 (`Band([5, 10])` is 0 to 4, 5 to 9, and 10 or more)";
    for numbers in ["[]", "[0, 3]", "[3, 3]", "[5, 2]"] {
        assert_eq!(told(&format!("(seen: (strength: Band({numbers})))")), [format!("sight.seen.strength: {bands}")]);
    }
    assert_eq!(
        told(
            "(range: 101, memory: 1001, unit_strength: Some(Band([])), in_contact: (place: Band([1])), fought: (kind: Band([2])))"
        ),
        [
            "sight.in_contact.place: a place is not a number, so it has no bands (write `Exact` or `Hidden`)",
            "sight.fought.kind: a kind is not a number, so it has no bands (write `Exact` or `Hidden`)",
            "sight.unit_strength: the starts of bands must rise, and the first must be at least 1 (`Band([5, 10])` is 0 to 4, 5 to 9, and 10 or more)",
            "sight.range: a force sees 0 to 100 areas, not 101",
            "sight.memory: a sighting is remembered for 0 to 1000 parts, not 1001",
        ]
    );
    let draft: RulebookDraft = document::read("(sight: (memory: 3, seen: (edna: Exact)))").expect("it reads");
    let book = draft.check(&Rulebook::default_rules()).expect("a book");
    assert_eq!(book.sight.seen.edna, Detail::Exact);
    let idle: Vec<String> =
        book.unused_settings(&Rulebook::default_rules()).iter().map(|fault| fault.path.join(".")).collect();
    assert_eq!(idle, ["sight.seen", "sight.memory"]);
}

/// The side's knowledge of a force at a moment does not change later, wherever the force goes and whoever joins it or
/// falls.
#[test]
fn sightings_keep_the_state_at_their_time() {
    let settings = r#"(clock: (unit: "day"), sight: (range: 2, memory: 3, seen: (strength: Exact)))"#;
    let mut state = field(settings, "A v X 5sp, Y artillery 3sp + Z 4sp over P-Q 1, Q-R 1, R-S 1");
    give_all(&mut state, &["station Reds at P", "station Blues at Q", "station Blues2 at R", "advance"]);
    let told = |state: &State| sighting_text(state, RED, &knowledge_of(state, RED, BLUES).expect("it is known"));
    let seen = told(&state);
    assert_eq!(seen, "sighted by Red: Blues at Q, in sight (2 units, infantry and artillery, 8 SP)");
    give_all(&mut state, &["station Blues at R", "lose X 2", "assign Z to Blues", "station Blues at S", "lose Y 1"]);
    assert_eq!(told(&state), seen, "it is put elsewhere");
    give_all(&mut state, &["advance"]);
    assert_eq!(told(&state), "sighted by Red: Blues at Q, last seen on day 2 (2 units, infantry and artillery, 8 SP)");
    // A force that is moved elsewhere no longer sees its old surroundings.
    give_all(&mut state, &["station Blues at Q", "advance"]);
    let seen = told(&state);
    assert!(seen.contains("9 SP"), "{seen}");
    give_all(&mut state, &["station Reds nowhere", "lose Y 1"]);
    assert_eq!(told(&state), seen, "nobody looks");
}

/// After a contact or battle, the side's knowledge stays as it was at its end. During it, the knowledge is current.
#[test]
fn forces_in_contact_are_known_until_it_ends() {
    let mut state = field(SETTINGS, "A v X 9sp over P-Q 1, Q-R 1, R-S 1");
    give_all(&mut state, &["station Reds at P", "station Blues at S", "contact Reds with Blues because raid"]);
    let told = |state: &State| sighting_text(state, RED, &knowledge_of(state, RED, BLUES).expect("it is known"));
    give_all(&mut state, &["lose X 1"]);
    assert_eq!(told(&state), "sighted by Red: Blues at S, in contact (1 unit, infantry, 8 SP)");
    give_all(&mut state, &["contact 1 aside because rain", "lose X 1"]);
    assert_eq!(told(&state), "sighted by Red: Blues at S, in contact as of day 1 (1 unit, infantry, 8 SP)");
    give_all(&mut state, &["contact Reds with Blues because raid"]);
    assert_eq!(told(&state), "sighted by Red: Blues at S, in contact (1 unit, infantry, 7 SP)");
    give_all(&mut state, &["battle Raid with Reds v Blues", "lose X 1", "end battle"]);
    let fought = told(&state);
    assert!(fought.contains("in battle as of day 1 (1 unit, infantry, 6 SP"), "{fought}");
    give_all(&mut state, &["lose X 3"]);
    assert_eq!(told(&state), fought);
}
