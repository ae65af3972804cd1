//! The program in the terminal: draw, read, update. The only reader of terminal events.

pub mod chances;
pub mod command;
pub mod compose;
pub mod hand;
pub mod keymap;
pub mod listing;
pub mod model;
pub mod notice;
pub mod odds_screen;
pub mod session;
pub mod settings;
pub mod update;

mod draw;
mod mouse;
mod perform;
mod signals;
mod terminal;

pub use draw::{draw, prepare};
pub use signals::broken_off;

use crate::{
    assets::Folders,
    diary::{amend::Retelling, file::Save},
    dice::Fall,
    error::Failure,
    notation::Instruction,
    order::Order,
    view::theme::{Depth, Theme},
};
use crossterm::event::{self, Event as TerminalEvent, KeyEventKind};
use model::{Campaign, Choice, Model, Stage};
use notice::Notice;
use ratatui::layout::Size;
use settings::Settings;
use std::{
    io,
    time::{Duration, Instant},
};

/// What the program starts with.
#[derive(Debug)]
pub enum Start {
    /// The start screen.
    Menu,
    /// A save.
    Save(Box<Save>),
}

/// What the model wants of the world.
#[derive(Debug)]
pub enum Effect {
    /// An order, with the dice that have fallen for it.
    Give(Box<Order>, Vec<Fall>),
    /// An order that was broken off after these dice had been shown.
    Abandon(Box<Order>, Vec<Fall>),
    /// So many entries back.
    Undo(u32),
    /// So many entries forward.
    Redo(u32),
    /// About in the diary, or telling it anew.
    Go(Box<Instruction>),
    /// The diary told anew, as it was accepted.
    Retell(Box<Retelling>),
    /// The save read again, with what others have written.
    ReadAgain,
    /// A choice of the start screen.
    Choose(Choice),
    /// To the start screen.
    ToMenu,
    /// The mouse, ours or not.
    Mouse(bool),
    /// The theme has changed.
    Theme,
    /// To the shell and back.
    Suspend,
    /// The end.
    Quit,
}

/// How long it takes a die to land, where they do so one after the other.
const LANDING: Duration = Duration::from_millis(30);

/// How often a save that somebody else writes is looked at.
const FOLLOWING: Duration = Duration::from_millis(250);

/// How often it is looked whether odds that are being worked out are there.
const WORKING: Duration = Duration::from_millis(10);

/// Runs the program until its user leaves.
///
/// # Errors
/// Where there is no terminal, or it fails.
pub fn run(start: Start, folders: Folders) -> Result<(), Failure> {
    let mut model = model(start, folders);
    model.chances.worker = chances::worker::Worker::on_a_thread();
    let mut terminal = terminal::Terminal::enter(model.mouse)?;
    match turn(&mut model, &mut terminal) {
        Ok(()) => terminal.leave(),
        // The terminal is gone: all is on the disk, and there is nobody to tell.
        Err(error) => {
            terminal.abandon();
            Err(Failure::usage(format!("the terminal failed: {error}")).hint("everything is saved"))
        }
    }
}

/// The model as the program begins with it: with the user's settings, keys and theme, and a word where one is faulty.
#[must_use]
pub fn model(start: Start, folders: Folders) -> Model {
    let mut faults = Vec::new();
    let mut settings = Settings::default();
    if let Some((path, text)) = folders.own("settings.ron") {
        match Settings::read(&text, &folders.themes()) {
            Ok(read) => settings = read,
            Err(problems) => faults.push(Failure::problems(&path, &problems)),
        }
    }
    let mut keymap = keymap::Keymap::shipped();
    if let Some((path, text)) = folders.own("keys.ron")
        && let Err(problems) = keymap.lay_over(&text)
    {
        faults.push(Failure::problems(&path, &problems));
    }
    let theme = theme(&settings, &folders).unwrap_or_else(|fault| {
        faults.push(fault);
        in_the_terminals_colours(&Theme::default())
    });
    let notice = faults.first().map(|f| Notice::bad(format!("{}; the defaults are used", f.what)));
    let mouse = settings.mouse;
    let mut model = Model {
        stage: Stage::Menu(perform::menu(&folders, None)),
        theme,
        folders,
        settings,
        keymap,
        size: Size::new(0, 0),
        behind: None,
        help: None,
        mouse,
        chances: chances::Chances::default(),
    };
    match start {
        Start::Menu => {}
        Start::Save(save) => perform::enter(&mut model, *save),
    }
    match (&mut model.stage, notice) {
        (Stage::Menu(menu), Some(notice)) => menu.notice = Some(notice),
        (Stage::Campaign(campaign), Some(notice)) => campaign.session.notice = Some(notice),
        _ => {}
    }
    model
}

/// The theme of the settings, one that ships or the user's own, in the colours that the terminal has.
///
/// # Errors
/// All that is wrong with the user's own.
fn theme(settings: &Settings, folders: &Folders) -> Result<Theme, Failure> {
    let own = || folders.own(&format!("themes/{}.ron", settings.theme));
    let theme = match (Theme::shipped(&settings.theme), own()) {
        (Some(shipped), _) => shipped,
        (None, Some((path, text))) => Theme::load(&text).map_err(|problems| Failure::problems(&path, &problems))?,
        (None, None) => Theme::default(),
    };
    Ok(in_the_terminals_colours(&theme))
}

/// A theme in the colours that the terminal has. `NO_COLOR` means none.
fn in_the_terminals_colours(theme: &Theme) -> Theme {
    if std::env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty()) {
        return theme.at_depth(Depth::Mono);
    }
    let depth = match supports_color::on(supports_color::Stream::Stdout) {
        Some(level) if level.has_16m => Depth::True,
        Some(level) if level.has_256 => Depth::Ansi256,
        Some(_) => Depth::Ansi16,
        // A terminal that is on a screen has colours, whatever it calls itself, unless it says otherwise.
        None if std::env::var("TERM").is_ok_and(|t| t == "dumb") => Depth::Mono,
        None => Depth::Ansi16,
    };
    theme.at_depth(depth)
}

/// Takes the theme that the settings have come to; a faulty one is said, and changes nothing.
fn change_theme(model: &mut Model) {
    match theme(&model.settings, &model.folders) {
        Ok(theme) => model.theme = theme,
        Err(fault) => {
            if let Stage::Campaign(campaign) = &mut model.stage {
                campaign.session.notice = Some(Notice::bad(fault.what));
            }
        }
    }
}

fn turn(model: &mut Model, terminal: &mut terminal::Terminal) -> io::Result<()> {
    let mut landing: Option<Instant> = None;
    loop {
        model.size = terminal.size()?;
        prepare(model);
        terminal.draw(|frame| draw(frame, model))?;
        landing = wait(model, landing)?;
        // All that waits is read before anything is drawn.
        while event::poll(Duration::ZERO)? {
            let effects = read(model, event::read()?);
            for effect in effects {
                match effect {
                    Effect::Quit => return Ok(()),
                    Effect::Suspend => terminal.suspend(model.mouse)?,
                    Effect::Mouse(on) => terminal::take_mouse(on)?,
                    Effect::Theme => change_theme(model),
                    other => perform::perform(model, other),
                }
            }
        }
    }
}

/// Waits for something to happen: an event, the next die that lands, a line that somebody else wrote.
fn wait(model: &mut Model, landing: Option<Instant>) -> io::Result<Option<Instant>> {
    let Some(campaign) = landing_campaign(model) else {
        // A save that somebody else writes, and odds that are being worked out, are looked at now and then, however much
        // is typed meanwhile; nothing else ever wakes the program.
        while !((follows(model) && perform::catch_up(model)) || chances::receive(model, Duration::ZERO)) {
            if event::poll(pause(model))? {
                break;
            }
        }
        return Ok(None);
    };
    let dice = campaign.session.fought().map_or(0, |f| f.parties.iter().map(|p| p.dice.len()).sum());
    let began = landing.unwrap_or_else(Instant::now);
    // However many dice there are, they are all down within a moment.
    let each = LANDING.min(Duration::from_millis(600) / u32::try_from(dice.max(1)).unwrap_or(u32::MAX));
    if !event::poll(each.max(Duration::from_millis(16)))? {
        let down = usize::try_from(began.elapsed().as_micros() / each.as_micros().max(1)).unwrap_or(usize::MAX);
        campaign.session.landed = Some(down + 1).filter(|down| *down < dice);
    }
    Ok(campaign.session.landed.map(|_| began))
}

/// How long nothing happens but by an event of the terminal.
fn pause(model: &Model) -> Duration {
    match (model.chances.worker.is_busy(), follows(model)) {
        (true, _) => WORKING,
        (false, true) => FOLLOWING,
        (false, false) => Duration::MAX,
    }
}

/// Whether what is on the screen is a save that somebody else may be writing.
fn follows(model: &Model) -> bool {
    matches!(&model.stage, Stage::Campaign(campaign) if campaign.session.save.is_watched() && campaign.session.follows)
}

fn landing_campaign(model: &mut Model) -> Option<&mut Campaign> {
    match &mut model.stage {
        Stage::Campaign(campaign) if campaign.session.landed.is_some() => Some(campaign),
        _ => None,
    }
}

/// What an event of the terminal does to the model.
pub fn read(model: &mut Model, event: TerminalEvent) -> Vec<Effect> {
    match event {
        TerminalEvent::Key(key) if key.kind == KeyEventKind::Press => update::key(model, key),
        TerminalEvent::Paste(text) => {
            update::paste(model, &text);
            Vec::new()
        }
        TerminalEvent::Mouse(mouse) => mouse::mouse(model, mouse),
        TerminalEvent::Resize(width, height) => {
            model.size = Size::new(width, height);
            Vec::new()
        }
        _ => Vec::new(),
    }
}

/// Carries out what the model wants of the world, but for the terminal: for tests, and for the loop.
pub fn carry_out(model: &mut Model, effects: Vec<Effect>) {
    for effect in effects {
        perform::perform(model, effect);
    }
}
