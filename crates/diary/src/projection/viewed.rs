//! An open save as somebody sees it: the referee, whose diary is the save's own, or a side, which has its own.
//!
//! Whoever shows a save reads the diary that this has, and no other. So what is shown to a side comes from what it knows, on
//! whatever screen and by whatever command.

use super::Projector;
use crate::diary::{
    Account, Diary, EntryNo, Record,
    file::{CatchUp, FileError, Save, SaveNotice},
    steps::DiaryStep,
    watch::Watch,
};
use std::path::Path;
use wardiary_base::{fault::Fault, id::SideId};

/// An open save, and who sees it.
#[derive(Debug)]
pub struct Viewed {
    save: Save,
    side: Option<SideView>,
}

/// What a side has of a save.
#[derive(Debug)]
struct SideView {
    projector: Projector,
    /// Its name for the referee, where its own diary has none for it.
    name: String,
    /// The same diary at an earlier entry, where it is to stand there.
    past: Option<Box<Diary>>,
}

impl From<Save> for Viewed {
    /// A save as the referee sees it.
    fn from(save: Save) -> Self {
        Self { save, side: None }
    }
}

impl Viewed {
    /// A save as a side sees it. It is only read.
    ///
    /// # Errors
    /// What is wrong with the side's own beginning, which is a mistake of ours.
    pub fn by_side(save: Save, side: SideId) -> Result<Self, Vec<Fault>> {
        let projector = Projector::of(save.diary(), side)?;
        let name = save.diary().state().name(side);
        Ok(Self { save, side: Some(SideView { projector, name, past: None }) })
    }

    /// The diary that is seen.
    #[must_use]
    pub fn diary(&self) -> &Diary {
        match &self.side {
            None => self.save.diary(),
            Some(SideView { past: Some(past), .. }) => past,
            Some(SideView { projector, .. }) => projector.diary(),
        }
    }

    /// The account of an entry of that diary. What the file knows besides, such as what was changed by hand, is the referee's.
    #[must_use]
    pub fn account(&self, step: &DiaryStep) -> Account {
        if self.side.is_none() {
            return self.save.account(step);
        }
        let diary = self.diary();
        let (fork, forks) = (diary.is_fork(step.entry.follows()), diary.is_fork(step.entry.no));
        Account { fork, forks, ..step.account() }
    }

    /// The side that sees it, by its true number; none for the referee.
    #[must_use]
    pub fn side(&self) -> Option<SideId> {
        self.side.as_ref().map(|side| side.projector.side())
    }

    /// Whether it is told what a side knows: as that side sees a save, or in its share.
    #[must_use]
    pub fn is_told_to_side(&self) -> bool {
        self.side.is_some() || self.diary().share().is_some()
    }

    /// What is said of entries on which the diary stands no more: to a side, which can't write on, that they are withdrawn.
    #[must_use]
    pub fn left_behind(&self) -> &'static str {
        if self.is_told_to_side() { "withdrawn" } else { "left behind" }
    }

    /// The name of the side that sees it; none for the referee.
    #[must_use]
    pub fn side_name(&self) -> Option<&str> {
        let side = self.side.as_ref()?;
        let own = side.projector.own_side().and_then(|own| self.diary().state().side(own));
        Some(own.map_or(&*side.name, |own| &*own.name))
    }

    /// The entry at which a side stands after one of the referee's; for the referee that one.
    #[must_use]
    pub fn entry_after(&self, no: EntryNo) -> Option<EntryNo> {
        match &self.side {
            None => Some(no),
            Some(side) => side.projector.own_entry(no),
        }
    }

    /// What was found and repaired on opening. To a side nothing of it is told: it counts what the side does not see.
    #[must_use]
    pub fn notices(&self) -> &[SaveNotice] {
        if self.side.is_none() { self.save.notices() } else { &[] }
    }

    /// Its file.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.save.path()
    }

    /// Whether it can be written on: never by a side.
    #[must_use]
    pub fn is_writable(&self) -> bool {
        self.side.is_none() && self.save.is_writable()
    }

    /// Whether it is open for reading while other processes write it.
    #[must_use]
    pub fn is_watched(&self) -> bool {
        self.side.as_ref().is_none_or(|side| side.past.is_none()) && self.save.is_watched()
    }

    /// Whether a write was refused because another program had changed the file: it has to be read again.
    #[must_use]
    pub fn is_overtaken(&self) -> bool {
        self.side.is_none() && self.save.is_overtaken()
    }

    /// The save, as it is in its file, whoever sees it.
    #[must_use]
    pub fn save(&self) -> &Save {
        &self.save
    }

    /// The same, to be written on. What a side sees is open to be read only.
    pub fn save_mut(&mut self) -> &mut Save {
        debug_assert!(self.side.is_none(), "a side writes nothing");
        &mut self.save
    }

    /// Has a side's diary stand at one of its entries.
    ///
    /// # Errors
    /// That it has no such entry.
    pub fn stand_at(&mut self, no: EntryNo) -> Result<(), FileError> {
        let mut past = Box::new(self.diary().clone());
        let last = past.next_no() - 1;
        past.admit(Record::head(no)).map_err(|_| FileError::NoEntry { no, last })?;
        if let Some(side) = &mut self.side {
            side.past = Some(past);
        }
        Ok(())
    }

    /// Has a side's diary stand where it stands, whatever is written to the save.
    pub fn stand_still(&mut self) {
        let now = self.diary().clone();
        if let Some(side) = &mut self.side {
            side.past = Some(Box::new(now));
        }
    }

    /// Reads what another process has written since. Where a side sees nothing of it, there is nothing new.
    ///
    /// # Errors
    /// Why it can't be read now; see [`Save::catch_up`].
    pub fn catch_up(&mut self, watch: Watch) -> Result<CatchUp, FileError> {
        let caught = self.save.catch_up(watch)?;
        let Some(side) = &mut self.side else { return Ok(caught) };
        match caught {
            CatchUp::Nothing => Ok(CatchUp::Nothing),
            CatchUp::NewLines => {
                let seen = |projector: &Projector| (projector.diary().entries().len(), projector.diary().head());
                let before = seen(&side.projector);
                side.projector.follow(self.save.diary());
                Ok(if seen(&side.projector) == before { CatchUp::Nothing } else { CatchUp::NewLines })
            }
            CatchUp::Reread => {
                // It may be another save by now, in which that side begins otherwise.
                let Ok(projector) = Projector::of(self.save.diary(), side.projector.side()) else {
                    return Ok(CatchUp::Nothing);
                };
                let before = std::mem::replace(&mut side.projector, projector);
                let is_same = is_same(before.diary(), side.projector.diary());
                Ok(if is_same { CatchUp::Nothing } else { CatchUp::Reread })
            }
        }
    }
}

/// Whether two diaries of a side tell it the same.
fn is_same(one: &Diary, other: &Diary) -> bool {
    one.head() == other.head() && one.header() == other.header() && one.entries() == other.entries()
}
