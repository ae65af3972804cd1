//! The program in a pseudo-terminal, with a diary of 10,000 entries: the latency of a key, the bytes of a step and of
//! an overlay, the time to the first frame beside the loading of the save, and the size of the program.
//!
//! Starting a program copies the memory maps of the parent process, which takes longer if the parent uses more memory.
//! So this process stays small, and makes and loads saves in child processes. For comparison, the bench also measures
//! the terminal alone, with a program that does nothing.

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use std::{
    env, fs,
    io::{Read, Write},
    path::{Path, PathBuf},
    process,
    sync::mpsc::{Receiver, channel},
    thread,
    time::{Duration, Instant},
};
use wardiary_diary::diary::file::{Mode, Save};
use wardiary_harness_diary::long;

/// A key has no more output after this long a silence.
const QUIET: Duration = Duration::from_millis(60);

struct Program {
    _master: Box<dyn MasterPty + Send>,
    child: Box<dyn Child + Send + Sync>,
    writer: Box<dyn Write + Send>,
    read: Receiver<(Instant, Vec<u8>)>,
}

impl Program {
    /// Starts wardiary with a save. Returns it and the time to its first frame.
    fn open(save: &Path, home: &Path, size: (u16, u16)) -> (Self, Duration) {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_wardiary"));
        command.arg("open");
        command.arg(save);
        command.env("WARDIARY_HOME", home);
        // The footer is the last part of a frame, and its last word is that of the help command.
        Self::start(command, size, "help")
    }

    /// Starts a program that only writes this word. Returns it and the time until it did.
    fn word(word: &str) -> (Self, Duration) {
        let mut command = CommandBuilder::new("echo");
        command.arg(word);
        Self::start(command, (80, 24), word)
    }

    /// Starts a program that only echoes its input.
    fn echo() -> Self {
        let mut command = CommandBuilder::new("sh");
        command.args(["-c", "stty raw -echo; echo ready; exec cat"]);
        Self::start(command, (80, 24), "ready").0
    }

    /// Starts a program. Returns it and the time until it wrote the word.
    fn start(mut command: CommandBuilder, (cols, rows): (u16, u16), word: &str) -> (Self, Duration) {
        let size = PtySize { rows, cols, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("a pseudo-terminal");
        command.env("TERM", "xterm-256color");
        command.env("COLORTERM", "truecolor");
        let mut reader = pair.master.try_clone_reader().expect("a way out");
        let writer = pair.master.take_writer().expect("a way in");
        let (tell, read) = channel();
        let began = Instant::now();
        let child = pair.slave.spawn_command(command).expect("the program starts");
        thread::spawn(move || {
            let mut bytes = vec![0; 65_536];
            while let Ok(n @ 1..) = reader.read(&mut bytes) {
                if tell.send((Instant::now(), bytes[..n].to_vec())).is_err() {
                    return;
                }
            }
        });
        let mut program = Self { _master: pair.master, child, writer, read };
        let mut seen = Vec::new();
        let took = loop {
            let (at, bytes) = program.read.recv_timeout(Duration::from_secs(30)).expect("it writes");
            // Answers the query for the background colour at once, as a terminal does.
            if String::from_utf8_lossy(&bytes).contains("]11;?") {
                program.writer.write_all(b"\x1b]11;rgb:1515/1919/1b1b\x07").expect("it reads");
            }
            seen.extend(bytes);
            if String::from_utf8_lossy(&seen).contains(word) {
                break at - began;
            }
        };
        program.drain();
        (program, took)
    }

    /// Reads until the program is silent. Returns the number of bytes and the time of the first of them.
    fn drain(&mut self) -> (usize, Option<Instant>) {
        let (mut many, mut first) = (0, None);
        while let Ok((at, bytes)) = self.read.recv_timeout(QUIET) {
            first = first.or(Some(at));
            many += bytes.len();
        }
        (many, first)
    }

    /// Sends a key. Returns the latency of the first byte and the number of bytes.
    fn key(&mut self, key: &str) -> (Duration, usize) {
        let sent = Instant::now();
        self.writer.write_all(key.as_bytes()).and_then(|()| self.writer.flush()).expect("it reads");
        let (many, first) = self.drain();
        (first.map_or(Duration::ZERO, |first| first - sent), many)
    }

    fn memory(&self) -> Option<String> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.process_id()?)).ok()?;
        Some(status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?.trim().to_string())
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn median<T: Ord + Copy>(values: &mut [T]) -> T {
    values.sort();
    values[values.len() / 2]
}

/// The environment variable that tells a child process of this bench what to do, and its values.
const DOES: &str = "WARDIARY_BENCH";
const MAKES: &str = "make";
const LOADS: &str = "load";

/// Runs a task on a file in a child process. Returns the output.
fn elsewhere(does: &str, file: &Path) -> String {
    let mut command = process::Command::new(env::current_exe().expect("this program"));
    let output = command.env(DOES, does).arg(file).stderr(process::Stdio::inherit()).output().expect("it runs");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// Writes a save of 10,000 entries.
fn make(file: &Path) {
    let (diary, lines) = long::game(10_000);
    fs::write(file, long::text(&diary, &lines)).expect("a file");
}

/// Prints the time to load a save, in nanoseconds: the first time in a process, and after earlier loads.
fn load(file: &Path) {
    let loaded = || {
        let began = Instant::now();
        let save = Save::open(file, Mode::Write).expect("it loads");
        let took = began.elapsed();
        drop(save);
        took
    };
    let first = loaded();
    let mut again: Vec<Duration> = (0..3).map(|_| loaded()).collect();
    print!("{} {}", first.as_nanos(), median(&mut again).as_nanos());
}

/// The time to load a save in a new process, as for a first frame, and in a process that has loaded the save before.
fn loading(save: &Path) -> [Duration; 2] {
    let both = || {
        let said = elsewhere(LOADS, save);
        let (first, again) = said.split_once(' ').expect("two numbers");
        [first, again].map(|nanos| Duration::from_nanos(nanos.parse().expect("a number")))
    };
    let both: Vec<[Duration; 2]> = (0..11).map(|_| both()).collect();
    [0, 1].map(|which| median(&mut both.iter().map(|both| both[which]).collect::<Vec<_>>()))
}

fn main() {
    let file = || PathBuf::from(env::args_os().nth(1).expect("a file"));
    match env::var(DOES).as_deref() {
        Ok(MAKES) => make(&file()),
        Ok(LOADS) => load(&file()),
        _ => measure(),
    }
}

fn measure() {
    let home = tempfile::tempdir().expect("a folder");
    let (sample, long) = (home.path().join("sample.ron"), home.path().join("long.ron"));
    fs::write(&sample, wardiary_diary::assets::SAMPLE.1).expect("a file");
    elsewhere(MAKES, &long);
    let mut starts: Vec<Duration> = (0..11).map(|_| Program::word("ready").1).collect();
    let mut echo = Program::echo();
    let mut echoes: Vec<Duration> = (0..100).map(|_| echo.key("j").0).collect();
    drop(echo);
    println!("a program that does nothing: start {:?}, a key {:?}", median(&mut starts), median(&mut echoes));
    for (name, save) in [("the sample", &sample), ("10,000 entries", &long)] {
        let [loading, again] = loading(save);
        let mut first: Vec<Duration> = (0..11).map(|_| Program::open(save, home.path(), (120, 40)).1).collect();
        let first = median(&mut first);
        let [share, of_again] = [loading, again].map(|loading| first.as_secs_f64() / loading.as_secs_f64());
        println!(
            "{name}: first frame {first:?}, {share:.2} times loading by a process that has just begun ({loading:?}),"
        );
        println!("  {of_again:.2} times loading by one that has done so before ({again:?})");
    }
    for size in [(80, 24), (120, 40), (200, 60)] {
        let (mut program, _) = Program::open(&long, home.path(), size);
        let mut steps = Vec::new();
        let mut bytes = Vec::new();
        for at in 0..100 {
            let (took, many) = program.key(if at % 20 < 10 { "j" } else { "k" });
            steps.push(took);
            bytes.push(many);
        }
        steps.sort();
        println!(
            "{size:?}: a cursor step: first byte median {:?}, 99th {:?}; {} bytes median, {} most",
            steps[50],
            steps[98],
            median(&mut bytes),
            bytes.last().expect("a hundred")
        );
        program.key("\t");
        let mut steps = Vec::new();
        let mut bytes = Vec::new();
        for _ in 0..100 {
            let (took, many) = program.key("k");
            steps.push(took);
            bytes.push(many);
        }
        steps.sort();
        println!(
            "{size:?}: a diary step: first byte median {:?}, 99th {:?}; {} bytes median, {} most",
            steps[50],
            steps[98],
            median(&mut bytes),
            bytes.last().expect("a hundred")
        );
        program.key("\x1b");
        program.key("\x1b");
        for (name, opens) in
            [("help", "?"), ("order", ":"), ("branches", "B"), ("still to do", "D"), ("proposals", "y"), ("find", "/")]
        {
            let open = program.key(opens).1;
            let close = program.key("\x1b").1;
            program.key("\x1b");
            println!("{size:?}: {name}: opened by {open} bytes, closed by {close}");
        }
        println!("{size:?}: memory {}", program.memory().unwrap_or_default());
    }
    let binary = fs::metadata(env!("CARGO_BIN_EXE_wardiary")).map_or(0, |file| file.len());
    println!("binary {} KB", binary / 1000);
}
