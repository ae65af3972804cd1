//! The diary's statements are true. The test compares the arguments of every statement of random games with the states
//! before and after its entry. The statements are also complete: a copy of the numbers before, changed as the statements
//! say, equals the state after. `golden_sentences.rs` holds the words of each statement.

mod battles;
mod campaign;
mod ledger;
mod stacks;
mod theatre;
mod units;

use ledger::Ledger;
use std::{
    collections::BTreeSet,
    panic::{self, AssertUnwindSafe},
};
use wardiary_base::{
    book::{Rulebook, RulebookDraft},
    document,
};
use wardiary_diary::{
    assets,
    diary::{prose::Statement, steps::DiaryStep},
};
use wardiary_harness_diary::worn_units::{WornGame, header};
use wardiary_rules::event::Event;

/// Compares the statements about an entry with the states before and after it.
fn is_true(step: &DiaryStep) {
    let account = step.account();
    let mut ledger = Ledger::new(step, &account);
    for sentence in (0..step.entry.events.len()).flat_map(|at| step.sentences_at(at)) {
        match &sentence.statement {
            Statement::Battle(statement) => battles::check_battle(&mut ledger, statement),
            Statement::Campaign(statement) => campaign::check(&mut ledger, statement),
            Statement::Combat(statement) => battles::check_combat(&mut ledger, statement),
            Statement::Intel(statement) => panic!("only a side's own diary has {statement:?}"),
            Statement::Map(event) => stacks::check_map(&mut ledger, event),
            Statement::Stack(event) => stacks::check_stack(&mut ledger, event),
            Statement::Theatre(statement) => theatre::check(&ledger, statement),
            Statement::Unit(statement) => units::check(&mut ledger, statement),
        }
    }
    ledger.is_whole();
}

/// Settings laid over a shipped book, so that the statements of each setting occur.
const SETTINGS: &[(&str, &str)] = &[
    ("mouat", "(scrud: (rerolls: (dice: 2), carry: PerBattle), exhaustion: (exhausted_from: AtOnce))"),
    (
        "mouat",
        "(scrud: (dice_per: StrengthPoint, defeat: [LoseStrength(1), PushBack]), edna: (wear: (fire: 1, manoeuvre: 2), rerolls: 2), tests: (parallel: Objected))",
    ),
    (
        "campaign",
        "(stacks: (blows: Scrud, rounds_a_turn: 4), clock: (unit: \"day\"), recover: (strength: 1, edna: 2, grade: 1, when: Passed(1)), \
         lost_for_good: (share: 0.5, parts: 2), raise: (share: 0.5, after: 0), replacements: (pools: [(name: \"depot\", points: 9, gains: 2)], when: Passed(1)), \
         promote: (after: Battles(1)), supply: (levels: [(name: \"full\"), (name: \"low\", grade: -1, recovery: 0.5)]))",
    ),
    (
        "campaign",
        "(stacks: (blows: Scrud, rounds_a_turn: 4), victory: (decides: Losses, battle_margins: [(0, \"a rout\")], points: (loss: 1, battle: 3)))",
    ),
    (
        "campaign",
        "(clock: (unit: \"day\"), march: (allowance: 1), sight: (range: 1, memory: 1), promote: (after: Inflicted(2)), stacks: (blows: Scrud, rounds_a_turn: 2))",
    ),
    (
        "campaign",
        "(volley: (general_hit: D6, hits: AtMostOne), exhaustion: (fraction: (1, 3), reinforcements_count: true), victory: (decides: Broken))",
    ),
];

fn books() -> Vec<std::sync::Arc<Rulebook>> {
    let shipped = assets::RULEBOOKS.iter().map(|(name, _)| assets::rulebook(name, None).expect("it ships"));
    let changed = SETTINGS.iter().map(|(base, settings)| {
        let base = assets::rulebook(base, None).expect("it ships");
        let draft: RulebookDraft = document::read(settings).expect("it reads");
        draft.check(&base).expect("it is a book").into()
    });
    shipped.chain(changed).collect()
}

/// The kind of an event: its name.
fn kind(event: &Event) -> String {
    let text = format!("{event:?}");
    let outers = ["Stacks(", "Map(", "Refit(", "Victory(", "Theatre(", "Staff("];
    let inner = outers.into_iter().find_map(|outer| text.strip_prefix(outer));
    let text = inner.unwrap_or(&text);
    text.split([' ', '(']).next().unwrap_or_default().into()
}

fn every_statement_is_true(games: u8, orders: usize) {
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let mut untrue = Vec::new();
    for book in books() {
        for seed in 0..games {
            let mut game = WornGame::new(header(&book, seed.into()), seed);
            game.play(orders, |step| {
                seen.extend(step.entry.events.iter().map(kind));
                let held = panic::catch_unwind(AssertUnwindSafe(|| is_true(step)));
                if held.is_err() {
                    untrue.push(format!("{}, game {seed}: {}", book.name, step.account().order));
                }
            });
        }
    }
    assert!(untrue.is_empty(), "{} entries say what is not so:\n{}", untrue.len(), untrue.join("\n"));
    for event in RARELY.split(' ').filter(|_| games > 1).chain(OFTEN.split(' ')) {
        assert!(seen.contains(event), "{event} never happened: {seen:?}");
    }
}

/// Events that occur in every few games.
const OFTEN: &str = "\
    Argued Arrived Assigned BattleBegun BattleEnded ChangedHands CombatEnded CombatOpened ConflictOpened Demoted \
    EdnaTested Eliminated Exhausted FirstChosen Formed InitiativeWon Led Moved Placed PhaseBegun PhaseFought \
    PushedBack Regraded Renamed RoundEnded Shifted StrengthLost StrengthRestored Struck Supported Thrown TurnEnded \
    UnitMade Volleyed";

/// Events that only many games contain.
const RARELY: &str = "\
    Changed Committed DateSet DiceTested EdnaRuled Exposed Fled Held Joined Rotated Screened SideMade StackMade \
    StatsSet TerrainChanged Credited LostSight Marched Met Parted Recovered RoadChanged Sent Sighted Stationed \
    Delivered Granted HandedIn Hidden Refused Revealed Told";

#[test]
fn diary_statements_are_true() {
    every_statement_is_true(1, 450);
}

#[test]
#[ignore = "long: `cargo test --release -- --ignored`"]
fn diary_statements_are_true_in_many_games() {
    every_statement_is_true(40, 600);
}
