//! The roll of a table, and the totals of a row, as files store them.

use crate::dice::Dice;
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, Visitor},
};
use std::{fmt, str::FromStr};

/// Maximum number added to or taken off the dice.
const MAX_ADDED: i16 = 1000;

/// The roll of a table: `2d6`, `1d100`, `1d6+2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableRoll {
    pub dice: Dice,
    pub plus: i16,
}

impl TableRoll {
    /// The lowest and highest total.
    pub fn range(self) -> Totals {
        let (Dice(count, die), plus) = (self.dice, i32::from(self.plus));
        Totals { least: i32::from(count) + plus, most: i32::from(count) * i32::from(die.sides()) + plus }
    }
}

impl FromStr for TableRoll {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let unreadable = || format!("a table is rolled on with dice such as `2d6` or `1d6+1`, not “{text}”");
        let (dice, added) = text.split_at(text.find(['+', '-']).unwrap_or(text.len()));
        let dice = Dice::parse(dice.trim()).ok_or_else(unreadable)??;
        let plus = if added.is_empty() {
            0
        } else {
            let (sign, number) = added.split_at(1);
            let number = number.trim().parse::<i16>().ok().filter(|n| (0..=MAX_ADDED).contains(n));
            number.ok_or_else(unreadable)? * if sign == "-" { -1 } else { 1 }
        };
        Ok(Self { dice, plus })
    }
}

crate::text::stored_as_text!(TableRoll);

impl fmt::Display for TableRoll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plus {
            0 => write!(f, "{}", self.dice),
            plus => write!(f, "{}{plus:+}", self.dice),
        }
    }
}

/// A range of totals: `"2-4"`, or a single one, `7`. RON has no `2..=4`, so a range is text. `"2..=4"`, `"2 to 4"` and
/// `"2–4"` are accepted too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Totals {
    pub least: i32,
    pub most: i32,
}

impl Totals {
    pub fn contains(self, total: i32) -> bool {
        (self.least..=self.most).contains(&total)
    }
}

impl From<i32> for Totals {
    fn from(total: i32) -> Self {
        Self { least: total, most: total }
    }
}

impl FromStr for Totals {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let number = |text: &str| text.trim().parse::<i32>().ok();
        if let Some(total) = number(text) {
            return Ok(total.into());
        }
        // After the first character a hyphen separates two numbers and is not a sign.
        let behind = text.char_indices().nth(1).map_or(text.len(), |(at, _)| at);
        let hyphen = || text[behind..].find('-').map(|at| (&text[..behind + at], &text[behind + at + 1..]));
        let between = ["..=", "–", " to "].iter().find_map(|sign| text.split_once(sign)).or_else(hyphen);
        let both = between.and_then(|(least, most)| Some((number(least)?, number(most)?)));
        match both {
            Some((least, most)) if least <= most => Ok(Self { least, most }),
            Some((least, most)) => Err(format!("totals go from the least to the most: \"{most}-{least}\"")),
            None => Err(format!("totals are such as \"2-4\", or 7 alone, not “{text}”")),
        }
    }
}

impl fmt::Display for Totals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.least, self.most) {
            (least, most) if least == most => write!(f, "{least}"),
            (least, most) if least < 0 => write!(f, "{least} to {most}"),
            (least, most) => write!(f, "{least}-{most}"),
        }
    }
}

impl Serialize for Totals {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.least == self.most { serializer.serialize_i32(self.least) } else { serializer.collect_str(self) }
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
                i32::try_from(total).map(Totals::from).map_err(|_| E::custom(format!("no roll comes to {total}")))
            }

            fn visit_u64<E: Error>(self, total: u64) -> Result<Totals, E> {
                i32::try_from(total).map(Totals::from).map_err(|_| E::custom(format!("no roll comes to {total}")))
            }
        }

        deserializer.deserialize_any(TextOrNumber)
    }
}
