//! The dice of a phase: how many each unit rolls, and the roll.

use super::{PendingDie, combat_number, reroll::may_reroll};
use crate::{
    event::{Cast, Event},
    order::Support,
    rules::{
        Resolver, RuleResult,
        scrud::{Troop, as_cast},
    },
    state::Throw,
};
use wardiary_base::{
    book::HandDice,
    dice::{PrintedFaces, Purpose, Request, RequestedDie},
    id::{BattleId, SideId, UnitId},
    sides::{BothSides, CombatSide},
};

impl Resolver<'_> {
    /// The living units in a line of a combat, and their troops.
    pub(super) fn troops(&self, battle: BattleId, at: usize, line: CombatSide) -> (Vec<UnitId>, Vec<Troop>) {
        let Some(combat) = self.state.battle(battle).and_then(|b| b.combats.get(at)) else { return Default::default() };
        let living = combat.lines[line].units.iter().filter_map(|u| self.living_unit(*u).ok());
        living.map(|u| (u.id, Troop { grade: self.state.effective_grade(u), strength: u.strength.now })).unzip()
    }

    /// The dice of a line: each unit's own, plus the bonus dice; or without the dice of the worst units, but never
    /// fewer than one.
    fn pending_dice_of_line(&self, side: SideId, units: &[UnitId], troops: &[Troop], bonus: i8) -> Vec<PendingDie> {
        let mut seats: Vec<PendingDie> = Vec::new();
        for (at, (unit, troop)) in units.iter().zip(troops).enumerate() {
            let dice = self.state.unit(*unit).map_or(1, |u| self.state.combat_dice(u));
            seats.extend((0..dice).map(|_| PendingDie { owner: (*unit).into(), troop: Some(at), grade: troop.grade }));
        }
        for _ in 0..bonus.min(0).unsigned_abs() {
            let worst = (0..seats.len()).max_by_key(|at| (seats[*at].grade, *at)).filter(|_| seats.len() > 1);
            worst.map(|at| seats.remove(at));
        }
        let grade = self.state.book().ladder.neutral();
        seats.extend((0..bonus.max(0)).map(|_| PendingDie { owner: side.into(), troop: None, grade }));
        seats
    }

    pub(super) fn requested_die(&self, seat: &PendingDie) -> RequestedDie {
        let book = self.state.book();
        let step = book.ladder.step(seat.grade);
        let printed = PrintedFaces { modifier: step.modifier, bounds: book.ladder.bounds };
        let specialist = book.scrud.hand_dice == HandDice::Specialist;
        RequestedDie { owner: seat.owner, die: step.die, printed: specialist.then_some(printed) }
    }

    /// The seats of both lines of a combat.
    pub(super) fn pending_dice(&self, battle: BattleId, at: usize, bonus: BothSides<i8>) -> BothSides<Vec<PendingDie>> {
        BothSides::from_fn(|line| {
            let side = self.state.battle(battle).map_or(SideId(0), |b| b.combats[at].lines[line].side);
            let (units, troops) = self.troops(battle, at, line);
            self.pending_dice_of_line(side, &units, &troops, bonus[line])
        })
    }

    /// Rolls the dice of a combat's next phase, and fights it unless dice may be rerolled.
    pub(in crate::rules) fn roll_phase(
        &mut self,
        battle: BattleId,
        at: usize,
        bonus: BothSides<i8>,
        support: BothSides<Vec<Support>>,
    ) -> RuleResult {
        self.check_support(battle, at, &support)?;
        let mut seats = self.pending_dice(battle, at, bonus);
        let own = seats.as_ref().map(Vec::len);
        for (line, backers) in seats.iter_mut().zip(self.pending_support_dice(&support)) {
            line.extend(backers);
        }
        let wanted = seats.iter().flatten().map(|seat| self.requested_die(seat)).collect();
        let fallen = self.request_dice(Request { purpose: Purpose::Scrud, dice: wanted })?;
        let specialist = self.state.book().scrud.hand_dice == HandDice::Specialist;
        let mut casts = fallen.into_iter().map(|die| as_cast(die, specialist));
        let dice = seats.map(|seats| casts.by_ref().take(seats.len()).collect::<Vec<Cast>>());
        let throw = Throw { dice, bonus, support, deciding: None, has_rerolls: false };
        let may = |side: CombatSide| may_reroll(&self.state.book().scrud.rerolls, &throw.dice[side], own[side]);
        if CombatSide::BOTH.into_iter().any(may) {
            self.emit(Event::Thrown {
                battle,
                combat: combat_number(at),
                dice: throw.dice.clone().into(),
                bonus: bonus.into(),
                support: throw.support.clone().into(),
            });
            return self.await_rerolls(battle, at);
        }
        self.fight_phase(battle, at, &throw)
    }
}
