//! The dice of a roll and its result: EDNA tests, dice tests, volleys, blows, initiative and arguments. `line_up` draws
//! a combat's dice.
//!
//! A die that counts has a frame: a die that passes, dice of a face that make a double or more. Source: RULES 1, 3,
//! 4.5.

mod parts;

use super::{Look, die::Die, measure};
use parts::{DicePart, DrawnRoll};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
    widgets::Widget,
};
use wardiary_base::{
    book::{HitBy, Passing, TargetClass},
    dice::{DiceFormula, Face},
    id::{Id, SideId, UnitId},
    text,
};
use wardiary_rules::{
    notation::row_text,
    order::Need,
    rules::{
        OrderRoll,
        dice_test::{RollOrder, RolledTests, TestDie},
        resolution::ConflictBlow,
        table::TableDraw,
        volley::{TargetGroup, VolleyOutcome, face_counts},
    },
    state::State,
};

#[derive(Clone, Copy, Debug)]
pub struct DicePane<'a> {
    pub look: Look<'a>,
    pub state: &'a State,
    pub rolled: &'a OrderRoll,
}

pub fn title(state: &State, rolled: &OrderRoll) -> String {
    match rolled {
        OrderRoll::Phase(fought) => {
            format!("{} v {}", state.name(fought.sides.first), state.name(fought.sides.second))
        }
        OrderRoll::Edna { unit, .. } => format!("{}, EDNA test", state.name(*unit)),
        OrderRoll::Tests { name, units, thrown } => {
            let whose = match units[..] {
                [unit] => state.name(unit),
                _ => text::count(units.len(), "test", "tests"),
            };
            let way = if thrown.roll_order == RollOrder::Parallel { " in parallel" } else { "" };
            format!("{name}, {whose}{way}")
        }
        OrderRoll::Initiative(_) => "Initiative".into(),
        OrderRoll::Argument { .. } => "A matrix argument".into(),
        OrderRoll::Table { who, drawn } => {
            let table = drawn.first().map_or(String::new(), |drawn| drawn.table.as_name());
            who.map_or(table.clone(), |who| format!("{table} for {}", state.name(who)))
        }
        OrderRoll::Plain { formula, .. } => format!("A roll of {formula}"),
        OrderRoll::Blows(blows) => match blows[..] {
            [blow] => {
                format!("{} struck at {}, {}", state.name(blow.attacker), state.name(blow.target), blow.edge.word())
            }
            _ => text::count(blows.len(), "blow", "blows"),
        },
        OrderRoll::Volley { unit, target_groups: marks, .. } => {
            let names: Vec<String> = marks.iter().flat_map(|mark| &mark.units).map(|id| state.name(*id)).collect();
            let cover = if marks.iter().all(|mark| mark.cover) { " in cover" } else { "" };
            format!("{} fired at {}{cover}", state.name(*unit), text::list(&names))
        }
    }
}

impl DicePane<'_> {
    fn muted(&self, text: impl Into<String>) -> Span<'static> {
        Span::styled(text.into(), self.look.theme.line_up.muted)
    }

    fn plain(&self, text: impl Into<String>) -> Span<'static> {
        Span::styled(text.into(), self.look.theme.dialog.text)
    }

    fn die(&self, whose: &str, shown: &dyn ToString, counts: bool) -> Die {
        let style = self.look.theme.line_up;
        let style = if counts { style.winner } else { style.muted };
        Die { owner: whose.to_string(), value: shown.to_string(), counts, style, ..Die::default() }
    }

    fn dice<'f>(&self, whose: &str, faces: impl IntoIterator<Item = &'f Face>, counts: bool) -> Vec<Die> {
        faces.into_iter().map(|face| self.die(whose, face, counts)).collect()
    }

    fn name_span(&self, name: &str, columns: usize) -> Span<'static> {
        let name = measure::fit_name(name, columns, self.look.glyphs);
        Span::styled(format!("{name}  "), self.look.theme.line_up.name)
    }

    fn text_part(&self, text: &str, width: usize) -> Vec<DicePart> {
        measure::wrap(text, width).into_iter().map(|line| DicePart::Text(Line::from(self.plain(line)))).collect()
    }

    fn edna(
        &self,
        unit: UnitId,
        dice: &[u8],
        from: u8,
        tested: wardiary_rules::rules::edna::EdnaOutcome,
    ) -> Vec<DicePart> {
        let does = if tested.acts { "acted" } else { "halted" };
        let full = self.state.unit(unit).and_then(|unit| unit.edna().exact()).map_or(from, |edna| edna.full);
        let now = text::edna_change((from, tested.edna), full);
        let spent = if tested.edna == 0 && from > 0 { ", ineffective" } else { "" };
        let throw = DrawnRoll {
            dice: self.dice(&self.state.name(unit), dice, true),
            tail: vec![self.plain(format!(" = {} against {from}", tested.total))],
            ..DrawnRoll::default()
        };
        vec![DicePart::Row(vec![throw]), DicePart::Text(Line::from(self.plain(format!("{does}, {now}{spent}"))))]
    }

    /// A row for each test (in series) or round (in parallel), and who passed.
    fn tests(&self, units: &[UnitId], thrown: &RolledTests, width: usize) -> Vec<DicePart> {
        let names: Vec<String> = units.iter().map(|unit| self.state.name(*unit)).collect();
        let longest = names.iter().map(|name| measure::width(name)).max().unwrap_or(0).min(width / 3);
        let throw = |(at, round): (usize, &Vec<TestDie>)| {
            let whose = names.get(at).filter(|_| thrown.roll_order == RollOrder::Series);
            let dice = round.iter().map(|die| self.die(whose.map_or("", |name| name), &die.face, die.passes)).collect();
            match thrown.roll_order {
                RollOrder::Series => {
                    let verdict = if thrown.results[at].passed { "  passed" } else { "  failed" };
                    DrawnRoll {
                        head: whose.map(|name| self.name_span(name, longest)),
                        dice,
                        tail: vec![self.plain(verdict)],
                    }
                }
                RollOrder::Parallel => {
                    let taken = round.iter().filter(|die| thrown.is_taken(**die)).count();
                    let text = format!("  {taken} removed, {} left", round.len() - taken);
                    let head = self.muted(format!("round {}  ", at + 1));
                    DrawnRoll { head: Some(head), dice, tail: vec![self.plain(text)] }
                }
            }
        };
        let mut parts = vec![DicePart::List(thrown.rounds.iter().enumerate().map(throw).collect())];
        if thrown.roll_order == RollOrder::Parallel {
            for (passed, verb) in [(true, "pass"), (false, "fail")] {
                let results = names.iter().zip(&thrown.results).filter(|(_, r)| r.passed == passed);
                let names: Vec<String> = results.map(|(name, _)| name.clone()).collect();
                if !names.is_empty() {
                    parts.extend(self.text_part(&format!("{} {verb}: {}", names.len(), text::list(&names)), width));
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
            if same { format!("a die passes on {}; {pass}", test.needs) } else { "each unit takes its own test".into() }
        });
        parts.extend(needs.map(|needs| DicePart::Text(Line::from(self.muted(needs)))));
        parts
    }

    /// A row for each roll, its highest die framed.
    fn initiative(&self, throws: &[Vec<(SideId, Face)>]) -> Vec<DicePart> {
        let row = |throw: &Vec<(SideId, Face)>| {
            let highest = throw.iter().map(|(_, face)| *face).max();
            let tied = throw.iter().filter(|(_, face)| Some(*face) == highest).count() > 1;
            let die = |(side, face): &(SideId, Face)| {
                let name = self.state.name(*side);
                let head = Span::styled(format!("{name} "), self.look.theme.line_up.name);
                let dice = vec![self.die(&name, face, Some(*face) == highest)];
                DrawnRoll { head: Some(head), dice, ..DrawnRoll::default() }
            };
            let mut dice: Vec<DrawnRoll> = throw.iter().map(die).collect();
            if let Some(last) = dice.last_mut().filter(|_| tied) {
                last.tail.push(self.muted("  rerolled"));
            }
            DicePart::Row(dice)
        };
        throws.iter().map(row).collect()
    }

    fn argument(&self, dice: &[Face], need: Need) -> Vec<DicePart> {
        let total: u16 = dice.iter().map(|face| u16::from(*face)).sum();
        let met = need.is_met(total);
        let did = if met { "succeeds" } else { "fails" };
        let wanted = match need {
            Need::AtLeast(number) => format!("{number} or more"),
            Need::AtMost(number) => format!("{number} or less"),
        };
        let tail = vec![self.plain(format!(" = {total}, {did}  ")), self.muted(wanted)];
        vec![DicePart::Row(vec![DrawnRoll { dice: self.dice("", dice, met), tail, ..DrawnRoll::default() }])]
    }

    /// The dice of each roll, and their total.
    fn plain_rolls(&self, formula: &DiceFormula, rolled: &[(Vec<Face>, i32)]) -> Vec<DicePart> {
        let row = |(faces, total): &(Vec<Face>, i32)| {
            let tail =
                vec![self.plain(format!("{} = {total}", added_text(formula))), self.muted(format!("  {formula}"))];
            DicePart::Row(vec![DrawnRoll { dice: self.dice("", faces, true), tail, ..DrawnRoll::default() }])
        };
        rolled.iter().map(row).collect()
    }

    /// The dice of each table, and below them the rows that came up.
    fn table(&self, who: Option<Id>, drawn: &[TableDraw], width: usize) -> Vec<DicePart> {
        let row = |row: &TableDraw| {
            let plus = added_text(&row.roll.0);
            let tail = vec![
                self.plain(format!("{plus} = {}", row.total)),
                self.muted(format!("  {}, {}", row.table.as_name(), row.roll)),
            ];
            let throw = DrawnRoll { dice: self.dice("", &row.dice, true), tail, ..DrawnRoll::default() };
            let text = self.text_part(&row_text(self.state, &row.text, who).to_string(), width);
            std::iter::once(DicePart::Row(vec![throw])).chain(text).collect::<Vec<_>>()
        };
        drawn.iter().flat_map(row).collect()
    }

    /// A row for each blow: attacker, target, die plus power, and the effect.
    fn blows(&self, blows: &[ConflictBlow], width: usize) -> Vec<DicePart> {
        let hit = u32::from(self.state.book().stacks.hit);
        let named =
            |blow: &ConflictBlow| format!("{} at {}", self.state.name(blow.attacker), self.state.name(blow.target));
        let longest = blows.iter().map(|blow| measure::width(&named(blow))).max().unwrap_or(0).min(width / 2);
        let throw = |blow: &ConflictBlow| {
            let (face, ap, dp) = (blow.face, blow.ap, blow.dp);
            let (did, style) = match blow.damage {
                Some(damage) => (format!("hit for {damage}"), self.look.theme.line_up.hurt),
                None => ("missed".into(), self.look.theme.line_up.even),
            };
            let sum = format!("  {face} + {ap} against {hit} + {dp}, {}", blow.edge.word());
            let value = format!("{face:2}");
            DrawnRoll {
                head: Some(self.name_span(&named(blow), longest)),
                dice: vec![self.die(&self.state.name(blow.attacker), &value, blow.damage.is_some())],
                tail: vec![Span::styled(format!(" {did}"), style), self.muted(sum)],
            }
        };
        vec![DicePart::List(blows.iter().map(throw).collect())]
    }

    /// The dice grouped by face, and below them the effect on each target.
    fn volley(&self, unit: UnitId, (marks, fired): (&[TargetGroup], &VolleyOutcome), width: usize) -> Vec<DicePart> {
        let firing = self.state.name(unit);
        let groups = face_counts(&fired.dice).into_iter().zip(1u8..).filter(|(many, _)| *many > 0);
        let group = |(many, face): (u16, u8)| DrawnRoll {
            dice: vec![self.die(&firing, &face, many > 1); many.into()],
            ..DrawnRoll::default()
        };
        let mut parts = vec![DicePart::Row(groups.map(group).collect())];
        let name = |mark: &TargetGroup| {
            let names: Vec<String> = mark.units.iter().map(|unit| self.state.name(*unit)).collect();
            text::list(&names)
        };
        let longest = marks.iter().map(|mark| measure::width(&name(mark))).max().unwrap_or(0).min(width / 2);
        for (mark, hits) in marks.iter().zip(&fired.hits) {
            let class = &mark.class;
            let hurt = self.look.theme.line_up.hurt;
            let (hit_text, style) = match (hits, class.by) {
                (0, _) => ("no hit".to_string(), self.look.theme.line_up.even),
                (_, HitBy::Treble) => ("destroyed".into(), self.look.theme.line_up.eliminated),
                (n, HitBy::Double) => (text::count((*n).into(), "hit", "hits"), hurt),
            };
            parts.push(DicePart::Text(Line::from(vec![
                self.name_span(&name(mark), longest),
                Span::styled(hit_text, style),
                self.muted(format!("  {}", hit_faces(class, mark.cover))),
            ])));
        }
        if let Some(face) = fired.who_suffers {
            let hit_text =
                if face == 6 { "the General suffers, not his troops" } else { "the troops suffer, not the General" };
            let tail = vec![self.plain(format!(" {hit_text}"))];
            parts.push(DicePart::Row(vec![DrawnRoll {
                dice: vec![self.die("", &face, true)],
                tail,
                ..DrawnRoll::default()
            }]));
        }
        parts
    }
}

/// ` +2`: what is added to the dice.
fn added_text(formula: &DiceFormula) -> String {
    if formula.plus == 0 { String::new() } else { format!(" {:+}", formula.plus) }
}

/// The faces that hit a target class, in words.
fn hit_faces(class: &TargetClass, cover: bool) -> String {
    let faces: Vec<String> = class.faces.iter().map(ToString::to_string).collect();
    let faces = match &faces[..] {
        [rest @ .., last] if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => faces.join(""),
    };
    let set = if class.by == HitBy::Treble { "treble" } else { "double" };
    format!("a {set} {faces}{}", if cover { " and another double" } else { "" })
}

impl DicePane<'_> {
    /// The rows that the largest dice need at this width.
    pub fn height(&self, width: u16) -> u16 {
        parts::height(&self.parts(width), width)
    }

    fn parts(&self, width: u16) -> Vec<DicePart> {
        let width = usize::from(width.saturating_sub(2));
        match self.rolled {
            OrderRoll::Phase(_) => Vec::new(),
            OrderRoll::Edna { unit, dice, from, tested } => self.edna(*unit, dice, *from, *tested),
            OrderRoll::Tests { units, thrown, .. } => self.tests(units, thrown, width),
            OrderRoll::Blows(blows) => self.blows(blows, width),
            OrderRoll::Initiative(throws) => self.initiative(throws),
            OrderRoll::Argument { dice, need, .. } => self.argument(dice, *need),
            OrderRoll::Table { who, drawn } => self.table(*who, drawn, width),
            OrderRoll::Plain { formula, rolled } => self.plain_rolls(formula, rolled),
            OrderRoll::Volley { unit, target_groups: marks, fired } => self.volley(*unit, (marks, fired), width),
        }
    }
}

impl Widget for &DicePane<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let area = area.intersection(buf.area);
        buf.set_style(area, self.look.theme.base);
        parts::draw(&self.parts(area.width), (area, buf), self.look.glyphs, self.look.theme.line_up.muted);
    }
}
