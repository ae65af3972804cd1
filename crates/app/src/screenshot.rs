//! Screenshots: draws a screen without a terminal.

use super::{
    effect::Effect,
    effects::apply_effect,
    frame::{draw, prepare},
    model::{Model, ReadingStart},
    overlay::order_line::OrderLine,
    resolved_settings::SettingOverrides,
    run::{Start, UserFiles, build_model},
    screen::ScreenName,
    settings::AUTO,
    theme::by_name,
};
use ratatui::{
    Terminal,
    backend::TestBackend,
    buffer::Buffer,
    layout::{Rect, Size},
};
use wardiary_base::text::{self, Text};
use wardiary_diary::{
    assets::Folders,
    diary::{EntryNo, watch::Watch},
    error::UserError,
    projection::SaveView,
};
use wardiary_rules::{
    notation::{self, Instruction},
    rules,
};
use wardiary_view::{Theme, screenshot};

pub struct ScreenshotRequest<'a> {
    /// The save. Drawing may write to it as the program would, so pass a copy.
    pub save: SaveView,
    pub screen: ScreenName,
    /// The entry that the Review screen shows; the head if `None`.
    pub at: Option<EntryNo>,
    /// An order on the order line or on the Odds screen.
    pub order: Option<&'a str>,
    pub size: (u16, u16),
    /// The settings' theme if `None`.
    pub theme: Option<&'a Text>,
}

pub struct Screenshot {
    buffer: Buffer,
    theme: Theme,
}

impl Screenshot {
    /// The screenshot as SVG, with a title for screen readers.
    pub fn svg(&self, title: &str) -> String {
        screenshot::svg(&self.buffer, self.theme.base, title)
    }

    pub fn text(&self) -> String {
        screenshot::text(&self.buffer)
    }
}

/// Maximum number of frames prepared while odds are computed.
const MAX_FRAMES: usize = 20;

/// Maximum number of batches read, of a few dozen entries each.
const MAX_BATCHES: usize = 20_000;

/// Prepares frames until the odds and everything read from the diary are complete.
fn prepare_all(model: &mut Model) {
    let (mut prepared, mut read) = (0, 0);
    while prepared < MAX_FRAMES && read < MAX_BATCHES {
        prepare(model);
        // A pulse of zero means that the screen is still reading.
        if model.tick_interval().is_some_and(|after| after.is_zero()) {
            model.on_tick();
            read += 1;
        } else if model.session_stack().is_some_and(|screens| screens.context.odds.is_busy()) {
            prepared += 1;
        } else {
            break;
        }
    }
    // The final results may need another layout.
    prepare(model);
}

/// Draws a screen. Fails if there is no such theme, or the order can't be parsed.
pub fn screenshot(
    request: ScreenshotRequest,
    folders: Folders,
    chosen: &SettingOverrides,
) -> Result<Screenshot, UserError> {
    let own = UserFiles::load(&folders, chosen);
    let theme = theme(request.theme.unwrap_or(&own.settings.theme), &folders)?;
    let start = match request.screen {
        ScreenName::Review => Start::Viewed(Box::new(request.save), Some(ReadingStart::Review(request.at))),
        _ => Start::Viewed(Box::new(request.save), None),
    };
    let mut model = build_model(start, folders, own);
    model.theme = theme.clone();
    model.settings.flourish = false;
    // A picture is for somebody who has no keys: the footer, the last row, is cut off.
    let (columns, rows) = request.size;
    model.size = Size::new(columns, rows + 1);
    open_screen(&mut model, request.screen, request.order)?;
    prepare_all(&mut model);
    let failed = |what: &dyn std::fmt::Display| UserError::refused(format!("the screen can't be drawn: {what}"));
    let backend = TestBackend::new(columns, rows + 1);
    let mut terminal = Terminal::new(backend).map_err(|e| failed(&e))?;
    terminal.draw(|frame| draw(frame, &model)).map_err(|e| failed(&e))?;
    let mut buffer = terminal.backend().buffer().clone();
    buffer.resize(Rect::new(0, 0, columns, rows));
    Ok(Screenshot { buffer, theme })
}

fn theme(name: &Text, folders: &Folders) -> Result<Theme, UserError> {
    let name = if *name == AUTO { Theme::NAMES[0].into() } else { name.clone() };
    by_name(&name, folders)?.ok_or_else(|| {
        let known: Vec<Text> = Theme::NAMES.into_iter().map(Text::from).chain(folders.themes()).collect();
        let failure = UserError::usage(format!("there is no theme “{}”", name.as_name()));
        failure.hint(text::did_you_mean(&name, &known))
    })
}

fn open_screen(model: &mut Model, screen: ScreenName, order: Option<&str>) -> Result<(), UserError> {
    let Some(screens) = model.session_stack() else { return Ok(()) };
    let about = match order.filter(|_| screen == ScreenName::Odds) {
        None => None,
        Some(text) => {
            let session = &screens.context;
            let read = notation::parse_instruction_in(session.battle(), text, session.state());
            match read.map_err(|error| UserError::from_notation(error, text))? {
                Instruction::Order(order) => {
                    let state = session.state();
                    rules::resolve(state, &order, &[]).map_err(|no| notation::refusal::describe(&no, state))?;
                    Some(Box::new(order))
                }
                _ => return Err(UserError::usage(format!("“{}” rolls no dice", text::display_name(text)))),
            }
        }
    };
    if !matches!(screen, ScreenName::Battle | ScreenName::Review) {
        apply_effect(model, Effect::Show(screen, about), Watch::none());
    }
    let line = order.filter(|_| screen != ScreenName::Odds);
    if let (Some(line), Some(screens)) = (line, model.session_stack()) {
        screens.open(Box::new(OrderLine::new(line.into())));
    }
    Ok(())
}
