//! Proposals between battles: marches, by distances in the theatre and by a side's knowledge; forces that stay;
//! remarks.

use super::{ConsultedTables, hold, told};
use std::path::Path;
use wardiary_base::id::SideId;
use wardiary_diary::diary::file;
use wardiary_harness_rules::field::{field, give};
use wardiary_odds::suggest::{EdnaTested, notes};
use wardiary_rules::state::State;

const RED: Option<SideId> = Some(SideId(1));
const NET: &str = "A + B v X + Y over P-Q 1, Q-R 3, R-S 2, objective P 1, objective R 2";

fn begun(settings: &str, orders: &[&str]) -> State {
    let mut state = field(settings, NET);
    give_all(&mut state, &["station Reds at P", "station Reds2 at Q", "station Blues at S"]);
    give_all(&mut state, orders);
    state
}

fn give_all(state: &mut State, orders: &[&str]) {
    for order in orders {
        give(state, order).unwrap_or_else(|e| panic!("{order}: {e}"));
    }
}

/// The proposals for marches.
fn marches(state: &State, side: Option<SideId>) -> Vec<String> {
    told(state, side).into_iter().filter(|one| one.starts_with("march") || one.starts_with("halt")).collect()
}

const DAYS: &str = "(clock: (unit: \"day\"), march: (allowance: 2))";

#[test]
fn forces_march_to_what_their_side_is_after() {
    let mut state = begun(DAYS, &[]);
    let to_objective =
        "march Reds2 by R: The nearest objective not held by Red is R, worth 2 points: 3 steps away, a march of 2 days";
    let to_enemy = "march Reds2 by R S: The nearest enemy is Blues at S: 5 steps away, a march of 3 days";
    assert_eq!(marches(&state, RED), [to_objective, to_enemy]);
    let blue = [
        "march Blues by R: The nearest objective not held by Blue is R, worth 2 points: 2 steps away, a march of 1 day",
        "march Blues by R Q: The nearest enemy is Reds2 at Q: 5 steps away, a march of 3 days",
    ];
    assert_eq!(marches(&state, None), [&[to_objective, to_enemy][..], &blue].concat());
    let all = told(&state, RED);
    assert_eq!(all.last().map(String::as_str), Some("advance: Time advances to day 2"), "{all:?}");
    hold(&state, &EdnaTested::new(), &ConsultedTables::new());

    // One order for both forces; a force with orders follows them.
    give_all(&mut state, &["station Blues at R"]);
    let both = "march Reds2 by R: The nearest objective not held by Red is R, worth 2 points, and the nearest enemy is Blues at R: 3 steps away, a march of 2 days";
    assert_eq!(marches(&state, RED), [both]);
    give_all(&mut state, &["march Reds2 to R"]);
    assert_eq!(marches(&state, RED), Vec::<String>::new());

    // On the road: from its place on the road, and the enemy that it meets there.
    give_all(&mut state, &["advance", "halt Reds2"]);
    let nearer = marches(&state, RED);
    assert!(nearer[0].ends_with("1 step away, a march of 1 day"), "{nearer:?}");
    let of_blue = marches(&state, Some(SideId(2)));
    assert!(of_blue.is_empty(), "it guards R: {of_blue:?}");
}

#[test]
fn forces_on_objectives_stay() {
    let mut state = begun(DAYS, &[]);
    assert_eq!(notes(&state, None), ["Reds stays at P, an objective that its side holds"]);
    assert_eq!(notes(&state, Some(SideId(2))), Vec::<String>::new());
    give_all(&mut state, &["march Reds to Q"]);
    let halt = "halt Reds: It is at P, an objective held by Red, and no other force of the side stays there";
    assert_eq!(marches(&state, RED)[0], halt);
    assert_eq!(notes(&state, None), Vec::<String>::new());
    // If another force stays, it may go.
    give_all(&mut state, &["station Reds2 at P"]);
    assert_eq!(marches(&state, RED), Vec::<String>::new());
    assert_eq!(notes(&state, RED), ["Reds2 stays at P, an objective that its side holds"]);
}

#[test]
fn nobody_marches_without_a_clock_or_steps() {
    assert_eq!(marches(&begun("", &[]), None), Vec::<String>::new());
    assert_eq!(marches(&begun("(clock: (unit: \"day\"), march: (allowance: 0))", &[]), None), Vec::<String>::new());
}

/// A side gets no proposals about an enemy that it does not know.
#[test]
fn only_known_enemies_are_marched_to() {
    let mut state = begun("(clock: (unit: \"day\"), sight: (range: 1))", &["advance"]);
    let enemies =
        |state: &State| marches(state, RED).into_iter().filter(|one| one.contains("enemy")).collect::<Vec<_>>();
    assert_eq!(enemies(&state), Vec::<String>::new());
    give_all(&mut state, &["station Blues at R", "advance"]);
    assert!(enemies(&state)[0].contains("the nearest enemy is Blues at R"), "{:?}", marches(&state, RED));
    give_all(&mut state, &["station Blues at S", "advance"]);
    assert!(enemies(&state)[0].contains("enemy is Blues, last seen at R"), "{:?}", marches(&state, RED));
}

/// In the shipped campaigns.
#[test]
fn proposals_in_the_samples_are_accepted() {
    for name in ["orla", "hundred-days"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../saves/{name}.ron"));
        let text = std::fs::read(path).expect("it ships");
        let diary = file::load(&text).expect("it is sound").diary;
        let (mut looks, mut marched) = (0, 0);
        for no in (0..=diary.head()).step_by(9) {
            let state = diary.state_at(no).expect("an entry");
            hold(&state, &EdnaTested::new(), &ConsultedTables::new());
            looks += 1;
            marched += marches(&state, None).len();
        }
        assert!(looks > 8 && marched > 10, "{name}: {looks} looks, {marched} marches");
    }
}
