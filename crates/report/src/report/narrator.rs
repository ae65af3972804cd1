//! The narrator: combines the sentences about successive entries into paragraphs.

pub use super::narration::{Clause, ClauseKind, Narration};

use super::{
    episode::{self, Beat},
    names::{list_in_brief, with_article},
    narration::sentence,
    story::{Block, LineUp, Passage, Remark, Turn},
};
use std::collections::BTreeMap;
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
    /// The sentences about marches, each with the force that marched if it is only one.
    marches: BTreeMap<String, Option<String>>,
    /// What each force last marched for, as told: nothing is said of the rest of its way.
    aims: BTreeMap<String, String>,
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
                join_marches(passages, &self.marches);
                add_spaces(passages);
            }
        }
        (turns, self.beats.concat())
    }

    fn push_clause(&mut self, clause: Clause, passage: Passage) {
        let count =
            |clause: &Clause| clause.names.iter().chain([&clause.predicate]).flat_map(|text| text.split(' ')).count();
        let length = self.pending.iter().map(|part| count(&part.clause)).sum::<usize>() + count(&clause);
        let is_long = self.pending.len() >= LONGEST_RUN || length > MAX_WORDS;
        let merges = matches!(clause.kind, ClauseKind::March(_))
            || self.pending.last().is_some_and(|last| last.clause.predicate == clause.predicate);
        let is_full = is_long && !merges;
        if is_full || self.pending.first().is_some_and(|first| first.clause.kind != clause.kind) {
            self.flush_clauses();
        }
        self.pending.push(PendingClause { clause, passage, silent_passages: Vec::new() });
    }

    /// Writes the pending clauses as a sentence: subjects with the same predicate together. The results of each table
    /// are a sentence.
    fn flush_clauses(&mut self) {
        let run = std::mem::take(&mut self.pending);
        let Some(kind) = run.first().map(|part| part.clause.kind) else { return };
        let begins = self.paragraph.len();
        let mut groups: Vec<Clause> = Vec::new();
        for PendingClause { clause, passage, silent_passages } in run {
            self.paragraph.push(passage);
            self.paragraph.extend(silent_passages);
            if matches!(kind, ClauseKind::March(_)) && !self.is_new_aim(&clause) {
                continue;
            }
            let is_same = |other: &&mut Clause| match kind {
                ClauseKind::Table => other.names == clause.names,
                _ => (&other.predicate, other.is_of_each) == (&clause.predicate, clause.is_of_each),
            };
            match groups.iter_mut().find(is_same) {
                Some(other) if kind == ClauseKind::Table => {
                    other.predicate = format!("{}; {}", other.predicate, clause.predicate);
                }
                Some(other) => other.names.extend(clause.names),
                None => groups.push(clause),
            }
        }
        if matches!(kind, ClauseKind::March(_)) {
            choose_marches(&mut groups);
        }
        let part = |(at, clause): (usize, &Clause)| {
            let subject = if kind == ClauseKind::Table { clause.names.concat() } else { list_in_brief(&clause.names) };
            let each = if clause.is_of_each && clause.names.len() > 1 { " each" } else { "" };
            let verb = if at == 0 || kind == ClauseKind::Table { kind.verb() } else { "" };
            format!("{subject}{verb} {}{each}", clause.predicate).trim_end().to_string()
        };
        let parts: Vec<String> = groups.iter().enumerate().map(part).collect();
        let text = match &parts[..] {
            [] => return,
            [only] => only.clone(),
            several if kind == ClauseKind::Table => {
                several.iter().map(|part| sentence(part)).collect::<Vec<_>>().join(" ")
            }
            [several @ .., last] if !matches!(kind, ClauseKind::March(_)) => {
                format!("{}; and {last}", several.join("; "))
            }
            several => several.join("; "),
        };
        let text = sentence(&text);
        if matches!(kind, ClauseKind::March(_)) {
            let only = groups.first().filter(|only| groups.len() == 1 && only.names.len() == 1);
            self.marches.insert(text.clone(), only.map(|only| text::capitalized(&list_in_brief(&only.names))));
        }
        self.paragraph[begins].text = text;
    }

    /// Whether a force marches for something else than it did when its march was last told.
    fn is_new_aim(&mut self, march: &Clause) -> bool {
        let aim = march.predicate.rsplit(", ").next().unwrap_or_default();
        self.aims.insert(march.names.concat(), aim.into()).is_none_or(|last| last != aim)
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
        let found = paragraph.iter().position(|passage| passage.entry == entry);
        at = found.unwrap_or(0).max(at);
        let Some(passage) = paragraph.get_mut(at) else { continue };
        if !passage.text.is_empty() {
            passage.text.push(' ');
        }
        passage.text.push_str(&sentence);
    }
}

/// Makes one turn of consecutive turns in which forces did nothing but march.
fn merge_lulls(turns: Vec<Turn>, marches: &BTreeMap<String, Option<String>>) -> Vec<Turn> {
    let is_quiet = |turn: &Turn| {
        turn.turn.is_some()
            && turn.blocks.iter().all(|block| match block {
                Block::Prose(passages) => {
                    passages.iter().all(|passage| passage.text.is_empty() || marches.contains_key(&passage.text))
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
    merged
}

/// Joins the march of a force to its deed in the next sentence, which says enough if the march led up to its enemy.
fn join_marches(paragraph: &mut [Passage], marches: &BTreeMap<String, Option<String>>) {
    let told: Vec<usize> = (0..paragraph.len()).filter(|at| !paragraph[*at].text.is_empty()).collect();
    for pair in told.windows(2) {
        let [march, deed] = [pair[0], pair[1]].map(|at| paragraph[at].text.clone());
        let Some(force) = marches.get(&march).and_then(Option::as_ref) else { continue };
        let Some(rest) = deed.strip_prefix(force).filter(|rest| rest.starts_with(' ')) else { continue };
        let first = rest.split_once(". ").map_or(rest, |(first, _)| first);
        let march = march.trim_end_matches('.');
        match march.rsplit_once(" up to ") {
            Some((_, enemy)) if first.contains(enemy) => {}
            _ if march.contains(',') || marches.contains_key(&deed) => continue,
            _ => paragraph[pair[1]].text = format!("{march} and{rest}"),
        }
        paragraph[pair[0]].text.clear();
    }
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

/// Chooses the marches to tell: those that met an enemy first, and no more than a reader follows.
fn choose_marches(groups: &mut Vec<Clause>) {
    const MOST: usize = 3;
    let rank = |aim: &str| match aim {
        _ if ["up to ", "face to face", "in pursuit"].iter().any(|met| aim.contains(met)) => 0,
        _ if aim.starts_with("to ") => 1,
        _ => 2,
    };
    groups.sort_by_key(|group| (rank(&group.predicate), std::cmp::Reverse(group.names.len())));
    // A march that led nowhere yet appears only if no other led anywhere.
    let many = groups.iter().take_while(|group| rank(&group.predicate) < 2).count();
    groups.truncate(many.clamp(1, MOST));
}

/// Whether one roll in fifty is so good, or so bad; from the shares of worse and of equally good rolls.
pub fn is_notable_roll((worse, same): (f64, f64)) -> bool {
    const NOTABLE: f64 = 0.02;
    worse < 1.0 - 1e-9 && ((1.0 - worse).min(worse + same) <= NOTABLE + 1e-9)
}

/// A sentence about luck, if a roll was unusual; from the shares of worse and of equally good rolls.
pub fn luck_sentence(whose: Option<&str>, (worse, same): (f64, f64)) -> Option<String> {
    const RARE: f64 = 0.1;
    let (as_good, as_bad) = (1.0 - worse, worse + same);
    let side = whose.map_or_else(String::new, |whose| format!(" {}", with_article(whose)));
    let text = |share: f64, is_good: bool| {
        let (well, how) = if is_good { ("lucky", "with") } else { ("poor", "against") };
        let often = match (share * 100.0).round() {
            n if n < 1.0 => "fewer than one roll in a hundred comes".to_string(),
            n if n < 1.5 => "only one roll in a hundred comes".into(),
            n if n < 6.0 => format!("only {n:.0} rolls in a hundred come"),
            n => format!("{n:.0} rolls in a hundred come"),
        };
        let luck = if side.is_empty() { format!("a {well} roll") } else { format!("luck was {how}{side}") };
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
