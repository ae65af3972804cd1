//! The forecast of a phase between units whose grades rulings shift (RULES 2.5), compared with the order itself,
//! carried out with every result of its dice, over consecutive phases.

use std::collections::BTreeMap;
use wardiary_base::{dice::source::ScriptedDice, id::UnitId};
use wardiary_harness_rules::field::{field, give};
use wardiary_odds::odds::{Effort, Monitor, forecast};
use wardiary_rules::{
    event::Event,
    notation::{Instruction, parse_instruction},
    order::Order,
    rules::{self, Step},
    state::State,
};

/// Settings, the units of either side, and the rulings before the first phase, the second, and so on.
type Shifted = (&'static str, &'static str, &'static [&'static [&'static str]]);

const SHIFTED: &[Shifted] = &[
    ("", "A red v X", &[&["promote A 1 this combat because hill"], &[], &[]]),
    (
        "",
        "A yellow, B v X",
        &[&["promote A 1 this combat because hill", "demote X 1 this phase because fog"], &[], &[]],
    ),
    ("", "A black v X, Y", &[&["promote A 1 this combat because hill"], &["demote A 2 this phase because mud"], &[]]),
    ("", "A, B v X red", &[&["demote A 3 this phase because mud", "promote X 2 this phase because flag"], &[]]),
    (
        "",
        "A, B v X",
        &[
            &["promote A 2 this combat because hill", "demote A 1 this phase because mud"],
            &["promote B 1 because drill"],
        ],
    ),
    ("(scrud: (eliminate_every: Some(1)))", "A red, B red v X", &[&["promote B 1 this combat because hill"], &[], &[]]),
    (
        "(scrud: (eliminate_every: Some(2), eliminates: LowestBeaten))",
        "A, B red v X, Y",
        &[&["promote B 3 this combat because hill"], &[]],
    ),
    (
        "(scrud: (margins: true))",
        "A red, B v X",
        &[&["promote A 1 this phase because hill"], &["demote X 1 this combat because mud"]],
    ),
    ("(scrud: (line_up: AsRolled, ties: Defender))", "A, B red v X", &[&["promote B 1 this combat because hill"], &[]]),
    (
        "(scrud: (defeat: [LoseStrength(2), Demote]))",
        "A red, B v X",
        &[&["promote A 1 this combat because hill"], &[], &[]],
    ),
];

#[test]
fn forecasts_of_shifted_units_are_what_their_orders_do() {
    let mut faces = (1u32..).map(|n| n.wrapping_mul(2_654_435_761) >> 16);
    for (settings, before, phases) in SHIFTED {
        let mut state = field(settings, before);
        for (phase, rulings) in phases.iter().enumerate() {
            for ruling in *rulings {
                give(&mut state, ruling).unwrap_or_else(|error| panic!("{ruling}: {error}"));
            }
            let Some(text) = scrud(&state) else { break };
            let Ok(Instruction::Order(order)) = parse_instruction(&text, &state) else { panic!("{text}") };
            // A combat that is over has no further phases.
            let Ok(Step::NeedDice(request)) = rules::resolve(&state, &order, &[]) else { break };
            same((settings, before, phase), &state, &order);
            let fall = request.dice.iter().map(|die| {
                let sides = u32::from(die.die.sides());
                u8::try_from(faces.next().expect("no end") % sides).expect("a face") + 1
            });
            let mut script = ScriptedDice { faces: fall.collect() };
            state = rules::carry_out(state.clone(), &order, &mut script).expect("it was accepted").result.after;
        }
    }
}

/// All living units against all living units.
fn scrud(state: &State) -> Option<String> {
    let living = |side| {
        let units = state.units_of_side(side).filter(|unit| unit.is_alive());
        units.map(|unit| unit.name.to_string()).collect::<Vec<_>>().join(" + ")
    };
    let sides: Vec<String> = state.sides().iter().map(|side| living(side.id)).collect();
    sides.iter().all(|side| !side.is_empty()).then(|| format!("scrud {}", sides.join(" v ")))
}

/// The forecast of an order, and its results for every result of the dice.
fn same(what: impl std::fmt::Debug, state: &State, order: &Order) {
    let Ok(Step::NeedDice(request)) = rules::resolve(state, order, &[]) else { panic!("{what:?}: no dice") };
    let sides: Vec<u8> = request.dice.iter().map(|die| die.die.sides()).collect();
    let mut faces = vec![1u8; sides.len()];
    let mut all = 0.0;
    // For each unit: how often it is demoted but alive, how often it is eliminated, and the strength that it loses.
    let mut units: BTreeMap<UnitId, [f64; 3]> = BTreeMap::new();
    loop {
        all += 1.0;
        let mut script = ScriptedDice { faces: faces.iter().copied().collect() };
        let done = rules::carry_out(state.clone(), order, &mut script).expect("it was accepted").result;
        for before in state.sides().iter().flat_map(|side| state.units_of_side(side.id)) {
            let after = done.after.unit(before.id).expect("units stay on the roster");
            let demoted = done.events.iter().any(|e| matches!(e, Event::Demoted { unit, .. } if *unit == before.id));
            let gone = before.is_alive() && !after.is_alive();
            let sums = units.entry(before.id).or_default();
            sums[0] += f64::from(u8::from(demoted && !gone));
            sums[1] += f64::from(u8::from(gone));
            sums[2] += f64::from(before.strength_in_rules().now - after.strength_in_rules().now);
        }
        let Some(at) = (0..faces.len()).find(|at| faces[*at] < sides[*at]) else { break };
        faces[..at].fill(1);
        faces[at] += 1;
    }
    let every_way = Effort::BATCH;
    // Too little effort for enumeration; enough for single throws only if dice are interchangeable.
    let throws = Effort { exact: 1_200_000, trials: 1, seed: 0 };
    for effort in [every_way, throws] {
        let found = forecast::forecast(state, order, &effort, Monitor::none()).expect("nobody cancels").expect("dice");
        assert!(effort != every_way || found.is_exact(), "{what:?}: {found:?}");
        if !found.is_exact() {
            continue;
        }
        for (unit, sums) in &units {
            let found = found.units.iter().find(|found| found.unit == *unit);
            let found = found.map_or([0.0; 3], |found| [found.demoted, found.eliminated, found.strength]);
            let near = found.iter().zip(sums).all(|(found, sum)| (found - sum / all).abs() < 1e-12);
            assert!(near, "{what:?} {}: {found:?} for {sums:?} of {all}", state.name(*unit));
        }
    }
}
