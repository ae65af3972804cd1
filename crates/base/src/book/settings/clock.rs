//! The settings of the campaign's clock: this project's own. Source: RULES 7.

use crate::{
    fault::Fault,
    text::{self, Text, name_match::position_named},
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

const MAX_PARTS: usize = 24;

/// Maximum length of the name of a time unit or a part, in characters.
const MAX_NAME_LENGTH: usize = 24;

settings! {
    /// The clock of a campaign: its unit of time and the parts of the unit. Source: RULES 7.
    Clock, ClockDraft {
        /// The unit of time, such as `day`, `week` or `bound`. Without it and without parts there is no clock; with parts
        /// alone it is the day.
        unit: Text = Text::default(),
        /// The parts of each unit in order, such as dawn, day, dusk and night.
        parts: Vec<Text> = Vec::new(),
    }
}

/// A moment of a campaign by its clock: part 2 of day 3. Ordered from earlier to later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Moment {
    /// The number of the day, or of the clock's other unit, from 1.
    pub count: u32,
    /// The part, from 0; 0 on a clock without parts.
    #[serde(default, skip_serializing_if = "is_first")]
    pub part: u8,
}

impl Default for Moment {
    fn default() -> Self {
        Self { count: 1, part: 0 }
    }
}

/// A day, or another unit of the clock, or one part of it: `day 3`, `day 3, dawn`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// From 1.
    pub count: u32,
    /// The part, from 0; `None` for the whole day.
    pub part: Option<u8>,
}

impl Period {
    pub fn contains(self, moment: Moment) -> bool {
        self.count == moment.count && self.part.is_none_or(|part| part == moment.part)
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
fn is_first(part: &u8) -> bool {
    *part == 0
}

impl Clock {
    pub fn is_on(&self) -> bool {
        !self.unit.is_empty() || !self.parts.is_empty()
    }

    pub fn unit(&self) -> String {
        if self.unit.is_empty() { "day".into() } else { self.unit.to_string() }
    }

    pub fn part(&self, part: u8) -> Option<&Text> {
        self.parts.get(usize::from(part))
    }

    /// The number of the part of this name, as [`position_named`] finds it.
    pub fn part_named(&self, name: &str) -> Option<u8> {
        u8::try_from(position_named(self.parts.iter(), name)?).ok()
    }

    pub fn contains(&self, moment: Moment) -> bool {
        moment.count > 0 && (moment.part == 0 || usize::from(moment.part) < self.parts.len())
    }

    /// The next moment; `None` after the last one that can be represented.
    pub fn next_moment(&self, moment: Moment) -> Option<Moment> {
        if usize::from(moment.part) + 1 < self.parts.len() {
            return Some(Moment { part: moment.part + 1, ..moment });
        }
        Some(Moment { count: moment.count.checked_add(1)?, part: 0 })
    }

    /// The number of parts from one moment to a later one; 0 if it is not later.
    pub fn parts_between(&self, from: Moment, to: Moment) -> u32 {
        let parts = u64::try_from(self.parts.len().max(1)).unwrap_or(u64::MAX);
        let at = |moment: Moment| u64::from(moment.count) * parts + u64::from(moment.part);
        u32::try_from(at(to).saturating_sub(at(from))).unwrap_or(u32::MAX)
    }

    /// The next moment with this part after another moment.
    pub fn next_with_part(&self, part: u8, after: Moment) -> Option<Moment> {
        let count = if part > after.part { after.count } else { after.count.checked_add(1)? };
        Some(Moment { count, part }).filter(|moment| self.contains(*moment))
    }

    /// The moment nearest to a moment of another clock. A part that this clock lacks becomes its last.
    pub fn nearest_moment(&self, moment: Moment) -> Moment {
        let last = u8::try_from(self.parts.len().saturating_sub(1)).unwrap_or(u8::MAX);
        Moment { part: moment.part.min(last), ..moment }
    }

    /// Formats a moment: `day 3, dusk`, `week 2`.
    pub fn format_moment(&self, moment: Moment) -> String {
        self.format_period(Period { count: moment.count, part: Some(moment.part) })
    }

    /// As [`Clock::format_moment`]: `day 3`, `day 3, dusk`.
    pub fn format_period(&self, period: Period) -> String {
        let count = format!("{} {}", self.unit(), period.count);
        period.part.and_then(|part| self.part(part)).map_or(count.clone(), |part| format!("{count}, {part}"))
    }

    /// Reads a moment as [`Clock::format_moment`] formats it, with or without the comma: `day 3, dusk`, `week 2`.
    pub fn parse_moment(&self, written: &str) -> Option<Moment> {
        let lower = written.trim().to_lowercase();
        let count = self.is_on().then(|| lower.strip_prefix(&self.unit().to_lowercase())).flatten()?.trim_start();
        let digits = count.find(|c: char| !c.is_ascii_digit()).unwrap_or(count.len());
        let (count, part) = count.split_at(digits);
        let part = part.trim_start_matches([',', ' ']);
        let part = if part.is_empty() { 0 } else { self.part_named(part)? };
        Some(Moment { count: count.parse().ok()?, part }).filter(|moment| self.contains(*moment))
    }

    pub(in crate::book) fn faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        let mut named = |path: String, name: &Text| {
            let fault = match text::name_fault(name) {
                Some(fault) => fault.to_string(),
                None if name.raw().chars().count() > MAX_NAME_LENGTH => {
                    format!("a name of the clock has at most {MAX_NAME_LENGTH} characters")
                }
                None if name.raw().starts_with(|first: char| !first.is_alphabetic()) => {
                    format!("“{name}” must begin with a letter")
                }
                None => return,
            };
            faults.push(Fault::at(path, fault));
        };
        if !self.unit.is_empty() {
            named("unit".into(), &self.unit);
        }
        for (at, part) in self.parts.iter().enumerate() {
            named(format!("parts.{at}"), part);
        }
        if self.parts.len() > MAX_PARTS {
            faults.push(Fault::at("parts", format!("a clock has at most {MAX_PARTS} parts, not {}", self.parts.len())));
        }
        let mut names = BTreeSet::new();
        for (at, part) in self.parts.iter().enumerate() {
            if !names.insert(part.raw().to_lowercase()) {
                let taken = format!("“{part}” is listed twice");
                faults.push(Fault::at(format!("parts.{at}"), taken));
            }
        }
        faults
    }
}
