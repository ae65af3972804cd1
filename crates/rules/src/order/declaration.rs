//! Every order, declared once: its verb, its mechanism, whether its dice are shown, the words that end a name in its
//! text, what it has to wait for, and what its entry concerns. Its forms in the help are in a file of their own.
//!
//! No match here has a wildcard. Neither have those that read and print orders ([`crate::notation`]) and carry them out
//! ([`crate::rules`]): a new order compiles when all of them know it.

use super::{ClockOrder, MapOrder, Order, StaffOrder};
use std::fmt;
use wardiary_base::{
    book::Mechanism,
    id::{BattleId, Id, SideId, UnitId},
};

/// What is the same for all orders of one verb.
pub(crate) struct Declaration {
    /// The verb as it is written: the word or words that the text begins with.
    pub words: &'static str,
    /// The mechanism it belongs to, where a rulebook can do without.
    pub mechanism: Option<Mechanism>,
    /// What of its dice is shown.
    pub shown: ShownDice,
}

/// What the program shows of an order's dice, besides the events that they lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShownDice {
    /// Nothing: it has none.
    Nothing,
    /// What they came to.
    Dice,
}

macro_rules! orders {
    ($($Verb:ident $words:literal, $mechanism:expr, $shown:ident, [$($keyword:literal)*];)*) => {
        /// What an order begins with: the kind of an order in `wardiary log`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Verb {
            $(#[doc = concat!("`", $words, "`")] $Verb,)*
        }

        impl Verb {
            /// All there are, in the order in which completion offers them.
            pub const ALL: &[Self] = &[$(Self::$Verb),*];

            /// What is the same for all its orders.
            #[must_use]
            pub(crate) const fn declaration(self) -> &'static Declaration {
                match self {
                    $(Self::$Verb => &Declaration {
                        words: $words,
                        mechanism: $mechanism,
                        shown: ShownDice::$shown,
                    },)*
                }
            }
        }

        /// Words that end a name in the text of some order, so that a name that is one of them is quoted.
        pub const KEYWORDS: &[&str] = &[$($($keyword,)*)*];
    };
}

use Mechanism::{Edna, Scrud, Stacks, Tests, Turns, Volleys};

// Verb, its words, its mechanism, what is shown of its dice, the words that end a name in it.
orders! {
    Scrud "scrud", Some(Scrud), Dice, ["v" "bonus" "penalty" "support" "counter"];
    Edna "edna", Some(Edna), Dice, ["for"];
    Retest "retest", Some(Edna), Dice, [];
    Initiative "initiative", Some(Turns), Dice, ["in"];
    First "first", Some(Turns), Nothing, ["in"];
    Pass "pass", Some(Turns), Nothing, ["in"];
    EndBattle "end battle", None, Nothing, ["in" "won" "by" "margin" "drawn" "because"];
    EndTurn "end turn", Some(Turns), Nothing, ["in"];
    Withdraw "withdraw", Some(Scrud), Nothing, [];
    Commit "commit", Some(Scrud), Nothing, ["to"];
    Reroll "reroll", Some(Scrud), Dice, ["die" "for" "in"];
    Stand "stand", Some(Scrud), Dice, ["in"];
    Lose "lose", None, Nothing, ["because"];
    Restore "restore", None, Nothing, ["because"];
    Eliminate "eliminate", None, Nothing, ["because"];
    Promote "promote", None, Nothing, ["this" "for" "because"];
    Demote "demote", None, Nothing, ["this" "for" "because"];
    Rally "rally", Some(Edna), Nothing, ["because"];
    Shake "shake", Some(Edna), Nothing, ["because"];
    Wear "wear", Some(Edna), Nothing, ["fire" "manoeuvre"];
    Note "note", None, Nothing, [];
    Battle "battle", None, Nothing, ["with" "v" "from" "on" "as"];
    Reinforce "reinforce", None, Nothing, ["in"];
    Side "side", None, Nothing, ["as"];
    Stack "stack", None, Nothing, ["for" "as"];
    Unit "unit", None, Nothing,
        ["in" "for" "kind" "strength" "lost" "edna" "worn" "grade" "test" "weapon" "stats" "at" "facing" "on" "as"];
    Assign "assign", None, Nothing, ["to"];
    Detach "detach", None, Nothing, [];
    Rename "rename", None, Nothing, ["to"];
    Date "date", None, Nothing, [];
    RulesChange "rules change", None, Nothing, [];
    Test "test", Some(Tests), Dice, ["for" "in"];
    Object "object", Some(Tests), Nothing, ["off" "in"];
    Volley "volley", Some(Volleys), Dice, ["at" "range" "with" "in" "anyway"];
    Argue "argue", None, Dice, ["by" "for" "against" "roll" "test" "succeeds" "fails" "then" "this"];
    Branch "branch", None, Nothing, ["with" "dice" "from"];
    Posture "posture", Some(Stacks), Nothing, ["offensive" "defensive" "neutral" "screening"];
    Lead "lead", Some(Stacks), Nothing, ["with"];
    Unlead "unlead", Some(Stacks), Nothing, [];
    Screen "screen", Some(Stacks), Nothing, ["for" "unit" "structure" "front" "left" "back" "right"];
    Unscreen "unscreen", Some(Stacks), Nothing, [];
    Merge "merge", Some(Stacks), Nothing, ["into" "anyway"];
    Stats "stats", Some(Stacks), Nothing, ["to"];
    Conflict "conflict", Some(Stacks), Nothing, ["v" "anyway"];
    Strike "strike", Some(Stacks), Dice, ["at" "front" "left" "back" "right" "anyway"];
    Hold "hold", Some(Stacks), Nothing, [];
    Round "round", Some(Stacks), Dice, [];
    Rotate "rotate", Some(Stacks), Nothing, [];
    Join "join", Some(Stacks), Nothing, ["to" "anyway"];
    Flee "flee", Some(Stacks), Nothing, [];
    Disengage "disengage", Some(Stacks), Nothing, [];
    Move "move", None, Nothing, ["to" "by" "facing" "anyway"];
    Face "face", None, Nothing, ["to" "anyway"];
    Place "place", None, Nothing, ["at" "facing" "on" "anyway"];
    Mount "mount", None, Nothing, [];
    Dismount "dismount", None, Nothing, [];
    Limber "limber", None, Nothing, [];
    Unlimber "unlimber", None, Nothing, [];
    Terrain "terrain", None, Nothing, ["is" "on" "with" "without" "because"];
    Map "map", None, Nothing, ["for" "as"];
    Objective "objective", None, Nothing, ["held" "by" "nobody" "on" "because"];
    Advance "advance", None, Nothing, ["anyway"];
    Schedule "schedule", None, Nothing, ["at"];
    Settle "settle", None, Nothing, ["because"];
    Score "score", None, Nothing, ["penalty" "because"];
    EndCampaign "end campaign", None, Nothing, ["won" "by" "margin" "drawn" "because"];
    Recover "recover", None, Nothing, ["strength" "edna" "grade" "because"];
    Return "return", None, Nothing, ["because"];
    Replace "replace", None, Nothing, ["because"];
    Raise "raise", None, Nothing, ["strength" "because"];
    Supply "supply", None, Nothing, ["because"];
    Theatre "theatre", None, Nothing, [];
    Station "station", None, Nothing, ["at" "nowhere" "because"];
    March "march", None, Nothing, ["to" "by"];
    Halt "halt", None, Nothing, [];
    Contact "contact", None, Nothing, ["with" "aside" "because"];
    Give "give", None, Nothing, ["as"];
    Consult "consult", None, Dice, ["for"];
    Tell "tell", None, Nothing, ["all" "at"];
    Reveal "reveal", None, Nothing, ["to" "because"];
    Hide "hide", None, Nothing, ["from" "because"];
    Orders "orders", None, Nothing, ["due"];
    Grant "grant", None, Nothing, ["as"];
    Refuse "refuse", None, Nothing, ["because"];
}

impl Verb {
    /// As it is written.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.declaration().words
    }

    /// The first word of it, and the second if it has one.
    #[must_use]
    pub fn words(self) -> (&'static str, Option<&'static str>) {
        match self.as_str().split_once(' ') {
            Some((first, second)) => (first, Some(second)),
            None => (self.as_str(), None),
        }
    }

    /// The mechanism it belongs to, where a rulebook can do without.
    #[must_use]
    pub const fn mechanism(self) -> Option<Mechanism> {
        self.declaration().mechanism
    }

    /// The verb that is written like this.
    #[must_use]
    pub fn named(text: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|verb| verb.as_str() == text)
    }

    /// Whether `text` is all of it or its first word, in upper or lower case.
    #[must_use]
    pub fn is_called(self, text: &str) -> bool {
        self.as_str().eq_ignore_ascii_case(text) || self.words().0.eq_ignore_ascii_case(text)
    }
}

impl fmt::Display for Verb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The decision that an order has to wait for. While a side may throw dice again in a battle, no order may change the
/// units in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WaitsFor {
    /// None, or one that the rules look at when they carry the order out.
    Nothing,
    /// Those in the battles of these units.
    Units(Vec<UnitId>),
    /// Those in the battles of the units that these sides, stacks and units stand for.
    Forces(Vec<Id>),
    /// Those in the battles of this battle's units.
    BattleOf(BattleId),
    /// Those in all battles.
    AllBattles,
}

/// What an entry concerns because of its order, even where no event says so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Concerned {
    /// The battle that is about to be decided.
    pub battle: Option<BattleId>,
    /// The side that decides or argues.
    pub side: Option<SideId>,
    /// Whether it belongs to the campaign, and to no battle that happens to be under way.
    pub campaign: bool,
}

impl Order {
    /// Whether it can be given when the campaign has ended: it changes no force and no time.
    #[must_use]
    pub(crate) fn outlasts_the_campaign(&self) -> bool {
        matches!(
            self,
            Self::Note { .. }
                | Self::Rename { .. }
                | Self::Branch { .. }
                | Self::Staff(StaffOrder::Tell { at: None, .. })
        )
    }

    /// The order that is carried out: one that is given as what was scheduled or handed in, or else itself.
    #[must_use]
    pub fn given(&self) -> &Self {
        match self {
            Self::Clock(ClockOrder::Give { order, .. }) | Self::Staff(StaffOrder::Grant { order, .. }) => order,
            order => order,
        }
    }

    /// Whether it throws a test again. Of a phase it is known what was thrown again before it was settled.
    pub fn throws_again(&self) -> bool {
        matches!(self.given(), Self::Retest { .. })
    }

    /// The verb its text begins with.
    #[must_use]
    pub fn verb(&self) -> Verb {
        match self {
            Self::Side { .. } => Verb::Side,
            Self::Stack { .. } => Verb::Stack,
            Self::Unit(_) => Verb::Unit,
            Self::Rename { .. } => Verb::Rename,
            Self::Assign { stack: Some(_), .. } => Verb::Assign,
            Self::Assign { stack: None, .. } => Verb::Detach,
            Self::Date { .. } => Verb::Date,
            Self::Battle { .. } => Verb::Battle,
            Self::EndBattle { .. } => Verb::EndBattle,
            Self::Reinforce { .. } => Verb::Reinforce,
            Self::Initiative { .. } => Verb::Initiative,
            Self::First { .. } => Verb::First,
            Self::Pass { .. } => Verb::Pass,
            Self::EndTurn { .. } => Verb::EndTurn,
            Self::Edna { .. } => Verb::Edna,
            Self::Retest { .. } => Verb::Retest,
            Self::Wear { .. } => Verb::Wear,
            Self::Shake { .. } => Verb::Shake,
            Self::Rally { .. } => Verb::Rally,
            Self::Scrud { .. } => Verb::Scrud,
            Self::Reroll { dice, .. } if dice.is_empty() => Verb::Stand,
            Self::Reroll { .. } => Verb::Reroll,
            Self::Withdraw { .. } => Verb::Withdraw,
            Self::Commit { .. } => Verb::Commit,
            Self::Lose { .. } => Verb::Lose,
            Self::Restore { .. } => Verb::Restore,
            Self::Eliminate { .. } => Verb::Eliminate,
            Self::Regrade { by, .. } if *by < 0 => Verb::Demote,
            Self::Regrade { .. } => Verb::Promote,
            Self::Note { .. } => Verb::Note,
            Self::Rules(_) => Verb::RulesChange,
            Self::Test { .. } => Verb::Test,
            Self::Object { .. } => Verb::Object,
            Self::Volley(_) => Verb::Volley,
            Self::Argue(_) => Verb::Argue,
            Self::Stacks(order) => order.verb(),
            Self::Map(order) => order.verb(),
            Self::Clock(order) => order.verb(),
            Self::Victory(order) => order.verb(),
            Self::Refit(order) => order.verb(),
            Self::Theatre(order) => order.verb(),
            Self::Staff(order) => order.verb(),
            Self::Consult { .. } => Verb::Consult,
            Self::Branch { .. } => Verb::Branch,
        }
    }

    /// What has to be decided before it is carried out.
    #[must_use]
    pub fn waits_for(&self) -> WaitsFor {
        match self.given() {
            Self::Edna { unit, .. }
            | Self::Retest { unit }
            | Self::Wear { unit, .. }
            | Self::Shake { unit, .. }
            | Self::Rally { unit, .. }
            | Self::Lose { unit, .. }
            | Self::Restore { unit, .. }
            | Self::Eliminate { unit, .. } => WaitsFor::Units(vec![*unit]),
            Self::Scrud { first, .. } => WaitsFor::Forces(first.who.clone()),
            Self::Regrade { who, .. } | Self::Commit { who, .. } => WaitsFor::Forces(who.clone()),
            Self::Withdraw { who } => WaitsFor::Forces(vec![*who]),
            Self::Argue(argument) => match &argument.effect {
                Some(effect) => WaitsFor::Forces(effect.who.clone()),
                None => WaitsFor::Nothing,
            },
            Self::Stacks(order) => WaitsFor::Forces(order.names()),
            Self::Map(MapOrder::LayOut { battle: Some(battle), .. }) => WaitsFor::BattleOf(*battle),
            Self::Map(order) => WaitsFor::Forces(order.names()),
            Self::Refit(order) => WaitsFor::Forces(order.names()),
            Self::EndBattle { battle, .. } => WaitsFor::BattleOf(*battle),
            Self::Rules(_) => WaitsFor::AllBattles,
            Self::Side { .. }
            | Self::Stack { .. }
            | Self::Unit(_)
            | Self::Rename { .. }
            | Self::Assign { .. }
            | Self::Date { .. }
            | Self::Battle { .. }
            | Self::Reinforce { .. }
            | Self::Initiative { .. }
            | Self::First { .. }
            | Self::Pass { .. }
            | Self::EndTurn { .. }
            | Self::Reroll { .. }
            | Self::Note { .. }
            | Self::Test { .. }
            | Self::Object { .. }
            | Self::Volley(_)
            | Self::Clock(_)
            | Self::Victory(_)
            | Self::Theatre(_)
            | Self::Staff(_)
            | Self::Consult { .. }
            | Self::Branch { .. } => WaitsFor::Nothing,
        }
    }

    /// What its entry concerns besides what its events say.
    #[must_use]
    pub fn concerned(&self) -> Concerned {
        match self.given() {
            Self::Reroll { battle, side, .. } => {
                Concerned { battle: Some(*battle), side: Some(*side), campaign: false }
            }
            Self::Argue(argument) => Concerned { battle: None, side: argument.by, campaign: false },
            Self::Side { .. }
            | Self::Stack { .. }
            | Self::Unit(_)
            | Self::Rename { .. }
            | Self::Assign { .. }
            | Self::Battle { .. }
            | Self::EndBattle { .. }
            | Self::Reinforce { .. }
            | Self::Initiative { .. }
            | Self::First { .. }
            | Self::Pass { .. }
            | Self::EndTurn { .. }
            | Self::Edna { .. }
            | Self::Retest { .. }
            | Self::Wear { .. }
            | Self::Shake { .. }
            | Self::Rally { .. }
            | Self::Scrud { .. }
            | Self::Withdraw { .. }
            | Self::Commit { .. }
            | Self::Lose { .. }
            | Self::Restore { .. }
            | Self::Eliminate { .. }
            | Self::Regrade { .. }
            | Self::Note { .. }
            | Self::Rules(_)
            | Self::Test { .. }
            | Self::Object { .. }
            | Self::Volley(_)
            | Self::Stacks(_)
            | Self::Map(_)
            | Self::Consult { .. }
            | Self::Branch { .. } => Concerned::default(),
            Self::Date { .. }
            | Self::Clock(_)
            | Self::Refit(_)
            | Self::Theatre(_)
            | Self::Victory(_)
            | Self::Staff(_) => Concerned { campaign: true, ..Concerned::default() },
        }
    }
}
