//! `do` and `log` report the rank of a roll, computed from the state before it.

use crate::harness::call::Home;
use serde_json::Value;

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("a number: {value}"))
}

/// One green die against one yellow die: counts all pairs of faces.
fn green_v_yellow() -> [f64; 3] {
    let mut counts = [0.0; 3];
    for green in 1i32..=6 {
        for yellow in 1i32..=6 {
            let (green, yellow) = ((green + 1).clamp(1, 6), (yellow - 1).clamp(1, 6));
            counts[usize::try_from((green - yellow).signum() + 1).expect("0 to 2")] += 1.0 / 36.0;
        }
    }
    counts
}

#[test]
fn a_roll_is_ranked_by_what_could_have_been() {
    let home = Home::new();
    home.tannenberg("t");
    let [lost, even, won] = green_v_yellow();
    for (dice, worse, same, better) in
        [("6,2", lost + even, won, 0.0), ("1,3", lost, even, won), ("1,6", 0.0, lost, even + won)]
    {
        let done = home.run(&["do", "t.ron", "scrud 37th v 1st", "--dice", dice, "--json"]).done().json();
        let standing = &done[0]["standing"];
        assert_eq!(standing["for"], "Germans");
        for (key, wanted) in [("worse", worse), ("same", same), ("better", better), ("percentile", worse + same / 2.0)]
        {
            assert!((number(&standing[key]) - wanted).abs() < 1e-12, "{dice}: {key} of {standing}");
        }
        // `log` has the same rank for the entry, and the printed text too.
        let log = home.run(&["log", "t.ron", "--json"]).done().json();
        assert_eq!(log[0]["standing"], *standing, "{dice}");
        home.run(&["do", "t.ron", "undo"]).done();
    }
    let said = format!("Germans: best possible result: {:.0} of 100 are as good", 100.0 * won);
    for command in [&["do", "t.ron", "scrud 37th v 1st", "--dice", "6,2"][..], &["log", "t.ron"]] {
        let told = home.run(command).done().out;
        assert!(told.contains(&said), "{said}\n{told}");
    }
}

#[test]
fn rolls_without_a_success_have_no_rank() {
    let home = Home::new();
    home.tannenberg("t");
    let done = home.run(&["do", "t.ron", "note x", "initiative", "--dice", "5,2", "--json"]).done().json();
    assert_eq!((&done[0]["standing"], &done[1]["standing"]), (&Value::Null, &Value::Null));
}

/// An argument ranks by success: counts all pairs of faces.
#[test]
fn an_argument_is_ranked_by_its_success() {
    let home = Home::new();
    home.tannenberg("t");
    let pairs = || (1u8..=6).flat_map(|one| (1u8..=6).map(move |other| (one, other)));
    let share = |passes: bool| {
        let such = pairs().filter(|(one, other)| (one + other >= 8) == passes).count();
        f64::from(u8::try_from(such).expect("36 at the most")) / 36.0
    };
    for (dice, succeeds) in [("3,5", true), ("6,6", true), ("3,4", false)] {
        let order = "argue \"the road is mined\" by Germans roll 2d6 8+";
        let done = home.run(&["do", "t.ron", order, "--dice", dice, "--json"]).done().json();
        let standing = &done[0]["standing"];
        let (worse, better) = if succeeds { (share(false), 0.0) } else { (0.0, share(true)) };
        for (key, wanted) in [("worse", worse), ("same", share(succeeds)), ("better", better)] {
            assert!((number(&standing[key]) - wanted).abs() < 1e-12, "{dice}: {key} of {standing}");
            assert!(number(&standing[key]).is_sign_positive(), "{dice}: {key} of {standing}");
        }
        home.run(&["do", "t.ron", "undo"]).done();
    }
}

/// Several blows of a round rank by the hits of the side that struck first minus the enemy's: counts all rolls of three
/// d20 with the numbers that the round itself reports.
#[test]
fn a_rounds_blows_are_ranked_by_hits_less_the_enemys() {
    let home = Home::new();
    home.run(&["new", "garrison", "g.ron", "--no-open", "--seed", "1"]).done();
    home.run(&["do", "g.ron", "initiative", "first Column", "conflict Vanguard v Garrison", "--dice", "2,5"]).done();
    // The Warlord's d20 follows each blow that hits his stack.
    for dice in ["20,2,2", "2,2,2", "5,14,3,3", "2,3,17,3", "2,14,17,3,3", "20,14,17,3,3"] {
        let done = home.run(&["do", "g.ron", "round", "--dice", dice, "--json"]).done().json();
        let told: Vec<&str> = done[0]["events"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
        // `Vanguard struck at Garrison: 7 + AP 12 = 19 against 11 + DP 10 = 21, missed`
        let blows = told.iter().filter(|line| line.contains(" struck at "));
        let blows: Vec<(bool, i32, i32, bool)> = blows
            .map(|line| {
                let words: Vec<&str> = line.split(' ').collect();
                let after = |word: &str| {
                    let at = words.iter().position(|w| *w == word).expect("it is named");
                    words[at + 1].parse::<i32>().expect("a number")
                };
                (words[0] == "Vanguard", after("AP"), after("DP"), line.contains(", hit"))
            })
            .collect();
        assert_eq!(blows.len(), 3, "{told:#?}");
        let value = |hits: [bool; 3]| -> i32 {
            hits.iter().zip(&blows).map(|(hit, blow)| i32::from(*hit) * if blow.0 { 1 } else { -1 }).sum()
        };
        let came = value([blows[0].3, blows[1].3, blows[2].3]);
        let mut counted = [0.0; 3];
        for throw in 0..8000 {
            let faces = [throw % 20 + 1, throw / 20 % 20 + 1, throw / 400 + 1];
            let hits = [0, 1, 2].map(|at| {
                let (_, ap, dp, _) = blows[at];
                faces[at] == 20 || (faces[at] != 1 && faces[at] + ap >= 11 + dp)
            });
            let place = usize::try_from((value(hits) - came).signum() + 1).expect("0 to 2");
            counted[place] += 1.0 / 8000.0;
        }
        let standing = &done[0]["standing"];
        assert_eq!(standing["for"], "Column");
        for (key, wanted) in ["worse", "same", "better"].into_iter().zip(counted) {
            assert!((number(&standing[key]) - wanted).abs() < 1e-9, "{dice}: {key} of {standing}, {wanted}");
        }
        home.run(&["do", "g.ron", "undo"]).done();
    }
}

/// After a reroll the rank is among first rolls, and the text says so. Without a reroll the text does not mention it.
#[test]
fn rerolls_are_ranked_among_first_throws() {
    let home = Home::new();
    home.tannenberg("t");
    let change =
        "rules change only \"(mechanisms: [Scrud, Turns, Edna], scrud: (rerolls: (dice: 1)), edna: (rerolls: 1))\"";
    home.run(&["do", "t.ron", change]).done();
    let again = "; among first rolls, but dice were rerolled";
    let fight = "scrud 37th v 1st";
    // Only the first roll is on the table. It has no rank until both sides accept it.
    home.run(&["do", "t.ron", fight, "--dice", "1,3"]).done();
    let rerolled = home.run(&["do", "t.ron", "reroll \"37th Brigade\"", "stand Russians", "--dice", "6"]).done().out;
    let [_, _, won] = green_v_yellow();
    let said = format!("Germans: best possible result: {:.0} of 100 are as good", 100.0 * won) + again;
    assert!(rerolled.contains(&said), "{said}\n{rerolled}");
    // A repeated EDNA test mentions the reroll, the first test does not.
    let first = home.run(&["do", "t.ron", "edna \"73rd Brigade\"", "--dice", "6,5"]).done().out;
    assert!(first.contains("of 100") && !first.contains(again), "{first}");
    let second = home.run(&["do", "t.ron", "retest \"73rd Brigade\"", "--dice", "1,2", "--json"]).done().json();
    assert_eq!(second[0]["standing"]["thrown_again"], true, "{}", second[0]);
    // Of all 36 rolls of two dice, the 3 is among the 26 that act and leave EDNA 8.
    assert!((number(&second[0]["standing"]["same"]) - 26.0 / 36.0).abs() < 1e-12, "{}", second[0]);
    let log = home.run(&["log", "t.ron"]).done().out;
    assert_eq!(log.matches(again).count(), 2, "{log}");
}

#[test]
fn large_ranks_are_computed_on_demand() {
    let home = Home::new();
    home.run(&["new", "grand-couronne", "g.ron"]).done();
    let done = home.run(&["do", "g.ron", "scrud French v Germans", "--json"]).done().json();
    let by_do = number(&done[0]["standing"]["percentile"]);
    let log = home.run(&["log", "g.ron", "--json"]).done().json();
    assert_eq!(log[0]["standing"], Value::Null, "it is not worked out for a whole diary");
    let log = home.run(&["log", "g.ron", "--json", "--odds"]).done().json();
    assert!((number(&log[0]["standing"]["percentile"]) - by_do).abs() < 1e-12);
}

/// Ctrl-C during a script finishes the current order and skips the rest.
#[test]
#[cfg(unix)]
fn ctrl_c_ends_a_script_between_two_orders() {
    use std::{
        io::Write as _,
        process::{Command, Stdio},
        thread,
        time::Duration,
    };
    let home = Home::new();
    home.run(&["new", "grand-couronne", "g.ron"]).done();
    let script = "scrud French v Germans\nundo\n".repeat(2000);
    let mut command = home.command(&["do", "g.ron", "-"]);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it runs");
    child.stdin.take().expect("its input").write_all(script.as_bytes()).expect("it reads");
    thread::sleep(Duration::from_millis(1500));
    let interrupted = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    assert!(interrupted.success());
    let ended = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(1), "{said}");
    assert!(said.contains("cancelled") && said.contains("the orders before this were carried out"), "{said}");
    home.run(&["verify", "g.ron"]).done();
}

/// Another program changes the save during a script: the message names the line, the earlier orders stay, and no
/// printed output is lost.
#[test]
#[cfg(unix)]
fn a_script_that_is_overtaken_says_where_it_ended() {
    use std::{
        fs,
        io::{BufRead as _, BufReader, Write as _},
        process::Stdio,
        thread,
    };
    use wardiary_diary::diary::file::{Mode, Save};
    use wardiary_rules::order::Order;
    const LINES: usize = 4_000;
    let notes = |path: &std::path::Path| -> Vec<String> {
        let save = Save::open(path, Mode::Read).unwrap_or_else(|e| panic!("{e}"));
        let note = |order: &Order| match order {
            Order::Note { text } => Some(text.to_string()),
            _ => None,
        };
        save.diary().entries().iter().filter_map(|entry| note(&entry.order)).collect()
    };
    for is_older in [true, false] {
        let home = Home::new();
        let path = home.tannenberg("t");
        let older = home.path("older.ron");
        fs::copy(&path, &older).expect("a copy");
        let mut command = home.command(&["do", "t.ron", "-"]);
        let mut child = command.stdin(Stdio::piped()).spawn().expect("it runs");
        let script: Vec<String> = (1..=LINES).map(|at| format!("note \"line {at}\"")).collect();
        child.stdin.take().expect("its input").write_all(script.join("\n").as_bytes()).expect("it reads");
        let mut printed = BufReader::new(child.stdout.take().expect("its output")).lines();
        let first: Vec<String> = printed.by_ref().take(20).map(|line| line.expect("a line")).collect();
        assert_eq!(first.len(), 20);
        if is_older {
            fs::rename(&older, &path).expect("laid over");
        } else {
            let mut file = fs::OpenOptions::new().append(true).open(&path).expect("it is there");
            file.write_all(b" // seen by another\n").expect("written");
        }
        let rest = thread::spawn(move || printed.fold(0, |many, line| many + usize::from(line.is_ok())));
        let ended = child.wait_with_output().expect("it ends");
        let carried_out = 20 + rest.join().expect("it only reads");
        let said = String::from_utf8(ended.stderr).expect("text");
        assert_eq!(ended.status.code(), Some(3), "{said}");
        assert!(carried_out < LINES, "it was never overtaken");
        let line = format!("line {0}, `note \"line {0}\"`: ", carried_out + 1);
        assert!(said.contains(&line), "after {carried_out}: {said}");
        assert!(
            said.contains("another program changed it while it was open here")
                || said.contains("another program replaced the file during the write"),
            "{said}"
        );
        let kept = home.path("t.ours-1.ron");
        assert_eq!(said.contains("t.ours-1.ron"), kept.exists(), "{said}");
        assert_eq!(kept.exists(), is_older, "{said}");
        let found = notes(if is_older { &kept } else { &path });
        let wanted: Vec<String> = (1..=carried_out).map(|at| format!("line {at}")).collect();
        assert!(
            found.starts_with(&wanted) && found.len() <= carried_out + 1,
            "{} of {carried_out}: {said}",
            found.len()
        );
    }
}
