//! An entry as the command line tells it: the order's text, the dice by whose they are, and the sentences.

use super::line_up;
use crate::{
    diary::{Entry, prose},
    dice::Owner,
    id::Id,
    notation::order_text,
    rules::{Fought, line_up_of},
    state::State,
    text,
};
use serde_json::{Map, Value, json};

/// An entry in words.
pub(super) struct Told {
    /// The order, as it can be given again.
    pub order: String,
    /// What came of it.
    pub events: Vec<String>,
    dice: Vec<ToldDie>,
    line_up: Vec<String>,
}

struct ToldDie {
    whose: String,
    face: u8,
    by_hand: bool,
    /// What it counted for, and as what grade, where that is not the bare face.
    counted: Option<(i16, String)>,
}

impl Told {
    /// An entry, between the state before it and the state after.
    pub fn of(before: &State, after: &State, entry: &Entry) -> Self {
        let fought = line_up_of(before, &entry.order, &entry.dice);
        Self {
            order: order_text(before, &entry.order),
            events: prose::sentences(after, entry),
            dice: dice(before, after, entry, fought.as_ref()),
            line_up: fought.map_or_else(Vec::new, |fought| {
                let name = |side: usize, die: usize| after.name(fought.owner(side, die));
                let mut lines = line_up::rows(&before.book().ladder, &fought.parties, &fought.phase, name);
                lines.extend(fought.clashes_told(|unit| after.name(unit)));
                lines
            }),
        }
    }

    /// The order, and below it the dice (a combat's as their line-up) and the sentences.
    pub fn text(&self, number: &str) -> String {
        let indent = " ".repeat(number.chars().count() + 2);
        let mut lines = vec![format!("{number}  {}", text::scrub(&self.order))];
        if self.line_up.is_empty() && !self.dice.is_empty() {
            let dice: Vec<String> = self.dice.iter().map(|d| format!("{} {}", d.whose, d.face)).collect();
            lines.push(format!("{indent}dice: {}", dice.join(", ")));
        }
        lines.extend(self.line_up.iter().chain(&self.events).map(|line| format!("{indent}{line}")));
        lines.join("\n") + "\n"
    }

    /// The dice, for programs.
    pub fn dice_json(&self) -> Vec<Value> {
        let die = |die: &ToldDie| {
            let mut value = Map::new();
            value.insert("who".into(), die.whose.clone().into());
            value.insert("face".into(), die.face.into());
            if let Some((score, grade)) = &die.counted {
                value.insert("score".into(), (*score).into());
                value.insert("grade".into(), grade.clone().into());
            }
            value.insert("from".into(), json!(if die.by_hand { "table" } else { "program" }));
            value.into()
        };
        self.dice.iter().map(die).collect()
    }
}

fn dice(before: &State, after: &State, entry: &Entry, fought: Option<&Fought>) -> Vec<ToldDie> {
    let fallen = entry.dice.iter().flat_map(|fall| {
        let dice = fall.who.iter().zip(&fall.faces).enumerate();
        dice.map(|(at, (who, face))| (Id(who.0), *face, fall.is_by_hand(at)))
    });
    // What a die counted for is known where the line-up has just these dice, in this order.
    let lined: Vec<(Id, i16, String)> = fought.map_or_else(Vec::new, |fought| {
        let line = |side: usize| {
            let dice = fought.thrown(side).into_iter();
            dice.map(|(whose, die)| (whose, die.score, before.book().ladder.name(die.grade).to_lowercase()))
        };
        line(0).chain(line(1)).collect()
    });
    let counts = lined.iter().map(|(whose, ..)| *whose).eq(fallen.clone().map(|(whose, ..)| whose));
    let mut lined = lined.into_iter().filter(|_| counts);
    fallen
        .map(|(whose, face, by_hand)| ToldDie {
            whose: after.whose(Owner(whose.0)),
            face,
            by_hand,
            counted: lined.next().map(|(_, score, grade)| (score, grade)),
        })
        .collect()
}
