//! The dice source of a command: the faces in its arguments, or the program's seeded stream.

use wardiary_base::{
    dice::{
        DiceError, DiceRoll, Face, Request,
        source::{DiceSource, ScriptedDice, SeededDice},
    },
    text,
};
use wardiary_diary::error::{ErrorKind, UserError};

pub(super) enum CommandDice {
    /// Faces rolled on the table; the first `used` of them are used up.
    Given {
        faces: ScriptedDice,
        used: usize,
    },
    Program(SeededDice),
}

/// Why the given faces do not answer a request.
#[derive(Debug, thiserror::Error)]
pub(super) enum FacesError {
    #[error("it needs {}, and {left} of the faces given {} left", text::count(*wanted, "die", "dice"),
        if *left == 1 { "is" } else { "are" })]
    TooFew { wanted: usize, left: usize },
    /// A face that is not on its die.
    #[error("face {nth} of --dice: {error}")]
    Face { nth: usize, error: DiceError },
}

impl FacesError {
    pub fn into_user_error(self, kind: ErrorKind) -> UserError {
        let hint = match &self {
            Self::TooFew { .. } => "give --dice a face for each die, in the order in which they are asked for",
            Self::Face { .. } => "write what lies on top of the die",
        };
        UserError { kind, what: self.to_string(), hint: Some(hint.into()) }
    }
}

impl CommandDice {
    pub fn given(faces: &[Face]) -> Self {
        Self::Given { faces: ScriptedDice { faces: faces.iter().copied().collect() }, used: 0 }
    }

    /// The given faces that were not used.
    pub(crate) fn unused_faces(&self) -> Vec<Face> {
        match self {
            Self::Given { faces, .. } => faces.faces.iter().copied().collect(),
            Self::Program(_) => Vec::new(),
        }
    }
}

impl DiceSource for CommandDice {
    type Error = FacesError;

    fn roll(&mut self, request: &Request) -> Result<DiceRoll, FacesError> {
        let wanted = request.dice.len();
        match self {
            Self::Program(seeded) => match seeded.roll(request) {
                Ok(roll) => Ok(roll),
            },
            Self::Given { faces, used } => {
                let left = faces.faces.len();
                if left < wanted {
                    return Err(FacesError::TooFew { wanted, left });
                }
                let off = faces.faces.iter().zip(&request.dice).position(|(face, die)| !die.can_show(*face));
                let nth = *used + off.unwrap_or(0) + 1;
                let roll = faces.roll(request).map_err(|error| FacesError::Face { nth, error })?;
                *used += wanted;
                Ok(roll)
            }
        }
    }
}
