//! Merging copies of a save that grew apart. The result contains everything from both copies, whole, sealed and
//! verified, and neither file is lost.

use proptest::prelude::*;
use std::{collections::BTreeSet, fs};
use wardiary_diary::diary::{
    Diary, Entry, EntryNo,
    file::{Mode, Save},
    merge::MergeError,
    verify::verify,
    watch::Watch,
};
use wardiary_harness_diary::play::{give, tannenberg};
use wardiary_rules::order::Order;

/// Operation `what` on a save.
fn step(save: &mut Save, (what, number): (u8, u16)) {
    let last = save.diary().next_no() - 1;
    let entry = u32::from(number) % last.max(1) + 1;
    let text = match what {
        0..=2 => format!("note \"the {number}th word\""),
        3 => "edna \"37th Brigade\"".to_string(),
        4 => "edna \"41st Brigade\"".to_string(),
        5 => "lose \"41st Brigade\" 1".to_string(),
        6 => format!("undo {}", number % 3 + 1),
        7 => "redo".to_string(),
        8 => format!("goto {}", u32::from(number) % (last + 1)),
        9 => format!("what if \"way {}\" from {}", number % 7, u32::from(number) % (last + 1)),
        10 => format!("strike {entry}"),
        11 => format!("remark {entry} {} \"remark {number}\"", ["!", "?", "!?"][usize::from(number) % 3]),
        12 => format!("bookmark {entry} \"place {}\"", number % 5),
        _ => format!("remark {entry} withdraw"),
    };
    // Some operations are not possible in every state.
    let _ = give(save, &text, &[]);
}

/// An entry without its number and its parent, which differ between copies; `None` if it only names a branch.
fn bare(entry: &Entry) -> Option<String> {
    if matches!(entry.order, Order::Branch { dice: None, .. }) {
        return None;
    }
    let Entry { at, order, dice, events, .. } = entry;
    Some(format!("{at} {order:?} {dice:?} {events:?}"))
}

/// The paths of a diary: for each entry, all entries from the muster to it.
fn ways(diary: &Diary) -> BTreeSet<Vec<String>> {
    let way = |no: EntryNo| -> Vec<String> {
        let back = std::iter::successors(diary.entry(no), |entry| diary.entry(entry.parent()));
        let mut way: Vec<String> = back.filter_map(bare).collect();
        way.reverse();
        way
    };
    // A branch without entries has no path of its own.
    (1..diary.next_no()).map(way).filter(|way| !way.is_empty()).collect()
}

/// Whether the diary has a remark with this word.
fn remarked(diary: &Diary, word: &str) -> bool {
    diary.remarks().any(|(_, remarks)| remarks.lines().iter().any(|line| line.contains(word)))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn all_of_both_copies_is_there_afterwards(
        before in prop::collection::vec((0u8..14, any::<u16>()), 0..8),
        here in prop::collection::vec((0u8..14, any::<u16>()), 0..10),
        there in prop::collection::vec((0u8..14, any::<u16>()), 0..10),
    ) {
        let folder = tempfile::tempdir().expect("a folder");
        let mut mine = tannenberg(folder.path(), "mine.ron");
        before.into_iter().for_each(|done| step(&mut mine, done));
        let path = folder.path().join("other.ron");
        fs::copy(mine.path(), &path).expect("copied");
        let mut other = Save::open(&path, Mode::Write).expect("it opens");
        here.into_iter().for_each(|done| step(&mut mine, done));
        there.into_iter().for_each(|done| step(&mut other, done));
        let (ours, theirs) = (ways(mine.diary()), ways(other.diary()));
        let (file, others) = (fs::read(mine.path()).expect("it is there"), fs::read(&path).expect("it is there"));
        let (entries, head) = (mine.diary().entries().to_vec(), mine.diary().head());
        let join = |mine: &Save, other: &Save, name: &str| {
            mine.diary().merge((other.diary(), other.seals()), name, jiff::Timestamp::UNIX_EPOCH)
        };
        let merged = join(&mine, &other, "merged from other.ron");
        let news = merged.is_ok();
        match merged {
            Err(why) => prop_assert!(why == MergeError::NothingNew && theirs.is_subset(&ours), "{}", why),
            Ok(merge) => {
                let branch = merge.branch.clone();
                let mut told = [&merge.numbers[..], &merge.branch_names].concat();
                told.sort_unstable();
                let kept = mine.merge(merge).expect("written");
                prop_assert_eq!(fs::read(kept).expect("kept"), file, "the file as it was is kept");
                let new: Vec<u32> = mine.diary().entries()[entries.len()..].iter().map(|entry| entry.no).collect();
                prop_assert_eq!(told, new, "each that came in is told, or names a branch");
                let named = mine.diary().entries()[entries.len()..].iter().filter(|entry| {
                    matches!(&entry.order, Order::Branch { name, .. } if branch.as_ref() == Some(name))
                });
                prop_assert_eq!(named.count() > 0, branch.is_some(), "it is said where it is from");
            }
        }
        prop_assert_eq!(fs::read(&path).expect("it is there"), others, "the other is as it was");
        // Our entries are unchanged. The head has not moved unless nothing was written here meanwhile.
        let bodies = |entries: &[Entry]| entries.iter().map(|e| (e.no, e.after, bare(e))).collect::<Vec<_>>();
        prop_assert_eq!(bodies(&mine.diary().entries()[..entries.len()]), bodies(&entries));
        prop_assert!(mine.diary().head() == head || ours.is_subset(&theirs));
        // All entries of the other copy are present, each after its own predecessor.
        let all: BTreeSet<Vec<String>> = ours.union(&theirs).cloned().collect();
        prop_assert_eq!(&ways(mine.diary()), &all);
        for (_, remarks) in other.diary().remarks() {
            let text = remarks.comment.as_ref().map_or("", |comment| comment.text.raw());
            prop_assert!(remarked(mine.diary(), text), "{}", text);
        }
        let path = mine.path().to_path_buf();
        drop(mine);
        let mut mine = Save::open(&path, Mode::Write).expect("it opens");
        prop_assert_eq!(mine.notices(), &[]);
        let report = verify(mine.diary(), mine.seals(), Watch::none()).expect("nobody broke it off");
        prop_assert_eq!(report.differences, vec![]);
        // A second merge finds nothing new, and the save can be appended to.
        prop_assert_eq!(join(&mine, &other, "again").err(), Some(MergeError::NothingNew));
        prop_assert_eq!(join(&mine, &mine, "itself").err(), Some(MergeError::NothingNew));
        // The other copy gets the same by a merge in the other direction.
        if let Ok(back) = join(&other, &mine, "back") {
            other.merge(back).expect("written");
        }
        prop_assert_eq!(ways(other.diary()), all, "after a merge {}", news);
        give(&mut mine, "note on", &[]).expect("a note");
    }
}
