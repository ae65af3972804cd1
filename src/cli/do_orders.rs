//! `wardiary do` gives orders one after the other and stops at the first refusal.

mod player;
mod script;

use super::{
    account::{LikelihoodCache, OrderLikelihood, PrintedAccount, THOROUGH},
    command_output::{CommandOutput, Printer},
    dice::{CommandDice, FaceList},
    help,
    suggest::describe_proposals,
    viewer::Watcher,
};
use clap::Args;
use jiff::Timestamp;
use script::{Script, ScriptLimits, ScriptLine};
use serde_json::{Value, json};
use std::{
    ffi::OsString,
    io,
    sync::{
        Arc,
        atomic::Ordering,
        mpsc::{Receiver, RecvTimeoutError, TryRecvError},
    },
    time::Duration,
};
use wardiary_app::{UserFiles, clock, resolved_settings::SettingOverrides};
use wardiary_base::{dice::Face, remark::Annotation, text};
use wardiary_diary::{
    assets::{self, Folders},
    diary::{
        EntryNo,
        amend::{AmendError, Consequence},
        file::{FileError, Mode, Save, SubmitError, Submitted, WriteError},
        steps::DiaryStep,
    },
    error::{ErrorKind, UserError, display_path},
};
use wardiary_rules::{
    notation::{Aliases, EntryChange, Instruction, idle_text, order_text, parse_instruction, remark_text},
    order::Order,
    rules,
    state::State,
};

/// `wardiary do`
#[derive(Args)]
pub(super) struct Do {
    /// The save; or a share, whose orders go into a file beside it, for the referee
    save: OsString,
    /// The orders, one per argument; `-` reads a script from standard input, one order per line
    #[arg(required = true, value_name = "ORDER")]
    orders: Vec<String>,
    /// How long to wait while another program has the save open: 5s, 500ms, 0; by default 5s, with --as 1s, and then the
    /// order is handed in for that program to take in
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    wait: Option<Duration>,
    /// The faces rolled on the table, in the order in which the program asks for dice: 6,5,2
    #[arg(long, value_name = "FACES")]
    dice: Option<FaceList>,
    /// Order as a player of this side, using the referee's save: only what it may order, with results as it sees them
    #[arg(long = "as", value_name = "SIDE")]
    as_side: Option<String>,
}

/// Parses a duration: `5s`, `500ms`, `2 minutes`, or seconds alone.
fn parse_duration(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<u32>().map(|seconds| Duration::from_secs(seconds.into()));
    let named = || Duration::try_from(text.parse::<jiff::SignedDuration>().ok()?).ok();
    seconds
        .ok()
        .or_else(named)
        .ok_or_else(|| "a time is a number of seconds, or a number with its unit: 2, 500ms, 2m".into())
}

/// The topic, if help is asked for in place of an order: `help`, `help march`.
fn asked_help(orders: &[String]) -> Option<String> {
    let words = orders.join(" ").to_lowercase();
    let topic = words.strip_prefix("help")?;
    (topic.is_empty() || topic.starts_with(' ')).then(|| topic.trim().into())
}

/// How long the referee's orders wait for the lock unless he says otherwise.
const REFEREE_WAIT: Duration = Duration::from_secs(5);

struct OrderResult {
    text: String,
    json: Value,
}

/// Gives the orders. Each result is printed as soon as it is on disk; JSON is printed at the end.
pub(super) fn do_orders(orders: &Do, json: bool, chosen: &SettingOverrides) -> Result<CommandOutput, UserError> {
    if let Some(topic) = asked_help(&orders.orders) {
        return help::explain(&topic, &super::command_declaration());
    }
    if let Some(side) = &orders.as_side {
        return player::do_orders_as(orders, side, json, chosen);
    }
    let wait = orders.wait.unwrap_or(REFEREE_WAIT);
    let lines = Script::new(orders.orders.clone(), ScriptLimits::NONE).read_ahead();
    // Nothing is locked while somebody types the first line.
    let mut line = lines.recv().ok();
    let folders = Folders::of_user()?;
    let watcher = Watcher::begin();
    let path = folders.save_path(&orders.save)?;
    let own = UserFiles::load(&folders, chosen);
    let mut save = match watcher.watch(&path, |watch| Save::open_waiting(&path, wait, watch)) {
        Err(FileError::Share { .. }) => {
            let aliases = (&own.settings.aliases, orders.dice.as_ref().map(|faces| &faces.0[..]));
            let lines = line.into_iter().chain(lines);
            return player::compose(&watcher.open(&path, Mode::Read)?, (&orders.orders, lines), aliases, json);
        }
        opened => opened?,
    };
    own.settings.make_daily_copy(&save)?;
    let mut given = orders.dice.as_ref().map(|faces| &faces.0[..]).map(CommandDice::given);
    let mut values: Vec<Value> = Vec::new();
    let (mut failure, mut done_orders) = (None, 0);
    let printer = Printer::start();
    let cancel = watcher.cancel_flag();
    let mut likelihoods = LikelihoodCache::new(THOROUGH, Arc::clone(cancel));
    while let Some(read) = line.take() {
        let by_force = read.and_then(|order| order.by_force(save.diary().state()));
        let mut carry_out = |order: ScriptLine| {
            if cancel.load(Ordering::Relaxed) {
                return Err(broken_off().prefixed(&order.source));
            }
            let aliases = (&folders, &own.settings.aliases);
            let done = carry_out(&mut save, aliases, given.as_mut(), &order, &mut likelihoods)?;
            // If the reader closes the pipe, the orders are carried out all the same.
            if json {
                values.push(done.json);
            } else {
                printer.print(done.text);
            }
            Ok(())
        };
        if let Err(stop) = by_force.and_then(|orders| orders.into_iter().try_for_each(&mut carry_out)) {
            failure = Some(stop);
            break;
        }
        done_orders += 1;
        line = next_line(&lines, &mut save, wait, &watcher);
    }
    let left_over = given.map_or_else(Vec::new, |dice| dice.unused_faces());
    let stopped = failure.as_ref().filter(|_| !json).and_then(|_| stopped_note(&orders.orders, done_orders));
    if failure.is_none() && !left_over.is_empty() {
        failure = Some(unused_faces_error(&left_over));
    }
    let rescue_copy = if save.is_changed_elsewhere() { save.write_rescue_copy() } else { Ok(None) };
    let mut answer = CommandOutput { failure, ..CommandOutput::new(String::new(), values.into()) }.with_notices(&save);
    answer.notes.extend(own.warnings().chain(stopped));
    if let Ok(Some(rescue_copy)) = rescue_copy {
        answer
            .notes
            .push(format!("entries that could not be written to the save are kept in {}", display_path(&rescue_copy)));
    }
    // After the orders, which count and undo the entries that their author saw.
    let came_in = clock::now().map(|now| save.take_in(now));
    if let Ok(Err(WriteError::Failed(error))) = &came_in {
        answer.notes.push(format!("orders that players handed in meanwhile can't be taken in: {error}"));
    }
    if let Ok(Ok(taken)) = came_in
        && !taken.entries.is_empty()
    {
        let steps = taken.entries.iter().filter_map(|no| save.diary().step(*no));
        let news: Vec<String> = steps.flat_map(|step| step.account().sentences).collect();
        answer.notes.push(format!("from players meanwhile: {}; `wardiary orders` lists them", news.join("; ")));
    }
    // Output that nobody reads must not keep the save locked.
    drop(save);
    let unprinted = printer.finish().err().filter(|e| e.kind() != io::ErrorKind::BrokenPipe);
    answer.failure = answer.failure.or(unprinted.map(|e| UserError {
        kind: ErrorKind::File,
        ..UserError::refused(format!("standard output can't be written: {e}; the orders were carried out"))
    }));
    Ok(answer)
}

/// The note about the other orders after one was refused.
fn stopped_note(orders: &[String], done: usize) -> Option<String> {
    let before = text::count(done, "order was accepted", "orders were accepted");
    match orders.len().checked_sub(done + 1) {
        _ if done == 0 => None,
        _ if orders.iter().any(|order| order == "-") => {
            Some(format!("{before} before the refused one, and none after it"))
        }
        Some(0) if done > 0 => Some(format!("{before}, the last was refused")),
        Some(after) if after > 0 => Some(format!("{before}, the next was refused, {after} not tried")),
        _ => None,
    }
}

fn broken_off() -> UserError {
    UserError::refused("cancelled").hint("the orders before this were carried out")
}

/// How often Ctrl-C is looked for while a script is waited for.
const CANCEL_INTERVAL: Duration = Duration::from_millis(100);

/// The next line of a script. The save is unlocked while it must be waited for.
fn next_line(
    lines: &Receiver<Result<ScriptLine, UserError>>,
    save: &mut Save,
    wait: Duration,
    watcher: &Watcher,
) -> Option<Result<ScriptLine, UserError>> {
    match lines.try_recv() {
        Ok(line) => return Some(line),
        Err(TryRecvError::Disconnected) => return None,
        Err(TryRecvError::Empty) => save.unlock(),
    }
    loop {
        match lines.recv_timeout(CANCEL_INTERVAL) {
            Ok(line) => {
                let path = save.path().to_path_buf();
                let locked = watcher.watch(&path, |watch| save.lock(wait, watch));
                return Some(locked.map_err(UserError::from).and(line));
            }
            Err(RecvTimeoutError::Disconnected) => return None,
            Err(RecvTimeoutError::Timeout) if watcher.cancel_flag().load(Ordering::Relaxed) => {
                return Some(Err(broken_off()));
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

fn unused_faces_error(left_over: &[Face]) -> UserError {
    let faces: Vec<String> = left_over.iter().map(ToString::to_string).collect();
    let many = text::count(left_over.len(), "face was", "faces were");
    let failure = UserError::refused(format!("{many} given but not needed: {}", faces.join(",")));
    failure.hint("the orders were carried out; `undo` takes them back")
}

fn carry_out(
    save: &mut Save,
    (folders, aliases): (&Folders, &Aliases),
    given: Option<&mut CommandDice>,
    order: &ScriptLine,
    likelihoods: &mut LikelihoodCache,
) -> Result<OrderResult, UserError> {
    let ScriptLine { source: place, text: typed } = order;
    let state = save.diary().state();
    let stands_for = expand_alias(aliases, order)?;
    let text = stands_for.as_ref().unwrap_or(typed);
    let laid_out = assets::with_file(text, state, Some(folders)).map_err(|failure| failure.prefixed(place))?;
    // An error in an expanded text has no column, because nobody typed that text.
    let read = match &laid_out {
        Some(text) => parse_instruction(text, state).map_err(|e| {
            UserError { hint: e.hint, ..UserError::refused(e.reason) }
                .prefixed(format!("{place}, `{}`", text::excerpt(text)))
        })?,
        None => parse_instruction(text, state).map_err(|e| {
            let failure = UserError::from_notation(aliases.explain_error(e, text), text);
            let whose =
                if stands_for.is_some() { format!("{place}, `{}`", text::excerpt(typed)) } else { place.clone() };
            failure.prefixed(whose)
        })?,
    };
    let (number, text_then) = (save.diary().head(), text::excerpt(typed));
    let refused = |failure: UserError| failure.prefixed(format!("{place}, `{text_then}`"));
    let now = clock::now().map_err(refused)?;
    let mut turn_found = None;
    let (head, mut sentences) = match &read {
        Instruction::Order(order) => return record(save, given, order, likelihoods).map_err(refused),
        Instruction::Rebase { entry, change, anyway } => {
            let retold = rebase(save, *entry, change, *anyway, now);
            retold.map_err(|failure| refused(amend_error(failure, change, text)))?
        }
        Instruction::Remark { entry, annotation: says } => return remark(save, *entry, says, now).map_err(refused),
        Instruction::Propose => return Ok(proposed(save, text)),
        Instruction::Suggest(_) => {
            let failure = UserError::refused("`suggest` only proposes orders and is not one itself");
            return Err(refused(failure.hint("`wardiary suggest SAVE` prints its proposals")));
        }
        motion => {
            let turn = match motion {
                Instruction::GoTo(target) | Instruction::UndoTo(target) => save.diary().turn_text(target),
                _ => None,
            };
            let motion = save.diary().head_move(motion).map_err(|no| refused(no.into()))?;
            let motion = motion.expect("orders and changes of the past are dealt with above");
            let gone =
                save.move_head(motion, now).map_err(|not| refused(UserError::from_write(not, save.diary().state())));
            turn_found = turn;
            (gone?, Vec::new())
        }
    };
    let turn = turn_found.map_or(String::new(), |turn| format!(", where {turn} begins"));
    let branch = if matches!(read, Instruction::Rebase { .. }) { "a new branch, " } else { "" };
    sentences.push(if head == 0 { "back at the muster".into() } else { format!("{branch}at entry {head}{turn}") });
    let json = json!({ "entry": null, "head": head, "order": text, "dice": [], "events": sentences });
    let mut lines = vec![format!("{number} → {head}  {text_then}: {}", sentences.pop().unwrap_or_default())];
    lines.extend(sentences.iter().map(|line| format!("    {line}")));
    Ok(OrderResult { text: lines.join("\n") + "\n", json })
}

/// Expands an alias at the start of a line.
fn expand_alias(
    aliases: &Aliases,
    ScriptLine { source: place, text: typed }: &ScriptLine,
) -> Result<Option<String>, UserError> {
    let order = aliases.expand(typed).map(|aliased| aliased.expansion).transpose();
    order.map_err(|error| UserError::from_notation(error, typed).prefixed(place))
}

/// Writes a remark on an entry, or withdraws it; the head stays where it is. Notes if a file named in the remark does
/// not exist.
fn remark(save: &mut Save, entry: EntryNo, says: &Annotation, now: Timestamp) -> Result<OrderResult, UserError> {
    let written = save.remark(entry, says.clone(), now);
    written.map_err(|not| UserError::from_write(not, save.diary().state()))?;
    let text = remark_text(entry, says);
    let missing = save.missing_files(says);
    let missing: Vec<String> =
        missing.iter().map(|file| format!("{} does not exist yet", display_path(file))).collect();
    let json = json!({
        "entry": null, "head": save.diary().head(), "order": text, "dice": [], "events": missing, "remark_on": entry,
    });
    let lines: Vec<String> =
        std::iter::once(text::sanitize(&text)).chain(missing.iter().map(|line| format!("    {line}"))).collect();
    Ok(OrderResult { text: lines.join("\n") + "\n", json })
}

/// The orders proposed between battles, by number.
fn proposed(save: &Save, text: &str) -> OrderResult {
    let state = save.diary().state();
    let proposed = rules::proposals_without(state, &[]);
    let orders: Vec<String> = proposed.all.iter().map(|proposal| order_text(state, &proposal.order)).collect();
    let json = json!({ "entry": null, "head": save.diary().head(), "order": text, "dice": [], "events": orders });
    OrderResult { text: describe_proposals(state, &proposed) + "\n", json }
}

/// Rebases the diary. If entries no longer hold, they must be accepted first.
fn rebase(
    save: &mut Save,
    entry: EntryNo,
    change: &EntryChange,
    anyway: bool,
    now: Timestamp,
) -> Result<(EntryNo, Vec<String>), RebaseError> {
    let rebase = save.diary().rebase(entry, change, now).map_err(RebaseError::AmendError)?;
    let lines = |Consequence { summary, rows, .. }: Consequence| {
        let rows = rows.into_iter().map(|(entries, what)| format!("    {entries}: {what}"));
        std::iter::once(format!("{summary}:")).chain(rows).collect::<Vec<_>>()
    };
    let effects: Vec<String> = rebase.consequences().flat_map(lines).collect();
    if !effects.is_empty() && !anyway {
        let again = text::count(rebase.replayed, "later entry is", "later entries are");
        let what = format!("{again} carried out again:\n    {}", effects.join("\n    "));
        let milder = rebase.milder.map_or_else(String::new, |order| format!("; milder: `{order}…\"`"));
        let hint = format!("nothing was written; to change it all the same, add `anyway`{milder}");
        return Err(RebaseError::Failed(UserError::refused(what).hint(hint)));
    }
    let followed = format!("{} recalculated", text::count(rebase.replayed, "entry", "entries"));
    let failed = |not, save: &Save| RebaseError::Failed(UserError::from_write(not, save.diary().state()));
    let head = save.rebase(rebase).map_err(|not| failed(not, save))?;
    Ok((head, std::iter::once(followed).chain(effects).collect()))
}

enum RebaseError {
    AmendError(AmendError),
    Failed(UserError),
}

/// An error in the replacement order of an amendment, with its column in the whole line.
fn amend_error(not: RebaseError, change: &EntryChange, text: &str) -> UserError {
    match (not, change) {
        (
            RebaseError::AmendError(AmendError::Unreadable(mut error)),
            EntryChange::Amend { order: Some((_, at)), .. },
        ) => {
            error.at = error.at.start + at.start..error.at.end + at.start;
            UserError::from_notation(error, text)
        }
        (RebaseError::AmendError(not), _) => not.into(),
        (RebaseError::Failed(failure), _) => failure,
    }
}

/// Gives one order. If the given faces do not suffice, nothing is recorded: all faces were given beforehand, so nobody
/// could look first and choose.
fn record(
    save: &mut Save,
    given: Option<&mut CommandDice>,
    order: &Order,
    likelihoods: &mut LikelihoodCache,
) -> Result<OrderResult, UserError> {
    let before = save.diary().state().clone();
    let idle =
        rules::resolve(&before, order, &[]).map_or_else(|_| String::new(), |step| idle_text(&before, order, &step));
    let mut own = CommandDice::Program(save.diary().program_dice(&[]));
    let dice = given.unwrap_or(&mut own);
    let submitted = save.submit(order.clone(), dice, clock::now()?).map_err(|error| match error {
        SubmitError::Unanswered(unanswered) => unanswered.error.into_user_error(ErrorKind::Refused),
        SubmitError::NotRecorded { why, .. } => UserError::from_write(why, save.diary().state()),
    })?;
    let mut result = order_result(save, before, &submitted, likelihoods);
    if !idle.is_empty() {
        result.text.extend(["    ", &idle, "\n"]);
        if let Some(events) = result.json["events"].as_array_mut() {
            events.push(idle.into());
        }
    }
    Ok(result)
}

fn order_result(save: &Save, before: State, submitted: &Submitted, likelihoods: &mut LikelihoodCache) -> OrderResult {
    let (diary, no) = (save.diary(), submitted.entry);
    let entry = diary.entry(no).expect("it has just been recorded");
    let step = DiaryStep { before: before.into(), entry, after: diary.state().clone().into() };
    let printed = PrintedAccount::new(save.account(&step), &step, submitted.rolled.as_ref());
    let likelihood = submitted.rolled.as_ref().and_then(|rolled| likelihoods.likelihood_of(&step, rolled));
    let (turn, battle) = printed.place_json();
    let json = json!({
        "entry": no,
        "head": no,
        "turn": turn,
        "battle": battle,
        "order": printed.account.order,
        "dice": printed.dice_json(),
        "events": printed.account.sentences,
        "texts": printed.account.texts,
        "standing": likelihood.as_ref().map(OrderLikelihood::json),
    });
    OrderResult { text: printed.text(likelihood.as_ref()), json }
}
