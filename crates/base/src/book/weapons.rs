//! Weapons and target classes: two tables of a rulebook. Source: RULES 4.5.

use crate::{
    dice::Face,
    document::is_default,
    fault::Fault,
    text::{self, Text},
};
use serde::{Deserialize, Serialize};

pub const MAX_DICE: u8 = 60;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    pub name: Text,
    /// Dice at range 1, 2, 3 …, in grid areas. The length of the list is the maximum range.
    pub dice: Vec<u8>,
    /// Whether an attack costs an area of movement and is impossible after a full move. Source: RULES 4.4.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub attack_costs_move: bool,
}

list_entry! {
    Weapon, WeaponChanges, "weapons" "weapon",
    needs { dice: Vec<u8> }
    has { attack_costs_move: bool = yes() }
}

fn yes() -> bool {
    true
}

fn is_yes(yes: &bool) -> bool {
    *yes
}

impl Weapon {
    /// The dice at a range, from 1; `None` out of range.
    pub fn at_range(&self, range: u8) -> Option<u8> {
        usize::from(range).checked_sub(1).and_then(|at| self.dice.get(at)).copied()
    }
}

/// How dice hit a target of a class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum HitBy {
    /// Two dice with the same face. Each such double costs a Strength Point.
    #[default]
    Double,
    /// Three dice with the same face. Destroys the target.
    Treble,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TargetClass {
    pub name: Text,
    #[serde(default, skip_serializing_if = "is_default")]
    pub by: HitBy,
    pub faces: Vec<Face>,
}

pub(super) fn default_weapons() -> Vec<Weapon> {
    let table: [(&str, &[u8]); 10] = [
        ("rifled heavy artillery", &[6, 6, 6, 4, 4, 4, 2, 2, 2]),
        ("rifled field artillery", &[6, 6, 4, 4, 2, 2]),
        ("rifled mountain artillery", &[6, 4, 4, 2, 2]),
        ("smooth-bore heavy artillery", &[6, 6, 4, 4, 2, 2]),
        ("smooth-bore field artillery", &[6, 4, 4, 2, 2]),
        ("smooth-bore mountain artillery", &[4, 4, 2, 2]),
        ("machine guns", &[8, 6, 4, 2]),
        ("rifles", &[6, 4, 2]),
        ("muskets", &[4, 2]),
        ("hand-held weapons", &[4]),
    ];
    table.map(|(name, dice)| Weapon { name: name.into(), dice: dice.into(), attack_costs_move: true }).into()
}

pub(super) fn default_targets() -> Vec<TargetClass> {
    let class = |name: &str, by, faces: &[Face]| TargetClass { name: name.into(), by, faces: faces.into() };
    vec![
        class("general", HitBy::Treble, &[1]),
        class("artillery", HitBy::Double, &[1]),
        class("cavalry", HitBy::Double, &[2, 3]),
        class("infantry", HitBy::Double, &[4, 5, 6]),
    ]
}

fn name_faults<'a>(what: &str, names: impl Iterator<Item = &'a Text>) -> Vec<Fault> {
    let names: Vec<&Text> = names.collect();
    let mut faults = Vec::new();
    for (i, name) in names.iter().enumerate() {
        if let Some(fault) = text::name_fault(*name) {
            faults.push(Fault::at(format!("{i}.name"), fault));
        }
        if names[..i].iter().any(|n| n.eq_ignore_case(name)) {
            faults.push(Fault::at(format!("{i}.name"), format!("duplicate {what} “{name}”")));
        }
    }
    faults
}

pub(super) fn faults_of_weapons(weapons: &[Weapon]) -> Vec<Fault> {
    let mut faults = name_faults("weapon", weapons.iter().map(|w| &w.name));
    for (i, weapon) in weapons.iter().enumerate() {
        let at = format!("{i}.dice");
        if !(1..=100).contains(&weapon.dice.len()) {
            let fault = Fault::at(at, format!("a weapon must reach 1 to 100 areas, not {}", weapon.dice.len()));
            faults.push(fault.with_hint("list its dice at range 1, 2, 3 …: `dice: [6, 4, 2]`"));
        } else if let Some(dice) = weapon.dice.iter().find(|dice| !(1..=MAX_DICE).contains(*dice)) {
            faults.push(Fault::at(at, format!("a weapon must roll 1 to {MAX_DICE} dice, not {dice}")));
        }
    }
    faults
}

pub(super) fn faults_of_targets(targets: &[TargetClass]) -> Vec<Fault> {
    let mut faults = name_faults("target class", targets.iter().map(|t| &t.name));
    if targets.is_empty() {
        faults.push(Fault::at("0", "a rulebook needs at least one target class"));
    }
    for (i, class) in targets.iter().enumerate() {
        let at = format!("{i}.faces");
        if class.faces.is_empty() {
            faults.push(
                Fault::at(at, "no roll ever hits this class").with_hint("list faces of a D6: `faces: [4, 5, 6]`"),
            );
        } else if let Some(face) = class.faces.iter().find(|face| !(1..=6).contains(*face)) {
            faults.push(Fault::at(at, format!("a D6 has no face {face}")));
        } else if (1..class.faces.len()).any(|at| class.faces[..at].contains(&class.faces[at])) {
            faults.push(Fault::at(at, "a face is named twice"));
        }
    }
    faults
}
