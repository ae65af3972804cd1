//! The tests and weapons of a unit: its own, or else those of its troop type. Source: RULES 3, 4.5.

use super::{State, Unit};
use wardiary_base::book::NamedTest;

impl State {
    /// The tests of a unit: its own, then those of its troop type with other names.
    pub fn tests_of<'a>(&'a self, unit: &'a Unit) -> Vec<&'a NamedTest> {
        let own = unit.tests.iter();
        let of_type = self.book.troop(&unit.kind).into_iter().flat_map(|troop| &troop.tests);
        let others = of_type.filter(|t| !unit.tests.iter().any(|o| o.name.eq_ignore_ascii_case(&t.name)));
        own.chain(others).collect()
    }

    pub fn test_of<'a>(&'a self, unit: &'a Unit, name: &str) -> Option<&'a NamedTest> {
        self.tests_of(unit).into_iter().find(|t| t.name.eq_ignore_ascii_case(name))
    }

    /// Whether any unit or troop type has a test.
    pub fn has_tests(&self) -> bool {
        self.book.troops.iter().any(|troop| !troop.tests.is_empty())
            || self.units.iter().any(|unit| !unit.tests.is_empty())
    }

    /// The names of the tests of all units and troop types, without duplicates.
    pub fn test_names(&self) -> Vec<String> {
        let of_types = self.book.troops.iter().flat_map(|t| &t.tests);
        let mut names: Vec<String> = Vec::new();
        for test in of_types.chain(self.units.iter().flat_map(|u| u.tests.iter())) {
            if !names.iter().any(|n| n.eq_ignore_ascii_case(&test.name)) {
                names.push(test.name.clone());
            }
        }
        names
    }

    /// The weapons of a unit: its own, or else those of its troop type.
    pub fn weapons_of<'a>(&'a self, unit: &'a Unit) -> &'a [String] {
        match self.book.troop(&unit.kind) {
            Some(troop) if unit.weapons.is_empty() => &troop.weapons,
            _ => &unit.weapons,
        }
    }
}
