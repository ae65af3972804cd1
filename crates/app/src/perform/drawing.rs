//! Opens, saves and closes drawings.

use crate::{
    easel::{Easel, Warning},
    effect::Choice,
    model::Model,
    notice::Notice,
    overlay::{
        draw_line::{Asks, DrawLine},
        list_dialog::Unsaved,
    },
};
use std::path::{Path, PathBuf};
use wardiary_base::ground::{Grid, Ground};
use wardiary_diary::{
    assets::{self, NewMap},
    error::{UserError, shown},
};
use wardiary_rules::drawing::Drawing;

/// Columns and rows of a new map.
const SIZE: (u16, u16) = (30, 20);

pub fn choose(model: &mut Model, choice: &Choice) {
    let opened = if let Choice::Draw(name) = choice {
        assets::open_drawing(name, Some(&model.folders))
    } else {
        let sheet = NewMap { size: SIZE, grid: Grid::Square, rules: None, title: None };
        assets::new_drawing("map", &sheet, Some(&model.folders))
    };
    match opened {
        Ok(drawn) => {
            let easel = Easel::new(drawn.drawing, drawn.path, drawn.name);
            let is_new = matches!(choice, Choice::DrawNew);
            // A new map has no file yet. Saving asks for a name.
            let easel = if is_new { Easel { path: None, ..easel }.asking_size() } else { easel };
            model.draw_on(easel);
        }
        Err(failure) => model.say(Notice::of_failure(&failure)),
    }
}

/// Opens the ground of the save's map as a new drawing.
pub(crate) fn draw_ground(model: &mut Model, ground: &Ground) {
    let Some(session) = model.session() else { return };
    let book = std::sync::Arc::clone(session.state().book());
    let name = assets::file_name(ground.title(), "map");
    let mut easel = Easel::new(Drawing::of_map(ground.clone(), book, None), None, name);
    easel.notice =
        Some(Notice::good("a copy of the ground: what you draw becomes a map of its own, and the save stays"));
    model.draw_on(easel);
}

/// Saves the drawing, to another file if one is named, and continues there.
pub fn save(model: &mut Model, name: Option<&str>) {
    let folders = model.folders.clone();
    let Some(desk) = model.drawing() else { return };
    let easel = &mut desk.context;
    easel.drawing.end_stroke();
    let path = match (name, &easel.path) {
        (Some(name), _) => assets::drawing_path(name, &folders, easel.drawing.is_scenario()),
        (None, Some(path)) => Ok(path.clone()),
        (None, None) => {
            let line = DrawLine::new(Asks::File, easel);
            return desk.open(Box::new(line));
        }
    };
    let done = path.and_then(|path| write(easel, &path, &folders));
    match done {
        Ok(said) => easel.notice = said,
        Err(failure) => easel.notice = Some(Notice::of_failure(&failure)),
    }
}

/// Writes the drawing and says so, or warns and writes nothing.
fn write(easel: &mut Easel, path: &Path, folders: &assets::Folders) -> Result<Option<Notice>, UserError> {
    let warned = easel.warned.take();
    let is_own = easel.path.as_deref() == Some(path);
    let Some((text, whole)) = easel.drawing.written() else {
        let failure =
            UserError::refused("the text of this scenario could not be changed so that its units stand as here");
        return Err(
            failure.hint("its units may not be written one by one: `wardiary check` says what is wrong with it")
        );
    };
    if !whole && is_own && warned != Some(Warning::Comments) {
        easel.warned = Some(Warning::Comments);
        let said = "its file can't be mended here and there: written anew it loses its comments; again, and it is";
        return Ok(Some(Notice::bad(said)));
    }
    let over = is_own.then(|| easel.drawing.text()).flatten();
    if is_own && assets::is_overtaken(path, over) && warned != Some(Warning::Overtaken) {
        easel.warned = Some(Warning::Overtaken);
        let said =
            format!("another program has changed {} since it was read; again, and yours takes its place", shown(path));
        return Ok(Some(Notice::bad(said)));
    }
    assets::write_drawing(path, &text, is_own)?;
    let problems = assets::problems_of_drawing(&text, path, folders);
    easel.drawing.is_filed(text);
    easel.path = Some(path.to_path_buf());
    let saved = format!("saved as {}", shown(path));
    Ok(Some(match problems.first() {
        Some(problem) => Notice::bad(format!("{saved}; but {problem}")),
        None => Notice::good(saved),
    }))
}

/// Whether the program may quit: no drawing is unsaved. Asks first; if the terminal is too small for the question, it
/// warns, and a second attempt quits.
pub(crate) fn may_leave(model: &mut Model) -> bool {
    let is_small = crate::frame::is_too_small(model.size.width, model.size.height);
    let Some(desk) = model.drawing() else { return true };
    if !desk.context.drawing.is_changed() {
        return true;
    }
    if !is_small {
        if !desk.has_overlay() {
            let question = Unsaved::new(true, &desk.context);
            desk.open(Box::new(question));
        }
        return false;
    }
    if desk.context.warned == Some(Warning::Unsaved) {
        return true;
    }
    desk.context.warned = Some(Warning::Unsaved);
    desk.context.notice =
        Some(Notice::bad("what is drawn is in no file: a larger terminal can save it; again, and it is lost"));
    false
}

/// Saves an unsaved drawing beside its file when the terminal is gone.
pub(crate) fn keep_drawing(model: &Model) -> Option<PathBuf> {
    let easel = model.easel().filter(|easel| easel.drawing.is_changed())?;
    let (text, _) = easel.drawing.written()?;
    assets::keep_drawing(&model.folders, easel.path.as_deref(), &easel.name, &text)
}
