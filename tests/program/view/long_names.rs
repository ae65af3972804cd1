//! Long names are cut only where no columns are free.

use super::samples::{Game, Style, drawn, rows};
use proptest::prelude::*;
use wardiary_harness_rules::case_sample::case_count;
use wardiary_view::{Glyphs, measure};

const SIDES: [&str; 2] = ["Armée du Nord de l’Empereur", "Anglo-Allied Army"];

fn unit_name(at: usize) -> String {
    match at % 3 {
        0 => format!("{at}th (Inniskilling) Dragoons"),
        1 => format!("{at}th Landwehr Infantry Regiment"),
        _ => format!("{at}th King’s German Legion Hussars"),
    }
}

/// A battle whose sides have long names, and so many more units, one of them with a demotion.
fn battle(units: usize) -> (Game, Vec<String>) {
    let game = Game::of("tannenberg").play("scrud \"XX Corps\" v \"XIII Corps\"", &[1, 1, 1, 6, 1, 1, 1, 1]);
    let game = game.play(&format!("rename Germans to {:?}", SIDES[0]), &[]);
    let game = game.play(&format!("rename Russians to {:?}", SIDES[1]), &[]);
    let names: Vec<String> = (1..=units).map(unit_name).collect();
    let joined = |game: Game, (at, name): (usize, &String)| {
        game.play(&format!("unit {name:?} in {:?}", ["XX Corps", "XIII Corps"][at % 2]), &[])
    };
    let game = names.iter().enumerate().fold(game, joined);
    (game, names.into_iter().chain(SIDES.map(String::from)).collect())
}

/// The name that is cut in a pane's line, although the line has blanks enough for the rest of it.
fn cut_beside_room<'n>(line: &str, names: &'n [String]) -> Option<&'n String> {
    // Columns within a cell of the Square are free in this line alone.
    let outside: Vec<&str> = line.split(['[', ']']).step_by(2).collect();
    let free = outside.iter().flat_map(|part| part.split(|c| c != ' ')).map(str::len).max().unwrap_or(0);
    let line = line.replace('[', " ");
    // The first word, which is never abbreviated, tells the names apart.
    let is_there = |name: &&String| name.split(' ').next().is_some_and(|word| line.contains(&format!(" {word}")));
    names.iter().filter(is_there).filter(|name| !line.contains(&***name)).find(|name| {
        let whole = measure::width(name);
        let shown = (8..whole).rev().find(|columns| {
            let cut = measure::cut_name(name, *columns, &Glyphs::UNICODE);
            line.contains(&format!(" {cut} ")) || line.contains(&format!(" {cut}]"))
        });
        // Two columns lie between a name and what follows it, and a strength is as wide as the longest.
        shown.is_some_and(|columns| free >= whole - columns + 5)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(case_count(24, 1000)))]
    #[test]
    fn no_name_is_cut_beside_free_columns(units in 1_usize..=61, width in 26_u16..200, height in 8_u16..60) {
        let (game, names) = battle(units);
        for pane in ["gauges", "forces", "square", "line-up"] {
            // These panes have at least their columns of a screen of 80 by 24.
            let width = if pane == "gauges" { width.max(80) } else { width };
            let picture = rows(&drawn(pane, &Style::of("dark"), &game, (width, height)));
            // The cells of a Square's last row are as wide as those of a full one.
            let most = picture.iter().map(|line| line.matches('[').count()).max().unwrap_or(0);
            let is_full = |line: &&String| pane != "square" || line.matches('[').count() == most;
            for line in picture.iter().filter(is_full) {
                let cut = cut_beside_room(line, &names);
                prop_assert!(cut.is_none(), "{cut:?} is cut in “{line}” of {pane}\n{}", picture.join("\n"));
            }
        }
    }
}
