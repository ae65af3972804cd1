//! What the program shows and what it is about: all of it in one place, and nothing of it on the terminal.

use super::{
    chances::Chances, compose::Composer, hand::HandEntry, keymap::Keymap, listing::Listing, odds_screen::OddsScreen,
    settings::Settings,
};
use crate::{
    assets::Folders,
    diary::{EntryNo, file::Save},
    dice::Fall,
    id::{BattleId, Id, StackId, UnitId},
    order::{Edge, Order},
    rules::{self, Fought, Rolled},
    state::{Kind, State},
    view::{
        forces::{self, ForceRow},
        log::LogEntry,
        theme::Theme,
    },
};
use ratatui::layout::Size;
use std::{collections::BTreeSet, path::PathBuf};

/// The whole program, but for the terminal.
pub struct Model {
    /// Where saves and a user's own files lie.
    pub folders: Folders,
    /// What the user set.
    pub settings: Settings,
    /// Which key does what.
    pub keymap: Keymap,
    /// The colours in use.
    pub theme: Theme,
    /// The terminal's size.
    pub size: Size,
    /// What is on the screen.
    pub stage: Stage,
    /// A campaign that waits behind the start screen.
    pub behind: Option<Box<Campaign>>,
    /// The help, while it is open.
    pub help: Option<Help>,
    /// Whether the mouse is ours.
    pub mouse: bool,
    /// The odds of what is being composed.
    pub chances: Chances,
}

/// What is on the screen.
pub enum Stage {
    /// The start screen.
    Menu(Menu),
    /// A campaign.
    Campaign(Box<Campaign>),
}

/// The start screen.
pub struct Menu {
    /// What can be chosen.
    pub items: Vec<MenuItem>,
    /// Which is chosen.
    pub selected: usize,
    /// Something to be told.
    pub notice: Option<Notice>,
}

/// Something to choose on the start screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MenuItem {
    /// What it says.
    pub label: String,
    /// What there is to say about it.
    pub about: String,
    /// What it does.
    pub choice: Choice,
}

/// What a choice on the start screen does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Opens a save.
    Open(PathBuf),
    /// Begins a campaign from a scenario.
    New(String),
    /// Copies the sample and opens it.
    Sample,
}

/// The help.
#[derive(Debug, Default)]
pub struct Help {
    /// What is searched for.
    pub search: String,
    /// The first line that is seen.
    pub scroll: usize,
}

/// Something to be told in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// What.
    pub text: String,
    /// Whether something went wrong.
    pub bad: bool,
}

impl Notice {
    /// Good news, or plain news.
    pub fn good(text: impl Into<String>) -> Self {
        Self { text: text.into(), bad: false }
    }

    /// Bad news.
    pub fn bad(text: impl Into<String>) -> Self {
        Self { text: text.into(), bad: true }
    }
}

/// What lies over the table.
pub enum Layer {
    /// Nothing.
    Table,
    /// The order line.
    Compose(Box<Composer>),
    /// Dice to be typed in.
    Hand(Box<HandEntry>),
    /// The Odds screen.
    Odds(Box<OddsScreen>),
    /// A list.
    List(Box<Listing>),
}

/// The panes that can have the keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Focus {
    /// The forces.
    Forces,
    /// The diary.
    Diary,
}

/// A campaign on the screen.
pub struct Campaign {
    /// Its save.
    pub save: Save,
    /// What lies over the table.
    pub layer: Layer,
    /// Which pane has the keys.
    pub focus: Focus,
    /// The battle that is looked at.
    pub battle: Option<BattleId>,
    /// Sides and stacks that are folded up.
    pub closed: BTreeSet<Id>,
    /// What is picked for the next order.
    pub picked: BTreeSet<Id>,
    /// The chosen row of the forces.
    pub selected: usize,
    /// The forces' first row that is seen.
    pub scroll: usize,
    /// An entry that is looked back at, and the state then.
    pub review: Option<(EntryNo, State)>,
    /// What was rolled last, and what its dice came to.
    pub rolled: Option<Rolled>,
    /// How many of those dice have landed, while they are landing.
    pub landed: Option<usize>,
    /// Whether the dice are thrown on the table.
    pub by_hand: bool,
    /// Whether what others write to the save is shown as it comes.
    pub follows: bool,
    /// The Edge from which the Square shows the order of loss, if it does.
    pub edge: Option<Edge>,
    /// What is looked for in the diary.
    pub search: String,
    /// An order that could not be written down, with the dice that had fallen for it: they are not thrown again.
    pub unwritten: Option<(Order, Vec<Fall>)>,
    /// Something to be told.
    pub notice: Option<Notice>,
    /// The entries that the diary shows, in words.
    pub window: Vec<LogEntry>,
    /// Entries in words, made once: an entry never changes.
    told: std::collections::BTreeMap<EntryNo, LogEntry>,
}

impl Campaign {
    /// A campaign as it is when its save has just been opened.
    #[must_use]
    pub fn new(save: Save) -> Self {
        let notice = save.notices().first().map(|n| Notice::bad(n.clone()));
        let mut campaign = Self {
            save,
            layer: Layer::Table,
            focus: Focus::Forces,
            battle: None,
            closed: BTreeSet::new(),
            picked: BTreeSet::new(),
            selected: 0,
            scroll: 0,
            review: None,
            rolled: None,
            landed: None,
            by_hand: false,
            follows: true,
            edge: None,
            search: String::new(),
            unwritten: None,
            notice,
            window: Vec::new(),
            told: std::collections::BTreeMap::new(),
        };
        campaign.after_change();
        campaign
    }

    /// The state that is looked at: now, or at the entry that is reviewed.
    #[must_use]
    pub fn state(&self) -> &State {
        self.review.as_ref().map_or(self.save.diary().state(), |(_, state)| state)
    }

    /// The entry that is looked at.
    #[must_use]
    pub fn entry(&self) -> EntryNo {
        self.review.as_ref().map_or(self.save.diary().head(), |(no, _)| *no)
    }

    /// The rows of the forces.
    #[must_use]
    pub fn rows(&self) -> Vec<ForceRow> {
        forces::rows(self.state(), &self.closed)
    }

    /// What is chosen among the forces.
    #[must_use]
    pub fn chosen(&self) -> Option<ForceRow> {
        let rows = self.rows();
        rows.get(self.selected.min(rows.len().saturating_sub(1))).copied()
    }

    /// The unit that is chosen, if it is one.
    #[must_use]
    pub fn chosen_unit(&self) -> Option<UnitId> {
        self.chosen().filter(|row| row.kind == Kind::Unit).map(|row| UnitId(row.id.0))
    }

    /// The stack that is chosen, or the stack of the chosen unit, or the first of the chosen side.
    #[must_use]
    pub fn chosen_stack(&self) -> Option<StackId> {
        let row = self.chosen()?;
        let state = self.state();
        match row.kind {
            Kind::Stack => Some(StackId(row.id.0)),
            Kind::Unit => state.unit(UnitId(row.id.0))?.stack,
            _ => state.stacks().iter().find(|s| Id::from(s.side) == row.id).map(|s| s.id),
        }
    }

    /// What an order is about: what is picked, or else what is chosen.
    #[must_use]
    pub fn subjects(&self) -> Vec<Id> {
        if self.picked.is_empty() {
            self.chosen().map(|row| row.id).into_iter().collect()
        } else {
            self.picked.iter().copied().collect()
        }
    }

    /// Brings everything up to date with a save that has been read again: what is looked back at and what is composed
    /// stay.
    pub fn after_reading(&mut self) {
        self.told.clear();
        let looked_at = self.review.take().map(|(no, _)| no);
        self.after_change();
        if let Some(no) = looked_at {
            self.look_at(no);
        }
        if let Layer::Compose(composer) = &self.layer {
            let composer = Composer::new(composer.purpose, composer.text().into(), self.save.diary());
            self.layer = Layer::Compose(Box::new(composer));
        }
    }

    /// Brings everything that depends on the diary up to date with it.
    pub fn after_change(&mut self) {
        let state = self.save.diary().state();
        let open: Vec<BattleId> = state.open_battles().map(|b| b.id).collect();
        if !self.battle.is_some_and(|b| open.contains(&b)) {
            self.battle = open.first().copied().or_else(|| state.battles().last().map(|b| b.id));
        }
        let living = |id: &Id| {
            state
                .kind(*id)
                .is_some_and(|kind| kind != Kind::Unit || !state.units_meant(*id).iter().all(|u| !u.is_alive()))
        };
        self.picked.retain(|id| living(id));
        self.selected = self.selected.min(self.rows().len().saturating_sub(1));
        self.rolled = self.last_rolled();
    }

    /// The phase that was fought last, if nothing else was rolled since.
    #[must_use]
    pub fn fought(&self) -> Option<&Fought> {
        self.rolled.as_ref().and_then(Rolled::fought)
    }

    /// What was rolled last up to the entry that is looked at: derived from its order and its dice.
    fn last_rolled(&self) -> Option<Rolled> {
        let diary = self.save.diary();
        let mut at = self.entry();
        // Notes and rulings after a phase leave its dice on the table; half a turn later they are of no interest.
        for _ in 0..8 {
            let entry = diary.entry(at)?;
            if rules::rolled::rolls(&entry.order) {
                return rules::rolled_by(&diary.at(entry.follows())?, &entry.order, &entry.dice);
            }
            at = entry.follows();
        }
        None
    }

    /// Looks back at an entry, or at now where it is the head.
    pub fn look_at(&mut self, no: EntryNo) {
        let diary = self.save.diary();
        self.review = if no == diary.head() { None } else { diary.at(no).map(|state| (no, state)) };
        self.landed = None;
        self.rolled = self.last_rolled();
    }

    /// The entries in words up to the one of that place on the way, so many of them, and how many stand above.
    pub fn tell(&mut self, from: usize, many: usize) -> Vec<LogEntry> {
        let diary = self.save.diary();
        let path = diary.path();
        let numbers = &path[from.min(path.len())..(from + many).min(path.len())];
        let missing: Vec<EntryNo> = numbers.iter().copied().filter(|no| !self.told.contains_key(no)).collect();
        for no in missing {
            let told = told(&self.save, no);
            self.told.insert(no, told);
        }
        // What is kept is bounded: a screen's worth of entries can always be told anew.
        if self.told.len() > 4096 {
            let keep: BTreeSet<EntryNo> = numbers.iter().copied().collect();
            self.told.retain(|no, _| keep.contains(no));
        }
        let mut telling: Vec<LogEntry> = numbers.iter().filter_map(|no| self.told.get(no).cloned()).collect();
        for entry in &mut telling {
            entry.branch = diary.entry(entry.no).is_some_and(|e| diary.is_fork(e.follows()));
        }
        telling
    }
}

/// An entry in words, with the names and the turn of its own time.
fn told(save: &Save, no: EntryNo) -> LogEntry {
    use crate::diary::prose;
    let diary = save.diary();
    let (Some(entry), Some(after)) = (diary.entry(no), diary.at(no)) else { return LogEntry::default() };
    let before = diary.at(entry.follows());
    let turn = before.as_ref().and_then(|s| s.open_battles().map(|b| b.turn).max());
    let mut sentences = prose::sentences(&after, entry);
    if diary.by_hand().contains(&no) {
        sentences.push(prose::BY_HAND.into());
    }
    LogEntry {
        no,
        turn,
        headline: prose::headline(&after, entry),
        dice: prose::dice(entry),
        sentences,
        branch: false,
        abandoned: entry.is_abandoned(),
    }
}
