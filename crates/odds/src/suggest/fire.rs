//! Volleys: targets, chances, worth; and EDNA tests before attacks. Source: RULES 1, 4.5, 8.

use super::{
    Adviser, SuggestedOrder,
    phrases::{capitalized, distance_text, percent, unit_names},
    rounded,
};
use crate::odds::edna;
use wardiary_base::{
    book::{HitBy, Mechanism},
    id::{Id, SideId, UnitId},
    text,
};
use wardiary_rules::{
    order::{Order, Volley},
    rules::{
        self, Step,
        volley::{FieldOfFire, TargetArea, TargetGroup, VolleyAim},
    },
    state::{State, Unit},
};

/// The maximum number of targets proposed for a unit.
const MAX_TARGETS: usize = 2;

/// From this many Strength Points on, the distance to exhaustion is mentioned.
const NEAR_EXHAUSTION: u32 = 4;

pub(super) struct UnitVolleys {
    pub unit: UnitId,
    pub proposals: Vec<SuggestedOrder>,
}

#[derive(Clone, Default)]
pub(super) struct AttackWorth {
    pub points: f64,
    pub chance: f64,
    /// The chance to hit each mark.
    pub hit_chances: Vec<f64>,
}

/// Dice fired at the units in one place.
pub(super) struct Salvo<'m> {
    pub dice: u8,
    /// Whether a General's die is among them.
    pub general: bool,
    pub target_groups: &'m [TargetGroup],
}

impl<'m> Salvo<'m> {
    pub fn from_target(target: &'m TargetArea) -> Self {
        Self { dice: target.dice, general: target.general, target_groups: &target.target_groups }
    }
}

impl Adviser<'_> {
    pub(super) fn unit_volleys(&mut self) -> Vec<UnitVolleys> {
        if !self.uses(Mechanism::Volleys) {
            return Vec::new();
        }
        let field = self.battle.map.and_then(|map| FieldOfFire::new(self.state, map));
        let mut all = Vec::new();
        for unit in self.own_units().into_iter().filter(|unit| !self.state.weapons_of(unit).is_empty()) {
            let mut proposals = match (&field, self.state.place_in_battle(unit.id)) {
                (Some(_), Some(_)) => self.map_volleys(unit),
                (None, None) => self.volleys_without_map(unit),
                _ => Vec::new(),
            };
            proposals.sort_by_key(|proposal| std::cmp::Reverse(proposal.score));
            proposals.truncate(MAX_TARGETS);
            if !proposals.is_empty() {
                all.push(UnitVolleys { unit: unit.id, proposals });
            }
        }
        all
    }

    fn map_volleys(&mut self, unit: &Unit) -> Vec<SuggestedOrder> {
        let Ok(targets) = rules::volley::targets(self.state, unit.id) else { return Vec::new() };
        let mut proposals = Vec::new();
        for target in &targets {
            let worth = self.fire_worth(&Salvo::from_target(target));
            // Name the troops at the place, not their General.
            let troops = target.target_groups.iter().find(|mark| mark.class.by == HitBy::Double);
            let at = vec![troops.unwrap_or(&target.target_groups[0]).units[0].into()];
            let volley = Volley { range: None, ..volley_order(unit, at) };
            let how = format!(", {}", distance_text(target.range));
            proposals.extend(self.volley_proposal(volley, &worth, (&Salvo::from_target(target), &how)));
        }
        proposals
    }

    /// Without a map the range is the policy's. Units that can fight in close combat do not fire, since distances are
    /// unknown.
    fn volleys_without_map(&mut self, unit: &Unit) -> Vec<SuggestedOrder> {
        let is_close = self.uses(Mechanism::Scrud) || self.uses(Mechanism::Stacks);
        if is_close && !self.stays_behind(unit) {
            return Vec::new();
        }
        let weapons = self.state.weapons_of(unit).iter().filter_map(|name| self.state.book().weapon(name));
        let farthest = weapons.map(|weapon| weapon.dice.len()).max().unwrap_or(0);
        let range = self.policy.range.min(u8::try_from(farthest).unwrap_or(u8::MAX));
        let mut proposals = Vec::new();
        for enemy in self.enemy_units() {
            let volley = Volley { range: Some(range), ..volley_order(unit, vec![enemy.id.into()]) };
            let order = Order::Volley(volley.clone());
            let Ok(Step::NeedDice(request)) = rules::resolve(self.state, &order, &[]) else { continue };
            let Ok(aim) = VolleyAim::new(self.state, &volley) else { continue };
            let dice = u8::try_from(request.dice.len()).unwrap_or(u8::MAX);
            let fired = Salvo { dice, general: false, target_groups: &aim.target_groups };
            let worth = self.fire_worth(&fired);
            let how = format!(", assumed to be {}", text::count(range.into(), "area", "areas") + " away");
            proposals.extend(self.volley_proposal(volley, &worth, (&fired, &how)));
        }
        proposals
    }

    fn volley_proposal(
        &self,
        volley: Volley,
        worth: &AttackWorth,
        (dice, how): (&Salvo, &str),
    ) -> Option<SuggestedOrder> {
        self.is_likely(worth.chance).then(|| SuggestedOrder {
            score: rounded(worth.points),
            who: Some(volley.unit.into()),
            reason: capitalized(self.fire_text(dice, worth, how)),
            order: Order::Volley(volley),
        })
    }

    pub(super) fn fire_worth(&mut self, fired: &Salvo) -> AttackWorth {
        let Salvo { dice, target_groups: marks, .. } = *fired;
        let hits = self.cache.volley(self.state.book(), dice, marks);
        let state = self.state;
        let lost = |hits: &[u16]| -> Vec<u32> {
            marks
                .iter()
                .zip(hits)
                .map(|(mark, hits)| crate::odds::assessment::points_lost(state, mark, *hits))
                .collect()
        };
        let sum = |hits: &[u16]| lost(hits).iter().sum::<u32>();
        let all = lost(&vec![u16::MAX; marks.len()]);
        let taken = hits.mean(|hits| f64::from(sum(hits)));
        let destroys = hits.chance(|hits| lost(hits).iter().zip(&all).any(|(lost, all)| *lost > 0 && lost >= all));
        let needed = marks.first().and_then(|mark| self.points_to_exhaustion(self.state.unit(mark.units[0])?.side));
        let exhausts = needed.map_or(0.0, |needed| hits.chance(|hits| sum(hits) >= needed));
        let points = f64::from(self.policy.inflict) * taken
            + f64::from(self.policy.destroy) * destroys
            + f64::from(self.policy.exhaust) * exhausts;
        let each = (0..marks.len()).map(|at| hits.chance(|hits| hits[at] > 0)).collect();
        AttackWorth { points, chance: hits.chance(|hits| hits.iter().any(|n| *n > 0)), hit_chances: each }
    }

    /// The Strength Points that a side can still lose before it is exhausted; `None` if it is exhausted or can't be.
    pub(super) fn points_to_exhaustion(&self, side: SideId) -> Option<u32> {
        let contingent = self.battle.contingent(side).filter(|c| !c.exhausted && self.uses(Mechanism::Exhaustion))?;
        let losses = self.state.losses(self.battle, contingent)?;
        losses.exhaustion_point.checked_sub(losses.lost).filter(|left| *left > 0)
    }

    /// `4 dice at Fusiliers in cover, 2 areas away: 42% to hit`
    pub(super) fn fire_text(&self, fired: &Salvo, worth: &AttackWorth, how: &str) -> String {
        let Salvo { dice, general, target_groups: marks } = fired;
        let state = self.state;
        let all: Vec<UnitId> = marks.iter().flat_map(|mark| mark.units.iter().copied()).collect();
        let cover = if marks.iter().all(|mark| mark.cover) { " in cover" } else { "" };
        let general = if *general { ", the General’s among them," } else { "" };
        let dice = text::count((*dice).into(), "die", "dice");
        let chances = marks.iter().zip(&worth.hit_chances);
        let several =
            |(mark, p): (&TargetGroup, &f64)| format!("{} to hit {}", percent(*p), unit_names(state, &mark.units));
        let chance = match marks.len() {
            1 => format!("{} to hit", percent(worth.chance)),
            _ => text::list(&chances.map(several).collect::<Vec<_>>()),
        };
        let mut parts = vec![format!("{dice}{general} at {}{cover}{how}: {chance}", unit_names(state, &all))];
        let last = all.iter().filter_map(|id| state.unit(*id)).filter(|unit| unit.strength_in_rules().now == 1);
        let last: Vec<UnitId> = last.filter(|unit| unit.strength_in_rules().full > 1).map(|unit| unit.id).collect();
        let each = if last.len() > 1 { " each" } else { "" };
        parts.extend((!last.is_empty()).then(|| format!("only 1 SP{each} left: {}", unit_names(state, &last))));
        let side = all.first().and_then(|id| state.unit(*id)).map(|unit| unit.side);
        let near = side.and_then(|side| Some((side, self.points_to_exhaustion(side)?)));
        let near = near.filter(|(_, left)| *left <= NEAR_EXHAUSTION);
        parts.extend(near.map(|(side, left)| format!("{left} more SP would exhaust {}", state.name(side))));
        parts.join("; ")
    }
}

fn volley_order(unit: &Unit, at: Vec<Id>) -> Volley {
    Volley { unit: unit.id, at, range: None, weapon: None, cover: false, general: false, anyway: None }
}

impl Adviser<'_> {
    /// Replaces attacks by the EDNA test that must come first, and removes attacks of units that failed it.
    pub(super) fn with_edna_tests_first(&self, all: Vec<SuggestedOrder>) -> Vec<SuggestedOrder> {
        if !self.requires_edna_test() {
            return all;
        }
        let mut left = Vec::new();
        let mut tests: Vec<SuggestedOrder> = Vec::new();
        for proposal in all {
            let unit = attacker(self.state, &proposal).and_then(|id| self.state.unit(id));
            match unit.map(|unit| (unit, self.edna_tested.get(&unit.id))) {
                None | Some((_, Some(true))) => left.push(proposal),
                // The unit took the test and does not act.
                Some((_, Some(false))) => {}
                // The test is worth as much as the unit's best attack.
                Some((unit, None)) => {
                    let better =
                        |test: &SuggestedOrder| test.who == Some(unit.id.into()) && test.score >= proposal.score;
                    if !tests.iter().any(better) {
                        tests.retain(|test| test.who != Some(unit.id.into()));
                        tests.extend(self.edna_test_proposal(unit, &proposal));
                    }
                }
            }
        }
        left.extend(tests);
        left
    }

    fn edna_test_proposal(&self, unit: &Unit, attack: &SuggestedOrder) -> Option<SuggestedOrder> {
        let cases = edna::single_test(&self.state.book().edna, unit.edna_in_rules().now);
        let acts = cases.chance(|(acts, _)| *acts);
        let now = text::edna(unit.edna_in_rules().now, unit.edna_in_rules().full);
        let purpose = match &attack.order {
            Order::Volley(volley) => format!("fire at {}", self.state.name(*volley.at.first()?)),
            _ => "attack".into(),
        };
        let enough = acts * 100.0 >= f64::from(self.policy.least_to_act);
        enough.then(|| SuggestedOrder {
            order: Order::Edna { unit: unit.id, purpose: Some(purpose.into()) },
            who: Some(unit.id.into()),
            reason: capitalized(format!("{} to act at {now}; then {}", percent(acts), uncapitalized(&attack.reason))),
            score: attack.score,
        })
    }
}

/// The unit that attacks alone in this proposal.
fn attacker(state: &State, proposal: &SuggestedOrder) -> Option<UnitId> {
    match &proposal.order {
        Order::Volley(volley) => Some(volley.unit),
        Order::Scrud { first, .. } => match state.units_for_id(*first.who.first()?)[..] {
            [unit] if first.who.len() == 1 => Some(unit.id),
            _ => None,
        },
        _ => None,
    }
}

/// A sentence without its capital, for use within another.
fn uncapitalized(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}
