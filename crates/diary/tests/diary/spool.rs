//! An order that was handed in while the save is open elsewhere is taken in exactly once, whatever fails in between.

use std::{fs, path::Path, sync::Arc};
use wardiary_base::{id::SideId, text::Text};
use wardiary_diary::diary::file::{HandedIn, Mode, Save, SpoolFault};
use wardiary_harness_diary::{
    memory_disk::{Fault, MemoryDisk, SimpleRng},
    play::{give, now, tannenberg},
};

const PATH: &str = "saves/battle.ron";

/// Orders with equal texts among them, which are different orders.
const TEXTS: [&str; 4] = ["hold the ford", "march at dawn", "hold the ford", "to the guns"];

fn side(save: &Save) -> SideId {
    save.diary().state().sides()[0].id
}

fn written(save: &Save, text: &str) -> HandedIn {
    HandedIn { side: side(save), text: Text::from(text), due: None, request: None }
}

fn inbox(save: &Save) -> Vec<String> {
    save.diary().state().written_orders().iter().map(|orders| orders.text.to_string()).collect()
}

fn open(disk: &MemoryDisk, mode: Mode) -> Save {
    Save::open_on(Arc::new(disk.clone()), Path::new(PATH), mode).expect("it opens")
}

fn fresh() -> MemoryDisk {
    let disk = MemoryDisk::default();
    let header = wardiary_diary::assets::scenario("tannenberg", None, "1914".parse().expect("a seed"));
    drop(Save::create_on(Arc::new(disk.clone()), Path::new(PATH), header.expect("it ships")));
    disk
}

fn hand_in_all(disk: &MemoryDisk) {
    let reader = open(disk, Mode::Read);
    for text in TEXTS {
        reader.hand_in(written(&reader, text), now(reader.diary())).expect("the disk is whole");
    }
}

#[test]
fn an_open_save_takes_in_what_others_hand_in() {
    let disk = fresh();
    let mut referee = open(&disk, Mode::Write);
    hand_in_all(&disk);
    assert_eq!(referee.spooled().expect("read").len(), TEXTS.len());
    give(&mut referee, "note \"in between\"", &[]).expect("a note");
    let taken = referee.take_in(now(referee.diary())).expect("the disk is whole");
    assert_eq!(taken.entries, [2, 3, 4, 5]);
    assert_eq!(inbox(&referee), TEXTS);
    assert!(referee.take_in(now(referee.diary())).expect("nothing").entries.is_empty());
    assert_eq!(disk.names().iter().filter(|name| name.contains(".mail-")).count(), 0);
}

#[test]
fn an_order_that_was_acknowledged_survives_a_power_cut() {
    let disk = fresh();
    let reader = open(&disk, Mode::Read);
    for (n, text) in TEXTS.into_iter().enumerate() {
        reader.hand_in(written(&reader, text), now(reader.diary())).expect("the disk is whole");
        for chance in 0..20 {
            let after = disk.after_power_cut(disk.steps(), &mut SimpleRng(chance));
            assert_eq!(open(&after, Mode::Read).spooled().expect("read").len(), n + 1);
        }
    }
}

/// The power is cut at every step of taking in, and again at every fifth step of taking in the rest.
#[test]
fn a_power_cut_loses_and_repeats_no_order() {
    let disk = fresh();
    hand_in_all(&disk);
    let begun = disk.steps();
    let mut referee = open(&disk, Mode::Write);
    referee.take_in(now(referee.diary())).expect("the disk is whole");
    for steps in begun..=disk.steps() {
        let after = disk.after_power_cut(steps, &mut SimpleRng(steps as u64));
        let again = after.steps();
        let mut referee = open(&after, Mode::Write);
        referee.take_in(now(referee.diary())).expect("the disk is whole");
        assert_eq!(inbox(&referee), TEXTS, "after {steps} steps");
        for more in (again..=after.steps()).step_by(5) {
            let twice = after.after_power_cut(more, &mut SimpleRng(more as u64));
            let mut referee = open(&twice, Mode::Write);
            referee.take_in(now(referee.diary())).expect("the disk is whole");
            assert_eq!(inbox(&referee), TEXTS, "after {steps} steps and {more} more");
        }
    }
}

#[test]
fn a_failing_disk_loses_and_repeats_no_order() {
    for (nth, fault) in Fault::ALL.into_iter().enumerate() {
        // Each kind of failure tries a share of the operations.
        for at in (nth..60).step_by(5) {
            let disk = fresh();
            hand_in_all(&disk);
            let mut referee = open(&disk, Mode::Write);
            disk.fail(disk.operations() + at, fault);
            let _ = referee.take_in(now(referee.diary()));
            disk.heal();
            // The program goes on, or is started again.
            if at % 2 == 0 {
                drop(referee);
                referee = open(&disk, Mode::Write);
            }
            let taken = referee.take_in(now(referee.diary()));
            assert!(taken.is_ok(), "{fault:?} at {at}: {taken:?}");
            assert_eq!(inbox(&referee), TEXTS, "{fault:?} at {at}");
        }
    }
}

/// A request that comes again, at any moment and after a power cut at any step, is one order.
#[test]
fn a_repeated_request_is_one_order() {
    let disk = fresh();
    let sends = |disk: &MemoryDisk| {
        let reader = open(disk, Mode::Read);
        for text in ["hold", "march"] {
            let order = HandedIn { request: Some("7".into()), ..written(&reader, text) };
            reader.hand_in(order, now(reader.diary())).expect("the disk is whole");
        }
    };
    let takes_in = |disk: &MemoryDisk, later: i64| {
        let mut referee = open(disk, Mode::Write);
        let now = now(referee.diary()) + jiff::SignedDuration::from_hours(later);
        referee.take_in(now).expect("the disk is whole");
        inbox(&referee)
    };
    sends(&disk);
    sends(&disk);
    let begun = disk.steps();
    takes_in(&disk, 0);
    for steps in begun..=disk.steps() {
        let after = disk.after_power_cut(steps, &mut SimpleRng(steps as u64));
        sends(&after);
        assert_eq!(takes_in(&after, 1), ["hold", "march"], "after {steps} steps");
        sends(&after);
        assert_eq!(takes_in(&after, 2), ["hold", "march"], "after {steps} steps");
    }
    // Requests are forgotten after a day.
    sends(&disk);
    let reader = open(&disk, Mode::Read);
    reader
        .hand_in(HandedIn { request: Some("8".into()), ..written(&reader, "hold") }, now(reader.diary()))
        .expect("written");
    assert_eq!(takes_in(&disk, 25).len(), 3);
    assert_eq!(disk.names().iter().filter(|name| name.contains(".taken-")).count(), 1, "{:?}", disk.names());
}

/// Anybody who can write in the folder may put anything there under such a name.
#[test]
fn what_is_no_order_of_this_save_stays_in_place() {
    let home = tempfile::tempdir().expect("a folder");
    let mut save = tannenberg(home.path(), "one.ron");
    let other = tannenberg(home.path(), "two.ron");
    other.hand_in(written(&other, "theirs"), now(other.diary())).expect("written");
    let mail = || {
        let files =
            fs::read_dir(home.path()).expect("a folder").filter_map(|file| file.ok()?.file_name().into_string().ok());
        let mut files: Vec<String> = files.filter(|name| name.contains(".mail-")).collect();
        files.sort();
        files
    };
    let theirs = mail().remove(0);
    fs::rename(home.path().join(theirs), home.path().join(".one.ron.mail-1")).expect("renamed");
    fs::write(home.path().join(".one.ron.mail-2"), "shopping list").expect("written");
    fs::create_dir(home.path().join(".one.ron.mail-3")).expect("a folder");
    #[cfg(unix)]
    {
        save.hand_in(written(&save, "mine"), now(save.diary())).expect("written");
        let mine = mail().into_iter().find(|name| name.contains(".mail-17")).expect("it is there");
        fs::rename(home.path().join(mine), home.path().join("elsewhere")).expect("renamed");
        std::os::unix::fs::symlink("elsewhere", home.path().join(".one.ron.mail-4")).expect("a link");
    }
    save.hand_in(written(&save, "mine"), now(save.diary())).expect("written");
    let before = mail().len();
    let taken = save.take_in(now(save.diary())).expect("the disk is whole");
    assert_eq!((taken.entries.len(), inbox(&save)), (1, vec!["mine".to_string()]));
    assert_eq!(mail().len(), before - 1, "{:?}", mail());
    assert!(matches!(taken.left[0].1, SpoolFault::OtherGame), "{:?}", taken.left);
    assert!(taken.left[1..].iter().all(|(_, fault)| matches!(fault, SpoolFault::NotOurs)), "{:?}", taken.left);
}

#[test]
fn an_order_that_the_rules_refuse_stays_and_holds_up_no_other() {
    let disk = fresh();
    let mut referee = open(&disk, Mode::Write);
    let too_long = "x".repeat(5_000);
    for text in [too_long.as_str(), "hold the ford"] {
        referee.hand_in(written(&referee, text), now(referee.diary())).expect("written");
    }
    let taken = referee.take_in(now(referee.diary())).expect("the disk is whole");
    assert!(matches!(taken.left[..], [(_, SpoolFault::Refused(_))]), "{:?}", taken.left);
    assert_eq!(inbox(&referee), ["hold the ford"]);
}
