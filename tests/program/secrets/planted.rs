//! Comparing the games of a pair finds planted leaks of hidden information.
//!
//! Each leak is planted in data that Blue may see: titles, names and times. The leak then appears wherever the program
//! shows Blue this data.

use super::{calls, games, screens};
use wardiary_harness_diary::pairs::Game;

/// Makes a save that leaks hidden information to Blue.
type Plant = fn(&Game) -> String;

const PLANTS: &[(&str, Plant)] = &[
    ("an alias that keeps an id", |game| {
        let last = game.diary.state().forces().into_iter().max().expect("there are forces");
        game.save().replace("\"I Corps 0\"", &format!("\"infantry #{last}\""))
    }),
    ("the order of a hash map", |game| {
        // An order by a random key, as in a hash map.
        let mut names = ["\"I Corps 0\"", "\"I Corps 1\"", "\"I Corps 2\"", "\"II Corps 0\"", "\"II Corps 1\""];
        let save = names.iter().fold(game.save(), |save, name| save.replace(name, &format!("<{name}>")));
        let was = names;
        names.sort_by_key(|name| game.diary.header().seed.nonce(name.bytes().map(u32::from).sum()));
        was.iter().zip(names).fold(save, |save, (was, is)| save.replace(&format!("<{was}>"), is))
    }),
    ("a count in a header", |game| {
        game.save()
            .replace("title: \"The war\"", &format!("title: \"The war, {} entries\"", game.diary.entries().len()))
    }),
    ("a gap in serial numbers", |game| {
        game.save().replace("\"I Corps 0\"", &format!("\"{} I Corps\"", game.diary.next_serial()))
    }),
];

/// Copies the seconds of the latest hidden time into a visible time.
fn with_a_time(game: &Game) -> String {
    let hidden = game.diary.entries().iter().map(|entry| entry.at.as_second()).filter(|at| *at < 10_000_000);
    let seconds = hidden.max().unwrap_or(0) % 60;
    let lines = game
        .save()
        .lines()
        .map(|line| {
            let is_open = line.contains("at: \"1970-04") || line.contains("at: \"1970-05");
            if is_open { line.replace(":40Z\"", &format!(":{seconds:02}Z\"")) } else { line.to_string() }
        })
        .collect::<Vec<String>>();
    lines.join("\n") + "\n"
}

#[test]
fn planted_leaks_are_found() {
    // The plants are what differs between the games.
    let differs = |pair: &[Game; 2]| pair[0].diary.next_serial() != pair[1].diary.next_serial();
    let games = (1..20).map(games).find(differs).expect("there is one");
    let honest = games.each_ref().map(Game::save);
    assert!(!calls::differ(&honest) && !screens::differ(&honest), "nothing is planted");
    for (what, plant) in PLANTS {
        let saves = games.each_ref().map(plant);
        assert!(saves.iter().zip(&honest).all(|(planted, honest)| planted != honest), "{what} is planted");
        assert!(screens::differ(&saves), "{what} is not found on a screen");
        assert!(calls::differ(&saves), "{what} is not found on the command line");
    }
    assert!(calls::differ(&games.each_ref().map(with_a_time)), "a time is not found on the command line");
}
