//! Collects all faults of a save's header at once: of its fields, its rulebook and its muster.

use super::{Document, read::no_seed};
use std::sync::Arc;
use wardiary_base::{
    book::{Rulebook, RulebookDraft},
    dice::source::Seed,
    document::{self, SourceProblem},
    fault::Fault,
};
use wardiary_rules::notation::refusal::describe_invalid_muster;

/// The faults of a header, in text order. `closed` is the header with its brackets closed.
pub(super) fn header_faults(closed: &str) -> Vec<SourceProblem> {
    let mut recovered = document::read_recovering::<Document>(closed);
    let Some(document) = recovered.value.take() else { return recovered.into_problems() };
    match &document.seed {
        Some(seed) => {
            if let Err(what) = seed.parse::<Seed>() {
                recovered.add_problem(&["seed"], what, None);
            }
        }
        None if document.share.is_none() => recovered.add_problem(&["wardiary"], no_seed(closed).reason, None),
        None => {}
    }
    let (book, faults) = book_with_defaults(document.rules);
    let silent = uncheckable_fields(&faults);
    recovered.add_faults(faults.into_iter().map(|fault| fault.with_prefix("rules")));
    if let Some(book) = book {
        let faults = document
            .muster
            .check(&Arc::new(book))
            .map_err(|invalid| describe_invalid_muster(&invalid))
            .err()
            .unwrap_or_default();
        let known = faults.into_iter().filter(|f| !f.path.last().is_some_and(|field| silent.contains(&field.as_str())));
        recovered.add_faults(known.map(|fault| fault.with_prefix("muster")));
    }
    recovered.into_problems()
}

/// The rulebook of a draft, with the default rules' settings for faulty groups, and the faults.
fn book_with_defaults(mut draft: RulebookDraft) -> (Option<Rulebook>, Vec<Fault>) {
    let mut all = Vec::new();
    // Every pass drops at least one group, so this terminates.
    loop {
        let faults = match draft.clone().check(&Rulebook::default_rules()) {
            Ok(book) => return (Some(book), all),
            Err(faults) => faults,
        };
        let before = draft.clone();
        for fault in &faults {
            draft.omit(fault.path.first().map_or("", String::as_str));
        }
        // Dropping a group can cause other faults, so only those of the first pass are the file's.
        if all.is_empty() {
            all = faults;
        }
        if draft == before {
            return (None, all);
        }
    }
}

/// The unit fields that can't be checked because of these faults: the settings that they depend on are unknown.
fn uncheckable_fields(faults: &[Fault]) -> Vec<&'static str> {
    let faulty = |group: &str| faults.iter().any(|fault| fault.path.first().is_some_and(|first| first == group));
    let mut fields = Vec::new();
    if faulty("ladder") {
        fields.push("grade");
    }
    if faulty("troops") || faulty("weapons") || faulty("targets") {
        fields.extend(["kind", "strength", "lost", "weapons"]);
    }
    if faulty("edna") {
        fields.push("edna");
    }
    fields
}
