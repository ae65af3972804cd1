//! The cost of campaigns: a part of a turn in which 400 forces march over a map and over a network, and the proposals
//! after it.

use criterion::Criterion;
use std::{fmt::Write as _, hint::black_box, sync::Arc};
use wardiary_base::{
    book::{Rulebook, RulebookDraft},
    document,
    ground::Spot,
    id::Id,
};
use wardiary_rules::{
    order::{ClockOrder, Order, TheatreOrder},
    rules::{Step, proposals, resolve},
    state::{Muster, State},
};

const SETTINGS: &str = r#"(clock: (unit: "day"), march: (allowance: 3, but: [(troops: ["mounted cavalry"], allowance: 5)]),
    recover: (strength: 1, when: Passed(1)), replacements: (pools: [(name: "depot", points: 5000)], when: Passed(1)),
    supply: (levels: [(name: "full"), (name: "low", grade: -1)], range: 15))"#;

/// Four hundred forces of five units each, half of them on each side, at both ends of a theatre of 40 × 20 places.
fn campaign(theatre: &str, place: impl Fn(u32, u32) -> String) -> State {
    let draft: RulebookDraft = document::read(SETTINGS).expect("the settings read");
    let book = Arc::new(draft.check(&Rulebook::default_rules()).expect("a book"));
    let (mut stacks, mut units, mut at) = (String::new(), String::new(), String::new());
    for force in 0..400 {
        let (side, id) = (1 + force % 2, 100 + force);
        write!(stacks, "(id: {id}, side: {side}, name: \"F{force}\"),").expect("a string takes all");
        for unit in 0..5 {
            let kind = if force % 3 == 0 { "mounted cavalry" } else { "infantry" };
            let number = 1000 + force * 5 + unit;
            write!(units, "(id: {number}, name: \"U{number}\", stack: {id}, kind: \"{kind}\", lost: 2),")
                .expect("a string takes all");
        }
        let column = if side == 1 { force / 2 % 10 } else { 39 - force / 2 % 10 };
        write!(at, "({id}, \"{}\"),", place(column, force / 20)).expect("a string takes all");
    }
    let row = ".".repeat(40);
    let rows = format!("\"{row}\",").repeat(20);
    let text = format!(
        "(sides: [(id: 1, name: \"Red\"), (id: 2, name: \"Blue\")], stacks: [{stacks}], units: [{units}],
        maps: [(id: 50, ground: (title: \"East\", rows: [{rows}], legend: {{'.': \"open\"}}))], theatre: ({theatre}, at: [{at}], sources: [(1, \"A1\"), (2, \"AN1\")]))"
    );
    let muster: Muster = document::read(&text).expect("the muster reads");
    let state = muster.check(&book).expect("the muster stands");
    sent(state)
}

/// Every force marches to the mirror position on the other side.
fn sent(mut state: State) -> State {
    for force in state.forces() {
        let theatre = state.theatre().expect("it is laid out");
        let (spots, from) = (theatre.spots(), state.station(force).expect("it stands somewhere"));
        let at = spots.iter().position(|spot| *spot == from.at).expect("a place");
        let to: Spot = spots[at / 40 * 40 + (39 - at % 40)];
        let by = theatre.route(&state.units_of_force(force), from, to).expect("a way leads there");
        state = given(&state, &Order::Theatre(TheatreOrder::March { force: Id(force.0), by }));
    }
    state
}

fn given(state: &State, order: &Order) -> State {
    match resolve(state, order, &[]) {
        Ok(Step::Done(done)) => done.after,
        other => panic!("{order:?}: {other:?}"),
    }
}

fn advance(criterion: &mut Criterion, name: &str, mut state: State) {
    let order = Order::Clock(ClockOrder::Advance { anyway: true, leaving: Vec::new() });
    criterion.bench_function(&format!("advance 400 forces over {name} (under 20 ms)"), |b| {
        b.iter(|| given(black_box(&state), &order));
    });
    let after = given(&state, &order);
    let proposed = proposals(&after).len();
    assert!(proposed > 400, "something is due to everybody");
    criterion.bench_function(&format!("{proposed} proposals to 400 forces on {name}"), |b| {
        b.iter(|| proposals(black_box(&after)));
    });
    // The two sides meet here, and most forces are in contact.
    for _ in 0..6 {
        state = given(&state, &order);
    }
    let contacts = state.contacts().len();
    criterion.bench_function(&format!("advance 400 forces over {name}, {contacts} contacts"), |b| {
        b.iter(|| given(black_box(&state), &order));
    });
}

pub fn run() {
    let mut criterion = super::criterion();
    let area = |column: u32, row: u32| {
        let letter = |n: u32| char::from(b'A' + u8::try_from(n % 26).expect("a letter"));
        let letters = if column < 26 { letter(column).to_string() } else { format!("A{}", letter(column)) };
        format!("{letters}{}", row + 1)
    };
    advance(&mut criterion, "a map", campaign("map: 50", area));
    let (mut places, mut roads) = (String::new(), String::new());
    for row in 0..20 {
        for column in 0..40 {
            write!(places, "\"{}\",", area(column, row)).expect("a string takes all");
            for (next, down) in [(column + 1, row), (column, row + 1)] {
                if next < 40 && down < 20 {
                    let length = 1 + (column + row) % 3;
                    write!(roads, "(\"{}\", \"{}\", {length}),", area(column, row), area(next, down))
                        .expect("a string takes all");
                }
            }
        }
    }
    let network = format!("network: (places: [{places}], roads: [{roads}])");
    advance(&mut criterion, "a network", campaign(&network, area));
    criterion.final_summary();
}
