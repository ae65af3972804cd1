//! Victory, in words. Source: RULES 7.

use wardiary_base::text;
use wardiary_rules::{
    event::VictoryEvent,
    notation::{battle_end_text, campaign_end_text},
    state::{Score, State},
};

pub(super) fn sentence(after: &State, event: &VictoryEvent) -> String {
    match event {
        VictoryEvent::BattleDecided { battle, .. } => {
            let how = after.battle(*battle).and_then(|battle| battle_end_text(after, battle));
            format!("the battle {}: {}", after.name(*battle), how.unwrap_or_default())
        }
        VictoryEvent::Scored { side, by } => {
            let many = usize::try_from(by.unsigned_abs()).unwrap_or(usize::MAX);
            let points = text::count(many, "victory point", "victory points");
            let total = after
                .score()
                .into_iter()
                .find(|score| score.side == *side)
                .map_or_else(String::new, Score::total_words);
            let to = if *by < 0 { "taken from" } else { "for" };
            format!("{points} {to} {}: {total} in all", after.name(*side))
        }
        VictoryEvent::CampaignEnded { .. } => {
            let how = campaign_end_text(after).map_or(String::new(), |how| format!(": {how}"));
            format!("the campaign ended{how}")
        }
    }
}
