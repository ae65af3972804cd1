//! Redacts the numbers of enemy units. Where the rulebook gives a range or nothing, a placeholder replaces the number,
//! and the placeholder depends on nothing hidden. Events and dice that would reveal the number are removed. Source:
//! RULES 7.

use super::{
    disclosure::Disclosure,
    projection_pass::ProjectionPass,
    viewer_ids::{Viewer, is_foggy},
};
use std::borrow::Cow;
use wardiary_base::{
    book::{Detail, DicePer, HandDice, Rulebook},
    dice::{DiceRoll, Face, Origin, Owner},
    id::{BattleId, SideId, UnitId},
};
use wardiary_rules::{
    event::{Cast, Decision, Square},
    order::{Award, Order, Recruit, VictoryOrder},
    rules::{scrud::LineDie, sighting},
    state::{Contingent, State, Unit},
};

impl Viewer {
    /// A unit as the side may know it.
    pub fn redacted_unit<'a>(self, state: &State, unit: &'a Unit) -> Cow<'a, Unit> {
        let precision = sighting::unit_precision(state, self.0, unit);
        if precision.is_exact() { Cow::Borrowed(unit) } else { Cow::Owned(unit.redacted(precision, state.book())) }
    }
}

/// The numbers of a unit that a side knows exactly.
#[derive(Clone, Copy)]
pub(super) struct KnownExactly {
    pub strength: bool,
    pub edna: bool,
    pub grade: bool,
}

impl KnownExactly {
    /// The numbers that are known of all units, because the rulebook says so or there is no fog.
    fn of_book(book: &Rulebook) -> Self {
        let fought = &book.sight.fought;
        let is_plain = |detail: &Detail| !is_foggy(book) || *detail == Detail::Exact;
        Self {
            strength: is_plain(book.sight.unit_strength()),
            edna: is_plain(&fought.edna),
            grade: is_plain(&fought.grade),
        }
    }

    pub fn is_all(self) -> bool {
        self.strength && self.edna && self.grade
    }
}

impl ProjectionPass<'_> {
    /// The numbers that the side knows of all units.
    pub fn book_numbers(&self) -> KnownExactly {
        KnownExactly::of_book(self.after.book())
    }

    pub fn exact_numbers(&self, unit: UnitId) -> KnownExactly {
        let is_own = self.is_own(unit.into());
        if is_own { KnownExactly { strength: true, edna: true, grade: true } } else { self.book_numbers() }
    }

    /// Whether a side has unseen units in a battle, which its losses would count.
    pub fn hides_some_of(&self, battle: BattleId, side: SideId) -> bool {
        let contingent = self.after.battle(battle).and_then(|battle| battle.contingent(side));
        let mut units = contingent.into_iter().flat_map(Contingent::units);
        self.is_foggy()
            && units.any(|unit| self.after.unit(unit).is_some_and(Unit::is_alive) && !self.sees(unit.into()))
    }

    /// The margin of a decision by losses or points that the side does not know would reveal them, unless the order names it.
    pub fn redact_margin(&self, decision: &mut Decision, is_counted: bool) {
        // Any other order names no margin.
        let named = if let Order::EndBattle { award, .. } | Order::Victory(VictoryOrder::EndCampaign { award, .. }) =
            self.order
        {
            award.as_ref().and_then(Award::margin)
        } else {
            None
        };
        if let Award::Won { margin, .. } = &mut decision.award
            && !is_counted
            && named.is_none()
        {
            *margin = None;
        }
    }

    /// Whether the side knows the losses of all sides in a battle.
    pub fn knows_losses(&self, battle: BattleId) -> bool {
        let others = self.after.battle(battle).into_iter().flat_map(|battle| &battle.contingents);
        let mut others = others.filter(|other| other.side != self.viewer.0);
        others.all(|other| self.book_numbers().strength && !self.hides_some_of(battle, other.side))
    }

    /// Sorts a Square by the roster. Its first places hold the weakest units, so its real order would reveal who is
    /// stronger. A Warlord's place depends on the stack's posture only and is kept.
    pub fn redact_square(&self, square: &mut Square) {
        let warlord = square.leader.and_then(|leader| square.units.iter().position(|unit| *unit == leader));
        let warlord = warlord.map(|at| (at, square.units.remove(at)));
        let roster = |unit: &UnitId| self.before.units().iter().position(|other| other.id == *unit);
        square.units.sort_by_key(roster);
        if let Some((at, leader)) = warlord {
            square.units.insert(at, leader);
        }
    }

    /// Redacts dice that may be rerolled. Returns false if they would reveal something hidden.
    pub fn redact_throw<'c>(&self, mut dice: impl Iterator<Item = &'c mut Cast>) -> bool {
        let mut owners = self.rolls.iter().flat_map(|roll| &roll.who);
        let redact = |cast: &mut Cast| {
            *cast = self.redacted_die(*owners.next()?, *cast)?;
            Some(())
        };
        self.book_numbers().is_all() || dice.try_for_each(redact).is_some()
    }

    /// Whether the number of a unit's dice in a volley reveals nothing hidden.
    pub fn volley_dice_are_known(&self, unit: UnitId) -> bool {
        let plain = self.exact_numbers(unit);
        plain.strength && plain.edna
    }

    /// Redacts the dice of a roll, without their positions in the stream: gaps would count the dice that the side did
    /// not see. Returns `None` if they would reveal something hidden.
    pub fn redacted_dice(&self, disclosure: &Disclosure, roll: &DiceRoll) -> Option<DiceRoll> {
        let DiceRoll { who, from: _, faces } = roll;
        let specialist = self.before.book().scrud.hand_dice == HandDice::Specialist;
        let redacted = |(at, (owner, face)): (usize, (&Owner, &Face))| match disclosure {
            Disclosure::LineDice => {
                let by_hand = specialist && roll.is_by_hand(at);
                let cast = if by_hand { Cast::Score(*face) } else { Cast::Face(*face) };
                match self.redacted_die(*owner, cast)? {
                    Cast::Face(face) | Cast::Score(face) => Some(face),
                }
            }
            Disclosure::BlowDice => self.book_numbers().grade.then_some(*face),
            Disclosure::VolleyDice => self.volley_dice_are_known(UnitId(owner.0)).then_some(*face),
            Disclosure::Sides(_) | Disclosure::Owner(_) | Disclosure::WithoutFog | Disclosure::All => Some(*face),
            Disclosure::Referee => None,
        };
        let faces = if self.book_numbers().is_all() {
            faces.clone()
        } else {
            who.iter().zip(faces).enumerate().map(redacted).collect::<Option<_>>()?
        };
        Some(DiceRoll { who: who.clone(), from: Origin::Shown, faces })
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
            (&book.ladder, LineDie::from_cast(&book.ladder, None, self.before.grade_in_rules(unit), cast).score);
        let known = self.ids.id(owner.0).and_then(|own| self.own_state.unit(UnitId(own)));
        let grade = known.map_or(ladder.neutral(), |unit| self.own_state.grade_in_rules(unit));
        let mut faces = 1..=ladder.step(grade).die.sides();
        faces.find(|face| ladder.score(grade, *face) == score).map(Cast::Face)
    }
}

/// A recruit that the side sees being mustered, as it may know it.
pub(super) fn recruit_as_seen(viewer: Viewer, state: &State, unit: &Unit, made: &Recruit) -> Recruit {
    let Recruit { id, side, stack, at, on, .. } = *made;
    Recruit { id, side, stack, at, on, ..viewer.redacted_unit(state, unit).as_recruit(state.book()) }
}
