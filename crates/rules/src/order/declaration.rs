//! Declares every order once: its verb, mechanism, shown dice and keywords, what it waits for, and what its entry
//! concerns. `forms` has its forms in the help.
//!
//! No match on orders has a wildcard, neither here nor in [`crate::notation`], which reads and prints them, nor in
//! [`crate::rules`], which carries them out. A new order compiles only when all of them handle it.

use super::{ClockOrder, MapOrder, Order, StaffOrder};
use std::fmt;
use wardiary_base::{
    book::Mechanism,
    id::{BattleId, Id, SideId, UnitId},
};

/// The properties that all orders of a verb share.
pub(crate) struct Declaration {
    /// The word or words that the text begins with.
    pub words: &'static str,
    /// The mechanism it belongs to; an order of a mechanism that the rulebook does without is refused.
    pub mechanism: Option<Mechanism>,
    pub shown: ShownDice,
}

/// Which of an order's dice the program shows, besides the events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShownDice {
    Nothing,
    Dice,
}

macro_rules! orders {
    ($($Verb:ident $words:literal, $mechanism:expr, $shown:ident, [$($keyword:literal)*];)*) => {
        /// The first word or words of an order: its kind in `wardiary log`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Verb {
            $(#[doc = concat!("`", $words, "`")] $Verb,)*
        }

        impl Verb {
            /// All verbs, in the order in which completion offers them.
            pub const ALL: &[Self] = &[$(Self::$Verb),*];

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

        /// Words that end a name in some order. A name that is one of them is quoted.
        pub const KEYWORDS: &[&str] = &[$($($keyword,)*)*];
    };
}

use Mechanism::{Edna, Scrud, Stacks, Tests, Turns, Volleys};

// Verb, words, mechanism, shown dice, keywords.
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
    pub const fn as_str(self) -> &'static str {
        self.declaration().words
    }

    pub fn words(self) -> (&'static str, Option<&'static str>) {
        match self.as_str().split_once(' ') {
            Some((first, second)) => (first, Some(second)),
            None => (self.as_str(), None),
        }
    }

    pub const fn mechanism(self) -> Option<Mechanism> {
        self.declaration().mechanism
    }

    pub fn named(text: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|verb| verb.as_str() == text)
    }

    /// Whether `text` is the verb or its first word, ignoring case.
    pub fn is_called(self, text: &str) -> bool {
        self.as_str().eq_ignore_ascii_case(text) || self.words().0.eq_ignore_ascii_case(text)
    }
}

impl fmt::Display for Verb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The pending decision that an order waits for. While a side may reroll dice in a battle, no order may change the
/// units in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WaitsFor {
    /// None, or one that the rules check when they carry out the order.
    Nothing,
    /// Decisions in the battles of these units.
    Units(Vec<UnitId>),
    /// Decisions in the battles of all units of these sides, stacks and units.
    Forces(Vec<Id>),
    /// Decisions in the battles of this battle's units.
    BattleOf(BattleId),
    /// Decisions in all battles.
    AllBattles,
}

/// What an entry concerns because of its order, even if no event says so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Concerned {
    /// The battle about to be decided.
    pub battle: Option<BattleId>,
    /// The side that decides or argues.
    pub side: Option<SideId>,
    /// Whether it concerns the campaign and not a battle that happens to be under way.
    pub campaign: bool,
}

impl Order {
    /// Whether the order is allowed after the campaign has ended: it changes no force and no time.
    pub(crate) fn outlasts_the_campaign(&self) -> bool {
        matches!(
            self,
            Self::Note { .. }
                | Self::Rename { .. }
                | Self::Branch { .. }
                | Self::Staff(StaffOrder::Tell { at: None, .. })
        )
    }

    /// The order that is carried out: the inner order of `give` and `grant`, otherwise the order itself.
    pub fn given(&self) -> &Self {
        match self {
            Self::Clock(ClockOrder::Give { order, .. }) | Self::Staff(StaffOrder::Grant { order, .. }) => order,
            order => order,
        }
    }

    /// Whether it rerolls a test. A phase records its own rerolls before it is settled.
    pub fn throws_again(&self) -> bool {
        matches!(self.given(), Self::Retest { .. })
    }

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

    /// The pending decision that this order waits for.
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
