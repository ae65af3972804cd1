//! Applies terminal events to the model: keys, pasted text, the mouse, resizing.

use super::{
    command_id::CommandId,
    effect::Effect,
    frame::is_too_small,
    model::{Model, with_visible_stack},
};
use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind};
use ratatui::layout::Size;
use std::time::Duration;

/// A key after a pause this long is not meant for a line that the previous key failed to open.
pub(super) const TYPING_PAUSE: Duration = Duration::from_millis(500);

pub fn handle_event(model: &mut Model, event: Event) -> Vec<Effect> {
    let is_small = is_too_small(model.size.width, model.size.height);
    match event {
        Event::Key(key) if key.kind == KeyEventKind::Press && is_small => press_when_too_small(model, key),
        // The target is not visible.
        Event::Paste(_) | Event::Mouse(_) if is_small => Vec::new(),
        Event::Key(key) if key.kind == KeyEventKind::Press => {
            with_visible_stack!(&mut model.visible_stack, screens => screens.key(key, &model.keymap))
        }
        Event::Paste(text) => with_visible_stack!(&mut model.visible_stack, screens => screens.paste(&text)),
        Event::Mouse(mouse) => {
            let area = model.area();
            with_visible_stack!(&mut model.visible_stack, screens => screens.mouse(mouse, area, &model.click_areas))
        }
        Event::Resize(width, height) => {
            model.size = Size::new(width, height);
            Vec::new()
        }
        _ => Vec::new(),
    }
}

pub fn on_pause(model: &mut Model) {
    with_visible_stack!(&mut model.visible_stack, screens => screens.stop_dropping_keys());
}

/// Upper bound of the steps that close all overlays.
const MAX_STEPS: usize = 16;

/// Handles a key while the terminal is too small to draw. Only Esc and the quit key count: no order is given blind.
fn press_when_too_small(model: &mut Model, key: KeyEvent) -> Vec<Effect> {
    if model.keymap.is_bound(CommandId::Quit, key) {
        // Closing overlays first keeps the dice that were shown for an order in the diary.
        let mut effects: Vec<Effect> = (0..MAX_STEPS).flat_map(|_| close_overlay(model)).collect();
        effects.push(Effect::Quit);
        effects
    } else if key.code == KeyCode::Esc {
        close_overlay(model)
    } else {
        Vec::new()
    }
}

fn close_overlay(model: &mut Model) -> Vec<Effect> {
    with_visible_stack!(&mut model.visible_stack, screens => screens.close_overlay())
}
