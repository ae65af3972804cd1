//! Turning points as text.

use super::{Measure, TurningPoint, WayGone};
use wardiary_base::text;

impl Measure {
    /// What losses are a share of, as text.
    pub fn whole(self) -> &'static str {
        match self {
            Self::ExhaustionPoint => "the Exhaustion Point",
            Self::AllStrength => "all that it brought",
        }
    }
}

impl TurningPoint {
    /// The losses, and their share: `the Coalition lost 8 Strength Points, 50% of the Exhaustion Point`. Expects the
    /// names of the sides as in a sentence.
    pub fn cost(&self, names: &[String], measure: Measure) -> String {
        self.told(names, |points| text::count(points, "Strength Point", "Strength Points"), measure.whole())
    }

    /// For a column: `Coalition lost 8 SP, 50% of its EP`.
    pub fn cost_in_brief(&self, names: &[String], measure: Measure) -> String {
        let whole = match measure {
            Measure::ExhaustionPoint => "its EP",
            Measure::AllStrength => "all it brought",
        };
        self.told(names, |points| format!("{points} SP"), whole)
    }

    fn told(&self, names: &[String], points: impl Fn(usize) -> String, whole: &str) -> String {
        let side = |(name, (before, after)): (&String, &(WayGone, WayGone))| {
            let points = |n: u32| points(n as usize);
            let share = |n: u32| {
                let share = 100.0 * WayGone { lost: n, of: after.of }.share();
                format!("{share:.0}% of {whole}")
            };
            match (after.lost.checked_sub(before.lost), before.lost.saturating_sub(after.lost)) {
                (Some(0), _) if before.of != after.of => {
                    Some(format!("{name} could lose {} instead of {}", after.of, before.of))
                }
                (Some(0), _) => None,
                (Some(lost), _) => Some(format!("{name} lost {}, {}", points(lost), share(lost))),
                (None, regained) => Some(format!("{name} got back {}, {}", points(regained), share(regained))),
            }
        };
        let told: Vec<String> = names.iter().zip(&self.ways).filter_map(side).collect();
        told.join("; ")
    }
}
