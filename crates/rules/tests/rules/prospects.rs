//! The possible attacks from each area: compared with the orders that the rules accept there. Source: RULES 4.4, 4.5,
//! 5.8.

use wardiary_base::{
    ground::{Facing, Grid},
    id::{Id, SideId, UnitId},
};
use wardiary_harness_rules::field::{field_on, give};
use wardiary_rules::{
    notation::{Instruction, parse_instruction},
    rules::{
        self,
        movement::reach,
        possible_attacks::{AttackKind, after_moving, no_attack_reason, possible_attacks},
    },
    state::State,
};

const A: UnitId = UnitId(11);
const STRICT: &str = "itchy-and-scratchy: (turn: (order: Free))";

fn plain(grid: &str) -> String {
    format!(
        "(title: \"Plain\", grid: {grid}, rows: [\".......\", \"..w....\", \".......\", \".......\", \"...w...\", \".......\"], \
         legend: {{'.': \"open\", 'w': \"woods\"}})"
    )
}

fn accepts(state: &State, order: &str) -> bool {
    let Ok(Instruction::Order(order)) = parse_instruction(order, state) else { panic!("{order} is no order") };
    rules::resolve(state, &order, &[]).is_ok()
}

/// The enemies at which a unit can fire when it faces an edge, by the prospects.
fn said_of_fire(state: &State, unit: UnitId, facings: &[Facing], facing: Facing) -> Vec<String> {
    let all = possible_attacks(state, unit.into(), facings);
    let fire =
        all.iter().filter(|prospect| prospect.facings.contains(&facing)).filter_map(|prospect| match &prospect.kind {
            AttackKind::Fire { target, .. } => Some(target),
            _ => None,
        });
    let mut names: Vec<String> = fire.flat_map(|target| target.units().map(|unit| state.name(unit))).collect();
    names.sort();
    names
}

/// For each area in reach and each possible facing, the prospects name exactly the targets of volleys that the rules
/// accept after the move. After a full move only weapons without movement cost can fire.
#[test]
fn prospective_targets_are_those_a_volley_accepts_after_the_move() {
    let freely = "itchy-and-scratchy: (turn: (order: Free), only: [Weapons], weapons: [(name: \"spears\", dice: [4, 4], \
                  attack_costs_move: false), (name: \"rifles\", dice: [6, 4, 2])], troops: [(name: \"infantry\", strength: 4, \
                  moves: 3, weapons: [\"rifles\", \"spears\"])])";
    let fields = [
        (STRICT, "A infantry @D4, B infantry @B4 v X infantry @D1s, Y native-infantry @G3s, Z general @D1s"),
        (STRICT, "A artillery @D4, B general @D4 v X infantry @A1s, Y native-infantry @G3s, Z infantry @E4n"),
        (STRICT, "A mounted-cavalry @C6, B infantry @B4 v X infantry @C3s, Y native-infantry @E3s, Z infantry @G6s"),
        (freely, "A infantry @D4, B infantry @B4 v X infantry @D1s, Y infantry @G3s, Z infantry @E4n"),
    ];
    let mut named = 0;
    for (settings, units) in fields {
        for grid in ["Square", "Hex"] {
            let state = field_on(Some(&plain(grid)), settings, units);
            let grid = if grid == "Hex" { Grid::Hex } else { Grid::Square };
            let ways = reach(&state, A).expect("it may move");
            for area in &ways.areas {
                let after = after_moving(&state, A.into(), area, None).expect("it is in reach");
                let facings = area.facings(grid);
                for facing in &facings {
                    let there = after_moving(&state, A.into(), area, Some(*facing)).expect("it may face that");
                    let blues = there.units_of_side(SideId(2)).map(|unit| unit.name.to_string());
                    let accepted: Vec<String> =
                        blues.filter(|name| accepts(&there, &format!("volley A at {name}"))).collect();
                    assert_eq!(said_of_fire(&after, A, &facings, *facing), accepted, "{units}: {} {facing}", area.at);
                    named += accepted.len();
                }
            }
        }
    }
    assert!(named > 80, "{named}");
}

/// A row worked by hand: the dice, the cover, and the edges to face.
#[test]
fn the_dice_and_the_edges_are_as_worked_by_hand() {
    let state =
        field_on(Some(&plain("Square")), STRICT, "A infantry @D4 v X infantry @D2s, Y infantry @C2s, Z infantry @G4w");
    let all = possible_attacks(&state, A.into(), &[Facing::N, Facing::E]);
    let told: Vec<String> = all
        .iter()
        .map(|prospect| match &prospect.kind {
            AttackKind::Fire { units, target } => {
                assert_eq!(units, &[A]);
                let who: Vec<String> = target.units().map(|unit| state.name(unit)).collect();
                let facings: Vec<&str> = prospect.facings.iter().map(|facing| facing.word()).collect();
                format!("{} {} {} {}", who.join("+"), target.dice, target.all_in_cover(), facings.join(" "))
            }
            other => panic!("{other:?}"),
        })
        .collect();
    // Rifles have 4 dice at two areas and 2 at three; C2 is woods.
    assert_eq!(told, ["Y 2 true n", "X 4 false n", "Z 2 false e"]);
}

/// The enemies with which a unit could open a fight.
fn fights(state: &State, who: Id) -> Vec<String> {
    let name = |what: &AttackKind| match what {
        AttackKind::Fire { .. } => None,
        AttackKind::Combat { enemies, .. } => {
            Some(enemies.iter().map(|id| state.name(*id)).collect::<Vec<_>>().join(" + "))
        }
        AttackKind::Conflict { enemy, .. } => Some(format!("Conflict with {}", state.name(*enemy))),
    };
    possible_attacks(state, who, &[Facing::N]).iter().filter_map(|prospect| name(&prospect.kind)).collect()
}

#[test]
fn a_fight_hand_to_hand_wants_contact() {
    // Only an adjacent enemy, with `reach: 1` and without a reach.
    for settings in ["(ground: (reach: 1))", "()"] {
        let state = field_on(Some(&plain("Square")), settings, "A @D4 v X @D2s, Y @G6");
        assert_eq!(fights(&state, A.into()), Vec::<String>::new());
        let ways = reach(&state, A).expect("it may move");
        let beside = ways.at("D3".parse().expect("an area")).expect("it is in reach");
        let after = after_moving(&state, A.into(), beside, None).expect("it may go there");
        assert_eq!(fights(&after, A.into()), ["X"], "{settings}");
        assert_eq!(no_attack_reason(&after, A.into()), None);
    }
    let two = field_on(Some(&plain("Square")), "(ground: (reach: 2))", "A @D4 v X @D2s, Y @E4");
    assert_eq!(fights(&two, A.into()), ["X", "Y"]);
}

#[test]
fn a_stack_that_comes_into_contact_opens_a_conflict() {
    let settings = "unlurked-stacks";
    let units = "A 4/3/2/1/2/6 @B2, B 3/3/2/1/2/6 @B2 v X 3/3/2/1/2/6 @B5n, Y 3/3/2/1/2/6 @B5n";
    let state = field_on(Some(&plain("Square")), settings, units);
    let reds = state.unit(A).and_then(|unit| unit.stack).expect("a stack");
    assert_eq!(state.moving_id(A), reds.into());
    assert_eq!(fights(&state, reds.into()), Vec::<String>::new());
    let ways = reach(&state, reds).expect("it may move");
    let beside = ways.at("B4".parse().expect("an area")).expect("it is in reach");
    let after = after_moving(&state, reds.into(), beside, None).expect("it may go there");
    assert_eq!(fights(&after, reds.into()), ["Conflict with Blues"]);
}

/// The reason why a unit can attack nobody this turn.
#[test]
fn units_that_attacked_or_spent_their_move_cannot_attack() {
    let mut state =
        field_on(Some(&plain("Square")), STRICT, "A infantry @D4, B infantry @B4 v X infantry @D2s, Y infantry @B1s");
    assert_eq!(give(&mut state, "move B by A4 A3"), Ok(()));
    let why = |state: &State, unit: u32| {
        let why = no_attack_reason(state, Id(unit)).expect("it can attack no more");
        wardiary_rules::notation::refusal::describe(&why, state).reason
    };
    assert!(why(&state, 12).contains("has used its whole move"), "{}", why(&state, 12));
    assert_eq!(give(&mut state, "volley A at X: 1 2 3 6"), Ok(()));
    assert!(why(&state, 11).contains("A has"), "{}", why(&state, 11));
    assert_eq!(possible_attacks(&state, A.into(), &[Facing::N]), []);
}
