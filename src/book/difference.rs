//! What a rulebook has otherwise than another.

use super::{GROUPS, Grade, Mechanism, Rulebook};
use crate::text;

impl Rulebook {
    /// The groups in which settings are otherwise than in another book: the group's field, and those settings.
    pub(super) fn differing_settings(&self, other: &Self) -> Vec<(&'static str, Vec<&'static str>)> {
        let groups = [
            ("scrud", self.scrud.differing(&other.scrud)),
            ("edna", self.edna.differing(&other.edna)),
            ("exhaustion", self.exhaustion.differing(&other.exhaustion)),
            ("turn", self.turn.differing(&other.turn)),
            ("square", self.square.differing(&other.square)),
            ("tests", self.tests.differing(&other.tests)),
            ("volley", self.volley.differing(&other.volley)),
            ("stacks", self.stacks.differing(&other.stacks)),
            ("ground", self.ground.differing(&other.ground)),
        ];
        groups.into_iter().filter(|(_, settings)| !settings.is_empty()).collect()
    }

    /// In a line, what it has that the book it is based on has not, and the other way round: `with EDNA; without SCRUD;
    /// the ladder “classic”; other `carry` of SCRUD; troop types of its own`. Empty where they are alike.
    #[must_use]
    pub fn unlike(&self, base: &Self) -> String {
        let quoted = |setting: &&str| format!("`{setting}`");
        let settings =
            |settings: &[&str]| format!("other {}", text::list(&settings.iter().map(quoted).collect::<Vec<_>>()));
        self.differences(base, settings, |lists| format!("{lists} of its own"))
    }

    /// The same of the rules before a change: `with EDNA; phases of SCRUD; troop types`.
    #[must_use]
    pub(crate) fn changes(&self, before: &Self) -> String {
        self.differences(before, |settings| text::list(settings), |lists| lists.into())
    }

    /// What it has otherwise than another, with the words for settings and for lists that are not the same.
    fn differences(
        &self,
        base: &Self,
        settings_in_words: impl Fn(&[&str]) -> String,
        lists_in_words: impl Fn(&str) -> String,
    ) -> String {
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
            parts.push(format!("the ladder “{}”", text::display_name(&self.ladder.name)));
        }
        for (group, settings) in self.differing_settings(base) {
            let title = GROUPS.iter().find(|(field, ..)| *field == group).map_or(group, |(_, title, _)| *title);
            parts.push(format!("{} of {}", settings_in_words(&settings), within(title)));
        }
        let own = [
            ("troop types", self.troops != base.troops),
            ("weapons", self.weapons != base.weapons),
            ("target classes", self.targets != base.targets),
        ];
        let own: Vec<&str> = own.into_iter().filter_map(|(what, differs)| differs.then_some(what)).collect();
        if !own.is_empty() {
            parts.push(lists_in_words(&text::list(&own)));
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

/// A group's title within a sentence: `The turn` is the turn, `SCRUD` stays.
fn within(title: &str) -> String {
    let mut letters = title.chars();
    match (letters.next(), letters.clone().next()) {
        (Some(first), Some(second)) if second.is_lowercase() => first.to_lowercase().chain(letters).collect(),
        _ => title.into(),
    }
}
