//! What a desk asks of the screens and overlays that lie on it, and how their commands are declared: each typed to the
//! component and to what it knows, `C` (a session, or the lobby where no save is open), so that none can name the model.

use super::{
    command::{CommandGroup, Info},
    effect::Effect,
    lists::{Finding, ListRows, Seek, Spot},
    motion::Motion,
    notice::Notice,
    odds_worker::{OddsJob, OddsResult},
    screen::ScreenName,
    session_odds::Asked,
};
use crossterm::event::KeyEvent;
use ratatui::{
    Frame,
    layout::{Position, Rect},
};
use std::time::Duration;
use wardiary_base::id::Id;
use wardiary_diary::diary::EntryNo;
use wardiary_rules::order::Order;
use wardiary_view::{
    Look, Thing,
    footer::{Said, Tone},
    help::HelpSection,
};

/// What follows from a key, a click or a text.
pub enum Action<C> {
    /// An overlay opens over whatever is on top.
    Open(Box<dyn Overlay<C>>),
    /// The overlay on top closes: what is under it is back.
    Close,
    /// A text for what is on top now.
    Submit(String),
    /// A command of what is on top now, by its name in the keymap; where it can't be done, why.
    Run(&'static str),
    /// What the lists of what is on top say is looked for.
    Find,
    /// The same words are looked for again, from what is chosen on.
    FindAgain,
    /// The search that is on top goes on.
    Seek(Seek),
    /// What is typed on top so far of what is looked for, for what is under that.
    Typing(String),
    /// A row of a list of what is on top now is chosen.
    Choose(Spot),
    /// An order, to be composed from these words on.
    Compose(String),
    /// The screen closes, with all over it; the one that it was opened from is back.
    Leave,
    /// Something is wanted of the world.
    Do(Effect),
}

/// What follows, one after the other.
pub type Actions<C> = Vec<Action<C>>;

/// One effect and nothing else.
#[must_use]
pub fn effect<C>(effect: Effect) -> Actions<C> {
    vec![Action::Do(effect)]
}

/// Something that a key does to a component of type `S`.
pub struct Command<S, C> {
    /// What there is to say of it.
    pub(crate) info: Info,
    can: fn(&S, &C) -> bool,
    run: Run<S, C>,
    /// Whether it leads to where one is: such a command is not there.
    is_here: bool,
}

enum Run<S, C> {
    Component(fn(&mut S, &mut C) -> Actions<C>),
    Motion(Motion),
    Screen(ScreenName),
    Effect(fn() -> Effect),
}

impl<S, C> Command<S, C> {
    /// A command: its name, label and help, when it can be done, and what it does.
    #[must_use]
    pub const fn new(
        name: &'static str,
        label: &'static str,
        help: &'static str,
        can: fn(&S, &C) -> bool,
        run: fn(&mut S, &mut C) -> Actions<C>,
    ) -> Self {
        Self {
            info: Info { name, label, help, types: false, moves: false },
            can,
            run: Run::Component(run),
            is_here: false,
        }
    }

    /// A motion, by the name that it has in this group; see [`motions!`].
    #[must_use]
    pub const fn motion(motion: Motion, info: Info) -> Self {
        Self { info, can: always, run: Run::Motion(motion), is_here: false }
    }

    /// The same, possible only so.
    #[must_use]
    pub const fn only(mut self, can: fn(&S, &C) -> bool) -> Self {
        self.can = can;
        self
    }

    /// A command of the program, which changes neither the component nor what it knows.
    #[must_use]
    pub const fn program(name: &'static str, label: &'static str, help: &'static str, run: fn() -> Effect) -> Self {
        Self {
            info: Info { name, label, help, types: false, moves: false },
            can: always,
            run: Run::Effect(run),
            is_here: false,
        }
    }

    /// The command that leads to a screen, for a component of the screen `here`.
    #[must_use]
    pub const fn switching(to: ScreenName, here: ScreenName) -> Self {
        Self { info: to.info(), can: always, run: Run::Screen(to), is_here: to as usize == here as usize }
    }

    /// The same by another name.
    #[must_use]
    pub const fn named(mut self, name: &'static str) -> Self {
        self.info.name = name;
        self
    }

    /// The same, where it opens a line that text is typed into.
    #[must_use]
    pub const fn types(mut self) -> Self {
        self.info.types = true;
        self
    }

    /// The same with another label in the footer.
    #[must_use]
    pub(crate) const fn labelled(mut self, label: &'static str) -> Self {
        self.info.label = label;
        self
    }
}

/// For what can be done at any time.
pub fn always<S, C>(_: &S, _: &C) -> bool {
    true
}

/// The keys of a component, or of one mode of it: a group of the keymap.
pub(crate) struct Keys<S: 'static, C: 'static> {
    /// Its name in the keymap.
    pub group: &'static str,
    /// Its heading in the help.
    pub heading: Option<&'static str>,
    /// Its commands, the most useful first.
    pub commands: &'static [&'static [Command<S, C>]],
}

impl<S, C> Keys<S, C> {
    fn commands(&self) -> impl Iterator<Item = &'static Command<S, C>> {
        self.commands.iter().copied().flatten().filter(|command| !command.is_here)
    }

    /// Its group of the keymap.
    #[must_use]
    pub fn group(&self) -> CommandGroup {
        let mut commands = Vec::with_capacity(self.commands.iter().map(|commands| commands.len()).sum());
        commands.extend(self.commands().map(|command| command.info));
        CommandGroup { name: self.group, heading: self.heading, commands }
    }
}

/// A component's commands.
pub(crate) trait Commands<C: 'static>: Sized + 'static {
    /// The keys of all its modes.
    const KEYS: &'static [Keys<Self, C>];

    /// Whether what was said before a command stays.
    const KEEPS_NOTICE: bool = false;

    /// The keys that count now.
    fn keys(&self) -> &'static Keys<Self, C> {
        &Self::KEYS[0]
    }

    /// Moves in the list that has the keys.
    fn go(&mut self, _motion: Motion, _context: &mut C) {}
}

/// A component's commands without its type.
pub trait Commanded<C> {
    /// The group that counts now.
    fn group(&self) -> CommandGroup;

    /// The groups of all its modes.
    fn groups(&self) -> Vec<CommandGroup>;

    /// The commands of it that can be done now: their places in the group.
    fn possible(&self, context: &C) -> Vec<usize>;

    /// Whether the command of that place in the group can be done now.
    fn can(&self, at: usize, context: &C) -> bool;

    /// The commands of it that the footer tells of, as far as they can be done now: of most, which have no label, that is
    /// not asked.
    fn in_footer(&self, context: &C) -> Vec<Info>;

    /// Does the command of that place in the group.
    fn run(&mut self, at: usize, context: &mut C) -> Actions<C>;
}

/// What components know.
pub trait Context: 'static {
    /// What was said last, where the desk says it; nothing where a screen does so itself.
    fn notice(&self) -> Option<&Notice>;

    /// Says something.
    fn say(&mut self, notice: Notice);

    /// A command begins: what was said of the one before is over.
    fn begin(&mut self);

    /// A key is pressed: what was moving stands still.
    fn wake(&mut self);

    /// A frame is drawn in which an overlay takes a part of the screen, or none does.
    fn dock(&mut self, _is_docked: bool) {}

    /// What the way back does where there is nothing left to go back from.
    fn way_out(&self) -> Option<Effect> {
        None
    }

    /// The line in which an order is composed, with its first words.
    ///
    /// # Errors
    /// Why none can be composed now, as a sentence.
    fn composing(&self, _words: String) -> Result<Box<dyn Overlay<Self>>, String> {
        Err("orders are given where a save is open".into())
    }
}

impl<C: Context, T: Commands<C>> Commanded<C> for T {
    fn group(&self) -> CommandGroup {
        self.keys().group()
    }

    fn groups(&self) -> Vec<CommandGroup> {
        Self::KEYS.iter().map(Keys::group).collect()
    }

    fn possible(&self, context: &C) -> Vec<usize> {
        let commands = self.keys().commands().enumerate();
        commands.filter(|(_, command)| (command.can)(self, context)).map(|(at, _)| at).collect()
    }

    fn can(&self, at: usize, context: &C) -> bool {
        self.keys().commands().nth(at).is_some_and(|command| (command.can)(self, context))
    }

    fn in_footer(&self, context: &C) -> Vec<Info> {
        let labelled = self.keys().commands().filter(|command| !command.info.label.is_empty());
        labelled.filter(|command| (command.can)(self, context)).map(|command| command.info).collect()
    }

    fn run(&mut self, at: usize, context: &mut C) -> Actions<C> {
        let Some(command) = self.keys().commands().nth(at) else { return Vec::new() };
        if !T::KEEPS_NOTICE && !matches!(command.run, Run::Effect(_)) {
            context.begin();
        }
        match command.run {
            Run::Component(run) => run(self, context),
            Run::Motion(motion) => {
                self.go(motion, context);
                Vec::new()
            }
            Run::Screen(name) => effect(Effect::Show(name, None)),
            Run::Effect(run) => effect(run()),
        }
    }
}

/// What has changed in what components know.
#[derive(Clone, Copy, Debug)]
pub enum SessionChange<'a> {
    /// The diary stands at another entry.
    Moved,
    /// An order was recorded.
    Recorded(&'a Order),
    /// Something was put down on an entry, or withdrawn.
    Remarked(EntryNo),
    /// The save was read again.
    Reread,
}

/// What becomes of a line that was typed whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typed {
    /// It is all there: Enter may follow.
    Whole,
    /// It stands there and goes on.
    Open,
    /// It is wrong, which was said, and is left out.
    Wrong,
}

/// What a component is drawn with.
#[derive(Clone, Copy)]
pub struct DrawContext<'a> {
    /// Colours and characters.
    pub look: Look<'a>,
    /// Whether a screen has the keys.
    pub focused: bool,
    /// Whether an overlay takes the screen's dock.
    pub(crate) docked: bool,
}

/// A screen or an overlay, as the desk it lies on knows it.
pub trait Component<C>: Commanded<C> {
    /// Draws it. A screen gets the whole frame, of which [`above_said`] is its own; an overlay its place.
    fn draw(&self, frame: &mut Frame, area: Rect, context: &C, canvas: DrawContext);

    /// Why a command is not possible now, which its key then says; none where the key is something else, such as text.
    fn why_not(&self, _command: &Info, _context: &C) -> Option<String> {
        None
    }

    /// A key that does nothing now: text, or something to be said.
    fn unused(&mut self, _key: KeyEvent, _context: &mut C) -> Actions<C> {
        Vec::new()
    }

    /// A text that was pasted. What is not taken of it is said.
    fn paste(&mut self, _pasted: &str, context: &mut C) -> Actions<C>
    where
        C: Context,
    {
        context.say(Notice::bad("pasted text has no place here"));
        Vec::new()
    }

    /// What of it is worth a copy now: what that is called, and its lines; none where it is copied as it is told.
    fn copied(&self, _context: &C) -> Option<(String, Vec<String>)> {
        None
    }

    /// It in lines, for who reads line by line; none where it is told as it is drawn.
    fn lines(&self, _context: &C) -> Option<Vec<String>> {
        None
    }

    /// What follows where one of its numbered lines is chosen, the first of which is 0; none where there is no such line.
    fn choose_line(&mut self, _at: usize, _context: &mut C) -> Option<Actions<C>> {
        None
    }

    /// A line that was typed whole; none where it takes no text.
    fn line_typed(&mut self, _line: &str, _context: &mut C) -> Option<Typed> {
        None
    }

    /// A text from an overlay that was over it.
    fn submitted(&mut self, _text: String, _context: &mut C) {}

    /// What is typed so far of what is looked for, in a line over it that is none of the lists' own.
    fn typing(&mut self, _typed: &str, _context: &mut C) {}

    /// The search in such a line goes on.
    fn seek(&mut self, _seek: Seek, _context: &mut C) {}

    /// What it knows has changed.
    fn changed(&mut self, _change: SessionChange, _context: &C) {}

    /// A click, in a frame of that area.
    fn click(&mut self, _at: Position, _area: Rect, _context: &mut C) -> Actions<C> {
        Vec::new()
    }

    /// A click on something that was drawn; none where the place says what is meant.
    fn click_on(&mut self, _thing: Thing, _context: &mut C) -> Option<Actions<C>> {
        None
    }

    /// A click on a letter of the line that is typed in it: the cursor goes there.
    fn point_at_letter(&mut self, _letter: usize, _context: &mut C) {}

    /// The pointer, moved with its button held.
    fn drag(&mut self, _at: Position, _area: Rect, _context: &mut C) {}

    /// Its button, let go.
    fn release(&mut self, _context: &mut C) -> Actions<C> {
        Vec::new()
    }

    /// The wheel. False where it is for what is under it.
    fn wheel(&mut self, _at: Position, _area: Rect, _motion: Motion, _context: &mut C) -> bool {
        false
    }

    /// How many lists it has that can be searched.
    fn lists(&self, _context: &C) -> usize {
        0
    }

    /// Which of them has the keys.
    fn list_at(&self, _context: &C) -> usize {
        0
    }

    /// One of them.
    fn list<'a>(&'a self, _at: usize, _context: &'a C) -> Option<ListRows<'a>> {
        None
    }

    /// Looks up more of what the rows of a list say, where that is not known of all.
    fn look_up(&mut self, _at: usize, _context: &mut C) {}

    /// Chooses a row of a list, which has the keys then.
    fn go_to_row(&mut self, _spot: Spot, _context: &mut C) {}

    /// Where the list that has the keys is drawn, in a frame of that area.
    fn list_place(&self, area: Rect, _context: &C) -> Rect {
        above_footer(area)
    }

    /// The odds that it shows; none where that is up to what is under it.
    fn asked(&self, _context: &C) -> Option<Asked> {
        Some(Asked::Nothing)
    }

    /// The jobs of [`Asked::Screen`].
    fn jobs(&mut self, _context: &C) -> Vec<OddsJob> {
        Vec::new()
    }

    /// The result of a job, and whether nothing better follows.
    fn take(&mut self, _job: usize, _result: OddsResult, _is_last: bool) {}
}

/// A frame without its last row, which is the footer's.
#[must_use]
pub(crate) fn above_footer(frame: Rect) -> Rect {
    Rect { height: frame.height.saturating_sub(1), ..frame }
}

/// What is said over the footer of a screen: what was said last, else how things stand.
#[must_use]
pub fn said<C: Context>(screen: &(impl Screen<C> + ?Sized), context: &C) -> Option<Said> {
    let notice = context.notice().map(|notice| {
        let tone = if notice.bad { Tone::Bad } else { Tone::News };
        Said { text: notice.text.clone(), tone }
    });
    notice.or_else(|| screen.standing(context).map(|text| Said { text, tone: Tone::Plain }))
}

/// What a screen has of a frame: all that is above what is said and the footer.
#[must_use]
pub(crate) fn above_said<C: Context>(screen: &(impl Screen<C> + ?Sized), frame: Rect, context: &C) -> Rect {
    let area = above_footer(frame);
    let rows = said(screen, context).map_or(0, |said| said.rows(frame));
    Rect { height: area.height.saturating_sub(rows), ..area }
}

/// What a screen draws in: that, without what an overlay takes of it that is docked there.
#[must_use]
pub(crate) fn above_dock<C: Context>(screen: &impl Screen<C>, frame: Rect, context: &C, docked: bool) -> Rect {
    let area = above_said(screen, frame, context);
    let taken = if docked { screen.dock(frame, context).height } else { 0 };
    Rect { height: area.height - taken, ..area }
}

/// A screen.
pub trait Screen<C: Context>: Component<C> {
    /// Its name; none where no key leads to it.
    fn name(&self) -> Option<ScreenName>;

    /// How things stand, in a line over the footer while nothing else is said there; empty where the line is only kept
    /// free. None where there is no such line.
    fn standing(&self, _context: &C) -> Option<String> {
        None
    }

    /// Whether it shows what a SCRUD phase came to, so that it need not be said.
    fn shows_phases(&self) -> bool {
        false
    }

    /// What the signs mean that it draws, for the help.
    fn legend(&self, _context: &C, _look: Look) -> Vec<HelpSection> {
        Vec::new()
    }

    /// What must be known before a frame is drawn and changes with it.
    fn prepare(&mut self, _area: Rect, _context: &mut C) {}

    /// After how long it goes on by itself, where it does: a diary that plays, or is being looked up.
    fn pulse(&self, _context: &C) -> Option<Duration> {
        None
    }

    /// It goes on by itself.
    fn on_pulse(&mut self, _context: &mut C) {}

    /// Goes to a battle, a stack or a unit, where the screen shows it.
    fn go_to(&mut self, _id: Id, _context: &mut C) {}

    /// Where an overlay lies that takes a part of the screen.
    fn dock(&self, area: Rect, context: &C) -> Rect {
        let area = above_said(self, area, context);
        let height = area.height / 3;
        Rect { y: area.bottom() - height, height, ..area }
    }
}

/// A screen of a session.
pub trait Opened: Sized {
    /// Its name.
    const NAME: ScreenName;

    /// Opens it, for an order where there is one in question.
    fn open(session: &super::session::Session, about: Option<Order>) -> Self;
}

/// Where an overlay lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OverlayPlace {
    /// In the part of the screen that it gives up for it.
    Dock,
    /// Over the whole screen.
    Whole,
    /// In the row over the footer.
    Line,
}

/// An overlay.
pub trait Overlay<C>: Component<C> {
    /// Where it lies.
    fn place(&self) -> OverlayPlace;

    /// Whether it closes at a key that it has no use for, which then counts for what is under it.
    fn gives_way(&self) -> bool {
        false
    }

    /// Whether the screen under it looks as if it had no keys.
    fn takes_focus(&self) -> bool {
        true
    }

    /// What is looked for in the lists under it.
    fn finding(&mut self) -> Option<&mut Finding> {
        None
    }

    /// The same, to be read.
    fn sought(&self) -> Option<&Finding> {
        None
    }
}
