//! An order of Blue that can't be carried out for reasons that Blue can't know takes as many steps as any other.

use super::{games, pairs};
use crate::players::wood;
use rayon::prelude::*;
use std::collections::BTreeSet;
use wardiary_base::id::{Id, UnitId};
use wardiary_diary::{
    diary::{
        Diary,
        file::{Mode, Save},
    },
    mail::parse_order,
    projection::Projector,
};
use wardiary_harness_diary::pairs::BLUE;
use wardiary_rules::{
    order::{MapOrder, Order},
    rules::resolve,
};

/// Orders of Blue in a pair of games.
const ORDERS: &[&str] = &[
    "move \"I Corps 0\" to C1",
    "face \"I Corps 0\" s",
    "march \"I Corps\" to Mill",
    "halt \"II Corps\"",
    "scrud \"I Corps\" v Reds",
    "scrud \"II Corps\" v \"Red Guards\"",
    "edna \"I Corps 1\"",
];

/// What becomes of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fate {
    Whole,
    Part,
    Refused,
    /// It names something that the referee's diary does not have.
    Unknown,
}

/// The fate of an order of Blue's, and the number of times that it was resolved for that.
fn fate(diary: &Diary, blue: &Projector, order: &Order) -> (Fate, usize) {
    let mut resolved = 0;
    let at = (diary.head(), diary.state());
    let possible = blue.possible_part(at, order, |state, order| {
        resolved += 1;
        resolve(state, order, &[]).is_ok()
    });
    let fate = match (possible, blue.to_true_order(at.0, order)) {
        (_, None) => Fate::Unknown,
        (None, Some(_)) => Fate::Refused,
        (Some(possible), Some(whole)) if possible == whole => Fate::Whole,
        (Some(_), Some(_)) => Fate::Part,
    };
    (fate, resolved)
}

/// The fates of a typed order and of the same order with a unit that nobody has, and the number of steps of both; `None`
/// if Blue's own knowledge refutes the order.
fn fates(diary: &Diary, blue: &Projector, typed: &str) -> Option<(Vec<Fate>, usize)> {
    let own = blue.own_side().expect("Blue knows itself");
    let order = parse_order(typed, blue.diary().state(), own).ok()?;
    let (told, steps) = fate(diary, blue, &order);
    let of_nobody = of_nobody(&order).map(|order| fate(diary, blue, &order));
    assert!(of_nobody.is_none_or(|nobody| nobody == (Fate::Unknown, steps)), "{typed}: {steps}, {of_nobody:?}");
    Some(([Some(told), of_nobody.map(|(fate, _)| fate)].into_iter().flatten().collect(), steps))
}

/// The order with a unit that nobody has.
fn of_nobody(order: &Order) -> Option<Order> {
    let mut order = order.clone();
    match &mut order {
        Order::Map(MapOrder::Move { marches, .. }) => marches.iter_mut().for_each(|march| march.who = Id(77_777)),
        Order::Edna { unit, .. } => *unit = UnitId(77_777),
        _ => return None,
    }
    Some(order)
}

#[test]
fn an_order_takes_the_same_steps_in_both_games() {
    let found = (0..pairs()).into_par_iter().flat_map_iter(|number| {
        let mut games = games(number);
        games.iter_mut().for_each(|game| drop(game.seen()));
        let told = ORDERS.iter().map(move |typed| {
            let [one, other] = games.each_ref().map(|game| fates(&game.diary, &game.blue, typed));
            let steps = |told: &Option<(Vec<Fate>, usize)>| told.as_ref().map(|(_, steps)| *steps);
            assert_eq!(steps(&one), steps(&other), "pair {number}: {typed}");
            one
        });
        told.flatten().flat_map(|(fates, _)| fates)
    });
    let found: BTreeSet<Fate> = found.collect();
    assert!(found.is_superset(&[Fate::Whole, Fate::Unknown].into()), "{found:?}");
}

/// A move is resolved for each of its areas: if it is possible, if hidden units stop it, and if they don't let it begin.
#[test]
fn a_move_takes_a_step_for_each_area_whatever_prevents_it() {
    let home = wood();
    let save = Save::open(&home.path("d.ron"), Mode::Read).expect("it is sound");
    let blue = Projector::of(save.diary(), BLUE).expect("its beginning stands");
    let told = ["move \"1st Blue\" to B5", "move \"1st Blue\" to B4", "move \"2nd Blue\" to D4"]
        .map(|typed| fates(save.diary(), &blue, typed).expect("Blue may give it"));
    let expected = [(Fate::Whole, 1), (Fate::Part, 2), (Fate::Refused, 2)];
    assert_eq!(told, expected.map(|(fate, steps)| (vec![fate, Fate::Unknown], steps)));
}
