//! Words for how battles and combats end, shared by screens, the diary, the command line and refusals.

use crate::{
    event::{BattleEnd, CombatEnd, DecidedBy},
    order::Award,
    state::{Battle, Contingent, State},
};
use wardiary_base::{id::SideId, text};

/// How a battle ended; `None` while it is open, or if the order that ended it gives no result.
pub fn battle_end_text(state: &State, battle: &Battle) -> Option<String> {
    battle_end_variants(state, battle).into_iter().next()
}

/// Variants of [`battle_end_text`] for less and less room: with reasons, with the margin, with the winner only.
pub fn battle_end_variants(state: &State, battle: &Battle) -> Vec<String> {
    let Some(end) = battle.ended else { return Vec::new() };
    let ended = match end {
        BattleEnd::Called => None,
        BattleEnd::AllExhausted => Some("all sides exhausted".to_string()),
        BattleEnd::NoneLeft(side) => Some(format!("{} has nobody left", state.name(side))),
    };
    let outcome_quote = battle.outcome.as_ref().map(|outcome| format!("“{outcome}”"));
    let Some(decision) = &battle.decision else { return ended.or(outcome_quote).into_iter().collect() };
    let decided = match decision.by {
        DecidedBy::Word | DecidedBy::Standing | DecidedBy::Points => None,
        DecidedBy::Exhaustion => ended.is_none().then(|| exhausted_text(state, battle)),
        DecidedBy::Losses => Some(format!("SP lost: {}", losses_text(state, battle))),
    };
    let why: Vec<String> = [ended, outcome_quote, decided].into_iter().flatten().collect();
    let (won, margin) = award_text(state, &decision.award);
    let with_margin = format!("{won}{margin}");
    vec![with_reasons(with_margin.clone(), &why), with_margin, won]
}

/// `won by Germans` and `, a decisive victory`; `drawn`
fn award_text(state: &State, award: &Award) -> (String, String) {
    let Award::Won { side, margin } = award else { return ("drawn".into(), String::new()) };
    let margin = margin.as_ref().map_or(String::new(), |margin| format!(", {}", victory_text(&margin.to_string())));
    (format!("won by {}", state.name(*side)), margin)
}

/// Puts the winner first, so that a cut does not lose the name: `Germans won, a decisive victory`.
pub fn winner_first(state: &State, winner: Option<SideId>, ended: String) -> String {
    let Some(winner) = winner.map(|side| state.name(side)) else { return ended };
    let rest = ended.strip_prefix("won by ").and_then(|ended| ended.strip_prefix(winner.as_str()));
    rest.map(|rest| format!("{winner} won{rest}")).unwrap_or(ended)
}

/// `a narrow victory`. A margin of several words stays as it is: `a rout`.
fn victory_text(margin: &str) -> String {
    let margin = margin.trim();
    if margin.contains(char::is_whitespace) || !margin.chars().all(char::is_alphabetic) {
        return margin.into();
    }
    format!("{} victory", text::with_article(margin))
}

fn with_reasons(what: String, why: &[String]) -> String {
    if why.is_empty() { what } else { format!("{what} ({})", why.join("; ")) }
}

fn exhausted_text(state: &State, battle: &Battle) -> String {
    let names: Vec<String> = battle.contingents.iter().filter(|c| c.exhausted).map(|c| state.name(c.side)).collect();
    if names.is_empty() { "no side exhausted".into() } else { format!("exhausted: {}", text::list(&names)) }
}

/// The Strength Points lost: `Germans 3, Russians 11`; `Russians ?` if that is not known.
fn losses_text(state: &State, battle: &Battle) -> String {
    let lost = |c: &Contingent| state.strength_lost_in(battle, c).map_or_else(|| "?".into(), |lost| lost.to_string());
    let of_side = |c: &Contingent| format!("{} {}", state.name(c.side), lost(c));
    battle.contingents.iter().map(of_side).collect::<Vec<_>>().join(", ")
}

/// The victory points: `Germans 14, Russians 3`
fn points_text(state: &State) -> String {
    let points = state.score().into_iter().map(|score| format!("{} {}", state.name(score.side), score.total_words()));
    points.collect::<Vec<_>>().join(", ")
}

/// How the campaign ended; `None` while it is open, or if the order that ended it gives no result.
pub fn campaign_end_text(state: &State) -> Option<String> {
    let end = state.ended()?;
    let outcome_quote = end.outcome.as_ref().map(|outcome| format!("“{outcome}”"));
    let Some(decision) = &end.decision else { return outcome_quote };
    let decided = (decision.by == DecidedBy::Points).then(|| format!("victory points: {}", points_text(state)));
    let why: Vec<String> = [outcome_quote, decided].into_iter().flatten().collect();
    let (won, margin) = award_text(state, &decision.award);
    Some(with_reasons(won + &margin, &why))
}

/// A sentence that the campaign is over and how it ended; `None` for an open campaign.
pub fn campaign_over_sentence(state: &State) -> Option<String> {
    state.ended()?;
    let how = campaign_end_text(state).map_or(String::new(), |how| format!(": {how}"));
    Some(format!("the campaign is over{how}"))
}

/// Why a battle is over; `None` for an open battle.
pub fn battle_over_reason(state: &State, battle: &Battle) -> Option<String> {
    battle.ended?;
    Some(battle_end_text(state, battle).unwrap_or_else(|| "ended by an order".into()))
}

/// A line that a battle is over, and why; `None` for an open battle.
pub fn battle_over_line(state: &State, battle: &Battle) -> Option<String> {
    battle_over_reason(state, battle).map(|why| format!("{} is over: {why}", battle.name))
}

/// Variants of [`battle_over_line`] for less and less room; empty for an open battle.
pub fn battle_over_line_variants(state: &State, battle: &Battle) -> Vec<String> {
    let shorter = battle_end_variants(state, battle);
    let shorter = shorter.iter().skip(1).map(|how| format!("{} is over: {how}", battle.name));
    battle_over_line(state, battle).into_iter().chain(shorter).collect()
}

/// Why a combat is over. `phases` is the number of its phases, if it should be named.
pub fn combat_end_reason(state: &State, how: CombatEnd, phases: Option<u8>) -> String {
    match how {
        CombatEnd::PhasesUsed => match phases {
            Some(1) => "its phase has been fought".into(),
            Some(phases) => format!("its {phases} phases have been fought"),
            None => "over for this turn".into(),
        },
        CombatEnd::Withdrew(side) => format!("{} withdrew", state.name(side)),
        CombatEnd::NoneLeft(side) => format!("{} had no unit left in it", state.name(side)),
        CombatEnd::TimeUp => "it was broken off".into(),
    }
}

/// A sentence for the entry that ends a combat. `there` is ` in First day` if the battle must be named, or empty.
pub fn combat_end_sentence(state: &State, how: CombatEnd, there: &str) -> String {
    match how {
        CombatEnd::PhasesUsed => format!("the combat{there} is over for this turn"),
        CombatEnd::Withdrew(side) => format!("{} withdrew from the combat{there}", state.name(side)),
        CombatEnd::NoneLeft(side) => format!("the combat{there} is over: {} has nobody left in it", state.name(side)),
        CombatEnd::TimeUp => format!("the combat{there} was broken off"),
    }
}
