//! The characters of the map.

use unicode_width::UnicodeWidthChar;
use wardiary_base::ground::Facing;
use wardiary_view::map::signs::{ASCII, CONSOLE, MapSigns, UNICODE};

/// All signs of a set, read from how its fields are shown. The first sign of a line is left out: it has no ends.
fn all(signs: &MapSigns) -> Vec<char> {
    let shown = format!("{signs:?}");
    let (mut all, mut list) = (Vec::new(), Vec::new());
    let mut chars = shown.chars();
    while let Some(c) = chars.next() {
        match c {
            '\'' => {
                list.extend(chars.next().filter(|c| *c != '\\').or_else(|| chars.next()));
                chars.next();
            }
            '[' => all.append(&mut list),
            ']' => {
                let is_line = list.len() == 16;
                all.extend(list.drain(..).skip(is_line.into()));
            }
            _ => {}
        }
    }
    all
}

#[test]
fn every_sign_is_one_column_and_its_twin_is_ascii() {
    for sign in all(&UNICODE).into_iter().chain(all(&CONSOLE)) {
        assert_eq!(sign.width(), Some(1), "{sign}");
    }
    for sign in all(&ASCII) {
        assert!(sign.is_ascii_graphic(), "{sign}");
    }
}

#[test]
fn whose_a_unit_is_and_where_it_faces_shows_in_its_sign() {
    for signs in [&UNICODE, &CONSOLE, &ASCII] {
        let of = |side| Facing::ALL.map(|facing| signs.unit(side, facing));
        let mut all = [of(0), of(1)].concat();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 16);
    }
}
