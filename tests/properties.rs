//! What holds for every game: replaying is the same, nothing is erased, a refusal changes nothing, text is the order.

#[path = "common_core/arbitrary.rs"]
mod arbitrary;
#[path = "common_core/campaign.rs"]
mod campaign;

use arbitrary::Chance;
use campaign::header;
use jiff::Timestamp;
use proptest::prelude::*;
use std::collections::BTreeMap;
use wardiary::{
    diary::{Diary, EntryNo, Record, file, seal::Chain},
    dice::{
        Fall, Request,
        source::{Seeded, Source},
    },
    notation::{Instruction, instruction, order_text},
    order::Order,
    rules::{self, Step},
    state::State,
};

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// The random numbers of a game: a rulebook, and some numbers for each thing that is done.
fn games(steps: usize) -> impl Strategy<Value = (usize, Vec<Vec<u16>>)> {
    let step = proptest::collection::vec(any::<u16>(), 1..24);
    (0..campaign::BOOKS.len(), proptest::collection::vec(step, 1..steps))
}

/// The slow truth beside the diary: every entry with its parent and its whole state.
struct Model {
    nodes: BTreeMap<EntryNo, (EntryNo, State)>,
    head: EntryNo,
    left: BTreeMap<EntryNo, EntryNo>,
}

impl Model {
    fn state(&self) -> &State {
        &self.nodes[&self.head].1
    }

    fn undo(&mut self) -> bool {
        if self.head == 0 {
            return false;
        }
        let parent = self.nodes[&self.head].0;
        self.left.insert(parent, self.head);
        self.head = parent;
        true
    }

    fn redo(&mut self) -> bool {
        self.left.get(&self.head).copied().inspect(|child| self.head = *child).is_some()
    }

    fn times(&mut self, many: usize, step: fn(&mut Self) -> bool) -> bool {
        let before = (self.head, self.left.clone());
        let done = (0..many).all(|_| step(self));
        if !done {
            (self.head, self.left) = before;
        }
        done
    }
}

/// A game being played: the diary, the lines its file would have, the model.
struct Game {
    diary: Diary,
    lines: Vec<String>,
    chain: Chain,
    model: Model,
}

impl Game {
    fn new(book: usize) -> Self {
        let diary = Diary::new(header(book)).expect("the muster stands");
        let start = diary.state().clone();
        let model = Model { nodes: BTreeMap::from([(0, (0, start))]), head: 0, left: BTreeMap::new() };
        let chain = file::load(file::blank(diary.header()).as_bytes()).expect("a blank save loads").chain;
        Self { diary, lines: Vec::new(), chain, model }
    }

    fn record(&mut self, mut record: Record) {
        self.lines.push(self.chain.write(&self.diary.header().seed, &mut record) + ",\n");
        self.diary.admit(record).expect("what the rules make stands in the diary");
    }

    fn text(&self) -> String {
        let blank = file::blank(self.diary.header());
        let head = blank.strip_suffix("])\n").expect("a save ends with its closers");
        format!("{head}{}])\n", self.lines.concat())
    }

    /// Does one thing. What it must keep to is checked on the way.
    fn step(&mut self, numbers: &[u16]) {
        let mut chance = Chance::new(numbers);
        match chance.below(10) {
            8 => {
                let many = 1 + chance.below(3);
                let back = self.diary.back(u32::try_from(many).expect("a few"));
                assert_eq!(back.is_ok(), self.model.times(many, Model::undo));
                back.into_iter().for_each(|to| self.record(Record::Head(to)));
            }
            9 => {
                let many = 1 + chance.below(3);
                let forward = self.diary.forward(u32::try_from(many).expect("a few"));
                assert_eq!(forward.is_ok(), self.model.times(many, Model::redo));
                forward.into_iter().for_each(|to| self.record(Record::Head(to)));
            }
            _ => self.give(&mut chance),
        }
        assert_eq!(self.diary.head(), self.model.head);
        assert_eq!(self.diary.state(), self.model.state());
        in_range(self.diary.state());
    }

    fn give(&mut self, chance: &mut Chance) {
        let order = chance.order(self.diary.state());
        reads_back(self.diary.state(), &order);
        let Some(falls) = dice_for(&self.diary, &order) else { return };
        let now = Timestamp::from_second(1_000_000).expect("a time");
        let entry = if !falls.is_empty() && chance.below(12) == 11 {
            self.diary.abandoned(order, falls, now)
        } else {
            let found = self.diary.entry_for(order, falls, now).expect("it was not refused before");
            found.expect("it has all its dice")
        };
        let mut after = self.diary.state().clone();
        for event in &entry.events {
            assert_eq!(after.fits(event), Ok(()), "{event:?}");
            after.apply(event);
        }
        let head = self.model.head;
        self.model.nodes.insert(entry.no, (head, after));
        self.model.head = entry.no;
        self.record(Record::Entry(entry));
    }
}

/// The program's dice for an order, request by request; nothing where it is refused.
fn dice_for(diary: &Diary, order: &Order) -> Option<Vec<Fall>> {
    let before = diary.state().clone();
    let mut dice = Seeded { seed: diary.header().seed, next: diary.next_serial() };
    let mut falls: Vec<Fall> = Vec::new();
    loop {
        match diary.resolve(order, &falls) {
            Ok(Step::NeedDice(request)) => falls.push(answered(&mut dice, &request)),
            Ok(Step::Done(events)) => {
                assert!(!events.is_empty(), "{order:?} does nothing, and is not refused");
                same_in_any_order(&before, order, &falls, &events);
                return Some(falls);
            }
            Err(_) => {
                assert_eq!(diary.state(), &before, "a refusal changes nothing");
                return None;
            }
        }
    }
}

fn answered(dice: &mut Seeded, request: &Request) -> Fall {
    assert!(!request.dice.is_empty(), "a request asks for something");
    dice.answer(request).expect("the program has dice enough")
}

/// The dice of each owner in their order, but the owners in another: nothing else may come of it.
fn same_in_any_order(state: &State, order: &Order, falls: &[Fall], events: &[wardiary::event::Event]) {
    let turned: Vec<Fall> = falls
        .iter()
        .map(|fall| {
            let mut dice: Vec<_> = fall.who.iter().copied().zip(fall.faces.iter().copied()).collect();
            dice.sort_by_key(|(who, _)| std::cmp::Reverse(*who));
            let (who, faces) = dice.into_iter().unzip();
            Fall { who, faces, ..fall.clone() }
        })
        .collect();
    assert_eq!(rules::resolve(state, order, &turned), Ok(Step::Done(events.to_vec())));
}

fn reads_back(state: &State, order: &Order) {
    let text = order_text(state, order);
    assert_eq!(instruction(&text, state), Ok(Instruction::Order(order.clone())), "{text}");
}

fn in_range(state: &State) {
    for unit in state.units() {
        assert!(unit.strength.now <= unit.strength.full, "{unit:?}");
        assert!(unit.edna.now <= unit.edna.full && unit.edna.full <= 200, "{unit:?}");
        assert!(state.book().ladder.has(unit.grade), "{unit:?}");
        assert!(state.book().ladder.has(state.grade_used(unit)), "{unit:?}");
        let open = state.open_battles().filter(|b| b.contingents.iter().any(|c| c.has(unit.id))).count();
        assert!(open <= 1, "{unit:?} fights in {open} battles");
    }
    for battle in state.open_battles() {
        // Of three sides one may be gone while the others fight on. Whoever is wiped out in a Conflict's round acts in it
        // yet, and the battle waits for that.
        let waits = battle.conflicts.iter().any(|c| c.under_way);
        let stands = |c: &&wardiary::state::Contingent| {
            c.units().any(|u| state.unit(u).is_some_and(wardiary::state::Unit::is_alive))
        };
        assert!(waits || battle.contingents.iter().filter(stands).count() >= 2, "{battle:?}");
        for combat in battle.combats.iter().filter(|c| c.over.is_none()) {
            assert!(combat.phases < state.book().scrud.phases.max(combat.phases + 1), "{combat:?}");
            let lives = |units: &[wardiary::id::UnitId]| {
                units.iter().any(|u| state.unit(*u).is_some_and(wardiary::state::Unit::is_alive))
            };
            assert!(combat.lines.iter().all(|l| lives(&l.units)), "{combat:?}");
        }
    }
}

proptest! {
    #![proptest_config(config(96))]

    /// Replaying is the live state; the diary read from its own text is the live one; undo and redo are as a tree with
    /// whole states has them; a refusal changes nothing; every order reads back from its text; all stays in range.
    #[test]
    fn a_game_is_what_its_diary_says((book, steps) in games(60)) {
        let mut game = Game::new(book);
        steps.iter().for_each(|numbers| game.step(numbers));

        let diary = &game.diary;
        for (no, (_, state)) in &game.model.nodes {
            let then = diary.at(*no);
            prop_assert_eq!(then.as_ref(), Some(state), "at entry {}", no);
        }
        let mut replayed = diary.header().muster.check(&diary.header().book).expect("the muster stands");
        for event in diary.path().iter().flat_map(|no| &diary.entry(*no).expect("it is there").events) {
            prop_assert_eq!(replayed.fits(event), Ok(()));
            replayed.apply(event);
        }
        prop_assert_eq!(&replayed, diary.state());

        let loaded = file::load(game.text().as_bytes()).expect("its own text can be read");
        prop_assert!(loaded.torn.is_none() && loaded.notices.is_empty(), "{:?}", loaded.notices);
        prop_assert_eq!(loaded.diary.header(), diary.header());
        prop_assert_eq!(loaded.diary.entries(), diary.entries());
        prop_assert_eq!(loaded.diary.head(), diary.head());
        prop_assert_eq!(loaded.diary.path(), diary.path());
        prop_assert_eq!(loaded.diary.redoable().collect::<Vec<_>>(), diary.redoable().collect::<Vec<_>>());
        prop_assert_eq!(loaded.diary.next_serial(), diary.next_serial());
        prop_assert_eq!(loaded.diary.state(), diary.state());
    }

    /// Undo and then redo as often is nothing, from wherever.
    #[test]
    fn undo_then_redo_is_nothing((book, steps) in games(30), many in 1u32..8) {
        let mut game = Game::new(book);
        steps.iter().for_each(|numbers| game.step(numbers));
        let Ok(back) = game.diary.back(many) else { return Ok(()) };
        let (head, state, path) = (game.diary.head(), game.diary.state().clone(), game.diary.path().to_vec());
        game.record(Record::Head(back));
        prop_assert_eq!(game.diary.forward(many), Ok(head));
        game.record(Record::Head(head));
        prop_assert_eq!(game.diary.head(), head);
        prop_assert_eq!(game.diary.state(), &state);
        prop_assert_eq!(game.diary.path(), path);
    }

    /// Names of any characters: what is printed reads back, in a state full of them.
    #[test]
    fn any_name_reads_back(names in proptest::collection::vec("[ \\PC\"\\\\+,#v]{1,8}", 1..6), text in any::<String>()) {
        let mut game = Game::new(0);
        for name in names {
            let state = game.diary.state();
            let order = Order::Unit(wardiary::order::Recruit {
                side: Some(wardiary::id::SideId(2)),
                ..wardiary::order::Recruit::new(wardiary::id::UnitId(state.next_id()), name)
            });
            reads_back(state, &order);
            let Some(falls) = dice_for(&game.diary, &order) else { continue };
            let now = Timestamp::from_second(0).expect("a time");
            let entry = game.diary.entry_for(order, falls, now).expect("not refused").expect("no dice");
            game.record(Record::Entry(entry));
            let state = game.diary.state();
            let unit = state.units().last().expect("it was just made").id;
            reads_back(state, &Order::Edna { unit, purpose: Some(text.clone()) });
            reads_back(state, &Order::Rename { id: unit.into(), name: text.clone() });
            reads_back(state, &Order::Test { who: vec![unit.into()], test: text.clone(), parallel: true });
            let at = wardiary::order::Volley {
                unit,
                at: vec![unit],
                range: None,
                weapon: Some(text.clone()),
                cover: true,
                general: true,
            };
            reads_back(state, &Order::Volley(at));
        }
    }
}

/// The properties are worth what the games are: every kind of order is carried out in some of them, and refused in some.
#[test]
fn the_games_reach_everything() {
    use proptest::{strategy::ValueTree, test_runner::TestRunner};
    let mut runner = TestRunner::deterministic();
    let mut told: BTreeMap<&str, (u32, u32)> = BTreeMap::new();
    let mut happened: BTreeMap<String, u32> = BTreeMap::new();
    for _ in 0..450 {
        let (book, steps) = games(60).new_tree(&mut runner).expect("a game").current();
        let mut game = Game::new(book);
        for numbers in &steps {
            let order = Chance::new(&numbers[1..]).order(game.diary.state());
            let count = told.entry(order.verb()).or_default();
            let carried_out = dice_for(&game.diary, &order).is_some();
            *(if carried_out { &mut count.0 } else { &mut count.1 }) += 1;
            game.step(numbers);
        }
        for event in game.diary.entries().iter().flat_map(|entry| &entry.events) {
            let text = format!("{event:?}");
            let text = text.strip_prefix("Stacks(").unwrap_or(&text);
            let name = text.split([' ', '(']).next().unwrap_or_default();
            *happened.entry(name.into()).or_default() += 1;
        }
    }
    assert_eq!(told.len(), 30 + 15 + 1 + 2, "every kind of order: {told:#?}");
    assert!(told.values().all(|(carried_out, refused)| *carried_out > 2 && *refused > 0), "{told:#?}");
    assert_eq!(happened.len(), 34 + 15 + 2 + 2, "every kind of event: {happened:#?}");
    assert!(happened["PhaseFought"] > 200, "{happened:#?}");
}
