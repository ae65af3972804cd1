//! Every way to end or stop the program: nothing is lost, the terminal is restored, and no process spins.

use crate::harness::session::{self, Session, home, saves};
use portable_pty::CommandBuilder;
use std::{
    path::Path,
    thread,
    time::{Duration, Instant},
};
use wardiary_harness_diary::long;

/// A session with one note.
fn with_a_note(home: &Path) -> Session {
    let session = Session::start(home, &["new", "tannenberg"], (120, 40));
    session.sees("XX Corps");
    session.until("the terminal taken over", |s| !s.is_restored());
    session.keys(":note kept\r");
    session.sees("kept");
    session
}

/// Checks that the save contains the note and accepts writing.
fn assert_kept(home: &Path) {
    let [save] = &saves(home)[..] else { panic!("one save: {:?}", saves(home)) };
    let save = wardiary_diary::diary::file::Save::open(save, wardiary_diary::diary::file::Mode::Write)
        .expect("nobody has it open");
    assert!(save.notices().is_empty(), "{:?}", save.notices());
    assert_eq!(save.diary().entries().len(), 1);
}

/// A signal ends the program, the terminal is restored, and the diary contains the note.
#[test]
fn signals_end_it_and_nothing_is_lost() {
    for (signal, number) in [("-TERM", 15), ("-INT", 2), ("-HUP", 1)] {
        let home = home();
        let mut session = with_a_note(home.path());
        // The order line is open.
        session.keys(":note half");
        session.sees("note half");
        session.signal(signal);
        assert_eq!(session.ends(), 128 + number, "{signal}");
        session.until("the terminal given back", Session::is_restored);
        assert_kept(home.path());
    }
}

/// Another program has replaced the save with an older file: the missing entries are kept beside it, however the
/// program ends.
#[test]
fn a_termination_signal_saves_entries_missing_in_the_file() {
    for signal in [Some("-TERM"), Some("-INT"), Some("-HUP"), None] {
        let home = home();
        let session = Session::start(home.path(), &["new", "tannenberg"], (120, 40));
        session.sees("XX Corps");
        let [save] = &saves(home.path())[..] else { panic!("one save") };
        let older = std::fs::read(save).expect("it is there");
        session.keys(":note kept\r");
        session.sees("“kept”");
        let newer = save.with_extension("new");
        std::fs::write(&newer, &older).and_then(|()| std::fs::rename(&newer, save)).expect("laid over");
        let mut child = match signal {
            Some(signal) => {
                session.signal(signal);
                session.child
            }
            None => session.hang_up(),
        };
        let until = Instant::now() + Duration::from_secs(10);
        while child.try_wait().expect("a child").is_none() {
            assert!(Instant::now() < until, "{signal:?}: it lives on");
            thread::sleep(Duration::from_millis(5));
        }
        assert!(std::fs::read(save).expect("it is there") == older, "{signal:?}: theirs stays");
        let kept = save.with_extension("ours-1.ron");
        let kept = wardiary_diary::diary::file::Save::open(&kept, wardiary_diary::diary::file::Mode::Read);
        assert_eq!(kept.unwrap_or_else(|e| panic!("{signal:?}: {e}")).diary().entries().len(), 1, "{signal:?}");
    }
}

/// After the terminal closes, the process ends on its own and does not spin.
#[test]
fn a_dying_terminal_ends_it() {
    let home = home();
    let session = with_a_note(home.path());
    let process = session.child.process_id().expect("it runs");
    let mut child = session.hang_up();
    let hung_up = Instant::now();
    let until = hung_up + Duration::from_secs(10);
    while child.try_wait().expect("a child").is_none() {
        assert!(Instant::now() < until, "process {process} lives on without its terminal");
        thread::sleep(Duration::from_millis(5));
    }
    println!("ended {:?} after its terminal", hung_up.elapsed());
    assert_kept(home.path());
}

/// The terminal is gone, and the process ignores the hangup signal.
#[test]
fn without_the_signal_it_ends_too_or_sleeps() {
    let home = home();
    let mut command = CommandBuilder::new("sh");
    command.args(["-c", "trap '' HUP; exec \"$0\" new tannenberg", env!("CARGO_BIN_EXE_wardiary")]);
    let session = Session::of(home.path(), command, (120, 40));
    session.sees("XX Corps");
    session.keys(":note kept\r");
    session.sees("kept");
    let process = session.child.process_id().expect("it runs");
    let mut child = session.hang_up();
    let until = Instant::now() + Duration::from_secs(3);
    let mut last = session::ticks(process);
    while Instant::now() < until && child.try_wait().expect("a child").is_none() {
        thread::sleep(Duration::from_millis(500));
        let now = session::ticks(process);
        if let (Some(before), Some(now)) = (last, now) {
            assert!(now - before < 25, "it spins: {} ticks in half a second", now - before);
        }
        last = now;
    }
    let _ = child.kill();
    let _ = child.wait();
    assert_kept(home.path());
}

/// Ctrl-Z restores the terminal and stops the process. `fg` brings the screen back.
#[test]
fn to_the_shell_and_back() {
    let home = home();
    let mut session = with_a_note(home.path());
    if session.state().is_none() {
        eprintln!("skipped: there is no /proc here to see a process stopped in");
        return;
    }
    for round in 0..2 {
        session.keys("\x1a");
        session.until("the process stopped", |s| s.state() == Some('T'));
        session.until("the terminal given back", Session::is_restored);
        // Meanwhile the terminal is resized, and another program writes on the screen.
        session.resize(100 + round, 30);
        session.signal("-CONT");
        session.until("the terminal taken over again", |s| !s.is_restored());
        session.sees("XX Corps");
        session.sees("kept");
    }
    session.keys(":note and on\r");
    session.sees("and on");
    session.keys("q");
    assert_eq!(session.ends(), 0);
    session.until("the terminal given back", Session::is_restored);
}

/// A stop signal from another process restores the terminal too. After a signal that can't be caught, the program
/// redraws everything when it continues.
#[test]
fn stopped_from_outside() {
    let home = home();
    let mut session = with_a_note(home.path());
    if session.state().is_none() {
        eprintln!("skipped: there is no /proc here to see a process stopped in");
        return;
    }
    for signal in ["-TSTP", "-STOP", "-TSTP", "-STOP"] {
        session.signal(signal);
        session.until("the process stopped", |s| s.state() == Some('T'));
        if signal == "-TSTP" {
            session.until("the terminal given back", Session::is_restored);
        }
        session.scribble("\x1b[2J\x1b[Hsomething else");
        session.sees("something else");
        session.signal("-CONT");
        session.until("the terminal taken over again", |s| !s.is_restored());
        session.sees("XX Corps");
        session.sees("kept");
        assert!(!session.text().contains("something else"), "{}", session.text());
    }
    // A continue signal without a stop. The program takes over the terminal again. A key during that goes to the
    // terminal, which changes Enter.
    session.scribble("\x1b[2J\x1b[Hsomething else");
    session.sees("something else");
    session.signal("-CONT");
    session.sees("XX Corps");
    session.sees("kept");
    session.keys(":note and on\r");
    session.sees("and on");
    session.keys("q");
    assert_eq!(session.ends(), 0);
    session.until("the terminal given back", Session::is_restored);
}

/// The child process of the next test: the program on a disk that panics at the second note.
#[test]
fn a_child_that_panics() {
    let Some(home) = std::env::var_os("WARDIARY_TEST_PANICS") else { return };
    let header =
        wardiary_diary::assets::scenario("tannenberg", None, "1914".parse().expect("a seed")).expect("it ships");
    let path = Path::new(&home).join("panics.ron");
    let disk = panics::Panics;
    let save = wardiary_diary::diary::file::Save::create_on(std::sync::Arc::new(disk), &path, header).expect("made");
    let folders = wardiary_diary::assets::Folders::of_user().expect("a home");
    let own = wardiary_app::UserFiles::load(&folders, &wardiary_app::resolved_settings::SettingOverrides::default());
    let _ = wardiary_app::run(wardiary_app::Start::Save(Box::new(save)), folders, own);
}

/// A panic restores the terminal before it prints its message.
#[test]
fn a_panic_gives_the_terminal_back() {
    let home = home();
    let mut command = CommandBuilder::new(std::env::current_exe().expect("this test"));
    command.args(["--exact", "signals::a_child_that_panics", "--nocapture", "--test-threads=1"]);
    command.env("WARDIARY_TEST_PANICS", home.path());
    // A backtrace would scroll the message off the screen.
    command.env("RUST_BACKTRACE", "0");
    let mut session = Session::of(home.path(), command, (120, 40));
    session.sees("XX Corps");
    session.until("the terminal taken over", |s| !s.is_restored());
    session.keys(":note kept\r");
    session.sees("kept");
    session.keys(":note panic\r");
    assert_ne!(session.ends(), 0);
    session.until("the terminal given back", Session::is_restored);
    session.sees("the disk panicked");
    let save = wardiary_diary::diary::file::Save::open(
        &home.path().join("panics.ron"),
        wardiary_diary::diary::file::Mode::Write,
    );
    assert_eq!(save.expect("it opens").diary().entries().len(), 1);
}

/// A disk that panics when it writes the word "panic".
mod panics {
    use std::{
        fs::Metadata,
        io,
        path::{Path, PathBuf},
    };
    use wardiary_diary::diary::file::disk::{Access, Disk, DiskLock, FileHandle, FileStamp, IfExists, RealDisk};

    #[derive(Debug)]
    pub struct Panics;

    #[derive(Debug)]
    struct File(Box<dyn FileHandle>);

    impl Disk for Panics {
        fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
            RealDisk.read(path)
        }
        fn stamp(&self, path: &Path) -> io::Result<FileStamp> {
            RealDisk.stamp(path)
        }
        fn open(&self, path: &Path) -> io::Result<Box<dyn FileHandle>> {
            Ok(Box::new(File(RealDisk.open(path)?)))
        }
        fn create(&self, path: &Path, access: Access) -> io::Result<Box<dyn FileHandle>> {
            RealDisk.create(path, access)
        }
        fn temporary(
            &self,
            beside: &Path,
            bytes: &[u8],
            like: Option<&Metadata>,
        ) -> io::Result<(PathBuf, Box<dyn FileHandle>)> {
            RealDisk.temporary(beside, bytes, like)
        }
        fn rename(&self, from: &Path, to: &Path, taken: IfExists) -> io::Result<()> {
            RealDisk.rename(from, to, taken)
        }
        fn remove(&self, path: &Path) -> io::Result<()> {
            RealDisk.remove(path)
        }
        fn make_folder(&self, folder: &Path) -> io::Result<()> {
            RealDisk.make_folder(folder)
        }
        fn sync_folder(&self, folder: &Path) -> io::Result<()> {
            RealDisk.sync_folder(folder)
        }
        fn real_path(&self, path: &Path) -> io::Result<PathBuf> {
            RealDisk.real_path(path)
        }
        fn lock(&self, path: &Path) -> io::Result<DiskLock> {
            RealDisk.lock(path)
        }
    }

    impl FileHandle for File {
        fn stamp(&mut self) -> io::Result<FileStamp> {
            self.0.stamp()
        }
        fn read_from(&mut self, at: u64) -> io::Result<Vec<u8>> {
            self.0.read_from(at)
        }
        fn write_at(&mut self, at: u64, bytes: &[u8]) -> io::Result<()> {
            assert!(!bytes.windows(5).any(|word| word == b"panic"), "the disk panicked");
            self.0.write_at(at, bytes)
        }
        fn set_len(&mut self, length: u64) -> io::Result<()> {
            self.0.set_len(length)
        }
        fn sync(&mut self) -> io::Result<()> {
            self.0.sync()
        }
    }
}

/// A playtest reports its progress. Ctrl-C ends it quickly, with the results and the number of finished games, an exit
/// code, and a clean line.
#[test]
fn a_playtest_is_broken_off() {
    for interrupt in [Interrupt::Key, Interrupt::Signal] {
        let home = home();
        let mut session = Session::start(home.path(), &["playtest", "tannenberg", "--games", "1000000"], (160, 40));
        session.sees("of the games played (Ctrl-C stops)");
        let told = Instant::now();
        match interrupt {
            Interrupt::Key => session.keys("\u{3}"),
            Interrupt::Signal => session.signal("-INT"),
        }
        assert_eq!(session.ends(), 1);
        assert!(told.elapsed() < Duration::from_secs(5), "it took {:?}", told.elapsed());
        session.sees("of 1000000 games were finished");
        let text = session.text();
        assert!(!text.contains("(Ctrl-C"), "the line was left: {text}");
        let words: Vec<&str> = text.split_whitespace().collect();
        let before = |word: &[&str]| {
            let at = words.windows(word.len()).position(|window| window == word).unwrap_or_else(|| panic!("{text}"));
            words[at - 1].parse::<u32>().unwrap_or_else(|e| panic!("{e}: {text}"))
        };
        // The report covers as many games as the message counts.
        let finished = before(&["of", "1000000", "games", "were", "finished"]);
        assert!(finished > 0 && finished == before(&["games", "by", "the", "policy"]), "{text}");
    }
}

/// How the playtest is interrupted.
enum Interrupt {
    Key,
    Signal,
}

/// Cancelling the ranking of rolls is quick, with a message, an exit code, and a clean line.
#[test]
fn weighing_is_broken_off() {
    let home = home();
    let (diary, lines) = long::game(20_000);
    let save = home.path().join("long.ron");
    std::fs::write(&save, long::text(&diary, &lines)).expect("written");
    for (arguments, said) in [
        (&["luck", "--all"][..], "cancelled before all rolls were weighed"),
        (&["log", "lucky"], "cancelled before all rolls were weighed"),
        (&["service"], "cancelled before all entries were read"),
    ] {
        let mut arguments = arguments.to_vec();
        arguments.insert(1, save.to_str().expect("a path"));
        let mut session = Session::start(home.path(), &arguments, (160, 40));
        session.until("how far it is", |s| {
            s.text().contains("weighing the rolls: ") || s.text().contains("reading the diary: ")
        });
        let told = Instant::now();
        session.keys("\u{3}");
        assert_eq!(session.ends(), 1, "{}", session.text());
        assert!(told.elapsed() < Duration::from_secs(5), "it took {:?}", told.elapsed());
        session.sees(said);
        let text = session.text();
        assert!(!text.contains("(Ctrl-C"), "the line was left: {text}");
    }
}

/// Verifying reports its progress. Ctrl-C cancels it with a message, an exit code, and a clean line.
#[test]
fn verifying_is_broken_off() {
    let home = home();
    let (diary, lines) = long::game(6_000);
    let save = home.path().join("long.ron");
    std::fs::write(&save, long::text(&diary, &lines)).expect("written");
    let save = save.to_str().expect("a path").to_string();
    // Enough copies of the same file to take long on any machine.
    let arguments: Vec<&str> = std::iter::once("verify").chain([save.as_str(); 200]).collect();
    let mut session = Session::start(home.path(), &arguments, (160, 40));
    session.sees("entries verified (Ctrl-C cancels)");
    session.keys("\u{3}");
    assert_eq!(session.ends(), 3);
    session.sees("verifying was cancelled");
    let text = session.text();
    assert!(!text.contains("(Ctrl-C"), "the line was left: {text}");
}
