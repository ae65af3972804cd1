//! EDNA tests before attacks. Source: RULES 1, 8.

use super::{
    Adviser, SuggestedOrder,
    phrases::{capitalized, percent},
};
use crate::odds::edna;
use wardiary_base::{id::UnitId, text};
use wardiary_rules::{
    order::Order,
    state::{State, Unit},
};

impl Adviser<'_> {
    /// Replaces attacks by the EDNA test that must come first, and removes attacks of units that failed it.
    pub(super) fn with_edna_tests_first(&self, all: Vec<SuggestedOrder>) -> Vec<SuggestedOrder> {
        if !self.requires_edna_test() {
            return all;
        }
        let mut left = Vec::new();
        let mut tests: Vec<SuggestedOrder> = Vec::new();
        for proposal in all {
            let unit = attacker(self.state, &proposal).and_then(|id| self.state.unit(id));
            match unit.map(|unit| (unit, self.edna_tested.get(&unit.id))) {
                None | Some((_, Some(true))) => left.push(proposal),
                // The unit took the test and does not act.
                Some((_, Some(false))) => {}
                // The test is worth as much as the unit's best attack.
                Some((unit, None)) => {
                    let better =
                        |test: &SuggestedOrder| test.who == Some(unit.id.into()) && test.score >= proposal.score;
                    if !tests.iter().any(better) {
                        tests.retain(|test| test.who != Some(unit.id.into()));
                        tests.extend(self.edna_test_proposal(unit, &proposal));
                    }
                }
            }
        }
        left.extend(tests);
        left
    }

    fn edna_test_proposal(&self, unit: &Unit, attack: &SuggestedOrder) -> Option<SuggestedOrder> {
        let cases = edna::single_test(&self.state.book().edna, unit.edna_in_rules().now);
        let acts = cases.chance(|(acts, _)| *acts);
        let now = text::edna(unit.edna_in_rules().now, unit.edna_in_rules().full);
        let purpose = match &attack.order {
            Order::Volley(volley) => format!("fire at {}", self.state.name(*volley.at.first()?)),
            _ => "attack".into(),
        };
        let enough = acts * 100.0 >= f64::from(self.policy.least_to_act);
        enough.then(|| SuggestedOrder {
            order: Order::Edna { unit: unit.id, purpose: Some(purpose.into()) },
            who: Some(unit.id.into()),
            reason: capitalized(format!("{} to act at {now}; then {}", percent(acts), uncapitalized(&attack.reason))),
            score: attack.score,
        })
    }
}

/// The unit that attacks alone in this proposal.
fn attacker(state: &State, proposal: &SuggestedOrder) -> Option<UnitId> {
    match &proposal.order {
        Order::Volley(volley) => Some(volley.unit),
        Order::Scrud { first, .. } => match state.units_for_id(*first.who.first()?)[..] {
            [unit] if first.who.len() == 1 => Some(unit.id),
            _ => None,
        },
        _ => None,
    }
}

/// A sentence without its capital, for use within another.
fn uncapitalized(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}
