//! The rules: what an order leads to. Pure: [`resolve`] rolls nothing, reads no clock and changes nothing.
//!
//! It is called with the dice that have fallen so far, and either asks for more or says what happens. The program's
//! dice, dice from the table, scripted, replayed and enumerated dice are then one thing.

pub mod damage;
pub mod dice_test;
pub mod edna;
pub mod exhaustion;
pub mod refusal;
pub mod roll;
pub mod rolled;
pub mod scrud;
pub mod square;
pub mod stack;
pub mod support;
pub mod value;
pub mod volley;

mod argument;
mod combat;
mod conflict;
mod muster;
mod ruling;
mod stance;
mod strength;
mod turn;

pub use combat::Fought;
pub use refusal::Refusal;
pub use roll::{Outcome, Roll, resolve_roll};
pub use rolled::{Rolled, rolled_by};

use crate::{
    dice::{Fall, Fallen, Request},
    event::Event,
    id::{Id, UnitId},
    order::{Order, ShownDice},
    state::{State, Unit},
};

/// How far an order has come.
#[derive(Clone, Debug, PartialEq)]
pub enum Step<T = Vec<Event>> {
    /// These dice must fall first.
    NeedDice(Request),
    /// This is what happens.
    Done(T),
}

/// What an order leads to, with the dice that have fallen for it so far, a [`Fall`] for each request.
///
/// # Errors
/// Why the order can't be carried out. Nothing has changed.
pub fn resolve(state: &State, order: &Order, falls: &[Fall]) -> Result<Step, Refusal> {
    Play::new(state, falls).resolve(order)
}

/// An order carried out again, with all that it asked for on the way.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    /// What came of it.
    pub step: Result<Step, Refusal>,
    /// What the dice were asked for, a request for each fall that was used.
    pub asked: Vec<Request>,
    /// The state after what happened; half-way there where it did not come to an end.
    pub after: State,
}

/// Carries an order out again, with the dice that fell for it, and notes what they were asked for. The state is taken
/// and given back as it is then: of a long campaign a copy for each order would be most of the work.
#[must_use]
pub fn replay(state: State, order: &Order, falls: &[Fall]) -> Replay {
    let mut play = Play::of(state, falls);
    play.cup.asked = Some(Vec::with_capacity(falls.len()));
    let step = play.resolve(order);
    Replay { step, asked: play.cup.asked.take().unwrap_or_default(), after: play.state }
}

/// How the dice of an order's combat phase lined up, where it had one: derived, not stored.
#[must_use]
pub fn line_up_of(state: &State, order: &Order, falls: &[Fall]) -> Option<Fought> {
    if order.verb().declaration().shown != ShownDice::Phase {
        return None;
    }
    let mut play = Play::new(state, falls);
    play.play(order).ok()?;
    play.fought
}

/// Why the rules stop in the midst of an order.
enum Stop {
    Need(Request),
    Refused(Refusal),
}

impl<R: Into<Refusal>> From<R> for Stop {
    fn from(refusal: R) -> Self {
        Self::Refused(refusal.into())
    }
}

type Flow<T = ()> = Result<T, Stop>;

/// The dice that have fallen, handed out request by request.
struct Cup<'a> {
    falls: &'a [Fall],
    used: usize,
    /// What was asked for and answered, where somebody wants to know.
    asked: Option<Vec<Request>>,
}

impl Cup<'_> {
    /// The dice of a request; where they have not fallen yet the rules stop and ask.
    fn ask(&mut self, request: Request) -> Flow<Vec<Fallen>> {
        let Some(fall) = self.falls.get(self.used) else { return Err(Stop::Need(request)) };
        self.used += 1;
        let fallen = fall.answer(&request).map_err(Refusal::Dice)?;
        if let Some(asked) = &mut self.asked {
            asked.push(request);
        }
        Ok(fallen)
    }
}

/// An order being carried out: the state as it will be, and the events that lead there.
struct Play<'a> {
    state: State,
    events: Vec<Event>,
    cup: Cup<'a>,
    fought: Option<Fought>,
    rolled: Option<Rolled>,
}

impl<'a> Play<'a> {
    fn new(state: &State, falls: &'a [Fall]) -> Self {
        Self::of(state.clone(), falls)
    }

    fn of(state: State, falls: &'a [Fall]) -> Self {
        Self { state, events: Vec::new(), cup: Cup { falls, used: 0, asked: None }, fought: None, rolled: None }
    }

    fn resolve(&mut self, order: &Order) -> Result<Step, Refusal> {
        match self.play(order) {
            Ok(()) => Ok(Step::Done(std::mem::take(&mut self.events))),
            Err(Stop::Need(request)) => Ok(Step::NeedDice(request)),
            Err(Stop::Refused(refusal)) => Err(refusal),
        }
    }

    fn play(&mut self, order: &Order) -> Flow {
        if let Some(mechanism) = order.verb().mechanism().filter(|mechanism| !self.state.book().uses(*mechanism)) {
            return Err(Refusal::MechanismOff { mechanism }.into());
        }
        self.let_decide(order)?;
        self.carry_out(order)?;
        self.follow_stances();
        self.follow_conflicts();
        exhaustion::follow(self);
        Ok(())
    }

    fn happens(&mut self, event: Event) {
        debug_assert_eq!(self.state.fits(&event), Ok(()), "{event:?}");
        self.state.apply(&event);
        self.events.push(event);
    }

    fn ask(&mut self, request: Request) -> Flow<Vec<Fallen>> {
        self.cup.ask(request)
    }

    /// The unit, if it is there and alive.
    fn living(&self, id: UnitId) -> Result<&Unit, Refusal> {
        let unit = self.state.unit(id).ok_or(Refusal::Nobody { id: id.into() })?;
        if unit.is_alive() { Ok(unit) } else { Err(Refusal::Eliminated { unit: id }) }
    }

    /// The living units that sides, stacks and units stand for, each once, in roster order.
    fn all_living(&self, who: &[Id]) -> Result<Vec<UnitId>, Refusal> {
        let mut units: Vec<UnitId> = Vec::new();
        for id in who {
            let meant = self.state.units_meant(*id);
            if let [unit] = meant[..] {
                self.living(unit.id)?;
            }
            if meant.is_empty() {
                return Err(match self.state.kind(*id) {
                    None => Refusal::Nobody { id: *id },
                    Some(_) => Refusal::NobodyLeft { of: *id },
                });
            }
            units.extend(meant.iter().map(|u| u.id));
        }
        units.sort_by_key(|u| self.state.roster_place(*u));
        units.dedup();
        if units.is_empty() { Err(Refusal::NobodyNamed) } else { Ok(units) }
    }

    fn carry_out(&mut self, order: &Order) -> Flow {
        match order {
            Order::Side { .. }
            | Order::Stack { .. }
            | Order::Unit(_)
            | Order::Rename { .. }
            | Order::Assign { .. }
            | Order::Date { .. } => self.muster(order),
            Order::Battle { .. }
            | Order::EndBattle { .. }
            | Order::Reinforce { .. }
            | Order::Initiative { .. }
            | Order::First { .. }
            | Order::Pass { .. }
            | Order::EndTurn { .. } => self.turn(order),
            Order::Edna { unit, .. } => self.edna_test(*unit),
            Order::Wear { unit, cause } => self.edna_wear(*unit, *cause),
            Order::Shake { unit, by, .. } => self.edna_ruling(*unit, -i16::from(*by)),
            Order::Rally { unit, by, .. } => self.edna_ruling(*unit, i16::from(*by)),
            Order::Scrud { first, second } => self.scrud(first, second),
            Order::Reroll { battle, side, dice } => self.reroll(*battle, *side, dice),
            Order::Withdraw { who } => self.withdraw(*who),
            Order::Commit { who, to } => self.commit(who, *to),
            Order::Lose { unit, points, .. } => self.lose(*unit, *points),
            Order::Restore { unit, points, .. } => self.restore(*unit, *points),
            Order::Eliminate { unit, .. } => self.eliminate(*unit),
            Order::Regrade { who, by, term, .. } => self.regrade(who, *by, *term),
            Order::Note { text } => {
                if text.trim().is_empty() {
                    return Err(Refusal::NothingToNote.into());
                }
                self.happens(Event::Noted);
                Ok(())
            }
            Order::Rules(draft) => {
                draft.check(self.state.book()).map_err(|faults| Refusal::Rules { faults })?;
                self.happens(Event::RulesChanged(draft.clone()));
                Ok(())
            }
            // ---- dice tests and volleys
            Order::Test { who, test, parallel } => self.dice_test(who, test, *parallel),
            Order::Volley(volley) => self.volley(volley),
            // ---- matrix arguments
            Order::Argue(argument) => self.argue(argument),
            // ---- stacks
            Order::Stacks(order) => self.stack_order(order),
            // ---- branches of the diary
            Order::Branch { name, .. } => {
                muster::well_named(name)?;
                self.happens(Event::BranchNamed { name: name.clone() });
                Ok(())
            }
        }
    }
}
