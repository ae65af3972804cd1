//! The narrator: combines the sentences about successive entries into paragraphs.

pub use super::narration::{Clause, ClauseKind, Narration};

use super::{
    episode::{self, Beat},
    names::list_in_brief,
    narration::{PredicateShare, sentence},
    story::{Block, LineUp, Passage, Remark, Turn},
};
use wardiary_base::text;
use wardiary_diary::diary::EntryNo;

/// Maximum number of clauses in a sentence.
const LONGEST_RUN: usize = 5;
/// Maximum number of words of such clauses.
const MAX_WORDS: usize = 30;

#[derive(Default)]
pub struct Narrator {
    turns: Vec<Turn>,
    paragraph: Vec<Passage>,
    pending: Vec<PendingClause>,
    /// Deeds whose episode is not told yet; their passages are in the paragraph.
    beats: Vec<Beat>,
    told: Vec<Beat>,
    /// The line-ups of the paragraph, which follow it.
    line_ups: Vec<Block>,
}

/// A clause of an unfinished sentence.
struct PendingClause {
    clause: Clause,
    passage: Passage,
    /// Passages without text that belong after the clause.
    silent_passages: Vec<Passage>,
}

impl Narrator {
    pub fn add_entry(&mut self, entry: EntryNo, (turn, when): (Option<u32>, Option<String>), narration: Narration) {
        if self.turns.last().is_none_or(|last| (last.turn, &last.when) != (turn, &when)) {
            self.flush_paragraph();
            let is_continued = turn.is_some() && self.turns.iter().any(|earlier| earlier.turn == turn);
            self.turns.push(Turn { turn, when, is_continued, blocks: Vec::new() });
        }
        let Narration { quote, clause, beats, sentences, line_up, dice, begins_paragraph } = narration;
        if begins_paragraph {
            self.flush_paragraph();
        }
        if let Some(quote) = quote {
            self.flush_paragraph();
            self.push_block(Block::Quote(entry, quote));
            self.push_sentences(Passage { entry, ..Passage::default() }, &sentences);
            return;
        }
        let passage = Passage { entry, text: String::new(), dice };
        if !beats.is_empty() {
            if !self.pending.is_empty() {
                self.flush_clauses();
            }
            self.paragraph.push(passage);
            self.beats.extend(beats);
            self.push_sentences(Passage { entry, ..Passage::default() }, &sentences);
        } else if let Some(clause) = clause {
            self.push_clause(clause, passage);
            self.push_sentences(Passage { entry, ..Passage::default() }, &sentences);
        } else if sentences.is_empty() {
            match self.pending.last_mut() {
                Some(part) => part.silent_passages.push(passage),
                None => self.paragraph.push(passage),
            }
        } else {
            self.push_sentences(passage, &sentences);
        }
        self.push_line_up(entry, line_up);
    }

    fn push_sentences(&mut self, mut passage: Passage, sentences: &[String]) {
        if !sentences.is_empty() {
            self.flush_clauses();
            passage.text = self.with_leading_space(&sentences.join(" "));
            self.paragraph.push(passage);
        }
    }

    fn push_line_up(&mut self, entry: EntryNo, line_up: Option<LineUp>) {
        self.line_ups.extend(line_up.map(|line_up| Block::LineUp(entry, Box::new(line_up))));
    }

    pub fn push_remark(&mut self, entry: EntryNo, remark: Remark) {
        self.flush_paragraph();
        self.push_block(Block::Remark(entry, Box::new(remark)));
    }

    /// The turns, and the beats that their episodes tell.
    pub fn finish(mut self) -> (Vec<Turn>, Vec<Beat>) {
        self.flush_paragraph();
        (self.turns, self.told)
    }

    fn push_clause(&mut self, clause: Clause, passage: Passage) {
        if !self.beats.is_empty() {
            self.flush_clauses();
        }
        let words = |clause: &Clause| (clause.subject.split(' ').chain(clause.predicate.split(' '))).count();
        let length = self.pending.iter().map(|part| words(&part.clause)).sum::<usize>() + words(&clause);
        let is_long = self.pending.len() >= LONGEST_RUN || length > MAX_WORDS;
        let merges = matches!(clause.kind, ClauseKind::March(_))
            || self.pending.last().is_some_and(|last| last.clause.predicate == clause.predicate);
        let is_full = is_long && !merges;
        if is_full || self.pending.first().is_some_and(|first| first.clause.kind != clause.kind) {
            self.flush_clauses();
        }
        self.pending.push(PendingClause { clause, passage, silent_passages: Vec::new() });
    }

    fn flush_clauses(&mut self) {
        let run = std::mem::take(&mut self.pending);
        match run.first().map(|part| part.clause.kind) {
            Some(ClauseKind::Refit(_)) => self.write_sentence(merge_subjects(run)),
            Some(ClauseKind::March(_)) => self.write_marches(run),
            _ => self.write_sentence(run),
        }
        self.flush_beats();
    }

    /// Tells the episodes under way. Their sentences go to the passages of their entries, never before an earlier one.
    fn flush_beats(&mut self) {
        let mut at = 0;
        let beats = std::mem::take(&mut self.beats);
        for (entry, sentence) in episode::tell(&beats) {
            let found = self.paragraph.iter().rposition(|passage| passage.entry == entry);
            at = found.unwrap_or(0).max(at);
            let is_first = self.paragraph[..at].iter().all(|passage| passage.text.is_empty());
            let Some(passage) = self.paragraph.get_mut(at) else { continue };
            if !(is_first && passage.text.is_empty()) {
                passage.text.push(' ');
            }
            passage.text.push_str(&sentence);
        }
        self.told.extend(beats);
    }

    /// Writes the marches of a side: forces with the same aim together, those that met an enemy first, and no more than
    /// a reader follows.
    fn write_marches(&mut self, run: Vec<PendingClause>) {
        const MOST: usize = 3;
        let mut groups: Vec<(String, Vec<String>)> = Vec::new();
        let Some(first) = run.first().map(|part| part.passage.entry) else { return };
        for PendingClause { clause, passage, silent_passages } in run {
            match groups.iter_mut().find(|(aim, _)| *aim == clause.predicate) {
                Some((_, forces)) => forces.push(clause.subject),
                None => groups.push((clause.predicate, vec![clause.subject])),
            }
            self.paragraph.push(passage);
            self.paragraph.extend(silent_passages);
        }
        let rank = |aim: &str| match aim {
            _ if aim.contains("up to ") || aim.contains("face to face") => 0,
            _ if aim.starts_with("to ") => 1,
            _ => 2,
        };
        groups.sort_by_key(|(aim, forces)| (rank(aim), std::cmp::Reverse(forces.len())));
        // A march that led nowhere yet appears only if no other led anywhere.
        let many = groups.iter().take_while(|(aim, _)| rank(aim) < 2).count().clamp(1, MOST);
        let groups = groups.iter().take(many).enumerate();
        let parts: Vec<String> = groups
            .map(|(at, (aim, forces))| {
                let verb = if at == 0 { " moved" } else { "" };
                format!("{}{verb} {aim}", list_in_brief(forces))
            })
            .collect();
        let text = sentence(&parts.join("; "));
        let before = self.paragraph.iter().position(|passage| passage.entry == first).unwrap_or(0);
        let text = if self.paragraph[..before].iter().all(|passage| passage.text.is_empty()) {
            text
        } else {
            format!(" {text}")
        };
        self.paragraph[before].text = text;
    }

    fn write_sentence(&mut self, run: Vec<PendingClause>) {
        let Some(kind) = run.first().map(|part| part.clause.kind) else { return };
        let many = run.len();
        // Combine consecutive subjects with the same predicate.
        let together: Vec<bool> = (0..many).map(|at| at > 0 && has_same_predicate(&run[at - 1], &run[at])).collect();
        let ends_group = |at: usize| together.get(at + 1) != Some(&true);
        let begins_last = together.iter().rposition(|together| !together).unwrap_or(0);
        let holds_commas = together.contains(&true)
            || run.iter().any(|part| part.clause.predicate.contains(',') || part.clause.subject.contains(" and "));
        let (comma, and) = if holds_commas { ("; ", "; and ") } else { (", ", " and ") };
        let mut is_first = true;
        let mut last_subject = String::new();
        for (
            at,
            PendingClause { clause: Clause { subject, predicate: rest, .. }, mut passage, silent_passages: quiet },
        ) in run.into_iter().enumerate()
        {
            let is_same = kind == ClauseKind::Table && subject == last_subject;
            last_subject.clone_from(&subject);
            let mut text = match (at, kind) {
                (1.., _) if is_same => if at == begins_last { and.trim_end() } else { comma.trim_end() }.to_string(),
                (0, _) => self.with_leading_space(&text::capitalized(&subject)),
                _ if together[at] => format!("{}{subject}", if ends_group(at) { " and " } else { ", " }),
                _ => format!("{}{subject}", if at == begins_last { and } else { comma }),
            };
            if ends_group(at) {
                let verb = if std::mem::take(&mut is_first) { kind.verb() } else { "" };
                text = format!("{text}{verb} {rest}").trim_end().to_string();
            }
            if at + 1 == many {
                text.push('.');
            }
            passage.text = text;
            self.paragraph.push(passage);
            self.paragraph.extend(quiet);
        }
    }

    /// Adds text to an entry that has none yet.
    pub fn set_missing_text(&mut self, entry: EntryNo, text: &str) {
        self.flush_paragraph();
        let blocks = self.turns.iter_mut().flat_map(|turn| &mut turn.blocks);
        for block in blocks {
            let Block::Prose(passages) = block else { continue };
            let Some(at) = passages.iter().position(|passage| passage.entry == entry) else { continue };
            let is_first = passages[..at].iter().all(|passage| passage.text.is_empty());
            let goes_on = !is_first || passages[at + 1..].iter().any(|passage| !passage.text.is_empty());
            passages[at].text = match (is_first, goes_on) {
                (true, true) => format!("{text} "),
                (true, false) => text.into(),
                (false, _) => format!(" {text}"),
            };
        }
    }

    /// The text, with a space before it if other text precedes.
    fn with_leading_space(&self, text: &str) -> String {
        if self.paragraph.iter().all(|passage| passage.text.is_empty()) { text.into() } else { format!(" {text}") }
    }

    fn flush_paragraph(&mut self) {
        self.flush_clauses();
        let mut paragraph = std::mem::take(&mut self.paragraph);
        // A story may have a paragraph for each of many short entries.
        paragraph.shrink_to_fit();
        if !paragraph.is_empty() {
            self.push_block(Block::Prose(paragraph));
        }
        std::mem::take(&mut self.line_ups).into_iter().for_each(|line_up| self.push_block(line_up));
    }

    fn push_block(&mut self, block: Block) {
        match self.turns.last_mut() {
            Some(turn) => turn.blocks.push(block),
            None => self.turns.push(Turn { blocks: vec![block], ..Turn::default() }),
        }
    }
}

/// Combines consecutive clauses with the same predicate into one.
fn merge_subjects(run: Vec<PendingClause>) -> Vec<PendingClause> {
    let mut merged: Vec<PendingClause> = Vec::new();
    for part in run {
        let PendingClause { clause, passage, silent_passages: quiet } = part;
        if let (Some(last), Some((names, _))) = (merged.last_mut(), &clause.mergeable)
            && last.clause.predicate == clause.predicate
            && let Some((all, _)) = &mut last.clause.mergeable
        {
            all.extend(names.iter().cloned());
            last.silent_passages.push(passage);
            last.silent_passages.extend(quiet);
        } else {
            merged.push(PendingClause { clause, passage, silent_passages: quiet });
        }
    }
    for part in &mut merged {
        if let Some((names, share)) = &part.clause.mergeable {
            part.clause.subject = list_in_brief(names);
            if names.len() > 1 && *share == PredicateShare::Each {
                part.clause.predicate.push_str(" each");
            }
        }
    }
    merged
}

fn has_same_predicate(one: &PendingClause, next: &PendingClause) -> bool {
    one.clause.predicate == next.clause.predicate
}

/// A sentence about luck, if a roll was unusual; from the shares of worse and of equally good rolls.
pub fn luck_sentence(whose: Option<&str>, (worse, same): (f64, f64)) -> Option<String> {
    const RARE: f64 = 0.1;
    let (as_good, as_bad) = (1.0 - worse, worse + same);
    let side = whose.map_or_else(String::new, |whose| format!(" {}", super::names::with_article(whose)));
    let text = |share: f64, is_good: bool| {
        let (well, how) = if is_good { ("lucky", "with") } else { ("poor", "against") };
        let often = match (share * 100.0).round() {
            n if n < 1.0 => "fewer than one throw in a hundred comes".to_string(),
            1.0 => "one throw in a hundred comes".into(),
            n => format!("{n:.0} throws in a hundred come"),
        };
        let luck = if side.is_empty() { format!("a {well} throw") } else { format!("luck was {how}{side}") };
        sentence(&format!("{luck}: {often} out that {}", if is_good { "well" } else { "badly" }))
    };
    // For a coin with two faces both shares are equal, and neither face is unusual.
    if as_good <= RARE && as_good <= as_bad {
        Some(text(as_good, true))
    } else if as_bad <= RARE {
        Some(text(as_bad, false))
    } else {
        None
    }
}
