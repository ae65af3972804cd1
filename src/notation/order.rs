//! Orders read from text.

mod argument;
mod stacks;
mod volley;

pub(super) use stacks::only_conflict;

use super::{
    NotationError,
    print::{ANY, BATTLE, FORCES, SIDE, STACK, UNIT},
    reader::{Expected, Reader, Suggestion, all_of},
};
use crate::{
    book::Mechanism,
    id::{BattleId, Id, SideId, StackId, UnitId},
    order::{DieOf, Force, Order, Recruit, Regrading, WearCause, mechanism_of},
    state::{Awaiting, Kind, State},
};

/// Every order's form, and what it does: what the help, the manual and the README say of them.
pub const ORDERS: &[(&str, &str)] = &[
    ("scrud FORCE v FORCE [bonus N | penalty N]", "fight a SCRUD phase; again for the combat's next"),
    ("edna UNIT [for TEXT]", "test whether a unit does as it is told"),
    ("initiative [in BATTLE]", "roll for the initiative"),
    ("first SIDE", "the winner of the initiative says who goes first"),
    ("pass [in BATTLE]", "hand on to the next side, or the next phase"),
    ("end turn [in BATTLE]", "end the turn, with the exhaustion check"),
    ("withdraw FORCE", "leave a combat"),
    ("commit FORCE to FORCE", "bring reserves into a combat"),
    ("reroll UNIT [die N] + …", "throw dice again, where the rulebook allows it"),
    ("stand SIDE", "let the dice stand"),
    ("lose UNIT N [because TEXT]", "take Strength Points"),
    ("restore UNIT N [because TEXT]", "give Strength Points back"),
    ("eliminate UNIT [because TEXT]", "take a unit off the field"),
    ("promote FORCE N [this phase | this combat] because TEXT", "a ruling: a better die"),
    ("demote FORCE N [this phase | this combat] because TEXT", "a ruling: a worse die"),
    ("rally UNIT N, shake UNIT N [because TEXT]", "a ruling: EDNA given back, or taken"),
    ("wear UNIT fire | manoeuvre", "the EDNA that the rulebook's wear takes"),
    ("note TEXT", "write something down"),
    ("battle NAME with FORCE v FORCE", "begin a battle"),
    ("end battle [in BATTLE] [because TEXT]", "end it"),
    ("reinforce FORCE [in BATTLE]", "units arrive in a battle"),
    ("side NAME", "a new side"),
    ("stack NAME for SIDE", "a new stack"),
    ("unit NAME in STACK [kind K] [strength N] [edna N] [grade G]", "a new unit; `for SIDE` where it has no stack"),
    ("assign UNIT + … to STACK, detach UNIT + …", "move units between stacks"),
    ("rename THING to NAME", "a new name"),
    ("date TEXT", "the campaign's day"),
    ("rules change TEXT", "house rules from here on: \"(scrud: (extras: Ignored))\""),
    // ---- support
    ("scrud FORCE support UNIT v FORCE …", "guns and aircraft; `counter UNIT`"),
    // ---- matrix arguments
    (
        "argue TEXT [by SIDE] [for TEXT] [against TEXT] roll 2d6 7+ [then promote | demote …]",
        "a matrix argument; `test 4+`, `succeeds` or `fails` in place of the roll",
    ),
    ("posture STACK offensive | defensive | neutral", "what a led stack is out for"),
    ("lead STACK with UNIT, unlead STACK", "a Warlord leads a stack, or nobody does"),
    ("screen STACK for STACK EDGE, unscreen STACK", "screen another stack's Edge; or `for UNIT`, `for structure TEXT`"),
    ("merge STACK into STACK", "two neighbouring stacks become one"),
    ("conflict STACK + … v STACK + …", "stacks engage: a Conflict begins"),
    ("round [STACK]", "fight a round of a Conflict, or what is left of it"),
    ("strike STACK at STACK [front | left | back | right]", "one blow by the stack whose turn it is"),
    ("hold STACK", "the stack whose turn it is strikes at nobody"),
    ("rotate STACK N", "turn a stack before it acts, at a cost for the round"),
    ("join STACK to STACK, flee STACK", "come into a Conflict after a round, or leave it"),
    ("disengage [STACK]", "all in a Conflict break it off"),
    (
        "stats UNIT to [attack N] [defense N] [dmg N] [warlord] …",
        "a ruling: a unit's numbers for stacks, such as a level",
    ),
    ("undo [N], redo [N]", "go back and forward; nothing is erased"),
    ("goto N | NAME", "to an entry, or to where a branch ends; what is given then goes on from there"),
    ("branch NAME", "give what follows a name"),
    (
        "what if [from N] NAME [with the same dice]",
        "go on from an entry by another way, by the dice that fell or by fresh ones",
    ),
    (
        "amend N [dice 6,5,2] [anyway] [to ORDER]",
        "change an old entry; all that followed is worked out anew, on a branch",
    ),
    ("strike N [anyway]", "take an old entry out; all that followed is worked out anew, on a branch"),
    // ---- dice tests and volleys
    ("test FORCE for TEST [in parallel]", "put units to a test that they carry"),
    ("volley UNIT at UNIT + … range N [with WEAPON] [with general] [in cover]", "fire at those in one place"),
];

/// The mechanism to which the orders of a form of [`ORDERS`] belong.
#[must_use]
pub fn mechanism_of_form(form: &str) -> Option<Mechanism> {
    let verb = form.split([' ', ',']).next().unwrap_or_default();
    mechanism_of(if form.starts_with("end turn") { "end turn" } else { verb })
}

type Read<T> = Result<T, NotationError>;

/// A verb, and what reads the rest of its order.
type Verb<R> = (&'static str, fn(&mut R) -> Read<Order>);

/// The side, stack, unit or battle that a text names: by its whole name, even where that holds words that mean something
/// in an order, or as orders name it.
///
/// # Errors
/// That it names none, or two.
pub fn named(text: &str, state: &State, kinds: &'static [Kind]) -> Read<Id> {
    let whole = |id: &Id| state.name(*id) == text;
    let mut exact = all_of(state, kinds).filter(whole);
    if let (Some(id), None) = (exact.next(), exact.next()) {
        return Ok(id);
    }
    let mut order = OrderReader { reader: Reader::new(text)?, state };
    let id = order.any(kinds)?;
    order.reader.end()?;
    Ok(id)
}

/// What could be typed next: completions of the last word, or what may follow it.
#[must_use]
pub fn suggestions(text: &str, state: &State) -> Vec<Suggestion> {
    let mut found: Vec<Suggestion> = Vec::new();
    let mut add = |suggestion: Suggestion| {
        if !found.iter().any(|s| s.text == suggestion.text && s.at == suggestion.at) {
            found.push(suggestion);
        }
    };
    // The last word may be unfinished, so what could stand in its place is asked for without it.
    let cut = unfinished(text);
    for (head, whole) in [(&text[..cut], cut == text.len()), (text, true)] {
        // Quotes that are still open are the unfinished word, and were cut off.
        let Ok(reader) = Reader::new(head) else { continue };
        let mut order = OrderReader { reader, state };
        let read = order.instruction();
        if read.is_ok() && order.reader.peek().is_some() {
            continue;
        }
        if !whole || cut == text.len() {
            let typed = text[cut..].trim_start_matches('"').to_lowercase();
            for (at, expected) in order.reader.wanted_at_end() {
                if at >= head.trim_end().len() {
                    offer(state, expected, cut..text.len(), &typed, &mut add);
                }
            }
        } else {
            // A name of several words that is not finished yet.
            for (at, kinds) in order.reader.names_to_end() {
                let typed = text[at..].trim_start_matches('"').to_lowercase();
                if at < cut && !typed.contains('"') {
                    offer(state, &Expected::Name(kinds), at..text.len(), &typed, &mut add);
                }
            }
        }
    }
    found
}

/// Where the last word begins, if it touches the end; else the end.
fn unfinished(text: &str) -> usize {
    let quotes = text.matches('"').count() - text.matches("\\\"").count().min(text.matches('"').count());
    if quotes % 2 == 1 {
        return text.rfind('"').unwrap_or(text.len());
    }
    let ends = |c: char| c.is_whitespace() || c == '+';
    if text.ends_with('"') {
        return text.len();
    }
    text.rfind(ends).map_or(0, |at| at + 1)
}

fn offer(
    state: &State,
    expected: &Expected,
    at: std::ops::Range<usize>,
    typed: &str,
    add: &mut impl FnMut(Suggestion),
) {
    let at_verb = at.start == 0;
    let mut put = |text: String, about: String| add(Suggestion { at: at.clone(), text, about });
    match expected {
        // Verbs of mechanisms that the rulebook does without would only be refused.
        Expected::Word(word) if at_verb && mechanism_of(word).is_some_and(|m| !state.book().uses(m)) => {}
        Expected::Word(word) if word.starts_with(typed) => put((*word).into(), String::new()),
        Expected::OneOf(words) => {
            for word in words.iter().filter(|w| w.to_lowercase().starts_with(typed)) {
                put(super::quoted(word), String::new());
            }
        }
        Expected::Name(kinds) => {
            for id in all_of(state, kinds) {
                let name = state.name(id);
                if name.to_lowercase().starts_with(typed) && is_there(state, id) {
                    put(super::reference(state, id, kinds), about(state, id));
                }
            }
        }
        Expected::Free(what) if typed.is_empty() => put(String::new(), (*what).into()),
        _ => {}
    }
}

/// The eliminated and the battles that are over are no suggestion.
fn is_there(state: &State, id: Id) -> bool {
    match state.kind(id) {
        Some(Kind::Unit) => state.unit(UnitId(id.0)).is_some_and(crate::state::Unit::is_alive),
        Some(Kind::Battle) => state.battle(BattleId(id.0)).is_some_and(|b| b.over.is_none()),
        _ => true,
    }
}

fn about(state: &State, id: Id) -> String {
    let kind = state.kind(id).map_or("", Kind::word);
    match state.side_of(id).filter(|side| Id::from(*side) != id) {
        Some(side) => format!("{kind} of {}", state.name(side)),
        None => kind.into(),
    }
}

pub(super) struct OrderReader<'a> {
    pub(super) reader: Reader<'a>,
    pub(super) state: &'a State,
}

impl OrderReader<'_> {
    pub(super) fn order(&mut self) -> Read<Order> {
        let verbs: &[Verb<Self>] = &[
            ("scrud", Self::scrud),
            ("edna", Self::edna),
            ("initiative", |p| Ok(Order::Initiative { battle: p.in_battle()? })),
            ("first", |p| Ok(Order::First { side: p.side()?, battle: p.in_battle()? })),
            ("pass", |p| Ok(Order::Pass { battle: p.in_battle()? })),
            ("end", Self::end),
            ("withdraw", |p| Ok(Order::Withdraw { who: p.any(FORCES)? })),
            ("commit", Self::commit),
            ("reroll", Self::reroll),
            ("stand", Self::stand),
            ("lose", |p| p.points(|unit, points, why| Order::Lose { unit, points, why })),
            ("restore", |p| p.points(|unit, points, why| Order::Restore { unit, points, why })),
            ("eliminate", |p| Ok(Order::Eliminate { unit: p.unit()?, why: p.why()? })),
            ("promote", |p| p.regrade(1)),
            ("demote", |p| p.regrade(-1)),
            ("rally", |p| p.edna_ruling(|unit, by, why| Order::Rally { unit, by, why })),
            ("shake", |p| p.edna_ruling(|unit, by, why| Order::Shake { unit, by, why })),
            ("wear", Self::wear),
            ("note", |p| Ok(Order::Note { text: p.reader.free_text("what is to be noted")? })),
            ("battle", Self::battle),
            ("reinforce", |p| Ok(Order::Reinforce { who: p.several(FORCES)?, battle: p.in_battle()? })),
            ("side", |p| Ok(Order::Side { name: p.reader.new_name()?, id: SideId(p.number_given()?) })),
            ("stack", Self::stack),
            ("unit", Self::muster),
            ("assign", Self::assign),
            ("detach", |p| Ok(Order::Assign { units: p.units()?, stack: None })),
            ("rename", Self::rename),
            ("date", |p| Ok(Order::Date { date: p.reader.free_text("the day")? })),
            ("rules", Self::rules),
            // ---- dice tests and volleys
            ("test", Self::test),
            ("volley", Self::volley),
            // ---- matrix arguments
            ("argue", Self::argue),
            // ---- branches of the diary
            ("branch", Self::branch),
        ];
        for (verb, read) in verbs {
            if self.reader.word(verb) {
                return read(self);
            }
        }
        // ---- stacks
        for (verb, read) in stacks::VERBS {
            if self.reader.word(verb) {
                return read(self);
            }
        }
        Err(self.reader.unexpected())
    }

    /// `branch NAME [with dice from N]`
    fn branch(&mut self) -> Read<Order> {
        let name = self.reader.new_name()?;
        let dice = if self.reader.word("with") {
            self.reader.need_word("dice")?;
            self.reader.need_word("from")?;
            Some(self.reader.number("a serial number", 0, u32::MAX)?)
        } else {
            None
        };
        Ok(Order::Branch { name, dice })
    }

    fn any(&mut self, kinds: &'static [Kind]) -> Read<Id> {
        self.reader.reference(self.state, kinds)
    }

    fn side(&mut self) -> Read<SideId> {
        self.any(SIDE).map(|id| SideId(id.0))
    }

    fn unit(&mut self) -> Read<UnitId> {
        self.any(UNIT).map(|id| UnitId(id.0))
    }

    /// `REF + REF + …`
    fn several(&mut self, kinds: &'static [Kind]) -> Read<Vec<Id>> {
        let mut all = vec![self.any(kinds)?];
        while self.reader.sign('+') {
            all.push(self.any(kinds)?);
        }
        Ok(all)
    }

    fn units(&mut self) -> Read<Vec<UnitId>> {
        Ok(self.several(UNIT)?.into_iter().map(|id| UnitId(id.0)).collect())
    }

    fn why(&mut self) -> Read<Option<String>> {
        if self.reader.word("because") { self.reader.free_text("the reason").map(Some) } else { Ok(None) }
    }

    /// `as #12`, or the next number that is free.
    fn number_given(&mut self) -> Read<u32> {
        if self.reader.word("as") { self.reader.id() } else { Ok(self.state.next_id()) }
    }

    /// `in BATTLE`, or the only one that is under way.
    fn in_battle(&mut self) -> Read<BattleId> {
        if self.reader.word("in") {
            return self.any(BATTLE).map(|id| BattleId(id.0));
        }
        let open: Vec<&crate::state::Battle> = self.state.open_battles().collect();
        if let [battle] = open[..] {
            return Ok(battle.id);
        }
        let names: Vec<String> = open.iter().map(|b| format!("`in {}`", super::quoted(&b.name))).collect();
        let mut error = self.reader.unexpected();
        if names.is_empty() {
            error.what = "no battle is under way".into();
            error.hint = Some("begin one: `battle \"First day\" with Germans v Russians`".into());
        } else {
            error.what = format!("{} battles are under way: say which", names.len());
            error.hint = Some(format!("add {}", names.join(" or ")));
        }
        Err(error)
    }

    fn end(&mut self) -> Read<Order> {
        if self.reader.word("battle") {
            return Ok(Order::EndBattle { battle: self.in_battle()?, outcome: self.why()? });
        }
        self.reader.need_word("turn")?;
        Ok(Order::EndTurn { battle: self.in_battle()? })
    }

    fn edna(&mut self) -> Read<Order> {
        let unit = self.unit()?;
        let purpose = if self.reader.word("for") { Some(self.reader.free_text("for what")?) } else { None };
        Ok(Order::Edna { unit, purpose })
    }

    fn wear(&mut self) -> Read<Order> {
        let unit = self.unit()?;
        let cause = self.reader.one_of(&[("fire", WearCause::Fire), ("manoeuvre", WearCause::Manoeuvre)]);
        Ok(Order::Wear { unit, cause: cause.ok_or_else(|| self.reader.unexpected())? })
    }

    fn edna_ruling(&mut self, order: fn(UnitId, u8, Option<String>) -> Order) -> Read<Order> {
        Ok(order(self.unit()?, self.reader.small("how much EDNA", 0, 255)?, self.why()?))
    }

    fn points(&mut self, order: fn(UnitId, u16, Option<String>) -> Order) -> Read<Order> {
        Ok(order(self.unit()?, self.reader.small("how many Strength Points", 0, 65_535)?, self.why()?))
    }

    fn force(&mut self) -> Read<Force> {
        let who = self.several(FORCES)?;
        let dice = match self.reader.one_of(&[("bonus", 1i16), ("penalty", -1)]) {
            Some(sign) => {
                let most = if sign > 0 { 127 } else { 128 };
                sign * self.reader.small::<i16>("how many dice", 0, most)?
            }
            None => 0,
        };
        let dice = i8::try_from(dice).expect("checked to be -128 to 127");
        Ok(Force { who, dice, support: self.support()? })
    }

    fn scrud(&mut self) -> Read<Order> {
        let first = self.force()?;
        self.reader.need_word("v")?;
        Ok(Order::Scrud { first, second: self.force()? })
    }

    fn commit(&mut self) -> Read<Order> {
        let who = self.several(FORCES)?;
        self.reader.need_word("to")?;
        Ok(Order::Commit { who, to: self.any(FORCES)? })
    }

    /// The battle in which a side may throw dice again, where it goes without saying.
    fn battle_of_throw(&mut self, side: SideId) -> Read<BattleId> {
        let waits = |b: &&crate::state::Battle| matches!(b.awaiting(), Some(Awaiting::Rerolls(s, _)) if s == side);
        let mut waiting = self.state.open_battles().filter(waits);
        match (waiting.next(), waiting.next(), self.state.open_battles().count()) {
            (Some(battle), None, 2..) if !self.reader.word("in") => Ok(battle.id),
            (Some(_), None, 2..) => self.any(BATTLE).map(|id| BattleId(id.0)),
            _ => self.in_battle(),
        }
    }

    fn reroll(&mut self) -> Read<Order> {
        let mut dice = Vec::new();
        loop {
            let who = self.any(FORCES)?;
            let nth = if self.reader.word("die") { self.reader.small("which die", 0, 255)? } else { 1 };
            dice.push(DieOf(who, nth));
            if !self.reader.sign('+') {
                break;
            }
        }
        let side =
            if self.reader.word("for") { self.side()? } else { self.state.side_of(dice[0].0).unwrap_or(SideId(0)) };
        Ok(Order::Reroll { battle: self.battle_of_throw(side)?, side, dice })
    }

    fn stand(&mut self) -> Read<Order> {
        let side = self.side()?;
        Ok(Order::Reroll { battle: self.battle_of_throw(side)?, side, dice: Vec::new() })
    }

    fn regrade(&mut self, sign: i16) -> Read<Order> {
        let Regrading { who, by, term } = self.regrading(sign)?;
        self.reader.need_word("because")?;
        Ok(Order::Regrade { who, by, term, why: self.reader.free_text("the reason")? })
    }

    fn battle(&mut self) -> Read<Order> {
        let name = self.reader.new_name()?;
        self.reader.need_word("with")?;
        let mut parties = vec![self.several(FORCES)?];
        while self.reader.word("v") {
            parties.push(self.several(FORCES)?);
        }
        Ok(Order::Battle { name, parties, id: BattleId(self.number_given()?) })
    }

    fn stack(&mut self) -> Read<Order> {
        let name = self.reader.new_name()?;
        self.reader.need_word("for")?;
        Ok(Order::Stack { name, side: self.side()?, id: StackId(self.number_given()?) })
    }

    fn assign(&mut self) -> Read<Order> {
        let units = self.units()?;
        self.reader.need_word("to")?;
        Ok(Order::Assign { units, stack: Some(StackId(self.any(STACK)?.0)) })
    }

    fn rename(&mut self) -> Read<Order> {
        let id = self.any(ANY)?;
        self.reader.need_word("to")?;
        Ok(Order::Rename { id, name: self.reader.new_name()? })
    }

    fn muster(&mut self) -> Read<Order> {
        let mut recruit = Recruit::new(UnitId(self.state.next_id()), self.reader.new_name()?);
        let book = self.state.book();
        loop {
            if self.reader.word("in") {
                recruit.stack = Some(StackId(self.any(STACK)?.0));
            } else if self.reader.word("for") {
                recruit.side = Some(self.side()?);
            } else if self.reader.word("kind") {
                let kinds = book.troops.iter().map(|t| t.name.clone()).collect();
                recruit.kind = Some(self.reader.any_word(Expected::OneOf(kinds))?);
            } else if self.reader.word("strength") {
                recruit.strength = Some(self.reader.small("a strength", 0, 65_535)?);
            } else if self.reader.word("lost") {
                recruit.lost = self.reader.small("the strength that is lost", 0, 65_535)?;
            } else if self.reader.word("edna") {
                recruit.edna = Some(self.reader.small("an EDNA", 0, 255)?);
            } else if self.reader.word("worn") {
                recruit.worn = self.reader.small("the EDNA that is lost", 0, 255)?;
            } else if self.reader.word("grade") {
                let grades = book.ladder.grades.iter().map(|g| g.name.clone()).collect();
                recruit.grade = Some(self.reader.any_word(Expected::OneOf(grades))?);
            } else if self.reader.word("stats") {
                let stats = recruit.stats.take().map(|stats| *stats).unwrap_or_default();
                recruit.stats = Some(Box::new(self.stats(stats)?));
            } else if self.reader.word("as") {
                recruit.id = UnitId(self.reader.id()?);
            } else if self.armed(&mut recruit)? {
            } else {
                return Ok(Order::Unit(recruit));
            }
        }
    }

    fn rules(&mut self) -> Read<Order> {
        self.reader.need_word("change")?;
        let at = self.reader.here();
        let text = self.reader.free_text("the change, as in a rulebook: \"(scrud: (extras: Ignored))\"")?;
        let options = ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
        let draft = options.from_str(&text).map_err(|e| NotationError {
            at,
            what: format!("the rules can't be read: {}", e.code),
            hint: Some("write it as in a rulebook: `rules change \"(scrud: (extras: Ignored))\"`".into()),
        })?;
        Ok(Order::Rules(Box::new(draft)))
    }
}
