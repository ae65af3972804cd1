//! The Review screen's state: the way that is gone, what is known of the entries, what is sought, whether it plays.

use super::stood::Stood;
use crate::{
    borders::Handles,
    card::Card,
    component::{Action, Actions, SessionChange},
    lists::Seek,
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
use wardiary_report::swing::SwingReader;
use wardiary_rules::{
    notation::Filter,
    state::{Map, State},
};
use wardiary_view::{
    forces::{self, ForceRow},
    review::{Lead, Notch, Signal},
};

/// The Review screen.
pub(crate) struct ReviewScreen {
    /// What there is to say of the entries, as far as they were looked up.
    pub(super) catalogue: Catalogue,
    /// The graph of the branches.
    pub(super) graph: Graph,
    /// The way that is gone: the entries from the muster through the one that is looked at, and on to where that ends.
    pub(super) way: Vec<EntryNo>,
    /// What is shown: what fits, as far as the entries were looked through.
    pub(super) shown: Search,
    /// What was asked for before all entries were looked through: the next match, or the one before.
    pub(super) seeking: Option<bool>,
    /// What is typed so far of what is to be shown.
    pub(super) peek: Option<Peek>,
    /// A place that is gone to once it is found.
    pub(super) going: Option<Search>,
    /// Up to which entry it was asked how rolls came out.
    luck_asked: EntryNo,
    /// The filter nearest to one that fitted nothing: it stands in the line when that is opened next.
    pub(super) offered: Option<Filter>,
    /// Whether it plays.
    pub(super) playing: bool,
    speed: usize,
    /// Whether the strip is held by the mouse.
    pub(super) scrubbing: bool,
    /// The borders between its panes.
    pub(super) handles: Handles,
    pub(super) focus: ReviewFocus,
    /// The card of what is chosen among the forces.
    pub(super) card: Card,
    /// The chosen row of the forces, and the first that is seen.
    pub(super) selected: usize,
    pub(super) scroll: usize,
    pub(super) closed: BTreeSet<Id>,
    /// The entry that is looked at, with what it changed.
    pub(super) step: StepShown,
    /// What is marked on the strip, for the way and as much as was looked up.
    pub(super) notches: Vec<Notch>,
    pub(super) signals: Vec<(usize, Signal)>,
    /// The battles after each entry, as far as they were looked up, and how they stood along the way.
    pub(super) swings: SwingReader,
    pub(super) stood: Vec<Option<Stood>>,
    pub(super) leads: Vec<Option<Lead>>,
    pub(super) marked_for: Option<(EntryNo, EntryNo, usize, bool)>,
}

/// What fits what is typed so far, before it is taken: it is marked and gone to, and what is shown stays.
pub(super) struct Peek {
    /// The entry that was looked at when it began.
    pub origin: EntryNo,
    /// What fits; none while what is typed can't be read, or is nothing.
    pub search: Option<Search>,
    /// Its words, which are marked.
    pub words: Vec<String>,
    /// Where it goes once all entries were looked through.
    pub wants: Option<Seek>,
    /// Whether one has gone on from match to match.
    pub is_moved: bool,
}

/// An entry with what it changed.
#[derive(Default)]
pub(super) struct StepShown {
    /// The entry; none before anything was looked at.
    pub no: Option<EntryNo>,
    /// How it was before.
    pub before: Option<Arc<State>>,
    /// The units that it changed, with their stacks and sides.
    pub changed: BTreeSet<Id>,
}

/// The panes that can have the keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReviewFocus {
    /// The entries.
    Diary,
    /// The forces.
    Forces,
}

/// How long an entry is seen while the diary plays, the slowest first, in milliseconds.
const SPEEDS: [u64; 6] = [4_000, 2_000, 1_000, 500, 250, 100];

/// So many entries are looked up at a time: it is no work that anybody notices.
const AT_ONCE: usize = 48;

/// So many that were looked up are looked through at a time.
const THROUGH_AT_ONCE: usize = 400;

impl ReviewScreen {
    /// The screen as it is when it opens.
    #[must_use]
    pub fn new(session: &Session) -> Self {
        let diary = session.save.diary();
        let mut catalogue = Catalogue::default();
        catalogue.extend(diary, AT_ONCE, |step| session.save.account(step));
        Self {
            catalogue,
            graph: Graph::of(diary),
            way: diary.way_through(session.entry()),
            shown: Search::default(),
            seeking: None,
            peek: None,
            going: None,
            luck_asked: 0,
            offered: None,
            playing: false,
            speed: 2,
            scrubbing: false,
            handles: Handles::default(),
            focus: ReviewFocus::Diary,
            card: Card::default(),
            selected: 0,
            scroll: 0,
            closed: BTreeSet::new(),
            step: StepShown::default(),
            notches: Vec::new(),
            signals: Vec::new(),
            swings: SwingReader::default(),
            stood: Vec::new(),
            leads: Vec::new(),
            marked_for: None,
        }
    }

    /// Brings what is known up to date with the diary.
    pub(super) fn follow(&mut self, change: SessionChange, session: &Session) {
        let diary = session.save.diary();
        match change {
            SessionChange::Remarked(no) => {
                if let Some(step) = diary.step(no)
                    && no <= self.catalogue.known()
                {
                    let account = session.save.account(&step);
                    [&mut self.shown].into_iter().chain(&mut self.going).for_each(|it| it.look_again(&account));
                    self.catalogue.replace(account);
                }
            }
            // Entries never change, and new ones come behind them; but a save that was read again may be another.
            SessionChange::Reread => {
                self.catalogue = Catalogue::default();
                self.swings = SwingReader::default();
                self.look_through_again();
            }
            SessionChange::Moved | SessionChange::Recorded(_) => {}
        }
        self.graph = Graph::of(diary);
        self.way = diary.way_through(session.entry());
        self.step = StepShown::default();
        self.marked_for = None;
    }

    /// Goes through all entries again for what is sought.
    pub(super) fn look_through_again(&mut self) {
        self.show(self.shown.filter().clone());
        self.peek = None;
        self.going = self.going.take().map(|search| Search::new(search.filter().clone()));
    }

    /// Shows what fits a filter, once it is looked through for it.
    pub(super) fn show(&mut self, filter: Filter) {
        self.shown = Search::new(filter);
        self.marked_for = None;
    }

    /// Whether something is left to look up, or to look through.
    #[must_use]
    pub(super) fn is_busy(&self, session: &Session) -> bool {
        let is_through = |search: &Search| search.is_through(self.catalogue.accounts().len());
        let diary = session.save.diary();
        // What waits until rolls are weighed is woken by that.
        let searches = !self.waits_for_luck(session)
            && (self.seeking.is_some()
                || self.peek.as_ref().is_some_and(|peek| peek.wants.is_some())
                || self.going.is_some()
                || (self.is_filtered() && !is_through(&self.shown)));
        !self.catalogue.is_complete(diary) || !self.swings.is_complete(diary) || searches
    }

    /// Whether a search asks how rolls came out, and that is not known of all of them.
    #[must_use]
    pub(super) fn waits_for_luck(&self, session: &Session) -> bool {
        let peek = self.peek.as_ref().and_then(|peek| peek.search.as_ref());
        let asks =
            std::iter::once(&self.shown).chain(&self.going).chain(peek).any(|search| search.filter().asks_for_luck());
        asks && !self.catalogue.knows_fortunes(session.save.diary())
    }

    /// Asks how the rolls came out.
    pub(super) fn ask_luck(&mut self, session: &Session) -> Vec<OddsJob> {
        let diary = session.save.diary();
        self.luck_asked = diary.next_no() - 1;
        vec![OddsJob::Fortunes(Box::new(diary.clone()))]
    }

    /// Whether it was asked of all entries that there are.
    pub(super) fn has_asked_luck(&self, session: &Session) -> bool {
        self.luck_asked + 1 == session.save.diary().next_no()
    }

    /// Takes in how they came out.
    pub(super) fn take_luck(&mut self, fortunes: Fortunes) {
        self.catalogue.know_fortunes(self.luck_asked, fortunes);
        self.look_through_again();
    }

    /// Looks a few more entries up, and looks a few through for what is sought.
    pub(super) fn look_up(&mut self, session: &mut Session) {
        let (diary, save) = (session.save.diary(), &session.save);
        if !self.catalogue.is_complete(diary) {
            self.catalogue.extend(diary, AT_ONCE, |step| save.account(step));
        }
        if !self.swings.is_complete(diary) {
            self.swings.extend(diary, AT_ONCE);
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

    /// Works out what is marked on the strip, where that has changed.
    fn mark(&mut self, session: &Session) {
        let last = self.way.last().copied().unwrap_or(0);
        let swings = self.swings.is_complete(session.save.diary());
        let about = (self.catalogue.known(), last, self.sought().matches().len(), swings);
        if self.marked_for == Some(about) {
            return;
        }
        self.marked_for = Some(about);
        let (stood, turning_points) = self.swing_along(session);
        self.leads = stood.iter().map(|stood| stood.as_ref().map(|stood| stood.lead)).collect();
        self.stood = stood;
        let state = session.save.diary().at(last);
        let name = |battle: BattleId| state.as_ref().map_or(String::new(), |state| state.name(battle));
        let several = state.as_ref().is_some_and(|state| state.battles().len() > 1);
        (self.notches, self.signals) = (Vec::new(), turning_points);
        let mut before = self.catalogue.moment(0).copied().unwrap_or_default();
        if let Some(battle) = before.battle {
            // What is under way when the diary begins.
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
            if session.save.diary().is_fork(*no) {
                self.signals.push((at + 1, Signal::Fork));
            }
        }
    }

    /// What is looked for: what is typed so far, else what is shown.
    pub(super) fn sought(&self) -> &Search {
        self.peek.as_ref().and_then(|peek| peek.search.as_ref()).unwrap_or(&self.shown)
    }

    /// What the entry that is looked at changed, where that is not known.
    pub(super) fn find_step(&mut self, session: &Session) {
        let no = session.entry();
        if self.step.no == Some(no) {
            return;
        }
        if !self.way.contains(&no) && no != 0 {
            self.way = session.save.diary().way_through(no);
        }
        let step = session.save.diary().step(no);
        let changed = step.as_ref().map_or_else(BTreeSet::new, |step| {
            let units = step.changed_units().filter_map(|id| step.after.unit(id));
            units.flat_map(|unit| [Some(unit.id.into()), unit.stack.map(Id::from)]).flatten().collect()
        });
        self.step = StepShown { no: Some(no), before: step.map(|step| step.before), changed };
    }

    /// The place of the entry that is looked at on the way; 0 for the muster.
    #[must_use]
    pub(super) fn at(&self, session: &Session) -> usize {
        self.way.binary_search(&session.entry()).map_or(0, |at| at + 1)
    }

    /// Looks at an entry, on whatever way.
    pub(super) fn look_at(&mut self, no: EntryNo, session: &mut Session) {
        session.look_at(no);
        self.find_step(session);
    }

    /// The rows of the forces.
    #[must_use]
    pub(super) fn force_rows(&self, session: &Session) -> Vec<ForceRow> {
        forces::rows_in(session.state(), &self.closed, self.battle(session))
    }

    /// What is chosen among the forces, where they have the keys.
    #[must_use]
    pub(super) fn chosen_force(&self, session: &Session) -> Option<Id> {
        let rows = (self.focus == ReviewFocus::Forces).then(|| self.force_rows(session))?;
        rows.get(self.selected).map(|row| row.id)
    }

    /// Chooses something among the forces, which have the keys then; what it lies folded up in is unfolded.
    pub(super) fn choose_force(&mut self, id: Id, session: &Session) {
        let state = session.state();
        let around =
            [state.side_of(id).map(Id::from), state.unit(UnitId(id.0)).and_then(|unit| unit.stack).map(Id::from)];
        let folded: Vec<Id> = around.into_iter().flatten().filter(|around| *around != id).collect();
        self.closed.retain(|closed| !folded.contains(closed));
        if let Some(row) = self.force_rows(session).iter().position(|row| row.id == id) {
            (self.focus, self.selected) = (ReviewFocus::Forces, row);
        }
    }

    /// The battle that is shown: that of the entry that is looked at, or the last before it.
    #[must_use]
    pub(super) fn battle(&self, session: &Session) -> Option<BattleId> {
        match self.catalogue.moment(session.entry()) {
            Some(moment) => moment.battle,
            None => session.save.diary().battle_at(session.entry()),
        }
    }

    /// The same, but for what lies between the battles of a campaign that goes by a clock: no battle is shown there.
    #[must_use]
    pub(super) fn battle_there(&self, session: &Session) -> Option<BattleId> {
        let own = self.catalogue.account(session.entry()).and_then(|account| account.battle);
        self.battle(session).filter(|battle| !session.is_past(*battle, own))
    }

    /// The map of that battle.
    #[must_use]
    pub(super) fn map<'s>(&self, session: &'s Session) -> Option<&'s Map> {
        session.state().map_of(self.battle_there(session)?)
    }

    /// How long an entry is seen while it plays.
    #[must_use]
    pub(super) fn pause(&self) -> Duration {
        Duration::from_millis(SPEEDS[self.speed])
    }

    /// Plays faster, or more slowly.
    pub(super) fn change_speed(&mut self, by: isize) -> Actions<Session> {
        self.speed = self.speed.saturating_add_signed(by).min(SPEEDS.len() - 1);
        Vec::new()
    }

    /// A line for what is to be shown.
    pub(super) fn filter_line(&mut self) -> Actions<Session> {
        let text = self.offered.take().unwrap_or_else(|| self.shown.filter().clone()).to_string();
        vec![Action::Open(Box::new(ReviewLine::new(ReviewAsks::Filter, text)))]
    }
}
