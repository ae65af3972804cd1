//! Events between battles: the clock, staff work, decisions and refit. Source: RULES 7.

use super::{EventProblem, State, Validity, need_contingent, need_current, need_next, no_such};
use crate::{
    event::{ClockEvent, Decision, Event, RefitEvent, StaffEvent, VictoryEvent},
    state::{
        CampaignEnd, EntityKind, Scheduled,
        staff::{Answer, AnswerKind, Message, WrittenOrders},
    },
};
use std::sync::Arc;
use wardiary_base::{
    book::Moment,
    id::{BattleId, Id, SideId, UnitId},
    text::Text,
};

impl State {
    pub(super) fn apply_clock_event(&mut self, event: &ClockEvent) -> Validity {
        let (clock, calendar) = (&self.book.clock, &self.calendar);
        match event {
            ClockEvent::Advanced { from, to } => {
                need_current("the moment", from, &calendar.now)?;
                fail_if!(!clock.contains(*to), EventProblem::NoMoment { moment: *to }.at("to"));
                fail_if!(to <= from, EventProblem::NotLater { to: *to }.at("to"));
                self.record_fighting(*from);
                Arc::make_mut(&mut self.calendar).now = *to;
            }
            ClockEvent::Scheduled { item, at, what, who } => {
                self.need_force(*who)?;
                fail_if!(!clock.contains(*at), EventProblem::NoMoment { moment: *at }.at("at"));
                need_next("scheduled item", "item", *item, calendar.next_item())?;
                let scheduled = Scheduled { item: *item, due: *at, text: what.trim(), force: *who };
                Arc::make_mut(&mut self.calendar).schedule(scheduled);
            }
            ClockEvent::Settled { item } => {
                calendar.item(*item).ok_or(no_such("waiting item", "item", *item))?;
                Arc::make_mut(&mut self.calendar).settle(*item);
            }
        }
        Ok(())
    }

    /// Records that units in a battle or in contact had no rest in this part.
    fn record_fighting(&mut self, part: Moment) {
        let in_contact = self.contacts().iter().flat_map(|contact| [contact.forces.0, contact.forces.1]);
        let in_contact = in_contact.flat_map(|force| self.units_of_force(force)).map(|unit| unit.id);
        let units: Vec<UnitId> = self.battle_by_unit.keys().copied().chain(in_contact).collect();
        for unit in units {
            if let Some(unit) = self.unit_mut(unit) {
                unit.history.fight(part);
            }
        }
    }

    pub(super) fn apply_staff_event(&mut self, event: &StaffEvent) -> Validity {
        let now = self.calendar.now;
        match event {
            StaffEvent::Told { message, sides, text, due } => {
                self.need_any_side(sides, "sides")?;
                self.need_moment(*due)?;
                need_next("message", "message", *message, self.next_message_number())?;
                self.staff_mut().send(Message {
                    number: *message,
                    sides: sides.clone(),
                    text: text.trim(),
                    due: due.unwrap_or(now),
                    delivered: due.is_none().then_some(now),
                });
            }
            StaffEvent::Delivered { message } => {
                if !self.undelivered().iter().any(|due| due.number == *message) {
                    return Err(no_such("due message", "message", *message));
                }
                self.staff_mut().deliver(*message, now);
            }
            StaffEvent::Revealed { what, to } => {
                self.need_any_side(to, "to")?;
                self.check_ruling(*what, to)?;
                self.staff_mut().reveal(*what, to);
            }
            StaffEvent::Hidden { what, from } => {
                self.need_sides(from.iter().copied())?;
                self.check_ruling(*what, from)?;
                self.staff_mut().hide(*what, from);
            }
            StaffEvent::HandedIn { number, side, text, due } => {
                self.need_side(*side)?;
                self.need_moment(*due)?;
                need_next("hand-in", "number", *number, self.next_orders_number())?;
                let own_number = self.next_own_number(*side);
                self.staff_mut().hand_in(WrittenOrders {
                    number: *number,
                    side: *side,
                    own_number,
                    text: text.trim(),
                    received: now,
                    due: due.unwrap_or(now),
                    answer: None,
                });
            }
            StaffEvent::Granted { number, .. }
            | StaffEvent::Refused { number, .. }
            | StaffEvent::Cancelled { number } => {
                if self.written_order(*number).is_none_or(|orders| orders.answer.is_some()) {
                    return Err(no_such("unanswered set of orders", "number", *number));
                }
                let (kind, why) = match event {
                    StaffEvent::Granted { why, .. } => (AnswerKind::Granted, why.as_ref()),
                    StaffEvent::Refused { why, .. } => (AnswerKind::Refused, why.as_ref()),
                    _ => (AnswerKind::Cancelled, None),
                };
                let why = why.map(Text::trim).filter(|why| !why.is_empty());
                self.staff_mut().answer(*number, Answer { kind, answered_at: now, why });
            }
        }
        Ok(())
    }

    fn need_any_side(&self, sides: &[SideId], field: &'static str) -> Validity {
        fail_if!(sides.is_empty(), EventProblem::Nobody.at(field));
        self.need_sides(sides.iter().copied())
    }

    fn need_moment(&self, due: Option<Moment>) -> Validity {
        match due {
            Some(moment) if !self.book.clock.contains(moment) => Err(EventProblem::NoMoment { moment }.at("due")),
            _ => Ok(()),
        }
    }

    /// Checks that the subject of a ruling exists and is not one of the sides' own.
    fn check_ruling(&self, what: Id, sides: &[SideId]) -> Validity {
        fail_if!(self.kind(what).is_none(), EventProblem::UnknownId { id: what }.at("what"));
        match sides.iter().find(|side| self.side_of(what) == Some(**side)) {
            Some(side) => Err(EventProblem::BelongsTo { who: what, side: *side }.at("what")),
            None => Ok(()),
        }
    }

    /// After the end of the campaign accepts only events that record texts, such as notes and names.
    pub(super) fn check_going_on(&self, event: &Event) -> Validity {
        let is_words = matches!(
            event,
            Event::Opened { .. }
                | Event::Abandoned
                | Event::Noted
                | Event::Renamed { .. }
                | Event::BranchNamed { .. }
                | Event::Staff(StaffEvent::Told { due: None, .. })
        );
        if self.ended.is_none() || is_words { Ok(()) } else { Err(EventProblem::CampaignOver.at("decision")) }
    }

    pub(super) fn apply_victory_event(&mut self, event: &VictoryEvent) -> Validity {
        match event {
            VictoryEvent::BattleDecided { battle: id, decision, outcome } => {
                let battle = &self.battles[self.need(*id, EntityKind::Battle, "battle")?];
                if battle.ended.is_none() || battle.decision.is_some() {
                    return Err(EventProblem::Decided { battle: *id }.at("battle"));
                }
                decision.award.winner().map_or(Ok(()), |side| need_contingent(side, battle))?;
                self.change_battle(*id, |state, battle| {
                    state.decide_battle(battle, Some(decision));
                    battle.outcome.clone_from(outcome);
                });
            }
            VictoryEvent::Scored { side, by } => {
                self.need_side(*side)?;
                match self.ruling_points.iter_mut().find(|(other, _)| other == side) {
                    Some((_, points)) => *points += i64::from(*by),
                    None => self.ruling_points.push((*side, (*by).into())),
                }
            }
            VictoryEvent::CampaignEnded { decision, outcome } => {
                if let Some(battle) = self.open_battles().next() {
                    return Err(EventProblem::BattleOpen { battle: battle.id }.at("decision"));
                }
                self.need_sides(winner(decision.as_ref()))?;
                self.ended = Some(CampaignEnd { decision: decision.clone(), outcome: outcome.clone() }.into());
            }
        }
        Ok(())
    }

    pub(super) fn check_end(&self, battle: BattleId, decision: Option<&Decision>) -> Validity {
        let battle = self.need_battle(battle)?;
        winner(decision).map_or(Ok(()), |side| need_contingent(side, battle))
    }

    pub(super) fn apply_refit_event(&mut self, event: &RefitEvent) -> Validity {
        let now = self.calendar.now;
        let lowest = self.book.ladder.lowest();
        match event {
            RefitEvent::Counted { battle, losses } => {
                self.need(*battle, EntityKind::Battle, "battle")?;
                losses.iter().try_for_each(|(unit, ..)| self.need_living(*unit).map(drop))?;
                for (unit, for_good, back) in losses {
                    self.change_unit(*unit, |unit| {
                        unit.history.lost_strength.lose(*for_good, *back, now);
                        unit.set_strength(unit.strength.now);
                    });
                }
            }
            RefitEvent::Credited { battle, units } => {
                self.need(*battle, EntityKind::Battle, "battle")?;
                for (unit, defeats) in units {
                    self.need_unit(*unit)?;
                    need_more(*defeats > 0, "units")?;
                }
                for (unit, defeats) in units {
                    self.change_unit(*unit, |unit| unit.history.inflict((*defeats).into()));
                }
            }
            RefitEvent::Returned { unit, from, to } => {
                let unit = self.need_living_mut(*unit)?;
                unit.check_strength(*from, *to)?;
                need_more(to > from, "to")?;
                unit.history.lost_strength.restore_returning(to.saturating_sub(*from));
                unit.go_on().set_strength(*to);
            }
            RefitEvent::Replaced { unit, pool, from, to } => {
                let unit = self.need_living_mut(*unit)?;
                unit.check_strength(*from, *to)?;
                need_more(to > from, "to")?;
                let points = to.saturating_sub(*from);
                unit.history.lost_strength.permanent = unit.history.lost_strength.permanent.saturating_sub(points);
                unit.go_on().set_strength(*to);
                unit.history.replaced = unit.history.receipt_at(now);
                let pool = (pool.to_lowercase(), unit.side);
                let drawn = Arc::make_mut(&mut self.pool_withdrawals).entry(pool).or_default();
                *drawn = drawn.saturating_add(points.into());
            }
            RefitEvent::Supplied { units, to } => {
                if self.book.supply.levels.len() <= usize::from(*to) {
                    return Err(no_such("supply level", "to", (*to).into()));
                }
                for (unit, from) in units {
                    need_current("the number of its supply level", from, &self.need_living(*unit)?.history.supply)?;
                }
                for (unit, _) in units {
                    self.change_unit(*unit, |unit| unit.history.supply_at(*to, now));
                }
            }
            RefitEvent::Raised { unit: id, to, edna, grade } => {
                let told_apart = self.book.lost_for_good.share.is_some();
                let unit = self.need_unit_mut(*id)?;
                fail_if!(unit.is_alive(), EventProblem::Alive { unit: *id }.at("unit"));
                unit.check_strength(0, *to)?;
                unit.check_edna(edna.0, edna.1)?;
                unit.check_grade(grade.0, grade.1, lowest)?;
                need_more(*to > 0, "to")?;
                unit.go_on().set_strength(*to);
                unit.edna.now = edna.1;
                unit.grade = grade.1;
                unit.history.raise(now);
                // Of the strength that it still lacks, what it lost in battle is lost for good.
                let gone = unit.strength.full.saturating_sub(*to).min(unit.history.lost_when_eliminated);
                unit.history.lost_strength.lose(if told_apart { gone } else { 0 }, 0, now);
            }
            RefitEvent::Recovered { unit, strength, edna, grade } => {
                let unit = self.need_living_mut(*unit)?;
                if let Some((from, to)) = strength {
                    unit.check_strength(*from, *to)?;
                    need_more(to > from, "strength")?;
                }
                if let Some((from, to)) = edna {
                    unit.check_edna(*from, *to)?;
                    need_more(to > from, "edna")?;
                }
                if let Some((from, to)) = grade {
                    unit.check_grade(*from, *to, lowest)?;
                    // The better grade is the lower number.
                    need_more(to < from, "grade")?;
                }
                let now_strong = strength.map_or(unit.strength.now, |(_, to)| to);
                unit.go_on().set_strength(now_strong);
                unit.edna.now = edna.map_or(unit.edna.now, |(_, to)| to);
                unit.grade = grade.map_or(unit.grade, |(_, to)| to);
                unit.history.recovered = unit.history.receipt_at(now);
            }
        }
        Ok(())
    }
}

fn winner(decision: Option<&Decision>) -> Option<SideId> {
    decision.and_then(|decision| decision.award.winner())
}

fn need_more(is_so: bool, field: &'static str) -> Validity {
    if is_so { Ok(()) } else { Err(EventProblem::NotMore.at(field)) }
}
