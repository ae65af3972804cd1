//! Saves of every format ever written still open with the same content, and can be appended to.
//!
//! `tests/saves/format-N/NAME.ron` is a save, and `NAME.txt` is its content as text. Never change either;
//! docs/FORMAT.md has the rule. Add a new sample without its text, which the test then prints.

use std::{
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};
use wardiary_diary::diary::{
    Diary,
    file::{FORMAT, Mode, Save, load},
    verify::verify,
    watch::Watch,
};
use wardiary_harness_diary::play;
use wardiary_rules::state::State;

/// Samples that verify to the last entry and were never cut.
const BORNE_OUT: [&str; 6] = [
    "garrison-sealed.ron",
    "garrison-unsealed.ron",
    "ladder-sealed.ron",
    "ridge-map-sealed.ron",
    "tannenberg-closing-sealed.ron",
    "tannenberg-shared-sealed.ron",
];

fn samples() -> Vec<(u32, PathBuf)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/saves");
    let mut samples = Vec::new();
    for folder in fs::read_dir(root).expect("it is there").map(|entry| entry.expect("an entry").path()) {
        let name = folder.file_name().expect("a name").to_string_lossy().into_owned();
        let format = name.strip_prefix("format-").and_then(|n| n.parse().ok()).expect("format-N");
        let files = fs::read_dir(folder).expect("it is there").map(|entry| entry.expect("an entry").path());
        samples.extend(files.filter(|path| path.extension().is_some_and(|x| x == "ron")).map(|path| (format, path)));
    }
    samples.sort();
    samples
}

/// A save without its closing line.
fn above(bytes: &[u8]) -> &[u8] {
    let end = bytes.windows(2).rposition(|two| two == b"\n]").expect("it is closed");
    &bytes[..=end]
}

/// The content of a diary, in words that do not change with the program.
fn digest(diary: &Diary) -> String {
    let mut text =
        format!("{} entries, head {}, next die {}\n", diary.entries().len(), diary.head(), diary.next_serial());
    writeln!(text, "way: {:?}", diary.path()).expect("a string takes all");
    let parents: Vec<u32> = diary.entries().iter().map(wardiary_diary::diary::Entry::parent).collect();
    writeln!(text, "after: {parents:?}").expect("a string takes all");
    text + &described(diary.state())
}

fn described(state: &State) -> String {
    let mut text = String::new();
    let ladder = &state.book().ladder;
    for unit in state.units() {
        write!(
            text,
            "#{} {}: {} {}/{}",
            unit.id.0,
            unit.name,
            ladder.name(unit.grade_in_rules().own),
            unit.strength_in_rules().now,
            unit.strength_in_rules().full
        )
        .and_then(|()| {
            write!(
                text,
                " E{}/{} stack {:?}",
                unit.edna_in_rules().now,
                unit.edna_in_rules().full,
                unit.stack.map(|s| s.0)
            )
        })
        .expect("a string takes all");
        if let Some(place) = unit.place {
            write!(text, " at {} of #{} facing {}", place.cell, place.map.0, place.facing).expect("a string takes all");
        }
        text.push('\n');
    }
    for battle in state.battles() {
        writeln!(text, "battle {}: turn {}, over {}", battle.name, battle.turn, battle.ended.is_some())
            .expect("a string takes all");
    }
    text
}

#[test]
fn old_saves_open_for_ever() {
    let samples = samples();
    for format in 1..=FORMAT {
        assert!(samples.iter().any(|(of, _)| *of == format), "there is no sample of format {format}");
    }
    let folder = tempfile::tempdir().expect("a folder");
    for (format, path) in &samples {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let bytes = fs::read(path).expect("the sample");
        assert!(bytes.starts_with(format!("(wardiary: {format},").as_bytes()), "{name} is of format {format}");
        let copy = folder.path().join(&name);
        fs::write(&copy, &bytes).expect("a copy");
        let mut save = Save::open(&copy, Mode::Write).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert!(save.notices().is_empty(), "{name}: {:?}", save.notices());
        assert_eq!(fs::read(&copy).expect("the copy"), bytes, "{name}: opening it has changed it");
        let found = digest(save.diary());
        let wanted = fs::read_to_string(path.with_extension("txt"));
        let wanted = wanted.unwrap_or_else(|e| panic!("{name} has no text yet ({e}); it is:\n{found}"));
        assert_eq!(found, wanted, "{name}");
        if BORNE_OUT.contains(&name.as_str()) {
            let loaded = load(&bytes).unwrap_or_else(|stop| panic!("{name}: {:?}", stop.problems));
            let verified = verify(&loaded.diary, &loaded.seals, Watch::none()).expect("nobody breaks it off");
            assert!(verified.differences.is_empty(), "{name}: {:?}", verified.differences);
        }
        play::give(&mut save, "note \"written on\"", &[]).unwrap_or_else(|e| panic!("{name}: {e}"));
        play::give(&mut save, "undo 2", &[]).unwrap_or_else(|e| panic!("{name}: {e}"));
        let live = save.diary().clone();
        drop(save);
        let again = Save::open(&copy, Mode::Read).unwrap_or_else(|e| panic!("{name}, written on: {e}"));
        assert_eq!(digest(again.diary()), digest(&live), "{name}, written on");
        assert!(fs::read(&copy).expect("the copy").starts_with(above(&bytes)), "{name}");
    }
    println!("{} samples of formats 1 to {FORMAT} opened, compared and written on", samples.len());
}

/// A newer program must read everything that an old one may have written: there is a sample of each of these kinds too.
#[test]
fn there_is_a_sample_of_each_of_these() {
    let all: String = samples().iter().map(|(_, path)| fs::read_to_string(path).expect("the sample")).collect();
    let ladder =
        ["LadderChanged(", "SideMade(", "StackMade(", "Assigned(", "Thrown(", "Rethrown(", "StrengthRestored("];
    let map = [
        "maps: [",
        "Map(Placed(",
        "Map(Moved(",
        "Map(TerrainChanged(",
        "Map(EdgeChanged(",
        "Map(RoadChanged(",
        "Map(ChangedHands(",
        "Map(LaidOut(",
        "Stacks(Rotated(",
    ];
    let remarks = ["Remark(", "Comment(mark:", "Bookmark(", "NoComment", "NoBookmark"];
    let all_kinds = ladder.into_iter().chain(map).chain(remarks);
    let missing: Vec<&str> = all_kinds.filter(|kind| !all.contains(kind)).collect();
    assert!(missing.is_empty(), "no sample has {missing:?}");
}

#[test]
fn a_format_that_is_not_known_is_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let (_, sample) = samples().pop().expect("there is one");
    let text = fs::read_to_string(sample).expect("the sample");
    let path = folder.path().join("newer.ron");
    let newer = text.replacen(&format!("(wardiary: {FORMAT},"), "(wardiary: 99, unheard_of: [],", 1);
    fs::write(&path, &newer).expect("written");
    let failure = Save::open(&path, Mode::Write).expect_err("it is newer");
    assert!(failure.to_string().contains("the save has format 99"), "{failure}");
    assert_eq!(fs::read_to_string(&path).expect("it is there"), newer);
    // A save with an unknown scheme of seals does not open either.
    let newer = include_str!("../../../../tests/golden/sealed-2.ron").replacen("scheme: 2", "scheme: 4", 1);
    fs::write(&path, &newer).expect("written");
    let failure = Save::open(&path, Mode::Write).expect_err("it is newer");
    assert!(failure.to_string().contains("sealed with scheme 4; this program knows schemes 1 to 3"), "{failure}");
    assert_eq!(fs::read_to_string(&path).expect("it is there"), newer);
}
