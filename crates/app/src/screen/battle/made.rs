//! The inputs of the battle screen's panes. A pane whose inputs have not changed is not drawn again.

use crate::{roll::RollOf, session::WordsKey};
use std::collections::BTreeSet;
use wardiary_base::{
    ground::Cell,
    id::{BattleId, Id, MapId, StackId},
};
use wardiary_diary::diary::EntryNo;
use wardiary_rules::order::Edge;
use wardiary_view::HeaderPane;

/// The timeline's inputs: the battle, its number of entries, the last of them, and the pane's columns.
pub(super) type CourseOf = ((BattleId, usize, EntryNo), u16);

/// The inputs of the diary's window: its first entry, its length, and the path.
pub(super) type WindowOf = (usize, usize, WordsKey);

/// The complete inputs of a pane, besides the viewed state.
#[derive(Debug, PartialEq)]
pub(super) enum PaneOf {
    Header {
        seen_by: Option<String>,
        title: String,
        battle: Option<BattleId>,
        entries: u32,
        reviewing: bool,
        read_only: bool,
        composed: usize,
        rules_changed: bool,
    },
    Gauges {
        battle: Option<BattleId>,
        last: Option<BattleId>,
    },
    /// Without the selected row: see [`ForcesPane::draw_selected`](crate::view::ForcesPane).
    Forces {
        battle: Option<BattleId>,
        closed: BTreeSet<Id>,
        picked: Vec<Id>,
        focused: bool,
        scroll: usize,
    },
    Map {
        map: MapId,
        cursor: Option<Cell>,
    },
    Square {
        stack: Option<StackId>,
        edge: Option<Edge>,
    },
    Log {
        window: Option<WindowOf>,
        above: usize,
        selected: Option<EntryNo>,
        focused: bool,
    },
    Course {
        course: Option<CourseOf>,
        at: usize,
    },
    Roll(RollOf),
}

impl PaneOf {
    pub(super) fn header(header: HeaderPane) -> Self {
        let HeaderPane {
            look: _,
            seen_by,
            title,
            state: _,
            battle,
            entry: _,
            entries,
            reviewing,
            read_only,
            composed,
            rules_changed,
        } = header;
        let (seen_by, title) = (seen_by.map(Into::into), title.into());
        Self::Header { seen_by, title, battle, entries, reviewing, read_only, composed, rules_changed }
    }
}
