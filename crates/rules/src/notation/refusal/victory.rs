//! Refusals of orders that decide how a campaign ends. Source: RULES 7.

use super::{RefusalText, only, quoted, the};
use crate::{
    notation::campaign_over,
    rules::refusal::VictoryRefusal,
    state::{State, VictoryError},
};
use wardiary_base::text;

pub(super) fn describe(refusal: &VictoryRefusal, state: &State) -> RefusalText {
    match refusal {
        VictoryRefusal::CampaignOver => over(state),
        VictoryRefusal::BattlesOpen { battles } => {
            let open: Vec<String> =
                battles.iter().map(|battle| format!("{} is not over", the(state, *battle))).collect();
            let ends = battles.first().map_or(String::new(), |battle| quoted(&state.name(*battle)));
            only(text::list(&open)).hint(format!("end it first: `end battle in {ends}`"))
        }
        VictoryRefusal::Points { points, most } => {
            only(format!("a ruling gives or takes 1 to {most} victory points, not {points}"))
        }
    }
}

fn over(state: &State) -> RefusalText {
    let how = campaign_over(state).unwrap_or_else(|| "the campaign is over".into());
    only(how).hint(
        "notes can still be written; `goto` the entry before the end, or `undo` till it is taken back, and it goes on",
    )
}

/// Describes an invalid event of this kind.
pub(super) fn describe_error(error: VictoryError, state: &State) -> RefusalText {
    match error {
        VictoryError::CampaignOver => only("the campaign is over"),
        VictoryError::Decided { battle } => {
            only(format!("{} is under way, or it is decided who won it", the(state, battle)))
        }
        VictoryError::BattleOpen { battle } => only(format!("{} is not over", the(state, battle))),
    }
}
