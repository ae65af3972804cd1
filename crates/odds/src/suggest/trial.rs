//! Dice tests: EDNA tests before attacks, and the tests that units carry. Source: RULES 1, 3, 8.

use super::{
    Adviser, Proposal,
    words::{percent, sentence},
};
use crate::odds::{edna, fire};
use wardiary_base::{
    book::Mechanism,
    id::{Id, UnitId},
    text,
};
use wardiary_rules::{
    order::Order,
    state::{State, Unit},
};

impl Adviser<'_> {
    /// Replaces attacks by the EDNA test that must come first, and removes attacks of units that failed it.
    pub(super) fn asking(&self, all: Vec<Proposal>) -> Vec<Proposal> {
        if !self.asks() {
            return all;
        }
        let mut left = Vec::new();
        let mut tests: Vec<Proposal> = Vec::new();
        for proposal in all {
            let unit = attacker(self.state, &proposal).and_then(|id| self.state.unit(id));
            match unit.map(|unit| (unit, self.asked.get(&unit.id))) {
                None | Some((_, Some(true))) => left.push(proposal),
                // The unit took the test and does not act.
                Some((_, Some(false))) => {}
                // The test is worth as much as the unit's best attack.
                Some((unit, None)) => {
                    let better = |test: &Proposal| test.who == Some(unit.id.into()) && test.score >= proposal.score;
                    if !tests.iter().any(better) {
                        tests.retain(|test| test.who != Some(unit.id.into()));
                        tests.extend(self.test_first(unit, &proposal));
                    }
                }
            }
        }
        left.extend(tests);
        left
    }

    /// The test before an attack, with the attack's score.
    fn test_first(&self, unit: &Unit, attack: &Proposal) -> Option<Proposal> {
        let cases = edna::one(&self.state.book().edna, unit.edna.now);
        let acts = cases.chance(|(acts, _)| *acts);
        let now = text::edna(unit.edna.now, unit.edna.full);
        let purpose = match &attack.order {
            Order::Volley(volley) => format!("fire at {}", self.state.name(*volley.at.first()?)),
            _ => "attack".into(),
        };
        let enough = acts * 100.0 >= f64::from(self.policy.least_to_act);
        enough.then(|| Proposal {
            order: Order::Edna { unit: unit.id, purpose: Some(purpose) },
            who: Some(unit.id.into()),
            reason: sentence(format!("{} to act at {now}; then {}", percent(acts), lower(&attack.reason))),
            score: attack.score,
        })
    }

    /// The tests that units carry. Only the players know what for, so each has the score 0.
    pub(super) fn tests(&self) -> Vec<Proposal> {
        if !self.uses(Mechanism::Tests) {
            return Vec::new();
        }
        let mut all = Vec::new();
        for unit in self.own() {
            for test in self.state.tests_of(unit) {
                let passes = percent(fire::passes(test.test()));
                all.push(Proposal {
                    order: Order::Test { who: vec![Id::from(unit.id)], test: test.name.clone(), parallel: false },
                    who: Some(unit.id.into()),
                    reason: sentence(format!("{passes} to pass, where the game asks for it")),
                    score: 0,
                });
            }
        }
        all
    }
}

/// The unit that attacks alone in this proposal.
fn attacker(state: &State, proposal: &Proposal) -> Option<UnitId> {
    match &proposal.order {
        Order::Volley(volley) => Some(volley.unit),
        Order::Scrud { first, .. } => match state.units_meant(*first.who.first()?)[..] {
            [unit] if first.who.len() == 1 => Some(unit.id),
            _ => None,
        },
        _ => None,
    }
}

/// A sentence without its capital, for use within another.
fn lower(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}
