//! What an event of the terminal does to the model: keys, pasted text, the mouse, another size.

use super::{
    effect::Effect,
    frame::is_too_small,
    model::{Front, Model},
};
use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, MouseEvent};
use ratatui::layout::Size;
use std::time::Duration;

/// How long a pause between two keys is after which the second is not meant for what the first would have opened.
pub(super) const PAUSE: Duration = Duration::from_millis(500);

/// What an event of the terminal does to the model; what is wanted of the world comes out.
pub fn read(model: &mut Model, event: Event) -> Vec<Effect> {
    let is_small = is_too_small(model.size.width, model.size.height);
    match event {
        Event::Key(key) if key.kind == KeyEventKind::Press && is_small => press_blind(model, key),
        // Nobody sees where it would go.
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

/// No key has come for [`PAUSE`].
pub fn rest(model: &mut Model) {
    match &mut model.front {
        Front::Start(desk, _) => desk.rest(),
        Front::Session(desk) => desk.rest(),
        Front::Drawing(desk, _) => desk.rest(),
    }
}

/// How many steps it takes at most to be out of all that lies over a screen.
const STEPS: usize = 16;

/// A key on a terminal that is too small to show anything. Only what is said there counts, whatever is open: the key that
/// quits, and Esc; orders are not given blind.
fn press_blind(model: &mut Model, key: KeyEvent) -> Vec<Effect> {
    if model.keymap.is("quit", key) {
        // What is open is closed first: dice that were shown for an order stay in the diary.
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

/// A key.
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
