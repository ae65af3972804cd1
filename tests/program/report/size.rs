//! The size of a page.

use wardiary_harness_diary::long;

/// The size of a page with many entries, with its replay and without luck: about 230 bytes an entry.
/// `benches/speed/report.rs` measures its time.
#[test]
fn pages_of_long_diaries_are_small() {
    for (entries, most) in [(70, 300_000), (1_000, 500_000)] {
        let (diary, _) = long::game(entries);
        let page = wardiary::cli::page(&diary);
        assert!(page.len() < most, "{entries} entries: {} bytes", page.len());
        let mut anchors: Vec<&str> = page
            .split("id=\"e")
            .skip(1)
            .filter_map(|rest| rest.split('"').next())
            .filter(|id| id.parse::<u32>().is_ok())
            .collect();
        anchors.sort_unstable();
        anchors.dedup();
        assert_eq!(anchors.len(), diary.path().len(), "each entry is marked once");
    }
}
