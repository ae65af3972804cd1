//! `wardiary picture` draws a screen of a save as an SVG or as text, or a map, a chart or an order of battle as an SVG.

use super::{
    command_output::CommandOutput,
    draw::columns_and_rows,
    map::require_map,
    output_file,
    report::no_map,
    viewer::{self, ViewerArg, Watcher},
};
use clap::{Args, ValueEnum};
use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
};
use wardiary_app::{ScreenName, ScreenshotRequest, clock, resolved_settings::SettingOverrides, screenshot};
use wardiary_base::text::Text;
use wardiary_diary::{
    assets::Folders,
    diary::{
        EntryNo, Move,
        file::{Mode, Save, is_share, read_save},
    },
    error::{UserError, display_path},
    projection::SaveView,
};
use wardiary_report::report::html::{DrawingKind, drawing};
use wardiary_rules::notation::Destination;

/// `wardiary picture`
#[derive(Args)]
pub(super) struct Picture {
    /// The save, which is not changed
    save: OsString,
    /// As of this entry (0 is the muster), the end of a branch, "turn 3" or "day 3 dawn"
    #[arg(long, value_name = "PLACE")]
    at: Option<Destination>,
    /// Which screen
    #[arg(long, value_enum, default_value = "battle")]
    screen: Screen,
    /// Instead of a screen, a drawing for a page of your own, as SVG
    #[arg(long, value_enum, value_name = "WHAT", conflicts_with_all = ["screen", "order", "size", "theme"])]
    what: Option<Drawing>,
    /// An order on the order line, with its odds; on the Odds screen, the order whose odds are shown
    #[arg(long)]
    order: Option<String>,
    /// The size of the terminal, in columns and rows
    #[arg(long, value_name = "COLUMNSxROWS", default_value = "120x40", value_parser = parse_size)]
    size: (u16, u16),
    /// A theme by name; by default that of your settings
    #[arg(long, value_name = "NAME")]
    theme: Option<Text>,
    /// The format; by default that of the file's extension, else text
    #[arg(long, value_enum, value_name = "FORMAT")]
    format: Option<Format>,
    /// Where to write: a file that ends in .svg or .txt; by default, and with `-`, standard output
    #[arg(short, long, value_name = "FILE", value_parser = output_file::parser())]
    output: Option<PathBuf>,
    /// Overwrite an existing file
    #[arg(long, requires = "output")]
    force: bool,
    #[command(flatten)]
    view: ViewerArg,
}

/// A screen of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Screen {
    /// The table: forces, Square, diary, and the last roll
    Battle,
    /// The map with its units
    Map,
    /// The diary, entry by entry
    Review,
    /// Odds
    Odds,
    /// The calendar, the forces, the battles and their results
    Campaign,
    /// The luck of each side
    Luck,
    /// The service records of units
    Service,
}

impl Screen {
    fn name(self) -> ScreenName {
        match self {
            Self::Battle => ScreenName::Battle,
            Self::Map => ScreenName::Map,
            Self::Review => ScreenName::Review,
            Self::Odds => ScreenName::Odds,
            Self::Campaign => ScreenName::Campaign,
            Self::Luck => ScreenName::Luck,
            Self::Service => ScreenName::Service,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Drawing {
    /// The map or the theatre's network with the forces, and arrows for the moves of this turn or day
    Map,
    /// The strength of each side through the last battle
    Strength,
    /// The units of each side in the last battle
    OrderOfBattle,
}

/// The largest terminal that can be drawn.
const MAX_SIZE: (u16, u16) = (500, 200);

fn parse_size(text: &str) -> Result<(u16, u16), String> {
    let (most_columns, most_rows) = MAX_SIZE;
    let drawn = |(columns, rows): &(u16, u16)| (1..=most_columns).contains(columns) && (1..=most_rows).contains(rows);
    columns_and_rows(text).filter(drawn).ok_or_else(|| {
        format!("write a size as columns x rows, such as 120x40, and {most_columns}x{most_rows} at most")
    })
}

/// The format of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// An SVG
    Svg,
    /// Text
    Txt,
}

pub(super) fn picture(args: &Picture, chosen: &SettingOverrides) -> Result<CommandOutput, UserError> {
    let folders = Folders::of_user()?;
    let path = folders.save_path(&args.save)?;
    let output = output_file::named(args.output.as_deref());
    let usual = || if args.what.is_some() && output.is_none() { Ok(Format::Svg) } else { format(output) };
    let format = args.format.map_or_else(usual, Ok)?;
    if args.what.is_some() && format != Format::Svg {
        return Err(UserError::usage("a drawing is always SVG").hint("name the file .svg"));
    }
    if args.screen == Screen::Review && args.order.is_some() {
        return Err(UserError::usage("the Review screen has no order line").hint("leave out --order or --screen"));
    }
    if let Some(to) = output {
        output_file::check(to, Some(&path), args.force)?;
    }
    let watcher = Watcher::begin();
    if let Some(what) = args.what {
        let seen = args.view.open(&watcher, &path, args.at.as_ref())?;
        return output_file::deliver(output_file::named(args.output.as_deref()), drawn(what, &seen)?)
            .map(|answer| answer.with_view_notices(&seen));
    }
    if args.view.is_side() || is_share(&path) {
        // A side's view is read-only, so its screen needs no copy, and its entry counts as the last.
        let seen = args.view.open(&watcher, &path, args.at.as_ref().filter(|_| args.screen != Screen::Review))?;
        let at = args.at.as_ref().map(|at| seen.find(at)).transpose()?;
        return draw_picture((args, at), seen, (folders, chosen), format);
    }
    // The available commands depend on whether the save is writable, and going back needs somewhere to go back to. So
    // everything is done on a copy.
    let folder = tempfile::tempdir().map_err(|e| UserError::io(&std::env::temp_dir(), "written", &e))?;
    let copy = folder.path().join(path.file_name().unwrap_or_default());
    // Errors name the original save, not the copy.
    let original = watcher.open(&path, Mode::Read)?;
    let at = args.at.as_ref().map(|at| original.diary().resolve_destination(at)).transpose()?;
    let bytes = read_save(&path).map_err(|e| UserError::io(&path, "read", &e))?;
    fs::write(&copy, bytes).map_err(|e| UserError::io(&copy, "written", &e))?;
    let mut save = watcher.watch(&path, |watch| Save::open_with_progress(&copy, Mode::Write, watch))?;
    if let Some(no) = at.filter(|at| *at != save.diary().head() && args.screen != Screen::Review) {
        let gone = save.move_head(Move::To(no), clock::now()?);
        gone.map_err(|not| UserError::from_write(not, save.diary().state()))?;
    }
    draw_picture((args, at), save.into(), (folders, chosen), format)
}

fn draw_picture(
    (args, at): (&Picture, Option<EntryNo>),
    seen: SaveView,
    (folders, chosen): (Folders, &SettingOverrides),
    format: Format,
) -> Result<CommandOutput, UserError> {
    if args.screen == Screen::Map {
        require_map(seen.diary().state(), Path::new(&args.save))?;
    }
    let title = viewer::titled(&seen);
    let title = format!("{title}, entry {}", at.unwrap_or(seen.diary().head()));
    let request = ScreenshotRequest {
        save: seen,
        screen: args.screen.name(),
        at,
        order: args.order.as_deref(),
        size: args.size,
        theme: args.theme.as_ref(),
    };
    let picture = screenshot(request, folders, chosen)?;
    let made = if format == Format::Svg { picture.svg(&title) } else { picture.text() };
    output_file::deliver(output_file::named(args.output.as_deref()), made)
}

fn drawn(what: Drawing, seen: &SaveView) -> Result<String, UserError> {
    let (kind, nothing) = match what {
        Drawing::Map => (DrawingKind::Map, no_map(seen)),
        Drawing::Strength => {
            (DrawingKind::Strength, UserError::refused("there is no battle whose strengths are known"))
        }
        Drawing::OrderOfBattle => (DrawingKind::OrderOfBattle, UserError::refused("there are no units")),
    };
    drawing(kind, seen.diary()).ok_or(nothing)
}

fn format(to: Option<&Path>) -> Result<Format, UserError> {
    let Some(to) = to else { return Ok(Format::Txt) };
    let ending = to.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_lowercase();
    match ending.as_str() {
        "svg" => Ok(Format::Svg),
        "txt" => Ok(Format::Txt),
        _ => {
            let failure = UserError::usage(format!("{}: no picture format has this extension", display_path(to)));
            Err(failure.hint("name the file .svg or .txt, or add `--format svg`"))
        }
    }
}
