//! Opens, saves and closes drawings.

use crate::{
    drawing_context::{DrawingContext, Warning},
    effect::StartChoice,
    model::Model,
    notice::Notice,
    overlay::{
        draw_line::{DrawLine, DrawPrompt},
        list_dialog::UnsavedDialog,
    },
};
use std::path::{Path, PathBuf};
use wardiary_base::ground::{Grid, Ground};
use wardiary_diary::{
    assets::{self, NewMap},
    error::{UserError, display_path},
};
use wardiary_rules::drawing::Drawing;

/// Columns and rows of a new map.
const NEW_MAP_SIZE: (u16, u16) = (30, 20);

pub fn open_drawing(model: &mut Model, choice: &StartChoice) {
    let opened = if let StartChoice::Draw(name) = choice {
        assets::open_drawing(name, Some(&model.folders))
    } else {
        let sheet = NewMap { size: NEW_MAP_SIZE, grid: Grid::Square, rules: None, title: None };
        assets::new_drawing("map", &sheet, Some(&model.folders))
    };
    match opened {
        Ok(drawn) => {
            let drawing = DrawingContext::new(drawn.drawing, drawn.path, drawn.name);
            let is_new = matches!(choice, StartChoice::DrawNew);
            // A new map has no file yet. Saving asks for a name.
            let drawing = if is_new { DrawingContext { path: None, ..drawing }.prompting_for_size() } else { drawing };
            model.open_drawing(drawing);
        }
        Err(failure) => model.say(Notice::of_failure(&failure)),
    }
}

pub(crate) fn draw_ground(model: &mut Model, ground: &Ground) {
    let Some(session) = model.session() else { return };
    let book = std::sync::Arc::clone(session.state().book());
    let name = assets::file_name(&ground.title().to_string(), "map");
    let mut context = DrawingContext::new(Drawing::of_map(ground.clone(), book, None), None, name);
    context.notice =
        Some(Notice::good("this is a copy of the save’s map: it becomes a new map, and the save is not changed"));
    model.open_drawing(context);
}

pub fn save(model: &mut Model, name: Option<&str>) {
    let folders = model.folders.clone();
    let Some(screens) = model.drawing_stack() else { return };
    let context = &mut screens.context;
    context.drawing.end_stroke();
    let path = match (name, &context.path) {
        (Some(name), _) => assets::drawing_path(name, &folders, context.drawing.is_scenario()),
        (None, Some(path)) => Ok(path.clone()),
        (None, None) => {
            let line = DrawLine::for_prompt(DrawPrompt::File, context);
            return screens.open(Box::new(line));
        }
    };
    let done = path.and_then(|path| write(context, &path, &folders));
    context.notice = done.unwrap_or_else(|failure| Some(Notice::of_failure(&failure)));
}

/// Writes the drawing and says so, or warns and writes nothing.
fn write(context: &mut DrawingContext, path: &Path, folders: &assets::Folders) -> Result<Option<Notice>, UserError> {
    let warned = context.warned.take();
    let is_own = context.path.as_deref() == Some(path);
    let Some((text, whole)) = context.drawing.file_text() else {
        let failure = UserError::refused("the places of the units could not be written into the text of this scenario");
        return Err(failure.hint("perhaps its units are not listed one by one: `wardiary check` lists its faults"));
    };
    if !whole && is_own && warned != Some(Warning::Comments) {
        context.warned = Some(Warning::Comments);
        let reason = "its file has to be rewritten, and loses its comments; save again to rewrite it";
        return Ok(Some(Notice::bad(reason)));
    }
    let over = is_own.then(|| context.drawing.text()).flatten();
    if is_own && assets::is_changed_elsewhere(path, over) && warned != Some(Warning::FileChanged) {
        context.warned = Some(Warning::FileChanged);
        let reason = format!(
            "another program has changed {} since it was read; save again to replace it with yours",
            display_path(path)
        );
        return Ok(Some(Notice::bad(reason)));
    }
    assets::write_drawing(path, &text, is_own)?;
    let problems = assets::problems_of_drawing(&text, path, folders);
    context.drawing.mark_saved(text);
    context.path = Some(path.to_path_buf());
    let saved = format!("saved as {}", display_path(path));
    Ok(Some(match problems.first() {
        Some(problem) => Notice::bad(format!("{saved}; but {problem}")),
        None => Notice::good(saved),
    }))
}

/// Whether the program may quit: no drawing is unsaved. Asks first; a second attempt quits.
pub(crate) fn confirm_leave(model: &mut Model) -> bool {
    let is_small = crate::frame::is_too_small(model.size.width, model.size.height);
    let Some(screens) = model.drawing_stack() else { return true };
    if !screens.context.drawing.is_changed() {
        return true;
    }
    if !is_small {
        if !screens.has_overlay() {
            let question = UnsavedDialog::of_drawing(true, &screens.context);
            screens.open(Box::new(question));
        }
        return false;
    }
    if screens.context.warned == Some(Warning::Unsaved) {
        return true;
    }
    screens.context.warned = Some(Warning::Unsaved);
    screens.context.notice =
        Some(Notice::bad("the drawing is not saved: enlarge the terminal to save it; quit again to lose it"));
    false
}

/// Saves an unsaved drawing beside its file when the terminal is gone.
pub(crate) fn save_unsaved_drawing(model: &Model) -> Option<PathBuf> {
    let context = model.drawing_context().filter(|context| context.drawing.is_changed())?;
    let (text, _) = context.drawing.file_text()?;
    assets::save_drawing_copy(&model.folders, context.path.as_deref(), &context.name, &text)
}
