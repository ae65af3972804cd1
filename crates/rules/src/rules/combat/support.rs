//! Units that support a phase of a combat from outside its lines. Source: RULES 2.4.

use super::{FoughtPhase, PendingDie};
use crate::{
    event::{Cast, Cause, Clash, ClashKind, Event},
    order::Support,
    rules::{
        Refusal, Resolver,
        refusal::{Attack, BattleRefusal, SupportRefusal},
        scrud::{DieOutcome, LineDie},
        support::{SupportDie, SupportExchange, SupportIndex, SupportTask},
    },
    state::Unit,
};
use wardiary_base::{
    book::{Mechanism, SupportRole},
    dice::Owner,
    id::{BattleId, Id, SideId, UnitId},
    sides::{BothSides, CombatSide},
};

/// A support die still to be rolled: its seat, its task, and its target.
type PendingSupportDie = (PendingDie, SupportTask, Option<usize>);

impl FoughtPhase {
    /// All dice of a side in the order of the request, each with its owner. Support is last, even if it is not in the
    /// line.
    pub fn dice_with_owners(&self, side: CombatSide) -> Vec<(Id, LineDie)> {
        let support = &self.support[side];
        let in_line = (0..support.len()).filter(|at| self.support_exchange.joins_line(side, *at)).count();
        let dice = &self.parties[side].dice;
        let line = dice[..dice.len() - in_line].iter().map(|die| {
            let whose = die.troop.map_or_else(|| self.sides[side].into(), |troop| self.units[side][troop].into());
            (whose, *die)
        });
        let support =
            support.iter().zip(&self.support_exchange.dice[side]).map(|(unit, die)| (Id::from(*unit), die.die));
        line.chain(support).collect()
    }

    /// The owner of a die in the line: a unit, or a side for a bonus die.
    pub fn owner(&self, side: CombatSide, die: usize) -> Id {
        let firing: Vec<UnitId> = (0..self.support[side].len())
            .filter(|at| self.support_exchange.joins_line(side, *at))
            .map(|at| self.support[side][at])
            .collect();
        let dice = &self.parties[side].dice;
        match dice.get(die).and_then(|d| d.troop) {
            Some(troop) => self.units[side][troop].into(),
            // Support that fires is at the end of the line, in the order rolled.
            None => (die + firing.len())
                .checked_sub(dice.len())
                .and_then(|at| firing.get(at))
                .map_or_else(|| self.sides[side].into(), |unit| (*unit).into()),
        }
    }

    /// The units of a side whose dice inflicted a defeat, once for each defeat, from the top of the line-up, including
    /// support. Defeats by a bonus die count for no unit.
    pub fn inflicted_by(&self, side: CombatSide) -> Vec<UnitId> {
        let (own, enemy) = (&self.phase.lines[side], &self.phase.lines[side.opponent()]);
        let beats = |at: usize| match own[at].outcome {
            DieOutcome::ExtraWins => true,
            // A beaten support die is not a defeat of any unit.
            DieOutcome::Wins => enemy.get(at).is_some_and(|opposite| opposite.outcome == DieOutcome::Loses),
            DieOutcome::Loses | DieOutcome::Even | DieOutcome::Extra => false,
        };
        let owners = (0..own.len()).filter(|at| beats(*at)).map(|at| UnitId(self.owner(side, own[at].die).0));
        owners.filter(|unit| self.units[side].contains(unit) || self.support[side].contains(unit)).collect()
    }

    /// The effects of counter-battery and air defence.
    pub fn clashes(&self) -> impl Iterator<Item = Clash<UnitId>> + '_ {
        self.support_exchange.clashes.iter().map(|clash| clash.map(|(side, at): SupportIndex| self.support[side][at]))
    }
}

impl Resolver<'_> {
    fn support_role(&self, unit: &Unit) -> Option<SupportRole> {
        self.state.book().troop(&unit.kind).and_then(|troop| troop.support)
    }

    /// Refuses support that can't be given in the next phase of a combat.
    pub(super) fn check_support(
        &self,
        battle: BattleId,
        at: usize,
        support: &BothSides<Vec<Support>>,
    ) -> Result<(), Refusal> {
        let found = self.open_battle(battle)?;
        let combat = &found.combats[at];
        let number = combat.phases_fought.saturating_add(1);
        // Without turns a combat that is over blocks no unit.
        let turns = self.state.book().uses(Mechanism::Turns);
        for (line, named) in support.by_side() {
            let enemy = line.opponent();
            for (nth, Support { unit, counter }) in named.iter().enumerate() {
                self.check_can_support(battle, combat.lines[line].side, *unit)?;
                let (unit, counter) = (*unit, *counter);
                // In later phases it continues the attack that it has begun.
                let goes_on = combat.supporters.iter().any(|(supporter, _)| *supporter == unit);
                let attacks = line == CombatSide::First && !goes_on;
                if let Some(spent) = self.state.attack_refusal(unit, Attack::Support).filter(|_| attacks) {
                    return Err(spent.into());
                }
                let counts = |c: &crate::state::Combat| turns || c.ended.is_none();
                let elsewhere = |c: &crate::state::Combat| counts(c) && c.supporters.contains(&(unit, number));
                fail_if!(named[..nth].iter().any(|before| before.unit == unit), SupportRefusal::Twice { unit });
                fail_if!(found.combats.iter().any(elsewhere), SupportRefusal::Elsewhere { unit, phase: number });
                if let Some(target) = counter {
                    self.check_can_counter(battle, combat.lines[enemy].side, unit, target)?;
                    if !support[enemy].iter().any(|enemy| enemy.unit == target) {
                        return Err(SupportRefusal::SilentTarget { target }.into());
                    }
                }
            }
        }
        Ok(())
    }

    fn check_can_support(&self, battle: BattleId, side: SideId, id: UnitId) -> Result<(), Refusal> {
        let unit = self.living_unit(id)?;
        fail_if!(unit.side != side, SupportRefusal::OtherSide { unit: id, side });
        let role = self.support_role(unit).ok_or(SupportRefusal::NoRole { unit: id })?;
        self.check_in_battle(battle, unit)?;
        fail_if!(self.state.combat_of(id).is_some(), SupportRefusal::InLine { unit: id });
        fail_if!(unit.is_ineffective() && role != SupportRole::AirDefence, Refusal::Ineffective { who: id.into() });
        Ok(())
    }

    fn check_can_counter(&self, battle: BattleId, enemy: SideId, by: UnitId, target: UnitId) -> Result<(), Refusal> {
        let (gun, hit) = (self.living_unit(by)?, self.living_unit(target)?);
        fail_if!(self.support_role(gun) != Some(SupportRole::Artillery), SupportRefusal::NoGun { unit: by, target });
        fail_if!(hit.side != enemy, SupportRefusal::NoEnemy { target });
        fail_if!(self.support_role(hit) != Some(SupportRole::Artillery), SupportRefusal::NoTarget { target });
        self.check_in_battle(battle, hit)
    }

    fn check_in_battle(&self, battle: BattleId, unit: &Unit) -> Result<(), Refusal> {
        match self.state.battle_of(unit.id) {
            Some(found) if found.id == battle => Ok(()),
            Some(_) => Err(BattleRefusal::TwoBattles { first: unit.id.into(), second: battle.into() }.into()),
            None => Err(BattleRefusal::NotInBattle { who: unit.id.into() }.into()),
        }
    }

    fn pending_support(&self, support: &BothSides<Vec<Support>>) -> BothSides<Vec<PendingSupportDie>> {
        BothSides::from_fn(|line| {
            let backer = |named: &Support| {
                let unit = self.state.unit(named.unit)?;
                let role = self.support_role(unit)?;
                let seat =
                    PendingDie { owner: Owner::from(named.unit), troop: None, grade: self.state.grade_in_rules(unit) };
                let target = named.counter.and_then(|at| support[line.opponent()].iter().position(|s| s.unit == at));
                let task = if named.counter.is_some() { SupportTask::CounterBattery } else { role.into() };
                Some((seat, task, target))
            };
            support[line].iter().filter_map(backer).collect()
        })
    }

    pub(super) fn pending_support_dice(&self, support: &BothSides<Vec<Support>>) -> BothSides<Vec<PendingDie>> {
        self.pending_support(support).map(|line| line.into_iter().map(|(seat, ..)| seat).collect())
    }

    pub(super) fn support_exchange(
        &self,
        support: &BothSides<Vec<Support>>,
        casts: BothSides<&[Cast]>,
    ) -> SupportExchange {
        let ladder = &self.state.book().ladder;
        let backers = self.pending_support(support);
        let dice = BothSides::from_fn(|line| {
            let thrown = backers[line].iter().zip(casts[line]).map(|((seat, task, target), cast)| SupportDie {
                task: *task,
                die: self.line_die(seat, *cast),
                target: *target,
            });
            thrown.collect()
        });
        SupportExchange::resolve(&self.state.book().scrud, ladder, dice)
    }

    /// Applies the effects of support dice on each other before the line-up.
    pub(super) fn apply_support(&mut self, battle: BattleId, combat: u16, fought: &FoughtPhase) {
        let units: Vec<UnitId> = fought.support.iter().flatten().copied().collect();
        if units.is_empty() {
            return;
        }
        self.emit(Event::Supported { battle, combat, units, clashes: fought.clashes().collect() });
        for side in CombatSide::BOTH {
            for (at, fate) in fought.support_exchange.fates[side].iter().enumerate().filter(|(_, fate)| fate.down > 0) {
                let unit = fought.support[side][at];
                let Some(standing) = self.state.unit(unit).map(|unit| self.state.shifted_grade(unit)) else { continue };
                match fate.destroyed {
                    Some(ClashKind::CounterBattery) => self.take_strength(unit, u16::MAX, Cause::CounterBattery),
                    Some(ClashKind::AirDefence) => self.take_strength(unit, u16::MAX, Cause::AirDefence),
                    None => self.demote(unit, standing, fate.down),
                }
            }
        }
    }
}
