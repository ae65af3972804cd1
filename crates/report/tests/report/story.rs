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
use wardiary_rules::{
    event::{Event, MapEvent, TheatreEvent},
    notation::parse_instruction,
};

const SAMPLES: [&str; 8] =
    ["crossings", "hundred-days", "orla", "ridge", "sealed-orders", "tannenberg", "vale", "wadi"];

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

/// A battle without a named winner has the result that the facts give; the referee has named the winners of the others.
#[test]
fn every_battle_has_a_result() {
    for name in SAMPLES {
        let save = sample(name);
        let lead = report_of(save.diary()).story.lead().join(" ");
        let result = match name {
            "tannenberg" => "No side was broken: the Germans lost nothing and the Russians 12%.",
            _ => " victory for ",
        };
        assert!(lead.contains(result), "{name}: {lead}");
        for battle in save.diary().state().battles().iter().filter(|_| name != "tannenberg") {
            assert!(battle.decision.is_some(), "{name}: {}", battle.name);
        }
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

/// Losses explain themselves: the dead of a stack do nothing in its name, and a reader learns why a unit was chosen.
#[test]
fn losses_explain_themselves() {
    for (name, sentence) in [
        ("ridge", "The rest of the Vanguard fled from the fight to the north."),
        ("tannenberg", "The third defeat cost a unit more: the 1st Rifle Brigade, which had rolled lowest."),
        ("crossings", "Defeat at the lowest grade destroyed the Marsh Lancers."),
    ] {
        let told = sentences(&report_of(sample(name).diary()).story);
        assert!(told.iter().any(|told| told.trim() == sentence), "{name}: {told:#?}");
    }
}

/// A letter is quoted once, when it arrives or is answered; a table has where everybody who marched came to.
#[test]
fn weeks_are_told_as_weeks() {
    let mut letters = 0;
    for name in ["hundred-days", "orla", "sealed-orders", "vale"] {
        let save = sample(name);
        let (diary, report) = (save.diary(), report_of(save.diary()));
        let all: String = report.story.texts().map(|(_, text)| text).collect();
        let state = diary.state();
        let orders =
            state.written_orders().iter().filter(|orders| parse_instruction(&orders.text.to_string(), state).is_err());
        for text in state.messages().iter().map(|message| &message.text).chain(orders.map(|orders| &orders.text)) {
            assert_eq!(all.matches(&text.to_string()).count(), 1, "{name}: {text}");
            letters += 1;
        }
        let blocks = report.story.chapters.iter().flat_map(|chapter| &chapter.turns).flat_map(|turn| &turn.blocks);
        let tables: Vec<(&Vec<String>, &Vec<Vec<String>>)> = blocks
            .filter_map(|block| if let Block::Marches { head, rows } = block { Some((head, rows)) } else { None })
            .collect();
        for step in diary.steps(diary.path().iter().copied()) {
            let marched = step.entry.events.iter().filter_map(|event| match event {
                Event::Theatre(TheatreEvent::Marched(marches)) => Some(marches),
                _ => None,
            });
            let now = step.before.calendar().now;
            let clock = &step.after.book().clock;
            for force in marched.flatten().map(|marched| marched.force) {
                let (day, part) = (format!("Day {}", now.count), clock.part(now.part).expect("a part").to_string());
                let theatre = step.after.theatre().expect("a theatre");
                let place = theatre
                    .name(step.after.station(force).map(|at| at.toward.map_or(at.at, |(to, _)| to)).expect("a place"));
                let is_told = tables.iter().filter(|(head, _)| head[0] == day).any(|(head, rows)| {
                    let column = head.iter().position(|head| *head == part);
                    let row = rows.iter().find(|row| row[0].contains(&step.after.name(force)));
                    let cells = column.zip(row).map_or(&[][..], |(column, row)| &row[..=column]);
                    cells.iter().rfind(|cell| !cell.is_empty()).is_some_and(|cell| cell.ends_with(&place))
                });
                assert!(is_told, "{name}, {day}, {part}: {} to {place}: {tables:#?}", step.after.name(force));
            }
        }
    }
    assert!(letters > 30, "{letters}");
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
