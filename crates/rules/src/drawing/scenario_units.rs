//! The units of a scenario on its map, as the muster places them.

use super::{Placing, Sheet, write};
use crate::{
    notation::refusal::describe_invalid_muster,
    order::Recruit,
    state::{Muster, State},
};
use std::sync::Arc;
use wardiary_base::{book::Rulebook, document::patch::Patch, fault::Fault, ground::Facing, id::MapId};

/// The parts of a scenario that do not change while its units are placed.
#[derive(Clone, Debug)]
pub(super) struct ScenarioContext {
    muster: Muster,
    /// Index of the map in the muster.
    map: usize,
    owns_ground: bool,
}

impl ScenarioContext {
    /// The first map of a muster, and the units on it.
    pub fn open(muster: Muster, own: bool) -> Result<(Self, Sheet), Fault> {
        let ground = muster.maps.first().and_then(|map| map.ground.as_ref()).ok_or_else(|| {
            let fault = Fault::at("muster.maps", "this scenario has no map to place its units on");
            fault.with_hint("add one to its muster: `maps: [(id: 40, map: \"NAME\")]`")
        })?;
        let ground = ground.check().map_err(|faults| {
            faults.into_iter().next().unwrap_or_else(|| Fault::at("muster.maps", "its map is invalid"))
        })?;
        let id = muster.maps[0].id;
        let on_it = |unit: &Recruit| unit.on.is_none_or(|on| on == id);
        let placing = |unit: &Recruit| Placing { cell: unit.at.filter(|_| on_it(unit)), facing: unit.facing };
        let units = Arc::new(muster.units.iter().map(placing).collect());
        Ok((Self { muster, map: 0, owns_ground: own }, Sheet { ground: Arc::new(ground), units, shift: (0, 0) }))
    }

    pub fn has_own_ground(&self) -> bool {
        self.owns_ground
    }

    fn id(&self) -> MapId {
        self.muster.maps[self.map].id
    }

    /// Whether a unit is on another map, which is not drawn.
    fn is_on_other_map(&self, unit: &Recruit) -> bool {
        unit.on.is_some_and(|on| on != self.id())
    }

    /// The state after the muster, with the units where the sheet has them.
    pub fn state(&self, sheet: &Sheet, book: &Arc<Rulebook>) -> Result<State, Fault> {
        let mut muster = self.muster.clone();
        let (id, several) = (self.id(), self.muster.maps.len() > 1);
        for (unit, placing) in muster.units.iter_mut().zip(&*sheet.units) {
            if placing.cell.is_some() || !self.is_on_other_map(unit) {
                (unit.at, unit.facing) = (placing.cell, placing.facing);
                unit.on = (several && placing.cell.is_some()).then_some(id);
            }
        }
        muster.maps[self.map].ground = Some(sheet.ground.to_draft());
        muster.check(book).map_err(|invalid| {
            let fault = describe_invalid_muster(&invalid).into_iter().next();
            fault.unwrap_or_else(|| Fault::at("muster", "the muster would be invalid"))
        })
    }

    /// The scenario's text with the units where the sheet has them, and with its ground if that is its own.
    pub fn file_text(&self, text: &str, sheet: &Sheet) -> Option<String> {
        let mut patch = Patch::parse(text)?;
        let id = self.id();
        for (at, placing) in sheet.units.iter().enumerate() {
            let unit = patch.find(&["muster", "units", &at.to_string()])?;
            let field = |name: &str| patch.find(&["muster", "units", &at.to_string(), name]);
            let (on, cell, facing) = (field("on"), field("at"), field("facing"));
            let was = self.muster.units.get(at)?;
            if placing.cell.is_none() {
                if self.is_on_other_map(was) {
                    continue;
                }
                patch.remove_all([on, cell, facing].into_iter().flatten().collect());
                continue;
            }
            let wanted = [
                ("on", on, (on.is_some() || self.muster.maps.len() > 1).then(|| id.0.to_string())),
                ("at", cell, placing.cell.map(|cell| format!("\"{cell}\""))),
                (
                    "facing",
                    facing,
                    (facing.is_some() || placing.facing != Facing::default()).then(|| placing.facing.to_string()),
                ),
            ];
            // Two spellings of an area, a facing or a number may mean the same.
            let is_same = |one: &str, other: &str| one.trim_matches('"').eq_ignore_ascii_case(other.trim_matches('"'));
            let mut added = Vec::new();
            for (name, field, value) in wanted {
                match (field, value) {
                    (Some(field), Some(value)) if !is_same(patch.value(field), &value) => {
                        patch.replace(field, value);
                    }
                    (None, Some(value)) => added.push(format!("{name}: {value}")),
                    _ => {}
                }
            }
            patch.append(unit, &added);
        }
        let text = patch.finish();
        if !self.owns_ground {
            return Some(text);
        }
        write::updated_map_text(&text, &["muster", "maps", &self.map.to_string(), "ground"], &sheet.ground, sheet.shift)
    }
}
