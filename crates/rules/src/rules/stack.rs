//! A stack's numbers, from its units, its Warlord and its posture. Source: RULES 5.4, 5.5, 5.7.

use super::square::{Edge, Shape, units_by_place};
use crate::{
    event::Square,
    order::{Posture, ScreenTarget, Stats},
    state::{ConflictStack, Stack, State, Unit},
};
use wardiary_base::{
    book::{PowerFormula, Stacks},
    id::{StackId, UnitId},
};

/// The numbers of a stack, before an Edge is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StackNumbers {
    /// Attack power, without the Warlord's if that is added separately.
    pub attack: u32,
    /// The Warlord's attack power, added on the offensive.
    pub warlord_attack: u32,
    /// Defense power, without the Warlord's if that is added separately.
    pub defense: u32,
    /// The Warlord's defense power, added on the defensive.
    pub warlord_defense: u32,
    /// The damage of a blow.
    pub dmg: u32,
    /// The reduction of the damage of an enemy's blow.
    pub dr: u32,
    pub init: u32,
    /// The movement of the slowest unit.
    pub movement: u16,
    /// The penalty on AP and DP for melee on a Side; twice that on the Back.
    pub side_penalty: u32,
    /// Whether AP is halved, because the stack screens something outside itself.
    pub halved: bool,
}

/// The numbers of a stack of these units; `leader` is the index of its leader.
pub fn numbers(rules: &Stacks, units: &[&Stats], leader: Option<usize>, posture: Posture) -> StackNumbers {
    let shape = Shape::new(units.len());
    let sum = |number: fn(&Stats) -> u16| units.iter().map(|u| u32::from(number(u))).sum::<u32>();
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX).max(1);
    // The power of all units, or of all but the Warlord if its power is added later.
    let power = |number: fn(&Stats) -> u16, apart: Option<usize>| {
        let led = apart.map_or(0, |at| u32::from(number(units[at])));
        let others = units.len() - usize::from(apart.is_some());
        let shares = match rules.power {
            PowerFormula::Mean => others,
            PowerFormula::PerEdge => shape.width,
        };
        ((sum(number) - led).div_ceil(count(shares)), led)
    };
    let apart = |wanted: Posture| leader.filter(|_| posture == wanted);
    let (attack, led_attack) = power(|u| u.attack, apart(Posture::Offensive));
    let (defense, led_defense) = power(|u| u.defense, apart(Posture::Defensive));
    StackNumbers {
        attack,
        warlord_attack: led_attack,
        defense,
        warlord_defense: led_defense,
        dmg: sum(|u| u.dmg),
        dr: sum(|u| u.dr),
        init: sum(|u| u.init),
        movement: units.iter().map(|u| u.movement).min().unwrap_or(0),
        side_penalty: u32::try_from(shape.complete_squares).unwrap_or(u32::MAX).max(rules.edge_minimum.into()),
        halved: false,
    }
}

impl StackNumbers {
    /// The penalty on AP and DP for fighting on an Edge.
    pub(crate) fn penalty(&self, edge: Edge) -> u32 {
        match edge {
            Edge::Front => 0,
            Edge::Left | Edge::Right => self.side_penalty,
            Edge::Back => 2 * self.side_penalty,
        }
    }

    /// Attack power on an Edge, minus the penalty for turning; halved last, rounded up.
    pub fn ap(&self, edge: Edge, turned: u16) -> u32 {
        let whole =
            (self.attack.saturating_sub(self.penalty(edge)) + self.warlord_attack).saturating_sub(turned.into());
        if self.halved { whole.div_ceil(2) } else { whole }
    }

    /// Defense power on an Edge, minus the penalty for turning. The Warlord's part is added after the Edge's penalty.
    pub fn dp(&self, edge: Edge, turned: u16) -> u32 {
        (self.defense.saturating_sub(self.penalty(edge)) + self.warlord_defense).saturating_sub(turned.into())
    }
}

/// Whether a blow hits: 1D20 + AP ≥ `hit` + DP; 20 always, 1 never. Source: RULES 5.8.
pub fn hits(rules: &Stacks, face: u8, ap: u32, dp: u32) -> bool {
    face == 20 || (face != 1 && u32::from(face) + ap >= u32::from(rules.hit) + dp)
}

pub fn damage(rules: &Stacks, dmg: u32, dr: u32) -> u32 {
    dmg.saturating_sub(dr).max(rules.least_damage.into())
}

impl State {
    /// The Square that a stack would take now.
    pub fn square(&self, stack: StackId) -> Square {
        let Some(stack) = self.stack(stack) else { return Square::default() };
        Square {
            units: units_by_place(self, stack).iter().map(|u| u.id).collect(),
            posture: stack.posture,
            leader: stack.leader,
            screen: stack.screening.clone(),
        }
    }

    pub fn conflict_entry(&self, stack: StackId) -> Option<&ConflictStack> {
        let (battle, at) = self.conflict_of(stack)?;
        self.conflict(battle, at)?.active_stack(stack)
    }

    /// The Square that counts: the one a stack took for its Conflict, or the one it would take now.
    pub fn effective_square(&self, stack: StackId) -> Square {
        let stands = self.conflict_entry(stack).map(|s| s.square.clone()).filter(|f| !f.units.is_empty());
        stands.unwrap_or_else(|| self.square(stack))
    }

    /// Whether its attack and defence are known: they follow the grades of its units.
    pub fn knows_powers(&self, stack: StackId) -> bool {
        self.units_of_stack(stack).all(|unit| unit.grade().is_exact())
    }

    /// The numbers that count: those of the Square, but in a Conflict the Init is the one worked out when the
    /// Conflict began or a stack last joined. Source: RULES 5.4.
    pub fn effective_numbers(&self, stack: StackId) -> StackNumbers {
        let numbers = self.numbers(&self.effective_square(stack));
        // A stack that has not formed yet has no Init either.
        let formed = self.conflict_entry(stack).filter(|s| !s.square.units.is_empty());
        StackNumbers { init: formed.map_or(numbers.init, |s| s.init), ..numbers }
    }

    /// The numbers of a Square. EDNA scales the movement of each unit, if the rulebook says so.
    pub fn numbers(&self, square: &Square) -> StackNumbers {
        let none = Stats::default();
        let stats = |id: &UnitId| self.unit(*id).and_then(|u| u.stats.as_deref()).unwrap_or(&none);
        let units: Vec<&Stats> = square.units.iter().map(stats).collect();
        let movement =
            square.units.iter().filter_map(|id| self.unit(*id)).map(|u| self.unit_movement(u)).min().unwrap_or(0);
        let leader = square.units.iter().position(|u| Some(*u) == square.leader);
        let halved = match &square.screen {
            None => false,
            Some(ScreenTarget::Unit(unit)) => !square.units.contains(unit),
            Some(ScreenTarget::Edge(..) | ScreenTarget::Structure(_)) => true,
        };
        StackNumbers { movement, halved, ..numbers(&self.book().stacks, &units, leader, square.posture) }
    }

    /// A unit's movement by its own numbers: its Move, scaled by EDNA. Source: RULES 1, 5.4.
    fn unit_movement(&self, unit: &Unit) -> u16 {
        let own = unit.stats.as_deref().map_or(0, |stats| stats.movement);
        let scaled = self.book().edna.scales.movement;
        u16::try_from(scaled.scale(own.into(), unit.edna.now.into(), unit.edna.full.into())).unwrap_or(own)
    }

    /// The DP that screens add on an Edge: half the DP of each, as if neutral and before penalties. Source: RULES 5.7.
    pub fn screening_bonus(&self, stack: StackId, edge: Edge) -> u32 {
        let half = |id: &StackId| {
            let neutral = Square { posture: Posture::Neutral, ..self.effective_square(*id) };
            self.numbers(&neutral).dp(Edge::Front, 0).div_ceil(2)
        };
        self.screeners_on(stack, edge).iter().map(half).sum()
    }

    /// The stacks that screen an Edge and have units left. A screen counts from the entry that begins it to the entry
    /// that ends it, also within a round: on a map clockwise from the Front of the screened stack,
    /// otherwise in creation order. Source: RULES 5.7.
    pub fn screeners_on(&self, stack: StackId, edge: Edge) -> Vec<StackId> {
        let screen = ScreenTarget::Edge(stack, edge);
        let screens = |s: &&Stack| s.screening.as_ref() == Some(&screen) && self.has_units(s.id);
        let mut screeners: Vec<StackId> = self.stacks().iter().filter(screens).map(|s| s.id).collect();
        let turn = |screener: &StackId| {
            let (own, there) = (self.place_of_stack(stack)?, self.place_of_stack(*screener)?);
            let grid = self.map(own.map).filter(|_| own.map == there.map)?.ground.grid();
            grid.clockwise(own.facing, grid.facing_towards(own.cell, there.cell))
        };
        // Stacks off the map come last.
        screeners.sort_by_key(|screener| turn(screener).unwrap_or(usize::MAX));
        screeners
    }

    /// The living units of a stack in the order in which melee on an Edge takes them. `exposed` says whether a Warlord
    /// on the offensive is in the way. A unit screened by its own stack goes last; a unit screened by another stack is
    /// not touched while that stack lives. Source: RULES 5.3, 5.5.
    pub fn loss_order(&self, stack: StackId, edge: Edge, exposed: bool) -> Vec<UnitId> {
        let square = self.effective_square(stack);
        let shape = Shape::new(square.units.len());
        let warlord = square.units.iter().position(|u| Some(*u) == square.leader);
        let places = match warlord.filter(|_| square.posture == Posture::Offensive) {
            Some(warlord) => shape.loss_order_with_warlord(edge, warlord, exposed),
            None => shape.loss_order(edge),
        };
        let standing: Vec<UnitId> = self.fighting_units(stack).map(|unit| unit.id).collect();
        let there = |unit: &UnitId| standing.contains(unit);
        let mut order: Vec<UnitId> = places.into_iter().map(|p| square.units[p]).filter(there).collect();
        if let Some(ScreenTarget::Unit(screened)) = square.screen
            && let Some(at) = order.iter().position(|u| *u == screened)
        {
            let screened = order.remove(at);
            order.push(screened);
        }
        order.retain(|unit| !self.is_screened_by_other_stack(stack, *unit));
        order
    }

    fn is_screened_by_other_stack(&self, stack: StackId, unit: UnitId) -> bool {
        let screen = ScreenTarget::Unit(unit);
        let screens = |s: &&Stack| s.id != stack && s.screening.as_ref() == Some(&screen) && self.has_units(s.id);
        self.stacks().iter().any(|s| screens(&s))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DealtDamage {
    /// The loss of each unit of each stack, in the order given to [`deal_damage`].
    pub lost: Vec<Vec<u16>>,
    /// Damage left over after every unit is lost.
    pub excess: u32,
}

/// Distributes damage over a stack and its screens. Each stack is given as the strength of its units, in the order of
/// loss. The first stack loses a unit, then each of the others in turn, and round again; a unit that survives takes all
/// that is left.
pub fn deal_damage(stacks: &[Vec<u16>], damage: u32) -> DealtDamage {
    let mut lost: Vec<Vec<u16>> = stacks.iter().map(|units| vec![0; units.len()]).collect();
    let mut spare = damage;
    let most = stacks.iter().map(Vec::len).max().unwrap_or(0);
    for turn in 0..most {
        for (units, lost) in stacks.iter().zip(&mut lost) {
            let (Some(strength), Some(lost)) = (units.get(turn), lost.get_mut(turn)) else { continue };
            *lost = u16::try_from(spare).unwrap_or(u16::MAX).min(*strength);
            spare -= u32::from(*lost);
        }
    }
    DealtDamage { lost, excess: spare }
}
