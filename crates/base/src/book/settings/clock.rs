//! The settings of the campaign's clock: this project's own. Source: RULES 7.

use super::{given, plain};
use crate::{fault::Fault, text};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The most parts that a day has.
const MOST_PARTS: usize = 24;

/// The longest name of a unit of time or of a part of it, in characters.
const LONGEST_NAME: usize = 24;

settings! {
    /// The clock of a campaign: what its time is counted in. Source: RULES 7.
    Clock, ClockDraft {
        /// What is counted, such as `day`, `week` or `bound`; without it and without parts there is no clock, and with parts
        /// alone it is days.
        unit: String = String::new(),
        /// The parts that each of them has, in their order, such as dawn, day, dusk and night.
        parts: Vec<String> = Vec::new(),
    }
}

/// A moment of a campaign, by its clock: part 2 of day 3. Moments are compared by which is earlier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Moment {
    /// Which day, or whatever the clock counts, from 1.
    pub count: u32,
    /// Which part of it, from 0; 0 where it has no parts.
    #[serde(default, skip_serializing_if = "is_first")]
    pub part: u8,
}

impl Default for Moment {
    /// When a campaign begins.
    fn default() -> Self {
        Self { count: 1, part: 0 }
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
fn is_first(part: &u8) -> bool {
    *part == 0
}

impl Clock {
    /// Whether there is a clock.
    #[must_use]
    pub fn is_on(&self) -> bool {
        !self.unit.is_empty() || !self.parts.is_empty()
    }

    /// What is counted.
    #[must_use]
    pub fn unit(&self) -> &str {
        if self.unit.is_empty() { "day" } else { &self.unit }
    }

    /// The part of that number, if there is one.
    #[must_use]
    pub fn part(&self, part: u8) -> Option<&str> {
        self.parts.get(usize::from(part)).map(String::as_str)
    }

    /// The number of the part that is called so, in upper or lower case.
    #[must_use]
    pub fn part_named(&self, name: &str) -> Option<u8> {
        let at = self.parts.iter().position(|part| part.to_lowercase() == name.to_lowercase())?;
        u8::try_from(at).ok()
    }

    /// Whether a moment is one of this clock's.
    #[must_use]
    pub fn has(&self, moment: Moment) -> bool {
        moment.count > 0 && (moment.part == 0 || usize::from(moment.part) < self.parts.len())
    }

    /// The moment after that one; none after the last that can be counted.
    #[must_use]
    pub fn after(&self, moment: Moment) -> Option<Moment> {
        if usize::from(moment.part) + 1 < self.parts.len() {
            return Some(Moment { part: moment.part + 1, ..moment });
        }
        Some(Moment { count: moment.count.checked_add(1)?, part: 0 })
    }

    /// How many parts it is from one moment to a later one; none to an earlier one.
    #[must_use]
    pub fn parts_between(&self, from: Moment, to: Moment) -> u32 {
        let parts = u64::try_from(self.parts.len().max(1)).unwrap_or(u64::MAX);
        let at = |moment: Moment| u64::from(moment.count) * parts + u64::from(moment.part);
        u32::try_from(at(to).saturating_sub(at(from))).unwrap_or(u32::MAX)
    }

    /// The next moment of that part after another moment.
    #[must_use]
    pub fn next_of(&self, part: u8, after: Moment) -> Option<Moment> {
        let count = if part > after.part { after.count } else { after.count.checked_add(1)? };
        Some(Moment { count, part }).filter(|moment| self.has(*moment))
    }

    /// The moment nearest to one of another clock: of a part that this one has not, the last.
    #[must_use]
    pub fn nearest(&self, moment: Moment) -> Moment {
        let last = u8::try_from(self.parts.len().saturating_sub(1)).unwrap_or(u8::MAX);
        Moment { part: moment.part.min(last), ..moment }
    }

    /// A moment as it is read: `day 3, dusk`, `week 2`.
    #[must_use]
    pub fn name(&self, moment: Moment) -> String {
        let count = format!("{} {}", self.unit(), moment.count);
        self.part(moment.part).map_or(count.clone(), |part| format!("{count}, {part}"))
    }

    /// The moment that is written so, as [`Clock::name`] writes it, with or without its comma: `day 3, dusk`, `week 2`.
    #[must_use]
    pub fn moment(&self, written: &str) -> Option<Moment> {
        let lower = written.trim().to_lowercase();
        let count = self.is_on().then(|| lower.strip_prefix(&self.unit().to_lowercase())).flatten()?.trim_start();
        let digits = count.find(|c: char| !c.is_ascii_digit()).unwrap_or(count.len());
        let (count, part) = count.split_at(digits);
        let part = part.trim_start_matches([',', ' ']);
        let part = if part.is_empty() { 0 } else { self.part_named(part)? };
        Some(Moment { count: count.parse().ok()?, part }).filter(|moment| self.has(*moment))
    }

    pub(in crate::book) fn faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        let mut named = |path: String, name: &str| {
            let fault = match text::fault_of_name(name) {
                Some(fault) => fault.to_string(),
                None if name.chars().count() > LONGEST_NAME => {
                    format!("a name of the clock has {LONGEST_NAME} characters at the most")
                }
                None if name.starts_with(|first: char| !first.is_alphabetic()) => {
                    format!("“{}” does not begin with a letter", text::sanitize(name))
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
        if self.parts.len() > MOST_PARTS {
            faults.push(Fault::at(
                "parts",
                format!("there are {MOST_PARTS} parts at the most, not {}", self.parts.len()),
            ));
        }
        let mut names = BTreeSet::new();
        for (at, part) in self.parts.iter().enumerate() {
            if !names.insert(part.to_lowercase()) {
                let taken =
                    format!("there is another “{}”, so that it could not be told which is meant", text::sanitize(part));
                faults.push(Fault::at(format!("parts.{at}"), taken));
            }
        }
        faults
    }
}
