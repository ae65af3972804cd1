//! A rulebook as a file stores it, and the checked rulebook that it makes of its base.

use super::{
    BookList, Checked, ClockDraft, EdnaDraft, ExhaustionDraft, GroundRulesDraft, LadderDraft, LostForGoodDraft,
    MarchingDraft, Mechanism, PolicyDraft, PromoteDraft, RaiseDraft, RecoverDraft, ReplacementsDraft, Rulebook,
    ScrudDraft, SightingDraft, SquareDraft, StacksDraft, SupplyDraft, TablesDraft, TargetClass, TestsDraft, TroopType,
    TurnDraft, VictoryDraft, VolleysDraft, Weapon,
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
        let own = self.clone();
        let pick = |own: String, base: &str| if own.is_empty() { base.to_string() } else { own };
        let mut faults = Vec::new();
        let ladder = own.ladder.map_or_else(|| Ok(base.ladder.clone()), LadderDraft::resolve);
        let ladder = ladder.unwrap_or_else(|fault| {
            faults.push(fault);
            base.ladder.clone()
        });
        let book = Rulebook {
            name: pick(own.name, &base.name),
            title: pick(own.title, &base.title),
            ladder,
            scrud: own.scrud.unwrap_or_default().apply_to(&base.scrud),
            edna: own.edna.unwrap_or_default().apply_to(&base.edna),
            exhaustion: own.exhaustion.unwrap_or_default().apply_to(&base.exhaustion),
            turn: own.turn.unwrap_or_default().apply_to(&base.turn),
            square: own.square.unwrap_or_default().apply_to(&base.square),
            troops: own.troops.unwrap_or_else(|| base.troops.clone()),
            tests: own.tests.unwrap_or_default().apply_to(&base.tests),
            volley: own.volley.unwrap_or_default().apply_to(&base.volley),
            weapons: own.weapons.unwrap_or_else(|| base.weapons.clone()),
            targets: own.targets.unwrap_or_else(|| base.targets.clone()),
            mechanisms: own.mechanisms.unwrap_or_else(|| base.mechanisms.clone()),
            stacks: own.stacks.unwrap_or_default().apply_to(&base.stacks),
            ground: own.ground.unwrap_or_default().apply_to(&base.ground),
            clock: own.clock.unwrap_or_default().apply_to(&base.clock),
            march: own.march.unwrap_or_default().apply_to(&base.march),
            sight: own.sight.unwrap_or_default().apply_to(&base.sight),
            victory: own.victory.unwrap_or_default().apply_to(&base.victory),
            recover: own.recover.unwrap_or_default().apply_to(&base.recover),
            replacements: own.replacements.unwrap_or_default().apply_to(&base.replacements),
            raise: own.raise.unwrap_or_default().apply_to(&base.raise),
            promote: own.promote.unwrap_or_default().apply_to(&base.promote),
            lost_for_good: own.lost_for_good.unwrap_or_default().apply_to(&base.lost_for_good),
            supply: own.supply.unwrap_or_default().apply_to(&base.supply),
            tables: own.tables.unwrap_or_default().apply_to(&base.tables),
            policy: own.policy.unwrap_or_default().apply_to(&base.policy),
            checked: Checked,
        };
        faults.extend(self.blame_lists(base, &book, book.faults()));
        if let Some(tables) = &self.tables {
            faults.extend(tables.faults(&base.tables, &book.tables));
        }
        if faults.is_empty() { Ok(book) } else { Err(faults) }
    }
}
