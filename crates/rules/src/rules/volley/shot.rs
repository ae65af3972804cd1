//! The shot of a unit, with its weapon and number of dice at a range, and bare volleys, of which only dice and targets are
//! known. Source: RULES 1, 4.4, 4.5.

use super::{ClassAndCover, VolleyOutcome, roll_volley};
use crate::{
    rules::{
        Refusal, RollQueue, RuleResult,
        refusal::{Attack, BattleRefusal, BlockingStep, FireRefusal, MapRefusal, RollRefusal},
    },
    state::{Battle, Contingent, State, Unit},
};
use wardiary_base::{
    book::{HitBy, Rulebook, TargetClass, Weapon},
    dice::Owner,
    id::UnitId,
    text::Text,
};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shot<'a> {
    pub weapon: &'a Weapon,
    pub dice: u8,
    pub range: u32,
    pub general: bool,
}

#[derive(Clone, Copy)]
pub(super) struct ShotConditions<'a> {
    /// The weapon; `None` chooses the first with the range.
    pub weapon: Option<&'a Text>,
    pub range: u32,
    pub general: bool,
    pub ignore_moves: bool,
}

impl State {
    pub(super) fn volley_battle(&self, unit: &Unit) -> Result<&Battle, Refusal> {
        let who = unit.id.into();
        fail_if!(unit.is_ineffective(), Refusal::Ineffective { who });
        let battle = self.battle_of(unit.id).ok_or(BattleRefusal::NotInBattle { who })?;
        if let Some(decision) = battle.pending_decision() {
            return Err(BattleRefusal::Awaits { battle: battle.id, awaited: BlockingStep::Decision(decision) }.into());
        }
        if let Some(spent) = self.attack_refusal(unit.id, Attack::Volley) {
            return Err(spent.into());
        }
        if !battle.may_act(self, unit.side) {
            return Err(
                BattleRefusal::NotTheirTurn { side: unit.side, battle: battle.id, now: battle.acting_side }.into()
            );
        }
        Ok(battle)
    }

    /// The shot of a unit: its weapon's dice, scaled by EDNA, and then the General's.
    pub(super) fn shot(&self, unit: &Unit, wanted: ShotConditions) -> Result<Shot<'_>, Refusal> {
        let (book, range) = (self.book(), wanted.range);
        let carried = self.weapons_of(unit);
        let none = |weapon: Option<&Text>| FireRefusal::NoWeapon { unit: unit.id, weapon: weapon.cloned() };
        let chosen: Vec<&Text> = match wanted.weapon {
            Some(weapon) => {
                let own = carried.iter().find(|w| w.eq_ignore_case(weapon));
                vec![own.ok_or_else(|| none(Some(weapon)))?]
            }
            None => carried.iter().collect(),
        };
        let known: Vec<&Weapon> = chosen.into_iter().filter_map(|name| book.weapon(name)).collect();
        let Some(first) = known.first() else { return Err(none(wanted.weapon).into()) };
        // Only weapons with the range count; the first of them is used.
        let (now, full) = (unit.edna.now.into(), unit.edna.full.into());
        let reach = |weapon: &Weapon| {
            let farthest = u32::try_from(weapon.dice.len()).unwrap_or(u32::MAX);
            book.edna.scales.range.scale(farthest, now, full)
        };
        let dice = |weapon: &Weapon| u8::try_from(range).ok().and_then(|range| weapon.at_range(range));
        let reaching: Vec<(&Weapon, u8)> =
            known.iter().filter(|w| range <= reach(w)).filter_map(|w| Some((*w, dice(w)?))).collect();
        if reaching.is_empty() {
            let reach = known.iter().map(|w| reach(w)).max().unwrap_or(0);
            return Err(FireRefusal::OutOfRange { unit: unit.id, weapon: first.name.clone(), range, reach }.into());
        }
        // After a full move only weapons that cost nothing of it are left.
        let ready =
            |weapon: &Weapon| wanted.ignore_moves || self.attack_after_move_refusal(unit.id, Some(weapon)).is_none();
        let found = reaching.into_iter().find(|(weapon, _)| ready(weapon));
        let (weapon, dice) = found.ok_or(MapRefusal::Spent { unit: unit.id })?;
        let scaled = book.edna.scales.fire.scale(dice.into(), now, full);
        let scaled = u8::try_from(scaled.max(1)).unwrap_or(dice);
        let with_general = if wanted.general { book.volley.general_dice } else { 0 };
        let dice = i32::from(scaled + with_general) + self.table_effect(|state| state.volley_dice);
        let dice = u8::try_from(dice.clamp(1, 255)).unwrap_or(1);
        Ok(Shot { weapon, dice, range, general: wanted.general })
    }

    pub(super) fn is_general(&self, unit: &Unit) -> bool {
        self.book().target_of(&unit.kind).by == HitBy::Treble
    }

    /// Refuses a General's dice if the firer's side has no General in the battle that can be with it. Without a map the
    /// General can be, unless it is in another stack.
    pub(super) fn check_general_available(&self, unit: &Unit, battle: &Battle) -> Result<(), FireRefusal> {
        let there = battle.contingent(unit.side).into_iter().flat_map(Contingent::units);
        let living = there.filter_map(|id: UnitId| self.unit(id)).filter(|other| other.is_alive());
        let generals: Vec<&Unit> = living.filter(|u| u.id != unit.id && self.is_general(u)).collect();
        let Some(first) = generals.first() else { return Err(FireRefusal::NoGeneral { side: unit.side }) };
        let can_be_there =
            |general: &Unit| general.stack.is_none() || unit.stack.is_none() || general.stack == unit.stack;
        if generals.iter().any(|general| can_be_there(general)) {
            return Ok(());
        }
        Err(FireRefusal::GeneralElsewhere { general: first.id, unit: unit.id })
    }
}

/// A volley without a campaign, such as `volley rifles range 2 at artillery in cover`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VolleyRoll {
    pub source: FireSource,
    /// The names of the target classes in the target's place, without duplicates.
    pub at: Vec<Text>,
    pub cover: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FireSource {
    /// A number of dice, 1 to [`wardiary_base::book::weapons::MAX_DICE`].
    Dice(u8),
    /// A weapon's dice at a range.
    Weapon {
        name: Text,
        /// From 1.
        range: u8,
    },
}

impl VolleyRoll {
    pub fn dice(&self, book: &Rulebook) -> Result<u8, RollRefusal> {
        match &self.source {
            FireSource::Dice(dice) => Ok(*dice),
            FireSource::Weapon { name, range } => {
                let weapon = book.weapon(name).ok_or_else(|| RollRefusal::NoWeapon { weapon: name.clone() })?;
                let (range, reach) = (*range, weapon.dice.len());
                weapon.at_range(range).ok_or_else(|| RollRefusal::OutOfRange { weapon: name.clone(), range, reach })
            }
        }
    }

    pub fn targets<'a>(&self, book: &'a Rulebook) -> Result<Vec<&'a TargetClass>, RollRefusal> {
        let class = |name: &Text| book.target(name).ok_or_else(|| RollRefusal::NoTarget { target: name.clone() });
        self.at.iter().map(class).collect()
    }
}

pub(in crate::rules) fn roll_bare_volley(
    queue: &mut RollQueue,
    book: &Rulebook,
    roll: &VolleyRoll,
) -> RuleResult<VolleyOutcome> {
    let (dice, targets) = (roll.dice(book)?, roll.targets(book)?);
    let judged: Vec<ClassAndCover> = targets.into_iter().map(|class| (class, roll.cover)).collect();
    roll_volley(queue, &book.volley, (Owner(0), dice), &judged)
}
