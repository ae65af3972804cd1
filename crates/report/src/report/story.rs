//! The document that every format renders: chapters, their turns, and what is told in them.

pub use super::swing::{SwingPoint, SwingShown};

use serde_json::Value;
use std::sync::Arc;
use wardiary_base::{book::Grade, id::BattleId, sides::CombatSide, text};
use wardiary_diary::diary::EntryNo;
use wardiary_rules::{event::Veil, state::State};

/// A report as a document.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Story {
    /// What the campaign is called.
    pub title: String,
    /// The campaign's day, or what its clock says, at the end.
    pub date: String,
    /// What the rules are called.
    pub rules: String,
    /// The first and the last day on which it was played, as `2026-11-14`.
    pub played: Option<(String, String)>,
    /// The first and the last entry that is told, and how many are.
    pub entries: Option<(EntryNo, EntryNo, usize)>,
    /// A battle each, and what happened outside all battles.
    pub chapters: Vec<Chapter>,
    /// What is said where there is no chapter.
    pub nothing: String,
    /// How to read it, for readers who do not know the rules.
    pub primer: Vec<Lesson>,
    /// The grades of the rulebook, best first.
    pub grades: Vec<GradeShown>,
    /// What stands behind the story: luck, service records.
    pub annexes: Vec<Annex>,
}

/// What stands behind a story: some paragraphs, tables, and what is noted below them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Annex {
    /// What it is called in JSON, and in links.
    pub key: &'static str,
    /// What it is called.
    pub title: String,
    /// What is to be said first.
    pub text: Vec<String>,
    /// The tables.
    pub tables: Vec<Table>,
    /// What is to be said below them.
    pub notes: Vec<String>,
    /// All of it for programs.
    pub json: Value,
}

/// A table of an annex.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// What it shows.
    pub caption: String,
    /// What its columns are.
    pub head: Vec<&'static str>,
    /// Its rows, with the entry that the first cell leads to.
    pub rows: Vec<(Option<EntryNo>, Vec<String>)>,
}

/// A grade as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GradeShown {
    /// Which.
    pub grade: Grade,
    /// Its name.
    pub name: String,
    /// The name of its colour.
    pub colour: String,
}

/// A piece of advice to readers: what it is about, and what is to be known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// What it is about.
    pub about: String,
    /// What is to be known.
    pub text: String,
}

/// A part of a campaign: a battle, or what happened between battles.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chapter {
    /// The battle, if it is one.
    pub battle: Option<BattleId>,
    /// What it is called.
    pub title: String,
    /// When it began, by the campaign's clock.
    pub when: Option<String>,
    /// Who met whom, with what.
    pub opening: String,
    /// Who was there at its beginning.
    pub before: Vec<Roll>,
    /// The map on which it was fought.
    pub ground: Option<GroundShown>,
    /// What happened, turn by turn.
    pub turns: Vec<Turn>,
    /// Whether the battle goes on in entries that are not told.
    pub goes_on: bool,
    /// How it stood at the end.
    pub closing: Vec<String>,
    /// Who was there at its end.
    pub after: Vec<Roll>,
    /// How strong each side was, entry by entry.
    pub course: Option<Course>,
    /// How the battle swung, where that is told.
    pub swing: Option<SwingShown>,
}

/// The map of a battle as it was at its beginning.
#[derive(Clone, Debug, PartialEq)]
pub struct GroundShown {
    /// How things stood then, to be drawn.
    pub before: Arc<State>,
    /// The map in characters, its lines as they are, where that was drawn.
    pub text: Option<String>,
}

/// The order of battle of a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roll {
    /// The side.
    pub side: String,
    /// Its units, by stack: the stack's name, empty for units in no stack.
    pub stacks: Vec<(String, Vec<UnitLine>)>,
    /// What each line says of a unit beside its name, kind and strength.
    pub columns: Columns,
}

/// What the rules make worth telling of a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    /// Whether units have grades.
    pub grade: bool,
    /// Whether units have an EDNA.
    pub edna: bool,
}

/// A unit in an order of battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitLine {
    /// Its name.
    pub name: String,
    /// Its troop type.
    pub kind: String,
    /// Its grade, and the name of that.
    pub grade: (Grade, String),
    /// Strength Points, of how many.
    pub strength: (u16, u16),
    /// EDNA, of how much.
    pub edna: (u8, u8),
    /// How far these are known.
    pub veil: Veil,
    /// Whether it is still there.
    pub alive: bool,
}

/// What was told of a turn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Turn {
    /// Its number; none where there are no turns.
    pub turn: Option<u32>,
    /// What the campaign's clock said, of what happened between battles.
    pub when: Option<String>,
    /// Whether the turn had begun, and something else came between.
    pub is_continued: bool,
    /// What is told.
    pub blocks: Vec<Block>,
}

/// A block of a story.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// Prose.
    Prose(Vec<Passage>),
    /// What a player wrote down.
    Quote(EntryNo, String),
    /// Dice lined up.
    LineUp(EntryNo, LineUp),
    /// What a reader remarked on an entry.
    Remark(EntryNo, Remark),
}

/// A remark as it is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Remark {
    /// The sign of its mark, `!?`, and what that means; empty where it has none.
    pub mark: (String, String),
    /// Its words.
    pub text: String,
    /// Files that belong to it.
    pub files: Vec<RemarkFile>,
}

/// A file that belongs to a remark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RemarkFile {
    /// A picture: its name, its kind (`image/png`), and its bytes.
    Picture(String, &'static str, Arc<[u8]>),
    /// A link to somewhere else.
    Link(String),
    /// What is only named: it is not there, or is no picture.
    Name(String),
}

/// What is told of an entry; the text of a paragraph is that of its passages, one after the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Passage {
    /// The entry.
    pub entry: EntryNo,
    /// Its words, with the blank before them; empty where nothing is to be told of it.
    pub text: String,
    /// The dice of it, if they are not lined up.
    pub dice: Vec<Die>,
}

/// Both sides' dice of a phase of combat, paired from the highest.
#[derive(Clone, Debug, PartialEq)]
pub struct LineUp {
    /// What it is: `First phase`.
    pub what: String,
    /// Who opened the fight, and whom they attacked.
    pub sides: [String; 2],
    /// Pair by pair.
    pub pairs: Vec<Pair>,
}

/// A place in a line-up.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// The dice of either side; none past the end of its line.
    pub dice: [Option<Die>; 2],
    /// What became of it.
    pub result: PairResult,
}

/// What became of a pair, or of a die without one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairResult {
    /// The first side's die won.
    First,
    /// The second side's die won.
    Second,
    /// Nobody was beaten.
    Even,
    /// The die had no opponent, and beat the enemy's lowest.
    BeatLowest,
    /// The die had no opponent, and counted for nothing.
    Unopposed,
}

/// A die as it is drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Die {
    /// Whose.
    pub whose: String,
    /// What it shows; nothing where a specialist die shows the score itself.
    pub face: Option<u8>,
    /// What it counted for, where that is known to differ from the face, or there is no face.
    pub score: Option<i16>,
    /// Its grade, where it has one.
    pub grade: Option<(Grade, String)>,
    /// Whether it only supported.
    pub support: bool,
    /// Whether it was thrown on the table; nothing where that is not told.
    pub by_hand: Option<bool>,
}

/// How a battle went: the strength of each side after each entry of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Course {
    /// The entry before the battle's first, and each of its chapter: what the places of the lists below are.
    pub entries: Vec<EntryNo>,
    /// The sides.
    pub sides: Vec<CourseSide>,
    /// Where turns began: the place in the lists below, and the turn.
    pub turns: Vec<(usize, u32)>,
    /// Whether the battle was over after the last of them.
    pub(super) is_over: bool,
}

/// The strength of a side through a battle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CourseSide {
    /// The side's name.
    pub name: String,
    /// Whether the strength of its units is known exactly: of another side there is no course.
    pub(super) is_known: bool,
    /// The Strength Points that it had at first.
    pub initial: u32,
    /// What it may lose before it is exhausted, where the rules know exhaustion.
    pub point: Option<u32>,
    /// What it had left of these: at the beginning, and after each entry.
    pub left: Vec<u32>,
    /// The Strength Points then of those who joined it later, where they do not count towards its exhaustion.
    pub joined: Vec<u32>,
}

impl CourseSide {
    /// All that it had in the field: at the beginning, and after each entry.
    pub fn present(&self) -> impl Iterator<Item = u32> + '_ {
        self.left.iter().zip(&self.joined).map(|(left, joined)| left + joined)
    }

    /// How few of these are left when it is exhausted: at the beginning, and after each entry.
    #[must_use]
    pub fn exhausted_at(&self) -> Option<impl Iterator<Item = u32> + '_> {
        let at = self.initial.saturating_sub(self.point?);
        Some(self.joined.iter().map(move |joined| at + joined))
    }
}

impl Course {
    /// What its numbers are, at such a time: ` at the end of each turn`.
    #[must_use]
    pub fn caption(&self, when: &str) -> String {
        let joined = self.sides.iter().flat_map(|side| &side.joined).any(|points| *points > 0);
        let joined = if joined { ", counting those who joined later from then on" } else { "" };
        format!("Strength Points left{when}{joined}")
    }
}

impl Chapter {
    /// What stands above its end.
    #[must_use]
    pub fn end_heading(&self) -> &'static str {
        if self.goes_on { "At the end of this part" } else { "At the end" }
    }

    /// How many Strength Points each side had left at the end of each turn, and who was ahead: a table's head and its rows. Nothing
    /// where it has no turns.
    #[must_use]
    pub fn strengths(&self) -> Option<(Vec<String>, Vec<Vec<String>>)> {
        let course = self.course.as_ref().filter(|_| self.turns.iter().any(|turn| turn.turn.is_some()))?;
        let mut head = vec!["Turn".to_string()];
        head.extend(course.sides.iter().map(|side| side.name.clone()));
        head.extend(self.swing.as_ref().map(|_| "Ahead".to_string()));
        let row = |what: String, at: usize| {
            let mut row = vec![what];
            row.extend(
                course.sides.iter().map(|side| side.present().nth(at).map_or_else(String::new, |n| n.to_string())),
            );
            row.extend(self.swing.as_ref().map(|swing| swing.ahead(at)));
            row
        };
        let last = course.entries.len().saturating_sub(1);
        let ends = course.turns.iter().skip(1).map(|(at, _)| *at).chain([last]);
        // The last turn may have begun, and nothing more.
        let told = course.turns.iter().zip(ends).filter(|((begins, _), ends)| begins < ends);
        let rows = std::iter::once(row("at first".into(), 0));
        Some((head, rows.chain(told.map(|((_, turn), ends)| row(turn.to_string(), ends))).collect()))
    }
}

impl Story {
    /// Says why there is no chapter.
    pub fn say_nothing(&mut self, why: &str) {
        self.nothing = format!("{}.", text::capitalized(why));
    }

    /// All passages and quotes, in their order, each with its entry.
    pub fn texts(&self) -> impl Iterator<Item = (EntryNo, &str)> {
        let blocks = self.chapters.iter().flat_map(|chapter| &chapter.turns).flat_map(|turn| &turn.blocks);
        blocks.flat_map(|block| -> Vec<(EntryNo, &str)> {
            match block {
                Block::Prose(passages) => passages.iter().map(|p| (p.entry, p.text.as_str())).collect(),
                Block::Quote(entry, text) => vec![(*entry, text)],
                Block::Remark(entry, remark) => vec![(*entry, &remark.text)],
                Block::LineUp(..) => Vec::new(),
            }
        })
    }
}

impl Turn {
    /// What stands above it: its number, or what the clock said; nothing above what nothing is told of.
    #[must_use]
    pub fn heading(&self) -> Option<String> {
        let is_told = |block: &Block| match block {
            Block::Prose(passages) => passages.iter().any(|p| !p.text.is_empty() || !p.dice.is_empty()),
            Block::Quote(..) | Block::LineUp(..) | Block::Remark(..) => true,
        };
        if !self.blocks.iter().any(is_told) {
            return None;
        }
        let continued = if self.is_continued { ", continued" } else { "" };
        let turn = self.turn.map(|turn| format!("Turn {turn}{continued}"));
        turn.or_else(|| self.when.as_deref().map(text::capitalized))
    }
}

impl Remark {
    /// Mark and words on a line: `!? (interesting) The flank is open.`
    #[must_use]
    pub fn line(&self) -> String {
        let (sign, meaning) = &self.mark;
        let mark = if sign.is_empty() { String::new() } else { format!("{sign} ({meaning}) ") };
        format!("{mark}{}", self.text).trim_end().to_string()
    }
}

impl RemarkFile {
    /// What it is called.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Picture(name, ..) | Self::Link(name) | Self::Name(name) => name,
        }
    }
}

impl Pair {
    /// What the first die did to the second, as it stands between them; nothing of a die that counted for nothing.
    #[must_use]
    pub fn verb(&self) -> &'static str {
        match (self.result, self.dice[0].is_some()) {
            (PairResult::First, _) => "beats",
            (PairResult::Second, _) => "loses to",
            (PairResult::Even, _) => "equals",
            (PairResult::BeatLowest, true) => "beats the lowest",
            (PairResult::BeatLowest, false) => "the lowest loses to",
            (PairResult::Unopposed, _) => "",
        }
    }

    /// Which of its dice beat another.
    #[must_use]
    pub fn winner(&self) -> Option<CombatSide> {
        match (self.result, self.dice[0].is_some()) {
            (PairResult::First, _) | (PairResult::BeatLowest, true) => Some(CombatSide::First),
            (PairResult::Second, _) | (PairResult::BeatLowest, false) => Some(CombatSide::Second),
            (PairResult::Even | PairResult::Unopposed, _) => None,
        }
    }
}

impl Die {
    /// What the die counts for, as far as it is known.
    #[must_use]
    pub fn value(&self) -> i16 {
        self.score.or(self.face.map(i16::from)).unwrap_or_default()
    }
}
