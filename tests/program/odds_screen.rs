//! The Odds screen, and the odds of orders on the order line, as a person sees them.

use crate::harness::program::Program;

#[test]
fn a_roll_with_bars_and_what_would_change_it() {
    for (width, height) in [(120, 40), (80, 24), (60, 20)] {
        let mut program = Program::with("tannenberg");
        program.keys("4scrud 2 green v 3 yellow<enter>");
        program.sees(
            (width, height),
            &[
                ": scrud 2 green v 3 yellow",
                "exact",
                "first wins 66.72%, second 17.49%",
                "no loss: first 70.24%, second 18.90%",
                "0 defeats  70.24% ████████████████",
                "3 defeats   1.80% ",
                "◆ Changes to the roll",
                "  unchanged                 wins 66.7% : 17.5%",
                "▌ first: one more green     88.5% : 6.2%",
                "Enter compare   : type a roll",
            ],
        );
        program.draws(
            (width, height),
            &[
                ("Changes to the roll", |theme| theme.frame.title_focused),
                ("Odds", |theme| theme.frame.title),
                ("first: one green fewer", |theme| theme.dialog.text),
            ],
        );
    }
}

#[test]
fn two_rolls_beside_each_other() {
    for (width, height) in [(120, 40), (80, 24), (60, 20)] {
        let mut program = Program::with("tannenberg");
        program.keys("4volley 6 at infantry<enter><enter>");
        let screen = program.sees(
            (width, height),
            &[
                ": volley 6 at infantry",
                "infantry: hit 66.49%, 0.82 hits",
                "1 hit   51.79%",
                "▌ in cover                    47.2% (0.47)",
                "a General beside the firer  84.3% (1.28)",
            ],
        );
        if width == 120 {
            insta::assert_snapshot!("compared_120x40", screen);
        }
    }
}

/// Story, keys, and texts on the screen.
#[test]
fn keys_work() {
    let table: &[(&str, &str, &[&str])] = &[
        ("nothing typed: examples", "4", &["Type any roll", "3x edna 8"]),
        ("a sum", "42d6", &["mean 7.00", "one more die"]),
        (
            "a fault says where, and the nearest word",
            "4scrud 2 gren v 3 yellow",
            &["at “gren”", "did you mean `green`?"],
        ),
        ("0 dice", "40d6", &["a roll takes 1 to 100 dice, at “0d6”"]),
        ("survivors", "4scrud 2 green v 3 yellow<enter><ctrl-l>", &["left on average", "first has left"]),
        ("EDNA, and its end", "4edna 8<enter>", &["lasts 7.14 tests on average", "EDNA 1 higher"]),
        ("a change laid beside the roll", "4edna 8<enter><enter>", &["edna 9", "Compared with"]),
        ("a second roll typed", "42d6<tab>3d6", &["mean 7.00", "mean 10.50"]),
        ("1 goes to the battle", "42d6<enter>1", &["XX Corps", "Choose a stack"]),
        ("Esc goes back", "42d6<esc>", &["XX Corps", "Choose a stack"]),
        ("the order's own dice", ":scrud Germans v Russians<ctrl-o>", &["scrud 4 green v 8 yellow", "% simulate"]),
        ("and back to the order", ":scrud Germans v Russians<ctrl-o><esc>", &["wins", "no defeat"]),
        ("an EDNA test's", ":edna #11<ctrl-o>", &["edna 8", "acts every time 72.22%"]),
        (
            "simulated to the end of the combat",
            ":scrud Germans v Russians<ctrl-o>%",
            &["Simulated until the combat is over", "simulated 20 times", "SP lost by Germans"],
        ),
        ("until a side is exhausted", ":scrud Germans v Russians<ctrl-o>%%", &["until a side is exhausted", "turns"]),
        ("the whole battle", ":scrud Germans v Russians<ctrl-o>%%%", &["The whole battle simulated", "wiped out"]),
        ("and not at all", ":scrud Germans v Russians<ctrl-o>%%%%", &["second roll"]),
    ];
    for (story, keys, seen) in table {
        let mut program = Program::with("tannenberg");
        let mut screen = String::new();
        // Draws a frame after each step, as in the terminal, because preparing a frame computes the odds.
        for keys in [&keys[..1], &keys[1..]] {
            screen = program.keys(keys).shows((120, 40));
        }
        for seen in *seen {
            assert!(screen.contains(seen), "{story}: “{seen}” is not on the screen\n{screen}");
        }
    }
}

#[test]
fn clicks_go_to_rolls_and_rows() {
    let mut program = Program::with("tannenberg");
    program.keys("4edna 8");
    let screen = program.shows((120, 40));
    let row = screen.lines().position(|line| line.contains("EDNA 1 lower")).expect("it is there");
    let row = u16::try_from(row).expect("a row");
    program.click(5, row);
    assert!(program.shows((120, 40)).contains("compare"), "the table has the keys");
    program.click(5, row);
    assert!(program.shows((120, 40)).contains("edna 7"), "the change lies beside the roll");
    program.click(5, 3).keys("0");
    assert!(program.shows((120, 40)).contains("edna 80"), "the roll is typed on");
}

/// Every order with dice shows its odds before Enter gives the order.
#[test]
fn every_order_with_dice_shows_its_odds() {
    let table: &[(&str, &str, &[&str])] = &[
        (
            "tannenberg",
            "scrud Germans v Russians",
            &["wins", "no defeat", "SP lost", "exhausted", "dice lost", "may be demoted: "],
        ),
        ("tannenberg", "edna #11", &["acts", "72%", "lasts 7.1 tests"]),
        ("tannenberg", "initiative", &["wins it", "Germans", "50%"]),
        ("tannenberg", "argue \"fog\" roll 2d6 7+", &["succeeds", "58%"]),
    ];
    for (scenario, order, seen) in table {
        let mut program = Program::with(scenario);
        let screen = program.keys(&format!(":{order}")).shows((120, 40));
        for seen in *seen {
            assert!(screen.contains(seen), "{order}: “{seen}” is not on the screen\n{screen}");
        }
    }
}

/// At 80×24 the odds of both sides and the units at risk are above everything else in the order's pane, by every
/// mechanism. Scenario, orders given before, the order, and the beginnings of the lines below it.
#[test]
fn what_decides_is_not_cut_at_80_by_24() {
    let table: &[(&str, &str, &str, &[&str])] = &[
        (
            "tannenberg",
            "",
            "scrud Germans v Russians",
            &["wins", "Germans", "Russians", "may be lost: 1st", "may be demoted: "],
        ),
        ("tannenberg", "", "edna #11", &["EDNA", "acts", "lasts 7.1 tests"]),
        ("tannenberg", "", "initiative", &["wins it", "Germans", "Russians"]),
        ("tannenberg", "", "argue \"fog\" roll 2d6 7+", &["succeeds"]),
        (
            "garrison",
            ":conflict Dwagons v Pikes<enter>",
            "round",
            &["hits", "Pikes at Dwagons", "Dwagons at Pikes", "may be lost: "],
        ),
        (
            "wadi",
            ":initiative<enter>:first Emirate<enter>",
            "volley \"Siege Gun\" at Lancers range 3",
            &["is hit", "Lancers", "may be lost: Lancers"],
        ),
    ];
    for (scenario, before, order, lines) in table {
        let mut program = Program::with(scenario);
        let screen = program.keys(before).keys(&format!(":{order}")).shows((80, 24));
        let mut below = screen.lines().skip_while(|line| !line.contains(&format!("│: {order}"))).skip(1);
        // A line may go on in the next one.
        for line in *lines {
            assert!(below.by_ref().take(2).any(|shown| shown.contains(line)), "{order}: “{line}”\n{screen}");
        }
    }
}

/// The line-up of typed dice is shown before they are accepted, at 80×24 too. If it has no room, its result is.
#[test]
fn typed_dice_show_what_they_decide() {
    let mut program = Program::with("tannenberg");
    program.keys("H:scrud Germans v Russians<enter>666655554444");
    program.sees((80, 24), &["Germans  [6G] [6G] [6G] [6G]", "▼R", "all are entered; Enter: done"]);
    // Forty dice a side leave no room for lines.
    let unit = |at: usize| format!("(id: {}, side: {}, name: \"{at}th Foot\")", 10 + at, 1 + at % 2);
    let units = (0..80).map(unit).collect::<Vec<_>>().join(", ");
    let battle = "battles: [(id: 3, name: \"Day\", parties: [[1], [2]])]";
    let muster = format!("(sides: [(id: 1, name: \"Reds\"), (id: 2, name: \"Blues\")], units: [{units}], {battle})");
    let mut program = Program::of_muster(&muster);
    program.keys("H:scrud Reds v Blues<enter>").keys(&"6".repeat(80));
    program.sees((80, 24), &["phase 1: nobody was beaten", "all are entered; Enter: done"]);
}

#[test]
fn recorded_rolls_show_their_likelihood() {
    let mut program = Program::with("tannenberg");
    let screen = program.keys("H:scrud Germans v Russians<enter>655444332211<enter>").shows((120, 40));
    assert!(screen.contains("Germans: best possible result"), "{screen}");
}

#[test]
fn every_size_draws() {
    for keys in ["4", "4scrud 2 green v 3 yellow<enter>", "42d6<tab>3d6<tab>", ":scrud Germans v Russians<ctrl-o>%"] {
        let mut program = Program::with("tannenberg");
        program.keys(keys);
        for width in [0, 1, 7, 60, 61, 75, 76, 110, 200] {
            for height in [0, 1, 2, 19, 20, 30] {
                program.shows((width, height));
            }
        }
    }
}

/// The story, the keys, the diary's head afterwards, the texts on the screen, and the texts that are not on it.
type Case<'a> = (&'a str, &'a str, u32, &'a [&'a str], &'a [&'a str]);

/// The order line opens over the Odds screen, and closing it shows the screen below again.
#[test]
fn the_order_line_opens_over_the_odds_screen() {
    let table: &[Case] = &[
        ("the rolls stay in sight", "4edna 8<enter><ctrl-o>", 0, &["Odds", "edna 8", "type an order"], &[]),
        ("Esc goes back to them", "4edna 8<enter><ctrl-o>:note x<esc>", 0, &["Odds", "EDNA 1 higher"], &["note x"]),
        ("and from there to the battle", "4edna 8<enter><ctrl-o><esc><esc>", 0, &["XX Corps"], &["EDNA 1 higher"]),
        ("an order given there", "4edna 8<enter><ctrl-o>note x<enter>", 1, &["Odds", "EDNA 1 higher"], &[]),
        ("with its odds", "4edna 8<enter><ctrl-o>edna #11", 0, &["Odds", "edna 8", "acts", "72%"], &[]),
        ("its own Odds screen", "4edna 8<enter><ctrl-o>initiative<ctrl-o>", 0, &["Odds", "initiative"], &["edna 8"]),
        (
            "and back, a step at a time",
            "4edna 8<enter><ctrl-o>initiative<ctrl-o><esc>",
            0,
            &["edna 8", ": initiative"],
            &[],
        ),
        (
            "1 leaves all of it",
            "4edna 8<enter><ctrl-o>initiative<ctrl-o>1",
            0,
            &["XX Corps"],
            &["edna 8", ": initiative"],
        ),
        (
            "dice are typed in over it",
            "H4edna 8<enter><ctrl-o>edna #11<enter>",
            0,
            &["Odds", "Dice from the table"],
            &[],
        ),
        ("and the help opens there", "4edna 8<enter>?", 0, &["Help", "On the Odds screen"], &[]),
    ];
    for (story, keys, head, seen, gone) in table {
        let mut program = Program::with("tannenberg");
        let mut rest = *keys;
        let mut screen = String::new();
        // Draws a frame after each key that leads to another screen, as in the terminal.
        while !rest.is_empty() {
            let (some, after) = rest.split_at(rest.find('>').map_or(rest.len(), |at| at + 1));
            screen = program.keys(some).shows((120, 40));
            rest = after;
        }
        for seen in *seen {
            assert!(screen.contains(seen), "{story}: “{seen}” is not on the screen\n{screen}");
        }
        for gone in *gone {
            assert!(!screen.contains(gone), "{story}: “{gone}” is still on the screen\n{screen}");
        }
        assert_eq!(program.save().diary().head(), *head, "{story}\n{screen}");
    }
}

/// The message after an order from the Odds screen, and after other actions there.
#[test]
fn the_odds_screen_says_what_came_of_an_order() {
    let table: &[(&str, &str, &[&str])] = &[
        ("a note", "4edna 8<enter><ctrl-o>note well<enter>", &["edna 8", " “well”"]),
        ("while a roll is typed", "4<ctrl-o>note well<enter>", &["Type any roll", " “well”"]),
        (
            "a phase, which the battle screen replays",
            "H4<ctrl-o>scrud Germans v Russians<enter>655444332211<enter>",
            &["Russians suffered 4 defeats", "Type any roll"],
        ),
        ("a refusal", "4<ctrl-o>goto 7<enter>", &["Type any roll", "there is no entry 7"]),
        ("where the dice come from", "4edna 8<enter><ctrl-o><ctrl-t>", &["edna 8", "rolled on the table"]),
    ];
    for (story, keys, seen) in table {
        let mut program = Program::with("tannenberg");
        let screen = program.keys(keys).shows((120, 40));
        for seen in *seen {
            assert!(screen.contains(seen), "{story}: “{seen}” is not on the screen\n{screen}");
        }
    }
}

#[test]
fn the_odds_screen_at_its_sizes() {
    for (width, height) in [(120, 40), (80, 24), (60, 20)] {
        let mut program = Program::with("tannenberg");
        program.keys("4scrud 2 green v 3 yellow<enter><ctrl-o>scrud Germans v Russians<enter>");
        let screen = program.sees(
            (width, height),
            &[
                ": scrud 2 green v 3 yellow",
                "◆ Changes to the roll",
                "▌ first: one more green     88.5% : 6.2%",
                " phase 1: Russians suffered 1 defeat: 1 demoted; Germans",
                "suffered 2 defeats",
            ],
        );
        // The result of the order is below the panes, above the keys.
        let row = |words: &str| screen.lines().position(|line| line.contains(words)).expect("it is there");
        assert!(row("└") < row("phase 1") && row("phase 1") < row("Enter compare"), "{screen}");
    }
}

/// The odds of a table show each row in full and the force it is for.
#[test]
fn a_consulted_table_is_told_in_full_and_for_whom() {
    for (width, height) in [(120, 40), (80, 24), (60, 20)] {
        let mut program = Program::with("tannenberg");
        program.keys(":consult Reaction for \"XX Corps\"<ctrl-o>");
        let screen = program.shows((width, height));
        assert!(screen.contains("for XX Corps"), "{screen}");
        assert!(!screen.contains("back to the nearest…") && !screen.contains("falls back…"), "{screen}");
        for said in ["likeliest 44.44%: 6-8 the force stands where it is", "2-3 the force falls back by", " 8.33%"] {
            assert!(screen.contains(said), "“{said}”\n{screen}");
        }
        if width == 80 {
            insta::assert_snapshot!("table_80x24", screen);
        }
    }
}

/// The odds of an order name the sides. The odds of a bare roll do not.
#[test]
fn the_sides_of_an_order_are_called_by_their_names() {
    let mut program = Program::with("tannenberg");
    program.keys(":scrud Germans v Russians<ctrl-o>");
    let screen = program.shows((120, 40));
    for said in ["wins: Germans ", "defeats suffered: Germans", "defeats suffered: Russians"] {
        assert!(screen.contains(said), "{said}:\n{screen}");
    }
    let mut program = Program::with("tannenberg");
    program.keys("4scrud 4 green v 8 yellow<enter>");
    assert!(program.shows((120, 40)).contains("first suffers"));
}
