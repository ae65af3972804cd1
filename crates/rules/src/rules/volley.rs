//! Volleys: fire judged by doubles and trebles among the dice; who may fire in a campaign, the units that are judged as one
//! target, and the effects. Source: RULES 1, 4.5.
//!
//! [`hits`] and [`judge`] know only dice and target classes. In a campaign range, cover and the General beside the
//! firer follow from the map if both are on it ([`targets`]), and otherwise from the order.

mod field_of_fire;
mod shot;

use super::{
    OrderRoll, Refusal, Resolver, RuleResult,
    refusal::{BattleRefusal, FireRefusal},
    stack::deal_damage,
};
use crate::{
    event::{Cause, Event},
    order::{Edge, Volley, WearCause},
    state::{Battle, EntityKind, State, Unit},
};
pub use field_of_fire::{FieldOfFire, TargetArea, firing_place, targets, targets_from};
use field_of_fire::{firer_and_target_places, not_on_map_refusal};
use shot::ShotConditions;
pub(super) use shot::roll_bare_volley;
pub use shot::{FireSource, Shot, VolleyRoll};
use wardiary_base::{
    book::{GeneralHit, HitBy, Hits, OtherDouble, Stacking, TargetClass, Volleys},
    dice::{Die, Face, Owner, Purpose, Request, RequestedDie},
    ground::Place,
    id::{BattleId, Id, StackId, UnitId},
    text::Text,
};

/// A target class, and whether it counts as in cover.
pub type ClassAndCover<'a> = (&'a TargetClass, bool);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VolleyOutcome {
    pub dice: Vec<Face>,
    /// The D6 that decided whether the General or the troops suffer, if it was rolled.
    pub who_suffers: Option<Face>,
    /// The hits on each target that is judged separately, in order.
    pub hits: Vec<u16>,
}

pub fn face_counts(dice: &[Face]) -> [u16; 6] {
    let mut counts = [0; 6];
    for face in dice {
        if let Some(count) = usize::from(*face).checked_sub(1).and_then(|at| counts.get_mut(at)) {
            *count += 1;
        }
    }
    counts
}

/// The hits on one target. A face shown k times makes ⌊k ÷ 2⌋ doubles; in cover each hit needs another double.
pub fn hits(rules: &Volleys, target: &TargetClass, cover: bool, dice: &[Face]) -> u16 {
    hits_from_counts(rules, target, cover, &face_counts(dice))
}

/// The hits on one target, from the number of dice that show each face.
pub fn hits_from_counts(rules: &Volleys, target: &TargetClass, cover: bool, counts: &[u16; 6]) -> u16 {
    let count = |face: &Face| usize::from(*face).checked_sub(1).and_then(|at| counts.get(at)).copied().unwrap_or(0);
    let doubles: u16 = counts.iter().map(|n| n / 2).sum();
    match target.by {
        HitBy::Treble => {
            let destroys = target.faces.iter().map(count).filter(|n| *n >= 3).any(|n| {
                let others = doubles - n / 2;
                let of_the_same = if rules.other_double == OtherDouble::Any { (n - 3) / 2 } else { 0 };
                !cover || others + of_the_same > 0
            });
            u16::from(destroys)
        }
        HitBy::Double => {
            let qualifying: u16 = target.faces.iter().map(|face| count(face) / 2).sum();
            let mut hits = if cover { qualifying.min(doubles / 2) } else { qualifying };
            if cover && rules.other_double == OtherDouble::OtherFace {
                // A hit and its other double differ in face: no face makes more pairs than all others have doubles.
                let with_others = target.faces.iter().map(count).filter(|n| *n >= 2).map(|n| doubles - n / 2);
                hits = hits.min(with_others.min().unwrap_or(0));
            }
            if rules.hits == Hits::AtMostOne { hits.min(1) } else { hits }
        }
    }
}

/// The hits on everything in the target area. The same dice are judged for each target separately.
pub fn judge(rules: &Volleys, targets: &[ClassAndCover], dice: &[Face]) -> Vec<u16> {
    targets.iter().map(|(target, cover)| hits(rules, target, *cover, dice)).collect()
}

/// Whether a D6 must decide who suffers: a General and troops are both hit, and the rulebook has the rule.
pub fn needs_suffering_die(rules: &Volleys, targets: &[ClassAndCover], hits: &[u16]) -> bool {
    let hit = |by: HitBy| targets.iter().zip(hits).any(|((target, _), hits)| target.by == by && *hits > 0);
    rules.general_hit == GeneralHit::D6 && hit(HitBy::Treble) && hit(HitBy::Double)
}

/// Clears the hits of the targets that the D6 spares: on 1 to 5 the troops suffer, on 6 the General.
pub fn clear_spared_hits(targets: &[ClassAndCover], hits: &mut [u16], who_suffers: Face) {
    let spared = if who_suffers == 6 { HitBy::Double } else { HitBy::Treble };
    targets.iter().zip(hits).filter(|((target, _), _)| target.by == spared).for_each(|(_, hits)| *hits = 0);
}

/// Fires: requests the dice, and the D6 if it is needed.
pub(super) fn roll_volley(
    queue: &mut super::RollQueue,
    rules: &Volleys,
    (owner, dice): (Owner, u8),
    targets: &[ClassAndCover],
) -> RuleResult<VolleyOutcome> {
    let mut ask = |dice: u8| -> RuleResult<Vec<Face>> {
        let wanted = vec![RequestedDie::plain(owner, Die::D6); dice.into()];
        let fallen = queue.request_dice(Request { purpose: Purpose::Volley, dice: wanted })?;
        Ok(fallen.into_iter().map(|die| die.face).collect())
    };
    let dice = ask(dice)?;
    let mut hits = judge(rules, targets, &dice);
    let mut who_suffers = None;
    if needs_suffering_die(rules, targets, &hits) {
        who_suffers = ask(1)?.first().copied();
        clear_spared_hits(targets, &mut hits, who_suffers.unwrap_or(1));
    }
    Ok(VolleyOutcome { dice, who_suffers, hits })
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VolleyAim {
    pub range: u32,
    pub general: bool,
    pub target_groups: Vec<TargetGroup>,
}

impl VolleyAim {
    /// The aim of a volley: from the map if all are on it, otherwise from the order's words.
    pub fn new(state: &State, volley: &Volley) -> Result<Self, Refusal> {
        let unit = state.unit(volley.unit).ok_or(Refusal::UnknownId { id: volley.unit.into() })?;
        let who = volley.unit.into();
        let battle = state.battle_of(unit.id).ok_or(crate::rules::refusal::BattleRefusal::NotInBattle { who })?;
        let at = state.target_units(&volley.at)?;
        match firer_and_target_places(state, battle, unit.id, &at)? {
            Some(places) => Self::from_map(state, (unit, battle), (volley, &at), places),
            None if volley.anyway.is_some() => Err(not_on_map_refusal(state, battle, unit.id, &at)),
            None => Self::from_order(state, (unit, battle), volley, &at),
        }
    }

    /// The units in the target's place, in the order in which they are judged.
    pub fn units(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.target_groups.iter().flat_map(|mark| mark.units.iter().copied())
    }

    fn from_order(
        state: &State,
        (unit, battle): (&Unit, &Battle),
        volley: &Volley,
        at: &[UnitId],
    ) -> Result<Self, Refusal> {
        state.check_share_place(at)?;
        let range = volley.range.ok_or(FireRefusal::NoRange)?;
        if volley.general {
            state.check_general_available(unit, battle)?;
        }
        let marks = state.target_groups(at, |_| volley.cover);
        Ok(Self { range: range.into(), general: volley.general, target_groups: marks })
    }

    /// Takes the aim from the map. Differing words in the order are refused, or take precedence if they are a ruling.
    fn from_map(
        state: &State,
        (unit, battle): (&Unit, &Battle),
        (volley, at): (&Volley, &[UnitId]),
        (from, to): (Place, Place),
    ) -> Result<Self, Refusal> {
        let field = FieldOfFire::new(state, from.map).ok_or_else(|| not_on_map_refusal(state, battle, unit.id, &[]))?;
        let first = at[0];
        let side = state.unit(first).map_or(unit.side, |unit| unit.side);
        let mut marks = field.target_groups(battle.id, side, from.cell, (to.cell, at));
        let (is, general) = (field.range(from.cell, to.cell), field.has_general(unit, from.cell));
        let given = volley.range.map(u32::from);
        if volley.anyway.is_some() {
            if volley.general {
                state.check_general_available(unit, battle)?;
            }
            marks.iter_mut().for_each(|mark| mark.cover |= volley.cover);
            return Ok(Self { range: given.unwrap_or(is), general: volley.general || general, target_groups: marks });
        }
        field.check_arc(unit.id, from, to.cell)?;
        field.check_sight(unit.id, from, to.cell)?;
        if let Some(given) = given.filter(|given| *given != is) {
            return Err(FireRefusal::OtherRange { from: (unit.id, from.cell), to: (first, to.cell), given, is }.into());
        }
        if volley.cover && !marks.iter().all(|mark| mark.cover) {
            return Err(FireRefusal::NoCover { unit: first, at: to.cell, from: from.cell }.into());
        }
        fail_if!(volley.general && !general, FireRefusal::NoGeneralThere { unit: unit.id, at: from.cell });
        Ok(Self { range: is, general, target_groups: marks })
    }
}

impl State {
    /// The named units; a stack means all its living units.
    fn target_units(&self, at: &[Id]) -> Result<Vec<UnitId>, Refusal> {
        let mut units = Vec::new();
        for id in at {
            if self.kind(*id) != Some(EntityKind::Stack) {
                units.push(UnitId(id.0));
                continue;
            }
            let left = self.units_of_stack(StackId(id.0)).map(|unit| unit.id);
            let before = units.len();
            units.extend(left);
            fail_if!(units.len() == before, Refusal::NobodyLeft { of: *id });
        }
        if units.is_empty() { Err(Refusal::NobodyNamed) } else { Ok(units) }
    }

    /// Refuses targets that can't share a place: one combat unit or stack, with Generals and transport. RULES 4.4, 4.5.
    fn check_share_place(&self, at: &[UnitId]) -> Result<(), FireRefusal> {
        let there = at.iter().filter_map(|id| self.unit(*id));
        match crate::state::Occupants::from_units(self, there).incompatible_pair(self.book()) {
            Some((first, second)) => Err(FireRefusal::TwoPlaces { first, second }),
            None => Ok(()),
        }
    }
}

impl Resolver<'_> {
    /// Refuses targets that are not living enemies in the battle.
    fn check_volley_targets(&self, firer: &Unit, battle: BattleId, at: &[UnitId]) -> Result<(), Refusal> {
        for (place, id) in at.iter().enumerate() {
            let target = self.living_unit(*id)?;
            fail_if!(target.side == firer.side, Refusal::OwnSide { side: firer.side });
            if self.state.battle_of(*id).map(|b| b.id) != Some(battle) {
                return Err(BattleRefusal::TwoBattles { first: firer.id.into(), second: (*id).into() }.into());
            }
            fail_if!(at[..place].contains(id), FireRefusal::TargetTwice { unit: *id });
            let side = self.living_unit(at[0])?.side;
            fail_if!(target.side != side, Refusal::TwoSides { first: at[0].into(), second: (*id).into() });
        }
        Ok(())
    }

    pub(in crate::rules) fn volley(&mut self, volley: &Volley) -> RuleResult {
        let unit = self.living_unit(volley.unit)?;
        let battle = self.state.volley_battle(unit)?.id;
        self.check_volley_targets(unit, battle, &self.state.target_units(&volley.at)?)?;
        let VolleyAim { range, general, target_groups: marks } = VolleyAim::new(&self.state, volley)?;
        let wanted =
            ShotConditions { weapon: volley.weapon.as_ref(), range, general, ignore_moves: volley.anyway.is_some() };
        let shot = self.state.shot(unit, wanted)?;
        self.check_no_round_due(battle)?;
        let (dice, freely) = (shot.dice, !shot.weapon.attack_costs_move);
        let book = self.state.book().clone();
        let judged: Vec<ClassAndCover> = marks.iter().map(TargetGroup::class_and_cover).collect();
        let fired = roll_volley(&mut self.queue, &book.volley, (volley.unit.into(), dice), &judged)?;
        let shared = marks.iter().zip(&fired.hits).map(|(mark, hits)| mark.distribute_hits(&self.state, *hits));
        let shared: Vec<Vec<(UnitId, u16)>> = shared.collect();
        self.emit(Event::Volleyed { battle, unit: volley.unit, dice, hits: shared.concat(), freely });
        for (mark, shared) in marks.iter().zip(shared) {
            for (target, hits) in shared {
                let points = if mark.class.by == HitBy::Treble && hits > 0 { u16::MAX } else { hits };
                self.take_strength(target, points, Cause::Losses);
                if hits == 0 {
                    self.apply_fire_wear(target);
                }
            }
        }
        self.close_empty_combats();
        self.order_roll = Some(OrderRoll::Volley { unit: volley.unit, target_groups: marks, fired });
        Ok(())
    }

    /// Reduces EDNA for fire that took no Strength Point, if the rulebook says so. Source: RULES 1.
    fn apply_fire_wear(&mut self, unit: UnitId) {
        let wear = self.state.book().edna.wear.fire;
        let Some(from) = self.state.unit(unit).map(|u| u.edna.now).filter(|now| wear > 0 && *now > 0) else { return };
        self.emit(Event::EdnaWorn { unit, cause: WearCause::Fire, from, to: from.saturating_sub(wear) });
    }
}

/// Units judged as one target: a unit or, under `stacking: Stack`, a stack's units of one troop type from its Front.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TargetGroup {
    pub units: Vec<UnitId>,
    pub class: TargetClass,
    pub cover: bool,
}

impl TargetGroup {
    pub fn class_and_cover(&self) -> ClassAndCover<'_> {
        (&self.class, self.cover)
    }

    /// The loss of each unit. Excess passes to the next, the last takes the rest; a hit that destroys takes the first.
    fn distribute_hits(&self, state: &State, hits: u16) -> Vec<(UnitId, u16)> {
        let strength = |unit: &UnitId| state.unit(*unit).map_or(0, |unit| unit.strength.now);
        let taken = match self.class.by {
            HitBy::Treble => (0..self.units.len()).map(|at| if at == 0 { hits } else { 0 }).collect(),
            HitBy::Double => {
                let mut dealt = deal_damage(&[self.units.iter().map(strength).collect()], hits.into());
                let mut lost = dealt.lost.swap_remove(0);
                if let Some(last) = lost.last_mut() {
                    *last = last.saturating_add(u16::try_from(dealt.excess).unwrap_or(u16::MAX));
                }
                lost
            }
        };
        self.units.iter().copied().zip(taken).collect()
    }
}

impl State {
    /// The marks of units that share a place; `cover` tells whether a unit is in cover.
    fn target_groups(&self, units: &[UnitId], cover: impl Fn(&Unit) -> bool) -> Vec<TargetGroup> {
        let stacked = matches!(self.book().ground.stacking, Stacking::Stack(_));
        let mut marks: Vec<(Option<(StackId, &Text)>, TargetGroup)> = Vec::new();
        for unit in units.iter().filter_map(|id| self.unit(*id)) {
            let alike = unit.stack.filter(|_| stacked).map(|stack| (stack, &unit.kind));
            if let Some((_, mark)) = marks.iter_mut().find(|(other, _)| other.is_some() && *other == alike) {
                mark.units.push(unit.id);
            } else {
                let class = self.book().target_of(&unit.kind).clone();
                marks.push((alike, TargetGroup { units: vec![unit.id], class, cover: cover(unit) }));
            }
        }
        for (alike, mark) in &mut marks {
            if let Some((stack, _)) = alike.filter(|_| mark.units.len() > 1) {
                let order = self.loss_order(stack, Edge::Front, false);
                mark.units.sort_by_key(|unit| order.iter().position(|other| other == unit).unwrap_or(usize::MAX));
            }
        }
        marks.into_iter().map(|(_, mark)| mark).collect()
    }
}
