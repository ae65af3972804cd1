//! The key figures of the odds.

use super::{Case, CoarseCase, Distribution, Question, Subject, Survivors, edna, fire, scrud, table};
use serde::Serialize;
use wardiary_base::{
    book::{Edna, Rulebook},
    sides::{BothSides, CombatSide},
    text::Text,
};
use wardiary_rules::rules::{Roll, dice_test::TestRoll};

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Summary {
    #[serde(skip)]
    Sum {
        mean: f64,
        variance: f64,
        /// The 5th, 25th, 50th, 75th and 95th percentile.
        percentiles: [i32; 5],
    },
    Edna {
        acts: f64,
        mean_acted: f64,
        mean_edna: f64,
        /// The chance that its EDNA is used up.
        spent: f64,
        /// Mean number of tests until the EDNA is used up; infinite if that may never happen.
        tests_until_spent: f64,
    },
    Initiative {
        first: f64,
    },
    Defeats {
        /// Each side's chance to inflict more defeats than it suffers.
        wins: BothSides<f64>,
        unhurt: BothSides<f64>,
        mean_defeats: BothSides<f64>,
    },
    Survivors {
        /// Initial number of unit dice of each side.
        dice: BothSides<u16>,
        /// Each side's chance to keep all its units and grades.
        unhurt: BothSides<f64>,
        #[serde(rename = "mean_left")]
        mean_survivors: BothSides<f64>,
        /// Each side's chance to have no units left.
        wiped_out: BothSides<f64>,
    },
    Tests {
        each: f64,
        all: f64,
        mean_passed: f64,
    },
    #[serde(skip)]
    Volley {
        at: Vec<Text>,
        hit: Vec<f64>,
        mean_hits: Vec<f64>,
    },
    Blows {
        each: f64,
        any: f64,
        mean_hits: f64,
        mean_damage: f64,
    },
    #[serde(skip)]
    Table {
        /// Text of the likeliest outcome.
        likeliest: String,
        chance: f64,
        /// The chance that the outcome gives orders.
        orders: f64,
        /// The rows that give orders.
        rows: Vec<table::RowWithOrders>,
    },
}

impl Summary {
    /// The summary of a question's odds: its cases, and the coarse cases of those not counted separately.
    pub fn new(
        book: &Rulebook,
        question: &Question,
        cases: &Distribution<Case>,
        rest: &Distribution<CoarseCase>,
    ) -> Self {
        match &question.subject {
            Subject::Roll(Roll::Sum { .. }) => sum_summary(cases),
            Subject::Roll(Roll::Edna { times, edna, dice }) => {
                edna_summary(&edna::rules_with(&book.edna, *dice), *edna, *times, cases)
            }
            Subject::Roll(Roll::Initiative) => {
                Self::Initiative { first: cases.probability(&Case::Initiative { winner: CombatSide::First }) }
            }
            Subject::Roll(Roll::Test(roll)) => tests_summary(roll, cases),
            Subject::Roll(Roll::Volley(roll)) => volley_summary(&roll.at, cases),
            Subject::Roll(Roll::Table { .. }) => table_summary(question.book(book), cases),
            Subject::Roll(Roll::Blow(roll)) => blows_summary(fire::blow_hit_chance(&book.stacks, *roll), cases),
            Subject::Roll(Roll::Scrud(_)) | Subject::Combat(_) if question.gives_survivors() => {
                survivors_summary(question.book(book), question, cases, rest)
            }
            Subject::Roll(Roll::Scrud(_)) | Subject::Combat(_) => defeats_summary(cases),
        }
    }
}

fn sum_summary(cases: &Distribution<Case>) -> Summary {
    let total = |case: &Case| if let Case::Sum { total } = case { *total } else { 0 };
    let share = |share| cases.percentile(share).map_or(0, total);
    Summary::Sum {
        mean: cases.mean(|case| total(case).into()),
        variance: cases.variance(|case| total(case).into()),
        percentiles: [0.05, 0.25, 0.5, 0.75, 0.95].map(share),
    }
}

fn table_summary(book: &Rulebook, cases: &Distribution<Case>) -> Summary {
    let rows = |case: &Case| if let Case::Table { rows } = case { rows.clone() } else { Vec::new() };
    // The first of equally likely outcomes.
    let likeliest = cases.iter().rev().max_by(|(_, one), (_, other)| one.total_cmp(other));
    let (way, chance) = likeliest.map_or((Vec::new(), 0.0), |(case, p)| (rows(case), p));
    Summary::Table {
        likeliest: table::outcome_text(book, &way, table::row_text_for_anyone),
        chance,
        orders: cases.chance(|case| table::gives_orders(book, &rows(case))),
        rows: table::rows_with_orders(
            book,
            cases
                .iter()
                .filter_map(|(case, _)| if let Case::Table { rows } = case { Some(rows.as_slice()) } else { None }),
        ),
    }
}

fn edna_summary(rules: &Edna, edna: u8, times: u8, cases: &Distribution<Case>) -> Summary {
    let number = |case: &Case| match case {
        Case::Edna { acted, edna } => (*acted, *edna),
        _ => (0, 0),
    };
    Summary::Edna {
        acts: cases.chance(|case| number(case).0 == times),
        mean_acted: cases.mean(|case| number(case).0.into()),
        mean_edna: cases.mean(|case| number(case).1.into()),
        spent: cases.chance(|case| number(case).1 == 0),
        tests_until_spent: edna::tests_until_spent(rules, edna),
    }
}

fn tests_summary(roll: &TestRoll, cases: &Distribution<Case>) -> Summary {
    let passed = |case: &Case| if let Case::Tests { passed } = case { *passed } else { 0 };
    let count = |n: usize| u8::try_from(n).map_or(0.0, f64::from);
    Summary::Tests {
        each: fire::pass_chance(roll.test),
        all: cases.chance(|case| passed(case) == usize::from(roll.times)),
        mean_passed: cases.mean(|case| count(passed(case))),
    }
}

fn volley_summary(at: &[Text], cases: &Distribution<Case>) -> Summary {
    let hits = |case: &Case, at: usize| match case {
        Case::Volley { hits } => hits.get(at).copied().unwrap_or(0),
        _ => 0,
    };
    let targets = 0..at.len();
    Summary::Volley {
        at: at.to_vec(),
        hit: targets.clone().map(|at| cases.chance(|case| hits(case, at) > 0)).collect(),
        mean_hits: targets.map(|at| cases.mean(|case| hits(case, at).into())).collect(),
    }
}

fn blows_summary(each: f64, cases: &Distribution<Case>) -> Summary {
    let struck = |case: &Case| match case {
        Case::Blows { hits, damage } => (*hits, *damage),
        _ => (0, 0),
    };
    Summary::Blows {
        each,
        any: cases.chance(|case| struck(case).0 > 0),
        mean_hits: cases.mean(|case| struck(case).0.into()),
        mean_damage: cases.mean(|case| struck(case).1.into()),
    }
}

fn defeats_summary(cases: &Distribution<Case>) -> Summary {
    let defeats = |case: &Case| if let Case::Defeats(defeats) = case { *defeats } else { BothSides::default() };
    Summary::Defeats {
        wins: BothSides::from_fn(|side| cases.chance(|case| defeats(case)[side] < defeats(case)[side.opponent()])),
        unhurt: BothSides::from_fn(|side| cases.chance(|case| defeats(case)[side] == 0)),
        mean_defeats: BothSides::from_fn(|side| cases.mean(|case| defeats(case)[side].into())),
    }
}

fn survivors_summary(
    book: &Rulebook,
    question: &Question,
    cases: &Distribution<Case>,
    rest: &Distribution<CoarseCase>,
) -> Summary {
    let before: BothSides<Survivors> =
        scrud::sides_of(book, question).map(|(sides, _)| sides.map(|side| side.grades())).unwrap_or_default();
    let units = |survivors: &Survivors| survivors.iter().map(|(_, n)| *n).sum::<u16>();
    let chance = |side: CombatSide, holds: &dyn Fn(&Survivors) -> bool| {
        cases.chance(|case| matches!(case, Case::Survivors(left) if holds(&left[side])))
    };
    let mean = |side: CombatSide| {
        let of_cases =
            cases.mean(|case| if let Case::Survivors(left) = case { units(&left[side]).into() } else { 0.0 });
        of_cases + rest.mean(|coarse_case| coarse_case.units[side].into())
    };
    Summary::Survivors {
        dice: before.as_ref().map(units),
        unhurt: BothSides::from_fn(|side| {
            chance(side, &|left| *left == before[side]) + rest.chance(|coarse_case| coarse_case.unhurt[side])
        }),
        mean_survivors: BothSides::from_fn(mean),
        wiped_out: BothSides::from_fn(|side| {
            chance(side, &|left| left.is_empty()) + rest.chance(|coarse_case| coarse_case.units[side] == 0)
        }),
    }
}
