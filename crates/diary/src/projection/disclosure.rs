//! Decides which orders a side knows, and which dice it saw.

use super::{projection_pass::ProjectionPass, translate::Translate};
use crate::diary::Entry;
use wardiary_base::{
    dice::{DiceRoll, Origin},
    id::{Id, SideId},
    text,
};
use wardiary_rules::{
    event::Event,
    order::{MapOrder, Order, StackOrder, StaffOrder, TheatreOrder, VictoryOrder},
    state::State,
};

/// The order of an entry as the side knows it. An order that it may not know becomes a note that the side saw the
/// result.
pub(super) fn known_order(pass: &mut ProjectionPass, entry: &Entry) -> Order {
    let mut order = entry.order.given().clone();
    if let Order::Staff(staff) = &order
        && let Some(own) = by_staff(pass, staff)
    {
        return Order::Staff(own);
    }
    if let Order::Battle { contact: Some(number), .. } = &mut order {
        *number = pass.own_contact(*number);
    }
    let is_known = if pass.is_foggy() { is_open(pass, &mut order) } else { is_public(pass.viewer.0, &order) };
    if is_known && order.translate(&mut |id| pass.own_id(id)).is_some() {
        return order;
    }
    let side = pass.ids.id(pass.viewer.0.0).map_or_else(String::new, |own| pass.own_state.name(SideId(own)));
    Order::Note { text: format!("as {} saw it", text::display_name(&side)) }
}

/// An order for staff work that concerns the side, with the side's numbers.
fn by_staff(pass: &ProjectionPass, order: &StaffOrder) -> Option<StaffOrder> {
    let side = pass.viewer.0;
    let own = SideId(pass.ids.id(side.0)?);
    let orders = |number: &u32| super::event_projection::own_orders(pass.after, side, *number);
    match order {
        StaffOrder::Tell { sides, text, at: None } if sides.contains(&side) => {
            Some(StaffOrder::Tell { sides: vec![own], text: text.clone(), at: None })
        }
        StaffOrder::HandIn { side: whose, text, due } if *whose == side => {
            Some(StaffOrder::HandIn { side: own, text: text.clone(), due: *due })
        }
        StaffOrder::Done { number, why } => Some(StaffOrder::Done { number: orders(number)?, why: why.clone() }),
        StaffOrder::Refuse { number, why } => Some(StaffOrder::Refuse { number: orders(number)?, why: why.clone() }),
        StaffOrder::Tell { .. }
        | StaffOrder::HandIn { .. }
        | StaffOrder::Reveal { .. }
        | StaffOrder::Hide { .. }
        | StaffOrder::Grant { .. } => None,
    }
}

/// Without fog: whether the side hears an order. It does not hear what the referee notes or settles alone.
fn is_public(side: SideId, order: &Order) -> bool {
    match order {
        Order::Note { .. }
        | Order::Branch { .. }
        | Order::Staff(_)
        | Order::Clock(wardiary_rules::order::ClockOrder::Schedule { .. }) => false,
        Order::Argue(argument) => argument.by == Some(side),
        _ => !is_ruling(order),
    }
}

/// Under fog: whether the side hears an order. It hears its own, those in battles it takes part in, and those that all
/// sides give together. The words in an order are removed unless the order is its own.
fn is_open(pass: &ProjectionPass, order: &mut Order) -> bool {
    let side = pass.viewer.0;
    let state = pass.before;
    let own = |id: Id| state.side_of(id) == Some(side);
    match order {
        Order::Initiative { .. }
        | Order::First { .. }
        | Order::Pass { .. }
        | Order::EndTurn { .. }
        | Order::Battle { contact: None, .. }
        | Order::Reinforce { .. }
        | Order::EndBattle { .. }
        | Order::Scrud { .. }
        | Order::Reroll { .. }
        | Order::Withdraw { .. }
        | Order::Commit { .. }
        | Order::Object { .. }
        | Order::Volley(_) => !is_ruling(order),
        Order::Clock(wardiary_rules::order::ClockOrder::Advance { .. }) => {
            // Only the referee knows what was skipped.
            *order = Order::Clock(wardiary_rules::order::ClockOrder::Advance { anyway: false });
            true
        }
        Order::Edna { unit, .. } | Order::Retest { unit } => own((*unit).into()),
        Order::Test { who, .. } => who.iter().all(|id| own(*id)),
        Order::Stacks(stacks) => match stacks {
            StackOrder::Conflict { .. } | StackOrder::Strike { .. } | StackOrder::Round { .. } => !is_ruling(order),
            _ => stacks.names().into_iter().all(own) && !is_ruling(order),
        },
        Order::Map(map) => match map {
            MapOrder::Move { .. } | MapOrder::Face { .. } | MapOrder::Change { .. } => {
                map.names().into_iter().all(own) && !is_ruling(order)
            }
            _ => false,
        },
        Order::Theatre(TheatreOrder::March { force, .. } | TheatreOrder::Halt { force }) => own(*force),
        Order::Victory(VictoryOrder::EndCampaign { .. }) => true,
        Order::Argue(argument) => argument.by == Some(side),
        _ => false,
    }
}

/// Whether an order is a ruling of the referee, whose reason only the referee knows.
fn is_ruling(order: &Order) -> bool {
    match order {
        Order::Lose { .. }
        | Order::Restore { .. }
        | Order::Eliminate { .. }
        | Order::Regrade { .. }
        | Order::Shake { .. }
        | Order::Rally { .. }
        | Order::Refit(_)
        | Order::Consult { .. }
        | Order::Clock(
            wardiary_rules::order::ClockOrder::Give { .. } | wardiary_rules::order::ClockOrder::Settle { .. },
        ) => true,
        Order::Volley(volley) => volley.anyway.is_some(),
        Order::Map(map) => match map {
            MapOrder::Place { anyway, .. } | MapOrder::Move { anyway, .. } | MapOrder::Face { anyway, .. } => {
                anyway.is_some()
            }
            MapOrder::Terrain { .. } | MapOrder::Between { .. } | MapOrder::Objective { .. } => true,
            MapOrder::Change { .. } | MapOrder::LayOut { .. } => false,
        },
        Order::Stacks(
            StackOrder::Merge { anyway, .. }
            | StackOrder::Conflict { anyway, .. }
            | StackOrder::Strike { anyway, .. }
            | StackOrder::Join { anyway, .. },
        ) => anyway.is_some(),
        Order::Theatre(theatre) => match theatre {
            TheatreOrder::Station { .. }
            | TheatreOrder::Contact { .. }
            | TheatreOrder::SetAside { .. }
            | TheatreOrder::Objective { .. } => true,
            TheatreOrder::LayOut(_) | TheatreOrder::March { .. } | TheatreOrder::Halt { .. } => false,
        },
        _ => false,
    }
}

/// The dice that the side saw: in fights in which it rolled, too, and its own. Their positions in the stream are left
/// out, since gaps would count the dice it did not see.
pub(super) fn dice(pass: &mut ProjectionPass, entry: &Entry, is_order_known: bool) -> Vec<DiceRoll> {
    if !is_order_known {
        return Vec::new();
    }
    let all = !pass.is_foggy();
    let side = pass.viewer.0;
    let is_seen =
        |state: &State, fall: &DiceRoll| all || fall.who.iter().any(|owner| state.side_of(Id(owner.0)) == Some(side));
    let falls: Vec<&DiceRoll> = entry.dice.iter().filter(|fall| is_seen(pass.before, fall)).collect();
    // Some of an entry's rolls would be meaningless without the others.
    if falls.len() != entry.dice.len() {
        return Vec::new();
    }
    let order = entry.order.given();
    let fall = |fall: &DiceRoll| {
        let mut fall = DiceRoll { from: Origin::Shown, ..pass.redacted_dice(order, fall)? };
        fall.translate(&mut |id| pass.own_id(id)).map(|()| fall)
    };
    falls.into_iter().map(fall).collect::<Option<Vec<_>>>().unwrap_or_default()
}

/// All ids in an event.
pub(super) fn ids_in(event: &Event) -> Vec<u32> {
    let mut ids = Vec::new();
    let mut event = event.clone();
    event.translate(&mut |id| {
        ids.push(id);
        Some(id)
    });
    ids
}
