//! The title of the terminal's window, and the action that the battle awaits.

use super::{
    model::{Model, VisibleStack},
    session::Session,
};
use wardiary_base::{id::BattleId, text};
use wardiary_rules::{
    notation,
    rules::{self, NextStep},
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AwaitedAction {
    battle: BattleId,
    pub text: String,
    /// Whether a player has to decide: who goes first, which dice to keep, the next order of the side to act.
    pub needs_decision: bool,
}

/// The action that the current battle awaits, at the head.
pub(super) fn awaited(session: &Session) -> Option<AwaitedAction> {
    let state = session.diary().state();
    let battle = state.battle(session.battle()?)?;
    let step = rules::next_step(state, battle)?;
    let decides = matches!(step, NextStep::Decide(_) | NextStep::Act(_) | NextStep::ActTogether);
    Some(AwaitedAction {
        battle: battle.id,
        text: notation::next_step_text(state, battle, step),
        needs_decision: decides,
    })
}

/// The window title: the save, the turn and what is awaited.
pub(super) fn title(model: &Model, awaited: Option<&AwaitedAction>) -> String {
    let text = match &model.visible_stack {
        VisibleStack::Start(..) => Vec::new(),
        VisibleStack::Drawing(screens, _) => vec![screens.context.drawing.ground().title().to_string()],
        VisibleStack::Session(screens) => {
            let session = &screens.context;
            let mut text = vec![session.diary().header().title.as_name()];
            text.extend(session.viewed().side_name().map(|side| format!("as seen by {side}")));
            let battle = session.battle().and_then(|id| session.state().battle(id));
            text.extend(battle.filter(|battle| battle.ended.is_none()).map(|battle| format!("turn {}", battle.turn)));
            if session.is_reviewing() {
                text.push(format!("review of entry {}", session.entry()));
            } else {
                text.extend(awaited.map(|awaited| awaited.text.clone()));
            }
            text
        }
    };
    let text = [text, vec!["wardiary".into()]].concat();
    text::sanitize(&text.join(" - "))
}
