//! The score: the victory points of each side and their reasons, or how the campaign ended.

use super::{CampaignItem, CampaignRow, RowTone};
use wardiary_rules::{
    notation::{self, campaign_end_text},
    state::State,
};

/// `Score: Germans 3 ahead`, or how the campaign ended.
pub(super) fn title(state: &State) -> String {
    if state.ended().is_some() {
        return "Score: campaign over".into();
    }
    match state.points_leader() {
        Some((side, by)) => format!("Score: {} {by} ahead", state.name(side)),
        None if state.score().iter().any(|score| !score.is_known) => "Score: not all of it is known".into(),
        None => "Score: nobody is ahead".into(),
    }
}

/// A row for each side with points, after a row for the campaign's end if it is over.
pub fn rows(state: &State) -> Vec<CampaignRow> {
    let winner = state.ended().and_then(|end| end.decision.as_ref()?.award.winner());
    let ended = state.ended().map(|_| campaign_end_text(state).unwrap_or_else(|| "it is over".into()));
    let over = ended.map(|ended| notation::winner_first(state, winner, ended)).map(|text| CampaignRow {
        item: CampaignItem::End,
        lead: String::new(),
        text,
        tail: String::new(),
        details: String::new(),
        tone: RowTone::Urgent,
    });
    let kept = if state.keeps_score() { state.score() } else { Vec::new() };
    let row = |score: &wardiary_rules::state::Score| {
        let parts = [
            ("objectives", score.objectives),
            ("losses", score.losses),
            ("battles", score.battles),
            ("rulings", score.rulings),
        ];
        let told: Vec<String> =
            parts.iter().filter(|(_, points)| *points != 0).map(|(what, points)| format!("{what} {points}")).collect();
        CampaignRow {
            item: CampaignItem::Force(score.side.into()),
            lead: state.name(score.side),
            text: score.total_words(),
            tail: String::new(),
            details: told.join(", "),
            tone: RowTone::Plain,
        }
    };
    over.into_iter().chain(kept.iter().map(row)).collect()
}
