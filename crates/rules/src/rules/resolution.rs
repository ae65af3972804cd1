//! The dice protocol: how orders and bare rolls get their dice.
//!
//! [`resolve`] takes the rolls made so far, and either requests the next one or returns the result. [`carry_out`] asks
//! a dice source for each roll when the rules need it, so the same code serves every source of dice: the program, a
//! script, a player at the table, or a replayed diary.

use super::{FoughtPhase, Refusal, Resolver, dice_test, edna, table, volley};
use crate::{
    event::Event,
    order::{Edge, Need, Order, ShownDice},
    state::State,
};
use std::convert::Infallible;
use wardiary_base::{
    dice::{Dice, DiceError, DiceFormula, DiceRoll, Face, Request, RolledDie, source::DiceSource},
    id::{Id, SideId, StackId, UnitId},
    text::Text,
};

#[derive(Clone, Debug, PartialEq)]
pub enum Step<T = Box<Resolution>> {
    /// These dice must be rolled first.
    NeedDice(Request),
    Done(T),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Resolution {
    pub events: Vec<Event>,
    pub rolled: Option<OrderRoll>,
    pub after: State,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Completed<T = Resolution> {
    pub result: T,
    pub rolls: Vec<DiceRoll>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum CarryOutError<E> {
    Refused(Refusal),
    /// The dice source did not answer a request.
    Unanswered(UnansweredRequest<E>),
}

#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{error}")]
pub struct UnansweredRequest<E> {
    pub request: Request,
    pub rolls: Vec<DiceRoll>,
    pub error: E,
}

impl From<CarryOutError<Infallible>> for Refusal {
    fn from(error: CarryOutError<Infallible>) -> Self {
        match error {
            CarryOutError::Refused(refusal) => refusal,
            CarryOutError::Unanswered(unanswered) => match unanswered.error {},
        }
    }
}

impl From<CarryOutError<DiceError>> for Refusal {
    fn from(error: CarryOutError<DiceError>) -> Self {
        match error {
            CarryOutError::Refused(refusal) => refusal,
            CarryOutError::Unanswered(unanswered) => Self::Dice(unanswered.error),
        }
    }
}

/// Resolves an order with the rolls made so far, one for each request.
pub fn resolve(state: &State, order: &Order, rolls: &[DiceRoll]) -> Result<Step, Refusal> {
    let (played, _) = Resolver::new(state.clone(), RollQueue::from_rolls(rolls)).run(order);
    step(played.map(Box::new))
}

/// Carries out an order with dice from a source.
pub fn carry_out<S: DiceSource>(
    state: State,
    order: &Order,
    dice: &mut S,
) -> Result<Completed, CarryOutError<S::Error>> {
    complete(dice, |queue| {
        let (played, queue) = Resolver::new(state, queue).run(order);
        (played, queue.into_new_rolls())
    })
}

#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    pub step: Result<Step, Refusal>,
    /// The requests that were answered, one for each roll used.
    pub requests: Vec<Request>,
}

/// Carries out an order again with its rolls, and records the requests that they answered.
pub fn replay(state: State, order: &Order, rolls: &[DiceRoll]) -> Replay {
    let (played, queue) = Resolver::new(state, RollQueue::from_rolls(rolls).recording_requests()).run(order);
    Replay { step: step(played.map(Box::new)), requests: queue.into_requests() }
}

pub(super) fn step<T>(played: Result<T, Interrupt>) -> Result<Step<T>, Refusal> {
    match played {
        Ok(result) => Ok(Step::Done(result)),
        Err(Interrupt::NeedDice(request)) => Ok(Step::NeedDice(request)),
        Err(Interrupt::Refused(refusal)) => Err(refusal),
    }
}

/// Runs `play` with rolls from a dice source, and returns those rolls.
pub(super) fn complete<S: DiceSource, T>(
    dice: &mut S,
    play: impl FnOnce(RollQueue) -> (Result<T, Interrupt>, Vec<DiceRoll>),
) -> Result<Completed<T>, CarryOutError<S::Error>> {
    let mut unanswered = None;
    let mut roller = |request: &Request| dice.roll(request).map_err(|error| unanswered = Some(error)).ok();
    let (played, rolls) = play(RollQueue::from_roller(&mut roller));
    match played {
        Ok(result) => Ok(Completed { result, rolls }),
        Err(Interrupt::Refused(refusal)) => Err(CarryOutError::Refused(refusal)),
        Err(Interrupt::NeedDice(request)) => {
            let error = unanswered.expect("dice are needed only where the source has not answered");
            Err(CarryOutError::Unanswered(UnansweredRequest { request, rolls, error }))
        }
    }
}

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
    pub(super) fn from_rolls(made: &'a [DiceRoll]) -> Self {
        Self { earlier_rolls: made.iter(), roller: None, new_rolls: Vec::new(), requests: None }
    }

    pub(super) fn from_roller(roller: &'a mut Roller<'a>) -> Self {
        Self { roller: Some(roller), ..Self::from_rolls(&[]) }
    }

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

/// The results of an order's dice, for display. They are derived from the order and its dice, never stored.
#[derive(Clone, Debug, PartialEq)]
pub enum OrderRoll {
    Phase(Box<FoughtPhase>),
    Edna {
        unit: UnitId,
        dice: Vec<Face>,
        from: u8,
        tested: edna::EdnaOutcome,
    },
    Tests {
        name: Text,
        units: Vec<UnitId>,
        thrown: dice_test::RolledTests,
    },
    Volley {
        unit: UnitId,
        /// Its targets, as they are judged.
        target_groups: Vec<volley::TargetGroup>,
        fired: volley::VolleyOutcome,
    },
    /// The blows of a Conflict, in order.
    Blows(Vec<ConflictBlow>),
    /// The initiative: each roll by side, until one is highest.
    Initiative(Vec<Vec<(SideId, Face)>>),
    /// A roll on a random table, and those on the tables that it led to.
    Table {
        /// The unit, stack or side that the table was consulted for.
        who: Option<Id>,
        drawn: Vec<table::TableDraw>,
    },
    /// Plain dice: the faces and the total of each roll.
    Plain {
        formula: DiceFormula,
        rolled: Vec<(Vec<Face>, i32)>,
    },
    Argument {
        dice: Vec<Face>,
        need: Need,
        /// The kind and number of dice.
        thrown: Dice,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConflictBlow {
    pub side: SideId,
    pub attacker: StackId,
    pub target: StackId,
    pub edge: Edge,
    pub face: Face,
    /// The attacker's power on that Edge.
    pub ap: u32,
    /// The defender's power on that Edge.
    pub dp: u32,
    /// `None` if the blow missed.
    pub damage: Option<u32>,
}

impl OrderRoll {
    pub fn phase(&self) -> Option<&FoughtPhase> {
        match self {
            Self::Phase(fought) => Some(fought),
            _ => None,
        }
    }

    /// The side whose success it is, if several roll: the one that opened the combat, or struck first.
    pub fn opening_side(&self) -> Option<SideId> {
        match self {
            Self::Phase(fought) => Some(fought.sides.first),
            Self::Blows(blows) if blows.len() > 1 => Some(blows[0].side),
            _ => None,
        }
    }

    /// Whether it is a phase with rerolled dice, in whichever entry they were rerolled.
    pub fn has_rerolls(&self) -> bool {
        self.phase().is_some_and(|fought| fought.rerolled)
    }

    pub fn into_phase(self) -> Option<FoughtPhase> {
        match self {
            Self::Phase(fought) => Some(*fought),
            _ => None,
        }
    }
}

/// The results of the dice of an order that was carried out before, derived from its rolls.
pub fn roll_of_order(state: &State, order: &Order, rolls: &[DiceRoll]) -> Option<OrderRoll> {
    if !self::shows_dice(order) {
        return None;
    }
    match resolve(state, order, rolls) {
        Ok(Step::Done(done)) => done.rolled,
        _ => None,
    }
}

pub fn shows_dice(order: &Order) -> bool {
    order.effective_order().verb().declaration().shown_dice != ShownDice::Nothing
}
