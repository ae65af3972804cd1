//! What the terminal and the system tell the program: keys, pasted text, the mouse, another size, to stop and to go on.
//!
//! Bytes of the terminal are read on a thread that only waits for them, and are cut into sequences here, where a clock
//! says when one that is unfinished will have no end ([`cut`]). So nothing that a terminal sends can make the program
//! deaf, and a terminal is asked one thing only, its background, whose answer may come when it will, or never. On Windows the system itself
//! tells events, and crossterm reads them.

#[cfg(unix)]
mod cut;
#[cfg(unix)]
mod meaning;
#[cfg(unix)]
mod pace;

#[cfg(not(unix))]
pub(super) use other::Listener;
#[cfg(unix)]
pub(super) use unix::Listener;

use crossterm::event::{Event, KeyCode, KeyEventKind};
use std::collections::VecDeque;

/// What was told.
#[derive(Debug, PartialEq)]
pub(super) enum Heard {
    /// By the terminal.
    Event(Event),
    /// By the terminal: its background, in red, green and blue.
    #[cfg_attr(not(unix), allow(dead_code, reason = "it is not asked there"))]
    Background((u8, u8, u8)),
    /// By the system: to stop, and let the shell have the terminal.
    #[cfg_attr(not(unix), allow(dead_code, reason = "nothing stops a program there"))]
    Stop,
    /// By the system: that the program ends in a moment.
    #[cfg_attr(not(unix), allow(dead_code, reason = "there it ends without a word"))]
    End,
    /// By the system: that the program goes on, having been stopped by itself or by somebody else.
    #[cfg_attr(not(unix), allow(dead_code, reason = "nothing stops a program there"))]
    GoOn,
}

/// Takes the first Esc out of what was heard, if there is one.
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

    /// How many readings may wait to be taken in, of a page each at most: a flood waits in the terminal. They are many, for
    /// only what was read is known to have come when it did, however busy the program was.
    const WAITING: usize = 4096;

    /// How long it is waited for the system's word that the program goes on, after it was stopped and does.
    const WORD: Duration = Duration::from_secs(1);

    /// How long a standard input is left alone that says to come back later; of its own accord none does.
    const LATER: Duration = Duration::from_millis(20);

    /// What comes in from the threads that wait.
    enum Told {
        Bytes(Vec<u8>, Instant),
        Signal(Signal),
        Gone(io::Error),
    }

    /// All that the program is told.
    pub struct Listener {
        told: Receiver<Told>,
        cutter: Cutter,
        pace: Pace,
        heard: VecDeque<Heard>,
    }

    impl Listener {
        /// Listens from now on.
        ///
        /// # Errors
        /// Where signals can't be had.
        pub fn start() -> io::Result<Self> {
            let (tell, told) = sync_channel(WAITING);
            let signalled = tell.clone();
            signals::tell(move |signal| signalled.send(Told::Signal(signal)).is_ok())?;
            thread::spawn(move || read_all(&tell));
            Ok(Self { told, cutter: Cutter::default(), pace: Pace::from(Instant::now()), heard: VecDeque::new() })
        }

        /// Whether something is heard, now or within a time.
        ///
        /// # Errors
        /// Where the terminal is gone.
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

        /// What was heard first of what was not read yet; to be asked after [`Self::poll`] said that there is something.
        pub fn read(&mut self) -> Option<Heard> {
            self.heard.pop_front()
        }

        /// Whether Esc was pressed, of all that has come in by now; what else has is read later.
        pub fn hears_escape(&mut self) -> bool {
            // Where the terminal is gone, the next poll says so.
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

        /// The terminal's background, if it tells that within a time; what else is heard is read later.
        pub fn hears_background(&mut self, patience: Duration) -> Option<(u8, u8, u8)> {
            let until = Instant::now() + patience;
            loop {
                let told = self.heard.iter().position(|heard| matches!(heard, Heard::Background(_)));
                if let Some(Heard::Background(told)) = told.and_then(|at| self.heard.remove(at)) {
                    return Some(told);
                }
                // Where the terminal is gone, the next poll says so.
                let told = self.told.recv_timeout(until.saturating_duration_since(Instant::now())).ok()?;
                self.take(told).ok()?;
            }
        }

        /// Waits for the system's word that the program, which was stopped, goes on.
        pub fn wait_to_go_on(&mut self) {
            let until = Instant::now() + WORD;
            while !self.heard.contains(&Heard::GoOn) {
                // Where the terminal is gone, the next poll says so.
                let Ok(told) = self.told.recv_timeout(until.saturating_duration_since(Instant::now())) else { break };
                if self.take(told).is_err() {
                    break;
                }
            }
            // However often it was told to stop, it did, and goes on now.
            self.heard.retain(|heard| !matches!(heard, Heard::Stop | Heard::GoOn));
        }

        fn take(&mut self, told: Told) -> io::Result<()> {
            match told {
                Told::Bytes(bytes, at) => {
                    // The program may have been busy between the two: what counts is when the bytes came.
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

        /// What is unfinished stays so.
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

    /// Reads standard input for as long as somebody takes in what comes.
    fn read_all(tell: &SyncSender<Told>) {
        let mut bytes = [0; 4096];
        loop {
            let told = match io::stdin().lock().read(&mut bytes) {
                Ok(0) => Told::Gone(io::ErrorKind::UnexpectedEof.into()),
                Ok(many) => Told::Bytes(bytes[..many].to_vec(), Instant::now()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                // Some other program has left the terminal so.
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

    /// All that the program is told.
    pub struct Listener {
        heard: VecDeque<Heard>,
    }

    impl Listener {
        #[allow(clippy::unnecessary_wraps, reason = "elsewhere it can fail")]
        pub fn start() -> io::Result<Self> {
            Ok(Self { heard: VecDeque::new() })
        }

        /// Whether something is heard, now or within a time.
        pub fn poll(&mut self, patience: Duration) -> io::Result<bool> {
            if self.heard.is_empty() && event::poll(patience)? {
                self.heard.push_back(Heard::Event(event::read()?));
            }
            Ok(!self.heard.is_empty())
        }

        /// Whether Esc was pressed, of all that has come in by now; what else has is read later.
        pub fn hears_escape(&mut self) -> bool {
            while event::poll(Duration::ZERO).unwrap_or(false)
                && let Ok(event) = event::read()
            {
                self.heard.push_back(Heard::Event(event));
            }
            take_escape(&mut self.heard)
        }

        /// What was heard; to be asked after [`Self::poll`] said that there is something.
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
