//! A rulebook as a file stores it, and the checked rulebook that it makes of its base.

use super::{
    BookList, ClockDraft, EdnaDraft, ExhaustionDraft, GroundRulesDraft, LadderDraft, LostForGoodDraft, MarchingDraft,
    Mechanism, PolicyDraft, PromoteDraft, RaiseDraft, RecoverDraft, ReplacementsDraft, Rulebook, ScrudDraft,
    SightingDraft, SquareDraft, StacksDraft, SupplyDraft, TablesDraft, TargetClass, TestsDraft, TroopType, TurnDraft,
    VictoryDraft, VolleysDraft, Weapon,
};
use crate::fault::Fault;
use serde::{Deserialize, Deserializer, Serialize};

/// A rulebook as a file stores it. Whatever is omitted is as in the base.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RulebookDraft {
    /// The name on the command line.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// The rulebook that it changes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub based_on: Option<String>,
    /// Lists that are meant to drop what they do not name: `only: [Troops]`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub only: Vec<BookList>,
    #[serde(deserialize_with = "deserialize_required", skip_serializing_if = "Option::is_none")]
    pub ladder: Option<LadderDraft>,
    #[serde(deserialize_with = "deserialize_required", skip_serializing_if = "Option::is_none")]
    pub scrud: Option<ScrudDraft>,
    #[serde(deserialize_with = "deserialize_required", skip_serializing_if = "Option::is_none")]
    pub edna: Option<EdnaDraft>,
    #[serde(deserialize_with = "deserialize_required", skip_serializing_if = "Option::is_none")]
    pub exhaustion: Option<ExhaustionDraft>,
    #[serde(deserialize_with = "deserialize_required", skip_serializing_if = "Option::is_none")]
    pub turn: Option<TurnDraft>,
    #[serde(deserialize_with = "deserialize_required", skip_serializing_if = "Option::is_none")]
    pub square: Option<SquareDraft>,
    #[serde(deserialize_with = "deserialize_required", skip_serializing_if = "Option::is_none")]
    pub troops: Option<Vec<TroopType>>,
    #[serde(deserialize_with = "deserialize_required", skip_serializing_if = "Option::is_none")]
    pub tests: Option<TestsDraft>,
    #[serde(deserialize_with = "deserialize_required", skip_serializing_if = "Option::is_none")]
    pub volley: Option<VolleysDraft>,
    #[serde(deserialize_with = "deserialize_required", skip_serializing_if = "Option::is_none")]
    pub weapons: Option<Vec<Weapon>>,
    #[serde(deserialize_with = "deserialize_required", skip_serializing_if = "Option::is_none")]
    pub targets: Option<Vec<TargetClass>>,
    #[serde(deserialize_with = "deserialize_required", skip_serializing_if = "Option::is_none")]
    pub mechanisms: Option<Vec<Mechanism>>,
    #[serde(deserialize_with = "deserialize_required", skip_serializing_if = "Option::is_none")]
    pub stacks: Option<StacksDraft>,
    #[serde(deserialize_with = "deserialize_required", skip_serializing_if = "Option::is_none")]
    pub ground: Option<GroundRulesDraft>,
    #[serde(deserialize_with = "deserialize_required", skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockDraft>,
    #[serde(deserialize_with = "deserialize_required", skip_serializing_if = "Option::is_none")]
    pub march: Option<MarchingDraft>,
    #[serde(deserialize_with = "deserialize_required", skip_serializing_if = "Option::is_none")]
    pub sight: Option<SightingDraft>,
    /// Victory in battles and campaigns.
    #[serde(deserialize_with = "deserialize_required", skip_serializing_if = "Option::is_none")]
    pub victory: Option<VictoryDraft>,
    #[serde(deserialize_with = "deserialize_required", skip_serializing_if = "Option::is_none")]
    pub recover: Option<RecoverDraft>,
    #[serde(deserialize_with = "deserialize_required", skip_serializing_if = "Option::is_none")]
    pub replacements: Option<ReplacementsDraft>,
    #[serde(deserialize_with = "deserialize_required", skip_serializing_if = "Option::is_none")]
    pub raise: Option<RaiseDraft>,
    #[serde(deserialize_with = "deserialize_required", skip_serializing_if = "Option::is_none")]
    pub promote: Option<PromoteDraft>,
    /// Which losses of a battle are permanent.
    #[serde(deserialize_with = "deserialize_required", skip_serializing_if = "Option::is_none")]
    pub lost_for_good: Option<LostForGoodDraft>,
    #[serde(deserialize_with = "deserialize_required", skip_serializing_if = "Option::is_none")]
    pub supply: Option<SupplyDraft>,
    #[serde(deserialize_with = "deserialize_required", skip_serializing_if = "Option::is_none")]
    pub tables: Option<TablesDraft>,
    /// The policy of `suggest` and `playtest`.
    #[serde(deserialize_with = "deserialize_required", skip_serializing_if = "Option::is_none")]
    pub policy: Option<PolicyDraft>,
}

/// The error for a part of a rulebook that is `None`.
const NONE_NOT_ALLOWED: &str = "`None` changes nothing here: what is left out stays as it was";

/// Requires a part of a rulebook that is in the file to have a value. `None` would be read as if the part were omitted.
fn deserialize_required<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    let given = Option::<T>::deserialize(deserializer)?;
    given.map(Some).ok_or_else(|| serde::de::Error::custom(NONE_NOT_ALLOWED))
}

impl RulebookDraft {
    /// The rulebook that this draft makes of `base`.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn check(&self, base: &Rulebook) -> Result<Rulebook, Vec<Fault>> {
        let pick = |own: &String, base: &String| if own.is_empty() { base.clone() } else { own.clone() };
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
            troops: self.troops.clone().unwrap_or_else(|| base.troops.clone()),
            weapons: self.weapons.clone().unwrap_or_else(|| base.weapons.clone()),
            targets: self.targets.clone().unwrap_or_else(|| base.targets.clone()),
            mechanisms: self.mechanisms.clone().unwrap_or_else(|| base.mechanisms.clone()),
            tables: self.tables.clone().unwrap_or_default().apply_to(&base.tables),
            ..base.clone()
        };
        let book = book.with_settings(self.clone());
        faults.extend(self.blame_lists(base, &book, book.faults()));
        if let Some(tables) = &self.tables {
            faults.extend(tables.faults(&base.tables, &book.tables));
        }
        if faults.is_empty() { Ok(book) } else { Err(faults) }
    }
}
