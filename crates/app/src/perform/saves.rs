//! Opens, creates, rereads, follows, renames, copies and deletes saves, and builds the start screen.

use super::{
    drawing,
    lost::{may_leave_by, reread},
};
use crate::{
    effect::{Choice, Shelving},
    lobby::{Lobby, MenuItem},
    model::Model,
    notice::Notice,
    overlay::list_dialog::Choosing,
};
use std::path::{Path, PathBuf};
use wardiary_base::{dice::source::Seed, text};
use wardiary_diary::{
    assets::{self, DEFAULT_RULEBOOK, Folders, table},
    diary::{
        Header,
        file::{self, CatchUp, Discarded, Mode, Save},
        watch::Watch,
    },
    error::{UserError, shown},
};

/// Reads what others have written to the save. Returns false if there is nothing new.
pub fn catch_up(model: &mut Model, watch: Watch) -> bool {
    let Some(desk) = model.desk() else { return false };
    match desk.context.catch_up(watch) {
        Ok(CatchUp::Nothing) => return false,
        Ok(CatchUp::NewLines | CatchUp::Reread) => reread(desk),
        // Only the referee is told what is wrong with the file.
        Err(_) if desk.context.viewed().side().is_some() => {
            desk.context.say(Notice::bad("the save can’t be read on now: this is as it was before"));
        }
        Err(error) => {
            reread(desk);
            desk.context.say(Notice::of_failure(&error.into()));
        }
    }
    true
}

pub fn choose(model: &mut Model, choice: Choice, watch: Watch) {
    // The choice may be the save that is open behind the start screen.
    let is_open = match (&choice, model.session()) {
        (Choice::Open(path), Some(session)) => session.viewed().path() == path,
        _ => false,
    };
    if is_open {
        return model.return_to_session();
    }
    if let Choice::DrawNew | Choice::Draw(_) = &choice {
        // An open session stays behind the drawing.
        return drawing::choose(model, &choice);
    }
    if !may_leave_by(model, "choose it again to leave this save") {
        return;
    }
    let opened = match choice {
        Choice::Open(path) => Save::open_or_watch(&path, watch).map(|save| (save, None)).map_err(UserError::from),
        Choice::New(scenario) => {
            let rules = model.lobby().and_then(|lobby| lobby.rules.clone());
            begin(&model.folders, &scenario, rules.as_deref())
        }
        Choice::Sample => sample(&model.folders),
        // Asks for the file first.
        Choice::Table | Choice::DrawNew | Choice::Draw(_) => return,
    };
    enter(model, opened);
}

/// Opens a save with its notice, or shows the error.
pub(super) fn enter(model: &mut Model, opened: Opened) {
    match opened {
        Ok((save, notice)) => {
            model.enter(save);
            if let Some(notice) = notice {
                model.say(notice);
            }
        }
        Err(failure) => model.say(Notice::of_failure(&failure)),
    }
}

/// A save with its notice.
pub(super) type Opened = Result<(Save, Option<Notice>), UserError>;

fn begin(folders: &Folders, scenario: &str, rules: Option<&str>) -> Opened {
    let seed = Seed::fresh().map_err(UserError::usage)?;
    let header = assets::scenario_by(scenario, rules, Some(folders), seed).map_err(|failure| match rules {
        Some(rules) => failure.hint(format!("perhaps the rulebook `{rules}` is not made for it: choose its own")),
        None => failure,
    })?;
    let path = folders.fresh(scenario);
    let save = Save::create(&path, header)?;
    let by = rules.map_or_else(String::new, |rules| format!(", by the rulebook `{rules}`"));
    Ok((save, Some(Notice::good(format!("saved as {}{by}", shown(&path))))))
}

/// Copies the sample, so that it can be played on.
fn sample(folders: &Folders) -> Opened {
    let (name, text) = assets::SAMPLE;
    let path = folders.fresh(&format!("{name}-sample"));
    file::create_from_text(&path, text)?;
    let save = Save::open(&path, Mode::Write)?;
    Ok((save, Some(Notice::good(format!("a copy of the sample, saved as {}", shown(&path))))))
}

/// Closes the drawing. An unsaved one is closed only with `anyway`.
pub(crate) fn leave_drawing(model: &mut Model, anyway: bool) {
    if anyway || model.easel().is_some_and(|easel| !easel.drawing.is_changed()) {
        let lobby = lobby(&model.folders);
        model.leave_drawing(lobby);
    }
}

/// Builds the start screen: the last save, then everything that can be started, then the other saves.
pub(crate) fn lobby(folders: &Folders) -> Lobby {
    let saves = folders.list();
    let mut items = Vec::new();
    let item = |path: &Path, label: String| {
        let (title, about) = file::glance(path);
        let file = path.file_stem().map_or_else(String::new, |stem| text::display_name(&stem.to_string_lossy()));
        let choice = Choice::Open(path.to_path_buf());
        MenuItem { label: format!("{label}{title}  ({file})"), title, about, choice }
    };
    if let Some((path, _)) = saves.first() {
        items.push(item(path, "Continue: ".into()));
    }
    items.push(MenuItem {
        label: "The sample battle: Tannenberg, the first day".into(),
        title: "The sample battle".into(),
        about: "A played save to look around in, and to play on: Germans against Russians, 26 August 1914.".into(),
        choice: Choice::Sample,
    });
    for (name, title, about) in assets::scenarios(Some(folders)) {
        items.push(MenuItem { label: format!("New: {title}"), title, about, choice: Choice::New(name) });
    }
    items.push(MenuItem {
        label: "New: from a table of units (CSV) …".into(),
        title: "From a table of units".into(),
        about: "A file of comma-separated values, as a spreadsheet writes them: a row for each unit, with its side, its stack \
                and its name, and whatever else is known of it. Sides with units begin in a battle with each other."
            .into(),
        choice: Choice::Table,
    });
    items.push(MenuItem {
        label: "Draw a new map".into(),
        title: "A new map".into(),
        about: "An empty sheet of squares or hexes, for terrain, rivers, roads and places; saved among your own maps."
            .into(),
        choice: Choice::DrawNew,
    });
    for (name, title, about) in assets::own_maps(folders) {
        let label = format!("Draw on: {title}  ({name})");
        items.push(MenuItem { label, title, about, choice: Choice::Draw(name) });
    }
    items.extend(saves.iter().skip(1).map(|(path, _)| item(path, "Open: ".into())));
    Lobby { items, ..Lobby::default() }
}

/// Carries out the action. On failure shows the error and changes nothing.
pub(super) fn shelve(model: &mut Model, shelving: Shelving, watch: Watch) {
    let done = match shelving {
        Shelving::Rename(path, name) => rename(model, &path, &name),
        Shelving::Copy(path, name) => copy(model, &path, &name, watch),
        Shelving::Delete(path) => delete(model, &path),
        Shelving::Begin(path) => return begin_from_table(model, &path),
        Shelving::ListRules => return list_rules(model),
    };
    match done {
        Ok((chosen, said)) => {
            let lobby = lobby(&model.folders);
            model.relist(lobby, chosen);
            model.say(Notice::good(said));
        }
        Err(failure) => model.say(Notice::of_failure(&failure)),
    }
}

/// The save to select next, and the notice.
type Done = Result<(Option<PathBuf>, String), UserError>;

fn rename(model: &Model, path: &Path, name: &str) -> Done {
    refuse_open(model, path, "renamed")?;
    let to = model.folders.named(name)?;
    if to == path {
        return Ok((Some(to), "it has that name already".into()));
    }
    file::rename(path, &to)?;
    let said = format!("renamed: it is {} now", shown(&to));
    Ok((Some(to), said))
}

fn copy(model: &Model, path: &Path, name: &str, watch: Watch) -> Done {
    let to = model.folders.named(name)?;
    let (to, copied) = file::backup(path, Some(&to), watch)?;
    let said = format!("copied to {}, with {}", shown(&to), text::count(copied.entries, "entry", "entries"));
    Ok((Some(to), said))
}

fn delete(model: &Model, path: &Path) -> Done {
    refuse_open(model, path, "deleted")?;
    let said = match file::discard(path, model.bin, &model.folders.deleted())? {
        Discarded::Trash => format!("{} is in the system's trash", shown(path)),
        Discarded::Kept(kept) => format!("deleted: it lies in {} now", shown(&kept)),
    };
    Ok((None, said))
}

/// Refuses an action on the save that is open behind the start screen.
fn refuse_open(model: &Model, path: &Path, what: &str) -> Result<(), UserError> {
    if model.session().is_some_and(|session| session.viewed().path() == path) {
        let failure = UserError::usage(format!("the save that is open behind this screen can't be {what}"));
        return Err(failure.hint("open another one first"));
    }
    Ok(())
}

fn list_rules(model: &mut Model) {
    let books = assets::rulebooks(Some(&model.folders));
    let chosen = model.lobby().and_then(|lobby| lobby.rules.clone());
    if let Some(desk) = model.start() {
        desk.open(Box::new(Choosing::of_rules(&books, chosen.as_deref())));
    }
}

fn begin_from_table(model: &mut Model, path: &Path) {
    if !may_leave_by(model, "press Enter again to leave this save") {
        return;
    }
    let rules = model.lobby().and_then(|lobby| lobby.rules.clone());
    let opened = from_table(&model.folders, path, rules.as_deref().unwrap_or(DEFAULT_RULEBOOK));
    enter(model, opened);
}

fn from_table(folders: &Folders, path: &Path, rules: &str) -> Opened {
    let title = text::display_name(&path.file_stem().unwrap_or_default().to_string_lossy());
    let book = assets::rulebook(rules, Some(folders))?;
    let muster = table::read(path, &title, &book, None, folders).map_err(in_brief)?;
    let units = text::count(muster.units.len(), "unit", "units");
    let seed = Seed::fresh().map_err(UserError::usage)?;
    let to = folders.fresh(&title);
    let save = Save::create(&to, Header { title, seed, book, muster })?;
    Ok((save, Some(Notice::good(format!("{units}, by the rulebook `{rules}`; saved as {}", shown(&to))))))
}

/// Maximum number of faults shown. The command line shows all.
const MOST_TOLD: usize = 2;

fn in_brief(failure: UserError) -> UserError {
    let lines: Vec<&str> = failure.what.lines().collect();
    let more = lines.len().saturating_sub(MOST_TOLD);
    if more == 0 {
        return failure;
    }
    let what = lines[..MOST_TOLD].join("; ");
    let hint = format!("and {}: `wardiary muster FILE.csv` lists all", text::count(more, "fault more", "faults more"));
    UserError { what, ..failure }.hint(hint)
}
