//! The searchable lists of the battle screen: the forces, unfolded, and the diary.

use super::table::{BattleScreen, Focus};
use crate::{
    lists::{ListOrder, ListRows, Spot},
    session::Session,
};
use std::{borrow::Cow, collections::BTreeSet};
use wardiary_base::id::{Id, UnitId};
use wardiary_rules::state::EntityKind;
use wardiary_view::forces::{self, ForceRow};

const LISTS: usize = 2;

const DIARY: usize = 1;

/// The index of the focused list.
pub(super) fn at(screen: &BattleScreen) -> usize {
    usize::from(screen.focus == Focus::Diary)
}

/// All rows of the forces, with nothing folded.
fn rows(session: &Session) -> Vec<ForceRow> {
    forces::rows_in(session.state(), &BTreeSet::new(), session.battle())
}

pub(super) fn list<'a>(screen: &BattleScreen, at: usize, session: &'a Session) -> ListRows<'a> {
    if at == DIARY {
        let (rows, is_whole) = session.entry_rows();
        let chosen = session.place_of(session.entry());
        let list = ListRows::new("the diary", rows, chosen).one_of(at, LISTS);
        return ListRows { order: ListOrder::FromBottom, is_whole, ..list };
    }
    let state = session.state();
    let rows = rows(session);
    let id = screen.chosen(session).map(|row| row.id);
    let chosen = rows.iter().position(|row| Some(row.id) == id).unwrap_or(0);
    let says = |row: &ForceRow| {
        let kind = state.unit(UnitId(row.id.0)).filter(|_| row.kind == EntityKind::Unit);
        Cow::Owned(format!("{} {}", state.name(row.id), kind.map_or("", |unit| &unit.kind)))
    };
    ListRows::new("the forces", rows.iter().map(says).collect(), chosen).one_of(at, LISTS)
}

pub(super) fn look_up(at: usize, session: &mut Session) {
    if at == DIARY {
        session.look_up_spoken();
    }
}

pub(super) fn go_to_row(screen: &mut BattleScreen, Spot { list, row }: Spot, session: &mut Session) {
    if list == DIARY {
        screen.focus = Focus::Diary;
        if row != session.place_of(session.entry()) {
            session.look_at_place(row);
        }
        return;
    }
    screen.focus = Focus::Forces;
    let Some(id) = rows(session).get(row).map(|row| row.id) else { return };
    let state = session.state();
    let stack = state.units_meant(id).first().and_then(|unit| unit.stack).map(Id::from);
    for above in [stack, state.side_of(id).map(Id::from)].into_iter().flatten().filter(|above| *above != id) {
        screen.closed.remove(&above);
    }
    screen.forces.selected = screen.rows(session).iter().position(|row| row.id == id).unwrap_or(screen.forces.selected);
}
