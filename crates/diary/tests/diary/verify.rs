//! The findings of `verify` in a changed save, and sealing, which accepts the change.

use std::{fs, path::Path};
use wardiary_diary::diary::{
    file::{LoadedSave, Save, load, reseal},
    verify::{Difference, DifferenceKind, Verification, VerificationNote, verify},
    watch::Watch,
};
use wardiary_harness_diary::play::{give, tannenberg};

fn report(text: &str) -> (Verification, LoadedSave) {
    let loaded = load(text.as_bytes()).unwrap_or_else(|stop| panic!("{:?}\n{text}", stop.problems));
    let report = verify(&loaded.diary, &loaded.seals, Watch::none()).expect("nobody broke it off");
    (report, loaded)
}

/// A save of twelve entries, with dice of the program and of the table.
fn save(folder: &Path) -> Save {
    let mut save = tannenberg(folder, "mine.ron");
    let orders: &[(&str, &[u8])] = &[
        ("note begin", &[]),
        ("initiative", &[3, 3, 5, 2]),
        ("first Russians", &[]),
        ("edna \"37th Brigade\"", &[]),
        ("edna \"41st Brigade\"", &[6, 6]),
        ("scrud \"XX Corps\" v Russians", &[]),
        ("undo 2", &[]),
        ("note other", &[]),
        ("edna \"37th Brigade\"", &[]),
        ("shake \"37th Brigade\" 1", &[]),
        ("goto 6", &[]),
        ("note end", &[]),
    ];
    for (order, faces) in orders {
        give(&mut save, order, faces).unwrap_or_else(|e| panic!("{order}: {e}"));
    }
    save
}

fn text(folder: &Path) -> String {
    fs::read_to_string(save(folder).path()).expect("it is there")
}

/// The number of the line with this text, from 1.
fn line_of(text: &str, part: &str) -> usize {
    text.lines().position(|line| line.contains(part)).unwrap_or_else(|| panic!("no {part} in\n{text}")) + 1
}

#[test]
fn an_honest_save_is_as_it_was_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = text(folder.path());
    let (report, loaded) = report(&text);
    assert_eq!(report.differences, Vec::new());
    assert_eq!(report.notes, Vec::new());
    assert_eq!((report.entries, report.sealed, report.table_dice), (10, 10, 6));
    assert_eq!(loaded.lines[3], line_of(&text, "Entry(no: 4,"));
    assert_eq!(reseal(&text).expect("it can be sealed"), text, "its seals are those it ought to have");
}

#[test]
fn the_first_difference_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = text(folder.path());
    let (_, honest) = report(&text);
    let entry = honest.diary.entry(4).expect("it is there");
    let faces = entry.dice[0].faces.clone();
    let other = if faces[0] == 6 { 5 } else { faces[0] + 1 };
    let fell = format!("faces: [{}, {}]", faces[0], faces[1]);
    let total = faces[0] + faces[1];
    let seed = honest.diary.header().seed;
    let elsewhere =
        (50..500).find(|at| seed.face(*at, wardiary_base::dice::Die::D6) != faces[0]).expect("another face comes up");
    // The change, the entry of its line, the text before and after, and the finding besides the broken seal.
    let table: &[(&str, usize, String, String, &str)] = &[
        ("a die of the program's", 4, fell.clone(), format!("faces: [{other}, {}]", faces[1]), "must show"),
        ("the total", 4, format!("total: {total}"), format!("total: {}", total + 1), "its dice give"),
        ("an effect", 5, "to: 4".into(), "to: 5".into(), "its dice give"),
        ("the order", 9, "by: 1".into(), "by: 2".into(), "its dice give"),
        ("a note, which the rules do not mind", 1, "begin".into(), "beginn".into(), ""),
        ("a table die, to what would do nothing else", 2, "[3, 3]".into(), "[4, 4]".into(), ""),
        ("the serial number", 4, "from: App(0)".into(), format!("from: App({elsewhere})"), "must show"),
    ];
    for (what, no, was, now, found) in table {
        let line = text.lines().find(|line| line.starts_with(&format!("Entry(no: {no},"))).expect("its line");
        assert!(line.contains(was.as_str()), "{what}: {was} in {line}");
        let edited = text.replace(line, &line.replacen(was.as_str(), now, 1));
        let (report, loaded) = report(&edited);
        let first = report.differences.first().unwrap_or_else(|| panic!("{what}: nothing was found"));
        assert_eq!(first.entry as usize, *no, "{what}");
        let said: Vec<String> =
            report.differences.iter().filter(|d| d.entry as usize == *no).map(|d| d.what.to_string()).collect();
        assert!(said.iter().any(|said| said.contains("changed by hand")), "{what}: {said:?}");
        assert!(found.is_empty() || said.iter().any(|said| said.contains(found)), "{what}: {said:?}");
        assert_eq!(
            loaded.seals.changed_by_hand().iter().copied().collect::<Vec<_>>(),
            [u32::try_from(*no).expect("a few")],
            "{what}: no other seal breaks"
        );
        assert!(
            loaded.notices.iter().any(|notice| notice.to_string().contains("changed by hand")),
            "{what}: {:?}",
            loaded.notices
        );
        // After sealing, the edit is accepted, but not a contradiction of the rules.
        let sealed = reseal(&edited).expect("it can be sealed");
        let (report, _) = self::report(&sealed);
        assert!(report.differences.iter().all(|d| !matches!(d.what, DifferenceKind::Seal { .. })), "{what}");
        assert_eq!(report.differences.is_empty(), found.is_empty(), "{what}: {:?}", report.differences);
    }
}

#[test]
fn changes_above_the_entries_are_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = text(folder.path());
    let moved = text.lines().find(|line| line.starts_with("Head(4, ")).expect("an undo");
    let gone_back = text.replacen(&format!("{moved}\n"), "", 1).replace("after: 4, ", "");
    let unsealed = {
        let line = text.lines().find(|line| line.starts_with("Entry(no: 9,")).expect("its line");
        let seal = line.rfind("seal: \"").expect("it has one");
        text.replace(line, &format!("{}seal: \"\"),", &line[..seal]))
    };
    let table: &[(&str, String, &[u32])] = &[
        ("the title", text.replacen("title: \"", "title: \"X", 1), &[0]),
        ("a unit's grade", text.replacen("grade: \"green\"", "grade: \"black\"", 1), &[0]),
        ("a move about", gone_back, &[7]),
        ("a missing seal", unsealed, &[9]),
        ("nonsense for a seal", text.replacen("seal: \"", "seal: \"nonsense", 1), &[0]),
    ];
    for (what, edited, by_hand) in table {
        assert_ne!(edited, &text, "{what}");
        let Ok(loaded) = load(edited.as_bytes()) else { panic!("{what}: a broken seal stops nobody") };
        assert_eq!(loaded.seals.changed_by_hand().iter().copied().collect::<Vec<_>>(), *by_hand, "{what}");
        let sealed = reseal(edited).expect("it can be sealed");
        assert!(load(sealed.as_bytes()).is_ok_and(|loaded| loaded.seals.changed_by_hand().is_empty()), "{what}");
    }
}

#[test]
fn an_old_save_without_seals_is_no_edit_and_can_be_sealed() {
    let sample = include_str!("../../../../saves/tannenberg.ron");
    let bare: String = {
        let mut lines = Vec::new();
        for line in sample.lines().filter(|line| !line.starts_with("seal:")) {
            let at = line.rfind("seal:");
            lines.push(match at {
                Some(at) if line.starts_with("Entry") => format!("{}),", line[..at].trim_end().trim_end_matches(',')),
                _ => line.to_string(),
            });
        }
        lines.join("\n") + "\n"
    };
    let (report, loaded) = report(&bare);
    assert_eq!(report.differences, Vec::new());
    assert_eq!(report.notes, [VerificationNote::Unsealed { entries: loaded.diary.entries().len() }]);
    let sealed = reseal(&bare).expect("it can be sealed");
    let (report, after) = self::report(&sealed);
    assert_eq!((report.differences, report.notes), (Vec::new(), Vec::new()));
    assert_eq!(report.sealed, loaded.diary.entries().len());
    let unsealed = |diary: &wardiary_diary::diary::Diary| -> Vec<_> {
        let entries = diary.entries().iter().cloned();
        entries
            .map(|entry| wardiary_diary::diary::Entry { seal: wardiary_diary::diary::seal::Seal::default(), ..entry })
            .collect()
    };
    assert_eq!(unsealed(&after.diary), unsealed(&loaded.diary), "nothing but the seals is new");
}

#[test]
fn other_rules_code_is_told_from_a_change() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = text(folder.path());
    // As if another version had written it with a different result.
    let older = text.replace(&format!("program: \"{}\"", wardiary_diary::diary::PROGRAM), "program: \"0.0.9\"");
    let line = older.lines().find(|line| line.starts_with("Entry(no: 9,")).expect("its line");
    let reckoned = older.replace(line, &line.replacen("to: 7", "to: 6", 1));
    assert_ne!(reckoned, older);
    let sealed = reseal(&reckoned).expect("it can be sealed");
    let (report, _) = report(&sealed);
    assert_eq!(report.differences, Vec::new());
    assert_eq!(report.notes, [VerificationNote::OtherRules { program: "0.0.9".into(), first: 9, entries: 1 }]);
    // The same without the seal is a change.
    let (report, _) = self::report(&reckoned);
    assert!(report.differences.iter().any(|d| d.entry == 9 && matches!(d.what, DifferenceKind::Facts { .. })));
}

#[test]
fn dice_that_were_kept_quiet_are_noted_and_dice_twice_are_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut save = save(folder.path());
    let text = fs::read_to_string(save.path()).expect("it is there");
    let next = save.diary().next_serial();
    // The next test uses later dice, as if the player had discarded the first ones.
    give(&mut save, "edna \"73rd Brigade\"", &[]).expect("it is tested");
    let longer = fs::read_to_string(save.path()).expect("it is there");
    assert!(longer.len() > text.len());
    let entry = save.diary().entries().last().expect("it is there");
    let faces: Vec<u8> = entry.dice[0].faces.clone();
    let seed = save.diary().header().seed;
    let d6 = wardiary_base::dice::Die::D6;
    let later = (next + 1..next + 100_000)
        .find(|at| (0u64..).zip(&faces).all(|(i, face)| seed.face(at + i, d6) == *face))
        .expect("the same faces come again");
    let skipped = longer.replace(&format!("from: App({next})"), &format!("from: App({later})"));
    let (report, _) = report(&reseal(&skipped).expect("it can be sealed"));
    let unused = DifferenceKind::SerialsUnused { first: next, last: later - 1 };
    assert_eq!(report.differences, [Difference { entry: entry.no, what: unused }]);
    let again = longer.replace(&format!("from: App({next})"), "from: App(0)");
    let (report, _) = self::report(&reseal(&again).expect("it can be sealed"));
    assert!(
        report.differences.iter().any(|d| matches!(d.what, DifferenceKind::SerialReused { serial: 0 })),
        "{:?}",
        report.differences
    );
}

/// Seals computed by another program, from the page of `diary::seal` alone.
#[test]
fn the_seals_are_those_that_the_page_says() {
    let text = include_str!("../../../../tests/golden/sealed.ron");
    let (report, loaded) = report(text);
    assert_eq!((report.differences, report.notes), (Vec::new(), Vec::new()));
    assert!(loaded.seals.changed_by_hand().is_empty());
    assert_eq!(reseal(text).expect("it can be sealed"), text);
}

/// The same for the second scheme. One of its lines says that the save was found cut.
#[test]
fn the_seals_of_the_second_scheme_are_those_that_the_page_says() {
    let text = include_str!("../../../../tests/golden/sealed-2.ron");
    let (report, loaded) = report(text);
    assert!(report.differences.iter().all(|d| matches!(d.what, DifferenceKind::FoundCut { .. })));
    assert_eq!((report.differences.len(), report.notes), (1, Vec::new()));
    assert!(["\nHead(", "\nBatch(", "\nCut("].iter().all(|begin| text.contains(begin)));
    assert!(loaded.seals.changed_by_hand().is_empty() && loaded.seals.lines_changed_by_hand().is_empty());
    let accepted = text.replacen("\nCut(seal:", "\nCut(accepted: true, seal:", 1);
    let sealed = reseal(text).expect("it can be sealed");
    let bare =
        |text: &str| text.lines().map(|line| line.split("seal: \"").next().map(String::from)).collect::<Vec<_>>();
    let until = |text: &str| bare(&text[..text.find("\nEntry(no: 5,").expect("it is there")]);
    assert_eq!(until(&sealed), until(&accepted), "the mark is accepted, and nothing else is changed");
    assert_eq!(self::report(&sealed).0.differences, Vec::new());
}

/// The same for the third scheme, with the lines of the second.
#[test]
fn the_seals_of_the_third_scheme_are_those_that_the_page_says() {
    let text = include_str!("../../../../tests/golden/sealed-3.ron");
    let (report, loaded) = report(text);
    assert!(report.differences.iter().all(|d| matches!(d.what, DifferenceKind::FoundCut { .. })));
    assert_eq!((report.differences.len(), report.notes), (1, Vec::new()));
    assert!(loaded.seals.changed_by_hand().is_empty() && loaded.seals.lines_changed_by_hand().is_empty());
    assert!(text.ends_with(&loaded.seals.chain().closers()));
}

#[test]
fn every_save_that_ships_is_verified() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../saves");
    let files = fs::read_dir(folder).expect("it ships").map(|entry| entry.expect("it is there").path());
    let saves: Vec<_> = files.filter(|path| path.extension().is_some_and(|e| e == "ron")).collect();
    assert!(!saves.is_empty());
    for path in saves {
        let (report, loaded) = report(&fs::read_to_string(&path).expect("it is text"));
        assert_eq!((report.differences, report.notes), (Vec::new(), Vec::new()), "{}", path.display());
        assert_eq!(report.sealed, loaded.diary.entries().len(), "{}: every entry is sealed", path.display());
    }
}

#[test]
fn differences_outside_the_sentences_are_named() {
    let sample = include_str!("../../../../saves/tannenberg.ron");
    for (from, to, says) in [
        (
            "first:(2,[31,32,33,34,35,36,37,38])",
            "first:(2,[31,32,33,34,35,36,37])",
            "“Russians attacked Germans” has other details: the forces of the first side",
        ),
        ("defeats:(4,0)", "defeats:(4,0),carried:(1,0)", "has other details: the defeats carried over"),
    ] {
        assert!(sample.contains(from), "{from}");
        let (report, _) = report(&sample.replacen(from, to, 1));
        let told: Vec<String> = report.differences.iter().map(|d| d.what.to_string()).collect();
        assert!(told.iter().any(|told| told.contains(says)), "{says}: {told:?}");
    }
}
