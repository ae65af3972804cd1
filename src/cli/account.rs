//! Prints an account: the order's text, the dice and their result, and the sentences; and how likely its roll was, which is
//! computed from the state before the entry and never stored.

use super::dice;
use serde_json::{Map, Value, json};
use std::sync::{Arc, atomic::AtomicBool};
use wardiary_base::{
    book::Rulebook,
    id::{Id, UnitId},
    sides::CombatSide,
    text,
};
use wardiary_diary::diary::{
    Account, AccountDie,
    steps::{DiaryStep, ReplayResult},
};
use wardiary_odds::odds::{
    self, Cost, Effort, Monitor,
    statistics::{Rank, StatisticsCache, out_of_100},
    unknown_side_of,
};
use wardiary_report::report::RollLikelihood;
use wardiary_rules::{
    order::Order,
    rules::{
        OrderRoll,
        table::{DrawnRow, TableDraw},
        volley,
    },
    state::State,
};

pub(super) struct PrintedAccount {
    pub account: Account,
    battle: Option<String>,
    /// The results of the dice: a combat's line-up, the rounds of a test, the doubles of a volley.
    rolled: Vec<String>,
    is_line_up: bool,
    /// The meaning of each of the first dice, if that is more than its face.
    counts: Vec<Map<String, Value>>,
    /// The order; for a side that did not hear the order, a note that it saw the result.
    heading: String,
}

impl PrintedAccount {
    pub fn new(account: Account, step: &DiaryStep, rolled: Option<&OrderRoll>) -> Self {
        let (before, after) = (&*step.state_with_introduced(), &step.after);
        // A step that a side saw without hearing its order appears as a note, but nobody wrote it.
        let is_unheard = after.viewer().is_some() && matches!(step.entry.order, Order::Note { .. });
        Self {
            heading: if is_unheard { account.order_line.clone() } else { account.order.clone() },
            is_line_up: matches!(rolled, Some(OrderRoll::Phase(_))),
            counts: rolled.map_or_else(Vec::new, |rolled| die_counts(&account, before, rolled)),
            rolled: rolled.map_or_else(Vec::new, |rolled| describe(before, after, rolled)),
            battle: account.battle.map(|battle| after.name(battle)),
            account,
        }
    }

    /// The order, and below it the dice (a combat's as its line-up), the sentences, and how likely the roll was.
    pub fn text(&self, likelihood: Option<&OrderLikelihood>) -> String {
        let number = self.account.no.to_string();
        let indent = " ".repeat(number.len() + 2);
        let mut lines = vec![format!("{number}  {}{}", text::sanitize(&self.heading), self.battle())];
        if self.rolled.is_empty() && !self.account.dice.is_empty() {
            let dice: Vec<String> = self.dice().map(|die| format!("{} {}", die.whose, die.face)).collect();
            lines.push(format!("{indent}dice: {}", dice.join(", ")));
        }
        let likelihood = likelihood.map(OrderLikelihood::text);
        let below = self.rolled.iter().chain(&self.account.sentences).chain(&likelihood);
        lines.extend(below.map(|line| format!("{indent}{line}")));
        lines.join("\n") + "\n"
    }

    /// `  (in First day)` if several battles are under way and neither the order nor a sentence names the battle.
    fn battle(&self) -> String {
        let mut texts = std::iter::once(&self.account.order).chain(&self.account.sentences);
        let unsaid = self.account.battle_name.as_ref().filter(|name| !texts.any(|text| text.contains(*name)));
        unsaid.map_or(String::new(), |name| format!("  (in {name})"))
    }

    /// The turn and the battle's name; null if it belongs to no battle or to several.
    pub fn place_json(&self) -> (Value, Value) {
        (json!(self.account.turn), json!(self.battle))
    }

    /// The results of the dice in a few lines. For a combat, whose line-up is long, only the faces.
    pub(crate) fn brief_results(&self) -> Vec<String> {
        if !self.rolled.is_empty() && !self.is_line_up {
            return self.rolled.clone();
        }
        let faces = self.account.faces();
        if faces.is_empty() { Vec::new() } else { vec![format!("dice {faces}")] }
    }

    pub(crate) fn dice_json(&self) -> Vec<Value> {
        let counted = self.counts.iter().cloned().chain(std::iter::repeat_with(Map::new));
        let die = |(die, counted): (&AccountDie, Map<String, Value>)| {
            let mut value = Map::new();
            value.insert("who".into(), die.whose.clone().into());
            value.insert("face".into(), die.face.into());
            value.extend(counted);
            value.insert("from".into(), json!(die.from_table.map(|by_hand| if by_hand { "table" } else { "program" })));
            value.into()
        };
        self.dice().zip(counted).map(die).collect()
    }

    fn dice(&self) -> impl Iterator<Item = &AccountDie> {
        self.account.dice.iter().flatten()
    }
}

/// The results of an order's dice, if its sentences do not say it all. They do for EDNA tests, blows, counter-battery
/// and air defence.
fn describe(before: &State, after: &State, rolled: &OrderRoll) -> Vec<String> {
    let names = |units: &[UnitId]| units.iter().map(|unit| after.name(*unit)).collect::<Vec<_>>();
    match rolled {
        OrderRoll::Phase(fought) => {
            let name = |side: CombatSide, die: usize| after.name(fought.owner(side, die));
            dice::rows(&before.book().ladder, &fought.parties, &fought.phase, name)
        }
        OrderRoll::Edna { .. }
        | OrderRoll::Blows(_)
        | OrderRoll::Initiative(_)
        | OrderRoll::Argument { .. }
        | OrderRoll::Plain { .. } => Vec::new(),
        OrderRoll::Table { drawn, .. } => drawn.iter().map(table_dice_text).collect(),
        OrderRoll::Tests { units, thrown, .. } => dice::describe_tests(thrown, &names(units)),
        OrderRoll::Volley { target_groups: marks, fired, .. } => {
            let marks: Vec<String> = marks.iter().map(|mark| text::list(&names(&mark.units))).collect();
            dice::describe_volley(&marks, fired)
        }
    }
}

/// The meaning of each die. Known only if these are exactly the dice that were rolled, in this order; in volleys and
/// Conflicts, later dice decide who suffers.
fn die_counts(account: &Account, before: &State, rolled: &OrderRoll) -> Vec<Map<String, Value>> {
    let counted = counts_by_owner(before, rolled);
    let fallen = account.dice.iter().flatten().map(|die| Id(die.owner.0));
    let known = counted.iter().map(|(whose, _)| *whose).eq(fallen.take(counted.len()));
    counted.into_iter().filter(|_| known).map(|(_, counted)| counted).collect()
}

/// The owner and the meaning of each die, in the order rolled.
fn counts_by_owner(before: &State, rolled: &OrderRoll) -> Vec<(Id, Map<String, Value>)> {
    let of = |value: Value| if let Value::Object(map) = value { map } else { Map::new() };
    match rolled {
        OrderRoll::Phase(fought) => {
            let ladder = &before.book().ladder;
            let dice = CombatSide::BOTH.into_iter().flat_map(|side| fought.dice_with_owners(side));
            dice.map(|(whose, die)| (whose, of(json!({ "score": die.score, "grade": die.grade_name(ladder) }))))
                .collect()
        }
        OrderRoll::Tests { units, thrown, .. } => {
            let rounds = (1..).zip(&thrown.rounds).flat_map(|(round, dice)| dice.iter().map(move |die| (round, die)));
            let dice = rounds.filter_map(|(round, die)| {
                let value = json!({ "test": die.test + 1, "round": round, "passes": die.passes });
                Some((Id::from(*units.get(die.test)?), of(value)))
            });
            dice.collect()
        }
        OrderRoll::Volley { unit, fired, .. } => {
            let counts = volley::face_counts(&fired.dice);
            let many = |face: &u8| counts.get(usize::from(*face).wrapping_sub(1)).copied().unwrap_or(0);
            fired.dice.iter().map(|face| (Id::from(*unit), of(json!({ "together": many(face) })))).collect()
        }
        OrderRoll::Table { drawn, .. } => {
            let each = |drawn: &TableDraw| vec![(Id(0), of(json!({ "table": drawn.table }))); drawn.dice.len()];
            drawn.iter().flat_map(each).collect()
        }
        OrderRoll::Edna { .. }
        | OrderRoll::Blows(_)
        | OrderRoll::Initiative(_)
        | OrderRoll::Argument { .. }
        | OrderRoll::Plain { .. } => Vec::new(),
    }
}

/// The dice of a table: `Weather, 2d6: 3 + 5 = 8`.
pub(super) fn table_dice_text(drawn: &TableDraw) -> String {
    format!("{}, {}: {}", drawn.table.as_name(), drawn.roll, drawn.sum_text())
}

/// Exact within about two milliseconds, or else not at all: affordable for each of thousands of entries.
pub(super) const QUICK: Effort = Effort { exact: 2 * Cost::STEPS_A_MILLISECOND, trials: 0, seed: 0 };
/// Exact within a quarter of a second, or else from 20,000 trials.
pub(super) const THOROUGH: Effort = Effort { trials: 20_000, ..Effort::INTERACTIVE };

/// How likely a roll was.
pub(super) enum OrderLikelihood {
    /// The rank among all possible outcomes.
    Ranked {
        /// The name of the side that the rank is for, if several sides rolled: the one that opened the combat or struck
        /// first.
        whose: Option<String>,
        /// Whether the dice are a reroll that is ranked among first rolls.
        again: bool,
        rank: Rank,
    },
    /// The chance of the row that came up on a table, which is nobody's success.
    Probability(f64),
}

impl OrderLikelihood {
    /// `Germans: a lucky roll: only 9 of 100 are as good or better`, `comes up in 17 of 100 rolls`.
    pub fn text(&self) -> String {
        match self {
            Self::Ranked { whose, again, rank } => {
                let whose = whose.as_ref().map_or(String::new(), |whose| format!("{whose}: "));
                let again = if *again { Rank::REROLL_NOTE } else { "" };
                format!("{whose}{}{again}", rank.describe_for_players())
            }
            Self::Probability(chance) => format!("comes up in {} rolls", out_of_100(*chance)),
        }
    }

    pub fn weighed(&self) -> RollLikelihood {
        let (whose, rank) = match self {
            Self::Ranked { whose, rank, .. } => (whose.clone(), Some((rank.worse, rank.equal))),
            Self::Probability(_) => (None, None),
        };
        RollLikelihood { side: whose, rank, text: self.text(), json: self.json(), general: None }
    }

    pub fn json(&self) -> Value {
        match self {
            Self::Ranked { whose, again, rank } => {
                let mut value = rank_json(rank);
                if let Some(object) = value.as_object_mut() {
                    whose.iter().for_each(|whose| drop(object.insert("for".into(), whose.clone().into())));
                    if *again {
                        object.insert("thrown_again".into(), true.into());
                    }
                }
                value
            }
            Self::Probability(chance) => json!({ "chance": chance }),
        }
    }
}

pub(super) fn rank_json(rank: &Rank) -> Value {
    json!({ "worse": rank.worse, "same": rank.equal, "better": rank.better, "percentile": rank.percentile() })
}

/// Computes how likely rolls were, and caches equal rolls.
pub(super) struct LikelihoodCache {
    effort: Effort,
    /// Set by Ctrl-C; no further rolls are computed.
    cancel: Arc<AtomicBool>,
    /// One cache for each rulebook: rules can change during a campaign.
    caches: Vec<(Arc<Rulebook>, StatisticsCache)>,
}

impl LikelihoodCache {
    pub fn new(effort: Effort, cancel: Arc<AtomicBool>) -> Self {
        Self { effort, cancel, caches: Vec::new() }
    }

    /// How likely the roll of an entry was. `None` for rolls that are nobody's success, such as the initiative; for a
    /// phase whose dice may be rerolled; for rolls that take more than the effort; and after a cancel.
    ///
    /// Also `None` if today's rules do not lead to the recorded result, as in an entry that was changed by hand: the
    /// rank would be that of another result.
    pub fn likelihood_of(&mut self, step: &DiaryStep, rolled: &OrderRoll) -> Option<OrderLikelihood> {
        if matches!(step.replay().result, ReplayResult::Different) {
            return None;
        }
        if unknown_side_of(&step.before, &step.entry.order).is_some() {
            return None;
        }
        let fought = rolled.phase();
        if fought.is_some_and(|fought| !fought.settled) {
            return None;
        }
        let book = step.before.book();
        if let OrderRoll::Table { drawn, .. } = rolled {
            let way: Vec<DrawnRow> = drawn.iter().map(|drawn| drawn.row).collect();
            let ways = odds::table::outcomes(book, Some(&step.before), &drawn.first()?.table);
            return Some(OrderLikelihood::Probability(ways.chance(|other| *other == way)));
        }
        let at = self.caches.iter().position(|(known, _)| Arc::ptr_eq(known, book)).unwrap_or_else(|| {
            self.caches.push((Arc::clone(book), StatisticsCache::new(Arc::clone(book))));
            self.caches.len() - 1
        });
        let monitor = Monitor { cancel: &self.cancel, ..Monitor::none() };
        let rank = self.caches[at].1.rank_of_order(rolled, &self.effort, monitor).ok().flatten()?;
        let whose = rolled.opening_side().map(|side| step.after.name(side));
        let again = rolled.has_rerolls() || step.entry.order.rerolls_test();
        Some(OrderLikelihood::Ranked { whose, again, rank })
    }
}
