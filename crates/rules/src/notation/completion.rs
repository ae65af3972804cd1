//! Completion of orders.

use super::{
    names::{all_of, quoted, reference},
    order::OrderReader,
    reader::Expected,
};
use crate::{
    order::Verb,
    rules::refusal::Attack,
    state::{EntityKind, State, Unit},
};
use std::{collections::BTreeSet, ops::Range};
use wardiary_base::id::{BattleId, Id, UnitId};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// The range of the text it replaces, in bytes.
    pub at: Range<usize>,
    /// The new text; empty for free text.
    pub text: String,
    /// A description for the list.
    pub about: String,
}

/// Completes the last word, or lists what may follow it.
pub fn suggestions(text: &str, state: &State) -> Vec<Suggestion> {
    suggestions_in(None, text, state)
}

/// Like [`suggestions`], while a battle is shown; see [`instruction_in`](super::instruction_in).
pub fn suggestions_in(shown: Option<BattleId>, text: &str, state: &State) -> Vec<Suggestion> {
    let mut found: Vec<Suggestion> = Vec::new();
    let mut known: BTreeSet<(usize, usize, String)> = BTreeSet::new();
    let mut add = |suggestion: Suggestion| {
        if known.insert((suggestion.at.start, suggestion.at.end, suggestion.text.clone())) {
            found.push(suggestion);
        }
    };
    // The last word may be incomplete, so the text is read without it to find what could be there.
    let cut = unfinished(text);
    for (head, whole) in [(&text[..cut], cut == text.len()), (text, true)] {
        // An open quote is part of the incomplete last word, which `cut` removes.
        let Ok(order) = OrderReader::new(head, state) else { continue };
        let mut order = order.showing(shown);
        let read = order.instruction();
        if read.is_ok() && order.reader.peek().is_some() {
            continue;
        }
        if !whole || cut == text.len() {
            let typed = text[cut..].trim_start_matches('"').to_lowercase();
            let here = order.reader.wanted_at_end().filter(|(at, _)| *at >= head.trim_end().len());
            let mut wanted: Vec<&Expected> = here.map(|(_, expected)| expected).collect();
            // In an incomplete order the reader's last expectation is the required one; the others are optional.
            let lacks = read.is_err() && !head.trim().is_empty();
            if lacks && matches!(wanted.last(), Some(Expected::Word(_))) {
                wanted.rotate_right(1);
            }
            for expected in wanted {
                offer((state, Naming::of(head)), expected, cut..text.len(), &typed, &mut add);
            }
        } else {
            // An incomplete name of several words.
            for (at, kinds) in order.reader.names_to_end() {
                let typed = text[at..].trim_start_matches('"').to_lowercase();
                if at < cut && !typed.contains('"') {
                    let of = (state, Naming::of(&text[..at]));
                    offer(of, &Expected::Name(kinds), at..text.len(), &typed, &mut add);
                }
            }
        }
    }
    found
}

/// The start of the last word if it touches the end of the text, else the end.
fn unfinished(text: &str) -> usize {
    let quotes = text.matches('"').count() - text.matches("\\\"").count().min(text.matches('"').count());
    if quotes % 2 == 1 {
        return text.rfind('"').unwrap_or(text.len());
    }
    let ends = |c: char| c.is_whitespace() || c == '+';
    if text.ends_with('"') {
        return text.len();
    }
    text.rsplit(ends).next().map_or(0, |word| text.len() - word.len())
}

/// The role of a name in an order.
#[derive(Clone, Copy)]
enum Naming {
    Attacker(Attack),
    /// Somebody who is given an order, which only the own side may give.
    Ordered,
    Any,
}

impl Naming {
    /// The role of the name that follows the start of an order.
    fn of(head: &str) -> Self {
        let mut words = head.split_whitespace();
        let Some(verb) = words.next().and_then(|word| Verb::named(&word.to_lowercase())) else { return Self::Any };
        let (naming, then) = match verb {
            Verb::Volley => (Self::Attacker(Attack::Volley), "at"),
            Verb::Scrud => (Self::Attacker(Attack::Combat), "v"),
            Verb::Conflict => (Self::Attacker(Attack::Round), "v"),
            Verb::March | Verb::Halt | Verb::Move | Verb::Face => (Self::Ordered, "to"),
            _ => return Self::Any,
        };
        if words.any(|word| word == then) { Self::Any } else { naming }
    }

    /// Whether a thing fits the role. A unit that has attacked this turn can't attack, and a side can't order another's
    /// forces.
    fn suits(self, state: &State, id: Id) -> bool {
        let is_own = || state.viewer().is_none_or(|side| state.side_of(id).is_none_or(|of| of == side));
        match self {
            Self::Any => true,
            Self::Ordered => is_own(),
            Self::Attacker(attack) => is_own() && can_attack(state, id, attack),
        }
    }
}

fn offer(
    (state, naming): (&State, Naming),
    expected: &Expected,
    at: Range<usize>,
    typed: &str,
    add: &mut impl FnMut(Suggestion),
) {
    let at_verb = at.start == 0;
    let mut put = |text: String, about: String| add(Suggestion { at: at.clone(), text, about });
    match expected {
        // The rules would refuse orders of mechanisms that the rulebook does not use.
        Expected::Word(word)
            if at_verb && Verb::named(word).and_then(Verb::mechanism).is_some_and(|m| !state.book().uses(m)) => {}
        Expected::Word(word) if word.starts_with(typed) => put((*word).into(), String::new()),
        Expected::OneOf(words) => {
            in_order(words.iter().map(|word| (word, word.as_str())), typed)
                .for_each(|word| put(quoted(word), String::new()));
        }
        Expected::Name(kinds) => {
            let names: Vec<(Id, String)> = all_of(state, kinds).map(|id| (id, state.name(id))).collect();
            in_order(names.iter().map(|(id, name)| (*id, name.as_str())), typed)
                .filter(|id| is_there(state, *id) && naming.suits(state, *id))
                .for_each(|id| put(reference(state, id, kinds), about(state, id)));
        }
        Expected::Free(what) if typed.is_empty() => put(String::new(), (*what).into()),
        _ => {}
    }
}

/// Filters by name: first the names that start with the typed text, then those with a later word that does, such as
/// “Grouchy” in “Marshal Grouchy”.
fn in_order<'a, T>(all: impl Iterator<Item = (T, &'a str)>, typed: &str) -> impl Iterator<Item = T> {
    let (first, others): (Vec<_>, Vec<_>) = all.partition(|(_, name)| name.to_lowercase().starts_with(typed));
    first.into_iter().chain(others.into_iter().filter(|(_, name)| has_word(name, typed))).map(|(thing, _)| thing)
}

/// Whether a word of the name starts with `begins`, ignoring case.
fn has_word(name: &str, begins: &str) -> bool {
    let name = name.to_lowercase();
    let mut words = name.match_indices(begins).map(|(at, _)| at);
    words.any(|at| !name[..at].ends_with(char::is_alphanumeric))
}

/// Whether a thing is offered. Eliminated units and finished battles are not.
fn is_there(state: &State, id: Id) -> bool {
    match state.kind(id) {
        Some(EntityKind::Unit) => state.unit(UnitId(id.0)).is_some_and(Unit::is_alive),
        Some(EntityKind::Battle) => state.battle(BattleId(id.0)).is_some_and(|b| b.over.is_none()),
        _ => true,
    }
}

/// Whether a unit, or any unit of a force, can still make this kind of attack this turn, or continue one.
fn can_attack(state: &State, id: Id, attack: Attack) -> bool {
    let may = |unit: &Unit| {
        let goes_on = attack == Attack::Combat && state.combat_of(unit.id).is_some();
        goes_on || state.attack_spent(unit.id, attack).is_none()
    };
    let meant = state.units_meant(id);
    meant.is_empty() || meant.into_iter().any(may)
}

fn about(state: &State, id: Id) -> String {
    let kind = state.kind(id).map_or("", EntityKind::word);
    match state.side_of(id).filter(|side| Id::from(*side) != id) {
        Some(side) => format!("{kind} of {}", state.name(side)),
        None => kind.into(),
    }
}
