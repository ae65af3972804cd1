//! Parses and prints orders, with a file for each mechanism.

mod campaign;
mod combat;
mod fire;
mod map;
mod muster;
mod printer;
mod reader;
mod ruling;
mod stacks;
mod staff;
mod table;
mod theatre;

pub(super) use combat::dice_bonus_text;
pub(super) use reader::OrderReader;
pub use staff::written_order;
pub use table::{due_order, due_text, is_note, row_text, unreadable_orders};

use super::{
    Parsed,
    names::{ANY, FORCES, SIDE, STACK, STACK_OR_UNIT, UNIT},
    reader::Expected,
};
use crate::{
    order::{ClockOrder, MapOrder, Order, RefitOrder, StackOrder, StaffOrder, TheatreOrder, Verb, VictoryOrder},
    state::State,
};
use campaign::POINTS;
use printer::OrderPrinter;
use wardiary_base::{
    book::Change,
    id::{SideId, StackId},
};

impl OrderReader<'_> {
    pub(super) fn order(&mut self) -> Parsed<Order> {
        let verb = self.verb()?;
        self.order_of(verb)
    }

    fn verb(&mut self) -> Parsed<Verb> {
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
        Err(self.reader.unexpected())
    }

    /// Reads the rest of an order after its verb.
    fn order_of(&mut self, verb: Verb) -> Parsed<Order> {
        Ok(match verb {
            Verb::Scrud => Order::Scrud { first: self.force()?, second: self.required_after("v", Self::force)? },
            Verb::Edna => {
                let purpose = |r: &mut Self| r.reader.free_text("for what");
                Order::Edna { unit: self.unit()?, purpose: self.after("for", purpose)? }
            }
            Verb::Initiative => Order::Initiative { battle: self.in_battle()? },
            Verb::First => Order::First { side: self.side()?, battle: self.in_battle()? },
            Verb::Pass => Order::Pass { battle: self.in_battle()? },
            Verb::EndBattle => {
                Order::EndBattle { battle: self.in_battle()?, award: self.award()?, outcome: self.reason()? }
            }
            Verb::EndTurn => Order::EndTurn { battle: self.in_battle()? },
            Verb::Withdraw => Order::Withdraw { who: self.entity(FORCES)? },
            Verb::Commit => {
                Order::Commit { who: self.entities(FORCES)?, to: self.required_after("to", |r| r.entity(FORCES))? }
            }
            Verb::Reroll => self.reroll()?,
            Verb::Stand => self.stand()?,
            Verb::Lose => self.points(|unit, points, why| Order::Lose { unit, points, why })?,
            Verb::Restore => self.points(|unit, points, why| Order::Restore { unit, points, why })?,
            Verb::Eliminate => Order::Eliminate { unit: self.unit()?, why: self.reason()? },
            Verb::Promote => self.regrade(1)?,
            Verb::Demote => self.regrade(-1)?,
            Verb::Rally => self.edna_ruling(|unit, by, why| Order::Rally { unit, by, why })?,
            Verb::Shake => self.edna_ruling(|unit, by, why| Order::Shake { unit, by, why })?,
            Verb::Retest => Order::Retest { unit: self.unit()? },
            Verb::Wear => self.wear()?,
            Verb::Note => Order::Note { text: self.reader.free_text("what is to be noted")? },
            Verb::Battle => self.battle_order()?,
            Verb::Reinforce => Order::Reinforce { who: self.entities(FORCES)?, battle: self.in_battle()? },
            Verb::Side => Order::Side { name: self.new_name(None)?, id: SideId(self.new_number()?) },
            Verb::Stack => {
                let (name, side) = (self.new_name(None)?, self.required_after("for", Self::side)?);
                Order::Stack { name, side, id: StackId(self.new_number()?) }
            }
            Verb::Unit => self.unit_order()?,
            Verb::Assign => {
                Order::Assign { units: self.units()?, stack: Some(self.required_after("to", Self::stack)?) }
            }
            Verb::Detach => Order::Assign { units: self.units()?, stack: None },
            Verb::Rename => {
                let id = self.entity(ANY)?;
                Order::Rename { id, name: self.required_after("to", |r| r.new_name(Some(id)))? }
            }
            Verb::Date => Order::Date { date: self.reader.free_text("the day")? },
            Verb::RulesChange => self.rules()?,
            Verb::Test => self.test()?,
            Verb::Object => {
                Order::Object { side: self.side()?, off: self.reader.accept_word("off"), battle: self.in_battle()? }
            }
            Verb::Volley => self.volley()?,
            Verb::Argue => self.argue()?,
            Verb::Branch => self.branch()?,
            Verb::Posture => self.posture()?,
            Verb::Lead => {
                let stack = self.stack()?;
                self.reader.accept_word("with");
                Order::Stacks(StackOrder::Lead { stack, unit: Some(self.unit()?) })
            }
            Verb::Unlead => Order::Stacks(StackOrder::Lead { stack: self.stack()?, unit: None }),
            Verb::Screen => self.screen()?,
            Verb::Unscreen => Order::Stacks(StackOrder::Screen { stack: self.stack()?, screen: None }),
            Verb::Merge => {
                let (stack, into) = (self.stack()?, self.required_after("into", Self::stack)?);
                Order::Stacks(StackOrder::Merge { stack, into, anyway: self.anyway()? })
            }
            Verb::Stats => self.stats_order()?,
            Verb::Conflict => self.conflict()?,
            Verb::Strike => {
                let (stack, at) = (self.stack()?, self.required_after("at", Self::stack)?);
                let edge = self.edge_if_any();
                Order::Stacks(StackOrder::Strike { stack, at, edge, anyway: self.anyway()? })
            }
            Verb::Hold => Order::Stacks(StackOrder::Hold { stack: self.stack()? }),
            Verb::Round => Order::Stacks(StackOrder::Round { stack: self.stack_in_conflict()? }),
            Verb::Rotate => self.rotate()?,
            Verb::Join => {
                let (stack, to) = (self.stack()?, self.required_after("to", Self::stack)?);
                Order::Stacks(StackOrder::Join { stack, to, anyway: self.anyway()? })
            }
            Verb::Flee => Order::Stacks(StackOrder::Flee { stack: self.stack()? }),
            Verb::Disengage => Order::Stacks(StackOrder::Disengage { stack: self.stack_in_conflict()? }),
            Verb::Move => self.move_order()?,
            Verb::Face => self.face()?,
            Verb::Place => self.place()?,
            Verb::Mount => Order::Map(MapOrder::Change { unit: self.unit()?, change: Change::Mount }),
            Verb::Dismount => Order::Map(MapOrder::Change { unit: self.unit()?, change: Change::Dismount }),
            Verb::Limber => Order::Map(MapOrder::Change { unit: self.unit()?, change: Change::Limber }),
            Verb::Unlimber => Order::Map(MapOrder::Change { unit: self.unit()?, change: Change::Unlimber }),
            Verb::Terrain => self.terrain()?,
            Verb::Objective => self.objective()?,
            Verb::Map => self.lay_out()?,
            Verb::Advance => Order::Clock(ClockOrder::Advance { anyway: self.reader.accept_word("anyway") }),
            Verb::Schedule => {
                let what = self.reader.any_word(Expected::Free("what comes due, in quotes"))?;
                Order::Clock(ClockOrder::Schedule { what, at: self.required_after("at", Self::moment)? })
            }
            Verb::Settle => {
                let item = self.reader.bounded_number("the number of what was scheduled", 1, u32::MAX)?;
                Order::Clock(ClockOrder::Settle { item, why: self.reason()? })
            }
            Verb::Score => self.score()?,
            Verb::EndCampaign => {
                Order::Victory(VictoryOrder::EndCampaign { award: self.award()?, why: self.reason()? })
            }
            Verb::Recover => self.recover()?,
            Verb::Return => {
                let (who, points) = (self.entities(FORCES)?, self.points_if_any()?);
                Order::Refit(RefitOrder::Return { who, points, why: self.reason()? })
            }
            Verb::Replace => {
                let (unit, points) = (self.unit()?, self.points_if_any()?);
                Order::Refit(RefitOrder::Replace { unit, points, why: self.reason()? })
            }
            Verb::Raise => {
                let unit = self.unit()?;
                let strength = self.after("strength", |r| r.reader.bounded_number(POINTS, 1, 999))?;
                Order::Refit(RefitOrder::Raise { unit, strength, why: self.reason()? })
            }
            Verb::Supply => self.supply()?,
            Verb::Theatre => self.lay_out_theatre()?,
            Verb::Station => self.station()?,
            Verb::March => self.march()?,
            Verb::Halt => Order::Theatre(TheatreOrder::Halt { force: self.entity(STACK_OR_UNIT)? }),
            Verb::Contact => self.contact()?,
            Verb::Give => self.give()?,
            Verb::Consult => self.consult()?,
            Verb::Roll => self.roll()?,
            Verb::Tell => self.tell()?,
            Verb::Reveal => {
                let (what, to) = (self.entity(ANY)?, self.required_after("to", Self::sides)?);
                Order::Staff(StaffOrder::Reveal { what, to, why: self.reason()? })
            }
            Verb::Hide => {
                let (what, from) = (self.entity(ANY)?, self.after("from", Self::sides)?.unwrap_or_default());
                Order::Staff(StaffOrder::Hide { what, from, why: self.reason()? })
            }
            Verb::Orders => self.hand_in()?,
            Verb::Grant => self.grant()?,
            Verb::Refuse => {
                let number = self.reader.bounded_number("the number of the orders", 1, u32::MAX)?;
                Order::Staff(StaffOrder::Refuse { number, why: self.reason()? })
            }
        })
    }
}

/// Prints an order. Parsing the text in the same state gives the same order.
pub fn order_text(state: &State, order: &Order) -> String {
    let mut printer = OrderPrinter { state, text: String::new() };
    let p = &mut printer;
    p.push(order.verb().as_str());
    match order {
        Order::Side { id, name } => p.name(name).as_number(*id),
        Order::Stack { id, side, name } => p.name(name).push("for").id(*side, SIDE).as_number(*id),
        Order::Unit(recruit) => p.recruit(recruit),
        Order::Rename { id, name } => p.id(*id, ANY).push("to").name(name),
        Order::Assign { units, stack } => p.units(units).after("to", *stack, |p, stack| p.id(stack, STACK)),
        Order::Date { date } => p.quote(date),
        Order::Battle { id, name, parties, map, contact } => p.battle((name, *id), parties, *map, *contact),
        Order::EndBattle { battle, award, outcome } => {
            p.in_battle(*battle).award(award.as_ref()).reason(outcome.as_ref())
        }
        Order::Reinforce { battle, who } => p.ids(who, FORCES).in_battle(*battle),
        Order::Initiative { battle } | Order::Pass { battle } | Order::EndTurn { battle } => p.in_battle(*battle),
        Order::First { battle, side } => p.id(*side, SIDE).in_battle(*battle),
        Order::Edna { unit, purpose } => p.id(*unit, UNIT).quote_after("for", purpose.as_ref()),
        Order::Retest { unit } => p.id(*unit, UNIT),
        Order::Wear { unit, cause } => p.wear(*unit, *cause),
        Order::Shake { unit, by, why } | Order::Rally { unit, by, why } => {
            p.id(*unit, UNIT).push(&by.to_string()).reason(why.as_ref())
        }
        Order::Scrud { first, second } => p.force(first).push("v").force(second),
        Order::Reroll { battle, side, dice } => p.rerolled(dice, *side).in_battle(*battle),
        Order::Withdraw { who } => p.id(*who, FORCES),
        Order::Commit { who, to } => p.ids(who, FORCES).push("to").id(*to, FORCES),
        Order::Lose { unit, points, why } | Order::Restore { unit, points, why } => {
            p.id(*unit, UNIT).push(&points.to_string()).reason(why.as_ref())
        }
        Order::Eliminate { unit, why } => p.id(*unit, UNIT).reason(why.as_ref()),
        Order::Regrade { who, by, term, why } => p.regrading(who, *by, *term).push("because").quote(why),
        Order::Note { text } => p.quote(text),
        Order::Rules(draft) => p.rules(draft),
        Order::Test { who, test, parallel } => {
            p.ids(who, FORCES).push("for").quote(test).put_if(*parallel, "in parallel")
        }
        Order::Object { battle, side, off } => p.id(*side, SIDE).put_if(*off, "off").in_battle(*battle),
        Order::Volley(volley) => p.volley(volley),
        Order::Argue(argument) => p.argument(argument),
        Order::Stacks(order) => p.stack_order(order),
        Order::Map(order) => p.map_order(order),
        Order::Clock(order) => p.clock_order(order),
        Order::Victory(order) => p.victory_order(order),
        Order::Refit(order) => p.refit_order(order),
        Order::Theatre(order) => p.theatre_order(order),
        Order::Staff(order) => p.staff_order(order),
        Order::Consult { table, who } => p.name(table).after("for", *who, |p, who| p.id(who, FORCES)),
        Order::Roll { dice, times, who, purpose } => p.roll((dice, *times), *who, purpose.as_ref()),
        Order::Branch { name, dice } => p.quote(name).put_after("with dice from", *dice),
    };
    printer.text
}
