//! SCRUD combats in a campaign: opened, fought phase by phase, joined and left. Source: RULES 2.2, 2.3.

mod support;

use super::{
    Refusal, Resolver, Rolled, RuleResult,
    refusal::{BattleRefusal, CombatRefusal, RerollRefusal, SupportRefusal},
    scrud::{LineDie, Party, Phase, Troop, cast, fight},
    support::Prelude,
};
use crate::{
    book::{Carry, DicePer, HandDice, Mechanism},
    dice::{Owner, Printed, Purpose, Request, Wanted},
    event::{Cast, Cause, CombatEnd, Event},
    id::{BattleId, Id, SideId, UnitId},
    order::{DieOf, Force, Order, Support, WaitsFor},
    state::{Awaiting, State, Unit, battle::Contingent},
};

/// A phase as it was fought, for those who want to see the dice.
#[derive(Clone, Debug, PartialEq)]
pub struct Fought {
    /// The two sides.
    pub sides: [SideId; 2],
    /// Whose each troop is.
    pub units: [Vec<UnitId>; 2],
    /// Troops and dice.
    pub parties: [Party; 2],
    /// The units that supported either side, in the line or not.
    pub support: [Vec<UnitId>; 2],
    /// Their dice, and what they did to each other before the line-up.
    pub prelude: Prelude,
    /// How they lined up, and what that did.
    pub phase: Phase,
    /// Which phase of its combat it was, from 1.
    pub number: u8,
    /// Whether it is settled; otherwise dice may still be thrown again.
    pub settled: bool,
}

/// A unit's or a side's part in a line: whose the dice are, of which troop, of which grade.
#[derive(Clone, Copy)]
struct Seat {
    owner: Owner,
    troop: Option<usize>,
    grade: crate::book::Grade,
}

impl State {
    /// How many dice a unit rolls in a combat. Source: RULES 2.3; 1 for what EDNA scales.
    #[must_use]
    pub fn combat_dice(&self, unit: &Unit) -> u32 {
        match self.book().scrud.dice_per {
            DicePer::Unit => 1,
            DicePer::StrengthPoint => {
                let melee = self.book().edna.scales.melee;
                let scaled = melee.scale(unit.strength.now.into(), unit.edna.now.into(), unit.edna.full.into());
                scaled.max(1)
            }
        }
    }

    /// Whether a unit rolls a die in combats at all.
    #[must_use]
    pub fn rolls_in_combat(&self, unit: &Unit) -> bool {
        self.book().troop(&unit.kind).is_none_or(|t| t.fights)
    }
}

impl Resolver<'_> {
    /// Refuses an order that touches a battle in which dice wait to be thrown again, so that nothing moves under them.
    pub(super) fn let_decide(&self, order: &Order) -> RuleResult {
        let units_of = |id: &Id| self.state.units_meant(*id).into_iter().map(|u| u.id);
        let disturbed: Vec<UnitId> = match order.waits_for() {
            WaitsFor::Nothing => return Ok(()),
            WaitsFor::Units(units) => units,
            WaitsFor::Forces(who) => who.iter().flat_map(units_of).collect(),
            WaitsFor::BattleOf(battle) => {
                let battle = self.state.battle(battle);
                battle.into_iter().flat_map(|b| &b.contingents).flat_map(Contingent::units).collect()
            }
            WaitsFor::AllBattles => self.state.units().iter().map(|u| u.id).collect(),
        };
        for battle in self.state.open_battles() {
            let waits = matches!(battle.awaiting(), Some(Awaiting::Rerolls(..)));
            if waits && disturbed.iter().any(|u| battle.contingents.iter().any(|c| c.has(*u))) {
                self.ready_battle(battle.id)?;
            }
        }
        Ok(())
    }

    /// Those of a force that can take part in a combat: the units named themselves must, of a stack or side those who can.
    /// Where a side stands in several battles, only those in the battle that is meant are asked.
    pub(super) fn combatants(
        &self,
        force: &Force,
        within: Option<BattleId>,
    ) -> Result<(BattleId, Vec<UnitId>), Refusal> {
        let named = |unit: UnitId| force.who.contains(&unit.into());
        let mut units = self.all_living(&force.who)?;
        let elsewhere = |unit: &UnitId| within.is_some() && self.state.battle_of(*unit).map(|b| b.id) != within;
        units.retain(|unit| named(*unit) || !elsewhere(unit));
        if let Some(both) = force.support.iter().find(|s| named(s.unit)) {
            return Err(SupportRefusal::Fights { unit: both.unit }.into());
        }
        // Of a stack or a side, those who support from outside the line do not stand in it.
        let supports = |unit: &UnitId| force.support.iter().any(|s| s.unit == *unit);
        if units.iter().all(supports) {
            return Err(SupportRefusal::EmptyLine.into());
        }
        units.retain(|unit| !supports(unit));
        let all = units.clone();
        for unit in &all {
            let found = self.living(*unit)?;
            let refusal = if self.state.battle_of(*unit).is_none() {
                Refusal::from(BattleRefusal::NotInBattle { who: (*unit).into() })
            } else if !self.state.rolls_in_combat(found) {
                CombatRefusal::NoDie { unit: *unit }.into()
            } else {
                continue;
            };
            if named(*unit) || units.len() == 1 {
                return Err(refusal);
            }
            units.retain(|u| u != unit);
        }
        let first = self.living(units[0])?;
        let battle = self.state.battle_of(units[0]).map(|b| b.id);
        for unit in &units[1..] {
            let other = self.living(*unit)?;
            let names = (first.id.into(), other.id.into());
            if other.side != first.side {
                return Err(Refusal::TwoSides { first: names.0, second: names.1 });
            }
            if self.state.battle_of(*unit).map(|b| b.id) != battle {
                return Err(BattleRefusal::TwoBattles { first: names.0, second: names.1 }.into());
            }
        }
        match battle {
            Some(battle) => Ok((battle, units)),
            None => Err(BattleRefusal::NotInBattle { who: first.id.into() }.into()),
        }
    }

    /// The one battle in which both forces have units, if it is one.
    fn common_battle(&self, first: &Force, second: &Force) -> Option<BattleId> {
        let in_battle = |force: &Force, battle: BattleId| {
            let mut units = force.who.iter().flat_map(|id| self.state.units_meant(*id));
            units.any(|u| u.is_alive() && self.state.battle_of(u.id).is_some_and(|b| b.id == battle))
        };
        let mut common =
            self.state.open_battles().map(|b| b.id).filter(|b| in_battle(first, *b) && in_battle(second, *b));
        common.next().filter(|_| common.next().is_none())
    }

    pub(super) fn scrud(&mut self, first: &Force, second: &Force) -> RuleResult {
        let within = self.common_battle(first, second);
        let (id, own) = self.combatants(first, within)?;
        let (other_battle, enemy) = self.combatants(second, within)?;
        let battle = self.ready_battle(id)?;
        let sides = (self.living(own[0])?.side, self.living(enemy[0])?.side);
        if sides.0 == sides.1 {
            return Err(Refusal::OwnSide { side: sides.0 }.into());
        }
        if other_battle != id {
            return Err(BattleRefusal::TwoBattles { first: own[0].into(), second: enemy[0].into() }.into());
        }
        // A combat in which some of these stand against some of those: this is its next phase, whoever says so.
        let among = |line: usize, units: &[UnitId], combat: &crate::state::Combat| {
            units.iter().any(|u| combat.lines[line].units.contains(u))
        };
        // Where the rulebook knows no turns, a combat that is over stands in nobody's way.
        let turns = self.state.book().uses(Mechanism::Turns);
        let counted = battle.combats.iter().enumerate().filter(|(_, combat)| turns || combat.over.is_none());
        let between = counted.filter_map(|(at, combat)| {
            let straight = among(0, &own, combat) && among(1, &enemy, combat);
            let turned = among(1, &own, combat) && among(0, &enemy, combat);
            (straight || turned).then_some((at, turned, combat))
        });
        // One under way is meant before one that is over.
        let between = between.min_by_key(|(_, _, combat)| combat.over.is_some());
        if let Some((at, turned, combat)) = between {
            if let Some(how) = combat.over {
                return Err(CombatRefusal::CombatOver { how }.into());
            }
            let stranger = |force: &Force| {
                let mut named = force.who.iter().filter_map(|id| match self.state.units_meant(*id)[..] {
                    [unit] => Some(unit.id),
                    _ => None,
                });
                named.find(|u| combat.side_of(*u).is_none())
            };
            if let Some(unit) = stranger(first).or_else(|| stranger(second)) {
                return Err(CombatRefusal::NotInThatCombat { unit }.into());
            }
            let (own, enemy) = if turned { (second, first) } else { (first, second) };
            self.throw(id, at, [own.dice, enemy.dice], &[own.support.clone(), enemy.support.clone()])
        } else {
            let at = battle.combats.len();
            self.open_combat(id, sides, (first, own), (second, enemy))?;
            self.throw(id, at, [first.dice, second.dice], &[first.support.clone(), second.support.clone()])
        }
    }

    fn open_combat(
        &mut self,
        id: BattleId,
        sides: (SideId, SideId),
        (first, mut own): (&Force, Vec<UnitId>),
        (second, mut enemy): (&Force, Vec<UnitId>),
    ) -> RuleResult {
        let battle = self.open_battle(id)?;
        if battle.contingent(sides.0).is_some_and(|c| c.exhausted) {
            return Err(BattleRefusal::Exhausted { side: sides.0 }.into());
        }
        if !battle.may_act(&self.state, sides.0) {
            return Err(BattleRefusal::NotTheirTurn { side: sides.0, now: battle.acting }.into());
        }
        for (force, units, opens) in [(first, &mut own, true), (second, &mut enemy, false)] {
            for unit in units.clone() {
                let found = self.living(unit)?;
                let refusal = if opens && found.is_ineffective() {
                    Refusal::Ineffective { who: unit.into() }
                } else if self.state.combat_of(unit).is_some() {
                    CombatRefusal::InCombat { unit }.into()
                } else {
                    continue;
                };
                if force.who.contains(&unit.into()) || units.len() == 1 {
                    return Err(refusal.into());
                }
                units.retain(|u| *u != unit);
            }
        }
        self.emit(Event::CombatOpened { battle: id, first: (sides.0, own), second: (sides.1, enemy) });
        Ok(())
    }

    /// The units that still live in a line of a combat, and the troops they are.
    fn troops(&self, battle: BattleId, at: usize, line: usize) -> (Vec<UnitId>, Vec<Troop>) {
        let Some(combat) = self.state.battle(battle).and_then(|b| b.combats.get(at)) else { return Default::default() };
        let living = combat.lines[line].units.iter().filter_map(|u| self.living(*u).ok());
        living.map(|u| (u.id, Troop { grade: self.state.grade_used(u), strength: u.strength.now })).unzip()
    }

    /// The dice of a line: for each unit its own, and then the bonus dice; or less those of the worst units, never
    /// below one.
    fn seats(&self, side: SideId, units: &[UnitId], troops: &[Troop], bonus: i8) -> Vec<Seat> {
        let mut seats: Vec<Seat> = Vec::new();
        for (at, (unit, troop)) in units.iter().zip(troops).enumerate() {
            let dice = self.state.unit(*unit).map_or(1, |u| self.state.combat_dice(u));
            seats.extend((0..dice).map(|_| Seat { owner: (*unit).into(), troop: Some(at), grade: troop.grade }));
        }
        for _ in 0..bonus.min(0).unsigned_abs() {
            let worst = (0..seats.len()).max_by_key(|at| (seats[*at].grade, *at)).filter(|_| seats.len() > 1);
            worst.map(|at| seats.remove(at));
        }
        let grade = self.state.book().ladder.neutral();
        seats.extend((0..bonus.max(0)).map(|_| Seat { owner: side.into(), troop: None, grade }));
        seats
    }

    fn wanted(&self, seat: &Seat) -> Wanted {
        let book = self.state.book();
        let step = book.ladder.step(seat.grade);
        let printed = Printed { modifier: step.modifier, bounds: book.ladder.bounds };
        let specialist = book.scrud.hand_dice == HandDice::Specialist;
        Wanted { owner: seat.owner, die: step.die, printed: specialist.then_some(printed) }
    }

    /// The seats of both lines of a combat.
    fn both_seats(&self, battle: BattleId, at: usize, bonus: [i8; 2]) -> [Vec<Seat>; 2] {
        [0, 1].map(|line: usize| {
            let side = self.state.battle(battle).map_or(SideId(0), |b| b.combats[at].lines[line].side);
            let (units, troops) = self.troops(battle, at, line);
            self.seats(side, &units, &troops, bonus[line])
        })
    }

    pub(super) fn throw(
        &mut self,
        battle: BattleId,
        at: usize,
        bonus: [i8; 2],
        support: &[Vec<Support>; 2],
    ) -> RuleResult {
        self.check_support(battle, at, support)?;
        let mut seats = self.both_seats(battle, at, bonus);
        for (line, backers) in seats.iter_mut().zip(self.support_seats(support)) {
            line.extend(backers);
        }
        let wanted = seats.iter().flatten().map(|seat| self.wanted(seat)).collect();
        let fallen = self.ask(Request { purpose: Purpose::Scrud, dice: wanted })?;
        let specialist = self.state.book().scrud.hand_dice == HandDice::Specialist;
        let mut casts = fallen.into_iter().map(|die| cast(die, specialist));
        let dice = [0, 1].map(|line: usize| casts.by_ref().take(seats[line].len()).collect::<Vec<Cast>>());
        if self.state.book().scrud.rerolls.dice == 0 {
            return self.conclude(battle, at, bonus, support, &dice, true);
        }
        let combat = u16::try_from(at).expect("a turn has fewer combats than that");
        let [first, second] = dice.clone();
        let [own, enemy] = support.clone();
        self.emit(Event::Thrown {
            battle,
            combat,
            dice: (first, second),
            bonus: (bonus[0], bonus[1]),
            support: (own, enemy),
        });
        self.conclude(battle, at, bonus, support, &dice, false)
    }

    /// Throws some of the dice that lie there again, or lets them stand; when both have decided the phase is fought.
    pub(super) fn reroll(&mut self, battle: BattleId, side: SideId, dice: &[DieOf]) -> RuleResult {
        let found = self.open_battle(battle)?;
        let nothing = BattleRefusal::NothingAwaited { side, battle };
        let Some(Awaiting::Rerolls(deciding, at)) = found.awaiting() else { return Err(nothing.into()) };
        let Some(thrown) = found.combats[at].thrown.clone() else { return Err(nothing.into()) };
        if deciding != side {
            return Err(nothing.into());
        }
        let line = thrown.deciding.min(1);
        let rules = self.state.book().scrud.rerolls.clone();
        if dice.len() > usize::from(rules.dice) {
            return Err(CombatRefusal::Reroll(RerollRefusal::TooMany { most: rules.dice }).into());
        }
        let [first_seats, second_seats] = self.both_seats(battle, at, thrown.bonus);
        let seats = if line == 0 { first_seats } else { second_seats };
        let mut again: Vec<usize> = Vec::new();
        for DieOf(who, nth) in dice {
            let mut theirs = (0..seats.len()).filter(|s| seats[*s].owner == Owner(who.0));
            let (who, nth) = (*who, *nth);
            if thrown.support.iter().flatten().any(|s| Id::from(s.unit) == who) {
                return Err(CombatRefusal::Reroll(RerollRefusal::Supports { who }).into());
            }
            let place = theirs.nth(usize::from(nth.saturating_sub(1))).filter(|_| nth > 0);
            let place = place.ok_or(CombatRefusal::Reroll(RerollRefusal::NoDie { who, nth }))?;
            if again.contains(&place) {
                return Err(CombatRefusal::Reroll(RerollRefusal::Twice { who }).into());
            }
            let (Cast::Face(face) | Cast::Score(face)) = thrown.dice[line][place];
            if !rules.faces.is_empty() && !rules.faces.contains(&face) {
                let allowed = rules.faces.clone();
                return Err(CombatRefusal::Reroll(RerollRefusal::Face { who, face, allowed }).into());
            }
            again.push(place);
        }
        let mut rethrown = Vec::new();
        if !again.is_empty() {
            let wanted = again.iter().map(|s| self.wanted(&seats[*s])).collect();
            let fallen = self.ask(Request { purpose: Purpose::Reroll, dice: wanted })?;
            let specialist = self.state.book().scrud.hand_dice == HandDice::Specialist;
            let number = |place: usize| u16::try_from(place).expect("a line is shorter than that");
            rethrown = again.into_iter().map(number).zip(fallen.into_iter().map(|d| cast(d, specialist))).collect();
        }
        let combat = u16::try_from(at).expect("a turn has fewer combats than that");
        self.emit(Event::Rethrown { battle, combat, dice: rethrown });
        let after = self.open_battle(battle)?.combats[at].thrown.clone();
        match after {
            Some(thrown) => {
                let settled = thrown.deciding > 1;
                self.conclude(battle, at, thrown.bonus, &thrown.support, &thrown.dice, settled)
            }
            None => Ok(()),
        }
    }

    /// Fights the phase with the dice that lie there. Unless it is settled nothing happens but that it can be seen.
    fn conclude(
        &mut self,
        battle: BattleId,
        at: usize,
        bonus: [i8; 2],
        support: &[Vec<Support>; 2],
        dice: &[Vec<Cast>; 2],
        settled: bool,
    ) -> RuleResult {
        let book = self.state.book().clone();
        let seats = self.both_seats(battle, at, bonus);
        let found = self.open_battle(battle)?;
        let combat = &found.combats[at];
        let sides = [0, 1].map(|line: usize| combat.lines[line].side);
        let number = combat.phases.saturating_add(1);
        let carried = [0, 1].map(|line: usize| match book.scrud.carry {
            Carry::PerPhase => 0,
            Carry::PerCombat => combat.lines[line].carried,
            Carry::PerBattle => found.contingent(sides[line]).map_or(0, |c| c.carried),
        });
        let both = [0, 1].map(|line: usize| self.troops(battle, at, line));
        let own = |line: usize| dice[line].split_at(seats[line].len().min(dice[line].len()));
        let prelude = self.prelude(support, [own(0).1, own(1).1]);
        let parties = [0, 1].map(|line: usize| {
            let cast = |(seat, cast): (&Seat, &Cast)| LineDie::cast(&book.ladder, seat.troop, seat.grade, *cast);
            let backing = prelude.dice[line].iter().enumerate().filter(|(at, _)| prelude.fires(line, *at));
            let dice = seats[line].iter().zip(own(line).0).map(cast).chain(backing.map(|(_, d)| d.die));
            Party { troops: both[line].1.clone(), dice: dice.collect(), carried: carried[line] }
        });
        let phase = fight(&book.scrud, &book.ladder, [&parties[0], &parties[1]]);
        let units = both.map(|(units, _)| units);
        let support = [0, 1].map(|line: usize| support[line].iter().map(|s| s.unit).collect());
        let fought = Fought { sides, units, parties, support, prelude, phase, number, settled };
        if settled {
            self.phase_fought(battle, at, &fought);
        }
        self.rolled = Some(Rolled::Fought(Box::new(fought)));
        Ok(())
    }

    fn phase_fought(&mut self, battle: BattleId, at: usize, fought: &Fought) {
        let book = self.state.book().clone();
        let combat = u16::try_from(at).expect("a turn has fewer combats than that");
        let Phase { defeats, carried, .. } = fought.phase;
        let kept = if book.scrud.carry == Carry::PerPhase { (0, 0) } else { (carried[0], carried[1]) };
        self.support_fought(battle, combat, fought);
        // The shifts of this phase lapse with it, so what they were is asked before.
        let shifts: Vec<Vec<i16>> = fought
            .units
            .iter()
            .map(|units| units.iter().map(|u| self.state.unit(*u).map_or(0, Unit::shift)).collect())
            .collect();
        self.emit(Event::PhaseFought { battle, combat, defeats: (defeats[0], defeats[1]), carried: kept });
        for line in [0, 1] {
            let fates = fought.phase.fates[line].iter().zip(&fought.parties[line].troops).zip(&shifts[line]);
            for (unit, ((fate, troop), shift)) in fought.units[line].iter().zip(fates) {
                let unit = *unit;
                let Some(own) = self.state.unit(unit).map(|u| u.grade) else { continue };
                if fate.pushed_back {
                    self.emit(Event::PushedBack { unit });
                }
                if let Some(by) = fate.eliminated.filter(|by| *by == Cause::Defeat) {
                    self.strike(unit, u16::MAX, by);
                    continue;
                }
                if fate.down > 0 {
                    let used = book.ladder.shifted(troop.grade, -i16::try_from(fate.down).unwrap_or(i16::MAX));
                    let to = book.ladder.shifted(used, -shift);
                    if to != own {
                        self.emit(Event::Demoted { unit, from: own, to });
                    }
                }
                match fate.eliminated {
                    Some(by) => self.strike(unit, u16::MAX, by),
                    None => self.strike(unit, fate.lost, Cause::Losses),
                }
            }
        }
        self.close_empty_combats();
        let used_up = self.state.battle(battle).and_then(|b| b.combats.get(at));
        if used_up.is_some_and(|c| c.over.is_none() && c.phases >= book.scrud.phases) {
            self.emit(Event::CombatEnded { battle, combat, how: CombatEnd::PhasesUsed });
        }
    }

    /// The combat somebody is in: the battle, its place, and whose he is.
    fn combat_with(&self, who: Id) -> Result<(BattleId, usize, SideId), Refusal> {
        let refusal = CombatRefusal::NotInCombat { who };
        let side = self.state.side_of(who).ok_or(Refusal::Nobody { id: who })?;
        let units = self.state.units_meant(who);
        let found = units.iter().find_map(|u| self.state.combat_of(u.id)).ok_or(refusal)?;
        Ok((found.0.id, found.1, side))
    }

    pub(super) fn withdraw(&mut self, who: Id) -> RuleResult {
        let (battle, at, side) = self.combat_with(who)?;
        self.ready_battle(battle)?;
        let combat = u16::try_from(at).expect("a turn has fewer combats than that");
        self.emit(Event::CombatEnded { battle, combat, how: CombatEnd::Withdrew(side) });
        Ok(())
    }

    pub(super) fn commit(&mut self, who: &[Id], to: Id) -> RuleResult {
        let (battle, at, _) = self.combat_with(to)?;
        self.ready_battle(battle)?;
        let units = self.all_living(who)?;
        let combat = &self.open_battle(battle)?.combats[at];
        let (mut joining, mut cannot) = (Vec::new(), None);
        for id in units {
            let unit = self.living(id)?;
            if !combat.lines.iter().any(|l| l.side == unit.side) {
                return Err(BattleRefusal::SideNotInBattle { side: unit.side, battle }.into());
            }
            if self.state.battle_of(id).map(|b| b.id) != Some(battle) {
                return Err(BattleRefusal::NotInBattle { who: id.into() }.into());
            }
            if !self.state.rolls_in_combat(unit) {
                return Err(CombatRefusal::NoDie { unit: id }.into());
            }
            let refusal = if unit.is_ineffective() {
                Refusal::Ineffective { who: id.into() }
            } else if self.state.combat_of(id).is_some() {
                CombatRefusal::InCombat { unit: id }.into()
            } else {
                joining.push(id);
                continue;
            };
            // Of a stack or a side those join who can; a unit that is named itself must.
            if who.contains(&id.into()) {
                return Err(refusal.into());
            }
            cannot = Some(refusal);
        }
        if joining.is_empty() {
            return Err(cannot.unwrap_or(Refusal::NobodyNamed).into());
        }
        let combat = u16::try_from(at).expect("a turn has fewer combats than that");
        self.emit(Event::Committed { battle, combat, units: joining });
        Ok(())
    }
}
