//! Effects: what a screen or an overlay wants of the world. They are the one way out; `perform` carries them out.

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

/// What is wanted of the world.
#[derive(Debug)]
pub enum Effect {
    /// An order, with the dice that were rolled for it so far.
    Give(Box<Order>, Vec<DiceRoll>),
    /// Orders, one after the other, as far as they can be given without dice from the table.
    GiveAll(Vec<Order>),
    /// An order that was broken off after these dice had been shown.
    Abandon(Box<Order>, Vec<DiceRoll>),
    /// The first steps were explained, and are not again.
    KeepExplained,
    /// How the panes lie now, kept for later sessions.
    KeepPanes,
    /// What was typed in the order line, kept for later sessions.
    KeepLine(String),
    /// So many entries back.
    Undo(u32),
    /// So many entries forward.
    Redo(u32),
    /// To another entry of the diary, or a rebase of it.
    Go(Box<Instruction>),
    /// Something put down on an entry, or withdrawn.
    Remark(EntryNo, Annotation),
    /// The way to this entry beside another copy of the save, a file or a name in the folder of saves.
    Compare(EntryNo, String),
    /// The diary goes on from this entry, at the table, for good.
    WriteOn(EntryNo),
    /// A rebase, as it was accepted.
    Rebase(Box<Rebase>),
    /// The save read again, with what others have written.
    ReadAgain,
    /// What is in memory put back where the save's file was.
    PutBack,
    /// The file taken as it is; what it lacks is kept beside it.
    TakeFile,
    /// The session goes on in the file in which what is in memory is kept.
    GoOnBeside,
    /// All of the save written to a file of that name, and gone on with there.
    SaveAs(String),
    /// A screen; with an order that it is to be about, always a new one.
    Show(ScreenName, Option<Box<Order>>),
    /// A screen, where it shows a thing: a battle, a stack, a unit.
    GoTo(ScreenName, Id),
    /// The ground of a map on the screen, to be drawn on as a map of its own.
    DrawGround(Arc<Ground>),
    /// The drawing written to its file, or to another.
    SaveDrawing(Option<String>),
    /// The drawing left; with `true` even if it is in no file.
    LeaveDrawing(bool),
    /// The end, if the drawing was left.
    QuitOnceLeft,
    /// What a side could do well, in a list; of the side that is to act where none is named.
    Suggest(Option<SideId>),
    /// Something to be found by a few of its letters, and gone to.
    Pick(Picks),
    /// To what was found so.
    Jump(Place),
    /// The campaign as the next side sees it; after the last as the referee does.
    LookOn,
    /// Back to what the referee sees.
    LookBack,
    /// What is chosen, or what is shown, copied into the terminal's clipboard.
    Copy,
    /// The help.
    Help,
    /// A choice of the start screen.
    Choose(Choice),
    /// Something done with the saves that the start screen lists.
    Shelve(Shelving),
    /// To the start screen.
    ToMenu,
    /// From the start screen back to the save that is open.
    ToSession,
    /// The mouse, ours or not.
    ToggleMouse,
    /// The next theme.
    NextTheme,
    /// To the shell and back.
    Suspend,
    /// The end.
    Quit,
}

impl Effect {
    /// Whether a side may have it that looks at what it sees: nothing is written by it, and nothing else is opened.
    #[must_use]
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

/// What is found by a few letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picks {
    /// Whatever can be.
    Anything,
    /// The units.
    Units,
    /// The stacks.
    Stacks,
    /// The battles.
    Battles,
    /// Entries with a remark or a bookmark, and branches with a name.
    Marks,
    /// The saves.
    Saves,
}

/// Where something is that was found so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A battle, a stack or a unit, where a screen shows it.
    Thing(Id),
    /// An entry, on the Review screen.
    Entry(EntryNo),
    /// Another save.
    Save(PathBuf),
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
    /// Begins a campaign from a table of units, whose file is asked for.
    Table,
    /// Draws a new map.
    DrawNew,
    /// Draws on a map of the user's own.
    Draw(String),
}

/// What is done with the saves that the start screen lists, or becomes one of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shelving {
    /// A save gets another name.
    Rename(PathBuf, String),
    /// A save is copied, under that name.
    Copy(PathBuf, String),
    /// A save is thrown away.
    Delete(PathBuf),
    /// A campaign begins from a table of units.
    Begin(PathBuf),
    /// The rulebook is chosen by which campaigns are begun.
    ListRules,
}
