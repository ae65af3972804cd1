//! Parses and prints orders, with a file for each mechanism.

mod argument;
mod battle;
mod branch;
mod clock;
mod combat;
mod edna;
mod fire;
mod map;
mod muster;
mod printer;
mod reader;
mod refit;
mod ruling;
mod stacks;
mod staff;
mod table;
mod theatre;
mod victory;

pub(super) use reader::OrderReader;
pub use staff::written_order;
pub use table::is_note;
pub use table::{due_order, due_text};
pub use table::{row_text, unreadable_orders};

use super::{
    Parsed,
    names::{ANY, FORCES, SIDE, STACK, STACK_OR_UNIT, UNIT},
};
use crate::{
    order::{Order, TheatreOrder, Verb},
    state::State,
};
use printer::OrderPrinter;
use wardiary_base::book::Change;

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
        match verb {
            Verb::Scrud => self.scrud(),
            Verb::Edna => self.edna(),
            Verb::Initiative => Ok(Order::Initiative { battle: self.in_battle()? }),
            Verb::First => self.first(),
            Verb::Pass => Ok(Order::Pass { battle: self.in_battle()? }),
            Verb::EndBattle => self.end_battle(),
            Verb::EndTurn => Ok(Order::EndTurn { battle: self.in_battle()? }),
            Verb::Withdraw => self.withdraw(),
            Verb::Commit => self.commit(),
            Verb::Reroll => self.reroll(),
            Verb::Stand => self.stand(),
            Verb::Lose => self.points(|unit, points, why| Order::Lose { unit, points, why }),
            Verb::Restore => self.points(|unit, points, why| Order::Restore { unit, points, why }),
            Verb::Eliminate => self.eliminate(),
            Verb::Promote => self.regrade(1),
            Verb::Demote => self.regrade(-1),
            Verb::Rally => self.edna_ruling(|unit, by, why| Order::Rally { unit, by, why }),
            Verb::Shake => self.edna_ruling(|unit, by, why| Order::Shake { unit, by, why }),
            Verb::Retest => Ok(Order::Retest { unit: self.unit()? }),
            Verb::Wear => self.wear(),
            Verb::Note => self.note(),
            Verb::Battle => self.battle_order(),
            Verb::Reinforce => self.reinforce(),
            Verb::Side => self.side_order(),
            Verb::Stack => self.stack_order(),
            Verb::Unit => self.unit_order(),
            Verb::Assign => self.assign(),
            Verb::Detach => self.detach(),
            Verb::Rename => self.rename(),
            Verb::Date => self.date(),
            Verb::RulesChange => self.rules(),
            Verb::Test => self.test(),
            Verb::Object => self.object(),
            Verb::Volley => self.volley(),
            Verb::Argue => self.argue(),
            Verb::Branch => self.branch(),
            Verb::Posture => self.posture(),
            Verb::Lead => self.lead(),
            Verb::Unlead => self.unlead(),
            Verb::Screen => self.screen(),
            Verb::Unscreen => self.unscreen(),
            Verb::Merge => self.merge(),
            Verb::Stats => self.stats_order(),
            Verb::Conflict => self.conflict(),
            Verb::Strike => self.strike(),
            Verb::Hold => self.hold(),
            Verb::Round => self.round(),
            Verb::Rotate => self.rotate(),
            Verb::Join => self.join(),
            Verb::Flee => self.flee(),
            Verb::Disengage => self.disengage(),
            Verb::Move => self.move_order(),
            Verb::Face => self.face(),
            Verb::Place => self.place(),
            Verb::Mount => self.change(Change::Mount),
            Verb::Dismount => self.change(Change::Dismount),
            Verb::Limber => self.change(Change::Limber),
            Verb::Unlimber => self.change(Change::Unlimber),
            Verb::Terrain => self.terrain(),
            Verb::Objective => self.objective(),
            Verb::Map => self.lay_out(),
            Verb::Advance => Ok(self.advance()),
            Verb::Schedule => self.schedule(),
            Verb::Settle => self.settle(),
            Verb::Score => self.score(),
            Verb::EndCampaign => self.end_campaign(),
            Verb::Recover => self.recover(),
            Verb::Return => self.return_order(),
            Verb::Replace => self.replace(),
            Verb::Raise => self.raise(),
            Verb::Supply => self.supply(),
            Verb::Theatre => self.lay_out_theatre(),
            Verb::Station => self.station(),
            Verb::March => self.march(),
            Verb::Halt => Ok(Order::Theatre(TheatreOrder::Halt { force: self.entity(STACK_OR_UNIT)? })),
            Verb::Contact => self.contact(),
            Verb::Give => self.give(),
            Verb::Consult => self.consult(),
            Verb::Tell => self.tell(),
            Verb::Reveal => self.reveal(),
            Verb::Hide => self.hide(),
            Verb::Orders => self.hand_in(),
            Verb::Grant => self.grant(),
            Verb::Refuse => self.refuse(),
        }
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
        Order::Branch { name, dice } => p.quote(name).put_after("with dice from", *dice),
    };
    printer.text
}
