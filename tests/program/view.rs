//! What the panes draw, with its styles; and that they draw it at any size.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Color, Modifier},
    widgets::Widget,
};
use std::{collections::BTreeSet, fmt::Write};
use wardiary::{
    assets,
    book::GradeStep,
    diary::{Account, AccountDie, Header as Campaign},
    dice::{
        Die, Owner,
        source::{Scripted, Seed},
    },
    id::{BattleId, Id, StackId},
    notation::{self, Instruction},
    order::{Edge, Force, Order, Verb},
    rules::{self, Fought, Rolled},
    state::State,
    view::{
        self, Depth, ForcesPane, GaugesPane, Glyphs, HeaderPane, LineUpPane, LogPane, Look, SquarePane, Theme, colour,
        forces, line_up, measure,
    },
};

const GERMANS: Id = Id(1);
const RUSSIANS: Id = Id(2);
const XX_CORPS: StackId = StackId(10);
const FIRST_DAY: BattleId = BattleId(40);

/// A campaign in which orders are given with the faces that fell.
struct Game {
    state: State,
    fought: Option<Fought>,
}

impl Game {
    fn of(scenario: &str) -> Self {
        let seed: Seed = "1".parse().expect("a seed");
        let Campaign { book, muster, .. } = assets::scenario(scenario, None, seed).expect("it ships");
        Self { state: muster.check(&book).expect("a test checks it"), fought: None }
    }

    /// An order in its text form, with the natural faces of its dice.
    fn play(self, order: &str, faces: &[u8]) -> Self {
        match notation::instruction(order, &self.state) {
            Ok(Instruction::Order(order)) => self.give(&order, faces),
            other => panic!("{order}: {other:?}"),
        }
    }

    fn give(mut self, order: &Order, faces: &[u8]) -> Self {
        let mut dice = Scripted { faces: faces.iter().copied().collect() };
        let done = rules::carry_out(self.state, order, &mut dice).expect("a legal order, and enough dice").result;
        self.fought = done.rolled.and_then(Rolled::into_fought).or(self.fought);
        self.state = done.after;
        self
    }

    fn fought(&self) -> &Fought {
        self.fought.as_ref().expect("a phase was fought")
    }
}

/// The first day as the source tells it: "four Yellow become Red, and one of those Reds is eliminated" (RULES 2.2); then
/// an EDNA test that fails, "rolls 10 -> 6" (RULES 1), and a Strength Point lost.
fn first_phase() -> Game {
    Game::of("tannenberg")
        .play("scrud Germans v Russians", &[5, 4, 3, 3, 5, 4, 4, 3, 2, 2, 1, 1])
        .play("edna \"41st Brigade\"", &[6, 4])
        .play("lose \"73rd Brigade\" 1", &[])
}

/// Twenty-four against twenty-four: as many as a club plays.
fn crowd() -> Game {
    let game = Game::of("grand-couronne");
    let fighters = |side: u32| -> Vec<Id> {
        let fights = |u: &&wardiary::state::Unit| game.state.rolls_in_combat(u);
        let units = game.state.units_of_side(wardiary::id::SideId(side)).filter(fights);
        units.take(24).map(|u| u.id.into()).collect()
    };
    let (first, second) = (fighters(1), fighters(2));
    let faces: Vec<u8> =
        (0..(first.len() + second.len())).map(|i| u8::try_from(i * 7 % 6).expect("0 to 5") + 1).collect();
    let order = Order::Scrud { first: Force::of(first), second: Force::of(second) };
    let begun = if game.state.open_battles().next().is_none() {
        game.play("battle Nancy with French v Germans", &[])
    } else {
        game
    };
    begun.give(&order, &faces)
}

/// An account of which nothing is told.
fn account() -> Account {
    Account {
        no: 0,
        follows: 0,
        at: jiff::Timestamp::UNIX_EPOCH,
        verb: Verb::Note,
        order: String::new(),
        battle: None,
        turn: None,
        battle_name: None,
        concerns: BTreeSet::new(),
        headline: String::new(),
        dice: Vec::new(),
        sentences: Vec::new(),
        abandoned: false,
        changed_by_hand: false,
        found_cut: false,
        fork: false,
    }
}

/// A request's dice with these faces.
fn fallen(faces: &str) -> Vec<Vec<AccountDie>> {
    let die = |face: &str| {
        let face = face.parse().expect("a face");
        AccountDie { owner: Owner(1), whose: "1st Brigade".into(), face, by_hand: false }
    };
    let dice: Vec<AccountDie> = faces.split_whitespace().map(die).collect();
    if dice.is_empty() { Vec::new() } else { vec![dice] }
}

fn entries() -> Vec<Account> {
    let entry = |no, headline: &str, dice: &str, sentences: &[&str]| Account {
        no,
        turn: Some(2),
        headline: headline.into(),
        dice: fallen(dice),
        sentences: sentences.iter().map(ToString::to_string).collect(),
        ..account()
    };
    vec![
        entry(
            38,
            "scrud Germans v Russians",
            "5 4 3 3 5 4 4 3 2 2 1 1",
            &[
                "Germans suffered no defeat, Russians suffered 4 defeats",
                "1st Rifle Brigade, 2nd Rifle Brigade, 3rd Rifle Brigade and 4th Rifle Brigade demoted, yellow to red",
                "4th Rifle Brigade eliminated for its side’s defeats",
            ],
        ),
        Account { fork: true, ..entry(39, "“the fog lifts”", "", &[]) },
        Account {
            abandoned: true,
            ..entry(40, "scrud Germans v Russians", "6 6", &["broken off after dice were shown"])
        },
        entry(41, "asked of 41st Brigade: take the ridge", "6 4", &["41st Brigade: 10 against 8, halted, E8 to E6"]),
    ]
}

/// What a screen is drawn with.
struct Style {
    theme: Theme,
    glyphs: Glyphs,
}

impl Style {
    fn of(theme: &str) -> Self {
        Self { theme: Theme::shipped(theme).expect("it ships"), glyphs: Glyphs::UNICODE }
    }

    fn look(&self) -> Look<'_> {
        Look { theme: &self.theme, glyphs: &self.glyphs }
    }
}

/// Draws a pane of this name.
fn draw(pane: &str, style: &Style, game: &Game, area: Rect, buf: &mut Buffer) {
    let (look, state) = (style.look(), &game.state);
    let battle = state.battles().first().map(|b| b.id);
    match pane {
        "header" => HeaderPane {
            look,
            state,
            battle,
            title: "Tannenberg, the first day",
            entry: 41,
            entries: 41,
            reviewing: false,
            read_only: false,
        }
        .render(area, buf),
        "review" => HeaderPane {
            look,
            state,
            battle,
            title: "Tannenberg, the first day",
            entry: 41,
            entries: 38,
            reviewing: true,
            read_only: true,
        }
        .render(area, buf),
        "gauges" => GaugesPane { look, state, battle }.render(area, buf),
        "no battle" => GaugesPane { look, state, battle: None }.render(area, buf),
        "forces" => {
            let rows = forces::rows(state, &BTreeSet::from([Id(21)]));
            let picked = BTreeSet::from([Id(12)]);
            ForcesPane { look, state, rows: &rows, selected: 2, picked: &picked, focused: true, scroll: 0 }
                .render(area, buf);
        }
        "square" => SquarePane { look, state, stack: Some(XX_CORPS), edge: None, focused: false }.render(area, buf),
        "no square" => SquarePane { look, state, stack: None, edge: None, focused: true }.render(area, buf),
        "line-up" => LineUpPane { look, state, fought: game.fought(), reveal: None }.render(area, buf),
        "falling" => LineUpPane { look, state, fought: game.fought(), reveal: Some(5) }.render(area, buf),
        "diary" => {
            LogPane { look, entries: &entries(), above: 37, selected: Some(41), focused: true }.render(area, buf);
        }
        "no diary" => LogPane { look, entries: &[], above: 0, selected: None, focused: false }.render(area, buf),
        other => panic!("no pane {other}"),
    }
}

const PANES: [&str; 11] = [
    "header",
    "review",
    "gauges",
    "no battle",
    "forces",
    "square",
    "no square",
    "line-up",
    "falling",
    "diary",
    "no diary",
];

fn drawn(pane: &str, style: &Style, game: &Game, (width, height): (u16, u16)) -> Buffer {
    let area = Rect::new(0, 0, width, height);
    let mut buf = Buffer::empty(area);
    draw(pane, style, game, area, &mut buf);
    buf
}

fn rows(buf: &Buffer) -> Vec<String> {
    let width = usize::from(buf.area.width.max(1));
    buf.content.chunks(width).map(|row| row.iter().map(ratatui::buffer::Cell::symbol).collect()).collect()
}

/// The text, then a letter for the style of each cell, then what the letters stand for.
fn shown(buf: &Buffer) -> String {
    let mut styles: Vec<(Color, Color, Modifier)> = Vec::new();
    let mut letters = String::new();
    for row in buf.content.chunks(usize::from(buf.area.width.max(1))) {
        for cell in row {
            let style = (cell.fg, cell.bg, cell.modifier);
            let at = styles.iter().position(|s| *s == style).unwrap_or_else(|| {
                styles.push(style);
                styles.len() - 1
            });
            letters.push(char::from(b'a' + u8::try_from(at).expect("few styles")));
        }
        letters.push('\n');
    }
    let mut text = String::new();
    for row in rows(buf) {
        writeln!(text, "{}", row.trim_end()).expect("a string takes all");
    }
    write!(text, "\n{letters}\n").expect("a string takes all");
    for (letter, (fg, bg, modifier)) in ('a'..).zip(styles) {
        let modifier = if modifier.is_empty() { String::new() } else { format!(" {modifier:?}") };
        writeln!(text, "{letter} {fg} on {bg}{modifier}").expect("a string takes all");
    }
    text
}

#[test]
fn panes_look_like_this() {
    let dark = Style::of("dark");
    let light = Style::of("light");
    let mono = Style::of("mono");
    let ascii = Style { theme: Theme::shipped("mono").expect("it ships"), glyphs: Glyphs::ASCII };
    let sixteen = Style { theme: dark.theme.at_depth(Depth::Ansi16), glyphs: Glyphs::UNICODE };
    let (muster, played, crowd) = (Game::of("tannenberg"), first_phase(), crowd());
    let all = [
        ("header", "dark", &dark, &played, (120, 1)),
        ("header", "dark", &dark, &played, (60, 1)),
        ("review", "dark", &dark, &played, (80, 1)),
        ("gauges", "dark", &dark, &muster, (120, 2)),
        ("gauges", "dark", &dark, &played, (80, 2)),
        ("gauges", "ascii", &ascii, &played, (60, 2)),
        ("forces", "dark", &dark, &muster, (38, 16)),
        ("forces", "dark", &dark, &played, (46, 16)),
        ("forces", "mono", &mono, &played, (36, 12)),
        ("forces", "ascii", &ascii, &played, (30, 14)),
        ("forces", "sixteen", &sixteen, &played, (36, 12)),
        ("square", "dark", &dark, &played, (30, 11)),
        ("square", "ascii", &ascii, &played, (20, 6)),
        ("no square", "light", &light, &played, (28, 6)),
        ("line-up", "dark", &dark, &played, (110, 8)),
        ("line-up", "light", &light, &played, (80, 8)),
        ("line-up", "mono", &mono, &played, (60, 4)),
        ("line-up", "ascii", &ascii, &played, (80, 8)),
        ("line-up", "crowd", &dark, &crowd, (118, 5)),
        ("line-up", "crowd", &dark, &crowd, (60, 10)),
        ("falling", "dark", &dark, &played, (80, 8)),
        ("diary", "dark", &dark, &played, (46, 14)),
        ("diary", "ascii", &ascii, &played, (28, 10)),
        ("no diary", "dark", &dark, &played, (30, 4)),
    ];
    for (pane, name, style, game, size) in all {
        let name = format!("{} {name} {}x{}", pane, size.0, size.1).replace([' ', '-'], "_");
        insta::with_settings!({omit_expression => true, prepend_module_to_snapshot => false}, {
            insta::assert_snapshot!(name, shown(&drawn(pane, style, game, size)));
        });
    }
}

#[test]
fn every_pane_is_drawn_at_every_size_and_only_in_its_area() {
    let games =
        [Game::of("tannenberg").play("scrud Germans v Russians", &[1; 12]), first_phase(), crowd(), supported()];
    let style = Style::of("dark");
    let untouched = ratatui::buffer::Cell::new("?");
    for (game, pane) in games.iter().flat_map(|game| PANES.map(|pane| (game, pane))) {
        for (width, height) in (0..=40).flat_map(|w| (0..=12).map(move |h| (w, h))) {
            let area = Rect::new(3, 2, width, height);
            let mut buf = Buffer::filled(Rect::new(0, 0, width + 6, height + 4), untouched.clone());
            draw(pane, &style, game, area, &mut buf);
            for (at, cell) in buf.content.iter().enumerate() {
                let place = buf.pos_of(at).into();
                assert!(area.contains(place) || *cell == untouched, "{pane} at {width}x{height} drew at {place:?}");
            }
        }
        // An area that hangs over the edge of the screen, as it does for a moment when a window shrinks.
        let mut small = Buffer::empty(Rect::new(0, 0, 9, 3));
        draw(pane, &style, game, Rect::new(5, 1, 40, 12), &mut small);
        draw(pane, &style, game, Rect::new(50, 50, 40, 12), &mut small);
    }
}

#[test]
fn a_narrow_square_tells_posture_warlord_and_order_of_loss() {
    let garrison = Game::of("garrison");
    let (style, gate) = (Style::of("dark"), StackId(10));
    let square = |game: &Game, edge, (width, height)| {
        let mut buf = Buffer::empty(Rect::new(0, 0, width, height));
        let look = Look { theme: &style.theme, glyphs: &style.glyphs };
        let state = &game.state;
        SquarePane { look, state, stack: Some(gate), edge, focused: false }.render(buf.area, &mut buf);
        rows(&buf)
    };
    // As it is at 80 columns. Eight stand there, the Warlord in the middle.
    let lines = square(&garrison, Some(Edge::Front), (26, 8));
    assert!(lines[0].contains("Garrison, defensive"), "{lines:#?}");
    assert_eq!(
        [2, 3, 4].map(|row: usize| lines[row].trim_matches(['│', ' ']).to_string()),
        ["[ 7] [ 8]", "[ 4] [*5] [ 6]", "[ 1] [ 2] [ 3]"]
    );
    // Numbers of two digits are seen, in four columns a cell as well.
    let mut many = garrison;
    for at in 1..=4 {
        many = many.play(&format!("unit \"Stabber {at}\" in Garrison"), &[]);
    }
    for edge in Edge::ALL {
        let lines = square(&many, Some(edge), (26, 8));
        let cells = lines[2..5].concat();
        let mut numbers: Vec<u8> = cells.split(|c: char| !c.is_ascii_digit()).flat_map(str::parse).collect();
        numbers.sort_unstable();
        assert_eq!(numbers, (1..=12).collect::<Vec<u8>>(), "from {edge:?}: {lines:#?}");
        assert_eq!(cells.matches('*').count(), 1, "{lines:#?}");
    }
}

/// What a Conflict's round goes by, and what is worn: RULES 1, 5.4, 6.
#[test]
fn panes_show_what_is_worn_and_the_init_of_the_round() {
    let (style, mut game) = (Style::of("dark"), Game::of("garrison"));
    let look = Look { theme: &style.theme, glyphs: &style.glyphs };
    let square = |game: &Game, stack, width| {
        let mut buf = Buffer::empty(Rect::new(0, 0, width, 12));
        let state = &game.state;
        SquarePane { look, state, stack: Some(stack), edge: None, focused: false }.render(buf.area, &mut buf);
        rows(&buf).join("\n")
    };
    for order in ["conflict Vanguard v Garrison", "eliminate \"1st Breakers\""] {
        game = game.play(order, &[]);
    }
    game = game.play("round", &[1, 1, 1]);
    let shown = square(&game, StackId(20), 46);
    assert!(shown.contains("Dmg 29") && shown.contains("Init 26"), "{shown}");
    let mut game = first_phase();
    game = game.play("shake \"75th Brigade\" 8", &[]);
    let (wide, narrow) = (square(&game, XX_CORPS, 46), square(&game, XX_CORPS, 15));
    assert!(wide.contains("[75th Brigade G!]") && wide.contains("[37th Brigade  G]"), "{wide}");
    assert!(narrow.contains("[G!]") && narrow.contains("[ G]"), "{narrow}");
    let forces = drawn("forces", &style, &game, (46, 14));
    let forces = rows(&forces).join("\n");
    assert!(forces.contains("E6/8") && forces.contains("E0/8!") && forces.contains("E8  "), "{forces}");
}

/// A phase with two bonus dice, which act as support dice (RULES 2.3).
fn supported() -> Game {
    let force = |id, dice| Force { dice, ..Force::of(vec![id]) };
    let order = Order::Scrud { first: force(GERMANS, 2), second: force(RUSSIANS, 0) };
    Game::of("tannenberg").give(&order, &[5, 4, 3, 3, 6, 1, 5, 4, 4, 6, 2, 2, 1, 1])
}

#[test]
fn support_dice_are_set_back_from_their_line() {
    let game = supported();
    let lines = rows(&drawn("line-up", &Style::of("dark"), &game, (50, 5)));
    let trimmed: Vec<&str> = lines.iter().map(|l| l.trim_end()).collect();
    assert_eq!(
        trimmed,
        [
            " support      [6W]            [1W]",
            " Germans  [6G]    [5G][4G][4G]",
            "           >   >   >   >   >   =      ·   ·",
            " Russians [5Y][4Y][3Y][3Y][1Y][1Y]   [1Y][1Y]",
            "           ▼R  ▼R  ▼R  ▼R  ✕",
        ]
    );
}

/// A phase in which guns fire at guns and an aircraft strikes (RULES 2.4).
fn bombarded() -> Game {
    let mut game = Game::of("tannenberg");
    for text in [
        "unit Guns in \"XX Corps\" kind artillery",
        "reinforce Guns",
        "unit Fliers for Russians kind aircraft",
        "reinforce Fliers",
        "unit Howitzers for Russians kind artillery",
        "reinforce Howitzers",
    ] {
        game = game.play(text, &[]);
    }
    let text = "scrud \"XX Corps\" support Guns counter Howitzers v \"XIII Corps\" support Howitzers + Fliers";
    game.play(text, &[5, 4, 1, 5, 5, 4, 1, 3, 6, 1, 6])
}

#[test]
fn what_support_did_is_said_below_the_line_up() {
    let game = bombarded();
    let said = " counter-battery: Guns (5) v Howitzers (1): demoted and silenced";
    // Four Germans, four Russians and the Fliers.
    assert_eq!(line_up::dice(game.fought()), 9);
    for (width, height) in [(76, 8), (76, 6), (110, line_up::height(game.fought(), 110))] {
        let lines = rows(&drawn("line-up", &Style::of("dark"), &game, (width, height)));
        assert_eq!(lines.iter().filter(|l| l.trim_end() == said).count(), 1, "{width}x{height}: {lines:#?}");
    }
    // Names give way to what was done.
    for width in 44..76 {
        let lines = rows(&drawn("line-up", &Style::of("dark"), &game, (width, 6)));
        let said = |l: &&String| l.trim_end().ends_with(" (1): demoted and silenced");
        assert_eq!(lines.iter().filter(said).count(), 1, "{width}: {lines:#?}");
    }
    // Where there is room for the lines alone, they come first.
    let lines = rows(&drawn("line-up", &Style::of("dark"), &game, (76, 3)));
    assert!(lines.iter().all(|l| l.trim_end() != said), "{lines:#?}");
}

#[test]
fn a_line_up_has_the_rows_that_it_asks_for() {
    for (game, width, rows) in
        [(first_phase(), 110, 8), (first_phase(), 50, 4), (supported(), 80, 9), (crowd(), 118, 4), (crowd(), 80, 8)]
    {
        assert_eq!(line_up::height(game.fought(), width), rows, "at {width}");
    }
}

#[test]
fn twenty_four_against_twenty_four_are_all_seen_at_120_columns() {
    let game = crowd();
    let text = rows(&drawn("line-up", &Style::of("dark"), &game, (118, 5))).concat();
    assert_eq!(text.matches('[').count(), line_up::dice(game.fought()));
    assert_eq!(line_up::dice(game.fought()), 48);
}

#[test]
fn a_phase_is_told_in_a_sentence() {
    let told = |game: &Game| line_up::result_line(&game.state, game.fought()).to_string();
    assert_eq!(
        told(&first_phase()),
        "phase 1: Russians suffered 4 defeats: 4 demoted and 1 eliminated (4th Rifle Brigade); Germans suffered none (green +1, yellow -1)"
    );
    // Every pair is even (2 against 2), and no extra beats the lowest.
    let even = Game::of("tannenberg").play("scrud Germans v Russians", &[1, 1, 1, 1, 3, 3, 3, 3, 3, 3, 3, 3]);
    assert_eq!(told(&even), "phase 1: nobody was beaten (green +1, yellow -1)");
}

#[test]
fn the_gauge_reaches_its_mark_with_the_exhaustion_point_and_not_before() {
    // Germans: 16 SP, exhausted at 8 (RULES 4.2: half of the initial SP).
    let style = Style::of("dark");
    let full = |game: &Game, width| {
        let line = rows(&drawn("gauges", &style, game, (width, 1))).concat();
        let mark = line.find(style.glyphs.bar_mark).expect("a mark");
        let past = line[mark..].contains(style.glyphs.bar_full);
        (past, line)
    };
    let mut game = Game::of("tannenberg");
    for lost in 1..=10 {
        let unit = ["37th", "73rd", "41st"][(lost - 1) / 4];
        game = game.play(&format!("lose \"{unit} Brigade\" 1"), &[]);
        for width in 48..=130 {
            let (past, line) = full(&game, width);
            assert_eq!(past, lost < 8, "{lost} lost: {line}");
        }
        let (_, line) = full(&game, 100);
        let words = if lost < 8 { "exhausted at  8" } else { "reached" };
        assert!(line.contains(words) && line.contains(&format!("lost {lost:>2} of 16")), "{line}");
    }
    let line = |game: &Game| rows(&drawn("gauges", &style, game, (100, 1))).concat();
    assert!(!line(&game).contains("EXHAUSTED"), "the state changes at the check: {}", line(&game));
    assert!(line(&game.play("end turn", &[])).contains("EXHAUSTED at  8"));
}

#[test]
fn the_tree_closes_and_keeps_the_eliminated_last() {
    let game = Game::of("tannenberg").play("eliminate \"37th Brigade\"", &[]).play("detach \"41st Brigade\"", &[]);
    let ids = |closed: &[u32]| -> Vec<u32> {
        let closed = closed.iter().map(|id| Id(*id)).collect();
        forces::rows(&game.state, &closed).iter().map(|row| row.id.0).collect()
    };
    assert_eq!(ids(&[2]), [1, 10, 12, 14, 11, 13, 2]);
    assert_eq!(ids(&[1, 20, 21]), [1, 2, 20, 21]);
    assert_eq!(ids(&[10, 2]), [1, 10, 13, 2]);
}

#[test]
fn scrolling_moves_no_more_than_it_must() {
    // selected, first row so far, height: first row now
    for (selected, scroll, height, now) in
        [(0, 0, 5, 0), (4, 0, 5, 0), (5, 0, 5, 1), (9, 3, 5, 5), (2, 3, 5, 2), (4, 3, 5, 3), (7, 0, 0, 7), (0, 9, 1, 0)]
    {
        assert_eq!(forces::visible_scroll(selected, scroll, height), now, "{selected} {scroll} {height}");
    }
}

#[test]
fn the_entry_of_the_cursor_is_in_sight() {
    let (style, all) = (Style::of("dark"), entries());
    for (no, height) in [38, 39, 40, 41].into_iter().flat_map(|no| (3..=20).map(move |height| (no, height))) {
        let area = Rect::new(0, 0, 46, height);
        let mut buf = Buffer::empty(area);
        LogPane { look: style.look(), entries: &all, above: 0, selected: Some(no), focused: true }
            .render(area, &mut buf);
        let text = rows(&buf).concat();
        assert!(text.contains(&format!("T2 {no} ")), "{no} at {height}: {text}");
    }
}

#[test]
fn names_that_steer_terminals_do_not() {
    let style = Style::of("dark");
    let evil = "a\u{1b}[2Jb\u{202e}c";
    let entry = Account { no: 1, headline: evil.into(), sentences: vec![evil.into(), evil.into()], ..account() };
    let area = Rect::new(0, 0, 60, 8);
    let mut buf = Buffer::empty(area);
    LogPane { look: style.look(), entries: &[entry], above: 0, selected: None, focused: false }.render(area, &mut buf);
    let game = Game::of("tannenberg");
    let header = HeaderPane {
        title: evil,
        look: style.look(),
        state: &game.state,
        battle: Some(FIRST_DAY),
        entry: 1,
        entries: 1,
        reviewing: false,
        read_only: false,
    };
    header.render(Rect::new(0, 7, 60, 1), &mut buf);
    let text = rows(&buf).concat();
    assert!(!text.contains(['\u{1b}', '\u{202e}']));
    assert_eq!(text.matches("a␛[2Jb▫c").count(), 4, "{text}");
}

#[test]
fn text_is_cut_and_wrapped_by_columns() {
    let cut = |text, columns| measure::cut(text, columns, &Glyphs::UNICODE);
    assert_eq!(cut("37th Brigade", 12), "37th Brigade");
    assert_eq!(cut("37th Brigade", 8), "37th Br…");
    assert_eq!(cut("37th Brigade", 6), "37th…");
    assert_eq!(cut("第二旅", 4), "第…", "a character may be two columns wide");
    assert_eq!((cut("ab", 1), cut("ab", 0)), ("…".into(), String::new()));
    assert_eq!(measure::wrap("to take the ridge", 7), ["to take", "the", "ridge"]);
    assert_eq!(measure::wrap("abcdefgh ij", 3), ["abc", "def", "gh", "ij"]);
    assert_eq!(measure::wrap("", 3), [""]);
    assert!(measure::wrap("第二", 1).concat().is_empty(), "what fits nowhere ends");
}

#[test]
fn every_glyph_is_one_column_and_its_twin_is_ascii() {
    use unicode_width::UnicodeWidthChar;
    for (name, glyph) in Glyphs::UNICODE.all() {
        assert_eq!(glyph.width(), Some(1), "{name} {glyph}");
    }
    for (name, glyph) in Glyphs::ASCII.all() {
        assert!(glyph.is_ascii_graphic(), "{name} {glyph}");
    }
    for (glyphs, ascii) in [(Glyphs::UNICODE, false), (Glyphs::ASCII, true)] {
        for set in [glyphs.border(), glyphs.die()] {
            for line in [
                set.top_left,
                set.top_right,
                set.bottom_left,
                set.bottom_right,
                set.vertical_left,
                set.vertical_right,
                set.horizontal_top,
                set.horizontal_bottom,
            ] {
                assert_eq!((line.chars().count(), line.is_ascii()), (1, ascii), "{line}");
            }
        }
    }
}

#[test]
fn an_ascii_screen_is_ascii() {
    let style = Style { theme: Theme::shipped("mono").expect("it ships"), glyphs: Glyphs::ASCII };
    // What the diary says is data, and may hold any letter.
    for pane in PANES.into_iter().filter(|pane| *pane != "diary") {
        for size in [(120, 12), (40, 12), (20, 6)] {
            let text = rows(&drawn(pane, &style, &first_phase(), size)).concat();
            assert!(text.is_ascii(), "{pane}: {text}");
        }
    }
}

fn step(name: &str, colour: &str) -> GradeStep {
    GradeStep { name: name.into(), mark: None, colour: colour.into(), die: Die::D6, modifier: 0 }
}

#[test]
fn every_theme_that_ships_can_be_read_by_the_eye() {
    for name in Theme::NAMES {
        let theme = Theme::shipped(name).unwrap_or_else(|| panic!("no theme {name}"));
        assert_eq!(theme.name(), name);
        if theme.depth() == Depth::Mono {
            continue;
        }
        let ground = theme.base.bg.expect("a ground");
        let legible = |what: &str, text: Option<Color>, ground: Color| {
            let contrast = colour::contrast(text.expect("a colour"), ground);
            assert!(contrast >= 4.5, "{name}: {what} has a contrast of {contrast:.1}");
        };
        legible("text", theme.base.fg, ground);
        legible("quiet text", theme.header.quiet.fg, ground);
        legible("what is awaited", theme.header.awaited.fg, ground);
        legible("a warning", theme.gauges.warning.fg, ground);
        legible("exhaustion", theme.gauges.exhausted.fg, ground);
        legible("a selected row", theme.base.fg, theme.forces.selected.bg.expect("a ground"));
        for grade in ["black", "blue", "green", "white", "yellow", "red", "elite"] {
            let step = step(grade, "");
            let die = theme.grade(&step);
            legible(&format!("a {grade} die"), die.fg, die.bg.expect("a die has a colour"));
            legible(&format!("{grade} in writing"), theme.grade_ink(&step).fg, ground);
        }
        let odd = theme.grade(&step("elite", "#102040"));
        assert_eq!(odd.bg, Some(Color::Rgb(0x10, 0x20, 0x40)), "a rulebook's own colour");
        legible("a die of the rulebook's own colour", odd.fg, Color::Rgb(0x10, 0x20, 0x40));
    }
    assert!(Theme::shipped("neon").is_none());
}

#[test]
fn a_terminal_gets_no_more_colours_than_it_has() {
    let game = first_phase();
    for name in Theme::NAMES {
        let theme = Theme::shipped(name).expect("it ships");
        for depth in [Depth::Mono, Depth::Ansi16, Depth::Ansi256] {
            let style = Style { theme: theme.at_depth(depth), glyphs: Glyphs::UNICODE };
            for pane in PANES {
                for cell in &drawn(pane, &style, &game, (100, 14)).content {
                    let fits = |colour| match colour {
                        Color::Reset => true,
                        Color::Rgb(..) => false,
                        Color::Indexed(_) => depth == Depth::Ansi256,
                        _ => depth >= Depth::Ansi16,
                    };
                    assert!(fits(cell.fg) && fits(cell.bg), "{name} at {depth:?}, {pane}: {cell:?}");
                    if depth == Depth::Mono {
                        let known = Modifier::BOLD | Modifier::DIM | Modifier::REVERSED | Modifier::UNDERLINED;
                        assert!(known.contains(cell.modifier), "{pane}: {cell:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn colours_become_the_nearest_there_are() {
    for (from, sixteen, of_256) in [
        ("#3a7344", Color::Green, 65),
        ("#a83f36", Color::Red, 131),
        ("#38659c", Color::Blue, 61),
        ("#d8b23c", Color::LightYellow, 179),
        ("#ece7da", Color::White, 254),
        ("#3b3f43", Color::DarkGray, 237),
        ("#15191b", Color::Black, 234),
    ] {
        let colour = colour::read(from).expect("a colour");
        assert_eq!(colour::at_depth(colour, Depth::Ansi16), sixteen, "{from}");
        assert_eq!(colour::at_depth(colour, Depth::Ansi256), Color::Indexed(of_256), "{from}");
        assert_eq!(colour::at_depth(colour, Depth::True), colour);
    }
}

#[test]
fn a_theme_that_is_wrong_says_where() {
    let dark = include_str!("../../assets/themes/dark.ron");
    for (from, to, says) in [
        ("muted:", "mutde:", "there is no field `mutde`"),
        ("\"#9a9587\"", "\"#9a95\"", "“#9a95” is no colour"),
        ("        blue: (", "        // blue: (", "the field `blue`"),
        ("name: \"dark\",", "name: \"dark\", shiny: true,", "there is no field `shiny`"),
    ] {
        let problem = &Theme::load(&dark.replacen(from, to, 1)).expect_err(to)[0];
        assert!(problem.what.contains(says) && problem.place.is_some(), "{to}: {problem}");
    }
}

#[test]
fn the_focus_shows_without_colours() {
    let style = Style::of("mono");
    let title = |focused| {
        let area = Rect::new(0, 0, 20, 3);
        let mut buf = Buffer::empty(area);
        view::frame(style.look(), "Forces".into(), focused).render(area, &mut buf);
        rows(&buf)[0].clone()
    };
    assert_eq!(title(true), "┌ ◆ Forces ────────┐");
    assert_eq!(title(false), "┌ Forces ──────────┐");
}

/// Where several battles are open the diary's pane names each entry's own beside it; where there is no room its turn stays.
#[test]
fn an_entrys_battle_stands_beside_it() {
    let told = |no, battle: Option<&str>| Account {
        no,
        turn: battle.map(|_| 2),
        battle_name: battle.map(String::from),
        headline: format!("note {no}"),
        ..account()
    };
    let entries = [told(1, Some("The ford")), told(2, Some("First day")), told(3, None)];
    let look = |width: u16| {
        let (theme, area) = (Theme::shipped("mono").expect("it ships"), Rect::new(0, 0, width, 8));
        let mut buffer = Buffer::empty(area);
        let look = Look { theme: &theme, glyphs: &Glyphs::UNICODE };
        LogPane { look, entries: &entries, above: 0, selected: None, focused: false }.render(area, &mut buffer);
        rows(&buffer).join("\n")
    };
    let wide = look(60);
    assert!(wide.contains("T2 The ford  1 note 1") && wide.contains("T2 First day 2 note 2"), "{wide}");
    let narrow = look(36);
    assert!(narrow.contains("T2 The") && narrow.contains("note 1") && narrow.contains("note 3"), "{narrow}");
}
