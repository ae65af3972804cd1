//! Conflicts in play, in the shipped garrison scenario. Source: RULES 5.8.

use proptest::prelude::*;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};
use wardiary_base::{
    book::{Attacks, LostContact, Mechanism, RulebookDraft, TurnDraft},
    dice::{Owner, source::SeededDice},
    id::{Id, StackId, UnitId},
};
use wardiary_diary::diary::{Entry, EntryNo};
use wardiary_harness_diary::{
    campaign,
    game::{Game, games},
    garrison::{GARRISON, VANGUARD, garrison, give, sentences, strength},
};
use wardiary_harness_rules::field::field;
use wardiary_rules::{
    event::Event,
    notation::{Instruction, order_text, parse_instruction},
    order::{Edge, Order, StackOrder},
    rules::{self, Completed},
    state::{ConflictStack, State, Unit},
};

#[test]
fn a_round_is_fought_blow_by_blow() {
    let mut state = garrison();
    give(&mut state, "conflict Vanguard v Garrison", &[]).expect("they engage");
    let (battle, at) = state.conflict_of(GARRISON).expect("it is in a Conflict");
    // Screening stacks join too; the highest Init acts first.
    assert_eq!(state.acting_order(battle, at), [VANGUARD, GARRISON, StackId(11)]);
    let refused = give(&mut state, "strike Garrison at Vanguard", &[]);
    assert!(refused.clone().is_err_and(|e| e.contains("the stack Vanguard acts first")), "{refused:?}");
    // On the Left the Pikes screen: half of their average DP of 5, rounded up.
    let before = state.numbers(&state.effective_square(GARRISON)).dp(Edge::Left, 0);
    assert_eq!(state.screening_bonus(GARRISON, Edge::Left), 3);
    let events = give(&mut state, "strike Vanguard at Garrison left", &[20]).expect("it strikes");
    let struck = sentences(&state, events);
    assert!(struck[0].contains(&format!("against 11 + DP {}", before + 3)), "{struck:?}");
    assert_eq!(state.edge_of(state.conflict(battle, at).expect("it goes on"), GARRISON, VANGUARD), Edge::Left);
    give(&mut state, "hold Garrison", &[]).expect("it holds");
    let events = give(&mut state, "round", &[1]).expect("the Pikes end the round");
    assert!(sentences(&state, events).contains(&"round 1 of the Conflict ended".to_string()));
}

#[test]
fn a_warlord_on_the_offensive_is_thrown_for_when_his_stack_is_hit() {
    let mut state = garrison();
    give(&mut state, "conflict Vanguard v Garrison", &[]).expect("they engage");
    give(&mut state, "hold Vanguard", &[]).expect("it holds");
    // Nine units have three complete rows: a hit needs 17 or more.
    let events = give(&mut state, "strike Garrison at Vanguard", &[20, 17]).expect("it strikes");
    assert!(sentences(&state, events)[1].contains("was exposed (17)"));
    assert_eq!(strength(&state, 200), 5, "twelve of thirteen go to the others of the first rank");
}

#[test]
fn stacks_destroyed_before_their_turn_still_strike() {
    let mut state = garrison();
    give(&mut state, "conflict Dwagons v Pikes", &[]).expect("they engage");
    for pike in [110, 111, 112] {
        give(&mut state, &format!("eliminate #{pike}"), &[]).expect("a ruling");
    }
    give(&mut state, "strike Dwagons at Pikes", &[20]).expect("it strikes");
    assert_eq!(strength(&state, 113), 0, "the last of the Pikes");
    let order = give(&mut state, "strike Pikes at Dwagons", &[20]).expect("the dead strike yet");
    assert!(sentences(&state, order).iter().any(|line| line.contains("no stack of Gate left")));
    assert!(strength(&state, 212) < 4);
}

#[test]
fn turning_costs_the_rest_of_the_round() {
    let mut state = garrison();
    give(&mut state, "conflict Vanguard v Garrison", &[]).expect("they engage");
    let events = give(&mut state, "rotate Garrison 3", &[]).expect("it turns");
    // Eight units have two complete rows.
    assert!(
        sentences(&state, events)
            .contains(&"Garrison turned 3 times: AP and DP reduced by 6 for the rest of the round".to_string())
    );
    give(&mut state, "round", &[1, 1, 1]).expect("it is fought");
    assert_eq!(state.conflict_entry(GARRISON).map(|s| s.turn_penalty), Some(0));
}

#[test]
fn a_conflict_has_one_round_a_turn() {
    // RULES 5.8, with a turn sequence: the number of rounds is a setting.
    let mut state = garrison();
    give(&mut state, "conflict Dwagons v Pikes", &[]).expect("they engage");
    give(&mut state, "round", &[1, 1]).expect("the turn's round");
    for order in ["round", "strike Dwagons at Pikes", "hold Dwagons", "rotate Pikes 1"] {
        let refused = give(&mut state, order, &[]).expect_err(order);
        assert!(refused.contains("already had 1 round this turn: `end turn`"), "{order}: {refused}");
    }
    give(&mut state, "end turn", &[]).expect("it ends");
    // A round that is open at the end of the turn is the next turn's round.
    give(&mut state, "strike Dwagons at Pikes", &[1]).expect("it strikes");
    give(&mut state, "end turn", &[]).expect("it ends");
    give(&mut state, "round", &[1]).expect("what is left of it");
    assert!(give(&mut state, "round", &[1, 1]).is_err(), "one a turn");
    give(&mut state, "rules change \"(stacks: (rounds_a_turn: 2))\"", &[]).expect("house rules");
    give(&mut state, "round", &[1, 1]).expect("a second");
    assert!(give(&mut state, "round", &[1, 1]).is_err_and(|e| e.contains("2 rounds")));
    give(&mut state, "rules change \"(stacks: (rounds_a_turn: None))\"", &[]).expect("house rules");
    for _ in 0..3 {
        give(&mut state, "round", &[1, 1]).expect("as many as are ordered");
    }
    // If sides act in their turns, no round is fought before anybody acts.
    give(&mut state, "rules change \"(turn: (order: Strict))\"", &[]).expect("house rules");
    assert!(give(&mut state, "round", &[]).is_err_and(|e| e.contains("the initiative")));
}

#[test]
fn joining_stacks_act_from_the_next_round() {
    // RULES 5.8: stacks join after this turn's round is complete.
    let mut state = garrison();
    give(&mut state, "conflict Dwagons v Pikes", &[]).expect("they engage");
    let early = give(&mut state, "join Vanguard to Dwagons", &[]);
    assert!(
        early.clone().is_err_and(|e| e.contains("must fight its round of this turn first; stacks join after it")),
        "{early:?}"
    );
    give(&mut state, "round", &[1, 1]).expect("the turn's round");
    give(&mut state, "join Vanguard to Dwagons", &[]).expect("after it");
    assert!(give(&mut state, "strike Vanguard at Pikes", &[]).is_err_and(|e| e.contains("has already had 1 round")));
    give(&mut state, "end turn", &[]).expect("it ends");
    assert!(give(&mut state, "join Garrison to Pikes", &[]).is_err(), "the next turn's round is due first");
    give(&mut state, "strike Vanguard at Pikes", &[1]).expect("it acts from the next");
}

#[test]
fn nobody_fights_in_two_conflicts_in_a_turn() {
    // RULES 5.8: a stack that has fought a round of a Conflict this turn fights no other, under any name.
    let mut state = garrison();
    give(&mut state, "conflict Dwagons v Pikes", &[]).expect("they engage");
    give(&mut state, "round", &[1, 1]).expect("the turn's round");
    give(&mut state, "disengage", &[]).expect("they break off");
    let anew = "conflict Dwagons v Pikes";
    assert!(
        give(&mut state, anew, &[]).is_err_and(|e| e.contains("has already fought a round of a Conflict this turn"))
    );
    assert!(give(&mut state, "conflict Vanguard v Pikes", &[]).is_err(), "nor can another take the Pikes on");
    give(&mut state, "stack Wing for Column as #60", &[]).expect("a new stack");
    give(&mut state, "assign \"Red Dwagon\" to Wing", &[]).expect("it goes there");
    assert!(give(&mut state, "conflict Wing v Garrison", &[]).is_err_and(|e| e.contains("Wing has already fought")));
    give(&mut state, "conflict Vanguard v Garrison", &[]).expect("who has not fought can");
    let there = &state.battles()[0].conflicts[1].stacks;
    assert!(there.iter().all(|s| s.stack != StackId(11)), "the Pikes, who screen the Garrison, stay away: {there:?}");
    give(&mut state, "disengage", &[]).expect("they break off");
    give(&mut state, "end turn", &[]).expect("it ends");
    give(&mut state, anew, &[]).expect("the next turn");
    // If players fight as many rounds as they like, rounds are not counted.
    give(&mut state, "rules change \"(stacks: (rounds_a_turn: None))\"", &[]).expect("house rules");
    give(&mut state, "round", &[1, 1]).expect("a round");
    give(&mut state, "disengage", &[]).expect("they break off");
    give(&mut state, anew, &[]).expect("again");
}

#[test]
fn an_exhausted_side_orders_no_round_of_its_own_conflict() {
    let mut state = garrison();
    let rules = "(mechanisms: [Stacks, Turns, Exhaustion], exhaustion: (fraction: (1, 100), exhausted_from: AtOnce, exhausted_may: Press))";
    give(&mut state, &format!("rules change {rules:?}"), &[]).expect("house rules");
    give(&mut state, "conflict Dwagons v Pikes", &[]).expect("they engage");
    give(&mut state, "lose \"Red Dwagon\" 5", &[]).expect("a ruling");
    for order in ["round Dwagons", "strike Dwagons at Pikes", "rotate Dwagons 1"] {
        let refused = give(&mut state, order, &[]);
        assert!(
            refused.clone().is_err_and(|e| e.contains("Column is exhausted and can't order another")),
            "{order}: {refused:?}"
        );
    }
    // The stack that would act first lets the enemy act, who strikes at will.
    let mut held = state.clone();
    give(&mut held, "hold Dwagons", &[]).expect("the round is the enemy's");
    give(&mut held, "strike Pikes at Dwagons left", &[1]).expect("his blow");
    // Without a named stack the enemy orders the round.
    give(&mut state, "round", &[1, 1]).expect("the enemy may");
    let reserves = give(&mut state, "join Vanguard to Dwagons", &[]);
    assert!(reserves.is_err_and(|e| e.contains("can't commit reserves")));
    give(&mut state, "join Garrison to Pikes", &[]).expect("a defence");
}

#[test]
fn the_rounds_of_a_conflict_are_the_attack_of_all_who_fight_in_it() {
    // RULES 4.5, under OncePerTurn.
    let mut state = garrison();
    let rules = "(mechanisms: [Stacks, Turns, Volleys], turn: (attacks: OncePerTurn), \
                 troops: [(name: \"infantry\", strength: 4, weapons: [\"rifles\"]), (name: \"warlord\", strength: 6), \
                 (name: \"caster\", strength: 3), (name: \"heavy\", strength: 10), \
                 (name: \"archer\", strength: 3, weapons: [\"rifles\"]), \
                 (name: \"dwagon\", strength: 20, weapons: [\"rifles\"])])";
    give(&mut state, &format!("rules change {rules:?}"), &[]).expect("house rules");
    let fire = "volley \"Red Dwagon\" at \"1st Pikes\" range 3";
    give(&mut state, fire, &[1, 2]).expect("it fires");
    let opens = give(&mut state, "conflict Dwagons v Pikes", &[]);
    assert!(opens.is_err_and(|e| e.contains("has attacked this turn: it has volleyed")), "a stack attacks as one");
    give(&mut state, "end turn", &[]).expect("it ends");
    give(&mut state, "conflict Dwagons v Pikes", &[]).expect("they engage");
    let answers = "volley \"1st Pikes\" at \"Red Dwagon\" range 3";
    for fire in [fire, answers] {
        let due = give(&mut state, fire, &[]);
        let due = due.expect_err("it is refused");
        assert!(due.contains("its round is the unit's attack this turn:"), "{fire}: {due}");
    }
    give(&mut state, "round", &[1, 1]).expect("the turn's round");
    for fire in [fire, answers] {
        let spent = give(&mut state, fire, &[]);
        assert!(spent.is_err_and(|e| e.contains("it fought a round of a Conflict")), "{fire}");
    }
}

#[test]
fn a_scrud_round_is_one_phase() {
    let mut state = garrison();
    give(&mut state, "rules change \"(stacks: (blows: Scrud))\"", &[]).expect("house rules");
    give(&mut state, "conflict Dwagons v Pikes", &[]).expect("they engage");
    let events = give(&mut state, "round", &[6, 6, 6, 1, 1, 1, 1]).expect("a phase");
    assert!(events.iter().any(|e| matches!(e, Event::PhaseFought { defeats: (0, 3), .. })), "{events:?}");
    assert!(give(&mut state, "hold Dwagons", &[]).is_err_and(|e| e.contains("SCRUD")));
}

#[test]
fn a_scrud_conflict_continues_with_all_its_stacks() {
    let mut state = garrison();
    let rules = "(stacks: (blows: Scrud, rounds_a_turn: None), scrud: (phases: 2), turn: (order: Strict), \
                 mechanisms: [Scrud, Stacks, Turns, Exhaustion], exhaustion: (fraction: (1, 10), exhausted_from: AtOnce))";
    let change = format!("rules change {rules:?}");
    give(&mut state, "initiative", &[1, 6]).expect("Column wins");
    give(&mut state, "first Column", &[]).expect("it goes first, after the rounds of the Conflicts");
    give(&mut state, "pass", &[]).expect("it acts");
    give(&mut state, &change, &[]).expect("house rules");
    give(&mut state, "conflict Dwagons v Pikes", &[]).expect("they engage");
    give(&mut state, "round", &[3; 7]).expect("a phase");
    // The side that opened the Conflict is exhausted, and the other side's part of the turn begins: it orders the next
    // round.
    let events = give(&mut state, "eliminate \"Red Dwagon\"", &[]).expect("a ruling");
    assert!(events.iter().any(|e| matches!(e, Event::Exhausted { .. })), "{events:?}");
    give(&mut state, "pass", &[]).expect("Gate acts");
    // Two phases make a combat. The third round belongs to another combat.
    give(&mut state, "round", &[3; 6]).expect("a second round");
    give(&mut state, "round", &[3; 6]).expect("a third");
    // A stack that joins fights, and a stack that fled does not.
    give(&mut state, "join Garrison to Pikes", &[]).expect("it joins");
    give(&mut state, "round", &[3; 14]).expect("eight more dice");
    give(&mut state, "flee Garrison", &[]).expect("it flees");
    let events = give(&mut state, "round", &[6, 6, 1, 1, 1, 1]).expect("without it");
    assert!(events.iter().any(|e| matches!(e, Event::PhaseFought { defeats: (0, 2), .. })), "{events:?}");
}

#[test]
fn units_outside_the_battle_are_in_no_square() {
    let mut state = garrison();
    give(&mut state, "conflict Vanguard v Garrison", &[]).expect("they engage");
    let formed = |state: &wardiary_rules::state::State| state.square(GARRISON).units;
    let before = formed(&state);
    give(&mut state, "unit Late in Garrison strength 3 as #300", &[]).expect("it is mustered");
    assert_eq!(formed(&state), before, "it is in no battle");
    let late = wardiary_base::id::UnitId(300);
    assert!(!state.loss_order(GARRISON, Edge::Front, false).contains(&late));
    give(&mut state, "reinforce Late", &[]).expect("it comes");
    assert!(formed(&state).contains(&late), "it has arrived");
}

/// The stacks on a map that are in a Conflict and beside no enemy of it. Not those that screen, and not those that the
/// map does not show. An enemy that was wiped out counts where it stood until the round ends.
fn out_of_touch(state: &State) -> BTreeSet<StackId> {
    let mut apart = BTreeSet::new();
    if state.book().stacks.lost_contact == LostContact::Stays {
        return apart;
    }
    let conflicts =
        state.open_battles().flat_map(|battle| &battle.conflicts).filter(|conflict| conflict.ended.is_none());
    for conflict in conflicts {
        let lives = |stack: StackId| state.units_of_stack(stack).any(Unit::is_alive);
        let place = |own: &ConflictStack| {
            let fallen_at = own.start_place.filter(|_| conflict.under_way);
            if lives(own.stack) { state.place_of_stack(own.stack) } else { fallen_at }
        };
        let stays = |own: &&ConflictStack| !own.fled && (lives(own.stack) || conflict.under_way);
        for own in conflict.stacks.iter().filter(stays).filter(|own| lives(own.stack)) {
            let is_screener = state.stack(own.stack).is_some_and(|stack| stack.screening.is_some());
            let side = state.side_of(own.stack.into());
            let enemies = conflict.stacks.iter().filter(stays).filter(|it| state.side_of(it.stack.into()) != side);
            let is_beside = |enemy: &ConflictStack| match (place(own), place(enemy)) {
                (Some(own), Some(there)) if own.map == there.map => {
                    let map = state.map(own.map).expect("it stands on it");
                    map.ground.neighbours(own.cell).any(|(_, cell)| cell == there.cell)
                }
                (Some(_), Some(_)) => false,
                _ => true,
            };
            let mut enemies = enemies.peekable();
            if !is_screener && enemies.peek().is_some() && !enemies.any(is_beside) {
                apart.insert(own.stack);
            }
        }
    }
    apart
}

/// The orders of random fights on a map: `R`, `B` and `U` are a stack of the Reds, one of the Blues, and any unit, `C` is
/// an area.
const FIGHTS: &[&str] = &[
    "conflict R v B",
    "conflict B v R",
    "round R",
    "round B",
    "strike R at B",
    "strike B at R",
    "hold R",
    "hold B",
    "join R to R",
    "join B to R",
    "flee R",
    "flee B",
    "disengage",
    "screen R for R front",
    "unscreen R",
    "rotate R 1",
    "merge R into R",
    "scrud R v B",
    "scrud B v R",
    "withdraw U",
    "commit R to B",
    "commit U to R",
    "move U to C",
    "move U to C anyway because \"blown\"",
    "place U at C anyway because \"blown\"",
    "eliminate U",
    "lose U 1",
    "volley U at R",
    "volley U at B",
    "end turn",
    "pass",
];

/// Carries out random orders, and gives each that was not refused with the states before and after it.
fn fight(settings: &str, shape: &str, steps: &[[u8; 4]], mut each: impl FnMut(&State, &Order, &State)) {
    fight_by(FIGHTS, settings, shape, steps, |before, order, done| each(before, order, &done.result.after));
}

/// The same, of these orders.
fn fight_by(
    orders: &[&str],
    settings: &str,
    shape: &str,
    steps: &[[u8; 4]],
    mut each: impl FnMut(&State, &Order, &Completed),
) {
    let at = "A..B 3/3/1/0/3/3 2sp @C3n + C..D 2/2/1/0/2/3 2sp @D3n v W..X 3/3/1/0/4/3 2sp @C2s + Y 2/2/2/0/1/3 2sp @D2s + Z 2/2/1/0/5/3 2sp @B3n";
    let mut state = field(settings, &format!("{at} on {shape}....../....../....../....../......"));
    let mut dice = SeededDice { seed: "c0ffee".parse().expect("a seed"), next: 0 };
    for [what, one, other, area] in steps {
        let pick = |names: &[&str], by: u8| names[usize::from(by) % names.len()].to_string();
        let mut by = [*one, *other].into_iter().cycle();
        let mut word = |word: &str| {
            let next = by.next().unwrap_or(0);
            match word {
                "R" => pick(&["Reds", "Reds2"], next),
                "B" => pick(&["Blues", "Blues2", "Blues3"], next),
                "U" => pick(&["A", "C", "W", "Y", "Z"], next),
                "C" => format!("{}{}", char::from(b'A' + area % 6), 1 + area / 6 % 5),
                word => word.to_string(),
            }
        };
        let words: Vec<String> = orders[usize::from(*what) % orders.len()].split(' ').map(&mut word).collect();
        let text = words.join(" ");
        let Ok(Instruction::Order(order)) = parse_instruction(&text, &state) else { continue };
        if let Ok(done) = rules::carry_out(state.clone(), &order, &mut dice) {
            each(&state, &order, &done);
            state = done.result.after;
        }
    }
}

fn steps() -> impl Strategy<Value = Vec<[u8; 4]>> {
    proptest::collection::vec(any::<[u8; 4]>(), 20..120)
}

/// Settings under which Conflicts are often parted.
const PARTED: &[&str] = &[
    "(stacks: (rounds_a_turn: None, scrud_in_conflict: true), scrud: (defeat: [PushBack]), turn: (attacks: Free), ground: (stacking: Stack(4)))",
    "(stacks: (rounds_a_turn: None, blows: Scrud), scrud: (by_margin: [(1, [PushBack]), (2, [Retire]), (3, [Demote])]), turn: (attacks: Free), ground: (stacking: Stack(4)))",
    "(stacks: (rounds_a_turn: Some(2), merging: Free), turn: (attacks: OncePerTurn), ground: (stacking: Stack(4)))",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whoever is in a Conflict stands beside an enemy of it after every order, unless he screens, or was put into it
    /// by a ruling.
    #[test]
    fn nobody_fights_across_a_gap(settings in prop::sample::select(PARTED), hex in any::<bool>(), steps in steps()) {
        let mut apart = Vec::new();
        fight(settings, if hex { "hex " } else { "" }, &steps, |_, order, after| {
            let stacks = out_of_touch(after);
            if !stacks.is_empty() {
                apart.push(format!("{}: {stacks:?}", order_text(after, order)));
            }
        });
        prop_assert_eq!(apart, Vec::<String>::new());
    }

    /// An exhausted side opens no fight and presses none.
    #[test]
    fn the_exhausted_attack_nobody(hex in any::<bool>(), steps in steps()) {
        let mut pressed = Vec::new();
        let settings = "(exhaustion: (fraction: (1, 10), exhausted_from: AtOnce, exhausted_may: Defend), turn: (attacks: Free), stacks: (rounds_a_turn: None), ground: (stacking: Stack(4)))";
        fight(settings, if hex { "hex " } else { "" }, &steps, |before, order, after| {
            let exhausted = |id: Id| before.side_of(id).filter(|side| before.open_battles().any(|b| b.is_exhausted(*side)));
            let by: Vec<Id> = match order {
                Order::Scrud { first, .. } => first.who.clone(),
                Order::Commit { who, .. } => who.clone(),
                Order::Volley(_) => Vec::new(),
                Order::Stacks(StackOrder::Conflict { first, .. }) => first.iter().map(|stack| (*stack).into()).collect(),
                Order::Stacks(StackOrder::Join { stack, .. }) => vec![(*stack).into()],
                _ => Vec::new(),
            };
            if by.into_iter().any(|id| exhausted(id).is_some()) {
                pressed.push(order_text(after, order));
            }
        });
        prop_assert_eq!(pressed, Vec::<String>::new());
    }
}

/// Without this the two properties prove little: the fights begin Conflicts and part them, and exhaust sides.
#[test]
fn the_fights_part_conflicts_and_exhaust_sides() {
    use proptest::{strategy::ValueTree, test_runner::TestRunner};
    let mut runner = TestRunner::deterministic();
    let (mut begun, mut out, mut exhausted) = (0, 0, 0);
    for game in 0..120 {
        let steps = steps().new_tree(&mut runner).expect("orders").current();
        fight(PARTED[game % PARTED.len()], ["", "hex "][game % 2], &steps, |before, _, after| {
            let conflicts = |state: &State| state.battles().iter().map(|battle| battle.conflicts.len()).sum::<usize>();
            let fled = |state: &State| {
                let stacks =
                    state.battles().iter().flat_map(|battle| &battle.conflicts).flat_map(|conflict| &conflict.stacks);
                stacks.filter(|stack| stack.fled).count()
            };
            begun += conflicts(after) - conflicts(before);
            out += fled(after).saturating_sub(fled(before));
        });
        fight(
            "(exhaustion: (fraction: (1, 10), exhausted_from: AtOnce, exhausted_may: Defend), turn: (attacks: Free), ground: (stacking: Stack(4)))",
            "",
            &steps,
            |_, _, after| {
                exhausted += usize::from(
                    after.open_battles().any(|battle| battle.contingents.iter().any(|side| side.exhausted)),
                );
            },
        );
    }
    assert!(begun > 50 && out > 30 && exhausted > 50, "{begun} begun, {out} out of them, {exhausted} exhausted");
}

/// How often a unit has attacked in a turn by an order of its side: by volleys, and hand to hand.
type AttackCounts = BTreeMap<UnitId, [u32; 2]>;

/// Counts the attacks that an entry begins. A new turn begins at 0, and so does a change of the rules.
fn count_attacks(before: &State, entry: &Entry, mut counts: AttackCounts) -> AttackCounts {
    let order = entry.order.effective_order();
    let mut add = |unit: UnitId, kind: usize| counts.entry(unit).or_default()[kind] += 1;
    if !order_text(before, order).contains(" anyway") {
        for event in &entry.events {
            match event {
                Event::Volleyed { unit, .. } => add(*unit, 0),
                Event::CombatOpened { first, .. } => first.1.iter().for_each(|unit| add(*unit, 1)),
                _ => {}
            }
        }
        if let Order::Stacks(StackOrder::Conflict { first, .. }) = order {
            let units = first.iter().flat_map(|stack| before.units_of_stack(*stack)).filter(|unit| unit.is_alive());
            units.for_each(|unit| add(unit.id, 1));
        }
    }
    let is_new = |event: &Event| {
        matches!(event, Event::TurnEnded { .. } | Event::BattleEnded { .. } | Event::BattleBegun { .. })
    };
    if matches!(order, Order::Rules(_)) || entry.events.iter().any(is_new) {
        counts.clear();
    }
    counts
}

/// The most attacks of a kind in a turn, and of both together, in some games under a setting.
fn most_attacks(attacks: Attacks, games_played: u32) -> (u32, u32) {
    use proptest::{strategy::ValueTree, test_runner::TestRunner};
    let mut runner = TestRunner::deterministic();
    let (mut of_a_kind, mut together) = (0, 0);
    for _ in 0..games_played {
        let (book, steps) = games(60).new_tree(&mut runner).expect("a game").current();
        let mut header = campaign::header(book);
        let setting = RulebookDraft {
            turn: Some(TurnDraft { attacks: Some(attacks), ..TurnDraft::default() }),
            ..RulebookDraft::default()
        };
        header.book = Arc::new(setting.check(&header.book).expect("a rulebook"));
        let mut game = Game::of(header);
        steps.iter().for_each(|numbers| game.step(numbers));
        let mut counted: BTreeMap<EntryNo, AttackCounts> = BTreeMap::new();
        for (no, (parent, _)) in &game.model.nodes {
            let Some(entry) = game.diary.entry(*no) else { continue };
            let before = &game.model.nodes[parent].1;
            let counts = count_attacks(before, entry, counted.get(parent).cloned().unwrap_or_default());
            if before.book().uses(Mechanism::Turns) && before.book().turn.attacks == attacks {
                for [volleys, melees] in counts.values() {
                    of_a_kind = of_a_kind.max(*volleys).max(*melees);
                    together = together.max(volleys + melees);
                }
            }
            counted.insert(*no, counts);
        }
    }
    (of_a_kind, together)
}

/// No unit attacks more often in a turn than the setting allows, by whatever two mechanisms.
#[test]
fn units_attack_as_often_as_the_setting_allows() {
    assert_eq!(most_attacks(Attacks::OncePerTurn, 150), (1, 1));
    assert_eq!(most_attacks(Attacks::OncePerKind, 150), (1, 2));
    let (of_a_kind, _) = most_attacks(Attacks::Free, 150);
    assert!(of_a_kind > 1, "{of_a_kind}");
}

/// How many dice of units that had volleyed were rolled in phases that their own side ordered.
fn dice_after_volleys(attacks: Attacks) -> usize {
    use proptest::{strategy::ValueTree, test_runner::TestRunner};
    let mut runner = TestRunner::deterministic();
    let settings = format!("(turn: (attacks: {attacks:?}), ground: (stacking: Stack(4)), scrud: (defeat: [PushBack]))");
    let orders = ["scrud R v B", "scrud B v R", "volley U at R", "volley U at B", "end turn"];
    let mut dice = 0;
    for game in 0..80 {
        let steps = steps().new_tree(&mut runner).expect("orders").current();
        fight_by(&orders, &settings, ["", "hex "][game % 2], &steps, |before, order, done| {
            let Order::Scrud { first, .. } = order else { return };
            let side = first.who.first().and_then(|id| before.side_of(*id));
            let has_fired = |owner: &&Owner| {
                let unit = UnitId(owner.0);
                let battle = before.battle_of(unit).filter(|_| before.side_of(unit.into()) == side);
                battle.is_some_and(|battle| battle.volleyed.contains(&unit))
            };
            dice += done.rolls.iter().flat_map(|roll| &roll.who).filter(has_fired).count();
        });
    }
    dice
}

/// A unit that has volleyed has no die in a phase that its side orders of a fight that the enemy opened.
#[test]
fn who_has_volleyed_fights_no_phase_of_its_own_side() {
    assert_eq!(dice_after_volleys(Attacks::OncePerTurn), 0);
    assert!(dice_after_volleys(Attacks::OncePerKind) > 0);
}
