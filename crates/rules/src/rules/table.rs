//! Random tables: rolls on a table, and on those that its rows lead to; and rolls of plain dice. Source: RULES 7.

use super::{
    OrderRoll, Refusal, Resolver, RollQueue, RuleResult,
    refusal::TableRefusal,
    roll::{roll_formula, roll_formulas},
};
use crate::{
    event::{ClockEvent, Event, StaffEvent},
    state::EntityKind,
};
use wardiary_base::{
    book::{Rulebook, Table, TableAudience, TableRoll, TableRow, TableState, tables::FORCE_PLACEHOLDER},
    dice::{DiceFormula, Face, Owner, Purpose, TermCount},
    id::{Id, SideId},
    text::Text,
};

/// A row that was rolled: the index of the table in its rulebook, and of the row in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DrawnRow {
    pub table: usize,
    pub row: usize,
}

impl DrawnRow {
    /// The table and the row. Panics if the row is from another rulebook.
    pub fn resolve(self, book: &Rulebook) -> (&Table, &TableRow) {
        let table = book.tables.get(self.table).expect("the table that it was drawn from");
        (table, &table.rows[self.row])
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableDraw {
    pub row: DrawnRow,
    pub table: Text,
    pub roll: TableRoll,
    pub dice: Vec<Face>,
    pub total: i32,
    pub text: Text,
}

impl TableDraw {
    /// The dice and their total, such as `3 + 5 = 8`, or `4 + 1 = 5` of a 1d6+1.
    pub fn sum_text(&self) -> String {
        sum_text(&self.roll.0, &self.dice, self.total)
    }
}

/// The dice of a formula and their total: `3 + 5 + 1 = 9`, or `6, 2, 5 = 11` where they are not just added up.
pub fn sum_text(formula: &DiceFormula, dice: &[Face], total: i32) -> String {
    let is_sum = formula.terms.iter().all(|term| matches!(term.count, TermCount::Sum | TermCount::Exploding));
    let dice: Vec<String> = dice.iter().map(ToString::to_string).collect();
    let added = match formula.plus {
        0 => String::new(),
        plus if plus < 0 => format!(" - {}", -plus),
        plus => format!(" + {plus}"),
    };
    if dice.len() == 1 && added.is_empty() && is_sum {
        return dice.concat();
    }
    format!("{}{added} = {total}", dice.join(if is_sum { " + " } else { ", " }))
}

/// Rolls on a table, and on those that its rows lead to. `current` gives the state that a table left behind.
pub(super) fn consult<'b>(
    queue: &mut RollQueue,
    book: &'b Rulebook,
    name: &Text,
    current: impl Fn(&'b Table) -> Option<&'b TableState>,
) -> RuleResult<Vec<TableDraw>> {
    let none = || Refusal::from(TableRefusal::NoTable { table: name.clone() });
    let mut next = Some(book.tables.find(name).ok_or_else(none)?);
    let mut drawn = Vec::new();
    while let Some(at) = next {
        let table = book.tables.get(at).ok_or_else(none)?;
        let (dice, total) = roll_formula(queue, (Owner(0), Purpose::Table(at)), &table.roll.0)?;
        let row = table.row_for(total, current(table).map(|state| &state.name));
        let row = row.expect("every total has a row, as the book's check has it");
        next = book.tables.next_table(&table.rows[row]);
        let (roll, text) = (table.roll.clone(), table.rows[row].text.clone());
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
        let state = &self.state;
        let all = consult(&mut self.queue, &book, table, |table| state.table_state(table))?;
        for drawn in &all {
            let TableDraw { table, total, text, .. } = drawn.clone();
            let row = drawn.row.resolve(&book).1;
            self.emit(Event::Consulted { table, total, text, who, becomes: row.becomes.clone() });
            self.tell_row(drawn, row.tell, who);
            for order in &row.orders {
                let calendar = self.state.calendar();
                let (item, at) = (calendar.next_item(), calendar.now);
                self.emit(Event::Clock(ClockEvent::Scheduled { item, at, what: order.clone(), who }));
            }
        }
        self.order_roll = Some(OrderRoll::Table { who, drawn: all });
        Ok(())
    }

    fn tell_row(&mut self, drawn: &TableDraw, to: Option<TableAudience>, who: Option<Id>) {
        let sides: Vec<SideId> = match to {
            None => Vec::new(),
            Some(TableAudience::All) => self.state.sides().iter().map(|side| side.id).collect(),
            Some(TableAudience::Side) => who.and_then(|who| self.state.side_of(who)).into_iter().collect(),
        };
        if !sides.is_empty() {
            let text = format!(
                "{}: {}",
                drawn.table.as_name(),
                drawn.text.replace(FORCE_PLACEHOLDER, &who.map_or_else(String::new, |who| self.state.name(who)))
            )
            .into();
            let message = self.state.next_message_number();
            self.emit(Event::Staff(StaffEvent::Told { message, sides, text, due: None }));
        }
    }

    /// Rolls dice that no rule asks for.
    pub(super) fn plain_roll(
        &mut self,
        (formula, times): (&DiceFormula, u8),
        who: Option<Id>,
        purpose: Option<&Text>,
    ) -> RuleResult {
        if let Some(who) = who {
            self.living_units(&[who])?;
        }
        // Dice belong to units and sides.
        let owner = who.and_then(|who| match self.state.kind(who) {
            Some(EntityKind::Unit) => Some(who),
            _ => self.state.side_of(who).map(Id::from),
        });
        let owner = owner.map_or(Owner(0), |id| Owner(id.0));
        let rolled = roll_formulas(&mut self.queue, (owner, Purpose::Sum), times, formula)?;
        let totals = rolled.iter().map(|(_, total)| *total).collect();
        self.order_roll = Some(OrderRoll::Plain { formula: formula.clone(), rolled });
        self.conclude(Event::Rolled { dice: formula.clone(), totals, who, purpose: purpose.cloned() })
    }
}
