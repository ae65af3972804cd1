//! The line-up of a phase. Source: RULES 2.2 to 2.4.

use super::{Game, Style, crowd, drawn, first_phase, rows, supported};
use wardiary_view::line_up;

#[test]
fn support_dice_are_set_back_from_their_line() {
    let game = supported();
    let lines = rows(&drawn("line-up", &Style::of("dark"), &game, (50, 5)));
    let trimmed: Vec<&str> = lines.iter().map(|l| l.trim_end()).collect();
    assert_eq!(
        trimmed,
        [
            " support      [6W]            [1W]",
            " Germans  [6G]    [5G][4G][4G]",
            "           >   >   >   >   >   =      ·   ·",
            " Russians [5Y][4Y][3Y][3Y][1Y][1Y]   [1Y][1Y]",
            "           ▼R  ▼R  ▼R  ▼R  †",
        ]
    );
}

/// A phase with guns that fire at guns, and with an aircraft's strike (RULES 2.4).
fn bombarded() -> Game {
    let mut game = Game::of("tannenberg");
    for text in [
        "unit Guns in \"XX Corps\" kind artillery",
        "reinforce Guns",
        "unit Fliers for Russians kind aircraft",
        "reinforce Fliers",
        "unit Howitzers for Russians kind artillery",
        "reinforce Howitzers",
    ] {
        game = game.play(text, &[]);
    }
    let text = "scrud \"XX Corps\" support Guns counter Howitzers v \"XIII Corps\" support Howitzers + Fliers";
    game.play(text, &[5, 4, 1, 5, 5, 4, 1, 3, 6, 1, 6])
}

#[test]
fn support_results_are_below_the_line_up() {
    let game = bombarded();
    let said = " counter-battery: Guns (5) v Howitzers (1): demoted and silenced";
    // Four Germans, four Russians and the Fliers.
    assert_eq!(line_up::dice_count(game.fought()), 9);
    for (width, height) in [(76, 8), (76, 6), (110, line_up::height(game.fought(), 110))] {
        let lines = rows(&drawn("line-up", &Style::of("dark"), &game, (width, height)));
        assert_eq!(lines.iter().filter(|l| l.trim_end() == said).count(), 1, "{width}x{height}: {lines:#?}");
    }
    // With little room the names are cut before the results.
    for width in 44..76 {
        let lines = rows(&drawn("line-up", &Style::of("dark"), &game, (width, 6)));
        let said = |l: &&String| l.trim_end().ends_with(" (1): demoted and silenced");
        assert_eq!(lines.iter().filter(said).count(), 1, "{width}: {lines:#?}");
    }
    // With room for the line-up only, it comes first.
    let lines = rows(&drawn("line-up", &Style::of("dark"), &game, (76, 3)));
    assert!(lines.iter().all(|l| l.trim_end() != said), "{lines:#?}");
}

#[test]
fn a_line_up_has_the_rows_that_it_asks_for() {
    for (game, width, rows) in
        [(first_phase(), 110, 8), (first_phase(), 50, 4), (supported(), 80, 9), (crowd(), 118, 4), (crowd(), 80, 8)]
    {
        assert_eq!(line_up::height(game.fought(), width), rows, "at {width}");
    }
}

#[test]
fn twenty_four_against_twenty_four_are_all_seen_at_120_columns() {
    let game = crowd();
    let text = rows(&drawn("line-up", &Style::of("dark"), &game, (118, 5))).concat();
    assert_eq!(text.matches('[').count(), line_up::dice_count(game.fought()));
    assert_eq!(line_up::dice_count(game.fought()), 48);
}

#[test]
fn a_phase_is_told_in_a_sentence() {
    let told = |game: &Game| line_up::result_line(&game.state, game.fought()).to_string();
    assert_eq!(
        told(&first_phase()),
        "phase 1: Russians suffered 4 defeats: 4 demoted, plus 4th Rifle Brigade eliminated for every 3rd defeat; Germans suffered none (dice: green +1, yellow -1)"
    );
    // Every pair is even (2 against 2), and no extra die beats the lowest.
    let even = Game::of("tannenberg").play("scrud Germans v Russians", &[1, 1, 1, 1, 3, 3, 3, 3, 3, 3, 3, 3]);
    assert_eq!(told(&even), "phase 1: nobody was beaten (dice: green +1, yellow -1)");
}
