//! The `wardiary-serve` program.

#![allow(clippy::disallowed_methods, clippy::disallowed_macros, reason = "a program at the edge")]

use clap::Parser;
use fast_qr::QRBuilder;
use jiff::Timestamp;
use std::{
    ffi::OsString,
    io::{self, IsTerminal},
    net::{IpAddr, SocketAddr, UdpSocket},
    path::Path,
    process::ExitCode,
};
use tokio::{net::TcpListener, runtime::Builder};
use wardiary_base::{id::SideId, text};
use wardiary_diary::{
    assets::Folders,
    error::{UserError, display_path},
    links::{Links, ServerState, link},
};
use wardiary_serve::{
    pages::Pages,
    server::{publish, serve},
};

/// Serves each side of a save its own page
#[derive(Parser)]
#[command(name = "wardiary-serve", version)]
struct Arguments {
    /// The save
    save: OsString,
    /// The address and port to listen on; by default only this machine can connect. 0.0.0.0:7070 is all its addresses
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:7070")]
    listen: SocketAddr,
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

impl Arguments {
    /// Where players reach the pages of a server at this address.
    fn url_at(&self, mut address: SocketAddr) -> String {
        if address.ip().is_unspecified()
            && let Some(own) = own_address()
        {
            address.set_ip(own);
        }
        self.url.clone().unwrap_or_else(|| format!("http://{address}"))
    }
}

/// This machine's address on its network. Sends nothing: connecting only chooses a route.
fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind("0.0.0.0:0").ok()?;
    socket.connect("192.0.2.1:9").ok()?;
    Some(socket.local_addr().ok()?.ip())
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
        let running = ServerState::read(&path, Timestamp::now()).map(|server| server.url);
        print_links(&links, &pages, &running.unwrap_or_else(|| arguments.url_at(arguments.listen)));
        return Ok(());
    }
    let runtime = Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| failure(&path, &error))?;
    runtime.block_on(async {
        let listener = TcpListener::bind(arguments.listen).await;
        let listener = listener.map_err(|error| UserError::refused(format!("{}: {error}", arguments.listen)))?;
        let address = listener.local_addr().map_err(|error| failure(&path, &error))?;
        let url = arguments.url_at(address);
        print_links(&links, &pages, &url);
        println!("{}", about_network(address));
        println!("Ctrl-C ends it. The links stay valid.");
        let game = publish(path.clone(), links, pages, url);
        tokio::select! {
            () = serve(listener, game) => {}
            _ = tokio::signal::ctrl_c() => {}
        }
        ServerState::remove(&path);
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

fn print_links(links: &Links, pages: &Pages, url: &str) {
    for (side, name, _) in pages.sides() {
        let name = text::sanitize(name);
        let Some(secret) = links.secret(side) else {
            println!("{name}: no link (revoked)");
            continue;
        };
        let link = link(url, secret);
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
