//! The save format: one RON document that grows by lines, despite editors, power cuts and other programs.

use std::{fs, path::Path};
use wardiary_base::{book::RulebookDraft, document};
use wardiary_diary::diary::{
    Diary, Record,
    file::{self, Mode, Save},
    seal::Ending,
    watch::Watch,
};
use wardiary_harness_diary::{
    long,
    play::{give, play_sample_orders, tannenberg},
};
use wardiary_rules::{notation::Destination, state::Muster};

/// A save as another RON reader sees it: one typed value.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Whole {
    wardiary: u32,
    title: String,
    seed: String,
    rules: RulebookDraft,
    muster: Muster,
    seals: Sealing,
    #[serde(default)]
    seal: String,
    diary: Vec<Record>,
    records: usize,
    last: String,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Sealing {
    scheme: u32,
    secret: String,
}

fn whole(text: &str) -> Whole {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    document::options().from_str(text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

/// A played save, its text, and the position in it where the records end.
fn played(folder: &Path) -> String {
    let mut save = tannenberg(folder, "played.ron");
    play_sample_orders(&mut save);
    fs::read_to_string(save.path()).expect("it was just written")
}

/// The byte after the diary's opening bracket.
fn head(text: &str) -> usize {
    text.find("diary: [").expect("a save has a diary") + "diary: [".len()
}

/// The end of each record: the byte after its last bracket.
fn record_ends(text: &str) -> Vec<usize> {
    let mut at = 0;
    let lines = text.split_inclusive('\n').map(|line| {
        at += line.len();
        (at - line.len(), line)
    });
    let records =
        lines.filter(|(_, line)| ["Entry(", "Head(", "Cut(", "Remark("].iter().any(|begin| line.starts_with(begin)));
    records.map(|(at, line)| at + line.trim_end().trim_end_matches(',').len()).collect()
}

/// The position of the closing line.
fn closing(text: &str) -> usize {
    text.rfind("\n],").expect("a save is closed") + 1
}

/// A text without the line with this beginning.
fn without_line(text: &str, begin: &str) -> String {
    let lines = text.split_inclusive('\n').filter(|line| !line.starts_with(begin));
    lines.collect()
}

/// The diary of this many first records.
fn first(text: &str, records: usize) -> Diary {
    let ends = record_ends(text);
    let cut = records.checked_sub(1).map_or(head(text), |last| ends[last]);
    file::load(&text.as_bytes()[..cut]).expect("whole lines load").diary
}

fn assert_same(found: &Diary, wanted: &Diary, when: &str) {
    assert_eq!(found.entries(), wanted.entries(), "{when}");
    assert_eq!(found.head(), wanted.head(), "{when}");
    assert_eq!(found.state(), wanted.state(), "{when}");
}

/// Opens bytes as a writable save, gives an order, and opens it again. The result has the earlier entries and the
/// order, and is one RON document.
fn write_on(folder: &Path, bytes: &[u8], wanted: &Diary, when: &str) -> String {
    let path = folder.join("copy.ron");
    fs::write(&path, bytes).expect("a copy");
    let mut save = Save::open(&path, Mode::Write).unwrap_or_else(|e| panic!("{when}: {e}"));
    assert_same(save.diary(), wanted, when);
    give(&mut save, "note \"written on\"", &[]).unwrap_or_else(|e| panic!("{when}: {e}"));
    let live = save.diary().clone();
    drop(save);
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{when}: {e}"));
    let again = Save::open(&path, Mode::Read).unwrap_or_else(|e| panic!("{when}: {e}\n{text}"));
    assert!(again.notices().is_empty(), "{when}: {:?}", again.notices());
    assert_same(again.diary(), &live, when);
    assert_eq!(again.diary().entries().len(), wanted.entries().len() + 1, "{when}");
    let whole = whole(&text);
    let records = whole.diary.len();
    assert_eq!(whole.records, records, "{when}: the closing line counts them");
    assert_eq!(records, record_ends(&text).len(), "{when}: every line is a record of the whole document");
    text
}

#[test]
fn a_save_is_one_ron_document() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = played(folder.path());
    let whole = whole(&text);
    assert_eq!(whole.seal.len(), 32);
    assert_eq!((whole.seals.scheme, whole.seals.secret.len()), (3, 32));
    assert_eq!((whole.records, whole.last.len()), (whole.diary.len(), 32));
    let diary = file::load(text.as_bytes()).expect("it loads").diary;
    assert_eq!((whole.wardiary, whole.title.as_str()), (file::FORMAT, "Tannenberg, the first day"));
    assert_eq!(whole.seed, diary.header().seed.to_string());
    assert_eq!(whole.rules, diary.header().book.to_header_draft());
    assert_eq!(whole.muster, diary.header().muster);
    let entries: Vec<_> =
        whole.diary.into_iter().filter_map(|r| if let Record::Entry(e) = r { Some(e) } else { None }).collect();
    assert_eq!(entries, diary.entries());
}

#[test]
fn cut_anywhere_it_gives_a_clean_prefix_or_says_why() {
    gives_a_clean_prefix_or_says_why(5);
}

#[test]
#[ignore = "long: `cargo test --release -- --ignored`"]
fn cut_everywhere_it_gives_a_clean_prefix_or_says_why() {
    gives_a_clean_prefix_or_says_why(1);
}

/// Cuts a save at one of every `share` bytes, and at all bytes near the end of a line.
fn gives_a_clean_prefix_or_says_why(share: usize) {
    let folder = tempfile::tempdir().expect("a folder");
    let text = played(folder.path());
    let (head, ends) = (head(&text), record_ends(&text));
    let prefixes: Vec<Diary> = (0..=ends.len()).map(|records| first(&text, records)).collect();
    let near = |cut: usize| ends.iter().any(|end| cut.abs_diff(*end) < 4);
    for cut in (0..=text.len()).filter(|cut| cut % share == 0 || near(*cut)) {
        let bytes = &text.as_bytes()[..cut];
        let when = format!("cut at byte {cut} of {}", text.len());
        match file::load(bytes) {
            Err(stop) => {
                assert!(cut < head, "{when}: {:?}", stop.problems);
                assert!(!stop.problems.is_empty() && stop.problems.iter().all(|p| !p.reason.is_empty()), "{when}");
            }
            Ok(loaded) => {
                assert!(cut >= head, "{when}: there was no diary yet");
                let whole = ends.iter().filter(|end| **end <= cut).count();
                assert_same(&loaded.diary, &prefixes[whole], &when);
            }
        }
    }
}

#[test]
fn cut_anywhere_it_can_be_written_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = played(folder.path());
    let (head, ends) = (head(&text), record_ends(&text));
    // Every byte near the ends of lines, all bytes of the last line, and some bytes within the others.
    let near =
        |cut: usize| ends.iter().any(|end| cut.abs_diff(*end) < 4) || cut > ends[ends.len() - 2] || cut < head + 3;
    for cut in (head..=text.len()).filter(|cut| near(*cut) || cut % 71 == 0) {
        let whole = ends.iter().filter(|end| **end <= cut).count();
        write_on(folder.path(), &text.as_bytes()[..cut], &first(&text, whole), &format!("cut at byte {cut}"));
    }
}

#[test]
fn invalid_utf8_at_the_end_counts_as_torn() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = played(folder.path());
    let (ends, n) = (record_ends(&text), record_ends(&text).len());
    let last = ends[n - 1];
    let closers = closing(&text);
    let all = text.as_bytes();
    let table: &[(&str, Vec<u8>, usize)] = &[
        ("zeros for the last half line", [&all[..last - 9], &[0; 50]].concat(), n - 1),
        ("zeros for the whole last line", [&all[..=ends[n - 2] + 1], &[0; 50]].concat(), n - 1),
        ("zeros behind the last line", [&all[..closers], &[0; 50]].concat(), n),
        ("zeros behind the closers, as where the size was written and the line was not", [all, &[0; 50]].concat(), n),
        (
            "zeros up to a page's end, then the rest of a line",
            [all, &[0; 9], b"to: 3)], seal: \"\"),\n])\n"].concat(),
            n,
        ),
        ("bytes that are no UTF-8 on a line of their own", [&all[..closers], b"\xff\xfe\xff"].concat(), n),
        ("bytes that are no UTF-8 within the last line", [&all[..last - 9], b"\xff\xfe\n])\n"].concat(), n - 1),
        (
            "a letter cut in two",
            [&all[..closers], "Entry(no: 9, at: \"ü".as_bytes().split_last().expect("it is long").1].concat(),
            n,
        ),
    ];
    for (what, bytes, records) in table {
        let loaded = file::load(bytes).unwrap_or_else(|stop| panic!("{what}: {:?}", stop.problems));
        let torn = loaded.torn.unwrap_or_else(|| panic!("{what}: nothing was said of it"));
        assert!(bytes.ends_with(&torn), "{what}: what was torn is kept");
        write_on(folder.path(), bytes, &first(&text, *records), what);
    }
    let kept = fs::read_dir(folder.path()).expect("it is there").filter_map(Result::ok);
    let kept = kept.filter(|e| e.file_name().to_string_lossy().contains(".torn-")).count();
    assert_eq!(kept, table.len(), "each torn line lies beside the save");
}

#[test]
fn a_bad_line_in_the_middle_is_refused_with_its_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = played(folder.path());
    let all = text.as_bytes();
    let start = record_ends(&text)[1] + 2;
    let line = text[..start].matches('\n').count() + 1;
    let with = |middle: &[u8]| [&all[..start], middle, &all[start..]].concat();
    let table: &[(&str, Vec<u8>)] = &[
        ("half a record", with(b"Entry(no: 3, at: \"2026-\n")),
        ("a word", with(b"hello\n")),
        ("a byte of another encoding", with(b"Entry(no: 3, at: \"caf\xe9\"),\n")),
        ("zeros", with(b"\0\0\0\0\n")),
        ("a record twice", with(&all[record_ends(&text)[0] + 2..start])),
        ("an entry that is not there", with(b"Head(77),\n")),
        (
            "an entry on another branch that can't have happened",
            with(b"Entry(no: 3, after: 0, at: \"2026-09-21T00:00:00Z\", order: Note(text: \"x\"), events: [PushedBack(unit: 999)]),\n"),
        ),
        ("an unknown field", with(b"Entry(no: 3, att: 1),\n")),
    ];
    for (what, bytes) in table {
        let stop = file::load(bytes).err().unwrap_or_else(|| panic!("{what} was let in"));
        assert_eq!(stop.problems[0].position.map(|p| p.line), Some(line), "{what}: {:?}", stop.problems);
        let before = stop.readable_part.unwrap_or_else(|| panic!("{what}: the entries before can be read"));
        assert_same(&before.0, &first(&text, 2), what);
        let path = folder.path().join("bad.ron");
        fs::write(&path, bytes).expect("a copy");
        assert!(Save::open(&path, Mode::Write).is_err(), "{what}");
        assert_eq!(&fs::read(&path).expect("it is there"), bytes, "{what}: nothing was written");
        assert_same(
            Save::open_at(&path, &Destination::Entry(2), Watch::none()).expect("it opens before").diary(),
            &first(&text, 2),
            what,
        );
    }
}

#[test]
fn changes_by_text_editors_are_accepted() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = played(folder.path());
    let all = first(&text, record_ends(&text).len());
    let at = closing(&text);
    let body = text[..at].strip_suffix(",\n").expect("a comma");
    let fields = text[at..].strip_prefix(']').and_then(|rest| rest.strip_suffix(")\n")).expect("the closers");
    let table: &[(&str, String, &[&str])] = &[
        ("CRLF", text.replace('\n', "\r\n"), &[]),
        ("a byte-order mark", format!("\u{feff}{text}"), &[]),
        ("blank lines", text.replace(",\nEntry", ",\n\n  \t\nEntry").replace("\n],", "\n\n\n],") + "\n\n", &[]),
        (
            "comments between lines",
            text.replace(",\nHead", ",\n// undone\n/* ], \n) */\nHead"),
            &["// undone", "/* ], \n) */"],
        ),
        ("comments behind records", text.replace("),\nHead", "), // undone: ])\nHead"), &["// undone: ])"]),
        ("no closers", format!("{body},\n"), &[]),
        ("no closers and no newline", format!("{body},"), &[]),
        ("half of the closers", format!("{body},\n]"), &[]),
        ("closers on two lines", format!("{body},\n  ]\n{fields})"), &[]),
        ("closers with blanks and a comma", format!("{body},\n  ] {fields} , )  "), &[]),
        ("closers behind the last record", format!("{body}]{fields})\n"), &[]),
        ("one closer behind the last record", format!("{body},]{fields}\n)\n"), &[]),
        ("no comma", format!("{body}\n]{fields})\n"), &[]),
        ("no comma, no closers", body.to_string(), &[]),
        ("no comma, but a comment", format!("{body} // the last, so far\n]{fields})\n"), &["// the last, so far"]),
        ("no comma, and a comment on the next line", format!("{body}\n// the last\n]{fields})\n"), &["// the last"]),
        ("a comment behind the closers", format!("{text}// played at Anna's\n"), &["// played at Anna's"]),
        ("a comment beside the closers", format!("{body},\n]{fields}) // the end\n"), &["// the end"]),
        ("a comment of lines behind the closers", format!("{text}/* one\n   two ])\n*/\n"), &["/* one\n   two ])\n*/"]),
        (
            "comments within the closers",
            format!("{body},\n] // first\n{fields}) /* second */"),
            &["// first", "/* second */"],
        ),
    ];
    for (what, edited, kept) in table {
        let loaded = file::load(edited.as_bytes()).unwrap_or_else(|stop| panic!("{what}: {:?}", stop.problems));
        assert!(loaded.torn.is_none(), "{what}: nothing is torn");
        assert!(loaded.seals.changed_by_hand().is_empty(), "{what}: the seals hold");
        let open = ["no closers", "no closers and no newline", "half of the closers", "no comma, no closers"];
        let ending = if open.contains(what) { Ending::Unclosed } else { Ending::Whole };
        assert_eq!(loaded.seals.ending(), ending, "{what}");
        assert_same(&loaded.diary, &all, what);
        let written = write_on(folder.path(), edited.as_bytes(), &all, what);
        for comment in *kept {
            assert!(written.contains(comment), "{what}: `{comment}` is gone\n{}", &written[head(&written)..]);
        }
    }
}

#[test]
fn a_comment_that_breaks_off_swallows_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = played(folder.path());
    let n = record_ends(&text).len();
    let body = &text[..closing(&text)];
    let bare = body.trim_end().trim_end_matches(',');
    for (what, torn) in [
        ("on a line of its own", format!("{body}/* so far")),
        ("of two lines", format!("{body}/* so far\n   ])\n")),
        ("behind a record", format!("{} /* so far", body.trim_end())),
        ("behind a record without a comma", format!("{bare} /* so far\n")),
        ("behind the closers", format!("{text}/* so far")),
        ("on the closers' line", format!("{body}]) /* so far /* and */ more\n")),
        ("in zeros", format!("{body}/* so far\0\0\0")),
    ] {
        let loaded = file::load(torn.as_bytes()).unwrap_or_else(|stop| panic!("{what}: {:?}", stop.problems));
        assert!(loaded.torn.is_some_and(|kept| kept.starts_with(b"/* so far")), "{what}");
        write_on(folder.path(), torn.as_bytes(), &first(&text, n), what);
    }
    // No entry can have been at this place, so nothing is torn off; and no entry is mistaken for part of a comment.
    let middle = record_ends(&text)[1] + 2;
    let line = text[..middle].matches('\n').count() + 1;
    let with = |between: &str| format!("{}{between}{}", &text[..middle], &text[middle..]);
    for (between, says) in [
        ("/* not closed\n", "the comment that begins here is never closed"),
        ("// one\n/* two /* three */\n", "the comment that begins here is never closed"),
        ("/* a comment\n */ ", "a comment ends"),
    ] {
        let stop = file::load(with(between).as_bytes()).err().unwrap_or_else(|| panic!("{between}: let in"));
        assert!(stop.problems[0].reason.contains(says), "{between}: {:?}", stop.problems);
        let below = between.matches('\n').count() - 1;
        let lines = [line + below, line + below + 1];
        assert!(stop.problems[0].position.is_some_and(|p| lines.contains(&p.line)), "{between}: {:?}", stop.problems);
    }
    let loaded = file::load(with("/* one */ ").as_bytes()).expect("a comment before a record");
    assert_same(&loaded.diary, &first(&text, n), "a comment before a record");
}

/// A line of which the power cut kept only the later sectors. Its end follows the old text, from the start of a sector
/// on, at any point of the closing line.
#[test]
fn the_end_of_a_line_without_its_beginning_was_torn() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut save = tannenberg(folder.path(), "sectors.ron");
    give(&mut save, "note first", &[]).expect("a note");
    let path = save.path().to_path_buf();
    drop(save);
    let mut tried = 0;
    for pad in 1..600 {
        let copy = folder.path().join("padded.ron");
        fs::copy(&path, &copy).expect("a copy");
        let mut padded = Save::open(&copy, Mode::Write).expect("it opens");
        give(&mut padded, &format!("note \"{}\"", "z".repeat(pad)), &[]).expect("a note");
        let whole = fs::read_to_string(&copy).expect("it is there");
        let closing = closing(&whole);
        let sector = whole.len() / 512 * 512;
        // Within the old closing line, at its end, or directly after it.
        if sector <= closing {
            continue;
        }
        let shown = padded.diary().clone();
        drop(padded);
        for end in [
            "lle Leute sind da\"), events: [Noted], seal: \"00\"),\n], records: 9, last: \"00\")\n",
            " 9, last: \"00\")\n",
            ")], seal: \"\"),\n",
        ] {
            let when = format!("{} and then {end}", &whole[closing..sector]);
            let torn = format!("{}{end}", &whole[..sector]);
            // A remainder that happens to continue like the old line is a closing line, if a different one.
            if torn[closing..].starts_with(&whole[closing..]) && sector < whole.len() {
                continue;
            }
            let loaded = file::load(torn.as_bytes()).unwrap_or_else(|stop| panic!("{when}: {:?}", stop.problems));
            assert_same(&loaded.diary, &shown, &when);
            tried += 1;
        }
        if pad % 9 == 0 {
            let torn = format!("{}lle Leute\"), seal: \"00\"),\n", &whole[..sector]);
            write_on(folder.path(), torn.as_bytes(), &shown, "written on");
        }
    }
    assert!(tried > 100, "{tried}");
}

#[test]
fn text_behind_the_end_is_not_overwritten() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = played(folder.path());
    for behind in ["Entry(no: 99),\n", "hello\n", "(more: 1)\n"] {
        for glue in ["", " "] {
            let edited = format!("{}{glue}{behind}", if glue.is_empty() { &text } else { text.trim_end() });
            let stop = file::load(edited.as_bytes()).expect_err(behind);
            assert!(stop.problems[0].reason.contains("after the end of the diary"), "{:?}", stop.problems);
        }
    }
}

#[test]
fn a_save_changed_underneath_is_not_overwritten() {
    type Change = fn(&Path, &str);
    let table: &[(&str, Change)] = &[
        ("longer", |path, text| fs::write(path, format!("{text}// more\n")).expect("written")),
        ("shorter", |path, text| fs::write(path, without_line(text, "Head(5, ")).expect("written")),
        ("as long", |path, text| fs::write(path, text.replace("\")\n", "\") ")).expect("written")),
        // Windows refuses this while the save is open.
        #[cfg(unix)]
        ("another file of that name", |path, text| {
            let other = path.with_extension("other");
            fs::write(&other, text).expect("written");
            fs::rename(other, path).expect("renamed");
        }),
    ];
    for (what, change) in table {
        let folder = tempfile::tempdir().expect("a folder");
        let mut save = tannenberg(folder.path(), "mine.ron");
        play_sample_orders(&mut save);
        let text = fs::read_to_string(save.path()).expect("it is there");
        let (before, path) = (save.diary().clone(), save.path().to_path_buf());
        change(&path, &text);
        let theirs = fs::read(&path).expect("it is there");
        for attempt in ["note mine", "undo"] {
            let failure = give(&mut save, attempt, &[]).expect_err(what);
            assert!(failure.what.contains("another program changed it"), "{what}: {failure}");
            assert_eq!(fs::read(&path).expect("it is there"), theirs, "{what}: nothing was written");
            assert_same(save.diary(), &before, what);
        }
    }
}

#[test]
fn a_copy_is_kept_before_a_save_is_rewritten() {
    let folder = tempfile::tempdir().expect("a folder");
    let before = played(folder.path());
    let path = folder.path().join("played.ron");
    let mut save = Save::open(&path, Mode::Write).expect("it opens");
    let after = before.replace("the \\\"line\\\"", "the ridge");
    assert_ne!(before, after, "there is something to change");
    for number in 1..=2 {
        let kept = save.rewrite(&after, "test").expect("it is written");
        assert_eq!(kept, folder.path().join(format!("played.ron.before-test-{number}")));
        assert_eq!(fs::read_to_string(&kept).expect("it is there"), if number == 1 { &*before } else { &*after });
        assert_eq!(fs::read_to_string(&path).expect("it is there"), after);
    }
    assert!(save.rewrite("(no: save)", "test").is_err(), "what is no save is not written");
    assert_eq!(fs::read_to_string(&path).expect("it is there"), after);
    // The save can be appended to, and the other program's changes are not overwritten.
    give(&mut save, "note \"and on\"", &[]).expect("a note");
    assert_eq!(Save::open(&path, Mode::Read).expect("it opens").diary().entries(), save.diary().entries());
    let theirs = format!("{after}// theirs\n");
    fs::write(&path, &theirs).expect("written");
    assert!(save.rewrite(&after, "test").expect_err("changed").to_string().contains("another program changed it"));
    assert_eq!(fs::read_to_string(&path).expect("it is there"), theirs);
    let left: Vec<_> = fs::read_dir(folder.path()).expect("it is there").filter_map(Result::ok).collect();
    assert_eq!(left.len(), 4, "the save, its lock, two copies: {left:?}");
}

#[test]
fn two_can_not_write_at_once_but_one_can_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut save = tannenberg(folder.path(), "mine.ron");
    let path = save.path().to_path_buf();
    let failure = Save::open(&path, Mode::Write).expect_err("it is open");
    assert!(failure.to_string().contains("open elsewhere"), "{failure}");
    give(&mut save, "note one", &[]).expect("the first writer goes on");
    let mut reader = Save::open(&path, Mode::Read).expect("anybody can read");
    assert_eq!(reader.diary().entries().len(), 1);
    assert!(give(&mut reader, "note two", &[]).expect_err("not a writer").what.contains("open only for reading"));
    drop(save);
    let mut second = Save::open(&path, Mode::Write).expect("it is free again");
    give(&mut second, "note two", &[]).expect("the second writer");
    assert_eq!(second.diary().entries().len(), 2);
}

#[test]
fn a_new_save_takes_no_other_ones_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let save = tannenberg(folder.path(), "mine.ron");
    let header = save.diary().header().clone();
    let (path, text) = (save.path().to_path_buf(), fs::read(save.path()).expect("it is there"));
    drop(save);
    let failure = Save::create(&path, header).expect_err("it is there");
    assert!(failure.to_string().contains("already"), "{failure}");
    assert_eq!(fs::read(&path).expect("it is there"), text);
}

#[test]
fn entries_are_compact() {
    let (diary, lines) = long::game(2_000);
    let bytes: usize = lines.iter().map(String::len).sum();
    let mean = bytes / diary.entries().len();
    println!("{mean} bytes an entry on average of {}", diary.entries().len());
    assert!(mean <= 300, "DESIGN, idea 4: 300 bytes or less on average, not {mean}");
    // The entries are the played ones.
    let loaded = file::load(long::text(&diary, &lines).as_bytes()).expect("it loads");
    assert_same(&loaded.diary, &diary, "2,000 entries");
}
