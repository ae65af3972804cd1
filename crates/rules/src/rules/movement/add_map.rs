//! Adds a map in the middle of a campaign. Source: RULES 4.4.

use crate::{
    event::{Event, MapEvent},
    rules::{Refusal, Resolver, RuleResult},
    state::MapError,
};
use wardiary_base::{
    ground::GroundDraft,
    id::{BattleId, MapId},
};

impl Resolver<'_> {
    /// Adds a map, whose ground must suit the rulebook, to an open battle without one.
    pub(super) fn add_map(&mut self, id: MapId, ground: &GroundDraft, battle: Option<BattleId>) -> RuleResult {
        let faults = match ground.check() {
            Ok(_) => ground.faults_with_rules(&self.state.book().ground),
            Err(faults) => faults,
        };
        if let Some(fault) = faults.into_iter().next() {
            return Err(Refusal::from(MapError::Ground(fault)).into());
        }
        if let Some(battle) = battle {
            self.open_battle(battle)?;
        }
        self.emit_if_valid(Event::Map(MapEvent::LaidOut { id, ground: Box::new(ground.clone()), battle }))
    }
}
