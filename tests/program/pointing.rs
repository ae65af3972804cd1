//! Orders by pointing on the Map screen: possible attacks of a unit, refusals, several units in one order, stacks as
//! one, and the next unit, with keys and with the mouse alone.

use crate::{
    harness::program::Program,
    map::{WELLS, wells},
};
use wardiary_rules::state::State;

/// The wells with the enemy nearby.
fn near() -> Program {
    let mut program = wells();
    for order in [
        "place \"Black Banner\" at I6 facing s anyway because \"they came near\"",
        "place \"Red Banner\" at F6 facing s anyway because \"they came near\"",
        "place \"General Harcourt\" at F9 facing n anyway because \"he rides over\"",
    ] {
        program.keys(&format!(":{order}<enter>"));
    }
    program.shows((120, 40));
    program
}

/// The ridge with the enemy beside the village and the Crown to act.
fn ridge() -> Program {
    let mut program = Program::with("ridge");
    program.keys("H:initiative<enter>6<enter>1<enter>:first Crown<enter>");
    for order in
        ["place Vanguard at I4 facing s anyway because \"so\"", "place Halberds at J4 facing s anyway because \"so\""]
    {
        program.keys(&format!(":{order}<enter>"));
    }
    program.keys("2");
    program.shows((120, 40));
    program
}

/// The ridge with the enemy's horse two areas from the Foresters, outside their arc.
fn afar() -> Program {
    let mut program = ridge();
    program.keys(":place \"League Horse\" at M6 facing s anyway because \"so\"<enter>");
    program.shows((120, 40));
    program
}

/// The wells, where the Emirate has won the initiative and chooses who goes first.
fn choosing() -> Program {
    let mut program = Program::with(WELLS);
    program.keys("H:initiative<enter>16<enter>2");
    program
}

/// Presses keys with a frame after each, as in the terminal, and returns the last screen.
fn play(program: &mut Program, keys: &str, size: (u16, u16)) -> String {
    let mut screen = program.shows(size);
    let mut rest = keys;
    while let Some(first) = rest.chars().next() {
        let one = if first == '<' { rest.find('>').map_or(1, |at| at + 1) } else { first.len_utf8() };
        let (key, after) = rest.split_at(if first == ':' { rest.find('<').unwrap_or(one) } else { one });
        screen = program.keys(key).shows(size);
        rest = after;
    }
    screen
}

/// The words of the panel beside the map, joined, or of the whole screen if the panel is below the map.
fn words(screen: &str) -> String {
    let panel = |line: &str| {
        let parts: Vec<&str> = line.split('│').collect();
        parts.iter().rev().nth(1).map_or_else(|| line.trim().to_string(), |part| part.trim().to_string())
    };
    screen.lines().map(panel).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The texts missing on a screen.
fn missing(story: &str, screen: &str, seen: &[&str]) -> Option<String> {
    let words = words(screen);
    let missing: Vec<&&str> = seen.iter().filter(|seen| !screen.contains(**seen) && !words.contains(**seen)).collect();
    (!missing.is_empty()).then(|| format!("{story}: {missing:?} is not on the screen\n{screen}"))
}

fn sees(story: &str, screen: &str, seen: &[&str]) {
    let missing = missing(story, screen, seen);
    assert!(missing.is_none(), "{}", missing.unwrap_or_default());
}

fn stands(state: &State, unit: &str) -> String {
    let unit = state.units().iter().find(|other| &*other.name == unit).expect("a unit");
    let place = unit.place.expect("it stands somewhere");
    format!("{} {}", place.cell, place.facing)
}

type Scene = fn() -> Program;

/// A story, a scene, keys, and texts on the screen.
const SEEN: &[(&str, Scene, &str, &[&str])] = &[
    ("nobody in reach", wells, "<tab><tab><tab>", &["2nd Fusiliers can go 2 areas nobody to attack from here"]),
    (
        "whom it can attack from where it stands",
        near,
        "<tab><tab><tab>",
        &["can attack facing n: - Red Banner (F6), 2 dice, 8% to hit"],
    ),
    (
        "and from where it could go",
        near,
        "<tab><tab><tab><up>",
        &[
            "2nd Fusiliers: 1 area of 2",
            "could attack facing n: - Red Banner (F6), 4 dice",
            "facing e: - Black Banner (I6), 2 dice",
        ],
    ),
    (
        "too far for that",
        near,
        "<tab><tab><tab><up><up>",
        &["2 areas of 2, stops beside Red Banner, too far to attack afterwards"],
    ),
    (
        "a General's dice",
        near,
        "<tab><tab><tab><tab><tab><tab><tab><tab>",
        &["- Red Banner (F6), 6 dice with the General’s, 66% to hit"],
    ),
    (
        "as it is turned",
        near,
        "<tab><tab><tab><up><enter><right>",
        &["facing east: turn it", "could attack facing e: - Black"],
    ),
    (
        "once it has moved",
        near,
        "<tab><tab><tab><up><enter><enter><enter>",
        &[
            "can attack facing n: - Red Banner (F6), 4 dice, 38% to hit the unit 2nd Fusiliers has already moved this turn",
        ],
    ),
    (
        "and after its whole move",
        near,
        "<tab><tab><tab><up><left><enter><enter><enter>",
        &["2nd Fusiliers has used its whole move, and can't attack"],
    ),
    (
        "once it has attacked",
        near,
        "<tab><tab><tab>:volley \"2nd Fusiliers\" at \"Red Banner\"<enter>12<enter><up>",
        &["2nd Fusiliers: 1 area of 1, has attacked this turn"],
    ),
    (
        "an enemy pointed at",
        near,
        "<tab><tab><tab><up><up><left>",
        &["3 areas from 2nd Fusiliers", "can attack facing n: - Red Banner (F6), 2 dice"],
    ),
    (
        "who is unarmed is spared that",
        near,
        "<tab><tab><tab><tab><tab><tab><tab><tab><tab><tab>",
        &["Water Carts can go"],
    ),
    // A stack moves as one and has its own name.
    ("a stack", ridge, "<tab>", &["where Village Guard can go", "Village Guard can go 3 areas, 4 by road"]),
    ("where it could go", ridge, "<tab><up>", &["Village Guard: 2 areas of 3, stops beside Vanguard and Halberds"]),
    ("whom it could engage", ridge, "<tab><up>", &["- Vanguard, Conflict, 50% to hit for 12 SP, 50% to be hit for 15"]),
    (
        "and fire at",
        ridge,
        "<tab><up>",
        &["facing n: - Vanguard (I4), 6 dice each of 6 units", "facing ne: - Halberds (J4), 6 dice each of 6 units"],
    ),
    (
        "its move",
        ridge,
        "<tab><up><enter>",
        &["Village Guard to I5, facing north: turn it (n or ne), then press Enter or click on I5"],
    ),
    ("its order", ridge, "<tab><up><enter><tab><enter>", &[": move \"Village Guard\" to I5 facing ne"]),
    (
        "towards the only enemy",
        ridge,
        "<tab><up><right><enter>",
        &["facing north, towards the enemy beside it: press Enter or click on J5"],
    ),
    // Enter on an enemy.
    (
        "whom a stack has out of its arc",
        afar,
        "<tab><tab><right><right>",
        &["out of its arc; it can fire if turned to ne", "can attack turned to ne: - League Horse"],
    ),
    (
        "fire of a stack",
        afar,
        "<tab><tab>:face Foresters ne<enter><right><right>",
        &["2 areas from 1st Foresters: ", "Enter: fire with 1st Foresters", "can attack facing ne: - League Horse"],
    ),
    (
        "its order",
        afar,
        "<tab><tab>:face Foresters ne<enter><right><right><enter>",
        &[": volley \"1st Foresters\" at "],
    ),
    (
        "and the next of the stack",
        afar,
        "<tab><tab>:face Foresters ne<enter><right><right><enter><enter>1111<enter>",
        &["Enter: fire with 2nd Foresters"],
    ),
    (
        "a stack in contact",
        ridge,
        "<tab>:place Vanguard at I5 facing s anyway because \"so\"<enter><up>",
        &["Enter: open a Conflict"],
    ),
    ("fire of a unit", near, "<tab><tab><tab><up><up><left>", &["Enter: fire with 2nd Fusiliers"]),
    // Several units in one order.
    (
        "picks",
        near,
        "<tab><tab><space><tab><space>",
        &["picked; the order now has 2 units", "where 1st Fusiliers and 1 more can go"],
    ),
    ("dropped", near, "<tab><tab><space><space>", &["1st Fusiliers dropped; the order now has 0 units"]),
    (
        "who follows",
        near,
        "<tab><tab><space><tab><space><left><up>",
        &["1st Fusiliers: 1 area of 2, stops beside Red Banner; 1 follows behind it"],
    ),
    (
        "their order",
        near,
        "<tab><tab><space><tab><space><left><left><up><enter><enter>",
        &[": move \"1st Fusiliers\" + \"2nd Fusiliers\" to E7 facing n"],
    ),
    (
        "who can't follow, before Enter",
        near,
        ":move \"2nd Fusiliers\" to H8<enter><tab><tab><space><right><right><space><left><up>",
        &["the unit 2nd Fusiliers has already moved this turn"],
    ),
    ("Esc drops all picks", near, "<tab><tab><space><tab><space><esc>", &["where 2nd Fusiliers can go"]),
    (
        "another side's",
        near,
        "<tab><tab><space><up><up><space>",
        &["Red Banner is not on the same side as 1st Fusiliers"],
    ),
    // The next unit.
    (
        "who has not moved comes first",
        near,
        "<tab><tab><tab>:move \"2nd Fusiliers\" to G7<enter><tab>",
        &["where Highlanders can go"],
    ),
    ("of the side that has to choose", choosing, "<tab>", &["The wells at Tel Amara: Emir Yusuf"]),
    ("of a stack that moves as one its first", ridge, "<tab><tab>", &["where Foresters can go"]),
    ("and back", ridge, "<tab><tab><backtab>", &["where Village Guard can go"]),
];

#[test]
fn the_area_at_the_cursor_is_described() {
    let missing: Vec<String> = SEEN
        .iter()
        .filter_map(|(story, scene, keys, seen)| missing(story, &play(&mut scene(), keys, (120, 40)), seen))
        .collect();
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// A story, a scene, keys, and the refusal. No order is composed, and no unit is picked up.
const REFUSED: &[(&str, Scene, &str, &str)] = &[
    (
        "too far",
        near,
        "<tab><tab><tab><right><right><up><enter>",
        "I7 is too far for 2nd Fusiliers: the route there costs 3, the allowance is 2 areas",
    ),
    (
        "the area where it fails",
        near,
        "<tab><tab><tab><up><up><up><up><enter>",
        "G4 is out of reach: a unit that enters G6 must stop there, beside the enemy: Red Banner",
    ),
    ("where a friend stands", near, "<tab><tab><tab><left>m", "there is no room in F8 beside 1st Fusiliers"),
    (
        "after its move",
        near,
        "<tab><tab><tab><up><enter><enter><enter><up><enter>",
        "2nd Fusiliers has already moved this turn",
    ),
    (
        "on the spot as well",
        near,
        "<tab><tab><tab><up><enter><enter><enter><enter>",
        "2nd Fusiliers has already moved this turn",
    ),
    ("when it is not their turn", near, "<tab><tab><tab><left><up><up><esc><enter><down><enter>", "Emirate"),
    (
        "a stack",
        ridge,
        "<tab><down><down><down><down><left><enter>",
        "too far for Village Guard: the route there costs",
    ),
    (
        "a column whose second has moved",
        near,
        ":move \"2nd Fusiliers\" to H8<enter><tab><tab><space><right><right><space><left><up><enter>",
        "2nd Fusiliers has already moved this turn",
    ),
    (
        "an edge that may not be faced",
        ridge,
        "<tab><up><enter><down>",
        "a unit that stops at I5, beside the enemy, must face one: n (Marshal Odo) or ne (1st Halberds)",
    ),
    (
        "a turn to where it faces already",
        near,
        "<tab><tab><tab><enter><enter>",
        "2nd Fusiliers already faces north: turn it first",
    ),
    (
        "an enemy out of its arc",
        afar,
        "<tab><tab><right><right><enter>",
        "League Horse is out of the arc of Foresters: turn it to ne first (face)",
    ),
    ("nobody to pick", near, "<up><up><up><up><space>", "pick: point at a unit"),
];

#[test]
fn impossible_actions_are_refused_at_once() {
    let mut wrong = Vec::new();
    for (story, scene, keys, said) in REFUSED {
        let mut program = scene();
        let screen = play(&mut program, keys, (120, 40));
        let head = program.save().diary().head();
        // The refusal is above the footer, and neither the order line nor the choice of a facing has the focus.
        let over_footer: Vec<&str> = screen.lines().rev().skip(1).take(2).collect();
        let is_said = over_footer.iter().any(|line| line.contains(said));
        if !is_said
            || screen.contains("◆ Order ─")
            || (screen.contains("compose the order") && !screen.contains("turn it"))
        {
            wrong.push(format!("{story}: “{said}” is not said, or something is composed\n{screen}"));
        }
        program.keys("<enter>");
        assert_eq!(program.save().diary().head(), head, "{story}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_column_moves_by_one_order() {
    let mut program = near();
    play(&mut program, "<tab><tab><space><tab><space><left><left><up><enter><enter><enter>", (120, 40));
    let state = program.save().diary().state();
    assert_eq!((stands(state, "1st Fusiliers"), stands(state, "2nd Fusiliers")), ("E7 n".into(), "E8 w".into()));
    // The order ends the picking.
    let screen = play(&mut program, "<tab>", (120, 40));
    assert!(!screen.contains(" more can go"), "{screen}");
}

/// A pick in the Forces pane is a pick on the map, and the reverse.
#[test]
fn picks_are_the_same_on_both_screens() {
    let mut program = near();
    let screen = play(&mut program, "<esc><down><down><down><down><down><down><space><space>2", (120, 40));
    assert!(screen.contains(" and 1 more can go"), "{screen}");
    let screen = play(&mut program, "<esc><esc>", (120, 40));
    assert!(!screen.contains("✓"), "{screen}");
    let screen = play(&mut program, "2<tab><tab><tab><space>1", (120, 40));
    assert!(screen.contains("✓") && screen.contains("2nd Fusiliers"), "{screen}");
}

/// A story, a scene, its keys, the area under the cursor with its mark on the map, and the panel's words.
type Panel = (&'static str, Scene, &'static str, &'static str, &'static str, &'static [&'static str]);

#[test]
fn the_panel_of_attacks_at_its_sizes() {
    for (width, height) in [(120, 40), (80, 24), (60, 20)] {
        let table: [Panel; 4] = [
            (
                "attacks_from_there",
                near,
                "<tab><tab><tab><up>",
                " G7 ─",
                "[1]",
                &["2nd Fusiliers: 1 area of 2", "facing n:", "38%", "facing e:", "open, road n s"],
            ),
            (
                "attacks_of_a_stack",
                ridge,
                "<tab><up>",
                " I5 ─",
                "[∩2×]",
                &["Village Guard: 2 areas of 3", "Conflict, 50%", "hill, costs 2"],
            ),
            (
                "out_of_reach",
                near,
                "<tab><tab><tab><right><right><up><enter>",
                " I7 ─",
                "[·]",
                &["I7 is too far for 2nd Fusiliers: the route there costs 3", "the allowance is 2"],
            ),
            (
                "a_column",
                near,
                "<tab><tab><space><tab><space><left><left><up><enter>",
                " E7 ─",
                "[♣▲]",
                &["1st Fusiliers and 1 more to E7", "woods, cover", "Enter compose the order"],
            ),
        ];
        for (name, scene, keys, title, mark, panel) in table {
            let mut program = scene();
            play(&mut program, keys, (width, height));
            let screen = program.sees((width, height), panel);
            assert!(
                screen.contains(title) && screen.replace(' ', "").contains(mark),
                "{name}: “{title}” and “{mark}”\n{screen}"
            );
            if width == 120 && ["attacks_of_a_stack", "a_column"].contains(&name) {
                insta::assert_snapshot!(format!("{name}_120x40"), screen);
            }
        }
    }
}

/// The position of words on the screen.
fn place(screen: &str, words: &str) -> (u16, u16) {
    let lines = || screen.lines().enumerate();
    let (row, line) = lines().find(|(_, line)| line.contains(words)).unwrap_or_else(|| panic!("{words}\n{screen}"));
    let column = line[..line.find(words).expect("it is there")].chars().count();
    (u16::try_from(column).expect("a column"), u16::try_from(row).expect("a row"))
}

/// The position of an area on a screen of 120×40, from the labels on the rims.
fn area(screen: &str, column: char, row: &str) -> (u16, u16) {
    let (_, top) = place(screen, "    A    B    C");
    let line = screen.lines().nth(usize::from(top)).expect("the rim");
    let across = line.chars().position(|c| c == column).expect("the letter");
    let down = screen.lines().position(|line| line.starts_with(&format!("│{row:>2} "))).expect("the number");
    (u16::try_from(across).expect("a column"), u16::try_from(down).expect("a row"))
}

fn click(program: &mut Program, column: char, row: &str) -> String {
    let (x, y) = area(&program.shows((120, 40)), column, row);
    program.click(x, y).shows((120, 40))
}

/// With the mouse alone: picks two units, moves them in a column, and gives the order.
#[test]
fn a_column_by_the_mouse_alone() {
    let mut program = near();
    for (column, row) in [('F', "8"), ('G', "8")] {
        let screen = click(&mut program, column, row);
        let (x, y) = place(&screen, "Space pick");
        program.click(x + 2, y);
    }
    click(&mut program, 'E', "7");
    let screen = click(&mut program, 'E', "7");
    assert!(screen.contains(": move \"1st Fusiliers\" + \"2nd Fusiliers\" to E7 facing n"), "{screen}");
    let (x, y) = place(&screen, "Enter give the order");
    program.click(x + 2, y).shows((120, 40));
    let state = program.save().diary().state();
    assert_eq!(stands(state, "2nd Fusiliers"), "E8 w");
}

/// Dragging moves a unit, even to a friend's area, which a click would select.
#[test]
fn a_unit_is_drawn_to_where_it_goes() {
    let mut program = near();
    let screen = program.shows((120, 40));
    let (from, past, to) = (area(&screen, 'F', "9"), area(&screen, 'G', "9"), area(&screen, 'G', "8"));
    // The General is the second unit in his area.
    program.click(from.0, from.1).shows((120, 40));
    program.click(from.0, from.1).shows((120, 40));
    program.drag(past.0, past.1);
    let screen = program.drag(to.0, to.1).shows((120, 40));
    sees("drawn", &screen, &["General Harcourt: 2 areas of"]);
    let screen = program.release(to.0, to.1).shows((120, 40));
    sees("let go", &screen, &["General Harcourt to G8"]);
    let screen = click(&mut program, 'G', "8");
    assert!(screen.contains(": move \"General Harcourt\" to G8"), "{screen}");
    // Dragging to an area out of reach is refused too.
    program.keys("<esc><esc>").shows((120, 40));
    let (x, y) = area(&program.shows((120, 40)), 'A', "1");
    program.click(from.0, from.1).shows((120, 40));
    program.click(from.0, from.1).shows((120, 40));
    program.drag(x, y).shows((120, 40));
    let screen = program.release(x, y).shows((120, 40));
    sees("too far", &screen, &["is too far for"]);
}

/// Dragging from the first press, on a unit that was not selected, and on a selected unit, where a press alone would
/// begin to turn it.
#[test]
fn a_unit_is_drawn_from_the_first_press() {
    for chosen_before in [false, true] {
        let mut program = near();
        let screen = program.shows((120, 40));
        let (from, to) = (area(&screen, 'G', "8"), area(&screen, 'G', "7"));
        if chosen_before {
            program.keys("<tab><tab><tab>").shows((120, 40));
        }
        program.click(from.0, from.1);
        // The release may come before the next frame.
        program.drag(to.0, to.1);
        let screen = program.release(to.0, to.1).shows((120, 40));
        sees(&format!("chosen before: {chosen_before}"), &screen, &["2nd Fusiliers to G7, facing"]);
        assert_eq!(screen.matches("◆ Order").count(), 0, "{screen}");
    }
}
