//! `wardiary` and `wardiary open` start the program's screens.

use super::{
    command_output::{CommandOutput, print},
    merge::compared,
    reference::{self, Section},
    viewer::{ViewerArg, Watcher},
};
use clap::Args;
use std::{
    ffi::OsString,
    io::{self, IsTerminal},
};
use wardiary_app::{Manual, ReadingStart, Start, UserFiles, resolved_settings::SettingOverrides};
use wardiary_diary::{
    assets::Folders,
    diary::file::{Mode, Save},
    error::UserError,
};
use wardiary_rules::notation::Destination;

/// `wardiary open`
#[derive(Args)]
pub(super) struct Open {
    /// The save
    save: OsString,
    /// Show it read-only as of this entry (0 is the muster), the end of a branch, "turn 3" or "day 3 dawn"
    #[arg(long, value_name = "PLACE")]
    at: Option<Destination>,
    /// Follow it read-only while somebody else writes it
    #[arg(long, conflicts_with = "at")]
    follow: bool,
    #[command(flatten)]
    view: ViewerArg,
}

/// `wardiary review`
#[derive(Args)]
pub(super) struct Review {
    /// The save
    save: OsString,
    /// Another copy of it, to compare side by side from where they diverge
    other: Option<OsString>,
    /// Start at this entry (0, the muster, is the default), the end of a branch, "turn 3" or "day 3 dawn"
    #[arg(long, value_name = "PLACE")]
    at: Option<Destination>,
    /// Compare side by side with the branch up to this place, named as for --at: in the other save, or in this one if there is no other
    #[arg(long, value_name = "PLACE")]
    with: Option<Destination>,
    #[command(flatten)]
    view: ViewerArg,
}

pub(super) fn open(open: &Open, chosen: &SettingOverrides) -> Result<CommandOutput, UserError> {
    // Checked first, so that a failure neither locks nor repairs the save.
    let folders = Folders::of_user()?;
    let Some(shown) = InterfaceSettings::choose(chosen, &folders)? else { return Ok(CommandOutput::default()) };
    let path = folders.save_path(&open.save)?;
    let watcher = Watcher::begin();
    let start = match &open.at {
        at if open.view.is_side() => {
            let (mut viewed, no) =
                open.view.open_for(&watcher, &path, at.as_ref().unwrap_or(&Destination::Entry(0)))?;
            if !open.follow {
                viewed.freeze();
            }
            Start::Viewed(Box::new(viewed), at.as_ref().map(|_| ReadingStart::At(no)))
        }
        Some(at) => {
            let (save, no) = watcher.open_for(&path, at)?;
            Start::ReadOnly(Box::new(save), ReadingStart::At(no))
        }
        None if open.follow => Start::Save(Box::new(watcher.open(&path, Mode::Read)?)),
        // A save that is open elsewhere is opened read-only and followed; the program says so, and offers to write once
        // the save is free.
        None => Start::Save(Box::new(watcher.watch(&path, |watch| Save::open_or_follow(&path, watch))?)),
    };
    // In the program Ctrl-C is a key.
    drop(watcher);
    run_interface(start, folders, shown)
}

/// Opens a save on the Review screen, read-only. A remark, or continuing the diary, reopens it for writing.
pub(super) fn review(review: &Review, chosen: &SettingOverrides) -> Result<CommandOutput, UserError> {
    let folders = Folders::of_user()?;
    let Some(shown) = InterfaceSettings::choose(chosen, &folders)? else { return Ok(CommandOutput::default()) };
    let path = folders.save_path(&review.save)?;
    let watcher = Watcher::begin();
    let (save, at) = match &review.at {
        Some(at) => {
            let (save, no) = review.view.open_for(&watcher, &path, at)?;
            (save, Some(no))
        }
        None => (review.view.open(&watcher, &path, None)?, None),
    };
    let other =
        review.other.as_ref().map(|other| review.view.open(&watcher, &folders.save_path(other)?, None)).transpose()?;
    drop(watcher);
    let beside = if other.is_some() || review.with.is_some() {
        Some(compared(&save, other.as_ref(), (review.at.as_ref(), review.with.as_ref()))?)
    } else {
        None
    };
    let opening = match beside {
        Some(compared) => ReadingStart::Compare { at, compared: Box::new(compared), same_save: other.is_none() },
        None => ReadingStart::Review(at.or(Some(0))),
    };
    run_interface(Start::Viewed(Box::new(save), Some(opening)), folders, shown)
}

/// Whether input and output are both terminals.
pub(super) fn at_a_terminal() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Whether a new campaign can be opened: at a terminal, or in plain lines.
pub(super) fn may_open(chosen: &SettingOverrides) -> bool {
    at_a_terminal() || chosen.wants_line_mode()
}

pub(super) fn need_terminal() -> Result<(), UserError> {
    if at_a_terminal() {
        return Ok(());
    }
    let failure = UserError::usage("this needs a terminal, for its screens and keys");
    Err(failure.hint("`--plain` reads and writes lines, and `wardiary do`, `state` and `log` work without one"))
}

pub(super) fn start_screen(chosen: &SettingOverrides) -> Result<CommandOutput, UserError> {
    open_program(Start::StartScreen, chosen)
}

/// The form of the user interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Interface {
    Screens,
    /// Plain text, line by line.
    Lines,
}

/// The form of the interface and the user's settings, read once, before the save.
struct InterfaceSettings {
    interface: Interface,
    own: UserFiles,
}

impl InterfaceSettings {
    /// Decides the form: plain lines if so set. If the terminal can't draw, offers plain lines; `None` if the user
    /// declines.
    fn choose(chosen: &SettingOverrides, folders: &Folders) -> Result<Option<Self>, UserError> {
        let mut own = UserFiles::load(folders, chosen);
        own.manual = manual;
        own.write_report = super::report::write_new;
        if own.settings.plain {
            return Ok(Some(Self { interface: Interface::Lines, own }));
        }
        need_terminal()?;
        if std::env::var_os("TERM").is_none_or(|term| term != "dumb") {
            return Ok(Some(Self { interface: Interface::Screens, own }));
        }
        let offer = "This terminal can't draw screens (TERM=dumb). Enter continues in plain lines, as with --plain; \
                     anything else quits.";
        let unread = |error: io::Error| UserError::usage(format!("lines can't be read or written here: {error}"));
        print(&format!("{offer}\n")).map_err(unread)?;
        let mut answer = String::new();
        io::stdin().read_line(&mut answer).map_err(unread)?;
        Ok((answer == "\n" || answer == "\r\n").then_some(Self { interface: Interface::Lines, own }))
    }
}

/// The commands of the command line, nested ones too, and the sections of the pages that list no orders, keys or commands.
fn manual() -> Manual {
    let mut declared = super::command_declaration();
    declared.build();
    let described = |command: &clap::Command| {
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        (command.get_bin_name().unwrap_or_default().to_string(), about)
    };
    let nested = declared.get_subcommands().flat_map(clap::Command::get_subcommands);
    let commands = declared.get_subcommands().chain(nested.filter(|command| command.get_name() != "help"));
    let is_new = |section: &Section| !["commands", "orders", "keys"].contains(&section.page);
    let sections = reference::sections(&declared)
        .filter(is_new)
        .map(|section| [section.page.into(), section.heading, section.text]);
    Manual { commands: commands.map(described).collect(), sections: sections.collect() }
}

pub(super) fn open_program(start: Start, chosen: &SettingOverrides) -> Result<CommandOutput, UserError> {
    let folders = Folders::of_user()?;
    match InterfaceSettings::choose(chosen, &folders)? {
        Some(shown) => run_interface(start, folders, shown),
        None => Ok(CommandOutput::default()),
    }
}

fn run_interface(
    start: Start,
    folders: Folders,
    InterfaceSettings { interface: shape, own }: InterfaceSettings,
) -> Result<CommandOutput, UserError> {
    // Printed here too, since on the screen the next notice replaces them.
    let notes = own.warnings().collect();
    let done = match shape {
        Interface::Screens => wardiary_app::run(start, folders, own),
        Interface::Lines => wardiary_app::run_line_mode(start, folders, own),
    };
    done.map(|()| CommandOutput { notes, ..CommandOutput::default() })
}
