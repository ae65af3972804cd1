//! Luck, service records and the swing: the diary's figures about dice and units, besides the events.

mod ks;
mod roll_luck;
mod service;
mod swing;
mod trees;
mod units;

use jiff::Timestamp;
use std::{collections::BTreeMap, fs, path::Path, sync::Arc};
use wardiary_base::{
    dice::{Die, Face, Origin, Owner, source::ScriptedDice, source::Seed},
    document,
    id::{BattleId, Id, SideId, UnitId},
};
use wardiary_diary::diary::{Diary, Header, Record, file};
use wardiary_odds::odds::{
    Effort, Monitor,
    assessment::{ActualAndExpected, NotAssessed, Quantity, RollKind},
};
use wardiary_report::luck::{self, DieSource, Faces, Luck, Scope, UnweighedReason};
use wardiary_rules::{
    event::Event,
    notation::{EntryChange, Instruction, parse_instruction},
    order::Order,
    state::Muster,
};

use wardiary_harness_rules::field::book;

const EFFORT: Effort = Effort { exact: 300_000_000, trials: 0, seed: 0 };
const RED: SideId = SideId(1);
const BLUE: SideId = SideId(2);

/// A campaign with one battle between these units, without a turn sequence.
fn header(settings: &str, units: &str, seed: u64) -> Header {
    let muster: Muster = document::read(&format!(
        "(sides: [(id: 1, name: \"Red\"), (id: 2, name: \"Blue\")], units: [{units}], battles: [(id: 40, name: \"Field\", parties: [[1], [2]])])"
    ))
    .expect("the muster reads");
    let settings = format!("(mechanisms: [Edna, Scrud, Tests, Volleys, Exhaustion]{settings})");
    let seed = format!("{seed:x}").parse().expect("a seed");
    Header { title: "Luck".into(), seed, book: book(&settings), muster }
}

fn diary(settings: &str, units: &str) -> Diary {
    Diary::new(header(settings, units, 26)).expect("the muster stands")
}

/// A different time for each entry.
fn at(diary: &Diary) -> Timestamp {
    Timestamp::from_second(1_790_000_000 + i64::from(diary.next_no())).expect("a time")
}

fn carry_out(diary: &mut Diary, order: Order, faces: &[Face]) {
    let at = at(diary);
    let new = if faces.is_empty() {
        diary.carry_out(order, &mut diary.program_dice(&[]), at).expect("it is carried out").entry
    } else {
        let mut script = ScriptedDice { faces: faces.iter().copied().collect() };
        let new = diary.carry_out(order, &mut script, at).expect("it is carried out").entry;
        assert!(script.faces.is_empty(), "{} faces too many", script.faces.len());
        new
    };
    diary.append(Record::Entry(new)).expect("it stands");
}

/// Gives an order by its text, with these faces or the program's dice, or moves through the diary.
fn give(diary: &mut Diary, text: &str, faces: &[Face]) {
    let read = parse_instruction(text, diary.state()).unwrap_or_else(|e| panic!("{text}: {e}"));
    match read {
        Instruction::Order(order) => carry_out(diary, order, faces),
        Instruction::Rebase { entry, change, .. } => amend(diary, entry, &change),
        way => {
            use wardiary_diary::diary::Move;
            match diary.head_move(&way).expect("it can be gone").expect("it is a way") {
                Move::To(to) => diary.append(Record::head(to)).expect("it is there"),
                Move::Branch(from, order) => {
                    let entry = diary.branching(from, order, at(diary)).expect("a branch can begin anywhere");
                    diary.append(Record::Entry(entry)).expect("it stands");
                }
            }
        }
    }
}

fn amend(diary: &mut Diary, entry: u32, change: &EntryChange) {
    let rebase = diary.rebase(entry, change, at(diary)).expect("it can be amended");
    diary.append(rebase.record).expect("it stands");
}

fn luck_of(diary: &Diary, scope: &Scope) -> Luck {
    luck::luck(diary, scope, &EFFORT, Monitor::none()).expect("nobody breaks it off")
}

fn luck_now(diary: &Diary) -> Luck {
    luck_of(diary, &Scope::default())
}

fn luck_of_all(diary: &Diary) -> Luck {
    luck_of(diary, &Scope { all_branches: true, ..Scope::default() })
}

fn near(found: f64, wanted: f64) {
    assert!((found - wanted).abs() < 1e-9, "{found}, not {wanted}");
}

/// The count of a side for a mechanism.
fn tally(luck: &Luck, side: SideId, kind: RollKind, counted: Quantity) -> ActualAndExpected {
    let found = luck.side_luck(side, None);
    let of_kind = found.mechanisms.iter().find(|found| found.kind == kind).expect("it rolled so");
    of_kind.counts.iter().find(|(other, _)| *other == counted).expect("it is counted").1
}

fn sample() -> Diary {
    sample_named("tannenberg")
}

fn sample_named(name: &str) -> Diary {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../saves/{name}.ron"));
    file::load(&fs::read(path).expect("it ships")).expect("it loads").diary
}

/// By hand: by a program of thirty lines that only knows the rules of SCRUD from RULES 2.2. It enumerates all orders in
/// which the dice can be sorted: eight yellow v four green in entry 4, four yellow and three red in 6, three yellow and
/// four red in 8.
#[test]
fn the_sums_of_the_sample_are_those_by_hand() {
    let diary = sample();
    let luck = luck_now(&diary);
    assert_eq!((luck.all_rolls(), luck.rolls.len(), luck.undone), (4, 3, 0));
    assert_eq!(luck.left_out, BTreeMap::from([(UnweighedReason::NotWeighed(NotAssessed::Initiative), 1)]));
    let (germans, russians) = (SideId(1), SideId(2));
    assert_eq!(luck.sides(), [germans, russians]);
    let of = |side, counted| tally(&luck, side, RollKind::Scrud, counted);
    for (side, counted, actual, expected) in [
        (germans, Quantity::Inflicted, 5, 7.888_537_243_256_7),
        (germans, Quantity::Suffered, 1, 2.303_649_737_076_7),
        (russians, Quantity::Inflicted, 1, 2.303_649_737_076_7),
        (russians, Quantity::Suffered, 5, 7.888_537_243_256_7),
    ] {
        assert_eq!(of(side, counted).actual, actual);
        near(of(side, counted).expected, expected);
    }
    let found = luck.side_luck(russians, None);
    assert_eq!((found.lost.actual, found.taken.actual, found.strength_rolls), (4, 0, 3));
    near(found.lost.expected, 13.604_960_870_096_7);
    near(found.taken.expected, 1.497_623_916_771_9);
    near(found.strength_gained(), 13.604_960_870_096_7 - 4.0 - 1.497_623_916_771_9);
    near(luck.side_luck(germans, None).strength_gained(), -found.strength_gained());
    // The percentile of each phase for the Russians, its variance, and the luck that they make.
    let ranked = luck.rolls.iter().map(|roll| (roll.percentile(russians).expect("it is theirs"), &roll.weighed));
    for ((percentile, weighed), by_hand) in ranked.zip([
        (0.107_434_240_499_1, 0.081_702_486_123_1),
        (0.748_269_386_452_8, 0.077_717_557_375_1),
        (0.919_750_134_356_1, 0.076_016_717_557_0),
    ]) {
        near(percentile, by_hand.0);
        near(weighed.percentile_variance, by_hand.1);
    }
    let lucks = [germans, russians].map(|side| luck.side_luck(side, None).luck.expect("there are rolls"));
    near(lucks[1], 0.567_690_425_738_9);
    near(lucks[0], -lucks[1]);
    assert_eq!(found.percentile, None, "of three rolls nothing is said");
    // None of them had a rare result.
    assert_eq!(luck.extremes(1), []);
    let counts =
        |side: u32| luck.faces.iter().find(|f| f.side == Some(SideId(side))).expect("they rolled").counts.clone();
    assert_eq!(counts(1), [2, 3, 1, 3, 2, 2], "2 | 6 5 6 4 | 2 5 1 2 | 4 3 1 4");
    assert!(luck.faces.iter().all(|faces| faces.source == DieSource::Table && faces.fairness().is_none()));
}

/// By hand: by a program that reads the volleys from the text of the save (dice, cover, kinds of targets and what was left
/// of them), enumerates all faces in fractions, and only knows the rules of volleys from RULES 4.5.
#[test]
fn the_sums_of_volleys_are_those_by_hand() {
    // For each side: rolls, hits with their expectation, Strength Points that these cost, luck, percentile.
    for (name, battle, sides) in [
        (
            "wadi",
            None,
            [
                (46, 17, 16.740_563_914_609_1, 17, 16.531_991_240_855_1, 0.205_026_032_487_6, Some(58.122_410_697)),
                (17, 7, 7.402_992_112_482_9, 7, 7.402_306_241_426_6, 0.001_343_548_279_7, None),
            ],
        ),
        (
            "hundred-days",
            Some(BattleId(233)),
            [
                (36, 25, 26.650_891_632_373_1, 25, 25.847_243_655_692_7, -0.447_921_695_417_2, Some(32.710_485_508)),
                (36, 23, 23.600_823_045_267_5, 22, 23.243_591_392_318_2, -0.170_151_189_443_2, Some(43.244_561_853)),
            ],
        ),
    ] {
        let luck = luck_of(&sample_named(name), &Scope { battle, ..Scope::default() });
        for (side, (rolls, hits, expected_hits, taken, expected_taken, deviate, percentile)) in (1..).zip(sides) {
            let found = luck.side_luck(SideId(side), None);
            let counted = tally(&luck, SideId(side), RollKind::Volley, Quantity::Hits);
            assert_eq!((found.rolls, counted.actual, found.taken.actual), (rolls, hits, taken), "{name}");
            near(counted.expected, expected_hits);
            near(found.taken.expected, expected_taken);
            near(found.luck.expect("there are rolls"), deviate);
            assert_eq!(found.percentile.is_some(), percentile.is_some(), "{name}");
            // The normal distribution is computed to fewer digits.
            assert!(
                found.percentile.zip(percentile).is_none_or(|(one, other)| (one - other).abs() < 1e-5),
                "{found:?}"
            );
        }
    }
}

/// Two units on each side, all different.
const UNITS: &str = "(id: 11, name: \"A\", side: 1, edna: 7, weapons: [\"muskets\"]), (id: 12, name: \"B\", side: 1, edna: 8), \
     (id: 21, name: \"X\", side: 2, edna: 9), (id: 22, name: \"Y\", side: 2, edna: 8)";

#[test]
fn every_mechanism_is_weighed_by_its_odds_then() {
    let mut diary = diary("", UNITS);
    give(&mut diary, "edna A", &[3, 3]);
    give(&mut diary, "edna A", &[6, 5]);
    give(&mut diary, "edna A", &[2, 2]);
    give(&mut diary, "volley A at X range 2", &[4, 4]);
    let luck = luck_now(&diary);
    // EDNA 7 acts on 7 and less, 21 of 36; EDNA 3 acts on 3 and less, 3 of 36.
    let acted = tally(&luck, RED, RollKind::Edna, Quantity::Acted);
    assert_eq!(acted.actual, 1);
    near(acted.expected, (21.0 + 21.0 + 3.0) / 36.0);
    // With two dice, a double 4, 5 or 6 hits.
    let hits = tally(&luck, RED, RollKind::Volley, Quantity::Hits);
    assert_eq!(hits.actual, 1);
    near(hits.expected, 3.0 / 36.0);
    let blue = luck.side_luck(BLUE, None);
    assert_eq!((blue.rolls, blue.luck, blue.lost.actual, blue.strength_rolls), (0, None, 1, 1));
    near(blue.lost.expected, 3.0 / 36.0);
    assert_eq!(luck.side_luck(RED, None).taken, blue.lost);
    let units = luck.unit_luck(None);
    assert_eq!(units.iter().map(|unit| unit.who).collect::<Vec<_>>(), [Id(11)]);
    assert_eq!(
        units[0].mechanisms.iter().map(|found| (found.kind, found.rolls)).collect::<Vec<_>>(),
        [(RollKind::Volley, 1), (RollKind::Edna, 3)]
    );
}

/// A roll has the rules of its moment.
#[test]
fn rules_that_change_on_the_way_hold_from_there() {
    let mut diary = diary("", UNITS);
    give(&mut diary, "edna B", &[2, 2]);
    give(&mut diary, "rules change \"(edna: (equal: Halts))\"", &[]);
    give(&mut diary, "edna B", &[2, 2]);
    near(tally(&luck_now(&diary), RED, RollKind::Edna, Quantity::Acted).expected, (26.0 + 21.0) / 36.0);
}

#[test]
fn undone_bad_rolls_are_counted() {
    let mut diary = diary("", UNITS);
    assert_eq!(luck_now(&diary), Luck::default(), "nothing was thrown");
    give(&mut diary, "edna B", &[]);
    give(&mut diary, "undo", &[]);
    give(&mut diary, "edna B", &[]);
    give(&mut diary, "undo", &[]);
    give(&mut diary, "edna B", &[6, 6]);
    let (now, all) = (luck_now(&diary), luck_of_all(&diary));
    assert_eq!((now.rolls.len(), now.undone), (1, 2));
    assert_eq!((all.rolls.len(), all.undone), (3, 2));
    assert_eq!(all.faces.iter().map(Faces::dice).collect::<Vec<_>>(), [4, 2], "the program’s, and the table’s");
    // Another unit throws the same dice in another past. The dice are thrown once, and count on the current path.
    give(&mut diary, "what if \"again\" from 0 with the same dice", &[]);
    let before = luck_of_all(&diary).rolls.len();
    give(&mut diary, "edna Y", &[]);
    let (now, all) = (luck_now(&diary), luck_of_all(&diary));
    assert_eq!(all.rolls.len(), before, "{all:?}");
    assert_eq!((now.rolls.len(), now.rolls[0].weighed.side), (1, BLUE));
    assert!(all.rolls.contains(&now.rolls[0]));
    assert_eq!(now.undone + 1, all.rolls.len());
}

#[test]
fn a_throw_stays_the_same_throw_through_amendments() {
    let mut diary = diary("", UNITS);
    give(&mut diary, "note begin", &[]);
    give(&mut diary, "edna B", &[5, 2]);
    give(&mut diary, "edna Y", &[]);
    let before = luck_now(&diary).rolls.len();
    for (entry, text) in [(1, "note otherwise"), (5, "note \"and once more\"")] {
        assert!(matches!(diary.entry(entry).expect("it is there").order, Order::Note { .. }));
        amend(&mut diary, entry, &EntryChange::Amend { order: Some((text.into(), 0..0)), faces: None });
        let luck = luck_now(&diary);
        assert_eq!(luck.rolls.len(), before, "entry {entry}");
        assert_eq!(luck.undone, 0, "nothing was thrown that does not count");
        let all = luck_of_all(&diary);
        assert_eq!((&all.rolls, &all.faces), (&luck.rolls, &luck.faces));
    }
    // The mistyped dice still count as thrown once.
    let edna = |diary: &Diary| diary.path()[diary.path().len() - 2];
    let mistyped = edna(&diary);
    amend(&mut diary, mistyped, &EntryChange::Amend { order: None, faces: Some(vec![6, 6]) });
    let luck = luck_now(&diary);
    assert_eq!((luck.rolls.len(), luck.undone), (before, 0));
    assert_eq!(luck_of_all(&diary).rolls, luck.rolls);
    assert_eq!(luck.faces.iter().find(|faces| faces.source == DieSource::Table).expect("the table’s").counts[5], 2);
    let struck = edna(&diary);
    amend(&mut diary, struck, &EntryChange::Strike);
    let luck = luck_now(&diary);
    assert_eq!((luck.rolls.len(), luck.undone), (1, 1));
    assert_eq!(luck_of_all(&diary).rolls.len(), 2);
}

#[test]
fn unassessed_rolls_are_counted_with_reasons() {
    let mut diary = diary(", edna: (rerolls: 1)", UNITS);
    give(&mut diary, "argue \"rain\" for \"clouds\" roll 2d6 7+", &[4, 4]);
    give(&mut diary, "edna B", &[6, 6]);
    give(&mut diary, "retest B", &[2, 2]);
    let Instruction::Order(order) = parse_instruction("edna Y", diary.state()).expect("an order") else {
        panic!("no order")
    };
    let shown = diary.entry(2).expect("it is there").dice.clone();
    let shown: Vec<_> = shown.into_iter().map(|mut roll| (roll.who = vec![Owner(22); 2], roll).1).collect();
    let abandoned = diary.abandoned(order, shown, at(&diary));
    diary.append(Record::Entry(abandoned)).expect("it stands");
    let why = |luck: &Luck| luck.left_out.iter().map(|(why, n)| (*why, *n)).collect::<Vec<_>>();
    let luck = luck_now(&diary);
    assert_eq!(luck.rolls.len(), 1, "the first throw counts");
    assert_eq!(
        why(&luck),
        [
            (UnweighedReason::NotWeighed(NotAssessed::Argument), 1),
            (UnweighedReason::NotWeighed(NotAssessed::Rerolled), 1),
            (UnweighedReason::Abandoned, 1)
        ]
    );
    // A test that can't fail, a die whose face differs from its events, and dice that are not the program's.
    let mut sure = self::diary("", "(id: 11, name: \"A\", side: 1, edna: 12), (id: 21, name: \"X\", side: 2)");
    give(&mut sure, "edna A", &[6, 6]);
    assert_eq!(why(&luck_now(&sure)), [(UnweighedReason::NotWeighed(NotAssessed::OnlyOneResult), 1)]);
    let change = |by: fn(&mut wardiary_diary::diary::Entry)| {
        let mut entry = diary.entry(2).expect("it is there").clone();
        entry.no = 1;
        entry.events.retain(|event| !matches!(event, Event::Opened { .. }));
        by(&mut entry);
        let mut other = Diary::new(diary.header().clone()).expect("the muster stands");
        other.append(Record::Entry(entry)).expect("its facts fit");
        why(&luck_now(&other))
    };
    assert_eq!(change(|entry| entry.dice[0].faces[0] = 1), [(UnweighedReason::NotReproduced, 1)]);
    assert_eq!(change(|entry| entry.dice[0].from = Origin::App(0)), [(UnweighedReason::NotFromStream, 1)]);
    assert_eq!(change(|_| ()), []);
}

#[test]
fn a_battle_by_itself_is_weighed_by_itself() {
    let mut diary = diary("", UNITS);
    give(&mut diary, "edna A", &[3, 3]);
    give(&mut diary, "end battle", &[]);
    give(&mut diary, "battle Ford with A + B v X + Y", &[]);
    give(&mut diary, "edna A", &[3, 4]);
    give(&mut diary, "edna X", &[6, 6]);
    let luck = luck_now(&diary);
    let battles = luck.battles();
    assert_eq!(battles.len(), 2);
    for (battle, rolls) in battles.iter().zip([1, 2]) {
        let alone = luck_of(&diary, &Scope { battle: Some(*battle), ..Scope::default() });
        assert_eq!(alone.rolls.len(), rolls);
        for side in [RED, BLUE] {
            assert_eq!(alone.side_luck(side, None), luck.side_luck(side, Some(*battle)));
        }
    }
}

/// In 95 of 100 runs of 800 dice, the test finds a loaded die that shows a six one time in four, at a significance of
/// one percent.
#[test]
fn a_loaded_die_is_found_and_a_fair_one_is_not_accused() {
    let d20 = Die::D20;
    let faces = |run: u64, loaded: bool| {
        let seed: Seed = format!("{run:x}").parse().expect("a seed");
        let mut counts = vec![0; 6];
        for serial in 0..800 {
            let face = if loaded {
                match seed.face(serial, d20) {
                    1..=5 => 6,
                    other => (other - 6) % 5 + 1,
                }
            } else {
                seed.face(serial, Die::D6)
            };
            counts[usize::from(face) - 1] += 1;
        }
        Faces { source: DieSource::Program, side: None, die: Die::D6, counts }
    };
    let found = |loaded| (1..=100).filter(|run| faces(*run, loaded).fairness().expect("enough dice") < 0.01).count();
    assert!(found(true) >= 95, "{}", found(true));
    assert!(found(false) <= 5, "{}", found(false));
    let few = Faces { source: DieSource::Table, side: None, die: Die::D6, counts: vec![5, 5, 5, 5, 5, 4] };
    assert_eq!(few.fairness(), None, "of fewer than five a face nothing is said");
}

/// Older versions broke ties by a key in the header.
#[test]
fn a_luck_key_changes_nothing() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../saves/tannenberg.ron");
    let text = fs::read_to_string(path).expect("it ships");
    let with = text.replacen("\nrules: (", "\nluck: \"00112233445566778899aabbccddeeff\",\nrules: (", 1);
    let diary = file::load(with.as_bytes()).expect("it loads").diary;
    assert_eq!(luck_now(&diary), luck_now(&sample()));
}

/// Weighs every roll, however many there are, with the same result each time.
#[test]
fn a_thousand_different_rolls_are_weighed() {
    let diary = wardiary_harness_diary::many_rolls::diary();
    let luck = luck_of_all(&diary);
    let throws: usize = diary.entries().iter().map(|entry| entry.dice.len()).sum();
    assert_eq!((luck.rolls.len(), luck.left_out.len(), luck.undone), (1000, 0, throws));
    let found = luck.side_luck(RED, None);
    assert_eq!((found.rolls, found.mechanisms.iter().map(|found| found.rolls).sum::<usize>()), (1000, 1000));
    assert!(found.percentile.is_some_and(|percentile| (0.1..99.9).contains(&percentile)), "{found:?}");
}

/// Weighing can be cancelled.
#[test]
fn weighing_is_broken_off_and_says_how_far_it_is() {
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    let (diary, cancel, told) = (sample(), AtomicBool::new(true), AtomicUsize::new(0));
    let progress = |share: f64| {
        assert!((0.0..=1.0).contains(&share));
        told.fetch_add(1, Ordering::Relaxed);
    };
    let watch = Monitor { cancel: &cancel, progress: &progress, time_spent: &|| 0.0 };
    assert!(luck::luck(&diary, &Scope::default(), &EFFORT, watch).is_err());
    cancel.store(false, Ordering::Relaxed);
    luck::luck(&diary, &Scope::default(), &EFFORT, watch).expect("nobody breaks it off");
    assert!(told.load(Ordering::Relaxed) >= diary.entries().len());
}

/// A unit for the trees below.
fn one(id: u32, name: &str, side: u32, rest: &str) -> String {
    format!("(id: {id}, name: \"{name}\", side: {side}{rest})")
}

fn header_of(settings: &str, units: &[String], seed: u64) -> Arc<Header> {
    Arc::new(header(settings, &units.join(", "), seed))
}

fn unit(id: u32) -> UnitId {
    UnitId(id)
}
