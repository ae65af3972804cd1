//! `wardiary map`: a map of the ground, printed.

mod drawing;

use super::answer::Answer;
use crate::{
    assets::{self, Folders},
    error::UserError,
    ground::Ground,
};
use clap::Args;
use serde_json::{Value, json};

/// `wardiary map`
#[derive(Args)]
pub(super) struct Map {
    /// The map: a file, one that ships, or one of your own by its name
    #[arg(value_name = "MAP")]
    map: String,
}

/// Prints a map.
pub(super) fn map(map: &Map) -> Result<Answer, UserError> {
    let folders = Folders::of_user().ok();
    let ground = assets::map(&map.map, folders.as_ref())?;
    Ok(Answer::new(drawing::described(&ground), as_json(&ground)))
}

fn as_json(ground: &Ground) -> Value {
    let mut value = json!(ground);
    value["width"] = ground.width().into();
    value["height"] = ground.height().into();
    value
}
