//! Screenshots: draws a screen without a terminal.

use super::{
    effect::Effect,
    frame::{draw, prepare},
    held::Chosen,
    model::{Model, Opening},
    overlay::order_line::OrderLine,
    perform::perform,
    run::{OwnFiles, Start, begun},
    screen::ScreenName,
    settings::AUTO,
    theme::of_name,
};
use ratatui::{Terminal, backend::TestBackend, buffer::Buffer, layout::Size};
use wardiary_base::text;
use wardiary_diary::{
    assets::Folders,
    diary::{EntryNo, watch::Watch},
    error::UserError,
    projection::Viewed,
};
use wardiary_rules::notation::{self, Instruction};
use wardiary_view::{Theme, picture};

pub struct Scene<'a> {
    /// The save. Drawing may write to it as the program would, so pass a copy.
    pub seen: Viewed,
    pub screen: ScreenName,
    /// The entry that the Review screen shows; the head if `None`.
    pub at: Option<EntryNo>,
    /// An order on the order line or on the Odds screen.
    pub order: Option<&'a str>,
    pub size: (u16, u16),
    /// The settings' theme if `None`.
    pub theme: Option<&'a str>,
}

pub struct Still {
    buffer: Buffer,
    theme: Theme,
}

impl Still {
    /// The screenshot as SVG, with a title for screen readers.
    pub fn svg(&self, title: &str) -> String {
        picture::svg(&self.buffer, self.theme.base, title)
    }

    pub fn text(&self) -> String {
        picture::text(&self.buffer)
    }
}

/// Maximum number of frames prepared while odds are computed.
const MOST_PREPARED: usize = 20;

/// Maximum number of batches read, of a few dozen entries each.
const MOST_READ: usize = 20_000;

/// Prepares frames until the odds and everything read from the diary are complete.
fn prepare_all(model: &mut Model) {
    let (mut prepared, mut read) = (0, 0);
    while prepared < MOST_PREPARED && read < MOST_READ {
        prepare(model);
        // A pulse of zero means that the screen is still reading.
        if model.pulse().is_some_and(|after| after.is_zero()) {
            model.on_pulse();
            read += 1;
        } else if model.desk().is_some_and(|desk| desk.context.odds.is_busy()) {
            prepared += 1;
        } else {
            break;
        }
    }
    // The final results may need another layout.
    prepare(model);
}

/// Draws a screen.
///
/// # Errors
/// Fails if there is no such theme, or the order can't be parsed.
pub fn still(scene: Scene, folders: Folders, chosen: &Chosen) -> Result<Still, UserError> {
    let own = OwnFiles::of_user(&folders, chosen);
    let theme = theme(scene.theme.unwrap_or(&own.settings.theme), &folders)?;
    let start = match scene.screen {
        ScreenName::Review => Start::Viewed(Box::new(scene.seen), Some(Opening::Review(scene.at))),
        _ => Start::Viewed(Box::new(scene.seen), None),
    };
    let mut model = begun(start, folders, own);
    model.theme = theme.clone();
    model.settings.flourish = false;
    model.size = Size::new(scene.size.0, scene.size.1);
    show(&mut model, scene.screen, scene.order)?;
    prepare_all(&mut model);
    let failed = |what: &dyn std::fmt::Display| UserError::refused(format!("the screen can't be drawn: {what}"));
    let backend = TestBackend::new(scene.size.0, scene.size.1);
    let mut terminal = Terminal::new(backend).map_err(|e| failed(&e))?;
    terminal.draw(|frame| draw(frame, &model)).map_err(|e| failed(&e))?;
    Ok(Still { buffer: terminal.backend().buffer().clone(), theme })
}

fn theme(name: &str, folders: &Folders) -> Result<Theme, UserError> {
    let name = if name == AUTO { Theme::NAMES[0] } else { name };
    of_name(name, folders)?.ok_or_else(|| {
        let own = folders.themes();
        let known: Vec<&str> = Theme::NAMES.into_iter().chain(own.iter().map(String::as_str)).collect();
        let failure = UserError::usage(format!("there is no theme “{}”", text::display_name(name)));
        failure.hint(text::perhaps(name, &known))
    })
}

/// Opens the screen with the order on it.
fn show(model: &mut Model, screen: ScreenName, order: Option<&str>) -> Result<(), UserError> {
    let Some(desk) = model.desk() else { return Ok(()) };
    let about = match order.filter(|_| screen == ScreenName::Odds) {
        None => None,
        Some(text) => {
            let session = &desk.context;
            let read = notation::instruction_in(session.battle(), text, session.state());
            match read.map_err(|error| UserError::of_notation(error, text))? {
                Instruction::Order(order) => Some(Box::new(order)),
                _ => return Err(UserError::usage(format!("“{}” asks for no dice", text::display_name(text)))),
            }
        }
    };
    if !matches!(screen, ScreenName::Battle | ScreenName::Review) {
        perform(model, Effect::Show(screen, about), Watch::nobody());
    }
    let line = order.filter(|_| screen != ScreenName::Odds);
    if let (Some(line), Some(desk)) = (line, model.desk()) {
        desk.open(Box::new(OrderLine::new(line.into())));
    }
    Ok(())
}
