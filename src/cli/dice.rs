//! The dice of a command: their source, the faces in its arguments or the program's seeded stream; and rolled dice as
//! text: line-ups, tests and volleys.

use super::command_output::columns;
use serde_json::{Map, Value, json};
use std::{fmt::Display, str::FromStr};
use wardiary_base::{
    book::Ladder,
    dice::{
        DiceError, DiceRoll, Face, Request,
        source::{DiceSource, ScriptedDice, SeededDice},
    },
    sides::{BothSides, CombatSide},
    text::{self, Text},
};
use wardiary_diary::error::{ErrorKind, UserError};
use wardiary_rules::rules::{
    dice_test::{RollOrder, RolledTests},
    scrud::{DieOutcome, LineDie, Phase, PhaseSide, PlacedDie},
    volley::{VolleyOutcome, face_counts},
};

/// The faces of an argument, as the program's dialogue takes them: with commas, semicolons or blanks between them.
#[derive(Clone, Debug)]
pub(super) struct FaceList(pub Vec<Face>);

impl FromStr for FaceList {
    type Err = String;

    fn from_str(typed: &str) -> Result<Self, String> {
        let faces = typed.split([',', ';', ' ', '\t']).filter(|face| !face.is_empty());
        faces
            .map(|face| face.parse().map_err(|_| format!("`{}` is not a face of a die", text::excerpt(face))))
            .collect::<Result<_, _>>()
            .map(Self)
    }
}

pub(super) enum CommandDice {
    /// Faces rolled on the table; the first `used` of them are used up.
    Given {
        faces: ScriptedDice,
        used: usize,
    },
    Program(SeededDice),
}

/// Why the given faces do not answer a request.
#[derive(Debug, thiserror::Error)]
pub(super) enum FacesError {
    #[error("this roll needs {}, but only {left} of the given faces {} left", text::count(*wanted, "die", "dice"),
        if *left == 1 { "is" } else { "are" })]
    TooFew { wanted: usize, left: usize },
    /// A face that is not on its die.
    #[error("face {nth} of --dice: {error}")]
    Face { nth: usize, error: DiceError },
}

impl FacesError {
    pub fn into_user_error(self, kind: ErrorKind) -> UserError {
        let hint = match &self {
            Self::TooFew { .. } => "give --dice one face for each die, in the order in which the program asks for them",
            Self::Face { .. } => "write the number on top of the die",
        };
        UserError { kind, what: self.to_string(), hint: Some(hint.into()) }
    }
}

impl CommandDice {
    pub fn given(faces: &[Face]) -> Self {
        Self::Given { faces: ScriptedDice { faces: faces.iter().copied().collect() }, used: 0 }
    }

    /// The given faces that were not used.
    pub(crate) fn unused_faces(&self) -> Vec<Face> {
        match self {
            Self::Given { faces, .. } => faces.faces.iter().copied().collect(),
            Self::Program(_) => Vec::new(),
        }
    }
}

impl DiceSource for CommandDice {
    type Error = FacesError;

    fn roll(&mut self, request: &Request) -> Result<DiceRoll, FacesError> {
        let wanted = request.dice.len();
        match self {
            Self::Program(seeded) => match seeded.roll(request) {
                Ok(roll) => Ok(roll),
            },
            Self::Given { faces, used } => {
                let left = faces.faces.len();
                if left < wanted {
                    return Err(FacesError::TooFew { wanted, left });
                }
                let off = faces.faces.iter().zip(&request.dice).position(|(face, die)| !die.can_show(*face));
                let nth = *used + off.unwrap_or(0) + 1;
                let roll = faces.roll(request).map_err(|error| FacesError::Face { nth, error })?;
                *used += wanted;
                Ok(roll)
            }
        }
    }
}

/// The line-up, one pair a line: the first side's die, the result, the second side's die. `name` returns the owner of a
/// die from the index of the side and of the die; empty if it is not shown.
pub(super) fn rows(
    ladder: &Ladder,
    parties: &BothSides<PhaseSide>,
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

/// `6 green (5)`, `6 ?`: the score, the grade if it is known, and the natural face if there is one.
fn cell(ladder: &Ladder, die: &LineDie, support: bool, name: &str) -> String {
    let face = die.face.map_or(String::new(), |face| format!(" ({face})"));
    let whose = if name.is_empty() { String::new() } else { format!(" {name}") };
    let (set_back, role) = if support { ("  ", " support") } else { ("", "") };
    let grade = die.grade_name(ladder).unwrap_or_else(|| Text::from("?"));
    format!("{set_back}{} {grade}{face}{role}{whose}", die.score)
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

/// The dice of tests as JSON: the test of each die, its round, and whether it passes.
pub(super) fn test_dice(thrown: &RolledTests) -> Vec<Value> {
    let rounds = thrown.rounds.iter().zip(1..);
    let dice = rounds.flat_map(|(dice, round)| dice.iter().map(move |die| (die, round)));
    dice.map(|(die, round)| json!({ "face": die.face, "test": die.test + 1, "round": round, "passes": die.passes }))
        .collect()
}

pub(super) fn hits(at: &[Text], fired: &VolleyOutcome) -> Value {
    let hits: Map<String, Value> =
        at.iter().map(ToString::to_string).zip(fired.hits.iter().map(|n| Value::from(*n))).collect();
    json!({ "hits": hits })
}

/// Describes each test in series or each round in parallel, and the results. Tests are called by these names, or by
/// number.
pub(super) fn describe_tests(thrown: &RolledTests, names: &[String]) -> Vec<String> {
    let several = thrown.tests.len() > 1;
    let round = |(number, dice): (usize, &Vec<_>)| {
        let faces: Vec<String> =
            dice.iter().map(|die: &wardiary_rules::rules::dice_test::TestDie| die.face.to_string()).collect();
        let faces = faces.join(" ");
        let passes = dice.iter().filter(|die| die.passes).count();
        match thrown.roll_order {
            RollOrder::Series => {
                let result = &thrown.results[number - 1];
                let verdict = if result.passed { "passed" } else { "failed" };
                let with = format!("{} of {} dice", passes, dice.len());
                let name = match names.get(number - 1) {
                    Some(name) => format!("{name}: "),
                    None if several => format!("test {number}: "),
                    None => String::new(),
                };
                if dice.len() == 1 {
                    format!("{name}{faces}, {verdict}")
                } else {
                    format!("{name}{faces}, {verdict} with {with}")
                }
            }
            RollOrder::Parallel => {
                let taken = dice.iter().filter(|die| thrown.is_taken(**die)).count();
                let left = dice.len() - taken;
                let which = if passes == taken { "passed" } else { "failed" };
                format!("round {number}: {faces}, {taken} {which} and removed, {left} left")
            }
        }
    };
    let mut lines: Vec<String> = (1..).zip(&thrown.rounds).map(round).collect();
    if thrown.roll_order == RollOrder::Parallel && !names.is_empty() {
        for (passed, verb) in [(true, "passed"), (false, "failed")] {
            let these: Vec<&str> = names
                .iter()
                .zip(&thrown.results)
                .filter(|(_, r)| r.passed == passed)
                .map(|(n, _)| n.as_str())
                .collect();
            if !these.is_empty() {
                lines.push(format!("{} {verb}: {}", these.len(), text::list(&these)));
            }
        }
    } else if several || thrown.roll_order == RollOrder::Parallel {
        let many = text::count(thrown.tests.len(), "test", "tests");
        lines.push(format!("{} of {many} passed", thrown.passed()));
    }
    lines
}

pub(super) fn describe_volley(at: &[impl Display], fired: &VolleyOutcome) -> Vec<String> {
    let groups = face_counts(&fired.dice).into_iter().zip(1..).filter(|(many, _)| *many > 0);
    // Faces that score a double or more are in brackets.
    let group = |(many, face): (u16, i32)| {
        let shown = vec![face.to_string(); many.into()].join(" ");
        if many > 1 { format!("[{shown}]") } else { shown }
    };
    let groups: Vec<String> = groups.map(group).collect();
    let mut lines = vec![groups.join("  ")];
    if let Some(face) = fired.who_suffers {
        lines.push(format!("{face}: {}", if face == 6 { "the General suffers" } else { "the troops suffer" }));
    }
    lines.extend(at.iter().zip(&fired.hits).map(|(target, hits)| match hits {
        0 => format!("{target}: no hit"),
        n => format!("{target}: {}", text::count((*n).into(), "hit", "hits")),
    }));
    lines
}
