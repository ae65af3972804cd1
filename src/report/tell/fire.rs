//! Volleys and EDNA tests.

use super::{Clause, ClauseKind, Memory, Scene, Told, in_general, sentence};
use crate::{
    event::Event,
    id::UnitId,
    report::names::{counted, sentence_case, the},
    rules::Rolled,
    text,
};

/// A volley: at whom, with what effect.
pub(super) fn volley(scene: &Scene, memory: &mut Memory) -> Told {
    let found = scene.events.iter().find_map(|event| match event {
        Event::Volleyed { unit, hits, .. } => Some((*unit, hits)),
        _ => None,
    });
    let Some((unit, hits)) = found else { return in_general(scene) };
    let Some(side) = scene.before.unit(unit).map(|unit| unit.side) else { return in_general(scene) };
    let targets: Vec<UnitId> = hits.iter().map(|(target, _)| *target).collect();
    let drawn = scene.dice();
    let (subject, at) = (scene.the(unit), scene.units(&targets));
    if hits.iter().all(|(_, n)| *n == 0) {
        let clause = Clause { kind: ClauseKind::Miss(side), subject, rest: format!("at {at}") };
        return Told { clause: Some(clause), dice: drawn, ..Told::default() };
    }
    let suffered: Vec<(UnitId, u16)> = hits.iter().copied().filter(|(_, n)| *n > 0).collect();
    let line = match &suffered[..] {
        [(target, n)] if targets.len() == 1 => {
            format!("{subject} {}", effect(scene, *target, *n, EffectPlace::Alone, memory))
        }
        several => {
            let mut one = |(target, n): &(UnitId, u16)| effect(scene, *target, *n, EffectPlace::AmongOthers, memory);
            let effects: Vec<String> = several.iter().map(&mut one).collect();
            format!("{subject}, firing at {at}, {}", text::list(&effects))
        }
    };
    Told { sentences: vec![sentence(&line)], dice: drawn, ..Told::default() }
}

/// `hit the Lancers twice: 2 of 4 Strength Points left`, `destroyed the Lancers with two hits`.
fn effect(scene: &Scene, target: UnitId, hits: u16, place: EffectPlace, memory: &mut Memory) -> String {
    let name = scene.the(target);
    let often = text::times(hits.into());
    let found = scene.events.iter().find_map(|event| match event {
        Event::Eliminated { unit, .. } if *unit == target => Some(None),
        Event::StrengthLost { unit, to, .. } if *unit == target => Some(Some(*to)),
        _ => None,
    });
    let full = scene.after.unit(target).map_or(0, |unit| unit.strength.full);
    match (found, place) {
        (Some(None), EffectPlace::Alone) => format!("destroyed {name} with {}", counted(hits.into(), "hit", "hits")),
        (Some(None), EffectPlace::AmongOthers) => format!("destroyed {name}"),
        (Some(Some(left)), place) => {
            let told = std::mem::replace(&mut memory.told_of_points, true);
            let points = if told { "" } else { " Strength Points" };
            match place {
                EffectPlace::Alone => format!("hit {name} {often}: {left} of {full}{points} left"),
                EffectPlace::AmongOthers => format!("hit {name} {often} ({left} of {full}{points} left)"),
            }
        }
        (None, _) => format!("hit {name} {often}"),
    }
}

/// Whether an effect is all that a sentence tells.
#[derive(Clone, Copy)]
enum EffectPlace {
    Alone,
    AmongOthers,
}

/// An order under fire: whether the unit obeyed, and what it cost.
pub(super) fn edna(scene: &Scene, purpose: Option<&str>) -> Told {
    let tested = scene.events.iter().find_map(|event| match event {
        Event::EdnaTested { unit, total, acts, from, to } => Some((*unit, *total, *acts, (*from, *to))),
        _ => None,
    });
    let Some((unit, total, acts, (from, to))) = tested else { return in_general(scene) };
    let unit = the(&scene.after.name(unit));
    let purpose = purpose.map(str::trim).filter(|purpose| !purpose.is_empty());
    let asked = purpose.map_or(String::new(), |purpose| format!("“{}”: ", sentence_case(&text::sanitize(purpose))));
    let did = if acts { "obeyed" } else { "hung back" };
    let against = format!("{asked}{unit} {did}, with a throw of {total} against an EDNA of {from}");
    let worn = match to {
        _ if to == from => String::new(),
        0 => ". The EDNA fell to 0: ineffective".into(),
        _ => format!(". The EDNA fell to {to}"),
    };
    let dice = match scene.rolled {
        Some(Rolled::Edna { .. }) | None => scene.dice(),
        Some(_) => Vec::new(),
    };
    let others = scene.account.sentences.iter().skip(1).map(|line| sentence(line));
    let sentences = std::iter::once(sentence(&format!("{against}{worn}"))).chain(others).collect();
    Told { sentences, dice, ..Told::default() }
}
