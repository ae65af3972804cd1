//! Unexpected input from a terminal: the program still draws, follows and handles its keys.

use crate::harness::session::{Session, home, saves};
use chacha20::ChaCha8Rng;
use rand::{Rng as _, RngExt as _, SeedableRng as _, seq::IndexedRandom as _};
use std::{
    fs,
    path::Path,
    process::Command,
    thread,
    time::{Duration, Instant},
};

/// Unexpected replies, partial replies, and invalid sequences.
const STRAY: &[&[u8]] = &[b"\xff", b"\x1b[8;40;120t", b"\x1b[?2026;2$y", b"\x1b[?997;1n", b"\x1b[<0;5", b"\x1b[200~"];

/// Longer than every escape timeout, also the timeout of a paste without an end.
const PAUSE: Duration = Duration::from_millis(1_300);

/// A new save.
fn new(home: &Path) -> String {
    let made = Command::new(env!("CARGO_BIN_EXE_wardiary"))
        .args(["new", "tannenberg", "--no-open"])
        .env("WARDIARY_HOME", home)
        .output()
        .expect("it starts");
    assert!(made.status.success());
    saves(home)[0].to_str().expect("a path").to_string()
}

/// Checks that the program redraws at another size and at the old size.
fn assert_draws(session: &Session) {
    session.resize(50, 20);
    session.sees("needs 60");
    session.resize(120, 40);
    session.sees("XX Corps");
}

/// After each stray reply the program redraws at another size, and text from a terminal without bracketed paste arrives
/// whole.
#[test]
fn input_and_drawing_continue_after_stray_replies() {
    thread::scope(|threads| {
        for stray in STRAY {
            threads.spawn(move || {
                let home = home();
                let save = new(home.path());
                let mut session = Session::start(home.path(), &["open", &save], (120, 40));
                session.sees("XX Corps");
                session.sends(stray);
                assert_draws(&session);
                // Each reply once, and many times.
                for _ in 0..20 {
                    session.sends(stray);
                }
                assert_draws(&session);
                thread::sleep(PAUSE);
                // A paste without an end has filled the order line.
                session.keys("\x1b");
                thread::sleep(Duration::from_millis(200));
                session.keys(":note begun\r");
                session.sees("begun");
                session.sends(stray);
                thread::sleep(PAUSE);
                let pasted = Instant::now();
                let text: String = ('a'..='z').cycle().take(5_000).collect();
                session.keys(&format!(":note {text}\r"));
                let written = || fs::read_to_string(&save).is_ok_and(|save| save.contains(&text));
                session.until("the pasted text", |_| written());
                println!("{}: taken in within {:?}", stray.escape_ascii(), pasted.elapsed());
                session.sends(stray);
                thread::sleep(PAUSE);
                session.keys("q");
                assert_eq!(session.ends(), 0, "{}", stray.escape_ascii());
            });
        }
    });
}

/// Pressing the quit keys repeatedly ends a paste without an end.
#[test]
fn a_paste_without_an_end_is_left_by_hammering() {
    let home = home();
    let save = new(home.path());
    let mut session = Session::start(home.path(), &["open", &save], (120, 40));
    session.sees("XX Corps");
    session.sends(b"\x1b[200~note begun");
    let begun = Instant::now();
    let mut keys = ["\x1b", "q"].into_iter().cycle();
    while session.child.try_wait().expect("a child").is_none() {
        assert!(begun.elapsed() < Duration::from_secs(10), "it does not end; the screen is:\n{}", session.text());
        session.keys(keys.next().expect("there are always more"));
        thread::sleep(Duration::from_millis(100));
    }
    println!("it ended within {:?}", begun.elapsed());
    assert_eq!(session.ends(), 0);
}

/// The start of a paste alone counts as a stray reply: the next key still quits.
#[test]
fn a_paste_that_only_begins_is_left_by_the_next_key() {
    let home = home();
    let save = new(home.path());
    let mut session = Session::start(home.path(), &["open", &save], (120, 40));
    session.sees("XX Corps");
    session.sends(b"\x1b[200~");
    thread::sleep(Duration::from_millis(600));
    session.keys("q");
    assert_eq!(session.ends(), 0);
}

/// After each stray reply the program still follows another program's battle.
#[test]
fn following_continues_after_stray_replies() {
    thread::scope(|threads| {
        for stray in STRAY {
            threads.spawn(move || {
                let home = home();
                let save = new(home.path());
                let order = |order: &str| {
                    let mut command = Command::new(env!("CARGO_BIN_EXE_wardiary"));
                    let done = command.args(["do", &save, order]).env("WARDIARY_HOME", home.path()).output();
                    assert!(done.expect("it starts").status.success(), "{order}");
                };
                let mut follower = Session::start(home.path(), &["open", "--follow", &save], (120, 40));
                follower.sees("XX Corps");
                for word in ["first", "second"] {
                    follower.sends(stray);
                    order(&format!("note {word}"));
                    follower.sees(word);
                }
                follower.sends(stray);
                assert_draws(&follower);
                thread::sleep(PAUSE);
                follower.keys("q");
                assert_eq!(follower.ends(), 0, "{}", stray.escape_ascii());
            });
        }
    });
}

/// Random terminal input.
fn piece(chance: &mut ChaCha8Rng) -> Vec<u8> {
    // No key quits or stops the program, because the test continues afterwards.
    const KEYS: &[&[u8]] = &[
        b"j",
        b"k",
        b"h",
        b"l",
        b"s",
        b":",
        b"/",
        b"u",
        b"U",
        b"?",
        b" ",
        b"1",
        b"6",
        b"o",
        b"e",
        b"n",
        b"\r",
        b"\t",
        b"\x1b",
        b"\x1b[A",
        b"\x1b[B",
        b"\x1b[1;5C",
        b"\x1bOP",
        b"\x1b[15~",
        b"\x7f",
        b"\x14",
        b"\x15",
        "ž€😀".as_bytes(),
    ];
    const REPLIES: &[&[u8]] = &[
        b"\x1b[8;40;120t",
        b"\x1b[?2026;2$y",
        b"\x1b[?997;1n",
        b"\x1b[1;1R",
        b"\x1b[?64;1;2c",
        b"\x1b[?0u",
        b"\x1b[I",
        b"\x1b[O",
        b"\x1b]11;rgb:0000/0000/0000\x1b\\",
        b"\x1b]52;c;aGVsbG8=\x07",
        b"\x1bP1$r0m\x1b\\",
        b"\x1b_Gi=31;OK\x1b\\",
    ];
    let mouse = |chance: &mut ChaCha8Rng| {
        let (what, column, row) =
            (chance.random_range(0..=99), chance.random_range(1..=120), chance.random_range(1..=30));
        format!("\x1b[<{what};{column};{row}{}", if chance.random() { 'M' } else { 'm' }).into_bytes()
    };
    match chance.random_range(0..8) {
        0 | 1 => KEYS.choose(chance).expect("there are some").to_vec(),
        2 => REPLIES.choose(chance).expect("there are some").to_vec(),
        3 => STRAY.choose(chance).expect("there are some").to_vec(),
        4 => mouse(chance),
        5 => {
            let whole =
                if chance.random() { mouse(chance) } else { REPLIES.choose(chance).expect("there are some").to_vec() };
            whole[..chance.random_range(1..whole.len())].to_vec()
        }
        6 => {
            let mut garbage = vec![0; chance.random_range(1..20)];
            chance.fill_bytes(&mut garbage);
            garbage.retain(|byte| !matches!(byte, b'q' | b'\x03' | b'\x1a'));
            garbage
        }
        _ => {
            let end: &[u8] = if chance.random_bool(0.7) { b"\x1b[201~" } else { b"" };
            [b"\x1b[200~note some pasted\r\ntext", end].concat()
        }
    }
}

/// Waits until the program has handled all input. A busy program may read an Esc and the next key together, whatever
/// the time between them, and then takes them for one key.
fn is_idle(session: &Session) {
    let mut before = session.ticks();
    let mut idle = 0;
    while idle < 3 {
        thread::sleep(Duration::from_millis(100));
        let now = session.ticks();
        idle = if now == before && session.state() == Some('S') { idle + 1 } else { 0 };
        before = now;
    }
}

/// A session of 400 random inputs that ends with the quit key.
fn garbled(seed: u64) {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let home = home();
    let mut session = Session::start(home.path(), &["new", "tannenberg"], (120, 40));
    session.sees("XX Corps");
    for _ in 0..400 {
        session.sends(&piece(&mut chance));
        if chance.random_bool(0.2) {
            thread::sleep(Duration::from_millis(chance.random_range(0..20)));
        }
        if let Some(status) = session.child.try_wait().expect("a child") {
            panic!("seed {seed}: it ended by itself with {status:?}; the screen is:\n{}", session.text());
        }
    }
    println!("seed {seed}");
    thread::sleep(PAUSE);
    is_idle(&session);
    // Closes every overlay over the table.
    for _ in 0..8 {
        session.keys("\x1b");
        is_idle(&session);
    }
    session.keys("q");
    let code = session.ends();
    assert_eq!(code, 0, "seed {seed}; the screen is:\n{}", session.text());
}

/// Runs the sessions of these seeds, several at a time.
fn all_garbled(seeds: std::ops::Range<u64>) {
    let many = 6;
    thread::scope(|threads| {
        for first in 0..many {
            let mine = seeds.clone().skip(first).step_by(many);
            threads.spawn(move || mine.for_each(garbled));
        }
    });
}

#[test]
fn garbled_sessions_end() {
    all_garbled(0..6);
}

#[test]
#[ignore = "long: 360 sessions of 400 pieces each"]
fn many_garbled_sessions_end() {
    all_garbled(6..366);
}
