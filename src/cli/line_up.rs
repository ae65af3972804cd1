//! Formats a phase of SCRUD as text: the pairs from the top, winners marked, extras set apart, supporting dice
//! indented.

use super::columns::columns;
use wardiary_base::{
    book::Ladder,
    sides::{BothSides, CombatSide},
};
use wardiary_rules::rules::scrud::{DieOutcome, LineDie, Party, Phase, PlacedDie};

/// The line-up, one pair a line: the first side's die, the result, the second side's die. `name` returns the owner of a
/// die from the index of the side and of the die; empty if it is not shown.
pub(super) fn rows(
    ladder: &Ladder,
    parties: &BothSides<Party>,
    phase: &Phase,
    name: impl Fn(CombatSide, usize) -> String,
) -> Vec<String> {
    let BothSides { first, second } = &phase.lines;
    let die = |side: CombatSide, placed: Option<&PlacedDie>| -> String {
        placed.map_or(String::new(), |placed| {
            let die = &parties[side].dice[placed.die];
            cell(ladder, die, parties[side].is_support(placed.die), &name(side, placed.die))
        })
    };
    let longest = first.len().max(second.len());
    let rows: Vec<Vec<String>> = (0..longest)
        .map(|at| {
            let pair = (first.get(at), second.get(at));
            vec![die(CombatSide::First, pair.0), sign(pair).into(), die(CombatSide::Second, pair.1)]
        })
        .collect();
    columns(&rows)
}

/// `6 green (5)`: the score, the grade, and the natural face if there is one.
fn cell(ladder: &Ladder, die: &LineDie, support: bool, name: &str) -> String {
    let face = die.face.map_or(String::new(), |face| format!(" ({face})"));
    let whose = if name.is_empty() { String::new() } else { format!(" {name}") };
    let (set_back, role) = if support { ("  ", " support") } else { ("", "") };
    format!("{set_back}{} {}{face}{role}{whose}", die.score, ladder.name(die.grade).to_lowercase())
}

fn sign(pair: (Option<&PlacedDie>, Option<&PlacedDie>)) -> &'static str {
    match pair {
        (Some(a), Some(_)) if a.outcome == DieOutcome::Wins => ">",
        (Some(_), Some(b)) if b.outcome == DieOutcome::Wins => "<",
        (Some(_), Some(_)) => "=",
        (Some(only), None) if only.outcome == DieOutcome::ExtraWins => "extra, beats the lowest >",
        (None, Some(only)) if only.outcome == DieOutcome::ExtraWins => "< extra, beats the lowest",
        _ => "extra",
    }
}
