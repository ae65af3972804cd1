//! The odds of dice tests and of volleys, as the order line shows them.

use super::percent;
use crate::{
    book::{DiceTest, Passing, TargetClass, Volleys},
    id::Id,
    order::Volley,
    rules::volley::hits,
    state::State,
};

/// The dice of a volley up to which its odds are worked out while an order is typed.
const MOST_DICE: usize = 14;

/// The chance that a test passes. Source: RULES 3; the same in series and in parallel.
fn passes(test: DiceTest) -> f64 {
    let faces = (1..=6).filter(|face| test.needs.passes(*face)).count();
    let one = f64::from(u8::try_from(faces).expect("six at the most")) / 6.0;
    match test.pass {
        Passing::One => 1.0 - (1.0 - one).powi(test.dice.into()),
        Passing::All => one.powi(test.dice.into()),
    }
}

/// How tests of a name come out for those who are put to them.
pub(super) fn tests(state: &State, who: &[Id], name: &str) -> Vec<String> {
    let mut units: Vec<_> = who.iter().flat_map(|id| state.units_meant(*id)).collect();
    units.sort_by_key(|u| u.id);
    units.dedup_by_key(|u| u.id);
    let chances: Vec<f64> = units.iter().filter_map(|u| state.test_of(u, name)).map(|t| passes(t.test())).collect();
    match chances[..] {
        [] => Vec::new(),
        [one] => vec![format!("passes {}", percent(one))],
        _ => {
            let all: f64 = chances.iter().product();
            vec![
                format!("{:.1} of {} pass in the mean", chances.iter().sum::<f64>(), chances.len()),
                format!("all {}", percent(all)),
            ]
        }
    }
}

/// What a volley of so many dice does to each target.
pub(super) fn volley(state: &State, volley: &Volley, dice: usize) -> Vec<String> {
    let book = state.book();
    let told = volley.at.iter().filter_map(|id| state.unit(*id)).filter(|_| dice <= MOST_DICE).map(|unit| {
        let chance = hit_chance(&book.volley, book.target_of(&unit.kind), volley.cover, dice);
        format!("hits {} {}", unit.name, percent(chance))
    });
    told.collect()
}

/// The chance of at least one hit, over all falls of the dice, whatever their order.
fn hit_chance(rules: &Volleys, target: &TargetClass, cover: bool, dice: usize) -> f64 {
    fn go(face: u8, left: usize, chance: f64, faces: &mut Vec<u8>, hit: &dyn Fn(&[u8]) -> bool) -> f64 {
        let before = faces.len();
        if face == 6 {
            faces.resize(before + left, 6);
            let sum = if hit(faces) { chance } else { 0.0 };
            faces.truncate(before);
            return sum;
        }
        let (mut sum, mut ways) = (0.0, chance);
        for many in 0..=left {
            faces.resize(before + many, face);
            sum += go(face + 1, left - many, ways, faces, hit);
            faces.truncate(before);
            #[allow(clippy::cast_precision_loss, reason = "a few dice")]
            let choose = (left - many) as f64 / (many + 1) as f64;
            ways *= choose;
        }
        sum
    }
    let ways = go(1, dice, 1.0, &mut Vec::new(), &|faces| hits(rules, target, cover, faces) > 0);
    ways / 6f64.powi(i32::try_from(dice).unwrap_or(i32::MAX))
}

#[cfg(test)]
mod tests {
    use super::hit_chance;
    use crate::book::Rulebook;

    #[test]
    fn six_dice_at_infantry() {
        // RULES 4.5, the exact odds to match.
        let book = Rulebook::default_rules();
        let infantry = book.target("infantry").expect("a class");
        for (cover, none) in [(false, 0.335_069), (true, 0.527_971)] {
            assert!((1.0 - hit_chance(&book.volley, infantry, cover, 6) - none).abs() < 1e-6);
        }
    }
}
