//! A mark: units in one place that are judged as one target. Source: RULES 4.5.

use super::ClassAndCover;
use crate::{
    order::Edge,
    rules::damage::deal_damage,
    state::{State, Unit},
};
use wardiary_base::{
    book::{HitBy, Stacking, TargetClass},
    id::{StackId, UnitId},
};

/// Units in the target's place that a volley judges as one: a unit or, under `stacking: Stack`, the units of a stack of
/// one troop type, in the order of its Front.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TargetGroup {
    pub units: Vec<UnitId>,
    /// The target class that they count as.
    pub class: TargetClass,
    /// Whether they are in cover.
    pub cover: bool,
}

impl TargetGroup {
    pub fn class_and_cover(&self) -> ClassAndCover<'_> {
        (&self.class, self.cover)
    }

    /// The loss of each unit from the mark's hits. A unit's excess goes on to the next, and the last unit takes what is
    /// left. A hit that destroys takes the first unit.
    pub(super) fn distribute_hits(&self, state: &State, hits: u16) -> Vec<(UnitId, u16)> {
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
    pub(super) fn target_groups(&self, units: &[UnitId], cover: impl Fn(&Unit) -> bool) -> Vec<TargetGroup> {
        let stacked = matches!(self.book().ground.stacking, Stacking::Stack(_));
        let mut marks: Vec<(Option<(StackId, &str)>, TargetGroup)> = Vec::new();
        for unit in units.iter().filter_map(|id| self.unit(*id)) {
            let alike = unit.stack.filter(|_| stacked).map(|stack| (stack, &*unit.kind));
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
