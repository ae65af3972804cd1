//! Commands that several components share: those of a session and those of the program. Each is declared here once; a
//! component names the ones it offers, under its own keymap names and in its own footer order.

use super::{
    component::{Action, Actions, Command, Context, Opened, always, effect},
    effect::{Effect, Picks},
    screen::ScreenName,
    session::Session,
};
use wardiary_base::{
    id::{Id, SideId},
    remark::Annotation,
};

// ---- lists

pub const fn find<S, C: Context>(name: &'static str) -> Command<S, C> {
    let help = "find in the list as you type, and in the others beside it; then go from match to match";
    Command::new(name, "find", help, always, |_, _| vec![Action::Find]).types()
}

pub(crate) const fn find_next<S, C: Context>(name: &'static str) -> Command<S, C> {
    Command::new(name, "", "the next that says what was looked for last", always, |_, _| vec![Action::FindAgain])
}

// ---- session

/// Whether entries can be written now.
pub(crate) fn is_writable<S>(_: &S, session: &Session) -> bool {
    session.save.is_writable() && !session.is_reviewing()
}

/// Whether orders can be given now, or composed on a share.
pub(crate) fn takes_orders<S>(_: &S, session: &Session) -> bool {
    session.takes_orders() && !session.is_reviewing()
}

pub(crate) const fn read_again<S>(name: &'static str, help: &'static str) -> Command<S, Session> {
    let can = |_: &S, session: &Session| {
        let is_share = session.save.diary().share().is_some();
        !is_share && (session.save.is_overtaken() || session.save.is_watched() && session.save.side().is_none())
    };
    Command::new(name, "read again", help, can, |_, _| effect(Effect::ReadAgain))
}

pub const fn undo<S>() -> Command<S, Session> {
    let can = |screen: &S, session: &Session| {
        let is_entry = is_writable(screen, session) && session.save.diary().head() != 0;
        is_entry || !session.composed().is_empty() && !session.is_reviewing()
    };
    Command::new("undo", "undo", "take the last entry back; nothing is erased", can, |_, _| effect(Effect::Undo(1)))
}

pub const fn redo<S>() -> Command<S, Session> {
    let can = |screen: &S, session: &Session| {
        is_writable(screen, session) && session.save.diary().redoable().next().is_some()
    };
    Command::new("redo", "redo", "bring it back", can, |_, _| effect(Effect::Redo(1)))
}

pub(crate) const fn next_battle<S>() -> Command<S, Session> {
    let help = "to the next battle that is under way: its turn, its panes, its map";
    Command::new("next-battle", "next battle", help, several_battles, |_, session| turn_battle(session, 1))
}

pub(crate) const fn previous_battle<S>() -> Command<S, Session> {
    Command::new("previous-battle", "", "to the battle before", several_battles, |_, session| turn_battle(session, -1))
}

fn several_battles<S>(_: &S, session: &Session) -> bool {
    let state = session.state();
    state.open_battles().any(|battle| Some(battle.id) != session.battle())
}

fn turn_battle(session: &mut Session, by: isize) -> Actions<Session> {
    session.turn_battle(by);
    Vec::new()
}

pub(crate) const fn look_as<S>(name: &'static str) -> Command<S, Session> {
    let help = "look as the next side does, and after the last as the referee again";
    let can = |_: &S, session: &Session| session.looks_on() || session.save.side().is_none();
    Command::new(name, "", help, can, |_, _| effect(Effect::LookOn))
}

/// Suggests orders for the side to act.
pub const fn suggest<S>() -> Command<S, Session> {
    let help = "what the side to act could do well, with reasons and odds; Enter takes it into the order line";
    let can = |_: &S, session: &Session| !session.is_reviewing();
    Command::new("suggest", "", help, can, |_, _| effect(Effect::Suggest(None)))
}

/// Why a session command that only looks is unavailable. `None` for other commands. These work in a review and in a
/// save opened for reading.
pub(crate) fn why_not_seen(command: &str, session: &Session) -> Option<&'static str> {
    match command {
        "read-again" if session.save.diary().share().is_some() => Some("a share is a copy, which nobody writes on"),
        "read-again" => Some("nobody else has written in the file"),
        "next-battle" | "previous-battle" => Some("no other battle is under way"),
        "look-as" => Some("this is what one side knows, and nothing is known of what others do"),
        _ => None,
    }
}

/// Why undo or redo is unavailable at the head. `None` for other commands.
pub(crate) fn why_not_done(command: &str) -> Option<&'static str> {
    match command {
        "undo" => Some("nothing is written yet"),
        "redo" => Some("nothing was taken back"),
        _ => None,
    }
}

pub(crate) const fn jumps<S>() -> [Command<S, Session>; 6] {
    [
        Command::program("jump", "", "jump to anything by a few letters of its name", || Effect::Pick(Picks::Anything)),
        Command::program("jump-unit", "", "jump to a unit", || Effect::Pick(Picks::Units)),
        Command::program("jump-stack", "", "jump to a stack", || Effect::Pick(Picks::Stacks)),
        Command::program("jump-battle", "", "jump to a battle", || Effect::Pick(Picks::Battles)),
        Command::program("jump-mark", "", "jump to a marked entry or a branch", || Effect::Pick(Picks::Marks)),
        Command::program("jump-save", "", "jump to another save", || Effect::Pick(Picks::Saves)),
    ]
}

/// Shows the service record of a unit, or of the first unit of a stack or side.
pub fn record(of: Option<Id>) -> Actions<Session> {
    of.map_or_else(Vec::new, |id| effect(Effect::GoTo(ScreenName::Service, id)))
}

/// Switches between physical dice and the program's.
pub const fn hand_dice<S>(name: &'static str, can: fn(&S, &Session) -> bool) -> Command<S, Session> {
    let help = "whether the dice are thrown on the table and typed in; it is kept with the save";
    Command::new(name, "dice by hand", help, can, |_, session| toggle_hand_dice(session))
}

fn toggle_hand_dice(session: &mut Session) -> Actions<Session> {
    let table = session.table();
    let turned = table.turned_over(session.mixed());
    // Remembers a mixed setting, so that it can be restored.
    if table.is_mixed() {
        session.set_mixed(table.sides.iter().copied().collect());
    }
    throw_on_table(turned)
}

/// Switches a side between physical dice and the program's.
pub(crate) fn toggle_hand_dice_of(session: &Session, of: Option<Id>) -> Actions<Session> {
    let side = of.and_then(|id| session.save.diary().state().side_of(id));
    side.map_or_else(Vec::new, |side| throw_on_table(session.table().turned_over_for(side)))
}

/// The setting is stored in the save, for whoever opens it next.
fn throw_on_table(sides: Vec<SideId>) -> Actions<Session> {
    effect(Effect::Remark(0, Annotation::Table(sides)))
}

macro_rules! screen_commands {
    ($($name:ident: $type:ident in $module:ident, $command:literal, $label:literal, $help:literal;)*) => {
        /// The commands that switch to the other screens.
        pub const fn screen_commands<S: Opened>() -> [Command<S, Session>; ScreenName::ALL.len()] {
            [$(Command::switching(ScreenName::$name, S::NAME),)*]
        }
    };
}
screens!(screen_commands);

// ---- program

pub const fn copy<S, C>() -> Command<S, C> {
    let help = "copy the chosen entry or the last result, or what the screen shows, into the terminal's clipboard";
    Command::program("copy", "", help, || Effect::Copy)
}

pub const fn help<S, C>() -> Command<S, C> {
    Command::program("help", "help", "all keys", || Effect::Help)
}

pub(crate) const fn quit<S, C>() -> Command<S, C> {
    Command::program("quit", "quit", "leave; everything is saved already", || Effect::Quit)
}

pub(crate) const fn suspend<S, C>() -> Command<S, C> {
    Command::program("suspend", "", "to the shell and back with `fg`", || Effect::Suspend)
}

pub const fn mouse<S, C>() -> Command<S, C> {
    Command::program("mouse", "", "mouse on or off; off lets the terminal select text", || Effect::ToggleMouse)
}

pub const fn theme<S, C>() -> Command<S, C> {
    Command::program("theme", "", "the next theme", || Effect::NextTheme)
}

pub const fn menu<S, C>() -> Command<S, C> {
    Command::program("menu", "", "to the start screen", || Effect::ToMenu)
}
