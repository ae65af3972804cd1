//! Orders for staff work: messages, rulings on what sides know, and orders handed in. Source: RULES 7.

use super::{
    OrderReader, order_text,
    piece::{Keywords, Piece, SIDES, WHY},
};
use crate::{
    notation::{NotationError, Parsed},
    order::{Order, StaffOrder},
    rules::{AuthorityError, may_give},
    state::{State, WrittenOrders},
};
use wardiary_base::{id::SideId, text};

impl OrderReader<'_> {
    /// `grant 3`, `grant 3 as ORDER`, `grant 3 done`
    pub(super) fn grant(&mut self) -> Parsed<Order> {
        let at = self.reader.next_range();
        let number: u32 = self.reader.bounded_number("the number of written orders", 1, u32::MAX)?;
        let at = at.start..self.reader.next_range().start.max(at.end);
        if self.reader.accept_word("as") {
            let order = Box::new(self.inner_order()?);
            return Ok(Order::Staff(StaffOrder::Grant { number, order }));
        }
        if self.reader.accept_word("done") {
            return Ok(Order::Staff(StaffOrder::Done { number, why: self.after("because", &WHY)? }));
        }
        let Some(written) = self.state.written_order(number).filter(|written| written.answer.is_none()) else {
            let waiting = self.state.waiting_orders();
            let waiting: Vec<String> = waiting.iter().map(|written| written.number.to_string()).collect();
            let what = format!("no written orders with the number {number} are waiting for an answer");
            let hint = (!waiting.is_empty()).then(|| format!("waiting: {}", text::list(&waiting)));
            return Err(NotationError { hint, ..NotationError::new(at, what) });
        };
        let order =
            self.next_depth().and_then(|depth| written_order_at(self.state, written, depth)).map_err(|error| {
                let what = format!("“{}” can’t be carried out: {}", written.text.excerpt(), error.reason);
                let by_another = || {
                    format!("`grant {number} as ORDER` carries out an order for it, `grant {number} done` settles it without one")
                };
                NotationError { hint: Some(error.hint.unwrap_or_else(by_another)), ..NotationError::new(at, what) }
            })?;
        Ok(Order::Staff(StaffOrder::Grant { number, order: Box::new(order) }))
    }
}

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
    let hint = format!("to give it as the referee: `grant {} as {}`", written.number, order_text(state, &order));
    Err(NotationError { hint: Some(hint), ..NotationError::new(0..written.text.raw().len(), what) })
}
