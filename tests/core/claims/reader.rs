//! Sentences read back, each with what it claims.

use super::ledger::{Course, Doing, Ledger, Numbers};
use wardiary::{
    book::{Mechanism, SupportRole},
    dice::Owner,
    event::{BattleEnd, CombatEnd},
    ground::{Cell, Place},
    id::{BattleId, Id, MapId, StackId, UnitId},
    order::{Order, Posture, ScreenTarget},
    rules::Rolled,
    state::{Awaiting, Combat, CombatLine, EntityKind, State, Unit},
};

/// What stands at the places of a pattern, `{} lost {} SP, {} left`; nothing where the text is another.
fn matches<'t>(pattern: &str, text: &'t str) -> Option<Vec<&'t str>> {
    let mut parts = pattern.split("{}");
    let mut rest = text.strip_prefix(parts.next()?)?;
    let mut found = Vec::new();
    let mut parts = parts.peekable();
    while let Some(literal) = parts.next() {
        let is_last = parts.peek().is_none();
        let at = if literal.is_empty() && is_last {
            rest.len()
        } else if is_last {
            rest.len().checked_sub(literal.len()).filter(|at| rest.ends_with(literal) && rest.is_char_boundary(*at))?
        } else {
            rest.find(literal)?
        };
        found.push(&rest[..at]);
        rest = &rest[at + literal.len()..];
    }
    rest.is_empty().then_some(found)
}

/// `A, B and C`, as they are.
fn list(text: &str) -> Vec<&str> {
    text.split(", ").flat_map(|part| part.split(" and ")).collect()
}

fn number<T: std::str::FromStr>(text: &str) -> T {
    text.parse().ok().unwrap_or_else(|| panic!("a number: {text}"))
}

/// `2 hits`, `1 hit`, `no hit`.
fn count(text: &str, one: &str, many: &str) -> u16 {
    let (n, word) = text.split_once(' ').unwrap_or_else(|| panic!("a count: {text}"));
    let n = if n == "no" { 0 } else { number(n) };
    assert_eq!(word, if n > 1 { many } else { one }, "{text}");
    n
}

/// Who attacked whom.
fn attacked(l: &mut Ledger, [first, second]: [&str; 2], b: Option<BattleId>) {
    let battle = l.battle(b);
    let sides = (l.side(first), l.side(second));
    let (was, is) = (l.step.before.battle(battle).expect("it was there"), l.battle_after(battle));
    let new = is.combats.get(was.combats.len()).expect("a new combat");
    assert_eq!((new.lines.first.side, new.lines.second.side), sides);
}

/// Who supported a side: all of them are its own, and threw dice.
fn supported(l: &mut Ledger, side: &str, names: &str) {
    let side = l.side(side);
    for name in list(names) {
        let unit = l.unit(name);
        assert_eq!(l.after().unit(unit).map(|unit| unit.side), Some(side), "{name}");
        // Where dice are thrown again they have fallen in the entry before.
        let fell = l.step.entry.dice.iter().any(|fall| fall.who.contains(&Owner(unit.0)));
        assert!(fell || matches!(l.step.entry.order, Order::Reroll { .. }));
    }
}

/// The Conflict of these stacks, as it was.
fn conflict_before(l: &Ledger, battle: BattleId, stacks: &str) -> wardiary::state::Conflict {
    let stacks = list(stacks).into_iter().map(|name| l.stack(name)).collect::<Vec<_>>();
    let is_it =
        |c: &&wardiary::state::Conflict| c.over.is_none() && stacks.iter().all(|stack| c.standing(*stack).is_some());
    let battle = l.step.before.battle(battle).expect("it was there");
    battle.conflicts.iter().find(is_it).expect("a Conflict of these").clone()
}

/// A unit is in a battle, and those of the stack that it joined in another.
fn still_in(l: &Ledger, unit: &str, stack: wardiary::id::StackId, battle: &str) {
    let (state, unit) = (l.after(), l.unit(unit));
    let own = state.battle_of(unit).expect("a battle");
    assert_eq!(&*own.name, battle);
    let there = state.units_of_stack(stack).filter_map(|other| state.battle_of(other.id));
    assert!(there.into_iter().any(|there| there.id != own.id));
}

/// Which settings changed: each that is another now is named.
fn rules_changed(l: &Ledger, said: &str) {
    let json = |state: &State| serde_json::to_value(state.book().to_draft()).expect("it can be written");
    let (was, is) = (json(&l.step.before), json(l.after()));
    for section in ["scrud", "edna", "exhaustion", "turn", "square", "stacks", "tests", "volley"] {
        let settings = is[section].as_object().expect("a section");
        for setting in settings.keys().filter(|setting| was[section][setting] != is[section][setting]) {
            assert!(said.contains(setting.as_str()), "{setting} in “{said}”");
        }
    }
    assert!(was != is, "{said}");
}

/// Takes ` in Hill` or ` of Hill` out of a sentence.
fn without_battle(state: &State, sentence: &str) -> (String, Option<BattleId>) {
    for battle in state.battles() {
        for preposition in ["in", "of"] {
            let named = format!(" {preposition} {}", battle.name);
            if let Some(at) = sentence.find(&named) {
                let rest = &sentence[at + named.len()..];
                if rest.is_empty() || rest.starts_with([':', ' ', ',']) {
                    return (format!("{}{rest}", &sentence[..at]), Some(battle.id));
                }
            }
        }
    }
    (sentence.into(), None)
}

/// Whether a battle has a combat that is called so and of which that is true: by its sides, or by whom it begins with.
fn is_there(state: &State, battle: BattleId, named: (&str, &str), is_it: impl Fn(&Combat) -> bool) -> bool {
    let starts = |line: &CombatLine, text: &str| {
        let units = line.units.iter().filter_map(|unit| state.unit(*unit));
        let mut names = units.flat_map(|u| [Some(Id::from(u.id)), u.stack.map(Id::from)]).flatten();
        text == state.name(line.side) || names.any(|id| text.starts_with(&state.name(id)))
    };
    let called = |c: &&Combat| starts(&c.lines.first, named.0) && starts(&c.lines.second, named.1) && is_it(c);
    state.battle(battle).is_some_and(|battle| battle.combats.iter().any(|c| called(&c)))
}

/// The words that tell which sentence it is, and what reads it.
type Reads = fn(&mut Ledger, &[&str], Option<BattleId>);

/// The same of a sentence that names no battle.
type ReadsAlone = fn(&mut Ledger, &[&str]);

/// Those that name a battle where several are open, or by themselves.
const OF_BATTLES: &[(&str, Reads)] = &[
    ("could still have attacked in turn {}: {}", |l, at, b| could_attack(l, at, b, false)),
    ("could still have attacked or supported in turn {}: {}", |l, at, b| could_attack(l, at, b, true)),
    ("nobody rolled for the initiative", |l, _, b| {
        l.battle(b);
        l.unrolled = true;
    }),
    ("{} to act", |l, at, b| {
        let battle = l.battle(b);
        assert_eq!(l.battle_after(battle).acting, Some(l.side(at[0])));
    }),
    ("all to act: {}", |l, _, b| {
        let battle = l.battle(b);
        assert_eq!(l.battle_after(battle).acting, None);
    }),
    ("the initiative is next", |l, _, b| {
        let battle = l.battle(b);
        assert_eq!(l.battle_after(battle).initiative, None);
    }),
    ("{} won the initiative", |l, at, b| {
        let (battle, side) = (l.battle(b), l.side(at[0]));
        let last = l.step.entry.dice.last().expect("it was rolled for");
        let dice: Vec<_> = last.who.iter().zip(&last.faces).collect();
        let own = dice.iter().find(|(who, _)| **who == Owner(side.0)).expect("the winner rolled").1;
        assert!(dice.iter().all(|(who, face)| **who == Owner(side.0) || *face < own), "{dice:?}");
        l.course(battle).initiative = Some(side);
    }),
    ("{} to go first", |l, at, b| {
        let battle = l.battle(b);
        assert_eq!(l.battle_after(battle).first, Some(l.side(at[0])));
    }),
    ("turn {} ended", |l, at, b| {
        let battle = l.battle(b);
        let course = l.course(battle);
        assert_eq!(course.turn, number::<u32>(at[0]));
        course.turn += 1;
        course.initiative = None;
    }),
    ("{} exhausted: {} SP lost, the Exhaustion Point is {}", |l, at, b| {
        let (battle, side) = (l.battle(b), l.side(at[0]));
        let (lost, point): (u32, u32) = (number(at[1]), number(at[2]));
        assert!(lost >= point);
        let found = l.battle_after(battle);
        let contingent = found.contingent(side).expect("it is in it");
        let losses = l.after().losses(found, contingent);
        assert_eq!((losses.lost, losses.point), (lost, point));
        let places = found.contingents.iter().map(|c| c.side).collect::<Vec<_>>();
        let exhausted = &mut l.course(battle).exhausted;
        assert!(!exhausted.contains(&side), "it was exhausted before");
        exhausted.push(side);
        exhausted.sort_by_key(|side| places.iter().position(|s| s == side));
    }),
    ("{}, supported by {}, attacked {}, {} supported by {}", |l, at, b| {
        attacked(l, [at[0], at[2]], b);
        supported(l, at[0], at[1]);
        assert_eq!(at[2], at[3]);
        supported(l, at[3], at[4]);
    }),
    ("{}, supported by {}, attacked {}, supported by {}", |l, at, b| {
        attacked(l, [at[0], at[2]], b);
        supported(l, at[0], at[1]);
        supported(l, at[2], at[3]);
    }),
    ("{}, supported by {}, attacked {}", |l, at, b| {
        attacked(l, [at[0], at[2]], b);
        supported(l, at[0], at[1]);
    }),
    ("{} attacked {}, {} supported by {}", |l, at, b| {
        attacked(l, [at[0], at[1]], b);
        assert_eq!(at[1], at[2]);
        supported(l, at[2], at[3]);
    }),
    ("{} attacked {}", |l, at, b| attacked(l, [at[0], at[1]], b)),
    ("{} joined the combat", |l, at, b| {
        let battle = l.battle(b);
        for unit in list(at[0]) {
            let unit = l.unit(unit);
            assert!(l.battle_after(battle).combats.iter().any(|c| c.side_of(unit).is_some()));
        }
    }),
    ("{} joined the combat of {} v {}", |l, at, b| {
        let battle = l.battle(b);
        let units: Vec<UnitId> = list(at[0]).into_iter().map(|unit| l.unit(unit)).collect();
        let found = is_there(l.after(), battle, (at[1], at[2]), |c| units.iter().all(|u| c.side_of(*u).is_some()));
        assert!(found, "{at:?}");
    }),
    ("{} withdrew from the combat of {} v {}", |l, at, b| {
        let (battle, side) = (l.battle(b), l.side(at[0]));
        let over = Some(CombatEnd::Withdrew(side));
        assert!(is_there(l.after(), battle, (at[1], at[2]), |c| c.over == over), "{at:?}");
    }),
    ("the combat of {} v {} is over for this turn", |l, at, b| {
        let battle = l.battle(b);
        let over = Some(CombatEnd::PhasesUsed);
        assert!(is_there(l.after(), battle, (at[0], at[1]), |c| c.over == over), "{at:?}");
    }),
    ("the combat of {} v {} is over: nobody left of {} in it", |l, at, b| {
        let (battle, side) = (l.battle(b), l.side(at[2]));
        let gone = |units: &[UnitId]| units.iter().all(|u| !l.after().unit(*u).is_some_and(Unit::is_alive));
        let left = |c: &Combat| c.lines.iter().any(|line| line.side == side && gone(&line.units));
        // With the battle's end its turn is cleared away.
        let there = l.after().battle(battle).is_some_and(|found| !found.combats.is_empty());
        assert!(!there || is_there(l.after(), battle, (at[0], at[1]), left), "{at:?}");
    }),
    ("{} withdrew from the combat", |l, at, b| {
        let (battle, side) = (l.battle(b), l.side(at[0]));
        assert!(l.battle_after(battle).combats.iter().any(|c| c.over == Some(CombatEnd::Withdrew(side))));
    }),
    ("the combat is over for this turn", |l, _, b| {
        let battle = l.battle(b);
        assert!(l.battle_after(battle).combats.iter().any(|c| c.over == Some(CombatEnd::PhasesUsed)));
    }),
    ("the combat is over: nobody left of {} in it", |l, at, b| {
        let (battle, side) = (l.battle(b), l.side(at[0]));
        let gone = |units: &[UnitId]| units.iter().all(|u| !l.after().unit(*u).is_some_and(Unit::is_alive));
        let mut lines = l.battle_after(battle).combats.iter().flat_map(|c| c.lines.iter());
        assert!(lines.any(|line| line.side == side && gone(&line.units)));
    }),
    ("objection to tests in parallel by {}: all tests of the battle go in series", |l, at, b| {
        objects(l, at[0], b, true);
    }),
    ("objection to tests in parallel by {}: all tests go in series", |l, at, b| {
        assert!(b.is_some(), "it is said of which battle");
        objects(l, at[0], b, true);
    }),
    ("objection to tests in parallel withdrawn by {}", |l, at, b| objects(l, at[0], b, false)),
    ("no round of the Conflict of {} was fought in turn {}", |l, at, b| {
        let battle = l.battle(b);
        assert_eq!(l.step.before.battle(battle).map(|b| b.turn), Some(number::<u32>(at[1])));
        let conflict = conflict_before(l, battle, at[0]);
        assert!(!conflict.under_way && conflict.begun < l.step.before.book().stacks.rounds_a_turn.unwrap_or(1));
    }),
    ("the round under way in the Conflict of {} goes on in turn {}", |l, at, b| {
        let battle = l.battle(b);
        assert!(conflict_before(l, battle, at[0]).under_way);
        let (was, is) = (conflict_before(l, battle, at[0]).round, l.battle_after(battle));
        assert_eq!(is.turn, number::<u32>(at[1]));
        assert!(is.conflicts.iter().any(|c| c.under_way && c.round == was));
    }),
    ("the round under way in the Conflict of {} was broken off", |l, at, b| {
        let battle = l.battle(b);
        assert!(conflict_before(l, battle, at[0]).under_way && l.battle_after(battle).over.is_some());
    }),
    ("the combat of {} v {} was broken off after {} of {} phases", |l, at, b| {
        let battle = l.battle(b);
        let is_it = |c: &Combat| c.over.is_none() && c.conflict.is_none() && c.phases == number::<u8>(at[2]);
        assert!(is_there(&l.step.before, battle, (at[0], at[1]), is_it), "{at:?}");
    }),
    ("the combat was broken off", |l, _, b| {
        let battle = l.battle(b);
        let open = l.step.before.battle(battle).expect("it was there").combats.iter().any(|c| c.over.is_none());
        assert!(open, "there was one");
    }),
    ("nobody was beaten", |l, _, b| {
        l.battle(b);
        let Some(Rolled::Fought(fought)) = &l.rolled else { panic!("a phase was fought") };
        assert_eq!(fought.phase.defeats, (0, 0).into());
    }),
    ("{} suffered {}, {} suffered {}", |l, at, b| {
        l.battle(b);
        let Some(Rolled::Fought(fought)) = &l.rolled else { panic!("a phase was fought") };
        let defeats = |text| count(text, "defeat", "defeats");
        assert_eq!(fought.phase.defeats, (defeats(at[1]), defeats(at[3])).into());
        assert_eq!(fought.sides, (l.side(at[0]), l.side(at[2])).into());
    }),
    ("{} engaged {}", |l, at, b| {
        let battle = l.battle(b);
        let conflict = l.battle_after(battle).conflicts.last().expect("a new Conflict");
        let named: Vec<StackId> = at.iter().flat_map(|names| list(names)).map(|name| l.stack(name)).collect();
        assert!(named.iter().all(|stack| conflict.stacks.iter().any(|s| s.stack == *stack)));
    }),
    ("round {} of the Conflict ended", |l, at, b| {
        let battle = l.battle(b);
        let round: u32 = number(at[0]);
        assert!(l.battle_after(battle).conflicts.iter().any(|c| c.round == round + 1 && !c.under_way));
    }),
    ("{} joined the Conflict", |l, at, b| {
        l.battle(b);
        assert!(l.after().standing(l.stack(at[0])).is_some());
    }),
    ("{} fled from the Conflict", |l, at, b| {
        let battle = l.battle(b);
        let stack = l.stack(at[0]);
        let fled = |s: &wardiary::state::ConflictStack| s.stack == stack && s.fled;
        assert!(l.battle_after(battle).conflicts.iter().any(|c| c.stacks.iter().any(fled)));
    }),
    ("the Conflict is over: no stack of {} left in it", |l, at, b| {
        let (battle, side) = (l.battle(b), l.side(at[0]));
        let over = Some(wardiary::event::ConflictEnd::NoneLeft(side));
        assert!(l.battle_after(battle).conflicts.iter().any(|c| c.over == over));
    }),
    ("all disengaged, and the Conflict is over", |l, _, b| {
        let battle = l.battle(b);
        let over = Some(wardiary::event::ConflictEnd::Disengaged);
        assert!(l.battle_after(battle).conflicts.iter().any(|c| c.over == over));
    }),
];

/// Those that name a battle always.
const NAMING_A_BATTLE: &[(&str, Reads)] = &[("{} arrived", |l, at, b| {
    let battle = l.battle_after(b.expect("it is named"));
    for unit in list(at[0]) {
        let unit = l.unit(unit);
        assert!(battle.contingents.iter().any(|c| c.has(unit)));
        assert!(l.step.before.battle_of(unit).is_none());
    }
})];

/// Those that name none.
const OTHERS: &[(&str, ReadsAlone)] = &[
    // ---- maps
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
    ("{} recovered {} SP, now {}", |l, at| {
        let numbers = l.numbers(at[0]);
        numbers.strength += number::<u16>(at[1]);
        assert_eq!(numbers.strength, number::<u16>(at[2]));
    }),
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
    ("{} now screening nothing", |l, at| {
        let stack = l.stack(at[0]);
        l.stacks.get_mut(&stack).expect("a stack").screens = false;
    }),
    ("{} now screening {}", |l, at| {
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
        let living = l.units.values().filter(|u| u.stack == Some(stack) && u.strength > 0).count();
        assert_eq!(usize::from(count(at[1], "unit", "units")), living);
    }),
    ("{} struck at {}: {}, {}", blow),
    ("{} stood in the way ({})", |l, at| {
        let (unit, face) = (l.unit(at[0]), number::<u8>(at[1]));
        let fell = l.step.entry.dice.iter().flat_map(|fall| fall.who.iter().zip(&fall.faces));
        assert!(fell.into_iter().any(|die| die == (&Owner(unit.0), &face)), "his die");
    }),
    ("{} kept out of reach ({})", |l, at| {
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

/// Reads a sentence, and holds what it claims against the states.
#[track_caller]
pub fn read(ledger: &mut Ledger, sentence: &str) {
    let (without, named) = without_battle(ledger.after(), sentence);
    if named.is_some()
        && let Some((at, reads)) = NAMING_A_BATTLE.iter().find_map(|(p, reads)| Some((matches(p, &without)?, reads)))
    {
        return reads(ledger, &at, named);
    }
    if let Some((at, reads)) = OF_BATTLES.iter().find_map(|(p, reads)| Some((matches(p, &without)?, reads))) {
        return reads(ledger, &at, named);
    }
    match OTHERS.iter().find_map(|(p, reads)| Some((matches(p, sentence)?, reads))) {
        Some((at, reads)) => reads(ledger, &at),
        None => panic!("nobody can read “{sentence}”"),
    }
}

/// `C5`, `C5 (Mill)`: the area.
fn area(text: &str) -> Cell {
    text.split(' ').next().expect("an area").parse().expect("an area")
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
    let found = l.battle_after(battle);
    let lives = |unit: UnitId| l.after().unit(unit).is_some_and(Unit::is_alive);
    match (found.over.expect("it is over"), why) {
        (BattleEnd::Called, why) => {
            let outcome = found.outcome.as_deref().map(wardiary_sanitized);
            assert_eq!(why.map(String::from), outcome.map(|outcome| format!("“{outcome}”")));
        }
        (BattleEnd::AllExhausted, Some("all sides exhausted")) => {
            assert!(found.contingents.iter().all(|c| c.exhausted));
        }
        (BattleEnd::NoneLeft(_), Some(why)) => {
            let side = l.side(matches("nobody left of {}", why).expect("whose")[0]);
            assert!(!found.contingent(side).expect("it was in it").units().any(lives));
        }
        other => panic!("{other:?}"),
    }
    l.course(battle).over = true;
}

/// As a sentence shows any text.
/// Units that could still have attacked when a turn ended: they lived, obeyed, and were in no combat that they opened.
fn could_attack(l: &mut Ledger, at: &[&str], b: Option<BattleId>, supported: bool) {
    let battle = l.battle(b);
    let before = l.step.before.clone();
    let found = before.battle(battle).expect("it was there");
    assert_eq!(found.turn, number::<u32>(at[0]));
    let (more, named): (Vec<&str>, Vec<&str>) = list(at[1]).into_iter().partition(|name| name.ends_with(" more"));
    let units: Vec<UnitId> = named.into_iter().map(|name| l.unit(name)).collect();
    for id in &units {
        let unit = before.unit(*id).expect("it was there");
        assert!(found.contingents.iter().any(|c| c.has(*id)));
        // Air defence shoots at aircraft even where it is ineffective.
        let shoots = before.book().troop(&unit.kind).is_some_and(|t| t.support == Some(SupportRole::AirDefence));
        assert!(unit.is_alive() && (unit.edna.now > 0 || shoots), "{} could not attack", unit.name);
        assert!(!found.combats.iter().any(|c| c.lines.first.units.contains(id)), "{} was in a combat", unit.name);
    }
    let supports = |id: &UnitId| {
        let unit = before.unit(*id).expect("it was there");
        let troop = before.book().troop(&unit.kind);
        before.book().uses(Mechanism::Scrud) && troop.is_some_and(|troop| troop.support.is_some())
    };
    assert!(!more.is_empty() || units.iter().any(supports) == supported);
}

fn wardiary_sanitized(text: &str) -> String {
    text.chars().map(wardiary::text::shown).collect()
}

fn edna(l: &mut Ledger, unit: &str, from: &str, to: &str) {
    let (to, effect) = to.split_once(", ").map_or((to, None), |(to, effect)| (to, Some(effect)));
    // Where it is worn the start stands behind it.
    let start = l.after().unit(l.unit(unit)).expect("it is there").edna.full;
    let read = |said: &str| {
        let (now, full) = said.split_once('/').map_or((said, None), |(now, full)| (now, Some(number::<u8>(full))));
        let now: u8 = number(now);
        assert_eq!(full, (now < start).then_some(start), "{unit}: {said}");
        now
    };
    let (from, to) = (read(from), read(to));
    let numbers = l.numbers(unit);
    assert_eq!(numbers.edna, from, "{unit}");
    numbers.edna = to;
    let wanted = match (from, to) {
        (1.., 0) => Some("ineffective"),
        (0, 1..) => Some("effective again"),
        _ => None,
    };
    assert_eq!(effect, wanted, "{unit}");
}

/// The EDNA of `6/8, ineffective` and of `6/8`: 6.
fn edna_now(said: &str) -> u8 {
    number(said.split(['/', ',']).next().expect("a part"))
}

/// What an EDNA was that stays what it is: without what is said of it behind.
fn unchanged(said: &str) -> &str {
    said.split(',').next().expect("a part")
}

/// `A: 9 against 8, halted, E8 to E7/8`. Source: RULES 1.
fn tested(l: &mut Ledger, at: &[&str], was: &str, to: &str) {
    let (total, from): (u16, u16) = (number(at[1]), number(at[2]));
    assert_eq!(u16::from(edna_now(was)), from);
    edna(l, at[0], was, to);
    let own = Owner(l.unit(at[0]).0);
    let dice = l.step.entry.dice.iter().flat_map(|fall| fall.who.iter().zip(&fall.faces));
    let sum: u16 = dice.filter(|(who, _)| **who == own).map(|(_, face)| u16::from(*face)).sum();
    assert_eq!(sum, total, "the dice");
    let equal = l.after().book().edna.equal == wardiary::book::Equal::Acts;
    let acts = total < from || (total == from && equal);
    assert_eq!(at[3], if acts { "acted" } else { "halted" });
    assert_eq!(u16::from(l.numbers(at[0]).edna), from.saturating_sub(total.saturating_sub(from)));
}

/// `A, thrown again: 5 against 8, acted, E6/8 to E8`. Source: RULES 1.
fn retested(l: &mut Ledger, at: &[&str]) {
    let (total, against): (u16, u16) = (number(at[1]), number(at[2]));
    let equal = l.after().book().edna.equal == wardiary::book::Equal::Acts;
    assert_eq!(at[3], if total < against || (total == against && equal) { "acted" } else { "halted" });
    assert_eq!(u16::from(l.numbers(at[0]).edna), against.saturating_sub(total.saturating_sub(against)));
}

fn objects(l: &mut Ledger, side: &str, battle: Option<BattleId>, now: bool) {
    let (side, battle) = (l.side(side), l.battle(battle));
    assert_eq!(l.battle_after(battle).objects.contains(&side), now);
}

fn eliminated(l: &mut Ledger, unit: &str) {
    let id = l.unit(unit);
    let left = l.units[&id].strength;
    l.suffer(id, left);
    assert!(!l.after().unit(id).is_some_and(Unit::is_alive));
}

/// The grade that is fought with, and in brackets the own one where a ruling sets them apart. The lower a grade, the higher
/// its number.
fn regraded(l: &mut Ledger, at: &[&str], down: bool) {
    let ladder = l.after().book().ladder.clone();
    let grade = |name: &str| ladder.find(name).unwrap_or_else(|| panic!("a grade: {name}"));
    let (to, own) = at[2].split_once(" (own grade ").map_or((at[2], None), |(to, own)| (to, Some(own)));
    let (from, to) = (grade(at[1]), grade(to));
    assert!(if down { to > from } else { to < from }, "{at:?}");
    let own = own.map(|own| own.strip_suffix(')').expect("a bracket"));
    let (from, to) = match own.map(|own| own.split_once(" to ").ok_or(own)) {
        None => (from, to),
        Some(Ok((from, to))) => (grade(from), grade(to)),
        Some(Err(kept)) => {
            let kept = grade(kept.strip_suffix(", as before").expect("as before"));
            (kept, kept)
        }
    };
    for unit in list(at[0]) {
        let numbers = l.numbers(unit);
        assert_eq!(numbers.grade, from, "{unit}");
        numbers.grade = to;
    }
}

/// `A mustered: infantry, white, 3 of 4 SP, EDNA 8`, each where the rulebook knows of it.
fn mustered(l: &mut Ledger, at: &[&str]) {
    let unit = l.unit(at[0]);
    let found = l.after().unit(unit).expect("it is there").clone();
    let book = l.after().book();
    let mut said = at[1].split(", ");
    let now = |text: &str| number::<u16>(text.split(' ').next().expect("a number"));
    assert_eq!(said.next(), Some(&*found.kind));
    if book.uses(Mechanism::Scrud) || book.uses(Mechanism::Stacks) {
        assert_eq!(said.next(), Some(book.ladder.name(found.grade)));
    }
    let strength = now(said.next().and_then(|said| said.strip_suffix(" SP")).expect("its strength"));
    let mut edna = found.edna.now;
    if book.uses(Mechanism::Edna) {
        edna =
            u8::try_from(now(said.next().and_then(|said| said.strip_prefix("EDNA ")).expect("its EDNA"))).expect("one");
    }
    let place = said.next().map(|cell| {
        let facing = said.next().and_then(|said| said.strip_prefix("facing ")).expect("an edge");
        let cell = area(cell.strip_prefix("at ").expect("an area"));
        Place { map: MapId(50), cell, facing: facing.parse().expect("an edge") }
    });
    assert_eq!(said.next(), None, "{at:?}");
    assert_eq!(found.stack.is_some(), found.stack.is_some_and(|s| l.after().stack(s).is_some()));
    l.units.insert(
        unit,
        Numbers { strength, edna, grade: found.grade, stack: found.stack, place, kind: found.kind.to_string() },
    );
    l.names.insert(unit.0, at[0].into());
}

fn without_grades(l: &mut Ledger, at: &[&str], changed: bool) {
    let book = l.after().book();
    assert!(!book.uses(Mechanism::Scrud) && !book.uses(Mechanism::Stacks), "{at:?}");
    shifted(l, at, changed);
}

/// A shift, and whether the grade that is used is another by it.
fn shifted(l: &mut Ledger, at: &[&str], changed: bool) {
    count(at[1], "grade", "grades");
    let used = |state: &State| state.unit(l.unit(at[0])).map(|unit| state.grade_used(unit));
    assert_eq!(used(&l.step.before) != used(l.after()), changed, "{at:?}");
    assert!(["for a phase", "for a combat"].contains(&at[2]), "{at:?}");
    let unit = l.after().unit(l.unit(at[0])).expect("it is there");
    assert_eq!(l.after().book().ladder.name(l.after().grade_used(unit)), at[3]);
}

/// Each is a unit that there is; how many of its dice passed is in brackets.
fn are_units(l: &mut Ledger, names: &str) {
    for name in list(names) {
        let (name, dice) = name.split_once(" (").map_or((name, None), |(name, dice)| (name, Some(dice)));
        let unit = l.unit(name);
        let Some(dice) = dice else { continue };
        let [passed, thrown] = matches("{} of {} dice)", dice).expect("a count of dice")[..] else { panic!("{dice}") };
        let fell = l.step.entry.dice.iter().flat_map(|fall| &fall.who).filter(|who| **who == Owner(unit.0)).count();
        assert_eq!(number::<usize>(thrown), fell, "{name}");
        assert!(number::<usize>(passed) <= fell, "{name}");
    }
}

fn volleyed(l: &mut Ledger, at: &[&str]) {
    let own = Owner(l.unit(at[0]).0);
    let thrown = l.step.entry.dice.first().map_or(0, |fall| fall.who.iter().filter(|who| **who == own).count());
    assert_eq!(usize::from(count(at[1], "die", "dice")), thrown);
    for outcome in at[2].split("; ") {
        let hit = matches("{} on {}", outcome).expect("hits on somebody");
        for unit in list(hit[1]) {
            let unit = l.unit(unit);
            l.hits.insert(unit, count(hit[0], "hit", "hits"));
        }
    }
}

/// A unit was pushed back by an enemy's die, a unit's or one that belongs to none, and that stays in the state.
fn pushed_back(l: &mut Ledger, unit: &str, by: &str) {
    let side = |l: &Ledger, unit: UnitId| l.after().unit(unit).expect("it is there").side;
    let unit = l.unit(unit);
    let (by, enemy) = match by.strip_prefix("a bonus die of ") {
        Some(enemy) => (l.side(enemy).into(), l.side(enemy)),
        None => (l.unit(by).into(), side(l, l.unit(by))),
    };
    assert_ne!(side(l, unit), enemy);
    let mut of_battles = l.after().open_battles().flat_map(|battle| &battle.pushed_back);
    assert!(of_battles.any(|push| (push.unit, push.by) == (unit, Some(by))), "it stays in the state");
    assert!(l.after().unit(unit).is_some_and(Unit::is_alive), "who is eliminated goes nowhere");
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
