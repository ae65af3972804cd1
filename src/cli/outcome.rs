//! What `wardiary state` says of who has won, and of victory points.

use crate::{
    event::{DecidedBy, Decision},
    notation,
    state::{CampaignEnd, Score, State},
    text,
};
use serde_json::{Value, json};

/// How the campaign ended.
pub(super) fn end_json(end: &CampaignEnd) -> Value {
    json!({ "decision": end.decision.as_ref().map(decision_json), "why": end.outcome.as_deref() })
}

/// How the campaign ended, and the victory points, in lines; nothing where there is neither.
pub(super) fn describe(state: &State) -> Vec<String> {
    let score = state.keeps_score().then(|| describe_score(state));
    notation::campaign_over(state).into_iter().chain(score).collect()
}

/// Who won and what decided it.
pub(super) fn decision_json(decision: &Decision) -> Value {
    let by = match decision.by {
        DecidedBy::Word => "word",
        DecidedBy::Standing => "standing",
        DecidedBy::Exhaustion => "exhaustion",
        DecidedBy::Losses => "losses",
        DecidedBy::Points => "points",
    };
    json!({ "winner": decision.award.winner(), "margin": decision.award.margin(), "by": by })
}

/// The victory points.
pub(super) fn score_json(state: &State) -> Value {
    let side = |score: Score| {
        json!({
            "side": score.side,
            "objectives": score.objectives,
            "losses": score.losses,
            "battles": score.battles,
            "rulings": score.rulings,
            "total": score.total(),
        })
    };
    let ahead = state
        .ahead()
        .map(|(side, by)| json!({ "side": side, "by": by, "margin": state.book().victory.margins.of(by) }));
    json!({ "sides": state.score().into_iter().map(side).collect::<Vec<_>>(), "ahead": ahead })
}

/// `victory points: Germans 14 (objectives 6, losses 8), Russians 0; Germans ahead by 14 (decisive)`
fn describe_score(state: &State) -> String {
    let side = |score: Score| {
        let parts = [
            ("objectives", score.objectives),
            ("losses", score.losses),
            ("battles", score.battles),
            ("rulings", score.rulings),
        ];
        let parts = parts.into_iter().filter(|(_, points)| *points != 0);
        let parts: Vec<String> = parts.map(|(what, points)| format!("{what} {points}")).collect();
        let parts = if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) };
        format!("{} {}{parts}", state.name(score.side), score.total())
    };
    let sides: Vec<String> = state.score().into_iter().map(side).collect();
    let ahead = state.ahead().map(|(side, by)| {
        let margin = state.book().victory.margins.of(by);
        let margin = margin.map_or(String::new(), |margin| format!(" ({})", text::sanitize(margin)));
        format!("; {} ahead by {by}{margin}", state.name(side))
    });
    format!("victory points: {}{}", sides.join(", "), ahead.unwrap_or_default())
}
