//! `wardiary do --as SIDE`: orders of a player, who may know less than the save. They are parsed and validated against
//! his side's knowledge, carried out against the truth, and described as he sees them. `wardiary do SHARE`: orders of a
//! player who only has a share; they go into a letter beside it, which he sends to the referee.

use super::{
    CommandDice, Do, SubmitError, expand_alias,
    script::{Script, ScriptLimits, ScriptLine},
    stopped_note, unused_faces_error,
};
use crate::cli::{
    account::PrintedAccount,
    command_output::{CommandOutput, Printer, exit_within, print},
    viewer::{Watcher, side_named, without_details},
};
use serde_json::{Value, json};
use std::{path::Path, time::Duration};
use wardiary_app::{UserFiles, clock, resolved_settings::SettingOverrides, settings::Settings};
use wardiary_base::{
    dice::Face,
    id::{SideId, UnitId},
    remark::Viewer,
    text::{self, Text},
};
use wardiary_diary::{
    assets::Folders,
    diary::{
        EntryNo,
        file::{CatchUp, FileError, HandedIn, Save, WriteError},
        watch::Watch,
    },
    error::{ErrorKind, UserError, display_path},
    mail::{ComposedOrder, InboxLimits, LetterFile, check_order, parse_order},
    projection::Projector,
};
use wardiary_rules::{
    notation::{self, Aliases, Instruction, order_text},
    order::{Order, StaffOrder},
    rules::{self, Step},
    state::{State, Unit},
};

/// How long a player's order waits for the lock unless he says otherwise. Other players hold it for less; a
/// process that holds it for longer has the save open, and gets the order through the spool.
const PLAYER_WAIT: Duration = Duration::from_secs(1);

/// The result of a player's order.
enum OrderOutcome {
    Whole,
    /// A move was stopped by something that the player could not see.
    Stopped,
    /// The order fails for reasons that the player can't know. The referee gets it in writing.
    HandedIn,
    /// Another process has the save open and will take the order in.
    Spooled,
}

/// Gives the orders of a side, up to the first that it may not give or that its own knowledge refutes. The save is
/// locked for one order at a time, and never while something is read, parsed or printed.
pub(super) fn do_orders_as(
    orders: &Do,
    side: &str,
    json: bool,
    chosen: &SettingOverrides,
) -> Result<CommandOutput, UserError> {
    let folders = Folders::of_user()?;
    let settings = UserFiles::load(&folders, chosen).settings;
    let path = folders.save_path(&orders.save)?;
    let save = Watcher::begin().open_without_details(&path)?;
    if let Some(side) = save.diary().share_side_name() {
        let what = format!("{}: this is a share, so its orders are already {side}'s", display_path(&path));
        return Err(UserError::usage(what).hint("leave out --as: the orders go into a file for the referee"));
    }
    let side = side_named(side, save.diary().state())?;
    let projector = projector_of(&save, side)?;
    let mut player = Player { side, save, projector, wait: orders.wait.unwrap_or(PLAYER_WAIT), settings: &settings };
    let mut given = orders.dice.as_ref().map(|faces| &faces.0[..]).map(CommandDice::given);
    let mut values: Vec<Value> = Vec::new();
    let mut failure = None;
    let printer = Printer::start();
    for line in Script::new(orders.orders.clone(), ScriptLimits::of_player(&settings)) {
        let lines = line.and_then(|line| line.by_force(player.projector.diary().state()));
        let mut carry_out = |line: ScriptLine| {
            let refused = |stop: UserError| stop.prefixed(format!("{}, `{}`", line.source, text::excerpt(&line.text)));
            let (text, value) = player.order(given.as_mut(), &line.text).map_err(refused)?;
            // If the reader closes the pipe, the orders are carried out all the same.
            if json {
                values.push(value);
            } else {
                printer.print(text);
            }
            Ok(())
        };
        if let Err(stop) = lines.and_then(|lines| lines.into_iter().try_for_each(&mut carry_out)) {
            failure = Some(stop);
            break;
        }
    }
    let left_over = given.map_or_else(Vec::new, |dice| dice.unused_faces());
    if failure.is_none() && !left_over.is_empty() {
        failure = Some(UserError { hint: None, ..unused_faces_error(&left_over) });
    }
    exit_within(Duration::from_secs(settings.player_read_seconds.into()));
    let _ = printer.finish();
    Ok(CommandOutput { failure, ..CommandOutput::new(String::new(), values.into()) })
}

fn projector_of(save: &Save, side: SideId) -> Result<Projector, UserError> {
    Projector::of(save.diary(), side).map_err(|faults| {
        let what = faults.first().map_or_else(String::new, ToString::to_string);
        UserError::refused(format!("the side's view can't be computed: {what}"))
    })
}

/// A player with what his side knows.
struct Player<'a> {
    side: SideId,
    save: Save,
    projector: Projector,
    /// How long to wait while another process has the save open.
    wait: Duration,
    settings: &'a Settings,
}

impl Player<'_> {
    /// Gives one order; returns what the player sees of it, as text and as JSON.
    fn order(&mut self, given: Option<&mut CommandDice>, typed: &str) -> Result<(String, Value), UserError> {
        self.read_on(Save::catch_up)?;
        let (own, seen) = (self.own_side(), self.projector.diary().state());
        let order = parse_order(typed, seen, own)?;
        if given.is_some() {
            check_dice_known(&order, seen, own)?;
        }
        // The player reads it too, so it uses the names that he knows.
        let as_written = Text::from(order_text(seen, &order));
        let carried = self.carry_out_locked(given, &order, as_written);
        self.save.unlock();
        let (first, carried) = carried?;
        self.projector.update(self.save.diary());
        Ok(self.describe(first, &carried))
    }

    fn own_side(&self) -> SideId {
        self.projector.own_side().unwrap_or_default()
    }

    /// Reads what others have written since, and learns what the side sees of it. Returns whether there was anything.
    fn read_on(
        &mut self,
        read: impl FnOnce(&mut Save, Watch) -> Result<CatchUp, FileError>,
    ) -> Result<bool, UserError> {
        let (path, save) = (self.save.path().to_path_buf(), &mut self.save);
        match Watcher::begin().watch(&path, |watch| read(save, watch)).map_err(without_details)? {
            CatchUp::Unchanged => return Ok(false),
            CatchUp::NewLines => self.projector.update(self.save.diary()),
            CatchUp::Reread => self.projector = projector_of(&self.save, self.side)?,
        }
        Ok(true)
    }

    /// Locks the save and carries out an order. If others have written since it was parsed, checks it again first.
    /// Returns the first entry that the side may see of it.
    fn carry_out_locked(
        &mut self,
        given: Option<&mut CommandDice>,
        order: &Order,
        as_written: Text,
    ) -> Result<(EntryNo, OrderOutcome), UserError> {
        let (own, wait) = (self.own_side(), self.wait);
        let mut is_open_elsewhere = false;
        let is_changed = self.read_on(|save, watch| {
            save.lock(wait, watch).inspect_err(|error| {
                is_open_elsewhere = matches!(error, FileError::Locked { .. } | FileError::Claimed { .. });
            })
        });
        if is_open_elsewhere {
            // The next order of this call need not wait again.
            self.wait = Duration::ZERO;
            let first = self.projector.diary().next_no();
            return self.put_into_spool(given.is_some(), order, as_written).map(|()| (first, OrderOutcome::Spooled));
        }
        let is_changed = is_changed? | self.take_in()?;
        if is_changed {
            let seen = self.projector.diary().state();
            if self.own_side() != own || as_written != *order_text(seen, order) {
                let failure = UserError::refused("somebody else just changed something that it names");
                return Err(failure.hint("give the order again"));
            }
            check_order(order, seen, own)?;
        }
        let first = self.projector.diary().next_no();
        let carried = self.carry_out(given, order, as_written)?;
        // The answer shows him his side's diary up to here.
        let (to, here) = (Viewer::Side(self.side), self.save.diary().head());
        self.save.record_share(to, here, clock::now()?).map_err(hide_reason)?;
        Ok((first, carried))
    }

    /// Takes in what waits in the spool: it was handed in earlier. Returns whether there was anything.
    fn take_in(&mut self) -> Result<bool, UserError> {
        let taken = self.save.take_in(clock::now()?).map_err(hide_reason)?;
        self.projector.update(self.save.diary());
        Ok(!taken.entries.is_empty())
    }

    /// Hands the order in beside the save. The answer depends on nothing but what the side knows.
    fn put_into_spool(&self, has_dice: bool, order: &Order, as_written: Text) -> Result<(), UserError> {
        if has_dice {
            let failure = UserError::refused("the referee’s program has the save open, and rolls the dice itself");
            return Err(failure.hint("leave out --dice"));
        }
        let (text, due) = match order {
            Order::Staff(StaffOrder::HandIn { text, due, .. }) => (text.clone(), *due),
            _ => (as_written, None),
        };
        let spooled = self.save.spooled().map_err(without_details)?;
        let spooled = spooled.iter().filter(|order| order.side == self.side).map(|order| &order.text);
        let waiting = self.projector.diary().state().waiting_orders();
        let own = waiting.into_iter().filter(|orders| orders.side == self.own_side()).map(|orders| &orders.text);
        self.check_room(spooled.chain(own), &text)?;
        self.save
            .hand_in(HandedIn { side: self.side, text, due, request: None }, clock::now()?)
            .map_err(without_details)
    }

    fn carry_out(
        &mut self,
        given: Option<&mut CommandDice>,
        order: &Order,
        as_written: Text,
    ) -> Result<OrderOutcome, UserError> {
        let (head, truth) = (self.save.diary().head(), self.save.diary().state());
        let resolves = |state: &State, order: &Order| rules::resolve(state, order, &[]).is_ok();
        match self.projector.possible_part((head, truth), order, resolves) {
            Some(whole) if self.projector.to_true_order(head, order).as_ref() == Some(&whole) => {
                if let Order::Staff(StaffOrder::HandIn { text, .. }) = &whole {
                    self.check_inbox(text)?;
                }
                submit(&mut self.save, self.side, given, whole).map(|()| OrderOutcome::Whole)
            }
            Some(shorter) => {
                let number = truth.next_orders_number();
                let handed_in = self.handed_in(as_written);
                submit(&mut self.save, self.side, None, handed_in)?;
                let granted = StaffOrder::Grant { number, order: Box::new(shorter) };
                submit(&mut self.save, self.side, given, Order::Staff(granted)).map(|()| OrderOutcome::Stopped)
            }
            None => self.hand_in(as_written),
        }
    }

    /// Hands an order to the referee in writing, for him to answer.
    fn hand_in(&mut self, text: Text) -> Result<OrderOutcome, UserError> {
        self.check_inbox(&text)?;
        let order = self.handed_in(text);
        submit(&mut self.save, self.side, None, order).map(|()| OrderOutcome::HandedIn)
    }

    fn handed_in(&self, text: Text) -> Order {
        Order::Staff(StaffOrder::HandIn { side: self.side, text, due: None })
    }

    /// Refuses to hand in more than may wait for an answer.
    fn check_inbox(&self, text: &Text) -> Result<(), UserError> {
        let waiting = self.save.diary().state().waiting_orders();
        self.check_room(waiting.into_iter().filter(|orders| orders.side == self.side).map(|orders| &orders.text), text)
    }

    /// Refuses a text if too much waits already.
    fn check_room<'t>(&self, waiting: impl Iterator<Item = &'t Text>, text: &Text) -> Result<(), UserError> {
        let Settings { player_waiting_orders: orders, player_waiting_bytes: bytes, .. } = *self.settings;
        InboxLimits { orders, bytes }.check_room(waiting, text)
    }

    /// The player's view of the entries from `first` on.
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
                "texts": printed.account.texts,
            }));
        }
        let (outcome, outcome_text) = match carried {
            OrderOutcome::Whole if entries.is_empty() => ("carried_out", "Carried out; your side saw nothing of it.\n"),
            OrderOutcome::Whole => ("carried_out", ""),
            OrderOutcome::Stopped => ("stopped", "Stopped on the way by something that your side could not see.\n"),
            OrderOutcome::Spooled => ("spooled", "Handed in; the referee’s program will take it in.\n"),
            OrderOutcome::HandedIn => ("handed_in", "It can't be carried out now; the referee has it in writing.\n"),
        };
        lines.push_str(outcome_text);
        (lines, json!({ "outcome": outcome, "head": diary.head(), "entries": entries }))
    }
}

/// The error if something can't be written, without a reason that the player can't know.
fn hide_reason(error: WriteError) -> UserError {
    match error {
        WriteError::Failed(error) => without_details(error),
        _ => UserError::refused("this order can't be carried out now").hint("ask the referee"),
    }
}

/// Refuses dice from the table for units that a side does not know: their number and kind would reveal what it can't
/// see.
fn check_dice_known(order: &Order, seen: &State, own: SideId) -> Result<(), UserError> {
    let Ok(Step::NeedDice(request)) = rules::resolve(seen, order, &[]) else { return Ok(()) };
    let is_known = |unit: &Unit| unit.strength().is_exact() && unit.edna().is_exact() && unit.grade().is_exact();
    let thrown = request.dice.iter().filter_map(|die| seen.unit(UnitId(die.owner.0)));
    if thrown.into_iter().all(|unit| unit.side == own || is_known(unit)) {
        return Ok(());
    }
    let failure = UserError::refused("dice of units whose numbers your side does not know can't be typed in");
    Err(failure.hint("leave out --dice to let the program roll, or ask the referee to type them in"))
}

fn submit(save: &mut Save, side: SideId, given: Option<&mut CommandDice>, order: Order) -> Result<(), UserError> {
    let mut own = CommandDice::Program(save.diary().program_dice(&[]));
    let dice = given.unwrap_or(&mut own);
    let submitted = save.submit_by(Some(side), order, dice, clock::now()?);
    submitted.map(drop).map_err(|error| match error {
        SubmitError::Unanswered(unanswered) => unanswered.error.into_user_error(ErrorKind::Refused),
        // The true reasons for the refusal are hidden from the player.
        SubmitError::NotRecorded { why: WriteError::Refused(_), .. } => {
            UserError::refused("this order can't be carried out now").hint("ask the referee")
        }
        SubmitError::NotRecorded { why, .. } => UserError::from_write(why, save.diary().state()),
    })
}

/// Composes orders on an open share, up to the first that its side may not give or that its own knowledge refutes.
pub(super) fn compose(
    share: &Save,
    (orders, lines): (&[String], impl Iterator<Item = Result<ScriptLine, UserError>>),
    (aliases, dice): (&Aliases, Option<&[Face]>),
    json: bool,
) -> Result<CommandOutput, UserError> {
    if dice.is_some() {
        let failure = UserError::usage(format!("{}: orders on a share roll no dice", display_path(share.path())));
        return Err(failure.hint("leave out --dice: the referee rolls the dice, or types them in"));
    }
    let mut letter_file = LetterFile::of(share)?;
    let mut values: Vec<Value> = Vec::new();
    let mut failure = None;
    for line in lines {
        let mut compose = |line: ScriptLine| {
            let (text, value) = compose_one(share, &mut letter_file, &line, aliases)?;
            if !json {
                // If the reader closes the pipe, the orders are in the letter all the same.
                let _ = print(&text);
            }
            values.push(value);
            Ok(())
        };
        let state = share.diary().state();
        if let Err(stop) = line.and_then(|line| line.by_force(state)?.into_iter().try_for_each(&mut compose)) {
            failure = Some(stop);
            break;
        }
    }
    let text = if values.is_empty() { String::new() } else { letter_summary(&letter_file) };
    let notes =
        failure.as_ref().filter(|_| !json).and_then(|_| stopped_note(orders, values.len())).into_iter().collect();
    Ok(CommandOutput { notes, failure, ..CommandOutput::new(text, values.into()) })
}

fn compose_one(
    share: &Save,
    letter_file: &mut LetterFile,
    line: &ScriptLine,
    aliases: &Aliases,
) -> Result<(String, Value), UserError> {
    let ScriptLine { source: place, text: typed } = line;
    let whose = || format!("{place}, `{}`", text::excerpt(typed));
    let stands_for = expand_alias(aliases, line)?;
    let order = stands_for.as_ref().unwrap_or(typed);
    let diary = share.diary();
    if let Ok(Instruction::Undo(many)) = notation::parse_instruction(order, diary.state()) {
        let back = letter_file.take_back(many as usize).map_err(|failure| failure.prefixed(whose()))?;
        let text: Vec<String> = back.iter().map(|order| format!("taken back: {order}")).collect();
        return Ok((text.join("\n") + "\n", letter_json(letter_file, "taken_back", &json!(back), None)));
    }
    let own = diary.share().map(|share| share.side).unwrap_or_default();
    let order = parse_order(order, diary.state(), own).map_err(|failure| failure.prefixed(whose()))?;
    let ComposedOrder { number, order, overrides, backup: older_letter } =
        letter_file.compose(share, &order).map_err(|failure| failure.prefixed(whose()))?;
    let older = older_letter.as_deref().map_or_else(String::new, |older_letter| {
        format!("the orders written on the older share are kept in {}\n", display_path(older_letter))
    });
    let instead = overrides.map_or_else(String::new, |other| format!(" (replaces order {other})"));
    let text = format!("{older}{number}  {order}{instead}\n");
    Ok((text, letter_json(letter_file, "composed", &json!([order]), older_letter.as_deref())))
}

fn letter_json(letter_file: &LetterFile, outcome: &str, orders: &Value, backup: Option<&Path>) -> Value {
    json!({
        "outcome": outcome,
        "orders": orders,
        "letter": letter_file.path().display().to_string(),
        "holds": letter_file.letter().orders.len(),
        "entry": letter_file.letter().entry,
        "kept": backup.map(|backup| backup.display().to_string()),
    })
}

fn letter_summary(letter_file: &LetterFile) -> String {
    let holds = letter_file.summary();
    if letter_file.letter().orders.is_empty() {
        return format!("{holds}: there is nothing to send.");
    }
    format!(
        "{holds}: send it to the referee, who imports it with `wardiary orders import SAVE {}`.",
        letter_file.name()
    )
}
