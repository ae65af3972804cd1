//! Orders for the muster, and for battles and their turns: sides, stacks, units, names, start and end, reinforcements.

use super::{
    OrderPrinter, OrderReader,
    combat::{TEST, WEAPON},
    map::default_map,
    piece::{FORCES, Keywords, MAP, NEW_NAME, Piece, SIDE, STACK},
};
use crate::{
    notation::{NotationError, Parsed},
    order::{Order, Recruit, Stats},
    state::EntityKind,
};
use wardiary_base::{
    book::{NamedTest, Passing},
    ground::Facing,
    id::{Id, UnitId},
    text::{
        Text,
        name_match::{folded_name, visible_key},
    },
};

impl OrderReader<'_> {
    /// Reads a new name. One that looks like another's is refused, unless it has the same characters.
    pub(super) fn new_name(&mut self, of: Option<Id>) -> Parsed<Text> {
        let at = self.reader.next_range();
        let name = self.reader.new_name()?;
        let looks_like = |id: &Id| {
            let other = self.state.name(*id);
            Some(*id) != of && name != *other && visible_key(&other) == visible_key(name.raw())
        };
        let Some(twin) = self.state.ids_named(&folded_name(name.raw())).find(looks_like) else { return Ok(name) };
        let what = format!("“{}” looks the same as the name {twin}, but uses different characters", name.as_name());
        let hint = Some(format!("choose another name, or `rename {twin}` first"));
        Err(NotationError { hint, ..NotationError::new(at, what) })
    }

    /// Refuses the name of a side, stack or unit if another of its kind has it: any side, a stack of the same side, or
    /// a unit in the same stack. Only new orders are read; old saves may have such names.
    pub(super) fn check_new_name(&self, order: &Order) -> Parsed<()> {
        let state = self.state;
        // Names must be unique among these. The rules refuse the name of another battle.
        let owner = |id: Id| match state.kind(id)? {
            EntityKind::Stack => state.side_of(id).map(Id::from),
            EntityKind::Unit => state.unit(UnitId(id.0))?.stack.map(Id::from),
            EntityKind::Side | EntityKind::Formation | EntityKind::Battle | EntityKind::Map => None,
        };
        let (kind, within, name, own_id) = match order {
            Order::Side { name, .. } => (EntityKind::Side, None, name, None),
            Order::Stack { name, side, .. } => (EntityKind::Stack, Some(Id::from(*side)), name, None),
            Order::Unit(recruit) => (EntityKind::Unit, recruit.stack.map(Id::from), &recruit.name, None),
            Order::Rename { id, name } => match state.kind(*id) {
                Some(kind) => (kind, owner(*id), name, Some(*id)),
                None => return Ok(()),
            },
            _ => return Ok(()),
        };
        let has_name = |other: Id| {
            let is_rival = Some(other) != own_id && state.kind(other) == Some(kind) && owner(other) == within;
            is_rival && visible_key(&state.name(other)) == visible_key(name.raw())
        };
        let is_unique = matches!(kind, EntityKind::Side | EntityKind::Stack) || within.is_some();
        if is_unique && state.ids_named(&folded_name(name.raw())).any(has_name) {
            let what = format!("there is already a {} called “{}”", kind.word(), name.as_name());
            let taken = NotationError::new(0..self.reader.text.len(), what);
            return Err(NotationError { hint: Some("choose another name".into()), ..taken });
        }
        Ok(())
    }

    /// The parties of a battle: those named, or the forces of both sides at the places of a contact.
    pub(super) fn parties(&mut self, contact: Option<u32>) -> Parsed<Vec<Vec<Id>>> {
        if contact.is_none() {
            self.reader.require_word("with")?;
        } else if !self.reader.accept_word("with") {
            // An unknown contact has no forces at hand. The rules refuse it with a reason.
            let Some(contact) = contact.and_then(|contact| self.state.contact(contact)) else { return Ok(Vec::new()) };
            let (first, second) = self.state.nearby_forces(contact);
            return Ok(vec![first, second]);
        }
        let mut parties = vec![self.read(&FORCES)?];
        while self.reader.accept_word("v") {
            parties.push(self.read(&FORCES)?);
        }
        Ok(parties)
    }
}

impl OrderPrinter<'_> {
    pub(super) fn parties(&mut self, parties: &[Vec<Id>]) {
        for (at, party) in parties.iter().enumerate() {
            self.push(if at > 0 { "v" } else { "with" }).put(&FORCES, party);
        }
    }
}

/// Declares the clauses of a recruit, read in any order: keyword, reader, and which values are printed how.
macro_rules! recruit {
    ($r:ident, $p:ident, $recruit:ident;
        $($word:literal $value:ident = $read:expr => $keep:expr; $given:expr => $print:expr;)*) => {
        pub(super) const RECRUIT: Piece<Recruit> = Piece {
            read: |$r| {
                let mut $recruit = Recruit::new(UnitId($r.state.next_id()), $r.read(&NEW_NAME)?);
                loop {
                    $(if $r.reader.accept_word($word) {
                        let $value = $read;
                        $keep;
                        continue;
                    })*
                    return Ok($recruit);
                }
            },
            print: |$p, $recruit| {
                $p.put(&NEW_NAME, &$recruit.name);
                $($given.into_iter().for_each(|$value| {
                    $p.push($word);
                    $print;
                });)*
                $p
            },
            keywords: Keywords::Words(&[$($word),*]),
        };
    };
}

recruit! {
    r, p, recruit;
    "in" stack = r.read(&STACK)? => recruit.stack = Some(stack); &recruit.stack => p.put(&STACK, stack);
    "for" side = r.read(&SIDE)? => recruit.side = Some(side); &recruit.side => p.put(&SIDE, side);
    "kind" kind = r.read(&KIND)? => recruit.kind = Some(kind); &recruit.kind => p.put(&KIND, kind);
    "strength" points = r.reader.bounded_number("a strength", 0, 65_535)? => recruit.strength = Some(points);
        recruit.strength => p.number(&points);
    "lost" points = r.reader.bounded_number("the lost strength", 0, 65_535)? => recruit.lost = points;
        Some(recruit.lost).filter(|lost| *lost > 0) => p.number(&points);
    "edna" edna = r.reader.bounded_number("an EDNA", 0, 255)? => recruit.edna = Some(edna);
        recruit.edna => p.number(&edna);
    "worn" edna = r.reader.bounded_number("the lost EDNA", 0, 255)? => recruit.worn = edna;
        Some(recruit.worn).filter(|worn| *worn > 0) => p.number(&edna);
    "grade" grade = r.read(&GRADE)? => recruit.grade = Some(grade); &recruit.grade => p.put(&GRADE, grade);
    "test" test = r.read(&RECRUIT_TEST)? => recruit.tests.push(test); &recruit.tests => p.put(&RECRUIT_TEST, test);
    "weapon" weapon = r.read(&WEAPON)? => recruit.weapons.push(weapon); &recruit.weapons => p.put(&WEAPON, weapon);
    "stats" stats = r.stats(*recruit.stats.take().unwrap_or_default())? => recruit.stats = Some(Box::new(stats));
        &recruit.stats => p.stats(&Stats::default(), stats);
    "at" cell = r.cell(default_map(r.state))? => recruit.at = Some(cell); recruit.at => p.number(&cell);
    "facing" facing = r.facing(default_map(r.state), recruit.at)? => recruit.facing = facing;
        Some(recruit.facing).filter(|facing| *facing != Facing::default()) => p.push(facing.word());
    "on" map = r.read(&MAP)? => recruit.on = Some(map); &recruit.on => p.put(&MAP, map);
    "as" id = UnitId(r.reader.id()?) => recruit.id = id; [recruit.id] => p.number(&id);
}

const KIND: Piece<Text> = one_named!(r, r.state.book().troops);

const GRADE: Piece<Text> = one_named!(r, r.state.book().ladder.grades);

/// `Leadership pass-one 2d 4-`
const RECRUIT_TEST: Piece<NamedTest> = plain!(
    |r| {
        let name = r.read(&TEST)?;
        let test = r.reader.several_dice_test()?.ok_or_else(|| r.reader.unexpected())?;
        Ok(NamedTest { name, dice: test.dice, needs: test.needs, pass: test.pass })
    },
    |p, test| {
        let pass = if test.pass == Passing::One { "pass-one" } else { "pass-all" };
        p.put(&TEST, &test.name).push(&format!("{pass} {}d {}", test.dice, test.needs))
    }
);
