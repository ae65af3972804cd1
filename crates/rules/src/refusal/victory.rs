//! Refusals of orders that decide who has won, and of all others after the end of the campaign. Source: RULES 7.

use super::{RefusalText, kind_and_name, message, quoted_name, refusals};
use crate::{notation::campaign_over_sentence, state::State};
use wardiary_base::{id::BattleId, text};

refusals! {
    /// Why an order that decides who has won, or follows the end of the campaign, is refused.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum VictoryRefusal, |refusal, state| match refusal {
        CampaignOver => campaign_over(state),
        /// The campaign can't end while battles are open.
        BattlesOpen { battles: Vec<BattleId> } => {
            let open: Vec<String> =
                battles.iter().map(|battle| format!("{} is not over", kind_and_name(state, *battle))).collect();
            let ends = battles.first().map_or(String::new(), |battle| quoted_name(state, *battle));
            message(text::list(&open)).with_hint(format!("end it first: `end battle in {ends}`"))
        },
        /// The number of victory points is out of range.
        Points {
            points: u32,
            /// The most that one ruling can give or take.
            most: u32,
        } => {
            message(format!("a ruling gives or takes 1 to {most} victory points, not {points}"))
        },
    }
}

fn campaign_over(state: &State) -> RefusalText {
    let how = campaign_over_sentence(state).unwrap_or_else(|| "the campaign is over".into());
    message(how).with_hint(
        "notes can still be written; `goto` the entry before the end, or `undo` till it is taken back, and it goes on",
    )
}
