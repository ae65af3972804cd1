//! Implements `Context` for the session and for the start screen.

use super::{
    component::{Context, Overlay},
    effect::Effect,
    lobby::Lobby,
    notice::Notice,
    overlay::order_line::OrderLine,
    session::Session,
};

impl Context for Session {
    fn notice(&self) -> Option<&Notice> {
        self.notice.as_ref()
    }

    fn say(&mut self, notice: Notice) {
        self.notice = Some(notice);
    }

    fn begin(&mut self) {
        self.notice = None;
    }

    fn wake(&mut self) {
        self.landed = None;
    }

    fn dock(&mut self, is_docked: bool) {
        self.docked = is_docked;
    }

    fn composing(&self, words: String) -> Result<Box<dyn Overlay<Self>>, String> {
        if self.review.is_some() {
            Err("this is the past: Esc comes back to now".into())
        } else if let Some(why) = self.takes_no_orders() {
            Err(why)
        } else {
            Ok(Box::new(OrderLine::new(words)))
        }
    }

    fn way_out(&self) -> Option<Effect> {
        self.looks_on.then_some(Effect::LookBack)
    }
}

impl Context for Lobby {
    /// The start screen draws its notice beside the choices.
    fn notice(&self) -> Option<&Notice> {
        None
    }

    fn say(&mut self, notice: Notice) {
        self.notice = Some(notice);
    }

    fn begin(&mut self) {}

    fn wake(&mut self) {}
}
