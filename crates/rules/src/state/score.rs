//! Victory points: what each side has earned, and what for. Source: RULES 7.

use super::{Battle, Contingent, State, Theatre};
use crate::event::Decision;
use std::sync::Arc;
use wardiary_base::id::{SideId, UnitId};

/// The victory points of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// The side.
    pub side: SideId,
    /// For objectives that it holds.
    pub objectives: i64,
    /// For what its enemies lost in battles against it, as far as it is known.
    pub losses: i64,
    /// Whether all that they lost is known, and all that it holds.
    pub is_known: bool,
    /// For battles that it won.
    pub battles: i64,
    /// By rulings.
    pub rulings: i64,
}

impl Score {
    /// All of them.
    #[must_use]
    pub fn total(self) -> i64 {
        self.objectives + self.losses + self.battles + self.rulings
    }

    /// The total in words: `14`, `14 or more` where more may be due for what is not known.
    #[must_use]
    pub fn total_words(self) -> String {
        format!("{}{}", self.total(), if self.is_known { "" } else { " or more" })
    }
}

/// How a campaign ended.
#[derive(Clone, Debug, PartialEq)]
pub struct CampaignEnd {
    /// Who won, if it was decided.
    pub decision: Option<Decision>,
    /// Why, in the words of whoever ended it.
    pub outcome: Option<Arc<str>>,
}

impl State {
    /// How the campaign ended, if it has.
    #[must_use]
    pub fn ended(&self) -> Option<&CampaignEnd> {
        self.ended.as_deref()
    }

    /// The Strength Points that a side has lost in a battle, those of its reinforcements among them, net of what they regained.
    #[must_use]
    pub fn lost_in(&self, battle: &Battle, contingent: &Contingent) -> u32 {
        if battle.over.is_some() {
            return contingent.fallen;
        }
        let all = || contingent.brought.iter().chain(&contingent.arrived);
        let there: u32 = all().map(|(_, sp)| u32::from(*sp)).sum();
        let left = |(id, _): &(UnitId, u16)| self.unit(*id).map_or(0, |unit| u32::from(unit.strength.now));
        there.saturating_sub(all().map(left).sum())
    }

    /// Whether victory points are counted: something earns them, or a ruling gave some.
    #[must_use]
    pub fn keeps_score(&self) -> bool {
        let has_prizes = self.theatre().is_some_and(|theatre| theatre.prizes().iter().any(|prize| prize.points > 0));
        has_prizes || self.book.victory.points.any() || !self.awarded.is_empty()
    }

    /// The victory points of all sides, in the order of the roster.
    #[must_use]
    pub fn score(&self) -> Vec<Score> {
        self.sides.iter().map(|side| self.score_of(side.id)).collect()
    }

    /// The side that is ahead by victory points, and by how many; none where several are level, or not all points are known.
    #[must_use]
    pub fn ahead(&self) -> Option<(SideId, u32)> {
        let mut scores = self.score();
        scores.sort_by_key(|score| std::cmp::Reverse(score.total()));
        let second = scores.get(1)?.total();
        let by = u32::try_from(scores[0].total() - second).unwrap_or(u32::MAX);
        let is_known = scores.iter().all(|score| score.is_known);
        (by > 0 && is_known).then_some((scores[0].side, by))
    }

    fn score_of(&self, side: SideId) -> Score {
        let points = self.book.victory.points;
        // What the theatre has as an objective of its own is worth what the theatre says.
        let own = |map: &super::Map, cell| self.prize_on(map.id, cell).is_none();
        let on_map = |map: &super::Map| {
            map.objectives().filter(|(cell, holder)| *holder == Some(side) && own(map, *cell)).count()
        };
        let held = self.maps.iter().map(on_map).sum();
        // Who looks through a side's eyes may not know what its enemies took where nobody of its own stood by.
        let sees_all = self.tells_all_of(side);
        let is_prized = points.objective > 0 || self.theatre().is_some_and(|theatre| !theatre.prizes().is_empty());
        let prizes = self.theatre().into_iter().flat_map(Theatre::prizes);
        let prizes =
            prizes.filter(|prize| prize.holder == Some(side)).map(|prize| i64::from(prize.points)).sum::<i64>();
        let fought = self.battles.iter().filter(|battle| battle.contingent(side).is_some());
        let enemies = fought.clone().flat_map(|battle| battle.contingents.iter().map(move |c| (battle, c)));
        let inflicted: u32 = enemies.filter(|(_, c)| c.side != side).map(|(battle, c)| self.lost_in(battle, c)).sum();
        let against = fought.clone().flat_map(|battle| &battle.contingents).filter(|c| c.side != side);
        let mut against = against.flat_map(Contingent::units).filter_map(|unit| self.unit(unit));
        let is_known =
            (points.loss == 0 || against.all(|unit| unit.strength_known().is_exact())) && (sees_all || !is_prized);
        let won = self.battles.iter().filter(|battle| battle.winner() == Some(side)).count();
        let times = |many: usize, points: u32| i64::try_from(many).unwrap_or(i64::MAX).saturating_mul(points.into());
        let rulings = self.awarded.iter().filter(|(other, _)| *other == side).map(|(_, by)| *by).sum();
        Score {
            side,
            objectives: prizes + times(held, points.objective),
            losses: i64::from(inflicted) * i64::from(points.loss),
            is_known,
            battles: times(won, points.battle),
            rulings,
        }
    }
}
