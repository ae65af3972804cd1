//! Computes odds on a thread, so that they do not block the keys.
//!
//! A list of jobs goes in, and reports come out. A slow job reports a simulation first, then the exact result. A new
//! list cancels the one before. Headless there is no thread: a list is computed when it is requested, with less effort
//! and a deterministic result.

#![allow(clippy::disallowed_methods, reason = "spawns the worker thread and measures its time")]

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
    luck::{self, DEFAULT_EFFORT, Luck, LuckByEntry, Scope},
    service::{self, ServiceRecords},
};
use wardiary_rules::{order::Order, rules::OrderRoll, state::State};

#[derive(Clone, Debug)]
pub enum OddsJob {
    Order(Box<State>, Box<Order>),
    Roll(Arc<Rulebook>, Box<Question>),
    /// The outcome of a fight, simulated this many times.
    Playout(Box<Playout>, u64),
    /// The rank of a roll among all possible ones.
    RollRank(Arc<Rulebook>, Box<OrderRoll>),
    /// The luck of a diary, and the swings of its battles.
    Luck(Box<Diary>, Scope),
    LuckByEntry(Box<Diary>),
    Service(Box<Diary>),
}

#[derive(Clone, Debug, PartialEq)]
pub enum OddsResult {
    /// `None` if the order needs no dice.
    Order(Option<Box<Forecast>>),
    Roll(Box<Answer>),
    Playout(Box<PlayoutOdds>),
    RollRank(Option<Rank>),
    Luck(Box<(Luck, Vec<BattleTimeline>)>),
    LuckByEntry(LuckByEntry),
    Service(ServiceRecords),
}

#[derive(Clone, Debug, PartialEq)]
pub struct OddsReport {
    pub job: usize,
    pub result: OddsResult,
    pub is_final: bool,
}

/// Exact work up to this many milliseconds needs no simulation first.
const EXACT_FIRST_MILLIS: u64 = 250;
/// The simulation shown while exact work runs.
const QUICK_EFFORT: Effort = Effort { exact: 0, trials: 20_000, seed: 0 };
/// The limit of exact work, and the simulation used beyond it.
const FULL_EFFORT: Effort = Effort { trials: 100_000, ..Effort::BATCH };
/// Time limit of exact work on a thread, including the simulation that may follow.
const TIME_LIMIT: Duration = Duration::from_secs(60);
/// Headless effort, small enough for tests.
const HEADLESS_EFFORT: Effort = Effort { exact: 30 * Cost::STEPS_A_MILLISECOND, trials: 500, seed: 0 };

pub struct OddsWorker {
    backend: Backend,
    current_list: u64,
    /// Jobs without a final report.
    pending: usize,
    /// Progress in percent. Each list has its own counter, so that a cancelled list does not affect the next.
    progress: Arc<AtomicU32>,
}

enum Backend {
    /// Without a thread. Reports are ready as soon as jobs are requested.
    Inline(Vec<OddsReport>),
    Thread {
        lists: Sender<JobList>,
        reports: Receiver<(u64, OddsReport)>,
        cancel: Arc<AtomicBool>,
    },
}

struct JobList {
    number: u64,
    jobs: Vec<OddsJob>,
    cancel: Arc<AtomicBool>,
    progress: Arc<AtomicU32>,
}

impl OddsWorker {
    pub fn without_thread() -> Self {
        Self { backend: Backend::Inline(Vec::new()), current_list: 0, pending: 0, progress: Arc::default() }
    }

    /// Computes on a thread, which ends when the worker is dropped.
    pub fn on_thread() -> Self {
        let (lists, asked) = channel::<JobList>();
        let (found, reports) = channel();
        let work = move || {
            while let Ok(mut list) = asked.recv() {
                // The newest list replaces older ones.
                while let Ok(newer) = asked.try_recv() {
                    list = newer;
                }
                let tell = |share: f64| list.progress.store(percent(share), Ordering::Relaxed);
                let watch = Monitor { cancel: &list.cancel, progress: &tell, time_spent: &|| 0.0 };
                let report = |report| found.send((list.number, report)).is_ok();
                // An error means that the list was cancelled; no report is expected then.
                let _ = run_jobs(&list.jobs, (&QUICK_EFFORT, &FULL_EFFORT), watch, report);
            }
        };
        // Without a thread there are no odds. Everything else works.
        let _ = thread::Builder::new().name("odds".into()).spawn(work);
        Self {
            backend: Backend::Thread { lists, reports, cancel: Arc::default() },
            current_list: 0,
            pending: 0,
            progress: Arc::default(),
        }
    }

    pub fn request(&mut self, jobs: Vec<OddsJob>) {
        self.cancel();
        self.pending = jobs.len();
        self.progress = Arc::default();
        match &mut self.backend {
            Backend::Inline(ready) => {
                let mut collect = |report| {
                    ready.push(report);
                    true
                };
                let _ = run_jobs(&jobs, (&HEADLESS_EFFORT, &HEADLESS_EFFORT), Monitor::none(), &mut collect);
            }
            Backend::Thread { lists, cancel, .. } => {
                *cancel = Arc::default();
                let (cancel, progress) = (Arc::clone(cancel), Arc::clone(&self.progress));
                let list = JobList { number: self.current_list, jobs, cancel, progress };
                if lists.send(list).is_err() {
                    self.pending = 0;
                }
            }
        }
    }

    pub fn cancel(&mut self) {
        self.current_list += 1;
        self.pending = 0;
        match &mut self.backend {
            Backend::Inline(ready) => ready.clear(),
            Backend::Thread { cancel, .. } => cancel.store(true, Ordering::Relaxed),
        }
    }

    pub fn is_busy(&self) -> bool {
        self.pending > 0
    }

    /// Progress in percent: first of the quick pass, then of the exact pass.
    pub fn progress(&self) -> u32 {
        self.progress.load(Ordering::Relaxed)
    }

    /// The reports that have arrived. Waits up to `patience` for the first.
    pub fn reports(&mut self, patience: Duration) -> Vec<OddsReport> {
        let mut found = Vec::new();
        match &mut self.backend {
            Backend::Inline(ready) => found.append(ready),
            Backend::Thread { reports, .. } => {
                let mut patience = if self.pending > 0 { patience } else { Duration::ZERO };
                loop {
                    match reports.recv_timeout(patience) {
                        // Reports of older lists are dropped.
                        Ok((list, report)) if list == self.current_list => {
                            found.push(report);
                            patience = Duration::ZERO;
                        }
                        Ok(_) => {}
                        Err(RecvTimeoutError::Timeout) => break,
                        Err(RecvTimeoutError::Disconnected) => {
                            self.pending = 0;
                            break;
                        }
                    }
                }
            }
        }
        self.pending = self.pending.saturating_sub(found.iter().filter(|report| report.is_final).count());
        found
    }
}

impl Drop for OddsWorker {
    fn drop(&mut self) {
        self.cancel();
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
fn run_jobs(
    jobs: &[OddsJob],
    (first, whole): (&Effort, &Effort),
    watch: Monitor,
    mut report: impl FnMut(OddsReport) -> bool,
) -> Result<(), OddsError> {
    let mut later = Vec::new();
    for (place, job) in jobs.iter().enumerate() {
        let cost = job.cost();
        let within = cost.steps <= whole.exact.min(EXACT_FIRST_MILLIS * Cost::STEPS_A_MILLISECOND);
        // One pass is enough if exact work is hopeless. Headless, both efforts are the same.
        let once = within || cost.is_hopeless(whole) || first == whole;
        let part = (share(place), share(jobs.len()));
        let effort = if within { whole } else { first };
        let result = watch.subtask(part, |watch| watch.monotonic(|watch| job.run(effort, watch)))?;
        if !once {
            later.push(place);
        }
        if !report(OddsReport { job: place, result, is_final: once }) {
            return Ok(());
        }
    }
    for (at, place) in later.iter().copied().enumerate() {
        let begun = Instant::now();
        let spent = || begun.elapsed().as_secs_f64() / TIME_LIMIT.as_secs_f64();
        let run = |watch: Monitor| watch.monotonic(|watch| jobs[place].run(whole, watch));
        let result = Monitor { time_spent: &spent, ..watch }.subtask((share(at), share(later.len())), run)?;
        if !report(OddsReport { job: place, result, is_final: true }) {
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
            Self::Playout(..) | Self::RollRank(..) | Self::Luck(..) | Self::LuckByEntry(_) | Self::Service(_) => {
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
            Self::Playout(playout, times) => {
                let trials = if effort.trials < QUICK_EFFORT.trials { 20 } else { *times };
                OddsResult::Playout(Box::new(playout.play(&Effort { trials, ..*effort }, watch)?))
            }
            Self::RollRank(book, rolled) => {
                let effort = Effort { exact: effort.exact.min(Effort::INTERACTIVE.exact), ..*effort };
                OddsResult::RollRank(StatisticsCache::new(Arc::clone(book)).rank_of_order(rolled, &effort, watch)?)
            }
            Self::Luck(diary, scope) => {
                let luck = luck::luck(diary, scope, &DEFAULT_EFFORT, watch)?;
                let battles = diary.state().battles().iter().map(|battle| battle.id);
                let swings = battles.filter(|id| scope.battle.is_none_or(|wanted| wanted == *id));
                let rolls = luck.notable_rolls();
                let swings = swings.filter_map(|id| Some(battle_timeline(diary, id)?.with_rolls(&rolls))).collect();
                OddsResult::Luck(Box::new((luck, swings)))
            }
            Self::LuckByEntry(diary) => {
                let all: Vec<_> = diary.entries().iter().map(|entry| entry.no).collect();
                OddsResult::LuckByEntry(luck::roll_luck(diary, &all, &DEFAULT_EFFORT, watch)?)
            }
            Self::Service(diary) => OddsResult::Service(service::service(diary, watch)?),
        })
    }
}
