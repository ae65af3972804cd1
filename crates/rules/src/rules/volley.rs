//! Volleys: fire judged by doubles and trebles among the dice. Source: RULES 4.5.
//!
//! [`hits`] and [`judge`] know dice and target classes. In a campaign range, cover and the General beside the firer follow
//! from the map where both stand on it ([`targets`]), and come from the order where there is none.

mod aim;
mod bare;
mod mark;
mod order;
mod shot;
mod target;

pub use aim::Aim;
pub(super) use bare::roll;
pub use bare::{Fire, VolleyRoll};
pub use mark::Mark;
pub use shot::Shot;
pub use target::{FieldOfFire, Target, fires_from, targets, targets_from};

use super::RuleResult;
use wardiary_base::{
    book::{GeneralHit, HitBy, Hits, OtherDouble, TargetClass, Volleys},
    dice::{Die, Face, Owner, Purpose, Request, RequestedDie},
};

/// A target class, and whether it is judged as in cover.
pub type Judged<'a> = (&'a TargetClass, bool);

/// A volley that was fired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fired {
    /// What its dice show.
    pub dice: Vec<Face>,
    /// The D6 that said whether the General or the troops suffer, where one did.
    pub who_suffers: Option<Face>,
    /// Hits on each of those who are judged by themselves, in their order.
    pub hits: Vec<u16>,
}

/// How many dice show each face, from 1 to 6.
#[must_use]
pub fn counts(dice: &[Face]) -> [u16; 6] {
    let mut counts = [0; 6];
    for face in dice {
        if let Some(count) = usize::from(*face).checked_sub(1).and_then(|at| counts.get_mut(at)) {
            *count += 1;
        }
    }
    counts
}

/// Hits on one target: Strength Points lost, or 1 where what hits it destroys it. A face that shows k times makes k ÷ 2
/// doubles, rounded down; in cover each hit wants one double more than itself.
#[must_use]
pub fn hits(rules: &Volleys, target: &TargetClass, cover: bool, dice: &[Face]) -> u16 {
    hits_of(rules, target, cover, &counts(dice))
}

/// Hits on one target by dice of which so many show each face.
#[must_use]
pub fn hits_of(rules: &Volleys, target: &TargetClass, cover: bool, counts: &[u16; 6]) -> u16 {
    let count = |face: &Face| usize::from(*face).checked_sub(1).and_then(|at| counts.get(at)).copied().unwrap_or(0);
    let doubles: u16 = counts.iter().map(|n| n / 2).sum();
    match target.by {
        HitBy::Treble => {
            let destroys = target.faces.iter().map(count).filter(|n| *n >= 3).any(|n| {
                let others = doubles - n / 2;
                let of_the_same = if rules.other_double == OtherDouble::Any { (n - 3) / 2 } else { 0 };
                !cover || others + of_the_same > 0
            });
            u16::from(destroys)
        }
        HitBy::Double => {
            let qualifying: u16 = target.faces.iter().map(|face| count(face) / 2).sum();
            let mut hits = if cover { qualifying.min(doubles / 2) } else { qualifying };
            if cover && rules.other_double == OtherDouble::OtherFace {
                // A hit and its other double are of two faces, so a face can't make more pairs than all others have
                // doubles to go with it.
                let with_others = target.faces.iter().map(count).filter(|n| *n >= 2).map(|n| doubles - n / 2);
                hits = hits.min(with_others.min().unwrap_or(0));
            }
            if rules.hits == Hits::AtMostOne { hits.min(1) } else { hits }
        }
    }
}

/// What a volley does to all in the target area: everything there is judged by the same dice, each on its own.
#[must_use]
pub fn judge(rules: &Volleys, targets: &[Judged], dice: &[Face]) -> Vec<u16> {
    targets.iter().map(|(target, cover)| hits(rules, target, *cover, dice)).collect()
}

/// Whether a D6 must say who suffers: where a General and troops are both hit, and the rulebook has it so.
#[must_use]
pub fn asks_who_suffers(rules: &Volleys, targets: &[Judged], hits: &[u16]) -> bool {
    let hit = |by: HitBy| targets.iter().zip(hits).any(|((target, _), hits)| target.by == by && *hits > 0);
    rules.general_hit == GeneralHit::D6 && hit(HitBy::Treble) && hit(HitBy::Double)
}

/// Clears the hits of the targets that the D6 spares: on 1 to 5 the troops suffer, on 6 the General.
pub fn spare(targets: &[Judged], hits: &mut [u16], who_suffers: Face) {
    let spared = if who_suffers == 6 { HitBy::Double } else { HitBy::Treble };
    targets.iter().zip(hits).filter(|((target, _), _)| target.by == spared).for_each(|(_, hits)| *hits = 0);
}

/// Fires: asks for the dice, and for the D6 where it is needed.
pub(super) fn fire(
    queue: &mut super::RollQueue,
    rules: &Volleys,
    (owner, dice): (Owner, u8),
    targets: &[Judged],
) -> RuleResult<Fired> {
    let mut ask = |dice: u8| -> RuleResult<Vec<Face>> {
        let wanted = vec![RequestedDie::plain(owner, Die::D6); dice.into()];
        let fallen = queue.ask(Request { purpose: Purpose::Volley, dice: wanted })?;
        Ok(fallen.into_iter().map(|die| die.face).collect())
    };
    let dice = ask(dice)?;
    let mut hits = judge(rules, targets, &dice);
    let mut who_suffers = None;
    if asks_who_suffers(rules, targets, &hits) {
        who_suffers = ask(1)?.first().copied();
        spare(targets, &mut hits, who_suffers.unwrap_or(1));
    }
    Ok(Fired { dice, who_suffers, hits })
}
