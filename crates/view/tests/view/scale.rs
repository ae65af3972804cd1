//! The areas of a map on the screen.

use ratatui::layout::{Position, Rect};
use wardiary_base::ground::{Cell, Grid};
use wardiary_view::map::{Camera, Zoom, scale::Scale};

const SIZE: (u16, u16) = (30, 20);

/// Each scale, and how it fills a field that is too large for a map of five by four areas.
fn scales() -> impl Iterator<Item = Scale> {
    let plain = [Grid::Square, Grid::Hex].into_iter().flat_map(|grid| Zoom::ALL.map(|zoom| Scale::new(grid, zoom)));
    plain.flat_map(|scale| [scale, scale.filling((5, 4), Rect::new(0, 0, 200, 60))])
}

/// A map that is shown as a whole fills its field and is still shown as a whole.
#[test]
fn a_whole_map_fills_its_field() {
    for (columns, rows) in (1..40).flat_map(|columns| (1..20).map(move |rows| (columns, rows))) {
        let field = Rect::new(0, 0, 83, 33);
        for plain in [Grid::Square, Grid::Hex].into_iter().flat_map(|grid| Zoom::ALL.map(|zoom| Scale::new(grid, zoom)))
        {
            let (before, filled) = (plain.whole_areas(field), plain.filling((columns, rows), field));
            let is_whole = |(across, down): (u16, u16)| columns <= across && rows <= down;
            assert_eq!(is_whole(filled.whole_areas(field)), is_whole(before), "{plain:?} {columns} {rows}");
            assert!(filled.column_step >= plain.column_step && filled.row_step >= plain.row_step);
        }
    }
    let wadi = Scale::new(Grid::Square, Zoom::Near).filling((14, 10), Rect::new(0, 0, 81, 32));
    assert_eq!((wadi.column_step, wadi.row_step), (5, 3));
}

/// Two adjacent areas share the same screen cells.
#[test]
fn neighbours_share_their_edge() {
    for scale in scales() {
        let camera = Camera { zoom: scale.zoom, top_left: Cell::new(0, 0), fills: false };
        for cell in [Cell::new(4, 5), Cell::new(5, 5)] {
            for (facing, beyond) in scale.grid.neighbours(cell) {
                let on = |cell, facing| {
                    let (x, y) = scale.origin(camera, cell);
                    let mut spots: Vec<(i32, i32)> =
                        scale.border(facing).into_iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
                    spots.sort_unstable();
                    spots
                };
                assert_eq!(on(cell, facing), on(beyond, facing.opposite()), "{scale:?} {cell} {facing}");
            }
        }
    }
}

/// No screen cell is in two interiors, or in an interior and on an edge.
#[test]
fn areas_lie_beside_each_other() {
    for scale in scales() {
        let camera = Camera { zoom: scale.zoom, top_left: Cell::new(0, 0), fills: false };
        let mut inside = std::collections::BTreeMap::new();
        let cells = || (0..6).flat_map(|row| (0..6).map(move |column| Cell::new(column, row)));
        for cell in cells() {
            let (x, y) = scale.origin(camera, cell);
            for (dx, dy, columns) in scale.interior() {
                for at in dx..dx + columns {
                    let before = inside.insert((x + at, y + dy), cell);
                    assert_eq!(before, None, "{scale:?} {cell}");
                }
            }
        }
        for cell in cells() {
            let (x, y) = scale.origin(camera, cell);
            for facing in scale.grid.facings() {
                for (dx, dy) in scale.border(*facing) {
                    assert_eq!(inside.get(&(x + dx, y + dy)), None, "{scale:?} {cell} {facing}");
                }
            }
            let centre = scale.centre();
            assert_eq!(inside.get(&(x + centre.0, y + centre.1)), Some(&cell), "{scale:?} {cell}");
        }
    }
}

/// A click in an area's interior hits that area, at any scroll position.
#[test]
fn a_place_of_the_screen_is_in_its_area() {
    let field = Rect::new(3, 2, 76, 30);
    for scale in scales() {
        for first in [Cell::new(0, 0), Cell::new(3, 5), Cell::new(4, 2)] {
            let camera = Camera { zoom: scale.zoom, top_left: first, fills: false };
            for cell in scale.visible_areas(camera, field, SIZE) {
                let (x, y) = scale.origin(camera, cell);
                let (dx, dy) = scale.centre();
                let place = (x + dx + i32::from(field.x), y + dy + i32::from(field.y));
                let (Ok(px), Ok(py)) = (u16::try_from(place.0), u16::try_from(place.1)) else { continue };
                let at = Position::new(px, py);
                if field.contains(at) {
                    assert_eq!(scale.cell_at(camera, field, at, SIZE), Some(cell), "{scale:?} from {first}");
                }
            }
        }
    }
}

/// The work for a frame depends on the room, not on the size of the map.
#[test]
fn no_more_is_looked_at_than_there_is_room_for() {
    let field = Rect::new(0, 0, 120, 40);
    for scale in scales() {
        let room = (120 / scale.column_step + 2) * (40 / scale.row_step + 2);
        for first in [Cell::new(0, 0), Cell::new(100, 100), Cell::new(199, 199)] {
            let camera = Camera { zoom: scale.zoom, top_left: first, fills: false };
            let seen = scale.visible_areas(camera, field, (200, 200)).count();
            assert!(i32::try_from(seen).expect("few") <= room, "{scale:?} from {first}: {seen} of {room}");
        }
    }
}

#[test]
fn the_camera_follows() {
    let field = Rect::new(0, 0, 40, 12);
    for grid in [Grid::Square, Grid::Hex] {
        for zoom in Zoom::ALL {
            let mut camera = Camera { zoom, top_left: Cell::new(0, 0), fills: false };
            for cell in [Cell::new(29, 19), Cell::new(0, 0), Cell::new(15, 0), Cell::new(15, 19)] {
                camera = camera.showing(cell, grid, SIZE, field);
                let scale = Scale::new(grid, zoom);
                let (x, y) = scale.origin(camera, cell);
                let (dx, dy) = scale.centre();
                assert!((0..40).contains(&(x + dx)) && (0..12).contains(&(y + dy)), "{grid:?} {zoom:?} {cell}");
                assert_eq!(camera, camera.showing(cell, grid, SIZE, field), "it stays where it is");
            }
        }
    }
}
