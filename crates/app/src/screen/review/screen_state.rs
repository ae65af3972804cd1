//! The state of the Review screen: the path, the entries read so far, the searches, and playback.

use super::standing::BattleStanding;
use crate::{
    component::{Action, Actions, SessionChange},
    detail_card::DetailCard,
    lists::{ListState, SearchStep},
    odds_worker::OddsJob,
    overlay::review_line::{ReviewLine, ReviewPrompt},
    session::Session,
};
use std::{collections::BTreeSet, sync::Arc, time::Duration};
use wardiary_base::id::{BattleId, Id};
use wardiary_diary::diary::{
    EntryNo,
    catalogue::{Catalogue, LuckByEntry},
    filter::{Search, SearchStatus},
    tree::Graph,
};
use wardiary_rules::{
    notation::Filter,
    state::{Map, State},
};
use wardiary_view::{
    forces::{self, ForceRow},
    review::{BattleLead, StripEvent, StripMark},
};

#[derive(Default)]
pub(crate) struct ReviewScreen {
    pub(super) catalogue: Catalogue,
    pub(super) graph: Graph,
    /// The current path: the entries from the muster through the viewed one to the end of its branch.
    pub(super) path: Vec<EntryNo>,
    /// The active filter and its matches so far.
    pub(super) filter_search: Search,
    /// A jump requested before the search finished: `true` to the next match, `false` to the previous.
    pub(super) pending_jump: Option<bool>,
    pub(super) typed_filter: Option<TypedFilter>,
    /// A search for the target of a jump.
    pub(super) target_search: Option<Search>,
    /// Luck was requested for entries up to this one.
    pub(super) luck_requested_to: EntryNo,
    /// The nearest filter after one without matches; it is offered when the line is opened next.
    pub(super) suggested_filter: Option<Filter>,
    pub(super) playing: bool,
    speed: usize,
    pub(super) scrubbing: bool,
    pub(super) focus: ReviewFocus,
    pub(super) card: DetailCard,
    pub(super) forces: ListState,
    pub(super) folded: BTreeSet<Id>,
    pub(super) viewed: ViewedEntry,
    /// The marks on the strip, for the path and the entries read so far.
    pub(super) notches: Vec<StripMark>,
    pub(super) signals: Vec<(usize, StripEvent)>,
    /// The situation at each index of the path.
    pub(super) standings: Vec<Option<BattleStanding>>,
    pub(super) leads: Vec<Option<BattleLead>>,
    pub(super) marks_key: Option<(EntryNo, EntryNo, usize, bool)>,
}

/// A filter being typed. Its matches are marked and visited, but the active filter still decides what is shown.
pub(super) struct TypedFilter {
    pub origin: EntryNo,
    /// The search; `None` while the text is empty or does not parse.
    pub search: Option<Search>,
    pub words: Vec<String>,
    /// The jump to make when the search finishes.
    pub pending_step: Option<SearchStep>,
    /// Whether the user has moved between matches.
    pub is_moved: bool,
}

#[derive(Default)]
pub(super) struct ViewedEntry {
    /// The entry; `None` before the first one is viewed.
    pub no: Option<EntryNo>,
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
const READ_PER_SLICE: usize = 48;

/// The number of read entries that a search visits in one slice.
const SEARCHED_PER_SLICE: usize = 400;

impl ReviewScreen {
    pub fn new(session: &Session) -> Self {
        let diary = session.diary();
        let mut catalogue = Catalogue::default();
        catalogue.extend(diary, READ_PER_SLICE, |step| session.viewed().account(step));
        Self {
            catalogue,
            graph: Graph::of(diary),
            path: diary.path_through(session.entry()),
            speed: 2,
            ..Self::default()
        }
    }

    /// Updates what is derived from the diary.
    pub(super) fn refresh(&mut self, change: SessionChange, session: &Session) {
        let diary = session.diary();
        match change {
            SessionChange::Remarked(no) => {
                if let Some(step) = diary.step(no)
                    && no <= self.catalogue.loaded()
                {
                    let account = session.viewed().account(&step);
                    [&mut self.filter_search]
                        .into_iter()
                        .chain(&mut self.target_search)
                        .for_each(|it| it.rescan(&account));
                    self.catalogue.replace(account);
                }
            }
            // Entries are immutable and new ones are appended, but a save that was reloaded may be a different one.
            SessionChange::Reread => {
                self.catalogue = Catalogue::default();
                self.restart_searches();
            }
            SessionChange::Moved | SessionChange::Recorded(_) => {}
        }
        self.graph = Graph::of(diary);
        self.path = diary.path_through(session.entry());
        self.viewed = ViewedEntry::default();
        self.marks_key = None;
    }

    pub(super) fn restart_searches(&mut self) {
        self.set_filter(self.filter_search.filter().clone());
        self.typed_filter = None;
        self.target_search = self.target_search.take().map(|search| Search::new(search.filter().clone()));
    }

    /// Starts a search for a filter, which then decides what is shown.
    pub(super) fn set_filter(&mut self, filter: Filter) {
        self.filter_search = Search::new(filter);
        self.marks_key = None;
    }

    /// Whether entries are left to read or to search.
    pub(super) fn is_busy(&self, session: &Session) -> bool {
        let is_through = |search: &Search| search.has_scanned(self.catalogue.accounts().len());
        let diary = session.diary();
        // A search that waits for luck is woken by the luck's arrival.
        let searches = !self.waits_for_luck(session)
            && (self.pending_jump.is_some()
                || self.typed_filter.as_ref().is_some_and(|peek| peek.pending_step.is_some())
                || self.target_search.is_some()
                || (self.is_filtered() && !is_through(&self.filter_search)));
        !self.catalogue.is_complete(diary) || !session.timelines.is_complete(diary) || searches
    }

    /// Whether a search needs the luck of rolls that is not known yet for all of them.
    pub(super) fn waits_for_luck(&self, session: &Session) -> bool {
        let peek = self.typed_filter.as_ref().and_then(|peek| peek.search.as_ref());
        let asks = std::iter::once(&self.filter_search)
            .chain(&self.target_search)
            .chain(peek)
            .any(|search| search.filter().asks_for_luck());
        asks && !self.catalogue.has_all_roll_luck(session.diary())
    }

    /// Whether the strip still lacks the marks of notable rolls.
    pub(super) fn lacks_luck(&self, session: &Session) -> bool {
        let diary = session.diary();
        self.catalogue.is_complete(diary) && !self.catalogue.has_all_roll_luck(diary)
    }

    pub(super) fn request_luck(&mut self, session: &Session) -> Vec<OddsJob> {
        let diary = session.diary();
        self.luck_requested_to = diary.next_no() - 1;
        vec![OddsJob::LuckByEntry(Box::new(diary.clone()))]
    }

    pub(super) fn take_luck(&mut self, roll_luck: LuckByEntry) {
        self.catalogue.set_roll_luck(self.luck_requested_to, roll_luck);
        self.marks_key = None;
        self.restart_searches();
    }

    /// Reads the next slice of entries, and searches the next slice.
    pub(super) fn read_slice(&mut self, session: &mut Session) {
        let (diary, save) = (session.save.diary(), &session.save);
        if !self.catalogue.is_complete(diary) {
            self.catalogue.extend(diary, READ_PER_SLICE, |step| save.account(step));
        }
        if !session.timelines.is_complete(diary) {
            session.timelines.read(diary, 0..diary.next_no(), READ_PER_SLICE);
        }
        let are_all = self.catalogue.is_complete(diary);
        let known = self.catalogue.accounts();
        let waits = self.waits_for_luck(session);
        let go_on = |search: &mut Search| {
            if waits { SearchStatus::InProgress } else { search.advance(known, are_all, SEARCHED_PER_SLICE) }
        };
        let found = if self.filter_search.filter().matches_all() {
            SearchStatus::InProgress
        } else {
            go_on(&mut self.filter_search)
        };
        let place = self.target_search.as_mut().map(go_on);
        let sought =
            self.typed_filter.as_mut().filter(|peek| peek.pending_step.is_some()).and_then(|peek| peek.search.as_mut());
        let peeked = sought.map_or(SearchStatus::InProgress, go_on);
        self.on_filter_searched(found, session);
        self.on_typed_filter_searched(&peeked, session);
        self.on_target_searched(place, session);
        self.update_marks(session);
    }

    /// Recomputes the marks on the strip if their inputs changed.
    fn update_marks(&mut self, session: &Session) {
        let last = self.path.last().copied().unwrap_or(0);
        let swings = session.timelines.is_complete(session.save.diary());
        let about = (self.catalogue.loaded(), last, self.current_search().matches().len(), swings);
        if self.marks_key == Some(about) {
            return;
        }
        self.marks_key = Some(about);
        let (standing, turning_points) = self.standings_and_marks(session);
        self.leads = standing.iter().map(|standing| standing.as_ref().map(|standing| standing.lead)).collect();
        self.standings = standing;
        let state = session.diary().state_at(last);
        let name = |battle: BattleId| state.as_ref().map_or(String::new(), |state| state.name(battle));
        let several = state.as_ref().is_some_and(|state| state.battles().len() > 1);
        (self.notches, self.signals) = (Vec::new(), turning_points);
        let mut before = self.catalogue.position(0).copied().unwrap_or_default();
        if let Some(battle) = before.battle {
            // The battle under way at the start of the diary.
            let name = if several { name(battle) } else { format!("T{}", before.turn.max(1)) };
            self.notches.push(StripMark { position: 0, name, is_battle: true });
        }
        let filtered = !self.current_search().filter().matches_all();
        for (at, no) in self.path.iter().enumerate() {
            let (Some(account), Some(moment)) = (self.catalogue.account(*no), self.catalogue.position(*no)) else {
                break;
            };
            if let Some(battle) = moment.battle.filter(|battle| Some(*battle) != before.battle) {
                let name = if several { name(battle) } else { format!("T{}", moment.turn) };
                self.notches.push(StripMark { position: at + 1, name, is_battle: true });
            } else if moment.turn != before.turn && moment.turn > 0 {
                self.notches.push(StripMark { position: at + 1, name: format!("T{}", moment.turn), is_battle: false });
            }
            before = *moment;
            self.signals.extend(account.notable().map(|kind| (at + 1, StripEvent::Notable(kind))));
            let remarks = account.remarks.as_ref();
            if let Some(comment) = remarks.and_then(|remarks| remarks.comment.as_ref()) {
                let mark = comment.mark.and_then(|mark| mark.sign().chars().next());
                self.signals.push((at + 1, mark.map_or(StripEvent::Remark, StripEvent::Mark)));
            }
            if remarks.is_some_and(|remarks| remarks.bookmark.is_some()) {
                self.signals.push((at + 1, StripEvent::Bookmark));
            }
            if filtered && self.current_search().matches().binary_search(no).is_ok() {
                self.signals.push((at + 1, StripEvent::Match));
            }
            if session.diary().is_fork(*no) {
                self.signals.push((at + 1, StripEvent::Fork));
            }
        }
    }

    /// The current search: the one being typed, or else the active filter.
    pub(super) fn current_search(&self) -> &Search {
        self.typed_filter.as_ref().and_then(|peek| peek.search.as_ref()).unwrap_or(&self.filter_search)
    }

    /// Computes the changes of the viewed entry if they are not known.
    pub(super) fn update_viewed(&mut self, session: &Session) {
        let no = session.entry();
        if self.viewed.no == Some(no) {
            return;
        }
        if !self.path.contains(&no) && no != 0 {
            self.path = session.diary().path_through(no);
        }
        let step = session.diary().step(no);
        let changed = step.as_ref().map_or_else(BTreeSet::new, |step| {
            let units = step.changed_units().filter_map(|id| step.after.unit(id));
            units.flat_map(|unit| [Some(unit.id.into()), unit.stack.map(Id::from)]).flatten().collect()
        });
        self.viewed = ViewedEntry { no: Some(no), before: step.map(|step| step.before), changed };
    }

    /// The index of the viewed entry on the path; 0 for the muster.
    pub(super) fn path_index(&self, session: &Session) -> usize {
        self.path.binary_search(&session.entry()).map_or(0, |at| at + 1)
    }

    pub(super) fn view_entry(&mut self, no: EntryNo, session: &mut Session) {
        session.view_entry(no);
        self.update_viewed(session);
    }

    pub(super) fn force_rows(&self, session: &Session) -> Vec<ForceRow> {
        forces::rows_in(session.state(), &self.folded, self.battle(session))
    }

    pub(super) fn selected_force(&self, session: &Session) -> Option<Id> {
        let rows = (self.focus == ReviewFocus::Forces).then(|| self.force_rows(session))?;
        rows.get(self.forces.selected).map(|row| row.id)
    }

    /// Focuses the forces and selects something there, unfolding its parents.
    pub(super) fn select_force(&mut self, id: Id, session: &Session) {
        let state = session.state();
        let holders = state.holders(id);
        self.folded.retain(|folded| !holders.contains(folded));
        if let Some(row) = self.force_rows(session).iter().position(|row| row.id == id) {
            (self.focus, self.forces.selected) = (ReviewFocus::Forces, row);
        }
    }

    /// The shown battle: that of the viewed entry, or the last before it.
    pub(super) fn battle(&self, session: &Session) -> Option<BattleId> {
        match self.catalogue.position(session.entry()) {
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

    pub(super) fn playback_interval(&self) -> Duration {
        Duration::from_millis(SPEEDS[self.speed])
    }

    pub(super) fn change_speed(&mut self, by: isize) {
        self.speed = self.speed.saturating_add_signed(by).min(SPEEDS.len() - 1);
    }

    pub(super) fn open_filter_line(&mut self) -> Actions<Session> {
        let text = self.suggested_filter.take().unwrap_or_else(|| self.filter_search.filter().clone()).to_string();
        vec![Action::Open(Box::new(ReviewLine::new(ReviewPrompt::Filter, text)))]
    }
}
