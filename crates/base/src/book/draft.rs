//! A rulebook as a file stores it, and the checked rulebook that results from it and its base.

use super::{
    BookList, ClockDraft, EdnaDraft, ExhaustionDraft, GroundRulesDraft, LadderDraft, ListDraft, LostForGoodDraft,
    MarchingDraft, Mechanism, PolicyDraft, PromoteDraft, RaiseDraft, RecoverDraft, ReplacementsDraft, Rulebook,
    ScrudDraft, SightingDraft, SquareDraft, StacksDraft, SupplyDraft, TablesDraft, TargetClass, TestsDraft, TroopType,
    TurnDraft, VictoryDraft, VolleysDraft, Weapon,
};
use crate::{fault::Fault, text::Text};
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
