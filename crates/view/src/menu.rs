//! The start screen: the saves and scenarios to open or start, with a card about the selected one; and the progress of
//! loading.

use super::{ClickTarget, Look, draw_frame, draw_line, draw_list_frame, frame, header::awaited, measure};
use ratatui::{
    buffer::Buffer,
    layout::{Constraint, Layout, Rect, Spacing},
    text::{Line, Span},
    widgets::{Paragraph, Widget},
};
use std::sync::Arc;
use wardiary_base::{book::Mechanism, text};
use wardiary_diary::diary::{EntryNo, watch::Progress};
use wardiary_rules::state::{Gauge, Side, State, total_strength};

pub struct MenuPane<'a> {
    pub look: Look<'a>,
    /// Each row's text, and facts about its save.
    pub items: &'a [(String, Vec<String>)],
    pub selected: usize,
    /// The first that is seen.
    pub scroll: usize,
    pub card: SaveCard<'a>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MenuAreas {
    pub title: Rect,
    pub list: Rect,
    pub card: Rect,
}

/// From this width on, the card is beside the list.
const WIDE: u16 = 100;

impl MenuAreas {
    pub fn new(area: Rect) -> Self {
        let above = if area.height >= 30 { 4 } else { 2 };
        let [title, panes] = Layout::vertical([Constraint::Length(above), Constraint::Fill(1)]).areas(area);
        let [list, card] = if area.width >= WIDE {
            Layout::horizontal([Constraint::Percentage(50), Constraint::Fill(1)])
                .spacing(Spacing::Overlap(1))
                .areas(panes)
        } else {
            let rows = if panes.height >= 20 { 10 } else { 9 };
            Layout::vertical([Constraint::Fill(1), Constraint::Length(rows)]).spacing(Spacing::Overlap(1)).areas(panes)
        };
        Self { title, list, card }
    }

    /// How many choices are visible at a time.
    pub fn rows(&self) -> usize {
        usize::from(self.list.height.saturating_sub(2))
    }
}

impl Widget for &MenuPane<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        buf.set_style(area, self.look.theme.base);
        let styles = &self.look.theme.dialog;
        let MenuAreas { title, list, card } = MenuAreas::new(area);
        let row = title.height.saturating_sub(2);
        draw_line(buf, title, (2, row), &Line::styled("w a r d i a r y", styles.title));
        draw_line(buf, title, (20, row), &Line::styled("the war diary of your campaign", styles.muted));
        let inner =
            draw_list_frame(self.look, "Open or start", true, (list, &mut *buf), (self.scroll, self.items.len()));
        let room = usize::from(inner.width.saturating_sub(2));
        let between = format!(" {} ", self.look.glyphs.bullet);
        for (row, (at, (item, facts))) in (0..inner.height).zip(self.items.iter().enumerate().skip(self.scroll)) {
            let chosen = at == self.selected;
            if chosen {
                self.look.set_selection((inner.x, inner.y + row));
            }
            self.look
                .add_target(ClickTarget::Row(at), Rect { y: inner.y + row, height: 1, ..inner }.intersection(inner));
            let mark = if chosen { self.look.glyphs.cursor } else { ' ' };
            let style = if chosen { styles.selected } else { styles.text };
            let item = measure::cut(item, room, self.look.glyphs);
            // The first facts give way where columns are few.
            let free = room.saturating_sub(measure::width(&item) + 2);
            let mut shorter = (0..facts.len()).map(|from| facts[from..].join(&between));
            let facts = shorter.find(|facts| measure::width(facts) <= free).unwrap_or_default();
            let gap = " ".repeat(room - measure::width(&item) - measure::width(&facts));
            let spans = [(format!("{mark} "), styles.key), (item, style), (gap, styles.text), (facts, styles.muted)];
            draw_line(
                buf,
                inner,
                (0, row),
                &spans.map(|(text, style)| Span::styled(text, style)).into_iter().collect(),
            );
        }
        self.card.render(card, buf);
    }
}

pub struct SaveCard<'a> {
    pub look: Look<'a>,
    pub title: &'a str,
    pub body: SaveCardBody<'a>,
    /// The latest message, and whether it is an error.
    pub notice: Option<(&'a str, bool)>,
}

pub enum SaveCardBody<'a> {
    Description(&'a [String]),
    /// A save being loaded: the progress, and the path.
    Loading(Option<Progress>, &'a str),
    Save(SaveSummary<'a>),
    /// An unreadable save: why, and its path.
    Unreadable(&'a [String], &'a str),
}

pub struct SaveSummary<'a> {
    pub state: &'a State,
    pub entries: usize,
    pub last: Option<(EntryNo, &'a str)>,
    pub problem: Option<&'a str>,
    /// Its path, and when it was written.
    pub file: &'a str,
}

/// The longest strength bar, in columns.
const LONGEST_BAR: usize = 24;

impl SaveCard<'_> {
    fn lines(&self, (columns, rows): (usize, usize)) -> Vec<Line<'static>> {
        let styles = &self.look.theme.dialog;
        let wrapped = |words: &str, style| {
            let lines = measure::wrap(&text::sanitize(words), columns.max(1));
            lines.into_iter().map(move |line| Line::styled(line, style)).collect::<Vec<_>>()
        };
        let notice_lines =
            self.notice.map(|(notice, bad)| wrapped(notice, if bad { styles.error } else { styles.text }));
        let notice_lines = notice_lines.unwrap_or_default();
        let rows = rows.saturating_sub(if notice_lines.is_empty() { 0 } else { notice_lines.len() + 1 });
        let mut lines = match &self.body {
            SaveCardBody::Description(about) => about.iter().flat_map(|words| wrapped(words, styles.text)).collect(),
            SaveCardBody::Loading(progress, file) => {
                let how_far =
                    progress.map_or_else(|| "reading the save …".to_string(), |progress| format!("{progress} …"));
                [wrapped(&how_far, styles.muted), vec![Line::default()], wrapped(file, styles.muted)].concat()
            }
            SaveCardBody::Unreadable(why, file) => {
                let mut lines = wrapped("The save can't be read.", styles.error);
                lines.extend(why.iter().flat_map(|why| wrapped(why, styles.text)));
                lines.push(Line::default());
                lines.extend(wrapped(file, styles.muted));
                lines
            }
            SaveCardBody::Save(save) => self.save_lines(save, columns, rows, wrapped),
        };
        // Blank lines are dropped first if room is short.
        while lines.len() > rows
            && let Some(blank) = lines.iter().rposition(|line| line.width() == 0)
        {
            lines.remove(blank);
        }
        lines.truncate(rows);
        if !notice_lines.is_empty() {
            lines.push(Line::default());
            lines.extend(notice_lines);
        }
        lines
    }

    fn save_lines(
        &self,
        save: &SaveSummary,
        columns: usize,
        rows: usize,
        wrapped: impl Fn(&str, ratatui::style::Style) -> Vec<Line<'static>>,
    ) -> Vec<Line<'static>> {
        let (styles, state) = (&self.look.theme.dialog, save.state);
        let battle = state.open_battles().next();
        let others = state.open_battles().count().saturating_sub(1);
        let when = [
            Some(state.date().to_string()).filter(|date| !date.is_empty()),
            state.time(),
            battle.map(|battle| battle.name.to_string()),
            turn_text(state),
            (others > 0).then(|| text::count(others, "more battle", "more battles")),
            Some(text::count(save.entries, "entry", "entries")),
        ];
        let between = format!(" {} ", self.look.glyphs.bullet);
        let when: Vec<String> = when.into_iter().flatten().collect();
        let mut lines = wrapped(&when.join(&between), styles.muted);
        lines.push(Line::default());
        lines.extend(self.side_lines(state, columns, rows.saturating_sub(5).max(2)));
        lines.push(Line::default());
        lines.extend(leader_text(state).map(|text| wrapped(&text, styles.text)).unwrap_or_default());
        let now = battle.map_or_else(|| "no battle is under way".to_string(), |battle| awaited(state, battle));
        lines.extend(wrapped(&format!("now: {now}"), styles.text));
        if let Some((no, headline)) = save.last {
            lines.extend(wrapped(&format!("entry {no}: {headline}"), styles.text));
        }
        lines.extend(save.problem.map(|found| wrapped(found, styles.error)).unwrap_or_default());
        lines.push(Line::default());
        lines.extend(wrapped(&format!("rulebook: {}", state.book().title), styles.muted));
        lines.extend(wrapped(save.file, styles.muted));
        lines
    }

    /// A line for each side while there are rows: its name, a bar, and the Strength Points left of the total.
    fn side_lines(&self, state: &State, columns: usize, rows: usize) -> Vec<Line<'static>> {
        let (styles, gauges, glyphs) = (&self.look.theme.dialog, &self.look.theme.gauges, self.look.glyphs);
        let all = state.sides();
        let shown = if all.len() > rows { rows - 1 } else { all.len() };
        let names = all[..shown].iter().map(|side| measure::width(&side.name)).max().unwrap_or(0).min(columns / 3);
        let line = |side: &Side| {
            let units: Vec<_> = state.units().iter().filter(|unit| unit.side == side.id).collect();
            let alive = units.iter().filter(|unit| unit.is_alive()).count();
            let numbers = text::count(alive, "unit", "units");
            let Some(Gauge { now, full }) = total_strength(units.iter().map(|unit| &***unit)) else {
                let name = Span::styled(measure::fit_name(&side.name, names, glyphs), gauges.name);
                return Line::from(vec![name, Span::raw("  "), Span::raw(numbers)]);
            };
            let numbers = format!("{now} of {full} SP, {numbers}");
            let room = columns.saturating_sub(names + 4 + measure::width(&numbers)).min(LONGEST_BAR);
            let left = match full {
                0 => 0,
                full => usize::try_from(u64::from(now) * room as u64 / u64::from(full)).unwrap_or(room),
            };
            // Any strength left shows at least one cell, and any loss leaves at least one empty.
            let left = left.max(usize::from(now > 0 && room > 0)).min(room - usize::from(now < full && room > 1));
            Line::from(vec![
                Span::styled(measure::fit_name(&side.name, names, glyphs), gauges.name),
                Span::raw("  "),
                Span::styled(glyphs.bar_full.to_string().repeat(left), gauges.left),
                Span::styled(glyphs.bar_lost.to_string().repeat(room - left), gauges.lost),
                Span::raw(if room > 0 { "  " } else { "" }),
                Span::styled(numbers, gauges.text),
            ])
        };
        let more = all.len() - shown;
        let more = (more > 0).then(|| Line::styled(text::count(more, "more side", "more sides"), styles.muted));
        all[..shown].iter().map(line).chain(more).collect()
    }
}

/// The facts that a list shows beside a save: the date, the turn, who leads.
pub fn save_facts(state: &State) -> Vec<String> {
    let date = Some(state.date().to_string()).filter(|date| !date.is_empty());
    let lead = leader(state).map(|[(_, leader), _]| format!("{leader} lead"));
    [date, turn_text(state), lead].into_iter().flatten().map(|fact| text::sanitize(&fact)).collect()
}

fn turn_text(state: &State) -> Option<String> {
    let battle = state.open_battles().next().filter(|_| state.book().uses(Mechanism::Turns))?;
    Some(format!("turn {}", battle.turn))
}

/// `Germans lead: 12% lost, Russians 40%`
fn leader_text(state: &State) -> Option<String> {
    let [(least, leader), (next, other)] = leader(state)?;
    Some(format!("{leader} lead: {least}% lost, {other} {next}%"))
}

/// The side that has lost the smallest share of its strength, and the next, each with its percentage.
fn leader(state: &State) -> Option<[(u32, Arc<str>); 2]> {
    let lost = |side: &Side| {
        let Gauge { now, full } = total_strength(state.units_of_side(side.id))?;
        (full > 0).then(|| (100 * (full - now) / full, side.name.clone()))
    };
    let mut all: Vec<_> = state.sides().iter().map(lost).collect::<Option<_>>()?;
    all.sort();
    let [first, second, ..] = &all[..] else { return None };
    (first.0 < second.0).then(|| [first.clone(), second.clone()])
}

impl Widget for &SaveCard<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let title =
            measure::cut(&text::sanitize(self.title), usize::from(area.width.saturating_sub(6)), self.look.glyphs);
        let inner = draw_frame(frame(self.look, Line::raw(title), false), area, buf);
        let inner = Rect { x: inner.x + inner.width.min(1), width: inner.width.saturating_sub(2), ..inner };
        for (row, line) in (0..inner.height).zip(self.lines((inner.width.into(), inner.height.into()))) {
            draw_line(buf, inner, (0, row), &line);
        }
    }
}

pub struct LoadProgressPane<'a> {
    pub look: Look<'a>,
    pub progress: Progress,
}

impl Widget for &LoadProgressPane<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        buf.set_style(area, self.look.theme.base);
        let styles = &self.look.theme.dialog;
        let [_, lines, _] =
            Layout::vertical([Constraint::Fill(1), Constraint::Length(3), Constraint::Fill(1)]).areas(area);
        let lines_below = vec![
            Line::styled("Reading a long save", styles.title),
            Line::styled(self.progress.to_string(), styles.text),
            Line::styled("Esc cancels; nothing is changed", styles.muted),
        ];
        Paragraph::new(lines_below).centered().render(lines, buf);
    }
}
