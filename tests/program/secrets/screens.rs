//! Blue's screens: each screen with its overlays, at three sizes.

use super::{games, is_in_part, pairs, parts};
use crate::harness::{picture::text, program::Program};
use ratatui::buffer::Buffer;
use rayon::prelude::*;
use std::{fs, ops::Range};
use wardiary_app::{Start, settings::GlyphChoice};
use wardiary_diary::{
    assets::Folders,
    diary::file::{Mode, Save},
    projection::SaveView,
};
use wardiary_harness_diary::pairs::{BLUE, Game, many, revealed_secret};
use wardiary_view::{GlyphSet, Theme};

const SIZES: [(u16, u16); 3] = [(80, 24), (120, 40), (200, 60)];

/// The keys that lead from the first screen to each scene.
const SCENES: &[&str] = &[
    // The battle: the selection, its card, the search.
    "",
    "j",
    "jj<tab><tab>",
    "<tab>j",
    "z",
    "/e",
    "#",
    "}",
    "{",
    "' u",
    "' s",
    "' b",
    "' m",
    "<ctrl-p>",
    "<ctrl-p>re",
    "?",
    "?odds",
    "y",
    "D",
    "B",
    ".",
    // Actions that are refused here.
    ":",
    "s",
    "e",
    "u",
    "i",
    "#",
    "<f3>",
    "W",
    "A",
    "X",
    "H",
    "<ctrl-s>",
    // The map.
    "2",
    "2j",
    "2jjll",
    "2<tab>",
    "2<tab><tab>j",
    "2?",
    "2y",
    "2;m",
    "2;t",
    "2v",
    // The review, and the campaign in review.
    "3",
    "3<left>",
    "3<left><left><left>",
    "3<left><left><left><left><left>1",
    "3<left><left><left>5",
    "3<tab>j",
    "3/unit",
    "3/scrud",
    "3B",
    "3<alt-c>",
    "3?",
    "3<space>",
    // Rolls.
    "4",
    "4edna 8",
    "4scrud 4 green v 8 yellow",
    "4scrud 3 v 4<tab><tab>jj",
    // The campaign.
    "5",
    "5j",
    "5jj",
    "5jjj<enter>",
    "5<tab>j",
    "5<tab><tab>jj",
    "5zjj",
    "5[",
    "5?",
    "5y",
    "5D",
    "5/e",
    // The Luck screen and the service records.
    "6",
    "6<tab>j",
    "6<tab><tab>j<enter>",
    "6<alt-a>",
    "6}",
    "6/e",
    "7",
    "7j",
    "7jjjj",
    "7jjjjjj<tab>j",
    "7<tab><tab><tab>j<enter>",
];

/// The program as `wardiary open war.ron --for Blue` shows the save.
fn opened(save: &str) -> Program {
    let home = tempfile::tempdir().expect("a folder");
    let folders = Folders { saves: home.path().join("saves"), config: home.path().join("config") };
    fs::create_dir_all(&folders.saves).expect("a folder");
    let path = folders.saves.join("war.ron");
    fs::write(&path, save).expect("a file");
    let save = Save::open(&path, Mode::Read).expect("it is sound");
    let viewed = SaveView::for_side(save, BLUE).expect("Blue sees it");
    let mut program = Program::begun(wardiary_app::start(Start::Viewed(Box::new(viewed), None), folders), home);
    program.model.settings.flourish = false;
    program.model.settings.glyphs = GlyphChoice::Of(GlyphSet::Unicode);
    program.model.theme = Theme::shipped("dark").expect("it ships");
    program.draw((120, 40));
    program
}

/// The first row in which two screens differ.
fn differing_row(one: &Buffer, other: &Buffer) -> Option<(String, String)> {
    let row = |of: &Buffer, y: u16| (0..of.area.width).map(|x| of[(x, y)].symbol().to_string()).collect::<String>();
    let differs = |y: &u16| (0..one.area.width).any(|x| one[(x, *y)] != other[(x, *y)]);
    (0..one.area.height).find(differs).map(|y| (row(one, y), row(other, y)))
}

/// Compares one part of the scenes for each pair, at some of the sizes, which change from pair to pair. Returns the
/// number of screens.
fn compare(pairs: Range<usize>, parts: usize, sizes: usize) -> usize {
    let screens = pairs.into_par_iter().map(|number| {
        let games = games(number);
        let numbers = games.each_ref().map(Game::numbers);
        let mut programs = games.each_ref().map(|game| opened(&game.save()));
        let mut screens = 0;
        for (nth, keys) in SCENES.iter().enumerate().filter(|(nth, _)| is_in_part(*nth, number, parts)) {
            for program in &mut programs {
                // Background results arrive with the next frame.
                program.keys(keys).draw((120, 40));
            }
            for size in (0..sizes).map(|more| SIZES[(number / parts + nth + more) % 3]) {
                let [one, other] = programs.each_mut().map(|program| program.draw(size));
                let at = format!("pair {number}, {keys} at {size:?}");
                assert_eq!(differing_row(&one, &other), None, "{at}");
                for (numbers, shown) in numbers.iter().zip([&one, &other]) {
                    let shown = text(shown);
                    // The help counts its lines, and the count may equal a strength by chance.
                    let is_help = keys.contains('?');
                    let numbers: Vec<String> = numbers.iter().filter(|n| !is_help || n.len() > 3).cloned().collect();
                    let numbers = &numbers;
                    assert_eq!(revealed_secret(numbers, &shown), None, "{at}:\n{shown}");
                }
                screens += 1;
            }
            for program in &mut programs {
                program.keys("<esc><esc><esc><esc><esc>1").rest();
            }
        }
        screens
    });
    screens.sum()
}

/// Whether one of Blue's screens differs between two saves.
pub fn differ(saves: &[String; 2]) -> bool {
    let mut programs = saves.each_ref().map(|save| opened(save));
    SCENES.iter().any(|keys| {
        let [one, other] = programs.each_mut().map(|program| program.keys(keys).draw((120, 40)));
        for program in &mut programs {
            program.keys("<esc><esc><esc><esc><esc>1").rest();
        }
        differing_row(&one, &other).is_some()
    })
}

#[test]
fn blues_screens_are_the_same() {
    assert!(compare(0..pairs(), 4, 1) >= pairs() * (SCENES.len() / 4));
}

#[test]
#[ignore = "a long run"]
fn blues_screens_are_the_same_in_many_games() {
    compare(many(), parts(), SIZES.len());
}
