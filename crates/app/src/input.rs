//! Applies terminal events to the model: keys, pasted text, the mouse, resizing.

use super::{
    command_id::CommandId,
    effect::Effect,
    frame::is_too_small,
    model::{Front, Model},
};
use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, MouseEvent};
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
        Event::Key(key) if key.kind == KeyEventKind::Press => press(model, key),
        Event::Paste(text) => match &mut model.front {
            Front::Start(desk, _) => desk.paste(&text),
            Front::Session(desk) => desk.paste(&text),
            Front::Drawing(desk, _) => desk.paste(&text),
        },
        Event::Mouse(mouse) => on_mouse(model, mouse),
        Event::Resize(width, height) => {
            model.size = Size::new(width, height);
            Vec::new()
        }
        _ => Vec::new(),
    }
}

/// Called after [`PAUSE`] without a key.
pub fn rest(model: &mut Model) {
    match &mut model.front {
        Front::Start(desk, _) => desk.rest(),
        Front::Session(desk) => desk.rest(),
        Front::Drawing(desk, _) => desk.rest(),
    }
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
    match &mut model.front {
        Front::Start(desk, _) => desk.close_overlay(),
        Front::Session(desk) => desk.close_overlay(),
        Front::Drawing(desk, _) => desk.close_overlay(),
    }
}

fn press(model: &mut Model, key: KeyEvent) -> Vec<Effect> {
    let Model { keymap, front, .. } = model;
    match front {
        Front::Start(desk, _) => desk.key(key, keymap),
        Front::Session(desk) => desk.key(key, keymap),
        Front::Drawing(desk, _) => desk.key(key, keymap),
    }
}

fn on_mouse(model: &mut Model, event: MouseEvent) -> Vec<Effect> {
    let area = model.area();
    match &mut model.front {
        Front::Start(desk, _) => desk.mouse(event, area, &model.places),
        Front::Session(desk) => desk.mouse(event, area, &model.places),
        Front::Drawing(desk, _) => desk.mouse(event, area, &model.places),
    }
}
