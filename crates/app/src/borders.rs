//! Moves the borders between panes by mouse and keyboard, and saves their positions.

use super::{
    command_id::CommandId,
    component::{Actions, Command, Event, always, effect},
    effect::Effect,
    notice::Notice,
    panes::Panes,
    session::Session,
};
use ratatui::layout::{Direction, Position, Rect};
use wardiary_view::layout::{Border, BorderPlace, Borders};

/// The borders of a screen in its latest layout, and the border being dragged.
#[derive(Debug, Default)]
pub(crate) struct Handles {
    places: Vec<BorderPlace>,
    pane: Rect,
    held: Option<Border>,
}

impl Handles {
    pub fn lay(&mut self, places: Vec<BorderPlace>, pane: Rect) {
        (self.places, self.pane) = (places, pane);
    }

    /// Starts a drag if the pointer is on a border. Returns whether it is.
    pub fn press(&mut self, at: Position) -> bool {
        self.held = Borders::at(&self.places, at);
        self.held.is_some()
    }

    /// Handles the dragging of a border and its end. `None` for other events.
    pub fn event(&mut self, event: &Event, panes: &mut Panes) -> Option<Actions<Session>> {
        match event {
            Event::Drag(at, _) => self.drag(*at, panes).then(Vec::new),
            Event::Release => Some(self.release(panes)),
            _ => None,
        }
    }

    /// Moves the dragged border to the pointer. Returns whether a drag is in progress.
    fn drag(&self, at: Position, panes: &mut Panes) -> bool {
        if let Some(border) = self.held {
            panes.borders.drag(&self.places, border, at);
        }
        self.held.is_some()
    }

    /// Ends the drag, and saves the positions if a border was dragged.
    fn release(&mut self, panes: &Panes) -> Actions<Session> {
        let moved = self.held.take().is_some() && !panes.borders.is_default();
        if moved { effect(Effect::KeepPanes) } else { Vec::new() }
    }

    fn resize(&self, session: &mut Session, direction: Direction, by: i16) -> Actions<Session> {
        if session.panes.borders.resize(&self.places, self.pane, direction, by) {
            return effect(Effect::KeepPanes);
        }
        session.say(Notice::bad("this pane has no border there that can be moved"));
        Vec::new()
    }
}

/// The pane whose title row contains `at`. A title row is a border as well: a press on it can start a drag, and it
/// focuses the pane.
pub fn titled<P>(panes: impl IntoIterator<Item = (P, Rect)>, at: Position) -> Option<P> {
    let is_title = |place: &Rect| place.y == at.y && place.contains(at);
    panes.into_iter().find(|(_, place)| is_title(place)).map(|(pane, _)| pane)
}

pub(crate) trait Divides {
    fn handles(&mut self) -> &mut Handles;
}

/// The commands that resize panes, by their ids: zoom, wider, narrower, taller, shorter, reset.
pub const fn commands<S: Divides>(ids: [CommandId; 6]) -> [Command<S, Session>; 6] {
    let [zoom, wider, narrower, taller, shorter, reset] = ids;
    [
        Command::new(
            zoom,
            "",
            "zoom: give the pane that has the keys all the room there is, or take it back",
            always,
            |_, s| {
                s.panes.zoomed = !s.panes.zoomed;
                effect(Effect::KeepPanes)
            },
        ),
        Command::new(wider, "", "make the pane wider; borders can be dragged, too, and it is kept", always, |b, s| {
            b.handles().resize(s, Direction::Horizontal, 2)
        }),
        Command::new(narrower, "", "make it narrower", always, |b, s| b.handles().resize(s, Direction::Horizontal, -2)),
        Command::new(taller, "", "make it taller", always, |b, s| b.handles().resize(s, Direction::Vertical, 1)),
        Command::new(shorter, "", "make it shorter", always, |b, s| b.handles().resize(s, Direction::Vertical, -1)),
        Command::new(reset, "", "all panes as they are by default", always, |_, s| {
            s.panes = Panes::default();
            effect(Effect::KeepPanes)
        }),
    ]
}
