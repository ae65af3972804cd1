//! Troop types and weapons of a rulebook that are changed by name.

use wardiary_base::{
    book::{Rulebook, RulebookDraft, SupportRole},
    document,
};

fn made(text: &str, base: &Rulebook) -> Rulebook {
    let draft: RulebookDraft = document::read(text).unwrap_or_else(|e| panic!("{text}: {e}"));
    let written = document::to_line(&draft);
    assert_eq!(document::read(&written).as_ref(), Ok(&draft), "{written}");
    draft.check(base).unwrap_or_else(|faults| panic!("{text}: {faults:?}"))
}

#[test]
fn fields_are_laid_over_the_entry_of_that_name() {
    let base = Rulebook::default_rules();
    let infantry = base.troop("infantry").expect("it is there").clone();
    let all = base.troops.len();
    for (text, name, strength, moves, weapons, troops) in [
        ("(troops: {})", "infantry", 4, 2, &["rifles"][..], all),
        ("(troops: {\"infantry\": (moves: 3)})", "infantry", 4, 3, &["rifles"], all),
        ("(troops: {\"INFANTRY\": (strength: 6, weapons: [])})", "infantry", 6, 2, &[], all),
        ("(troops: {\"hussars\": (strength: 2)})", "hussars", 2, 2, &[], all + 1),
        ("(troops: {\"transport\": None})", "infantry", 4, 2, &["rifles"], all - 1),
        ("(troops: [(name: \"infantry\", strength: 5)])", "infantry", 5, 2, &[], 1),
    ] {
        let book = made(text, &base);
        let troop = book.troop(name).unwrap_or_else(|| panic!("{text}: no {name}"));
        assert_eq!((troop.strength, troop.moves, book.troops.len()), (strength, moves, troops), "{text}");
        assert_eq!(troop.weapons, weapons, "{text}");
        assert!(troop.name == infantry.name || name != "infantry", "{text}: the name is written as it was");
    }
}

/// A field that is an option is taken away by `None`, and left out it stays.
#[test]
fn an_option_is_left_out_or_taken_away() {
    let base = Rulebook::default_rules();
    for (text, support) in [
        ("(troops: {\"artillery\": (moves: 1)})", Some(SupportRole::Artillery)),
        ("(troops: {\"artillery\": (support: None)})", None),
        ("(troops: {\"artillery\": (support: AirDefence)})", Some(SupportRole::AirDefence)),
    ] {
        assert_eq!(made(text, &base).troop("artillery").expect(text).support, support, "{text}");
    }
}

#[test]
fn weapons_are_changed_by_name_too() {
    let base = Rulebook::default_rules();
    let book = made("(weapons: {\"rifles\": (dice: [9]), \"pikes\": (dice: [1])})", &base);
    let rifles = book.weapon("rifles").expect("they are there");
    let before = base.weapon("rifles").expect("they are there");
    assert_eq!((&rifles.dice[..], rifles.attack_costs_move), (&[9][..], before.attack_costs_move));
    assert_eq!(book.weapons.len(), base.weapons.len() + 1);
}

/// What stands on a changed book is laid over that.
#[test]
fn changes_add_up() {
    let base = made("(troops: {\"infantry\": (moves: 3)})", &Rulebook::default_rules());
    let book = made("(troops: {\"infantry\": (strength: 5)})", &base);
    let infantry = book.troop("infantry").expect("it is there");
    assert_eq!((infantry.strength, infantry.moves), (5, 3));
}

/// Only lists that are given as a whole drop what they do not name.
#[test]
fn changes_by_name_drop_nothing_unsaid() {
    let base = Rulebook::default_rules();
    for (text, lists, warnings) in [
        ("(troops: {\"infantry\": (weapons: [])})", 0, 0),
        ("(troops: {\"transport\": None})", 0, 0),
        ("(troops: [(name: \"infantry\", strength: 4)])", 1, 1),
    ] {
        let draft: RulebookDraft = document::read(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!((draft.lists().len(), draft.dropped_entry_warnings(&base).len()), (lists, warnings), "{text}");
    }
}
