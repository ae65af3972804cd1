//! The program in a pseudo-terminal: keys in, a screen out.

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use std::{
    io::{Read, Write},
    num::NonZeroU16,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

/// The program in its own terminal, which answers no queries.
pub struct Session {
    master: Box<dyn MasterPty + Send>,
    writer: Mutex<Box<dyn Write + Send>>,
    /// The program's process.
    pub child: Killed,
    screen: Arc<Mutex<vt100::Parser>>,
    /// Everything the program has written.
    written: Arc<Mutex<Vec<u8>>>,
    reader: thread::JoinHandle<()>,
    /// Tells the reader to let go of the terminal.
    hung_up: Arc<AtomicBool>,
}

/// A process that does not outlive its test.
pub struct Killed(Box<dyn Child + Send + Sync>);

impl std::ops::Deref for Killed {
    type Target = Box<dyn Child + Send + Sync>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl std::ops::DerefMut for Killed {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.0.kill();
    }
}

impl Session {
    /// Starts the program with these arguments.
    pub fn start(home: &Path, arguments: &[&str], size: (u16, u16)) -> Self {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_wardiary"));
        command.args(arguments);
        Self::of(home, command, size)
    }

    /// Starts any program.
    pub fn of(home: &Path, mut command: CommandBuilder, (columns, rows): (u16, u16)) -> Self {
        let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("a pseudo-terminal");
        command.env("WARDIARY_HOME", home);
        command.env("TERM", "xterm-256color");
        command.env("LC_ALL", "C.UTF-8");
        command.env("TZ", "UTC");
        command.env_remove("NO_COLOR");
        let child = Killed(pair.slave.spawn_command(command).expect("the program starts"));
        let hung_up = Arc::new(AtomicBool::new(false));
        let screen = Arc::new(Mutex::new(vt100::Parser::new(some(rows), some(columns), 0)));
        let writer = Mutex::new(pair.master.take_writer().expect("a way in"));
        let mut reader = pair.master.try_clone_reader().expect("a way out");
        let seen = Arc::clone(&screen);
        let written = Arc::<Mutex<Vec<u8>>>::default();
        let keeps = Arc::clone(&written);
        let let_go = Arc::clone(&hung_up);
        let reader = thread::spawn(move || {
            let mut bytes = vec![0; 65_536];
            while let Ok(n @ 1..) = reader.read(&mut bytes) {
                if let_go.load(Ordering::Relaxed) {
                    return;
                }
                keeps.lock().expect("no reader panics").extend_from_slice(&bytes[..n]);
                seen.lock().expect("no reader panics").process(&bytes[..n]);
            }
        });
        Self { master: pair.master, writer, child, screen, written, reader, hung_up }
    }

    /// The text of the screen.
    pub fn text(&self) -> String {
        self.screen.lock().expect("no reader panics").screen().contents()
    }

    /// Everything the program has written so far, with control sequences.
    pub fn written(&self) -> String {
        String::from_utf8_lossy(&self.written.lock().expect("no reader panics")).into_owned()
    }

    /// Waits until the screen contains a text.
    pub fn sees(&self, wanted: &str) {
        let until = Instant::now() + Duration::from_secs(20);
        while !self.text().contains(wanted) {
            assert!(Instant::now() < until, "“{wanted}” never came; the screen is:\n{}", self.text());
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Whether the terminal is as a shell needs it: main screen, no mouse, no bracketed paste, visible cursor.
    pub fn is_restored(&self) -> bool {
        let screen = self.screen.lock().expect("no reader panics");
        let screen = screen.screen();
        !screen.alternate_screen()
            && !screen.bracketed_paste()
            && !screen.hide_cursor()
            && screen.mouse_protocol_mode() == vt100::MouseProtocolMode::None
    }

    /// Waits until a condition holds.
    pub fn until(&self, what: &str, so: impl Fn(&Self) -> bool) {
        let until = Instant::now() + Duration::from_secs(20);
        while !so(self) {
            assert!(Instant::now() < until, "{what} never came; the screen is:\n{}", self.text());
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Sends the program a signal, by name.
    pub fn signal(&self, name: &str) {
        let process = self.child.process_id().expect("it runs").to_string();
        let sent = std::process::Command::new("kill").args([name, &process]).status().expect("kill");
        assert!(sent.success(), "kill {name}");
    }

    /// The state of the process in `/proc`: `S` while it sleeps, `T` while it is stopped.
    pub fn state(&self) -> Option<char> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.process_id()?)).ok()?;
        stat.rsplit_once(')')?.1.trim_start().chars().next()
    }

    /// Presses keys.
    pub fn keys(&self, keys: &str) {
        self.sends(keys.as_bytes());
    }

    /// Sends bytes from the terminal.
    pub fn sends(&self, bytes: &[u8]) {
        let mut writer = self.writer.lock().expect("no writer panics");
        writer.write_all(bytes).and_then(|()| writer.flush()).expect("the program reads");
    }

    /// Writes on the screen as another program would.
    pub fn scribble(&self, text: &str) {
        self.screen.lock().expect("no reader panics").process(text.as_bytes());
    }

    /// Resizes the terminal.
    pub fn resize(&self, columns: u16, rows: u16) {
        let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
        // The screen first: the program draws only once, as soon as it learns of its new size.
        self.screen.lock().expect("no reader panics").screen_mut().set_size(some(rows), some(columns));
        self.master.resize(size).expect("a terminal of another size");
    }

    /// Closes the terminal and returns its process.
    pub fn hang_up(self) -> Killed {
        self.hung_up.store(true, Ordering::Relaxed);
        // The resize makes the program draw, which wakes up the reader.
        self.resize(90, 30);
        self.reader.join().expect("it only reads");
        self.child
    }

    /// The process's processor time so far, in clock ticks.
    pub fn ticks(&self) -> Option<u64> {
        ticks(self.child.process_id()?)
    }

    /// How often the process has given up the processor to wait, so far.
    pub fn waits(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.process_id()?)).ok()?;
        let line = status.lines().find_map(|l| l.strip_prefix("voluntary_ctxt_switches:"))?;
        line.trim().parse().ok()
    }

    /// Waits until the program has ended and the reader has read all output. Returns the exit code.
    pub fn ends(&mut self) -> u32 {
        let until = Instant::now() + Duration::from_secs(20);
        loop {
            let status = self.child.try_wait().expect("a child");
            if let Some(status) = status.filter(|_| self.reader.is_finished()) {
                return status.exit_code();
            }
            assert!(Instant::now() < until, "it does not end; the screen is:\n{}", self.text());
            thread::sleep(Duration::from_millis(10));
        }
    }
}

/// A process's processor time so far, in clock ticks.
pub fn ticks(process: u32) -> Option<u64> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    Some(fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?)
}

fn some(n: u16) -> NonZeroU16 {
    NonZeroU16::new(n).expect("a terminal has a row and a column")
}

/// A temporary home.
pub fn home() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// The saves in a home.
pub fn saves(home: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(home.join("saves")).expect("the folder of saves");
    let mut saves: Vec<PathBuf> = entries.map(|e| e.expect("an entry").path()).collect();
    saves.retain(|p| p.extension().is_some_and(|x| x == "ron"));
    saves.sort();
    saves
}
