//! `do` and `log` say how likely a roll was, derived from the state before it.

use crate::harness::call::Home;
use serde_json::Value;

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("a number: {value}"))
}

/// One green die against one yellow one: every pair of faces, counted.
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
        // `log` says the same of the entry, and so does what is printed.
        let log = home.run(&["log", "t.ron", "--json"]).done().json();
        assert_eq!(log[0]["standing"], *standing, "{dice}");
        home.run(&["do", "t.ron", "undo"]).done();
    }
    let said = format!(
        "Germans: better than {:.0} of 100 throws, as good as {:.0} of 100",
        100.0 * (lost + even),
        100.0 * won
    );
    for command in [&["do", "t.ron", "scrud 37th v 1st", "--dice", "6,2"][..], &["log", "t.ron"]] {
        let told = home.run(command).done().out;
        assert!(told.contains(&said), "{said}\n{told}");
    }
}

#[test]
fn what_is_nobodys_success_has_no_rank() {
    let home = Home::new();
    home.tannenberg("t");
    let done = home.run(&["do", "t.ron", "note x", "initiative", "--dice", "5,2", "--json"]).done().json();
    assert_eq!((&done[0]["standing"], &done[1]["standing"]), (&Value::Null, &Value::Null));
}

#[test]
fn what_is_large_is_said_on_demand() {
    let home = Home::new();
    home.run(&["new", "grand-couronne", "g.ron"]).done();
    let done = home.run(&["do", "g.ron", "scrud French v Germans", "--json"]).done().json();
    let by_do = number(&done[0]["standing"]["percentile"]);
    let log = home.run(&["log", "g.ron", "--json"]).done().json();
    assert_eq!(log[0]["standing"], Value::Null, "it is not worked out for a whole diary");
    let log = home.run(&["log", "g.ron", "--json", "--odds"]).done().json();
    assert!((number(&log[0]["standing"]["percentile"]) - by_do).abs() < 1e-12);
}

/// Pressed while orders are carried out, Ctrl-C lets the order in hand be finished; the rest are not begun.
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
    assert!(said.contains("broken off") && said.contains("the orders before it are carried out"), "{said}");
    home.run(&["verify", "g.ron"]).done();
}

/// Another program changes the save in the middle of a script: the line is said at which it ends, what was carried out before
/// it stays, and nothing that was printed is lost.
#[test]
#[cfg(unix)]
fn a_script_that_is_overtaken_says_where_it_ended() {
    use std::{
        fs,
        io::{BufRead as _, BufReader, Write as _},
        process::Stdio,
        thread,
    };
    use wardiary::{
        diary::file::{Mode, Save},
        order::Order,
    };
    const LINES: usize = 4_000;
    let notes = |path: &std::path::Path| -> Vec<String> {
        let save = Save::open(path, Mode::Read).unwrap_or_else(|e| panic!("{e}"));
        let note = |order: &Order| match order {
            Order::Note { text } => Some(text.clone()),
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
        assert!(said.contains("another program changed it") || said.contains("another file took its place"), "{said}");
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
