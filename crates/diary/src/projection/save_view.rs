//! An open save as one viewer sees it: the referee, who sees the save's own diary, or a side, which has a diary of its
//! own.
//!
//! Screens and commands read no other diary than this one, so a side is shown only what it knows.

use super::Projector;
use crate::diary::{
    Account, Diary, EntryNo, NavigationError, Record,
    file::{CatchUp, FileError, Save, SaveNotice},
    steps::DiaryStep,
    watch::Watch,
};
use std::path::Path;
use wardiary_base::{fault::Fault, id::SideId};
use wardiary_rules::notation::Destination;

/// An open save with its viewer.
#[derive(Debug)]
pub struct SaveView {
    save: Save,
    side: Option<SideView>,
}

#[derive(Debug)]
struct SideView {
    projector: Projector,
    /// The referee's name for the side, used while the side's own diary has none.
    name: String,
    /// The side's diary at an earlier entry, if it was moved there.
    frozen: Option<Box<Diary>>,
}

impl From<Save> for SaveView {
    /// The referee's view of a save.
    fn from(save: Save) -> Self {
        Self { save, side: None }
    }
}

impl SaveView {
    /// A side's view of a save. It is read-only.
    pub fn for_side(save: Save, side: SideId) -> Result<Self, Vec<Fault>> {
        let projector = Projector::of(save.diary(), side)?;
        let name = save.diary().state().name(side);
        Ok(Self { save, side: Some(SideView { projector, name, frozen: None }) })
    }

    pub fn diary(&self) -> &Diary {
        match &self.side {
            None => self.save.diary(),
            Some(SideView { frozen: Some(past), .. }) => past,
            Some(SideView { projector, .. }) => projector.diary(),
        }
    }

    /// The account of an entry of the viewer's diary. Facts about the file, such as changes by hand, are for the
    /// referee only.
    pub fn account(&self, step: &DiaryStep) -> Account {
        if self.side.is_none() {
            return self.save.account(step);
        }
        let diary = self.diary();
        let (fork, forks) = (diary.is_fork(step.entry.parent()), diary.is_fork(step.entry.no));
        Account { fork, forks, ..step.account() }
    }

    /// The viewing side, by the referee's id; none for the referee.
    pub fn side(&self) -> Option<SideId> {
        self.side.as_ref().map(|side| side.projector.side())
    }

    /// Whether the viewer is a side, with the save or with a share.
    pub fn is_for_side(&self) -> bool {
        self.side.is_some() || self.diary().share().is_some()
    }

    /// The word for entries that are no longer on the current branch.
    pub fn off_branch_word(&self) -> &'static str {
        if self.is_for_side() { "taken back by the referee" } else { "left behind" }
    }

    /// The viewing side, by its id in its own diary.
    pub fn own_side(&self) -> Option<SideId> {
        self.side.as_ref()?.projector.own_side()
    }

    pub fn side_name(&self) -> Option<&str> {
        let side = self.side.as_ref()?;
        let own = self.own_side().and_then(|own| self.diary().state().side(own));
        Some(own.map_or(&*side.name, |own| &*own.name))
    }

    /// The viewer's entry that corresponds to an entry of the referee's, or to the last one before it that was not
    /// withdrawn before it was shared.
    pub fn entry_after(&self, no: EntryNo) -> Option<EntryNo> {
        match &self.side {
            None => Some(no),
            Some(side) => self.save.diary().path_back_from(no).find_map(|no| side.projector.own_entry(no)),
        }
    }

    /// Findings and repairs from opening the save. A side gets none, since they count what it does not see.
    pub fn notices(&self) -> &[SaveNotice] {
        if self.side.is_none() { self.save.notices() } else { &[] }
    }

    pub fn path(&self) -> &Path {
        self.save.path()
    }

    /// Whether it can be written: never by a side.
    pub fn is_writable(&self) -> bool {
        self.side.is_none() && self.save.is_writable()
    }

    pub fn is_following(&self) -> bool {
        self.side.as_ref().is_none_or(|side| side.frozen.is_none()) && self.save.is_following()
    }

    /// Whether a write failed because another program had changed the file, so that it must be read again.
    pub fn is_changed_elsewhere(&self) -> bool {
        self.side.is_none() && self.save.is_changed_elsewhere()
    }

    /// The save as it is in its file, whoever the viewer is.
    pub fn save(&self) -> &Save {
        &self.save
    }

    /// The save for writing. Must not be called for a side, whose view is read-only.
    pub fn save_mut(&mut self) -> &mut Save {
        debug_assert!(self.side.is_none(), "a side writes nothing");
        &mut self.save
    }

    pub fn move_to(&mut self, at: &Destination) -> Result<(), FileError> {
        let no = self.find(at)?;
        let mut past = Box::new(self.diary().clone());
        let last = past.next_no() - 1;
        past.append(Record::head(no)).map_err(|_| FileError::NoEntry { no, last })?;
        if let Some(side) = &mut self.side {
            side.frozen = Some(past);
        }
        Ok(())
    }

    pub fn find(&self, at: &Destination) -> Result<EntryNo, FileError> {
        let found = self.diary().resolve_destination(at);
        if let Err(NavigationError::NoEntry { no, last }) = found {
            return Err(FileError::NoEntry { no, last });
        }
        Ok(found?)
    }

    /// Freezes a side's diary where it is, whatever is written to the save.
    pub fn freeze(&mut self) {
        let now = self.diary().clone();
        if let Some(side) = &mut self.side {
            side.frozen = Some(Box::new(now));
        }
    }

    /// Reads what other processes have written since. A change that the side does not see is reported as none.
    pub fn catch_up(&mut self, watch: Watch) -> Result<CatchUp, FileError> {
        let caught = self.save.catch_up(watch)?;
        let Some(side) = &mut self.side else { return Ok(caught) };
        match caught {
            CatchUp::Unchanged => Ok(CatchUp::Unchanged),
            CatchUp::NewLines => {
                let seen = |projector: &Projector| (projector.diary().entries().len(), projector.diary().head());
                let before = seen(&side.projector);
                side.projector.update(self.save.diary());
                Ok(if seen(&side.projector) == before { CatchUp::Unchanged } else { CatchUp::NewLines })
            }
            CatchUp::Reread => {
                // It may be another save by now, in which the side's diary can't start.
                let Ok(projector) = Projector::of(self.save.diary(), side.projector.side()) else {
                    return Ok(CatchUp::Unchanged);
                };
                let before = std::mem::replace(&mut side.projector, projector);
                let is_same = is_same(before.diary(), side.projector.diary());
                Ok(if is_same { CatchUp::Unchanged } else { CatchUp::Reread })
            }
        }
    }
}

/// Whether two diaries of a side are equal to their reader.
fn is_same(one: &Diary, other: &Diary) -> bool {
    one.head() == other.head() && one.header() == other.header() && one.entries() == other.entries()
}
