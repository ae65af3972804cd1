//! The maximum distance between units that fight, if the rulebook sets one: `ground.reach`. Source: RULES 4.4.

use crate::{
    order::Force,
    rules::{Refusal, Resolver, refusal::CombatRefusal},
    state::State,
};
use wardiary_base::id::UnitId;

impl State {
    /// The distance of a unit from an enemy in areas, if it exceeds the rulebook's reach. Units off the map are never
    /// too far.
    pub(crate) fn distance_beyond_reach(&self, unit: UnitId, enemy: UnitId) -> Option<u32> {
        let reach = self.book().ground.reach?;
        let (place, other) = (self.place_in_battle(unit)?, self.place_in_battle(enemy)?);
        let far = self.map(place.map)?.ground.grid().distance(place.cell, other.cell);
        (far > reach.into()).then_some(far)
    }

    /// The enemy nearest to a unit on the map; on a tie the first.
    pub(in crate::rules) fn nearest_enemy_of(&self, unit: UnitId, enemies: &[UnitId]) -> Option<UnitId> {
        let place = self.place_in_battle(unit)?;
        let grid = self.map(place.map)?.ground.grid();
        let far = |enemy: &UnitId| Some((grid.distance(place.cell, self.place_in_battle(*enemy)?.cell), *enemy));
        enemies.iter().filter_map(far).min_by_key(|(far, _)| *far).map(|(_, enemy)| enemy)
    }

    /// Refuses a unit that is near enough to none of these enemies.
    pub(in crate::rules) fn check_near_any(&self, unit: UnitId, enemies: &[UnitId]) -> Result<(), CombatRefusal> {
        let living = enemies.iter().filter(|enemy| self.unit(**enemy).is_some_and(crate::state::Unit::is_alive));
        let far: Option<Vec<(u32, UnitId)>> =
            living.map(|enemy| Some((self.distance_beyond_reach(unit, *enemy)?, *enemy))).collect();
        let nearest = far.unwrap_or_default().into_iter().min_by_key(|(far, _)| *far);
        match (nearest, self.book().ground.reach) {
            (Some((far, enemy)), Some(reach)) => Err(CombatRefusal::OutOfReach { unit, enemy, far, reach }),
            _ => Ok(()),
        }
    }
}

impl Resolver<'_> {
    /// Drops units that are near enough to none of the enemies. A unit that is named itself, or is the only one, must
    /// be near enough.
    pub(super) fn drop_units_out_of_reach(
        &self,
        force: &Force,
        units: &mut Vec<UnitId>,
        enemies: &[UnitId],
    ) -> Result<(), Refusal> {
        for unit in units.clone() {
            let Err(far) = self.state.check_near_any(unit, enemies) else { continue };
            fail_if!(force.who.contains(&unit.into()) || units.len() == 1, far);
            units.retain(|other| *other != unit);
        }
        Ok(())
    }
}
