//! The odds of dice tests and of volleys, as the order line shows them.

use super::percent;
use crate::{id::Id, odds::fire, order::Volley, state::State};

/// The dice of a volley up to which its odds are worked out while an order is typed.
const MOST_DICE: usize = 16;

/// How tests of a name come out for those who are put to them.
pub(super) fn tests(state: &State, who: &[Id], name: &str) -> Vec<String> {
    let mut units: Vec<_> = who.iter().flat_map(|id| state.units_meant(*id)).collect();
    units.sort_by_key(|u| u.id);
    units.dedup_by_key(|u| u.id);
    let chances: Vec<f64> =
        units.iter().filter_map(|u| state.test_of(u, name)).map(|t| fire::passes(t.test())).collect();
    match chances[..] {
        [] => Vec::new(),
        [one] => vec![format!("passes {}", percent(one))],
        _ => {
            let all: f64 = chances.iter().product();
            let mean: f64 = chances.iter().sum();
            vec![format!("{mean:.1} of {} pass in the mean", chances.len()), format!("all {}", percent(all))]
        }
    }
}

/// What a volley of so many dice does to each target.
pub(super) fn volley(state: &State, volley: &Volley, dice: usize) -> Vec<String> {
    let Some(dice) = u8::try_from(dice).ok().filter(|dice| usize::from(*dice) <= MOST_DICE) else { return Vec::new() };
    let book = state.book();
    let units: Vec<_> = volley.at.iter().filter_map(|id| state.unit(*id)).collect();
    let targets: Vec<_> = units.iter().map(|unit| book.target_of(&unit.kind)).collect();
    let hits = fire::volley(&book.volley, &targets, dice, volley.cover);
    let told = units.iter().enumerate().map(|(at, unit)| {
        let chance = hits.chance(|hits| hits[at] > 0);
        format!("hits {} {}", unit.name, percent(chance))
    });
    told.collect()
}
