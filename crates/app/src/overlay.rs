//! The overlays. An overlay lies over a screen and has the keys until it closes. Any overlay can open over any screen.
//! Each has its own file, with its state, commands and drawing, and knows only the
//! [`Session`](super::session::Session).

pub(crate) mod aftermath;
pub(crate) mod comparison;
pub(crate) mod draw_line;
pub(crate) mod find_line;
pub mod hand_dice;
pub mod help;
pub(crate) mod list_dialog;
pub(crate) mod listing;
pub(crate) mod order_form;
pub(crate) mod order_line;
pub(crate) mod picker;
pub(crate) mod review_line;
pub(crate) mod save_as;
pub(crate) mod side_links;
pub(crate) mod start_line;
