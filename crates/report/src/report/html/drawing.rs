//! Drawings as files of their own, for pages that others write: a map, the strength through a battle, an order of battle.

use super::{SIDE_COLOURS, chart, map};
use crate::report::{DiaryOnly, chapter, markdown::unit_cells, report, scene::latest_moves, story::OrderOfBattle};
use maud::{Markup, html};
use wardiary_diary::diary::Diary;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawingKind {
    Map,
    Strength,
    OrderOfBattle,
}

/// A rectangle in a drawing: its left, upper, right and lower edge.
pub(super) type Bounds = [i64; 4];

/// What a diary knows at its head, as an SVG file; `None` if there is nothing to draw.
pub fn drawing(kind: DrawingKind, diary: &Diary) -> Option<String> {
    let state = diary.state();
    let battle = || state.open_battles().last().or(state.battles().last());
    let svg = match kind {
        DrawingKind::Map => map::file(state, &latest_moves(diary))?,
        DrawingKind::Strength => {
            let battle = battle()?;
            let found = report(diary, &mut DiaryOnly, &|account| account.battle == Some(battle.id));
            let history = found.story.chapters.iter().find_map(|chapter| chapter.strength_history.as_ref())?;
            chart::file(&map::heading(state, &battle.name), history)
        }
        DrawingKind::OrderOfBattle => {
            let (battle, title) = (battle(), diary.header().title.as_name());
            let rolls = chapter::orders_of_battle(state, battle.map(|battle| battle.id), false);
            let heading = map::heading(state, battle.map_or(&title, |battle| &battle.name));
            (!rolls.is_empty()).then(|| orders_of_battle(&heading, &rolls))?
        }
    };
    Some(svg.into_string() + "\n")
}

/// A file with a heading above its body, whose bounds are given.
pub(super) fn file(heading: &str, [left, upper, right, lower]: Bounds, body: &Markup) -> Markup {
    let (top, width) = (upper - 24, right - left);
    html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox=(format!("{left} {top} {width} {}", lower - top)) font-family="sans-serif" color="#111" {
            title { (heading) }
            style { "text{paint-order:stroke}" }
            rect x=(left) y=(top) width=(width) height=(lower - top) fill="#fff" {}
            text x=(left + 6) y=(upper - 8) font-size="12" font-weight="bold" { (heading) }
            (body)
        }
    }
}

/// The sides beside each other, with their groups and units.
fn orders_of_battle(heading: &str, rolls: &[OrderOfBattle]) -> Markup {
    const WIDTH: i64 = 360;
    const ROW: i64 = 15;
    let rows = |roll: &OrderOfBattle| roll.groups.iter().map(|group| group.units.len() + 1).sum::<usize>() + 1;
    let count = |n: usize| i64::try_from(n).unwrap_or(0);
    let height = ROW * count(rolls.iter().map(rows).max().unwrap_or(0)) + 10;
    let body = html! {
        @for (at, roll) in rolls.iter().enumerate() {
            g transform=(format!("translate({} 0)", WIDTH * count(at) + 6)) font-size="10" {
                rect width="10" height="10" y="1" fill=(SIDE_COLOURS[at % SIDE_COLOURS.len()]) {}
                text x="16" y="10" font-size="11" font-weight="bold" { (roll.side) }
                @let lines = roll.groups.iter().flat_map(|group| std::iter::once((group, None)).chain(group.units.iter().map(move |unit| (group, Some(unit)))));
                @for (row, (group, unit)) in (1..).zip(lines) {
                    @let y = ROW * row + 10;
                    @match unit {
                        None => text y=(y) font-weight="bold" { (group.heading()) },
                        Some(unit) => {
                            @let cells = unit_cells(unit, roll);
                            g fill=(if unit.alive { "#111" } else { "#777" }) text-decoration=[(!unit.alive).then_some("line-through")] {
                                text x="10" y=(y) { (cells[0]) }
                                text x=(WIDTH - 20) y=(y) font-size="9" text-anchor="end" { (cells[1..].join(", ")) }
                            }
                        },
                    }
                }
            }
        }
    };
    file(heading, [0, 0, WIDTH * count(rolls.len()), height], &body)
}
