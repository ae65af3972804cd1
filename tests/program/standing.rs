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
    let said =
        format!("Germans: better than {:.0} of 100, as good as {:.0} of 100", 100.0 * (lost + even), 100.0 * won);
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
