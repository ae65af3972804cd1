//! Signals: where one operating system's differ from another's.

#[cfg(unix)]
pub use unix::Interrupt;
#[cfg(unix)]
pub(super) use unix::{Signal, may_end, stop, tell, watch};

#[cfg(not(unix))]
pub use other::Interrupt;
#[cfg(not(unix))]
pub(super) use other::{may_end, stop, watch};

#[cfg(unix)]
mod unix {
    use signal_hook::{
        SigId,
        consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP, SIGWINCH},
        flag,
        iterator::Signals,
        low_level::{emulate_default_handler, unregister},
    };
    use std::{
        io::{self, Write as _},
        sync::{
            Arc, LazyLock, Mutex, Once,
            atomic::{AtomicBool, Ordering},
            mpsc,
        },
        thread,
        time::{Duration, Instant},
    };

    /// How long a terminal is waited for that may be dead, and a program that has something to write yet.
    const PATIENCE: Duration = Duration::from_millis(500);

    /// Told to end, or left by its terminal, the program ends at once, from a thread that only waits for that: reading a
    /// dead terminal can spin for ever. Whatever was recorded is on the disk; only where another program changed that is
    /// something left to write, for which there is a moment. The terminal is given back if it is there.
    pub fn watch(give_back: fn()) {
        static ONCE: Once = Once::new();
        // The terminal is given back before the process ends.
        ENDS.store(false, Ordering::Relaxed);
        ONCE.call_once(|| {
            if let Ok(mut signals) = Signals::new([SIGHUP, SIGTERM, SIGINT]) {
                thread::spawn(move || {
                    if let Some(signal) = signals.forever().next() {
                        // Before the terminal is given back: who has written draws no more.
                        let until = Instant::now() + PATIENCE;
                        while HAS_TO_WRITE.load(Ordering::Acquire) && Instant::now() < until {
                            thread::sleep(Duration::from_millis(2));
                        }
                        let (done, given_back) = mpsc::channel();
                        thread::spawn(move || {
                            give_back();
                            let _ = done.send(());
                        });
                        let _ = given_back.recv_timeout(PATIENCE);
                        // The terminal may be gone, and nobody may read it.
                        if let Some(words) = LAST_WORDS.lock().ok().and_then(|mut words| words.take()) {
                            let _ = writeln!(io::stderr(), "{words}");
                        }
                        std::process::exit(128 + signal);
                    }
                });
            }
        });
    }

    /// Whether somebody wants to hear that the program ends, and has not said yet that it may.
    static HAS_TO_WRITE: AtomicBool = AtomicBool::new(false);

    /// What is said once the terminal is given back, where a signal ends the program.
    static LAST_WORDS: Mutex<Option<String>> = Mutex::new(None);

    /// Nothing is left to write: the program may end, with these words.
    pub fn may_end(words: Option<String>) {
        if let Ok(mut last) = LAST_WORDS.lock() {
            *last = words;
        }
        HAS_TO_WRITE.store(false, Ordering::Release);
    }

    /// Whether Ctrl-C ends the process as it always does. Once a signal was heard of the system leaves it to us.
    static ENDS: LazyLock<Arc<AtomicBool>> = LazyLock::new(|| {
        let ends: Arc<AtomicBool> = Arc::default();
        let _ = flag::register_conditional_default(SIGINT, Arc::clone(&ends));
        ends
    });

    /// Ctrl-C, heard of while this lives; pressed again, the process ends at once.
    pub struct Interrupt {
        heard: Arc<AtomicBool>,
        actions: Vec<SigId>,
    }

    impl Interrupt {
        /// Hears of it from now on.
        #[must_use]
        pub fn heard() -> Self {
            let heard: Arc<AtomicBool> = Arc::default();
            ENDS.store(false, Ordering::Relaxed);
            // Where a signal can't be had Ctrl-C ends the process as it always does.
            let end = flag::register_conditional_shutdown(SIGINT, 128 + SIGINT, Arc::clone(&heard));
            let hear = end.and_then(|end| Ok([end, flag::register(SIGINT, Arc::clone(&heard))?]));
            Self { heard, actions: hear.into_iter().flatten().collect() }
        }

        /// Becomes true when it is pressed.
        #[must_use]
        pub fn heard_of(&self) -> &Arc<AtomicBool> {
            &self.heard
        }
    }

    impl Drop for Interrupt {
        fn drop(&mut self) {
            ENDS.store(true, Ordering::Relaxed);
            for action in &self.actions {
                unregister(*action);
            }
        }
    }

    /// What a program in the terminal is told that goes on.
    pub enum Signal {
        /// The terminal has another size.
        Resized,
        /// The program is to stop.
        Stop,
        /// It was stopped, and goes on.
        GoOn,
        /// It ends in a moment: see [`may_end`].
        End,
    }

    /// Tells each of these signals from now on, for as long as somebody wants to hear of them.
    pub fn tell(hears: impl Fn(Signal) -> bool + Send + 'static) -> io::Result<()> {
        let mut signals = Signals::new([SIGWINCH, SIGTSTP, SIGCONT, SIGHUP, SIGTERM, SIGINT])?;
        HAS_TO_WRITE.store(true, Ordering::Release);
        thread::spawn(move || {
            let told = |signal| {
                hears(match signal {
                    SIGTSTP => Signal::Stop,
                    SIGCONT => Signal::GoOn,
                    SIGHUP | SIGTERM | SIGINT => Signal::End,
                    _ => Signal::Resized,
                })
            };
            let _ = signals.forever().all(told);
        });
        Ok(())
    }

    /// Stops the process; comes back when the shell says so.
    pub fn stop() -> io::Result<()> {
        emulate_default_handler(SIGTSTP)
    }
}

/// Elsewhere closing the window ends the process without a word, and nothing stops one.
#[cfg(not(unix))]
mod other {
    use std::{
        io,
        sync::{Arc, atomic::AtomicBool},
    };

    pub fn watch(_: fn()) {}

    pub fn may_end(_: Option<String>) {}

    /// Never heard of: Ctrl-C ends the process.
    pub struct Interrupt(Arc<AtomicBool>);

    impl Interrupt {
        #[must_use]
        pub fn heard() -> Self {
            Self(Arc::default())
        }

        /// Never becomes true.
        #[must_use]
        pub fn heard_of(&self) -> &Arc<AtomicBool> {
            &self.0
        }
    }

    #[allow(clippy::unnecessary_wraps, reason = "elsewhere it can fail")]
    pub fn stop() -> io::Result<()> {
        Ok(())
    }
}
