//! The total of several dice: one die after another is added to the totals so far (a convolution). With n dice of s
//! sides that takes about n² s² ÷ 2 additions: 100 dice of 100 sides, the most there are, some 50 million of them.

use super::Distribution;
use wardiary_base::dice::{Dice, Die};

/// The distribution of the total of some dice, with `plus` added.
#[must_use]
pub fn total(dice: Dice, plus: i16) -> Distribution<i32> {
    let least = i32::from(dice.0) + i32::from(plus);
    Distribution::collect((least..).zip(above_least(dice)))
}

/// In how many ways the dice come to each total, from the least (all ones) up, and how many ways there are in all;
/// `None` where such numbers outgrow 128 bits.
#[must_use]
pub fn ways(dice: Dice) -> Option<(Vec<u128>, u128)> {
    let sides = u128::from(dice.1.sides());
    let all = sides.checked_pow(u32::from(dice.0))?;
    Some((convolved(dice, 1), all))
}

/// The probability of each total, from the least up.
fn above_least(dice: Dice) -> Vec<f64> {
    convolved(dice, 1.0 / f64::from(dice.1.sides()))
}

fn convolved<N>(Dice(count, die): Dice, weight: N) -> Vec<N>
where
    N: Copy + Default + From<u8> + std::ops::AddAssign + std::ops::Mul<Output = N>,
{
    (0..count).fold(vec![N::from(1)], |totals, _| with_one_more(&totals, die, weight))
}

fn with_one_more<N>(totals: &[N], die: Die, weight: N) -> Vec<N>
where
    N: Copy + Default + std::ops::AddAssign + std::ops::Mul<Output = N>,
{
    let sides = usize::from(die.sides());
    let mut sums = vec![N::default(); totals.len() + sides - 1];
    for (at, total) in totals.iter().enumerate() {
        for sum in &mut sums[at..at + sides] {
            *sum += *total * weight;
        }
    }
    sums
}
