//! The worth of a place as the end of a move: possible attacks, losses by enemy fire, an objective, and the way from
//! there to the goal. Source: RULES 8.

use super::{Adviser, Heading, MapOutlook, Mover};
use crate::suggest::{
    fire::{AttackWorth, Salvo},
    phrases::distance_text,
};
use wardiary_base::{
    book::Mechanism,
    ground::{Cell, Place},
    id::StackId,
    text::Text,
};
use wardiary_rules::{
    order::{Order, StackOrder},
    rules::{
        self,
        movement::{PathToGoal, ReachedArea},
        refusal::Attack,
        volley::TargetGroup,
    },
    state::Unit,
};

/// A possible attack, in words, too.
pub(super) type AttackWithText = (AttackWorth, String);

/// Units with equal values fire alike: troop type, own weapons, EDNA.
type FireProfile<'u> = (&'u Text, &'u [Text], u8);

/// How a stack could fight another if they were adjacent.
#[derive(Clone, Copy)]
pub(super) enum ConflictEntry {
    Engage,
    /// Join the Conflict that the other stack is in.
    Join,
}

#[derive(Clone, Default)]
pub(super) struct PlaceWorth {
    pub points: f64,
    pub attack: Option<AttackWithText>,
    /// The expected losses by enemy fire there.
    pub danger: f64,
    /// Whether it is an objective that the mover can hold.
    pub objective: bool,
    pub path: Option<PathToGoal>,
}

impl Adviser<'_> {
    pub(super) fn place_worth(
        &mut self,
        mover: &Mover,
        (place, reached): (Place, Option<&ReachedArea>),
        heading: &Heading,
        outlook: &mut MapOutlook,
    ) -> PlaceWorth {
        let attack = self.best_attack(mover, place, reached.is_none_or(|area| area.may_attack), outlook);
        let spent = mover.units.iter().all(|unit| self.state.attack_this_turn(unit.id).is_some());
        let danger = self.fire_danger(mover, place.cell, outlook);
        let leg = heading.path_from(place.cell);
        let armed = mover.units.iter().any(|unit| self.fights_close(unit) || self.takes_objectives(unit));
        let objective = armed && outlook.objectives.iter().any(|(cell, _)| *cell == place.cell);
        let weight = match (self.is_frail(mover), spent) {
            (true, _) => self.policy.frail_danger,
            // A unit that has attacked stays where it is unless it is frail.
            (false, true) => 0,
            (false, false) => self.policy.danger,
        };
        let points = attack.as_ref().map_or(0.0, |(worth, _)| worth.points)
            + if objective { f64::from(self.policy.objective) } else { 0.0 }
            - f64::from(self.policy.advance) * leg.map_or(0.0, |leg| f64::from(leg.cost))
            - f64::from(weight) * danger;
        PlaceWorth { points, attack, danger, objective, path: leg }
    }

    /// The best attack from a place, by fire or in close combat. After a full move the mover may only join a Conflict.
    pub(super) fn best_attack(
        &mut self,
        mover: &Mover,
        place: Place,
        attacks: bool,
        outlook: &mut MapOutlook,
    ) -> Option<AttackWithText> {
        let fire = if attacks { self.best_fire(mover, place, outlook) } else { None };
        let close = self.best_conflict(mover, place, attacks, outlook);
        match (fire, close) {
            (Some(fire), Some(close)) => Some(if close.0.points > fire.0.points { close } else { fire }),
            (fire, close) => fire.or(close),
        }
    }

    fn best_fire(&mut self, mover: &Mover, place: Place, outlook: &MapOutlook) -> Option<AttackWithText> {
        // Units that are armed alike fire alike.
        let mut alike: Vec<(FireProfile, Option<AttackWithText>)> = Vec::new();
        let mut first: Option<AttackWithText> = None;
        let (mut points, mut firing) = (0.0, 0_u32);
        for unit in &mover.units {
            if unit.is_ineffective() || self.state.attack_refusal(unit.id, Attack::Volley).is_some() {
                continue;
            }
            let key = (&unit.kind, &*unit.weapons, unit.edna_in_rules().now);
            let known = alike.iter().find(|(other, _)| *other == key).map(|(_, best)| best.clone());
            let best = known.unwrap_or_else(|| {
                let best = self.best_target(unit, place, outlook);
                alike.push((key, best.clone()));
                best
            });
            let Some((worth, reason)) = best else { continue };
            points += worth.points;
            firing += 1;
            first = first.or(Some((worth, reason)));
        }
        let (worth, reason) = first?;
        let reason =
            if firing > 1 { format!("{firing} of its units can fire, the first with {reason}") } else { reason };
        Some((AttackWorth { points, ..worth }, reason))
    }

    fn best_target(&mut self, unit: &Unit, place: Place, outlook: &MapOutlook) -> Option<AttackWithText> {
        if !self.uses(Mechanism::Volleys) {
            return None;
        }
        let farthest = self.max_range(unit);
        let mut best: Option<AttackWithText> = None;
        let mut seen: Vec<Cell> = Vec::new();
        for (_, at) in &outlook.enemies {
            if seen.contains(&at.cell) || outlook.ground.grid().distance(place.cell, at.cell) > farthest {
                continue;
            }
            seen.push(at.cell);
            let Some(target) = outlook.field.target(unit, place, at.cell, true) else { continue };
            let worth = self.fire_worth(&Salvo::from_target(&target));
            if self.is_likely(worth.chance) && best.as_ref().is_none_or(|(best, _)| worth.points > best.points) {
                let how = format!(", {}", distance_text(target.range));
                let text = self.fire_text(&Salvo::from_target(&target), &worth, &how);
                best = Some((worth, text));
            }
        }
        best
    }

    fn best_conflict(
        &mut self,
        mover: &Mover,
        place: Place,
        opens: bool,
        outlook: &mut MapOutlook,
    ) -> Option<AttackWithText> {
        let stack = mover.units.first()?.stack.filter(|_| self.uses(Mechanism::Stacks))?;
        if mover.id != stack.into() || !mover.units.iter().all(|unit| self.fights_close(unit)) {
            return None;
        }
        let beside = |at: &Place| outlook.ground.grid().distance(place.cell, at.cell) == 1;
        let mut enemies: Vec<StackId> =
            outlook.enemies.iter().filter(|(_, at)| beside(at)).filter_map(|(unit, _)| unit.stack).collect();
        enemies.dedup();
        let mut best: Option<(f64, StackId, ConflictEntry)> = None;
        for enemy in enemies {
            let Some(fight) = self
                .conflict_entry(stack, enemy, outlook)
                .filter(|fight| opens || matches!(fight, ConflictEntry::Join))
            else {
                continue;
            };
            let points = self.strike_points(stack, enemy);
            if points > 0.0 && best.is_none_or(|(best, ..)| points > best) {
                best = Some((points, enemy, fight));
            }
        }
        let (points, enemy, fight) = best?;
        let enemy = self.state.name(enemy);
        let text = match fight {
            ConflictEntry::Engage => format!("the stack {enemy} can be engaged"),
            ConflictEntry::Join => format!("the Conflict with {enemy} can be joined"),
        };
        Some((AttackWorth { points, ..AttackWorth::default() }, text))
    }

    /// How a stack could fight another if they were adjacent. The rules are asked with a ruling that waives their
    /// distance.
    fn conflict_entry(&self, stack: StackId, enemy: StackId, outlook: &mut MapOutlook) -> Option<ConflictEntry> {
        *outlook.fight_cache.entry((stack, enemy)).or_insert_with(|| {
            let ruled = || Some(Text::default());
            let is_accepted = |order: StackOrder| rules::resolve(self.state, &Order::Stacks(order), &[]).is_ok();
            if is_accepted(StackOrder::Conflict { first: vec![stack], second: vec![enemy], anyway: ruled() }) {
                Some(ConflictEntry::Engage)
            } else if is_accepted(StackOrder::Join { stack, to: enemy, anyway: ruled() }) {
                Some(ConflictEntry::Join)
            } else {
                None
            }
        })
    }

    /// The Strength Points that enemy fire from present positions is expected to take from units in an area.
    fn fire_danger(&mut self, mover: &Mover, cell: Cell, outlook: &mut MapOutlook) -> f64 {
        if !self.uses(Mechanism::Volleys) {
            return 0.0;
        }
        let mut danger = 0.0;
        for (at, unit) in mover.units.iter().enumerate() {
            // Units of one troop type are hit as one.
            if mover.units[..at].iter().any(|other| other.kind == unit.kind) {
                continue;
            }
            let alike = mover.units.iter().filter(|other| other.kind == unit.kind);
            let strength: u32 = alike.map(|unit| u32::from(unit.strength_in_rules().now)).sum();
            danger += self.fire_danger_to(unit, cell, outlook).min(f64::from(strength));
        }
        danger
    }

    fn fire_danger_to(&mut self, unit: &Unit, cell: Cell, outlook: &mut MapOutlook) -> f64 {
        let key = (cell, unit.kind.to_string());
        if let Some(known) = outlook.fire_losses.get(&key) {
            return *known;
        }
        let class = self.state.book().target_of(&unit.kind).clone();
        let mut danger = 0.0;
        for (enemy, at) in &outlook.enemies {
            let far = outlook.ground.grid().distance(at.cell, cell);
            if enemy.is_ineffective() || far > self.max_range(enemy) {
                continue;
            }
            let Some((dice, cover)) = outlook.field.dice_at(enemy, *at, unit, cell) else { continue };
            let mark = TargetGroup { units: vec![unit.id], class: class.clone(), cover };
            danger += self.cache.volley(self.state.book(), dice, &[mark]).mean(|hits| f64::from(hits[0]));
        }
        outlook.fire_losses.insert(key, danger);
        danger
    }
}
