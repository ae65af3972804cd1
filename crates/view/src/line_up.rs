//! A phase of SCRUD: two lines of dice, paired off. Source: RULES 2.2.
//!
//! The row between the lines shows who beats whom, the outer rows what happens to the units. Support dice are drawn in
//! the outer rows, since nothing happens to them. Extra dice are drawn apart, past the end of the enemy's line.

mod layout;

use super::{
    ClickTarget, Look, Theme,
    die::{Die, DieSize},
    draw_line, grade_letter, measure,
};
use layout::{LONGEST_NAME, LineUpLayout};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Style,
    text::{Line, Span},
    widgets::Widget,
};
use std::ops::Range;
use wardiary_base::{
    book::GradeStep,
    id::UnitId,
    sides::{BothSides, CombatSide},
    text,
};
use wardiary_rules::{
    notation::{defeats_text, describe_clash},
    rules::{
        FightPart, FoughtPhase,
        scrud::{DieOutcome, Fate, LineDie},
    },
    state::State,
};

#[derive(Clone, Copy, Debug)]
pub struct LineUpPane<'a> {
    pub look: Look<'a>,
    pub state: &'a State,
    pub fought: &'a FoughtPhase,
    /// The number of `dice_count` that have landed, out of [`dice_count`]; all if `None`.
    pub landed: Option<usize>,
}

/// The number of dice in both lines.
pub fn dice_count(fought: &FoughtPhase) -> usize {
    fought.phase.lines.iter().map(Vec::len).sum()
}

/// The rows that a line-up needs at this width: boxes if they fit, else one row a line, in two banks if the lines are
/// too long.
pub fn height(fought: &FoughtPhase, width: u16) -> u16 {
    let plan = LineUpLayout::new(fought, usize::from(width), usize::MAX, LONGEST_NAME);
    u16::try_from(plan.rows() + fought.support_exchange.clashes.len()).unwrap_or(u16::MAX)
}

/// The result of a phase, in a sentence that needs no look at the dice.
pub fn result_line(state: &State, fought: &FoughtPhase) -> Line<'static> {
    let text = BothSides::from_fn(|side| {
        format!("{} suffered {}", state.name(fought.sides[side]), defeats_text(state, fought, side))
    });
    let BothSides { first, second } = &text;
    let outcome = match fought.phase.defeats.into() {
        (0, 0) => "nobody was beaten".to_string(),
        (_, 0) => format!("{first}; {second}"),
        (..) => format!("{second}; {first}"),
    };
    let standing = if fought.settled { "" } else { "if the dice are kept, " };
    let modifiers = modifiers(state, fought);
    let modifiers = if modifiers.is_empty() { modifiers } else { format!(" (dice: {modifiers})") };
    let part = match fought.part {
        FightPart::Phase(number) => format!("phase {number}"),
        FightPart::Round(number) => format!("round {number}"),
    };
    Line::raw(format!("{part}: {standing}{outcome}{modifiers}"))
}

/// The modifiers of the grades that rolled, best first.
fn modifiers(state: &State, fought: &FoughtPhase) -> String {
    let ladder = &state.book().ladder;
    let mut grades: Vec<_> = fought.parties.iter().flat_map(|p| &p.dice).filter_map(LineDie::grade).collect();
    grades.sort();
    grades.dedup();
    let steps = grades.into_iter().map(|g| ladder.step(g)).filter(|step| step.modifier != 0);
    steps.map(|step| format!("{} {:+}", step.name, step.modifier)).collect::<Vec<_>>().join(", ")
}

/// The fewest rows for two lines of dice.
const SMALLEST: usize = 3;

/// Draws with columns and rows relative to an area's corner.
struct Canvas<'b> {
    area: Rect,
    buf: &'b mut Buffer,
}

impl Canvas<'_> {
    /// An area relative to the canvas, clipped to it.
    fn place(&self, (x, y): (usize, usize), (width, height): (usize, u16)) -> Option<Rect> {
        let of = |from: u16, by: usize| from.checked_add(u16::try_from(by).ok()?);
        let (x, y) = (of(self.area.x, x)?, of(self.area.y, y)?);
        Some(Rect { x, y, width: u16::try_from(width).ok()?, height }.intersection(self.area))
    }

    fn text(&mut self, x: usize, y: usize, text: impl Into<String>, style: Style) {
        if let (Ok(x), Ok(y)) = (u16::try_from(x), u16::try_from(y)) {
            draw_line(self.buf, self.area, (x, y), &Line::from(Span::styled(text.into(), style)));
        }
    }
}

impl LineUpPane<'_> {
    fn die(&self, side: CombatSide, column: usize) -> Option<(LineDie, DieOutcome)> {
        let placed = self.fought.phase.lines[side].get(column)?;
        Some((self.fought.parties[side].dice[placed.die], placed.outcome))
    }

    /// Whether a die has landed. Dice land column by column, the first side's before the second's.
    fn has_landed(&self, side: CombatSide, column: usize) -> bool {
        let lines = &self.fought.phase.lines;
        let first = if side == CombatSide::First { column } else { column + 1 };
        let before = lines.first.len().min(first) + lines.second.len().min(column);
        self.landed.is_none_or(|landed| before < landed)
    }

    fn all_landed(&self) -> bool {
        self.landed.is_none_or(|landed| landed >= dice_count(self.fought))
    }

    /// Draws a die as a box, or as a word in brackets.
    fn draw_die(
        &self,
        canvas: &mut Canvas<'_>,
        plan: &LineUpLayout,
        (x, y): (usize, usize),
        (side, column): (CombatSide, usize),
    ) {
        let Some((die, mark)) = self.die(side, column) else { return };
        canvas.place((x, y), (plan.die, u16::try_from(plan.box_rows()).unwrap_or(1))).into_iter().for_each(|place| {
            let whose = self.fought.owner(side, self.fought.phase.lines[side][column].die);
            self.look.add_target(ClickTarget::Entity(whose), place);
        });
        let style = self.look.theme.line_up;
        let landed = self.has_landed(side, column);
        let step = die.grade().map(|grade| self.state.book().ladder.step(grade));
        let letter = step.map_or('?', grade_letter);
        let graded =
            |of: fn(&Theme, &GradeStep) -> Style| step.map_or(Style::default(), |step| of(self.look.theme, step));
        // A beaten die loses its background, so that the surviving dice stand out.
        let paint = match mark {
            _ if !landed => style.not_landed,
            DieOutcome::Wins | DieOutcome::ExtraWins => graded(Theme::grade).patch(style.wins),
            DieOutcome::Loses => graded(Theme::grade_beaten).patch(style.beaten),
            DieOutcome::Even | DieOutcome::Extra => graded(Theme::grade),
        };
        let paint = if self.is_support(side, column) && landed { paint.patch(style.support) } else { paint };
        let whose = self.fought.owner(side, self.fought.phase.lines[side][column].die);
        let value = match (landed, plan.size) {
            (false, _) => String::new(),
            (true, DieSize::Word) => format!("{:>1$}{2}", die.score, plan.digits, letter),
            (true, DieSize::Box) => format!("{:>1$} {2}", die.score, plan.digits, letter),
            (true, DieSize::Large) => format!("{} {}", die.score, letter),
        };
        let natural = die.face.filter(|_| landed && self.shows_faces(side)).map_or(String::new(), |f| f.to_string());
        let drawn = Die { owner: self.state.name(whose), value, natural, counts: true, style: paint };
        let at = (u16::try_from(x).unwrap_or(u16::MAX), u16::try_from(y).unwrap_or(u16::MAX));
        drawn.draw((canvas.area, &mut *canvas.buf), at, (plan.size, plan.die - 2), self.look.glyphs);
    }

    fn is_support(&self, side: CombatSide, column: usize) -> bool {
        let placed = self.fought.phase.lines[side].get(column);
        placed.is_some_and(|placed| self.fought.parties[side].is_support(placed.die))
    }

    /// Whether natural faces are shown under a side's scores: if any differs.
    fn shows_faces(&self, side: CombatSide) -> bool {
        let dice = &self.fought.parties[side].dice;
        dice.iter().any(|d| d.face.is_some_and(|face| i16::from(face) != d.score))
    }

    /// The comparison of a column, read from the top down.
    fn verdict(&self, column: usize) -> (char, Style) {
        let (style, glyphs) = (self.look.theme.line_up, self.look.glyphs);
        let mark = |side| self.die(side, column).map(|(_, mark)| mark);
        match (mark(CombatSide::First), mark(CombatSide::Second)) {
            (Some(DieOutcome::Wins | DieOutcome::ExtraWins), _) => (glyphs.beats, style.winner),
            (_, Some(DieOutcome::Wins | DieOutcome::ExtraWins)) => (glyphs.beaten, style.winner),
            (Some(DieOutcome::Extra), _) | (_, Some(DieOutcome::Extra)) => (glyphs.no_effect, style.even),
            _ => (glyphs.even, style.even),
        }
    }

    /// The fate of a die's unit, shown under the unit's last die.
    fn fate(&self, side: CombatSide, column: usize) -> Option<(String, Style)> {
        let (style, glyphs, ladder) = (self.look.theme.line_up, self.look.glyphs, &self.state.book().ladder);
        let (die, _) = self.die(side, column)?;
        let troop = die.troop?;
        let (party, line) = (&self.fought.parties[side], &self.fought.phase.lines[side]);
        let fate = self.fought.phase.fates[side].get(troop)?;
        let last = line.iter().rposition(|placed| party.dice[placed.die].troop == Some(troop));
        if last != Some(column) || *fate == Fate::default() {
            return None;
        }
        if fate.eliminated.is_some() {
            return Some((glyphs.eliminated.to_string(), style.eliminated));
        }
        let down = i16::try_from(fate.down).unwrap_or(i16::MAX);
        let text = match () {
            () if down > 0 => {
                let to = |_| Some(grade_letter(ladder.step(ladder.shifted(party.troops.get(troop)?.grade, -down))));
                format!("{}{}", glyphs.down, die.grade().and_then(to).unwrap_or('?'))
            }
            () if fate.lost > 0 => format!("-{}", fate.lost),
            () if fate.pushed_back || fate.retired => glyphs.pushed.to_string(),
            () => return None,
        };
        Some((text, style.hurt))
    }

    fn draw_bank(&self, canvas: &mut Canvas<'_>, plan: &LineUpLayout, top: usize, bank: &Range<usize>) {
        let style = self.look.theme.line_up;
        let verdicts = plan.box_row(CombatSide::Second) - 1;
        let centre = |text: &str| (plan.die.saturating_sub(measure::width(text))) / 2;
        for column in bank.clone() {
            let x = plan.x(bank, column);
            for side in CombatSide::BOTH {
                let mut y = top + plan.box_row(side);
                let support = self.is_support(side, column);
                if support && plan.outer_rows[side] {
                    y = if side == CombatSide::First { y - 1 } else { y + 1 };
                }
                self.draw_die(canvas, plan, (x, y), (side, column));
                if let (Some(row), Some((text, style)), true) =
                    (plan.fate_row(side), self.fate(side, column), self.all_landed())
                {
                    canvas.text(x + centre(&text), top + row, text, style);
                }
            }
            let landed = CombatSide::BOTH
                .into_iter()
                .all(|side| self.die(side, column).is_none() || self.has_landed(side, column));
            if landed {
                let (mark, style) = self.verdict(column);
                canvas.text(x + centre("="), top + verdicts, mark.to_string(), style);
            }
        }
        for side in CombatSide::BOTH {
            let room = plan.label.saturating_sub(2);
            let name = measure::cut_name(&self.state.name(self.fought.sides[side]), room, self.look.glyphs);
            let y = top + plan.box_row(side) + plan.box_rows() / 2;
            canvas.text(1, y, name, style.name);
            if plan.size != DieSize::Word && self.shows_faces(side) && room >= 7 {
                canvas.text(1, y + 1, "natural", style.muted);
            }
            let support = self.fought.parties[side].has_support();
            if let (Some(row), true, true) = (plan.fate_row(side), support, room >= 7) {
                canvas.text(1, top + row, "support", style.muted);
            }
        }
    }

    /// A line each for counter-battery and air defence. In a line too long, the names are cut before the result.
    fn exchange_lines(&self, columns: usize) -> Vec<String> {
        let text = |room: usize| {
            let name = |unit: UnitId| measure::cut_name(&self.state.name(unit), room, self.look.glyphs);
            self.fought.clashes().map(|clash| describe_clash(&clash, name)).collect::<Vec<_>>()
        };
        let what_fits = |(at, whole): (usize, String)| {
            if measure::width(&whole) <= columns {
                return whole;
            }
            let brief =
                |room| text(room)[at].split_once(": ").map(|(_, sentence)| sentence.to_string()).unwrap_or_default();
            let room = columns.saturating_sub(measure::width(&brief(0))) / 2;
            measure::cut(&brief(room), columns, self.look.glyphs)
        };
        text(usize::MAX).into_iter().enumerate().map(what_fits).collect()
    }

    /// The effect of the extra dice, if there is room beside them.
    fn extra_dice_text(&self) -> Option<String> {
        let marks = self.fought.phase.lines.iter().flatten().map(|p| p.outcome);
        let (mut beat, mut idle) = (0, 0);
        marks.for_each(|mark| match mark {
            DieOutcome::ExtraWins => beat += 1,
            DieOutcome::Extra => idle += 1,
            DieOutcome::Wins | DieOutcome::Loses | DieOutcome::Even => {}
        });
        match (beat, idle) {
            (0, 0) => None,
            (0, n) => Some(text::count(n, "extra does nothing", "extras do nothing")),
            (n, 0) => Some(text::count(n, "extra beats the lowest", "extras beat the lowest")),
            (n, _) => Some(format!("{n} of {} extras beat the lowest", beat + idle)),
        }
    }
}

impl Widget for &LineUpPane<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let area = area.intersection(buf.area);
        buf.set_style(area, self.look.theme.base);
        let names = self.fought.sides.map(|side| measure::width(&self.state.name(side)));
        let longest = names.first.max(names.second);
        let (width, height) = (usize::from(area.width), usize::from(area.height));
        // The line-up has precedence; counter-battery and air defence go below it if there is room.
        let clashes = self.exchange_lines(width.saturating_sub(2));
        let below = clashes.len().min(height.saturating_sub(SMALLEST));
        let plan = LineUpLayout::new(self.fought, width, height - below, longest);
        let mut canvas = Canvas { area, buf };
        for (at, bank) in plan.banks.iter().enumerate() {
            self.draw_bank(&mut canvas, &plan, at * plan.bank_rows(), bank);
        }
        for (row, clash) in (plan.rows()..).zip(clashes.iter().take(below)).filter(|_| self.all_landed()) {
            canvas.text(1, row, clash, self.look.theme.line_up.muted);
        }
        let Some(last) = plan.banks.last() else { return };
        let verdicts = plan.box_row(CombatSide::Second) - 1 + (plan.banks.len() - 1) * plan.bank_rows();
        let end = plan.x(last, last.end) + 1;
        let quiet = self.look.theme.line_up.muted;
        if plan.hidden > 0 {
            canvas.text(end, verdicts, format!("+{} more", plan.hidden), quiet);
        } else if let Some(extras) = self.extra_dice_text().filter(|_| self.all_landed())
            && end + measure::width(&extras) <= width
        {
            canvas.text(end, verdicts, extras, quiet);
        }
    }
}
