//! The campaign's calendar with its scheduled items, and its victory points. Source: RULES 7.

use super::{Battle, Contingent, State, Theatre};
use crate::event::Decision;
use wardiary_base::{
    book::{Clock, Moment},
    id::{Id, SideId},
    text::Text,
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scheduled {
    /// The item's number, from 1, in the order of scheduling. It is unique on one path through the diary.
    pub item: u32,
    pub due: Moment,
    /// The item's text: a note, or an order.
    pub text: Text,
    pub force: Option<Id>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Calendar {
    pub now: Moment,
    pub(super) start: Moment,
    /// Unsettled items, ordered by due time and then by the order of scheduling.
    scheduled: Vec<Scheduled>,
    last_item: u32,
}

impl Calendar {
    /// Unsettled items that are due, the earliest first.
    pub fn due(&self) -> &[Scheduled] {
        &self.scheduled[..self.due_count()]
    }

    /// Items that are not due yet, the earliest first.
    pub fn upcoming(&self) -> &[Scheduled] {
        &self.scheduled[self.due_count()..]
    }

    pub fn scheduled(&self) -> &[Scheduled] {
        &self.scheduled
    }

    pub fn item(&self, item: u32) -> Option<&Scheduled> {
        self.scheduled.iter().find(|scheduled| scheduled.item == item)
    }

    pub fn next_item(&self) -> u32 {
        self.last_item.saturating_add(1)
    }

    /// Whether time has advanced, or anything was ever scheduled.
    pub fn is_used(&self) -> bool {
        *self != Self::default()
    }

    fn due_count(&self) -> usize {
        self.scheduled.partition_point(|scheduled| scheduled.due <= self.now)
    }

    pub(super) fn schedule(&mut self, scheduled: Scheduled) {
        self.last_item = scheduled.item;
        let place = self.scheduled.partition_point(|other| other.due <= scheduled.due);
        self.scheduled.insert(place, scheduled);
    }

    /// Makes the current moment the campaign's first.
    pub(super) fn begin(&mut self) {
        self.start = self.now;
    }

    pub(super) fn settle(&mut self, item: u32) {
        self.scheduled.retain(|scheduled| scheduled.item != item);
    }

    pub(super) fn convert_to_clock(&mut self, clock: &Clock) {
        (self.now, self.start) = (clock.nearest_moment(self.now), clock.nearest_moment(self.start));
        self.scheduled.iter_mut().for_each(|scheduled| scheduled.due = clock.nearest_moment(scheduled.due));
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    pub side: SideId,
    pub objectives: i64,
    /// For losses of its enemies in battles against it, as far as they are known.
    pub losses: i64,
    /// Whether all those losses and all objectives that the side holds are known.
    pub is_known: bool,
    pub battles: i64,
    pub rulings: i64,
}

impl Score {
    pub fn total(self) -> i64 {
        self.objectives + self.losses + self.battles + self.rulings
    }

    /// The total in words, such as `14`; `14 or more` if unknown facts may add to it.
    pub fn total_words(self) -> String {
        format!("{}{}", self.total(), if self.is_known { "" } else { " or more" })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct CampaignEnd {
    pub decision: Option<Decision>,
    pub outcome: Option<Text>,
}

impl State {
    pub fn ended(&self) -> Option<&CampaignEnd> {
        self.ended.as_deref()
    }

    /// The Strength Points that a side has lost in a battle, including reinforcements and net of what it regained; `None`
    /// if they are not known.
    pub fn strength_lost_in(&self, battle: &Battle, contingent: &Contingent) -> Option<u32> {
        if battle.ended.is_some() {
            return contingent.final_losses_with_arrivals;
        }
        self.strength_lost(contingent.brought.iter().chain(&contingent.arrived))
    }

    /// Whether victory points count: a rule earns them, or a ruling gave some.
    pub fn keeps_score(&self) -> bool {
        let has_prizes =
            self.theatre().is_some_and(|theatre| theatre.own_objectives().iter().any(|prize| prize.points > 0));
        has_prizes || self.book.victory.points.has_any() || !self.ruling_points.is_empty()
    }

    /// The victory points of all sides, in roster order.
    pub fn score(&self) -> Vec<Score> {
        self.sides.iter().map(|side| self.score_of(side.id)).collect()
    }

    /// The side that leads in victory points, and its margin; `None` on a tie, or if not all points are known.
    pub fn points_leader(&self) -> Option<(SideId, u32)> {
        let mut scores = self.score();
        scores.sort_by_key(|score| std::cmp::Reverse(score.total()));
        let second = scores.get(1)?.total();
        let by = u32::try_from(scores[0].total() - second).unwrap_or(u32::MAX);
        let is_known = scores.iter().all(|score| score.is_known);
        (by > 0 && is_known).then_some((scores[0].side, by))
    }

    fn score_of(&self, side: SideId) -> Score {
        let points = self.book.victory.points;
        // The theatre decides what its own objectives are worth.
        let own = |map: &super::Map, cell| self.theatre_objective_at(map.id, cell).is_none();
        let on_map = |map: &super::Map| {
            map.objectives().filter(|(cell, holder)| *holder == Some(side) && own(map, *cell)).count()
        };
        let on_maps = self.maps.iter().map(on_map).sum();
        // A view may not know what its enemies took out of its sight.
        let sees_all = self.is_complete_for(side);
        let is_prized =
            points.objective > 0 || self.theatre().is_some_and(|theatre| !theatre.own_objectives().is_empty());
        let prizes = self.theatre().into_iter().flat_map(Theatre::own_objectives);
        let prizes =
            prizes.filter(|prize| prize.holder == Some(side)).map(|prize| i64::from(prize.points)).sum::<i64>();
        let fought = self.battles.iter().filter(|battle| battle.contingent(side).is_some());
        let enemies = fought.clone().flat_map(|battle| battle.contingents.iter().map(move |c| (battle, c)));
        let inflicted = enemies.filter(|(_, c)| c.side != side).map(|(battle, c)| self.strength_lost_in(battle, c));
        let inflicted: Vec<Option<u32>> = inflicted.collect();
        let is_known = (points.loss == 0 || !inflicted.contains(&None)) && (sees_all || !is_prized);
        let won = self.battles.iter().filter(|battle| battle.winner() == Some(side)).count();
        let times = |many: usize, points: u32| i64::try_from(many).unwrap_or(i64::MAX).saturating_mul(points.into());
        let rulings = self.ruling_points.iter().filter(|(other, _)| *other == side).map(|(_, by)| *by).sum();
        Score {
            side,
            objectives: prizes + times(on_maps, points.objective),
            losses: inflicted.into_iter().flatten().map(i64::from).sum::<i64>() * i64::from(points.loss),
            is_known,
            battles: times(won, points.battle),
            rulings,
        }
    }
}
