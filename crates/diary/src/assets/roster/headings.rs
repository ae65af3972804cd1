//! The headings of a table: the row that has them, and the column that each one means.

use super::{COLUMNS, MAX_COLUMNS};
use csv::StringRecord;
use std::{cmp::Reverse, collections::BTreeMap};
use wardiary_base::text::name_match::folded_name;

/// Other words for a column, the best first, as [`key`] folds them.
const SYNONYMS: &[(&str, &[&str])] = &[
    ("side", &["nation", "nationality", "country", "faction", "player", "team", "force", "army", "seite", "camp"]),
    ("name", &["unit", "unitname", "regiment", "battalion", "company", "designation", "einheit", "unite"]),
    ("kind", &["type", "trooptype", "unittype", "arm", "armofservice", "branch", "category", "typ", "arme"]),
    (
        "strength",
        &[
            "sp",
            "strengthpoints",
            "men",
            "soldiers",
            "manpower",
            "effectives",
            "headcount",
            "numbers",
            "figures",
            "bases",
            "starke",
            "effectif",
        ],
    ),
    ("lost", &["losses", "casualties", "verluste", "pertes"]),
    ("grade", &["quality", "morale", "experience", "training", "rating", "troopquality", "qualitat", "qualite"]),
    ("count", &["quantity", "qty", "anzahl"]),
    ("defense", &["defence"]),
    ("weapons", &["weapon", "armament"]),
    ("at", &["area", "hex"]),
];

/// Formations from the smallest. The smallest that a table has is the stack; the others are the formations it belongs
/// to.
const FORMATIONS: &[&str] =
    &["stack", "brigade", "battlegroup", "group", "formation", "division", "corps", "wing", "army"];

/// The column of formations, which is one of the words above.
const FORMATION: &str = "formation";

/// The maximum number of title rows above the headings.
pub(super) const MAX_TITLE_ROWS: usize = 40;

/// A heading without case, accents, blanks and punctuation.
fn key(heading: &str) -> String {
    folded_name(heading).chars().filter(|c| c.is_alphanumeric()).collect()
}

/// The rank of a word among those for a column: 0 for its name.
fn rank(column: &str, key: &str) -> Option<usize> {
    if column == "stack" {
        return FORMATIONS.iter().position(|word| *word == key);
    }
    let synonyms = SYNONYMS.iter().find(|(known, _)| *known == column).map_or(&[][..], |(_, words)| words);
    std::iter::once(&column).chain(synonyms).position(|word| *word == key)
}

#[derive(Default)]
pub(super) struct Headings {
    /// The position of each known column.
    pub at: BTreeMap<&'static str, usize>,
    /// The positions of formations above the stack, from the smallest.
    pub formations: Vec<usize>,
    /// The positions of headings that repeat the one of a known column.
    pub repeated: Vec<usize>,
    /// Positions with an unknown heading, or none.
    pub unknown: Vec<usize>,
}

impl Headings {
    pub fn of(record: &StringRecord) -> Self {
        let keys: Vec<String> = record
            .iter()
            .take(MAX_COLUMNS)
            // `Men (present)` means `Men`; `#Men` is a comment.
            .map(|heading| heading.split_once('(').map_or(heading, |(before, _)| before))
            .map(|heading| if heading.starts_with('#') { String::new() } else { key(heading) })
            .collect();
        let mut headings = Self::default();
        // A column `formation` is found with the stack.
        for (column, ..) in COLUMNS.iter().filter(|(column, ..)| *column != FORMATION) {
            let free = keys.iter().enumerate().filter(|(at, _)| !headings.at.values().any(|taken| taken == at));
            let mut ranked: Vec<_> = free.filter_map(|(at, key)| Some((rank(column, key)?, at))).collect();
            ranked.sort_unstable();
            let Some(&(best, at)) = ranked.first() else { continue };
            headings.at.insert(column, at);
            let is_repeated =
                |(rank, other): &&(usize, usize)| *rank == best && key(&record[*other]) == key(&record[at]);
            let (repeated, others): (Vec<_>, Vec<_>) = ranked[1..].iter().partition(is_repeated);
            headings.repeated.extend(repeated.into_iter().map(|(_, at)| at));
            if *column == "stack" {
                headings.formations = others.into_iter().map(|(_, at)| at).collect();
            }
        }
        let is_meant = |at: &usize| {
            headings.at.values().chain(&headings.formations).chain(&headings.repeated).any(|known| known == at)
                || record[*at].starts_with('#')
        };
        headings.unknown = (0..keys.len()).filter(|at| !is_meant(at)).collect();
        headings
    }

    pub fn is_complete(&self) -> bool {
        COLUMNS.iter().all(|(name, _, needed)| !needed || self.at.contains_key(name))
    }
}

/// The row with the headings: the first that has all required columns, or else the one with most known columns. A table
/// without any has them in its first row.
pub(super) fn find(rows: &[(u64, StringRecord)]) -> (usize, Headings) {
    let rows = rows.iter().take(MAX_TITLE_ROWS).enumerate();
    let read = rows.map(|(at, (_, record))| (at, Headings::of(record)));
    let value = |(at, headings): &(usize, Headings)| {
        let known = if headings.is_complete() { usize::MAX } else { headings.at.len().max(1) };
        (known, Reverse(*at))
    };
    read.max_by_key(value).unwrap_or_default()
}
