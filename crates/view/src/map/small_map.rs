//! A battle's map beside other panes, without a cursor: it shows the units, and keeps the selected one visible.

use super::{MapAreas, MapPane, MoveTrace, Piece, holders};
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
    pub move_traces: &'a [MoveTrace],
}

impl Widget for &SmallMap<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let SmallMap { look, state, map, cursor, move_traces: trails } = *self;
        let pieces = Piece::on_map_with_theatre(state, map.id);
        let areas = MapAreas::new(area, &map.ground);
        let whole = areas.whole_map(&map.ground);
        let pane = MapPane {
            look,
            state,
            ground: &map.ground,
            pieces: &pieces,
            objectives: &holders(state, map),
            camera: cursor.map_or(whole, |cell| areas.centred_on(whole, cell, &map.ground)),
            cursor,
            selected: None,
            picked: &[],
            overlay: None,
            move_traces: trails,
            planned_move: None,
            marked_edge: None,
            title: &map.name,
            focused: false,
        };
        pane.render(area, buffer);
    }
}
