//! Fights a phase with the rolled dice, and applies it to the units.

use super::{FightPart, FoughtPhase, PendingDie, combat_number};
use crate::{
    event::{Cast, Cause, CombatEnd, Driven, Event, RefitEvent},
    rules::{
        OrderRoll, Resolver, RuleResult,
        scrud::{Fate, PhaseSide, fight, full_bonus_dice},
    },
    state::Throw,
};
use wardiary_base::{
    book::{DefeatCarry, PromotionMerit, ShiftedGrade},
    id::{BattleId, Id, UnitId},
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
