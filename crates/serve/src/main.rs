//! The `wardiary-serve` program.

#![allow(clippy::disallowed_methods, clippy::disallowed_macros, reason = "a program at the edge")]

use clap::Parser;
use fast_qr::QRBuilder;
use std::{
    ffi::OsString,
    io::{self, IsTerminal},
    net::SocketAddr,
    path::Path,
    process::ExitCode,
};
use tokio::{net::TcpListener, runtime::Builder};
use wardiary_base::{id::SideId, text};
use wardiary_diary::{
    assets::Folders,
    error::{UserError, display_path},
};
use wardiary_serve::{
    links::Links,
    pages::Pages,
    server::{publish, serve},
};

/// Serves each side of a save its own page
#[derive(Parser)]
#[command(name = "wardiary-serve", version)]
struct Arguments {
    /// The save
    save: OsString,
    /// The address and port to listen on; by default only this machine can connect
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:7070")]
    listen: SocketAddr,
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

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {}", error.what);
            if let Some(hint) = &error.hint {
                eprintln!("hint: {hint}");
            }
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), UserError> {
    let path = Folders::of_user()?.save_path(&arguments.save)?;
    let pages = Pages::open(&path)?;
    let mut links = Links::read(&path, pages.campaign())?;
    let mut has_changed = links.add_missing(pages.sides().map(|(side, _, _)| side))?;
    if let Some(name) = &arguments.renew {
        links.renew(side_named(&pages, name)?)?;
        has_changed = true;
    }
    if let Some(name) = &arguments.revoke {
        links.revoke(side_named(&pages, name)?);
        has_changed = true;
    }
    if has_changed {
        links.write()?;
    }
    if arguments.links || arguments.renew.is_some() || arguments.revoke.is_some() {
        print_links(&links, &pages, arguments.listen);
        return Ok(());
    }
    let runtime = Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| failure(&path, &error))?;
    runtime.block_on(async {
        let listener = TcpListener::bind(arguments.listen).await;
        let listener = listener.map_err(|error| UserError::refused(format!("{}: {error}", arguments.listen)))?;
        let address = listener.local_addr().map_err(|error| failure(&path, &error))?;
        print_links(&links, &pages, address);
        println!("{}", about_network(address));
        println!("Ctrl-C ends it. The links stay valid.");
        let latest = publish(path.clone(), links, pages);
        tokio::select! {
            () = serve(listener, latest) => {}
            _ = tokio::signal::ctrl_c() => {}
        }
        Ok(())
    })
}

fn failure(path: &Path, error: &io::Error) -> UserError {
    UserError::refused(format!("{} can't be served: {error}", display_path(path)))
}

fn side_named(pages: &Pages, name: &str) -> Result<SideId, UserError> {
    let found = pages.sides().find(|(_, side, _)| side.to_lowercase() == name.to_lowercase());
    found.map(|(side, _, _)| side).ok_or_else(|| {
        let there: Vec<String> = pages.sides().map(|(_, side, _)| text::sanitize(side)).collect();
        let failure = UserError::usage(format!("there is no side “{}”", text::display_name(name)));
        failure.hint(format!("the sides are {}", text::list(&there)))
    })
}

fn print_links(links: &Links, pages: &Pages, address: SocketAddr) {
    for (side, name, _) in pages.sides() {
        let name = text::sanitize(name);
        let Some(secret) = links.secret(side) else {
            println!("{name}: no link (revoked)");
            continue;
        };
        let link = format!("http://{address}/{}/", secret.as_str());
        println!("{name}: {link}");
        if io::stdout().is_terminal()
            && let Ok(code) = QRBuilder::new(link).build()
        {
            println!("{}", code.to_str());
        }
    }
}

/// What plain HTTP means at this address.
fn about_network(address: SocketAddr) -> &'static str {
    if address.ip().is_loopback() {
        "Only this machine can connect. For players elsewhere, put a proxy with HTTPS in front of it, or use an ssh tunnel."
    } else {
        "This is plain HTTP: anyone who can listen on the network can read the links and the pages. Use it only on a network \
         that you trust, or put a proxy with HTTPS in front of it."
    }
}
