//! The borders of panes under the mouse and the keys: dragged, moved, and kept where they were put.

use super::{
    component::{Actions, Command, always, effect},
    effect::Effect,
    notice::Notice,
    panes::Panes,
    session::Session,
};
use ratatui::layout::{Direction, Position, Rect};
use wardiary_view::layout::{Border, BorderPlace, Borders};

/// The borders of a screen as they were laid out last, and the one that is dragged.
#[derive(Debug, Default)]
pub(crate) struct Handles {
    places: Vec<BorderPlace>,
    /// The pane that has the keys.
    pane: Rect,
    held: Option<Border>,
}

impl Handles {
    /// Takes over where they are.
    pub fn lay(&mut self, places: Vec<BorderPlace>, pane: Rect) {
        (self.places, self.pane) = (places, pane);
    }

    /// A button is pressed there: a border that is drawn there is held. True where there is one.
    pub fn press(&mut self, at: Position) -> bool {
        self.held = Borders::at(&self.places, at);
        self.held.is_some()
    }

    /// The pointer is moved there. True where a border goes with it.
    pub fn drag(&self, at: Position, panes: &mut Panes) -> bool {
        if let Some(border) = self.held {
            panes.borders.drag(&self.places, border, at);
        }
        self.held.is_some()
    }

    /// The button is let go: where a border lies now is kept.
    pub fn release(&mut self, panes: &Panes) -> Actions<Session> {
        let moved = self.held.take().is_some() && !panes.borders.is_default();
        if moved { effect(Effect::KeepPanes) } else { Vec::new() }
    }

    fn resize(&self, session: &mut Session, direction: Direction, by: i16) -> Actions<Session> {
        if session.panes.borders.resize(&self.places, self.pane, direction, by) {
            return effect(Effect::KeepPanes);
        }
        session.notice = Some(Notice::bad("this pane has no border there that can be moved"));
        Vec::new()
    }
}

/// The pane whose title is at a place of the screen: that is a border too, which may be dragged, and the pane has the keys.
pub fn titled<P>(panes: impl IntoIterator<Item = (P, Rect)>, at: Position) -> Option<P> {
    let is_title = |place: &Rect| place.y == at.y && place.contains(at);
    panes.into_iter().find(|(_, place)| is_title(place)).map(|(pane, _)| pane)
}

/// A screen whose borders can be moved.
pub(crate) trait Divides {
    /// Its borders.
    fn handles(&mut self) -> &mut Handles;
}

/// What is done to panes by keys, by the names that it has in a screen's group: zoom, wider, narrower, taller, shorter, all as
/// it was.
#[must_use]
pub const fn commands<S: Divides>(names: [&'static str; 6]) -> [Command<S, Session>; 6] {
    let [zoom, wider, narrower, taller, shorter, reset] = names;
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
