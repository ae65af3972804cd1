//! The settings of marching over the theatre: this project's own. Source: RULES 7.

use super::{deserialize_some, serialize_some};
use crate::fault::Fault;
use serde::{Deserialize, Serialize};

/// Maximum number of steps in one part of the clock.
const MAX_STEPS: u8 = 50;

settings! {
    /// Marching over the theatre of a campaign. Source: RULES 7.
    Marching, MarchingDraft {
        /// How many steps of its way a force makes in a part, 0 to 50: a road of a network is as many steps long as it says, an
        /// area takes what it costs to enter it in a battle. A force goes as far as the slowest of its units.
        allowance: u8 = 1,
        /// What is otherwise for some troop types: `(troops: ["mounted cavalry"], allowance: 2)`.
        but: Vec<MarchingFor> = Vec::new(),
    }
}

/// An exception in marching for some troop types.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MarchingFor {
    pub troops: Vec<String>,
    /// Steps in one part of the clock.
    pub allowance: u8,
}

impl Marching {
    /// Steps of a troop type in one part of the clock.
    pub fn allowance_for(&self, kind: &str) -> u8 {
        let is_it = |but: &&MarchingFor| but.troops.iter().any(|name| name.eq_ignore_ascii_case(kind));
        self.but.iter().find(is_it).map_or(self.allowance, |but| but.allowance)
    }

    /// The troop types that it names, each with its path.
    pub(in crate::book) fn named_troops(&self) -> Vec<(String, &str)> {
        let of = |(at, but): (usize, &'_ MarchingFor)| (at, but.troops.len());
        let places = self.but.iter().enumerate().map(of).flat_map(|(at, names)| (0..names).map(move |nth| (at, nth)));
        places.map(|(at, nth)| (format!("but.{at}.troops.{nth}"), self.but[at].troops[nth].as_str())).collect()
    }

    pub(in crate::book) fn faults(&self) -> Vec<Fault> {
        let others = self.but.iter().enumerate().map(|(at, but)| (format!("but.{at}.allowance"), but.allowance));
        let all = std::iter::once(("allowance".to_string(), self.allowance)).chain(others);
        let too_many = all.filter(|(_, steps)| *steps > MAX_STEPS);
        let fault =
            |(path, steps)| Fault::at(path, format!("a force makes 0 to {MAX_STEPS} steps in a part, not {steps}"));
        too_many.map(fault).collect()
    }
}
