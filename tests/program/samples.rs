//! The played saves in saves/: each opens, is sound, and is what its orders lead to.

use crate::harness::call::{Home, as_str};
use std::{fs, path::PathBuf};

/// The samples, each copied into a home.
fn samples(home: &Home) -> Vec<(String, PathBuf)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/saves");
    let files = fs::read_dir(folder).expect("the folder of samples").map(|entry| entry.expect("an entry").path());
    let mut samples: Vec<(String, PathBuf)> = files
        .filter(|path| path.extension().is_some_and(|extension| extension == "ron"))
        .map(|path| {
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            let copy = home.file(&name, fs::read(&path).expect("it can be read"));
            (name, copy)
        })
        .collect();
    samples.sort();
    samples
}

#[test]
fn every_sample_opens_and_is_as_it_was_written() {
    let home = Home::new();
    let samples = samples(&home);
    assert!(samples.len() >= 2, "{samples:?}");
    for (name, path) in samples {
        let check = home.run(&["check", as_str(&path)]).done().out;
        assert!(check.contains("sound save"), "{name}: {check}");
        let verified = home.run(&["verify", as_str(&path)]).done().out;
        assert!(verified.contains("all as it was written"), "{name}: {verified}");
        let log = home.run(&["log", as_str(&path)]).done().out;
        assert!(log.lines().count() > 10, "{name}: {log}");
    }
}

/// `saves/wadi.txt` has the orders of `saves/wadi.ron`: given to a new save of the same seed they lead to the same.
#[test]
fn the_wells_are_played_again_from_their_orders() {
    let home = Home::new();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/saves");
    let sample = home.file("wadi.ron", fs::read(format!("{folder}/wadi.ron")).expect("the sample"));
    let orders = fs::read_to_string(format!("{folder}/wadi.txt")).expect("its orders");
    home.run(&["new", "wadi", "again.ron", "--no-open", "--seed", "1885"]).done();
    home.feed(&["do", "again.ron", "-"], &orders).done();
    let told = |path: &str| home.run(&["log", path]).done().out;
    assert_eq!(told("again.ron"), told(as_str(&sample)));
    insta::assert_snapshot!("the_wells", home.run(&["map", as_str(&sample)]).done().out);
    let state = home.run(&["state", as_str(&sample), "--json"]).done().json();
    let battle = &state["battles"][0];
    let exhausted: Vec<bool> =
        battle["sides"].as_array().expect("sides").iter().filter_map(|side| side["exhausted"].as_bool()).collect();
    assert_eq!(exhausted, [false, true], "{battle}");
}
