//! Entries in words, made from their events and never stored beside them.
//!
//! Names may be singular or plural, so sentences avoid verbs that would have to agree: they use the past tense, or name
//! a fact. `crates/diary/tests/diary/claims.rs` parses every sentence and checks it against the states before and after the entry; a
//! new sentence needs a line there.

mod battle;
mod combat;
mod intel;
mod map;
mod stacks;
mod theatre;
mod unit;

use super::Entry;
use std::borrow::Cow;
use wardiary_base::{
    book::{Grade, Rulebook, RulebookDraft},
    id::{BattleId, Id, SideId, UnitId},
    text,
};
use wardiary_rules::{
    event::{ClockEvent, ContactCause, Event, IntelEvent, StackEvent, TheatreEvent},
    notation::order_text,
    order::{MapOrder, Order},
    state::State,
};

/// The order in a line, with the names that things have in `state`.
pub(super) fn headline(state: &State, entry: &Entry) -> String {
    text::sanitize(&match &entry.order {
        Order::Note { text } if entry.has_hidden_order() => text.to_string(),
        Order::Note { text } => format!("“{text}”"),
        Order::Edna { unit, purpose: Some(purpose) } => format!("asked of {}: {purpose}", state.name(*unit)),
        // The id belongs to the order; readers do not need it.
        Order::Side { .. } | Order::Stack { .. } | Order::Unit(_) | Order::Battle { .. } => {
            let text = order_text(state, &entry.order);
            text.rsplit_once(" as #").map_or(text.clone(), |(before, _)| before.to_string())
        }
        // Name the map that was laid out; do not draw it.
        Order::Map(MapOrder::LayOut { ground, battle, .. }) => {
            let battle = battle.map_or(String::new(), |battle| format!(" for {}", state.name(battle)));
            format!("map “{}”{battle}", ground.title)
        }
        Order::Branch { name, dice } => {
            let same = if dice.is_some() { ", with the same dice" } else { "" };
            format!("branch “{name}”{same}")
        }
        Order::Argue(argument) => combat::argument(state, argument),
        order => order_text(state, order),
    })
}

/// What the sentences about an entry are made from.
#[derive(Clone, Copy)]
struct EntryContext<'a> {
    before: &'a State,
    entry: &'a Entry,
    /// The state after the entry, which has the names of everything that the entry created.
    after: &'a State,
}

/// A sentence about an entry, and what it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    pub topic: Topic,
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// Something that happened.
    Result,
    /// The turn went on: what ended, and who acts next.
    TurnFlow,
    /// Units did not use an attack.
    UnusedAttack,
    /// A Conflict had no round.
    SkippedRound,
}

impl Sentence {
    fn new(topic: Topic, text: String) -> Self {
        Self { topic, text }
    }
}

impl From<String> for Sentence {
    fn from(text: String) -> Self {
        Self::new(Topic::Result, text)
    }
}

/// The results of an entry, a sentence each, with the names of the state after it.
pub(super) fn sentences(before: &State, entry: &Entry, after: &State) -> Vec<String> {
    let described = (0..entry.events.len()).flat_map(|at| sentences_for_event(before, entry, after, at));
    described.map(|sentence| sentence.text).collect()
}

/// The sentences for the event at index `at`; empty if another event's sentence covers it or there is nothing to say.
pub(super) fn sentences_for_event(before: &State, entry: &Entry, after: &State, at: usize) -> Vec<Sentence> {
    let context = EntryContext { before, entry, after };
    match &entry.events[at] {
        Event::TurnEnded { battle, turn } => battle::turn_ended(&context, *battle, *turn),
        Event::BattleEnded { battle, .. } => battle::battle_ended(&context, *battle),
        Event::PhaseBegun { battle, phase, side } => battle::phase_begun(&context, at, (*battle, *phase, *side)),
        Event::CombatEnded { battle, combat, how } => {
            combat::ended(&context, (*battle, *combat), *how).into_iter().collect()
        }
        _ => results_of_event(&context, at).into_iter().map(Sentence::from).collect(),
    }
}

/// The sentences for an event with results only.
fn results_of_event(context: &EntryContext, at: usize) -> Vec<String> {
    let EntryContext { before, entry, after } = *context;
    let event = &entry.events[at];
    match event {
        Event::PhaseFought { battle, combat, defeats, .. } => {
            let casualties = entry.events[at + 1..].iter().take_while(|event| combat::is_casualty(event));
            let mut sentences = combat::left_out(context, (*battle, *combat));
            sentences.push(combat::defeats(context, (*battle, *combat), *defeats));
            sentences.extend(combat::casualties(context, &casualties.collect::<Vec<_>>()));
            sentences
        }
        Event::Rethrown { dice, .. } if dice.is_empty() && context.stands_automatically(at) => Vec::new(),
        casualty if combat::is_casualty(casualty) && context.follows_a_phase(at) => Vec::new(),
        Event::Supported { units, clashes, .. } => combat::supported(context, units, clashes),
        Event::Clock(event @ ClockEvent::Advanced { .. }) => {
            let held = theatre::halted_forces(before, after, &entry.events);
            held.into_iter().chain(theatre::clock_sentences(before, after, event)).collect()
        }
        Event::Clock(event) => theatre::clock_sentences(before, after, event),
        Event::Theatre(TheatreEvent::Met { how: ContactCause::Met, .. }) => {
            theatre::contact_sentences(after, &entry.events, at)
        }
        Event::Theatre(event) => theatre::sentences(before, after, event),
        Event::Refit(event) => unit::refit_sentences(after, event),
        Event::Consulted { table, total, text, who, becomes } => {
            vec![theatre::consulted(after, (table, *total), (text, becomes.as_ref()), *who)]
        }
        Event::Rolled { dice, totals, who, purpose } => {
            vec![theatre::rolled(context, (dice, totals), *who, purpose.as_ref())]
        }
        // The roll for the Warlord's exposure precedes the blow, but is reported after it.
        Event::Stacks(StackEvent::Exposed { .. }) if context.is_blow(at + 1) => Vec::new(),
        Event::Stacks(StackEvent::Struck { .. }) => {
            let exposed = at.checked_sub(1).and_then(|at| entry.events.get(at));
            let exposed = exposed.filter(|event| matches!(event, Event::Stacks(StackEvent::Exposed { .. })));
            [Some(event), exposed].into_iter().flatten().filter_map(|event| sentence(context, event)).collect()
        }
        Event::Assigned { unit, .. } => {
            sentence(context, event).into_iter().chain(theatre::contacts_taken_over(context, *unit)).collect()
        }
        // The precision of a newly identified unit's numbers is reported with its identification.
        Event::Intel(IntelEvent::Learned(learned))
            if learned.changes_only_precision() && context.introduces_unit(learned.unit) =>
        {
            Vec::new()
        }
        Event::Intel(IntelEvent::FoundIn { unit, .. }) if context.introduces_unit(*unit) => Vec::new(),
        event => sentence(context, event).into_iter().collect(),
    }
}

impl EntryContext<'_> {
    /// Whether the entry introduces, to a side that did not know of it, something that existed before.
    fn introduces_existing(&self) -> bool {
        !self.after.is_complete() || self.lifts_fog()
    }

    fn lifts_fog(&self) -> bool {
        self.entry.events.iter().any(|event| matches!(event, Event::Intel(IntelEvent::FogLifted(_))))
    }

    /// Whether the entry introduces the unit.
    fn introduces_unit(&self, unit: UnitId) -> bool {
        self.entry.events.iter().any(|event| matches!(event, Event::UnitMade(made) if made.id == unit))
    }

    /// Whether what the entry introduces of a side existed before.
    fn existed_before(&self, side: SideId) -> bool {
        self.introduces_existing() && self.after.viewer() != Some(side)
    }

    fn name(&self, id: impl Into<Id>) -> String {
        self.after.name(id)
    }

    fn names<T: Copy + Into<Id>>(&self, ids: &[T]) -> String {
        text::list(&ids.iter().map(|id| self.name(*id)).collect::<Vec<_>>())
    }

    /// ` in First day` while several battles are under way; else empty.
    fn in_battle(&self, battle: BattleId) -> String {
        self.if_several(battle, "in")
    }

    /// ` of First day` while several battles are under way; else empty.
    fn of_battle(&self, battle: BattleId) -> String {
        self.if_several(battle, "of")
    }

    fn if_several(&self, battle: BattleId, preposition: &str) -> String {
        let several = [self.before, self.after].iter().any(|state| state.open_battles().count() > 1);
        if several { format!(" {preposition} {}", self.name(battle)) } else { String::new() }
    }

    fn is_blow(&self, at: usize) -> bool {
        matches!(self.entry.events.get(at), Some(Event::Stacks(StackEvent::Struck { .. })))
    }

    /// Whether the dice at that index stand because none may be rerolled, without anybody's decision.
    fn stands_automatically(&self, at: usize) -> bool {
        let is_rethrow = |event: &Event| matches!(event, Event::Rethrown { .. });
        let decided = matches!(self.entry.order.effective_order(), Order::Reroll { .. });
        !decided || self.entry.events[..at].iter().any(is_rethrow)
    }

    /// Whether the casualty at that index is reported with the phase in which it fell.
    fn follows_a_phase(&self, at: usize) -> bool {
        let before = self.entry.events[..at].iter().rev().find(|event| !combat::is_casualty(event));
        matches!(before, Some(Event::PhaseFought { .. }))
    }
}

/// The sentence for an event; `None` if there is nothing to say.
fn sentence(context: &EntryContext, event: &Event) -> Option<String> {
    let state = context.after;
    Some(match event {
        // The branch's name is in the headline. Support and the parts of a turn are reported with what they belong to.
        Event::Opened { .. }
        | Event::Noted
        | Event::BranchNamed { .. }
        | Event::Supported { .. }
        | Event::Clock(_)
        | Event::Refit(_)
        | Event::Theatre(_)
        | Event::Consulted { .. }
        | Event::Rolled { .. }
        | Event::PhaseBegun { .. }
        | Event::TurnEnded { .. }
        | Event::BattleEnded { .. }
        | Event::CombatEnded { .. }
        | Event::PhaseFought { .. } => return None,
        Event::RulesChanged(rules) if context.introduces_existing() && changes_only_met_rules(rules) => {
            let new = rules_met(context);
            if new.is_empty() {
                return Some(rules_changed(context, rules));
            }
            format!("{} came into view for the first time", text::list(&new))
        }
        Event::RulesChanged(rules) | Event::LadderChanged { rules, .. } => {
            rules_changed(context, rules) + &grades_changed(context.before, state)
        }
        Event::Abandoned => "broken off after dice were shown".into(),
        Event::SideMade { id, name } if context.existed_before(*id) => format!("{name} came into view"),
        Event::SideMade { name, .. } => format!("{name} entered the campaign"),
        Event::StackMade { side, name, .. } if context.existed_before(*side) => {
            format!("{name} of {} made out", state.name(*side))
        }
        Event::StackMade { side, name, .. } => format!("{name} formed for {}", state.name(*side)),
        Event::UnitMade(recruit) => unit::unit_made(context, recruit),
        Event::Renamed { from, to, .. } => format!("{from} renamed {to}"),
        Event::Assigned { unit, from, to } => unit::assigned(state, *unit, *from, *to),
        Event::DateSet { to, .. } => format!("the date is {to}"),
        Event::BattleBegun { name, sides, .. } => battle::begun(state, name, sides),
        Event::Arrived { battle, units } => format!("{} arrived in {}", context.names(units), state.name(*battle)),
        Event::InitiativeWon { battle, side } => {
            format!("{} won the initiative{}", state.name(*side), context.in_battle(*battle))
        }
        Event::FirstChosen { battle, side } => {
            format!("{} to go first{}", state.name(*side), context.in_battle(*battle))
        }
        Event::Exhausted { battle, side, lost, point } => {
            let (side, battle) = (state.name(*side), context.in_battle(*battle));
            // A side that can't see an enemy's strength only sees that there was a loss.
            if *lost == 0 {
                return Some(format!("{side} exhausted{battle}"));
            }
            format!("{side} exhausted{battle}: {lost} SP lost, the Exhaustion Point is {point}")
        }
        Event::EdnaTested { unit, total, acts, from, to } => unit::tested(state, *unit, (*total, *acts), (*from, *to)),
        Event::EdnaRetested { unit, total, acts, against, from, to } => {
            unit::retested(state, *unit, (*total, *acts, *against), (*from, *to))
        }
        Event::EdnaWorn { unit, cause, from, to } => unit::worn(state, *unit, *cause, (*from, *to)),
        Event::EdnaRuled { unit, from, to } => unit::edna_ruled(state, *unit, (*from, *to)),
        Event::CombatOpened { battle, first, second } => return combat::opened(context, *battle, first.0, second.0),
        Event::Committed { battle, combat, units } => return combat::joined(context, (*battle, *combat), units),
        Event::Thrown { .. } => "the dice are down, and may be thrown again".into(),
        Event::Rethrown { dice, .. } if dice.is_empty() => "the dice stand".into(),
        Event::Rethrown { dice, .. } => format!("{} thrown again", text::count(dice.len(), "die", "dice")),
        Event::Demoted { unit, from, to, used, .. } => {
            format!("{} demoted, {}", state.name(*unit), combat::demotion(state, (*from, *to), *used))
        }
        Event::PushedBack { unit, by, leaves: None } => combat::pushed_back(state, &[(*unit, *by)]),
        Event::PushedBack { unit, leaves: Some(_), .. } => format!("{} retires from the combat", state.name(*unit)),
        Event::Eliminated { unit, by, .. } => combat::eliminated(state, *unit, *by),
        Event::StrengthLost { unit, from, to } => unit::strength_lost(state, *unit, (*from, *to)),
        Event::StrengthRestored { unit, from, to } => unit::strength_restored(state, *unit, (*from, *to)),
        Event::Regraded { unit, from, to } => {
            let grade = |state: &State| state.unit(*unit).map(|unit| state.effective_grade(unit));
            let used = grade(context.before).zip(grade(state)).filter(|(before, after)| before != after);
            unit::regraded(state, *unit, (*from, *to), used)
        }
        Event::Shifted { unit, by, term } => unit::shifted(context, *unit, *by, *term),
        Event::Objected { battle, side, off } => combat::objected(context, *battle, *side, *off),
        Event::DiceTested { test, passed, failed, dice } => combat::tested(state, test, [passed, failed], dice),
        Event::Volleyed { unit, dice, hits, .. } => combat::volleyed(context, *unit, *dice, hits),
        Event::Argued { succeeds, total } => combat::argued(*succeeds, *total),
        Event::Stacks(event) => return stacks::sentence(context, event),
        Event::Victory(event) => theatre::victory_sentence(state, event),
        Event::Staff(event) => theatre::staff_sentence(state, event),
        Event::Map(event) => map::sentence(context, event),
        Event::Intel(event) => return intel::sentence(context.before, state, event),
    })
}

/// Whether a change of the rules touches nothing but what a side meets.
fn changes_only_met_rules(rules: &RulebookDraft) -> bool {
    let RulebookDraft { troops, replacements, tables, .. } = rules.clone();
    *rules == RulebookDraft { troops, replacements, tables, ..RulebookDraft::default() }
}

/// The rules that a side meets with the entry: troop types and, when fog lifts, everything else that was hidden from
/// it.
fn rules_met(context: &EntryContext) -> Vec<String> {
    let (was, is) = (context.before.book(), context.after.book());
    let new = is.troops.iter().filter(|troop| was.troops.iter().all(|other| other.name != troop.name));
    let mut met: Vec<String> = new.map(|troop| troop.name.as_name()).collect();
    let others = [
        (was.tables != is.tables, "the referee's tables"),
        (was.replacements != is.replacements, "the pools of replacements"),
    ];
    met.extend(
        others.into_iter().filter(|(is_new, _)| context.lifts_fog() && *is_new).map(|(_, what)| what.to_string()),
    );
    met
}

/// The settings that a change of the rules changed, except those that `rules_met` reports.
fn rules_changed(context: &EntryContext, rules: &RulebookDraft) -> String {
    let (was, is) = (context.before.book(), context.after.book());
    let mut was: Cow<Rulebook> = Cow::Borrowed(was);
    if context.introduces_existing() && rules.troops.is_none() {
        was.to_mut().troops.clone_from(&is.troops);
    }
    if context.lifts_fog() {
        was.to_mut().tables.clone_from(&is.tables);
        was.to_mut().replacements.clone_from(&is.replacements);
    }
    let changes = is.describe_changes(&was);
    match changes.as_str() {
        "" if (&was.name, &was.title) == (&is.name, &is.title) => "the rules are as they were".into(),
        "" => "the rules changed: their name".into(),
        _ => format!("the rules changed: {changes}"),
    }
}

/// `; units’ grades: Guard black to elite, 12 units white to regular`: the living units whose grade has another name
/// now, named if they are few.
fn grades_changed(before: &State, after: &State) -> String {
    let (was, is) = (&before.book().ladder, &after.book().ladder);
    if was == is {
        // What a side learns of a unit along with other rules is reported separately.
        return String::new();
    }
    let mut changes: Vec<((Grade, Grade), Vec<UnitId>)> = Vec::new();
    for unit in before.units().iter().filter(|unit| unit.is_alive()) {
        let Some(now) = after.unit(unit.id) else { continue };
        if was.name(unit.grade).eq_ignore_case(is.name(now.grade)) {
            continue;
        }
        let change = (unit.grade, now.grade);
        match changes.iter_mut().find(|(other, _)| *other == change) {
            Some((_, units)) => units.push(unit.id),
            None => changes.push((change, vec![unit.id])),
        }
    }
    changes.sort_by_key(|(change, _)| *change);
    let change = |((from, to), units): &((Grade, Grade), Vec<UnitId>)| {
        let who = match units.len() {
            1..=MAX_NAMED_UNITS => text::list(&unit_names(after, units)),
            many => text::count(many, "unit", "units"),
        };
        format!("{who} {} to {}", was.name(*from), is.name(*to))
    };
    let changes: Vec<String> = changes.iter().map(change).collect();
    if changes.is_empty() { String::new() } else { format!("; units’ grades: {}", changes.join(", ")) }
}

/// Maximum number of units to name after a change of grade; more are counted.
const MAX_NAMED_UNITS: usize = 3;

fn unit_names(state: &State, units: &[UnitId]) -> Vec<String> {
    units.iter().map(|unit| state.name(*unit)).collect()
}
