//! The first lines of the screen: the state of the campaign, and who is awaited; below it the battles under way, side by
//! side.

use super::{Glyphs, Look, draw_line, measure, visible_part};
use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect},
    style::Style,
    text::{Line, Span},
    widgets::Widget,
};
use std::rc::Rc;
use wardiary_base::{
    book::Mechanism,
    id::BattleId,
    text::{self, Text},
};
use wardiary_diary::diary::EntryNo;
use wardiary_rules::{
    notation::{self, battle_end_variants},
    rules,
    state::{Battle, State},
};

/// The first line of the screen. A second row, if any, shows the battles under way as tabs.
#[derive(Clone, Debug)]
pub struct HeaderPane<'a> {
    pub look: Look<'a>,
    /// The viewing side; `None` for the referee.
    pub viewer: Option<&'a str>,
    pub title: &'a Text,
    pub state: &'a State,
    pub battle: Option<BattleId>,
    pub entry: EntryNo,
    /// The number of entries on this branch.
    pub entries: u32,
    /// The title of the entry's branch, if there are several.
    pub branch: Rc<Option<String>>,
    pub reviewing: bool,
    pub read_only: bool,
    /// The number of orders composed on a share for the referee.
    pub composed: usize,
    /// Whether the rules have changed since the diary began.
    pub rules_changed: bool,
}

/// A part of the line. A lower rank takes precedence when room is short.
struct HeaderPart {
    rank: u8,
    text: String,
    /// Ever shorter wordings, for when room is short.
    shorter: Vec<String>,
    style: Style,
}

impl HeaderPane<'_> {
    /// The parts on the left and on the right. With battle tabs `beside` one another below, the line names no battle.
    fn parts(&self, beside: bool) -> (Vec<HeaderPart>, Vec<HeaderPart>) {
        let style = self.look.theme.header;
        let part = |rank, text: String, style| HeaderPart { rank, text, shorter: Vec::new(), style };
        let battle = self.battle.and_then(|id| self.state.battles().iter().find(|b| b.id == id));
        let mut left = vec![part(TITLE_RANK, self.title.as_name(), style.title)];
        if !self.state.date().is_empty() {
            left.push(part(8, self.state.date().to_string(), style.muted));
        }
        // Between battles in review, the time is the best orientation.
        let time = if self.reviewing && battle.is_none() { BATTLE_RANK } else { TIME_RANK };
        left.extend(self.state.time().map(|t| part(time, t, style.muted)));
        if let Some(battle) = battle {
            left.extend((!beside).then(|| part(BATTLE_RANK, battle.name.to_string(), style.battle)));
            if self.state.book().uses(Mechanism::Turns) {
                left.push(part(3, format!("turn {}", battle.turn), style.battle));
            }
            let mut awaited_variants = awaited_shortened(self.state, battle);
            let shorter = awaited_variants.split_off(1);
            left.push(HeaderPart { shorter, ..part(0, awaited_variants.concat(), style.awaited) });
        } else {
            let (awaited_text, shorter) = match self.state.open_battles().count() {
                0 => ("no battle is under way".into(), vec!["no battle".into()]),
                some => (format!("{} under way", text::count(some, "battle", "battles")), Vec::new()),
            };
            left.push(HeaderPart { shorter, ..part(0, awaited_text, style.awaited) });
        }
        let others = self.state.open_battles().filter(|b| Some(b.id) != self.battle).count();
        if others > 0 && !beside && battle.is_some() {
            left.push(part(OTHERS_RANK, text::count(others, "more battle", "more battles"), style.muted));
        }
        let changed = if self.rules_changed { ", changed" } else { "" };
        let rules = format!("{}{changed}", self.state.book().name);
        let mut right = vec![part(9, rules, style.muted)];
        let branch = (*self.branch).as_ref();
        let branch = branch.map(|name| format!("{} {}", self.look.glyphs.branch, text::sanitize(name)));
        right.extend(branch.map(|branch| part(BRANCH_RANK, branch, style.muted)));
        let entry = format!("entry {}", self.entry);
        if self.reviewing {
            right.push(part(0, format!("REVIEW of {entry}"), style.warning));
        } else {
            right.push(part(5, entry, style.muted));
        }
        if self.entries != self.entry {
            right.push(part(10, format!("{} on this branch", self.entries), style.muted));
        }
        if self.composed > 0 {
            right.push(part(4, text::count(self.composed, "order", "orders") + " composed", style.warning));
        } else if self.read_only && self.viewer.is_none() {
            right.push(part(4, "read-only".into(), style.warning));
        }
        (left, right)
    }

    /// The viewing side, which is always shown.
    fn viewer(&self, room: usize) -> Option<HeaderPart> {
        let text = format!("{} as seen by {}", self.look.glyphs.viewer, text::sanitize(self.viewer?));
        let text = measure::cut(&text, room, self.look.glyphs);
        Some(HeaderPart { rank: 0, text, shorter: Vec::new(), style: self.look.theme.header.warning })
    }

    /// Keeps the parts that fit, by rank, and returns the free columns. The first part is always kept. If it is long,
    /// it is cut to leave room for the parts before the title, but never to keep a battle's name whole.
    fn fit_parts(&self, room: usize, parts: [&mut Vec<HeaderPart>; 2]) -> usize {
        let mut ranked: Vec<&mut HeaderPart> = Vec::new();
        let [left, right] = parts;
        ranked.extend(left.iter_mut().chain(right.iter_mut()));
        ranked.sort_by_key(|part| part.rank);
        let behind = |most: u8| {
            let others = ranked.iter().skip(1).filter(|part| part.rank <= most);
            let others: usize = others.map(|part| measure::width(&part.text) + GAP).sum();
            room.saturating_sub(others + GAP)
        };
        let shortest = ranked.first().map_or(0, |part| measure::width(part.shorter.last().unwrap_or(&part.text)));
        // All parts but the battle's name are dropped before the awaited action is cut, if it fits whole then.
        let first = match behind(TITLE_RANK - 1).max(behind(BATTLE_RANK).min(room / 2)).max(MIN_AWAITED) {
            first if shortest > first && shortest <= behind(BATTLE_RANK) => shortest,
            first => first,
        };
        let mut free = room;
        for (at, part) in ranked.into_iter().enumerate() {
            let most = free.saturating_sub(GAP);
            let most = if part.rank == BRANCH_RANK { most.min((room / 4).max(MIN_BRANCH)) } else { most };
            let is_cut = match part.rank {
                BRANCH_RANK => most >= MIN_BRANCH,
                BATTLE_RANK => most >= MIN_BATTLE,
                TITLE_RANK => most >= MIN_TITLE,
                _ => at == 0,
            };
            if is_cut {
                let most = if at == 0 { first } else { most };
                let text = std::iter::once(&part.text).chain(&part.shorter);
                part.text = measure::first_that_fits(text, most, self.look.glyphs);
            } else if measure::width(&part.text) > most {
                part.text.clear();
            }
            if !part.text.is_empty() {
                free = free.saturating_sub(measure::width(&part.text) + GAP);
            }
        }
        left.retain(|part| !part.text.is_empty());
        right.retain(|part| !part.text.is_empty());
        free
    }
}

/// Rank of the branch, which is shown at every width. It is cut to a quarter of the line, but not shorter than
/// `MIN_BRANCH`.
const BRANCH_RANK: u8 = 1;
const MIN_BRANCH: usize = 8;
/// Rank of the battle's name, which is cut if it does not fit; all parts of higher rank go first.
const BATTLE_RANK: u8 = 2;
/// Rank of the number of other battles under way, shown after the turn. The title is cut and the time dropped before
/// it, since other panes show both.
const OTHERS_RANK: u8 = 3;
/// Rank of the title, which is cut too.
const TITLE_RANK: u8 = 6;
/// Rank of the campaign's time; the title is cut before it is dropped.
const TIME_RANK: u8 = 4;
/// The shortest that a battle's name and the title are cut to.
const MIN_BATTLE: usize = 6;
const MIN_TITLE: usize = 10;
/// The shortest that the awaited action is cut to.
const MIN_AWAITED: usize = 12;
const GAP: usize = 4;

pub(super) fn awaited(state: &State, battle: &Battle) -> String {
    awaited_shortened(state, battle).swap_remove(0)
}

/// The same, followed by ever shorter wordings.
fn awaited_shortened(state: &State, battle: &Battle) -> Vec<String> {
    if battle.ended.is_none() {
        let step = rules::next_step(state, battle);
        return vec![step.map_or_else(String::new, |step| notation::next_step_text(state, battle, step))];
    }
    let ended = battle_end_variants(state, battle);
    let text = ended.iter().map(|how| format!("over: {how}"));
    match &ended[..] {
        [] => vec!["over".into()],
        [_] => text.collect(),
        // The name of the winner alone says that the battle is over.
        [.., won] => text.chain([won.clone()]).collect(),
    }
}

impl Widget for &HeaderPane<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let whole = area.intersection(buf.area);
        let tabs = Rect { y: whole.y.saturating_add(1), height: whole.height.saturating_sub(1), ..whole };
        BattleTabs { look: self.look, state: self.state, shown: self.battle }.render(tabs, buf);
        let area = Rect { height: whole.height.min(1), ..whole };
        buf.set_style(area, self.look.theme.base);
        let (mut left, mut right) = self.parts(!tabs.is_empty());
        let room = usize::from(area.width);
        let viewer = self.viewer(room.saturating_sub(GAP));
        let taken = viewer.as_ref().map_or(0, |viewer| measure::width(&viewer.text) + GAP);
        let free = self.fit_parts(room.saturating_sub(taken), [&mut left, &mut right]);
        left.splice(0..0, viewer);
        let rule = |n: usize| {
            let dashes = self.look.glyphs.dash.to_string().repeat(n);
            Span::styled(dashes, self.look.theme.header.rule)
        };
        let mut spans = vec![Span::raw(" ")];
        let right_begins = left.len();
        for (at, part) in left.into_iter().chain(right).enumerate() {
            let gap = if at == 0 {
                0
            } else if at == right_begins {
                free + 2
            } else {
                2
            };
            if gap > 0 {
                spans.extend([Span::raw(" "), rule(gap), Span::raw(" ")]);
            }
            spans.push(Span::styled(part.text, part.style));
        }
        draw_line(buf, area, (0, 0), &Line::from(spans));
    }
}

/// One row with all battles under way. It takes no row when there is only one.
#[derive(Clone, Copy, Debug)]
pub struct BattleTabs<'a> {
    pub look: Look<'a>,
    pub state: &'a State,
    pub shown: Option<BattleId>,
}

/// The columns between two tabs: a line with a blank on either side.
const TAB_GAP: usize = 3;

/// Names are not cut below this many columns unless the tabs cannot fit otherwise.
const LEAST_NAME: usize = 6;

/// The rows that the tabs take under the header.
pub fn tab_rows(state: &State, shown: Option<BattleId>) -> u16 {
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
    let needed = |tabs: &[Tab]| tabs.iter().map(Tab::width).sum::<usize>() + TAB_GAP * tabs.len().saturating_sub(1);
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

pub fn battle_at(state: &State, shown: Option<BattleId>, area: Rect, at: Position) -> Option<BattleId> {
    let mut from = usize::from(area.x) + 1;
    let column = usize::from(at.x);
    let found = tabs(state, shown, room(area), &Glyphs::UNICODE).into_iter().find(|tab| {
        let to = from + tab.width();
        let is_here = (from..to).contains(&column);
        from = to + TAB_GAP;
        is_here
    });
    found.filter(|_| area.contains(at)).map(|tab| tab.battle)
}

fn room(area: Rect) -> usize {
    usize::from(area.width).saturating_sub(2)
}

impl Widget for &BattleTabs<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let Some(area) = visible_part(area, buf) else { return };
        buf.set_style(area, self.look.theme.base);
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
