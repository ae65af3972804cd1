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
        fire,
        forecast::{self, words::percent},
    },
    suggest::PolicyOddsCache,
};
use wardiary_rules::{
    order::{Order, StackOrder},
    rules::{
        Step,
        possible_attacks::{AttackKind, PossibleAttack},
        resolve,
        volley::TargetArea,
    },
    state::State,
};

/// Odds computed before, under one rulebook.
#[derive(Default)]
pub(super) struct OddsCache {
    book: Option<Arc<Rulebook>>,
    memo: PolicyOddsCache,
}

impl OddsCache {
    fn memo_for(&mut self, book: &Arc<Rulebook>) -> &mut PolicyOddsCache {
        if !self.book.as_ref().is_some_and(|own| Arc::ptr_eq(own, book)) {
            *self = Self { book: Some(Arc::clone(book)), memo: PolicyOddsCache::default() };
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
    described: Vec<DescribedAttack>,
    /// The text if there is no target.
    empty_text: Option<String>,
}

struct DescribedAttack {
    /// The facings that allow the attack; `None` if any does, as hand to hand.
    facings: Option<Vec<Facing>>,
    text: String,
}

impl Attacks {
    pub fn with_empty_text(self, none: Option<String>) -> Self {
        Self { empty_text: none.filter(|_| self.described.is_empty()), ..self }
    }

    pub fn describe(state: &State, facing: Facing, all: Vec<PossibleAttack>, known: &mut OddsCache) -> Self {
        let memo = known.memo_for(state.book());
        let found = |prospect: PossibleAttack| DescribedAttack {
            text: describe_attack(state, &prospect.kind, memo),
            facings: Some(prospect.facings).filter(|_| matches!(prospect.kind, AttackKind::Fire { .. })),
        };
        Self { here: false, facing, described: all.into_iter().map(found).collect(), empty_text: None }
    }

    /// The targets in groups with headings, for a facing: first those that they can attack in that facing, then those
    /// that need another facing, the most common first.
    pub fn in_groups(&self, facing: Facing) -> Vec<(String, Vec<String>)> {
        if let Some(none) = &self.empty_text {
            return vec![(none.clone(), Vec::new())];
        }
        let can = if self.here { "can attack" } else { "could attack" };
        let mut groups: Vec<(String, Vec<String>)> = Vec::new();
        let (any, mut left): (Vec<&DescribedAttack>, Vec<&DescribedAttack>) =
            self.described.iter().partition(|found| found.facings.is_none());
        let words = |found: Vec<&DescribedAttack>| found.into_iter().map(|found| found.text.clone()).collect();
        if !any.is_empty() {
            groups.push((can.to_string(), words(any)));
        }
        let mut next = Some(facing);
        while let Some(facing) = next {
            let faces = |found: &&DescribedAttack| found.facings.as_ref().is_some_and(|all| all.contains(&facing));
            let (there, others): (Vec<&DescribedAttack>, Vec<&DescribedAttack>) = left.into_iter().partition(faces);
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
const MAX_NAMED: usize = 2;

fn describe_attack(state: &State, what: &AttackKind, memo: &mut PolicyOddsCache) -> String {
    match what {
        AttackKind::Fire { units, target } => fire_in_words(state, units, target, memo),
        AttackKind::Combat { order, enemies } => {
            let names: Vec<String> = enemies.iter().map(|id| state.name(*id)).collect();
            let odds = phase_in_words(state, order, memo);
            format!("{}, scrud{odds}", text::list(&names))
        }
        AttackKind::Conflict { order, stack, enemy } => {
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
fn fire_in_words(state: &State, units: &[UnitId], target: &TargetArea, memo: &mut PolicyOddsCache) -> String {
    let hits = memo.volley(state.book(), target.dice, &target.target_groups);
    let named = |units: &[UnitId]| {
        let mut ids: Vec<Id> = units.iter().map(|unit| state.moving_id(*unit)).collect();
        ids.dedup();
        text::list(&ids.iter().map(|id| state.name(*id)).collect::<Vec<_>>())
    };
    let chance = |at: usize| percent(hits.chance(|hits| hits[at] > 0));
    let dice = text::count(target.dice.into(), "die", "dice");
    let general = if target.general { " with the General’s" } else { "" };
    let by = match units {
        [one] if state.moving_id(*one) == (*one).into() => String::new(),
        [one] => format!(" of {}", state.name(*one)),
        few if few.len() <= MAX_NAMED => {
            format!(" each of {}", text::list(&few.iter().map(|id| state.name(*id)).collect::<Vec<_>>()))
        }
        many => format!(" each of {} units", many.len()),
    };
    let cover = |cover: bool| if cover { " in cover" } else { "" };
    let all: Vec<UnitId> = target.units().collect();
    if target.target_groups.len() == 1 {
        let in_cover = cover(target.all_in_cover());
        return format!("{} ({}){in_cover}, {dice}{general}{by}, {} to hit", named(&all), target.cell, chance(0));
    }
    let each: Vec<String> = target
        .target_groups
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
fn phase_in_words(state: &State, order: &Order, memo: &mut PolicyOddsCache) -> String {
    let engagement = forecast::engagement_of(state, order);
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
        let roll = forecast::blow_between(state, by, at, None)?;
        let left: u32 = state.units_of_stack(at).filter_map(|unit| unit.strength_left().exact()).map(u32::from).sum();
        Some((percent(fire::blow_hit_chance(rules, roll)), roll.damage(rules).min(left)))
    };
    match (blow(stack, enemy), blow(enemy, stack)) {
        (Some((hits, takes)), Some((is_hit, loses))) => {
            format!(", {hits} to hit for {takes} SP, {is_hit} to be hit for {loses}")
        }
        _ => String::new(),
    }
}
