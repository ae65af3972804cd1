//! Long names are cut only where no columns are free, on every screen.

use crate::harness::program::Program;
use std::{collections::BTreeSet, fmt::Write as _};
use wardiary_view::{Glyphs, measure};

const SIDES: [&str; 2] = ["Armée du Nord de l’Empereur", "Anglo-Allied Army of Flanders"];

/// The columns of an empty EDNA.
const EMPTY_FIGURE: usize = 3;

fn unit_name(at: usize) -> String {
    match at % 3 {
        0 => format!("{at}th (Inniskilling) Dragoons"),
        1 => format!("{at}th Landwehr Infantry Regiment"),
        _ => format!("{at}th King’s German Legion Hussars"),
    }
}

/// A battle of two stacks with so many units each, and all its names.
fn battle(units: usize) -> (Program, Vec<String>) {
    let names: Vec<String> = (1..=2 * units).map(unit_name).collect();
    let mut muster = String::new();
    for (at, name) in names.iter().enumerate() {
        let (id, stack) = (100 + at, 10 + at % 2);
        writeln!(muster, "(id: {id}, name: {name:?}, stack: {stack}, kind: \"infantry\", grade: \"green\"),")
            .expect("text");
    }
    let program = Program::of_muster(&format!(
        "(sides: [(id: 1, name: {:?}), (id: 2, name: {:?})],
        stacks: [(id: 10, side: 1, name: \"Guard\"), (id: 11, side: 2, name: \"Line\")],
        units: [{muster}], battles: [(id: 30, name: \"Hill\", parties: [[1], [2]])])",
        SIDES[0], SIDES[1],
    ));
    (program, names.into_iter().chain(SIDES.map(String::from)).collect())
}

/// The name that is cut in a part of a line between borders, although the part has blanks enough for the rest of it.
fn cut_beside_room<'n>(part: &str, names: &'n [String]) -> Option<&'n String> {
    // Columns within a cell of the Square are free in this part alone.
    let outside: Vec<&str> = part.split(['[', ']']).step_by(2).collect();
    let free = outside.iter().flat_map(|part| part.split(|c| c != ' ')).map(str::len).max().unwrap_or(0);
    let part = format!("{} ", part.replace(['[', ']'], " "));
    // The first word, which is never abbreviated, tells the names apart.
    let is_there = |name: &&String| name.split(' ').next().is_some_and(|word| part.contains(&format!(" {word} ")));
    names.iter().filter(is_there).filter(|name| !part.contains(&***name)).find(|name| {
        let whole = measure::width(name);
        let shown = (8..whole).rev().find(|columns| {
            let cut = measure::cut_name(name, *columns, &Glyphs::UNICODE);
            part.contains(&format!(" {cut} "))
        });
        // Two columns lie between a name and what follows it, and a column of figures may be empty.
        shown.is_some_and(|columns| free >= whole - columns + 2 + EMPTY_FIGURE)
    })
}

#[test]
fn no_name_is_cut_beside_free_columns() {
    let screens = ["", "s", "s<enter>", "y", "D", "'", "?", "3", "4", "5", "6", "7"];
    let mut cut = BTreeSet::new();
    for (units, keys) in [1, 2, 4, 6, 9, 16, 30].into_iter().flat_map(|units| screens.map(|keys| (units, keys))) {
        let (mut program, names) = battle(units);
        program.draw((120, 40));
        program.keys(&format!("<enter>:scrud Guard v Line<enter>j{keys}"));
        for size in [(120, 40), (200, 60)] {
            let screen = program.shows(size);
            // The cells of a Square's last row are as wide as those of a full one.
            let cells = screen.lines().map(|line| line.matches('[').count()).max().unwrap_or(0);
            for part in screen.lines().flat_map(|line| line.split(['│', '├', '┤'])) {
                let is_full = !part.contains('[') || part.matches('[').count() == cells;
                if let Some(name) = cut_beside_room(part, &names).filter(|_| is_full) {
                    cut.insert(format!("{units} units, “{keys}”, {size:?}: {name}: “{part}”"));
                }
            }
        }
    }
    assert!(cut.is_empty(), "{cut:#?}");
}
