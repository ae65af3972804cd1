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
    /// What was just said.
    pub notice: Rect,
    /// What the keys do.
    pub(crate) footer: Rect,
}

/// Lays a battle out: `gauges` lines for the sides, `notice` lines for what was just said, and whether the diary has the keys (where there is room for one
/// pane only, that one is shown).
#[must_use]
pub fn battle(area: Rect, gauges: u16, notice: u16, diary_focused: bool) -> BattleAreas {
    let roll = match area.height {
        36.. => 13,
        30.. => 12,
        _ => 8,
    };
    let [header, gauges, panes, notice, footer] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(gauges),
        Constraint::Min(4),
        Constraint::Length(notice),
        Constraint::Length(1),
    ])
    .areas(area);
    // Neighbouring panes share a border.
    let [middle, roll] =
        Layout::vertical([Constraint::Fill(1), Constraint::Length(roll)]).spacing(Spacing::Overlap(1)).areas(panes);
    let mut areas = BattleAreas { header, gauges, roll, notice, footer, ..BattleAreas::default() };
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
