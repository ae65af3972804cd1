//! `wardiary completions` prints a completion script for a shell. The script calls the program at every Tab, so that
//! saves, scenarios, rulebooks, maps and themes are current.

use super::{command_output::CommandOutput, viewer};
use clap::{Arg, Args, Command};
use clap_complete::{
    Shell,
    engine::{ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter},
    env::{CompleteEnv, Shells},
};
use std::ffi::OsStr;
use wardiary_app::settings::Settings;
use wardiary_base::text::Text;
use wardiary_diary::{
    assets::{self, Folders},
    error::UserError,
};
use wardiary_view::theme::Theme;

/// `wardiary completions`
#[derive(Args)]
#[command(after_help = INSTALL_HELP)]
pub(super) struct Completions {
    /// Which shell
    shell: Shell,
}

const INSTALL_HELP: &str = "The script asks the program for names at every Tab. Load it in each new shell, as below, so that it \
    always matches the installed program.\n  \
    zsh         source <(wardiary completions zsh), in ~/.zshrc after `compinit`\n  \
    PowerShell  wardiary completions powershell | Out-String | Invoke-Expression, in $PROFILE\n  \
    elvish      eval (wardiary completions elvish | slurp), in rc.elv";

/// The environment variable that the script sets to the shell's name.
const VARIABLE: &str = "WARDIARY_COMPLETE";

/// The name of the command to complete, which is also the one that the script calls.
const PROGRAM: &str = "wardiary";

pub(super) fn completions(args: &Completions) -> Result<CommandOutput, UserError> {
    let shell = args.shell.to_string();
    let shells = Shells::builtins();
    let written = shells.completer(&shell).map(|shell| {
        let mut script = Vec::new();
        shell.write_registration(VARIABLE, PROGRAM, PROGRAM, PROGRAM, &mut script).map(|()| script)
    });
    match written {
        Some(Ok(script)) => Ok(CommandOutput::verbatim(String::from_utf8_lossy(&script).into_owned())),
        _ => Err(UserError::refused(format!("there is no completion script for {shell}"))),
    }
}

/// If a shell asks for completions, answers and exits the process; otherwise does nothing.
pub(super) fn complete_if_asked(declared: fn() -> Command) {
    let command = move || with_completers(declared());
    CompleteEnv::with_factory(command).var(VARIABLE).bin(PROGRAM).completer(PROGRAM).complete();
}

/// The kind of thing that an argument names.
#[derive(Clone, Copy)]
enum NameKind {
    Save,
    Scenario,
    Rulebook,
    Map,
    MapOrSave,
    Drawing,
    Theme,
    Anything,
    Setting,
    Command,
    Side,
}

/// The kind of name that a command's argument takes; `None` if it takes a path or free text.
fn name_kind(command: &str, arg: &str) -> Option<NameKind> {
    Some(match (command, arg) {
        ("check", "files") => NameKind::Anything,
        ("map", "what") => NameKind::MapOrSave,
        ("draw", "what") => NameKind::Drawing,
        ("rules", "name") => NameKind::Rulebook,
        ("theme", "name") | ("picture", "theme") => NameKind::Theme,
        ("man", "command") => NameKind::Command,
        ("new" | "playtest", "scenario") => NameKind::Scenario,
        ("new" | "muster", "map") => NameKind::Map,
        (_, "save" | "saves" | "other" | "from" | "header" | "against") => NameKind::Save,
        (_, "rules") => NameKind::Rulebook,
        (_, "for" | "as_side" | "side") => NameKind::Side,
        (_, "set") => NameKind::Setting,
        _ => return None,
    })
}

fn with_completers(declared: Command) -> Command {
    let commands: Vec<String> = declared.get_subcommands().map(|command| command.get_name().to_string()).collect();
    let complete = |arg: Arg, named: NameKind| {
        let commands = commands.clone();
        let found = move |typed: &OsStr| candidates(named, typed, &commands);
        arg.add(ArgValueCompleter::new(found))
    };
    let with_names = |command: Command| {
        let name = command.get_name().to_string();
        command.mut_args(|arg| match name_kind(&name, arg.get_id().as_str()) {
            Some(named) => complete(arg, named),
            None => arg,
        })
    };
    // The subcommands of `orders` have arguments of their own.
    with_names(declared.mut_subcommands(|command| with_names(command.mut_subcommands(with_names))))
}

/// The candidates that start with what is typed: names, then paths.
fn candidates(named: NameKind, typed: &OsStr, commands: &[String]) -> Vec<CompletionCandidate> {
    let Some(begun) = typed.to_str() else { return Vec::new() };
    let names = names(named, commands).into_iter().filter(|(name, _)| name.starts_with(begun) && is_one_word(name));
    let mut found: Vec<CompletionCandidate> = names
        .map(|(name, about)| CompletionCandidate::new(name).help((!about.is_empty()).then(|| about.into())))
        .collect();
    if !matches!(named, NameKind::Theme | NameKind::Setting | NameKind::Command | NameKind::Side) {
        let is_document = |path: &std::path::Path| {
            let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default();
            ending.eq_ignore_ascii_case("ron") || ending.eq_ignore_ascii_case("csv")
        };
        let paths = PathCompleter::any().filter(is_document).complete(typed);
        found.extend(paths.into_iter().filter(|path| path.get_value().to_str().is_some_and(is_one_word)));
    }
    found
}

/// Whether a shell reads the name as a single plain word. Some shells insert a candidate without quoting it.
fn is_one_word(name: &str) -> bool {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./+=,@~".contains(c) || cfg!(windows) && "\\:".contains(c);
    name.chars().all(is_plain)
}

/// The sides of the save on the command line, which the shell passes after `--`.
fn sides_on_command_line() -> Vec<String> {
    let Ok(folders) = Folders::of_user() else { return Vec::new() };
    let words = std::env::args_os().skip_while(|word| word != "--").skip(3);
    let saves = words.filter_map(|word| folders.save_path(&word).ok()).filter(|path| path.is_file());
    saves.map(|path| viewer::side_names(&path)).find(|sides| !sides.is_empty()).unwrap_or_default()
}

/// All names of that kind, each with a short description.
fn names(named: NameKind, commands: &[String]) -> Vec<(String, String)> {
    let folders = Folders::of_user().ok();
    let folders = folders.as_ref();
    let plain = |name: String| (name, String::new());
    let saves = || {
        let saves = folders.map(Folders::list).unwrap_or_default().into_iter();
        saves.filter_map(|(path, _)| Some(plain(path.file_stem()?.to_str()?.to_string()))).collect::<Vec<_>>()
    };
    let maps = || assets::map_names(folders).iter().map(|name| plain(name.to_string())).collect::<Vec<_>>();
    let scenarios = || assets::scenarios(folders).into_iter().map(|(name, title, _)| (name, title));
    match named {
        NameKind::Save | NameKind::Anything => saves(),
        NameKind::Scenario => scenarios().collect(),
        NameKind::Rulebook => {
            let books = assets::rulebooks(folders).into_iter();
            books
                .map(|book| {
                    (book.name.to_string(), book.title.map_or_else(|_| "faulty".into(), |title| title.to_string()))
                })
                .collect()
        }
        NameKind::Map => maps(),
        NameKind::MapOrSave => [saves(), maps()].concat(),
        NameKind::Drawing => maps().into_iter().chain(scenarios()).collect(),
        NameKind::Theme => {
            let own = folders.map(Folders::themes).unwrap_or_default();
            Theme::NAMES.into_iter().map(Text::from).chain(own).map(|name| plain(name.to_string())).collect()
        }
        NameKind::Setting => {
            Settings::ABOUT.iter().map(|(name, about)| (format!("{name}="), about.trim().into())).collect()
        }
        NameKind::Side => sides_on_command_line().into_iter().map(plain).collect(),
        NameKind::Command => commands.iter().cloned().map(plain).collect(),
    }
}
