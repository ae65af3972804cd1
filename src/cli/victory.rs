//! The part of `wardiary state` about the winner and the victory points.

use wardiary_base::text;
use wardiary_rules::{
    notation,
    state::{Score, State},
};

/// Describes how the campaign ended and the victory points; empty if there is neither.
pub(super) fn describe(state: &State) -> Vec<String> {
    let score = state.keeps_score().then(|| describe_score(state));
    notation::campaign_over_sentence(state).into_iter().chain(score).collect()
}

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
        format!("{} {}{parts}", state.name(score.side), score.total_words())
    };
    let sides: Vec<String> = state.score().into_iter().map(side).collect();
    let ahead = state.points_leader().map(|(side, by)| {
        let margin = state.book().victory.margins.name_for(by);
        let margin = margin.map_or(String::new(), |margin| format!(" ({})", text::sanitize(margin)));
        format!("; {} ahead by {by}{margin}", state.name(side))
    });
    format!("victory points: {}{}", sides.join(", "), ahead.unwrap_or_default())
}
