//! Questions about odds.

use super::Engagement;
use wardiary_base::book::Rulebook;
use wardiary_rules::rules::{Roll, roll::ScrudRoll};

#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    pub subject: Subject,
    /// For a combat: asks for survivors rather than defeats. With more than one phase survivors are always given.
    pub left: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Subject {
    /// A roll of the notation.
    Roll(Roll),
    /// The next phase of a combat between units of a campaign, with the troops, dice, support and leftover defeats that
    /// the rules would line up.
    Combat(Box<Engagement>),
}

impl Question {
    /// The odds of a roll; for a combat of one phase, of its defeats.
    pub fn of(roll: Roll) -> Self {
        Self { subject: Subject::Roll(roll), left: false }
    }

    /// The odds of the next phase of a combat in a campaign; see [`Subject::Combat`].
    pub fn of_engagement(engagement: impl Into<Engagement>) -> Self {
        Self { subject: Subject::Combat(Box::new(engagement.into())), left: false }
    }

    /// The same question about survivors.
    pub fn left(self) -> Self {
        Self { left: true, ..self }
    }

    /// The rulebook that applies: the one that the roll names, or `book`.
    pub fn book<'a>(&'a self, book: &'a Rulebook) -> &'a Rulebook {
        match &self.subject {
            Subject::Roll(roll) => roll.book(book),
            Subject::Combat(_) => book,
        }
    }

    /// Whether the answer gives survivors.
    pub fn tells_left(&self) -> bool {
        self.left || matches!(&self.subject, Subject::Roll(Roll::Scrud(ScrudRoll { phases: 2.., .. })))
    }
}
