//! A session: an open save, the current entry, the last roll, and the odds on screen. All screens use it, and it knows
//! no screen.

mod common_state;
mod dice;

use super::{
    memo::MemoCell, notice::Notice, odds_worker::OddsWorker, order_history::OrderHistory, panes::Panes,
    session_odds::SessionOdds, settings::Settings, tutorial::Tutorial, unit_stats::BattleUnitStats,
};
use crate::searched_rows::EntrySearchText;
use ratatui::layout::{Position, Rect};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
    rc::Rc,
    sync::Arc,
    time::SystemTime,
};
use wardiary_base::{
    book::Moment,
    dice::DiceRoll,
    id::{BattleId, Id, SideId},
    text,
};
use wardiary_diary::{
    assets::Folders,
    diary::{
        Account, Diary, EntryNo, Mentions,
        file::{Save, SaveNotice},
    },
    error::{UserError, notice_text},
    mail::LetterFile,
    projection::SaveView,
};
use wardiary_report::{aftermath::battle_start, battle_timeline::TimelineReader};
use wardiary_rules::{
    notation::leftover_in_battle,
    order::Order,
    rules::{OrderRoll, ProposalKey},
    state::{Battle, State},
};
use wardiary_view::{
    Look,
    forces::ForceFigures,
    header::{self, HeaderPane},
    line_up::result_line,
};

/// Number of entries loaded at a time, small enough to go unnoticed.
const TEXTS_PER_BATCH: usize = 100;

/// Identifies a state of the save: equal keys mean equal states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StateKey {
    entry: EntryNo,
    /// How often the save was read again. Only that can change an existing entry.
    reloads: u32,
}

/// Identifies the texts of the entries on the path: equal keys mean equal texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TextKey {
    head: EntryNo,
    next: EntryNo,
    invalidations: u32,
}

pub struct Session {
    pub(crate) save: SaveView,
    /// An earlier entry under review and the state after it. `None` at the head.
    review: Option<(EntryNo, State)>,
    battle: Option<BattleId>,
    review_battle: Option<BattleId>,
    /// During a review, the battle that the entry belongs to.
    review_entry_battle: Option<BattleId>,
    pub(crate) last_roll: Option<OrderRoll>,
    /// The entry of the last roll; 0 if there is none.
    last_roll_entry: EntryNo,
    /// Whether the result of the last order has been drawn, with all dice landed.
    pub(crate) result_drawn: bool,
    /// The last recorded entry, until its aftermath was shown.
    pub(crate) aftermath: Option<EntryNo>,
    /// How many dice have landed, while the dice fall.
    pub(crate) dice_landed: Option<usize>,
    /// The entry shown while the dice fall, which is the one before them, and the state after it.
    before_dice: Option<(EntryNo, State)>,
    pub(crate) docked: bool,
    /// The units and stacks picked for the next order, in this order.
    picked: Vec<Id>,
    /// Proposals dismissed between battles, and the campaign time of the dismissal.
    dismissed: (Moment, Vec<ProposalKey>),
    /// The user's settings, such as whether dice are rolled on the table if the save does not say.
    pub(crate) settings: Settings,
    /// The sides that rolled on the table in the last mixed setting, to return to it.
    pub(crate) last_mixed_sides: Vec<SideId>,
    /// The tutorial shown in place of the dice.
    pub(crate) tutorial: Tutorial,
    /// An order that could not be recorded, with the dice rolled for it, which are not rolled again.
    pub(crate) unwritten: Option<(Order, Vec<DiceRoll>)>,
    /// The letter of a share, or the fault in its file. `None` if the save is not a share.
    pub(crate) letter_file: Option<Result<LetterFile, UserError>>,
    /// The last fault in taking in mail beside the save.
    pub(crate) mail_fault: Option<Notice>,
    /// The orders files of the mail folder that were looked at, with their times.
    pub(crate) read_letters: BTreeMap<PathBuf, SystemTime>,
    /// Whether going back from the first screen returns to another one.
    way_back: bool,
    /// Whether the Review screen is open; it chooses the entry for the screens above it.
    pub(crate) is_review_open: bool,
    pub(crate) is_side_view: bool,
    pub(crate) notice: Option<Notice>,
    pub odds: SessionOdds,
    /// The folders of the maps that an order can name.
    pub(crate) folders: Folders,
    pub(crate) unit_stats: BattleUnitStats,
    /// The timeline of the current battle.
    pub(crate) timelines: TimelineReader,
    pub panes: Panes,
    history: OrderHistory,
    pub(crate) search_text: EntrySearchText,
    mentions: Mentions,
    /// Entry texts. An entry never changes, so they stay valid.
    account_cache: BTreeMap<EntryNo, Account>,
    branch: MemoCell<(EntryNo, EntryNo, u32), Option<String>>,
    /// How often the save was read again, and how often texts were invalidated.
    reloads: u32,
    invalidations: u32,
}

impl Session {
    pub fn new(save: SaveView, worker: OddsWorker, folders: Folders) -> Self {
        let letter_file = letter_of(&save);
        let mut found = save.notices().iter().filter(|found| !matches!(found, SaveNotice::Share { .. }));
        let found = found.next().map(|found| Notice::bad(notice_text(found)));
        let notice = found.or_else(|| letter_file.as_ref().map(|letter_file| share_notice(save.save(), letter_file)));
        let mut session = Self {
            save,
            review: None,
            battle: None,
            review_battle: None,
            review_entry_battle: None,
            last_roll: None,
            last_roll_entry: 0,
            result_drawn: true,
            aftermath: None,
            dice_landed: None,
            before_dice: None,
            docked: false,
            picked: Vec::new(),
            dismissed: Default::default(),
            settings: Settings::default(),
            last_mixed_sides: Vec::new(),
            tutorial: Tutorial::default(),
            unwritten: None,
            letter_file,
            mail_fault: None,
            read_letters: BTreeMap::new(),
            way_back: false,
            is_review_open: false,
            is_side_view: false,
            notice,
            odds: SessionOdds::new(worker),
            folders,
            unit_stats: BattleUnitStats::default(),
            timelines: TimelineReader::default(),
            panes: Panes::default(),
            history: OrderHistory::default(),
            search_text: EntrySearchText::default(),
            mentions: Mentions::default(),
            account_cache: BTreeMap::new(),
            branch: MemoCell::default(),
            reloads: 0,
            invalidations: 0,
        };
        session.after_change();
        session
    }

    pub fn diary(&self) -> &Diary {
        self.save.diary()
    }

    pub fn viewed(&self) -> &SaveView {
        &self.save
    }

    pub fn save(&self) -> &Save {
        self.save.save()
    }

    pub fn save_mut(&mut self) -> &mut Save {
        self.save.save_mut()
    }

    /// Dismisses a proposal until campaign time advances.
    pub fn dismiss(&mut self, matter: ProposalKey) {
        let now = self.state().calendar().now;
        if self.dismissed.0 != now {
            self.dismissed = (now, Vec::new());
        }
        self.dismissed.1.push(matter);
    }

    /// The proposals dismissed at the current campaign time.
    pub fn dismissed(&self) -> &[ProposalKey] {
        if self.dismissed.0 == self.state().calendar().now { &self.dismissed.1 } else { &[] }
    }

    /// The entry shown instead of the head: the one under review, or while dice fall the one before them.
    fn viewed_entry(&self) -> Option<&(EntryNo, State)> {
        self.review.as_ref().or(self.before_dice.as_ref().filter(|_| self.dice_landed.is_some()))
    }

    /// The current state: at the head, or at the entry under review.
    pub fn state(&self) -> &State {
        self.viewed_entry().map_or(self.save.diary().state(), |(_, state)| state)
    }

    pub fn entry(&self) -> EntryNo {
        self.viewed_entry().map_or(self.save.diary().head(), |(no, _)| *no)
    }

    pub(crate) fn state_key(&self) -> StateKey {
        StateKey { entry: self.entry(), reloads: self.reloads }
    }

    pub fn figures(&self, battle: Option<BattleId>) -> ForceFigures {
        ForceFigures::new(self.state(), battle)
    }

    pub(crate) fn has_unresolved_defeats(&self, battle: &Battle) -> bool {
        !leftover_in_battle(self.state(), battle).is_empty()
    }

    pub(crate) fn has_tests(&self) -> bool {
        self.state().has_tests()
    }

    pub(crate) fn text_key(&self) -> TextKey {
        let diary = self.save.diary();
        TextKey { head: diary.head(), next: diary.next_no(), invalidations: self.invalidations }
    }

    pub fn header<'s>(&'s self, look: Look<'s>) -> HeaderPane<'s> {
        let diary = self.save.diary();
        HeaderPane {
            look,
            viewer: self.save.side_name(),
            title: &diary.header().title,
            state: self.state(),
            battle: self.battle_there(),
            entry: self.entry(),
            entries: u32::try_from(diary.path().len()).unwrap_or(u32::MAX),
            branch: self.branch_title(),
            reviewing: self.review.is_some(),
            read_only: !self.save.is_writable(),
            composed: self.composed_orders().len(),
            rules_changed: !Arc::ptr_eq(self.state().book(), &diary.header().book)
                && self.state().has_other_rules(&diary.header().book),
        }
    }

    /// The title of the current entry's branch, if the diary has several.
    fn branch_title(&self) -> Rc<Option<String>> {
        let key = (self.entry(), self.save.diary().next_no(), self.reloads);
        self.branch.get(key, |(entry, ..)| self.save.diary().branch_of(*entry).map(|branch| branch.title()))
    }

    /// The current battle: during a review, that of the entry.
    pub fn battle(&self) -> Option<BattleId> {
        if self.review.is_some() { self.review_battle } else { self.battle }
    }

    /// Like [`Self::battle()`], but `None` during a review between the battles of a campaign with a clock.
    pub(crate) fn battle_there(&self) -> Option<BattleId> {
        self.battle().filter(|battle| self.review.is_none() || !self.is_past(*battle, self.review_entry_battle))
    }

    /// Whether, in a campaign with a clock, `battle` is over in the current state and is not `own`, the battle of the
    /// current entry.
    pub(crate) fn is_past(&self, battle: BattleId, own: Option<BattleId>) -> bool {
        let is_over = self.state().battle(battle).is_none_or(|battle| battle.ended.is_some());
        self.state().time().is_some() && is_over && own != Some(battle)
    }

    pub(crate) fn show_battle(&mut self, battle: BattleId) {
        if self.review.is_some() {
            self.review_battle = Some(battle);
        } else {
            self.battle = Some(battle);
        }
        self.dice_landed = None;
        self.update_last_roll();
    }

    /// Shows another of the open battles, `by` steps on.
    pub fn cycle_battle(&mut self, by: isize) {
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
        match header::battle_at(self.state(), self.battle(), row, at) {
            Some(battle) => self.show_battle(battle),
            None => return false,
        }
        true
    }

    /// Shows the battle of an entry, if that is open.
    pub(crate) fn go_to_battle_of(&mut self, no: EntryNo, order: &Order) {
        let begun = if let Order::Battle { id, .. } = order.effective_order() { Some(*id) } else { None };
        let Some(battle) = begun.or_else(|| self.battle_of(no)) else { return };
        let is_open = self.state().battle(battle).is_some_and(|battle| battle.ended.is_none());
        if is_open && self.battle() != Some(battle) {
            self.battle = Some(battle);
            self.update_last_roll();
        }
    }

    /// Keeps the current battle while it is open; otherwise takes another open one, or the last.
    fn update_battle(&mut self) {
        let state = self.save.diary().state();
        let is_open = |id: &BattleId| state.battle(*id).is_some_and(|battle| battle.ended.is_none());
        let open = || state.open_battles().next().map(|battle| battle.id);
        let last = || state.battles().last().map(|battle| battle.id);
        self.battle = self.battle.filter(is_open).or_else(open).or_else(last);
    }

    /// Updates the current battle and the last roll after a change of the diary.
    pub fn after_change(&mut self) {
        (self.dice_landed, self.before_dice) = (None, None);
        self.update_battle();
        self.update_last_roll();
        let state = self.save.diary().state();
        self.picked.retain(|id| state.units_for_id(*id).iter().any(|unit| unit.is_alive()));
    }

    /// Clears the picks after an order. An order to fight keeps them, because the fight continues.
    pub(crate) fn clear_picks_after(&mut self, order: &Order) {
        if !matches!(order, Order::Scrud { .. } | Order::Reroll { .. }) {
            self.picked.clear();
        }
    }

    pub fn picked(&self) -> &[Id] {
        &self.picked
    }

    /// Notes that the result of an entry is still to be drawn, and its aftermath to be shown.
    pub(crate) fn await_result_of(&mut self, entry: EntryNo) {
        (self.result_drawn, self.aftermath) = (false, Some(entry));
    }

    /// Lands the first `down` of the falling dice; all of them end the animation.
    pub(crate) fn land_dice(&mut self, down: usize, dice: usize) {
        self.dice_landed = Some(down).filter(|down| *down < dice);
    }

    /// Drops all picks. Returns false if there were none.
    pub(crate) fn clear_picks(&mut self) -> bool {
        !std::mem::take(&mut self.picked).is_empty()
    }

    pub(crate) fn drop_picks(&mut self, dropped: &[Id]) {
        self.picked.retain(|id| !dropped.contains(id));
    }

    /// Adds a line to the history of the order line.
    pub(crate) fn remember_line(&mut self, line: &str) {
        self.history.push(self.save.diary().head(), line);
    }

    pub(crate) fn line_history(&self) -> Vec<String> {
        self.history.lines(self.save.diary(), &self.folders)
    }

    pub(crate) fn has_line_history(&self) -> bool {
        self.history.has_lines(self.save.diary(), &self.folders)
    }

    pub(crate) fn has_way_back(&self) -> bool {
        self.way_back
    }

    pub(crate) fn set_way_back(&mut self, exists: bool) {
        self.way_back = exists;
    }

    /// Toggles a pick, of a formation that of its stacks. Returns whether it is picked now.
    pub(crate) fn toggle_pick(&mut self, id: Id) -> bool {
        let toggled = self.state().named_forces(id);
        let is_new = toggled.iter().any(|id| !self.picked.contains(id));
        self.picked.retain(|other| !toggled.contains(other));
        self.picked.extend(is_new.then_some(toggled).into_iter().flatten());
        is_new
    }

    /// Updates everything after the save was read again. The current entry stays.
    pub fn after_reload(&mut self) {
        self.reloads += 1;
        self.invalidations += 1;
        self.account_cache.clear();
        self.unit_stats = BattleUnitStats::default();
        self.timelines = TimelineReader::default();
        self.search_text.invalidate(None);
        self.mentions = Mentions::default();
        self.set_last_roll(0, None);
        self.letter_file = letter_of(&self.save);
        let looked_at = self.review.take().map(|(no, _)| no);
        self.after_change();
        if let Some(no) = looked_at {
            self.view_entry(no);
        }
    }

    /// Position of an entry on the path, from 0 at the muster. For an entry on another branch, the position of the
    /// fork.
    pub fn position_of(&self, no: EntryNo) -> usize {
        let diary = self.save.diary();
        let mut way = std::iter::successors(diary.entry(no), |entry| diary.entry(entry.parent()));
        way.find_map(|entry| diary.path().binary_search(&entry.no).ok()).map_or(0, |at| at + 1)
    }

    /// Reviews the entry at a position on the path.
    pub(crate) fn look_at_place(&mut self, place: usize) {
        let no = place.checked_sub(1).and_then(|at| self.save.diary().path().get(at)).copied();
        self.view_entry(no.unwrap_or(0));
    }

    /// Reviews an entry `by` steps later.
    pub(crate) fn look_further(&mut self, by: isize) {
        let entries = self.save.diary().path().len();
        self.look_at_place(self.position_of(self.entry()).saturating_add_signed(by).min(entries));
    }

    pub(crate) fn load_search_text(&mut self) {
        let missing = self.search_text.missing(self.save.diary(), TEXTS_PER_BATCH);
        let diary = self.save.diary();
        let accounts: Vec<Account> = diary.steps(missing).map(|step| self.save.account(&step)).collect();
        accounts.iter().for_each(|account| self.search_text.add(account));
    }

    /// An entry as lines: the order, the dice, the result.
    pub(crate) fn entry_in_lines(&self, no: EntryNo) -> Vec<String> {
        let Some(step) = self.save.diary().step(no) else { return Vec::new() };
        let account = self.save.account(&step);
        let mut lines = vec![format!("{no}  {}", account.order_line)];
        if !account.dice.is_empty() {
            lines.push(format!("dice: {}", account.faces()));
        }
        lines.extend(account.sentences);
        lines
    }

    /// The copy of an entry: its name and lines, with the luck of its roll if that is shown.
    pub fn copy_text(&self, no: Option<EntryNo>) -> Option<(String, Vec<String>)> {
        let no = no.filter(|no| self.save.diary().entry(*no).is_some())?;
        let mut lines = self.entry_in_lines(no);
        let fought = self.last_phase().filter(|_| no == self.last_roll_entry);
        lines.extend(fought.map(|fought| result_line(self.state(), fought).to_string()));
        Some((format!("entry {no}"), lines))
    }

    /// Reviews an entry. The head ends the review.
    pub fn view_entry(&mut self, no: EntryNo) {
        let diary = self.save.diary();
        self.review = if no == diary.head() { None } else { diary.state_at(no).map(|state| (no, state)) };
        let battle = self.review.as_ref().and_then(|(no, _)| diary.battle_at(*no));
        self.dice_landed = None;
        if self.review.is_some() {
            self.review_battle = battle.or_else(|| diary.battle_at(diary.head()));
            self.review_entry_battle = self.battle_of(no);
        }
        self.update_last_roll();
    }

    /// Reads more entries for the unit statistics. Returns true when they are complete.
    pub(crate) fn read_more_unit_stats(&mut self, many: usize) -> bool {
        let Some(battle) = self.battle_there() else { return true };
        let upto = self.position_of(self.entry());
        let mut stats = std::mem::take(&mut self.unit_stats);
        let known = stats.read_more(self.save.diary(), (battle, upto), || self.entries_before(battle), many);
        self.unit_stats = stats;
        known
    }

    /// The entries of the timeline of a battle: the one that began it, or 0 for the muster, and those on the path since.
    pub(crate) fn entries_of(&self, battle: BattleId) -> Vec<EntryNo> {
        let path = self.save.diary().path();
        let before = self.entries_before(battle);
        let began = before.checked_sub(1).map_or(0, |at| path[at]);
        std::iter::once(began).chain(path[before..].iter().copied()).collect()
    }

    /// Number of entries on the path up to and including the one that began a battle.
    fn entries_before(&self, battle: BattleId) -> usize {
        let diary = self.save.diary();
        let path = diary.path();
        let began = path.last().map_or(0, |last| battle_start(diary, *last, battle));
        path.partition_point(|no| *no <= began)
    }

    /// The latest entries that mention one of these ids, newest first. Searches `among` entries up to the current one,
    /// and returns at most `many`.
    pub(crate) fn latest_mentions(&mut self, ids: &BTreeSet<Id>, among: usize, many: usize) -> Vec<EntryNo> {
        let end = self.position_of(self.entry());
        self.mentions.last(self.save.diary(), ids, end.saturating_sub(among)..end, many)
    }

    /// Invalidates the text of an entry after a remark.
    pub(crate) fn invalidate_account(&mut self, no: EntryNo) {
        self.invalidations += 1;
        self.account_cache.remove(&no);
        self.search_text.invalidate(Some(no));
    }

    fn battle_of(&self, no: EntryNo) -> Option<BattleId> {
        self.save.diary().step(no)?.battle()
    }

    /// The texts of `many` entries of the path, from position `from` on.
    pub fn accounts(&mut self, from: usize, many: usize) -> Vec<Account> {
        let diary = self.save.diary();
        let path = diary.path();
        let numbers = &path[from.min(path.len())..(from + many).min(path.len())];
        let missing: Vec<EntryNo> = numbers.iter().copied().filter(|no| !self.account_cache.contains_key(no)).collect();
        for step in diary.steps(missing) {
            self.account_cache.insert(step.entry.no, self.save.account(&step));
        }
        // Bounds the cache; texts can be built again.
        if self.account_cache.len() > 4096 {
            let keep: BTreeSet<EntryNo> = numbers.iter().copied().collect();
            self.account_cache.retain(|no, _| keep.contains(no));
        }
        let mut accounts: Vec<Account> = numbers.iter().filter_map(|no| self.account_cache.get(no).cloned()).collect();
        for account in &mut accounts {
            // Another branch may have started there since.
            account.fork = diary.is_fork(account.parent);
            account.forks = diary.is_fork(account.no);
        }
        accounts
    }
}

fn letter_of(save: &SaveView) -> Option<Result<LetterFile, UserError>> {
    let is_share = save.side().is_none() && save.diary().share().is_some();
    is_share.then(|| LetterFile::of(save.save()))
}

/// The notice for an opened share: its side, and the file of its orders.
fn share_notice(share: &Save, letter_file: &Result<LetterFile, UserError>) -> Notice {
    let side = share.diary().share_side_name().unwrap_or_default();
    let letter_file = match letter_file {
        Ok(letter_file) => letter_file,
        Err(failure) => return Notice::of_failure(failure),
    };
    let file = letter_file.name();
    let (many, entry) = (letter_file.letter().orders.len(), letter_file.letter().entry);
    let letter = match text::count(many, "order", "orders") {
        _ if many == 0 => format!("orders typed here go into {file}, for the referee"),
        many if letter_file.is_outdated(share) => {
            format!(
                "{file} has {many} composed at entry {entry}; the next order starts a new orders file, and this one is kept"
            )
        }
        many => format!("{many} in {file}, for the referee"),
    };
    Notice::good(format!("this is a share for {side}; {letter}"))
}
