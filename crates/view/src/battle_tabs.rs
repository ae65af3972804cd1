//! The battles that are under way, side by side under the header: which of them is shown, the turn of each, who is awaited.

use super::{Glyphs, Look, draw_line, header::awaited, measure};
use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect},
    text::{Line, Span},
    widgets::Widget,
};
use wardiary_base::{book::Mechanism, id::BattleId};
use wardiary_rules::state::{Battle, State};

/// The battles side by side, one row high. Where one alone is under way there is nothing to show.
#[derive(Clone, Copy, Debug)]
pub struct BattleTabs<'a> {
    /// What it is drawn with.
    pub look: Look<'a>,
    /// What it shows.
    pub state: &'a State,
    /// The battle that is shown.
    pub shown: Option<BattleId>,
}

/// The columns of a gap: a line, and a blank on either side.
const GAP: usize = 3;

/// What a name is not cut below, where there is any way.
const LEAST_NAME: usize = 6;

/// How many rows the battles take under the header.
#[must_use]
pub fn rows(state: &State, shown: Option<BattleId>) -> u16 {
    u16::from(battles(state, shown).len() > 1)
}

/// The battles that are under way, and the one that is shown, in their order.
fn battles(state: &State, shown: Option<BattleId>) -> Vec<&Battle> {
    let is_there = |battle: &&Battle| battle.over.is_none() || Some(battle.id) == shown;
    state.battles().iter().filter(is_there).collect()
}

/// A battle as it stands in the row.
struct Tab {
    battle: BattleId,
    name: String,
    /// Its turn, and who is awaited, as far as there is room.
    behind: String,
}

impl Tab {
    fn width(&self) -> usize {
        // A mark and a blank stand before each, so that nothing moves when another one is shown.
        2 + measure::width(&self.name) + measure::width(&self.behind)
    }
}

/// The battles as there is room for them: first nobody is told who is awaited, then the names are cut, the longest most.
fn tabs(state: &State, shown: Option<BattleId>, width: usize, glyphs: &Glyphs) -> Vec<Tab> {
    let battles = battles(state, shown);
    if battles.len() < 2 {
        return Vec::new();
    }
    let turns = state.book().uses(Mechanism::Turns);
    let tab = |battle: &Battle, waits: bool| {
        let turn = if turns { format!(" T{}", battle.turn) } else { String::new() };
        let waits = if waits { format!(", {}", awaited(state, battle)) } else { String::new() };
        Tab { battle: battle.id, name: battle.name.to_string(), behind: turn + &waits }
    };
    let all = |waits: bool| battles.iter().map(|battle| tab(battle, waits)).collect::<Vec<_>>();
    let needed = |tabs: &[Tab]| tabs.iter().map(Tab::width).sum::<usize>() + GAP * tabs.len().saturating_sub(1);
    let told = all(true);
    if needed(&told) <= width {
        return told;
    }
    let mut tabs = all(false);
    let mut longest = tabs.iter().map(|tab| measure::width(&tab.name)).max().unwrap_or(0);
    while needed(&tabs) > width && longest > LEAST_NAME {
        longest -= 1;
        let names: Vec<(&str, usize)> = battles.iter().map(|battle| (&*battle.name, longest)).collect();
        for (tab, name) in tabs.iter_mut().zip(measure::cut_apart(&names, glyphs)) {
            tab.name = name;
        }
    }
    // Of many the one that is shown is seen, and those behind it.
    let at = tabs.iter().position(|tab| Some(tab.battle) == shown).unwrap_or(0);
    let hidden = (0..=at).find(|from| needed(&tabs[*from..=at]) <= width).unwrap_or(at);
    tabs.drain(..hidden);
    tabs
}

/// The battle at a place of the row, if there is one.
#[must_use]
pub fn battle_at(state: &State, shown: Option<BattleId>, area: Rect, at: Position) -> Option<BattleId> {
    let mut from = usize::from(area.x) + 1;
    let column = usize::from(at.x);
    let found = tabs(state, shown, room(area), &Glyphs::UNICODE).into_iter().find(|tab| {
        let to = from + tab.width();
        let is_here = (from..to).contains(&column);
        from = to + GAP;
        is_here
    });
    found.filter(|_| area.contains(at)).map(|tab| tab.battle)
}

fn room(area: Rect) -> usize {
    usize::from(area.width).saturating_sub(2)
}

impl Widget for &BattleTabs<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let area = area.intersection(buf.area);
        buf.set_style(area, self.look.theme.base);
        if area.is_empty() {
            return;
        }
        let style = self.look.theme.header;
        let mut spans = vec![Span::raw(" ")];
        let tabs = tabs(self.state, self.shown, room(area), self.look.glyphs);
        for (at, tab) in tabs.into_iter().enumerate() {
            if at > 0 {
                spans.push(Span::styled(format!(" {} ", self.look.glyphs.bar_mark), style.rule));
            }
            let is_shown = Some(tab.battle) == self.shown;
            let (mark, name, behind) = if is_shown {
                (self.look.glyphs.closed, style.title, style.battle)
            } else {
                (' ', style.quiet, style.quiet)
            };
            spans.push(Span::styled(format!("{mark} {}", tab.name), name));
            spans.push(Span::styled(tab.behind, behind));
        }
        draw_line(buf, area, (0, 0), &Line::from(spans));
    }
}
