//! Matrix arguments: decided by agreement or by dice, with an effect on grades if they succeed. Source: RULES 2.5.

use super::{OrderRoll, Refusal, Resolver, RuleResult};
use crate::{
    event::Event,
    order::{Argument, Need, Verdict},
    state::EntityKind,
};
use wardiary_base::dice::{Owner, Purpose, Request, RequestedDie};

/// The owner of dice that no side rolls.
const NOBODY: Owner = Owner(0);

impl Resolver<'_> {
    pub(super) fn argue(&mut self, argument: &Argument) -> RuleResult {
        fail_if!(argument.claim.trim().is_empty(), Refusal::NothingArgued);
        if let Some(by) = argument.by {
            self.state.side(by).ok_or_else(|| self.state.no_such(by, &[EntityKind::Side]))?;
        }
        // The effect must be possible before anybody rolls for it.
        let effect = match &argument.effect {
            Some(effect) => self.regrade_events(&effect.who, effect.by, effect.term)?,
            None => Vec::new(),
        };
        let (succeeds, total) = match argument.verdict {
            Verdict::Succeeds => (true, None),
            Verdict::Fails => (false, None),
            Verdict::Roll(dice, need) => {
                let least = u16::from(dice.0);
                let most = least * u16::from(dice.1.sides());
                let (Need::AtLeast(number) | Need::AtMost(number)) = need;
                fail_if!(!(least..=most).contains(&number), Refusal::OutOfReach { dice, number, least, most });
                let owner = argument.by.map_or(NOBODY, Owner::from);
                let wanted = vec![RequestedDie::plain(owner, dice.1); usize::from(dice.0)];
                let fallen = self.request_dice(Request { purpose: Purpose::Argument, dice: wanted })?;
                let faces = fallen.iter().map(|die| die.face).collect();
                self.order_roll = Some(OrderRoll::Argument { dice: faces, need, thrown: dice });
                let total: u16 = fallen.iter().map(|die| u16::from(die.face)).sum();
                (need.is_met(total), Some(total))
            }
        };
        self.emit(Event::Argued { succeeds, total });
        if succeeds {
            effect.into_iter().for_each(|event| self.emit(event));
        }
        Ok(())
    }
}
