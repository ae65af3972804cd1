//! Distributes damage over the units of stacks. Source: RULES 5.3, 5.7.

/// The distribution of some damage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DealtDamage {
    /// The loss of each unit of each stack, in the order given to [`deal_damage`].
    pub lost: Vec<Vec<u16>>,
    /// Damage left over after every unit is lost.
    pub excess: u32,
}

/// Distributes damage over a stack and its screens. Each stack is given as the strength of its units, in the order of
/// loss. The first stack loses a unit, then each of the others in turn, and round again; a unit that survives takes all
/// that is left.
pub fn deal_damage(stacks: &[Vec<u16>], damage: u32) -> DealtDamage {
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
    DealtDamage { lost, excess: spare }
}
