//! The dice protocol: how orders and bare rolls get their dice.
//!
//! [`resolve`] takes the rolls made so far, and either requests the next one or returns the result. [`carry_out`] asks
//! a dice source for each roll when the rules need it, so an order is resolved once whoever rolls: the program, a
//! script, somebody at the table, or a replayed diary.

use super::{
    OrderRoll, Refusal, Resolver,
    roll_queue::{Interrupt, RollQueue},
};
use crate::{event::Event, order::Order, state::State};
use std::convert::Infallible;
use wardiary_base::dice::{DiceError, DiceRoll, Request, source::DiceSource};

/// The progress of an order or a bare roll.
#[derive(Clone, Debug, PartialEq)]
pub enum Step<T = Box<Resolution>> {
    /// These dice must be rolled first.
    NeedDice(Request),
    Done(T),
}

/// The result of an order that has all its dice.
#[derive(Clone, Debug, PartialEq)]
pub struct Resolution {
    pub events: Vec<Event>,
    /// The results of its dice, for display.
    pub rolled: Option<OrderRoll>,
    pub after: State,
}

/// The result of an order or a bare roll, with the rolls that the dice source made for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Completed<T = Resolution> {
    pub result: T,
    pub rolls: Vec<DiceRoll>,
}

/// Why an order or a bare roll was not completed. Nothing has changed.
#[derive(Clone, Debug, PartialEq)]
pub enum CarryOutError<E> {
    Refused(Refusal),
    /// The dice source did not answer a request.
    Unanswered(UnansweredRequest<E>),
}

/// A request that the dice source did not answer.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{error}")]
pub struct UnansweredRequest<E> {
    pub request: Request,
    /// The rolls that the source made before.
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
///
/// # Errors
/// Why the order is refused. Nothing has changed.
pub fn resolve(state: &State, order: &Order, rolls: &[DiceRoll]) -> Result<Step, Refusal> {
    let (played, _) = Resolver::new(state.clone(), RollQueue::from_rolls(rolls)).run(order);
    step(played.map(Box::new))
}

/// Carries out an order with dice from a source.
///
/// # Errors
/// Why the rules refuse the order, or why the source did not answer a request.
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

/// An order that was carried out again, with its requests.
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
