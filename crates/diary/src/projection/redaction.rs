//! Redacts the numbers of enemy units. Where the rulebook gives a range or nothing, a placeholder replaces the number,
//! and the placeholder depends on nothing hidden. Events and dice that would reveal the number are removed. Source:
//! RULES 7.

use super::{
    projection_pass::ProjectionPass,
    viewer_ids::{Viewer, is_foggy},
};
use std::borrow::Cow;
use wardiary_base::{
    book::{Detail, DicePer, HandDice, Rulebook},
    dice::{DiceRoll, Face, Owner},
    id::{BattleId, SideId, UnitId},
};
use wardiary_rules::{
    event::{Cast, Event, Formation, StackEvent},
    order::{Order, Recruit},
    rules::{scrud::LineDie, sighting},
    state::{Contingent, Gauge, State, Unit},
};

impl Viewer {
    /// A unit as the side may know it.
    pub fn redacted_unit<'a>(self, state: &State, unit: &'a Unit) -> Cow<'a, Unit> {
        let veil = sighting::veil(state, self.0, unit);
        if veil.is_exact() {
            return Cow::Borrowed(unit);
        }
        let book = state.book();
        let mut seen = unit.clone();
        if !veil.strength.is_exact() {
            let full = book.troop(&unit.kind).map_or(1, |troop| troop.strength);
            seen.strength = Gauge { now: if unit.is_alive() { full } else { 0 }, full };
        }
        if !veil.edna.is_exact() {
            seen.edna = Gauge { now: book.edna.start, full: book.edna.start };
        }
        if !veil.grade.is_exact() {
            seen.grade = book.ladder.neutral();
            seen.mustered = seen.grade;
            seen.shifts.clear();
        }
        seen.veil = Some(Box::new(veil));
        Cow::Owned(seen)
    }
}

/// Which numbers of a unit a side knows exactly.
#[derive(Clone, Copy)]
struct KnownExactly {
    strength: bool,
    edna: bool,
    grade: bool,
}

impl KnownExactly {
    /// The numbers that are known of all units, because the rulebook says so or there is no fog.
    fn of_book(book: &Rulebook) -> Self {
        let fought = &book.sight.fought;
        let is_plain = |detail: &Detail| !is_foggy(book) || *detail == Detail::Exact;
        Self { strength: is_plain(&fought.strength), edna: is_plain(&fought.edna), grade: is_plain(&fought.grade) }
    }

    fn is_all(self) -> bool {
        self.strength && self.edna && self.grade
    }
}

impl ProjectionPass<'_> {
    fn exact_numbers(&self, unit: UnitId) -> KnownExactly {
        let found = self.after.unit(unit).or_else(|| self.before.unit(unit));
        match found {
            Some(unit) if unit.side == self.viewer.0 => KnownExactly { strength: true, edna: true, grade: true },
            _ => KnownExactly::of_book(self.after.book()),
        }
    }

    /// Redacts an event; `None` if nothing is left of it. The unit's new values are then recorded after the entry, as
    /// the side learns them.
    pub(super) fn redacted(&self, event: &Event) -> Option<Event> {
        let known = KnownExactly::of_book(self.after.book());
        if let Event::Exhausted { battle, side, .. } = event
            && *side != self.viewer.0
            && (!known.strength || self.hides_some_of(*battle, *side))
        {
            return Some(Event::Exhausted { battle: *battle, side: *side, lost: 0, point: 0 });
        }
        if known.is_all() {
            return Some(event.clone());
        }
        let keep = |is_plain: bool| is_plain.then(|| event.clone());
        match event {
            Event::StrengthLost { unit, .. } | Event::StrengthRestored { unit, .. } => {
                keep(self.exact_numbers(*unit).strength)
            }
            Event::EdnaWorn { unit, .. }
            | Event::EdnaRuled { unit, .. }
            | Event::EdnaTested { unit, .. }
            | Event::EdnaRetested { unit, .. } => keep(self.exact_numbers(*unit).edna),
            Event::Demoted { unit, .. } | Event::Regraded { unit, .. } | Event::Shifted { unit, .. } => {
                keep(self.exact_numbers(*unit).grade)
            }
            Event::Eliminated { unit, by, .. } if !self.exact_numbers(*unit).strength => {
                let from =
                    self.before.unit(*unit).map(|unit| self.viewer.redacted_unit(self.before, unit).strength.full)?;
                Some(Event::Eliminated { unit: *unit, from, by: *by })
            }
            Event::UnitMade(made) if !self.exact_numbers(made.id).is_all() => {
                let unit = self.after.unit(made.id)?;
                Some(Event::UnitMade(recruit_as_seen(self.viewer, self.after, unit, made)))
            }
            Event::Volleyed { unit, .. } if !self.volley_dice_are_known(*unit) => {
                let mut told = event.clone();
                if let Event::Volleyed { dice, .. } = &mut told {
                    *dice = 0;
                }
                Some(told)
            }
            Event::Thrown { .. } | Event::Rethrown { .. } => self.redacted_throw(event),
            Event::Stacks(StackEvent::Struck { at, .. })
                if !known.strength && self.before.side_of((*at).into()) != Some(self.viewer.0) =>
            {
                let mut told = event.clone();
                if let Event::Stacks(StackEvent::Struck { spare, .. }) = &mut told {
                    // Surplus damage would reveal how many points were left.
                    *spare = 0;
                }
                Some(told)
            }
            Event::Stacks(StackEvent::Formed { stack, .. })
                if self.before.side_of((*stack).into()) != Some(self.viewer.0) =>
            {
                let mut told = event.clone();
                if let Event::Stacks(StackEvent::Formed { formation, .. }) = &mut told {
                    self.redact_formation(formation);
                }
                Some(told)
            }
            Event::Opened { .. }
            | Event::RulesChanged(_)
            | Event::LadderChanged { .. }
            | Event::Abandoned
            | Event::DateSet { .. }
            | Event::Noted
            | Event::Staff(_)
            | Event::BranchNamed { .. }
            | Event::Argued { .. }
            | Event::Consulted { .. }
            | Event::SideMade { .. }
            | Event::StackMade { .. }
            | Event::UnitMade(_)
            | Event::Renamed { .. }
            | Event::Assigned { .. }
            | Event::BattleBegun { .. }
            | Event::Arrived { .. }
            | Event::BattleEnded { .. }
            | Event::InitiativeWon { .. }
            | Event::FirstChosen { .. }
            | Event::PhaseBegun { .. }
            | Event::TurnEnded { .. }
            | Event::Exhausted { .. }
            | Event::Objected { .. }
            | Event::CombatOpened { .. }
            | Event::Committed { .. }
            | Event::PhaseFought { .. }
            | Event::CombatEnded { .. }
            | Event::PushedBack { .. }
            | Event::Eliminated { .. }
            | Event::DiceTested { .. }
            | Event::Volleyed { .. }
            | Event::Supported { .. }
            | Event::Stacks(_)
            | Event::Map(_)
            | Event::Refit(_)
            | Event::Clock(_)
            | Event::Victory(_)
            | Event::Theatre(_)
            | Event::Intel(_) => Some(event.clone()),
        }
    }

    /// Whether a side has unseen units in a battle, which its losses would count.
    fn hides_some_of(&self, battle: BattleId, side: SideId) -> bool {
        let contingent = self.after.battle(battle).and_then(|battle| battle.contingent(side));
        let mut units = contingent.into_iter().flat_map(Contingent::units);
        self.is_foggy()
            && units.any(|unit| self.after.unit(unit).is_some_and(Unit::is_alive) && !self.sees(unit.into()))
    }

    /// Sorts a Square by the roster. Its first places hold the weakest units, so its real order would reveal who is
    /// stronger. A Warlord's place depends on the stack's posture only and is kept.
    fn redact_formation(&self, formation: &mut Formation) {
        let warlord = formation.leader.and_then(|leader| formation.units.iter().position(|unit| *unit == leader));
        let warlord = warlord.map(|at| (at, formation.units.remove(at)));
        let roster = |unit: &UnitId| self.before.units().iter().position(|other| other.id == *unit);
        formation.units.sort_by_key(roster);
        if let Some((at, leader)) = warlord {
            formation.units.insert(at, leader);
        }
    }

    /// Redacts dice that may be rerolled.
    fn redacted_throw(&self, event: &Event) -> Option<Event> {
        let mut told = event.clone();
        let mut owners = self.rolls.iter().flat_map(|fall| &fall.who);
        let mut show = |cast: &mut Cast| {
            *cast = self.redacted_die(*owners.next()?, *cast)?;
            Some(())
        };
        match &mut told {
            Event::Thrown { dice, .. } => dice.0.iter_mut().chain(&mut dice.1).try_for_each(&mut show)?,
            Event::Rethrown { dice, .. } => dice.iter_mut().try_for_each(|(_, cast)| show(cast))?,
            _ => {}
        }
        Some(told)
    }

    /// Whether the number of a unit's dice in a volley reveals nothing hidden.
    fn volley_dice_are_known(&self, unit: UnitId) -> bool {
        let plain = self.exact_numbers(unit);
        plain.strength && plain.edna
    }

    /// Redacts the dice of a roll; `None` if they would reveal something hidden.
    pub fn redacted_dice(&self, order: &Order, fall: &DiceRoll) -> Option<DiceRoll> {
        if KnownExactly::of_book(self.after.book()).is_all() {
            return Some(fall.clone());
        }
        let specialist = self.before.book().scrud.hand_dice == HandDice::Specialist;
        let shown = |(at, (owner, face)): (usize, (&Owner, &Face))| match order {
            Order::Scrud { .. } | Order::Reroll { .. } => {
                let by_hand = specialist && fall.is_by_hand(at);
                let cast = if by_hand { Cast::Score(*face) } else { Cast::Face(*face) };
                match self.redacted_die(*owner, cast)? {
                    Cast::Face(face) | Cast::Score(face) => Some(face),
                }
            }
            Order::Volley(_) => self.volley_dice_are_known(UnitId(owner.0)).then_some(*face),
            _ => Some(*face),
        };
        let faces = fall.who.iter().zip(&fall.faces).enumerate().map(shown).collect::<Option<_>>()?;
        Some(DiceRoll { faces, ..fall.clone() })
    }

    /// Redacts a die of a line. If its grade is hidden, the face is replaced by one with the same score for the
    /// placeholder grade; `None` if there is none, or if the number of dice would reveal a strength.
    fn redacted_die(&self, owner: Owner, cast: Cast) -> Option<Cast> {
        let Some(unit) = self.before.unit(UnitId(owner.0)) else { return Some(cast) };
        let (plain, book) = (self.exact_numbers(unit.id), self.before.book());
        if book.scrud.dice_per == DicePer::StrengthPoint && !(plain.strength && plain.edna) {
            return None;
        }
        if plain.grade {
            return Some(cast);
        }
        let (ladder, score) =
            (&book.ladder, LineDie::cast(&book.ladder, None, self.before.grade_used(unit), cast).score);
        let known = self.ids.id(owner.0).and_then(|own| self.own_state.unit(UnitId(own)));
        let grade = known.map_or(ladder.neutral(), |unit| self.own_state.grade_used(unit));
        let mut faces = 1..=ladder.step(grade).die.sides();
        faces.find(|face| ladder.score(grade, *face) == score).map(Cast::Face)
    }
}

/// A recruit that the side sees being mustered, as it may know it.
pub(super) fn recruit_as_seen(viewer: Viewer, state: &State, unit: &Unit, made: &Recruit) -> Recruit {
    let Recruit { id, side, stack, at, on, .. } = *made;
    Recruit { id, side, stack, at, on, ..recruit(state, &viewer.redacted_unit(state, unit)) }
}

/// The recruit that musters a unit in its present condition.
pub(super) fn recruit(state: &State, unit: &Unit) -> Recruit {
    Recruit {
        kind: Some(unit.kind.to_string()),
        strength: Some(unit.strength.full),
        lost: unit.strength.full.saturating_sub(unit.strength.now),
        edna: Some(unit.edna.full),
        worn: unit.edna.full.saturating_sub(unit.edna.now),
        grade: Some(state.book().ladder.name(unit.grade).to_string()),
        tests: unit.tests.to_vec(),
        weapons: unit.weapons.to_vec(),
        stats: unit.stats.clone(),
        facing: unit.place.map(|place| place.facing).unwrap_or_default(),
        ..Recruit::new(unit.id, unit.name.to_string())
    }
}
