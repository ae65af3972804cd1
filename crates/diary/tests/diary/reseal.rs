//! New seals for a save.

use std::ops::ControlFlow;
use wardiary_diary::diary::{file::reseal_with_progress, watch::Watch};

#[test]
fn sealing_is_watched_and_broken_off() {
    let save = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/golden/sealed-2.ron"))
        .expect("it is there");
    let error = reseal_with_progress(&save, Watch::new(&|_| ControlFlow::Break(()))).expect_err("it was broken off");
    assert!(error.is_cancelled() && error.problems[0].reason == "sealing was cancelled", "{:?}", error.problems);
}
