//! Descriptions of the attacks that are possible: the facing each needs, its dice, and its odds.

use std::sync::Arc;
use wardiary_base::{
    book::{Blows, Rulebook},
    ground::Facing,
    id::{Id, StackId, UnitId},
    text,
};
use wardiary_odds::{
    odds::{
        blow,
        forecast::{self, words::percent},
    },
    suggest::Memo,
};
use wardiary_rules::{
    order::{Order, StackOrder},
    rules::{
        Step,
        prospect::{Assault, Prospect},
        resolve,
        volley::Target,
    },
    state::State,
};

/// Odds computed before, under one rulebook.
#[derive(Default)]
pub(super) struct KnownOdds {
    book: Option<Arc<Rulebook>>,
    memo: Memo,
}

impl KnownOdds {
    fn under(&mut self, book: &Arc<Rulebook>) -> &mut Memo {
        if !self.book.as_ref().is_some_and(|own| Arc::ptr_eq(own, book)) {
            *self = Self { book: Some(Arc::clone(book)), memo: Memo::default() };
        }
        &mut self.memo
    }
}

/// The targets that the subjects could attack from an area.
#[derive(Default)]
pub(super) struct Attacks {
    /// Whether the area is where they stand, so that they can attack now.
    pub here: bool,
    /// Their facing there by default.
    pub facing: Facing,
    found: Vec<Found>,
    /// The text if there is no target.
    none: Option<String>,
}

struct Found {
    /// The facings that allow the attack; `None` if any does, as hand to hand.
    facings: Option<Vec<Facing>>,
    words: String,
}

impl Attacks {
    pub fn or_else(self, none: Option<String>) -> Self {
        Self { none: none.filter(|_| self.found.is_empty()), ..self }
    }

    /// Describes attacks, under the state in which they would be made.
    pub fn of(state: &State, facing: Facing, all: Vec<Prospect>, known: &mut KnownOdds) -> Self {
        let memo = known.under(state.book());
        let found = |prospect: Prospect| Found {
            words: in_words(state, &prospect.what, memo),
            facings: Some(prospect.facings).filter(|_| matches!(prospect.what, Assault::Fire { .. })),
        };
        Self { here: false, facing, found: all.into_iter().map(found).collect(), none: None }
    }

    /// The targets in groups with headings, for a facing: first those that they can attack in that facing, then those
    /// that need another facing, the most common first.
    pub fn in_groups(&self, facing: Facing) -> Vec<(String, Vec<String>)> {
        if let Some(none) = &self.none {
            return vec![(none.clone(), Vec::new())];
        }
        let can = if self.here { "can attack" } else { "could attack" };
        let mut groups: Vec<(String, Vec<String>)> = Vec::new();
        let (any, mut left): (Vec<&Found>, Vec<&Found>) = self.found.iter().partition(|found| found.facings.is_none());
        let words = |found: Vec<&Found>| found.into_iter().map(|found| found.words.clone()).collect();
        if !any.is_empty() {
            groups.push((can.to_string(), words(any)));
        }
        let mut next = Some(facing);
        while let Some(facing) = next {
            let faces = |found: &&Found| found.facings.as_ref().is_some_and(|all| all.contains(&facing));
            let (there, others): (Vec<&Found>, Vec<&Found>) = left.into_iter().partition(faces);
            if !there.is_empty() {
                let heading = match (groups.is_empty(), self.here && facing != self.facing) {
                    (true, false) => format!("{can} facing {}", facing.word()),
                    (true, true) => format!("{can} turned to {}", facing.word()),
                    (false, false) => format!("facing {}", facing.word()),
                    (false, true) => format!("turned to {}", facing.word()),
                };
                groups.push((heading, words(there)));
            }
            left = others;
            let many = |facing: &Facing| {
                left.iter().filter(|found| found.facings.as_ref().is_some_and(|all| all.contains(facing))).count()
            };
            let best = Facing::ALL.into_iter().max_by_key(|facing| (many(facing), std::cmp::Reverse(*facing as usize)));
            next = best.filter(|_| !left.is_empty());
        }
        groups
    }
}

/// Up to this many units of a stack that fire alike are named; more are counted.
const MOST_NAMED: usize = 2;

fn in_words(state: &State, what: &Assault, memo: &mut Memo) -> String {
    match what {
        Assault::Fire { units, target } => fire_in_words(state, units, target, memo),
        Assault::Combat { order, enemies } => {
            let names: Vec<String> = enemies.iter().map(|id| state.name(*id)).collect();
            let odds = phase_in_words(state, order, memo);
            format!("{}, scrud{odds}", text::list(&names))
        }
        Assault::Conflict { order, stack, enemy } => {
            let name = state.name(*enemy);
            let Ok(Step::Done(done)) = resolve(state, order, &[]) else { return name };
            let odds = match state.book().stacks.blows {
                Blows::Scrud => phase_in_words(&done.after, &Order::Stacks(StackOrder::Round { stack: *stack }), memo),
                Blows::D20 => blows_in_words(&done.after, *stack, *enemy),
            };
            format!("{name}, Conflict{odds}")
        }
    }
}

/// `Green Banner (K7) in cover, 4 dice, 42% to hit`
fn fire_in_words(state: &State, units: &[UnitId], target: &Target, memo: &mut Memo) -> String {
    let hits = memo.volley(state.book(), target.dice, &target.marks);
    let named = |units: &[UnitId]| {
        let mut ids: Vec<Id> = units.iter().map(|unit| state.moves_as(*unit)).collect();
        ids.dedup();
        text::list(&ids.iter().map(|id| state.name(*id)).collect::<Vec<_>>())
    };
    let chance = |at: usize| percent(hits.chance(|hits| hits[at] > 0));
    let dice = text::count(target.dice.into(), "die", "dice");
    let general = if target.general { " with the General’s" } else { "" };
    let by = match units {
        [one] if state.moves_as(*one) == (*one).into() => String::new(),
        [one] => format!(" of {}", state.name(*one)),
        few if few.len() <= MOST_NAMED => {
            format!(" each of {}", text::list(&few.iter().map(|id| state.name(*id)).collect::<Vec<_>>()))
        }
        many => format!(" each of {} units", many.len()),
    };
    let cover = |cover: bool| if cover { " in cover" } else { "" };
    let all: Vec<UnitId> = target.units().collect();
    if target.marks.len() == 1 {
        let in_cover = cover(target.cover());
        return format!("{} ({}){in_cover}, {dice}{general}{by}, {} to hit", named(&all), target.cell, chance(0));
    }
    let each: Vec<String> = target
        .marks
        .iter()
        .enumerate()
        .map(|(at, mark)| {
            let names = text::list(&mark.units.iter().map(|id| state.name(*id)).collect::<Vec<_>>());
            format!("{names}{} {}", cover(mark.cover), chance(at))
        })
        .collect();
    format!("{} ({}), {dice}{general}{by}", text::list(&each), target.cell)
}

/// `, 62% to win the phase, 20% to lose it`
fn phase_in_words(state: &State, order: &Order, memo: &mut Memo) -> String {
    let engagement = forecast::phase_of(state, order);
    let Some(odds) = engagement.and_then(|engagement| memo.phase(state.book(), engagement)) else {
        return String::new();
    };
    let about = if odds.exact { "" } else { "about " };
    format!(", {about}{} to win the phase, {} to lose it", percent(odds.wins.first), percent(odds.wins.second))
}

/// `, 55% to hit for 9 SP, 40% to be hit for 6`
fn blows_in_words(state: &State, stack: StackId, enemy: StackId) -> String {
    let rules = &state.book().stacks;
    let blow = |by: StackId, at: StackId| {
        let roll = forecast::blow(state, by, at, None)?;
        let left: u32 = state.units_of_stack(at).map(|unit| u32::from(unit.strength.now)).sum();
        Some((percent(blow::hits(rules, roll)), roll.damage(rules).min(left)))
    };
    match (blow(stack, enemy), blow(enemy, stack)) {
        (Some((hits, takes)), Some((is_hit, loses))) => {
            format!(", {hits} to hit for {takes} SP, {is_hit} to be hit for {loses}")
        }
        _ => String::new(),
    }
}
