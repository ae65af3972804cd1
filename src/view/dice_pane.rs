//! The dice of an EDNA test, of dice tests, of a volley, of blows, of the initiative and of an argument, and what they came to. A combat's dice are in `line_up`.
//!
//! What counts stands in brackets, so that it is seen without colours too: a die that passes, dice of a face that make a
//! double or more. Source: RULES 1, 3, 4.5.

use super::{Look, draw_line, measure};
use crate::{
    book::{HitBy, Passing, TargetClass},
    dice::Face,
    id::{Id, SideId, UnitId},
    notation::row_text,
    order::Need,
    rules::{
        Rolled,
        dice_test::{TestDie, Thrown, Way},
        rolled::Struck,
        table::Drawn,
        volley::{Fired, Mark, counts},
    },
    state::State,
    text,
};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
    widgets::Widget,
};

/// The dice of what was rolled last.
#[derive(Clone, Copy, Debug)]
pub struct DicePane<'a> {
    /// What it is drawn with.
    pub look: Look<'a>,
    /// What it shows.
    pub state: &'a State,
    /// What was rolled.
    pub rolled: &'a Rolled,
}

/// What was rolled, in a few words: the pane's title.
#[must_use]
pub fn title(state: &State, rolled: &Rolled) -> String {
    match rolled {
        Rolled::Fought(fought) => {
            format!("{} v {}", state.name(fought.sides.first), state.name(fought.sides.second))
        }
        Rolled::Edna { unit, .. } => format!("{}, EDNA test", state.name(*unit)),
        Rolled::Tests { name, units, thrown } => {
            let whose = match units[..] {
                [unit] => state.name(unit),
                _ => text::count(units.len(), "test", "tests"),
            };
            let way = if thrown.way == Way::Parallel { " in parallel" } else { "" };
            format!("{name}, {whose}{way}")
        }
        Rolled::Initiative(_) => "Initiative".into(),
        Rolled::Argument { .. } => "A matrix argument".into(),
        Rolled::Table { who, drawn } => {
            let table = drawn.first().map_or(String::new(), |drawn| text::display_name(&drawn.table));
            who.map_or(table.clone(), |who| format!("{table} for {}", state.name(who)))
        }
        Rolled::Blows(blows) => match blows[..] {
            [blow] => format!("{} struck at {}, {}", state.name(blow.by), state.name(blow.at), blow.edge.word()),
            _ => text::count(blows.len(), "blow", "blows"),
        },
        Rolled::Volley { unit, marks, .. } => {
            let names: Vec<String> = marks.iter().flat_map(|mark| &mark.units).map(|id| state.name(*id)).collect();
            let cover = if marks.iter().all(|mark| mark.cover) { " in cover" } else { "" };
            format!("{} fired at {}{cover}", state.name(*unit), text::list(&names))
        }
    }
}

impl DicePane<'_> {
    fn quiet(&self, text: impl Into<String>) -> Span<'static> {
        Span::styled(text.into(), self.look.theme.line_up.quiet)
    }

    fn plain(&self, text: impl Into<String>) -> Span<'static> {
        Span::styled(text.into(), self.look.theme.dialog.text)
    }

    /// Dice side by side; those that count in brackets.
    fn die(&self, shown: &str, counts: bool) -> Span<'static> {
        let style = self.look.theme.line_up;
        if counts {
            Span::styled(format!("[{shown}]"), style.winner)
        } else {
            Span::styled(format!(" {shown} "), style.quiet)
        }
    }

    fn name(&self, unit: UnitId, columns: usize) -> Span<'static> {
        self.named(&self.state.name(unit), columns)
    }

    fn named(&self, name: &str, columns: usize) -> Span<'static> {
        let name = measure::fit(name, columns, self.look.glyphs);
        Span::styled(format!("{name}  "), self.look.theme.line_up.name)
    }

    fn edna(&self, unit: UnitId, dice: &[u8], from: u8, tested: crate::rules::edna::Tested) -> Vec<Line<'static>> {
        let mut spans: Vec<Span> = dice.iter().map(|face| self.die(&face.to_string(), true)).collect();
        spans.push(self.plain(format!(" = {} against {from}", tested.total)));
        let does = if tested.acts { "acted" } else { "halted" };
        let full = self.state.unit(unit).map_or(from, |unit| unit.edna.full);
        let now = text::edna_change((from, tested.edna), full);
        let spent = if tested.edna == 0 && from > 0 { ", ineffective" } else { "" };
        vec![Line::from(spans), Line::from(self.plain(format!("{does}, {now}{spent}")))]
    }

    /// A row for each test in series, for each round in parallel, and who passed.
    fn tests(&self, units: &[UnitId], thrown: &Thrown, width: usize) -> Vec<Line<'static>> {
        let longest = units.iter().map(|u| measure::width(&self.state.name(*u))).max().unwrap_or(0).min(width / 3);
        let row = |(at, round): (usize, &Vec<TestDie>)| {
            let dice = round.iter().map(|die| self.die(&die.face.to_string(), die.passes));
            match thrown.way {
                Way::Series => {
                    let verdict = if thrown.results[at].passed { "  passed" } else { "  failed" };
                    let name = units.get(at).map(|unit| self.name(*unit, longest));
                    name.into_iter().chain(dice).chain([self.plain(verdict)]).collect::<Vec<_>>()
                }
                Way::Parallel => {
                    let taken = round.iter().filter(|die| thrown.is_taken(**die)).count();
                    let said = format!("  {taken} taken away, {} left", round.len() - taken);
                    [self.quiet(format!("round {}  ", at + 1))]
                        .into_iter()
                        .chain(dice)
                        .chain([self.plain(said)])
                        .collect()
                }
            }
        };
        let mut lines: Vec<Line> = thrown.rounds.iter().enumerate().map(row).map(Line::from).collect();
        if thrown.way == Way::Parallel {
            for (passed, verb) in [(true, "pass"), (false, "fail")] {
                let results = units.iter().zip(&thrown.results).filter(|(_, r)| r.passed == passed);
                let names: Vec<String> = results.map(|(unit, _)| self.state.name(*unit)).collect();
                if !names.is_empty() {
                    let said = format!("{} {verb}: {}", names.len(), text::list(&names));
                    lines.extend(measure::wrap(&said, width).into_iter().map(|line| Line::from(self.plain(line))));
                }
            }
        }
        let needs = thrown.tests.first().map(|test| {
            let pass = match (test.pass, test.dice) {
                (_, 1) => "one die",
                (Passing::One, _) => "one die must pass",
                (Passing::All, _) => "every die must pass",
            };
            let same = thrown.tests.iter().all(|other| other == test);
            if same { format!("a die passes on {}; {pass}", test.needs) } else { "each unit by its own test".into() }
        });
        lines.extend(needs.map(|needs| Line::from(self.quiet(needs))));
        lines
    }

    /// A row for each throw; the highest die of it counts.
    fn initiative(&self, throws: &[Vec<(SideId, Face)>]) -> Vec<Line<'static>> {
        let row = |throw: &Vec<(SideId, Face)>| {
            let highest = throw.iter().map(|(_, face)| *face).max();
            let dice = throw.iter().flat_map(|(side, face)| {
                let name = Span::styled(format!("{} ", self.state.name(*side)), self.look.theme.line_up.name);
                [name, self.die(&face.to_string(), Some(*face) == highest), Span::raw("  ")]
            });
            let tied = throw.iter().filter(|(_, face)| Some(*face) == highest).count() > 1;
            let again = tied.then(|| self.quiet("thrown again"));
            Line::from(dice.chain(again).collect::<Vec<_>>())
        };
        throws.iter().map(row).collect()
    }

    fn argument(&self, dice: &[Face], need: Need) -> Line<'static> {
        let total: u16 = dice.iter().map(|face| u16::from(*face)).sum();
        let met = need.is_met(total);
        let mut spans: Vec<Span> = dice.iter().map(|face| self.die(&face.to_string(), met)).collect();
        let did = if met { "succeeds" } else { "fails" };
        spans.push(self.plain(format!(" = {total}, {did}  ")));
        spans.push(self.quiet(match need {
            Need::AtLeast(number) => format!("{number} or more"),
            Need::AtMost(number) => format!("{number} or less"),
        }));
        Line::from(spans)
    }

    /// The dice of each table, and below them what came up.
    fn table(&self, who: Option<Id>, drawn: &[Drawn], width: usize) -> Vec<Line<'static>> {
        let row = |row: &Drawn| {
            let mut spans: Vec<Span> = row.dice.iter().map(|face| self.die(&face.to_string(), true)).collect();
            let plus = if row.roll.plus == 0 { String::new() } else { format!(" {:+}", row.roll.plus) };
            spans.push(self.plain(format!("{plus} = {}", row.total)));
            spans.push(self.quiet(format!("  {}, {}", text::display_name(&row.table), row.roll)));
            let said = measure::wrap(&row_text(self.state, &row.text, who), width);
            let said = said.into_iter().map(|line| Line::from(self.plain(line)));
            std::iter::once(Line::from(spans)).chain(said).collect::<Vec<_>>()
        };
        drawn.iter().flat_map(row).collect()
    }

    /// A row for each blow: whose, at whom, what the die and the power came to, what it did.
    fn blows(&self, blows: &[Struck], width: usize) -> Vec<Line<'static>> {
        let hit = u32::from(self.state.book().stacks.hit);
        let named = |blow: &Struck| format!("{} at {}", self.state.name(blow.by), self.state.name(blow.at));
        let longest = blows.iter().map(|blow| measure::width(&named(blow))).max().unwrap_or(0).min(width / 2);
        let row = |blow: &Struck| {
            let name = measure::fit(&named(blow), longest, self.look.glyphs);
            let (face, ap, dp) = (blow.face, blow.ap, blow.dp);
            let sum = format!("  {} + {ap} against {hit} + {dp}, {}", face, blow.edge.word());
            let (did, style) = match blow.damage {
                Some(damage) => (format!("hit for {damage}"), self.look.theme.line_up.hurt),
                None => ("missed".into(), self.look.theme.line_up.even),
            };
            Line::from(vec![
                Span::styled(format!("{name}  "), self.look.theme.line_up.name),
                self.die(&format!("{face:2}"), blow.damage.is_some()),
                Span::styled(format!(" {did}"), style),
                self.quiet(sum),
            ])
        };
        blows.iter().map(row).collect()
    }

    /// The dice by faces, and below what they did to each target.
    fn volley(&self, marks: &[Mark], fired: &Fired, width: usize) -> Vec<Line<'static>> {
        let mut spans = Vec::new();
        for (many, face) in counts(&fired.dice).into_iter().zip(1u8..).filter(|(many, _)| *many > 0) {
            let shown = vec![face.to_string(); many.into()].join(" ");
            spans.push(self.die(&shown, many > 1));
        }
        let mut lines = vec![Line::from(spans)];
        let name = |mark: &Mark| {
            let names: Vec<String> = mark.units.iter().map(|unit| self.state.name(*unit)).collect();
            text::list(&names)
        };
        let longest = marks.iter().map(|mark| measure::width(&name(mark))).max().unwrap_or(0).min(width / 2);
        for (mark, hits) in marks.iter().zip(&fired.hits) {
            let class = &mark.class;
            let hurt = self.look.theme.line_up.hurt;
            let (said, style) = match (hits, class.by) {
                (0, _) => ("no hit".to_string(), self.look.theme.line_up.even),
                (_, HitBy::Treble) => ("destroyed".into(), self.look.theme.line_up.gone),
                (n, HitBy::Double) => (text::count((*n).into(), "hit", "hits"), hurt),
            };
            lines.push(Line::from(vec![
                self.named(&name(mark), longest),
                Span::styled(said, style),
                self.quiet(format!("  {}", wanted(class, mark.cover))),
            ]));
        }
        if let Some(face) = fired.who_suffers {
            let said =
                if face == 6 { "the General suffers, not his troops" } else { "the troops suffer, not the General" };
            lines.push(Line::from(vec![self.die(&face.to_string(), true), self.plain(format!(" {said}"))]));
        }
        lines
    }
}

/// What hits a class, in words.
fn wanted(class: &TargetClass, cover: bool) -> String {
    let faces: Vec<String> = class.faces.iter().map(ToString::to_string).collect();
    let faces = match &faces[..] {
        [rest @ .., last] if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => faces.join(""),
    };
    let set = if class.by == HitBy::Treble { "treble" } else { "double" };
    format!("a {set} {faces}{}", if cover { " and another double" } else { "" })
}

impl Widget for &DicePane<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let area = area.intersection(buf.area);
        buf.set_style(area, self.look.theme.base);
        let width = usize::from(area.width.saturating_sub(2));
        let lines = match self.rolled {
            Rolled::Fought(_) => Vec::new(),
            Rolled::Edna { unit, dice, from, tested } => self.edna(*unit, dice, *from, *tested),
            Rolled::Tests { units, thrown, .. } => self.tests(units, thrown, width),
            Rolled::Blows(blows) => self.blows(blows, width),
            Rolled::Initiative(throws) => self.initiative(throws),
            Rolled::Argument { dice, need, .. } => vec![self.argument(dice, *need)],
            Rolled::Table { who, drawn } => self.table(*who, drawn, width),
            Rolled::Volley { marks, fired, .. } => self.volley(marks, fired, width),
        };
        let room = usize::from(area.height);
        let shown = if lines.len() > room { room.saturating_sub(1) } else { lines.len() };
        for (y, line) in (0u16..).zip(&lines[..shown]) {
            draw_line(buf, area, (1, y), line);
        }
        if shown < lines.len() {
            let rest = Line::from(self.quiet(format!("+{} more", lines.len() - shown)));
            draw_line(buf, area, (1, u16::try_from(shown).unwrap_or(u16::MAX)), &rest);
        }
    }
}
