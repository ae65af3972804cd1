//! The news in a side's next share, for the referee to read before he makes it.

use crate::{
    diary::{Account, Diary, EntryNo},
    projection::Projector,
};
use std::collections::BTreeSet;
use wardiary_base::{fault::Fault, id::SideId, text};

/// The news in a side's next share, and how much it knows from earlier ones. Entries have the side's own numbers.
#[derive(Clone, Debug)]
pub struct Preview {
    pub side: String,
    pub new: Vec<Account>,
    /// Entries that it knows and that the referee has taken back since.
    pub withdrawn: Vec<EntryNo>,
    /// Entries that it knows as taken back and that hold again.
    pub restored: Vec<EntryNo>,
    /// How often the campaign was shared with it.
    pub times: usize,
    /// The number of entries that it knows, and the headline of the one at which its diary stood.
    pub known: EntryNo,
    pub stood_at: Option<String>,
}

impl Preview {
    pub fn of(diary: &Diary, side: SideId) -> Result<Self, Vec<Fault>> {
        let projector = Projector::of(diary, side)?;
        let (own, shared) = (projector.diary(), projector.shared());
        let path = |no: EntryNo| own.path_back_from(no).filter(|no| (1..=shared.last).contains(no)).collect();
        let [before, after]: [BTreeSet<EntryNo>; 2] = [shared.head, own.head()].map(path);
        Ok(Self {
            side: diary.state().name(side),
            new: own.steps(shared.last + 1..own.next_no()).map(|step| step.account()).collect(),
            withdrawn: before.difference(&after).copied().collect(),
            restored: after.difference(&before).copied().collect(),
            times: shared.times,
            known: shared.last,
            stood_at: own.headline(shared.head),
        })
    }

    /// Whether the side will learn anything.
    pub fn is_empty(&self) -> bool {
        self.new.is_empty() && self.withdrawn.is_empty() && self.restored.is_empty()
    }

    /// The news, each as a headline and its details.
    pub fn news(&self) -> Vec<(String, String)> {
        let changed = |numbers: &[EntryNo], is: &str| {
            let one = if numbers.len() == 1 { "entry" } else { "entries" };
            let numbers = (!numbers.is_empty()).then(|| text::ranges(numbers.iter().copied()));
            numbers.map(|numbers| (format!("{one} {numbers}"), is.to_string()))
        };
        let new = |entry: &Account| {
            (format!("{}  {}", entry.no, entry.headline), entry.details_below_headline().collect::<Vec<_>>().join("; "))
        };
        let back = changed(&self.withdrawn, "taken back by the referee");
        let again = changed(&self.restored, "no longer taken back");
        back.into_iter().chain(again).chain(self.new.iter().map(new)).collect()
    }

    /// A sentence about what the side has learned so far.
    pub fn known_text(&self) -> String {
        let entries = text::count(self.known as usize, "entry", "entries");
        let last = self.stood_at.as_ref().map_or_else(String::new, |last| format!(", up to “{last}”"));
        match self.times {
            0 => format!("Nothing has been shared with {} so far.", self.side),
            1 => format!("{} has learned so far: {entries}{last}; shared once.", self.side),
            times => format!("{} has learned so far: {entries}{last}; shared {times} times.", self.side),
        }
    }
}
