//! Sentences that name no battle: of maps, units, stacks and the campaign.

use super::{
    ReadsAlone, area,
    battles::supported,
    count, list, matches, number,
    units::{
        are_units, edna, edna_now, eliminated, mustered, pushed_back, regraded, retested, shifted, tested, unchanged,
        volleyed, without_grades,
    },
};
use crate::claims::ledger::{Course, Doing, Ledger};
use wardiary::{
    book::Moment,
    dice::Owner,
    ground::{Cell, Place},
    id::{BattleId, Id, MapId, SideId, UnitId},
    notation::due_text,
    order::{Order, Posture, ScreenTarget, StaffOrder},
    sides::{BothSides, CombatSide},
    state::{Awaiting, EntityKind, Message, Missing, Ruled, State, Unit},
};

/// A unit gained so much strength, and has so much now.
fn gained(l: &mut Ledger, unit: &str, points: &str, now: &str) {
    let numbers = l.numbers(unit);
    numbers.strength += number::<u16>(points);
    assert_eq!(numbers.strength, number::<u16>(now));
}

fn sides(l: &Ledger, sides: &[SideId]) -> String {
    wardiary::text::list(&sides.iter().map(|side| l.after().name(*side)).collect::<Vec<_>>())
}

fn side_of(l: &Ledger, name: &str) -> SideId {
    l.after().sides().iter().find(|side| *side.name == *name).expect("a side").id
}

/// When the orders are due that a side has just handed in.
fn handed_in(l: &Ledger, at: &str, side: &str) -> Moment {
    let orders = l.after().written(number(at)).expect("they were handed in");
    assert_eq!(l.after().name(orders.side), side);
    assert_eq!((l.step.before.next_written(), orders.answer.is_none()), (orders.number, true));
    orders.due
}

/// Written orders waited before, and have that answer now.
fn answered(l: &mut Ledger, [at, side]: [&str; 2], (is_given, why): (bool, Option<&str>)) {
    let [before, after] = [&*l.step.before, l.after()].map(|state| state.written(number(at)).expect("orders"));
    let answer = after.answer.as_ref().expect("an answer");
    assert!(before.answer.is_none() && l.after().name(after.side) == side);
    assert_eq!((answer.is_given, answer.why.as_deref()), (is_given, why));
}

/// Those that name none.
pub(super) const OTHERS: &[(&str, ReadsAlone)] = &[
    // ---- the clock, and tables
    ("rolled {} on {}: {}", |l, at| {
        let book = l.step.before.book().clone();
        let table = book.table(at[1]).expect("a table of the rulebook");
        let row = &table.rows[table.row_on(number(at[0])).expect("every total has a row")];
        let who = match l.step.entry.order.given() {
            Order::Consult { who, .. } => who.map(|who| l.after().name(who)),
            order => panic!("{order:?} consults no table"),
        };
        assert_eq!(row.text.replace("{force}", &who.unwrap_or_else(|| "the force".into())), at[2]);
    }),
    ("due now: {} “{}”", |l, at| {
        let due = l.after().calendar().due().iter().find(|due| due.item == number::<u32>(at[0])).expect("it is due");
        assert_eq!(due_text(l.after(), due), at[1]);
    }),
    ("due on {} as number {}", |l, at| {
        let item = l.after().calendar().item(number(at[1])).expect("it is scheduled");
        assert_eq!(l.after().book().clock.name(item.at), at[0]);
    }),
    ("settled: “{}”", |l, at| {
        let settled = |of: &State| of.calendar().scheduled().iter().filter(|s| due_text(of, s) == at[0]).count();
        assert_eq!(settled(l.after()) + 1, settled(&l.step.before));
    }),
    // ---- staff work
    ("message to {}: “{}”", |l, at| {
        let now = l.after().calendar().now;
        let told = |message: &&Message| message.delivered == Some(now) && sides(l, &message.sides) == at[0];
        let found = l.after().messages().iter().filter(told).find(|message| *message.text == *at[1]);
        let number = found.expect("it was sent").number;
        assert!(l.step.before.message(number).is_none_or(|before| before.delivered.is_none()), "it is news");
    }),
    ("message to {} due on {}", |l, at| {
        let message = l.after().messages().last().expect("a message");
        assert_eq!((l.step.before.next_message(), message.delivered), (message.number, None));
        assert_eq!([sides(l, &message.sides), l.after().book().clock.name(message.due)], at[..]);
    }),
    ("{} revealed to {}", |l, at| {
        let Order::Staff(StaffOrder::Reveal { what, .. }) = l.step.entry.order.given() else { panic!("a ruling") };
        assert_eq!(l.after().name(*what), at[0]);
        for side in list(at[1]) {
            assert_eq!(l.after().ruled_sight(side_of(l, side), *what), Some(Ruled::Revealed));
        }
    }),
    ("{} hidden from {}", |l, at| {
        let Order::Staff(StaffOrder::Hide { what, .. }) = l.step.entry.order.given() else { panic!("a ruling") };
        assert_eq!(l.after().name(*what), at[0]);
        let own = l.after().side_of(*what);
        let others = l.after().sides().iter().map(|side| side.id).filter(|side| Some(*side) != own).collect::<Vec<_>>();
        let whom = match at[1] {
            "all other sides" | "all sides" => {
                assert_eq!(at[1] == "all sides", own.is_none());
                others
            }
            named => list(named).into_iter().map(|side| side_of(l, side)).collect(),
        };
        assert!(whom.iter().all(|side| l.after().ruled_sight(*side, *what) == Some(Ruled::Hidden)));
    }),
    ("orders {} handed in by {}, due on {}", |l, at| {
        let due = handed_in(l, at[0], at[1]);
        assert_eq!(l.after().book().clock.name(due), at[2]);
    }),
    ("orders {} handed in by {}", |l, at| {
        assert_eq!(handed_in(l, at[0], at[1]), l.after().calendar().now);
    }),
    ("orders {} of {} granted", |l, at| answered(l, [at[0], at[1]], (true, None))),
    ("orders {} of {} granted: “{}”", |l, at| answered(l, [at[0], at[1]], (true, Some(at[2])))),
    ("orders {} of {} refused", |l, at| answered(l, [at[0], at[1]], (false, None))),
    ("orders {} of {} refused: “{}”", |l, at| answered(l, [at[0], at[1]], (false, Some(at[2])))),
    // ---- what counts for units
    ("inflicted: {}", |l, at| {
        let rolled = l.rolled.as_ref().expect("it was fought");
        let fought = rolled.fought().expect("a phase");
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
        // Dice that are nobody's inflict the rest.
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
            assert!(!before.way_of(force).is_empty(), "{name} was under no orders");
            assert_eq!(l.after().station(force), before.station(force), "{name} marched");
            let battle = before.battle_of_force(force).map(|battle| before.name(battle));
            let steps = before.steps_a_part(&before.units_of_force(force));
            let enemies: Vec<String> = before.in_contact_with(force).map(|enemy| before.name(enemy)).collect();
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
            kind => assert_eq!(edge.take().as_deref(), Some(kind)),
        });
    }),
    ("between {} and {}: {} in place of {}", |l, at| {
        border(l, at, |(edge, _)| {
            assert_eq!(edge.replace(at[2].into()).as_deref(), Some(at[3]));
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
        let awaits = l.after().open_battles().any(|b| matches!(b.awaiting(), Some(Awaiting::Rerolls(..))));
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
        let missing = |state: &State, count: fn(&Missing) -> u16| -> u16 {
            let of_side = state.units().iter().filter(|unit| unit.side.0 == side);
            of_side.map(|unit| count(&unit.service.missing)).sum()
        };
        for (count, said) in
            [(|m: &Missing| m.for_good, at[2]), (Missing::coming, at[3])] as [(fn(&Missing) -> u16, _); 2]
        {
            assert_eq!(missing(l.after(), count) - missing(&l.step.before, count), number::<u16>(said));
        }
    }),
    ("{} SP came back to {}, now {}", |l, at| {
        let unit = UnitId(l.id(at[1], EntityKind::Unit));
        let [was, is] =
            [&l.step.before, l.after()].map(|s| s.unit(unit).expect("it is there").service.missing.coming());
        assert_eq!(was - is, number::<u16>(at[0]));
        gained(l, at[1], at[0], at[2]);
    }),
    ("{} took {} SP from the pool {}, now {}", |l, at| {
        let unit = UnitId(l.id(at[0], EntityKind::Unit));
        let (before, after) = (&l.step.before, l.after());
        let side = before.unit(unit).expect("it is there").side;
        let pool = before.book().replacements.pools.iter().find(|pool| pool.name == at[2]).expect("the pool");
        assert_eq!(before.left_in(pool, side) - after.left_in(pool, side), number::<u32>(at[1]));
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
    // ---- the campaign
    ("the date is {}", |l, at| l.date = at[0].into()),
    ("{} entered the campaign", |l, at| {
        let id = l.id(at[0], EntityKind::Side);
        l.names.insert(id, at[0].into());
    }),
    ("{} formed for {}", |l, at| {
        let stack = l.stack(at[0]);
        assert_eq!(l.after().stack(stack).map(|s| s.side), Some(l.side(at[1])));
        l.stacks.insert(stack, Doing { leader: None, posture: Posture::Neutral, screens: false });
        l.names.insert(stack.0, at[0].into());
    }),
    ("{} mustered: {}", mustered),
    ("{} renamed {}", |l, at| {
        let id = *l.names.iter().find(|(_, name)| *name == at[0]).expect("the old name").0;
        l.names.insert(id, at[1].into());
    }),
    ("{} stopped screening", |l, at| {
        let stack = l.stack(at[0]);
        l.stacks.get_mut(&stack).expect("a stack").screens = false;
    }),
    ("{} began screening {}", |l, at| {
        let stack = l.stack(at[0]);
        let doing = l.after().stack(stack).expect("a stack");
        match doing.screening.as_ref().expect("it screens") {
            ScreenTarget::Edge(other, edge) => {
                assert_eq!(at[1], format!("the {} of {}", edge.word(), l.after().name(*other)));
            }
            ScreenTarget::Unit(unit) => assert_eq!(at[1], l.after().name(*unit)),
            ScreenTarget::Structure(_) => assert!(at[1].starts_with('“')),
        }
        l.stacks.get_mut(&stack).expect("a stack").screens = true;
    }),
    ("{} left {} and joined {}, but is still in {}", |l, at| {
        let (from, to) = (l.stack(at[1]), l.stack(at[2]));
        assert_eq!(l.numbers(at[0]).stack, Some(from));
        l.numbers(at[0]).stack = Some(to);
        still_in(l, at[0], to, at[3]);
    }),
    ("{} joined {}, but is still in {}", |l, at| {
        let to = l.stack(at[1]);
        assert_eq!(l.numbers(at[0]).stack, None);
        l.numbers(at[0]).stack = Some(to);
        still_in(l, at[0], to, at[2]);
    }),
    ("{} joined {}", |l, at| {
        let stack = l.stack(at[1]);
        l.numbers(at[0]).stack = Some(stack);
    }),
    ("{} left {}", |l, at| {
        let stack = l.stack(at[1]);
        let numbers = l.numbers(at[0]);
        assert_eq!(numbers.stack, Some(stack));
        numbers.stack = None;
    }),
    ("the argument succeeds", |_, _| ()),
    ("the argument fails", |_, _| ()),
    ("{}: the argument succeeds", |l, at| argued(l, at[0])),
    ("{}: the argument fails", |l, at| argued(l, at[0])),
    // ---- stacks
    ("{} took the lead of {}", |l, at| {
        let (unit, stack) = (l.unit(at[0]), l.stack(at[1]));
        l.stacks.get_mut(&stack).expect("a stack").leader = Some(unit);
    }),
    ("nobody leads {} any more", |l, at| {
        let stack = l.stack(at[0]);
        assert!(l.stacks.get_mut(&stack).expect("a stack").leader.take().is_some());
    }),
    ("{} went back to neutral", |l, at| posture(l, at[0], Posture::Neutral)),
    ("{} went over to the offensive", |l, at| posture(l, at[0], Posture::Offensive)),
    ("{} went over to screening", |l, at| posture(l, at[0], Posture::Screening)),
    ("{} went over to the defensive", |l, at| posture(l, at[0], Posture::Defensive)),
    ("{} formed, {}: AP {}, DP {}, Dmg {}, DR {}", |l, at| {
        let stack = l.stack(at[0]);
        // Who was assigned to it from elsewhere forms with it once he has arrived.
        let here = |unit: UnitId| l.step.before.battle_of(unit).is_some();
        let living = l.units.iter().filter(|(id, u)| u.stack == Some(stack) && u.strength > 0 && here(**id));
        assert_eq!(usize::from(count(at[1], "unit", "units")), living.count());
    }),
    ("{} struck at {}: {}, {}", blow),
    ("the Warlord {} stood in the way ({})", |l, at| {
        let (unit, face) = (l.unit(at[0]), number::<u8>(at[1]));
        let fell = l.step.entry.dice.iter().flat_map(|fall| fall.who.iter().zip(&fall.faces));
        assert!(fell.into_iter().any(|die| die == (&Owner(unit.0), &face)), "his die");
    }),
    ("the Warlord {} kept out of reach ({})", |l, at| {
        let (unit, face) = (l.unit(at[0]), number::<u8>(at[1]));
        let fell = l.step.entry.dice.iter().flat_map(|fall| fall.who.iter().zip(&fall.faces));
        assert!(fell.into_iter().any(|die| die == (&Owner(unit.0), &face)), "his die");
    }),
    ("{} struck at nobody", |l, at| {
        l.stack(at[0]);
    }),
    ("{} turned {} to face {}: AP and DP less {} for the rest of the round", |l, at| {
        let stack = l.stack(at[0]);
        let turned = l.after().standing(stack).map(|s| s.turned);
        assert!(turned >= Some(number(at[3])));
        let facing = at[2].parse().expect("an edge");
        for unit in l.units.values_mut().filter(|unit| unit.stack == Some(stack)) {
            unit.place.iter_mut().for_each(|place| place.facing = facing);
        }
    }),
    ("{} turned {}: AP and DP less {} for the rest of the round", |l, at| {
        let stack = l.stack(at[0]);
        let turned = l.after().standing(stack).map(|s| s.turned);
        assert!(turned >= Some(number(at[2])));
    }),
    ("{}: {}", |l, at| {
        // The numbers of a unit for stacks, by a ruling.
        let unit = l.after().unit(l.unit(at[0])).expect("it is there");
        let stats = unit.stats.as_deref().expect("it has them");
        for change in list(at[1]) {
            if let Some(change) = matches("{} {} to {}", change) {
                let found = stats.numbers().into_iter().find(|(name, _)| *name == change[0]).expect("a number's name");
                assert_eq!(found.1, number::<u16>(change[2]));
            }
        }
    }),
];

/// Which settings changed: each that is another now is named.
fn rules_changed(l: &Ledger, said: &str) {
    let json = |state: &State| serde_json::to_value(state.book().to_draft()).expect("it can be written");
    let (was, is) = (json(&l.step.before), json(l.after()));
    for section in ["scrud", "edna", "exhaustion", "turn", "square", "stacks", "tests", "volley"] {
        let settings = is[section].as_object().expect("a section");
        for setting in settings.keys().filter(|setting| was[section][setting] != is[section][setting]) {
            assert!(said.contains(setting.as_str()), "{setting} in “{said}”");
            // A number is said as it was and as it is.
            if let (Some(was), Some(is)) = (was[section][setting].as_u64(), is[section][setting].as_u64()) {
                assert!(said.contains(&format!(", {was} to {is}")), "{setting} in “{said}”");
            }
        }
    }
    assert!(was != is, "{said}");
}

/// A unit is in a battle, and those of the stack that it joined in another.
fn still_in(l: &Ledger, unit: &str, stack: wardiary::id::StackId, battle: &str) {
    let (state, unit) = (l.after(), l.unit(unit));
    let own = state.battle_of(unit).expect("a battle");
    assert_eq!(&*own.name, battle);
    let there = state.units_of_stack(stack).filter_map(|other| state.battle_of(other.id));
    assert!(there.into_iter().any(|there| there.id != own.id));
}

fn placed(l: &mut Ledger, unit: &str, at: &str, facing: &str) {
    let facing = facing.parse().expect("an edge");
    l.numbers(unit).place = Some(Place { map: MapId(50), cell: area(at), facing });
}

/// Units that stood together go over areas that touch, and face an edge.
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

/// The enemy stands in the area that they face.
fn before_enemy(l: &mut Ledger, units: &str, enemy: &str) {
    let place = l.numbers(list(units)[0]).place.expect("it stands there");
    let beyond = l.after().map(place.map).expect("the map").ground.neighbour(place.cell, place.facing);
    assert_eq!(l.numbers(enemy).place.map(|place| place.cell), beyond);
}

fn ended(l: &mut Ledger, name: &str, why: Option<&str>) {
    let battle = BattleId(l.id(name, EntityKind::Battle));
    let found = l.battle_after(battle).clone();
    assert!(found.over.is_some(), "it is over");
    // `won by Germans, a rout (all sides exhausted; “…”)`, `drawn (…)`; or the reasons alone. A margin of one word is that of a
    // victory: `a narrow victory`.
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
            let margin = margin.map_or(String::new(), |margin| format!(", {}", worded(&wardiary_sanitized(margin))));
            let award = match decision.award.winner() {
                Some(side) => format!("won by {}{margin}", l.after().name(side)),
                None => "drawn".into(),
            };
            let rest = why.strip_prefix(award.as_str()).unwrap_or_else(|| panic!("{award}: {why}"));
            rest.strip_prefix(" (").and_then(|rest| rest.strip_suffix(')')).map(String::from)
        }
    };
    let outcome = found.outcome.as_deref().map(|outcome| format!("“{}”", wardiary_sanitized(outcome)));
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
                assert_eq!((l.side(side), number::<u32>(sp)), (contingent.side, l.after().lost_in(&found, contingent)));
            }
        }
    }
    l.course(battle).over = true;
}

/// Points of a ruling: the side has as many more, or fewer.
fn points(l: &mut Ledger, (points, side, total): (&str, &str, &str), sign: i64) {
    let side = l.side(side);
    let of = |state: &State| {
        state.score().into_iter().find(|score| score.side == side).map_or(0, wardiary::state::Score::total)
    };
    let by = i64::from(count(points, "victory point", "victory points"));
    assert_eq!(of(&l.step.before) + sign * by, of(l.after()));
    assert_eq!(number::<i64>(total), of(l.after()));
}

/// As a sentence shows any text.
fn wardiary_sanitized(text: &str) -> String {
    text.chars().map(wardiary::text::shown).collect()
}

fn argued(l: &mut Ledger, total: &str) {
    let sum: u16 = l.step.entry.dice.iter().flat_map(|fall| &fall.faces).map(|face| u16::from(*face)).sum();
    assert_eq!(sum, number::<u16>(total));
}

fn posture(l: &mut Ledger, stack: &str, posture: Posture) {
    let stack = l.stack(stack);
    l.stacks.get_mut(&stack).expect("a stack").posture = posture;
}

/// `A struck at B on the left: 9 + AP 4 = 13 against 11 + DP 5 = 16, missed`. Source: RULES 5.8.
fn blow(l: &mut Ledger, at: &[&str]) {
    assert_eq!(l.owed, 0, "the blow before has done its damage");
    let by = l.stack(at[0]);
    let target = at[1].split(" on the ").next().expect("a name");
    assert_ne!(l.after().side_of(by.into()), l.after().side_of(Id(l.stack(target).0)));
    let sum = matches("{} + AP {} = {} against {} + DP {} = {}", at[2]).expect("a sum");
    let sum: Vec<u32> = sum.into_iter().map(number).collect();
    assert_eq!((sum[0] + sum[1], sum[3] + sum[4]), (sum[2], sum[5]));
    assert_eq!(sum[3], u32::from(l.after().book().stacks.hit));
    let fell = l.step.entry.dice.iter().flat_map(|fall| fall.who.iter().zip(&fall.faces));
    assert!(fell.into_iter().any(|(who, face)| *who == Owner(by.0) && u32::from(*face) == sum[0]), "its die");
    let reached = sum[2] >= sum[5];
    let hits = sum[0] == 20 || (sum[0] != 1 && reached);
    let same = if hits == reached { String::new() } else { format!(" all the same, as a {} does", sum[0]) };
    if !hits {
        assert_eq!(at[3], format!("missed{same}"));
        return;
    }
    let rest = at[3].strip_prefix("hit for ").expect("a hit");
    let (damage, spare) = match matches("{}, {} of it more than there was to take", rest) {
        Some(both) => (both[0], number::<u32>(both[1])),
        None => (rest, 0),
    };
    let damage: u32 = number(damage.strip_suffix(&same).expect("all the same"));
    l.owed = damage - spare;
}

/// The newest map has this name.
fn laid_out(l: &mut Ledger, name: &str) -> MapId {
    let map = l.step.after.maps().last().expect("a map");
    assert_eq!(&*map.name, name);
    l.names.insert(map.id.0, name.into());
    map.id
}

/// Both sides of an edge are changed.
fn border(l: &mut Ledger, at: &[&str], change: impl Fn(&mut (Option<String>, bool))) {
    let (from, to) = (area(at[0]), area(at[1]));
    let grid = l.step.before.maps()[0].ground.grid();
    for (cell, other) in [(from, to), (to, from)] {
        let facing = grid.facing_to(cell, other).expect("they touch");
        change(l.borders.get_mut(&(cell, facing)).expect("an edge of the map"));
    }
}
