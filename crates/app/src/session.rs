//! A session: an open save, the current entry, the last roll, and the odds on screen. All screens use it, and it knows
//! no screen.

mod dice;
mod shared;

use super::{
    deeds::BattleDeeds, first_steps::FirstSteps, history::History, kept::Kept, notice::Notice, odds_worker::OddsWorker,
    outbox, panes::Panes, session_odds::SessionOdds, spoken::Spoken,
};
use ratatui::layout::{Position, Rect};
use std::{
    collections::{BTreeMap, BTreeSet},
    rc::Rc,
    sync::Arc,
};
use wardiary_base::{
    book::Moment,
    dice::DiceRoll,
    id::{BattleId, Id, SideId, UnitId},
};
use wardiary_diary::{
    assets::Folders,
    diary::{
        Account, Diary, EntryNo, Mentions,
        file::{CatchUp, FileError, Save, SaveNotice},
        watch::Watch,
    },
    error::{UserError, notice_text},
    mail::Outbox,
    projection::Viewed,
};
use wardiary_report::{aftermath::battle_began, battle_timeline::TimelineReader, service::Service};
use wardiary_rules::{
    notation::{Aliases, left_over_in},
    order::Order,
    rules::{Matter, Rolled},
    state::{Battle, State},
};
use wardiary_view::{Look, battle_tabs, forces::ForceFigures, header::HeaderPane, line_up::result_line};

/// Number of entries loaded at a time, small enough to go unnoticed.
const SPOKEN_AT_ONCE: usize = 100;

/// Identifies a state of the save: equal keys mean equal states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StateKey {
    entry: EntryNo,
    /// How often the save was read again. Only that can change an existing entry.
    readings: u32,
}

/// Identifies the texts of the entries on the path: equal keys mean equal texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WordsKey {
    head: EntryNo,
    next: EntryNo,
    forgotten: u32,
}

/// An open save and the view of it.
pub struct Session {
    /// The save, as its reader sees it.
    pub(crate) save: Viewed,
    /// An earlier entry under review and the state after it. `None` at the head.
    review: Option<(EntryNo, State)>,
    battle: Option<BattleId>,
    /// The battle shown during a review.
    battle_then: Option<BattleId>,
    /// During a review, the battle that the entry belongs to.
    own_then: Option<BattleId>,
    rolled: Option<Rolled>,
    /// The entry of the last roll; 0 if there is none.
    rolled_in: EntryNo,
    /// Whether the result of the last order has been drawn, with all dice landed.
    seen: bool,
    /// The last recorded entry, until its aftermath was shown.
    aftermath: Option<EntryNo>,
    /// How many dice have landed, while the dice fall.
    landed: Option<usize>,
    /// What is shown while the dice fall: the entry before, and the state after it.
    before_fall: Option<(EntryNo, State)>,
    docked: bool,
    /// The units and stacks picked for the next order, in this order.
    picked: Vec<Id>,
    /// Proposals dismissed between battles, and the campaign time of the dismissal.
    left: (Moment, Vec<Matter>),
    /// Whether dice are thrown on the table if the save does not say.
    by_hand: bool,
    /// The sides that threw on the table in the last mixed setting, to return to it.
    mixed: Vec<SideId>,
    last_face_gives: bool,
    /// The user's own names for orders.
    aliases: Aliases,
    /// The tutorial shown in place of the dice.
    pub(crate) first_steps: FirstSteps,
    /// An order that could not be recorded, with the dice rolled for it, which are not rolled again.
    unwritten: Option<(Order, Vec<DiceRoll>)>,
    /// The letter of a share, or the fault in its file. `None` if the save is not a share.
    outbox: Option<Result<Outbox, UserError>>,
    /// Whether going back from the first screen returns to another one.
    way_back: bool,
    looks_on: bool,
    notice: Option<Notice>,
    pub odds: SessionOdds,
    /// The folders of the maps that an order can name.
    folders: Folders,
    /// Unit statistics of the current battle.
    deeds: BattleDeeds,
    /// The timeline of the current battle.
    pub(crate) timelines: TimelineReader,
    pub panes: Panes,
    history: History,
    spoken: Spoken,
    /// Totals of the forces in the state and battle drawn last.
    figures: Kept<(StateKey, Option<BattleId>), ForceFigures>,
    /// Whether a battle has unresolved defeats. Cached because all its combats are searched.
    left_over: Kept<(StateKey, BattleId), bool>,
    /// Whether any unit has a test. Cached because all units are searched.
    tests: Kept<StateKey, bool>,
    /// Which entries mention which ids.
    mentions: Mentions,
    /// Entry texts. An entry never changes, so they stay valid.
    told: BTreeMap<EntryNo, Account>,
    /// How often the save was read again, and how often texts were invalidated.
    readings: u32,
    forgotten: u32,
}

impl Session {
    pub fn new(save: Viewed, worker: OddsWorker, folders: Folders) -> Self {
        let outbox = outbox::of(&save);
        let mut found = save.notices().iter().filter(|found| !matches!(found, SaveNotice::Share { .. }));
        let found = found.next().map(|found| Notice::bad(notice_text(found)));
        let notice = found.or_else(|| outbox.as_ref().map(|outbox| outbox::told(save.save(), outbox)));
        let mut session = Self {
            save,
            review: None,
            battle: None,
            battle_then: None,
            own_then: None,
            rolled: None,
            rolled_in: 0,
            seen: true,
            aftermath: None,
            landed: None,
            before_fall: None,
            docked: false,
            picked: Vec::new(),
            left: Default::default(),
            by_hand: false,
            mixed: Vec::new(),
            last_face_gives: false,
            aliases: Aliases::default(),
            first_steps: FirstSteps::default(),
            unwritten: None,
            outbox,
            way_back: false,
            looks_on: false,
            notice,
            odds: SessionOdds::new(worker),
            folders,
            deeds: BattleDeeds::default(),
            timelines: TimelineReader::default(),
            panes: Panes::default(),
            history: History::default(),
            spoken: Spoken::default(),
            figures: Kept::default(),
            left_over: Kept::default(),
            tests: Kept::default(),
            mentions: Mentions::default(),
            told: BTreeMap::new(),
            readings: 0,
            forgotten: 0,
        };
        session.after_change();
        session
    }

    /// The diary, as its reader sees it.
    pub fn diary(&self) -> &Diary {
        self.save.diary()
    }

    pub fn viewed(&self) -> &Viewed {
        &self.save
    }

    pub fn save(&self) -> &Save {
        self.save.save()
    }

    pub fn save_mut(&mut self) -> &mut Save {
        self.save.save_mut()
    }

    /// Reads what others have written to the save.
    ///
    /// # Errors
    /// The save can't be read on.
    pub(crate) fn catch_up(&mut self, watch: Watch) -> Result<CatchUp, FileError> {
        self.save.catch_up(watch)
    }

    /// Keeps a line of the order line for its history.
    pub(crate) fn keep_line(&mut self, line: &str) {
        self.history.keep(self.save.diary().head(), line);
    }

    /// Whether the order line has a history.
    pub(crate) fn has_past_lines(&self) -> bool {
        self.history.is_begun(self.save.diary(), &self.folders)
    }

    /// The history of the order line, newest first.
    pub(crate) fn past_lines(&self) -> Vec<String> {
        self.history.lines(self.save.diary(), &self.folders)
    }

    /// Dismisses a proposal until campaign time advances.
    pub fn leave(&mut self, matter: Matter) {
        let now = self.state().calendar().now;
        if self.left.0 != now {
            self.left = (now, Vec::new());
        }
        self.left.1.push(matter);
    }

    /// The proposals dismissed at the current campaign time.
    pub fn left(&self) -> &[Matter] {
        if self.left.0 == self.state().calendar().now { &self.left.1 } else { &[] }
    }

    /// The entry shown instead of the head: the one under review, or while dice fall the one before them.
    fn looked_at(&self) -> Option<&(EntryNo, State)> {
        self.review.as_ref().or(self.before_fall.as_ref().filter(|_| self.landed.is_some()))
    }

    /// The current state: at the head, or at the entry under review.
    pub fn state(&self) -> &State {
        self.looked_at().map_or(self.save.diary().state(), |(_, state)| state)
    }

    pub fn entry(&self) -> EntryNo {
        self.looked_at().map_or(self.save.diary().head(), |(no, _)| *no)
    }

    pub(crate) fn state_key(&self) -> StateKey {
        StateKey { entry: self.entry(), readings: self.readings }
    }

    pub fn figures(&self, battle: Option<BattleId>) -> Rc<ForceFigures> {
        self.figures.get((self.state_key(), battle), |_| ForceFigures::of(self.state(), battle))
    }

    pub(crate) fn has_left_over(&self, battle: &Battle) -> bool {
        *self.left_over.get((self.state_key(), battle.id), |_| !left_over_in(self.state(), battle).is_empty())
    }

    /// Whether any unit has a test in the current state.
    pub(crate) fn has_tests(&self) -> bool {
        *self.tests.get(self.state_key(), |_| self.state().has_tests())
    }

    /// The key of the current entry texts.
    pub(crate) fn words_key(&self) -> WordsKey {
        let diary = self.save.diary();
        WordsKey { head: diary.head(), next: diary.next_no(), forgotten: self.forgotten }
    }

    pub fn header<'s>(&'s self, look: Look<'s>) -> HeaderPane<'s> {
        let diary = self.save.diary();
        HeaderPane {
            look,
            seen_by: self.save.side_name(),
            title: &diary.header().title,
            state: self.state(),
            battle: self.battle_there(),
            entry: self.entry(),
            entries: u32::try_from(diary.path().len()).unwrap_or(u32::MAX),
            reviewing: self.review.is_some(),
            read_only: !self.save.is_writable(),
            composed: self.composed().len(),
            rules_changed: !Arc::ptr_eq(self.state().book(), &diary.header().book)
                && self.state().goes_by_other_rules(&diary.header().book),
        }
    }

    /// The current battle: during a review, that of the entry.
    pub fn battle(&self) -> Option<BattleId> {
        if self.review.is_some() { self.battle_then } else { self.battle }
    }

    /// Like [`Self::battle()`], but `None` during a review between the battles of a campaign with a clock.
    pub(crate) fn battle_there(&self) -> Option<BattleId> {
        self.battle().filter(|battle| self.review.is_none() || !self.is_past(*battle, self.own_then))
    }

    /// Whether, in a campaign with a clock, `battle` is over in the current state and is not `own`, the battle of the
    /// current entry.
    pub(crate) fn is_past(&self, battle: BattleId, own: Option<BattleId>) -> bool {
        let is_over = self.state().battle(battle).is_none_or(|battle| battle.over.is_some());
        self.state().time().is_some() && is_over && own != Some(battle)
    }

    /// Shows a battle with its last roll.
    pub(crate) fn show_battle(&mut self, battle: BattleId) {
        if self.review.is_some() {
            self.battle_then = Some(battle);
        } else {
            self.battle = Some(battle);
        }
        self.landed = None;
        self.find_rolled();
    }

    /// Shows another of the open battles, `by` steps on.
    pub fn turn_battle(&mut self, by: isize) {
        let open: Vec<BattleId> = self.state().open_battles().map(|battle| battle.id).collect();
        let at = open.iter().position(|battle| Some(*battle) == self.battle());
        let next = match at {
            Some(at) => (at + open.len()).saturating_add_signed(by) % open.len(),
            None => 0,
        };
        if let Some(battle) = open.get(next) {
            self.show_battle(*battle);
        }
    }

    /// Shows the battle whose tab in the header was clicked. Returns false if none was.
    pub(crate) fn click_battle(&mut self, header: Rect, at: Position) -> bool {
        let row = Rect { y: header.y.saturating_add(1), height: header.height.saturating_sub(1), ..header };
        match battle_tabs::battle_at(self.state(), self.battle(), row, at) {
            Some(battle) => self.show_battle(battle),
            None => return false,
        }
        true
    }

    /// Shows the battle of an entry, if that is open.
    pub(crate) fn go_to_battle_of(&mut self, no: EntryNo, order: &Order) {
        let begun = if let Order::Battle { id, .. } = order.given() { Some(*id) } else { None };
        let Some(battle) = begun.or_else(|| self.battle_of(no)) else { return };
        let is_open = self.state().battle(battle).is_some_and(|battle| battle.over.is_none());
        if is_open && self.battle() != Some(battle) {
            self.battle = Some(battle);
            self.find_rolled();
        }
    }

    /// Keeps the current battle while it is open; otherwise takes another open one, or the last.
    fn follow_battle(&mut self) {
        let state = self.save.diary().state();
        let is_open = |id: &BattleId| state.battle(*id).is_some_and(|battle| battle.over.is_none());
        let open = || state.open_battles().next().map(|battle| battle.id);
        let last = || state.battles().last().map(|battle| battle.id);
        self.battle = self.battle.filter(is_open).or_else(open).or_else(last);
    }

    /// Updates the current battle and the last roll after a change of the diary.
    pub fn after_change(&mut self) {
        (self.landed, self.before_fall) = (None, None);
        self.follow_battle();
        self.find_rolled();
        let state = self.save.diary().state();
        self.picked.retain(|id| state.units_meant(*id).iter().any(|unit| unit.is_alive()));
    }

    /// Clears the picks after an order. An order to fight keeps them, because the fight continues.
    pub(crate) fn picked_for(&mut self, order: &Order) {
        if !matches!(order, Order::Scrud { .. } | Order::Reroll { .. }) {
            self.picked.clear();
        }
    }

    /// Toggles a pick. Returns whether it is picked now.
    pub(crate) fn pick(&mut self, id: Id) -> bool {
        let before = self.picked.len();
        self.picked.retain(|other| *other != id);
        let is_new = self.picked.len() == before;
        self.picked.extend(is_new.then_some(id));
        is_new
    }

    /// Updates everything after the save was read again. The current entry stays.
    pub fn after_reading(&mut self) {
        self.readings += 1;
        self.forgotten += 1;
        self.told.clear();
        self.deeds = BattleDeeds::default();
        self.timelines = TimelineReader::default();
        self.spoken.forget(None);
        self.mentions = Mentions::default();
        self.rolled_in(0, None);
        self.outbox = outbox::of(&self.save);
        let looked_at = self.review.take().map(|(no, _)| no);
        self.after_change();
        if let Some(no) = looked_at {
            self.look_at(no);
        }
    }

    /// Position of an entry on the path, from 0 at the muster. For an entry on another branch, the position of the
    /// fork.
    pub fn place_of(&self, no: EntryNo) -> usize {
        let diary = self.save.diary();
        let mut way = std::iter::successors(diary.entry(no), |entry| diary.entry(entry.follows()));
        way.find_map(|entry| diary.path().binary_search(&entry.no).ok()).map_or(0, |at| at + 1)
    }

    /// Reviews the entry at a position on the path.
    pub(crate) fn look_at_place(&mut self, place: usize) {
        let no = place.checked_sub(1).and_then(|at| self.save.diary().path().get(at)).copied();
        self.look_at(no.unwrap_or(0));
    }

    /// Reviews an entry `by` steps later.
    pub(crate) fn look_further(&mut self, by: isize) {
        let entries = self.save.diary().path().len();
        self.look_at_place(self.place_of(self.entry()).saturating_add_signed(by).min(entries));
    }

    pub(crate) fn look_up_spoken(&mut self) {
        let missing = self.spoken.missing(self.save.diary(), SPOKEN_AT_ONCE);
        let diary = self.save.diary();
        let accounts: Vec<Account> = diary.steps(missing).map(|step| self.save.account(&step)).collect();
        accounts.iter().for_each(|account| self.spoken.hear(account));
    }

    /// An entry as lines: the order, the dice, the result.
    pub(crate) fn entry_in_lines(&self, no: EntryNo) -> Vec<String> {
        let Some(step) = self.save.diary().step(no) else { return Vec::new() };
        let account = self.save.account(&step);
        let mut lines = vec![format!("{no}  {}", account.headline)];
        if !account.dice.is_empty() {
            lines.push(format!("dice: {}", account.faces()));
        }
        lines.extend(account.sentences);
        lines
    }

    /// The copy of an entry: its name and lines, with the luck of its roll if that is shown.
    pub fn copied(&self, no: Option<EntryNo>) -> Option<(String, Vec<String>)> {
        let no = no.filter(|no| self.save.diary().entry(*no).is_some())?;
        let mut lines = self.entry_in_lines(no);
        let fought = self.fought().filter(|_| no == self.rolled_in);
        lines.extend(fought.map(|fought| result_line(self.state(), fought).to_string()));
        Some((format!("entry {no}"), lines))
    }

    /// Reviews an entry. The head ends the review.
    pub fn look_at(&mut self, no: EntryNo) {
        let diary = self.save.diary();
        self.review = if no == diary.head() { None } else { diary.at(no).map(|state| (no, state)) };
        let battle = self.review.as_ref().and_then(|(no, _)| diary.battle_at(*no));
        self.landed = None;
        if self.review.is_some() {
            self.battle_then = battle.or(self.battle);
            self.own_then = self.battle_of(no);
        }
        self.find_rolled();
    }

    /// Reads more entries for the unit statistics. Returns true when they are complete.
    pub(crate) fn look_up_deeds(&mut self, many: usize) -> bool {
        let Some(battle) = self.battle_there() else { return true };
        let upto = self.place_of(self.entry());
        let mut deeds = std::mem::take(&mut self.deeds);
        let known = deeds.look_up(self.save.diary(), (battle, upto), || self.before_battle(battle), many);
        self.deeds = deeds;
        known
    }

    /// The entries of the timeline of a battle: the one that began it, or 0 for the muster, and those on the path since.
    pub(crate) fn entries_of(&self, battle: BattleId) -> Vec<EntryNo> {
        let path = self.save.diary().path();
        let before = self.before_battle(battle);
        let began = before.checked_sub(1).map_or(0, |at| path[at]);
        std::iter::once(began).chain(path[before..].iter().copied()).collect()
    }

    pub(crate) fn deeds_of(&self, unit: UnitId) -> Option<&Service> {
        self.deeds.of(unit)
    }

    /// Number of entries on the path up to and including the one that began a battle.
    fn before_battle(&self, battle: BattleId) -> usize {
        let diary = self.save.diary();
        let path = diary.path();
        let began = path.last().map_or(0, |last| battle_began(diary, *last, battle));
        path.partition_point(|no| *no <= began)
    }

    /// The latest entries that mention one of these ids, newest first. Searches `among` entries up to the current one,
    /// and returns at most `many`.
    pub(crate) fn last_about(&mut self, ids: &BTreeSet<Id>, among: usize, many: usize) -> Vec<EntryNo> {
        let end = self.place_of(self.entry());
        self.mentions.last(self.save.diary(), ids, end.saturating_sub(among)..end, many)
    }

    /// Invalidates the text of an entry after a remark.
    pub(crate) fn forget_told(&mut self, no: EntryNo) {
        self.forgotten += 1;
        self.told.remove(&no);
        self.spoken.forget(Some(no));
    }

    fn battle_of(&self, no: EntryNo) -> Option<BattleId> {
        self.save.diary().step(no)?.battle()
    }

    /// The texts of `many` entries of the path, from position `from` on.
    pub fn tell(&mut self, from: usize, many: usize) -> Vec<Account> {
        let diary = self.save.diary();
        let path = diary.path();
        let numbers = &path[from.min(path.len())..(from + many).min(path.len())];
        let missing: Vec<EntryNo> = numbers.iter().copied().filter(|no| !self.told.contains_key(no)).collect();
        for step in diary.steps(missing) {
            self.told.insert(step.entry.no, self.save.account(&step));
        }
        // Bounds the cache; texts can be built again.
        if self.told.len() > 4096 {
            let keep: BTreeSet<EntryNo> = numbers.iter().copied().collect();
            self.told.retain(|no, _| keep.contains(no));
        }
        let mut telling: Vec<Account> = numbers.iter().filter_map(|no| self.told.get(no).cloned()).collect();
        for account in &mut telling {
            // Another branch may have started there since.
            account.fork = diary.is_fork(account.follows);
            account.forks = diary.is_fork(account.no);
        }
        telling
    }
}
