//! The Campaign screen as a player sees it: settling what is due, planning ahead, advancing time, looking over forces
//! and battles, and beginning the next battle.

use crate::harness::program::Program;

mod theatre;

const SIZES: [(u16, u16); 3] = [(120, 40), (80, 24), (60, 20)];

/// The keys that give an order.
fn order(order: &str) -> String {
    format!(":{order}<enter>")
}

/// A campaign on its second day: one battle is over, one is under way, two items are due and three are scheduled.
fn second_day() -> Program {
    let mut program = Program::with("tannenberg");
    for given in [
        r#"rules change "(clock: (parts: [\"dawn\", \"day\", \"dusk\", \"night\"]))""#,
        "scrud \"XX Corps\" v \"XIII Corps\"",
        "end battle because \"darkness\"",
        "schedule \"the Guard arrives by rail at Gumbinnen\" at day 1 day",
        r#"schedule "promote \"37th Brigade\" 1 because \"rested\"" at day 1 day"#,
        "schedule rain at day 2 dawn",
        "schedule \"roads turn to mud\" at day 2 dawn",
        "schedule \"the armistice ends\" at day 9 night",
        "advance",
        "battle \"The ford of the Alle\" with \"XX Corps\" v \"XV Corps\"",
    ] {
        program.keys(&order(given));
    }
    program
}

#[test]
fn the_campaign_at_its_sizes() {
    for (width, height) in SIZES {
        let mut program = second_day();
        program.keys("5");
        let screen = program.sees(
            (width, height),
            &[
                "◆ Calendar: day 1, day, 2 due",
                "Theatre: none yet",
                "Tables: 5",
                "Battles: 1 under way, 1 over",
                "Calendar item 1",
                "roads turn to mud",
                "day 9, night",
                "F advance",
            ],
        );
        program.draws(
            (width, height),
            &[
                ("Calendar: day 1, day, 2 due", |theme| theme.frame.title_focused),
                ("Battles: 1 under way, 1 over", |theme| theme.frame.title),
            ],
        );
        if width == 120 {
            insta::assert_snapshot!("campaign_120x40", screen);
        }
    }
}

#[test]
fn forces_of_a_club_at_each_size() {
    for (width, height) in SIZES {
        let mut program = Program::with("grand-couronne");
        program.keys("5<backtab>jl j");
        let screen = program.sees((width, height), &["◆ Forces", "26 units 85/85", "in battle", "Space pick"]);
        for (mark, row) in [("✓", "▾ XX Corps "), ("▌", "● 22nd Brigade ")] {
            assert!(screen.lines().any(|line| line.contains(mark) && line.contains(row)), "{mark} {row}\n{screen}");
        }
    }
}

/// The story, the keys, the diary's head afterwards, the texts on the screen, and the texts that are not on it.
type Case<'a> = (&'a str, &'a str, u32, &'a [&'a str], &'a [&'a str]);

#[test]
fn keys_work() {
    let table: &[Case] = &[
        ("what is due, and since when", "5", 10, &["Calendar: day 1, day, 2 due", "Due since day 1, day."], &[]),
        ("what reads as an order is given, asked", "5j<enter>", 10, &[": give 2", "Enter gives the order"], &[]),
        (
            "and is settled with that",
            "5j<enter><enter>",
            11,
            &["37th Brigade", "+2", "Calendar: day 1, day, 1 due"],
            &[],
        ),
        ("! gives it at once", "5j!", 11, &["37th Brigade", "+2", "Calendar: day 1, day, 1 due"], &[]),
        ("! of a note says that it is none", "5!", 10, &["give: it is not an order: `settle 1` settles it"], &[]),
        ("y lists suggestions", "5y", 10, &["Options for Germans and Russians"], &[]),
        ("a table is consulted, asked", "5<tab><tab><enter>", 10, &[": consult \"Weather\"", "consult Weather"], &[]),
        ("its card has the chances", "5<tab><tab>", 10, &["6-8 (44%): fair and dry"], &[]),
        (
            "one that is for a force, for who is picked",
            "5<backtab>j <tab><tab><tab>jj<enter>",
            10,
            &["consult \"Events\" for \"XX Corps\""],
            &[],
        ),
        ("what does not is settled, asked", "5<enter>", 10, &[": settle 1", "Enter gives the order"], &[]),
        ("and is gone then", "5<enter><enter>", 11, &["Calendar: day 1, day, 1 due"], &["1 “the Guard"]),
        ("an order is settled by its key", "5j$<enter>", 11, &["Calendar: day 1, day, 1 due"], &[]),
        ("from another pane what came due first", "5<backtab><backtab>$", 10, &[": settle 1"], &[]),
        ("something is scheduled", "5@rain comes\" at day 3 dawn<enter>", 11, &["day 3, dawn"], &[]),
        ("time goes on, asked while something is left", "5F<enter>", 10, &["is not over", "advance leaving"], &[]),
        ("and all the same", "5F anyway<enter>", 11, &["Calendar: day 1, dusk"], &[]),
        ("battles with their results", "5<backtab><backtab>", 10, &["Battles: 1 under way, 1 over", "“darkness”"], &[]),
        (
            "a battle under way is shown",
            "5<backtab><backtab><enter>",
            10,
            &["The ford of the Alle", "lost  0 of"],
            &["Calendar"],
        ),
        ("and one that is over", "5<backtab><backtab>j<enter>", 10, &["First day", "over: “darkness”"], &["Calendar"]),
        ("5 comes back to where one was", "5<backtab><backtab>j<enter>5", 10, &["◆ Battles"], &["lost  0 of"]),
        ("a unit's card, with where it fought", "5<backtab>jj", 10, &["Fought in First day (started with 4)"], &[]),
        ("a unit in its battle", "5<backtab>jj'f", 10, &["The ford of the Alle", "▌   ● 37th Brigade"], &["Calendar"]),
        ("a stack folds up", "5<backtab>j<enter>", 10, &["▸ XX Corps"], &["● 37th"]),
        ("all stacks", "5<backtab><alt-l>", 10, &["▸ XX Corps", "▸ XV Corps"], &["● 37th"]),
        (
            "a battle of those who are picked",
            "5<backtab>j jjjjjjjj b",
            10,
            &["battle \"Battle 3\" with \"XX Corps\" v"],
            &[],
        ),
        ("or of whole sides", "5b", 10, &["battle \"Battle 3\" with Germans v Russians"], &[]),
        ("the past", "5[[", 10, &["REVIEW of entry 8", "Calendar: day 1, dawn"], &["2 due"]),
        ("in which nothing is given", "5[[F", 10, &["advance: this is the past"], &[]),
        ("and back to now", "5[[<esc>", 10, &["2 due"], &["REVIEW"]),
        ("Esc goes back to the battle", "5<esc>", 10, &["Diary"], &["Calendar"]),
        ("a battle is ended", "5<backtab><backtab><ctrl-e>", 10, &[": end battle in \"The ford of the Alle\""], &[]),
        (
            "and decided",
            "5<backtab><backtab><ctrl-e> won by Germans because \"the ford is held\"<enter><esc>",
            11,
            &["Battles: 2 over", "Over: won by Germans (“the ford is held”)"],
            &[],
        ),
        ("the battle that is fought ends first", "5<ctrl-e>", 10, &[": end battle in \"The ford of the Alle\""], &[]),
        (
            "but after it",
            ":end battle<enter>5<ctrl-e> won by Russians<enter>",
            12,
            &["Score: campaign over", "Russians won"],
            &[],
        ),
        (
            "and then nothing can be given",
            ":end battle<enter>5<ctrl-e> won by Russians<enter><ctrl-e>",
            12,
            &["the campaign is already over"],
            &[],
        ),
        (
            "what a side has earned",
            ":score Germans 2 because \"the bridge\"<enter>5<backtab><backtab><backtab>",
            11,
            &["Score: Germans ahead by 2", "rulings 2"],
            &[],
        ),
        ("an entry is undone", "5u", 9, &["entry 10 was undone", "Battles: 1 over"], &[]),
        ("a note", "5#on they come\"<enter>", 11, &["entry 11"], &[]),
        ("what is not on a map says so", "5<backtab>jj'g", 10, &["its map: it is not on a map"], &[]),
        ("keys say why not", "5<space>", 10, &["pick: choose a side, stack or unit among the forces"], &[]),
    ];
    for (story, keys, entry, seen, unseen) in table {
        let mut program = second_day();
        // The aftermath of a battle opens at a draw, so each part of the keys ends with a draw.
        for keys in keys.split_inclusive("<enter>") {
            program.keys(keys).draw((120, 40));
        }
        let screen = program.shows((120, 40));
        for seen in *seen {
            assert!(screen.contains(seen), "{story}: “{seen}” is not on the screen\n{screen}");
        }
        for unseen in *unseen {
            assert!(!screen.contains(unseen), "{story}: “{unseen}” is on the screen\n{screen}");
        }
        assert_eq!(program.save().diary().head(), *entry, "{story}\n{screen}");
    }
}

/// A new campaign offers the first steps, each as an order on the order line.
#[test]
fn first_things_are_offered() {
    let mut program = Program::with("tannenberg");
    let screen = program.keys("5").shows((120, 40));
    assert!(screen.contains("Calendar: no clock yet") && screen.contains("→ start a clock: days"), "{screen}");
    let screen = program.keys("<enter><enter>").shows((120, 40));
    assert!(screen.contains("Calendar: day 1, dawn") && screen.contains("→ nothing is scheduled"), "{screen}");
    let screen = program.keys("<enter>fog\" at dusk<enter>").shows((120, 40));
    assert!(screen.contains("day 1, dusk") && screen.contains("fog"), "{screen}");
    assert_eq!(program.save().diary().head(), 2);
}

#[test]
fn a_unit_on_a_map_and_the_battle_fought_there() {
    let mut program = Program::with("wadi");
    let screen = program.keys("5<backtab>zzjj").shows((120, 40));
    assert!(screen.contains("In battle at "), "{screen}");
    let screen = program.keys("'g").shows((120, 40));
    assert!(screen.contains("The wells at Tel Amara: Camel Regiment") && screen.contains("faces n"), "{screen}");
    // Esc returns to the screen in the same state.
    let screen = program.keys("<esc><esc>").shows((120, 40));
    assert!(screen.contains("◆ Forces") && screen.contains("In battle at "), "{screen}");
    let screen = program.keys("<backtab>'g").shows((120, 40));
    assert!(screen.contains("The wells at Tel Amara"), "{screen}");
}

/// After a battle units rest and recover. The screen proposes the due orders, and the player gives, edits or leaves
/// them.
#[test]
fn due_actions_between_battles_are_proposed() {
    let resting = || {
        let mut program = second_day();
        for given in [
            r#"rules change "(recover: (strength: 1))""#,
            "end battle because \"night\"",
            "lose \"37th Brigade\" 2",
            "lose \"5th Rifle Brigade\" 1",
            "lose \"6th Rifle Brigade\" 2",
            "settle 1",
            "settle 2",
            "advance",
            "advance",
            "advance anyway",
        ] {
            program.keys(&order(given));
        }
        program.keys("5<tab>");
        program
    };
    for (width, height) in SIZES {
        resting().sees(
            (width, height),
            &[
                "◆ Proposed: 2 orders",
                "▌→ recover \"37th Brigade\"",
                " → recover \"XV Corps\"",
                "Due between battles",
                "after 2 parts of rest: 37th Brigade 1 SP",
                "! give   Delete skip",
            ],
        );
    }
    let table: &[Case] = &[
        (
            "Enter takes it into the order line",
            "<enter>",
            20,
            &[": recover \"37th Brigade\"", "Enter gives the order"],
            &[],
        ),
        ("where it is changed", "<enter> strength 1<enter>", 21, &["Proposed: 1 order", "3/4"], &[]),
        ("! gives it as it is", "!", 21, &["Proposed: 1 order"], &["→ recover \"37th"]),
        ("& gives all", "&", 22, &["2 orders were given"], &["Proposed"]),
        (
            "Backspace leaves it",
            "<backspace>",
            20,
            &["Proposed: 1 order", "skipped: recover \"37th Brigade\""],
            &["→ recover \"37th"],
        ),
        ("all are left", "<backspace><backspace>", 20, &[], &["Proposed"]),
        ("wherever one goes meanwhile", "<backspace><backspace><esc>5", 20, &[], &["Proposed"]),
        ("and & gives nothing of it", "<backspace><esc>5&", 21, &[], &["→ recover \"5th"]),
        ("until time goes on", "<backspace><backspace>F anyway<enter>", 21, &["→ recover \"37th Brigade\""], &[]),
        ("elsewhere nothing is given", "<tab>!", 20, &["give: choose a proposed or due order"], &[]),
    ];
    for (story, keys, entry, seen, unseen) in table {
        let mut program = resting();
        let screen = program.keys(keys).shows((120, 40));
        for seen in *seen {
            assert!(screen.contains(seen), "{story}: “{seen}” is not on the screen\n{screen}");
        }
        for unseen in *unseen {
            assert!(!screen.contains(unseen), "{story}: “{unseen}” is on the screen\n{screen}");
        }
        assert_eq!(program.save().diary().head(), *entry, "{story}\n{screen}");
    }
}

/// Leaving the battle returns to the Campaign screen with the same selection and unfolded rows.
#[test]
fn the_screen_is_kept_while_a_battle_is_looked_at() {
    let mut program = second_day();
    let screen = program.keys("5<backtab>jj'f").shows((120, 40));
    assert!(screen.contains("▌   ● 37th Brigade") && !screen.contains("Calendar"), "{screen}");
    let screen = program.keys("<esc>").shows((120, 40));
    assert!(screen.contains("◆ Forces") && screen.contains("Fought in First day"), "{screen}");
    // All panes show the order that was given meanwhile.
    let screen = program.keys("'f").keys(&order("lose \"37th Brigade\" 1")).keys("5").shows((120, 40));
    assert!(screen.contains("◆ Forces") && screen.contains("Lost so far: 1 SP"), "{screen}");
    // Esc goes back to where the screen was opened, and no further.
    let screen = program.keys("<esc><esc><esc>").shows((120, 40));
    assert!(screen.contains("Diary") && !screen.contains("Calendar"), "{screen}");
}

#[test]
fn the_diary_of_a_unit_leads_to_its_entries_on_the_review_screen() {
    let mut program = theatre::in_sight();
    program.keys("5<backtab>");
    for _ in 0..40 {
        if program.shows((120, 60)).contains("5th Rifle Brigade ─") {
            break;
        }
        program.keys("jl");
    }
    let screen = program.shows((120, 60));
    assert!(screen.contains("Lost so far: 1 SP"), "{screen}");
    assert!(screen.contains("entry 5: 5th Rifle Brigade lost 1 SP, 3 left"), "{screen}");
    // A unit on no map and in no battle opens in the diary.
    let screen = program.keys("<enter>").shows((120, 60));
    assert!(screen.contains("The diary of 5th Rifle Brigade"), "{screen}");
    let screen = program.keys("<enter>").shows((120, 60));
    assert!(screen.contains("REVIEW of entry 5"), "{screen}");
    let screen = program.keys("<esc><esc>").shows((120, 60));
    assert!(screen.contains("◆ Forces") || screen.contains("Diary"), "{screen}");
}

/// A campaign of one unit or of none offers no order that would be refused.
#[test]
fn a_campaign_of_one_unit_and_of_nobody() {
    let mut program =
        Program::of_muster("(sides: [(id: 1, name: \"Reds\")], units: [(id: 2, name: \"The Old Guard\", side: 1)])");
    let screen = program.keys("5").shows((120, 40));
    assert!(screen.contains("a battle needs two sides: add another"), "{screen}");
    let screen = program.keys("b").shows((120, 40));
    assert!(screen.contains("begin battle: there are not two sides yet"), "{screen}");
    let screen = program.rest().keys("<backtab>j").shows((120, 40));
    assert!(screen.contains("├ The Old Guard ─") && !screen.contains("Enter open"), "{screen}");
    let screen = program.keys("<enter>").shows((120, 40));
    assert!(screen.contains("the diary has no entries about it yet"), "{screen}");
    let mut program = Program::of_muster("()");
    let screen = program.keys("5").shows((120, 40));
    assert!(screen.contains("→ there are no sides yet: add one") && !screen.contains("begin the first"), "{screen}");
    let screen = program.keys("<backtab><enter>Reds\"<enter>").shows((120, 40));
    assert!(screen.contains("→ no side has a unit yet: muster one"), "{screen}");
}

/// With four sides of many units, each name is distinguishable from the others at each size.
#[test]
fn names_that_begin_alike_can_be_told_apart() {
    let names = ["1st Battalion", "2nd Battalion", "Artillery", "Cavalry"];
    let unit = |side: usize, at: usize| {
        let regiment = "95th (Rifle) Regiment of Foot";
        format!("(id: {}, name: \"{regiment} {}\", side: {side})", 100 * side + at, names[at])
    };
    let units: Vec<String> = (1..=4).flat_map(|side| (0..4).map(move |at| unit(side, at))).collect();
    let sides: Vec<String> = (1..=4).map(|side| format!("(id: {side}, name: \"Army of the North, {side}\")")).collect();
    let muster = format!("(sides: [{}], units: [{}])", sides.join(", "), units.join(", "));
    for size in [(120, 40), (80, 24), (200, 60)] {
        let screen = Program::of_muster(&muster).keys("5<backtab>").shows(size);
        let first: Vec<&str> = screen.lines().filter(|line| line.contains("● 95th")).take(4).collect();
        let cut: Vec<&str> = first.iter().filter_map(|line| line.split("● ").nth(1)?.split("  ").next()).collect();
        let different: std::collections::BTreeSet<&str> = cut.iter().copied().collect();
        assert_eq!(different.len(), 4, "{cut:?}\n{screen}");
    }
}

/// A finished campaign offers no order that would be refused.
#[test]
fn finished_campaigns_offer_no_actions() {
    let mut program = second_day();
    program.keys(&order("end battle")).keys("5");
    let screen = program.keys(&order("end campaign won by Russians")).shows((200, 40));
    let footer = screen.lines().last().unwrap_or_default();
    for offered in ["advance", "schedule", "begin battle", "settle", "give"] {
        assert!(!footer.contains(offered), "“{offered}” is offered\n{screen}");
    }
    let screen = program.keys("F").shows((120, 40));
    assert!(screen.contains("advance: the campaign is over: only notes can be written"), "{screen}");
    let screen = program.keys(":note \"so it goes\"<enter>").shows((120, 40));
    assert!(!screen.contains("refused"), "{screen}");
    let screen = program.keys("y").shows((120, 40));
    assert!(screen.contains("the campaign is over: there is nothing to propose"), "{screen}");
}

/// The column and row of a text on a screen.
fn place(screen: &str, wanted: &str) -> (u16, u16) {
    let mut rows = screen.lines().zip(0u16..);
    let found = rows.find_map(|(line, y)| Some((line.split_once(wanted)?.0.chars().count(), y)));
    let (x, y) = found.unwrap_or_else(|| panic!("“{wanted}” is not on the screen\n{screen}"));
    (u16::try_from(x).expect("a column"), y)
}

#[test]
fn clicks_go_to_panes_and_rows() {
    for size in SIZES {
        let mut program = second_day();
        let click = |program: &mut Program, wanted: &str| {
            let (x, y) = place(&program.shows(size), wanted);
            program.click(x, y).shows(size)
        };
        program.keys("5");
        let screen = click(&mut program, "promote \"37th");
        assert!(screen.contains("Calendar item 2"), "{screen}");
        let screen = click(&mut program, "promote \"37th");
        assert!(screen.contains(": give 2"), "the same row again takes it\n{screen}");
        program.keys("<esc>");
        let screen = click(&mut program, "Forces");
        assert!(screen.contains("◆ Forces"), "{screen}");
        let screen = click(&mut program, "▾ XX Corps");
        assert!(screen.contains("XX Corps, Germans"), "{screen}");
        let screen = click(&mut program, "▾ XX Corps");
        assert!(screen.contains("▸ XX Corps"), "{screen}");
        click(&mut program, "Battles");
        click(&mut program, "First day");
        let screen = click(&mut program, "First day");
        assert!(screen.contains("over: “darkness”") && !screen.contains("Calendar"), "{screen}");
    }
}

/// No key panics at any size.
#[test]
fn every_size_draws() {
    for keys in ["5", "5<backtab><backtab>", "5<backtab>", "5F", "5[[", "5<backtab>G"] {
        let mut program = second_day();
        program.keys(keys);
        for width in [0, 1, 7, 59, 60, 75, 76, 109, 110, 200] {
            for height in [0, 1, 2, 5, 19, 20, 30, 60] {
                program.shows((width, height));
            }
        }
    }
}

/// The header shortens the title before the time.
#[test]
fn the_header_says_what_time_it_is() {
    let screen = second_day().keys("5").shows((80, 24));
    let header = screen.lines().next().unwrap_or_default();
    assert!(header.contains("day 1, day"), "{screen}");
}

/// The header shows the other battles before the whole title.
#[test]
fn the_header_tells_of_the_other_battles_before_the_title() {
    for size in [(80, 24), (60, 20)] {
        let mut program = second_day();
        program.keys(&order("end battle"));
        for given in
            ["battle Alle with \"37th Brigade\" v \"XIII Corps\"", "battle Ford with \"73rd Brigade\" v \"XV Corps\""]
        {
            program.keys(&order(given));
        }
        let screen = program.keys("5").shows(size);
        let header = screen.lines().next().unwrap_or_default();
        assert!(header.contains("1 more battle"), "{screen}");
    }
}

/// After picking a unit, the screen says who is picked and what for.
#[test]
fn picking_says_what_it_is_for() {
    let mut program = second_day();
    let screen = program.keys("5<backtab>j ").shows((120, 40));
    assert!(screen.contains("picked: XX Corps; begin a battle with it"), "{screen}");
    let screen = program.keys(" ").shows((120, 40));
    assert!(screen.contains("picked: XX Corps and 37th Brigade; begin a battle with them"), "{screen}");
    let screen = program.keys("k ").shows((120, 40));
    assert!(screen.contains("no longer picked: 37th Brigade; still picked: XX Corps"), "{screen}");
    let screen = program.keys("kk ").shows((120, 40));
    assert!(screen.contains("no longer picked: XX Corps"), "{screen}");
}

/// At 80 columns the footer lists the keys for the selected item.
#[test]
fn the_footer_has_first_what_matters_here() {
    let screen = theatre::in_sight().keys("5'nj").shows((80, 24));
    let footer = screen.lines().last().unwrap_or_default();
    for key in ["Enter open", "F advance", "' c force", "' e diary", "u undo", "Esc back", "? help"] {
        assert!(footer.contains(key), "“{key}”\n{screen}");
    }
}

/// The tabs distinguish battles with similar names.
#[test]
fn battles_that_are_called_alike_are_told_apart_in_the_header() {
    let mut program = Program::with("tannenberg");
    for given in ["end battle", "battle \"Crossing of the Orla 1\" with \"37th Brigade\" v \"1st Rifle Brigade\""] {
        program.keys(&order(given));
    }
    for (nth, (ours, theirs)) in (2..).zip([("73rd", "2nd"), ("41st", "3rd"), ("75th", "4th")]) {
        let battle =
            format!("battle \"Crossing of the Orla {nth}\" with \"{ours} Brigade\" v \"{theirs} Rifle Brigade\"");
        program.keys(&order(&battle));
    }
    let screen = program.shows((80, 24));
    let tabs = screen.lines().nth(1).unwrap_or_default();
    for nth in 1..=4 {
        assert!(tabs.contains(&format!(" {nth} T1")), "{screen}");
    }
}

/// A battle's winner comes before the rest of its result, and is cut last.
#[test]
fn winners_of_battles_are_never_cut() {
    let mut program = Program::with("tannenberg");
    for given in [
        "end battle won by Germans because \"nobody was left of the first corps\"",
        "battle Alle with \"37th Brigade\" v \"5th Rifle Brigade\"",
        "end battle won by Germans because \"nobody was left of the second corps\"",
        "battle Orla with \"37th Brigade\" v \"5th Rifle Brigade\"",
        "end battle won by Russians margin \"decisive\" because \"nobody was left of the third corps\"",
    ] {
        program.keys(&order(given)).draw((80, 24));
    }
    let screen = program.keys("<esc>5").shows((80, 24));
    assert_eq!(screen.matches("Germans won…").count(), 2, "{screen}");
    assert_eq!(screen.matches("Russians won, a…").count(), 1, "{screen}");
}

/// A due order that can't be given shows the reason.
#[test]
fn a_due_order_that_can_not_be_given_says_why() {
    let mut program = second_day();
    for given in ["schedule \"lose \\\"99th Brigade\\\" 1\" at day 1 dusk", "settle 1", "settle 2", "advance anyway"] {
        program.keys(&order(given));
    }
    let screen = program.keys("5!").shows((120, 40));
    assert!(screen.contains("can’t be carried out: there is no unit called “99th Brigade”:"), "{screen}");
}

/// A table for one force takes only one force. When several are picked, the screen says which.
#[test]
fn a_table_for_one_force_says_for_which_of_those_picked() {
    let mut program = second_day();
    let screen = program.keys("5<backtab>j jjjjjj <tab><tab><tab>jj<enter>").shows((120, 40));
    assert!(screen.contains("consult \"Events\" for \"XX Corps\""), "{screen}");
    assert!(screen.contains("here for the first of the 2 picked"), "{screen}");
}
