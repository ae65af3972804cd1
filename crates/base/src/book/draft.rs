//! A rulebook as a file stores it, and the checked rulebook that results from it and its base, with
//! its validation.

use super::{
    BookList, ClockDraft, EdnaDraft, ExhaustionDraft, GroundRulesDraft, LadderDraft, ListDraft, LostForGoodDraft,
    MarchingDraft, Mechanism, NamedTest, PolicyDraft, PromoteDraft, RaiseDraft, RecoverDraft, ReplacementsDraft,
    Rulebook, ScrudDraft, SightingDraft, SquareDraft, StacksDraft, SupplyDraft, TablesDraft, TargetClass, TestsDraft,
    TroopType, TurnDraft, VictoryDraft, VolleysDraft, Weapon, weapons,
};
use crate::{
    book,
    fault::Fault,
    text::{self, Text},
};
use serde::{Deserialize, Deserializer, Serialize};

/// Declares the draft of a rulebook with a row for each part that a file may leave out: its field and its type.
macro_rules! draft {
    ($($(#[doc = $doc:literal])* $part:ident: $Part:ty,)*) => {
        /// A rulebook as a file stores it. Omitted parts come from the base.
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct RulebookDraft {
            /// The name on the command line.
            #[serde(skip_serializing_if = "Text::is_empty")]
            pub name: Text,
            #[serde(skip_serializing_if = "Text::is_empty")]
            pub title: Text,
            #[serde(skip_serializing_if = "Option::is_none")]
            pub based_on: Option<Text>,
            /// Lists that intentionally drop the entries that they do not name: `only: [Troops]`.
            #[serde(skip_serializing_if = "Vec::is_empty")]
            pub only: Vec<BookList>,
            $($(#[doc = $doc])*
            #[serde(deserialize_with = "deserialize_required", skip_serializing_if = "Option::is_none")]
            pub $part: Option<$Part>,)*
        }

        impl RulebookDraft {
            pub fn omit(&mut self, part: &str) {
                match part {
                    "name" => self.name = Default::default(),
                    "title" => self.title = Default::default(),
                    $(stringify!($part) => self.$part = None,)*
                    _ => {}
                }
            }
        }
    };
}

draft! {
    ladder: LadderDraft,
    scrud: ScrudDraft,
    edna: EdnaDraft,
    exhaustion: ExhaustionDraft,
    turn: TurnDraft,
    square: SquareDraft,
    troops: ListDraft<TroopType>,
    tests: TestsDraft,
    volley: VolleysDraft,
    weapons: ListDraft<Weapon>,
    targets: Vec<TargetClass>,
    mechanisms: Vec<Mechanism>,
    stacks: StacksDraft,
    ground: GroundRulesDraft,
    clock: ClockDraft,
    march: MarchingDraft,
    sight: SightingDraft,
    victory: VictoryDraft,
    recover: RecoverDraft,
    replacements: ReplacementsDraft,
    raise: RaiseDraft,
    promote: PromoteDraft,
    lost_for_good: LostForGoodDraft,
    supply: SupplyDraft,
    tables: TablesDraft,
    policy: PolicyDraft,
}

const NONE_NOT_ALLOWED: &str = "`None` changes nothing here: omitted settings keep their value\n\
    write the new values: `clock: (unit: \"\", parts: [])` removes the clock";

/// Requires a part of a rulebook that is in the file to have a value. `None` would be read as if the part were omitted.
fn deserialize_required<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    let given = Option::<T>::deserialize(deserializer)?;
    given.map(Some).ok_or_else(|| serde::de::Error::custom(NONE_NOT_ALLOWED))
}

impl RulebookDraft {
    /// Applies this draft to `base` and checks the result; the errors are all its faults.
    pub fn check(&self, base: &Rulebook) -> Result<Rulebook, Vec<Fault>> {
        let pick = |own: &Text, base: &Text| if own.is_empty() { base.clone() } else { own.clone() };
        let mut faults = Vec::new();
        let ladder = self.ladder.clone().map_or_else(|| Ok(base.ladder.clone()), LadderDraft::resolve);
        let ladder = ladder.unwrap_or_else(|fault| {
            faults.push(fault);
            base.ladder.clone()
        });
        let book = Rulebook {
            name: pick(&self.name, &base.name),
            title: pick(&self.title, &base.title),
            ladder,
            troops: self.troops.as_ref().map_or_else(|| base.troops.clone(), |troops| troops.apply_to(&base.troops)),
            weapons: self
                .weapons
                .as_ref()
                .map_or_else(|| base.weapons.clone(), |weapons| weapons.apply_to(&base.weapons)),
            targets: self.targets.clone().unwrap_or_else(|| base.targets.clone()),
            mechanisms: self.mechanisms.clone().unwrap_or_else(|| base.mechanisms.clone()),
            tables: self.tables.clone().unwrap_or_default().apply_to(&base.tables),
            ..base.clone()
        };
        let book = book.with_settings(self.clone());
        faults.extend(self.troops.iter().flat_map(|troops| troops.faults(&base.troops)));
        faults.extend(self.weapons.iter().flat_map(|weapons| weapons.faults(&base.weapons)));
        let placed = self.blame_lists(base, &book, book.faults()).into_iter().map(|fault| {
            let fault = self.troops.iter().fold(fault, |fault, troops| troops.place_fault(&book.troops, fault));
            self.weapons.iter().fold(fault, |fault, weapons| weapons.place_fault(&book.weapons, fault))
        });
        faults.extend(placed);
        if let Some(tables) = &self.tables {
            faults.extend(tables.faults(&base.tables, &book.tables));
        }
        if faults.is_empty() { Ok(book) } else { Err(faults) }
    }

    /// The draft with whole lists, as `book` has them, in place of changes by name. Events hold it, so that they can be
    /// told apart from the book that they change.
    pub fn with_whole_lists(&self, book: &Rulebook) -> Self {
        Self {
            troops: self.troops.as_ref().map(|_| ListDraft::Whole(book.troops.clone())),
            weapons: self.weapons.as_ref().map(|_| ListDraft::Whole(book.weapons.clone())),
            ..self.clone()
        }
    }
}

/// Maximum number of areas that a unit moves.
const MAX_AREAS: u8 = 20;

impl Rulebook {
    pub(super) fn faults(&self) -> Vec<Fault> {
        let mut faults: Vec<Fault> = [("name", &self.name), ("title", &self.title)]
            .into_iter()
            .filter_map(|(field, name)| text::name_fault(name).map(|what| Fault::at(field, what)))
            .collect();
        faults.extend(self.ladder.faults().into_iter().map(|f| f.with_prefix("ladder")));
        faults.extend(self.scrud.faults().into_iter().map(|f| f.with_prefix("scrud")));
        faults.extend(self.edna.faults().into_iter().map(|f| f.with_prefix("edna")));
        faults.extend(self.exhaustion.faults().into_iter().map(|f| f.with_prefix("exhaustion")));
        faults.extend(self.turn.faults().into_iter().map(|f| f.with_prefix("turn")));
        faults.extend(book::mechanism_faults(&self.mechanisms).into_iter().map(|f| f.with_prefix("mechanisms")));
        faults.extend(self.stacks.faults().into_iter().map(|f| f.with_prefix("stacks")));
        faults.extend(self.ground.faults().into_iter().map(|f| f.with_prefix("ground")));
        faults.extend(self.clock.faults().into_iter().map(|f| f.with_prefix("clock")));
        faults.extend(self.march.faults().into_iter().map(|f| f.with_prefix("march")));
        faults.extend(self.sight.faults().into_iter().map(|f| f.with_prefix("sight")));
        faults.extend(self.recover.faults().into_iter().map(|f| f.with_prefix("recover")));
        faults.extend(self.replacements.faults().into_iter().map(|f| f.with_prefix("replacements")));
        faults.extend(self.raise.faults().into_iter().map(|f| f.with_prefix("raise")));
        faults.extend(self.promote.faults().into_iter().map(|f| f.with_prefix("promote")));
        faults.extend(self.lost_for_good.faults().into_iter().map(|f| f.with_prefix("lost_for_good")));
        faults.extend(self.supply.faults().into_iter().map(|f| f.with_prefix("supply")));
        faults.extend(self.victory.faults().into_iter().map(|f| f.with_prefix("victory")));
        faults.extend(self.policy.faults().into_iter().map(|f| f.with_prefix("policy")));
        if self.troops.is_empty() {
            faults.push(Fault::at("troops", "a rulebook needs at least one troop type"));
        }
        for (i, troop) in self.troops.iter().enumerate() {
            if let Some(what) = text::name_fault(&troop.name) {
                faults.push(Fault::at(format!("troops.{i}.name"), what));
            }
            if !(1..=999).contains(&troop.strength) {
                let what = format!("a strength must be 1 to 999, not {}", troop.strength);
                faults.push(Fault::at(format!("troops.{i}.strength"), what));
            }
            for (field, areas) in [("moves", troop.moves), ("charge", troop.charge)] {
                if areas > MAX_AREAS {
                    let what = format!("a unit must move 0 to {MAX_AREAS} areas, not {areas}");
                    faults.push(Fault::at(format!("troops.{i}.{field}"), what));
                }
            }
            faults.extend(self.faults_of_changes(i));
            if self.troops[..i].iter().any(|t| t.name.eq_ignore_case(&troop.name)) {
                faults.push(Fault::at(format!("troops.{i}.name"), format!("duplicate troop type “{}”", troop.name)));
            }
        }
        faults.extend(self.faults_of_fire());
        faults
    }

    fn faults_of_changes(&self, at: usize) -> Vec<Fault> {
        let troop = &self.troops[at];
        let path = format!("troops.{at}.becomes");
        let fault = |into: &Text| match self.troop(into) {
            None => Some(format!("there is no troop type “{}” to change into", into.as_name())),
            Some(other) if other.name == troop.name => Some("a troop type can't change into itself".to_string()),
            Some(_) => None,
        };
        troop.becomes.values().filter_map(fault).map(|what| Fault::at(&path, what)).collect()
    }

    fn faults_of_fire(&self) -> Vec<Fault> {
        let mut faults: Vec<Fault> = self.volley.faults().into_iter().map(|f| f.with_prefix("volley")).collect();
        faults.extend(weapons::faults_of_weapons(&self.weapons).into_iter().map(|f| f.with_prefix("weapons")));
        faults.extend(weapons::faults_of_targets(&self.targets).into_iter().map(|f| f.with_prefix("targets")));
        let missing = |at: String, what: &str, name: &Text, all: &[&Text]| {
            let fault = Fault::at(at, format!("there is no {what} “{}”", name.as_name()));
            fault.with_hint(text::did_you_mean(name, all))
        };
        let weapons: Vec<&Text> = self.weapons.iter().map(|w| &w.name).collect();
        let targets: Vec<&Text> = self.targets.iter().map(|t| &t.name).collect();
        let troops: Vec<&Text> = self.troops.iter().map(|t| &t.name).collect();
        for (i, pool) in self.replacements.pools.iter().enumerate() {
            for (at, name) in pool.troops.iter().enumerate().filter(|(_, name)| self.troop(name).is_none()) {
                let at = format!("replacements.pools.{i}.troops.{at}");
                faults.push(missing(at, "troop type", name, &troops));
            }
        }
        for (i, troop) in self.troops.iter().enumerate() {
            let tests = NamedTest::faults(&troop.tests);
            faults.extend(
                tests.into_iter().map(|f| f.with_prefix("tests").with_prefix(&i.to_string()).with_prefix("troops")),
            );
            if self.target(&troop.target).is_none() {
                faults.push(missing(format!("troops.{i}.target"), "target class", &troop.target, &targets));
            }
            for (at, name) in troop.weapons.iter().enumerate().filter(|(_, name)| self.weapon(name).is_none()) {
                faults.push(missing(format!("troops.{i}.weapons.{at}"), "weapon", name, &weapons));
            }
        }
        faults
    }
}
