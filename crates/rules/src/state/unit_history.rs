//! A unit's service record in a campaign: battles, marches, rest, gains between battles, and the strength that it lacks,
//! permanently or until it returns. With the rulebook it decides what is due to the unit. Source: RULES 7.

use super::{Side, State, Unit};
use wardiary_base::{
    book::{Clock, DueRule, LostForGood, Moment, Pool, PromotionMerit, Share, SupplyLevel},
    id::SideId,
};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnitHistory {
    joined: Moment,
    /// The last part in which it fought or was in contact.
    last_fought: Option<Moment>,
    /// The last part in which it marched.
    last_marched: Option<Moment>,
    pub battles: u32,
    /// The number of those that its side won, not counting those in which it was eliminated by then.
    won: u32,
    /// Defeats and hits that it inflicted, as far as the rules count them.
    inflicted: u32,
    pub recovered: Receipt,
    pub replaced: Receipt,
    /// Its totals at its last promotion.
    totals_at_promotion: PromotionTotals,
    eliminated_at: Option<Moment>,
    raised_at: Option<Moment>,
    /// The strength it had lost in battles when it was eliminated.
    pub(super) lost_when_eliminated: u16,
    /// Its supply level; 0 is the best.
    pub supply: u8,
    supply_set_at: Option<Moment>,
    /// The strength that it lacks, as far as it is classified.
    pub lost_strength: LostStrength,
}

/// Totals that a unit can be promoted for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PromotionTotals {
    battles: u32,
    won: u32,
    inflicted: u32,
}

impl PromotionTotals {
    pub fn count_for(self, merit: PromotionMerit) -> u32 {
        match merit {
            PromotionMerit::Never => 0,
            PromotionMerit::Battles(_) => self.battles,
            PromotionMerit::Won(_) => self.won,
            PromotionMerit::Inflicted(_) => self.inflicted,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Receipt {
    moment: Option<Moment>,
    battles: u32,
}

/// Why something is due to a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DueReason {
    /// Enough parts in a row have passed without anything that keeps the unit from resting.
    Parts { parts: u32, when: DueRule },
    /// One of its battles has ended.
    AfterBattle,
}

impl UnitHistory {
    pub(super) fn new(since: Moment) -> Self {
        Self { joined: since, ..Self::default() }
    }

    pub(super) fn fight(&mut self, now: Moment) {
        self.last_fought = Some(now);
    }

    pub(super) fn march(&mut self, now: Moment) {
        self.last_marched = Some(now);
    }

    pub(super) fn end_battle(&mut self, now: Moment) {
        self.fight(now);
        self.battles = self.battles.saturating_add(1);
    }

    pub(super) fn win(&mut self) {
        self.won = self.won.saturating_add(1);
    }

    pub(super) fn inflict(&mut self, number: u32) {
        self.inflicted = self.inflicted.saturating_add(number);
    }

    pub(super) fn receipt_at(&self, now: Moment) -> Receipt {
        Receipt { moment: Some(now), battles: self.battles }
    }

    /// Marks the unit as eliminated; `fell` is its loss in that battle. From now on none of its losses return by the rules.
    pub(super) fn eliminate(&mut self, now: Moment, fell: u16) {
        self.eliminated_at = Some(now);
        let before = self.lost_strength.permanent.saturating_add(self.lost_strength.returning());
        self.lost_when_eliminated = before.saturating_add(fell);
        self.lost_strength = LostStrength::default();
    }

    /// Marks the unit as rebuilt. Its record starts from zero, and nothing is due to it now.
    pub(super) fn raise(&mut self, now: Moment) {
        (self.eliminated_at, self.raised_at) = (None, Some(now));
        (self.recovered, self.replaced) = (self.receipt_at(now), self.receipt_at(now));
        self.supply_at(0, now);
        self.promote();
    }

    pub(super) fn supply_at(&mut self, level: u8, now: Moment) {
        (self.supply, self.supply_set_at) = (level, Some(now));
    }

    /// Records a promotion, which resets the count towards the next.
    pub(super) fn promote(&mut self) {
        self.totals_at_promotion = self.totals();
    }

    pub(crate) fn has_recovered(&self, now: Moment) -> bool {
        self.recovered.moment == Some(now)
    }

    pub(crate) fn was_raised(&self, now: Moment) -> bool {
        self.raised_at == Some(now)
    }

    pub(crate) fn was_ever_raised(&self) -> bool {
        self.raised_at.is_some()
    }

    fn totals(&self) -> PromotionTotals {
        PromotionTotals { battles: self.battles, won: self.won, inflicted: self.inflicted }
    }

    /// Its totals since it was last mustered, promoted or rebuilt.
    pub(crate) fn totals_since_promotion(&self) -> PromotionTotals {
        let (now, then) = (self.totals(), self.totals_at_promotion);
        PromotionTotals {
            battles: now.battles.saturating_sub(then.battles),
            won: now.won.saturating_sub(then.won),
            inflicted: now.inflicted.saturating_sub(then.inflicted),
        }
    }

    pub(super) fn convert_to_clock(&mut self, clock: &Clock) {
        self.joined = clock.nearest_moment(self.joined);
        let given = [&mut self.recovered.moment, &mut self.replaced.moment];
        let moments = [
            &mut self.last_fought,
            &mut self.last_marched,
            &mut self.eliminated_at,
            &mut self.raised_at,
            &mut self.supply_set_at,
        ];
        moments.into_iter().chain(given).flatten().for_each(|moment| *moment = clock.nearest_moment(*moment));
        self.lost_strength.convert_to_clock(clock);
    }

    /// The number of parts since `given` in which nothing broke the condition of `when`.
    fn parts_since(&self, when: DueRule, given: Receipt, clock: &Clock, now: Moment) -> u32 {
        let (fought, marched) = match when {
            DueRule::Rested(_) => (self.last_fought, self.last_marched),
            DueRule::Unengaged(_) => (self.last_fought, None),
            DueRule::Passed(_) | DueRule::AfterBattle => (None, None),
        };
        // The part in which it was busy is not one of rest, so counting starts with the next.
        let after = |busy: Moment| clock.parts_between(busy, now).saturating_sub(1);
        let since = |moment: Moment| clock.parts_between(moment, now);
        let kept = [fought, marched].into_iter().flatten().map(after);
        let passed = given.moment.into_iter().chain([self.joined]).map(since);
        kept.chain(passed).min().unwrap_or(0)
    }

    /// Why something is due, if it is.
    fn due_reason(&self, when: DueRule, given: Receipt, clock: &Clock, now: Moment) -> Option<DueReason> {
        match when.parts() {
            None => (self.battles > given.battles).then_some(DueReason::AfterBattle),
            Some(least) => {
                let parts = if clock.is_on() { self.parts_since(when, given, clock, now) } else { 0 };
                (parts >= u32::from(least)).then_some(DueReason::Parts { parts, when })
            }
        }
    }
}

impl State {
    /// Why recovery is due to a unit now, if it is.
    pub(crate) fn recovery_due(&self, unit: &Unit) -> Option<DueReason> {
        let service = &unit.history;
        service.due_reason(self.book.recover.when, service.recovered, &self.book.clock, self.calendar.now)
    }

    /// Why replacements are due to a unit now, if they are.
    pub(crate) fn replacements_due(&self, unit: &Unit) -> Option<DueReason> {
        let service = &unit.history;
        service.due_reason(self.book.replacements.when, service.replaced, &self.book.clock, self.calendar.now)
    }

    /// How much of a unit's battle losses can return to it now.
    pub(crate) fn returning_now(&self, unit: &Unit) -> u16 {
        unit.history.lost_strength.due(&self.book.lost_for_good, &self.book.clock, self.calendar.now)
    }

    /// A unit's supply level, if the rules have supply and it is known.
    pub fn supply_level(&self, unit: &Unit) -> Option<&SupplyLevel> {
        self.book.supply.level(unit.history.supply).filter(|_| unit.precision().supply.is_exact())
    }

    /// The share of its marching allowance that a unit's supply leaves it. Source: RULES 7.
    pub fn marching_share(&self, unit: &Unit) -> Share {
        self.supply_level(unit).map_or(Share::WHOLE, |level| level.allowance)
    }

    pub(crate) fn parts_since_supply_change(&self, unit: &Unit) -> u32 {
        let since = unit.history.supply_set_at.unwrap_or(unit.history.joined);
        self.book.clock.parts_between(since, self.calendar.now)
    }

    pub(crate) fn parts_since_elimination(&self, unit: &Unit) -> Option<u32> {
        let gone = |since: Moment| self.book.clock.parts_between(since, self.calendar.now);
        // A unit that came without strength has been gone from the start.
        (!unit.is_alive()).then(|| gone(unit.history.eliminated_at.unwrap_or(unit.history.joined)))
    }

    pub fn points_left_in_pool(&self, pool: &Pool, side: SideId) -> u32 {
        let parts = self.book.clock.parts_between(self.calendar.start, self.calendar.now);
        let drawn = self.pool_withdrawals.get(&(pool.name.to_lowercase(), side)).copied().unwrap_or(0);
        pool.total_supply(parts).saturating_sub(drawn)
    }

    /// The pools of replacements, each with a side that may use it.
    pub fn pools(&self) -> impl Iterator<Item = (&Pool, &Side)> {
        let of = |pool: &Pool, side: &Side| pool.side.as_ref().is_none_or(|name| name.eq_ignore_case(&*side.name));
        let pools = self.book.replacements.pools.iter();
        pools.flat_map(move |pool| self.sides.iter().filter(move |side| of(pool, side)).map(move |side| (pool, side)))
    }
}

/// The strength that a unit lacks, as far as it is classified. The sum never exceeds what it lacks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LostStrength {
    /// Strength that only replacements can restore.
    pub permanent: u16,
    /// Strength still to return, by battle.
    returning: Vec<ReturningStrength>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ReturningStrength {
    since: Moment,
    total: u16,
    returned: u16,
}

impl ReturningStrength {
    fn remaining(self) -> u16 {
        self.total.saturating_sub(self.returned)
    }

    /// How much should have returned after `parts` of `of` parts, but has not.
    fn due(self, parts: u32, of: u32) -> u16 {
        let share = if of == 0 { 1 } else { u64::from(parts.min(of)) };
        let should = (u64::from(self.total) * share).div_ceil(u64::from(of.max(1)));
        u16::try_from(should).unwrap_or(u16::MAX).min(self.total).saturating_sub(self.returned)
    }
}

impl LostStrength {
    /// The total that is still to return, now or later.
    pub fn returning(&self) -> u16 {
        self.returning.iter().fold(0, |sum, coming| sum.saturating_add(coming.remaining()))
    }

    pub(super) fn due(&self, rule: &LostForGood, clock: &Clock, now: Moment) -> u16 {
        let of = if clock.is_on() { u32::from(rule.parts) } else { 0 };
        let due = |coming: &ReturningStrength| coming.due(clock.parts_between(coming.since, now), of);
        self.returning.iter().map(due).fold(0, u16::saturating_add)
    }

    pub(super) fn lose(&mut self, for_good: u16, back: u16, now: Moment) {
        self.permanent = self.permanent.saturating_add(for_good);
        if back > 0 {
            self.returning.push(ReturningStrength { since: now, total: back, returned: 0 });
        }
    }

    /// Restores `points`, from the oldest battle first.
    pub(super) fn restore_returning(&mut self, mut points: u16) {
        for coming in &mut self.returning {
            let now = points.min(coming.remaining());
            coming.returned += now;
            points -= now;
        }
        self.returning.retain(|coming| coming.remaining() > 0);
    }

    /// Caps the total at what the unit lacks: permanent losses first, then the most recent to return.
    pub(super) fn cap_at(&mut self, lacks: u16) {
        self.permanent = self.permanent.min(lacks.saturating_sub(self.returning()));
        let mut too_many = self.returning().saturating_sub(lacks);
        for coming in self.returning.iter_mut().rev() {
            let off = too_many.min(coming.remaining());
            coming.total -= off;
            too_many -= off;
        }
        self.returning.retain(|coming| coming.remaining() > 0);
    }

    pub(super) fn convert_to_clock(&mut self, clock: &Clock) {
        self.returning.iter_mut().for_each(|coming| coming.since = clock.nearest_moment(coming.since));
    }
}
