//! Troop types. Source: RULES 4.1.

use super::NamedTest;
use crate::{
    document::{is_default, is_number, number},
    text::Text,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A troop type: the defaults of its units. Source: RULES 4.1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TroopType {
    pub name: Text,
    /// Strength Points at full strength, 1 to 999.
    pub strength: u16,
    /// Whether it rolls a die in a SCRUD combat.
    #[serde(default = "yes")]
    pub fights: bool,
    /// Its role when it supports a combat from outside the line, if it can. Source: RULES 2.4.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub support: Option<SupportRole>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tests: Vec<NamedTest>,
    #[serde(default = "infantry", skip_serializing_if = "is_infantry")]
    pub target: Text,
    /// Its weapons, the first by default.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weapons: Vec<Text>,
    /// Areas that a unit moves in a turn, 0 to 20. Source: RULES 4.4.
    #[serde(default = "number::<2>", skip_serializing_if = "is_number::<2>")]
    pub moves: u8,
    /// Additional areas in a move that ends beside an enemy, 0 to 20. Source: RULES 4.4.
    #[serde(default, skip_serializing_if = "is_default")]
    pub charge: u8,
    /// The troop types that it can change into, and how: `becomes: {Dismount: "dismounted cavalry"}`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub becomes: BTreeMap<Change, Text>,
}

list_entry! {
    TroopType, TroopChanges, "troops" "troop type",
    needs { strength: u16 }
    has {
        fights: bool = yes(),
        support: Option<SupportRole> = None,
        tests: Vec<NamedTest> = Vec::new(),
        target: Text = infantry(),
        weapons: Vec<Text> = Vec::new(),
        moves: u8 = number::<2>(),
        charge: u8 = 0,
        becomes: BTreeMap<Change, Text> = BTreeMap::new(),
    }
}

crate::words! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    pub enum Change, word {
        Mount "mount",
        Dismount "dismount",
        Limber "limber",
        Unlimber "unlimber",
    }
}

impl Change {
    /// The past participle: `mounted`.
    pub fn past_participle(self) -> &'static str {
        match self {
            Self::Mount => "mounted",
            Self::Dismount => "dismounted",
            Self::Limber => "limbered",
            Self::Unlimber => "unlimbered",
        }
    }
}

fn infantry() -> Text {
    "infantry".into()
}

fn is_infantry(target: &Text) -> bool {
    *target == "infantry"
}

fn yes() -> bool {
    true
}

/// The role of a unit that supports a SCRUD combat. Source: RULES 2.4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SupportRole {
    /// Fires at the line, or counter-battery.
    Artillery,
    /// Strikes the line, unless air defence drives it off.
    Aircraft,
    AirDefence,
}

/// The troop types of RULES 4.1.
pub(super) fn default_troop_types() -> Vec<TroopType> {
    let troop = |name: &str, strength, target: &str, weapons: &[&str]| TroopType {
        name: name.into(),
        strength,
        // Troops without weapons roll no die in a combat either.
        fights: !weapons.is_empty(),
        support: None,
        tests: Vec::new(),
        target: target.into(),
        weapons: weapons.iter().copied().map(Text::from).collect(),
        moves: if matches!(name, "mounted cavalry" | "general") { 3 } else { 2 },
        charge: 0,
        becomes: BTreeMap::new(),
    };
    let becomes = |troop: TroopType, change, into: &str| TroopType { becomes: [(change, into.into())].into(), ..troop };
    let support = |troop: TroopType, role| TroopType { support: Some(role), ..troop };
    vec![
        troop("infantry", 4, "infantry", &["rifles"]),
        becomes(troop("dismounted cavalry", 3, "cavalry", &["rifles"]), Change::Mount, "mounted cavalry"),
        becomes(
            troop("mounted cavalry", 3, "cavalry", &["hand-held weapons", "rifles"]),
            Change::Dismount,
            "dismounted cavalry",
        ),
        troop("machine gun", 2, "artillery", &["machine guns"]),
        support(troop("artillery", 2, "artillery", &["rifled field artillery"]), SupportRole::Artillery),
        troop("transport", 1, "cavalry", &[]),
        troop("general", 1, "general", &[]),
        support(troop("aircraft", 1, "artillery", &[]), SupportRole::Aircraft),
        support(troop("air defence", 1, "artillery", &[]), SupportRole::AirDefence),
    ]
}
