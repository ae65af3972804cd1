//! Carries out effects, except those of the terminal.

mod drawing;
mod give_orders;
mod history;
mod jump;
mod mail;
pub mod program;
mod saves;
mod unsaved_recovery;

use crate::{effect::Effect, model::Model, notice::Notice, overlay::listing::Listing};
pub(crate) use drawing::save_unsaved_drawing;
pub(crate) use history::notice_changed_save;
pub(crate) use mail::take_in_mail;
pub use saves::catch_up;
pub(crate) use saves::{reload_changed_list, start_context};
pub use unsaved_recovery::confirm_leave;
pub(crate) use unsaved_recovery::{save_unsaved_entries, saved_text};
use wardiary_diary::diary::watch::Watch;

pub(crate) fn apply_effect(model: &mut Model, effect: Effect, watch: Watch) {
    // A side's view is read-only, whichever key, line or list the effect came from.
    if let Some(why) =
        model.shown_session().filter(|session| session.viewed().side().is_some() && !effect.is_read_only())
    {
        let why = why.read_only_reason().unwrap_or_default();
        return model.say(Notice::bad(why));
    }
    let effect = match model.session_stack().filter(|screens| screens.context.letter_file.is_some()) {
        None => effect,
        Some(screens) => match mail::redirect_to_letter(screens, effect) {
            None => return,
            Some(effect) => effect,
        },
    };
    let flourish = model.settings.flourish;
    match (effect, model.session_stack()) {
        (Effect::Choose(choice), _) => saves::apply_choice(model, choice, watch),
        (Effect::ManageSave(action), _) => saves::manage_save(model, action, watch),
        (Effect::SaveTypedLine(line), _) => model.folders.append_to_history(&line),
        (Effect::SaveTutorialShown, Some(screens)) => {
            screens.context.folders.mark_tutorial_seen(screens.context.tutorial.is_own);
        }
        (Effect::SavePanes, _) => program::save_panes(model),
        (Effect::SaveAs(name), _) => unsaved_recovery::open_save_as_line(model, &name),
        (Effect::WriteReport(name), _) => program::write_report(model, &name),
        (Effect::ToStartScreen, _) => model.show_start_screen(saves::start_context(&model.folders)),
        (Effect::ToSession, _) => model.return_to_session(),
        (Effect::DrawGround(ground), _) => drawing::draw_ground(model, &ground),
        (Effect::SaveDrawing(name), _) => drawing::save(model, name.as_deref()),
        (Effect::LeaveDrawing(anyway), _) => saves::leave_drawing(model, anyway),
        (Effect::OpenPicker(picks), _) => jump::open_picker(model, picks),
        (Effect::Jump(place), _) => jump::jump(model, place, watch),
        (Effect::NextSideView, _) => jump::next_side_view(model, watch),
        (Effect::RefereeView, _) => model.show_referee_view(),
        (Effect::Help, _) => program::open_help(model),
        (Effect::Copy, _) => program::copy(model),
        (Effect::ToggleMouse, _) => program::toggle_mouse(model),
        (Effect::NextTheme, _) => program::next_theme(model),
        // The caller handles the effects of the terminal.
        (Effect::Suspend | Effect::Quit | Effect::QuitIfDrawingLeft, _) => {}
        // The remaining effects need a visible session.
        (_, None) => {}
        (Effect::Give(order, rolls), Some(screens)) => give_orders::give(screens, *order, rolls, flourish),
        (Effect::ListLines(lines), Some(screens)) => screens.open(Box::new(Listing::of_script(lines, None))),
        (Effect::GiveLines(lines), Some(screens)) => give_orders::give_lines(screens, lines, flourish),
        (Effect::Abandon(order, rolls), Some(screens)) => give_orders::abandon(screens, *order, rolls),
        (Effect::Undo(many), Some(screens)) => history::undo(screens, many),
        (Effect::Redo(many), Some(screens)) => history::redo(screens, many),
        (Effect::GoToOrRebase(instruction), Some(screens)) => history::go_to_or_rebase(screens, *instruction, watch),
        (Effect::Remark(entry, says), Some(screens)) => history::add_remark(screens, entry, says, watch),
        (Effect::Compare(end, name), Some(screens)) => history::open_comparison(screens, end, &name, watch),
        (Effect::ContinueFrom(entry), Some(screens)) => history::continue_from(screens, entry, watch),
        (Effect::Rebase(rebase), Some(screens)) => history::rebase(screens, *rebase, watch),
        (Effect::ReadAgain, Some(screens)) => unsaved_recovery::read_again(screens, watch),
        (Effect::AcceptFile, Some(screens)) => unsaved_recovery::accept_file(screens, watch),
        (Effect::WriteBack, Some(screens)) => unsaved_recovery::write_back(screens),
        (Effect::ContinueInCopy, Some(screens)) => unsaved_recovery::continue_in_copy(screens),
        (Effect::WriteShares(side), Some(screens)) => program::write_shares(&mut screens.context, side, watch),
        (Effect::ImportLetter(path), Some(screens)) => mail::import_letter(screens, &path, watch),
        (Effect::Suggest(side), Some(screens)) => program::list_suggestions(screens, side),
        (Effect::Show(name, about), Some(screens)) => program::show_screen(screens, name, about.map(|order| *order)),
        (Effect::GoTo(name, id), Some(screens)) => {
            program::show_on_top(screens, name);
            screens.go_to(id);
        }
    }
}

/// Carries out effects, except those of the terminal. For tests.
pub fn apply_effects(model: &mut Model, effects: Vec<Effect>) {
    for effect in effects {
        apply_effect(model, effect, Watch::none());
    }
}
