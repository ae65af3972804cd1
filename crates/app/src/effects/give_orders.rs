//! Gives orders: gets the dice they need, and shows the result.

use super::history::finish_change;
use crate::{
    clock,
    component::{Context as _, SessionChange},
    notice::Notice,
    overlay::{hand_dice::HandDiceForm, listing::Listing, order_line::OrderLine},
    screen::ScreenName,
    screen_stack::ScreenStack,
    session::Session,
};
use std::collections::VecDeque;
use wardiary_base::{
    dice::{
        DiceRoll,
        source::{NotRolledYet, TableDice},
    },
    text,
};
use wardiary_diary::diary::{
    EntryNo,
    file::{SubmitError, Submitted, WriteError},
};
use wardiary_rules::{
    notation,
    order::Order,
    rules::{self, UnansweredRequest},
};
use wardiary_view::line_up::result_line;

/// Gives an order with the rolls made so far. Rolls the missing dice, or asks for them at the table.
pub fn give(screens: &mut ScreenStack<Session>, order: Order, mut rolls: Vec<DiceRoll>, flourish: bool) {
    if let Some((before, rolled)) = screens.context.unwritten.take()
        && before == order
        && rolls.is_empty()
        && screens.context.diary().resolve(&order, &rolled).is_ok()
    {
        rolls = rolled;
    }
    let session = &mut screens.context;
    let now = match clock::now() {
        Ok(now) => now,
        Err(failure) => return session.say(Notice::of_failure(&failure)),
    };
    let program = session.diary().program_dice(&rolls);
    let state = session.diary().state().clone();
    let table = session.dice_table_in(&state);
    let is_on_table = |owner| table.throws_for(owner);
    match session.save_mut().submit(order.clone(), &mut TableDice::new(rolls, program, &is_on_table), now) {
        Ok(submitted) => show_recorded(screens, &order, submitted, flourish),
        Err(SubmitError::Unanswered(UnansweredRequest { request, rolls, error: NotRolledYet })) => {
            let form = HandDiceForm::new(order, rolls, request, is_on_table);
            screens.open(Box::new(form));
        }
        Err(SubmitError::NotRecorded { why, rolls }) => return_to_order_line(screens, order, rolls, why),
    }
}

pub(crate) fn give_lines(screens: &mut ScreenStack<Session>, lines: Vec<String>, flourish: bool) {
    for_each_line(screens, lines, |screens, order| give(screens, order, Vec::new(), flourish));
}

/// Reads each line as an order and gives it. Lists the lines from the first that is not given on; those after an order
/// whose dice are rolled at the table wait below the form for the dice.
pub(super) fn for_each_line(
    screens: &mut ScreenStack<Session>,
    lines: Vec<String>,
    mut give: impl FnMut(&mut ScreenStack<Session>, Order),
) {
    let progress = |session: &Session| (session.diary().head(), session.composed_orders().len());
    let all = lines.len();
    let given = if screens.context.letter_file.is_some() { "composed" } else { "given" };
    let mut rest = VecDeque::from(lines);
    while let Some(line) = rest.front() {
        let before = progress(&screens.context);
        let why = match OrderLine::new(line.clone()).order(&screens.context) {
            Ok(order) => {
                give(screens, order);
                screens.context.notice.as_ref().map_or_else(String::new, |notice| notice.text.clone())
            }
            Err(why) => why,
        };
        if progress(&screens.context) == before {
            if screens.has_overlay() {
                rest.pop_front();
            }
            if !rest.is_empty() {
                let stopped = format!("{} of {all} {given}. {}", all - rest.len(), text::capitalized(&why));
                screens.open_below_overlay(Box::new(Listing::of_script(rest.into(), Some(stopped))));
            }
            return;
        }
        rest.pop_front();
    }
    if all > 1 {
        screens.context.say(Notice::good(format!("{all} orders were {given}; each undo takes back one")));
    }
}

pub(crate) fn abandon(screens: &mut ScreenStack<Session>, order: Order, rolls: Vec<DiceRoll>) {
    let now = match clock::now() {
        Ok(now) => now,
        Err(failure) => return screens.context.say(Notice::of_failure(&failure)),
    };
    let recorded = screens.context.save_mut().abandon(order, rolls, now);
    finish_change(screens, recorded.map(|no| format!("entry {no}: cancelled; its dice stay in the diary")));
}

fn show_recorded(screens: &mut ScreenStack<Session>, order: &Order, submitted: Submitted, flourish: bool) {
    let Submitted { entry, rolled } = submitted;
    if rolled.is_some() {
        screens.context.set_last_roll(entry, rolled);
        // The first roll ends the tutorial, since the dice take its place.
        if screens.context.tutorial.hide() {
            screens.context.folders.mark_tutorial_seen(screens.context.tutorial.is_own);
        }
    }
    finish_change(screens, Ok(String::new()));
    screens.context.go_to_battle_of(entry, order);
    screens.context.clear_picks_after(order);
    screens.notify(SessionChange::Recorded(order));
    let phase = matches!(order, Order::Scrud { .. } | Order::Reroll { .. });
    let shown = phase && matches!(screens.screen_name(), Some(ScreenName::Battle | ScreenName::Review));
    let session = &mut screens.context;
    session.await_result_of(entry);
    let notice = match session.last_phase().filter(|_| phase) {
        _ if shown => None,
        Some(fought) => Some(Notice::good(result_line(session.state(), fought).to_string())),
        None => result_notice(session, entry),
    };
    let notice = with_units_left(session, entry, notice);
    session.set_notice(with_new_branch(session, entry, notice));
    if shown && flourish && session.last_phase().is_some() {
        session.start_dice_animation(entry);
    }
}

/// The notice of an entry, and that the entry began a new branch if it did.
fn with_new_branch(session: &Session, entry: EntryNo, notice: Option<Notice>) -> Option<Notice> {
    let diary = session.diary();
    let branches = diary.branch_of(entry).zip(diary.branch_left_by_newest());
    let Some((begun, other)) = branches else { return notice };
    Some(after(&format!("a new branch, “{}”; the other is kept as “{}”", begun.title(), other.title()), notice))
}

/// The notice of an entry, with a warning if it ended a turn in which units could still act.
fn with_units_left(session: &Session, entry: EntryNo, notice: Option<Notice>) -> Option<Notice> {
    let Some(step) = session.diary().step(entry) else { return notice };
    let Order::EndTurn { battle } = step.entry.order else { return notice };
    let units = rules::outstanding(&step.before, battle).units;
    if units.is_empty() {
        return notice;
    }
    let many = text::count(units.len(), "unit", "units");
    let can = notation::can_still_text(&step.before, &units, "");
    Some(after(&format!("{many} could still {can}: undo takes the end of the turn back"), notice))
}

fn after(first: &str, notice: Option<Notice>) -> Notice {
    Notice::good(notice.map_or_else(|| first.into(), |notice| format!("{first}; {}", notice.text)))
}

/// The result of an entry as one line.
fn result_notice(session: &mut Session, no: EntryNo) -> Option<Notice> {
    let at = session.diary().path().binary_search(&no).ok()?;
    let account = session.accounts(at, 1).pop()?;
    let dice = if account.dice.is_empty() { String::new() } else { format!("{}: ", account.faces()) };
    let text =
        if account.sentences.is_empty() { account.headline } else { format!("{dice}{}", account.sentences.join("; ")) };
    Some(Notice::good(text))
}

/// Puts an order that could not be recorded back into the order line, and keeps its dice.
fn return_to_order_line(screens: &mut ScreenStack<Session>, order: Order, rolls: Vec<DiceRoll>, not: WriteError) {
    let failed = matches!(not, WriteError::Failed(_));
    finish_change(screens, Err(not));
    if failed && screens.context.viewed().is_writable() {
        let diary = screens.context.diary();
        let text = notation::order_text(diary.state(), &order);
        let line = OrderLine::new(text);
        screens.open(Box::new(line));
        screens.context.unwritten = Some((order, rolls));
    }
}
