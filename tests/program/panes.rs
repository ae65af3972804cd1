//! The layout of panes: borders moved by mouse and keys, kept for the next session, the course of a battle where there
//! is room, and the order of panes on a tall and narrow screen.

use crate::harness::program::Program;
use std::{fs, path::Path};
use wardiary_app::Start;
use wardiary_diary::{
    assets::Folders,
    diary::file::{Mode, Save},
};

const WIDE: (u16, u16) = (120, 40);

/// A battle with a phase, notes and the end of a turn.
fn fought() -> Program {
    let mut program = Program::with("tannenberg");
    program.keys("H:scrud Germans v Russians<enter>655444332211<enter>H");
    program.keys(":note \"a lull\"<enter>:end turn<enter>:note \"next\"<enter>").draw(WIDE);
    program
}

/// The position of a pane's upper left corner, found by its title.
fn title_at(program: &mut Program, size: (u16, u16), title: &str) -> (usize, usize) {
    let screen = program.shows(size);
    let found = screen.lines().enumerate().find_map(|(y, row)| {
        let at = row.find(title).filter(|_| row.starts_with(['┌', '├', '│']))?;
        let corner = row[..at].rfind(['┌', '┬', '├', '┼'])?;
        Some((row[..corner].chars().count(), y))
    });
    found.unwrap_or_else(|| panic!("no “{title}” on\n{screen}"))
}

#[test]
fn a_border_is_dragged_and_stays_where_it_was_put() {
    let mut program = fought();
    let (x, y) = title_at(&mut program, WIDE, "Diary ─");
    let at = |x: usize, y: usize| (u16::try_from(x).expect("small"), u16::try_from(y).expect("small"));
    let (from, to) = (at(x, y + 3), at(x - 12, y + 3));
    program.click(from.0, from.1).drag(to.0, to.1).release(to.0, to.1);
    assert_eq!(title_at(&mut program, WIDE, "Diary ─").0, x - 12);
    let kept = fs::read_to_string(program.model.folders.config.join("panes.ron")).expect("it is kept");
    assert!(kept.contains("Diary:"), "{kept}");
    // Moving the pointer without holding a border moves nothing.
    program.drag(90, 10).release(90, 10);
    assert_eq!(title_at(&mut program, WIDE, "Diary ─").0, x - 12);
    // At another size the border has the same relative position.
    let wide = title_at(&mut program, (200, 60), "Diary ─").0;
    assert!(wide.abs_diff((x - 12) * 200 / 120) <= 2, "{wide}");
    program.keys("Z");
    assert_eq!(title_at(&mut program, WIDE, "Diary ─").0, x);
    assert!(!program.model.folders.config.join("panes.ron").exists());
}

#[test]
fn keys_move_borders_too() {
    let mut program = fought();
    let before = title_at(&mut program, WIDE, "Square");
    program.keys("<ctrl-right>").draw(WIDE);
    program.keys("<ctrl-right>").draw(WIDE);
    let wider = title_at(&mut program, WIDE, "Square");
    assert_eq!(wider.0, before.0 + 2 + 2, "the forces are wider");
    program.keys("<ctrl-left>").draw(WIDE);
    assert_eq!(title_at(&mut program, WIDE, "Square").0, before.0 + 2);
    let dice = title_at(&mut program, WIDE, "Germans v Russians, phase").1;
    program.keys("<ctrl-down>").draw(WIDE);
    assert_eq!(title_at(&mut program, WIDE, "Germans v Russians, phase").1, dice + 1, "the forces are taller");
}

/// The other screens also have movable borders, and panes that take the whole screen.
#[test]
fn the_panes_of_every_screen_are_divided_as_one_likes() {
    let campaign = "5";
    let odds = "4scrud 4 green v 8 yellow<enter>";
    // The scenario, the keys to the screen, a title to the right of a border, the keys that move the border, the keys
    // that zoom and undo the zoom, and a text that the zoom hides.
    let table = [
        ("wadi", campaign, "Forces ─", "<ctrl-right>", ("z", "Z"), "Battles"),
        ("wadi", "2", "─┬", "<ctrl-right>", ("z", "Z"), "General Harcourt"),
        ("tannenberg", odds, "Compared with", "", ("z", "Z"), "Compared with"),
        ("tannenberg", ":scrud Germans v Russians<enter>6", "Faces rolled", "<ctrl-right>", ("z", "Z"), "About luck"),
        ("tannenberg", "7", "37th Brigade of Germans", "<ctrl-right>", ("z", "Z"), "History"),
    ];
    for (scenario, keys, title, wider, (zoom, reset), hidden) in table {
        let mut program = Program::with(scenario);
        program.draw(WIDE);
        program.keys(keys).draw(WIDE);
        let place = |program: &mut Program| {
            let screen = program.shows(WIDE);
            let found = screen.lines().enumerate().find_map(|(y, row)| {
                let at = row.find(title)?;
                let at = at + if title == "─┬" { '─'.len_utf8() } else { 0 };
                let corner = row[..at + '┬'.len_utf8()].rfind(['┌', '┬', '├', '┼']).filter(|_| row.starts_with('┌'))?;
                Some((row[..corner].chars().count(), y))
            });
            found.unwrap_or_else(|| panic!("{scenario} {keys}: no “{title}” on\n{screen}"))
        };
        let before = place(&mut program);
        let (x, y) = (u16::try_from(before.0).expect("small"), u16::try_from(before.1).expect("small") + 2);
        program.click(x, y).drag(x - 10, y).release(x - 10, y);
        assert_eq!(place(&mut program).0, before.0 - 10, "{scenario} {keys}");
        assert!(program.model.folders.config.join("panes.ron").exists(), "{scenario} {keys}");
        if !wider.is_empty() {
            program.keys(wider).draw(WIDE);
            assert_eq!(place(&mut program).0, before.0 - 8, "{scenario} {keys}: {wider}");
        }
        program.keys(reset).draw(WIDE);
        assert_eq!(place(&mut program), before, "{scenario} {keys}: {reset}");
        let all = program.shows(WIDE);
        let zoomed = program.keys(zoom).shows(WIDE);
        assert!(all.contains(hidden) && !zoomed.contains(hidden), "{scenario} {keys}: {zoom}\n{all}\n{zoomed}");
        program.keys(reset);
        assert_eq!(program.shows(WIDE), all, "{scenario} {keys}");
    }
}

/// The border between two stacked panes can be dragged and moved by keys. Esc undoes a zoom.
#[test]
fn panes_of_figures_are_divided_where_they_lie_under_each_other() {
    const SIZE: (u16, u16) = (80, 24);
    for (keys, below, first) in [("6", "By unit", "Luck of the sides"), ("7", "37th Brigade of Germans", "Forces")] {
        let mut program = fought();
        program.draw(SIZE);
        program.keys(keys).draw(SIZE);
        let (_, before) = title_at(&mut program, SIZE, below);
        let row = u16::try_from(before).expect("small");
        program.click(30, row).drag(30, row - 2).release(30, row - 2);
        assert_eq!(title_at(&mut program, SIZE, below).1, before - 2, "{keys}: dragged");
        program.keys("<backtab>").draw(SIZE);
        program.keys("<ctrl-down>").draw(SIZE);
        assert_eq!(title_at(&mut program, SIZE, below).1, before - 1, "{keys}: the one above is taller");
        // The border above the next pane stays where it was put, whichever pane has the focus.
        program.keys("<tab>").draw(SIZE);
        assert_eq!(title_at(&mut program, SIZE, below).1, before - 1, "{keys}: the next has the keys");
        let zoomed = program.keys("z").shows(SIZE);
        assert!(zoomed.contains(below) && !zoomed.contains(first), "{keys}: {zoomed}");
        let back = program.keys("<esc>").shows(SIZE);
        assert!(back.contains(below) && back.contains(first), "{keys}: {back}");
        program.keys("Z<backtab>").draw(SIZE);
        assert_eq!(title_at(&mut program, SIZE, below).1, before, "{keys}: as it was");
    }
}

/// The borders between stacked panes of the Campaign screen move too, and a click on a title focuses its pane.
#[test]
fn the_panes_of_a_campaign_are_divided_where_they_lie_under_each_other() {
    let mut program = Program::with("wadi");
    program.draw(WIDE);
    program.keys("5").draw(WIDE);
    let (_, before) = title_at(&mut program, WIDE, "Battles: 1");
    let row = u16::try_from(before).expect("small");
    program.click(20, row).draw(WIDE);
    assert!(program.shows(WIDE).contains("◆ Battles: 1"), "a click gives it the keys");
    let (_, focused) = title_at(&mut program, WIDE, "Battles: 1");
    let row = u16::try_from(focused).expect("small");
    program.click(20, row).drag(20, row + 3).release(20, row + 3);
    assert_eq!(title_at(&mut program, WIDE, "Battles: 1").1, focused + 3);
    program.keys("<backtab>").draw(WIDE);
    program.keys("<ctrl-down>").draw(WIDE);
    assert_eq!(title_at(&mut program, WIDE, "Battles: 1").1, focused + 4, "the pane above is taller");
    program.keys("Z").draw(WIDE);
    program.keys("<tab>").draw(WIDE);
    assert_eq!(title_at(&mut program, WIDE, "Battles: 1").1, focused);
}

fn opened(path: &Path, folders: &Folders) -> wardiary_app::model::Model {
    let mut model =
        wardiary_app::start(Start::Save(Box::new(Save::open(path, Mode::Write).expect("it opens"))), folders.clone());
    model.settings.flourish = false;
    model
}

#[test]
fn zoom_and_borders_are_there_in_the_next_session() {
    let home = tempfile::tempdir().expect("a folder");
    let folders = Folders { saves: home.path().join("saves"), config: home.path().join("config") };
    fs::create_dir_all(&folders.saves).expect("a folder");
    let path = folders.saves.join("tannenberg.ron");
    fs::copy(concat!(env!("CARGO_MANIFEST_DIR"), "/saves/tannenberg.ron"), &path).expect("it ships");
    let begun = |home| Program::begun(opened(&path, &folders), home);
    let mut program = begun(tempfile::tempdir().expect("a folder"));
    assert!(program.shows(WIDE).contains("Square"));
    program.keys("z");
    let zoomed = program.shows(WIDE);
    assert!(!zoomed.contains("Square") && zoomed.contains("Forces"), "{zoomed}");
    drop(program);
    let mut program = begun(home);
    assert_eq!(program.shows(WIDE), zoomed);
    // The Review screen behaves the same, and Esc undoes the zoom.
    let review = program.keys("3").shows(WIDE);
    assert!(review.contains("Diary") && !review.contains("Forces"), "{review}");
    let back = program.keys("<esc><esc>").shows(WIDE);
    assert!(back.contains("Square"), "{back}");
}

#[test]
fn a_file_of_panes_that_is_none_does_no_harm() {
    for content in
        ["", "(", "(zoomed: 3)", "(borders: {Nowhere: 5})", "(borders: {Forces: 65535, Dice: 0})", "\u{feff}()"]
    {
        let mut program = Program::at_menu();
        let folders = program.model.folders.clone();
        for folder in [&folders.saves, &folders.config] {
            fs::create_dir_all(folder).expect("a folder");
        }
        fs::write(folders.config.join("panes.ron"), content).expect("a file");
        let path = folders.saves.join("one.ron");
        fs::copy(concat!(env!("CARGO_MANIFEST_DIR"), "/saves/tannenberg.ron"), &path).expect("it ships");
        program.model = opened(&path, &folders);
        for size in [(60, 20), (80, 24), (120, 40), (60, 60), (200, 60)] {
            let screen = program.shows(size);
            assert!(screen.contains("Forces") && screen.contains("Germans"), "{content}: {screen}");
        }
    }
}

/// A short roll leaves the rows that its dice do not need to the panes above, and takes them back for an order.
#[test]
fn dice_take_no_more_rows_than_they_need() {
    let rows_of_roll = |program: &mut Program, title: &str| {
        let screen = program.sees((120, 40), &[title]);
        let below = screen.lines().skip_while(|line| !line.contains(&format!("{title} ─")));
        below.take_while(|line| line.starts_with(['├', '│', '└'])).count()
    };
    let mut program = Program::with("grand-couronne");
    program.draw((120, 40));
    program.keys("<enter>");
    assert_eq!(rows_of_roll(&mut program, "Initiative"), 5);
    program.keys(":");
    assert_eq!(rows_of_roll(&mut program, "Order"), 13);
}

/// Large screens show strength over time and the battle's timeline in the free space (SCREENS.md).
#[test]
fn the_course_of_a_battle_is_shown_where_there_is_room() {
    let mut program = fought();
    let big = (200, 60);
    for _ in 0..3 {
        program.draw(big);
    }
    let screen = program.shows(big);
    for said in [
        "Strength over time",
        "28 of 32 SP",
        "16 of 16 SP",
        "exhausts in 8",
        "exhausts in 12",
        "T1",
        "T2",
        "† leader fell",
    ] {
        assert!(screen.contains(said), "“{said}” is not on\n{screen}");
    }
    assert!(!program.shows((120, 36)).contains("Strength over time"), "where the diary needs the room it has it");
    // A click at the start of the timeline goes back to before the first phase.
    let (x, y) = title_at(&mut program, big, "Strength over time");
    let row = program.shows(big).lines().skip(y).position(|row| row.contains("T1")).expect("the turns") + y + 1;
    let (x, row) = (u16::try_from(x + 14).expect("small"), u16::try_from(row).expect("small"));
    program.click(x, row);
    let screen = program.shows(big);
    assert!(screen.contains("REVIEW of entry 0"), "{screen}");
    // Undo removes a loss from the course of the battle, and redo restores it.
    program.keys("<esc>uuuu");
    let undone = program.shows(big);
    assert!(undone.contains("32 of 32 SP"), "{undone}");
    program.keys("UUUU");
    program.draw(big);
    assert!(program.shows(big).contains("28 of 32 SP"));
}

#[test]
fn a_tall_and_narrow_screen_stacks_its_panes() {
    let mut program = fought();
    for size in [(60, 60), (80, 70)] {
        for _ in 0..3 {
            program.draw(size);
        }
        let rows = ["Forces", "Square", "Diary ─", "Germans v Russians, phase"]
            .map(|title| title_at(&mut program, size, title).1);
        assert!(rows.is_sorted(), "{size:?}: {rows:?}\n{}", program.shows(size));
    }
    // At the smallest size, moving on to the card shows the Square.
    assert!(!program.shows((60, 20)).contains("Square"));
    let screen = program.keys("<tab><tab>").shows((60, 20));
    assert!(screen.contains("Square"), "{screen}");
}

/// A General rolls no die of his grade, so nothing on the table names one; his infantry's grade is named.
#[test]
fn who_rolls_no_die_has_no_grade() {
    let muster = |kind: &str| {
        let unit = format!("(id: 10, side: 1, name: \"Napoléon\", kind: \"{kind}\", grade: \"black\")");
        let enemy = "(id: 11, side: 2, name: \"Landwehr\", grade: \"red\")";
        let sides = "(id: 1, name: \"French\"), (id: 2, name: \"Prussians\")";
        let battle = "(id: 3, name: \"Ligny\", parties: [[1], [2]])";
        format!("(sides: [{sides}], units: [{unit}, {enemy}], battles: [{battle}])")
    };
    for (kind, is_graded) in [("general", false), ("infantry", true)] {
        let screen = Program::of_muster(&muster(kind)).keys("j").shows((120, 40));
        assert_eq!(screen.contains("Fights as black"), is_graded, "{screen}");
        assert_eq!(screen.matches("+3").count(), 2 * usize::from(is_graded), "in the forces and on the card: {screen}");
    }
}

/// A folded formation has a gauge of its own below its side, and the service records sum up what its units did.
#[test]
fn folded_formations_are_summed() {
    let mut program = Program::of_muster(
        r#"(
            sides: [(id: 1, name: "French"), (id: 2, name: "Allies")],
            stacks: [
                (id: 10, side: 1, name: "Quiot", formation: "Army / I Corps"),
                (id: 11, side: 1, name: "Foy", formation: "Army / II Corps"),
                (id: 20, side: 2, name: "Line"),
            ],
            units: [
                (id: 12, name: "A", stack: 10, strength: 4), (id: 13, name: "B", stack: 11, strength: 7),
                (id: 21, name: "K", stack: 20, strength: 5),
            ],
            battles: [(id: 30, name: "Hill", parties: [[1], [2]])],
        )"#,
    );
    program.keys(":lose A 3<enter>");
    let gauges = |screen: &str| -> Vec<String> {
        screen.lines().skip(1).take_while(|row| !row.contains("Forces")).map(String::from).collect()
    };
    assert_eq!(gauges(&program.shows(WIDE)).len(), 2, "nothing is folded");
    // Up to the formation, and folded.
    program.keys("/Quiot<enter><esc><left><left><left>");
    let folded = gauges(&program.shows(WIDE));
    assert!(folded.len() == 3 && folded[1].contains("  I Corps ") && folded[1].contains("lost  3 of  4"), "{folded:?}");
    // The army as a whole has one, without those of its parts.
    program.keys("<left><left>");
    let folded = gauges(&program.shows(WIDE));
    assert!(folded.len() == 3 && folded[1].contains("  Army ") && folded[1].contains("lost  3 of 11"), "{folded:?}");
    program.click(4, 2).draw(WIDE);
    program.keys("7").draw(WIDE);
    program.sees(WIDE, &["  I Corps   1 SP", " Army       8 SP", "A lost 3 SP, 1 left"]);
}
