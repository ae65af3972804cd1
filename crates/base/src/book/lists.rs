//! Finds the entries that the lists of a draft drop from the base. A draft replaces each list as a whole, so entries that
//! it does not repeat are gone. The program reports them unless `only` confirms that this is intended.

use super::{Casualty, Grade, Ladder, LadderDraft, Rulebook, RulebookDraft, Terrain, TroopType, TurnPhase};
use crate::{
    fault::Fault,
    text::{self, Raw, Text},
};
use serde::{Deserialize, Serialize};

/// Singular and plural of a noun.
type Noun = (&'static str, &'static str);

macro_rules! book_lists {
    ($($(#[$doc:meta])* $List:ident $field:literal $noun:expr,)*) => {
        /// A list of a rulebook that a draft replaces as a whole.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        pub enum BookList {
            $($(#[$doc])* $List,)*
        }

        impl BookList {
            pub const ALL: &[Self] = &[$(Self::$List),*];

            pub fn field(self) -> &'static str {
                match self {
                    $(Self::$List => $field,)*
                }
            }

            fn noun(self) -> Noun {
                match self {
                    $(Self::$List => $noun,)*
                }
            }
        }
    };
}

// Each list with its path in a file, and the singular and plural of its entries.
book_lists! {
    Troops "troops" ("troop type", "troop types"),
    Weapons "weapons" ("weapon", "weapons"),
    Targets "targets" ("target class", "target classes"),
    Mechanisms "mechanisms" ("mechanism", "mechanisms"),
    /// Grades of a ladder that keeps its name. A ladder with another name is another ladder.
    Grades "ladder.grades" ("grade", "grades"),
    Defeat "scrud.defeat" ("outcome of a defeat", "outcomes of a defeat"),
    Faces "scrud.rerolls.faces" ("face to reroll", "faces to reroll"),
    Phases "turn.phases" ("phase of the turn", "phases of the turn"),
    Terrain "ground.terrain" ("terrain", "terrains"),
    Edges "ground.edges" ("kind of edge", "kinds of edges"),
    Pools "replacements.pools" ("pool", "pools"),
    Levels "supply.levels" ("supply level", "supply levels"),
}

struct Item {
    /// Names are compared ignoring case.
    name: Text,
    parts: Vec<(Noun, Text)>,
}

impl Item {
    fn named(name: impl Into<Text>) -> Self {
        Self { name: name.into(), parts: Vec::new() }
    }

    fn with_parts<T: Raw>(mut self, kind: Noun, names: impl IntoIterator<Item = T>) -> Self {
        self.parts.extend(names.into_iter().map(|name| (kind, name.raw().into())));
        self
    }
}

impl BookList {
    fn items(self, draft: &RulebookDraft) -> Option<Vec<Item>> {
        fn all<T>(of: &[T], item: impl Fn(&T) -> Item) -> Vec<Item> {
            of.iter().map(item).collect()
        }
        Some(match self {
            Self::Troops => all(draft.troops.as_ref()?.whole()?, troop_item),
            Self::Weapons => all(draft.weapons.as_ref()?.whole()?, |weapon| {
                Item::named(weapon.name.clone())
                    .with_parts(("range", "ranges"), (1..=weapon.dice.len()).map(|n| n.to_string()))
            }),
            Self::Targets => all(draft.targets.as_ref()?, |class| {
                Item::named(class.name.clone())
                    .with_parts(("face", "faces"), class.faces.iter().map(ToString::to_string))
            }),
            Self::Mechanisms => all(draft.mechanisms.as_ref()?, |mechanism| Item::named(format!("{mechanism:?}"))),
            Self::Grades => match draft.ladder.as_ref()? {
                LadderDraft::Own(ladder) => all(&ladder.grades, |step| Item::named(step.name.clone())),
                LadderDraft::Named(name) => all(&Ladder::built_in(name)?.grades, |step| Item::named(step.name.clone())),
            },
            Self::Defeat => all(draft.scrud.as_ref()?.defeat.as_ref()?, |casualty| match casualty {
                // The number of points does not matter: another number drops nothing.
                Casualty::LoseStrength(_) => Item::named("LoseStrength"),
                casualty => Item::named(format!("{casualty:?}")),
            }),
            Self::Faces => {
                let rerolls = draft.scrud.as_ref()?.rerolls.as_ref()?;
                if rerolls.dice == 0 {
                    return None;
                }
                all(&rerolls.faces, |face| Item::named(face.to_string()))
            }
            Self::Phases => all(draft.turn.as_ref()?.phases.as_ref()?, phase_item),
            Self::Terrain => all(draft.ground.as_ref()?.terrain.as_ref()?, terrain_item),
            Self::Edges => all(draft.ground.as_ref()?.edges.as_ref()?, |edge| {
                Item::named(edge.name.clone()).with_parts(BARRED, &edge.forbids).with_parts(ADMITTED, &edge.only)
            }),
            Self::Pools => all(draft.replacements.as_ref()?.pools.as_ref()?, |pool| {
                Item::named(pool.name.clone()).with_parts(("troop type", "troop types"), &pool.troops)
            }),
            Self::Levels => all(draft.supply.as_ref()?.levels.as_ref()?, |level| Item::named(level.name.clone())),
        })
    }
}

const BARRED: Noun = ("barred troop type", "barred troop types");
const ADMITTED: Noun = ("admitted troop type", "admitted troop types");

fn troop_item(troop: &TroopType) -> Item {
    let tests = troop.tests.iter().map(|test| &test.name);
    let becomes = troop.becomes.iter().map(|(change, into)| [change.word(), " to ", into.raw()].concat());
    Item::named(troop.name.clone())
        .with_parts(("test", "tests"), tests)
        .with_parts(("weapon", "weapons"), &troop.weapons)
        .with_parts(("change", "changes"), becomes)
}

fn phase_item(phase: &TurnPhase) -> Item {
    Item::named(match phase {
        TurnPhase::Initiative | TurnPhase::Exhaustion => format!("{phase:?}"),
        TurnPhase::EachSide(what) | TurnPhase::Together(what) | TurnPhase::Rounds(what) => format!("“{what}”"),
    })
}

fn terrain_item(terrain: &Terrain) -> Item {
    let other = terrain.but.iter().flat_map(|but| &but.troops);
    Item::named(terrain.name.clone())
        .with_parts(BARRED, &terrain.forbids)
        .with_parts(ADMITTED, &terrain.only)
        .with_parts(("exception for", "exceptions for"), other)
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DroppedEntries {
    pub list: BookList,
    pub names: Vec<Text>,
    /// Entries that lost a part: the name of the entry, and the part.
    pub parts: Vec<(Text, String)>,
}

impl DroppedEntries {
    fn compare(list: BookList, before: Vec<Item>, after: &[Item]) -> Self {
        let mut taken = Self { list, names: Vec::new(), parts: Vec::new() };
        let is = |one: &Text, other: &Text| one.to_lowercase() == other.to_lowercase();
        for item in before {
            let Some(kept) = after.iter().find(|kept| is(&kept.name, &item.name)) else {
                taken.names.push(item.name);
                continue;
            };
            let gone = |(kind, name): &(Noun, Text)| !kept.parts.iter().any(|(k, n)| k == kind && is(n, name));
            let gone: Vec<_> = item.parts.into_iter().filter(gone).collect();
            let kinds = gone.chunk_by(|(one, _), (other, _)| one == other);
            let described = kinds.map(|of_kind| {
                let names: Vec<&Text> = of_kind.iter().map(|(_, name)| name).collect();
                noun_phrase(of_kind[0].0, &names)
            });
            let described: Vec<String> = described.collect();
            if !described.is_empty() {
                taken.parts.push((item.name, text::list(&described)));
            }
        }
        taken
    }

    /// `the troop types transport and general; of infantry the weapon rifles`
    pub fn describe(&self) -> String {
        let names: Vec<&Text> = self.names.iter().collect();
        let whole = (!names.is_empty()).then(|| noun_phrase(self.list.noun(), &names));
        let parts = self.parts.iter().map(|(name, what)| format!("of {} {what}", name.as_name()));
        whole.into_iter().chain(parts).collect::<Vec<_>>().join("; ")
    }
}

/// `the weapons rifles and muskets`
fn noun_phrase((one, many): Noun, names: &[&Text]) -> String {
    let shown: Vec<String> = names.iter().map(|name| name.as_name()).collect();
    format!("the {} {}", if names.len() == 1 { one } else { many }, text::list(&shown))
}

impl RulebookDraft {
    pub fn lists(&self) -> Vec<BookList> {
        BookList::ALL.iter().copied().filter(|list| list.items(self).is_some()).collect()
    }

    /// The entries that the draft's lists drop from `base` without naming the list in `only`.
    pub(crate) fn dropped_entries(&self, base: &Rulebook) -> Vec<DroppedEntries> {
        let base_ladder = &base.ladder.name;
        let base = RulebookDraft { mechanisms: Some(base.mechanisms.clone()), ..base.to_draft() };
        let other_ladder = match &self.ladder {
            Some(LadderDraft::Own(own)) => own.name != *base_ladder,
            Some(LadderDraft::Named(name)) => name != base_ladder,
            None => false,
        };
        let lists = BookList::ALL.iter().copied().filter(|list| !self.only.contains(list));
        let lists = lists.filter(|list| *list != BookList::Grades || !other_ladder);
        let taken = lists.filter_map(|list| {
            let after = list.items(self)?;
            Some(DroppedEntries::compare(list, list.items(&base)?, &after))
        });
        taken.filter(|taken| !taken.names.is_empty() || !taken.parts.is_empty()).collect()
    }

    /// As [`dropped_entries`](Self::dropped_entries) in a campaign: if the ladder is replaced, with grades that units
    /// had.
    pub fn dropped_in_campaign(&self, base: &Rulebook, had: impl Fn(Grade) -> bool) -> Vec<DroppedEntries> {
        let mut taken = self.dropped_entries(base);
        let list = BookList::Grades;
        let drops_grades = self.only.contains(&list) || taken.iter().any(|taken| taken.list == list);
        let ladder = self.ladder.clone().filter(|_| !drops_grades).and_then(|ladder| ladder.resolve().ok());
        if let Some(ladder) = ladder {
            let lost = |grade: &Grade| had(*grade) && ladder.find(base.ladder.name(*grade)).is_none();
            let lost = (0..=base.ladder.lowest().0).map(Grade).filter(lost);
            let names: Vec<Text> = lost.map(|grade| base.ladder.name(grade).clone()).collect();
            taken.extend((!names.is_empty()).then_some(DroppedEntries { list, names, parts: Vec::new() }));
        }
        taken
    }

    pub fn dropped_entry_warnings(&self, base: &Rulebook) -> Vec<Fault> {
        let remark = |taken: DroppedEntries| {
            let fault = Fault::at(taken.list.field(), format!("this removes {}", taken.describe()));
            let them = if taken.names.len() == 1 && taken.parts.is_empty() { "it" } else { "them" };
            fault.with_hint(format!("to confirm, add `only: [{:?}]`; otherwise list {them} too", taken.list))
        };
        self.dropped_entries(base).into_iter().map(remark).collect()
    }

    /// Moves faults to the list that causes them, if one drops something that troops of the base need.
    pub(super) fn blame_lists(&self, base: &Rulebook, book: &Rulebook, mut faults: Vec<Fault>) -> Vec<Fault> {
        let mut own: Vec<Fault> = Vec::new();
        for list in [BookList::Targets, BookList::Weapons] {
            let there = |book: &Rulebook, name: &Text| match list {
                BookList::Targets => book.target(name).is_some(),
                _ => book.weapon(name).is_some(),
            };
            let is_given = match list {
                BookList::Targets => self.targets.is_some(),
                _ => self.weapons.is_some(),
            };
            let lost = |name: &&Text| is_given && there(base, name) && !there(book, name);
            // Each missing entry with the troop types that need it.
            let mut missed: Vec<(&Text, Vec<&Text>)> = Vec::new();
            for (at, troop) in book.troops.iter().enumerate() {
                let (field, needs): (_, Vec<&Text>) = match list {
                    BookList::Targets => ("target", vec![&troop.target]),
                    _ => ("weapons", troop.weapons.iter().collect()),
                };
                for name in needs.into_iter().filter(lost) {
                    match missed.iter_mut().find(|(other, _)| other.eq_ignore_case(name)) {
                        Some((_, troops)) => troops.push(&troop.name),
                        None => missed.push((name, vec![&troop.name])),
                    }
                    let here = ["troops", &at.to_string(), field].map(String::from);
                    let blamed = |fault: &Fault| fault.path.starts_with(&here) && fault.reason.contains(name.raw());
                    if self.troops.as_ref().is_none_or(|troops| troops.whole().is_none()) {
                        faults.retain(|fault| !blamed(fault));
                    }
                }
            }
            let (one, _) = list.noun();
            own.extend(missed.into_iter().map(|(name, troops)| {
                let (name, troops) = (name.as_name(), noun_phrase(BookList::Troops.noun(), &troops));
                let fault = Fault::at(list.field(), format!("this removes the {one} {name} of {troops}"));
                fault.with_hint("list it too, or change those troop types")
            }));
        }
        faults.extend(own);
        faults
    }
}
