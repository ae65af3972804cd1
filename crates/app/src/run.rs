//! The program's loop: draw, wait, read, carry out.

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

/// What the program starts with.
#[derive(Debug)]
pub enum Start {
    /// The start screen.
    Menu,
    /// A save.
    Save(Box<Save>),
    /// A save, to be read.
    Reading(Box<Save>, Opening),
    /// A save as somebody sees it, to be read.
    Viewed(Box<Viewed>, Option<Opening>),
    /// A drawing.
    Drawing(Box<Easel>),
}

/// How long it takes a die to land, where they do so one after the other.
const LANDING: Duration = Duration::from_millis(30);

/// How often a save that somebody else writes is looked at.
const FOLLOWING: Duration = Duration::from_millis(250);

/// How often it is looked whether odds that are being worked out are there.
const WORKING: Duration = Duration::from_millis(10);

/// How often the file of a user's own theme is looked at.
const THEME: Duration = Duration::from_millis(500);

/// How long the first frame waits for the terminal's background. One at hand answers sooner; what another answers later
/// changes the colours then.
const BACKGROUND: Duration = Duration::from_millis(8);

/// How long the program stays at the most for an answer that has not come, so that the shell does not get it.
const ANSWER: Duration = Duration::from_millis(250);

/// How long the program waits to be ended that was told to end.
const TOLD: Duration = Duration::from_secs(2);

/// Runs the program until its user leaves, with what he has set.
///
/// # Errors
/// Where there is no terminal, or it fails.
pub fn run(from: Start, folders: Folders, own: OwnFiles) -> Result<(), UserError> {
    let mut model = start_with(from, folders, own);
    model.use_threads();
    model.use_trash();
    model.explain();
    let mut terminal = Terminal::enter(model.mouse)?;
    let done = Listener::start().and_then(|mut listener| {
        let asked = ask_background(&model)?;
        // What a first frame takes longest for has no colours: it is done till the terminal answers.
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
    // However it ends: what is in memory alone is kept. Who leaves a drawing has been asked.
    let drawn = if matches!(done, Ok(Ending::Left)) { None } else { perform::keep_drawing(&model) };
    let kept = perform::keep_what_is_nowhere(&mut model);
    signals::may_end(kept.as_ref().map(|kept| match kept {
        Ok(kept) => format!("the file lacks what was here: that is kept in {}", shown(kept)),
        Err(error) => format!("what the file lacks is in no file: {error}"),
    }));
    match done {
        Ok(Ending::Left) => terminal.leave(),
        Ok(Ending::Told) => {
            // Whoever was told so by the system too ends the process, as signals end one.
            std::thread::sleep(TOLD);
            terminal.leave()
        }
        // The terminal is gone, and all is on the disk.
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

/// Asks the terminal for its background where the theme depends on it: when it was asked.
fn ask_background(model: &Model) -> io::Result<Option<Instant>> {
    if !theme::asks_background(&model.settings, &model.theme) {
        return Ok(None);
    }
    terminal::ask_background()?;
    Ok(Some(Instant::now()))
}

/// What a user has set in files of his own, and what is wrong with those.
pub struct OwnFiles {
    /// The settings that hold; the defaults, where they are faulty.
    pub settings: Settings,
    keymap: Keymap,
    theme: (Theme, Around),
    faults: Vec<UserError>,
}

impl OwnFiles {
    /// Reads them. What is said for this once goes before them.
    #[must_use]
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

    /// What is wrong with them, all of it: each fault with its place, by the names of files in the config folder, and what to
    /// do.
    fn told(&self, folders: &Folders) -> Vec<String> {
        let folder = format!("{}{}", shown(&folders.config), std::path::MAIN_SEPARATOR);
        let lines = |fault: &UserError| -> Vec<String> {
            let hint = fault.hint.as_ref().map_or_else(String::new, |hint| format!(" ({hint})"));
            format!("{}{hint}", fault.what).lines().map(|line| line.replace(&folder, "")).collect()
        };
        self.faults.iter().flat_map(lines).collect()
    }

    /// What is wrong with them, a sentence each.
    pub fn warnings(&self) -> impl Iterator<Item = String> {
        self.faults.iter().map(instead)
    }
}

fn instead(fault: &UserError) -> String {
    let hint = fault.hint.as_ref().map_or_else(String::new, |hint| format!(" ({hint})"));
    format!("{}{hint}; the defaults stand in for what is wrong", fault.what)
}

/// The model as the program begins with it: with the user's settings, keys and theme, and a word where one is faulty.
#[must_use]
pub fn start(from: Start, folders: Folders) -> Model {
    let own = OwnFiles::of_user(&folders, &Chosen::default());
    start_with(from, folders, own)
}

/// The same with what was read of that before.
pub(super) fn start_with(from: Start, folders: Folders, own: OwnFiles) -> Model {
    let faults = own.told(&folders);
    let mut model = begun(from, folders, own);
    if !faults.is_empty() {
        model.say(Notice::bad(format!("{}; the defaults stand in for what is wrong", faults.join("; "))));
    }
    // One fits under the screen; of several each is to be read.
    if faults.len() > 1 {
        model.tell_faults(&faults);
    }
    model
}

/// The model as it begins, with these settings, keys and theme; nothing is said of them.
pub(super) fn begun(from: Start, folders: Folders, own: OwnFiles) -> Model {
    let OwnFiles { settings, keymap, theme, .. } = own;
    // What there is to choose is read from every save and scenario: only where it is shown.
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

/// How the program came to its end.
enum Ending {
    /// Its user left.
    Left,
    /// The system told it to.
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
        // What is told beside the frame is worked out behind it: the frame is what a key waits for.
        let awaits = model.shown_session().and_then(|session| title::awaited(session));
        terminal.call(title::title(model, awaits.as_ref()))?;
        if awaits != awaited {
            if model.settings.bell && awaits.as_ref().is_some_and(|awaited| awaited.decides) {
                terminal::ring()?;
            }
            awaited = awaits;
        }
        landing = wait(model, terminal, listener, landing)?;
        // All that waits is read before anything is drawn.
        while listener.poll(Duration::ZERO)?
            && let Some(heard) = listener.read()
        {
            let effects = match heard {
                // Who comes back to it has seen nothing of what went on, and what was typed elsewhere was not meant for it.
                Heard::Event(event @ (Event::FocusGained | Event::FocusLost)) => {
                    rest(model);
                    if event == Event::FocusGained {
                        terminal.forget();
                    }
                    Vec::new()
                }
                Heard::Event(event) => {
                    // It may have been smaller in between, and have lost what stood there.
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
                // Somebody else has stopped it, and what is on the screen now is not known.
                Heard::GoOn => {
                    terminal.retake(model.mouse)?;
                    Vec::new()
                }
            };
            for effect in effects {
                match effect {
                    // What could not be saved is still on the screen.
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

/// Waits for something to happen: an event, the next die that lands, a line that somebody else wrote.
fn wait(
    model: &mut Model,
    terminal: &mut Terminal,
    listener: &mut Listener,
    landing: Option<Instant>,
) -> io::Result<Option<Instant>> {
    let Some(session) = model.shown_session().filter(|session| session.landed.is_some()) else {
        // A save that somebody else writes, and odds that are being worked out, are looked at now and then, however much
        // is typed meanwhile, and a screen may go on by itself; nothing else ever wakes the program.
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
    // However many dice there are, they are all down within a moment.
    let each = LANDING.min(Duration::from_millis(600) / u32::try_from(dice.max(1)).unwrap_or(u32::MAX));
    if !listener.poll(each.max(Duration::from_millis(16)))? {
        let down = usize::try_from(began.elapsed().as_micros() / each.as_micros().max(1)).unwrap_or(usize::MAX);
        session.landed = Some(down + 1).filter(|down| *down < dice);
    }
    Ok(session.landed.map(|_| began))
}

/// How long nothing happens but by an event of the terminal.
fn pause(model: &mut Model) -> Duration {
    let is_busy = model.shown_session().is_some_and(|session| session.odds.is_busy());
    match (is_busy, follows(model)) {
        (true, _) => WORKING,
        (false, true) => FOLLOWING,
        (false, false) if model.watches_theme() => THEME,
        (false, false) => Duration::MAX,
    }
}

/// Takes in odds that have been worked out. False where there is nothing new.
fn has_new_odds(model: &mut Model) -> bool {
    model.desk().is_some_and(|desk| desk.receive_odds(Duration::ZERO))
}

/// Whether what is on the screen is a save that somebody else may be writing.
fn follows(model: &mut Model) -> bool {
    model.shown_session().is_some_and(|session| session.save.is_watched() && session.follows)
}
