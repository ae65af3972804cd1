//! The forces as a tree: sides, their stacks and their units, with figures in columns.

mod columns;

use super::{ClickTarget, Glyphs, Look, draw_frame, draw_line, grade_letter, list_frame, measure, modifier};
use columns::{Columns, Totals, Trouble, Widths, edna_text};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Modifier, Style},
    text::{Line, Span},
    widgets::{Block, Widget},
};
use std::{
    cmp::Ordering,
    collections::{BTreeMap, BTreeSet},
};
use wardiary_base::{
    id::{BattleId, Id, SideId, StackId, UnitId},
    text,
};
use wardiary_rules::{
    event::Reading,
    state::{Battle, Contingent, EntityKind, Stack, State, Unit},
};

/// The totals of sides and stacks, and the widths of the figures. Computing them visits all units.
#[derive(Debug)]
pub struct ForceFigures {
    totals: Totals,
    widths: Widths,
    /// The units in the battle under way; `None` outside battles.
    fighting: Option<BTreeSet<UnitId>>,
}

impl ForceFigures {
    /// The figures for the screen of a battle, leaving out units that fight in another one; all units without a battle.
    pub fn new(state: &State, battle: Option<BattleId>) -> Self {
        let is_shown = battle.map(|battle| shown_in(state, Some(battle)));
        let totals = Totals::new(state, |unit| is_shown.as_ref().is_none_or(|is_shown| is_shown(unit)));
        let widths = Widths::new(state, &totals);
        let battle = battle.and_then(|id| state.battle(id)).filter(|battle| battle.ended.is_none());
        let fighting = battle.map(|battle| battle.contingents.iter().flat_map(Contingent::units).collect());
        Self { totals, widths, fighting }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForceRow {
    /// A side, formation, stack or unit.
    pub id: Id,
    pub kind: EntityKind,
    /// The depth in the tree; 0 for a side.
    pub depth: u8,
    /// Whether the row's children are shown; `None` if it can have none.
    pub open: Option<bool>,
}

/// The rows of the tree, without the children of what is `closed`: sides, their formations, stacks in none, the stacks'
/// units, then units in no stack. A stack's eliminated units come last.
pub fn rows(state: &State, closed: &BTreeSet<Id>) -> Vec<ForceRow> {
    rows_of(state, closed, |_| true)
}

/// The same for the screen of a battle: leaves out units that fight in another battle under way.
pub fn rows_in(state: &State, closed: &BTreeSet<Id>, battle: Option<BattleId>) -> Vec<ForceRow> {
    rows_of(state, closed, shown_in(state, battle))
}

/// Whether a unit is shown with a battle: it must not fight in another one under way.
fn shown_in(state: &State, battle: Option<BattleId>) -> impl Fn(UnitId) -> bool {
    let (here, others): (Vec<&Battle>, Vec<&Battle>) = state.open_battles().partition(|b| Some(b.id) == battle);
    let units = |battles: &[&Battle]| -> BTreeSet<UnitId> {
        battles.iter().flat_map(|battle| &battle.contingents).flat_map(Contingent::units).collect()
    };
    let (here, others) = (units(&here), units(&others));
    move |unit| here.contains(&unit) || !others.contains(&unit)
}

fn rows_of(state: &State, closed: &BTreeSet<Id>, is_shown: impl Fn(UnitId) -> bool) -> Vec<ForceRow> {
    // One pass over all units, however many stacks there are.
    let mut placed: BTreeMap<(SideId, Option<StackId>), [Vec<UnitId>; 2]> = BTreeMap::new();
    let mut elsewhere: BTreeSet<(SideId, Option<StackId>)> = BTreeSet::new();
    for unit in state.units() {
        if !is_shown(unit.id) {
            elsewhere.insert((unit.side, unit.stack));
            continue;
        }
        placed.entry((unit.side, unit.stack)).or_default()[usize::from(!unit.is_alive())].push(unit.id);
    }
    // Leaves out a stack if all its units are elsewhere, but keeps an empty stack.
    let is_here = |stack: &&Stack| {
        let of = (stack.side, Some(stack.id));
        placed.contains_key(&of) || !elsewhere.contains(&of)
    };
    let stacks = state.stacks().iter().filter(is_here).collect();
    let mut tree = ForceTree { state, closed, stacks, placed: &placed, rows: Vec::new() };
    for side in state.sides() {
        if tree.branch(side.id.into(), EntityKind::Side, 0) {
            tree.stacks(side.id, None, 1);
            tree.units((side.id, None), 1);
        }
    }
    tree.rows
}

/// The tree of forces, while its rows are made.
struct ForceTree<'a> {
    state: &'a State,
    closed: &'a BTreeSet<Id>,
    /// The stacks that are shown.
    stacks: Vec<&'a Stack>,
    /// The units of each stack, and of each side those in no stack: the living, then the eliminated.
    placed: &'a BTreeMap<(SideId, Option<StackId>), [Vec<UnitId>; 2]>,
    rows: Vec<ForceRow>,
}

impl ForceTree<'_> {
    /// Adds a row that can have children; returns whether they are shown.
    fn branch(&mut self, id: Id, kind: EntityKind, depth: u8) -> bool {
        let is_open = !self.closed.contains(&id);
        self.rows.push(ForceRow { id, kind, depth, open: Some(is_open) });
        is_open
    }

    /// Adds the formations in a formation, then its other stacks; of a side those in none.
    fn stacks(&mut self, side: SideId, within: Option<Id>, depth: u8) {
        let state = self.state;
        for formation in
            state.formations().iter().filter(|formation| (formation.side, formation.above) == (side, within))
        {
            let is_here = self.stacks.iter().any(|stack| state.holders(stack.id.into()).contains(&formation.id));
            if is_here && self.branch(formation.id, EntityKind::Formation, depth) {
                self.stacks(side, Some(formation.id), depth + 1);
            }
        }
        let direct = self.stacks.iter().filter(|stack| (stack.side, stack.formation) == (side, within));
        for stack in direct.map(|stack| stack.id).collect::<Vec<_>>() {
            if self.branch(stack.into(), EntityKind::Stack, depth) {
                self.units((side, Some(stack)), depth + 1);
            }
        }
    }

    fn units(&mut self, of: (SideId, Option<StackId>), depth: u8) {
        let row = |id: &UnitId| ForceRow { id: (*id).into(), kind: EntityKind::Unit, depth, open: None };
        self.rows.extend(self.placed.get(&of).into_iter().flatten().flatten().map(row));
    }
}

/// The scroll position nearest to the old one that keeps the selected row among `height` visible rows.
pub fn visible_scroll(selected: usize, scroll: usize, height: usize) -> usize {
    let least = selected.saturating_sub(height.saturating_sub(1));
    scroll.clamp(least, selected.max(least))
}

#[derive(Clone, Copy, Debug)]
pub struct ForcesPane<'a> {
    pub look: Look<'a>,
    pub state: &'a State,
    /// The rows, from [`rows`] or [`rows_in`].
    pub rows: &'a [ForceRow],
    pub figures: &'a ForceFigures,
    pub selected: usize,
    pub picked: &'a BTreeSet<Id>,
    /// In review, what the current entry changed.
    pub changed: &'a BTreeSet<Id>,
    pub focused: bool,
    /// The first visible row, from [`visible_scroll`].
    pub scroll: usize,
    /// Whereabouts of each row from `scroll` on, shown after the figures if there is room.
    pub whereabouts: &'a [String],
}

impl ForcesPane<'_> {
    fn line(&self, row: ForceRow, name: &str, totals: &Totals, (columns, indent): (Columns, usize)) -> Line<'static> {
        let (style, glyphs) = (self.look.theme.forces, self.look.glyphs);
        let lead = " ".repeat(usize::from(row.depth) * indent);
        let sign = row.open.map(|open| if open { glyphs.open } else { glyphs.closed });
        match row.kind {
            EntityKind::Unit => match self.state.unit(UnitId(row.id.0)) {
                Some(unit) => self.unit_line((unit, name), &lead, columns),
                None => Line::default(),
            },
            EntityKind::Formation | EntityKind::Stack => {
                let style = if self.is_fighting(row.id) { style.stack } else { style.muted };
                self.group_line((row, name), (&lead, sign), totals, columns, style)
            }
            EntityKind::Side | EntityKind::Battle | EntityKind::Map => {
                self.group_line((row, name), (&lead, sign), totals, columns, style.side)
            }
        }
    }

    /// Whether any of these units is in the battle that is shown; also outside battles.
    fn is_fighting(&self, id: Id) -> bool {
        let is_in = |fighting: &BTreeSet<UnitId>| self.state.units_for_id(id).iter().any(|u| fighting.contains(&u.id));
        self.figures.fighting.as_ref().is_none_or(is_in)
    }

    /// The row of a side, formation or stack: its number of units and its totals, aligned with the units' columns. When collapsed,
    /// it also shows how many units are in trouble.
    fn group_line(
        &self,
        (row, name_of): (ForceRow, &str),
        (lead, sign): (&str, Option<char>),
        totals: &Totals,
        columns: Columns,
        style: Style,
    ) -> Line<'static> {
        let (units, now, full) = totals.of_group(row.id);
        let is_known = totals.is_known(row.id);
        let (styles, glyphs) = (self.look.theme.forces, self.look.glyphs);
        let room = 2 + columns.modifier + columns.changed;
        let units = if units == 0 && !is_known { String::new() } else { text::count(units, "unit", "units") };
        let head = format!("{lead}{} ", sign.unwrap_or(' '));
        // A word longer than its column takes spare columns from the name.
        let needed = measure::width(&head) + measure::width(name_of);
        let spare = columns.name.saturating_sub(needed);
        let units = if needed <= columns.name && measure::width(&units) < room + spare { units } else { String::new() };
        let name = match units.len() {
            0 => columns.name + room.saturating_sub(1),
            _ => columns.name.saturating_sub(measure::width(&units).saturating_sub(room.saturating_sub(1))),
        };
        let called = measure::fit(name_of, name.saturating_sub(measure::width(&head)), glyphs);
        let gap = (columns.name + room).saturating_sub(name + measure::width(&units));
        let trouble = match totals.units_in_trouble(row.id) {
            some if some > 0 && row.open == Some(false) => format!(" {}{some}", glyphs.down),
            _ => String::new(),
        };
        // Without room for the count, a mark shows that there are some.
        let trouble = if measure::width(&trouble) <= columns.edna { trouble } else { glyphs.down.to_string() };
        Line::from(vec![
            Span::styled(measure::cut(&head, name, glyphs), styles.muted),
            Span::styled(called, style),
            Span::raw(" ".repeat(gap)),
            Span::styled(units, styles.muted),
            Span::styled(
                format!("{:>1$}", if is_known { now.to_string() } else { "?".into() }, columns.now),
                styles.numbers,
            ),
            Span::styled(
                format!("{:<1$}", if is_known { format!("/{full}") } else { String::new() }, columns.full),
                styles.muted,
            ),
            Span::styled(trouble, styles.down),
        ])
    }

    /// An eliminated unit: struck out, marked, and labelled `lost` if there is room.
    fn eliminated_line(&self, (unit, name): (&Unit, &str), lead: &str, columns: Columns) -> Line<'static> {
        let (style, glyphs) = (self.look.theme.forces, self.look.glyphs);
        let head = measure::cut(&format!("{lead}{} ", glyphs.eliminated), columns.name, glyphs);
        let room = columns.name.saturating_sub(measure::width(&head));
        // Only the name is struck out, so its padding is a span of its own.
        let grades = 2 + columns.modifier + columns.changed;
        let name = measure::cut(name, room + grades - 1, glyphs);
        let gap = " ".repeat(room.saturating_sub(measure::width(&name)));
        let lost = if grades >= 5 && measure::width(&name) <= room { " lost" } else { "" };
        let grades = (room + grades).saturating_sub(measure::width(&name) + gap.len());
        Line::from(vec![
            Span::styled(head, style.muted),
            Span::styled(name, style.eliminated),
            Span::styled(format!("{gap}{lost:<grades$}{:>1$}", 0, columns.now), style.muted),
            Span::styled(
                unit.strength().exact().map_or_else(String::new, |strength| format!("/{}", strength.full)),
                style.muted,
            ),
        ])
    }

    fn unit_line(&self, (unit, name): (&Unit, &str), lead: &str, columns: Columns) -> Line<'static> {
        let (style, glyphs, ladder) = (self.look.theme.forces, self.look.glyphs, &self.state.book().ladder);
        let room = columns.name.saturating_sub(lead.len() + 2);
        if !unit.is_alive() {
            return self.eliminated_line((unit, name), lead, columns);
        }
        // Without SCRUD grades are unused, but their columns stay aligned with the headings.
        let uses_grades = self.state.uses_grade(unit);
        let used = self.state.effective_grade(unit).exact().filter(|_| uses_grades);
        let step = used.map(|used| ladder.step(used));
        let theme = self.look.theme;
        let (ink, letter) = match step {
            Some(step) => (theme.grade_ink(step), theme.grade_mark(step)),
            None => (style.numbers, style.numbers.add_modifier(Modifier::BOLD)),
        };
        let head = measure::cut(&format!("{lead}{} ", glyphs.unit), columns.name, glyphs);
        let (blanks, sign) = head.split_at_checked(lead.len()).unwrap_or(("", &head));
        let mark = step.map_or(if uses_grades { '?' } else { ' ' }, grade_letter);
        let mustered = unit.grade_at_muster().exact();
        let (changed, changed_style) = match used.zip(mustered).map(|(used, mustered)| (used.cmp(&mustered), mustered))
        {
            Some((Ordering::Greater, mustered)) => {
                (format!("{}{}", glyphs.down, grade_letter(ladder.step(mustered))), style.down)
            }
            Some((Ordering::Less, mustered)) => {
                (format!("{}{}", glyphs.up, grade_letter(ladder.step(mustered))), style.up)
            }
            Some((Ordering::Equal, _)) | None => (String::new(), style.muted),
        };
        let ineffective = unit.is_ineffective();
        let trouble = Trouble::new(self.state, unit);
        let edna = match () {
            () if ineffective => style.ineffective,
            () if trouble.worn => style.down,
            () => style.numbers,
        };
        let with_edna = columns.edna.checked_sub(2).filter(|columns| *columns > 0);
        let worth = with_edna.map_or(String::new(), |columns| format!(" {:<columns$}", edna_text(unit)));
        let pushed = || self.state.open_battles().any(|b| b.pushed_back.iter().any(|push| push.unit == unit.id));
        let (flag, flag_style) = match () {
            () if ineffective && with_edna.is_some() => (glyphs.ineffective, style.ineffective),
            () if pushed() => (glyphs.pushed, style.down),
            () => (' ', style.ineffective),
        };
        let strength = match () {
            () if trouble.weak => style.down,
            () if unit.strength().exact().is_some_and(|strength| strength.now < strength.full) => style.numbers,
            () => style.muted,
        };
        let (now, full) = match unit.strength() {
            Reading::Exact(strength) => {
                (format!("{:>1$}", strength.now, columns.now), format!("/{:<1$}", strength.full, columns.full - 1))
            }
            // Spans both columns, since there is no full value.
            known => {
                let brief = known.brief().unwrap_or_default();
                (format!(" {brief:<0$.0$}", columns.now + columns.full - 1), String::new())
            }
        };
        let called = if self.is_fighting(unit.id.into()) { style.unit } else { style.muted };
        let modifier = step.filter(|_| columns.modifier > 0).map_or_else(String::new, modifier);
        Line::from(vec![
            Span::raw(blanks.to_string()),
            Span::styled(sign.trim_end().to_string(), ink),
            Span::raw(if sign.ends_with(' ') { " " } else { "" }),
            Span::styled(measure::fit(name, room, glyphs), called),
            Span::raw(" "),
            Span::styled(mark.to_string(), letter),
            Span::styled(format!("{modifier:>0$}", columns.modifier), style.muted),
            Span::styled(format!(" {changed:<0$.0$}", columns.changed - 1), changed_style),
            Span::styled(now, strength),
            Span::styled(full, style.muted),
            Span::styled(worth, edna),
            Span::styled(flag.to_string(), flag_style),
        ])
    }
}

/// A unit's whereabouts in this many columns.
fn shorten_whereabouts(text: &str, columns: usize, glyphs: &Glyphs) -> String {
    if measure::width(text) <= columns {
        return text.to_string();
    }
    let text = match (text.strip_prefix("at "), text.strip_prefix("to ")) {
        (Some(place), _) => place.to_string(),
        (_, Some(place)) => format!("{}{place}", glyphs.arrow),
        _ => return measure::cut(text, columns, glyphs),
    };
    if measure::width(&text) <= columns {
        return text;
    }
    // The rest of the phrase is dropped before the place's name is cut.
    match text.split_once(", ") {
        Some((place, _)) if measure::width(place) < columns => format!("{place}{}", glyphs.ellipsis),
        Some((place, _)) => measure::cut_name(place, columns, glyphs),
        None => measure::cut_name(&text, columns, glyphs),
    }
}

#[derive(Debug)]
struct RowLayout {
    inner: Rect,
    names: Vec<String>,
    columns: Columns,
    indent: usize,
    whereabouts_columns: usize,
}

impl ForcesPane<'_> {
    /// Lays the rows out in an area, independent of the selection.
    fn lay_out(&self, area: Rect) -> RowLayout {
        let inner = Block::bordered().inner(area).intersection(area);
        // Two columns in front hold the cursor and the mark of picked rows.
        let room = usize::from(inner.width).saturating_sub(2);
        let indent = if room < 40 || (room < 60 && !self.whereabouts.is_empty()) { 1 } else { 2 };
        let widest = self.whereabouts.iter().map(|beside| measure::width(beside)).max().unwrap_or(0);
        let names: Vec<String> = self.rows.iter().map(|row| self.state.name(row.id)).collect();
        let wide = |(row, name): (&ForceRow, &String)| measure::width(name) + usize::from(row.depth) * indent + 2;
        let widest_name = self.rows.iter().zip(&names).map(wide).max();
        let widths = &self.figures.widths;
        let beside = widths.whereabouts_columns(room, widest, widest_name.unwrap_or(0));
        let most = if widest == 0 { room } else { widths.max_with_whereabouts(widest_name.unwrap_or(0)) };
        let columns = widths.columns(most.min(room - beside));
        // The name of a group takes precedence over its number of units, and an eliminated unit has no grade.
        let room_for = |row: &ForceRow| {
            let is_graded =
                self.state.unit(UnitId(row.id.0)).is_some_and(|unit| row.kind == EntityKind::Unit && unit.is_alive());
            let graded = if is_graded { 0 } else { 1 + columns.modifier + columns.changed };
            (columns.name + graded).saturating_sub(usize::from(row.depth) * indent + 2)
        };
        let cut = |(name, row): (&String, &ForceRow)| measure::cut_name(name, room_for(row), self.look.glyphs);
        let names = names.iter().zip(self.rows).map(cut).collect();
        RowLayout { inner, names, columns, indent, whereabouts_columns: beside }
    }

    /// Draws a visible row; `y` counts from 0.
    fn draw_row(&self, y: u16, laid: &RowLayout, buf: &mut Buffer) {
        let RowLayout { inner, names, columns, indent, whereabouts_columns: beside } = laid;
        let at = self.scroll + usize::from(y);
        let Some((row, name)) = self.rows.get(at).zip(names.get(at)) else { return };
        let (style, glyphs) = (self.look.theme.forces, self.look.glyphs);
        let here = at == self.selected;
        let cursor = if here { glyphs.cursor } else { ' ' };
        let picked = match () {
            () if self.picked.contains(&row.id) => glyphs.picked,
            () if self.changed.contains(&row.id) => glyphs.changed,
            () => ' ',
        };
        // Set before the text is drawn: a grade may have its own background.
        if here && self.focused {
            self.look.set_selection((inner.x, inner.y + y));
        }
        if here {
            let whole = Rect { y: inner.y + y, height: 1, ..*inner };
            buf.set_style(whole, if self.focused { style.selected } else { style.chosen });
        }
        draw_line(buf, *inner, (0, y), &Line::styled(cursor.to_string(), style.cursor));
        draw_line(buf, *inner, (1, y), &Line::styled(picked.to_string(), style.picked));
        draw_line(buf, *inner, (2, y), &self.line(*row, name, &self.figures.totals, (*columns, *indent)));
        if let Some(text) = self.whereabouts.get(usize::from(y)).filter(|_| *beside > 0) {
            let column = u16::try_from(3 + columns.name + columns.numbers()).unwrap_or(u16::MAX);
            let text = shorten_whereabouts(text, usize::from(inner.width.saturating_sub(column)), glyphs);
            draw_line(buf, *inner, (column, y), &Line::styled(text, style.muted));
        }
    }
}

impl Widget for &ForcesPane<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let area = area.intersection(buf.area);
        let laid = self.lay_out(area);
        let height = usize::from(area.height.saturating_sub(2));
        let last = (self.scroll + height).min(self.rows.len());
        let hidden = (self.scroll.min(self.rows.len()), self.rows.len() - last);
        let block = list_frame(self.look, "Forces", self.focused, area.width, hidden);
        let inner = draw_frame(block, area, buf);
        if self.rows.is_empty() {
            let style = self.look.theme.forces.muted;
            let line = Line::styled("there are no forces yet: the order `side` creates a side", style);
            return draw_line(buf, inner, (1, 0), &line);
        }
        for (y, at) in (0..inner.height).zip(self.scroll..self.rows.len()) {
            self.look.add_target(ClickTarget::Row(at), Rect { y: inner.y + y, height: 1, ..inner }.intersection(inner));
            self.draw_row(y, &laid, buf);
        }
    }
}
