//! The program in line mode, for screen readers, simple terminals and pipes: the same model, commands and diary. It
//! reads a line, does what the key would do, and writes the result in sentences. It never redraws.

#![allow(clippy::disallowed_methods, reason = "the terminal's input and output")]

mod telling;

use super::{
    effect::Effect,
    frame::prepare,
    model::{Model, on_desk},
    perform::{self, perform},
    run::{OwnFiles, Start, start_with},
    signals,
};
use crossterm::event::KeyCode;
use ratatui::layout::Size;
use std::io::{self, BufRead, IsTerminal, Read as _, Write};
use telling::{SIZE, Told, tell};
use wardiary_diary::{
    assets::Folders,
    diary::watch::Watch,
    error::{UserError, shown},
};

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
        if model.shown_session().is_some_and(|session| session.save.is_watched()) {
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
            tell(out, &telling::spoken(model).lines)?;
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
