//! Conflicts: opened, fought round by round, joined and left. Source: RULES 5.8.

mod by_scrud;

use super::{
    Refusal, Resolver, Rolled, RuleResult,
    damage::deal,
    refusal::{BattleRefusal, IdlePhase, StackRefusal},
    rolled::Struck,
    square::Shape,
    stack,
};
use crate::{
    book::{Blows, Mechanism, TurnOrder, TurnPhase},
    dice::{Die, Face, Owner, Purpose, Request, RequestedDie},
    event::{Cause, ConflictEnd, StackEvent},
    id::{BattleId, SideId, StackId, UnitId},
    order::{Edge, Posture, StackOrder},
    state::{Awaiting, Conflict, ConflictStack, State},
};

/// A Conflict: its battle, and its place in it.
type Where = (BattleId, usize);

fn number(at: usize) -> u16 {
    u16::try_from(at).expect("a battle has fewer Conflicts than that")
}

impl State {
    /// Who acts in the next round of a Conflict: the highest Init first; of equals the first player's, then as stacks
    /// were made.
    #[must_use]
    pub fn order_of_acting(&self, battle: BattleId, at: usize) -> Vec<StackId> {
        let (Some(found), Some(conflict)) = (self.battle(battle), self.conflict(battle, at)) else { return Vec::new() };
        let sides = found.order_of_sides();
        let mut acting: Vec<&ConflictStack> =
            conflict.stacks.iter().filter(|s| !s.fled && self.has_units(s.stack)).collect();
        acting.sort_by_key(|s| {
            let side = self.side_of(s.stack.into());
            (std::cmp::Reverse(s.init), sides.iter().position(|o| Some(*o) == side), self.stack_place(s.stack))
        });
        acting.into_iter().map(|s| s.stack).collect()
    }

    /// Whether a stack has units left.
    #[must_use]
    pub fn has_units(&self, stack: StackId) -> bool {
        self.units_of_stack(stack).next().is_some()
    }

    /// Whom a stack strikes if nothing else is said: the enemy that it stood against last, or the one opposite in the
    /// order in which both sides came; those that are wiped out are passed over.
    #[must_use]
    pub fn opposite(&self, conflict: &Conflict, stack: StackId) -> Option<StackId> {
        let side = self.side_of(stack.into());
        let of = |own: bool| {
            conflict.stacks.iter().filter(move |s| !s.fled && (self.side_of(s.stack.into()) == side) == own)
        };
        let place = of(true).position(|s| s.stack == stack)?;
        let enemies: Vec<StackId> = of(false).map(|s| s.stack).collect();
        let can = |enemy: &StackId| !self.order_of_loss(*enemy, conflict.edge(*enemy, stack), true).is_empty();
        let met = conflict.contacts.iter().rev().find_map(|c| match (c.stack, c.enemy) {
            (own, enemy) | (enemy, own) if own == stack => Some(enemy),
            _ => None,
        });
        let opposite = (0..enemies.len()).map(|i| enemies[(place + i) % enemies.len()]);
        met.into_iter().chain(opposite).find(can)
    }
}

impl Resolver<'_> {
    pub(super) fn conflict_order(&mut self, order: &StackOrder) -> RuleResult {
        match order {
            StackOrder::Conflict { first, second } => self.open_conflict(first, second),
            StackOrder::Strike { stack, at, edge } => self.strike_blow(*stack, *at, *edge),
            StackOrder::Hold { stack } => self.hold(*stack),
            StackOrder::Round { stack } => self.round(*stack),
            StackOrder::Rotate { stack, times } => self.rotate(*stack, *times),
            StackOrder::Join { stack, to } => self.join(*stack, *to),
            StackOrder::Flee { stack } => self.flee(*stack),
            StackOrder::Disengage { stack } => {
                self.stack(*stack)?;
                let (battle, at) = self.conflict_with(*stack)?;
                let how = ConflictEnd::Disengaged;
                self.emit_stack(StackEvent::ConflictEnded { battle, conflict: number(at), how });
                Ok(())
            }
            _ => unreachable!("only orders of Conflicts are handed here"),
        }
    }

    /// The Conflict a stack is in; what waits for somebody's decision is settled first.
    fn conflict_with(&self, stack: StackId) -> Result<Where, Refusal> {
        self.stack(stack)?;
        let (battle, at) = self.state.conflict_of(stack).ok_or(StackRefusal::NoConflict { stack })?;
        self.ready_battle(battle)?;
        Ok((battle, at))
    }

    fn conflict(&self, (battle, at): Where) -> &Conflict {
        self.state.conflict(battle, at).expect("it was found there, and Conflicts stay where they are")
    }

    /// Refuses while a round is under way.
    pub(super) fn between_rounds(&self, battle: BattleId, at: usize) -> Result<(), StackRefusal> {
        let conflict = self.conflict((battle, at));
        match conflict.to_act.first().filter(|_| conflict.under_way) {
            Some(next) => Err(StackRefusal::UnderWay { next: *next }),
            None => Ok(()),
        }
    }

    /// A stack's battle, if it could go into a Conflict: its side, and the battle that all its units are in.
    fn could_fight(&self, id: StackId) -> Result<(SideId, BattleId), Refusal> {
        let stack = self.living_stack(id)?;
        if self.state.conflict_of(id).is_some() {
            return Err(StackRefusal::InConflict { stack: id }.into());
        }
        let mut found = None;
        for unit in self.state.units_of_stack(id) {
            let none = BattleRefusal::NotInBattle { who: unit.id.into() };
            let battle = self.state.battle_of(unit.id).ok_or(none)?.id;
            if *found.get_or_insert(battle) != battle {
                return Err(none.into());
            }
        }
        let battle = found.ok_or(BattleRefusal::NotInBattle { who: id.into() })?;
        Ok((stack.side, battle))
    }

    /// The side and battle of the stacks of a party, which must agree.
    fn party(&self, stacks: &[StackId]) -> Result<(SideId, BattleId), Refusal> {
        let mut party = None;
        for id in stacks {
            let own = self.could_fight(*id)?;
            let (side, battle) = *party.get_or_insert(own);
            let (first, second) = (stacks[0].into(), (*id).into());
            if side != own.0 {
                return Err(Refusal::TwoSides { first, second });
            }
            if battle != own.1 {
                return Err(BattleRefusal::TwoBattles { first, second }.into());
            }
        }
        party.ok_or(Refusal::NobodyNamed)
    }

    /// Stacks with those that screen them and could come along.
    fn with_screeners(&self, stacks: &[StackId], battle: BattleId) -> Vec<StackId> {
        let mut all = stacks.to_vec();
        for screener in stacks.iter().flat_map(|s| Edge::ALL.into_iter().flat_map(|e| self.state.screeners(*s, e))) {
            let comes = self.could_fight(screener).is_ok_and(|(_, own)| own == battle);
            if comes && !all.contains(&screener) {
                all.push(screener);
            }
        }
        all
    }

    fn open_conflict(&mut self, first: &[StackId], second: &[StackId]) -> RuleResult {
        let (own, battle) = self.party(first)?;
        let (enemy, other_battle) = self.party(second)?;
        let all: Vec<StackId> = first.iter().chain(second).copied().collect();
        if let Some(twice) = (1..all.len()).find(|at| all[..*at].contains(&all[*at])) {
            return Err(StackRefusal::Twice { stack: all[twice] }.into());
        }
        if own == enemy {
            return Err(Refusal::OwnSide { side: own }.into());
        }
        if battle != other_battle {
            return Err(BattleRefusal::TwoBattles { first: first[0].into(), second: second[0].into() }.into());
        }
        let found = self.ready_battle(battle)?;
        if found.contingent(own).is_some_and(|c| c.exhausted) {
            return Err(BattleRefusal::Exhausted { side: own }.into());
        }
        if !found.may_act(&self.state, own) {
            return Err(BattleRefusal::NotTheirTurn { side: own, now: found.acting }.into());
        }
        // A stack opens a fight if any of its units still does as it is told.
        let spent = |s: &&StackId| self.state.units_of_stack(**s).all(crate::state::Unit::is_ineffective);
        if let Some(spent) = first.iter().find(spent) {
            return Err(Refusal::Ineffective { who: (*spent).into() }.into());
        }
        let at = found.conflicts.len();
        let stacks = (self.with_screeners(first, battle), self.with_screeners(second, battle));
        self.emit_stack(StackEvent::ConflictOpened { battle, stacks });
        self.reform((battle, at), true);
        Ok(())
    }

    /// Works out the numbers of the stacks in a Conflict: of all with their Init, or of those that stand otherwise now.
    fn reform(&mut self, (battle, at): Where, with_init: bool) {
        let stacks: Vec<StackId> =
            self.conflict((battle, at)).stacks.iter().filter(|s| !s.fled).map(|s| s.stack).collect();
        for stack in stacks.into_iter().filter(|s| self.state.has_units(*s)).collect::<Vec<_>>() {
            let formation = self.state.formation(stack);
            let stood = self.conflict((battle, at)).standing(stack).map(|s| &s.formation);
            if with_init || stood != Some(&formation) {
                let init = with_init.then(|| self.state.numbers(&formation).init);
                self.emit_stack(StackEvent::Formed { battle, conflict: number(at), stack, formation, init });
            }
        }
    }

    /// Begins the round, if it has not begun: all reform, and their order is settled.
    fn begin_round(&mut self, (battle, at): Where) -> Result<(), Refusal> {
        if self.conflict((battle, at)).under_way {
            return Ok(());
        }
        self.may_begin_round((battle, at))?;
        self.reform((battle, at), false);
        let order = match self.state.book().stacks.blows {
            Blows::D20 => self.state.order_of_acting(battle, at),
            Blows::Scrud => Vec::new(),
        };
        self.emit_stack(StackEvent::RoundBegun { battle, conflict: number(at), order });
        Ok(())
    }

    /// Refuses a round that the turn sequence has no room for: one too many in the turn, or one before anybody acts.
    fn may_begin_round(&self, (battle, at): Where) -> Result<(), Refusal> {
        let book = self.state.book();
        if !book.uses(Mechanism::Turns) {
            return Ok(());
        }
        if let Some(rounds) = book.stacks.rounds_a_turn.filter(|most| self.conflict((battle, at)).begun >= *most) {
            return Err(StackRefusal::RoundsFought { rounds }.into());
        }
        let found = self.open_battle(battle)?;
        let phase = match found.phase_of(&self.state) {
            TurnPhase::Initiative => IdlePhase::Initiative,
            TurnPhase::Exhaustion => IdlePhase::Exhaustion,
            TurnPhase::EachSide(_) | TurnPhase::Together(_) => return Ok(()),
        };
        match book.turn.order {
            TurnOrder::Free => Ok(()),
            TurnOrder::Strict => Err(StackRefusal::NoRoundNow { phase }.into()),
        }
    }

    /// Refuses unless a stack has yet to act in the round.
    fn has_yet_to_act(&self, at: Where, stack: StackId) -> Result<(), StackRefusal> {
        let yet = self.conflict(at).to_act.contains(&stack);
        if yet { Ok(()) } else { Err(StackRefusal::Acted { stack }) }
    }

    fn its_turn(&mut self, stack: StackId) -> RuleResult<Where> {
        let at = self.conflict_with(stack)?;
        if self.state.book().stacks.blows == Blows::Scrud {
            return Err(StackRefusal::ByScrud.into());
        }
        self.begin_round(at)?;
        self.has_yet_to_act(at, stack)?;
        match self.conflict(at).to_act.first() {
            Some(next) if *next != stack => Err(StackRefusal::NotItsTurn { stack, next: *next }.into()),
            _ => Ok(at),
        }
    }

    fn hold(&mut self, stack: StackId) -> RuleResult {
        let (battle, at) = self.its_turn(stack)?;
        self.emit_stack(StackEvent::Held { battle, conflict: number(at), stack });
        Ok(())
    }

    fn strike_blow(&mut self, by: StackId, target: StackId, edge: Option<Edge>) -> RuleResult {
        let at = self.its_turn(by)?;
        let side = self.stack(by)?.side;
        if self.stack(target)?.side == side {
            return Err(Refusal::OwnSide { side }.into());
        }
        if self.conflict(at).standing(target).is_none() {
            return Err(StackRefusal::NotThere { stack: by, other: target }.into());
        }
        self.living_stack(target)?;
        let edge = edge.unwrap_or_else(|| self.conflict(at).edge(target, by));
        if self.state.order_of_loss(target, edge, true).is_empty() {
            return Err(StackRefusal::Unharmed { stack: target }.into());
        }
        let faces = self.throw_blows(&[by])?;
        self.blow(at, by, (target, edge), faces[0])
    }

    fn throw_blows(&mut self, stacks: &[StackId]) -> RuleResult<Vec<Face>> {
        let dice = stacks.iter().map(|s| RequestedDie::plain((*s).into(), Die::D20)).collect();
        let fallen = self.ask(Request { purpose: Purpose::Blow, dice })?;
        Ok(fallen.into_iter().map(|die| die.face).collect())
    }

    /// One blow with the die that fell for it: whether it hits, and what it does.
    fn blow(&mut self, (battle, at): Where, by: StackId, (target, edge): (StackId, Edge), face: Face) -> RuleResult {
        let rules = self.state.book().stacks.clone();
        let conflict = self.conflict((battle, at));
        let turned = |stack| conflict.standing(stack).map_or(0, |s| s.turned);
        let attacker = self.state.numbers(&self.state.formation_used(by));
        let stands = self.state.formation_used(target);
        let defender = self.state.numbers(&stands);
        let ap = attacker.ap(conflict.edge(by, target), turned(by));
        let dp = defender.dp(edge, turned(target)) + self.state.screening_bonus(target, edge);
        let hits = stack::hits(&rules, face, ap, dp);
        let damage = hits.then(|| stack::damage(&rules, attacker.dmg, defender.dr));
        self.rolled_a_blow(Struck { by, at: target, edge, face, ap, dp, damage });
        let warlord = stands.leader.filter(|_| hits && stands.posture == Posture::Offensive);
        let exposed = match warlord.filter(|u| self.state.order_of_loss(target, edge, true).contains(u)) {
            Some(warlord) => self.throw_exposed(warlord, Shape::of(stands.units.len()))?,
            None => false,
        };
        let stacks: Vec<StackId> = std::iter::once(target).chain(self.state.screeners_there(target, edge)).collect();
        // A screener loses from its own Front.
        let orders: Vec<Vec<UnitId>> = stacks
            .iter()
            .map(|s| {
                if *s == target {
                    self.state.order_of_loss(target, edge, exposed)
                } else {
                    self.state.order_of_loss(*s, Edge::Front, false)
                }
            })
            .collect();
        let strength = |u: &UnitId| self.state.unit(*u).map_or(0, |u| u.strength.now);
        let strengths: Vec<Vec<u16>> = orders.iter().map(|order| order.iter().map(strength).collect()).collect();
        let dealt = deal(&strengths, damage.unwrap_or(0));
        let (conflict, spare) = (number(at), dealt.spare);
        self.emit_stack(StackEvent::Struck { battle, conflict, by, at: target, edge, face, ap, dp, damage, spare });
        for (unit, lost) in orders.iter().flatten().zip(dealt.lost.iter().flatten()) {
            self.strike(*unit, *lost, Cause::Losses);
        }
        self.close_empty_combats();
        Ok(())
    }

    /// Keeps a blow for those who want to see the dice.
    fn rolled_a_blow(&mut self, blow: Struck) {
        match &mut self.rolled {
            Some(Rolled::Blows(blows)) => blows.push(blow),
            other => *other = Some(Rolled::Blows(vec![blow])),
        }
    }

    /// Whether the Warlord of a stack on the offensive stands in the way: 1D20, on 20 − complete rows or more.
    fn throw_exposed(&mut self, unit: UnitId, shape: Shape) -> RuleResult<bool> {
        let dice = vec![RequestedDie::plain(Owner::from(unit), Die::D20)];
        let fallen = self.ask(Request { purpose: Purpose::Exposed, dice })?;
        let face = fallen[0].face;
        let exposed = usize::from(face) + shape.complete_rows >= 20;
        self.emit_stack(StackEvent::Exposed { unit, face, exposed });
        Ok(exposed)
    }

    /// All that is left of a round: each stack that has not acted strikes at the one opposite, where it stands.
    fn round(&mut self, stack: StackId) -> RuleResult {
        let at = self.conflict_with(stack)?;
        self.begin_round(at)?;
        let (battle, conflict) = (at.0, number(at.1));
        let acting = self.conflict(at).to_act.clone();
        if self.state.book().stacks.blows == Blows::Scrud {
            for stack in acting {
                self.emit_stack(StackEvent::Held { battle, conflict, stack });
            }
            return self.round_by_scrud(at);
        }
        let faces = if acting.is_empty() { Vec::new() } else { self.throw_blows(&acting)? };
        for (by, face) in acting.into_iter().zip(faces) {
            match self.state.opposite(self.conflict(at), by) {
                Some(target) => {
                    let edge = self.conflict(at).edge(target, by);
                    self.blow(at, by, (target, edge), face)?;
                }
                // Nobody is left to strike at; its die counts for nothing.
                None => self.emit_stack(StackEvent::Held { battle, conflict, stack: by }),
            }
        }
        Ok(())
    }

    fn rotate(&mut self, stack: StackId, times: u8) -> RuleResult {
        let (battle, at) = self.conflict_with(stack)?;
        if !(1..=12).contains(&times) {
            return Err(StackRefusal::Turns { times }.into());
        }
        if self.state.book().stacks.blows == Blows::Scrud {
            return Err(StackRefusal::ByScrud.into());
        }
        self.begin_round((battle, at))?;
        self.has_yet_to_act((battle, at), stack)?;
        let rows = Shape::of(self.state.formation_used(stack).units.len()).complete_rows;
        let cost = u16::try_from(rows * usize::from(times)).unwrap_or(u16::MAX);
        self.emit_stack(StackEvent::Rotated { battle, conflict: number(at), stack, times, cost });
        Ok(())
    }

    fn join(&mut self, stack: StackId, to: StackId) -> RuleResult {
        let (battle, at) = self.conflict_with(to)?;
        let (side, own) = self.could_fight(stack)?;
        self.between_rounds(battle, at)?;
        if own != battle {
            return Err(BattleRefusal::TwoBattles { first: stack.into(), second: to.into() }.into());
        }
        let of_side = |s: &ConflictStack| self.state.side_of(s.stack.into()) == Some(side);
        if !self.conflict((battle, at)).stacks.iter().any(of_side) {
            return Err(BattleRefusal::SideNotInBattle { side, battle }.into());
        }
        for stack in self.with_screeners(&[stack], battle) {
            self.emit_stack(StackEvent::Joined { battle, conflict: number(at), stack });
        }
        self.reform((battle, at), true);
        Ok(())
    }

    fn flee(&mut self, stack: StackId) -> RuleResult {
        let (battle, at) = self.conflict_with(stack)?;
        self.living_stack(stack)?;
        self.emit_stack(StackEvent::Fled { battle, conflict: number(at), stack });
        Ok(())
    }

    /// What follows for Conflicts from what happened: rounds in which all have acted end, and so does a Conflict in which
    /// no opposing stacks can fight on.
    pub(super) fn follow_conflicts(&mut self) {
        let open = self.state.open_battles().flat_map(|b| (0..b.conflicts.len()).map(|at| (b.id, at)));
        for at in open.collect::<Vec<Where>>() {
            if self.conflict(at).over.is_none() {
                self.follow_conflict(at);
            }
        }
    }

    fn follow_conflict(&mut self, at: Where) {
        let (battle, conflict) = (at.0, number(at.1));
        let waits = self.state.battle(battle).is_some_and(|b| matches!(b.awaiting(), Some(Awaiting::Rerolls(..))));
        let found = self.conflict(at);
        if found.under_way && found.to_act.is_empty() && !waits {
            self.emit_stack(StackEvent::RoundEnded { battle, conflict, round: found.round });
            self.reform(at, false);
        }
        let found = self.conflict(at);
        let mut sides: Vec<SideId> = found.stacks.iter().filter_map(|s| self.state.side_of(s.stack.into())).collect();
        sides.sort();
        sides.dedup();
        let fights_on = |side: SideId| {
            let mut own = found.stacks.iter().filter(|s| !s.fled && self.state.side_of(s.stack.into()) == Some(side));
            own.any(|s| self.state.has_units(s.stack) || found.to_act.contains(&s.stack))
        };
        if let Some(side) = sides.into_iter().find(|side| !fights_on(*side)) {
            let how = ConflictEnd::NoneLeft(side);
            self.emit_stack(StackEvent::ConflictEnded { battle, conflict, how });
        }
    }
}
