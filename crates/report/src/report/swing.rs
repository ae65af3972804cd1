//! How a battle swung, for its chapter.

use super::{action, names, narration::sentence, scene::MapScene, story::StrengthHistory};
use crate::battle_timeline::{Measure, SwingMoment, TurningPoint, battle_timeline};
use wardiary_base::id::{BattleId, Id, SideId};
use wardiary_diary::diary::{Diary, EntryNo, steps::DiaryStep};
use wardiary_rules::{
    event::{Event, MapEvent},
    notable::{NotableKind, notable_events},
};

const POINTS: usize = 3;

/// How a battle swung: each side's lead in the race to exhaustion, after each entry.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SwingSection {
    pub sides: Vec<String>,
    /// The unit of leads: `Exhaustion Point`, `strength`.
    pub measure: &'static str,
    /// Each side's lead at the battle's beginning and after each entry of its chapter; 1 is the whole way to
    /// exhaustion.
    pub leads: Vec<(EntryNo, Vec<f64>)>,
    /// The entries that moved leads most, in order.
    pub turning_points: Vec<SwingPoint>,
    pub arc: Option<BattleArc>,
    /// The index of the side that tells the battle; `None` for a neutral telling.
    pub teller: Option<usize>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct SwingPoint {
    pub entry: EntryNo,
    pub turn: u32,
    pub side: String,
    /// How much its lead rose; 1 is the whole way to exhaustion.
    pub gained: f64,
    pub leader_fell: bool,
    pub order: String,
    /// What was done, and in which phase of a fight; empty if the cost says it.
    pub deed: String,
    pub phase: Option<u8>,
    /// The losses, and who fell; empty if it cost nothing.
    pub cost: String,
    pub scene: Option<MapScene>,
}

impl SwingPoint {
    pub fn action(&self) -> String {
        action::with_phase(&self.deed, self.phase)
    }

    /// `In turn 3 the Russians lost 6 Strength Points, 25% of the Exhaustion Point (the Germans attacked the Russians,
    /// second phase)`,
    /// `In turn 4 the Light Horse took the Wooden bridge`.
    pub fn line(&self) -> String {
        match (&*self.cost, &*self.action()) {
            ("", text) | (text, "") => format!("In turn {} {text}", self.turn),
            (cost, action) => format!("In turn {} {cost} ({action})", self.turn),
        }
    }
}

/// The shape of a battle of two sides, by the swing of their leads. Sides are indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BattleArc {
    /// Both sides came near exhaustion, and neither was ahead by much.
    BledWhite,
    /// The side that came out ahead had at most half of the enemy's strength.
    AgainstOdds { ahead: usize, times: u32 },
    /// The side that led at the end of a turn changed this often.
    BackAndForth { ahead: usize, passes: usize },
    /// The side that came out ahead had been behind by much at the end of a turn, and led for good from this turn on.
    Turned { ahead: usize, turn: u32 },
    /// One entry made at least half of the final lead, and no other so much.
    OneThrow,
    /// One turn made most of the final lead, which never was less afterwards; three quarters of the loser's losses fell in
    /// it or later.
    Collapse { loser: usize, turn: u32 },
    /// One side never ended a turn behind; `always` if it was never behind at all.
    Held { ahead: usize, always: bool },
}

/// The arc of a battle, or `None` if it has more than two sides or nobody lost or led by much.
fn arc(leads: &[(EntryNo, Vec<f64>)], last: Option<&SwingMoment>, history: &StrengthHistory) -> Option<BattleArc> {
    const MUCH: f64 = 0.1;
    const NEAR_EXHAUSTION: f64 = 0.75;
    const SHOWN: f64 = 0.005;
    let (of_first, shares) = match last.map(|last| &last.sides[..]) {
        Some([one, other]) => (leads.last()?.1.first().copied()?, [one.share(), other.share()]),
        _ => return None,
    };
    if shares.iter().all(|share| *share >= NEAR_EXHAUSTION) && of_first.abs() < 2.5 * MUCH {
        return Some(BattleArc::BledWhite);
    } else if of_first.abs() < MUCH {
        return None;
    }
    let ahead = usize::from(of_first < 0.0);
    let leads: Vec<f64> = leads.iter().map(|(_, leads)| leads[ahead]).collect();
    // The leads that the table of strengths has.
    let ends = history.turns.iter().skip(1).map(|(at, _)| *at).chain([leads.len() - 1]);
    let at_ends: Vec<f64> = ends.clone().map(|at| leads[at]).filter(|lead| lead.abs() >= SHOWN).collect();
    let passes = at_ends.windows(2).filter(|pair| (pair[0] > 0.0) != (pair[1] > 0.0)).count();
    let gain = |from: usize, to: usize| leads[to] - leads[from];
    let turn_at = |entry: usize| history.turns.iter().rev().find(|(begins, _)| *begins <= entry).map(|(_, turn)| *turn);
    let strength = |side: usize| history.sides.get(side).map_or(0, |side| side.initial);
    let last_behind = leads.iter().rposition(|lead| *lead <= 0.0).unwrap_or(0);
    let turns =
        history.turns.iter().zip(ends).map(|((begins, turn), ends)| (*turn, [*begins, ends], gain(*begins, ends)));
    let worst_turn = turns.max_by(|one, other| one.2.total_cmp(&other.2));
    let lost =
        |at: usize| history.sides.get(1 - ahead).map_or(0, |side| side.remaining[0].saturating_sub(side.remaining[at]));
    Some(match worst_turn {
        _ if strength(ahead) > 0 && strength(1 - ahead) >= 2 * strength(ahead) => {
            BattleArc::AgainstOdds { ahead, times: strength(1 - ahead) / strength(ahead) }
        }
        _ if passes >= 3 => BattleArc::BackAndForth { ahead, passes },
        _ if passes == 1 && at_ends.iter().any(|lead| *lead <= -MUCH) => {
            BattleArc::Turned { ahead, turn: turn_at((last_behind + 1).min(leads.len() - 1))? }
        }
        _ if (1..leads.len()).filter(|at| gain(at - 1, *at) >= of_first.abs() / 2.0).count() == 1 => {
            BattleArc::OneThrow
        }
        Some((turn, [begins, ends], gained))
            if gained >= 0.6 * of_first.abs()
                && leads[ends..].iter().all(|lead| *lead >= leads[ends])
                && 4 * lost(begins) <= lost(leads.len() - 1) =>
        {
            BattleArc::Collapse { loser: 1 - ahead, turn }
        }
        _ if passes == 0 => BattleArc::Held { ahead, always: leads.iter().all(|lead| *lead > -SHOWN) },
        _ => BattleArc::BackAndForth { ahead, passes },
    })
}

impl SwingSection {
    /// The arc as a sentence; a side that tells the battle is its subject.
    fn arc_text(&self) -> Option<String> {
        let side = |at: usize| names::with_article(&self.sides[at]);
        // What the side that came out ahead did, or else its enemy.
        let tell = |ahead: usize, won: &str, lost: &str| {
            if self.teller == Some(1 - ahead) {
                format!("{} {lost}", side(1 - ahead))
            } else {
                format!("{} {won}", side(ahead))
            }
        };
        Some(sentence(&match self.arc? {
            BattleArc::BledWhite => "both sides bled white, and neither got far ahead".to_string(),
            BattleArc::AgainstOdds { ahead, times } => {
                let odds = format!("odds of {} to one", names::number_in_words(times));
                let won = format!("stood against {odds}, and came out ahead");
                tell(ahead, &won, &format!("had {odds}, and came out behind"))
            }
            BattleArc::BackAndForth { ahead, passes: 1 } => {
                tell(ahead, "fell behind at first, but then took the lead", "led at first, but could not keep the lead")
            }
            BattleArc::BackAndForth { ahead, passes } => {
                let passes = names::number_in_words(u32::try_from(passes).unwrap_or(u32::MAX));
                format!("the lead passed {passes} times before {} kept it", side(ahead))
            }
            BattleArc::Turned { ahead, turn } => {
                format!("{} was ahead first, but {} turned the battle in turn {turn}", side(1 - ahead), side(ahead))
            }
            BattleArc::OneThrow => return None,
            BattleArc::Collapse { loser, turn } if self.teller == Some(1 - loser) => {
                format!("{} broke the enemy in turn {turn}", side(1 - loser))
            }
            BattleArc::Collapse { loser, turn: 1 } => format!("{} collapsed in the first turn", side(loser)),
            BattleArc::Collapse { loser, turn } => {
                format!("{} held until turn {turn}, and then collapsed", side(loser))
            }
            BattleArc::Held { ahead, always: false } => {
                tell(ahead, "never ended a turn behind", "never ended a turn ahead")
            }
            BattleArc::Held { ahead, always: true } => {
                let lost = "fell behind with the first losses, and never caught up";
                tell(ahead, "led from the first losses to the last", lost)
            }
        }))
    }

    /// How the battle went, for its lead: the arc, and the decisive moment.
    pub fn lead(&self) -> Vec<String> {
        const LITTLE: f64 = 0.15;
        // Of equal points, as a reader sees them, the one in which a leader fell, or else the first.
        let best = |one: &&SwingPoint, other: &&SwingPoint| {
            let [gained, other_gained] = [one, other].map(|point| (100.0 * point.gained).round());
            let by_leader = one.leader_fell.cmp(&other.leader_fell);
            gained.total_cmp(&other_gained).then(by_leader).then(other.entry.cmp(&one.entry))
        };
        let moment = self.turning_points.iter().filter(|point| !point.cost.is_empty()).max_by(best);
        let moment = moment.map(|SwingPoint { turn, deed, cost, gained, side, .. }| {
            let when = if deed.is_empty() { String::new() } else { format!(", when {deed}") };
            match (self.arc, self.teller) {
                (Some(BattleArc::OneThrow), _) => {
                    format!("One roll made most of the difference, in turn {turn}{when}: {cost}.")
                }
                (_, Some(teller)) if self.sides[teller] == *side => {
                    format!("The best moment of {} came in turn {turn}{when}: {cost}.", names::with_article(side))
                }
                _ if *gained < LITTLE => {
                    format!("No single blow decided it; the heaviest fell in turn {turn}{when}: {cost}.")
                }
                _ => format!("The heaviest blow fell in turn {turn}{when}: {cost}."),
            }
        });
        self.arc_text().into_iter().chain(moment).collect()
    }

    pub fn points_word(&self) -> &'static str {
        if self.turning_points.len() == 1 { "Turning point" } else { "Turning points" }
    }

    pub fn caption(&self) -> String {
        format!("Who was ahead: how much more of its {} the enemy had lost", self.measure)
    }

    /// The leader at index `at` of the leads: `French, by 25%`.
    pub fn leader_text(&self, at: usize) -> String {
        let leads = self.leads.get(at).map_or(&[][..], |(_, leads)| leads);
        let best = (0..leads.len()).max_by(|a, b| leads[*a].total_cmp(&leads[*b]));
        match best.map(|side| (side, (100.0 * leads[side]).round())) {
            Some((side, share)) if share >= 1.0 => format!("{}, by {share:.0}%", self.sides[side]),
            _ => "nobody".into(),
        }
    }
}

/// What a notable event of an entry was, in words of the story; `None` if the entry's action says it.
fn event_text(step: &DiaryStep, (at, kind): (usize, NotableKind)) -> Option<String> {
    let name = |id: Id| names::with_article(&step.after.name(id));
    match &step.entry.events[at] {
        Event::Eliminated { unit, .. } if kind == NotableKind::Stack => {
            let stack = step.before.unit(*unit).and_then(|unit| unit.stack)?;
            Some(format!("nothing was left of {}", name(stack.into())))
        }
        Event::Eliminated { unit, .. } => Some(format!("{} fell", name((*unit).into()))),
        Event::Exhausted { side, .. } => Some(format!("{} became exhausted", name((*side).into()))),
        Event::EdnaTested { unit, .. } => Some(format!("{} hung back", name((*unit).into()))),
        _ => None,
    }
}

/// Whether an entry is no turning point for readers: a side took a place that nobody held.
fn only_occupies(step: &DiaryStep, point: &TurningPoint) -> bool {
    let changed = |event: &Event| matches!(event, Event::Map(MapEvent::ChangedHands { from: Some(_), .. }));
    point.notable.iter().all(|(kind, _)| *kind == NotableKind::Objective)
        && point.gained().1 < 1e-9
        && !step.entry.events.iter().any(changed)
}

/// How a battle swung, for the entries of its course; `None` if nobody lost anything. `rolls` has the rolls that one in
/// fifty makes, each in words.
pub(super) fn section(
    diary: &Diary,
    battle: BattleId,
    history: &StrengthHistory,
    (rolls, teller): (&[(EntryNo, String)], Option<SideId>),
) -> Option<SwingSection> {
    let found = battle_timeline(diary, battle)?.with_rolls(rolls);
    let names: Vec<String> = found.sides.iter().map(|side| diary.state().name(*side)).collect();
    let with_articles: Vec<String> = names.iter().map(|name| names::with_article(name)).collect();
    let point = |point: TurningPoint| {
        let (best, gained) = point.gained();
        let step = diary.step(point.no)?;
        if only_occupies(&step, &point) {
            return None;
        }
        let entry = step.entry;
        let notable = notable_events(&step.before, &entry.order, &entry.events, &step.after);
        let leader_fell = notable.iter().any(|(_, kind)| *kind == NotableKind::Leader);
        let events: Vec<String> = notable.into_iter().filter_map(|found| event_text(&step, found)).collect();
        let (deed, phase) =
            if gained < 1e-9 && !events.is_empty() { Default::default() } else { action::deed_and_phase(&step) };
        let rolls = rolls.iter().filter(|(no, _)| *no == point.no).map(|(_, text)| text.clone());
        let losses = point.losses_in_words(&with_articles, found.measure).into_iter();
        let cost: Vec<String> = losses.chain(events).chain(rolls).collect();
        // The entries of its turn before it.
        let at = history.entries.partition_point(|no| *no < point.no);
        let begins = history.turns.iter().rev().find(|(begins, _)| *begins < at).map_or(0, |(begins, _)| *begins);
        let moved = history.entries.get(begins + 1..at).unwrap_or_default().iter().filter_map(|no| diary.entry(*no));
        Some(SwingPoint {
            scene: MapScene::before(&step, battle, moved),
            entry: point.no,
            turn: point.turn,
            side: names[best].clone(),
            gained,
            leader_fell,
            deed,
            phase,
            order: step.account().order,
            cost: cost.join("; "),
        })
    };
    let mut points: Vec<SwingPoint> = found.turning_points(POINTS).into_iter().filter_map(point).collect();
    points.sort_by_key(|point| point.entry);
    let measure = match found.measure {
        Measure::ExhaustionPoint => "Exhaustion Point",
        Measure::AllStrength => "strength",
    };
    // A moment outside the chapter shows at the chapter's next entry.
    let mut moments = found.moments.iter().peekable();
    let mut last = vec![0.0; names.len()];
    let leads = history.entries.iter().map(|no| {
        while let Some(moment) = moments.next_if(|moment| moment.no <= *no) {
            last = SwingMoment::leads(moment);
        }
        (*no, last.clone())
    });
    let leads: Vec<(EntryNo, Vec<f64>)> = leads.collect();
    let arc = arc(&leads, found.moments.last(), history);
    let teller = teller.and_then(|teller| found.sides.iter().position(|side| *side == teller));
    (!points.is_empty()).then_some(SwingSection { sides: names, measure, leads, turning_points: points, arc, teller })
}
