//! The settings of victory: specific to this program. Source: RULES 7.

use crate::{
    fault::Fault,
    text::{self, Text},
};
use serde::{Deserialize, Serialize};

/// Maximum number of points for one achievement.
const MAX_POINTS: u32 = 10_000;

const MAX_MARGINS: usize = 20;

/// How the winner of a battle is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Decides {
    Referee,
    /// By the rules: the only side that has units and is not exhausted wins. If there is no such side, or several, the
    /// battle is a draw.
    Broken,
    /// As `Broken`, but without exactly one such side, the side that lost the fewest Strength Points wins.
    Losses,
}

/// Victory points for each achievement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Points {
    /// For each objective of a battle's map that the side holds.
    pub objective: u32,
    /// For each Strength Point that an enemy lost in a battle.
    pub loss: u32,
    pub battle: u32,
}

/// Names of margins, each with the least difference that earns it: `[(1, "narrow"), (10, "decisive")]`.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Margins(pub Vec<(u32, Text)>);

settings! {
    /// How battles and campaigns are won. Source: RULES 7.
    Victory, VictoryDraft {
        /// Who says who has won a battle: the `Referee`; or the rules, by `Broken`, the only side with units that is not exhausted; or
        /// by `Losses`, the same, and if that is none or several, the one that lost the fewest Strength Points.
        decides: Decides = Decides::Referee,
        /// The names of victories in battle by the difference of Strength Points lost; under `Losses` a smaller difference than the first is a draw.
        battle_margins: Margins = Margins::default(),
        /// Victory points for each `objective` held, each Strength Point of `loss` of an enemy, and each `battle` won.
        points: Points = Points::default(),
        /// The names of campaign victories by the difference of victory points; a smaller difference than the first is a draw.
        margins: Margins = Margins::default(),
    }
}

impl Points {
    pub fn has_any(self) -> bool {
        self != Self::default()
    }
}

impl Margins {
    pub fn name_for(&self, difference: u32) -> Option<&Text> {
        let reached = self.0.iter().take_while(|(from, _)| *from <= difference);
        reached.last().map(|(_, name)| name)
    }

    /// The smallest difference that is not a draw.
    pub fn least(&self) -> u32 {
        self.0.first().map_or(1, |(from, _)| (*from).max(1))
    }

    fn faults(&self, field: &str) -> Vec<Fault> {
        let mut faults = Vec::new();
        if self.0.len() > MAX_MARGINS {
            faults.push(Fault::at(field, format!("there can be at most {MAX_MARGINS} margins, not {}", self.0.len())));
        }
        for (at, (from, name)) in self.0.iter().enumerate() {
            if let Some(what) = text::name_fault(name) {
                faults.push(Fault::at(format!("{field}.{at}"), what));
            }
            if at > 0 && *from <= self.0[at - 1].0 {
                let what = format!("a margin from {from} on comes after one from {} on", self.0[at - 1].0);
                faults.push(Fault::at(format!("{field}.{at}"), what).with_hint("put the smallest difference first"));
            }
        }
        faults
    }
}

impl Victory {
    pub(in crate::book) fn faults(&self) -> Vec<Fault> {
        let mut faults = self.battle_margins.faults("battle_margins");
        let points = [("objective", self.points.objective), ("loss", self.points.loss), ("battle", self.points.battle)];
        for (field, points) in points.into_iter().filter(|(_, points)| *points > MAX_POINTS) {
            let what = format!("one achievement earns at most {MAX_POINTS} points, not {points}");
            faults.push(Fault::at(format!("points.{field}"), what));
        }
        faults.extend(self.margins.faults("margins"));
        faults
    }
}
