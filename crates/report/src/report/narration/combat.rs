//! Narrates a phase of a combat: who attacked whom, who won, what became of the units, and the dice, lined up.

use super::{
    ChapterMemory, Narration, NarrationContext, event_sentences, exhaustion_sentence, names::force_name, sentence,
};
use crate::report::{
    names::{count_in_words, number_in_words, ordinal},
    story::{Die, LineUp, LineUpPair, PairResult},
};
use wardiary_base::{
    book::Grade,
    id::{SideId, UnitId},
    sides::{BothSides, CombatSide},
    text,
};
use wardiary_rules::{
    event::{Cause, CombatEnd, Driven, Event, MapEvent},
    notation::describe_clash,
    rules::{
        FightPart, FoughtPhase,
        scrud::{DieOutcome, PlacedDie},
    },
};

pub(super) fn phase(context: &NarrationContext, memory: &mut ChapterMemory) -> Narration {
    let fought = context.rolled.and_then(|rolled| rolled.phase());
    let mut sentences: Vec<String> = Vec::new();
    let mut casualties = Casualties::default();
    for (at, event) in context.events.iter().enumerate() {
        match event {
            Event::CombatOpened { first, second, .. } => {
                sentences.push(opening(context, (first, second), fought, memory));
            }
            Event::Supported { clashes, .. } => {
                let text = clashes.iter().map(|clash| describe_clash(clash, |unit| context.after.name(unit)));
                sentences.extend(text);
            }
            Event::PhaseFought { defeats, .. } => sentences.extend(result(context, fought, *defeats, memory)),
            Event::Demoted { unit, from, to, used, .. } => casualties.demoted(*unit, used.unwrap_or((*from, *to))),
            Event::PushedBack { unit, leaves: None, .. } => casualties.pushed.push(*unit),
            Event::Eliminated { unit, by, .. } => casualties.eliminated.push((*unit, *by)),
            Event::StrengthLost { unit, from, to } => casualties.hurt.push((*unit, from.saturating_sub(*to), *to)),
            // The destination of a push-back is left out.
            Event::Map(MapEvent::Moved { driven: Some(Driven::PushedBack), .. }) => {}
            Event::CombatEnded { how: CombatEnd::PhasesUsed, .. } => {}
            Event::CombatEnded { combat, how, .. } => casualties.ends.extend(combat_end(context, *combat, *how)),
            Event::Exhausted { side, lost, point, .. } => {
                casualties.ends.push(exhaustion_sentence(context, *side, (*lost, *point), memory));
            }
            Event::Thrown { .. } | Event::Rethrown { .. } => {}
            _ => {
                let text = event_sentences(context, event);
                casualties.ends.extend(text.unwrap_or_else(|| context.step.texts_at(at)));
            }
        }
    }
    sentences.extend(casualties.into_sentences(context, memory));
    let line_up = fought.map(|fought| line_up(context, fought));
    let dice = if line_up.is_some() { Vec::new() } else { context.dice() };
    let sentences = sentences.iter().map(|line| sentence(line)).collect();
    Narration { sentences, line_up, dice, ..Narration::default() }
}

/// A side and its units in a combat.
type SideUnits = (SideId, Vec<UnitId>);

fn opening(
    context: &NarrationContext,
    (first, second): (&SideUnits, &SideUnits),
    fought: Option<&FoughtPhase>,
    memory: &mut ChapterMemory,
) -> String {
    memory.phase = None;
    let many = |units: &[UnitId]| u32::try_from(units.len()).unwrap_or(u32::MAX);
    let odds = match (many(&first.1), many(&second.1)) {
        (1, 1) => String::new(),
        (one, other) => format!(", {} against {}", count_in_words(one, "unit", "units"), number_in_words(other)),
    };
    let support = |side: CombatSide, name: &str| {
        let units = fought.map(|fought| &fought.support[side]).filter(|units| !units.is_empty())?;
        Some(format!("{name} had the support of {}", context.units(units)))
    };
    let support: Vec<String> = [
        support(CombatSide::First, &context.with_article(first.0)),
        support(CombatSide::Second, &context.with_article(second.0)),
    ]
    .into_iter()
    .flatten()
    .collect();
    let support = if support.is_empty() { String::new() } else { format!("; {}", support.join(", ")) };
    let (attacker, attacked) = (force_name(context.before, &first.1), force_name(context.before, &second.1));
    let text = format!("{attacker} attacked {attacked}");
    let again = if memory.attacks.insert((attacker, attacked)) { "" } else { " again" };
    format!("{text}{again}{odds}{support}")
}

fn result(
    context: &NarrationContext,
    fought: Option<&FoughtPhase>,
    defeats: (u16, u16),
    memory: &mut ChapterMemory,
) -> Option<String> {
    let fought = fought?;
    let name = |side: CombatSide| context.with_article(fought.sides[side]);
    let many = |n: u16| count_in_words(n.into(), "defeat", "defeats");
    let part = match fought.part {
        FightPart::Phase(_) if context.before.book().scrud.phases < 2 => "the fight".into(),
        FightPart::Phase(n) => format!("the {} phase", ordinal(n.into())),
        FightPart::Round(n) => format!("the {} round", ordinal(n)),
    };
    let (better, (most, least)) = if defeats.0 >= defeats.1 {
        (CombatSide::Second, defeats)
    } else {
        (CombatSide::First, (defeats.1, defeats.0))
    };
    let winner = (defeats.0 != defeats.1).then(|| fought.sides[better]);
    let too = if winner.is_some() && memory.phase == winner { ", too," } else { "" };
    memory.phase = winner;
    let better = name(better);
    let least = if least == 0 { "none".into() } else { number_in_words(least.into()) };
    Some(match defeats {
        (0, 0) => format!("{part} decided nothing"),
        (a, b) if a == b => format!("{part} went to neither side: each suffered {}", many(a)),
        _ => format!("{part}{too} went to {better}, by {} to {least}", many(most)),
    })
}

/// How a combat ended. If nobody was left, names the units that fought, unless all of them were just named.
fn combat_end(context: &NarrationContext, combat: u16, how: CombatEnd) -> Option<String> {
    match how {
        CombatEnd::Withdrew(side) => Some(format!("{} broke off the fight", context.with_article(side))),
        CombatEnd::NoneLeft(side) => {
            let battle = context.account.battle.and_then(|battle| context.after.battle(battle))?;
            let lines = &battle.combats.get(usize::from(combat))?.lines;
            let line = CombatSide::BOTH.into_iter().map(|of| &lines[of]).find(|line| line.side == side)?;
            let fell = |unit: &UnitId| {
                context.has_any(|event| matches!(event, Event::Eliminated { unit: fell, .. } if fell == unit))
            };
            let is_alive = |unit: UnitId| context.after.unit(unit).is_some_and(wardiary_rules::state::Unit::is_alive);
            let contingent = battle.contingent(side)?;
            if !contingent.units().any(is_alive) {
                return Some(format!("nobody of {} was left", context.with_article(side)));
            }
            let who = force_name(context.before, &line.units);
            (!line.units.iter().all(fell)).then(|| format!("nobody of {who} was left in the fight"))
        }
        CombatEnd::PhasesUsed | CombatEnd::TimeUp => None,
    }
}

/// The fates of units; those with the same fate share a sentence.
#[derive(Default)]
struct Casualties {
    demoted: Vec<((Grade, Grade), Vec<UnitId>)>,
    pushed: Vec<UnitId>,
    hurt: Vec<(UnitId, u16, u16)>,
    eliminated: Vec<(UnitId, Cause)>,
    ends: Vec<String>,
}

impl Casualties {
    fn demoted(&mut self, unit: UnitId, change: (Grade, Grade)) {
        match self.demoted.iter_mut().find(|(known, _)| *known == change) {
            Some((_, units)) => units.push(unit),
            None => self.demoted.push((change, vec![unit])),
        }
    }

    fn into_sentences(self, context: &NarrationContext, memory: &mut ChapterMemory) -> Vec<String> {
        let ladder = &context.after.book().ladder;
        let grade = |grade| ladder.name(grade).to_lowercase();
        let mut text: Vec<String> = Vec::new();
        for ((from, to), units) in &self.demoted {
            text.push(format!("{} fell from {} to {}", context.units(units), grade(*from), grade(*to)));
        }
        if !self.pushed.is_empty() {
            text.push(format!("{} gave ground", context.units(&self.pushed)));
        }
        for (unit, lost, left) in &self.hurt {
            let lost = count_in_words((*lost).into(), "Strength Point", "Strength Points");
            text.push(format!("{} lost {lost} ({left} left)", context.with_article(*unit)));
        }
        text.extend(self.destroyed(context, memory));
        text.extend(self.ends);
        text
    }

    /// The units that were destroyed, and the cause.
    fn destroyed(&self, context: &NarrationContext, memory: &mut ChapterMemory) -> Vec<String> {
        type Key = (Option<SideId>, Cause);
        let mut groups: Vec<(Key, Vec<UnitId>)> = Vec::new();
        for (unit, cause) in &self.eliminated {
            let key: Key = (context.after.unit(*unit).map(|unit| unit.side), *cause);
            match groups.iter_mut().find(|(known, _)| *known == key) {
                Some((_, units)) => units.push(*unit),
                None => groups.push((key, vec![*unit])),
            }
        }
        let every = context.before.book().scrud.eliminate_every;
        let one = |((side, cause), units): ((Option<SideId>, Cause), Vec<UnitId>)| {
            let (side, units) =
                (side.map_or_else(String::new, |side| context.with_article(side)), context.units(&units));
            match (cause, every) {
                (Cause::CounterBattery, _) => format!("counter-battery fire destroyed {units}"),
                (Cause::Rout, _) => format!("{units} of {side} routed"),
                (Cause::AirDefence, _) => format!("air defence brought down {units}"),
                (Cause::EveryThird, Some(every)) if std::mem::replace(&mut memory.explained_eliminations, true) => {
                    format!("again a {} defeat destroyed a unit: {side} lost {units}", ordinal(every.into()))
                }
                (Cause::EveryThird, Some(every)) => {
                    format!("every {} defeat of a side destroys a unit: {side} lost {units}", ordinal(every.into()))
                }
                _ => format!("{side} lost {units}"),
            }
        };
        groups.into_iter().map(one).collect()
    }
}

fn line_up(context: &NarrationContext, fought: &FoughtPhase) -> LineUp {
    let what = match fought.part {
        FightPart::Phase(_) if context.before.book().scrud.phases < 2 => "The dice".into(),
        FightPart::Phase(n) => format!("{} phase", text::capitalized(&ordinal(n.into()))),
        FightPart::Round(n) => format!("{} round", text::capitalized(&ordinal(n))),
    };
    let BothSides { first, second } = &fought.phase.lines;
    let pairs = (0..first.len().max(second.len())).map(|at| {
        let placed = [first.get(at), second.get(at)];
        LineUpPair {
            dice: [
                die(context, fought, CombatSide::First, placed[0]),
                die(context, fought, CombatSide::Second, placed[1]),
            ],
            result: pair_result(placed),
        }
    });
    LineUp {
        title: what,
        sides: [context.after.name(fought.sides.first), context.after.name(fought.sides.second)],
        pairs: pairs.collect(),
    }
}

fn die(context: &NarrationContext, fought: &FoughtPhase, side: CombatSide, placed: Option<&PlacedDie>) -> Option<Die> {
    let at = placed?.die;
    let party = &fought.parties[side];
    let die = party.dice.get(at)?;
    let owner = fought.owner(side, at);
    let differs = die.face.is_none_or(|face| i16::from(face) != die.score);
    let thrown = context.account.dice.iter().flatten().find(|thrown| thrown.owner.0 == owner.0);
    Some(Die {
        owner: context.after.name(owner),
        face: die.face,
        score: differs.then_some(die.score),
        grade: Some((die.grade, context.before.book().ladder.name(die.grade).to_lowercase())),
        support: party.is_support(at),
        by_hand: thrown.and_then(|thrown| thrown.from_table),
    })
}

fn pair_result(pair: [Option<&PlacedDie>; 2]) -> PairResult {
    match pair {
        [Some(first), Some(_)] if first.outcome == DieOutcome::Wins => PairResult::First,
        [Some(_), Some(second)] if second.outcome == DieOutcome::Wins => PairResult::Second,
        [Some(_), Some(_)] => PairResult::Even,
        [Some(only), None] | [None, Some(only)] if only.outcome == DieOutcome::ExtraWins => PairResult::BeatLowest,
        _ => PairResult::Unopposed,
    }
}
