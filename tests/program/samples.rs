//! The played saves in saves/: each opens, is sound, and results from its orders.

use crate::harness::call::{Home, as_str};
use std::{
    fs,
    path::{Path, PathBuf},
};

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
    assert!(samples.len() >= 5, "{samples:?}");
    for (name, path) in samples {
        let check = home.run(&["check", as_str(&path)]).done().out;
        assert!(check.contains("sound save"), "{name}: {check}");
        let verified = home.run(&["verify", as_str(&path)]).done().out;
        assert!(verified.contains("no line was changed"), "{name}: {verified}");
        let log = home.run(&["log", as_str(&path)]).done().out;
        assert!(log.lines().count() > 10, "{name}: {log}");
    }
}

/// Plays a sample's orders on a new save of its scenario and seed, and checks that the result is the same. Returns a
/// copy of the sample, and its state.
fn played_again(home: &Home, scenario: &str, seed: &str) -> (PathBuf, serde_json::Value) {
    played_from(home, scenario, scenario, seed)
}

/// Like `played_again`, for a sample whose scenario has another name.
fn played_from(home: &Home, sample: &str, scenario: &str, seed: &str) -> (PathBuf, serde_json::Value) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/saves");
    let orders = fs::read_to_string(format!("{folder}/{sample}.txt")).expect("its orders");
    let name = format!("{sample}.ron");
    let sample = home.file(&name, fs::read(format!("{folder}/{name}")).expect("the sample"));
    home.run(&["new", scenario, "again.ron", "--no-open", "--seed", seed]).done();
    home.feed(&["do", "again.ron", "-"], &orders).done();
    let told = |path: &str| home.run(&["log", path]).done().out;
    assert_eq!(told("again.ron"), told(as_str(&sample)));
    let map = |path: &str| home.command(&["map", path]).output().expect("the program starts").stdout;
    assert_eq!(map("again.ron"), map(as_str(&sample)));
    let state = home.run(&["state", as_str(&sample), "--json"]).done().json();
    (sample, state)
}

/// Checks that the map at the end of a sample contains these lines.
#[track_caller]
fn ends_on(home: &Home, sample: &Path, lines: &[&str]) {
    let map = home.run(&["map", as_str(sample)]).done().out;
    for wanted in lines {
        assert!(map.lines().any(|line| line == *wanted), "“{wanted}”\n{map}");
    }
}

/// Checks that the log of a sample contains all these words.
#[track_caller]
fn logs(home: &Home, sample: &Path, words: &[&str]) {
    let log = home.run(&["log", as_str(sample)]).done().out;
    for told in words {
        assert!(log.contains(told), "{told}: {log}");
    }
}

/// Whether each side of the only battle is exhausted.
fn exhausted(state: &serde_json::Value) -> Vec<bool> {
    let sides = state["battles"][0]["sides"].as_array().expect("sides");
    sides.iter().filter_map(|side| side["exhausted"].as_bool()).collect()
}

/// All troop types on a map, from the first move through exhaustion to the end: generals, transport, machine guns,
/// cover, and a captured objective.
#[test]
fn the_wells_are_played_again_from_their_orders() {
    let home = Home::new();
    let (sample, state) = played_again(&home, "wadi", "1885");
    ends_on(
        &home,
        &sample,
        &[
            "The wells at Tel Amara · The wells, over · entry 179",
            "G2    The wells, an objective held by Column",
            "M3    Old fort, an objective held by Emirate",
            "  [B]  F2  Highlanders            infantry               4/5 SP  facing e  woods",
            "  [C]  G2  1st Fusiliers          infantry               2/4 SP  facing n  built-up",
            "  (e)  M9  Siege Gun              heavy artillery        1/2 SP  facing w  open",
        ],
    );
    assert_eq!(exhausted(&state), [false, true], "{state}");
    let done = [
        "General Harcourt moved from",
        "Emir Yusuf eliminated",
        "with general",
        "in cover",
        "Gardner Guns fired",
        "Water Carts moved from",
        "Emirate exhausted",
        "G2 (The wells) changed hands from Emirate to Column",
    ];
    logs(&home, &sample, &done);
}

/// A battle on 32 by 22 areas: road marches, bridges taken and lost, fire and combats, until a side is exhausted.
#[test]
fn the_crossings_are_played_again_from_their_orders() {
    let home = Home::new();
    let (sample, state) = played_again(&home, "crossings", "1809");
    ends_on(&home, &sample, &["D18   Oakham"]);
    assert_eq!(exhausted(&state), [false, true], "{state}");
    let done = [
        "(Stone bridge) changed hands",
        "(Wooden bridge) changed hands",
        "(Carse) changed hands",
        "demoted",
        "the combat is over",
    ];
    logs(&home, &sample, &done);
}

/// Stacks on hexes: a Conflict of several rounds, a screen, a turn in the Conflict, a flight.
#[test]
fn the_ridge_is_played_again_from_its_orders() {
    let home = Home::new();
    let (sample, state) = played_again(&home, "ridge", "1632");
    ends_on(
        &home,
        &sample,
        &[
            "The ridge at Sainte-Odile · Sainte-Odile, over · entry 68",
            "I6    Sainte-Odile, an objective held by Crown",
            "I9    Bridge, an objective held by nobody",
            "  [A]  I6  Captain Renard    Village Guard  infantry         white  4/4 SP  E8  facing n   built-up",
            "  (b)  I4  Marshal Odo       Vanguard       infantry         white  1/4 SP  E8  facing s   hill",
            "  (c)  K5  2nd Halberds      Halberds       infantry         white  1/4 SP  E8  facing sw  hill",
        ],
    );
    assert_eq!(exhausted(&state).iter().filter(|exhausted| **exhausted).count(), 1, "{state}");
    let done = ["began screening the left of", "to face", "on the left", "fled from", "engaged", "joined the Conflict"];
    logs(&home, &sample, &done);
}

/// A week of a map game with three battles by three mechanisms: two battles at once, forces that march and meet, and a
/// winner by victory points.
#[test]
fn the_hundred_days_are_played_again_from_their_orders() {
    let home = Home::new();
    let scenario = concat!(env!("CARGO_MANIFEST_DIR"), "/saves/hundred-days/scenario.ron");
    let (sample, state) = played_from(&home, "hundred-days", scenario, "1815");
    assert_eq!(state["battles"].as_array().map(Vec::len), Some(3), "{state}");
    let done = [
        "contact 1 of Cavalry Reserve (Grouchy) with Prussian I Corps (Zieten) ended: Prussian I Corps (Zieten) left",
        "the battle Ligny ended: won by French, a crushing victory",
        "engaged Anglo-Allied I Corps (Orange) in Quatre Bras",
        "arrived in Waterloo",
        "Coalition exhausted: 21 SP lost",
        "lost 12 SP: 7 for good, 5 to return",
        "III Corps (Vandamme) turned back to Gembloux",
        "on Stance: Prussian III Corps (Thielmann) goes for the nearest objective",
        "the campaign ended: won by French, a narrow victory",
    ];
    logs(&home, &sample, &done);
}

/// A solo campaign of three battles over a network of towns: an enemy played by tables, marches and contacts, proposals
/// between battles, and a winner by victory points.
#[test]
fn the_orla_valley_is_played_again_from_its_orders() {
    let home = Home::new();
    let scenario = concat!(env!("CARGO_MANIFEST_DIR"), "/saves/orla/scenario.ron");
    let (sample, state) = played_from(&home, "orla", scenario, "1868");
    let battles = state["battles"].as_array().expect("battles");
    assert_eq!(battles.len(), 3, "{state}");
    let done = [
        "on Stance: Column Verany goes for the nearest objective",
        "on News: a carter has seen Column Verany on the road",
        "Column Verany met Brigade Thalberg: contact",
        "give 1 as consult Weather",
        "Orlabridge is held by Kessler now",
        "regained its grade",
        "rebuilt with 2 SP",
        "took 1 SP from the pool depot at Lindau",
        "2nd Jägers promoted",
        "the campaign ended: won by Kessler, a clear victory",
    ];
    logs(&home, &sample, &done);
    // Between the battles nothing due is left over.
    assert_eq!(state["clock"]["due"], serde_json::json!([]));
}

/// A week of a map game on a map of hexes: forces march and sight by areas, the lines of sight are blocked by the ground,
/// and a beaten force is destroyed.
#[test]
fn the_vale_of_arn_is_played_again_from_its_orders() {
    let home = Home::new();
    let scenario = concat!(env!("CARGO_MANIFEST_DIR"), "/saves/vale/scenario.ron");
    let (sample, state) = played_from(&home, "vale", scenario, "1813");
    assert_eq!(state["battles"].as_array().map(Vec::len), Some(4), "{state}");
    let done = [
        "Brigade Falk marched from J4 by Arnbruck to J6",
        "rolled 2 on Weather: storm: nobody marches",
        "orders 17 of North refused: “nobody marches in this storm”",
        "the battle The Sulz road ended: won by South, a clear victory",
        "Arnbruck is held by North now",
        "the campaign ended: won by South, a clear victory",
    ];
    logs(&home, &sample, &done);
    let north = home.run(&["log", as_str(&sample), "--for", "North"]).done().out;
    assert!(!north.contains("Leroy: I have one battalion that stands"), "{north}");
}

/// The same week as a map game with fog: written orders that are granted, changed or refused, messages with a delay,
/// and rulings on a side's knowledge. The shares beside the save are proved by the save.
#[test]
fn the_sealed_orders_are_played_again_and_what_each_side_knew_lies_beside() {
    let home = Home::new();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/saves/sealed-orders");
    let seed = "4f2c86d1a90b7e35c4d8f1620a9e5b73d6107cb24e93fa58b1c0d67e82395fa4";
    let (sample, state) = played_from(&home, "sealed-orders", &format!("{folder}/scenario.ron"), seed);
    assert_eq!(state["battles"].as_array().map(Vec::len), Some(3), "{state}");
    assert_eq!(state["clock"]["now"], serde_json::json!({ "day": 7, "part": "night" }));
    assert_eq!(state["clock"]["due"], serde_json::json!([]));
    let done = [
        "message to Coalition: “Zieten, two hours on the road: the whole French army is on the Sambre.”",
        "VI Corps (Lobau) hidden from Coalition",
        "grant F5 as march \"I Corps (d'Erlon)\"",
        "orders 6 of Coalition refused: “nobody of yours is left on the Sambre”",
        "VI Corps (Lobau) revealed to Coalition",
        "the campaign ended: won by French",
    ];
    logs(&home, &sample, &done);
    let waiting = home.run(&["orders", as_str(&sample), "--json"]).done().json();
    let orders = waiting["orders"].as_array().expect("orders");
    let answered = |orders: &serde_json::Value| matches!(orders["status"].as_str(), Some("given" | "done" | "refused"));
    assert!(orders.len() > 50 && orders.iter().all(answered), "{waiting}");
    for (side, knows, never) in [
        ("French", "infantry, about Quatre Bras", "Nobody at Brussels takes it for more than a feint"),
        ("Coalition", "Nobody at Brussels takes it for more than a feint", "infantry, about Quatre Bras"),
    ] {
        let share = home.file(
            &format!("{side}.share.ron"),
            fs::read(format!("{folder}/{side}.share.ron")).expect("it lies beside the scenario"),
        );
        let proved = home.run(&["verify", "--against", as_str(&share), as_str(&sample)]).done().out;
        assert!(proved.contains(&format!("an honest extract of {}: what {side} knew", as_str(&sample))), "{proved}");
        let told = home.run(&["log", as_str(&share)]).done().out;
        assert!(told.contains(knows) && !told.contains(never), "{side}: {told}");
        assert_eq!(told, home.run(&["log", as_str(&sample), "--for", side]).done().out, "{side}");
    }
    // Knowledge gained in a fight does not prevent the ranking of its dice or the count of its defeats.
    let luck = home.run(&["luck", as_str(&sample), "--for", "French"]).done().out;
    assert!(!luck.contains("rules give a different result from the recorded"), "{luck}");
    let records = home.run(&["service", as_str(&sample), "--for", "French"]).done().out;
    let of_all = home.run(&["service", as_str(&sample)]).done().out;
    for unit in ["Old Guard (Friant)", "III Cavalry Corps (Kellermann)", "6th Division (Jérôme)"] {
        let fought = |records: &str| -> Vec<String> {
            let of_unit = records.lines().filter(|line| line.starts_with(unit));
            of_unit.filter_map(|line| line.split("fought in ").nth(1)).map(String::from).collect()
        };
        assert!(!fought(&records).is_empty() && fought(&records) == fought(&of_all), "{unit}: {records}\n{of_all}");
    }
    // The French do not know what the Coalition holds outside their sight.
    let ended = home.run(&["log", as_str(&sample), "--for", "French"]).done().out;
    assert!(ended.contains("victory points: French 10, Coalition 0 or more"), "{ended}");
    let state = home.run(&["state", as_str(&sample), "--for", "French"]).done().out;
    assert!(state.contains("objective Brussels (5 points) holder unknown"), "{state}");
    // The Coalition knew nothing of Lobau until prisoners talked.
    let early = home.run(&["log", as_str(&sample), "--for", "Coalition", "entry 1-15"]).done().out;
    assert!(!early.contains("Lobau"), "{early}");
}
