//! Parses and prints bare blows: `3x blow 12 v 9 dmg 8 dr 3`. Source: RULES 5.8.

use crate::{
    notation::{Parsed, reader::Reader},
    rules::roll::BlowRoll,
};
use std::fmt::Write as _;

const MAX: u32 = u16::MAX as u32;

impl Reader<'_> {
    /// Reads the rest of a bare roll after `blow`: attack power v defense power, and what a hit does.
    pub(super) fn blow(&mut self, times: u8) -> Parsed<BlowRoll> {
        let ap = self.bounded_number("an attack power", 0, MAX)?;
        self.require_word("v")?;
        let dp = self.bounded_number("a defense power", 0, MAX)?;
        let dmg = if self.accept_word("dmg") { self.bounded_number("a damage", 0, MAX)? } else { 0 };
        let dr = if self.accept_word("dr") { self.bounded_number("a damage reduction", 0, MAX)? } else { 0 };
        Ok(BlowRoll { times, ap, dp, dmg, dr })
    }
}

/// Prints bare blows in canonical form.
pub(super) fn blow_text(roll: &BlowRoll) -> String {
    let BlowRoll { times, ap, dp, dmg, dr } = roll;
    let mut text = if *times == 1 { String::new() } else { format!("{times}x ") };
    write!(text, "blow {ap} v {dp}").expect("a string takes all");
    for (word, number) in [("dmg", dmg), ("dr", dr)] {
        if *number > 0 {
            write!(text, " {word} {number}").expect("a string takes all");
        }
    }
    text
}
