//! `wardiary serve`: starts `wardiary-serve`, a program of its own, so that this one needs no web server.

use super::command_output::CommandOutput;
use clap::Args;
use std::{
    env,
    ffi::OsString,
    io,
    net::SocketAddr,
    process::{Command, ExitStatus},
};
use wardiary_diary::{
    assets::Folders,
    error::{UserError, display_path},
};

/// `wardiary serve`
#[derive(Args)]
pub(super) struct Serve {
    /// The save
    save: OsString,
    /// The address and port to listen on; by default 127.0.0.1:7070, where only this machine can connect. 0.0.0.0:7070 is all its addresses
    #[arg(long, value_name = "ADDRESS:PORT")]
    listen: Option<SocketAddr>,
    /// The address at which players reach the pages, if it is another one, such as that of a proxy
    #[arg(long)]
    url: Option<String>,
    /// Print the links and exit
    #[arg(long)]
    links: bool,
    /// Give a side a new link; its old one stops working within a second
    #[arg(long, value_name = "SIDE")]
    renew: Option<String>,
    /// Take a side's link away within a second
    #[arg(long, value_name = "SIDE", conflicts_with = "renew")]
    revoke: Option<String>,
}

#[allow(clippy::disallowed_methods, reason = "starts the other program")]
pub(super) fn serve(args: &Serve) -> Result<CommandOutput, UserError> {
    let save = Folders::of_user()?.save_path(&args.save)?;
    let own = env::current_exe().map_err(|error| UserError::refused(format!("this program has no path: {error}")))?;
    let program = own.with_file_name(format!("wardiary-serve{}", env::consts::EXE_SUFFIX));
    let mut command = Command::new(&program);
    command.arg(save);
    let listen = args.listen.map(|address| address.to_string());
    let values = [("listen", &listen), ("url", &args.url), ("renew", &args.renew), ("revoke", &args.revoke)];
    command.args(values.into_iter().filter_map(|(name, value)| Some(format!("--{name}={}", value.as_ref()?))));
    command.args(args.links.then_some("--links"));
    let status = run(&mut command).map_err(|error| {
        let failure = UserError::refused(format!("{} can't be started: {error}", display_path(&program)));
        failure.hint("it comes with every package; from the sources: `cargo build --release -p wardiary-serve`")
    })?;
    // It has said why.
    let failed = || UserError::refused("the server ended with a failure");
    if status.success() { Ok(CommandOutput::default()) } else { Err(failed()) }
}

/// Runs the program in place of this one, so that signals reach it.
#[cfg(unix)]
fn run(command: &mut Command) -> io::Result<ExitStatus> {
    Err(std::os::unix::process::CommandExt::exec(command))
}

#[cfg(not(unix))]
fn run(command: &mut Command) -> io::Result<ExitStatus> {
    command.status()
}
