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
    pub words: &'static str,
    pub giver: OrderAuthority,
    /// The mechanism it belongs to; an order of a mechanism that the rulebook does without is refused.
    pub mechanism: Option<Mechanism>,
    pub shown_dice: ShownDice,
}

/// The givers of at least some orders of a verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OrderAuthority {
    Side,
    Referee,
}

/// The dice of an order that the program shows, besides the events.
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

            /// What an entry concerns because of its order, even if no event says so.
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
    Order::Staff(StaffOrder::Cancel { .. }) => Cancel "cancel", Side, None, Nothing, waits Nothing;
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

/// A decision that blocks an order. While a side may reroll dice, no order may change the units of that battle.
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

/// The subject of an entry that follows from its order, even if no event says so.
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

    /// The force that it marches or halts.
    pub fn sent_force(&self) -> Option<Id> {
        match self {
            Self::Theatre(TheatreOrder::March { force, .. } | TheatreOrder::Halt { force }) => Some(*force),
            _ => None,
        }
    }

    /// Whether it rerolls a test. A phase records its own rerolls before it is settled.
    pub fn rerolls_test(&self) -> bool {
        matches!(self.effective_order(), Self::Retest { .. })
    }
}

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
        pub const ORDER_FORMS: &[OrderForm] = &[
            $(OrderForm { text: $text, about: $about, verbs: &[$(Verb::$Verb),*] },)*
        ];
    };
}

forms! {
    [Scrud] "scrud FORCE v FORCE [bonus N | penalty N]", "fight a SCRUD phase; repeat it for the combat's next phase";
    [Edna] "edna UNIT [for TEXT]", "test whether a unit obeys";
    [Retest] "retest UNIT", "reroll its EDNA test, if the rulebook allows it";
    [Initiative] "initiative [in BATTLE]", "roll for the initiative";
    [First] "first SIDE [in BATTLE]", "choose who goes first, after winning the initiative";
    [Pass] "pass [in BATTLE]", "hand over to the next side, or go to the next phase";
    [EndTurn] "end turn [in BATTLE]", "end the turn, after the exhaustion check";
    [Withdraw] "withdraw UNIT | STACK | SIDE", "withdraw its side from their combat";
    [Commit] "commit FORCE to UNIT | STACK | SIDE", "bring reserves into a combat";
    [Reroll] "reroll UNIT [die N] + …", "reroll dice, if the rulebook allows it";
    [Stand] "stand SIDE", "keep the dice as rolled";
    [Lose] "lose UNIT N [because TEXT]", "remove Strength Points";
    [Restore] "restore UNIT N [because TEXT]", "restore Strength Points";
    [Eliminate] "eliminate UNIT [because TEXT]", "remove a unit from the field";
    [Promote] "promote FORCE N [this phase | this combat] because TEXT", "a ruling: a better die";
    [Demote] "demote FORCE N [this phase | this combat] because TEXT", "a ruling: a worse die";
    [Rally Shake] "rally UNIT N, shake UNIT N [because TEXT]", "a ruling: restore EDNA, or remove it";
    [Wear] "wear UNIT fire | manoeuvre", "take the EDNA loss that the rulebook sets";
    [Note] "note TEXT", "write a note";
    [Battle] "battle NAME with FORCE v FORCE [on MAP], battle NAME from contact N [on MAP]",
        "start a battle; from a contact, with all forces at the spot. The sides in it read its name";
    [EndBattle] "end battle [in BATTLE] [won by SIDE [margin TEXT] | drawn] [because TEXT]",
        "end a battle; the rules decide the winner if they can, otherwise you name one. The sides in it read the reason";
    [Reinforce] "reinforce FORCE [in BATTLE]", "bring units into a battle";
    [Side] "side NAME", "add a side";
    [Stack] "stack NAME for SIDE", "add a stack";
    [Unit] "unit NAME in STACK [kind K] [strength N] [edna N] [grade G] [at AREA]",
        "add a unit; `for SIDE` if it has no stack";
    [Assign Detach] "assign UNIT + … to STACK, detach UNIT + …", "move units between stacks";
    [Rename] "rename THING to NAME", "give something a new name";
    [Date] "date TEXT", "set the campaign's date";
    [Advance] "advance, advance leaving contact N and order N, …, advance anyway",
        "move the campaign's clock to the next part of the day; it waits for battles, contacts, due items and due orders, unless you leave them open";
    [Schedule] "schedule TEXT at day N [PART], schedule TEXT at PART", "schedule a note or an order";
    [Settle] "settle N [because TEXT]", "close a scheduled item: it has happened, or will not";
    [Score] "score SIDE N because TEXT, score SIDE penalty N because TEXT",
        "a ruling: award victory points, or take them away";
    [EndCampaign] "end campaign [won by SIDE [margin TEXT] | drawn] [because TEXT]",
        "end the campaign; victory points decide the winner, or you name one";
    [Recover] "recover FORCE, recover UNIT [strength N] [edna N] [grade N] [because TEXT]",
        "units recover between battles by the rulebook; a ruling may give more";
    [Return] "return FORCE, return UNIT N [because TEXT]", "return the losses of a battle that are due to return";
    [Replace] "replace UNIT [N] [because TEXT]", "give a unit Strength Points from a replacement pool";
    [Supply] "supply FORCE LEVEL [because TEXT]",
        "set the supply level of a stack or a unit, by the rulebook or by a ruling";
    [Raise] "raise UNIT [strength N] [because TEXT]", "rebuild an eliminated unit";
    [Theatre] "theatre map MAP, theatre roads PLACE - PLACE N, … [titled TEXT] [forces FORCE at PLACE, …] [objectives PLACE N, …] [supply SIDE at PLACE, …]",
        "set up the theatre: a map, or places with the roads between them and their lengths, which may come from a file: `theatre roads.csv`";
    [Station] "station FORCE at PLACE, station FORCE nowhere [because TEXT]",
        "place a stack, or a unit in no stack, in the theatre";
    [March] "march FORCE to PLACE, march FORCE by PLACE PLACE …",
        "order a stack, or a unit in no stack, to march; `advance` carries it out part by part";
    [Halt] "halt FORCE", "stop a force's march";
    [Contact] "contact FORCE with FORCE because TEXT, contact N aside because TEXT",
        "a ruling: two opposing forces are in contact, or a contact is over";
    [Give] "give N [as ORDER]", "carry out the order that is due, or another instead, and settle it";
    [Consult] "consult TABLE [for UNIT | STACK | SIDE]",
        "roll on a random table of the rulebook, and on any tables it leads to; the result's orders come due";
    [Roll] "roll [Nx] DICE [for TEXT], roll [Nx] DICE [for UNIT | STACK | SIDE] [because TEXT]",
        "roll any dice: 2d6, d66, 4d6kh3, 3d6!, 8d6>=5";
    [Tell] "tell SIDE + … TEXT [at day N [PART]], tell all TEXT",
        "send a message to a side now; with `at`, `advance` delivers it later, unknown to the side until then";
    [Reveal] "reveal THING to SIDE + … [because TEXT]",
        "a ruling: from now on a side knows a force, a battle or a map exactly, wherever it is";
    [Hide] "hide THING [from SIDE + …] [because TEXT]",
        "a ruling: hide a thing from the other sides, or from those named, even in sight, until it is revealed";
    [Orders] "orders SIDE TEXT [due day N [PART]]",
        "hand in a side's written orders, as an order in quotes or free text; they wait for `grant` or `refuse`";
    [Cancel] "cancel N", "take your own written orders back while they wait: `cancel B7`";
    [Grant] "grant N + …, grant N [as ORDER], grant N done [because TEXT]",
        "carry out written orders, such as B7, or another order instead; or settle them without one. `grant all [from SIDE]`: all that are due and can be carried out";
    [Refuse] "refuse N + … [because TEXT]", "refuse written orders; their side reads the reason";
    [RulesChange] "rules change scrud phases N, …, rules change only mechanisms Scrud + …, rules change clock NAME [with PART, …], rules change pools NAME N [for SIDE] [kind K] [gains N] [every N], …, rules change levels NAME [grade -1] [recovery N] [allowance N], …, rules change [only] TEXT",
        "change the rules from here on: settings by their names; the mechanisms in use; the clock’s unit with its parts; the replacement pools; the supply levels; or anything, as in a rulebook and in quotes";
    [Scrud] "scrud FORCE support UNIT v FORCE …", "add support by guns and aircraft; `counter UNIT` for counter-battery";
    [Argue] "argue TEXT [by SIDE] [for TEXT] [against TEXT] roll 2d6 7+ [then promote | demote …]",
        "make a matrix argument; `test 4+`, `succeeds` or `fails` instead of the roll";
    [Posture] "posture STACK offensive | defensive | neutral", "set the posture of a stack with a leader";
    [Lead Unlead] "lead STACK with UNIT, unlead STACK", "appoint a Warlord to lead a stack, or leave it without a leader";
    [Screen Unscreen] "screen STACK for STACK EDGE, unscreen STACK",
        "screen another stack's Edge; or `for UNIT`, `for structure TEXT`";
    [Merge] "merge STACK into STACK",
        "merge two adjacent stacks; on a map the first moves into the other's area. `anyway because TEXT` overrules the map";
    [Conflict] "conflict STACK + … [v STACK + …]", "start a Conflict between stacks; on a map by default with the adjacent enemies";
    [Round] "round [STACK]", "fight a round of a Conflict, or the rest of one";
    [Strike] "strike STACK at STACK [front | left | back | right]",
        "strike one blow with the stack whose turn it is; a map decides the Edge, unless `anyway because TEXT`";
    [Hold] "hold STACK", "the stack whose turn it is does not strike";
    [Rotate] "rotate STACK N, rotate STACK EDGE", "turn a stack before it acts, at a cost for the round; on a map, name the edge to face";
    [Join Flee] "join STACK to STACK, flee STACK", "join a Conflict after a round, or leave it";
    [Disengage] "disengage [STACK]", "break off a Conflict for all its stacks";
    [Stats] "stats UNIT to [attack N] [defense N] [dmg N] [warlord] …",
        "a ruling: change a unit's stack stats, such as its level";
    [] "suggest [SIDE]", "suggest good orders for the side to act, with reasons; Enter copies one into the order line";
    [] "propose", "list the orders proposed between battles by number; `give all` gives them, `give proposal 2` one of them";
    [] "undo [N], undo to N | TIME", "take back the last order, the last N, or all after an entry or a time; nothing is erased";
    [] "redo [N]", "give the orders again that `undo` took back";
    [] "goto N | NAME", "go to an entry, or to the end of a branch; new orders continue from there";
    [] "goto turn N, goto day N [PART]", "go to the start of a battle's turn, or to a time by the campaign’s clock";
    [Branch] "branch NAME", "name the branch from here on";
    [] "what if [from N] NAME [with the same dice | with fresh dice]",
        "continue from an entry on another branch, with the same dice or fresh ones";
    [] "amend N [dice 6,5,2] [anyway] [to ORDER]",
        "change an old entry; everything after it is replayed on a new branch";
    [] "remark N [MARK] [TEXT] [with FILE], remark N withdraw",
        "remark on an entry: !!, !, !?, ?!, ? or ??, a text, files of pictures; a new remark replaces the old one";
    [] "bookmark N [NAME], bookmark N withdraw", "set a bookmark at an entry, or take it away";
    [] "strike N [anyway]", "remove an old entry; everything after it is replayed on a new branch";
    [Test] "test FORCE for TEST [in parallel]", "roll a dice test that the units have";
    [Object] "object SIDE [off] [in BATTLE]", "object to tests in parallel, or drop the objection";
    [Move] "move UNIT to AREA [facing EDGE], move UNIT by AREA AREA …, move UNIT + … to AREA",
        "move on the map; several units follow one another. `anyway because TEXT` is the referee's ruling";
    [Face] "face UNIT EDGE", "turn on the spot: n, e, s or w; on hexes n, ne, se, s, sw or nw";
    [Place] "place UNIT at AREA [facing EDGE] [on MAP]", "put a unit or a stack on the map";
    [Mount Dismount Limber Unlimber] "mount UNIT, dismount UNIT, limber UNIT, unlimber UNIT",
        "change to the form that its troop type names";
    [Terrain] "terrain AREA [on MAP] is TERRAIN because TEXT", "change an area's terrain from here on";
    [Terrain] "terrain AREA AREA [on MAP] with EDGE because TEXT, terrain AREA AREA without EDGE because TEXT",
        "add or remove an edge between two areas from here on, such as a river, a road or a bridge";
    [Map] "map MAP [for BATTLE]",
        "add a map to a running campaign: MAP is its ground in quotes, as in a file; `wardiary do` also takes its name";
    [Objective] "objective AREA [on MAP] held by SIDE because TEXT, objective PLACE held by nobody because TEXT",
        "set who holds an objective; otherwise it changes hands when units occupy it";
    [Volley] "volley UNIT at UNIT + … [range N] [with WEAPON] [with general] [in cover]",
        "fire at units in one place; a map decides range, cover and the General";
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
