//! The title of the terminal's window, and what the battle is waiting for.

use super::{
    model::{Front, Model},
    session::Session,
};
use wardiary_base::{id::BattleId, text};
use wardiary_rules::{
    notation,
    rules::{self, NextStep},
};

/// What a battle is waiting for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Awaited {
    battle: BattleId,
    pub text: String,
    /// Whether somebody has to decide: who goes first, which dice stand, what the side to act does.
    pub decides: bool,
}

/// What the current battle is waiting for, at the head.
pub(super) fn awaited(session: &Session) -> Option<Awaited> {
    let state = session.diary().state();
    let battle = state.battle(session.battle()?)?;
    let step = rules::next_step(state, battle)?;
    let decides = matches!(step, NextStep::Decide(_) | NextStep::Act(_) | NextStep::ActTogether);
    Some(Awaited { battle: battle.id, text: notation::awaited(state, battle, step), decides })
}

/// The window title: the save, the turn and what is awaited.
pub(super) fn title(model: &Model, awaited: Option<&Awaited>) -> String {
    let told = match &model.front {
        Front::Start(..) => Vec::new(),
        Front::Drawing(desk, _) => vec![desk.context.drawing.ground().title().to_string()],
        Front::Session(desk) => {
            let session = &desk.context;
            let mut told = vec![session.diary().header().title.clone()];
            told.extend(session.viewed().side_name().map(|side| format!("as seen by {side}")));
            let battle = session.battle().and_then(|id| session.state().battle(id));
            told.extend(battle.filter(|battle| battle.over.is_none()).map(|battle| format!("turn {}", battle.turn)));
            if session.is_reviewing() {
                told.push(format!("review of entry {}", session.entry()));
            } else {
                told.extend(awaited.map(|awaited| awaited.text.clone()));
            }
            told
        }
    };
    let told = [told, vec!["wardiary".into()]].concat();
    text::sanitize(&told.join(" - "))
}
