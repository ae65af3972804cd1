//! What a rulebook has otherwise than another, and what the lists of a draft take away from the book they are laid over.

use super::{GROUPS, Grade, Mechanism, Rulebook, RulebookDraft};
use crate::{fault::Fault, text};
use serde::{Deserialize, Serialize};

/// A list of a rulebook that is replaced as a whole: what a draft does not list again is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum BookList {
    /// The troop types.
    Troops,
    /// The weapons.
    Weapons,
    /// The target classes.
    Targets,
    /// The mechanisms.
    Mechanisms,
}

impl BookList {
    /// All there are.
    pub(crate) const ALL: [Self; 4] = [Self::Troops, Self::Weapons, Self::Targets, Self::Mechanisms];

    /// The field of a rulebook's file.
    pub(crate) fn field(self) -> &'static str {
        match self {
            Self::Troops => "troops",
            Self::Weapons => "weapons",
            Self::Targets => "targets",
            Self::Mechanisms => "mechanisms",
        }
    }

    fn what(self, many: usize) -> &'static str {
        match (self, many) {
            (Self::Troops, 1) => "the troop type",
            (Self::Troops, _) => "the troop types",
            (Self::Weapons, 1) => "the weapon",
            (Self::Weapons, _) => "the weapons",
            (Self::Targets, 1) => "the target class",
            (Self::Targets, _) => "the target classes",
            (Self::Mechanisms, 1) => "the mechanism",
            (Self::Mechanisms, _) => "the mechanisms",
        }
    }

    fn names(self, book: &Rulebook) -> Vec<String> {
        match self {
            Self::Troops => book.troops.iter().map(|troop| troop.name.clone()).collect(),
            Self::Weapons => book.weapons.iter().map(|weapon| weapon.name.clone()).collect(),
            Self::Targets => book.targets.iter().map(|class| class.name.clone()).collect(),
            Self::Mechanisms => book.mechanisms.iter().map(|mechanism| format!("{mechanism:?}")).collect(),
        }
    }
}

/// What a list of a draft takes away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakenAway {
    /// The list.
    pub list: BookList,
    /// What stands in it no more.
    pub names: Vec<String>,
}

impl TakenAway {
    /// `the troop types transport and general`
    #[must_use]
    pub(crate) fn describe(&self) -> String {
        let names: Vec<String> = self.names.iter().map(|name| text::display_name(name)).collect();
        format!("{} {}", self.list.what(names.len()), text::list(&names))
    }
}

impl RulebookDraft {
    /// Which of the lists that are replaced as a whole it gives.
    pub(crate) fn lists(&self) -> Vec<BookList> {
        let given = |list: &BookList| match list {
            BookList::Troops => self.troops.is_some(),
            BookList::Weapons => self.weapons.is_some(),
            BookList::Targets => self.targets.is_some(),
            BookList::Mechanisms => self.mechanisms.is_some(),
        };
        BookList::ALL.into_iter().filter(given).collect()
    }

    /// What its lists take away from `base` without a word: what is not in a list that it gives, unless `only` says that it
    /// is meant so.
    #[must_use]
    pub(crate) fn takes_away(&self, base: &Rulebook) -> Vec<TakenAway> {
        let taken = |list: BookList| {
            let kept: Vec<String> = match list {
                BookList::Troops => self.troops.iter().flatten().map(|troop| troop.name.to_lowercase()).collect(),
                BookList::Weapons => self.weapons.iter().flatten().map(|weapon| weapon.name.to_lowercase()).collect(),
                BookList::Targets => self.targets.iter().flatten().map(|class| class.name.to_lowercase()).collect(),
                BookList::Mechanisms => {
                    self.mechanisms.iter().flatten().map(|m| format!("{m:?}").to_lowercase()).collect()
                }
            };
            let gone = list.names(base).into_iter().filter(|name| !kept.contains(&name.to_lowercase()));
            TakenAway { list, names: gone.collect() }
        };
        let lists = self.lists().into_iter().filter(|list| !self.only.contains(list)).map(taken);
        lists.filter(|taken| !taken.names.is_empty()).collect()
    }

    /// What its lists take away from the book it is based on, as remarks on its file.
    #[must_use]
    pub(crate) fn remarks_on_lists(&self, base: &Rulebook) -> Vec<Fault> {
        let remark = |taken: TakenAway| {
            let fault = Fault::at(taken.list.field(), format!("this takes away {}", taken.describe()));
            fault.hint(format!("if that is meant, say `only: [{:?}]`; if not, list them too", taken.list))
        };
        self.takes_away(base).into_iter().map(remark).collect()
    }
}

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
