//! An entry as the command line tells it: the order's text, the dice and what they came to, and the sentences.

use super::{fire, line_up};
use crate::{
    diary::{Entry, prose},
    dice::Owner,
    id::{Id, UnitId},
    notation::order_text,
    rules::{Rolled, rolled_by, volley},
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
    /// What the dice came to: a combat's line-up, the rounds of a test, the doubles of a volley, blow by blow.
    rolled: Vec<String>,
    is_line_up: bool,
}

struct ToldDie {
    whose: String,
    face: u8,
    by_hand: bool,
    /// What it counted for, where there is more to say than its face.
    counted: Map<String, Value>,
}

impl Told {
    /// An entry, between the state before it and the state after.
    pub fn of(before: &State, after: &State, entry: &Entry) -> Self {
        let rolled = rolled_by(before, &entry.order, &entry.dice);
        Self {
            order: order_text(before, &entry.order),
            events: prose::sentences(after, entry),
            dice: dice(before, after, entry, rolled.as_ref()),
            is_line_up: matches!(rolled, Some(Rolled::Fought(_))),
            rolled: rolled.map_or_else(Vec::new, |rolled| rolled_in_words(before, after, &rolled)),
        }
    }

    /// The order, and below it the dice (a combat's as their line-up) and the sentences.
    pub fn text(&self, number: &str) -> String {
        let indent = " ".repeat(number.chars().count() + 2);
        let mut lines = vec![format!("{number}  {}", text::scrub(&self.order))];
        if self.rolled.is_empty() && !self.dice.is_empty() {
            let dice: Vec<String> = self.dice.iter().map(|d| format!("{} {}", d.whose, d.face)).collect();
            lines.push(format!("{indent}dice: {}", dice.join(", ")));
        }
        lines.extend(self.rolled.iter().chain(&self.events).map(|line| format!("{indent}{line}")));
        lines.join("\n") + "\n"
    }

    /// What the dice came to in a few lines; of a combat, whose line-up is long, only their faces.
    pub fn rolled_briefly(&self, entry: &Entry) -> Vec<String> {
        if !self.rolled.is_empty() && !self.is_line_up {
            return self.rolled.clone();
        }
        let faces = prose::dice(entry);
        if faces.is_empty() { Vec::new() } else { vec![format!("dice {faces}")] }
    }

    /// The dice, for programs.
    pub fn dice_json(&self) -> Vec<Value> {
        let die = |die: &ToldDie| {
            let mut value = Map::new();
            value.insert("who".into(), die.whose.clone().into());
            value.insert("face".into(), die.face.into());
            value.extend(die.counted.clone());
            value.insert("from".into(), json!(if die.by_hand { "table" } else { "program" }));
            value.into()
        };
        self.dice.iter().map(die).collect()
    }
}

/// What the dice of an order came to. A lone EDNA test says all of it in its sentence.
fn rolled_in_words(before: &State, after: &State, rolled: &Rolled) -> Vec<String> {
    let names = |units: &[UnitId]| units.iter().map(|unit| after.name(*unit)).collect::<Vec<_>>();
    match rolled {
        Rolled::Fought(fought) => {
            let name = |side: usize, die: usize| after.name(fought.owner(side, die));
            let mut lines = line_up::rows(&before.book().ladder, &fought.parties, &fought.phase, name);
            lines.extend(fought.clashes_told(|unit| after.name(unit)));
            lines
        }
        Rolled::Edna { .. } | Rolled::Initiative(_) | Rolled::Argument { .. } => Vec::new(),
        Rolled::Tests { units, thrown, .. } => fire::tests_in_words(thrown, &names(units)),
        Rolled::Volley { at, fired, .. } => fire::volley_in_words(&names(at), fired),
        Rolled::Blows(blows) => fire::blows_in_words(after, blows),
    }
}

fn dice(before: &State, after: &State, entry: &Entry, rolled: Option<&Rolled>) -> Vec<ToldDie> {
    let fallen = entry.dice.iter().flat_map(|fall| {
        let dice = fall.who.iter().zip(&fall.faces).enumerate();
        dice.map(|(at, (who, face))| (Id(who.0), *face, fall.is_by_hand(at)))
    });
    let counted = rolled.map_or_else(Vec::new, |rolled| counted(before, rolled));
    // What a die counted for is known where these are just the dice that fell, in this order; of a volley's and a
    // Conflict's dice those that come after say who suffers.
    let known = counted.iter().map(|(whose, _)| *whose).eq(fallen.clone().map(|(whose, ..)| whose).take(counted.len()));
    let mut counted = counted.into_iter().filter(|_| known);
    fallen
        .map(|(whose, face, by_hand)| ToldDie {
            whose: after.whose(Owner(whose.0)),
            face,
            by_hand,
            counted: counted.next().map(|(_, counted)| counted).unwrap_or_default(),
        })
        .collect()
}

/// Whose the dice are and what each counted for, in the order in which they fell.
fn counted(before: &State, rolled: &Rolled) -> Vec<(Id, Map<String, Value>)> {
    let of = |value: Value| if let Value::Object(map) = value { map } else { Map::new() };
    match rolled {
        Rolled::Fought(fought) => {
            let grade = |grade| before.book().ladder.name(grade).to_lowercase();
            let dice = [0, 1].into_iter().flat_map(|side| fought.thrown(side));
            dice.map(|(whose, die)| (whose, of(json!({ "score": die.score, "grade": grade(die.grade) })))).collect()
        }
        Rolled::Tests { units, thrown, .. } => {
            let rounds = (1..).zip(&thrown.rounds).flat_map(|(round, dice)| dice.iter().map(move |die| (round, die)));
            let told = rounds.filter_map(|(round, die)| {
                let value = json!({ "test": die.test + 1, "round": round, "passes": die.passes });
                Some((Id::from(*units.get(die.test)?), of(value)))
            });
            told.collect()
        }
        Rolled::Volley { unit, fired, .. } => {
            let counts = volley::counts(&fired.dice);
            let many = |face: &u8| counts.get(usize::from(*face).wrapping_sub(1)).copied().unwrap_or(0);
            fired.dice.iter().map(|face| (Id::from(*unit), of(json!({ "together": many(face) })))).collect()
        }
        Rolled::Edna { .. } | Rolled::Blows(_) | Rolled::Initiative(_) | Rolled::Argument { .. } => Vec::new(),
    }
}
