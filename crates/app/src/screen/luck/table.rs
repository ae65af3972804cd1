//! The state of the Luck screen: the scope of the rolls, the results, and the panes.

use super::rows::{self, LuckPart};
use crate::{
    component::{DrawContext, above_dock},
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

/// The scope of a request: the head of the diary, its next entry number, and which rolls count.
type About = (EntryNo, EntryNo, Scope);

/// The results: the luck, and the swing of each battle.
type Found = (Luck, Vec<Swing>);

pub(crate) struct LuckScreen {
    pub(super) ledger: Ledger<LuckPart>,
    scope: Scope,
    /// The background request that weighs the rolls.
    pub(super) inquiry: Inquiry<About, Box<Found>>,
    /// Whether the rows show the current results.
    made: bool,
    /// Whether the rows have room for the explanation of luck.
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

    /// Restricts the view to the rolls of a battle, or lifts the restriction.
    pub(super) fn only(&mut self, battle: Option<BattleId>) {
        self.scope.battle = battle;
        self.inquiry.outdated();
    }

    pub(super) fn is_of_one_battle(&self) -> bool {
        self.scope.battle.is_some()
    }

    /// Restricts the view to the next battle; after the last, shows all.
    pub(super) fn next_battle(&mut self, session: &Session) {
        let state = session.save.diary().state();
        let battles: Vec<BattleId> = state.battles().iter().map(|battle| battle.id).collect();
        let next = match self.scope.battle {
            None => 0,
            Some(battle) => battles.iter().position(|other| *other == battle).map_or(battles.len(), |at| at + 1),
        };
        self.only(battles.get(next).copied());
    }

    /// Switches between every roll and those on the current path.
    pub(super) fn toggle_all(&mut self) {
        self.scope.all = !self.scope.all;
        self.inquiry.outdated();
    }

    /// Starts the weighing again after it was cancelled.
    pub(super) fn again(&mut self) {
        self.inquiry.outdated();
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

    /// Makes the rows from the results, with the explanation of luck if there is room.
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

    /// The status line: the scope, and the progress.
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
        let looked_at = session.reviewed().map_or_else(String::new, |no| {
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
