//! Dice tests and volleys: `test FORCE for TEST`, `volley UNIT at UNIT + … range 2 in cover`. Source: RULES 3, 4.5.

use super::{OrderPrinter, OrderReader};
use crate::{
    notation::{
        Parsed,
        names::{FORCES, STACK_OR_UNIT, UNIT},
        reader::Expected,
    },
    order::{Order, Recruit, Volley},
};
use wardiary_base::book::NamedTest;

impl OrderReader<'_> {
    pub(super) fn test(&mut self) -> Parsed<Order> {
        let names = self.state.test_names();
        self.reader.name_ends.clone_from(&names);
        let who = self.entities(FORCES);
        self.reader.name_ends.clear();
        let who = who?;
        self.reader.accept_word("for");
        let test = self.reader.any_word(Expected::OneOf(names))?;
        let parallel = self.reader.accept_word("in");
        if parallel {
            self.reader.require_word("parallel")?;
        }
        Ok(Order::Test { who, test, parallel })
    }

    pub(super) fn volley(&mut self) -> Parsed<Order> {
        let unit = self.unit()?;
        self.reader.require_word("at")?;
        let at = self.entities(STACK_OR_UNIT)?;
        let mut volley = Volley { unit, at, range: None, weapon: None, cover: false, general: false, anyway: None };
        loop {
            if self.reader.accept_word("range") {
                volley.range = Some(self.reader.bounded_number("a range", 1, 255)?);
            } else if self.reader.accept_word("with") {
                if self.reader.accept_word("general") {
                    volley.general = true;
                } else {
                    let weapons = self.state.book().weapons.iter().map(|w| &w.name);
                    volley.weapon = Some(self.reader.any_word(Expected::one_of(weapons))?);
                }
            } else if self.reader.in_cover()? {
                volley.cover = true;
            } else {
                volley.anyway = self.anyway()?;
                return Ok(Order::Volley(volley));
            }
        }
    }

    /// `test Leadership pass-one 2d 4-`, `weapon muskets`: a recruit's test or weapon, if one comes next.
    pub(super) fn test_or_weapon(&mut self, recruit: &mut Recruit) -> Parsed<bool> {
        if self.reader.accept_word("test") {
            let name = self.reader.any_word(Expected::OneOf(self.state.test_names()))?;
            let test = self.reader.several_dice_test()?.ok_or_else(|| self.reader.unexpected())?;
            recruit.tests.push(NamedTest { name, dice: test.dice, needs: test.needs, pass: test.pass });
            return Ok(true);
        }
        if self.reader.accept_word("weapon") {
            let weapons = self.state.book().weapons.iter().map(|w| &w.name);
            recruit.weapons.push(self.reader.any_word(Expected::one_of(weapons))?);
            return Ok(true);
        }
        Ok(false)
    }
}

impl OrderPrinter<'_> {
    pub(super) fn volley(&mut self, volley: &Volley) -> &mut Self {
        self.id(volley.unit, UNIT).push("at").ids(&volley.at, STACK_OR_UNIT);
        self.put_after("range", volley.range).quote_after("with", volley.weapon.as_ref());
        self.put_if(volley.general, "with general").put_if(volley.cover, "in cover").anyway(volley.anyway.as_ref())
    }
}
