//! The odds of a roll as text: sentences, tables of chances, and the key figures for comparing two rolls.

use super::{
    Answer, Case, Method, Question, Subject, Summary, Survivors,
    playout::{PlayoutFigures, PlayoutOdds},
    table::{RowWithOrders, outcome_text, row_text_for_anyone},
};
use wardiary_base::{
    book::{Ladder, Rulebook},
    dice::Purpose,
    sides::{BothSides, CombatSide},
    text::{self, Text},
};
use wardiary_rules::rules::Roll;

const MAX_ROW_TEXTS_CHARS: usize = 40;

/// Notes that the odds are for first rolls, if the rules allow rerolls. Source: RULES 1, 2.3.
pub fn reroll_note(book: &Rulebook, purpose: Purpose) -> Option<String> {
    let (what, may) = match purpose {
        Purpose::Edna => ("a failed EDNA test", u16::from(book.edna.rerolls)),
        Purpose::Scrud => ("dice of a phase", u16::from(book.scrud.rerolls.dice)),
        _ => return None,
    };
    (may > 0).then(|| format!("these rules allow {what} to be rerolled; the odds are those of the first roll"))
}

/// [`reroll_note`] for a bare roll, under the rulebook that it names or `book`.
pub fn reroll_note_for_roll(book: &Rulebook, roll: &Roll) -> Option<String> {
    let purpose = match roll {
        Roll::Edna { .. } => Purpose::Edna,
        Roll::Scrud(_) => Purpose::Scrud,
        _ => return None,
    };
    reroll_note(roll.book(book), purpose)
}

/// A table of results with their chances.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OddsTable {
    /// Empty if the context says what the table is of.
    pub heading: String,
    pub rows: Vec<(String, f64)>,
    /// Number of omitted rows, and their total chance.
    pub rest: (usize, f64),
    /// The chance of cases that a simulation does not tell apart.
    pub untold_chance: f64,
}

impl OddsTable {
    /// Describes what the rows leave out; `None` if they are complete.
    pub fn remainder(&self, percent: impl Fn(f64) -> String) -> Option<String> {
        let (more, together) = self.rest;
        let text = || format!("and {more} more, {} in total", percent(together));
        let others = || format!("{} not listed separately", percent(self.untold_chance));
        match (more > 0, self.untold_chance > 0.0) {
            (true, true) => Some(format!("{}, and {}", text(), others())),
            (true, false) => Some(text()),
            (false, true) => Some(format!("and {}", others())),
            (false, false) => None,
        }
    }
}

/// Maximum number of rows; there can be many thousands of cases.
const MAX_ROWS: usize = 24;

/// A chance with two decimals: `38.61%`.
pub fn percent(p: f64) -> String {
    format!("{:.2}%", 100.0 * p + 0.0)
}

pub fn method_text(method: Method, asked_for: bool) -> String {
    match method {
        Method::Exact => "computed exactly".into(),
        Method::Simulated { trials, error } => {
            let why = if asked_for { "" } else { " (too large to compute exactly; --simulate N makes more trials)" };
            format!("simulated {trials} times; each chance is accurate to about ±{:.3}%{why}", 200.0 * error)
        }
    }
}

/// Names for the sides of a roll outside a campaign: first and second.
pub fn unnamed_sides() -> BothSides<String> {
    BothSides::from_fn(|side| side.word().into())
}

pub fn summary_sentences(summary: &Summary, of: &BothSides<String>) -> Vec<String> {
    let BothSides { first: one, second: other } = of;
    // Sides outside a campaign read “the first side”.
    let winner = if *of == unnamed_sides() { format!("the {one} side wins") } else { format!("initiative: {one}") };
    let wins = |p: &BothSides<f64>| {
        let [first, second] = [percent(p.first), percent(p.second)];
        if *of == unnamed_sides() {
            format!("{one} wins {first}, {other} {second}")
        } else {
            format!("wins: {one} {first}, {other} {second}")
        }
    };
    let number = |n: f64| if n.is_finite() { format!("{n:.2}") } else { "unlimited".into() };
    match summary {
        Summary::Sum { mean, variance, percentiles } => vec![
            format!("mean {mean:.2}, standard deviation {:.2}", variance.sqrt()),
            format!(
                "5% of rolls total {} or less, 50% {} or less, 95% {} or less",
                percentiles[0], percentiles[2], percentiles[4]
            ),
        ],
        Summary::Edna { acts, mean_acted, mean_edna, spent, tests_until_spent } => vec![
            format!("acts every time {}, {mean_acted:.2} times on average", percent(*acts)),
            format!("EDNA {mean_edna:.2} afterwards on average; ineffective {}", percent(*spent)),
            format!("lasts {} tests on average", number(*tests_until_spent)),
        ],
        Summary::Initiative { first } => vec![format!("{winner} {}", percent(*first))],
        Summary::Defeats { wins: chances, unhurt, mean_defeats } => vec![
            wins(chances),
            format!("no loss: {one} {}, {other} {}", percent(unhurt.first), percent(unhurt.second)),
            format!("defeats on average: {one} {:.2}, {other} {:.2}", mean_defeats.first, mean_defeats.second),
        ],
        Summary::Survivors { dice, unhurt, mean_survivors: mean_left, wiped_out } => vec![
            format!(
                "left on average: {one} {:.2} of {}, {other} {:.2} of {}",
                mean_left.first, dice.first, mean_left.second, dice.second
            ),
            format!("unhurt: {one} {}, {other} {}", percent(unhurt.first), percent(unhurt.second)),
            format!("wiped out: {one} {}, {other} {}", percent(wiped_out.first), percent(wiped_out.second)),
        ],
        Summary::Tests { each, all, mean_passed } => vec![
            format!("each passes {}, all of them {}", percent(*each), percent(*all)),
            format!("passed on average: {mean_passed:.2}"),
        ],
        Summary::Volley { at, hit, mean_hits } => {
            let of = |((class, hit), mean): ((&Text, &f64), &f64)| {
                format!("{class}: hit {}, {mean:.2} hits on average", percent(*hit))
            };
            at.iter().zip(hit).zip(mean_hits).map(of).collect()
        }
        Summary::Blows { each, any, mean_hits, mean_damage } => vec![
            format!("each hits {}, any of them {}", percent(*each), percent(*any)),
            format!("{mean_hits:.2} hits on average, with a total damage of {mean_damage:.2}"),
        ],
        Summary::Table { likeliest, chance, orders, rows } => {
            let likeliest = format!("likeliest {}: {likeliest}", percent(*chance));
            let orders = (*orders > 0.0).then(|| format!("gives orders {}{}", percent(*orders), rows_text(rows)));
            std::iter::once(likeliest).chain(orders).collect()
        }
    }
}

/// The rows of a table that give orders: `: rain, storm`, or by totals if the texts are too long: `: on 4-5, 12`.
fn rows_text(rows: &[RowWithOrders]) -> String {
    let all = |named: fn(&RowWithOrders) -> &String| {
        rows.iter().map(|row| named(row).as_str()).collect::<Vec<_>>().join(", ")
    };
    let texts = all(|row| &row.text);
    let fits = texts.chars().count() <= MAX_ROW_TEXTS_CHARS;
    if fits { format!(": {texts}") } else { format!(": on {}", all(|row| &row.totals)) }
}

/// Names and values of the figures for comparing rolls of one kind.
pub fn key_figures(summary: &Summary, of: &BothSides<String>) -> Vec<(String, String)> {
    let figure = |name: &str, value: String| (name.to_string(), value);
    let short = |p: f64| format!("{:.1}%", 100.0 * p + 0.0);
    let number = |n: f64| if n.is_finite() { format!("{n:.2}") } else { "unlimited".into() };
    let both =
        |values: BothSides<f64>, of: &dyn Fn(f64) -> String| format!("{} : {}", of(values.first), of(values.second));
    match summary {
        Summary::Sum { mean, variance, percentiles } => vec![
            figure("mean", number(*mean)),
            figure("deviation", number(variance.sqrt())),
            figure("5% to 95%", format!("{} to {}", percentiles[0], percentiles[4])),
        ],
        Summary::Edna { acts, mean_edna, spent, tests_until_spent, .. } => vec![
            figure("acts", short(*acts)),
            figure("EDNA after", number(*mean_edna)),
            figure("spent", short(*spent)),
            figure("tests left", number(*tests_until_spent)),
        ],
        Summary::Initiative { first } => vec![figure(&of.first, short(*first))],
        Summary::Defeats { wins, unhurt, mean_defeats } => vec![
            figure("wins", both(*wins, &short)),
            figure("no loss", both(*unhurt, &short)),
            figure("defeats", both(*mean_defeats, &number)),
        ],
        Summary::Survivors { unhurt, mean_survivors: mean_left, wiped_out, .. } => vec![
            figure("left", both(*mean_left, &number)),
            figure("unhurt", both(*unhurt, &short)),
            figure("wiped out", both(*wiped_out, &short)),
        ],
        Summary::Tests { each, all, mean_passed } => {
            vec![figure("each", short(*each)), figure("all", short(*all)), figure("passed", number(*mean_passed))]
        }
        Summary::Volley { at, hit, mean_hits } => {
            let of = |at: usize| format!("{} ({})", short(hit[at]), number(mean_hits[at]));
            at.iter().enumerate().map(|(place, class)| figure(&class.to_string(), of(place))).collect()
        }
        Summary::Blows { each, any, mean_hits, mean_damage } => vec![
            figure("each hits", short(*each)),
            figure("any", short(*any)),
            figure("hits", number(*mean_hits)),
            figure("damage", number(*mean_damage)),
        ],
        Summary::Table { chance, orders, .. } => {
            vec![figure("likeliest", short(*chance)), figure("orders", short(*orders))]
        }
    }
}

/// Tables of results, with the given names of the sides; for a combat one for each side.
pub fn result_tables(question: &Question, book: &Rulebook, answer: &Answer, of: &BothSides<String>) -> Vec<OddsTable> {
    let (cases, ladder) = (&answer.cases, &book.ladder);
    match cases.iter().next().map(|(case, _)| case.clone()) {
        Some(Case::Defeats(_)) => table_for_each_side(of, ["suffers", "defeats suffered"], |side| {
            let marginal = cases.map(|case| if let Case::Defeats(d) = case { d[side] } else { 0 });
            let rows = marginal.iter().map(|(n, p)| (text::count(usize::from(*n), "defeat", "defeats"), p));
            limited_table(rows.collect(), false)
        }),
        Some(Case::Survivors(_)) => table_for_each_side(of, ["has left", "left"], |side| {
            let marginal =
                cases.map(|case| if let Case::Survivors(left) = case { left[side].clone() } else { Survivors::new() });
            let rows = marginal.iter().map(|(left, p)| (survivors_text(ladder, left), p)).collect();
            OddsTable { untold_chance: answer.rest.chance(|_| true), ..limited_table(rows, true) }
        }),
        first => {
            // If there are too many outcomes of a table, the likeliest are shown.
            let likeliest_first = matches!(first, Some(Case::Table { .. })) && cases.len() > MAX_ROWS;
            let rows = cases.iter().map(|(case, p)| (case_text(question, book, case, of), p)).collect();
            vec![limited_table(rows, likeliest_first)]
        }
    }
}

fn table_for_each_side(
    names: &BothSides<String>,
    [verb, noun]: [&str; 2],
    of: impl Fn(CombatSide) -> OddsTable,
) -> Vec<OddsTable> {
    // Names of sides may be singular or plural, so a verb like “suffers” does not fit all of them.
    let heading =
        |name: &str| if *names == unnamed_sides() { format!("{name} {verb}") } else { format!("{noun}: {name}") };
    let table = |side: CombatSide| OddsTable { heading: heading(&names[side]), ..of(side) };
    CombatSide::BOTH.map(table).into()
}

/// A table of at most [`MAX_ROWS`] rows, in their order or the likeliest first.
fn limited_table(mut rows: Vec<(String, f64)>, likeliest_first: bool) -> OddsTable {
    if likeliest_first {
        rows.sort_by(|a, b| b.1.total_cmp(&a.1));
    }
    let rest = rows.iter().skip(MAX_ROWS).map(|(_, p)| p).sum();
    let more = rows.len().saturating_sub(MAX_ROWS);
    rows.truncate(MAX_ROWS);
    OddsTable { rows, rest: (more, rest), ..OddsTable::default() }
}

fn case_text(question: &Question, book: &Rulebook, case: &Case, of: &BothSides<String>) -> String {
    match case {
        Case::Sum { total } => total.to_string(),
        Case::Edna { acted, edna } => format!("acts {acted}, EDNA {edna}"),
        Case::Initiative { winner } => of[*winner].clone(),
        Case::Defeats(_) | Case::Survivors(_) => String::new(),
        Case::Tests { passed } => format!("{passed} passed"),
        Case::Volley { hits } => {
            let count = |n: &u16| text::count(usize::from(*n), "hit", "hits");
            match &question.subject {
                // With several targets each result names its target.
                Subject::Roll(Roll::Volley(roll)) if roll.at.len() > 1 => {
                    let each = roll.at.iter().zip(hits).map(|(class, n)| format!("{class} {}", count(n)));
                    each.collect::<Vec<_>>().join(", ")
                }
                _ => hits.iter().map(count).collect::<Vec<_>>().join(", "),
            }
        }
        Case::Table { rows } => outcome_text(book, rows, row_text_for_anyone),
        Case::Blows { hits, damage } => {
            format!("{}, damage {damage}", text::count(usize::from(*hits), "hit", "hits"))
        }
    }
}

fn survivors_text(ladder: &Ladder, left: &Survivors) -> String {
    let groups: Vec<String> = left.iter().map(|(grade, n)| format!("{n} {}", ladder.name(*grade))).collect();
    if groups.is_empty() { "none".into() } else { groups.join(" + ") }
}

/// A playout as sentences, and tables of the Strength Points each side loses.
pub fn playout_text(odds: &PlayoutOdds, names: &[String]) -> (Vec<String>, Vec<OddsTable>) {
    let error = super::simulate::standard_error(0.5, odds.trials);
    let mut lines = vec![format!(
        "simulated {} times; each chance is accurate to about ±{:.1}% at most",
        odds.trials,
        200.0 * error
    )];
    if odds.turns > 0.0 {
        lines.push(format!("{:.1} turns ended during the fight, on average", odds.turns));
    }
    let mut tables = Vec::new();
    for (figures, name) in odds.figures.iter().zip(names) {
        lines.extend(playout_side_text(figures, name));
        let rows = figures.strength.iter().map(|(points, p)| (format!("{points} SP"), p)).collect();
        tables.push(OddsTable { heading: format!("SP lost by {name}"), ..limited_table(rows, false) });
    }
    if odds.stalled > 0.0 {
        let share = percent(odds.stalled);
        lines.push(format!("{share} had no result: no side could or would attack any more"));
    }
    (lines, tables)
}

fn playout_side_text(figures: &PlayoutFigures, name: &str) -> [String; 2] {
    let PlayoutFigures { strength, units, exhausted, wiped_out: gone, last_standing: alone } = figures;
    let number = |points: &u32| f64::from(*points);
    let (sp, deviation) = (strength.mean(number), strength.variance(number).sqrt());
    let share = |share| strength.percentile(share).copied().unwrap_or(0);
    let losses = format!(
        "{name}: {sp:.1} SP lost on average (±{deviation:.1}; {} or less in 5% of fights, {} in 50%, {} in 95%), and \
         {units:.1} units",
        share(0.05),
        share(0.5),
        share(0.95)
    );
    let [exhausted, gone, alone] = [exhausted, gone, alone].map(|chance| percent(*chance));
    let fates = format!("{name}: exhausted {exhausted}, wiped out {gone}, last side standing {alone}");
    [losses, fates]
}
