//! What an event of the terminal does to the model: keys, pasted text, the mouse, another size.

use super::{
    effect::Effect,
    frame::is_too_small,
    model::{Front, Model},
};
use crate::view::{Look, glyphs::Glyphs};
use crossterm::event::{Event, KeyEvent, KeyEventKind, MouseEvent};
use ratatui::layout::Size;

/// What an event of the terminal does to the model; what is wanted of the world comes out.
pub fn read(model: &mut Model, event: Event) -> Vec<Effect> {
    match event {
        Event::Key(key) if key.kind == KeyEventKind::Press => press(model, key),
        Event::Paste(text) => match &mut model.front {
            Front::Start(desk, _) => desk.paste(&text),
            Front::Session(desk) => desk.paste(&text),
        },
        Event::Mouse(mouse) => on_mouse(model, mouse),
        Event::Resize(width, height) => {
            model.size = Size::new(width, height);
            Vec::new()
        }
        _ => Vec::new(),
    }
}

/// A key. On a terminal that is too small to show anything only the key that quits counts: orders are not given
/// blind.
fn press(model: &mut Model, key: KeyEvent) -> Vec<Effect> {
    let Model { keymap, front, size, .. } = model;
    if is_too_small(size.width, size.height) && !keymap.is("quit", key) {
        return Vec::new();
    }
    match front {
        Front::Start(desk, _) => desk.key(key, keymap),
        Front::Session(desk) => desk.key(key, keymap),
    }
}

fn on_mouse(model: &mut Model, event: MouseEvent) -> Vec<Effect> {
    let area = model.area();
    let look = Look { theme: &model.theme, glyphs: &Glyphs::UNICODE };
    match &mut model.front {
        Front::Start(desk, _) => desk.mouse(event, area, look, &model.keymap),
        Front::Session(desk) => desk.mouse(event, area, look, &model.keymap),
    }
}
