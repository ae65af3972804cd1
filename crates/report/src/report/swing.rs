//! How a battle swung, for its chapter.

use super::{names, scene::MapScene, story::StrengthHistory};
use crate::battle_timeline::{Measure, SwingMoment, TurningPoint, battle_timeline};
use wardiary_base::id::BattleId;
use wardiary_diary::diary::{Diary, EntryNo};

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
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct SwingPoint {
    pub entry: EntryNo,
    pub turn: u32,
    pub side: String,
    /// How much its lead rose; 1 is the whole way to exhaustion.
    pub gained: f64,
    pub order: String,
    pub action: String,
    pub cost: String,
    pub scene: Option<MapScene>,
}

impl SwingPoint {
    /// `In turn 3 the Russians lost 6 Strength Points, 25% of the Exhaustion Point (the Germans attacked the Russians,
    /// second phase)`.
    pub fn line(&self) -> String {
        // An event without a loss of its own is its own cost.
        if self.cost == self.action {
            return format!("In turn {}: {}", self.turn, self.cost);
        }
        format!("In turn {} {} ({})", self.turn, self.cost, self.action)
    }
}

/// The shape of a battle of two sides, by the swing of their leads. Sides are indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BattleArc {
    /// Both sides came near exhaustion, and neither was ahead by much.
    BledWhite,
    /// The side that came out ahead had at most half of the enemy's strength.
    AgainstOdds { ahead: usize, times: u32 },
    /// The lead passed this often.
    BackAndForth { ahead: usize, passes: usize },
    /// The side that came out ahead had been behind by much, and led for good from this turn on.
    Turned { ahead: usize, turn: u32 },
    /// One entry made at least half of the final lead.
    OneThrow,
    /// One turn made most of the final lead.
    Collapse { loser: usize, turn: u32 },
    /// One side was ahead from the first losses on.
    Held { ahead: usize },
}

/// The arc of a battle, or `None` if it has more than two sides or nobody lost or led by much.
fn arc(leads: &[(EntryNo, Vec<f64>)], last: Option<&SwingMoment>, history: &StrengthHistory) -> Option<BattleArc> {
    const MUCH: f64 = 0.1;
    const NEAR_EXHAUSTION: f64 = 0.75;
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
    let signs: Vec<bool> = leads.iter().filter(|lead| lead.abs() >= MUCH / 2.0).map(|lead| *lead > 0.0).collect();
    let passes = signs.windows(2).filter(|pair| pair[0] != pair[1]).count();
    let gain = |from: usize, to: usize| leads[to] - leads[from];
    let turn_at = |entry: usize| history.turns.iter().rev().find(|(begins, _)| *begins <= entry).map(|(_, turn)| *turn);
    let strength = |side: usize| history.sides.get(side).map_or(0, |side| side.initial);
    let last_behind = leads.iter().rposition(|lead| *lead <= 0.0).unwrap_or(0);
    let ends = history.turns.iter().skip(1).map(|(at, _)| *at).chain([leads.len() - 1]);
    let turns = history.turns.iter().zip(ends).map(|((begins, turn), ends)| (*turn, gain(*begins, ends)));
    let worst_turn = turns.max_by(|one, other| one.1.total_cmp(&other.1));
    Some(match worst_turn {
        _ if strength(ahead) > 0 && strength(1 - ahead) >= 2 * strength(ahead) => {
            BattleArc::AgainstOdds { ahead, times: strength(1 - ahead) / strength(ahead) }
        }
        _ if passes >= 3 => BattleArc::BackAndForth { ahead, passes },
        _ if leads.iter().any(|lead| *lead <= -MUCH) => {
            BattleArc::Turned { ahead, turn: turn_at((last_behind + 1).min(leads.len() - 1))? }
        }
        _ if (1..leads.len()).any(|at| gain(at - 1, at) >= of_first.abs() / 2.0) => BattleArc::OneThrow,
        Some((turn, gained)) if gained >= 0.6 * of_first.abs() => BattleArc::Collapse { loser: 1 - ahead, turn },
        _ if passes == 0 => BattleArc::Held { ahead },
        _ => BattleArc::BackAndForth { ahead, passes },
    })
}

impl SwingSection {
    /// The arc as a sentence.
    fn arc_text(&self) -> Option<String> {
        let side = |at: usize| names::with_article(&self.sides[at]);
        Some(wardiary_base::text::capitalized(&match self.arc? {
            BattleArc::BledWhite => "Both sides bled white, and neither got far ahead.".to_string(),
            BattleArc::AgainstOdds { ahead, times } => format!(
                "{} stood against odds of {} to one, and came out ahead.",
                side(ahead),
                names::number_in_words(times)
            ),
            BattleArc::BackAndForth { ahead, passes: 1 } => {
                format!("{} fell behind once, but took the lead back.", side(ahead))
            }
            BattleArc::BackAndForth { ahead, passes } => {
                format!(
                    "The lead passed {} times before {} kept it.",
                    names::number_in_words(u32::try_from(passes).unwrap_or(u32::MAX)),
                    side(ahead)
                )
            }
            BattleArc::Turned { ahead, turn } => {
                format!("{} was ahead first, but {} turned the battle in turn {turn}.", side(1 - ahead), side(ahead))
            }
            BattleArc::OneThrow => return None,
            BattleArc::Collapse { loser, turn: 1 } => format!("{} collapsed in the first turn.", side(loser)),
            BattleArc::Collapse { loser, turn } => {
                format!("{} held until turn {turn}, and then collapsed.", side(loser))
            }
            BattleArc::Held { ahead } => format!("{} led from the first losses to the last.", side(ahead)),
        }))
    }

    /// How the battle went, for its lead: the arc, and the decisive moment.
    pub fn lead(&self) -> Vec<String> {
        let best = |one: &&SwingPoint, other: &&SwingPoint| {
            one.gained.total_cmp(&other.gained).then(other.entry.cmp(&one.entry))
        };
        let moment =
            self.turning_points.iter().max_by(best).map(|SwingPoint { turn, action, cost, .. }| match self.arc {
                Some(BattleArc::OneThrow) => {
                    format!("One throw made most of the difference, in turn {turn}, when {action}: {cost}.")
                }
                _ => format!("The heaviest blow fell in turn {turn}, when {action}: {cost}."),
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

/// How a battle swung, for the entries of its course; `None` if nobody lost anything.
pub(super) fn section(diary: &Diary, battle: BattleId, history: &StrengthHistory) -> Option<SwingSection> {
    let found = battle_timeline(diary, battle)?;
    let names: Vec<String> = found.sides.iter().map(|side| diary.state().name(*side)).collect();
    let with_articles: Vec<String> = names.iter().map(|name| names::with_article(name)).collect();
    let point = |point: TurningPoint| {
        let (best, gained) = point.gained();
        let step = diary.step(point.no);
        // The entries of its turn before it.
        let at = history.entries.partition_point(|no| *no < point.no);
        let begins = history.turns.iter().rev().find(|(begins, _)| *begins < at).map_or(0, |(begins, _)| *begins);
        let moved = history.entries.get(begins + 1..at).unwrap_or_default().iter().filter_map(|no| diary.entry(*no));
        SwingPoint {
            scene: step.as_ref().and_then(|step| MapScene::before(step, battle, moved)),
            entry: point.no,
            turn: point.turn,
            side: names[best].clone(),
            gained,
            action: step.as_ref().map_or_else(String::new, super::action),
            order: step.map_or_else(String::new, |step| step.account().order),
            cost: point.cost(&with_articles, found.measure),
        }
    };
    let mut points: Vec<SwingPoint> = found.turning_points(POINTS).into_iter().map(point).collect();
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
    (!points.is_empty()).then_some(SwingSection { sides: names, measure, leads, turning_points: points, arc })
}
