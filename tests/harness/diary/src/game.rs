//! Games of random orders, played on a diary and on a simple model beside it: every entry with its parent and its whole
//! state.

use crate::campaign::{self, header};
use jiff::Timestamp;
use proptest::prelude::*;
use std::collections::BTreeMap;
use wardiary_base::{
    dice::{
        DiceRoll, Request,
        source::{DiceSource, ReplayedDice, SeededDice},
    },
    id::SideId,
    remark::{Annotation, Viewer},
};
use wardiary_diary::diary::{
    Diary, EntryNo, Header, Record,
    amend::RebaseEffect,
    file,
    seal::{Chain, Secret},
};
use wardiary_harness_rules::arbitrary::RandomNumbers;
use wardiary_rules::{
    notation::{Destination, EntryChange, Instruction, order_text, parse_instruction},
    order::Order,
    rules::{self, Resolution, Step},
    state::State,
};

/// The random numbers of a game: a rulebook, and some numbers for each step.
pub fn games(steps: usize) -> impl Strategy<Value = (usize, Vec<Vec<u16>>)> {
    let step = proptest::collection::vec(any::<u16>(), 1..24);
    (0..campaign::BOOKS.len(), proptest::collection::vec(step, 1..steps))
}

/// The simple model beside the diary: every entry with its parent and its whole state.
pub struct Model {
    pub nodes: BTreeMap<EntryNo, (EntryNo, State)>,
    pub head: EntryNo,
    redo_children: BTreeMap<EntryNo, EntryNo>,
    /// The last entry of each amendment, and where the head was before it.
    amended: BTreeMap<EntryNo, EntryNo>,
}

impl Model {
    pub fn state(&self) -> &State {
        &self.nodes[&self.head].1
    }

    /// The entries from this one back to the muster, which is last.
    fn path_from(&self, from: EntryNo) -> Vec<EntryNo> {
        std::iter::successors(Some(from), |no| (*no != 0).then(|| self.nodes[no].0)).collect()
    }

    fn move_head(&mut self, to: EntryNo) {
        let kept = self.path_from(to);
        for no in self.path_from(self.head).into_iter().filter(|no| !kept.contains(no)) {
            self.redo_children.insert(self.nodes[&no].0, no);
        }
        self.head = to;
    }

    fn undo_target(&self, many: usize) -> Option<EntryNo> {
        let back = |no: EntryNo| self.amended.get(&no).copied().unwrap_or(self.nodes[&no].0);
        (0..many).try_fold(self.head, |no, _| (no != 0).then(|| back(no)))
    }

    fn redo_target(&self, many: usize) -> Option<EntryNo> {
        let amended =
            |head: &EntryNo| self.amended.iter().rev().find(|(_, before)| *before == head).map(|(last, _)| *last);
        std::iter::successors(Some(self.head), |no| self.redo_children.get(no).copied().or_else(|| amended(no)))
            .nth(many)
    }
}

/// The secret of the games' saves.
fn secret() -> Secret {
    Secret::from("00112233445566778899aabbccddeeff".to_string())
}

/// Chooses the next order.
pub type ChooseOrder = fn(&mut RandomNumbers, &State) -> Order;

/// A game under way: the diary, the lines of its file, the model.
pub struct Game {
    pub diary: Diary,
    pub lines: Vec<String>,
    /// The closing text of the save after each line, and before the first.
    pub closers: Vec<String>,
    chain: Chain,
    pub model: Model,
}

impl Game {
    pub fn new(book: usize) -> Self {
        Self::of(header(book))
    }

    /// A game with this muster.
    pub fn of(header: Header) -> Self {
        let diary = Diary::new(header).expect("the muster stands");
        let start = diary.state().clone();
        let model = Model {
            nodes: BTreeMap::from([(0, (0, start))]),
            head: 0,
            redo_children: BTreeMap::new(),
            amended: BTreeMap::new(),
        };
        let chain = file::new_save_text(diary.header(), secret()).1.chain();
        Self { diary, lines: Vec::new(), closers: vec![chain.closers()], chain, model }
    }

    /// Writes a record, as a save does.
    pub fn record(&mut self, mut record: Record) {
        self.lines.push(self.chain.write(&mut record) + ",\n");
        self.closers.push(self.chain.closers());
        let before = self.model.head;
        match &record {
            Record::Head(to, _) => self.model.move_head(*to),
            record => record.entries().into_iter().for_each(|entry| {
                self.model.move_head(entry.parent());
                let mut after = self.model.state().clone();
                for event in &entry.events {
                    assert_eq!(after.apply(event), Ok(()), "{event:?}");
                }
                self.model.nodes.insert(entry.no, (entry.parent(), after));
                self.model.head = entry.no;
            }),
        }
        if let Record::Batch(_) = record {
            self.model.amended.insert(self.model.head, before);
        }
        self.diary.append(record).expect("what the rules make stands in the diary");
    }

    /// Records that the game was shared with a side, up to the head.
    pub fn share_with(&mut self, side: SideId) {
        let shared = Annotation::Shared(Viewer::Side(side));
        let remark = self.diary.remark(self.diary.head(), shared, now()).expect("a share can be recorded anywhere");
        self.record(Record::Remark(remark));
    }

    /// The save's text.
    pub fn text(&self) -> String {
        self.text_after(self.lines.len())
    }

    /// The save's text when it had this many lines.
    pub fn text_after(&self, many: usize) -> String {
        let head = file::new_save_text(self.diary.header(), secret()).0;
        format!("{head}{}{}", self.lines[..many].concat(), self.closers[many])
    }

    /// Takes one step.
    pub fn step(&mut self, numbers: &[u16]) {
        let mut chance = RandomNumbers::new(numbers);
        let what = chance.below(24);
        #[allow(clippy::redundant_closure_for_method_calls, reason = "the method does not satisfy the lifetimes")]
        self.act(what, &mut chance, |chance, state| chance.order(state));
    }

    /// Takes one step: an order, or, for numbers from 16 to 23, an operation on the diary. Checks invariants on the
    /// way.
    pub fn act(&mut self, what: usize, chance: &mut RandomNumbers, next: ChooseOrder) {
        match what {
            16..=18 => {
                let many = 1 + chance.below(3);
                let back = self.diary.undo_target(u32::try_from(many).expect("a few"));
                assert_eq!(back.clone().ok(), self.model.undo_target(many));
                back.into_iter().for_each(|to| self.record(Record::head(to)));
            }
            19 | 20 => {
                let many = 1 + chance.below(3);
                let forward = self.diary.redo_target(u32::try_from(many).expect("a few"));
                assert_eq!(forward.clone().ok(), self.model.redo_target(many));
                forward.into_iter().for_each(|to| self.record(Record::head(to)));
            }
            21 => {
                let to = EntryNo::try_from(chance.below(self.diary.entries().len() + 1)).expect("a few");
                self.record(Record::head(to));
            }
            22 => self.what_if(chance),
            23 => self.rebase(chance, next),
            _ => self.give(chance, next),
        }
        assert_eq!(self.diary.head(), self.model.head);
        assert_eq!(self.diary.state(), self.model.state());
        assert_in_range(self.diary.state());
    }

    fn what_if(&mut self, chance: &mut RandomNumbers) {
        let from = EntryNo::try_from(chance.below(self.diary.entries().len() + 1)).expect("a few");
        // Two branches can't have the same name.
        let name = format!("branch {} at {}", chance.below(9), self.diary.next_no());
        let same_dice = chance.below(2) == 0;
        let Ok((from, order)) = self.diary.what_if(name, Some(&Destination::Entry(from)), same_dice) else { return };
        let entry = self.diary.branching(from, order, now()).expect("a branch can begin anywhere");
        self.record(Record::Entry(entry));
    }

    /// Rewrites the diary: strikes an entry, or replaces its order or its dice.
    fn rebase(&mut self, chance: &mut RandomNumbers, next: ChooseOrder) {
        let path = self.diary.path();
        // Only recent entries, so that games of hundreds of entries do not double at each rewrite.
        let Some(entry) = path.len().checked_sub(1 + chance.below(12)).and_then(|at| path.get(at)).copied() else {
            return;
        };
        let before = &self.model.nodes[&self.model.nodes[&entry].0].1;
        let change = match chance.below(3) {
            0 => EntryChange::Strike,
            1 => {
                let text = order_text(before, &next(chance, before));
                EntryChange::Amend { order: Some((text, 0..0)), faces: None }
            }
            _ => {
                let old = self.diary.entry(entry).expect("it is on the way");
                let many = old.dice.iter().map(|fall| fall.faces.len()).sum::<usize>();
                let faces = (0..many).map(|_| u8::try_from(1 + chance.below(6)).expect("a face")).collect();
                EntryChange::Amend { order: None, faces: Some(faces) }
            }
        };
        let Ok(rebase) = self.diary.rebase(entry, &change, now()) else { return };
        let (followed, left_out) =
            (rebase.replayed, rebase.conflicts.iter().filter(|loss| loss.what.effect() == RebaseEffect::Lost).count());
        let changed = usize::from(change != EntryChange::Strike);
        // If the dice of another branch apply again from some entry on, the rebase writes that branch as an additional
        // entry.
        let entries = rebase.record.entries();
        let told = entries[1 + changed..].iter().filter(|entry| !matches!(entry.order, Order::Branch { .. })).count();
        assert_eq!(told, followed - left_out, "what is not left out is told");
        self.record(rebase.record);
    }

    fn give(&mut self, chance: &mut RandomNumbers, next: ChooseOrder) {
        let order = next(chance, self.diary.state());
        assert_reads_back(self.diary.state(), &order);
        let Some(falls) = dice_for(&self.diary, &order) else { return };
        let entry = if !falls.is_empty() && chance.below(5) == 4 {
            // The order is broken off before its last dice are entered.
            let falls = falls[..falls.len() - 1].to_vec();
            if falls.is_empty() {
                return;
            }
            self.diary.abandoned(order, falls, now())
        } else {
            let found = self.diary.carry_out(order, &mut ReplayedDice::new(falls, None), now());
            found.expect("it was not refused before, and has all its dice").entry
        };
        self.record(Record::Entry(entry));
    }
}

fn now() -> Timestamp {
    Timestamp::from_second(1_000_000).expect("a time")
}

/// The program's dice for an order, request by request; `None` if the order is refused.
pub fn dice_for(diary: &Diary, order: &Order) -> Option<Vec<DiceRoll>> {
    let before = diary.state().clone();
    let mut dice = diary.program_dice(&[]);
    let mut falls: Vec<DiceRoll> = Vec::new();
    loop {
        match diary.resolve(order, &falls) {
            Ok(Step::NeedDice(request)) => falls.push(program_roll(&mut dice, &request)),
            Ok(Step::Done(done)) => {
                assert!(!done.events.is_empty(), "{order:?} does nothing, and is not refused");
                assert_owner_order_irrelevant(&before, order, &falls, &done);
                let at_once = diary.carry_out(order.clone(), &mut diary.program_dice(&[]), now()).expect("the same");
                assert_eq!(at_once.entry.dice, falls, "asked for one after the other or as it is carried out");
                assert!(at_once.entry.events.ends_with(&done.events), "the same comes of it");
                assert_eq!(at_once.rolled, done.rolled);
                return Some(falls);
            }
            Err(_) => {
                assert_eq!(diary.state(), &before, "a refusal changes nothing");
                return None;
            }
        }
    }
}

fn program_roll(dice: &mut SeededDice, request: &Request) -> DiceRoll {
    assert!(!request.dice.is_empty(), "a request asks for something");
    dice.roll(request).expect("the program has dice enough")
}

/// Reorders the owners but keeps the order of each owner's dice. The result must be the same.
fn assert_owner_order_irrelevant(state: &State, order: &Order, falls: &[DiceRoll], done: &Resolution) {
    let turned: Vec<DiceRoll> = falls
        .iter()
        .map(|fall| {
            let mut dice: Vec<_> = fall.who.iter().copied().zip(fall.faces.iter().copied()).collect();
            dice.sort_by_key(|(who, _)| std::cmp::Reverse(*who));
            let (who, faces) = dice.into_iter().unzip();
            DiceRoll { who, faces, ..fall.clone() }
        })
        .collect();
    assert_eq!(rules::resolve(state, order, &turned), Ok(Step::Done(Box::new(done.clone()))));
}

pub fn assert_reads_back(state: &State, order: &Order) {
    let text = order_text(state, order);
    let mut read = parse_instruction(&text, state);
    // The rules allow a name twice, for old saves; a reader does not.
    if read.as_ref().is_err_and(|error| error.reason.starts_with("there is already a")) {
        return;
    }
    // A change of the rules that removes something is printed with `only`, even if the order did not say `only`.
    if let (Order::Rules(draft), Ok(Instruction::Order(Order::Rules(read)))) = (order, &mut read)
        && draft.only.is_empty()
    {
        assert_eq!(order_text(state, &Order::Rules(read.clone())), text);
        read.only.clear();
    }
    assert_eq!(read, Ok(Instruction::Order(order.clone())), "{text}");
}

pub fn assert_in_range(state: &State) {
    for unit in state.units() {
        assert!(unit.strength_in_rules().now <= unit.strength_in_rules().full, "{unit:?}");
        assert!(unit.edna_in_rules().now <= unit.edna_in_rules().full && unit.edna_in_rules().full <= 200, "{unit:?}");
        assert!(state.book().ladder.contains(unit.grade().exact().expect("it is known")), "{unit:?}");
        assert!(state.book().ladder.contains(unit.grade_at_muster().exact().expect("it is known")), "{unit:?}");
        assert!(state.book().ladder.contains(state.grade_in_rules(unit)), "{unit:?}");
        let open: Vec<_> = state.open_battles().filter(|b| b.contingents.iter().any(|c| c.contains(unit.id))).collect();
        assert!(open.len() <= 1, "{unit:?} is fighting in {open:?}");
        assert_eq!(state.battle_of(unit.id), open.first().copied());
    }
    for battle in state.open_battles() {
        // One of three sides may be gone while the others fight on. Units that are eliminated in a Conflict's round
        // still act in that round, and the battle waits for its end.
        let waits = battle.conflicts.iter().any(|c| c.under_way);
        let stands = |c: &&wardiary_rules::state::Contingent| {
            c.units().any(|u| state.unit(u).is_some_and(wardiary_rules::state::Unit::is_alive))
        };
        assert!(waits || battle.contingents.iter().filter(stands).count() >= 2, "{battle:?}");
        for combat in battle.combats.iter().filter(|c| c.ended.is_none()) {
            assert!(combat.phases_fought < state.book().scrud.phases.max(combat.phases_fought + 1), "{combat:?}");
            let lives = |units: &[wardiary_base::id::UnitId]| {
                units.iter().any(|u| state.unit(*u).is_some_and(wardiary_rules::state::Unit::is_alive))
            };
            assert!(combat.lines.iter().all(|l| lives(&l.units)), "{combat:?}");
        }
    }
}
