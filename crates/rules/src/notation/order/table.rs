//! Random tables, and the orders that they and the clock make due. Source: RULES 7.

use super::{
    OrderPrinter, OrderReader,
    piece::{FORCE, Piece, WHY},
};
use crate::{
    notation::{
        NotationError, Parsed,
        lexer::Token,
        names::{FORCES, quote, reference_text},
        reader::Expected,
    },
    order::{ClockOrder, Order},
    state::{Scheduled, State},
};
use std::sync::Arc;
use wardiary_base::{
    book::{Rulebook, RulebookDraft, tables::FORCE_PLACEHOLDER},
    fault::Fault,
    id::Id,
    text::{self, Text, name_match::folded_name},
};

impl OrderReader<'_> {
    /// `roll 2d6`, `roll 3x d6 for "weather"`, `roll d6 for "37th Brigade" because "a forced march"`
    pub(super) fn roll(&mut self) -> Parsed<Order> {
        let times = self.reader.times()?.unwrap_or(1);
        let dice = self.reader.formula()?.ok_or_else(|| self.reader.unexpected())?;
        let (mut who, mut purpose) = (None, None);
        if self.reader.accept_word("for") {
            // A text in quotes that names nobody is what the dice are for.
            let (at, quoted) = (self.reader.position(), matches!(self.reader.peek(), Some(Token::Quoted(_))));
            match self.read(&FORCE) {
                Ok(id) => who = Some(id),
                Err(_) if quoted => {
                    self.reader.rewind(at);
                    purpose = Some(self.reader.any_word(Expected::Free("the purpose, in quotes"))?);
                }
                Err(error) => {
                    let hint = "put any other text in quotes: `roll 2d6 for \"the weather\"`".into();
                    return Err(NotationError { hint: error.hint.or(Some(hint)), ..error });
                }
            }
        }
        if purpose.is_none() {
            purpose = self.after("because", &WHY)?;
        }
        Ok(Order::Roll { dice, times, who, purpose })
    }

    /// `give 2`, `give 2 as ORDER`
    pub(super) fn give(&mut self) -> Parsed<Order> {
        let at = self.reader.next_range();
        let item: u32 = self.reader.bounded_number("the number of a due item", 1, u32::MAX)?;
        let at = at.start..self.reader.next_range().start.max(at.end);
        if self.reader.accept_word("as") {
            let order = Box::new(self.inner_order()?);
            return Ok(Order::Clock(ClockOrder::Give { item, order }));
        }
        let calendar = self.state.calendar();
        let Some(scheduled) = calendar.item(item) else {
            let due: Vec<String> = calendar.due().iter().map(|due| due.item.to_string()).collect();
            let what = format!("no item with the number {item} is due");
            let hint = (!due.is_empty()).then(|| format!("due: {}", text::list(&due)));
            return Err(NotationError { hint, ..NotationError::new(at, what) });
        };
        let order =
            self.next_depth().and_then(|depth| due_order_at(self.state, scheduled, depth)).map_err(|error| {
                let what = format!("“{}” can’t be carried out: {}", due_text(self.state, scheduled), error.reason);
                let hint = format!("`settle {item}` if it is not an order, or `give {item} as ORDER`");
                NotationError { hint: Some(hint), ..NotationError::new(at, what) }
            })?;
        Ok(Order::Clock(ClockOrder::Give { item, order: Box::new(order) }))
    }
}

/// The name of a random table, as the rulebook has it.
pub(super) const TABLE: Piece<Text> = plain!(
    |r| {
        let tables = &r.state.book().tables;
        r.reader.expect(Expected::one_of(tables.iter().map(|table| &table.name)));
        let (name, _) = r.reader.plain_name().ok_or_else(|| r.reader.unexpected())?;
        // The rules refuse a table that the rulebook does not have.
        Ok(tables.find_by_prefix(&name).map_or(name, |table| table.name.clone()))
    },
    |p, name| p.name(name)
);

impl OrderPrinter<'_> {
    /// Appends the purpose of a roll. One that is also a name would be read as that name after `for`.
    pub(super) fn roll_purpose(&mut self, who: Option<Id>, purpose: Option<&Text>) {
        let is_name = |text: &Text| self.state.ids_named(&folded_name(text.raw())).next().is_some();
        let word = if who.is_some() || purpose.is_some_and(is_name) { "because" } else { "for" };
        self.after("for", who.as_ref(), &FORCE).after(word, purpose, &WHY);
    }
}

/// The text of a scheduled item, with its force filled in.
pub fn due_text(state: &State, scheduled: &Scheduled) -> Text {
    match scheduled.force {
        Some(who) => fill_force(&scheduled.text, &state.name(who), &reference_text(state, who, FORCES)).into(),
        None => scheduled.text.clone(),
    }
}

/// Reads a scheduled item as an order. Fails for a note, and for names of things that no longer exist.
pub fn due_order(state: &State, scheduled: &Scheduled) -> Parsed<Order> {
    due_order_at(state, scheduled, 1)
}

fn due_order_at(state: &State, scheduled: &Scheduled, depth: u8) -> Parsed<Order> {
    let text = due_text(state, scheduled);
    let mut reader = OrderReader::new(text.raw(), state)?.with_depth(depth);
    let order = reader.order()?;
    reader.reader.end()?;
    Ok(order)
}

/// Whether a scheduled item is a note: it does not start like an order.
pub fn is_note(state: &State, scheduled: &Scheduled) -> bool {
    let text = due_text(state, scheduled);
    let skipped = text.raw().len() - text.raw().trim_start().len();
    due_order(state, scheduled).is_err_and(|error| error.at.start <= skipped)
}

/// The text of a table's row, with the force that the table is consulted for.
pub fn row_text(state: &State, text: &Text, who: Option<Id>) -> Text {
    text.replace(FORCE_PLACEHOLDER, &who.map_or_else(|| "the force".into(), |who| state.name(who)))
}

/// Fills a force into an order's text: its bare name within quotes, a reference elsewhere.
fn fill_force(order: &Text, name: &str, reference: &str) -> String {
    let mut filled = String::new();
    let mut within = false;
    let mut parts = order.raw().split(FORCE_PLACEHOLDER).peekable();
    while let Some(part) = parts.next() {
        filled.push_str(part);
        let mut escaped = false;
        for c in part.chars() {
            within ^= c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
        }
        if parts.peek().is_some() {
            let bare = quote(name);
            filled.push_str(if within { &bare[1..bare.len() - 1] } else { reference });
        }
    }
    filled
}

/// The orders in a rulebook's tables that no campaign could read, each with its place in the draft.
pub fn unreadable_orders(draft: &RulebookDraft, book: &Rulebook) -> Vec<Fault> {
    let Some(tables) = &draft.tables else { return Vec::new() };
    let state = State::new(Arc::new(book.clone()));
    let mut faults = Vec::new();
    for (at, table) in tables.0.iter().enumerate().filter_map(|(at, (_, table))| Some((at, table.as_ref()?))) {
        for (row, given) in table.rows.iter().enumerate() {
            for (place, order) in given.orders.iter().enumerate() {
                let read = check_readable(&fill_force(order, "X", "\"X\""), &state);
                faults.extend(read.err().map(|error| {
                    let path = format!("tables.{at}.rows.{row}.orders.{place}");
                    let what = format!("the order “{}” can’t be read: {}", order, error.reason);
                    Fault { hint: error.hint, ..Fault::at(path, what) }
                }));
            }
        }
    }
    faults
}

/// Checks that a text is an order under this rulebook, whatever names it contains.
fn check_readable(order: &str, state: &State) -> Parsed<()> {
    let mut reader = OrderReader::new(order, state)?;
    reader.reader.accepts_any_name = true;
    let order = reader.order()?;
    reader.reader.end()?;
    if let Order::Consult { table, .. } = order.effective_order()
        && state.book().table(table.raw()).is_none()
    {
        let what = format!("there is no table “{}”", table.as_name());
        return Err(NotationError::new(0..0, what));
    }
    let off = order.effective_order().verb().mechanism().filter(|mechanism| !state.book().uses(*mechanism));
    off.map_or(Ok(()), |mechanism| {
        Err(NotationError::new(0..0, format!("the rulebook does not use {}", mechanism.title())))
    })
}
