//! Reading a diary: paths through its tree, its graph, its catalogue, two paths compared, two copies merged.

use proptest::prelude::*;
use std::{collections::BTreeSet, fs};
use wardiary_diary::diary::{
    Diary, EntryNo,
    catalogue::{Catalogue, Span},
    compare::{ComparisonEnd, PathComparison},
    file::{Mode, Save},
    merge::MergeError,
    tree::Graph,
    verify::verify,
    watch::Watch,
};
use wardiary_harness_diary::{
    game::{Game, games},
    play::{give, play_sample_orders, tannenberg},
};

fn catalogue(diary: &Diary) -> Catalogue {
    let mut catalogue = Catalogue::default();
    while !catalogue.is_complete(diary) {
        #[allow(clippy::redundant_closure_for_method_calls, reason = "the method does not satisfy the lifetimes")]
        catalogue.extend(diary, 7, |step| step.account());
    }
    catalogue
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// For any game: each path goes from parent to child through its entry to an end. The catalogue, computed a few
    /// entries at a time, equals the account of each entry. The graph has every entry once, in a lane that is free at
    /// the time.
    #[test]
    fn ways_graph_and_catalogue_are_those_of_the_tree((book, steps) in games(40)) {
        let mut game = Game::new(book);
        steps.iter().for_each(|numbers| game.step(numbers));
        let diary = &game.diary;
        let (known, graph) = (catalogue(diary), Graph::of(diary));
        for no in 0..diary.next_no() {
            let way = diary.path_through(no);
            prop_assert!(no == 0 || way.contains(&no));
            let mut before = 0;
            for step in &way {
                prop_assert_eq!(diary.entry(*step).expect("it is there").parent(), before);
                before = *step;
            }
            prop_assert_eq!(diary.children(before).next(), None, "it goes on to an end");
            let row = graph.row(no).expect("a row");
            let lanes: Vec<usize> = row.through.iter().copied().chain(row.opens.iter().copied()).collect();
            let distinct: BTreeSet<usize> = lanes.iter().copied().collect();
            prop_assert_eq!(distinct.len(), lanes.len(), "{:?}", row);
            prop_assert!(!distinct.contains(&row.lane), "{:?}", row);
            prop_assert_eq!(row.opens.len() + 1, diary.children(no).count().max(1), "{:?}", row);
            if no > 0 {
                prop_assert_eq!(known.account(no), Some(&diary.step(no).expect("it is there").account()));
            }
        }
        // Steps forward and back stay on the path. A step back never passes the place where the step forward began.
        let way = diary.path_through(diary.head());
        for at in 0..=way.len() {
            for span in [Span::Entry, Span::Phase, Span::Turn, Span::Battle] {
                let on = known.step(&way, at, span, true);
                prop_assert!(on.is_none_or(|to| to > at && to <= way.len()));
                if let Some(to) = on {
                    prop_assert!(known.step(&way, to, span, false).is_some_and(|back| back <= at));
                }
            }
        }
    }
}

fn copy(save: &Save, name: &str) -> Save {
    let path = save.path().with_file_name(name);
    fs::copy(save.path(), &path).expect("copied");
    Save::open(&path, Mode::Write).expect("it opens")
}

fn texts(diary: &Diary, end: EntryNo) -> Vec<String> {
    let way = diary.path_through(end);
    diary.steps(way.into_iter().take_while(|no| *no <= end)).map(|step| step.account().order_line).collect()
}

#[test]
fn two_copies_that_were_written_on_apart_are_joined() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut mine = tannenberg(folder.path(), "mine.ron");
    play_sample_orders(&mut mine);
    let common = mine.diary().next_no() - 1;
    let mut other = copy(&mine, "other.ron");
    give(&mut mine, "edna \"37th Brigade\"", &[]).expect("a test");
    give(&mut mine, "remark 1 ! ours", &[]).expect("a remark");
    for text in
        ["edna \"41st Brigade\"", "note theirs", "undo", "note \"theirs too\"", "remark 1 ? theirs", "bookmark 9 there"]
    {
        give(&mut other, text, &[]).unwrap_or_else(|e| panic!("{text}: {e}"));
    }
    let theirs = fs::read(other.path()).expect("it is there");
    let before = fs::read(mine.path()).expect("it is there");
    let (head, state) = (mine.diary().head(), format!("{:?}", mine.diary().state()));
    let merge = mine
        .diary()
        .merge((other.diary(), other.seals()), "merged from other.ron", jiff::Timestamp::UNIX_EPOCH)
        .expect("it joins");
    assert_eq!((merge.common, merge.numbers.len(), merge.both_remarked.clone()), (common, 3, vec![1]));
    let kept = mine.merge(merge).expect("written");
    assert_eq!(fs::read(kept).expect("kept"), before, "the file as it was is kept");
    assert_eq!(fs::read(other.path()).expect("it is there"), theirs, "the other is as it was");
    assert_eq!(
        (mine.diary().head(), format!("{:?}", mine.diary().state())),
        (head, state),
        "ours stands where it stood"
    );
    // Every entry of the other copy is present, on a branch that names its origin.
    let branch = mine.diary().branches().into_iter().find(|b| b.name.as_deref() == Some("merged from other.ron"));
    let last = branch.expect("the branch").last;
    let joined: Vec<String> =
        texts(mine.diary(), last).into_iter().filter(|text| !text.contains("merged from")).collect();
    let end = other.diary().branches().into_iter().map(|branch| branch.last).filter(|no| *no <= common + 2).max();
    assert_eq!(joined, texts(other.diary(), end.expect("a branch")));
    let remarks = mine.diary().remarks_on(1).expect("remarked on");
    assert_eq!(remarks.comment_text().as_deref(), Some("! ours / theirs (?)"));
    drop(mine);
    let mut mine = Save::open(&folder.path().join("mine.ron"), Mode::Write).expect("it opens");
    assert_eq!(mine.notices(), []);
    let report = verify(mine.diary(), mine.seals(), Watch::none()).expect("nobody broke it off");
    assert_eq!(report.differences, []);
    // A second merge finds nothing new. If the other copy grows, only its new entries are added, after the merged ones.
    let again = |mine: &Save, other: &Save| {
        mine.diary().merge((other.diary(), other.seals()), "merged from other.ron", jiff::Timestamp::UNIX_EPOCH)
    };
    assert_eq!(again(&mine, &other).expect_err("nothing is new"), MergeError::NothingNew);
    give(&mut other, "note further", &[]).expect("a note");
    let further = again(&mine, &other).expect("it joins");
    assert_eq!((further.numbers.len(), further.branch.clone()), (1, None));
    mine.merge(further).expect("written");
    let (first, end) = (mine.diary().branches().iter().filter(|b| b.name.is_some()).count(), mine.diary().head());
    assert_eq!((first, end), (1, head), "one branch of theirs, and ours where it stood");
    assert_eq!(again(&mine, &other).expect_err("nothing is new"), MergeError::NothingNew);
    // Their copy gets our entries in the same way.
    let back =
        other.diary().merge((mine.diary(), mine.seals()), "back", jiff::Timestamp::UNIX_EPOCH).expect("it joins");
    let (head, state) = (other.diary().head(), format!("{:?}", other.diary().state()));
    other.merge(back).expect("written");
    assert_eq!(
        (other.diary().head(), format!("{:?}", other.diary().state())),
        (head, state),
        "theirs stands where it stood"
    );
    assert_eq!(again(&mine, &other).map_or(0, |merge| merge.numbers.len()), 0);
    give(&mut mine, "note on", &[]).expect("a note");
}

#[test]
fn merging_appends_a_longer_copy_and_refuses_strangers() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut mine = tannenberg(folder.path(), "mine.ron");
    give(&mut mine, "note begin", &[]).expect("a note");
    let mut other = copy(&mine, "other.ron");
    let merge = |mine: &Save, other: &Save| {
        mine.diary().merge((other.diary(), other.seals()), "merged", jiff::Timestamp::UNIX_EPOCH)
    };
    assert_eq!(merge(&mine, &other).expect_err("nothing is new"), MergeError::NothingNew);
    give(&mut other, "note on", &[]).expect("a note");
    let joined = merge(&mine, &other).expect("it joins");
    assert_eq!((joined.branch.clone(), joined.numbers.clone()), (None, vec![2]));
    mine.merge(joined).expect("written");
    assert_eq!((mine.diary().head(), mine.diary().path()), (1, &[1][..]), "it stands where it stood");
    give(&mut mine, "goto 2", &[]).expect("it is there");
    assert_eq!(mine.diary().path(), [1, 2]);
    assert_eq!(merge(&mine, &other).expect_err("nothing is new"), MergeError::NothingNew);
    let header =
        wardiary_diary::assets::scenario("tannenberg", None, "1915".parse().expect("a seed")).expect("it ships");
    let stranger = Save::create(&folder.path().join("stranger.ron"), header).expect("a save");
    assert_eq!(merge(&mine, &stranger).expect_err("strangers"), MergeError::Unrelated);
}

#[test]
fn two_ways_are_compared_from_where_they_part() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut save = tannenberg(folder.path(), "mine.ron");
    for text in ["note begin", "lose \"37th Brigade\" 1", "note one", "undo 2", "lose \"37th Brigade\" 2", "note other"]
    {
        give(&mut save, text, &[]).unwrap_or_else(|e| panic!("{text}: {e}"));
    }
    let diary = save.diary();
    let way = |end, place| ComparisonEnd { diary, end, title: place, place };
    let compared = PathComparison::of([way(3, "here"), way(5, "there")]).expect("they begin alike");
    assert_eq!((compared.common, compared.fork_text()), (1, "entry 1".to_string()));
    let numbers = compared.paths.each_ref().map(|way| way.entries.iter().map(|account| account.no).collect::<Vec<_>>());
    assert_eq!(numbers, [vec![2, 3], vec![4, 5]]);
    let unit = compared.differences.iter().find(|line| line.starts_with("37th Brigade")).expect("it differs");
    assert!(unit.contains("3/4") && unit.contains("2/4") && unit.contains(" (here), "), "{unit}");
    let same = PathComparison::of([way(3, "here"), way(3, "there")]).expect("they begin alike");
    assert!(same.differences.is_empty() && same.common == 3);
}

/// The text about two states differs if and only if `wardiary state --json` differs.
#[test]
fn states_that_differ_are_told_to() {
    for name in ["tannenberg", "wadi", "crossings", "orla", "hundred-days"] {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../saves/{name}.ron"));
        let diary = wardiary_diary::diary::file::load(&fs::read(path).expect("it ships")).expect("it loads").diary;
        let told = |no: EntryNo| {
            let state = diary.state_at(no).expect("it is there");
            let mut json = wardiary_report::report::model::state_json(&"".into(), 0, &state);
            for key in ["branch", "program"] {
                json.as_object_mut().expect("an object").remove(key);
            }
            json
        };
        let mut before = told(0);
        let mut silent = 0;
        for (one, other) in std::iter::once(&0).chain(diary.path()).zip(diary.path()) {
            let way = |end, place| ComparisonEnd { diary: &diary, end, title: place, place };
            let compared = PathComparison::of([way(*one, "here"), way(*other, "there")]).expect("they begin alike");
            let after = told(*other);
            let is_alike = before == after;
            assert_eq!(
                is_alike,
                compared.differences.is_empty(),
                "{name} {one} and {other}: {:?}",
                compared.differences
            );
            silent += u32::from(is_alike);
            before = after;
        }
        assert!(silent > 0, "{name}: a note changes nothing");
    }
}
