//! A battle played by keys in a pseudo-terminal: begun, fought, undone, quit, opened again, and equal.

#![cfg(unix)]

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use std::{
    io::{Read, Write},
    num::NonZeroU16,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};

/// The program in a terminal of its own.
struct Session {
    master: Box<dyn MasterPty + Send>,
    writer: Arc<Mutex<Box<dyn Write + Send>>>,
    child: Box<dyn Child + Send + Sync>,
    screen: Arc<Mutex<vt100::Parser>>,
}

impl Session {
    fn start(home: &Path, arguments: &[&str], (columns, rows): (u16, u16)) -> Self {
        let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("a pseudo-terminal");
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_wardiary"));
        command.args(arguments);
        command.env("WARDIARY_HOME", home);
        command.env("TERM", "xterm-256color");
        command.env_remove("NO_COLOR");
        let child = pair.slave.spawn_command(command).expect("the program starts");
        let screen = Arc::new(Mutex::new(vt100::Parser::new(some(rows), some(columns), 0)));
        let writer = Arc::new(Mutex::new(pair.master.take_writer().expect("a way in")));
        let mut reader = pair.master.try_clone_reader().expect("a way out");
        let (seen, answers) = (Arc::clone(&screen), Arc::clone(&writer));
        thread::spawn(move || {
            let mut bytes = vec![0; 65_536];
            while let Ok(n @ 1..) = reader.read(&mut bytes) {
                seen.lock().expect("no reader panics").process(&bytes[..n]);
                if bytes[..n].windows(4).any(|w| w == b"\x1b[6n") {
                    let _ = answers.lock().expect("no writer panics").write_all(b"\x1b[1;1R");
                }
            }
        });
        Self { master: pair.master, writer, child, screen }
    }

    fn text(&self) -> String {
        self.screen.lock().expect("no reader panics").screen().contents()
    }

    /// Waits until the screen shows something.
    fn sees(&self, wanted: &str) {
        let until = Instant::now() + Duration::from_secs(20);
        while !self.text().contains(wanted) {
            assert!(Instant::now() < until, "“{wanted}” never came; the screen is:\n{}", self.text());
            thread::sleep(Duration::from_millis(10));
        }
    }

    fn keys(&self, keys: &str) {
        let mut writer = self.writer.lock().expect("no writer panics");
        writer.write_all(keys.as_bytes()).and_then(|()| writer.flush()).expect("the program reads");
    }

    fn resize(&self, columns: u16, rows: u16) {
        let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
        // The screen first: the program draws as soon as it hears of its new size, and draws only once.
        self.screen.lock().expect("no reader panics").screen_mut().set_size(some(rows), some(columns));
        self.master.resize(size).expect("a terminal of another size");
    }

    /// The process's processor time so far, in clock ticks.
    fn ticks(&self) -> Option<u64> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.process_id()?)).ok()?;
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        Some(fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?)
    }

    /// How often the process gave the processor up to wait, so far.
    fn waits(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.process_id()?)).ok()?;
        let line = status.lines().find_map(|l| l.strip_prefix("voluntary_ctxt_switches:"))?;
        line.trim().parse().ok()
    }

    fn ends(&mut self) -> u32 {
        let until = Instant::now() + Duration::from_secs(20);
        loop {
            if let Some(status) = self.child.try_wait().expect("a child") {
                return status.exit_code();
            }
            assert!(Instant::now() < until, "it does not end; the screen is:\n{}", self.text());
            thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

fn some(n: u16) -> NonZeroU16 {
    NonZeroU16::new(n).expect("a terminal has a row and a column")
}

fn home() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

fn saves(home: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(home.join("saves")).expect("the folder of saves");
    let mut saves: Vec<PathBuf> = entries.map(|e| e.expect("an entry").path()).collect();
    saves.retain(|p| p.extension().is_some_and(|x| x == "ron"));
    saves.sort();
    saves
}

/// Tannenberg from the start screen, by choosing with keys and typing dice in, to the source's own first phase.
#[test]
fn a_battle_is_played_quit_and_opened_again() {
    let home = home();
    let mut session = Session::start(home.path(), &[], (120, 40));
    session.sees("w a r d i a r y");
    session.sees("The sample battle");
    // The sample is the first item where there are no saves, the scenario the second.
    session.keys("j\r");
    session.sees("First day");
    session.sees("lost  0 of 16");

    // XX Corps is the first stack: down from the side, scrud, and the first suggestion for the enemy.
    session.keys("js");
    session.sees("scrud \"XX Corps\" v");
    session.keys("\x15scrud Germans v Russians");
    session.sees("Enter: 4 dice for Germans, 8 dice for Russians");
    session.keys("\x14");
    session.sees("dice: from the table");
    session.keys("\r");
    session.sees("Dice from the table");
    // A face that no D6 has is refused at once, and nothing is lost.
    session.keys("65547");
    session.sees("a d6 has no 7: its faces are 1 to 6");
    session.keys("44332211\r");
    session.sees("4 demoted");
    session.sees("lost  4 of 32");

    // A note, by typing; then undo and redo.
    session.keys(":note the fog lifts\r");
    session.sees("the fog lifts");
    session.keys("u");
    session.sees("undone");
    session.keys("U");
    session.sees("entry 2");
    session.resize(80, 24);
    session.sees("lost  4 of 32");
    session.resize(120, 40);
    session.keys("q");
    assert_eq!(session.ends(), 0);

    let [save] = &saves(home.path())[..] else { panic!("one save: {:?}", saves(home.path())) };
    let before = std::fs::read_to_string(save).expect("the save");
    let mut again = Session::start(home.path(), &["open", save.to_str().expect("a path")], (120, 40));
    again.sees("lost  4 of 32");
    again.sees("the fog lifts");
    again.keys("q");
    assert_eq!(again.ends(), 0);
    assert_eq!(std::fs::read_to_string(save).expect("the save"), before, "looking changes nothing");
}

/// Nothing moves unless something happens: no wake-ups, no processor time.
#[test]
fn an_idle_program_sleeps() {
    let home = home();
    let mut session = Session::start(home.path(), &["new", "tannenberg"], (120, 40));
    session.sees("XX Corps");
    thread::sleep(Duration::from_millis(500));
    let (Some(ticks), Some(waits)) = (session.ticks(), session.waits()) else {
        eprintln!("skipped: there is no /proc here to read a process's times from");
        return;
    };
    thread::sleep(Duration::from_secs(2));
    assert_eq!(session.ticks(), Some(ticks), "it used the processor");
    assert_eq!(session.waits(), Some(waits), "it woke up");
    session.keys("q");
    session.ends();
}

/// Too small a terminal says so; one that grows again shows the battle; and none of it panics.
#[test]
fn any_size_will_do() {
    let home = home();
    let mut session = Session::start(home.path(), &["new", "tannenberg"], (1, 1));
    for (columns, rows) in [(1, 1), (2, 40), (200, 1), (59, 20), (60, 20), (200, 60), (3, 3)] {
        session.resize(columns, rows);
        thread::sleep(Duration::from_millis(60));
    }
    session.resize(59, 20);
    session.sees("needs 60");
    session.resize(60, 20);
    session.sees("XX Corps");
    session.keys("q");
    assert_eq!(session.ends(), 0);
}

/// Told to end, it ends, with the terminal restored; the diary holds what was given.
#[test]
fn a_signal_ends_it_and_nothing_is_lost() {
    let home = home();
    let mut session = Session::start(home.path(), &["new", "tannenberg"], (120, 40));
    session.sees("XX Corps");
    session.keys(":note kept\r");
    session.sees("kept");
    let process = session.child.process_id().expect("it runs").to_string();
    let sent = std::process::Command::new("kill").args(["-TERM", &process]).status().expect("kill");
    assert!(sent.success());
    assert_eq!(session.ends(), 128 + 15);
    let [save] = &saves(home.path())[..] else { panic!("one save") };
    assert!(std::fs::read_to_string(save).expect("the save").contains("kept"));
}
