//! `wardiary man` prints the man pages, made from the declaration of the commands and their examples.

use super::{
    command_output::CommandOutput,
    examples::{self, Example},
};
use clap::{Args, Command};
use clap_mangen::{
    Man,
    roff::{Roff, bold, roman},
};
use std::io;
use wardiary_diary::error::UserError;

/// `wardiary man`
#[derive(Args)]
pub(super) struct ManArgs {
    /// The command; without it, all commands on one page
    #[arg(value_name = "COMMAND")]
    command: Option<String>,
}

/// Prints the page of a command, or the page of the program with all commands.
pub(super) fn man(args: &ManArgs, declared: Command) -> Result<CommandOutput, UserError> {
    let version = declared.get_version().unwrap_or_default().to_string();
    let mut program = declared.disable_help_subcommand(true);
    program.build();
    let page = match &args.command {
        None => program_page(&program, &version),
        Some(name) => {
            let Some(command) = program.find_subcommand(name) else {
                return Err(no_command(name, &program));
            };
            command_page(command, &version)
        }
    };
    let page = page.map_err(|e| UserError::refused(format!("the man page can't be made: {e}")))?;
    Ok(CommandOutput::verbatim(String::from_utf8_lossy(&page).into_owned()))
}

fn no_command(name: &str, program: &Command) -> UserError {
    let near = wardiary_base::text::nearest(name, program.get_subcommands().map(Command::get_name));
    let failure = UserError::usage(format!("there is no command “{}”", wardiary_base::text::display_name(name)));
    failure.hint(match near {
        Some(near) => format!("did you mean “{near}”?"),
        None => "`wardiary help` lists the commands".into(),
    })
}

/// The page of the program: a description, then each command.
fn program_page(program: &Command, version: &str) -> io::Result<Vec<u8>> {
    let man = page(program, version);
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    after_help(program).to_writer(&mut page)?;
    let mut heading = Roff::new();
    heading.control("SH", ["COMMANDS"]);
    for command in program.get_subcommands() {
        heading.control("TP", []);
        heading.text([bold(command.get_name())]);
        heading.text([roman(command.get_about().map(ToString::to_string).unwrap_or_default())]);
    }
    heading.to_writer(&mut page)?;
    for command in program.get_subcommands() {
        let mut heading = Roff::new();
        heading.control("SH", [command.get_bin_name().unwrap_or_else(|| command.get_name()).to_uppercase().as_str()]);
        heading.to_writer(&mut page)?;
        // A command's sections become subsections.
        let sections = String::from_utf8_lossy(&sections(command, version)?).replace("\n.SH ", "\n.SS ");
        page.extend(sections.strip_prefix(".SH ").map(|rest| format!(".SS {rest}")).unwrap_or(sections).bytes());
    }
    Ok(page)
}

fn command_page(command: &Command, version: &str) -> io::Result<Vec<u8>> {
    let man = page(command, version);
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    page.extend(sections(command, version)?);
    let mut roff = Roff::new();
    roff.control("SH", ["SEE ALSO"]);
    roff.text([bold("wardiary"), roman("(1)")]);
    roff.to_writer(&mut page)?;
    Ok(page)
}

fn page(command: &Command, version: &str) -> Man {
    Man::new(command.clone()).source(format!("wardiary {version}")).manual("wardiary")
}

/// The sections of a page below its name.
fn sections(command: &Command, version: &str) -> io::Result<Vec<u8>> {
    let man = page(command, version);
    let mut page = Vec::new();
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    after_help(command).to_writer(&mut page)?;
    for part in command.get_subcommands() {
        page.extend(nested_section(command, part, version)?);
    }
    examples_section(&examples::of(command.get_name())).to_writer(&mut page)?;
    Ok(page)
}

fn nested_section(command: &Command, part: &Command, version: &str) -> io::Result<Vec<u8>> {
    let mut roff = Roff::new();
    let name = format!("{} {}", command.get_name(), part.get_name());
    roff.control("SH", [name.to_uppercase().as_str()]);
    roff.text([roman(part.get_about().map(ToString::to_string).unwrap_or_default())]);
    let mut written = Vec::new();
    roff.to_writer(&mut written)?;
    let mut below = Vec::new();
    let man = page(part, version);
    man.render_synopsis_section(&mut below)?;
    man.render_options_section(&mut below)?;
    written.extend(String::from_utf8_lossy(&below).replace(".SH ", ".SS ").bytes());
    Ok(written)
}

/// The help after the options. Indented lines form a list and keep their line breaks.
fn after_help(command: &Command) -> Roff {
    let mut roff = Roff::new();
    let Some(help) = command.get_after_help() else { return roff };
    roff.control("SH", ["NOTES"]);
    let mut is_list = false;
    for line in help.to_string().lines() {
        if line.starts_with("  ") != is_list {
            is_list = !is_list;
            roff.control(if is_list { "nf" } else { "fi" }, []);
        }
        roff.text([roman(line)]);
    }
    if is_list {
        roff.control("fi", []);
    }
    roff
}

fn examples_section(examples: &[&Example]) -> Roff {
    let mut roff = Roff::new();
    if !examples.is_empty() {
        roff.control("SH", ["EXAMPLES"]);
    }
    for (what, line) in examples {
        roff.control("TP", []);
        roff.text([roman(format!("{what}:"))]);
        roff.text([bold(*line)]);
    }
    roff
}
