//! Queries of a long diary: opening and verifying saves of 10,000 and 100,000 entries, jumping to any entry of a diary
//! of 2,000 entries, and the memory for each entry.

use criterion::{BatchSize, Criterion};
use std::{fs, hint::black_box, path::Path};
use wardiary_diary::diary::{
    Diary,
    file::{Mode, Save, load},
    seal::Seals,
    verify::verify,
    watch::Watch,
};
use wardiary_harness_diary::long;

fn verified(diary: &Diary, seals: &Seals) {
    let report = verify(diary, seals, Watch::none()).expect("nobody breaks it off");
    assert_eq!(report.differences, Vec::new());
}

/// The memory that the process uses, in bytes; `None` if the system does not report it.
fn in_use() -> Option<usize> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<usize>().ok()? * 1024)
}

/// Prints the memory for each entry of a diary that is read from its text and otherwise alone in memory.
fn memory(path: &Path) {
    let before = in_use();
    let diary = load(&fs::read(path).expect("it is there")).expect("it loads").diary;
    let entries = diary.entries().len();
    if let (Some(before), Some(after)) = (before, in_use()) {
        println!("memory: {} bytes an entry of {entries}", after.saturating_sub(before) / entries);
    }
    black_box(diary);
}

fn jumping(criterion: &mut Criterion, diary: &Diary) {
    let entries = u32::try_from(diary.entries().len()).expect("a few");
    let mut at = 0;
    criterion.bench_function("a jump to an entry of 2,000", |b| {
        let next = || {
            at = (at + 1237) % entries;
            at
        };
        b.iter_batched(next, |no| diary.state_at(no).expect("it is there"), BatchSize::SmallInput);
    });
    // The entry farthest from a snapshot is the slowest.
    criterion.bench_function("the slowest jump of 2,000", |b| b.iter(|| diary.state_at(1_791).expect("it is there")));
}

pub fn run() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut criterion = super::criterion().sample_size(10);
    let paths: Vec<_> = [10_000usize, 100_000]
        .into_iter()
        .map(|entries| {
            let (diary, lines) = long::game(entries);
            let path = folder.path().join(format!("{entries}.ron"));
            fs::write(&path, long::text(&diary, &lines)).expect("a save");
            (entries, path)
        })
        .collect();
    for (_, path) in &paths {
        memory(path);
    }
    for (entries, path) in &paths {
        criterion.bench_function(&format!("opening {entries} entries"), |b| {
            b.iter_with_large_drop(|| Save::open(path, Mode::Read).expect("it opens"));
        });
        let read = || fs::read(path).expect("it is there");
        let loaded = load(&read()).expect("it loads");
        criterion.bench_function(&format!("verifying {entries} entries"), |b| {
            b.iter(|| verified(&loaded.diary, &loaded.seals));
        });
        criterion.bench_function(&format!("opening and verifying {entries} entries"), |b| {
            b.iter_with_large_drop(|| {
                let save = Save::open(path, Mode::Read).expect("it opens");
                verified(save.diary(), save.seals());
                save
            });
        });
    }
    jumping(&mut criterion, &long::game(2_000).0);
    criterion.final_summary();
}
