//! A diary can't be lost. After a failure of any operation of the disk, a power cut at any time, or a break at any
//! byte of the file, every entry that was shown is in the save, and writing continues.
//!
//! The tests try a share of the operations, steps and bytes, a different one for each kind of failure.
//! `cargo test --release -- --ignored` tries them all.

use rayon::prelude::*;
use std::{
    path::Path,
    sync::{Arc, LazyLock},
};
use wardiary_diary::diary::{
    Diary, Entry, Record,
    file::{self, FileError, Mode, Save, SaveNotice},
    seal::Seal,
};
use wardiary_harness_diary::{
    memory_disk::{Fault, MemoryDisk, SimpleRng},
    play::{self, give},
};
use wardiary_rules::notation::{Instruction, parse_instruction};

const PATH: &str = "saves/battle.ron";

/// One of every `share` numbers below `limit`.
fn some(limit: usize, from: usize, share: usize) -> Vec<usize> {
    (0..limit).skip(from % share).step_by(share).collect()
}

fn path() -> &'static Path {
    Path::new(PATH)
}

fn create(disk: &MemoryDisk) -> Result<Save, FileError> {
    static HEADER: LazyLock<wardiary_diary::diary::Header> = LazyLock::new(|| {
        wardiary_diary::assets::scenario("tannenberg", None, "1914".parse().expect("a seed")).expect("it ships")
    });
    Save::create_on(Arc::new(disk.clone()), path(), HEADER.clone())
}

fn open(disk: &MemoryDisk, mode: Mode) -> Result<Save, FileError> {
    Save::open_on(Arc::new(disk.clone()), path(), mode)
}

/// Fifty orders: combats, tests, losses, notes long and short, and changes of mind.
fn orders() -> Vec<String> {
    (0..50)
        .map(|n| match n % 10 {
            0 => "demote \"73rd Brigade\" 1 this combat because \"surprised\"".into(),
            1 if n < 10 => "scrud \"XX Corps\" v Russians".into(),
            1 => "promote \"73rd Brigade\" 1 this combat because \"dug in\"".into(),
            2 => "edna \"41st Brigade\" for \"hold; the \\\"line\\\", ])\"".into(),
            3 => format!("note \"{}\"", "Nebel über dem See. ".repeat(1 + n)),
            4 => "lose \"41st Brigade\" 1 because \"shelled\"".into(),
            5 => "undo".into(),
            6 => "redo".into(),
            7 => "restore \"41st Brigade\" 1".into(),
            8 => "undo 2".into(),
            _ => format!("note {n}"),
        })
        .collect()
}

/// The diary with that order recorded as well.
fn with(diary: &Diary, text: &str) -> Option<Diary> {
    let mut diary = diary.clone();
    let record = match parse_instruction(text, diary.state()).ok()? {
        Instruction::Undo(many) => Record::head(diary.undo_target(many).ok()?),
        Instruction::Redo(many) => Record::head(diary.redo_target(many).ok()?),
        Instruction::Order(order) => {
            let new = diary.carry_out(order, &mut diary.program_dice(&[]), play::now(&diary)).ok()?;
            Record::Entry(new.entry)
        }
        #[allow(unreachable_patterns, reason = "this game has no other orders")]
        _ => return None,
    };
    diary.append(record).ok()?;
    Some(diary)
}

/// Entries without their seals, which only a file's chain can compute.
fn unsealed(entries: &[Entry]) -> Vec<Entry> {
    entries.iter().map(|entry| Entry { seal: Seal::default(), ..entry.clone() }).collect()
}

/// Whether a diary is the shown one, or the shown one with the pending order.
fn is_shown(found: &Diary, shown: &Diary, pending: Option<&str>) -> bool {
    let same = found.entries() == shown.entries() && found.head() == shown.head() && found.state() == shown.state();
    same || pending.and_then(|text| with(shown, text)).is_some_and(|with| {
        found.entries().starts_with(shown.entries())
            && unsealed(found.entries()) == unsealed(with.entries())
            && found.head() == with.head()
            && found.state() == with.state()
    })
}

/// Opens the save on a disk, which contains everything that was shown. Appends ten more orders, and opens it again.
fn goes_on(disk: &MemoryDisk, shown: &Diary, pending: Option<&str>, when: &str) {
    let mut save = open(disk, Mode::Write).unwrap_or_else(|e| panic!("{when}: {e}"));
    assert!(
        is_shown(save.diary(), shown, pending),
        "{when}: {} entries and the head {} where {} and {} were shown",
        save.diary().entries().len(),
        save.diary().head(),
        shown.entries().len(),
        shown.head()
    );
    for n in 0..10 {
        let order = if n == 6 { "undo".to_string() } else { format!("note \"and on, {n}\"") };
        give(&mut save, &order, &[]).unwrap_or_else(|e| panic!("{when}, then {order}: {e}"));
    }
    let live = save.diary().clone();
    drop(save);
    let again = open(disk, Mode::Write).unwrap_or_else(|e| panic!("{when}, opened again: {e}"));
    assert!(again.notices().is_empty(), "{when}, opened again: {:?}", again.notices());
    assert!(is_shown(again.diary(), &live, None), "{when}: what was written on is not all there");
}

#[test]
fn any_operation_may_fail() {
    one_operation_fails(41);
}

#[test]
#[ignore = "long: `cargo test --release -- --ignored`"]
fn every_operation_may_fail() {
    one_operation_fails(1);
}

/// Tries one of every `share` operations.
fn one_operation_fails(share: usize) {
    let orders = orders();
    let operations = {
        let disk = MemoryDisk::default();
        let mut save = create(&disk).expect("a good disk");
        orders.iter().for_each(|order| give(&mut save, order, &[]).unwrap_or_else(|e| panic!("{order}: {e}")));
        disk.operations()
    };
    let mut cases = Vec::new();
    for (kind, fault) in Fault::ALL.into_iter().enumerate() {
        cases.extend(some(operations, kind, share).into_iter().map(|at| (fault, at)));
    }
    let failed: Vec<usize> = cases.par_iter().map(|(fault, at)| fails(&orders, *fault, *at)).collect();
    println!(
        "{} games of {} orders, of {operations} operations each, in which one failed ({:?}): {} orders were not \
         recorded and said so; all others were there; each opened, written on, opened again; and after a power cut too",
        cases.len(),
        orders.len(),
        Fault::ALL,
        failed.iter().sum::<usize>()
    );
}

/// Plays a game in which an operation fails. Returns the number of orders that were not recorded.
fn fails(orders: &[String], fault: Fault, at: usize) -> usize {
    let when = format!("{fault:?} at operation {at}");
    let disk = MemoryDisk::default();
    disk.fail(at, fault);
    let created = create(&disk);
    let mut save = created.unwrap_or_else(|_| {
        assert!(disk.has_failed(), "{when}: it failed before its time");
        disk.heal();
        match disk.bytes(path()) {
            Some(_) => open(&disk, Mode::Write).unwrap_or_else(|e| panic!("{when}, while it was made: {e}")),
            None => create(&disk).unwrap_or_else(|e| panic!("{when}, made again: {e}")),
        }
    });
    let mut failed = 0;
    let mut pending = None;
    for order in orders {
        let before = save.diary().clone();
        match give(&mut save, order, &[]) {
            Ok(()) => pending = None,
            // The error says that the order is not recorded, and memory holds no more than the disk.
            Err(failure) => {
                assert!(is_shown(save.diary(), &before, None), "{when}: {order} changed what is shown");
                if failure.kind == wardiary_diary::error::ErrorKind::File {
                    assert!(failure.what.contains(PATH), "{when}: {failure}");
                    failed += 1;
                    pending = pending.or(Some(order.as_str()));
                }
            }
        }
    }
    let most =
        [(Fault::DeadDisk, orders.len()), (Fault::ThreeFailures, 3)].into_iter().find(|(kind, _)| *kind == fault);
    assert!(failed <= most.map_or(1, |(_, most)| most), "{when}: {failed} orders failed for it");
    disk.heal();
    let shown = save.diary().clone();
    drop(save);
    for seed in 0..2 {
        let cut = disk.after_power_cut(disk.steps(), &mut SimpleRng(seed));
        goes_on(&cut, &shown, pending, &format!("{when}, then a power cut with seed {seed}"));
    }
    goes_on(&disk, &shown, pending, &when);
    failed
}

#[test]
fn the_power_may_go_at_any_time() {
    the_power_goes(5, 2);
}

#[test]
#[ignore = "long: `cargo test --release -- --ignored`"]
fn the_power_may_go_at_every_time() {
    the_power_goes(1, 24);
}

/// Tries one of every `share` steps, with this many seeds.
fn the_power_goes(share: usize, seeds: u64) {
    let orders = orders();
    let disk = MemoryDisk::default();
    let mut save = create(&disk).expect("a good disk");
    // The diary that was shown after this many steps of the disk, and the next order.
    let mut shown = vec![(disk.steps(), save.diary().clone(), orders[0].as_str())];
    for (at, order) in orders.iter().enumerate() {
        give(&mut save, order, &[]).unwrap_or_else(|e| panic!("{order}: {e}"));
        shown.push((disk.steps(), save.diary().clone(), orders.get(at + 1).map_or("", String::as_str)));
    }
    drop(save);
    let steps = disk.steps();
    let cases: Vec<(usize, u64)> =
        some(steps + 1, 0, share).into_iter().flat_map(|step| (0..seeds).map(move |seed| (step, seed))).collect();
    let mended: Vec<usize> = cases
        .par_iter()
        .map(|(step, seed)| {
            let when = format!("power cut after step {step}, seed {seed}");
            let mut chance = SimpleRng(seed * 1_000 + *step as u64);
            let after = disk.after_power_cut(*step, &mut chance);
            let Some((_, shown, next)) = shown.iter().rev().find(|(at, ..)| at <= step) else {
                // The save was being created: it is empty, or absent and can be created.
                if after.bytes(path()).is_none() {
                    create(&after).unwrap_or_else(|e| panic!("{when}, made again: {e}"));
                }
                assert!(open(&after, Mode::Write).is_ok_and(|save| save.diary().entries().is_empty()), "{when}");
                return 0;
            };
            // The power may fail again while the save is repaired.
            let before = after.steps();
            drop(open(&after, Mode::Write).unwrap_or_else(|e| panic!("{when}: {e}")));
            let mending = after.steps() - before;
            for more in 0..mending {
                let again = after.after_power_cut(before + more, &mut chance);
                goes_on(&again, shown, Some(next), &format!("{when}, again after {more} steps of mending"));
            }
            goes_on(&after, shown, Some(next), &when);
            mending
        })
        .collect();
    println!(
        "{} power cuts, {seeds} after one of {share} of the {steps} steps of a game of {} orders, and {} more while a torn save was \
         mended: all that was shown was there; each opened, written on, opened again",
        cases.len(),
        orders.len(),
        mended.iter().sum::<usize>()
    );
}

/// A save with every kind of line in it.
fn long_save() -> Vec<u8> {
    let disk = MemoryDisk::default();
    let mut save = create(&disk).expect("a good disk");
    for order in orders().iter().take(14) {
        give(&mut save, order, &[]).unwrap_or_else(|e| panic!("{order}: {e}"));
    }
    for order in ["goto 2", "note \"another way, with 「words」\"", "amend 1 to note \"none of it\""] {
        give(&mut save, order, &[]).unwrap_or_else(|e| panic!("{order}: {e}"));
    }
    drop(save);
    let bytes = disk.bytes(path()).expect("it is there");
    let text = String::from_utf8(bytes.clone()).expect("a save is text");
    assert!(["\nEntry(", "\nHead(", "\nBatch("].iter().all(|line| text.contains(line)), "{text}");
    bytes
}

#[test]
fn the_file_may_break_off_at_any_byte() {
    the_file_breaks_off(97);
}

#[test]
#[ignore = "long: `cargo test --release -- --ignored`"]
fn the_file_may_break_off_at_every_byte() {
    the_file_breaks_off(1);
}

/// Tries one of every `share` bytes.
fn the_file_breaks_off(share: usize) {
    let bytes = long_save();
    let text = String::from_utf8(bytes.clone()).expect("a save is text");
    let head = text.find("diary: [").expect("there is a diary") + "diary: [".len();
    // The end of each record, and the diary up to it.
    let mut whole = vec![(head, file::load(&bytes[..head]).expect("an empty diary").diary)];
    for (end, _) in text.match_indices(",\n").filter(|(at, _)| *at > head) {
        whole.push((end, file::load(&bytes[..end]).expect("whole lines load").diary));
    }
    let zeros = |many: usize| vec![0; many];
    let cuts: Vec<usize> = some(bytes.len() + 1, 0, share);
    let tried: Vec<usize> = cuts
        .par_iter()
        .map(|cut| {
            let rest = bytes.len() - cut;
            let tails = [
                zeros(0),
                zeros(1),
                zeros(512 - cut % 512),
                zeros(rest.max(1)),
                [zeros(rest.max(3)), b"])\n".into()].concat(),
            ];
            for (kind, tail) in tails.iter().enumerate() {
                let when =
                    format!("cut at byte {cut} of {}, and {} bytes behind (kind {kind})", bytes.len(), tail.len());
                let disk = MemoryDisk::with(path(), &[&bytes[..*cut], tail].concat());
                // A synced line ends with its comma and a newline. Zeros on it are damage by the power cut.
                let line_end = if tail.is_empty() { 0 } else { ",\n".len() };
                if *cut < head + usize::from(line_end > 0) {
                    // We can't tear the part above the diary: a new save takes its name when it is complete.
                    let failure = open(&disk, Mode::Write).err().unwrap_or_else(|| panic!("{when}: it was let in"));
                    let failure = wardiary_diary::error::UserError::from(failure);
                    assert!(failure.what.starts_with(PATH), "{when}: {failure}");
                    assert_eq!(disk.bytes(path()), Some([&bytes[..*cut], tail].concat()), "{when}: it was written on");
                    continue;
                }
                let (_, shown) = whole
                    .iter()
                    .rev()
                    .find(|(end, _)| *end == head || end + line_end <= *cut)
                    .expect("the first is the head");
                let torn = open(&disk, Mode::Read).unwrap_or_else(|e| panic!("{when}: {e}"));
                let is_torn = torn.notices().contains(&SaveNotice::TornIgnored);
                goes_on(&disk, shown, None, &when);
                let kept = disk.names().iter().filter(|name| name.contains(".torn-")).count();
                assert_eq!(kept, usize::from(is_torn), "{when}: what is torn off is kept");
            }
            tails.len()
        })
        .collect();
    println!(
        "{} cuts of a save of {} bytes, with and without zeros behind, {} in all: each opened, written on, opened again, \
         or, within the header, said and left alone",
        cuts.len(),
        bytes.len(),
        tried.iter().sum::<usize>()
    );
}
