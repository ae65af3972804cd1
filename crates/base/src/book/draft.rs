//! A rulebook as a file has it, and the checked book that it makes of another.

use super::{
    BookList, Checked, ClockDraft, EdnaDraft, ExhaustionDraft, GroundRulesDraft, LadderDraft, LostForGoodDraft,
    MarchingDraft, Mechanism, PolicyDraft, PromoteDraft, RaiseDraft, RecoverDraft, ReplacementsDraft, Rulebook,
    ScrudDraft, SightingDraft, SquareDraft, StacksDraft, SupplyDraft, TablesDraft, TargetClass, TestsDraft, TroopType,
    TurnDraft, VictoryDraft, VolleysDraft, Weapon,
};
use crate::fault::Fault;
use serde::{Deserialize, Deserializer, Serialize};

/// A rulebook as a file has it: whatever is left out is as in the book it is based on.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RulebookDraft {
    /// What it is called on the command line.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// What it is called in words.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// The book it starts from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub based_on: Option<String>,
    /// The lists that are meant to take away what they do not name: `only: [Troops]`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub only: Vec<BookList>,
    /// The grades, best first.
    #[serde(deserialize_with = "something", skip_serializing_if = "Option::is_none")]
    pub ladder: Option<LadderDraft>,
    /// SCRUD.
    #[serde(deserialize_with = "something", skip_serializing_if = "Option::is_none")]
    pub scrud: Option<ScrudDraft>,
    /// EDNA.
    #[serde(deserialize_with = "something", skip_serializing_if = "Option::is_none")]
    pub edna: Option<EdnaDraft>,
    /// Exhaustion.
    #[serde(deserialize_with = "something", skip_serializing_if = "Option::is_none")]
    pub exhaustion: Option<ExhaustionDraft>,
    /// The sequence of a turn.
    #[serde(deserialize_with = "something", skip_serializing_if = "Option::is_none")]
    pub turn: Option<TurnDraft>,
    /// The Square.
    #[serde(deserialize_with = "something", skip_serializing_if = "Option::is_none")]
    pub square: Option<SquareDraft>,
    /// The troop types.
    #[serde(deserialize_with = "something", skip_serializing_if = "Option::is_none")]
    pub troops: Option<Vec<TroopType>>,
    // ---- dice tests and volleys
    /// Dice tests.
    #[serde(deserialize_with = "something", skip_serializing_if = "Option::is_none")]
    pub tests: Option<TestsDraft>,
    /// Volleys.
    #[serde(deserialize_with = "something", skip_serializing_if = "Option::is_none")]
    pub volley: Option<VolleysDraft>,
    /// The weapons.
    #[serde(deserialize_with = "something", skip_serializing_if = "Option::is_none")]
    pub weapons: Option<Vec<Weapon>>,
    /// The target classes.
    #[serde(deserialize_with = "something", skip_serializing_if = "Option::is_none")]
    pub targets: Option<Vec<TargetClass>>,
    /// The mechanisms it uses.
    #[serde(deserialize_with = "something", skip_serializing_if = "Option::is_none")]
    pub mechanisms: Option<Vec<Mechanism>>,
    // ---- stacks
    /// Stacks and their Conflicts.
    #[serde(deserialize_with = "something", skip_serializing_if = "Option::is_none")]
    pub stacks: Option<StacksDraft>,
    // ---- the map
    /// The ground.
    #[serde(deserialize_with = "something", skip_serializing_if = "Option::is_none")]
    pub ground: Option<GroundRulesDraft>,
    // ---- campaigns
    /// The campaign's clock.
    #[serde(deserialize_with = "something", skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockDraft>,
    /// Marching over the theatre.
    #[serde(deserialize_with = "something", skip_serializing_if = "Option::is_none")]
    pub march: Option<MarchingDraft>,
    /// Sighting in the theatre.
    #[serde(deserialize_with = "something", skip_serializing_if = "Option::is_none")]
    pub sight: Option<SightingDraft>,
    /// How battles and campaigns are won.
    #[serde(deserialize_with = "something", skip_serializing_if = "Option::is_none")]
    pub victory: Option<VictoryDraft>,
    /// Recovery between battles.
    #[serde(deserialize_with = "something", skip_serializing_if = "Option::is_none")]
    pub recover: Option<RecoverDraft>,
    /// Replacements.
    #[serde(deserialize_with = "something", skip_serializing_if = "Option::is_none")]
    pub replacements: Option<ReplacementsDraft>,
    /// The rebuilding of the eliminated.
    #[serde(deserialize_with = "something", skip_serializing_if = "Option::is_none")]
    pub raise: Option<RaiseDraft>,
    /// Promotion.
    #[serde(deserialize_with = "something", skip_serializing_if = "Option::is_none")]
    pub promote: Option<PromoteDraft>,
    /// What of a battle's losses is lost for good.
    #[serde(deserialize_with = "something", skip_serializing_if = "Option::is_none")]
    pub lost_for_good: Option<LostForGoodDraft>,
    /// Supply.
    #[serde(deserialize_with = "something", skip_serializing_if = "Option::is_none")]
    pub supply: Option<SupplyDraft>,
    /// The random tables.
    #[serde(deserialize_with = "something", skip_serializing_if = "Option::is_none")]
    pub tables: Option<TablesDraft>,
    // ---- solo play
    /// The policy of `suggest` and `playtest`.
    #[serde(deserialize_with = "something", skip_serializing_if = "Option::is_none")]
    pub policy: Option<PolicyDraft>,
}

/// What is said where `None` stands for a part of a rulebook.
const NONE_SAYS_NOTHING: &str = "`None` changes nothing here: what is left out stays as it was";

/// A part of a rulebook that stands in the file says something: `None` would be read as if it were left out.
fn something<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    let given = Option::<T>::deserialize(deserializer)?;
    given.map(Some).ok_or_else(|| serde::de::Error::custom(NONE_SAYS_NOTHING))
}

impl RulebookDraft {
    /// The book this draft makes of `base`.
    ///
    /// # Errors
    /// All that is wrong with it, at once.
    pub fn check(&self, base: &Rulebook) -> Result<Rulebook, Vec<Fault>> {
        let own = self.clone();
        let pick = |own: String, base: &str| if own.is_empty() { base.to_string() } else { own };
        let mut faults = Vec::new();
        let ladder = own.ladder.map_or_else(|| Ok(base.ladder.clone()), LadderDraft::ladder);
        let ladder = ladder.unwrap_or_else(|fault| {
            faults.push(fault);
            base.ladder.clone()
        });
        let book = Rulebook {
            name: pick(own.name, &base.name),
            title: pick(own.title, &base.title),
            ladder,
            scrud: own.scrud.unwrap_or_default().over(&base.scrud),
            edna: own.edna.unwrap_or_default().over(&base.edna),
            exhaustion: own.exhaustion.unwrap_or_default().over(&base.exhaustion),
            turn: own.turn.unwrap_or_default().over(&base.turn),
            square: own.square.unwrap_or_default().over(&base.square),
            troops: own.troops.unwrap_or_else(|| base.troops.clone()),
            // ---- dice tests and volleys
            tests: own.tests.unwrap_or_default().over(&base.tests),
            volley: own.volley.unwrap_or_default().over(&base.volley),
            weapons: own.weapons.unwrap_or_else(|| base.weapons.clone()),
            targets: own.targets.unwrap_or_else(|| base.targets.clone()),
            mechanisms: own.mechanisms.unwrap_or_else(|| base.mechanisms.clone()),
            // ---- stacks
            stacks: own.stacks.unwrap_or_default().over(&base.stacks),
            // ---- the map
            ground: own.ground.unwrap_or_default().over(&base.ground),
            // ---- campaigns
            clock: own.clock.unwrap_or_default().over(&base.clock),
            march: own.march.unwrap_or_default().over(&base.march),
            sight: own.sight.unwrap_or_default().over(&base.sight),
            victory: own.victory.unwrap_or_default().over(&base.victory),
            recover: own.recover.unwrap_or_default().over(&base.recover),
            replacements: own.replacements.unwrap_or_default().over(&base.replacements),
            raise: own.raise.unwrap_or_default().over(&base.raise),
            promote: own.promote.unwrap_or_default().over(&base.promote),
            lost_for_good: own.lost_for_good.unwrap_or_default().over(&base.lost_for_good),
            supply: own.supply.unwrap_or_default().over(&base.supply),
            tables: own.tables.unwrap_or_default().over(&base.tables),
            // ---- solo play
            policy: own.policy.unwrap_or_default().over(&base.policy),
            checked: Checked,
        };
        faults.extend(self.at_its_own_lists(base, &book, book.faults()));
        if let Some(tables) = &self.tables {
            faults.extend(tables.faults(&base.tables, &book.tables));
        }
        if faults.is_empty() { Ok(book) } else { Err(faults) }
    }
}
