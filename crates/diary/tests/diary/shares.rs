//! A share holds what the side's own diary holds. The save proves each honest share, and no other.

use jiff::Timestamp;
use proptest::prelude::*;
use std::ops::Range;
use wardiary_base::{
    dice::source::Seed,
    document,
    id::{Id, SideId},
    remark::Viewer,
};
use wardiary_diary::{
    diary::{
        Diary, Header, Record,
        file::{Mode, Save, load, recover, reseal},
        merge::MergeError,
        seal::{Ending, Secret},
        verify::verify,
        watch::Watch,
    },
    projection::{PROJECTION, Projector},
    share::{
        Discrepancy, LineDifference, Share, ShareRefusal, check_shareable,
        comparison::{Comparison, ComparisonError, Verdict, compare},
        share,
    },
};
use wardiary_harness_diary::{
    campaign::header,
    game::{Game, games},
    long, play,
};
use wardiary_rules::{order::Order, state::Muster};

const SECRET: &str = "00112233445566778899aabbccddeeff";

fn secret() -> Secret {
    Secret::from(SECRET.to_string())
}

fn share_of(save: &str, side: u32) -> Share {
    share(save.as_bytes(), secret(), SideId(side), Watch::none()).expect("the save reads, and has the side")
}

fn compared(share: &str, save: &str) -> Result<Comparison, ComparisonError> {
    compare(share.as_bytes(), save.as_bytes(), Watch::none())
}

fn verdict(share: &str, save: &str) -> Verdict {
    compared(share, save).expect("both can be read").verdict
}

/// The first reason why a share is no extract of a save.
fn discrepancy(share: &str, save: &str) -> Discrepancy {
    match verdict(share, save) {
        Verdict::Differs(discrepancies) => discrepancies[0],
        other => panic!("{other:?}"),
    }
}

/// A game of this many lines, with turns, undo, branches and amended entries.
fn game(book: usize, lines: usize) -> Game {
    let seed: Seed = format!("{:x}", book + 1862).parse().expect("a seed");
    let mut game = Game::new(book);
    for step in 0u32.. {
        if game.lines.len() >= lines {
            break;
        }
        let bytes = [seed.nonce(2 * step), seed.nonce(2 * step + 1)].concat();
        let numbers: Vec<u16> = bytes.chunks(2).map(|two| u16::from_le_bytes([two[0], two[1]])).collect();
        game.step(&numbers);
    }
    game
}

/// A save of this many entries, in which turns end.
fn save(entries: usize) -> String {
    let (diary, lines) = long::game(entries);
    long::text(&diary, &lines)
}

fn sides(diary: &Diary) -> Vec<u32> {
    diary.state().sides().iter().map(|side| side.id.0).collect()
}

/// The number of lines above a share's entries, and its lines from there on, without the closing line.
fn body(share: &str) -> (usize, Vec<&str>) {
    let lines: Vec<&str> = share.lines().collect();
    let above = lines.iter().position(|line| line.starts_with("diary: [")).expect("a share has entries") + 1;
    (above, lines[above..lines.len() - 1].to_vec())
}

/// The share with other lines, with valid seals. Anybody who has a share can make them, because it contains its secret.
fn forged(share: &str, lines: &[String]) -> String {
    let head: String = share.lines().take(body(share).0).flat_map(|line| [line, "\n"]).collect();
    let mut chain = load(format!("{head}])\n").as_bytes()).expect("its beginning reads").seals.chain();
    let mut text = head;
    for line in lines {
        let mut record: Record =
            document::options().from_str(line.trim_end_matches(',')).unwrap_or_else(|e| panic!("{line}: {e}"));
        text += &(chain.write(&mut record) + ",\n");
    }
    text + &chain.closers()
}

/// Numbers the entries consecutively, as a forger would.
fn renumbered(lines: &[&str]) -> Vec<String> {
    let mut no = 0;
    let number = |line: &&str| match line.strip_prefix("Entry(no: ") {
        Some(rest) => {
            no += 1;
            format!("Entry(no: {no}{}", rest.trim_start_matches(|c: char| c.is_ascii_digit()))
        }
        None => (*line).to_string(),
    };
    lines.iter().map(number).collect()
}

/// The index of a note that an entry directly follows, both without `after`.
fn neighbours(lines: &[&str]) -> usize {
    let is_plain = |line: &str| line.starts_with("Entry(") && !line.contains(" after: ");
    (1..lines.len() - 1)
        .find(|at| is_plain(lines[*at]) && lines[*at].contains("Note(") && is_plain(lines[at + 1]))
        .expect("a note stands before an entry")
}

/// Compares a share of each side of a game, made at some moments, with the finished game.
fn every_share_is_honest(game: &Game, moments: impl Iterator<Item = usize>) {
    let whole = game.text();
    for many in moments {
        let then = game.text_after(many);
        let loaded = load(then.as_bytes()).expect("the game loads");
        for side in sides(&loaded.diary) {
            let made = share_of(&then, side);
            let found = compared(&made.text, &whole).unwrap_or_else(|e| panic!("{e:?}"));
            assert_eq!(found.verdict, Verdict::Honest, "line {many}, side {side}\n{}", made.text);
            assert_eq!(found.digests, (made.digests as usize, made.digests as usize));
            // The share reads as the side's own diary, and its seals prove that nobody changed it.
            let read = load(made.text.as_bytes()).unwrap_or_else(|e| panic!("{e:?}\n{}", made.text));
            let own = Projector::of(&loaded.diary, SideId(side)).expect("the side's own diary begins");
            let (read_diary, own_diary) = (&read.diary, own.diary());
            assert_eq!(read_diary.share().map(|share| Some(share.side)), Some(own.own_side()));
            let plain = |diary: &Diary| -> Vec<_> {
                let entries = diary.entries().iter();
                entries.map(|e| (e.no, e.parent(), e.at, e.order.clone(), e.dice.clone(), e.events.clone())).collect()
            };
            assert_eq!(plain(read_diary), plain(own_diary));
            assert_eq!((read_diary.head(), read_diary.path()), (own_diary.head(), own_diary.path()));
            assert_eq!(read_diary.state(), own_diary.state());
            let verified = verify(read_diary, &read.seals, Watch::none()).expect("nobody breaks it off");
            assert_eq!(verified.differences, [], "{}", made.text);
            // Things that are never in a share.
            for never in ["seed:", "App(", "Mixed(", "Each(", SECRET, "c0ffee", "Remark("] {
                assert!(!made.text.contains(never), "{never}: {}", made.text);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Any play, undo, amendment or strike, shared at any time: a share made at any time is honest beside the later save.
    #[test]
    fn an_honest_share_is_always_accepted((book, steps) in games(24), moment in 0usize..24) {
        let mut game = Game::new(book);
        for numbers in &steps {
            game.step(numbers);
            if numbers[0] % 3 == 0 {
                game.share_with(SideId(1 + u32::from(numbers[0] / 3 % 2)));
            }
        }
        let last = game.lines.len();
        every_share_is_honest(&game, [moment.min(last), last].into_iter());
    }
}

/// The same for longer games, under each rulebook.
#[test]
#[ignore = "minutes"]
fn an_honest_share_of_a_long_game_is_accepted() {
    for book in 0..8 {
        let game = game(book, 160);
        every_share_is_honest(&game, (0..=160).step_by(16));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// What was taken back before it was shared leaves no trace in a share: no entry, no number, no digest. If the share
    /// was recorded, the next one is the same to the last byte until there is something new.
    #[test]
    fn entries_taken_back_before_they_were_shared_leave_no_trace(
        (book, steps) in games(24), (_, more) in games(8), is_recorded in any::<bool>(),
    ) {
        let mut game = Game::new(book);
        steps.iter().for_each(|numbers| game.step(numbers));
        let head = game.diary.head();
        let sides = sides(&game.diary);
        let before: Vec<Share> = sides.iter().map(|side| share_of(&game.text(), *side)).collect();
        if is_recorded {
            sides.iter().for_each(|side| game.share_with(SideId(*side)));
        }
        more.iter().for_each(|numbers| game.step(numbers));
        game.record(Record::head(head));
        let after: Vec<Share> = sides.iter().map(|side| share_of(&game.text(), *side)).collect();
        if is_recorded {
            prop_assert_eq!(before, after);
        } else {
            let plain = |shares: &[Share]| -> Vec<(usize, Vec<String>)> {
                let lines = |share: &Share| share.text.lines().map(without_digests).collect();
                shares.iter().map(|share| (share.digests as usize, lines(share))).collect()
            };
            prop_assert_eq!(plain(&before), plain(&after));
        }
    }
}

/// Two copies that were shared differently, and then merged: the side knows what either showed it, and nothing else. A
/// recovered save knows the same.
#[test]
fn merged_and_recovered_saves_know_what_was_shared() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut mine = play::tannenberg(folder.path(), "mine.ron");
    let side = mine.diary().state().sides()[0].id;
    let share = |save: &mut Save| {
        let now = play::now(save.diary());
        save.record_share(Viewer::Side(side), save.diary().head(), now).expect("it is written");
    };
    share(&mut mine);
    drop(mine);
    let other = folder.path().join("other.ron");
    std::fs::copy(folder.path().join("mine.ron"), &other).expect("a copy");
    let open = |path: &std::path::Path| Save::open(path, Mode::Write).expect("it is sound");
    let (mut mine, mut other) = (open(&folder.path().join("mine.ron")), open(&other));
    for (save, what) in [(&mut mine, "mine"), (&mut other, "theirs")] {
        let told = |text: &str| format!("tell Germans \"{text} {what}\"");
        play::give(save, &told("shared"), &[]).expect("it is carried out");
        share(save);
        play::give(save, &told("never shared"), &[]).expect("it is carried out");
        play::give(save, "undo 2", &[]).expect("there are two");
    }
    let merge = |mine: &Save| mine.diary().merge((other.diary(), other.seals()), "theirs", Timestamp::UNIX_EPOCH);
    let merged = merge(&mine).expect("there is something new");
    mine.merge(merged).expect("it is written");
    assert_eq!(merge(&mine).err(), Some(MergeError::NothingNew));
    let knows = |diary: &Diary| {
        let own = Projector::of(diary, side).expect("the side's own diary begins").diary().clone();
        let has = |text: &str| format!("{:?}", own.entries()).contains(text);
        assert!(own.state().messages().is_empty(), "all of it was taken back");
        ["shared mine", "shared theirs", "never"].map(has)
    };
    assert_eq!(knows(mine.diary()), [true, true, false]);
    let text = std::fs::read(mine.path()).expect("the save");
    let recovered = recover(&text, None, secret(), Watch::none()).expect("nothing is wrong with it");
    assert!(recovered.lost.is_empty(), "{:?}", recovered.lost);
    assert_eq!(knows(&load(recovered.text.as_bytes()).expect("it reads").diary), [true, true, false]);
}

/// A line of a share without its digest and its seal.
fn without_digests(line: &str) -> String {
    let parts: Vec<&str> = line.split('"').collect();
    let is_digest = |part: &&str| part.len() < 32 || part.chars().any(|c| !c.is_ascii_hexdigit());
    parts.into_iter().filter(is_digest).collect::<Vec<_>>().join("\"")
}

/// A share is the same each time it is made, until the side sees something more.
#[test]
fn a_share_follows_from_what_the_side_saw() {
    let save = save(120);
    let made = share_of(&save, 1);
    assert_eq!(made, share_of(&save, 1));
    assert_ne!(made.text, share_of(&save, 2).text);
    // A remark is a line of the save that no side sees.
    let mut lines: Vec<&str> = save.lines().collect();
    let closing = lines.pop().expect("a closing line");
    let remark = r#"Remark(on: 1, at: "2026-11-24T10:00:00Z", says: Comment(mark: "!", text: "secret"), seal: ""),"#;
    let more = reseal(&format!("{}\n{remark}\n{closing}\n", lines.join("\n"))).expect("it is a save");
    assert_eq!(share_of(&more, 1), made, "what the side does not see leaves its share as it was");
    assert_eq!(verdict(&made.text, &more), Verdict::Honest);
    assert_eq!(compared(&made.text, &more).expect("both read").grown, 1);
}

/// A digest follows each entry that ends a turn, and one is at the end. The side can compute their number itself.
#[test]
fn digests_stand_where_the_side_saw_a_part_end() {
    let made = share_of(&save(200), 1);
    let (_, lines) = body(&made.text);
    let ends = |line: &&&str| ["TurnEnded(", "BattleBegun(", "BattleEnded("].iter().any(|event| line.contains(event));
    let parts = lines.iter().filter(ends).count();
    assert!(parts > 3, "{parts}");
    assert_eq!(made.digests as usize, parts + 1);
    assert!(lines.last().expect("a line").starts_with("Digest("));
    // The last digest is always at the end.
    for pair in lines[..lines.len() - 1].windows(2) {
        assert_eq!(ends(&&pair[0]), pair[1].starts_with("Digest(") && pair[0].starts_with("Entry("), "{pair:?}");
    }
    let all: std::collections::BTreeSet<&str> =
        lines.iter().filter(|line| line.starts_with("Digest(")).copied().collect();
    assert_eq!(all.len(), made.digests as usize, "no two digests are alike");
}

/// Changes each of these bytes. Both the comparison with the save and the share's own seals reject each change.
fn no_byte_can_be_changed(share: &str, save: &str, bits: &[u8], bytes: impl Iterator<Item = usize>) {
    let mut share = share.as_bytes().to_vec();
    for at in bytes {
        let was = share[at];
        for now in bits.iter().map(|bit| was ^ bit) {
            share[at] = now;
            let told = String::from_utf8_lossy(&share[at.saturating_sub(20)..share.len().min(at + 20)]).into_owned();
            match compare(&share, save.as_bytes(), Watch::none()) {
                Ok(found) => assert!(matches!(found.verdict, Verdict::Differs(_)), "byte {at}, {told}: {found:?}"),
                Err(ComparisonError::Share(_) | ComparisonError::NotAShare) => {}
                Err(other) => panic!("byte {at}, {told}: {other:?}"),
            }
            let own = load(&share).ok();
            let own = own.map(|read| verify(&read.diary, &read.seals, Watch::none()).expect("nobody breaks it off"));
            let is_found = own.is_none_or(|found| !found.differences.is_empty());
            // A digit of a seal may be a capital. The seals do not cover the layout of a document.
            let is_capital = was.is_ascii_hexdigit() && was.eq_ignore_ascii_case(&now);
            let is_layout = [was, now].iter().any(|byte| byte.is_ascii_whitespace() || *byte == b',') || is_capital;
            assert!(is_found || is_layout, "byte {at}, {told}: its own seals accept it");
        }
        share[at] = was;
    }
}

/// A small share, and its save.
fn small() -> (String, String) {
    let mut header: Header = header(5);
    header.muster = Muster { sides: header.muster.sides, ..Muster::default() };
    let mut game = Game::of(header);
    for name in ["Rain", "Fog", "", "Sun"] {
        let order = Order::Rename { id: Id(2), name: name.into() };
        let record = if name.is_empty() {
            Record::head(1)
        } else {
            let dice = &mut game.diary.program_dice(&[]);
            Record::Entry(game.diary.carry_out(order, dice, Timestamp::UNIX_EPOCH).expect("a name").entry)
        };
        game.record(record);
    }
    (share_of(&game.text(), 1).text, game.text())
}

#[test]
fn a_share_with_one_byte_changed_is_found_out() {
    let (share, save) = small();
    assert_eq!(verdict(&share, &save), Verdict::Honest);
    let above = share.find("diary: [").expect("it has entries");
    // Some bytes of the rules above, and all bytes that say whose share it is and what happened.
    let bytes = (0..250).chain((250..above).step_by(97)).chain(above..share.len());
    no_byte_can_be_changed(&share, &save, &[1], bytes);
}

#[test]
#[ignore = "minutes"]
fn a_share_with_any_byte_changed_is_found_out() {
    let (share, save) = small();
    no_byte_can_be_changed(&share, &save, &[1, 32], 0..share.len());
}

/// A save with a changed byte in the part that the share covers no longer proves the share, sealed again or not.
#[test]
fn a_save_with_one_byte_changed_proves_nothing() {
    let (share, save) = small();
    let above = save.find("diary: [").expect("it has entries");
    let closing = save.rfind("], records").expect("it has a closing line");
    let places: Vec<Range<usize>> = vec![0..120, above..closing];
    for at in places.into_iter().flatten().chain((120..above).step_by(101)) {
        let mut changed = save.as_bytes().to_vec();
        changed[at] ^= 1;
        let is_layout =
            [save.as_bytes()[at], changed[at]].iter().any(|byte| byte.is_ascii_whitespace() || *byte == b',');
        let told = String::from_utf8_lossy(&changed[at.saturating_sub(20)..at + 20]).into_owned();
        let is_honest = |changed: &[u8]| {
            compare(share.as_bytes(), changed, Watch::none()).is_ok_and(|found| found.verdict == Verdict::Honest)
        };
        assert!(!is_honest(&changed) || is_layout, "byte {at}: {told}");
        let Some(again) = String::from_utf8(changed).ok().and_then(|text| reseal(&text).ok()) else { continue };
        // Sealing again restores a changed seal.
        assert!(!is_honest(again.as_bytes()) || again == save || is_layout, "byte {at}, sealed again: {told}");
    }
}

#[test]
fn forged_lines_are_named_even_where_they_were_sealed_again() {
    let save = save(160);
    let honest = share_of(&save, 1).text;
    let (above, lines) = body(&honest);
    let owned = |lines: &[&str]| renumbered(lines);
    assert_eq!(forged(&honest, &owned(&lines)), honest, "the forger's seals are as good as the program's");
    let at = neighbours(&lines);
    let how = |lines: &[String]| match discrepancy(&forged(&honest, lines), &save) {
        Discrepancy::Line { line, how, .. } => (line - above - 1, how),
        other => panic!("{other:?}"),
    };
    let mut swapped = lines.clone();
    swapped.swap(at, at + 1);
    let swap = |at: usize, with: usize, swapped: &[&str]| match how(&owned(swapped)) {
        (line, LineDifference::Swapped { with: other, .. }) => assert_eq!((line, other - above - 1), (at, with)),
        other => panic!("{other:?}"),
    };
    swap(at, at + 1, &swapped);
    // Other lines are between them.
    let far = lines.iter().rposition(|line| line.starts_with("Entry(")).expect("an entry");
    assert!(far > at + 3, "the last entry is not near");
    let mut swapped = lines.clone();
    swapped.swap(at, far);
    swap(at, far, &swapped);
    let mut moved = lines.clone();
    let first = moved.remove(at);
    moved.insert(at + 2, first);
    assert_eq!(how(&owned(&moved)), (at, LineDifference::Misplaced(at + 2 + above + 1)));
    let mut dropped = lines.clone();
    dropped.remove(at);
    assert_eq!(how(&owned(&dropped)), (at, LineDifference::Dropped));
    let mut added = lines.clone();
    let note = lines[at].replace("Note(text: \"", "Note(text: \"Nobody moves. ");
    added.insert(at, &note);
    assert_eq!(how(&owned(&added)), (at, LineDifference::Added));
    let mut altered = lines.clone();
    altered[at] = &note;
    let (line, altered) = how(&owned(&altered));
    assert!(line == at && matches!(altered, LineDifference::Altered(column) if column > 20), "{altered:?}");
    // A removed digest, and the removed last lines.
    let digest = lines.iter().position(|line| line.starts_with("Digest(")).expect("a digest");
    let mut dropped = lines.clone();
    dropped.remove(digest);
    assert_eq!(how(&owned(&dropped)).0, digest);
    for short in [lines.len() - 1, digest + 1, digest] {
        let found = verdict(&forged(&honest, &owned(&lines[..short])), &save);
        assert!(matches!(found, Verdict::Differs(_)), "cut to {short}: {found:?}");
    }
    // The file itself, cut after any line.
    let whole: Vec<&str> = honest.lines().collect();
    for short in [whole.len() - 1, whole.len() - 2, above + digest + 1, above + digest] {
        let found = discrepancy(&(whole[..short].join("\n") + "\n"), &save);
        let breaks_off = Discrepancy::Line { line: short, entry: None, how: LineDifference::BreaksOff };
        assert_eq!(found, breaks_off, "cut to {short}");
    }
}

/// A hidden line changed, swapped, removed or added in the save, and the save sealed again: the share's digests reveal
/// it.
#[test]
fn a_save_that_was_altered_behind_its_share_is_found_out() {
    let save = save(160);
    let honest = share_of(&save, 1).text;
    let lines: Vec<&str> = save.lines().collect();
    let at = lines.iter().position(|line| line.contains("Remark(") || line.contains("Note(")).expect("a note");
    let remark = r#"Remark(on: 1, at: "2026-11-24T10:00:00Z", says: Comment(mark: "!", text: "later"), seal: ""),"#;
    let mut more = lines.clone();
    more.insert(at + 1, remark);
    let more = reseal(&(more.join("\n") + "\n")).expect("it is a save");
    assert_eq!(share_of(&more, 1).entries, share_of(&save, 1).entries, "the side sees no more of it");
    let found = discrepancy(&honest, &more);
    assert!(
        matches!(found, Discrepancy::Digest { is_by_hand: false, fits, .. } if fits.is_none_or(|line| line <= at + 1)),
        "{found:?}"
    );
    // By hand, without new seals.
    let changed = save.replacen("Note(text: \"", "Note(text: \"(", 1);
    let Verdict::Differs(found) = verdict(&honest, &changed) else { panic!("it is accepted") };
    assert!(found.contains(&Discrepancy::SaveByHand { line: at + 1 }), "{found:?}");
    // The save lacks the share's last entries.
    let (shorter, some) = long::game(150);
    let found = discrepancy(&honest, &long::text(&shorter, &some));
    assert!(matches!(found, Discrepancy::Line { how: LineDifference::Beyond, entry: Some(_), .. }), "{found:?}");
    let mut cut = lines.clone();
    cut.remove(lines.iter().rposition(|line| line.starts_with("Entry(")).expect("an entry"));
    let Verdict::Differs(found) = verdict(&honest, &(cut.join("\n") + "\n")) else { panic!("it is accepted") };
    assert!(found.iter().any(|found| matches!(found, Discrepancy::SaveEnding(Ending::Counts { .. }))), "{found:?}");
    // Lines after the share are the save's own affair.
    let (diary, all) = long::game(200);
    let grown = long::text(&diary, &all);
    assert_eq!(verdict(&honest, &grown), Verdict::Honest);
    let last = grown.rfind("Note(text: \"").expect("a note");
    let changed = format!("{}Note(text: \"({}", &grown[..last], &grown[last + 12..]);
    let found = compared(&honest, &changed).expect("both read");
    assert_eq!(found.verdict, Verdict::Honest);
    assert!(found.later_by_hand.is_some() && found.grown > 20, "{found:?}");
}

#[test]
fn another_seed_secret_side_or_game_is_found_out() {
    let save = save(80);
    let honest = share_of(&save, 1).text;
    let seed = save.replacen("1914\"", "1915\"", 1);
    assert_eq!(discrepancy(&honest, &seed), Discrepancy::SaveByHand { line: 1 });
    let sealed = reseal(&seed).expect("it is a save");
    assert!(
        matches!(discrepancy(&honest, &sealed), Discrepancy::Digest { fits: None, .. }),
        "{:?}",
        discrepancy(&honest, &sealed)
    );
    let secret = reseal(&save.replacen(SECRET, "ffeeddccbbaa99887766554433221100", 1)).expect("it is a save");
    assert_eq!(discrepancy(&honest, &secret), Discrepancy::OtherSecret);
    // Two saves have two secrets.
    let other = game(0, 30).text().replacen(SECRET, "ffeeddccbbaa99887766554433221100", 1);
    let other = reseal(&other).expect("it is a save");
    assert_eq!(discrepancy(&honest, &other), Discrepancy::OtherGame);
    // The owner of the share is above the entries.
    let of_other_side = honest.replacen("share: (side: 1", "share: (side: 2", 1);
    assert!(
        matches!(
            discrepancy(&of_other_side, &save),
            Discrepancy::Line { line: 1, how: LineDifference::Altered(_), .. }
        ),
        "{:?}",
        discrepancy(&of_other_side, &save)
    );
}

#[test]
fn another_version_of_the_projection_is_no_forgery() {
    let save = save(80);
    let honest = share_of(&save, 1).text;
    let (above, lines) = body(&honest);
    let (head, _) = honest.split_once("seal: \"").expect("a seal above the entries");
    let [of, other] = [PROJECTION, PROJECTION + 1].map(|version| format!("share: (side: 1, projection: {version})"));
    let newer = head.replacen(&of, &other, 1);
    // As another version would seal it: the seal above the entries follows the save's rule, which `reseal` knows.
    let as_save = newer.replacen(&other, "seed: \"1\"", 1);
    assert!(load(format!("{as_save}diary: [\n])\n").as_bytes()).is_ok() && above > 3);
    let by_hand = honest.replacen(&of, &other, 1);
    assert_eq!(discrepancy(&by_hand, &save), Discrepancy::OwnSeal { line: 1 }, "its own seals tell that a hand did it");
    let sealed = sealed_above(&by_hand, &lines);
    assert_eq!(verdict(&sealed, &save), Verdict::OtherProjection);
    let found = compared(&sealed, &save).expect("both read");
    assert_eq!((found.projection, found.digests.0), (PROJECTION + 1, found.digests.1));
}

/// A share with a correct seal of its beginning: the first 16 bytes of the SHA-256 of the beginning without a seal.
fn sealed_above(share: &str, lines: &[&str]) -> String {
    use sha2::{Digest as _, Sha256};
    let above = share.find("diary: [").expect("it has entries") + "diary: [".len();
    let at = share[..above].rfind("seal: \"").expect("a seal") + "seal: \"".len();
    let bare = format!("{}{}", &share[..at], &share[at + 32..above]);
    let seal = hex::encode(&Sha256::digest(bare)[..16]);
    let share = format!("{}{seal}{}", &share[..at], &share[at + 32..]);
    forged(&share, &renumbered(lines))
}

#[test]
fn incomparable_shares_have_their_own_verdicts() {
    let save = save(40);
    let share = share_of(&save, 1).text;
    assert!(matches!(
        compared(&save, &share),
        Err(ComparisonError::NotASave { swapped: true } | ComparisonError::NotAShare)
    ));
    assert!(matches!(compared(&save, &save), Err(ComparisonError::NotAShare)));
    assert!(matches!(compared(&share, &share), Err(ComparisonError::NotASave { swapped: false })));
    assert!(matches!(compared("(", &save), Err(ComparisonError::Share(_))));
    assert!(matches!(compared(&share, "("), Err(ComparisonError::Save(_))));
    let old = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../saves/tannenberg.ron"))
        .expect("the sample");
    assert!(matches!(compared(&share, &old), Err(ComparisonError::OldSeals)));
    // Mail programs change line ends; that is no forgery.
    assert_eq!(verdict(&(share.replace('\n', "\r\n") + "\r\n"), &save), Verdict::Honest);
}

#[test]
fn refuses_shares_that_are_guessable_or_unprovable() {
    let why = |text: &str| {
        let loaded = load(text.as_bytes()).expect("it reads");
        check_shareable(&loaded.diary, &loaded.seals).map(String::from)
    };
    let save = save(40);
    assert_eq!(why(&save), Err(ShareRefusal::ShortSeed));
    let long = "8f14e45fceea167a5a36dedd4bea2543f0a1b2c3d4e5968778695a4b3c2d1e0f";
    let seeded = |seed: &str| reseal(&save.replacen(&format!("{:0>64}", "1914"), seed, 1)).expect("it is a save");
    assert_eq!(why(&seeded(long)), Ok(SECRET.to_string()));
    assert_eq!(why(&seeded(&format!("{:0>64}", &long[..40]))), Err(ShareRefusal::ShortSeed));
    assert_eq!(why(&seeded(&"12".repeat(32))), Err(ShareRefusal::ShortSeed));
    assert_eq!(why(&seeded(long).replacen("Note(text: \"", "Note(text: \"(", 1)), Err(ShareRefusal::ChangedByHand));
    assert_eq!(why(&share_of(&save, 1).text), Err(ShareRefusal::Share));
    let old = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../saves/tannenberg.ron"))
        .expect("the sample");
    assert_eq!(why(&old), Err(ShareRefusal::OldSeals));
}

/// A digest in a save, and a share that also has a seed.
#[test]
fn incomplete_shares_do_not_load() {
    let save = save(40);
    let share = share_of(&save, 1).text;
    let digest = body(&share).1.into_iter().find(|line| line.starts_with("Digest(")).expect("a digest");
    let at = save.rfind("], records").expect("a closing line");
    let problem = |text: &str| load(text.as_bytes()).expect_err("it is neither").problems[0].reason.clone();
    assert!(
        problem(&format!("{}{digest}\n{}", &save[..at], &save[at..]))
            .contains("only a share can have a digest, and this is not a share")
    );
    let both = share.replacen("share: (", "seed: \"1\", share: (", 1);
    assert_eq!(problem(&both), "the file has both `seed` and `share`: a save has a seed and a share has none");
    let neither = save.replacen(&format!("seed: \"{:0>64}\",", "1914"), "", 1);
    assert!(problem(&neither).contains("`seed`"), "{}", problem(&neither));
    assert!(reseal(&share).is_err(), "nothing is accepted in a share");
}
