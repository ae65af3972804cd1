//! Orders for the muster: sides, stacks, units, assignments, names, and the campaign's date.

use super::{OrderPrinter, OrderReader, map::default_map};
use crate::{
    notation::{
        Parsed,
        names::{MAP, SIDE, STACK},
        reader::Expected,
    },
    order::{Order, Recruit, Stats},
};
use wardiary_base::{
    book::Passing,
    ground::Facing,
    id::{MapId, StackId, UnitId},
};

impl OrderReader<'_> {
    pub(super) fn unit_order(&mut self) -> Parsed<Order> {
        let mut recruit = Recruit::new(UnitId(self.state.next_id()), self.reader.new_name()?);
        let book = self.state.book();
        loop {
            if self.reader.accept_word("in") {
                recruit.stack = Some(StackId(self.entity(STACK)?.0));
            } else if self.reader.accept_word("for") {
                recruit.side = Some(self.side()?);
            } else if self.reader.accept_word("kind") {
                let kinds = book.troops.iter().map(|t| t.name.clone()).collect();
                recruit.kind = Some(self.reader.any_word(Expected::OneOf(kinds))?);
            } else if self.reader.accept_word("strength") {
                recruit.strength = Some(self.reader.bounded_number("a strength", 0, 65_535)?);
            } else if self.reader.accept_word("lost") {
                recruit.lost = self.reader.bounded_number("the strength that is lost", 0, 65_535)?;
            } else if self.reader.accept_word("edna") {
                recruit.edna = Some(self.reader.bounded_number("an EDNA", 0, 255)?);
            } else if self.reader.accept_word("worn") {
                recruit.worn = self.reader.bounded_number("the EDNA that is lost", 0, 255)?;
            } else if self.reader.accept_word("grade") {
                let grades = book.ladder.grades.iter().map(|g| g.name.clone()).collect();
                recruit.grade = Some(self.reader.any_word(Expected::OneOf(grades))?);
            } else if self.reader.accept_word("stats") {
                let stats = recruit.stats.take().map(|stats| *stats).unwrap_or_default();
                recruit.stats = Some(Box::new(self.stats(stats)?));
            } else if self.reader.accept_word("at") {
                recruit.at = Some(self.cell(default_map(self.state))?);
            } else if self.reader.accept_word("facing") {
                recruit.facing = self.facing(default_map(self.state), recruit.at)?;
            } else if self.reader.accept_word("on") {
                recruit.on = Some(MapId(self.entity(MAP)?.0));
            } else if self.reader.accept_word("as") {
                recruit.id = UnitId(self.reader.id()?);
            } else if self.test_or_weapon(&mut recruit)? {
            } else {
                return Ok(Order::Unit(recruit));
            }
        }
    }
}

impl OrderPrinter<'_> {
    pub(super) fn recruit(&mut self, recruit: &Recruit) -> &mut Self {
        self.name(&recruit.name);
        self.after("in", recruit.stack, |p, stack| p.id(stack, STACK));
        self.after("for", recruit.side, |p, side| p.id(side, SIDE));
        self.quote_after("kind", recruit.kind.as_ref()).put_after("strength", recruit.strength);
        self.put_after("lost", Some(recruit.lost).filter(|lost| *lost > 0));
        self.put_after("edna", recruit.edna).put_after("worn", Some(recruit.worn).filter(|worn| *worn > 0));
        self.quote_after("grade", recruit.grade.as_ref());
        for test in &recruit.tests {
            let pass = if test.pass == Passing::One { "pass-one" } else { "pass-all" };
            self.push("test").quote(&test.name).push(&format!("{pass} {}d {}", test.dice, test.needs));
        }
        for weapon in &recruit.weapons {
            self.push("weapon").quote(weapon);
        }
        self.after("stats", recruit.stats.as_ref(), |p, stats| p.stats(&Stats::default(), stats));
        self.put_after("at", recruit.at);
        self.put_after("facing", Some(recruit.facing.word()).filter(|_| recruit.facing != Facing::default()));
        self.after("on", recruit.on, |p, map| p.id(map, MAP));
        self.as_number(recruit.id)
    }
}
