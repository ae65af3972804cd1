//! Renders the story in HTML.

use super::{chart, map};
use crate::report::{
    Report,
    markdown::unit_cells,
    story::{
        Block, Chapter, Die, LineUp, LineUpPair, OrderOfBattle, Passage, Remark, RemarkFile, Story, StrengthHistory,
        SwingPoint, Table, Turn,
    },
};
use base64::{Engine, prelude::BASE64_STANDARD};
use maud::{Markup, html};
use wardiary_base::sides::CombatSide;

pub(super) fn chapters(report: &Report) -> Markup {
    let chapters = &report.story.chapters;
    html! {
        @if chapters.is_empty() { p { (report.story.placeholder) } }
        @for (at, chapter) in (1..).zip(chapters) { (chapter_html(report, chapter, at)) }
    }
}

/// The first paragraph, and the strength through the battle: of several, the last whose strengths are known.
pub(super) fn lead(story: &Story) -> Markup {
    let is_only = story.only_battle().is_some();
    html! {
        @if !story.lead().is_empty() { p.lead { (story.lead().join(" ")) } }
        @if let Some((chapter, history)) = pictured(story) {
            @if !is_only { p.when { (chapter.title) } }
            (chart::strength_chart(history, 0))
        }
    }
}

/// The battle pictured at the top: of several, the last whose strengths are known.
fn pictured(story: &Story) -> Option<(&Chapter, &StrengthHistory)> {
    story.chapters.iter().rev().find_map(|chapter| Some((chapter, chapter.strength_history.as_ref()?)))
}

fn chapter_html(report: &Report, chapter: &Chapter, at: usize) -> Markup {
    let is_battle = chapter.battle.is_some();
    let is_only = report.story.only_battle().is_some();
    let is_pictured = pictured(&report.story).is_some_and(|(pictured, _)| pictured.battle == chapter.battle);
    html! {
        section id=(format!("c{at}")) {
            h2 { (chapter.title) }
            @if let Some(when) = &chapter.when { p.when { (when) } }
            @if is_battle && !is_only { p { (chapter.lead.join(" ")) } }
            @for turn in &chapter.turns { (turn_html(turn, points(chapter))) }
            @if is_battle {
                h3 { "Order of battle" }
                (orders_of_battle(&chapter.opening_forces))
                @if let Some(ground) = &chapter.map { (map::battle_map(&ground.before, chapter.battle)) }
                h3 { (chapter.figures_heading()) }
                @if !chapter.closing.is_empty() { p { (chapter.closing.join(" ")) } }
                @if let Some(history) = &chapter.strength_history {
                    @if !is_pictured { (chart::strength_chart(history, at)) }
                    @if let Some(swing) = &chapter.swing { (chart::swing(history, swing, at)) }
                }
                (map::battle_map(&report.end, chapter.battle))
                (orders_of_battle(&chapter.closing_forces))
            }
        }
    }
}

fn points(chapter: &Chapter) -> &[SwingPoint] {
    chapter.swing.as_ref().map_or(&[], |swing| &swing.turning_points)
}

/// A turn, with the maps of its turning points after the blocks that tell of them.
fn turn_html(turn: &Turn, points: &[SwingPoint]) -> Markup {
    html! {
        @if let Some(heading) = turn.heading() { h3 { (heading) } }
        @for block in &turn.blocks {
            (block_html(block))
            @if let Block::Prose(passages) = block {
                @for point in points.iter().filter(|point| passages.iter().any(|passage| passage.entry == point.entry)) {
                    @if let Some(scene) = &point.scene { (map::scene(scene, &format!("Turn {}: {}", point.turn, point.action()))) }
                }
            }
        }
    }
}

fn block_html(block: &Block) -> Markup {
    html! {
        @match block {
            Block::Quote(entry, text) => blockquote id=(format!("e{entry}")) { p { (text) } },
            Block::Prose(passages) => {
                @if passages.iter().all(|passage| passage.text.is_empty() && passage.dice.is_empty()) {
                    @for passage in passages { (anchor(passage)) }
                } @else {
                    @let is_told = passages.iter().any(|passage| !passage.text.is_empty());
                    @if is_told {
                        p {
                            @for (at, passage) in passages.iter().enumerate() {
                                (passage_html(passage, at.checked_sub(1).map(|at| &passages[at])))
                            }
                        }
                    }
                    @else { @for passage in passages { (anchor(passage)) } }
                    @if passages.iter().any(|passage| !passage.dice.is_empty()) {
                        details.dice { summary { "Dice" } @for passage in passages { (dice_row(&passage.dice)) } }
                    }
                }
            },
            Block::LineUp(_, line_up) => details.dice { summary { "Dice: " (line_up.title) } (line_up_table(line_up)) },
            Block::Remark(_, remark) => (remark_html(remark)),
            Block::Marches { head, rows, scene } => {
                div.wide tabindex="0" role="region" aria-label=(format!("Marches: {}", head[0])) {
                    table {
                        thead { tr { @for cell in head { th scope="col" { (cell) } } } }
                        tbody {
                            @for row in rows {
                                tr { @for (at, cell) in row.iter().enumerate() {
                                    td data-of=[head.get(at).filter(|_| !cell.is_empty())] { (cell) }
                                } }
                            }
                        }
                    }
                }
                @if let Some(scene) = scene { (map::scene(scene, &head[0])) }
            },
        }
    }
}

fn remark_html(remark: &Remark) -> Markup {
    let (sign, meaning) = &remark.mark;
    html! {
        aside.remark aria-label="Remark" {
            p { @if !sign.is_empty() { b { (sign) } " (" (meaning) ") " } (remark.text) }
            @for file in &remark.files {
                @match file {
                    RemarkFile::Picture(name, kind, bytes) => figure {
                        img src=(format!("data:{kind};base64,{}", BASE64_STANDARD.encode(bytes))) alt=(name);
                        figcaption { (name) }
                    },
                    // Only web addresses become links.
                    RemarkFile::Link(link) if link.starts_with("https://") || link.starts_with("http://") => p { a href=(link) rel="noreferrer" { (link) } },
                    file => p { (file.name()) },
                }
            }
        }
    }
}

fn anchor(passage: &Passage) -> Markup {
    html! { span id=(format!("e{}", passage.entry)) {} }
}

fn passage_html(passage: &Passage, before: Option<&Passage>) -> Markup {
    let goes_on = before.is_some_and(|before| before.entry == passage.entry);
    let id = (!goes_on).then(|| format!("e{}", passage.entry));
    html! { span id=[id] { (passage.text) } }
}

pub(super) fn appendices(story: &Story) -> Markup {
    html! {
        @for appendix in &story.appendices {
            section id=(appendix.key) {
                h2 { (appendix.title) }
                @for text in &appendix.text { p { (text) } }
                @for table in &appendix.tables { (appendix_table(&appendix.title, table)) }
                @if !appendix.notes.is_empty() { ul.notes { @for note in &appendix.notes { li { (note) } } } }
            }
        }
    }
}

fn appendix_table(title: &str, table: &Table) -> Markup {
    html! {
        div.wide tabindex="0" role="region" aria-label=(format!("{title}: {}", table.caption)) {
            table {
                caption { (table.caption) }
                thead { tr { @for cell in &table.head { th scope="col" { (cell) } } } }
                tbody {
                    @for (entry, cells) in &table.rows {
                        tr {
                            @for (at, cell) in cells.iter().enumerate() {
                                // On a narrow screen cells are stacked, each with its heading.
                                td data-of=[table.head.get(at).filter(|head| !head.is_empty() && !cell.is_empty())] {
                                    @if let Some(entry) = entry.filter(|_| at == 0) { a href=(format!("#e{entry}")) { (cell) } }
                                    @else { (cell) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

pub(super) fn orders_of_battle(rolls: &[OrderOfBattle]) -> Markup {
    html! { div.rolls { @for roll in rolls { (order_of_battle(roll)) } } }
}

fn order_of_battle(roll: &OrderOfBattle) -> Markup {
    html! {
        table.roll {
            caption { (roll.side) }
            thead {
                tr {
                    th scope="col" { "Unit" }
                    th scope="col" { "Kind" }
                    @if roll.columns.grade { th scope="col" { "Grade" } }
                    th scope="col" { "Strength" }
                    @if roll.columns.edna { th scope="col" { "EDNA" } }
                }
            }
            @for group in &roll.groups {
                tbody {
                    @if !group.name.is_empty() {
                        tr { th scope="rowgroup" colspan=(3 + usize::from(roll.columns.grade) + usize::from(roll.columns.edna)) { (group.heading()) } }
                    }
                    @for unit in &group.units {
                        tr class=[(!unit.alive).then_some("gone")] { @for cell in unit_cells(unit, roll) { td { (cell) } } }
                    }
                }
            }
        }
    }
}

pub(super) fn reading_guide(story: &Story) -> Markup {
    html! {
        @if !story.reading_guide.is_empty() {
            section #reading {
                h2 { "How to read this" }
                dl { @for lesson in &story.reading_guide { dt { (lesson.subject) } dd { (lesson.text) } } }
            }
        }
    }
}

/// A die with its face, and its score if that may differ.
pub(super) fn die(die: &Die) -> Markup {
    let grade = die.grade.as_ref().map_or(String::new(), |(grade, _)| format!(" g{}", grade.0));
    html! {
        @match die.face {
            Some(face @ 1..=6) => i class=(format!("d f{face}{grade}")) { (face) },
            Some(face) => i class=(format!("d n{grade}")) { (face) },
            None => i class=(format!("d n{grade}")) { (die.value()) },
        }
        @if die.grade.is_some() && die.face.is_some() { " " b { (die.value()) } }
    }
}

pub(super) fn dice_row(dice: &[Die]) -> Markup {
    html! {
        @if !dice.is_empty() {
            " "
            span.dice title=[dice.first().map(|die| &die.owner)] {
                @for (at, one) in dice.iter().enumerate() { @if at > 0 { " " } (die(one)) }
            }
        }
    }
}

pub(super) fn line_up_table(line_up: &LineUp) -> Markup {
    let [first, second] = &line_up.sides;
    html! {
        table.lined {
            caption { (line_up.title) }
            thead { tr { th scope="col" colspan="2" { (first) } td {} th scope="col" colspan="2" { (second) } } }
            tbody { @for pair in &line_up.pairs { (pair_row(pair)) } }
        }
    }
}

fn pair_row(pair: &LineUpPair) -> Markup {
    let [first, second] = &pair.dice;
    let won = |side: CombatSide| (pair.winner() == Some(side)).then_some("w");
    html! {
        tr {
            td { @if let Some(one) = first { (whose(one)) } }
            td class=[won(CombatSide::First)] { @if let Some(one) = first { (die(one)) } }
            td { (pair.verb()) }
            td class=[won(CombatSide::Second)] { @if let Some(one) = second { (die(one)) } }
            td { @if let Some(one) = second { (whose(one)) } }
        }
    }
}

fn whose(die: &Die) -> Markup {
    html! { (die.owner) @if die.support { " (support)" } }
}
