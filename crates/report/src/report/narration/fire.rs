//! Narrates volleys and EDNA tests.

use super::{ChapterMemory, Clause, ClauseKind, Narration, NarrationContext, from_account, sentence};
use crate::report::{
    episode::{BeatKind, Volley},
    names::with_article,
};
use wardiary_base::text::{self, Text};
use wardiary_rules::{
    event::Event,
    rules::{OrderRoll, volley::TargetGroup},
};

/// A volley: the target and the effect.
pub(super) fn volley(context: &NarrationContext, memory: &mut ChapterMemory) -> Narration {
    let found = context.events.iter().find_map(|event| match event {
        Event::Volleyed { unit, hits, .. } => Some((*unit, hits)),
        _ => None,
    });
    let Some((unit, hits)) = found else { return from_account(context) };
    let Some(side) = context.before.unit(unit).map(|unit| unit.side) else { return from_account(context) };
    memory.reported_fire = true;
    let target = hits.first().and_then(|(target, _)| context.before.unit(*target));
    let enemy = target.map_or_else(|| "the enemy".into(), |target| context.side(target.side));
    let volley = Volley {
        unit,
        side,
        by: context.with_article(unit),
        sides: [context.side(side), enemy],
        in_cover: targets(context).iter().any(|target| target.cover),
    };
    let losses = context.losses(context.events.iter());
    Narration {
        beats: vec![context.beat(BeatKind::Volley(volley), losses)],
        dice: context.dice(),
        ..Narration::default()
    }
}

/// The class and cover of each target.
fn targets<'a>(context: &NarrationContext<'a>) -> &'a [TargetGroup] {
    match context.rolled {
        Some(OrderRoll::Volley { target_groups, .. }) => target_groups,
        _ => &[],
    }
}

/// An order under fire: whether the unit obeyed, and what it cost.
pub(super) fn order_under_fire(
    context: &NarrationContext,
    purpose: Option<&Text>,
    memory: &mut ChapterMemory,
) -> Narration {
    let tested = context.events.iter().find_map(|event| match event {
        Event::EdnaTested { unit, total, acts, from, to } => Some((*unit, *total, *acts, (*from, *to))),
        _ => None,
    });
    let Some((unit, total, acts, (from, to))) = tested else { return from_account(context) };
    memory.ordered.extend(acts.then_some(unit));
    let unit = with_article(&context.after.name(unit));
    let purpose = purpose.filter(|purpose| !purpose.is_blank()).map(|purpose| purpose.trim().to_string());
    let did = match i32::from(total) - i32::from(from) {
        0 if acts => "just obeyed",
        _ if acts => "obeyed",
        ..=3 => "hung back",
        4..=6 => "would not hear of it",
        _ => "panicked",
    };
    let worn = match to {
        _ if to == from => String::new(),
        0 => ", and became ineffective".into(),
        _ => format!("; the EDNA fell to {to}"),
    };
    let dice = match context.rolled {
        Some(OrderRoll::Edna { .. }) | None => context.dice(),
        Some(_) => Vec::new(),
    };
    let others: Vec<String> = context.account.sentences.iter().skip(1).map(|line| sentence(line)).collect();
    let what = format!("{did}{worn}");
    if purpose.is_none() && others.is_empty() {
        return Narration {
            clause: Some(Clause::new(ClauseKind::Test, vec![unit], what)),
            dice,
            ..Narration::default()
        };
    }
    let asked = purpose.map_or(String::new(), |purpose| format!("“{}”: ", text::capitalized(&purpose)));
    let sentences = std::iter::once(sentence(&format!("{asked}{unit} {what}"))).chain(others).collect();
    Narration { sentences, dice, ..Narration::default() }
}
