//! A session: an open save, the entry of it that is looked at, what was rolled last, and the odds of what is on the
//! screen. Every screen knows it, and it knows none of them.

mod dice;
mod share;

use super::{
    course::BattleCourse, deeds::BattleDeeds, first_steps::FirstSteps, history::History, kept::Kept, notice::Notice,
    odds_worker::OddsWorker, outbox, panes::Panes, session_odds::SessionOdds, spoken::Spoken,
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
    diary::{Account, EntryNo, Mentions, file::SaveNotice},
    error::{UserError, notice_text},
    mail::Outbox,
    projection::Viewed,
};
use wardiary_report::{aftermath::battle_began, service::Service};
use wardiary_rules::{
    notation::{Aliases, left_over_in},
    order::Order,
    rules::{Matter, Rolled},
    state::{Battle, State},
};
use wardiary_view::{Look, battle_tabs, forces::ForceFigures, header::HeaderPane, line_up::result_line};

/// So many entries are looked up at a time: it is no work that anybody notices.
const SPOKEN_AT_ONCE: usize = 100;

/// Which of a save's states that is: where two are equal, so are the states that they stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StateKey {
    /// The entry after which it stands.
    entry: EntryNo,
    /// How often the save was read again: only then does an entry become another.
    readings: u32,
}

/// Which entries there are in words: where two are equal, the entries at a place of the way say the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WordsKey {
    head: EntryNo,
    next: EntryNo,
    /// How often the words of one were forgotten, or of all.
    forgotten: u32,
}

/// An open save and what is looked at in it.
pub struct Session {
    /// The save, as who looks at it sees it.
    pub save: Viewed,
    /// An earlier entry that is looked at, and the state after it; nothing where the head is looked at.
    pub review: Option<(EntryNo, State)>,
    /// The battle that is shown, where the present is looked at.
    battle: Option<BattleId>,
    /// The battle that is shown of the entry that is looked back at.
    battle_then: Option<BattleId>,
    /// In the past, the battle that the entry belongs to, if it does to one.
    own_then: Option<BattleId>,
    /// What was rolled last, and what its dice came to.
    pub rolled: Option<Rolled>,
    /// The entry in which it was rolled; 0 where nothing was.
    rolled_in: EntryNo,
    /// Whether what came of the last order has been seen: drawn, with all its dice down.
    pub seen: bool,
    /// The entry that was recorded last, until it was seen: it may have ended a battle.
    pub(crate) aftermath: Option<EntryNo>,
    /// How many of those dice have landed, while they are landing.
    pub(crate) landed: Option<usize>,
    /// What is shown while they are: the entry before, and the state after that.
    before_fall: Option<(EntryNo, State)>,
    /// Whether an overlay takes a part of the screen.
    pub(crate) docked: bool,
    /// What is picked for the next order, in the order in which it was: units and stacks.
    pub(crate) picked: Vec<Id>,
    /// What is left of the orders proposed between battles, and the moment at which it was.
    pub left: (Moment, Vec<Matter>),
    /// Whether the dice are thrown on the table where the save does not say who throws there.
    pub by_hand: bool,
    /// The sides that threw on the table while others did not, before all of it was turned over.
    pub(crate) mixed: Vec<SideId>,
    /// Whether the last face that is typed gives the order.
    pub(crate) last_face_gives: bool,
    /// Words of the player's own that stand for orders.
    pub aliases: Aliases,
    /// The first battle explained in a few lines, in place of the dice.
    pub(crate) first_steps: FirstSteps,
    /// Whether what others write to the save is shown as it comes.
    pub follows: bool,
    /// An order that could not be written down, with the dice that were rolled for it: they are not rolled again.
    pub(crate) unwritten: Option<(Order, Vec<DiceRoll>)>,
    /// The letter that goes with a share, or what is wrong with its file; nothing where the save is none.
    pub outbox: Option<Result<Outbox, UserError>>,
    /// Whether a step back from the first screen leads to the one that led there.
    pub(crate) way_back: bool,
    /// Whether the referee looks on here for a moment, and comes back from it to what he was at.
    pub(crate) looks_on: bool,
    /// The message over the footer.
    pub notice: Option<Notice>,
    /// The odds of what is on the screen.
    pub odds: SessionOdds,
    /// Where the maps lie that an order can name.
    pub folders: Folders,
    /// What units did in the battle that is shown.
    deeds: BattleDeeds,
    /// The course of that battle.
    pub(super) course: BattleCourse,
    /// How panes lie.
    pub panes: Panes,
    /// What was typed in the order line.
    pub history: History,
    /// What the entries say, to be searched.
    pub(crate) spoken: Spoken,
    /// What the forces add up to, in the state and beside the battle that were drawn last.
    figures: Kept<(StateKey, Option<BattleId>), ForceFigures>,
    /// Whether defeats are left over there: all combats of a battle are gone through for it.
    left_over: Kept<(StateKey, BattleId), bool>,
    /// Whether anybody has a test there: all units are gone through for it.
    tests: Kept<StateKey, bool>,
    /// Which entries name whom.
    mentions: Mentions,
    /// Entries in words, kept because an entry never changes.
    told: BTreeMap<EntryNo, Account>,
    /// How often the save was read again, and how often words were forgotten.
    readings: u32,
    forgotten: u32,
}

impl Session {
    /// A session as it is when its save has just been opened.
    #[must_use]
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
            follows: true,
            unwritten: None,
            outbox,
            way_back: false,
            looks_on: false,
            notice,
            odds: SessionOdds::new(worker),
            folders,
            deeds: BattleDeeds::default(),
            course: BattleCourse::default(),
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

    /// Leaves a proposal: until time goes on it is proposed no more, whatever is on the screen meanwhile.
    pub fn leave(&mut self, matter: Matter) {
        let now = self.state().calendar().now;
        if self.left.0 != now {
            self.left = (now, Vec::new());
        }
        self.left.1.push(matter);
    }

    /// What is left of the proposals at the moment that is looked at.
    #[must_use]
    pub fn left(&self) -> &[Matter] {
        if self.left.0 == self.state().calendar().now { &self.left.1 } else { &[] }
    }

    /// What is looked at, where that is not now: the entry that is reviewed; or the one before, until the dice of the last have
    /// landed.
    fn looked_at(&self) -> Option<&(EntryNo, State)> {
        self.review.as_ref().or(self.before_fall.as_ref().filter(|_| self.landed.is_some()))
    }

    /// The state that is looked at: now, or at the entry that is reviewed.
    #[must_use]
    pub fn state(&self) -> &State {
        self.looked_at().map_or(self.save.diary().state(), |(_, state)| state)
    }

    /// The entry that is looked at.
    #[must_use]
    pub fn entry(&self) -> EntryNo {
        self.looked_at().map_or(self.save.diary().head(), |(no, _)| *no)
    }

    /// Which state is looked at.
    #[must_use]
    pub(crate) fn state_key(&self) -> StateKey {
        StateKey { entry: self.entry(), readings: self.readings }
    }

    /// What the forces that are looked at add up to beside a battle, or all of them.
    #[must_use]
    pub fn figures(&self, battle: Option<BattleId>) -> Rc<ForceFigures> {
        self.figures.get((self.state_key(), battle), |_| ForceFigures::of(self.state(), battle))
    }

    /// Whether defeats are left over in a battle of the state that is looked at.
    #[must_use]
    pub(crate) fn has_left_over(&self, battle: &Battle) -> bool {
        *self.left_over.get((self.state_key(), battle.id), |_| !left_over_in(self.state(), battle).is_empty())
    }

    /// Whether anybody carries a test in the state that is looked at.
    #[must_use]
    pub(crate) fn has_tests(&self) -> bool {
        *self.tests.get(self.state_key(), |_| self.state().has_tests())
    }

    /// Which words there are to be had of the entries.
    #[must_use]
    pub(crate) fn words_key(&self) -> WordsKey {
        let diary = self.save.diary();
        WordsKey { head: diary.head(), next: diary.next_no(), forgotten: self.forgotten }
    }

    /// The header of what is looked at.
    #[must_use]
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

    /// The battle that is shown: the one that is looked at, or in the past the one of that entry.
    #[must_use]
    pub fn battle(&self) -> Option<BattleId> {
        if self.review.is_some() { self.battle_then } else { self.battle }
    }

    /// The same, but for what lies between the battles of a campaign that goes by a clock: in the past no battle is shown there.
    #[must_use]
    pub(crate) fn battle_there(&self) -> Option<BattleId> {
        self.battle().filter(|battle| self.review.is_none() || !self.is_past(*battle, self.own_then))
    }

    /// Whether a battle was over at the entry that is looked at, which belongs to that one or to none, in a campaign that goes by
    /// a clock.
    #[must_use]
    pub(crate) fn is_past(&self, battle: BattleId, own: Option<BattleId>) -> bool {
        let is_over = self.state().battle(battle).is_none_or(|battle| battle.over.is_some());
        self.state().time().is_some() && is_over && own != Some(battle)
    }

    /// Shows a battle, with what was rolled in it last.
    pub(crate) fn show_battle(&mut self, battle: BattleId) {
        if self.review.is_some() {
            self.battle_then = Some(battle);
        } else {
            self.battle = Some(battle);
        }
        self.landed = None;
        self.find_rolled();
    }

    /// Shows the battle so many further on among those that are under way.
    pub(crate) fn turn_battle(&mut self, by: isize) {
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

    /// Shows the battle that stands at a place of the header, in its second row. False where none does.
    pub(crate) fn click_battle(&mut self, header: Rect, at: Position) -> bool {
        let row = Rect { y: header.y.saturating_add(1), height: header.height.saturating_sub(1), ..header };
        match battle_tabs::battle_at(self.state(), self.battle(), row, at) {
            Some(battle) => self.show_battle(battle),
            None => return false,
        }
        true
    }

    /// Shows the battle that an entry began or was given in, if it is under way.
    pub(crate) fn go_to_battle_of(&mut self, no: EntryNo, order: &Order) {
        let begun = if let Order::Battle { id, .. } = order.given() { Some(*id) } else { None };
        let Some(battle) = begun.or_else(|| self.battle_of(no)) else { return };
        let is_open = self.state().battle(battle).is_some_and(|battle| battle.over.is_none());
        if is_open && self.battle() != Some(battle) {
            self.battle = Some(battle);
            self.find_rolled();
        }
    }

    /// Keeps the battle that is shown while it is under way; then another one that is, or else the last.
    fn follow_battle(&mut self) {
        let state = self.save.diary().state();
        let is_open = |id: &BattleId| state.battle(*id).is_some_and(|battle| battle.over.is_none());
        let open = || state.open_battles().next().map(|battle| battle.id);
        let last = || state.battles().last().map(|battle| battle.id);
        self.battle = self.battle.filter(is_open).or_else(open).or_else(last);
    }

    /// Brings the battle that is shown and the last roll up to date with the diary.
    pub(crate) fn after_change(&mut self) {
        (self.landed, self.before_fall) = (None, None);
        self.follow_battle();
        self.find_rolled();
        let state = self.save.diary().state();
        self.picked.retain(|id| state.units_meant(*id).iter().any(|unit| unit.is_alive()));
    }

    /// Who was picked for an order is done with it once it is given; but who fights goes on fighting.
    pub(crate) fn picked_for(&mut self, order: &Order) {
        if !matches!(order, Order::Scrud { .. } | Order::Reroll { .. }) {
            self.picked.clear();
        }
    }

    /// Picks something for the next order, or drops it. True where it is picked now.
    pub(crate) fn pick(&mut self, id: Id) -> bool {
        let before = self.picked.len();
        self.picked.retain(|other| *other != id);
        let is_new = self.picked.len() == before;
        self.picked.extend(is_new.then_some(id));
        is_new
    }

    /// Brings everything up to date with a save that was read again; the entry that is looked at stays.
    pub(crate) fn after_reading(&mut self) {
        self.readings += 1;
        self.forgotten += 1;
        self.told.clear();
        self.deeds = BattleDeeds::default();
        self.course = BattleCourse::default();
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

    /// The place of an entry on the path from the muster (0) to the head; of one on another way, where that leaves it.
    #[must_use]
    pub(crate) fn place_of(&self, no: EntryNo) -> usize {
        let diary = self.save.diary();
        let mut way = std::iter::successors(diary.entry(no), |entry| diary.entry(entry.follows()));
        way.find_map(|entry| diary.path().binary_search(&entry.no).ok()).map_or(0, |at| at + 1)
    }

    /// Looks up what more of the entries say, on the way to the head.
    pub(crate) fn look_up_spoken(&mut self) {
        let missing = self.spoken.missing(self.save.diary(), SPOKEN_AT_ONCE);
        let diary = self.save.diary();
        let accounts: Vec<Account> = diary.steps(missing).map(|step| self.save.account(&step)).collect();
        accounts.iter().for_each(|account| self.spoken.hear(account));
    }

    /// An entry in lines: what was asked, the dice, what came of it.
    #[must_use]
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

    /// An entry as it is copied, and what it is called; how lucky its roll was, where that is shown.
    #[must_use]
    pub fn copied(&self, no: Option<EntryNo>) -> Option<(String, Vec<String>)> {
        let no = no.filter(|no| self.save.diary().entry(*no).is_some())?;
        let mut lines = self.entry_in_lines(no);
        let fought = self.fought().filter(|_| no == self.rolled_in);
        lines.extend(fought.map(|fought| result_line(self.state(), fought).to_string()));
        Some((format!("entry {no}"), lines))
    }

    /// Looks back at an entry, or at now where it is the head.
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

    /// Looks up what units did in so many more entries of the battle that is shown. True where all of that is known.
    pub(crate) fn look_up_deeds(&mut self, many: usize) -> bool {
        let Some(battle) = self.battle_there() else { return true };
        let upto = self.place_of(self.entry());
        let mut deeds = std::mem::take(&mut self.deeds);
        let known = deeds.look_up(self.save.diary(), (battle, upto), || self.before_battle(battle), many);
        self.deeds = deeds;
        known
    }

    /// Looks up so many more entries of the course of the battle that is shown. True where all of it is known.
    pub(crate) fn look_up_course(&mut self, many: usize) -> bool {
        let Some(battle) = self.battle_there() else { return true };
        let mut course = std::mem::take(&mut self.course);
        let known = course.look_up(self.save.diary(), battle, || self.before_battle(battle), many);
        self.course = course;
        known
    }

    /// What a unit did in the battle that is shown, once that is known.
    pub(crate) fn deeds_of(&self, unit: UnitId) -> Option<&Service> {
        self.deeds.of(unit)
    }

    /// How many entries on the way went before a battle, with the one that began it.
    fn before_battle(&self, battle: BattleId) -> usize {
        let diary = self.save.diary();
        let path = diary.path();
        let began = path.last().map_or(0, |last| battle_began(diary, *last, battle));
        path.partition_point(|no| *no <= began)
    }

    /// The last entries that name one of these, among so many up to the one that is looked at: the last first, at most so many.
    pub(crate) fn last_about(&mut self, ids: &BTreeSet<Id>, among: usize, many: usize) -> Vec<EntryNo> {
        let end = self.place_of(self.entry());
        self.mentions.last(self.save.diary(), ids, end.saturating_sub(among)..end, many)
    }

    /// Forgets the words of an entry on which something was remarked.
    pub(crate) fn forget_told(&mut self, no: EntryNo) {
        self.forgotten += 1;
        self.told.remove(&no);
        self.spoken.forget(Some(no));
    }

    /// The battle that an entry belongs to, if it belongs to one.
    fn battle_of(&self, no: EntryNo) -> Option<BattleId> {
        self.save.diary().step(no)?.battle()
    }

    /// The entries in words up to the one of that place on the way, so many of them, and how many stand above.
    pub fn tell(&mut self, from: usize, many: usize) -> Vec<Account> {
        let diary = self.save.diary();
        let path = diary.path();
        let numbers = &path[from.min(path.len())..(from + many).min(path.len())];
        let missing: Vec<EntryNo> = numbers.iter().copied().filter(|no| !self.told.contains_key(no)).collect();
        for step in diary.steps(missing) {
            self.told.insert(step.entry.no, self.save.account(&step));
        }
        // What is kept is bounded: a screen's worth of entries can always be made again.
        if self.told.len() > 4096 {
            let keep: BTreeSet<EntryNo> = numbers.iter().copied().collect();
            self.told.retain(|no, _| keep.contains(no));
        }
        let mut telling: Vec<Account> = numbers.iter().filter_map(|no| self.told.get(no).cloned()).collect();
        for account in &mut telling {
            // Another branch may have begun there since.
            account.fork = diary.is_fork(account.follows);
            account.forks = diary.is_fork(account.no);
        }
        telling
    }
}
