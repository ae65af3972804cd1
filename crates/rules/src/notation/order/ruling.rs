//! Rulings and records: EDNA and its wear, strength lost and restored, grades, notes, house rules. Source: RULES 1,
//! 2.5.

use super::{
    OrderReader,
    piece::{FORCES, Keywords, Piece},
    settings::settings_text,
    table::unreadable_orders,
};
use crate::{
    notation::{NotationError, Parsed},
    order::{Regrading, Term},
    state::State,
};
use wardiary_base::{
    book::{DroppedEntries, RulebookDraft},
    document,
};

/// The items that a change of the rules would remove without saying so. A grade counts only if units have it.
fn removed_items(draft: &RulebookDraft, state: &State) -> Vec<DroppedEntries> {
    draft.dropped_in_campaign(state.book(), |grade| {
        state.units().iter().any(|unit| unit.is_alive() && unit.grade == grade)
    })
}

/// How long a change of grades holds.
pub(super) const TERM: Piece<Term> = Piece {
    read: |r| {
        if r.reader.accept_word("this") {
            return r.reader.require_one_of(&[("phase", Term::Phase), ("combat", Term::Combat)]);
        }
        if r.reader.accept_word("for") {
            r.reader.require_word("good")?;
        }
        Ok(Term::ForGood)
    },
    print: |p, term| match term {
        Term::Phase => p.push("this phase"),
        Term::Combat => p.push("this combat"),
        Term::ForGood => p,
    },
    keywords: Keywords::Words(&["this", "for"]),
};

/// A change of grades as the effect of an argument: `promote FORCE + FORCE 2 this combat`.
pub(super) const EFFECT: Piece<Regrading> = Piece {
    read: |r| {
        let sign = r.reader.require_one_of(&[("promote", 1), ("demote", -1)])?;
        Ok(Regrading { who: r.read(&FORCES)?, by: r.steps(sign)?, term: r.read(&TERM)? })
    },
    print: |p, Regrading { who, by, term }| {
        p.push(if *by < 0 { "demote" } else { "promote" }).put(&FORCES, who).number(&by.unsigned_abs()).put(&TERM, term)
    },
    keywords: TERM.keywords,
};

/// A change of the rules, as in a rulebook. `only` is printed if it removes anything, even if the order did not say so.
pub(super) const RULES: Piece<Box<RulebookDraft>> = plain!(|r| r.rules(), |p, draft| {
    let mut draft = draft.clone();
    let taken = removed_items(&draft, p.state);
    draft.only.extend(taken.iter().map(|taken| taken.list));
    if !draft.only.is_empty() && draft.only == draft.lists() {
        draft.only.clear();
        p.push("only");
    }
    match settings_text(p.state, &draft) {
        Some(words) => p.push(&words),
        None => p.quote(&document::write(&document::order_options(), &*draft, 0).into()),
    }
});

impl OrderReader<'_> {
    pub(super) fn steps(&mut self, sign: i16) -> Parsed<i8> {
        let most = if sign > 0 { 127 } else { 128 };
        let steps = self.reader.number_if_any("a number of grades", 0, most)?.unwrap_or(1);
        Ok(i8::try_from(sign * i16::try_from(steps).unwrap_or(0)).expect("checked to be -128 to 127"))
    }

    /// Reads a change of the rules as in a rulebook.
    fn rules_of_book(&mut self) -> Parsed<RulebookDraft> {
        let at = self.reader.next_range();
        let change = self.reader.free_text("a setting and its value: scrud extras Ignored")?;
        document::order_options().from_str(change.raw()).map_err(|error| {
            let problem = document::explain(&error);
            let example = || "name the setting and its value: `rules change scrud extras Ignored`".into();
            let reason = format!("the rules can't be read: {}", problem.reason);
            NotationError { at, reason, hint: problem.hint.or_else(|| Some(example())) }
        })
    }

    fn rules(&mut self) -> Parsed<Box<RulebookDraft>> {
        let only = self.reader.accept_word("only");
        let at = self.reader.next_range();
        let mut draft = match self.settings()? {
            Some(draft) => draft,
            None => self.rules_of_book()?,
        };
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
            return Ok(Box::new(draft));
        }
        let hint = "to confirm, write `rules change only …`; otherwise list them too";
        let what = format!("this removes {}", taken.join("; "));
        Err(NotationError { at, reason: what, hint: Some(hint.into()) })
    }
}
