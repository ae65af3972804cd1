//! The rulebook: every number and every choice that players could argue about, as checked data.
//!
//! A RON file is a [`RulebookDraft`], in which anything may be left out: what is left out is as in the book it is
//! `based_on`, or as RULES.md has it. [`RulebookDraft::check`] makes the [`Rulebook`] of it, or says all that is wrong
//! with it at once. A save carries its whole rulebook, and events can change it, so the book is vocabulary, like dice: it
//! stands below orders, events and state, and knows none of them.

pub mod dice_test;
pub mod ladder;
mod mechanism;
mod settings;
pub mod weapons;

pub use ladder::{Grade, GradeStep, Ladder, LadderDraft};
pub use mechanism::Mechanism;
pub use settings::{
    Carry, Casualty, DicePer, Edna, EdnaDraft, Equal, ExhaustedFrom, Exhaustion, ExhaustionDraft, Extras, HandDice,
    LineUp, Rerolls, Scales, Scrud, ScrudDraft, Square, SquareDraft, SquareOrder, Ties, Turn, TurnDraft, TurnOrder,
    TurnPhase, Wear,
};
// ---- stacks
pub use settings::{Blows, Power, Stacks, StacksDraft};

// ---- dice tests and volleys
pub use dice_test::{DiceTest, NamedTest, Passing, Target};
pub use settings::{GeneralHit, Hits, Objection, OtherDouble, Parallel, Tests, TestsDraft, Volleys, VolleysDraft};
pub use weapons::{HitBy, TargetClass, Weapon};

use crate::text;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A kind of troops: what a unit of it is worth until somebody says otherwise. Source: RULES 4.1.
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
    /// The grades, best first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ladder: Option<LadderDraft>,
    /// SCRUD.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scrud: Option<ScrudDraft>,
    /// EDNA.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edna: Option<EdnaDraft>,
    /// Exhaustion.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exhaustion: Option<ExhaustionDraft>,
    /// The sequence of a turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<TurnDraft>,
    /// The Square.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub square: Option<SquareDraft>,
    /// The troop types.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub troops: Option<Vec<TroopType>>,
    // ---- dice tests and volleys
    /// Dice tests.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tests: Option<TestsDraft>,
    /// Volleys.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub volley: Option<VolleysDraft>,
    /// The weapons.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weapons: Option<Vec<Weapon>>,
    /// The target classes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub targets: Option<Vec<TargetClass>>,
    /// The mechanisms it uses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mechanisms: Option<Vec<Mechanism>>,
    // ---- stacks
    /// Stacks and their Conflicts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stacks: Option<StacksDraft>,
}

/// A rulebook that has been checked; only [`RulebookDraft::check`] makes one.
#[derive(Clone, Debug, PartialEq)]
pub struct Rulebook {
    /// What it is called on the command line.
    pub name: String,
    /// What it is called in words.
    pub title: String,
    /// The grades, best first.
    pub ladder: Ladder,
    /// SCRUD.
    pub scrud: Scrud,
    /// EDNA.
    pub edna: Edna,
    /// Exhaustion.
    pub exhaustion: Exhaustion,
    /// The sequence of a turn.
    pub turn: Turn,
    /// The Square.
    pub square: Square,
    /// The troop types.
    pub troops: Vec<TroopType>,
    // ---- dice tests and volleys
    /// Dice tests.
    pub tests: Tests,
    /// Volleys.
    pub volley: Volleys,
    /// The weapons.
    pub weapons: Vec<Weapon>,
    /// The target classes.
    pub targets: Vec<TargetClass>,
    /// The mechanisms it uses; orders of others are refused.
    pub mechanisms: Vec<Mechanism>,
    // ---- stacks
    /// Stacks and their Conflicts.
    pub stacks: Stacks,
    checked: Checked,
}

/// What only this module can make, so that every rulebook has been through its check.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Checked;

/// A group of settings: the field of a rulebook, what it is about, and each setting with what it means.
pub type Group = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

/// The groups of settings there are.
pub const GROUPS: &[Group] = &[
    ("scrud", "SCRUD", Scrud::ABOUT),
    ("edna", "EDNA", Edna::ABOUT),
    ("exhaustion", "Exhaustion", Exhaustion::ABOUT),
    ("turn", "The turn", Turn::ABOUT),
    ("square", "The Square", Square::ABOUT),
    ("tests", "Dice tests", Tests::ABOUT),
    ("volley", "Volleys", Volleys::ABOUT),
    ("stacks", "Stacks", Stacks::ABOUT),
];

/// Something wrong with a file's content: where in its structure, what, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The way there: field names, and places in lists counted from 0.
    pub path: Vec<String>,
    /// What is wrong.
    pub what: String,
    /// What to do about it.
    pub hint: Option<String>,
}

impl Fault {
    /// A fault at a path written `scrud.phases` or `units.3.stack`.
    pub fn at(path: impl AsRef<str>, what: impl Into<String>) -> Self {
        Self { path: path.as_ref().split('.').map(String::from).collect(), what: what.into(), hint: None }
    }

    /// With advice.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// The same fault, seen from a document in which this part lies under `outer`.
    #[must_use]
    pub fn under(mut self, outer: &str) -> Self {
        self.path.insert(0, outer.into());
        self
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.join("."), self.what)?;
        if let Some(hint) = &self.hint {
            write!(f, " ({hint})")?;
        }
        Ok(())
    }
}

impl Rulebook {
    /// The whole book as a draft that depends on no other.
    #[must_use]
    pub fn to_draft(&self) -> RulebookDraft {
        RulebookDraft {
            name: self.name.clone(),
            title: self.title.clone(),
            based_on: None,
            ladder: Some(LadderDraft::Own(self.ladder.clone())),
            scrud: Some((&self.scrud).into()),
            edna: Some((&self.edna).into()),
            exhaustion: Some((&self.exhaustion).into()),
            turn: Some((&self.turn).into()),
            square: Some((&self.square).into()),
            troops: Some(self.troops.clone()),
            // ---- dice tests and volleys
            tests: Some((&self.tests).into()),
            volley: Some((&self.volley).into()),
            weapons: Some(self.weapons.clone()),
            targets: Some(self.targets.clone()),
            mechanisms: (self.mechanisms != Mechanism::ALL).then(|| self.mechanisms.clone()),
            // ---- stacks
            stacks: Some((&self.stacks).into()),
        }
    }

    /// Whether it uses a mechanism.
    #[must_use]
    pub fn uses(&self, mechanism: Mechanism) -> bool {
        self.mechanisms.contains(&mechanism)
    }

    /// These rules with another ladder, under its name: what a roll that names a ladder is rolled under.
    #[must_use]
    pub fn with_ladder(self, ladder: Ladder) -> Self {
        Self { name: ladder.name.clone(), title: format!("The ladder “{}”", ladder.name), ladder, ..self }
    }

    /// The troop type of that name.
    #[must_use]
    pub fn troop(&self, name: &str) -> Option<&TroopType> {
        self.troops.iter().find(|t| t.name.eq_ignore_ascii_case(name))
    }

    /// RULES.md as it stands: what a book that is based on nothing starts from.
    #[must_use]
    pub fn default_rules() -> Self {
        let troop = |name: &str, strength, target: &str, weapons: &[&str]| TroopType {
            name: name.into(),
            strength,
            // Those who fire with nothing roll no die in a combat either.
            fights: !weapons.is_empty(),
            support: None,
            tests: Vec::new(),
            target: target.into(),
            weapons: weapons.iter().map(|w| (*w).to_string()).collect(),
        };
        let support = |troop: TroopType, role| TroopType { support: Some(role), ..troop };
        Self {
            name: "rules".into(),
            title: "The rules as shipped".into(),
            ladder: Ladder::mouat(),
            scrud: Scrud::default(),
            edna: Edna::default(),
            exhaustion: Exhaustion::default(),
            turn: Turn::default(),
            square: Square::default(),
            troops: vec![
                troop("infantry", 4, "infantry", &["rifles"]),
                troop("dismounted cavalry", 3, "cavalry", &["rifles"]),
                troop("mounted cavalry", 3, "cavalry", &["hand-held weapons", "rifles"]),
                troop("machine gun", 2, "artillery", &["machine guns"]),
                support(troop("artillery", 2, "artillery", &["rifled field artillery"]), SupportRole::Artillery),
                troop("transport", 1, "cavalry", &[]),
                troop("general", 1, "general", &[]),
                support(troop("aircraft", 1, "artillery", &[]), SupportRole::Aircraft),
                support(troop("air defence", 1, "artillery", &[]), SupportRole::AirDefence),
            ],
            tests: Tests::default(),
            volley: Volleys::default(),
            weapons: weapons::default_weapons(),
            targets: weapons::default_targets(),
            mechanisms: Mechanism::ALL.to_vec(),
            // ---- stacks
            stacks: Stacks::default(),
            checked: Checked,
        }
    }
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
            checked: Checked,
        };
        faults.extend(book.faults());
        if faults.is_empty() { Ok(book) } else { Err(faults) }
    }
}

impl Rulebook {
    fn faults(&self) -> Vec<Fault> {
        let mut faults: Vec<Fault> = [("name", &self.name), ("title", &self.title)]
            .into_iter()
            .filter_map(|(field, name)| text::fault_of_name(name).map(|what| Fault::at(field, what)))
            .collect();
        faults.extend(self.ladder.faults().into_iter().map(|f| f.under("ladder")));
        faults.extend(self.scrud.faults().into_iter().map(|f| f.under("scrud")));
        faults.extend(self.edna.faults().into_iter().map(|f| f.under("edna")));
        faults.extend(self.exhaustion.faults().into_iter().map(|f| f.under("exhaustion")));
        faults.extend(self.turn.faults().into_iter().map(|f| f.under("turn")));
        faults.extend(mechanism::faults(&self.mechanisms).into_iter().map(|f| f.under("mechanisms")));
        // ---- stacks
        faults.extend(self.stacks.faults().into_iter().map(|f| f.under("stacks")));
        if self.troops.is_empty() {
            faults.push(Fault::at("troops", "a rulebook needs at least one troop type"));
        }
        for (i, troop) in self.troops.iter().enumerate() {
            if let Some(what) = text::fault_of_name(&troop.name) {
                faults.push(Fault::at(format!("troops.{i}.name"), what));
            }
            if !(1..=999).contains(&troop.strength) {
                let what = format!("a strength is 1 to 999, not {}", troop.strength);
                faults.push(Fault::at(format!("troops.{i}.strength"), what));
            }
            if self.troops[..i].iter().any(|t| t.name.eq_ignore_ascii_case(&troop.name)) {
                faults.push(Fault::at(format!("troops.{i}.name"), format!("a second troop type “{}”", troop.name)));
            }
        }
        faults.extend(self.faults_of_fire());
        faults
    }
}

// ---- dice tests and volleys
impl Rulebook {
    /// The weapon of that name.
    #[must_use]
    pub fn weapon(&self, name: &str) -> Option<&Weapon> {
        self.weapons.iter().find(|w| w.name.eq_ignore_ascii_case(name))
    }

    /// The target class of that name.
    #[must_use]
    pub fn target(&self, name: &str) -> Option<&TargetClass> {
        self.targets.iter().find(|t| t.name.eq_ignore_ascii_case(name))
    }

    /// The target class that troops of a type are hit as; the rulebook's last where the type is not in it.
    #[must_use]
    pub fn target_of(&self, kind: &str) -> &TargetClass {
        let class = self.troop(kind).and_then(|t| self.target(&t.target));
        class.unwrap_or(&self.targets[self.targets.len() - 1])
    }

    fn faults_of_fire(&self) -> Vec<Fault> {
        let mut faults: Vec<Fault> = self.volley.faults().into_iter().map(|f| f.under("volley")).collect();
        faults.extend(weapons::faults_of_weapons(&self.weapons).into_iter().map(|f| f.under("weapons")));
        faults.extend(weapons::faults_of_targets(&self.targets).into_iter().map(|f| f.under("targets")));
        let missing = |at: String, what: &str, name: &str, all: &[&str]| {
            let fault = Fault::at(at, format!("there is no {what} “{}”", text::presentable(name)));
            fault.hint(match text::nearest(name, all.iter().copied()) {
                Some(near) => format!("perhaps “{near}”"),
                None => format!("there is {}", text::list(all)),
            })
        };
        let weapons: Vec<&str> = self.weapons.iter().map(|w| w.name.as_str()).collect();
        let targets: Vec<&str> = self.targets.iter().map(|t| t.name.as_str()).collect();
        for (i, troop) in self.troops.iter().enumerate() {
            let tests = NamedTest::faults(&troop.tests);
            faults.extend(tests.into_iter().map(|f| f.under("tests").under(&i.to_string()).under("troops")));
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
