//! Signals: where one operating system's differ from another's.

#[cfg(unix)]
pub(crate) use unix::broken_off;
#[cfg(unix)]
pub(super) use unix::{Signal, stop, tell, watch};

#[cfg(not(unix))]
pub(crate) use other::broken_off;
#[cfg(not(unix))]
pub(super) use other::{stop, watch};

#[cfg(unix)]
mod unix {
    use signal_hook::{
        consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP, SIGWINCH},
        flag,
        iterator::Signals,
        low_level::emulate_default_handler,
    };
    use std::{
        io,
        sync::{Arc, Once, atomic::AtomicBool, mpsc},
        thread,
        time::Duration,
    };

    /// How long a terminal is waited for that may be dead.
    const PATIENCE: Duration = Duration::from_millis(500);

    /// Told to end, or left by its terminal, the program ends at once, from a thread that only waits for that: reading a
    /// dead terminal can spin for ever. Whatever was recorded is on the disk. The terminal is given back if it is there.
    pub fn watch(give_back: fn()) {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            if let Ok(mut signals) = Signals::new([SIGHUP, SIGTERM, SIGINT]) {
                thread::spawn(move || {
                    if let Some(signal) = signals.forever().next() {
                        let (done, given_back) = mpsc::channel();
                        thread::spawn(move || {
                            give_back();
                            let _ = done.send(());
                        });
                        let _ = given_back.recv_timeout(PATIENCE);
                        std::process::exit(128 + signal);
                    }
                });
            }
        });
    }

    /// Becomes true when Ctrl-C is pressed from now on; pressed again, the process ends at once.
    #[must_use]
    pub(crate) fn broken_off() -> Arc<AtomicBool> {
        let broken_off: Arc<AtomicBool> = Arc::default();
        // Where a signal can't be had Ctrl-C ends the process as it always does.
        if flag::register_conditional_shutdown(SIGINT, 128 + SIGINT, Arc::clone(&broken_off)).is_ok() {
            let _ = flag::register(SIGINT, Arc::clone(&broken_off));
        }
        broken_off
    }

    /// What a program in the terminal is told that goes on.
    pub enum Signal {
        /// The terminal has another size.
        Resized,
        /// The program is to stop.
        Stop,
        /// It was stopped, and goes on.
        GoOn,
    }

    /// Tells each of these signals from now on, for as long as somebody wants to hear of them.
    pub fn tell(hears: impl Fn(Signal) -> bool + Send + 'static) -> io::Result<()> {
        let mut signals = Signals::new([SIGWINCH, SIGTSTP, SIGCONT])?;
        thread::spawn(move || {
            let told = |signal| {
                hears(match signal {
                    SIGTSTP => Signal::Stop,
                    SIGCONT => Signal::GoOn,
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

    /// Never becomes true: Ctrl-C ends the process.
    #[must_use]
    pub(crate) fn broken_off() -> Arc<AtomicBool> {
        Arc::default()
    }

    #[allow(clippy::unnecessary_wraps, reason = "elsewhere it can fail")]
    pub fn stop() -> io::Result<()> {
        Ok(())
    }
}
