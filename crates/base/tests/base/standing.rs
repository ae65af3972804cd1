//! Temporary grades. Source: RULES 2.5.

use proptest::prelude::*;
use wardiary_base::book::{Grade, Ladder, ShiftSteps, ShiftedGrade};

fn standing(own: &str, phase: &[i8], combat: &[i8]) -> ShiftedGrade {
    let steps = |given: &[i8]| given.iter().fold(ShiftSteps::default(), |steps, by| steps.plus(*by));
    let own = Ladder::mouat().find(own).expect("a grade of mouat");
    ShiftedGrade { own, phase: steps(phase), combat: steps(combat) }
}

/// The used grade, own grade and remaining steps after each defeat until elimination.
fn fate(standing: ShiftedGrade) -> Vec<String> {
    let ladder = Ladder::mouat();
    let told = |s: &ShiftedGrade| {
        let shift = s.phase.net() + s.combat.net();
        format!("{} as {} {shift:+}", ladder.name(s.own), ladder.name(s.effective(&ladder)))
    };
    std::iter::successors(Some(standing), |s| s.after_defeats(&ladder, 1)).map(|s| told(&s)).collect()
}

#[test]
fn the_examples_of_the_rules() {
    for by_phase in [true, false] {
        let shifted =
            |own: &str, by: &[i8]| fate(if by_phase { standing(own, by, &[]) } else { standing(own, &[], by) });
        assert_eq!(shifted("red", &[1]), ["red as yellow +1", "red as red +0"], "fights as Red, is Red; then gone");
        assert_eq!(shifted("yellow", &[1]), ["yellow as white +1", "red as yellow +1", "red as red +0"]);
        let black = shifted("black", &[1]);
        assert_eq!(black[..3], ["black as black +1", "blue as blue +0", "green as green +0"], "Blue, for good");
        assert_eq!(shifted("white", &[-3]), ["white as red -3"], "one defeat eliminates it");
        for both in [[2, -1], [-1, 2]] {
            assert_eq!(shifted("blue", &both)[0], "blue as black +1");
        }
    }
}

#[test]
fn the_steps_that_lapse_first_fall_away_first() {
    let left = standing("red", &[1], &[1]).after_defeats(&Ladder::mouat(), 1).expect("alive");
    assert_eq!(left, standing("red", &[], &[1]), "the phase's is used up");
    assert_eq!(left.after_phase(), left);
    // A demotion for the phase lapses with the phase, even after defeats used up promotions.
    let left = standing("black", &[3, -3], &[2]).after_defeats(&Ladder::mouat(), 1).expect("alive");
    assert_eq!(left, standing("blue", &[1, -3], &[2]));
    assert_eq!(left.after_phase(), standing("blue", &[], &[2]));
}

/// The definition, step by step: each shift is a list of single steps, ordered by when they lapse. The first upward
/// steps are struck out while the sum exceeds the used grade.
fn by_definition(own: i32, steps: &mut Vec<(i32, bool)>, lowest: i32) -> Option<(i32, i32)> {
    let sum = |steps: &[(i32, bool)]| steps.iter().map(|s| s.0).sum::<i32>();
    let used = (own - sum(steps)).clamp(0, lowest);
    if used == lowest {
        return None;
    }
    let own = (own + 1).min(lowest);
    while own - sum(steps) != used + 1 {
        let first = steps.iter().position(|s| s.0 > 0)?;
        steps.remove(first);
    }
    Some((own, used + 1))
}

proptest! {
    #[test]
    fn defeats_follow_the_definition(
        grades in 1u8..8,
        own in 0u8..8,
        phase in prop::collection::vec(-4i8..5, 0..4),
        combat in prop::collection::vec(-4i8..5, 0..4),
        times in 0u16..9,
    ) {
        let mut ladder = Ladder::mouat();
        let step = ladder.grades[0].clone();
        ladder.grades = vec![step; grades.into()];
        let own = own.min(grades - 1);
        let given = |by: &[i8]| by.iter().fold(ShiftSteps::default(), |steps, by| steps.plus(*by));
        let standing = ShiftedGrade { own: Grade(own), phase: given(&phase), combat: given(&combat) };
        let unit = |by: &i8, of_phase| vec![(i32::from(by.signum()), of_phase); by.unsigned_abs().into()];
        let mut steps: Vec<(i32, bool)> = phase.iter().flat_map(|by| unit(by, true)).collect();
        steps.extend(combat.iter().flat_map(|by| unit(by, false)));
        let lowest = i32::from(grades - 1);
        let mut expected = Some((i32::from(own), i32::from(standing.effective(&ladder).0)));
        for _ in 0..times {
            expected = expected.and_then(|(own, _)| by_definition(own, &mut steps, lowest));
        }
        let left = standing.after_defeats(&ladder, times);
        let found = left.map(|s| (i32::from(s.own.0), i32::from(s.effective(&ladder).0)));
        prop_assert_eq!(found, expected);
        if let Some(left) = left {
            let of = |phase: bool, sign: i32| steps.iter().filter(|s| s.1 == phase && s.0 == sign).count();
            let parts = [left.phase.up, left.phase.down, left.combat.up, left.combat.down].map(|n| n as usize);
            prop_assert_eq!(parts, [of(true, 1), of(true, -1), of(false, 1), of(false, -1)]);
        }
    }
}
