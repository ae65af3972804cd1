//! The counts of simulations within a memory limit.

use indexmap::IndexMap;
use wardiary_base::{book::Grade, sides::BothSides};
use wardiary_odds::odds::{
    Case,
    playout::{EndCounts, FightEnd, PlayoutSide},
    simulate::{CaseCounts, Stream},
};

/// Counts every result, separately or by its coarse case.
#[test]
fn cases_beyond_the_limit_are_counted_coarsely() {
    let left = |first: u16, second: u16| Case::Survivors(BothSides::new(first, second).map(|n| vec![(Grade(2), n)]));
    let before = BothSides::new(40, 50).map(|n| vec![(Grade(2), n)]);
    let all = (0..40).flat_map(|first| (0..=50).map(move |second| left(first, second)));
    let counts = |n: u64| all.clone().map(|case| (case, n)).collect::<IndexMap<Case, u64>>();
    let (cases, rest) =
        CaseCounts::new(before.clone(), 10_000).with_trials(counts(2)).with_trials(counts(1)).shares(3 * 40 * 51);
    assert!(cases.len() > 50 && cases.len() < 100 && rest.len() == 40 * 51 - cases.len(), "{}", cases.len());
    let each = 1.0 / (40.0 * 51.0);
    assert!(cases.iter().map(|(_, p)| p).chain(rest.iter().map(|(_, p)| p)).all(|p| (p - each).abs() < 1e-12));
    let whole = rest.chance(|coarse_case| coarse_case.unhurt.second);
    assert!(
        (whole - 39.0 * each).abs() < 1e-12 && rest.chance(|coarse_case| coarse_case.unhurt.first) == 0.0,
        "{whole}"
    );
    let (cases, rest) = CaseCounts::new(before, 8 << 20).with_trials(counts(1)).shares(40 * 51);
    assert!(cases.len() == 40 * 51 && rest.is_empty());
}

/// The figures cover all results, stored or not.
#[test]
fn figures_are_of_all_ends() {
    let mut stream = Stream::new(5, 1);
    let mut below = |n: u32| u32::try_from(stream.uniform_below(n)).expect("few");
    let mut all: IndexMap<FightEnd, u64> = IndexMap::new();
    let (mut wide, mut narrow) = (EndCounts::new(3, 4 << 20), EndCounts::new(3, 5_000));
    for _ in 0..60 {
        let mut some: IndexMap<FightEnd, u64> = IndexMap::new();
        for _ in 0..16 {
            let side = |below: &mut dyn FnMut(u32) -> u32| PlayoutSide {
                strength: below(9),
                units: u16::try_from(below(4)).expect("few"),
                exhausted: below(3) == 0,
                wiped_out: below(4) == 0,
            };
            let sides = (0..3).map(|_| side(&mut below)).collect();
            let end = FightEnd { sides, turns: below(3), finished: below(2) == 0 };
            *some.entry(end.clone()).or_insert(0) += 1;
            *all.entry(end).or_insert(0) += 1;
        }
        (wide, narrow) = (wide.with_trials(some.clone()), narrow.with_trials(some));
    }
    let (wide, narrow) = (wide.totals(960), narrow.totals(960));
    let kept = narrow.ends.chance(|_| true);
    assert!(narrow.ends.len() > 20 && narrow.others > 0.5 && (kept + narrow.others - 1.0).abs() < 1e-12, "{kept}");
    assert!(wide.others == 0.0 && wide.ends.len() == all.len());
    let near = |one: f64, other: f64| assert!((one - other).abs() < 1e-12, "{one} {other}");
    let beaten = |side: &PlayoutSide| side.exhausted || side.wiped_out;
    for totals in [&wide, &narrow] {
        near(totals.turns, wide.ends.mean(|end| end.turns.into()));
        near(totals.stalled, wide.ends.chance(|end| !end.finished && !end.sides.iter().any(beaten)));
        for (at, figures) in totals.figures.iter().enumerate() {
            near(figures.units, wide.ends.mean(|end| end.sides[at].units.into()));
            near(figures.exhausted, wide.ends.chance(|end| end.sides[at].exhausted));
            near(figures.wiped_out, wide.ends.chance(|end| end.sides[at].wiped_out));
            let others = |end: &FightEnd| end.sides.iter().enumerate().all(|(n, side)| beaten(side) == (n != at));
            near(figures.last_standing, wide.ends.chance(others));
            for points in 0..9 {
                near(figures.strength.probability(&points), wide.ends.chance(|end| end.sides[at].strength == points));
            }
        }
    }
}
