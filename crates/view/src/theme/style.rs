//! The styles of each pane; [`Theme`](super::Theme) fills them in.

use ratatui::style::Style;

macro_rules! styles {
    ($($(#[$doc:meta])* $Name:ident { $($(#[$field_doc:meta])* $field:ident),* $(,)? })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        pub struct $Name { $($(#[$field_doc])* pub $field: Style),* }
    )*};
}

styles! {
    FrameStyle {
        border,
        /// The focused pane's border.
        border_focused,
        title,
        /// The focused pane's title.
        title_focused,
        /// The mark before the focused pane's title.
        mark,
        /// Hints on a border, such as counts of hidden rows.
        hint,
    }
    /// The first line of the screen.
    HeaderStyle {
        /// The campaign's title.
        title,
        battle,
        awaited,
        /// The rulebook and the entry.
        muted,
        rule,
        /// Review mode, or a read-only save.
        warning,
    }
    /// The exhaustion gauges.
    GaugesStyle {
        name,
        left,
        /// Strength left of a side that is exhausted, or has lost enough to be.
        left_exhausted,
        lost,
        mark,
        text,
        /// The words beside the figures.
        muted,
        /// A side that has reached its Exhaustion Point.
        warning,
        exhausted,
    }
    ForcesStyle {
        side,
        stack,
        unit,
        numbers,
        /// Tree marks and full values.
        muted,
        eliminated,
        /// A lowered grade.
        down,
        /// A raised grade.
        up,
        /// A used-up EDNA.
        ineffective,
        /// The cursor's row in the focused pane.
        selected,
        /// The cursor's row without focus.
        chosen,
        /// The cursor's mark.
        cursor,
        /// The mark of a picked row.
        picked,
    }
    SquareStyle {
        edge,
        text,
        muted,
    }
    LineUpStyle {
        name,
        /// Secondary text beside it.
        muted,
        /// Added to a die that wins.
        wins,
        /// Added to a die that is beaten.
        beaten,
        /// Added to a support die.
        support,
        /// A die that has not landed yet.
        not_landed,
        /// The comparison of two dice if one wins.
        winner,
        /// The comparison of two dice if neither wins.
        even,
        /// A unit that was demoted, pushed back or weakened.
        hurt,
        eliminated,
    }
    DiaryStyle {
        turn,
        number,
        /// The order.
        headline,
        dice,
        /// The result.
        sentence,
        remark,
        /// The fork mark.
        branch,
        abandoned,
        selected,
    }
    FooterStyle {
        key,
        text,
        notice,
        error,
    }
    /// The order line and pickers.
    PickerStyle {
        prompt,
        input,
        /// The completion shown after the cursor.
        completion,
        item,
        /// The completion that is selected.
        selected,
        /// The typed part of an item.
        matched,
        /// Secondary text.
        muted,
        /// Why the order is impossible.
        error,
    }
    /// Dialogs, dice by hand, the start screen.
    DialogStyle {
        title,
        text,
        muted,
        key,
        field,
        field_focused,
        selected,
        error,
    }
    HelpStyle {
        heading,
        key,
        text,
        muted,
        matched,
        selected,
    }
    /// The map. An area's style includes its background; everything else is drawn over it.
    MapStyle {
        open,
        woods,
        built,
        /// Fortifications.
        works,
        high,
        /// Rough and wet ground, and anything else.
        rough,
        water,
        /// The lines of the grid.
        grid,
        road,
        river,
        /// Any other edge.
        wall,
        label,
        /// The coordinates along the rims.
        rim,
        cursor,
        /// The cursor's area.
        cursor_area,
        /// Something is possible.
        good,
        /// A move ends.
        stop,
        /// A threat.
        bad,
        /// Impossible or out of sight.
        dim,
        /// The moves of the last entry.
        moved,
        /// Added to what must stand out without colours.
        strong,
    }
}
