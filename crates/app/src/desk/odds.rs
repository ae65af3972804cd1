//! Requests odds for a session, and shows the aftermath of the last entry.

use super::Desk;
use crate::{component::Event, overlay::aftermath::AftermathOverlay, session::Session, session_odds::Asked};
use std::time::Duration;

/// How long a frame waits for odds that are nearly ready, so that they appear with the key that asked for them. Applies
/// to a typed order and to a screen's own odds. The rank of a roll is drawn below its dice, and the frame does not wait
/// for it.
const PATIENCE: Duration = Duration::from_millis(4);

impl Desk<Session> {
    /// Opens the aftermath of the last recorded entry, if that ended a battle or exhausted a side. Waits until all dice
    /// have landed.
    pub(crate) fn show_aftermath(&mut self) {
        if self.context.are_dice_falling() || self.has_overlay() {
            return;
        }
        let Some(no) = self.context.take_aftermath() else { return };
        if no == self.context.save.diary().head()
            && let Some(overlay) = AftermathOverlay::of(&self.context, no)
        {
            self.open(Box::new(overlay));
        }
    }

    /// Requests odds when the request of the top component has changed, and takes the results that have arrived. Waits
    /// briefly for new ones.
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

    /// Takes the results that have arrived. Returns whether there is anything new to show.
    pub(crate) fn receive_odds(&mut self, patience: Duration) -> bool {
        let (layers, session) = self.parts();
        let (reports, is_new) = session.odds.receive(patience);
        for report in reports {
            if let Some(asking) = layers.asking(session) {
                let odds = Event::Odds { job: report.place, result: report.result, is_last: report.last };
                asking.event(odds, session);
            }
        }
        is_new
    }
}
