//! A form for an order with several parts, such as a network of roads: labelled fields instead of syntax. It shows the
//! order that the fields compose, and each fault beside its field.

mod kinds;

use crate::{
    command_id::GroupId,
    component::{
        Action, Actions, Command, CommandMode, Commands, Component, Context as _, Event, LineResult, Overlay,
        RenderOptions, always,
    },
    effect::Effect,
    notice::Notice,
    session::Session,
    shared_commands::can_order,
    text_input,
};
pub(crate) use kinds::FORMS;
use kinds::{CellValue, FormCell, FormKind};
use ratatui::{Frame, layout::Rect};
use std::{cell::OnceCell, ops::Range};
use tui_input::Input;
use wardiary_base::text;
use wardiary_diary::assets::{roads, unit_table};
use wardiary_rules::{
    notation::{self, Instruction, refusal},
    order::Order,
    rules::{self, Step},
    state::State,
};
use wardiary_view::{
    ClickTarget,
    campaign::{NetworkPane, NetworkPlan},
    order_form::{FormField, FormRow, OrderFormPane},
};

/// A field: its section, row and cell.
type Place = (usize, usize, usize);

/// The range of each field in the order's text.
type FieldRanges = Vec<(Place, Range<usize>)>;

pub(crate) struct OrderForm {
    kind: &'static FormKind,
    /// The texts by section, row and cell. A section that repeats ends with a blank row.
    sections: Vec<Vec<Vec<Input>>>,
    at: Place,
    /// The completion that was marked, if any.
    marked: Option<usize>,
    /// The network that was drawn last.
    plan: NetworkPlan,
    analysis: OnceCell<FormAnalysis>,
}

/// The order of the fields, or its fault, and the completions of the current field.
struct FormAnalysis {
    text: String,
    order: Result<Box<Order>, FormFault>,
    completions: Vec<String>,
    plan: Option<NetworkPlan>,
}

struct FormFault {
    /// The field, if the fault is in one.
    at: Option<Place>,
    what: String,
}

const COMMANDS: &[&[Command<OrderForm, Session>]] = &[&commands! {
    FormGive, "give the order", "give the order; or go to the field that is wrong", always, OrderForm::give;
    FormNext, "next", "take the marked completion, and go to the next field", always, OrderForm::next;
    FormPrevious, "", "the previous field", always, |form, _| form.move_by(-1);
    FormDown, "", "the row below", always, |form, _| form.move_rows(1);
    FormUp, "", "the row above", always, |form, _| form.move_rows(-1);
    FormChoose, "other completion", "mark the next completion", always, |form, s| form.mark_next(s);
    FormRemove, "remove row", "empty the row, or remove it from its list", always, |form, _| form.remove_row();
    FormLine, "as text", "edit the order as text", always, OrderForm::line_instead;
    FormCancel, "back", "back without an order; the fields are not kept", always, |_, _| vec![Action::Close];
}];

impl Commands<Session> for OrderForm {
    const MODES: &'static [CommandMode<Self, Session>] =
        &[CommandMode::new(GroupId::Form, "In the form of an order", COMMANDS)];
}

impl OrderForm {
    fn new(kind: &'static FormKind) -> Self {
        let sections = kind.sections.iter().map(|section| vec![blank_row(section.cells)]).collect();
        let plan = NetworkPlan::default();
        Self { kind, sections, at: (0, 0, 0), marked: None, plan, analysis: OnceCell::new() }
    }

    /// The action that opens the form of an order with what its text has so far; or else the order line.
    pub fn open_action(text: &str, session: &Session) -> Actions<Session> {
        match Self::of_text(text) {
            Some(form) if can_order(&form, session).is_ok() => vec![Action::Open(Box::new(form))],
            _ => vec![Action::OpenOrderLine(text.into())],
        }
    }

    /// The form of an order, if it has one, with its words in their fields.
    pub fn of_text(text: &str) -> Option<Self> {
        let starts = |text: &str, words: &str| {
            let after = text.get(words.len()..).filter(|_| text.is_char_boundary(words.len()));
            after.is_some_and(|after| {
                text[..words.len()].eq_ignore_ascii_case(words) && !after.starts_with(char::is_alphanumeric)
            })
        };
        let text = text.trim_start();
        let mut form = Self::new(FORMS.iter().find(|kind| starts(text, kind.verb))?);
        let (mut at, mut taken) = ((0, 0, 0), form.kind.verb.len());
        let words = notation::words(text);
        if words.is_empty() {
            return None;
        }
        for (range, quoted) in words {
            if range.start < taken {
                continue;
            }
            // A row begins with a name, whatever word of the order it is.
            let is_begun = !form.is_blank((at.0, at.1, 0));
            let (rest, word) = (&text[range.start..], &text[range.clone()]);
            let sections = form.kind.sections;
            let later =
                sections[at.0].cells.iter().enumerate().skip(at.2 + usize::from(at.2 > 0 || !form.is_blank(at)));
            let by_cell =
                later.clone().find(|(_, cell)| is_begun && !cell.words.is_empty() && starts(rest, cell.words));
            let by_section = sections.iter().enumerate().skip(at.0 + 1).find_map(|(nth, section)| {
                let words = if section.words.is_empty() { section.cells[0].words } else { section.words };
                (is_begun && !words.is_empty() && starts(rest, words)).then_some((nth, words))
            });
            let number = later.clone().find(|(_, cell)| cell.words.is_empty() && cell.value == CellValue::Number);
            let is_number = word.trim_start_matches('-').parse::<f64>().is_ok();
            match (quoted, by_cell, by_section, number) {
                (None, ..) if word == "," => {
                    at = (at.0, at.1 + 1, 0);
                    form.sections[at.0].push(blank_row(sections[at.0].cells));
                    continue;
                }
                (None, Some((nth, cell)), ..) => {
                    at.2 = nth;
                    taken = range.start + cell.words.len();
                    continue;
                }
                (None, _, Some((nth, words)), _) => {
                    at = (nth, 0, 0);
                    taken = range.start + words.len();
                    continue;
                }
                (None, .., Some((nth, _))) if is_number && !form.is_blank(at) => at.2 = nth,
                (quoted, _, by_section, _) => {
                    // Only `+` joins references: another word is the next field.
                    let is_joined = word == "+" || form.value(at).ends_with('+');
                    let is_full = is_begun && form.cell(at).value == CellValue::Reference && !is_joined;
                    let mut plain = sections.iter().enumerate().skip(at.0 + 1);
                    let next = plain.find(|(_, next)| next.words.is_empty() && next.cells[0].words.is_empty());
                    if let Some((nth, _)) = next.filter(|_| is_full && by_section.is_none()) {
                        at = (nth, 0, 0);
                    }
                    let value = sections[at.0].cells[at.2].value;
                    let word = match quoted {
                        Some(inner) if value != CellValue::Reference => inner,
                        _ => word.to_string(),
                    };
                    form.append(at, &word);
                    continue;
                }
            }
            form.append(at, word);
        }
        form.add_blank_rows();
        form.go_to_first_blank();
        Some(form)
    }

    fn is_blank(&self, (section, row, cell): Place) -> bool {
        self.sections[section][row][cell].value().trim().is_empty()
    }

    fn append(&mut self, (section, row, cell): Place, word: &str) {
        let input = &mut self.sections[section][row][cell];
        let gap = if input.value().is_empty() { "" } else { " " };
        *input = text_input::input_with(format!("{}{gap}{word}", input.value()));
    }

    /// A finished form waits at its first field, another at the first that is missing.
    fn go_to_first_blank(&mut self) {
        let missing = self.places().into_iter().find(|at| self.is_blank(*at) && self.cell(*at).needed && at.1 == 0);
        self.at = missing.filter(|at| at.0 == 0 || !self.kind.sections[at.0].repeats).unwrap_or((0, 0, 0));
    }

    fn cell(&self, (section, _, cell): Place) -> &'static FormCell {
        &self.kind.sections[section].cells[cell]
    }

    fn value(&self, (section, row, cell): Place) -> &str {
        self.sections[section][row][cell].value()
    }

    fn places(&self) -> Vec<Place> {
        let rows = self.sections.iter().enumerate().flat_map(|(at, rows)| (0..rows.len()).map(move |row| (at, row)));
        rows.flat_map(|(at, row)| (0..self.sections[at][row].len()).map(move |cell| (at, row, cell))).collect()
    }

    /// Keeps one blank row at the end of each list.
    fn add_blank_rows(&mut self) {
        for (rows, section) in self.sections.iter_mut().zip(self.kind.sections) {
            let is_blank = |row: &Vec<Input>| row.iter().all(|cell| cell.value().trim().is_empty());
            if section.repeats && !rows.last().is_some_and(is_blank) {
                rows.push(blank_row(section.cells));
            }
        }
    }

    /// The order’s text, up to a field or all of it, with the range of each field and the first field that is missing.
    fn compose(&self, until: Option<Place>) -> (String, FieldRanges, Option<Place>) {
        let (mut text, mut ranges, mut missing) = (self.kind.verb.to_string(), Vec::new(), None);
        for (nth, (section, rows)) in self.kind.sections.iter().zip(&self.sections).enumerate() {
            let mut is_first = true;
            for (row, cells) in rows.iter().enumerate() {
                let here = until.is_some_and(|until| (until.0, until.1) == (nth, row));
                if !here && cells.iter().all(|cell| cell.value().trim().is_empty()) && section.repeats {
                    continue;
                }
                let mut words = if is_first { section.words } else { "," };
                is_first = false;
                for (at, (cell, input)) in section.cells.iter().zip(cells).enumerate() {
                    let (place, value) = ((nth, row, at), input.value().trim());
                    let is_last = until == Some(place);
                    if value.is_empty() && !is_last {
                        let mut later = section.cells.iter().zip(cells).skip(at + 1);
                        let has_later =
                            later.any(|(cell, input)| cell.words.is_empty() && !input.value().trim().is_empty());
                        missing = missing.or((cell.needed || has_later).then_some(place));
                        continue;
                    }
                    for word in [words, cell.words].into_iter().filter(|word| !word.is_empty()) {
                        text += if word == "," { "" } else { " " };
                        text += word;
                    }
                    words = "";
                    let start = text.len() + 1;
                    text += " ";
                    text += &match cell.value {
                        // The reader completes what is typed, without quotes around it.
                        _ if is_last => input.value().trim_start().to_string(),
                        CellValue::Name | CellValue::NewName => notation::quote_if_needed(value),
                        CellValue::Text => notation::quote(value),
                        CellValue::Number | CellValue::Reference => value.to_string(),
                    };
                    ranges.push((place, start..text.len()));
                    if is_last {
                        return (text, ranges, missing);
                    }
                }
            }
        }
        (text, ranges, missing)
    }

    fn analysis(&self, session: &Session) -> &FormAnalysis {
        self.analysis.get_or_init(|| self.analyse(session))
    }

    fn analyse(&self, session: &Session) -> FormAnalysis {
        let state = session.diary().state();
        let (composed, ranges, missing) = self.compose(None);
        let at_byte = |byte: usize| {
            let found = ranges.iter().rfind(|(_, range)| range.start <= byte);
            found.map(|(place, _)| *place)
        };
        let fault = |at, what: String, hint: Option<String>| {
            let what = std::iter::once(what).chain(hint).collect::<Vec<_>>().join("; ");
            FormFault { at, what }
        };
        let is_number = |at: &Place| self.is_blank(*at) || self.value(*at).trim().parse::<f64>().is_ok();
        let wrong = self.places().into_iter().find(|at| self.cell(*at).value == CellValue::Number && !is_number(at));
        let what = match (wrong, missing) {
            (Some(at), _) => format!("“{}” is not a number", text::sanitize(self.value(at).trim())),
            (None, at) => format!("“{}” is empty", at.map_or("", |at| self.cell(at).label)),
        };
        let missing = wrong.or(missing);
        let (mut plan, mut order) = (None, Err(fault(missing, what, None)));
        if missing.is_none() {
            order = match notation::parse_instruction(&composed, state) {
                Ok(Instruction::Order(order)) => match rules::resolve(state, &order, &[]) {
                    Ok(step) => {
                        plan = network_after(&step);
                        Ok(Box::new(order))
                    }
                    Err(refused) => {
                        let refused = refusal::describe(&refused, state);
                        Err(fault(None, refused.reason, refused.hint))
                    }
                },
                Ok(_) => Err(fault(None, "this is not an order".into(), None)),
                Err(error) => Err(fault(at_byte(error.at.start), error.reason, error.hint)),
            };
        }
        FormAnalysis { text: composed, order, completions: self.completions(state), plan }
    }

    /// The completions of the current field.
    fn completions(&self, state: &State) -> Vec<String> {
        let cell = self.cell(self.at);
        if matches!(cell.value, CellValue::Number | CellValue::Text) {
            return Vec::new();
        }
        let (text, ranges, _) = self.compose(Some(self.at));
        let Some((_, range)) = ranges.last() else { return Vec::new() };
        let start = range.start.min(text.len());
        let typed = &text[start..];
        let begins = typed.rfind('+').map_or(0, |plus| plus + 1);
        let begins = begins + typed[begins..].len() - typed[begins..].trim_start().len();
        let found = notation::completions(&text, state).into_iter();
        let found =
            found.filter(|found| found.at.start == start + begins && !found.text.is_empty() && found.text != "+");
        let whole = found.map(|found| match cell.value {
            CellValue::Name | CellValue::NewName => {
                notation::words(&found.text).pop().and_then(|(_, inner)| inner).unwrap_or(found.text)
            }
            _ => format!("{}{}", &typed[..begins], found.text),
        });
        whole.filter(|whole| whole != typed).collect()
    }

    fn edited(&mut self) {
        if let Some(plan) = self.analysis.take().and_then(|analysis| analysis.plan) {
            self.plan = plan;
        }
        self.marked = None;
        self.add_blank_rows();
    }

    fn move_by(&mut self, by: isize) {
        let places = self.places();
        let now = places.iter().position(|place| *place == self.at).unwrap_or(0);
        self.go_to(places[now.saturating_add_signed(by).min(places.len() - 1)]);
    }

    fn move_rows(&mut self, by: isize) {
        let rows: Vec<(usize, usize)> = self.places().iter().filter(|at| at.2 == 0).map(|at| (at.0, at.1)).collect();
        let now = rows.iter().position(|row| *row == (self.at.0, self.at.1)).unwrap_or(0);
        let (section, row) = rows[now.saturating_add_signed(by).min(rows.len() - 1)];
        self.go_to((section, row, self.at.2.min(self.sections[section][row].len() - 1)));
    }

    fn go_to(&mut self, at: Place) {
        self.at = at;
        self.edited();
    }

    /// Takes the marked completion, or reads the file that is named in place of a road; then goes to the next field.
    fn next(&mut self, session: &mut Session) {
        let (section, row, cell) = self.at;
        let is_begun = !self.is_blank(self.at) && self.cell(self.at).value != CellValue::NewName;
        let marked = self.marked.or(is_begun.then_some(0));
        if let Some(taken) = marked.and_then(|at| self.analysis(session).completions.get(at).cloned()) {
            self.sections[section][row][cell] = text_input::input_with(taken);
        } else if self.takes_roads() && [".csv", ".txt"].iter().any(|end| self.value(self.at).ends_with(end)) {
            return self.read_file(session);
        }
        self.move_by(1);
    }

    fn mark_next(&mut self, session: &Session) {
        let many = self.analysis(session).completions.len();
        self.marked = (many > 0).then(|| self.marked.map_or(0, |at| (at + 1) % many));
    }

    fn takes_roads(&self) -> bool {
        self.at.0 == 0 && self.kind.verb == "theatre roads"
    }

    /// Replaces the row by the roads of the file that it names.
    fn read_file(&mut self, session: &mut Session) {
        let path = unit_table::expand_home(self.value(self.at).trim());
        match wardiary_diary::assets::read_text_file(&path) {
            Ok(text) => self.add_roads(&text),
            Err(failure) => session.say(Notice::of_failure(&failure)),
        }
    }

    /// Puts the roads of a text into the current row and further ones.
    fn add_roads(&mut self, text: &str) {
        let (section, row, _) = self.at;
        let written = roads::written_roads(text);
        let rows: Vec<Vec<Input>> =
            written.into_iter().map(|(_, road)| road.map(text_input::input_with).into()).collect();
        let (last, next) = (row + rows.len(), row + 1);
        self.sections[section].splice(row..next, rows);
        self.edited();
        self.go_to((section, last.min(self.sections[section].len() - 1), 0));
    }

    fn remove_row(&mut self) {
        let (section, row, _) = self.at;
        self.sections[section].remove(row);
        if self.sections[section].is_empty() {
            self.sections[section].push(blank_row(self.kind.sections[section].cells));
        }
        self.at = (section, row.min(self.sections[section].len() - 1), 0);
        self.edited();
    }

    /// Gives the order, or goes to the field that is wrong.
    fn give(&mut self, session: &mut Session) -> Actions<Session> {
        match &self.analysis(session).order {
            Ok(order) => vec![Action::Close, Action::Effect(Effect::Give(order.clone(), Vec::new()))],
            Err(fault) => {
                let (at, what) = (fault.at, fault.what.clone());
                session.say(Notice::bad(what));
                at.into_iter().for_each(|at| self.go_to(at));
                Vec::new()
            }
        }
    }

    fn line_instead(&mut self, session: &mut Session) -> Actions<Session> {
        let text = self.analysis(session).text.clone();
        vec![Action::Close, Action::OpenOrderLine(text)]
    }

    fn rows(&self, session: &Session) -> Vec<FormRow<'_>> {
        let fault = self.analysis(session).order.as_ref().err();
        let row = |section: usize, row: usize| {
            let cells = self.kind.sections[section].cells;
            let field = |(at, input): (usize, &'_ Input)| FormField {
                label: cells[at].label,
                text: input.value().to_string(),
                cursor: (self.at == (section, row, at)).then(|| input.visual_cursor()),
            };
            let is_here = |fault: &&FormFault| fault.at.is_some_and(|at| (at.0, at.1) == (section, row));
            FormRow {
                labelled: row == 0,
                fields: self.sections[section][row].iter().enumerate().map(field).collect(),
                fault: fault.filter(is_here).map(|fault| fault.what.as_str()),
            }
        };
        let all = self.sections.iter().enumerate();
        all.flat_map(|(at, rows)| (0..rows.len()).map(move |nth| (at, nth))).map(|(at, nth)| row(at, nth)).collect()
    }
}

fn blank_row(cells: &[FormCell]) -> Vec<Input> {
    cells.iter().map(|_| Input::default()).collect()
}

/// The network of the theatre after a step.
fn network_after(step: &Step) -> Option<NetworkPlan> {
    let Step::Done(done) = step else { return None };
    let mut plan = NetworkPlan::default();
    plan.update(&done.after);
    plan.has_network().then_some(plan)
}

impl Component<Session> for OrderForm {
    fn draw(&self, frame: &mut Frame, area: Rect, session: &Session, canvas: RenderOptions) {
        let analysis = self.analysis(session);
        let plan = analysis.plan.as_ref().unwrap_or(&self.plan);
        let picture = NetworkPane { look: canvas.look, plan, selected: None, focused: false };
        let general = analysis.order.as_ref().err().filter(|fault| fault.at.is_none()).map(|fault| fault.what.as_str());
        let notice = session.notice().filter(|notice| notice.bad).map(|notice| notice.text.as_str());
        let pane = OrderFormPane {
            look: canvas.look,
            title: self.kind.title,
            rows: &self.rows(session),
            completions: &analysis.completions,
            marked: self.marked,
            order: &analysis.text,
            fault: general.or(notice.filter(|_| analysis.order.is_ok())),
            is_ready: analysis.order.is_ok(),
            picture: plan.has_network().then_some(&picture),
        };
        frame.render_widget(&pane, area);
    }

    fn event(&mut self, event: Event, session: &mut Session) -> Option<Actions<Session>> {
        let (section, row, cell) = self.at;
        match event {
            Event::Key(key) => {
                session.clear_notice();
                let request = text_input::edit_request(key)?;
                self.sections[section][row][cell].handle(request);
            }
            Event::Paste(pasted) if self.takes_roads() && pasted.trim().contains(['\r', '\n', ',']) => {
                self.add_roads(pasted);
            }
            Event::Paste(pasted) => {
                let input = &mut self.sections[section][row][cell];
                session.set_notice(text_input::paste(pasted, 1_000, |request| input.handle(request)));
            }
            Event::Target(ClickTarget::Row(at)) => self.go_to(*self.places().get(at)?),
            Event::Changed(_) => {}
            _ => return None,
        }
        self.edited();
        Some(Vec::new())
    }

    /// A line fills the current field. An empty one gives the order.
    fn handle_line(&mut self, line: &str, _: &mut Session) -> Option<LineResult> {
        let (section, row, cell) = self.at;
        self.sections[section][row][cell] = text_input::input_with(line);
        self.move_by(1);
        Some(LineResult::Incomplete)
    }

    fn lines(&self, session: &Session) -> Option<Vec<String>> {
        let analysis = self.analysis(session);
        let mut lines = vec![format!("{}: {}", self.kind.title, self.cell(self.at).label)];
        lines.push(text::sanitize(&analysis.text));
        lines.extend(analysis.order.as_ref().err().map(|fault| fault.what.clone()));
        lines.extend(analysis.completions.iter().cloned());
        Some(lines)
    }
}

impl Overlay<Session> for OrderForm {}
