//! The odds of an order in a campaign, before it is given: the chance that it succeeds, and what it may cost either
//! side.
//!
//! The reference is to let the rules carry the order out (`enumerate`), for every possible roll or for a number of trials.
//! Faster methods are used where their result is the same: EDNA and dice tests have files of their own, and a phase of
//! SCRUD is counted by `phase`.

mod enumerate;
mod losses;
mod phase;
pub mod words;

use super::{Cost, Distribution, Effort, Engagement, Method, Monitor, OddsError, edna, fire, sum, table};
use wardiary_base::{
    dice::{DiceFormula, Purpose, Request},
    id::{Id, SideId, StackId, UnitId},
    sides::BothSides,
    text::Text,
};
use wardiary_rules::{
    order::{Edge, Order, StackOrder, Verdict, Volley},
    rules::{
        self, FightPart, Roll, Step,
        dice_test::{RollOrder, TestRoll},
        roll::BlowRoll,
        table::DrawnRow,
        volley::{FireSource, VolleyRoll},
    },
    state::{Conflict, Gauge, State},
};

#[derive(Clone, Debug, PartialEq)]
pub struct Forecast {
    pub main_odds: MainOdds,
    /// How `main_odds` was found.
    pub method: Method,
    /// Possible losses, for each side that has anything to lose.
    pub sides: Vec<SideForecast>,
    pub sides_method: Method,
    /// In roster order; for a stack under attack, in the order in which it loses them.
    pub units: Vec<UnitForecast>,
    pub units_method: Method,
}

#[derive(Clone, Debug, PartialEq)]
pub enum MainOdds {
    Edna {
        from: u8,
        full: u8,
        acts: f64,
        after: f64,
        /// The chance that this test uses up its EDNA.
        spent: f64,
        /// Mean number of tests until its EDNA is used up; infinite if that may never happen.
        tests_until_spent: f64,
    },
    Tests {
        /// The chance of each unit to pass.
        each: Vec<(UnitId, f64)>,
        /// The distribution of the number that pass.
        passed: Distribution<usize>,
    },
    Initiative(Vec<(SideId, f64)>),
    Argument(f64),
    Table {
        /// The unit or stack that it is consulted for.
        who: Option<Id>,
        /// The outcomes: rows of the table, and of the tables they refer to.
        outcomes: Distribution<Vec<DrawnRow>>,
    },
    /// The total of each roll of plain dice.
    Total(Distribution<i32>),
    Phase(PhaseForecast),
    /// A volley: each target, its chance to be hit, and its mean number of hits.
    Volley(Vec<(UnitId, f64, f64)>),
    Blows(Vec<BlowForecast>),
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct PhaseForecast {
    pub sides: BothSides<SideId>,
    /// The phase of its combat, or the round of its Conflict.
    pub part: FightPart,
    /// Each side's chance to inflict more defeats than it suffers.
    pub wins: BothSides<f64>,
    /// Each side's chance to suffer no defeat.
    pub unhurt: BothSides<f64>,
    /// Mean defeats that each side suffers.
    pub defeats: BothSides<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BlowForecast {
    pub attacker: StackId,
    pub target: StackId,
    /// The chance that the blow is struck at all: the attacker may be wiped out first.
    pub struck_chance: f64,
    pub hits: f64,
    /// Mean damage, with a miss as 0.
    pub damage: f64,
}

#[derive(Clone, Debug, PartialEq)]
pub struct SideForecast {
    pub side: SideId,
    /// The chance to lose nothing: no defeat, no grade, no strength.
    pub unhurt: f64,
    /// Mean number of units lost.
    pub units: f64,
    pub strength: f64,
    /// The chance to reach its Exhaustion Point; `None` if it is already past that, or the rules have none.
    pub exhausted: Option<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UnitForecast {
    pub unit: UnitId,
    /// The chance to lose a grade and survive.
    pub demoted: f64,
    pub eliminated: f64,
    pub strength: f64,
}

impl Forecast {
    fn new(aim: MainOdds) -> Self {
        let exact = Method::Exact;
        Self {
            main_odds: aim,
            method: exact,
            sides: Vec::new(),
            sides_method: exact,
            units: Vec::new(),
            units_method: exact,
        }
    }

    pub fn is_exact(&self) -> bool {
        [self.method, self.sides_method, self.units_method].iter().all(|method| *method == Method::Exact)
    }
}

/// The first dice request of an order; `None` if it needs no dice, or is refused.
fn first_request(state: &State, order: &Order) -> Option<Request> {
    match rules::resolve(state, order, &[]) {
        Ok(Step::NeedDice(request)) => Some(request),
        _ => None,
    }
}

/// The possible results of an order; `None` if it needs no dice, or is refused.
pub fn forecast(state: &State, order: &Order, effort: &Effort, watch: Monitor) -> Result<Option<Forecast>, OddsError> {
    let Some(request) = first_request(state, order) else { return Ok(None) };
    let order = order.effective_order();
    let forecast = match (order, request.purpose) {
        (Order::Consult { table, who }, _) => {
            let ways = table::outcomes(state.book(), Some(state), table);
            Some(Forecast::new(MainOdds::Table { who: *who, outcomes: ways }))
        }
        (Order::Roll { dice, .. }, _) => Some(Forecast::new(MainOdds::Total(sum::formula_total(dice)))),
        (Order::Edna { unit, .. }, _) => state.unit(*unit).map(|unit| edna_forecast(state, unit.edna_in_rules())),
        (Order::Retest { unit }, _) => state.unit(*unit).and_then(|unit| {
            let against = unit.failed_test?.edna_before;
            Some(edna_forecast(state, Gauge { now: against, ..unit.edna_in_rules() }))
        }),
        (Order::Test { who, test, .. }, _) => Some(tests_forecast(state, who, test)),
        (Order::Initiative { battle }, _) => state.battle(*battle).map(|battle| {
            let sides: Vec<SideId> = battle.contingents.iter().map(|c| c.side).collect();
            // All sides roll the same die, and roll again on a tie.
            let each = 1.0 / f64::from(u32::try_from(sides.len()).unwrap_or(u32::MAX));
            Forecast::new(MainOdds::Initiative(sides.into_iter().map(|side| (side, each)).collect()))
        }),
        (Order::Argue(argument), _) => match argument.verdict {
            Verdict::Roll(dice, need) => {
                let met = |total: &i32| u16::try_from(*total).is_ok_and(|total| need.is_met(total));
                Some(Forecast::new(MainOdds::Argument(sum::total(dice, 0).chance(met))))
            }
            _ => None,
        },
        (_, Purpose::Scrud) => phase::forecast(state, order, &request, effort, watch)?,
        _ => Some(enumerate::forecast(state, order, effort, watch)?),
    };
    Ok(forecast)
}

pub fn estimate(state: &State, order: &Order) -> Cost {
    let Some(request) = first_request(state, order) else { return Cost { steps: 0 } };
    let order = order.effective_order();
    match (order, request.purpose) {
        (Order::Roll { dice, .. }, _) => Cost { steps: sum::formula_steps(dice) },
        (
            Order::Edna { .. }
            | Order::Retest { .. }
            | Order::Test { .. }
            | Order::Initiative { .. }
            | Order::Argue(_)
            | Order::Consult { .. },
            _,
        ) => Cost { steps: 1000 },
        (_, Purpose::Scrud) => phase::estimate(state, order, &request),
        _ => enumerate::estimate(&request),
    }
}

fn edna_forecast(state: &State, gauge: Gauge<u8>) -> Forecast {
    let (rules, from) = (&state.book().edna, gauge.now);
    let cases = edna::single_test(rules, from);
    Forecast::new(MainOdds::Edna {
        from,
        full: gauge.full,
        acts: cases.chance(|(acts, _)| *acts),
        after: cases.mean(|(_, edna)| f64::from(*edna)),
        spent: cases.chance(|(_, edna)| *edna == 0),
        tests_until_spent: edna::tests_until_spent(rules, from),
    })
}

fn tests_forecast(state: &State, who: &[Id], name: &Text) -> Forecast {
    let mut units: Vec<_> = who.iter().flat_map(|id| state.units_for_id(*id)).collect();
    units.sort_by_key(|u| state.roster_index(u.id));
    units.dedup_by_key(|u| u.id);
    let chance =
        |unit: &&wardiary_rules::state::Unit| Some((unit.id, fire::pass_chance(state.test_of(unit, name)?.test())));
    let each: Vec<(UnitId, f64)> = units.iter().filter_map(chance).collect();
    let passed = fire::passed_distribution(&each.iter().map(|(_, p)| *p).collect::<Vec<_>>());
    Forecast::new(MainOdds::Tests { each, passed })
}

/// The closest roll of the notation (`None` if none is close), and whether it is the same: a campaign knows more.
pub fn bare_roll(state: &State, order: &Order) -> Option<(Roll, bool)> {
    let request = first_request(state, order)?;
    let dice = u8::try_from(request.dice.len()).ok()?;
    let order = order.effective_order();
    match (order, request.purpose) {
        (Order::Consult { table, who }, _) => Some((Roll::Table { name: table.clone() }, who.is_none())),
        (Order::Roll { dice, times, .. }, _) => Some((Roll::Sum { times: *times, formula: dice.clone() }, true)),
        (Order::Edna { unit, .. }, _) => {
            let edna = state.unit(*unit)?.edna_in_rules().now;
            Some((Roll::Edna { times: 1, edna, dice: None }, true))
        }
        (Order::Retest { unit }, _) => {
            let edna = state.unit(*unit)?.failed_test?.edna_before;
            Some((Roll::Edna { times: 1, edna, dice: None }, true))
        }
        (Order::Test { who, test, parallel }, _) => test_roll(state, who, test, *parallel),
        (Order::Initiative { battle }, _) => Some((Roll::Initiative, state.battle(*battle)?.contingents.len() == 2)),
        (Order::Argue(argument), _) => match argument.verdict {
            Verdict::Roll(dice, _) => Some((Roll::Sum { times: 1, formula: DiceFormula::new(dice, 0) }, true)),
            _ => None,
        },
        (Order::Volley(volley), _) => Some(volley_roll(state, volley, dice)),
        (_, Purpose::Scrud) => {
            let (roll, plain) = phase::engagement(state, order, &request)?.closest_roll(state.book())?;
            Some((Roll::Scrud(roll), plain))
        }
        (Order::Stacks(StackOrder::Strike { stack, at, edge, .. }), _) => blow_roll(state, *stack, *at, *edge),
        _ => None,
    }
}

/// The two sides that roll dice for an order, in the order of its roll; `None` if there are not two.
pub fn opponents(state: &State, order: &Order) -> Option<BothSides<SideId>> {
    let mut sides: Vec<SideId> = Vec::new();
    for side in first_request(state, order)?.dice.iter().filter_map(|die| state.side_of(Id(die.owner.0))) {
        if !sides.contains(&side) {
            sides.push(side);
        }
    }
    let [first, second] = sides[..] else { return None };
    Some(BothSides { first, second })
}

fn test_roll(state: &State, who: &[Id], test: &Text, parallel: bool) -> Option<(Roll, bool)> {
    let mut units: Vec<_> = who.iter().flat_map(|id| state.units_for_id(*id)).collect();
    units.sort_by_key(|u| u.id);
    units.dedup_by_key(|u| u.id);
    let tests: Vec<_> = units.iter().filter_map(|u| Some(state.test_of(u, test)?.test())).collect();
    let times = u8::try_from(tests.len()).ok().filter(|times| (1..=100).contains(times))?;
    let way = if parallel { RollOrder::Parallel } else { RollOrder::Series };
    Some((Roll::Test(TestRoll { times, test: tests[0], roll_order: way }), tests.iter().all(|t| *t == tests[0])))
}

fn volley_roll(state: &State, volley: &Volley, dice: u8) -> (Roll, bool) {
    let marks = rules::volley::VolleyAim::new(state, volley).map(|aim| aim.target_groups).unwrap_or_default();
    let mut at: Vec<Text> = Vec::new();
    for mark in &marks {
        if !at.contains(&mark.class.name) {
            at.push(mark.class.name.clone());
        }
    }
    let cover = marks.first().is_some_and(|mark| mark.cover);
    let plain = at.len() == marks.len() && marks.iter().all(|mark| mark.cover == cover);
    (Roll::Volley(VolleyRoll { source: FireSource::Dice(dice), at, cover }), plain)
}

fn blow_roll(state: &State, stack: StackId, at: StackId, edge: Option<Edge>) -> Option<(Roll, bool)> {
    state.conflict_of(stack)?;
    Some((Roll::Blow(blow_between(state, stack, at, edge)?), true))
}

/// The blow of a stack at another, as they face each other in their Conflict or on the map; Front against Front
/// otherwise.
pub fn blow_between(state: &State, stack: StackId, at: StackId, edge: Option<Edge>) -> Option<BlowRoll> {
    let conflict = state.conflict_of(stack).and_then(|(battle, conflict)| state.conflict(battle, conflict));
    let turned = |stack| conflict.and_then(|c| c.active_stack(stack)).map_or(0, |s| s.turn_penalty);
    let contact = |stack, enemy| match conflict {
        Some(conflict) => state.edge_of(conflict, stack, enemy),
        None => state.edge_by_map(&Conflict::default(), stack, enemy).unwrap_or_default(),
    };
    let edge = edge.unwrap_or_else(|| contact(at, stack));
    let [own, enemy] = [stack, at].map(|stack| state.effective_numbers(stack));
    let number = |n: u32| u16::try_from(n).ok();
    Some(BlowRoll {
        times: 1,
        ap: number(own.ap(contact(stack, at), turned(stack)))?,
        dp: number(enemy.dp(edge, turned(at)) + state.screening_bonus(at, edge))?,
        dmg: number(own.dmg)?,
        dr: number(enemy.dr)?,
    })
}

/// The phase of SCRUD that an order would fight; `None` if it fights none, or is refused.
pub fn engagement_of(state: &State, order: &Order) -> Option<Engagement> {
    let request = first_request(state, order).filter(|request| request.purpose == Purpose::Scrud)?;
    phase::engagement(state, order.effective_order(), &request)
}
