//! Dice tests and volleys: `test FORCE for TEST`, `volley UNIT at UNIT + … range 2 in cover`. Source: RULES 3, 4.5.

use super::piece::{ANYWAY, FORCES, Keywords, Piece, STACKS_OR_UNITS, UNIT};
use crate::{notation::reader::Expected, order::Volley};
use wardiary_base::{id::Id, text::Text};

/// The units that are tested. The name of a test may follow theirs without a keyword.
pub(super) const TESTED: Piece<Vec<Id>> = plain!(
    |r| {
        r.reader.name_ends = r.state.test_names();
        let who = r.read(&FORCES);
        r.reader.name_ends.clear();
        who
    },
    |p, who| p.put(&FORCES, who)
);

pub(super) const TEST: Piece<Text> =
    plain!(|r| r.reader.any_word(Expected::OneOf(r.state.test_names())), |p, test| p.quote(test));

/// `for TEST`; the word may be left out.
pub(super) const TEST_FOR: Piece<Text> = word_before!("for", TEST);

pub(super) const WEAPON: Piece<Text> = one_named!(r, r.state.book().weapons);

pub(super) const VOLLEY: Piece<Volley> = Piece {
    read: |r| {
        let unit = r.read(&UNIT)?;
        r.reader.require_word("at")?;
        let at = r.read(&STACKS_OR_UNITS)?;
        let mut volley = Volley { unit, at, range: None, weapon: None, cover: false, general: false, anyway: None };
        loop {
            if volley.range.is_none() && r.reader.accept_word("range") {
                volley.range = Some(r.reader.bounded_number("a range", 1, 255)?);
            } else if r.reader.accept_word("with") {
                if !volley.general && r.reader.accept_word("general") {
                    volley.general = true;
                } else {
                    volley.weapon = Some(r.read(&WEAPON)?);
                }
            } else if r.reader.in_cover()? {
                volley.cover = true;
            } else {
                volley.anyway = r.read(&ANYWAY)?;
                return Ok(volley);
            }
        }
    },
    print: |p, volley| {
        p.put(&UNIT, &volley.unit).push("at").put(&STACKS_OR_UNITS, &volley.at).put_after("range", volley.range);
        p.after("with", volley.weapon.as_ref(), &WEAPON).put_if(volley.general, "with general");
        p.put_if(volley.cover, "in cover").put(&ANYWAY, &volley.anyway)
    },
    keywords: Keywords::All(&[&Keywords::Words(&["at", "range", "with", "in"]), &ANYWAY.keywords]),
};
