//! Input of the program: keys, pasted text, mouse events, resizing, and the signals to stop and to continue.
//!
//! A thread reads the terminal's bytes. This module parses them into sequences, with a timeout for incomplete ones
//! ([`cut`]), so that no input from the terminal can block the program. The terminal is queried for its background
//! only, and the answer may come at any time or never. On Windows the system delivers events, and crossterm reads them.

#![allow(clippy::disallowed_methods, reason = "the terminal's input, on a thread with timeouts")]

#[cfg(unix)]
pub mod cut;
#[cfg(unix)]
pub mod meaning;
#[cfg(unix)]
pub mod pace;

#[cfg(not(unix))]
pub(super) use other::Listener;
#[cfg(unix)]
pub(super) use unix::Listener;

use crossterm::event::{Event, KeyCode, KeyEventKind};
use std::collections::VecDeque;

#[derive(Debug, PartialEq)]
pub(super) enum Heard {
    Event(Event),
    /// The terminal's background: red, green, blue.
    #[cfg_attr(not(unix), allow(dead_code, reason = "it is not asked there"))]
    Background((u8, u8, u8)),
    /// The system asks the program to stop, so that the shell gets the terminal.
    #[cfg_attr(not(unix), allow(dead_code, reason = "nothing stops a program there"))]
    Stop,
    /// The system is about to end the program.
    #[cfg_attr(not(unix), allow(dead_code, reason = "there it ends without a word"))]
    End,
    /// The program continues after it was stopped.
    #[cfg_attr(not(unix), allow(dead_code, reason = "nothing stops a program there"))]
    GoOn,
}

/// Removes the first Esc from the queue. Returns whether there was one.
fn take_escape(heard: &mut VecDeque<Heard>) -> bool {
    let is_escape = |heard: &Heard| matches!(heard, Heard::Event(Event::Key(key)) if key.code == KeyCode::Esc && key.kind == KeyEventKind::Press);
    heard.iter().position(is_escape).and_then(|at| heard.remove(at)).is_some()
}

#[cfg(unix)]
mod unix {
    use super::{
        Heard,
        cut::Cutter,
        meaning::{background, event},
        pace::Pace,
        take_escape,
    };
    use crate::signals::{self, Signal};
    use crossterm::event::Event;
    use std::{
        collections::VecDeque,
        io::{self, Read},
        sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel},
        thread,
        time::{Duration, Instant},
    };

    /// Capacity of the channel, in reads of up to a page each; more input waits in the terminal. It is large because a
    /// read is stamped with its time, however busy the program is.
    const WAITING: usize = 4096;

    /// How long to wait for `SIGCONT` after the program was stopped.
    const WORD: Duration = Duration::from_secs(1);

    /// Delay before reading a standard input that reports `WouldBlock`. A terminal does so only if another program left
    /// it that way.
    const LATER: Duration = Duration::from_millis(20);

    enum Told {
        Bytes(Vec<u8>, Instant),
        Signal(Signal),
        Gone(io::Error),
    }

    pub struct Listener {
        told: Receiver<Told>,
        cutter: Cutter,
        pace: Pace,
        heard: VecDeque<Heard>,
    }

    impl Listener {
        /// Starts the reading threads.
        ///
        /// # Errors
        /// Fails if signal handlers can't be installed.
        pub fn start() -> io::Result<Self> {
            let (tell, told) = sync_channel(WAITING);
            let signalled = tell.clone();
            signals::tell(move |signal| signalled.send(Told::Signal(signal)).is_ok())?;
            thread::spawn(move || read_all(&tell));
            Ok(Self { told, cutter: Cutter::default(), pace: Pace::from(Instant::now()), heard: VecDeque::new() })
        }

        /// Waits up to `patience` for input. Returns whether there is any.
        ///
        /// # Errors
        /// Fails if the terminal is gone.
        pub fn poll(&mut self, patience: Duration) -> io::Result<bool> {
            let until = Instant::now().checked_add(patience);
            while self.heard.is_empty() {
                let now = Instant::now();
                let given_up = self.cutter.patience().map(|patience| self.pace.since() + patience);
                let told = match [until, given_up].into_iter().flatten().min() {
                    None => self.told.recv().map_err(|_| RecvTimeoutError::Disconnected),
                    Some(at) => self.told.recv_timeout(at.saturating_duration_since(now)),
                };
                match told {
                    Ok(told) => self.take(told)?,
                    Err(RecvTimeoutError::Disconnected) => return Err(io::ErrorKind::UnexpectedEof.into()),
                    Err(RecvTimeoutError::Timeout) if given_up.is_some_and(|at| at <= Instant::now()) => self.give_up(),
                    Err(RecvTimeoutError::Timeout) => {}
                }
                if until.is_some_and(|at| at <= Instant::now()) {
                    break;
                }
            }
            Ok(!self.heard.is_empty())
        }

        /// The next input. Call it after [`Self::poll`] returned true.
        pub fn read(&mut self) -> Option<Heard> {
            self.heard.pop_front()
        }

        /// Whether Esc is among the input so far. Other input stays in the queue.
        pub fn hears_escape(&mut self) -> bool {
            // If the terminal is gone, the next `poll` reports it.
            while let Ok(told) = self.told.try_recv() {
                if self.take(told).is_err() {
                    return true;
                }
            }
            if self.cutter.patience().is_some_and(|patience| self.pace.since() + patience <= Instant::now()) {
                self.give_up();
            }
            take_escape(&mut self.heard)
        }

        /// Waits up to `patience` for the terminal's background. Other input stays in the queue.
        pub fn hears_background(&mut self, patience: Duration) -> Option<(u8, u8, u8)> {
            let until = Instant::now() + patience;
            loop {
                let told = self.heard.iter().position(|heard| matches!(heard, Heard::Background(_)));
                if let Some(Heard::Background(told)) = told.and_then(|at| self.heard.remove(at)) {
                    return Some(told);
                }
                // If the terminal is gone, the next `poll` reports it.
                let told = self.told.recv_timeout(until.saturating_duration_since(Instant::now())).ok()?;
                self.take(told).ok()?;
            }
        }

        /// Waits for `SIGCONT` after the program was stopped.
        pub fn wait_to_go_on(&mut self) {
            let until = Instant::now() + WORD;
            while !self.heard.contains(&Heard::GoOn) {
                // If the terminal is gone, the next `poll` reports it.
                let Ok(told) = self.told.recv_timeout(until.saturating_duration_since(Instant::now())) else { break };
                if self.take(told).is_err() {
                    break;
                }
            }
            // Repeated stop signals have the effect of one.
            self.heard.retain(|heard| !matches!(heard, Heard::Stop | Heard::GoOn));
        }

        fn take(&mut self, told: Told) -> io::Result<()> {
            match told {
                Told::Bytes(bytes, at) => {
                    // The program may have been busy, so the arrival time of the bytes counts.
                    if self.cutter.patience().is_some_and(|patience| at > self.pace.since() + patience) {
                        self.give_up();
                    }
                    self.pace.came(bytes.len(), at, self.cutter.is_in_paste());
                    for byte in bytes {
                        self.cutter.push(byte);
                    }
                    self.cut();
                }
                Told::Signal(Signal::Resized) => {
                    let (width, height) = crossterm::terminal::size()?;
                    self.heard.push_back(Heard::Event(Event::Resize(width, height)));
                }
                Told::Signal(Signal::Stop) => self.heard.push_back(Heard::Stop),
                Told::Signal(Signal::GoOn) => self.heard.push_back(Heard::GoOn),
                Told::Signal(Signal::End) => self.heard.push_front(Heard::End),
                Told::Gone(why) => return Err(why),
            }
            Ok(())
        }

        fn give_up(&mut self) {
            self.cutter.give_up();
            self.cut();
        }

        fn cut(&mut self) {
            self.heard.extend(self.cutter.cut().filter_map(|piece| match background(&piece) {
                Some(background) => Some(Heard::Background(background)),
                None => event(piece).map(Heard::Event),
            }));
        }
    }

    /// Reads standard input until the receiver is dropped.
    fn read_all(tell: &SyncSender<Told>) {
        let mut bytes = [0; 4096];
        loop {
            let told = match io::stdin().lock().read(&mut bytes) {
                Ok(0) => Told::Gone(io::ErrorKind::UnexpectedEof.into()),
                Ok(many) => Told::Bytes(bytes[..many].to_vec(), Instant::now()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                // Another program has left the terminal in non-blocking mode.
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    thread::sleep(LATER);
                    continue;
                }
                Err(error) => Told::Gone(error),
            };
            let is_last = matches!(told, Told::Gone(_));
            if tell.send(told).is_err() || is_last {
                return;
            }
        }
    }
}

#[cfg(not(unix))]
mod other {
    use super::{Heard, take_escape};
    use crossterm::event;
    use std::{collections::VecDeque, io, time::Duration};

    pub struct Listener {
        heard: VecDeque<Heard>,
    }

    impl Listener {
        #[allow(clippy::unnecessary_wraps, reason = "elsewhere it can fail")]
        pub fn start() -> io::Result<Self> {
            Ok(Self { heard: VecDeque::new() })
        }

        /// Waits up to `patience` for input. Returns whether there is any.
        pub fn poll(&mut self, patience: Duration) -> io::Result<bool> {
            if self.heard.is_empty() && event::poll(patience)? {
                self.heard.push_back(Heard::Event(event::read()?));
            }
            Ok(!self.heard.is_empty())
        }

        /// Whether Esc is among the input so far. Other input stays in the queue.
        pub fn hears_escape(&mut self) -> bool {
            while event::poll(Duration::ZERO).unwrap_or(false)
                && let Ok(event) = event::read()
            {
                self.heard.push_back(Heard::Event(event));
            }
            take_escape(&mut self.heard)
        }

        /// The next input. Call it after [`Self::poll`] returned true.
        pub fn read(&mut self) -> Option<Heard> {
            self.heard.pop_front()
        }

        #[allow(clippy::unused_self, reason = "elsewhere it is asked")]
        pub fn hears_background(&mut self, _: Duration) -> Option<(u8, u8, u8)> {
            None
        }

        #[allow(clippy::unused_self, reason = "elsewhere a program can be stopped, and goes on")]
        pub fn wait_to_go_on(&mut self) {}
    }
}
