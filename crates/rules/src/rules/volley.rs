//! Volleys: fire judged by doubles and trebles among the dice. Source: RULES 4.5.
//!
//! [`hits`] and [`judge`] know only dice and target classes. In a campaign range, cover and the General beside the
//! firer follow from the map if both are on it ([`targets`]), and otherwise from the order.

mod aim;
mod field_of_fire;
mod order;
mod shot;

pub use aim::VolleyAim;
pub use field_of_fire::{FieldOfFire, TargetArea, firing_place, targets, targets_from};
pub use order::TargetGroup;
pub(super) use shot::roll_bare_volley;
pub use shot::{FireSource, Shot, VolleyRoll};

use super::RuleResult;
use wardiary_base::{
    book::{GeneralHit, HitBy, Hits, OtherDouble, TargetClass, Volleys},
    dice::{Die, Face, Owner, Purpose, Request, RequestedDie},
};

/// A target class, and whether it counts as in cover.
pub type ClassAndCover<'a> = (&'a TargetClass, bool);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VolleyOutcome {
    pub dice: Vec<Face>,
    /// The D6 that decided whether the General or the troops suffer, if it was rolled.
    pub who_suffers: Option<Face>,
    /// The hits on each target that is judged separately, in order.
    pub hits: Vec<u16>,
}

pub fn face_counts(dice: &[Face]) -> [u16; 6] {
    let mut counts = [0; 6];
    for face in dice {
        if let Some(count) = usize::from(*face).checked_sub(1).and_then(|at| counts.get_mut(at)) {
            *count += 1;
        }
    }
    counts
}

/// The hits on one target. A face shown k times makes ⌊k ÷ 2⌋ doubles; in cover each hit needs another double.
pub fn hits(rules: &Volleys, target: &TargetClass, cover: bool, dice: &[Face]) -> u16 {
    hits_from_counts(rules, target, cover, &face_counts(dice))
}

/// The hits on one target, from the number of dice that show each face.
pub fn hits_from_counts(rules: &Volleys, target: &TargetClass, cover: bool, counts: &[u16; 6]) -> u16 {
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
                // A hit and its other double differ in face: no face makes more pairs than all others have doubles.
                let with_others = target.faces.iter().map(count).filter(|n| *n >= 2).map(|n| doubles - n / 2);
                hits = hits.min(with_others.min().unwrap_or(0));
            }
            if rules.hits == Hits::AtMostOne { hits.min(1) } else { hits }
        }
    }
}

/// The hits on everything in the target area. The same dice are judged for each target separately.
pub fn judge(rules: &Volleys, targets: &[ClassAndCover], dice: &[Face]) -> Vec<u16> {
    targets.iter().map(|(target, cover)| hits(rules, target, *cover, dice)).collect()
}

/// Whether a D6 must decide who suffers: a General and troops are both hit, and the rulebook has the rule.
pub fn needs_suffering_die(rules: &Volleys, targets: &[ClassAndCover], hits: &[u16]) -> bool {
    let hit = |by: HitBy| targets.iter().zip(hits).any(|((target, _), hits)| target.by == by && *hits > 0);
    rules.general_hit == GeneralHit::D6 && hit(HitBy::Treble) && hit(HitBy::Double)
}

/// Clears the hits of the targets that the D6 spares: on 1 to 5 the troops suffer, on 6 the General.
pub fn clear_spared_hits(targets: &[ClassAndCover], hits: &mut [u16], who_suffers: Face) {
    let spared = if who_suffers == 6 { HitBy::Double } else { HitBy::Treble };
    targets.iter().zip(hits).filter(|((target, _), _)| target.by == spared).for_each(|(_, hits)| *hits = 0);
}

/// Fires: requests the dice, and the D6 if it is needed.
pub(super) fn roll_volley(
    queue: &mut super::RollQueue,
    rules: &Volleys,
    (owner, dice): (Owner, u8),
    targets: &[ClassAndCover],
) -> RuleResult<VolleyOutcome> {
    let mut ask = |dice: u8| -> RuleResult<Vec<Face>> {
        let wanted = vec![RequestedDie::plain(owner, Die::D6); dice.into()];
        let fallen = queue.request_dice(Request { purpose: Purpose::Volley, dice: wanted })?;
        Ok(fallen.into_iter().map(|die| die.face).collect())
    };
    let dice = ask(dice)?;
    let mut hits = judge(rules, targets, &dice);
    let mut who_suffers = None;
    if needs_suffering_die(rules, targets, &hits) {
        who_suffers = ask(1)?.first().copied();
        clear_spared_hits(targets, &mut hits, who_suffers.unwrap_or(1));
    }
    Ok(VolleyOutcome { dice, who_suffers, hits })
}
