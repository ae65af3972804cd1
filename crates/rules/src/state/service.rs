//! A unit's service record in a campaign: battles, marches, rest, and what it received between battles. With the
//! rulebook it decides what is due to the unit. Source: RULES 7.

use super::{Missing, Side, State, Unit};
use wardiary_base::{
    book::{Clock, Merit, Moment, Pool, Share, SupplyLevel, When},
    id::SideId,
};

/// The service record of a unit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Service {
    /// When the unit joined the campaign.
    since: Moment,
    /// The last part in which it fought or was in contact.
    fought: Option<Moment>,
    /// The last part in which it marched.
    marched: Option<Moment>,
    /// The number of its battles that are over.
    pub battles: u32,
    /// The number of those that its side won, not counting those in which it was eliminated by then.
    won: u32,
    /// Defeats and hits that it inflicted, as far as the rules count them.
    inflicted: u32,
    pub recovered: Given,
    pub replaced: Given,
    /// Its totals at its last promotion.
    promoted: Deeds,
    /// When it was eliminated, if it is.
    eliminated: Option<Moment>,
    /// When it was last rebuilt.
    raised: Option<Moment>,
    /// The strength it had lost in battles when it was eliminated.
    pub(super) fell: u16,
    /// Its supply level; 0 is the best.
    pub supply: u8,
    /// When its supply level was last set.
    supplied: Option<Moment>,
    /// The strength that it lacks, as far as it is classified.
    pub missing: Missing,
}

/// Totals that a unit can be promoted for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Deeds {
    battles: u32,
    won: u32,
    inflicted: u32,
}

impl Deeds {
    /// The total that the rule counts.
    pub fn of(self, merit: Merit) -> u32 {
        match merit {
            Merit::Never => 0,
            Merit::Battles(_) => self.battles,
            Merit::Won(_) => self.won,
            Merit::Inflicted(_) => self.inflicted,
        }
    }
}

/// When a unit last received something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Given {
    at: Option<Moment>,
    /// The number of its battles at that time.
    battles: u32,
}

/// Why something is due to a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// Enough parts in a row have passed without anything that keeps the unit from resting.
    Parts { parts: u32, when: When },
    /// One of its battles has ended.
    AfterBattle,
}

impl Service {
    pub(super) fn beginning(since: Moment) -> Self {
        Self { since, ..Self::default() }
    }

    pub(super) fn fight(&mut self, now: Moment) {
        self.fought = Some(now);
    }

    /// Records a march in this part.
    pub(super) fn march(&mut self, now: Moment) {
        self.marched = Some(now);
    }

    /// Records the end of one of its battles.
    pub(super) fn end_battle(&mut self, now: Moment) {
        self.fight(now);
        self.battles = self.battles.saturating_add(1);
    }

    /// Records the victory in one of its battles.
    pub(super) fn win(&mut self) {
        self.won = self.won.saturating_add(1);
    }

    /// Credits defeats and hits inflicted by its dice.
    pub(super) fn inflict(&mut self, number: u32) {
        self.inflicted = self.inflicted.saturating_add(number);
    }

    /// A receipt at this moment.
    pub(super) fn given(&self, now: Moment) -> Given {
        Given { at: Some(now), battles: self.battles }
    }

    /// Marks the unit as eliminated; `fell` is its loss in that battle. From now on nothing comes back to it by itself.
    pub(super) fn eliminate(&mut self, now: Moment, fell: u16) {
        self.eliminated = Some(now);
        let before = self.missing.for_good.saturating_add(self.missing.coming());
        self.fell = before.saturating_add(fell);
        self.missing = Missing::default();
    }

    /// Marks the unit as rebuilt. Its record starts from zero, and nothing is due to it now.
    pub(super) fn raise(&mut self, now: Moment) {
        (self.eliminated, self.raised) = (None, Some(now));
        (self.recovered, self.replaced) = (self.given(now), self.given(now));
        self.supply_at(0, now);
        self.promote();
    }

    pub(super) fn supply_at(&mut self, level: u8, now: Moment) {
        (self.supply, self.supplied) = (level, Some(now));
    }

    /// Records a promotion, which resets the count towards the next.
    pub(super) fn promote(&mut self) {
        self.promoted = self.deeds();
    }

    /// Whether the unit recovered at this very moment.
    pub(crate) fn has_recovered(&self, now: Moment) -> bool {
        self.recovered.at == Some(now)
    }

    /// Whether it was rebuilt at this very moment.
    pub(crate) fn was_raised(&self, now: Moment) -> bool {
        self.raised == Some(now)
    }

    /// Whether it was ever rebuilt.
    pub(crate) fn was_ever_raised(&self) -> bool {
        self.raised.is_some()
    }

    fn deeds(&self) -> Deeds {
        Deeds { battles: self.battles, won: self.won, inflicted: self.inflicted }
    }

    /// Its totals since it was last mustered, promoted or rebuilt.
    pub(crate) fn deeds_since_promotion(&self) -> Deeds {
        let (now, then) = (self.deeds(), self.promoted);
        Deeds {
            battles: now.battles.saturating_sub(then.battles),
            won: now.won.saturating_sub(then.won),
            inflicted: now.inflicted.saturating_sub(then.inflicted),
        }
    }

    /// Converts all moments to those of another clock.
    pub(super) fn go_by(&mut self, clock: &Clock) {
        self.since = clock.nearest(self.since);
        let given = [&mut self.recovered.at, &mut self.replaced.at];
        let moments = [&mut self.fought, &mut self.marched, &mut self.eliminated, &mut self.raised, &mut self.supplied];
        moments.into_iter().chain(given).flatten().for_each(|moment| *moment = clock.nearest(*moment));
        self.missing.go_by(clock);
    }

    /// The number of parts since `given` in which nothing broke the condition of `when`.
    fn parts(&self, when: When, given: Given, clock: &Clock, now: Moment) -> u32 {
        let (fought, marched) = match when {
            When::Rested(_) => (self.fought, self.marched),
            When::Unengaged(_) => (self.fought, None),
            When::Passed(_) | When::AfterBattle => (None, None),
        };
        // The part in which it was busy is not one of rest, so counting starts with the next.
        let after = |busy: Moment| clock.parts_between(busy, now).saturating_sub(1);
        let since = |moment: Moment| clock.parts_between(moment, now);
        let kept = [fought, marched].into_iter().flatten().map(after);
        let passed = given.at.into_iter().chain([self.since]).map(since);
        kept.chain(passed).min().unwrap_or(0)
    }

    /// Why something is due, if it is.
    fn due(&self, when: When, given: Given, clock: &Clock, now: Moment) -> Option<Due> {
        match when.parts() {
            None => (self.battles > given.battles).then_some(Due::AfterBattle),
            Some(least) => {
                let parts = if clock.is_on() { self.parts(when, given, clock, now) } else { 0 };
                (parts >= u32::from(least)).then_some(Due::Parts { parts, when })
            }
        }
    }
}

impl State {
    /// Why recovery is due to a unit now, if it is.
    pub(crate) fn recovery_due(&self, unit: &Unit) -> Option<Due> {
        let service = &unit.service;
        service.due(self.book.recover.when, service.recovered, &self.book.clock, self.calendar.now)
    }

    /// Why replacements are due to a unit now, if they are.
    pub(crate) fn replacements_due(&self, unit: &Unit) -> Option<Due> {
        let service = &unit.service;
        service.due(self.book.replacements.when, service.replaced, &self.book.clock, self.calendar.now)
    }

    /// How much of a unit's battle losses can come back to it now.
    pub(crate) fn back_now(&self, unit: &Unit) -> u16 {
        unit.service.missing.due(&self.book.lost_for_good, &self.book.clock, self.calendar.now)
    }

    /// A unit's supply level, if the rules have supply.
    pub fn supply_level(&self, unit: &Unit) -> Option<&SupplyLevel> {
        self.book.supply.level(unit.service.supply)
    }

    /// The share of its marching allowance that a unit's supply leaves it. Source: RULES 7.
    pub fn marching_share(&self, unit: &Unit) -> Share {
        self.supply_level(unit).map_or(Share::WHOLE, |level| level.allowance)
    }

    /// The number of parts since a unit's supply level was set, or since it joined.
    pub(crate) fn supply_parts(&self, unit: &Unit) -> u32 {
        let since = unit.service.supplied.unwrap_or(unit.service.since);
        self.book.clock.parts_between(since, self.calendar.now)
    }

    /// The number of parts since a unit was eliminated, if it is.
    pub(crate) fn parts_gone(&self, unit: &Unit) -> Option<u32> {
        let gone = |since: Moment| self.book.clock.parts_between(since, self.calendar.now);
        // A unit that came without strength has been gone from the start.
        (!unit.is_alive()).then(|| gone(unit.service.eliminated.unwrap_or(unit.service.since)))
    }

    /// The Strength Points left in a pool of replacements for a side.
    pub fn left_in(&self, pool: &Pool, side: SideId) -> u32 {
        let parts = self.book.clock.parts_between(self.calendar.first, self.calendar.now);
        let drawn = self.drawn.get(&(pool.name.to_lowercase(), side)).copied().unwrap_or(0);
        pool.held(parts).saturating_sub(drawn)
    }

    /// The pools of replacements, each with a side that may use it.
    pub fn pools(&self) -> impl Iterator<Item = (&Pool, &Side)> {
        let of = |pool: &Pool, side: &Side| pool.side.as_ref().is_none_or(|name| name.eq_ignore_ascii_case(&side.name));
        let pools = self.book.replacements.pools.iter();
        pools.flat_map(move |pool| self.sides.iter().filter(move |side| of(pool, side)).map(move |side| (pool, side)))
    }
}
