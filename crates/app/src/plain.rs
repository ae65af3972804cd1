//! The program in line mode, for screen readers, simple terminals and pipes: the same model, commands and diary. It
//! reads a line, does what the key would do, and writes the result in sentences. It never redraws.

#![allow(clippy::disallowed_methods, reason = "the terminal's input and output")]

use crate::{
    desk::spoken::{Spoken, Top},
    effect::Effect,
    frame::prepare,
    model::{Front, Model, on_desk},
    perform::{self, perform},
    run::{OwnFiles, Start, start_with},
    signals, title,
};
use crossterm::event::KeyCode;
use ratatui::layout::Size;
use std::io::{self, BufRead, IsTerminal, Read as _, Write};
use wardiary_diary::{
    assets::Folders,
    diary::{EntryNo, watch::Watch},
    error::{UserError, shown},
};
use wardiary_view::Look;

/// Maximum length of an input line, in bytes.
const LONGEST: u64 = 65_536;

const BEGINS: &str = "Lines: an order, a command by name, the number of a line, or Enter for what is awaited; \
                      `?` lists what can be done, `show` tells all that is there, `back` goes back, `quit` leaves.";

/// Runs the program in line mode until the user quits or the input ends.
///
/// # Errors
/// Fails if lines can't be read or written.
pub fn run_in_lines(from: Start, folders: Folders, own: OwnFiles) -> Result<(), UserError> {
    let mut model = start_with(from, folders, own);
    model.size = Size::new(SIZE.0, SIZE.1);
    model.settings.flourish = false;
    let prompts = io::stdin().is_terminal() && io::stdout().is_terminal();
    let done = talk(&mut model, &mut io::stdin().lock(), &mut io::stdout().lock(), prompts);
    // Keeps unsaved entries and drawings, however the run ends.
    let drawn = if matches!(done, Ok(true)) { None } else { perform::keep_drawing(&model) };
    let kept = perform::keep_what_is_nowhere(&mut model);
    let said = match (kept, drawn) {
        (None, None) => "everything is saved".to_string(),
        (None, Some(drawn)) => format!("what was drawn is kept in {}", shown(&drawn)),
        (Some(Ok(kept)), _) => {
            format!("another program changed the file; what it lacks is kept in {}", shown(&kept))
        }
        (Some(Err(error)), _) => format!("what the file lacks is in no file: {error}"),
    };
    match done {
        // A broken pipe means that the reader has read enough.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(UserError::usage(format!("lines can't be read or written here: {error}")).hint(said))
        }
        _ => Ok(()),
    }
}

/// Reads lines and writes the result of each. Returns whether the user quit; false at the end of the input.
fn talk(model: &mut Model, input: &mut impl BufRead, out: &mut impl Write, prompts: bool) -> io::Result<bool> {
    prepare(model);
    writeln!(out, "{BEGINS}")?;
    let mut told = Told::of(model);
    tell(out, &told.first(model))?;
    loop {
        if prompts {
            write!(out, "> ")?;
        }
        out.flush()?;
        let Some(line) = next_line(input)? else { return Ok(false) };
        if model.shown_session().is_some_and(|session| session.viewed().is_watched()) {
            perform::catch_up(model, Watch::nobody());
        }
        let effects = take(model, line.trim(), out)?;
        if carried_out(model, effects) {
            return Ok(true);
        }
        prepare(model);
        tell(out, &told.since(model))?;
        if let Some(text) = model.clipboard.take() {
            // A terminal in line mode can mark its own text, so a copy is written out.
            tell(out, &text.lines().map(String::from).collect::<Vec<_>>())?;
        }
    }
}

/// `None` at the end of the input.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    let read = input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes)?;
    Ok((read > 0).then(|| String::from_utf8_lossy(&bytes).into_owned()))
}

fn take(model: &mut Model, line: &str, out: &mut impl Write) -> io::Result<Vec<Effect>> {
    let keymap = model.keymap.clone();
    match line {
        "" => return Ok(on_desk!(&mut model.front, desk => desk.enter(&keymap))),
        "?" => {
            let offers = on_desk!(&mut model.front, desk => desk.offers(&keymap));
            tell(out, &offers)?;
            return Ok(Vec::new());
        }
        "show" => {
            tell(out, &spoken(model).lines)?;
            return Ok(Vec::new());
        }
        "back" => return Ok(on_desk!(&mut model.front, desk => desk.key(KeyCode::Esc.into(), &keymap))),
        _ => {}
    }
    if let Some(words) = line.strip_prefix('?') {
        // Searches the command palette.
        perform(model, Effect::Help, Watch::nobody());
        return Ok(on_desk!(&mut model.front, desk => desk.line(words.trim(), &keymap)));
    }
    let number = line.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    if let Some(effects) = number.and_then(|at| on_desk!(&mut model.front, desk => desk.number(at))) {
        return Ok(effects);
    }
    Ok(on_desk!(&mut model.front, desk => desk.line(line, &keymap)))
}

/// Carries out effects. Returns whether the user quit.
fn carried_out(model: &mut Model, effects: Vec<Effect>) -> bool {
    for effect in effects {
        match effect {
            // A drawing that could not be saved is still open.
            Effect::QuitOnceLeft if model.easel().is_some() => {}
            Effect::Quit | Effect::QuitOnceLeft if perform::may_leave(model) => return true,
            Effect::Quit | Effect::QuitOnceLeft => {}
            Effect::Suspend => drop(signals::stop()),
            effect => perform(model, effect, Watch::nobody()),
        }
    }
    false
}

/// Size of the hidden frame, so narrow that panes are stacked.
pub(super) const SIZE: (u16, u16) = (74, 60);

/// What was written after the previous line, for comparison.
pub(super) struct Told {
    top: Top,
    lines: Vec<String>,
    chosen: Option<String>,
    /// The next entry number, and the current entry.
    entries: (EntryNo, EntryNo),
    seen_by: Option<String>,
}

pub(super) fn spoken(model: &mut Model) -> Spoken {
    let (theme, glyphs) = (model.theme.clone(), model.glyphs());
    let look = Look::new(&theme, &glyphs);
    on_desk!(&mut model.front, desk => desk.spoken(look, SIZE))
}

/// Writes lines without control characters, so that they can't steer the terminal.
pub(super) fn tell(out: &mut impl Write, lines: &[String]) -> io::Result<()> {
    for line in lines {
        let plain: String = line.chars().filter(|c| !c.is_control()).collect();
        writeln!(out, "{plain}")?;
    }
    Ok(())
}

fn entries(model: &Model) -> (EntryNo, EntryNo) {
    model.session().map_or((0, 0), |session| (session.diary().next_no(), session.entry()))
}

impl Told {
    pub(super) fn of(model: &mut Model) -> Self {
        let Spoken { lines, chosen } = spoken(model);
        let seen_by = seen_by(model);
        Self { top: on_desk!(&mut model.front, desk => desk.top()), lines, chosen, entries: entries(model), seen_by }
    }

    pub(super) fn first(&self, model: &mut Model) -> Vec<String> {
        let mut told: Vec<String> = said(model).into_iter().collect();
        told.extend(self.seen_by.iter().map(|side| format!("This is as seen by {side}.")));
        told.extend(self.lines.iter().cloned());
        told.extend(awaited(model).filter(|_| self.top.is_screen()));
        told
    }

    pub(super) fn since(&mut self, model: &mut Model) -> Vec<String> {
        let before = std::mem::replace(self, Self::of(model));
        if before.seen_by != self.seen_by {
            // Another view has other entries: everything is written.
            return self.first(model);
        }
        let mut told = written(model, before.entries.0);
        let is_written = !told.is_empty();
        // The result of an entry is part of its text.
        told.extend(said(model).filter(|_| !is_written));
        let is_moved = before.entries != self.entries;
        if before.top != self.top {
            let is_back = self.top.is_table() && before.top.is_of_session();
            if !is_back {
                told.extend(self.lines.iter().cloned());
            }
        } else if !self.top.is_screen() {
            told.extend(self.lines.iter().filter(|_| before.lines != self.lines).cloned());
        } else if self.top.is_table() {
            told.extend(self.chosen.clone().filter(|_| !is_moved && before.chosen != self.chosen));
        } else {
            told.extend(self.lines.iter().filter(|line| !before.lines.contains(line)).cloned());
        }
        told.extend(awaited(model).filter(|_| self.top.is_screen() && (is_moved || before.top != self.top)));
        told
    }
}

fn said(model: &mut Model) -> Option<String> {
    let notice = match &mut model.front {
        Front::Start(desk, _) => desk.context.notice.take(),
        Front::Session(desk) => desk.context.take_notice(),
        Front::Drawing(desk, _) => desk.context.notice.take(),
    };
    notice.map(|notice| notice.text).filter(|text| !text.is_empty())
}

/// The entries from number `from` on: the order, the dice and the result of each.
fn written(model: &mut Model, from: EntryNo) -> Vec<String> {
    let Some(session) = model.shown_session().filter(|_| from > 0) else { return Vec::new() };
    (from..session.diary().next_no()).flat_map(|no| session.entry_in_lines(no)).collect()
}

fn awaited(model: &mut Model) -> Option<String> {
    let session = model.shown_session()?;
    if session.is_reviewing() {
        return Some(format!("This is entry {}, in the past.", session.entry()));
    }
    title::awaited(session).map(|awaited| format!("Awaited: {}.", awaited.text))
}

fn seen_by(model: &mut Model) -> Option<String> {
    model.shown_session()?.viewed().side_name().map(String::from)
}
