//! The availability of the Campaign screen's commands, and the reasons why not.

use super::{choosing, table::CampaignScreen, whereabouts};
use crate::{
    command::not_now,
    session::Session,
    shared_commands::{self as shared, is_writable, takes_orders},
};
use wardiary_rules::state::State;
use wardiary_view::campaign::CampaignItem;

/// Whether something can be done with the selected row.
pub(super) fn can_choose(screen: &CampaignScreen, session: &Session) -> bool {
    match screen.chosen() {
        Some(CampaignItem::Orders(number)) => {
            is_going_on(screen, session) && choosing::is_waiting(session.state(), number)
        }
        Some(
            CampaignItem::Offer(_)
            | CampaignItem::Scheduled(_)
            | CampaignItem::Proposed(_)
            | CampaignItem::Table(_)
            | CampaignItem::Contact(_),
        ) => is_going_on(screen, session),
        Some(CampaignItem::Battle(_) | CampaignItem::Station(_) | CampaignItem::Sighting(..)) => true,
        Some(item @ CampaignItem::Force(_)) => {
            let state = session.state();
            let folds = screen.chosen_force().is_none_or(|row| row.open.is_some());
            folds
                || session.entry() != 0
                || whereabouts::map_of(state, &item).is_some()
                || whereabouts::battle_of(state, &item).is_some()
        }
        Some(CampaignItem::Composed(..) | CampaignItem::Message(_) | CampaignItem::Sketch(_) | CampaignItem::End)
        | None => false,
    }
}

/// Whether orders can be given: the view is at the head, and the campaign is not over.
pub(super) fn is_going_on(screen: &CampaignScreen, session: &Session) -> bool {
    is_writable(screen, session) && session.state().ended().is_none()
}

/// Whether the selected row is about somebody else.
pub(super) fn has_subject(screen: &CampaignScreen, session: &Session) -> bool {
    screen.chosen_force().is_none() && screen.subject(session.state()).is_some()
}

/// Whether the diary has entries to list about the selection.
pub(super) fn has_entries(screen: &CampaignScreen, session: &Session) -> bool {
    session.entry() != 0 && screen.subject(session.state()).is_some()
}

/// Whether the theatre has a network to draw.
pub(super) fn has_network(screen: &CampaignScreen, _: &Session) -> bool {
    screen.network.is_there()
}

pub(super) fn has_clock(screen: &CampaignScreen, session: &Session) -> bool {
    is_going_on(screen, session) && session.state().book().clock.is_on()
}

/// Whether something in the calendar is selected, or due.
pub(super) fn can_settle(screen: &CampaignScreen, session: &Session) -> bool {
    is_going_on(screen, session) && choosing::to_settle(screen, session).is_some()
}

/// Whether unanswered written orders are selected, or some are due.
pub(super) fn can_refuse(screen: &CampaignScreen, session: &Session) -> bool {
    is_going_on(screen, session) && choosing::to_refuse(screen, session).is_some()
}

/// Whether there is a side that can be sent a message.
pub(super) fn can_tell(screen: &CampaignScreen, session: &Session) -> bool {
    is_writable(screen, session) && !session.state().sides().is_empty()
}

/// Whether a proposed or due order is selected.
pub(super) fn can_give(screen: &CampaignScreen, session: &Session) -> bool {
    is_going_on(screen, session) && choosing::to_give(screen, session).is_some()
}

/// Whether a proposal is selected.
pub(super) fn on_proposal(screen: &CampaignScreen, session: &Session) -> bool {
    is_writable(screen, session) && matches!(screen.chosen(), Some(CampaignItem::Proposed(_)))
}

/// Whether there are proposals.
pub(super) fn has_proposals(screen: &CampaignScreen, session: &Session) -> bool {
    is_writable(screen, session) && !screen.proposed().is_empty()
}

/// Whether two opposing forces could fight.
pub(super) fn can_begin(screen: &CampaignScreen, session: &Session) -> bool {
    is_going_on(screen, session) && session.state().sides().len() > 1
}

/// Whether there is a battle or campaign that can end.
pub(super) fn can_end(screen: &CampaignScreen, session: &Session) -> bool {
    is_going_on(screen, session)
}

/// Whether the selection is a battle, or in one.
pub(super) fn can_fight(screen: &CampaignScreen, session: &Session) -> bool {
    screen.chosen().is_some_and(|item| whereabouts::battle_of(session.state(), &item).is_some())
}

/// Whether the selection stands on a map, or is fought on one.
pub(super) fn can_see_map(screen: &CampaignScreen, session: &Session) -> bool {
    let state = session.state();
    screen.chosen().is_some_and(|item| {
        whereabouts::map_of(state, &item).is_some()
            || (!screen.whole && whereabouts::on_network(state, &item).is_some())
    })
}

pub(super) fn can_pick(screen: &CampaignScreen, session: &Session) -> bool {
    takes_orders(screen, session) && screen.chosen_id().is_some()
}

pub(super) fn in_forces(screen: &CampaignScreen, _: &Session) -> bool {
    screen.chosen_force().is_some()
}

/// Whether the row can be folded or unfolded, or has neighbours to the left and right.
pub(super) fn can_go_aside(screen: &CampaignScreen, session: &Session) -> bool {
    screen.whole || in_forces(screen, session)
}

pub(super) fn has_stacks(_: &CampaignScreen, session: &Session) -> bool {
    !session.state().stacks().is_empty()
}

pub(super) fn can_go_earlier(_: &CampaignScreen, session: &Session) -> bool {
    session.entry() != 0
}

pub(super) fn is_past(_: &CampaignScreen, session: &Session) -> bool {
    session.is_reviewing()
}

/// Whether the selected row is closed: an end, a message, or answered written orders.
fn is_dealt_with(screen: &CampaignScreen, state: &State) -> bool {
    match screen.chosen() {
        Some(CampaignItem::End | CampaignItem::Message(_)) => true,
        Some(CampaignItem::Orders(number)) => !choosing::is_waiting(state, number),
        _ => false,
    }
}

/// Why a command is unavailable now.
pub(super) fn why_not(screen: &CampaignScreen, session: &Session, command: &str) -> String {
    let state = session.state();
    let own = command.strip_prefix("campaign-").unwrap_or(command);
    if let Some(looks) = shared::why_not_seen(own, session) {
        return looks.into();
    }
    let looks =
        ["fight", "map", "fold", "unfold", "fold-all", "card", "entries", "network", "record", "earlier", "later"];
    let looks = looks.contains(&own);
    let battles = matches!(screen.chosen(), Some(CampaignItem::Battle(_)));
    if let Some(why) = session.read_only().filter(|_| !looks && !session.is_reviewing()) {
        return why;
    }
    if let Some(why) = shared::why_not_done(own).filter(|_| !session.is_reviewing()) {
        return why.into();
    }
    match command {
        _ if !looks && session.is_reviewing() => "this is the past: Esc comes back to now".into(),
        "campaign-earlier" => "nothing is written before this".into(),
        "campaign-later" => "nothing is written after this".into(),
        "campaign-record" => "choose somebody among the forces for it; Tab goes to them".into(),
        "campaign-fold-all" => "there are no stacks".into(),
        "campaign-end" => "the campaign is over already".into(),
        "campaign-choose" if is_dealt_with(screen, state) => "there is nothing more to do about it".into(),
        "campaign-advance" | "campaign-schedule" | "campaign-begin" | "campaign-choose" | "campaign-settle"
        | "campaign-give" | "campaign-refuse"
            if state.ended().is_some() =>
        {
            "the campaign is over: only notes can be written".into()
        }
        "campaign-card" if screen.chosen_force().is_some() => "it is chosen already".into(),
        "campaign-card" | "campaign-entries" if screen.subject(state).is_none() => "this is about nobody".into(),
        "campaign-entries" => "nothing is written yet".into(),
        "campaign-network" => "the theatre is no network".into(),
        "campaign-advance" | "campaign-schedule" if !state.book().clock.is_on() => {
            "the rulebook has no clock yet; the calendar offers one".into()
        }
        "campaign-refuse" => "no written orders wait for an answer".into(),
        "campaign-tell" => "there is no side yet".into(),
        "campaign-settle" => "nothing is due, and nothing of the calendar is chosen".into(),
        "campaign-give" => choosing::why_not_given(screen, state),
        "campaign-leave" => "choose what is proposed".into(),
        "campaign-give-all" => "nothing is proposed".into(),
        "campaign-begin" => "there are no two sides yet".into(),
        "campaign-fight" => "choose a battle, or somebody who is in one".into(),
        "campaign-map" if screen.whole => "the network is shown already".into(),
        "campaign-map" if battles => "it is not fought on a map".into(),
        "campaign-choose" if screen.chosen_id().is_some() => "nothing is written of it yet".into(),
        "campaign-map" if screen.chosen_id().is_some() => "it stands on no map".into(),
        "campaign-map" => "choose a battle on a map, or somebody who stands on one".into(),
        "campaign-fold" | "campaign-unfold" => "only the forces fold up; Tab goes to them".into(),
        "campaign-pick" => "choose somebody among the forces, to be sent to a place or into a battle".into(),
        _ => not_now(),
    }
}
