//! Which key does what: data, shipped in assets/keys.ron, and a user's file laid over it.

use super::command::{COMMANDS, Context};
use crate::{
    document::{self, Problem},
    fault::Fault,
    text,
};
use crokey::KeyCombination;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use serde::Deserialize;
use std::collections::BTreeMap;

/// The keys that ship.
pub const SHIPPED: &str = include_str!("../../assets/keys.ron");

/// Which key does what, in each context.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keymap {
    keys: BTreeMap<&'static str, Vec<KeyCombination>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Draft {
    menu: Vec<Binding>,
    battle: Vec<Binding>,
    compose: Vec<Binding>,
    find: Vec<Binding>,
    hand: Vec<Binding>,
    odds: Vec<Binding>,
    odds_roll: Vec<Binding>,
    list: Vec<Binding>,
    help: Vec<Binding>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Binding {
    does: String,
    keys: Vec<String>,
}

impl Keymap {
    /// The keys that ship.
    ///
    /// # Panics
    /// If the file that ships is faulty, which a test would have found.
    #[must_use]
    pub fn shipped() -> Self {
        let mut keymap = Self { keys: BTreeMap::new() };
        keymap.lay_over(SHIPPED).expect("the shipped keys are checked by a test");
        keymap
    }

    /// Lays a file's keys over these: what it does not name stays.
    ///
    /// # Errors
    /// All that is wrong with the file, each with its place; nothing is changed then.
    pub fn lay_over(&mut self, text: &str) -> Result<(), Vec<Problem>> {
        let mut reading = document::read_all::<Draft>(text);
        let Some(draft) = reading.value.take() else { return Err(reading.into_problems()) };
        let mut keys = self.keys.clone();
        let mut faults = Vec::new();
        let groups = [
            ("menu", Context::Menu, draft.menu),
            ("battle", Context::Battle, draft.battle),
            ("compose", Context::Compose, draft.compose),
            ("find", Context::Find, draft.find),
            ("hand", Context::Hand, draft.hand),
            ("odds", Context::Odds, draft.odds),
            ("odds_roll", Context::OddsRoll, draft.odds_roll),
            ("list", Context::List, draft.list),
            ("help", Context::Help, draft.help),
        ];
        let mut places = BTreeMap::new();
        for (group, context, bindings) in groups {
            for (i, binding) in bindings.into_iter().enumerate() {
                let own = || COMMANDS.iter().filter(|c| c.context == context);
                let Some(command) = own().find(|c| c.name == binding.does) else {
                    let what = format!("there is no command “{}” here", text::presentable(&binding.does));
                    let fault = Fault::at(format!("{group}.{i}.does"), what);
                    let near = text::nearest(&binding.does, own().map(|c| c.name));
                    faults.push(match near {
                        Some(near) => fault.hint(format!("perhaps `{near}`")),
                        None => fault,
                    });
                    continue;
                };
                let mut combinations = Vec::new();
                for (k, key) in binding.keys.iter().enumerate() {
                    match key.parse::<KeyCombination>() {
                        Ok(combination) => combinations.push(combination),
                        Err(_) => faults.push(
                            Fault::at(format!("{group}.{i}.keys.{k}"), format!("“{}” is no key", text::presentable(key)))
                                .hint("a character, or enter, esc, tab, space, up, f1 …, with ctrl-, alt- or shift- before it"),
                        ),
                    }
                }
                keys.insert(command.name, combinations);
                places.insert(command.name, format!("{group}.{i}.keys"));
            }
        }
        for (at, command) in COMMANDS.iter().enumerate() {
            for key in keys.get(command.name).into_iter().flatten() {
                let rivals = COMMANDS[..at].iter().filter(|c| c.context == command.context);
                let rival = rivals.into_iter().find(|c| keys.get(c.name).is_some_and(|own| own.contains(key)));
                if let Some(rival) = rival {
                    let place = places.get(command.name).or_else(|| places.get(rival.name)).cloned();
                    let what = format!("{key} does both `{}` and `{}`", rival.name, command.name);
                    faults.push(Fault::at(place.unwrap_or_default(), what));
                }
            }
        }
        reading.add(faults);
        if !reading.is_sound() {
            return Err(reading.into_problems());
        }
        self.keys = keys;
        Ok(())
    }

    /// The keys of a command, as they are shown: `ctrl-r`.
    #[must_use]
    pub fn shown(&self, command: &str) -> Vec<String> {
        let format = crokey::KeyCombinationFormat::default().with_implicit_shift().with_lowercase_modifiers();
        let keys = self.keys.get(command).into_iter().flatten();
        keys.map(|key| format.to_string(*key)).map(short).collect()
    }

    /// Whether a key belongs to a command.
    #[must_use]
    pub fn is(&self, command: &str, key: KeyEvent) -> bool {
        let key = combination(key);
        self.keys.get(command).is_some_and(|own| own.contains(&key))
    }
}

fn short(key: String) -> String {
    match key.as_str() {
        "Up" => "↑".into(),
        "Down" => "↓".into(),
        "Left" => "←".into(),
        "Right" => "→".into(),
        "PageUp" => "PgUp".into(),
        "PageDown" => "PgDn".into(),
        "BackTab" | "shift-BackTab" => "shift-Tab".into(),
        "Hyphen" => "-".into(),
        _ => key,
    }
}

/// A key press as it is looked up: terminals disagree on whether `?` comes with shift, so shift counts for letters alone.
fn combination(mut key: KeyEvent) -> KeyCombination {
    if let KeyCode::Char(c) = key.code
        && !c.is_alphabetic()
    {
        key.modifiers.remove(KeyModifiers::SHIFT);
    }
    KeyCombination::from(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_a_key() {
        let keymap = Keymap::shipped();
        for command in COMMANDS {
            assert!(!keymap.shown(command.name).is_empty(), "{} has no key", command.name);
        }
    }

    #[test]
    fn a_faulty_keymap_is_refused_with_places() {
        let table = [
            ("(battle: [(does: \"scrudd\", keys: [\"s\"])])", "perhaps `scrud`"),
            ("(battle: [(does: \"scrud\", keys: [\"hyper-s\"])])", "is no key"),
            ("(battle: [(does: \"scrud\", keys: [\"e\"])])", "does both"),
            ("(fights: [])", "there is no field `fights`"),
        ];
        for (text, wanted) in table {
            let mut keymap = Keymap::shipped();
            let problems = keymap.lay_over(text).expect_err(text);
            assert!(problems.iter().any(|p| p.to_string().contains(wanted) && p.place.is_some()), "{problems:?}");
            assert_eq!(keymap, Keymap::shipped());
        }
    }
}
