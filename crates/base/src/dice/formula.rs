//! Dice and numbers that are added up, as players write them: `4d6kh3+1d10+2`, `3d6!`, `8d6>=5`, `d66`.

use super::{Dice, Die, Face};
use crate::text;
use std::{collections::BTreeSet, fmt, str::FromStr};

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DiceFormula {
    /// At least one.
    pub terms: Vec<DiceTerm>,
    /// The number that is added, -1000 to 1000.
    pub plus: i16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DiceTerm {
    pub dice: Dice,
    pub count: TermCount,
}

/// How the dice of a term are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TermCount {
    /// All faces, added up.
    Sum,
    /// The highest dice, this many: `4d6kh3`.
    Highest(u8),
    /// The lowest dice, this many: `2d20kl1`.
    Lowest(u8),
    /// All faces; a die that shows its highest face is rolled once more, and added: `3d6!`.
    Exploding,
    /// The number of dice that show this face or more: `8d6>=5`.
    AtLeast(Face),
    /// The number of dice that show this face or less: `8d6<=2`.
    AtMost(Face),
    /// Two six-sided dice read as tens and ones: `d66`.
    TensAndOnes,
}

/// Maximum number added to or subtracted from the dice.
const MAX_ADDED: i32 = 1000;

impl DiceFormula {
    pub fn new(dice: Dice, plus: i16) -> Self {
        Self { terms: vec![DiceTerm { dice, count: TermCount::Sum }], plus }
    }

    /// Dice and a number, within the limits of a roll. Errors: there are no dice or more than 100, or the number is not
    /// -1000 to 1000.
    pub fn checked(terms: Vec<DiceTerm>, plus: i32) -> Result<Self, String> {
        let dice: u32 = terms.iter().map(|term| u32::from(term.dice.0)).sum();
        match i16::try_from(plus) {
            _ if terms.is_empty() => Err("no die is rolled".into()),
            _ if dice > 100 => Err(format!("a roll takes 1 to 100 dice, not {dice}")),
            Ok(plus) if i32::from(plus).abs() <= MAX_ADDED => Ok(Self { terms, plus }),
            _ => Err(format!("the number added must be -{MAX_ADDED} to {MAX_ADDED}")),
        }
    }

    /// Reads a formula such as `2d6+1d10-1`, whose words of dice `term` reads.
    pub(crate) fn parse_with(
        text: &str,
        term: impl Fn(&str) -> Option<Result<DiceTerm, DiceTermError>>,
    ) -> Result<Self, String> {
        let (mut terms, mut plus) = (Vec::new(), 0i32);
        let bare: String = text.split_whitespace().collect();
        for part in bare.split('+') {
            if let Ok(number) = part.parse::<i16>() {
                plus += i32::from(number);
                continue;
            }
            let (dice, minus) = split_minus(part);
            let read =
                term(dice).ok_or_else(|| format!("“{}” is not a dice formula such as `2d6+1`", text::excerpt(text)))?;
            terms.push(read.map_err(|error| error.to_string())?);
            plus -= i32::from(minus);
        }
        Self::checked(terms, plus)
    }

    /// Every possible total, if no die explodes.
    pub fn possible_totals(&self) -> BTreeSet<i32> {
        let start = BTreeSet::from([i32::from(self.plus)]);
        self.terms.iter().fold(start, |totals, term| {
            let results = term.possible_results();
            totals.iter().flat_map(|total| results.iter().map(move |result| total + result)).collect()
        })
    }

    /// The dice, if the formula is nothing but one kind of dice with a number added.
    pub fn plain(&self) -> Option<(Dice, i16)> {
        match self.terms[..] {
            [DiceTerm { dice, count: TermCount::Sum }] => Some((dice, self.plus)),
            _ => None,
        }
    }
}

/// Splits a word such as `2d6-1` into the dice and the number subtracted.
pub fn split_minus(word: &str) -> (&str, u16) {
    let split = word.rsplit_once('-').and_then(|(dice, minus)| Some((dice, minus.parse().ok()?)));
    split.unwrap_or((word, 0))
}

impl FromStr for DiceFormula {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::parse_with(text, DiceTerm::parse)
    }
}

crate::text::stored_as_text!(DiceFormula);

impl DiceTerm {
    fn possible_results(self) -> Vec<i32> {
        let Dice(count, die) = self.dice;
        let (count, sides) = (i32::from(count), i32::from(die.sides()));
        match self.count {
            TermCount::Sum | TermCount::Exploding => (count..=count * sides).collect(),
            TermCount::Highest(kept) | TermCount::Lowest(kept) => (i32::from(kept)..=i32::from(kept) * sides).collect(),
            TermCount::AtLeast(_) | TermCount::AtMost(_) => (0..=count).collect(),
            TermCount::TensAndOnes => (1..=6).flat_map(|tens| (1..=6).map(move |ones| 10 * tens + ones)).collect(),
        }
    }

    /// Reads `4d6kh3`. `None` if it is not dice notation; an error, with a correction, if it can't be rolled.
    pub fn parse(word: &str) -> Option<Result<Self, DiceTermError>> {
        let (count, rest) = word.split_at(word.find(|c: char| !c.is_ascii_digit())?);
        // German players write W for d.
        let rest = rest.strip_prefix(['d', 'D', 'w', 'W'])?;
        let (sides, rest) = match rest.strip_prefix('%') {
            Some(rest) => ("100", rest),
            None => rest.split_at(rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())),
        };
        if sides.is_empty() {
            return None;
        }
        Some(Self::checked(count, sides, &rest.to_ascii_lowercase()))
    }

    fn checked(count: &str, sides: &str, counts: &str) -> Result<Self, DiceTermError> {
        let number = |digits: &str| if digits.is_empty() { Some(1) } else { digits.parse::<u32>().ok() };
        let many = number(count).and_then(|n| u8::try_from(n).ok()).filter(|n| (1..=100).contains(n));
        let many = many.ok_or(DiceTermError::Count)?;
        if sides == "66" {
            fail_if!(!count.is_empty(), DiceTermError::SeveralTensAndOnes { times: many });
            fail_if!(!counts.is_empty(), DiceTermError::TensAndOnesAlone);
            return Ok(Self { dice: Dice(2, Die::D6), count: TermCount::TensAndOnes });
        }
        let die = sides.parse::<u8>().ok().and_then(Die::new);
        let die = die.ok_or_else(|| DiceTermError::Sides { sides: text::excerpt(sides) })?;
        let dice = Dice(many, die);
        Ok(Self { dice, count: Self::count(dice, counts)? })
    }

    fn count(dice: Dice, counts: &str) -> Result<TermCount, DiceTermError> {
        let Dice(many, die) = dice;
        let (name, number) = counts.split_at(counts.find(|c: char| c.is_ascii_digit()).unwrap_or(counts.len()));
        let unknown = || DiceTermError::Unknown { counts: text::excerpt(counts), dice };
        fail_if!(!number.bytes().all(|byte| byte.is_ascii_digit()), unknown());
        let n = if number.is_empty() { Some(1) } else { number.parse::<u8>().ok() };
        let kept = |n: Option<u8>| n.filter(|n| (1..=many).contains(n)).ok_or(DiceTermError::Kept { dice: many });
        let left = |n: Option<u8>| {
            let left = n.and_then(|n| many.checked_sub(n)).filter(|left| (1..many).contains(left));
            left.ok_or(DiceTermError::Dropped { dice: many })
        };
        let face = |n: Option<u8>| n.filter(|n| die.has_face(*n) && !number.is_empty());
        let face = |n: Option<u8>| face(n).ok_or(DiceTermError::Face { die });
        Ok(match name {
            "" if number.is_empty() => TermCount::Sum,
            "k" | "kh" => TermCount::Highest(kept(n)?),
            "kl" => TermCount::Lowest(kept(n)?),
            // Dropping dice keeps the others.
            "d" | "dl" | "-l" => TermCount::Highest(left(n)?),
            "dh" | "-h" => TermCount::Lowest(left(n)?),
            "!" if number.is_empty() => TermCount::Exploding,
            ">=" => TermCount::AtLeast(face(n)?),
            "<=" => TermCount::AtMost(face(n)?),
            ">" => TermCount::AtLeast(face(n.and_then(|n| n.checked_add(1)))?),
            "<" => TermCount::AtMost(face(n.and_then(|n| n.checked_sub(1)))?),
            _ => return Err(unknown()),
        })
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DiceTermError {
    #[error("a roll takes 1 to 100 dice")]
    Count,
    #[error("a die has 2 to 100 sides, not {sides}")]
    Sides { sides: String },
    #[error("at least 1 die and at most {dice} can be kept")]
    Kept { dice: u8 },
    #[error("{}", if *dice == 1 { "a single die can't be dropped".into() } else { format!("at least 1 die and at most {} can be dropped", dice - 1) })]
    Dropped { dice: u8 },
    #[error("d66 is two dice, read as tens and ones: it can't be kept, counted or exploded")]
    TensAndOnesAlone,
    #[error("a {die} has faces from 1 to {}", die.sides())]
    Face { die: Die },
    #[error("d66 is two dice, read as tens and ones")]
    SeveralTensAndOnes { times: u8 },
    #[error("`{counts}` has no meaning after {dice}")]
    Unknown { counts: String, dice: Dice },
}

impl DiceTermError {
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::Count | Self::Sides { .. } | Self::Face { .. } => None,
            Self::TensAndOnesAlone => Some("write `d66`, or `2d6kh1` to keep the higher of two dice".into()),
            Self::Dropped { dice } => Some(format!("`{}d6d1` drops the lowest", (*dice).max(2))),
            Self::SeveralTensAndOnes { times: 1 } => Some("write `d66`".into()),
            Self::Unknown { counts, dice } if counts.starts_with(['-', '–', '*', '/']) => Some(format!(
                "numbers can be added or subtracted, as in `{dice}-1`; dice can be added, as in `{dice}+1d4`"
            )),
            Self::Unknown { counts, dice } if counts.starts_with('=') => {
                Some(format!("write `{dice}>=2` or `{dice}<=2` to count dice"))
            }
            Self::Kept { .. } => Some("`4d6kh3` keeps the three highest, `4d6d1` drops the lowest".into()),
            Self::SeveralTensAndOnes { times } => Some(format!("write `{times}x d66`")),
            Self::Unknown { dice, .. } => Some(format!(
                "write `{dice}kh1` or `{dice}kl1` to keep, `{dice}d1` to drop, `{dice}!` to explode, `{dice}>=2` to count"
            )),
        }
    }
}

impl fmt::Display for DiceTerm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dice = self.dice;
        match self.count {
            TermCount::Sum => write!(f, "{dice}"),
            TermCount::Highest(n) => write!(f, "{dice}kh{n}"),
            TermCount::Lowest(n) => write!(f, "{dice}kl{n}"),
            TermCount::Exploding => write!(f, "{dice}!"),
            TermCount::AtLeast(face) => write!(f, "{dice}>={face}"),
            TermCount::AtMost(face) => write!(f, "{dice}<={face}"),
            TermCount::TensAndOnes => f.write_str("d66"),
        }
    }
}

impl fmt::Display for DiceFormula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, term) in self.terms.iter().enumerate() {
            let plus = if at > 0 { "+" } else { "" };
            write!(f, "{plus}{term}")?;
        }
        if self.plus == 0 { Ok(()) } else { write!(f, "{:+}", self.plus) }
    }
}
