//! The contents of a drawing at one time.

use std::sync::Arc;
use wardiary_base::{
    fault::Fault,
    ground::{Cell, Edit, Facing, Ground},
};

/// The contents of a drawing. Cheap to clone, so undo keeps whole sheets.
#[derive(Clone, Debug)]
pub struct Sheet {
    pub ground: Arc<Ground>,
    /// Where each unit of the muster is; empty for a map alone.
    pub units: Arc<Vec<Placing>>,
    /// Columns and rows added at the left and the top since the file was read or written.
    pub(super) shift: (i32, i32),
}

impl PartialEq for Sheet {
    /// Compares what is drawn. A terrain in the legend that no area uses makes no difference.
    fn eq(&self, other: &Self) -> bool {
        let same = |one: &Arc<Ground>, other: &Arc<Ground>| Arc::ptr_eq(one, other) || is_same_drawing(one, other);
        self.units == other.units && same(&self.ground, &other.ground)
    }
}

/// Whether two maps show the same, regardless of the order in which they would be written.
pub(super) fn is_same_drawing(one: &Ground, other: &Ground) -> bool {
    let size = |ground: &Ground| (ground.grid(), ground.width(), ground.height());
    let words = |ground: &Ground| [ground.title(), ground.about(), ground.rules()].map(Clone::clone);
    let named = |ground: &Ground| {
        let mut places = ground.places().to_vec();
        let mut objectives = ground.objectives().to_vec();
        places.sort();
        objectives.sort();
        (places, objectives)
    };
    let areas = || {
        one.cells().all(|cell| {
            let alike = |facing: &Facing| {
                one.edge(cell, *facing) == other.edge(cell, *facing)
                    && one.has_road(cell, *facing) == other.has_road(cell, *facing)
            };
            one.terrain(cell) == other.terrain(cell) && one.grid().facings().iter().all(alike)
        })
    };
    size(one) == size(other) && words(one) == words(other) && named(one) == named(other) && areas()
}

/// A unit's area and facing; no area if it is not on the map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Placing {
    pub cell: Option<Cell>,
    pub facing: Facing,
}

impl Sheet {
    pub(super) fn of_ground(ground: Ground) -> Self {
        Self { ground: Arc::new(ground), units: Arc::default(), shift: (0, 0) }
    }

    /// Applies an edit to the ground. Units move with the ground under them.
    pub(super) fn with_edit(&self, edit: &Edit) -> Result<Self, Fault> {
        let ground = Arc::new(self.ground.with_edit(edit)?);
        let mut sheet = Self { ground, ..self.clone() };
        if let Edit::Grow { columns: (left, _), rows: (top, _), .. } = edit {
            sheet.shift = (self.shift.0 + left, self.shift.1 + top);
            let moved = |placing: &Placing| {
                let at = placing
                    .cell
                    .and_then(|cell| cell.translated(*left, *top))
                    .filter(|cell| sheet.ground.contains(*cell));
                Placing { cell: at, ..*placing }
            };
            sheet.units = Arc::new(self.units.iter().map(moved).collect());
        }
        Ok(sheet)
    }

    pub(super) fn with_unit(&self, unit: usize, placing: Placing) -> Self {
        let mut units = (*self.units).clone();
        if let Some(there) = units.get_mut(unit) {
            *there = placing;
        }
        Self { units: Arc::new(units), ..self.clone() }
    }
}
