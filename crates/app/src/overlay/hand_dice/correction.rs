//! The dice of an entry corrected: roll after roll as it fell, and then the entry changed, on a branch of its own.

use super::faces::Faces;
use crate::{
    clock,
    component::{Action, Actions},
    effect::Effect,
    overlay::listing::Listing,
    session::Session,
};
use wardiary_base::dice::{DiceRoll, Face, Origin, Request};
use wardiary_diary::{
    diary::{EntryNo, amend::Rebase},
    error::UserError,
};
use wardiary_rules::{
    notation::{Change, refusal},
    order::Order,
    rules::{self, Step},
    state::State,
};

/// An entry whose dice are corrected.
pub(super) struct Correction {
    /// Its number.
    pub entry: EntryNo,
    /// The state before it.
    pub before: State,
    /// What fell for it.
    pub fell: Vec<DiceRoll>,
}

/// What follows when a roll of an entry is right.
pub(super) enum Next {
    /// Its next roll, as it fell.
    Roll(Faces),
    /// The entry can be changed.
    Change(Box<Rebase>),
    /// All dice are as they fell.
    Same,
}

impl Correction {
    /// What follows these rolls of the order. Rolls without dice are made on the way.
    ///
    /// # Errors
    /// Why the entry can't be so.
    pub fn next(&self, order: &Order, rolls: &mut Vec<DiceRoll>, session: &Session) -> Result<Next, String> {
        while let Step::NeedDice(request) = rules::resolve(&self.before, order, rolls)
            .map_err(|refusal| refusal::describe(&refusal, &self.before).to_string())?
        {
            if !request.dice.is_empty() {
                return Ok(Next::Roll(Faces::corrected(request, self.fell.get(rolls.len()))));
            }
            rolls.push(self.roll(&request, Vec::new(), rolls.len()));
        }
        if rolls.iter().map(|roll| &roll.faces).eq(self.fell.iter().map(|fell| &fell.faces)) {
            return Ok(Next::Same);
        }
        let faces = rolls.iter().flat_map(|roll| &roll.faces).copied().collect();
        let change = Change::Amend { order: None, faces: Some(faces) };
        let now = clock::now().map_err(|error| error.to_string())?;
        let rebase = session.save.diary().rebase(self.entry, &change, now);
        rebase.map(|rebase| Next::Change(Box::new(rebase))).map_err(|not| UserError::from(not).to_string())
    }

    /// The roll of that number with these faces.
    pub fn roll(&self, request: &Request, faces: Vec<Face>, number: usize) -> DiceRoll {
        let fell = self.fell.get(number);
        let from = fell.map_or(Origin::Table, |fell| Origin::of(fell.serials_of(request, &faces)));
        DiceRoll { who: request.dice.iter().map(|wanted| wanted.owner).collect(), from, faces }
    }
}

/// A change is made; what no longer holds with it is shown first.
pub(super) fn changed(rebase: Box<Rebase>) -> Actions<Session> {
    vec![if rebase.losses.is_empty() {
        Action::Do(Effect::Rebase(rebase))
    } else {
        Action::Open(Box::new(Listing::of_rebase(*rebase)))
    }]
}
