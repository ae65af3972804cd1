//! Moves on the map: to where something can be attacked, to an objective, nearer, out of danger. Source: RULES 4.4, 8.

use super::{
    Adviser, Proposal,
    fire::{Salvo, Shots, Worth},
    whole,
    words::{mean, off, sentence},
};
use crate::{
    book::{HitBy, Mechanism, Stacking},
    ground::{Cell, Facing, Ground, Place},
    id::{Id, MapId, SideId, StackId},
    order::{MapOrder, March, Order},
    rules::{
        movement::{self, Reach, Reached},
        refusal::Attack,
        volley::{FieldOfFire, Mark},
    },
    state::{State, Unit},
    text,
};
use std::collections::BTreeMap;

/// Of a unit's dice, those of a range at which it has this share of its most count as a good range.
const GOOD_RANGE: u8 = 2;

/// Whose weapons reach farther takes no objectives: it fires.
const STORMS_WITHIN: u32 = 4;

/// So many Strength Points that enemy fire takes less are worth a word.
const WORTH_A_WORD: f64 = 0.15;

/// Those who move together.
struct Mover<'a> {
    id: Id,
    units: Vec<&'a Unit>,
    place: Place,
}

/// The map as a side looks at it.
struct Outlook<'a> {
    map: MapId,
    ground: &'a Ground,
    field: FieldOfFire<'a>,
    enemies: Vec<(&'a Unit, Place)>,
    /// The objectives, and who holds each.
    objectives: Vec<(Cell, Option<SideId>)>,
    /// Whether its side holds more of them than any other.
    leads: bool,
    /// What the way to what is aimed at costs, by those who go alike.
    ways: BTreeMap<(Aim, Vec<String>), Vec<Option<u16>>>,
    /// What enemy fire takes where, of those who are hit alike.
    fire: BTreeMap<(Cell, String), f64>,
}

/// An attack that could be made, and what there is to say of it.
type Attackable = (Worth, String);

/// What it depends on how a unit fires: its troop type, its own weapons, its EDNA.
type Armed<'u> = (&'u str, &'u [String], u8);

/// What somebody moves for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Aim {
    /// An objective that its side does not hold.
    Objective,
    /// The nearest enemy.
    Enemy,
    /// To be with those who fight.
    Friends,
}

/// What there is to say of a place.
#[derive(Clone, Default)]
struct Prospect {
    points: f64,
    /// The attack that could be made from it.
    attack: Option<Attackable>,
    /// What enemy fire takes there.
    danger: f64,
    /// Whether it is an objective.
    objective: bool,
    /// What the way from it to what is aimed at costs, beyond a good range.
    way: u16,
}

impl<'a> Adviser<'a> {
    /// The moves that are better than staying, one for each who moves.
    pub(super) fn moves(&mut self, shots: &[Shots]) -> Vec<Proposal> {
        let Some(mut outlook) = self.outlook() else { return Vec::new() };
        let movers = self.movers();
        movers.iter().filter_map(|mover| self.movement(mover, shots, &mut outlook)).collect()
    }

    fn outlook(&self) -> Option<Outlook<'a>> {
        let map = self.state.map_of(self.battle.id)?;
        let placed = |unit: &'a Unit| Some((unit, self.state.place_in_battle(unit.id)?));
        let objectives = objectives(self.state, map.id, &map.ground);
        let held = |side: SideId| objectives.iter().filter(|(_, holder)| *holder == Some(side)).count();
        let mut others = self.battle.contingents.iter().map(|c| c.side).filter(|side| *side != self.side);
        Some(Outlook {
            leads: others.all(|side| held(side) < held(self.side)),
            map: map.id,
            ground: &map.ground,
            field: FieldOfFire::of(self.state, map.id)?,
            enemies: self.enemies().into_iter().filter_map(placed).collect(),
            objectives,
            ways: BTreeMap::new(),
            fire: BTreeMap::new(),
        })
    }

    /// Those who move: units, or under `Stack` the stacks that stand together.
    fn movers(&self) -> Vec<Mover<'a>> {
        let stacked = matches!(self.state.book().ground.stacking, Stacking::Stack(_));
        let mut movers: Vec<Mover> = Vec::new();
        for unit in self.own() {
            let Some(place) = self.state.place_in_battle(unit.id) else { continue };
            let stack = unit.stack.filter(|_| stacked);
            match movers.iter_mut().find(|mover| stack.is_some_and(|stack| mover.id == Id::from(stack))) {
                Some(mover) => mover.units.push(unit),
                None => movers.push(Mover { id: stack.map_or(unit.id.into(), Id::from), units: vec![unit], place }),
            }
        }
        movers
    }

    fn movement(&mut self, mover: &Mover, shots: &[Shots], outlook: &mut Outlook) -> Option<Proposal> {
        let reach = movement::reach(self.state, mover.id).ok()?;
        let aim = self.aim(mover, outlook);
        let stay = self.stay(mover, aim, outlook);
        let mut best: Option<(Prospect, Place, Option<&Reached>)> = None;
        for (place, reached) in places(mover, &reach, outlook) {
            let prospect = self.prospect(mover, (place, reached), aim, outlook);
            if best.as_ref().is_none_or(|(best, ..)| prospect.points > best.points) {
                best = Some((prospect, place, reached));
            }
        }
        let (prospect, place, reached) = best?;
        let gain = prospect.points - stay.points;
        if gain < f64::from(self.policy.least_gain.max(1)) {
            return None;
        }
        let now = |unit: &&Unit| shots.iter().find(|shots| shots.unit == unit.id).map_or(0, Shots::best);
        let now = mover.units.iter().map(now).max().unwrap_or(0);
        let order = match reached {
            Some(area) => {
                let march = March { who: mover.id, by: area.path.clone(), facing: Some(place.facing) };
                MapOrder::Move { marches: vec![march], anyway: None }
            }
            None => MapOrder::Face { who: mover.id, facing: place.facing, anyway: None },
        };
        let reason = self.why(mover, (&prospect, place.cell), &stay, aim, outlook);
        Some(Proposal { order: Order::Map(order), who: Some(mover.id), reason, score: now.max(0) + whole(gain) })
    }

    /// What somebody moves for, if for anything.
    fn aim(&self, mover: &Mover, outlook: &Outlook) -> Option<Aim> {
        let range = mover.units.iter().map(|unit| self.farthest(unit)).max().unwrap_or(0);
        let closes = mover.units.iter().any(|unit| self.fights_close(unit));
        if range == 0 && !closes {
            return mover.units.iter().any(|unit| self.is_general(unit)).then_some(Aim::Friends);
        }
        if outlook.leads || self.battle.is_exhausted(self.side) || self.is_frail(mover) {
            return None;
        }
        let wanted = outlook.objectives.iter().any(|(_, holder)| *holder != Some(self.side));
        Some(if wanted && range <= STORMS_WITHIN { Aim::Objective } else { Aim::Enemy })
    }

    /// How far a unit fires, in areas.
    fn farthest(&self, unit: &Unit) -> u32 {
        if !self.uses(Mechanism::Volleys) {
            return 0;
        }
        let weapons = self.state.weapons_of(unit).iter().filter_map(|name| self.state.book().weapon(name));
        weapons.map(|weapon| u32::try_from(weapon.dice.len()).unwrap_or(u32::MAX)).max().unwrap_or(0)
    }

    /// Whether a unit takes and holds objectives: it is armed, and does not fire far.
    fn holds(&self, unit: &Unit) -> bool {
        (1..=STORMS_WITHIN).contains(&self.farthest(unit))
    }

    /// How far a unit fires with a good part of its dice.
    fn good_range(&self, unit: &Unit) -> u16 {
        if !self.uses(Mechanism::Volleys) || self.fights_close(unit) {
            return 1;
        }
        let weapons = self.state.weapons_of(unit).iter().filter_map(|name| self.state.book().weapon(name));
        let good = |dice: &[u8]| {
            let most = dice.iter().max().copied().unwrap_or(0);
            dice.iter().rposition(|n| n.saturating_mul(GOOD_RANGE) >= most).map_or(1, |at| at + 1)
        };
        let ranges = weapons.map(|weapon| u16::try_from(good(&weapon.dice)).unwrap_or(1));
        ranges.max().unwrap_or(1)
    }

    /// Whether a unit fights hand to hand, in Conflicts with its stack or in combats: not what fires far.
    fn fights_close(&self, unit: &Unit) -> bool {
        let conflict = self.uses(Mechanism::Stacks) && unit.stats.is_some() && unit.stack.is_some();
        let combat = self.uses(Mechanism::Scrud) && self.state.rolls_in_combat(unit);
        (conflict || combat) && self.farthest(unit) <= STORMS_WITHIN
    }

    fn is_frail(&self, mover: &Mover) -> bool {
        mover.units.iter().all(|unit| self.policy.is_frail(unit.strength.now, unit.strength.full))
    }

    fn is_general(&self, unit: &Unit) -> bool {
        self.state.book().target_of(&unit.kind).by == HitBy::Treble
    }

    /// What staying is worth.
    fn stay(&mut self, mover: &Mover, aim: Option<Aim>, outlook: &mut Outlook) -> Prospect {
        self.prospect(mover, (mover.place, None), aim, outlook)
    }

    /// What a place is worth to those who would end their move there.
    fn prospect(
        &mut self,
        mover: &Mover,
        (place, reached): (Place, Option<&Reached>),
        aim: Option<Aim>,
        outlook: &mut Outlook,
    ) -> Prospect {
        let attacks = reached.is_none_or(|area| area.may_attack);
        let attack = attacks.then(|| self.best_attack(mover, place, outlook)).flatten();
        let frail = self.is_frail(mover);
        let spent = mover.units.iter().all(|unit| self.state.attack_of(unit.id).is_some());
        let danger = self.danger(mover, place.cell, outlook);
        let way = aim.and_then(|aim| self.way(mover, aim, place.cell, outlook)).unwrap_or(0);
        let armed = mover.units.iter().any(|unit| self.fights_close(unit) || self.holds(unit));
        let objective = armed && outlook.objectives.iter().any(|(cell, _)| *cell == place.cell);
        let weight = match (frail, spent) {
            (true, _) => self.policy.frail_danger,
            // Whoever has attacked stays where he is, unless he is frail.
            (false, true) => 0,
            (false, false) => self.policy.danger,
        };
        let points = attack.as_ref().map_or(0.0, |(worth, _)| worth.points)
            + if objective { f64::from(self.policy.objective) } else { 0.0 }
            - f64::from(self.policy.advance) * f64::from(way)
            - f64::from(weight) * danger;
        Prospect { points, attack, danger, objective, way }
    }

    /// The best attack that could be made from a place: fire, or hand to hand.
    fn best_attack(&mut self, mover: &Mover, place: Place, outlook: &Outlook) -> Option<Attackable> {
        let mut fire: Option<Attackable> = None;
        // Units that are armed alike fire alike.
        let mut alike: Vec<(Armed, Option<Attackable>)> = Vec::new();
        let mut points = 0.0;
        for unit in &mover.units {
            if unit.is_ineffective() || self.state.attack_spent(unit.id, Attack::Volley).is_some() {
                continue;
            }
            let key = (&*unit.kind, &*unit.weapons, unit.edna.now);
            let known = alike.iter().find(|(other, _)| *other == key).map(|(_, best)| best.clone());
            let best = known.unwrap_or_else(|| {
                let best = self.best_target(unit, place, outlook);
                alike.push((key, best.clone()));
                best
            });
            let Some((worth, said)) = best else { continue };
            points += worth.points;
            fire = fire.or(Some((worth, said)));
        }
        let fire = fire.map(|(worth, said)| (Worth { points, ..worth }, said));
        let close = self.best_conflict(mover, place, outlook);
        match (fire, close) {
            (Some(fire), Some(close)) => Some(if close.0.points > fire.0.points { close } else { fire }),
            (fire, close) => fire.or(close),
        }
    }

    fn best_target(&mut self, unit: &Unit, place: Place, outlook: &Outlook) -> Option<Attackable> {
        if !self.uses(Mechanism::Volleys) {
            return None;
        }
        let farthest = self.farthest(unit);
        let mut best: Option<Attackable> = None;
        let mut seen: Vec<Cell> = Vec::new();
        for (_, at) in &outlook.enemies {
            if seen.contains(&at.cell) || outlook.ground.grid().distance(place.cell, at.cell) > farthest {
                continue;
            }
            seen.push(at.cell);
            let Some(target) = outlook.field.target(unit, place, at.cell, true) else { continue };
            let worth = self.fire(&Salvo::of(&target));
            if self.is_likely(worth.chance) && best.as_ref().is_none_or(|(best, _)| worth.points > best.points) {
                let how = format!(", {}", off(target.range));
                let said = self.fire_in_words(&Salvo::of(&target), &worth, &how);
                best = Some((worth, said));
            }
        }
        best
    }

    /// The Conflict that a stack could open from a place.
    fn best_conflict(&mut self, mover: &Mover, place: Place, outlook: &Outlook) -> Option<Attackable> {
        let stack = mover.units.first()?.stack.filter(|_| self.uses(Mechanism::Stacks))?;
        let exhausted = self.battle.is_exhausted(self.side);
        let spent = |unit: &&Unit| self.state.attack_spent(unit.id, Attack::Round).is_some();
        if exhausted || !mover.units.iter().all(|unit| self.fights_close(unit)) || mover.units.iter().any(spent) {
            return None;
        }
        let beside = |at: &Place| outlook.ground.grid().distance(place.cell, at.cell) == 1;
        let mut enemies: Vec<StackId> =
            outlook.enemies.iter().filter(|(_, at)| beside(at)).filter_map(|(unit, _)| unit.stack).collect();
        enemies.dedup();
        let strikes = enemies.into_iter().map(|enemy| (self.would_strike(stack, enemy), enemy));
        let (points, enemy) = strikes.reduce(|best, other| if other.0 > best.0 { other } else { best })?;
        let said = format!("the stack {} can be engaged", self.state.name(enemy));
        (points > 0.0).then(|| (Worth { points, ..Worth::default() }, said))
    }

    /// The Strength Points that the enemies may be expected to take of the first of those who would stand in an area, by
    /// fire from where they are.
    fn danger(&mut self, mover: &Mover, cell: Cell, outlook: &mut Outlook) -> f64 {
        if !self.uses(Mechanism::Volleys) {
            return 0.0;
        }
        let Some(unit) = mover.units.first() else { return 0.0 };
        let key = (cell, unit.kind.to_string());
        if let Some(known) = outlook.fire.get(&key) {
            return known.min(f64::from(unit.strength.now));
        }
        let class = self.state.book().target_of(&unit.kind).clone();
        let mut danger = 0.0;
        for (enemy, at) in &outlook.enemies {
            let far = outlook.ground.grid().distance(at.cell, cell);
            if enemy.is_ineffective() || far > self.farthest(enemy) {
                continue;
            }
            let Some((dice, cover)) = outlook.field.threat(enemy, *at, unit, cell) else { continue };
            let mark = Mark { units: vec![unit.id], class: class.clone(), cover };
            danger += self.memo.volley(self.state.book(), dice, &[mark]).mean(|hits| f64::from(hits[0]));
        }
        outlook.fire.insert(key, danger);
        danger.min(f64::from(unit.strength.now))
    }

    /// What the way from an area to what is aimed at costs, beyond a good range; of objectives the whole way.
    fn way(&self, mover: &Mover, aim: Aim, cell: Cell, outlook: &mut Outlook) -> Option<u16> {
        let mut kinds: Vec<String> = mover.units.iter().map(|unit| unit.kind.to_string()).collect();
        kinds.sort();
        kinds.dedup();
        if !outlook.ways.contains_key(&(aim, kinds.clone())) {
            let goals: Vec<Cell> = match aim {
                Aim::Objective => {
                    let wanted = outlook.objectives.iter().filter(|(_, holder)| *holder != Some(self.side));
                    wanted.map(|(cell, _)| *cell).collect()
                }
                Aim::Enemy => outlook.enemies.iter().map(|(_, place)| place.cell).collect(),
                Aim::Friends => {
                    let fighting = self.own().into_iter().filter(|unit| self.farthest(unit) > 0);
                    fighting.filter_map(|unit| Some(self.state.place_in_battle(unit.id)?.cell)).collect()
                }
            };
            let ways = movement::ways_to(self.state, mover.id, &goals)?;
            outlook.ways.insert((aim, kinds.clone()), ways);
        }
        let way = outlook.ways.get(&(aim, kinds))?[outlook.ground.index(cell)?]?;
        let spare = match aim {
            Aim::Enemy => mover.units.iter().map(|unit| self.good_range(unit)).max().unwrap_or(1),
            Aim::Objective | Aim::Friends => 0,
        };
        Some(way.saturating_sub(spare))
    }

    /// Why a move is proposed: what it is better in than staying.
    fn why(
        &self,
        mover: &Mover,
        (there, cell): (&Prospect, Cell),
        stay: &Prospect,
        aim: Option<Aim>,
        outlook: &Outlook,
    ) -> String {
        let points = |prospect: &Prospect| prospect.attack.as_ref().map_or(0.0, |(worth, _)| worth.points);
        let name = |cell: Cell| outlook.ground.name_of(cell).map_or_else(|| cell.to_string(), Into::into);
        let under_fire =
            || format!("enemy fire may take {} SP there, {} where it stands", mean(there.danger), mean(stay.danger));
        let mut said = Vec::new();
        if let Some((_, attack)) = there.attack.as_ref().filter(|_| points(there) > points(stay)) {
            let now = if stay.attack.is_none() {
                "; nobody from where it stands"
            } else {
                "; better than from where it stands"
            };
            said.push(format!("from there {attack}{now}"));
        }
        if there.objective && !stay.objective {
            let holder =
                outlook.objectives.iter().find(|(objective, _)| *objective == cell).and_then(|(_, side)| *side);
            said.push(match holder {
                Some(side) if side == self.side => format!("holds {}, an objective", name(cell)),
                Some(side) => format!("takes {}, an objective of {}", name(cell), self.state.name(side)),
                None => format!("takes {}, an objective that nobody holds", name(cell)),
            });
        }
        if there.way < stay.way {
            let areas = text::count((stay.way - there.way).into(), "area", "areas");
            said.push(match aim {
                Some(Aim::Objective) => format!("{areas} nearer to the objective"),
                Some(Aim::Enemy) => format!("{areas} nearer to where it can attack"),
                _ => format!("{areas} nearer to those who fight"),
            });
        }
        let safer = stay.danger - there.danger;
        if safer >= WORTH_A_WORD {
            let frail = self.is_frail(mover);
            let left: u16 = mover.units.iter().map(|unit| unit.strength.now).sum();
            let back = if frail { format!("pulls back, with {left} SP left: ") } else { String::new() };
            said.push(format!("{back}{}", under_fire()));
        }
        sentence(said.join("; "))
    }
}

/// The places in which a move could end: each area with the edges that are worth facing there, and the own area with
/// another edge.
fn places<'r>(mover: &Mover, reach: &'r Reach, outlook: &Outlook) -> Vec<(Place, Option<&'r Reached>)> {
    let grid = outlook.ground.grid();
    let towards = |from: Cell| -> Vec<Facing> {
        let mut facings: Vec<Facing> = Vec::new();
        let mut near: Vec<(u32, Cell)> =
            outlook.enemies.iter().map(|(_, place)| (grid.distance(from, place.cell), place.cell)).collect();
        near.sort();
        near.dedup();
        for facing in near.iter().take(4).map(|(_, cell)| grid.facing_towards(from, *cell)) {
            if !facings.contains(&facing) {
                facings.push(facing);
            }
        }
        facings
    };
    let here = mover.place;
    let mut places: Vec<(Place, Option<&Reached>)> = towards(here.cell)
        .into_iter()
        .filter(|f| *f != here.facing)
        .map(|facing| (Place { facing, ..here }, None))
        .collect();
    for area in &reach.areas {
        let mut facings = if area.stops.is_empty() { towards(area.at) } else { area.facings(grid) };
        if facings.is_empty() {
            facings.push(here.facing);
        }
        facings.dedup();
        for facing in facings {
            places.push((Place { map: outlook.map, cell: area.at, facing }, Some(area)));
        }
    }
    places
}

/// The objectives of a map, and who holds each: whoever stands there, else whoever held it at the start.
pub(super) fn objectives(state: &State, map: MapId, ground: &Ground) -> Vec<(Cell, Option<SideId>)> {
    let named = |name: &str| state.sides().iter().find(|side| side.name.eq_ignore_ascii_case(name)).map(|side| side.id);
    let standing = |cell: Cell| state.units_at(map, cell).next().map(|unit| unit.side);
    ground.objectives().iter().map(|(cell, owner)| (*cell, standing(*cell).or_else(|| named(owner)))).collect()
}
