//! A battle to be replayed: the state before it as other programs get it, and each entry's changes to that.

use super::{
    changes::{Change, compare, compare_objects},
    model,
};
use crate::{
    diary::{Account, EntryNo, steps::DiaryStep},
    event::{Event, VictoryEvent},
    id::BattleId,
    state::State,
    text,
};
use serde_json::{Map, Value};
use std::sync::Arc;

/// A replay.
#[derive(Clone, Debug, Default)]
pub struct Replay {
    /// The state before the first step.
    pub start: Value,
    /// An entry each.
    pub steps: Vec<ReplayStep>,
}

/// An entry of a replay.
#[derive(Clone, Debug)]
pub struct ReplayStep {
    /// Its number.
    pub entry: EntryNo,
    /// Where it belongs: `T4`.
    pub turn: String,
    /// What happened, in words.
    pub headline: String,
    /// The battle that is looked at then: the one that the entry belongs to, else the one before it.
    pub battle: Option<BattleId>,
    /// What it changes.
    pub changes: Vec<Change>,
}

/// A replay while it is made.
pub(super) struct Recorder<'a> {
    title: &'a str,
    replay: Replay,
    /// The state that was reached, and all of its value but the units.
    at: (Arc<State>, Map<String, Value>),
}

impl<'a> Recorder<'a> {
    /// From a state on, that after an entry.
    pub fn begin(title: &'a str, entry: EntryNo, state: &Arc<State>) -> Self {
        let rest = model::without_units(title, entry, state);
        let replay = Replay { start: model::as_json(title, entry, state), steps: Vec::new() };
        Self { title, replay, at: (Arc::clone(state), rest) }
    }

    /// Goes on to the state after an entry.
    pub fn step(&mut self, account: &Account, step: &DiaryStep) {
        let state = &step.after;
        let rest = model::without_units(self.title, account.no, state);
        let mut changes = Vec::new();
        compare_objects("", &self.at.1, &rest, &mut changes);
        self.compare_units(state, &mut changes);
        let before = self.replay.steps.last().and_then(|step| step.battle);
        self.replay.steps.push(ReplayStep {
            entry: account.no,
            battle: account.battle.or(before),
            turn: account.turn_label(),
            headline: in_words(account, step),
            changes,
        });
        self.at = (Arc::clone(state), rest);
    }

    /// The changes of units. One that is the very same value, under the same rules, has none.
    fn compare_units(&self, state: &State, changes: &mut Vec<Change>) {
        let before = &self.at.0;
        let is_alike = before.units().len() == state.units().len() && Arc::ptr_eq(before.book(), state.book());
        if !is_alike {
            let all = |state: &State| state.units().iter().map(|unit| model::of_unit(state, unit)).collect::<Value>();
            return compare(&format!("/{UNITS}"), &all(before), &all(state), changes);
        }
        for (at, (old, new)) in before.units().iter().zip(state.units()).enumerate() {
            if !Arc::ptr_eq(old, new) || before.grade_used(old) != state.grade_used(new) {
                let (old, new) = (model::of_unit(before, old), model::of_unit(state, new));
                compare(&format!("/{UNITS}/{at}"), &old, &new, changes);
            }
        }
    }

    pub fn finish(self) -> Replay {
        self.replay
    }
}

/// An entry in words: that it ended the campaign, a battle or a turn, or else what came of it first, or what was asked. What such
/// an end left undone is said before it, or with it, and is not what a reader looks for.
fn in_words(account: &Account, step: &DiaryStep) -> String {
    let weight = |event: &Event| match event {
        Event::Victory(VictoryEvent::CampaignEnded { .. }) => 3,
        Event::BattleEnded { .. } => 2,
        Event::TurnEnded { .. } => 1,
        _ => 0,
    };
    let events = step.entry.events.iter().enumerate().map(|(at, event)| (weight(event), at));
    let end = events.filter(|(weight, _)| *weight > 0).max_by_key(|(weight, _)| *weight);
    let ended = end.and_then(|(weight, at)| {
        let told = step.sentences_at(at);
        // Of a turn it is said first that it ended, of a battle last.
        if weight == 1 { told.into_iter().next() } else { told.into_iter().last() }
    });
    let undone = |line: &&String| line.starts_with("could still have ") || line.starts_with("no round of ");
    let told = account.sentences.iter().find(|line| !undone(line)).or(account.sentences.first());
    text::capitalized(ended.as_ref().or(told).unwrap_or(&account.headline))
}

/// Under what name a state has its units.
const UNITS: &str = "units";
