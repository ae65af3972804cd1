//! Every theme that ships, by computation: readable text and distinguishable colours on terminals with true colour, 256
//! colours and sixteen colours.

use super::{PANES, Style, drawn, first_phase};
use crate::harness::eyes::{EYES, Eye, contrast, unseen};
use ratatui::style::{Color, Modifier};
use wardiary_base::{book::GradeStep, dice::Die, text::Text};
use wardiary_view::{Depth, Glyphs, Theme, colour::PALETTES, theme::SwatchKind};

const DEPTHS: [Depth; 3] = [Depth::True, Depth::Ansi256, Depth::Ansi16];

/// Every theme with colours, at every depth.
pub fn all() -> impl Iterator<Item = (String, Theme)> {
    let themes = Theme::NAMES.iter().map(|name| Theme::shipped(name).expect("it ships"));
    let coloured = themes.filter(|theme| theme.depth() == Depth::True);
    coloured.flat_map(|theme| DEPTHS.map(|depth| (format!("{} at {depth:?}", theme.name()), theme.at_depth(depth))))
}

#[test]
fn every_role_has_contrast_enough() {
    let mut faults = Vec::new();
    for (name, theme) in all() {
        let swatches = theme.swatches();
        assert!(swatches.len() > 40, "{name}");
        let unseen = swatches.iter().filter(|swatch| !swatch.is_legible());
        faults.extend(unseen.map(|swatch| format!("{name}: {} {:.2}", swatch.role, swatch.contrast())));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_high_contrast_themes_have_seven_to_one() {
    for name in ["high-contrast", "high-contrast-light"] {
        for swatch in Theme::shipped(name).expect("it ships").swatches() {
            let wanted = if swatch.kind == SwatchKind::Text { 7.0 } else { 3.0 };
            assert!(swatch.contrast() >= wanted, "{name}: {} {:.2}", swatch.role, swatch.contrast());
        }
    }
}

#[test]
fn everything_in_panes_is_legible() {
    let game = first_phase();
    let mut faults = Vec::new();
    for (name, theme) in all() {
        let depth = theme.depth();
        let style = Style { theme, glyphs: Glyphs::UNICODE };
        for pane in PANES {
            let buffer = drawn(pane, &style, &game, (100, 16));
            for palette in &PALETTES {
                faults.extend(
                    unseen(&buffer, depth, palette).into_iter().take(2).map(|f| format!("{name}, {pane}: {f}")),
                );
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn step(name: &str) -> GradeStep {
    GradeStep { name: name.into(), mark: None, colour: Text::default(), die: Die::D6, modifier: 0 }
}

/// Grades differ by their dice and inks, warnings by their styles, for every kind of colour vision. Two colours with a
/// difference of 10 are never confused, side by side or not. With sixteen colours the difference of red and green is 9
/// at most, as is that of yellow and white.
#[test]
fn grades_and_warnings_are_told_apart_by_all_eyes() {
    let mut faults = Vec::new();
    for (name, theme) in all() {
        let floor = match theme.depth() {
            Depth::True => 9.9,
            Depth::Ansi256 => 9.0,
            _ => 8.0,
        };
        let ground = theme.base.bg.expect("a ground");
        let grades = ["black", "blue", "green", "white", "yellow", "red", "other"];
        let pair = |style: ratatui::style::Style| [style.fg.expect("an ink"), style.bg.unwrap_or(ground)];
        let dice = grades.map(|grade| (grade, pair(theme.grade(&step(grade)))));
        let inks = grades.map(|grade| (grade, pair(theme.grade_ink(&step(grade)))));
        let said = [
            ("text", pair(theme.base)),
            ("good", pair(theme.forces.up)),
            ("warning", pair(theme.gauges.warning)),
            ("bad", pair(theme.forces.down)),
        ];
        for (what, all) in [("dice", &dice[..]), ("in writing", &inks), ("warnings", &said)] {
            for (at, (one, a)) in all.iter().enumerate() {
                for (other, b) in &all[..at] {
                    for (eye, palette) in EYES.iter().flat_map(|eye| PALETTES.iter().map(move |palette| (eye, palette)))
                    {
                        let apart = |a: Color, b: Color| {
                            let [a, b] = [a, b].map(|colour| palette.rgb(colour).expect("a colour"));
                            eye.apart(a, b)
                        };
                        // For a die its own colour counts, not the pips.
                        let far =
                            if what == "dice" { apart(a[1], b[1]) } else { apart(a[0], b[0]).max(apart(a[1], b[1])) };
                        if far < floor {
                            faults.push(format!(
                                "{name}, {what}: {one} and {other}, {}, {}: {far:.1}",
                                eye.name, palette.name
                            ));
                        }
                    }
                }
            }
        }
    }
    faults.dedup();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The hues of the sides are their own for every kind of colour vision: as blocks, and as signs where a depth has more
/// than sixteen colours. None is a die's, nor a warning's or a loss's.
#[test]
fn sides_have_hues_of_their_own() {
    let mut faults = Vec::new();
    for (name, theme) in all() {
        let block = |at: usize| theme.side(at).bg.expect("a block");
        let sign = |at: usize| theme.side_sign(at).fg.expect("an ink");
        let dice = ["black", "blue", "green", "white", "yellow", "red"]
            .map(|grade| theme.grade(&step(grade)).bg.expect("a die"));
        let said = [theme.gauges.warning, theme.forces.down].map(|style| style.fg.expect("an ink"));
        let has_shades = theme.depth() > Depth::Ansi16;
        let mut pairs: Vec<(String, Color, Color, f64, &[Eye])> = Vec::new();
        for at in 0..4 {
            for other in 0..at {
                pairs.push((format!("sides {at} and {other}"), block(at), block(other), 8.0, &EYES));
                if has_shades {
                    pairs.push((format!("signs {at} and {other}"), sign(at), sign(other), 9.0, &EYES));
                }
            }
            for (die, colour) in dice.iter().enumerate() {
                pairs.push((format!("side {at} and die {die}"), block(at), *colour, 10.0, &EYES[..1]));
                if has_shades {
                    pairs.push((format!("side {at} and die {die}"), block(at), *colour, 7.0, &EYES));
                }
            }
            let signs = said.iter().filter(|_| has_shades);
            pairs.extend(signs.map(|said| (format!("side {at} and {said}"), sign(at), *said, 9.0, &EYES[..1])));
        }
        for (what, a, b, floor, eyes) in pairs {
            for (eye, palette) in eyes.iter().flat_map(|eye| PALETTES.iter().map(move |palette| (eye, palette))) {
                let [a, b] = [a, b].map(|colour| palette.rgb(colour).expect("a colour"));
                let far = eye.apart(a, b);
                if far < floor {
                    faults.push(format!("{name}, {what}, {}, {}: {far:.1}", eye.name, palette.name));
                }
            }
        }
        for style in [theme.gauges.warning, theme.forces.down] {
            let has_weight = style.add_modifier.contains(Modifier::BOLD);
            // With sixteen colours on a light ground, bold may be a brighter colour, which nobody can read.
            if !has_weight && (has_shades || !wardiary_view::colour::is_light(theme.base.bg.expect("a ground"))) {
                faults.push(format!("{name}: a warning or loss has no weight"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The program's contrast formula agrees with another implementation.
#[test]
fn contrast_is_what_others_compute() {
    use wardiary_view::colour;
    for step in 0..=17_u8 {
        let shade = |by: u8| step.wrapping_mul(15).wrapping_add(by);
        let (one, other) = ((shade(0), shade(40), shade(200)), (shade(90), shade(13), shade(77)));
        let as_colour = |(r, g, b)| Color::Rgb(r, g, b);
        let ours = colour::contrast(as_colour(one), as_colour(other));
        assert!((ours - contrast(one, other)).abs() < 0.01, "{one:?} {other:?}: {ours}");
    }
}
