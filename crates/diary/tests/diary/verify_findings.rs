//! The findings of `verify` for every kind of change to a save, before and after `wardiary seal`: tries each cell of
//! the table in docs/FORMAT.md.

use std::{fs, path::Path};
use wardiary_diary::diary::{
    file::{LoadedSave, Mode, Save, load, reseal},
    seal::Ending,
    verify::{Verification, VerificationNote, verify},
    watch::Watch,
};
use wardiary_harness_diary::play::{give, tannenberg};

/// A save with notes, dice of both kinds, undo and a second branch. Its last line is an undo.
fn played(folder: &Path, name: &str, faces: [u8; 4]) -> String {
    let mut save = tannenberg(folder, name);
    let orders: &[(&str, &[u8])] = &[
        ("note begin", &[]),
        ("initiative", &faces),
        ("first Russians", &[]),
        ("edna \"37th Brigade\"", &[]),
        ("edna \"41st Brigade\"", &[6, 6]),
        ("note between", &[]),
        ("edna \"73rd Brigade\"", &[]),
        ("undo 2", &[]),
        ("note other", &[]),
        ("shake \"37th Brigade\" 1", &[]),
        ("edna \"1st Rifle\"", &[]),
        ("remark 6 !? \"too far\"", &[]),
        ("note end", &[]),
        ("undo", &[]),
    ];
    for (order, faces) in orders {
        give(&mut save, order, faces).unwrap_or_else(|e| panic!("{order}: {e}"));
    }
    fs::read_to_string(save.path()).expect("it is there")
}

/// The line with this beginning.
fn line<'a>(text: &'a str, begin: &str) -> &'a str {
    text.lines().find(|line| line.starts_with(begin)).unwrap_or_else(|| panic!("no {begin} in\n{text}"))
}

/// A text with a replacement on one line.
fn on(text: &str, begin: &str, was: &str, now: &str) -> String {
    let line = line(text, begin);
    assert!(line.contains(was), "no {was} in {line}");
    text.replacen(line, &line.replacen(was, now, 1), 1)
}

/// The part of a text before `part`.
fn before(text: &str, part: &str) -> String {
    text[..text.find(part).unwrap_or_else(|| panic!("no {part} in\n{text}"))].to_string()
}

/// The text without the last seal of each line.
fn without_seals(text: &str) -> String {
    let mut bare = String::new();
    for line in text.split_inclusive('\n') {
        match line.rfind("seal: \"").filter(|_| line.starts_with("Entry(") || line.starts_with("seal:")) {
            Some(at) => bare.extend([&line[..at], "seal: \"\"", &line[at + "seal: \"".len() + 33..]]),
            None => bare.push_str(line),
        }
    }
    bare
}

fn face_of_the_program(text: &str) -> String {
    let line = line(text, "Entry(no: 4,");
    let at = line.find("faces: [").expect("dice") + "faces: [".len();
    let face: u8 = line[at..=at].parse().expect("a face");
    let other = if face == 6 { 5 } else { face + 1 };
    on(text, "Entry(no: 4,", &format!("faces: [{face}"), &format!("faces: [{other}"))
}

/// Makes each change of the table, which is identified by the table's words.
fn change(what: &str, text: &str, folder: &Path) -> String {
    let closing = &text[text.rfind("\n],").expect("it is closed") + 1..];
    match what {
        "a face of the program's dice" => face_of_the_program(text),
        "a face of the table's, so that something else follows" => {
            on(text, "Entry(no: 5,", "faces: [6, 6]", "faces: [1, 1]")
        }
        "a face of the table's, so that the same follows" => on(text, "Entry(no: 2,", "[3, 3]", "[4, 4]"),
        "the serial number of a die" => on(text, "Entry(no: 4,", "from: App(0)", "from: App(90)"),
        "the seed" => text.replacen("1914\",", "1915\",", 1),
        "a fact" => on(text, "Entry(no: 9,", "to: 7", "to: 6"),
        "an order" => on(text, "Entry(no: 9,", "by: 1", "by: 2"),
        "a note" => on(text, "Entry(no: 1,", "begin", "beginn"),
        "a time" => on(text, "Entry(no: 1,", "at: \"20", "at: \"19"),
        "a name in the muster" => text.replacen("37th Brigade", "38th Brigade", 1),
        "a rule that makes no difference to the entries" => text.replacen("phases: 3", "phases: 2", 1),
        "a rule that gives entries other results" => {
            text.replacen("dice: (2, 6),\n  equal", "dice: (2, 8),\n  equal", 1)
        }
        "where the diary continues" => on(text, "Head(10, ", "Head(10", "Head(9"),
        "where the diary continues, within it" => on(text, "Head(5, ", "Head(5", "Head(4"),
        "a line of undo taken out" => text.replacen(&format!("{}\n", line(text, "Head(5, ")), "", 1),
        "a remark" => on(text, "Remark(on: 6,", "too far", "too near"),
        "the entry that a remark is on" => on(text, "Remark(on: 6,", "on: 6", "on: 7"),
        "a remark taken out" => text.replacen(&format!("{}\n", line(text, "Remark(on: 6,")), "", 1),
        "two entries exchanged, with their numbers" => {
            let (one, two) = (line(text, "Entry(no: 5,"), line(text, "Entry(no: 6,"));
            let (fifth, sixth) = (two.replacen("no: 6", "no: 5", 1), one.replacen("no: 5", "no: 6", 1));
            text.replacen(one, "(one)", 1).replacen(two, &sixth, 1).replacen("(one)", &fifth, 1)
        }
        "two entries exchanged" => {
            let (one, two) = (line(text, "Entry(no: 5,"), line(text, "Entry(no: 6,"));
            text.replacen(one, "(one)", 1).replacen(two, one, 1).replacen("(one)", two, 1)
        }
        "a note of another save" | "dice of another save" => {
            let theirs = played(&folder.join(what), "other.ron", [5, 2, 3, 3]).replace("19:", "20:");
            let theirs = theirs.replace("between", "elsewhere");
            let begin = if what == "a note of another save" { "Entry(no: 6," } else { "Entry(no: 2," };
            text.replacen(line(text, begin), line(&theirs, begin), 1)
        }
        "a die of the program's made the table's" => on(text, "Entry(no: 4,", "from: App(0)", "from: Table"),
        "the last dice of the program's made the table's" => {
            let last = line(text, "Entry(no: 10,");
            let at = last.find("from: App(").expect("dice");
            let end = at + last[at..].find("),").expect("it ends") + 1;
            on(text, "Entry(no: 10,", &last[at..end], "from: Table")
        }
        "one seal emptied" => text.replacen(line(text, "Entry(no: 9,"), &without_seals(line(text, "Entry(no: 9,")), 1),
        "all seals emptied" => without_seals(text),
        "all seals emptied, and the scheme taken out" => {
            let bare = without_seals(text);
            bare.replacen(&format!("{}\n", line(&bare, "seals:")), "", 1)
        }
        "all seals and their fields taken out, by a version that seals" => {
            let bare =
                without_seals(text).replace(", seal: \"\"", "").replace("program: \"0.1.0\"", "program: \"0.1.1\"");
            let bare = bare.replacen(&format!("{}\n", line(&bare, "seals:")), "", 1);
            let bare = bare.replacen(&format!("{}\n", line(&bare, "seal:")), "", 1);
            bare.replace(&text[text.find("Head(10, ").expect("an undo")..], "Head(10),\n])\n").replacen(
                line(text, "Head(5, "),
                "Head(5),",
                1,
            )
        }
        "cut at the end of a line" => before(text, "Entry(no: 9,"),
        "cut within a line" => before(text, ", by: 1"),
        "cut at the end of a line, and closed again" => before(text, "Entry(no: 9,") + closing,
        "cut at the end of a line, and closed with brackets alone" => before(text, "Entry(no: 9,") + "])\n",
        "cut at the end of a line, and closed with a copy of the last seal left" => {
            closed_with_copy(&before(text, "Entry(no: 9,"))
        }
        "the same, and the second scheme named in the header" => {
            closed_with_copy(&before(text, "Entry(no: 9,")).replacen("scheme: 3", "scheme: 2", 1)
        }
        "the last line taken out" => before(text, "Head(10, ") + closing,
        "the closing line taken out" => before(text, closing),
        "the count of the closing line" => text.replacen("records: 14", "records: 13", 1),
        "the seal of the closing line" => text.replacen("last: \"", "last: \"0", 1),
        "a note put in behind the last line" => {
            let note = line(text, "Entry(no: 11,").replacen("no: 11,", "no: 12, after: 10,", 1);
            before(text, closing) + &note + "\n" + closing
        }
        what => panic!("{what}: the table has a row that nobody tries"),
    }
}

/// A save cut at the end of a line, then closed with the number of its records and a copy of its last seal.
fn closed_with_copy(cut: &str) -> String {
    let records = cut[cut.find("diary: [").expect("a diary")..].lines().count() - 1;
    let seal = cut.rsplit('"').nth(1).expect("a seal");
    format!("{cut}], records: {records}, last: \"{seal}\")\n")
}

/// A copy of a seal can close a save of the second scheme, but not one of the third.
#[test]
fn a_copied_seal_closes_saves_of_the_second_scheme_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let third = played(folder.path(), "mine.ron", [3, 3, 5, 2]);
    let second = include_str!("../../../../tests/saves/format-1/tannenberg-lines-sealed.ron");
    for (text, is_found) in [(third.as_str(), true), (second, false)] {
        let diary = text.find("diary: [").expect("a diary");
        let ends: Vec<usize> = text[diary..].match_indices('\n').map(|(at, _)| diary + at + 1).collect();
        let mut tried = 0;
        for end in &ends[1..ends.len() - 2] {
            let (report, loaded) = verified(closed_with_copy(&text[..*end]).as_bytes()).expect("it opens");
            assert_eq!(loaded.seals.ending() != Ending::Whole, is_found, "cut at byte {end}");
            assert!(!is_found || !report.differences.is_empty(), "cut at byte {end}");
            tried += 1;
        }
        assert!(tried > 7, "{tried}");
    }
}

fn verified(bytes: &[u8]) -> Result<(Verification, LoadedSave), String> {
    let loaded = load(bytes).map_err(|stop| format!("{:?}", stop.problems))?;
    let report = verify(&loaded.diary, &loaded.seals, Watch::none()).expect("nobody broke it off");
    Ok((report, loaded))
}

/// The word for this result in the table.
fn cell(bytes: &[u8]) -> &'static str {
    match verified(bytes) {
        Err(_) => "does not open",
        Ok((report, _)) if !report.differences.is_empty() => "found",
        Ok((report, _)) if report.notes.iter().any(|n| matches!(n, VerificationNote::FoundCut { .. })) => "noted",
        Ok((report, _)) => {
            assert_eq!(report.notes, []);
            "accepted"
        }
    }
}

/// Does the same as `wardiary seal`.
fn seal(path: &Path) -> bool {
    let Ok(mut save) = Save::open(path, Mode::Write) else { return false };
    let was = fs::read_to_string(path).expect("it is there");
    let now = reseal(&was).expect("it can be sealed");
    now == was || save.rewrite(&now, "seal").is_ok()
}

#[test]
fn the_table_of_what_is_found_is_true() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = played(folder.path(), "mine.ron", [3, 3, 5, 2]);
    let (report, _) = verified(text.as_bytes()).expect("it opens");
    assert_eq!((report.differences, report.notes), (Vec::new(), Vec::new()));
    let page = include_str!("../../../../docs/FORMAT.md");
    let rows = page.lines().skip_while(|line| !line.starts_with("| what was changed |")).skip(2);
    let rows: Vec<&str> = rows.take_while(|line| line.starts_with('|')).collect();
    assert!(rows.len() > 25, "the table is there");
    let mut wrong = Vec::new();
    for row in rows {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [what, was, sealed] = cells.as_slice() else { panic!("{row}") };
        let changed = change(what, &text, folder.path());
        assert_ne!(changed, text, "{what}");
        let path = folder.path().join("changed.ron");
        fs::write(&path, &changed).expect("written");
        let found = cell(changed.as_bytes());
        let after = if seal(&path) { cell(&fs::read(&path).expect("it is there")) } else { "does not open" };
        if (found, after) != (was, sealed) {
            let said = verified(changed.as_bytes()).map(|(report, _)| report);
            wrong.push(format!("| {what} | {found} | {after} |\n{said:?}"));
        }
    }
    assert!(wrong.is_empty(), "docs/FORMAT.md says otherwise of these:\n{}", wrong.join("\n"));
}

#[test]
fn a_cut_file_is_marked_for_good() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = played(folder.path(), "mine.ron", [3, 3, 5, 2]);
    let path = folder.path().join("cut.ron");
    let head = text.find("diary: [").expect("a diary") + "diary: [".len();
    let step = text[head..].len() / 150;
    let cuts = (head..text.len() - 1).filter(|cut| (cut - head).is_multiple_of(step) || text[..=*cut].ends_with('\n'));
    let mut tried = 0;
    for cut in cuts.filter(|cut| text.is_char_boundary(*cut)) {
        let when = format!("cut at byte {cut}: …{}", &text[cut.saturating_sub(30)..cut]);
        fs::write(&path, &text[..cut]).expect("written");
        let (report, loaded) = verified(&text.as_bytes()[..cut]).unwrap_or_else(|e| panic!("{when}: {e}"));
        assert!(!report.differences.is_empty(), "{when}: it passes as whole");
        assert_ne!(loaded.seals.ending(), Ending::Whole, "{when}");
        let mut save = Save::open(&path, Mode::Write).unwrap_or_else(|e| panic!("{when}: {e}"));
        assert!(!save.notices().is_empty(), "{when}: nothing is said");
        give(&mut save, "note \"and on\"", &[]).expect("a note");
        drop(save);
        let (report, loaded) = verified(&fs::read(&path).expect("it is there")).expect("it opens");
        assert_eq!(loaded.diary.cuts().len(), 1, "{when}: the mark stays");
        assert!(!report.differences.is_empty(), "{when}: the evidence is gone");
        assert!(loaded.notices.is_empty(), "{when}: {:?}", loaded.notices);
        tried += 1;
    }
    assert!(tried > 100, "{tried}");
}
