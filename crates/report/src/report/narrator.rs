//! The narrator: combines the sentences about successive entries into paragraphs.

pub use super::narration::{Clause, ClauseKind, Narration};

use super::{
    names::count_in_words,
    narration::{PredicateShare, sentence},
    story::{Block, LineUp, Passage, Remark, Turn},
};
use wardiary_base::text;
use wardiary_diary::diary::EntryNo;

/// Maximum number of clauses in a sentence.
const LONGEST_RUN: usize = 5;
/// Maximum number of consecutive shots told one by one; more become an exchange of fire.
const LONGEST_FIRE: usize = 3;

#[derive(Default)]
pub struct Narrator {
    turns: Vec<Turn>,
    paragraph: Vec<Passage>,
    pending: Vec<PendingClause>,
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
        let Narration { quote, clause, sentences, line_up, dice, begins_paragraph } = narration;
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
        if let Some(clause) = clause {
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
        if let Some(line_up) = line_up {
            self.flush_paragraph();
            self.push_block(Block::LineUp(entry, Box::new(line_up)));
        }
    }

    pub fn push_remark(&mut self, entry: EntryNo, remark: Remark) {
        self.flush_paragraph();
        self.push_block(Block::Remark(entry, Box::new(remark)));
    }

    pub fn finish(mut self) -> Vec<Turn> {
        self.flush_paragraph();
        self.turns
    }

    fn push_clause(&mut self, clause: Clause, passage: Passage) {
        let is_full = self.pending.len() >= LONGEST_RUN && !clause.kind.joins_without_limit();
        if is_full || self.pending.first().is_some_and(|first| first.clause.kind != clause.kind) {
            self.flush_clauses();
        }
        self.pending.push(PendingClause { clause, passage, silent_passages: Vec::new() });
    }

    fn flush_clauses(&mut self) {
        let run = std::mem::take(&mut self.pending);
        match run.first().map(|part| part.clause.kind) {
            Some(ClauseKind::Fire(_)) if run.len() > LONGEST_FIRE => self.write_exchange(run),
            Some(ClauseKind::Fire(_)) => {
                let mut missed = Vec::new();
                for mut part in run {
                    let hit = part.clause.shot.as_mut().and_then(|shot| shot.hit.take());
                    let Some([alone, _]) = hit else {
                        missed.push(part);
                        continue;
                    };
                    self.write_sentence(std::mem::take(&mut missed));
                    part.passage.text = self.with_leading_space(&alone);
                    self.paragraph.push(part.passage);
                    self.paragraph.extend(part.silent_passages);
                }
                self.write_sentence(missed);
            }
            Some(ClauseKind::Miss) => self.write_misses(run),
            Some(ClauseKind::Refit(_)) => self.write_sentence(merge_subjects(run)),
            Some(ClauseKind::March(_)) => self.write_sentence(group_by_predicate(run)),
            _ => self.write_sentence(run),
        }
    }

    /// Writes blows that missed; if both sides missed, as an exchange.
    fn write_misses(&mut self, run: Vec<PendingClause>) {
        let is_of =
            |one: &PendingClause, other: &PendingClause| one.clause.predicate == format!("at {}", other.clause.subject);
        if !matches!(&run[..], [one, other] if is_of(one, other) && is_of(other, one)) {
            return self.write_sentence(run);
        }
        for (at, PendingClause { clause: Clause { subject, .. }, mut passage, silent_passages: quiet }) in
            run.into_iter().enumerate()
        {
            passage.text = match at {
                0 => self.with_leading_space(&text::capitalized(&subject)),
                _ => format!(" and {subject} struck at each other in vain."),
            };
            self.paragraph.push(passage);
            self.paragraph.extend(quiet);
        }
    }

    /// Writes a long exchange of fire: the number of shots, their cost, and the hits.
    fn write_exchange(&mut self, run: Vec<PendingClause>) {
        let shots = || run.iter().filter_map(|part| part.clause.shot.as_ref());
        let Some(first) = shots().next() else { return };
        let [whose, enemy] = first.sides.clone();
        let hits: Vec<&str> = shots().filter_map(|shot| shot.hit.as_ref()).map(|[_, among]| among.as_str()).collect();
        let many = u32::try_from(run.len()).unwrap_or(u32::MAX);
        let (volleys, cost) = (count_in_words(many, "volley", "volleys"), shots().map(|shot| shot.cost).sum::<u32>());
        let points = count_in_words(cost, "Strength Point", "Strength Points");
        let begins = match (hits.len(), cost) {
            (0, _) => format!("{whose} fired {volleys} at {enemy}, and hit nobody."),
            (_, 0) => format!("{volleys} of {whose} told: "),
            _ => format!("{volleys} of {whose} cost {enemy} {points}: "),
        };
        let holds_commas = hits.iter().any(|hit| hit.contains(" and ") || hit.contains(','));
        let (comma, and) = if holds_commas { ("; ", "; and ") } else { (", ", " and ") };
        let last = hits.len();
        let spared: u32 = shots().map(|shot| u32::from(shot.prevented_hits)).sum();
        let cover = match spared {
            0 => String::new(),
            n => format!(" Cover kept off {}.", count_in_words(n, "more hit", "more hits")),
        };
        let mut written = 0;
        let mut text = self.with_leading_space(&text::capitalized(&begins));
        let ends_at = run.len().saturating_sub(1);
        for (at, PendingClause { clause, mut passage, silent_passages: quiet }) in run.into_iter().enumerate() {
            if let Some([_, among]) = clause.shot.and_then(|shot| shot.hit) {
                written += 1;
                let before = match written {
                    1 => "",
                    n if n == last => and,
                    _ => comma,
                };
                let end = if written == last { "." } else { "" };
                text = format!("{text}{before}{among}{end}");
            }
            if at == ends_at {
                text.push_str(&cover);
            }
            passage.text = std::mem::take(&mut text);
            self.paragraph.push(passage);
            self.paragraph.extend(quiet);
        }
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
                // The winner's choice continues the clause.
                (1.., ClauseKind::Initiative(_)) => " and".to_string(),
                (0, _) => self.with_leading_space(&text::capitalized(&subject)),
                _ if together[at] => format!("{}{subject}", if ends_group(at) { " and " } else { ", " }),
                _ => format!("{}{subject}", if at == begins_last { and } else { comma }),
            };
            if ends_group(at) {
                let verb = if std::mem::take(&mut is_first) { kind.verb() } else { "" };
                text = format!("{text}{verb} {rest}").trim_end().to_string();
            }
            if at + 1 == many {
                text = format!("{text}{}.", kind.ending(many));
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
    }

    fn push_block(&mut self, block: Block) {
        match self.turns.last_mut() {
            Some(turn) => turn.blocks.push(block),
            None => self.turns.push(Turn { blocks: vec![block], ..Turn::default() }),
        }
    }
}

/// Groups clauses with the same predicate, in the order of their first subjects.
fn group_by_predicate(run: Vec<PendingClause>) -> Vec<PendingClause> {
    let mut groups: Vec<Vec<PendingClause>> = Vec::new();
    for part in run {
        match groups.iter_mut().find(|group| group[0].clause.predicate == part.clause.predicate) {
            Some(group) => group.push(part),
            None => groups.push(vec![part]),
        }
    }
    groups.into_iter().flatten().collect()
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
            part.clause.subject = super::names::list(names);
            if names.len() > 1 && *share == PredicateShare::Each {
                part.clause.predicate.push_str(" each");
            }
        }
    }
    merged
}

fn has_same_predicate(one: &PendingClause, next: &PendingClause) -> bool {
    one.clause.predicate == next.clause.predicate && !matches!(one.clause.kind, ClauseKind::Initiative(_))
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
