//! All screens and overlays there are: their groups of the keymap, and how a screen is opened by its name.

use super::{
    command::Group,
    component::{Commands, Opened, Screen},
    lobby::Lobby,
    overlay::{
        find_line::FindLine, hand_dice::HandDice, help::Help, listing::Listing, order_line::OrderLine, save_as::SaveAs,
    },
    screen::{self, ScreenName, menu::MenuScreen},
    session::Session,
};
use crate::order::Order;

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
        fn of_screens() -> (Vec<Group>, Vec<Group>) {
            let mut screens = vec![$(of::<Session, screen::$module::$type>(),)*];
            let first = screens.remove(0);
            (first, screens.concat())
        }
    };
}
screens!(registry);

fn of<C: 'static, T: Commands<C>>() -> Vec<Group> {
    T::KEYS.iter().map(super::component::Keys::group).collect()
}

/// The groups of all commands, in the order of the keymap: the start screen's, the first screen's, those of what lies
/// beside it, the other screens', those of what covers them.
#[must_use]
pub fn groups() -> Vec<Group> {
    let (first, others) = of_screens();
    [of_start(), first, docked(), others, covering()].concat()
}

/// The same in the order of the help: what is used most first.
#[must_use]
pub(crate) fn groups_by_use() -> Vec<Group> {
    let (first, others) = of_screens();
    [first, docked(), covering(), others, of_start()].concat()
}

fn of_start() -> Vec<Group> {
    of::<Lobby, MenuScreen>()
}

fn docked() -> Vec<Group> {
    [of::<Session, OrderLine>(), of::<Session, FindLine>(), of::<Session, SaveAs>(), of::<Session, HandDice>()].concat()
}

fn covering() -> Vec<Group> {
    [of::<Session, Listing>(), of::<Session, Help>()].concat()
}
