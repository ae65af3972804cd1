//! Navigation on the battle screen: panes, rows, folds, the past, and the searchable lists.

use super::screen_state::{BattleScreen, Focus};
use crate::{
    component::{Action, Actions, Context as _, effect},
    effect::Effect,
    lists::{ListOrder, ListRows, RowPosition},
    motion::{Motion, cycled},
    notice::Notice,
    session::Session,
};
use std::{borrow::Cow, collections::BTreeSet};
use wardiary_base::id::{BattleId, Id, UnitId};
use wardiary_rules::{order::Edge, rules, state::EntityKind};
use wardiary_view::forces::{self, ForceRow};

pub(crate) fn cycle_focus(screen: &mut BattleScreen, by: isize) {
    screen.focus = cycled(&[Focus::Forces, Focus::Diary, Focus::Card], screen.focus, by);
}

pub(super) fn view_card_entry(screen: &mut BattleScreen, session: &mut Session) {
    screen.card_entry().into_iter().for_each(|no| session.view_entry(no));
}

pub(crate) fn toggle_pick(screen: &mut BattleScreen, session: &mut Session) {
    if let Some(row) = screen.selected_row(session).filter(|row| row.kind != EntityKind::Side) {
        session.toggle_pick(row.id);
    }
    screen.forces.apply_motion(Motion::Down, screen.rows(session).len());
}

/// Folds the selected row, or selects its parent.
pub fn fold(screen: &mut BattleScreen, session: &mut Session) {
    let rows = screen.rows(session);
    let Some(row) = rows.get(screen.forces.selected) else { return };
    if row.open == Some(true) {
        screen.folded.insert(row.id);
    } else {
        let parent = rows[..screen.forces.selected].iter().rposition(|r| r.depth < row.depth);
        screen.forces.selected = parent.unwrap_or(screen.forces.selected);
    }
}

/// Unfolds the selected row, or selects its first child.
pub(crate) fn unfold(screen: &mut BattleScreen, session: &mut Session) {
    let Some(row) = screen.selected_row(session) else { return };
    if row.open == Some(false) {
        screen.folded.remove(&row.id);
    } else if row.open == Some(true) {
        screen.forces.apply_motion(Motion::Down, screen.rows(session).len());
    }
}

/// Shows a battle, or selects a stack or unit among the forces and shows its battle.
pub(crate) fn go_to(screen: &mut BattleScreen, session: &mut Session, id: Id) {
    screen.focus = Focus::Forces;
    if session.state().kind(id) == Some(EntityKind::Battle) {
        return session.show_battle(BattleId(id.0));
    }
    let meant = session.state().units_for_id(id).first().map(|unit| unit.id);
    if let Some(battle) = meant.and_then(|unit| session.state().battle_of(unit)).map(|battle| battle.id) {
        session.show_battle(battle);
    }
    screen.shown_battle = session.battle();
    let state = session.state();
    if state.units_for_id(id).is_empty() {
        return;
    }
    screen.unfold_holders(id, state);
    screen.forces.selected = screen.rows(session).iter().position(|row| row.id == id).unwrap_or(screen.forces.selected);
}

/// Selects the next unit that still has something to do this turn: a combat with phases left, or an attack. Only the
/// acting side's units count, in roster order from the selection on, wrapping around.
pub(crate) fn select_next_unfinished(screen: &mut BattleScreen, session: &mut Session) {
    let state = session.state();
    let left = session.battle().map(|battle| (state.battle(battle), rules::outstanding(state, battle)));
    let Some((Some(battle), left)) = left else { return };
    let fighting =
        left.combats.iter().flat_map(|at| battle.combats[*at].lines.as_ref().map(|line| state.remaining_in(line)));
    let fighting = fighting.flatten().flat_map(|id| state.units_for_id(id)).map(|unit| unit.id);
    let mut units: Vec<UnitId> = left.units.iter().copied().chain(fighting).collect();
    let of_side = |unit: &UnitId| state.unit(*unit).map(|unit| unit.side) == battle.acting_side;
    if units.iter().any(of_side) {
        units.retain(of_side);
    }
    units.sort_by_key(|unit| state.roster_index(*unit));
    units.dedup();
    let row = screen.selected_row(session);
    let here = row.and_then(|row| state.roster_index(state.units_for_id(row.id).first()?.id));
    // If a side or a stack is selected, its first unit may be the next one.
    let is_unit = row.is_some_and(|row| row.kind == EntityKind::Unit);
    let next = units.iter().find(|unit| {
        let place = state.roster_index(**unit);
        place > here || (place == here && !is_unit)
    });
    match next.or(units.first()).copied() {
        Some(unit) => go_to(screen, session, unit.into()),
        None => session.say(Notice::good("no unit can still attack this turn".to_string())),
    }
}

/// Shows the order of loss of the Square from the next Edge; after the last Edge, shows none.
pub(crate) fn show_next_edge(screen: &mut BattleScreen, _: &mut Session) {
    screen.edge = match screen.edge {
        None => Some(Edge::ALL[0]),
        Some(edge) => Edge::ALL.into_iter().skip_while(|e| *e != edge).nth(1),
    };
}

/// Goes back one step: out of the past, the picks, the pane, then to the previous screen. It never quits the program.
pub fn back(screen: &mut BattleScreen, session: &mut Session) -> Actions<Session> {
    if session.is_reviewing() {
        session.view_entry(session.diary().head());
    } else if session.tutorial.hide() {
        return effect(Effect::SaveTutorialShown);
    } else if session.clear_picks() {
        return Vec::new();
    } else if session.panes.unzoom() {
        return effect(Effect::SavePanes);
    } else if screen.focus != Focus::Forces {
        screen.focus = Focus::Forces;
    } else if session.has_way_back() {
        session.set_way_back(false);
        return vec![Action::LeaveScreen];
    }
    Vec::new()
}

const LISTS: usize = 2;

const DIARY: usize = 1;

/// All rows of the forces, with nothing folded.
fn rows(session: &Session) -> Vec<ForceRow> {
    forces::rows_in(session.state(), &BTreeSet::new(), session.battle())
}

pub(super) fn list<'a>(screen: &BattleScreen, at: usize, session: &'a Session) -> ListRows<'a> {
    if at == DIARY {
        let (rows, is_whole) = session.search_text.rows(session.save.diary());
        let chosen = session.position_of(session.entry());
        let list = ListRows::new("the diary", rows, chosen).with_index(at, LISTS);
        return ListRows { order: ListOrder::FromBottom, is_complete: is_whole, ..list };
    }
    let state = session.state();
    let rows = rows(session);
    let id = screen.selected_row(session).map(|row| row.id);
    let chosen = rows.iter().position(|row| Some(row.id) == id).unwrap_or(0);
    let says = |row: &ForceRow| {
        let kind = state.unit(UnitId(row.id.0)).filter(|_| row.kind == EntityKind::Unit);
        Cow::Owned(format!("{} {}", state.name(row.id), kind.map(|unit| unit.kind.clone()).unwrap_or_default()))
    };
    ListRows::new("the forces", rows.iter().map(says).collect(), chosen).with_index(at, LISTS)
}

pub(super) fn load_rows(at: usize, session: &mut Session) {
    if at == DIARY {
        session.load_search_text();
    }
}

pub(super) fn select_row(screen: &mut BattleScreen, RowPosition { list, row }: RowPosition, session: &mut Session) {
    if list == DIARY {
        screen.focus = Focus::Diary;
        if row != session.position_of(session.entry()) {
            session.look_at_place(row);
        }
        return;
    }
    screen.focus = Focus::Forces;
    let Some(id) = rows(session).get(row).map(|row| row.id) else { return };
    screen.unfold_holders(id, session.state());
    screen.forces.selected = screen.rows(session).iter().position(|row| row.id == id).unwrap_or(screen.forces.selected);
}
