//! Effects: the requests of components to the rest of the program. `effects::apply_effect` carries them out. Components
//! have no other way to act on the program.

use super::screen::ScreenName;
use std::{path::PathBuf, sync::Arc};
use wardiary_base::{
    dice::DiceRoll,
    ground::{Ground, Spot},
    id::{Id, MapId, SideId},
    remark::Annotation,
};
use wardiary_diary::diary::{EntryNo, amend::Rebase};
use wardiary_rules::{notation::Instruction, order::Order};

#[derive(Debug)]
pub enum Effect {
    /// Gives an order, with the dice rolled for it so far.
    Give(Box<Order>, Vec<DiceRoll>),
    /// Lists pasted lines, which are given as orders once the list is accepted.
    ListLines(Vec<String>),
    /// Gives lines as orders in sequence, and lists those from the first that is not given on.
    GiveLines(Vec<String>),
    /// Records an order as cancelled after these dice were shown.
    Abandon(Box<Order>, Vec<DiceRoll>),
    /// Records that the tutorial was shown.
    SaveTutorialShown,
    SavePanes,
    /// Saves a line typed in the order line.
    SaveTypedLine(String),
    /// Goes back by this many entries.
    Undo(u32),
    /// Goes forward by this many entries.
    Redo(u32),
    /// Goes to another entry, or rebases one.
    GoToOrRebase(Box<Instruction>),
    /// Adds a remark to an entry, or withdraws one.
    Remark(EntryNo, Annotation),
    /// Compares the path to this entry with another copy of the save, by its path or name.
    Compare(EntryNo, String),
    /// Makes this entry the head and goes to the battle screen, so that play continues there.
    ContinueFrom(EntryNo),
    Rebase(Box<Rebase>),
    ReadAgain,
    /// Writes the save in memory back to its file.
    WriteBack,
    /// Takes the file as it is, and keeps what it lacks beside it.
    AcceptFile,
    /// Continues in the file in which the save in memory is kept.
    ContinueInCopy,
    /// Writes the whole save to another file, and continues there.
    SaveAs(String),
    /// Writes a report of the save to a new file.
    WriteReport(String),
    /// Writes the share of this side beside the save; without a side, those of all sides into the mail folder.
    WriteShares(Option<SideId>),
    /// Shows a screen. With an order it is always a new screen.
    Show(ScreenName, Option<Box<Order>>),
    /// Shows a battle, a stack or a unit on a screen.
    GoTo(ScreenName, Id),
    DrawGround(Arc<Ground>),
    /// Saves the drawing, to another file if one is named.
    SaveDrawing(Option<String>),
    /// Leaves the drawing; with `true` even if it is unsaved.
    LeaveDrawing(bool),
    /// Quits if the drawing was left.
    QuitIfDrawingLeft,
    /// Lists suggestions for a side, or for the side to act.
    Suggest(Option<SideId>),
    OpenPicker(PickerScope),
    /// Takes in an orders file.
    ImportLetter(PathBuf),
    Jump(JumpTarget),
    /// Shows the campaign as the next side sees it; after the last side, as the referee does.
    NextSideView,
    RefereeView,
    Copy,
    Help,
    Choose(StartChoice),
    ManageSave(SaveAction),
    ToStartScreen,
    /// Returns from the start screen to the open save.
    ToSession,
    ToggleMouse,
    NextTheme,
    Suspend,
    Quit,
}

impl Effect {
    /// Whether the effect is allowed in a side's view: it writes nothing and opens nothing else.
    pub(crate) fn is_read_only(&self) -> bool {
        match self {
            Self::Show(..)
            | Self::GoTo(..)
            | Self::Suggest(_)
            | Self::Copy
            | Self::NextSideView
            | Self::RefereeView
            | Self::Help
            | Self::ToggleMouse
            | Self::NextTheme
            | Self::SavePanes
            | Self::Suspend
            | Self::Quit
            | Self::QuitIfDrawingLeft => true,
            Self::OpenPicker(picks) => !matches!(picks, PickerScope::Saves | PickerScope::Letters),
            Self::Jump(place) => !matches!(place, JumpTarget::Save(_)),
            Self::Give(..)
            | Self::ListLines(_)
            | Self::GiveLines(_)
            | Self::Abandon(..)
            | Self::SaveTutorialShown
            | Self::SaveTypedLine(_)
            | Self::Undo(_)
            | Self::Redo(_)
            | Self::GoToOrRebase(_)
            | Self::Remark(..)
            | Self::Compare(..)
            | Self::ContinueFrom(_)
            | Self::Rebase(_)
            | Self::ReadAgain
            | Self::WriteBack
            | Self::AcceptFile
            | Self::ContinueInCopy
            | Self::SaveAs(_)
            | Self::WriteReport(_)
            | Self::WriteShares(_)
            | Self::DrawGround(_)
            | Self::SaveDrawing(_)
            | Self::LeaveDrawing(_)
            | Self::Choose(_)
            | Self::ManageSave(_)
            | Self::ImportLetter(_)
            | Self::ToStartScreen
            | Self::ToSession => false,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PickerScope {
    Anything,
    Units,
    Stacks,
    Battles,
    /// Entries with a remark or a bookmark, and named branches.
    Marks,
    Saves,
    /// Orders files that players sent.
    Letters,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JumpTarget {
    /// A battle, a side, a formation, a stack or a unit.
    Thing(Id),
    /// An area of a map, or a place of the theatre's network.
    Place(Option<MapId>, Spot),
    /// An entry, shown on the Review screen.
    Entry(EntryNo),
    Save(PathBuf),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartChoice {
    Open(PathBuf),
    New(String),
    Sample,
    /// Starts a campaign from a table of units. Asks for the file.
    FromTable,
    DrawNew,
    /// Edits one of the user's own maps.
    Draw(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableChoice {
    pub path: PathBuf,
    /// How many men make one Strength Point, if the user said so.
    pub strength_per: Option<u32>,
    /// The title of the campaign. `None` checks the table and asks for it.
    pub title: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveAction {
    Rename(PathBuf, String),
    Copy(PathBuf, String),
    Delete(PathBuf),
    NewFromTable(TableChoice),
    ListRules,
}
