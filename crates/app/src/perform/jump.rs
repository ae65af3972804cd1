//! The targets of the picker and how to go to each, and the switch to a side's view and back. The referee sees what the
//! side sees with the save open: the same screens in a stack of their own. His own stack is set aside unchanged.

use super::{program, saves};
use crate::{
    component::{Actions, effect},
    desk::Desk,
    effect::{Choice, Effect, Picks, Place},
    model::Model,
    notice::Notice,
    overlay::picker::{Pickable, Picker},
    screen::ScreenName,
    session::Session,
};
use wardiary_base::{
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
    error::UserError,
    projection::Viewed,
};
use wardiary_rules::state::{Battle, EntityKind, Stack, State, Unit};

pub(super) fn pick(model: &mut Model, picks: Picks) {
    let folders = model.folders.clone();
    let Some(desk) = model.desk() else { return };
    let is_wanted = |kind| picks == Picks::Anything || picks == kind;
    let (session, state) = (&desk.context, desk.context.state());
    let mut all = Vec::new();
    if is_wanted(Picks::Battles) {
        all.extend(state.battles().iter().map(|battle| of_battle(state, battle)));
    }
    if is_wanted(Picks::Stacks) {
        all.extend(state.stacks().iter().map(|stack| of_stack(state, stack)));
    }
    if is_wanted(Picks::Units) {
        all.extend(state.units().iter().map(|unit| of_unit(state, unit)));
    }
    if is_wanted(Picks::Marks) {
        all.extend(marks(session));
    }
    if is_wanted(Picks::Saves) && desk.context.viewed().side().is_none() {
        all.extend(of_saves(&folders));
    }
    let title = match picks {
        Picks::Anything => "Jump to …",
        Picks::Units => "Jump to a unit",
        Picks::Stacks => "Jump to a stack",
        Picks::Battles => "Jump to a battle",
        Picks::Marks => "Jump to a marked entry or a branch",
        Picks::Saves => "Jump to another save",
    };
    desk.open(Box::new(Picker::new(title, all)));
}

fn to(place: Place) -> Actions<Session> {
    effect(Effect::Jump(place))
}

fn of_battle(state: &State, battle: &Battle) -> Pickable<Session> {
    Pickable {
        kind: "battle",
        name: state.name(battle.id),
        about: if battle.over.is_some() { "over".into() } else { format!("under way, turn {}", battle.turn) },
        goes: to(Place::Thing(battle.id.into())),
    }
}

fn of_stack(state: &State, stack: &Stack) -> Pickable<Session> {
    let id = Id::from(stack.id);
    let side = state.side_of(id).map_or(String::new(), |side| state.name(side));
    let units = text::count(state.units_meant(id).len(), "unit", "units");
    Pickable { kind: "stack", name: state.name(id), about: format!("{side}, {units}"), goes: to(Place::Thing(id)) }
}

fn of_unit(state: &State, unit: &Unit) -> Pickable<Session> {
    let of = state.name(unit.stack.map_or(Id::from(unit.side), Id::from));
    let strength = || unit.strength_or(|strength| format!("{} of {}", strength.now, strength.full)) + " SP";
    let left = if unit.is_alive() { strength() } else { "gone".into() };
    Pickable {
        kind: "unit",
        name: state.name(unit.id),
        about: format!("{of}, {}, {left}", unit.kind),
        goes: to(Place::Thing(unit.id.into())),
    }
}

fn marks(session: &Session) -> Vec<Pickable<Session>> {
    let diary = session.diary();
    let mark = |(no, remarks): (_, &Remarks)| Pickable {
        kind: "mark",
        name: remarks.lines().join("; "),
        about: format!("entry {no}"),
        goes: to(Place::Entry(no)),
    };
    let branch = |Branch { last, name, .. }: Branch| {
        Some(Pickable {
            kind: "branch",
            name: name?,
            about: format!("ends at entry {last}"),
            goes: to(Place::Entry(last)),
        })
    };
    diary.remarks().map(mark).chain(diary.branches().into_iter().filter_map(branch)).collect()
}

fn of_saves(folders: &Folders) -> Vec<Pickable<Session>> {
    let save = |(path, _): (std::path::PathBuf, _)| {
        let (title, _) = file::glance(&path);
        let stem = path.file_stem().map_or_else(String::new, |stem| text::display_name(&stem.to_string_lossy()));
        Pickable { kind: "save", name: format!("{title} ({stem})"), about: String::new(), goes: to(Place::Save(path)) }
    };
    folders.list().into_iter().map(save).collect()
}

/// Goes to a picked target, on the current screen if that can show it, otherwise on the battle screen.
pub(super) fn jump(model: &mut Model, place: Place, watch: Watch) {
    match (place, model.desk()) {
        (Place::Save(path), _) => saves::choose(model, Choice::Open(path), watch),
        (_, None) => {}
        (Place::Entry(no), Some(desk)) => {
            desk.context.look_at(no);
            program::show(desk, ScreenName::Review, None);
        }
        (Place::Thing(id), Some(desk)) => {
            let name = showing(desk, id);
            if !desk.shows(name) {
                program::go_over_to(desk, name);
            }
            desk.go_to(id);
        }
    }
}

fn showing(desk: &Desk<Session>, id: Id) -> ScreenName {
    let state = desk.context.state();
    let is_battle = state.kind(id) == Some(EntityKind::Battle);
    let is_placed = state.units_meant(id).iter().any(|unit| unit.place.is_some());
    let fits = |name: &ScreenName| match name {
        ScreenName::Campaign => true,
        ScreenName::Map => is_placed && !is_battle,
        ScreenName::Service => !is_battle,
        _ => false,
    };
    let all = [ScreenName::Campaign, ScreenName::Map, ScreenName::Service];
    all.into_iter().find(|name| desk.shows(*name) && fits(name)).unwrap_or(ScreenName::Battle)
}

/// Shows the next side's view; after the last, returns to the referee's.
pub(super) fn on(model: &mut Model, watch: Watch) {
    let looks_as = model.shown_session().and_then(|session| session.viewed().side());
    let Some(referee) = model.referee() else { return };
    if let Some(why) = referee.read_only().filter(|_| referee.viewed().side().is_some()) {
        return model.say(Notice::bad(why));
    }
    let sides: Vec<SideId> = referee.diary().state().sides().iter().map(|side| side.id).collect();
    let after = looks_as.and_then(|side| sides.iter().position(|other| *other == side)).map_or(0, |at| at + 1);
    let Some(side) = sides.get(after) else {
        if sides.is_empty() {
            model.say(Notice::bad("there are no sides yet"));
        }
        return model.look_back();
    };
    let path = referee.viewed().path().to_path_buf();
    let seen = Save::open_watched(&path, Mode::Read, watch).map_err(UserError::from);
    let seen = seen.and_then(|save| Viewed::by_side(save, *side).map_err(|faults| unseen(&faults)));
    match seen {
        Ok(seen) => look_as(model, seen),
        Err(failure) => model.say(Notice::of_failure(&failure)),
    }
}

/// The error if a side's view can't be built.
fn unseen(faults: &[wardiary_base::fault::Fault]) -> UserError {
    let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
    UserError::refused(format!("what that side sees can’t be shown: {}", told.join("; ")))
}

/// Shows a side's view on the same screen at the same entry.
fn look_as(model: &mut Model, seen: Viewed) {
    let Some(desk) = model.desk() else { return };
    let screen = desk.shown();
    let at = model.referee().and_then(Session::reviewed);
    let at = at.and_then(|no| seen.entry_after(no));
    model.look_as(seen);
    let Some(desk) = model.desk() else { return };
    at.into_iter().for_each(|no| desk.context.look_at(no));
    screen.into_iter().for_each(|name| program::show(desk, name, None));
}
