//! Lays out and draws the Odds screen.

use super::rolls::{Field, OddsFocus, OddsScreen, Of};
use crate::{panes::Panes, session::Session};
use ratatui::{Frame, layout::Rect};
use wardiary_base::{book::Rulebook, id::SideId, sides::BothSides};
use wardiary_odds::odds::{Answer, Method, Question, playout::Until, words};
use wardiary_rules::{rules::Roll, state::State};
use wardiary_view::{
    Look,
    layout::{BorderPlace, Divided},
    odds::{FigureRow, OddsAreas, OddsColumn, OddsPane, areas},
};

impl OddsScreen {
    pub fn areas(&self, area: Rect, panes: &Panes) -> (OddsAreas, Vec<BorderPlace>) {
        let mut divided = Divided::by(&panes.borders);
        let areas = match self.place {
            OddsFocus::Table if panes.zoomed => OddsAreas { table: area, ..OddsAreas::default() },
            OddsFocus::Roll(_) if panes.zoomed => areas(area, (self.shown(), self.has_second()), 0, &mut divided),
            _ => areas(area, (self.shown(), self.has_second()), self.variants.rows.len(), &mut divided),
        };
        (areas, divided.places)
    }

    pub(crate) fn focused(&self, areas: &OddsAreas) -> Rect {
        match self.place {
            OddsFocus::Table => areas.table,
            OddsFocus::Roll(at) => areas.columns[at],
        }
    }

    pub(crate) fn first_row(&self, table: Rect) -> usize {
        let room = usize::from(table.height.saturating_sub(3));
        if self.place == OddsFocus::Table { (self.variants.state.selected + 1).saturating_sub(room) } else { 0 }
    }

    pub(crate) fn draw_columns(&self, frame: &mut Frame, area: Rect, session: &Session, look: Look) {
        let (state, progress) = (session.save.diary().state(), session.odds.progress());
        let first = self.column(0, state, progress);
        let second = self.column(1, state, progress);
        let names = self.names(state);
        let (heading, rows) = self.table(&names);
        let pane = OddsPane {
            look,
            columns: [&first, &second],
            areas: self.areas(area, &session.panes).0,
            table: (&heading, &rows),
            selected: (self.place == OddsFocus::Table).then_some(self.variants.state.selected),
        };
        frame.render_widget(&pane, area);
    }

    /// The names of the sides, if the roll is an order's.
    fn names(&self, state: &State) -> BothSides<String> {
        self.sides.map_or_else(words::nobody, |sides| sides.map(|side| state.name(side)))
    }

    fn column(&self, at: usize, state: &State, progress: u32) -> OddsColumn {
        if at == 1 && self.until.is_some() {
            return self.played_out(state, progress);
        }
        let Field { input, roll, answer } = &self.fields[at];
        let book = state.book();
        let mut column = OddsColumn {
            title: if at == 0 { "Odds".into() } else { "Compared with".into() },
            text: input.value().to_string(),
            cursor: (self.place == OddsFocus::Roll(at)).then(|| input.cursor()),
            scroll: self.scroll,
            ..OddsColumn::default()
        };
        match roll {
            None if at == 0 => column.said = EXAMPLES.iter().map(ToString::to_string).collect(),
            None => column.said = vec!["a second roll, or Enter on a change below".into()],
            Some(Err(error)) => {
                let place = input.value().get(error.at.clone()).filter(|part| !part.trim().is_empty());
                column.fault.push(match place {
                    Some(part) => format!("{}, at “{}”", error.what, part.trim()),
                    None => error.what.clone(),
                });
                column.fault.extend(error.hint.clone());
            }
            Some(Ok(roll)) => {
                if at == 0 {
                    column.said.extend(self.note.clone());
                }
                if let Some(answer) = answer {
                    say(&mut column, book, (roll, answer), &self.names(state));
                }
                let place = |side: &SideId| state.sides().iter().position(|other| other.id == *side);
                column.sides = self.sides.iter().flat_map(BothSides::iter).filter_map(place).collect();
                column.working = self.working(Of::Roll(at), answer.is_some(), progress);
            }
        }
        column
    }

    fn working(&self, of: Of, found: bool, progress: u32) -> Option<String> {
        match (self.is_working(of), self.stopped, found) {
            (false, ..) => None,
            (true, true, true) => Some("the exact odds were broken off".into()),
            (true, true, false) => Some("broken off".into()),
            (true, false, true) => Some(format!("the exact odds are being worked out: {progress}% done")),
            (true, false, false) => Some(format!("being worked out: {progress}% done")),
        }
    }

    fn played_out(&self, state: &State, progress: u32) -> OddsColumn {
        let title = match self.until {
            Some(Until::SomebodyExhausted) => "Played out until a side is exhausted",
            Some(Until::BattleOver) => "The battle played out",
            _ => "Played out until the combat is over",
        };
        let mut column = OddsColumn { title: title.into(), scroll: self.scroll, ..OddsColumn::default() };
        if let Some(courses) = &self.courses {
            let names: Vec<String> = courses.sides.iter().map(|side| state.name(*side)).collect();
            (column.said, column.tables) = words::playout(courses, &names);
        }
        column.working = self.working(Of::Playout, self.courses.is_some(), progress);
        column
    }

    /// The table of changes to the roll: its heading, and a row for each change, the unchanged roll first.
    fn table(&self, names: &BothSides<String>) -> (FigureRow, Vec<FigureRow>) {
        let figures = |answer: Option<&Answer>| {
            answer.map(|answer| words::key_figures(&answer.summary, names)).unwrap_or_default()
        };
        let found = |of: Of| self.slots.iter().find(|slot| slot.of == of).and_then(|slot| slot.answer.as_ref());
        let own = figures(found(Of::Roll(0)));
        let mut heading = vec![String::new()];
        heading.extend(own.iter().map(|(name, _)| name.clone()));
        let rows = self.variants.rows.iter().enumerate().map(|(at, variant)| {
            let answer = found(Of::Variant(at));
            let about = if answer.is_some_and(|answer| answer.method != Method::Exact) { "~ " } else { "" };
            let mut row = vec![variant.name.clone()];
            row.extend(figures(answer).into_iter().map(|(_, value)| format!("{about}{value}")));
            row
        });
        let rows: Vec<FigureRow> = rows.collect();
        if !own.is_empty() {
            heading[0] = "as it is".into();
            for (cell, (name, value)) in heading[1..].iter_mut().zip(&own) {
                *cell = format!("{name} {value}");
            }
        }
        (heading, rows)
    }
}

fn say(column: &mut OddsColumn, book: &Rulebook, (roll, answer): (&Roll, &Answer), names: &BothSides<String>) {
    column.said.push(match answer.method {
        Method::Exact => "exact".into(),
        Method::Simulated { trials, error } => {
            format!("~ simulated {trials} times, each chance right to about ±{:.2}%", 200.0 * error)
        }
    });
    column.said.extend(words::summary(&answer.summary, names));
    column.tables = words::tables(&Question::of(roll.clone()), roll.book(book), answer, names);
}

const EXAMPLES: [&str; 7] = [
    "Type any roll:",
    "2d6   3d10+1   edna 8   3x edna 8",
    "scrud 4 green v 8 yellow",
    "scrud 4 green + artillery blue v 8 yellow phases 3",
    "3x pass-one 2d 4-   test 4+",
    "volley 6 at infantry in cover",
    "initiative",
];
