//! Narrates volleys and EDNA tests.

use super::{ChapterMemory, Clause, ClauseKind, Narration, NarrationContext, Shot, from_account, sentence};
use crate::report::names::{count_in_words, with_article};
use wardiary_base::{
    id::UnitId,
    text::{self, Text},
};
use wardiary_rules::{
    event::Event,
    rules::{
        OrderRoll,
        volley::{self, TargetGroup},
    },
    state::State,
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
    let targets: Vec<UnitId> = hits.iter().map(|(target, _)| *target).collect();
    let spared = spared_by_cover(context);
    let (subject, at) = (context.with_article(unit), context.units(&targets));
    let of_side = |unit: Option<&UnitId>| {
        unit.and_then(|unit| context.before.unit(*unit)).map(|unit| context.with_article(unit.side))
    };
    let suffered: Vec<(UnitId, u16)> = hits.iter().copied().filter(|(_, n)| *n > 0).collect();
    let hit = (!suffered.is_empty()).then(|| {
        let points = if std::mem::replace(&mut memory.explained_points, true) { "" } else { " Strength Points" };
        let effects = |place: EffectPlace| -> Vec<String> {
            suffered.iter().map(|(target, n)| effect(context, (*target, *n), place, points)).collect()
        };
        let alone = match targets.len() {
            1 => format!("{subject} {}", effects(EffectPlace::Alone).concat()),
            _ => format!("{subject}, firing at {at}, {}", text::list(&effects(EffectPlace::AmongOthers))),
        };
        [sentence(&alone), format!("{subject} {}", text::list(&effects(EffectPlace::AmongOthers)))]
    });
    let sides = [context.with_article(side), of_side(targets.first()).unwrap_or_else(|| "the enemy".into())];
    let left = |state: &State, unit: UnitId| {
        state.unit(unit).filter(|unit| unit.is_alive()).map_or(0, |unit| u32::from(unit.strength.now))
    };
    let cost =
        suffered.iter().map(|(unit, _)| left(context.before, *unit).saturating_sub(left(context.after, *unit))).sum();
    let clause = Clause {
        shot: Some(Shot { sides, cost, hit, prevented_hits: spared }),
        ..Clause::new(ClauseKind::Fire(side), subject, format!("at {at}{}", if spared > 0 { " in cover" } else { "" }))
    };
    Narration { clause: Some(clause), dice: context.dice(), ..Narration::default() }
}

/// The class and cover of each target.
fn marks<'a>(context: &NarrationContext<'a>) -> &'a [TargetGroup] {
    match context.rolled {
        Some(OrderRoll::Volley { target_groups: marks, .. }) => marks,
        _ => &[],
    }
}

/// The number of hits that cover prevented.
fn spared_by_cover(context: &NarrationContext) -> u16 {
    let Some(OrderRoll::Volley { target_groups: marks, fired, .. }) = context.rolled else { return 0 };
    let rules = &context.before.book().volley;
    let hits = |mark: &TargetGroup, cover: bool| volley::hits(rules, &mark.class, cover, &fired.dice);
    marks.iter().filter(|mark| mark.cover).map(|mark| hits(mark, false).saturating_sub(hits(mark, true))).sum()
}

/// `hit the Lancers twice: 2 of 4 Strength Points left`, `destroyed the Lancers with two hits`.
fn effect(context: &NarrationContext, (target, hits): (UnitId, u16), place: EffectPlace, points: &str) -> String {
    let name = context.with_article(target);
    let covered = marks(context).iter().any(|mark| mark.cover && mark.units.contains(&target));
    let cover = if covered { " in spite of cover" } else { "" };
    let often = format!("{}{cover}", text::times(hits.into()));
    let found = context.events.iter().find_map(|event| match event {
        Event::Eliminated { unit, .. } if *unit == target => Some(None),
        Event::StrengthLost { unit, to, .. } if *unit == target => Some(Some(*to)),
        _ => None,
    });
    let full = context.after.unit(target).map_or(0, |unit| unit.strength.full);
    match (found, place) {
        (Some(None), EffectPlace::Alone) => {
            format!("destroyed {name}{cover} with {}", count_in_words(hits.into(), "hit", "hits"))
        }
        (Some(None), EffectPlace::AmongOthers) => format!("destroyed {name}{cover}"),
        (Some(Some(left)), EffectPlace::Alone) => format!("hit {name} {often}: {left} of {full}{points} left"),
        (Some(Some(left)), EffectPlace::AmongOthers) => format!("hit {name} {often} ({left} of {full}{points} left)"),
        (None, _) => format!("hit {name} {often}"),
    }
}

/// Whether an effect is a sentence's only one.
#[derive(Clone, Copy)]
enum EffectPlace {
    Alone,
    AmongOthers,
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
