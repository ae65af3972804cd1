//! `/` searches every list while the user types, with a count and marks. `n` and `N` go from match to match, Esc goes
//! back.

use crate::harness::{
    picture::text,
    program::Program,
    session::{Session, home},
};

const SIZE: (u16, u16) = (120, 40);

/// Story, keys, message, and text of the cursor's row.
#[test]
fn in_every_list() {
    let notes = ":note the fog lifts<enter>:note two<enter>:note fog again<enter>";
    let table: &[(&str, String, &str, &str)] = &[
        ("the forces follow as one types", "/rifle".into(), "1 of 8 in the forces", "1st Rifle Brigade"),
        ("each word counts, in any order", "/brig 5th".into(), "1 of 2 in the forces", "75th Brigade"),
        ("the next, and the one before", "/rifle<enter>nnN".into(), "2 of 8 in the forces", "2nd Rifle Brigade"),
        ("from the last to the first", "/rifle<enter>N".into(), "8 of 8 in the forces", "8th Rifle Brigade"),
        ("the arrows while it is typed", "/rifle<down><down>".into(), "3 of 8 in the forces", "3rd Rifle Brigade"),
        ("Esc goes back", "jj/rifle<esc>".into(), "", "37th Brigade"),
        (
            "what is folded up is unfolded",
            "G<left><left>/8th<enter>".into(),
            "1 of 1 in the forces",
            "8th Rifle Brigade",
        ),
        ("what no force says is looked for in the diary", format!("{notes}/fog"), "1 of 2 in the diary", ""),
        ("further back, and on", format!("{notes}/fog<enter>n"), "2 of 2 in the diary", ""),
        (
            "other words come back to the forces",
            format!("{notes}/fog<backspace><backspace><backspace>37"),
            "1 of 1 in the forces",
            "37th Brigade",
        ),
        ("what nothing says", "/xyzzy".into(), "no match", ""),
        ("a motion stays in it", "/rifle<enter>j".into(), "2 of 8 in the forces", "2nd Rifle Brigade"),
        ("the same again", "/rifle<enter><esc>n".into(), "2 of 8 in the forces", "2nd Rifle Brigade"),
        ("nothing has been searched for", "n".into(), "nothing has been searched for yet", ""),
        ("the campaign's panes", "5/rifle".into(), "1 of 8 in Forces", "1st Rifle Brigade"),
        ("the records", "7|/6th<enter>".into(), "of 1 in Forces", "6th Rifle Brigade"),
        ("the chances of a roll", "43d6<enter>|/more".into(), "1 of ", "more"),
        ("a list over the screen", "y/init".into(), "1 of ", "init"),
        ("the branches", format!("{notes}uu:note four<enter>B/four"), "1 of 1", ""),
    ];
    let mut faults = Vec::new();
    for (story, keys, said, chosen) in table {
        let mut program = Program::with("tannenberg");
        program.draw(SIZE);
        // Some lists exist only after a draw.
        for keys in keys.split('|') {
            program.keys(keys).draw(SIZE);
        }
        let screen = program.shows(SIZE);
        if !screen.contains(said) {
            faults.push(format!("{story}: “{said}” is not on the screen\n{screen}"));
        }
        let here = |line: &str| line.contains('▌') && line.contains(chosen);
        if !chosen.is_empty() && !screen.lines().any(here) {
            faults.push(format!("{story}: “{chosen}” is not chosen\n{screen}"));
        }
        for size in [(80, 24), (60, 20), (200, 60)] {
            program.draw(size);
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn search_without_a_list_does_nothing() {
    let mut program = Program::with("tannenberg");
    program.draw(SIZE);
    let screen = program.keys("7/6th").shows(SIZE);
    assert!(screen.contains("there is no list to search here") && screen.contains("◆ Forces"), "{screen}");
}

#[test]
fn esc_brings_back_the_present_too() {
    let mut program = Program::with("tannenberg");
    program.keys(":note the fog lifts<enter>:note two<enter>/fog");
    assert!(program.model.session().expect("open").is_reviewing());
    program.keys("<esc>");
    let session = program.model.session().expect("open");
    assert!(!session.is_reviewing() && session.diary().head() == 2);
    assert!(program.shows(SIZE).contains("◆ Forces"));
}

/// A key that is not part of the search ends it and acts on the pane below. The key alone writes nothing.
#[test]
fn other_keys_end_it() {
    let mut program = Program::with("tannenberg");
    let screen = program.keys("/rifle<enter>:").shows(SIZE);
    assert!(screen.contains("◆ Order") && !screen.contains("of 8 in the forces"), "{screen}");
    let screen = program.keys("<esc>/rifle<enter>?").shows(SIZE);
    assert!(screen.contains("◆ Help"), "{screen}");
    let screen = program.keys("<esc>/rifle<enter>").click(60, 3).shows(SIZE);
    assert!(!screen.contains("of 8 in the forces"), "{screen}");
    assert_eq!(program.save().diary().head(), 0);
}

#[test]
fn matches_are_marked() {
    for (width, height) in [(120, 40), (80, 24)] {
        let mut program = Program::with("tannenberg");
        program.draw((width, height));
        program.keys("/rifle<enter>n");
        program.sees((width, height), &["/rifle", "2 of 8 in the forces", "n next   N previous"]);
        let chosen = program.draw((width, height));
        let row = text(&chosen).lines().find(|line| line.contains("▌   ●")).expect("a row is chosen").to_string();
        assert!(row.contains("2nd Rif"), "{row}");
        // The match is highlighted where the whole name fits.
        if width == 120 {
            program.draws((width, height), &[("Rif", |theme| theme.help.matched.patch(theme.forces.chosen))]);
        }
    }
}

/// In a terminal: types a search, goes through the matches, and leaves.
#[test]
#[cfg_attr(windows, ignore = "needs a pseudo-terminal")]
fn from_match_to_match() {
    let home = home();
    let mut session = Session::start(home.path(), &["new", "tannenberg"], SIZE);
    session.sees("initiative to roll");
    session.keys("/rifle");
    session.sees("1 of 8 in the forces");
    session.keys("\rn");
    session.sees("2 of 8 in the forces");
    session.keys("N");
    session.sees("1 of 8 in the forces");
    session.keys("\x1b");
    session.until("the line to close", |session| !session.text().contains("of 8 in the forces"));
    session.keys("q");
    assert_eq!(session.ends(), 0);
}

/// In the review, the diary's title shows the number of matches.
#[test]
fn the_review_says_how_many_fit() {
    let mut program = Program::with("tannenberg");
    program.keys(":note the fog<enter>:note a gun<enter>:note more fog<enter>3/fog<enter>");
    let screen = program.shows((120, 40));
    assert!(screen.contains("Diary: fog, 2 matches") && !screen.contains("a gun"), "{screen}");
}

/// The diary of the review follows the typing: it marks the matches, goes to the first, and still lists all entries.
/// Esc goes back. Enter filters by the search and stays at the match.
#[test]
fn the_review_follows_as_one_types() {
    let noted = ":note the fog<enter>:note a gun<enter>:note more fog<enter>:note the end<enter>3g";
    let table: &[(&str, &str, &str, u32, bool)] = &[
        ("the first that fits", "/fog", "entry 1, match 1 of 2 for `fog`", 1, true),
        ("the next", "/fog<down>", "entry 3, match 2 of 2 for `fog`", 3, true),
        ("round again, and the one before", "/fog<down><down><up>", "entry 3, match 2 of 2 for `fog`", 3, true),
        ("letter by letter", "/fo", "Diary: fo, 2 matches", 1, true),
        ("other words", "/fog<backspace><backspace><backspace>gun", "entry 2, match 1 of 1 for `gun`", 2, true),
        ("what nothing says", "/fogg", "nothing matches so far", 0, true),
        ("an invalid order yet", "/turn ", "◆ Filter", 0, true),
        ("Esc goes back", "/fog<down><esc>", "Diary", 0, true),
        ("Enter shows it", "/fog<enter>", "Diary: fog, 2 matches", 1, false),
        ("Enter stays at what was gone to", "/fog<down><enter>", "Diary: fog, 2 matches", 3, false),
        ("and n goes on", "/fog<down><enter>n", "entry 1, match 1 of 2 for `fog`", 1, false),
        ("over a filter", "/fog<enter>/<ctrl-u>gun", "entry 2, match 1 of 1 for `gun`", 2, true),
        ("from where it was under a filter", "/fog<enter>/<ctrl-u>gun<esc>", "Diary: fog, 2 matches", 1, false),
        ("pasted", "/", "", 0, true),
    ];
    for (story, keys, seen, at, whole) in table {
        let mut program = Program::with("tannenberg");
        program.keys(noted).draw(SIZE);
        let screen = program.keys(keys).shows(SIZE);
        assert!(screen.contains(seen), "{story}: {screen}");
        assert_eq!(program.model.session().expect("open").entry(), *at, "{story}: {screen}");
        assert_eq!(screen.contains("a gun"), *whole, "{story}: what is shown\n{screen}");
        for size in [(80, 24), (60, 20), (200, 60), (1, 1)] {
            program.draw(size);
        }
    }
    let mut program = Program::with("tannenberg");
    program.keys(noted).keys("/").paste("fog");
    assert_eq!(program.model.session().expect("open").entry(), 1, "what is pasted is followed too");
    for size in [(120, 40), (80, 24)] {
        let mut program = Program::with("tannenberg");
        program.keys(noted).keys("/fog").draw(size);
        program.sees(
            size,
            &[
                "REVIEW of entry 1",
                "Diary: fog, 2 matches",
                "▌● 1 T1 “the fog”",
                "◆ Filter",
                ": fog",
                "any words, or: side NAME · turn 3-5",
                "entry 1, match 1 of 2 for `fog`",
                "Enter accept   ↓ next   Esc back",
            ],
        );
        program.draws(size, &[("Filter", |theme| theme.frame.title_focused)]);
    }
}

/// On a map, the search finds units and named places.
#[test]
fn the_map_finds_units_and_places() {
    let mut program = crate::map::wells();
    program.keys("2");
    let state = program.save().diary().state();
    let unit =
        state.units().iter().rev().find(|unit| unit.place.is_some()).expect("somebody stands there").name.clone();
    let place = state.maps()[0].ground.places()[0].0.to_string();
    let screen = program.keys("/").keys(&unit).shows((120, 40));
    assert!(screen.contains("1 of "), "{screen}");
    let there = program.keys("<enter>").cursor((120, 40));
    let screen = program.keys("/").keys(&place).shows((120, 40));
    assert!(screen.contains("1 of "), "{screen}");
    program.keys("<enter>");
    assert!(program.shows((120, 40)).contains(&place));
    assert_ne!(program.cursor((120, 40)), there, "the cursor goes there");
}
