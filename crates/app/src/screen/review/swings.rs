//! The swing of the battles on the path: who led after each entry, and the entries that changed the lead most. It is
//! read a few entries a frame, together with their descriptions.

use super::{screen_state::ReviewScreen, standing::BattleStanding};
use crate::{
    component::{Actions, Context as _},
    notice::Notice,
    session::Session,
};
use wardiary_base::id::BattleId;
use wardiary_diary::diary::EntryNo;
use wardiary_report::battle_timeline::Measure;
use wardiary_view::review::StripEvent;

/// The number of turning points marked for each battle.
const TURNING_POINTS: usize = 3;

impl ReviewScreen {
    /// Computes the swing of the path's battles once all entries are read: the situation at each index, and the marks
    /// of the turning points.
    pub(super) fn standings_and_marks(
        &self,
        session: &Session,
    ) -> (Vec<Option<BattleStanding>>, Vec<(usize, StripEvent)>) {
        let diary = session.save.diary();
        if !self.catalogue.is_complete(diary) || !session.timelines.is_complete(diary) {
            return (Vec::new(), Vec::new());
        }
        let (mut standing, mut signals) = (vec![None; self.path.len() + 1], Vec::new());
        for (battle, from, to) in self.battles_on_path() {
            let way = &self.path[from.saturating_sub(1)..to];
            let Some(swing) = session.timelines.swing_along(diary, way, battle) else { continue };
            for (at, moment) in swing.moments.iter().enumerate() {
                let Some(place) = self.position_of(moment.no) else { continue };
                // Of two battles under way at once, the one that the entry belongs to is shown.
                if self.catalogue.position(moment.no).and_then(|known| known.battle) != Some(battle) {
                    continue;
                }
                let before = at.checked_sub(1).map(|before| &swing.moments[before]);
                standing[place] = BattleStanding::of(&swing, moment, before);
            }
            let points = swing.turning_points(TURNING_POINTS);
            // A notable event has a sign of its own.
            signals.extend(points.iter().filter(|point| point.notable.is_empty()).filter_map(|point| {
                let gained = point.lead_changes.first().is_some_and(|moved| *moved > 0.0);
                Some((self.position_of(point.no)?, StripEvent::Turning(gained)))
            }));
        }
        (standing, signals)
    }

    /// The battles on the path, each with the indices of its first and last entry.
    fn battles_on_path(&self) -> Vec<(BattleId, usize, usize)> {
        let mut found: Vec<(BattleId, usize, usize)> = Vec::new();
        let places = std::iter::once(0).chain(self.path.iter().copied()).enumerate();
        for (place, no) in places {
            let Some(battle) = self.catalogue.position(no).and_then(|moment| moment.battle) else { continue };
            match found.iter_mut().find(|(id, ..)| *id == battle) {
                Some((_, _, to)) => *to = place,
                None => found.push((battle, place, place)),
            }
        }
        found
    }

    /// The index of an entry on the path: 0 is the muster.
    fn position_of(&self, no: EntryNo) -> Option<usize> {
        if no == 0 { Some(0) } else { self.path.binary_search(&no).ok().map(|at| at + 1) }
    }

    /// The leader after the viewed entry, in words; `None` if no battle is under way then.
    pub(super) fn lead_text(&self, session: &Session) -> Option<String> {
        let standing = self.standings.get(self.path_index(session))?.as_ref()?;
        let percent = |share: f64| format!("{:.0}%", share * 100.0);
        let moved = match standing.change {
            moved if moved.abs() < 0.005 => String::new(),
            moved if moved > 0.0 => format!(" (+{})", percent(moved)),
            moved => format!(" (-{})", percent(-moved)),
        };
        if standing.lead.share < 0.005 {
            return Some(format!("lead: none{moved}"));
        }
        let side = session.state().name(standing.side);
        let enemy = if standing.sides > 2 { "the others" } else { "the enemy" };
        let mean = if standing.sides > 2 { " on average" } else { "" };
        let gap = percent(standing.gap.max(0.0));
        let amount = match standing.measure {
            Measure::ExhaustionPoint if standing.others_exhausted && standing.gap < 0.005 => {
                "all sides past their Exhaustion Points".to_string()
            }
            Measure::ExhaustionPoint if standing.others_exhausted => format!("{enemy} at the Exhaustion Point"),
            Measure::ExhaustionPoint => format!("{enemy} {gap} nearer exhaustion{mean}"),
            Measure::AllStrength => format!("{enemy} {gap} further down in strength{mean}"),
        };
        Some(format!("lead: {side}, {amount}{moved}"))
    }
}

pub(super) fn go_to_turning_point(screen: &mut ReviewScreen, session: &mut Session, forward: bool) -> Actions<Session> {
    screen.update_viewed(session);
    let at = screen.path_index(session);
    let turns = |signal| matches!(signal, StripEvent::Turning(_) | StripEvent::Notable(_));
    let points = || screen.signals.iter().filter(|(_, signal)| turns(*signal));
    let mut places: Vec<usize> = points().map(|(place, _)| *place).collect();
    places.sort_unstable();
    let found =
        if forward { places.iter().find(|place| **place > at) } else { places.iter().rev().find(|place| **place < at) };
    match found {
        Some(place) => super::navigation::go_to_index(screen, session, *place),
        None => session.say(Notice::bad("there is no other turning point in that direction")),
    }
    Vec::new()
}
