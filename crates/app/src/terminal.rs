//! The terminal: enters raw mode and the alternate screen, and restores both in every case.

#![allow(clippy::disallowed_methods, reason = "the only writer to the terminal")]

use super::signals;
use base64::{Engine as _, engine::general_purpose::STANDARD};
use crossterm::{
    cursor::Show,
    event::{
        DisableBracketedPaste, DisableFocusChange, DisableMouseCapture, EnableBracketedPaste, EnableFocusChange,
        EnableMouseCapture,
    },
    execute, queue,
    style::Print,
    terminal::{
        BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen, SetTitle,
        disable_raw_mode, enable_raw_mode,
    },
};
use ratatui::{
    Frame,
    backend::CrosstermBackend,
    layout::{Position, Size},
};
use std::{
    io::{self, IsTerminal, Stdout, Write, stdout},
    sync::{
        Once,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};
use wardiary_diary::error::UserError;

pub(super) struct Terminal {
    screen: ratatui::Terminal<CrosstermBackend<Stdout>>,
    is_entered: bool,
    title: String,
    needs_redraw: bool,
}

/// Pushes the window title on the terminal's stack; `POP_TITLE` pops it.
const PUSH_TITLE: &str = "\x1b[22;2t";
const POP_TITLE: &str = "\x1b[23;2t";

static TITLE_PUSHED: AtomicBool = AtomicBool::new(false);

/// Undoes the modes that `ratatui::restore` does not know, and shows the cursor. Errors are ignored, because nothing
/// more can be done.
fn undo_modes() {
    let _ =
        execute!(stdout(), EndSynchronizedUpdate, DisableFocusChange, DisableMouseCapture, DisableBracketedPaste, Show);
    if TITLE_PUSHED.swap(false, Ordering::Relaxed) {
        let _ = execute!(stdout(), Print(POP_TITLE));
    }
}

fn restore() {
    undo_modes();
    let _ = ratatui::try_restore();
}

fn set_modes(mouse: bool) -> io::Result<()> {
    execute!(stdout(), EnableBracketedPaste, EnableFocusChange)?;
    if !TITLE_PUSHED.swap(true, Ordering::Relaxed) {
        execute!(stdout(), Print(PUSH_TITLE))?;
    }
    if mouse { set_mouse(true) } else { Ok(()) }
}

pub(super) fn set_mouse(on: bool) -> io::Result<()> {
    if on { execute!(stdout(), EnableMouseCapture) } else { execute!(stdout(), DisableMouseCapture) }
}

pub(super) fn ring_bell() -> io::Result<()> {
    execute!(stdout(), Print('\x07'))
}

/// Copies a text to the terminal's clipboard, if the terminal allows it (OSC 52).
pub(super) fn copy_to_clipboard(text: &str) -> io::Result<()> {
    execute!(stdout(), Print(format!("\x1b]52;c;{}\x07", STANDARD.encode(text))))
}

/// Queries the terminal's background (OSC 11). Not on Windows, where the answer would be read as keys.
pub(super) fn ask_background() -> io::Result<()> {
    if cfg!(unix) {
        let mut out = stdout();
        out.write_all(b"\x1b]11;?\x07")?;
        out.flush()?;
    }
    Ok(())
}

impl Terminal {
    /// Takes over the terminal.
    pub fn enter(mouse: bool) -> Result<Self, UserError> {
        let none = |why: &str| {
            let failure = UserError::usage(format!("this needs a terminal{why}"));
            failure.hint("`wardiary do`, `state` and `log` work without one: see `wardiary help`")
        };
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            return Err(none(""));
        }
        signals::install(restore);
        hook_panics();
        // The program chooses the colours. With NO_COLOR, crossterm would also send sequences that cancel bold and
        // reverse, and with them the selection.
        crossterm::style::force_color_output(true);
        let taken = ratatui::try_init().and_then(|_| ratatui::Terminal::new(CrosstermBackend::new(stdout())));
        let screen = taken.map_err(|e| none(&format!(" ({e})")))?;
        let terminal = Self { screen, is_entered: true, title: String::new(), needs_redraw: false };
        set_modes(mouse).map_err(|e| none(&format!(" ({e})")))?;
        Ok(terminal)
    }

    pub fn size(&self) -> io::Result<Size> {
        self.screen.size()
    }

    /// Draws a frame in a synchronized update, with the cursor at the position that `draw` returns.
    pub fn draw(&mut self, draw: impl FnOnce(&mut Frame) -> Option<Position>) -> io::Result<()> {
        queue!(stdout(), BeginSynchronizedUpdate)?;
        if std::mem::take(&mut self.needs_redraw) {
            queue!(stdout(), Clear(ClearType::All))?;
            // A new terminal redraws everything. ratatui's `clear` queries the cursor position, and fails on a terminal
            // that does not answer.
            self.screen = ratatui::Terminal::new(CrosstermBackend::new(stdout()))?;
        }
        let drawn = self.screen.draw(|frame| {
            if let Some(cursor) = draw(frame) {
                frame.set_cursor_position(cursor);
            }
        });
        execute!(stdout(), EndSynchronizedUpdate)?;
        drawn.map(|_| ())
    }

    pub(crate) fn set_title(&mut self, title: String) -> io::Result<()> {
        if self.title != title {
            execute!(stdout(), SetTitle(&title))?;
            self.title = title;
        }
        Ok(())
    }

    /// Marks the cells as unknown, so that the next frame draws all of them.
    pub(crate) fn force_redraw(&mut self) {
        self.needs_redraw = true;
    }

    /// Suspends to the shell, and returns when the shell continues the program. Call [`Self::reenter`] then.
    pub(crate) fn suspend() -> io::Result<()> {
        undo_modes();
        ratatui::try_restore()?;
        signals::suspend()
    }

    /// Takes over the terminal again, in whatever state another program has left it.
    pub(crate) fn reenter(&mut self, mouse: bool) -> io::Result<()> {
        // A mode that counts as on would not be set again.
        disable_raw_mode()?;
        enable_raw_mode()?;
        execute!(stdout(), EnterAlternateScreen)?;
        set_modes(mouse)?;
        self.force_redraw();
        self.title.clear();
        Ok(())
    }

    pub fn leave(mut self) -> Result<(), UserError> {
        self.is_entered = false;
        undo_modes();
        ratatui::try_restore().map_err(|e| UserError::usage(format!("the terminal can't be restored: {e}")))
    }

    /// Restores the terminal as far as it still exists.
    pub(crate) fn abandon(mut self) {
        self.is_entered = false;
        restore();
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // A panic has restored it already. Restoring twice would move the cursor over the panic's message.
        if self.is_entered && !thread::panicking() {
            restore();
        }
    }
}

/// Restores the terminal before a panic prints its message.
fn hook_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            undo_modes();
            before(panic);
        }));
    });
}
