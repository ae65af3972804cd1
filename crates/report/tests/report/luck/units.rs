//! Luck by unit: each unit by its own dice, and all units together equal to their side.

use super::{ActualAndExpected, BLUE, Luck, RED, diary, give, luck_now, luck_of, luck_of_all, near, sample};
use std::collections::BTreeMap;
use wardiary_base::id::{Id, SideId};
use wardiary_odds::odds::assessment::{Quantity, RollKind};
use wardiary_report::luck::{Scope, UnitLuck};
use wardiary_rules::state::State;

/// Asserts that each roll's sums by unit equal those of its sides. Returns the number of rolls that split lost strength
/// by unit.
fn sums_agree(luck: &Luck, state: &State) -> usize {
    let mut split = 0;
    for roll in &luck.rolls {
        let mut sums: BTreeMap<(SideId, Quantity), ActualAndExpected> = BTreeMap::new();
        for (who, counted, tally) in &roll.weighed.by_unit {
            let side = state.side_of(*who).expect("it has a side");
            let sum = sums.entry((side, *counted)).or_default();
            *sum = sum.merged(*tally);
        }
        for (side, counted, tally) in &roll.weighed.comparisons {
            let found = sums.remove(&(*side, *counted)).unwrap_or_default();
            assert_eq!(found.actual, tally.actual, "entry {}: {counted:?} of {side:?}", roll.no);
            near(found.expected, tally.expected);
        }
        assert!(sums.is_empty(), "entry {}: {sums:?}", roll.no);
        if roll.weighed.strength_by_unit.is_empty() {
            continue;
        }
        split += 1;
        for (side, tally) in roll.weighed.strength.as_ref().expect("it is told of the sides too") {
            let own =
                roll.weighed.strength_by_unit.iter().filter(|(unit, _)| state.side_of((*unit).into()) == Some(*side));
            let sum = own.fold(ActualAndExpected::default(), |sum, (_, tally)| sum.merged(*tally));
            assert_eq!(sum.actual, tally.actual, "entry {}", roll.no);
            near(sum.expected, tally.expected);
        }
    }
    split
}

#[test]
fn the_sums_by_unit_are_those_of_the_sides() {
    let diary = wardiary_harness_diary::many_rolls::diary();
    let luck = luck_of_all(&diary);
    let phases = luck.rolls.iter().filter(|roll| roll.weighed.kind == RollKind::Scrud).count();
    let split = sums_agree(&luck, diary.state());
    assert!(phases > 100 && split > 20, "{phases} phases, {split} of them with the strength of each unit");
    let sample = sample();
    let units = Scope { unit_losses: true, ..Scope::default() };
    assert_eq!(
        sums_agree(&luck_of(&sample, &units), sample.state()),
        3,
        "it takes longer, and is told where it is wanted"
    );
    assert_eq!(sums_agree(&luck_now(&sample), sample.state()), 0);
}

/// Two v one: A and B roll a six and a one against a four, so A wins. B is beyond the end of the line and beats nobody.
#[test]
fn each_unit_is_credited_with_its_dice() {
    let units = "(id: 11, name: \"A\", side: 1, grade: \"white\"), (id: 12, name: \"B\", side: 1, grade: \"white\"), \
         (id: 21, name: \"X\", side: 2, grade: \"white\")";
    let mut diary = diary("", units);
    give(&mut diary, "scrud A + B v X", &[6, 1, 4]);
    let luck = luck_now(&diary);
    let units: BTreeMap<Id, UnitLuck> = luck.unit_luck(None).into_iter().map(|unit| (unit.who, unit)).collect();
    let of = |id: u32, counted: Quantity| {
        let unit = &units[&Id(id)];
        assert_eq!((unit.mechanisms.len(), unit.mechanisms[0].kind, unit.mechanisms[0].rolls), (1, RollKind::Scrud, 1));
        unit.mechanisms[0].counts.iter().find(|(other, _)| *other == counted).expect("it is counted").1
    };
    assert_eq!([11, 12].map(|id| of(id, Quantity::Inflicted).actual), [1, 0]);
    assert_eq!((of(21, Quantity::Suffered).actual, of(21, Quantity::Inflicted).actual), (1, 0));
    // Of a, b and x the higher of a and b meets x. The lower is beyond the end of the line, and beats x if it scores
    // more.
    // If a and b are equal a comes first. So B meets x if it is higher, in 15 of 36 cases, and A in the other 21.
    let (mut first, mut second) = (0.0, 0.0);
    for (a, b, x) in (1..=6).flat_map(|a| (1..=6).flat_map(move |b| (1..=6).map(move |x| (a, b, x)))) {
        first += f64::from(u8::from(a > x));
        second += f64::from(u8::from(b > x));
    }
    near(of(11, Quantity::Inflicted).expected, first / 216.0);
    near(of(12, Quantity::Inflicted).expected, second / 216.0);
    near(of(21, Quantity::Suffered).expected, (first + second) / 216.0);
    // X beats only the unit that it meets.
    let mut beaten = [0.0; 2];
    for (a, b, x) in (1..=6).flat_map(|a| (1..=6).flat_map(move |b| (1..=6).map(move |x| (a, b, x)))) {
        let (met, at) = if b > a { (b, 1) } else { (a, 0) };
        beaten[at] += f64::from(u8::from(x > met)) / 216.0;
    }
    near(of(11, Quantity::Suffered).expected, beaten[0]);
    near(of(12, Quantity::Suffered).expected, beaten[1]);
    near(of(21, Quantity::Inflicted).expected, beaten[0] + beaten[1]);
    assert_eq!(units[&Id(21)].strength_rolls, 1);
    let battle = luck.battles()[0];
    assert_eq!(luck.unit_luck(Some(battle)), luck.unit_luck(None));
    let sides = [RED, BLUE].map(|side| luck.side_luck(side, None).lost);
    let lost = |ids: &[u32]| ids.iter().fold(ActualAndExpected::default(), |sum, id| sum.merged(units[&Id(*id)].lost));
    for (found, side) in [lost(&[11, 12]), lost(&[21])].iter().zip(sides) {
        assert_eq!(found.actual, side.actual);
        near(found.expected, side.expected);
    }
}
