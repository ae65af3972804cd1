//! Between battles: the sources of strength, the proposals, which can all be given, and impossible events.
//! Source: RULES 7.

use proptest::prelude::*;
use wardiary_base::{
    book::Grade,
    dice::source::ScriptedDice,
    id::{BattleId, UnitId},
};
use wardiary_harness_rules::{
    arbitrary::RandomNumbers,
    field::{field, give},
    strength_audit::StrengthAudit,
};
use wardiary_rules::{
    event::{Event, RefitEvent},
    notation::{Instruction, order_text, parse_instruction, proposal_reason, refusal},
    order::Order,
    rules::{self, Resolution, proposals, proposals_without},
    state::{EventProblem, State},
};

/// Everything that units get between battles, with a clock.
const ALL: &str = r#"(clock: (parts: ["dawn", "dusk"]), recover: (strength: 1, edna: 2, grade: 1, when: Unengaged(1), most: 0.9),
    replacements: (pools: [(name: "depot", points: 6, gains: 1, every: 2), (name: "guards", side: "Red", troops: ["infantry"], points: 3)], at_a_time: 2),
    raise: (share: 0.5), promote: (after: Battles(1), most: 2), lost_for_good: (share: 0.4, parts: 3),
    supply: (levels: [(name: "full"), (name: "low", grade: -1, recovery: 0.5), (name: "none", recovery: 0)], range: 1))"#;

/// Two sides with one or two stacks and a source of supply each, on a road with three places.
const ON_A_ROAD: &str = "A, B 9sp + C artillery v X, Y 7sp over P-Q 1, Q-R 2, R-S 1, source Red P, source Blue S";

fn on_a_road(by_battles: bool) -> State {
    let mut state = field(if by_battles { BY_BATTLES } else { ALL }, ON_A_ROAD);
    for order in ["station Reds at P", "station Reds2 at Q", "station Blues at S"] {
        give(&mut state, order).expect("it can stand there");
    }
    state
}

/// The same, counted in battles instead of time.
const BY_BATTLES: &str = r#"(recover: (strength: 2, edna: 1, when: AfterBattle), replacements: (pools: [(name: "depot", points: 9)], when: AfterBattle),
    raise: (share: 0.4, lower: 2), promote: (after: Battles(2)), lost_for_good: (share: 0.6))"#;

fn carried_out(state: &State, order: &Order) -> Option<Resolution> {
    rules::carry_out(state.clone(), order, &mut ScriptedDice { faces: [].into() }).ok().map(|done| done.result)
}

/// An order of a campaign that mostly can be given.
fn order(state: &State, numbers: &[u16]) -> Option<Order> {
    let mut chance = RandomNumbers::new(numbers);
    let living: Vec<UnitId> = state.units().iter().filter(|unit| unit.is_alive()).map(|unit| unit.id).collect();
    let battle = state.open_battles().next().map(|battle| battle.id);
    let a_unit = |chance: &mut RandomNumbers| living.get(chance.below(living.len().max(1))).copied();
    let text = match chance.below(12) {
        0..=2 => {
            let (unit, points) = (a_unit(&mut chance)?, 1 + chance.below(4));
            format!("lose {unit} {points}")
        }
        3 => format!("shake {} 3", a_unit(&mut chance)?),
        4 => format!("restore {} 1", a_unit(&mut chance)?),
        5 | 6 if chance.below(4) == 0 => {
            let (stack, place) = (["Reds", "Reds2", "Blues"][chance.below(3)], ["P", "Q", "R", "S"][chance.below(4)]);
            format!("station {stack} at {place} because \"by rail\"")
        }
        5 | 6 => "advance anyway".into(),
        7 if battle.is_some() => "end battle".into(),
        7 => {
            let next = state.next_id();
            format!("battle \"No {next}\" with Red v Blue")
        }
        _ => return Some(chance.refit_order(state)),
    };
    match wardiary_rules::notation::parse_instruction(&text, state).ok()? {
        wardiary_rules::notation::Instruction::Order(order) => Some(order),
        _ => None,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    /// All strength has a source. A unit's strength is its strength at the muster with the losses and gains of the
    /// diary. Gains come from recovery, returns, pools, rebuilding or a ruling.
    #[test]
    fn strength_comes_from_somewhere(
        by_battles: bool,
        steps in proptest::collection::vec(proptest::collection::vec(any::<u16>(), 12), 1..80),
    ) {
        let mut state = on_a_road(by_battles);
        let mut books = StrengthAudit::of(&state);
        for numbers in &steps {
            let Some(order) = order(&state, numbers) else { continue };
            let Some(done) = carried_out(&state, &order) else { continue };
            books.enter(&done.events, &done.after);
            state = done.after;
            books.assert_matches(&state);
        }
    }

    /// Each proposal can be given by itself, and all can be given one after the other without a change. Waiting
    /// proposals appear when those before them are given or left, and in the end nothing is due.
    #[test]
    fn refit_proposals_can_be_given(
        by_battles: bool,
        steps in proptest::collection::vec(proptest::collection::vec(any::<u16>(), 12), 1..60),
    ) {
        let mut state = on_a_road(by_battles);
        for numbers in &steps {
            let listed = proposals_without(&state, &[]);
            prop_assert_eq!(&listed, &proposals_without(&state, &[]), "the same of the same state");
            let told_more = listed.has_more;
            let mut all = state.clone();
            for proposal in &listed.all {
                let alone = carried_out(&state, &proposal.order);
                prop_assert!(alone.is_some_and(|done| !done.events.is_empty()), "{:?} by itself", proposal);
                let listed = proposals(&all);
                prop_assert!(listed.contains(proposal), "{:?} when those before it are given: {:?}", proposal, listed);
                let after = carried_out(&all, &proposal.order);
                prop_assert!(after.is_some(), "{:?} after those before it", proposal);
                all = after.expect("it was given").after;
            }
            let mut left = Vec::new();
            for (at, leaves) in numbers.iter().map(|number| number % 3 == 0).cycle().take(200).enumerate() {
                let rules::ProposalList { all: listed, has_more } = proposals_without(&all, &left);
                if at == 0 && !listed.is_empty() {
                    prop_assert!(told_more, "{:?} came without a word", listed);
                }
                let Some(next) = listed.first() else {
                    prop_assert!(!has_more, "more waits for nothing");
                    break;
                };
                prop_assert!(at < 199, "there is no end: {:?}", listed);
                prop_assert!(!left.contains(&next.key()), "{:?} is left", next);
                if leaves {
                    left.push(next.key());
                } else {
                    let given = carried_out(&all, &next.order);
                    prop_assert!(given.is_some(), "{:?} in its turn", next);
                    all = given.expect("it was given").after;
                }
            }
            let Some(order) = order(&state, numbers) else { continue };
            let Some(done) = carried_out(&state, &order) else { continue };
            state = done.after;
        }
    }
}

/// The proposals, with their reasons.
fn told(state: &State, left: &[rules::ProposalKey]) -> Vec<String> {
    let told = |proposal: &rules::Proposal| {
        format!("{}: {}", order_text(state, &proposal.order), proposal_reason(state, &proposal.reason))
    };
    proposals_without(state, left).all.iter().map(told).collect()
}

/// A proposal that depends on an earlier one waits until that one is given or left, and then follows the new situation.
#[test]
fn dependent_proposals_wait_for_the_earlier_one() {
    let mut state = field(
        "(clock: (unit: \"day\"), recover: (grade: 1, when: Passed(1)), promote: (after: Battles(1)))",
        "A green v X",
    );
    for order in ["end battle", "demote A 1 because rain", "advance"] {
        give(&mut state, order).unwrap_or_else(|e| panic!("{order}: {e}"));
    }
    let promotion = |state: &State, left: &[rules::ProposalKey]| {
        told(state, left).into_iter().find(|one| one.starts_with("promote A"))
    };
    assert_eq!(promotion(&state, &[]), None, "the recovery comes first: {:?}", told(&state, &[]));
    assert!(proposals_without(&state, &[]).has_more, "the list says so");
    let recovery = proposals(&state).first().expect("it is due").key();
    assert!(!proposals_without(&state, &[recovery]).has_more, "that is all then");
    let left = promotion(&state, &[recovery]).expect("the recovery is left");
    assert!(left.ends_with("grade white to green"), "{left}");
    give(&mut state, "recover A").expect("it is due");
    let given = promotion(&state, &[recovery]).expect("the recovery is given");
    assert!(given.ends_with("grade green to blue"), "{given}");
}

/// A unit that was rebuilt at this time has not recovered.
#[test]
fn rebuilt_units_recover_later() {
    let mut state =
        field("(clock: (unit: \"day\"), recover: (strength: 1, when: Passed(1)), raise: (share: 0.5))", "A, B v X");
    for order in ["lose A 4", "lose B 2", "end battle", "advance", "raise A", "recover B"] {
        give(&mut state, order).unwrap_or_else(|e| panic!("{order}: {e}"));
    }
    let refused = |order: &str| {
        let Ok(Instruction::Order(order)) = parse_instruction(order, &state) else { panic!("{order} is no order") };
        let refused = rules::resolve(&state, &order, &[]).expect_err("not now");
        refusal::describe(&refused, &state).reason
    };
    assert_eq!(refused("recover A"), "the unit A was rebuilt at this time: it recovers after 1 day");
    assert_eq!(refused("recover B"), "the unit B has already recovered at this time: it recovers after 1 day");
}

/// A unit that is cut off and stays at its level recovers. A unit that falls to a level without recovery does not.
#[test]
fn recovery_waits_for_supply() {
    let rules = r#"(clock: (unit: "day"), recover: (strength: 1, when: Passed(1)), supply: (levels: [(name: "full"), (name: "none", recovery: 0)]))"#;
    let mut state = field(rules, "A v X over P-Q 1, Q-R 1, source Red R");
    for order in ["station Reds at P", "station Blues at Q", "lose A 2", "advance"] {
        give(&mut state, order).unwrap_or_else(|e| panic!("{order}: {e}"));
    }
    let now = proposals(&state);
    assert!(told(&state, &[])[0].starts_with("supply Reds \"none\"") && now.len() == 1, "{:?}", told(&state, &[]));
    let Ok(Instruction::Order(full)) = parse_instruction("supply Reds full", &state) else { panic!("it is an order") };
    let refused = rules::resolve(&state, &full, &[]).expect_err("it is cut off");
    let what = refusal::describe(&refused, &state).reason;
    assert!(what.starts_with("the supply of the stack Reds is full now and falls to none: cut off"), "{what}");
    assert!(told(&state, &[now[0].key()])[0].starts_with("recover A"), "the supply is left");
    give(&mut state, "supply Reds none").expect("it is cut off");
    assert_eq!(told(&state, &[]), Vec::<String>::new());
}

#[test]
fn events_that_can_not_have_happened() {
    let supply = r#"(supply: (levels: [(name: "full"), (name: "low")]))"#;
    let mut state = field(supply, "A green, B, C v X");
    for order in ["lose A 2", "shake A 2", "demote A 1 because rain", "lose B 4", "end battle"] {
        give(&mut state, order).expect("it can be given");
    }
    let (a, b, x) = (UnitId(11), UnitId(12), UnitId(21));
    let recovered = |unit, strength, edna, grade| RefitEvent::Recovered { unit, strength, edna, grade };
    let pool = || String::from("depot");
    let edna = (8, 8);
    let grade = (Grade(3), Grade(3));
    let not_more = |field| EventProblem::NotMore.at(field);
    let cases = [
        (recovered(b, Some((0, 1)), None, None), EventProblem::Eliminated { unit: b }.at("unit")),
        (recovered(a, Some((2, 2)), None, None), not_more("strength")),
        (recovered(a, None, Some((6, 5)), None), not_more("edna")),
        (recovered(a, None, None, Some((Grade(3), Grade(4)))), not_more("grade")),
        (RefitEvent::Returned { unit: a, from: 2, to: 1 }, not_more("to")),
        (
            RefitEvent::Replaced { unit: b, pool: pool().into(), from: 0, to: 1 },
            EventProblem::Eliminated { unit: b }.at("unit"),
        ),
        (RefitEvent::Raised { unit: x, to: 2, edna, grade }, EventProblem::Alive { unit: x }.at("unit")),
        (RefitEvent::Raised { unit: b, to: 0, edna, grade }, not_more("to")),
        (
            RefitEvent::Supplied { units: vec![(a, 0)], to: 2 },
            EventProblem::NoSuch { what: "supply level", number: 2 }.at("to"),
        ),
        (RefitEvent::Supplied { units: vec![(b, 0)], to: 1 }, EventProblem::Eliminated { unit: b }.at("unit")),
    ];
    for (event, error) in cases {
        assert_eq!(state.clone().apply(&Event::Refit(event.clone())), Err(error), "{event:?}");
    }
    let problem = |event| state.clone().apply(&Event::Refit(event)).expect_err("it can't have happened").problem;
    let full = RefitEvent::Raised { unit: b, to: 5, edna, grade };
    assert!(matches!(problem(full), EventProblem::AboveFull { .. }));
    let elsewhere = RefitEvent::Replaced { unit: a, pool: pool().into(), from: 3, to: 4 };
    assert!(matches!(problem(elsewhere), EventProblem::Differs { .. }));
    let lower = RefitEvent::Supplied { units: vec![(a, 1)], to: 0 };
    assert!(matches!(problem(lower), EventProblem::Differs { .. }));
    let nowhere = RefitEvent::Counted { battle: BattleId(99), losses: vec![] };
    assert!(matches!(problem(nowhere), EventProblem::NotFound { .. }));
    let nowhere = RefitEvent::Credited { battle: BattleId(99), units: vec![] };
    assert!(matches!(problem(nowhere), EventProblem::NotFound { .. }));
    let battle = state.battles()[0].id;
    let nothing = RefitEvent::Credited { battle, units: vec![(a, 0)] };
    assert_eq!(state.clone().apply(&Event::Refit(nothing)), Err(not_more("units")));
    let nobody = RefitEvent::Credited { battle, units: vec![(UnitId(99), 1)] };
    assert!(matches!(problem(nobody), EventProblem::NotFound { .. }));
    let raised = RefitEvent::Raised { unit: b, to: 2, edna, grade };
    assert_eq!(state.clone().apply(&Event::Refit(raised)), Ok(()), "it is gone, and can come back");
}

/// The clock may change during a campaign: a unit's history is kept, in the moments of the new clock.
#[test]
fn another_clock_keeps_what_was_given() {
    let mut state =
        field("(clock: (parts: [\"dawn\", \"day\", \"dusk\"]), recover: (strength: 1, when: Passed(1)))", "A v X");
    for order in ["lose A 3", "end battle", "advance", "advance", "recover A", "recover A ! NotDue"] {
        give(&mut state, order).unwrap_or_else(|e| panic!("{order}: {e}"));
    }
    give(&mut state, r#"rules change "(clock: (unit: \"week\", parts: []))""#).expect("another clock");
    give(&mut state, "recover A ! NotDue").expect("it has recovered already");
    give(&mut state, "advance").expect("a week passes");
    give(&mut state, "recover A").expect("it is due again");
}

/// A new book may name its levels differently: each unit gets the level with its name, or the last level.
#[test]
fn other_levels_of_supply() {
    let levels = r#"(supply: (levels: [(name: "full"), (name: "low", grade: -1), (name: "none", grade: -3)]))"#;
    let mut state = field(levels, "A, B, C v X");
    for order in ["end battle", "supply A low because rain", "supply B none because siege"] {
        give(&mut state, order).unwrap_or_else(|e| panic!("{order}: {e}"));
    }
    let other = r#"rules change only "(supply: (levels: [(name: \"full\"), (name: \"half\"), (name: \"Low\", grade: -2), (name: \"least\")]))""#;
    give(&mut state, other).expect("other levels");
    let level =
        |unit| state.supply_level(state.unit(UnitId(unit)).expect("it is there")).expect("a level").name.clone();
    assert_eq!([11, 12, 13].map(level), ["Low", "least", "full"]);
    give(&mut state, r#"rules change only "(supply: (levels: []))""#).expect("no supply");
    assert_eq!(state.supply_level(&state.units()[1]), None);
}
