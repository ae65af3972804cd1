//! Charts of strength and lead through a battle, as SVG.

use super::{SIDE_COLOURS, drawing};
use crate::report::story::{SideStrengths, StrengthHistory, SwingSection};
use maud::{Markup, html};
use std::fmt::Write;

/// Size of the chart in SVG units, including the margin for labels.
const SIZE: (usize, usize) = (640, 220);
const LEFT: usize = 36;
const TOP: usize = 12;
const BOTTOM: usize = 24;
/// Height of a swing chart, in SVG units.
const SWING_HEIGHT: f64 = 160.0;
/// Vertical position of its turn labels.
const SWING_MARKS: usize = 174;

pub(super) fn strength_chart(history: &StrengthHistory, id: usize) -> Markup {
    let sides: Vec<String> = history.sides.iter().map(description).collect();
    let title = format!("t{id}");
    html! {
        figure {
            svg.course viewBox=(format!("0 0 {} {}", SIZE.0, SIZE.1)) width="100%" role="img" aria-labelledby=(title) {
                title #(title) { (history.caption("")) ": " (sides.join("; ")) }
                (strengths(history))
            }
            figcaption {
                (history.caption(""))
                @for (at, side) in history.sides.iter().enumerate() {
                    ", " span class=(format!("key s{at}")) { (side.name) @if at % 2 == 1 { " (dashed)" } }
                }
                @if history.sides.iter().any(|side| side.exhaustion_point.is_some()) { "; dotted: exhaustion level of a side" }
            }
        }
    }
}

/// The same chart as a file of its own, with a legend.
pub(super) fn file(heading: &str, history: &StrengthHistory) -> Markup {
    let (width, height) = SIZE;
    let body = html! {
        (strengths(history))
        @for (at, side) in history.sides.iter().enumerate() {
            @let x = LEFT + 150 * at;
            path d=(format!("M{x} {}h22", height + 8)) stroke=(SIDE_COLOURS[at % SIDE_COLOURS.len()]) stroke-width="2.5" stroke-dasharray=[dashes(at)] {}
            text x=(x + 28) y=(height + 12) font-size="11" { (side.name) }
        }
        text x=(LEFT) y=(height + 28) font-size="10" fill="#444" {
            (history.caption(""))
            @if history.sides.iter().any(|side| side.exhaustion_point.is_some()) { "; dotted: exhaustion level of a side" }
        }
    };
    let edge = |n: usize| i64::try_from(n).unwrap_or(0);
    drawing::file(heading, [0, 0, edge(width), edge(height + 36)], &body)
}

/// Sides differ by dashes too, not only by colour.
fn dashes(side: usize) -> Option<&'static str> {
    (side % 2 == 1).then_some("7 3")
}

/// The axes, and a line for each side.
fn strengths(history: &StrengthHistory) -> Markup {
    let most = history.sides.iter().flat_map(SideStrengths::total_in_field).max().unwrap_or(0).max(1);
    let x = |at: usize| x_at(history, at);
    let y = |points: u32| {
        let room = SIZE.1 - TOP - BOTTOM;
        SIZE.1 - BOTTOM - usize::try_from(points).unwrap_or(0) * room / usize::try_from(most).unwrap_or(1)
    };
    html! {
        g fill="none" stroke="currentColor" stroke-opacity=".25" {
            path d=(format!("M{LEFT} {TOP}V{}H{}", SIZE.1 - BOTTOM, SIZE.0 - 8)) {}
        }
        g font-size="11" fill="currentColor" {
            text x=(LEFT - 6) y=(TOP + 8) text-anchor="end" { (most) }
            text x=(LEFT - 6) y=(SIZE.1 - BOTTOM) text-anchor="end" { "0" }
            (turn_marks(history, SIZE.1 - 8))
        }
        @for (at, side) in history.sides.iter().enumerate() {
            g fill="none" stroke=(SIDE_COLOURS[at % SIDE_COLOURS.len()]) stroke-width="2.5" {
                path class=(format!("s{at}")) d=(line(side.total_in_field(), x, y)) stroke-dasharray=[dashes(at)] {}
                @if let Some(point) = side.exhausted_at() {
                    path d=(line(point, x, y)) stroke-width="1" stroke-dasharray="2 4" {}
                }
            }
        }
    }
}

/// The horizontal position of an index of the course, the same in all charts of the battle.
fn x_at(history: &StrengthHistory, at: usize) -> usize {
    LEFT + at * (SIZE.0 - LEFT - 8) / history.entries.len().saturating_sub(1).max(1)
}

/// A chart of the leads, entry by entry, with the turning points. Of two sides, the first is above the middle and the
/// second below; more sides have a line each.
pub(super) fn swing(history: &StrengthHistory, swing: &SwingSection, id: usize) -> Markup {
    let x = |at: usize| x_at(history, at);
    let farthest = swing.leads.iter().flat_map(|(_, leads)| leads).fold(0.25_f64, |most, lead| most.max(lead.abs()));
    let middle = SWING_HEIGHT / 2.0;
    let y = |lead: f64| middle - lead / farthest * (middle - 16.0);
    let way = |side: usize, bent: fn(f64) -> f64| {
        let mut way = format!("M{LEFT} {middle}");
        for (at, (_, leads)) in swing.leads.iter().enumerate() {
            let _ = write!(way, "H{}V{:.1}", x(at), y(bent(leads[side])));
        }
        way
    };
    let title = format!("w{id}");
    let points = swing.turning_points.iter().map(|point| {
        let at = swing.leads.iter().position(|(no, _)| *no >= point.entry).unwrap_or(0);
        (x(at), y(swing.leads[at].1[0]))
    });
    let of_two = swing.sides.len() == 2;
    html! {
        figure {
            svg.course viewBox=(format!("0 0 {} {}", SIZE.0, SWING_HEIGHT + 20.0)) width="100%" role="img" aria-labelledby=(title) {
                title #(title) { (swing.caption()) }
                @if of_two {
                    path d=(format!("{}V{middle}Z", way(0, |lead| lead.max(0.0)))) fill=(SIDE_COLOURS[0]) {}
                    path d=(format!("{}V{middle}Z", way(0, |lead| lead.min(0.0)))) fill=(SIDE_COLOURS[1]) {}
                } @else {
                    g fill="none" stroke-width="2.5" {
                        @for at in 0..swing.sides.len() { path d=(way(at, |lead| lead)) stroke=(SIDE_COLOURS[at % SIDE_COLOURS.len()]) {} }
                    }
                }
                path d=(format!("M{LEFT} {middle}H{}", SIZE.0 - 8)) stroke="currentColor" stroke-opacity=".4" {}
                g font-size="11" fill="currentColor" {
                    text x=(LEFT - 6) y="16" text-anchor="end" { (format!("{:.0}%", 100.0 * farthest)) }
                    text x=(LEFT - 6) y=(middle + 4.0) text-anchor="end" { "0" }
                    text x=(LEFT - 6) y=(SWING_HEIGHT - 8.0) text-anchor="end" { (format!("{:.0}%", 100.0 * farthest)) }
                    (turn_marks(history, SWING_MARKS))
                }
                @for (n, (x, y)) in (1..).zip(points) {
                    circle.point cx=(x) cy=(format!("{y:.1}")) r="8" {}
                    text.point x=(x) y=(format!("{:.1}", y + 4.0)) font-size="11" text-anchor="middle" { (n) }
                }
            }
            figcaption {
                (swing.caption())
                @for (at, side) in swing.sides.iter().enumerate() {
                    ", " span class=(format!("key s{at}")) { (side) @if of_two { @if at == 0 { " above" } @else { " below" } } }
                }
                ". " (swing.points_word()) ":"
                ol { @for point in &swing.turning_points { li { a href=(format!("#e{}", point.entry)) { (point.line()) } } } }
            }
        }
    }
}

/// Marks where turns begin, labelled as far as there is room.
fn turn_marks(history: &StrengthHistory, y: usize) -> Markup {
    let every = history.turns.len().div_ceil(16).max(1);
    html! { @for (at, turn) in history.turns.iter().step_by(every) { (turn_mark(x_at(history, *at), y, *turn)) } }
}

/// The label `T3`, kept inside the chart.
fn turn_mark(x: usize, y: usize, turn: u32) -> Markup {
    let anchor = if x + 40 > SIZE.0 { "end" } else { "start" };
    html! { text x=(x) y=(y) text-anchor=(anchor) { "T" (turn) } }
}

fn description(side: &SideStrengths) -> String {
    let (first, last) = (side.total_in_field().next(), side.total_in_field().last());
    format!("{} from {} to {}", side.name, first.unwrap_or(side.initial), last.unwrap_or(side.initial))
}

/// A side's line, with a step at each change.
fn line(points: impl Iterator<Item = u32>, x: impl Fn(usize) -> usize, y: impl Fn(u32) -> usize) -> String {
    let points: Vec<u32> = points.collect();
    let Some(first) = points.first() else { return String::new() };
    let mut way = format!("M{} {}", x(0), y(*first));
    let mut last = *first;
    for (at, left) in points.iter().enumerate().skip(1) {
        if *left != last {
            let _ = write!(way, "H{}V{}", x(at), y(*left));
            last = *left;
        }
    }
    let _ = write!(way, "H{}", x(points.len().saturating_sub(1)));
    way
}
