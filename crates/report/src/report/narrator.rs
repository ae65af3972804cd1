//! The narrator: combines the sentences about successive entries into paragraphs.

pub use super::narration::{Clause, ClauseKind, Narration};

use super::{
    episode::{self, Beat},
    names::list_in_brief,
    narration::{PredicateShare, sentence},
    story::{Block, LineUp, Passage, Remark, Turn},
};
use std::collections::BTreeSet;
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
    /// The deeds of each paragraph. They are told at the end, when it is known how much each mattered.
    beats: Vec<Vec<Beat>>,
    /// Whether the last of them belongs to the paragraph under way.
    has_beats: bool,
    /// The sentences about marches.
    marches: BTreeSet<String>,
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
            self.turns.push(Turn { turn, when, is_continued, ..Turn::default() });
        }
        let Narration { quote, clause, beats, sentences, line_up, marches, dice, begins_paragraph } = narration;
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
            self.flush_clauses();
            self.paragraph.push(passage);
            if !std::mem::replace(&mut self.has_beats, true) {
                self.beats.push(Vec::new());
            }
            self.beats.last_mut().into_iter().for_each(|paragraph| paragraph.extend(beats.iter().cloned()));
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
        self.push_marches(marches);
    }

    pub fn push_marches(&mut self, table: Option<Block>) {
        if let Some(table) = table {
            self.flush_paragraph();
            self.push_block(table);
        }
    }

    fn push_sentences(&mut self, mut passage: Passage, sentences: &[String]) {
        if !sentences.is_empty() {
            self.flush_clauses();
            passage.text = sentences.join(" ");
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
        // The paragraphs with deeds, in order.
        let first_entries = self.beats.iter().filter_map(|beats| beats.first()).map(|beat| beat.entry);
        let mut told = first_entries.zip(episode::tell(&self.beats)).peekable();
        for block in self.turns.iter_mut().flat_map(|turn| &mut turn.blocks) {
            let Block::Prose(passages) = block else { continue };
            let is_here = |first: EntryNo| passages.iter().any(|passage| passage.entry == first);
            if let Some((_, sentences)) = told.next_if(|(first, _)| is_here(*first)) {
                write_episodes(passages, sentences);
            }
        }
        let mut turns = merge_lulls(self.turns, &self.marches);
        for block in turns.iter_mut().flat_map(|turn| &mut turn.blocks) {
            if let Block::Prose(passages) = block {
                add_spaces(passages);
            }
        }
        (turns, self.beats.concat())
    }

    fn push_clause(&mut self, clause: Clause, passage: Passage) {
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
            Some(ClauseKind::Refit(_) | ClauseKind::Sent(_)) => self.write_sentence(merge_subjects(run)),
            Some(ClauseKind::March(_)) => self.write_marches(run),
            _ => self.write_sentence(run),
        }
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
            _ if ["up to ", "face to face", "in pursuit"].iter().any(|met| aim.contains(met)) => 0,
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
        let before = self.paragraph.iter().position(|passage| passage.entry == first).unwrap_or(0);
        let text = sentence(&parts.join("; "));
        self.marches.insert(text.clone());
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
                (0, _) => text::capitalized(&subject),
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

    fn flush_paragraph(&mut self) {
        self.flush_clauses();
        self.has_beats = false;
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

/// Adds the sentences of episodes to the passages of their entries, never before an earlier one.
fn write_episodes(paragraph: &mut [Passage], sentences: Vec<(EntryNo, String)>) {
    let mut at = 0;
    for (entry, sentence) in sentences {
        let found = paragraph.iter().rposition(|passage| passage.entry == entry);
        at = found.unwrap_or(0).max(at);
        let Some(passage) = paragraph.get_mut(at) else { continue };
        if !passage.text.is_empty() {
            passage.text.push(' ');
        }
        passage.text.push_str(&sentence);
    }
}

/// Makes one turn of consecutive turns in which forces did nothing but march, and says once what is the same in all.
fn merge_lulls(turns: Vec<Turn>, marches: &BTreeSet<String>) -> Vec<Turn> {
    let is_quiet = |turn: &Turn| {
        turn.turn.is_some()
            && turn.blocks.iter().all(|block| match block {
                Block::Prose(passages) => {
                    passages.iter().all(|passage| passage.text.is_empty() || marches.contains(&passage.text))
                }
                Block::Quote(..) | Block::LineUp(..) | Block::Remark(..) | Block::Marches { .. } => false,
            })
    };
    let mut merged: Vec<Turn> = Vec::new();
    let mut last_is_quiet = false;
    for turn in turns {
        let is_quiet = is_quiet(&turn);
        match merged.last_mut().filter(|last| is_quiet && last_is_quiet && last.turn != turn.turn) {
            Some(last) => {
                last.until = turn.turn;
                last.blocks.extend(turn.blocks);
            }
            None => merged.push(turn),
        }
        last_is_quiet = is_quiet;
    }
    for lull in merged.iter_mut().filter(|turn| turn.until.is_some()) {
        let mut told: BTreeSet<String> = BTreeSet::new();
        for block in &mut lull.blocks {
            let Block::Prose(passages) = block else { continue };
            passages
                .iter_mut()
                .filter(|passage| !told.insert(passage.text.clone()))
                .for_each(|passage| passage.text.clear());
        }
    }
    merged
}

/// Puts spaces between the sentences of a paragraph. Text that continues a sentence begins with its comma or its space.
fn add_spaces(paragraph: &mut [Passage]) {
    let mut follows = false;
    for passage in paragraph.iter_mut().filter(|passage| !passage.text.is_empty()) {
        if follows && !passage.text.starts_with([',', ';', ' ']) {
            passage.text.insert(0, ' ');
        }
        follows = true;
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
