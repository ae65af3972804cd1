//! Opens, creates, rereads, follows, renames, copies and deletes saves, and builds the start screen.

use super::{
    drawing,
    unsaved_recovery::{after_reload, confirm_leave_by},
};
use crate::{
    clock,
    component::Context as _,
    effect::{SaveAction, StartChoice, TableChoice},
    model::Model,
    notice::Notice,
    overlay::{
        list_dialog::ConfirmList,
        start_line::{StartLine, StartPrompt},
    },
    start_context::{StartContext, StartItem},
};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::SystemTime,
};
use wardiary_base::{
    book::Rulebook,
    dice::source::Seed,
    text::{self, Text},
};
use wardiary_diary::{
    assets::{
        self, DEFAULT_RULEBOOK, Folders,
        roster::{MusterTable, TableFaults, TableOptions},
        unit_table,
    },
    diary::{
        Header,
        file::{self, CatchUp, DiscardOutcome, Mode, Save},
        watch::Watch,
    },
    error::{UserError, display_path},
    links,
};

/// Reads what others have written to the save. Returns false if there is nothing new.
pub fn catch_up(model: &mut Model, watch: Watch) -> bool {
    let Some(screens) = model.session_stack() else { return false };
    match screens.context.save.catch_up(watch) {
        Ok(CatchUp::Unchanged) => return false,
        Ok(CatchUp::NewLines | CatchUp::Reread) => after_reload(screens),
        // Only the referee is told what is wrong with the file.
        Err(_) if screens.context.viewed().side().is_some() => {
            screens.context.say(Notice::bad("the save can’t be read now: this is its earlier state"));
        }
        Err(error) => {
            after_reload(screens);
            screens.context.say(Notice::of_failure(&error.into()));
        }
    }
    true
}

pub fn apply_choice(model: &mut Model, choice: StartChoice, watch: Watch) {
    // The choice may be the save that is open behind the start screen.
    let is_open = match (&choice, model.session()) {
        (StartChoice::Open(path), Some(session)) => session.viewed().path() == path,
        _ => false,
    };
    if is_open {
        return model.return_to_session();
    }
    if let StartChoice::DrawNew | StartChoice::Draw(_) = &choice {
        // An open session stays behind the drawing.
        return drawing::open_drawing(model, &choice);
    }
    if !confirm_leave_by(model, "choose it again to leave this save") {
        return;
    }
    let opened = match choice {
        StartChoice::Open(path) => Save::open_or_follow(&path, watch).map(|save| (save, None)).map_err(UserError::from),
        StartChoice::New(scenario) => {
            let rules = model.start_context().and_then(|start| start.rules.clone());
            new_campaign(&model.folders, &scenario, rules.as_ref())
        }
        StartChoice::Sample => copy_sample(&model.folders),
        // Asks for the file first.
        StartChoice::FromTable | StartChoice::DrawNew | StartChoice::Draw(_) => return,
    };
    open_or_report(model, opened);
}

pub(super) fn open_or_report(model: &mut Model, opened: OpenedSave) {
    match opened {
        Ok((save, notice)) => {
            model.open_save(save);
            if let Some(notice) = notice {
                model.say(notice);
            }
        }
        Err(failure) => model.say(Notice::of_failure(&failure)),
    }
}

pub(super) type OpenedSave = Result<(Save, Option<Notice>), UserError>;

fn new_campaign(folders: &Folders, scenario: &str, rules: Option<&Text>) -> OpenedSave {
    let seed = Seed::random().map_err(UserError::usage)?;
    let header = assets::scenario_with_rules(scenario, rules, Some(folders), seed).map_err(|failure| match rules {
        Some(rules) => failure.hint(format!("the rulebook `{rules}` may not suit this scenario: choose “its own”")),
        None => failure,
    })?;
    let path = folders.free_save_path(scenario);
    let save = Save::create(&path, header)?;
    let by = rules.map_or_else(String::new, |rules| format!(", with the rulebook `{rules}`"));
    Ok((save, Some(Notice::good(format!("saved as {}{by}", display_path(&path))))))
}

/// Copies the sample, so that it can be played on.
fn copy_sample(folders: &Folders) -> OpenedSave {
    let (name, text) = assets::SAMPLE;
    let path = folders.free_save_path(&format!("{name}-sample"));
    file::create_from_text(&path, text)?;
    let save = Save::open(&path, Mode::Write)?;
    Ok((save, Some(Notice::good(format!("a copy of the sample, saved as {}", display_path(&path))))))
}

/// Closes the drawing. An unsaved one is closed only with `anyway`.
pub(crate) fn leave_drawing(model: &mut Model, anyway: bool) {
    if anyway || model.drawing_context().is_some_and(|context| !context.drawing.is_changed()) {
        let start = start_context(&model.folders);
        model.leave_drawing(start);
    }
}

/// Builds the start screen: the saves, the latest first, then everything that can be started.
pub(crate) fn start_context(folders: &Folders) -> StartContext {
    let saves = folders.list();
    let mut items = Vec::new();
    let item = |path: &Path| {
        let (title, about) = file::describe_save(path, clock::local_text);
        let file = path.file_stem().map_or_else(String::new, |stem| text::display_name(&stem.to_string_lossy()));
        let choice = StartChoice::Open(path.to_path_buf());
        StartItem { label: format!("{title}  ({file})"), title, about, choice }
    };
    items.extend(saves.iter().map(|(path, _)| item(path)));
    items.push(StartItem {
        label: "The sample battle: Tannenberg, the first day".into(),
        title: "The sample battle".into(),
        about: "A save to look around in and to continue: Germans against Russians, 26 August 1914.".into(),
        choice: StartChoice::Sample,
    });
    for (name, title, about) in assets::scenarios(Some(folders)) {
        items.push(StartItem { label: format!("New: {title}"), title, about, choice: StartChoice::New(name) });
    }
    items.push(StartItem {
        label: "New: from a table of units (CSV, .xlsx, .ods) …".into(),
        title: "From a table of units".into(),
        about:
            "A spreadsheet (.csv, .xlsx or .ods): a row for each unit, with its side, stack and name, and any other \
                values. Sides with units start in a battle with each other."
                .into(),
        choice: StartChoice::FromTable,
    });
    items.push(StartItem {
        label: "Draw a new map".into(),
        title: "A new map".into(),
        about: "An empty sheet of squares or hexes, for terrain, rivers, roads and places; saved among your own maps."
            .into(),
        choice: StartChoice::DrawNew,
    });
    for (name, title, about) in assets::own_maps(folders) {
        let label = format!("Edit map: {title}  ({name})");
        let (title, about) = (title.to_string(), about.to_string());
        items.push(StartItem { label, title, about, choice: StartChoice::Draw(name) });
    }
    StartContext { items, saves, ..StartContext::default() }
}

/// Reloads the list of the start screen if another program has written, renamed or deleted a save. Returns whether it
/// has.
pub(crate) fn reload_changed_list(model: &mut Model) -> bool {
    // A question about a save stays as it is.
    let Some(screens) = model.start_stack().filter(|screens| !screens.has_overlay()) else { return false };
    let before = std::mem::take(&mut screens.context.saves);
    let now = model.folders.list();
    let is_changed = now != before;
    let start = if is_changed { Some(start_context(&model.folders)) } else { None };
    let Some(screens) = model.start_stack() else { return false };
    let context = &mut screens.context;
    if let Some(StartContext { items, latest, .. }) = start {
        context.to_select = context.selected.take();
        context.previews.retain(|path| {
            let written = |saves: &[(PathBuf, SystemTime)]| saves.iter().find(|save| save.0 == path).map(|save| save.1);
            written(&now).is_some_and(|at| written(&before) == Some(at))
        });
        (context.items, context.latest) = (items, latest);
    }
    context.saves = now;
    is_changed
}

/// Carries out the action. On failure shows the error and changes nothing.
pub(super) fn manage_save(model: &mut Model, action: SaveAction, watch: Watch) {
    let done = match action {
        SaveAction::Rename(path, name) => rename(model, &path, &name),
        SaveAction::Copy(path, name) => copy(model, &path, &name, watch),
        SaveAction::Delete(path) => delete(model, &path),
        SaveAction::NewFromTable(table) => return begin_from_table(model, &table),
        SaveAction::ListRules => return list_rules(model),
    };
    match done {
        Ok((chosen, notice)) => {
            let start = start_context(&model.folders);
            model.reload_start_list(start, chosen);
            model.say(Notice::good(notice));
        }
        Err(failure) => model.say(Notice::of_failure(&failure)),
    }
}

/// The save to select next, and the notice.
type ManageResult = Result<(Option<PathBuf>, String), UserError>;

fn rename(model: &Model, path: &Path, name: &str) -> ManageResult {
    refuse_open(model, path, "renamed")?;
    let to = model.folders.new_save_path(name)?;
    if to == path {
        return Ok((Some(to), "it already has that name".into()));
    }
    file::rename(path, &to)?;
    links::rename(path, Some(&to));
    let notice = format!("renamed to {}", display_path(&to));
    Ok((Some(to), notice))
}

fn copy(model: &Model, path: &Path, name: &str, watch: Watch) -> ManageResult {
    let to = model.folders.new_save_path(name)?;
    let (to, copied) = file::backup(path, Some(&to), watch)?;
    let notice = format!("copied to {}, with {}", display_path(&to), text::count(copied.entries, "entry", "entries"));
    Ok((Some(to), notice))
}

fn delete(model: &Model, path: &Path) -> ManageResult {
    refuse_open(model, path, "deleted")?;
    let notice = match file::discard(path, model.trash, &model.folders.trash_folder())? {
        DiscardOutcome::Trash => format!("{} was moved to the system's trash", display_path(path)),
        DiscardOutcome::Kept(target) => format!("deleted: it was moved to {}", display_path(&target)),
    };
    links::rename(path, None);
    Ok((None, notice))
}

fn refuse_open(model: &Model, path: &Path, what: &str) -> Result<(), UserError> {
    if model.session().is_some_and(|session| session.viewed().path() == path) {
        let failure = UserError::usage(format!("the save that is open behind this screen can't be {what}"));
        return Err(failure.hint("open another one first"));
    }
    Ok(())
}

fn list_rules(model: &mut Model) {
    let books = assets::rulebooks(Some(&model.folders));
    let chosen = model.start_context().and_then(|start| start.rules.clone());
    if let Some(screens) = model.start_stack() {
        screens.open(Box::new(ConfirmList::of_rules(&books, chosen.as_ref())));
    }
}

/// Checks a table and asks for a title; with one, starts the campaign.
fn begin_from_table(model: &mut Model, table: &TableChoice) {
    let rules = model.start_context().and_then(|start| start.rules.clone());
    let rules = rules.unwrap_or_else(|| DEFAULT_RULEBOOK.into());
    let title = table.title.clone().unwrap_or_else(|| unit_table::title(&table.path));
    if table.title.is_some() && !confirm_leave_by(model, "press Enter again to leave this save") {
        return;
    }
    let read = read_table(&model.folders, table, &title, &rules);
    let Some(screens) = model.start_stack() else { return };
    match read {
        Ok((_, Err(faults))) => screens.open(Box::new(ConfirmList::of_table_faults(table, &faults))),
        Ok((book, Ok(read))) if table.title.is_some() => {
            let opened = create_from_table(&model.folders, (&title, &rules), book, read);
            open_or_report(model, opened);
        }
        Ok((_, Ok(read))) => {
            let summary = format!("{}; Enter starts the campaign", read.summary());
            screens.open(Box::new(StartLine::new(StartPrompt::TableTitle(table.clone(), summary), title)));
            if !read.notes.is_empty() {
                screens.open(Box::new(ConfirmList::of_table_notes(&read.summary(), &read.notes)));
            }
        }
        Err(failure) => model.say(Notice::of_failure(&failure)),
    }
}

fn read_table(
    folders: &Folders,
    table: &TableChoice,
    title: &str,
    rules: &Text,
) -> Result<(Arc<Rulebook>, Result<MusterTable, TableFaults>), UserError> {
    if let Some(fault) = text::name_fault(title) {
        return Err(UserError::usage(fault));
    }
    let book = assets::rulebook(rules, Some(folders))?;
    let options = TableOptions { strength_per: table.strength_per, ..TableOptions::new(title, &book) };
    let read = unit_table::read(&table.path, None, folders, options)?;
    Ok((book, read))
}

fn create_from_table(
    folders: &Folders,
    (title, rules): (&str, &Text),
    book: Arc<Rulebook>,
    read: MusterTable,
) -> OpenedSave {
    let seed = Seed::random().map_err(UserError::usage)?;
    let to = folders.free_save_path(title);
    let summary = read.summary();
    let save = Save::create(&to, Header { title: title.into(), seed, book, muster: read.muster })?;
    Ok((save, Some(Notice::good(format!("{summary}, with the rulebook `{rules}`; saved as {}", display_path(&to))))))
}
