//! The shipped rulebooks and maps, read without a user's folders.

use std::sync::Arc;
use wardiary_base::{
    book::{Ladder, Rulebook, RulebookDraft},
    document::{self, SourceProblem},
    ground::{Ground, GroundDraft},
    shipped::{MAPS, RULEBOOKS},
    text::Text,
};
use wardiary_rules::notation::{self, NamedRules, RulesLibrary};

/// A shipped rulebook.
///
/// # Panics
/// If no shipped rulebook has this name.
pub fn rulebook(name: &str) -> Arc<Rulebook> {
    let (_, text) = RULEBOOKS.iter().find(|(shipped, _)| *shipped == name).unwrap_or_else(|| panic!("no {name} ships"));
    Arc::new(read(name, text).unwrap_or_else(|problems| panic!("{name}: {problems:?}")))
}

/// Reads a rulebook that may extend a shipped one.
///
/// # Errors
/// All its problems.
pub fn read_rulebook(text: &str) -> Result<Rulebook, Vec<SourceProblem>> {
    read("", text)
}

fn read(name: &str, text: &str) -> Result<Rulebook, Vec<SourceProblem>> {
    let mut reading = document::read_recovering::<RulebookDraft>(text);
    let Some(mut draft) = reading.value.take() else { return Err(reading.into_problems()) };
    if draft.name.is_empty() {
        draft.name = name.into();
    }
    let base = draft.based_on.as_ref().map_or_else(|| Rulebook::default_rules().into(), |name| rulebook(name.raw()));
    match draft.check(&base) {
        Ok(book) => reading.add_faults(notation::unreadable_orders(&draft, &book)),
        Err(ref faults) => reading.add_faults(faults.clone()),
    }
    if reading.is_valid() { Ok(draft.check(&base).expect("it was checked")) } else { Err(reading.into_problems()) }
}

/// Reads a map, which may name a shipped rulebook.
///
/// # Errors
/// All its problems.
pub fn read_map(text: &str) -> Result<Ground, Vec<SourceProblem>> {
    let mut reading = document::read_recovering::<GroundDraft>(text);
    let Some(draft) = reading.value.take() else { return Err(reading.into_problems()) };
    if !draft.rules.is_empty() {
        reading.add_faults(draft.faults_with_rules(&rulebook(draft.rules.raw()).ground));
    }
    match draft.check() {
        Ok(ground) if reading.is_valid() => Ok(ground),
        checked => {
            reading.add_faults(checked.err().unwrap_or_default());
            Err(reading.into_problems())
        }
    }
}

/// A shipped map.
///
/// # Panics
/// If no shipped map has this name.
pub fn map(name: &str) -> Ground {
    let (_, text) = MAPS.iter().find(|(shipped, _)| *shipped == name).unwrap_or_else(|| panic!("no {name} ships"));
    read_map(text).unwrap_or_else(|problems| panic!("{name}: {problems:?}"))
}

/// The shipped rulebooks and ladders, by the names that a roll may end with.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shipped;

impl RulesLibrary for Shipped {
    fn find(&self, name: &str) -> Option<NamedRules> {
        let lower = name.to_lowercase();
        let book = RULEBOOKS.iter().find(|(shipped, _)| *shipped == name || *shipped == lower);
        match book {
            Some((name, _)) => Some(NamedRules::Book(rulebook(name))),
            None => Ladder::built_in(&lower).map(NamedRules::Ladder),
        }
    }

    fn names(&self) -> Vec<Text> {
        RULEBOOKS.iter().map(|(name, _)| *name).chain(Ladder::NAMES).map(Text::from).collect()
    }
}
