//! Validates a rulebook.

use super::{NamedTest, Rulebook, weapons};
use crate::{
    book,
    fault::Fault,
    text::{self, Text},
};

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
