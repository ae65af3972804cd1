//! Luck as text, for the command line and the screen.

use super::{Faces, Luck, LuckRoll, MIN_ROLLS, SideLuck};
use wardiary_base::text;
use wardiary_diary::diary::EntryNo;
use wardiary_odds::odds::assessment::{ActualAndExpected, GeneralUnderFire, Quantity, RollKind};
use wardiary_rules::state::State;

pub fn counted_text(counted: Quantity) -> &'static str {
    match counted {
        Quantity::Inflicted => "defeats inflicted",
        Quantity::Suffered => "defeats suffered",
        Quantity::Hits => "hits",
        Quantity::Passed => "tests passed",
        Quantity::Acted => "units that acted",
    }
}

pub fn rolls_text(kind: RollKind, rolls: usize) -> String {
    match kind {
        RollKind::Scrud => text::count(rolls, "phase of SCRUD", "phases of SCRUD"),
        RollKind::Volley => text::count(rolls, "volley", "volleys"),
        RollKind::Blow => text::count(rolls, "blow", "blows"),
        RollKind::Test => text::count(rolls, "dice test roll", "dice test rolls"),
        RollKind::Edna => text::count(rolls, "EDNA test", "EDNA tests"),
    }
}

/// Actual, expected and difference: `5`, `4.1 expected`, `+0.9`
pub fn tally_cells(tally: ActualAndExpected) -> [String; 3] {
    [tally.actual.to_string(), format!("{:.1} expected", tally.expected), signed(tally.difference())]
}

/// `+0.9`; a number that rounds to zero has no sign.
pub fn signed(number: f64) -> String {
    let rounded = format!("{number:+.1}");
    if matches!(rounded.as_str(), "-0.0" | "+0.0") { "0.0".into() } else { rounded }
}

/// A share as a count of 100; never 0 or 100 unless the share is exactly that.
pub fn of_100(share: f64) -> String {
    match 100.0 * share {
        few if few < 0.5 => "hardly any".into(),
        most if most >= 99.5 => "nearly all".into(),
        some => format!("{some:.0} of 100"),
    }
}

/// The volleys at generals with their entries: those that killed first, then by their chance.
pub fn generals_under_fire(luck: &Luck, state: &State, most: usize) -> Vec<(EntryNo, String)> {
    let mut all: Vec<_> =
        luck.rolls.iter().filter_map(|roll: &LuckRoll| Some((roll.no, roll.weighed.general?))).collect();
    all.sort_by(|(_, a), (_, b)| b.is_killed.cmp(&a.is_killed).then(b.chance.total_cmp(&a.chance)));
    let row = |(no, general): (EntryNo, GeneralUnderFire)| {
        let fate = if general.is_killed { ": he fell" } else { "" };
        let dice = text::count(general.dice.into(), "die", "dice");
        (no, format!("{} to kill {} with {dice}{fate}", of_100(general.chance), state.name(general.unit)))
    };
    all.into_iter().take(most).map(row).collect()
}

/// `1: 3  2: 2 …`; for dice with many faces only the counts, from face 1.
pub fn face_counts(faces: &Faces) -> String {
    if faces.counts.len() <= 10 {
        let each = faces.counts.iter().enumerate().map(|(at, n)| format!("{}: {n}", at + 1));
        return each.collect::<Vec<_>>().join("  ");
    }
    let each: Vec<String> = faces.counts.iter().map(u32::to_string).collect();
    format!("1 to {}: {}", faces.counts.len(), each.join(" "))
}

/// What luck gave a side beyond expectation, in units of play: an amount, and its name if gained and if lost.
fn gains(found: &SideLuck) -> Vec<(f64, &'static str, &'static str)> {
    let beyond = |wanted: &[Quantity]| {
        let counts = found.mechanisms.iter().flat_map(|mechanism| &mechanism.counts);
        counts.filter(|(counted, _)| wanted.contains(counted)).map(|(_, tally)| tally.difference()).sum::<f64>()
    };
    let damage = if found.strength_rolls > 0 {
        (found.strength_gained(), "SP", "SP")
    } else {
        (beyond(&[Quantity::Hits]), "hits", "hits")
    };
    let defeats = beyond(&[Quantity::Inflicted]) - beyond(&[Quantity::Suffered]);
    let tests = beyond(&[Quantity::Passed, Quantity::Acted]);
    let all = [damage, (defeats, "defeats inflicted", "defeats"), (tests, "passed tests", "passed tests")];
    all.into_iter().filter(|(amount, ..)| signed(*amount) != "0.0").collect()
}

/// `Luck gave the Germans 2.1 SP and cost them 3.0 defeats beyond expectation; luckier than 79 of 100 with fair dice`. The
/// side has its article.
pub fn luck_sentence(side: &str, found: &SideLuck) -> String {
    if found.rolls == 0 {
        return format!("Luck weighed no rolls of {side}");
    }
    let gains = gains(found);
    let (good, bad): (Vec<_>, Vec<_>) = gains.iter().partition(|(amount, ..)| *amount > 0.0);
    let good = text::list(&good.iter().map(|(amount, name, _)| format!("{amount:.1} {name}")).collect::<Vec<_>>());
    let bad = text::list(&bad.iter().map(|(amount, _, name)| format!("{:.1} {name}", -amount)).collect::<Vec<_>>());
    let luck = match (good.is_empty(), bad.is_empty()) {
        (false, false) => format!("gave {side} {good} and cost them {bad} beyond expectation"),
        (false, true) => format!("gave {side} {good} beyond expectation"),
        (true, false) => format!("cost {side} {bad} beyond expectation"),
        (true, true) => format!("gave {side} nothing and cost them nothing"),
    };
    format!("Luck {luck}; {}", standing(found))
}

/// `+2.1 SP, -3.0 defeats`
pub fn luck_in_brief(found: &SideLuck) -> String {
    let gains = gains(found);
    if gains.is_empty() {
        return if found.rolls == 0 { "no rolls to weigh".into() } else { "as expected".into() };
    }
    let gain = |(amount, _, name): &(f64, _, &str)| format!("{} {name}", signed(*amount));
    gains.iter().map(gain).collect::<Vec<_>>().join(", ")
}

/// `luckier than 79 of 100 with fair dice`, or a note that there are too few rolls.
pub fn standing(found: &SideLuck) -> String {
    match standing_in_brief(found) {
        Some(standing) => format!("{standing} with fair dice"),
        None => format!("no percentile below {MIN_ROLLS} rolls"),
    }
}

/// `luckier than 79 of 100`; `None` if there are too few rolls.
pub fn standing_in_brief(found: &SideLuck) -> Option<String> {
    found.percentile.map(|percentile| format!("luckier than {}", of_100(percentile / 100.0)))
}

/// Explains what is expected, the percentile, and why it may differ from the sums.
pub const MEANING: &str = "The expected number is the average of all possible rolls at that moment. The percentile ranks each \
    roll among all possible ones, counts half of the equal results, and compares the ranks with those of fair dice. A single great \
    roll brings many points but only one high rank, so the percentile can disagree with the sums.";

/// A two-line version of [`MEANING`] for a screen.
pub const MEANING_IN_BRIEF: [&str; 2] =
    ["The scale: how rolls rank among all possible rolls.", "0 is average; with fair dice, 95 of 100 are within ±2."];

/// Explains which rolls are listed as luckiest and unluckiest.
pub const FAR_ROLLS: &str = "The luckiest rolls are those that at most 10 of 100 rolls match or beat; the unluckiest are those where \
    at most 10 of 100 are no better. Each is listed for the side that made it.";

pub fn undone_text(undone: usize) -> String {
    match undone {
        0 => "no rolls on abandoned branches".into(),
        1 => "1 roll is on an abandoned branch".into(),
        n => format!("{n} rolls are on abandoned branches"),
    }
}

/// The chance that fair dice are at least this uneven.
pub fn unevenness(faces: &Faces) -> String {
    let phrase = |p| format!("fair dice are at least this uneven in {} cases", of_100(p));
    faces.fairness().map_or("too few dice to judge".into(), phrase)
}
