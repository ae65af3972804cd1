//! Luck as text, for the command line and the screen.

use super::{Faces, MIN_ROLLS, SideLuck};
use wardiary_base::text;
use wardiary_odds::odds::assessment::{ActualAndExpected, Quantity, RollKind};

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

/// `1: 3  2: 2 …`; for dice with many faces only the counts, from face 1.
pub fn face_counts(faces: &Faces) -> String {
    if faces.counts.len() <= 10 {
        let each = faces.counts.iter().enumerate().map(|(at, n)| format!("{}: {n}", at + 1));
        return each.collect::<Vec<_>>().join("  ");
    }
    let each: Vec<String> = faces.counts.iter().map(u32::to_string).collect();
    format!("1 to {}: {}", faces.counts.len(), each.join(" "))
}

/// `luck +0.8, luckier than 79 of 100 with fair dice`, or a note that there are too few rolls.
pub fn luck_text(found: &SideLuck) -> String {
    let Some(luck) = found.luck else { return "no rolls to weigh".into() };
    let luck = signed(luck);
    match found.percentile {
        Some(percentile) => format!("luck {luck}, luckier than {} with fair dice", of_100(percentile / 100.0)),
        None => format!("luck {luck}; a percentile needs {MIN_ROLLS} rolls, and there are {}", found.rolls),
    }
}

/// Explains luck, how ties are broken, and why luck may differ from the sums.
pub const MEANING: &str = "Luck is not a sum of differences. Each roll is ranked among all possible rolls at that \
    moment. Luck is above 0 if the ranks are high; with fair dice it is between -2 and +2 in 95 of 100 cases. Many rolls have \
    the same result, and a random number, drawn once for each roll, ranks a roll among its equals. So luck can disagree with \
    the differences, especially with few rolls.";

/// A two-line version of [`MEANING`] for a screen.
pub const MEANING_IN_BRIEF: [&str; 2] =
    ["Luck: how rolls rank among all possible rolls.", "0 is average; with fair dice, 95 of 100 are within ±2."];

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
