//! Compares rulebooks.

use super::{GROUPS, Grade, Mechanism, Rulebook};
use crate::{
    document::{self, Writable},
    text,
};

/// Maximum length of a value that is quoted in a sentence, in characters.
const MAX_VALUE_LENGTH: usize = 30;

pub(super) struct DifferingSetting {
    pub setting: &'static str,
    /// Its values here and in the other book, if both are short enough to be quoted.
    values: Option<(String, String)>,
}

impl DifferingSetting {
    /// `None` if both values are equal.
    pub fn compare<T: Writable + PartialEq>(setting: &'static str, here: &T, other: &T) -> Option<Self> {
        let values = || Some((short_value(here)?, short_value(other)?));
        (here != other).then(|| Self { setting, values: values() })
    }
}

/// A short value as a rulebook's file writes it: `3`, `None`, `PerPhase`, `[Demote, LoseStrength(1)]`.
fn short_value(value: &dyn Writable) -> Option<String> {
    let written = document::write(&document::order_options(), value, 0);
    (written.chars().count() <= MAX_VALUE_LENGTH).then(|| text::sanitize(&written))
}

/// Sentence templates for differences. The value of this book comes before the value of the other.
struct Templates {
    ladder: fn(&str, &str) -> String,
    /// One setting of a group, with its values.
    short: fn(&str, &str, &str, &str) -> String,
    /// Settings of a group whose values are too long to be quoted.
    long: fn(&[&str], &str) -> String,
    lists: fn(&str) -> String,
}

impl Rulebook {
    /// One line on how this book differs from its base, in both directions: `with EDNA; without SCRUD; the ladder
    /// “classic”, not “mouat”; `carry` of SCRUD: PerBattle, not PerPhase; different `terrain` of the ground; its own troop
    /// types`. Empty if they are equal.
    pub fn describe_differences(&self, base: &Self) -> String {
        let words = Templates {
            ladder: |here, other| format!("the ladder {here}, not {other}"),
            short: |setting, of, here, other| format!("`{setting}` of {of}: {here}, not {other}"),
            long: |settings, of| {
                let quoted: Vec<String> = settings.iter().map(|setting| format!("`{setting}`")).collect();
                format!("different {} of {of}", text::list(&quoted))
            },
            lists: |lists| format!("its own {lists}"),
        };
        self.describe_with(base, &words)
    }

    /// Like [`describe_differences`](Self::describe_differences), for the rules before a change: `with EDNA; phases of SCRUD, 3 to 2; terrain of
    /// the ground; troop types`.
    pub fn describe_changes(&self, before: &Self) -> String {
        let words = Templates {
            ladder: |here, other| format!("the ladder, {other} to {here}"),
            short: |setting, of, here, other| {
                let [other, here] = [other, here].map(|value| if value == "None" { "none" } else { value });
                format!("{setting} of {of}, {other} to {here}")
            },
            long: |settings, of| format!("{} of {of}", text::list(settings)),
            lists: |lists| lists.into(),
        };
        self.describe_with(before, &words)
    }

    fn describe_with(&self, base: &Self, words: &Templates) -> String {
        let mechanisms = |of: &Self, not: &Self| {
            let titles = Mechanism::ALL.into_iter().filter(|m| of.uses(*m) && !not.uses(*m)).map(Mechanism::title);
            text::list(&titles.collect::<Vec<_>>())
        };
        let mut parts = Vec::new();
        for (word, named) in [("with", mechanisms(self, base)), ("without", mechanisms(base, self))] {
            if !named.is_empty() {
                parts.push(format!("{word} {named}"));
            }
        }
        if self.ladder != base.ladder {
            let [here, other] = [self, base].map(|book| format!("“{}”", book.ladder.name.as_name()));
            let renamed = || (words.ladder)(&here, &other);
            parts.push(if here == other { format!("the grades of the ladder {here}") } else { renamed() });
        }
        for (group, settings) in self.differing_settings(base) {
            let title = GROUPS.iter().find(|(field, ..)| *field == group).map_or(group, |(_, title, _)| *title);
            let of = mid_sentence(title);
            for differing in &settings {
                let values = differing.values.iter();
                parts.extend(values.map(|(here, other)| (words.short)(differing.setting, &of, here, other)));
            }
            let long = settings.iter().filter(|differing| differing.values.is_none());
            let long: Vec<&str> = long.map(|differing| differing.setting).collect();
            if !long.is_empty() {
                parts.push((words.long)(&long, &of));
            }
        }
        let own = [
            ("troop types", self.troops != base.troops),
            ("weapons", self.weapons != base.weapons),
            ("target classes", self.targets != base.targets),
            ("tables", self.tables != base.tables),
        ];
        let own: Vec<&str> = own.into_iter().filter_map(|(what, differs)| differs.then_some(what)).collect();
        if !own.is_empty() {
            parts.push((words.lists)(&text::list(&own)));
        }
        parts.join("; ")
    }

    /// Whether every die of the ladder scores the face it shows.
    pub(super) fn has_plain_dice(&self) -> bool {
        let plain = |grade: Grade, face: u8| self.ladder.score(grade, face) == i16::from(face);
        (0u8..)
            .map(Grade)
            .zip(&self.ladder.grades)
            .all(|(grade, step)| (1..=step.die.sides()).all(|face| plain(grade, face)))
    }
}

/// A group's title within a sentence: `The turn` becomes `the turn`, `SCRUD` stays.
fn mid_sentence(title: &str) -> String {
    let mut letters = title.chars();
    match (letters.next(), letters.clone().next()) {
        (Some(first), Some(second)) if second.is_lowercase() => first.to_lowercase().chain(letters).collect(),
        _ => title.into(),
    }
}
