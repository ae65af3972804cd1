//! The Map screen: its keys, the mouse, and its look.

use super::*;

/// Story, keys, the diary's head, and texts on the screen.
#[test]
fn keys_of_the_map_work() {
    let table: &[(&str, &str, u32, &[&str])] = &[
        ("the map, and the area under the cursor", "", 2, &["The wells at Tel Amara", "General Harcourt", "road n s"]),
        (
            "the next unit, and where it can go",
            "<tab><tab><tab>",
            2,
            &["where 2nd Fusiliers can go", "2nd Fusiliers can go 2 areas"],
        ),
        ("a cost", "<tab><tab><tab><up><up>", 2, &["2nd Fusiliers: 2 areas of 2", "to attack afterwards"]),
        ("out of reach", "<tab><tab><tab><up><up><up><up>", 2, &["G4 is out of reach: G5 is too"]),
        ("where to, and the facing", "<tab><tab><tab><up><enter>", 2, &["2nd Fusiliers to G7", "north: turn it"]),
        ("another facing", "<tab><tab><tab><up><enter><right>", 2, &["2nd Fusiliers to G7", "east: turn it"]),
        (
            "the order, with its preview",
            "<tab><tab><tab><up><enter><right><enter>",
            2,
            &[": move \"2nd Fusiliers\" to G7 facing e", "Enter gives the order"],
        ),
        ("Esc goes back to the facing", "<tab><tab><tab><up><enter><enter><esc>", 2, &["north: turn it"]),
        ("then to the area", "<tab><tab><tab><up><enter><enter><esc><esc>", 2, &["2nd Fusiliers: 1 area of 2"]),
        ("then to the choice", "<tab><tab><tab><up><enter><enter><esc><esc><esc>", 2, &["G7"]),
        ("then to the battle", "<tab><tab><tab><up><enter><enter><esc><esc><esc><esc>", 2, &["Forces", "Diary"]),
        (
            "given",
            "<tab><tab><tab><up><enter><enter><enter>",
            3,
            &["2nd Fusiliers moved from G8 to G7", "the unit 2nd Fusiliers has", "already moved this turn"],
        ),
        ("before the move", "<tab><tab><tab><up><enter><enter><enter>[", 3, &["REVIEW of entry 2"]),
        ("back to the present", "<tab><tab><tab><up><enter><enter><enter>[<esc>", 3, &["entry 3"]),
        ("the dice by range", "<tab><tab><tab>;r<up><up><up>", 2, &["the dice of 2nd Fusiliers", "3 areas from 2nd"]),
        ("who threatens", ";t", 2, &["how many enemies of Column can fire into each area"]),
        ("what is seen", ";s", 2, &["areas visible from G9"]),
        ("the objectives", ";o", 2, &["the objectives"]),
        ("nearer", "+", 2, &["Harcourt"]),
        ("a volley needs a target", "<tab><tab><tab>v", 2, &["volley: point at an enemy"]),
        ("and a unit", "v", 2, &["volley: choose a unit first"]),
        ("an order typed", ":note dusk<enter>", 3, &["dusk"]),
        (
            "an enemy pointed at who is out of range",
            "<tab><tab><tab><up><up><up><up><right><enter>",
            2,
            &[" the unit 2nd Fusiliers can't reach that far: the maximum range of rifles is 3, the distance 5"],
        ),
        (
            "the same by a key",
            "<tab><tab><tab><up><up><up><up><right>v",
            2,
            &["2nd Fusiliers can't reach that far: the maximum range of rifles is 3, the distance 5"],
        ),
    ];
    for (story, keys, head, seen) in table {
        let mut program = wells();
        program.shows((120, 40));
        let mut screen = String::new();
        let mut rest = *keys;
        // Draws a frame after each key, as in the terminal.
        while let Some(first) = rest.chars().next() {
            let one = if first == '<' { rest.find('>').map_or(1, |at| at + 1) } else { first.len_utf8() };
            let (key, after) = rest.split_at(if first == ':' { rest.find('<').unwrap_or(one) } else { one });
            screen = program.keys(key).shows((120, 40));
            rest = after;
        }
        let screen = if screen.is_empty() { program.shows((120, 40)) } else { screen };
        for seen in *seen {
            assert!(screen.contains(seen), "{story}: “{seen}” is not on the screen\n{screen}");
        }
        assert_eq!(program.save().diary().head(), *head, "{story}\n{screen}");
    }
}

/// After each set of orders, selects each of the Column's units and moves the cursor to each of the Emirate's. The
/// screen offers fire, with its weapons, exactly where a volley would be accepted.
#[test]
fn targets_on_screen_are_those_a_volley_accepts() {
    let play: &[&[&str]] = &[
        &[],
        // A full move, a shorter move, a turn on the spot, a volley, and a General beside the guns.
        &[
            "place \"Black Banner\" at I7 facing s anyway because \"they came near\"",
            "place \"Red Banner\" at F6 facing s anyway because \"they came near\"",
            "place \"General Harcourt\" at F9 facing n anyway because \"he rides over\"",
            "move \"2nd Fusiliers\" to G7 facing n",
            "move \"1st Fusiliers\" to F7 facing n",
            "face Gardner w",
            "volley \"Highlanders\" at \"Black Banner\"<enter>112345",
        ],
    ];
    for orders in play {
        let mut program = wells();
        for order in *orders {
            program.keys(&format!(":{order}<enter>"));
        }
        let mut accepted = 0;
        let state = program.save().diary().state().clone();
        let cell = |id: UnitId| state.unit(id).and_then(|unit| unit.place).expect("it stands there").cell;
        program.keys(";r");
        for _ in 100..110 {
            let screen = program.keys("<tab>").shows((100, 30));
            let chosen =
                (100..110).map(UnitId).find(|id| screen.contains(&format!("the dice of {} by", state.name(*id))));
            let unit = chosen.unwrap_or_else(|| panic!("nobody is chosen\n{screen}"));
            let mut cursor = cell(unit);
            // No weapon has a longer range.
            let near = |enemy: &UnitId| cell(*enemy).row.abs_diff(cell(unit).row) <= 6;
            for enemy in (200..210).map(UnitId).filter(near) {
                let to = cell(enemy);
                let steps =
                    |from: u16, to: u16, keys: [&str; 2]| keys[usize::from(to > from)].repeat(from.abs_diff(to).into());
                program.keys(&steps(cursor.column, to.column, ["h", "l"]));
                let screen = program.keys(&steps(cursor.row, to.row, ["k", "j"])).shows((100, 30));
                cursor = to;
                let said = screen.lines().find(|line| line.contains(&format!(" from {}", state.name(unit))));
                let said = said.unwrap_or_else(|| panic!("nothing is said about {to}\n{screen}"));
                let order = format!("volley {:?} at {:?}", state.name(unit), state.name(enemy));
                let Ok(Instruction::Order(order)) = parse_instruction(&order, &state) else { panic!("{order}") };
                let accepts = rules::resolve(&state, &order, &[]).is_ok();
                accepted += usize::from(accepts);
                let says = said.contains(" with ") && !said.contains("not now");
                assert_eq!(says, accepts, "{order:?}: {said}\n{:?}", rules::resolve(&state, &order, &[]));
            }
        }
        assert!(accepted > 0, "somebody can be fired at");
    }
}

#[test]
fn the_map_screen_at_its_sizes() {
    for (width, height) in [(120, 40), (80, 24), (60, 20)] {
        let mut program = wells();
        program.shows((width, height));
        program.keys("<tab><tab><tab><up>");
        let screen = program.sees(
            (width, height),
            &[
                "◆ The wells at Tel Amara: where 2nd Fusiliers can go",
                "2nd Fusiliers: 1 area of 2",
                "nobody to attack from here",
                "open, road n s",
                "Enter point   Tab next",
            ],
        );
        // The area under the cursor is in brackets, with the cost of the way. The unit that would move is between bars.
        let close = screen.replace(' ', "");
        assert!(close.contains("[1]"), "{screen}");
        assert!(close.contains("▐▲▌") || close.contains("▐▲I▌") || close.contains("▐▲I4▌"), "{screen}");
        if width == 80 {
            insta::assert_snapshot!("map_screen_80x24", screen);
        }
    }
}

#[test]
fn the_battle_screen_shows_the_map() {
    let mut program = wells();
    let screen = program.keys("<esc>").shows((120, 40));
    assert!(screen.contains("Forces") && screen.contains("The wells at Tel"), "{screen}");
    // A mark shows that the map has more columns than fit.
    assert!(screen.contains(" A–L→ "), "{screen}");
    let small = program.shows((80, 24));
    let cut = |line: &str| line.contains("The wel") && (line.contains('→') || line.contains('←'));
    assert!(small.lines().any(cut), "{small}");
    // The map is in the middle, between the forces and the diary, with its rims.
    let title = screen.lines().find(|line| line.contains("The wells at Tel")).expect("a title");
    assert!(title.starts_with("┌ ◆ Forces ─") && title.contains("┬ Diary ─"), "{screen}");
    assert!(screen.contains("A B C D E F G H I J K L") && screen.contains("10 · · "), "{screen}");
}

/// All lines of the help, read page by page.
fn help_read(program: &mut Program, size: (u16, u16)) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut screen = program.keys("?").shows(size);
    for _ in 0..40 {
        lines.extend(screen.lines().map(|line| line.trim_matches(['│', ' ']).to_string()));
        screen = program.keys("<pagedown>").shows(size);
    }
    lines
}

#[test]
fn the_help_on_the_map_begins_with_its_keys_and_says_what_each_sign_means() {
    for (keys, zoom) in [("", "far"), ("+", "near"), ("+++", "full")] {
        let mut program = wells();
        program.shows((80, 24));
        let lines = help_read(program.keys(keys), (80, 24));
        let line = |start: &str| {
            let at = lines.iter().position(|line| line.starts_with(start));
            at.unwrap_or_else(|| panic!("{zoom}: no “{start}”\n{}", lines.join("\n")))
        };
        // The help begins with what the rulebook leaves out.
        let mut last = line("Here and now");
        assert!(last < 5, "{zoom}: {lines:?}");
        for start in [
            "On this map: the ground",
            "·  open",
            "♣  woods: cover; blocks the line of sight",
            "⌂  built-up: cover; blocks the line of sight",
            "▦  fortification: cover; blocks the line of sight",
            "On this map: edges and roads",
            "─ │  road: entering an area by road costs 1",
            "On this map: places",
            "♦C  an objective held by Column",
            "♦E  an objective held by Emirate",
            "◊   an objective held by nobody",
            "On this map: units",
            "▲ ▶ ▼ ◀  Column, facing north, east, south and west",
            "△ ▷ ▽ ◁  Emirate, facing north, east, south and west",
            "On this map: the cursor and moves",
            "On this map: layers",
            "On the Map screen, while a move is composed",
            "At the table",
        ] {
            assert!(line(start) > last, "{zoom}: “{start}” comes later");
            last = line(start);
        }
        // The help does not explain what this map lacks: it has no rivers, and its rulebook has no grades.
        assert!(!lines.iter().any(|line| line.contains("grade") && line.contains("faces")), "{zoom}");
        assert!(!lines.iter().any(|line| line.starts_with("On this map: grades")), "{zoom}");
    }
    // Other screens do not explain the map.
    let lines = help_read(wells().keys("<esc>"), (80, 24));
    assert!(
        lines[4] == "Here and now" && !lines.iter().any(|line| line.contains("On this map")),
        "{}",
        lines.join("\n")
    );
}

#[test]
fn a_campaign_without_a_map_says_so() {
    let mut program = Program::with("tannenberg");
    let screen = program.keys("2").shows((80, 24));
    assert!(screen.contains("This campaign has no map"), "{screen}");
    let screen = program.keys("m").shows((80, 24));
    assert!(screen.contains("move: this campaign has no map"), "{screen}");
    for key in "hjklgGz;m;r;t;s;o;g0+-;nmOvsCe_uU[]iE<tab><enter>"
        .split_inclusive('>')
        .flat_map(|part| part.split_at(1).0.chars())
    {
        program.keys(&key.to_string()).draw((60, 20));
    }
}

#[test]
fn every_size_of_the_map_screen_draws() {
    for keys in ["", "<tab><tab><tab>", "<tab><tab><tab><up><enter>", "<tab>:", ";s++", "?"] {
        let mut program = wells();
        program.shows((120, 40));
        program.keys(keys);
        for width in [0, 1, 7, 60, 61, 79, 80, 109, 110, 200] {
            for height in [0, 1, 2, 19, 20, 30, 60] {
                program.draw((width, height));
            }
        }
    }
}

/// A move with the mouse alone: the map from the battle screen, the unit, the area, the facing, the order.
#[test]
fn a_move_by_the_mouse_alone() {
    let mut program = wells();
    program.keys("<esc>");
    let place = |screen: &str, words: &str| {
        let (row, line) = screen
            .lines()
            .enumerate()
            .find(|(_, line)| line.contains(words))
            .unwrap_or_else(|| panic!("{words}\n{screen}"));
        let column = line[..line.find(words).expect("it is there")].chars().count();
        (u16::try_from(column).expect("a column"), u16::try_from(row).expect("a row"))
    };
    let screen = program.shows((120, 40));
    let (column, row) = place(&screen, "The wells at Tel");
    let screen = program.click(column, row + 2).shows((120, 40));
    // The rims give an area's position: the column's letter above it, the row's number beside it.
    let at = |screen: &str, column: char, row: &str| {
        let (_, top) = place(screen, "    A    B    C");
        let line = screen.lines().nth(usize::from(top)).expect("the rim");
        let across = line.chars().position(|c| c == column).expect("the letter");
        let down = screen.lines().position(|line| line.starts_with(&format!("│{row:>2} "))).expect("the number");
        (u16::try_from(across).expect("a column"), u16::try_from(down).expect("a row"))
    };
    for (column, row) in [('G', "8"), ('G', "7"), ('H', "7"), ('G', "7")] {
        let (x, y) = at(&screen, column, row);
        program.click(x, y).shows((120, 40));
    }
    let screen = program.shows((120, 40));
    assert!(screen.contains(": move \"2nd Fusiliers\" to G7 facing e"), "{screen}");
    let (x, y) = place(&screen, "Enter give the order");
    let screen = program.click(x + 2, y).shows((120, 40));
    assert!(screen.contains("2nd Fusiliers moved from G8 to G7, facing east"), "{screen}");
    let (x, y) = place(&screen, "; ; layer");
    let screen = program.click(x, y).shows((120, 40));
    assert!(screen.contains("the dice of 2nd Fusiliers"), "{screen}");
}
