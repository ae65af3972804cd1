//! The time from the start of the process to the first frame of the sample, in a pseudo-terminal: the median of many
//! starts.

use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use std::{
    io::Read,
    time::{Duration, Instant},
};

fn first_frame(save: &std::path::Path, home: &std::path::Path) -> Duration {
    let size = PtySize { rows: 40, cols: 120, pixel_width: 0, pixel_height: 0 };
    let pair = native_pty_system().openpty(size).expect("a pseudo-terminal");
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_wardiary"));
    command.arg("open");
    command.arg(save);
    command.env("WARDIARY_HOME", home);
    command.env("TERM", "xterm-256color");
    let mut reader = pair.master.try_clone_reader().expect("a way out");
    let began = Instant::now();
    let mut child = pair.slave.spawn_command(command).expect("the program starts");
    let mut seen = Vec::new();
    let mut bytes = vec![0; 65_536];
    // The footer is the last part of a frame, and its last word is that of the help command.
    while !String::from_utf8_lossy(&seen).contains("help") {
        let n = reader.read(&mut bytes).expect("it writes");
        seen.extend_from_slice(&bytes[..n]);
    }
    let took = began.elapsed();
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    took
}

pub fn run() {
    if !super::is_wanted("process start to first frame") {
        return;
    }
    let home = tempfile::tempdir().expect("a folder");
    let save = home.path().join("sample.ron");
    std::fs::write(&save, wardiary_diary::assets::SAMPLE.1).expect("a file");
    let mut times: Vec<Duration> = (0..41).map(|_| first_frame(&save, home.path())).collect();
    times.sort();
    println!("process start to first frame: median {:?}, least {:?}, most {:?}", times[20], times[0], times[40]);
}
