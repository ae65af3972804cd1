//! Sentences that name no battle: of maps and units.

use super::{
    ReadsAlone, area,
    battles::supported,
    count, list, matches, number,
    units::{
        are_units, edna, edna_now, eliminated, pushed_back, regraded, retested, shifted, tested, unchanged, volleyed,
        without_grades,
    },
};
use crate::claims::ledger::{Course, Ledger};
use wardiary_base::{
    ground::{Cell, Place},
    id::{BattleId, MapId, UnitId},
    sides::{BothSides, CombatSide},
    text::Text,
};
use wardiary_rules::state::{EntityKind, LostStrength, PendingDecision, State, Unit};

/// A unit gained this much strength, and has this much now.
fn gained(l: &mut Ledger, unit: &str, points: &str, now: &str) {
    let numbers = l.numbers(unit);
    numbers.strength += number::<u16>(points);
    assert_eq!(numbers.strength, number::<u16>(now));
}

pub(super) const OTHERS: &[(&str, ReadsAlone)] = &[
    // ---- results for units
    ("inflicted: {}", |l, at| {
        let rolled = l.rolled.as_ref().expect("it was fought");
        let fought = rolled.phase().expect("a phase");
        let mut all = BothSides::new(0u16, 0u16);
        for item in list(at[0]) {
            let (rest, word) = item.rsplit_once(' ').expect("a word");
            let (name, number) = rest.rsplit_once(' ').expect("a number");
            let (unit, defeats) = (l.unit(name), count(&format!("{number} {word}"), "defeat", "defeats"));
            let side = CombatSide::BOTH
                .into_iter()
                .find(|side| fought.units[*side].contains(&unit) || fought.support[*side].contains(&unit))
                .expect("it fought");
            all[side] += defeats;
        }
        // Dice without an owner inflict the rest.
        let suffered = |side: CombatSide| fought.phase.defeats[side.opponent()];
        let is_theirs = |side: CombatSide| fought.parties[side].dice.iter().all(|die| die.troop.is_some());
        for side in CombatSide::BOTH {
            assert!(all[side] <= suffered(side) && (all[side] == suffered(side) || !is_theirs(side)), "{all:?}");
        }
    }),
    ("{} did not march: {}", |l, at| {
        let before = &*l.step.before;
        for name in list(at[0]) {
            let force = before.forces().into_iter().find(|force| before.name(*force) == name).expect("a force");
            assert!(!before.route_of(force).is_empty(), "{name} was under no orders");
            assert_eq!(l.after().station(force), before.station(force), "{name} marched");
            let battle = before.battle_of_force(force).map(|battle| before.name(battle));
            let steps = before.steps_per_part(&before.units_of_force(force));
            let enemies: Vec<String> = before.enemies_in_contact(force).map(|enemy| before.name(enemy)).collect();
            if let Some(named) = at[1].strip_prefix("fighting in ") {
                assert_eq!(battle.as_deref(), Some(named));
            } else if let Some(met) = matches("in contact with {}, on a way that does not lead away", at[1]) {
                assert_eq!((battle, list(met[0]).len(), steps > 0), (None, enemies.len(), true));
            } else {
                let bad =
                    before.units_of_force(force).iter().any(|unit| before.book().march.allowance_for(&unit.kind) == 0);
                let why = if bad { "no step in a part by the rulebook" } else { "supplied too badly" };
                assert_eq!((steps, at[1]), (0, why));
            }
        }
    }),
    ("it is {}", |l, at| assert_eq!(l.after().time().as_deref(), Some(at[0]))),
    // ---- maps
    ("the map {} is laid out for the battle {}", |l, at| {
        let battle = l.step.after.battles().iter().find(|battle| *battle.name == *at[1]).expect("a battle");
        assert_eq!(battle.map, Some(laid_out(l, at[0])));
    }),
    ("the map {} is laid out", |l, at| {
        laid_out(l, at[0]);
    }),
    ("{} placed at {} instead of {}, facing {}", |l, at| {
        assert_eq!(l.numbers(at[0]).place.map(|place| place.cell), Some(area(at[2])));
        placed(l, at[0], at[1], at[3]);
    }),
    ("{} placed at {}, facing {}", |l, at| {
        assert_eq!(l.numbers(at[0]).place, None);
        placed(l, at[0], at[1], at[2]);
    }),
    ("{} moved from {} to {}, by {}, and stopped facing {} before {}", |l, at| {
        moved(l, [at[0], at[1], at[2], at[4]], &list(at[3]));
        before_enemy(l, at[0], at[5]);
    }),
    ("{} moved from {} to {}, and stopped facing {} before {}", |l, at| {
        moved(l, [at[0], at[1], at[2], at[3]], &[]);
        before_enemy(l, at[0], at[4]);
    }),
    ("{} moved from {} to {}, by {}, facing {}", |l, at| moved(l, [at[0], at[1], at[2], at[4]], &list(at[3]))),
    ("{} moved from {} to {}, facing {}", |l, at| moved(l, [at[0], at[1], at[2], at[3]], &[])),
    ("{} went back from {} to {}, facing {}", |l, at| moved(l, [at[0], at[1], at[2], at[3]], &[])),
    ("{} went over from {} to {}, facing {}", |l, at| moved(l, [at[0], at[1], at[2], at[3]], &[])),
    ("{} fled from {} to {}, facing {}", |l, at| moved(l, [at[0], at[1], at[2], at[3]], &[])),
    ("{} withdrew from {} to {}, facing {}", |l, at| moved(l, [at[0], at[1], at[2], at[3]], &[])),
    ("{} turned to face {} at {}", |l, at| moved(l, [at[0], at[2], at[2], at[1]], &[])),
    ("{} mounted: now {}", |l, at| l.numbers(at[0]).kind = at[1].into()),
    ("{} dismounted: now {}", |l, at| l.numbers(at[0]).kind = at[1].into()),
    ("{} limbered: now {}", |l, at| l.numbers(at[0]).kind = at[1].into()),
    ("{} unlimbered: now {}", |l, at| l.numbers(at[0]).kind = at[1].into()),
    ("between {} and {}: {} added", |l, at| {
        border(l, at, |(edge, road)| match at[2] {
            "road" | "bridge" => {
                assert_eq!((at[2] == "bridge", *road), (edge.is_some(), false));
                *road = true;
            }
            kind => assert_eq!(edge.replace(kind.into()), None),
        });
    }),
    ("between {} and {}: {} gone", |l, at| {
        border(l, at, |(edge, road)| match at[2] {
            "road" | "bridge" => {
                assert_eq!((at[2] == "bridge", *road), (edge.is_some(), true));
                *road = false;
            }
            kind => assert_eq!(edge.take().as_ref().map(Text::raw), Some(kind)),
        });
    }),
    ("between {} and {}: {} in place of {}", |l, at| {
        border(l, at, |(edge, _)| {
            assert_eq!(edge.replace(at[2].into()).as_ref().map(Text::raw), Some(at[3]));
        });
    }),
    ("{} changed hands from {} to {}", |l, at| {
        let side = |l: &Ledger, name: &str| (name != "nobody").then(|| l.side(name));
        let (from, to) = (side(l, at[1]), side(l, at[2]));
        let holder = l.objectives.get_mut(&(MapId(50), area(at[0]))).expect("an objective of the map");
        assert_eq!(*holder, from);
        *holder = to;
    }),
    ("{} changed from {} to {}", |l, at| {
        let terrain = l.grounds.get_mut(&(MapId(50), area(at[0]))).expect("an area of the map");
        assert_eq!(terrain, at[1]);
        *terrain = at[2].into();
    }),
    ("pushed back: {}", |l, at| {
        for one in at[0].split(", ") {
            match one.split_once(" by ") {
                Some((unit, by)) => pushed_back(l, unit, by),
                None => are_units(l, one),
            }
        }
    }),
    ("{} for {}: {} in all", |l, at| points(l, (at[0], at[1], at[2]), 1)),
    ("{} taken from {}: {} in all", |l, at| points(l, (at[0], at[1], at[2]), -1)),
    ("the battle {} ended", |l, at| ended(l, at[0], None)),
    ("the battle {} ended: {}", |l, at| ended(l, at[0], Some(at[1]))),
    ("the battle {} began: {}", |l, at| {
        let battle = BattleId(l.id(at[0], EntityKind::Battle));
        let found = l.battle_after(battle).clone();
        for (party, contingent) in list(at[1]).into_iter().zip(&found.contingents) {
            let at = matches("{} with {}", party).expect("a side with its units");
            assert_eq!(l.side(at[0]), contingent.side);
            assert_eq!(usize::from(count(at[1], "unit", "units")), contingent.brought.len());
        }
        l.battles.insert(battle, Course { turn: 1, initiative: None, exhausted: Vec::new(), over: false });
        l.names.insert(battle.0, at[0].into());
    }),
    ("the battle {}: {}", |l, at| ended(l, at[0], Some(at[1]))),
    ("the rules are as they were", |l, _| assert_eq!(l.step.before.book(), l.after().book())),
    ("the rules changed: {}", |l, at| rules_changed(l, at[0])),
    ("the dice are down, and may be thrown again", |l, _| {
        let awaits =
            l.after().open_battles().any(|b| matches!(b.pending_decision(), Some(PendingDecision::Rerolls(..))));
        assert!(awaits);
    }),
    ("the dice stand", |l, _| assert!(l.step.entry.dice.is_empty())),
    ("{} thrown again", |l, at| {
        let thrown: usize = l.step.entry.dice.iter().map(|fall| fall.faces.len()).sum();
        assert_eq!(usize::from(count(at[0], "die", "dice")), thrown);
    }),
    ("{} supported by {}; {} supported by {}", |l, at| {
        assert_ne!(at[0], at[2]);
        supported(l, at[0], at[1]);
        supported(l, at[2], at[3]);
    }),
    ("{} supported by {}", |l, at| supported(l, at[0], at[1])),
    ("{}: {} ({}) v {} ({}): {}", |l, at| {
        let scores: (i16, i16) = (number(at[2]), number(at[4]));
        let order = scores.0.cmp(&scores.1);
        let said: &[&str] = match (at[0], order) {
            ("counter-battery", std::cmp::Ordering::Less) => &["no effect"],
            ("counter-battery", std::cmp::Ordering::Equal) => &["silenced"],
            ("counter-battery", std::cmp::Ordering::Greater) => &["demoted and silenced", "destroyed"],
            ("air defence", std::cmp::Ordering::Less) => &["not stopped"],
            ("air defence", std::cmp::Ordering::Equal) => &["driven off"],
            ("air defence", std::cmp::Ordering::Greater) => &["demoted and driven off", "shot down"],
            other => panic!("{other:?}"),
        };
        assert!(said.contains(&at[5]), "{at:?}");
        assert_ne!(l.after().unit(l.unit(at[1])).map(|u| u.side), l.after().unit(l.unit(at[3])).map(|u| u.side));
    }),
    // ---- units
    ("{}, thrown again: {} against {}, {}, E{} to E{}", |l, at| {
        edna(l, at[0], at[4], at[5]);
        retested(l, at);
    }),
    ("{}, thrown again: {} against {}, {}, E{}", |l, at| {
        edna(l, at[0], unchanged(at[4]), at[4]);
        retested(l, at);
    }),
    ("{}: {} against {}, {}, E{} to E{}", |l, at| tested(l, at, at[4], at[5])),
    ("{}: {} against {}, {}, E{}", |l, at| tested(l, at, unchanged(at[4]), at[4])),
    ("{} worn by fire, still E{}", |l, at| edna(l, at[0], unchanged(at[1]), at[1])),
    ("{} worn by manoeuvre, still E{}", |l, at| edna(l, at[0], unchanged(at[1]), at[1])),
    ("{} worn by fire, E{} to E{}", |l, at| edna(l, at[0], at[1], at[2])),
    ("{} worn by manoeuvre, E{} to E{}", |l, at| edna(l, at[0], at[1], at[2])),
    ("{} rallied, E{} to E{}", |l, at| {
        edna(l, at[0], at[1], at[2]);
        assert!(edna_now(at[1]) < edna_now(at[2]));
    }),
    ("{} shaken, E{} to E{}", |l, at| {
        edna(l, at[0], at[1], at[2]);
        assert!(edna_now(at[1]) > edna_now(at[2]));
    }),
    ("{} lost {} SP, {} left", |l, at| {
        let unit = l.unit(at[0]);
        l.suffer(unit, number(at[1]));
        assert_eq!(l.numbers(at[0]).strength, number::<u16>(at[2]));
        assert!(l.numbers(at[0]).strength > 0);
    }),
    ("{} recovered {} SP, now {}", |l, at| gained(l, at[0], at[1], at[2])),
    ("units of {} that still live lost {} SP: {} for good, {} to come back", |l, at| {
        let side = l.id(at[0], EntityKind::Side);
        assert_eq!(number::<u16>(at[1]), number::<u16>(at[2]) + number::<u16>(at[3]));
        let missing = |state: &State, count: fn(&LostStrength) -> u16| -> u16 {
            let of_side = state.units().iter().filter(|unit| unit.side.0 == side);
            of_side.map(|unit| count(&unit.history.lost_strength)).sum()
        };
        for (count, said) in [(|m: &LostStrength| m.permanent, at[2]), (LostStrength::returning, at[3])]
            as [(fn(&LostStrength) -> u16, _); 2]
        {
            assert_eq!(missing(l.after(), count) - missing(&l.step.before, count), number::<u16>(said));
        }
    }),
    ("{} SP came back to {}, now {}", |l, at| {
        let unit = UnitId(l.id(at[1], EntityKind::Unit));
        let [was, is] =
            [&l.step.before, l.after()].map(|s| s.unit(unit).expect("it is there").history.lost_strength.returning());
        assert_eq!(was - is, number::<u16>(at[0]));
        gained(l, at[1], at[0], at[2]);
    }),
    ("{} took {} SP from the pool {}, now {}", |l, at| {
        let unit = UnitId(l.id(at[0], EntityKind::Unit));
        let (before, after) = (&l.step.before, l.after());
        let side = before.unit(unit).expect("it is there").side;
        let pool = before.book().replacements.pools.iter().find(|pool| pool.name == at[2]).expect("the pool");
        assert_eq!(
            before.points_left_in_pool(pool, side) - after.points_left_in_pool(pool, side),
            number::<u32>(at[1])
        );
        gained(l, at[0], at[1], at[3]);
    }),
    ("supply of {}: {} to {}", |l, at| {
        for name in list(at[0]) {
            let unit = UnitId(l.id(name, EntityKind::Unit));
            let level = |state: &State| {
                state.supply_level(state.unit(unit).expect("it is there")).expect("there is supply").name.clone()
            };
            assert_eq!([level(&l.step.before), level(l.after())], [at[1], at[2]]);
        }
    }),
    ("{} rebuilt with {} SP", |l, at| {
        assert_eq!(l.numbers(at[0]).strength, 0);
        gained(l, at[0], at[1], at[1]);
    }),
    ("no station in the theatre yet for {}", |l, at| {
        let id = l.after().forces().into_iter().find(|force| l.after().name(*force) == at[0]);
        assert!(l.after().theatre().is_some() && l.after().station(id.expect("a force")).is_none());
    }),
    ("{} rested, E{} to E{}", |l, at| {
        edna(l, at[0], at[1], at[2]);
        assert!(edna_now(at[1]) < edna_now(at[2]));
    }),
    ("{} regained its grade, {} to {}, but these rules use no grades", |l, at| regraded(l, at, false)),
    ("{} regained its grade, {} to {}", |l, at| regraded(l, at, false)),
    ("{} eliminated for its side’s defeats", |l, at| eliminated(l, at[0])),
    ("{} eliminated by a ruling", |l, at| eliminated(l, at[0])),
    ("{} eliminated by counter-battery fire", |l, at| eliminated(l, at[0])),
    ("{} eliminated by air defence", |l, at| eliminated(l, at[0])),
    ("{} eliminated", |l, at| eliminated(l, at[0])),
    ("{} demoted, {} to {}, but these rules use no grades", |l, at| regraded(l, at, true)),
    ("{} promoted, {} to {}, but these rules use no grades", |l, at| regraded(l, at, false)),
    ("{} demoted, {} to {}", |l, at| regraded(l, at, true)),
    ("{} promoted, {} to {}", |l, at| regraded(l, at, false)),
    ("pushed back: {}", |l, at| {
        for one in at[0].split(", ") {
            let (unit, by) = one.rsplit_once(" by ").expect("by whom");
            pushed_back(l, unit, by);
        }
    }),
    ("{} pushed back by {}", |l, at| pushed_back(l, at[0], at[1])),
    ("{}: {} up {}, now fighting as {}", |l, at| shifted(l, at, true)),
    ("{}: {} down {}, now fighting as {}", |l, at| shifted(l, at, true)),
    ("{}: {} up {}, still fighting as {}", |l, at| shifted(l, at, false)),
    ("{}: {} down {}, still fighting as {}", |l, at| shifted(l, at, false)),
    ("{}: {} up {}, now {}, but these rules use no grades", |l, at| without_grades(l, at, true)),
    ("{}: {} down {}, now {}, but these rules use no grades", |l, at| without_grades(l, at, true)),
    ("{}: {} up {}, still {}, but these rules use no grades", |l, at| without_grades(l, at, false)),
    ("{}: {} down {}, still {}, but these rules use no grades", |l, at| without_grades(l, at, false)),
    ("{} fired with {}: {}", volleyed),
    ("{}: {} passed; {} failed", |l, at| at[1..].iter().for_each(|units| are_units(l, units))),
    ("{}: {} passed", |l, at| are_units(l, at[1])),
    ("{}: {} failed", |l, at| are_units(l, at[1])),
];

/// The changed settings: the sentence names each setting that differs now.
fn rules_changed(l: &Ledger, said: &str) {
    let json = |state: &State| serde_json::to_value(state.book().to_draft()).expect("it can be written");
    let (was, is) = (json(&l.step.before), json(l.after()));
    for section in ["scrud", "edna", "exhaustion", "turn", "square", "stacks", "tests", "volley"] {
        let settings = is[section].as_object().expect("a section");
        for setting in settings.keys().filter(|setting| was[section][setting] != is[section][setting]) {
            assert!(said.contains(setting.as_str()), "{setting} in “{said}”");
            // A number is reported with its value before and after.
            if let (Some(was), Some(is)) = (was[section][setting].as_u64(), is[section][setting].as_u64()) {
                assert!(said.contains(&format!(", {was} to {is}")), "{setting} in “{said}”");
            }
        }
    }
    assert!(was != is, "{said}");
}

fn placed(l: &mut Ledger, unit: &str, at: &str, facing: &str) {
    let facing = facing.parse().expect("an edge");
    l.numbers(unit).place = Some(Place { map: MapId(50), cell: area(at), facing });
}

/// Units from one area move over adjacent areas, and face an edge.
fn moved(l: &mut Ledger, [units, from, to, facing]: [&str; 4], by: &[&str]) {
    let (from, to, facing) = (area(from), area(to), facing.parse().expect("an edge"));
    let grid = l.after().map(MapId(50)).expect("the map").ground.grid();
    let way: Vec<Cell> = std::iter::once(from).chain(by.iter().map(|cell| area(cell))).chain([to]).collect();
    let touch = |pair: &[Cell]| pair[0] == pair[1] || grid.facing_to(pair[0], pair[1]).is_some();
    assert!(way.windows(2).all(touch), "{way:?}");
    for unit in list(units) {
        let place = l.numbers(unit).place.as_mut().expect("it stands there");
        assert_eq!(place.cell, from);
        (place.cell, place.facing) = (to, facing);
    }
}

/// The enemy is in the area that they face.
fn before_enemy(l: &mut Ledger, units: &str, enemy: &str) {
    let place = l.numbers(list(units)[0]).place.expect("it stands there");
    let beyond = l.after().map(place.map).expect("the map").ground.neighbour(place.cell, place.facing);
    assert_eq!(l.numbers(enemy).place.map(|place| place.cell), beyond);
}

fn ended(l: &mut Ledger, name: &str, why: Option<&str>) {
    let battle = BattleId(l.id(name, EntityKind::Battle));
    let found = l.battle_after(battle).clone();
    assert!(found.ended.is_some(), "it is over");
    // `won by Germans, a rout (all sides exhausted; “…”)`, `drawn (…)`; or the reasons alone. A margin of one word is
    // followed by a victory: `a narrow victory`.
    let reasons = match &found.decision {
        None => why.map(String::from),
        Some(decision) => {
            let why = why.expect("a decision is told");
            let worded = |margin: &str| match margin {
                one if one.chars().all(char::is_alphabetic) => {
                    let an = if one.to_lowercase().starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
                    format!("{an} {one} victory")
                }
                more => more.trim().into(),
            };
            let margin = decision.award.margin();
            let margin = margin.map_or(String::new(), |margin| format!(", {}", worded(&margin.to_string())));
            let award = match decision.award.winner() {
                Some(side) => format!("won by {}{margin}", l.after().name(side)),
                None => "drawn".into(),
            };
            let rest = why.strip_prefix(award.as_str()).unwrap_or_else(|| panic!("{award}: {why}"));
            rest.strip_prefix(" (").and_then(|rest| rest.strip_suffix(')')).map(String::from)
        }
    };
    let outcome = found.outcome.as_ref().map(|outcome| format!("“{outcome}”"));
    let reasons = reasons.unwrap_or_default();
    let reasons = match &outcome {
        Some(outcome) => reasons.replacen(outcome.as_str(), "", 1),
        None => reasons,
    };
    let said: Vec<&str> = reasons.split("; ").filter(|reason| !reason.is_empty()).collect();
    let lives = |unit: UnitId| l.after().unit(unit).is_some_and(Unit::is_alive);
    for reason in &said {
        if *reason == "all sides exhausted" {
            assert!(found.contingents.iter().all(|c| c.exhausted));
        } else if let Some(at) = matches("nobody left of {}", reason) {
            let side = l.side(at[0]);
            assert!(!found.contingent(side).expect("it was in it").units().any(lives));
        } else if let Some(at) = matches("exhausted: {}", reason) {
            for side in list(at[0]) {
                assert!(found.contingent(l.side(side)).expect("it was in it").exhausted);
            }
        } else if *reason == "no side exhausted" {
            assert!(found.contingents.iter().all(|c| !c.exhausted));
        } else {
            let lost = matches("SP lost: {}", reason).unwrap_or_else(|| panic!("{reason}"))[0];
            for (said, contingent) in lost.split(", ").zip(&found.contingents) {
                let (side, sp) = said.rsplit_once(' ').expect("a side and what it lost");
                assert_eq!(
                    (l.side(side), number::<u32>(sp)),
                    (contingent.side, l.after().strength_lost_in(&found, contingent))
                );
            }
        }
    }
    l.course(battle).over = true;
}

/// Points of a ruling: the side has this many more, or fewer.
fn points(l: &mut Ledger, (points, side, total): (&str, &str, &str), sign: i64) {
    let side = l.side(side);
    let of = |state: &State| {
        state.score().into_iter().find(|score| score.side == side).map_or(0, wardiary_rules::state::Score::total)
    };
    let by = i64::from(count(points, "victory point", "victory points"));
    assert_eq!(of(&l.step.before) + sign * by, of(l.after()));
    assert_eq!(number::<i64>(total), of(l.after()));
}

/// The newest map has this name.
fn laid_out(l: &mut Ledger, name: &str) -> MapId {
    let map = l.step.after.maps().last().expect("a map");
    assert_eq!(&*map.name, name);
    l.names.insert(map.id.0, name.into());
    map.id
}

/// Both sides of an edge change.
fn border(l: &mut Ledger, at: &[&str], change: impl Fn(&mut (Option<Text>, bool))) {
    let (from, to) = (area(at[0]), area(at[1]));
    let grid = l.step.before.maps()[0].ground.grid();
    for (cell, other) in [(from, to), (to, from)] {
        let facing = grid.facing_to(cell, other).expect("they touch");
        change(l.borders.get_mut(&(cell, facing)).expect("an edge of the map"));
    }
}
