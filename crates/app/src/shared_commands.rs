//! Commands that several components share: those of a session and those of the program. Each is declared here once; a
//! component names the ones it offers, under its own ids and in its own footer order.

use super::{
    command::{Availability, Unavailable, require},
    command_id::CommandId,
    component::{Action, Actions, Command, Context, always, effect},
    effect::{Effect, PickerScope},
    overlay::save_as::SaveAsLine,
    screen::ScreenName,
    session::Session,
};
use wardiary_base::{
    book::Mechanism,
    id::{Id, SideId},
    remark::Annotation,
};

// ---- lists

pub const fn find<S, C: Context>() -> Command<S, C> {
    let help = "search this list and those beside it as you type; then go from match to match";
    Command::new(CommandId::Find, "find", help, always, |_, _| vec![Action::OpenSearch]).with_text_line()
}

pub(crate) const fn find_next<S, C: Context>() -> Command<S, C> {
    let help = "the next match of the last search";
    Command::new(CommandId::FindNext, "", help, always, |_, _| vec![Action::RepeatSearch])
}

// ---- session

pub(crate) fn is_at_head<S>(_: &S, session: &Session) -> Availability {
    require(!session.is_reviewing(), "this is the past: Esc returns to the present")
}

/// Whether the save can be written, in the past as well.
pub(crate) fn is_writable(session: &Session) -> Availability {
    session.read_only_reason().map_or(Ok(()), |why| Err(why.into()))
}

/// Whether entries can be written now.
pub(crate) fn can_write<S>(screen: &S, session: &Session) -> Availability {
    is_at_head(screen, session)?;
    is_writable(session)
}

/// Whether entries can be written now, and this holds. Otherwise it is the reason.
pub(crate) fn can_write_if<S>(screen: &S, session: &Session, condition: bool, why: &'static str) -> Availability {
    can_write(screen, session)?;
    require(condition, why)
}

/// Whether orders can be given now, or composed on a share.
pub(crate) fn can_order<S>(screen: &S, session: &Session) -> Availability {
    is_at_head(screen, session)?;
    session.no_orders_reason().map_or(Ok(()), |why| Err(why.into()))
}

/// Whether an order can be given now, or composed on a share, that needs more than that. Where the save is only read,
/// this is the reason given.
pub(crate) fn can_order_if<S>(screen: &S, session: &Session, more: impl FnOnce() -> Availability) -> Availability {
    can_order(screen, session)?;
    more().map_err(|why| session.read_only_reason().map_or(why, Unavailable::from))
}

pub(crate) fn has_mechanism(session: &Session, mechanism: Mechanism) -> Availability {
    let book = session.state().book();
    if book.uses(mechanism) {
        return Ok(());
    }
    Err(format!("the rulebook “{}” does not use {}", book.name, mechanism.title()).into())
}

pub(crate) fn can_read_again<S>(_: &S, session: &Session) -> Availability {
    require(session.diary().share().is_none(), "a share is a copy that nobody writes to")?;
    let is_outdated =
        session.viewed().is_changed_elsewhere() || session.viewed().is_following() && session.viewed().side().is_none();
    require(is_outdated, "nobody else has written to the file")
}

pub(crate) const fn earlier<S>(help: &'static str) -> Command<S, Session> {
    let available = |_: &S, session: &Session| require(session.entry() != 0, "there is no earlier entry");
    Command::new(CommandId::MapEarlier, "earlier", help, available, |_, session| {
        session.look_further(-1);
        Vec::new()
    })
}

pub(crate) const fn later<S>() -> Command<S, Session> {
    let available = |_: &S, session: &Session| require(session.is_reviewing(), "there is no later entry");
    Command::new(CommandId::MapLater, "later", "one entry later", available, |_, session| {
        session.look_further(1);
        Vec::new()
    })
}

pub(crate) const fn read_again<S>(help: &'static str) -> Command<S, Session> {
    Command::new(CommandId::ReadAgain, "reload", help, can_read_again, |_, _| effect(Effect::ReadAgain))
}

/// Opens the line for the file of a report.
pub const fn report<S>() -> Command<S, Session> {
    let help = "write a report of the save to a file: .html for a page with a replay, .md, .txt, .json or .csv";
    let available = |_: &S, session: &Session| {
        let is_side = session.viewed().side().is_some();
        require(!is_side, "`wardiary report SAVE --for SIDE` writes the report of a side’s view")
    };
    let open = |_: &mut S, session: &mut Session| vec![SaveAsLine::for_report(session)];
    Command::new(CommandId::Report, "", help, available, open).with_text_line()
}

pub(crate) fn can_undo<S>(screen: &S, session: &Session) -> Availability {
    is_at_head(screen, session)?;
    if !session.composed_orders().is_empty() {
        return Ok(());
    }
    is_writable(session)?;
    require(session.diary().head() != 0, "the diary has no entries yet")
}

pub const fn undo<S>() -> Command<S, Session> {
    let help = "undo the last entry; nothing is erased";
    Command::new(CommandId::Undo, "undo", help, can_undo, |_, _| effect(Effect::Undo(1)))
}

pub(crate) fn can_redo<S>(screen: &S, session: &Session) -> Availability {
    can_write(screen, session)?;
    require(session.diary().redo_target(1).is_ok(), "there is nothing to redo")
}

pub const fn redo<S>() -> Command<S, Session> {
    Command::new(CommandId::Redo, "redo", "redo the entry", can_redo, |_, _| effect(Effect::Redo(1)))
}

pub(crate) const fn next_battle<S>() -> Command<S, Session> {
    let help = "to the next battle that is under way: its turn, its panes, its map";
    Command::new(CommandId::NextBattle, "next battle", help, several_battles, |_, session| {
        session.cycle_battle(1);
        Vec::new()
    })
}

pub(crate) const fn previous_battle<S>() -> Command<S, Session> {
    let help = "to the previous battle";
    Command::new(CommandId::PreviousBattle, "", help, several_battles, |_, session| {
        session.cycle_battle(-1);
        Vec::new()
    })
}

fn several_battles<S>(_: &S, session: &Session) -> Availability {
    let mut battles = session.state().open_battles();
    require(battles.any(|battle| Some(battle.id) != session.battle()), "no other battle is under way")
}

pub(crate) const fn look_as<S>() -> Command<S, Session> {
    let help = "show the view of the next side, and after the last the referee's again";
    let available = |_: &S, session: &Session| {
        let sees_others = session.is_side_view || session.viewed().side().is_none();
        require(sees_others, "this is the view of one side, and no other view is known")
    };
    Command::new(CommandId::LookAs, "", help, available, |_, _| effect(Effect::NextSideView))
}

pub const fn suggest<S>() -> Command<S, Session> {
    let help = "suggest orders to the side to act, with reasons and odds; Enter puts one into the order line";
    Command::new(CommandId::Suggest, "", help, is_at_head, |_, _| effect(Effect::Suggest(None)))
}

pub(crate) const fn jumps<S>() -> [Command<S, Session>; 6] {
    use CommandId::{Jump, JumpBattle, JumpMark, JumpSave, JumpStack, JumpUnit};
    [
        Command::program(Jump, "", "jump to anything by a few letters of its name", || {
            Effect::OpenPicker(PickerScope::Anything)
        }),
        Command::program(JumpUnit, "", "jump to a unit", || Effect::OpenPicker(PickerScope::Units)),
        Command::program(JumpStack, "", "jump to a stack", || Effect::OpenPicker(PickerScope::Stacks)),
        Command::program(JumpBattle, "", "jump to a battle", || Effect::OpenPicker(PickerScope::Battles)),
        Command::program(JumpMark, "", "jump to a marked entry or a branch", || Effect::OpenPicker(PickerScope::Marks)),
        Command::program(JumpSave, "", "jump to another save", || Effect::OpenPicker(PickerScope::Saves)),
    ]
}

/// Shows the service record of a unit, or of the first unit of a stack or side.
pub fn show_record(of: Option<Id>) -> Actions<Session> {
    of.map_or_else(Vec::new, |id| effect(Effect::GoTo(ScreenName::Service, id)))
}

pub const fn hand_dice<S>() -> Command<S, Session> {
    let help = "switch between dice rolled on the table and the program's dice; the save keeps the setting";
    Command::new(CommandId::HandDice, "dice by hand", help, can_write, |_, session| toggle_hand_dice(session))
}

fn toggle_hand_dice(session: &mut Session) -> Actions<Session> {
    let table = session.dice_table();
    let turned = table.toggled(&session.last_mixed_sides);
    session.remember_mixed_dice();
    set_dice_table(turned)
}

pub(crate) fn toggle_hand_dice_of(session: &Session, of: Option<Id>) -> Actions<Session> {
    let side = of.and_then(|id| session.diary().state().side_of(id));
    side.map_or_else(Vec::new, |side| set_dice_table(session.dice_table().toggled_for(side)))
}

/// The setting is stored in the save, so it applies the next time the save is opened.
fn set_dice_table(sides: Vec<SideId>) -> Actions<Session> {
    effect(Effect::Remark(0, Annotation::Table(sides)))
}

macro_rules! screen_commands {
    ($($name:ident: $type:ident in $module:ident, $Command:ident, $label:literal, $help:literal;)*) => {
        pub const fn screen_commands<S>(here: ScreenName) -> [Command<S, Session>; ScreenName::ALL.len()] {
            [$(Command::switch_screen(ScreenName::$name, here),)*]
        }
    };
}
screens!(screen_commands);

// ---- program

pub const fn copy<S, C>() -> Command<S, C> {
    let help = "copy the chosen entry, the last result, or the screen to the terminal's clipboard";
    Command::program(CommandId::Copy, "", help, || Effect::Copy)
}

pub const fn help<S, C>() -> Command<S, C> {
    Command::program(CommandId::Help, "help", "all commands and keys", || Effect::Help)
}

pub(crate) const fn quit<S, C>() -> Command<S, C> {
    Command::program(CommandId::Quit, "quit", "quit; everything is already saved", || Effect::Quit)
}

pub(crate) const fn suspend<S, C>() -> Command<S, C> {
    Command::program(CommandId::Suspend, "", "to the shell; `fg` brings you back", || Effect::Suspend)
}

pub const fn mouse<S, C>() -> Command<S, C> {
    Command::program(CommandId::Mouse, "", "mouse on or off; off lets the terminal select text", || Effect::ToggleMouse)
}

pub const fn theme<S, C>() -> Command<S, C> {
    Command::program(CommandId::Theme, "", "the next theme", || Effect::NextTheme)
}

pub const fn menu<S, C>() -> Command<S, C> {
    Command::program(CommandId::Menu, "", "to the start screen", || Effect::ToStartScreen)
}
