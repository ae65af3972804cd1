//! Why an order for a stack is refused.

use super::quoted;

/// Why an order for a stack is refused. Names are as they are shown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the sentence over each variant says what its fields are")]
pub enum StackRefusal {
    #[error("{stack} has no leader, and takes no posture")]
    NoLeader { stack: String },
    #[error("{unit} is not in {stack}")]
    NotInStack { unit: String, stack: String },
    #[error("{stack} screens nothing")]
    ScreensNothing { stack: String },
    #[error("{stack} can't screen itself")]
    ScreensItself { stack: String },
    #[error("{stack} screens already, and can't be screened")]
    Screening { stack: String },
    #[error("{stack} is screened by {by}, and can't screen")]
    Screened { stack: String, by: String },
    #[error("{stack} and {other} are not on the same side")]
    OtherSide { stack: String, other: String },
    #[error("{stack} can't merge with itself")]
    MergesItself { stack: String },
    #[error("{stack} and {other} are not in the same Conflict and battle")]
    Apart { stack: String, other: String },
    #[error("a round of the Conflict is under way")]
    UnderWay { next: String },
    #[error("{stack} is in a Conflict already")]
    InConflict { stack: String },
    #[error("{stack} is in no Conflict")]
    NoConflict { stack: String },
    #[error("{stack} is named twice")]
    Twice { stack: String },
    #[error("{other} is not in the Conflict of {stack}")]
    NotThere { stack: String, other: String },
    #[error("{stack} has acted in this round, or was not there when it began")]
    Acted { stack: String },
    #[error("it is not {stack}'s turn in the round: {next} acts first")]
    NotItsTurn { stack: String, next: String },
    #[error("nobody of {stack} can be harmed")]
    Unharmed { stack: String },
    #[error("under these rules a round is a SCRUD phase of all at once")]
    ByScrud,
    #[error("a stack turns 1 to 12 times, not {times}")]
    Turns { times: u8 },
    #[error("{unit} has these numbers already")]
    SameStats { unit: String },
    #[error("levels wait until {stack} is in no Conflict")]
    LevelsWait { stack: String },
    #[error("the Conflict has had {rounds} this turn")]
    RoundsFought { rounds: String },
    #[error("no round is fought while the turn is at {phase}")]
    NoRoundNow { phase: &'static str },
}

impl StackRefusal {
    /// What to do next, where there is something.
    #[must_use]
    pub fn hint(&self) -> Option<String> {
        Some(match self {
            Self::NoLeader { stack } => format!("name one: `lead {} with UNIT`", quoted(stack)),
            Self::NotInStack { unit, stack } => {
                format!("`assign {} to {}` brings it there", quoted(unit), quoted(stack))
            }
            Self::ScreensNothing { stack } => {
                format!("say what: `screen {0} for STACK left`, `screen {0} for UNIT`", quoted(stack))
            }
            Self::ScreensItself { .. } => "name another stack of its side".into(),
            Self::Screening { stack } | Self::Screened { by: stack, .. } => {
                format!("`unscreen {}` ends that", quoted(stack))
            }
            Self::Apart { .. } => "`join` and `flee` bring a stack into a Conflict and out of it".into(),
            Self::UnderWay { next } | Self::NotItsTurn { next, .. } => {
                format!("`strike {0} at …`, `hold {0}`, or `round` for all that is left of it", quoted(next))
            }
            Self::InConflict { stack } => format!("`flee {}` takes it out", quoted(stack)),
            Self::NoConflict { .. } => "begin one: `conflict STACK v STACK`".into(),
            Self::NotThere { .. } => "`join STACK to STACK` brings a stack in after a round".into(),
            Self::Acted { .. } => "`round` fights on".into(),
            Self::Unharmed { stack } => format!("what screens {} must go first; `hold` passes the turn", quoted(stack)),
            Self::ByScrud => "give `round`".into(),
            Self::RoundsFought { .. } => {
                "`end turn` begins the next; the rulebook's `stacks.rounds_a_turn` says how many".into()
            }
            Self::NoRoundNow { .. } => "`initiative` rolls for it, `pass` goes on".into(),
            Self::LevelsWait { .. } => "give it when the Conflict is over".into(),
            _ => return None,
        })
    }
}
