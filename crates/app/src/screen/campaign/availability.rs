//! The availability of the Campaign screen's commands.

use super::{
    confirm_list,
    screen_state::{self, CampaignScreen},
};
use crate::{
    command::{Availability, require},
    session::Session,
    shared_commands::{can_order_if, can_write, can_write_if},
};
use wardiary_view::campaign::{CampaignItem, CampaignPart};

pub(super) fn can_activate(screen: &CampaignScreen, session: &Session) -> Availability {
    if has_action(screen, session) {
        return Ok(());
    }
    can_write(screen, session)?;
    let is_closed = matches!(
        screen.selected_item(),
        Some(CampaignItem::End | CampaignItem::Message(_) | CampaignItem::Answered(_))
    );
    require(!is_closed, "there is nothing more to do about it")?;
    can_order(screen, session)?;
    require(screen.selected_id().is_none(), "the diary has no entries about it yet")?;
    Err("not possible now".into())
}

fn has_action(screen: &CampaignScreen, session: &Session) -> bool {
    match screen.selected_item() {
        // The side that wrote them can only take them back.
        Some(CampaignItem::Orders(_)) if session.state().viewer().is_some() => false,
        Some(
            CampaignItem::Missing(_)
            | CampaignItem::Orders(_)
            | CampaignItem::Scheduled(_)
            | CampaignItem::Proposed(_)
            | CampaignItem::Table(_)
            | CampaignItem::Contact(_),
        ) => can_order(screen, session).is_ok(),
        Some(
            CampaignItem::Battle(_)
            | CampaignItem::Station(_)
            | CampaignItem::Sighting(..)
            | CampaignItem::Contacts { .. },
        ) => true,
        Some(item @ CampaignItem::Force(_)) => {
            let state = session.state();
            let folds = screen.selected_force().is_none_or(|row| row.open.is_some());
            folds
                || session.entry() != 0
                || screen_state::map_target(state, &item).is_some()
                || screen_state::battle_of(state, &item).is_some()
        }
        Some(
            CampaignItem::Composed(..)
            | CampaignItem::Message(_)
            | CampaignItem::Answered(_)
            | CampaignItem::Estimate(_)
            | CampaignItem::End,
        )
        | None => false,
    }
}

/// Whether orders can be given: the view is at the head, and the campaign is not over.
pub(super) fn can_order(screen: &CampaignScreen, session: &Session) -> Availability {
    can_write(screen, session)?;
    require(session.state().ended().is_none(), "the campaign is over: only notes can be written")
}

pub(super) fn has_subject(screen: &CampaignScreen, session: &Session) -> Availability {
    require(screen.selected_force().is_none(), "it is already chosen")?;
    is_about_other_force(screen, session)
}

fn is_about_other_force(screen: &CampaignScreen, session: &Session) -> Availability {
    require(screen.subject(session.state()).is_some(), "this is not about a force")
}

pub(super) fn has_entries(screen: &CampaignScreen, session: &Session) -> Availability {
    is_about_other_force(screen, session)?;
    require(session.entry() != 0, "the diary has no entries yet")
}

pub(super) fn has_clock(screen: &CampaignScreen, session: &Session) -> Availability {
    can_order(screen, session)?;
    let is_on = session.state().book().clock.is_on();
    require(is_on, "the rulebook has no clock yet; the calendar offers one")
}

/// Whether something in the calendar is selected, or due.
pub(super) fn can_settle(screen: &CampaignScreen, session: &Session) -> Availability {
    can_order(screen, session)?;
    let due = confirm_list::item_to_settle(screen, session);
    require(due.is_some(), "nothing is due, and no item of the calendar is chosen")
}

/// Whether unanswered written orders are selected, or some are due.
pub(super) fn can_refuse(screen: &CampaignScreen, session: &Session) -> Availability {
    can_order(screen, session)?;
    require(!confirm_list::requests_to_refuse(screen, session).is_empty(), "no written orders wait for an answer")
}

pub(super) fn can_give(screen: &CampaignScreen, session: &Session) -> Availability {
    can_order(screen, session)?;
    if screen.panes.focus == CampaignPart::Inbox && !screen.picked_orders.is_empty() {
        return Ok(());
    }
    match confirm_list::order_to_give(screen, session) {
        Some(_) => Ok(()),
        None => Err(confirm_list::why_not_given(screen, session.state()).into()),
    }
}

pub(super) fn has_sides(screen: &CampaignScreen, session: &Session) -> Availability {
    can_write_if(screen, session, !session.state().sides().is_empty(), "there is no side yet")
}

pub(super) fn can_give_all(screen: &CampaignScreen, session: &Session) -> Availability {
    can_write_if(
        screen,
        session,
        screen.panes.focus == CampaignPart::Inbox || !screen.proposals().is_empty(),
        "nothing is proposed",
    )
}

pub(super) fn can_begin(screen: &CampaignScreen, session: &Session) -> Availability {
    can_order(screen, session)?;
    require(session.state().sides().len() > 1, "there are not two sides yet")
}

pub(super) fn can_see_battle(screen: &CampaignScreen, session: &Session) -> Availability {
    let fights = screen.selected_item().is_some_and(|item| screen_state::battle_of(session.state(), &item).is_some());
    require(fights, "choose a battle, or a unit in one")
}

pub(super) fn can_see_map(screen: &CampaignScreen, session: &Session) -> Availability {
    let (state, chosen) = (session.state(), screen.selected_item());
    let is_on_map = chosen.as_ref().is_some_and(|item| {
        screen_state::map_target(state, item).is_some()
            || (!screen.is_network_zoomed && screen_state::station_of(state, item).is_some())
    });
    let why = match chosen {
        _ if screen.is_network_zoomed => "the network is already shown",
        Some(CampaignItem::Battle(_)) => "this battle is not fought on a map",
        _ if screen.selected_id().is_some() => "it is not on a map",
        _ => "choose a battle on a map, or a unit on one",
    };
    require(is_on_map, why)
}

pub(super) fn can_pick(screen: &CampaignScreen, session: &Session) -> Availability {
    can_order_if(screen, session, || {
        let why = "choose a side, stack or unit among the forces, to send it to a place or into a battle, or orders to answer";
        let is_orders = matches!(screen.selected_item(), Some(CampaignItem::Orders(_)));
        require(is_orders || screen.selected_id().is_some(), why)
    })
}

/// Whether the row can be folded or unfolded, or has neighbours to the left and right.
pub(super) fn can_go_sideways(screen: &CampaignScreen, _: &Session) -> Availability {
    let is_place = matches!(screen.selected_item(), Some(CampaignItem::Contacts { .. }));
    let is_aside = screen.is_network_zoomed || screen.selected_force().is_some() || is_place;
    require(is_aside, "only the forces, and many contacts at one place, can be folded; Tab goes to them")
}
