//! Narrates a phase of a combat: who attacked whom, who won, what became of the units, and the dice, lined up.

use super::{ChapterMemory, Narration, NarrationContext, event_sentences, exhaustion_sentence, sentence};
use crate::report::{
    episode::{BeatKind, CountedChoice, FightPlace, Phase, Ruin},
    names::{named_area, ordinal},
    story::{Die, LineUp, LineUpPair, PairResult},
};
use wardiary_base::{
    book::{Casualty, EliminationRule},
    ground::Cell,
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
    let (mut opens, mut attacked, mut place, mut is_ordered) = (None, Vec::new(), None, false);
    let mut defeated = None;
    let mut shaken: [Vec<String>; 2] = Default::default();
    let mut destroyed: Vec<(UnitId, Ruin)> = Vec::new();
    for (at, event) in context.events.iter().enumerate() {
        match event {
            Event::CombatOpened { first, second, .. } => {
                (attacked, place) = (second.1.clone(), place_of(context, first.0, &second.1));
                opens = Some([first, second].map(|(side, units)| context.force(*side, units)));
                is_ordered = first.1.iter().any(|unit| memory.ordered.contains(unit));
                memory.ordered.retain(|unit| !first.1.contains(unit));
            }
            Event::Supported { clashes, .. } => {
                let text = clashes.iter().map(|clash| describe_clash(clash, |unit| context.after.name(unit)));
                sentences.extend(text);
            }
            Event::PhaseFought { defeats, .. } => defeated = Some([defeats.0, defeats.1]),
            Event::Demoted { unit, .. } | Event::PushedBack { unit, leaves: None, .. } => {
                let of = context.after.unit(*unit).map(|unit| unit.side);
                let is_second = fought.is_some_and(|fought| of == Some(fought.sides.second));
                shaken[usize::from(is_second)].push(context.after.name(*unit));
            }
            Event::Eliminated { unit, by, .. } if let Some(ruin) = ruin(context, fought, *unit, *by) => {
                destroyed.push((*unit, ruin));
            }
            Event::Eliminated { unit, by: Cause::CounterBattery, .. } => {
                sentences.push(format!("counter-battery fire silenced {}", context.with_article(*unit)));
            }
            Event::Eliminated { unit, by: Cause::AirDefence, .. } => {
                sentences.push(format!("air defence brought down {}", context.with_article(*unit)));
            }
            // The destination of a push-back is left out.
            Event::Map(MapEvent::Moved { driven: Some(Driven::PushedBack), .. })
            | Event::CombatEnded { how: CombatEnd::PhasesUsed, .. }
            | Event::Eliminated { .. }
            | Event::StrengthLost { .. }
            | Event::Thrown { .. }
            | Event::Rethrown { .. } => {}
            Event::CombatEnded { combat, how, .. } => sentences.extend(combat_end(context, *combat, *how)),
            Event::Exhausted { side, lost, point, .. } => {
                sentences.push(exhaustion_sentence(context, *side, (*lost, *point), memory));
            }
            _ => {
                let text = event_sentences(context, event);
                sentences.extend(text.unwrap_or_else(|| context.step.texts_at(at)));
            }
        }
    }
    let beat = fought.zip(defeated).map(|(fought, defeats)| {
        let units = CombatSide::BOTH.map(|side| u32::try_from(fought.parties[side].dice.len()).unwrap_or(u32::MAX));
        let phase = Phase {
            opens,
            attacked,
            place,
            is_ordered,
            sides: CombatSide::BOTH.map(|side| context.side(fought.sides[side])),
            units,
            defeats,
            shaken,
            destroyed,
        };
        let losses = context.losses(context.events.iter());
        context.beat(BeatKind::Phase(phase), losses)
    });
    let line_up = fought.map(|fought| line_up(context, fought));
    let dice = if line_up.is_some() { Vec::new() } else { context.dice() };
    let sentences = sentences.iter().map(|line| sentence(line)).collect();
    Narration { beats: beat.into_iter().collect(), sentences, line_up, dice, ..Narration::default() }
}

/// The objective, or else the named place, where units are or beside which they are, for their attackers.
fn place_of(context: &NarrationContext, attacker: SideId, units: &[UnitId]) -> Option<FightPlace> {
    let place = context.before.unit(*units.first()?)?.place?;
    let map = context.before.map(place.map)?;
    let far = |cell: &Cell| map.ground.grid().distance(*cell, place.cell);
    let near = |cell: &Cell| far(cell) <= 1;
    let objective = map.objectives().filter(|(cell, _)| near(cell)).min_by_key(|(cell, _)| far(cell));
    let is_aim = objective.is_some_and(|(_, holder)| holder != Some(attacker));
    let named = || map.ground.places().iter().map(|(_, cell)| *cell).filter(near).min_by_key(far);
    let name = named_area(&map.ground, objective.map(|(cell, _)| cell).or_else(named)?)?;
    Some(FightPlace { name, is_aim })
}

/// Why a phase destroyed a unit; `None` if its dice are unknown, or the reason has words of its own.
fn ruin(context: &NarrationContext, fought: Option<&FoughtPhase>, unit: UnitId, by: Cause) -> Option<Ruin> {
    let (fought, rules) = (fought?, &context.before.book().scrud);
    let find = |side| fought.units[side].iter().position(|other| *other == unit).map(|at| (side, at));
    let (side, chosen) = CombatSide::BOTH.into_iter().find_map(find)?;
    let (party, fates) = (&fought.parties[side], &fought.phase.fates[side]);
    match by {
        Cause::EveryThird => {}
        Cause::Defeat if !rules.defeat.contains(&Casualty::Demote) => return Some(Ruin::Beaten),
        Cause::Defeat if party.troops[chosen].grade == context.before.book().ladder.lowest() => {
            return Some(Ruin::AtLowestGrade);
        }
        Cause::Defeat => return Some(Ruin::BeatenRepeatedly),
        Cause::Losses | Cause::Rout | Cause::Ruling | Cause::CounterBattery | Cause::AirDefence => return None,
    }
    let grade = |troop: usize| u16::from(party.troops[troop].grade.0) + fates[troop].down;
    let score = |troop: usize| party.dice.iter().filter(|die| die.troop == Some(troop)).map(|die| die.score).min();
    let others: Vec<usize> =
        (0..fates.len()).filter(|troop| *troop != chosen && fates[*troop].eliminated.is_none()).collect();
    let choice = if others.is_empty() {
        CountedChoice::OnlyOne
    } else if rules.eliminates == EliminationRule::LowestBeaten && fates[chosen].defeats > 0 {
        CountedChoice::LowestOfBeaten
    } else if others.iter().all(|other| grade(*other) < grade(chosen)) {
        CountedChoice::LowestGrade
    } else if others.iter().all(|other| grade(*other) < grade(chosen) || score(*other) > score(chosen)) {
        CountedChoice::LowestRoll
    } else {
        CountedChoice::LastInLine
    };
    Some(Ruin::Counted { nth: rules.eliminate_every.unwrap_or_default(), choice })
}

/// How a combat ended. If nobody was left, names the units that fought, unless all of them fell: that is told already.
fn combat_end(context: &NarrationContext, combat: u16, how: CombatEnd) -> Option<String> {
    match how {
        CombatEnd::Withdrew(side) => Some(format!("{} broke off the fight", context.side(side))),
        CombatEnd::NoneLeft(side) => {
            let battle = context.account.battle.and_then(|battle| context.after.battle(battle))?;
            let lines = &battle.combats.get(usize::from(combat))?.lines;
            let line = CombatSide::BOTH.into_iter().map(|of| &lines[of]).find(|line| line.side == side)?;
            let is_alive = |unit: UnitId| context.after.unit(unit).is_some_and(wardiary_rules::state::Unit::is_alive);
            let who = context.force(side, &line.units);
            line.units.iter().any(|unit| is_alive(*unit)).then(|| format!("none of {who} was left in the fight"))
        }
        CombatEnd::PhasesUsed | CombatEnd::TimeUp => None,
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
        grade: die.grade().zip(die.grade_name(&context.before.book().ladder)),
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
