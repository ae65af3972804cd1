//! Runs the command line in a home of its own, without a terminal.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};
use tempfile::TempDir;

/// A temporary user home, deleted on drop.
pub struct Home {
    folder: TempDir,
}

/// The exit code and output of a call.
pub struct Answered {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Home {
    pub fn new() -> Self {
        Self { folder: tempfile::tempdir().expect("there is room for a folder") }
    }

    /// A path in the home.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file in the home.
    pub fn file(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, content).expect("the folder can be written");
        path
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("the file is there")
    }

    /// The program with these arguments, ready to start.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_wardiary"));
        command.args(arguments).env("WARDIARY_HOME", self.folder.path()).current_dir(self.folder.path());
        command.env("LC_ALL", "C.UTF-8").env("TZ", "UTC");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// A rulebook of the user's own.
    pub fn book(&self, name: &str, content: &str) {
        self.configured("rules", name, content);
    }

    /// A scenario of the user's own.
    pub fn scenario(&self, name: &str, content: &str) {
        self.configured("scenarios", name, content);
    }

    fn configured(&self, kind: &str, name: &str, content: &str) {
        let folder = self.path("config").join(kind);
        fs::create_dir_all(&folder).expect("the folder can be made");
        fs::write(folder.join(format!("{name}.ron")), content).expect("the folder can be written");
    }

    /// The exit code and output of `check` for a file with this content.
    pub fn checked(&self, name: &str, content: &str) -> (i32, String) {
        self.file(name, content);
        let answer = self.run(&["check", name]).harmless();
        (answer.code, answer.out)
    }

    pub fn run(&self, arguments: &[&str]) -> Answered {
        self.command(arguments).output().expect("the program starts").into()
    }

    /// Runs the program with this standard input.
    pub fn feed(&self, arguments: &[&str], input: &str) -> Answered {
        let mut child = self.command(arguments).stdin(Stdio::piped()).spawn().expect("the program starts");
        let mut stdin = child.stdin.take().expect("it is piped");
        // A program that has read enough closes its input.
        let _ = stdin.write_all(input.as_bytes());
        drop(stdin);
        child.wait_with_output().expect("the program ends").into()
    }

    /// A new save of the scenario Tannenberg, with a fixed seed, in `name.ron`.
    pub fn tannenberg(&self, name: &str) -> PathBuf {
        let path = self.path(&format!("{name}.ron"));
        self.run(&["new", "tannenberg", as_str(&path), "--seed", "1914"]).done();
        path
    }
}

impl From<Output> for Answered {
    fn from(output: Output) -> Self {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the program writes text");
        let code = output.status.code().expect("the program was not killed");
        Self { code, out: text(output.stdout), err: text(output.stderr) }
    }
}

impl Answered {
    /// Checks that the call succeeded.
    #[track_caller]
    pub fn done(self) -> Self {
        assert_eq!(self.code, 0, "out: {}\nerr: {}", self.out, self.err);
        self
    }

    /// Checks that the call failed with this exit code and these messages.
    #[track_caller]
    pub fn failed(self, code: i32, says: &[&str]) -> Self {
        assert_eq!(self.code, code, "out: {}\nerr: {}", self.out, self.err);
        for words in says {
            assert!(self.err.contains(words), "“{words}” is not said:\n{}", self.err);
        }
        self
    }

    /// Checks that the output contains no control characters.
    #[track_caller]
    pub fn harmless(self) -> Self {
        for text in [&self.out, &self.err] {
            assert!(text.chars().all(|c| c == '\n' || !c.is_control()), "{text:?}");
        }
        self
    }

    #[track_caller]
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap_or_else(|e| panic!("{e}: {}", self.out))
    }
}

pub fn as_str(path: &Path) -> &str {
    path.to_str().expect("test paths are text")
}
