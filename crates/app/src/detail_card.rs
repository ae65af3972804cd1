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
    book::{EqualRoll, Grade, GradeStep, Mechanism, NamedTest, Passing},
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
    campaign::force_details,
    grade_letter, measure, modifier,
    table_pane::{CellTone, RowLink, TablePane, TablePaneCell, TablePaneRow},
};

const MAX_ENTRIES: usize = 12;

const MAX_SEARCHED: usize = 2000;

const ENTRIES_PER_FRAME: usize = 40;

#[derive(Debug, Default)]
pub(crate) struct DetailCard {
    key: Option<CardKey>,
    title: String,
    pub list: List<Vec<TablePaneRow>>,
    is_reading: bool,
}

/// The inputs of the cached rows: the rows are rebuilt when it changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct CardKey {
    id: Id,
    entry: EntryNo,
    next: EntryNo,
    columns: usize,
    is_reading: bool,
}

impl DetailCard {
    pub fn prepare(&mut self, session: &mut Session, chosen: Option<Id>, (columns, height): (usize, usize)) {
        let Some(id) = chosen.filter(|_| columns > 0) else {
            *self = Self::default();
            return;
        };
        let (entry, next) = (session.entry(), session.diary().next_no());
        if self.key.is_none_or(|before| (before.entry, before.next) != (entry, next)) {
            self.read_more(session);
        }
        let made = CardKey { id, entry, next, columns, is_reading: self.is_reading };
        if self.key != Some(made) {
            if self.key.is_none_or(|before| before.id != id) {
                self.list.state = ListState::default();
            }
            self.key = Some(made);
            self.list.rows = rows(session, id, columns, self.is_reading);
            self.title = session.state().name(id);
        }
        let rows = self.list.rows.len();
        self.list.state.selected = self.list.state.selected.min(rows.saturating_sub(1));
        self.list.state.fit_scroll(rows, height);
    }

    pub fn read_more(&mut self, session: &mut Session) {
        self.is_reading = !session.read_more_unit_stats(ENTRIES_PER_FRAME);
    }

    pub fn is_reading(&self) -> bool {
        self.is_reading
    }

    /// Selects the row at a position of the card. Returns whether it was selected before.
    pub fn select_at(&mut self, at: Position, place: Rect) -> bool {
        self.list.state.select_at(at, place, self.list.rows.len()) == Some(true)
    }

    pub fn selected_entry(&self) -> Option<EntryNo> {
        match self.list.selected_row()?.link {
            Some(RowLink::Entry(no)) => Some(no),
            _ => None,
        }
    }

    pub fn draw(&self, frame: &mut Frame, area: Rect, look: Look, focused: bool) {
        let Self { title, list: List { rows, state: ListState { selected, scroll } }, .. } = self;
        let selected = if focused { *selected } else { usize::MAX };
        frame.render_widget(&TablePane { look, title, rows, selected, scroll: *scroll, focused }, area);
    }
}

fn rows(session: &mut Session, id: Id, columns: usize, is_reading: bool) -> Vec<TablePaneRow> {
    let state = session.state();
    let name = state.name(id);
    // The title may be truncated.
    let is_long = measure::width(&name) + 6 > columns;
    let mut rows = if is_long { wrapped_rows(&name, columns, CellTone::Title) } else { Vec::new() };
    rows.extend(match state.kind(id) {
        Some(EntityKind::Unit) => {
            state.unit(UnitId(id.0)).map_or_else(Vec::new, |unit| unit_rows(state, unit, columns))
        }
        _ => force_rows(state, id, columns),
    });
    rows.extend(stats_rows(session, id, columns, is_reading));
    let entries = entry_rows(session, id);
    if !entries.is_empty() {
        rows.push(TablePaneRow::text("Entries about it", CellTone::Title));
        rows.extend(entries);
    }
    rows
}

fn wrapped_rows(sentence: &str, columns: usize, tone: CellTone) -> Vec<TablePaneRow> {
    // The cursor and the gap after it take two columns.
    let lines = measure::wrap(sentence, columns.saturating_sub(2).max(1));
    lines.into_iter().map(|line| TablePaneRow::text(line, tone)).collect()
}

fn unit_rows(state: &State, unit: &Unit, columns: usize) -> Vec<TablePaneRow> {
    let book = state.book();
    let sentence = |sentence: String| wrapped_rows(&sentence, columns, CellTone::Plain);
    let stack = unit.stack.map(|stack| state.name(stack));
    let who: Vec<String> = std::iter::once(state.name(unit.side)).chain(stack).chain([unit.kind.to_string()]).collect();
    let mut rows = sentence(who.join(", "));
    if !unit.is_alive() {
        let had = unit.strength().exact().map(|strength| format!("; it had {} SP", strength.full));
        rows.extend(wrapped_rows(&format!("Eliminated{}.", had.unwrap_or_default()), columns, CellTone::Bad));
        return rows;
    }
    let gauge = |now: u16, full: u16, text: String| {
        let share = f64::from(now) / f64::from(full.max(1));
        let tone = if share < 0.5 { CellTone::Bad } else { CellTone::Plain };
        TablePaneRow::new(vec![TablePaneCell::bar(share).with_tone(tone), TablePaneCell::text(text).with_tone(tone)])
    };
    match unit.strength() {
        Reading::Exact(strength) => {
            rows.push(gauge(strength.now, strength.full, format!("{} of {} SP", strength.now, strength.full)));
        }
        known => rows.extend(sentence(format!("{} SP", known.text(|_| String::new())))),
    }
    if book.uses(Mechanism::Edna) {
        match unit.edna() {
            Reading::Exact(edna) => {
                rows.push(gauge(edna.now.into(), edna.full.into(), format!("EDNA {} of {}", edna.now, edna.full)));
                rows.extend(wrapped_rows(&edna_in_words(state, edna.now), columns, CellTone::Muted));
            }
            known => rows.extend(sentence(format!("EDNA {}", known.text(|_| String::new())))),
        }
    }
    if state.uses_grade(unit) {
        rows.extend(sentence(unit.grade().grade_text(|own| grade_in_words(state, unit, own))));
    }
    let weapons = state.weapons_of(unit);
    if !weapons.is_empty() {
        rows.extend(sentence(format!("Fires with {}.", text::list(weapons))));
    }
    let tests = state.tests_of(unit);
    if !tests.is_empty() {
        let tests: Vec<String> = tests.iter().map(|test| test_in_words(test)).collect();
        rows.extend(sentence(format!("Tests: {}.", tests.join("; "))));
    }
    if let Some(place) = unit.place {
        let moved = state.move_of(unit.id).map_or_else(String::new, |moved| match moved.cost {
            0 => ", has turned".into(),
            cost => format!(", has moved {cost} of {}", moved.allowance),
        });
        rows.extend(sentence(format!("At {}, faces {}{moved}.", place.cell, place.facing.name())));
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
    format!("{}, {} on {dice}", test.name, test.needs)
}

/// The meaning of its EDNA, such as `Acts on 5 or less of 2d6.`
fn edna_in_words(state: &State, now: u8) -> String {
    let rules = &state.book().edna;
    let acts = match rules.equal {
        EqualRoll::Acts => now,
        EqualRoll::Halts => now.saturating_sub(1),
    };
    if now == 0 {
        return "Its EDNA is used up: the unit is ineffective.".into();
    }
    format!("Tested with {}: it acts on {acts} or less.", rules.dice)
}

/// Its current grade with the die modifier, and earlier grades if they differ, such as `Fights as white (0), green (+1)
/// when mustered.`
fn grade_in_words(state: &State, unit: &Unit, own: Grade) -> String {
    let ladder = &state.book().ladder;
    let text = |grade| {
        let step = ladder.step(grade);
        format!("{} ({})", step.name, modifier(step))
    };
    let used = state.effective_grade(unit).exact().unwrap_or(own);
    let mut parts = vec![format!("Fights as {}", text(used))];
    if own != used {
        parts.push(format!("its own grade is {}", text(own)));
    }
    let mustered = unit.grade_at_muster().exact().filter(|mustered| *mustered != own);
    parts.extend(mustered.map(|mustered| format!("mustered {}", text(mustered))));
    format!("{}.", parts.join("; "))
}

fn force_rows(state: &State, id: Id, columns: usize) -> Vec<TablePaneRow> {
    let mut details = force_details(state, id);
    if let Some(stack) = state.stack(StackId(id.0)).filter(|_| state.kind(id) == Some(EntityKind::Stack)) {
        let leader = stack.leader.map(|leader| format!("Led by {}", state.name(leader)));
        details.extend(leader);
    }
    let mut rows: Vec<TablePaneRow> =
        details.iter().flat_map(|details| wrapped_rows(details, columns, CellTone::Plain)).collect();
    if state.kind(id) == Some(EntityKind::Side) && state.book().uses_line_up() {
        let ladder = &state.book().ladder;
        let steps = (0..=ladder.lowest().0).map(|grade| ladder.step(Grade(grade)));
        let step = |step: &GradeStep| {
            TablePaneRow::new(vec![
                TablePaneCell::text(grade_letter(step).to_string()),
                TablePaneCell::number(modifier(step)),
                TablePaneCell::text(step.name.to_string()).muted(),
            ])
        };
        rows.push(TablePaneRow::text("The grades, best first", CellTone::Title));
        rows.extend(steps.map(step));
    }
    rows
}

fn stats_rows(session: &Session, id: Id, columns: usize, is_reading: bool) -> Vec<TablePaneRow> {
    let state = session.state();
    let unit = UnitId(id.0);
    let battle = session.battle_there().and_then(|battle| state.battle(battle));
    let is_there = |battle: &&Battle| battle.contingents.iter().any(|contingent| contingent.contains(unit));
    let Some(battle) = battle.filter(is_there).filter(|_| state.kind(id) == Some(EntityKind::Unit)) else {
        return Vec::new();
    };
    let mut rows = vec![TablePaneRow::text(format!("In {}", state.name(battle.id)), CellTone::Title)];
    let text = session.unit_stats.stats_of(unit).map_or_else(Vec::new, words::achievements);
    if is_reading {
        rows.push(TablePaneRow::text("reading the diary …", CellTone::Muted));
    } else if text.is_empty() {
        rows.push(TablePaneRow::text("has done nothing yet", CellTone::Muted));
    }
    rows.extend(text.iter().flat_map(|did| wrapped_rows(did, columns, CellTone::Plain)));
    rows
}

/// The latest entries that mention it, newest first.
fn entry_rows(session: &mut Session, id: Id) -> Vec<TablePaneRow> {
    let state = session.state();
    let (name, is_stack) = (state.name(id), state.kind(id) == Some(EntityKind::Stack));
    // An entry that mentions a unit of the stack counts for the stack.
    let units = state.units_for_id(id).into_iter().filter(|_| is_stack).map(|unit| Id::from(unit.id));
    let about = units.chain([id]).collect();
    let found = session.latest_mentions(&about, MAX_SEARCHED, MAX_ENTRIES);
    let mut rows = Vec::new();
    for no in found {
        let at = session.position_of(no).saturating_sub(1);
        let Some(account) = session.accounts(at, 1).pop() else { continue };
        let names_it = account.sentences.iter().find(|sentence| sentence.contains(&name));
        // An order given to a stack is shown by its headline; for a unit of it, the sentence about the unit is shown.
        let headline = Some(&account.headline).filter(|headline| is_stack && headline.contains(&name));
        let sentence = headline.or(names_it).or(account.sentences.first()).unwrap_or(&account.headline);
        rows.push(TablePaneRow::text(format!("{no:>3} {sentence}"), CellTone::Plain).linked_to(RowLink::Entry(no)));
    }
    rows
}
