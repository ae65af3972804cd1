//! The Luck screen's state: which rolls it is about, what was found of them, the panes.

use super::rows::{self, LuckPart};
use crate::{
    component::{Actions, DrawContext, above_dock},
    inquiry::Inquiry,
    ledger::{self, Ledger},
    odds_worker::{OddsJob, OddsResult},
    session::Session,
    session_odds::Asked,
};
use ratatui::{Frame, layout::Rect};
use wardiary_base::{id::BattleId, text};
use wardiary_diary::diary::EntryNo;
use wardiary_report::{
    luck::{Luck, Scope},
    swing::Swing,
};

/// Which rolls are meant: the diary as it stood, and what of it.
type About = (EntryNo, EntryNo, Scope);

/// What was found: the luck, and how the battles swung.
type Found = (Luck, Vec<Swing>);

/// The Luck screen.
pub(crate) struct LuckScreen {
    pub(super) ledger: Ledger<LuckPart>,
    scope: Scope,
    /// The weighing of the rolls that are meant.
    pub(super) inquiry: Inquiry<About, Box<Found>>,
    /// Whether the rows are those of what was found.
    made: bool,
    /// Whether they have room for what luck is.
    roomy: bool,
}

impl LuckScreen {
    pub(super) fn new() -> Self {
        Self {
            ledger: Ledger::new(LuckPart::Sides),
            scope: Scope::default(),
            inquiry: Inquiry::new(),
            made: false,
            roomy: true,
        }
    }

    fn about(&self, session: &Session) -> About {
        let diary = session.save.diary();
        (diary.head(), diary.next_no(), self.scope)
    }

    /// Only the rolls of a battle, or of all.
    pub(super) fn only(&mut self, battle: Option<BattleId>) {
        self.scope.battle = battle;
        self.inquiry.outdated();
    }

    pub(super) fn is_of_one_battle(&self) -> bool {
        self.scope.battle.is_some()
    }

    /// The next battle alone; after the last all of them.
    pub(super) fn next_battle(&mut self, session: &Session) -> Actions<Session> {
        let state = session.save.diary().state();
        let battles: Vec<BattleId> = state.battles().iter().map(|battle| battle.id).collect();
        let next = match self.scope.battle {
            None => 0,
            Some(battle) => battles.iter().position(|other| *other == battle).map_or(battles.len(), |at| at + 1),
        };
        self.only(battles.get(next).copied());
        Vec::new()
    }

    /// Every throw once, or those on the way taken.
    pub(super) fn toggle_all(&mut self) -> Actions<Session> {
        self.scope.all = !self.scope.all;
        self.inquiry.outdated();
        Vec::new()
    }

    /// Weighs after all.
    pub(super) fn again(&mut self) -> Actions<Session> {
        self.inquiry.outdated();
        Vec::new()
    }

    pub(super) fn asked_of(&self, session: &Session) -> Asked {
        self.inquiry.wants(self.about(session))
    }

    pub(super) fn ask(&mut self, session: &Session) -> Vec<OddsJob> {
        self.inquiry.ask(self.about(session));
        vec![OddsJob::Luck(Box::new(session.save.diary().clone()), self.scope)]
    }

    pub(super) fn take_result(&mut self, result: OddsResult) {
        if let OddsResult::Luck(found) = result {
            self.inquiry.answer(found);
            self.made = false;
        }
    }

    /// Makes the rows of what was found; what luck is, where there is room for that.
    pub(super) fn make_rows(&mut self, session: &Session, area: Rect) {
        let roomy = Ledger::<LuckPart>::has_room(area);
        self.made &= std::mem::replace(&mut self.roomy, roomy) == roomy;
        let Some((about, found)) = self.inquiry.found().filter(|_| !self.made) else { return };
        let (luck, swings) = &**found;
        let mut panes = rows::panes(session, luck, swings, &about.2);
        panes.retain(|(part, ..)| roomy || *part != LuckPart::Meaning);
        self.ledger.show(panes);
        self.made = true;
    }

    /// How things stand: what is weighed, how far that is.
    pub(super) fn said(&self, session: &Session) -> String {
        if session.odds.is_busy() {
            return format!("the rolls are being weighed: {} % (Esc breaks it off)", session.odds.progress());
        }
        if self.inquiry.is_stopped() {
            return "broken off before all rolls were weighed".into();
        }
        let Some((about, found)) = self.inquiry.found() else { return String::new() };
        let rolls = text::count(found.0.all_rolls(), "roll", "rolls");
        let state = session.save.diary().state();
        let of = match about.2 {
            Scope { battle: Some(battle), all: false, .. } => format!("in {}", state.name(battle)),
            Scope { battle: Some(battle), all: true, .. } => format!("in {}, on all branches", state.name(battle)),
            Scope { all: true, .. } => "on all branches".into(),
            _ => format!("on the way to entry {}", about.0),
        };
        let looked_at = session.review.as_ref().map_or_else(String::new, |(no, _)| {
            format!("; that is the whole of it, and not only up to entry {no}, which is looked at")
        });
        text::sanitize(&format!("{rolls} {of}, {} weighed{looked_at}", found.0.rolls.len()))
    }

    pub(super) fn draw_panes(&self, frame: &mut Frame, area: Rect, session: &Session, canvas: DrawContext) {
        let DrawContext { look, focused, docked } = canvas;
        let whole = above_dock(self, area, session, docked);
        frame.render_widget(&session.header(look), Rect { height: whole.height.min(1), ..whole });
        self.ledger.draw(frame, (ledger::under_header(whole), &session.panes), look, focused);
    }
}
