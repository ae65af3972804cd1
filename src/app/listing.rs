//! Lists over the table: the branches of the diary, and what no longer holds before the diary is told anew.

use super::{
    Effect,
    model::{Campaign, Layer, Model},
    notice::Notice,
    update::{Way, with},
};
use crate::{
    diary::{Diary, EntryNo, amend::Retelling, prose},
    notation::{self, Instruction, Target},
    text,
    view::listing::Row,
};

/// A list over the table.
pub struct Listing {
    /// What it is a list of.
    pub title: String,
    /// A sentence above it.
    pub about: String,
    /// Its rows.
    pub rows: Vec<Row>,
    /// The row of the cursor.
    pub selected: usize,
    /// What accepting it does.
    pub accept: Accept,
}

/// What accepting a list does.
pub enum Accept {
    /// The diary goes on from the entry of the chosen row.
    GoTo(Vec<EntryNo>),
    /// The diary is told anew.
    Retell(Box<Retelling>),
}

impl Listing {
    /// The branches of a diary, those with a name first, then the youngest.
    #[must_use]
    pub fn of_branches(diary: &Diary) -> Self {
        let mut branches = diary.branches();
        branches.sort_by_key(|branch| (branch.name.is_none(), std::cmp::Reverse(branch.last)));
        let selected = branches.iter().position(|branch| branch.current).unwrap_or(0);
        let row = |branch: &crate::diary::tree::Branch| {
            let last = diary.entry(branch.last).zip(diary.at(branch.last));
            let last = last.map_or(String::new(), |(entry, state)| prose::headline(&state, entry));
            let from = if branch.from == 0 { "the muster".into() } else { format!("entry {}", branch.from) };
            Row {
                head: branch.title(),
                body: format!(
                    "from {from}, {}, to entry {}: {last}",
                    text::count(branch.entries, "entry", "entries"),
                    branch.last
                ),
                marked: branch.current,
            }
        };
        Self {
            title: "Branches of the diary".into(),
            about: "Enter goes to where a branch ends; what is given then goes on from there. Nothing is erased."
                .into(),
            rows: branches.iter().map(row).collect(),
            selected,
            accept: Accept::GoTo(branches.iter().map(|branch| branch.last).collect()),
        }
    }

    /// What does not hold where the diary is told anew.
    #[must_use]
    pub fn of_retelling(retelling: Retelling) -> Self {
        let row = |loss: &crate::diary::amend::Loss| Row {
            head: format!("entry {}: {}", loss.entry, loss.headline),
            body: loss.what.to_string(),
            marked: loss.what.leaves_out(),
        };
        let about = format!(
            "Of {} after entry {}, this no longer holds. Enter tells the diary anew all the same, on a branch of its own; \
             Esc leaves it as it is.",
            text::count(retelling.followed, "entry", "entries"),
            retelling.entry
        );
        Self {
            title: format!("Entry {} told anew", retelling.entry),
            about,
            rows: retelling.losses.iter().map(row).collect(),
            selected: 0,
            accept: Accept::Retell(Box::new(retelling)),
        }
    }
}

fn listing(campaign: &mut Campaign) -> Option<&mut Listing> {
    match &mut campaign.layer {
        Layer::List(listing) => Some(listing),
        _ => None,
    }
}

/// The branches of the diary.
pub fn branches(model: &mut Model) -> Vec<Effect> {
    with(model, |campaign| {
        campaign.layer = Layer::List(Box::new(Listing::of_branches(campaign.session.save.diary())));
        Vec::new()
    })
}

/// Takes what the list is about.
pub fn accept(model: &mut Model) -> Vec<Effect> {
    with(model, |campaign| {
        let writable = campaign.session.save.is_writable();
        let Layer::List(listing) = std::mem::replace(&mut campaign.layer, Layer::Table) else { return Vec::new() };
        match listing.accept {
            Accept::Retell(retelling) => vec![Effect::Retell(retelling)],
            Accept::GoTo(ends) => match ends.get(listing.selected) {
                Some(no) if writable => vec![Effect::Go(Box::new(Instruction::GoTo(Target::Entry(*no))))],
                Some(no) => {
                    // A save that is only read can be looked at from there.
                    campaign.session.look_at(*no);
                    Vec::new()
                }
                None => Vec::new(),
            },
        }
    })
}

/// Leaves the list.
pub fn close(model: &mut Model) -> Vec<Effect> {
    with(model, |campaign| {
        campaign.layer = Layer::Table;
        Vec::new()
    })
}

/// To another row.
pub fn go(model: &mut Model, way: Way) -> Vec<Effect> {
    with(model, |campaign| {
        if let Some(listing) = listing(campaign) {
            listing.selected = way.step(listing.selected, listing.rows.len());
        }
        Vec::new()
    })
}

// ---- what is done with the entry that is looked at

/// Whether the diary can go on from the entry that is looked back at.
#[must_use]
pub fn can_write_on(model: &Model) -> bool {
    of(model).is_some_and(|campaign| campaign.session.save.is_writable() && campaign.session.review.is_some())
}

/// Whether there is an entry that could have been another.
#[must_use]
pub fn can_retell(model: &Model) -> bool {
    of(model).is_some_and(|campaign| campaign.session.save.is_writable() && campaign.session.entry() != 0)
}

/// Whether the diary can go on by another way.
#[must_use]
pub fn can_branch(model: &Model) -> bool {
    of(model).is_some_and(|campaign| campaign.session.save.is_writable())
}

fn of(model: &Model) -> Option<&Campaign> {
    match &model.stage {
        super::model::Stage::Campaign(campaign) => Some(campaign),
        super::model::Stage::Menu(_) => None,
    }
}

/// Writes on from the entry that is looked back at.
pub fn write_on(model: &mut Model) -> Vec<Effect> {
    with(model, |campaign| vec![Effect::Go(Box::new(Instruction::GoTo(Target::Entry(campaign.session.entry()))))])
}

/// `amend 41 to …`, with the order as it stands.
pub fn amend(model: &mut Model) -> Vec<Effect> {
    super::update::prefilled(model, |campaign| {
        let no = campaign.session.entry();
        let diary = campaign.session.save.diary();
        let order =
            diary.entry(no).and_then(|entry| Some(notation::order_text(&diary.at(entry.follows())?, &entry.order)));
        format!("amend {no} to {}", order.unwrap_or_default())
    })
}

/// `strike 41`
pub fn strike(model: &mut Model) -> Vec<Effect> {
    super::update::prefilled(model, |campaign| format!("strike {}", campaign.session.entry()))
}

/// `what if from 41 …`
pub fn what_if(model: &mut Model) -> Vec<Effect> {
    super::update::prefilled(model, |campaign| format!("what if from {} ", campaign.session.entry()))
}

/// What was accepted is on the disk.
pub(super) fn retold(followed: usize, losses: usize) -> Notice {
    let lost = if losses == 0 {
        "all of it holds".into()
    } else {
        text::count(losses, "thing no longer holds", "things no longer hold")
    };
    Notice::good(format!(
        "told anew: {} worked out again, {lost}; undo goes back",
        text::count(followed, "entry", "entries")
    ))
}
