//! Completion of orders.

use super::{
    alias::LineCommand,
    names::{ANY, ids_of_kinds, quote_if_needed, reference_text},
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
pub struct Completion {
    /// The range of the text it replaces, in bytes.
    pub at: Range<usize>,
    /// The new text; empty for free text.
    pub text: String,
    pub description: String,
}

/// Completes the last word, or lists what may follow it.
pub fn completions(text: &str, state: &State) -> Vec<Completion> {
    completions_in(None, text, state)
}

/// Like [`completions`], while a battle is shown; see [`parse_instruction_in`](super::parse_instruction_in).
pub fn completions_in(shown: Option<BattleId>, text: &str, state: &State) -> Vec<Completion> {
    completions_counted(shown, text, state).0
}

/// Like [`completions_in`], with the number of steps that it took: linear in the length of the text.
pub fn completions_counted(shown: Option<BattleId>, text: &str, state: &State) -> (Vec<Completion>, usize) {
    let (mut found, mut steps) = (Vec::<Completion>::new(), text.len());
    let mut known: BTreeSet<(usize, usize, String)> = BTreeSet::new();
    let mut add = |suggestion: Completion| {
        if known.insert((suggestion.at.start, suggestion.at.end, suggestion.text.clone())) {
            found.push(suggestion);
        }
    };
    // The last word may be incomplete, so the text is read without it to find what could be there.
    let cut = last_word_start(text);
    for (head, whole) in [(&text[..cut], cut == text.len()), (text, true)] {
        // An open quote is part of the incomplete last word, which `cut` removes.
        let Ok(order) = OrderReader::new(head, state) else { continue };
        let mut order = order.with_shown_battle(shown);
        let read = order.instruction();
        if read.is_ok() && order.reader.peek().is_some() {
            continue;
        }
        if !whole || cut == text.len() {
            let typed = text[cut..].trim_start_matches('"').to_lowercase();
            let here = order.reader.expected_at_end().filter(|(at, _)| *at >= head.trim_end().len());
            let mut wanted: Vec<&Expected> = here.map(|(_, expected)| expected).collect();
            // In an incomplete order the reader's last expectation is the required one; the others are optional.
            let lacks = read.is_err() && !head.trim().is_empty();
            if lacks && matches!(wanted.last(), Some(Expected::Word(_))) {
                wanted.rotate_right(1);
            }
            for expected in wanted {
                add_expected((state, NameRole::of_next_name(head)), expected, cut..text.len(), &typed, &mut add);
            }
        } else {
            // An incomplete name of several words. What is longer than every name is none.
            let longest = ids_of_kinds(state, ANY).map(|id| state.name(id).len()).max().unwrap_or(0);
            for (at, kinds) in order.reader.expected_names_to_end().filter(|(at, _)| text.len() - at <= longest + 1) {
                steps += text.len();
                let typed = text[at..].trim_start_matches('"').to_lowercase();
                if at < cut && !typed.contains('"') {
                    let of = (state, NameRole::of_next_name(&text[..at]));
                    add_expected(of, &Expected::Name(kinds), at..text.len(), &typed, &mut add);
                }
            }
        }
        steps += order.reader.steps();
    }
    (found, steps)
}

/// The start of the last word if it touches the end of the text, else the end.
fn last_word_start(text: &str) -> usize {
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

#[derive(Clone, Copy)]
enum NameRole {
    Attacker(Attack),
    /// The recipient of an order, which only its own side may give.
    Ordered,
    Any,
}

impl NameRole {
    /// The role of the name that follows the start of an order.
    fn of_next_name(head: &str) -> Self {
        let mut words = head.split_whitespace();
        let Some(verb) = words.next().and_then(|word| Verb::from_text(&word.to_lowercase())) else { return Self::Any };
        let (naming, then) = match verb {
            Verb::Volley => (Self::Attacker(Attack::Volley), "at"),
            Verb::Scrud => (Self::Attacker(Attack::Combat), "v"),
            Verb::Conflict => (Self::Attacker(Attack::Round), "v"),
            Verb::March | Verb::Halt | Verb::Move | Verb::Face => (Self::Ordered, "to"),
            _ => return Self::Any,
        };
        if words.any(|word| word == then) { Self::Any } else { naming }
    }

    /// A unit that has attacked this turn can't attack, and a side can't order another's forces.
    fn allows(self, state: &State, id: Id) -> bool {
        let is_own = || state.viewer().is_none_or(|side| state.side_of(id).is_none_or(|of| of == side));
        match self {
            Self::Any => true,
            Self::Ordered => is_own(),
            Self::Attacker(attack) => is_own() && can_attack(state, id, attack),
        }
    }
}

fn add_expected(
    (state, naming): (&State, NameRole),
    expected: &Expected,
    at: Range<usize>,
    typed: &str,
    add: &mut impl FnMut(Completion),
) {
    let at_verb = at.start == 0;
    let mut put = |text: String, about: String| add(Completion { at: at.clone(), text, description: about });
    match expected {
        // The rules would refuse orders of mechanisms that the rulebook does not use.
        Expected::Word(word)
            if at_verb && Verb::from_text(word).and_then(Verb::mechanism).is_some_and(|m| !state.book().uses(m)) => {}
        Expected::Word(word) if word.starts_with(typed) => put((*word).into(), String::new()),
        Expected::OneOf(words) => {
            filter_by_name(words.iter().map(|word| (word, word.raw())), typed)
                .for_each(|word| put(quote_if_needed(word), String::new()));
        }
        Expected::Name(kinds) => {
            let names: Vec<(Id, String)> = ids_of_kinds(state, kinds).map(|id| (id, state.name(id))).collect();
            filter_by_name(names.iter().map(|(id, name)| (*id, name.as_str())), typed)
                .filter(|id| is_offered(state, *id) && naming.allows(state, *id))
                .for_each(|id| put(reference_text(state, id, kinds), describe(state, id)));
        }
        Expected::Free(what) if typed.is_empty() => put(String::new(), (*what).into()),
        _ => {}
    }
}

/// Filters by name: first names that start with the typed text, then those with a later word that does.
fn filter_by_name<'a, T>(all: impl Iterator<Item = (T, &'a str)>, typed: &str) -> impl Iterator<Item = T> {
    let (first, others): (Vec<_>, Vec<_>) = all.partition(|(_, name)| name.to_lowercase().starts_with(typed));
    first.into_iter().chain(others.into_iter().filter(|(_, name)| has_word(name, typed))).map(|(thing, _)| thing)
}

fn has_word(name: &str, begins: &str) -> bool {
    let name = name.to_lowercase();
    let mut words = name.match_indices(begins).map(|(at, _)| at);
    words.any(|at| !name[..at].ends_with(char::is_alphanumeric))
}

/// Whether a thing is offered. Eliminated units and finished battles are not.
fn is_offered(state: &State, id: Id) -> bool {
    match state.kind(id) {
        Some(EntityKind::Unit) => state.unit(UnitId(id.0)).is_some_and(Unit::is_alive),
        Some(EntityKind::Battle) => state.battle(BattleId(id.0)).is_some_and(|b| b.ended.is_none()),
        _ => true,
    }
}

/// Whether a unit, or any unit of a force, can still make this kind of attack this turn, or continue one.
fn can_attack(state: &State, id: Id, attack: Attack) -> bool {
    let may = |unit: &Unit| {
        let goes_on = attack == Attack::Combat && state.combat_of(unit.id).is_some();
        goes_on || state.attack_refusal(unit.id, attack).is_none()
    };
    let meant = state.units_for_id(id);
    meant.is_empty() || meant.into_iter().any(may)
}

fn describe(state: &State, id: Id) -> String {
    let kind = state.kind(id).map_or("", EntityKind::word);
    match state.side_of(id).filter(|side| Id::from(*side) != id) {
        Some(side) => format!("{kind} of {}", state.name(side)),
        None => kind.into(),
    }
}

/// Drops a hint for a side that contains, in backquotes, an order or command of the referee's.
pub(crate) fn allowed_hint(hint: Option<String>, state: &State) -> Option<String> {
    hint.filter(|hint| state.viewer().is_none() || !hint.split('`').skip(1).step_by(2).any(is_referee_order))
}

/// Whether a line begins as an order of the referee, or as a command that moves through the diary or changes it.
pub fn is_referee_order(order: &str) -> bool {
    let mut words = order.split_whitespace();
    let (first, second) = (words.next().unwrap_or_default(), words.next());
    let begins = |verb: &&Verb| {
        let (word, then) = verb.words();
        word == first && then.is_none_or(|then| second == Some(then))
    };
    let verb = Verb::ALL.iter().find(begins);
    match verb {
        Some(verb) => !verb.is_player_verb(),
        None => LineCommand::find(first).is_some_and(|command| !command.is_question()),
    }
}
