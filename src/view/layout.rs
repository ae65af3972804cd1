//! Where the panes of a battle lie, at any size of the terminal.

use ratatui::layout::{Constraint, Layout, Rect, Spacing};

/// The smallest terminal that a battle fits in.
pub(crate) const SMALLEST: (u16, u16) = (60, 20);

/// The places of a battle's panes; one that there is no room for is empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BattleAreas {
    /// The title line.
    pub header: Rect,
    /// The exhaustion gauges.
    pub gauges: Rect,
    /// The forces.
    pub forces: Rect,
    /// The Square of the chosen stack, or the map.
    pub square: Rect,
    /// The card of what is chosen.
    pub card: Rect,
    /// The diary.
    pub diary: Rect,
    /// Dice, the order line, dice by hand.
    pub roll: Rect,
}

/// The panes of a battle that can have the keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum BattlePane {
    /// The forces.
    #[default]
    Forces,
    /// The diary.
    Diary,
    /// The card of what is chosen.
    Card,
}

/// What the panes of a battle need.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BattleNeeds {
    /// The lines of the header.
    pub header: u16,
    /// The lines of the sides’ gauges.
    pub gauges: u16,
    /// The rows of the Square with its border, where there is one; none where the map stands in its place, which takes what it
    /// is given.
    pub square: Option<u16>,
    /// The pane that has the keys: where there is not room for all, that one is shown.
    pub focus: BattlePane,
    /// Whether it has all the room above the dice.
    pub zoomed: bool,
}

/// The fewest rows of a card, with its border.
const CARD: u16 = 6;

/// The rows of a card that takes room from a map, and how tall the two are together at the least.
const CARD_BELOW_MAP: u16 = 9;
const BELOW_MAP_FROM: u16 = 20;

/// The columns of a Square that stands beside something else.
const SQUARE: u16 = 26;

/// Lays a battle out in its part of a frame, of which the height says how tall the roll is, so that it stays as it is
/// whatever is said below.
#[must_use]
pub(crate) fn battle(area: Rect, frame_height: u16, needs: BattleNeeds) -> BattleAreas {
    let roll = match frame_height {
        // For dice that are seen from afar.
        50.. if area.width >= 160 => 17,
        36.. => 13,
        30.. => 12,
        _ => 8,
    };
    let [header, gauges, panes] =
        Layout::vertical([Constraint::Length(needs.header), Constraint::Length(needs.gauges), Constraint::Min(4)])
            .areas(area);
    // Neighbouring panes share a border.
    let [middle, roll] =
        Layout::vertical([Constraint::Fill(1), Constraint::Length(roll)]).spacing(Spacing::Overlap(1)).areas(panes);
    let mut areas = BattleAreas { header, gauges, roll, ..BattleAreas::default() };
    let beside = |whole, constraints: [Constraint; 2]| {
        Layout::horizontal(constraints).spacing(Spacing::Overlap(1)).areas::<2>(whole)
    };
    if needs.zoomed {
        match needs.focus {
            BattlePane::Forces => areas.forces = middle,
            BattlePane::Diary => areas.diary = middle,
            BattlePane::Card => {
                [areas.square, areas.card] = beside(middle, [Constraint::Percentage(50), Constraint::Fill(1)]);
            }
        }
    } else if area.width >= 110 {
        let [forces, chosen, diary] =
            Layout::horizontal([Constraint::Percentage(36), Constraint::Percentage(24), Constraint::Fill(1)])
                .spacing(Spacing::Overlap(1))
                .areas(middle);
        (areas.forces, areas.diary) = (forces, diary);
        [areas.square, areas.card] = with_card(chosen, needs.square);
    } else if area.width >= 76 {
        // The Square stands beside the dice, where a narrow screen has the room.
        let [forces, other] = beside(middle, [Constraint::Percentage(50), Constraint::Fill(1)]);
        areas.forces = forces;
        if needs.focus == BattlePane::Card {
            areas.card = other;
        } else {
            areas.diary = other;
        }
        [areas.roll, areas.square] = beside(roll, [Constraint::Fill(1), Constraint::Length(SQUARE)]);
    } else {
        match needs.focus {
            BattlePane::Forces => areas.forces = middle,
            BattlePane::Diary => areas.diary = middle,
            BattlePane::Card => {
                [areas.card, areas.square] = beside(middle, [Constraint::Fill(1), Constraint::Length(SQUARE)]);
            }
        }
    }
    areas
}

/// A Square with as many rows as it needs, or a map, and the card of what is chosen below, as far as there is room for it.
#[must_use]
pub(crate) fn with_card(area: Rect, square: Option<u16>) -> [Rect; 2] {
    let above = match square {
        Some(rows) => rows,
        None if area.height < BELOW_MAP_FROM => area.height,
        None => area.height - (CARD_BELOW_MAP - 1),
    };
    // They share a border.
    if above + CARD - 1 > area.height {
        return [area, Rect::ZERO];
    }
    if above == 0 {
        return [Rect::ZERO, area];
    }
    Layout::vertical([Constraint::Length(above), Constraint::Fill(1)]).spacing(Spacing::Overlap(1)).areas(area)
}

/// The places of the panes of a diary that is read again; one that there is no room for is empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReviewAreas {
    /// The title line.
    pub header: Rect,
    /// The exhaustion gauges.
    pub gauges: Rect,
    /// The strip of the whole way.
    pub strip: Rect,
    /// The forces.
    pub forces: Rect,
    /// The Square, or the map.
    pub square: Rect,
    /// The card of what is chosen.
    pub card: Rect,
    /// The entries.
    pub diary: Rect,
    /// What the entry came to.
    pub told: Rect,
    /// Its dice.
    pub roll: Rect,
}

/// Lays a diary that is read again out in its part of a frame: `gauges` lines for the sides, whether the strip has the swing
/// of battles, and whether the forces have the keys (where there is room for one pane only, that one is shown).
#[must_use]
pub fn review(area: Rect, frame_height: u16, gauges: u16, swings: bool, forces_focused: bool) -> ReviewAreas {
    let (roll, strip) = match frame_height {
        36.. => (13, 3),
        30.. => (11, 3),
        24.. => (8, 2),
        _ => (6, 2),
    };
    let strip = strip + u16::from(swings && frame_height >= 24);
    let [header, gauges, strip, panes] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(gauges),
        Constraint::Length(strip),
        Constraint::Min(4),
    ])
    .areas(area);
    // Neighbouring panes share a border.
    let split = |area, left: u16| {
        Layout::horizontal([Constraint::Percentage(left), Constraint::Fill(1)]).spacing(Spacing::Overlap(1)).areas(area)
    };
    let [middle, bottom] =
        Layout::vertical([Constraint::Fill(1), Constraint::Length(roll)]).spacing(Spacing::Overlap(1)).areas(panes);
    let mut areas = ReviewAreas { header, gauges, strip, told: bottom, ..ReviewAreas::default() };
    if area.width >= 76 {
        [areas.told, areas.roll] = split(bottom, 44);
    }
    if area.width >= 110 {
        let [forces, square, diary] =
            Layout::horizontal([Constraint::Percentage(34), Constraint::Percentage(22), Constraint::Fill(1)])
                .spacing(Spacing::Overlap(1))
                .areas(middle);
        (areas.forces, areas.square, areas.diary) = (forces, square, diary);
    } else if area.width >= 76 {
        [areas.forces, areas.diary] = split(middle, 46);
    } else if forces_focused {
        areas.forces = middle;
    } else {
        areas.diary = middle;
    }
    areas
}
