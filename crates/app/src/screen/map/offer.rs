//! The action on an enemy under the cursor: an attack that the rules accept, ready for the order line, or the reason
//! there is none.

use super::{
    attacks::{Attacks, KnownOdds},
    table::MapScreen,
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
        prospect::{self, Assault, Prospect},
        resolve,
    },
    state::State,
};

/// What Enter does on an enemy.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Offer {
    /// An attack that the rules accept.
    Attack(Order),
    /// The firer must first turn towards the enemy: who, and to which edge.
    Turn { who: Id, facing: Facing },
    /// No attack, and the reason.
    Nothing(String),
}

impl Offer {
    /// The action on the enemy under the cursor; `None` if there is no enemy there or nobody to order.
    ///
    /// An enemy in contact is fought hand to hand if the rules have that. Others are fired at by the selected unit, or
    /// by the first unit of its stack that can fire, so that repeated presses offer one after the other.
    pub fn of(screen: &MapScreen, state: &State) -> Option<Self> {
        let enemy = screen.enemy_at_cursor(state)?;
        let there = &screen.piece_at(screen.cursor)?.units;
        let first = *screen.who.first()?;
        let beside = screen.is_beside_cursor(state);
        let together = [conflict(screen, state, enemy), Some(scrud(screen, state, enemy))].into_iter().flatten();
        if let Some(order) = together.filter(|_| screen.who.len() > 1).find(|order| resolve(state, order, &[]).is_ok())
        {
            return Some(Self::Attack(order));
        }
        for who in &screen.who {
            let facings: Vec<Facing> = facing_of(state, *who).into_iter().collect();
            let mut all = prospect::prospects(state, *who, &facings);
            all.retain(|prospect| is_at(state, &prospect.what, there));
            if let Some(order) = best(screen, state, (*who, enemy, beside), all) {
                return Some(Self::Attack(order));
            }
        }
        if let Some(facing) = turned(screen, state, first, there) {
            return Some(Self::Turn { who: first, facing });
        }
        let order = usual(screen, state, enemy, beside)?;
        Some(match resolve(state, &order, &[]) {
            Ok(_) => Self::Attack(order),
            Err(why) => Self::Nothing(refusal::describe(&why, state).what),
        })
    }

    /// The action in words that end a sentence about the enemy.
    pub fn in_words(&self, state: &State) -> String {
        match self {
            Self::Attack(Order::Volley(volley)) => format!("; Enter: fire with {}", state.name(volley.unit)),
            Self::Attack(Order::Stacks(_)) => "; Enter: open a Conflict".into(),
            Self::Attack(_) => "; Enter: fight a SCRUD phase".into(),
            Self::Turn { facing, .. } => format!("; it can fire turned to {}", facing.word()),
            Self::Nothing(_) => String::new(),
        }
    }
}

/// The best attack of these: hand to hand if the attacker is next to the enemy or can't fire.
fn best(
    screen: &MapScreen,
    state: &State,
    (who, enemy, beside): (Id, UnitId, bool),
    all: Vec<Prospect>,
) -> Option<Order> {
    let mut shots: Vec<(UnitId, UnitId)> = Vec::new();
    let mut by_hand = None;
    for prospect in all {
        match prospect.what {
            Assault::Fire { units, target } => {
                let at = target.units().find(|unit| *unit == enemy).or_else(|| target.units().next()).unwrap_or(enemy);
                shots.extend(units.into_iter().map(|unit| (unit, at)));
            }
            Assault::Combat { order, .. } | Assault::Conflict { order, .. } => by_hand = by_hand.or(Some(order)),
        }
    }
    let chosen = shots.iter().find(|(unit, _)| Some(*unit) == screen.chosen).copied();
    let in_order = || {
        let units = state.units_meant(who);
        units.iter().find_map(|unit| shots.iter().find(|(firer, _)| *firer == unit.id).copied())
    };
    let fire = chosen.or_else(in_order).map(|(unit, at)| volley(unit, at));
    if beside { by_hand.or(fire) } else { fire.or(by_hand) }
}

/// The edge to which somebody must turn so that one of the units can fire at those enemies.
fn turned(screen: &MapScreen, state: &State, who: Id, there: &[UnitId]) -> Option<Facing> {
    screen.reach.as_ref()?.as_ref().ok()?;
    let (grid, facing) = (screen.ground(state)?.grid(), facing_of(state, who)?);
    let all = after_turning(state, who, facing, grid);
    let shot =
        |prospect: &&Prospect| matches!(prospect.what, Assault::Fire { .. }) && is_at(state, &prospect.what, there);
    all.iter().find(shot)?.facings.first().copied()
}

/// The default attack order, whether or not the rules accept it.
fn usual(screen: &MapScreen, state: &State, enemy: UnitId, beside: bool) -> Option<Order> {
    let book = state.book();
    let firer = screen.firer(state).filter(|_| book.uses(Mechanism::Volleys));
    let by_hand = conflict(screen, state, enemy)
        .filter(|_| book.uses(Mechanism::Stacks))
        .or_else(|| book.uses(Mechanism::Scrud).then(|| scrud(screen, state, enemy)));
    let fire = firer.map(|unit| volley(unit, enemy));
    if beside { by_hand.or(fire) } else { fire.or(by_hand) }
}

fn volley(unit: UnitId, at: UnitId) -> Order {
    let at = vec![at.into()];
    Order::Volley(Volley { unit, at, range: None, weapon: None, cover: false, general: false, anyway: None })
}

/// `scrud … v …`: all subjects of the order against the enemy, with his stack if it moves as one.
pub(super) fn scrud(screen: &MapScreen, state: &State, enemy: UnitId) -> Order {
    Order::Scrud { first: Force::of(screen.who.clone()), second: Force::of(vec![state.moves_as(enemy)]) }
}

/// `conflict … v …`: the stacks of the subjects against the enemy's.
pub(super) fn conflict(screen: &MapScreen, state: &State, enemy: UnitId) -> Option<Order> {
    let mut first: Vec<StackId> = Vec::new();
    for unit in screen.who.iter().flat_map(|id| state.units_meant(*id)) {
        first.extend(unit.stack.filter(|stack| !first.contains(stack)));
    }
    let enemy = state.unit(enemy)?.stack?;
    let conflict = StackOrder::Conflict { first, second: vec![enemy], anyway: None };
    matches!(&conflict, StackOrder::Conflict { first, .. } if !first.is_empty()).then_some(Order::Stacks(conflict))
}

/// The text of an order for the order line.
pub(super) fn text_of(state: &State, order: &Order) -> String {
    notation::order_text(state, order)
}

/// The text if nobody can be attacked.
const NOBODY: &str = "nobody to attack from here";

/// Attacks from the cursor's area, if the subjects stand there or can move there; if an enemy is under the cursor,
/// attacks from where they stand.
pub(super) fn from_cursor(screen: &MapScreen, state: &State, known: &mut KnownOdds) -> Option<Attacks> {
    let [who] = screen.who[..] else { return None };
    let (grid, from) = (screen.ground(state)?.grid(), screen.from(state)?);
    if !prospect::attacks_at_all(state, who) {
        return None;
    }
    let facing = facing_of(state, who)?;
    let (mut attacks, barred) = if screen.cursor == from {
        here(screen, state, (who, facing, grid), known)
    } else if screen.enemy_at_cursor(state).is_some() {
        let there: Vec<UnitId> = screen.piece_at(screen.cursor)?.units.clone();
        let mut all = from_here(screen, state, (who, facing, grid));
        all.retain(|prospect| is_at(state, &prospect.what, &there));
        (Attacks::of(state, facing, all, known), None)
    } else {
        let area = screen.reach.as_ref()?.as_ref().ok()?.at(screen.cursor)?;
        let after = prospect::after_moving(state, who, area, None)?;
        let facings = area.facings(grid);
        let all = prospect::prospects(&after, who, &facings);
        let nobody = area.may_attack.then(|| NOBODY.to_string());
        (Attacks::of(&after, facing_of(&after, who)?, all, known), nobody)
    };
    attacks.here = screen.cursor == from || screen.enemy_at_cursor(state).is_some();
    Some(attacks.or_else(barred))
}

/// Attacks from where they stand, with the text if there are none.
fn here(
    screen: &MapScreen,
    state: &State,
    (who, facing, grid): (Id, Facing, Grid),
    known: &mut KnownOdds,
) -> (Attacks, Option<String>) {
    let all = from_here(screen, state, (who, facing, grid));
    let why = match prospect::why_no_attack(state, who) {
        None => Some(NOBODY.to_string()),
        // The reason that they can't move is shown already.
        Some(why) => Some(refusal::describe(&why, state).what)
            .filter(|why| screen.reach.as_ref().is_none_or(|reach| reach.as_ref().err() != Some(why))),
    };
    (Attacks::of(state, facing, all, known), why)
}

/// Attacks from where they stand, in their facing and, if they may still move, after turning on the spot.
fn from_here(screen: &MapScreen, state: &State, (who, facing, grid): (Id, Facing, Grid)) -> Vec<Prospect> {
    let mut all = prospect::prospects(state, who, &[facing]);
    if let Some(Ok(_)) = &screen.reach {
        for prospect in after_turning(state, who, facing, grid) {
            match all.iter_mut().find(|other| other.what == prospect.what) {
                Some(same) => same.facings.extend(prospect.facings),
                None => all.push(prospect),
            }
        }
    }
    all
}

/// Attacks after turning on the spot to each other facing.
pub(super) fn after_turning(state: &State, who: Id, facing: Facing, grid: Grid) -> Vec<Prospect> {
    let others: Vec<Facing> = grid.facings().iter().copied().filter(|other| *other != facing).collect();
    let turn = others.first().map(|first| Order::Map(MapOrder::Face { who, facing: *first, anyway: None }));
    match turn.map(|turn| resolve(state, &turn, &[])) {
        Some(Ok(Step::Done(done))) => prospect::prospects(&done.after, who, &others),
        _ => Vec::new(),
    }
}

pub(super) fn facing_of(state: &State, who: Id) -> Option<Facing> {
    state
        .units_meant(who)
        .into_iter()
        .filter(|unit| unit.is_alive())
        .find_map(|unit| unit.place)
        .map(|place| place.facing)
}

/// Whether an attack targets one of these units.
pub(super) fn is_at(state: &State, what: &Assault, there: &[UnitId]) -> bool {
    let is_there = |id: &Id| state.units_meant(*id).iter().any(|unit| there.contains(&unit.id));
    match what {
        Assault::Fire { target, .. } => target.units().any(|unit| there.contains(&unit)),
        Assault::Combat { enemies, .. } => enemies.iter().any(is_there),
        Assault::Conflict { enemy, .. } => is_there(&(*enemy).into()),
    }
}
