//! Orders for the muster, and for battles and their turns: sides, stacks, units, names, start and end, reinforcements.

use super::{OrderPrinter, OrderReader, map::default_map};
use crate::{
    notation::{
        NotationError, Parsed,
        names::{FORCES, MAP, SIDE, STACK},
        reader::Expected,
    },
    order::{Order, Recruit, Stats},
};
use wardiary_base::{
    book::Passing,
    ground::Facing,
    id::{BattleId, Id, MapId, StackId, UnitId},
    text::{
        Text,
        name_match::{folded_name, visible_key},
    },
};

impl OrderReader<'_> {
    /// Reads the new name of this thing, or of a new one. A name that looks like that of another is refused, unless it
    /// is written with the same characters.
    pub(super) fn new_name(&mut self, of: Option<Id>) -> Parsed<Text> {
        let at = self.reader.next_range();
        let name = self.reader.new_name()?;
        let looks_like = |id: &Id| {
            let other = self.state.name(*id);
            Some(*id) != of && name != *other && visible_key(&other) == visible_key(name.raw())
        };
        let Some(twin) = self.state.ids_named(&folded_name(name.raw())).find(looks_like) else { return Ok(name) };
        let what = format!("“{}” looks like the name of {twin}, in other characters", name.as_name());
        let hint = Some(format!("choose another name, or `rename {twin}` first"));
        Err(NotationError { hint, ..NotationError::new(at, what) })
    }

    pub(super) fn unit_order(&mut self) -> Parsed<Order> {
        let mut recruit = Recruit::new(UnitId(self.state.next_id()), self.new_name(None)?);
        let book = self.state.book();
        loop {
            if self.reader.accept_word("in") {
                recruit.stack = Some(StackId(self.entity(STACK)?.0));
            } else if self.reader.accept_word("for") {
                recruit.side = Some(self.side()?);
            } else if self.reader.accept_word("kind") {
                let kinds = book.troops.iter().map(|t| &t.name);
                recruit.kind = Some(self.reader.any_word(Expected::one_of(kinds))?);
            } else if self.reader.accept_word("strength") {
                recruit.strength = Some(self.reader.bounded_number("a strength", 0, 65_535)?);
            } else if self.reader.accept_word("lost") {
                recruit.lost = self.reader.bounded_number("the strength that is lost", 0, 65_535)?;
            } else if self.reader.accept_word("edna") {
                recruit.edna = Some(self.reader.bounded_number("an EDNA", 0, 255)?);
            } else if self.reader.accept_word("worn") {
                recruit.worn = self.reader.bounded_number("the EDNA that is lost", 0, 255)?;
            } else if self.reader.accept_word("grade") {
                let grades = book.ladder.grades.iter().map(|g| &g.name);
                recruit.grade = Some(self.reader.any_word(Expected::one_of(grades))?);
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

    pub(super) fn battle_order(&mut self) -> Parsed<Order> {
        let name = self.new_name(None)?;
        let contact = self.after("from", |r| {
            r.reader.require_word("contact")?;
            r.reader.bounded_number("the number of a contact", 0, u32::MAX)
        })?;
        // An unknown contact has no forces at hand. The rules refuse it with a reason.
        let mut parties = contact.map_or(Vec::new(), |contact| self.parties_at_contact(contact));
        if contact.is_none() {
            self.reader.require_word("with")?;
        }
        if contact.is_none() || self.reader.accept_word("with") {
            parties = vec![self.entities(FORCES)?];
            while self.reader.accept_word("v") {
                parties.push(self.entities(FORCES)?);
            }
        }
        let map = self.after("on", |r| r.entity(MAP))?.map(|map| MapId(map.0));
        Ok(Order::Battle { name, parties, map, contact, id: BattleId(self.new_number()?) })
    }

    /// The parties of a battle from a contact: both forces and the other forces of their sides at the same places.
    fn parties_at_contact(&self, contact: u32) -> Vec<Vec<Id>> {
        let Some(contact) = self.state.contact(contact) else { return Vec::new() };
        let (first, second) = self.state.nearby_forces(contact);
        vec![first, second]
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

    pub(super) fn battle(
        &mut self,
        (name, id): (&Text, BattleId),
        parties: &[Vec<Id>],
        map: Option<MapId>,
        contact: Option<u32>,
    ) -> &mut Self {
        self.name(name);
        self.put_after("from contact", contact);
        for (i, party) in parties.iter().enumerate() {
            self.push(if i > 0 { "v" } else { "with" }).ids(party, FORCES);
        }
        self.after("on", map, |p, map| p.id(map, MAP)).as_number(id)
    }
}
