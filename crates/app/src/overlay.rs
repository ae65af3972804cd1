//! The overlays: what lies over a screen and has the keys till it closes. Any may be opened over any screen; each is in
//! a file of its own, with its state, commands and drawing, and knows the [`Session`](super::session::Session) only.

pub(crate) mod aftermath;
pub(crate) mod choosing;
pub(crate) mod comparison;
pub(crate) mod draw_line;
pub mod faults;
pub(crate) mod find_line;
pub mod hand_dice;
pub mod help;
pub(crate) mod listing;
pub(crate) mod order_line;
pub(crate) mod picker;
pub(crate) mod review_line;
pub(crate) mod save_as;
pub(crate) mod shelf_line;
pub(crate) mod unsaved;
