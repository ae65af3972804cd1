//! Walks through the diary and weighs its rolls.

use super::{Luck, LuckByEntry, LuckRoll, Scope, UnweighedReason, faces::FaceCounts};
use std::collections::{BTreeMap, BTreeSet};
use wardiary_base::{
    dice::{DiceRoll, Purpose, Request},
    id::BattleId,
};
use wardiary_diary::diary::{
    Diary, Entry, EntryNo,
    steps::{DiaryStep, EntryReplay, ReplayResult},
};
use wardiary_odds::odds::{
    Effort, Monitor, OddsError,
    assessment::{Assessor, NotAssessed},
};
use wardiary_rules::event::{Event, StackEvent};

/// Weighs all rolls in the scope, with the given limit of exact work for each.
pub fn luck(diary: &Diary, scope: &Scope, effort: &Effort, watch: Monitor) -> Result<Luck, OddsError> {
    watch.monotonic(|watch| collect_luck(diary, scope, effort, watch))
}

fn collect_luck(diary: &Diary, scope: &Scope, effort: &Effort, watch: Monitor) -> Result<Luck, OddsError> {
    let throws = Throws::new(diary);
    let mut collecting = Collector {
        diary,
        throws: &throws,
        scope: *scope,
        weigher: if scope.unit_losses {
            Assessor::new(*effort).with_full_unit_effort()
        } else {
            Assessor::new(*effort)
        },
        faces: FaceCounts::default(),
        luck: Luck::default(),
    };
    let path = diary.path();
    let has_dice = |no: &EntryNo| diary.entry(*no).is_some_and(|entry| !entry.dice.is_empty());
    let mut left: BTreeSet<EntryNo> = diary.entries().iter().map(|entry| entry.no).filter(has_dice).collect();
    left.retain(|no| path.binary_search(no).is_err());
    let numbers: Vec<EntryNo> = path.iter().copied().chain(left.iter().copied()).collect();
    let all = f64::from(u32::try_from(numbers.len()).unwrap_or(u32::MAX).max(1));
    for (at, step) in (0u32..).zip(diary.steps(numbers)) {
        watch.check_cancelled()?;
        if step.entry.dice.is_empty() {
            continue;
        }
        let battle = step.battle_and_turn();
        if scope.battle.is_some_and(|wanted| battle.map(|(battle, _)| battle) != Some(wanted)) {
            continue;
        }
        let taken = !left.contains(&step.entry.no);
        if !taken {
            collecting.luck.undone += collecting.undone(step.entry);
        }
        if taken || scope.all_branches {
            watch.subtask((f64::from(at), all), |watch| collecting.entry(&step, battle, watch))?;
        }
    }
    let Collector { faces, mut luck, .. } = collecting;
    luck.faces = faces.into_faces();
    luck.rolls.sort_by_key(|roll| roll.no);
    Ok(luck)
}

/// All throws, with the entry at which each is counted: the one on the path to the head, or else the last with that
/// throw.
struct Throws {
    origins: BTreeMap<EntryNo, EntryNo>,
    /// By serial number for the program's dice; table dice are keyed by first entry and request.
    program: BTreeMap<u64, (bool, EntryNo)>,
    table: BTreeMap<(EntryNo, u32), (bool, EntryNo)>,
}

impl Throws {
    fn new(diary: &Diary) -> Self {
        let mut throws = Self { origins: diary.origins(), program: BTreeMap::new(), table: BTreeMap::new() };
        let path: BTreeSet<EntryNo> = diary.path().iter().copied().collect();
        for entry in diary.entries() {
            let place = (path.contains(&entry.no), entry.no);
            let origin = throws.origin(entry.no);
            for (at, roll) in (0u32..).zip(&entry.dice) {
                for serial in roll.serials() {
                    let owner = throws.program.entry(serial).or_insert(place);
                    *owner = place.max(*owner);
                }
                if roll.serials().next().is_none() {
                    let owner = throws.table.entry((origin, at)).or_insert(place);
                    *owner = place.max(*owner);
                }
            }
        }
        throws
    }

    /// The entry in which its table dice were first recorded.
    fn origin(&self, no: EntryNo) -> EntryNo {
        self.origins.get(&no).copied().unwrap_or(no)
    }

    /// For each die of a request: whether it is counted on the current path, and at which entry.
    fn counted_at(&self, entry: EntryNo, request: u32, roll: &DiceRoll) -> Vec<(bool, EntryNo)> {
        let program: Vec<_> = roll.serials().filter_map(|serial| self.program.get(&serial).copied()).collect();
        if !program.is_empty() {
            return program;
        }
        self.table.get(&(self.origin(entry), request)).copied().into_iter().collect()
    }

    /// Whether a throw counts at this entry: at least one of its dice does, and none is counted at another version of
    /// the same order. When two copies of a save diverge they use the same dice for different orders, so a throw of one
    /// copy can mix shared dice with dice of its own.
    fn counts_here(&self, entry: EntryNo, request: u32, roll: &DiceRoll) -> bool {
        let places = self.counted_at(entry, request, roll);
        let is_here = |no: EntryNo| no == entry;
        let is_written_again = |no: EntryNo| !is_here(no) && self.origin(no) == self.origin(entry);
        let at = || places.iter().map(|(_, no)| *no);
        places.is_empty() || (at().any(is_here) && !at().any(is_written_again))
    }
}

struct Collector<'a> {
    diary: &'a Diary,
    throws: &'a Throws,
    scope: Scope,
    weigher: Assessor,
    faces: FaceCounts,
    luck: Luck,
}

impl Collector<'_> {
    /// Number of throws of an abandoned entry that are on abandoned branches only, each counted once.
    fn undone(&self, entry: &Entry) -> usize {
        let is_its_own =
            |(at, roll): &(u32, &DiceRoll)| !roll.faces.is_empty() && self.throws.counts_here(entry.no, *at, roll);
        (0u32..).zip(&entry.dice).filter(is_its_own).count()
    }

    fn counts(&self, entry: EntryNo, request: usize, roll: &DiceRoll) -> bool {
        !self.scope.all_branches || self.throws.counts_here(entry, u32::try_from(request).unwrap_or(u32::MAX), roll)
    }

    fn entry(&mut self, step: &DiaryStep, battle: Option<(BattleId, u32)>, watch: Monitor) -> Result<(), OddsError> {
        let entry = step.entry;
        let replayed = step.replay();
        self.count_faces(entry, &replayed);
        // An entry counts where its first throw does; its other throws belong to the same order.
        if entry.dice.first().is_none_or(|roll| !self.counts(entry.no, 0, roll)) {
            return Ok(());
        }
        let done = match &replayed.result {
            ReplayResult::AsRecorded(done) => done,
            ReplayResult::Abandoned => return self.leave_out(UnweighedReason::Abandoned, 1),
            // A share does not contain everything that led to what the side saw.
            ReplayResult::Different if !replayed.before.is_complete() => {
                return self.leave_out(UnweighedReason::NotWeighed(NotAssessed::Unknown), 1);
            }
            ReplayResult::Different => return self.leave_out(UnweighedReason::NotReproduced, 1),
        };
        if !matches_stream(self.diary, entry, &replayed.requests) {
            return self.leave_out(UnweighedReason::NotFromStream, 1);
        }
        for weight in self.weigher.assess(&replayed.before, &entry.order, done, watch)? {
            match weight {
                Ok(weighed) => self.luck.rolls.push(LuckRoll { no: entry.no, battle, weighed }),
                Err(why) => self.leave_out(UnweighedReason::NotWeighed(why), 1)?,
            }
        }
        self.leave_out_other_dice(entry, &replayed.requests, &done.events)
    }

    #[allow(clippy::unnecessary_wraps, reason = "callers return its result")]
    fn leave_out(&mut self, why: UnweighedReason, rolls: usize) -> Result<(), OddsError> {
        if rolls > 0 {
            *self.luck.left_out.entry(why).or_default() += rolls;
        }
        Ok(())
    }

    fn count_faces(&mut self, entry: &Entry, replayed: &EntryReplay) {
        let origin = self.throws.origin(entry.no);
        for (at, (roll, request)) in entry.dice.iter().zip(&replayed.requests).enumerate() {
            if self.counts(entry.no, at, roll) {
                let at = u32::try_from(at).unwrap_or(u32::MAX);
                self.faces.add(&replayed.before, (origin, at), roll, request);
            }
        }
    }

    /// Counts the dice of a Conflict that are not blows.
    fn leave_out_other_dice(&mut self, entry: &Entry, asked: &[Request], events: &[Event]) -> Result<(), OddsError> {
        let struck = |event: &&Event| matches!(event, Event::Stacks(StackEvent::Struck { .. }));
        let blows = events.iter().filter(struck).count();
        let of = |purpose: Purpose| {
            let rolls = asked.iter().zip(&entry.dice).filter(move |(request, _)| request.purpose == purpose);
            rolls.map(|(_, roll)| roll.faces.len()).sum::<usize>()
        };
        let (thrown, exposed) = (of(Purpose::Blow), of(Purpose::Exposed));
        self.leave_out(UnweighedReason::NoEnemyLeft, thrown.saturating_sub(blows))?;
        self.leave_out(UnweighedReason::WarlordExposure, exposed)
    }
}

/// Whether all of the program's dice match its stream.
fn matches_stream(diary: &Diary, entry: &Entry, asked: &[Request]) -> bool {
    let seed = &diary.header().seed;
    entry.dice.iter().zip(asked).all(|(roll, request)| {
        roll.requested_dice(request).into_iter().enumerate().all(|(at, wanted)| match (roll.serial(at), wanted) {
            (Some(serial), Some(wanted)) => seed.face(serial, wanted.die) == roll.faces[at],
            _ => true,
        })
    })
}

/// For each entry, the sides for which one of its rolls was lucky or unlucky. Entries without weighed rolls are
/// omitted; the branch of an entry does not matter.
pub fn roll_luck(
    diary: &Diary,
    numbers: &[EntryNo],
    effort: &Effort,
    watch: Monitor,
) -> Result<LuckByEntry, OddsError> {
    watch.monotonic(|watch| collect_fortunes(diary, numbers, effort, watch))
}

fn collect_fortunes(
    diary: &Diary,
    numbers: &[EntryNo],
    effort: &Effort,
    watch: Monitor,
) -> Result<LuckByEntry, OddsError> {
    let mut weigher = Assessor::new(*effort);
    let mut roll_luck = LuckByEntry::new();
    let has_dice = |no: &EntryNo| diary.entry(*no).is_some_and(|entry| !entry.dice.is_empty());
    let numbers: Vec<EntryNo> = numbers.iter().copied().filter(has_dice).collect();
    let all = f64::from(u32::try_from(numbers.len()).unwrap_or(u32::MAX).max(1));
    for (at, step) in (0u32..).zip(diary.steps(numbers)) {
        watch.check_cancelled()?;
        let replayed = step.replay();
        let ReplayResult::AsRecorded(done) = &replayed.result else { continue };
        if !matches_stream(diary, step.entry, &replayed.requests) {
            continue;
        }
        let weigh = |watch: Monitor| weigher.roll_luck(&replayed.before, &step.entry.order, done, watch);
        let found: BTreeSet<_> = watch.subtask((f64::from(at), all), weigh)?.into_iter().collect();
        if !found.is_empty() {
            roll_luck.insert(step.entry.no, found);
        }
    }
    Ok(roll_luck)
}
