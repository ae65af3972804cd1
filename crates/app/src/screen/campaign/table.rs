//! The Campaign screen's state: which pane has the keys, what is chosen in each, which stacks are unfolded.

use crate::{borders::Handles, session::Session};
use std::{collections::BTreeSet, ops::Range};
use wardiary_base::{
    ground::Station,
    id::{Id, StackId, UnitId},
};
use wardiary_diary::diary::EntryNo;
use wardiary_rules::{
    rules::{self, Proposal, Proposed},
    state::{EntityKind, State},
};
use wardiary_view::{
    campaign::{self, CampaignCard, CampaignItem, CampaignPart, CampaignRow, NetworkPlan},
    forces::{self, ForceRow},
};

/// The rows up to which all forces are unfolded when the screen opens.
const FEW_ROWS: usize = 30;

/// The Campaign screen.
pub(crate) struct CampaignScreen {
    /// The borders between its panes.
    pub(super) handles: Handles,
    /// Which pane has the keys.
    pub(super) focus: CampaignPart,
    /// The panes but for that of the forces, each with its rows.
    pub(super) panes: Vec<Pane>,
    /// The sides that are folded up.
    folded: BTreeSet<Id>,
    /// The stacks that are unfolded.
    unfolded: BTreeSet<Id>,
    /// The rows of the proposals that are seen, and which those are: each costs a sentence or two.
    pub(super) seen: (Range<usize>, Vec<CampaignRow>),
    /// The network of the theatre, to be drawn.
    pub(super) network: NetworkPlan,
    /// Whether it has all the room that there is.
    pub(super) whole: bool,
    /// What there is to say of the rows of the forces that are seen, and which those are.
    pub(super) beside: (Range<usize>, Vec<String>),
    /// The card of what is chosen.
    pub(super) card: (Option<CampaignItem>, CampaignCard),
    /// The entry, and whether it is looked back at, for which the rows were made.
    pub(super) made_for: Option<(EntryNo, bool)>,
}

/// A pane: its rows, the chosen one and the first that is seen.
pub(super) struct Pane {
    pub part: CampaignPart,
    /// What stands over it.
    pub title: String,
    pub rows: Rows,
    pub selected: usize,
    pub scroll: usize,
}

/// The rows of a pane.
pub(super) enum Rows {
    /// Of words.
    Told(Vec<CampaignRow>),
    /// What is proposed, put in words where it is seen.
    Proposed(Proposed),
    /// The tree of the forces.
    Forces(Vec<ForceRow>),
}

impl Rows {
    pub fn len(&self) -> usize {
        match self {
            Self::Told(rows) => rows.len(),
            Self::Proposed(proposed) => proposed.all.len(),
            Self::Forces(rows) => rows.len(),
        }
    }

    /// What the row of that place stands for.
    pub fn item(&self, at: usize) -> Option<CampaignItem> {
        match self {
            Self::Told(rows) => rows.get(at).map(|row| row.item.clone()),
            Self::Proposed(proposed) => {
                proposed.all.get(at).map(|proposal| CampaignItem::Proposed(Box::new(proposal.clone())))
            }
            Self::Forces(rows) => rows.get(at).map(|row| CampaignItem::Force(row.id)),
        }
    }
}

impl CampaignScreen {
    /// The screen as it is when it opens.
    #[must_use]
    pub fn new(session: &Session) -> Self {
        let mut screen = Self {
            handles: Handles::default(),
            focus: CampaignPart::Calendar,
            panes: Vec::new(),
            folded: BTreeSet::new(),
            unfolded: BTreeSet::new(),
            seen: Default::default(),
            network: NetworkPlan::default(),
            whole: false,
            beside: Default::default(),
            card: Default::default(),
            made_for: None,
        };
        let state = session.state();
        if state.units().len() + state.stacks().len() + state.sides().len() <= FEW_ROWS {
            screen.unfold_all(state);
        }
        screen.make_rows(session);
        screen
    }

    /// Makes the rows anew where the entry is another that is looked at. What is chosen stays chosen.
    pub(super) fn make_rows(&mut self, session: &Session) {
        let wanted = (session.entry(), session.review.is_some());
        if self.made_for == Some(wanted) {
            return;
        }
        self.made_for = Some(wanted);
        self.forget_seen();
        let state = session.state();
        let old = std::mem::take(&mut self.panes);
        for part in CampaignPart::ALL {
            let before = old.iter().find(|pane| pane.part == part);
            let chosen = before.and_then(|pane| pane.rows.item(pane.selected));
            let rows = self.rows_of(part, session);
            if rows.len() == 0 {
                continue;
            }
            let kept = chosen.and_then(|item| (0..rows.len()).find(|at| rows.item(*at).as_ref() == Some(&item)));
            let selected = kept.or(before.map(|pane| pane.selected)).unwrap_or(0).min(rows.len().saturating_sub(1));
            let mut title = match (part, session.composed().len()) {
                (CampaignPart::Inbox, composed @ 1..) => campaign::composed_title(composed),
                _ => part.title(state, rows.len()),
            };
            if matches!(&rows, Rows::Proposed(proposed) if proposed.more) {
                title.push_str(campaign::THEN_MORE);
            }
            self.panes.push(Pane { part, title, rows, selected, scroll: before.map_or(0, |pane| pane.scroll) });
        }
        self.network.follow(state);
        self.whole &= self.network.is_there();
        // A pane that has gone gives the keys back to the first.
        if self.pane(self.focus).is_none() {
            self.focus = self.panes.first().map_or(self.focus, |pane| pane.part);
        }
    }

    /// Forgets what was made for the rows that are seen.
    fn forget_seen(&mut self) {
        (self.beside, self.seen, self.card) = Default::default();
    }

    /// Makes the rows of the forces anew, where nothing but the folds has changed.
    pub(super) fn fold_rows(&mut self, session: &Session) {
        let rows = self.rows_of(CampaignPart::Forces, session);
        self.forget_seen();
        if let Some(pane) = self.panes.iter_mut().find(|pane| pane.part == CampaignPart::Forces) {
            let chosen = pane.rows.item(pane.selected);
            let kept = (0..rows.len()).find(|at| rows.item(*at) == chosen);
            pane.selected = kept.unwrap_or(pane.selected).min(rows.len().saturating_sub(1));
            pane.rows = rows;
        }
    }

    fn rows_of(&self, part: CampaignPart, session: &Session) -> Rows {
        let rows = self.all_rows_of(part, session);
        match rows {
            // What a campaign could begin with is the referee's to order.
            Rows::Told(mut told) if session.state().viewer().is_some() => {
                told.retain(|row| !matches!(row.item, CampaignItem::Offer(_)));
                Rows::Told(told)
            }
            rows => rows,
        }
    }

    fn all_rows_of(&self, part: CampaignPart, session: &Session) -> Rows {
        let state = session.state();
        match part {
            CampaignPart::Calendar => Rows::Told(campaign::calendar_rows(state)),
            CampaignPart::Inbox => {
                let composed = campaign::composed_rows(session.composed());
                Rows::Told(composed.into_iter().chain(campaign::inbox_rows(state)).collect())
            }
            CampaignPart::Proposed => Rows::Proposed(rules::proposed(state, session.left())),
            CampaignPart::Contacts => Rows::Told(campaign::contact_rows(state)),
            CampaignPart::Theatre => Rows::Told(campaign::theatre_rows(state)),
            CampaignPart::Sightings => Rows::Told(campaign::sighting_rows(state)),
            CampaignPart::Tables => Rows::Told(campaign::table_rows(state)),
            CampaignPart::Score => Rows::Told(campaign::score_rows(state)),
            CampaignPart::Battles => Rows::Told(campaign::battle_rows(state)),
            CampaignPart::Forces => {
                let offers = campaign::force_offers(state);
                if offers.is_empty() {
                    Rows::Forces(forces::rows(state, &self.closed(state)))
                } else {
                    Rows::Told(offers)
                }
            }
        }
    }

    /// The sides and stacks that are folded up.
    fn closed(&self, state: &State) -> BTreeSet<Id> {
        let stacks = state.stacks().iter().map(|stack| Id::from(stack.id));
        stacks.filter(|stack| !self.unfolded.contains(stack)).chain(self.folded.iter().copied()).collect()
    }

    /// Folds a side or stack up.
    pub(super) fn fold(&mut self, id: Id) {
        self.unfolded.remove(&id);
        self.folded.insert(id);
    }

    /// Unfolds a side or stack.
    pub(super) fn unfold(&mut self, id: Id) {
        self.folded.remove(&id);
        self.unfolded.insert(id);
    }

    /// Unfolds all stacks, or folds all up where all are unfolded.
    pub(super) fn toggle_all(&mut self, state: &State) {
        let all_unfolded = state.stacks().iter().all(|stack| self.unfolded.contains(&Id::from(stack.id)));
        if all_unfolded {
            self.unfolded.clear();
        } else {
            self.unfold_all(state);
        }
    }

    fn unfold_all(&mut self, state: &State) {
        self.folded.clear();
        self.unfolded = state.stacks().iter().map(|stack| Id::from(stack.id)).collect();
    }

    /// The proposals that are shown.
    pub(super) fn proposed(&self) -> &[Proposal] {
        match self.pane(CampaignPart::Proposed) {
            Some(Pane { rows: Rows::Proposed(proposed), .. }) => &proposed.all,
            _ => &[],
        }
    }

    /// The pane of that part.
    pub(super) fn pane(&self, part: CampaignPart) -> Option<&Pane> {
        self.panes.iter().find(|pane| pane.part == part)
    }

    /// The pane that has the keys.
    pub(super) fn focused(&mut self) -> Option<&mut Pane> {
        let focus = self.focus;
        self.panes.iter_mut().find(|pane| pane.part == focus)
    }

    /// Goes to a place of the theatre, or a point on the way from it. True where it was chosen before, and the theatre had the
    /// keys.
    pub(super) fn choose_station(&mut self, station: Station) -> bool {
        let had_keys = self.focus == CampaignPart::Theatre;
        self.focus = CampaignPart::Theatre;
        let Some(pane) = self.focused() else { return false };
        let is_it = |at: &usize| pane.rows.item(*at) == Some(CampaignItem::Station(station));
        let Some(row) = (0..pane.rows.len()).find(is_it) else { return false };
        std::mem::replace(&mut pane.selected, row) == row && had_keys
    }

    /// What is chosen in the pane that has the keys.
    pub(super) fn chosen(&self) -> Option<CampaignItem> {
        let pane = self.pane(self.focus)?;
        pane.rows.item(pane.selected)
    }

    /// The row of words that is chosen.
    pub(super) fn chosen_row(&self) -> Option<&CampaignRow> {
        let pane = self.pane(self.focus)?;
        match &pane.rows {
            Rows::Told(rows) => rows.get(pane.selected),
            Rows::Proposed(_) | Rows::Forces(_) => None,
        }
    }

    /// The row of the forces that is chosen, where they have the keys.
    pub(super) fn chosen_force(&self) -> Option<ForceRow> {
        let pane = self.pane(self.focus)?;
        match &pane.rows {
            Rows::Forces(rows) => rows.get(pane.selected).copied(),
            Rows::Told(_) | Rows::Proposed(_) => None,
        }
    }

    /// The side, stack or unit that what is chosen is about.
    pub(super) fn subject(&self, state: &State) -> Option<Id> {
        self.chosen().and_then(|item| campaign::subject(state, &item))
    }

    /// The side, stack or unit that is chosen.
    pub(super) fn chosen_id(&self) -> Option<Id> {
        self.chosen_force().map(|row| row.id)
    }
}

/// The side or stack that a side, stack or unit belongs to, from the nearest.
pub(super) fn above(state: &State, id: Id) -> Vec<Id> {
    let side = state.side_of(id).map(Id::from);
    let stack = match state.kind(id) {
        Some(EntityKind::Unit) => state.unit(UnitId(id.0)).and_then(|unit| unit.stack),
        Some(EntityKind::Stack) => Some(StackId(id.0)),
        _ => None,
    };
    stack.map(Id::from).into_iter().chain(side).filter(|above| *above != id).collect()
}
