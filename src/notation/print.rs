//! Orders as text that reads back as the same order.

mod argument;
mod stacks;

use super::reader::{found, is_keyword, minus};
use crate::{
    book::Passing,
    id::{BattleId, Id, SideId},
    order::{Force, Order, Recruit, Stats, Volley, WearCause},
    state::{Kind, State},
};
use std::fmt::Write as _;

/// A name as it is written in an order: in quotes where it is more than one plain word, or a word that means something.
#[must_use]
pub fn quoted(name: &str) -> String {
    let plain = name.chars().all(|c| c.is_alphanumeric() || "-'.’".contains(c))
        && name.chars().any(char::is_alphabetic)
        && !is_keyword(name)
        && minus(name).is_none();
    if plain {
        return name.into();
    }
    let mut out = String::from("\"");
    for c in name.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if crate::text::shown(c) != c => write!(out, "\\u{{{:x}}}", u32::from(c)).expect("a string takes all"),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// How a side, stack, unit or battle is written so that it is taken for itself where one of `kinds` is wanted: the
/// shortest of its name, its name with its side, and either with its kind; where none is its own, its number.
#[must_use]
pub fn reference(state: &State, id: Id, kinds: &[Kind]) -> String {
    let Some(kind) = state.kind(id).filter(|kind| kinds.contains(kind)) else { return id.to_string() };
    let name = state.name(id);
    let side = state.side_of(id).filter(|_| kind != Kind::Side);
    let side_name = side.filter(|side| found(state, &[Kind::Side], &state.name(*side), None) == [Id::from(*side)]);
    let of = |side: SideId| format!(" of {}", quoted(&state.name(side)));
    let alone = |kinds: &[Kind], side: Option<SideId>| found(state, kinds, &name, side) == [id];
    if alone(kinds, None) {
        quoted(&name)
    } else if let Some(side) = side_name.filter(|side| alone(kinds, Some(*side))) {
        format!("{}{}", quoted(&name), of(side))
    } else if alone(&[kind], None) {
        format!("{} {}", kind.word(), quoted(&name))
    } else if let Some(side) = side_name.filter(|side| alone(&[kind], Some(*side))) {
        format!("{} {}{}", kind.word(), quoted(&name), of(side))
    } else {
        id.to_string()
    }
}

pub(super) const FORCES: &[Kind] = &[Kind::Side, Kind::Stack, Kind::Unit];
pub(super) const ANY: &[Kind] = &[Kind::Side, Kind::Stack, Kind::Unit, Kind::Battle];
pub(super) const SIDE: &[Kind] = &[Kind::Side];
pub(super) const STACK: &[Kind] = &[Kind::Stack];
pub(super) const UNIT: &[Kind] = &[Kind::Unit];
pub(super) const BATTLE: &[Kind] = &[Kind::Battle];
pub(super) const STACK_OR_UNIT: &[Kind] = &[Kind::Stack, Kind::Unit];

struct Printer<'a> {
    state: &'a State,
    out: String,
}

impl Printer<'_> {
    fn put(&mut self, text: &str) -> &mut Self {
        if !self.out.is_empty() {
            self.out.push(' ');
        }
        self.out.push_str(text);
        self
    }

    fn name(&mut self, name: &str) -> &mut Self {
        self.put(&quoted(name))
    }

    fn text(&mut self, text: &str) -> &mut Self {
        let written = quoted(text);
        if written.starts_with('"') { self.put(&written) } else { self.put(&format!("\"{written}\"")) }
    }

    fn id(&mut self, id: impl Into<Id>, kinds: &[Kind]) -> &mut Self {
        let text = reference(self.state, id.into(), kinds);
        self.put(&text)
    }

    fn all(&mut self, ids: &[Id], kinds: &[Kind]) -> &mut Self {
        let texts: Vec<String> = ids.iter().map(|id| reference(self.state, *id, kinds)).collect();
        self.put(&texts.join(" + "))
    }

    /// ` in BATTLE`, unless it goes without saying.
    fn in_battle(&mut self, battle: BattleId) -> &mut Self {
        let mut open = self.state.open_battles();
        let only = open.next().is_some_and(|b| b.id == battle) && open.next().is_none();
        if only { self } else { self.put("in").id(battle, BATTLE) }
    }

    fn why(&mut self, why: Option<&String>) -> &mut Self {
        match why {
            Some(why) => self.put("because").text(why),
            None => self,
        }
    }

    fn force(&mut self, force: &Force) -> &mut Self {
        self.all(&force.who, FORCES);
        match force.dice {
            0 => self,
            more @ 1.. => self.put(&format!("bonus {more}")),
            fewer => self.put(&format!("penalty {}", fewer.unsigned_abs())),
        }
        .support(&force.support)
    }

    fn recruit(&mut self, recruit: &Recruit) -> &mut Self {
        self.name(&recruit.name);
        if let Some(stack) = recruit.stack {
            self.put("in").id(stack, STACK);
        }
        if let Some(side) = recruit.side {
            self.put("for").id(side, SIDE);
        }
        if let Some(kind) = &recruit.kind {
            self.put("kind").text(kind);
        }
        if let Some(strength) = recruit.strength {
            self.put(&format!("strength {strength}"));
        }
        if recruit.lost > 0 {
            self.put(&format!("lost {}", recruit.lost));
        }
        if let Some(edna) = recruit.edna {
            self.put(&format!("edna {edna}"));
        }
        if recruit.worn > 0 {
            self.put(&format!("worn {}", recruit.worn));
        }
        if let Some(grade) = &recruit.grade {
            self.put("grade").text(grade);
        }
        for test in &recruit.tests {
            let pass = if test.pass == Passing::One { "pass-one" } else { "pass-all" };
            self.put("test").text(&test.name).put(&format!("{pass} {}d {}", test.dice, test.needs));
        }
        for weapon in &recruit.weapons {
            self.put("weapon").text(weapon);
        }
        if let Some(stats) = &recruit.stats {
            self.put("stats").stats(&Stats::default(), stats);
        }
        self.put(&format!("as {}", recruit.id))
    }
}

// ---- dice tests and volleys
impl Printer<'_> {
    fn volley(&mut self, volley: &Volley) -> &mut Self {
        let at: Vec<Id> = volley.at.iter().map(|u| Id::from(*u)).collect();
        self.id(volley.unit, UNIT).put("at").all(&at, UNIT);
        if let Some(range) = volley.range {
            self.put(&format!("range {range}"));
        }
        if let Some(weapon) = &volley.weapon {
            self.put("with").text(weapon);
        }
        if volley.general {
            self.put("with general");
        }
        if volley.cover { self.put("in cover") } else { self }
    }
}

/// An order as text; read again in the same state it is the same order.
#[must_use]
pub fn order_text(state: &State, order: &Order) -> String {
    let mut printer = Printer { state, out: String::new() };
    let p = &mut printer;
    p.put(order.verb());
    match order {
        Order::Side { id, name } => p.name(name).put(&format!("as {id}")),
        Order::Stack { id, side, name } => p.name(name).put("for").id(*side, SIDE).put(&format!("as {id}")),
        Order::Unit(recruit) => p.recruit(recruit),
        Order::Rename { id, name } => p.id(*id, ANY).put("to").name(name),
        Order::Assign { units, stack } => {
            let ids: Vec<Id> = units.iter().map(|u| Id::from(*u)).collect();
            p.all(&ids, UNIT);
            match stack {
                Some(stack) => p.put("to").id(*stack, STACK),
                None => p,
            }
        }
        Order::Date { date } => p.text(date),
        Order::Battle { id, name, parties } => {
            p.name(name).put("with");
            for (i, party) in parties.iter().enumerate() {
                if i > 0 {
                    p.put("v");
                }
                p.all(party, FORCES);
            }
            p.put(&format!("as {id}"))
        }
        Order::EndBattle { battle, outcome } => p.in_battle(*battle).why(outcome.as_ref()),
        Order::Reinforce { battle, who } => p.all(who, FORCES).in_battle(*battle),
        Order::Initiative { battle } | Order::Pass { battle } | Order::EndTurn { battle } => p.in_battle(*battle),
        Order::First { battle, side } => p.id(*side, SIDE).in_battle(*battle),
        Order::Edna { unit, purpose } => {
            p.id(*unit, UNIT);
            match purpose {
                Some(purpose) => p.put("for").text(purpose),
                None => p,
            }
        }
        Order::Wear { unit, cause } => p.id(*unit, UNIT).put(match cause {
            WearCause::Fire => "fire",
            WearCause::Manoeuvre => "manoeuvre",
        }),
        Order::Shake { unit, by, why } | Order::Rally { unit, by, why } => {
            p.id(*unit, UNIT).put(&by.to_string()).why(why.as_ref())
        }
        Order::Scrud { first, second } => p.force(first).put("v").force(second),
        Order::Reroll { battle, side, dice } if dice.is_empty() => p.id(*side, SIDE).in_battle(*battle),
        Order::Reroll { battle, side, dice } => {
            for (i, die) in dice.iter().enumerate() {
                if i > 0 {
                    p.put("+");
                }
                p.id(die.0, FORCES);
                if die.1 != 1 {
                    p.put(&format!("die {}", die.1));
                }
            }
            p.put("for").id(*side, SIDE).in_battle(*battle)
        }
        Order::Withdraw { who } => p.id(*who, FORCES),
        Order::Commit { who, to } => p.all(who, FORCES).put("to").id(*to, FORCES),
        Order::Lose { unit, points, why } | Order::Restore { unit, points, why } => {
            p.id(*unit, UNIT).put(&points.to_string()).why(why.as_ref())
        }
        Order::Eliminate { unit, why } => p.id(*unit, UNIT).why(why.as_ref()),
        Order::Regrade { who, by, term, why } => p.regrading(who, *by, *term).put("because").text(why),
        Order::Note { text } => p.text(text),
        Order::Rules(draft) => p.text(&ron::to_string(draft).unwrap_or_default()),
        // ---- dice tests and volleys
        Order::Test { who, test, parallel } => {
            p.all(who, FORCES).put("for").text(test);
            if *parallel { p.put("in parallel") } else { p }
        }
        Order::Volley(volley) => p.volley(volley),
        // ---- matrix arguments
        Order::Argue(argument) => p.argument(argument),
        // ---- stacks
        Order::Stacks(order) => p.stack_order(order),
        // ---- branches of the diary
        Order::Branch { name, dice } => {
            p.text(name);
            match dice {
                Some(first) => p.put(&format!("with dice from {first}")),
                None => p,
            }
        }
    };
    printer.out
}
