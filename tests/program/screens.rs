//! The battle screen as a person sees it, with its styles, at its intended sizes, and the effect of keys.

use crate::harness::{picture::text, program::Program};
use crossterm::event::{KeyCode, KeyModifiers};
use ratatui::layout::Size;

/// Tannenberg after its first phase, with the dice of RULES 2.2's worked example typed in.
fn first_phase() -> Program {
    let mut program = Program::with("tannenberg");
    program.keys("H:scrud Germans v Russians<enter>655444332211<enter>");
    program
}

const SIZES: [(u16, u16); 3] = [(120, 40), (80, 24), (60, 20)];

#[test]
fn the_battle_screen_at_its_sizes() {
    for size in SIZES {
        let mut program = first_phase();
        let screen = program.sees(
            size,
            &[
                "First day ── turn 1 ── initiative to roll",
                "entry 1",
                "◆ Forces",
                "Germans v Russians, phase 1 of 3",
                "suffered 4 defeats",
                "next dice: from the table",
                "Enter next   ",
                "? help",
            ],
        );
        // Four pairs of dice meet, and the German die wins each. The dice of a pair are one below the other.
        let row = |sign: &str| screen.lines().find(|line| line.contains(sign)).unwrap_or_else(|| panic!("{screen}"));
        let columns = |line: &str, sign: char| -> Vec<usize> {
            line.chars().enumerate().filter(|(_, c)| *c == sign).map(|(at, _)| at).collect()
        };
        let beats = columns(row(" >  "), '>');
        assert_eq!(beats.len(), 4, "{screen}");
        let hurt = screen.lines().find(|line| line.matches("▼R").count() == 3).unwrap_or_else(|| panic!("{screen}"));
        let marks = [columns(hurt, '▼'), columns(hurt, '†')].concat();
        assert!(marks.len() == 4 && marks.iter().zip(&beats).all(|(a, b)| a.abs_diff(*b) <= 1), "{screen}");
        program.draws(
            size,
            &[
                ("Forces", |theme| theme.frame.title_focused),
                ("Germans v Russians, phase 1 of 3", |theme| theme.frame.title),
                ("initiative to roll", |theme| theme.header.awaited),
                (" >  ", |theme| theme.line_up.winner),
                ("▼R", |theme| theme.line_up.hurt),
                ("next   ", |theme| theme.footer.text),
            ],
        );
    }
    // With enough room the diary and the Square are beside the dice, and the figures become words.
    for size in [(120, 40), (80, 24)] {
        first_phase()
            .sees(size, &["Diary", "Square: XX Corps", "[41st G] [75th G]", "lost  4 of 32   exhausted at 16"]);
    }
    first_phase().sees((60, 20), &[" 4/32  exhausts at 16", "[6G] [6G] [6G] [5G]"]);
}

#[test]
fn an_order_being_composed() {
    let mut program = Program::with("tannenberg");
    program.keys("j:scrud \"XX Corps\" v ");
    program.sees(
        (120, 40),
        &[
            "◆ Order",
            ": scrud \"XX Corps\" v",
            "scrud \"XX Corps\" v Russians — Enter: 4 dice for Germans, 8 dice for Russians",
            "wins  no defeat  suffers  SP lost  exhausted  dice lost",
            "61%        48%      1.2      1.0         2%        0.2",
            "29%        11%      2.2      1.8         0%        0.4",
            "may be lost: 1st Rifle Brigade 9%",
            "may be demoted: 1st Rifle Brigade 34%",
            "▌Russians  side",
            "\"XV Corps\"  stack of Russians",
            "+7│",
            "Enter give the order   Tab complete",
        ],
    );
    program.draws(
        (120, 40),
        &[
            ("Order", |theme| theme.frame.title_focused),
            ("Forces", |theme| theme.frame.title),
            ("▌Russians", |theme| theme.picker.item.patch(theme.picker.selected)),
            ("\"XIII Corps\"", |theme| theme.picker.item),
            ("XX Corps  ", |theme| theme.forces.stack.patch(theme.forces.chosen)),
        ],
    );
    program.keys("<enter>");
    let screen = program.sees((80, 24), &["Germans v Russians, phase 1 of 3", "37th Brigade demoted, green to"]);
    assert!(!screen.contains("◆ Order"), "it is given\n{screen}");
    program.keys("<esc>:edna #11 for \"take the ridge\"");
    program.sees(
        (80, 24),
        &[
            ": edna #11 for \"take the ridge\"",
            "edna \"37th Brigade\" for \"take the ridge\" — Enter: 2d6",
            "acts  ██████████████▌       72%    E8    E7.4/8",
            "lasts 7.1 tests",
        ],
    );
}

#[test]
fn dice_by_hand_and_help_and_menu() {
    let mut program = Program::with("tannenberg");
    program.keys("H:scrud \"XX Corps\" v Russians<enter>667");
    program.sees(
        (80, 24),
        &[
            "◆ Dice from the table: scrud \"XX Corps\" v Russians",
            "a d6 has no 7: its faces are 1 to 6",
            "[6G] [6G] [_G] [_G]",
            "[_Y] [_Y] [_Y] [_Y] [_Y] [_Y] [_Y] [_Y]",
            "10 blank",
            "Enter done   t roll the rest",
        ],
    );
    program.draws((80, 24), &[("a d6 has no 7: its faces are 1 to 6", |theme| theme.dialog.error)]);
    program.keys("<esc><esc>?scrud");
    let screen = program.sees((80, 24), &["◆ Help", "/ scrud"]);
    assert!(screen.matches("scrud").count() > 3, "{screen}");
    program.draws((80, 24), &[("scrud", |theme| theme.help.matched)]);
    let mut program = Program::at_menu();
    program.sees(
        (80, 24),
        &["w a r d i a r y   the war diary", "▌ The sample battle: Tannenberg", "Draw a new map", "Enter open"],
    );
    program
        .draws((80, 24), &[("New: The two crossings", |theme| theme.dialog.text), ("open", |theme| theme.footer.text)]);
}

#[test]
fn a_club_sized_combat_fits() {
    let mut program = Program::with("grand-couronne");
    program.keys(":scrud French v Germans<enter>");
    insta::assert_snapshot!("club_120x40", text(&program.draw((120, 40))));
    // The screen counts the dice that do not fit.
    program.sees(
        (80, 24),
        &[
            "French v Germans, phase 1 of 3",
            "[6B][6G][6G][6G][6G][6W][5B]",
            "[6B][6B][6B][6B][6G][6G][6G]",
            "+17 more",
            "56↓",
            "lost 11 of 85   exhausted at 43",
            "Germans suffered 10 defeats: 10 demoted, plus ",
        ],
    );
}

/// Story, keys, the diary's head afterwards, and a text on the screen. Each row is a small story.
#[test]
fn keys_work() {
    let table: &[(&str, &str, u32, &str)] = &[
        ("the first phase, by hand", "H:scrud Germans v Russians<enter>655444332211<enter>", 1, "lost  4 of 32"),
        (
            "blank dice are asked about",
            "H:scrud \"XX Corps\" v Russians<enter>65<enter>",
            0,
            "10 blank: press again to let the program roll them",
        ),
        (
            "and are the program's when it is asked for twice",
            "H:scrud \"XX Corps\" v Russians<enter>65<enter><enter>",
            1,
            "phase 1 of 3",
        ),
        ("or by their own key", "H:scrud \"XX Corps\" v Russians<enter>65t", 1, "phase 1 of 3"),
        ("a slash before a search of the help is none of it", "?/volley", 0, "volley: fire with the chosen unit"),
        (
            "a digit too many is ignored",
            "H:scrud \"XX Corps\" v Russians<enter>6554443322119",
            0,
            "12 dice are entered: the extra 9 is ignored",
        ),
        ("undo", ":note one<enter>u", 0, "entry 1 was undone"),
        ("undo, then redo", ":note one<enter>uU", 1, "entry 1 is back"),
        ("nothing to undo says so", "u", 0, "undo: the diary has no entries yet"),
        ("a face of 7 is refused at once", "H:scrud \"XX Corps\" v Russians<enter>7", 0, "a d6 has no 7"),
        ("a refused order stays in the line", ":scrud Germans v Germans<enter>", 0, "name an enemy"),
        ("a broken-off order leaves nothing", "H:scrud \"XX Corps\" v Russians<enter>66<esc><esc>", 0, "entry 0"),
        (
            "typed faces are not lost by one Esc",
            "H:scrud \"XX Corps\" v Russians<enter>66<esc>",
            0,
            "2 faces are typed",
        ),
        ("and typing goes on", "H:scrud \"XX Corps\" v Russians<enter>66<esc>5444332211<enter>", 1, "lost  4 of 32"),
        ("a line to find something says so", "/", 0, "Enter find"),
        ("initiative, then the choice", ":initiative<enter>f<enter>", 2, "to act"),
        ("looking back shows what was", ":note one<enter>:note two<enter><tab><up>", 2, "entry 1"),
        ("and Esc returns to the present", ":note one<enter>:note two<enter><tab><up><esc>", 2, "entry 2"),
        ("Esc never quits", "<esc><esc><esc>", 0, "XX Corps"),
        ("finding goes to the entry", ":note the fog lifts<enter>:note two<enter>/fog<enter>", 2, "entry 1"),
        ("picking two units", "jj  s", 0, "\"37th Brigade\" + \"73rd Brigade\" v"),
        ("an ambiguous name says which", ":withdraw X<enter>", 0, "“X” matches 3 things"),
        ("nobody of that name", ":edna Napoleon<enter>", 0, "no unit called"),
        (
            "a ruling with its reason",
            ":promote \"37th Brigade\" this combat because \"dug in\"<enter>",
            1,
            "1 grade up",
        ),
    ];
    for (story, keys, entry, seen) in table {
        let mut program = Program::with("tannenberg");
        let screen = program.keys(keys).shows((120, 40));
        assert!(screen.contains(seen), "{story}: “{seen}” is not on the screen\n{screen}");
        assert_eq!(program.save().diary().head(), *entry, "{story}\n{screen}");
    }
}

#[test]
fn the_sample_is_one_key_away() {
    let mut program = Program::at_menu();
    let screen = program.keys("<enter>").shows((120, 40));
    assert!(screen.contains("Tannenberg"), "{screen}");
    assert!(program.save().diary().head() > 3, "{screen}");
}

#[test]
fn a_quit_and_an_order_for_every_key_that_the_footer_shows() {
    let mut program = first_phase();
    assert!(program.press(KeyCode::Char('q'), KeyModifiers::NONE));
    // No key at any moment causes a panic or prevents drawing.
    for layer in ["", ":", ":scrud ", "H:scrud Germans v Russians<enter>", "?", "/", "<tab>"] {
        let mut program = first_phase();
        for byte in 0x20..0x7fu8 {
            program.keys(layer).press(KeyCode::Char(char::from(byte)), KeyModifiers::NONE);
            program.press(KeyCode::Enter, KeyModifiers::NONE);
            program.draw((60, 20));
            program.keys("<esc><esc><esc>");
        }
    }
}

#[test]
fn every_size_draws() {
    for keys in ["", ":", "?", "H:scrud \"XX Corps\" v Russians<enter>", "<tab>"] {
        let mut program = first_phase();
        program.keys(keys);
        for width in [0, 1, 2, 7, 59, 60, 61, 75, 76, 80, 109, 110, 200] {
            for height in [0, 1, 2, 19, 20, 23, 30, 60] {
                program.draw((width, height));
            }
        }
    }
}

/// The mechanisms of RULES.md with keys alone: who, what, and at whom. The preview shows the odds or what the order
/// still needs, and the last Enter gives the order.
#[test]
fn a_key_for_each_mechanism() {
    // scenario | keys up to the whole order | texts of the preview | text on the screen after the order
    let table: &[(&str, &str, &[&str], &str)] = &[
        ("tannenberg", "js", &["scrud \"XX Corps\" v", "wins"], "phase 1 of 3"),
        ("tannenberg", "jje", &["edna \"37th Brigade\"", "acts", "72%"], "EDNA test"),
        (
            "tannenberg",
            "jjv<enter>",
            &["volley \"37th Brigade\" at \"1st Rifle Brigade\" range 1", "Enter: 6 dice"],
            "fired at",
        ),
        ("tannenberg", "jj>dug in", &["promote \"37th Brigade\" 1 because dug in"], "green to blue"),
        ("tannenberg", "jj<low ammunition", &["demote \"37th Brigade\" 1 because low ammunition"], "green to white"),
        (
            "tannenberg",
            "<ctrl-a>\"They are tired\" roll 2d6 7+",
            &["argue \"They are tired\" roll 2d6 7+", "succeeds", "58%"],
            "They are tired",
        ),
        ("grand-couronne", "ja", &["support \"75s of XX Corps\" v"], "phase 1 of 3"),
        ("garrison", "jC", &["conflict Garrison v Vanguard"], "engage"),
        ("garrison", "jC<enter>d", &["strike Vanguard at Garrison", "Enter: 1 die"], "struck at"),
        ("garrison", "jC<enter>r", &["round Garrison", "Enter: "], "of the Conflict ended"),
        ("garrison", "jP", &["posture Garrison neutral"], "Garrison went back to neutral"),
        ("garrison", "jjjjjjjjjjL", &["lead Pikes with"], "1st Pikes took the lead of Pikes"),
        ("garrison", "jjjjjjjjjjSGarrison back", &["screen Pikes for Garrison back"], "began screening"),
    ];
    for (scenario, keys, preview, given) in table {
        for size in SIZES {
            let mut program = Program::with(scenario);
            program.model.size = Size::new(size.0, size.1);
            let screen = program.keys(keys).shows((120, 40));
            for says in *preview {
                assert!(screen.contains(says), "{scenario}, {keys}: “{says}” is not on the screen\n{screen}");
            }
            let head = program.save().diary().head();
            let screen = program.keys("<enter>").shows((120, 40));
            assert!(screen.contains(given), "{scenario}, {keys}: “{given}” is not on the screen\n{screen}");
            assert_eq!(program.save().diary().head(), head + 1, "{scenario}, {keys}\n{screen}");
        }
    }
}

/// Mechanisms that the rulebook leaves out appear in no footer, gauge or help, and their keys say so.
#[test]
fn unused_mechanisms_are_not_shown() {
    let mut program = Program::with("garrison");
    let screen = program.shows((120, 40));
    for hidden in ["exhausted at", "scrud", "edna", "volley", "E8"] {
        assert!(!screen.contains(hidden), "{hidden}\n{screen}");
    }
    assert!(program.keys("s").shows((120, 40)).contains("does not use SCRUD"));
    let help = program.rest().keys("?").shows((120, 120));
    assert!(help.contains("does not use EDNA, SCRUD, dice tests, volleys or exhaustion"), "{help}");
    assert!(!help.contains("edna UNIT") && !help.contains("scrud FORCE"), "{help}");
    assert!(program.keys("conflict").shows((120, 40)).contains("conflict STACK"));
    // Without turns the screen mentions no turn and no initiative.
    let mut program = Program::with("tannenberg");
    let screen = program.keys(":rules change only \"(mechanisms: [Scrud])\"<enter>").shows((120, 40));
    assert!(!screen.contains("initiative") && !screen.contains("turn 1"), "{screen}");
    // Striking an entry is not an order for stacks, so the help lists it without them.
    let help = program.keys("?strike").shows((120, 40));
    assert!(help.contains("strike N [anyway]") && !help.contains("strike STACK"), "{help}");
}

/// Keys go back, continue from there, amend, strike, and move between branches.
#[test]
fn another_past_by_keys() {
    let mut program = first_phase();
    program.keys(":note \"the fog lifts\"<enter>:lose \"37th Brigade\" 3<enter>:lose \"37th Brigade\" 1<enter>");
    let told = program.save().diary().head();
    // Goes back, and continues from there.
    program.keys("<tab><up><up>");
    assert!(program.shows((120, 40)).contains("REVIEW of entry 2"));
    program.keys("W<enter>");
    assert_eq!(program.save().diary().head(), 2);
    program.keys("<esc>:note \"by another way\"<enter>");
    assert_eq!(program.save().diary().head(), told + 1);
    program.keys("B");
    insta::assert_snapshot!("branches_80x24", text(&program.draw((80, 24))));
    program.draws((80, 24), &[("Branches of the diary", |theme| theme.frame.title_focused)]);
    program.keys("<down><enter>");
    assert_eq!(program.save().diary().head(), told, "to where the first branch ends");
    // Amending an entry puts its order into the line.
    program.keys("<tab><up><up>A");
    let screen = program.shows((120, 40));
    assert!(screen.contains(": amend 2 to note \"the fog lifts\""), "{screen}");
    program.keys("<esc><down>X<enter>");
    insta::assert_snapshot!("told_anew_80x24", text(&program.draw((80, 24))));
    // The review has a border of its own colour. The dialog over it does not.
    program.draws(
        (80, 24),
        &[
            ("╔", |theme| theme.in_review().frame.border),
            ("REVIEW of entry 3", |theme| theme.header.warning),
            ("Entry 3 changed", |theme| theme.frame.title_focused),
        ],
    );
    program.keys("<esc>");
    assert_eq!(program.save().diary().head(), told, "nothing is written before it is accepted");
    program.keys("X<enter><enter>");
    let diary = program.save().diary();
    assert_eq!(diary.state().branch(), "entry 3 struck");
    assert!(program.shows((120, 40)).contains("1 entry recalculated, 1 result changes"));
    program.keys("<esc>u");
    assert_eq!(program.save().diary().branches().len(), 3, "nothing is erased");
}

/// Completion and preview of an amended entry use the state at its time.
#[test]
fn the_order_of_an_amended_entry_is_completed() {
    let mut program = Program::with("tannenberg");
    program.keys(":note first<enter>:rename \"37th Brigade\" to \"Old Guard\"<enter>");
    let line = |program: &mut Program| {
        let screen = program.shows((120, 40));
        let row = screen.lines().find_map(|row| row.strip_prefix("│: "));
        row.map_or_else(String::new, |row| row.trim_end_matches('│').trim_end().to_string())
    };
    program.keys(":amend 1 to edna 37<tab>");
    assert_eq!(line(&mut program).trim(), "amend 1 to edna \"37th Brigade\"");
    program.keys("<esc>:amend 1 dice 3 to ed<tab>");
    assert_eq!(line(&mut program).trim(), "amend 1 dice 3 to edna");
    program.keys("<esc>:edna 37<tab>");
    assert_ne!(line(&mut program).trim(), "edna \"37th Brigade\"", "nobody is called so now");
    // The line itself reports an order that makes no sense at that time.
    program.keys("<esc>:amend 1 to edna \"Old Guard\"<enter>");
    assert_eq!(line(&mut program), "amend 1 to edna \"Old Guard\"", "it stays in the line");
    // An entry can only hold an order.
    program.keys("<esc>:amend 1 to und<tab>");
    assert_eq!(line(&mut program), "amend 1 to und");
}

/// While the user types an amendment, the preview shows its effect at its time. Before the program writes, it shows
/// what no longer holds, in the words of the command line.
#[test]
fn an_amendment_is_looked_at_before_it_is_written() {
    let mut program = Program::with("tannenberg");
    program.keys(":lose \"37th Brigade\" 3<enter>:lose \"37th Brigade\" 1<enter>:note after<enter>");
    let shown = |program: &mut Program, keys: &str| program.keys(keys).shows((120, 40));
    // The state at the entry decides whether an order is possible: at entry 1 the brigade has all its strength.
    let screen = shown(&mut program, ":amend 1 to lose \"37th Brigade\" 9");
    assert!(screen.contains("37th Brigade has 4"), "{screen}");
    let screen = shown(&mut program, "<esc>:amend 2 to lose \"37th Brigade\" 2");
    assert!(screen.contains("37th Brigade has 1"), "{screen}");
    let before = program.save().diary().head();
    let screen = shown(&mut program, "<esc>:amend 1 to lose \"37th Brigade\" 4<enter>");
    assert!(screen.contains("no longer holds") || screen.contains("no longer hold"), "{screen}");
    assert_eq!(program.save().diary().head(), before, "nothing is written before it is accepted");
    program.keys("<enter>");
    assert_eq!(program.save().diary().state().branch(), "entry 1 amended");
}

/// Defeats left over towards the next elimination appear below the sides at every size.
#[test]
fn defeats_left_over_are_shown() {
    for (width, height) in [(120, 40), (60, 20)] {
        let mut program = Program::with("tannenberg");
        let sides = |program: &mut Program| program.shows((width, height));
        assert!(!sides(&mut program).contains("left over"), "none are");
        program.keys(":rules change \"(scrud: (carry: PerBattle))\"<enter>");
        program.keys("H:scrud Germans v Russians<enter>655444332211<enter>");
        let screen = sides(&mut program);
        assert!(screen.contains("Russians 1 of 3"), "{screen}");
        // A separate row below the gauges and above the panes.
        let row = |words: &str| screen.lines().position(|line| line.contains(words)).expect("it is there");
        assert_eq!((row("Russians 1 of 3"), row("◆ Forces")), (3, 4), "{screen}");
        program.sees((width, height), &["left over", "Germans v Russians, phase 1 of 3"]);
    }
}

#[test]
fn outstanding_actions_are_listed_before_a_turn_ends() {
    let mut program = Program::with("tannenberg");
    program.keys("H:scrud \"37th Brigade\" v \"1st Rifle Brigade\"<enter>11<enter>");
    program.keys(":end turn");
    insta::assert_snapshot!("end_of_turn_100x30", text(&program.draw((100, 30))));
    program.keys("<esc>D");
    program.sees(
        (100, 30),
        &[
            "◆ Still to do in turn 1 of First day",
            "▌   the combat of Germans v Russians, 1 of 3 phases fought",
            "`scrud \"37th Brigade\" v \"1st Rifle Brigade\"` continues it",
            "    73rd Brigade ",
            "infantry in XV Corps, can still attack (combat, Conflict, volley)",
            "Enter accept   / find   Esc back",
        ],
    );
    program.keys("<enter>");
    let line = text(&program.draw((100, 30)));
    assert!(line.contains("scrud \"37th Brigade\" v"), "{line}");
}

/// In the second phase of a combat the order line names only the units still in it, whichever unit of their corps is
/// selected.
#[test]
fn the_next_phase_is_of_those_still_in_it() {
    let two = "\"37th Brigade\" + \"73rd Brigade\"";
    let three = "\"1st Rifle Brigade\" + \"2nd Rifle Brigade\" + \"3rd Rifle Brigade\"";
    let mut program = Program::with("tannenberg");
    program.keys(&format!("H:scrud {two} v {three}<enter>11111<enter>"));
    let line = text(&program.keys("js").draw((120, 40)));
    assert!(line.contains(&format!("scrud {two} v {three}")), "{line}");
    program.keys("<esc>:eliminate \"73rd Brigade\"<enter>");
    let line = text(&program.keys("s").draw((120, 40)));
    assert!(line.contains(&format!("scrud \"37th Brigade\" v {three}")), "{line}");
    // A corps that is entirely in the combat goes by its own name. An ineffective attacker leaves the order to the
    // enemy.
    program.keys("<esc>:commit \"4th Rifle Brigade\" to \"1st Rifle Brigade\"<enter>:shake \"37th Brigade\" 8<enter>");
    let line = text(&program.keys("s").draw((120, 40)));
    assert!(line.contains("scrud \"XIII Corps\" v \"37th Brigade\""), "{line}");
}

/// A mark beside the forces shows who was pushed back, until the turn ends.
#[test]
fn pushed_back_units_are_marked() {
    let mut program = Program::with("tannenberg");
    program.keys(":rules change only \"(scrud: (defeat: [PushBack]), turn: (order: Free))\"<enter>");
    program.keys("H:scrud \"37th Brigade\" v \"1st Rifle Brigade\"<enter>61<enter>");
    let marked = |screen: &str| {
        let rows: Vec<&str> = screen.lines().filter(|row| row.contains('←') && row.contains("E8")).collect();
        rows.iter().map(|row| row.contains("1st Rifle Brigade")).collect::<Vec<_>>()
    };
    let screen = text(&program.draw((120, 40)));
    assert_eq!(marked(&screen), [true], "{screen}");
    let screen = text(&program.keys(":end turn<enter>").draw((120, 40)));
    assert!(marked(&screen).is_empty(), "{screen}");
}

/// From 160 columns on, dice are large enough to be read from a distance, and carry their owners' names.
#[test]
fn dice_that_are_seen_from_afar() {
    let mut program = first_phase();
    let screen =
        program.sees((200, 60), &["37th Brigade", "Forces", "Diary", "Square: XX Corps", "Strength over time"]);
    // A die of five rows: its owner, its score with its grade, and the natural face.
    let rows: Vec<&str> = screen.lines().collect();
    let owners = rows.iter().position(|row| row.contains("│  37th Brigade   │ │  73rd Brigade   │")).expect("dice");
    for (below, row) in
        ["│       6 G       │ │       6 G       │", "│       (6)       │ │       (5)       │"].iter().enumerate()
    {
        assert!(rows[owners + 1 + below].contains(row), "{row}\n{screen}");
    }
    assert!(rows[owners - 1].contains("┌─────────────────┐ ┌─────────────────┐"), "{screen}");
    // Without enough room the dice have their usual size.
    assert!(program.shows((200, 40)).contains("natural"), "{}", program.shows((200, 40)));
}
