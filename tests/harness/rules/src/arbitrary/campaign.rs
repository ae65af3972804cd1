//! Random orders of a campaign: marches, several battles at once, due items, proposals, and occasional rulings.

use super::RandomNumbers;
use wardiary_base::{
    ground::Spot,
    id::{Id, UnitId},
};
use wardiary_rules::{
    notation::{Instruction, due_order, parse_instruction},
    order::{Order, Term, VictoryOrder},
    rules::proposals,
    state::{Battle, State, Unit},
};

/// Changes of the rules during a campaign. Each can be reverted.
const RULES: &[&str] = &[
    "(recover: (strength: 2, grade: 1, when: Passed(2)))",
    "(recover: (strength: 1, edna: 1, when: Rested(1)))",
    "(march: (allowance: 3))",
    "(march: (allowance: 2, but: []))",
    "(supply: (range: 1))",
    "(supply: (range: 4))",
    "(lost_for_good: (share: 0.3, parts: 2))",
    "(sight: (memory: 3))",
    "(sight: (memory: 1, seen: (grade: Exact)))",
    r#"(clock: (parts: ["dawn", "dusk"]))"#,
    r#"(clock: (parts: ["dawn", "day", "dusk", "night"]))"#,
];

impl RandomNumbers<'_> {
    /// An order of a campaign that mostly can be carried out. It never ends the campaign.
    pub fn campaign_order(&mut self, state: &State) -> Order {
        let order = self.order_of_a_campaign(state);
        let ends = matches!(order.effective_order(), Order::Victory(VictoryOrder::EndCampaign { .. }));
        if ends { note("it goes on") } else { order }
    }

    fn order_of_a_campaign(&mut self, state: &State) -> Order {
        if let Some(due) = self.pick(&state.calendar().due().iter().collect::<Vec<_>>())
            && self.once_in(2)
        {
            let can_be_given = due_order(state, due).is_ok() && !self.once_in(4);
            return read(
                state,
                &if can_be_given { format!("give {}", due.item) } else { format!("settle {}", due.item) },
            );
        }
        if let Some(contact) = self.pick(&state.contacts().iter().map(|contact| contact.number).collect::<Vec<_>>())
            && self.once_in(3)
        {
            let map = state.maps().last().filter(|_| self.once_in(2)).map(|map| format!(" on {}", map.id));
            let name = format!("Battle of contact {contact}");
            return read(state, &format!("battle \"{name}\" from contact {contact}{}", map.unwrap_or_default()));
        }
        if let Some(battle) = self.pick(&state.open_battles().collect::<Vec<_>>())
            && self.below(8) < 2 + 2 * state.open_battles().count()
        {
            return self.order_in(state, battle);
        }
        if self.once_in(5) {
            let mut proposed = proposals(state);
            if !proposed.is_empty() {
                return proposed.swap_remove(self.below(proposed.len())).order;
            }
        }
        match self.below(24) {
            0..=8 => self.at_the_front(state),
            9..=13 => read(state, "advance anyway"),
            14 => {
                let at = ["dawn", "day 9", "dusk"][self.below(3)];
                let what =
                    ["rain", "consult Weather", "score 2 1 because \\\"a convoy\\\"", "advance anyway"][self.below(4)];
                try_parse_order(state, &format!("schedule \"{what}\" at {at}")).unwrap_or_else(|| note(what))
            }
            15 => self.consultation(state),
            16 => Order::Theatre(self.theatre_order(state)),
            17 => self.reorganized(state),
            18 | 19 => self.ruled(state),
            20 => Order::Victory(self.victory_order(state)),
            21 if self.once_in(3) => {
                let rules = RULES[self.below(RULES.len())].replace('"', "\\\"");
                read(state, &format!("rules change \"{rules}\""))
            }
            21 => self.refit_order(state),
            22 => Order::Clock(self.clock_order(state)),
            _ => match self.order(state) {
                Order::Rules(_) => Order::Note { text: self.text() },
                order => order,
            },
        }
    }

    /// An order within a battle, until the battle ends.
    fn order_in(&mut self, state: &State, battle: &Battle) -> Order {
        if let Some(decision) = self.decision(state) {
            return decision;
        }
        let there: Vec<Vec<UnitId>> = battle.contingents.iter().map(|c| living(state, c.units())).collect();
        let side = self.below(there.len());
        let (own, foes) = (&there[side], &there[(side + 1) % there.len()]);
        let (Some(unit), Some(foe)) = (self.pick(own), self.pick(foes)) else { return read(state, "end turn") };
        let id = battle.id;
        let text = match self.below(20) {
            0..=4 => format!("scrud {unit} v {foe}"),
            5 | 6 => match (force(state, unit), force(state, foe)) {
                (Some(first), Some(second)) => format!("scrud {first} v {second}"),
                _ => format!("edna {unit}"),
            },
            7 => format!("lose {foe} {} because \"shelled\"", 1 + self.below(4)),
            8 => format!("edna {unit} for \"the ridge\""),
            9 => format!("restore {unit} 1 because \"stragglers\""),
            10 => format!("initiative in {id}"),
            11 | 12 => format!("end turn in {id}"),
            13 => return self.fight(state),
            14 => return Order::Stacks(self.stack_order(state)),
            15 => {
                let side = battle.contingents[side].side;
                let who = self.idle(state, side, false);
                return if who.is_empty() { note("nobody is left") } else { Order::Reinforce { battle: id, who } };
            }
            16 => format!("end battle in {id} won by {} because \"they ran\"", battle.contingents[side].side),
            17 => format!("end battle in {id} because \"night fell\""),
            18 => format!("withdraw {unit}"),
            _ => format!("eliminate {foe} because \"cut off\""),
        };
        read(state, &text)
    }

    /// A march of a force to an enemy's place, or to any place.
    pub fn at_the_front(&mut self, state: &State) -> Order {
        let Some(theatre) = state.theatre() else { return Order::Theatre(self.theatre_order(state)) };
        let free = |force: &Id| state.station(*force).is_some() && state.battle_of_force(*force).is_none();
        let forces: Vec<Id> = state.forces().into_iter().filter(free).collect();
        let Some(force) = self.pick(&forces) else { return read(state, "advance anyway") };
        let enemies = state.forces().into_iter().filter(|other| state.side_of(*other) != state.side_of(force));
        let fronts: Vec<Spot> = enemies.filter_map(|enemy| Some(state.station(enemy)?.at)).collect();
        let to = if self.once_in(3) { self.pick(&theatre.spots()) } else { self.pick(&fronts) };
        let Some(to) = to else { return read(state, "advance anyway") };
        let march = try_parse_order(state, &format!("march {force} to \"{}\"", theatre.name(to)));
        march.unwrap_or_else(|| read(state, "advance anyway"))
    }

    /// Moves a unit between stacks, or adds a unit.
    fn reorganized(&mut self, state: &State) -> Order {
        let unit = self.unit(state);
        let stack = self.stack(state);
        let text = match self.below(6) {
            0 | 1 => format!("assign {unit} to {stack}"),
            2 => format!("detach {unit}"),
            3 => format!("unit \"Fresh {}\" in {stack} kind infantry strength 3", state.next_id()),
            4 => return Order::Stacks(self.stack_order(state)),
            _ => format!("rename {unit} to \"Renamed {}\"", self.below(9)),
        };
        try_parse_order(state, &text).unwrap_or_else(|| note(&text))
    }

    fn ruled(&mut self, state: &State) -> Order {
        let unit = self.worn_unit(state, |unit| unit.strength_in_rules().now < unit.strength_in_rules().full);
        let why = || Some("a ruling".into());
        match self.below(6) {
            0 | 1 => Order::Lose { unit, points: 1 + u16::from(self.small(2)), why: why() },
            2 => Order::Restore { unit, points: 1, why: why() },
            3 => Order::Eliminate { unit, why: why() },
            4 => Order::Shake { unit, by: self.small(9), why: why() },
            _ => {
                let by = if self.once_in(2) { 1 } else { -1 };
                Order::Regrade { who: vec![unit.into()], by, term: Term::ForGood, why: "a ruling".into() }
            }
        }
    }
}

fn living(state: &State, units: impl Iterator<Item = UnitId>) -> Vec<UnitId> {
    units.filter(|unit| state.unit(*unit).is_some_and(Unit::is_alive)).collect()
}

fn force(state: &State, unit: UnitId) -> Option<Id> {
    state.force_of(unit).filter(|force| *force != Id::from(unit))
}

/// Parses an order whose names all exist.
fn read(state: &State, text: &str) -> Order {
    match parse_instruction(text, state) {
        Ok(Instruction::Order(order)) => order,
        other => panic!("{text}: {other:?}"),
    }
}

/// Parses an order; `None` if the text is not a valid order in this state.
fn try_parse_order(state: &State, text: &str) -> Option<Order> {
    match parse_instruction(text, state) {
        Ok(Instruction::Order(order)) => Some(order),
        _ => None,
    }
}

fn note(text: &str) -> Order {
    Order::Note { text: text.into() }
}
