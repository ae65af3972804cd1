//! The total of several dice, by convolution: one die after another is added to the totals so far. With n dice of s
//! sides that takes about n² s² ÷ 2 additions; the maximum of 100 dice of 100 sides takes some 50 million.

use super::Distribution;
use wardiary_base::dice::{Dice, Die};

/// The distribution of the total of the dice plus `plus`.
pub fn total(dice: Dice, plus: i16) -> Distribution<i32> {
    let least = i32::from(dice.0) + i32::from(plus);
    Distribution::collect((least..).zip(convolve(dice, 1.0 / f64::from(dice.1.sides()))))
}

/// The number of rolls for each total, from the lowest (all ones) up, and the number of all rolls; `None` if these
/// exceed 128 bits.
pub fn roll_counts(dice: Dice) -> Option<(Vec<u128>, u128)> {
    let sides = u128::from(dice.1.sides());
    let all = sides.checked_pow(u32::from(dice.0))?;
    Some((convolve(dice, 1), all))
}

fn convolve<N>(Dice(count, die): Dice, weight: N) -> Vec<N>
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
