//! The document that every format renders: chapters, turns, and their content.

pub use super::angles::Angle;
pub use super::swing::{BattleArc, SwingPoint, SwingSection};

use super::{episode::Beat, scene::MapScene};
use serde_json::Value;
use std::sync::Arc;
use wardiary_base::{
    book::Grade,
    id::BattleId,
    sides::CombatSide,
    text::{self, Text},
};
use wardiary_diary::diary::EntryNo;
use wardiary_rules::{
    event::Reading,
    state::{Gauge, State},
};

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Story {
    pub title: String,
    /// The campaign's date at the end: its day, or its clock's time.
    pub date: Text,
    pub rules: Text,
    /// The battles and the end of a campaign of several battles, a sentence each.
    pub lead: Vec<String>,
    /// The first and the last day of play, as `2026-11-14`.
    pub played: Option<(String, String)>,
    /// The first and the last reported entry, and the number of reported entries.
    pub entries: Option<(EntryNo, EntryNo, usize)>,
    /// The filter that chose the entries; empty for all of them.
    pub filter: String,
    /// A chapter for each battle, and for what happened outside battles.
    pub chapters: Vec<Chapter>,
    /// The text in place of chapters, if there are none.
    pub placeholder: String,
    /// How to read the story, for readers who do not know the rules.
    pub reading_guide: Vec<RuleExplanation>,
    pub grades: Vec<StoryGrade>,
    /// Additions after the story: luck, service records.
    pub appendices: Vec<Appendix>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Appendix {
    pub key: &'static str,
    pub title: String,
    pub text: Vec<String>,
    pub tables: Vec<Table>,
    pub notes: Vec<String>,
    pub json: Value,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    pub caption: String,
    pub head: Vec<&'static str>,
    /// Rows, each with the entry that its first cell links to.
    pub rows: Vec<(Option<EntryNo>, Vec<String>)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoryGrade {
    pub grade: Grade,
    pub name: Text,
    pub colour: Text,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleExplanation {
    pub subject: String,
    pub text: String,
}

/// A part of a campaign: a battle, or what happened between battles.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chapter {
    /// The battle; `None` between battles.
    pub battle: Option<BattleId>,
    pub title: String,
    /// When it began, by the campaign's clock.
    pub when: Option<String>,
    /// Of a battle: who fought, who won, at what cost, and the decisive moment, a sentence each.
    pub lead: Vec<String>,
    pub opening_forces: Vec<OrderOfBattle>,
    pub map: Option<ChapterMap>,
    pub turns: Vec<Turn>,
    /// The sentences of its episodes.
    pub beats: Vec<Beat>,
    /// The angles of the battle, for its lead.
    pub angles: Vec<Angle>,
    /// The rolls that one in fifty makes, each in words.
    pub notable_rolls: Vec<(EntryNo, String)>,
    /// Whether the battle goes on in entries that are not reported.
    pub continues: bool,
    /// The figures, a sentence each.
    pub closing: Vec<String>,
    pub closing_forces: Vec<OrderOfBattle>,
    pub strength_history: Option<StrengthHistory>,
    pub swing: Option<SwingSection>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ChapterMap {
    /// The state at that time, for drawing.
    pub before: Arc<State>,
    pub text: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderOfBattle {
    pub side: String,
    /// The formations, each before its stacks, and the stacks with their units.
    pub groups: Vec<ForceGroup>,
    /// The columns besides name, kind and strength.
    pub columns: Columns,
}

/// A formation, or a stack with its units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForceGroup {
    /// Empty for units in no stack.
    pub name: String,
    /// Of a formation: how deep it is in others, and the strength of its units in words.
    pub formation: Option<(usize, String)>,
    pub units: Vec<UnitLine>,
}

impl ForceGroup {
    /// `II Corps, 12 of 15 SP`
    pub fn heading(&self) -> String {
        self.formation.as_ref().map_or_else(|| self.name.clone(), |(_, sum)| format!("{}, {sum}", self.name))
    }
}

/// Which columns the rules need.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    pub grade: bool,
    pub edna: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitLine {
    pub name: String,
    pub kind: Text,
    /// The name of its grade; `None` if it rolls no die of its grade.
    pub grade: Option<Reading<Text>>,
    pub strength: Reading<Gauge<u16>>,
    pub edna: Reading<Gauge<u8>>,
    pub alive: bool,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Turn {
    pub turn: Option<u32>,
    /// The last of several turns without fighting.
    pub until: Option<u32>,
    /// The time on the campaign's clock, between battles.
    pub when: Option<String>,
    /// Whether the turn resumes after something else came between.
    pub is_continued: bool,
    pub blocks: Vec<Block>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    Prose(Vec<Passage>),
    Quote(EntryNo, Text),
    // Boxed because most blocks are prose.
    LineUp(EntryNo, Box<LineUp>),
    Remark(EntryNo, Box<Remark>),
    /// Where the forces that marched on a day stood at the end of each of its parts.
    Marches {
        head: Vec<String>,
        rows: Vec<Vec<String>>,
        scene: Option<Box<MapScene>>,
    },
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Remark {
    /// The symbol of its mark, `!?`, and the meaning of that; empty if it has none.
    pub mark: (String, String),
    pub text: Text,
    pub files: Vec<RemarkFile>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RemarkFile {
    /// A picture: its name, its media type (`image/png`), and its bytes.
    Picture(String, &'static str, Arc<[u8]>),
    Link(String),
    /// Only a name: the file is missing or is no picture.
    Name(String),
}

/// The text about one entry. A paragraph is the concatenation of its passages.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Passage {
    pub entry: EntryNo,
    /// The text, with the space before it; empty if there is nothing to tell.
    pub text: String,
    pub dice: Vec<Die>,
}

/// Both sides' dice of a phase of combat, paired from the highest.
#[derive(Clone, Debug, PartialEq)]
pub struct LineUp {
    /// The title: `First phase`.
    pub title: String,
    /// The side that opened the fight, and the one it attacked.
    pub sides: [String; 2],
    pub pairs: Vec<LineUpPair>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct LineUpPair {
    /// The dice of each side; `None` past the end of its line.
    pub dice: [Option<Die>; 2],
    pub result: PairResult,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairResult {
    First,
    Second,
    Even,
    /// The die had no opponent, and beat the enemy's lowest.
    BeatLowest,
    /// The die had no opponent, and counted for nothing.
    Unopposed,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Die {
    pub owner: String,
    /// The face; `None` if a specialist die shows the score itself.
    pub face: Option<u8>,
    /// The score, if it is known and differs from the face, or if there is no face.
    pub score: Option<i16>,
    pub grade: Option<(Grade, Text)>,
    pub support: bool,
    pub by_hand: Option<bool>,
}

/// The course of a battle: the strength of each side after each entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StrengthHistory {
    /// The entry before the battle's first, and each entry of its chapter. The lists below are parallel to it.
    pub entries: Vec<EntryNo>,
    pub sides: Vec<SideStrengths>,
    /// Where turns began: the index into `entries`, and the turn.
    pub turns: Vec<(usize, u32)>,
    /// Whether the battle was over after the last entry.
    pub(super) is_over: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SideStrengths {
    pub name: String,
    /// Whether the strength of its units is known exactly. If not, the battle gets no chart.
    pub(super) is_known: bool,
    /// Strength Points at the start.
    pub initial: u32,
    /// The number of Strength Points whose loss exhausts the side, if the rules use exhaustion.
    pub exhaustion_point: Option<u32>,
    /// The Strength Points left of the initial ones: at the beginning, and after each entry.
    pub remaining: Vec<u32>,
    /// The Strength Points of reinforcements at the same times, if they do not count towards exhaustion.
    pub reinforcements: Vec<u32>,
}

impl SideStrengths {
    /// All Strength Points in the field: at the beginning, and after each entry.
    pub fn total_in_field(&self) -> impl Iterator<Item = u32> + '_ {
        self.remaining.iter().zip(&self.reinforcements).map(|(left, joined)| left + joined)
    }

    /// The number of Strength Points in the field at which the side is exhausted: at the beginning, and after each
    /// entry.
    pub fn exhausted_at(&self) -> Option<impl Iterator<Item = u32> + '_> {
        let at = self.initial.saturating_sub(self.exhaustion_point?);
        Some(self.reinforcements.iter().map(move |joined| at + joined))
    }
}

impl StrengthHistory {
    /// A caption for its numbers; `when` is such as ` at the end of each turn`.
    pub fn caption(&self, when: &str) -> String {
        let joined = self.sides.iter().flat_map(|side| &side.reinforcements).any(|points| *points > 0);
        let joined = if joined { ", with reinforcements from their arrival on" } else { "" };
        format!("Strength Points left{when}{joined}")
    }
}

impl Chapter {
    pub fn figures_heading(&self) -> &'static str {
        if self.continues { "Figures at the end of this part" } else { "Figures" }
    }

    /// A table (head and rows) of each side's Strength Points at the end of each turn, and who was ahead. `None` if the
    /// chapter has no turns.
    pub fn strengths(&self) -> Option<(Vec<String>, Vec<Vec<String>>)> {
        let history = self.strength_history.as_ref().filter(|_| self.turns.iter().any(|turn| turn.turn.is_some()))?;
        let mut head = vec!["Turn".to_string()];
        head.extend(history.sides.iter().map(|side| side.name.clone()));
        head.extend(self.swing.as_ref().map(|_| "Ahead".to_string()));
        let row = |what: String, at: usize| {
            let mut row = vec![what];
            row.extend(
                history
                    .sides
                    .iter()
                    .map(|side| side.total_in_field().nth(at).map_or_else(String::new, |n| n.to_string())),
            );
            row.extend(self.swing.as_ref().map(|swing| swing.leader_text(at)));
            row
        };
        let last = history.entries.len().saturating_sub(1);
        let ends = history.turns.iter().skip(1).map(|(at, _)| *at).chain([last]);
        // The last turn may have begun without any entry.
        let text = history.turns.iter().zip(ends).filter(|((begins, _), ends)| begins < ends);
        let rows = std::iter::once(row("start".into(), 0));
        Some((head, rows.chain(text.map(|((_, turn), ends)| row(turn.to_string(), ends))).collect()))
    }
}

impl Story {
    /// The only battle, whose lead is that of the whole report.
    pub fn only_battle(&self) -> Option<&Chapter> {
        let mut battles = self.chapters.iter().filter(|chapter| chapter.battle.is_some());
        battles.next().filter(|_| battles.next().is_none())
    }

    /// The first paragraph: who fought, who won, at what cost, and the decisive moment.
    pub fn lead(&self) -> &[String] {
        self.only_battle().map_or(&self.lead, |battle| &battle.lead)
    }

    /// All passages and quotes, in order, each with its entry.
    pub fn texts(&self) -> impl Iterator<Item = (EntryNo, String)> {
        let blocks = self.chapters.iter().flat_map(|chapter| &chapter.turns).flat_map(|turn| &turn.blocks);
        blocks.flat_map(|block| -> Vec<(EntryNo, String)> {
            match block {
                Block::Prose(passages) => passages.iter().map(|p| (p.entry, p.text.clone())).collect(),
                Block::Quote(entry, text) => vec![(*entry, text.to_string())],
                Block::Remark(entry, remark) => vec![(*entry, remark.text.to_string())],
                Block::LineUp(..) | Block::Marches { .. } => Vec::new(),
            }
        })
    }
}

impl Turn {
    /// The turn's number, or the clock's time; `None` if nothing is told of the turn.
    pub fn heading(&self) -> Option<String> {
        let is_told = |block: &Block| match block {
            Block::Prose(passages) => passages.iter().any(|passage| !passage.text.is_empty()),
            Block::Quote(..) | Block::LineUp(..) | Block::Remark(..) | Block::Marches { .. } => true,
        };
        if !self.blocks.iter().any(is_told) {
            return None;
        }
        let continued = if self.is_continued { ", continued" } else { "" };
        let turn = self.turn.map(|turn| match self.until {
            Some(until) if until == turn + 1 => format!("Turns {turn} and {until}"),
            Some(until) => format!("Turns {turn} to {until}"),
            None => format!("Turn {turn}{continued}"),
        });
        turn.or_else(|| self.when.as_deref().map(text::capitalized))
    }
}

impl Remark {
    /// Mark and text on a line: `!? (interesting) The flank is open.`
    pub fn line(&self) -> String {
        let (sign, meaning) = &self.mark;
        let mark = if sign.is_empty() { String::new() } else { format!("{sign} ({meaning}) ") };
        format!("{mark}{}", self.text).trim_end().to_string()
    }
}

impl RemarkFile {
    pub fn name(&self) -> &str {
        match self {
            Self::Picture(name, ..) | Self::Link(name) | Self::Name(name) => name,
        }
    }
}

impl LineUpPair {
    /// The effect of the first die on the second; empty for a die that counted for nothing.
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

    /// The side whose die beat another.
    pub fn winner(&self) -> Option<CombatSide> {
        match (self.result, self.dice[0].is_some()) {
            (PairResult::First, _) | (PairResult::BeatLowest, true) => Some(CombatSide::First),
            (PairResult::Second, _) | (PairResult::BeatLowest, false) => Some(CombatSide::Second),
            (PairResult::Even | PairResult::Unopposed, _) => None,
        }
    }
}

impl Die {
    /// The die's score, as far as it is known.
    pub fn value(&self) -> i16 {
        self.score.or(self.face.map(i16::from)).unwrap_or_default()
    }
}
