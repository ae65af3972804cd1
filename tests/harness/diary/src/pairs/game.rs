//! A game from the referee's view, played order by order.

use super::{
    chance::PairRng,
    country::{EnemyKnowledge, FIRST_HIDDEN_NUMBER, header},
    orders::{hidden_order, open_order},
};
use jiff::Timestamp;
use std::fmt::Write as _;
use wardiary_base::{
    dice::{DiceRoll, Origin, source::ReplayedDice},
    document,
    id::{BattleId, SideId},
    remark::{Annotation, Viewer},
};
use wardiary_diary::{
    diary::{
        Diary, Entry, EntryNo, Header, Record,
        file::new_save_text,
        seal::{Chain, Secret},
    },
    projection::Projector,
};
use wardiary_rules::{
    notation::{EntryChange, Instruction, parse_instruction},
    order::{Order, StaffOrder},
    rules::Step,
    state::{Battle, State},
};

pub struct Game {
    pub diary: Diary,
    /// Blue's view, updated during the game.
    pub blue: Projector,
    /// The lines of the game's save, and their chain of seals.
    lines: Vec<String>,
    chain: Chain,
    chance: PairRng,
    now: i64,
    /// Whether Blue watches live, so that the referee takes nothing back that Blue would hear of.
    is_watched: bool,
}

/// The side whose view the tests compare.
pub const BLUE: SideId = SideId(1);

/// The secret of a save, from which its seals derive.
pub fn secret() -> Secret {
    Secret::from("00112233445566778899aabbccddeeff".to_string())
}

impl Game {
    fn new(game: usize, copy: usize, fought: EnemyKnowledge) -> Self {
        let diary = Diary::new(header(game, copy, fought)).expect("the muster stands");
        let blue = Projector::of(&diary, BLUE).expect("its beginning stands");
        let chance = PairRng::hidden_from_blue(game, if copy == 0 { "hidden" } else { "otherwise" });
        let chain = new_save_text(diary.header(), secret()).1.chain();
        Self { diary, blue, lines: Vec::new(), chain, chance, now: 1_000_000, is_watched: false }
    }

    /// Carries out an order with dice that show the values of `faces`, thrown by the program or on the table. Returns
    /// whether the order was accepted.
    fn give(&mut self, text: &str, mut faces: impl FnMut() -> u8, hour: i64) -> bool {
        let Ok(Instruction::Order(order)) = parse_instruction(text, self.diary.state()) else { return false };
        let mut falls: Vec<DiceRoll> = Vec::new();
        loop {
            match self.diary.resolve(&order, &falls) {
                Ok(Step::NeedDice(request)) => {
                    let thrown: Vec<_> =
                        request.dice.iter().map(|die| 1 + (faces() - 1) % die.die.sides().min(6)).collect();
                    let from = if self.chance.below(2) == 0 {
                        Origin::Table
                    } else {
                        Origin::App(self.diary.next_serial() + falls.len() as u64 * 100)
                    };
                    let who = request.dice.iter().map(|die| die.owner).collect();
                    falls.push(DiceRoll { who, from, faces: thrown });
                }
                Ok(Step::Done(_)) => break,
                Err(_) => return false,
            }
        }
        let at = Timestamp::from_second(hour).expect("a time");
        let entry =
            self.diary.carry_out(order, &mut ReplayedDice::new(falls, None), at).expect("it was not refused").entry;
        self.record(Record::Entry(entry));
        true
    }

    fn record(&mut self, mut record: Record) {
        self.lines.push(self.chain.write(&mut record) + ",\n");
        self.diary.append(record).expect("it stands in the diary");
        if self.chance.below(3) == 0 {
            self.blue.update(&self.diary);
        }
    }

    /// Does something that Blue can't see.
    fn hidden(&mut self) {
        self.now += 1 + i64::try_from(self.chance.below(1000)).expect("a few");
        let text = {
            let state = self.diary.state();
            hidden_order(&mut self.chance, state)
        };
        let mut dice = self.chance.starting_at(500_000 + self.chance.drawn);
        let now = self.now;
        match self.chance.below(10) {
            0 => self.undo_and_redo_hidden(),
            1 => self.strike(),
            2 => self.share_with(SideId(2)),
            3 if !self.is_watched => self.withdraw(),
            _ => {
                self.give(&text, || u8::try_from(1 + dice.below(6)).expect("a face"), now);
            }
        }
    }

    /// Gives orders that Blue would hear of, with words that it can't know, and takes them back before it is shared with
    /// Blue.
    fn withdraw(&mut self) {
        let head = self.diary.head();
        for _ in 0..=self.chance.below(3) {
            let state = self.diary.state();
            let order = match self.chance.below(4) {
                0 => format!("tell Blue \"{}\"", self.chance.word()),
                1 => format!("reveal #{} to Blue", self.chance.pick(&state.forces()).0),
                _ => open_order(&mut self.chance, state),
            };
            let mut dice = self.chance.starting_at(600_000 + self.chance.drawn);
            self.give(&text_in(&order, &self.diary), || u8::try_from(1 + dice.below(6)).expect("a face"), self.now);
        }
        if self.diary.head() != head {
            self.record(Record::head(head));
        }
    }

    /// Records that the game was shared with a side, up to the head.
    fn share_with(&mut self, side: SideId) {
        let at = Timestamp::from_second(self.now).expect("a time");
        let shared = Annotation::Shared(Viewer::Side(side));
        let remark = self.diary.remark(self.diary.head(), shared, at).expect("a share can be recorded anywhere");
        self.record(Record::Remark(remark));
    }

    /// Undoes as many entries as Blue sees nothing of, and perhaps redoes them.
    fn undo_and_redo_hidden(&mut self) {
        let hidden = self.trailing_hidden_entries();
        if hidden > 0 {
            let many = u32::try_from(1 + self.chance.below(hidden)).expect("a few");
            let (head, to) = (self.diary.head(), self.diary.undo_target(many).expect("there are so many"));
            self.record(Record::head(to));
            if self.chance.below(2) == 0 {
                self.record(Record::head(head));
            }
        }
    }

    /// The number of entries at the end of the path that tell Blue nothing.
    fn trailing_hidden_entries(&mut self) -> usize {
        self.blue.update(&self.diary);
        let path = self.diary.path();
        path.iter().rev().take_while(|no| self.is_hidden(**no)).count()
    }

    /// Whether an entry tells Blue nothing, about the forces near Blue either.
    fn is_hidden(&self, no: EntryNo) -> bool {
        let step = self.diary.step(no).expect("it is there");
        let own = |no: EntryNo| self.blue.own_entry(no).expect("it was fed");
        // A message that is due to Blue later is not delivered yet.
        let is_to_be_told =
            matches!(&step.entry.order, Order::Staff(StaffOrder::Tell { sides, .. }) if sides.contains(&BLUE));
        let mut concerned = step.concerns().into_iter();
        let is_of_near =
            concerned.any(|id| step.after.battle(BattleId(id.0)).is_some_and(|found| found.name.starts_with("Near")));
        own(no) == own(step.entry.parent())
            && !is_to_be_told
            && !is_of_near
            && step.concerns().iter().all(|id| id.0 < 10 || id.0 >= FIRST_HIDDEN_NUMBER)
    }

    /// Strikes an entry that Blue did not see, below entries that it saw.
    fn strike(&mut self) {
        self.blue.update(&self.diary);
        let path = self.diary.path().iter();
        let hidden: Vec<EntryNo> = path.rev().copied().filter(|no| self.is_hidden(*no)).take(6).collect();
        if hidden.is_empty() {
            return;
        }
        let no = *self.chance.pick(&hidden);
        let change = if self.chance.below(2) == 0 {
            EntryChange::Strike
        } else {
            let text = format!("note \"{}\"", self.chance.word());
            EntryChange::Amend { order: Some((text, 0..0)), faces: None }
        };
        let at = Timestamp::from_second(self.now).expect("a time");
        let Ok(rebase) = self.diary.rebase(no, &change, at) else { return };
        // A conflict or a different result may be visible to Blue.
        if rebase.conflicts.is_empty() {
            self.record(rebase.record);
        }
    }

    /// Gives an order that Blue hears of, after those of the game. Returns whether it was accepted.
    fn finish(&mut self, order: &str, hour: i64) -> bool {
        self.give(&text_in(order, &self.diary), || 3, 90_000_000 + 3600 * hour)
    }

    /// The text of the save's file.
    pub fn save(&self) -> String {
        format!("{}{}{}", new_save_text(self.diary.header(), secret()).0, self.lines.concat(), self.chain.closers())
    }

    /// Everything that Blue sees, as text.
    pub fn seen(&mut self) -> String {
        let blue = Projector::of(&self.diary, BLUE).expect("its beginning stands");
        self.blue.update(&self.diary);
        let [whole, fed] = [&blue, &self.blue].map(|blue| diary_text(blue.diary()));
        assert_eq!(whole, fed, "fed entry by entry it is the same");
        whole
    }
}

/// A diary as text: its header, lines and moves, the sentences about each entry, and its state.
fn diary_text(diary: &Diary) -> String {
    let Header { title, seed, book, muster } = diary.header();
    let mut text = format!("{title:?} {seed:?} {book:?}\n{muster:?}\n");
    let entry = |entry: &Entry| document::to_line(entry);
    for no in 1..diary.next_no() {
        let _ = writeln!(text, "{}", entry(diary.entry(no).expect("it is there")));
        let _ = writeln!(text, "{:?}", diary.step(no).expect("it is there").account());
    }
    let _ = writeln!(text, "head {}\n{:?}", diary.head(), diary.state());
    text
}

/// Both games of a pair, after this many orders that Blue may hear of.
pub fn pair(game: usize, orders: i64, fought: EnemyKnowledge) -> [Game; 2] {
    played(game, orders, fought, false)
}

/// The same where Blue watches live: nothing is withdrawn that it heard of.
pub fn watched_pair(game: usize, orders: i64, fought: EnemyKnowledge) -> [Game; 2] {
    played(game, orders, fought, true)
}

fn played(game: usize, orders: i64, fought: EnemyKnowledge, is_watched: bool) -> [Game; 2] {
    let mut games = [0, 1].map(|copy| Game { is_watched, ..Game::new(game, copy, fought) });
    let mut open = PairRng::visible_to_blue(game, "open");
    for hour in 0..orders {
        let now = 10_000_000 + 3600 * hour;
        let order = open_order(&mut open, games[0].diary.state());
        let (back, is_shared) = (open.below(12) == 0, open.below(4) == 0);
        let faces = open.drawn;
        let given: Vec<bool> = games
            .iter_mut()
            .map(|game| {
                for _ in 0..game.chance.below(5) {
                    game.hidden();
                }
                let mut dice = open.starting_at(1_000_000 + 100 * faces);
                let given =
                    game.give(&text_in(&order, &game.diary), || u8::try_from(1 + dice.below(6)).expect("a face"), now);
                if is_shared {
                    game.share_with(BLUE);
                }
                // Undoes something that Blue may have seen, in both games, together with the hidden entries around it.
                if given && back {
                    let to = game.diary.undo_target(1).expect("one was written");
                    game.record(Record::head(to));
                }
                given
            })
            .collect();
        assert_eq!(given[0], given[1], "pair {game}: {order:?} is refused in one only");
    }
    games
}

/// Ends both games with a battle in which Red loses two units. If Blue can't know their strength, the margin of its
/// victory differs between the games.
pub fn decide(games: &mut [Game; 2]) {
    let orders = [
        "end battle in BATTLE",
        "battle \"Near end\" with #10 + #11 v #20 + #21",
        "eliminate #200 because \"decided\"",
        "eliminate #201 because \"decided\"",
        "end battle in BATTLE won by Blue because \"decided\"",
    ];
    for (hour, order) in (0..).zip(orders) {
        let given = games.each_mut().map(|game| game.finish(order, hour));
        assert_eq!(given[0], given[1], "{order}");
    }
}

/// An order with the ids of one of the games, whose battles and contacts have their own numbers.
fn text_in(order: &str, diary: &Diary) -> String {
    let state = diary.state();
    let battle = near_battle(state).map_or(0, |battle| battle.id.0);
    let orders =
        state.waiting_orders().into_iter().find(|orders| orders.side == BLUE).map_or(0, |orders| orders.number);
    let order = order.replace("ORDERS", &orders.to_string());
    order.replace("BATTLE", &format!("#{battle}")).replace("CONTACT", &near_contact(state).unwrap_or(0).to_string())
}

/// The open battle between forces that Blue knows.
pub fn near_battle(state: &State) -> Option<&Battle> {
    state.open_battles().find(|battle| battle.name.starts_with("Near"))
}

/// The first contact between forces that Blue knows.
pub fn near_contact(state: &State) -> Option<u32> {
    state.contacts().iter().find(|contact| contact.forces.0.0 < FIRST_HIDDEN_NUMBER).map(|contact| contact.number)
}
