//! The dice of a phase: how many each unit rolls, the roll, and rerolls. Source: RULES 2.3.

use super::{PendingDie, combat_number};
use crate::{
    event::{Cast, Event},
    order::{DieOf, Support},
    rules::{
        Resolver, RuleResult,
        refusal::{BattleRefusal, CombatRefusal, NotAwaited, RerollRefusal},
        scrud::{LineDie, Troop, apply_dice_bonus, as_cast},
    },
    state::{PendingDecision, Throw},
};
use wardiary_base::{
    book::{HandDice, Rerolls},
    dice::{Owner, PrintedFaces, Purpose, Request, RequestedDie},
    id::{BattleId, Id, SideId, UnitId},
    sides::{BothSides, CombatSide},
};

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
