//! Filters hints: a side is not advised to give the referee's orders.

use super::alias::LineCommand;
use crate::{order::Verb, state::State};

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
