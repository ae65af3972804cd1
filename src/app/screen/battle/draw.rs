//! A frame of the battle screen, and what lies where in it.

use super::table::{BattleScreen, Focus};
use crate::{
    app::{
        component::{DrawContext, above_said},
        session::Session,
    },
    diary::EntryNo,
    notation::left_over_in,
    order::Order,
    rules::{FightPart, Rolled},
    state::Map,
    view::{
        Look, battle_tabs,
        dice_pane::{self, DicePane},
        forces::ForcesPane,
        gauges::GaugesPane,
        header::HeaderPane,
        layout::{self, BattleAreas},
        line_up::LineUpPane,
        log::LogPane,
        map::{MapAreas, MapPane, Piece, holders},
        measure,
        square::SquarePane,
    },
};
use ratatui::{
    Frame,
    layout::{Position, Rect},
    text::Line,
    widgets::{Block, Paragraph, Wrap},
};

/// The entries that a diary pane could show at most, whatever its size.
const MAX_ENTRIES: usize = 60;

impl BattleScreen {
    /// Where the panes lie.
    #[must_use]
    pub(crate) fn areas(&self, area: Rect, session: &Session) -> BattleAreas {
        let battle = session.battle().and_then(|b| session.state().battle(b));
        let sides = battle.map_or(1, |b| b.contingents.len());
        let left_over = battle.is_some_and(|b| !left_over_in(session.state(), b).is_empty());
        let gauges = u16::try_from(sides.min(4)).unwrap_or(4) + u16::from(left_over);
        let header = 1 + battle_tabs::rows(session.state(), session.battle());
        layout::battle(above_said(self, area, session), area.height, [header, gauges], self.focus == Focus::Diary)
    }

    /// Draws all panes, but for the roll's where an overlay takes its place.
    pub(crate) fn draw_panes(&self, frame: &mut Frame, area: Rect, session: &Session, canvas: DrawContext) {
        let DrawContext { look, focused, docked } = canvas;
        let areas = self.areas(area, session);
        let state = session.state();
        Self::draw_top(frame, &areas, session, look);
        let rows = self.rows(session);
        let forces = ForcesPane {
            look,
            state,
            rows: &rows,
            selected: self.selected,
            picked: &session.picked.iter().copied().collect(),
            focused: focused && self.focus == Focus::Forces,
            scroll: self.scroll,
            beside: &[],
        };
        frame.render_widget(&forces, areas.forces);
        match self.map(session) {
            Some(map) => self.draw_map(frame, (areas.square, map), session, look),
            None => frame.render_widget(
                &SquarePane { look, state, stack: self.chosen_stack(session), edge: self.edge, focused: false },
                areas.square,
            ),
        }
        let (above, _) = log_window(session, areas.diary.height);
        let in_diary = self.focus == Focus::Diary;
        let log = LogPane {
            look,
            entries: &self.window,
            above,
            selected: Some(session.entry()).filter(|_| session.review.is_some() || in_diary),
            focused: focused && in_diary,
        };
        frame.render_widget(&log, areas.diary);
        if !docked {
            draw_roll(frame, session, areas.roll, look);
        }
    }

    /// The map that stands in place of the Square: the battle's, unless a Square's order of loss is looked at.
    pub(crate) fn map<'s>(&self, session: &'s Session) -> Option<&'s Map> {
        session.battle().filter(|_| self.edge.is_none()).and_then(|battle| session.state().map_of(battle))
    }

    /// The battle's map, with what is chosen in sight.
    fn draw_map(&self, frame: &mut Frame, (area, map): (Rect, &Map), session: &Session, look: Look) {
        let state = session.state();
        let chosen = self.chosen(session).and_then(|row| state.units_meant(row.id).first().map(|unit| unit.id));
        let place = chosen.and_then(|id| state.unit(id)).and_then(|unit| unit.place);
        let cursor = place.filter(|place| place.map == map.id).map(|place| place.cell);
        let pieces = Piece::on(state, map.id);
        let areas = MapAreas::of(area, &map.ground);
        let whole = areas.whole(&map.ground);
        let pane = MapPane {
            look,
            state,
            ground: &map.ground,
            pieces: &pieces,
            objectives: &holders(state, map),
            camera: cursor.map_or(whole, |cell| areas.around(whole, cell, &map.ground)),
            cursor,
            chosen: None,
            picked: &[],
            overlay: None,
            trails: &[],
            plan: None,
            mark: None,
            title: &map.name,
            focused: false,
        };
        frame.render_widget(&pane, area);
    }

    /// The header and the gauges.
    fn draw_top(frame: &mut Frame, areas: &BattleAreas, session: &Session, look: Look) {
        let diary = session.save.diary();
        let state = session.state();
        let header = HeaderPane {
            look,
            title: &diary.header().title,
            state,
            battle: session.battle(),
            entry: session.entry(),
            entries: u32::try_from(diary.path().len()).unwrap_or(u32::MAX),
            reviewing: session.review.is_some(),
            read_only: !session.save.is_writable(),
        };
        frame.render_widget(&header, areas.header);
        frame.render_widget(&GaugesPane { look, state, battle: session.battle() }, areas.gauges);
    }

    /// The entry that a place in the diary pane stands for, if there is one.
    #[must_use]
    pub(crate) fn entry_at(&self, area: Rect, at: Position) -> Option<EntryNo> {
        // Entries have no fixed height; a click takes the one nearest in proportion.
        let window = &self.window;
        let inside = area.contains(at) && !window.is_empty();
        let rows = usize::from(area.height.saturating_sub(2).max(1));
        let row = usize::from(at.y.saturating_sub(area.y + 1));
        inside.then(|| window[(row * window.len() / rows).min(window.len() - 1)].no)
    }
}

/// Which entries the diary shows, by their place on the path from the muster, and how many: the one looked at, those
/// before it, and a few of those after it.
#[must_use]
pub(crate) fn log_window(session: &Session, height: u16) -> (usize, usize) {
    let many = usize::from(height).min(MAX_ENTRIES);
    let at = session.place_of(session.entry());
    let end = (at + many / 4).min(session.save.diary().path().len());
    let from = end.saturating_sub(many);
    (from, end - from)
}

fn roll_title(session: &Session) -> String {
    let state = session.state();
    match &session.rolled {
        Some(Rolled::Fought(fought)) => {
            let sides = fought.sides.map(|side| state.name(side));
            let settled = if fought.settled { "" } else { ": dice may be thrown again" };
            let part = match fought.part {
                FightPart::Phase(number) => format!("phase {number} of {}", state.book().scrud.phases),
                FightPart::Round(number) => format!("round {number} of the Conflict"),
            };
            format!("{} v {}, {part}{settled}", sides.first, sides.second)
        }
        Some(rolled) => dice_pane::title(state, rolled),
        None => "Roll".into(),
    }
}

fn draw_roll(frame: &mut Frame, session: &Session, area: Rect, look: Look) {
    let state = session.state();
    let (said, dice) = below_roll(session, usize::from(area.width));
    let dice = Line::styled(format!(" {dice} "), look.theme.palette.quiet).right_aligned();
    let block = crate::view::frame(look, Line::from(roll_title(session)), false).title_bottom(dice);
    let Some(rolled) = &session.rolled else {
        let told = "Choose a stack or a unit and a key below, or type an order after a colon.";
        let told = Line::styled(told, look.theme.dialog.quiet);
        frame.render_widget(Paragraph::new(told).wrap(Wrap { trim: true }).block(block), area);
        return;
    };
    let said = said.map(|said| Line::styled(format!(" {said} "), look.theme.palette.found));
    let block = said.into_iter().fold(block, Block::title_bottom);
    let inner = block.inner(area);
    frame.render_widget(block, area);
    match rolled {
        Rolled::Fought(fought) => {
            frame.render_widget(&LineUpPane { look, state, fought, reveal: session.landed }, inner);
        }
        rolled => frame.render_widget(&DicePane { look, state, rolled }, inner),
    }
}

/// What stands below the roll's pane of that width: how likely the roll was, as far as there is room for it, and where the
/// dice come from. Before it is left out of whom the first is said, the second is said shorter.
fn below_roll(session: &Session, width: usize) -> (Option<String>, &'static str) {
    let dice = session.dice_from();
    let Some((rolled, rank)) = session.rolled.as_ref().zip(session.odds.standing(session.entry())) else {
        return (None, dice);
    };
    // Of a phase it is said of the side that opened the combat.
    let whose = rolled.for_side().map(|side| session.state().name(side));
    let order = session.save.diary().entry(session.entry()).map(|entry| &entry.order);
    let again = rolled.throws_again() || order.is_some_and(Order::throws_again);
    let short = dice.strip_prefix("dice: ").unwrap_or(dice);
    for (whose, dice) in [(whose.as_deref(), dice), (whose.as_deref(), short), (None, dice), (None, short)] {
        // Both have a blank at either end; the corners and a piece of the frame between them are left.
        let room = width.saturating_sub(measure::width(dice) + 7);
        if let Some(said) = rank.describe_within(whose, again, |said| measure::width(said) <= room) {
            return (Some(said), dice);
        }
    }
    (None, dice)
}
