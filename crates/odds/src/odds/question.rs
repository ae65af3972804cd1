//! What the odds can be asked about.

use super::Engagement;
use wardiary_base::book::Rulebook;
use wardiary_rules::rules::{Roll, roll::ScrudRoll};

/// A question about odds.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// What is to be rolled.
    pub subject: Subject,
    /// Of a combat: what is left of the sides, rather than how many defeats they suffered. More than one phase always
    /// asks for what is left.
    pub left: bool,
}

/// What is to be rolled.
#[derive(Clone, Debug, PartialEq)]
pub enum Subject {
    /// A roll of the notation.
    Roll(Roll),
    /// The next phase of a combat between units of a campaign: troops, dice, support and defeats left over as the rules
    /// would line them up.
    Combat(Box<Engagement>),
}

impl Question {
    /// The odds of a roll; of a combat of one phase, the defeats.
    #[must_use]
    pub fn of(roll: Roll) -> Self {
        Self { subject: Subject::Roll(roll), left: false }
    }

    /// The odds of the next phase of a combat in a campaign; see [`Subject::Combat`].
    #[must_use]
    pub fn of_engagement(engagement: impl Into<Engagement>) -> Self {
        Self { subject: Subject::Combat(Box::new(engagement.into())), left: false }
    }

    /// The same question, about what is left of the sides.
    #[must_use]
    pub fn left(self) -> Self {
        Self { left: true, ..self }
    }

    /// The rulebook that applies: the one the roll names, or `book`.
    #[must_use]
    pub fn book<'a>(&'a self, book: &'a Rulebook) -> &'a Rulebook {
        match &self.subject {
            Subject::Roll(roll) => roll.book(book),
            Subject::Combat(_) => book,
        }
    }

    /// Whether it is about what is left.
    #[must_use]
    pub fn tells_left(&self) -> bool {
        self.left || matches!(&self.subject, Subject::Roll(Roll::Scrud(ScrudRoll { phases: 2.., .. })))
    }
}
