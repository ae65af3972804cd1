//! What each pane has a style for. Which style that is, [`Theme`](super::Theme) says.

use ratatui::style::Style;

macro_rules! styles {
    ($($(#[$doc:meta])* $Name:ident { $($(#[$field_doc:meta])* $field:ident),* $(,)? })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        pub struct $Name { $($(#[$field_doc])* pub $field: Style),* }
    )*};
}

styles! {
    /// Borders and titles.
    FrameStyle {
        /// The border of a pane.
        border,
        /// The border of the pane with the focus.
        border_focused,
        /// Its title.
        title,
        /// The title of the pane with the focus.
        title_focused,
        /// The mark before that title.
        mark,
        /// Hints on a border, such as how much more there is.
        hint,
    }
    /// The line at the top.
    HeaderStyle {
        /// What the campaign is called.
        title,
        /// The battle and its turn.
        battle,
        /// Whose turn it is, what is awaited.
        awaited,
        /// The rulebook, the entry.
        quiet,
        /// The line between them.
        rule,
        /// That an earlier entry is shown, that nothing can be written.
        warning,
    }
    /// The exhaustion gauges.
    GaugesStyle {
        /// A side.
        name,
        /// Strength that is left.
        left,
        /// The same of a side that is exhausted, or has lost enough to be.
        left_exhausted,
        /// Strength that is lost.
        lost,
        /// The Exhaustion Point.
        mark,
        /// Numbers.
        text,
        /// What the numbers mean.
        quiet,
        /// That a side has reached its point.
        warning,
        /// That a side is exhausted.
        exhausted,
    }
    /// The tree of forces.
    ForcesStyle {
        /// A side.
        side,
        /// A stack.
        stack,
        /// A unit.
        unit,
        /// Numbers.
        numbers,
        /// Marks of the tree, full values.
        quiet,
        /// A unit that is eliminated.
        gone,
        /// A grade that fell.
        down,
        /// A grade that rose.
        up,
        /// An EDNA that is used up.
        ineffective,
        /// The row of the cursor, with the focus on the pane.
        selected,
        /// The row of the cursor, with the focus elsewhere.
        chosen,
        /// The mark of the cursor.
        cursor,
        /// The mark of a picked row.
        picked,
    }
    /// The Square.
    SquareStyle {
        /// Front and back.
        edge,
        /// The shape.
        text,
        /// The penalties, what is missing.
        quiet,
    }
    /// The line-up of dice.
    LineUpStyle {
        /// A side.
        name,
        /// What stands beside it.
        quiet,
        /// Added to a die that wins.
        wins,
        /// Added to a die that is beaten.
        beaten,
        /// Added to a support die.
        support,
        /// A die that has not fallen yet.
        unseen,
        /// Between two dice: one of them wins.
        winner,
        /// Between two dice: neither does.
        even,
        /// A unit that was demoted or pushed back, or lost strength.
        hurt,
        /// A unit that was eliminated.
        gone,
    }
    /// The diary.
    LogStyle {
        /// The turn.
        turn,
        /// The entry's number.
        number,
        /// What was asked.
        headline,
        /// The dice.
        dice,
        /// What came of it.
        sentence,
        /// What readers have put down on it.
        remark,
        /// That a branch was left here.
        branch,
        /// An order that was broken off.
        abandoned,
        /// The entry that is selected.
        selected,
    }
    /// What can be done now.
    FooterStyle {
        /// A key.
        key,
        /// What it does.
        text,
        /// A message.
        notice,
        /// An error.
        error,
    }
    /// The line in which orders are typed.
    PaletteStyle {
        /// What stands before it.
        prompt,
        /// What is typed.
        input,
        /// How it could go on.
        ghost,
        /// A completion.
        item,
        /// The completion that is selected.
        selected,
        /// The part of it that was typed.
        found,
        /// What is known about it.
        quiet,
        /// Why it can't be.
        error,
    }
    /// Questions, the entry of dice by hand, the start screen.
    DialogStyle {
        /// What it is about.
        title,
        /// Its text.
        text,
        /// What is read second.
        quiet,
        /// A key.
        key,
        /// A field.
        field,
        /// The field with the focus.
        field_focused,
        /// The choice that is selected.
        selected,
        /// What is wrong.
        error,
    }
    /// The help.
    HelpStyle {
        /// A group of commands.
        heading,
        /// A key.
        key,
        /// What it does.
        text,
        /// What is read second.
        quiet,
        /// What was searched for.
        found,
        /// The row of the cursor.
        selected,
    }
    /// The map. An area's style has the colour of the ground; what is drawn on it is put over that.
    MapStyle {
        /// Open ground.
        open,
        /// Woods.
        woods,
        /// Built-up areas.
        built,
        /// Fortifications.
        works,
        /// High ground.
        high,
        /// Rough and wet ground, and any other.
        rough,
        /// Water.
        water,
        /// The lines of the grid.
        grid,
        /// A road.
        road,
        /// A river on an edge.
        river,
        /// Any other edge.
        wall,
        /// The name of a place.
        label,
        /// The coordinates along the rims.
        rim,
        /// The cursor's.
        cursor,
        /// The area that the cursor is on.
        here,
        /// Where something can be done.
        good,
        /// Where something ends.
        stop,
        /// Where something threatens.
        bad,
        /// What is out of the question, or out of sight.
        dim,
        /// What the last entry moved.
        moved,
        /// Added to what must be told without colours.
        strong,
    }
}
