//! Conflicts: stacks that fight one another in a battle, round by round. Source: RULES 5.8.

use super::{Kind, Misfit, State, fits::was};
use crate::{
    event::{ConflictEnd, Formation, StackEvent},
    id::{BattleId, StackId},
    order::{Edge, Posture, Screen},
    text,
};

/// A Conflict of a battle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conflict {
    /// The stacks that are or were in it, as they came.
    pub stacks: Vec<Standing>,
    /// The round that is under way or comes next, from 1.
    pub round: u32,
    /// Whether that round is under way.
    pub under_way: bool,
    /// Who has yet to act in it, in order.
    pub to_act: Vec<StackId>,
    /// How many rounds were begun in the battle's turn, one that goes on from the turn before among them.
    pub begun: u8,
    /// On which Edge of a stack its enemies stand, where it is not the Front.
    pub contacts: Vec<Contact>,
    /// How it ended.
    pub over: Option<ConflictEnd>,
}

/// A stack in a Conflict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Which.
    pub stack: StackId,
    /// How it stood when its numbers were last worked out.
    pub formation: Formation,
    /// Its Initiative.
    pub init: u32,
    /// What turning takes off its AP and DP in this round.
    pub turned: u16,
    /// Whether it has fled.
    pub fled: bool,
}

/// Where an enemy stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contact {
    /// Whose Edge it is.
    pub stack: StackId,
    /// Who stands there.
    pub enemy: StackId,
    /// Which.
    pub edge: Edge,
}

impl Conflict {
    fn of(stacks: impl Iterator<Item = StackId>) -> Self {
        Self { stacks: stacks.map(Standing::new).collect(), round: 1, ..Self::default() }
    }

    /// A stack that is in it.
    #[must_use]
    pub fn standing(&self, stack: StackId) -> Option<&Standing> {
        self.stacks.iter().find(|s| s.stack == stack && !s.fled)
    }

    /// The Edge of a stack on which an enemy stands.
    #[must_use]
    pub fn edge(&self, stack: StackId, enemy: StackId) -> Edge {
        let contact = self.contacts.iter().find(|c| c.stack == stack && c.enemy == enemy);
        contact.map_or(Edge::Front, |c| c.edge)
    }

    fn apply(&mut self, event: &StackEvent) {
        match event {
            StackEvent::Formed { stack, formation, init, .. } => {
                if let Some(standing) = self.stacks.iter_mut().find(|s| s.stack == *stack && !s.fled) {
                    standing.formation = formation.clone();
                    standing.init = init.unwrap_or(standing.init);
                }
            }
            StackEvent::RoundBegun { order, .. } => {
                self.under_way = true;
                self.begun = self.begun.saturating_add(1);
                self.to_act.clone_from(order);
            }
            StackEvent::Struck { by, at, edge, .. } => {
                self.to_act.retain(|s| s != by);
                self.contacts.retain(|c| (c.stack, c.enemy) != (*at, *by));
                if !edge.is_front() {
                    self.contacts.push(Contact { stack: *at, enemy: *by, edge: *edge });
                }
            }
            StackEvent::Held { stack, .. } => self.to_act.retain(|s| s != stack),
            StackEvent::Rotated { stack, cost, .. } => {
                self.contacts.retain(|c| c.stack != *stack);
                if let Some(standing) = self.stacks.iter_mut().find(|s| s.stack == *stack && !s.fled) {
                    standing.turned = standing.turned.saturating_add(*cost);
                }
            }
            StackEvent::RoundEnded { round, .. } => {
                self.round = round.saturating_add(1);
                self.under_way = false;
                self.to_act.clear();
                self.stacks.iter_mut().for_each(|s| s.turned = 0);
            }
            StackEvent::Joined { stack, .. } => self.stacks.push(Standing::new(*stack)),
            StackEvent::Fled { stack, .. } => {
                self.to_act.retain(|s| s != stack);
                self.contacts.retain(|c| c.stack != *stack && c.enemy != *stack);
                self.stacks.iter_mut().filter(|s| s.stack == *stack).for_each(|s| s.fled = true);
            }
            StackEvent::ConflictEnded { how, .. } => self.end(*how),
            _ => {}
        }
    }

    /// The battle's next turn begins.
    pub(super) fn next_turn(&mut self) {
        self.begun = u8::from(self.under_way);
    }

    /// Ends it.
    pub(super) fn end(&mut self, how: ConflictEnd) {
        self.under_way = false;
        self.to_act.clear();
        self.over = Some(how);
    }
}

impl Standing {
    fn new(stack: StackId) -> Self {
        Self { stack, formation: Formation::default(), init: 0, turned: 0, fled: false }
    }
}

impl State {
    /// The Conflict a stack is in now: the battle, and the Conflict's place in its list.
    #[must_use]
    pub fn conflict_of(&self, stack: StackId) -> Option<(BattleId, usize)> {
        self.open_battles().find_map(|battle| {
            let mut all = battle.conflicts.iter();
            all.position(|c| c.over.is_none() && c.standing(stack).is_some()).map(|at| (battle.id, at))
        })
    }

    /// The Conflict at that place of a battle.
    #[must_use]
    pub fn conflict(&self, battle: BattleId, at: usize) -> Option<&Conflict> {
        self.battle(battle)?.conflicts.get(at)
    }

    /// The place of a stack in the order in which stacks were made.
    #[must_use]
    pub fn stack_place(&self, id: StackId) -> Option<usize> {
        self.place(id.0, Kind::Stack)
    }

    /// The stacks that screen an Edge of a stack, as they were made.
    #[must_use]
    pub fn screeners(&self, stack: StackId, edge: Edge) -> Vec<StackId> {
        let screens = |s: &&super::Stack| s.screening == Some(Screen::Edge(stack, edge));
        self.stacks().iter().filter(screens).map(|s| s.id).collect()
    }

    pub(super) fn stack_event_fits(&self, event: &StackEvent) -> Result<(), Misfit> {
        if let Some((battle, at)) = event.conflict() {
            let found = self.need_battle(battle)?.conflicts.get(usize::from(at)).filter(|c| c.over.is_none());
            let conflict =
                found.ok_or_else(|| Misfit::new(format!("there is no open Conflict {at}")).of("conflict"))?;
            return self.conflict_event_fits(conflict, event);
        }
        match event {
            StackEvent::Postured { stack, from, to } => {
                let stack = self.need_stack(*stack)?;
                was("its posture", from, &stack.posture)?;
                let misfit = |what: String, hint: &str| Err(Misfit::new(what).of("posture").hinted(hint));
                match to {
                    Posture::Neutral => Ok(()),
                    _ if stack.leader.is_none() => {
                        misfit(format!("{} has no leader, and takes no posture", stack.name), "name one: `leader: 100`")
                    }
                    Posture::Screening if stack.screening.is_none() => {
                        misfit(format!("{} screens nothing", stack.name), "say what: `screening: Edge(11, Left)`")
                    }
                    _ => Ok(()),
                }
            }
            StackEvent::Led { stack, from, to } => {
                was("its leader", from, &self.need_stack(*stack)?.leader)?;
                match to {
                    Some(unit) if self.need_unit(*unit)?.stack != Some(*stack) => {
                        Err(Misfit::new(format!("{} is not in that stack", self.name(*unit))).of("leader"))
                    }
                    _ => Ok(()),
                }
            }
            StackEvent::Screened { stack, from, to } => {
                let stack = self.need_stack(*stack)?;
                was("what it screens", from, &stack.screening)?;
                to.as_ref().map_or(Ok(()), |screen| self.screen_fits(stack, screen))
            }
            StackEvent::StatsSet { unit, from, to } => {
                was("its numbers", &from.as_deref(), &self.need_unit(*unit)?.stats.as_deref())?;
                to.fault().map_or(Ok(()), |what| Err(Misfit::new(what).of("to")))
            }
            StackEvent::Exposed { unit, .. } => self.need_unit(*unit).map(drop),
            StackEvent::ConflictOpened { battle, stacks } => {
                self.need_battle(*battle)?;
                stacks.0.iter().chain(&stacks.1).try_for_each(|s| self.need_stack(*s).map(drop))
            }
            _ => Ok(()),
        }
    }

    fn screen_fits(&self, stack: &super::Stack, screen: &Screen) -> Result<(), Misfit> {
        let misfit = |what: String| Err(Misfit::new(what).of("screening"));
        let side = match screen {
            Screen::Edge(other, _) => {
                let other = self.stack(*other).ok_or_else(|| self.none((*other).into(), Kind::Stack, "screening"))?;
                if other.id == stack.id {
                    let misfit = Misfit::new("a stack can't screen itself").of("screening");
                    return Err(misfit.hinted("it screens an Edge of another stack of its side"));
                }
                if other.screening.is_some() {
                    let what = format!("{} screens already, and can't be screened", other.name);
                    return Err(Misfit::new(what).of("screening").hinted("one of the two screens nothing"));
                }
                if let Some(by) = Edge::ALL.into_iter().flat_map(|e| self.screeners(stack.id, e)).next() {
                    let what = format!("{} is screened by {}, and can't screen", stack.name, self.name(by));
                    return Err(Misfit::new(what).of("screening").hinted("one of the two screens nothing"));
                }
                other.side
            }
            Screen::Unit(unit) => {
                self.unit(*unit).ok_or_else(|| self.none((*unit).into(), Kind::Unit, "screening"))?.side
            }
            Screen::Structure(what) => {
                if let Some(what) = text::fault_of_name(what) {
                    return misfit(what.into());
                }
                stack.side
            }
        };
        if side != stack.side {
            return misfit(format!("{} can't screen what is another side's", stack.name));
        }
        if stack.leader.is_none() && !matches!(screen, Screen::Edge(..)) {
            return misfit(format!("{} has no leader, and screens Edges of other stacks only", stack.name));
        }
        Ok(())
    }

    fn conflict_event_fits(&self, conflict: &Conflict, event: &StackEvent) -> Result<(), Misfit> {
        let there = |stack: &StackId| match conflict.standing(*stack) {
            Some(_) => Ok(()),
            None => Err(Misfit::new(format!("{} is not in that Conflict", self.name(*stack))).of("stack")),
        };
        match event {
            StackEvent::Joined { stack, .. } => {
                self.need_stack(*stack)?;
                match conflict.standing(*stack) {
                    None => Ok(()),
                    Some(_) => Err(Misfit::new("it is in that Conflict already").of("stack")),
                }
            }
            StackEvent::Formed { stack, formation, .. } => {
                there(stack)?;
                formation.units.iter().chain(&formation.leader).try_for_each(|u| self.need_unit(*u).map(drop))
            }
            other => other.stacks().iter().try_for_each(there),
        }
    }

    fn need_stack(&self, id: StackId) -> Result<&super::Stack, Misfit> {
        self.stack(id).ok_or_else(|| self.none(id.into(), Kind::Stack, "stack"))
    }

    pub(super) fn apply_stack_event(&mut self, event: &StackEvent) {
        if let Some((battle, at)) = event.conflict() {
            let battle = self.battle_mut(battle);
            battle.and_then(|b| b.conflicts.get_mut(usize::from(at))).into_iter().for_each(|c| c.apply(event));
            return;
        }
        match event {
            StackEvent::Postured { stack, to, .. } => {
                self.stack_mut(*stack).into_iter().for_each(|s| s.posture = *to);
            }
            StackEvent::Led { stack, to, .. } => {
                self.stack_mut(*stack).into_iter().for_each(|s| s.leader = *to);
            }
            StackEvent::Screened { stack, to, .. } => {
                self.stack_mut(*stack).into_iter().for_each(|s| s.screening.clone_from(to));
            }
            StackEvent::StatsSet { unit, to, .. } => {
                self.unit_mut(*unit).into_iter().for_each(|u| u.stats = Some(to.clone()));
            }
            StackEvent::ConflictOpened { battle, stacks } => {
                let conflict = Conflict::of(stacks.0.iter().chain(&stacks.1).copied());
                self.battle_mut(*battle).into_iter().for_each(|b| b.conflicts.push(conflict.clone()));
            }
            _ => {}
        }
    }

    fn stack_mut(&mut self, id: StackId) -> Option<&mut super::Stack> {
        self.place(id.0, Kind::Stack).map(|at| &mut self.stacks[at])
    }
}

impl super::Stack {
    /// Whether there is anything to say of how it stands.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.posture == Posture::Neutral && self.leader.is_none() && self.screening.is_none()
    }
}
