//! The odds that the order line shows: what matters to a player, in a few words.

mod fire;

use crate::{
    dice::{Fallen, Purpose, Request},
    id::UnitId,
    order::Order,
    rules::edna,
    state::State,
};

/// How an order that asks for these dice may come out, in short phrases; none where there is nothing to say.
#[must_use]
pub fn of(state: &State, order: &Order, request: &Request) -> Vec<String> {
    match (order, request.purpose) {
        (Order::Edna { unit, .. }, Purpose::Edna) => edna_chances(state, *unit),
        // ---- dice tests and volleys
        (Order::Test { who, test, .. }, Purpose::Test) => fire::tests(state, who, test),
        (Order::Volley(volley), Purpose::Volley) => fire::volley(state, volley, request.dice.len()),
        _ => Vec::new(),
    }
}

fn edna_chances(state: &State, unit: UnitId) -> Vec<String> {
    let Some(unit) = state.unit(unit) else { return Vec::new() };
    let rules = &state.book().edna;
    let (dice, sides) = (u32::from(rules.dice.0), u32::from(rules.dice.1.sides()));
    // The totals' distribution, by adding one die after the other.
    let mut totals = vec![1.0f64];
    for _ in 0..dice {
        let mut next = vec![0.0; totals.len() + sides as usize];
        for (total, p) in totals.iter().enumerate() {
            for face in 1..=sides as usize {
                next[total + face] += p / f64::from(sides);
            }
        }
        totals = next;
    }
    let (mut acts, mut spent, mut after) = (0.0, 0.0, 0.0);
    for (total, p) in totals.iter().enumerate().filter(|(_, p)| **p > 0.0) {
        let faces: Vec<Fallen> = split(total);
        let tested = edna::test(rules, unit.edna.now, &faces);
        acts += if tested.acts { *p } else { 0.0 };
        spent += if tested.edna == 0 { *p } else { 0.0 };
        after += p * f64::from(tested.edna);
    }
    let mut chances = vec![format!("acts {}", percent(acts)), format!("E{} to E{after:.1} in the mean", unit.edna.now)];
    if spent > 0.0 {
        chances.push(format!("spent {}", percent(spent)));
    }
    chances
}

/// Some faces that come to this total.
fn split(total: usize) -> Vec<Fallen> {
    let mut left = total;
    let mut faces = Vec::new();
    while left > 0 {
        let face = u8::try_from(left.min(100)).expect("held to 100");
        faces.push(Fallen { face, by_hand: false });
        left -= usize::from(face);
    }
    faces
}

/// A chance as a player reads it: 72%, or <1% and >99% where rounding would lie.
#[must_use]
pub fn percent(chance: f64) -> String {
    match chance * 100.0 {
        p if p > 0.0 && p < 1.0 => "<1%".into(),
        p if p > 99.0 && p < 100.0 => ">99%".into(),
        p => format!("{p:.0}%"),
    }
}
