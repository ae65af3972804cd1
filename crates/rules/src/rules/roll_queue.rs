//! The queue of rolls that a resolver takes its dice from.

use super::Refusal;
use wardiary_base::dice::{DiceRoll, Request, RolledDie};

pub(super) enum Interrupt {
    NeedDice(Request),
    Refused(Refusal),
}

impl<R: Into<Refusal>> From<R> for Interrupt {
    fn from(refusal: R) -> Self {
        Self::Refused(refusal.into())
    }
}

/// Makes the roll for a request; `None` if it can't be made now.
pub(super) type Roller<'a> = dyn FnMut(&Request) -> Option<DiceRoll> + 'a;

/// Answers requests in order: first with rolls made before, then with new ones.
pub(super) struct RollQueue<'a> {
    made: std::slice::Iter<'a, DiceRoll>,
    roller: Option<&'a mut Roller<'a>>,
    /// The rolls that `roller` made.
    rolled: Vec<DiceRoll>,
    /// The requests answered; `None` if they are not recorded.
    answered: Option<Vec<Request>>,
}

impl<'a> RollQueue<'a> {
    /// A queue of earlier rolls only.
    pub(super) fn of(made: &'a [DiceRoll]) -> Self {
        Self { made: made.iter(), roller: None, rolled: Vec::new(), answered: None }
    }

    /// A queue of new rolls only.
    pub(super) fn rolling(roller: &'a mut Roller<'a>) -> Self {
        Self { roller: Some(roller), ..Self::of(&[]) }
    }

    /// Also records the requests that it answers.
    pub(super) fn keeping_requests(self) -> Self {
        Self { answered: Some(Vec::with_capacity(self.made.len())), ..self }
    }

    /// The dice of the next roll, in the order of the request. Interrupts if there is no roll for it.
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

    pub(super) fn into_rolled(self) -> Vec<DiceRoll> {
        self.rolled
    }

    pub(super) fn into_answered(self) -> Vec<Request> {
        self.answered.unwrap_or_default()
    }
}
