//! The textures and styles of terrain and edges.

use super::signs::{LineSigns, MapSigns};
use crate::theme::MapStyle;
use ratatui::style::Style;
use wardiary_base::{
    book::{EdgeLook, TerrainLook},
    ground::Cell,
};

/// The sign of a terrain's texture, as the legend shows it.
pub(super) fn sign(look: TerrainLook, signs: &MapSigns) -> char {
    texture(look, signs)[0]
}

/// The sign in a column and row of an area: of two, so that the ground looks grown.
pub(super) fn sign_at(look: TerrainLook, cell: Cell, (column, row): (i32, i32), signs: &MapSigns) -> char {
    texture(look, signs)[usize::from(hash(cell, 7 * row + column) % 3 == 0)]
}

fn texture(look: TerrainLook, signs: &MapSigns) -> [char; 2] {
    match look {
        TerrainLook::Open => signs.open,
        TerrainLook::Fields => signs.fields,
        TerrainLook::Woods => signs.woods,
        TerrainLook::Buildings => signs.built,
        TerrainLook::Fortification => signs.works,
        TerrainLook::Hills => signs.high,
        TerrainLook::Rough => signs.rough,
        TerrainLook::Marsh => signs.marsh,
        TerrainLook::Sand => signs.sand,
        TerrainLook::Water => signs.water,
    }
}

pub(super) fn style(look: TerrainLook, styles: &MapStyle) -> Style {
    match look {
        TerrainLook::Open | TerrainLook::Fields => styles.open,
        TerrainLook::Woods => styles.woods,
        TerrainLook::Buildings => styles.built,
        TerrainLook::Fortification => styles.works,
        TerrainLook::Hills | TerrainLook::Sand => styles.high,
        TerrainLook::Water => styles.water,
        TerrainLook::Rough | TerrainLook::Marsh => styles.rough,
    }
}

/// Whether a texture's sign is in a column of an area's row, which has `columns` columns. Textures are irregular, as
/// nature is; units stand out by their blocks. The pattern depends on the area alone, so that scrolling does not
/// change it.
pub(super) fn has_sign_at(look: TerrainLook, cell: Cell, row: i32, (column, columns): (i32, i32)) -> bool {
    // The distance between two signs of a row.
    let apart = match look {
        TerrainLook::Open => return false,
        TerrainLook::Woods | TerrainLook::Water => 2,
        TerrainLook::Buildings | TerrainLook::Fortification | TerrainLook::Marsh | TerrainLook::Hills => 3,
        TerrainLook::Rough | TerrainLook::Fields | TerrainLook::Sand => 4,
    };
    let first = hash(cell, row).rem_euclid(apart.min(columns));
    (column - first).rem_euclid(apart) == 0
}

/// A hash of an area and one of its rows.
fn hash(cell: Cell, row: i32) -> i32 {
    let of = |number: i32, by: u32| number.unsigned_abs().wrapping_mul(by);
    let mixed = of(cell.column.into(), 0x9e37_79b1) ^ of(cell.row.into(), 0x85eb_ca77) ^ of(row, 0xc2b2_ae3d);
    let mixed = (mixed ^ (mixed >> 15)).wrapping_mul(0x2c1b_3c6d);
    i32::try_from(mixed >> 12).unwrap_or(0)
}

/// For an area of one row: whether its only texture sign is at its right end rather than its left.
pub(super) fn leans_right(cell: Cell) -> bool {
    hash(cell, 0).rem_euclid(2) == 1
}

pub(super) fn edge_signs(look: EdgeLook, signs: &MapSigns) -> &LineSigns {
    match look {
        EdgeLook::Water => &signs.river,
        EdgeLook::Stream => &signs.stream,
        EdgeLook::Wall => &signs.wall,
        EdgeLook::Hedge => &signs.hedge,
        EdgeLook::Bank => &signs.bank,
    }
}

pub(super) fn hex_edge_sign(look: EdgeLook, signs: &MapSigns) -> char {
    match look {
        EdgeLook::Water => signs.river_on_hex,
        EdgeLook::Stream => signs.stream_on_hex,
        EdgeLook::Wall => signs.wall_on_hex,
        EdgeLook::Hedge => signs.hedge_on_hex,
        EdgeLook::Bank => signs.bank_on_hex,
    }
}

/// The style of an edge, to be drawn over the ground's style.
pub(super) fn edge_style(look: EdgeLook, styles: &MapStyle) -> Style {
    match look {
        EdgeLook::Water | EdgeLook::Stream => styles.river,
        EdgeLook::Wall | EdgeLook::Hedge | EdgeLook::Bank => styles.wall,
    }
}
