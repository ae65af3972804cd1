//! Where the panes of a battle lie, at any size of the terminal.

use ratatui::layout::{Constraint, Layout, Rect};

/// The smallest terminal that a battle fits in.
pub const SMALLEST: (u16, u16) = (60, 20);

/// The places of a battle's panes; one that there is no room for is empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Areas {
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
    /// What was just said.
    pub notice: Rect,
    /// What the keys do.
    pub footer: Rect,
}

/// Lays a battle out: `gauges` lines for the sides, and whether the diary has the keys (where there is room for one
/// pane only, that one is shown).
#[must_use]
pub fn battle(area: Rect, gauges: u16, diary_focused: bool) -> Areas {
    let roll = match area.height {
        36.. => 14,
        30.. => 12,
        24.. => 9,
        _ => 8,
    };
    let [header, gauges, middle, roll, notice, footer] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(gauges),
        Constraint::Min(4),
        Constraint::Length(roll),
        Constraint::Length(1),
        Constraint::Length(1),
    ])
    .areas(area);
    let mut areas = Areas { header, gauges, roll, notice, footer, ..Areas::default() };
    if area.width >= 110 {
        let [forces, square, diary] =
            Layout::horizontal([Constraint::Percentage(36), Constraint::Percentage(24), Constraint::Fill(1)]).areas(middle);
        (areas.forces, areas.square, areas.diary) = (forces, square, diary);
    } else if area.width >= 76 {
        // The Square stands beside the dice, where a narrow screen has the room.
        let [forces, diary] = Layout::horizontal([Constraint::Percentage(50), Constraint::Fill(1)]).areas(middle);
        let [roll, square] = Layout::horizontal([Constraint::Fill(1), Constraint::Length(26)]).areas(roll);
        (areas.forces, areas.diary, areas.roll, areas.square) = (forces, diary, roll, square);
    } else if diary_focused {
        areas.diary = middle;
    } else {
        areas.forces = middle;
    }
    areas
}
