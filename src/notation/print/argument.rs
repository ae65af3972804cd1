//! Support and matrix arguments as text.

use super::{FORCES, Printer, SIDE, UNIT, reference};
use crate::{
    dice::{Dice, Die},
    id::Id,
    order::{Argument, Need, Support, Term, Verdict},
};

impl Printer<'_> {
    pub(super) fn support(&mut self, support: &[Support]) -> &mut Self {
        if support.is_empty() {
            return self;
        }
        let unit = |id| reference(self.state, Id::from(id), UNIT);
        let named = support.iter().map(|support| match support.counter {
            Some(target) => format!("{} counter {}", unit(support.unit), unit(target)),
            None => unit(support.unit),
        });
        let named = named.collect::<Vec<_>>().join(" + ");
        self.put("support").put(&named)
    }

    pub(super) fn argument(&mut self, argument: &Argument) -> &mut Self {
        self.text(&argument.claim);
        if let Some(by) = argument.by {
            self.put("by").id(by, SIDE);
        }
        for (word, said) in [("for", &argument.pro), ("against", &argument.con)] {
            if let Some(said) = said {
                self.put(word).text(said);
            }
        }
        match argument.verdict {
            Verdict::Succeeds => self.put("succeeds"),
            Verdict::Fails => self.put("fails"),
            Verdict::Roll(Dice(1, Die::D6), need) => self.put("test").need(need),
            Verdict::Roll(dice, need) => self.put("roll").put(&dice.to_string()).need(need),
        };
        match &argument.effect {
            Some(effect) => {
                self.put("then").put(if effect.by < 0 { "demote" } else { "promote" });
                self.regrading(&effect.who, effect.by, effect.term)
            }
            None => self,
        }
    }

    fn need(&mut self, need: Need) -> &mut Self {
        match need {
            Need::AtLeast(least) => self.put(&format!("{least}+")),
            Need::AtMost(most) => self.put(&format!("{most}-")),
        }
    }

    pub(super) fn regrading(&mut self, who: &[Id], by: i8, term: Term) -> &mut Self {
        self.all(who, FORCES).put(&by.unsigned_abs().to_string());
        match term {
            Term::Phase => self.put("this phase"),
            Term::Combat => self.put("this combat"),
            Term::ForGood => self,
        }
    }
}
