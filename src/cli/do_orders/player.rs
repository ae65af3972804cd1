//! `wardiary do --as SIDE`: orders of a player, who may know less than the save. They are parsed and validated against
//! his side's knowledge, carried out against the truth, and described as he sees them.

use super::{CommandDice, Do, ScriptLine, SubmitError, read_script, unused_faces_error};
use crate::cli::{
    account::PrintedAccount,
    command_output::{CommandOutput, print},
    viewer::{side_named, without_details},
    watcher::Watcher,
};
use serde_json::{Value, json};
use wardiary_app::clock;
use wardiary_base::{
    id::{SideId, UnitId},
    text,
};
use wardiary_diary::{
    assets::Folders,
    diary::{
        EntryNo,
        file::{FileError, Save, WriteError},
    },
    error::{ErrorKind, UserError, display_path},
    mail::parse_order,
    projection::{Projector, shorten_to_possible},
};
use wardiary_rules::{
    notation::order_text,
    order::{Order, StaffOrder},
    rules::{self, Step},
    state::{State, Unit},
};

/// The result of a player's order.
enum OrderOutcome {
    Whole,
    /// A move was stopped by something that the player could not see.
    Stopped,
    /// The order fails for reasons that the player can't know. The referee gets it in writing.
    HandedIn,
}

/// Gives the orders of a side, up to the first that it may not give or that its own knowledge refutes.
pub(super) fn do_orders_as(orders: &Do, side: &str, json: bool) -> Result<CommandOutput, UserError> {
    let lines = read_script(&orders.orders)?;
    let watcher = Watcher::begin();
    let path = Folders::of_user()?.save_path(&orders.save);
    let opened = watcher.watch(&path, |watch| Save::open_waiting(&path, orders.wait, watch));
    let mut save = opened.map_err(|error| match error {
        FileError::Share { path, side } => {
            let side = text::display_name(&side);
            let what = format!("{}: this is a share, and its orders are {side}'s already", display_path(&path));
            UserError::usage(what).hint("leave --as out: they go into a file for the referee")
        }
        error => without_details(error),
    })?;
    let side = side_named(side, save.diary().state())?;
    let mut player = Player::of(&save, side)?;
    let mut given = orders.dice.as_deref().map(CommandDice::given);
    let mut values: Vec<Value> = Vec::new();
    let mut failure = None;
    for line in &lines {
        let ScriptLine { source: place, text: typed } = line;
        let whose = format!("{place}, `{}`", text::sanitize(typed));
        match player.order(&mut save, given.as_mut(), typed) {
            Ok((text, value)) => {
                if !json {
                    // If the reader closes the pipe, the orders are carried out all the same.
                    let _ = print(&text);
                }
                values.push(value);
            }
            Err(stop) => {
                failure = Some(stop.prefixed(whose));
                break;
            }
        }
    }
    let left_over = given.map_or_else(Vec::new, |dice| dice.unused_faces());
    if failure.is_none() && !left_over.is_empty() {
        failure = Some(UserError { hint: None, ..unused_faces_error(&left_over) });
    }
    Ok(CommandOutput { failure, ..CommandOutput::new(String::new(), values.into()) })
}

/// A player with what his side knows.
struct Player {
    side: SideId,
    projector: Projector,
}

impl Player {
    fn of(save: &Save, side: SideId) -> Result<Self, UserError> {
        let projector = Projector::of(save.diary(), side).map_err(|faults| {
            let what = faults.first().map_or_else(String::new, ToString::to_string);
            UserError::refused(format!("what the side knows can't be told: {what}"))
        })?;
        Ok(Self { side, projector })
    }

    /// Gives one order; returns what the player sees of it, as text and as JSON.
    fn order(
        &mut self,
        save: &mut Save,
        given: Option<&mut CommandDice>,
        typed: &str,
    ) -> Result<(String, Value), UserError> {
        let own = self.projector.own_side().unwrap_or_default();
        let seen = self.projector.diary().state();
        let order = parse_order(typed, seen, own)?;
        if given.is_some() {
            check_dice_known(&order, seen, own)?;
        }
        let first = self.projector.diary().next_no();
        let carried = self.carry_out(save, given, &order)?;
        self.projector.update(save.diary());
        Ok(self.describe(first, &carried))
    }

    fn carry_out(
        &self,
        save: &mut Save,
        given: Option<&mut CommandDice>,
        order: &Order,
    ) -> Result<OrderOutcome, UserError> {
        // The player reads it too, so it uses the names that he knows.
        let as_written = order_text(self.projector.diary().state(), order);
        let truth = save.diary().state();
        let Some(order) = self.projector.to_true_order(save.diary().head(), order) else {
            return self.hand_in(save, as_written).map(|_| OrderOutcome::HandedIn);
        };
        match shorten_to_possible(truth, &order) {
            Ok(whole) if whole == order => submit(save, given, order).map(|()| OrderOutcome::Whole),
            Ok(shorter) => {
                let number = self.hand_in(save, as_written)?;
                let granted = StaffOrder::Grant { number, order: Box::new(shorter) };
                submit(save, given, Order::Staff(granted)).map(|()| OrderOutcome::Stopped)
            }
            Err(_) => self.hand_in(save, as_written).map(|_| OrderOutcome::HandedIn),
        }
    }

    /// Hands the order to the referee in writing; returns its number.
    fn hand_in(&self, save: &mut Save, text: String) -> Result<u32, UserError> {
        let number = save.diary().state().next_orders_number();
        submit(save, None, Order::Staff(StaffOrder::HandIn { side: self.side, text, due: None })).map(|()| number)
    }

    /// What the player sees of the entries from `first` on.
    fn describe(&self, first: EntryNo, carried: &OrderOutcome) -> (String, Value) {
        let diary = self.projector.diary();
        let (mut lines, mut entries) = (String::new(), Vec::new());
        for step in (first..diary.next_no()).filter_map(|no| diary.step(no)) {
            let rolled = step.rolled();
            let printed = PrintedAccount::new(step.account(), &step, rolled.as_ref());
            lines.push_str(&printed.text(None));
            let (turn, battle) = printed.place_json();
            entries.push(json!({
                "entry": step.entry.no,
                "turn": turn,
                "battle": battle,
                "order": printed.account.order,
                "dice": printed.dice_json(),
                "events": printed.account.sentences,
            }));
        }
        let (outcome, message) = match carried {
            OrderOutcome::Whole if entries.is_empty() => ("carried_out", "Carried out; nothing of it was seen.\n"),
            OrderOutcome::Whole => ("carried_out", ""),
            OrderOutcome::Stopped => ("stopped", "Stopped on the way: what could not be seen stood against it.\n"),
            OrderOutcome::HandedIn => {
                ("handed_in", "It can't be carried out as things are; the referee has it in writing.\n")
            }
        };
        lines.push_str(message);
        (lines, json!({ "outcome": outcome, "head": diary.head(), "entries": entries }))
    }
}

/// Refuses dice from the table for units that a side does not know: their number and kind would reveal what it can't
/// see.
fn check_dice_known(order: &Order, seen: &State, own: SideId) -> Result<(), UserError> {
    let Ok(Step::NeedDice(request)) = rules::resolve(seen, order, &[]) else { return Ok(()) };
    let is_known = |unit: &Unit| {
        unit.strength_reading().is_exact() && unit.edna_reading().is_exact() && unit.grade_reading().is_exact()
    };
    let thrown = request.dice.iter().filter_map(|die| seen.unit(UnitId(die.owner.0)));
    if thrown.into_iter().all(|unit| unit.side == own || is_known(unit)) {
        return Ok(());
    }
    let failure =
        UserError::refused("dice are thrown for units whose numbers are not known, so they can't be typed in");
    Err(failure.hint("leave --dice out, and the program throws; or ask the referee to type them in"))
}

fn submit(save: &mut Save, given: Option<&mut CommandDice>, order: Order) -> Result<(), UserError> {
    let mut own = CommandDice::Program(save.diary().program_dice(&[]));
    let dice = given.unwrap_or(&mut own);
    let submitted = save.submit(order, dice, clock::now()?);
    submitted.map(drop).map_err(|error| match error {
        SubmitError::Unanswered(unanswered) => unanswered.error.into_user_error(ErrorKind::Refused),
        // The true reasons for the refusal are hidden from the player.
        SubmitError::NotRecorded { why: WriteError::Refused(_), .. } => {
            UserError::refused("it can't be carried out as things are").hint("ask the referee")
        }
        SubmitError::NotRecorded { why, .. } => UserError::from_write(why, save.diary().state()),
    })
}
