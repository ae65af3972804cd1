//! What a unit has been through in a campaign: battles, marches and parts of rest, and what was given to it between battles.
//! What is due to it follows from this and the rulebook. Source: RULES 7.

use super::{Missing, Side, State, Unit};
use wardiary_base::{
    book::{Clock, Merit, Moment, Pool, Share, SupplyLevel, When},
    id::SideId,
};

/// What a unit has been through in a campaign.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Service {
    /// When it came.
    since: Moment,
    /// The last part in which it fought or stood in contact.
    fought: Option<Moment>,
    /// The last part in which it marched.
    marched: Option<Moment>,
    /// How many battles it has been in that are over.
    pub battles: u32,
    /// How many of those its side won, and it was not eliminated when that was decided.
    won: u32,
    /// How many defeats and hits it inflicted, as far as that is counted.
    inflicted: u32,
    /// When it recovered last.
    pub recovered: Given,
    /// When it took replacements last.
    pub replaced: Given,
    /// What it had done when it was promoted last.
    promoted: Deeds,
    /// When it was eliminated, if it is.
    eliminated: Option<Moment>,
    /// When it was rebuilt last.
    raised: Option<Moment>,
    /// How much of its strength it had lost in battles when it was eliminated.
    pub(super) fell: u16,
    /// The level at which it is supplied: 0 is the best.
    pub supply: u8,
    /// When that was said last.
    supplied: Option<Moment>,
    /// The strength that it is without, as far as it is told apart.
    pub missing: Missing,
}

/// What a unit did that it can be promoted for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Deeds {
    battles: u32,
    won: u32,
    inflicted: u32,
}

impl Deeds {
    /// How much of what the rule asks for.
    #[must_use]
    pub fn of(self, merit: Merit) -> u32 {
        match merit {
            Merit::Never => 0,
            Merit::Battles(_) => self.battles,
            Merit::Won(_) => self.won,
            Merit::Inflicted(_) => self.inflicted,
        }
    }
}

/// When something was given to a unit last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Given {
    at: Option<Moment>,
    /// How many battles it had been in then.
    battles: u32,
}

/// Why something is due to a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// So many parts in a row have passed without what keeps it from resting.
    Parts {
        /// How many.
        parts: u32,
        /// What had to be so.
        when: When,
    },
    /// A battle that it was in is over.
    AfterBattle,
}

impl Service {
    pub(super) fn beginning(since: Moment) -> Self {
        Self { since, ..Self::default() }
    }

    pub(super) fn fight(&mut self, now: Moment) {
        self.fought = Some(now);
    }

    /// It marched in this part.
    pub(super) fn march(&mut self, now: Moment) {
        self.marched = Some(now);
    }

    /// A battle that it was in is over.
    pub(super) fn end_battle(&mut self, now: Moment) {
        self.fight(now);
        self.battles = self.battles.saturating_add(1);
    }

    /// A battle that it was in is won.
    pub(super) fn win(&mut self) {
        self.won = self.won.saturating_add(1);
    }

    /// So much of what its dice did to the enemy is credited to it.
    pub(super) fn inflict(&mut self, number: u32) {
        self.inflicted = self.inflicted.saturating_add(number);
    }

    /// What is given to it now.
    pub(super) fn given(&self, now: Moment) -> Given {
        Given { at: Some(now), battles: self.battles }
    }

    /// It is eliminated, with the loss of so much in the battle that it was in: nothing comes back to it by itself any more.
    pub(super) fn eliminate(&mut self, now: Moment, fell: u16) {
        self.eliminated = Some(now);
        let before = self.missing.for_good.saturating_add(self.missing.coming());
        self.fell = before.saturating_add(fell);
        self.missing = Missing::default();
    }

    /// It is rebuilt, and begins anew: what it did before counts for nothing, and nothing more is due to it now.
    pub(super) fn raise(&mut self, now: Moment) {
        (self.eliminated, self.raised) = (None, Some(now));
        (self.recovered, self.replaced) = (self.given(now), self.given(now));
        self.supply_at(0, now);
        self.promote();
    }

    /// It is supplied so well from here on.
    pub(super) fn supply_at(&mut self, level: u8, now: Moment) {
        (self.supply, self.supplied) = (level, Some(now));
    }

    /// It is promoted: from here on it is counted anew what it does.
    pub(super) fn promote(&mut self) {
        self.promoted = self.deeds();
    }

    /// Whether it has recovered at this very moment.
    #[must_use]
    pub(crate) fn has_recovered(&self, now: Moment) -> bool {
        self.recovered.at == Some(now)
    }

    /// Whether it was rebuilt at this very moment.
    #[must_use]
    pub(crate) fn was_raised(&self, now: Moment) -> bool {
        self.raised == Some(now)
    }

    /// Whether it was rebuilt once.
    #[must_use]
    pub(crate) fn was_ever_raised(&self) -> bool {
        self.raised.is_some()
    }

    fn deeds(&self) -> Deeds {
        Deeds { battles: self.battles, won: self.won, inflicted: self.inflicted }
    }

    /// What it has done since it was mustered, promoted or raised last.
    #[must_use]
    pub(crate) fn deeds_since_promotion(&self) -> Deeds {
        let (now, then) = (self.deeds(), self.promoted);
        Deeds {
            battles: now.battles.saturating_sub(then.battles),
            won: now.won.saturating_sub(then.won),
            inflicted: now.inflicted.saturating_sub(then.inflicted),
        }
    }

    /// Brings its moments to those of another clock.
    pub(super) fn go_by(&mut self, clock: &Clock) {
        self.since = clock.nearest(self.since);
        let given = [&mut self.recovered.at, &mut self.replaced.at];
        let moments = [&mut self.fought, &mut self.marched, &mut self.eliminated, &mut self.raised, &mut self.supplied];
        moments.into_iter().chain(given).flatten().for_each(|moment| *moment = clock.nearest(*moment));
        self.missing.go_by(clock);
    }

    /// How many parts in a row have passed since it was last kept from what `when` asks for, and since `given`.
    fn parts(&self, when: When, given: Given, clock: &Clock, now: Moment) -> u32 {
        let (fought, marched) = match when {
            When::Rested(_) => (self.fought, self.marched),
            When::Unengaged(_) => (self.fought, None),
            When::Passed(_) | When::AfterBattle => (None, None),
        };
        // The part in which it did so is none of rest, so counting begins with the one after it.
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
    #[must_use]
    pub(crate) fn recovery_due(&self, unit: &Unit) -> Option<Due> {
        let service = &unit.service;
        service.due(self.book.recover.when, service.recovered, &self.book.clock, self.calendar.now)
    }

    /// Why replacements are due to a unit now, if they are.
    #[must_use]
    pub(crate) fn replacements_due(&self, unit: &Unit) -> Option<Due> {
        let service = &unit.service;
        service.due(self.book.replacements.when, service.replaced, &self.book.clock, self.calendar.now)
    }

    /// How much of what a unit lost in battles can come back to it now.
    #[must_use]
    pub(crate) fn back_now(&self, unit: &Unit) -> u16 {
        unit.service.missing.due(&self.book.lost_for_good, &self.book.clock, self.calendar.now)
    }

    /// The level at which a unit is supplied, where there is supply.
    #[must_use]
    pub fn supply_level(&self, unit: &Unit) -> Option<&SupplyLevel> {
        self.book.supply.level(unit.service.supply)
    }

    /// The share of its allowance that a unit's supply leaves it for marches. Source: RULES 7.
    #[must_use]
    pub fn marching_share(&self, unit: &Unit) -> Share {
        self.supply_level(unit).map_or(Share::WHOLE, |level| level.allowance)
    }

    /// How many parts it is since it was said how a unit is supplied, or since it came.
    #[must_use]
    pub(crate) fn supply_parts(&self, unit: &Unit) -> u32 {
        let since = unit.service.supplied.unwrap_or(unit.service.since);
        self.book.clock.parts_between(since, self.calendar.now)
    }

    /// How many parts it is since a unit was eliminated, if it is.
    #[must_use]
    pub(crate) fn parts_gone(&self, unit: &Unit) -> Option<u32> {
        let gone = |since: Moment| self.book.clock.parts_between(since, self.calendar.now);
        // Who came without strength has been gone from the start.
        (!unit.is_alive()).then(|| gone(unit.service.eliminated.unwrap_or(unit.service.since)))
    }

    /// What is left in a pool of replacements, as that of a side.
    #[must_use]
    pub fn left_in(&self, pool: &Pool, side: SideId) -> u32 {
        let parts = self.book.clock.parts_between(self.calendar.first, self.calendar.now);
        let drawn = self.drawn.get(&(pool.name.to_lowercase(), side)).copied().unwrap_or(0);
        pool.held(parts).saturating_sub(drawn)
    }

    /// The pools of replacements there are, each with a side whose it is.
    pub fn pools(&self) -> impl Iterator<Item = (&Pool, &Side)> {
        let of = |pool: &Pool, side: &Side| pool.side.as_ref().is_none_or(|name| name.eq_ignore_ascii_case(&side.name));
        let pools = self.book.replacements.pools.iter();
        pools.flat_map(move |pool| self.sides.iter().filter(move |side| of(pool, side)).map(move |side| (pool, side)))
    }
}
