//! The door: whether an event can have happened in a state. What it lets in, [`State::apply`] can apply.

use super::{Battle, Kind, State, Unit};
use crate::{
    book::Grade,
    event::Event,
    id::{BattleId, Id, MOST, SideId, StackId, UnitId},
    order::Term,
    text,
};

/// Why an event can't have happened in a state.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}")]
pub struct Misfit {
    field: Option<&'static str>,
    what: String,
    hint: Option<String>,
}

impl Misfit {
    pub(super) fn new(what: impl Into<String>) -> Self {
        Self { field: None, what: what.into(), hint: None }
    }

    pub(super) fn of(mut self, field: &'static str) -> Self {
        self.field = Some(field);
        self
    }

    pub(super) fn hinted(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// The field of the event that is to blame, where it is one.
    #[must_use]
    pub fn field(&self) -> Option<&'static str> {
        self.field
    }

    /// What to do about it, where that is known.
    #[must_use]
    pub fn hint(&self, _state: &State) -> Option<String> {
        self.hint.clone()
    }
}

type Fits = Result<(), Misfit>;

/// What an event says was there before must be what is there.
pub(super) fn was<T: PartialEq + std::fmt::Debug>(what: &str, said: &T, is: &T) -> Fits {
    if said == is { Ok(()) } else { Err(Misfit::new(format!("{what} was {is:?}, not {said:?}")).of("from")) }
}

impl State {
    /// Whether an event can have happened here.
    ///
    /// # Errors
    /// What speaks against it: a number that stands for nothing or for something else, a value before that is not
    /// so, a value after that is out of its range.
    pub fn fits(&self, event: &Event) -> Fits {
        match event {
            Event::Opened { .. }
            | Event::Abandoned
            | Event::Noted
            | Event::Argued { .. }
            | Event::BranchNamed { .. } => Ok(()),
            Event::RulesChanged(draft) => draft.check(&self.book).map(drop).map_err(|faults| {
                Misfit::new(faults.first().map_or_else(|| "the rules can't be so".into(), ToString::to_string))
            }),
            Event::SideMade { id, .. } => self.is_free((*id).into()),
            Event::StackMade { id, side, .. } => self.is_free((*id).into()).and(self.need_side(*side)),
            Event::UnitMade(recruit) => self.recruit(recruit).map(drop),
            Event::Renamed { id, .. } => {
                self.kind(*id).map(drop).ok_or_else(|| Misfit::new(format!("nothing has the number {id}")).of("id"))
            }
            Event::Assigned { unit, from, to } => self.assigned_fits(*unit, *from, *to),
            Event::DateSet { from, .. } => was("the date", &from.as_str(), &self.date.as_str()),
            Event::BattleBegun { id, sides, .. } => self.is_free((*id).into()).and(self.begins(sides)),
            Event::Arrived { battle, units } => {
                let battle = self.need_battle(*battle)?;
                units.iter().try_for_each(|u| self.enters(*u).map(|unit| (unit.side, battle)).and_then(in_battle))
            }
            Event::BattleEnded { battle, .. } | Event::TurnEnded { battle, .. } => self.need_battle(*battle).map(drop),
            Event::InitiativeWon { battle, side } | Event::FirstChosen { battle, side } => {
                in_battle((*side, self.need_battle(*battle)?))
            }
            Event::Exhausted { battle, side, .. } => in_battle((*side, self.need_battle(*battle)?)),
            Event::PhaseBegun { battle, phase, side } => {
                let battle = self.need_battle(*battle)?;
                if usize::from(*phase) >= self.book.turn.phases.len() {
                    return Err(Misfit::new(format!("a turn has no phase {phase}")).of("phase"));
                }
                side.map_or(Ok(()), |side| in_battle((side, battle)))
            }
            Event::EdnaTested { unit, from, to, .. }
            | Event::EdnaWorn { unit, from, to, .. }
            | Event::EdnaRuled { unit, from, to } => {
                let unit = self.need_unit(*unit)?;
                was("its EDNA", from, &unit.edna.now)?;
                within("an EDNA", u16::from(*to), u16::from(unit.edna.full))
            }
            Event::CombatOpened { battle, first, second } => {
                let battle = self.need_battle(*battle)?;
                for (side, units) in [first, second] {
                    in_battle((*side, battle))?;
                    self.all_of_side(battle, *side, units)?;
                }
                Ok(())
            }
            Event::Committed { battle, combat, units } => {
                let battle = self.need_combat(*battle, *combat)?;
                let combat = &battle.combats[usize::from(*combat)];
                units.iter().try_for_each(|u| {
                    let unit = self.need_unit(*u)?;
                    if combat.lines.iter().any(|line| line.side == unit.side) && combat.side_of(*u).is_none() {
                        Ok(())
                    } else {
                        Err(Misfit::new(format!("{} can't join that combat", unit.name)).of("units"))
                    }
                })
            }
            Event::Thrown { battle, combat, .. } => self.need_combat(*battle, *combat).map(drop),
            Event::Rethrown { battle, combat, dice } => {
                let battle = self.need_combat(*battle, *combat)?;
                let thrown = battle.combats[usize::from(*combat)].thrown.as_ref();
                let thrown = thrown.ok_or_else(|| Misfit::new("no dice lie there to be thrown again").of("combat"))?;
                let line = &thrown.dice[thrown.deciding.min(1)];
                match dice.iter().find(|(at, _)| usize::from(*at) >= line.len()) {
                    Some((at, _)) => Err(Misfit::new(format!("there is no die {at}")).of("dice")),
                    None => Ok(()),
                }
            }
            Event::PhaseFought { battle, combat, .. } | Event::CombatEnded { battle, combat, .. } => {
                self.need_combat(*battle, *combat).map(drop)
            }
            Event::Demoted { unit, from, to } | Event::Regraded { unit, from, to } => {
                let unit = self.need_unit(*unit)?;
                was("its grade", from, &unit.grade)?;
                self.has_grade(*to)
            }
            Event::PushedBack { unit } => self.need_unit(*unit).map(drop),
            Event::Shifted { unit, by, term } => {
                self.need_unit(*unit)?;
                if *term == Term::ForGood {
                    return Err(Misfit::new("a shift for good is a change of grade").of("term"));
                }
                if *by == 0 { Err(Misfit::new("a shift by 0 is none").of("by")) } else { Ok(()) }
            }
            Event::Eliminated { unit, from, .. } => was("its strength", from, &self.need_unit(*unit)?.strength.now),
            Event::StrengthLost { unit, from, to } | Event::StrengthRestored { unit, from, to } => {
                let unit = self.need_unit(*unit)?;
                was("its strength", from, &unit.strength.now)?;
                within("a strength", *to, unit.strength.full)
            }
            // ---- dice tests and volleys
            Event::DiceTested { passed, failed, dice, .. } => self.tested_fits(passed, failed, dice),
            Event::Volleyed { battle, unit, hits, .. } => self.volleyed_fits(*battle, *unit, hits),
            // ---- support
            Event::Supported { battle, combat, units, clashes } => {
                let battle = self.need_combat(*battle, *combat)?;
                let combat = &battle.combats[usize::from(*combat)];
                units.iter().try_for_each(|id| {
                    let unit = self.need_unit(*id)?;
                    let there = battle.contingents.iter().any(|c| c.has(*id));
                    if there && unit.is_alive() && combat.side_of(*id).is_none() {
                        return Ok(());
                    }
                    Err(Misfit::new(format!("{} can't support that combat", unit.name)).of("units"))
                })?;
                match clashes.iter().flat_map(|clash| [clash.by, clash.at]).find(|id| !units.contains(id)) {
                    Some(id) => Err(Misfit::new(format!("{} rolled no support die", self.name(id))).of("clashes")),
                    None => Ok(()),
                }
            }
            // ---- stacks
            Event::Stacks(event) => self.stack_event_fits(event),
        }
    }

    pub(super) fn is_free(&self, id: Id) -> Fits {
        if id.0 == 0 || id.0 > MOST {
            return Err(Misfit::new(format!("a number is 1 to {MOST}, not {}", id.0)).of("id"));
        }
        match self.kind(id) {
            None => Ok(()),
            Some(kind) => {
                let what = format!("the number {id} is taken by the {} {}", kind.word(), self.name(id));
                Err(Misfit::new(what).of("id").hinted(format!("#{} is free", self.next_id())))
            }
        }
    }

    pub(super) fn none(&self, id: Id, wanted: Kind, field: &'static str) -> Misfit {
        let word = wanted.word();
        let misfit = match self.kind(id) {
            Some(kind) => Misfit::new(format!("{id} is the {} {}, no {word}", kind.word(), self.name(id))),
            None => Misfit::new(format!("there is no {word} {id}")),
        };
        let all: Vec<String> = match wanted {
            Kind::Side => self.sides.iter().map(|s| format!("{} {}", s.id, s.name)).collect(),
            Kind::Stack => self.stacks.iter().map(|s| format!("{} {}", s.id, s.name)).collect(),
            Kind::Battle => self.open_battles().map(|b| format!("{} {}", b.id, b.name)).collect(),
            Kind::Unit => Vec::new(),
        };
        let misfit = misfit.of(field);
        match all.len() {
            0 => misfit,
            1..=6 => misfit.hinted(format!("there is {}", text::list(&all))),
            n => misfit.hinted(format!("there are {n}, from {} to {}", all[0], all[n - 1])),
        }
    }

    pub(super) fn need_side(&self, id: SideId) -> Fits {
        self.side(id).map(drop).ok_or_else(|| self.none(id.into(), Kind::Side, "side"))
    }

    pub(super) fn need_unit(&self, id: UnitId) -> Result<&Unit, Misfit> {
        self.unit(id).ok_or_else(|| self.none(id.into(), Kind::Unit, "unit"))
    }

    pub(super) fn need_battle(&self, id: BattleId) -> Result<&Battle, Misfit> {
        let battle = self.battle(id).ok_or_else(|| self.none(id.into(), Kind::Battle, "battle"))?;
        match battle.over {
            None => Ok(battle),
            Some(_) => Err(Misfit::new(format!("the battle {} is over", battle.name)).of("battle")),
        }
    }

    fn need_combat(&self, battle: BattleId, combat: u16) -> Result<&Battle, Misfit> {
        let battle = self.need_battle(battle)?;
        match battle.combats.get(usize::from(combat)) {
            Some(found) if found.over.is_none() => Ok(battle),
            _ => Err(Misfit::new(format!("there is no open combat {combat}")).of("combat")),
        }
    }

    fn has_grade(&self, grade: Grade) -> Fits {
        if self.book.ladder.has(grade) {
            return Ok(());
        }
        Err(Misfit::new(format!("the ladder has no grade {}", grade.0)).of("to"))
    }

    fn assigned_fits(&self, unit: UnitId, from: Option<StackId>, to: Option<StackId>) -> Fits {
        let unit = self.need_unit(unit)?;
        was("its stack", &from, &unit.stack)?;
        let Some(to) = to else { return Ok(()) };
        let stack = self.stack(to).ok_or_else(|| self.none(to.into(), Kind::Stack, "to"))?;
        if stack.side == unit.side {
            return Ok(());
        }
        Err(Misfit::new(format!("{} belongs to the other side", stack.name)).of("to"))
    }

    fn enters(&self, unit: UnitId) -> Result<&Unit, Misfit> {
        let unit = self.need_unit(unit)?;
        if !unit.is_alive() {
            return Err(Misfit::new(format!("{} is eliminated", unit.name)).of("units"));
        }
        match self.battle_of(unit.id) {
            Some(battle) => Err(Misfit::new(format!("{} is in the battle {}", unit.name, battle.name)).of("units")),
            None => Ok(unit),
        }
    }

    fn begins(&self, sides: &[(SideId, Vec<UnitId>)]) -> Fits {
        if sides.len() < 2 {
            let misfit = Misfit::new("a battle needs two sides with living units").of("parties");
            return Err(misfit.hinted("name a party for each: sides, stacks or units"));
        }
        for (i, (side, units)) in sides.iter().enumerate() {
            self.need_side(*side)?;
            if units.is_empty() || sides[..i].iter().any(|(other, _)| other == side) {
                return Err(Misfit::new(format!("{} needs one party of living units", self.name(*side))).of("parties"));
            }
            for (at, unit) in units.iter().enumerate() {
                if self.enters(*unit)?.side != *side || units[..at].contains(unit) {
                    return Err(Misfit::new(format!("{} can't be there", self.name(*unit))).of("parties"));
                }
            }
        }
        Ok(())
    }

    fn all_of_side(&self, battle: &Battle, side: SideId, units: &[UnitId]) -> Fits {
        if units.is_empty() {
            return Err(Misfit::new("nobody fights on one side of that combat").of("first"));
        }
        units.iter().try_for_each(|id| {
            let unit = self.need_unit(*id)?;
            let there = battle.contingent(side).is_some_and(|c| c.has(*id));
            if there && unit.is_alive() {
                return Ok(());
            }
            Err(Misfit::new(format!("{} does not fight there", unit.name)).of("first"))
        })
    }
}

// ---- dice tests and volleys
impl State {
    fn tested_fits(&self, passed: &[UnitId], failed: &[UnitId], dice: &[u8]) -> Fits {
        let all: Vec<UnitId> = passed.iter().chain(failed).copied().collect();
        if all.is_empty() || !(dice.is_empty() || dice.len() == all.len()) {
            return Err(Misfit::new(format!("{} units were tested, with {} dice", all.len(), dice.len())).of("dice"));
        }
        all.iter().try_for_each(|unit| self.need_unit(*unit).map(drop))
    }

    fn volleyed_fits(&self, battle: BattleId, unit: UnitId, hits: &[(UnitId, u16)]) -> Fits {
        let battle = self.need_battle(battle)?;
        for id in hits.iter().map(|(target, _)| *target).chain([unit]) {
            let found = self.need_unit(id)?;
            if !battle.contingent(found.side).is_some_and(|c| c.has(id)) {
                return Err(Misfit::new(format!("{} is not in the battle {}", found.name, battle.name)).of("unit"));
            }
        }
        Ok(())
    }
}

fn in_battle((side, battle): (SideId, &Battle)) -> Fits {
    if battle.contingent(side).is_some() {
        return Ok(());
    }
    Err(Misfit::new(format!("that side is not in the battle {}", battle.name)).of("side"))
}

fn within(what: &str, to: u16, full: u16) -> Fits {
    if to <= full { Ok(()) } else { Err(Misfit::new(format!("{what} of {to} is more than the full {full}")).of("to")) }
}
