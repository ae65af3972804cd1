//! Effects: the requests of components to the rest of the program. `perform` carries them out; components have no other
//! way out.

use super::screen::ScreenName;
use std::{path::PathBuf, sync::Arc};
use wardiary_base::{
    dice::DiceRoll,
    ground::Ground,
    id::{Id, SideId},
    remark::Annotation,
};
use wardiary_diary::diary::{EntryNo, amend::Rebase};
use wardiary_rules::{notation::Instruction, order::Order};

/// A request to the rest of the program.
#[derive(Debug)]
pub enum Effect {
    /// Gives an order, with the dice rolled for it so far.
    Give(Box<Order>, Vec<DiceRoll>),
    /// Gives orders in sequence, until one needs dice from the table.
    GiveAll(Vec<Order>),
    /// Records an order as broken off after these dice were shown.
    Abandon(Box<Order>, Vec<DiceRoll>),
    /// Records that the tutorial was shown.
    KeepExplained,
    KeepPanes,
    /// Saves a line typed in the order line.
    KeepLine(String),
    /// Goes back by this many entries.
    Undo(u32),
    /// Goes forward by this many entries.
    Redo(u32),
    /// Goes to another entry, or rebases one.
    Go(Box<Instruction>),
    /// Adds a remark to an entry, or withdraws one.
    Remark(EntryNo, Annotation),
    /// Compares the path to this entry with another copy of the save, given as a path or as a name in the folder of
    /// saves.
    Compare(EntryNo, String),
    /// Makes this entry the head and goes to the battle screen, so that play continues there.
    WriteOn(EntryNo),
    /// Carries out a confirmed rebase.
    Rebase(Box<Rebase>),
    /// Reads the save again, with what others have written.
    ReadAgain,
    /// Writes the save in memory back to its file.
    PutBack,
    /// Takes the file as it is, and keeps what it lacks beside it.
    TakeFile,
    /// Continues in the file in which the save in memory is kept.
    GoOnBeside,
    /// Writes the whole save to another file, and continues there.
    SaveAs(String),
    /// Shows a screen. With an order it is always a new screen.
    Show(ScreenName, Option<Box<Order>>),
    /// Shows a battle, a stack or a unit on a screen.
    GoTo(ScreenName, Id),
    /// Opens the ground of a map as a new drawing.
    DrawGround(Arc<Ground>),
    /// Saves the drawing, to another file if one is named.
    SaveDrawing(Option<String>),
    /// Leaves the drawing; with `true` even if it is unsaved.
    LeaveDrawing(bool),
    /// Quits if the drawing was left.
    QuitOnceLeft,
    /// Lists suggestions for a side, or for the side to act.
    Suggest(Option<SideId>),
    Pick(Picks),
    Jump(Place),
    /// Shows the campaign as the next side sees it; after the last side, as the referee does.
    LookOn,
    LookBack,
    Copy,
    Help,
    Choose(Choice),
    /// Manages the saves listed on the start screen.
    Shelve(Shelving),
    ToMenu,
    /// Returns from the start screen to the open save.
    ToSession,
    ToggleMouse,
    NextTheme,
    Suspend,
    Quit,
}

impl Effect {
    /// Whether the effect is allowed in a side's view: it writes nothing and opens nothing else.
    pub(crate) fn only_reads(&self) -> bool {
        match self {
            Self::Show(..)
            | Self::GoTo(..)
            | Self::Suggest(_)
            | Self::Copy
            | Self::LookOn
            | Self::LookBack
            | Self::Help
            | Self::ToggleMouse
            | Self::NextTheme
            | Self::KeepPanes
            | Self::Suspend
            | Self::Quit
            | Self::QuitOnceLeft => true,
            Self::Pick(picks) => *picks != Picks::Saves,
            Self::Jump(place) => !matches!(place, Place::Save(_)),
            Self::Give(..)
            | Self::GiveAll(_)
            | Self::Abandon(..)
            | Self::KeepExplained
            | Self::KeepLine(_)
            | Self::Undo(_)
            | Self::Redo(_)
            | Self::Go(_)
            | Self::Remark(..)
            | Self::Compare(..)
            | Self::WriteOn(_)
            | Self::Rebase(_)
            | Self::ReadAgain
            | Self::PutBack
            | Self::TakeFile
            | Self::GoOnBeside
            | Self::SaveAs(_)
            | Self::DrawGround(_)
            | Self::SaveDrawing(_)
            | Self::LeaveDrawing(_)
            | Self::Choose(_)
            | Self::Shelve(_)
            | Self::ToMenu
            | Self::ToSession => false,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picks {
    Anything,
    Units,
    Stacks,
    Battles,
    /// Entries with a remark or a bookmark, and named branches.
    Marks,
    Saves,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A battle, a stack or a unit.
    Thing(Id),
    /// An entry, shown on the Review screen.
    Entry(EntryNo),
    Save(PathBuf),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    Open(PathBuf),
    New(String),
    Sample,
    /// Starts a campaign from a table of units. Asks for the file.
    Table,
    DrawNew,
    /// Edits one of the user's own maps.
    Draw(String),
}

/// Management of the saves listed on the start screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shelving {
    Rename(PathBuf, String),
    Copy(PathBuf, String),
    Delete(PathBuf),
    /// Starts a campaign from a table of units.
    Begin(PathBuf),
    /// Lists the rulebooks to choose from for new campaigns.
    ListRules,
}
