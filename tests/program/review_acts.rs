//! Actions on the Review screen besides reading: changing entries, comparing branches and copies, and remarks that
//! can't be written.

use crate::{
    harness::{call::Home, program::Program},
    review_screen::{at, played, reading, review},
};
use std::{fs, path::Path};
use wardiary_app::ReadingStart;
use wardiary_diary::diary::{
    compare::PathComparison,
    file::{Mode, Save},
    verify::verify,
    watch::Watch,
};

/// The text of a file.
fn text(path: &Path) -> String {
    fs::read_to_string(path).expect("it is there")
}

fn notice(program: &Program) -> String {
    program.model.notice().map_or_else(String::new, |notice| notice.text.clone())
}

/// The footer's keys amend, correct and strike an entry. Each creates a branch, and the reader is then at the changed
/// entry.
#[test]
fn an_entry_is_amended_corrected_and_struck_out() {
    let footer = |program: &mut Program| program.shows((200, 40)).lines().last().expect("a footer").to_string();
    for (label, keys, line, typed, wanted) in [
        (
            "A amend",
            "A",
            "amend 9 to edna \"37th Brigade\"",
            "<ctrl-u>amend 9 to edna \"37th Brigade\" for \"hold the ridge\"<enter>",
            "hold the ridge",
        ),
        ("X strike", "X", "strike 9", "<enter>", "entry 9 struck"),
    ] {
        let (mut program, path) = review(Some(9));
        let before = text(&path);
        assert!(footer(&mut program).contains(label), "{label}: {}", footer(&mut program));
        let screen = program.keys(keys).shows((120, 40));
        assert!(screen.contains(line) && screen.contains("on a new branch"), "{label}: {screen}");
        // The line accepts only a change of this entry.
        let screen = program.keys("<ctrl-u>note \"here\"<enter>").shows((120, 40));
        assert!(notice(&program).contains("this line changes entry 9"), "{label}: {screen}");
        assert!(text(&path) == before);
        program.keys("<esc>").shows((120, 40));
        assert_eq!(at(&program), 9);
        assert!(text(&path) == before);
        program.keys(keys).keys(typed).shows((120, 40));
        // The program first shows what no longer holds.
        program.keys("<enter>");
        let screen = program.shows((120, 40));
        assert!(text(&path) != before, "{label}: {screen}");
        assert!(at(&program) > 15 && screen.contains("REVIEW of entry"), "{label}: {screen}");
        assert!(screen.contains(wanted), "{label}: {screen}");
        let save = program.save();
        let report = verify(save.diary(), save.seals(), Watch::none()).expect("nobody broke it off");
        assert_eq!(report.differences, [], "{label}");
    }
}

/// A form shows an entry's dice as they fell. Correcting a face takes four keys.
#[test]
fn the_dice_of_an_entry_are_corrected_in_the_form() {
    let (mut program, path) = review(Some(9));
    let before = text(&path);
    let screen = program.keys("K").shows((120, 40));
    assert!(screen.contains("Dice of entry 9, to be corrected on a new branch"), "{screen}");
    // An unchanged form closes without a question. After a typed face, Esc asks first.
    let screen = program.keys("<esc>").shows((120, 40));
    assert!(!screen.contains("Dice of entry 9") && at(&program) == 9, "{screen}");
    let screen = program.keys("K6<esc>").shows((120, 40));
    assert!(screen.contains("press again to keep the recorded dice: 1 face is typed"), "{screen}");
    // A blank is refused and not rolled.
    let screen = program.keys("<esc>K<backspace><enter><enter>").shows((120, 40));
    assert!(screen.contains("│1 die is blank: type the faces from the table;"), "{screen}");
    program.keys("<esc>").shows((120, 40));
    assert!(text(&path) == before && at(&program) == 9);
    let screen = program.keys("K<right>6<enter>").shows((120, 40));
    assert!(screen.contains("The save is open for reading") && text(&path) == before, "{screen}");
    let screen = program.keys("<enter>").shows((120, 40));
    assert!(text(&path) != before && at(&program) > 15, "{screen}");
    assert!(screen.contains("REVIEW of entry") && screen.contains("37th Brigade: 7 "), "{screen}");
    let report = verify(program.save().diary(), program.save().seals(), Watch::none()).expect("nobody broke it off");
    assert_eq!(report.differences, []);
}

/// The footer begins with the keys for reading, and has those that change the diary where there is room.
#[test]
fn the_footer_offers_reading_first() {
    let (mut program, _) = review(Some(9));
    for (size, items) in [
        ((80, 24), &["Space play", "→ forward", "← backward", "] next turn", "Esc back", "? help"][..]),
        ((200, 40), &["Space play", "/ filter", "A amend", "X strike", "I what if", "W resume", "? help"]),
    ] {
        let footer = program.shows(size).lines().last().expect("a footer").to_string();
        for item in items {
            assert!(footer.contains(item), "{item}: {footer}");
        }
    }
}

/// An entry on another branch can't be changed from here, and the muster can't be changed at all.
#[test]
fn unchangeable_entries_are_refused_with_reasons() {
    let (mut program, path) = review(Some(7));
    let before = text(&path);
    program.keys("X<enter>").shows((120, 40));
    assert!(notice(&program).contains("entry 7"), "{}", notice(&program));
    let screen = program.keys("<esc>:0<enter>").shows((200, 40));
    assert!(!screen.lines().last().expect("a footer").contains("X strike"), "{screen}");
    program.keys("AXK").shows((120, 40));
    assert!(text(&path) == before);
}

/// Compares the current branch with a branch of the list, and opens an entry of either.
#[test]
fn branches_are_laid_side_by_side() {
    let (mut program, path) = review(Some(4));
    let before = text(&path);
    let screen = program.keys("<alt-c><enter>").shows((120, 40));
    for said in [
        "The path to entry 15: 8 entries",
        "The path to entry 7: 1 entry",
        "Differences at the end; fork after entry 6",
        "First day: over (after entry 15)",
    ] {
        assert!(screen.contains(said), "{said}: {screen}");
    }
    for size in [(120, 40), (80, 24), (60, 20)] {
        let screen = program.sees(
            size,
            &[
                "◆ The path to entry 15",
                "The path to entry 7",
                "Germans to go first",
                "Differences at the end",
                "Enter view",
            ],
        );
        // Both branches begin in one row, after their common entry.
        let row = screen.lines().find(|line| line.contains("Germans to go first")).expect("the first of the one way");
        assert!(row.contains("“what was tried first”"), "{screen}");
    }
    program.keys("<tab><enter>").shows((120, 40));
    assert_eq!(at(&program), 7, "the entry of the other branch");
    program.keys("<alt-c><enter><tab>G<enter>").shows((120, 40));
    assert_eq!(at(&program), 15, "the last of the other branch, which is the one that was left");
    program.keys("<alt-c><enter>").shows((120, 40));
    program.click(10, 3).shows((120, 40));
    program.keys("<enter>").shows((120, 40));
    assert_eq!(at(&program), 10, "the third of this way, by the mouse");
    assert!(text(&path) == before);
}

/// Remarks appear below their entries, and a click on a remark selects its entry.
#[test]
fn remarks_are_seen_side_by_side() {
    let (mut program, path) = review(Some(9));
    program.keys(
        "#<ctrl-u>!? \"the test that held the ridge, as everybody hoped it would\" with ridge.jpg<enter>*held<enter>",
    );
    let screen = program.keys("<alt-c><enter>").shows((120, 40));
    for said in ["remark: !? the test that held the ridge", "bookmark: held", "bookmark: the second day"] {
        assert!(screen.contains(said), "{said}: {screen}");
    }
    assert!(!screen.contains("too early"), "that is remarked on what both have: {screen}");
    let row = |screen: &str, words: &str| {
        u16::try_from(screen.lines().position(|line| line.contains(words)).expect(words)).expect("a row")
    };
    program.click(10, row(&screen, "bookmark: held")).shows((120, 40));
    program.keys("<enter>").shows((120, 40));
    assert_eq!(at(&program), 9, "its remark is its own");
    let screen = program.keys("<alt-c><enter>G").shows((80, 24));
    program.click(10, row(&screen, "bookmark: the second")).shows((80, 24));
    program.keys("<enter>").shows((80, 24));
    assert_eq!(at(&program), 12);
    assert!(text(&path).contains("held the ridge"));
}

/// In the list of remarks, the remark on the entry under review has the mark of the current position.
#[test]
fn the_remark_of_the_entry_looked_at_has_its_sign() {
    let (mut program, _) = review(Some(4));
    let screen = program.keys("'r").shows((120, 40));
    let line = |words: &str| screen.lines().find(|line| line.contains(words)).expect(words).to_string();
    assert!(line("entry 4:").contains('◆') && !line("entry 12:").contains('◆'), "{screen}");
    assert!(!["entry 4:", "entry 12:"].iter().any(|words| line(words).contains('Ψ')), "{screen}");
}

/// Compares with another copy of the save, by name from the list or on the command line.
#[test]
fn a_copy_that_was_written_on_apart_is_laid_beside() {
    let (mut program, path) = review(Some(4));
    let folder = path.parent().expect("a folder");
    let copy = folder.join("laptop.ron");
    fs::copy(&path, &copy).expect("copied");
    let mut other = Save::open(&copy, Mode::Write).expect("it opens");
    let now = jiff::Timestamp::from_second(1_790_000_100).expect("a time");
    other.move_head(wardiary_diary::diary::Move::To(14), now).expect("it goes there");
    drop(other);
    let before = (text(&path), text(&copy));
    let beside = |name: &str| format!("<alt-c><down><enter>{name}<enter>");
    let screen = program.keys(&beside(&copy.to_string_lossy())).shows((120, 40));
    for said in ["two.ron, to entry 15: 1 entry", "laptop.ron, to entry 14: 0 entries", "the branch ends at entry 14"] {
        assert!(screen.contains(said), "{said}: {screen}");
    }
    let screen = program.keys("<esc>").shows((120, 40));
    assert!(screen.contains("REVIEW of entry 4"), "{screen}");
    // A file that is missing or not a copy causes a message, and no comparison opens.
    let header =
        wardiary_diary::assets::scenario("tannenberg", None, "1915".parse().expect("a seed")).expect("it ships");
    let stranger = folder.join("stranger.ron");
    drop(Save::create(&stranger, header).expect("a save"));
    for (name, why) in [
        (stranger.to_string_lossy().into_owned(), "they are not copies of one save"),
        (folder.join("nowhere.ron").to_string_lossy().into_owned(), "nowhere.ron"),
    ] {
        let screen = program.keys(&beside(&name)).shows((120, 40));
        assert!(
            notice(&program).contains(why) && !screen.contains("Differences at the end"),
            "{}: {screen}",
            notice(&program)
        );
    }
    assert!((text(&path), text(&copy)) == before);
    // The state in which `wardiary review SAVE OTHER` opens.
    let home = tempfile::tempdir().expect("a folder");
    let (path, copy) = (played(home.path()), before.1);
    let diary = wardiary_diary::diary::file::load(copy.as_bytes()).expect("it loads").diary;
    let save = Save::open(&path, Mode::Read).expect("it opens");
    let compared = PathComparison::of_copies([(save.diary(), 15, "two.ron"), (&diary, 14, "laptop.ron")]);
    let compared = Box::new(compared.expect("copies"));
    let mut program = reading(home, &path, ReadingStart::Compare { at: Some(4), compared, same_save: false });
    assert!(program.shows((120, 40)).contains("Differences at the end"));
    program.keys("<tab><enter><esc>").shows((120, 40));
    assert_eq!(at(&program), 4, "an entry of the other copy can't be looked at here");
}

/// The command line refuses a missing or unreadable file before a screen opens.
#[test]
fn the_command_line_says_what_can_not_be_compared() {
    let home = Home::new();
    home.tannenberg("t");
    home.run(&["do", "t.ron", "note a", "note b", "undo", "note c"]).done();
    fs::copy(home.path("t.ron"), home.path("u.ron")).expect("copied");
    home.run(&["do", "u.ron", "note theirs"]).done();
    let told = home.run(&["compare", "t.ron", "u.ron"]).failed(1, &["differ"]).out;
    assert!(told.contains("u.ron, to entry 4: 1 entry") && told.contains("They diverge after entry 3."), "{told}");
    home.run(&["do", "u.ron", "remark 4 !? \"dubious\"", "bookmark 4 \"mine\""]).done();
    let told = home.run(&["compare", "t.ron", "u.ron"]).failed(1, &["differ"]).out;
    assert!(told.contains("remark: !? dubious") && told.contains("bookmark: mine"), "{told}");
    let json = home.run(&["compare", "t.ron", "u.ron", "--json"]).failed(1, &["differ"]).json();
    let entry = json["ways"][1]["entries"].as_array().and_then(|entries| entries.last()).expect("an entry").clone();
    assert_eq!((&entry["remark"]["text"], &entry["bookmark"]), (&"dubious".into(), &"mine".into()), "{json}");
    home.run(&["compare", "t.ron", "--with", "9"]).failed(1, &["there is no entry 9"]);
    home.run(&["compare", "t.ron", "--with", "nothing"]).failed(1, &["no branch"]);
    home.run(&["compare", "t.ron"]).failed(2, &["--with"]);
    home.run(&["compare", "t.ron", "nowhere.ron"]).failed(3, &["nowhere.ron"]);
}

/// A remark on a locked or read-only save is refused with a message, and the review stays open.
#[test]
fn a_remark_that_can_not_be_written_is_refused() {
    let (mut program, path) = review(Some(4));
    let before = text(&path);
    let writer = Save::open(&path, Mode::Write).expect("nobody has it");
    program.keys("#<ctrl-u>! seen<enter>").shows((120, 40));
    assert!(
        notice(&program).contains("open elsewhere") || notice(&program).contains("another program"),
        "{}",
        notice(&program)
    );
    assert_eq!(at(&program), 4);
    assert!(text(&path) == before);
    program.keys("W<enter>").shows((120, 40));
    assert!(program.shows((120, 40)).contains("REVIEW of entry 4"));
    program.keys("X<enter><enter>").shows((120, 40));
    assert_eq!(at(&program), 4);
    assert!(text(&path) == before);
    drop(writer);
    program.keys("#<ctrl-u>! seen<enter>").shows((120, 40));
    assert!(program.shows((120, 40)).contains("remark: ! seen"));
}

/// A remark on a missing file causes a warning.
#[test]
fn a_photo_that_is_not_there_is_said() {
    let (mut program, path) = review(Some(4));
    fs::write(path.with_file_name("table.jpg"), "a picture").expect("written");
    program.keys("#<ctrl-u>\"so it lay\" with table.jpg, gone.jpg, https://example.org/a.jpg<enter>").shows((120, 40));
    let said = notice(&program);
    assert!(said.contains("gone.jpg does not exist") && !said.contains("table.jpg does not exist"), "{said}");
    assert!(!said.contains("a.jpg does not exist"), "{said}");
    let screen = program.shows((120, 40));
    assert!(screen.contains("[table.jpg] [gone.jpg]"), "{screen}");
}

/// A remark on a shared entry appears on both branches. A remark on another branch appears in the list and on that
/// branch.
#[test]
fn a_remark_is_seen_on_every_way_through_its_entry() {
    let (mut program, _) = review(Some(7));
    program.keys("#?? \"left too soon\"<enter>").shows((120, 40));
    let screen = program.keys(":15<enter>'r").shows((120, 40));
    assert!(screen.contains("entry 7") && screen.contains("remark: ?? left too soon"), "{screen}");
    program.keys("<esc>'r<down><enter>").shows((120, 40));
    assert_eq!(at(&program), 7);
    for end in [7, 15] {
        let screen = program.keys(&format!(":{end}<enter>:4<enter>")).shows((120, 40));
        assert!(screen.contains("remark: !? too early"), "on the route to {end}: {screen}");
    }
    // A new remark replaces the remark, and an empty one withdraws it.
    program.keys("#<ctrl-u>! \"well judged\"<enter>").shows((120, 40));
    assert!(program.shows((120, 40)).contains("remark: ! well judged"));
    program.keys("#<ctrl-u><enter>").shows((120, 40));
    assert!(!program.shows((120, 40)).contains("remark:"));
    let screen = program.keys("'r").shows((120, 40));
    assert!(!screen.contains("too early") && !screen.contains("well judged"), "{screen}");
}

/// The strip shows the swing of each battle, as the timeline does, and a key leads to its turning points.
#[test]
fn the_swing_is_on_the_strip_and_its_turning_points_are_gone_to() {
    let (mut program, _) = review(Some(0));
    let diary = |program: &Program| program.model.session().expect("open").diary().clone();
    let battle = diary(&program).state_at(1).expect("it is there").battles()[0].id;
    let swing = wardiary_report::battle_timeline::battle_timeline(&diary(&program), battle).expect("it was fought");
    // One entry is a turning point: the phase in which the Russians lost 4 of 16.
    let points = swing.turning_points(3);
    assert_eq!(points.iter().map(|point| point.no).collect::<Vec<_>>(), [4]);
    let screen = program.shows((120, 40));
    assert!(screen.contains("lead: none"), "{screen}");
    let screen = program.keys("<ctrl-t>").shows((120, 40));
    assert_eq!(at(&program), 4);
    assert!(screen.contains("lead: Germans, the enemy 25% nearer exhaustion (+25%)"), "{screen}");
    let rows: Vec<&str> = screen.lines().collect();
    // From that entry to the end of the battle, a quarter high. Nobody leads in the second battle.
    let row: Vec<char> = rows[3].chars().collect();
    let here = rows[2].chars().position(|c| c == '◆').expect("where one stands");
    assert_eq!((row[here - 1], row[here], row[here + 1]), ('·', '▂', '▂'), "{screen}");
    assert_eq!(row[here..].iter().collect::<String>().trim_end().trim_matches(['▂', '·']).trim(), "", "{screen}");
    assert_eq!(rows[4].chars().nth(here), Some('!'), "a mark counts more than a turning point: {screen}");
    program.keys("<ctrl-t>").shows((120, 40));
    assert!(notice(&program).contains("no other turning point"), "{}", notice(&program));
    program.keys("G<alt-t>").shows((120, 40));
    assert_eq!(at(&program), 4);
}
