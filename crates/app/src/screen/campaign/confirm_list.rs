//! The actions of Enter and the keys on the selection of the Campaign screen: open orders in the order line, or go to
//! the battle or the map.

use super::{
    navigation,
    screen_state::{CampaignScreen, battle_of, map_target, station_of},
};
use crate::{
    component::{Action, Actions, Context as _, effect},
    effect::Effect,
    motion::Motion,
    notice::Notice,
    overlay::{
        listing::Listing,
        order_form::OrderForm,
        order_line::{FORCES, OrderLine, force_names},
    },
    screen::ScreenName,
    session::Session,
    shared_commands::can_order,
};
use std::collections::BTreeSet;
use wardiary_base::{
    ground::Station,
    id::{Id, StackId},
    text,
};
use wardiary_diary::{
    diary::{Account, EntryNo},
    error::UserError,
};
use wardiary_rules::{
    notation::{self, Instruction, refusal},
    order::{Order, StaffOrder},
    rules::{self, Step},
    state::{Battle, EntityKind, State},
};
use wardiary_view::campaign::{self, CampaignItem, CampaignPart};

/// Activates the selection: a due or offered order opens in the order line, a battle is shown, forces fold or unfold,
/// and a unit is shown in its battle, on its map, or else in the diary.
pub(super) fn activate(screen: &mut CampaignScreen, session: &mut Session) -> Actions<Session> {
    match screen.selected_item() {
        Some(CampaignItem::Missing(order)) => OrderForm::open_action(&order, session),
        Some(CampaignItem::Proposed(proposal)) => {
            OrderLine::open_action(notation::order_text(session.state(), &proposal.order))
        }
        Some(CampaignItem::Scheduled(item)) => {
            OrderLine::open_action(give_order_if_due(session.state(), item).unwrap_or_else(|| format!("settle {item}")))
        }
        Some(CampaignItem::Orders(number)) => answer_request(screen, session.state(), number),
        Some(CampaignItem::Battle(battle)) => effect(Effect::GoTo(ScreenName::Battle, battle.into())),
        Some(CampaignItem::Contact(number)) => fight_contact(session, number),
        Some(CampaignItem::Contacts { .. }) => {
            screen.toggle_contacts(session);
            Vec::new()
        }
        Some(CampaignItem::Table(at)) => consult(session, at),
        Some(CampaignItem::Station(station)) => send_to_station(screen, session, station),
        Some(CampaignItem::Force(id)) if screen.selected_force().is_none() => {
            navigation::go_to(screen, session, id);
            Vec::new()
        }
        Some(CampaignItem::Force(id)) => match screen.selected_force().and_then(|row| row.open) {
            Some(is_open) => {
                if is_open {
                    navigation::fold(screen, session);
                } else {
                    navigation::unfold(screen, session);
                }
                Vec::new()
            }
            None if map_target(session.state(), &CampaignItem::Force(id)).is_some() => show_map(screen, session),
            None if battle_of(session.state(), &CampaignItem::Force(id)).is_some() => show_battle(screen, session),
            None => list(screen, session),
        },
        Some(CampaignItem::Sighting(_, force)) => {
            navigation::go_to(screen, session, force);
            Vec::new()
        }
        Some(
            CampaignItem::Composed(..)
            | CampaignItem::Message(_)
            | CampaignItem::Answered(_)
            | CampaignItem::Estimate(_)
            | CampaignItem::End,
        )
        | None => Vec::new(),
    }
}

/// `give 2`, if the item is a due order.
fn give_order_if_due(state: &State, item: u32) -> Option<String> {
    let scheduled = state.calendar().item(item).filter(|scheduled| scheduled.due <= state.calendar().now)?;
    notation::due_order(state, scheduled).is_ok().then(|| format!("give {item}"))
}

/// Answers written orders in the order line: `grant B3`, or for free text `grant B3 as `, to be completed with an order.
/// Orders that newer ones replace are refused: `refuse B3 because "replaced by B5"`.
fn answer_request(screen: &CampaignScreen, state: &State, number: u32) -> Actions<Session> {
    let labels = labels(state, &screen.orders_to_answer(number));
    if screen.picked_orders.is_empty()
        && let Some(newer) = notation::replaced_orders(state).get(&number)
    {
        return OrderLine::open_action(format!(
            "refuse {labels} because \"replaced by {}\"",
            state.orders_label(*newer)
        ));
    }
    let reads = state.written_order(number).is_some_and(|orders| notation::written_order(state, orders).is_ok());
    let is_whole = reads || !screen.picked_orders.is_empty();
    OrderLine::open_action(format!("grant {labels}{}", if is_whole { "" } else { " as " }))
}

/// `B3 B5`
fn labels(state: &State, numbers: &[u32]) -> String {
    numbers.iter().map(|number| state.orders_label(*number)).collect::<Vec<_>>().join(" ")
}

/// The written orders to refuse: the picked or selected ones, or else the first that are due.
pub(super) fn requests_to_refuse(screen: &CampaignScreen, session: &Session) -> Vec<u32> {
    match screen.selected_item() {
        Some(CampaignItem::Orders(number)) => screen.orders_to_answer(number),
        Some(CampaignItem::Answered(_)) => Vec::new(),
        _ => session.state().orders_due().next().map(|orders| orders.number).into_iter().collect(),
    }
}

/// `refuse B3 because "`; on a share `cancel B3`
pub(super) fn refuse(screen: &mut CampaignScreen, session: &mut Session) -> Actions<Session> {
    let state = session.state();
    let labels = labels(state, &requests_to_refuse(screen, session));
    OrderLine::open_action(match state.viewer() {
        Some(_) => format!("cancel {labels}"),
        None => format!("refuse {labels} because \""),
    })
}

/// `tell Blue "`: the side of the selection or of its subject, or else the first side.
pub(super) fn tell(screen: &mut CampaignScreen, session: &mut Session) -> Actions<Session> {
    let state = session.state();
    let chosen = screen.subject(state).and_then(|id| state.side_of(id));
    let side = chosen.or_else(|| state.sides().first().map(|side| side.id));
    side.map_or_else(Vec::new, |side| {
        let side = notation::reference_text(state, side.into(), &[EntityKind::Side]);
        OrderLine::open_action(format!("tell {side} \""))
    })
}

/// `consult Weather`; for the picked force, if the table is consulted for a force.
fn consult(session: &mut Session, at: usize) -> Actions<Session> {
    let state = session.state();
    let Some(table) = state.book().tables.get(at) else { return Vec::new() };
    let name = notation::quote(&table.name);
    if !state.book().tables.asks_for_force(at) {
        return OrderLine::open_action(format!("consult {name}"));
    }
    let who = session.picked().first().map(|id| notation::reference_text(state, *id, FORCES));
    let order = format!("consult {name} for {}", who.unwrap_or_default());
    if let many @ 2.. = session.picked().len() {
        session
            .say(Notice::good(format!("a table is consulted for one force: here for the first of the {many} picked")));
    }
    OrderLine::open_action(order)
}

/// Sends everyone picked to a place; with nobody picked, selects the first force there.
fn send_to_station(screen: &mut CampaignScreen, session: &mut Session, station: Station) -> Actions<Session> {
    let state = session.state();
    let Some(theatre) = state.theatre() else { return Vec::new() };
    let place = notation::quote(&theatre.name(station.at));
    let sent = |force: Id| {
        let name = notation::reference_text(state, force, FORCES);
        let is_new = state.station(force).is_none() && state.check_force(force).is_ok();
        if is_new { format!("station {name} at {place}") } else { format!("march {name} to {place}") }
    };
    if can_order(screen, session).is_ok() && !session.picked().is_empty() {
        let orders: Vec<String> = session.picked().iter().copied().map(sent).collect();
        return send_all(session, orders);
    }
    match state.forces().into_iter().find(|force| state.station(*force) == Some(station)) {
        Some(force) => navigation::go_to(screen, session, force),
        None => {
            session
                .say(Notice::good("no force is there; pick one with Space, then choose this place to send it there"));
        }
    }
    Vec::new()
}

/// Sends several forces, one order each, if all orders are valid; otherwise sends none and says why.
fn send_all(session: &mut Session, mut orders: Vec<String>) -> Actions<Session> {
    if let [_] = &orders[..] {
        return orders.pop().map_or_else(Vec::new, OrderLine::open_action);
    }
    let mut state = session.state().clone();
    for order in &orders {
        let Ok(Instruction::Order(read)) = notation::parse_instruction(order, &state) else {
            return OrderLine::open_action(order.clone());
        };
        match rules::resolve(&state, &read, &[]) {
            Ok(Step::Done(done)) => state = done.after,
            Ok(Step::NeedDice(_)) => {}
            Err(refusal) => {
                let mut failure = UserError::from(refusal::describe(&refusal, &state));
                failure.what = format!("no force was sent: {}", failure.what);
                session.say(Notice::of_failure(&failure));
                return Vec::new();
            }
        }
    }
    effect(Effect::GiveLines(orders))
}

/// Gives the picked written orders, the selected proposal, or the due order, unchanged.
pub(super) fn give(screen: &mut CampaignScreen, session: &mut Session) -> Actions<Session> {
    if screen.panes.focus == CampaignPart::Inbox && !screen.picked_orders.is_empty() {
        let grant = |number: &u32| format!("grant {}", session.state().orders_label(*number));
        return effect(Effect::GiveLines(screen.picked_orders.iter().map(grant).collect()));
    }
    order_to_give(screen, session).map_or_else(Vec::new, |order| effect(Effect::Give(Box::new(order), Vec::new())))
}

pub(super) fn order_to_give(screen: &CampaignScreen, session: &Session) -> Option<Order> {
    match screen.selected_item()? {
        CampaignItem::Proposed(proposal) => Some(proposal.order),
        CampaignItem::Scheduled(item) => {
            let state = session.state();
            match notation::parse_instruction(&give_order_if_due(state, item)?, state) {
                Ok(Instruction::Order(order)) => Some(order),
                _ => None,
            }
        }
        CampaignItem::Orders(number) => {
            let state = session.state();
            let orders = state.orders_due().find(|orders| orders.number == number)?;
            let order = Box::new(notation::written_order(state, orders).ok()?);
            Some(Order::Staff(StaffOrder::Grant { number, order }))
        }
        _ => None,
    }
}

/// Why nothing can be given: the selection is no order, can't be read as one, or is not due.
pub(super) fn why_not_given(screen: &CampaignScreen, state: &State) -> String {
    if let Some(CampaignItem::Orders(number)) = screen.selected_item() {
        return why_not_granted(state, number);
    }
    if matches!(screen.selected_item(), Some(CampaignItem::Answered(_))) {
        return "they have been answered".into();
    }
    let Some(CampaignItem::Scheduled(item)) = screen.selected_item() else {
        return "choose a proposed or due order".into();
    };
    let calendar = state.calendar();
    match calendar.item(item) {
        Some(scheduled) if scheduled.due > calendar.now => "it is not due yet".into(),
        Some(scheduled) if notation::is_note(state, scheduled) => {
            format!("it is not an order: `settle {item}` settles it")
        }
        _ => match notation::parse_instruction(&format!("give {item}"), state) {
            Err(error) => error.hint.iter().fold(error.reason, |what, hint| format!("{what}: {hint}")),
            Ok(_) => "it is not due yet".into(),
        },
    }
}

/// Why the written orders can't be given unchanged.
fn why_not_granted(state: &State, number: u32) -> String {
    match state.written_order(number).map(|orders| notation::written_order(state, orders)) {
        Some(Ok(_)) => "they are not due yet".into(),
        _ => format!(
            "they can’t be given as written: `grant {0} as` gives an order in their place, `grant {0} done` grants them without one",
            state.orders_label(number)
        ),
    }
}

pub(super) fn give_all(screen: &mut CampaignScreen, session: &mut Session) -> Actions<Session> {
    if screen.panes.focus == CampaignPart::Inbox {
        return match notation::orders_by_force("grant all", session.state()) {
            Some(Ok(lines)) => effect(Effect::GiveLines(lines)),
            refused => {
                let why = refused.and_then(Result::err).map_or_else(String::new, |refusal| refusal.reason);
                session.say(Notice::bad(why));
                Vec::new()
            }
        };
    }
    let orders = screen.proposals().iter().map(|proposal| notation::order_text(session.state(), &proposal.order));
    effect(Effect::GiveLines(orders.collect()))
}

pub(super) fn dismiss_proposal(screen: &mut CampaignScreen, session: &mut Session) {
    if let Some(CampaignItem::Proposed(proposal)) = screen.selected_item() {
        let order = notation::order_text(session.state(), &proposal.order);
        session.say(Notice::good(format!("skipped: {order}; it is proposed again when time advances")));
        session.dismiss(proposal.key());
        screen.rows_key = None;
        screen.update_rows(session);
    }
}

/// `battle "Ligny" from contact 3 with … v …`: everyone near the contact, in a battle named after the place or the
/// road.
fn fight_contact(session: &mut Session, number: u32) -> Actions<Session> {
    let state = session.state();
    let Some(contact) = state.contact(number) else { return Vec::new() };
    if let Some(fights) = campaign::already_fighting(state, contact) {
        session.say(Notice::bad(format!("{fights}: this contact can be fought when that battle is over")));
        return Vec::new();
    }
    let (first, second) = state.nearby_forces(contact);
    let name = state.unique_battle_name(&text::capitalized(&campaign::contact_place(state, contact)));
    let (name, first, second) =
        (notation::quote_if_needed(&name), force_names(state, &first), force_names(state, &second));
    OrderForm::open_action(&format!("battle {name} from contact {number} with {first} v {second}"), session)
}

/// `settle 2`
pub(super) fn settle(screen: &mut CampaignScreen, session: &mut Session) -> Actions<Session> {
    match item_to_settle(screen, session) {
        Some(item) => OrderLine::open_action(format!("settle {item}")),
        None => Vec::new(),
    }
}

/// The item to settle: the selected one, or else the first that came due.
pub(super) fn item_to_settle(screen: &CampaignScreen, session: &Session) -> Option<u32> {
    match screen.selected_item() {
        Some(CampaignItem::Scheduled(item)) => Some(item),
        _ => session.state().calendar().due().first().map(|due| due.item),
    }
}

/// `battle "Battle 2" with … v …`: the picked units against a side that has none picked.
pub(super) fn begin(_: &mut CampaignScreen, session: &mut Session) -> Actions<Session> {
    let state = session.state();
    let picked = |side: Id| -> Vec<Id> {
        session.picked().iter().copied().filter(|id| state.side_of(*id).map(Id::from) == Some(side)).collect()
    };
    let (mut parties, mut others) = (Vec::new(), Vec::new());
    for side in state.sides().iter().map(|side| Id::from(side.id)) {
        match picked(side) {
            none if none.is_empty() => others.push(vec![side]),
            some => parties.push(some),
        }
    }
    let missing = 2usize.saturating_sub(parties.len());
    parties.extend(others.into_iter().take(missing));
    let parties: Vec<String> = parties.iter().map(|party| force_names(state, party)).collect();
    let name = state.unique_battle_name(&format!("Battle {}", state.battles().len() + 1));
    OrderLine::open_action(format!("battle {} with {}", notation::quote(&name), parties.join(" v ")))
}

/// `end battle in …` for a selected battle that is not over, or whose winner is not decided, or else the only one under
/// way; otherwise `end campaign`.
pub(super) fn end(screen: &mut CampaignScreen, session: &mut Session) -> Actions<Session> {
    let state = session.state();
    let battle = match screen.selected_item() {
        Some(CampaignItem::Battle(id)) => {
            state.battle(id).filter(|battle| battle.ended.is_none() || battle.decision.is_none())
        }
        _ => None,
    };
    let mut open = state.open_battles();
    let battle = battle.or_else(|| open.next().filter(|_| open.next().is_none()));
    let named = |battle: &Battle| notation::reference_text(state, battle.id.into(), &[EntityKind::Battle]);
    OrderLine::open_action(match battle {
        Some(battle) if battle.ended.is_some() => format!("end battle in {} won by ", named(battle)),
        Some(battle) => format!("end battle in {}", named(battle)),
        None => "end campaign".into(),
    })
}

pub(super) fn toggle_pick(screen: &mut CampaignScreen, session: &mut Session) {
    if let Some(CampaignItem::Orders(number)) = screen.selected_item() {
        screen.toggle_orders(number, session);
        return navigation::apply_motion(screen, Motion::Down);
    }
    if let Some(id) = screen.selected_id() {
        let is_new = session.toggle_pick(id);
        let state = session.state();
        let picked = || text::list(&session.picked().iter().map(|id| state.name(*id)).collect::<Vec<_>>());
        let them = if session.picked().len() == 1 { "it" } else { "them" };
        let sends = state.theatre().map_or_else(String::new, |_| format!("choose a place to send {them} there, or "));
        session.say(Notice::good(match session.picked().len() {
            0 => format!("no longer picked: {}", state.name(id)),
            _ if is_new => format!("picked: {}; {sends}begin a battle with {them}", picked()),
            _ => format!("no longer picked: {}; still picked: {}", state.name(id), picked()),
        }));
        navigation::apply_motion(screen, Motion::Down);
    }
}

/// Shows the battle of the selection, with its stack or unit selected there.
pub(super) fn show_battle(screen: &mut CampaignScreen, session: &mut Session) -> Actions<Session> {
    let Some(item) = screen.selected_item() else { return Vec::new() };
    match (battle_of(session.state(), &item), item) {
        (Some(_), CampaignItem::Force(id) | CampaignItem::Sighting(_, id)) => {
            effect(Effect::GoTo(ScreenName::Battle, id))
        }
        (Some(battle), _) => effect(Effect::GoTo(ScreenName::Battle, battle.into())),
        (None, _) => Vec::new(),
    }
}

/// Shows the map of the selection, at its place in the theatre's network if it has one.
pub(super) fn show_map(screen: &mut CampaignScreen, session: &mut Session) -> Actions<Session> {
    let Some(item) = screen.selected_item() else { return Vec::new() };
    if let Some(id) = map_target(session.state(), &item) {
        return effect(Effect::GoTo(ScreenName::Map, id));
    }
    if let Some(station) = station_of(session.state(), &item) {
        screen.select_station(station);
        screen.is_network_zoomed = true;
    }
    Vec::new()
}

const MAX_ON_CARD: usize = 3;

/// How many entries back a card searches. Cards are made on every step, so the search is bounded.
const CARD_SEARCH_DEPTH: usize = 2_000;

const MAX_IN_LIST: usize = 100;

/// The last entries about a force: their numbers and headlines.
pub(super) fn latest_entry_texts(session: &mut Session, id: Id) -> Vec<String> {
    let text = accounts_about(session, id, (MAX_ON_CARD, CARD_SEARCH_DEPTH));
    text.iter().map(|entry| format!("entry {}: {}", entry.no, entry.headline)).collect()
}

/// The outcome of written orders: a description of the entry that answered them.
pub(super) fn answer_text(session: &mut Session, orders: u32) -> Option<String> {
    session.state().written_order(orders)?.answer.as_ref()?;
    let no = session.diary().entry_answering(orders)?;
    let place = session.position_of(no).saturating_sub(1);
    let entry = session.accounts(place, 1).into_iter().next()?;
    Some(format!("entry {}: {}; {}", entry.no, entry.order_line, entry.sentences.join("; ")))
}

pub(super) fn list(screen: &mut CampaignScreen, session: &mut Session) -> Actions<Session> {
    let Some(id) = screen.subject(session.state()) else { return Vec::new() };
    let entries = accounts_about(session, id, (MAX_IN_LIST, usize::MAX));
    if entries.is_empty() {
        session.say(Notice::good(format!("the diary has no entries about {} yet", session.state().name(id))));
        return Vec::new();
    }
    vec![Action::Open(Box::new(Listing::of_entries(&session.state().name(id), &entries)))]
}

fn accounts_about(session: &mut Session, id: Id, many: (usize, usize)) -> Vec<Account> {
    let numbers = entries_about(session, id, many);
    let places: Vec<usize> = numbers.iter().map(|no| session.position_of(*no).saturating_sub(1)).collect();
    places.into_iter().flat_map(|place| session.accounts(place, 1)).collect()
}

/// The numbers of the entries up to the viewed one. Entries about a stack's units count as entries about the stack.
fn entries_about(session: &mut Session, id: Id, (many, among): (usize, usize)) -> Vec<EntryNo> {
    let state = session.state();
    let mut ids = BTreeSet::from([id]);
    if state.kind(id) == Some(EntityKind::Stack) {
        let units = state.units().iter().filter(|unit| unit.stack == Some(StackId(id.0)));
        ids.extend(units.map(|unit| Id::from(unit.id)));
    }
    session.latest_mentions(&ids, among, many)
}
