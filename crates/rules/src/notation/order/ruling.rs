//! Rulings and records: EDNA and its wear, strength lost and restored, grades, notes, house rules. Source: RULES 1,
//! 2.5.

use super::{OrderPrinter, OrderReader, table::unreadable_orders};
use crate::{
    notation::{
        NotationError, Parsed,
        names::{FORCES, UNIT},
    },
    order::{Order, Regrading, Term, WearCause},
    state::State,
};
use wardiary_base::{
    book::{DroppedEntries, RulebookDraft},
    document,
    id::{Id, UnitId},
    text::Text,
};

/// The items that a change of the rules would remove without saying so. A grade counts only if units have it.
fn removed_items(draft: &RulebookDraft, state: &State) -> Vec<DroppedEntries> {
    draft.dropped_in_campaign(state.book(), |grade| {
        state.units().iter().any(|unit| unit.is_alive() && unit.grade == grade)
    })
}

impl OrderReader<'_> {
    pub(super) fn points(&mut self, order: fn(UnitId, u16, Option<Text>) -> Order) -> Parsed<Order> {
        Ok(order(self.unit()?, self.reader.bounded_number("how many Strength Points", 0, 65_535)?, self.reason()?))
    }

    pub(super) fn regrade(&mut self, sign: i16) -> Parsed<Order> {
        let Regrading { who, by, term } = self.regrading(sign)?;
        Ok(Order::Regrade { who, by, term, why: self.required_reason()? })
    }

    /// `FORCE + FORCE 2 this combat`
    pub(super) fn regrading(&mut self, sign: i16) -> Parsed<Regrading> {
        let who = self.entities(FORCES)?;
        let most = if sign > 0 { 127 } else { 128 };
        let steps = self.reader.number_if_any("how many grades", 0, most)?.unwrap_or(1);
        let by = i8::try_from(sign * i16::try_from(steps).unwrap_or(0)).expect("checked to be -128 to 127");
        let term = if self.reader.accept_word("this") {
            let term = self.reader.accept_one_of(&[("phase", Term::Phase), ("combat", Term::Combat)]);
            term.ok_or_else(|| self.reader.unexpected())?
        } else {
            if self.reader.accept_word("for") {
                self.reader.require_word("good")?;
            }
            Term::ForGood
        };
        Ok(Regrading { who, by, term })
    }

    /// `branch NAME [with dice from N]`
    pub(super) fn branch(&mut self) -> Parsed<Order> {
        let name = self.reader.new_name()?;
        let dice = self.after("with", |r| {
            r.reader.require_word("dice")?;
            r.reader.require_word("from")?;
            r.reader.number("a serial number", 0, u32::MAX)
        })?;
        Ok(Order::Branch { name, dice })
    }

    pub(super) fn rules(&mut self) -> Parsed<Order> {
        let only = self.reader.accept_word("only");
        let at = self.reader.next_range();
        let change = self.reader.free_text("the change, as in a rulebook: \"(scrud: (extras: Ignored))\"")?;
        let mut draft: RulebookDraft = document::order_options().from_str(change.raw()).map_err(|error| {
            let problem = document::explain(&error);
            let example = || "write it as in a rulebook: `rules change \"(scrud: (extras: Ignored))\"`".into();
            NotationError {
                at: at.clone(),
                reason: format!("the rules can't be read: {}", problem.reason),
                hint: problem.hint.or_else(|| Some(example())),
            }
        })?;
        if only {
            draft.only = draft.lists();
        }
        // The rules refuse a change that is invalid in itself.
        let book = draft.check(self.state.book());
        if let Some(fault) = book.ok().and_then(|book| unreadable_orders(&draft, &book).into_iter().next()) {
            let what = format!("{}: {}", fault.path.join("."), fault.reason);
            return Err(NotationError { at, reason: what, hint: fault.hint });
        }
        let taken = removed_items(&draft, self.state);
        let taken: Vec<String> = taken.iter().map(DroppedEntries::describe).collect();
        if taken.is_empty() {
            return Ok(Order::Rules(Box::new(draft)));
        }
        let hint = "if that is meant, `rules change only \"…\"`; if not, list them too";
        let what = format!("this takes away {}", taken.join("; "));
        Err(NotationError { at, reason: what, hint: Some(hint.into()) })
    }

    pub(super) fn wear(&mut self) -> Parsed<Order> {
        let unit = self.unit()?;
        let cause = self.reader.accept_one_of(&CAUSES);
        Ok(Order::Wear { unit, cause: cause.ok_or_else(|| self.reader.unexpected())? })
    }

    pub(super) fn edna_ruling(&mut self, order: fn(UnitId, u8, Option<Text>) -> Order) -> Parsed<Order> {
        Ok(order(self.unit()?, self.reader.bounded_number("how much EDNA", 0, 255)?, self.reason()?))
    }
}

impl OrderPrinter<'_> {
    /// Prints a change of the rules as it is typed. `only` is added if it removes anything, even if the order did not
    /// say so.
    pub(super) fn rules(&mut self, draft: &RulebookDraft) -> &mut Self {
        let mut draft = draft.clone();
        let taken = removed_items(&draft, self.state);
        draft.only.extend(taken.iter().map(|taken| taken.list));
        if !draft.only.is_empty() && draft.only == draft.lists() {
            draft.only.clear();
            self.push("only");
        }
        self.quote(&document::write(&document::order_options(), &draft, 0).into())
    }

    pub(super) fn regrading(&mut self, who: &[Id], by: i8, term: Term) -> &mut Self {
        self.ids(who, FORCES).push(&by.unsigned_abs().to_string());
        match term {
            Term::Phase => self.push("this phase"),
            Term::Combat => self.push("this combat"),
            Term::ForGood => self,
        }
    }

    pub(super) fn wear(&mut self, unit: UnitId, cause: WearCause) -> &mut Self {
        self.id(unit, UNIT).push(match cause {
            WearCause::Fire => "fire",
            WearCause::Manoeuvre => "manoeuvre",
        })
    }
}

const CAUSES: [(&str, WearCause); 2] = [("fire", WearCause::Fire), ("manoeuvre", WearCause::Manoeuvre)];
