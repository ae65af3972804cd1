//! Shows the progress of reading a long save, and cancels it on Esc.

#![allow(clippy::disallowed_methods, reason = "measures the time between progress reports")]

use super::{input_reader::InputReader, model::Model, terminal::Terminal};
use std::{
    ops::ControlFlow,
    sync::Mutex,
    time::{Duration, Instant},
};
use wardiary_diary::diary::watch::{Progress, Watch};
use wardiary_view::{Look, menu::LoadProgressPane};

/// Interval between progress frames. Faster work is not shown and can't be cancelled.
const FRAME_INTERVAL: Duration = Duration::from_millis(150);

/// Runs work that may read saves, with progress and cancellation.
pub(super) fn with_progress<T>(
    model: &mut Model,
    terminal: &mut Terminal,
    listener: &mut InputReader,
    work: impl FnOnce(&mut Model, Watch) -> T,
) -> T {
    let (theme, glyphs) = (model.theme.clone(), model.glyphs());
    let at = Mutex::new((terminal, listener, Instant::now()));
    let watcher = |progress: Progress| {
        // Another thread is drawing.
        let Ok(mut at) = at.try_lock() else { return ControlFlow::Continue(()) };
        let (terminal, listener, last) = &mut *at;
        if last.elapsed() < FRAME_INTERVAL {
            return ControlFlow::Continue(());
        }
        *last = Instant::now();
        let pane = LoadProgressPane { look: Look::new(&theme, &glyphs), progress };
        // If the terminal is gone, the next frame finds out.
        let _ = terminal.draw(|frame| {
            frame.render_widget(&pane, frame.area());
            None
        });
        if listener.take_escape() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    work(model, Watch::new(&watcher))
}
