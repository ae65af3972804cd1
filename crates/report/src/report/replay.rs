//! The replay of a battle: the JSON state before it, and the changes that each entry makes.

use super::{
    html::script_json,
    json_diff::{Change, compare},
    model::{self, BATTLES, PARTS, UNITS},
};
use serde_json::{Value, json};
use std::sync::Arc;
use wardiary_base::{id::BattleId, text::Text};
use wardiary_diary::diary::{Account, EntryNo, steps::DiaryStep};
use wardiary_rules::state::State;

#[derive(Clone, Debug, Default)]
pub struct Replay {
    pub start: Value,
    /// The JSON of each step, separated by commas: its entry, turn (`T4`), headline, changes, and the battle to show. It is
    /// text because the values of a long diary take far more memory.
    pub steps: String,
    pub count: usize,
}

pub(super) struct ReplayRecorder {
    replay: Replay,
    /// The battle of the last step: the entry's own, or else that of the step before.
    battle: Option<BattleId>,
    state: Arc<State>,
    parts: Vec<Option<Value>>,
    battles: Vec<Value>,
}

impl ReplayRecorder {
    pub fn new(title: &Text, entry: EntryNo, state: &Arc<State>) -> Self {
        Self {
            replay: Replay { start: model::state_json(title, entry, state), ..Replay::default() },
            battle: None,
            state: Arc::clone(state),
            parts: PARTS.iter().map(|part| (part.value)(state)).collect(),
            battles: state.battles().iter().map(|battle| model::battle_json(state, battle)).collect(),
        }
    }

    pub fn step(&mut self, account: &Account, step: &DiaryStep) {
        let state = &step.after;
        let mut changes = vec![Change::Set("/entry".into(), account.no.into())];
        let changed = PARTS.iter().zip(&mut self.parts).filter(|(part, _)| !(part.same)(&self.state, state));
        for (part, old) in changed {
            let new = (part.value)(state);
            let place = format!("/{}", part.name);
            match (&*old, &new) {
                (Some(old), Some(new)) => compare(&place, old, new, &mut changes),
                (None, Some(new)) => changes.push(Change::Set(place, new.clone())),
                (Some(_), None) => changes.push(Change::Remove(place)),
                (None, None) => {}
            }
            *old = new;
        }
        self.compare_battles(state, &mut changes);
        self.compare_units(state, &mut changes);
        self.battle = account.battle.or(self.battle);
        let changes: Vec<Value> = changes.iter().map(Change::to_json).collect();
        let step = json!([account.no, account.turn_label(), account.headline, changes, self.battle]);
        self.replay.steps.extend([if self.replay.count > 0 { "," } else { "" }, &script_json(&step)]);
        self.replay.count += 1;
        self.state = Arc::clone(state);
    }

    /// Adds the changes of battles. In a finished battle, only names can change.
    fn compare_battles(&mut self, state: &State, changes: &mut Vec<Change>) {
        let before = &self.state;
        let named_alike = before.sides() == state.sides() && Arc::ptr_eq(before.book(), state.book());
        let pairs = || before.units().iter().zip(state.units());
        // The JSON of a running battle also depends on its units, its stacks and the holders of objectives.
        let stands_alike = before.units().len() == state.units().len()
            && pairs().all(|(old, new)| Arc::ptr_eq(old, new))
            && before.stacks() == state.stacks()
            && before.maps() == state.maps()
            && [before.as_ref(), state].iter().all(|state| state.theatre().is_none());
        if state.battles().len() < self.battles.len() {
            let all: Vec<Value> = state.battles().iter().map(|battle| model::battle_json(state, battle)).collect();
            compare(&format!("/{BATTLES}"), &json!(self.battles), &json!(all), changes);
            self.battles = all;
            return;
        }
        for (at, battle) in state.battles().iter().enumerate() {
            let old = before.battles().get(at);
            if named_alike && (stands_alike || battle.ended.is_some()) && old == Some(battle) {
                continue;
            }
            let new = model::battle_json(state, battle);
            if let Some(old) = self.battles.get_mut(at) {
                compare(&format!("/{BATTLES}/{at}"), old, &new, changes);
                *old = new;
            } else {
                changes.push(Change::Splice(format!("/{BATTLES}"), at, 0, vec![new.clone()]));
                self.battles.push(new);
            }
        }
    }

    /// Adds the changes of units. A unit with an equal value under the same rules has none.
    fn compare_units(&self, state: &State, changes: &mut Vec<Change>) {
        let before = &self.state;
        let is_alike = before.units().len() == state.units().len() && Arc::ptr_eq(before.book(), state.book());
        if !is_alike {
            let all = |state: &State| state.units().iter().map(|unit| model::unit_json(state, unit)).collect::<Value>();
            return compare(&format!("/{UNITS}"), &all(before), &all(state), changes);
        }
        for (at, (old, new)) in before.units().iter().zip(state.units()).enumerate() {
            if !Arc::ptr_eq(old, new) || before.effective_grade(old) != state.effective_grade(new) {
                let (old, new) = (model::unit_json(before, old), model::unit_json(state, new));
                compare(&format!("/{UNITS}/{at}"), &old, &new, changes);
            }
        }
    }

    pub fn finish(self) -> Replay {
        self.replay
    }
}
