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
    earlier_rolls: std::slice::Iter<'a, DiceRoll>,
    roller: Option<&'a mut Roller<'a>>,
    /// The rolls that `roller` made.
    new_rolls: Vec<DiceRoll>,
    /// The requests answered; `None` if they are not recorded.
    requests: Option<Vec<Request>>,
}

impl<'a> RollQueue<'a> {
    /// A queue of earlier rolls only.
    pub(super) fn from_rolls(made: &'a [DiceRoll]) -> Self {
        Self { earlier_rolls: made.iter(), roller: None, new_rolls: Vec::new(), requests: None }
    }

    /// A queue of new rolls only.
    pub(super) fn from_roller(roller: &'a mut Roller<'a>) -> Self {
        Self { roller: Some(roller), ..Self::from_rolls(&[]) }
    }

    /// Also records the requests that it answers.
    pub(super) fn recording_requests(self) -> Self {
        Self { requests: Some(Vec::with_capacity(self.earlier_rolls.len())), ..self }
    }

    /// The dice of the next roll, in the order of the request. Interrupts if there is no roll for it.
    pub(super) fn request_dice(&mut self, request: Request) -> Result<Vec<RolledDie>, Interrupt> {
        let dice = match self.earlier_rolls.next() {
            Some(made) => made.arrange_for(&request),
            None => match self.roller.as_mut().and_then(|roller| roller(&request)) {
                Some(roll) => {
                    let dice = roll.arrange_for(&request);
                    self.new_rolls.push(roll);
                    dice
                }
                None => return Err(Interrupt::NeedDice(request)),
            },
        };
        let dice = dice.map_err(Refusal::Dice)?;
        if let Some(answered) = &mut self.requests {
            answered.push(request);
        }
        Ok(dice)
    }

    pub(super) fn into_new_rolls(self) -> Vec<DiceRoll> {
        self.new_rolls
    }

    pub(super) fn into_requests(self) -> Vec<Request> {
        self.requests.unwrap_or_default()
    }
}
