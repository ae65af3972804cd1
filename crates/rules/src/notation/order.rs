//! Parses and prints orders: the grammar of all orders, with a file for the pieces of each mechanism.

#[macro_use]
mod piece;

mod campaign;
mod combat;
mod lay_out;
mod map;
mod muster;
mod reader;
mod ruling;
mod settings;
mod stacks;
mod staff;
mod table;
mod theatre;

pub(super) use combat::dice_bonus_text;
pub use lay_out::roads_text;
pub(super) use reader::OrderReader;
pub(crate) use reader::example_battle;
pub use staff::written_order;
pub use table::{due_order, due_text, is_note, row_text, unreadable_orders};

use super::{Parsed, names, reader::Expected, roll::repeated_text};
use crate::{
    order::{
        ClockOrder, MapOrder, Order, Posture, RefitOrder, StackOrder, StaffOrder, TheatreOrder, Verb, VictoryOrder,
        WearCause,
    },
    state::State,
};
use campaign::{AWARD, GAINS, LEAVING, MOMENT, POINTS, POINTS_IF_ANY, SCORE, SUPPLIED, SUPPLY_LEVEL};
use combat::{ARGUMENT, REROLLED, SCRUD_FORCE, TEST_FOR, TESTED, VOLLEY};
use map::{BORDER, GROUND, HELD_BY, MARCHES, TERRAIN, default_map, default_map_for};
use muster::RECRUIT;
use piece::{
    ANYWAY, BATTLE, BECAUSE, FORCE, FORCES, IN_BATTLE, INNER_ORDER, Keywords, MAP, NEW_BATTLE, NEW_MAP, NEW_NAME,
    NEW_SIDE, NEW_STACK, Piece, SIDE, SIDES, STACK, STACK_OR_UNIT, STACKS, THING, UNIT, UNITS, WHY,
};
use reader::OrderPrinter;
use ruling::{RULES, TERM};
use stacks::{CONFLICT, EDGE, LEADER, stats_of};
use staff::{RECIPIENTS, WRITTEN_ORDERS};
use std::collections::BTreeSet;
use table::TABLE;
use theatre::{MARCHING, SPOT, STATION, THEATRE};
use wardiary_base::book::Change;

impl OrderReader<'_> {
    pub(super) fn order(&mut self) -> Parsed<Order> {
        let verb = self.verb()?;
        let order = self.order_of(verb)?;
        self.check_new_name(&order)?;
        Ok(order)
    }

    pub(super) fn verb(&mut self) -> Parsed<Verb> {
        for verb in Verb::ALL {
            let (first, second) = verb.words();
            if !self.reader.accept_word(first) {
                continue;
            }
            if second.is_none() {
                return Ok(*verb);
            }
            let same_start = Verb::ALL.iter().filter(|other| other.words().0 == first);
            let mut in_full = same_start.filter_map(|verb| Some((*verb, verb.words().1?)));
            let found = in_full.find(|(_, second)| self.reader.accept_word(second));
            return found.map(|(verb, _)| verb).ok_or_else(|| self.reader.unexpected());
        }
        if self.state.viewer().is_some() {
            // A side is offered only the orders that it may give, first those that go to the referee.
            let first = [Verb::March, Verb::Halt, Verb::Orders];
            let others = Verb::ALL.iter().copied().filter(|verb| verb.is_player_verb() && !first.contains(verb));
            self.reader.expect_only(first.into_iter().chain(others).map(|verb| verb.words().0));
        }
        Err(self.reader.unknown_order())
    }
}

grammar! {
    r, p;
    Scrud: {Order::Scrud { first, second }} => [(first SCRUD_FORCE) "v" (second SCRUD_FORCE)];
    Edna: {Order::Edna { unit, purpose }} => [(unit UNIT) (purpose after!("for", free!("the purpose")))];
    Retest: {Order::Retest { unit }} => [(unit UNIT)];
    Initiative: {Order::Initiative { battle }} => [(battle IN_BATTLE)];
    First: {Order::First { battle, side }} => [(side SIDE) (battle IN_BATTLE)];
    Pass: {Order::Pass { battle }} => [(battle IN_BATTLE)];
    EndTurn: {Order::EndTurn { battle }} => [(battle IN_BATTLE)];
    EndBattle: {Order::EndBattle { battle, award, outcome }} => [(battle IN_BATTLE) (award AWARD) (outcome BECAUSE)];
    Withdraw: {Order::Withdraw { who }} => [(who FORCE)];
    Commit: {Order::Commit { who, to }} => [(who FORCES) "to" (to FORCE)];
    Reroll: {Order::Reroll { battle, side, dice }} if !dice.is_empty() =>
        [(dice REROLLED)
        (side = r.rerolling_side(&dice)?, p.push("for").put(&SIDE, side))
        (battle = r.battle_of_throw(side)?, p.in_battle(*battle)) {"for" "in"}];
    Stand by stand: {Order::Reroll { battle, side, .. }} => [(side SIDE) (battle IN_BATTLE)];
    Lose: {Order::Lose { unit, points, why }} => [(unit UNIT) (points number!(u16: POINTS, 0, 65_535)) (why BECAUSE)];
    Restore: {Order::Restore { unit, points, why }} =>
        [(unit UNIT) (points number!(u16: POINTS, 0, 65_535)) (why BECAUSE)];
    Eliminate: {Order::Eliminate { unit, why }} => [(unit UNIT) (why BECAUSE)];
    Promote: {Order::Regrade { who, by, term, why }} if *by >= 0 =>
        [(who FORCES) (by = r.steps(1)?, p.number(&by.unsigned_abs())) (term TERM) "because" (why WHY)];
    Demote: {Order::Regrade { who, by, term, why }} =>
        [(who FORCES) (by = r.steps(-1)?, p.number(&by.unsigned_abs())) (term TERM) "because" (why WHY)];
    Rally: {Order::Rally { unit, by, why }} => [(unit UNIT) (by number!(u8: "an amount of EDNA", 0, 255)) (why BECAUSE)];
    Shake: {Order::Shake { unit, by, why }} => [(unit UNIT) (by number!(u8: "an amount of EDNA", 0, 255)) (why BECAUSE)];
    Wear: {Order::Wear { unit, cause }} => [(unit UNIT) (cause one_of!(WearCause))];
    Note: {Order::Note { text }} => [(text free!("the text of the note"))];
    Battle: {Order::Battle { id, name, parties, map, contact }} =>
        [(name NEW_NAME) (contact after!("from" "contact", number!(u32: "the number of a contact", 0, u32::MAX)))
        (parties = r.parties(contact)?, p.parties(parties)) {"with" "v"} (map after!("on", MAP)) (id NEW_BATTLE)];
    Reinforce: {Order::Reinforce { battle, who }} => [(who FORCES) (battle IN_BATTLE)];
    Side: {Order::Side { id, name }} => [(name NEW_NAME) (id NEW_SIDE)];
    Stack: {Order::Stack { id, side, name }} => [(name NEW_NAME) "for" (side SIDE) (id NEW_STACK)];
    Unit: {Order::Unit(recruit)} => [(recruit RECRUIT)];
    Assign: {Order::Assign { units, stack: Some(stack) }} => [(units UNITS) "to" (stack STACK)];
    Detach: {Order::Assign { units, stack: None }} => [(units UNITS)];
    Rename: {Order::Rename { id, name }} => [(id THING) "to" (name = r.new_name(Some(id))?, p.name(name))];
    Date: {Order::Date { date }} => [(date free!("the date"))];
    RulesChange: {Order::Rules(draft)} => [(draft RULES)];
    Test: {Order::Test { who, test, parallel }} => [(who TESTED) (test TEST_FOR) (parallel flag!("in" "parallel"))];
    Object: {Order::Object { battle, side, off }} => [(side SIDE) (off flag!("off")) (battle IN_BATTLE)];
    Volley: {Order::Volley(volley)} => [(volley VOLLEY)];
    Argue: {Order::Argue(argument)} => [(argument ARGUMENT)];
    Branch: {Order::Branch { name, dice }} =>
        [(name = r.reader.new_name()?, p.quote(name)) {"dice"}
        (dice after!("with" "dice" "from", number!(u32: "a serial number", 0, u32::MAX)))];
    Posture: {Order::Stacks(StackOrder::Posture { stack, posture })} => [(stack STACK) (posture one_of!(Posture))];
    Lead: {Order::Stacks(StackOrder::Lead { stack, unit: Some(unit) })} => [(stack STACK) (unit LEADER)];
    Unlead: {Order::Stacks(StackOrder::Lead { stack, unit: None })} => [(stack STACK)];
    Screen: {Order::Stacks(StackOrder::Screen { stack, screen: Some(screen) })} =>
        [(stack STACK) "for" (screen = r.screen_target(stack)?, p.screen_target(screen)) {"unit" "structure"}];
    Unscreen: {Order::Stacks(StackOrder::Screen { stack, screen: None })} => [(stack STACK)];
    Merge: {Order::Stacks(StackOrder::Merge { stack, into, anyway })} =>
        [(stack STACK) "into" (into STACK) (anyway ANYWAY)];
    Stats: {Order::Stacks(StackOrder::Stats { unit, stats })} =>
        [(unit UNIT) "to"
        (stats = Box::new(r.stats(stats_of(r.state, unit))?), p.stats(&stats_of(p.state, *unit), stats))];
    Conflict: {Order::Stacks(StackOrder::Conflict { first, second, anyway })} =>
        [(first STACKS) (second = r.opponents(&first)?, p.push("v").put(&STACKS, second)) {"v"} (anyway ANYWAY)];
    Strike: {Order::Stacks(StackOrder::Strike { stack, at, edge, anyway })} =>
        [(stack STACK) "at" (at STACK) (edge EDGE) (anyway ANYWAY)];
    Hold: {Order::Stacks(StackOrder::Hold { stack })} => [(stack STACK)];
    Round: {Order::Stacks(StackOrder::Round { stack })} => [(stack CONFLICT)];
    Rotate by rotate: {Order::Stacks(StackOrder::Rotate { stack, times })} => [(=> p.put(&STACK, stack).number(times))]
        | {Order::Stacks(StackOrder::Turn { stack, facing })} => [(=> p.put(&STACK, stack).push(facing.word()))];
    Join: {Order::Stacks(StackOrder::Join { stack, to, anyway })} => [(stack STACK) "to" (to STACK) (anyway ANYWAY)];
    Flee: {Order::Stacks(StackOrder::Flee { stack })} => [(stack STACK)];
    Disengage: {Order::Stacks(StackOrder::Disengage { stack })} => [(stack CONFLICT)];
    Move: {Order::Map(MapOrder::Move { marches, anyway })} => [(marches MARCHES) (anyway ANYWAY)];
    Face: {Order::Map(MapOrder::Face { who, facing, anyway })} =>
        [(who = r.subject_of_facing(names::STACK_OR_UNIT)?, p.put(&STACK_OR_UNIT, who)) {"to"}
        (facing = r.facing_of(who)?, p.push(facing.word())) (anyway ANYWAY)];
    Place: {Order::Map(MapOrder::Place { who, map, at, facing, anyway })} =>
        [(who STACK_OR_UNIT) "at" (at = r.cell(default_map_for(r.state, who))?, p.number(at))
        (facing = r.facing_if_given(who, at)?.unwrap_or_default(), p.facing(*facing)) {"facing" "on"}
        (map = r.on_map(default_map_for(r.state, who))?, p.on_map(*map, default_map_for(p.state, *who)))
        (anyway ANYWAY)];
    Mount: {Order::Map(MapOrder::Change { unit, change: Change::Mount })} => [(unit UNIT)];
    Dismount: {Order::Map(MapOrder::Change { unit, change: Change::Dismount })} => [(unit UNIT)];
    Limber: {Order::Map(MapOrder::Change { unit, change: Change::Limber })} => [(unit UNIT)];
    Unlimber: {Order::Map(MapOrder::Change { unit, change: Change::Unlimber })} => [(unit UNIT)];
    Terrain by terrain: {Order::Map(MapOrder::Terrain { map, at, terrain, why })} =>
        [(=> p.number(at)) (=> p.on_map(*map, default_map(p.state))) "is" (terrain TERRAIN) "because" (why WHY)]
        | {Order::Map(MapOrder::Between { map, from, to, what, gone, why })} =>
        [(=> p.number(from).number(to)) (=> p.on_map(*map, default_map(p.state)))
        (=> p.push(if *gone { "without" } else { "with" })) {"on" "with" "without"}
        (what BORDER) "because" (why WHY)];
    Objective by objective: {Order::Map(MapOrder::Objective { map, at, held_by, why })} =>
        [(=> p.area_objective(*map, *at)) {"on"} (held_by HELD_BY) "because" (why WHY)]
        | {Order::Theatre(TheatreOrder::Objective { at, held_by, why })} =>
        [(at SPOT) (held_by HELD_BY) "because" (why WHY)];
    Map: {Order::Map(MapOrder::LayOut { id, ground, battle })} =>
        [(ground GROUND) (battle after!("for", BATTLE)) (id NEW_MAP)];
    Advance: {Order::Clock(ClockOrder::Advance { anyway, leaving })} => [(anyway flag!("anyway")) (leaving LEAVING)];
    Schedule: {Order::Clock(ClockOrder::Schedule { at, what })} =>
        [(what text!("a note or an order, in quotes")) "at" (at MOMENT)];
    Settle: {Order::Clock(ClockOrder::Settle { item, why })} =>
        [(item number!(u32: "the number of a scheduled item", 1, u32::MAX)) (why BECAUSE)];
    Score: {Order::Victory(VictoryOrder::Score { side, by, why })} => [(side SIDE) (by SCORE) "because" (why WHY)];
    EndCampaign: {Order::Victory(VictoryOrder::EndCampaign { award, why })} => [(award AWARD) (why BECAUSE)];
    Recover: {Order::Refit(RefitOrder::Recover { who, gains, why })} => [(who FORCES) (gains GAINS) (why BECAUSE)];
    Return: {Order::Refit(RefitOrder::Return { who, points, why })} =>
        [(who FORCES) (points POINTS_IF_ANY) (why BECAUSE)];
    Replace: {Order::Refit(RefitOrder::Replace { unit, points, why })} =>
        [(unit UNIT) (points POINTS_IF_ANY) (why BECAUSE)];
    Raise: {Order::Refit(RefitOrder::Raise { unit, strength, why })} =>
        [(unit UNIT) (strength after!("strength", number!(u16: POINTS, 1, 999))) (why BECAUSE)];
    Supply: {Order::Refit(RefitOrder::Supply { who, level, why })} =>
        [(who SUPPLIED) (level SUPPLY_LEVEL) (why BECAUSE)];
    Theatre: {Order::Theatre(TheatreOrder::LayOut(draft))} => [(draft THEATRE)];
    Station: {Order::Theatre(TheatreOrder::Station { force, at, why })} =>
        [(force MARCHING) (at STATION) (why BECAUSE)];
    March: {Order::Theatre(TheatreOrder::March { force, by })} =>
        [(force MARCHING) (by = r.march_route(force)?, p.march_route(by)) {"to" "by"}];
    Halt: {Order::Theatre(TheatreOrder::Halt { force })} => [(force MARCHING)];
    Contact by contact: {Order::Theatre(TheatreOrder::Contact { first, second, why })} =>
        [(first STACK_OR_UNIT) "with" (second STACK_OR_UNIT) "because" (why WHY)]
        | {Order::Theatre(TheatreOrder::SetAside { contact, why })} =>
        [(=> p.number(contact)) "aside" "because" (why WHY)];
    Give by give: {Order::Clock(ClockOrder::Give { item, order })} => [(=> p.number(item)) "as" (order INNER_ORDER)];
    Consult: {Order::Consult { table, who }} => [(table TABLE) (who after!("for", FORCE))];
    Roll by roll: {Order::Roll { dice, times, who, purpose }} =>
        [(=> p.push(&repeated_text(*times, dice)).roll_purpose(*who, purpose.as_ref())) {"for" "because"}];
    Tell: {Order::Staff(StaffOrder::Tell { sides, text, at })} =>
        [(sides RECIPIENTS) (text text!("the message, in quotes")) (at after!("at", MOMENT))];
    Reveal: {Order::Staff(StaffOrder::Reveal { what, to, why })} => [(what THING) "to" (to SIDES) (why BECAUSE)];
    Hide: {Order::Staff(StaffOrder::Hide { what, from, why })} =>
        [(what THING) (from list_after!("from", SIDE)) (why BECAUSE)];
    Orders: {Order::Staff(StaffOrder::HandIn { side, text, due })} =>
        [(side SIDE) (text text!("the written orders, in quotes")) (due after!("due", MOMENT))];
    Cancel by cancel: {Order::Staff(StaffOrder::Cancel { side, own_number })} =>
        [(=> p.push(&p.state.own_orders_label(*side, *own_number)))];
    Grant by grant: {Order::Staff(StaffOrder::Grant { number, order })} =>
        [(=> p.put(&WRITTEN_ORDERS, number)) "as" (order INNER_ORDER)]
        | {Order::Staff(StaffOrder::Done { number, why })} =>
        [(=> p.put(&WRITTEN_ORDERS, number).push("done")) (why BECAUSE)];
    Refuse: {Order::Staff(StaffOrder::Refuse { number, why })} => [(number WRITTEN_ORDERS) (why BECAUSE)];
}

/// The words that end an unquoted name in some order. A name that is one of them is quoted.
pub fn order_keywords() -> BTreeSet<&'static str> {
    KEYWORDS.list()
}

/// Prints an order. Parsing the text in the same state gives the same order.
pub fn order_text(state: &State, order: &Order) -> String {
    let mut printer = OrderPrinter { state, text: String::new() };
    printer.order(order);
    printer.text
}
