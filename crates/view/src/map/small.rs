//! A battle's map beside other panes, without a cursor: it shows the units, and keeps the selected one visible.

use super::{MapAreas, MapPane, Piece, Trail, holders};
use crate::Look;
use ratatui::{buffer::Buffer, layout::Rect, widgets::Widget};
use wardiary_base::ground::Cell;
use wardiary_rules::state::{Map, State};

/// A map for display only.
pub struct SmallMap<'a> {
    pub look: Look<'a>,
    pub state: &'a State,
    pub map: &'a Map,
    /// The area to keep visible; `None` shows the whole map at the nearest zoom that fits.
    pub cursor: Option<Cell>,
    /// The moves of the last entry.
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
