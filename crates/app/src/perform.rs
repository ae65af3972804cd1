//! Carries out effects, except those of the terminal.

mod drawing;
mod give;
mod history;
mod jump;
mod lost;
mod mail;
pub mod program;
mod saves;

use crate::{effect::Effect, model::Model, notice::Notice};
pub(crate) use drawing::keep_drawing;
pub(crate) use lost::keep_what_is_nowhere;
pub use lost::may_leave;
pub use saves::catch_up;
pub(crate) use saves::lobby;
use wardiary_diary::diary::watch::Watch;

pub(crate) fn perform(model: &mut Model, effect: Effect, watch: Watch) {
    // A side's view is read-only, whichever key, line or list the effect came from.
    if let Some(why) = model.shown_session().filter(|session| session.viewed().side().is_some() && !effect.only_reads())
    {
        let why = why.read_only().unwrap_or_default();
        return model.say(Notice::bad(why));
    }
    let effect = match model.desk().filter(|desk| desk.context.outbox().is_some()) {
        None => effect,
        Some(desk) => match mail::take(desk, effect) {
            None => return,
            Some(effect) => effect,
        },
    };
    let flourish = model.settings.flourish;
    match (effect, model.desk()) {
        (Effect::Choose(choice), _) => saves::choose(model, choice, watch),
        (Effect::Shelve(shelving), _) => saves::shelve(model, shelving, watch),
        (Effect::KeepLine(line), _) => model.folders.keep_order(&line),
        (Effect::KeepExplained, _) => model.folders.keep_explained(),
        (Effect::KeepPanes, _) => program::keep_panes(model),
        (Effect::SaveAs(name), _) => lost::save_as(model, &name),
        (Effect::ToMenu, _) => model.leave_for(saves::lobby(&model.folders)),
        (Effect::ToSession, _) => model.return_to_session(),
        (Effect::DrawGround(ground), _) => drawing::draw_ground(model, &ground),
        (Effect::SaveDrawing(name), _) => drawing::save(model, name.as_deref()),
        (Effect::LeaveDrawing(anyway), _) => saves::leave_drawing(model, anyway),
        (Effect::Pick(picks), _) => jump::pick(model, picks),
        (Effect::Jump(place), _) => jump::jump(model, place, watch),
        (Effect::LookOn, _) => jump::on(model, watch),
        (Effect::LookBack, _) => model.look_back(),
        (Effect::Help, _) => program::help(model),
        (Effect::Copy, _) => program::copy(model),
        (Effect::ToggleMouse, _) => program::toggle_mouse(model),
        (Effect::NextTheme, _) => program::next_theme(model),
        // The caller handles the effects of the terminal.
        (Effect::Suspend | Effect::Quit | Effect::QuitOnceLeft, _) => {}
        // The remaining effects need a visible session.
        (_, None) => {}
        (Effect::Give(order, rolls), Some(desk)) => give::give(desk, *order, rolls, flourish),
        (Effect::GiveAll(orders), Some(desk)) => give::give_all(desk, orders, flourish),
        (Effect::Abandon(order, rolls), Some(desk)) => give::abandon(desk, *order, rolls),
        (Effect::Undo(many), Some(desk)) => history::undo(desk, many),
        (Effect::Redo(many), Some(desk)) => history::redo(desk, many),
        (Effect::Go(instruction), Some(desk)) => history::go(desk, *instruction, watch),
        (Effect::Remark(entry, says), Some(desk)) => history::remark(desk, entry, says, watch),
        (Effect::Compare(end, name), Some(desk)) => history::compare(desk, end, &name, watch),
        (Effect::WriteOn(entry), Some(desk)) => history::write_on(desk, entry, watch),
        (Effect::Rebase(rebase), Some(desk)) => history::rebase(desk, *rebase, watch),
        (Effect::ReadAgain, Some(desk)) => lost::read_again(desk, watch),
        (Effect::TakeFile, Some(desk)) => lost::take_file(desk, watch),
        (Effect::PutBack, Some(desk)) => lost::put_back(desk),
        (Effect::GoOnBeside, Some(desk)) => lost::go_on_beside(desk),
        (Effect::Suggest(side), Some(desk)) => program::suggest(desk, side),
        (Effect::Show(name, about), Some(desk)) => program::show(desk, name, about.map(|order| *order)),
        (Effect::GoTo(name, id), Some(desk)) => {
            program::go_over_to(desk, name);
            desk.go_to(id);
        }
    }
}

/// Carries out effects, except those of the terminal. For tests.
pub fn carry_out(model: &mut Model, effects: Vec<Effect>) {
    for effect in effects {
        perform(model, effect, Watch::nobody());
    }
}
