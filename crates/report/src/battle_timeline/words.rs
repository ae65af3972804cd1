//! Turning points as text.

use super::{LossShare, Measure, TurningPoint};
use wardiary_base::text;

impl Measure {
    /// What losses are a share of, as text.
    pub fn denominator_text(self) -> &'static str {
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
        self.row_text(
            names,
            |points| text::count(points, "Strength Point", "Strength Points"),
            measure.denominator_text(),
        )
    }

    /// For a column: `Coalition lost 8 SP, 50% of its EP`.
    pub fn cost_in_brief(&self, names: &[String], measure: Measure) -> String {
        let whole = match measure {
            Measure::ExhaustionPoint => "its EP",
            Measure::AllStrength => "all it brought",
        };
        self.row_text(names, |points| format!("{points} SP"), whole)
    }

    fn row_text(&self, names: &[String], points: impl Fn(usize) -> String, whole: &str) -> String {
        let side = |(name, (before, after)): (&String, &(LossShare, LossShare))| {
            let points = |n: u32| points(n as usize);
            let share = |n: u32| {
                let share = 100.0 * LossShare { lost: n, of: after.of }.share();
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
        let text: Vec<String> = names.iter().zip(&self.losses).filter_map(side).collect();
        text.join("; ")
    }
}
