//! Orders that fight: combats with their support and reserves, volleys, tests.

use super::{RandomNumbers, is_alive};
use wardiary_base::{
    id::{Id, SideId, UnitId},
    sides::CombatSide,
};
use wardiary_rules::{
    order::{Force, Order, Support, Volley},
    state::{Battle, Combat, State, Unit},
};

impl RandomNumbers<'_> {
    /// An order that fights: a combat with support and reserves, a volley, or a test.
    pub fn fight(&mut self, state: &State) -> Order {
        match self.below(12) {
            0..=5 => self.supported(state),
            6 | 7 => self.reserves(state),
            8 | 9 => self.volley(state),
            _ => self.test(state),
        }
    }

    /// Living units of one side of a battle.
    fn force(&mut self, state: &State, battle: &Battle, side: usize) -> Force {
        let contingent = &battle.contingents[side % battle.contingents.len()];
        let units: Vec<UnitId> = contingent.units().filter(|u| is_alive(state, *u)).collect();
        let who = match self.below(12) {
            0 => vec![contingent.side.into()],
            1 => self.some_ids(state),
            2..=5 => {
                let stack = self.pick(&units).and_then(|u| state.unit(u)?.stack);
                stack.map(Id::from).into_iter().collect()
            }
            _ => (0..=self.below(3)).filter_map(|_| self.pick(&units)).map(Id::from).collect(),
        };
        let who = if who.is_empty() { vec![contingent.side.into()] } else { who };
        let dice = if self.once_in(4) { i8::try_from(self.below(256).cast_signed() - 128).expect("a byte") } else { 0 };
        Force { dice: if self.once_in(3) { dice } else { dice.clamp(-2, 2) }, ..Force::new(who) }
    }

    pub(super) fn scrud(&mut self, state: &State) -> Order {
        if self.below(3) == 0
            && let Some(combat) = self.combat(state)
        {
            let [first, second] = CombatSide::BOTH.map(|line| {
                let living = combat.lines[line].units.iter().filter(|u| is_alive(state, **u));
                Force::new(living.take(1 + self.below(2)).map(|u| Id::from(*u)).collect())
            });
            return if self.below(2) == 0 {
                Order::Scrud { first, second }
            } else {
                Order::Scrud { first: second, second: first }
            };
        }
        let open: Vec<&Battle> = state.open_battles().collect();
        let Some(battle) = self.pick(&open) else {
            return Order::Scrud { first: Force::new(self.some_ids(state)), second: Force::new(self.some_ids(state)) };
        };
        let sides = battle.contingents.len();
        let first = self.below(sides);
        let second = if self.once_in(12) { first } else { first + 1 + self.below(sides - 1) };
        Order::Scrud { first: self.force(state, battle, first), second: self.force(state, battle, second) }
    }

    /// A combat's phase, sometimes with support, mostly from units that can give it.
    pub(super) fn supported(&mut self, state: &State) -> Order {
        let mut order = self.scrud(state);
        let Order::Scrud { first, second } = &mut order else { return order };
        let sides = [&*first, &*second].map(|f| f.who.first().and_then(|id| state.side_of(*id)));
        let can =
            |unit: &&std::sync::Arc<Unit>| state.book().troop(&unit.kind).is_some_and(|troop| troop.support.is_some());
        let named = sides.map(|side| {
            let units: Vec<UnitId> =
                state.units().iter().filter(|u| Some(u.side) == side).filter(can).map(|u| u.id).collect();
            let many = self.below(3);
            units.into_iter().filter(|u| is_alive(state, *u)).skip(self.below(2)).take(many).collect::<Vec<_>>()
        });
        for (line, force) in [first, second].into_iter().enumerate() {
            for unit in named[line].clone() {
                let counter = if self.below(3) == 0 { self.pick(&named[1 - line]) } else { None };
                let unit = if self.once_in(12) { self.unit(state) } else { unit };
                force.support.push(Support { unit, counter });
            }
        }
        order
    }

    /// An open combat.
    pub(super) fn combat<'s>(&mut self, state: &'s State) -> Option<&'s Combat> {
        let open: Vec<&Combat> = state.open_battles().flat_map(|b| &b.combats).filter(|c| c.ended.is_none()).collect();
        self.pick(&open)
    }

    /// A living unit of an open combat.
    pub(super) fn fighter(&mut self, state: &State) -> Option<UnitId> {
        let combat = self.combat(state)?;
        let units: Vec<UnitId> =
            combat.lines.iter().flat_map(|l| l.units.clone()).filter(|u| is_alive(state, *u)).collect();
        self.pick(&units)
    }

    /// Living units of a side that are in no battle or, with `in_battle`, in a battle but in no combat.
    pub(super) fn idle(&mut self, state: &State, side: SideId, in_battle: bool) -> Vec<Id> {
        let is_idle = |u: &&Unit| {
            if in_battle {
                state.battle_of(u.id).is_some() && state.combat_of(u.id).is_none()
            } else {
                state.battle_of(u.id).is_none()
            }
        };
        let units: Vec<Id> =
            state.units_of_side(side).filter(|u| u.is_alive()).filter(is_idle).map(|u| u.id.into()).collect();
        let many = 1 + self.below(3);
        units.into_iter().take(many).collect()
    }

    /// Commits units to an open combat.
    pub fn reserves(&mut self, state: &State) -> Order {
        if let Some(to) = self.fighter(state)
            && let Some(side) = state.side_of(to.into())
        {
            let who = self.idle(state, side, true);
            if !who.is_empty() {
                return Order::Commit { who, to: to.into() };
            }
        }
        Order::Commit { who: self.some_ids(state), to: self.anybody(state) }
    }

    pub(super) fn test(&mut self, state: &State) -> Order {
        let names = state.test_names();
        let name = if names.is_empty() || self.once_in(6) {
            self.name().into()
        } else {
            names[self.below(names.len())].clone()
        };
        Order::Test { who: self.some_ids(state), test: name, parallel: self.below(2) == 0 }
    }

    /// Fire of a unit in a battle, mostly at its enemies there.
    pub(super) fn volley(&mut self, state: &State) -> Order {
        let open: Vec<&Battle> = state.open_battles().collect();
        let mut at = Vec::new();
        let mut unit = self.unit(state);
        if let Some(battle) = self.pick(&open).filter(|_| !self.once_in(6)) {
            let side = self.below(battle.contingents.len());
            let enemy = side + 1 + self.below(battle.contingents.len() - 1);
            let living = |side: usize| -> Vec<UnitId> {
                let contingent = &battle.contingents[side % battle.contingents.len()];
                contingent.units().filter(|u| is_alive(state, *u)).collect()
            };
            unit = self.pick(&living(side)).unwrap_or(unit);
            at = (0..=self.below(2)).filter_map(|_| self.pick(&living(enemy))).collect();
            if !self.once_in(6) {
                // Only targets that can share an area: one combat unit, with Generals and transport.
                let fights =
                    |id: &UnitId| state.unit(*id).and_then(|u| state.book().troop(&u.kind)).is_none_or(|t| t.fights);
                let first = at.iter().position(fights);
                at = at
                    .iter()
                    .enumerate()
                    .filter(|(i, id)| Some(*i) == first || !fights(id))
                    .map(|(_, id)| *id)
                    .collect();
            }
        }
        if at.is_empty() {
            at.push(self.unit(state));
        }
        let weapons: Vec<&str> = vec!["rifles", "muskets", "no such", "general", "v"];
        let weapon = if self.once_in(4) { self.pick(&weapons).map(Into::into) } else { None };
        // Facts that follow from the map are rarely named.
        let on_map = state.place_in_battle(unit).is_some() && state.place_in_battle(at[0]).is_some();
        let says = |chance: &mut Self, off_map: bool| if on_map { chance.once_in(8) } else { off_map };
        let (ranged, cover, general) = (!self.once_in(8), self.below(2) == 0, self.once_in(4));
        let range = says(self, ranged).then(|| 1 + self.small(2));
        let (cover, general) = (says(self, cover), says(self, general));
        let anyway = (on_map && self.once_in(4)).then(|| "the dust had settled".into());
        let mut at: Vec<Id> = at.into_iter().map(Into::into).collect();
        if let Some(stack) = state.unit(UnitId(at[0].0)).and_then(|unit| unit.stack).filter(|_| self.once_in(4)) {
            at = vec![stack.into()];
        }
        Order::Volley(Volley { unit, at, range, weapon, cover, general, anyway })
    }
}
