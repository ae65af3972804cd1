//! `wardiary report` writes a save as a document for readers.

mod pictures;

use super::{
    account::{LikelihoodCache, QUICK},
    command_output::{CommandOutput, escaped},
    log::{filter_help, roll_luck},
    luck, output_file, service,
    viewer::{self, ViewerArg, Watcher},
};
use clap::{Args, ValueEnum};
use pictures::Pictures;
use serde_json::json;
use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};
use wardiary_base::{
    id::{MapId, SideId},
    text::Text,
};
use wardiary_diary::{
    assets::{Folders, roster},
    diary::{Account, Diary, filter, steps::DiaryStep},
    error::{ErrorKind, UserError, display_path},
    projection::SaveView,
};
use wardiary_odds::odds::assessment::general_under_fire;
use wardiary_report::{
    luck::LuckByEntry,
    report::{
        self, Report, ReportRow, ReportSource, RollLikelihood,
        html::{
            self,
            print::{self, Sheet},
        },
        names::with_article,
        story::{Appendix, Remark, RemarkFile},
    },
};
use wardiary_rules::{rules::OrderRoll, state::State};

/// `wardiary report`
#[derive(Args, Default)]
#[command(after_help = filter_help())]
pub(super) struct ReportArgs {
    /// The save
    save: OsString,
    /// Only entries that match: turn 2-4, entry 40-60, side Germans not kind note (see below)
    #[arg(value_name = "FILTER")]
    fits: Option<String>,
    /// The format; by default that of the file's extension, else Markdown
    #[arg(long, value_enum, value_name = "FORMAT")]
    format: Option<Format>,
    /// For CSV: write it for Excel, with semicolons and a byte order mark
    #[arg(long)]
    excel: bool,
    /// Where to write; by default, and with `-`, standard output
    #[arg(short, long, value_name = "FILE", value_parser = output_file::parser())]
    output: Option<PathBuf>,
    /// Only this battle
    #[arg(long, value_name = "BATTLE")]
    battle: Option<String>,
    /// Leave out how likely rolls were, luck, turning points and service records, which take the most time; a filtered report
    /// never has the last three
    #[arg(long)]
    no_luck: bool,
    /// Also tell abandoned branches that have remarks, as variations like those of an annotated game of chess
    #[arg(long)]
    variations: bool,
    /// Tell the story from this side's point of view, with the same facts; with `--for`, from its own knowledge
    #[arg(long, value_name = "SIDE")]
    told_by: Option<String>,
    /// For HTML: only the story, without script or style, to put into a page of your own
    #[arg(long)]
    fragment: bool,
    /// For HTML: embed no pictures, and name their files instead
    #[arg(long)]
    no_pictures: bool,
    /// For HTML: embed pictures from this folder too; by default only those at or below the save's folder
    #[arg(long, value_name = "FOLDER", conflicts_with = "no_pictures")]
    pictures_from: Vec<PathBuf>,
    /// Make sheets to print instead of the story
    #[arg(long, value_enum, value_name = "WHAT", conflicts_with_all = ["battle", "fits", "no_luck", "fragment"])]
    what: Option<SheetKind>,
    /// Overwrite an existing file
    #[arg(long, requires = "output")]
    force: bool,
    #[command(flatten)]
    view: ViewerArg,
}

/// The format of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// A self-contained web page with a replay of the battle
    Html,
    /// Markdown, without pictures: `wardiary picture --what` draws them
    Md,
    /// Plain text
    Txt,
    /// JSON, for other programs
    Json,
    /// A table for a spreadsheet, one row per entry
    Csv,
}

impl ReportArgs {
    /// The file to write; `None` for standard output.
    fn output(&self) -> Option<&Path> {
        output_file::named(self.output.as_deref())
    }
}

impl Format {
    /// The format by file extension.
    fn of(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_lowercase();
        Some(match ending.as_str() {
            "html" | "htm" => Self::Html,
            "md" | "markdown" => Self::Md,
            "txt" => Self::Txt,
            "json" => Self::Json,
            "csv" => Self::Csv,
            _ => return None,
        })
    }
}

/// Sheets to be printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum SheetKind {
    /// The units of each side, with boxes to cross off
    Roster,
    /// A label for each unit, to cut out and put beside it
    Labels,
    /// The maps with their units
    Map,
    /// Slips for players to write their orders on, one for each stack
    Orders,
}

/// The parameters of a report.
struct ReportMaterial<'a> {
    /// The save's file, which knows of edits by hand.
    save: Option<&'a SaveView>,
    likelihoods: Option<LikelihoodCache>,
    records: bool,
    appendices: Vec<Appendix>,
    roll_luck: LuckByEntry,
    replayed: bool,
    variations: bool,
    teller: Option<SideId>,
    /// Whether there are chapters.
    chapters: bool,
    /// The pictures of a page; `None` if files are only named.
    pictures: Option<Pictures>,
}

impl ReportSource for ReportMaterial<'_> {
    fn account(&self, step: &DiaryStep) -> Account {
        let account = self.save.map_or_else(|| step.account(), |save| save.account(step));
        Account { roll_luck: self.roll_luck.get(&account.no).cloned().unwrap_or_default(), ..account }
    }

    fn weigh(&mut self, step: &DiaryStep, rolled: &OrderRoll) -> Option<RollLikelihood> {
        let likelihood = self.likelihoods.as_mut()?.likelihood_of(step, rolled)?;
        let general = match rolled {
            OrderRoll::Volley { target_groups, fired, .. } => {
                general_under_fire(&step.before.book().volley, target_groups, fired)
            }
            _ => None,
        };
        Some(RollLikelihood { general, ..likelihood.weighed() })
    }

    fn remark(&mut self, account: &Account) -> Option<Remark> {
        let comment = account.remarks.as_ref()?.comment.as_ref()?;
        let mark = comment.mark.map(|mark| (mark.sign().to_string(), mark.meaning().to_string()));
        let file = |file: &Text| match &mut self.pictures {
            _ if ["http://", "https://"].iter().any(|scheme| file.starts_with(scheme)) => {
                RemarkFile::Link(file.to_string())
            }
            Some(pictures) => pictures.embed(file),
            None => RemarkFile::Name(file.to_string()),
        };
        Some(Remark {
            mark: mark.unwrap_or_default(),
            text: comment.text.clone(),
            files: comment.files.iter().map(file).collect(),
        })
    }

    fn text_map(&self, state: &State, map: MapId) -> Option<String> {
        super::map::map_of_state(state, map)
    }

    fn includes_swing(&self) -> bool {
        self.records
    }

    fn appendices(&mut self) -> Vec<Appendix> {
        std::mem::take(&mut self.appendices)
    }

    fn includes_replay(&self) -> bool {
        self.replayed
    }

    fn includes_variations(&self) -> bool {
        self.variations
    }

    fn teller(&self) -> Option<SideId> {
        self.teller
    }

    fn includes_chapters(&self) -> bool {
        self.chapters
    }
}

/// The page of a whole diary, with its replay and without luck.
pub fn page(diary: &Diary) -> String {
    let mut text = ReportMaterial {
        save: None,
        likelihoods: None,
        records: false,
        appendices: Vec::new(),
        roll_luck: LuckByEntry::new(),
        replayed: true,
        variations: false,
        teller: None,
        chapters: true,
        pictures: None,
    };
    html::page(&report::report(diary, &mut text, &|_| true))
}

/// Writes the report of a save to a new file, for the screens.
pub(super) fn write_new(save: &Path, to: &Path) -> Result<(), UserError> {
    if to.exists() {
        return Err(UserError::refused(format!("{} exists: choose another name", display_path(to))));
    }
    let save = std::path::absolute(save).map_or_else(|_| save.into(), PathBuf::into_os_string);
    let args = ReportArgs { save, output: Some(to.into()), ..ReportArgs::default() };
    report_with(&args, false, &Watcher::silent()).map(|_| ())
}

pub(super) fn report(args: &ReportArgs, as_json: bool) -> Result<CommandOutput, UserError> {
    report_with(args, as_json, &Watcher::begin())
}

fn report_with(args: &ReportArgs, as_json: bool, watcher: &Watcher) -> Result<CommandOutput, UserError> {
    let path = Folders::of_user()?.save_path(&args.save)?;
    let format = format(args, as_json)?;
    if let Some(to) = args.output() {
        output_file::check(to, Some(&path), args.force)?;
    }
    let save = args.view.open(watcher, &path, None)?;
    let diary = save.diary();
    if let Some(what) = args.what {
        return sheets(args, &save, what);
    }
    let battle = args.battle.as_ref().map(|name| super::luck::battle_named(name, diary.state())).transpose()?;
    let asked = args.fits.as_deref().unwrap_or_default();
    let filter = diary.filter(asked);
    let filter = filter.map_err(|e| UserError { kind: ErrorKind::Usage, ..UserError::from_notation(e, asked) })?;
    let wanted =
        |account: &Account| battle.is_none_or(|battle| account.battle == Some(battle)) && account.fits(&filter);
    if format == Format::Html || format == Format::Json && args.output().is_some() {
        let other = if format == Format::Json { "print it with -o -" } else { "as --format md" };
        check_memory(save.path(), diary.path().len(), other, || {
            diary.steps(diary.path().iter().copied()).filter(|step| wanted(&save.account(step))).count()
        })?;
    }
    let likelihoods = (!args.no_luck).then(|| LikelihoodCache::new(QUICK, Arc::clone(watcher.cancel_flag())));
    // Luck and records cover whole battles only.
    let records = !args.no_luck && asked.trim().is_empty() && format != Format::Csv;
    let appendices = if records {
        vec![luck::appendix(diary, battle, watcher)?, service::appendix(diary, battle, watcher)?]
    } else {
        Vec::new()
    };
    let appendices: Vec<Appendix> = appendices.into_iter().filter(|appendix| !appendix.tables.is_empty()).collect();
    let replayed = format == Format::Html && !args.fragment;
    let roll_luck = roll_luck(&filter, diary, diary.path(), watcher)?;
    let pictures =
        (format == Format::Html && !args.no_pictures).then(|| Pictures::new(save.path(), &args.pictures_from));
    let pictures = pictures.transpose()?;
    let (chapters, variations) = (format != Format::Csv, args.variations);
    let teller = args.told_by.as_ref().map(|side| viewer::side_named(side, diary.state())).transpose()?;
    let mut text = ReportMaterial {
        save: Some(&save),
        likelihoods,
        records,
        appendices,
        roll_luck,
        replayed,
        variations,
        teller,
        chapters,
        pictures,
    };
    let mut made = report::report(diary, &mut text, &wanted);
    let told_by =
        teller.map_or_else(String::new, |side| format!(", told by {}", with_article(&diary.state().name(side))));
    made.story.title = viewer::titled(&save) + &told_by;
    made.title = viewer::with_side(&made.title, &save);
    let nothing = (made.story.entries.is_none() && !diary.path().is_empty()).then(|| {
        let all: Vec<Account> = diary.steps(diary.path().iter().copied()).map(|step| text.account(&step)).collect();
        match battle.filter(|_| filter.matches_all()) {
            Some(battle) => format!("none of the {} entries belongs to {}", all.len(), diary.state().name(battle)),
            None => filter::no_match_text_for(&filter, &all),
        }
    });
    if let Some(nothing) = nothing {
        return Err(UserError::refused(nothing));
    }
    if !filter.matches_all() {
        made.story.filter = filter.to_string();
    }
    let rows = report::rows(diary, &mut text, &wanted);
    let mut answer = match args.output() {
        None if as_json || format == Format::Json => CommandOutput::printed(&report::json(&made, rows)),
        None => CommandOutput::verbatim(rendered(&made, rows, format, args)),
        Some(to) => {
            output_file::write(to, &rendered(&made, rows, format, args))?;
            let entries = made.story.entries.map_or(0, |(_, _, count)| count);
            let json = json!({ "path": to.display().to_string(), "entries": entries });
            CommandOutput::new(display_path(to), json)
        }
    }
    .with_view_notices(&save);
    answer.notes.extend(text.pictures.into_iter().flat_map(|pictures| pictures.notes));
    Ok(answer)
}

/// Refuses a document that would take more memory than eight times the save's length and 64 MB: that of a save made of
/// tiny entries. `fitting` counts those of its entries that are reported.
fn check_memory(save: &Path, all: usize, other: &str, fitting: impl FnOnce() -> usize) -> Result<(), UserError> {
    const FREE: u64 = 40 << 20;
    const PER_ENTRY: u64 = 2 << 10;
    let Ok(length) = fs::metadata(save).map(|file| file.len()) else { return Ok(()) };
    let is_too_much = |entries: usize| entries as u64 * PER_ENTRY > 8 * length + FREE;
    if !is_too_much(all) || !is_too_much(fitting()) {
        return Ok(());
    }
    let what = "the report would take far more memory than one of a save of this length should";
    Err(UserError::refused(what).hint(format!("report fewer entries, such as those of one battle, or {other}")))
}

/// The format asked for, or the one of the file's extension.
fn format(args: &ReportArgs, as_json: bool) -> Result<Format, UserError> {
    let by_name = args.output().and_then(Format::of);
    if let Some(to) = args.output().filter(|to| to.extension().is_some() && by_name.is_none() && args.format.is_none())
    {
        let failure = UserError::usage(format!("{}: no report format has this extension", display_path(to)));
        return Err(failure.hint("name the file .html, .md, .txt, .json or .csv, or add --format"));
    }
    let usual = match (args.fragment || args.what.is_some(), as_json && args.output().is_none()) {
        (true, _) => Format::Html,
        _ if args.excel => Format::Csv,
        (false, true) => Format::Json,
        (false, false) => Format::Md,
    };
    let format = args.format.or(by_name).unwrap_or(usual);
    let only = if args.fragment { "a fragment" } else { "a sheet to print" };
    if (args.fragment || args.what.is_some()) && format != Format::Html {
        let hint = if args.format.is_some() { "leave out --format" } else { "name the file .html" };
        return Err(UserError::usage(format!("{only} is always HTML")).hint(hint));
    }
    if args.excel && format != Format::Csv {
        return Err(UserError::usage("--excel writes CSV").hint("name the file .csv, or add --format csv"));
    }
    Ok(format)
}

fn sheets(args: &ReportArgs, save: &SaveView, what: SheetKind) -> Result<CommandOutput, UserError> {
    let sheet = match what {
        SheetKind::Roster => Sheet::Roster,
        SheetKind::Labels => Sheet::Labels,
        SheetKind::Map => Sheet::Map,
        SheetKind::Orders => Sheet::Orders,
    };
    let page = print::sheet(&viewer::titled(save), save.diary().state(), sheet).ok_or_else(|| no_map(save))?;
    Ok(output_file::deliver(args.output(), page)?.with_view_notices(save))
}

pub(super) fn no_map(save: &SaveView) -> UserError {
    UserError::refused(format!("{} has no map", display_path(save.path())))
        .hint("a scenario names its maps and the units on them: docs/FORMAT.md")
}

fn rendered(report: &Report, rows: impl Iterator<Item = ReportRow>, format: Format, args: &ReportArgs) -> String {
    match format {
        Format::Html if args.fragment => html::fragment(report),
        Format::Html => html::page(report),
        Format::Md => report::markdown(&report.story),
        Format::Txt => report::plain(&report.story),
        Format::Json => escaped(&report::json(report, rows)) + "\n",
        Format::Csv if args.excel => roster::for_excel(&report::csv(rows)),
        Format::Csv => report::csv(rows),
    }
}
