//! All screens and overlays there are: their groups of the keymap, and how a screen is opened by its name.

use super::{
    command::CommandGroup,
    component::{Commands, Opened, Screen},
    easel::Easel,
    lobby::Lobby,
    overlay::{
        aftermath::AftermathOverlay, choosing::Choosing, comparison::Comparison, draw_line::DrawLine, faults::Faults,
        find_line::FindLine, hand_dice::HandDiceForm, help::Help, listing::Listing, order_line::OrderLine,
        picker::Picker, review_line::ReviewLine, save_as::SaveAs, shelf_line::ShelfLine, unsaved::Unsaved,
    },
    screen::{self, ScreenName, drawing::DrawScreen, menu::MenuScreen},
    session::Session,
};
use wardiary_rules::order::Order;

macro_rules! registry {
    ($($name:ident: $type:ident in $module:ident, $command:literal, $label:literal, $help:literal;)*) => {
        /// Opens a screen of a session, for an order where there is one in question.
        #[must_use]
        pub fn open(name: ScreenName, session: &Session, about: Option<Order>) -> Box<dyn Screen<Session>> {
            match name {
                $(ScreenName::$name => Box::new(<screen::$module::$type as Opened>::open(session, about)),)*
            }
        }

        /// The groups of the first screen of a session, and those of the others.
        fn of_screens() -> (Vec<CommandGroup>, Vec<CommandGroup>) {
            let mut screens = vec![$(of::<Session, screen::$module::$type>(),)*];
            let first = screens.remove(0);
            (first, screens.concat())
        }
    };
}
screens!(registry);

fn of<C: 'static, T: Commands<C>>() -> Vec<CommandGroup> {
    T::KEYS.iter().map(super::component::Keys::group).collect()
}

/// The groups of all commands, in the order of the keymap: the start screen's, the first screen's, those of what lies
/// beside it, the other screens', those of what covers them.
#[must_use]
pub fn groups() -> Vec<CommandGroup> {
    let (first, others) = of_screens();
    [of_start(), first, docked(), others, of_drawing(), covering()].concat()
}

/// The same in the order of the help: what is used most first.
#[must_use]
pub(crate) fn groups_by_use() -> Vec<CommandGroup> {
    let (first, others) = of_screens();
    [first, docked(), covering(), others, of_drawing(), of_start()].concat()
}

fn of_start() -> Vec<CommandGroup> {
    [of::<Lobby, MenuScreen>(), of::<Lobby, ShelfLine>(), of::<Lobby, Choosing>()].concat()
}

/// The groups of a drawing and what lies over it, those that it shares with sessions too.
#[must_use]
pub(crate) fn over_drawing() -> Vec<CommandGroup> {
    [of_drawing(), of::<Easel, FindLine>(), of::<Easel, Picker<Easel>>()].concat()
}

fn of_drawing() -> Vec<CommandGroup> {
    [of::<Easel, DrawScreen>(), of::<Easel, DrawLine>(), of::<Easel, Unsaved>()].concat()
}

fn docked() -> Vec<CommandGroup> {
    [
        of::<Session, OrderLine>(),
        of::<Session, FindLine>(),
        of::<Session, SaveAs>(),
        of::<Session, HandDiceForm>(),
        of::<Session, ReviewLine>(),
    ]
    .concat()
}

fn covering() -> Vec<CommandGroup> {
    [
        of::<Session, Listing>(),
        of::<Session, Comparison>(),
        of::<Session, Picker<Session>>(),
        of::<Session, AftermathOverlay>(),
        of::<Session, Help>(),
        of::<Session, Faults>(),
    ]
    .concat()
}
