//! placeholder
pub mod assets;
pub mod book;
pub mod diary;
pub mod dice;
pub mod document;
pub mod error;
pub mod event;
pub mod id;
pub mod notation;
pub mod odds;
pub mod order;
pub mod rules;
pub mod state;
pub mod text;
