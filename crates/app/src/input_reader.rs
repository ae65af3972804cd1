//! Input of the program: keys, pasted text, mouse events, resizing, and the signals to stop and to continue.
//!
//! A thread reads the terminal's bytes. This module parses them into sequences, with a timeout for incomplete ones
//! ([`sequence_parser`]), so that no input from the terminal can block the program. The terminal is queried for its background
//! only, and the answer may come at any time or never. On Windows the system delivers events, and crossterm reads them.

#![allow(clippy::disallowed_methods, reason = "the terminal's input, on a thread with timeouts")]

pub mod burst_paste;
#[cfg(unix)]
pub mod decoder;
#[cfg(unix)]
pub mod escape_timeout;
#[cfg(unix)]
pub mod sequence_parser;

#[cfg(not(unix))]
pub(super) use other::InputReader;
#[cfg(unix)]
pub(super) use unix::InputReader;

use crossterm::event::{Event, KeyCode, KeyEventKind};
use std::collections::VecDeque;

/// More keys than this at once can't be pressed by hand.
const MAX_BURST_KEYS: usize = 8;

#[derive(Debug, PartialEq)]
pub enum InputEvent {
    Event(Event),
    /// Keys that arrived at once were left out after the first Enter.
    KeysLeftOut,
    /// The terminal's background: red, green, blue.
    #[cfg_attr(not(unix), allow(dead_code, reason = "only Unix terminals are asked for their background"))]
    Background((u8, u8, u8)),
    /// The system asks the program to stop, so that the shell gets the terminal.
    #[cfg_attr(not(unix), allow(dead_code, reason = "only Unix has job control"))]
    Stop,
    /// The system is about to end the program.
    #[cfg_attr(not(unix), allow(dead_code, reason = "only Unix sends a termination signal"))]
    Terminate,
    /// The program continues after it was stopped.
    #[cfg_attr(not(unix), allow(dead_code, reason = "only Unix has job control"))]
    Continue,
}

/// Removes the first Esc from the queue. Returns whether there was one.
fn remove_escape(heard: &mut VecDeque<InputEvent>) -> bool {
    let is_escape = |heard: &InputEvent| matches!(heard, InputEvent::Event(Event::Key(key)) if key.code == KeyCode::Esc && key.kind == KeyEventKind::Press);
    heard.iter().position(is_escape).and_then(|at| heard.remove(at)).is_some()
}

#[cfg(unix)]
mod unix {
    use super::{
        InputEvent,
        burst_paste::BurstPaste,
        decoder::{decode_event, parse_background},
        escape_timeout::EscapeTimeout,
        remove_escape,
        sequence_parser::SequenceParser,
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

    /// Capacity of the channel, in reads. Large because a read is stamped with its time, however busy the program is.
    const CHANNEL_CAPACITY: usize = 4096;

    /// How long to wait for `SIGCONT` after the program was stopped.
    const CONTINUE_TIMEOUT: Duration = Duration::from_secs(1);

    /// Delay before reading a standard input that reports `WouldBlock`. A terminal does so only if another program left
    /// it that way.
    const RETRY_DELAY: Duration = Duration::from_millis(20);

    enum ReaderMessage {
        Bytes(Vec<u8>, Instant),
        Signal(Signal),
        Closed(io::Error),
    }

    pub struct InputReader {
        messages: Receiver<ReaderMessage>,
        parser: SequenceParser,
        escape_timeout: EscapeTimeout,
        queue: VecDeque<InputEvent>,
        paste: BurstPaste,
    }

    impl InputReader {
        pub fn start() -> io::Result<Self> {
            let (tell, text) = sync_channel(CHANNEL_CAPACITY);
            let signalled = tell.clone();
            signals::forward(move |signal| signalled.send(ReaderMessage::Signal(signal)).is_ok())?;
            thread::spawn(move || read_stdin(&tell));
            Ok(Self {
                messages: text,
                parser: SequenceParser::default(),
                escape_timeout: EscapeTimeout::new(Instant::now()),
                queue: VecDeque::new(),
                paste: BurstPaste::default(),
            })
        }

        /// Waits up to `patience` for input. Returns whether there is any. Fails if the terminal is gone.
        pub fn poll(&mut self, patience: Duration) -> io::Result<bool> {
            let until = Instant::now().checked_add(patience);
            while self.queue.is_empty() {
                let now = Instant::now();
                let given_up = self.parser.timeout().map(|patience| self.escape_timeout.start() + patience);
                let text = match [until, given_up, self.paste.due()].into_iter().flatten().min() {
                    None => self.messages.recv().map_err(|_| RecvTimeoutError::Disconnected),
                    Some(at) => self.messages.recv_timeout(at.saturating_duration_since(now)),
                };
                match text {
                    Ok(text) => self.receive(text)?,
                    Err(RecvTimeoutError::Disconnected) => return Err(io::ErrorKind::UnexpectedEof.into()),
                    Err(RecvTimeoutError::Timeout) if given_up.is_some_and(|at| at <= Instant::now()) => {
                        self.time_out();
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                }
                if self.paste.due().is_some_and(|due| due <= Instant::now()) {
                    let burst = self.paste.take();
                    self.queue.extend(burst);
                }
                if until.is_some_and(|at| at <= Instant::now()) {
                    break;
                }
            }
            Ok(!self.queue.is_empty())
        }

        /// The next input. Call it after [`Self::poll`] returned true.
        pub fn read(&mut self) -> Option<InputEvent> {
            self.queue.pop_front()
        }

        /// Whether Esc is among the input so far. Other input stays in the queue.
        pub fn take_escape(&mut self) -> bool {
            // If the terminal is gone, the next `poll` reports it.
            while let Ok(text) = self.messages.try_recv() {
                if self.receive(text).is_err() {
                    return true;
                }
            }
            if self.parser.timeout().is_some_and(|patience| self.escape_timeout.start() + patience <= Instant::now()) {
                self.time_out();
            }
            remove_escape(&mut self.queue)
        }

        /// Waits up to `patience` for the terminal's background. Other input stays in the queue.
        pub fn wait_for_background(&mut self, patience: Duration) -> Option<(u8, u8, u8)> {
            let until = Instant::now() + patience;
            loop {
                let text = self.queue.iter().position(|heard| matches!(heard, InputEvent::Background(_)));
                if let Some(InputEvent::Background(text)) = text.and_then(|at| self.queue.remove(at)) {
                    return Some(text);
                }
                // If the terminal is gone, the next `poll` reports it.
                let text = self.messages.recv_timeout(until.saturating_duration_since(Instant::now())).ok()?;
                self.receive(text).ok()?;
            }
        }

        pub fn wait_for_continue(&mut self) {
            let until = Instant::now() + CONTINUE_TIMEOUT;
            while !self.queue.contains(&InputEvent::Continue) {
                // If the terminal is gone, the next `poll` reports it.
                let Ok(text) = self.messages.recv_timeout(until.saturating_duration_since(Instant::now())) else {
                    break;
                };
                if self.receive(text).is_err() {
                    break;
                }
            }
            // Repeated stop signals have the effect of one.
            self.queue.retain(|heard| !matches!(heard, InputEvent::Stop | InputEvent::Continue));
        }

        fn receive(&mut self, text: ReaderMessage) -> io::Result<()> {
            match text {
                ReaderMessage::Bytes(bytes, at) => {
                    // The program may have been busy, so the arrival time of the bytes counts.
                    if self.parser.timeout().is_some_and(|patience| at > self.escape_timeout.start() + patience) {
                        self.time_out();
                    }
                    self.escape_timeout.record(bytes.len(), at, self.parser.is_in_paste());
                    for byte in bytes {
                        self.parser.push(byte);
                    }
                    self.decode_sequences(at);
                }
                ReaderMessage::Signal(Signal::Resized) => {
                    let (width, height) = crossterm::terminal::size()?;
                    self.queue.push_back(InputEvent::Event(Event::Resize(width, height)));
                }
                ReaderMessage::Signal(Signal::Stop) => self.queue.push_back(InputEvent::Stop),
                ReaderMessage::Signal(Signal::Continue) => self.queue.push_back(InputEvent::Continue),
                ReaderMessage::Signal(Signal::Terminate) => self.queue.push_front(InputEvent::Terminate),
                ReaderMessage::Closed(why) => return Err(why),
            }
            Ok(())
        }

        fn time_out(&mut self) {
            self.parser.time_out();
            self.decode_sequences(Instant::now());
        }

        fn decode_sequences(&mut self, at: Instant) {
            let events = self.parser.drain().filter_map(|piece| match parse_background(&piece) {
                Some(background) => Some(InputEvent::Background(background)),
                None => decode_event(piece).map(InputEvent::Event),
            });
            let events = self.paste.receive(events.collect(), at);
            self.queue.extend(events);
        }
    }

    /// Reads standard input until the receiver is dropped.
    fn read_stdin(tell: &SyncSender<ReaderMessage>) {
        let mut bytes = [0; 4096];
        loop {
            let text = match io::stdin().lock().read(&mut bytes) {
                Ok(0) => ReaderMessage::Closed(io::ErrorKind::UnexpectedEof.into()),
                Ok(many) => ReaderMessage::Bytes(bytes[..many].to_vec(), Instant::now()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                // Another program has left the terminal in non-blocking mode.
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    thread::sleep(RETRY_DELAY);
                    continue;
                }
                Err(error) => ReaderMessage::Closed(error),
            };
            let is_last = matches!(text, ReaderMessage::Closed(_));
            if tell.send(text).is_err() || is_last {
                return;
            }
        }
    }
}

#[cfg(not(unix))]
mod other {
    use super::{InputEvent, burst_paste::BurstPaste, remove_escape};
    use crossterm::event;
    use std::{
        collections::VecDeque,
        io,
        time::{Duration, Instant},
    };

    pub struct InputReader {
        queue: VecDeque<InputEvent>,
        paste: BurstPaste,
    }

    impl InputReader {
        #[allow(clippy::unnecessary_wraps, reason = "fallible on Unix")]
        pub fn start() -> io::Result<Self> {
            Ok(Self { queue: VecDeque::new(), paste: BurstPaste::default() })
        }

        pub fn poll(&mut self, patience: Duration) -> io::Result<bool> {
            let until = Instant::now().checked_add(patience);
            while self.queue.is_empty() {
                let now = Instant::now();
                let end = [until, self.paste.due()].into_iter().flatten().min();
                let mut wait = end.map_or(Duration::MAX, |end| end.saturating_duration_since(now));
                let mut arrived = Vec::new();
                while event::poll(wait)? {
                    arrived.push(InputEvent::Event(event::read()?));
                    wait = Duration::ZERO;
                }
                let now = Instant::now();
                let events = self.paste.receive(arrived, now);
                self.queue.extend(events);
                if self.paste.due().is_some_and(|due| due <= now) {
                    let burst = self.paste.take();
                    self.queue.extend(burst);
                }
                if until.is_some_and(|at| at <= now) {
                    break;
                }
            }
            Ok(!self.queue.is_empty())
        }

        pub fn take_escape(&mut self) -> bool {
            while event::poll(Duration::ZERO).unwrap_or(false)
                && let Ok(event) = event::read()
            {
                self.queue.push_back(InputEvent::Event(event));
            }
            remove_escape(&mut self.queue)
        }

        pub fn read(&mut self) -> Option<InputEvent> {
            self.queue.pop_front()
        }

        #[allow(clippy::unused_self, reason = "uses the reader on Unix")]
        pub fn wait_for_background(&mut self, _: Duration) -> Option<(u8, u8, u8)> {
            None
        }

        #[allow(clippy::unused_self, reason = "uses the reader on Unix")]
        pub fn wait_for_continue(&mut self) {}
    }
}
