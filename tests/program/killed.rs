//! A real process, killed at any moment while it carries out a script, and a real disk that is full.
//!
//! The test kills 40 processes, and 500 with `cargo test --release -- --ignored`.

use crate::harness::call::{Home, as_str};
use chacha20::ChaCha8Rng;
use rand::{RngExt as _, SeedableRng as _};
use std::{
    fmt::Write as _,
    fs,
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};
use wardiary_diary::diary::{
    file::{FileError, Mode, Save},
    watch::Watch,
};
use wardiary_rules::order::Order;

/// Opens a save for writing. A process that another test is starting may hold the lock for a moment, because a fork
/// inherits all open files.
fn open(path: &Path) -> Result<Save, FileError> {
    Save::open_waiting(path, Duration::from_secs(5), Watch::none())
}

/// A script whose notes contain the number of the process that carries it out.
fn script(process: usize) -> String {
    let mut script = String::new();
    for line in 0..200 {
        let long = "x".repeat(line % 7 * 300);
        match line % 4 {
            0 => writeln!(script, "note \"{process}: {line} {long}\""),
            1 => writeln!(script, "edna \"37th Brigade\" for \"{process}: {line}\""),
            2 => writeln!(script, "undo"),
            _ => writeln!(script, "note \"{process}: {line}\""),
        }
        .expect("a string takes all");
    }
    script
}

/// When to kill a process.
#[derive(Clone, Copy)]
enum Moment {
    /// This long after its start.
    After(Duration),
    /// After this many acknowledged orders.
    Acknowledged(usize),
}

/// Starts a process on a script, kills it, and returns the lines it has printed.
fn kill(home: &Home, process: usize, when: Moment) -> Vec<String> {
    let mut child = home.command(&["do", "war.ron", "-"]).stdin(Stdio::piped()).spawn().expect("it starts");
    let started = Instant::now();
    let mut stdin = child.stdin.take().expect("it is piped");
    // The process may be killed before it has read all input.
    let feeder = thread::spawn(move || drop(stdin.write_all(script(process).as_bytes())));
    let mut out = BufReader::new(child.stdout.take().expect("it is piped"));
    let mut said = Vec::new();
    let mut read = |said: &mut Vec<String>| {
        let mut line = String::new();
        // Half a line is no acknowledgement.
        let whole = out.read_line(&mut line).is_ok_and(|n| n > 0) && line.ends_with('\n');
        if whole {
            said.push(line);
        }
        whole
    };
    match when {
        Moment::After(delay) => thread::sleep(delay.saturating_sub(started.elapsed())),
        Moment::Acknowledged(many) => while said.len() < many && read(&mut said) {},
    }
    child.kill().expect("it is ours");
    while read(&mut said) {}
    child.wait().expect("it ends");
    feeder.join().expect("it only writes");
    said
}

#[test]
fn killed_at_any_instant_it_loses_nothing() {
    loses_nothing(40);
}

#[test]
#[ignore = "long: `cargo test --release -- --ignored`"]
fn killed_very_often_it_loses_nothing() {
    loses_nothing(500);
}

fn loses_nothing(times: usize) {
    let home = Home::new();
    let mut chance = ChaCha8Rng::seed_from_u64(1914);
    let mut acknowledged: Vec<(u32, String)> = Vec::new();
    let (mut all, mut torn, mut busy) = (0, 0, 0);
    for process in 0..times {
        if process % 25 == 0 {
            let _ = fs::remove_file(home.path("war.ron"));
            home.tannenberg("war");
            acknowledged.clear();
        }
        let when = match process % 2 {
            0 => Moment::After(Duration::from_micros(chance.random_range(0..120_000))),
            _ => Moment::Acknowledged(chance.random_range(0..60)),
        };
        let said = kill(&home, process, when);
        busy += usize::from(!said.is_empty());
        all += said.len();
        // `12  note …` is an entry. `12 → 11  undo: …` is not, and the lines below an entry are indented.
        acknowledged.extend(said.iter().filter_map(|line| {
            let (no, text) = line.split_once("  ")?;
            Some((no.parse().ok()?, text.trim_end().to_string()))
        }));
        let save = open(&home.path("war.ron")).unwrap_or_else(|e| panic!("kill {process}: {e}"));
        torn += usize::from(!save.notices().is_empty());
        for (no, text) in &acknowledged {
            let entry =
                save.diary().entry(*no).unwrap_or_else(|| panic!("kill {process}: entry {no}, {text}, is gone"));
            let (Order::Note { text: kept } | Order::Edna { purpose: Some(kept), .. }) = &entry.order else {
                panic!("kill {process}: entry {no} is {:?}", entry.order)
            };
            let label = kept.raw().split(' ').take(2).collect::<Vec<_>>().join(" ");
            assert!(text.contains(&label), "kill {process}: entry {no} was said to be {text}; it is {kept}");
        }
    }
    home.run(&["verify", "war.ron"]).done();
    println!(
        "{times} processes killed, {busy} of them while orders were carried out: {all} acknowledgements, all there; {torn} \
         saves were torn and mended"
    );
    assert!(busy > times / 3, "only {busy} of {times} were killed at work");
}

/// A file system of a fixed size, unmounted on drop.
struct Small(tempfile::TempDir);

impl Small {
    fn new(kilobytes: usize) -> Option<Self> {
        let folder = tempfile::tempdir().ok()?;
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &format!("size={kilobytes}k"), "tmpfs", as_str(folder.path())]);
        let mounted = mount.stderr(Stdio::null()).status().is_ok_and(|status| status.success());
        mounted.then_some(Self(folder))
    }
}

impl Drop for Small {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0.path()).status();
    }
}

fn note(save: &mut Save, text: &str) -> Result<(), wardiary_diary::error::UserError> {
    let mut dice = save.diary().program_dice(&[]);
    let order = Order::Note { text: text.into() };
    let given = save.submit(order, &mut dice, jiff::Timestamp::UNIX_EPOCH).map(drop);
    given.map_err(|error| wardiary_diary::error::UserError::from_submit(error, save.diary().state()))
}

fn assert_there(path: &Path, save: &Save, when: &str) {
    let again = Save::open(path, Mode::Read).unwrap_or_else(|e| panic!("{when}: {e}"));
    assert!(again.notices().is_empty(), "{when}: {:?}", again.notices());
    assert_eq!(again.diary().entries(), save.diary().entries(), "{when}");
    assert_eq!(again.diary().head(), save.diary().head(), "{when}");
}

#[test]
fn a_full_disk_refuses_and_goes_on_when_there_is_room() {
    let Some(disk) = Small::new(256) else {
        println!("skipped: a small file system can't be mounted here (it takes root)");
        return;
    };
    let path = disk.0.path().join("full.ron");
    let header =
        wardiary_diary::assets::scenario("tannenberg", None, "1914".parse().expect("a seed")).expect("it ships");
    let mut save = Save::create(&path, header.clone()).expect("there is room yet");
    let ballast = disk.0.path().join("ballast");
    let mut refused = 0;
    for round in 0..3 {
        // Fills the disk to the last byte, a page at a time.
        let mut file = fs::File::create(&ballast).expect("a file");
        while file.write_all(&[0; 4096]).is_ok() {}
        drop(file);
        let mut failure = None;
        for n in 0..100 {
            if let Err(f) = note(&mut save, &format!("round {round}, note {n}: {}", "x".repeat(200))) {
                failure = Some(f);
                break;
            }
        }
        let failure = failure.expect("the disk was full");
        assert!(failure.what.contains("full.ron") && failure.what.contains("it can't be written"), "{failure}");
        assert!(failure.hint.as_ref().is_some_and(|hint| hint.contains("free some disk")), "{failure}");
        for _ in 0..3 {
            assert!(note(&mut save, &"y".repeat(5000)).is_err(), "it is as full as before");
            refused += 1;
        }
        assert_there(&path, &save, "while the disk is full");
        let other = Save::create(&disk.0.path().join("other.ron"), header.clone());
        assert!(other.is_err(), "no other save fits");
        let names: Vec<_> =
            fs::read_dir(disk.0.path()).expect("it is there").flatten().map(|e| e.file_name()).collect();
        assert_eq!(names.len(), 3, "the save, its lock, the ballast, and nothing half made: {names:?}");
        fs::remove_file(&ballast).expect("it is there");
        for n in 0..10 {
            note(&mut save, &format!("round {round}, there is room again, note {n}")).expect("there is room");
        }
        assert_there(&path, &save, "when there is room again");
    }
    let live = save.diary().clone();
    drop(save);
    let save = open(&path).expect("it opens");
    assert!(save.notices().is_empty(), "{:?}", save.notices());
    assert_eq!(save.diary().entries(), live.entries());
    println!("a real full disk: {} entries, {refused} and more orders refused, nothing lost", live.entries().len());
}
