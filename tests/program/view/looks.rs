//! Themes, glyphs and measures.

use super::{PANES, Style, drawn, first_phase, rows};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Color, Modifier},
    widgets::Widget,
};
use wardiary_base::{book::GradeStep, dice::Die};
use wardiary_view::{Depth, Glyphs, Theme, colour, measure};

#[test]
fn text_is_cut_and_wrapped_by_columns() {
    let cut = |text, columns| measure::cut(text, columns, &Glyphs::UNICODE);
    assert_eq!(cut("37th Brigade", 12), "37th Brigade");
    assert_eq!(cut("37th Brigade", 8), "37th…");
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
    for (name, glyph) in Glyphs::UNICODE.all().into_iter().chain(Glyphs::CONSOLE.all()) {
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
    // The diary shows the user's text, which may contain any character.
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
        legible("quiet text", theme.header.muted.fg, ground);
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
        let colour = colour::parse(from).expect("a colour");
        assert_eq!(colour::at_depth(colour, Depth::Ansi16), sixteen, "{from}");
        assert_eq!(colour::at_depth(colour, Depth::Ansi256), Color::Indexed(of_256), "{from}");
        assert_eq!(colour::at_depth(colour, Depth::True), colour);
    }
}

#[test]
fn a_theme_that_is_wrong_says_where() {
    let dark = include_str!("../../../crates/view/assets/themes/dark.ron");
    for (from, to, says) in [
        ("muted:", "mutde:", "there is no field `mutde`"),
        ("\"#a09b8d\"", "\"#a09b\"", "“#a09b” is not a colour"),
        ("        blue: (", "        // blue: (", "the field `blue`"),
        ("name: \"dark\",", "name: \"dark\", shiny: true,", "there is no field `shiny`"),
    ] {
        let problem = &Theme::parse(&dark.replacen(from, to, 1)).expect_err(to)[0];
        assert!(problem.reason.contains(says) && problem.position.is_some(), "{to}: {problem}");
    }
}

#[test]
fn the_focus_shows_without_colours() {
    let style = Style::of("mono");
    let title = |focused| {
        let area = Rect::new(0, 0, 20, 3);
        let mut buf = Buffer::empty(area);
        wardiary_view::frame(style.look(), "Forces".into(), focused).render(area, &mut buf);
        rows(&buf)[0].clone()
    };
    assert_eq!(title(true), "┌ ◆ Forces ────────┐");
    assert_eq!(title(false), "┌ Forces ──────────┐");
}
