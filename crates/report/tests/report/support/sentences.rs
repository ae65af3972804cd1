//! Texts about support and arguments: accounts, hints, odds, completion. Source: RULES 2.4, 2.5.

use wardiary_base::{
    dice::{
        DiceRoll,
        source::{DiceSource, ScriptedDice},
    },
    sides::{BothSides, CombatSide},
};
use wardiary_diary::{
    assets,
    diary::{Entry, account},
};
use wardiary_harness_rules::field::{field, give};
use wardiary_odds::odds::{self, Case, Effort, Method, Monitor, Question};
use wardiary_rules::{
    event::Event,
    notation::{self, Instruction, completions, order_text, parse_instruction, refusal::describe},
    order::Order,
    rules::{FoughtPhase, OrderRoll, Resolution, Step, resolve},
    state::State,
};

fn order(state: &State, text: &str) -> Order {
    match parse_instruction(text, state) {
        Ok(Instruction::Order(order)) => order,
        other => panic!("{text}: {other:?}"),
    }
}

fn fall(state: &State, order: &Order, faces: &[u8]) -> DiceRoll {
    let Ok(Step::NeedDice(request)) = resolve(state, order, &[]) else { panic!("no dice are asked for") };
    ScriptedDice { faces: faces.iter().copied().collect() }.roll(&request).expect("the faces fit")
}

fn told(state: &State, text: &str, faces: &[u8]) -> (String, Vec<String>, Option<FoughtPhase>) {
    let order = order(state, text);
    assert_eq!(order_text(state, &order), text, "canonical");
    let dice: Vec<DiceRoll> = if faces.is_empty() { Vec::new() } else { vec![fall(state, &order, faces)] };
    let Ok(Step::Done(done)) = resolve(state, &order, &dice) else { panic!("{text}: not done") };
    let Resolution { events, rolled, after } = *done;
    let fought = rolled.and_then(OrderRoll::into_phase);
    let at = jiff::Timestamp::from_second(0).expect("a time");
    let entry = Entry {
        no: 1,
        after: None,
        at,
        by: None,
        order,
        dice,
        events,
        seal: wardiary_diary::diary::seal::Seal::default(),
    };
    let account = account(state, &entry, &after);
    (account.order_line, account.sentences, fought)
}

#[test]
fn a_supported_phase_is_told() {
    let state = field("", "A, G artillery, F aircraft v X, H artillery, D air-defence");
    let text = "scrud A support G counter H + F v X support H + D";
    let (headline, sentences, fought) = told(&state, text, &[3, 5, 6, 2, 3, 4]);
    assert_eq!(headline, text);
    assert_eq!(
        sentences,
        [
            "Red, supported by G and F, attacked Blue, supported by H and D",
            "counter-battery: G (5) v H (3): demoted and silenced",
            "air defence: D (4) v F (6): not stopped",
            "H demoted, white to yellow",
            "Red suffered no defeat, Blue suffered 2 defeats",
            "X demoted, white to red",
        ]
    );
    let fought = fought.expect("a phase was fought");
    // Only A and the aircraft v X are in the line; all six were thrown.
    assert_eq!(fought.parties.as_ref().map(|party| party.dice.len()), BothSides::new(2, 1));
    let thrown = BothSides::from_fn(|side| {
        fought.dice_with_owners(side).into_iter().map(|(id, die)| (state.name(id), die.score)).collect::<Vec<_>>()
    });
    assert_eq!(thrown.first, [("A".into(), 3), ("G".into(), 5), ("F".into(), 6)]);
    assert_eq!(thrown.second, [("X".into(), 2), ("H".into(), 3), ("D".into(), 4)]);
    assert_eq!(state.name(fought.owner(CombatSide::First, 0)), "A");
    assert_eq!(state.name(fought.owner(CombatSide::First, 1)), "F");
}

#[test]
fn an_argument_is_told() {
    let state = field("", "A v X");
    let text = "argue \"The supply columns are stuck\" by Red for \"rain, one road\" against \"they foraged\" roll 2d6 7+ then demote X 1 this combat";
    let (headline, sentences, _) = told(&state, text, &[5, 4]);
    assert_eq!(
        headline,
        "argued by Red: “The supply columns are stuck”; for it: rain, one road; against it: they foraged; 2d6 for 7+"
    );
    assert_eq!(sentences, ["9: the argument succeeds", "X: 1 grade down for a combat, now fighting as yellow"]);
    let (_, sentences, _) = told(&state, "argue \"The supply columns are stuck\" fails", &[]);
    assert_eq!(sentences, ["the argument fails"]);
}

#[test]
fn hints_say_what_to_do() {
    let mut state = field("", "A, G artillery v X, H artillery");
    let hint = |state: &State, text: &str| {
        let refusal = resolve(state, &order(state, text), &[]).expect_err("it is refused");
        let text = describe(&refusal, state);
        (text.reason, text.hint.unwrap_or_default())
    };
    for (text, what, advice) in [
        (
            "scrud A support G counter H v X",
            "the unit H does not fire in this phase, so counter-battery can't target it",
            "name it with its own side: `… v … support \"H\"`",
        ),
        ("scrud A support A v X", "A can't both fight and support", "name it once"),
        (
            "scrud A v X support G",
            "the unit G does not support Blue: it is on the other side",
            "name it after its own side’s force",
        ),
        (
            "scrud A support G counter X v X",
            "the unit X has the troop type infantry: counter-battery is declared against artillery",
            "air defence engages aircraft automatically once it is named as support",
        ),
        ("scrud G v X support X", "X can't both fight and support", "name it once"),
        (
            "argue \"x\" roll 2d6 20+",
            "a roll of 2d6 gives 2 to 12, so 20 leaves nothing to chance",
            "to decide it without a roll, write `succeeds` or `fails`",
        ),
    ] {
        assert_eq!(hint(&state, text), (what.into(), advice.into()), "{text}");
    }
    give(&mut state, "unit K for Red kind artillery").expect("it is mustered");
    assert_eq!(hint(&state, "scrud A support K v X").0, "the unit K is not in Field");
}

/// The odds of rolls with support against support, in 648ths: enumerated over all results of the dice, independent of
/// this program.
#[test]
fn odds_of_support() {
    let book = wardiary_base::book::Rulebook::default_rules();
    for (text, counted) in [
        (
            "scrud 1 white + counter-battery white v 1 white + artillery white",
            [([0, 0], 133), ([0, 1], 175), ([1, 0], 245), ([2, 0], 95)],
        ),
        (
            "scrud 1 white + aircraft white v 1 white + air-defence white",
            [([0, 0], 133), ([0, 1], 245), ([0, 2], 95), ([1, 0], 175)],
        ),
    ] {
        let roll = notation::parse_roll(text, &book, &assets::Shipped).expect("a roll");
        let answer = odds::answer(&book, &Question::from_roll(roll), &Effort::INTERACTIVE, Monitor::none())
            .expect("nobody stops it");
        assert_eq!(answer.method, Method::Exact, "{text}");
        assert_eq!(answer.cases.iter().count(), counted.len(), "{text}");
        for (defeats, of_648) in counted {
            let p = answer.cases.chance(|case| *case == Case::Defeats(defeats.into()));
            assert!((p - f64::from(of_648) / 648.0).abs() < 1e-12, "{text}, {defeats:?}: {p}");
        }
    }
}

#[test]
fn completion_goes_on() {
    let state = field("", "A, G artillery v X, H artillery");
    let offered = |text: &str| completions(text, &state).into_iter().map(|s| s.text).collect::<Vec<_>>();
    for (text, next) in [
        ("scrud A ", "support"),
        ("scrud A support ", "G"),
        ("scrud A support G ", "counter"),
        ("scrud A support G counter ", "H"),
        ("scrud A support G counter H ", "v"),
        ("argue \"x\" ", "by"),
        ("argue \"x\" ", "succeeds"),
        ("argue \"x\" roll 2d6 7+ ", "then"),
        ("argue \"x\" fails then ", "demote"),
    ] {
        assert!(offered(text).contains(&next.to_string()), "{text}: {:?}", offered(text));
    }
}

#[test]
fn a_forged_clash_does_not_fit() {
    let mut state = field("", "A, G artillery v X, H artillery");
    give(&mut state, "scrud A v X: 1 1").expect("a combat is opened");
    let read = |text: &str| ron::from_str::<Event>(text).expect("an event");
    for (text, fits) in [
        ("Supported(battle: 40, combat: 0, units: [12, 22])", true),
        (
            "Supported(battle: 40, combat: 0, units: [12, 22], clashes: [(what: CounterBattery, by: 12, at: 22, scores: (5, 3), effect: Demoted)])",
            true,
        ),
        ("Supported(battle: 40, combat: 1, units: [12])", false),
        ("Supported(battle: 40, combat: 0, units: [11])", false),
        ("Supported(battle: 40, combat: 0, units: [99])", false),
        (
            "Supported(battle: 40, combat: 0, units: [12], clashes: [(what: AirDefence, by: 12, at: 22, scores: (5, 3), effect: Silenced)])",
            false,
        ),
    ] {
        assert_eq!(state.clone().apply(&read(text)).is_ok(), fits, "{text}");
    }
}
