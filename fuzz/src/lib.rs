//! Empty: the package exists for `tests/loaders.rs`.
