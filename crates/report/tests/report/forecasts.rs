//! Forecasts of a campaign's orders: the fast methods compared with every result of the dice, and with simulated
//! fights.

use wardiary_base::{
    book::{EqualRoll, Rulebook, TargetClass},
    dice::source::{DiceSource, ScriptedDice},
    sides::CombatSide,
};
use wardiary_diary::assets;
use wardiary_harness_diary::campaign::without_map;
use wardiary_odds::odds::{
    Cost, Effort, Method, Monitor, edna, fire,
    forecast::{self, Forecast, MainOdds},
    playout::{Playout, PlayoutOdds, StopCondition},
    statistics::StatisticsCache,
    sum,
};
use wardiary_rules::{
    notation::{Instruction, order_text, parse_instruction, parse_roll, roll_text},
    order::Order,
    rules::{self, Roll, Step, resolve_roll, stack},
    state::State,
};

fn scenario(name: &str) -> State {
    let header = assets::scenario(name, None, "1".parse().expect("a seed")).expect("it ships");
    let diary = wardiary_diary::diary::Diary::new(header).expect("it is sound");
    diary.state().clone()
}

fn order(state: &State, text: &str) -> Order {
    match parse_instruction(text, state).unwrap_or_else(|e| panic!("{text}: {e}")) {
        Instruction::Order(order) => order,
        other => panic!("{text}: {other:?}"),
    }
}

/// Carries an order out with these faces.
fn give(state: &mut State, text: &str, faces: &[u8]) {
    let order = order(state, text);
    let mut script = ScriptedDice { faces: faces.iter().copied().collect() };
    let done = rules::carry_out(state.clone(), &order, &mut script).unwrap_or_else(|e| panic!("{text}: {e:?}"));
    *state = done.result.after;
}

fn forecast(state: &State, text: &str, effort: &Effort) -> Forecast {
    let found = forecast::forecast(state, &order(state, text), effort, Monitor::none()).expect("nobody cancels");
    found.unwrap_or_else(|| panic!("{text} has dice"))
}

fn close(what: impl std::fmt::Debug, found: f64, wanted: f64) {
    assert!((found - wanted).abs() < 1e-12, "{what:?}: {found} for {wanted}");
}

/// A few units on each side, so that every result of the dice can be tried.
const SMALL: &str =
    "scrud \"37th Brigade\" + \"41st Brigade\" v \"1st Rifle Brigade\" + \"2nd Rifle Brigade\" + \"3rd Rifle Brigade\"";

#[test]
fn a_phase_is_counted_as_it_falls_in_every_way() {
    let mut state = scenario("tannenberg");
    for lost in ["", "lose \"1st Rifle Brigade\" 1"] {
        if !lost.is_empty() {
            give(&mut state, lost, &[]);
        }
        let every_way = forecast(&state, SMALL, &Effort::BATCH);
        assert!(every_way.is_exact());
        // Too little effort for enumeration, but enough to count.
        let few = Effort { exact: 7_000_000, trials: 40_000, seed: 1 };
        let counted = forecast(&state, SMALL, &few);
        let (MainOdds::Phase(slow), MainOdds::Phase(fast)) = (&every_way.main_odds, &counted.main_odds) else {
            panic!("a phase")
        };
        assert_eq!((counted.method, fast.part, fast.sides), (Method::Exact, slow.part, slow.sides));
        for (at, side) in CombatSide::BOTH.into_iter().enumerate() {
            close("wins", fast.wins[side], slow.wins[side]);
            close("unhurt", fast.unhurt[side], slow.unhurt[side]);
            close("defeats", fast.defeats[side], slow.defeats[side]);
            let (slow, fast) = (&every_way.sides[at], &counted.sides[at]);
            close("units", fast.units, slow.units);
            close("unhurt side", fast.unhurt, slow.unhurt);
            // If units have several strengths, their losses are simulated.
            let simulated = !lost.is_empty() && side == CombatSide::Second;
            assert!(simulated || counted.sides_method == Method::Exact || !lost.is_empty());
            let by = if simulated { 0.1 } else { 1e-12 };
            assert!((fast.strength - slow.strength).abs() < by, "{fast:?} {slow:?}");
            let exhausted = fast.exhausted.expect("it can be") - slow.exhausted.expect("it can be");
            assert!(exhausted.abs() < by, "{fast:?} {slow:?}");
        }
        for unit in &every_way.units {
            let other = counted.units.iter().find(|u| u.unit == unit.unit).expect("it happens often enough");
            assert!((unit.eliminated - other.eliminated).abs() < 0.02, "{unit:?} {other:?}");
            assert!((unit.demoted - other.demoted).abs() < 0.02, "{unit:?} {other:?}");
        }
    }
}

#[test]
fn a_phase_is_forecast_as_its_roll_is() {
    let state = scenario("tannenberg");
    let text = "scrud Germans v Russians";
    let (bare, plain) = forecast::bare_roll(&state, &order(&state, text)).expect("it has a roll");
    assert_eq!((roll_text(&bare, state.book()).as_str(), plain), ("scrud 4 green v 8 yellow", true));
    let question = wardiary_odds::odds::Question::from_roll(bare);
    let answer = wardiary_odds::odds::answer(state.book(), &question, &Effort::BATCH, Monitor::none()).expect("so");
    let wardiary_odds::odds::Summary::Defeats { wins, unhurt, mean_defeats } = answer.summary else {
        panic!("defeats")
    };
    let found = forecast(&state, text, &Effort { trials: 2000, ..Effort::BATCH });
    let MainOdds::Phase(phase) = found.main_odds else { panic!("a phase") };
    for side in CombatSide::BOTH {
        close("wins", phase.wins[side], wins[side]);
        close("unhurt", phase.unhurt[side], unhurt[side]);
        close("defeats", phase.defeats[side], mean_defeats[side]);
    }
    assert_eq!((found.method, found.sides_method), (Method::Exact, Method::Exact));
    assert!(matches!(found.units_method, Method::Simulated { .. } | Method::Exact));
}

/// A bare roll with bonus dice has the odds of the order that gives a side so many.
#[test]
fn a_phase_with_bonus_dice_is_forecast_as_its_roll_is() {
    let full = r#"rules change "(scrud: (bonus_dice: Full))""#;
    for (rules, orders, roll) in [
        (None, "scrud Germans bonus 1 v Russians", "scrud 4 green bonus 1 v 8 yellow"),
        (None, "scrud Germans penalty 1 v Russians bonus 2", "scrud 4 green penalty 1 v 8 yellow bonus 2"),
        (Some(full), "scrud #11 + #12 bonus 1 v #31 + #32", "scrud 2 green bonus 1 v 2 yellow"),
    ] {
        let mut state = scenario("tannenberg");
        rules.iter().for_each(|rules| give(&mut state, rules, &[]));
        let bare = parse_roll(roll, state.book(), &assets::Shipped).unwrap_or_else(|e| panic!("{roll}: {e}"));
        let question = wardiary_odds::odds::Question::from_roll(bare);
        let answer = wardiary_odds::odds::answer(state.book(), &question, &Effort::BATCH, Monitor::none()).expect("so");
        let wardiary_odds::odds::Summary::Defeats { wins, unhurt, mean_defeats } = answer.summary else {
            panic!("defeats")
        };
        let found = forecast(&state, orders, &Effort { trials: 2000, ..Effort::BATCH });
        assert_eq!((answer.method, found.method), (Method::Exact, Method::Exact), "{orders}");
        let MainOdds::Phase(phase) = found.main_odds else { panic!("a phase") };
        for side in CombatSide::BOTH {
            close("wins", phase.wins[side], wins[side]);
            close("unhurt", phase.unhurt[side], unhurt[side]);
            close("defeats", phase.defeats[side], mean_defeats[side]);
        }
    }
}

#[test]
fn tests_of_edna_arguments_and_initiative() {
    let state = scenario("tannenberg");
    let MainOdds::Edna { acts, spent, tests_until_spent, .. } = forecast(&state, "edna #11", &Effort::BATCH).main_odds
    else {
        panic!("EDNA")
    };
    assert_eq!(state.book().edna.equal, EqualRoll::Acts);
    close("acts", acts, 13.0 / 18.0);
    close("spent", spent, 0.0);
    close("tests", tests_until_spent, edna::tests_until_spent(&state.book().edna, 8));
    let MainOdds::Argument(succeeds) = forecast(&state, "argue \"fog\" roll 2d6 7+", &Effort::BATCH).main_odds else {
        panic!("an argument")
    };
    close("7+", succeeds, 21.0 / 36.0);
    let MainOdds::Initiative(sides) = forecast(&state, "initiative", &Effort::BATCH).main_odds else {
        panic!("initiative")
    };
    assert!(sides.len() == 2 && sides.iter().all(|(_, p)| (p - 0.5).abs() < 1e-12));
}

/// The garrison's book has only stacks. A blow is a D20, and a Warlord on the offensive throws another.
#[test]
fn a_blow_and_the_warlord_in_its_way() {
    let mut state = scenario("garrison");
    give(&mut state, "initiative", &[6, 1]);
    give(&mut state, "first Column", &[]);
    give(&mut state, "conflict Vanguard v Garrison", &[]);
    let text = "strike Vanguard at Garrison";
    let found = forecast(&state, text, &Effort::BATCH);
    assert!(found.is_exact(), "{:?}", found.method);
    let MainOdds::Blows(blows) = &found.main_odds else { panic!("blows") };
    let (bare, plain) = forecast::bare_roll(&state, &order(&state, text)).expect("it has a roll");
    let Roll::Blow(blow) = bare else { panic!("a blow") };
    let hit = (1..=20u8).filter(|face| stack::hits(&state.book().stacks, *face, blow.ap.into(), blow.dp.into()));
    let hit = f64::from(u8::try_from(hit.count()).expect("few")) / 20.0;
    assert!(plain && blows.len() == 1);
    close("hits", blows[0].hits, hit);
    close("damage", blows[0].damage, hit * f64::from(blow.damage(&state.book().stacks)));
    // Units are lost in order: no later unit is more probable to be lost than an earlier one.
    let gone: Vec<f64> = found.units.iter().map(|unit| unit.eliminated).collect();
    assert!(!gone.is_empty() && gone.windows(2).all(|pair| pair[0] >= pair[1] - 1e-12), "{gone:?}");
    close("the first is lost by any hit that does", gone[0], hit);
    // The Vanguard has a Warlord on the offensive. When it is hit, it throws whether he is in the way.
    give(&mut state, text, &[1]);
    let next = state
        .conflict_of(wardiary_base::id::StackId(10))
        .and_then(|(b, at)| state.conflict(b, at))
        .expect("it goes on");
    let by = state.name(next.to_act[0]);
    let back = forecast(&state, &format!("strike {by} at Vanguard"), &Effort::BATCH);
    assert!(back.is_exact() && !back.units.is_empty());
    let round = forecast(&state, &format!("round {by}"), &Effort { exact: 0, trials: 300, seed: 2 });
    let MainOdds::Blows(blows) = &round.main_odds else { panic!("blows") };
    assert!(!blows.is_empty() && matches!(round.method, Method::Simulated { trials: 300, .. }));
}

#[test]
fn a_volley_hits_as_its_dice_do() {
    let header = assets::scenario("wadi", None, "1".parse().expect("a seed")).expect("it ships");
    let diary = wardiary_diary::diary::Diary::new(without_map(header)).expect("it is sound");
    let mut state = diary.state().clone();
    let (firer, target) = {
        let sides = state.sides();
        let own = state.units_of_side(sides[0].id).find(|u| !state.weapons_of(u).is_empty()).expect("somebody fires");
        let enemy = state.units_of_side(sides[1].id).next().expect("an enemy");
        (own.id, enemy.id)
    };
    let first = state.name(state.sides()[0].id);
    for text in ["initiative".to_string(), format!("first \"{first}\"")] {
        let Ok(Instruction::Order(order)) = parse_instruction(&text, &state) else { continue };
        if rules::resolve(&state, &order, &[]).is_ok() {
            give(&mut state, &text, &[6, 1]);
        }
    }
    for cover in ["", " in cover"] {
        let text = format!("volley {firer} at {target} range 1{cover}");
        let found = forecast(&state, &text, &Effort::BATCH);
        let MainOdds::Volley(hits) = &found.main_odds else { panic!("a volley") };
        let order = order(&state, &text);
        let Ok(Step::NeedDice(request)) = rules::resolve(&state, &order, &[]) else { panic!("dice") };
        let book: &Rulebook = state.book();
        let class: &TargetClass = book.target_of(&state.unit(target).expect("there").kind);
        let dice = u8::try_from(request.dice.len()).expect("few");
        let fast = fire::volley(&book.volley, &[(class, !cover.is_empty())], dice);
        close("hit", hits[0].1, fast.chance(|hits| hits[0] > 0));
        close("hits", hits[0].2, fast.mean(|hits| hits[0].into()));
        assert!(found.is_exact() && found.sides.len() == 1 && found.sides[0].strength > 0.0, "{found:?}");
    }
}

/// House rules that let each side reroll one die: the decision is forecast from the dice on the table.
#[test]
fn dice_thrown_again() {
    let mut state = scenario("tannenberg");
    give(&mut state, "rules change \"(scrud: (rerolls: (dice: 1)))\"", &[]);
    give(&mut state, "scrud \"37th Brigade\" v \"1st Rifle Brigade\"", &[3, 4]);
    // Green 3 scores 4, Yellow 4 scores 3. On a reroll, Green wins with 3 or more, is even with 2, and loses with 1.
    let found = forecast(&state, "reroll \"37th Brigade\"", &Effort::BATCH);
    let MainOdds::Phase(phase) = &found.main_odds else { panic!("a phase") };
    close("wins", phase.wins.first, 4.0 / 6.0);
    close("loses", phase.wins.second, 1.0 / 6.0);
    assert!(found.is_exact());
}

fn played(state: &State, text: &str, until: StopCondition, trials: u64, seed: u64) -> PlayoutOdds {
    let course = Playout::new(state, &order(state, text), until).expect("it fights");
    course.play(&Effort { exact: 0, trials, seed }, Monitor::none()).expect("nobody cancels")
}

#[test]
fn fights_are_played_to_their_end() {
    let state = scenario("tannenberg");
    let text = "scrud Germans v Russians";
    let combat = played(&state, text, StopCondition::CombatOver, 60, 1);
    assert_eq!(combat, played(&state, text, StopCondition::CombatOver, 60, 1), "a seed is all it depends on");
    assert_ne!(combat, played(&state, text, StopCondition::CombatOver, 60, 2));
    assert!(combat.ends.iter().all(|(end, _)| end.finished && end.turns == 0));
    let exhausted = played(&state, text, StopCondition::SideExhausted, 40, 1);
    let over = |end: &wardiary_odds::odds::playout::FightEnd| {
        end.finished && end.sides.iter().any(|s| s.exhausted || s.wiped_out)
    };
    assert!(exhausted.ends.iter().all(|(end, _)| over(end)), "{:?}", exhausted.ends);
    let battle = played(&state, text, StopCondition::BattleOver, 30, 1);
    assert!(battle.ends.iter().any(|(end, _)| end.finished), "{:?}", battle.ends);
    // One phase of one unit against one, by hand: the combat is over when either is eliminated or three phases are
    // fought.
    let mut state = scenario("garrison");
    give(&mut state, "initiative", &[6, 1]);
    give(&mut state, "first Column", &[]);
    let stacks = played(&state, "conflict Vanguard v Garrison", StopCondition::CombatOver, 10, 1);
    assert!(stacks.ends.iter().all(|(end, _)| end.sides.iter().any(|side| side.strength > 0)), "{:?}", stacks.ends);
    assert!(Playout::new(&state, &order(&state, "initiative"), StopCondition::CombatOver).is_none());
}

#[test]
fn a_combat_of_one_phase_played_out_is_that_phase() {
    let mut state = scenario("tannenberg");
    give(&mut state, "rules change \"(scrud: (phases: 1))\"", &[]);
    let sure = forecast(&state, SMALL, &Effort::BATCH);
    let trials = 4000;
    let courses = played(&state, SMALL, StopCondition::CombatOver, trials, 3);
    for (at, side) in sure.sides.iter().enumerate() {
        let mean = courses.ends.mean(|end| f64::from(end.sides[at].strength));
        assert!((mean - side.strength).abs() < 0.2, "{mean} for {}", side.strength);
    }
}

/// An eliminated unit is named in no further phase, and the others fight on.
#[test]
fn a_combat_of_three_phases_played_out_goes_on_when_somebody_has_died() {
    let state = wardiary_harness_rules::field::field("", "A red, B v X, Y");
    let trials = 4000;
    let courses = played(&state, "scrud A + B v X + Y", StopCondition::CombatOver, trials, 5);
    let book = state.book();
    let roll = parse_roll("scrud 1 red + 1 white v 2 white phases 3", book, &assets::Shipped).expect("a roll");
    let question = wardiary_odds::odds::Question::from_roll(roll).asking_survivors();
    let sure = wardiary_odds::odds::answer(book, &question, &Effort::BATCH, Monitor::none()).expect("nobody cancels");
    let wardiary_odds::odds::Summary::Survivors { wiped_out, unhurt, .. } = sure.summary else {
        panic!("what is left")
    };
    let near = |what: &str, found: f64, p: f64| {
        // Five standard deviations.
        let bound = 5.0 * (p * (1.0 - p) / f64::from(u32::try_from(trials).expect("few"))).sqrt();
        assert!((found - p).abs() < bound, "{what}: {found} for {p}");
    };
    near("Red wiped out", courses.ends.chance(|end| end.sides[0].wiped_out), wiped_out.first);
    near("Blue wiped out", courses.ends.chance(|end| end.sides[1].wiped_out), wiped_out.second);
    // A demoted unit has lost no Strength Points, so a side is more often without losses than unhurt.
    assert!(courses.ends.chance(|end| end.sides[0].units == 0) > unhurt.first);
}

/// The cache computes the mean, the variance and the ranks of a roll once.
#[test]
fn figures_are_kept_by_roll() {
    let book = std::sync::Arc::new(Rulebook::default_rules());
    let mut known = StatisticsCache::new(std::sync::Arc::clone(&book));
    let ask = |known: &mut StatisticsCache, text: &str| {
        let roll = parse_roll(text, &book, &assets::Shipped).expect("a roll");
        known
            .statistics(&wardiary_odds::odds::Question::from_roll(roll), &Effort::BATCH, Monitor::none())
            .expect("nobody cancels")
    };
    let two = ask(&mut known, "2d6");
    close("mean", two.mean, 7.0);
    close("variance", two.variance, 35.0 / 6.0);
    assert_eq!(two.percentile(0.5), 7);
    assert!(std::sync::Arc::ptr_eq(&two, &ask(&mut known, "2d6+0")), "the same roll, written otherwise");
    let standing = two.rank(11);
    close("worse", standing.worse, 33.0 / 36.0);
    close("percentile", standing.percentile(), 34.0 / 36.0);
    assert_eq!(standing.describe_for_players(), "a lucky roll: only 8 of 100 are as good or better");
    // The mean of the percentile is one half, independent of the roll.
    let totals = sum::total(wardiary_base::dice::Dice(2, wardiary_base::dice::Die::D6), 0);
    close("fair", totals.mean(|total| two.rank(i64::from(*total)).percentile()), 0.5);
    let phase = ask(&mut known, "scrud 4 green v 8 yellow");
    assert!(phase.mean > 0.0 && phase.variance > 0.0);
    let rolled = parse_roll("scrud green v yellow", &book, &assets::Shipped).expect("a roll");
    let Ok(Step::NeedDice(request)) = resolve_roll(&book, &rolled, &[]) else { panic!("dice") };
    let fall = ScriptedDice { faces: [6, 1].into() }.roll(&request).expect("two faces");
    let Ok(Step::Done(outcome)) = resolve_roll(&book, &rolled, &[fall]) else { panic!("done") };
    let standing = known.rank(&rolled, &outcome, &Effort::BATCH, Monitor::none()).expect("nobody cancels");
    close("nothing is better", standing.better, 0.0);
}

/// A club's evening, 24 against 24 in three grades each: the first odds appear at once.
#[test]
fn a_club_sized_combat_is_estimated() {
    let state = scenario("grand-couronne");
    let text = "scrud French v Germans";
    let order = order(&state, text);
    assert!(forecast::estimate(&state, &order) > Cost { steps: 1_000_000 }, "{}", order_text(&state, &order));
    let simulated = forecast(&state, text, &Effort { exact: 0, trials: 200, seed: 0 });
    assert!(matches!(simulated.method, Method::Simulated { trials: 200, .. }) && simulated.units.len() > 10);
}
