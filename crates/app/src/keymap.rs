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
    document::{self, Problem},
    fault::Fault,
    text,
};

/// The bindings of every command, by its number. Clones share the data, and comparing a clone with its original takes
/// no time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keymap(Rc<Vec<Vec<KeySequence>>>);

/// Keys pressed one after the other. Most sequences have a single key.
type KeySequence = Vec<KeyCombination>;

const LONGEST: usize = 3;

static GROUPS: LazyLock<Vec<CommandGroup>> = LazyLock::new(registry::groups);

macro_rules! key_file {
    ($($field:ident $Group:ident { $($row:tt)* })*) => {
        /// A parsed key file: the bindings of each group.
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
    does: String,
    keys: Vec<String>,
}

/// Former command names, which are still accepted.
pub const OLD_NAMES: &[(GroupId, &str, CommandId)] = &[
    (GroupId::Battle, "to-top", CommandId::Top),
    (GroupId::Battle, "to-bottom", CommandId::Bottom),
    // `hand-line` moved to the other side's dice. `hand-down` moves to the nearest die below.
    (GroupId::Hand, "hand-line", CommandId::HandDown),
];

/// The command of a group with this name in key files.
fn named(group: &CommandGroup, name: &str) -> Option<CommandId> {
    let old = OLD_NAMES.iter().find(|(of, old, _)| *of == group.id && *old == name);
    let command = group.commands.iter().map(|info| info.id).find(|id| id.name() == name);
    old.map(|(_, _, id)| *id).or(command)
}

impl Keymap {
    /// The default bindings.
    pub fn shipped() -> Self {
        let keys = |id: &CommandId| id.keys().iter().map(|keys| keys.to_vec()).collect();
        Self(Rc::new(CommandId::ALL.iter().map(keys).collect()))
    }

    fn keys(&self, id: CommandId) -> &[KeySequence] {
        &self.0[id.number()]
    }

    /// Overrides these bindings with those of a file. Commands that the file does not name keep theirs.
    ///
    /// # Errors
    /// All faults of the file with their positions. No binding changes then.
    pub fn lay_over(&mut self, text: &str) -> Result<(), Vec<Problem>> {
        let mut reading = document::read_all::<KeyFile>(text);
        let Some(file) = reading.value.take() else { return Err(reading.into_problems()) };
        let mut patched = Patched::of(Vec::clone(&self.0), &file);
        for group in &*GROUPS {
            patched.find_rivals(group);
        }
        reading.add(patched.faults);
        if !reading.is_sound() {
            return Err(reading.into_problems());
        }
        *self = Self(Rc::new(patched.keys));
        Ok(())
    }

    /// The keys of a command for display, such as `ctrl-r`.
    pub fn shown(&self, id: CommandId) -> Vec<String> {
        self.keys(id).iter().map(|keys| shown(keys)).collect()
    }

    pub(crate) fn first_shown(&self, id: CommandId) -> Option<String> {
        self.keys(id).first().map(|keys| shown(keys))
    }

    /// Whether a key is bound to a command.
    pub fn is(&self, id: CommandId, key: KeyEvent) -> bool {
        self.rest(id, &combinations(&[key])).is_some_and(<[_]>::is_empty)
    }

    /// The keys still missing from a binding of the command after `pressed`; empty if it is complete. `None` if no
    /// binding starts with `pressed`.
    pub fn rest(&self, id: CommandId, pressed: &[KeyCombination]) -> Option<&[KeyCombination]> {
        self.keys(id).iter().filter_map(|keys| keys.strip_prefix(pressed)).min_by_key(|rest| rest.len())
    }
}

struct Patched {
    keys: Vec<Vec<KeySequence>>,
    /// Where the file binds each key of a command.
    places: BTreeMap<CommandId, Vec<(KeySequence, String)>>,
    faults: Vec<Fault>,
}

impl Patched {
    fn of(keys: Vec<Vec<KeySequence>>, file: &KeyFile) -> Self {
        let mut patched = Self { keys, places: BTreeMap::new(), faults: Vec::new() };
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
        let Some(id) = named(group, &binding.does) else {
            let what = format!("there is no command “{}” here", text::display_name(&binding.does));
            let fault = Fault::at(format!("{path}.does"), what);
            let near = text::nearest(&binding.does, group.commands.iter().map(|info| info.id.name()));
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
        self.keys[id.number()] = combinations;
        self.places.insert(id, places);
    }

    fn place_of(&self, id: CommandId, key: &KeySequence) -> Option<String> {
        self.places.get(&id)?.iter().find(|(own, _)| own == key).map(|(_, place)| place.clone())
    }

    /// Reports the commands of a group that share a key.
    fn find_rivals(&mut self, group: &CommandGroup) {
        let keys_of = |id: CommandId| &self.keys[id.number()];
        let ids: Vec<CommandId> = group.commands.iter().map(|info| info.id).collect();
        for (at, id) in ids.iter().enumerate() {
            for key in keys_of(*id) {
                if let Some(rival) = ids[..at].iter().find(|rival| keys_of(**rival).contains(key)) {
                    let place = self.place_of(*id, key).or_else(|| self.place_of(*rival, key));
                    let what = format!("{} does both `{}` and `{}`", written(key), rival.name(), id.name());
                    self.faults.push(Fault::at(place.unwrap_or_default(), what));
                }
                // A user's binding overrides shipped ones that start with it. A user's binding that can never be
                // reached is a fault.
                let begins = |own: &KeySequence| own.len() < key.len() && key.starts_with(own);
                let first = ids.iter().find(|other| keys_of(**other).iter().any(begins));
                if let (Some(first), Some(place)) = (first, self.place_of(*id, key)) {
                    let what = format!("{} never counts: its first key alone does `{}`", written(key), first.name());
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The names of the commands, by group, in the order of the table.
    const NAMES: &[(GroupId, &[&str])] = {
        macro_rules! names {
            ($($field:ident $Group:ident { $($Id:ident $name:literal $([$($keys:tt)*])+ $(=> $kind:expr)?;)* })*) => {
                &[$((GroupId::$Group, &[$($name),*])),*]
            };
        }
        command_table!(names)
    };

    /// The printed file has the groups, the commands and the keys of the table, in its order.
    #[test]
    fn the_printed_keys_are_those_of_the_table() {
        let printed = include_str!("../../../assets/keys.ron");
        let mut none = Keymap(Rc::new(vec![Vec::new(); CommandId::ALL.len()]));
        none.lay_over(printed).expect("no fault");
        assert_eq!(none, Keymap::shipped());
        let names = NAMES.iter().flat_map(|(group, names)| {
            let rows = names.iter().map(|name| format!("(does: \"{name}\","));
            std::iter::once(format!("{}: [", group.name())).chain(rows).collect::<Vec<_>>()
        });
        let lines = printed.lines().map(str::trim).filter(|line| line.ends_with(": [") || line.starts_with("(does:"));
        let lines = lines.map(|line| line.split(" keys:").next().unwrap_or(line).to_string());
        assert_eq!(lines.collect::<Vec<_>>(), names.collect::<Vec<_>>());
    }

    #[test]
    fn every_command_is_offered_in_its_group() {
        for (id, names) in NAMES {
            let group = GROUPS.iter().find(|group| group.id == *id).expect("it is a component's");
            for name in *names {
                assert!(group.commands.iter().any(|info| info.id.name() == *name), "{name}");
            }
        }
    }

    #[test]
    fn every_command_has_a_key() {
        let keymap = Keymap::shipped();
        for command in GROUPS.iter().flat_map(|group| &group.commands) {
            assert!(!keymap.shown(command.id).is_empty(), "{} has no key", command.id.name());
        }
    }

    /// Names of commands and groups since the first version, which user files may contain.
    #[test]
    fn a_users_file_goes_on_working() {
        let table = [
            ("menu", "menu-down menu-up menu-choose menu-sample menu-back menu-help menu-quit"),
            (
                "battle",
                "order scrud support edna volley test argue conflict strike posture lead screen initiative first stand reroll pass end-turn withdraw commit lose restore promote demote round edge note begin hand-dice undo redo write-on amend strike-out what-if branches odds find find-next pick up down fold unfold page-up page-down to-top to-bottom next-pane previous-pane next-battle mouse theme read-again help back menu suspend quit",
            ),
            (
                "compose",
                "give complete suggestion-down suggestion-up compose-hand-dice compose-read-again compose-odds compose-cancel",
            ),
            ("find", "find-look find-cancel"),
            ("hand", "hand-give hand-next hand-previous hand-erase hand-line hand-cancel"),
            ("list", "list-accept list-down list-up list-page-down list-page-up list-top list-bottom list-close"),
            (
                "odds",
                "odds-accept odds-type odds-next odds-previous odds-left odds-play-out odds-stop odds-down odds-up odds-page-down odds-page-up odds-battle odds-help odds-close odds-quit",
            ),
            (
                "odds_roll",
                "odds-typed odds-roll-next odds-roll-previous odds-roll-left odds-roll-stop odds-roll-down odds-roll-up odds-roll-page-down odds-roll-page-up odds-roll-order odds-roll-close",
            ),
            ("help", "help-down help-up help-page-down help-page-up help-close"),
        ];
        for (group, names) in table {
            for name in names.split(' ') {
                let mut keymap = Keymap::shipped();
                let text = format!("({group}: [(does: \"{name}\", keys: [\"ctrl-alt-f9\"])])");
                assert_eq!(keymap.lay_over(&text), Ok(()), "{text}");
                let group = GROUPS.iter().find(|own| own.id.name() == group).expect("a group");
                let id = named(group, name).expect("a command");
                assert_eq!(keymap.shown(id), ["ctrl-alt-F9"], "{text}");
            }
        }
    }

    #[test]
    fn keys_that_follow_one_another() {
        let mut keymap = Keymap::shipped();
        keymap.lay_over("(battle: [(does: \"scrud\", keys: [\"ctrl-k g up\", \"s\"])])").expect("it is sound");
        assert_eq!(keymap.shown(CommandId::Scrud), ["ctrl-k g ↑", "s"]);
        let [k, g, up] = [
            KeyEvent::new(KeyCode::Char('k'), KeyModifiers::CONTROL),
            KeyCode::Char('g').into(),
            KeyEvent::from(KeyCode::Up),
        ];
        let left = |pressed: &[KeyEvent]| keymap.rest(CommandId::Scrud, &combinations(pressed)).map(<[_]>::len);
        assert_eq!([left(&[k]), left(&[k, g]), left(&[k, g, up])], [Some(2), Some(1), Some(0)]);
        assert_eq!([left(&[g]), left(&[k, up]), left(&[k, g, up, g])], [None; 3]);
        assert!(keymap.is(CommandId::Scrud, KeyCode::Char('s').into()) && !keymap.is(CommandId::Scrud, k));
        // A user's key hides the shipped sequences that start with it.
        let text = "(battle: [(does: \"scrud\", keys: [\"'\"])])";
        assert_eq!(keymap.lay_over(text), Ok(()));
    }

    #[test]
    fn a_faulty_keymap_is_refused_with_places() {
        let table = [
            ("(battle: [(does: \"scrudd\", keys: [\"s\"])])", "perhaps `scrud`"),
            ("(battle: [(does: \"scrud\", keys: [\"hyper-s\"])])", "is no key"),
            ("(battle: [(does: \"scrud\", keys: [\"e\"])])", "does both"),
            ("(fights: [])", "there is no field `fights`"),
            ("(battle: [(does: \"scrud\", keys: [\"' u\"])])", "does both"),
            ("(battle: [(does: \"scrud\", keys: [\"e u\"])])", "never counts"),
            ("(battle: [(does: \"scrud\", keys: [\"' a b c\"])])", "is no key"),
            ("(battle: [(does: \"scrud\", keys: [\" \"])])", "is no key"),
        ];
        for (text, wanted) in table {
            let mut keymap = Keymap::shipped();
            let problems = keymap.lay_over(text).expect_err(text);
            assert!(problems.iter().any(|p| p.to_string().contains(wanted) && p.place.is_some()), "{problems:?}");
            assert_eq!(keymap, Keymap::shipped());
        }
        // The problem is reported at the key, not at the list.
        let problems =
            Keymap::shipped().lay_over("(battle: [(does: \"scrud\", keys: [\"s\", \"e\"])])").expect_err("e is edna's");
        assert_eq!(problems[0].place.map(|place| (place.line, place.column)), Some((1, 39)), "{problems:?}");
    }
}
