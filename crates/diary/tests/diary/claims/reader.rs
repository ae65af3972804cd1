//! Reads sentences back, each with its claim.

mod battles;
mod campaign;
mod others;
mod stacks;
mod staff;
mod theatre;
mod units;

use self::{
    battles::{NAMING_A_BATTLE, OF_BATTLES},
    campaign::CAMPAIGN,
    others::OTHERS,
    stacks::STACKS,
    staff::STAFF,
    theatre::THEATRE,
};
use super::ledger::Ledger;
use wardiary_base::{ground::Cell, id::BattleId};
use wardiary_rules::state::State;

/// The texts at the places of a pattern, `{} lost {} SP, {} left`; `None` if the text does not match.
fn matches<'t>(pattern: &str, text: &'t str) -> Option<Vec<&'t str>> {
    let mut parts = pattern.split("{}");
    let mut rest = text.strip_prefix(parts.next()?)?;
    let mut found = Vec::new();
    let mut parts = parts.peekable();
    while let Some(literal) = parts.next() {
        let is_last = parts.peek().is_none();
        let at = if literal.is_empty() && is_last {
            rest.len()
        } else if is_last {
            rest.len().checked_sub(literal.len()).filter(|at| rest.ends_with(literal) && rest.is_char_boundary(*at))?
        } else {
            rest.find(literal)?
        };
        found.push(&rest[..at]);
        rest = &rest[at + literal.len()..];
    }
    rest.is_empty().then_some(found)
}

/// The names of `A, B and C`.
fn list(text: &str) -> Vec<&str> {
    text.split(", ").flat_map(|part| part.split(" and ")).collect()
}

fn number<T: std::str::FromStr>(text: &str) -> T {
    text.parse().ok().unwrap_or_else(|| panic!("a number: {text}"))
}

/// `2 hits`, `1 hit`, `no hit`.
fn count(text: &str, one: &str, many: &str) -> u16 {
    let (n, word) = text.split_once(' ').unwrap_or_else(|| panic!("a count: {text}"));
    let n = if n == "no" { 0 } else { number(n) };
    assert_eq!(word, if n > 1 { many } else { one }, "{text}");
    n
}

/// Removes ` in Hill` or ` of Hill` from a sentence.
fn without_battle(state: &State, sentence: &str) -> (String, Option<BattleId>) {
    for battle in state.battles() {
        for preposition in ["in", "of"] {
            let named = format!(" {preposition} {}", battle.name);
            if let Some(at) = sentence.find(&named) {
                let rest = &sentence[at + named.len()..];
                if rest.is_empty() || rest.starts_with([':', ' ', ',']) {
                    return (format!("{}{rest}", &sentence[..at]), Some(battle.id));
                }
            }
        }
    }
    (sentence.into(), None)
}

/// The words that identify a sentence, and the function that reads it.
type Reads = fn(&mut Ledger, &[&str], Option<BattleId>);

/// The same for a sentence that names no battle.
type ReadsAlone = fn(&mut Ledger, &[&str]);

/// Reads a sentence, and compares its claim with the states.
#[track_caller]
pub fn read(ledger: &mut Ledger, sentence: &str) {
    if let Some((at, reads)) = THEATRE.iter().find_map(|(p, reads)| Some((matches(p, sentence)?, reads))) {
        return reads(ledger, &at);
    }
    let (without, named) = without_battle(ledger.after(), sentence);
    if named.is_some()
        && let Some((at, reads)) = NAMING_A_BATTLE.iter().find_map(|(p, reads)| Some((matches(p, &without)?, reads)))
    {
        return reads(ledger, &at, named);
    }
    if let Some((at, reads)) = OF_BATTLES.iter().find_map(|(p, reads)| Some((matches(p, &without)?, reads))) {
        return reads(ledger, &at, named);
    }
    match [STAFF, OTHERS, CAMPAIGN, STACKS]
        .into_iter()
        .flatten()
        .find_map(|(p, reads)| Some((matches(p, sentence)?, reads)))
    {
        Some((at, reads)) => reads(ledger, &at),
        None => panic!("nobody can read “{sentence}”"),
    }
}

/// The area of `C5` or `C5 (Mill)`.
fn area(text: &str) -> Cell {
    text.split(' ').next().expect("an area").parse().expect("an area")
}
