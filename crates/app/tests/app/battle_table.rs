//! The rows and texts of the battle screen.

use proptest::prelude::*;
use std::collections::BTreeSet;
use wardiary_app::parts::{BattleScreen, OddsWorker, Session};
use wardiary_base::id::{Id, StackId};
use wardiary_diary::{
    assets::{Folders, SAMPLE},
    diary::{
        file::{Save, create_from_text},
        watch::Watch,
    },
};
use wardiary_rules::{
    notation::{Instruction, parse_instruction},
    state::EntityKind,
};
use wardiary_view::forces;

/// Takes a step that changes the rows or the entries' text.
fn step(screen: &mut BattleScreen, session: &mut Session, (what, n): (u8, usize)) {
    let many = screen.rows(session).len();
    match what {
        0 => session.view_entry(u32::try_from(n).expect("a few") % session.diary().next_no()),
        1 | 2 => {
            screen.forces.selected = n % many;
            let id = screen.rows(session)[screen.forces.selected].id;
            if what == 1 {
                screen.folded.insert(id)
            } else {
                screen.folded.remove(&id)
            };
        }
        3 | 4 => {
            let moved = if what == 3 { session.save_mut().undo(1) } else { session.save_mut().redo(1) };
            moved.ok();
            session.stop_reviewing();
            session.after_change();
        }
        5 | 6 => {
            let units = session.diary().state().units();
            let unit = &units[n % units.len()];
            let id = unit.id;
            let text =
                if what == 5 { format!("lose {id} {}", unit.strength_in_rules().now) } else { format!("note \"{n}\"") };
            let read = parse_instruction(&text, session.diary().state());
            let now = jiff::Timestamp::from_second(1_790_000_000).expect("a time");
            if let Ok(Instruction::Order(order)) = read {
                let mut dice = session.diary().program_dice(&[]);
                session.save_mut().submit(order, &mut dice, now).ok();
                session.after_change();
            }
        }
        7 => {
            session.save_mut().reload(Watch::none()).expect("a sound save");
            session.after_reload();
        }
        _ => session.cycle_battle(1),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    /// After viewing, folding, recording, undoing and reloading in any order, the cached rows and texts equal
    /// freshly computed ones.
    #[test]
    fn cached_rows_equal_fresh_ones(steps in prop::collection::vec((0u8..9, 0usize..400), 1..24)) {
        let home = tempfile::tempdir().expect("a folder");
        let path = home.path().join("sample.ron");
        create_from_text(&path, SAMPLE.1).expect("written");
        let save = Save::open_or_follow(&path, Watch::none()).expect("a sound save");
        let folders = Folders { saves: home.path().into(), config: home.path().into() };
        let mut session = Session::new(save.into(), OddsWorker::without_thread(), folders);
        let mut screen = BattleScreen::new(&session);
        for one in steps {
            step(&mut screen, &mut session, one);
            let now = |closed| forces::rows_in(session.state(), closed, session.battle());
            prop_assert_eq!(&*screen.rows(&session), &now(&screen.folded));
            let side = now(&screen.folded).iter().position(|row| row.kind == EntityKind::Side).expect("a side");
            screen.forces.selected = side;
            let of_side = now(&screen.folded)[side].id;
            let stack = now(&BTreeSet::new()).into_iter().find(|row| {
                row.kind == EntityKind::Stack && session.state().side_of(row.id).map(Id::from) == Some(of_side)
            });
            prop_assert_eq!(screen.selected_stack(&session), stack.map(|row| StackId(row.id.0)));
            let window = (session.position_of(session.entry()).saturating_sub(20), 20);
            screen.describe_window(window, &mut session);
            prop_assert_eq!(&screen.diary_window, &session.accounts(window.0, window.1));
        }
    }
}

/// The dice on screen during a review are the entry's own, whichever of the battles under way is shown.
#[test]
fn a_viewed_entry_shows_its_own_dice() {
    let home = tempfile::tempdir().expect("a folder");
    let path = home.path().join("sample.ron");
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../../saves/hundred-days.ron");
    std::fs::copy(sample, &path).expect("copied");
    let save = Save::open_or_follow(&path, Watch::none()).expect("a sound save");
    let folders = Folders { saves: home.path().into(), config: home.path().into() };
    let mut session = Session::new(save.into(), OddsWorker::without_thread(), folders);
    let diary = session.diary();
    let rolls = |no: &&u32| diary.entry(**no).is_some_and(|entry| !entry.dice.is_empty());
    let entries: Vec<u32> = diary.path().iter().filter(rolls).take(12).copied().collect();
    let mut phases = 0;
    for no in &entries {
        session.view_entry(*no);
        let own = session.last_phase().cloned();
        phases += usize::from(own.is_some());
        session.cycle_battle(1);
        assert_eq!(session.last_phase(), own.as_ref(), "entry {no} after another battle is shown");
    }
    assert!(phases > 0);
}
