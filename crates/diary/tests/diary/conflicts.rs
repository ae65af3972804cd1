//! Conflicts in play, in the shipped garrison scenario. Source: RULES 5.8.

use wardiary_base::id::StackId;
use wardiary_harness_diary::garrison::{GARRISON, VANGUARD, garrison, give, sentences, strength};
use wardiary_rules::{event::Event, order::Edge};

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
    let before = state.numbers(&state.effective_formation(GARRISON)).dp(Edge::Left, 0);
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
    assert!(sentences(&state, events)[1].contains("stood in the way (17)"));
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
            .contains(&"Garrison turned 3 times: AP and DP less 6 for the rest of the round".to_string())
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
        assert!(refused.contains("has had 1 round this turn: `end turn`"), "{order}: {refused}");
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
        early.clone().is_err_and(|e| e.contains("its round of this turn first; stacks join after it")),
        "{early:?}"
    );
    give(&mut state, "round", &[1, 1]).expect("the turn's round");
    give(&mut state, "join Vanguard to Dwagons", &[]).expect("after it");
    assert!(give(&mut state, "strike Vanguard at Pikes", &[]).is_err_and(|e| e.contains("has had 1 round")));
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
    assert!(give(&mut state, anew, &[]).is_err_and(|e| e.contains("has fought a round of a Conflict this turn")));
    assert!(give(&mut state, "conflict Vanguard v Pikes", &[]).is_err(), "nor can another take the Pikes on");
    give(&mut state, "stack Wing for Column as #60", &[]).expect("a new stack");
    give(&mut state, "assign \"Red Dwagon\" to Wing", &[]).expect("it goes there");
    assert!(give(&mut state, "conflict Wing v Garrison", &[]).is_err_and(|e| e.contains("Wing has fought")));
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
            refused.clone().is_err_and(|e| e.contains("Column, exhausted, orders no further")),
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
    assert!(reserves.is_err_and(|e| e.contains("sends no reserves")));
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
        assert!(due.contains("its round is the unit's attack of this turn"), "{fire}: {due}");
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
fn units_outside_the_battle_are_in_no_formation() {
    let mut state = garrison();
    give(&mut state, "conflict Vanguard v Garrison", &[]).expect("they engage");
    let formed = |state: &wardiary_rules::state::State| state.formation(GARRISON).units;
    let before = formed(&state);
    give(&mut state, "unit Late in Garrison strength 3 as #300", &[]).expect("it is mustered");
    assert_eq!(formed(&state), before, "it is in no battle");
    let late = wardiary_base::id::UnitId(300);
    assert!(!state.loss_order(GARRISON, Edge::Front, false).contains(&late));
    give(&mut state, "reinforce Late", &[]).expect("it comes");
    assert!(formed(&state).contains(&late), "it has arrived");
}
