//! Random tables: what comes up on one, and on those that it sends to. Source: RULES 7.

use super::{Refusal, Resolver, RollQueue, Rolled, RuleResult, refusal::TableRefusal};
use crate::event::{ClockEvent, Event};
use wardiary_base::{
    book::{Rulebook, Table, TableRoll, TableRow},
    dice::{Dice, Face, Owner, Purpose, Request, RequestedDie},
    id::Id,
};

/// A row that came up: the place of the table in its rulebook, and that of the row in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DrawnRow {
    /// The table.
    pub table: usize,
    /// The row.
    pub row: usize,
}

impl DrawnRow {
    /// The table and the row.
    ///
    /// # Panics
    /// If it was drawn under another rulebook.
    #[must_use]
    pub fn of(self, book: &Rulebook) -> (&Table, &TableRow) {
        let table = book.tables.get(self.table).expect("the table that it was drawn from");
        (table, &table.rows[self.row])
    }
}

/// A roll on a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// What came up.
    pub row: DrawnRow,
    /// The name of the table.
    pub table: String,
    /// What was thrown.
    pub roll: TableRoll,
    /// What each die shows.
    pub dice: Vec<Face>,
    /// What they came to.
    pub total: i32,
    /// What the row says.
    pub text: String,
}

impl Drawn {
    /// The dice and what they came to: `3 + 5 = 8`, `4 + 1 = 5` of a 1d6+1.
    #[must_use]
    pub fn sum(&self) -> String {
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

/// Rolls on a table of that name, and on those that its rows send to.
pub(super) fn consult(queue: &mut RollQueue, book: &Rulebook, name: &str) -> RuleResult<Vec<Drawn>> {
    let none = || Refusal::from(TableRefusal::NoTable { table: name.into() });
    let mut next = Some(book.tables.find(name).ok_or_else(none)?);
    let mut drawn = Vec::new();
    while let Some(at) = next {
        let table = book.tables.get(at).ok_or_else(none)?;
        let Dice(count, die) = table.roll.dice;
        let wanted = vec![RequestedDie::plain(Owner(0), die); count.into()];
        let dice: Vec<Face> =
            queue.ask(Request { purpose: Purpose::Table(at), dice: wanted })?.iter().map(|die| die.face).collect();
        let total = dice.iter().map(|face| i32::from(*face)).sum::<i32>() + i32::from(table.roll.plus);
        let row = table.row_on(total).expect("every total has a row, as the book's check has it");
        next = book.tables.after(&table.rows[row]);
        let (roll, text) = (table.roll, table.rows[row].text.clone());
        drawn.push(Drawn { row: DrawnRow { table: at, row }, table: table.name.clone(), roll, dice, total, text });
    }
    Ok(drawn)
}

impl Resolver<'_> {
    /// A table is consulted; the orders of what comes up are due at once.
    pub(super) fn consult(&mut self, table: &str, who: Option<Id>) -> RuleResult {
        let book = self.state.book().clone();
        match (who, book.tables.find(table)) {
            (Some(who), _) => drop(self.all_living(&[who])?),
            (None, Some(at)) if book.tables.asks_for_force(at) => {
                return Err(TableRefusal::ForWhom { table: table.into() }.into());
            }
            (None, _) => {}
        }
        let all = consult(&mut self.queue, &book, table)?;
        for drawn in &all {
            let Drawn { table, total, text, .. } = drawn.clone();
            self.emit(Event::Consulted { table, total, text, who });
            for order in &drawn.row.of(&book).1.orders {
                let calendar = self.state.calendar();
                let (item, at) = (calendar.next_item(), calendar.now);
                self.emit(Event::Clock(ClockEvent::Scheduled { item, at, what: order.clone(), who }));
            }
        }
        self.rolled = Some(Rolled::Table { who, drawn: all });
        Ok(())
    }
}
