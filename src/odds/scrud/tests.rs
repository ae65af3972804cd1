//! The losses of a phase and the chances of each unit in it, the fast ways against every way for the dice to fall.

use super::{SideLosses, losses, unit};
use crate::{
    book::{Casualty, Extras, Grade, Ladder, LadderDraft, LineUp, Rulebook, RulebookDraft, ScrudDraft, Ties},
    odds::{Distribution, Effort, Engagement, Meter, Monitor, simulate::Stream, units},
    rules::{
        roll::{Group, Role, ScrudRoll},
        scrud::Fate,
    },
    sides::BothSides,
};
use std::collections::BTreeMap;

/// What a phase costs, counted and by every way for the dice to fall.
#[test]
fn losses_fast_and_slow() {
    let mut stream = Stream::new(14, 8);
    for trial in 0..180 {
        let scrud = ScrudDraft {
            extras: Some([Extras::BeatLowest, Extras::Ignored, Extras::OverHalf][trial % 3]),
            ties: Some([Ties::Ignored, Ties::Defender][trial % 2]),
            eliminate_every: Some([Some(3), Some(2), None][trial / 3 % 3]),
            defeat: Some(vec![[Casualty::Demote, Casualty::Eliminate, Casualty::PushBack][trial / 9 % 3]]),
            line_up: Some(if trial % 5 == 0 { LineUp::AsRolled } else { LineUp::Sorted }),
            ..ScrudDraft::default()
        };
        let mut ladder = Ladder::mouat();
        for (at, step) in ladder.grades.iter_mut().enumerate() {
            step.die = crate::dice::Die::new(if at % 2 == 0 { 3 } else { 2 }).expect("a die");
        }
        let draft = RulebookDraft { scrud: Some(scrud), ladder: Some(LadderDraft::Own(ladder)), ..Default::default() };
        let book = draft.check(&Rulebook::default_rules()).expect("a sound rulebook");
        let groups = BothSides::from_fn(|_| groups(&mut stream));
        let BothSides { first, second } = groups.clone();
        let mut engagement = Engagement::of_roll(&book, &ScrudRoll { first, second, phases: 1, book: None });
        engagement.parties.first.carried = u16::try_from(stream.below(3)).expect("few");
        let (slow, all, played) = engagement
            .play(
                &book,
                &Effort::PATIENT,
                Monitor::none(),
                BTreeMap::new,
                |counts: &mut BTreeMap<_, f64>, rolled| {
                    let units = |fates: &Vec<Fate>| fates.iter().filter(|f| f.eliminated.is_some()).count();
                    let support = rolled
                        .prelude
                        .fates
                        .as_ref()
                        .map(|fates| fates.iter().map(|f| (f.down, f.destroyed.is_some())).collect::<Vec<_>>());
                    let units = rolled.phase.fates.as_ref().map(units);
                    *counts.entry((rolled.phase.defeats, units, support)).or_insert(0.0) += 1.0;
                },
                |a, _| a,
            )
            .expect("nobody cancels");
        assert!(!played);
        let meter = Meter::new(Monitor::none(), u64::MAX);
        let fast = losses(&book, &engagement, &meter).expect("it fits").map(|losses| {
            let support = |side: &SideLosses| side.support.iter().map(|s| (s.down, s.destroyed)).collect::<Vec<_>>();
            let units = losses.as_ref().map(|side| usize::from(side.units));
            (losses.as_ref().map(|side| side.defeats), units, losses.as_ref().map(support))
        });
        units_fast_and_slow(&book, &engagement);
        #[allow(clippy::cast_precision_loss, reason = "few ways")]
        let slow = Distribution::collect(slow.into_iter().map(|(case, n)| (case, n / all as f64)));
        for (case, p) in slow.iter().chain(fast.iter()) {
            assert!((fast.p(case) - slow.p(case)).abs() < 1e-12, "{case:?} {p}: {groups:?} {:?}", book.scrud);
        }
    }
}

/// The chances of each unit, followed on its own and by every way for the dice to fall.
fn units_fast_and_slow(book: &Rulebook, engagement: &Engagement) {
    let (_, slow) = units::of_units(book, engagement, &Effort::PATIENT, Monitor::none()).expect("nobody cancels");
    let meter = Meter::new(Monitor::none(), u64::MAX);
    for (side, slow) in slow.by_side() {
        for (troop, slow) in slow.iter().enumerate() {
            let Ok(fast) = unit::unit(book, engagement, (side, troop), &meter) else {
                assert_eq!(book.scrud.line_up, LineUp::AsRolled);
                continue;
            };
            let pairs =
                [(fast.defeated, slow.defeated), (fast.demoted, slow.demoted), (fast.eliminated, slow.eliminated)];
            assert!(
                pairs.iter().all(|(fast, slow)| (fast - slow).abs() < 1e-12),
                "{side:?} {troop}: {fast:?} for {slow:?}: {engagement:?} {:?}",
                book.scrud
            );
        }
    }
}

/// One to four dice, the first of them a unit's.
fn groups(stream: &mut Stream) -> Vec<Group> {
    let roles = [Role::Unit, Role::Unit, Role::Artillery, Role::CounterBattery, Role::Aircraft, Role::AirDefence];
    let many = 1 + stream.below(4);
    let group = |at: usize| {
        let role = if at == 0 { Role::Unit } else { roles[stream.below(6)] };
        Group { count: 1, role, grade: Grade(u8::try_from(stream.below(6)).expect("few")) }
    };
    (0..many).map(group).collect()
}
