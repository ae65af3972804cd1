//! Orders between battles: the clock, staff work, victory, the theatre and refit. Source: RULES 7.

use super::{Order, is_default};
use serde::{Deserialize, Serialize};
use wardiary_base::{
    book::Moment,
    ground::{Spot, TheatreDraft},
    id::{BattleId, Id, SideId, UnitId},
    text::Text,
};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum ClockOrder {
    /// `advance`; `advance leaving contact 3 and order B3`; `advance anyway`, whatever is unfinished.
    Advance {
        #[serde(default, skip_serializing_if = "is_default")]
        anyway: bool,
        /// The things that stay unfinished.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        leaving: Vec<Unfinished>,
    },
    /// `schedule "the Guard arrives" at day 3 dawn`
    Schedule {
        at: Moment,
        /// A note, or the text of an order.
        what: Text,
    },
    /// `settle 2 because "the bridge held"`: a scheduled item has happened, or will not.
    Settle {
        item: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<Text>,
    },
    /// `give 2`, `give 2 as promote Guard 1 because "rested"`: carries out the scheduled order, or another in its
    /// place, and settles the item.
    Give { item: u32, order: Box<Order> },
}

/// Something that time waits for, unless the referee leaves it open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Unfinished {
    Battle(BattleId),
    /// A scheduled item that is due.
    Item(u32),
    /// Written orders that are due and not answered.
    Orders(u32),
    Contact(u32),
}

impl Unfinished {
    pub fn word(self) -> &'static str {
        match self {
            Self::Battle(_) => "battle",
            Self::Item(_) => "item",
            Self::Orders(_) => "order",
            Self::Contact(_) => "contact",
        }
    }

    /// The number of an item, of orders or of a contact, or the id of a battle.
    pub fn number(self) -> u32 {
        match self {
            Self::Battle(battle) => battle.0,
            Self::Item(number) | Self::Orders(number) | Self::Contact(number) => number,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum StaffOrder {
    /// `tell Blue "Corps HQ asks for news"`; `tell Blue + Red "…" at day 3 dawn`: `advance` delivers it then; `tell all
    /// "…"`.
    Tell {
        sides: Vec<SideId>,
        text: Text,
        /// Delivery time; at once if `None`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<Moment>,
    },
    /// `reveal "XX Corps" to Blue because "a deserter talked"`: a ruling.
    Reveal {
        what: Id,
        /// The sides that know it exactly from now on.
        to: Vec<SideId>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<Text>,
    },
    /// `hide "XX Corps"`, `hide "XX Corps" from Blue because "in the woods"`: a ruling.
    Hide {
        what: Id,
        /// The sides that do not see it even when it is in sight; all others if empty.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        from: Vec<SideId>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<Text>,
    },
    /// `orders Blue "march \"XX Corps\" to Thorn" due day 3 dawn`: keeps a side's written orders for the referee.
    HandIn {
        side: SideId,
        /// An order, or free text.
        text: Text,
        /// When to carry them out; at once if `None`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        due: Option<Moment>,
    },
    /// `cancel B7`: takes a side's own written orders back while they wait.
    Cancel {
        side: SideId,
        /// The number among the side's own orders.
        own_number: u32,
    },
    /// `grant B3`, `grant B3 as march "XX Corps" to Thorn`: carries out the written order, or another in its place.
    Grant { number: u32, order: Box<Order> },
    /// `grant B3 done because "played out on the table"`: settles written orders without an order.
    Done {
        number: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<Text>,
    },
    /// `refuse B3 because "the bridge is down"`
    Refuse {
        number: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<Text>,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Award {
    /// `won by Germans margin "decisive"`
    Won {
        side: SideId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        margin: Option<Text>,
    },
    /// `drawn`
    Drawn,
}

impl Award {
    pub fn winner(&self) -> Option<SideId> {
        match self {
            Self::Won { side, .. } => Some(*side),
            Self::Drawn => None,
        }
    }

    pub fn margin(&self) -> Option<&Text> {
        match self {
            Self::Won { margin, .. } => margin.as_ref(),
            Self::Drawn => None,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum VictoryOrder {
    /// `end campaign won by Germans because "the bridges are held"`
    EndCampaign {
        /// If `None`, the rules decide, if they can.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        award: Option<Award>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<Text>,
    },
    /// `score Germans 3 because "the convoy arrived"`; `score Germans penalty 3 because …`
    Score { side: SideId, by: i32, why: Text },
}

/// An order in the theatre. Each variant shows its text form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum TheatreOrder {
    /// `theatre roads Thorn - Kulm 2, Kulm - Elm`, `theatre map "East Prussia"`: lays out the theatre.
    LayOut(Box<TheatreDraft>),
    /// `station "XX Corps" at Thorn because "…"`, `station "XX Corps" nowhere`
    Station {
        /// A stack, or a unit that is in none.
        force: Id,
        /// Its new place; `None` takes it out of the theatre.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<Spot>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<Text>,
    },
    /// `march "XX Corps" to Thorn`, `march "XX Corps" by Kulm Thorn`
    March {
        force: Id,
        /// The places it enters, in order.
        by: Vec<Spot>,
    },
    /// `halt "XX Corps"`
    Halt { force: Id },
    /// `contact "XX Corps" with "XIII Corps" because "…"`: the referee declares a contact.
    Contact { first: Id, second: Id, why: Text },
    /// `contact 2 aside because "…"`: the referee ends a contact.
    SetAside { contact: u32, why: Text },
    /// `objective Thorn held by Germans because "…"`: the referee sets the holder of an objective.
    Objective {
        at: Spot,
        /// The new holder; `None` for no side.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        held_by: Option<SideId>,
        why: Text,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum RefitOrder {
    /// `recover "XX Corps"`: as much as the rulebook grants; `recover "37th Brigade" strength 1 edna 2`: this much.
    Recover {
        who: Vec<Id>,
        /// How much, for a single unit. Without it, as much as the rulebook grants.
        #[serde(default, skip_serializing_if = "is_default")]
        gains: Gains,
        /// The reason, if a ruling grants more than the rulebook.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<Text>,
    },
    /// `return "XX Corps"`: recoverable losses return; `return "37th Brigade" 2`: this many points.
    Return {
        who: Vec<Id>,
        /// Strength Points, for a single unit. Without it, all that are due.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        points: Option<u16>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<Text>,
    },
    /// `replace "37th Brigade" 2`: takes Strength Points from a pool.
    Replace {
        unit: UnitId,
        /// Strength Points. Without it, as many as the rulebook allows and the pool has.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        points: Option<u16>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<Text>,
    },
    /// `raise "37th Brigade"`: rebuilds an eliminated unit; `raise "37th Brigade" strength 2`: at this strength.
    Raise {
        unit: UnitId,
        /// Its strength afterwards. Without it, as much as the rulebook grants.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        strength: Option<u16>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<Text>,
    },
    /// `supply "XX Corps" low`: sets the supply level.
    Supply {
        /// A stack or a unit.
        who: Id,
        level: Text,
        /// The reason, if a ruling differs from the traced supply.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<Text>,
    },
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Gains {
    #[serde(skip_serializing_if = "is_default")]
    pub strength: u16,
    #[serde(skip_serializing_if = "is_default")]
    pub edna: u8,
    /// In steps of the ladder.
    #[serde(skip_serializing_if = "is_default")]
    pub grade: u8,
}

impl Gains {
    pub fn is_none(self) -> bool {
        self == Self::default()
    }
}

impl RefitOrder {
    pub fn named_ids(&self) -> Vec<Id> {
        match self {
            Self::Recover { who, .. } | Self::Return { who, .. } => who.clone(),
            Self::Supply { who, .. } => vec![*who],
            Self::Replace { unit, .. } | Self::Raise { unit, .. } => vec![(*unit).into()],
        }
    }
}
