//! Commands that several screens and overlays share: the session's and the program's. Each is declared once; a
//! component that has it among its commands says by which name its keys are looked up, and where in the footer it is.

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

// ---- those of lists

/// What a list says is looked for.
#[must_use]
pub const fn find<S, C: Context>(name: &'static str) -> Command<S, C> {
    let help = "find in the list as you type, and in the others beside it; then go from match to match";
    Command::new(name, "find", help, always, |_, _| vec![Action::Find]).types()
}

/// The same again.
#[must_use]
pub(crate) const fn find_next<S, C: Context>(name: &'static str) -> Command<S, C> {
    Command::new(name, "", "the next that says what was looked for last", always, |_, _| vec![Action::FindAgain])
}

// ---- the session's

/// Whether entries can be written now.
#[must_use]
pub(crate) fn is_writable<S>(_: &S, session: &Session) -> bool {
    session.save.is_writable() && session.review.is_none()
}

/// Whether orders can be given now; or composed, on a share.
#[must_use]
pub(crate) fn takes_orders<S>(_: &S, session: &Session) -> bool {
    session.takes_orders() && session.review.is_none()
}

/// The save read again.
#[must_use]
pub(crate) const fn read_again<S>(name: &'static str, help: &'static str) -> Command<S, Session> {
    let can = |_: &S, session: &Session| {
        let is_share = session.save.diary().share().is_some();
        !is_share && (session.save.is_overtaken() || session.save.is_watched() && session.save.side().is_none())
    };
    Command::new(name, "read again", help, can, |_, _| effect(Effect::ReadAgain))
}

/// The last entry taken back.
#[must_use]
pub const fn undo<S>() -> Command<S, Session> {
    let can = |screen: &S, session: &Session| {
        let is_entry = is_writable(screen, session) && session.save.diary().head() != 0;
        is_entry || !session.composed().is_empty() && session.review.is_none()
    };
    Command::new("undo", "undo", "take the last entry back; nothing is erased", can, |_, _| effect(Effect::Undo(1)))
}

/// The last entry brought back.
#[must_use]
pub const fn redo<S>() -> Command<S, Session> {
    let can = |screen: &S, session: &Session| {
        is_writable(screen, session) && session.save.diary().redoable().next().is_some()
    };
    Command::new("redo", "redo", "bring it back", can, |_, _| effect(Effect::Redo(1)))
}

/// To the next battle that is under way, on every screen that shows one.
#[must_use]
pub(crate) const fn next_battle<S>() -> Command<S, Session> {
    let help = "to the next battle that is under way: its turn, its panes, its map";
    Command::new("next-battle", "next battle", help, several_battles, |_, session| turn_battle(session, 1))
}

/// To the one before.
#[must_use]
pub(crate) const fn previous_battle<S>() -> Command<S, Session> {
    Command::new("previous-battle", "", "to the battle before", several_battles, |_, session| turn_battle(session, -1))
}

/// Whether there is another battle to go to.
fn several_battles<S>(_: &S, session: &Session) -> bool {
    let state = session.state();
    state.open_battles().any(|battle| Some(battle.id) != session.battle())
}

fn turn_battle(session: &mut Session, by: isize) -> Actions<Session> {
    session.turn_battle(by);
    Vec::new()
}

/// What each side sees, one after the other.
#[must_use]
pub(crate) const fn look_as<S>(name: &'static str) -> Command<S, Session> {
    let help = "look as the next side does, and after the last as the referee again";
    let can = |_: &S, session: &Session| session.looks_on || session.save.side().is_none();
    Command::new(name, "", help, can, |_, _| effect(Effect::LookOn))
}

/// What the side that is to act could do well.
#[must_use]
pub const fn suggest<S>() -> Command<S, Session> {
    let help = "what the side to act could do well, with reasons and odds; Enter takes it into the order line";
    let can = |_: &S, session: &Session| session.review.is_none();
    Command::new("suggest", "", help, can, |_, _| effect(Effect::Suggest(None)))
}

/// Why one of the session's commands that only look is not possible now, by its own name; none of others. Neither looking back nor
/// a save that is only read hinders these.
#[must_use]
pub(crate) fn why_not_seen(command: &str, session: &Session) -> Option<&'static str> {
    match command {
        "read-again" if session.save.diary().share().is_some() => Some("a share is a copy, which nobody writes on"),
        "read-again" => Some("nobody else has written in the file"),
        "next-battle" | "previous-battle" => Some("no other battle is under way"),
        "look-as" => Some("this is what one side knows, and nothing is known of what others do"),
        _ => None,
    }
}

/// Why one that takes something back, or brings it back, is not possible now at the last entry; none of others.
#[must_use]
pub(crate) fn why_not_done(command: &str) -> Option<&'static str> {
    match command {
        "undo" => Some("nothing is written yet"),
        "redo" => Some("nothing was taken back"),
        _ => None,
    }
}

/// To something that has a name, by a few of its letters.
#[must_use]
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

/// To the service record of a unit, or of the first of a stack or side.
#[must_use]
pub fn record(of: Option<Id>) -> Actions<Session> {
    of.map_or_else(Vec::new, |id| effect(Effect::GoTo(ScreenName::Service, id)))
}

/// Dice from the table or from the program.
#[must_use]
pub const fn hand_dice<S>(name: &'static str, can: fn(&S, &Session) -> bool) -> Command<S, Session> {
    let help = "whether the dice are thrown on the table and typed in; it is kept with the save";
    Command::new(name, "dice by hand", help, can, |_, session| toggle_hand_dice(session))
}

fn toggle_hand_dice(session: &mut Session) -> Actions<Session> {
    let table = session.table();
    let turned = table.turned_over(&session.mixed);
    // Who throws where is no more lost by this than by anything else.
    if table.is_mixed() {
        session.mixed = table.sides.iter().copied().collect();
    }
    throw_on_table(turned)
}

/// A side's dice from the table or from the program.
pub(crate) fn toggle_hand_dice_of(session: &Session, of: Option<Id>) -> Actions<Session> {
    let side = of.and_then(|id| session.save.diary().state().side_of(id));
    side.map_or_else(Vec::new, |side| throw_on_table(session.table().turned_over_for(side)))
}

/// It is kept with the save, whoever opens it next.
fn throw_on_table(sides: Vec<SideId>) -> Actions<Session> {
    effect(Effect::Remark(0, Annotation::Table(sides)))
}

macro_rules! screen_commands {
    ($($name:ident: $type:ident in $module:ident, $command:literal, $label:literal, $help:literal;)*) => {
        /// The commands that lead to the other screens.
        #[must_use]
        pub const fn screen_commands<S: Opened>() -> [Command<S, Session>; ScreenName::ALL.len()] {
            [$(Command::switching(ScreenName::$name, S::NAME),)*]
        }
    };
}
screens!(screen_commands);

// ---- the program's

/// A copy for other programs.
#[must_use]
pub const fn copy<S, C>() -> Command<S, C> {
    let help = "copy the chosen entry or the last result, or what the screen shows, into the terminal's clipboard";
    Command::program("copy", "", help, || Effect::Copy)
}

/// All keys.
#[must_use]
pub const fn help<S, C>() -> Command<S, C> {
    Command::program("help", "help", "all keys", || Effect::Help)
}

/// The end.
#[must_use]
pub(crate) const fn quit<S, C>() -> Command<S, C> {
    Command::program("quit", "quit", "leave; everything is saved already", || Effect::Quit)
}

/// To the shell and back.
#[must_use]
pub(crate) const fn suspend<S, C>() -> Command<S, C> {
    Command::program("suspend", "", "to the shell and back with `fg`", || Effect::Suspend)
}

/// The mouse.
#[must_use]
pub const fn mouse<S, C>() -> Command<S, C> {
    Command::program("mouse", "", "mouse on or off; off lets the terminal select text", || Effect::ToggleMouse)
}

/// The theme.
#[must_use]
pub const fn theme<S, C>() -> Command<S, C> {
    Command::program("theme", "", "the next theme", || Effect::NextTheme)
}

/// The start screen.
#[must_use]
pub const fn menu<S, C>() -> Command<S, C> {
    Command::program("menu", "", "to the start screen", || Effect::ToMenu)
}
