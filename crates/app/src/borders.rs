//! Moves the borders between panes by mouse and keyboard, and saves their positions.

use super::{
    command_id::CommandId,
    component::{Actions, Command, Context as _, Event, always, effect},
    effect::Effect,
    notice::Notice,
    session::Session,
};
use ratatui::layout::{Direction, Position, Rect};

/// Handles the dragging of a border and its end. `None` for other events.
pub(crate) fn event(event: &Event, session: &mut Session) -> Option<Actions<Session>> {
    match event {
        Event::Drag(at, _) => session.panes.drag(*at).then(Vec::new),
        Event::Release if session.panes.release() => Some(effect(Effect::SavePanes)),
        Event::Release => Some(Vec::new()),
        _ => None,
    }
}

fn resize(session: &mut Session, direction: Direction, by: i16) -> Actions<Session> {
    if session.panes.resize(direction, by) {
        return effect(Effect::SavePanes);
    }
    session.say(Notice::bad("this pane has no movable border there"));
    Vec::new()
}

/// The pane whose title row contains `at`. A press on a title row starts a drag and focuses the pane.
pub fn pane_with_title_at<P>(panes: impl IntoIterator<Item = (P, Rect)>, at: Position) -> Option<P> {
    let is_title = |place: &Rect| place.y == at.y && place.contains(at);
    panes.into_iter().find(|(_, place)| is_title(place)).map(|(pane, _)| pane)
}

/// The commands that resize panes. Their ids follow the first in the table: zoom, wider, narrower, taller, shorter,
/// reset.
pub const fn resize_commands<S>(first: CommandId) -> [Command<S, Session>; 6] {
    const ZOOM: &str = "zoom: let the focused pane fill the screen, or restore the layout";
    const WIDER: &str = "make the pane wider; borders can also be dragged, and the layout is saved";
    let (zoom, wider) = (first, first.later(1));
    let (narrower, taller, shorter, reset) = (first.later(2), first.later(3), first.later(4), first.later(5));
    [
        Command::new(zoom, "", ZOOM, always, |_, s| {
            s.panes.toggle_zoom();
            effect(Effect::SavePanes)
        }),
        Command::new(wider, "", WIDER, always, |_, s| resize(s, Direction::Horizontal, 2)),
        Command::new(narrower, "", "make it narrower", always, |_, s| resize(s, Direction::Horizontal, -2)),
        Command::new(taller, "", "make it taller", always, |_, s| resize(s, Direction::Vertical, 1)),
        Command::new(shorter, "", "make it shorter", always, |_, s| resize(s, Direction::Vertical, -1)),
        Command::new(reset, "", "reset the layout of all panes", always, |_, s| {
            s.panes.reset();
            effect(Effect::SavePanes)
        }),
    ]
}
