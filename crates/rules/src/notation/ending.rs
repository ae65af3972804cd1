//! How battles and combats end, in words: the one place that phrases it, for screens, the diary, the command line and
//! refusals.

use crate::{
    event::{BattleEnd, CombatEnd, DecidedBy},
    order::Award,
    state::{Battle, State},
};
use wardiary_base::{id::SideId, text};

/// How a battle ended: who won it, and why, as far as anything says; `None` while it is under way, and where it was ended by
/// an order that does not say.
#[must_use]
pub fn battle_end(state: &State, battle: &Battle) -> Option<String> {
    battle_end_shortened(state, battle).into_iter().next()
}

/// The same in ever fewer words, for where there is little room: with the reasons, with the margin, and who won it alone.
#[must_use]
pub fn battle_end_shortened(state: &State, battle: &Battle) -> Vec<String> {
    let Some(end) = battle.over else { return Vec::new() };
    let ended = match end {
        BattleEnd::Called => None,
        BattleEnd::AllExhausted => Some("all sides exhausted".to_string()),
        BattleEnd::NoneLeft(side) => Some(format!("nobody left of {}", state.name(side))),
    };
    let said = battle.outcome.as_deref().map(|outcome| format!("“{}”", text::sanitize(outcome)));
    let Some(decision) = &battle.decision else { return ended.or(said).into_iter().collect() };
    let decided = match decision.by {
        DecidedBy::Word | DecidedBy::Standing | DecidedBy::Points => None,
        DecidedBy::Exhaustion => ended.is_none().then(|| exhausted(state, battle)),
        DecidedBy::Losses => Some(format!("SP lost: {}", lost(state, battle))),
    };
    let why: Vec<String> = [ended, said, decided].into_iter().flatten().collect();
    let (won, margin) = award(state, &decision.award);
    let with_margin = format!("{won}{margin}");
    vec![with_reasons(with_margin.clone(), &why), with_margin, won]
}

/// `won by Germans` and `, a decisive victory`; `drawn`
#[must_use]
fn award(state: &State, award: &Award) -> (String, String) {
    let Award::Won { side, margin } = award else { return ("drawn".into(), String::new()) };
    let margin = margin.as_deref().map_or(String::new(), |margin| format!(", {}", victory(&text::sanitize(margin))));
    (format!("won by {}", state.name(*side)), margin)
}

/// How it ended with who won it before anything else, so that the name is cut last: `Germans won, a decisive victory`.
#[must_use]
pub fn winner_first(state: &State, winner: Option<SideId>, ended: String) -> String {
    let Some(winner) = winner.map(|side| state.name(side)) else { return ended };
    let rest = ended.strip_prefix("won by ").and_then(|ended| ended.strip_prefix(winner.as_str()));
    rest.map(|rest| format!("{winner} won{rest}")).unwrap_or(ended)
}

/// `a narrow victory`; what is more than a word stands as it is: `a rout`.
fn victory(margin: &str) -> String {
    let margin = margin.trim();
    if margin.contains(char::is_whitespace) || !margin.chars().all(char::is_alphabetic) {
        return margin.into();
    }
    format!("{} victory", text::indefinite(margin))
}

fn with_reasons(what: String, why: &[String]) -> String {
    if why.is_empty() { what } else { format!("{what} ({})", why.join("; ")) }
}

/// Who was exhausted when a battle was ended.
fn exhausted(state: &State, battle: &Battle) -> String {
    let names: Vec<String> = battle.contingents.iter().filter(|c| c.exhausted).map(|c| state.name(c.side)).collect();
    if names.is_empty() { "no side exhausted".into() } else { format!("exhausted: {}", text::list(&names)) }
}

/// `Germans 3, Russians 11`
fn lost(state: &State, battle: &Battle) -> String {
    let lost = battle.contingents.iter().map(|c| format!("{} {}", state.name(c.side), state.lost_in(battle, c)));
    lost.collect::<Vec<_>>().join(", ")
}

/// `Germans 14, Russians 3`: the victory points.
#[must_use]
fn points(state: &State) -> String {
    let points = state.score().into_iter().map(|score| format!("{} {}", state.name(score.side), score.total_words()));
    points.collect::<Vec<_>>().join(", ")
}

/// How the campaign ended, as far as anything says; `None` while it goes on, and where it was ended by an order that does
/// not say.
#[must_use]
pub fn campaign_end(state: &State) -> Option<String> {
    let end = state.ended()?;
    let said = end.outcome.as_deref().map(|outcome| format!("“{}”", text::sanitize(outcome)));
    let Some(decision) = &end.decision else { return said };
    let decided = (decision.by == DecidedBy::Points).then(|| format!("victory points: {}", points(state)));
    let why: Vec<String> = [said, decided].into_iter().flatten().collect();
    let (won, margin) = award(state, &decision.award);
    Some(with_reasons(won + &margin, &why))
}

/// That the campaign is over, and how it ended; `None` while it goes on.
#[must_use]
pub fn campaign_over(state: &State) -> Option<String> {
    state.ended()?;
    let how = campaign_end(state).map_or(String::new(), |how| format!(": {how}"));
    Some(format!("the campaign is over{how}"))
}

/// Why a battle is over, said afterwards; `None` while it is under way.
#[must_use]
pub fn battle_over(state: &State, battle: &Battle) -> Option<String> {
    battle.over?;
    Some(battle_end(state, battle).unwrap_or_else(|| "ended by an order".into()))
}

/// That a battle is over, and why, in a line; `None` while it is under way.
#[must_use]
pub fn battle_is_over(state: &State, battle: &Battle) -> Option<String> {
    battle_over(state, battle).map(|why| format!("{} is over: {why}", battle.name))
}

/// The same in ever fewer words; nothing while it is under way.
#[must_use]
pub fn battle_is_over_shortened(state: &State, battle: &Battle) -> Vec<String> {
    let shorter = battle_end_shortened(state, battle);
    let shorter = shorter.iter().skip(1).map(|how| format!("{} is over: {how}", battle.name));
    battle_is_over(state, battle).into_iter().chain(shorter).collect()
}

/// Why a combat is over, said afterwards. `phases` is how many it had, where that is worth saying.
#[must_use]
pub fn combat_end(state: &State, how: CombatEnd, phases: Option<u8>) -> String {
    match how {
        CombatEnd::PhasesUsed => match phases {
            Some(1) => "its phase is fought".into(),
            Some(phases) => format!("its {phases} phases are fought"),
            None => "its phases are fought".into(),
        },
        CombatEnd::Withdrew(side) => format!("{} withdrew", state.name(side)),
        CombatEnd::NoneLeft(side) => format!("nobody was left of {} in it", state.name(side)),
        CombatEnd::TimeUp => "it was broken off".into(),
    }
}

/// That a combat ends, as the diary says it of the entry in which it happens; `there` is ` in First day` where it must be said
/// in which battle.
#[must_use]
pub fn combat_ends(state: &State, how: CombatEnd, there: &str) -> String {
    match how {
        CombatEnd::PhasesUsed => format!("the combat{there} is over for this turn"),
        CombatEnd::Withdrew(side) => format!("{} withdrew from the combat{there}", state.name(side)),
        CombatEnd::NoneLeft(side) => format!("the combat{there} is over: nobody left of {} in it", state.name(side)),
        CombatEnd::TimeUp => format!("the combat{there} was broken off"),
    }
}
