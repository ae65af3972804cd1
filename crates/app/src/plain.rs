//! The program in lines: the same model, commands and diary, for who reads with a screen reader, for a terminal that can't
//! do more, and for a pipe. A line is read, what it does is done as a key would do it, and what came of it is written in
//! sentences. Nothing is drawn over.

mod telling;

use super::{
    desk::Desk,
    effect::Effect,
    frame::prepare,
    model::Model,
    perform::{self, perform},
    run::{OwnFiles, Start, start_with},
    signals,
};
use ratatui::layout::Size;
use std::io::{self, BufRead, IsTerminal, Read as _, Write};
use telling::{SIZE, Told, on_desk, tell};
use wardiary_diary::{
    assets::Folders,
    diary::watch::Watch,
    error::{UserError, shown},
};

/// A line that is longer is none that was typed.
const LONGEST: u64 = 65_536;

/// What is said at the start.
const BEGINS: &str = "Lines: an order, a command by name, the number of a line, or Enter for what is awaited; \
                      `?` lists what can be done, `show` tells all that is there, `back` goes back, `quit` leaves.";

/// Runs the program in lines until its user leaves, or there are no more lines.
///
/// # Errors
/// Where lines can't be read, or what is told not be written.
pub fn run_in_lines(from: Start, folders: Folders, own: OwnFiles) -> Result<(), UserError> {
    let mut model = start_with(from, folders, own);
    model.size = Size::new(SIZE.0, SIZE.1);
    model.settings.flourish = false;
    let prompts = io::stdin().is_terminal() && io::stdout().is_terminal();
    let done = talk(&mut model, &mut io::stdin().lock(), &mut io::stdout().lock(), prompts);
    // However it ends: what is in memory alone is kept.
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
        // Who does not want to read on has read enough.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(UserError::usage(format!("lines can't be read or written here: {error}")).hint(said))
        }
        _ => Ok(()),
    }
}

/// Reads lines and tells what came of each; whether the user left, and not the lines came to their end.
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
        if model.shown_session().is_some_and(|session| session.save.is_watched() && session.follows) {
            perform::catch_up(model, Watch::nobody());
        }
        let effects = take(model, line.trim(), out)?;
        if carried_out(model, effects) {
            return Ok(true);
        }
        prepare(model);
        tell(out, &told.since(model))?;
        if let Some(text) = model.clipboard.take() {
            // In lines a copy is what can be marked.
            tell(out, &text.lines().map(String::from).collect::<Vec<_>>())?;
        }
    }
}

/// The next line; none at the end.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    let read = input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes)?;
    Ok((read > 0).then(|| String::from_utf8_lossy(&bytes).into_owned()))
}

/// What a line does.
fn take(model: &mut Model, line: &str, out: &mut impl Write) -> io::Result<Vec<Effect>> {
    let keymap = model.keymap.clone();
    match line {
        "" => return Ok(on_desk!(model, desk => desk.enter(&keymap))),
        "?" => {
            let offers = on_desk!(model, desk => desk.offers(&keymap));
            tell(out, &offers)?;
            return Ok(Vec::new());
        }
        "show" => {
            tell(out, &telling::spoken(model).lines)?;
            return Ok(Vec::new());
        }
        "back" => return Ok(on_desk!(model, desk => back(desk, &keymap))),
        _ => {}
    }
    if let Some(words) = line.strip_prefix('?') {
        // What is looked for in the palette.
        perform(model, Effect::Help, Watch::nobody());
        return Ok(on_desk!(model, desk => desk.line(words.trim(), &keymap)));
    }
    let number = line.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    if let Some(effects) = number.and_then(|at| on_desk!(model, desk => desk.number(at))) {
        return Ok(effects);
    }
    Ok(on_desk!(model, desk => desk.line(line, &keymap)))
}

/// One step back, as Esc takes it.
fn back<C: super::component::Context>(desk: &mut Desk<C>, keymap: &super::keymap::Keymap) -> Vec<Effect> {
    desk.key(crossterm::event::KeyCode::Esc.into(), keymap)
}

/// Carries effects out; whether the user leaves.
fn carried_out(model: &mut Model, effects: Vec<Effect>) -> bool {
    for effect in effects {
        match effect {
            // What could not be saved is still there.
            Effect::QuitOnceLeft if model.easel().is_some() => {}
            Effect::Quit | Effect::QuitOnceLeft if perform::may_leave(model) => return true,
            Effect::Quit | Effect::QuitOnceLeft => {}
            Effect::Suspend => drop(signals::stop()),
            effect => perform(model, effect, Watch::nobody()),
        }
    }
    false
}
