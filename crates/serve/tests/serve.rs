//! Pages and links: what a side's page holds, and what a stranger gets.

#![allow(clippy::disallowed_macros, clippy::disallowed_methods, reason = "tests read files and open connections")]

use std::{fs, net::SocketAddr, path::Path, time::Duration};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    time::timeout,
};
use wardiary_base::id::SideId;
use wardiary_harness_diary::{
    pairs::{BLUE, enemy_knowledge, pair, revealed_secret},
    play::{give, tannenberg},
};
use wardiary_serve::{
    links::Links,
    pages::{Pages, SidePage},
    server::{publish, serve},
};

/// Longer than any answer takes; a test that waits this long fails.
const PATIENCE: Duration = Duration::from_secs(30);

fn page_of(pages: &Pages, side: SideId) -> SidePage {
    pages.sides().find(|(other, _, _)| *other == side).expect("the side is there").2.clone()
}

fn html(page: &SidePage) -> &str {
    str::from_utf8(&page.html).expect("it is text")
}

/// Links for all sides of a save, written to their file.
fn linked(save: &Path, pages: &Pages) -> Links {
    let mut links = Links::none(save, pages.campaign());
    assert!(links.add_missing(pages.sides().map(|(side, _, _)| side)).expect("random numbers"));
    links.write().expect("the folder is writable");
    links
}

fn link(links: &Links, side: SideId) -> String {
    links.secret(side).expect("it has a link").as_str().to_string()
}

#[test]
fn games_that_differ_in_what_blue_cannot_see_have_equal_pages() {
    let home = tempfile::tempdir().expect("a folder");
    for number in 0..3 {
        let games = pair(number, 40, enemy_knowledge(number));
        let pages = games.each_ref().map(|game| {
            let path = home.path().join("game.ron");
            fs::write(&path, game.save()).expect("written");
            page_of(&Pages::open(&path).expect("it opens"), BLUE)
        });
        assert_eq!(pages[0], pages[1], "pair {number}");
        for game in &games {
            assert_eq!(revealed_secret(&game.numbers(), html(&pages[0])), None, "pair {number}");
        }
    }
}

#[test]
fn links_are_for_one_side_until_they_are_renewed_or_revoked() {
    let home = tempfile::tempdir().expect("a folder");
    let path = home.path().join("battle.ron");
    drop(tannenberg(home.path(), "battle.ron"));
    let pages = Pages::open(&path).expect("it opens");
    let mut links = linked(&path, &pages);
    let [one, other] = [0, 1].map(|at| pages.sides().nth(at).expect("two sides").0);
    let first = link(&links, one);
    assert_eq!(links.side_of(&first), Some(one));
    assert_eq!(links.side_of(&link(&links, other)), Some(other));
    for wrong in ["", "0", &first[1..], &format!("{first}0"), &"0".repeat(32)] {
        assert_eq!(links.side_of(wrong), None, "{wrong}");
    }
    assert!(!links.add_missing([one, other]).expect("nothing to do"));
    links.renew(one).expect("random numbers");
    assert_eq!(links.side_of(&first), None);
    let second = link(&links, one);
    links.revoke(one);
    assert_eq!((links.secret(one), links.side_of(&second)), (None, None));
    assert!(!links.add_missing([one]).expect("it stays revoked"));
    links.write().expect("written");
    assert_eq!(Links::read(&path, pages.campaign()).expect("it reads"), links);
    assert!(Links::read(&path, "another").is_err());
    let save = fs::read_to_string(&path).expect("the save");
    assert!(!save.contains(&link(&links, other)));
}

#[cfg(unix)]
#[test]
fn only_the_owner_can_read_the_links() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let home = tempfile::tempdir().expect("a folder");
    let path = home.path().join("battle.ron");
    drop(tannenberg(home.path(), "battle.ron"));
    let pages = Pages::open(&path).expect("it opens");
    linked(&path, &pages);
    let file = home.path().join("battle.links.json");
    let mode = fs::metadata(&file).expect("it is there").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("changed");
    assert!(Links::read(&path, pages.campaign()).is_err());
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).expect("changed");
    fs::rename(&file, home.path().join("elsewhere")).expect("renamed");
    symlink("elsewhere", &file).expect("a link");
    assert!(Links::read(&path, pages.campaign()).is_err());
}

/// Sends these bytes and returns the whole answer.
async fn exchange(address: SocketAddr, request: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).await.expect("it listens");
    // The other end may close before it has read all.
    let _ = stream.write_all(request).await;
    let mut answer = Vec::new();
    let _ = timeout(PATIENCE, stream.read_to_end(&mut answer)).await.expect("it ends");
    String::from_utf8_lossy(&answer).into_owned()
}

async fn get(address: SocketAddr, path: &str) -> String {
    exchange(address, format!("GET {path} HTTP/1.1\r\nhost: x\r\n\r\n").as_bytes()).await
}

/// Reads a stream on until it holds this text.
async fn read_until(stream: &mut TcpStream, read: &mut String, wanted: &str) {
    let mut bytes = [0; 4096];
    while !read.contains(wanted) {
        let count = timeout(PATIENCE, stream.read(&mut bytes)).await.expect("it comes").expect("the stream is open");
        assert_ne!(count, 0, "it ended after {read}");
        read.push_str(&String::from_utf8_lossy(&bytes[..count]));
    }
}

#[tokio::test]
async fn a_stranger_gets_nothing_and_a_player_his_page() {
    let home = tempfile::tempdir().expect("a folder");
    let path = home.path().join("battle.ron");
    let mut save = tannenberg(home.path(), "battle.ron");
    let pages = Pages::open(&path).expect("it opens");
    let mut links = linked(&path, &pages);
    let side = pages.sides().next().expect("a side").0;
    let (secret, page) = (link(&links, side), page_of(&pages, side));
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(serve(listener, publish(path.clone(), links.clone(), pages)));

    let answer = get(address, &format!("/{secret}/")).await;
    assert!(answer.starts_with("HTTP/1.1 200") && answer.ends_with(html(&page)), "{answer}");
    for header in ["referrer-policy: no-referrer", "cache-control: no-store", "frame-ancestors 'none'", "nosniff"] {
        assert!(answer.contains(header), "{header}");
    }
    assert!(!answer.contains("set-cookie") && !html(&page).contains(&secret) && !html(&page).contains("http:"));
    let wrong = ["/", "/x/", "/../", "/%2e%2e/", "//", &format!("/{}/", "0".repeat(32)), &format!("/{secret}/../x")];
    for path in wrong {
        let answer = get(address, path).await;
        assert!(answer.starts_with("HTTP/1.1 404"), "{path}: {answer}");
    }
    for path in ["/x/events".to_string(), format!("/{}/events", "0".repeat(32))] {
        assert!(get(address, &path).await.starts_with("HTTP/1.1 404"), "{path}");
    }
    let posted = exchange(address, format!("POST /{secret}/ HTTP/1.1\r\nhost: x\r\n\r\n").as_bytes()).await;
    assert!(posted.starts_with("HTTP/1.1 405"), "{posted}");
    let long = exchange(address, format!("GET /{} HTTP/1.1\r\n\r\n", "x".repeat(1 << 20)).as_bytes()).await;
    assert!(!long.starts_with("HTTP/1.1 200"), "{long}");
    exchange(address, b"\x16\x03\x01 no http\r\n\r\n").await;

    // Connections that send nothing do not keep others out.
    let mut idle = Vec::new();
    for _ in 0..100 {
        idle.push(TcpStream::connect(address).await.expect("it listens"));
    }
    let mut live = TcpStream::connect(address).await.expect("it listens");
    live.write_all(format!("GET /{secret}/events HTTP/1.1\r\nhost: x\r\n\r\n").as_bytes()).await.expect("sent");
    let mut read = String::new();
    read_until(&mut live, &mut read, &format!("data: {}\n", page.version)).await;
    give(&mut save, "initiative", &[3, 3, 5, 2]).expect("it is the first order");
    let mut more = String::new();
    read_until(&mut live, &mut more, "data: ").await;
    assert!(!get(address, &format!("/{secret}/")).await.ends_with(html(&page)));

    // A revoked link ends its live page, and opens nothing.
    links.revoke(side);
    links.write().expect("written");
    timeout(PATIENCE, live.read_to_string(&mut read)).await.expect("it ends").expect("it is text");
    assert!(get(address, &format!("/{secret}/")).await.starts_with("HTTP/1.1 404"));
}
