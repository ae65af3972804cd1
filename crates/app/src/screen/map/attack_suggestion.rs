//! The action on an enemy under the cursor: an attack that the rules accept, ready for the order line, or the reason
//! there is none.

use super::{
    attacks::{Attacks, OddsCache},
    screen_state::MapScreen,
};
use wardiary_base::{
    book::Mechanism,
    ground::{Facing, Grid},
    id::{Id, StackId, UnitId},
};
use wardiary_rules::{
    notation::{self, refusal},
    order::{Force, MapOrder, Order, StackOrder, Volley},
    rules::{
        Step,
        possible_attacks::{self, AttackKind, PossibleAttack},
        resolve,
    },
    state::State,
};

#[derive(Clone, Debug, PartialEq)]
pub(super) enum AttackSuggestion {
    Attack(Order),
    /// The firer must first turn towards the enemy: who, and to which edge.
    Rotate {
        who: Id,
        facing: Facing,
    },
    Unavailable(String),
}

impl AttackSuggestion {
    /// The action on the enemy under the cursor, if any. In contact that is hand to hand; else fire by the selected
    /// unit, or by the first of its stack that can, so that repeated presses offer each in turn.
    pub fn at_cursor(screen: &MapScreen, state: &State) -> Option<Self> {
        let enemy = screen.enemy_at_cursor(state)?;
        let there = &screen.piece_at(screen.cursor)?.units;
        let first = *screen.subjects.first()?;
        let beside = screen.is_beside_cursor(state);
        let together =
            [conflict_order(screen, state, enemy), Some(scrud_order(screen, state, enemy))].into_iter().flatten();
        if let Some(order) =
            together.filter(|_| screen.subjects.len() > 1).find(|order| resolve(state, order, &[]).is_ok())
        {
            return Some(Self::Attack(order));
        }
        for who in &screen.subjects {
            let facings: Vec<Facing> = facing_of(state, *who).into_iter().collect();
            let mut all = possible_attacks::possible_attacks(state, *who, &facings);
            all.retain(|prospect| targets_any(state, &prospect.kind, there));
            if let Some(order) = best_attack(screen, state, (*who, enemy, beside), all) {
                return Some(Self::Attack(order));
            }
        }
        if let Some(facing) = facing_to_fire(screen, state, first, there) {
            return Some(Self::Rotate { who: first, facing });
        }
        let order = default_attack(screen, state, enemy, beside)?;
        Some(match resolve(state, &order, &[]) {
            Ok(_) => Self::Attack(order),
            Err(why) => Self::Unavailable(refusal::describe(&why, state).reason),
        })
    }

    /// The action in words that end a sentence about the enemy.
    pub fn in_words(&self, state: &State) -> String {
        match self {
            Self::Attack(Order::Volley(volley)) => format!("; Enter: fire with {}", state.name(volley.unit)),
            Self::Attack(Order::Stacks(_)) => "; Enter: open a Conflict".into(),
            Self::Attack(_) => "; Enter: fight a SCRUD phase".into(),
            Self::Rotate { facing, .. } => format!("; it can fire if turned to {}", facing.word()),
            Self::Unavailable(_) => String::new(),
        }
    }
}

/// The best attack of these: hand to hand if the attacker is next to the enemy or can't fire.
fn best_attack(
    screen: &MapScreen,
    state: &State,
    (who, enemy, beside): (Id, UnitId, bool),
    all: Vec<PossibleAttack>,
) -> Option<Order> {
    let mut shots: Vec<(UnitId, UnitId)> = Vec::new();
    let mut by_hand = None;
    for prospect in all {
        match prospect.kind {
            AttackKind::Fire { units, target } => {
                let at = target.units().find(|unit| *unit == enemy).or_else(|| target.units().next()).unwrap_or(enemy);
                shots.extend(units.into_iter().map(|unit| (unit, at)));
            }
            AttackKind::Combat { order, .. } | AttackKind::Conflict { order, .. } => by_hand = by_hand.or(Some(order)),
        }
    }
    let chosen = shots.iter().find(|(unit, _)| Some(*unit) == screen.selected_unit).copied();
    let in_order = || {
        let units = state.units_for_id(who);
        units.iter().find_map(|unit| shots.iter().find(|(firer, _)| *firer == unit.id).copied())
    };
    let fire = chosen.or_else(in_order).map(|(unit, at)| volley_order(unit, at));
    if beside { by_hand.or(fire) } else { fire.or(by_hand) }
}

/// The edge to which somebody must turn so that one of the units can fire at those enemies.
fn facing_to_fire(screen: &MapScreen, state: &State, who: Id, there: &[UnitId]) -> Option<Facing> {
    screen.reach.as_ref()?.as_ref().ok()?;
    let (grid, facing) = (screen.ground(state)?.grid(), facing_of(state, who)?);
    let all = prospects_after_turning(state, who, facing, grid);
    let shot = |prospect: &&PossibleAttack| {
        matches!(prospect.kind, AttackKind::Fire { .. }) && targets_any(state, &prospect.kind, there)
    };
    all.iter().find(shot)?.facings.first().copied()
}

/// The default attack order, whether or not the rules accept it.
fn default_attack(screen: &MapScreen, state: &State, enemy: UnitId, beside: bool) -> Option<Order> {
    let book = state.book();
    let firer = screen.firer(state).filter(|_| book.uses(Mechanism::Volleys));
    let by_hand = conflict_order(screen, state, enemy)
        .filter(|_| book.uses(Mechanism::Stacks))
        .or_else(|| book.uses(Mechanism::Scrud).then(|| scrud_order(screen, state, enemy)));
    let fire = firer.map(|unit| volley_order(unit, enemy));
    if beside { by_hand.or(fire) } else { fire.or(by_hand) }
}

fn volley_order(unit: UnitId, at: UnitId) -> Order {
    let at = vec![at.into()];
    Order::Volley(Volley { unit, at, range: None, weapon: None, cover: false, general: false, anyway: None })
}

/// `scrud … v …`: all subjects of the order against the enemy, with his stack if it moves as one.
pub(super) fn scrud_order(screen: &MapScreen, state: &State, enemy: UnitId) -> Order {
    Order::Scrud { first: Force::new(screen.subjects.clone()), second: Force::new(vec![state.moving_id(enemy)]) }
}

/// `conflict … v …`: the stacks of the subjects against the enemy's.
pub(super) fn conflict_order(screen: &MapScreen, state: &State, enemy: UnitId) -> Option<Order> {
    let mut first: Vec<StackId> = Vec::new();
    for unit in screen.subjects.iter().flat_map(|id| state.units_for_id(*id)) {
        first.extend(unit.stack.filter(|stack| !first.contains(stack)));
    }
    let enemy = state.unit(enemy)?.stack?;
    let conflict = StackOrder::Conflict { first, second: vec![enemy], anyway: None };
    matches!(&conflict, StackOrder::Conflict { first, .. } if !first.is_empty()).then_some(Order::Stacks(conflict))
}

pub(super) fn order_text(state: &State, order: &Order) -> String {
    notation::order_text(state, order)
}

/// The text if nobody can be attacked.
const NOBODY: &str = "nobody to attack from here";

/// Attacks from the cursor's area, if the subjects stand there or can move there; if an enemy is under the cursor,
/// attacks from where they stand.
pub(super) fn attacks_from_cursor(screen: &MapScreen, state: &State, known: &mut OddsCache) -> Option<Attacks> {
    let [who] = screen.subjects[..] else { return None };
    let (grid, from) = (screen.ground(state)?.grid(), screen.subject_cell(state)?);
    if !possible_attacks::can_ever_attack(state, who) {
        return None;
    }
    let facing = facing_of(state, who)?;
    let (mut attacks, barred) = if screen.cursor == from {
        attacks_here(screen, state, (who, facing, grid), known)
    } else if screen.enemy_at_cursor(state).is_some() {
        let there: Vec<UnitId> = screen.piece_at(screen.cursor)?.units.clone();
        let mut all = prospects_from_here(screen, state, (who, facing, grid));
        all.retain(|prospect| targets_any(state, &prospect.kind, &there));
        (Attacks::describe(state, facing, all, known), None)
    } else {
        let area = screen.reach.as_ref()?.as_ref().ok()?.at(screen.cursor)?;
        let after = possible_attacks::after_moving(state, who, area, None)?;
        let facings = area.facings(grid);
        let all = possible_attacks::possible_attacks(&after, who, &facings);
        let nobody = area.may_attack.then(|| NOBODY.to_string());
        (Attacks::describe(&after, facing_of(&after, who)?, all, known), nobody)
    };
    attacks.here = screen.cursor == from || screen.enemy_at_cursor(state).is_some();
    Some(attacks.with_empty_text(barred))
}

/// Attacks from where they stand, with the text if there are none.
fn attacks_here(
    screen: &MapScreen,
    state: &State,
    (who, facing, grid): (Id, Facing, Grid),
    known: &mut OddsCache,
) -> (Attacks, Option<String>) {
    let all = prospects_from_here(screen, state, (who, facing, grid));
    let why = match possible_attacks::no_attack_reason(state, who) {
        None => Some(NOBODY.to_string()),
        // The reason that they can't move is shown already.
        Some(why) => Some(refusal::describe(&why, state).reason)
            .filter(|why| screen.reach.as_ref().is_none_or(|reach| reach.as_ref().err() != Some(why))),
    };
    (Attacks::describe(state, facing, all, known), why)
}

/// Attacks from where they stand, in their facing and, if they may still move, after turning on the spot.
fn prospects_from_here(
    screen: &MapScreen,
    state: &State,
    (who, facing, grid): (Id, Facing, Grid),
) -> Vec<PossibleAttack> {
    let mut all = possible_attacks::possible_attacks(state, who, &[facing]);
    if let Some(Ok(_)) = &screen.reach {
        for prospect in prospects_after_turning(state, who, facing, grid) {
            match all.iter_mut().find(|other| other.kind == prospect.kind) {
                Some(same) => same.facings.extend(prospect.facings),
                None => all.push(prospect),
            }
        }
    }
    all
}

/// Attacks after turning on the spot to each other facing.
pub(super) fn prospects_after_turning(state: &State, who: Id, facing: Facing, grid: Grid) -> Vec<PossibleAttack> {
    let others: Vec<Facing> = grid.facings().iter().copied().filter(|other| *other != facing).collect();
    let turn = others.first().map(|first| Order::Map(MapOrder::Face { who, facing: *first, anyway: None }));
    match turn.map(|turn| resolve(state, &turn, &[])) {
        Some(Ok(Step::Done(done))) => possible_attacks::possible_attacks(&done.after, who, &others),
        _ => Vec::new(),
    }
}

pub(super) fn facing_of(state: &State, who: Id) -> Option<Facing> {
    state
        .units_for_id(who)
        .into_iter()
        .filter(|unit| unit.is_alive())
        .find_map(|unit| unit.place)
        .map(|place| place.facing)
}

pub(super) fn targets_any(state: &State, what: &AttackKind, there: &[UnitId]) -> bool {
    let is_there = |id: &Id| state.units_for_id(*id).iter().any(|unit| there.contains(&unit.id));
    match what {
        AttackKind::Fire { target, .. } => target.units().any(|unit| there.contains(&unit)),
        AttackKind::Combat { enemies, .. } => enemies.iter().any(is_there),
        AttackKind::Conflict { enemy, .. } => is_there(&(*enemy).into()),
    }
}
