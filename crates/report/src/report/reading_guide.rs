//! How to read a report, for readers who do not know the rules: a lesson for each mechanism that occurs, made from the
//! rulebook.

use super::{
    names::{self, ordinal},
    story::{Block, Chapter, RuleExplanation},
};
use std::{collections::BTreeSet, sync::Arc};
use wardiary_base::{
    book::{
        Casualty, DefeatCarry, EliminationRule, Extras, GeneralHit, HitBy, Hits, Mechanism, OtherDouble, Rulebook,
        TargetClass,
    },
    text::{self, Text},
};
use wardiary_rules::order::Verb;

/// The lessons for a story, with the rules at the start and what changed when.
pub(super) fn reading_guide(books: &[RulesFrom], chapters: &[Chapter], verbs: &[Verb]) -> Vec<RuleExplanation> {
    let Some((first, changed)) = books.split_first() else { return Vec::new() };
    let topics = LessonTopics::new(chapters, verbs);
    let mut lessons = topics.lessons(&first.book);
    let mut before = lessons.clone();
    for RulesFrom { from, book } in changed {
        let after = topics.lessons(book);
        for (lesson, news) in lessons.iter_mut().zip(new_sentences_by_lesson(&before, &after)) {
            if !news.is_empty() {
                lesson.text = format!("{} From {from} on: {news}", lesson.text);
            }
        }
        before = after;
    }
    lessons
}

/// A rulebook, and when it took effect.
pub(super) struct RulesFrom {
    /// When it took effect: `turn 3 (entry 41)`.
    pub from: String,
    pub book: Arc<Rulebook>,
}

/// The effect of a change of the rules, in the words of the lessons; empty if no lesson mentions it.
pub(super) fn rules_change_text(before: &Rulebook, after: &Rulebook) -> String {
    let all = LessonTopics::all();
    let (before, after) = (all.lessons(before), all.lessons(after));
    new_sentences_by_lesson(&before, &after).filter(|news| !news.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The new sentences of each lesson. Every rulebook has the same lessons, in the same order.
fn new_sentences_by_lesson<'a>(
    before: &'a [RuleExplanation],
    after: &'a [RuleExplanation],
) -> impl Iterator<Item = String> + 'a {
    before.iter().zip(after).map(|(before, after)| added_sentences(&before.text, &after.text))
}

/// The sentences of `after` that `before` lacks.
fn added_sentences(before: &str, after: &str) -> String {
    let sentences = |text: &str| text.split_inclusive(". ").map(|one| one.trim().to_string()).collect::<Vec<_>>();
    let before = sentences(before);
    sentences(after).into_iter().filter(|one| !before.contains(one)).collect::<Vec<_>>().join(" ")
}

struct LessonTopics {
    combat: bool,
    orders: bool,
    fire: bool,
    conflicts: bool,
    kinds: Vec<Text>,
}

impl LessonTopics {
    fn new(chapters: &[Chapter], verbs: &[Verb]) -> Self {
        let has = |word: &str| verbs.iter().any(|verb| verb.as_str() == word);
        let mut blocks = chapters.iter().flat_map(|chapter| &chapter.turns).flat_map(|turn| &turn.blocks);
        let rolls = chapters.iter().flat_map(|chapter| chapter.opening_forces.iter().chain(&chapter.closing_forces));
        let units = rolls.flat_map(|roll| &roll.groups).flat_map(|group| &group.units);
        let kinds: BTreeSet<Text> = units.map(|unit| unit.kind.clone()).collect();
        Self {
            combat: blocks.any(|block| matches!(block, Block::LineUp(..))),
            orders: has("edna") || has("retest"),
            fire: has("volley"),
            conflicts: has("strike") || has("conflict"),
            kinds: kinds.into_iter().collect(),
        }
    }

    fn all() -> Self {
        Self { combat: true, orders: true, fire: true, conflicts: true, kinds: Vec::new() }
    }

    fn lessons(&self, book: &Rulebook) -> Vec<RuleExplanation> {
        let mut lessons = Vec::new();
        let mut lesson = |about: &str, text: String| lessons.push(RuleExplanation { subject: about.into(), text });
        let exhausted = if book.uses(Mechanism::Exhaustion) {
            let fires = if self.fire { "still fires and " } else { "still " };
            format!(
                " A side whose losses reach its Exhaustion Point is exhausted: it {fires}defends itself, but no longer attacks or \
                 moves closer to the enemy."
            )
        } else {
            String::new()
        };
        let strength = "A unit’s Strength Points (SP) show how many losses it can take; at 0 it is destroyed.";
        lesson("Strength", format!("{strength}{exhausted}"));
        if self.combat {
            lesson("Combat", combat(book));
        }
        if self.orders {
            lesson(
                "Orders under fire",
                format!(
                    "To do something dangerous, a unit rolls {} against its EDNA. If the total is higher, the unit hangs back and \
                     its EDNA falls by the difference.",
                    book.edna.dice
                ),
            );
        }
        if self.fire {
            lesson("Fire", fire(book, &self.kinds));
        }
        if self.conflicts {
            let rounds = "Stacks fight in rounds. They strike one at a time, with a die and their attack power against the other’s defence.";
            lesson("Conflicts", rounds.into());
        }
        lessons
    }
}

fn fire(book: &Rulebook, kinds: &[Text]) -> String {
    let classes = |by: HitBy| book.targets.iter().filter(move |class| class.by == by);
    let name = |class: &TargetClass| class.name.as_name();
    let faces = |class: &TargetClass| {
        let faces: Vec<String> = class.faces.iter().map(ToString::to_string).collect();
        text::list(&faces).replace(" and ", " or ")
    };
    let mut text = vec!["A unit that fires rolls as many dice as its weapon and the range allow.".to_string()];
    let cost = match book.volley.hits {
        Hits::EachDouble => "each such pair costs the target a Strength Point",
        Hits::AtMostOne => "any number of such pairs costs the target one Strength Point",
    };
    let pairs: Vec<String> = classes(HitBy::Double).map(|class| format!("{} {}", name(class), faces(class))).collect();
    if !pairs.is_empty() {
        text.push(format!(
            "Two dice with the same face hit a target in the open if it is a face of the target’s class ({}); {cost}.",
            pairs.join("; ")
        ));
    }
    for class in classes(HitBy::Treble) {
        let who = text::with_article(&name(class));
        text.push(format!("Only three dice that all show {} hit {who}, and destroy it.", faces(class)));
    }
    // Troop types that are hit as a class which their name does not contain.
    let mut alike: Vec<(String, Vec<String>)> = Vec::new();
    for kind in kinds {
        let class = name(book.target_of(kind));
        if kind.to_string().split_whitespace().any(|word| *word == *class) {
            continue;
        }
        match alike.iter_mut().find(|(other, _)| *other == class) {
            Some((_, kinds)) => kinds.push(kind.as_name()),
            None => alike.push((class, vec![kind.as_name()])),
        }
    }
    text.extend(alike.into_iter().map(|(class, kinds)| format!("Also hit as {class}: {}.", text::list(&kinds))));
    let other = match book.volley.other_double {
        OtherDouble::Any => "one more pair, of any face",
        OtherDouble::OtherFace => "one more pair, of another face",
    };
    text.push(format!("In cover every hit needs {other}, and no pair counts twice."));
    if book.volley.general_hit == GeneralHit::D6 && classes(HitBy::Treble).next().is_some() {
        text.push("If a general and the troops around him are both hit, one more die decides who suffers.".into());
    }
    text.join(" ")
}

fn combat(book: &Rulebook) -> String {
    let ladder = &book.ladder;
    let scrud = &book.scrud;
    let step = |step: &wardiary_base::book::GradeStep| match step.modifier {
        0 => format!("{} ±0", step.name.to_lowercase()),
        by => format!("{} {}{}", step.name.to_lowercase(), if by > 0 { "+" } else { "−" }, by.unsigned_abs()),
    };
    let grades: Vec<String> = ladder.grades.iter().map(step).collect();
    let modified = if ladder.grades.iter().any(|step| step.modifier != 0) {
        format!(" The unit’s grade is added to its die ({}).", text::list(&grades))
    } else {
        String::new()
    };
    let extras = match scrud.extras {
        Extras::BeatLowest => " A die without an opponent also beats the enemy’s lowest die if it is higher.",
        Extras::Ignored => " A die without an opponent has no effect.",
        Extras::OverHalf => " A die without an opponent counts if it is high.",
    };
    let defeat = |casualty: &Casualty| match casualty {
        Casualty::Demote => "drops a grade, or is destroyed if it has the lowest".to_string(),
        Casualty::PushBack => "gives ground".into(),
        Casualty::Retire => "leaves the fight".into(),
        Casualty::Rout => "routs".into(),
        Casualty::LoseStrength(points) => {
            format!("loses {}", text::count((*points).into(), "Strength Point", "Strength Points"))
        }
        Casualty::Eliminate => "is destroyed".into(),
    };
    let defeats: Vec<String> = scrud.defeat.iter().map(defeat).collect();
    let every = scrud.eliminate_every.map_or(String::new(), |every| {
        let within = match scrud.carry {
            DefeatCarry::PerPhase => " in a phase",
            DefeatCarry::PerCombat => " in a fight",
            DefeatCarry::PerBattle => " in the battle",
        };
        let which = match scrud.eliminates {
            EliminationRule::LowestGrade => "the one of the lowest grade",
            EliminationRule::LowestBeaten => "the beaten one with the lowest die",
        };
        format!(" Every {} defeat of a side{within} destroys one more of its units, {which}.", ordinal(every.into()))
    });
    let defeats = text::list(&defeats);
    let phases = match scrud.phases {
        1 => " The fight is then over.".to_string(),
        many => {
            format!(" A fight lasts at most {}.", names::count_in_words(many.into(), "phase", "phases"))
        }
    };
    format!(
        "Every unit in the fight rolls a die.{modified} Both sides line up their dice from the highest and compare them pair by \
         pair: the higher die beats the lower.{extras} A beaten unit {defeats}.{every}{phases}"
    )
}
