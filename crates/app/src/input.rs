//! Applies terminal events to the model: keys, pasted text, the mouse, resizing.

use super::{
    command_id::CommandId,
    effect::Effect,
    frame::is_too_small,
    model::{Model, on_desk},
};
use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind};
use ratatui::layout::Size;
use std::time::Duration;

/// A key after a pause this long is not meant for a line that the previous key failed to open.
pub(super) const PAUSE: Duration = Duration::from_millis(500);

pub fn read(model: &mut Model, event: Event) -> Vec<Effect> {
    let is_small = is_too_small(model.size.width, model.size.height);
    match event {
        Event::Key(key) if key.kind == KeyEventKind::Press && is_small => press_blind(model, key),
        // The target is not visible.
        Event::Paste(_) | Event::Mouse(_) if is_small => Vec::new(),
        Event::Key(key) if key.kind == KeyEventKind::Press => {
            on_desk!(&mut model.front, desk => desk.key(key, &model.keymap))
        }
        Event::Paste(text) => on_desk!(&mut model.front, desk => desk.paste(&text)),
        Event::Mouse(mouse) => {
            let area = model.area();
            on_desk!(&mut model.front, desk => desk.mouse(mouse, area, &model.places))
        }
        Event::Resize(width, height) => {
            model.size = Size::new(width, height);
            Vec::new()
        }
        _ => Vec::new(),
    }
}

/// Called after [`PAUSE`] without a key.
pub fn rest(model: &mut Model) {
    on_desk!(&mut model.front, desk => desk.rest());
}

/// Upper bound of the steps that close all overlays.
const STEPS: usize = 16;

/// Handles a key while the terminal is too small to draw. Only Esc and the quit key count: no order is given blind.
fn press_blind(model: &mut Model, key: KeyEvent) -> Vec<Effect> {
    if model.keymap.is(CommandId::Quit, key) {
        // Closing overlays first keeps the dice that were shown for an order in the diary.
        let mut effects: Vec<Effect> = (0..STEPS).flat_map(|_| close_overlay(model)).collect();
        effects.push(Effect::Quit);
        effects
    } else if key.code == KeyCode::Esc {
        close_overlay(model)
    } else {
        Vec::new()
    }
}

fn close_overlay(model: &mut Model) -> Vec<Effect> {
    on_desk!(&mut model.front, desk => desk.close_overlay())
}
