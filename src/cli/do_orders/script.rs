//! The orders of a call, in sequence: its arguments, or the lines of a script on standard input, which are read as they
//! arrive.

use std::{
    io::{self, BufRead, BufReader, Read, Stdin},
    iter::Enumerate,
    sync::mpsc::{Receiver, sync_channel},
    thread, vec,
};
use wardiary_app::settings::Settings;
use wardiary_base::text;
use wardiary_diary::error::{ErrorKind, UserError};
use wardiary_rules::{
    notation::{is_command, orders_by_force, refusal::RefusalText},
    state::State,
};

/// An order as written, and its source such as `line 3`.
pub(super) struct ScriptLine {
    pub source: String,
    pub text: String,
}

impl ScriptLine {
    /// The line, or one for each force that it names where the order takes one.
    pub fn by_force(self, state: &State) -> Result<Vec<Self>, UserError> {
        match orders_by_force(&self.text, state) {
            None => Ok(vec![self]),
            Some(Ok(orders)) => Ok(orders.into_iter().map(|text| Self { source: self.source.clone(), text }).collect()),
            Some(Err(RefusalText { reason, hint })) => {
                Err(UserError { hint, ..UserError::refused(reason) }.prefixed(&self.source))
            }
        }
    }
}

/// The limits of one call.
#[derive(Clone, Copy)]
pub(super) struct ScriptLimits {
    line_bytes: usize,
    lines: usize,
}

impl ScriptLimits {
    pub const NONE: Self = Self { line_bytes: usize::MAX, lines: usize::MAX };

    pub fn of_player(settings: &Settings) -> Self {
        Self { line_bytes: settings.player_line_bytes, lines: settings.player_lines }
    }
}

/// The maximum number of lines that are read ahead.
const MAX_LINES_AHEAD: usize = 1_000;

pub(super) struct Script {
    arguments: Enumerate<vec::IntoIter<String>>,
    input: BufReader<Stdin>,
    /// The number of the last line, while standard input is being read.
    line: Option<usize>,
    /// The number of orders and lines read, blank lines and comments among them.
    read: usize,
    limits: ScriptLimits,
}

impl Script {
    pub fn new(arguments: Vec<String>, limits: ScriptLimits) -> Self {
        let arguments = arguments.into_iter().enumerate();
        Self { arguments, input: BufReader::new(io::stdin()), line: None, read: 0, limits }
    }

    /// Reads on a thread of its own, so that it is known whether a line must be waited for.
    pub fn read_ahead(mut self) -> Receiver<Result<ScriptLine, UserError>> {
        let arguments = self.arguments.len();
        let (send, lines) = sync_channel(MAX_LINES_AHEAD.max(arguments));
        if self.arguments.clone().any(|(_, argument)| argument == "-") {
            thread::spawn(move || self.try_for_each(|line| send.send(line)));
        } else {
            // There is room for all of them.
            let _ = self.try_for_each(|line| send.send(line));
        }
        lines
    }

    /// The next line of standard input, `None` at its end.
    fn read_line(&mut self, source: &str) -> Result<Option<String>, UserError> {
        let most = self.limits.line_bytes;
        let mut bytes = Vec::new();
        // With the characters that end it.
        let room = u64::try_from(most.saturating_add(2)).unwrap_or(u64::MAX);
        let read = self.input.by_ref().take(room).read_until(b'\n', &mut bytes);
        let unreadable = |what: String| UserError {
            kind: ErrorKind::File,
            ..UserError::usage(format!("standard input can't be read: {what}"))
        };
        if read.map_err(|e| unreadable(e.to_string()))? == 0 {
            return Ok(None);
        }
        let line = bytes.strip_suffix(b"\n").unwrap_or(&bytes);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        self.check_length(source, line.len())?;
        let line = str::from_utf8(line).map_err(|_| unreadable(format!("{source} is not UTF-8 text")))?;
        Ok(Some(line.trim_start_matches('\u{feff}').trim().into()))
    }

    fn check_length(&self, source: &str, length: usize) -> Result<(), UserError> {
        let most = self.limits.line_bytes;
        if length <= most {
            return Ok(());
        }
        let failure =
            UserError::refused(format!("{source} is too long: the maximum is {}", text::count(most, "byte", "bytes")));
        Err(failure.hint("send several shorter orders"))
    }

    fn count_line(&mut self, source: &str) -> Result<(), UserError> {
        self.read += 1;
        if self.read <= self.limits.lines {
            return Ok(());
        }
        let most = text::count(self.limits.lines, "line", "lines");
        let failure = UserError::refused(format!("{source} is too many: one call takes at most {most}"));
        Err(failure.hint("send the rest in another call; the orders before it were carried out"))
    }

    fn next_order(&mut self) -> Result<Option<ScriptLine>, UserError> {
        loop {
            let (source, text) = if let Some(line) = &mut self.line {
                *line += 1;
                let source = format!("line {line}");
                let Some(text) = self.read_line(&source)? else {
                    self.line = None;
                    continue;
                };
                (source, text)
            } else {
                let Some((at, argument)) = self.arguments.next() else { return Ok(None) };
                if argument == "-" {
                    self.line = Some(0);
                    continue;
                }
                let source = format!("order {}", at + 1);
                self.check_length(&source, argument.len())?;
                (source, argument)
            };
            self.count_line(&source)?;
            if self.line.is_none() || is_command(&text) {
                return Ok(Some(ScriptLine { source, text }));
            }
        }
    }
}

impl Iterator for Script {
    type Item = Result<ScriptLine, UserError>;

    /// The next order; none after an error.
    fn next(&mut self) -> Option<Self::Item> {
        self.next_order().transpose()
    }
}
