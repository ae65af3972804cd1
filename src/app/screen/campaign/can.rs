//! When something can be done on the Campaign screen, and why not.

use super::{choosing, table::CampaignScreen};
use crate::{
    app::{session::Session, shared_commands::is_writable},
    view::campaign::CampaignItem,
};

/// Whether there is anything to be done with what is chosen.
pub(super) fn can_choose(screen: &CampaignScreen, session: &Session) -> bool {
    match screen.chosen() {
        Some(
            CampaignItem::Offer(_)
            | CampaignItem::Scheduled(_)
            | CampaignItem::Proposed(_)
            | CampaignItem::Table(_)
            | CampaignItem::Contact(_),
        ) => is_writable(screen, session),
        Some(CampaignItem::Battle(_) | CampaignItem::Station(_)) => true,
        Some(item @ CampaignItem::Force(_)) => {
            let state = session.state();
            let folds = screen.chosen_force().is_none_or(|row| row.open.is_some());
            folds || choosing::map_of(state, &item).or(choosing::battle_of(state, &item).map(Into::into)).is_some()
        }
        Some(CampaignItem::End) | None => false,
    }
}

/// Whether time can go on.
pub(super) fn has_clock(screen: &CampaignScreen, session: &Session) -> bool {
    is_writable(screen, session) && session.state().book().clock.is_on()
}

/// Whether something of the calendar is chosen, or due.
pub(super) fn can_settle(screen: &CampaignScreen, session: &Session) -> bool {
    is_writable(screen, session) && choosing::to_settle(screen, session).is_some()
}

/// Whether an order is chosen that is proposed or due.
pub(super) fn can_give(screen: &CampaignScreen, session: &Session) -> bool {
    is_writable(screen, session) && choosing::to_give(screen, session).is_some()
}

/// Whether a proposal is chosen.
pub(super) fn on_proposal(screen: &CampaignScreen, session: &Session) -> bool {
    is_writable(screen, session)
        && matches!(
            screen.chosen(),
            Some(CampaignItem::Proposed(_) | CampaignItem::Table(_) | CampaignItem::Contact(_))
        )
}

/// Whether anything is proposed.
pub(super) fn has_proposals(screen: &CampaignScreen, session: &Session) -> bool {
    is_writable(screen, session) && !screen.proposed().is_empty()
}

/// Whether there are two who could fight.
pub(super) fn can_begin(screen: &CampaignScreen, session: &Session) -> bool {
    is_writable(screen, session) && session.state().sides().len() > 1
}

/// Whether there is something that can end.
pub(super) fn can_end(screen: &CampaignScreen, session: &Session) -> bool {
    is_writable(screen, session) && session.state().ended().is_none()
}

/// Whether what is chosen is a battle, or in one.
pub(super) fn can_fight(screen: &CampaignScreen, session: &Session) -> bool {
    screen.chosen().is_some_and(|item| choosing::battle_of(session.state(), &item).is_some())
}

/// Whether what is chosen stands on a map, or is fought on one.
pub(super) fn can_see_map(screen: &CampaignScreen, session: &Session) -> bool {
    screen.chosen().is_some_and(|item| choosing::map_of(session.state(), &item).is_some())
}

/// Whether somebody is chosen who can be picked.
pub(super) fn can_pick(screen: &CampaignScreen, session: &Session) -> bool {
    is_writable(screen, session) && screen.chosen_id().is_some()
}

/// Whether the forces have the keys.
pub(super) fn in_forces(screen: &CampaignScreen, _: &Session) -> bool {
    screen.chosen_force().is_some()
}

/// Whether there are stacks.
pub(super) fn has_stacks(_: &CampaignScreen, session: &Session) -> bool {
    !session.state().stacks().is_empty()
}

/// Whether there is an earlier entry.
pub(super) fn can_go_earlier(_: &CampaignScreen, session: &Session) -> bool {
    session.entry() != 0
}

/// Whether an earlier entry is looked at.
pub(super) fn is_past(_: &CampaignScreen, session: &Session) -> bool {
    session.review.is_some()
}

/// Why a command can't be done now.
pub(super) fn why_not(screen: &CampaignScreen, session: &Session, command: &str, help: &str) -> String {
    let state = session.state();
    let looks = ["campaign-fight", "campaign-map", "campaign-fold", "campaign-unfold"].contains(&command);
    let battles = matches!(screen.chosen(), Some(CampaignItem::Battle(_)));
    match command {
        _ if !looks && session.review.is_some() => "this is the past: Esc comes back to now".into(),
        _ if !looks && !session.save.is_writable() => "this save is open to be read only".into(),
        "campaign-advance" | "campaign-schedule" if !state.book().clock.is_on() => {
            "the rulebook has no clock yet; the calendar offers one".into()
        }
        "campaign-settle" => "nothing is due, and nothing of the calendar is chosen".into(),
        "campaign-give" => "choose an order that is proposed or due".into(),
        "campaign-leave" => "choose what is proposed".into(),
        "campaign-end" => "the campaign is over already".into(),
        "campaign-give-all" => "nothing is proposed".into(),
        "campaign-begin" => "there are no two sides yet".into(),
        "campaign-fight" => "choose a battle, or somebody who is in one".into(),
        "campaign-map" if battles => "it is not fought on a map".into(),
        "campaign-map" | "campaign-choose" if screen.chosen_id().is_some() => "it stands on no map".into(),
        "campaign-map" => "choose a battle on a map, or somebody who stands on one".into(),
        "campaign-pick" | "campaign-fold" | "campaign-unfold" => "choose somebody among the forces".into(),
        _ => format!("not possible now ({help} shows all keys)"),
    }
}
