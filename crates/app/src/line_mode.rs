//! The program in line mode, for screen readers, simple terminals and pipes: the same model, commands and diary. It
//! reads a line, does what the key would do, and writes the result in sentences. It never redraws.

#![allow(clippy::disallowed_methods, reason = "reads standard input and writes standard output")]

use crate::{
    effect::Effect,
    effects::{self, apply_effect},
    frame::prepare,
    model::{Model, VisibleStack, with_visible_stack},
    run::{Start, UserFiles, start_with},
    screen_stack::line_mode::{ScreenText, TopComponent},
    signals, window_title,
};
use crossterm::event::KeyCode;
use ratatui::layout::Size;
use std::{
    io::{self, BufRead, IsTerminal, Read as _, Write},
    sync::mpsc::sync_channel,
    thread,
    time::Duration,
};
use wardiary_base::text;
use wardiary_diary::{
    assets::Folders,
    diary::{EntryNo, watch::Watch},
    error::UserError,
};
use wardiary_view::{
    Look,
    glyphs::{self, GlyphSet},
};

/// Maximum length of an input line, in bytes.
const MAX_LINE_BYTES: u64 = 65_536;

/// How soon a line follows another if both were pasted. Nobody types a line in this time.
const PASTE_GAP: Duration = Duration::from_millis(30);

const GREETING: &str = "Type an order, the name of a command or the number of a line, or press Enter for the next step; \
                      `?` lists the commands, `show` prints the whole screen, `back` goes back, `quit` quits.";

pub fn run_line_mode(from: Start, folders: Folders, own: UserFiles) -> Result<(), UserError> {
    let mut model = start_with(from, folders, own);
    model.size = Size::new(FRAME_SIZE.0, FRAME_SIZE.1);
    model.theme_environment.glyphs = Some(GlyphSet::Ascii);
    model.settings.flourish = false;
    let prompts = io::stdin().is_terminal() && io::stdout().is_terminal();
    let done = if io::stdin().is_terminal() {
        line_loop(&mut model, typed_lines(), &mut io::stdout().lock(), prompts)
    } else {
        let script = || Ok(next_line(&mut io::stdin().lock())?.map(|line| (line, 0)));
        line_loop(&mut model, script, &mut io::stdout().lock(), prompts)
    };
    // Keeps unsaved entries and drawings, however the run ends.
    let drawn = if matches!(done, Ok(true)) { None } else { effects::save_unsaved_drawing(&model) };
    let rescue_copy = effects::save_unsaved_entries(&mut model);
    let hint = effects::saved_text(rescue_copy.as_ref(), drawn.as_deref());
    match done {
        // A broken pipe means that the reader has read enough.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(UserError::usage(format!("lines can't be read or written here: {error}")).hint(hint))
        }
        _ => Ok(()),
    }
}

/// Handles lines and writes the result of each. `next` returns a line, and how many more came with it that are ignored;
/// `None` at the end of the input. Returns whether the user quit; false at the end of the input.
fn line_loop(
    model: &mut Model,
    mut next: impl FnMut() -> io::Result<Option<(String, usize)>>,
    out: &mut impl Write,
    prompts: bool,
) -> io::Result<bool> {
    prepare(model);
    writeln!(out, "{GREETING}")?;
    let mut output = LastOutput::of(model);
    write_lines(out, &output.initial_lines(model))?;
    loop {
        if prompts {
            write!(out, "> ")?;
        }
        out.flush()?;
        let Some((line, pasted)) = next()? else { return Ok(false) };
        if pasted > 0 {
            let more = text::count(pasted, "more line was pasted and is", "more lines were pasted and are");
            writeln!(out, "{more} ignored. `wardiary do SAVE -` reads a script.")?;
        }
        if model.shown_session().is_some_and(|session| session.viewed().is_following()) {
            effects::catch_up(model, Watch::none());
        }
        let effects = handle_line(model, line.trim(), out)?;
        if apply_until_quit(model, effects) {
            return Ok(true);
        }
        prepare(model);
        write_lines(out, &output.changed_lines(model))?;
        if let Some(text) = model.clipboard.take() {
            // A terminal in line mode can mark its own text, so a copy is written out.
            write_lines(out, &text.lines().map(String::from).collect::<Vec<_>>())?;
        }
    }
}

/// Lines from a terminal, each with the number pasted with it, which would be orders that nobody looked at.
fn typed_lines() -> impl FnMut() -> io::Result<Option<(String, usize)>> {
    let (sender, lines) = sync_channel(0);
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        loop {
            let line = next_line(&mut input);
            let is_last = !matches!(line, Ok(Some(_)));
            if sender.send(line).is_err() || is_last {
                return;
            }
        }
    });
    move || {
        let Some(line) = lines.recv().unwrap_or(Ok(None))? else { return Ok(None) };
        let mut pasted = 0;
        while let Ok(Ok(Some(more))) = lines.recv_timeout(PASTE_GAP) {
            pasted += usize::from(!more.trim().is_empty());
        }
        Ok(Some((line, pasted)))
    }
}

/// `None` at the end of the input.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    let read = input.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut bytes)?;
    Ok((read > 0).then(|| String::from_utf8_lossy(&bytes).into_owned()))
}

fn handle_line(model: &mut Model, line: &str, out: &mut impl Write) -> io::Result<Vec<Effect>> {
    let keymap = model.keymap.clone();
    match line {
        "" => return Ok(with_visible_stack!(&mut model.visible_stack, screens => screens.press_enter(&keymap))),
        "?" => {
            let offers = with_visible_stack!(&mut model.visible_stack, screens => screens.available_commands(&keymap));
            write_lines(out, &offers)?;
            return Ok(Vec::new());
        }
        "show" => {
            write_lines(out, &screen_text(model).lines)?;
            return Ok(Vec::new());
        }
        "back" => {
            return Ok(
                with_visible_stack!(&mut model.visible_stack, screens => screens.key(KeyCode::Esc.into(), &keymap)),
            );
        }
        _ => {}
    }
    if let Some(words) = line.strip_prefix('?') {
        // Searches the command palette.
        apply_effect(model, Effect::Help, Watch::none());
        return Ok(
            with_visible_stack!(&mut model.visible_stack, screens => screens.handle_line(words.trim(), &keymap)),
        );
    }
    let number = line.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    if let Some(effects) =
        number.and_then(|at| with_visible_stack!(&mut model.visible_stack, screens => screens.select_numbered(at)))
    {
        return Ok(effects);
    }
    Ok(with_visible_stack!(&mut model.visible_stack, screens => screens.handle_line(line, &keymap)))
}

/// Carries out effects. Returns whether the user quit.
fn apply_until_quit(model: &mut Model, effects: Vec<Effect>) -> bool {
    for effect in effects {
        match effect {
            // A drawing that could not be saved is still open.
            Effect::QuitIfDrawingLeft if model.drawing_context().is_some() => {}
            Effect::Quit | Effect::QuitIfDrawingLeft if effects::confirm_leave(model) => return true,
            Effect::Quit | Effect::QuitIfDrawingLeft => {}
            Effect::Suspend => drop(signals::suspend()),
            effect => apply_effect(model, effect, Watch::none()),
        }
    }
    false
}

/// Size of the hidden frame, so narrow that panes are stacked.
pub(super) const FRAME_SIZE: (u16, u16) = (74, 60);

/// The last lines that line mode printed, to which it compares the next ones.
pub(super) struct LastOutput {
    top: TopComponent,
    lines: Vec<String>,
    selected_line: Option<String>,
    /// The next entry number, and the current entry.
    entries: (EntryNo, EntryNo),
    viewing_side: Option<String>,
}

pub(super) fn screen_text(model: &mut Model) -> ScreenText {
    let (theme, glyphs) = (model.theme.clone(), model.glyphs());
    let look = Look::new(&theme, &glyphs);
    with_visible_stack!(&mut model.visible_stack, screens => screens.screen_text(look, FRAME_SIZE))
}

/// Writes lines sanitized, so that they can't steer the terminal.
pub(super) fn write_lines(out: &mut impl Write, lines: &[String]) -> io::Result<()> {
    lines.iter().try_for_each(|line| writeln!(out, "{}", glyphs::ascii_signs(&text::sanitize(line))))
}

impl LastOutput {
    pub(super) fn of(model: &mut Model) -> Self {
        let ScreenText { lines, selected_line: chosen } = screen_text(model);
        let seen_by = viewing_side(model);
        Self {
            top: with_visible_stack!(&mut model.visible_stack, screens => screens.top()),
            lines,
            selected_line: chosen,
            entries: model.session().map_or((0, 0), |session| (session.diary().next_no(), session.entry())),
            viewing_side: seen_by,
        }
    }

    pub(super) fn initial_lines(&self, model: &mut Model) -> Vec<String> {
        let mut text: Vec<String> = take_notice_text(model).into_iter().collect();
        text.extend(self.viewing_side.iter().map(|side| format!("This is the view of {side}.")));
        text.extend(self.lines.iter().cloned());
        text.extend(awaited_text(model).filter(|_| self.top.is_screen()));
        text
    }

    pub(super) fn changed_lines(&mut self, model: &mut Model) -> Vec<String> {
        let before = std::mem::replace(self, Self::of(model));
        if before.viewing_side != self.viewing_side {
            // Another view has other entries: everything is written.
            return self.initial_lines(model);
        }
        let mut text = new_entry_lines(model, before.entries.0);
        let is_written = !text.is_empty();
        // The result of an entry is part of its text.
        text.extend(take_notice_text(model).filter(|_| !is_written));
        let is_moved = before.entries != self.entries;
        if before.top != self.top {
            let is_back = self.top.is_battle_screen() && before.top.is_of_session();
            if !is_back {
                text.extend(self.lines.iter().cloned());
            }
        } else if !self.top.is_screen() {
            text.extend(self.lines.iter().filter(|_| before.lines != self.lines).cloned());
        } else if self.top.is_battle_screen() {
            text.extend(self.selected_line.clone().filter(|_| !is_moved && before.selected_line != self.selected_line));
        } else {
            text.extend(self.lines.iter().filter(|line| !before.lines.contains(line)).cloned());
        }
        text.extend(awaited_text(model).filter(|_| self.top.is_screen() && (is_moved || before.top != self.top)));
        text
    }
}

fn take_notice_text(model: &mut Model) -> Option<String> {
    let notice = match &mut model.visible_stack {
        VisibleStack::Start(screens, _) => screens.context.notice.take(),
        VisibleStack::Session(screens) => screens.context.notice.take(),
        VisibleStack::Drawing(screens, _) => screens.context.notice.take(),
    };
    notice.map(|notice| notice.text).filter(|text| !text.is_empty())
}

/// The entries from number `from` on: the order, the dice and the result of each.
fn new_entry_lines(model: &mut Model, from: EntryNo) -> Vec<String> {
    let Some(session) = model.shown_session().filter(|_| from > 0) else { return Vec::new() };
    (from..session.diary().next_no()).flat_map(|no| session.entry_in_lines(no)).collect()
}

fn awaited_text(model: &mut Model) -> Option<String> {
    let session = model.shown_session()?;
    if session.is_reviewing() {
        return Some(format!("This is entry {}, in the past.", session.entry()));
    }
    window_title::awaited(session).map(|awaited| format!("Next: {}.", awaited.text))
}

fn viewing_side(model: &mut Model) -> Option<String> {
    model.shown_session()?.viewed().side_name().map(String::from)
}
