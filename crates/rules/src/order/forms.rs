//! The forms of all orders for the help.

use super::Verb;
use wardiary_base::book::Mechanism;

/// One form of an order and its description in the help.
pub struct OrderForm {
    /// Placeholders are in capitals.
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
    [Branch] "branch NAME", "give what follows a name";
    [] "what if [from N] NAME [with the same dice]",
        "go on from an entry by another way, by the dice that fell or by fresh ones";
    [] "amend N [dice 6,5,2] [anyway] [to ORDER]",
        "change an old entry; all that followed is worked out anew, on a branch";
    [] "strike N [anyway]", "take an old entry out; all that followed is worked out anew, on a branch";
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
