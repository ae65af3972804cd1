//! Pages and links: what a side's page holds, and what a stranger gets.

#![allow(clippy::disallowed_macros, clippy::disallowed_methods, reason = "tests read files and open connections")]

use std::{
    fs,
    io::Write,
    net::{IpAddr, SocketAddr},
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpSocket, TcpStream},
    time::timeout,
};
use wardiary_base::id::SideId;
use wardiary_diary::{
    diary::file::Save,
    links::{Links, ServerState},
};
use wardiary_harness_diary::{
    pairs::{BLUE, enemy_knowledge, pair, revealed_secret, watched_pair},
    play::{give, now, tannenberg},
};
use wardiary_serve::{
    limits::{Limits, Rate},
    pages::{Pages, SidePage},
    server::{publish, serve},
};

/// Longer than any answer takes; a test that waits this long fails.
const PATIENCE: Duration = Duration::from_secs(30);

fn page_of(pages: &Pages, side: SideId) -> SidePage {
    pages.sides().find(|(other, _, _)| *other == side).expect("the side is there").2.clone()
}

fn html(page: &SidePage) -> String {
    page.html.iter().map(|part| str::from_utf8(part).expect("it is text")).collect()
}

/// A page without the tags of its drawings, whose coordinates are numbers, too.
fn words(page: &str) -> String {
    let mut parts = page.split("<svg");
    let before = parts.next().unwrap_or_default().to_string();
    parts.fold(before, |words, part| {
        let (drawing, after) = part.split_once("</svg>").expect("a drawing ends");
        let texts = drawing.split('>').filter_map(|text| text.split('<').next()).skip(1);
        words + &texts.collect::<Vec<_>>().join(" ") + after
    })
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
            assert_eq!(revealed_secret(&game.numbers(), &words(&html(&pages[0]))), None, "pair {number}");
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

/// The page in an answer that came in chunks, without the key of its next request.
fn body_of(answer: &str) -> String {
    let (_, mut rest) = answer.split_once("\r\n\r\n").expect("a head");
    let mut chunks = Vec::new();
    while let Some((length, more)) = rest.split_once("\r\n") {
        let length = usize::from_str_radix(length, 16).expect("a length");
        chunks.push(&more[..length]);
        rest = more[length..].trim_start();
    }
    assert_eq!(chunks[1].len(), 32, "{chunks:?}");
    [chunks[0], chunks[2]].concat()
}

/// Sends an order as the form does, with more lines in its head.
async fn send(address: SocketAddr, secret: &str, order: &str, request: &str, head: &str) -> String {
    let body = format!("order={}&request={request}", order.replace(' ', "+"));
    let length = body.len();
    let head =
        format!("host: x\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: {length}\r\n{head}");
    exchange(address, format!("POST /{secret}/orders HTTP/1.1\r\n{head}\r\n{body}").as_bytes()).await
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
    let _server = tokio::spawn(serve(listener, publish(path.clone(), links.clone(), pages, "http://x".into())));

    let answer = get(address, &format!("/{secret}/")).await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert_eq!(body_of(&answer), html(&page));
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
    let (hostile, many) = if cfg!(target_os = "linux") { ("127.0.0.2:0", 400) } else { ("127.0.0.1:0", 100) };
    let mut idle = Vec::new();
    for _ in 0..many {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.bind(hostile.parse().expect("an address")).expect("an address of this machine");
        idle.push(socket.connect(address).await.expect("it listens"));
    }
    if cfg!(target_os = "linux") {
        let mut refused = String::new();
        read_until(idle.last_mut().expect("there are many"), &mut refused, "429 Too Many").await;
    }
    let mut live = TcpStream::connect(address).await.expect("it listens");
    live.write_all(format!("GET /{secret}/events HTTP/1.1\r\nhost: x\r\n\r\n").as_bytes()).await.expect("sent");
    let mut read = String::new();
    read_until(&mut live, &mut read, &format!("data: {}\n", page.version)).await;
    give(&mut save, "initiative", &[3, 3, 5, 2]).expect("it is the first order");
    let mut more = String::new();
    read_until(&mut live, &mut more, "data: ").await;
    assert!(body_of(&get(address, &format!("/{secret}/")).await) != html(&page));

    // A revoked link ends its live page, and opens nothing.
    links.revoke(side);
    links.write().expect("written");
    timeout(PATIENCE, live.read_to_string(&mut read)).await.expect("it ends").expect("it is text");
    assert!(get(address, &format!("/{secret}/")).await.starts_with("HTTP/1.1 404"));
}

/// A hundred viewers of a side see a change, and more than 128 are refused.
#[tokio::test]
async fn many_viewers_see_a_change() {
    let home = tempfile::tempdir().expect("a folder");
    let path = home.path().join("battle.ron");
    let mut save = tannenberg(home.path(), "battle.ron");
    let pages = Pages::open(&path).expect("it opens");
    let links = linked(&path, &pages);
    let side = pages.sides().next().expect("a side").0;
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let game = publish(path.clone(), links.clone(), pages, "http://x".into());
    tokio::spawn(serve(listener, game));
    let request = format!("GET /{}/events HTTP/1.1\r\nhost: x\r\n\r\n", link(&links, side));
    let mut viewers = Vec::new();
    for _ in 0..128 {
        let mut viewer = TcpStream::connect(address).await.expect("it listens");
        viewer.write_all(request.as_bytes()).await.expect("sent");
        read_until(&mut viewer, &mut String::new(), "data: ").await;
        viewers.push(viewer);
    }
    assert!(exchange(address, request.as_bytes()).await.starts_with("HTTP/1.1 503"));
    let now = || jiff::Timestamp::now();
    while ServerState::read(&path, now()).is_none_or(|state| state.live.get(&side) != Some(&128)) {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    give(&mut save, "initiative", &[3, 3, 5, 2]).expect("it is the first order");
    for viewer in &mut viewers {
        read_until(viewer, &mut String::new(), "data: ").await;
    }
}

#[test]
fn a_client_has_its_limits() {
    let (limits, now) = (Arc::new(Limits::default()), Instant::now());
    let one = IpAddr::from([10, 0, 0, 1]);
    let open: Vec<_> = (0..1000).filter_map(|_| limits.admit(one, now)).collect();
    assert_eq!(open.len(), 256);
    assert!(limits.admit([10, 0, 0, 2].into(), now).is_some());
    drop(open);
    let at_once =
        |after: u64| (0..1000).filter(|_| limits.admit(one, now + Duration::from_millis(after)).is_some()).count();
    assert_eq!([0, 0, 100, 3_600_000].map(at_once), [600 - 256, 0, 10, 600]);
    // A network of IPv6 is one client, and so are the two forms of an IPv4 address.
    let network = |host: u16| IpAddr::from([0x2001, 0xdb8, 0, 7, 0, 0, 0, host]);
    let open: Vec<_> = (0..1000).filter_map(|host| limits.admit(network(host), now)).collect();
    assert_eq!(open.len(), 256);
    let (rate, mut next) = (Rate { interval: Duration::from_secs(1), burst: 2 }, now);
    let allowed = [0, 0, 0, 1, 1, 9, 9, 9].map(|after| rate.allows(&mut next, now + Duration::from_secs(after)));
    assert_eq!(allowed, [true, true, false, true, false, true, true, false]);
    // Forgotten clients make room for others.
    let stranger = |n: u16| IpAddr::from([1, 1, n.to_be_bytes()[0], n.to_be_bytes()[1]]);
    let strangers = (0..10_000).filter(|n| limits.admit(stranger(*n), now).is_some());
    assert!(strangers.count() < 4096);
    assert!(limits.admit([9, 9, 9, 9].into(), now + Duration::from_secs(60)).is_some());
}

/// Line by line, in games that differ in what Blue can't see, the live pages get the same versions.
#[test]
fn streams_show_nothing_hidden() {
    let versions = watched_pair(2, 12, enemy_knowledge(2)).map(|game| {
        let home = tempfile::tempdir().expect("a folder");
        let path = home.path().join("game.ron");
        let text = game.save();
        let begins = text.find("diary: [").and_then(|at| Some(at + text[at..].find('\n')? + 1)).expect("the entries");
        fs::write(&path, &text[..begins]).expect("written");
        let mut pages = Pages::open(&path).expect("it opens");
        let mut versions = vec![page_of(&pages, BLUE).version];
        let mut file = fs::File::options().append(true).open(&path).expect("it is there");
        for line in text[begins..].split_inclusive('\n') {
            file.write_all(line.as_bytes()).expect("written");
            pages.update();
            versions.push(page_of(&pages, BLUE).version);
        }
        versions.dedup();
        versions
    });
    assert!(versions[0].len() > 3, "{versions:?}");
    assert_eq!(versions[0], versions[1]);
}

#[tokio::test]
async fn an_order_is_handed_in_once_beside_the_open_save() {
    let home = tempfile::tempdir().expect("a folder");
    let path = home.path().join("battle.ron");
    let mut referee = tannenberg(home.path(), "battle.ron");
    let pages = Pages::open(&path).expect("it opens");
    let mut links = linked(&path, &pages);
    let side = pages.sides().next().expect("a side").0;
    let secret = link(&links, side);
    let start = async |pages: Pages| {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        (
            address,
            tokio::spawn(serve(
                listener,
                publish(path.clone(), Links::read(&path, pages.campaign()).expect("links"), pages, "http://x".into()),
            )),
        )
    };
    let (address, server) = start(pages).await;
    let keys = ["a".repeat(32), "b".repeat(32)];
    let inbox = |save: &Save| -> Vec<String> {
        save.diary().state().written_orders().iter().map(|orders| orders.text.to_string()).collect()
    };
    for _ in 0..2 {
        let answer = send(address, &secret, "hold the <ford>\n now", &keys[0], "").await;
        assert!(answer.starts_with("HTTP/1.1 303") && answer.contains("location: ./\r\n"), "{answer}");
    }
    let page = get(address, &format!("/{secret}/")).await;
    assert!(
        page.contains("On their way to the referee") && page.contains("<li>hold the &lt;ford&gt; now</li>"),
        "{page}"
    );
    let take_in = |referee: &mut Save| referee.take_in(now(referee.diary())).expect("the disk is whole");
    take_in(&mut referee);
    // The network repeats it once more, after a restart.
    server.abort();
    let (address, _server) = start(Pages::open(&path).expect("it opens")).await;
    assert!(send(address, &secret, "hold the <ford> now", &keys[0], "").await.starts_with("HTTP/1.1 303"));
    assert!(send(address, &secret, "hold the <ford> now", &keys[1], "").await.starts_with("HTTP/1.1 303"));
    assert!(take_in(&mut referee).left.is_empty());
    assert_eq!(inbox(&referee), ["hold the <ford> now"; 2]);

    // What is refused comes back as it was written.
    let refused: [(&str, &str, &str); 4] = [
        ("422", "", "origin: http://x\r\n"),
        ("403", "rob <them>", "sec-fetch-site: cross-site\r\n"),
        ("403", "rob <them>", "origin: http://elsewhere.example\r\n"),
        ("403", "rob <them>", "origin: http://x\r\nsec-fetch-site: same-site\r\n"),
    ];
    for (status, order, head) in refused {
        let answer = send(address, &secret, order, &keys[1], head).await;
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{answer}");
        assert!(
            answer.contains(&format!("required>{}</textarea>", order.replace('<', "&lt;").replace('>', "&gt;"))),
            "{answer}"
        );
    }
    for (order, key) in [("march", "x"), (&*"x".repeat(60_000), &*keys[0])] {
        let answer = send(address, &secret, order, key, "").await;
        assert!(answer.starts_with("HTTP/1.1 4"), "{answer}");
    }
    // A link that was renewed while the order was written.
    links.renew(side).expect("random numbers");
    links.write().expect("written");
    let answer = loop {
        let answer = send(address, &secret, "hold the <ford> now", &keys[1], "").await;
        if !answer.starts_with("HTTP/1.1 303") {
            break answer;
        }
    };
    assert!(
        answer.starts_with("HTTP/1.1 404") && answer.contains("readonly>hold the &lt;ford&gt; now</textarea>"),
        "{answer}"
    );
    assert!(take_in(&mut referee).entries.is_empty());
}

/// Orders are answered alike in games that differ in what their side can't see.
#[tokio::test]
async fn answers_to_orders_show_nothing_hidden() {
    let home = tempfile::tempdir().expect("a folder");
    let mut answers = Vec::new();
    for game in pair(1, 12, enemy_knowledge(1)) {
        let path = home.path().join("game.ron");
        fs::write(&path, game.save()).expect("written");
        let mut pages = Pages::open(&path).expect("it opens");
        let at = "2026-11-29T12:00:00Z".parse().expect("a time");
        let mut answer = |order: &str| {
            pages.update();
            pages.hand_in(BLUE, order, "a".into(), at).map_err(|error| (error.what, error.hint))
        };
        let mut answered = vec![answer("hold the ford"), answer(""), answer(&"x".repeat(5000))];
        answered.extend((0..24).map(|n| answer(&format!("{n}{}", "x".repeat(3000)))));
        pages.update();
        answers.push((answered, page_of(&pages, BLUE)));
        fs::remove_dir_all(home.path()).expect("removed");
        fs::create_dir(home.path()).expect("made");
    }
    assert!(answers[0].0[0].is_ok() && answers[0].0.iter().filter(|answer| answer.is_err()).count() > 2);
    assert_eq!(answers[0], answers[1]);
}
