//! Several battles at once: the header shows them side by side, each has its own turn, forces, dice and map, one key
//! switches between them on every screen, and orders apply to the battle that is shown.

use crate::harness::program::Program;

const SIZES: [(u16, u16); 3] = [(120, 40), (80, 24), (60, 20)];

/// Orders for more corps and their battle, with names as long as real ones.
const MUSTER: &[&str] = &[
    r#"rename "First day" to "Tannenberg, the first day""#,
    r#"stack "XVII Corps" for Germans"#,
    r#"stack "VI Corps" for Russians"#,
    r#"unit "35th Division" in "XVII Corps""#,
    r#"unit "36th Division" in "XVII Corps""#,
    r#"unit "4th Division" in "VI Corps""#,
    r#"battle "Gross-Bössau and Lautern" with "XVII Corps" v "VI Corps""#,
];

/// Orders for two more battles.
const MORE: &[&str] = &[
    r#"stack "I Reserve Corps" for Germans"#,
    r#"stack "Landwehr Brigade Goltz" for Germans"#,
    r#"stack "II Army Cavalry" for Russians"#,
    r#"unit "1st Reserve Division" in "I Reserve Corps""#,
    r#"unit "Landwehr Regiment" in "Landwehr Brigade Goltz""#,
    r#"unit "4th Cavalry Division" in "II Army Cavalry" kind "mounted cavalry""#,
    r#"unit "Cossack Regiment" for Russians kind "mounted cavalry""#,
    r#"battle "The ford at Bischofsburg" with "I Reserve Corps" v "II Army Cavalry""#,
    r#"battle "Hohenstein, the western wood" with "Landwehr Brigade Goltz" v "Cossack Regiment""#,
];

fn with_battles(orders: &[&[&str]]) -> Program {
    let mut program = Program::with("tannenberg");
    for order in orders.iter().copied().flatten() {
        program.keys(&format!(":{order}<enter>"));
    }
    program
}

#[test]
fn two_and_four_battles_at_each_size() {
    for (width, height) in SIZES {
        for (many, orders) in [("two", &[MUSTER][..]), ("four", &[MUSTER, MORE])] {
            let mut program = with_battles(orders);
            program.keys("}");
            let screen = program.sees((width, height), &["turn 1 ── initiative to roll", "◆ Forces", "● 37th Brigade"]);
            // The second row has a tab with the turn for each battle, and a mark on the battle that is shown.
            let tabs = screen.lines().nth(1).expect("a second row");
            let count = if many == "two" { 2 } else { 4 };
            assert_eq!(tabs.matches("T1").count(), count, "{screen}");
            assert_eq!(tabs.matches('│').count(), count - 1, "{screen}");
            assert!(tabs.starts_with(" ▸ Tannen") && tabs.matches('▸').count() == 1, "{screen}");
            program.draws((width, height), &[("Forces", |theme| theme.frame.title_focused)]);
            if (many, width) == ("four", 120) {
                insta::assert_snapshot!("four_120x40", screen);
            }
        }
    }
}

/// The story, the keys, the texts on the screen, and the texts that are not on it.
type Case<'a> = (&'a str, &'a str, &'a [&'a str], &'a [&'a str]);

#[test]
fn keys_work() {
    let table: &[Case] = &[
        ("a battle that begins is shown", "", &["▸ Gross-Bössau", "● 35th Division"], &["● 37th Brigade"]),
        ("the next is", "}", &["▸ Tannenberg", "● 37th Brigade", "Square: XX Corps"], &["● 35th Division"]),
        ("and round", "}}", &["▸ Gross-Bössau", "Square: XVII Corps"], &[]),
        ("the one before", "{", &["▸ Tannenberg"], &[]),
        ("an order is meant for it", ":pass", &["pass in \"Gross-Bössau and Lautern\""], &[]),
        ("and for the other", "}:pass", &["pass in \"Tannenberg, the first day\""], &[]),
        (
            "each has its turn",
            "}:end turn<enter>",
            &["▸ Tannenberg, the first day T2", "Gross-Bössau and Lautern T1"],
            &[],
        ),
        ("an order in another shows that", ":end turn in Tannenberg<enter>", &["▸ Tannenberg, the first day T2"], &[]),
        ("each has its dice", ":initiative<enter>", &["├ Initiative"], &[]),
        ("and not another's", ":initiative<enter>}", &["├ Roll"], &["├ Initiative"]),
        ("the past shows the battle of its entry", "}:end turn<enter>}<tab>k", &["REVIEW", "▸ Gross-Bössau"], &[]),
        ("and another one's", "}:end turn<enter>:note x<enter>}<tab>k", &["REVIEW", "▸ Tannenberg"], &[]),
        ("another key works of the Campaign screen", "5}", &["turn 1"], &[]),
        (
            "one ends, the one in the order",
            ":end battle won by Germans margin \"a rout\" because \"they ran\"<enter>",
            &["won by Germans, a rout (“they ran”)", "Tannenberg, the first day"],
            &["Gross-Bössau and Lautern T1"],
        ),
        ("a side of another battle has not won", ":side Poles<enter>:end battle won by Poles", &["is not in"], &[]),
        ("no side at all has", ":end battle won by Swedes", &["Swedes"], &["Enter gives the order"]),
    ];
    for (story, keys, seen, unseen) in table {
        let mut program = with_battles(&[MUSTER]);
        let screen = program.keys(keys).shows((140, 40));
        for seen in *seen {
            assert!(screen.contains(seen), "{story}: “{seen}” is not on the screen\n{screen}");
        }
        for unseen in *unseen {
            assert!(!screen.contains(unseen), "{story}: “{unseen}” is on the screen\n{screen}");
        }
    }
}

#[test]
fn a_click_shows_a_battle() {
    let mut program = with_battles(&[MUSTER]);
    let before = program.shows((120, 40));
    let row = before.lines().nth(1).expect("a second row").to_string();
    let column = row.chars().position(|c| c == 'T').expect("Tannenberg stands there");
    program.click(u16::try_from(column).expect("a column"), 1);
    assert!(program.shows((120, 40)).lines().nth(1).expect("a second row").contains("▸ Tannenberg"), "{before}");
}

/// Switching the battle switches the map, and switching the map switches the battle.
#[test]
fn each_battle_has_its_map() {
    let mut program = with_battles(&[MUSTER]);
    program.keys(":map wadi for \"Gross-Bössau and Lautern\"<enter>:map ridge for Tannenberg<enter>2");
    let ridge = program.shows((120, 40));
    let wells = program.keys("}").shows((120, 40));
    let again = program.keys(";n").shows((120, 40));
    assert!(wells.contains("▸ Gross-Bössau") && ridge.contains("▸ Tannenberg"), "{wells}\n{ridge}");
    assert_ne!(wells.lines().nth(2), ridge.lines().nth(2), "another map\n{ridge}");
    assert!(again.contains("▸ Tannenberg"), "the next map is the other battle's\n{again}");
}

#[test]
fn a_pane_has_all_the_room_and_gives_it_back() {
    for size in [(120, 40), (80, 24), (60, 20)] {
        let mut program = Program::with("tannenberg");
        let wide = |program: &mut Program, title: &str| {
            let screen = program.shows(size);
            let row = screen.lines().find(|line| line.contains(title)).map(str::to_string);
            row.is_some_and(|row| row.trim_end().ends_with('┐') && row.matches(['┬', '┐']).count() == 1)
        };
        program.keys("z");
        assert!(wide(&mut program, " Forces ─"), "{}", program.shows(size));
        assert!(!program.shows(size).contains(" Diary ─"));
        program.keys("<tab>");
        assert!(wide(&mut program, " Diary ─"), "{}", program.shows(size));
        // Esc first restores the other panes, then leaves the pane.
        program.keys("<esc>");
        assert_eq!(size.0 > 76, program.shows(size).contains(" Forces ─"), "{}", program.shows(size));
        assert!(program.shows(size).contains("◆ Diary"));
    }
}
