//! The total of several dice, by convolution: one die after another is added to the totals so far. With n dice of s
//! sides that takes about n² s² ÷ 2 additions; the maximum of 100 dice of 100 sides takes some 50 million.

use super::Distribution;
use wardiary_base::dice::{Dice, DiceFormula, DiceTerm, TermCount};

/// The distribution of the total of the dice plus `plus`.
pub fn total(dice: Dice, plus: i16) -> Distribution<i32> {
    formula_total(&DiceFormula::new(dice, plus))
}

/// The chance of a result beyond which exploding dice are not followed.
pub const EXPLODING_TAIL: f64 = 1e-15;

/// The distribution of a formula: exact, except that exploding dice are followed only up to [`EXPLODING_TAIL`].
pub fn formula_total(formula: &DiceFormula) -> Distribution<i32> {
    let mut totals = Totals { least: formula.plus.into(), chances: vec![1.0] };
    for term in &formula.terms {
        totals = totals.plus(&term_totals(*term));
    }
    let positive = (totals.least..).zip(totals.chances).filter(|(_, chance)| *chance > 0.0);
    Distribution::collect(positive)
}

pub fn formula_steps(formula: &DiceFormula) -> u64 {
    let reach = |term: &DiceTerm| u64::from(term.dice.0) * u64::from(term.dice.1.sides());
    let all: u64 = formula.terms.iter().map(reach).sum();
    let kept = |term: &DiceTerm| match term.count {
        TermCount::Highest(_) | TermCount::Lowest(_) => {
            reach(term) * u64::from(term.dice.0) * u64::from(term.dice.0) * u64::from(term.dice.1.sides()) / 4
        }
        TermCount::Exploding => 36 * reach(term) * reach(term),
        TermCount::Sum | TermCount::AtLeast(_) | TermCount::AtMost(_) | TermCount::TensAndOnes => 0,
    };
    all * all / 2 + formula.terms.iter().map(kept).sum::<u64>()
}

/// The chance of each total, from `least` up.
struct Totals {
    least: i32,
    chances: Vec<f64>,
}

impl Totals {
    fn of_die(least: i32, chances: &[f64], count: u8) -> Self {
        Self { least: least * i32::from(count), chances: repeated(chances, count.into()) }
    }

    fn plus(&self, other: &Self) -> Self {
        let chances = convolve(&self.chances, &other.chances);
        Self { least: self.least + other.least, chances }
    }
}

fn term_totals(DiceTerm { dice: Dice(count, die), count: counted }: DiceTerm) -> Totals {
    let sides = usize::from(die.sides());
    let each = 1.0 / f64::from(die.sides());
    let success = |faces: u8| {
        let chance = f64::from(faces) * each;
        Totals::of_die(0, &[1.0 - chance, chance], count)
    };
    match counted {
        TermCount::Sum => Totals::of_die(1, &vec![each; sides], count),
        TermCount::AtLeast(face) => success(die.sides() - face + 1),
        TermCount::AtMost(face) => success(face),
        TermCount::TensAndOnes => {
            let mut chances = vec![0.0; 56];
            (1..=6).flat_map(|tens| (1..=6).map(move |ones| 10 * tens + ones - 11)).for_each(|at| {
                chances[at] = each * each;
            });
            Totals { least: 11, chances }
        }
        TermCount::Exploding => {
            let mut chances = vec![0.0; sides];
            let mut chain = 1.0;
            while chain > EXPLODING_TAIL {
                // This die shows less than its highest face, or goes on.
                let from = chances.len() - sides;
                chances[from..from + sides - 1].fill(chain * each);
                chances.resize(chances.len() + sides, 0.0);
                chain *= each;
            }
            Totals::of_die(1, &chances, count)
        }
        TermCount::Highest(kept) => kept_totals(Dice(count, die), kept),
        TermCount::Lowest(kept) => {
            // The lowest dice are the highest with all faces counted from the other end.
            let mut mirrored = kept_totals(Dice(count, die), kept);
            mirrored.chances.reverse();
            mirrored
        }
    }
}

/// The total of the `kept` highest of some dice. Faces are taken from the highest down: of the dice that show no
/// higher face, how many show this one is binomial.
fn kept_totals(Dice(count, die): Dice, kept: u8) -> Totals {
    let (count, kept) = (usize::from(count), usize::from(kept));
    let most = kept * usize::from(die.sides());
    // For each number of dice that are left: the chance of each total of those that are kept.
    let mut left = vec![vec![0.0; most + 1]; count + 1];
    left[count][0] = 1.0;
    let mut done = vec![0.0; most + 1];
    for face in (1..=die.sides()).rev() {
        let mut next = vec![vec![0.0; most + 1]; count + 1];
        for (dice, totals) in left.iter().enumerate() {
            // Where none are missing the total is in `done`.
            let Some(missing) = kept.checked_sub(count - dice).filter(|missing| *missing > 0) else { continue };
            for (shown, chance) in binomial(dice, 1.0 / f64::from(face)).into_iter().enumerate() {
                let added = shown.min(missing) * usize::from(face);
                let into = if shown >= missing { &mut done } else { &mut next[dice - shown] };
                for (total, weight) in totals.iter().enumerate().filter(|(_, weight)| **weight > 0.0) {
                    into[total + added] += weight * chance;
                }
            }
        }
        left = next;
    }
    Totals { least: i32::try_from(kept).unwrap_or(i32::MAX), chances: done.split_off(kept) }
}

fn binomial(trials: usize, chance: f64) -> Vec<f64> {
    repeated(&[1.0 - chance, chance], trials)
}

/// The weights of the total of some equal parts, each of which has these weights.
fn repeated(part: &[f64], times: usize) -> Vec<f64> {
    (0..times).fold(vec![1.0], |totals, _| convolve(&totals, part))
}

/// The weights of the total of two parts.
fn convolve(one: &[f64], other: &[f64]) -> Vec<f64> {
    let mut sums = vec![0.0; one.len() + other.len() - 1];
    for (at, weight) in one.iter().enumerate() {
        for (sum, by) in sums[at..].iter_mut().zip(other) {
            *sum += weight * by;
        }
    }
    sums
}
