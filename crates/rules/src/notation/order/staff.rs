//! Orders for staff work: messages, rulings on what sides know, and orders handed in. Source: RULES 7.

use super::{
    OrderReader, order_text,
    piece::{Keywords, Piece, SIDE, SIDES, WHY},
};
use crate::{
    notation::{NotationError, Parsed, lexer::Token, reader::Expected, sighting::replaced_orders},
    order::{Order, StaffOrder, Verb},
    rules::{AuthorityError, may_give},
    state::{State, WrittenOrders},
};
use std::ops::Range;
use wardiary_base::{id::SideId, text};

impl OrderReader<'_> {
    /// `cancel B3`; the rules refuse it if there are no such orders.
    pub(super) fn cancel(&mut self) -> Parsed<Order> {
        if let Some(Token::Word(word)) = self.reader.peek()
            && let Some((side, own_number)) = self.state.side_and_number(word)
        {
            self.reader.advance();
            return Ok(Order::Staff(StaffOrder::Cancel { side, own_number }));
        }
        let at = self.reader.next_range();
        let number = self.read(&WRITTEN_ORDERS)?;
        let orders = self.waiting(number, at)?;
        Ok(Order::Staff(StaffOrder::Cancel { side: orders.side, own_number: orders.own_number }))
    }

    /// `grant B3`, `grant B3 as ORDER`, `grant B3 done`
    pub(super) fn grant(&mut self) -> Parsed<Order> {
        let at = self.reader.next_range();
        let number = self.read(&WRITTEN_ORDERS)?;
        let at = at.start..self.reader.next_range().start.max(at.end);
        if self.reader.accept_word("as") {
            let order = Box::new(self.inner_order()?);
            return Ok(Order::Staff(StaffOrder::Grant { number, order }));
        }
        if self.reader.accept_word("done") {
            return Ok(Order::Staff(StaffOrder::Done { number, why: self.after("because", &WHY)? }));
        }
        let written = self.waiting(number, at.clone())?;
        let order =
            self.next_depth().and_then(|depth| written_order_at(self.state, written, depth)).map_err(|error| {
                let what = format!("“{}” can’t be carried out: {}", written.text.excerpt(), error.reason);
                let label = self.state.orders_label(number);
                let by_another = || {
                    format!("`grant {label} as ORDER` carries out an order for it, `grant {label} done` settles it without one")
                };
                NotationError { hint: Some(error.hint.unwrap_or_else(by_another)), ..NotationError::new(at, what) }
            })?;
        Ok(Order::Staff(StaffOrder::Grant { number, order: Box::new(order) }))
    }

    fn waiting(&self, number: u32, at: Range<usize>) -> Parsed<&'_ WrittenOrders> {
        self.state.written_order(number).filter(|written| written.answer.is_none()).ok_or_else(|| {
            let label = |number| self.state.orders_label(number);
            let waiting: Vec<String> =
                self.state.waiting_orders().iter().map(|written| label(written.number)).collect();
            let what = format!("no written orders with the number {} are waiting for an answer", label(number));
            let hint = (!waiting.is_empty()).then(|| format!("waiting: {}", text::list(&waiting)));
            NotationError { hint, ..NotationError::new(at, what) }
        })
    }

    /// The names of the written orders that a line answers at once, and whether those that can't be answered are left
    /// out: `B3 B5 R2`, or `all`. Of the orders that a newer one replaces, `all` means only the newer.
    pub(in crate::notation) fn several_written_orders(&mut self, verb: Verb) -> Option<(Vec<String>, bool)> {
        if !matches!(verb, Verb::Grant | Verb::Refuse | Verb::Cancel) {
            return None;
        }
        if self.reader.accept_word("all") {
            let side = self.after("from", &SIDE).ok()?;
            let replaced = replaced_orders(self.state);
            let is_meant = |orders: &&WrittenOrders| {
                side.is_none_or(|side| orders.side == side) && !replaced.contains_key(&orders.number)
            };
            let due = self.state.orders_due().filter(is_meant);
            return Some((due.map(|orders| self.state.orders_label(orders.number)).collect(), true));
        }
        let mut named = Vec::new();
        while let Ok(number) = self.read(&WRITTEN_ORDERS) {
            named.push(self.state.orders_label(number));
            let _ = self.reader.accept_sign(',') || self.reader.accept_sign('+');
        }
        (named.len() > 1).then_some((named, false))
    }
}

/// Written orders: `B7`, or their number among the orders of all sides, which older texts have.
pub(super) const WRITTEN_ORDERS: Piece<u32> = Piece {
    read: |r| {
        let waiting = r.state.waiting_orders();
        r.reader.expect(Expected::one_of(waiting.iter().map(|orders| r.state.orders_label(orders.number))));
        if let Some(Token::Word(word)) = r.reader.peek()
            && let Some(orders) = r.state.orders_labelled(word)
        {
            r.reader.advance();
            return Ok(orders.number);
        }
        r.reader.bounded_number("the number of written orders", 1, u32::MAX)
    },
    print: |p, number| {
        let label = p.state.orders_label(*number);
        p.push(&label)
    },
    keywords: Keywords::NONE,
};

/// The sides that get a message, or `all`.
pub(super) const RECIPIENTS: Piece<Vec<SideId>> = Piece {
    read: |r| {
        let all = r.reader.accept_word("all");
        if all { Ok(r.state.sides().iter().map(|side| side.id).collect()) } else { r.read(&SIDES) }
    },
    print: |p, sides| {
        let all = p.state.sides();
        let are_all = all.len() > 1 && all.iter().map(|side| side.id).eq(sides.iter().copied());
        if are_all { p.push("all") } else { p.put(&SIDES, sides) }
    },
    keywords: Keywords::Words(&["all"]),
};

/// Reads written orders as an order. Fails for free text, names that are gone, others' forces, and the referee's
/// orders.
pub fn written_order(state: &State, written: &WrittenOrders) -> Parsed<Order> {
    written_order_at(state, written, 1)
}

fn written_order_at(state: &State, written: &WrittenOrders, depth: u8) -> Parsed<Order> {
    let mut reader = OrderReader::new(written.text.raw(), state)?.with_depth(depth);
    let order = reader.order()?;
    reader.reader.end()?;
    // The name may belong to another side's force that this side does not know. It must not be moved.
    let side = || state.name(written.side);
    let what = match may_give(state, written.side, &order) {
        Ok(()) | Err(AuthorityError::Ruling) => return Ok(order),
        Err(AuthorityError::Stranger(id)) => format!("{} takes no orders from {}", state.name(id), side()),
        Err(AuthorityError::Referee) => format!("only the referee may give this order, not {}", side()),
    };
    let label = state.orders_label(written.number);
    let hint = format!("to give it as the referee: `grant {label} as {}`", order_text(state, &order));
    Err(NotationError { hint: Some(hint), ..NotationError::new(0..written.text.raw().len(), what) })
}
