//! Advice that a refusal or an error gives, as far as whoever reads it can follow it.

use super::alias::COMMANDS;
use crate::{order::Verb, rules::is_a_players, state::State};

/// Advice in a state: in a side's view none that names, between backquotes, an order of the referee's or what moves through the diary and
/// changes it.
pub(super) fn fit(hint: Option<String>, state: &State) -> Option<String> {
    hint.filter(|hint| state.viewer().is_none() || !hint.split('`').skip(1).step_by(2).any(is_the_referees))
}

fn is_the_referees(order: &str) -> bool {
    let mut words = order.split_whitespace();
    let (first, second) = (words.next().unwrap_or_default(), words.next());
    let begins = |verb: &&Verb| {
        let (word, then) = verb.words();
        word == first && then.is_none_or(|then| second == Some(then))
    };
    let verb = Verb::ALL.iter().find(begins);
    verb.map_or(COMMANDS.contains(&first) && first != "suggest", |verb| !is_a_players(*verb))
}
