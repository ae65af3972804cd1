//! Writes a story from beginning to end, through a [`StoryWriter`] that formats headings and tables: what plain text and
//! Markdown share.

use super::story::{Appendix, Block, Chapter, LineUp, OrderOfBattle, Remark, Story, StrengthHistory, Table};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HeadingLevel {
    Title,
    Chapter,
    Part,
}

pub(super) trait StoryWriter {
    fn heading(&mut self, level: HeadingLevel, text: &str);
    fn paragraph(&mut self, text: &str);
    /// A note about what follows, such as its date or rules.
    fn note(&mut self, text: &str);
    fn lesson(&mut self, about: &str, text: &str);
    fn quote(&mut self, text: &str);
    fn remark(&mut self, remark: &Remark);
    fn items(&mut self, items: &[String]);
    fn table(&mut self, head: &[String], rows: &[Vec<String>]);
    fn line_up(&mut self, line_up: &LineUp);
    fn order_of_battle(&mut self, roll: &OrderOfBattle);
    fn preformatted(&mut self, lines: &str);
}

pub(super) fn write(story: &Story, pen: &mut impl StoryWriter) {
    pen.heading(HeadingLevel::Title, &story.title);
    pen.note(&facts(story).join(" · "));
    if story.chapters.is_empty() {
        pen.paragraph(&story.placeholder);
    }
    if !story.lead().is_empty() {
        pen.paragraph(&story.lead().join(" "));
    }
    story.chapters.iter().for_each(|chapter| write_chapter(story, chapter, pen));
    story.appendices.iter().for_each(|appendix| write_appendix(appendix, pen));
    if !story.reading_guide.is_empty() {
        pen.heading(HeadingLevel::Chapter, "How to read this");
        story.reading_guide.iter().for_each(|lesson| pen.lesson(&lesson.subject, &lesson.text));
    }
}

pub(super) fn facts(story: &Story) -> Vec<String> {
    let mut facts: Vec<String> = Vec::new();
    facts.extend(Some(story.date.to_string()).filter(|date| !date.is_empty()));
    facts.push(format!("rules: {}", story.rules));
    facts.extend(story.played.as_ref().map(|(first, last)| {
        if first == last { format!("played on {first}") } else { format!("played from {first} to {last}") }
    }));
    if !story.filter.is_empty() {
        facts.push(format!("only the entries that match the filter “{}”", story.filter));
    }
    facts
}

fn write_chapter(story: &Story, chapter: &Chapter, pen: &mut impl StoryWriter) {
    let is_battle = chapter.battle.is_some();
    pen.heading(HeadingLevel::Chapter, &chapter.title);
    chapter.when.iter().for_each(|when| pen.note(when));
    if is_battle && story.only_battle().is_none() {
        pen.paragraph(&chapter.lead.join(" "));
    }
    for turn in &chapter.turns {
        if let Some(heading) = turn.heading() {
            pen.heading(HeadingLevel::Part, &heading);
        }
        turn.blocks.iter().for_each(|block| write_block(block, pen));
    }
    if is_battle {
        pen.heading(HeadingLevel::Part, "Order of battle");
        chapter.opening_forces.iter().for_each(|roll| pen.order_of_battle(roll));
        chapter.map.iter().filter_map(|ground| ground.text.as_ref()).for_each(|text| pen.preformatted(text));
        pen.heading(HeadingLevel::Part, chapter.figures_heading());
        if !chapter.closing.is_empty() {
            pen.paragraph(&chapter.closing.join(" "));
        }
        write_swing(chapter, pen);
        chapter.closing_forces.iter().for_each(|roll| pen.order_of_battle(roll));
        write_dice(chapter, pen);
    }
}

/// The line-ups of a battle.
fn write_dice(chapter: &Chapter, pen: &mut impl StoryWriter) {
    let line_ups = chapter.turns.iter().flat_map(|turn| turn.blocks.iter().map(move |block| (turn.turn, block)));
    let mut line_ups = line_ups.filter_map(|(turn, block)| match block {
        Block::LineUp(entry, line_up) => Some((turn, entry, line_up)),
        Block::Quote(..) | Block::Prose(_) | Block::Remark(..) | Block::Marches { .. } => None,
    });
    let mut next = line_ups.next();
    if next.is_some() {
        pen.heading(HeadingLevel::Part, "Dice");
    }
    while let Some((turn, entry, line_up)) = next {
        let turn = turn.map_or(String::new(), |turn| format!("Turn {turn}, "));
        pen.note(&format!("{turn}entry {entry}: {}", line_up.title.to_lowercase()));
        pen.line_up(line_up);
        next = line_ups.next();
    }
}

/// The strength of the sides through the battle, who was ahead, and the turning points.
fn write_swing(chapter: &Chapter, pen: &mut impl StoryWriter) {
    let Some(swing) = &chapter.swing else { return };
    if let Some((head, rows)) = chapter.strengths() {
        let ahead = swing.caption();
        let left = |history: &StrengthHistory| history.caption(" at the end of each turn");
        let left = chapter.strength_history.as_ref().map_or_else(String::new, left);
        pen.paragraph(&format!("{left}. {ahead}."));
        pen.table(&head, &rows);
    }
    pen.paragraph(&format!("{}:", swing.points_word()));
    pen.items(&swing.turning_points.iter().map(super::swing::SwingPoint::line).collect::<Vec<_>>());
}

fn write_block(block: &Block, pen: &mut impl StoryWriter) {
    match block {
        Block::Quote(_, text) => pen.quote(&text.to_string()),
        Block::Prose(passages) => {
            let text: String = passages.iter().map(|passage| passage.text.as_str()).collect();
            if !text.is_empty() {
                pen.paragraph(&text);
            }
        }
        // The dice follow the figures.
        Block::LineUp(..) => {}
        Block::Remark(_, remark) => pen.remark(remark),
        Block::Marches { head, rows, .. } => pen.table(head, rows),
    }
}

fn write_appendix(appendix: &Appendix, pen: &mut impl StoryWriter) {
    pen.heading(HeadingLevel::Chapter, &appendix.title);
    appendix.text.iter().for_each(|text| pen.paragraph(text));
    for Table { caption, head, rows } in &appendix.tables {
        pen.heading(HeadingLevel::Part, caption);
        let head: Vec<String> = head.iter().map(|cell| (*cell).to_string()).collect();
        let rows: Vec<Vec<String>> = rows.iter().map(|(_, row)| row.clone()).collect();
        pen.table(&head, &rows);
    }
    appendix.notes.iter().for_each(|note| pen.paragraph(note));
}
