//! The targets of the picker and how to go to each, and the switch to a side's view and back. The referee sees what the
//! side sees with the save open: the same screens in a stack of their own. His own stack is set aside unchanged.

use super::{mail, program, saves};
use crate::{
    clock,
    component::{Event, effect},
    effect::{Effect, JumpTarget, PickerScope, StartChoice},
    model::Model,
    notice::Notice,
    overlay::picker::{Picker, PickerEntry},
    screen::ScreenName,
    screen_stack::ScreenStack,
    session::Session,
};
use std::path::{Path, PathBuf};
use wardiary_base::{
    ground::Spot,
    id::{Id, SideId},
    text,
};
use wardiary_diary::{
    assets::Folders,
    diary::{
        Remarks,
        file::{self, Mode, Save},
        tree::Branch,
        watch::Watch,
    },
    error::{UserError, display_path},
    mail::shown_name,
    projection::SaveView,
};
use wardiary_rules::state::{Battle, EntityKind, Map, Side, Stack, State, Theatre, Unit, formation::Formation};

pub(super) fn open_picker(model: &mut Model, picks: PickerScope) {
    let folders = model.folders.clone();
    let Some(screens) = model.session_stack() else { return };
    let is_wanted = |kind| picks == PickerScope::Anything || picks == kind;
    let (session, state) = (&screens.context, screens.context.state());
    let mut all = Vec::new();
    if is_wanted(PickerScope::Battles) {
        all.extend(state.battles().iter().map(|battle| battle_item(state, battle)));
    }
    if is_wanted(PickerScope::Stacks) {
        all.extend(state.stacks().iter().map(|stack| stack_item(state, stack)));
    }
    if is_wanted(PickerScope::Units) {
        all.extend(state.units().iter().map(|unit| unit_item(state, unit)));
    }
    if picks == PickerScope::Anything {
        all.extend(state.sides().iter().map(|side| side_item(state, side)));
        all.extend(state.maps().iter().filter_map(|map| map_item(state, map)));
        all.extend(state.formations().iter().map(|formation| formation_item(state, formation)));
        all.extend(place_items(state));
    }
    if is_wanted(PickerScope::Marks) {
        all.extend(mark_items(session));
    }
    if is_wanted(PickerScope::Saves) && screens.context.viewed().side().is_none() {
        all.extend(save_items(&folders));
    }
    if picks == PickerScope::Letters {
        all.extend(mail::letters(session).into_iter().map(letter_item));
    }
    let title = match picks {
        PickerScope::Anything => "Jump to …",
        PickerScope::Units => "Jump to a unit",
        PickerScope::Stacks => "Jump to a stack",
        PickerScope::Battles => "Jump to a battle",
        PickerScope::Marks => "Jump to a marked entry or a branch",
        PickerScope::Saves => "Jump to another save",
        PickerScope::Letters => "Orders files beside the save and in the mail folder",
    };
    screens.open(Box::new(Picker::new(title, all)));
}

fn pickable(kind: &'static str, name: String, about: impl Into<String>, target: JumpTarget) -> PickerEntry<Session> {
    PickerEntry { kind, name, about: about.into(), actions: effect(Effect::Jump(target)) }
}

fn letter_item(path: PathBuf) -> PickerEntry<Session> {
    let about = display_path(path.parent().unwrap_or(Path::new("")));
    PickerEntry { kind: "orders", name: shown_name(&path), about, actions: effect(Effect::ImportLetter(path)) }
}

fn battle_item(state: &State, battle: &Battle) -> PickerEntry<Session> {
    let about = if battle.ended.is_some() { "over".into() } else { format!("under way, turn {}", battle.turn) };
    pickable("battle", state.name(battle.id), about, JumpTarget::Thing(battle.id.into()))
}

fn side_item(state: &State, side: &Side) -> PickerEntry<Session> {
    let id = Id::from(side.id);
    let units = text::count(state.units_for_id(id).len(), "unit", "units");
    pickable("side", state.name(id), units, JumpTarget::Thing(id))
}

/// A map, to go to its first named area, or else its first area.
fn map_item(state: &State, map: &Map) -> Option<PickerEntry<Session>> {
    let named = map.ground.places().first().map(|(_, cell)| *cell);
    let target = JumpTarget::Place(Some(map.id), Spot::Area(named.or_else(|| map.ground.cells().next())?));
    Some(pickable("map", state.name(map.id), format!("{}×{}", map.ground.width(), map.ground.height()), target))
}

fn stack_item(state: &State, stack: &Stack) -> PickerEntry<Session> {
    let id = Id::from(stack.id);
    let side = state.side_of(id).map_or(String::new(), |side| state.name(side));
    let units = text::count(state.units_for_id(id).len(), "unit", "units");
    pickable("stack", state.name(id), format!("{side}, {units}"), JumpTarget::Thing(id))
}

fn formation_item(state: &State, formation: &Formation) -> PickerEntry<Session> {
    let stacks = text::count(state.stacks_of_formation(formation.id).count(), "stack", "stacks");
    let about = format!("{}, {stacks}", state.name(formation.side));
    pickable("formation", state.name(formation.id), about, JumpTarget::Thing(formation.id))
}

/// The named areas of the maps, and the places of the theatre's network.
fn place_items(state: &State) -> impl Iterator<Item = PickerEntry<Session>> {
    let areas = state.maps().iter().flat_map(|map| map.ground.places().iter().map(move |place| (map, place)));
    let areas = areas.map(|(map, (name, cell))| {
        let target = JumpTarget::Place(Some(map.id), Spot::Area(*cell));
        pickable("place", name.as_name(), format!("{}, {cell}", state.name(map.id)), target)
    });
    let network =
        state.theatre().and_then(Theatre::network).into_iter().flat_map(wardiary_base::ground::Network::places);
    areas.chain((0..).zip(network).map(|(number, name)| {
        pickable("place", name.as_name(), "the theatre", JumpTarget::Place(None, Spot::Place(number)))
    }))
}

fn unit_item(state: &State, unit: &Unit) -> PickerEntry<Session> {
    let of = state.name(unit.stack.map_or(Id::from(unit.side), Id::from));
    let strength = || unit.strength().text(|strength| format!("{} of {}", strength.now, strength.full)) + " SP";
    let left = if unit.is_alive() { strength() } else { "eliminated".into() };
    let about = format!("{of}, {}, {left}", unit.kind);
    pickable("unit", state.name(unit.id), about, JumpTarget::Thing(unit.id.into()))
}

fn mark_items(session: &Session) -> Vec<PickerEntry<Session>> {
    let diary = session.diary();
    let mark = |(no, remarks): (_, &Remarks)| {
        pickable("mark", remarks.lines().join("; "), format!("entry {no}"), JumpTarget::Entry(no))
    };
    let branch = |Branch { last, name, .. }: Branch| {
        Some(pickable("branch", name?, format!("ends at entry {last}"), JumpTarget::Entry(last)))
    };
    diary.remarks().map(mark).chain(diary.branches().into_iter().filter_map(branch)).collect()
}

fn save_items(folders: &Folders) -> Vec<PickerEntry<Session>> {
    let save = |(path, _): (std::path::PathBuf, _)| {
        let (title, _) = file::describe_save(&path, clock::local_text);
        let stem = path.file_stem().map_or_else(String::new, |stem| text::display_name(&stem.to_string_lossy()));
        pickable("save", format!("{title} ({stem})"), "", JumpTarget::Save(path))
    };
    folders.list().into_iter().map(save).collect()
}

/// Goes to a picked target, on the current screen if that can show it, otherwise on the battle screen.
pub(super) fn jump(model: &mut Model, place: JumpTarget, watch: Watch) {
    match (place, model.session_stack()) {
        (JumpTarget::Save(path), _) => saves::apply_choice(model, StartChoice::Open(path), watch),
        (_, None) => {}
        (JumpTarget::Entry(no), Some(screens)) => {
            screens.context.view_entry(no);
            program::show_screen(screens, ScreenName::Review, None);
        }
        (JumpTarget::Thing(id), Some(screens)) => {
            let name = screen_for(screens, id);
            if !screens.shows(name) {
                program::show_on_top(screens, name);
            }
            screens.go_to(id);
        }
        (JumpTarget::Place(map, spot), Some(screens)) => {
            let name = if map.is_some() { ScreenName::Map } else { ScreenName::Campaign };
            if !screens.shows(name) {
                program::show_on_top(screens, name);
            }
            screens.show_on_screen(Event::GoToPlace(map, spot));
        }
    }
}

fn screen_for(screens: &ScreenStack<Session>, id: Id) -> ScreenName {
    let state = screens.context.state();
    if state.kind(id) == Some(EntityKind::Side) {
        return ScreenName::Battle;
    }
    let is_battle = state.kind(id) == Some(EntityKind::Battle);
    let is_placed = state.units_for_id(id).iter().any(|unit| unit.place.is_some());
    let fits = |name: &ScreenName| match name {
        ScreenName::Campaign => true,
        ScreenName::Map => is_placed && !is_battle,
        ScreenName::Service => !is_battle,
        _ => false,
    };
    let all = [ScreenName::Campaign, ScreenName::Map, ScreenName::Service];
    all.into_iter().find(|name| screens.shows(*name) && fits(name)).unwrap_or(ScreenName::Battle)
}

/// Shows the next side's view; after the last, returns to the referee's.
pub(super) fn next_side_view(model: &mut Model, watch: Watch) {
    let looks_as = model.shown_session().and_then(|session| session.viewed().side());
    let Some(referee) = model.referee_session() else { return };
    if let Some(why) = referee.read_only_reason().filter(|_| referee.viewed().side().is_some()) {
        return model.say(Notice::bad(why));
    }
    let sides: Vec<SideId> = referee.diary().state().sides().iter().map(|side| side.id).collect();
    let after = looks_as.and_then(|side| sides.iter().position(|other| *other == side)).map_or(0, |at| at + 1);
    let Some(side) = sides.get(after) else {
        if sides.is_empty() {
            model.say(Notice::bad("there are no sides yet"));
        }
        return model.show_referee_view();
    };
    let path = referee.viewed().path().to_path_buf();
    let seen = Save::open_with_progress(&path, Mode::Read, watch).map_err(UserError::from);
    let seen = seen.and_then(|save| SaveView::for_side(save, *side).map_err(|faults| view_error(&faults)));
    match seen {
        Ok(seen) => show_side_view(model, seen),
        Err(failure) => model.say(Notice::of_failure(&failure)),
    }
}

fn view_error(faults: &[wardiary_base::fault::Fault]) -> UserError {
    let text: Vec<String> = faults.iter().map(ToString::to_string).collect();
    UserError::refused(format!("what that side sees can’t be shown: {}", text.join("; ")))
}

/// Shows a side's view on the same screen at the same entry.
fn show_side_view(model: &mut Model, seen: SaveView) {
    let Some(screens) = model.session_stack() else { return };
    let screen = screens.screen_name();
    let at = model.referee_session().and_then(Session::reviewed);
    let at = at.and_then(|no| seen.entry_after(no));
    model.show_side_view(seen);
    let Some(screens) = model.session_stack() else { return };
    at.into_iter().for_each(|no| screens.context.view_entry(no));
    screen.into_iter().for_each(|name| program::show_screen(screens, name, None));
}
