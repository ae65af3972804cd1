//! The state of the Review screen: the path, the entries read so far, the searches, and playback.

use super::stood::Stood;
use crate::{
    card::Card,
    component::{Action, Actions, SessionChange},
    lists::{ListState, Seek},
    odds_worker::OddsJob,
    overlay::review_line::{ReviewAsks, ReviewLine},
    session::Session,
};
use std::{collections::BTreeSet, sync::Arc, time::Duration};
use wardiary_base::id::{BattleId, Id, UnitId};
use wardiary_diary::diary::{
    EntryNo,
    catalogue::{Catalogue, Fortunes},
    graph::Graph,
    search::{Search, Searched},
};
use wardiary_rules::{
    notation::Filter,
    state::{Map, State},
};
use wardiary_view::{
    forces::{self, ForceRow},
    review::{Lead, Notch, Signal},
};

#[derive(Default)]
pub(crate) struct ReviewScreen {
    /// The descriptions of the entries read so far.
    pub(super) catalogue: Catalogue,
    pub(super) graph: Graph,
    /// The current path: the entries from the muster through the viewed one to the end of its branch.
    pub(super) way: Vec<EntryNo>,
    /// The active filter and its matches so far.
    pub(super) shown: Search,
    /// A jump requested before the search finished: `true` to the next match, `false` to the previous.
    pub(super) seeking: Option<bool>,
    pub(super) peek: Option<Peek>,
    /// A search for the target of a jump.
    pub(super) going: Option<Search>,
    /// Luck was requested for entries up to this one.
    luck_asked: EntryNo,
    /// The nearest filter after one without matches; it is offered when the line is opened next.
    pub(super) offered: Option<Filter>,
    pub(super) playing: bool,
    speed: usize,
    /// Whether the mouse is dragging on the strip.
    pub(super) scrubbing: bool,
    pub(super) focus: ReviewFocus,
    pub(super) card: Card,
    /// The selected row of the forces, and the first visible one.
    pub(super) forces: ListState,
    pub(super) closed: BTreeSet<Id>,
    /// The viewed entry with its changes.
    pub(super) step: StepShown,
    /// The marks on the strip, for the path and the entries read so far.
    pub(super) notches: Vec<Notch>,
    pub(super) signals: Vec<(usize, Signal)>,
    /// The situation at each index of the path.
    pub(super) stood: Vec<Option<Stood>>,
    pub(super) leads: Vec<Option<Lead>>,
    pub(super) marked_for: Option<(EntryNo, EntryNo, usize, bool)>,
}

/// A filter being typed. Its matches are marked and visited, but the active filter still decides what is shown.
pub(super) struct Peek {
    /// The entry that was viewed when the typing began.
    pub origin: EntryNo,
    /// The search; `None` while the text is empty or does not parse.
    pub search: Option<Search>,
    pub words: Vec<String>,
    /// The jump to make when the search finishes.
    pub wants: Option<Seek>,
    /// Whether the user has moved between matches.
    pub is_moved: bool,
}

#[derive(Default)]
pub(super) struct StepShown {
    /// The entry; `None` before the first one is viewed.
    pub no: Option<EntryNo>,
    /// The state before the entry.
    pub before: Option<Arc<State>>,
    /// The units that the entry changed, with their stacks and sides.
    pub changed: BTreeSet<Id>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum ReviewFocus {
    #[default]
    Diary,
    Forces,
}

/// The time an entry is shown during playback, in milliseconds, slowest first.
const SPEEDS: [u64; 6] = [4_000, 2_000, 1_000, 500, 250, 100];

/// The number of entries read in one slice, small enough to go unnoticed.
const AT_ONCE: usize = 48;

/// The number of read entries that a search visits in one slice.
const THROUGH_AT_ONCE: usize = 400;

impl ReviewScreen {
    pub fn new(session: &Session) -> Self {
        let diary = session.diary();
        let mut catalogue = Catalogue::default();
        catalogue.extend(diary, AT_ONCE, |step| session.viewed().account(step));
        Self {
            catalogue,
            graph: Graph::of(diary),
            way: diary.way_through(session.entry()),
            speed: 2,
            ..Self::default()
        }
    }

    /// Updates what is derived from the diary.
    pub(super) fn follow(&mut self, change: SessionChange, session: &Session) {
        let diary = session.diary();
        match change {
            SessionChange::Remarked(no) => {
                if let Some(step) = diary.step(no)
                    && no <= self.catalogue.known()
                {
                    let account = session.viewed().account(&step);
                    [&mut self.shown].into_iter().chain(&mut self.going).for_each(|it| it.look_again(&account));
                    self.catalogue.replace(account);
                }
            }
            // Entries are immutable and new ones are appended, but a save that was reloaded may be a different one.
            SessionChange::Reread => {
                self.catalogue = Catalogue::default();
                self.look_through_again();
            }
            SessionChange::Moved | SessionChange::Recorded(_) => {}
        }
        self.graph = Graph::of(diary);
        self.way = diary.way_through(session.entry());
        self.step = StepShown::default();
        self.marked_for = None;
    }

    /// Restarts the searches over all entries.
    pub(super) fn look_through_again(&mut self) {
        self.show(self.shown.filter().clone());
        self.peek = None;
        self.going = self.going.take().map(|search| Search::new(search.filter().clone()));
    }

    /// Starts a search for a filter, which then decides what is shown.
    pub(super) fn show(&mut self, filter: Filter) {
        self.shown = Search::new(filter);
        self.marked_for = None;
    }

    /// Whether entries are left to read or to search.
    pub(super) fn is_busy(&self, session: &Session) -> bool {
        let is_through = |search: &Search| search.is_through(self.catalogue.accounts().len());
        let diary = session.diary();
        // A search that waits for luck is woken by the luck's arrival.
        let searches = !self.waits_for_luck(session)
            && (self.seeking.is_some()
                || self.peek.as_ref().is_some_and(|peek| peek.wants.is_some())
                || self.going.is_some()
                || (self.is_filtered() && !is_through(&self.shown)));
        !self.catalogue.is_complete(diary) || !session.timelines.is_complete(diary) || searches
    }

    /// Whether a search needs the luck of rolls that is not known yet for all of them.
    pub(super) fn waits_for_luck(&self, session: &Session) -> bool {
        let peek = self.peek.as_ref().and_then(|peek| peek.search.as_ref());
        let asks =
            std::iter::once(&self.shown).chain(&self.going).chain(peek).any(|search| search.filter().asks_for_luck());
        asks && !self.catalogue.knows_fortunes(session.diary())
    }

    /// Requests the luck of the rolls.
    pub(super) fn ask_luck(&mut self, session: &Session) -> Vec<OddsJob> {
        let diary = session.diary();
        self.luck_asked = diary.next_no() - 1;
        vec![OddsJob::Fortunes(Box::new(diary.clone()))]
    }

    /// Whether luck has been requested for all entries.
    pub(super) fn has_asked_luck(&self, session: &Session) -> bool {
        self.luck_asked + 1 == session.diary().next_no()
    }

    /// Stores the luck of the rolls.
    pub(super) fn take_luck(&mut self, fortunes: Fortunes) {
        self.catalogue.know_fortunes(self.luck_asked, fortunes);
        self.look_through_again();
    }

    /// Reads the next slice of entries, and searches the next slice.
    pub(super) fn look_up(&mut self, session: &mut Session) {
        let (diary, save) = (session.save.diary(), &session.save);
        if !self.catalogue.is_complete(diary) {
            self.catalogue.extend(diary, AT_ONCE, |step| save.account(step));
        }
        if !session.timelines.is_complete(diary) {
            session.timelines.read(diary, 0..diary.next_no(), AT_ONCE);
        }
        let are_all = self.catalogue.is_complete(diary);
        let known = self.catalogue.accounts();
        let waits = self.waits_for_luck(session);
        let go_on = |search: &mut Search| {
            if waits { Searched::NotYet } else { search.go_on(known, are_all, THROUGH_AT_ONCE) }
        };
        let found = if self.shown.filter().is_all() { Searched::NotYet } else { go_on(&mut self.shown) };
        let place = self.going.as_mut().map(go_on);
        let sought = self.peek.as_mut().filter(|peek| peek.wants.is_some()).and_then(|peek| peek.search.as_mut());
        let peeked = sought.map_or(Searched::NotYet, go_on);
        self.found(found, session);
        self.peeked(&peeked, session);
        self.arrive(place, session);
        self.mark(session);
    }

    /// Recomputes the marks on the strip if their inputs changed.
    fn mark(&mut self, session: &Session) {
        let last = self.way.last().copied().unwrap_or(0);
        let swings = session.timelines.is_complete(session.save.diary());
        let about = (self.catalogue.known(), last, self.sought().matches().len(), swings);
        if self.marked_for == Some(about) {
            return;
        }
        self.marked_for = Some(about);
        let (stood, turning_points) = self.swing_along(session);
        self.leads = stood.iter().map(|stood| stood.as_ref().map(|stood| stood.lead)).collect();
        self.stood = stood;
        let state = session.diary().at(last);
        let name = |battle: BattleId| state.as_ref().map_or(String::new(), |state| state.name(battle));
        let several = state.as_ref().is_some_and(|state| state.battles().len() > 1);
        (self.notches, self.signals) = (Vec::new(), turning_points);
        let mut before = self.catalogue.moment(0).copied().unwrap_or_default();
        if let Some(battle) = before.battle {
            // The battle under way at the start of the diary.
            let name = if several { name(battle) } else { format!("T{}", before.turn.max(1)) };
            self.notches.push(Notch { place: 0, name, is_battle: true });
        }
        let filtered = !self.sought().filter().is_all();
        for (at, no) in self.way.iter().enumerate() {
            let (Some(account), Some(moment)) = (self.catalogue.account(*no), self.catalogue.moment(*no)) else {
                break;
            };
            if let Some(battle) = moment.battle.filter(|battle| Some(*battle) != before.battle) {
                let name = if several { name(battle) } else { format!("T{}", moment.turn) };
                self.notches.push(Notch { place: at + 1, name, is_battle: true });
            } else if moment.turn != before.turn && moment.turn > 0 {
                self.notches.push(Notch { place: at + 1, name: format!("T{}", moment.turn), is_battle: false });
            }
            before = *moment;
            let remarks = account.remarks.as_ref();
            if let Some(comment) = remarks.and_then(|remarks| remarks.comment.as_ref()) {
                let mark = comment.mark.and_then(|mark| mark.sign().chars().next());
                self.signals.push((at + 1, mark.map_or(Signal::Remark, Signal::Mark)));
            }
            if remarks.is_some_and(|remarks| remarks.bookmark.is_some()) {
                self.signals.push((at + 1, Signal::Bookmark));
            }
            if filtered && self.sought().matches().binary_search(no).is_ok() {
                self.signals.push((at + 1, Signal::Match));
            }
            if session.diary().is_fork(*no) {
                self.signals.push((at + 1, Signal::Fork));
            }
        }
    }

    /// The current search: the one being typed, or else the active filter.
    pub(super) fn sought(&self) -> &Search {
        self.peek.as_ref().and_then(|peek| peek.search.as_ref()).unwrap_or(&self.shown)
    }

    /// Computes the changes of the viewed entry if they are not known.
    pub(super) fn find_step(&mut self, session: &Session) {
        let no = session.entry();
        if self.step.no == Some(no) {
            return;
        }
        if !self.way.contains(&no) && no != 0 {
            self.way = session.diary().way_through(no);
        }
        let step = session.diary().step(no);
        let changed = step.as_ref().map_or_else(BTreeSet::new, |step| {
            let units = step.changed_units().filter_map(|id| step.after.unit(id));
            units.flat_map(|unit| [Some(unit.id.into()), unit.stack.map(Id::from)]).flatten().collect()
        });
        self.step = StepShown { no: Some(no), before: step.map(|step| step.before), changed };
    }

    /// The index of the viewed entry on the path; 0 for the muster.
    pub(super) fn at(&self, session: &Session) -> usize {
        self.way.binary_search(&session.entry()).map_or(0, |at| at + 1)
    }

    /// Views an entry on any branch.
    pub(super) fn look_at(&mut self, no: EntryNo, session: &mut Session) {
        session.look_at(no);
        self.find_step(session);
    }

    pub(super) fn force_rows(&self, session: &Session) -> Vec<ForceRow> {
        forces::rows_in(session.state(), &self.closed, self.battle(session))
    }

    pub(super) fn chosen_force(&self, session: &Session) -> Option<Id> {
        let rows = (self.focus == ReviewFocus::Forces).then(|| self.force_rows(session))?;
        rows.get(self.forces.selected).map(|row| row.id)
    }

    /// Focuses the forces and selects something there, unfolding its parents.
    pub(super) fn choose_force(&mut self, id: Id, session: &Session) {
        let state = session.state();
        let around =
            [state.side_of(id).map(Id::from), state.unit(UnitId(id.0)).and_then(|unit| unit.stack).map(Id::from)];
        let folded: Vec<Id> = around.into_iter().flatten().filter(|around| *around != id).collect();
        self.closed.retain(|closed| !folded.contains(closed));
        if let Some(row) = self.force_rows(session).iter().position(|row| row.id == id) {
            (self.focus, self.forces.selected) = (ReviewFocus::Forces, row);
        }
    }

    /// The shown battle: that of the viewed entry, or the last before it.
    pub(super) fn battle(&self, session: &Session) -> Option<BattleId> {
        match self.catalogue.moment(session.entry()) {
            Some(moment) => moment.battle,
            None => session.diary().battle_at(session.entry()),
        }
    }

    /// The battle of the viewed entry. Unlike [`battle`](Self::battle) it is `None` between the battles of a campaign
    /// with a clock.
    pub(super) fn battle_there(&self, session: &Session) -> Option<BattleId> {
        let own = self.catalogue.account(session.entry()).and_then(|account| account.battle);
        self.battle(session).filter(|battle| !session.is_past(*battle, own))
    }

    pub(super) fn map<'s>(&self, session: &'s Session) -> Option<&'s Map> {
        session.state().map_of(self.battle_there(session)?)
    }

    /// The time an entry is shown during playback.
    pub(super) fn pause(&self) -> Duration {
        Duration::from_millis(SPEEDS[self.speed])
    }

    /// Makes playback faster or slower.
    pub(super) fn change_speed(&mut self, by: isize) {
        self.speed = self.speed.saturating_add_signed(by).min(SPEEDS.len() - 1);
    }

    pub(super) fn filter_line(&mut self) -> Actions<Session> {
        let text = self.offered.take().unwrap_or_else(|| self.shown.filter().clone()).to_string();
        vec![Action::Open(Box::new(ReviewLine::new(ReviewAsks::Filter, text)))]
    }
}
