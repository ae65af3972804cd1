//! Programs that write the same save at once, under one name, two names or links, while its lock is deleted or the
//! programs are killed: every acknowledged entry is in the save.

use crate::harness::call::Home;
use std::{
    collections::BTreeSet,
    fs,
    os::unix::{fs::symlink, process::CommandExt},
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant},
};
use wardiary_diary::diary::{
    file::{Mode, Save},
    watch::Watch,
};
use wardiary_rules::order::Order;

/// What happens to the save during the race.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Meanwhile {
    Nothing,
    /// The lock is deleted repeatedly.
    LockDeleted,
    /// Every third process is killed.
    Killed,
}

/// The notes in a save.
fn notes(home: &Home, name: &str) -> BTreeSet<String> {
    let save = Save::open(&home.path(name), Mode::Read).unwrap_or_else(|e| panic!("{name}: {e}"));
    let notes = save.diary().entries().iter().filter_map(|entry| match &entry.order {
        Order::Note { text } => Some(text.to_string()),
        _ => None,
    });
    notes.collect()
}

/// Two programs write notes, each under one of the names. Checks that the save contains all acknowledged notes, and
/// returns their number.
fn race(names: [&str; 2], calls: usize, meanwhile: Meanwhile) -> usize {
    let home = Home::new();
    home.tannenberg("a");
    match names[1] {
        "link.ron" => symlink("a.ron", home.path("link.ron")).expect("a link"),
        "hard.ron" => fs::hard_link(home.path("a.ron"), home.path("hard.ron")).expect("a link"),
        _ => {}
    }
    let over = AtomicBool::new(false);
    let acknowledged: Vec<(usize, Vec<String>)> = thread::scope(|scope| {
        let writers: Vec<_> = [0, 1]
            .map(|who| {
                let home = &home;
                scope.spawn(move || {
                    let mut said = Vec::new();
                    for call in 0..calls {
                        let note = format!("{who} {call}");
                        let order = format!("note \"{note}\"");
                        let mut child =
                            home.command(&["do", names[who], "--wait", "30s", &order]).spawn().expect("it starts");
                        if meanwhile == Meanwhile::Killed && call % 3 == 0 {
                            thread::sleep(Duration::from_millis((call as u64 * 7) % 23));
                            let _ = child.kill();
                        }
                        let ended = child.wait_with_output().expect("it ends");
                        // Half a line is no acknowledgement.
                        if String::from_utf8_lossy(&ended.stdout).ends_with(&format!("\"{note}\"\n")) {
                            said.push(note);
                        }
                    }
                    (who, said)
                })
            })
            .into_iter()
            .collect();
        if meanwhile == Meanwhile::LockDeleted {
            scope.spawn(|| {
                while !over.load(Ordering::Relaxed) {
                    let _ = fs::remove_file(home.path(".a.ron.lock"));
                    thread::sleep(Duration::from_micros(300));
                }
            });
        }
        let said = writers.into_iter().map(|writer| writer.join().expect("it does not panic")).collect();
        over.store(true, Ordering::Relaxed);
        said
    });
    let mut all = 0;
    for (who, said) in acknowledged {
        let found = notes(&home, names[who]);
        let gone: Vec<&String> = said.iter().filter(|note| !found.contains(*note)).collect();
        assert!(
            gone.is_empty(),
            "{names:?}: {} of {} acknowledged by {} are gone: {gone:?}",
            gone.len(),
            said.len(),
            names[who]
        );
        all += said.len();
    }
    let left: Vec<String> = fs::read_dir(home.path(""))
        .expect("it is there")
        .flatten()
        .map(|f| f.file_name().to_string_lossy().into_owned())
        .collect();
    if meanwhile != Meanwhile::Killed {
        assert!(!left.iter().any(|name| name.starts_with(".wardiary-")), "{left:?}");
        home.run(&["verify", "a.ron"]).done();
    }
    all
}

const NAMES: [[&str; 2]; 3] = [["a.ron", "a.ron"], ["a.ron", "link.ron"], ["a.ron", "hard.ron"]];

#[test]
fn two_names_of_a_save_lose_nothing_acknowledged() {
    for names in NAMES {
        assert_eq!(race(names, 8, Meanwhile::Nothing), 16, "{names:?}: who waits is served");
    }
}

#[test]
fn with_the_lock_deleted_nothing_acknowledged_is_lost() {
    for names in NAMES {
        assert_eq!(race(names, 8, Meanwhile::LockDeleted), 16, "{names:?}: who waits is served");
    }
}

#[test]
fn under_kills_nothing_acknowledged_is_lost() {
    let all: usize = NAMES.iter().map(|names| race(*names, 9, Meanwhile::Killed)).sum();
    assert!(all >= 30, "{all} were acknowledged");
}

#[test]
#[ignore = "long: `cargo test --release -- --ignored`"]
fn a_thousand_calls_lose_nothing() {
    for names in NAMES {
        for meanwhile in [Meanwhile::Nothing, Meanwhile::LockDeleted, Meanwhile::Killed] {
            race(names, 500, meanwhile);
        }
    }
}

#[test]
fn a_busy_save_is_waited_for() {
    let home = Home::new();
    home.tannenberg("t");
    let save = Save::open_waiting(&home.path("t.ron"), Duration::from_secs(5), Watch::none()).expect("it is free");
    for wait in ["0", "200ms"] {
        home.run(&["do", "t.ron", "--wait", wait, "note no"]).failed(3, &["it is open elsewhere"]);
    }
    home.run(&["do", "t.ron", "--wait", "soon", "note no"])
        .failed(2, &["a time is a number of seconds, or a number with its unit: 2, 500ms, 2m"]);
    let began = Instant::now();
    let holder = thread::spawn(move || {
        thread::sleep(Duration::from_millis(700));
        drop(save);
    });
    home.run(&["do", "t.ron", "note yes"]).done();
    assert!(began.elapsed() >= Duration::from_millis(600));
    holder.join().expect("it only sleeps");
    assert_eq!(notes(&home, "t.ron").into_iter().collect::<Vec<_>>(), ["yes"]);
}

#[test]
fn a_failed_start_leaves_no_file() {
    let home = Home::new();
    // A folder with the name of the lock prevents the lock.
    fs::create_dir(home.path(".t.ron.lock")).expect("a folder");
    home.run(&["new", "tannenberg", "t.ron"]).failed(3, &[".t.ron.lock"]);
    assert!(!home.path("t.ron").exists());
    let left: Vec<_> =
        fs::read_dir(home.path("")).expect("it is there").flatten().map(|file| file.file_name()).collect();
    assert_eq!(left, [".t.ron.lock"]);
}

/// In a folder from another user, the lock's name may be a link. Nothing is written through the link.
#[test]
fn targets_of_lock_file_links_are_left_alone() {
    let home = Home::new();
    home.tannenberg("t");
    fs::copy(home.path("t.ron"), home.path("u.ron")).expect("copied");
    home.run(&["do", "u.ron", "note other"]).done();
    home.file("bashrc", "alias ll\n");
    fs::remove_file(home.path(".t.ron.lock")).expect("the first opening made it");
    symlink("bashrc", home.path(".t.ron.lock")).expect("a link");
    let save = home.read("t.ron");
    for call in [&["do", "t.ron", "note one"][..], &["seal", "t.ron"], &["merge", "t.ron", "u.ron"]] {
        home.run(call).failed(3, &[".t.ron.lock", "is not a plain file; delete that file", "wardiary log t.ron"]);
        assert_eq!((home.read("bashrc").as_str(), home.read("t.ron")), ("alias ll\n", save.clone()), "{call:?}");
    }
    home.run(&["log", "t.ron"]).done();
    fs::remove_file(home.path(".t.ron.lock")).expect("it is there");
    home.run(&["do", "t.ron", "note one"]).done();
}

/// Another user's lock file, readable or not, does not prevent writing a save that this user may write.
#[test]
fn another_users_lock_file_keeps_nobody_out() {
    use std::os::unix::fs::PermissionsExt;
    let home = Home::new();
    home.tannenberg("t");
    let nobody = |arguments: &[&str]| home.command(arguments).uid(65534).gid(65534).output();
    if nobody(&["--version"]).is_err() {
        println!("skipped: only root can be somebody else");
        return;
    }
    let mode = |name: &str, mode: u32| {
        fs::set_permissions(home.path(name), fs::Permissions::from_mode(mode))
            .unwrap_or_else(|e| panic!("{name}: {e}"));
    };
    mode("", 0o755);
    mode("t.ron", 0o666);
    for lock in [0o644, 0o600] {
        mode(".t.ron.lock", lock);
        let given = nobody(&["do", "t.ron", "note mine"]).expect("it starts");
        assert!(given.status.success(), "{lock:o}: {}", String::from_utf8_lossy(&given.stderr));
    }
    // The holder of the lock still locks others out.
    let save = Save::open_waiting(&home.path("t.ron"), Duration::from_secs(5), Watch::none()).expect("it is free");
    let refused = nobody(&["do", "t.ron", "--wait", "0", "note mine"]).expect("it starts");
    assert!(String::from_utf8_lossy(&refused.stderr).contains("it is open elsewhere"), "{refused:?}");
    drop(save);
}

/// If the file needs to be rewritten, a second name would keep the old file, so the program writes under neither name.
#[test]
fn a_torn_save_with_two_names_is_not_made_two() {
    use std::os::unix::fs::MetadataExt as _;
    let home = Home::new();
    home.tannenberg("t");
    home.run(&["do", "t.ron", "note one", "note two"]).done();
    let whole = fs::read(home.path("t.ron")).expect("it is there");
    let forged = String::from_utf8(whole.clone()).expect("text").replacen("\"one\"", "\"eno\"", 1);
    for (what, bytes, calls) in [
        (
            "torn",
            &whole[..whole.len() - 150],
            &[&["do", "t.ron", "note a"][..], &["do", "u.ron", "note b"], &["seal", "t.ron"]][..],
        ),
        ("changed by hand", forged.as_bytes(), &[&["seal", "t.ron"], &["seal", "u.ron"]]),
    ] {
        let _ = fs::remove_file(home.path("u.ron"));
        fs::write(home.path("t.ron"), bytes).expect("written");
        fs::hard_link(home.path("t.ron"), home.path("u.ron")).expect("a link");
        let before = fs::read_dir(home.path("")).expect("a folder").count();
        for call in calls {
            let said = home.run(call).failed(3, &["it has 2 names (hard links)", "nothing was written", "cp "]);
            println!("{what}: {}", said.err);
        }
        assert_eq!(fs::read(home.path("u.ron")).expect("it is there"), bytes, "{what}");
        let inode = |name| fs::metadata(home.path(name)).expect("it is there").ino();
        assert_eq!(inode("t.ron"), inode("u.ron"), "{what}");
        let lock = usize::from(home.path(".u.ron.lock").exists());
        assert!(
            fs::read_dir(home.path("")).expect("a folder").count() <= before + lock,
            "{what}: nothing is left beside"
        );
        home.run(&["log", "t.ron"]).done();
        // After the second name is removed, writing works again.
        fs::remove_file(home.path("u.ron")).expect("removed");
        home.run(calls[0]).done();
    }
}
