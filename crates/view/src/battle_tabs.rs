//! The battles under way, side by side under the header: which is shown, the turn of each, and who is awaited.

use super::{Glyphs, Look, draw_line, header::awaited, measure};
use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect},
    text::{Line, Span},
    widgets::Widget,
};
use wardiary_base::{book::Mechanism, id::BattleId};
use wardiary_rules::state::{Battle, State};

/// One row with all battles under way. It takes no row when there is only one.
#[derive(Clone, Copy, Debug)]
pub struct BattleTabs<'a> {
    pub look: Look<'a>,
    pub state: &'a State,
    /// The battle that is shown.
    pub shown: Option<BattleId>,
}

/// The columns between two tabs: a line with a blank on either side.
const GAP: usize = 3;

/// Names are not cut below this many columns unless the tabs cannot fit otherwise.
const LEAST_NAME: usize = 6;

/// The rows that the tabs take under the header.
pub fn rows(state: &State, shown: Option<BattleId>) -> u16 {
    u16::from(battles(state, shown).len() > 1)
}

/// The battles under way and the shown one, in their order.
fn battles(state: &State, shown: Option<BattleId>) -> Vec<&Battle> {
    let is_there = |battle: &&Battle| battle.ended.is_none() || Some(battle.id) == shown;
    state.battles().iter().filter(is_there).collect()
}

struct Tab {
    battle: BattleId,
    name: String,
    /// Its turn and who is awaited, as far as there is room.
    suffix: String,
}

impl Tab {
    fn width(&self) -> usize {
        // Each tab begins with a mark and a blank, so that nothing moves when another battle is shown.
        2 + measure::width(&self.name) + measure::width(&self.suffix)
    }
}

/// The tabs, shortened to the width: who is awaited goes first, then the names are cut, the longest most.
fn tabs(state: &State, shown: Option<BattleId>, width: usize, glyphs: &Glyphs) -> Vec<Tab> {
    let battles = battles(state, shown);
    if battles.len() < 2 {
        return Vec::new();
    }
    let turns = state.book().uses(Mechanism::Turns);
    let tab = |battle: &Battle, waits: bool| {
        let turn = if turns { format!(" T{}", battle.turn) } else { String::new() };
        let waits = if waits { format!(", {}", awaited(state, battle)) } else { String::new() };
        Tab { battle: battle.id, name: battle.name.to_string(), suffix: turn + &waits }
    };
    let all = |waits: bool| battles.iter().map(|battle| tab(battle, waits)).collect::<Vec<_>>();
    let needed = |tabs: &[Tab]| tabs.iter().map(Tab::width).sum::<usize>() + GAP * tabs.len().saturating_sub(1);
    let text = all(true);
    if needed(&text) <= width {
        return text;
    }
    let mut tabs = all(false);
    let mut longest = tabs.iter().map(|tab| measure::width(&tab.name)).max().unwrap_or(0);
    while needed(&tabs) > width && longest > LEAST_NAME {
        longest -= 1;
        for (tab, battle) in tabs.iter_mut().zip(&battles) {
            tab.name = measure::cut_name(&battle.name, longest, glyphs);
        }
    }
    // If not all tabs fit, the shown one comes first.
    let at = tabs.iter().position(|tab| Some(tab.battle) == shown).unwrap_or(0);
    let hidden = (0..=at).find(|from| needed(&tabs[*from..=at]) <= width).unwrap_or(at);
    tabs.drain(..hidden);
    tabs
}

/// The battle at a screen position.
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
                (' ', style.muted, style.muted)
            };
            spans.push(Span::styled(format!("{mark} {}", tab.name), name));
            spans.push(Span::styled(tab.suffix, behind));
        }
        draw_line(buf, area, (0, 0), &Line::from(spans));
    }
}
