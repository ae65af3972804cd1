//! Angles: what else a battle was about, for its lead. Each is a claim with its facts, which come from the beats of the
//! battle; the lead has the weightiest.

use super::{
    episode::{Beat, BeatKind, Phase},
    names::{self, count_in_words, number_in_words, with_article},
    narration::sentence,
};
use std::collections::BTreeSet;
use wardiary_base::id::{Id, SideId, UnitId};
use wardiary_rules::state::State;

/// Maximum number of angles in a lead.
const MOST: usize = 2;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Angle {
    /// A unit or a stack that caused a large part of the enemy's losses by volleys or blows.
    Hero { who: Id, points: u32, of: u32, enemy: SideId },
    /// Units that held against attacks by at least twice as many, who never had the better of it.
    Stand { who: Vec<UnitId>, attacks: u32, times: u32, place: Option<String> },
    /// An objective that changed hands several times.
    Contested { place: String, times: u32, holder: Option<SideId> },
    /// A side lost a leader, and was exhausted in that turn or in the next.
    Leader { leader: UnitId, side: SideId, turn: u32, broke: Option<u32> },
}

impl Angle {
    /// How much it matters to a reader; comparable between angles only.
    fn weight(&self) -> u32 {
        match self {
            Self::Leader { broke: Some(_), .. } => 120,
            Self::Leader { .. } => 60,
            Self::Hero { points, of, .. } => 100 * points / of.max(&1),
            Self::Stand { attacks, times, .. } => 20 * attacks * times,
            Self::Contested { times, .. } => 25 * times,
        }
    }

    pub fn text(&self, state: &State) -> String {
        let name = |id: Id| with_article(&state.name(id));
        let text = match self {
            Self::Hero { who, points, of, enemy } if points == of => {
                format!(
                    "{} alone caused all the losses of {}, {points} Strength Points",
                    name(*who),
                    name((*enemy).into())
                )
            }
            Self::Hero { who, points, of, enemy } => {
                let enemy = name((*enemy).into());
                format!("{} did most of the damage: {points} of the {of} Strength Points that {enemy} lost", name(*who))
            }
            Self::Stand { who, attacks, times, place } => {
                let place = place.as_ref().map_or(String::new(), |place| format!(" at {place}"));
                let attacks = count_in_words(*attacks, "attack", "attacks");
                format!(
                    "outnumbered {} to one{place}, {} held against {attacks}",
                    number_in_words(*times),
                    names::force_name(state, who)
                )
            }
            Self::Contested { place, times, holder } => {
                let end = holder.map_or("with nobody".into(), |side| format!("with {}", name(side.into())));
                format!("{place} changed hands {} times, and ended {end}", number_in_words(*times))
            }
            Self::Leader { leader, side, turn, broke } => {
                let (side, leader) = (name((*side).into()), name((*leader).into()));
                match broke {
                    Some(broke) => format!("{side} broke in turn {broke}, after losing {leader}"),
                    None => format!("{side} lost {leader} in turn {turn}"),
                }
            }
        };
        sentence(&text)
    }
}

/// The weightiest angles of a battle. `taken` has the objectives that changed hands, each with the new holder;
/// `exhausted` the sides that were exhausted, each with the turn.
pub(super) fn angles(beats: &[Beat], taken: &[(&str, Option<SideId>)], exhausted: &[(SideId, u32)]) -> Vec<Angle> {
    let mut all: Vec<Angle> = Vec::new();
    all.extend(hero(beats));
    all.extend(stands(beats));
    let places: BTreeSet<&str> = taken.iter().map(|(place, _)| *place).collect();
    all.extend(places.into_iter().filter_map(|place| {
        let holders: Vec<Option<SideId>> =
            taken.iter().filter(|(other, _)| *other == place).map(|(_, holder)| *holder).collect();
        let times = u32::try_from(holders.len()).unwrap_or(u32::MAX);
        let holder = holders.last().copied().flatten();
        (times >= 3).then(|| Angle::Contested { place: place.into(), times, holder })
    }));
    let leaders = beats.iter().flat_map(|beat| beat.losses.iter().map(move |loss| (beat.turn, loss)));
    for (turn, loss) in leaders.filter(|(_, loss)| loss.is_leader && loss.to == 0) {
        let Some(turn) = turn else { continue };
        let broke = exhausted.iter().find(|(side, at)| *side == loss.side && (turn..=turn + 1).contains(at));
        all.push(Angle::Leader { leader: loss.unit, side: loss.side, turn, broke: broke.map(|(_, turn)| *turn) });
    }
    all.sort_by_key(|angle| std::cmp::Reverse(angle.weight()));
    all.truncate(MOST);
    all
}

/// The unit or stack that did most of the damage to a side: of several the one that did most.
fn hero(beats: &[Beat]) -> Option<Angle> {
    let mut lost: Vec<(SideId, u32)> = Vec::new();
    let mut caused: Vec<((Id, SideId), u32)> = Vec::new();
    let mut add = |beat: &Beat, actor: Option<Id>| {
        for loss in &beat.losses {
            match lost.iter_mut().find(|(side, _)| *side == loss.side) {
                Some((_, points)) => *points += loss.points(),
                None => lost.push((loss.side, loss.points())),
            }
            let Some(actor) = actor else { continue };
            match caused.iter_mut().find(|(key, _)| *key == (actor, loss.side)) {
                Some((_, points)) => *points += loss.points(),
                None => caused.push(((actor, loss.side), loss.points())),
            }
        }
    };
    for beat in beats {
        match &beat.kind {
            BeatKind::Volley(volley) => add(beat, Some(volley.unit.into())),
            BeatKind::Blow(blow) => add(beat, Some(blow.stack.into())),
            BeatKind::Phase(_) | BeatKind::Said(_) | BeatKind::Ruling(_) => add(beat, None),
        }
    }
    let of = |enemy: SideId| lost.iter().find(|(side, _)| *side == enemy).map_or(0, |(_, points)| *points);
    let heroes = caused.into_iter().filter(|((_, enemy), points)| *points >= 5 && 2 * points > of(*enemy));
    let ((who, enemy), points) = heroes.max_by_key(|((who, _), points)| (*points, std::cmp::Reverse(*who)))?;
    Some(Angle::Hero { who, points, of: of(enemy), enemy })
}

/// Units that were attacked by at least twice as many, and had no worse of it.
fn stands(beats: &[Beat]) -> Vec<Angle> {
    let phases =
        beats.iter().filter_map(|beat| if let BeatKind::Phase(phase) = &beat.kind { Some(phase) } else { None });
    let phases: Vec<&Phase> = phases.collect();
    let mut stands: Vec<(Vec<UnitId>, u32, u32, Option<String>)> = Vec::new();
    for fight in phases.chunk_by(|_, next| next.opens.is_none()) {
        let Some(first) = fight.first().filter(|first| first.opens.is_some()) else { continue };
        let [more, few] = first.units;
        let defeats = fight.iter().fold([0, 0], |sum, phase| [sum[0] + phase.defeats[0], sum[1] + phase.defeats[1]]);
        if few == 0 || more < 2 * few || defeats[0] < defeats[1] {
            continue;
        }
        match stands.iter_mut().find(|(who, ..)| *who == first.attacked) {
            Some((_, attacks, times, _)) => (*attacks, *times) = (*attacks + 1, (*times).min(more / few)),
            None => stands.push((
                first.attacked.clone(),
                1,
                more / few,
                first.place.as_ref().map(|place| place.name.clone()),
            )),
        }
    }
    let stands = stands.into_iter().filter(|(_, attacks, times, _)| *attacks > 1 || *times > 2);
    stands.map(|(who, attacks, times, place)| Angle::Stand { who, attacks, times, place }).collect()
}
