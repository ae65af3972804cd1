//! The Luck screen and the service records as a person sees them: the luck of the dice, the fate of a unit, and the
//! keys that lead to the entries.

use crate::harness::{
    call::{Home, as_str},
    program::Program,
    session::Session,
};
use std::fmt::Write as _;

const SIZES: [(u16, u16); 3] = [(120, 40), (80, 24), (60, 20)];
const WIDE: (u16, u16) = (120, 40);

/// A day's battle with combats, tests, an undone test, and a second battle.
fn fought() -> Program {
    let mut program = Program::with("tannenberg");
    for order in [
        "scrud \"XX Corps\" v \"XIII Corps\"",
        "edna \"37th Brigade\"",
        "undo",
        "edna \"37th Brigade\"",
        "scrud \"XX Corps\" v \"XIII Corps\"",
        "end battle because \"darkness\"",
        "battle \"The ford\" with \"XX Corps\" v \"XV Corps\"",
        "edna \"73rd Brigade\"",
        "remark 1 !! \"what a volley\"",
    ] {
        program.keys(&format!(":{order}<enter>"));
    }
    program
}

#[test]
fn luck_and_records_at_their_sizes() {
    for size in SIZES {
        let mut program = fought();
        program.keys("6");
        program.sees(
            size,
            &[
                "◆ Luck of the sides",
                "▌Germans: 4 rolls",
                "+1.2  no percentile below 30 rolls",
                "2 phases      inflicted          8       7.2  +0.8",
                "By battle",
                "First day  Germans   3 rolls  +1.0",
                "By unit",
                "4  turn 1  Russians lost 12 SP, 75% of exhaustion",
                "d6  1: 3  2: 4  3: 3  4: 3  5: 2  6: 4  the program",
                "Not weighed, and undone",
                "4 rolls up to entry 7, 4 weighed",
            ],
        );
        program.draws(size, &[("Luck of the sides", |theme| theme.frame.title_focused)]);
        program.keys("7");
        program.sees(
            size,
            &[
                "◆ Forces",
                "▌  37th Brigade       4 SP, EDNA 8  green",
                " XX Corps            16 SP",
                "37th Brigade of Germans",
                "at the muster  ██████████  4 SP  EDNA 8  green",
                "1  !!  what a volley",
                "1  T1  Germans beat Russians",
                "Enter open   ] next force",
            ],
        );
        program.draws(size, &[("Forces", |theme| theme.frame.title_focused)]);
    }
}

/// The story, the keys, the texts on the screen, and the texts that are not on it.
type Case<'a> = (&'a str, &'a str, &'a [&'a str], &'a [&'a str]);

#[test]
fn keys_work() {
    let table: &[Case] = &[
        (
            "luck by side, with its rolls",
            "6",
            &["Luck of the sides", "Germans: 4 rolls", "2 EDNA tests", "no percentile below 30 rolls"],
            &[],
        ),
        (
            "what is undone is seen to",
            "6",
            &["4 rolls up to entry 7, 4 weighed", "1 roll is on an abandoned branch"],
            &[],
        ),
        ("every throw once", "6<alt-a>", &["5 rolls on all branches, 5 weighed", "Germans: 5 rolls"], &[]),
        ("a battle alone, and the next", "6}}", &["in The ford", "Germans: 1 roll"], &["Russians: "]),
        ("after the last all again", "6}}}", &["up to entry 7"], &["in The ford"]),
        ("Esc goes back to all", "6}<esc>", &["up to entry 7"], &["in First day"]),
        ("and then to the previous screen", "6<esc>", &["Forces"], &["Luck of the sides"]),
        ("a battle of the list alone", "6<tab><enter>", &["in First day"], &[]),
        ("a unit of the list has its record", "6<tab><tab><enter>", &["37th Brigade of Germans", "History"], &[]),
        (
            "a turning point leads to its entry",
            "6<tab><tab><tab><enter>",
            &["REVIEW of entry 4"],
            &["Luck of the sides"],
        ),
        ("the record of the chosen unit", "gjjV", &["37th Brigade of Germans", "tested once, passed once"], &[]),
        ("its battles, its days", "gjjV", &["First day", "The ford", "at the muster"], &[]),
        ("the remarks on it", "gjjV", &["Remarks", "what a volley"], &[]),
        ("its entries lead to the diary", "gjjV<tab><tab><tab>G<enter>", &["Entry 6, T1"], &["History"]),
        ("the next unit, and the one before", "7]][", &["73rd Brigade of Germans"], &["41st Brigade of Germans"]),
        ("the list shows whose it goes to", "7jj", &["41st Brigade of Germans"], &[]),
        ("from the Campaign screen too", "5<backtab>gjjV", &["37th Brigade of Germans"], &[]),
        ("Esc leaves it", "7<esc>", &["Forces"], &["History"]),
    ];
    for (what, keys, there, not_there) in table {
        let mut program = fought();
        let mut shown = String::new();
        // Background results arrive when a frame is drawn.
        for key in split(keys) {
            program.keys(&key);
            shown = program.shows(WIDE);
        }
        for part in *there {
            assert!(shown.contains(part), "{what}: {part}\n{shown}");
        }
        for part in *not_there {
            assert!(!shown.contains(part), "{what}: {part}\n{shown}");
        }
        assert_eq!(program.save().diary().head(), 7, "{what}: nothing is written");
    }
}

/// Splits keys into single key presses.
fn split(keys: &str) -> Vec<String> {
    let mut rest = keys;
    let mut each = Vec::new();
    while let Some(first) = rest.chars().next() {
        let end = if first == '<' { rest.find('>').map_or(1, |at| at + 1) } else { first.len_utf8() };
        each.push(rest[..end].to_string());
        rest = &rest[end..];
    }
    each
}

#[test]
fn the_mouse_selects_rows() {
    let mut program = fought();
    program.keys("7");
    let shown = program.shows(WIDE);
    let row = shown.lines().position(|line| line.contains("75th Brigade")).expect("it is there");
    program.click(5, u16::try_from(row).expect("a row"));
    assert!(program.shows(WIDE).contains("75th Brigade of Germans"));
}

/// A diary without dice, and a diary without units.
#[test]
fn there_is_nothing_to_be_told() {
    let mut program = Program::with("tannenberg");
    program.keys("6");
    let shown = program.shows((80, 24));
    assert!(
        shown.contains("▌no rolls have been weighed") && shown.contains("no rolls on abandoned branches"),
        "{shown}"
    );
    program.keys("7");
    assert!(program.shows(WIDE).contains("was present, but did not fight"));
}

/// The Review screen finds lucky rolls as soon as they are ranked.
#[test]
#[cfg_attr(windows, ignore = "needs a pseudo-terminal")]
fn lucky_rolls_are_found_in_review() {
    let home = Home::new();
    let orla = concat!(env!("CARGO_MANIFEST_DIR"), "/saves/orla.ron");
    std::fs::copy(orla, home.path("orla.ron")).expect("the folder can be written");
    let mut session = Session::start(&home.path(""), &["review", as_str(&home.path("orla.ron"))], (120, 40));
    session.sees("Diary");
    session.keys("/lucky for Kessler\r");
    session.sees("entry 82, match 1 of 1 for `lucky for Kessler`");
    session.keys("/\u{15}lucky for Kessler kind edna\r");
    session.sees("none of 107 entries matches the filter; `lucky for Kessler` would show 1 entry");
    session.keys("q");
    assert_eq!(session.ends(), 0, "{}", session.text());
}

/// Ranking the rolls runs in the background: keys still work, and Esc cancels it.
#[test]
#[cfg_attr(windows, ignore = "needs a pseudo-terminal")]
fn long_weighing_keeps_no_key_waiting() {
    let home = Home::new();
    home.tannenberg("t");
    let mut script = String::new();
    for (first, second) in (1..=8).flat_map(|first| (1..=8).map(move |second| (first, second))).filter(|(a, b)| a != b)
    {
        let name = |at: usize| ["1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th"][at - 1];
        let (first, second) = (name(first), name(second));
        writeln!(script, "promote \"{first} Rifle Brigade\" 1 because \"a test\"").expect("it is written");
        writeln!(script, "demote \"{second} Rifle Brigade\" 1 because \"a test\"").expect("it is written");
        script.push_str("scrud \"XX Corps\" v Russians\nundo 3\n");
    }
    home.feed(&["do", "t.ron", "-"], &script).done();
    let before = home.read("t.ron");
    let mut session = Session::start(&home.path(""), &["open", as_str(&home.path("t.ron"))], (120, 40));
    session.sees("Forces");
    session.keys("6\u{1b}a");
    session.sees("weighing the rolls");
    session.keys("\u{1b}");
    session.sees("cancelled before all rolls were weighed");
    session.keys("7");
    session.sees("History");
    session.keys("q");
    assert_eq!(session.ends(), 0, "{}", session.text());
    assert_eq!(home.read("t.ron"), before, "nothing is written");
}
