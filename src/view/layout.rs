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
    /// The Square of the chosen stack.
    pub square: Rect,
    /// The diary.
    pub diary: Rect,
    /// Dice, the order line, dice by hand.
    pub roll: Rect,
}

/// Lays a battle out in its part of a frame, of which the height says how tall the roll is, so that it stays as it is
/// whatever is said below: so many lines for the header, and for the sides’ gauges, and whether the diary has the keys (where there is room for one
/// pane only, that one is shown).
#[must_use]
pub fn battle(area: Rect, frame_height: u16, [header, gauges]: [u16; 2], diary_focused: bool) -> BattleAreas {
    let roll = match frame_height {
        36.. => 13,
        30.. => 12,
        _ => 8,
    };
    let [header, gauges, panes] =
        Layout::vertical([Constraint::Length(header), Constraint::Length(gauges), Constraint::Min(4)]).areas(area);
    // Neighbouring panes share a border.
    let [middle, roll] =
        Layout::vertical([Constraint::Fill(1), Constraint::Length(roll)]).spacing(Spacing::Overlap(1)).areas(panes);
    let mut areas = BattleAreas { header, gauges, roll, ..BattleAreas::default() };
    if area.width >= 110 {
        let [forces, square, diary] =
            Layout::horizontal([Constraint::Percentage(36), Constraint::Percentage(24), Constraint::Fill(1)])
                .spacing(Spacing::Overlap(1))
                .areas(middle);
        (areas.forces, areas.square, areas.diary) = (forces, square, diary);
    } else if area.width >= 76 {
        // The Square stands beside the dice, where a narrow screen has the room.
        let [forces, diary] = Layout::horizontal([Constraint::Percentage(50), Constraint::Fill(1)])
            .spacing(Spacing::Overlap(1))
            .areas(middle);
        let [roll, square] =
            Layout::horizontal([Constraint::Fill(1), Constraint::Length(26)]).spacing(Spacing::Overlap(1)).areas(roll);
        (areas.forces, areas.diary, areas.roll, areas.square) = (forces, diary, roll, square);
    } else if diary_focused {
        areas.diary = middle;
    } else {
        areas.forces = middle;
    }
    areas
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
