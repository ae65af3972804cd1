//! The keys that ship, and a user's.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use std::collections::{BTreeMap, BTreeSet};
use wardiary_app::{
    command_id::CommandId,
    keymap::{FORMER_NAMES, Keymap, combinations},
    registry,
};

/// The printed file has the groups, the commands and the keys of the table, in its order.
#[test]
fn the_printed_keys_are_those_of_the_table() {
    let printed = include_str!("../../../../assets/keys.ron");
    let mut keymap = Keymap::shipped();
    keymap.override_with(printed).expect("no fault");
    assert_eq!(keymap, Keymap::shipped());
    let names = printed.lines().filter_map(|line| line.trim().strip_prefix("(does: \"")?.split('"').next());
    let table = CommandId::ALL.iter().map(|id| id.name());
    assert_eq!(names.collect::<Vec<_>>(), table.collect::<Vec<_>>());
}

/// Each command is printed in the group of the component that offers it.
#[test]
fn every_command_is_offered_in_its_group() {
    let (groups, mut group) = (registry::groups(), None);
    let printed = include_str!("../../../../assets/keys.ron");
    for line in printed.lines().map(str::trim) {
        if let Some(name) = line.strip_suffix(": [") {
            group = groups.iter().find(|group| group.id.name() == name);
            assert!(group.is_some(), "{name} is no component's");
        } else if let Some(name) = line.strip_prefix("(does: \"").and_then(|rest| rest.split('"').next()) {
            let group = group.expect("a group");
            assert!(group.commands.iter().any(|info| info.id.name() == name), "{name}");
        }
    }
}

#[test]
fn every_command_has_a_key() {
    let keymap = Keymap::shipped();
    for command in registry::groups().iter().flat_map(|group| &group.commands) {
        assert!(!keymap.key_labels(command.id).is_empty(), "{} has no key", command.id.name());
    }
}

/// What a key of the screens and lists of an open save may do: one thing, or things that go by the same idea. The start
/// screen and the drawing of maps have keys of their own, as do the text lines and the forms that are open for a moment.
#[test]
fn a_key_means_the_same_on_every_screen() {
    let same: [&[&str]; 24] = [
        // Moving, and acting on the selected row.
        &["left", "fold", "back", "previous-pane"],
        &["right", "unfold", "forward", "next-pane"],
        &["next-pane", "next", "next-unit"],
        &["previous-pane", "previous", "previous-unit"],
        &["go-on", "point", "choose", "accept", "look", "fold"],
        &["pick", "play", "accept"],
        &["back", "close"],
        &["quit", "close"],
        &["later", "next-turn"],
        &["earlier", "previous-turn"],
        &["next-battle", "battle"],
        // More of it, and less.
        &["restore", "zoom-in", "faster"],
        &["lose", "zoom-out", "slower"],
        // The line of the screen, its search, and its comments.
        &["order", "go", "type"],
        &["find", "filter"],
        &["find-next", "next-match"],
        &["note", "remark"],
        // Other names of one command.
        &["initiative", "awaited"],
        &["zoom", "all-room"],
        &["correct-dice", "correct"],
        &["strike-out", "strike"],
        &["end-battle", "end"],
        &["battle", "odds-battle"],
        &["read-again", "again"],
    ];
    let own = [
        "menu",
        "shelf",
        "choosing",
        "draw",
        "draw_line",
        "unsaved",
        "compose",
        "name",
        "find",
        "found",
        "hand",
        "form",
    ];
    let own = [&own[..], &["map_aim", "review_line", "odds_roll", "picker", "help", "faults", "links"]].concat();
    let keymap = Keymap::shipped();
    let mut meanings: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for group in registry::groups().iter().filter(|group| !own.contains(&group.id.name())) {
        for command in &group.commands {
            let name = command.id.name();
            let name = name.strip_prefix(group.id.name()).and_then(|name| name.strip_prefix('-')).unwrap_or(name);
            for key in keymap.key_labels(command.id) {
                meanings.entry(key).or_default().insert(name);
            }
        }
    }
    assert!(meanings.len() > 90, "{meanings:?}");
    let differs = |names: &BTreeSet<&str>| {
        names.len() > 1 && !same.iter().any(|same| names.iter().all(|name| same.contains(name)))
    };
    meanings.retain(|_, names| differs(names));
    assert!(meanings.is_empty(), "{meanings:#?}");
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
            assert_eq!(keymap.override_with(&text), Ok(()), "{text}");
            let old = FORMER_NAMES.iter().find(|(of, old, _)| of.name() == group && *old == name);
            let id = CommandId::ALL.iter().copied().find(|id| id.name() == name);
            let id = old.map(|(_, _, id)| *id).or(id).expect("a command");
            assert_eq!(keymap.key_labels(id), ["ctrl-alt-F9"], "{text}");
        }
    }
}

#[test]
fn keys_that_follow_one_another() {
    let mut keymap = Keymap::shipped();
    keymap.override_with("(battle: [(does: \"scrud\", keys: [\"ctrl-k g up\", \"s\"])])").expect("it is sound");
    assert_eq!(keymap.key_labels(CommandId::Scrud), ["ctrl-k g ↑", "s"]);
    let [k, g, up] = [
        KeyEvent::new(KeyCode::Char('k'), KeyModifiers::CONTROL),
        KeyCode::Char('g').into(),
        KeyEvent::from(KeyCode::Up),
    ];
    let left = |pressed: &[KeyEvent]| keymap.remaining_keys(CommandId::Scrud, &combinations(pressed)).map(<[_]>::len);
    assert_eq!([left(&[k]), left(&[k, g]), left(&[k, g, up])], [Some(2), Some(1), Some(0)]);
    assert_eq!([left(&[g]), left(&[k, up]), left(&[k, g, up, g])], [None; 3]);
    assert!(keymap.is_bound(CommandId::Scrud, KeyCode::Char('s').into()) && !keymap.is_bound(CommandId::Scrud, k));
    // A user's key hides the shipped sequences that start with it.
    let text = "(battle: [(does: \"scrud\", keys: [\"'\"])])";
    assert_eq!(keymap.override_with(text), Ok(()));
}

#[test]
fn a_faulty_keymap_is_refused_with_places() {
    let table = [
        ("(battle: [(does: \"scrudd\", keys: [\"s\"])])", "did you mean `scrud`?"),
        ("(battle: [(does: \"scrud\", keys: [\"hyper-s\"])])", "is not a key"),
        ("(battle: [(does: \"scrud\", keys: [\"e\"])])", "is bound to both"),
        ("(fights: [])", "there is no field `fights`"),
        ("(battle: [(does: \"scrud\", keys: [\"' u\"])])", "is bound to both"),
        ("(battle: [(does: \"scrud\", keys: [\"e u\"])])", "has no effect: its first key alone"),
        ("(battle: [(does: \"scrud\", keys: [\"' a b c\"])])", "is not a key"),
        ("(battle: [(does: \"scrud\", keys: [\" \"])])", "is not a key"),
    ];
    for (text, wanted) in table {
        let mut keymap = Keymap::shipped();
        let problems = keymap.override_with(text).expect_err(text);
        assert!(problems.iter().any(|p| p.to_string().contains(wanted) && p.position.is_some()), "{problems:?}");
        assert_eq!(keymap, Keymap::shipped());
    }
    // The problem is reported at the key, not at the list.
    let problems = Keymap::shipped()
        .override_with("(battle: [(does: \"scrud\", keys: [\"s\", \"e\"])])")
        .expect_err("e is edna's");
    assert_eq!(problems[0].position.map(|place| (place.line, place.column)), Some((1, 39)), "{problems:?}");
}
