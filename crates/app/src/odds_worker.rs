//! Computes odds on a thread, so that they do not block the keys.
//!
//! A list of jobs goes in, and reports come out. A slow job reports a simulation first, then the exact result. A new
//! list cancels the one before. Headless there is no thread: a list is computed when it is requested, with less effort
//! and a deterministic result.

#![allow(clippy::disallowed_methods, reason = "odds are computed on a thread, and for a time")]

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, Ordering},
        mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    },
    thread,
    time::{Duration, Instant},
};
use wardiary_base::book::Rulebook;
use wardiary_diary::diary::Diary;
use wardiary_odds::odds::{
    self, Answer, Cost, Effort, Monitor, OddsError, Question, forecast,
    forecast::Forecast,
    playout::{Playout, PlayoutOdds},
    statistics::{Rank, StatisticsCache},
};
use wardiary_report::{
    battle_timeline::{BattleTimeline, battle_timeline},
    luck::{self, Fortunes, Luck, PATIENCE, Scope},
    service::{self, ServiceRecord},
};
use wardiary_rules::{order::Order, rules::Rolled, state::State};

#[derive(Clone, Debug)]
pub enum OddsJob {
    Order(Box<State>, Box<Order>),
    Roll(Arc<Rulebook>, Box<Question>),
    /// The outcome of a fight, simulated this many times.
    Playout(Box<Playout>, u64),
    /// The rank of a roll among all possible ones.
    Standing(Arc<Rulebook>, Box<Rolled>),
    /// The luck of a diary, and the swings of its battles.
    Luck(Box<Diary>, Scope),
    Fortunes(Box<Diary>),
    Service(Box<Diary>),
}

#[derive(Clone, Debug, PartialEq)]
pub enum OddsResult {
    /// `None` if the order needs no dice.
    Order(Option<Box<Forecast>>),
    Roll(Box<Answer>),
    Playout(Box<PlayoutOdds>),
    Standing(Option<Rank>),
    Luck(Box<(Luck, Vec<BattleTimeline>)>),
    Fortunes(Fortunes),
    Service(Vec<ServiceRecord>),
}

#[derive(Clone, Debug, PartialEq)]
pub struct OddsReport {
    /// Index of the job in the list.
    pub place: usize,
    pub result: OddsResult,
    pub last: bool,
}

/// Exact work up to this many milliseconds needs no simulation first.
const AT_ONCE: u64 = 250;
/// The simulation shown while exact work runs.
const FIRST: Effort = Effort { exact: 0, trials: 20_000, seed: 0 };
/// The limit of exact work, and the simulation used beyond it.
const WHOLE: Effort = Effort { trials: 100_000, ..Effort::PATIENT };
/// Time limit of exact work on a thread, including the simulation that may follow.
const WITHIN: Duration = Duration::from_secs(60);
/// Headless effort, small enough for tests.
const HEADLESS: Effort = Effort { exact: 30 * Cost::STEPS_A_MILLISECOND, trials: 500, seed: 0 };

pub struct OddsWorker {
    back: Back,
    list: u64,
    /// Jobs without a final report.
    open: usize,
    /// Progress in percent. Each list has its own counter, so that a cancelled list does not affect the next.
    progress: Arc<AtomicU32>,
}

enum Back {
    /// Without a thread. Reports are ready as soon as jobs are requested.
    Here(Vec<OddsReport>),
    Thread {
        lists: Sender<List>,
        reports: Receiver<(u64, OddsReport)>,
        cancel: Arc<AtomicBool>,
    },
}

struct List {
    number: u64,
    jobs: Vec<OddsJob>,
    cancel: Arc<AtomicBool>,
    progress: Arc<AtomicU32>,
}

impl OddsWorker {
    pub fn here() -> Self {
        Self { back: Back::Here(Vec::new()), list: 0, open: 0, progress: Arc::default() }
    }

    /// Computes on a thread, which ends when the worker is dropped.
    pub fn on_a_thread() -> Self {
        let (lists, asked) = channel::<List>();
        let (found, reports) = channel();
        let work = move || {
            while let Ok(mut list) = asked.recv() {
                // The newest list replaces older ones.
                while let Ok(newer) = asked.try_recv() {
                    list = newer;
                }
                let tell = |share: f64| list.progress.store(percent(share), Ordering::Relaxed);
                let watch = Monitor { cancel: &list.cancel, progress: &tell, spent: &|| 0.0 };
                let report = |report| found.send((list.number, report)).is_ok();
                // An error means that the list was cancelled; no report is expected then.
                let _ = work_off(&list.jobs, (&FIRST, &WHOLE), watch, report);
            }
        };
        // Without a thread there are no odds. Everything else works.
        let _ = thread::Builder::new().name("odds".into()).spawn(work);
        Self {
            back: Back::Thread { lists, reports, cancel: Arc::default() },
            list: 0,
            open: 0,
            progress: Arc::default(),
        }
    }

    /// Requests these jobs and cancels the earlier ones.
    pub fn ask(&mut self, jobs: Vec<OddsJob>) {
        self.forget();
        self.open = jobs.len();
        self.progress = Arc::default();
        match &mut self.back {
            Back::Here(ready) => {
                let mut collect = |report| {
                    ready.push(report);
                    true
                };
                let _ = work_off(&jobs, (&HEADLESS, &HEADLESS), Monitor::none(), &mut collect);
            }
            Back::Thread { lists, cancel, .. } => {
                *cancel = Arc::default();
                let (cancel, progress) = (Arc::clone(cancel), Arc::clone(&self.progress));
                let list = List { number: self.list, jobs, cancel, progress };
                if lists.send(list).is_err() {
                    self.open = 0;
                }
            }
        }
    }

    pub fn forget(&mut self) {
        self.list += 1;
        self.open = 0;
        match &mut self.back {
            Back::Here(ready) => ready.clear(),
            Back::Thread { cancel, .. } => cancel.store(true, Ordering::Relaxed),
        }
    }

    /// Whether a report is due.
    pub fn is_busy(&self) -> bool {
        self.open > 0
    }

    /// Progress in percent: first of the quick pass, then of the exact pass.
    pub fn progress(&self) -> u32 {
        self.progress.load(Ordering::Relaxed)
    }

    /// The reports that have arrived. Waits up to `patience` for the first.
    pub fn reports(&mut self, patience: Duration) -> Vec<OddsReport> {
        let mut found = Vec::new();
        match &mut self.back {
            Back::Here(ready) => found.append(ready),
            Back::Thread { reports, .. } => {
                let mut patience = if self.open > 0 { patience } else { Duration::ZERO };
                loop {
                    match reports.recv_timeout(patience) {
                        // Reports of older lists are dropped.
                        Ok((list, report)) if list == self.list => {
                            found.push(report);
                            patience = Duration::ZERO;
                        }
                        Ok(_) => {}
                        Err(RecvTimeoutError::Timeout) => break,
                        Err(RecvTimeoutError::Disconnected) => {
                            self.open = 0;
                            break;
                        }
                    }
                }
            }
        }
        self.open = self.open.saturating_sub(found.iter().filter(|report| report.last).count());
        found
    }
}

impl Drop for OddsWorker {
    fn drop(&mut self) {
        self.forget();
    }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share from 0 to 1")]
fn percent(share: f64) -> u32 {
    (share.clamp(0.0, 1.0) * 100.0) as u32
}

fn share(many: usize) -> f64 {
    f64::from(u32::try_from(many).unwrap_or(u32::MAX))
}

/// Computes a list: a quick pass with simulations of slow jobs, then an exact pass over those.
fn work_off(
    jobs: &[OddsJob],
    (first, whole): (&Effort, &Effort),
    watch: Monitor,
    mut report: impl FnMut(OddsReport) -> bool,
) -> Result<(), OddsError> {
    let mut later = Vec::new();
    for (place, job) in jobs.iter().enumerate() {
        let cost = job.cost();
        let within = cost.steps <= whole.exact.min(AT_ONCE * Cost::STEPS_A_MILLISECOND);
        // One pass is enough if exact work is hopeless. Headless, both efforts are the same.
        let once = within || cost.is_hopeless(whole) || first == whole;
        let part = (share(place), share(jobs.len()));
        let effort = if within { whole } else { first };
        let result = watch.part(part, |watch| watch.rising(|watch| job.run(effort, watch)))?;
        if !once {
            later.push(place);
        }
        if !report(OddsReport { place, result, last: once }) {
            return Ok(());
        }
    }
    for (at, place) in later.iter().copied().enumerate() {
        let begun = Instant::now();
        let spent = || begun.elapsed().as_secs_f64() / WITHIN.as_secs_f64();
        let run = |watch: Monitor| watch.rising(|watch| jobs[place].run(whole, watch));
        let result = Monitor { spent: &spent, ..watch }.part((share(at), share(later.len())), run)?;
        if !report(OddsReport { place, result, last: true }) {
            return Ok(());
        }
    }
    Ok(())
}

impl OddsJob {
    fn cost(&self) -> Cost {
        match self {
            Self::Order(state, order) => forecast::estimate(state, order),
            Self::Roll(book, question) => odds::estimate(book, question),
            // These jobs have a single method.
            Self::Playout(..) | Self::Standing(..) | Self::Luck(..) | Self::Fortunes(_) | Self::Service(_) => {
                Cost { steps: 0 }
            }
        }
    }

    fn run(&self, effort: &Effort, watch: Monitor) -> Result<OddsResult, OddsError> {
        Ok(match self {
            Self::Order(state, order) => {
                OddsResult::Order(forecast::forecast(state, order, effort, watch)?.map(Box::new))
            }
            Self::Roll(book, question) => OddsResult::Roll(Box::new(odds::answer(book, question, effort, watch)?)),
            Self::Playout(course, times) => {
                let trials = if effort.trials < FIRST.trials { 20 } else { *times };
                OddsResult::Playout(Box::new(course.play(&Effort { trials, ..*effort }, watch)?))
            }
            Self::Standing(book, rolled) => {
                let effort = Effort { exact: effort.exact.min(Effort::AT_ONCE.exact), ..*effort };
                OddsResult::Standing(StatisticsCache::new(Arc::clone(book)).rank_of_rolled(rolled, &effort, watch)?)
            }
            Self::Luck(diary, scope) => {
                let luck = luck::luck(diary, scope, &PATIENCE, watch)?;
                let battles = diary.state().battles().iter().map(|battle| battle.id);
                let swings = battles.filter(|id| scope.battle.is_none_or(|wanted| wanted == *id));
                OddsResult::Luck(Box::new((luck, swings.filter_map(|id| battle_timeline(diary, id)).collect())))
            }
            Self::Fortunes(diary) => {
                let all: Vec<_> = diary.entries().iter().map(|entry| entry.no).collect();
                OddsResult::Fortunes(luck::fortunes(diary, &all, &PATIENCE, watch)?)
            }
            Self::Service(diary) => OddsResult::Service(service::service(diary, None, watch)?),
        })
    }
}
