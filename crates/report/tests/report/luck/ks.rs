//! Fair dice have luck with uniform percentiles: a Kolmogorov-Smirnov test over seeded games with a fixed number of
//! rolls. Equal percentiles count half, since dice are coarse.

use super::{EFFORT, RED, header_of, one, unit};
use jiff::Timestamp;
use wardiary_base::id::Id;
use wardiary_diary::diary::{Diary, Header, Record};
use wardiary_odds::odds::Monitor;
use wardiary_report::luck::{self, Luck, Scope};
use wardiary_rules::order::{Force, Order};

/// Tests of EDNA by units of all kinds, and one phase by each of some pairs: 30 rolls of Red in every game.
const TESTED: u32 = 25;
const PAIRS: u32 = 5;

fn start() -> Header {
    let tested = (0..TESTED).map(|at| one(100 + at, &format!("T{at}"), 1, &format!(", edna: {}", 3 + at % 4)));
    let pairs = (0..PAIRS).flat_map(|at| {
        let grade = ["green", "white", "yellow"][at as usize % 3];
        [one(200 + at, &format!("R{at}"), 1, &format!(", grade: \"{grade}\"")), one(300 + at, &format!("B{at}"), 2, "")]
    });
    let units: Vec<String> = tested.chain(pairs).collect();
    Header::clone(&header_of("", &units, 1))
}

/// The luck of a game.
fn game(header: &Header, seed: u64) -> Luck {
    let seed = format!("{seed:x}").parse().expect("a seed");
    let mut diary = Diary::new(Header { seed, ..header.clone() }).expect("the muster stands");
    let tests = (0..TESTED).map(|at| Order::Edna { unit: unit(100 + at), purpose: None });
    let phases = (0..PAIRS)
        .map(|at| Order::Scrud { first: Force::new(vec![Id(200 + at)]), second: Force::new(vec![Id(300 + at)]) });
    for order in tests.chain(phases) {
        let new = diary.carry_out(order, &mut diary.program_dice(&[]), Timestamp::UNIX_EPOCH);
        diary.append(Record::Entry(new.expect("it is carried out").entry)).expect("it stands");
    }
    let luck = luck::luck(&diary, &Scope::default(), &EFFORT, Monitor::none()).expect("nobody breaks it off");
    assert_eq!(luck.rolls.len(), 30);
    luck
}

/// The greatest distance between the given and uniform percentiles, times the square root of their number. It exceeds
/// 1.628 in at most one of a hundred cases.
fn distance(shares: &[f64]) -> f64 {
    let count = |fits: &dyn Fn(f64) -> bool| shares.iter().filter(|share| fits(**share)).map(|_| 1.0).sum::<f64>();
    let n = count(&|_| true);
    let middle = |share: f64| f64::midpoint(count(&|other| other < share), count(&|other| other <= share)) / n;
    shares.iter().map(|share| (middle(*share) - share).abs()).fold(0.0, f64::max) * n.sqrt()
}

fn percentiles(games: u64) -> Vec<f64> {
    let header = start();
    let of = |seed| game(&header, seed).side_luck(RED, None).percentile.expect("thirty rolls are enough") / 100.0;
    (1..=games).map(of).collect()
}

#[test]
fn percentiles_of_fair_dice_are_uniform() {
    let found = distance(&percentiles(400));
    assert!(found < 1.628, "{found}");
}

#[test]
#[ignore = "long: `cargo test --release -p wardiary-report ten_thousand -- --ignored`"]
fn percentiles_of_ten_thousand_games() {
    let found = distance(&percentiles(10_000));
    assert!(found < 1.628, "{found}");
}
