//! Entries in words, made from their events and never stored beside them.
//!
//! A sentence is a [`Statement`], a template with typed arguments; the `text` of its group has the words. Names may be
//! singular or plural, so sentences avoid verbs that would have to agree: they use the past tense, or name a fact.
//! `crates/diary/tests/diary/claims.rs` checks the arguments against the states before and after the entry, and
//! `golden_sentences.rs` beside it has a hand-written sentence for each statement; both fail to compile without a new
//! one.

mod battle;
mod campaign;
mod combat;
mod headline;
mod intel;
mod map;
mod stacks;
mod theatre;
mod unit;

pub use self::{
    battle::BattleStatement,
    campaign::CampaignStatement,
    combat::{CombatStatement, GradeChange, TestedUnit},
    intel::IntelStatement,
    theatre::{HaltReason, TheatreStatement},
    unit::{EdnaChange, MusteredNumbers, UnitStatement},
};

pub(super) use self::headline::{headline, notable_text};

use super::Entry;
use wardiary_base::{
    book::Grade,
    id::{BattleId, Id, SideId, UnitId},
    text,
};
use wardiary_rules::{
    event::{Event, IntelEvent, MapEvent, StackEvent, VictoryEvent},
    notation::order_text,
    order::{MapOrder, Order},
    state::State,
};

/// The order in a line, with the names that things have in `state`.
pub(super) fn order_line(state: &State, entry: &Entry) -> String {
    text::sanitize(&match &entry.order {
        Order::Note { text } if entry.has_hidden_order() => text.to_string(),
        Order::Note { text } => format!("“{text}”"),
        Order::Edna { unit, purpose: Some(purpose) } => format!("EDNA test of {}: {purpose}", state.name(*unit)),
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
        Order::Argue(argument) => campaign::argument(state, argument),
        order => order_text(state, order),
    })
}

#[derive(Clone, Copy)]
struct EntryContext<'a> {
    before: &'a State,
    entry: &'a Entry,
    /// The state after the entry, which has everything that the entry created.
    after: &'a State,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Sentence<'a> {
    pub statement: Statement<'a>,
    pub text: String,
}

/// Declares the statement of each group, and wraps it.
macro_rules! groups {
    ($($Group:ident($Statement:ty),)*) => {
        /// The content of a sentence: a template with its arguments. If a sentence reports one event, its argument is
        /// the event.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Statement<'a> {
            $($Group($Statement),)*
        }

        $(impl<'a> From<$Statement> for Statement<'a> {
            fn from(statement: $Statement) -> Self {
                Self::$Group(statement)
            }
        })*
    };
}

groups! {
    Battle(BattleStatement),
    Campaign(CampaignStatement<'a>),
    Combat(CombatStatement),
    Intel(IntelStatement<'a>),
    Map(&'a MapEvent),
    Stack(&'a StackEvent),
    Theatre(TheatreStatement<'a>),
    Unit(UnitStatement),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// Something that happened.
    Result,
    /// The turn advanced: what ended, and who acts next.
    TurnFlow,
    /// Units did not use an attack.
    UnusedAttack,
    /// A Conflict had no round.
    SkippedRound,
}

impl Statement<'_> {
    /// The sentence, with the names of the state after the entry.
    pub fn text(&self, before: &State, after: &State) -> String {
        let states = States { before, after };
        match self {
            Self::Battle(statement) => statement.text(states),
            Self::Campaign(statement) => statement.text(after),
            Self::Combat(statement) => statement.text(states),
            Self::Intel(statement) => statement.text(states),
            Self::Map(event) => map::text(states, event),
            Self::Stack(event) => stacks::text(states, event),
            Self::Theatre(statement) => statement.text(states),
            Self::Unit(statement) => statement.text(after),
        }
    }

    pub fn topic(&self) -> Topic {
        use BattleStatement::{
            AllToAct, CouldHaveAttacked, InitiativeNext, InitiativeNotRolled, NoRound, ToAct, TurnEnded,
        };
        match self {
            Self::Battle(
                TurnEnded { .. } | InitiativeNotRolled { .. } | InitiativeNext { .. } | ToAct { .. } | AllToAct { .. },
            )
            | Self::Combat(CombatStatement::BrokenOff { .. }) => Topic::TurnFlow,
            Self::Battle(CouldHaveAttacked { .. }) => Topic::UnusedAttack,
            Self::Battle(NoRound { .. }) => Topic::SkippedRound,
            _ => Topic::Result,
        }
    }
}

/// The results of an entry, a sentence each, with the names of the state after it.
pub(super) fn sentences(before: &State, entry: &Entry, after: &State) -> Vec<String> {
    let described = (0..entry.events.len()).flat_map(|at| sentences_for_event(before, entry, after, at));
    let is_told = |sentence: &Sentence| match sentence.statement.topic() {
        Topic::Result | Topic::TurnFlow | Topic::SkippedRound => true,
        // The card at the end of the turn names them.
        Topic::UnusedAttack => false,
    };
    described.filter(is_told).map(|sentence| sentence.text).collect()
}

/// The sentences for the event at index `at`; empty if another event's sentence covers it or there is nothing to say.
pub(super) fn sentences_for_event<'a>(
    before: &'a State,
    entry: &'a Entry,
    after: &'a State,
    at: usize,
) -> Vec<Sentence<'a>> {
    let statements = statements_for_event(&EntryContext { before, entry, after }, at).into_iter();
    statements.map(|statement| Sentence { text: statement.text(before, after), statement }).collect()
}

fn statements_for_event<'a>(context: &EntryContext<'a>, at: usize) -> Vec<Statement<'a>> {
    let EntryContext { entry, .. } = *context;
    let events = &entry.events;
    match &events[at] {
        Event::TurnEnded { battle, turn } => battle::turn_ended(context, *battle, *turn),
        Event::BattleEnded { battle, .. } => battle::battle_ended(context, *battle),
        Event::PhaseBegun { battle, phase, side } => battle::phase_begun(context, at, (*battle, *phase, *side)),
        Event::PhaseFought { battle, combat, defeats, .. } => {
            let casualties = events[at + 1..].iter().take_while(|event| combat::is_casualty(event));
            let mut statements = combat::left_out(context, (*battle, *combat));
            statements.push(combat::defeats(context, (*battle, *combat), *defeats));
            statements.extend(combat::casualties(context, casualties));
            statements
        }
        Event::Rethrown { dice, .. } if dice.is_empty() && context.stands_automatically(at) => Vec::new(),
        casualty if combat::is_casualty(casualty) && context.follows_a_phase(at) => Vec::new(),
        Event::Supported { units, clashes, .. } => combat::supported(context, units, clashes),
        Event::Clock(event) => campaign::clock(context, event),
        Event::Theatre(event) => theatre::statements(context, event),
        Event::Refit(event) => unit::refit(context, event),
        // The roll for the Warlord's exposure precedes the blow, but is reported after it.
        Event::Stacks(StackEvent::Exposed { .. }) if context.is_blow(at + 1) => Vec::new(),
        Event::Stacks(event @ StackEvent::Struck { .. }) => {
            let exposed = at.checked_sub(1).and_then(|at| match &events[at] {
                Event::Stacks(event @ StackEvent::Exposed { .. }) => Some(event),
                _ => None,
            });
            [Some(event), exposed].into_iter().flatten().map(Statement::Stack).collect()
        }
        Event::Assigned { unit, .. } => {
            statement(context, &events[at]).into_iter().chain(theatre::contacts_taken_over(context, *unit)).collect()
        }
        // The precision of a newly identified unit's numbers is reported with its identification.
        Event::Intel(IntelEvent::Learned(learned))
            if learned.changes_only_precision() && context.introduces_unit(learned.unit) =>
        {
            Vec::new()
        }
        Event::Intel(IntelEvent::FoundIn { unit, .. }) if context.introduces_unit(*unit) => Vec::new(),
        event => statement(context, event).into_iter().collect(),
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

/// The states before and after an entry. Sentences use the names of the state after it.
#[derive(Clone, Copy)]
struct States<'a> {
    before: &'a State,
    after: &'a State,
}

impl States<'_> {
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

    fn of_battle(&self, battle: BattleId) -> String {
        self.if_several(battle, "of")
    }

    fn if_several(&self, battle: BattleId, preposition: &str) -> String {
        let several = [self.before, self.after].iter().any(|state| state.open_battles().count() > 1);
        if several { format!(" {preposition} {}", self.name(battle)) } else { String::new() }
    }
}

/// The grade that a unit fights with, if it is known.
fn used_grade(state: &State, unit: UnitId) -> Option<Grade> {
    state.unit(unit).and_then(|unit| state.effective_grade(unit).exact())
}

/// The statement for an event; `None` if there is nothing to say.
fn statement<'a>(context: &EntryContext<'a>, event: &'a Event) -> Option<Statement<'a>> {
    use BattleStatement as Battle;
    use CampaignStatement as Campaign;
    use CombatStatement as Combat;
    use UnitStatement as Unit;
    let edna = |unit, change| EdnaChange::new(context.after, unit, change);
    Some(match *event {
        // The branch's name is in the headline. Support and the parts of a turn are reported with what they belong to.
        Event::Opened { .. }
        | Event::Noted
        | Event::BranchNamed { .. }
        | Event::Supported { .. }
        | Event::Clock(_)
        | Event::Refit(_)
        | Event::Theatre(_)
        | Event::PhaseBegun { .. }
        | Event::TurnEnded { .. }
        | Event::BattleEnded { .. }
        | Event::PhaseFought { .. }
        | Event::Stacks(StackEvent::RoundBegun { .. }) => return None,
        Event::RulesChanged(ref rules) | Event::LadderChanged { ref rules, .. } => {
            campaign::rules_changed(context, rules).into()
        }
        Event::Abandoned => Campaign::Abandoned.into(),
        Event::SideMade { id, ref name } => {
            Campaign::SideMade { side: id, name, is_new: !context.existed_before(id) }.into()
        }
        Event::StackMade { id, side, ref name, ref formation } => {
            Campaign::StackMade { stack: id, side, name, formation, is_new: !context.existed_before(side) }.into()
        }
        Event::UnitMade(ref recruit) => unit::mustered(context, recruit).into(),
        Event::Renamed { id, ref from, ref to } => Campaign::Renamed { id, from, to }.into(),
        Event::Assigned { unit, from, to } => unit::assigned(context.after, unit, from, to).into(),
        Event::DateSet { ref to, .. } => Campaign::DateSet { to }.into(),
        Event::BattleBegun { id, ref name, ref sides, .. } => {
            let sides = sides.iter().map(|(side, units)| (*side, units.len())).collect();
            Battle::Begun { battle: id, name: name.clone(), sides }.into()
        }
        Event::Arrived { battle, ref units } => Battle::Arrived { battle, units: units.clone() }.into(),
        Event::InitiativeWon { battle, side } => Battle::InitiativeWon { battle, side }.into(),
        Event::FirstChosen { battle, side } => Battle::FirstChosen { battle, side }.into(),
        Event::Exhausted { battle, side, lost, point } => {
            // A side that can't see an enemy's strength only sees that there was a loss.
            Battle::Exhausted { battle, side, losses: (lost != 0).then_some((lost, point)) }.into()
        }
        Event::EdnaTested { unit, total, acts, from, to } => {
            Unit::EdnaTested { unit, total, acts, edna: edna(unit, (from, to)) }.into()
        }
        Event::EdnaRetested { unit, total, acts, against, from, to } => {
            Unit::EdnaRetested { unit, total, acts, against, edna: edna(unit, (from, to)) }.into()
        }
        Event::EdnaWorn { unit, cause, from, to } => {
            Unit::EdnaWorn { unit, cause, edna: edna(unit, (from, to)) }.into()
        }
        Event::EdnaRuled { unit, from, to } => Unit::EdnaRuled { unit, edna: edna(unit, (from, to)) }.into(),
        Event::CombatOpened { battle, ref first, ref second } => {
            return combat::opened(context, battle, (first.0, second.0)).map(Into::into);
        }
        Event::Committed { battle, combat, ref units } => {
            let is_round = combat::is_round(context, (battle, combat));
            return (!is_round).then(|| Combat::Joined { battle, combat, units: units.clone() }.into());
        }
        Event::CombatEnded { battle, combat, how } => {
            return combat::ended(context, (battle, combat), how).map(Into::into);
        }
        Event::Thrown { .. } => Combat::Thrown.into(),
        Event::Rethrown { ref dice, .. } => Combat::Rethrown { dice: dice.len() }.into(),
        Event::Demoted { unit, from, to, used, .. } => {
            Combat::Demoted { units: vec![unit], change: GradeChange::new((from, to), used) }.into()
        }
        Event::PushedBack { unit, by, leaves: None } => Combat::PushedBack { pushed: vec![(unit, by)] }.into(),
        Event::PushedBack { unit, leaves: Some(_), .. } => Combat::Retired { unit }.into(),
        Event::Eliminated { unit, by, .. } => Combat::Eliminated { unit, by }.into(),
        Event::StrengthLost { unit, from, to } => {
            Unit::StrengthLost { unit, lost: from.saturating_sub(to), left: to }.into()
        }
        Event::StrengthRestored { unit, from, to } => unit::strength_restored(unit, (from, to)).into(),
        Event::Regraded { unit, from, to } => {
            let used = used_grade(context.before, unit).zip(used_grade(context.after, unit));
            let used = used.filter(|(before, after)| before != after);
            Unit::Regraded { unit, change: GradeChange::new((from, to), used) }.into()
        }
        Event::Shifted { unit, by, term } => {
            let (was, is) = (used_grade(context.before, unit), used_grade(context.after, unit));
            Unit::Shifted { unit, by, term, now: is, is_changed: was != is }.into()
        }
        Event::Objected { battle, side, off } => Combat::Objected { battle, side, is_withdrawn: off }.into(),
        Event::DiceTested { ref test, ref passed, ref failed, ref dice } => {
            combat::tested(context.after, test, [passed, failed], dice).into()
        }
        Event::Volleyed { unit, dice, ref hits, .. } => Combat::Volleyed { unit, dice, hits: hits.clone() }.into(),
        Event::Argued { succeeds, total } => Campaign::Argued { succeeds, total }.into(),
        Event::Consulted { ref table, total, ref text, who, ref becomes } => {
            Campaign::Consulted { table, total, row: text, who, becomes: becomes.as_ref() }.into()
        }
        Event::Rolled { ref dice, ref totals, who, ref purpose } => {
            let faces = context.entry.dice.iter().flat_map(|roll| roll.faces.iter().copied()).collect();
            Campaign::Rolled { dice, faces, totals, who, purpose: purpose.as_ref() }.into()
        }
        Event::Stacks(ref event) => event.into(),
        Event::Victory(VictoryEvent::BattleDecided { battle, .. }) => Battle::Decided { battle }.into(),
        Event::Victory(VictoryEvent::Scored { side, by }) => {
            let score = context.after.score().into_iter().find(|score| score.side == side);
            Campaign::Scored { side, by, score }.into()
        }
        Event::Victory(VictoryEvent::CampaignEnded { .. }) => Campaign::Ended.into(),
        Event::Staff(ref event) => return campaign::staff(context.after, event).map(Into::into),
        Event::Map(ref event) => event.into(),
        Event::Intel(ref event) => return intel::statement(context, event).map(Into::into),
    })
}
