//! The cost of a report: time and bytes of the page for 70 and for 10,000 entries, without luck; and its other formats.

use std::hint::black_box;
use wardiary::cli::page;
use wardiary_harness_diary::long;
use wardiary_report::report::{self, DiaryOnly};

pub fn run() {
    let mut criterion = super::criterion().sample_size(10);
    for entries in [70, 10_000] {
        let (diary, lines) = long::game(entries);
        println!(
            "{entries} entries: a save of {} bytes, a page of {}",
            long::text(&diary, &lines).len(),
            page(&diary).len()
        );
        criterion.bench_function(&format!("the page of {entries} entries"), |b| b.iter(|| black_box(page(&diary))));
        criterion.bench_function(&format!("the story of {entries} entries"), |b| {
            b.iter(|| black_box(report::markdown(&report::report(&diary, &mut DiaryOnly, &|_| true).story)));
        });
    }
    criterion.final_summary();
}
