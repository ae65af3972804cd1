//! The reports of the samples, read as a stranger would.

use std::{collections::BTreeMap, path::Path};
use wardiary_diary::diary::{
    Account, Diary,
    file::{Mode, Save},
};
use wardiary_report::report::{
    self, DiaryOnly, Report,
    story::{Block, Story},
};
use wardiary_rules::event::{Event, MapEvent};

const SAMPLES: [&str; 7] = ["crossings", "hundred-days", "orla", "ridge", "sealed-orders", "tannenberg", "wadi"];

fn sample(name: &str) -> Save {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../saves/{name}.ron"));
    Save::open(&path, Mode::Read).expect("it opens")
}

fn report_of(diary: &Diary) -> Report {
    report::report(diary, &mut DiaryOnly, &|_: &Account| true)
}

/// Who won comes first, and the rules come last.
#[test]
fn a_report_begins_with_the_battle() {
    for name in SAMPLES {
        let markdown = report::markdown(&report_of(sample(name).diary()).story);
        let at = |heading: &str| markdown.find(heading).unwrap_or_else(|| panic!("{name}: {heading}"));
        let lead = markdown.split("\n\n").nth(2).expect("a paragraph");
        assert!(!lead.starts_with(['#', '|', '>']) && lead.contains('.'), "{name}: {lead}");
        assert!(at("### Order of battle") < at("### Figures"), "{name}");
        assert!(markdown.rfind("\n## ").is_some_and(|last| markdown[last..].starts_with("\n## How to read this")));
    }
}

/// A battle without a named winner has the result that the facts give.
#[test]
fn a_battle_that_nobody_decided_has_a_result() {
    for (name, result) in [
        ("wadi", "The Column held the field and lost 26%; the Emirate was exhausted in turn 6 and lost 61%."),
        ("tannenberg", "No side was broken: the Germans lost nothing and the Russians 12%."),
    ] {
        let report = report_of(sample(name).diary());
        assert!(report.story.lead().iter().any(|sentence| sentence == result), "{name}: {:?}", report.story.lead());
    }
}

/// The sentences of the story's prose.
fn sentences(story: &Story) -> Vec<String> {
    let blocks = story.chapters.iter().flat_map(|chapter| &chapter.turns).flat_map(|turn| &turn.blocks);
    let prose = blocks.filter_map(|block| match block {
        Block::Prose(passages) => Some(passages.iter().map(|passage| passage.text.as_str()).collect::<String>()),
        _ => None,
    });
    let sentences = prose.flat_map(|text| {
        let text = text.replace(". ", ".\n").replace(".) ", ".)\n").replace(".” ", ".”\n");
        text.lines().map(str::to_string).collect::<Vec<_>>()
    });
    sentences.filter(|sentence| !sentence.trim().is_empty()).collect()
}

/// A sentence without its names, numbers and quotes: `N cost N #`.
fn shape(sentence: &str, names: &[String]) -> String {
    const NUMBERS: &[&str] = &[
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "none", "a",
        "first", "second", "third", "fourth",
    ];
    let mut text = sentence.to_string();
    for name in names {
        text = text.replace(name, "N");
    }
    let words = text.split_whitespace().map(|word| {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        let is_name = bare.starts_with(char::is_uppercase) || bare.starts_with(|c: char| c.is_ascii_digit());
        let lower = bare.to_lowercase();
        match lower.as_str() {
            "the" | "and" => String::new(),
            lower if NUMBERS.contains(&lower) || lower.bytes().all(|b| b.is_ascii_digit()) => "#".into(),
            _ if is_name => "N".into(),
            lower => lower.trim_end_matches('s').to_string(),
        }
    });
    let mut words: Vec<String> = words.filter(|word| !word.is_empty()).collect();
    words.dedup();
    words.join(" ")
}

fn shares_of_shapes() -> (usize, Vec<(usize, String)>) {
    let mut shapes: BTreeMap<String, usize> = BTreeMap::new();
    let mut all = 0;
    for name in SAMPLES {
        let save = sample(name);
        let state = save.diary().state();
        let mut names: Vec<String> = state.units().iter().map(|unit| unit.name.to_string()).collect();
        names.extend(state.stacks().iter().map(|stack| stack.name.to_string()));
        names.extend(state.sides().iter().map(|side| side.name.to_string()));
        names.sort_by_key(|name| std::cmp::Reverse(name.len()));
        for sentence in sentences(&report_of(save.diary()).story) {
            all += 1;
            *shapes.entry(shape(&sentence, &names)).or_default() += 1;
        }
    }
    let mut shapes: Vec<(usize, String)> = shapes.into_iter().map(|(shape, many)| (many, shape)).collect();
    shapes.sort_by(|a, b| b.cmp(a));
    let most: usize = shapes.iter().take(13).map(|(many, _)| many).sum();
    (most * 100 / all, shapes)
}

/// A reader should not meet the same sentence all the time.
#[test]
fn sentences_vary() {
    let (share, shapes) = shares_of_shapes();
    assert!(share < 35, "{share}%: {:#?}", &shapes[..13]);
}

#[test]
fn sentences_are_short() {
    for name in SAMPLES {
        for sentence in sentences(&report_of(sample(name).diary()).story) {
            let words = sentence.split_whitespace().count();
            assert!(words <= 40, "{name}, {words} words: {sentence}");
        }
    }
}

/// The death of each leader and each objective that changed hands have a sentence of their own.
#[test]
fn leaders_and_objectives_have_sentences_of_their_own() {
    let mut found = (0, 0);
    for name in SAMPLES {
        let save = sample(name);
        let report = report_of(save.diary());
        let sentences = sentences(&report.story);
        let beats = report.story.chapters.iter().flat_map(|chapter| &chapter.beats);
        for loss in beats.flat_map(|beat| &beat.losses).filter(|loss| loss.is_leader && loss.to == 0) {
            let others = |sentence: &str| sentence.matches(',').count() == 0;
            assert!(sentences.iter().any(|text| text.contains(&loss.name) && others(text)), "{name}: {}", loss.name);
            found.0 += 1;
        }
        for step in save.diary().steps(save.diary().path().iter().copied()) {
            for event in &step.entry.events {
                if let Event::Map(MapEvent::ChangedHands { to: Some(side), .. }) = event {
                    let side = step.after.name(*side);
                    let took = |text: &String| text.contains(&side) && text.contains(" took ");
                    let told = report.story.texts().filter(|(no, _)| *no == step.entry.no).map(|(_, text)| text);
                    assert!(told.collect::<Vec<_>>().iter().any(took), "{name}, entry {}", step.entry.no);
                    found.1 += 1;
                }
            }
        }
    }
    assert!(found.0 > 0 && found.1 > 0, "{found:?}");
}
