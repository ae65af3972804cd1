//! What the panes draw, with its styles; and that they draw it at any size.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Color, Modifier},
    widgets::Widget,
};
use std::{collections::BTreeSet, sync::Arc};
use wardiary::{
    assets,
    book::{Ladder, Rulebook},
    dice::source::{Scripted, Source},
    event::Event,
    id::{BattleId, Id, SideId, StackId, UnitId},
    notation,
    order::{DieOf, Force, Order, Recruit},
    rules::{self, Fought, Step},
    state::{Eyes, State},
    view::{
        Depth, Forces, Gauges, Glyphs, Header, LineUpPane, LogEntry, LogPane, Look, SquarePane, Theme, colour, forces,
        line_up, measure,
    },
};

#[test]
fn x() {}
