//! What the panes of the battle screen are made of: where two are made of the same, they are drawn once.

use crate::{roll::RollOf, session::WordsKey};
use std::collections::BTreeSet;
use wardiary_base::{
    ground::Cell,
    id::{BattleId, Id, MapId, StackId},
};
use wardiary_diary::diary::EntryNo;
use wardiary_rules::order::Edge;
use wardiary_view::HeaderPane;

/// What a course was drawn for: the battle, how many entries of it, the last of them; the columns.
pub(super) type CourseOf = ((BattleId, usize, EntryNo), u16);

/// Which entries the diary shows: the first and how many, of what way.
pub(super) type WindowOf = (usize, usize, WordsKey);

/// What a pane is made of beside the state that is looked at: all of it.
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
    /// With no row selected: see [`ForcesPane::draw_selected`](wardiary_view::ForcesPane).
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
    /// What a header is made of beside the state.
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
