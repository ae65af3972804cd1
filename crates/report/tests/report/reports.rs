//! Reports of random games: each format contains every entry, and the text names every affected unit.

use proptest::prelude::*;
use serde_json::Value;
use std::collections::BTreeSet;
use wardiary_base::text;
use wardiary_diary::{
    assets,
    diary::{Account, Diary, EntryNo},
};
use wardiary_harness_diary::{
    game::{Game, games},
    worn_units::{WornGame, header},
};
use wardiary_report::report::{
    self, DiaryOnly, Report, ReportRow, ReportSource,
    episode::{Beat, BeatKind, CountedChoice, Ruin, UnitLoss},
    html,
    json_diff::{Change, apply},
    model,
    story::{Appendix, Block, Chapter, Story, Turn},
};
use wardiary_rules::{event::Event, state::Unit};

fn report_of(diary: &Diary) -> Report {
    report::report(diary, &mut DiaryOnly, &|_: &Account| true)
}

/// The targets of links, each entry once.
fn anchors(page: &str) -> Vec<EntryNo> {
    let mut numbers: Vec<EntryNo> =
        page.split("id=\"e").skip(1).filter_map(|rest| rest.split('"').next()?.parse().ok()).collect();
    let many = numbers.len();
    numbers.sort_unstable();
    numbers.dedup();
    assert_eq!(numbers.len(), many, "an entry is marked twice");
    numbers
}

/// The report's whole text about an entry.
fn told_of(story: &Story, entry: EntryNo) -> String {
    story.texts().filter(|(no, _)| *no == entry).map(|(_, text)| text).collect()
}

/// In Markdown, a player's text can't begin a list, a fence, a heading or a code block, and can't end a heading or
/// emphasis.
#[test]
fn a_note_is_a_paragraph_in_markdown() {
    for (note, told) in [
        ("    four blanks", "four blanks"),
        ("\t    a tab", "a tab"),
        ("\n\n    a line", "a line"),
        ("    - item", "\\- item"),
        ("  * item", "\\* item"),
        (" + item", "\\+ item"),
        ("   1. one", "1\\. one"),
        ("  12) twelve", "12\\) twelve"),
        ("    ```", "\\`\\`\\`"),
        (" ~~~ text", "\\~\\~\\~ text"),
        ("  # heading", "\\# heading"),
        ("heading ##", "heading \\#\\#"),
        ("  > quote", "&gt; quote"),
        ("  | a | b", "\\| a \\| b"),
        ("   ---", "\\---"),
        ("   ===", "\\==="),
        (": term", "\\: term"),
        ("  ://", "&#58;//"),
        ("trailing   ", "trailing"),
    ] {
        let quote = Block::Quote(1, note.into());
        let turn = Turn { blocks: vec![quote], ..Turn::default() };
        let chapter = Chapter { turns: vec![turn], ..Chapter::default() };
        let appendix = Appendix { title: note.into(), notes: vec![note.into()], ..Appendix::default() };
        let story = Story { chapters: vec![chapter], appendices: vec![appendix], ..Story::default() };
        let markdown = report::markdown(&story);
        // A quote shows a control character as its picture, which is no blank.
        let quoted = if note.contains(char::is_control) { text::sanitize(note) } else { told.into() };
        for line in [format!("> {quoted}"), told.into(), format!("## {told}")] {
            assert!(markdown.lines().any(|found| found == line), "{note:?}: {line}\n{markdown}");
        }
    }
}

/// The diary with only a replay.
struct Replayed;

impl ReportSource for Replayed {
    fn includes_replay(&self) -> bool {
        true
    }

    fn includes_swing(&self) -> bool {
        true
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    /// A replay steps from state to state. After each entry it equals the output of `wardiary state --at N --json`.
    #[test]
    fn each_step_of_a_replay_is_the_state_after_its_entry((book, steps) in games(40)) {
        let mut game = Game::new(book);
        steps.iter().for_each(|numbers| game.step(numbers));
        let diary = &game.diary;
        let title = diary.header().title.clone();
        let Some(replay) = report::report(diary, &mut Replayed, &|_| true).replay else {
            prop_assert!(diary.path().is_empty());
            return Ok(());
        };
        let mut value = replay.start.clone();
        let first = diary.state_at(0).expect("the muster");
        prop_assert_eq!(&value, &model::state_json(&title, 0, &first));
        let steps: Vec<Value> = serde_json::from_str(&format!("[{}]", replay.steps)).expect("JSON");
        let entries: Vec<EntryNo> = steps.iter().filter_map(|step| step[0].as_u64()?.try_into().ok()).collect();
        prop_assert_eq!(&entries[..], diary.path());
        prop_assert_eq!(replay.count, entries.len());
        for (entry, step) in entries.into_iter().zip(&steps) {
            let changes: Option<Vec<Change>> = step[3].as_array().expect("a list").iter().map(Change::from_json).collect();
            apply(&mut value, &changes.expect("changes that can be read"));
            let state = diary.state_at(entry).expect("it is on the way");
            prop_assert_eq!(&value, &model::state_json(&title, entry, &state), "after entry {}", entry);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    /// Every entry has one place in the page, a row in the table and an object in the JSON, whatever the entry and the
    /// names.
    #[test]
    fn every_entry_is_told_in_every_format((book, steps) in games(40)) {
        let mut game = Game::new(book);
        steps.iter().for_each(|numbers| game.step(numbers));
        let path = game.diary.path().to_vec();
        let report = report_of(&game.diary);
        let rows: Vec<ReportRow> = report::rows(&game.diary, &mut DiaryOnly, &|_| true).collect();
        prop_assert_eq!(rows.iter().map(|row| row.account.no).collect::<Vec<_>>(), path.clone());
        let mut sorted = path.clone();
        sorted.sort_unstable();
        for page in [html::page(&report), html::fragment(&report)] {
            prop_assert_eq!(anchors(&page), sorted.clone());
        }
        let table = report::csv(rows.iter().cloned());
        prop_assert_eq!(csv::Reader::from_reader(table.as_bytes()).records().map(Result::unwrap).count(), path.len());
        prop_assert_eq!(serde_json::to_value(report::json(&report, rows.into_iter())).unwrap()["entries"].as_array().map(Vec::len), Some(path.len()));
        let markdown = report::markdown(&report.story);
        prop_assert!(markdown.starts_with("# ") && !report::plain(&report.story).is_empty());
    }
}

/// The facts of the episodes are those of the states: each loss of a unit by fire, in a fight or by a blow is one of
/// them, with its numbers. A story's text consists of sentences.
#[test]
fn episodes_tell_the_losses_of_the_states() {
    let (mut kinds, mut ruins) = (BTreeSet::new(), BTreeSet::new());
    for (name, _) in assets::RULEBOOKS {
        let book = assets::rulebook(name, None).expect("it ships");
        for seed in 0..3 {
            let mut game = WornGame::new(header(&book, seed.into()), seed);
            game.play(120, |_| ());
            let diary = &game.game.diary;
            let report = report_of(diary);
            let beats: Vec<&Beat> = report.story.chapters.iter().flat_map(|chapter| &chapter.beats).collect();
            for step in diary.steps(diary.path().iter().copied()) {
                let no = step.entry.no;
                let of_entry: Vec<&&Beat> = beats.iter().filter(|beat| beat.entry == no).collect();
                let told: Vec<&UnitLoss> = of_entry.iter().flat_map(|beat| &beat.losses).collect();
                for loss in &told {
                    let (before, after) = (step.before.unit(loss.unit).unwrap(), step.after.unit(loss.unit).unwrap());
                    let left = if after.is_alive() { after.strength_in_rules().now } else { 0 };
                    let found = (loss.name.clone(), loss.had, loss.to);
                    let known = (step.after.name(loss.unit), before.strength().exact(), left);
                    assert_eq!(found, known, "{name}, entry {no}");
                }
                for event in &step.entry.events {
                    let (Event::Eliminated { unit, .. } | Event::StrengthLost { unit, .. }) = event else { continue };
                    let is_told = of_entry.is_empty() || told.iter().any(|loss| loss.unit == *unit);
                    assert!(is_told, "{name}, entry {no}: {}", step.after.name(*unit));
                    kinds.extend(
                        of_entry.iter().map(|beat| std::mem::discriminant(&beat.kind)).map(|kind| format!("{kind:?}")),
                    );
                }
                for (unit, ruin) in of_entry.iter().flat_map(|beat| match &beat.kind {
                    BeatKind::Phase(phase) => phase.destroyed.clone(),
                    _ => Vec::new(),
                }) {
                    ruins.insert(format!("{ruin:?}"));
                    let of = |side| step.after.units_of_side(side);
                    let (lost_before, lost) = (step.before.unit(unit).unwrap(), step.after.unit(unit).unwrap());
                    let is_plain = |unit: &Unit| {
                        step.before.unit(unit.id).is_some_and(|unit| unit.grade_in_rules().is_unshifted())
                    };
                    let is_worse = |other: &&Unit| {
                        other.is_alive()
                            && is_plain(other)
                            && is_plain(lost)
                            && other.grade().exact() > lost.grade().exact()
                    };
                    let fought = step.rolled().and_then(|rolled| rolled.phase().cloned()).expect("a phase");
                    let in_fight = |other: &&Unit| fought.units.iter().any(|all| all.contains(&other.id));
                    match ruin {
                        Ruin::AtLowestGrade => {
                            assert_eq!(
                                step.before.grade_in_rules(lost_before),
                                step.after.book().ladder.lowest(),
                                "{name}, entry {no}"
                            );
                        }
                        Ruin::Counted { choice: CountedChoice::LowestGrade | CountedChoice::LowestRoll, .. } => {
                            assert_eq!(of(lost.side).filter(in_fight).find(is_worse), None, "{name}, entry {no}");
                        }
                        _ => {}
                    }
                }
                let text = told_of(&report.story, no);
                let text = text.trim();
                let is_whole = text.is_empty() || text.ends_with(['.', '!', '?', '”', '…', ')', ';', ',']);
                let continues = text.starts_with("and ");
                assert!(
                    !text.starts_with(char::is_lowercase) || !is_whole || continues,
                    "{name}, entry {no}: {text:?}"
                );
            }
        }
    }
    assert!(kinds.len() >= 3, "{kinds:?}");
    assert!(ruins.len() >= 3, "{ruins:?}");
}

#[test]
fn a_diary_without_entries_is_told_as_one() {
    let seed = "1914".parse().expect("a seed");
    let diary = Diary::new(assets::scenario("tannenberg", None, seed).expect("it ships")).expect("it stands");
    let report = report_of(&diary);
    assert!(report::markdown(&report.story).contains("The diary is still empty."));
    assert!(report::plain(&report.story).contains("The diary is still empty."));
    assert!(html::page(&report).contains("The diary is still empty."));
    assert_eq!(report::csv(report::rows(&diary, &mut DiaryOnly, &|_| true)).lines().count(), 1);
}
