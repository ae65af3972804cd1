//! The layout of the battle and review screens, at any size of the terminal.

mod borders;

pub use borders::{AreaSplitter, Border, BorderPlace, Borders};

use ratatui::layout::{Constraint, Direction, Layout, Rect, Spacing};

/// The smallest terminal that fits a battle, in columns and rows.
pub const SMALLEST: (u16, u16) = (60, 20);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BattleAreas {
    pub header: Rect,
    pub gauges: Rect,
    pub forces: Rect,
    /// The Square of the selected stack, or the map.
    pub square: Rect,
    pub card: Rect,
    pub diary: Rect,
    pub timeline: Rect,
    /// The dice, the order line, or dice by hand.
    pub roll: Rect,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BattlePane {
    #[default]
    Forces,
    Diary,
    Card,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct BattleNeeds {
    pub header: u16,
    pub gauges: u16,
    /// The rows of the forces, border included.
    pub forces: u16,
    /// The rows of the Square, border included. `None` if the map takes its place, which fills any height.
    pub square: Option<u16>,
    /// The rows of the timeline, border included; 0 without one.
    pub timeline: u16,
    /// The focused pane, which is shown if there is room for one only.
    pub focus: BattlePane,
    /// Whether the focused pane fills the screen.
    pub zoomed: bool,
    /// The rows of the roll's pane, border included: 0 if it is hidden.
    pub roll: u16,
    /// Whether an order, or dice by hand, are typed in the roll's pane.
    pub docked: bool,
}

/// The rows of an order line with its odds, or of dice by hand with their line-up, border included.
pub const DOCK: u16 = 12;

/// The fewest rows of a card, border included.
const CARD: u16 = 6;

/// The rows of a card below a map, and the least height of both together.
const CARD_BELOW_MAP: u16 = 9;
const BELOW_MAP_FROM: u16 = 20;

/// The columns of a Square beside another pane.
const SQUARE: u16 = 26;

/// The fewest rows of the timeline, border included, and the rows left to the diary above it.
const TIMELINE: u16 = 9;
const DIARY_ABOVE_TIMELINE: u16 = 16;

/// Whether panes are stacked: on a tall, narrow terminal.
fn is_tall(width: u16, height: u16) -> bool {
    (width < 76 && height >= 32) || (width < 110 && u32::from(height) * 5 >= u32::from(width) * 3)
}

/// Lays out a battle in its part of a frame. The height of the roll depends on the whole frame, so that it stays the
/// same whatever the message below it.
pub fn battle(area: Rect, frame_height: u16, needs: BattleNeeds, divided: &mut AreaSplitter) -> BattleAreas {
    let roll = match frame_height {
        // For dice to be read from a distance.
        50.. if area.width >= 160 => 17,
        36.. => 13,
        30.. => 12,
        _ if needs.docked => DOCK,
        _ => 8,
    };
    let [header, gauges, panes] =
        Layout::vertical([Constraint::Length(needs.header), Constraint::Length(needs.gauges), Constraint::Min(4)])
            .areas(area);
    // A Square beside the dice has as many rows as they.
    let is_shared = area.width >= 76 && area.width < 110 && !is_tall(area.width, frame_height);
    // The other panes get the rows that the dice leave. Neighbouring panes share a border.
    let roll = if is_shared { roll } else { roll.min(needs.roll) };
    let above = (panes.height + 1).saturating_sub(roll);
    let [middle, roll] = match needs.roll {
        0 => [panes, Rect::ZERO],
        _ => divided.split(Border::Dice, panes, Direction::Vertical, above),
    };
    let mut areas = BattleAreas { header, gauges, roll, ..BattleAreas::default() };
    let shares = !needs.zoomed;
    if shares && area.width >= 110 {
        let [forces, chosen, _] =
            Layout::horizontal([Constraint::Percentage(36), Constraint::Percentage(24), Constraint::Fill(1)])
                .spacing(Spacing::Overlap(1))
                .areas(middle);
        let left = forces.width + chosen.width - 1;
        let [left, diary] = divided.split(Border::Diary, middle, Direction::Horizontal, left);
        let [forces, chosen] = divided.split(Border::Forces, left, Direction::Horizontal, forces.width);
        areas.forces = forces;
        [areas.square, areas.card] = map_and_card(chosen, needs.square, divided);
        [areas.diary, areas.timeline] = diary_and_timeline(diary, needs, divided);
    } else if shares && is_tall(area.width, frame_height) {
        stack_battle_panes(&mut areas, middle, needs, divided);
    } else if shares && area.width >= 76 {
        // On a narrow screen with room, the Square is beside the dice.
        let [forces, other] = divided.split(Border::Forces, middle, Direction::Horizontal, percent(middle.width, 50));
        areas.forces = forces;
        if needs.focus == BattlePane::Card {
            areas.card = other;
        } else {
            [areas.diary, areas.timeline] = diary_and_timeline(other, needs, divided);
        }
        let dice = (roll.width + 1).saturating_sub(SQUARE);
        if !needs.docked {
            [areas.roll, areas.square] = divided.split(Border::Square, roll, Direction::Horizontal, dice);
        }
    } else {
        match needs.focus {
            BattlePane::Forces => areas.forces = middle,
            BattlePane::Diary => areas.diary = middle,
            BattlePane::Card => [areas.card, areas.square] = card_and_square(middle, needs, divided),
        }
    }
    areas
}

/// The columns of the first of two panes, as a percentage.
fn percent(width: u16, hundredths: u16) -> u16 {
    let [left, _] = Layout::horizontal([Constraint::Percentage(hundredths), Constraint::Fill(1)])
        .spacing(Spacing::Overlap(1))
        .areas::<2>(Rect::new(0, 0, width, 1))
        .map(|area| area.width);
    left
}

/// Stacks the panes: forces as high as they need, card beside Square, diary, timeline.
fn stack_battle_panes(areas: &mut BattleAreas, middle: Rect, needs: BattleNeeds, divided: &mut AreaSplitter) {
    let forces = needs.forces.clamp(6, (middle.height * 2 / 5).max(6));
    let [forces, rest] = divided.split(Border::StackedForces, middle, Direction::Vertical, forces);
    areas.forces = forces;
    // If not all panes fit, the focused one is shown.
    let chosen = needs.square.map_or(12, |rows| rows.clamp(8, 12));
    if rest.height < chosen + 8 {
        if needs.focus == BattlePane::Card {
            [areas.card, areas.square] = card_and_square(rest, needs, divided);
        } else {
            areas.diary = rest;
        }
        return;
    }
    let [chosen, diary] = divided.split(Border::StackedCard, rest, Direction::Vertical, chosen);
    [areas.card, areas.square] = card_and_square(chosen, needs, divided);
    [areas.diary, areas.timeline] = diary_and_timeline(diary, needs, divided);
}

/// The card, with the Square or the map beside it.
fn card_and_square(area: Rect, needs: BattleNeeds, divided: &mut AreaSplitter) -> [Rect; 2] {
    if needs.square == Some(0) {
        return [area, Rect::ZERO];
    }
    let square = if area.width >= 110 { area.width / 2 } else { SQUARE };
    divided.split(Border::StackedSquare, area, Direction::Horizontal, (area.width + 1).saturating_sub(square))
}

/// The diary, and below it the timeline if both fit.
fn diary_and_timeline(area: Rect, needs: BattleNeeds, divided: &mut AreaSplitter) -> [Rect; 2] {
    let left = (area.height + 1).saturating_sub(DIARY_ABOVE_TIMELINE);
    let timeline = needs.timeline.min(left);
    if timeline < TIMELINE || area.width < 44 {
        return [area, Rect::ZERO];
    }
    divided.split(Border::Course, area, Direction::Vertical, area.height + 1 - timeline)
}

/// A map, or a Square with as many rows as it needs, and below it the card if there is room.
pub fn map_and_card(area: Rect, square: Option<u16>, divided: &mut AreaSplitter) -> [Rect; 2] {
    let above = match square {
        Some(rows) => rows,
        None if area.height < BELOW_MAP_FROM => area.height,
        None => area.height - (CARD_BELOW_MAP - 1),
    };
    // The two panes share a border.
    if above + CARD - 1 > area.height {
        return [area, Rect::ZERO];
    }
    if above == 0 {
        return [Rect::ZERO, area];
    }
    divided.split(Border::Card, area, Direction::Vertical, above)
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReviewAreas {
    pub header: Rect,
    pub gauges: Rect,
    pub strip: Rect,
    pub forces: Rect,
    /// The Square, or the map.
    pub square: Rect,
    pub card: Rect,
    pub diary: Rect,
    pub result: Rect,
    pub roll: Rect,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct ReviewNeeds {
    pub gauges: u16,
    /// Whether the strip shows the swing of battles.
    pub swings: bool,
    pub forces: u16,
    /// Whether the forces have the focus and are shown if there is room for one pane only.
    pub forces_focused: bool,
    /// Whether the focused pane fills the screen above the entry's result.
    pub zoomed: bool,
}

pub fn review(area: Rect, frame_height: u16, needs: ReviewNeeds, divided: &mut AreaSplitter) -> ReviewAreas {
    let (roll, strip) = match frame_height {
        36.. => (13, 3),
        30.. => (11, 3),
        24.. => (8, 2),
        _ => (6, 2),
    };
    let strip = strip + u16::from(needs.swings && frame_height >= 24);
    let is_tall = is_tall(area.width, frame_height);
    // Above the gauges, whose rows differ by entry, the strip never moves.
    let [header, strip, gauges, panes] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(strip),
        Constraint::Length(needs.gauges),
        Constraint::Min(4),
    ])
    .areas(area);
    // Neighbouring panes share a border. When stacked, the dice are below the entry's result.
    let below = if is_tall && frame_height >= 44 { 2 * roll - 4 } else { roll };
    let [middle, bottom] =
        divided.split(Border::Told, panes, Direction::Vertical, (panes.height + 1).saturating_sub(below));
    let mut areas = ReviewAreas { header, gauges, strip, result: bottom, ..ReviewAreas::default() };
    if below > roll {
        [areas.result, areas.roll] =
            divided.split(Border::ToldDice, bottom, Direction::Vertical, (bottom.height + 1).saturating_sub(roll));
    } else if area.width >= 76 {
        let text = percent(bottom.width, 44);
        [areas.result, areas.roll] = divided.split(Border::ToldDice, bottom, Direction::Horizontal, text);
    }
    match () {
        () if needs.zoomed && needs.forces_focused => areas.forces = middle,
        () if needs.zoomed => areas.diary = middle,
        () if area.width >= 110 => {
            let [forces, square, _] =
                Layout::horizontal([Constraint::Percentage(34), Constraint::Percentage(22), Constraint::Fill(1)])
                    .spacing(Spacing::Overlap(1))
                    .areas(middle);
            let left = forces.width + square.width - 1;
            let [left, diary] = divided.split(Border::ThenDiary, middle, Direction::Horizontal, left);
            areas.diary = diary;
            [areas.forces, areas.square] = divided.split(Border::ThenForces, left, Direction::Horizontal, forces.width);
        }
        () if is_tall && middle.height >= 14 => {
            let forces = needs.forces.clamp(6, middle.height / 2);
            [areas.forces, areas.diary] = divided.split(Border::StackedForces, middle, Direction::Vertical, forces);
        }
        () if area.width >= 76 => {
            [areas.forces, areas.diary] =
                divided.split(Border::ThenForces, middle, Direction::Horizontal, percent(middle.width, 46));
        }
        () if needs.forces_focused => areas.forces = middle,
        () => areas.diary = middle,
    }
    areas
}
