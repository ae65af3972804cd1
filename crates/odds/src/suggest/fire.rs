//! Volleys: targets, chances, worth. Source: RULES 4.5, 8.

use super::{
    Adviser, Proposal, whole,
    words::{names, off, percent, sentence},
};
use wardiary_base::{
    book::{HitBy, Mechanism},
    id::{Id, SideId, UnitId},
    text,
};
use wardiary_rules::{
    order::{Order, Volley},
    rules::{
        self, Step,
        volley::{Aim, FieldOfFire, Mark, Target},
    },
    state::{State, Unit},
};

/// The maximum number of targets proposed for a unit.
const MOST_TARGETS: usize = 2;

/// From this many Strength Points on, the distance to exhaustion is mentioned.
const NEAR_EXHAUSTION: u32 = 4;

/// A unit's volleys, best first.
pub(super) struct Shots {
    pub unit: UnitId,
    proposals: Vec<Proposal>,
}

/// The worth of a volley.
#[derive(Clone, Default)]
pub(super) struct Worth {
    pub points: f64,
    /// The chance of at least one hit.
    pub chance: f64,
    /// The chance to hit each mark.
    pub each: Vec<f64>,
}

/// Dice fired at the units in one place.
pub(super) struct Salvo<'m> {
    pub dice: u8,
    /// Whether a General's die is among them.
    pub general: bool,
    pub marks: &'m [Mark],
}

impl<'m> Salvo<'m> {
    pub fn of(target: &'m Target) -> Self {
        Self { dice: target.dice, general: target.general, marks: &target.marks }
    }
}

impl Shots {
    /// The score of the best volley; 0 if there is none.
    pub fn best(&self) -> i64 {
        self.proposals.first().map_or(0, |proposal| proposal.score)
    }

    pub fn into_proposals(self) -> Vec<Proposal> {
        self.proposals
    }
}

/// The Strength Points that hits take from a mark.
fn points_lost(state: &State, mark: &Mark, hits: u16) -> u32 {
    let mut strengths = mark.units.iter().filter_map(|id| state.unit(*id)).map(|unit| u32::from(unit.strength.now));
    match mark.class.by {
        HitBy::Treble if hits > 0 => strengths.next().unwrap_or(0),
        HitBy::Treble => 0,
        HitBy::Double => strengths.sum::<u32>().min(hits.into()),
    }
}

impl Adviser<'_> {
    /// Proposes volleys, unit by unit.
    pub(super) fn shots(&mut self) -> Vec<Shots> {
        if !self.uses(Mechanism::Volleys) {
            return Vec::new();
        }
        let field = self.battle.map.and_then(|map| FieldOfFire::of(self.state, map));
        let mut all = Vec::new();
        for unit in self.own().into_iter().filter(|unit| !self.state.weapons_of(unit).is_empty()) {
            let mut proposals = match (&field, self.state.place_in_battle(unit.id)) {
                (Some(_), Some(_)) => self.on_the_map(unit),
                (None, None) => self.off_the_map(unit),
                _ => Vec::new(),
            };
            proposals.sort_by_key(|proposal| std::cmp::Reverse(proposal.score));
            proposals.truncate(MOST_TARGETS);
            if !proposals.is_empty() {
                all.push(Shots { unit: unit.id, proposals });
            }
        }
        all
    }

    fn on_the_map(&mut self, unit: &Unit) -> Vec<Proposal> {
        let Ok(targets) = rules::volley::targets(self.state, unit.id) else { return Vec::new() };
        let mut proposals = Vec::new();
        for target in &targets {
            let worth = self.fire(&Salvo::of(target));
            // Name the troops at the place, not their General.
            let troops = target.marks.iter().find(|mark| mark.class.by == HitBy::Double);
            let at = vec![troops.unwrap_or(&target.marks[0]).units[0].into()];
            let volley = Volley { range: None, ..volley(unit, at) };
            let how = format!(", {}", off(target.range));
            proposals.extend(self.proposal(volley, &worth, (&Salvo::of(target), &how)));
        }
        proposals
    }

    /// Without a map the range is the policy's. Units that can fight in close combat do not fire, since distances are
    /// unknown.
    fn off_the_map(&mut self, unit: &Unit) -> Vec<Proposal> {
        if self.uses(Mechanism::Scrud) || self.uses(Mechanism::Stacks) {
            return Vec::new();
        }
        let weapons = self.state.weapons_of(unit).iter().filter_map(|name| self.state.book().weapon(name));
        let farthest = weapons.map(|weapon| weapon.dice.len()).max().unwrap_or(0);
        let range = self.policy.range.min(u8::try_from(farthest).unwrap_or(u8::MAX));
        let mut proposals = Vec::new();
        for enemy in self.enemies() {
            let volley = Volley { range: Some(range), ..volley(unit, vec![enemy.id.into()]) };
            let order = Order::Volley(volley.clone());
            let Ok(Step::NeedDice(request)) = rules::resolve(self.state, &order, &[]) else { continue };
            let Ok(aim) = Aim::of(self.state, &volley) else { continue };
            let dice = u8::try_from(request.dice.len()).unwrap_or(u8::MAX);
            let fired = Salvo { dice, general: false, marks: &aim.marks };
            let worth = self.fire(&fired);
            let how = format!(", taken to be {}", text::count(range.into(), "area", "areas") + " off");
            proposals.extend(self.proposal(volley, &worth, (&fired, &how)));
        }
        proposals
    }

    fn proposal(&self, volley: Volley, worth: &Worth, (dice, how): (&Salvo, &str)) -> Option<Proposal> {
        self.is_likely(worth.chance).then(|| Proposal {
            score: whole(worth.points),
            who: Some(volley.unit.into()),
            reason: sentence(self.fire_in_words(dice, worth, how)),
            order: Order::Volley(volley),
        })
    }

    /// The worth of a salvo.
    pub(super) fn fire(&mut self, fired: &Salvo) -> Worth {
        let Salvo { dice, marks, .. } = *fired;
        let hits = self.memo.volley(self.state.book(), dice, marks);
        let state = self.state;
        let lost = |hits: &[u16]| -> Vec<u32> {
            marks.iter().zip(hits).map(|(mark, hits)| points_lost(state, mark, *hits)).collect()
        };
        let sum = |hits: &[u16]| lost(hits).iter().sum::<u32>();
        let all = lost(&vec![u16::MAX; marks.len()]);
        let taken = hits.mean(|hits| f64::from(sum(hits)));
        let destroys = hits.chance(|hits| lost(hits).iter().zip(&all).any(|(lost, all)| *lost > 0 && lost >= all));
        let needed = marks.first().and_then(|mark| self.to_exhaustion(self.state.unit(mark.units[0])?.side));
        let exhausts = needed.map_or(0.0, |needed| hits.chance(|hits| sum(hits) >= needed));
        let points = f64::from(self.policy.inflict) * taken
            + f64::from(self.policy.destroy) * destroys
            + f64::from(self.policy.exhaust) * exhausts;
        let each = (0..marks.len()).map(|at| hits.chance(|hits| hits[at] > 0)).collect();
        Worth { points, chance: hits.chance(|hits| hits.iter().any(|n| *n > 0)), each }
    }

    /// The Strength Points that a side can still lose before it is exhausted; `None` if it is exhausted or can't be.
    pub(super) fn to_exhaustion(&self, side: SideId) -> Option<u32> {
        let contingent = self.battle.contingent(side).filter(|c| !c.exhausted && self.uses(Mechanism::Exhaustion))?;
        let losses = self.state.losses(self.battle, contingent);
        losses.point.checked_sub(losses.lost).filter(|left| *left > 0)
    }

    /// `4 dice at Fusiliers in cover, 2 areas off: 42% to hit`
    pub(super) fn fire_in_words(&self, fired: &Salvo, worth: &Worth, how: &str) -> String {
        let Salvo { dice, general, marks } = fired;
        let state = self.state;
        let all: Vec<UnitId> = marks.iter().flat_map(|mark| mark.units.iter().copied()).collect();
        let cover = if marks.iter().all(|mark| mark.cover) { " in cover" } else { "" };
        let general = if *general { ", the General’s among them," } else { "" };
        let dice = text::count((*dice).into(), "die", "dice");
        let chances = marks.iter().zip(&worth.each);
        let several = |(mark, p): (&Mark, &f64)| format!("{} to hit {}", percent(*p), names(state, &mark.units));
        let chance = match marks.len() {
            1 => format!("{} to hit", percent(worth.chance)),
            _ => text::list(&chances.map(several).collect::<Vec<_>>()),
        };
        let mut said = vec![format!("{dice}{general} at {}{cover}{how}: {chance}", names(state, &all))];
        let last = all.iter().filter_map(|id| state.unit(*id)).filter(|unit| unit.strength.now == 1);
        let last: Vec<UnitId> = last.filter(|unit| unit.strength.full > 1).map(|unit| unit.id).collect();
        let each = if last.len() > 1 { " each" } else { "" };
        said.extend((!last.is_empty()).then(|| format!("1 SP{each} is left of {}", names(state, &last))));
        let side = all.first().and_then(|id| state.unit(*id)).map(|unit| unit.side);
        let near = side.and_then(|side| Some((side, self.to_exhaustion(side)?)));
        let near = near.filter(|(_, left)| *left <= NEAR_EXHAUSTION);
        said.extend(near.map(|(side, left)| format!("{left} SP more would exhaust {}", state.name(side))));
        said.join("; ")
    }
}

fn volley(unit: &Unit, at: Vec<Id>) -> Volley {
    Volley { unit: unit.id, at, range: None, weapon: None, cover: false, general: false, anyway: None }
}
