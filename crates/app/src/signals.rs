//! Signal handling on each operating system.

#![allow(clippy::disallowed_methods, reason = "ends the process after a signal if the program does not end in time")]

#[cfg(unix)]
pub use unix::Interrupt;
#[cfg(unix)]
pub(super) use unix::{Signal, allow_exit, forward, install, suspend};

#[cfg(not(unix))]
pub use other::Interrupt;
#[cfg(not(unix))]
pub(super) use other::{allow_exit, install, suspend};

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

    /// How long to wait for the main thread's last writes, and for a terminal that may be dead.
    const EXIT_TIMEOUT: Duration = Duration::from_millis(500);

    /// Ends the program on a signal, from a thread of its own: a read from a dead terminal can spin for ever. Recorded
    /// entries are on the disk already. Only after another program has changed the save is there something to write,
    /// and the thread waits briefly for that. The terminal is restored if it is still there.
    pub fn install(give_back: fn()) {
        static ONCE: Once = Once::new();
        // Restores the terminal before the process ends.
        CTRL_C_ENDS.store(false, Ordering::Relaxed);
        ONCE.call_once(|| {
            if let Ok(mut signals) = Signals::new([SIGHUP, SIGTERM, SIGINT]) {
                thread::spawn(move || {
                    if let Some(signal) = signals.forever().next() {
                        // The writes come before the terminal is restored: once they are done, nothing more is drawn.
                        let until = Instant::now() + EXIT_TIMEOUT;
                        while AWAITS_WRITES.load(Ordering::Acquire) && Instant::now() < until {
                            thread::sleep(Duration::from_millis(2));
                        }
                        let (done, given_back) = mpsc::channel();
                        thread::spawn(move || {
                            give_back();
                            let _ = done.send(());
                        });
                        let _ = given_back.recv_timeout(EXIT_TIMEOUT);
                        // Stderr may be closed.
                        if let Some(words) = LAST_WORDS.lock().ok().and_then(|mut words| words.take()) {
                            let _ = writeln!(io::stderr(), "{words}");
                        }
                        std::process::exit(128 + signal);
                    }
                });
            }
        });
    }

    /// Whether the main thread still has to confirm that the process may end.
    static AWAITS_WRITES: AtomicBool = AtomicBool::new(false);

    /// Printed after the terminal is restored, when a signal ends the process.
    static LAST_WORDS: Mutex<Option<String>> = Mutex::new(None);

    /// Allows the process to end, and prints these words.
    pub fn allow_exit(words: Option<String>) {
        if let Ok(mut last) = LAST_WORDS.lock() {
            *last = words;
        }
        AWAITS_WRITES.store(false, Ordering::Release);
    }

    /// Whether Ctrl-C ends the process by default. After a handler is installed, the program decides.
    static CTRL_C_ENDS: LazyLock<Arc<AtomicBool>> = LazyLock::new(|| {
        let ends: Arc<AtomicBool> = Arc::default();
        let _ = flag::register_conditional_default(SIGINT, Arc::clone(&ends));
        ends
    });

    /// Catches Ctrl-C while it lives. A second Ctrl-C ends the process at once.
    pub struct Interrupt {
        flag: Arc<AtomicBool>,
        actions: Vec<SigId>,
    }

    impl Interrupt {
        pub fn catch() -> Self {
            let heard: Arc<AtomicBool> = Arc::default();
            CTRL_C_ENDS.store(false, Ordering::Relaxed);
            // Without a handler, Ctrl-C ends the process as usual.
            let end = flag::register_conditional_shutdown(SIGINT, 128 + SIGINT, Arc::clone(&heard));
            let hear = end.and_then(|end| Ok([end, flag::register(SIGINT, Arc::clone(&heard))?]));
            Self { flag: heard, actions: hear.into_iter().flatten().collect() }
        }

        pub fn flag(&self) -> &Arc<AtomicBool> {
            &self.flag
        }
    }

    impl Drop for Interrupt {
        fn drop(&mut self) {
            CTRL_C_ENDS.store(true, Ordering::Relaxed);
            for action in &self.actions {
                unregister(*action);
            }
        }
    }

    pub enum Signal {
        Resized,
        Stop,
        /// The program continues after it was stopped.
        Continue,
        /// The program is about to end: see [`allow_exit`].
        Terminate,
    }

    /// Sends these signals to `hears` until it returns false.
    pub fn forward(hears: impl Fn(Signal) -> bool + Send + 'static) -> io::Result<()> {
        let mut signals = Signals::new([SIGWINCH, SIGTSTP, SIGCONT, SIGHUP, SIGTERM, SIGINT])?;
        AWAITS_WRITES.store(true, Ordering::Release);
        thread::spawn(move || {
            let text = |signal| {
                hears(match signal {
                    SIGTSTP => Signal::Stop,
                    SIGCONT => Signal::Continue,
                    SIGHUP | SIGTERM | SIGINT => Signal::Terminate,
                    _ => Signal::Resized,
                })
            };
            let _ = signals.forever().all(text);
        });
        Ok(())
    }

    pub fn suspend() -> io::Result<()> {
        emulate_default_handler(SIGTSTP)
    }
}

/// Elsewhere, closing the window ends the process without notice, and nothing stops it.
#[cfg(not(unix))]
mod other {
    use std::{
        io,
        sync::{Arc, atomic::AtomicBool},
    };

    pub fn install(_: fn()) {}

    pub fn allow_exit(_: Option<String>) {}

    /// A stub: Ctrl-C ends the process.
    pub struct Interrupt(Arc<AtomicBool>);

    impl Interrupt {
        pub fn catch() -> Self {
            Self(Arc::default())
        }

        pub fn flag(&self) -> &Arc<AtomicBool> {
            &self.0
        }
    }

    #[allow(clippy::unnecessary_wraps, reason = "fallible on Unix")]
    pub fn suspend() -> io::Result<()> {
        Ok(())
    }
}
