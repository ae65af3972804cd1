//! The campaign between battles, in words: its rules, sides and stacks, the clock, tables, staff work and victory.
//! Source: RULES 7.

use super::{EntryContext, Statement, theatre};
use wardiary_base::{
    book::{Grade, Moment, Rulebook, RulebookDraft},
    dice::{DiceFormula, Face},
    id::{Id, SideId, StackId, UnitId},
    text::{self, Text},
};
use wardiary_rules::{
    event::{ClockEvent, StaffEvent},
    notation::{campaign_end_text, due_text, row_text},
    order::{Argument, Need, Verdict},
    rules::table::sum_text,
    state::{AnswerKind, Scheduled, Score, State},
};

#[derive(Clone, Debug, PartialEq)]
pub enum CampaignStatement<'a> {
    // Rules that a side met for the first time: troop types, and whether tables and pools.
    RulesMet { troops: Vec<Text>, has_tables: bool, has_pools: bool },
    // The book that the new one is compared with, and the living units whose grade has another name now.
    RulesChanged { was: Box<Rulebook>, regraded: Vec<((Grade, Grade), Vec<UnitId>)> },
    Abandoned,
    // `is_new`: a side sees what existed before only now.
    SideMade { side: SideId, name: &'a Text, is_new: bool },
    StackMade { stack: StackId, side: SideId, name: &'a Text, formation: &'a Text, is_new: bool },
    Renamed { id: Id, from: &'a Text, to: &'a Text },
    DateSet { to: &'a Text },
    TimeAdvanced { to: Moment },
    // The item if it exists, which only a save not written by the program leaves open.
    Due { item: u32, scheduled: Option<&'a Scheduled> },
    Scheduled { item: u32, due: Moment },
    Settled { scheduled: Option<&'a Scheduled> },
    Consulted { table: &'a Text, total: i32, row: &'a Text, who: Option<Id>, becomes: Option<&'a Text> },
    Rolled { dice: &'a DiceFormula, faces: Vec<Face>, totals: &'a [i32], who: Option<Id>, purpose: Option<&'a Text> },
    Argued { succeeds: bool, total: Option<u16> },
    Message { to: &'a [SideId], text: &'a Text },
    MessageScheduled { to: &'a [SideId], due: Moment },
    Revealed { what: Id, to: &'a [SideId] },
    // From all other sides if none is given.
    Hidden { what: Id, from: &'a [SideId] },
    OrdersHandedIn { number: u32, side: SideId, due: Option<Moment> },
    OrdersAnswered { number: u32, side: Option<SideId>, how: AnswerKind, why: Option<&'a Text> },
    Scored { side: SideId, by: i32, score: Option<Score> },
    Ended,
}

impl CampaignStatement<'_> {
    pub(super) fn text(&self, state: &State) -> String {
        let moment = |moment: &Moment| state.book().clock.format_moment(*moment);
        let named = |sides: &[SideId]| text::list(&sides.iter().map(|side| state.name(*side)).collect::<Vec<_>>());
        let due = |scheduled: Option<&Scheduled>| scheduled.map(|item| due_text(state, item)).unwrap_or_default();
        match self {
            Self::RulesMet { troops, has_tables, has_pools } => {
                let others = [(*has_tables, "the referee's tables"), (*has_pools, "the pools of replacements")];
                let others = others.into_iter().filter(|(is_met, _)| *is_met).map(|(_, what)| what.to_string());
                let met: Vec<String> = troops.iter().map(Text::as_name).chain(others).collect();
                format!("new to this side: {}", text::list(&met))
            }
            Self::RulesChanged { was, regraded } => rules_text(state, was) + &grades_text(state, was, regraded),
            Self::Abandoned => "cancelled after dice were shown".into(),
            Self::SideMade { name, is_new: true, .. } => format!("{name} entered the campaign"),
            Self::SideMade { name, is_new: false, .. } => format!("{name} came into view"),
            Self::StackMade { side, name, is_new: true, .. } => format!("{name} formed for {}", state.name(*side)),
            Self::StackMade { side, name, formation, is_new: false, .. } => {
                let of = if formation.is_empty() { String::new() } else { format!(", in {formation}") };
                format!("{name} of {} identified{of}", state.name(*side))
            }
            Self::Renamed { from, to, .. } => format!("{from} renamed {to}"),
            Self::DateSet { to } => format!("the date is {to}"),
            Self::TimeAdvanced { to } => format!("it is {}", moment(to)),
            Self::Due { item, scheduled } => format!("due now: {item} “{}”", due(*scheduled)),
            Self::Scheduled { item, due } => format!("scheduled for {} as number {item}", moment(due)),
            Self::Settled { scheduled } => format!("settled: “{}”", due(*scheduled)),
            Self::Consulted { table, total, row, who, becomes } => {
                let becomes = becomes.map_or_else(String::new, |state| format!(" (now {})", state.as_name()));
                format!("rolled {total} on {}: {}{becomes}", table.as_name(), row_text(state, row, *who))
            }
            Self::Rolled { dice, faces, totals, who, purpose } => {
                let (roll, result) = match totals {
                    [total] => (dice.to_string(), sum_text(dice, faces, *total)),
                    totals => {
                        let result = totals.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
                        (format!("{}x {dice}", totals.len()), result)
                    }
                };
                match (who.map(|who| state.name(who)), purpose.map(Text::as_name)) {
                    (None, None) => format!("rolled {roll}: {result}"),
                    (None, Some(purpose)) => format!("rolled {roll} for {purpose}: {result}"),
                    (Some(who), None) => format!("rolled {roll} for {who}: {result}"),
                    (Some(who), Some(purpose)) => format!("rolled {roll} for {who} ({purpose}): {result}"),
                }
            }
            Self::Argued { succeeds, total } => {
                let total = total.map_or(String::new(), |total| format!("{total}: "));
                format!("{total}the argument {}", if *succeeds { "succeeds" } else { "fails" })
            }
            Self::Message { to, text } => format!("message to {}: “{}”", named(to), text.trim()),
            Self::MessageScheduled { to, due } => format!("message to {} due on {}", named(to), moment(due)),
            Self::Revealed { what, to } => format!("{} revealed to {}", state.name(*what), named(to)),
            Self::Hidden { what, from: [] } => {
                let others = if state.side_of(*what).is_some() { "all other sides" } else { "all sides" };
                format!("{} hidden from {others}", state.name(*what))
            }
            Self::Hidden { what, from } => format!("{} hidden from {}", state.name(*what), named(from)),
            Self::OrdersHandedIn { number, side, due } => {
                let due = due.map_or_else(String::new, |due| format!(", due on {}", moment(&due)));
                format!("orders {} handed in by {}{due}", state.orders_label(*number), state.name(*side))
            }
            Self::OrdersAnswered { number, side, how, why } => {
                // The side's own number, as in `R2`.
                let number = state.written_order(*number).map_or(*number, |orders| orders.own_number);
                let of = side.map_or_else(String::new, |side| format!(" of {}", state.name(side)));
                let why = why.filter(|why| !why.is_blank());
                let why = why.map_or_else(String::new, |why| format!(": “{}”", why.trim()));
                format!("orders {number}{of} {}{why}", how.word())
            }
            Self::Scored { side, by, score } => {
                let many = usize::try_from(by.unsigned_abs()).unwrap_or(usize::MAX);
                let points = text::count(many, "victory point", "victory points");
                let total = score.map_or_else(String::new, Score::total_words);
                let to = if *by < 0 { "taken from" } else { "for" };
                format!("{points} {to} {}: {total} in all", state.name(*side))
            }
            Self::Ended => {
                let how = campaign_end_text(state).map_or(String::new(), |how| format!(": {how}"));
                format!("the campaign ended{how}")
            }
        }
    }
}

fn rules_text(state: &State, was: &Rulebook) -> String {
    let is = state.book();
    match is.describe_changes(was) {
        none if none.is_empty() && (&was.name, &was.title) == (&is.name, &is.title) => {
            "the rules did not change".into()
        }
        none if none.is_empty() => "the rules changed: their name".into(),
        changes => format!("the rules changed: {changes}"),
    }
}

/// `; units’ grades: Guard black to elite, 12 units white to regular`: units are named if they are few.
fn grades_text(state: &State, was: &Rulebook, regraded: &[((Grade, Grade), Vec<UnitId>)]) -> String {
    let change = |((from, to), units): &((Grade, Grade), Vec<UnitId>)| {
        let who = match units.len() {
            1..=MAX_NAMED_UNITS => text::list(&units.iter().map(|unit| state.name(*unit)).collect::<Vec<_>>()),
            many => text::count(many, "unit", "units"),
        };
        format!("{who} {} to {}", was.ladder.name(*from), state.book().ladder.name(*to))
    };
    let changes: Vec<String> = regraded.iter().map(change).collect();
    if changes.is_empty() { String::new() } else { format!("; units’ grades: {}", changes.join(", ")) }
}

/// Maximum number of units to name after a change of grade; more are counted.
const MAX_NAMED_UNITS: usize = 3;

pub(super) fn rules_changed<'a>(context: &EntryContext<'a>, rules: &RulebookDraft) -> CampaignStatement<'a> {
    let (was, is) = (context.before.book(), context.after.book());
    if context.introduces_existing() && changes_only_met_rules(rules) {
        let new = is.troops.iter().filter(|troop| was.troops.iter().all(|other| other.name != troop.name));
        let troops: Vec<Text> = new.map(|troop| troop.name.clone()).collect();
        let has_tables = context.lifts_fog() && was.tables != is.tables;
        let has_pools = context.lifts_fog() && was.replacements != is.replacements;
        if !troops.is_empty() || has_tables || has_pools {
            return CampaignStatement::RulesMet { troops, has_tables, has_pools };
        }
    }
    CampaignStatement::RulesChanged { was: book_before(context, rules), regraded: regraded(context) }
}

/// Whether a change of the rules touches nothing but what a side meets.
fn changes_only_met_rules(rules: &RulebookDraft) -> bool {
    let RulebookDraft { troops, replacements, tables, .. } = rules.clone();
    *rules == RulebookDraft { troops, replacements, tables, ..RulebookDraft::default() }
}

/// The book before, with what the entry introduces to a side of the rules that existed before.
fn book_before(context: &EntryContext, rules: &RulebookDraft) -> Box<Rulebook> {
    let is = context.after.book();
    let mut was = Box::new(Rulebook::clone(context.before.book()));
    if context.introduces_existing() && rules.troops.is_none() {
        was.troops.clone_from(&is.troops);
    }
    if context.lifts_fog() {
        was.tables.clone_from(&is.tables);
        was.replacements.clone_from(&is.replacements);
    }
    was
}

/// The living units whose grade has another name now, by the change.
fn regraded(context: &EntryContext) -> Vec<((Grade, Grade), Vec<UnitId>)> {
    let EntryContext { before, after, .. } = *context;
    let (was, is) = (&before.book().ladder, &after.book().ladder);
    let mut changes: Vec<((Grade, Grade), Vec<UnitId>)> = Vec::new();
    if was == is {
        // What a side learns of a unit along with other rules is reported separately.
        return changes;
    }
    for unit in before.units().iter().filter(|unit| unit.is_alive()) {
        let Some(now) = after.unit(unit.id) else { continue };
        let Some(change) = unit.grade().exact().zip(now.grade().exact()) else { continue };
        if was.name(change.0).eq_ignore_case(is.name(change.1)) {
            continue;
        }
        match changes.iter_mut().find(|(other, _)| *other == change) {
            Some((_, units)) => units.push(unit.id),
            None => changes.push((change, vec![unit.id])),
        }
    }
    changes.sort_by_key(|(change, _)| *change);
    changes
}

/// An event of the clock, with everything that comes due by it.
pub(super) fn clock<'a>(context: &EntryContext<'a>, event: &ClockEvent) -> Vec<Statement<'a>> {
    let (before, after) = (context.before.calendar(), context.after.calendar());
    let statement = match *event {
        ClockEvent::Advanced { from, to } => {
            let due = after.due().iter().filter(|scheduled| scheduled.due > from);
            let due = due.map(|scheduled| CampaignStatement::Due { item: scheduled.item, scheduled: Some(scheduled) });
            let news = std::iter::once(CampaignStatement::TimeAdvanced { to }).chain(due).map(Statement::Campaign);
            return theatre::halted_forces(context).into_iter().chain(news).collect();
        }
        // What a table makes due is due at once.
        ClockEvent::Scheduled { item, at, .. } if at <= before.now => {
            CampaignStatement::Due { item, scheduled: after.item(item) }
        }
        ClockEvent::Scheduled { item, at, .. } => CampaignStatement::Scheduled { item, due: at },
        ClockEvent::Settled { item } => CampaignStatement::Settled { scheduled: before.item(item) },
    };
    vec![statement.into()]
}

/// An event of staff work; `None` for the delivery of a message that does not exist.
pub(super) fn staff<'a>(state: &'a State, event: &'a StaffEvent) -> Option<CampaignStatement<'a>> {
    let answered = |number: u32, how, why: Option<&'a Text>| {
        let side = state.written_order(number).map(|orders| orders.side);
        CampaignStatement::OrdersAnswered { number, side, how, why }
    };
    Some(match *event {
        StaffEvent::Told { ref sides, ref text, due: None, .. } => CampaignStatement::Message { to: sides, text },
        StaffEvent::Told { ref sides, due: Some(due), .. } => CampaignStatement::MessageScheduled { to: sides, due },
        StaffEvent::Delivered { message } => {
            let found = state.message(message)?;
            CampaignStatement::Message { to: &found.sides, text: &found.text }
        }
        StaffEvent::Revealed { what, ref to } => CampaignStatement::Revealed { what, to },
        StaffEvent::Hidden { what, ref from } => CampaignStatement::Hidden { what, from },
        StaffEvent::HandedIn { number, side, due, .. } => CampaignStatement::OrdersHandedIn { number, side, due },
        StaffEvent::Granted { number, ref why } => answered(number, AnswerKind::Granted, why.as_ref()),
        StaffEvent::Refused { number, ref why } => answered(number, AnswerKind::Refused, why.as_ref()),
        StaffEvent::Cancelled { number } => answered(number, AnswerKind::Cancelled, None),
    })
}

pub(super) fn argument(state: &State, argument: &Argument) -> String {
    let mut parts = vec![match argument.by {
        Some(side) => format!("argued by {}: “{}”", state.name(side), argument.claim),
        None => format!("argued: “{}”", argument.claim),
    }];
    let is_given = |text: &&Text| !text.is_blank();
    parts.extend(argument.pro.iter().filter(is_given).map(|pro| format!("for it: {pro}")));
    parts.extend(argument.con.iter().filter(is_given).map(|con| format!("against it: {con}")));
    match argument.verdict {
        Verdict::Roll(dice, Need::AtLeast(least)) => parts.push(format!("{dice} for {least}+")),
        Verdict::Roll(dice, Need::AtMost(most)) => parts.push(format!("{dice} for {most}-")),
        Verdict::Succeeds | Verdict::Fails => {}
    }
    parts.join("; ")
}
