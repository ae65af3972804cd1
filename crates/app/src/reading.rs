//! A save that takes long to read: the screen shows how far it is, and Esc breaks it off.

use super::{listen::Listener, model::Model, terminal::Terminal};
use std::{
    ops::ControlFlow,
    sync::Mutex,
    time::{Duration, Instant},
};
use wardiary_diary::diary::watch::{Progress, Watch};
use wardiary_view::{Look, reading::ReadingPane};

/// How often the screen shows how far it is; what takes less is not shown at all, and not broken off.
const EVERY: Duration = Duration::from_millis(150);

/// Does something to the model for which saves may be read.
pub(super) fn shown<T>(
    model: &mut Model,
    terminal: &mut Terminal,
    listener: &mut Listener,
    work: impl FnOnce(&mut Model, Watch) -> T,
) -> T {
    let (theme, glyphs) = (model.theme.clone(), model.glyphs());
    let at = Mutex::new((terminal, listener, Instant::now()));
    let watcher = |progress: Progress| {
        // Another thread is showing it.
        let Ok(mut at) = at.try_lock() else { return ControlFlow::Continue(()) };
        let (terminal, listener, last) = &mut *at;
        if last.elapsed() < EVERY {
            return ControlFlow::Continue(());
        }
        *last = Instant::now();
        let pane = ReadingPane { look: Look::new(&theme, &glyphs), progress };
        // Where the terminal is gone, whoever draws next finds that out.
        let _ = terminal.draw(|frame| {
            frame.render_widget(&pane, frame.area());
            None
        });
        if listener.hears_escape() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    work(model, Watch::by(&watcher))
}
