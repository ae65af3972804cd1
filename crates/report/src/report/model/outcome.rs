//! Victory and victory points as JSON.

use serde_json::{Value, json};
use wardiary_rules::{
    event::{DecidedBy, Decision},
    state::{CampaignEnd, Score, State},
};

pub(super) fn end_json(end: &CampaignEnd) -> Value {
    json!({ "decision": end.decision.as_ref().map(decision_json), "why": end.outcome.as_deref() })
}

/// Who won, and what decided it.
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

pub(super) fn score_json(state: &State) -> Value {
    let side = |score: Score| {
        json!({
            "side": score.side,
            "objectives": score.objectives,
            "losses": score.losses,
            "battles": score.battles,
            "rulings": score.rulings,
            "total": score.total(),
            "known": score.is_known,
        })
    };
    let ahead = state
        .points_leader()
        .map(|(side, by)| json!({ "side": side, "by": by, "margin": state.book().victory.margins.name_for(by) }));
    json!({ "sides": state.score().into_iter().map(side).collect::<Vec<_>>(), "ahead": ahead })
}
