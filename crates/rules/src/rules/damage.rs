//! Damage dealt out to stacks, unit by unit. Source: RULES 5.3, 5.7.

/// What became of some damage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dealt {
    /// What each unit of each stack lost, in the order in which they were given.
    pub lost: Vec<Vec<u16>>,
    /// What no unit was left to take.
    pub spare: u32,
}

/// Deals damage out to a stack and to those that screen it: each is the strength of its units, in the order in which
/// they are lost. The first loses a unit, then each of the others in turn, and round again; a unit that is not lost
/// takes all that is left.
#[must_use]
pub fn deal(stacks: &[Vec<u16>], damage: u32) -> Dealt {
    let mut lost: Vec<Vec<u16>> = stacks.iter().map(|units| vec![0; units.len()]).collect();
    let mut spare = damage;
    let most = stacks.iter().map(Vec::len).max().unwrap_or(0);
    for turn in 0..most {
        for (units, lost) in stacks.iter().zip(&mut lost) {
            let (Some(strength), Some(lost)) = (units.get(turn), lost.get_mut(turn)) else { continue };
            *lost = u16::try_from(spare).unwrap_or(u16::MAX).min(*strength);
            spare -= u32::from(*lost);
        }
    }
    Dealt { lost, spare }
}
