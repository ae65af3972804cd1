//! Orders put into a side's own numbers.

use super::{IdMap, Translate};
use wardiary_rules::order::{
    ClockOrder, DieOf, Force, MapOrder, March, Order, RefitOrder, StackOrder, StaffOrder, TheatreOrder, VictoryOrder,
    Volley,
};

fields! {
    Force { who, support }
    Volley { unit, at }
    March { who }
}

impl Translate for DieOf {
    fn translate(&mut self, own: &mut IdMap<'_>) -> Option<()> {
        self.0.translate(own)
    }
}

variants! {
    StaffOrder {
        Tell { sides }
        Reveal { what, to }
        Hide { what, from }
        HandIn { side }
        Grant { order }
        Done {}
        Refuse {}
    }
    StackOrder {
        Posture { stack }
        Lead { stack, unit }
        Screen { stack, screen }
        Merge { stack, into }
        Stats { unit }
        Conflict { first, second }
        Strike { stack, at }
        Hold { stack }
        Round { stack }
        Rotate { stack }
        Turn { stack }
        Join { stack, to }
        Flee { stack }
        Disengage { stack }
    }
    MapOrder {
        Place { who, map }
        Move { marches }
        Face { who }
        Change { unit }
        Terrain { map }
        Between { map }
        Objective { map, held_by }
        LayOut { id, battle }
    }
}

impl Translate for TheatreOrder {
    fn translate(&mut self, own: &mut IdMap<'_>) -> Option<()> {
        match self {
            Self::LayOut(draft) => draft.translate(own),
            Self::Station { force, .. } | Self::March { force, .. } | Self::Halt { force } => force.translate(own),
            Self::Contact { first, second, .. } => first.translate(own).and_then(|()| second.translate(own)),
            Self::SetAside { .. } => Some(()),
            Self::Objective { held_by, .. } => held_by.translate(own),
        }
    }
}

impl Translate for RefitOrder {
    fn translate(&mut self, own: &mut IdMap<'_>) -> Option<()> {
        match self {
            Self::Recover { who, .. } | Self::Return { who, .. } => who.translate(own),
            Self::Supply { who, .. } => who.translate(own),
            Self::Replace { unit, .. } | Self::Raise { unit, .. } => unit.translate(own),
        }
    }
}

impl Translate for ClockOrder {
    fn translate(&mut self, own: &mut IdMap<'_>) -> Option<()> {
        match self {
            Self::Give { order, .. } => order.translate(own),
            Self::Advance { .. } | Self::Schedule { .. } | Self::Settle { .. } => Some(()),
        }
    }
}

impl Translate for VictoryOrder {
    fn translate(&mut self, own: &mut IdMap<'_>) -> Option<()> {
        match self {
            Self::EndCampaign { award, .. } => award.translate(own),
            Self::Score { side, .. } => side.translate(own),
        }
    }
}

impl Translate for Order {
    fn translate(&mut self, own: &mut IdMap<'_>) -> Option<()> {
        match self {
            Self::Side { id, .. } => id.translate(own),
            Self::Stack { id, side, .. } => id.translate(own).and_then(|()| side.translate(own)),
            Self::Unit(recruit) => recruit.translate(own),
            Self::Rename { id, .. } => id.translate(own),
            Self::Assign { units, stack } => units.translate(own).and_then(|()| stack.translate(own)),
            Self::Battle { id, parties, map, .. } => {
                id.translate(own)?;
                parties.translate(own)?;
                map.translate(own)
            }
            Self::EndBattle { battle, award, .. } => battle.translate(own).and_then(|()| award.translate(own)),
            Self::Reinforce { battle, who } => battle.translate(own).and_then(|()| who.translate(own)),
            Self::Initiative { battle } | Self::Pass { battle } | Self::EndTurn { battle } => battle.translate(own),
            Self::First { battle, side } | Self::Object { battle, side, .. } => {
                battle.translate(own).and_then(|()| side.translate(own))
            }
            Self::Edna { unit, .. }
            | Self::Retest { unit }
            | Self::Wear { unit, .. }
            | Self::Shake { unit, .. }
            | Self::Rally { unit, .. }
            | Self::Lose { unit, .. }
            | Self::Restore { unit, .. }
            | Self::Eliminate { unit, .. } => unit.translate(own),
            Self::Scrud { first, second } => first.translate(own).and_then(|()| second.translate(own)),
            Self::Reroll { battle, side, dice } => {
                battle.translate(own)?;
                side.translate(own)?;
                dice.translate(own)
            }
            Self::Withdraw { who } => who.translate(own),
            Self::Commit { who, to } => who.translate(own).and_then(|()| to.translate(own)),
            Self::Regrade { who, .. } | Self::Test { who, .. } => who.translate(own),
            Self::Argue(argument) => {
                argument.by.translate(own)?;
                argument.effect.as_mut().map_or(Some(()), |effect| effect.who.translate(own))
            }
            Self::Volley(volley) => volley.translate(own),
            Self::Stacks(order) => order.translate(own),
            Self::Map(order) => order.translate(own),
            Self::Clock(order) => order.translate(own),
            Self::Victory(order) => order.translate(own),
            Self::Theatre(order) => order.translate(own),
            Self::Staff(order) => order.translate(own),
            Self::Consult { who, .. } => who.translate(own),
            Self::Refit(order) => order.translate(own),
            Self::Date { .. } | Self::Note { .. } | Self::Rules(_) | Self::Branch { .. } => Some(()),
        }
    }
}
