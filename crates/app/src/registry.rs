//! The list of all screens and overlays: their keymap groups, and how to open a screen by name.

use crate::{
    command::CommandGroup,
    component::{Commands, Screen},
    drawing_context::DrawingContext,
    overlay::{
        aftermath::AftermathOverlay,
        comparison::Comparison,
        draw_line::DrawLine,
        find_line::FindLine,
        hand_dice::HandDiceForm,
        help::Help,
        list_dialog::{ConfirmList, FaultDialog, UnsavedDialog},
        listing::Listing,
        order_form::OrderForm,
        order_line::OrderLine,
        picker::Picker,
        review_line::ReviewLine,
        save_as::SaveAsLine,
        side_links::SideLinks,
        start_line::StartLine,
    },
    screen::{self, ScreenName, drawing::DrawScreen, odds::OddsScreen, start::StartScreen},
    session::Session,
    start_context::StartContext,
};
use wardiary_rules::order::Order;

macro_rules! registry {
    ($($name:ident: $type:ident in $module:ident, $Command:ident, $label:literal, $help:literal;)*) => {
        pub fn open(name: ScreenName, session: &Session, about: Option<Order>) -> Box<dyn Screen<Session>> {
            match (name, about) {
                // No other screen opens on an order.
                (ScreenName::Odds, Some(order)) => Box::new(OddsScreen::for_order(order, session)),
                $((ScreenName::$name, _) => Box::new(screen::$module::$type::new(session)),)*
            }
        }

        /// The groups of the first screen, and those of the others.
        fn screen_groups() -> (Vec<CommandGroup>, Vec<CommandGroup>) {
            let mut screens = vec![$(groups_of::<Session, screen::$module::$type>(),)*];
            let first = screens.remove(0);
            (first, screens.concat())
        }
    };
}
screens!(registry);

fn groups_of<C: 'static, T: Commands<C>>() -> Vec<CommandGroup> {
    T::MODES.iter().map(super::component::CommandMode::group).collect()
}

/// All command groups in the order of the keymap: start screen, first screen, its docked overlays, other screens,
/// covering overlays.
pub fn groups() -> Vec<CommandGroup> {
    let (first, others) = screen_groups();
    [start_groups(), first, docked_groups(), others, drawing_groups(), covering_groups()].concat()
}

/// All command groups in the order of the help: most used first.
pub(crate) fn groups_by_use() -> Vec<CommandGroup> {
    let (first, others) = screen_groups();
    [first, docked_groups(), covering_groups(), others, drawing_groups(), start_groups()].concat()
}

fn start_groups() -> Vec<CommandGroup> {
    [
        groups_of::<StartContext, StartScreen>(),
        groups_of::<StartContext, StartLine>(),
        groups_of::<StartContext, ConfirmList>(),
    ]
    .concat()
}

/// The groups of the drawing screen and its overlays, including those shared with sessions.
pub(crate) fn drawing_and_shared_groups() -> Vec<CommandGroup> {
    [drawing_groups(), groups_of::<DrawingContext, FindLine>(), groups_of::<DrawingContext, Picker<DrawingContext>>()]
        .concat()
}

fn drawing_groups() -> Vec<CommandGroup> {
    [
        groups_of::<DrawingContext, DrawScreen>(),
        groups_of::<DrawingContext, DrawLine>(),
        groups_of::<DrawingContext, UnsavedDialog>(),
    ]
    .concat()
}

fn docked_groups() -> Vec<CommandGroup> {
    [
        groups_of::<Session, OrderLine>(),
        groups_of::<Session, FindLine>(),
        groups_of::<Session, SaveAsLine>(),
        groups_of::<Session, HandDiceForm>(),
        groups_of::<Session, ReviewLine>(),
    ]
    .concat()
}

fn covering_groups() -> Vec<CommandGroup> {
    [
        groups_of::<Session, OrderForm>(),
        groups_of::<Session, Listing>(),
        groups_of::<Session, SideLinks>(),
        groups_of::<Session, Comparison>(),
        groups_of::<Session, Picker<Session>>(),
        groups_of::<Session, AftermathOverlay>(),
        groups_of::<Session, Help>(),
        groups_of::<Session, FaultDialog<Session>>(),
    ]
    .concat()
}
