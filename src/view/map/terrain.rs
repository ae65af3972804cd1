//! What terrain and edges look like: their textures, and the styles they are drawn in.

use super::signs::{LineSigns, MapSigns};
use crate::{
    book::{EdgeLook, TerrainLook},
    view::theme::MapStyle,
};
use ratatui::style::Style;

/// The sign of a terrain's texture.
pub(super) fn sign(look: TerrainLook, signs: &MapSigns) -> char {
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

/// Whether a texture's sign stands at a place, counted from the map's corner, so that the texture runs on from one area to
/// the next.
pub(super) fn has_sign_at(look: TerrainLook, x: i32, y: i32) -> bool {
    match look {
        TerrainLook::Open => false,
        TerrainLook::Woods | TerrainLook::Fortification => (x + 2 * y).rem_euclid(3) != 1,
        TerrainLook::Buildings | TerrainLook::Marsh => (x + y).rem_euclid(2) == 0,
        TerrainLook::Hills => (x + 2 * y).rem_euclid(4) == 0,
        TerrainLook::Fields => x.rem_euclid(2) == 0 && y.rem_euclid(2) == 0,
        TerrainLook::Rough => (x + 3 * y).rem_euclid(5) == 0,
        TerrainLook::Sand => (2 * x + 3 * y).rem_euclid(7) < 2,
        TerrainLook::Water => (x + y).rem_euclid(3) != 2,
    }
}

/// The signs of a line between squares, by its ends.
pub(super) fn line(look: EdgeLook, signs: &MapSigns) -> &LineSigns {
    match look {
        EdgeLook::Water => &signs.river,
        EdgeLook::Wall => &signs.wall,
        EdgeLook::Hedge => &signs.hedge,
        EdgeLook::Bank => &signs.bank,
    }
}

/// The sign of an edge of a hex, whatever its slant.
pub(super) fn on_hex(look: EdgeLook, signs: &MapSigns) -> char {
    match look {
        EdgeLook::Water => signs.river_on_hex,
        EdgeLook::Wall => signs.wall_on_hex,
        EdgeLook::Hedge => signs.hedge_on_hex,
        EdgeLook::Bank => signs.bank_on_hex,
    }
}

/// The style of an edge. What is drawn on it comes over the ground's own.
pub(super) fn line_style(look: EdgeLook, styles: &MapStyle) -> Style {
    match look {
        EdgeLook::Water => styles.river,
        EdgeLook::Wall | EdgeLook::Hedge | EdgeLook::Bank => styles.wall,
    }
}
