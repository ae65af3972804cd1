//! Volleys: fire judged by doubles and trebles among the dice. Source: RULES 4.5.
//!
//! [`hits`] and [`judge`] know dice and target classes. In a campaign range, cover and the General beside the firer come
//! from the order until there is a map.

use super::{
    Refusal, Resolver, RuleResult,
    refusal::{Attack, BattleRefusal, FireRefusal, MapRefusal, RollRefusal},
};
use crate::{
    book::{GeneralHit, HitBy, Hits, OtherDouble, TargetClass, Volleys, Weapon},
    dice::{Die, Face, Owner, Purpose, Request, RequestedDie},
    event::{Cause, Event},
    id::{BattleId, UnitId},
    order::{Volley, WearCause},
    state::Unit,
};

/// A volley that was fired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fired {
    /// What its dice show.
    pub dice: Vec<Face>,
    /// Whether the targets are in cover.
    pub cover: bool,
    /// The D6 that said whether the General or the troops suffer, where one did.
    pub(crate) who_suffers: Option<Face>,
    /// Hits on each target, in the order in which they were named.
    pub hits: Vec<u16>,
}

/// How many dice show each face, from 1 to 6.
#[must_use]
pub fn counts(dice: &[Face]) -> [u16; 6] {
    let mut counts = [0; 6];
    for face in dice {
        if let Some(count) = usize::from(*face).checked_sub(1).and_then(|at| counts.get_mut(at)) {
            *count += 1;
        }
    }
    counts
}

/// Hits on one target: Strength Points lost, or 1 where what hits it destroys it. A face that shows k times makes k ÷ 2
/// doubles, rounded down; in cover each hit wants one double more than itself.
#[must_use]
pub fn hits(rules: &Volleys, target: &TargetClass, cover: bool, dice: &[Face]) -> u16 {
    hits_of(rules, target, cover, &counts(dice))
}

/// Hits on one target by dice of which so many show each face.
#[must_use]
pub(crate) fn hits_of(rules: &Volleys, target: &TargetClass, cover: bool, counts: &[u16; 6]) -> u16 {
    let count = |face: &Face| usize::from(*face).checked_sub(1).and_then(|at| counts.get(at)).copied().unwrap_or(0);
    let doubles: u16 = counts.iter().map(|n| n / 2).sum();
    match target.by {
        HitBy::Treble => {
            let destroys = target.faces.iter().map(count).filter(|n| *n >= 3).any(|n| {
                let others = doubles - n / 2;
                let of_the_same = if rules.other_double == OtherDouble::Any { (n - 3) / 2 } else { 0 };
                !cover || others + of_the_same > 0
            });
            u16::from(destroys)
        }
        HitBy::Double => {
            let qualifying: u16 = target.faces.iter().map(|face| count(face) / 2).sum();
            let mut hits = if cover { qualifying.min(doubles / 2) } else { qualifying };
            if cover && rules.other_double == OtherDouble::OtherFace {
                // A hit and its other double are of two faces, so a face can't make more pairs than all others have
                // doubles to go with it.
                let with_others = target.faces.iter().map(count).filter(|n| *n >= 2).map(|n| doubles - n / 2);
                hits = hits.min(with_others.min().unwrap_or(0));
            }
            if rules.hits == Hits::AtMostOne { hits.min(1) } else { hits }
        }
    }
}

/// What a volley does to all in the target area: everything there is judged by the same dice, each on its own.
#[must_use]
pub(crate) fn judge(rules: &Volleys, targets: &[&TargetClass], cover: bool, dice: &[Face]) -> Vec<u16> {
    targets.iter().map(|target| hits(rules, target, cover, dice)).collect()
}

/// Whether a D6 must say who suffers: where a General and troops are both hit, and the rulebook has it so.
#[must_use]
pub(crate) fn asks_who_suffers(rules: &Volleys, targets: &[&TargetClass], hits: &[u16]) -> bool {
    let hit = |by: HitBy| targets.iter().zip(hits).any(|(target, hits)| target.by == by && *hits > 0);
    rules.general_hit == GeneralHit::D6 && hit(HitBy::Treble) && hit(HitBy::Double)
}

/// Clears the hits of the targets that the D6 spares: on 1 to 5 the troops suffer, on 6 the General.
pub fn spare(targets: &[&TargetClass], hits: &mut [u16], who_suffers: Face) {
    let spared = if who_suffers == 6 { HitBy::Double } else { HitBy::Treble };
    targets.iter().zip(hits).filter(|(target, _)| target.by == spared).for_each(|(_, hits)| *hits = 0);
}

/// Fires: asks for the dice, and for the D6 where it is needed.
pub(super) fn fire(
    queue: &mut super::RollQueue,
    rules: &Volleys,
    (owner, dice): (Owner, u8),
    targets: &[&TargetClass],
    cover: bool,
) -> RuleResult<Fired> {
    let mut ask = |dice: u8| -> RuleResult<Vec<Face>> {
        let wanted = vec![RequestedDie::plain(owner, Die::D6); dice.into()];
        let fallen = queue.ask(Request { purpose: Purpose::Volley, dice: wanted })?;
        Ok(fallen.into_iter().map(|die| die.face).collect())
    };
    let dice = ask(dice)?;
    let mut hits = judge(rules, targets, cover, &dice);
    let mut who_suffers = None;
    if asks_who_suffers(rules, targets, &hits) {
        who_suffers = ask(1)?.first().copied();
        spare(targets, &mut hits, who_suffers.unwrap_or(1));
    }
    Ok(Fired { dice, cover, who_suffers, hits })
}

impl Resolver<'_> {
    /// The battle in which a unit may volley now.
    fn volley_battle(&self, unit: &Unit) -> Result<BattleId, Refusal> {
        let who = unit.id.into();
        if unit.is_ineffective() {
            return Err(Refusal::Ineffective { who });
        }
        let battle = self.state.battle_of(unit.id).ok_or(BattleRefusal::NotInBattle { who })?;
        self.ready_battle(battle.id)?;
        if let Some(spent) = self.state.attack_spent(unit.id, Attack::Volley) {
            return Err(spent.into());
        }
        if !battle.may_act(&self.state, unit.side) {
            return Err(BattleRefusal::NotTheirTurn { side: unit.side, battle: battle.id, now: battle.acting }.into());
        }
        Ok(battle.id)
    }

    /// The targets, if all of them are living enemies in the battle.
    fn volley_targets(&self, firer: &Unit, battle: BattleId, at: &[UnitId]) -> Result<(), Refusal> {
        if at.is_empty() {
            return Err(Refusal::NobodyNamed);
        }
        for (place, id) in at.iter().enumerate() {
            let target = self.living(*id)?;
            if target.side == firer.side {
                return Err(Refusal::OwnSide { side: firer.side });
            }
            if self.state.battle_of(*id).map(|b| b.id) != Some(battle) {
                return Err(BattleRefusal::TwoBattles { first: firer.id.into(), second: (*id).into() }.into());
            }
            if at[..place].contains(id) {
                return Err(FireRefusal::TargetTwice { unit: *id }.into());
            }
            let side = self.living(at[0])?.side;
            if target.side != side {
                return Err(Refusal::TwoSides { first: at[0].into(), second: (*id).into() });
            }
        }
        self.share_a_place(at)
    }

    /// Refuses targets that could not stand in one place: it holds one combat unit, with Generals and transport.
    /// Source: RULES 4.4, 4.5.
    fn share_a_place(&self, at: &[UnitId]) -> Result<(), Refusal> {
        let mut units = at.iter().filter(|id| self.living(**id).is_ok_and(|unit| self.state.fills_a_place(unit)));
        match (units.next(), units.next()) {
            (Some(first), Some(second)) => Err(FireRefusal::TwoPlaces { first: *first, second: *second }.into()),
            _ => Ok(()),
        }
    }

    fn is_general(&self, unit: &Unit) -> bool {
        self.state.book().target_of(&unit.kind).by == HitBy::Treble
    }

    /// Refuses a General's dice unless the firer's side has one in the battle who can be with it: no stack of his says
    /// that he is elsewhere.
    fn general_is_there(&self, unit: &Unit, battle: BattleId) -> Result<(), Refusal> {
        let contingent = self.state.battle(battle).and_then(|b| b.contingent(unit.side));
        let there = contingent.into_iter().flat_map(crate::state::Contingent::units);
        let living = there.filter_map(|id| self.living(id).ok());
        let generals: Vec<&Unit> = living.filter(|u| u.id != unit.id && self.is_general(u)).collect();
        let Some(first) = generals.first() else { return Err(FireRefusal::NoGeneral { side: unit.side }.into()) };
        let can_be_there =
            |general: &Unit| general.stack.is_none() || unit.stack.is_none() || general.stack == unit.stack;
        if generals.iter().any(|general| can_be_there(general)) {
            return Ok(());
        }
        Err(FireRefusal::GeneralElsewhere { general: first.id, unit: unit.id }.into())
    }

    /// The dice a unit throws at a range: its weapon's, scaled by EDNA, and then the General's; and whether the weapon costs
    /// nothing of its move.
    fn volley_dice(&self, unit: &Unit, battle: BattleId, volley: &Volley) -> Result<(u8, bool), Refusal> {
        let book = self.state.book();
        let carried = self.state.weapons_of(unit);
        let range = volley.range.ok_or(FireRefusal::NoRange)?;
        let chosen: Vec<_> = match &volley.weapon {
            Some(weapon) => {
                let own = carried.iter().find(|w| w.eq_ignore_ascii_case(weapon));
                vec![own.ok_or_else(|| FireRefusal::NoWeapon { unit: unit.id, weapon: Some(weapon.clone()) })?]
            }
            None => carried.iter().collect(),
        };
        let known: Vec<_> = chosen.into_iter().filter_map(|name| book.weapon(name)).collect();
        let Some(first) = known.first() else {
            return Err(FireRefusal::NoWeapon { unit: unit.id, weapon: volley.weapon.clone() }.into());
        };
        // Nobody fires with what does not reach, so it is the first weapon that does.
        let reach = |weapon: &Weapon| {
            let farthest = u32::try_from(weapon.dice.len()).unwrap_or(u32::MAX);
            let scaled = book.edna.scales.range.scale(farthest, unit.edna.now.into(), unit.edna.full.into());
            usize::try_from(scaled).unwrap_or(usize::MAX)
        };
        let within = |weapon: &&&Weapon| usize::from(range) <= reach(weapon) && weapon.at_range(range).is_some();
        let reaching: Vec<&Weapon> = known.iter().filter(within).copied().collect();
        if reaching.is_empty() {
            let reach = known.iter().map(|w| reach(w)).max().unwrap_or(0);
            return Err(FireRefusal::OutOfRange { unit: unit.id, weapon: first.name.clone(), range, reach }.into());
        }
        // After a full move only what costs nothing of it is left.
        let spent = |weapon: &Weapon| self.state.spent_by_moving(unit.id, Some(weapon));
        let weapon = reaching.iter().find(|weapon| spent(weapon).is_none());
        let weapon = weapon.ok_or_else(|| Refusal::Map(MapRefusal::Spent { unit: unit.id }))?;
        let dice = weapon.at_range(range).unwrap_or(1);
        let scaled = book.edna.scales.fire.scale(dice.into(), unit.edna.now.into(), unit.edna.full.into());
        let mut dice = u8::try_from(scaled.max(1)).unwrap_or(dice);
        if volley.general {
            self.general_is_there(unit, battle)?;
            dice += book.volley.general_dice;
        }
        Ok((dice, !weapon.attack_costs_move))
    }

    /// A unit fires at those in one place.
    pub(super) fn volley(&mut self, volley: &Volley) -> RuleResult {
        let unit = self.living(volley.unit)?;
        let battle = self.volley_battle(unit)?;
        self.volley_targets(unit, battle, &volley.at)?;
        let (dice, freely) = self.volley_dice(unit, battle, volley)?;
        let book = self.state.book().clone();
        let classes: Vec<&TargetClass> =
            volley.at.iter().filter_map(|id| self.state.unit(*id)).map(|u| book.target_of(&u.kind)).collect();
        let fired = fire(&mut self.queue, &book.volley, (volley.unit.into(), dice), &classes, volley.cover)?;
        let hits: Vec<(UnitId, u16)> = volley.at.iter().copied().zip(fired.hits.iter().copied()).collect();
        self.emit(Event::Volleyed { battle, unit: volley.unit, dice, hits: hits.clone(), freely });
        for ((target, hits), class) in hits.into_iter().zip(&classes) {
            let points = if class.by == HitBy::Treble && hits > 0 { u16::MAX } else { hits };
            self.strike(target, points, Cause::Losses);
            if hits == 0 {
                self.worn_by_fire(target);
            }
        }
        self.close_empty_combats();
        let (unit, at) = (volley.unit, volley.at.clone());
        let classes = classes.into_iter().cloned().collect();
        self.rolled = Some(super::Rolled::Volley { unit, at, classes, fired });
        Ok(())
    }

    /// Fire that took no Strength Point wears EDNA, where the rulebook has it so. Source: RULES 1.
    fn worn_by_fire(&mut self, unit: UnitId) {
        let wear = self.state.book().edna.wear.fire;
        let Some(from) = self.state.unit(unit).map(|u| u.edna.now).filter(|now| wear > 0 && *now > 0) else { return };
        self.emit(Event::EdnaWorn { unit, cause: WearCause::Fire, from, to: from.saturating_sub(wear) });
    }
}

/// `volley rifles range 2 at artillery in cover`: a volley of which nothing is known but dice and targets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VolleyRoll {
    /// What is fired with.
    pub fire: Fire,
    /// The target classes in the target's place, by name; each once.
    pub at: Vec<String>,
    /// Whether they are in cover.
    pub cover: bool,
}

/// What a bare volley is fired with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fire {
    /// So many dice, 1 to [`crate::book::weapons::MAX_DICE`].
    Dice(u8),
    /// A weapon's dice at a range.
    Weapon {
        /// Its name.
        name: String,
        /// The range, from 1.
        range: u8,
    },
}

impl VolleyRoll {
    /// How many dice it throws.
    ///
    /// # Errors
    /// Where the rulebook has no such weapon, or it does not reach so far.
    pub fn dice(&self, book: &crate::book::Rulebook) -> Result<u8, RollRefusal> {
        match &self.fire {
            Fire::Dice(dice) => Ok(*dice),
            Fire::Weapon { name, range } => {
                let weapon = book.weapon(name).ok_or_else(|| RollRefusal::NoWeapon { weapon: name.clone() })?;
                let (range, reach) = (*range, weapon.dice.len());
                weapon.at_range(range).ok_or_else(|| RollRefusal::OutOfRange { weapon: name.clone(), range, reach })
            }
        }
    }

    /// The target classes.
    ///
    /// # Errors
    /// Where the rulebook lacks one.
    pub fn targets<'a>(&self, book: &'a crate::book::Rulebook) -> Result<Vec<&'a TargetClass>, RollRefusal> {
        let class = |name: &String| book.target(name).ok_or_else(|| RollRefusal::NoTarget { target: name.clone() });
        self.at.iter().map(class).collect()
    }
}

/// Fires a bare volley.
pub(super) fn roll(queue: &mut super::RollQueue, book: &crate::book::Rulebook, roll: &VolleyRoll) -> RuleResult<Fired> {
    let (dice, targets) = (roll.dice(book)?, roll.targets(book)?);
    fire(queue, &book.volley, (Owner(0), dice), &targets, roll.cover)
}
