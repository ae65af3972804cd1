//! The exhaustion gauges: how far each side is from its Exhaustion Point, or its remaining strength under rules without
//! exhaustion. Source: RULES 4.2.

use super::{Look, draw_line, measure};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
    widgets::Widget,
};
use std::{borrow::Cow, collections::BTreeSet};
use wardiary_base::{
    book::Mechanism,
    id::{BattleId, Id, UnitId},
};
use wardiary_rules::{
    notation::{battle_over_line_variants, leftover_in_battle},
    state::{Battle, Contingent, Losses, State},
};

#[derive(Clone, Copy, Debug)]
pub struct GaugesPane<'a> {
    pub look: Look<'a>,
    pub state: &'a State,
    pub battle: Option<BattleId>,
    /// The last battle fought: its outcome is shown if no battle is under way.
    pub last: Option<BattleId>,
    /// In review, the state before the current entry; what a side lost since is marked.
    pub before: Option<&'a State>,
    /// What is folded among the forces. A folded formation has a row below its side.
    pub folded: &'a BTreeSet<Id>,
}

/// What has a row in the gauges: each side, and below it those of its formations that are folded among the forces.
pub fn rows(state: &State, battle: &Battle, folded: &BTreeSet<Id>) -> Vec<Id> {
    let is_shown = |formation: &Id| {
        let is_in_battle =
            || contingent_of(state, battle, *formation).is_some_and(|part| part.units().next().is_some());
        let is_hidden = || state.holders(*formation).iter().any(|holder| folded.contains(holder));
        battle.ended.is_none() && folded.contains(formation) && !is_hidden() && is_in_battle()
    };
    let formations = |of: &Contingent| {
        let side = of.side;
        state.formations().iter().filter(move |formation| formation.side == side).map(|formation| formation.id)
    };
    let of_side =
        |of: &Contingent| std::iter::once(Id::from(of.side)).chain(formations(of).filter(is_shown)).collect::<Vec<_>>();
    battle.contingents.iter().flat_map(of_side).collect()
}

/// The contingent of a side, or the part of it that belongs to a formation.
fn contingent_of<'s>(state: &State, battle: &'s Battle, id: Id) -> Option<Cow<'s, Contingent>> {
    let whole = battle.contingent(state.side_of(id)?)?;
    if id == whole.side.into() {
        return Some(Cow::Borrowed(whole));
    }
    let mut part = whole.clone();
    let is_in = |(unit, _): &(UnitId, Option<u16>)| state.holders((*unit).into()).contains(&id);
    part.brought.retain(is_in);
    part.arrived.retain(is_in);
    Some(Cow::Owned(part))
}

struct SideGauge {
    /// The side's index in the campaign, which decides its colour.
    side: Option<usize>,
    name: String,
    losses: Option<Losses>,
    exhausted: bool,
    /// Whether the rules have exhaustion. If not, only the strength left is shown.
    has_exhaustion: bool,
    /// Strength lost by the current entry; negative if strength was restored.
    change: i64,
}

impl SideGauge {
    /// Whether losses have reached the Exhaustion Point, checked already or not.
    fn is_spent(&self) -> bool {
        let is_reached = |losses: Losses| losses.lost >= losses.exhaustion_point;
        self.has_exhaustion && (self.exhausted || self.losses.is_some_and(is_reached))
    }
}

impl GaugesPane<'_> {
    fn shown_battle(&self) -> Option<&Battle> {
        self.battle.and_then(|id| self.state.battles().iter().find(|b| b.id == id))
    }

    /// The rows needed: one for each side, one more for a finished battle's outcome or for the defeats left over, and
    /// one if there is no battle.
    pub fn height(&self) -> u16 {
        let text = |b: &Battle| b.ended.is_some() || !leftover_in_battle(self.state, b).is_empty();
        let rows = self.shown_battle().map_or(1, |b| rows(self.state, b, self.folded).len() + usize::from(text(b)));
        u16::try_from(rows).unwrap_or(u16::MAX)
    }

    /// The defeats left over, in the longest wording that fits.
    fn leftover_defeats(&self, battle: &Battle, room: usize) -> Option<String> {
        let whose = leftover_in_battle(self.state, battle);
        if whose.is_empty() {
            return None;
        }
        let whose = whose.join(", ");
        let long = format!("defeats left over, towards the next elimination: {whose}");
        let short = format!("defeats left over: {whose}");
        let shown = if measure::width(&long) <= room { long } else { short };
        Some(measure::cut(&shown, room, self.look.glyphs))
    }

    fn gauges(&self, battle: &Battle) -> Vec<SideGauge> {
        let gauge = |id: Id| {
            let own = contingent_of(self.state, battle, id)?;
            let is_side = id == own.side.into();
            Some(SideGauge {
                side: self.state.sides().iter().position(|side| side.id == own.side),
                name: if is_side { self.state.name(id) } else { format!("  {}", self.state.name(id)) },
                losses: self.state.losses(battle, &own),
                exhausted: is_side && own.exhausted,
                // A side is exhausted as a whole.
                has_exhaustion: is_side && self.state.book().uses(Mechanism::Exhaustion),
                change: self.change(battle, id, &own),
            })
        };
        rows(self.state, battle, self.folded).into_iter().filter_map(gauge).collect()
    }

    fn change(&self, battle: &Battle, id: Id, contingent: &Contingent) -> i64 {
        let before = self.before.and_then(|was| {
            let then = was.battle(battle.id)?;
            was.losses(then, &*contingent_of(was, then, id)?)
        });
        let change = before.zip(self.state.losses(battle, contingent));
        change.map_or(0, |(before, now)| i64::from(now.lost) - i64::from(before.lost))
    }

    /// The bar: strength left, then strength lost, with a mark at the Exhaustion Point. A side with any strength left
    /// or lost shows at least one cell of it, and the bar reaches the mark exactly when the point is reached.
    fn bar(&self, gauge: &SideGauge, cells: usize) -> Vec<Span<'static>> {
        let (style, glyphs) = (self.look.theme.gauges, self.look.glyphs);
        let Some(Losses { initial, lost, exhaustion_point: point }) = gauge.losses else {
            return vec![Span::raw(" ".repeat(cells))];
        };
        let cell = |strength: u32| -> usize {
            let strength = usize::try_from(strength).unwrap_or(usize::MAX);
            let initial = usize::try_from(initial.max(1)).unwrap_or(usize::MAX);
            (cells.saturating_mul(strength) + initial / 2) / initial
        };
        let mark = cell(initial.saturating_sub(point)).min(cells.saturating_sub(3));
        let mut left = cell(initial.saturating_sub(lost)).min(cells);
        if lost >= point {
            left = left.min(mark);
        } else {
            left = left.max(mark + 2).min(cells);
        }
        if lost > 0 {
            left = left.min(cells.saturating_sub(1));
        }
        if lost < initial {
            left = left.max(1);
        }
        let own = gauge.side.map_or(style.left, |side| style.left.patch(self.look.theme.side_sign(side)));
        let full = if gauge.is_spent() { style.left_exhausted } else { own };
        let run = |glyph: char, from: usize, to: usize, style| {
            Span::styled(glyph.to_string().repeat(to.saturating_sub(from)), style)
        };
        if !gauge.has_exhaustion {
            // Without a mark the bar shows strength alone.
            let left = cell(initial.saturating_sub(lost)).clamp(usize::from(lost < initial), cells);
            return vec![run(glyphs.gauge_left, 0, left, full), run(glyphs.gauge_lost, left, cells, style.lost)];
        }
        vec![
            run(glyphs.gauge_left, 0, left.min(mark), full),
            run(glyphs.gauge_lost, left.min(mark), mark, style.lost),
            run(glyphs.bar_mark, mark, mark + 1, style.mark),
            run(glyphs.gauge_left, mark + 1, left, full),
            run(glyphs.gauge_lost, left.max(mark + 1), cells, style.lost),
        ]
    }

    /// The text after the bar: full, brief, or figures alone.
    fn text_after_bar(&self, gauge: &SideGauge, digits: usize, length: Length) -> Vec<Span<'static>> {
        let style = self.look.theme.gauges;
        let Some(Losses { initial, lost, exhaustion_point: point }) = gauge.losses else {
            let verdict = if gauge.exhausted { "  EXHAUSTED" } else { "" };
            return vec![Span::styled("lost ?", style.text), Span::styled(verdict, style.exhausted)];
        };
        let numbers = match length {
            Length::Full => format!("lost {lost:>digits$} of {initial:>digits$}"),
            Length::Brief | Length::Numbers => format!("{lost:>digits$}/{initial:<digits$}"),
        };
        let changed = match gauge.change {
            0 => Span::raw(""),
            change => Span::styled(format!(" ({change:+})"), style.warning),
        };
        if !gauge.has_exhaustion {
            return vec![Span::styled(numbers, style.text), changed];
        }
        let (verdict, verdict_style) = match (length, gauge.exhausted, gauge.is_spent()) {
            (Length::Numbers, true, _) => ("EX".to_string(), style.exhausted),
            (Length::Numbers, false, true) => ("EP".to_string(), style.warning),
            (Length::Numbers, false, false) => ("  ".to_string(), style.muted),
            (_, true, _) => (format!("EXHAUSTED at {point:>digits$}"), style.exhausted),
            (Length::Full, false, true) => (format!("reached   {point:>digits$}"), style.warning),
            (Length::Full, false, false) => (format!("exhausted at {point:>digits$}"), style.muted),
            (Length::Brief, false, true) => (format!("reached EP {point:>digits$}"), style.warning),
            (Length::Brief, false, false) => (format!("exhausts at {point:>digits$}"), style.muted),
        };
        let gap = if length == Length::Full { "   " } else { "  " };
        vec![Span::styled(numbers, style.text), changed, Span::raw(gap), Span::styled(verdict, verdict_style)]
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Length {
    Full,
    Brief,
    Numbers,
}

/// A longer bar shows no more detail.
const LONGEST_BAR: usize = 60;
/// A shorter bar shows too little to be useful.
const SHORTEST_BAR: usize = 10;

impl Widget for &GaugesPane<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let area = area.intersection(buf.area);
        buf.set_style(area, self.look.theme.base);
        let (style, glyphs) = (self.look.theme.gauges, self.look.glyphs);
        let Some(battle) = self.shown_battle() else {
            let last = self.last.and_then(|id| self.state.battle(id));
            let mut variants = last.map_or_else(Vec::new, |last| battle_over_line_variants(self.state, last));
            if variants.is_empty() {
                // Only the referee can begin a battle.
                let how = if self.state.viewer().is_none() { ": the order `battle` begins one" } else { "" };
                variants.push(format!("no battle is under way{how}"));
            }
            let variants = measure::first_that_fits(&variants, usize::from(area.width).saturating_sub(2), glyphs);
            return draw_line(buf, area, (1, 0), &Line::styled(variants, style.muted));
        };
        let gauges = self.gauges(battle);
        let longest = gauges.iter().map(|g| measure::width(&g.name)).max().unwrap_or(0);
        let initials = gauges.iter().filter_map(|g| g.losses).map(|losses| losses.initial.max(1));
        let digits = initials.map(|initial| initial.ilog10() as usize + 1).max().unwrap_or(1);
        let room = usize::from(area.width).saturating_sub(2);
        let words = |gauge, length| Line::from(self.text_after_bar(gauge, digits, length));
        let widest = |length| gauges.iter().map(|g| words(g, length).width()).max().unwrap_or(0);
        // A name takes more than its share if two short bars and the text have room beside it.
        let spare = room.saturating_sub(5 + widest(Length::Full) + 2 * SHORTEST_BAR);
        let names = longest.min((room / 4).max(8).max(spare)).min(room);
        let free = |length| room.saturating_sub(names + 2 + 3 + widest(length));
        let length = match () {
            () if free(Length::Full) >= 2 * SHORTEST_BAR => Length::Full,
            () if free(Length::Brief) >= SHORTEST_BAR => Length::Brief,
            () => Length::Numbers,
        };
        let cells = Some(free(length)).filter(|cells| *cells >= 4).map_or(0, |cells| cells.min(LONGEST_BAR));
        // With more sides than rows, the last row still shows the text below the sides.
        let left_over = self.leftover_defeats(battle, room);
        let rows = usize::from(area.height).saturating_sub(usize::from(left_over.is_some()));
        let shown = if left_over.is_some() { gauges.len().min(rows) } else { gauges.len() };
        for (row, gauge) in (0u16..).zip(&gauges[..shown]) {
            let mut spans =
                vec![Span::styled(measure::fit_name(&gauge.name, names, glyphs), style.name), Span::raw("  ")];
            if cells > 0 {
                spans.extend(self.bar(gauge, cells));
                spans.push(Span::raw("   "));
            }
            spans.extend(words(gauge, length).spans);
            draw_line(buf, area, (1, row), &Line::from(spans));
        }
        let over = battle_over_line_variants(self.state, battle);
        let over = (!over.is_empty()).then(|| measure::first_that_fits(&over, room, glyphs));
        if let (Some(text), Ok(row)) = (over.or(left_over), u16::try_from(shown)) {
            draw_line(buf, area, (1, row), &Line::styled(text, style.muted));
        }
    }
}
