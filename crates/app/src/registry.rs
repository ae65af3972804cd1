//! The list of all screens and overlays: their keymap groups, and how to open a screen by name.

use crate::{
    command::CommandGroup,
    component::{Commands, Opened, Screen},
    easel::Easel,
    lobby::Lobby,
    overlay::{
        aftermath::AftermathOverlay,
        comparison::Comparison,
        draw_line::DrawLine,
        find_line::FindLine,
        hand_dice::HandDiceForm,
        help::Help,
        list_dialog::{Choosing, Faults, Unsaved},
        listing::Listing,
        order_line::OrderLine,
        picker::Picker,
        review_line::ReviewLine,
        save_as::SaveAs,
        shelf_line::ShelfLine,
    },
    screen::{self, ScreenName, drawing::DrawScreen, menu::MenuScreen},
    session::Session,
};
use wardiary_rules::order::Order;

macro_rules! registry {
    ($($name:ident: $type:ident in $module:ident, $Command:ident, $label:literal, $help:literal;)*) => {
        /// Opens a screen, on an order if one is given.
        pub fn open(name: ScreenName, session: &Session, about: Option<Order>) -> Box<dyn Screen<Session>> {
            match name {
                $(ScreenName::$name => Box::new(<screen::$module::$type as Opened>::open(session, about)),)*
            }
        }

        /// The groups of the first screen, and those of the others.
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

/// All command groups in the order of the keymap: start screen, first screen, its docked overlays, other screens,
/// covering overlays.
pub fn groups() -> Vec<CommandGroup> {
    let (first, others) = of_screens();
    [of_start(), first, docked(), others, of_drawing(), covering()].concat()
}

/// All command groups in the order of the help: most used first.
pub(crate) fn groups_by_use() -> Vec<CommandGroup> {
    let (first, others) = of_screens();
    [first, docked(), covering(), others, of_drawing(), of_start()].concat()
}

fn of_start() -> Vec<CommandGroup> {
    [of::<Lobby, MenuScreen>(), of::<Lobby, ShelfLine>(), of::<Lobby, Choosing>()].concat()
}

/// The groups of the drawing screen and its overlays, including those shared with sessions.
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
        of::<Session, Faults<Session>>(),
    ]
    .concat()
}
