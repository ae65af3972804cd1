//! The theatre: laid out, and forces put somewhere in it. Source: RULES 7.

use super::{Refusal, Resolver, RuleResult};
use crate::{
    event::{Event, TheatreEvent},
    ground::{Spot, Station, TheatreDraft},
    id::Id,
    order::TheatreOrder,
    state::TheatreError,
};

impl Resolver<'_> {
    /// What an order in the theatre leads to.
    pub(super) fn theatre_order(&mut self, order: &TheatreOrder) -> RuleResult {
        match order {
            TheatreOrder::LayOut(draft) => self.lay_out_theatre(draft),
            TheatreOrder::Station { force, at, .. } => self.station(*force, *at),
        }
    }

    fn lay_out_theatre(&mut self, draft: &TheatreDraft) -> RuleResult {
        self.emit_if_valid(Event::Theatre(TheatreEvent::LaidOut(Box::new(draft.clone()))))
    }

    fn station(&mut self, force: Id, at: Option<Spot>) -> RuleResult {
        if self.state.theatre().is_none() {
            return Err(Refusal::Event(TheatreError::NoTheatre.into()).into());
        }
        let (from, to) = (self.state.station(force), at.map(Station::at));
        if from == to {
            return Err(Refusal::NoChange.into());
        }
        self.emit_if_valid(Event::Theatre(TheatreEvent::Stationed { force, from, to }))
    }
}
