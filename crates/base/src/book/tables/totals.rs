//! The roll of a table, and the totals of a row, as files store them.

use crate::dice::{Dice, DiceFormula, DiceTerm, TermCount};
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, Visitor},
};
use std::{collections::BTreeSet, fmt, str::FromStr};

/// The roll of a table: `2d6`, `1d100`, `d66`, `1d6+2`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRoll(pub DiceFormula);

impl FromStr for TableRoll {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let formula = DiceFormula::parse_with(text, |word| {
            // Older files hold a die of 66 sides as `1d66`; `d66` is two dice.
            match Dice::parse(word) {
                Some(Ok(dice)) if !word.starts_with(['d', 'D']) => Some(Ok(DiceTerm { dice, count: TermCount::Sum })),
                _ => DiceTerm::parse(word),
            }
        })?;
        if formula.terms.iter().any(|term| term.count == TermCount::Exploding) {
            return Err("a table needs a row for every total, and exploding dice have no highest total".into());
        }
        Ok(Self(formula))
    }
}

impl fmt::Display for TableRoll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

crate::text::stored_as_text!(TableRoll);

/// The totals of a row: `7` alone, or `"2-4"`, `"1,3,5"`, `"2-4, 12"`. `"2..4"`, `"2..=4"`, `"2 to 4"` and `"2–4"` are
/// accepted too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Totals(
    /// Ranges as lowest and highest total, in the order written.
    Vec<(i32, i32)>,
);

impl Totals {
    pub fn contains(&self, total: i32) -> bool {
        self.0.iter().any(|(least, most)| (least..=most).contains(&&total))
    }

    pub fn ranges(&self) -> &[(i32, i32)] {
        &self.0
    }

    pub(super) fn of_range(least: i32, most: i32) -> Self {
        Self(vec![(least, most)])
    }

    /// The text of some totals, ascending, as ranges where they follow one another in `all`.
    pub(super) fn describe(totals: &[i32], all: &BTreeSet<i32>) -> String {
        let follows = |one: &i32, next: &i32| all.range(one + 1..).next() == Some(next);
        let ranges = totals.chunk_by(follows).map(|run| (run[0], run[run.len() - 1])).collect();
        Self(ranges).to_string()
    }
}

impl From<i32> for Totals {
    fn from(total: i32) -> Self {
        Self(vec![(total, total)])
    }
}

impl FromStr for Totals {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        text.split(',').map(parse_range).collect::<Result<_, _>>().map(Self)
    }
}

fn parse_range(text: &str) -> Result<(i32, i32), String> {
    let text = text.trim();
    let number = |text: &str| text.trim().parse::<i32>().ok();
    if let Some(total) = number(text) {
        return Ok((total, total));
    }
    // After the first character a hyphen separates two numbers and is not a sign.
    let behind = text.char_indices().nth(1).map_or(text.len(), |(at, _)| at);
    let hyphen = || text[behind..].find('-').map(|at| (&text[..behind + at], &text[behind + at + 1..]));
    let between = ["..=", "..", "–", " to "].iter().find_map(|sign| text.split_once(sign)).or_else(hyphen);
    let both = between.and_then(|(least, most)| Some((number(least)?, number(most)?)));
    match both {
        Some((least, most)) if least <= most => Ok((least, most)),
        Some((least, most)) => Err(format!("write the lower total first: \"{most}-{least}\"")),
        None => Err(format!("expected totals such as \"2-4\", \"1,3,5\", or 7 alone, found “{text}”")),
    }
}

impl fmt::Display for Totals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, &(least, most)) in self.0.iter().enumerate() {
            f.write_str(if at > 0 { ", " } else { "" })?;
            match (least, most) {
                (least, most) if least == most => write!(f, "{least}"),
                (least, most) if least < 0 => write!(f, "{least} to {most}"),
                (least, most) => write!(f, "{least}-{most}"),
            }?;
        }
        Ok(())
    }
}

impl Serialize for Totals {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0[..] {
            [(least, most)] if least == most => serializer.serialize_i32(least),
            _ => serializer.collect_str(self),
        }
    }
}

impl<'de> Deserialize<'de> for Totals {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TextOrNumber;

        impl Visitor<'_> for TextOrNumber {
            type Value = Totals;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("totals such as \"2-4\", or 7 alone")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Totals, E> {
                text.parse().map_err(E::custom)
            }

            fn visit_i64<E: Error>(self, total: i64) -> Result<Totals, E> {
                i32::try_from(total).map(Totals::from).map_err(|_| E::custom(format!("no roll totals {total}")))
            }

            fn visit_u64<E: Error>(self, total: u64) -> Result<Totals, E> {
                i32::try_from(total).map(Totals::from).map_err(|_| E::custom(format!("no roll totals {total}")))
            }
        }

        deserializer.deserialize_any(TextOrNumber)
    }
}
