//! A page for each side of a campaign, served to its players. Each page is behind a link with a secret, and is made from
//! that side's projection alone.
//!
//! [`pages`] renders what each side sees, and [`server`] sends it and takes orders. Nothing here writes the save.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "a program at the edge: it reads files, listens to the network and prints"
)]

pub mod limits;
pub mod pages;
pub mod server;
