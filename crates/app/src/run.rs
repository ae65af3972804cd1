//! The main loop: draw, wait, read, carry out effects.

#![allow(clippy::disallowed_methods, reason = "the loop waits")]

use super::{
    easel::Easel,
    effect::Effect,
    frame::{cursor, draw, prepare},
    held::{Chosen, Held, environment},
    input::{PAUSE, read, rest},
    keymap::Keymap,
    listen::{Heard, Listener},
    lobby::Lobby,
    model::{Model, Opening},
    notice::Notice,
    perform::{self, catch_up, perform},
    reading,
    settings::Settings,
    signals,
    terminal::{self, Terminal},
    theme::{self, Around},
    title,
};
use crossterm::event::Event;
use std::{
    io,
    time::{Duration, Instant},
};
use wardiary_diary::{
    assets::Folders,
    diary::file::Save,
    error::{UserError, shown},
    projection::Viewed,
};
use wardiary_view::theme::Theme;

#[derive(Debug)]
pub enum Start {
    Menu,
    Save(Box<Save>),
    Reading(Box<Save>, Opening),
    /// A save in a side's view, for reading.
    Viewed(Box<Viewed>, Option<Opening>),
    Drawing(Box<Easel>),
}

const LANDING: Duration = Duration::from_millis(30);

/// Poll interval of a save that another program writes.
const FOLLOWING: Duration = Duration::from_millis(250);

const WORKING: Duration = Duration::from_millis(10);

/// Poll interval of the user's theme file.
const THEME: Duration = Duration::from_millis(500);

/// How long the first frame waits for the terminal's background. A local terminal answers sooner; a late answer changes
/// the colours then.
const BACKGROUND: Duration = Duration::from_millis(8);

/// How long the program waits at exit for an outstanding reply, so that the shell does not receive it.
const ANSWER: Duration = Duration::from_millis(250);

/// How long the program waits for the signal thread to end the process.
const TOLD: Duration = Duration::from_secs(2);

/// Runs the program until the user quits.
///
/// # Errors
/// Fails without a terminal, or if the terminal fails.
pub fn run(from: Start, folders: Folders, own: OwnFiles) -> Result<(), UserError> {
    let mut model = start_with(from, folders, own);
    model.use_threads();
    model.use_trash();
    model.explain();
    let mut terminal = Terminal::enter(model.mouse)?;
    let done = Listener::start().and_then(|mut listener| {
        let asked = ask_background(&model)?;
        // The slowest part of the first frame needs no colours: it runs until the terminal answers.
        model.size = terminal.size()?;
        prepare(&mut model);
        if let Some(told) =
            asked.and_then(|asked| listener.hears_background(BACKGROUND.saturating_sub(asked.elapsed())))
        {
            model.learn_background(told);
        }
        let done = turn(&mut model, &mut terminal, &mut listener);
        if let Some(asked) = asked.filter(|_| done.is_ok() && !model.knows_background()) {
            listener.hears_background(ANSWER.saturating_sub(asked.elapsed()));
        }
        done
    });
    // Keeps unsaved entries and drawings, however the run ends. A user who quits has been asked about the drawing.
    let drawn = if matches!(done, Ok(Ending::Left)) { None } else { perform::keep_drawing(&model) };
    let kept = perform::keep_what_is_nowhere(&mut model);
    signals::may_end(kept.as_ref().map(|kept| match kept {
        Ok(kept) => format!("the file lacks what was here: that is kept in {}", shown(kept)),
        Err(error) => format!("what the file lacks is in no file: {error}"),
    }));
    match done {
        Ok(Ending::Left) => terminal.leave(),
        Ok(Ending::Told) => {
            // The signal thread ends the process with the signal's exit code.
            std::thread::sleep(TOLD);
            terminal.leave()
        }
        // The terminal is gone, and every entry is on the disk.
        Err(error) => {
            terminal.abandon();
            let hint = match kept {
                None if drawn.is_some() => {
                    drawn.map_or_else(String::new, |kept| format!("what was drawn is kept in {}", shown(&kept)))
                }
                None => "everything is saved".to_string(),
                Some(Ok(kept)) => {
                    format!("another program changed the file; what it lacks is kept in {}", shown(&kept))
                }
                Some(Err(error)) => format!("what the file lacks is in no file: {error}"),
            };
            Err(UserError::usage(format!("the terminal failed: {error}")).hint(hint))
        }
    }
}

/// Queries the terminal's background if the theme depends on it. Returns the time of the query.
fn ask_background(model: &Model) -> io::Result<Option<Instant>> {
    if !theme::asks_background(&model.settings, &model.theme) {
        return Ok(None);
    }
    terminal::ask_background()?;
    Ok(Some(Instant::now()))
}

/// The user's settings, keys and theme, with the faults found in them.
pub struct OwnFiles {
    /// Faulty settings have their defaults.
    pub settings: Settings,
    keymap: Keymap,
    theme: (Theme, Around),
    faults: Vec<UserError>,
}

impl OwnFiles {
    /// Reads the user's files. Command-line settings override them.
    pub fn of_user(folders: &Folders, chosen: &Chosen) -> Self {
        let Held { settings, mut faults, .. } = Held::of_user(folders, &environment(), chosen);
        let mut keymap = Keymap::shipped();
        match folders.own("keys.ron") {
            Ok(Some((path, text))) => {
                faults.extend(keymap.lay_over(&text).err().map(|problems| UserError::problems(&path, &problems)));
            }
            Ok(None) => {}
            Err(fault) => faults.push(fault),
        }
        let mut around = Around::of_environment();
        let theme = around.theme(&settings, folders).unwrap_or_else(|fault| {
            faults.push(fault);
            theme::in_the_terminals_colours(&Theme::default())
        });
        Self { settings, keymap, theme: (theme, around), faults }
    }

    /// All faults with their positions and hints. File names are relative to the config folder.
    fn told(&self, folders: &Folders) -> Vec<String> {
        let folder = format!("{}{}", shown(&folders.config), std::path::MAIN_SEPARATOR);
        let lines = |fault: &UserError| -> Vec<String> {
            let hint = fault.hint.as_ref().map_or_else(String::new, |hint| format!(" ({hint})"));
            format!("{}{hint}", fault.what).lines().map(|line| line.replace(&folder, "")).collect()
        };
        self.faults.iter().flat_map(lines).collect()
    }

    /// One sentence for each fault.
    pub fn warnings(&self) -> impl Iterator<Item = String> {
        self.faults.iter().map(instead)
    }
}

fn instead(fault: &UserError) -> String {
    let hint = fault.hint.as_ref().map_or_else(String::new, |hint| format!(" ({hint})"));
    format!("{}{hint}; the defaults stand in for what is wrong", fault.what)
}

/// The model at the start, with the user's settings, keys and theme, and a notice about faults in them.
pub fn start(from: Start, folders: Folders) -> Model {
    let own = OwnFiles::of_user(&folders, &Chosen::default());
    start_with(from, folders, own)
}

/// Like [`start`], with files that are read already.
pub(super) fn start_with(from: Start, folders: Folders, own: OwnFiles) -> Model {
    let faults = own.told(&folders);
    let mut model = begun(from, folders, own);
    if !faults.is_empty() {
        model.say(Notice::bad(format!("{}; the defaults stand in for what is wrong", faults.join("; "))));
    }
    // One fault fits the notice line; several open a list.
    if faults.len() > 1 {
        model.tell_faults(&faults);
    }
    model
}

/// The model at the start, without a notice about faults.
pub(super) fn begun(from: Start, folders: Folders, own: OwnFiles) -> Model {
    let OwnFiles { settings, keymap, theme, .. } = own;
    // The start screen reads every save and scenario, so it is built only when shown.
    let lobby = if matches!(from, Start::Menu) { perform::lobby(&folders) } else { Lobby::default() };
    let mut model = Model::new(folders, settings, keymap, theme, lobby);
    match from {
        Start::Menu => {}
        Start::Save(save) => model.enter(*save),
        Start::Reading(save, opening) => model.read(*save, opening),
        Start::Viewed(viewed, None) => model.enter(*viewed),
        Start::Viewed(viewed, Some(opening)) => model.read(*viewed, opening),
        Start::Drawing(easel) => model.draw_on(*easel),
    }
    model
}

enum Ending {
    Left,
    /// The system asked it to end.
    Told,
}

fn turn(model: &mut Model, terminal: &mut Terminal, listener: &mut Listener) -> io::Result<Ending> {
    let mut landing: Option<Instant> = None;
    let mut pressed = Instant::now();
    let mut awaited = model.shown_session().and_then(|session| title::awaited(session));
    loop {
        model.size = terminal.size()?;
        prepare(model);
        terminal.draw(|frame| {
            draw(frame, model);
            cursor(frame, model)
        })?;
        // Computed after the frame is drawn, because a key waits for the frame.
        let awaits = model.shown_session().and_then(|session| title::awaited(session));
        terminal.call(title::title(model, awaits.as_ref()))?;
        if awaits != awaited {
            if model.settings.bell && awaits.as_ref().is_some_and(|awaited| awaited.decides) {
                terminal::ring()?;
            }
            awaited = awaits;
        }
        landing = wait(model, terminal, listener, landing)?;
        // Handles all pending input before drawing.
        while listener.poll(Duration::ZERO)?
            && let Some(heard) = listener.read()
        {
            let effects = match heard {
                // While the terminal was unfocused the screen may have changed, and keys typed elsewhere were not meant
                // for it.
                Heard::Event(event @ (Event::FocusGained | Event::FocusLost)) => {
                    rest(model);
                    if event == Event::FocusGained {
                        terminal.forget();
                    }
                    Vec::new()
                }
                Heard::Event(event) => {
                    // The terminal may have been smaller in between and have lost cells.
                    if matches!(event, Event::Resize(..)) {
                        terminal.forget();
                    }
                    if event.is_key() && std::mem::replace(&mut pressed, Instant::now()).elapsed() >= PAUSE {
                        rest(model);
                    }
                    read(model, event)
                }
                Heard::Background(told) => {
                    model.learn_background(told);
                    Vec::new()
                }
                Heard::End => return Ok(Ending::Told),
                Heard::Stop => vec![Effect::Suspend],
                // Another program stopped this one, so the content of the screen is unknown.
                Heard::GoOn => {
                    terminal.retake(model.mouse)?;
                    Vec::new()
                }
            };
            for effect in effects {
                match effect {
                    // A drawing that could not be saved is still open.
                    Effect::QuitOnceLeft if model.easel().is_some() => {}
                    Effect::Quit | Effect::QuitOnceLeft if perform::may_leave(model) => return Ok(Ending::Left),
                    Effect::Quit | Effect::QuitOnceLeft => {}
                    Effect::Suspend => {
                        Terminal::suspend()?;
                        listener.wait_to_go_on();
                        terminal.retake(model.mouse)?;
                    }
                    effect => {
                        let mouse = model.mouse;
                        reading::shown(model, terminal, listener, |model, watch| perform(model, effect, watch));
                        if let Some(text) = model.clipboard.take() {
                            terminal::copy(&text)?;
                        }
                        if model.mouse != mouse {
                            terminal::take_mouse(model.mouse)?;
                        }
                    }
                }
            }
        }
    }
}

/// Waits for input, the next die to land, or new lines in the save.
fn wait(
    model: &mut Model,
    terminal: &mut Terminal,
    listener: &mut Listener,
    landing: Option<Instant>,
) -> io::Result<Option<Instant>> {
    let Some(session) = model.shown_session().filter(|session| session.are_dice_falling()) else {
        // Polls a save that another program writes, and the odds, even while keys arrive. A screen may have a timer.
        // Nothing else wakes the program.
        let due = model.pulse().map(|after| Instant::now() + after);
        while !((follows(model) && reading::shown(model, terminal, listener, catch_up))
            || has_new_odds(model)
            || model.reload_theme())
        {
            let left = due.map_or(Duration::MAX, |due| due.saturating_duration_since(Instant::now()));
            if listener.poll(pause(model).min(left))? {
                break;
            }
            if due.is_some_and(|due| due <= Instant::now()) {
                model.on_pulse();
                break;
            }
        }
        return Ok(None);
    };
    let dice = session.fought().map_or(0, |f| f.parties.iter().map(|p| p.dice.len()).sum());
    let began = landing.unwrap_or_else(Instant::now);
    // All dice land within 600 ms, however many there are.
    let each = LANDING.min(Duration::from_millis(600) / u32::try_from(dice.max(1)).unwrap_or(u32::MAX));
    if !listener.poll(each.max(Duration::from_millis(16)))? {
        let down = usize::try_from(began.elapsed().as_micros() / each.as_micros().max(1)).unwrap_or(usize::MAX);
        session.set_landed(Some(down + 1).filter(|down| *down < dice));
    }
    Ok(session.landed().map(|_| began))
}

/// How long to wait for input before polling.
fn pause(model: &mut Model) -> Duration {
    let is_busy = model.shown_session().is_some_and(|session| session.odds.is_busy());
    match (is_busy, follows(model)) {
        (true, _) => WORKING,
        (false, true) => FOLLOWING,
        (false, false) if model.watches_theme() => THEME,
        (false, false) => Duration::MAX,
    }
}

fn has_new_odds(model: &mut Model) -> bool {
    model.desk().is_some_and(|desk| desk.receive_odds(Duration::ZERO))
}

/// Whether another program may be writing the save.
fn follows(model: &mut Model) -> bool {
    model.shown_session().is_some_and(|session| session.viewed().is_watched())
}
