//! Troop types. Source: RULES 4.1.

use super::NamedTest;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A troop type: the defaults of its units. Source: RULES 4.1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TroopType {
    /// What it is called, in lower case.
    pub name: String,
    /// Strength Points of a unit at full strength, 1 to 999.
    pub strength: u16,
    /// Whether it rolls a die in a SCRUD combat.
    #[serde(default = "yes")]
    pub fights: bool,
    /// As what a unit of it can support a combat from outside the line, if it can. Source: RULES 2.4.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub support: Option<SupportRole>,
    // ---- dice tests and volleys
    /// The tests it can be put to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tests: Vec<NamedTest>,
    /// The target class it is hit as.
    #[serde(default = "infantry", skip_serializing_if = "is_infantry")]
    pub target: String,
    /// What it fires with, the first if nothing else is said; nothing where none is named.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weapons: Vec<String>,
    // ---- the map
    /// How many areas a unit of it moves in a turn, 0 to 20. Source: RULES 4.4.
    #[serde(default = "two", skip_serializing_if = "is_two")]
    pub moves: u8,
    /// How many areas more in a move that ends beside an enemy, 0 to 20. Source: RULES 4.4.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub charge: u8,
    /// The troop types that it can change into, each with how: `becomes: {Dismount: "dismounted cavalry"}`, how being Mount,
    /// Dismount, Limber or Unlimber.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub becomes: BTreeMap<Change, String>,
}

/// How a unit changes into another troop type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Change {
    /// Into the saddle.
    Mount,
    /// Out of it.
    Dismount,
    /// Guns made ready to be drawn.
    Limber,
    /// Guns made ready to fire.
    Unlimber,
}

impl Change {
    /// All there are.
    pub const ALL: [Self; 4] = [Self::Mount, Self::Dismount, Self::Limber, Self::Unlimber];

    /// The word of its order.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Mount => "mount",
            Self::Dismount => "dismount",
            Self::Limber => "limber",
            Self::Unlimber => "unlimber",
        }
    }

    /// That it has been done: `mounted`.
    #[must_use]
    pub fn done(self) -> &'static str {
        match self {
            Self::Mount => "mounted",
            Self::Dismount => "dismounted",
            Self::Limber => "limbered",
            Self::Unlimber => "unlimbered",
        }
    }
}

fn two() -> u8 {
    2
}

fn is_two(areas: &u8) -> bool {
    *areas == 2
}

fn is_zero(areas: &u8) -> bool {
    *areas == 0
}

fn infantry() -> String {
    "infantry".into()
}

fn is_infantry(target: &str) -> bool {
    target == "infantry"
}

fn yes() -> bool {
    true
}

/// As what a unit supports a SCRUD combat. Source: RULES 2.4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SupportRole {
    /// It fires at the line, or counter-battery.
    Artillery,
    /// It strikes the line, if no air defence keeps it away.
    Aircraft,
    /// It meets the enemy's aircraft.
    AirDefence,
}

/// The troop types of RULES 4.1.
pub(super) fn default_troops() -> Vec<TroopType> {
    let troop = |name: &str, strength, target: &str, weapons: &[&str]| TroopType {
        name: name.into(),
        strength,
        // Those who fire with nothing roll no die in a combat either.
        fights: !weapons.is_empty(),
        support: None,
        tests: Vec::new(),
        target: target.into(),
        weapons: weapons.iter().map(|w| (*w).to_string()).collect(),
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
