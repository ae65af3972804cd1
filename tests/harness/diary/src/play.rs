//! Saves played by the text of orders, with dice from a script or from the program.

use jiff::Timestamp;
use std::path::Path;
use wardiary_base::dice::source::ScriptedDice;
use wardiary_diary::{
    diary::{Diary, file::Save},
    error::UserError,
};
use wardiary_rules::notation::{Instruction, parse_instruction};

/// Gives an order to a save with these faces. Without faces, the program throws.
pub fn give(save: &mut Save, text: &str, faces: &[u8]) -> Result<(), UserError> {
    let read = parse_instruction(text, save.diary().state())
        .map_err(|e| wardiary_diary::error::UserError::from_notation(e, text))?;
    let order = match read {
        Instruction::Order(order) => order,
        way => return navigate(save, &way),
    };
    let now = now(save.diary());
    let mut program = save.diary().program_dice(&[]);
    let mut script = ScriptedDice { faces: faces.iter().copied().collect() };
    let given = if faces.is_empty() {
        save.submit(order, &mut program, now).map_err(|error| UserError::from_submit(error, save.diary().state()))
    } else {
        save.submit(order, &mut script, now).map_err(|error| UserError::from_submit(error, save.diary().state()))
    };
    given.map(drop)
}

/// Moves through a diary, or rebases it.
fn navigate(save: &mut Save, instruction: &Instruction) -> Result<(), UserError> {
    let gone = match instruction {
        Instruction::Undo(many) => save.undo(*many),
        Instruction::Redo(many) => save.redo(*many),
        Instruction::Remark { entry, annotation: says } => {
            let now = now(save.diary());
            save.remark(*entry, says.clone(), now).map(|()| save.diary().head())
        }
        Instruction::Rebase { entry, change, .. } => {
            let rebase = save.diary().rebase(*entry, change, Timestamp::UNIX_EPOCH)?;
            save.rebase(rebase)
        }
        way => {
            let way = save.diary().head_move(way)?.expect("it is a way");
            save.move_head(way, Timestamp::UNIX_EPOCH)
        }
    };
    gone.map(drop).map_err(|error| UserError::from_write(error, save.diary().state()))
}

/// The time of a diary's next entry.
pub fn now(diary: &Diary) -> Timestamp {
    Timestamp::from_second(1_790_000_000 + i64::from(diary.next_no())).expect("a time")
}

/// A new save of the scenario Tannenberg with this name, in a folder.
pub fn tannenberg(folder: &Path, name: &str) -> Save {
    let seed = "1914".parse().expect("a seed");
    let header = wardiary_diary::assets::scenario("tannenberg", None, seed).expect("it ships");
    Save::create(&folder.join(name), header).expect("the folder is fresh")
}

/// Plays a few orders of every sort that the save format must hold.
pub fn play_sample_orders(save: &mut Save) {
    let orders: &[(&str, &[u8])] = &[
        ("initiative", &[3, 3, 5, 2]),
        ("first Russians", &[]),
        ("scrud \"XX Corps\" v Russians", &[6, 6, 5, 4, 5, 4, 4, 3, 3, 2, 2, 1]),
        ("edna \"37th Brigade\" for \"hold; the \\\"line\\\", ])\"", &[]),
        ("note \"Nebel über dem See — // nichts zu sehen\\n(x: [1])\"", &[]),
        ("undo 2", &[]),
        ("demote \"41st Brigade\" 1 this combat because \"surprised\"", &[]),
        ("scrud \"XX Corps\" v Russians", &[]),
        ("undo", &[]),
        ("redo", &[]),
        ("remark 5 !? \"Nebel; \\\"seal: \\\" Remark(on: 3, ])\" with \"tisch.jpg\"", &[]),
        ("bookmark 7 \"die Brücke\"", &[]),
        ("note weiter", &[]),
    ];
    for (order, faces) in orders {
        give(save, order, faces).unwrap_or_else(|e| panic!("{order}: {e}"));
    }
}
