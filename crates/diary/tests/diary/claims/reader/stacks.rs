//! Sentences that name no battle: stacks, their formations, and their blows.

use super::{ReadsAlone, count, list, matches, number};
use crate::claims::ledger::Ledger;
use wardiary_base::{
    dice::Owner,
    id::{Id, UnitId},
};
use wardiary_rules::order::Posture;

pub(super) const STACKS: &[(&str, ReadsAlone)] = &[
    ("{} took the lead of {}", |l, at| {
        let (unit, stack) = (l.unit(at[0]), l.stack(at[1]));
        l.stacks.get_mut(&stack).expect("a stack").leader = Some(unit);
    }),
    ("nobody leads {} any more", |l, at| {
        let stack = l.stack(at[0]);
        assert!(l.stacks.get_mut(&stack).expect("a stack").leader.take().is_some());
    }),
    ("{} went back to neutral", |l, at| posture(l, at[0], Posture::Neutral)),
    ("{} went over to the offensive", |l, at| posture(l, at[0], Posture::Offensive)),
    ("{} went over to screening", |l, at| posture(l, at[0], Posture::Screening)),
    ("{} went over to the defensive", |l, at| posture(l, at[0], Posture::Defensive)),
    ("{} formed, {}: AP {}, DP {}, Dmg {}, DR {}", |l, at| {
        let stack = l.stack(at[0]);
        // A unit that was assigned from elsewhere forms with the stack after its arrival.
        let here = |unit: UnitId| l.step.before.battle_of(unit).is_some();
        let living = l.units.iter().filter(|(id, u)| u.stack == Some(stack) && u.strength > 0 && here(**id));
        assert_eq!(usize::from(count(at[1], "unit", "units")), living.count());
    }),
    ("{} struck at {}: {}, {}", blow),
    ("the Warlord {} stood in the way ({})", |l, at| {
        let (unit, face) = (l.unit(at[0]), number::<u8>(at[1]));
        let fell = l.step.entry.dice.iter().flat_map(|fall| fall.who.iter().zip(&fall.faces));
        assert!(fell.into_iter().any(|die| die == (&Owner(unit.0), &face)), "his die");
    }),
    ("the Warlord {} kept out of reach ({})", |l, at| {
        let (unit, face) = (l.unit(at[0]), number::<u8>(at[1]));
        let fell = l.step.entry.dice.iter().flat_map(|fall| fall.who.iter().zip(&fall.faces));
        assert!(fell.into_iter().any(|die| die == (&Owner(unit.0), &face)), "his die");
    }),
    ("{} struck at nobody", |l, at| {
        l.stack(at[0]);
    }),
    ("{} turned {} to face {}: AP and DP less {} for the rest of the round", |l, at| {
        let stack = l.stack(at[0]);
        let turned = l.after().conflict_entry(stack).map(|s| s.turn_penalty);
        assert!(turned >= Some(number(at[3])));
        let facing = at[2].parse().expect("an edge");
        for unit in l.units.values_mut().filter(|unit| unit.stack == Some(stack)) {
            unit.place.iter_mut().for_each(|place| place.facing = facing);
        }
    }),
    ("{} turned {}: AP and DP less {} for the rest of the round", |l, at| {
        let stack = l.stack(at[0]);
        let turned = l.after().conflict_entry(stack).map(|s| s.turn_penalty);
        assert!(turned >= Some(number(at[2])));
    }),
    ("{}: {}", |l, at| {
        // A ruling sets a unit's numbers for stacks.
        let unit = l.after().unit(l.unit(at[0])).expect("it is there");
        let stats = unit.stats.as_deref().expect("it has them");
        for change in list(at[1]) {
            if let Some(change) = matches("{} {} to {}", change) {
                let found = stats.numbers().into_iter().find(|(name, _)| *name == change[0]).expect("a number's name");
                assert_eq!(found.1, number::<u16>(change[2]));
            }
        }
    }),
];

fn posture(l: &mut Ledger, stack: &str, posture: Posture) {
    let stack = l.stack(stack);
    l.stacks.get_mut(&stack).expect("a stack").posture = posture;
}

/// `A struck at B on the left: 9 + AP 4 = 13 against 11 + DP 5 = 16, missed`. Source: RULES 5.8.
fn blow(l: &mut Ledger, at: &[&str]) {
    assert_eq!(l.owed, 0, "the blow before has done its damage");
    let by = l.stack(at[0]);
    let target = at[1].split(" on the ").next().expect("a name");
    assert_ne!(l.after().side_of(by.into()), l.after().side_of(Id(l.stack(target).0)));
    let sum = matches("{} + AP {} = {} against {} + DP {} = {}", at[2]).expect("a sum");
    let sum: Vec<u32> = sum.into_iter().map(number).collect();
    assert_eq!((sum[0] + sum[1], sum[3] + sum[4]), (sum[2], sum[5]));
    assert_eq!(sum[3], u32::from(l.after().book().stacks.hit));
    let fell = l.step.entry.dice.iter().flat_map(|fall| fall.who.iter().zip(&fall.faces));
    assert!(fell.into_iter().any(|(who, face)| *who == Owner(by.0) && u32::from(*face) == sum[0]), "its die");
    let reached = sum[2] >= sum[5];
    let hits = sum[0] == 20 || (sum[0] != 1 && reached);
    let same = if hits == reached { String::new() } else { format!(" all the same, as a {} does", sum[0]) };
    if !hits {
        assert_eq!(at[3], format!("missed{same}"));
        return;
    }
    let rest = at[3].strip_prefix("hit for ").expect("a hit");
    let (damage, spare) = match matches("{}, {} of it more than there was to take", rest) {
        Some(both) => (both[0], number::<u32>(both[1])),
        None => (rest, 0),
    };
    let damage: u32 = number(damage.strip_suffix(&same).expect("all the same"));
    l.owed = damage - spare;
}
