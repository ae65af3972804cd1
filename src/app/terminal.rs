//! The terminal itself: taken over, given back, and given back whatever happens.

use super::signals;
use crate::error::UserError;
use crossterm::{
    cursor::Show,
    event::{DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture},
    execute,
    terminal::{Clear, ClearType, EnterAlternateScreen, disable_raw_mode, enable_raw_mode},
};
use ratatui::{DefaultTerminal, Frame, backend::CrosstermBackend, layout::Size};
use std::{
    io::{self, IsTerminal, Write, stdout},
    sync::Once,
    thread,
};

/// The terminal while it is ours.
pub(super) struct Terminal {
    screen: DefaultTerminal,
    ours: bool,
}

/// Undoes what ratatui's own restoring does not know of, the cursor that it has hidden too. Errors are of no interest: there is nothing more to be done.
fn undo_modes() {
    let _ = execute!(stdout(), DisableMouseCapture, DisableBracketedPaste, Show);
}

fn give_back() {
    undo_modes();
    let _ = ratatui::try_restore();
}

fn set_modes(mouse: bool) -> io::Result<()> {
    execute!(stdout(), EnableBracketedPaste)?;
    if mouse { take_mouse(true) } else { Ok(()) }
}

/// The mouse, ours or the terminal's.
pub(super) fn take_mouse(on: bool) -> io::Result<()> {
    if on { execute!(stdout(), EnableMouseCapture) } else { execute!(stdout(), DisableMouseCapture) }
}

/// Asks the terminal for its background. Not on Windows, where an answer would be read as keys.
pub(super) fn ask_background() -> io::Result<()> {
    if cfg!(unix) {
        let mut out = stdout();
        out.write_all(b"\x1b]11;?\x07")?;
        out.flush()?;
    }
    Ok(())
}

impl Terminal {
    /// Takes the terminal over.
    ///
    /// # Errors
    /// Where there is none.
    pub fn enter(mouse: bool) -> Result<Self, UserError> {
        let none = |why: &str| {
            let failure = UserError::usage(format!("this needs a terminal{why}"));
            failure.hint("`wardiary do`, `state` and `log` work without one: see `wardiary help`")
        };
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            return Err(none(""));
        }
        signals::watch(give_back);
        hook_panics();
        // Colours are ours to decide on: with NO_COLOR the crate below would send sequences that cancel bold and
        // reversed too, and with them the selection.
        crossterm::style::force_color_output(true);
        let screen = ratatui::try_init().map_err(|e| none(&format!(" ({e})")))?;
        let terminal = Self { screen, ours: true };
        set_modes(mouse).map_err(|e| none(&format!(" ({e})")))?;
        Ok(terminal)
    }

    /// Its size.
    pub fn size(&self) -> io::Result<Size> {
        self.screen.size()
    }

    /// Draws a frame.
    pub fn draw(&mut self, draw: impl FnOnce(&mut Frame)) -> io::Result<()> {
        self.screen.draw(draw).map(drop)
    }

    /// To the shell; comes back when the shell says so, and has yet to [take the terminal again](Self::retake).
    pub(crate) fn suspend() -> io::Result<()> {
        undo_modes();
        ratatui::try_restore()?;
        signals::stop()
    }

    /// Takes the terminal over again, in whatever state somebody else has left it.
    pub(crate) fn retake(&mut self, mouse: bool) -> io::Result<()> {
        // What is switched on already would not be switched on again.
        disable_raw_mode()?;
        enable_raw_mode()?;
        execute!(stdout(), EnterAlternateScreen, Clear(ClearType::All))?;
        set_modes(mouse)?;
        // One that knows of nothing on it draws all. ratatui's own clearing asks the terminal where its cursor is, and
        // fails where that is not answered.
        self.screen = ratatui::Terminal::new(CrosstermBackend::new(stdout()))?;
        Ok(())
    }

    /// Gives the terminal back.
    pub fn leave(mut self) -> Result<(), UserError> {
        self.ours = false;
        undo_modes();
        ratatui::try_restore().map_err(|e| UserError::usage(format!("the terminal can't be restored: {e}")))
    }

    /// Gives the terminal back as far as it is still there.
    pub(crate) fn abandon(mut self) {
        self.ours = false;
        give_back();
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // A panic has given it back already, and to do so again would put the cursor over the panic's message.
        if self.ours && !thread::panicking() {
            give_back();
        }
    }
}

/// A panic shows its message on a terminal that is whole again.
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
