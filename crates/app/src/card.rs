//! The detail card of the selected unit, stack or side: what its row has no room for, what it did in the battle, and
//! the latest entries that mention it.

use super::{
    lists::{List, ListState},
    session::Session,
};
use ratatui::{
    Frame,
    layout::{Position, Rect},
};
use wardiary_base::{
    book::{Equal, Grade, GradeStep, Mechanism, NamedTest, Passing},
    id::{Id, StackId, UnitId},
    text,
};
use wardiary_diary::diary::EntryNo;
use wardiary_report::service::words;
use wardiary_rules::{
    event::Reading,
    state::{Battle, EntityKind, State, Unit},
};
use wardiary_view::{
    Look,
    campaign::of_force_in_words,
    grade_letter,
    ledger::{LedgerCell, LedgerItem, LedgerPane, LedgerRow, LedgerTone},
    measure, modifier,
};

/// Maximum number of entries listed.
const ENTRIES: usize = 12;

/// Number of past entries searched for mentions.
const AMONG: usize = 2000;

/// Number of entries read per frame for unit statistics.
const AT_ONCE: usize = 40;

#[derive(Debug, Default)]
pub(crate) struct Card {
    made: Option<Made>,
    title: String,
    pub list: List<Vec<LedgerRow>>,
    is_reading: bool,
}

/// The inputs of the cached rows: the rows are rebuilt when it changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Made {
    id: Id,
    entry: EntryNo,
    next: EntryNo,
    columns: usize,
    is_reading: bool,
}

impl Card {
    /// Updates the card for the selected id and for the space available.
    pub fn prepare(&mut self, session: &mut Session, chosen: Option<Id>, (columns, height): (usize, usize)) {
        let Some(id) = chosen.filter(|_| columns > 0) else {
            *self = Self::default();
            return;
        };
        let (entry, next) = (session.entry(), session.diary().next_no());
        if self.made.is_none_or(|before| (before.entry, before.next) != (entry, next)) {
            self.read_on(session);
        }
        let made = Made { id, entry, next, columns, is_reading: self.is_reading };
        if self.made != Some(made) {
            if self.made.is_none_or(|before| before.id != id) {
                self.list.state = ListState::default();
            }
            self.made = Some(made);
            self.list.rows = rows(session, id, columns, self.is_reading);
            self.title = session.state().name(id);
        }
        let rows = self.list.rows.len();
        self.list.state.selected = self.list.state.selected.min(rows.saturating_sub(1));
        self.list.state.fill(rows, height);
    }

    pub fn read_on(&mut self, session: &mut Session) {
        self.is_reading = !session.look_up_deeds(AT_ONCE);
    }

    /// Whether entries remain to be read.
    pub fn is_reading(&self) -> bool {
        self.is_reading
    }

    /// Selects the row at a position of the card. Returns whether it was selected before.
    pub fn select_at(&mut self, at: Position, place: Rect) -> bool {
        self.list.state.select_at(at, place, self.list.rows.len()) == Some(true)
    }

    pub fn entry(&self) -> Option<EntryNo> {
        match self.list.chosen()?.item {
            Some(LedgerItem::Entry(no)) => Some(no),
            _ => None,
        }
    }

    pub fn draw(&self, frame: &mut Frame, area: Rect, look: Look, focused: bool) {
        let Self { title, list: List { rows, state: ListState { selected, scroll } }, .. } = self;
        let selected = if focused { *selected } else { usize::MAX };
        frame.render_widget(&LedgerPane { look, title, rows, selected, scroll: *scroll, focused }, area);
    }
}

fn rows(session: &mut Session, id: Id, columns: usize, is_reading: bool) -> Vec<LedgerRow> {
    let state = session.state();
    let name = state.name(id);
    // The title may be truncated.
    let is_long = measure::width(&name) + 6 > columns;
    let mut rows = if is_long { wrapped(&name, columns, LedgerTone::Title) } else { Vec::new() };
    rows.extend(match state.kind(id) {
        Some(EntityKind::Unit) => state.unit(UnitId(id.0)).map_or_else(Vec::new, |unit| of_unit(state, unit, columns)),
        _ => of_force(state, id, columns),
    });
    rows.extend(deeds(session, id, columns, is_reading));
    let entries = entries(session, id);
    if !entries.is_empty() {
        rows.push(LedgerRow::words("Entries that speak of it", LedgerTone::Title));
        rows.extend(entries);
    }
    rows
}

fn wrapped(said: &str, columns: usize, tone: LedgerTone) -> Vec<LedgerRow> {
    // The cursor and the gap after it take two columns.
    let lines = measure::wrap(said, columns.saturating_sub(2).max(1));
    lines.into_iter().map(|line| LedgerRow::words(line, tone)).collect()
}

fn of_unit(state: &State, unit: &Unit, columns: usize) -> Vec<LedgerRow> {
    let book = state.book();
    let said = |said: String| wrapped(&said, columns, LedgerTone::Plain);
    let stack = unit.stack.map(|stack| state.name(stack));
    let who: Vec<String> = std::iter::once(state.name(unit.side)).chain(stack).chain([unit.kind.to_string()]).collect();
    let mut rows = said(who.join(", "));
    if !unit.is_alive() {
        let had = unit.strength_known().is_exact().then(|| format!("; it had {} SP", unit.strength.full));
        rows.extend(wrapped(&format!("Eliminated{}.", had.unwrap_or_default()), columns, LedgerTone::Bad));
        return rows;
    }
    let gauge = |now: u16, full: u16, told: String| {
        let share = f64::from(now) / f64::from(full.max(1));
        let tone = if share < 0.5 { LedgerTone::Bad } else { LedgerTone::Plain };
        LedgerRow::of(vec![LedgerCell::bar(share).toned(tone), LedgerCell::text(told).toned(tone)])
    };
    let strength = unit.strength;
    match unit.strength_known() {
        Reading::Exact => {
            rows.push(gauge(strength.now, strength.full, format!("{} of {} SP", strength.now, strength.full)));
        }
        known => rows.extend(said(format!("{} SP", known.words(String::new)))),
    }
    if book.uses(Mechanism::Edna) {
        let edna = unit.edna;
        match unit.edna_known() {
            Reading::Exact => {
                rows.push(gauge(edna.now.into(), edna.full.into(), format!("EDNA {} of {}", edna.now, edna.full)));
                rows.extend(wrapped(&edna_in_words(state, unit), columns, LedgerTone::Quiet));
            }
            known => rows.extend(said(format!("EDNA {}", known.words(String::new)))),
        }
    }
    if book.lines_up() {
        rows.extend(said(unit.grade_or(|| grade_in_words(state, unit))));
    }
    let weapons = state.weapons_of(unit);
    if !weapons.is_empty() {
        rows.extend(said(format!("Fires with {}.", text::list(weapons))));
    }
    let tests = state.tests_of(unit);
    if !tests.is_empty() {
        let tests: Vec<String> = tests.iter().map(|test| test_in_words(test)).collect();
        rows.extend(said(format!("Tests: {}.", tests.join("; "))));
    }
    if let Some(place) = unit.place {
        let moved = state.move_of(unit.id).map_or_else(String::new, |moved| match moved.cost {
            0 => ", has turned".into(),
            cost => format!(", has moved {cost} of {}", moved.of),
        });
        rows.extend(said(format!("At {}, faces {}{moved}.", place.cell, place.facing.name())));
    }
    rows
}

/// Example: `Morale, 4+ on one of 2 dice`.
fn test_in_words(test: &NamedTest) -> String {
    let dice = match (test.dice, test.pass) {
        (1, _) => "a die".to_string(),
        (dice, Passing::One) => format!("one of {dice} dice"),
        (dice, Passing::All) => format!("each of {dice} dice"),
    };
    format!("{}, {} on {dice}", text::sanitize(&test.name), test.needs)
}

/// What its EDNA means, such as `Acts on 5 or less of 2d6.`
fn edna_in_words(state: &State, unit: &Unit) -> String {
    let rules = &state.book().edna;
    let acts = match rules.equal {
        Equal::Acts => unit.edna.now,
        Equal::Halts => unit.edna.now.saturating_sub(1),
    };
    if unit.is_ineffective() {
        return "It is used up: the unit is ineffective.".into();
    }
    format!("Tested with {}: it acts on {acts} or less.", rules.dice)
}

/// Its current grade with the die modifier, and earlier grades if they differ, such as `Fights as white (0), green (+1)
/// when mustered.`
fn grade_in_words(state: &State, unit: &Unit) -> String {
    let ladder = &state.book().ladder;
    let told = |grade| {
        let step = ladder.step(grade);
        format!("{} ({})", text::sanitize(&step.name), modifier(step))
    };
    let used = state.grade_used(unit);
    let mut said = vec![format!("Fights as {}", told(used))];
    if unit.grade != used {
        said.push(format!("its own grade is {}", told(unit.grade)));
    }
    if unit.mustered != unit.grade {
        said.push(format!("mustered {}", told(unit.mustered)));
    }
    format!("{}.", said.join("; "))
}

fn of_force(state: &State, id: Id, columns: usize) -> Vec<LedgerRow> {
    let mut said = of_force_in_words(state, id);
    if let Some(stack) = state.stack(StackId(id.0)).filter(|_| state.kind(id) == Some(EntityKind::Stack)) {
        let leader = stack.leader.map(|leader| format!("Led by {}", state.name(leader)));
        said.extend(leader);
    }
    let mut rows: Vec<LedgerRow> = said.iter().flat_map(|said| wrapped(said, columns, LedgerTone::Plain)).collect();
    if state.kind(id) == Some(EntityKind::Side) && state.book().lines_up() {
        let ladder = &state.book().ladder;
        let steps = (0..=ladder.lowest().0).map(|grade| ladder.step(Grade(grade)));
        let step = |step: &GradeStep| {
            LedgerRow::of(vec![
                LedgerCell::text(grade_letter(step).to_string()),
                LedgerCell::number(modifier(step)),
                LedgerCell::text(text::sanitize(&step.name)).quiet(),
            ])
        };
        rows.push(LedgerRow::words("The grades, best first", LedgerTone::Title));
        rows.extend(steps.map(step));
    }
    rows
}

fn deeds(session: &Session, id: Id, columns: usize, is_reading: bool) -> Vec<LedgerRow> {
    let state = session.state();
    let unit = UnitId(id.0);
    let battle = session.battle_there().and_then(|battle| state.battle(battle));
    let is_there = |battle: &&Battle| battle.contingents.iter().any(|contingent| contingent.has(unit));
    let Some(battle) = battle.filter(is_there).filter(|_| state.kind(id) == Some(EntityKind::Unit)) else {
        return Vec::new();
    };
    let mut rows = vec![LedgerRow::words(format!("In {}", state.name(battle.id)), LedgerTone::Title)];
    let told = session.deeds_of(unit).map_or_else(Vec::new, words::deeds);
    if is_reading {
        rows.push(LedgerRow::words("the diary is being read …", LedgerTone::Quiet));
    } else if told.is_empty() {
        rows.push(LedgerRow::words("has done nothing yet", LedgerTone::Quiet));
    }
    rows.extend(told.iter().flat_map(|did| wrapped(did, columns, LedgerTone::Plain)));
    rows
}

/// The latest entries that mention it, newest first.
fn entries(session: &mut Session, id: Id) -> Vec<LedgerRow> {
    let state = session.state();
    let (name, is_stack) = (state.name(id), state.kind(id) == Some(EntityKind::Stack));
    // An entry that mentions a unit of the stack counts for the stack.
    let units = state.units_meant(id).into_iter().filter(|_| is_stack).map(|unit| Id::from(unit.id));
    let about = units.chain([id]).collect();
    let found = session.last_about(&about, AMONG, ENTRIES);
    let mut rows = Vec::new();
    for no in found {
        let at = session.place_of(no).saturating_sub(1);
        let Some(account) = session.tell(at, 1).pop() else { continue };
        let names_it = account.sentences.iter().find(|said| said.contains(&name));
        // An order given to a stack is shown by its headline; for a unit of it, the sentence about the unit is shown.
        let headline = Some(&account.headline).filter(|headline| is_stack && headline.contains(&name));
        let said = headline.or(names_it).or(account.sentences.first()).unwrap_or(&account.headline);
        rows.push(LedgerRow::words(format!("{no:>3} {said}"), LedgerTone::Plain).to(LedgerItem::Entry(no)));
    }
    rows
}
