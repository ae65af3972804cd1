//! The results of battles and campaigns, in prose.

use super::{names, narration::sentence};
use wardiary_base::{book::Mechanism, text};
use wardiary_rules::{
    event::{BattleEnd, Decision},
    order::Award,
    state::{Battle, Score, State},
};

/// The end of a part of a battle that goes on in entries that are not reported. `turn` is that of the last reported
/// entry.
pub(super) fn part_ending(state: &State, battle: &Battle, turn: Option<u32>) -> String {
    match turn.filter(|_| state.book().uses(Mechanism::Turns)) {
        Some(turn) if battle.turn > turn => format!("The part told here ends with turn {turn}."),
        Some(turn) => format!("The part told here ends in turn {turn}."),
        None => "The part told here ends before the battle does.".into(),
    }
}

/// How a battle ended, a sentence each: the winner, in the words of the player who ended it, and the reason.
pub(super) fn battle_ending(state: &State, battle: &Battle) -> Vec<String> {
    let in_turn = if state.book().uses(Mechanism::Turns) { format!(" in turn {}", battle.turn) } else { String::new() };
    let Some(over) = battle.ended else {
        return vec![format!("Here the diary stops{in_turn}, with the battle undecided.")];
    };
    let won = battle.decision.as_ref().map_or_else(String::new, |decision| victory_phrase(state, decision));
    let mut text = vec![format!("The battle ended{in_turn}{won}.")];
    text.extend(outcome_quote(battle.outcome.as_deref()));
    text.extend(match over {
        BattleEnd::Called => None,
        BattleEnd::AllExhausted => Some("Every side was exhausted.".into()),
        BattleEnd::NoneLeft(side) => Some(format!("Nobody of {} was left.", names::with_article(&state.name(side)))),
    });
    text
}

pub(super) fn campaign_ending(state: &State) -> Vec<String> {
    let Some(end) = state.ended() else { return Vec::new() };
    let won = end.decision.as_ref().map_or_else(String::new, |decision| victory_phrase(state, decision));
    let mut text = vec![format!("the campaign ended{won}.")];
    text.extend(outcome_quote(end.outcome.as_deref()));
    if state.keeps_score() {
        let side = |score: Score| format!("{} {}", names::with_article(&state.name(score.side)), score.total_words());
        let sides: Vec<String> = state.score().into_iter().map(side).collect();
        text.push(format!("Victory points: {}.", text::list(&sides)));
    }
    text
}

/// `, a crushing victory for the French`
fn victory_phrase(state: &State, decision: &Decision) -> String {
    let Award::Won { side, margin } = &decision.award else { return " in a draw".into() };
    let side = names::with_article(&state.name(*side));
    // The rulebook names margins freely; treat a single lower-case word as an adjective.
    match margin.as_deref().map(text::sanitize) {
        Some(margin) if !margin.is_empty() && margin.chars().all(|c| c.is_ascii_lowercase()) => {
            format!(" in {} victory for {side}", text::with_article(&margin))
        }
        Some(margin) => format!(" in a victory for {side} ({margin})"),
        None => format!(" in a victory for {side}"),
    }
}

/// What the player who ended it wrote, verbatim.
fn outcome_quote(outcome: Option<&str>) -> Option<String> {
    let message = outcome.map(|outcome| text::sanitize(outcome.trim())).filter(|message| !message.is_empty())?;
    Some(format!("“{}”", sentence(&text::capitalized(&message))))
}
