//! Corrects the dice of an entry: one roll after the other as recorded, then the changed entry on a branch of its own.

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

pub(super) struct Correction {
    pub entry: EntryNo,
    pub before: State,
    /// The recorded rolls.
    pub fell: Vec<DiceRoll>,
}

pub(super) enum Next {
    /// The entry's next roll, with its recorded faces.
    Roll(Faces),
    /// All rolls are checked, and some changed.
    Change(Box<Rebase>),
    /// All dice are as recorded.
    Same,
}

impl Correction {
    /// The next step after these rolls of the order. Rolls without dice are added on the way.
    ///
    /// # Errors
    /// The reason why the rules refuse the changed entry.
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

    /// The roll of that index with these faces.
    pub fn roll(&self, request: &Request, faces: Vec<Face>, number: usize) -> DiceRoll {
        let fell = self.fell.get(number);
        let from = fell.map_or(Origin::Table, |fell| Origin::of(fell.serials_of(request, &faces)));
        DiceRoll { who: request.dice.iter().map(|wanted| wanted.owner).collect(), from, faces }
    }
}

/// Makes a change, after showing what no longer holds with it.
pub(super) fn changed(rebase: Box<Rebase>) -> Actions<Session> {
    vec![if rebase.losses.is_empty() {
        Action::Do(Effect::Rebase(rebase))
    } else {
        Action::Open(Box::new(Listing::of_rebase(*rebase)))
    }]
}
