//! The result of a command and its output: results go to standard output, everything else to standard error. Control
//! characters from files or the keyboard never reach the terminal.

use super::viewer::NOT_FOR_A_SIDE;
use clap::error::{ContextKind, ContextValue};
use serde::Serialize;
use serde_json::{Value, json};
use std::{
    borrow::Cow,
    fmt,
    io::{self, IsTerminal as _, Write},
    process::ExitCode,
    sync::mpsc,
    thread,
    time::Duration,
};
use unicode_width::UnicodeWidthStr;
use wardiary_app::is_utf8;
use wardiary_base::text;
use wardiary_diary::{
    diary::file::Save,
    error::{ErrorKind, UserError, display_path, notice_text},
    projection::SaveView,
};
use wardiary_view::glyphs::{ascii, ascii_signs};

#[derive(Debug, Default)]
pub(super) struct CommandOutput {
    /// The text for people; may be empty.
    pub text: String,
    /// Whether the text is a document, whose signs stay as they are.
    pub is_document: bool,
    /// The JSON for programs; null if there is only the text.
    pub json: Value,
    /// JSON for programs that may be too large to hold in memory.
    pub stream: Option<JsonStream>,
    /// Whether the result was printed, if it was printed as it was made.
    pub printed: Option<io::Result<()>>,
    /// Notes for standard error, a sentence each.
    pub notes: Vec<String>,
    /// The error that stopped a partly completed command.
    pub failure: Option<UserError>,
}

impl CommandOutput {
    /// An answer in both forms.
    pub fn new(text: String, json: Value) -> Self {
        Self { text, json, ..Self::default() }
    }

    /// An answer whose JSON is streamed. Without a text, the JSON is printed for people too.
    pub fn streamed(text: String, json: impl Serialize + 'static) -> Self {
        Self { text, stream: Some(JsonStream(Box::new(move || print_json(&json)))), ..Self::default() }
    }

    /// An answer whose JSON is printed now, because the caller keeps its parts.
    pub fn printed(json: &impl Serialize) -> Self {
        Self { printed: Some(print_json(json)), ..Self::default() }
    }

    /// A text that is printed unchanged, even with `--json`.
    pub(crate) fn verbatim(text: String) -> Self {
        Self { text, is_document: true, ..Self::default() }
    }

    /// The text of a save or another document, unchanged but on a terminal, which gets no control characters.
    pub(crate) fn document(text: String) -> Self {
        Self::verbatim(if io::stdout().is_terminal() { text::sanitize_lines(&text) } else { text })
    }

    /// Adds the notes of a save opened through a side's view.
    pub(crate) fn with_view_notices(self, seen: &SaveView) -> Self {
        if seen.side().is_some() { self } else { self.with_notices(seen.save()) }
    }

    /// Adds the notes from opening the save, such as repairs.
    pub(crate) fn with_notices(mut self, save: &Save) -> Self {
        let path = display_path(save.path());
        self.notes.extend(save.notices().iter().map(|note| format!("{path}: {}", notice_text(note))));
        self
    }
}

/// Prints JSON while it is serialized.
pub(super) struct JsonStream(Box<dyn Fn() -> io::Result<()>>);

impl fmt::Debug for JsonStream {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("JsonStream")
    }
}

/// Prints JSON with a newline, and flushes.
fn print_json(json: &impl Serialize) -> io::Result<()> {
    let mut out = escaping_stdout();
    serde_json::to_writer_pretty(&mut out, json)?;
    out.write_all(b"\n")?;
    out.flush()
}

/// A JSON list that is printed as it is made, since the values of a long diary would fill the memory.
pub(super) struct PrintedList {
    out: EscapingWriter<io::BufWriter<io::StdoutLock<'static>>>,
    is_empty: bool,
    printed: io::Result<()>,
}

impl PrintedList {
    pub(super) fn begin() -> Self {
        Self { out: escaping_stdout(), is_empty: true, printed: Ok(()) }
    }

    /// Prints a value. If an earlier one could not be printed, does nothing.
    pub(super) fn push(&mut self, value: &Value) {
        let begins = if std::mem::take(&mut self.is_empty) { "[\n  " } else { ",\n  " };
        if self.printed.is_ok() {
            let value = serde_json::to_string_pretty(value).expect("a value of JSON can be written");
            self.printed = write!(self.out, "{begins}{}", value.replace('\n', "\n  "));
        }
    }

    pub(super) fn finish(mut self) -> CommandOutput {
        let ends = if self.is_empty { "[]\n" } else { "\n]\n" };
        let printed = self.printed.and_then(|()| self.out.write_all(ends.as_bytes())).and_then(|()| self.out.flush());
        CommandOutput { printed: Some(printed), ..CommandOutput::default() }
    }
}

fn escaping_stdout() -> EscapingWriter<io::BufWriter<io::StdoutLock<'static>>> {
    EscapingWriter { out: io::BufWriter::new(io::stdout().lock()), incomplete: Vec::new() }
}

/// A writer that escapes every character that could control a terminal.
pub struct EscapingWriter<W> {
    pub out: W,
    /// The bytes of an incomplete character.
    pub incomplete: Vec<u8>,
}

impl<W: Write> Write for EscapingWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.incomplete.extend_from_slice(bytes);
        let whole = match str::from_utf8(&self.incomplete) {
            Ok(text) => text.len(),
            Err(error) => error.valid_up_to(),
        };
        let rest = self.incomplete.split_off(whole);
        let text = String::from_utf8(std::mem::replace(&mut self.incomplete, rest)).map_err(io::Error::other)?;
        self.out.write_all(text::escape_json(&text).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

pub(super) fn print_result(answer: Result<CommandOutput, UserError>, as_json: bool) -> ExitCode {
    let answer = answer.unwrap_or_else(|failure| CommandOutput { failure: Some(failure), ..CommandOutput::default() });
    for note in &answer.notes {
        print_error_as(as_json, &json!({ "note": note }), &format!("note: {note}"));
    }
    let printed = match (answer.printed, answer.stream) {
        (Some(printed), _) => printed,
        (None, Some(stream)) if as_json || answer.text.is_empty() => (stream.0)(),
        _ if as_json && !answer.json.is_null() => write_out(&escaped(&answer.json)),
        _ if answer.is_document => write_out(&answer.text),
        _ => print(&answer.text),
    };
    if let Some(failure) = &answer.failure {
        print_error_as(as_json, &failure_json(failure), &format!("error: {failure}"));
    }
    match (answer.failure, printed) {
        (Some(failure), _) => exit_code(failure.kind),
        // A closed pipe means that the reader has read enough.
        (None, Err(error)) if error.kind() != io::ErrorKind::BrokenPipe => {
            print_error(&format!("error: standard output can't be written: {error}"));
            exit_code(ErrorKind::File)
        }
        _ => ExitCode::SUCCESS,
    }
}

fn failure_json(failure: &UserError) -> Value {
    let kind = match failure.kind {
        ErrorKind::Refused => "refused",
        ErrorKind::Usage => "usage",
        ErrorKind::File => "file",
        ErrorKind::Undecided => "undecided",
    };
    json!({ "error": { "kind": kind, "what": failure.what, "hint": failure.hint, "code": failure.kind as u8 } })
}

pub(super) fn print_usage(error: &clap::Error, as_json: bool) -> ExitCode {
    if error.use_stderr() {
        // The error quotes the arguments, so it is sanitized like any other text.
        let text = error.render().to_string();
        let text = text.trim_end();
        let text =
            &if is_unsupported_for(error) { format!("{text}\n  hint: {NOT_FOR_A_SIDE}") } else { text.to_string() };
        let failure = UserError::usage(text.strip_prefix("error: ").unwrap_or(text));
        print_error_as(as_json, &failure_json(&failure), text);
        return exit_code(ErrorKind::Usage);
    }
    // The help and the version quote no arguments.
    let text = error.render().to_string();
    let printed = if printable(&text) == text { error.print() } else { print(&text) };
    match printed {
        Err(e) if e.kind() != io::ErrorKind::BrokenPipe => exit_code(ErrorKind::File),
        _ => ExitCode::SUCCESS,
    }
}

/// Whether `--for` was given to a command that does not have it.
fn is_unsupported_for(error: &clap::Error) -> bool {
    let flag = |named: &ContextValue| matches!(named, ContextValue::String(flag) if flag == "--for");
    error.kind() == clap::error::ErrorKind::UnknownArgument && error.get(ContextKind::InvalidArg).is_some_and(flag)
}

fn exit_code(kind: ErrorKind) -> ExitCode {
    ExitCode::from(kind as u8)
}

/// A text for people as it is printed: in ASCII where the locale is not UTF-8; with ASCII for its signs in plain lines,
/// where names keep their letters. A call that does not parse may still have asked for plain lines.
fn printable(text: &str) -> Cow<'_, str> {
    if !is_utf8() {
        ascii(text).into()
    } else if std::env::args_os().any(|word| word == "--plain") {
        ascii_signs(text).into()
    } else {
        text.into()
    }
}

pub(super) fn print(result: &str) -> io::Result<()> {
    write_out(&printable(result))
}

/// Writes a result to standard output and flushes.
fn write_out(result: &str) -> io::Result<()> {
    if result.is_empty() {
        return Ok(());
    }
    let mut out = io::stdout().lock();
    out.write_all(result.as_bytes())?;
    if !result.ends_with('\n') {
        out.write_all(b"\n")?;
    }
    out.flush()
}

/// Prints results on its own thread, so that a reader that stalls blocks nothing else.
pub(super) struct Printer {
    texts: mpsc::Sender<String>,
    thread: thread::JoinHandle<io::Result<()>>,
}

impl Printer {
    pub fn start() -> Self {
        let (texts, printed) = mpsc::channel::<String>();
        Self { texts, thread: thread::spawn(move || printed.iter().try_for_each(|text| print(&text))) }
    }

    /// Prints a text after those before it. If an earlier one could not be printed, does nothing.
    pub fn print(&self, text: String) {
        let _ = self.texts.send(text);
    }

    /// Waits until everything is printed.
    pub fn finish(self) -> io::Result<()> {
        drop(self.texts);
        self.thread.join().unwrap_or(Ok(()))
    }
}

/// Exits the process after at most this time, even if nobody reads its output.
pub(super) fn exit_within(limit: Duration) {
    thread::spawn(move || {
        thread::sleep(limit);
        std::process::exit(ErrorKind::File as i32)
    });
}

/// Prints an error or a note for people.
fn print_error(what: &str) {
    write_error(&printable(what));
}

/// Prints an error or a note, as JSON or for people.
fn print_error_as(as_json: bool, json: &Value, text: &str) {
    if as_json {
        write_error(&escaped(json));
    } else {
        print_error(text);
    }
}

fn write_error(what: &str) {
    // If standard error can't be written, there is nothing more to do.
    let _ = writeln!(io::stderr().lock(), "{}", text::sanitize_lines(what));
}

/// JSON in which every character that could control a terminal is escaped, without loss.
pub fn escaped(value: &impl Serialize) -> String {
    text::escape_json(&serde_json::to_string_pretty(value).expect("a value of JSON can be written"))
}

/// Formats each row as a line: every cell except the last is padded to the width of its column, with two spaces
/// between.
pub fn columns(rows: &[Vec<String>]) -> Vec<String> {
    let most = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..most)
        .map(|at| rows.iter().filter_map(|row| row.get(at)).map(|cell| cell.width()).max().unwrap_or(0))
        .collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell}{}", " ".repeat(width - cell.width())));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_string()
    };
    rows.iter().map(line).collect()
}
