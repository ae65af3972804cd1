//! Conflicts whose rounds are phases of SCRUD. Source: RULES 5.8, the setting `blows`.

use super::ConflictRef;
use crate::{
    event::{CombatEnd, Event},
    order::Force,
    rules::{Resolver, RuleResult, refusal::CombatRefusal},
};
use wardiary_base::{
    id::{Id, SideId, UnitId},
    sides::BothSides,
};

impl Resolver<'_> {
    /// Fights a SCRUD phase between the stacks of the two sides.
    pub(super) fn round_by_scrud(&mut self, at: ConflictRef) -> RuleResult {
        let mut forces: Vec<(SideId, Vec<Id>)> = Vec::new();
        for stack in self.conflict(at).stacks.iter().filter(|s| !s.fled && self.state.has_units(s.stack)) {
            let Some(side) = self.state.side_of(stack.stack.into()) else { continue };
            match forces.iter_mut().find(|(s, _)| *s == side) {
                Some((_, who)) => who.push(stack.stack.into()),
                None => forces.push((side, vec![stack.stack.into()])),
            }
        }
        match &forces[..] {
            [(_, first), (_, second), ..] => {
                self.phase_of_conflict(at, &Force::new(first.clone()), &Force::new(second.clone()))
            }
            _ => Ok(()),
        }
    }

    /// Fights a phase between the stacks of a Conflict. It is not a new attack, so neither exhaustion nor the turn
    /// prevents it. Units that have arrived since the last phase are committed; if a unit has left, a new combat
    /// begins. A combat that is not a round of this Conflict is never continued. Source: RULES 5.8.
    fn phase_of_conflict(&mut self, (id, conflict): ConflictRef, first: &Force, second: &Force) -> RuleResult {
        let (_, own) = self.combatants(first, Some(id))?;
        let (_, enemy) = self.combatants(second, Some(id))?;
        let sides = BothSides::new(self.living_unit(own[0])?.side, self.living_unit(enemy[0])?.side);
        let mut both = BothSides::new(own, enemy);
        let under_way = self.open_battle(id)?.combats.iter().position(|combat| {
            let fights = |units: &Vec<UnitId>| units.iter().any(|u| combat.side_of(*u).is_some());
            combat.ended.is_none() && combat.conflict == Some(conflict) && both.iter().all(fights)
        });
        if let Some(at) = under_way {
            let lines = &self.open_battle(id)?.combats[at].lines;
            let stays =
                |unit: &UnitId| both.iter().any(|units| units.contains(unit)) || self.living_unit(*unit).is_err();
            let all_stay = lines.iter().flat_map(|line| &line.units).all(stays);
            let combat = u16::try_from(at).expect("a turn has fewer combats than that");
            if all_stay {
                let free = |u: &UnitId| self.state.combat_of(*u).is_none();
                let units: Vec<UnitId> = both.iter().flatten().copied().filter(free).collect();
                if !units.is_empty() {
                    self.emit(Event::Committed { battle: id, combat, units });
                }
                return self.roll_phase(id, at, BothSides::default(), BothSides::default());
            }
            self.emit(Event::CombatEnded { battle: id, combat, how: CombatEnd::TimeUp });
        }
        for units in both.iter_mut() {
            let first = units[0];
            units.retain(|u| self.state.combat_of(*u).is_none());
            fail_if!(units.is_empty(), CombatRefusal::InCombat { unit: first });
        }
        let at = self.open_battle(id)?.combats.len();
        self.emit(Event::CombatOpened {
            battle: id,
            first: (sides.first, both.first),
            second: (sides.second, both.second),
        });
        self.roll_phase(id, at, BothSides::default(), BothSides::default())
    }
}
