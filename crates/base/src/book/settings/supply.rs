//! The settings of supply: levels and their effects. Specific to this program. Source: RULES 7.

use super::{Share, deserialize_some, serialize_some};
use crate::{document::is_default, fault::Fault, text};
use serde::{Deserialize, Serialize};

const MAX_LEVELS: usize = 12;

/// A supply level and its effects on units. Source: RULES 7.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SupplyLevel {
    pub name: String,
    /// Shift of the grade used in fights: 0, or negative for down.
    #[serde(skip_serializing_if = "is_default")]
    pub grade: i8,
    /// Share of the normal recovery.
    #[serde(skip_serializing_if = "is_whole")]
    pub recovery: Share,
    /// Share of the marching allowance.
    #[serde(skip_serializing_if = "is_whole")]
    pub allowance: Share,
}

impl Default for SupplyLevel {
    fn default() -> Self {
        Self { name: String::new(), grade: 0, recovery: Share::WHOLE, allowance: Share::WHOLE }
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
fn is_whole(share: &Share) -> bool {
    *share == Share::WHOLE
}

settings! {
    /// Supply: how well forces are supplied, and what that does. Source: RULES 7.
    Supply, SupplyDraft {
        /// The levels, the best first, each with its `name`, its `grade` shift, and the shares of `recovery` and `allowance` that are left; none, there is no supply.
        levels: Vec<SupplyLevel> = Vec::new(),
        /// Over how many areas or roads supply is traced at most; where none are named, over any number.
        range: Option<u16> = None,
    }
}

impl Supply {
    /// Whether the campaign uses supply.
    pub fn is_on(&self) -> bool {
        !self.levels.is_empty()
    }

    /// The level with this number, 0 the best. A number beyond the last is the lowest level.
    pub fn level(&self, number: u8) -> Option<&SupplyLevel> {
        self.levels.get(usize::from(number)).or(self.levels.last())
    }

    pub fn level_named(&self, name: &str) -> Option<u8> {
        let at = self.levels.iter().position(|level| level.name.eq_ignore_ascii_case(name))?;
        u8::try_from(at).ok()
    }

    pub fn lowest(&self) -> u8 {
        u8::try_from(self.levels.len().saturating_sub(1)).unwrap_or(u8::MAX)
    }

    pub(in crate::book) fn faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        if self.levels.len() == 1 || self.levels.len() > MAX_LEVELS {
            let what = format!("there are 2 to {MAX_LEVELS} levels, or none, not {}", self.levels.len());
            faults.push(Fault::at("levels", what));
        }
        for (at, level) in self.levels.iter().enumerate() {
            let mut fault = |field: &str, what: String| faults.push(Fault::at(format!("levels.{at}.{field}"), what));
            if let Some(what) = text::name_fault(&level.name) {
                fault("name", what.to_string());
            }
            if self.levels[..at].iter().any(|other| other.name.eq_ignore_ascii_case(&level.name)) {
                fault("name", format!("a second level “{}”", text::sanitize(&level.name)));
            }
            if level.grade > 0 {
                fault("grade", format!("a level shifts grades down or not at all, not up by {}", level.grade));
            }
        }
        faults
    }
}
