//! Whom somebody could attack from where he stands, and which edge he has to face for it: by fire, hand to hand, in a
//! Conflict. To know it of another area, ask it of the state in which he has [moved](after_moving) there. Every attack that is
//! found is one that the rules accept. Source: RULES 4.4, 4.5, 5.8.

use super::{
    Refusal, Step,
    refusal::{Aggression, Attack, Awaited, BattleRefusal, MapRefusal},
    resolve, stacks_beside,
    volley::{FieldOfFire, Target, fires_from},
};
use crate::{
    order::{Force, MapOrder, March, Order, StackOrder},
    rules::movement::Reached,
    state::{State, Unit},
};
use wardiary_base::{
    book::{Blows, Mechanism, Stacking, Weapon},
    ground::{Cell, Facing},
    id::{Id, StackId, UnitId},
};

/// An attack that could be made.
#[derive(Clone, Debug, PartialEq)]
pub struct Prospect {
    /// The edges any of which has to be faced for it, of those that were asked about.
    pub facings: Vec<Facing>,
    /// What it is.
    pub what: Assault,
}

/// What an attack is.
#[derive(Clone, Debug, PartialEq)]
pub enum Assault {
    /// A volley of each of some units, which fire alike, into an area.
    Fire {
        /// Who could fire.
        units: Vec<UnitId>,
        /// At whom, and with how many dice each.
        target: Target,
    },
    /// A SCRUD combat.
    Combat {
        /// The order that opens it.
        order: Order,
        /// The enemies: a stack, or units.
        enemies: Vec<Id>,
    },
    /// A Conflict.
    Conflict {
        /// The order that opens it.
        order: Order,
        /// Who would open it.
        stack: StackId,
        /// The stack of the enemy.
        enemy: StackId,
    },
}

/// The state in which somebody has moved to an area of his [reach](super::movement::reach), facing an edge or as the rules have it.
#[must_use]
pub fn after_moving(state: &State, who: Id, area: &Reached, facing: Option<Facing>) -> Option<State> {
    let march = March { who, by: area.path.clone(), facing };
    match resolve(state, &Order::Map(MapOrder::Move { marches: vec![march], anyway: None }), &[]) {
        Ok(Step::Done(done)) => Some(done.after),
        _ => None,
    }
}

/// Whom a unit or a stack could attack from where it stands, facing any of these edges.
#[must_use]
pub fn prospects(state: &State, who: Id, facings: &[Facing]) -> Vec<Prospect> {
    let mut all = fire(state, who, facings);
    let mut fights = conflicts(state, who);
    fights.extend(combats(state, who));
    all.extend(fights.into_iter().map(|what| Prospect { facings: facings.to_vec(), what }));
    all
}

/// Whether somebody could ever attack: he is armed, or fights hand to hand.
#[must_use]
pub fn attacks_at_all(state: &State, who: Id) -> bool {
    let living = state.units_meant(who).into_iter().filter(|unit| unit.is_alive());
    living.into_iter().any(|unit| state.fires(unit) || state.fights_by_hand(unit))
}

/// Why somebody can attack nobody now, wherever the enemy stands; nothing where one of them can.
#[must_use]
pub fn why_no_attack(state: &State, who: Id) -> Option<Refusal> {
    let book = state.book();
    let mut why = None;
    for unit in state.units_meant(who).into_iter().filter(|unit| unit.is_alive()) {
        let weapons: Vec<&Weapon> = state.weapons_of(unit).iter().filter_map(|name| book.weapon(name)).collect();
        if book.uses(Mechanism::Volleys) && !weapons.is_empty() {
            let is_ready = |weapon: &&Weapon| state.spent_by_moving(unit.id, Some(weapon)).is_none();
            match fires_from(state, unit.id) {
                Ok(_) if weapons.iter().any(is_ready) => return None,
                Ok(_) => why = why.or(Some(MapRefusal::Spent { unit: unit.id }.into())),
                Err(refusal) => why = why.or(Some(refusal)),
            }
        }
        if state.fights_by_hand(unit) {
            match state.why_no_fight(unit) {
                None => return None,
                refusal => why = why.or(refusal),
            }
        }
    }
    why
}

fn fire(state: &State, who: Id, facings: &[Facing]) -> Vec<Prospect> {
    let mut all: Vec<Prospect> = Vec::new();
    let mut field = None;
    for unit in state.units_meant(who) {
        let Ok(place) = fires_from(state, unit.id) else { continue };
        let Some(field) = field.get_or_insert_with(|| FieldOfFire::of(state, place.map)).as_ref() else { continue };
        let mut found: Vec<(Target, Vec<Facing>)> = Vec::new();
        for facing in facings {
            for target in field.targets(unit, wardiary_base::ground::Place { facing: *facing, ..place }, false) {
                match found.iter_mut().find(|(other, _)| other.cell == target.cell) {
                    Some((_, facings)) => facings.push(*facing),
                    None => found.push((target, vec![*facing])),
                }
            }
        }
        for (target, facings) in found {
            let alike = |other: &&mut Prospect| match &other.what {
                Assault::Fire { target: same, .. } => *same == target && other.facings == facings,
                _ => false,
            };
            match all.iter_mut().find(alike).map(|other| &mut other.what) {
                Some(Assault::Fire { units, .. }) => units.push(unit.id),
                _ => all.push(Prospect { facings, what: Assault::Fire { units: vec![unit.id], target } }),
            }
        }
    }
    all
}

/// The Conflicts that a stack could open with those beside it.
fn conflicts(state: &State, who: Id) -> Vec<Assault> {
    if !state.book().uses(Mechanism::Stacks) {
        return Vec::new();
    }
    let Some(stack) = state.units_meant(who).first().and_then(|unit| unit.stack) else { return Vec::new() };
    // Whose units have no numbers could fight no round of it.
    let by_scrud = state.book().stacks.blows == Blows::Scrud;
    let counts = |unit: &Unit| unit.stats.is_some() || (by_scrud && state.rolls_in_combat(unit));
    let open = |enemy: StackId| {
        if ![stack, enemy].into_iter().all(|stack| state.units_of_stack(stack).any(counts)) {
            return None;
        }
        let conflict = StackOrder::Conflict { first: vec![stack], second: vec![enemy], anyway: None };
        let order = Order::Stacks(conflict);
        resolve(state, &order, &[]).is_ok().then_some(Assault::Conflict { order, stack, enemy })
    };
    stacks_beside(state, &[stack]).into_iter().filter_map(open).collect()
}

/// The combats that somebody could open with those who are near enough: beside him, or as far off as the rulebook says.
fn combats(state: &State, who: Id) -> Vec<Assault> {
    let book = state.book();
    if !book.uses(Mechanism::Scrud) {
        return Vec::new();
    }
    let own = state.units_meant(who);
    let in_conflicts = |unit: &Unit| book.uses(Mechanism::Stacks) && unit.stats.is_some() && unit.stack.is_some();
    if own.iter().any(|unit| in_conflicts(unit)) {
        return Vec::new();
    }
    let Some((first, place)) = own.iter().find_map(|unit| Some((unit, state.place_in_battle(unit.id)?))) else {
        return Vec::new();
    };
    let Some(map) = state.map(place.map) else { return Vec::new() };
    let reach = u32::from(book.ground.reach.unwrap_or(1));
    let near = |at: Cell| map.ground.grid().distance(place.cell, at) <= reach;
    let mut areas: Vec<Cell> = state
        .units_on(map.id)
        .filter(|(unit, at)| unit.side != first.side && near(at.cell))
        .map(|(_, at)| at.cell)
        .collect();
    areas.sort_unstable();
    areas.dedup();
    let open = |at: Cell| {
        let enemies = standing_at(state, state.units_at(map.id, at).filter(|unit| unit.side != first.side));
        let order = Order::Scrud { first: Force::of(vec![who]), second: Force::of(enemies.clone()) };
        resolve(state, &order, &[]).is_ok().then_some(Assault::Combat { order, enemies })
    };
    areas.into_iter().filter_map(open).collect()
}

/// Those who stand in an area as an order names them: as a stack, where all of one stand there and move as one.
fn standing_at<'s>(state: &State, units: impl Iterator<Item = &'s Unit>) -> Vec<Id> {
    let mut all: Vec<Id> = Vec::new();
    for unit in units.filter(|unit| state.rolls_in_combat(unit)) {
        let id = state.moves_as(unit.id);
        if !all.contains(&id) {
            all.push(id);
        }
    }
    all
}

impl State {
    /// Why a unit can open no fight hand to hand now, wherever the enemy stands.
    fn why_no_fight(&self, unit: &Unit) -> Option<Refusal> {
        let who = unit.id.into();
        if unit.is_ineffective() {
            return Some(Refusal::Ineffective { who });
        }
        let Some(battle) = self.battle_of(unit.id) else { return Some(BattleRefusal::NotInBattle { who }.into()) };
        if let Some(decision) = battle.awaiting() {
            return Some(BattleRefusal::Awaits { battle: battle.id, awaited: Awaited::Decision(decision) }.into());
        }
        if battle.is_exhausted(unit.side) {
            let (side, battle, from) = (unit.side, battle.id, Aggression::Open);
            return Some(BattleRefusal::Exhausted { side, battle, from }.into());
        }
        if let Some(spent) = self.attack_spent(unit.id, Attack::Combat) {
            return Some(spent.into());
        }
        if !battle.may_act(self, unit.side) {
            let (side, now) = (unit.side, battle.acting);
            return Some(BattleRefusal::NotTheirTurn { side, battle: battle.id, now }.into());
        }
        let rounds = self.rounds_come_first(battle).err().map(Refusal::from);
        rounds.or_else(|| self.spent_by_moving(unit.id, None).map(Refusal::from))
    }

    /// What a unit is named as in an order to move: its stack, where stacks move as one and all of it stands there.
    #[must_use]
    pub fn moves_as(&self, unit: UnitId) -> Id {
        let stacked = matches!(self.book().ground.stacking, Stacking::Stack(_));
        let stack = self.unit(unit).and_then(|unit| unit.stack).filter(|_| stacked);
        let place = |unit: &Unit| unit.place.map(|place| (place.map, place.cell));
        let together = |stack: &StackId| {
            let mut places = self.units_of_stack(*stack).map(place);
            let first = places.next().flatten();
            first.is_some() && places.all(|place| place == first)
        };
        stack.filter(together).map_or_else(|| unit.into(), Into::into)
    }
}
