//! Remarks on entries: added, changed, withdrawn; on any branch, never part of the state, as durable as an entry.

use std::fs;
use wardiary_base::remark::Mark;
use wardiary_diary::diary::{
    file::{CatchUp, Mode, Save, load},
    verify::{DifferenceKind, verify},
    watch::Watch,
};
use wardiary_harness_diary::play::{give, play_sample_orders, tannenberg};
use wardiary_rules::notation::{Instruction, parse_instruction, remark_text};

fn lines(save: &Save, no: u32) -> Vec<String> {
    save.diary().remarks_on(no).map_or_else(Vec::new, wardiary_diary::diary::Remarks::lines)
}

#[test]
fn a_remark_is_put_down_changed_and_withdrawn_on_any_branch() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut save = tannenberg(folder.path(), "mine.ron");
    play_sample_orders(&mut save);
    let (head, state) = (save.diary().head(), format!("{:?}", save.diary().state()));
    let left = (1..save.diary().next_no()).find(|no| !save.diary().path().contains(no)).expect("an entry left behind");
    for (text, on, shown) in [
        ("remark 1 !? \"the flank is open\"", 1, vec!["remark: !? the flank is open"]),
        ("bookmark 1 \"the bridge\"", 1, vec!["remark: !? the flank is open", "bookmark: the bridge"]),
        ("remark 1 ?? the flank was open", 1, vec!["remark: ?? the flank was open", "bookmark: the bridge"]),
        ("remark 1 with \"a b.jpg\", c.jpg", 1, vec!["remark: [a b.jpg] [c.jpg]", "bookmark: the bridge"]),
        ("remark 1 withdraw", 1, vec!["bookmark: the bridge"]),
        ("bookmark 1", 1, vec!["bookmark"]),
        ("bookmark 1 withdraw", 1, vec![]),
        ("remark 1 \"withdraw\"", 1, vec!["remark: withdraw"]),
        (&format!("remark {left} !!"), left, vec!["remark: !!"]),
    ] {
        give(&mut save, text, &[]).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(lines(&save, on), shown, "{text}");
    }
    assert_eq!((save.diary().head(), format!("{:?}", save.diary().state())), (head, state), "the state knows of none");
    drop(save);
    let save = Save::open(&folder.path().join("mine.ron"), Mode::Write).expect("it opens");
    assert_eq!(save.notices(), []);
    assert_eq!((lines(&save, 1), lines(&save, left)), (vec!["remark: withdraw".into()], vec!["remark: !!".into()]));
    let report = verify(save.diary(), save.seals(), Watch::none()).expect("nobody broke it off");
    assert_eq!(report.differences, []);
}

#[test]
fn refuses_impossible_remarks_without_a_change() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut save = tannenberg(folder.path(), "mine.ron");
    let path = save.path().to_path_buf();
    let refused = |save: &mut Save, text: &str, why: &str| {
        let before = fs::read(&path).expect("it is there");
        let said = give(save, text, &[]).expect_err(text).to_string();
        assert!(said.contains(why), "{text}: {said}");
        assert_eq!(fs::read(&path).expect("it is there"), before, "{text}");
    };
    refused(&mut save, "remark 1 !", "there is no entry 1 to remark on: the diary is empty");
    give(&mut save, "note begin", &[]).expect("a note");
    refused(&mut save, "remark 0 !", "there is no entry 0 to remark on: there is only entry 1");
    refused(&mut save, "bookmark 9999", "there is no entry 9999 to remark on");
    refused(&mut save, "remark 1 withdraw", "no remark on entry 1");
    refused(&mut save, "bookmark 1 withdraw", "no bookmark on entry 1");
    refused(&mut save, "remark 1", "is missing here");
    refused(&mut save, "remark 1 \"\"", "the remark is empty: it needs a mark, a text, or the names of files");
    refused(&mut save, "remark 1 !!!", "`!!!` is not a mark");
    drop(save);
    let mut read = Save::open(&path, Mode::Read).expect("it opens");
    refused(&mut read, "remark 1 !", "it is open only for reading");
}

#[test]
fn printed_remarks_read_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let save = tannenberg(folder.path(), "mine.ron");
    let marks = Mark::ALL.map(Mark::sign).into_iter().chain([""]);
    let texts = ["", "\"with\"", "\"a \\\"b\\\" \\\\ with, c\"", "\"withdraw\"", "\"!\"", "\"\\u{1b}[31m\""];
    let files = ["", "with x.jpg", "with \"a b.jpg\", \"https://example.org/c.png\""];
    for mark in marks {
        for (text, files) in texts.iter().flat_map(|text| files.iter().map(move |files| (text, files))) {
            let typed = format!("remark 7 {mark} {text} {files}");
            let Ok(Instruction::Remark { entry, annotation: says }) = parse_instruction(&typed, save.diary().state())
            else {
                assert!(mark.is_empty() && text.is_empty() && files.is_empty(), "{typed}");
                continue;
            };
            let printed = remark_text(entry, &says);
            let again = parse_instruction(&printed, save.diary().state()).expect("it reads back");
            assert_eq!(again, Instruction::Remark { entry, annotation: says }, "{typed}: {printed}");
        }
    }
}

/// A save that is cut at any byte opens with exactly the complete remarks.
#[test]
fn remarks_are_as_durable_as_entries() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut save = tannenberg(folder.path(), "mine.ron");
    give(&mut save, "note begin", &[]).expect("a note");
    let before = fs::read(save.path()).expect("it is there");
    give(&mut save, "remark 1 ?! \"Entry(no: 2, Remark( ])\"", &[]).expect("a remark");
    let text = fs::read(save.path()).expect("it is there");
    let same = before.iter().zip(&text).take_while(|(a, b)| a == b).count();
    let whole = text.iter().rposition(|byte| *byte == b']').expect("it is closed") - 3;
    for cut in same..text.len() {
        let loaded = load(&text[..cut]).unwrap_or_else(|e| panic!("cut at {cut}: {:?}", e.problems));
        assert_eq!(loaded.diary.entries().len(), 1, "cut at {cut}");
        assert_eq!(loaded.diary.remarks_on(1).is_some(), cut > whole, "cut at {cut} of {whole}");
    }
    let mut follower = Save::open(save.path(), Mode::Read).expect("it opens");
    give(&mut save, "bookmark 1 here", &[]).expect("a bookmark");
    assert_eq!(follower.catch_up(Watch::none()).expect("it can be read"), CatchUp::NewLines);
    assert_eq!(lines(&follower, 1), lines(&save, 1));
}

/// Also in a save of the first scheme, `verify` finds a remark that was changed, moved to another entry or removed,
/// with the line and the entry of the remark.
#[test]
fn a_remark_that_was_changed_by_hand_is_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut second = tannenberg(folder.path(), "second.ron");
    for note in ["note one", "note two", "note three"] {
        give(&mut second, note, &[]).expect("a note");
    }
    let first = folder.path().join("first.ron");
    fs::write(&first, include_str!("../../../../saves/tannenberg.ron")).expect("written");
    for mut save in [Save::open(&first, Mode::Write).expect("it opens"), second] {
        give(&mut save, "remark 2 !? \"the flank is open\"", &[]).expect("a remark");
        give(&mut save, "bookmark 3 \"the bridge\"", &[]).expect("a bookmark");
        let text = fs::read_to_string(save.path()).expect("it is text");
        let line = |part: &str| text.lines().position(|line| line.contains(part)).expect("its line") + 1;
        let found = |text: &str| {
            let loaded = load(text.as_bytes()).unwrap_or_else(|e| panic!("{:?}", e.problems));
            let report = verify(&loaded.diary, &loaded.seals, Watch::none()).expect("nobody broke it off");
            (report.differences.into_iter().map(|found| (found.entry, found.what)).collect::<Vec<_>>(), loaded.notices)
        };
        assert_eq!(found(&text), (vec![], vec![]));
        let (remark, bookmark) = (line("the flank is open"), line("the bridge"));
        let broken = |on, line| (on, DifferenceKind::Remark { line, count: 1 });
        let without = text.lines().filter(|line| !line.contains("the flank")).collect::<Vec<_>>().join("\n") + "\n";
        let unsealed = {
            let old = text.lines().nth(remark - 1).expect("its line");
            let seal = old.rfind("seal: \"").expect("it is sealed");
            text.replace(old, &format!("{}seal: \"\"),", &old[..seal]))
        };
        for (what, edited, wanted) in [
            ("changed", text.replace("flank is open", "flank is safe"), broken(2, remark)),
            ("set on another entry", text.replace("Remark(on: 2,", "Remark(on: 1,"), broken(1, remark)),
            ("its seal emptied", unsealed, broken(2, remark)),
            ("the last one changed", text.replace("the bridge", "the ford"), broken(3, bookmark)),
            ("taken out", without, broken(3, bookmark - 1)),
        ] {
            let (differences, notices) = found(&edited);
            assert_eq!(differences.first(), Some(&wanted), "{what}: {differences:?}");
            let on = format!("remarks on entry {}", wanted.0);
            assert!(notices.iter().any(|notice| notice.to_string().contains(&on)), "{what}: {notices:?}");
            let sealed = wardiary_diary::diary::file::reseal(&edited).expect("it can be sealed");
            assert_eq!(found(&sealed), (vec![], vec![]), "{what}, and accepted");
        }
    }
}
