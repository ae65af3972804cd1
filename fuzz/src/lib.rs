//! Nothing but a place for `tests/loaders.rs`.
