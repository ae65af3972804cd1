//! Declares every order once: its verb, mechanism and shown dice, what it waits for, and what its entry concerns. Its
//! forms in the help are at the end.
//!
//! No match on orders has a wildcard, neither here nor in [`crate::notation`], whose grammar reads and prints them, nor in
//! [`crate::rules`], which carries them out. A new order compiles only when all of them handle it.

use super::{ClockOrder, MapOrder, Order, RefitOrder, StackOrder, StaffOrder, TheatreOrder, VictoryOrder};
use std::fmt;
use wardiary_base::{
    book::{Change, Mechanism},
    id::{BattleId, Id, SideId, UnitId},
};

/// The properties that all orders of a verb share.
pub(crate) struct Declaration {
    /// The word or words that the text begins with.
    pub words: &'static str,
    pub giver: OrderAuthority,
    /// The mechanism it belongs to; an order of a mechanism that the rulebook does without is refused.
    pub mechanism: Option<Mechanism>,
    pub shown_dice: ShownDice,
}

/// Who may give at least some orders of a verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OrderAuthority {
    Side,
    Referee,
}

/// Which of an order's dice the program shows, besides the events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShownDice {
    Nothing,
    Dice,
}

macro_rules! orders {
    ($($order:pat $(if $guard:expr)? => $Verb:ident $words:literal, $giver:ident, $mechanism:expr, $shown:ident $(, waits $waits:expr)?;)*) => {
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
                        giver: OrderAuthority::$giver,
                        mechanism: $mechanism,
                        shown_dice: ShownDice::$shown,
                    },)*
                }
            }
        }

        impl Order {
            #[allow(unused_variables, reason = "a row names the fields that `waits_for` uses")]
            pub fn verb(&self) -> Verb {
                match self {
                    $($order $(if $guard)? => Verb::$Verb,)*
                }
            }

            /// The pending decision that this order waits for.
            #[allow(unused_variables, unreachable_patterns, reason = "the first arms are for orders that are alike")]
            pub fn waits_for(&self) -> WaitsFor {
                match self.effective_order() {
                    Self::Map(MapOrder::LayOut { battle: Some(battle), .. }) => BattleOf(*battle),
                    Self::Stacks(order) => Forces(order.named_ids()),
                    Self::Map(order) => Forces(order.named_ids()),
                    Self::Refit(order) => Forces(order.named_ids()),
                    $($($order => $waits,)?)*
                }
            }

            /// What its entry concerns besides what its events say.
            #[allow(unused_variables, unreachable_patterns, reason = "the first arms are for orders that are alike")]
            pub fn subject(&self) -> OrderSubject {
                match self.effective_order() {
                    Self::Reroll { battle, side, .. } => {
                        OrderSubject { battle: Some(*battle), side: Some(*side), campaign: false }
                    }
                    Self::Argue(argument) => OrderSubject { battle: None, side: argument.by, campaign: false },
                    Self::Date { .. }
                    | Self::Clock(_)
                    | Self::Refit(_)
                    | Self::Theatre(_)
                    | Self::Victory(_)
                    | Self::Staff(_) => OrderSubject { campaign: true, ..OrderSubject::default() },
                    $($order => OrderSubject::default(),)*
                }
            }
        }
    };
}

use Mechanism::{Edna, Scrud, Stacks, Tests, Turns, Volleys};
use WaitsFor::{AllBattles, BattleOf, Forces, Nothing, Units};

// The orders with the verb, the verb, its words, who may give at least some orders with it, mechanism, shown dice, and the
// decisions it waits for. Orders to stacks, on maps and of refit wait for the decisions of those they name.
orders! {
    Order::Scrud { first, .. } => Scrud "scrud", Side, Some(Scrud), Dice, waits Forces(first.who.clone());
    Order::Edna { unit, .. } => Edna "edna", Side, Some(Edna), Dice, waits Units(vec![*unit]);
    Order::Retest { unit } => Retest "retest", Side, Some(Edna), Dice, waits Units(vec![*unit]);
    Order::Initiative { .. } => Initiative "initiative", Side, Some(Turns), Dice, waits Nothing;
    Order::First { .. } => First "first", Side, Some(Turns), Nothing, waits Nothing;
    Order::Pass { .. } => Pass "pass", Side, Some(Turns), Nothing, waits Nothing;
    Order::EndBattle { battle, .. } => EndBattle "end battle", Referee, None, Nothing, waits BattleOf(*battle);
    Order::EndTurn { .. } => EndTurn "end turn", Referee, Some(Turns), Nothing, waits Nothing;
    Order::Withdraw { who } => Withdraw "withdraw", Side, Some(Scrud), Nothing, waits Forces(vec![*who]);
    Order::Commit { who, .. } => Commit "commit", Side, Some(Scrud), Nothing, waits Forces(who.clone());
    Order::Reroll { battle, side, dice } if !dice.is_empty() => Reroll "reroll", Side, Some(Scrud), Dice, waits Nothing;
    Order::Reroll { battle, side, .. } => Stand "stand", Side, Some(Scrud), Dice, waits Nothing;
    Order::Lose { unit, .. } => Lose "lose", Referee, None, Nothing, waits Units(vec![*unit]);
    Order::Restore { unit, .. } => Restore "restore", Referee, None, Nothing, waits Units(vec![*unit]);
    Order::Eliminate { unit, .. } => Eliminate "eliminate", Referee, None, Nothing, waits Units(vec![*unit]);
    Order::Regrade { by: 0.., who, .. } => Promote "promote", Referee, None, Nothing, waits Forces(who.clone());
    Order::Regrade { by: ..0, who, .. } => Demote "demote", Referee, None, Nothing, waits Forces(who.clone());
    Order::Rally { unit, .. } => Rally "rally", Referee, Some(Edna), Nothing, waits Units(vec![*unit]);
    Order::Shake { unit, .. } => Shake "shake", Referee, Some(Edna), Nothing, waits Units(vec![*unit]);
    Order::Wear { unit, .. } => Wear "wear", Referee, Some(Edna), Nothing, waits Units(vec![*unit]);
    Order::Note { .. } => Note "note", Referee, None, Nothing, waits Nothing;
    Order::Battle { .. } => Battle "battle", Referee, None, Nothing, waits Nothing;
    Order::Reinforce { .. } => Reinforce "reinforce", Referee, None, Nothing, waits Nothing;
    Order::Side { .. } => Side "side", Referee, None, Nothing, waits Nothing;
    Order::Stack { .. } => Stack "stack", Referee, None, Nothing, waits Nothing;
    Order::Unit(_) => Unit "unit", Referee, None, Nothing, waits Nothing;
    Order::Assign { stack: Some(_), .. } => Assign "assign", Referee, None, Nothing, waits Nothing;
    Order::Assign { stack: None, .. } => Detach "detach", Referee, None, Nothing, waits Nothing;
    Order::Rename { .. } => Rename "rename", Referee, None, Nothing, waits Nothing;
    Order::Date { .. } => Date "date", Referee, None, Nothing, waits Nothing;
    Order::Rules(_) => RulesChange "rules change", Referee, None, Nothing, waits AllBattles;
    Order::Test { .. } => Test "test", Side, Some(Tests), Dice, waits Nothing;
    Order::Object { .. } => Object "object", Side, Some(Tests), Nothing, waits Nothing;
    Order::Volley(_) => Volley "volley", Side, Some(Volleys), Dice, waits Nothing;
    Order::Argue(argument) => Argue "argue", Referee, None, Dice,
        waits argument.effect.as_ref().map_or(Nothing, |effect| Forces(effect.who.clone()));
    Order::Branch { .. } => Branch "branch", Referee, None, Nothing, waits Nothing;
    Order::Stacks(StackOrder::Posture { .. }) => Posture "posture", Side, Some(Stacks), Nothing;
    Order::Stacks(StackOrder::Lead { unit: Some(_), .. }) => Lead "lead", Side, Some(Stacks), Nothing;
    Order::Stacks(StackOrder::Lead { unit: None, .. }) => Unlead "unlead", Side, Some(Stacks), Nothing;
    Order::Stacks(StackOrder::Screen { screen: Some(_), .. }) => Screen "screen", Side, Some(Stacks), Nothing;
    Order::Stacks(StackOrder::Screen { screen: None, .. }) => Unscreen "unscreen", Side, Some(Stacks), Nothing;
    Order::Stacks(StackOrder::Merge { .. }) => Merge "merge", Side, Some(Stacks), Nothing;
    Order::Stacks(StackOrder::Stats { .. }) => Stats "stats", Referee, Some(Stacks), Nothing;
    Order::Stacks(StackOrder::Conflict { .. }) => Conflict "conflict", Side, Some(Stacks), Nothing;
    Order::Stacks(StackOrder::Strike { .. }) => Strike "strike", Side, Some(Stacks), Dice;
    Order::Stacks(StackOrder::Hold { .. }) => Hold "hold", Side, Some(Stacks), Nothing;
    Order::Stacks(StackOrder::Round { .. }) => Round "round", Side, Some(Stacks), Dice;
    Order::Stacks(StackOrder::Rotate { .. } | StackOrder::Turn { .. }) => Rotate "rotate", Side, Some(Stacks), Nothing;
    Order::Stacks(StackOrder::Join { .. }) => Join "join", Side, Some(Stacks), Nothing;
    Order::Stacks(StackOrder::Flee { .. }) => Flee "flee", Side, Some(Stacks), Nothing;
    Order::Stacks(StackOrder::Disengage { .. }) => Disengage "disengage", Side, Some(Stacks), Nothing;
    Order::Map(MapOrder::Move { .. }) => Move "move", Side, None, Nothing;
    Order::Map(MapOrder::Face { .. }) => Face "face", Side, None, Nothing;
    Order::Map(MapOrder::Place { .. }) => Place "place", Referee, None, Nothing;
    Order::Map(MapOrder::Change { change: Change::Mount, .. }) => Mount "mount", Side, None, Nothing;
    Order::Map(MapOrder::Change { change: Change::Dismount, .. }) => Dismount "dismount", Side, None, Nothing;
    Order::Map(MapOrder::Change { change: Change::Limber, .. }) => Limber "limber", Side, None, Nothing;
    Order::Map(MapOrder::Change { change: Change::Unlimber, .. }) => Unlimber "unlimber", Side, None, Nothing;
    Order::Map(MapOrder::Terrain { .. } | MapOrder::Between { .. }) => Terrain "terrain", Referee, None, Nothing;
    Order::Map(MapOrder::LayOut { .. }) => Map "map", Referee, None, Nothing;
    Order::Map(MapOrder::Objective { .. }) | Order::Theatre(TheatreOrder::Objective { .. }) =>
        Objective "objective", Referee, None, Nothing, waits Nothing;
    Order::Clock(ClockOrder::Advance { .. }) => Advance "advance", Referee, None, Nothing, waits Nothing;
    Order::Clock(ClockOrder::Schedule { .. }) => Schedule "schedule", Referee, None, Nothing, waits Nothing;
    Order::Clock(ClockOrder::Settle { .. }) => Settle "settle", Referee, None, Nothing, waits Nothing;
    Order::Victory(VictoryOrder::Score { .. }) => Score "score", Referee, None, Nothing, waits Nothing;
    Order::Victory(VictoryOrder::EndCampaign { .. }) =>
        EndCampaign "end campaign", Referee, None, Nothing, waits Nothing;
    Order::Refit(RefitOrder::Recover { .. }) => Recover "recover", Referee, None, Nothing;
    Order::Refit(RefitOrder::Return { .. }) => Return "return", Referee, None, Nothing;
    Order::Refit(RefitOrder::Replace { .. }) => Replace "replace", Referee, None, Nothing;
    Order::Refit(RefitOrder::Raise { .. }) => Raise "raise", Referee, None, Nothing;
    Order::Refit(RefitOrder::Supply { .. }) => Supply "supply", Referee, None, Nothing;
    Order::Theatre(TheatreOrder::LayOut(_)) => Theatre "theatre", Referee, None, Nothing, waits Nothing;
    Order::Theatre(TheatreOrder::Station { .. }) => Station "station", Referee, None, Nothing, waits Nothing;
    Order::Theatre(TheatreOrder::March { .. }) => March "march", Side, None, Nothing, waits Nothing;
    Order::Theatre(TheatreOrder::Halt { .. }) => Halt "halt", Side, None, Nothing, waits Nothing;
    Order::Theatre(TheatreOrder::Contact { .. } | TheatreOrder::SetAside { .. }) =>
        Contact "contact", Referee, None, Nothing, waits Nothing;
    Order::Clock(ClockOrder::Give { .. }) => Give "give", Referee, None, Nothing, waits Nothing;
    Order::Consult { .. } => Consult "consult", Referee, None, Dice, waits Nothing;
    Order::Roll { .. } => Roll "roll", Referee, None, Dice, waits Nothing;
    Order::Staff(StaffOrder::Tell { .. }) => Tell "tell", Referee, None, Nothing, waits Nothing;
    Order::Staff(StaffOrder::Reveal { .. }) => Reveal "reveal", Referee, None, Nothing, waits Nothing;
    Order::Staff(StaffOrder::Hide { .. }) => Hide "hide", Referee, None, Nothing, waits Nothing;
    Order::Staff(StaffOrder::HandIn { .. }) => Orders "orders", Side, None, Nothing, waits Nothing;
    Order::Staff(StaffOrder::Grant { .. } | StaffOrder::Done { .. }) =>
        Grant "grant", Referee, None, Nothing, waits Nothing;
    Order::Staff(StaffOrder::Refuse { .. }) => Refuse "refuse", Referee, None, Nothing, waits Nothing;
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

    /// Whether a side may give at least some orders with this verb.
    pub fn is_player_verb(self) -> bool {
        self.declaration().giver == OrderAuthority::Side
    }

    pub fn from_text(text: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|verb| verb.as_str() == text)
    }

    /// Whether `text` is the verb or its first word, ignoring case.
    pub fn matches_text(self, text: &str) -> bool {
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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum WaitsFor {
    /// None, or one that the rules check when they carry out the order.
    #[default]
    Nothing,
    /// Decisions in the battles of these units.
    Units(Vec<UnitId>),
    /// Decisions in the battles of all units of these sides, stacks and units.
    Forces(Vec<Id>),
    /// Decisions in the battles of this battle's units.
    BattleOf(BattleId),
    AllBattles,
}

/// What an entry concerns because of its order, even if no event says so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OrderSubject {
    /// The battle about to be decided.
    pub battle: Option<BattleId>,
    /// The side that decides or argues.
    pub side: Option<SideId>,
    /// Whether it concerns the campaign and not a battle that happens to be under way.
    pub campaign: bool,
}

impl Order {
    /// Whether the order is allowed after the campaign has ended: it changes no force and no time.
    pub(crate) fn is_allowed_after_campaign(&self) -> bool {
        matches!(
            self,
            Self::Note { .. }
                | Self::Rename { .. }
                | Self::Branch { .. }
                | Self::Staff(StaffOrder::Tell { at: None, .. })
        )
    }

    /// The order that is carried out: the inner order of `give` and `grant`, otherwise the order itself.
    pub fn effective_order(&self) -> &Self {
        match self {
            Self::Clock(ClockOrder::Give { order, .. }) | Self::Staff(StaffOrder::Grant { order, .. }) => order,
            order => order,
        }
    }

    /// Whether it rerolls a test. A phase records its own rerolls before it is settled.
    pub fn rerolls_test(&self) -> bool {
        matches!(self.effective_order(), Self::Retest { .. })
    }
}

/// One form of an order and its description in the help.
pub struct OrderForm {
    pub text: &'static str,
    pub about: &'static str,
    /// The verbs it describes. Empty for a form that is not an order but is typed where orders are.
    pub verbs: &'static [Verb],
}

impl OrderForm {
    /// The mechanism that it belongs to, if a rulebook can do without it.
    pub fn mechanism(&self) -> Option<Mechanism> {
        self.verbs.first().and_then(|verb| verb.declaration().mechanism)
    }
}

macro_rules! forms {
    ($([$($Verb:ident)*] $text:literal, $about:literal;)*) => {
        /// All forms, in the order in which the help shows them.
        pub const ORDER_FORMS: &[OrderForm] = &[
            $(OrderForm { text: $text, about: $about, verbs: &[$(Verb::$Verb),*] },)*
        ];
    };
}

forms! {
    [Scrud] "scrud FORCE v FORCE [bonus N | penalty N]", "fight a SCRUD phase; again for the combat's next";
    [Edna] "edna UNIT [for TEXT]", "test whether a unit does as it is told";
    [Retest] "retest UNIT", "throw its EDNA test again, where the rulebook allows it";
    [Initiative] "initiative [in BATTLE]", "roll for the initiative";
    [First] "first SIDE [in BATTLE]", "the winner of the initiative says who goes first";
    [Pass] "pass [in BATTLE]", "hand on to the next side, or the next phase";
    [EndTurn] "end turn [in BATTLE]", "end the turn, with the exhaustion check";
    [Withdraw] "withdraw UNIT | STACK | SIDE", "its side leaves the combat that it is in";
    [Commit] "commit FORCE to UNIT | STACK | SIDE", "bring reserves into a combat";
    [Reroll] "reroll UNIT [die N] + …", "throw dice again, where the rulebook allows it";
    [Stand] "stand SIDE", "let the dice stand";
    [Lose] "lose UNIT N [because TEXT]", "take Strength Points";
    [Restore] "restore UNIT N [because TEXT]", "give Strength Points back";
    [Eliminate] "eliminate UNIT [because TEXT]", "take a unit off the field";
    [Promote] "promote FORCE N [this phase | this combat] because TEXT", "a ruling: a better die";
    [Demote] "demote FORCE N [this phase | this combat] because TEXT", "a ruling: a worse die";
    [Rally Shake] "rally UNIT N, shake UNIT N [because TEXT]", "a ruling: EDNA given back, or taken";
    [Wear] "wear UNIT fire | manoeuvre", "the EDNA that the rulebook's wear takes";
    [Note] "note TEXT", "write something down";
    [Battle] "battle NAME with FORCE v FORCE [on MAP], battle NAME from contact N [on MAP]",
        "begin a battle; of a contact with all forces at hand";
    [EndBattle] "end battle [in BATTLE] [won by SIDE [margin TEXT] | drawn] [because TEXT]",
        "end it; who has won follows from the rules, where they say, or from whoever ends it";
    [Reinforce] "reinforce FORCE [in BATTLE]", "units arrive in a battle";
    [Side] "side NAME", "a new side";
    [Stack] "stack NAME for SIDE", "a new stack";
    [Unit] "unit NAME in STACK [kind K] [strength N] [edna N] [grade G] [at AREA]",
        "a new unit; `for SIDE` where it has no stack";
    [Assign Detach] "assign UNIT + … to STACK, detach UNIT + …", "move units between stacks";
    [Rename] "rename THING to NAME", "a new name";
    [Date] "date TEXT", "the campaign's day";
    [Advance] "advance [anyway]", "the campaign's clock goes on to the next part of the day, and what is scheduled for it comes due";
    [Schedule] "schedule TEXT at day N [PART], schedule TEXT at PART", "something comes due then: a note, or an order to be given";
    [Settle] "settle N [because TEXT]", "what was scheduled has come about, or will not";
    [Score] "score SIDE N because TEXT, score SIDE penalty N because TEXT",
        "a ruling: victory points given, or taken away";
    [EndCampaign] "end campaign [won by SIDE [margin TEXT] | drawn] [because TEXT]",
        "end the campaign; who has won follows from the victory points, or from whoever ends it";
    [Recover] "recover FORCE, recover UNIT [strength N] [edna N] [grade N] [because TEXT]",
        "between battles units get back what the rulebook gives them; a ruling may give more";
    [Return] "return FORCE, return UNIT N [because TEXT]", "what is to come back of the losses of a battle comes back";
    [Replace] "replace UNIT [N] [because TEXT]", "a unit takes Strength Points from a pool of replacements";
    [Supply] "supply FORCE LEVEL [because TEXT]",
        "how well a stack or a unit is supplied: as the rulebook has it, or by a ruling";
    [Raise] "raise UNIT [strength N] [because TEXT]", "a unit that was eliminated is rebuilt";
    [Theatre] "theatre map MAP, theatre TEXT",
        "lay out the theatre: a map, or a network as in a file, \"(network: (places: […], roads: […]))\"";
    [Station] "station FORCE at PLACE, station FORCE nowhere [because TEXT]",
        "say where a stack, or a unit that is in none, stands in the theatre";
    [March] "march FORCE to PLACE, march FORCE by PLACE PLACE …",
        "orders for a stack, or a unit that is in none, which `advance` carries out part by part";
    [Halt] "halt FORCE", "it marches no further";
    [Contact] "contact FORCE with FORCE because TEXT, contact N aside because TEXT",
        "a ruling: two opposing forces are in contact, or a contact stands no more";
    [Give] "give N [as ORDER]", "give the order that is due, or another in its place, and settle it";
    [Consult] "consult TABLE [for UNIT | STACK | SIDE]",
        "roll on a random table of the rulebook, and on those that it sends to; the orders of what comes up are due";
    [Roll] "roll [Nx] DICE [for TEXT], roll [Nx] DICE [for UNIT | STACK | SIDE] [because TEXT]",
        "roll dice that no rule asks for: 2d6, d66, 4d6kh3, 3d6!, 8d6>=5";
    [Tell] "tell SIDE + … TEXT [at day N [PART]], tell all TEXT",
        "a message to a side, at once; or `advance` delivers it then, and until then the side does not know of it";
    [Reveal] "reveal THING to SIDE + … [because TEXT]",
        "a ruling: a side knows a force, a battle or a map exactly from then on, wherever it is";
    [Hide] "hide THING [from SIDE + …] [because TEXT]",
        "a ruling: the other sides, or those named, do not see it, even in sight, until it is revealed";
    [Orders] "orders SIDE TEXT [due day N [PART]]",
        "a side hands in written orders, an order in quotes or free text; they wait for `grant` or `refuse`";
    [Grant] "grant N [as ORDER], grant N done [because TEXT]",
        "carry out the written orders of that number, or another order in their place; or settle them without one";
    [Refuse] "refuse N [because TEXT]", "refuse written orders";
    [RulesChange] "rules change [only] TEXT", "house rules from here on: \"(scrud: (extras: Ignored))\"";
    [Scrud] "scrud FORCE support UNIT v FORCE …", "guns and aircraft; `counter UNIT`";
    [Argue] "argue TEXT [by SIDE] [for TEXT] [against TEXT] roll 2d6 7+ [then promote | demote …]",
        "a matrix argument; `test 4+`, `succeeds` or `fails` in place of the roll";
    [Posture] "posture STACK offensive | defensive | neutral", "what a led stack is out for";
    [Lead Unlead] "lead STACK with UNIT, unlead STACK", "a Warlord leads a stack, or nobody does";
    [Screen Unscreen] "screen STACK for STACK EDGE, unscreen STACK",
        "screen another stack's Edge; or `for UNIT`, `for structure TEXT`";
    [Merge] "merge STACK into STACK",
        "two neighbouring stacks become one; on a map the first moves into the area of the other, or `anyway because TEXT`";
    [Conflict] "conflict STACK + … [v STACK + …]", "stacks engage: a Conflict begins; on a map with those who stand beside them";
    [Round] "round [STACK]", "fight a round of a Conflict, or what is left of it";
    [Strike] "strike STACK at STACK [front | left | back | right]",
        "one blow by the stack whose turn it is; on a map the Edge follows from it, or `anyway because TEXT`";
    [Hold] "hold STACK", "the stack whose turn it is strikes at nobody";
    [Rotate] "rotate STACK N, rotate STACK EDGE", "turn a stack before it acts, at a cost for the round; on a map to face an edge";
    [Join Flee] "join STACK to STACK, flee STACK", "come into a Conflict after a round, or leave it";
    [Disengage] "disengage [STACK]", "all in a Conflict break it off";
    [Stats] "stats UNIT to [attack N] [defense N] [dmg N] [warlord] …",
        "a ruling: a unit's numbers for stacks, such as a level";
    [] "suggest [SIDE]", "what the side to act could do well, with reasons; Enter takes it into the order line";
    [] "undo [N], redo [N]", "go back and forward; nothing is erased";
    [] "goto N | NAME", "to an entry, or to where a branch ends; what is given then goes on from there";
    [] "goto turn N, goto day N [PART]", "to where a turn of a battle begins, or a time by the campaign’s clock";
    [Branch] "branch NAME", "give what follows a name";
    [] "what if [from N] NAME [with the same dice]",
        "go on from an entry by another way, by the dice that fell or by fresh ones";
    [] "amend N [dice 6,5,2] [anyway] [to ORDER]",
        "change an old entry; everything after it is replayed on a new branch";
    [] "strike N [anyway]", "take an old entry out; everything after it is replayed on a new branch";
    [Test] "test FORCE for TEST [in parallel]", "put units to a test that they carry";
    [Object] "object SIDE [off] [in BATTLE]", "a side objects to tests in parallel, or no more";
    [Move] "move UNIT to AREA [facing EDGE], move UNIT by AREA AREA …, move UNIT + … to AREA",
        "go over the map; of several, each follows the one before it. `anyway because TEXT` is the referee's ruling";
    [Face] "face UNIT EDGE", "turn on the spot: n, e, s or w, on hexes n, ne, se, s, sw or nw";
    [Place] "place UNIT at AREA [facing EDGE] [on MAP]", "put a unit or a stack on the map";
    [Mount Dismount Limber Unlimber] "mount UNIT, dismount UNIT, limber UNIT, unlimber UNIT",
        "change into what its troop type names for that";
    [Terrain] "terrain AREA [on MAP] is TERRAIN because TEXT", "an area is of another terrain from here on";
    [Terrain] "terrain AREA AREA [on MAP] with EDGE because TEXT, terrain AREA AREA without EDGE because TEXT",
        "an edge, such as a river, a road or a bridge between two areas is there from here on, or gone";
    [Map] "map MAP [for BATTLE]",
        "lay out a map in the middle of a campaign: MAP is its ground in quotes, as in a file; `wardiary do` takes its name too";
    [Objective] "objective AREA [on MAP] held by SIDE because TEXT, objective PLACE held by nobody because TEXT",
        "say who holds an objective, which otherwise changes hands when units come to stand there";
    [Volley] "volley UNIT at UNIT + … [range N] [with WEAPON] [with general] [in cover]",
        "fire at those in one place; on a map how far it is, cover and the General follow from it";
}

// An order without a form does not compile; the error names its verb.
const _: () = {
    let mut at = 0;
    while at < Verb::ALL.len() {
        assert!(has_form(Verb::ALL[at]), "{}", Verb::ALL[at].as_str());
        at += 1;
    }
};

const fn has_form(verb: Verb) -> bool {
    let mut form = 0;
    while form < ORDER_FORMS.len() {
        let verbs = ORDER_FORMS[form].verbs;
        let mut at = 0;
        while at < verbs.len() {
            if verbs[at] as usize == verb as usize {
                return true;
            }
            at += 1;
        }
        form += 1;
    }
    false
}
