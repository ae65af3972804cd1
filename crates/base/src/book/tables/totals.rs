//! The roll of a table, and the totals of a row, as files store them.

use crate::dice::Dice;
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, Visitor},
};
use std::{fmt, str::FromStr};

/// Maximum number added to or taken off the dice.
const MOST_ADDED: i16 = 1000;

/// The roll of a table: `2d6`, `1d100`, `1d6+2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TableRoll {
    /// Added up.
    pub dice: Dice,
    /// Added to the dice.
    pub plus: i16,
}

impl TableRoll {
    /// The lowest and highest total.
    pub fn reach(self) -> Totals {
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
        let dice = Dice::read(dice.trim()).ok_or_else(unreadable)??;
        let plus = if added.is_empty() {
            0
        } else {
            let (sign, number) = added.split_at(1);
            let number = number.trim().parse::<i16>().ok().filter(|n| (0..=MOST_ADDED).contains(n));
            number.ok_or_else(unreadable)? * if sign == "-" { -1 } else { 1 }
        };
        Ok(Self { dice, plus })
    }
}

impl TryFrom<String> for TableRoll {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<TableRoll> for String {
    fn from(roll: TableRoll) -> Self {
        roll.to_string()
    }
}

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
    pub fn holds(self, total: i32) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_are_read_as_people_write_them() {
        let totals = |least, most| Ok(Totals { least, most });
        for text in ["2-4", "2..=4", "2 to 4", "2–4", " 2 - 4 "] {
            assert_eq!(text.parse(), totals(2, 4), "{text}");
        }
        assert_eq!("7".parse(), totals(7, 7));
        assert_eq!("-3".parse(), totals(-3, -3));
        assert_eq!("-3 to -1".parse(), totals(-3, -1));
        assert_eq!("-3--1".parse(), totals(-3, -1));
        for (least, most) in [(2, 4), (7, 7), (-3, -1), (-1, 2), (0, 0)] {
            assert_eq!(Totals { least, most }.to_string().parse(), totals(least, most));
        }
        assert_eq!("4-2".parse::<Totals>(), Err("totals go from the least to the most: \"2-4\"".into()));
        for text in ["", "-", "2-", "a", "2-4-6", "2,4", "é-1"] {
            assert!(text.parse::<Totals>().is_err(), "{text}");
        }
    }

    #[test]
    fn rolls_are_read_as_they_are_written() {
        for text in ["2d6", "1d100", "1d6+1", "3d6-2"] {
            assert_eq!(text.parse::<TableRoll>().map(|roll| roll.to_string()), Ok(text.into()));
        }
        assert_eq!("d6 + 1".parse::<TableRoll>().map(|roll| roll.to_string()), Ok("1d6+1".into()));
        assert_eq!("3d6-2".parse::<TableRoll>().map(TableRoll::reach), Ok(Totals { least: 1, most: 16 }));
        for text in ["", "2", "d", "2d6x", "0d6", "2d1", "2d6+", "2d6+-1", "2d6+9999"] {
            assert!(text.parse::<TableRoll>().is_err(), "{text}");
        }
    }
}
