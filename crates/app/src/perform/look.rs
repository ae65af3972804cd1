//! Switches the referee to a side's view and back. He sees what the side sees with the save open: the same screens in a
//! stack of their own. His own stack is set aside unchanged.

use super::program;
use crate::{model::Model, notice::Notice, session::Session};
use wardiary_base::id::SideId;
use wardiary_diary::{
    diary::{
        file::{Mode, Save},
        watch::Watch,
    },
    error::UserError,
    projection::Viewed,
};

/// Shows the next side's view; after the last, returns to the referee's.
pub(super) fn on(model: &mut Model, watch: Watch) {
    let looks_as = model.shown_session().and_then(|session| session.save.side());
    let Some(referee) = model.referee() else { return };
    if let Some(why) = referee.read_only().filter(|_| referee.save.side().is_some()) {
        return model.say(Notice::bad(why));
    }
    let sides: Vec<SideId> = referee.save.diary().state().sides().iter().map(|side| side.id).collect();
    let after = looks_as.and_then(|side| sides.iter().position(|other| *other == side)).map_or(0, |at| at + 1);
    let Some(side) = sides.get(after) else {
        if sides.is_empty() {
            model.say(Notice::bad("there are no sides yet"));
        }
        return model.look_back();
    };
    let path = referee.save.path().to_path_buf();
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
