//! Manages the saves listed on the start screen: renames, copies, deletes; starts campaigns from tables.

use super::{
    lost::may_leave_by,
    saves::{Opened, enter, lobby},
};
use crate::{effect::Shelving, model::Model, notice::Notice, overlay::choosing::Choosing};
use std::path::{Path, PathBuf};
use wardiary_base::{dice::source::Seed, text};
use wardiary_diary::{
    assets::{self, DEFAULT_RULEBOOK, Folders, table},
    diary::{
        Header,
        file::{self, Discarded, Save},
        watch::Watch,
    },
    error::{UserError, shown},
};

/// Carries out the action. On failure shows the error and changes nothing.
pub(super) fn shelve(model: &mut Model, shelving: Shelving, watch: Watch) {
    let done = match shelving {
        Shelving::Rename(path, name) => rename(model, &path, &name),
        Shelving::Copy(path, name) => copy(model, &path, &name, watch),
        Shelving::Delete(path) => delete(model, &path),
        Shelving::Begin(path) => return begin(model, &path),
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
    if model.session().is_some_and(|session| session.save.path() == path) {
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

fn begin(model: &mut Model, path: &Path) {
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
