//! How a battle swung, for its chapter.

use super::{names, story::StrengthHistory};
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
}

impl SwingPoint {
    /// `In turn 3 the Russians lost 6 Strength Points, 25% of the Exhaustion Point (the Germans attacked the Russians,
    /// second phase)`.
    pub fn line(&self) -> String {
        format!("In turn {} {} ({})", self.turn, self.cost, self.action)
    }
}

/// The shape of a battle of two sides, by the swing of its leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arc {
    /// One side was ahead from the first losses on.
    Held(usize),
    /// The winner of the race had been behind by much.
    Turned(usize),
    /// The lead passed several times.
    BackAndForth,
    /// One entry made at least half of the final lead.
    OneBlow(usize),
}

impl SwingSection {
    /// The arc of a battle, or `None` if it has more than two sides or nobody led by much.
    pub fn arc(&self) -> Option<Arc> {
        const MUCH: f64 = 0.1;
        let lead = |(_, leads): &(EntryNo, Vec<f64>)| leads.first().copied().unwrap_or(0.0);
        let last = self.leads.last().map(lead).filter(|lead| lead.abs() >= MUCH && self.sides.len() == 2)?;
        let ahead = usize::from(last < 0.0);
        let of_leader = |lead: f64| if ahead == 0 { lead } else { -lead };
        let leads: Vec<f64> = self.leads.iter().map(lead).map(of_leader).collect();
        let signs: Vec<bool> = leads.iter().filter(|lead| lead.abs() > 1e-9).map(|lead| *lead > 0.0).collect();
        let passes = signs.windows(2).filter(|pair| pair[0] != pair[1]).count();
        let worst = leads.iter().copied().fold(0.0, f64::min);
        let largest = leads.windows(2).map(|pair| pair[1] - pair[0]).fold(0.0, f64::max);
        Some(match passes {
            3.. => Arc::BackAndForth,
            _ if worst <= -MUCH => Arc::Turned(ahead),
            _ if largest >= of_leader(last) / 2.0 => Arc::OneBlow(ahead),
            0 => Arc::Held(ahead),
            _ => Arc::BackAndForth,
        })
    }

    /// The arc as a sentence.
    pub fn arc_text(&self) -> Option<String> {
        let side = |at: usize| names::with_article(&self.sides[at]);
        Some(wardiary_base::text::capitalized(&match self.arc()? {
            Arc::Held(ahead) => format!("{} led from the first losses to the last.", side(ahead)),
            Arc::Turned(ahead) => {
                format!("{} was ahead first, but {} turned the battle.", side(1 - ahead), side(ahead))
            }
            Arc::BackAndForth => "The lead passed from one side to the other and back.".to_string(),
            Arc::OneBlow(ahead) => format!("One blow made most of the lead of {}.", side(ahead)),
        }))
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
        SwingPoint {
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
    let leads = leads.collect();
    (!points.is_empty()).then_some(SwingSection { sides: names, measure, leads, turning_points: points })
}
