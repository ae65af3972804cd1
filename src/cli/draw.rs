//! `wardiary draw` opens the drawing screen with a new or an existing map.

use super::{command_output::CommandOutput, open};
use clap::Args;
use std::ffi::OsString;
use wardiary_app::{DrawingContext, Start, resolved_settings::SettingOverrides};
use wardiary_base::ground::Grid;
use wardiary_diary::{
    assets::{self, Folders, NewMap},
    error::UserError,
};

/// `wardiary draw`
#[derive(Args)]
pub(super) struct Draw {
    /// A map or a scenario: a file, or the name of your own or of a built-in one, which is opened as a copy. If there is
    /// none of that name, a new map
    #[arg(value_name = "FILE")]
    what: OsString,
    /// The size of a new map, in columns and rows; asked for if left out
    #[arg(long, value_name = "COLUMNSxROWS", value_parser = parse_size)]
    size: Option<(u16, u16)>,
    /// Make a new map of hexes instead of squares
    #[arg(long)]
    hex: bool,
    /// The rulebook whose terrain a new map uses
    #[arg(long, value_name = "BOOK")]
    rules: Option<String>,
    /// The title of a new map
    #[arg(long)]
    title: Option<String>,
}

/// The default size of a new map, asked for before drawing starts.
const DEFAULT_SIZE: (u16, u16) = (20, 12);

/// Columns and rows, from `20x12`.
pub(super) fn columns_and_rows(text: &str) -> Option<(u16, u16)> {
    let (columns, rows) = text.split_once(['x', 'X', '×'])?;
    Some((columns.trim().parse().ok()?, rows.trim().parse().ok()?))
}

fn parse_size(text: &str) -> Result<(u16, u16), &'static str> {
    columns_and_rows(text).ok_or("write a size as columns x rows, such as 20x12")
}

pub(super) fn draw(draw: &Draw, chosen: &SettingOverrides) -> Result<CommandOutput, UserError> {
    let folders = Folders::of_user()?;
    let name = draw.what.to_string_lossy();
    let easel = if assets::drawing_exists(&name, Some(&folders)) {
        if draw.size.is_some() || draw.hex || draw.rules.is_some() || draw.title.is_some() {
            let failure = UserError::usage(format!(
                "“{}” already exists, so no new map is made",
                wardiary_base::text::display_name(&name)
            ));
            return Err(failure.hint("to open it, leave out --size, --hex, --rules and --title"));
        }
        let drawn = assets::open_drawing(&name, Some(&folders))?;
        DrawingContext::new(drawn.drawing, drawn.path, drawn.name)
    } else {
        let sheet = NewMap {
            size: draw.size.unwrap_or(DEFAULT_SIZE),
            grid: if draw.hex { Grid::Hex } else { Grid::Square },
            rules: draw.rules.clone(),
            title: draw.title.clone(),
        };
        let drawn = assets::new_drawing(&name, &sheet, Some(&folders))?;
        let easel = DrawingContext::new(drawn.drawing, drawn.path, drawn.name);
        if draw.size.is_some() { easel } else { easel.prompting_for_size() }
    };
    open::open_program(Start::Drawing(Box::new(easel)), chosen)
}
