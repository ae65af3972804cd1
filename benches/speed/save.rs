//! The cost of a save. The bench compares opening a save of 10,000 entries with a bare typed parse of its lines. It
//! compares recording one order with a bare append and sync of the same bytes, in interleaved pairs.

use criterion::Criterion;
use jiff::Timestamp;
use rayon::prelude::*;
use std::{
    fs::{self, OpenOptions},
    io::Write,
    time::{Duration, Instant},
};
use wardiary_base::document;
use wardiary_diary::diary::{
    Record,
    file::{Mode, Save, load},
};
use wardiary_harness_diary::long;
use wardiary_rules::order::Order;

const ENTRIES: usize = 10_000;

fn parse(line: &str) -> Record {
    let bare = line.trim_end().trim_end_matches(',');
    document::options().from_str(bare).expect("its own lines can be read")
}

fn opening(criterion: &mut Criterion, lines: &[String], text: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("long.ron");
    fs::write(&path, text).expect("a save");
    let mut group = criterion.benchmark_group("opening 10,000 entries");
    group.sample_size(20);
    group.bench_function("bare parse of the lines", |b| {
        b.iter_with_large_drop(|| lines.iter().map(|line| parse(line)).collect::<Vec<_>>());
    });
    group.bench_function("bare parse of the lines, on all cores", |b| {
        b.iter_with_large_drop(|| lines.par_iter().map(|line| parse(line)).collect::<Vec<_>>());
    });
    // Dropping the result is not part of reading. `iter_with_large_drop` leaves the drop out of all measurements.
    group.bench_function("load", |b| b.iter_with_large_drop(|| load(text.as_bytes()).expect("it loads")));
    group.bench_function("open", |b| b.iter(|| Save::open(&path, Mode::Write).expect("it opens")));
    group.finish();
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

/// Alternates between recording one order and appending and syncing as many bytes to a second file, so that other load
/// on the disk affects both equally.
fn recording(text: &str, pairs: usize) {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder on the disk");
    let path = folder.path().join("long.ron");
    fs::write(&path, text).expect("a save");
    let mut save = Save::open(&path, Mode::Write).expect("it opens");
    let bare = folder.path().join("bare.ron");
    fs::write(&bare, text).expect("a file");
    let mut bare = OpenOptions::new().append(true).open(bare).expect("it opens");
    let (mut recorded, mut appended) = (Vec::new(), Vec::new());
    for pair in 0..pairs {
        let order =
            Order::Note { text: format!("Pair {pair}: the same bytes for both, on the disk when it returns.").into() };
        let before = fs::metadata(&path).expect("it is there").len();
        let start = Instant::now();
        let mut dice = save.diary().program_dice(&[]);
        save.submit(order, &mut dice, Timestamp::UNIX_EPOCH).expect("a note is never refused");
        recorded.push(start.elapsed());
        let bytes = fs::metadata(&path).expect("it is there").len() - before;
        let line = vec![b'x'; usize::try_from(bytes).expect("a line")];
        let start = Instant::now();
        bare.write_all(&line).and_then(|()| bare.sync_data()).expect("it is written");
        appended.push(start.elapsed());
    }
    let (recorded, appended) = (median(recorded), median(appended));
    let ratio = recorded.as_secs_f64() / appended.as_secs_f64();
    println!(
        "recording one order: {recorded:?} in the median of {pairs} pairs; bare append and sync: {appended:?}; {ratio:.2} times"
    );
}

pub fn run() {
    let (diary, lines) = long::game(ENTRIES);
    let text = long::text(&diary, &lines);
    let bytes: usize = lines.iter().map(String::len).sum();
    println!("{} bytes an entry in the mean of {}", bytes / diary.entries().len(), diary.entries().len());
    recording(&text, 400);
    let mut criterion = super::criterion();
    opening(&mut criterion, &lines, &text);
    criterion.final_summary();
}
