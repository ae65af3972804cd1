//! The vocabulary.

mod seed;
