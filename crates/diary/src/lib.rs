//! The war diary: a tree of entries, its file on the disk, and what each side sees of it.
//!
//! This crate does not know odds or any screen. Only [`diary::file`], [`links`] and [`assets`] touch files.

pub mod assets;
pub mod diary;
pub mod error;
pub mod links;
pub mod mail;
pub mod projection;
pub mod share;
