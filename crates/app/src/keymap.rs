//! Key bindings: the defaults in assets/keys.ron, overridden by the user's file.

use super::{command::CommandGroup, registry};
use crokey::KeyCombination;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use indexmap::IndexMap;
use serde::{
    Deserialize, Deserializer,
    de::{Error, MapAccess, Visitor},
};
use std::{collections::BTreeMap, fmt, rc::Rc, sync::LazyLock};
use wardiary_base::{
    document::{self, Problem},
    fault::Fault,
    text,
};

/// The default bindings.
pub const SHIPPED: &str = include_str!("../../../assets/keys.ron");

/// The bindings of every command. Clones share the data, and comparing a clone with its original takes no time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keymap(Rc<Bound>);

#[derive(Debug, PartialEq, Eq)]
struct Bound {
    keys: BTreeMap<&'static str, Vec<KeySequence>>,
    begun: IndexMap<KeyCombination, Vec<&'static str>>,
}

/// Keys pressed one after the other. Most sequences have a single key.
type KeySequence = Vec<KeyCombination>;

const LONGEST: usize = 3;

static GROUPS: LazyLock<Vec<CommandGroup>> = LazyLock::new(registry::groups);

/// The names of the groups, which are the fields of a key file.
static NAMES: LazyLock<Vec<&'static str>> = LazyLock::new(|| GROUPS.iter().map(|group| group.name).collect());

/// A parsed key file: the bindings of each group.
#[derive(Default)]
struct Draft(BTreeMap<&'static str, Vec<Binding>>);

impl<'de> Deserialize<'de> for Draft {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_struct("Draft", &NAMES, Self::default())
    }
}

impl<'de> Visitor<'de> for Draft {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("struct Draft")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<Self, A::Error> {
        while let Some(Field(group)) = map.next_key()? {
            if self.0.insert(group, map.next_value()?).is_some() {
                return Err(A::Error::duplicate_field(group));
            }
        }
        Ok(self)
    }
}

struct Field(&'static str);

impl<'de> Deserialize<'de> for Field {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Name;

        impl Visitor<'_> for Name {
            type Value = Field;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("field identifier")
            }

            fn visit_str<E: Error>(self, name: &str) -> Result<Field, E> {
                let known = NAMES.iter().find(|group| **group == name);
                known.map(|group| Field(group)).ok_or_else(|| E::unknown_field(name, &NAMES))
            }
        }

        deserializer.deserialize_identifier(Name)
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Binding {
    does: String,
    keys: Vec<String>,
}

/// Former command names, which are still accepted: group, old name, new name.
pub const OLD_NAMES: &[(&str, &str, &str)] = &[
    ("battle", "to-top", "top"),
    ("battle", "to-bottom", "bottom"),
    // `hand-line` moved to the other side's dice. `hand-down` moves to the nearest die below.
    ("hand", "hand-line", "hand-down"),
];

impl Keymap {
    /// The default bindings.
    ///
    /// # Panics
    /// If the shipped file is faulty; a test checks it.
    pub fn shipped() -> Self {
        Self::of(shipped_keys())
    }

    pub fn of(keys: BTreeMap<&'static str, Vec<KeySequence>>) -> Self {
        let mut begun: IndexMap<KeyCombination, Vec<&'static str>> = IndexMap::new();
        for (command, keys) in &keys {
            keys.iter().filter_map(|keys| keys.first()).for_each(|key| begun.entry(*key).or_default().push(command));
        }
        Self(Rc::new(Bound { keys, begun }))
    }

    /// Overrides these bindings with those of a file. Commands that the file does not name keep theirs.
    ///
    /// # Errors
    /// All faults of the file with their positions. No binding changes then.
    pub fn lay_over(&mut self, text: &str) -> Result<(), Vec<Problem>> {
        let mut reading = document::read_all::<Draft>(text);
        let Some(draft) = reading.value.take() else { return Err(reading.into_problems()) };
        let mut patched = Patched::of(self.0.keys.clone(), draft);
        for group in &*GROUPS {
            patched.find_rivals(group);
        }
        reading.add(patched.faults);
        if !reading.is_sound() {
            return Err(reading.into_problems());
        }
        *self = Self::of(patched.keys);
        Ok(())
    }

    /// The keys of a command for display, such as `ctrl-r`.
    pub fn shown(&self, command: &str) -> Vec<String> {
        self.0.keys.get(command).into_iter().flatten().map(|keys| shown(keys)).collect()
    }

    pub(crate) fn first_shown(&self, command: &str) -> Option<String> {
        self.0.keys.get(command)?.first().map(|keys| shown(keys))
    }

    /// Whether a key is bound to a command.
    pub fn is(&self, command: &str, key: KeyEvent) -> bool {
        self.rest(command, &combinations(&[key])).is_some_and(<[_]>::is_empty)
    }

    /// The commands whose bindings start with `pressed`, of all groups. Callers check only these few.
    pub(crate) fn begun_by(&self, pressed: &[KeyCombination]) -> &[&'static str] {
        pressed.first().and_then(|key| self.0.begun.get(key)).map_or(&[], Vec::as_slice)
    }

    /// The keys still missing from a binding of the command after `pressed`; empty if it is complete. `None` if no
    /// binding starts with `pressed`.
    pub fn rest(&self, command: &str, pressed: &[KeyCombination]) -> Option<&[KeyCombination]> {
        let rests = self.0.keys.get(command)?.iter().filter_map(|keys| rest_of(keys, pressed));
        rests.min_by_key(|rest| rest.len())
    }
}

/// Reads the default bindings by command. A full parse of the file takes a quarter of the time to the first frame. In
/// this file each binding is one line and only the command and its keys are quoted, so the quotes are enough. Few keys
/// differ, so parsed sequences are reused.
fn shipped_keys() -> BTreeMap<&'static str, Vec<KeySequence>> {
    let mut read: BTreeMap<&str, KeySequence> = BTreeMap::new();
    let mut keys_of = |line: &'static str| {
        let mut quoted = line.split('"').skip(1).step_by(2);
        let command = quoted.next()?;
        let keys = quoted.map(|key| {
            let keys =
                read.entry(key).or_insert_with(|| sequence(key).expect("the shipped keys are checked by a test"));
            keys.clone()
        });
        Some((command, keys.collect()))
    };
    SHIPPED.lines().filter(|line| line.trim_start().starts_with("(does:")).filter_map(&mut keys_of).collect()
}

struct Patched {
    keys: BTreeMap<&'static str, Vec<KeySequence>>,
    /// Where the file binds each key of a command.
    places: BTreeMap<&'static str, Vec<(KeySequence, String)>>,
    faults: Vec<Fault>,
}

impl Patched {
    fn of(keys: BTreeMap<&'static str, Vec<KeySequence>>, Draft(mut draft): Draft) -> Self {
        let mut patched = Self { keys, places: BTreeMap::new(), faults: Vec::new() };
        for group in &*GROUPS {
            for (i, binding) in draft.remove(group.name).unwrap_or_default().iter().enumerate() {
                patched.bind(group, i, binding);
            }
        }
        patched
    }

    /// Applies one binding of the file. `place` is its index in the group.
    fn bind(&mut self, group: &CommandGroup, place: usize, binding: &Binding) {
        let path = format!("{}.{place}", group.name);
        let old = OLD_NAMES.iter().find(|(of, old, _)| *of == group.name && *old == binding.does);
        let name = old.map_or(&*binding.does, |(_, _, name)| name);
        let Some(command) = group.commands.iter().find(|info| info.name == name) else {
            let what = format!("there is no command “{}” here", text::display_name(&binding.does));
            let fault = Fault::at(format!("{path}.does"), what);
            let near = text::nearest(&binding.does, group.commands.iter().map(|info| info.name));
            self.faults.push(match near {
                Some(near) => fault.hint(format!("perhaps `{near}`")),
                None => fault,
            });
            return;
        };
        let (mut combinations, mut places) = (Vec::new(), Vec::new());
        for (k, key) in binding.keys.iter().enumerate() {
            match sequence(key) {
                Some(keys) => {
                    places.push((keys.clone(), format!("{path}.keys.{k}")));
                    combinations.push(keys);
                }
                None => self.faults.push(
                    Fault::at(format!("{path}.keys.{k}"), format!("“{}” is no key", text::display_name(key))).hint(
                        "a character, or enter, esc, tab, space, up, f1 …, with ctrl-, alt- or shift- before it; or up \
                             to three of them, one after the other, with blanks between",
                    ),
                ),
            }
        }
        self.keys.insert(command.name, combinations);
        self.places.insert(command.name, places);
    }

    fn place_of(&self, command: &str, key: &KeySequence) -> Option<String> {
        self.places.get(command)?.iter().find(|(own, _)| own == key).map(|(_, place)| place.clone())
    }

    /// Reports the commands of a group that share a key.
    fn find_rivals(&mut self, group: &CommandGroup) {
        let keys_of = |name| self.keys.get(name).into_iter().flatten();
        for (at, command) in group.commands.iter().enumerate() {
            for key in keys_of(command.name) {
                let rival = group.commands[..at].iter().find(|rival| keys_of(rival.name).any(|own| own == key));
                if let Some(rival) = rival {
                    let place = self.place_of(command.name, key).or_else(|| self.place_of(rival.name, key));
                    let what = format!("{} does both `{}` and `{}`", written(key), rival.name, command.name);
                    self.faults.push(Fault::at(place.unwrap_or_default(), what));
                }
                // A user's binding overrides shipped ones that start with it. A user's binding that can never be
                // reached is a fault.
                let begins = |own: &KeySequence| own.len() < key.len() && key.starts_with(own);
                let first = group.commands.iter().find(|other| keys_of(other.name).any(begins));
                if let (Some(first), Some(place)) = (first, self.place_of(command.name, key)) {
                    let what = format!("{} never counts: its first key alone does `{}`", written(key), first.name);
                    self.faults.push(Fault::at(place, what));
                }
            }
        }
    }
}

/// Formats a sequence for display.
pub fn shown(keys: &[KeyCombination]) -> String {
    let format = crokey::KeyCombinationFormat::default().with_implicit_shift().with_lowercase_modifiers();
    keys.iter().map(|key| short(format.to_string(*key))).collect::<Vec<_>>().join(" ")
}

pub(crate) fn pressed(keys: &[KeyEvent]) -> String {
    shown(&combinations(keys))
}

/// Formats a sequence as in a key file.
fn written(keys: &[KeyCombination]) -> String {
    keys.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn sequence(written: &str) -> Option<KeySequence> {
    let keys: KeySequence = written.split_whitespace().map(str::parse).collect::<Result<_, _>>().ok()?;
    (1..=LONGEST).contains(&keys.len()).then_some(keys)
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

fn rest_of<'k>(keys: &'k [KeyCombination], pressed: &[KeyCombination]) -> Option<&'k [KeyCombination]> {
    keys.strip_prefix(pressed)
}

/// Normalises pressed keys for lookup.
pub fn combinations(keys: &[KeyEvent]) -> Vec<KeyCombination> {
    keys.iter().map(|key| combination(*key)).collect()
}

/// Normalises a key for lookup. Terminals disagree on whether `?` comes with shift, so shift counts for letters only.
fn combination(mut key: KeyEvent) -> KeyCombination {
    if let KeyCode::Char(c) = key.code
        && !c.is_alphabetic()
    {
        key.modifiers.remove(KeyModifiers::SHIFT);
    }
    KeyCombination::from(key)
}
