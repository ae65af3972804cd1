//! Key bindings: those of the table of commands, overridden by the user's file.

use super::{
    command::CommandGroup,
    command_id::{CommandId, GroupId},
    registry,
};
use crokey::KeyCombination;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use serde::Deserialize;
use std::{collections::BTreeMap, rc::Rc, sync::LazyLock};
use wardiary_base::{
    document::{self, SourceProblem},
    fault::Fault,
    text::{self, Text},
};

/// The bindings of every command, by its number. Clones share the data, and comparing a clone with its original takes
/// no time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keymap(Rc<Vec<Vec<KeySequence>>>);

/// Keys pressed one after the other. Most sequences have a single key.
type KeySequence = Vec<KeyCombination>;

const MAX_SEQUENCE: usize = 3;

static GROUPS: LazyLock<Vec<CommandGroup>> = LazyLock::new(registry::groups);

macro_rules! key_file {
    ($($field:ident $Group:ident { $($row:tt)* })*) => {
        #[derive(Default, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        struct KeyFile {
            $($field: Vec<Binding>,)*
        }

        impl KeyFile {
            fn bindings(&self, group: GroupId) -> &[Binding] {
                match group {
                    $(GroupId::$Group => &self.$field,)*
                }
            }
        }
    };
}
command_table!(key_file);

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Binding {
    does: Text,
    keys: Vec<String>,
}

/// Former command names, which are still accepted.
pub const FORMER_NAMES: &[(GroupId, &str, CommandId)] = &[
    (GroupId::Battle, "to-top", CommandId::Top),
    (GroupId::Battle, "to-bottom", CommandId::Bottom),
    // `hand-line` moved to the other side's dice. `hand-down` moves to the nearest die below.
    (GroupId::Hand, "hand-line", CommandId::HandDown),
];

fn command_named(group: &CommandGroup, name: &Text) -> Option<CommandId> {
    let old = FORMER_NAMES.iter().find(|(of, old, _)| *of == group.id && *name == *old);
    let command = group.commands.iter().map(|info| info.id).find(|id| *name == id.name());
    old.map(|(_, _, id)| *id).or(command)
}

impl Keymap {
    pub fn shipped() -> Self {
        let keys = |id: &CommandId| id.keys().iter().map(|keys| keys.to_vec()).collect();
        Self(Rc::new(CommandId::ALL.iter().map(keys).collect()))
    }

    fn keys(&self, id: CommandId) -> &[KeySequence] {
        &self.0[id.index()]
    }

    /// Overrides these bindings with those of a file. On an error, which lists all faults, no binding changes.
    pub fn override_with(&mut self, text: &str) -> Result<(), Vec<SourceProblem>> {
        let mut recovered = document::read_recovering::<KeyFile>(text);
        let Some(file) = recovered.value.take() else { return Err(recovered.into_problems()) };
        let mut patched = KeymapPatch::of(Vec::clone(&self.0), &file);
        for group in &*GROUPS {
            patched.find_conflicts(group);
        }
        recovered.add_faults(patched.faults);
        if !recovered.is_valid() {
            return Err(recovered.into_problems());
        }
        *self = Self(Rc::new(patched.keys));
        Ok(())
    }

    /// The keys of a command for display, such as `ctrl-r`.
    pub fn key_labels(&self, id: CommandId) -> Vec<String> {
        self.keys(id).iter().map(|keys| sequence_label(keys)).collect()
    }

    pub(crate) fn first_key_label(&self, id: CommandId) -> Option<String> {
        self.keys(id).first().map(|keys| sequence_label(keys))
    }

    pub fn is_bound(&self, id: CommandId, key: KeyEvent) -> bool {
        self.remaining_keys(id, &combinations(&[key])).is_some_and(<[_]>::is_empty)
    }

    /// The keys still missing from a binding of the command after `pressed`; empty if it is complete. `None` if no
    /// binding starts with `pressed`.
    pub fn remaining_keys(&self, id: CommandId, pressed: &[KeyCombination]) -> Option<&[KeyCombination]> {
        self.keys(id).iter().filter_map(|keys| keys.strip_prefix(pressed)).min_by_key(|rest| rest.len())
    }
}

struct KeymapPatch {
    keys: Vec<Vec<KeySequence>>,
    bound_at: BTreeMap<CommandId, Vec<(KeySequence, String)>>,
    faults: Vec<Fault>,
}

impl KeymapPatch {
    fn of(keys: Vec<Vec<KeySequence>>, file: &KeyFile) -> Self {
        let mut patched = Self { keys, bound_at: BTreeMap::new(), faults: Vec::new() };
        for group in &*GROUPS {
            for (i, binding) in file.bindings(group.id).iter().enumerate() {
                patched.bind(group, i, binding);
            }
        }
        patched
    }

    /// Applies one binding of the file. `place` is its index in the group.
    fn bind(&mut self, group: &CommandGroup, place: usize, binding: &Binding) {
        let path = format!("{}.{place}", group.id.name());
        let Some(id) = command_named(group, &binding.does) else {
            let what = format!("there is no command “{}” here", binding.does.as_name());
            let fault = Fault::at(format!("{path}.does"), what);
            let near = text::nearest(&binding.does, group.commands.iter().map(|info| info.id.name()));
            self.faults.push(match near {
                Some(near) => fault.with_hint(format!("did you mean `{near}`?")),
                None => fault,
            });
            return;
        };
        let (mut combinations, mut places) = (Vec::new(), Vec::new());
        for (k, key) in binding.keys.iter().enumerate() {
            match parse_sequence(key) {
                Some(keys) => {
                    places.push((keys.clone(), format!("{path}.keys.{k}")));
                    combinations.push(keys);
                }
                None => self.faults.push(
                    Fault::at(format!("{path}.keys.{k}"), format!("“{}” is not a key", text::display_name(key))).with_hint(
                        "a key is a character, or enter, esc, tab, space, up, f1 …, with ctrl-, alt- or shift- before it; or up \
                             to three keys in sequence, separated by blanks",
                    ),
                ),
            }
        }
        self.keys[id.index()] = combinations;
        self.bound_at.insert(id, places);
    }

    fn bound_place(&self, id: CommandId, key: &KeySequence) -> Option<String> {
        self.bound_at.get(&id)?.iter().find(|(own, _)| own == key).map(|(_, place)| place.clone())
    }

    fn find_conflicts(&mut self, group: &CommandGroup) {
        let keys_of = |id: CommandId| &self.keys[id.index()];
        let ids: Vec<CommandId> = group.commands.iter().map(|info| info.id).collect();
        for (at, id) in ids.iter().enumerate() {
            for key in keys_of(*id) {
                if let Some(rival) = ids[..at].iter().find(|rival| keys_of(**rival).contains(key)) {
                    let place = self.bound_place(*id, key).or_else(|| self.bound_place(*rival, key));
                    let what =
                        format!("{} is bound to both `{}` and `{}`", file_notation(key), rival.name(), id.name());
                    self.faults.push(Fault::at(place.unwrap_or_default(), what));
                }
                // A user's binding overrides shipped ones that start with it. A user's binding that can never be
                // reached is a fault.
                let begins = |own: &KeySequence| own.len() < key.len() && key.starts_with(own);
                let first = ids.iter().find(|other| keys_of(**other).iter().any(begins));
                if let (Some(first), Some(place)) = (first, self.bound_place(*id, key)) {
                    let what = format!(
                        "{} has no effect: its first key alone is bound to `{}`",
                        file_notation(key),
                        first.name()
                    );
                    self.faults.push(Fault::at(place, what));
                }
            }
        }
    }
}

pub fn sequence_label(keys: &[KeyCombination]) -> String {
    let format = crokey::KeyCombinationFormat::default().with_implicit_shift().with_lowercase_modifiers();
    keys.iter().map(|key| shorten(format.to_string(*key))).collect::<Vec<_>>().join(" ")
}

pub(crate) fn pressed_label(keys: &[KeyEvent]) -> String {
    sequence_label(&combinations(keys))
}

/// Formats a sequence as in a key file.
fn file_notation(keys: &[KeyCombination]) -> String {
    keys.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn parse_sequence(written: &str) -> Option<KeySequence> {
    let keys: KeySequence = written.split_whitespace().map(str::parse).collect::<Result<_, _>>().ok()?;
    (1..=MAX_SEQUENCE).contains(&keys.len()).then_some(keys)
}

fn shorten(key: String) -> String {
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
