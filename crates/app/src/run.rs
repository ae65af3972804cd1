//! The main loop: draw, wait, read, carry out effects.

#![allow(clippy::disallowed_methods, reason = "the event loop measures time")]

use super::{
    drawing_context::DrawingContext,
    effect::Effect,
    effects::{self, apply_effect, catch_up},
    frame::{cursor, draw, prepare},
    input::{TYPING_PAUSE, handle_event, on_pause},
    input_reader::{InputEvent, InputReader},
    keymap::Keymap,
    load_progress,
    manual::{Manual, ReportWriter},
    model::{Model, ReadingStart},
    notice::Notice,
    resolved_settings::{ResolvedSettings, SettingOverrides, environment_settings},
    settings::Settings,
    signals,
    start_context::StartContext,
    terminal::{self, Terminal},
    theme::{self, ThemeEnvironment},
    window_title,
};
use crossterm::event::Event;
use std::{
    io,
    time::{Duration, Instant},
};
use wardiary_diary::{
    assets::Folders,
    diary::file::Save,
    error::{UserError, display_path},
    projection::SaveView,
};
use wardiary_view::theme::Theme;

#[derive(Debug)]
pub enum Start {
    StartScreen,
    Save(Box<Save>),
    ReadOnly(Box<Save>, ReadingStart),
    /// A save in a side's view, for reading.
    Viewed(Box<SaveView>, Option<ReadingStart>),
    Drawing(Box<DrawingContext>),
}

const DIE_INTERVAL: Duration = Duration::from_millis(30);

/// Poll interval of the save, which another program may write.
const SAVE_POLL: Duration = Duration::from_millis(250);

const ODDS_POLL: Duration = Duration::from_millis(10);

/// Poll interval of the user's theme file.
const THEME_POLL: Duration = Duration::from_millis(500);

/// How long the first frame waits for the terminal's background. A local terminal answers sooner; a late answer changes
/// the colours then.
const BACKGROUND_WAIT: Duration = Duration::from_millis(8);

/// How long the program waits at exit for an outstanding reply, so that the shell does not receive it.
const REPLY_WAIT: Duration = Duration::from_millis(250);

/// How long the program waits for the signal thread to end the process.
const SIGNAL_WAIT: Duration = Duration::from_secs(2);

/// Runs the program until the user quits. Fails without a terminal, or if the terminal fails.
pub fn run(from: Start, folders: Folders, own: UserFiles) -> Result<(), UserError> {
    let mut model = start_with(from, folders, own);
    model.use_threads();
    model.use_trash();
    model.enable_tutorial();
    let mut terminal = Terminal::enter(model.mouse)?;
    let done = InputReader::start().and_then(|mut listener| {
        let asked = ask_background(&model)?;
        // The slowest part of the first frame needs no colours: it runs until the terminal answers.
        model.size = terminal.size()?;
        prepare(&mut model);
        if let Some(text) =
            asked.and_then(|asked| listener.wait_for_background(BACKGROUND_WAIT.saturating_sub(asked.elapsed())))
        {
            model.set_background(text);
        }
        let done = main_loop(&mut model, &mut terminal, &mut listener);
        if let Some(asked) = asked.filter(|_| done.is_ok() && model.theme_environment.background.is_none()) {
            listener.wait_for_background(REPLY_WAIT.saturating_sub(asked.elapsed()));
        }
        done
    });
    // Keeps unsaved entries and drawings, however the run ends. A user who quits has been asked about the drawing.
    let drawn = if matches!(done, Ok(ExitReason::Quit)) { None } else { effects::save_unsaved_drawing(&model) };
    let rescue_copy = effects::save_unsaved_entries(&mut model);
    signals::allow_exit(rescue_copy.as_ref().map(|rescue_copy| match rescue_copy {
        Ok(rescue_copy) => format!("the entries that the file lacks are kept in {}", display_path(rescue_copy)),
        Err(error) => format!("the entries that the file lacks could not be saved: {error}"),
    }));
    match done {
        Ok(ExitReason::Quit) => terminal.leave(),
        Ok(ExitReason::Signalled) => {
            // The signal thread ends the process with the signal's exit code.
            std::thread::sleep(SIGNAL_WAIT);
            terminal.leave()
        }
        // The terminal is gone, and every entry is on the disk.
        Err(error) => {
            terminal.abandon();
            let hint = effects::saved_text(rescue_copy.as_ref(), drawn.as_deref());
            Err(UserError::usage(format!("the terminal failed: {error}")).hint(hint))
        }
    }
}

/// Queries the terminal's background if the theme depends on it. Returns the time of the query.
fn ask_background(model: &Model) -> io::Result<Option<Instant>> {
    if !theme::needs_background(&model.settings, &model.theme) {
        return Ok(None);
    }
    terminal::ask_background()?;
    Ok(Some(Instant::now()))
}

pub struct UserFiles {
    /// Faulty settings have their defaults.
    pub settings: Settings,
    keymap: Keymap,
    theme: (Theme, ThemeEnvironment),
    faults: Vec<UserError>,
    /// Makes the manual, when the help opens.
    pub manual: fn() -> Manual,
    pub write_report: ReportWriter,
}

impl UserFiles {
    /// Reads the user's files. Command-line settings override them.
    pub fn load(folders: &Folders, chosen: &SettingOverrides) -> Self {
        let ResolvedSettings { settings, mut faults, .. } =
            ResolvedSettings::load(folders, &environment_settings(), chosen);
        let mut keymap = Keymap::shipped();
        match folders.read_config_file("keys.ron") {
            Ok(Some((path, text))) => {
                faults.extend(keymap.override_with(&text).err().map(|problems| UserError::problems(&path, &problems)));
            }
            Ok(None) => {}
            Err(fault) => faults.push(fault),
        }
        let mut around = ThemeEnvironment::from_environment();
        let theme = around.theme(&settings, folders).unwrap_or_else(|fault| {
            faults.push(fault);
            theme::in_terminal_colours(&Theme::default())
        });
        Self { settings, keymap, theme: (theme, around), faults, manual: Manual::default, write_report: |_, _| Ok(()) }
    }

    /// All faults with their positions and hints. File names are relative to the config folder.
    fn fault_lines(&self, folders: &Folders) -> Vec<String> {
        let folder = format!("{}{}", display_path(&folders.config), std::path::MAIN_SEPARATOR);
        let lines = |fault: &UserError| -> Vec<String> {
            let hint = fault.hint.as_ref().map_or_else(String::new, |hint| format!(" ({hint})"));
            format!("{}{hint}", fault.what).lines().map(|line| line.replace(&folder, "")).collect()
        };
        self.faults.iter().flat_map(lines).collect()
    }

    /// One sentence for each fault.
    pub fn warnings(&self) -> impl Iterator<Item = String> {
        self.faults.iter().map(fault_sentence)
    }
}

fn fault_sentence(fault: &UserError) -> String {
    let hint = fault.hint.as_ref().map_or_else(String::new, |hint| format!(" ({hint})"));
    format!("{}{hint}; the defaults are used instead", fault.what)
}

/// The model at the start, with the user's settings, keys and theme, and a notice about faults in them.
pub fn start(from: Start, folders: Folders) -> Model {
    let own = UserFiles::load(&folders, &SettingOverrides::default());
    start_with(from, folders, own)
}

pub(super) fn start_with(from: Start, folders: Folders, own: UserFiles) -> Model {
    let faults = own.fault_lines(&folders);
    let mut model = build_model(from, folders, own);
    if !faults.is_empty() {
        model.say(Notice::bad(format!("{}; the defaults are used instead", faults.join("; "))));
    }
    // One fault fits the notice line; several open a list.
    if faults.len() > 1 {
        model.show_faults(&faults);
    }
    model
}

/// The model at the start, without a notice about faults.
pub(super) fn build_model(from: Start, folders: Folders, own: UserFiles) -> Model {
    let UserFiles { settings, keymap, theme, manual, write_report, .. } = own;
    // The start screen reads every save and scenario, so it is built only when shown.
    let start =
        if matches!(from, Start::StartScreen) { effects::start_context(&folders) } else { StartContext::default() };
    let mut model = Model::new(folders, settings, keymap, theme, start);
    model.manual = manual;
    model.write_report = write_report;
    match from {
        Start::StartScreen => {}
        Start::Save(save) => model.open_save(*save),
        Start::ReadOnly(save, opening) => model.open_for_reading(*save, opening),
        Start::Viewed(viewed, None) => model.open_save(*viewed),
        Start::Viewed(viewed, Some(opening)) => model.open_for_reading(*viewed, opening),
        Start::Drawing(context) => model.open_drawing(*context),
    }
    model
}

enum ExitReason {
    Quit,
    /// The system asked it to end.
    Signalled,
}

fn main_loop(model: &mut Model, terminal: &mut Terminal, listener: &mut InputReader) -> io::Result<ExitReason> {
    let mut landing: Option<Instant> = None;
    let mut pressed = Instant::now();
    let mut awaited = model.shown_session().and_then(|session| window_title::awaited(session));
    loop {
        model.size = terminal.size()?;
        prepare(model);
        terminal.draw(|frame| {
            draw(frame, model);
            cursor(frame, model)
        })?;
        // Computed after the frame is drawn, because a key waits for the frame.
        let awaits = model.shown_session().and_then(|session| window_title::awaited(session));
        terminal.set_title(window_title::title(model, awaits.as_ref()))?;
        if awaits != awaited {
            if model.settings.bell && awaits.as_ref().is_some_and(|awaited| awaited.needs_decision) {
                terminal::ring_bell()?;
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
                InputEvent::Event(event @ (Event::FocusGained | Event::FocusLost)) => {
                    on_pause(model);
                    if event == Event::FocusGained {
                        terminal.force_redraw();
                    }
                    Vec::new()
                }
                InputEvent::Event(event) => {
                    // The terminal may have been smaller in between and have lost cells.
                    if matches!(event, Event::Resize(..)) {
                        terminal.force_redraw();
                    }
                    if event.is_key() && std::mem::replace(&mut pressed, Instant::now()).elapsed() >= TYPING_PAUSE {
                        on_pause(model);
                    }
                    handle_event(model, event)
                }
                InputEvent::Background(colour) => {
                    model.set_background(colour);
                    Vec::new()
                }
                InputEvent::KeysLeftOut => {
                    model.say(Notice::bad("Several keys arrived at once; those after the first Enter were ignored"));
                    Vec::new()
                }
                InputEvent::Terminate => return Ok(ExitReason::Signalled),
                InputEvent::Stop => vec![Effect::Suspend],
                // Another program stopped this one, so the content of the screen is unknown.
                InputEvent::Continue => {
                    terminal.reenter(model.mouse)?;
                    Vec::new()
                }
            };
            for effect in effects {
                match effect {
                    // A drawing that could not be saved is still open.
                    Effect::QuitIfDrawingLeft if model.drawing_context().is_some() => {}
                    Effect::Quit | Effect::QuitIfDrawingLeft if effects::confirm_leave(model) => {
                        return Ok(ExitReason::Quit);
                    }
                    Effect::Quit | Effect::QuitIfDrawingLeft => {}
                    Effect::Suspend => {
                        Terminal::suspend()?;
                        listener.wait_for_continue();
                        terminal.reenter(model.mouse)?;
                    }
                    effect => {
                        let mouse = model.mouse;
                        load_progress::with_progress(model, terminal, listener, |model, watch| {
                            apply_effect(model, effect, watch);
                        });
                        if let Some(text) = model.clipboard.take() {
                            terminal::copy_to_clipboard(&text)?;
                        }
                        if model.mouse != mouse {
                            terminal::set_mouse(model.mouse)?;
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
    listener: &mut InputReader,
    landing: Option<Instant>,
) -> io::Result<Option<Instant>> {
    let Some(session) = model.shown_session().filter(|session| session.are_dice_falling()) else {
        // Polls a save that another program writes, and the odds, even while keys arrive. A screen may have a timer.
        // Nothing else wakes the program.
        let due = model.tick_interval().map(|after| Instant::now() + after);
        while !((follows_save(model) && load_progress::with_progress(model, terminal, listener, catch_up))
            || model.session_stack().is_some_and(|screens| screens.receive_odds(Duration::ZERO))
            || effects::notice_changed_save(model)
            || effects::reload_changed_list(model)
            || effects::take_in_mail(model)
            || model.reload_theme())
        {
            let left = due.map_or(Duration::MAX, |due| due.saturating_duration_since(Instant::now()));
            if listener.poll(poll_interval(model).min(left))? {
                break;
            }
            if due.is_some_and(|due| due <= Instant::now()) {
                model.on_tick();
                break;
            }
        }
        return Ok(None);
    };
    let dice = session.last_phase().map_or(0, |f| f.parties.iter().map(|p| p.dice.len()).sum());
    let began = landing.unwrap_or_else(Instant::now);
    // All dice land within 600 ms, however many there are.
    let each = DIE_INTERVAL.min(Duration::from_millis(600) / u32::try_from(dice.max(1)).unwrap_or(u32::MAX));
    if !listener.poll(each.max(Duration::from_millis(16)))? {
        let down = usize::try_from(began.elapsed().as_micros() / each.as_micros().max(1)).unwrap_or(usize::MAX);
        session.land_dice(down + 1, dice);
    }
    Ok(session.are_dice_falling().then_some(began))
}

/// How long to wait for input before polling.
fn poll_interval(model: &mut Model) -> Duration {
    let is_busy = model.shown_session().is_some_and(|session| session.odds.is_busy());
    let is_writable = model.shown_session().is_some_and(|session| session.viewed().is_writable());
    match (is_busy, follows_save(model) || is_writable || model.start_context().is_some()) {
        (true, _) => ODDS_POLL,
        (false, true) => SAVE_POLL,
        (false, false) if model.watches_theme() => THEME_POLL,
        (false, false) => Duration::MAX,
    }
}

/// Whether another program may be writing the save.
fn follows_save(model: &mut Model) -> bool {
    model.shown_session().is_some_and(|session| session.viewed().is_following())
}
