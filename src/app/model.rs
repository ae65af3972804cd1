//! What the program shows and what it is about: all of it in one place, and nothing of it on the terminal.

use super::{
    chances::Chances, compose::Composer, hand::HandEntry, keymap::Keymap, listing::Listing, notice::Notice,
    odds_screen::OddsScreen, session::Session, settings::Settings,
};
use crate::{
    assets::Folders,
    diary::file::Save,
    id::{BattleId, Id, StackId, UnitId},
    order::Edge,
    state::Kind,
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
    /// Its save, and what is looked at in it.
    pub session: Session,
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
    /// The Edge from which the Square shows the order of loss, if it does.
    pub edge: Option<Edge>,
    /// What is looked for in the diary.
    pub search: String,
    /// The entries that the diary shows, in words.
    pub window: Vec<LogEntry>,
}

impl Campaign {
    /// A campaign as it is when its save has just been opened.
    #[must_use]
    pub fn new(save: Save) -> Self {
        let mut campaign = Self {
            session: Session::new(save),
            layer: Layer::Table,
            focus: Focus::Forces,
            battle: None,
            closed: BTreeSet::new(),
            picked: BTreeSet::new(),
            selected: 0,
            scroll: 0,
            edge: None,
            search: String::new(),
            window: Vec::new(),
        };
        campaign.after_change();
        campaign
    }

    /// The rows of the forces.
    #[must_use]
    pub fn rows(&self) -> Vec<ForceRow> {
        forces::rows(self.session.state(), &self.closed)
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
        let state = self.session.state();
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
        self.session.after_reading();
        self.after_change();
        if let Layer::Compose(composer) = &self.layer {
            let composer = Composer::new(composer.purpose, composer.text().into(), self.session.save.diary());
            self.layer = Layer::Compose(Box::new(composer));
        }
    }

    /// Brings everything that depends on the diary up to date with it.
    pub fn after_change(&mut self) {
        let state = self.session.save.diary().state();
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
        self.session.after_change();
    }
}
