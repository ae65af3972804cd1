//! The table in review: a key explains why it does nothing, and the program asks before it writes.

use crate::harness::program::Program;
use proptest::prelude::*;
use std::fs;
use wardiary_harness_rules::case_sample::case_count;

/// A battle with two phases and a note, viewed as it was after the first phase.
fn looking_back() -> Program {
    let mut program = Program::with("tannenberg");
    program.keys("y<enter><enter>#the fog lifts<enter>").keys(":lose 73rd 1<enter>");
    program.keys("<tab>kk");
    assert!(
        program.model.session().is_some_and(wardiary_app::parts::Session::is_reviewing),
        "{}",
        program.shows((120, 40))
    );
    program
}

fn written(program: &Program) -> Vec<u8> {
    let session = program.model.session().expect("a save is open");
    fs::read(session.viewed().path()).expect("it is there")
}

fn looked_at(program: &Program) -> u32 {
    program.model.session().expect("a save is open").entry()
}

#[test]
fn text_for_a_line_that_could_not_open_is_dropped() {
    let mut program = looking_back();
    let (before, at) = (written(&program), looked_at(&program));
    let notice = |program: &Program| program.model.notice().map(|notice| notice.text.clone()).unwrap_or_default();
    program.keys(":Wait for it<enter>");
    assert_eq!((written(&program), looked_at(&program)), (before.clone(), at), "{}", program.shows((120, 40)));
    assert_eq!(notice(&program), "order: this is the past: Esc returns to the present");
    // Esc ends the input that could not open. The next Esc comes back to the present.
    program.keys("<esc>");
    assert_eq!(looked_at(&program), at);
    program.keys(":W");
    program.rest().keys("W");
    assert!(program.shows((120, 40)).contains("Continue from entry"), "after a pause a key is a key");
    program.keys("<esc>");
    // A key that opens no line does not swallow the keys after it.
    program.keys("p");
    assert_eq!(notice(&program), "pass: this is the past: Esc returns to the present");
    program.keys("<esc>");
    assert_ne!(looked_at(&program), at, "the next key counts");
    assert_eq!(written(&program), before);
}

#[test]
fn writing_on_is_asked() {
    let mut program = looking_back();
    let (before, at) = (written(&program), looked_at(&program));
    program.keys("W<down><enter>");
    assert_eq!((written(&program), looked_at(&program)), (before.clone(), at), "it was answered with no");
    program.keys("W<enter>");
    assert_ne!(written(&program), before, "and now with yes");
    let session = program.model.session().expect("a save is open");
    assert_eq!((session.diary().head(), session.is_reviewing()), (at, false));
}

#[test]
fn dice_that_stay_as_they_fell_change_nothing() {
    let mut program = looking_back();
    let before = written(&program);
    program.keys("K<enter>");
    let notice = program.model.notice().map(|notice| notice.text.clone()).unwrap_or_default();
    assert_eq!(notice, "the dice are as recorded; nothing was changed");
    assert_eq!(written(&program), before);
}

#[test]
fn the_footer_names_what_can_be_done_in_the_past() {
    for (size, program) in [((120, 40), &mut looking_back()), ((80, 24), &mut looking_back())] {
        let screen = program.shows(size);
        let footer = screen.lines().last().expect("a footer");
        for item in ["W continue here", "A amend", "X strike out", "I what if"] {
            assert!(footer.contains(item), "{item}: {footer}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(case_count(8, 200)))]

    /// In review, no key writes but Enter, and Enter writes only when the screen shows a question or a change.
    #[test]
    fn writing_waits_for_the_answer_to_the_question(keys in prop::collection::vec(0usize..100, 1..60)) {
        const NAMED: &[&str] = &["<enter>", "<esc>", "<tab>", "<up>", "<down>", "<left>", "<right>", "<space>"];
        let mut program = looking_back();
        let mut before = written(&program);
        for key in keys {
            let typed = char::from_u32(u32::try_from(key).expect("a small number") + 33).filter(char::is_ascii_graphic);
            let typed = typed.filter(|c| *c != '<').map_or_else(|| NAMED[key % NAMED.len()].to_string(), String::from);
            // A key may write outside the review, or after a question.
            let in_past = program.model.session().is_some_and(wardiary_app::parts::Session::is_reviewing);
            let asked = program.shows((80, 24));
            program.keys(&typed);
            // The start screen may open other saves.
            if program.shows((80, 24)).contains("w a r d i a r y") {
                return Ok(());
            }
            let now = written(&program);
            let question = asked.contains("Continue from entry")
                || asked.contains("Enter goes to the end of a branch") || asked.contains("no dice are rerolled") || asked.contains("Order")
                || asked.contains("corrected on a new branch");
            prop_assert!(!in_past || now == before || (typed == "<enter>" && question), "{} wrote after\n{}", typed, asked);
            before = now;
        }
    }
}
