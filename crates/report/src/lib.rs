//! A whole diary read at once: luck, service records, how a battle went, and reports for readers who were not there.
//!
//! This crate writes no file and does not know any screen.

pub mod aftermath;
pub mod battle_timeline;
pub mod luck;
pub mod report;
pub mod service;
