//! Decides which sides learn of an order and its dice. Source: RULES 7.

use super::{projection_pass::ProjectionPass, translate::Translate};
use crate::diary::Entry;
use wardiary_base::{
    dice::DiceRoll,
    id::{Id, SideId},
    text::Text,
};
use wardiary_rules::order::{
    ClockOrder, MapOrder, Order, RefitOrder, StackOrder, StaffOrder, TheatreOrder, VictoryOrder,
};

/// The sides that learn of an order or an event. Even so, a side gets none that names only things it does not see.
#[derive(Clone, Debug)]
pub(super) enum Disclosure {
    /// None. It concerns the referee alone, or is a ruling, whose reason only the referee knows.
    Referee,
    Sides(Vec<SideId>),
    /// The side that has all these things; without fog, every side.
    Owner(Vec<Id>),
    /// Every side without fog, none under fog.
    WithoutFog,
    All,
    /// Every side. The faces of the dice reveal grades.
    LineDice,
    /// Every side. The number of the dice reveals strength and EDNA.
    VolleyDice,
    /// Every side. What the dice mean reveals attack and defence.
    BlowDice,
}

impl Disclosure {
    pub fn all_if(is_known: bool) -> Self {
        if is_known { Self::All } else { Self::Referee }
    }

    /// This, unless a ruling overrides the rules.
    fn unless_ruled(self, anyway: Option<&Text>) -> Self {
        if anyway.is_some() { Self::Referee } else { self }
    }

    /// Whether the viewing side is among them.
    pub fn includes_viewer(&self, pass: &ProjectionPass) -> bool {
        match self {
            Self::Referee => false,
            Self::Sides(sides) => sides.contains(&pass.viewer.0),
            Self::Owner(things) => !pass.is_foggy() || !things.is_empty() && things.iter().all(|id| pass.is_own(*id)),
            Self::WithoutFog => !pass.is_foggy(),
            Self::All | Self::LineDice | Self::VolleyDice | Self::BlowDice => true,
        }
    }
}

/// An order and its dice as the side knows them. A note that it saw the result replaces an unknown order.
pub(super) fn known_order(pass: &mut ProjectionPass, entry: &Entry) -> (Order, Vec<DiceRoll>) {
    let mut order = entry.order.effective_order().clone();
    let disclosure = of_order(pass, &mut order);
    if disclosure.includes_viewer(pass) && order.translate(&mut |id| pass.own_id(id)).is_some() {
        return (order, known_dice(pass, entry, &disclosure));
    }
    let side = pass.ids.id(pass.viewer.0.0).map_or_else(String::new, |own| pass.own_state.name(SideId(own)));
    (Order::Note { text: format!("as {side} saw it").into() }, Vec::new())
}

/// Returns which sides learn of an order, and removes from it what they may not know.
fn of_order(pass: &mut ProjectionPass, order: &mut Order) -> Disclosure {
    use Disclosure::{All, BlowDice, LineDice, Owner, Referee, Sides, VolleyDice, WithoutFog};
    match order {
        Order::Note { .. }
        | Order::Branch { .. }
        | Order::Lose { .. }
        | Order::Restore { .. }
        | Order::Eliminate { .. }
        | Order::Regrade { .. }
        | Order::Shake { .. }
        | Order::Rally { .. }
        | Order::Consult { .. }
        | Order::Roll { .. } => Referee,
        Order::Side { .. }
        | Order::Stack { .. }
        | Order::Unit(_)
        | Order::Rename { .. }
        | Order::Assign { .. }
        | Order::Date { .. }
        | Order::Wear { .. }
        | Order::Rules(_) => WithoutFog,
        Order::Initiative { .. }
        | Order::First { .. }
        | Order::Pass { .. }
        | Order::EndTurn { .. }
        | Order::Battle { contact: None, .. }
        | Order::Reinforce { .. }
        | Order::EndBattle { .. }
        | Order::Withdraw { .. }
        | Order::Commit { .. }
        | Order::Object { .. } => All,
        Order::Battle { contact: Some(number), .. } => {
            *number = pass.own_contact(*number);
            WithoutFog
        }
        Order::Scrud { .. } | Order::Reroll { .. } => LineDice,
        Order::Volley(volley) => VolleyDice.unless_ruled(volley.anyway.as_ref()),
        Order::Edna { unit, .. } | Order::Retest { unit } => Owner(vec![(*unit).into()]),
        Order::Test { who, .. } => Owner(who.clone()),
        Order::Argue(argument) => Sides(argument.by.into_iter().collect()),
        Order::Stacks(stacks) => match &*stacks {
            StackOrder::Conflict { anyway, .. } => All.unless_ruled(anyway.as_ref()),
            StackOrder::Strike { anyway, .. } => BlowDice.unless_ruled(anyway.as_ref()),
            StackOrder::Round { .. } => BlowDice,
            StackOrder::Merge { anyway, .. } | StackOrder::Join { anyway, .. } => {
                Owner(stacks.named_ids()).unless_ruled(anyway.as_ref())
            }
            StackOrder::Posture { .. }
            | StackOrder::Lead { .. }
            | StackOrder::Screen { .. }
            | StackOrder::Stats { .. }
            | StackOrder::Hold { .. }
            | StackOrder::Rotate { .. }
            | StackOrder::Turn { .. }
            | StackOrder::Flee { .. }
            | StackOrder::Disengage { .. } => Owner(stacks.named_ids()),
        },
        Order::Map(map) => match &*map {
            MapOrder::Place { anyway, .. } => WithoutFog.unless_ruled(anyway.as_ref()),
            MapOrder::Move { anyway, .. } | MapOrder::Face { anyway, .. } => {
                Owner(map.named_ids()).unless_ruled(anyway.as_ref())
            }
            MapOrder::Change { .. } => Owner(map.named_ids()),
            MapOrder::Terrain { .. } | MapOrder::Between { .. } | MapOrder::Objective { .. } => Referee,
            MapOrder::LayOut { .. } => WithoutFog,
        },
        Order::Clock(clock) => match clock {
            ClockOrder::Advance { anyway, leaving } => {
                // Under fog only the referee knows what was skipped.
                *anyway = !pass.is_foggy() && (*anyway || !leaving.is_empty());
                leaving.clear();
                All
            }
            ClockOrder::Schedule { .. } | ClockOrder::Settle { .. } | ClockOrder::Give { .. } => Referee,
        },
        Order::Victory(victory) => match victory {
            VictoryOrder::EndCampaign { .. } => All,
            VictoryOrder::Score { .. } => WithoutFog,
        },
        Order::Refit(refit) => match refit {
            RefitOrder::Recover { .. }
            | RefitOrder::Return { .. }
            | RefitOrder::Replace { .. }
            | RefitOrder::Raise { .. }
            | RefitOrder::Supply { .. } => Referee,
        },
        Order::Theatre(theatre) => match theatre {
            TheatreOrder::LayOut(_) => WithoutFog,
            TheatreOrder::March { force, .. } | TheatreOrder::Halt { force } => Owner(vec![*force]),
            TheatreOrder::Station { .. }
            | TheatreOrder::Contact { .. }
            | TheatreOrder::SetAside { .. }
            | TheatreOrder::Objective { .. } => Referee,
        },
        Order::Staff(staff) => match staff {
            StaffOrder::Tell { sides, at: None, .. } => {
                // A side does not know who else was told.
                sides.retain(|to| *to == pass.viewer.0);
                Sides(sides.clone())
            }
            StaffOrder::HandIn { side, .. } | StaffOrder::Cancel { side, .. } => Sides(vec![*side]),
            StaffOrder::Done { number, .. } | StaffOrder::Refuse { number, .. } => of_written_orders(pass, number),
            StaffOrder::Tell { at: Some(_), .. }
            | StaffOrder::Reveal { .. }
            | StaffOrder::Hide { .. }
            | StaffOrder::Grant { .. } => Referee,
        },
    }
}

/// Written orders are disclosed to their side, with its own number for them.
pub(super) fn of_written_orders(pass: &ProjectionPass, number: &mut u32) -> Disclosure {
    let own = pass.after.written_order(*number).filter(|orders| orders.side == pass.viewer.0);
    own.map_or(Disclosure::Referee, |own| {
        *number = own.own_number;
        Disclosure::All
    })
}

/// The dice that the side saw: in fights in which it rolled, too, and its own.
fn known_dice(pass: &mut ProjectionPass, entry: &Entry, disclosure: &Disclosure) -> Vec<DiceRoll> {
    let is_seen = |roll: &DiceRoll| !pass.is_foggy() || roll.who.iter().any(|owner| pass.is_own(Id(owner.0)));
    // Some of an entry's rolls would be meaningless without the others.
    if !entry.dice.iter().all(is_seen) {
        return Vec::new();
    }
    let known = |roll: &DiceRoll| {
        let mut roll = pass.redacted_dice(disclosure, roll)?;
        roll.translate(&mut |id| pass.own_id(id)).map(|()| roll)
    };
    entry.dice.iter().map(known).collect::<Option<_>>().unwrap_or_default()
}
