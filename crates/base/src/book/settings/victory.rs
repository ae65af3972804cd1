//! The settings of victory: this project's own. Source: RULES 7.

use super::{given, plain};
use crate::{fault::Fault, text};
use serde::{Deserialize, Serialize};

/// The most points that anything earns.
const MOST_POINTS: u32 = 10_000;

/// The most margins that a list has.
const MOST_MARGINS: usize = 20;

/// Who says who has won a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Decides {
    /// Nobody but the referee.
    Referee,
    /// The rules: the one side that still has units and is not exhausted has won; where that is no side or several, it is a draw.
    Broken,
    /// The rules: that side, or where that is no side or several, of those the one that lost the fewest Strength Points.
    Losses,
}

/// What earns victory points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Points {
    /// Each objective of a battle's map that the side holds.
    pub objective: u32,
    /// Each Strength Point that an enemy lost in a battle.
    pub loss: u32,
    /// Each battle won.
    pub battle: u32,
}

/// What a difference is called, from which number on: `[(1, "narrow"), (10, "decisive")]`.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Margins(pub Vec<(u32, String)>);

settings! {
    /// How battles and campaigns are won. Source: RULES 7.
    Victory, VictoryDraft {
        /// Who says who has won a battle: the `Referee`, or the rules, by who is `Broken` or by that and the `Losses`.
        decides: Decides = Decides::Referee,
        /// What a difference of Strength Points lost makes of a battle that is won; under `Losses` less than the first is a draw.
        battle_margins: Margins = Margins::default(),
        /// What earns victory points.
        points: Points = Points::default(),
        /// What a difference of victory points makes of a campaign that is won; less than the first is a draw.
        margins: Margins = Margins::default(),
    }
}

impl Points {
    /// Whether anything earns any.
    #[must_use]
    pub fn any(self) -> bool {
        self != Self::default()
    }
}

impl Margins {
    /// What a difference is called, if it has a name.
    #[must_use]
    pub fn of(&self, difference: u32) -> Option<&str> {
        let reached = self.0.iter().take_while(|(from, _)| *from <= difference);
        reached.last().map(|(_, name)| name.as_str())
    }

    /// The least difference that is no draw.
    #[must_use]
    pub fn least(&self) -> u32 {
        self.0.first().map_or(1, |(from, _)| (*from).max(1))
    }

    fn faults(&self, field: &str) -> Vec<Fault> {
        let mut faults = Vec::new();
        if self.0.len() > MOST_MARGINS {
            faults
                .push(Fault::at(field, format!("there are {MOST_MARGINS} margins at the most, not {}", self.0.len())));
        }
        for (at, (from, name)) in self.0.iter().enumerate() {
            if let Some(what) = text::fault_of_name(name) {
                faults.push(Fault::at(format!("{field}.{at}"), what));
            }
            if at > 0 && *from <= self.0[at - 1].0 {
                let what = format!("a margin from {from} on stands behind one from {} on", self.0[at - 1].0);
                faults.push(Fault::at(format!("{field}.{at}"), what).hint("the smallest difference stands first"));
            }
        }
        faults
    }
}

impl Victory {
    pub(in crate::book) fn faults(&self) -> Vec<Fault> {
        let mut faults = self.battle_margins.faults("battle_margins");
        let points = [("objective", self.points.objective), ("loss", self.points.loss), ("battle", self.points.battle)];
        for (field, points) in points.into_iter().filter(|(_, points)| *points > MOST_POINTS) {
            let what = format!("there are {MOST_POINTS} points for one at the most, not {points}");
            faults.push(Fault::at(format!("points.{field}"), what));
        }
        faults.extend(self.margins.faults("margins"));
        faults
    }
}
