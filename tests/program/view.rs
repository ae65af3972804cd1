//! The panes' output with its styles, at any size.

mod line_ups;
mod looks;
mod samples;
pub mod themes;

use crate::harness::picture::{Role, has_roles, text};
use ratatui::{buffer::Buffer, layout::Rect, widgets::Widget};
use samples::{
    FIRST_DAY, Game, PANES, Style, XX_CORPS, account, crowd, draw, drawn, entries, first_phase, rows, supported,
};
use std::fmt::Write;
use wardiary_base::{
    id::{Id, SideId, StackId, UnitId},
    text::Text,
};
use wardiary_diary::diary::Account;
use wardiary_rules::{
    event::Event,
    order::{Edge, Recruit},
};
use wardiary_view::{Depth, DiaryPane, Glyphs, HeaderPane, Look, SquarePane, Theme, forces};

/// A pane, one of its intended sizes, and the roles of its texts.
type PaneLook = (&'static str, (u16, u16), &'static [(&'static str, Role)]);

const LOOKS: &[PaneLook] = &[
    (
        "header",
        (120, 1),
        &[
            ("Tannenberg, the first day", |theme| theme.header.title),
            ("First day", |theme| theme.header.battle),
            ("initiative to roll", |theme| theme.header.awaited),
            ("entry 41", |theme| theme.header.muted),
            ("──", |theme| theme.header.rule),
        ],
    ),
    ("header", (60, 1), &[("initiative to roll", |theme| theme.header.awaited)]),
    ("review", (80, 1), &[("REVIEW of entry 41", |theme| theme.header.warning)]),
    (
        "gauges",
        (120, 2),
        &[
            ("Russians", |theme| theme.gauges.name),
            ("│", |theme| theme.gauges.mark),
            ("▁▁", |theme| theme.gauges.lost),
            ("exhausted at  8", |theme| theme.gauges.muted),
        ],
    ),
    (
        "forces",
        (46, 16),
        &[
            ("Forces", |theme| theme.frame.title_focused),
            ("Germans", |theme| theme.forces.side),
            ("XX Corps", |theme| theme.forces.stack),
            ("37th Brigade", |theme| theme.forces.unit.patch(theme.forces.selected)),
            ("✓", |theme| theme.forces.picked),
            ("▼", |theme| theme.forces.down),
        ],
    ),
    (
        "square",
        (30, 11),
        &[
            ("Square: XX Corps", |theme| theme.frame.title),
            ("front", |theme| theme.square.edge),
            ("width 2, 2 complete rows", |theme| theme.square.text),
        ],
    ),
    ("no square", (28, 6), &[("Choose a stack, or a", |theme| theme.square.muted)]),
    (
        "line-up",
        (110, 8),
        &[
            ("Germans", |theme| theme.line_up.name),
            ("natural", |theme| theme.line_up.muted),
            (">", |theme| theme.line_up.winner),
            ("·", |theme| theme.line_up.even),
            ("▼R", |theme| theme.line_up.hurt),
            ("†", |theme| theme.line_up.eliminated),
            ("4 extras do nothing", |theme| theme.line_up.muted),
        ],
    ),
    ("falling", (80, 8), &[("│   │", |theme| theme.line_up.not_landed)]),
    (
        "diary",
        (46, 14),
        &[
            ("T2 40", |theme| theme.diary.turn),
            ("Ψ", |theme| theme.diary.branch),
            ("scrud Germans v Russians", |theme| theme.diary.abandoned),
            ("6 6", |theme| theme.diary.dice),
            ("side’s defeats", |theme| theme.diary.sentence),
            ("41st Brigade: 10", |theme| theme.diary.sentence.patch(theme.diary.selected)),
        ],
    ),
    ("no diary", (30, 4), &[("no entries yet", |theme| theme.diary.turn)]),
];

/// One snapshot of all panes. Other themes show the same text with their own styles, and ASCII replaces each sign.
#[test]
fn panes_look_like_this() {
    let dark = Style::of("dark");
    let sixteen = Style { theme: dark.theme.at_depth(Depth::Ansi16), glyphs: Glyphs::UNICODE };
    let styles = [("dark", &dark), ("light", &Style::of("light")), ("mono", &Style::of("mono")), ("sixteen", &sixteen)];
    let ascii = Style { theme: Theme::shipped("mono").expect("it ships"), glyphs: Glyphs::ASCII };
    let (played, crowd) = (first_phase(), crowd());
    let mut all = String::new();
    let mut picture = |pane: &str, size: (u16, u16), drawn: &Buffer| {
        writeln!(all, "==== {pane} {}x{}\n{}", size.0, size.1, text(drawn)).expect("a string takes all");
    };
    for (pane, size, roles) in LOOKS {
        let shown = drawn(pane, &dark, &played, *size);
        picture(pane, *size, &shown);
        for (name, style) in styles {
            let other = drawn(pane, style, &played, *size);
            assert_eq!(text(&other), text(&shown), "{pane}, {name}");
            has_roles(&format!("{pane}, {name}"), &other, &style.theme, roles);
        }
        let plain = drawn(pane, &ascii, &played, *size);
        for (at, (was, is)) in shown.content.iter().zip(&plain.content).enumerate() {
            let place = shown.pos_of(at);
            assert_eq!(was.symbol() == " ", is.symbol() == " ", "{pane} at {place:?}\n{}", text(&plain));
        }
    }
    for size in [(118, 5), (60, 10)] {
        picture("line-up", size, &drawn("line-up", &dark, &crowd, size));
    }
    insta::assert_snapshot!(all);
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
        // A pane that extends beyond the buffer, as for a moment when a window shrinks.
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
        let look = Look::new(&style.theme, &style.glyphs);
        let state = &game.state;
        SquarePane { look, state, stack: Some(gate), edge, focused: false }.render(buf.area, &mut buf);
        rows(&buf)
    };
    // The size at 80 columns. Eight units are in the Square, with the Warlord in the middle.
    let lines = square(&garrison, Some(Edge::Front), (26, 8));
    assert!(lines[0].contains("Garrison, defensive"), "{lines:#?}");
    assert_eq!(
        [2, 3, 4].map(|row: usize| lines[row].trim_matches(['│', ' ']).to_string()),
        ["[ 7] [ 8]", "[ 4] [*5] [ 6]", "[ 1] [ 2] [ 3]"]
    );
    // Numbers of two digits fit, also with four columns for a cell.
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

/// Panes show the initiative of a Conflict's round, and worn units: RULES 1, 5.4, 6.
#[test]
fn panes_show_what_is_worn_and_the_init_of_the_round() {
    let (style, mut game) = (Style::of("dark"), Game::of("garrison"));
    let look = Look::new(&style.theme, &style.glyphs);
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
    // If a name does not fit into its cell, an abbreviation is below it.
    assert!(narrow.contains("[  G!]") && narrow.contains("75 Brg") && narrow.contains("[   G]"), "{narrow}");
    let forces = drawn("forces", &style, &game, (46, 14));
    let forces = rows(&forces).join("\n");
    assert!(forces.contains("E6/8") && forces.contains("E0/8!") && forces.contains("E8  "), "{forces}");
}

#[test]
fn the_gauge_reaches_its_mark_with_the_exhaustion_point_and_not_before() {
    // Germans: 16 SP, exhausted at 8 (RULES 4.2: half of the initial SP).
    let style = Style::of("dark");
    let full = |game: &Game, width| {
        let line = rows(&drawn("gauges", &style, game, (width, 1))).concat();
        let mark = line.find(style.glyphs.bar_mark).expect("a mark");
        let past = line[mark..].contains(style.glyphs.gauge_left);
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

/// A formation has a row above its stacks, with the sum of their strength, and folds like a stack.
#[test]
fn formations_have_rows_with_their_sums() {
    let mut game = Game::of("tannenberg");
    for (id, formation) in [(50, "2nd Army / Left"), (60, "2nd Army / Right"), (70, "")] {
        let (id, side, name) = (StackId(id), SideId(2), format!("S{id}").into());
        game.state.replay([&Event::StackMade { id, side, name, formation: formation.into() }]);
        let unit = Recruit { stack: Some(id), strength: Some(3), ..Recruit::new(UnitId(100 + id.0), "Unit") };
        game.state.replay([&Event::UnitMade(unit)]);
    }
    let tree = |closed: &[&str]| -> Vec<String> {
        let is_closed = |id: &Id| closed.contains(&&*game.state.name(*id));
        let formations = game.state.formations().iter().map(|formation| formation.id);
        let closed = formations.chain([Id(1), Id(20), Id(21)]).filter(|id| id.0 < 100 || is_closed(id)).collect();
        let rows = forces::rows(&game.state, &closed).into_iter().skip(2);
        rows.map(|row| format!("{}{}", " ".repeat(row.depth.into()), game.state.name(row.id))).collect()
    };
    let all = [" 2nd Army", "  Left", "   S50", "    Unit", "  Right", "   S60", "    Unit"];
    assert_eq!(tree(&[])[..7], all);
    assert_eq!(tree(&["Left"])[..5], [" 2nd Army", "  Left", "  Right", "   S60", "    Unit"]);
    assert!(tree(&["2nd Army"])[1].contains("XIII Corps"), "{:?}", tree(&["2nd Army"]));
    let text = rows(&drawn("forces", &Style::of("dark"), &game, (60, 40)));
    assert!(text.iter().any(|row| row.contains("2nd Army") && row.contains("6/6")), "{text:?}");
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
        DiaryPane { look: style.look(), entries: &all, above: 0, selected: Some(no), focused: true }
            .render(area, &mut buf);
        let text = rows(&buf).concat();
        assert!(text.contains(&format!("T2 {no} ")), "{no} at {height}: {text}");
    }
}

#[test]
fn names_that_steer_terminals_do_not() {
    let style = Style::of("dark");
    let evil = &Text::from("a\u{1b}[2Jb\u{202e}c").to_string();
    let entry = Account {
        no: 1,
        headline: evil.clone(),
        sentences: [1, 2].map(|n| format!("{evil}{n}")).to_vec(),
        ..account()
    };
    let area = Rect::new(0, 0, 80, 8);
    let mut buf = Buffer::empty(area);
    DiaryPane { look: style.look(), entries: &[entry], above: 0, selected: None, focused: false }
        .render(area, &mut buf);
    let game = Game::of("tannenberg");
    let header = HeaderPane {
        title: &Text::from("a\u{1b}[2Jb\u{202e}c"),
        look: style.look(),
        state: &game.state,
        battle: Some(FIRST_DAY),
        entry: 1,
        entries: 1,
        branch: std::rc::Rc::default(),
        reviewing: false,
        read_only: false,
        composed: 0,
        rules_changed: false,
        viewer: None,
    };
    header.render(Rect::new(0, 7, 80, 1), &mut buf);
    let text = rows(&buf).concat();
    assert!(!text.contains(['\u{1b}', '\u{202e}']));
    assert_eq!(text.matches("a␛[2Jb▫c").count(), 4, "{text}");
}

/// With several open battles, the diary names each entry's battle. With little room only the turn stays.
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
        let look = Look::new(&theme, &Glyphs::UNICODE);
        DiaryPane { look, entries: &entries, above: 0, selected: None, focused: false }.render(area, &mut buffer);
        rows(&buffer).join("\n")
    };
    let wide = look(60);
    assert!(wide.contains("T2 The ford  1 note 1") && wide.contains("T2 First day 2 note 2"), "{wide}");
    let narrow = look(36);
    assert!(narrow.contains("T2 The") && narrow.contains("note 1") && narrow.contains("note 3"), "{narrow}");
}
