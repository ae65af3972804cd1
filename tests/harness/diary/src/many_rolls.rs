//! A diary of a thousand different rolls: phases, volleys, dice tests, tests of EDNA.

use jiff::Timestamp;
use wardiary_base::{
    book::{Mechanism, RulebookDraft},
    document,
    id::{Id, UnitId},
};
use wardiary_diary::{
    assets,
    diary::{Diary, Header, Record},
};
use wardiary_rules::{
    order::{Force, Order},
    state::Muster,
};

const RED: u32 = 100;
const BLUE: u32 = 200;

/// The diary. Each roll is on a branch of its own from the muster.
pub fn diary() -> Diary {
    let mut units = Vec::new();
    for at in 0..8 {
        let grade = if at < 4 { "green" } else { "white" };
        units.push(format!("(id: {}, name: \"Red {at}\", side: 1, grade: \"{grade}\")", RED + at));
    }
    for at in 0..12 {
        let grade = if at < 8 { "yellow" } else { "red" };
        units.push(format!("(id: {}, name: \"Blue {at}\", side: 2, grade: \"{grade}\")", BLUE + at));
    }
    // The tested units: one for every EDNA, and units for tests with any number of dice.
    let mut orders = phases();
    for at in 0..(1000 - orders.len()) {
        let id = 1000 + u32::try_from(at).expect("a few");
        let (edna, dice, needs) = (3 + at % 9, 1 + at % 5, 2 + at % 5);
        let pass = if at % 2 == 0 { "One" } else { "All" };
        let test = format!("(name: \"Nerve\", needs: AtLeast({needs}), dice: {dice}, pass: {pass})");
        units.push(format!("(id: {id}, name: \"Unit {id}\", side: 1, edna: {edna}, tests: [{test}])"));
        let who: Vec<Id> = (0..=u32::try_from(at % 20).expect("a few")).map(|back| Id((id - back).max(1000))).collect();
        orders.push(if at % 8 == 0 {
            Order::Edna { unit: UnitId(id), purpose: None }
        } else {
            Order::Test { who: if at < 20 { vec![Id(id)] } else { who }, test: "Nerve".into(), parallel: false }
        });
    }
    let muster: Muster = document::read(&format!(
        "(sides: [(id: 1, name: \"Red\"), (id: 2, name: \"Blue\")], units: [{}], battles: [(id: 40, name: \"Field\", parties: [[1], [2]])])",
        units.join(", ")
    ))
    .expect("the muster reads");
    let mechanisms = Some(vec![Mechanism::Edna, Mechanism::Scrud, Mechanism::Tests, Mechanism::Exhaustion]);
    let book = RulebookDraft { mechanisms, ..RulebookDraft::default() };
    let book = book.check(&assets::rulebook("mouat", None).expect("it ships")).expect("a book");
    let seed = "1914".parse().expect("a seed");
    let header = Header { title: "Many rolls".into(), seed, book: std::sync::Arc::new(book), muster };
    let mut diary = Diary::new(header).expect("the muster stands");
    for order in orders {
        let new = diary.carry_out(order, &mut diary.program_dice(&[]), Timestamp::UNIX_EPOCH);
        diary.append(Record::Entry(new.expect("it is carried out").entry)).expect("it stands");
        diary.append(Record::head(0)).expect("there is a muster");
    }
    diary
}

/// Phases of one to four greens and none to two whites against one to eight yellows and none to three reds.
fn phases() -> Vec<Order> {
    let who = |from: u32, n: u32| (from..from + n).map(Id);
    let mut orders = Vec::new();
    for (green, white) in (1..=4).flat_map(|green| (0..=2).map(move |white| (green, white))) {
        for (yellow, red) in (1..=8).flat_map(|yellow| (0..=3).map(move |red| (yellow, red))) {
            // Keeps a third of them, so that most of the thousand rolls are of other kinds.
            if (green + white + yellow + red) % 3 == 0 {
                let first = who(RED, green).chain(who(RED + 4, white)).collect();
                let second = who(BLUE, yellow).chain(who(BLUE + 8, red)).collect();
                orders.push(Order::Scrud { first: Force::new(first), second: Force::new(second) });
            }
        }
    }
    orders
}
