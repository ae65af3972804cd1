//! A phase: how many dice each unit rolls, the roll and rerolls, the fight, and its effects on the units. Source: RULES 2.3.

use super::{FightPart, FoughtPhase, PendingDie, combat_number};
use crate::{
    event::{Cast, Cause, CombatEnd, Driven, Event, RefitEvent},
    order::{DieOf, Support},
    rules::{
        OrderRoll, Resolver, RuleResult,
        refusal::{BattleRefusal, CombatRefusal, NotAwaited, RerollRefusal},
        scrud::{Fate, LineDie, PhaseSide, Troop, apply_dice_bonus, as_cast, fight, full_bonus_dice},
    },
    state::{PendingDecision, Throw},
};
use wardiary_base::{
    book::{DefeatCarry, HandDice, PromotionMerit, Rerolls, ShiftedGrade},
    dice::{Owner, PrintedFaces, Purpose, Request, RequestedDie},
    id::{BattleId, Id, SideId, UnitId},
    sides::{BothSides, CombatSide},
};

impl Resolver<'_> {
    /// Fights the phase with the rolled dice. While a side can still decide about rerolls, the result is only shown.
    pub(super) fn fight_phase(&mut self, battle: BattleId, at: usize, throw: &Throw) -> RuleResult {
        let book = self.state.book().clone();
        let seats = self.pending_dice(battle, at, throw.bonus, &throw.left_out);
        let found = self.open_battle(battle)?;
        let combat = &found.combats[at];
        let sides = combat.lines.as_ref().map(|line| line.side);
        let round = combat.conflict.and_then(|at| found.conflicts.get(at)).map(|conflict| conflict.round);
        let part = round.map_or(FightPart::Phase(combat.phases_fought.saturating_add(1)), FightPart::Round);
        let carried = combat.lines.as_ref().map(|line| match book.scrud.carry {
            DefeatCarry::PerPhase => 0,
            DefeatCarry::PerCombat => line.carried_defeats,
            DefeatCarry::PerBattle => found.contingent(line.side).map_or(0, |c| c.carried_defeats),
        });
        let own = BothSides::from_fn(|line| {
            let dice: &[Cast] = &throw.dice[line];
            dice.split_at(seats[line].len().min(dice.len()))
        });
        let prelude = self.support_exchange(&throw.support, own.map(|(_, support)| support));
        let BothSides { first, second } = BothSides::from_fn(|line| self.troops(battle, at, line));
        let (units, troops) = (BothSides::new(first.0, second.0), BothSides::new(first.1, second.1));
        let parties = BothSides::from_fn(|line| {
            let cast = |(seat, cast): (&PendingDie, &Cast)| self.line_die(seat, *cast);
            let backing = prelude.dice[line].iter().enumerate().filter(|(at, _)| prelude.joins_line(line, *at));
            let dice = seats[line].iter().zip(own[line].0).map(cast).chain(backing.map(|(_, d)| d.die));
            let bonus = seats[line].iter().filter(|seat| seat.troop.is_none()).count();
            PhaseSide {
                troops: troops[line].clone(),
                dice: dice.collect(),
                full_bonus_dice: full_bonus_dice(&book.scrud, bonus),
                carried: carried[line],
            }
        });
        let phase = fight(&book.scrud, &book.ladder, parties.as_ref());
        let support = throw.support.as_ref().map(|support| support.iter().map(|s| s.unit).collect());
        let settled = throw.deciding.is_none();
        let again = throw.has_rerolls;
        let fought = FoughtPhase {
            sides,
            units,
            parties,
            support,
            support_exchange: prelude,
            phase,
            part,
            settled,
            rerolled: again,
        };
        if settled {
            self.apply_phase(battle, at, &fought);
        }
        self.order_roll = Some(OrderRoll::Phase(Box::new(fought)));
        Ok(())
    }

    fn apply_phase(&mut self, battle: BattleId, at: usize, fought: &FoughtPhase) {
        let (rules, combat) = (self.state.book().scrud.clone(), combat_number(at));
        let carried = if rules.carry == DefeatCarry::PerPhase { BothSides::default() } else { fought.phase.carried };
        self.apply_support(battle, combat, fought);
        // The shifts for this phase end with it, so read the grades first.
        let standing = |unit: &UnitId| self.state.unit(*unit).map(|unit| self.state.shifted_grade(unit));
        let before = fought.units.as_ref().map(|units| units.iter().map(standing).collect::<Vec<_>>());
        let defeats = fought.phase.defeats.into();
        self.emit(Event::PhaseFought { battle, combat, defeats, carried: carried.into() });
        for line in CombatSide::BOTH {
            let fates = fought.phase.fates[line].iter().zip(&before[line]);
            for (unit, (fate, before)) in fought.units[line].iter().zip(fates) {
                before.iter().for_each(|before| self.apply_fate(*unit, fate, *before));
            }
        }
        let pushed = push_backs(fought);
        for push in &pushed {
            let leaves = push.retires.then_some(combat);
            self.emit(Event::PushedBack { unit: push.unit, by: Some(push.by), leaves });
        }
        for (driven, retires) in [(Driven::PushedBack, false), (Driven::Withdrew, true)] {
            let driven_back = pushed.iter().filter(|push| push.retires == retires);
            self.drive_all(&driven_back.map(|push| (push.unit, push.by_unit)).collect::<Vec<_>>(), driven);
        }
        self.close_empty_combats();
        let used_up = self.state.battle(battle).and_then(|b| b.combats.get(at));
        if used_up.is_some_and(|c| c.ended.is_none() && c.phases_fought >= rules.phases) {
            self.emit(Event::CombatEnded { battle, combat, how: CombatEnd::PhasesUsed });
        }
        self.credit_defeats(battle, fought);
    }

    /// Credits units with defeats they inflicted, if the rulebook promotes for them: dice are not evaluated again.
    /// RULES 7.
    fn credit_defeats(&mut self, battle: BattleId, fought: &FoughtPhase) {
        if !matches!(self.state.book().promote.after, PromotionMerit::Inflicted(_)) {
            return;
        }
        let mut units: Vec<(UnitId, u16)> = Vec::new();
        for unit in CombatSide::BOTH.into_iter().flat_map(|side| fought.inflicted_by(side)) {
            match units.iter_mut().find(|(other, _)| *other == unit) {
                Some((_, defeats)) => *defeats = defeats.saturating_add(1),
                None => units.push((unit, 1)),
            }
        }
        if !units.is_empty() {
            self.emit(Event::Refit(RefitEvent::Credited { battle, units }));
        }
    }

    /// Applies the phase to a unit; `stood` is its grade during the phase.
    fn apply_fate(&mut self, unit: UnitId, fate: &Fate, standing: ShiftedGrade) {
        if let Some(by) = fate.eliminated.filter(|by| matches!(by, Cause::Defeat | Cause::Rout)) {
            self.take_strength(unit, u16::MAX, by);
            return;
        }
        self.demote(unit, standing, fate.down);
        match fate.eliminated {
            Some(by) => self.take_strength(unit, u16::MAX, by),
            None => self.take_strength(unit, fate.lost, Cause::Losses),
        }
    }

    /// Demotes a unit from the grade `stood` by `down` steps, if that does not eliminate it. Source: RULES 2.5.
    pub(super) fn demote(&mut self, unit: UnitId, standing: ShiftedGrade, down: u16) {
        let ladder = &self.state.book().ladder;
        let Some(stands) = standing.after_defeats(ladder, down).filter(|_| down > 0) else { return };
        let used = (!standing.is_unshifted()).then(|| (standing.effective(ladder), stands.effective(ladder)));
        let spent = standing.combat.up - stands.combat.up;
        self.emit(Event::Demoted { unit, from: standing.own, to: stands.own, used, spent });
    }
}

struct PushedUnit {
    unit: UnitId,
    /// The owner of the die that beat it.
    by: Id,
    /// The enemy unit in the line that rolled the die; `None` for support.
    by_unit: Option<UnitId>,
    retires: bool,
}

/// The surviving units that are pushed back or retire, each once, in the order of the line-up.
fn push_backs(fought: &FoughtPhase) -> Vec<PushedUnit> {
    let mut pushed: Vec<(usize, PushedUnit)> = Vec::new();
    for side in CombatSide::BOTH {
        let enemy = side.opponent();
        for (unit, fate) in fought.units[side].iter().zip(&fought.phase.fates[side]) {
            let Some(die) = fate.beaten_by.filter(|_| (fate.pushed_back || fate.retired) && fate.eliminated.is_none())
            else {
                continue;
            };
            let place = fought.phase.lines[enemy].iter().position(|placed| placed.die == die).unwrap_or(usize::MAX);
            let beaten_by = fought.parties[enemy].dice.get(die).and_then(|die| die.troop);
            let by_unit = beaten_by.map(|troop| fought.units[enemy][troop]);
            pushed.push((
                place,
                PushedUnit { unit: *unit, by: fought.owner(enemy, die), by_unit, retires: fate.retired },
            ));
        }
    }
    pushed.sort_by_key(|(place, _)| *place);
    pushed.into_iter().map(|(_, pushed)| pushed).collect()
}

impl Resolver<'_> {
    /// The living units in a line of a combat, and their troops.
    pub(super) fn troops(&self, battle: BattleId, at: usize, line: CombatSide) -> (Vec<UnitId>, Vec<Troop>) {
        let Some(combat) = self.state.battle(battle).and_then(|b| b.combats.get(at)) else { return Default::default() };
        let living = combat.lines[line].units.iter().filter_map(|u| self.living_unit(*u).ok());
        living.map(|u| (u.id, Troop { grade: self.state.grade_in_rules(u), strength: u.strength.now })).unzip()
    }

    /// A die as it counts. Its grade is known unless it is that of a unit of unknown grade.
    pub(super) fn line_die(&self, seat: &PendingDie, cast: Cast) -> LineDie {
        let die = LineDie::from_cast(&self.state.book().ladder, seat.troop, seat.grade, cast);
        let unit = self.state.unit(UnitId(seat.owner.0));
        LineDie { is_grade_known: unit.is_none_or(|unit| unit.grade().is_exact()), ..die }
    }

    /// The dice of a line: each unit's own with bonus dice, or without those of the worst units, but at least one.
    fn pending_dice_of_line(
        &self,
        side: SideId,
        (units, troops): (&[UnitId], &[Troop]),
        bonus: i8,
        left_out: &[UnitId],
    ) -> Vec<PendingDie> {
        let mut seats: Vec<PendingDie> = Vec::new();
        for (at, (unit, troop)) in
            units.iter().zip(troops).enumerate().filter(|(_, (unit, _))| !left_out.contains(unit))
        {
            let dice = self.state.unit(*unit).map_or(1, |u| self.state.combat_dice(u));
            seats.extend((0..dice).map(|_| PendingDie { owner: (*unit).into(), troop: Some(at), grade: troop.grade }));
        }
        let neutral = self.state.book().ladder.neutral();
        let bonus_die = || PendingDie { owner: side.into(), troop: None, grade: neutral };
        apply_dice_bonus(&mut seats, bonus, |seat| seat.grade, bonus_die);
        seats
    }

    pub(super) fn requested_die(&self, seat: &PendingDie) -> RequestedDie {
        let book = self.state.book();
        let step = book.ladder.step(seat.grade);
        let printed = PrintedFaces { modifier: step.modifier, bounds: book.ladder.bounds };
        let specialist = book.scrud.hand_dice == HandDice::Specialist;
        RequestedDie { owner: seat.owner, die: step.die, printed: specialist.then_some(printed) }
    }

    pub(super) fn pending_dice(
        &self,
        battle: BattleId,
        at: usize,
        bonus: BothSides<i8>,
        left_out: &[UnitId],
    ) -> BothSides<Vec<PendingDie>> {
        BothSides::from_fn(|line| {
            let side = self.state.battle(battle).map_or(SideId(0), |b| b.combats[at].lines[line].side);
            let (units, troops) = self.troops(battle, at, line);
            self.pending_dice_of_line(side, (&units, &troops), bonus[line], left_out)
        })
    }

    /// Rolls the dice of a combat's next phase, and fights it unless dice may be rerolled.
    pub(in crate::rules) fn roll_phase(
        &mut self,
        battle: BattleId,
        at: usize,
        bonus: BothSides<i8>,
        support: BothSides<Vec<Support>>,
        left_out: Vec<UnitId>,
    ) -> RuleResult {
        self.check_support(battle, at, &support)?;
        // The first line opened the combat.
        let effect = self.state.table_effect(|state| state.attack_dice).clamp(-128, 127);
        let effect = i8::try_from(effect).expect("it is clamped");
        let bonus = BothSides { first: bonus.first.saturating_add(effect), ..bonus };
        let mut seats = self.pending_dice(battle, at, bonus, &left_out);
        let own = seats.as_ref().map(Vec::len);
        for (line, backers) in seats.iter_mut().zip(self.pending_support_dice(&support)) {
            line.extend(backers);
        }
        let wanted = seats.iter().flatten().map(|seat| self.requested_die(seat)).collect();
        let fallen = self.request_dice(Request { purpose: Purpose::Scrud, dice: wanted })?;
        let specialist = self.state.book().scrud.hand_dice == HandDice::Specialist;
        let mut casts = fallen.into_iter().map(|die| as_cast(die, specialist));
        let dice = seats.map(|seats| casts.by_ref().take(seats.len()).collect::<Vec<Cast>>());
        let throw = Throw { dice, bonus, support, deciding: None, left_out, has_rerolls: false };
        let may = |side: CombatSide| may_reroll(&self.state.book().scrud.rerolls, &throw.dice[side], own[side]);
        if CombatSide::BOTH.into_iter().any(may) {
            self.emit(Event::Thrown {
                battle,
                combat: combat_number(at),
                dice: throw.dice.clone().into(),
                bonus: bonus.into(),
                support: throw.support.clone().into(),
                left_out: throw.left_out.clone(),
            });
            return self.await_rerolls(battle, at);
        }
        self.fight_phase(battle, at, &throw)
    }

    /// Rerolls some of the dice on the table, or accepts them all. The phase is fought once both sides have decided.
    pub(in crate::rules) fn reroll(&mut self, battle: BattleId, side: SideId, dice: &[DieOf]) -> RuleResult {
        let found = self.open_battle(battle)?;
        let nothing = BattleRefusal::NothingAwaited { side, battle, why: NotAwaited::NoDice };
        let Some(PendingDecision::Rerolls(deciding, at)) = found.pending_decision() else { return Err(nothing.into()) };
        let Some(thrown) = found.combats[at].thrown.clone() else { return Err(nothing.into()) };
        fail_if!(deciding != side, nothing);
        let mut seats = self.pending_dice(battle, at, thrown.bonus, &thrown.left_out);
        let seats = std::mem::take(&mut seats[thrown.decider()]);
        let again = reroll_places(&self.state.book().scrud.rerolls, &thrown, &seats, dice)?;
        let mut rethrown = Vec::new();
        if !again.is_empty() {
            let wanted = again.iter().map(|s| self.requested_die(&seats[*s])).collect();
            let fallen = self.request_dice(Request { purpose: Purpose::Reroll, dice: wanted })?;
            let specialist = self.state.book().scrud.hand_dice == HandDice::Specialist;
            let number = |place: usize| u16::try_from(place).expect("a line is shorter than that");
            rethrown = again.into_iter().map(number).zip(fallen.into_iter().map(|d| as_cast(d, specialist))).collect();
        }
        self.emit(Event::Rethrown { battle, combat: combat_number(at), dice: rethrown });
        self.await_rerolls(battle, at)
    }

    /// Waits for the next side with a die that it may reroll. The phase is fought once no side is left.
    pub(super) fn await_rerolls(&mut self, battle: BattleId, at: usize) -> RuleResult {
        loop {
            let Some(thrown) = self.open_battle(battle)?.combats[at].thrown.clone() else { return Ok(()) };
            let idle = thrown.deciding.is_some_and(|side| {
                let own = self.pending_dice(battle, at, thrown.bonus, &thrown.left_out)[side].len();
                !may_reroll(&self.state.book().scrud.rerolls, &thrown.dice[side], own)
            });
            if !idle {
                return self.fight_phase(battle, at, &thrown);
            }
            self.emit(Event::Rethrown { battle, combat: combat_number(at), dice: Vec::new() });
        }
    }
}

/// Whether any of a side's own dice, which come before its support, may be rerolled.
pub(super) fn may_reroll(rules: &Rerolls, dice: &[Cast], own: usize) -> bool {
    rules.dice > 0 && dice[..own.min(dice.len())].iter().any(|die| is_rerollable(rules, *die))
}

fn is_rerollable(rules: &Rerolls, die: Cast) -> bool {
    let (Cast::Face(face) | Cast::Score(face)) = die;
    rules.faces.is_empty() || rules.faces.contains(&face)
}

/// The places in the line of the dice that an order names, all of which may be rerolled.
fn reroll_places(
    rules: &Rerolls,
    thrown: &Throw,
    seats: &[PendingDie],
    dice: &[DieOf],
) -> Result<Vec<usize>, CombatRefusal> {
    fail_if!(dice.len() > usize::from(rules.dice), CombatRefusal::Reroll(RerollRefusal::TooMany { most: rules.dice }));
    let mut places: Vec<usize> = Vec::new();
    for DieOf(who, nth) in dice {
        let (who, nth) = (*who, *nth);
        let mut theirs = (0..seats.len()).filter(|s| seats[*s].owner == Owner(who.0));
        if thrown.support.iter().flatten().any(|s| Id::from(s.unit) == who) {
            return Err(CombatRefusal::Reroll(RerollRefusal::Supports { who }));
        }
        let place = theirs.nth(usize::from(nth.saturating_sub(1))).filter(|_| nth > 0);
        let place = place.ok_or(CombatRefusal::Reroll(RerollRefusal::NoDie { who, nth }))?;
        fail_if!(places.contains(&place), CombatRefusal::Reroll(RerollRefusal::Twice { who }));
        let die = thrown.dice[thrown.decider()][place];
        if !is_rerollable(rules, die) {
            let (Cast::Face(face) | Cast::Score(face)) = die;
            let allowed = rules.faces.clone();
            return Err(CombatRefusal::Reroll(RerollRefusal::Face { who, face, allowed }));
        }
        places.push(place);
    }
    Ok(places)
}
