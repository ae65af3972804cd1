//! The rolls that a resolver takes its dice from, request by request.

use super::Refusal;
use wardiary_base::dice::{DiceRoll, Request, RolledDie};

/// Why resolving stops before its end.
pub(super) enum Interrupt {
    /// These dice have not been rolled yet.
    NeedDice(Request),
    /// The rules refuse it.
    Refused(Refusal),
}

impl<R: Into<Refusal>> From<R> for Interrupt {
    fn from(refusal: R) -> Self {
        Self::Refused(refusal.into())
    }
}

/// Makes the roll for a request; `None` where it can't be made now.
pub(super) type Roller<'a> = dyn FnMut(&Request) -> Option<DiceRoll> + 'a;

/// Rolls in the order of the requests they answer: first those made before, then new ones.
pub(super) struct RollQueue<'a> {
    made: std::slice::Iter<'a, DiceRoll>,
    roller: Option<&'a mut Roller<'a>>,
    /// What `roller` rolled.
    rolled: Vec<DiceRoll>,
    /// The requests that were answered, where they are to be kept.
    answered: Option<Vec<Request>>,
}

impl<'a> RollQueue<'a> {
    /// Rolls made before, and no more than those.
    pub(super) fn of(made: &'a [DiceRoll]) -> Self {
        Self { made: made.iter(), roller: None, rolled: Vec::new(), answered: None }
    }

    /// New rolls only.
    pub(super) fn rolling(roller: &'a mut Roller<'a>) -> Self {
        Self { roller: Some(roller), ..Self::of(&[]) }
    }

    /// The same, keeping the requests that it answers.
    pub(super) fn keeping_requests(self) -> Self {
        Self { answered: Some(Vec::with_capacity(self.made.len())), ..self }
    }

    /// The dice of the next roll, in the order of the request. Interrupts where there is no roll for it.
    pub(super) fn ask(&mut self, request: Request) -> Result<Vec<RolledDie>, Interrupt> {
        let dice = match self.made.next() {
            Some(made) => made.answer(&request),
            None => match self.roller.as_mut().and_then(|roller| roller(&request)) {
                Some(roll) => {
                    let dice = roll.answer(&request);
                    self.rolled.push(roll);
                    dice
                }
                None => return Err(Interrupt::NeedDice(request)),
            },
        };
        let dice = dice.map_err(Refusal::Dice)?;
        if let Some(answered) = &mut self.answered {
            answered.push(request);
        }
        Ok(dice)
    }

    /// The rolls made on the way.
    pub(super) fn into_rolled(self) -> Vec<DiceRoll> {
        self.rolled
    }

    /// The requests that were answered, if they were kept.
    pub(super) fn into_answered(self) -> Vec<Request> {
        self.answered.unwrap_or_default()
    }
}
