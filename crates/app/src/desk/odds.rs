//! What a session's desk asks to be worked out, and what a recorded entry came to, over the screen.

use super::Desk;
use crate::{overlay::aftermath::AftermathOverlay, session::Session, session_odds::Asked};
use std::time::Duration;

/// How long a frame waits for odds that are all but ready, so that they come with the key that asked for them: those of an order
/// that is typed, and a screen's own. How likely a roll was stands below its dice, which are not kept waiting for that.
const PATIENCE: Duration = Duration::from_millis(4);

impl Desk<Session> {
    /// What the entry came to that was recorded last, over the screen, where it ended a battle or exhausted a side: once its dice
    /// have all landed.
    pub(crate) fn show_aftermath(&mut self) {
        if self.context.landed.is_some() || self.has_overlay() {
            return;
        }
        let Some(no) = self.context.aftermath.take() else { return };
        if no == self.context.save.diary().head()
            && let Some(overlay) = AftermathOverlay::of(&self.context, no)
        {
            self.open(Box::new(overlay));
        }
    }

    /// Asks for the odds of what is on top where that has changed, and takes in what has come since; odds that are about
    /// to come are waited for.
    pub(crate) fn follow_odds(&mut self) {
        let (layers, session) = self.parts();
        let asked = layers.top_down().find_map(|component| component.asked(session)).unwrap_or(Asked::Nothing);
        let mut patience = Duration::ZERO;
        if session.odds.is_new(&asked) {
            let jobs = match asked {
                Asked::Screen { .. } => layers.asking(session).map_or_else(Vec::new, |asking| asking.jobs(session)),
                _ => session.odds_jobs(&asked),
            };
            if matches!(asked, Asked::Order(..) | Asked::Screen { .. }) {
                patience = PATIENCE;
            }
            session.odds.ask(asked, jobs);
        }
        self.receive_odds(patience);
    }

    /// Takes in what has come of the odds, which may be waited for. True where there is something new to be shown.
    pub(crate) fn receive_odds(&mut self, patience: Duration) -> bool {
        let (layers, session) = self.parts();
        let (reports, is_new) = session.odds.receive(patience);
        for report in reports {
            if let Some(asking) = layers.asking(session) {
                asking.take(report.place, report.result, report.last);
            }
        }
        is_new
    }
}
