//! The dice protocol: how orders and bare rolls get the dice they ask for.
//!
//! [`resolve`] takes the rolls made so far and either asks for the next one or says what happens. [`carry_out`] takes a
//! source of dice and asks it for each roll as the rules need it, so that an order is resolved once, whoever rolls: the
//! program, a script, somebody at the table, or a diary that is replayed.

use super::{
    Refusal, Resolver, Rolled,
    roll_queue::{Interrupt, RollQueue},
};
use crate::{event::Event, order::Order, state::State};
use std::convert::Infallible;
use wardiary_base::dice::{DiceError, DiceRoll, Request, source::DiceSource};

/// How far an order or a bare roll has come.
#[derive(Clone, Debug, PartialEq)]
pub enum Step<T = Box<Resolution>> {
    /// These dice must be rolled first.
    NeedDice(Request),
    /// This comes of it.
    Done(T),
}

/// What comes of an order that has all its dice.
#[derive(Clone, Debug, PartialEq)]
pub struct Resolution {
    /// What happens, in this order.
    pub events: Vec<Event>,
    /// What its dice came to, where it has any that are shown.
    pub rolled: Option<Rolled>,
    /// The state after the events.
    pub after: State,
}

/// What came of an order or a bare roll, with the rolls that a source of dice made for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Completed<T = Resolution> {
    /// What came of it.
    pub result: T,
    /// The rolls, one for each request.
    pub rolls: Vec<DiceRoll>,
}

/// Why an order or a bare roll was not completed. Nothing has changed.
#[derive(Clone, Debug, PartialEq)]
pub enum CarryOutError<E> {
    /// The rules refuse it.
    Refused(Refusal),
    /// The source of dice did not answer a request.
    Unanswered(Unanswered<E>),
}

/// A request that a source of dice did not answer.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{error}")]
pub struct Unanswered<E> {
    /// The dice that were asked for.
    pub request: Request,
    /// The rolls that the source had made before.
    pub rolls: Vec<DiceRoll>,
    /// Why it did not answer.
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

/// What comes of an order with the rolls made for it so far, one for each request.
///
/// # Errors
/// Why the order can't be carried out. Nothing has changed.
pub fn resolve(state: &State, order: &Order, rolls: &[DiceRoll]) -> Result<Step, Refusal> {
    let (played, _) = Resolver::new(state.clone(), RollQueue::of(rolls)).run(order);
    step(played.map(Box::new))
}

/// Carries an order out in a state, with dice from a source.
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
        (played, queue.into_rolled())
    })
}

/// An order carried out again, with all its requests.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    /// What came of it.
    pub step: Result<Step, Refusal>,
    /// The requests that were answered, one for each roll that was used.
    pub asked: Vec<Request>,
}

/// Carries an order out again with the rolls made for it, and records the requests they answered.
#[must_use]
pub fn replay(state: State, order: &Order, rolls: &[DiceRoll]) -> Replay {
    let (played, queue) = Resolver::new(state, RollQueue::of(rolls).keeping_requests()).run(order);
    Replay { step: step(played.map(Box::new)), asked: queue.into_answered() }
}

pub(super) fn step<T>(played: Result<T, Interrupt>) -> Result<Step<T>, Refusal> {
    match played {
        Ok(result) => Ok(Step::Done(result)),
        Err(Interrupt::NeedDice(request)) => Ok(Step::NeedDice(request)),
        Err(Interrupt::Refused(refusal)) => Err(refusal),
    }
}

/// Runs `play` with a queue whose rolls are made by a source of dice; it gives back those rolls.
pub(super) fn complete<S: DiceSource, T>(
    dice: &mut S,
    play: impl FnOnce(RollQueue) -> (Result<T, Interrupt>, Vec<DiceRoll>),
) -> Result<Completed<T>, CarryOutError<S::Error>> {
    let mut unanswered = None;
    let mut roller = |request: &Request| dice.answer(request).map_err(|error| unanswered = Some(error)).ok();
    let (played, rolls) = play(RollQueue::rolling(&mut roller));
    match played {
        Ok(result) => Ok(Completed { result, rolls }),
        Err(Interrupt::Refused(refusal)) => Err(CarryOutError::Refused(refusal)),
        Err(Interrupt::NeedDice(request)) => {
            let error = unanswered.expect("dice are needed only where the source has not answered");
            Err(CarryOutError::Unanswered(Unanswered { request, rolls, error }))
        }
    }
}
