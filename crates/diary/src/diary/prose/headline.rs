//! The headline of an entry: what happened, in a line. Lists of entries show it, and the order's text only beside it.

use super::{
    super::Entry, BattleStatement, CampaignStatement, EntryContext, Statement, Topic, combat, order_line,
    sentences_for_event,
};
use wardiary_base::{id::UnitId, text};
use wardiary_rules::{
    event::{Event, StackEvent, VictoryEvent},
    notable::NotableKind,
    order::Order,
    state::State,
};

/// The ends of a campaign or battle, then what is notable besides losses, then the deed or its first result. An entry
/// without events, and a note, has its order. `named` has the names for that.
pub(in crate::diary) fn headline(
    (before, named, after): (&State, &State, &State),
    entry: &Entry,
    notable: &[(usize, NotableKind)],
) -> String {
    let order = order_line(named, entry);
    if matches!(entry.order, Order::Argue(_)) || matches!(entry.order, Order::Note { .. }) && !entry.has_hidden_order()
    {
        return order;
    }
    let sentences = |at: usize| sentences_for_event(before, entry, after, at).into_iter();
    let ends =
        |event: &Event| matches!(event, Event::BattleEnded { .. } | Event::Victory(VictoryEvent::CampaignEnded { .. }));
    let mut parts: Vec<String> = Vec::new();
    let events = || entry.events.iter().enumerate();
    parts
        .extend(events().rev().filter(|(_, event)| ends(event)).filter_map(|(at, _)| Some(sentences(at).last()?.text)));
    let besides = notable.iter().filter(|(_, kind)| match kind {
        NotableKind::Exhaustion | NotableKind::Objective | NotableKind::Stack => true,
        // The deed names who fell, and the test who failed.
        NotableKind::Leader | NotableKind::Charge | NotableKind::Roll => false,
    });
    parts.extend(besides.map(|found| notable_text(before, entry, after, *found)));
    let first = |is_it: fn(&Statement) -> bool| {
        let found = events().flat_map(|(at, _)| sentences(at)).find(|sentence| is_it(&sentence.statement));
        found.map(|sentence| sentence.text)
    };
    let passing = || {
        first(|statement| {
            matches!(
                statement,
                Statement::Battle(BattleStatement::TurnEnded { .. })
                    | Statement::Campaign(CampaignStatement::TimeAdvanced { .. })
            )
        })
    };
    let result = || first(|statement| matches!(statement.topic(), Topic::Result | Topic::TurnFlow));
    parts.extend(
        deed(&EntryContext { before, entry, after })
            .or_else(passing)
            .or_else(|| if parts.is_empty() { result() } else { None }),
    );
    parts.dedup();
    if parts.is_empty() { order } else { text::sanitize(&text::capitalized(&parts.join("; "))) }
}

/// A notable event in a few words.
pub(in crate::diary) fn notable_text(
    before: &State,
    entry: &Entry,
    after: &State,
    (at, kind): (usize, NotableKind),
) -> String {
    match &entry.events[at] {
        Event::Eliminated { unit, .. } => {
            let stack = before.unit(*unit).and_then(|unit| unit.stack).filter(|_| kind == NotableKind::Stack);
            stack.map_or_else(
                || format!("{} fell", after.name(*unit)),
                |stack| format!("{} destroyed", after.name(stack)),
            )
        }
        Event::EdnaTested { unit, .. } => format!("{} failed the EDNA test", after.name(*unit)),
        _ => sentences_for_event(before, entry, after, at).into_iter().next().map_or_else(String::new, |it| it.text),
    }
}

/// Fire, a phase of a combat, blows or a test, each with its losses.
fn deed(context: &EntryContext) -> Option<String> {
    let EntryContext { entry, after, .. } = *context;
    let name = |unit: &UnitId| after.name(*unit);
    entry.events.iter().find_map(|event| match event {
        Event::Volleyed { unit, hits, .. } => {
            // A side's view lacks targets that the side does not see, and losses of units whose strength it does not know.
            let result = losses(context).or_else(|| {
                let targets: Vec<String> = hits.iter().map(|(target, _)| name(target)).collect();
                let hits = match hits.iter().map(|(_, hits)| usize::from(*hits)).sum() {
                    0 => "no hit".into(),
                    some => text::count(some, "hit", "hits"),
                };
                (!targets.is_empty()).then(|| format!("{hits} on {}", text::list(&targets)))
            });
            let result = result.map_or_else(String::new, |result| format!(": {result}"));
            Some(format!("{} fired{result}", name(unit)))
        }
        Event::PhaseFought { battle, combat, defeats, .. } => {
            let (first, second) = combat::sides_of(context, (*battle, *combat))?;
            let ((winner, won), (loser, lost)) = match defeats {
                (one, other) if one <= other => ((first, *other), (second, *one)),
                (one, other) => ((second, *one), (first, *other)),
            };
            let (winner, loser) = (after.name(winner), after.name(loser));
            let result = match (won, lost) {
                (0, 0) => format!("{winner} and {loser} fought without defeats"),
                (won, lost) if won == lost => format!("{winner} and {loser} beat each other {won} to {lost}"),
                (won, lost) => format!("{winner} beat {loser} {won} to {lost}"),
            };
            Some(losses(context).into_iter().fold(result, |result, losses| format!("{result}: {losses}")))
        }
        Event::Stacks(StackEvent::Struck { .. }) => {
            let blows = entry.events.iter().filter_map(|event| match event {
                Event::Stacks(StackEvent::Struck { by, at, damage: Some(damage), .. }) => {
                    Some(format!("{} hit {} for {damage}", after.name(*by), after.name(*at)))
                }
                Event::Stacks(StackEvent::Struck { by, at, damage: None, .. }) => {
                    Some(format!("{} missed {}", after.name(*by), after.name(*at)))
                }
                _ => None,
            });
            Some(losses(context).into_iter().chain(blows).collect::<Vec<_>>().join("; "))
        }
        Event::EdnaTested { acts, .. } => match entry.order.effective_order() {
            Order::Edna { unit, purpose } => {
                let purpose = purpose.as_ref().map_or_else(String::new, |purpose| format!(": {purpose}"));
                let test = if *acts { "passed" } else { "failed" };
                Some(format!("{} {test} the EDNA test{purpose}", name(unit)))
            }
            _ => None,
        },
        _ => None,
    })
}

/// The units that the entry destroyed and those that lost Strength Points; if there are none, those it demoted.
fn losses(context: &EntryContext) -> Option<String> {
    let name = |unit: &UnitId| context.after.name(*unit);
    let (mut gone, mut hurt, mut demoted) = (Vec::new(), Vec::new(), Vec::new());
    for event in &context.entry.events {
        match event {
            Event::Eliminated { unit, .. } => gone.push(name(unit)),
            Event::StrengthLost { unit, from, to } => {
                hurt.push(format!("{} lost {} SP", name(unit), from.saturating_sub(*to)));
            }
            Event::Demoted { unit, .. } => demoted.push(name(unit)),
            _ => {}
        }
    }
    let named = |units: &[String], fate: &str| match units.len() {
        0 => None,
        1 | 2 => Some(format!("{} {fate}", text::list(units))),
        many => Some(format!("{many} units {fate}")),
    };
    let lost: Vec<String> = named(&gone, "eliminated").into_iter().chain(hurt).collect();
    if lost.is_empty() { named(&demoted, "demoted") } else { Some(lost.join(", ")) }
}
