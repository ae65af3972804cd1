//! Orders for SCRUD combats: fight, join, leave, and reroll dice. Source: RULES 2.

use super::{OrderPrinter, OrderReader};
use crate::{
    notation::{
        Parsed,
        names::{BATTLE, FORCES, SIDE, UNIT, reference_text},
    },
    order::{DieOf, Force, Order, Support},
    state::{Battle, PendingDecision},
};
use wardiary_base::id::{BattleId, Id, SideId};

impl OrderReader<'_> {
    pub(super) fn reroll(&mut self) -> Parsed<Order> {
        let mut dice = Vec::new();
        loop {
            let who = self.entity(FORCES)?;
            let nth =
                if self.reader.accept_word("die") { self.reader.bounded_number("which die", 0, 255)? } else { 1 };
            dice.push(DieOf(who, nth));
            if !self.reader.accept_sign('+') {
                break;
            }
        }
        let side = self.after("for", Self::side)?.or_else(|| self.state.side_of(dice[0].0)).unwrap_or(SideId(0));
        Ok(Order::Reroll { battle: self.battle_of_throw(side)?, side, dice })
    }

    pub(super) fn stand(&mut self) -> Parsed<Order> {
        let side = self.side()?;
        Ok(Order::Reroll { battle: self.battle_of_throw(side)?, side, dice: Vec::new() })
    }

    pub(super) fn force(&mut self) -> Parsed<Force> {
        let who = self.entities(FORCES)?;
        let dice = match self.reader.accept_one_of(&[("bonus", 1i16), ("penalty", -1)]) {
            Some(sign) => {
                let most = if sign > 0 { 127 } else { 128 };
                sign * self.reader.bounded_number::<i16>("how many dice", 0, most)?
            }
            None => 0,
        };
        let dice = i8::try_from(dice).expect("checked to be -128 to 127");
        Ok(Force { who, dice, support: self.support()? })
    }

    /// The battle in which a side may reroll: the named one, or the only one.
    fn battle_of_throw(&mut self, side: SideId) -> Parsed<BattleId> {
        let waits = |b: &&Battle| matches!(b.pending_decision(), Some(PendingDecision::Rerolls(s, _)) if s == side);
        let mut waiting = self.state.open_battles().filter(waits);
        let (first, second) = (waiting.next(), waiting.next());
        let shown = [first, second].into_iter().flatten().chain(waiting).find(|b| Some(b.id) == self.shown_battle);
        match (first, second, self.state.open_battles().count()) {
            _ if shown.is_some() => self.in_battle(),
            (Some(battle), None, 2..) if !self.reader.accept_word("in") => Ok(battle.id),
            (Some(_), None, 2..) => self.entity(BATTLE).map(|id| BattleId(id.0)),
            _ => self.in_battle(),
        }
    }

    /// `support "Heavy Battery" + "Guns" counter "Howitzers"`, or nothing.
    fn support(&mut self) -> Parsed<Vec<Support>> {
        let mut support = Vec::new();
        if !self.reader.accept_word("support") {
            return Ok(support);
        }
        loop {
            let unit = self.unit()?;
            support.push(Support { unit, counter: self.after("counter", Self::unit)? });
            if !self.reader.accept_sign('+') {
                return Ok(support);
            }
        }
    }
}

impl OrderPrinter<'_> {
    pub(super) fn force(&mut self, force: &Force) -> &mut Self {
        self.ids(&force.who, FORCES);
        match force.dice {
            0 => self,
            more @ 1.. => self.push(&format!("bonus {more}")),
            fewer => self.push(&format!("penalty {}", fewer.unsigned_abs())),
        }
        .support(&force.support)
    }

    pub(super) fn rerolled(&mut self, dice: &[DieOf], side: SideId) -> &mut Self {
        for (i, die) in dice.iter().enumerate() {
            if i > 0 {
                self.push("+");
            }
            self.id(die.0, FORCES);
            if die.1 != 1 {
                self.push(&format!("die {}", die.1));
            }
        }
        self.put_if(!dice.is_empty(), "for").id(side, SIDE)
    }

    fn support(&mut self, support: &[Support]) -> &mut Self {
        if support.is_empty() {
            return self;
        }
        let unit = |id| reference_text(self.state, Id::from(id), UNIT);
        let named = support.iter().map(|support| match support.counter {
            Some(target) => format!("{} counter {}", unit(support.unit), unit(target)),
            None => unit(support.unit),
        });
        let named = named.collect::<Vec<_>>().join(" + ");
        self.push("support").push(&named)
    }
}
