//! Narrates volleys and EDNA tests.

use super::{ChapterMemory, Narration, NarrationContext, from_account, sentence};
use crate::report::{
    episode::{Beat, BeatKind, Volley},
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
    let enemy = target.map_or_else(|| "the enemy".into(), |target| context.with_article(target.side));
    let volley = Volley {
        side,
        by: context.with_article(unit),
        sides: [context.with_article(side), enemy],
        in_cover: targets(context).iter().any(|target| target.cover),
    };
    let losses = context.losses(context.events.iter());
    let beat = Beat { entry: context.account.no, kind: BeatKind::Volley(volley), losses, luck: None };
    Narration { beats: vec![beat], dice: context.dice(), ..Narration::default() }
}

/// The class and cover of each target.
fn targets<'a>(context: &NarrationContext<'a>) -> &'a [TargetGroup] {
    match context.rolled {
        Some(OrderRoll::Volley { target_groups, .. }) => target_groups,
        _ => &[],
    }
}

/// An order under fire: whether the unit obeyed, and what it cost.
pub(super) fn order_under_fire(context: &NarrationContext, purpose: Option<&Text>) -> Narration {
    let tested = context.events.iter().find_map(|event| match event {
        Event::EdnaTested { unit, total, acts, from, to } => Some((*unit, *total, *acts, (*from, *to))),
        _ => None,
    });
    let Some((unit, total, acts, (from, to))) = tested else { return from_account(context) };
    let unit = with_article(&context.after.name(unit));
    let purpose = purpose.filter(|purpose| !purpose.is_blank()).map(|purpose| purpose.trim().to_string());
    let asked = purpose.map_or(String::new(), |purpose| format!("“{}”: ", text::capitalized(&purpose)));
    let did = if acts { "obeyed" } else { "hung back" };
    let against = format!("{asked}{unit} {did}, with a throw of {total} against an EDNA of {from}");
    let worn = match to {
        _ if to == from => String::new(),
        0 => ". The EDNA fell to 0: ineffective".into(),
        _ => format!(". The EDNA fell to {to}"),
    };
    let dice = match context.rolled {
        Some(OrderRoll::Edna { .. }) | None => context.dice(),
        Some(_) => Vec::new(),
    };
    let others = context.account.sentences.iter().skip(1).map(|line| sentence(line));
    let sentences = std::iter::once(sentence(&format!("{against}{worn}"))).chain(others).collect();
    Narration { sentences, dice, ..Narration::default() }
}
