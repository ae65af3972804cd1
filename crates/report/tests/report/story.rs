//! The reports of the samples, read as a stranger would.

use std::path::Path;
use wardiary_diary::diary::{
    Account, Diary,
    file::{Mode, Save},
};
use wardiary_report::report::{self, DiaryOnly, Report};

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
