//! How to read a report, for readers who do not know the rules: a lesson for each mechanism that it has, made from the
//! rulebook.

use super::{
    names::nth,
    story::{Block, Chapter, Lesson},
};
use crate::{
    book::{Casualty, Extras, HitBy, Hits, Mechanism, Rulebook, TargetClass},
    order::Verb,
    text,
};

/// What is to be known of what was told.
pub(super) fn primer(book: &Rulebook, chapters: &[Chapter], verbs: &[Verb]) -> Vec<Lesson> {
    let blocks = || chapters.iter().flat_map(|chapter| &chapter.turns).flat_map(|turn| &turn.blocks);
    let has = |word: &str| verbs.iter().any(|verb| verb.as_str() == word);
    let mut lessons = Vec::new();
    let mut lesson = |about: &str, text: String| lessons.push(Lesson { about: about.into(), text });
    {
        let exhausted = if book.uses(Mechanism::Exhaustion) {
            let fires = if has("volley") { "still fires and " } else { "still " };
            format!(
                " A side that has lost as many as its Exhaustion Point is exhausted: it {fires}defends itself, but opens no attack \
                 any more and goes no nearer to the enemy."
            )
        } else {
            String::new()
        };
        lesson(
            "Strength",
            format!("A unit’s Strength Points (SP) say how much it can lose; without any it is destroyed.{exhausted}"),
        );
    }
    if blocks().any(|block| matches!(block, Block::LineUp(..))) {
        lesson("Combat", combat(book));
    }
    if has("edna") || has("retest") {
        lesson(
            "Orders under fire",
            format!(
                "A unit that is to do something dangerous throws {} against its EDNA: with more than that it hangs back, \
                 and its EDNA falls by the difference.",
                book.edna.dice
            ),
        );
    }
    if has("volley") {
        lesson("Fire", fire(book));
    }
    if has("strike") || has("conflict") {
        lesson("Conflicts", "Stacks fight in rounds: one strikes at a time, with a die and its attack power against the other’s defence.".into());
    }
    lessons
}

/// How fire hits under these rules.
fn fire(book: &Rulebook) -> String {
    let classes = |by: HitBy| -> Vec<String> {
        let faces = |class: &TargetClass| {
            let faces: Vec<String> = class.faces.iter().map(ToString::to_string).collect();
            format!("{} {}", text::display_name(&class.name), text::list(&faces).replace(" and ", " or "))
        };
        book.targets.iter().filter(|class| class.by == by).map(faces).collect()
    };
    let cost = match book.volley.hits {
        Hits::EachDouble => "each such pair costs it a Strength Point",
        Hits::AtMostOne => "it costs it a Strength Point, however many there are",
    };
    let (pairs, trebles) = (classes(HitBy::Double), classes(HitBy::Treble));
    let pairs = if pairs.is_empty() {
        String::new()
    } else {
        format!(" Two that show the same hit a target if it is one of its faces ({}); {cost}.", pairs.join("; "))
    };
    let trebles = if trebles.is_empty() {
        String::new()
    } else {
        format!(" Three that show the same, of its faces, destroy: {}.", trebles.join("; "))
    };
    format!("A unit that fires throws as many dice as its weapon and the range allow.{pairs}{trebles}")
}

/// How a combat is fought under these rules.
fn combat(book: &Rulebook) -> String {
    let ladder = &book.ladder;
    let scrud = &book.scrud;
    let step = |step: &crate::book::GradeStep| match step.modifier {
        0 => format!("{} ±0", step.name.to_lowercase()),
        by => format!("{} {}{}", step.name.to_lowercase(), if by > 0 { "+" } else { "−" }, by.unsigned_abs()),
    };
    let grades: Vec<String> = ladder.grades.iter().map(step).collect();
    let modified = if ladder.grades.iter().any(|step| step.modifier != 0) {
        format!(" To its die the unit’s grade is added ({}).", text::list(&grades))
    } else {
        String::new()
    };
    let extras = match scrud.extras {
        Extras::BeatLowest => " A die without an opponent beats the enemy’s lowest too, where it comes to more.",
        Extras::Ignored => " A die without an opponent counts for nothing.",
        Extras::OverHalf => " A die without an opponent counts if it is high.",
    };
    let defeat = |casualty: &Casualty| match casualty {
        Casualty::Demote => "goes down a grade".to_string(),
        Casualty::PushBack => "gives ground".into(),
        Casualty::LoseStrength(points) => {
            format!("loses {}", text::count((*points).into(), "Strength Point", "Strength Points"))
        }
        Casualty::Eliminate => "is destroyed".into(),
    };
    let defeats: Vec<String> = scrud.defeat.iter().map(defeat).collect();
    let every = scrud.eliminate_every.map_or(String::new(), |every| {
        format!(" Every {} defeat of a side destroys one more of its units.", nth(every.into()))
    });
    let defeats = text::list(&defeats);
    format!(
        "Every unit in the fight throws a die.{modified} Both sides line their dice up from the highest and compare them pair by \
         pair: the higher beats the lower.{extras} A unit that is beaten {defeats}.{every}"
    )
}
