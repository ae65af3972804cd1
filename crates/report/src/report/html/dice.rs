//! Draws dice: with pips if they have six sides, in the colour of their grade. A screen reader reads each as a number.

use crate::report::story::{Die, LineUp, LineUpPair};
use maud::{Markup, html};
use wardiary_base::sides::CombatSide;

/// A die with its face, and its score if that may differ.
pub(super) fn die(die: &Die) -> Markup {
    let grade = die.grade.as_ref().map_or(String::new(), |(grade, _)| format!(" g{}", grade.0));
    html! {
        @match die.face {
            Some(face @ 1..=6) => i class=(format!("d f{face}{grade}")) { (face) },
            Some(face) => i class=(format!("d n{grade}")) { (face) },
            None => i class=(format!("d n{grade}")) { (die.value()) },
        }
        @if die.grade.is_some() && die.face.is_some() { " " b { (die.value()) } }
    }
}

pub(super) fn row(dice: &[Die]) -> Markup {
    html! { @if !dice.is_empty() { " " span.dice { @for (at, one) in dice.iter().enumerate() { @if at > 0 { " " } (die(one)) } } } }
}

pub(super) fn line_up(line_up: &LineUp) -> Markup {
    let [first, second] = &line_up.sides;
    html! {
        table.lined {
            caption { (line_up.title) }
            thead { tr { th scope="col" colspan="2" { (first) } td {} th scope="col" colspan="2" { (second) } } }
            tbody { @for pair in &line_up.pairs { (row_of(pair)) } }
        }
    }
}

fn row_of(pair: &LineUpPair) -> Markup {
    let [first, second] = &pair.dice;
    let won = |side: CombatSide| (pair.winner() == Some(side)).then_some("w");
    html! {
        tr {
            td { @if let Some(one) = first { (whose(one)) } }
            td class=[won(CombatSide::First)] { @if let Some(one) = first { (die(one)) } }
            td { (pair.verb()) }
            td class=[won(CombatSide::Second)] { @if let Some(one) = second { (die(one)) } }
            td { @if let Some(one) = second { (whose(one)) } }
        }
    }
}

fn whose(die: &Die) -> Markup {
    html! { (die.owner) @if die.support { " (support)" } }
}
