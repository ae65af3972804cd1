//! Random tables: rolls on a table, and on those that its rows lead to. Source: RULES 7.

use super::{OrderRoll, Refusal, Resolver, RollQueue, RuleResult, refusal::TableRefusal};
use crate::event::{ClockEvent, Event};
use wardiary_base::{
    book::{Rulebook, Table, TableRoll, TableRow},
    dice::{Dice, Face, Owner, Purpose, Request, RequestedDie},
    id::Id,
    text::Text,
};

/// A row that was rolled: the index of the table in its rulebook, and of the row in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DrawnRow {
    pub table: usize,
    pub row: usize,
}

impl DrawnRow {
    /// The table and the row.
    ///
    /// # Panics
    /// If the row is from another rulebook.
    pub fn resolve(self, book: &Rulebook) -> (&Table, &TableRow) {
        let table = book.tables.get(self.table).expect("the table that it was drawn from");
        (table, &table.rows[self.row])
    }
}

/// A roll on a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableDraw {
    pub row: DrawnRow,
    pub table: Text,
    /// The dice of the table.
    pub roll: TableRoll,
    pub dice: Vec<Face>,
    pub total: i32,
    pub text: Text,
}

impl TableDraw {
    /// The dice and their total, such as `3 + 5 = 8`, or `4 + 1 = 5` of a 1d6+1.
    pub fn sum_text(&self) -> String {
        let dice: Vec<String> = self.dice.iter().map(ToString::to_string).collect();
        let added = match self.roll.plus {
            0 => String::new(),
            plus if plus < 0 => format!(" - {}", -plus),
            plus => format!(" + {plus}"),
        };
        if self.dice.len() == 1 && added.is_empty() {
            return dice.concat();
        }
        format!("{}{added} = {}", dice.join(" + "), self.total)
    }
}

/// Rolls on a table, and on those that its rows lead to.
pub(super) fn consult(queue: &mut RollQueue, book: &Rulebook, name: &Text) -> RuleResult<Vec<TableDraw>> {
    let none = || Refusal::from(TableRefusal::NoTable { table: name.clone() });
    let mut next = Some(book.tables.find(name).ok_or_else(none)?);
    let mut drawn = Vec::new();
    while let Some(at) = next {
        let table = book.tables.get(at).ok_or_else(none)?;
        let Dice(count, die) = table.roll.dice;
        let wanted = vec![RequestedDie::plain(Owner(0), die); count.into()];
        let dice: Vec<Face> = queue
            .request_dice(Request { purpose: Purpose::Table(at), dice: wanted })?
            .iter()
            .map(|die| die.face)
            .collect();
        let total = dice.iter().map(|face| i32::from(*face)).sum::<i32>() + i32::from(table.roll.plus);
        let row = table.rows.iter().position(|row| row.on.contains(total));
        let row = row.expect("every total has a row, as the book's check has it");
        next = book.tables.next_table(&table.rows[row]);
        let (roll, text) = (table.roll, table.rows[row].text.clone());
        drawn.push(TableDraw { row: DrawnRow { table: at, row }, table: table.name.clone(), roll, dice, total, text });
    }
    Ok(drawn)
}

impl Resolver<'_> {
    /// Consults a table. The orders of its row become due at once.
    pub(super) fn consult(&mut self, table: &Text, who: Option<Id>) -> RuleResult {
        let book = self.state.book().clone();
        match (who, book.tables.find(table)) {
            (Some(who), _) => drop(self.living_units(&[who])?),
            (None, Some(at)) if book.tables.asks_for_force(at) => {
                return Err(TableRefusal::ForceMissing { table: table.clone() }.into());
            }
            (None, _) => {}
        }
        let all = consult(&mut self.queue, &book, table)?;
        for drawn in &all {
            let TableDraw { table, total, text, .. } = drawn.clone();
            self.emit(Event::Consulted { table, total, text, who });
            for order in &drawn.row.resolve(&book).1.orders {
                let calendar = self.state.calendar();
                let (item, at) = (calendar.next_item(), calendar.now);
                self.emit(Event::Clock(ClockEvent::Scheduled { item, at, what: order.clone(), who }));
            }
        }
        self.order_roll = Some(OrderRoll::Table { who, drawn: all });
        Ok(())
    }
}
