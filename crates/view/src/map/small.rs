//! A battle's map beside other panes: nothing to point at, only who stands where, the chosen one in sight.

use super::{MapAreas, MapPane, Piece, Trail, holders};
use crate::Look;
use ratatui::{buffer::Buffer, layout::Rect, widgets::Widget};
use wardiary_base::ground::Cell;
use wardiary_rules::state::{Map, State};

/// A map that is only looked at.
pub struct SmallMap<'a> {
    /// What it is drawn with.
    pub look: Look<'a>,
    /// Whose units stand on it.
    pub state: &'a State,
    /// The map.
    pub map: &'a Map,
    /// The area that must be in sight; without one the whole is shown as near as it fits.
    pub cursor: Option<Cell>,
    /// Who went where.
    pub trails: &'a [Trail],
}

impl Widget for &SmallMap<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let SmallMap { look, state, map, cursor, trails } = *self;
        let pieces = Piece::shown_on(state, map.id);
        let areas = MapAreas::of(area, &map.ground);
        let whole = areas.whole(&map.ground);
        let pane = MapPane {
            look,
            state,
            ground: &map.ground,
            pieces: &pieces,
            objectives: &holders(state, map),
            camera: cursor.map_or(whole, |cell| areas.around(whole, cell, &map.ground)),
            cursor,
            chosen: None,
            picked: &[],
            overlay: None,
            trails,
            plan: None,
            mark: None,
            title: &map.name,
            focused: false,
        };
        pane.render(area, buffer);
    }
}
