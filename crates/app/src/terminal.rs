//! The terminal itself: taken over, given back, and given back whatever happens.

use super::{pen::Pen, signals};
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
    buffer::Buffer,
    layout::{Position, Size},
};
use std::{
    io::{self, IsTerminal, Write, stdout},
    sync::{
        Once,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};
use wardiary_diary::error::UserError;

/// The terminal while it is ours.
pub(super) struct Terminal {
    screen: ratatui::Terminal<Pen>,
    /// What it shows.
    shown: Buffer,
    ours: bool,
    /// The title that its window was given.
    title: String,
    /// Whether it may show something else than what was drawn last.
    is_unknown: bool,
}

/// Has the terminal keep the title of its window, and take it up again.
const KEEP_TITLE: &str = "\x1b[22;2t";
const TITLE_BACK: &str = "\x1b[23;2t";

/// Whether the title is kept.
static KEEPS_TITLE: AtomicBool = AtomicBool::new(false);

/// Undoes what ratatui's own restoring does not know of, the cursor that it has hidden too. Errors are of no interest: there is nothing more to be done.
fn undo_modes() {
    let _ =
        execute!(stdout(), EndSynchronizedUpdate, DisableFocusChange, DisableMouseCapture, DisableBracketedPaste, Show);
    if KEEPS_TITLE.swap(false, Ordering::Relaxed) {
        let _ = execute!(stdout(), Print(TITLE_BACK));
    }
}

fn give_back() {
    undo_modes();
    let _ = ratatui::try_restore();
}

fn set_modes(mouse: bool) -> io::Result<()> {
    execute!(stdout(), EnableBracketedPaste, EnableFocusChange)?;
    if !KEEPS_TITLE.swap(true, Ordering::Relaxed) {
        execute!(stdout(), Print(KEEP_TITLE))?;
    }
    if mouse { take_mouse(true) } else { Ok(()) }
}

/// The mouse, ours or the terminal's.
pub(super) fn take_mouse(on: bool) -> io::Result<()> {
    if on { execute!(stdout(), EnableMouseCapture) } else { execute!(stdout(), DisableMouseCapture) }
}

/// Rings the terminal's bell.
pub(super) fn ring() -> io::Result<()> {
    execute!(stdout(), Print('\x07'))
}

/// Puts a text into the terminal's clipboard, where it lets programs do so (OSC 52).
pub(super) fn copy(text: &str) -> io::Result<()> {
    execute!(stdout(), Print(format!("\x1b]52;c;{}\x07", STANDARD.encode(text))))
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
        let taken = ratatui::try_init().and_then(|_| ratatui::Terminal::new(Pen::new()));
        let screen = taken.map_err(|e| none(&format!(" ({e})")))?;
        let terminal = Self { screen, shown: Buffer::default(), ours: true, title: String::new(), is_unknown: false };
        set_modes(mouse).map_err(|e| none(&format!(" ({e})")))?;
        Ok(terminal)
    }

    /// Its size.
    pub fn size(&self) -> io::Result<Size> {
        self.screen.size()
    }

    /// Draws a frame, which the terminal shows as a whole, with its cursor where that says.
    pub fn draw(&mut self, draw: impl FnOnce(&mut Frame) -> Option<Position>) -> io::Result<()> {
        queue!(stdout(), BeginSynchronizedUpdate)?;
        if std::mem::take(&mut self.is_unknown) {
            queue!(stdout(), Clear(ClearType::All))?;
            // One that knows of nothing on it draws all. ratatui's own clearing asks the terminal where its cursor is, and
            // fails where that is not answered.
            self.screen = ratatui::Terminal::new(Pen::new())?;
            self.shown.reset();
        }
        let drawn = self.draw_changes(draw);
        execute!(stdout(), EndSynchronizedUpdate)?;
        // For the next one; nobody waits for it any more.
        self.screen.current_buffer_mut().reset();
        drawn
    }

    fn draw_changes(&mut self, draw: impl FnOnce(&mut Frame) -> Option<Position>) -> io::Result<()> {
        self.screen.autoresize()?;
        let cursor = draw(&mut self.screen.get_frame());
        let now = std::mem::take(self.screen.current_buffer_mut());
        // One of another size was cleared.
        if self.shown.area != now.area {
            self.shown = Buffer::empty(now.area);
        }
        self.screen.backend_mut().turn(&self.shown, &now)?;
        *self.screen.current_buffer_mut() = std::mem::replace(&mut self.shown, now);
        match cursor {
            None => self.screen.hide_cursor(),
            Some(at) => self.screen.show_cursor().and_then(|()| self.screen.set_cursor_position(at)),
        }
    }

    /// Gives the terminal's window a title.
    pub(crate) fn call(&mut self, title: String) -> io::Result<()> {
        if self.title != title {
            execute!(stdout(), SetTitle(&title))?;
            self.title = title;
        }
        Ok(())
    }

    /// What is on it is not known: all of the next frame is drawn.
    pub(crate) fn forget(&mut self) {
        self.is_unknown = true;
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
        execute!(stdout(), EnterAlternateScreen)?;
        set_modes(mouse)?;
        self.forget();
        self.title.clear();
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
