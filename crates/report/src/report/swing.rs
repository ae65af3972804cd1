//! How a battle swung, for a chapter.

use super::{names, story::Course};
use crate::swing::{Measure, Moment, TurningPoint, swing};
use wardiary_base::{id::BattleId, text};
use wardiary_diary::diary::{Diary, EntryNo};

/// So many turning points are told of a battle.
const POINTS: usize = 3;

/// How a battle swung: each side's lead on the way to the enemy's exhaustion, after each entry.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SwingShown {
    /// The sides.
    pub sides: Vec<String>,
    /// What leads are a share of: `Exhaustion Point`, `strength`.
    pub measure: &'static str,
    /// At the battle's beginning, and after each entry of its chapter, as its [`Course`] has them: the lead of each side, of which 1
    /// is the whole way.
    pub leads: Vec<(EntryNo, Vec<f64>)>,
    /// The entries that moved leads most, in their order.
    pub points: Vec<SwingPoint>,
}

/// A turning point.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SwingPoint {
    /// The entry.
    pub entry: EntryNo,
    /// Its turn.
    pub turn: u32,
    /// The side that it helped most.
    pub side: String,
    /// By how much its lead rose; 1 is the whole way.
    pub gained: f64,
    /// What was ordered.
    pub order: String,
    /// What was done, in words.
    pub deed: String,
    /// What it cost whom.
    pub cost: String,
}

impl SwingPoint {
    /// `In turn 3 the Russians lost 6 Strength Points, 25% of the Exhaustion Point (the Germans attacked the Russians, second phase)`
    #[must_use]
    pub fn line(&self) -> String {
        format!("In turn {} {} ({})", self.turn, self.cost, self.deed)
    }
}

impl SwingShown {
    /// What its turning points are called.
    #[must_use]
    pub fn points_word(&self) -> &'static str {
        if self.points.len() == 1 { "Turning point" } else { "Turning points" }
    }

    /// What it shows.
    #[must_use]
    pub fn caption(&self) -> String {
        format!("Who was ahead: how much more of its {} the enemy had lost", self.measure)
    }

    /// Who was ahead after so many entries of the chapter, and by how much: `French, by 25%`.
    #[must_use]
    pub fn ahead(&self, at: usize) -> String {
        let leads = self.leads.get(at).map_or(&[][..], |(_, leads)| leads);
        let best = (0..leads.len()).max_by(|a, b| leads[*a].total_cmp(&leads[*b]));
        match best.map(|side| (side, (100.0 * leads[side]).round())) {
            Some((side, share)) if share >= 1.0 => format!("{}, by {share:.0}%", self.sides[side]),
            _ => "nobody".into(),
        }
    }
}

/// How a battle swung, by the entries of its course; nothing where nobody lost anything.
pub(super) fn shown(diary: &Diary, battle: BattleId, course: &Course) -> Option<SwingShown> {
    let found = swing(diary, battle)?;
    let names: Vec<String> = found.sides.iter().map(|side| diary.state().name(*side)).collect();
    let with_articles: Vec<String> = names.iter().map(|name| names::the(name)).collect();
    let point = |point: TurningPoint| {
        let (best, gained) = point.gained();
        let step = diary.step(point.no);
        SwingPoint {
            entry: point.no,
            turn: point.turn,
            side: names[best].clone(),
            gained,
            deed: step.as_ref().map_or_else(String::new, super::deed),
            order: step.map_or_else(String::new, |step| text::sanitize(&step.account().order)),
            cost: point.cost(&with_articles, found.measure),
        }
    };
    let mut points: Vec<SwingPoint> = found.turning_points(POINTS).into_iter().map(point).collect();
    points.sort_by_key(|point| point.entry);
    let measure = match found.measure {
        Measure::ExhaustionPoint => "Exhaustion Point",
        Measure::AllStrength => "strength",
    };
    // What belongs to no entry of the chapter is seen after the next one that does.
    let mut moments = found.moments.iter().peekable();
    let mut last = vec![0.0; names.len()];
    let leads = course.entries.iter().map(|no| {
        while let Some(moment) = moments.next_if(|moment| moment.no <= *no) {
            last = Moment::leads(moment);
        }
        (*no, last.clone())
    });
    let leads = leads.collect();
    (!points.is_empty()).then_some(SwingShown { sides: names, measure, leads, points })
}
