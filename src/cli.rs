//! The command line. One declaration produces the help, the man page and the completions, and each subcommand has its
//! own file. A subcommand returns an [`CommandOutput`] or an error; this module prints either and chooses the
//! exit code.

mod account;
mod backup;
mod campaign;
mod check;
pub mod command_output;
mod completions;
mod dice;
mod do_orders;
mod draw;
pub mod examples;
mod help;
mod list;
mod log;
mod luck;
mod man;
mod map;
mod merge;
pub mod muster;
mod new;
mod odds;
mod open;
mod orders;
mod output_file;
mod picture;
mod playtest;
mod reference;
mod report;
mod roll;
mod rules;
mod serve;
mod service;
mod settings;
mod share;
mod state;
mod suggest;
mod theme;
mod verify;
mod viewer;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use command_output::CommandOutput;
pub use report::page;
use std::process::ExitCode;
use wardiary_app::resolved_settings::SettingOverrides;
use wardiary_diary::{
    assets::{Folders, with_home},
    error::UserError,
};

/// Keeps the war diary of tabletop campaigns
///
/// You give orders, the rules ask for dice, the program rolls them or you roll them on the table, and the diary keeps
/// what happened. Without a command, the program opens its start screen.
#[derive(Parser)]
#[command(name = "wardiary", version, long_version = env!("WARDIARY_VERSION"), after_help = EXIT_CODES, disable_help_subcommand = true, subcommand_value_name = "COMMAND")]
struct Cli {
    /// Print the result as JSON, for other programs
    ///
    /// Names are as the program shows them. `texts` has the texts of an entry as they were written. In the sentences of
    /// `events`, characters that could control a terminal are shown as harmless signs.
    #[arg(long, global = true)]
    json: bool,
    /// Set a setting for this run only, overriding the file and the environment: theme=light
    #[arg(long, global = true, value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// Read and write plain lines instead of drawing screens: for screen readers, simple terminals and pipes
    #[arg(long, global = true)]
    plain: bool,
    #[command(subcommand)]
    command: Option<Command>,
}

const EXIT_CODES: &str = "SAVE is a path, the name or title of a save in your folder of saves (`wardiary paths`), or `-` for standard input.\n\
    Exit codes: 0 done; 1 refused, or a difference found; 2 wrong usage; 3 a file that can't be read or written; 4 a share \
    that only another version of the program can check.";

#[derive(Subcommand)]
enum Command {
    /// Start a campaign from a scenario, and open it
    New(new::New),
    /// Open a save
    Open(open::Open),
    /// Go through a save entry by entry: step, play, search, remark; writes nothing but remarks
    Review(open::Review),
    /// Give orders, and record their results
    Do(do_orders::Do),
    /// Roll dice without a save: 2d6, edna 8, scrud 4 green v 8 yellow
    Roll(roll::Roll),
    /// Show the odds of a roll
    Odds(odds::Odds),
    /// Show the state of a save
    State(state::Show),
    /// Show what happened in a save
    Log(log::Log),
    /// Compare each side's rolls with their expectation
    Luck(luck::LuckArgs),
    /// Show the service records of units and forces: where each fought, what it did, lost and inflicted
    Service(service::ServiceArgs),
    /// Write a save up for readers: a web page, Markdown, text, JSON or a table; or print its rosters, labels, maps, order slips
    Report(report::ReportArgs),
    /// Draw a screen of a save into a file: an SVG, or text
    Picture(picture::Picture),
    /// List the saves in your folder
    List,
    /// Show where the program, your saves and your own files are
    Paths,
    /// List the rulebooks, or print one in full
    Rules(rules::Rules),
    /// Make a campaign or a scenario from a table of units; or the table from a save
    Muster(Box<muster::MusterFile>),
    /// Show the current settings and where each comes from, or write a settings file that explains them
    Settings(settings::SettingsArgs),
    /// Show a theme in its colours, with the contrast of each; or list the themes
    Theme(theme::ThemeArgs),
    /// Look for faults in rulebooks, scenarios, maps, keymaps, themes, settings, orders files and saves
    Check(check::Check),
    /// Print a map, or the map of a save with its units, and what they can reach and see
    Map(map::Map),
    /// Draw a map: terrain, rivers, roads, places; or place the units of a scenario
    Draw(draw::Draw),
    /// Suggest orders to the side to act, each with its reason; gives none of them
    Suggest(suggest::Suggest),
    /// List the orders due between battles, each with its reason; gives none of them
    Proposals(suggest::Proposals),
    /// List the orders that sides handed in: those that wait for an answer, and the answers to the others
    Orders(orders::Orders),
    /// Simulate a scenario many times by the rulebook's policy: how often each side wins, and at what cost
    Playtest(playtest::PlaytestArgs),
    /// Verify saves: check every seal, order and die again; or check a share against its save
    Verify(verify::Verify),
    /// Accept edits made by hand in a save: write the correct seals
    Seal(verify::Seal),
    /// Write what one side knows to a file for its player: it opens like a save, but read-only
    Share(share::ShareArgs),
    /// Serve each side a page for phones, by a secret link: its view of the campaign, and a form for its orders
    Serve(serve::Serve),
    /// Merge another copy of a save that was continued separately: its entries become a branch
    Merge(merge::Merge),
    /// Compare two branches, or two copies of a save, from where they diverge
    Compare(merge::Compare),
    /// Copy a save, even while another program is writing it
    Backup(backup::Backup),
    /// Make a save from the readable part of a damaged file, and list what was lost
    Recover(backup::Recover),
    /// Explain a command or an order, or list all orders: `help march`, `help orders`
    Help(help::Help),
    /// Print the completions for a shell
    Completions(completions::Completions),
    /// Print the man page of one command, or of all
    Man(man::ManArgs),
}

/// Runs the program with its arguments. The exit codes are specified in DESIGN.md.
pub fn run() -> ExitCode {
    completions::complete_if_asked(command_declaration);
    let arguments = std::env::args_os().map(with_home);
    let parsed =
        command_declaration().try_get_matches_from(arguments).and_then(|matches| Cli::from_arg_matches(&matches));
    match parsed {
        Ok(cli) => command_output::print_result(
            parse_overrides(&cli.set, cli.plain).and_then(|chosen| carry_out(cli.command, cli.json, &chosen)),
            cli.json,
        ),
        // A call that does not parse may still have asked for JSON.
        Err(error) => command_output::print_usage(&error, std::env::args_os().any(|word| word == "--json")),
    }
}

/// The declaration of the commands, each with its examples.
pub fn command_declaration() -> clap::Command {
    examples::with_examples(Cli::command())
}

fn parse_overrides(assignments: &[String], plain: bool) -> Result<SettingOverrides, UserError> {
    let assignments: Vec<String> = assignments.iter().cloned().chain(plain.then(|| "plain=true".to_string())).collect();
    if assignments.is_empty() {
        return Ok(SettingOverrides::default());
    }
    SettingOverrides::parse(&assignments, &Folders::of_user()?.themes())
}

fn carry_out(command: Option<Command>, json: bool, chosen: &SettingOverrides) -> Result<CommandOutput, UserError> {
    match command {
        None => open::start_screen(chosen),
        Some(Command::New(new)) => new::new_campaign(&new, json, chosen),
        Some(Command::Open(open)) => open::open(&open, chosen),
        Some(Command::Review(review)) => open::review(&review, chosen),
        Some(Command::Do(orders)) => do_orders::do_orders(&orders, json, chosen),
        Some(Command::Roll(roll)) => roll::roll(&roll),
        Some(Command::Odds(odds)) => odds::odds(&odds),
        Some(Command::State(show)) => state::show(&show),
        Some(Command::Log(log)) => log::log(&log, json),
        Some(Command::Luck(args)) => luck::luck(&args),
        Some(Command::Service(args)) => service::service(&args),
        Some(Command::Report(args)) => report::report(&args, json),
        Some(Command::Picture(args)) => picture::picture(&args, chosen),
        Some(Command::Serve(args)) => serve::serve(&args),
        Some(Command::List) => list::list(),
        Some(Command::Paths) => list::paths(),
        Some(Command::Rules(rules)) => rules::rules(&rules),
        Some(Command::Muster(muster)) => muster::muster(&muster, json, chosen),
        Some(Command::Settings(args)) => settings::settings(&args, chosen),
        Some(Command::Theme(args)) => theme::theme(&args),
        Some(Command::Check(check)) => check::check(&check),
        Some(Command::Map(map)) => map::map(&map),
        Some(Command::Draw(draw)) => draw::draw(&draw, chosen),
        Some(Command::Suggest(suggest)) => suggest::suggest(&suggest),
        Some(Command::Proposals(args)) => suggest::proposals(&args),
        Some(Command::Orders(args)) => orders::orders(&args),
        Some(Command::Playtest(args)) => playtest::playtest(&args),
        Some(Command::Verify(saves)) => verify::verify_saves(&saves),
        Some(Command::Seal(save)) => verify::seal(&save),
        Some(Command::Share(args)) => share::share(&args),
        Some(Command::Merge(args)) => merge::merge(&args),
        Some(Command::Compare(args)) => merge::compare(&args),
        Some(Command::Backup(args)) => backup::backup(&args),
        Some(Command::Recover(args)) => backup::recover(&args),
        Some(Command::Help(args)) => help::help(&args, command_declaration()),
        Some(Command::Completions(args)) => completions::completions(&args),
        Some(Command::Man(args)) => man::man(&args, Cli::command()),
    }
}
