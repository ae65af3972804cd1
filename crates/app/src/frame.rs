//! Draws a frame, or says that the terminal is too small.

use super::{
    command_id::CommandId,
    model::{Model, VisibleStack, with_visible_stack},
};
use ratatui::{
    Frame,
    buffer::Cell,
    layout::{Position, Rect},
    text::Line,
    widgets::{Paragraph, Wrap},
};
use wardiary_view::{Look, glyphs, layout::SMALLEST};

/// Updates cached state before a frame is drawn: scroll offsets, entry texts, odds.
pub fn prepare(model: &mut Model) {
    let area = model.area();
    match &mut model.visible_stack {
        VisibleStack::Start(screens, _) => screens.prepare(area),
        VisibleStack::Drawing(screens, _) => screens.prepare(area),
        VisibleStack::Session(screens) => {
            screens.show_aftermath();
            screens.update_odds();
            screens.prepare(area);
            screens.context.mark_result_drawn();
        }
    }
}

pub(crate) fn is_too_small(width: u16, height: u16) -> bool {
    width < SMALLEST.0 || height < SMALLEST.1
}

pub fn clickable_areas(model: &Model) -> Vec<Rect> {
    model.click_areas.all().into_iter().map(|(place, _)| place).filter(|place| !place.is_empty()).collect()
}

pub fn draw(frame: &mut Frame, model: &Model) {
    model.click_areas.clear();
    draw_visible_stack(frame, model);
    if let Some(at) = cursor(frame, model) {
        frame.set_cursor_position(at);
    }
    // Names and sentences may hold any character.
    glyphs::replace_missing(frame.buffer_mut(), model.glyphs().set());
}

/// Where to put the terminal's cursor, which screen readers follow. `None` hides it.
pub(super) fn cursor(frame: &Frame, model: &Model) -> Option<Position> {
    model.click_areas.selection().filter(|at| frame.area().contains(*at))
}

fn draw_visible_stack(frame: &mut Frame, model: &Model) {
    let glyphs = model.glyphs();
    let look = Look::new(&model.theme, &glyphs).recording(&model.click_areas);
    let area = frame.area();
    let mut ground = Cell::EMPTY;
    ground.set_style(model.theme.base);
    frame.buffer_mut().content.fill(ground);
    if is_too_small(area.width, area.height) {
        let (width, height) = SMALLEST;
        let here = format!("wardiary needs {width}×{height}; this terminal has {}×{}", area.width, area.height);
        let quit = model.keymap.key_labels(CommandId::Quit).first().map(|quit| format!("{quit} quits"));
        let close = model.has_overlay().then(|| "Esc closes the dialog".to_string());
        let keys: Vec<String> = quit.into_iter().chain(close).collect();
        let first = if keys.is_empty() { here } else { format!("{here}; {}", keys.join(", ")) };
        // The reason why the program did not quit, if there is one.
        let bad = model.notice().filter(|notice| notice.bad).map(|notice| notice.text.clone());
        let lines: Vec<Line> = std::iter::once(first).chain(bad).map(Line::from).collect();
        frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: true }), area);
        return;
    }
    with_visible_stack!(&model.visible_stack, screens => screens.draw(frame, look, &model.keymap));
}
