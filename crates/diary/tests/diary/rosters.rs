//! Units as a table of comma-separated values: any units read back the same.

use proptest::prelude::*;
use std::sync::Arc;
use wardiary_base::{
    book::{NamedTest, Passing, Rulebook, Target},
    id::{SideId, StackId, UnitId},
    text::Text,
};
use wardiary_diary::assets::{
    self,
    roster::{self, TableError, TableFaults, TableOptions},
};
use wardiary_rules::{
    order::{Edge, Posture, Rank, Recruit, ScreenTarget, Stats},
    state::{
        Muster, Stack, State,
        muster::{MusteredSide, MusteredStack},
    },
};

/// Names that could break a table's syntax. Each unit's name has a number after it.
const NAMES: &[&str] = &[
    "Guard",
    "a, b",
    "\"Old\" Guard",
    "6\" howitzers",
    "x; y",
    "#12",
    "pass-one",
    "4+ -",
    "Jäger",
    "back\\slash",
    "2d6",
];

/// The muster of a table. Its strengths may be large.
fn read(table: &str, book: &Arc<Rulebook>) -> Result<Muster, TableFaults> {
    let options = TableOptions { strength_per: Some(1), ..TableOptions::new("x", book) };
    match roster::read(table.as_bytes(), &options) {
        Ok(read) => Ok(read.muster),
        Err(TableError::Faults(faults)) => Err(faults),
        Err(TableError::Unreadable(why)) => panic!("{why:?}"),
    }
}

fn test() -> impl Strategy<Value = NamedTest> {
    let needs =
        (1u8..=6, any::<bool>()).prop_map(|(n, least)| if least { Target::AtLeast(n) } else { Target::AtMost(n) });
    let pass = prop_oneof![Just(Passing::One), Just(Passing::All)];
    (0..NAMES.len(), 1u8..=20, needs, pass).prop_map(|(name, dice, needs, pass)| NamedTest {
        name: NAMES[name].into(),
        dice,
        needs,
        pass,
    })
}

fn stats() -> impl Strategy<Value = Option<Box<Stats>>> {
    let ranks = proptest::sample::subsequence(Rank::ALL.to_vec(), 0..3);
    let some = (ranks, 1..=Stats::MAX, 0..=Stats::MAX, any::<bool>());
    proptest::option::of(some.prop_map(|(ranks, attack, upkeep, decrypted)| {
        let ranks = ranks.into_iter().map(|(_, rank)| rank).collect();
        Box::new(Stats { attack, upkeep, ranks, decrypted, ..Stats::default() })
    }))
}

/// A unit without its id, and its place: one of four stacks, or a side without a stack.
fn unit(book: &Rulebook) -> impl Strategy<Value = (Recruit, usize)> + use<> {
    let kinds: Vec<Text> = book.troops.iter().map(|troop| troop.name.clone()).collect();
    let grades: Vec<Text> = book.ladder.grades.iter().map(|grade| grade.name.clone()).collect();
    let weapons: Vec<Text> = book.weapons.iter().map(|weapon| weapon.name.clone()).collect();
    let chosen = |all: Vec<Text>| proptest::option::of(proptest::sample::select(all));
    let strength = proptest::option::of((1u16..=999).prop_flat_map(|full| (Just(full), 0..=full)));
    let edna = proptest::option::of((0u8..=200).prop_flat_map(|full| (Just(full), 0..=full)));
    let carried = proptest::collection::vec(test(), 0..3);
    let armed = proptest::sample::subsequence(weapons, 0..3);
    ((0..NAMES.len(), 0usize..6), chosen(kinds), chosen(grades), strength, edna, (carried, armed, stats())).prop_map(
        |((name, place), kind, grade, strength, edna, (mut tests, weapons, stats))| {
            tests.dedup_by(|a, b| a.name == b.name);
            tests.truncate(if tests.len() == 3 && tests[0].name == tests[2].name { 2 } else { 3 });
            let mut recruit = Recruit { kind, grade, tests, weapons, stats, ..Recruit::new(UnitId(0), NAMES[name]) };
            (recruit.strength, recruit.lost) = strength.map_or((None, 0), |(full, lost)| (Some(full), lost));
            (recruit.edna, recruit.worn) = edna.map_or((None, 0), |(full, worn)| (Some(full), worn));
            (recruit, place)
        },
    )
}

/// The muster of these units. Those of a stack come together, as tables have them.
fn muster(mut units: Vec<(Recruit, usize)>, leaders: [Option<Posture>; 4], screens: [usize; 4]) -> Muster {
    units.sort_by_key(|(_, place)| *place);
    let mut muster = Muster::default();
    for side in 0..2 {
        let id = SideId(side + 1);
        muster.sides.push(MusteredSide { id, name: NAMES[side as usize + 1].into() });
        // Half of the stacks are in formations.
        let formation = |at: u32| ["", "Army / I Corps", "Army", ""][(side + at) as usize].into();
        let stack = |at: u32| MusteredStack::new(StackId(10 + 2 * side + at), id, NAMES[at as usize]);
        muster.stacks.extend((0..2).map(|at| MusteredStack { formation: formation(at), ..stack(at) }));
    }
    for ((recruit, place), number) in units.into_iter().zip(100u32..) {
        // The table lists sides and stacks only where a unit belongs to them.
        let stack = StackId(10 + u32::try_from(place).expect("a few"));
        let stack = Some(stack).filter(|_| place < 4);
        let side = if stack.is_none() { Some(SideId(u32::try_from(place).expect("a few") - 3)) } else { None };
        let name = format!("{} {number}", recruit.name).into();
        muster.units.push(Recruit { id: UnitId(number), name, side, stack, ..recruit });
    }
    for (stack, posture) in muster.stacks.iter_mut().zip(leaders) {
        let first = muster.units.iter().find(|unit| unit.stack == Some(stack.id));
        if let (Some(unit), Some(posture)) = (first, posture) {
            (stack.leader, stack.posture) = (Some(unit.id), posture);
        }
    }
    for (at, screens) in screens.into_iter().enumerate() {
        let (stack, other) = (&muster.stacks[at], muster.stacks[at ^ 1].id);
        let own =
            |unit: &&Recruit| unit.side == Some(stack.side) || unit.stack.is_some_and(|of| of.0 / 2 == stack.id.0 / 2);
        let screened = match screens {
            edge @ 0..4 => Some(ScreenTarget::Edge(other, Edge::ALL[edge])),
            4 => muster.units.iter().rev().find(own).map(|unit| ScreenTarget::Unit(unit.id)),
            5 => Some(ScreenTarget::Structure(NAMES[at + 1].into())),
            _ => None,
        };
        let occupied = |id: StackId| muster.units.iter().any(|unit| unit.stack == Some(id));
        let can = occupied(stack.id) && (occupied(other) || screens > 3) && (stack.leader.is_some() || screens < 4);
        let taken = |at: usize| matches!(muster.stacks[at].screening, Some(ScreenTarget::Edge(..)));
        if can && !(screens < 4 && muster.stacks[at ^ 1].screening.is_some()) && !(screens < 7 && taken(at ^ 1)) {
            muster.stacks[at].screening = screened;
        }
    }
    muster
}

/// The parts of a state that a table holds, with names instead of ids.
fn told(state: &State) -> Vec<String> {
    let unit = |unit: &Arc<wardiary_rules::state::Unit>| {
        let led = state.stacks().iter().find(|stack| stack.leader == Some(unit.id)).map(|stack| stack.posture);
        let screened = |screened: &ScreenTarget| match screened {
            ScreenTarget::Edge(stack, edge) => format!("{} of {}", edge.word(), state.name(*stack)),
            ScreenTarget::Unit(unit) => state.name(*unit),
            ScreenTarget::Structure(what) => what.to_string(),
        };
        let screens = unit.stack.and_then(|stack| state.stack(stack)?.screening.as_ref().map(screened));
        let stack = unit.stack.map(|stack| state.name(stack));
        let stats = unit.stats_in_rules().cloned().unwrap_or_default();
        let formation = unit.stack.map(|stack| state.formation_path(stack));
        format!(
            "{} {stack:?} {formation:?} {} {} {:?} {:?} {:?} {:?} {:?} {stats:?} {led:?} {screens:?}",
            state.name(unit.side),
            unit.name,
            unit.kind,
            unit.strength_in_rules(),
            unit.edna_in_rules(),
            unit.grade(),
            unit.weapons,
            unit.tests
        )
    };
    state.units().iter().map(unit).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn a_muster_written_as_a_table_and_read_again_is_the_same(
        units in proptest::collection::vec(unit(&assets::rulebook("campaign", None).expect("it ships")), 1..12),
        leaders in proptest::array::uniform4(proptest::option::of(proptest::sample::select(Posture::ALL.to_vec()))),
        screens in proptest::array::uniform4(0usize..9),
    ) {
        let book = assets::rulebook("campaign", None).expect("it ships");
        let Ok(state) = muster(units, leaders, screens).check(&book) else {
            // Tables do not hold a posture that its leader can't take.
            return Err(TestCaseError::reject("no muster"));
        };
        let table = roster::write(&state);
        let read = read(&table, &book);
        let read = read.map_err(|faults| TestCaseError::fail(format!("{faults:?}\n{table}")))?;
        let again = read.check(&book).map_err(|invalid| TestCaseError::fail(format!("{invalid:?}\n{table}")))?;
        prop_assert_eq!(told(&again), told(&state), "{}", table);
        prop_assert_eq!(roster::write(&again), table);
    }
}

/// A screened stack can come later in the table. Invalid targets are reported.
#[test]
fn screened_stacks_have_a_column() {
    let book = assets::rulebook("campaign", None).expect("it ships");
    let table = |screens: &str| {
        format!("side,stack,name,leads,screens\nA,Van,a,screening,\"{screens}\"\nA,Main,b,,\nA,,c,,\nB,Far,d,,\n")
    };
    for (screens, wanted) in [
        ("left, Main", "left, Main"),
        ("BACK,Main", "back, Main"),
        ("unit, b, Main", "unit, b, Main"),
        ("unit, c", "unit, c"),
        ("structure, the old mill", "structure, the old mill"),
    ] {
        let read = read(&table(screens), &book).unwrap_or_else(|faults| panic!("{faults:?}"));
        let written = roster::write(&read.check(&book).unwrap_or_else(|invalid| panic!("{invalid:?}")));
        assert!(written.contains(&format!("\"{wanted}\"")), "{written}");
    }
    for (screens, says) in [
        ("left, Far", "row 2, column E (screens): its side has no stack “Far”"),
        ("unit, c, Main", "row 2, column E (screens): there is no unit “c” in that stack"),
        ("unit, b", "its side has no unit “b” without a stack"),
        ("Main", "“Main” is not something that a stack can screen (write an Edge and a stack, `left, Centre`;"),
        ("left, Van", "row 2"),
    ] {
        let faults = read(&table(screens), &book).expect_err("it is faulty");
        let said: Vec<String> = faults.listed.iter().map(ToString::to_string).collect();
        assert!(said.iter().any(|fault| fault.contains(says)), "{said:?}");
    }
}

/// A refused row is reported once: later rows and columns do not report its consequences.
#[test]
fn a_refused_row_has_no_faults_that_follow_from_it() {
    let book = assets::rulebook("campaign", None).expect("it ships");
    let head = "side,stack,name,kind,leads,screens,strength,lost,at\n";
    let table: &[(&str, &[&str])] = &[
        // Its leader's row is refused, but the stack still takes its posture and screens.
        (
            "A,Van,Chief,Unknown,offensive,\"left, Main\"\nA,Main,b\nB,Far,d\n",
            &["row 2, column D (kind): the rulebook has no troop type “Unknown”"],
        ),
        (
            "A,Van,Chief,infantry,offensive,,x\nB,Far,d\n",
            &["row 2, column G (strength): “x” is not a number from 1 to 999"],
        ),
        // The row of the screened stack or its leader's cell is refused.
        (
            "A,Van,Chief,,offensive,\"unit, b, Main\"\nA,Main,b,,,,x\nB,Far,d\n",
            &["row 3, column G (strength): “x” is not a number from 1 to 999"],
        ),
        (
            "A,Van,Chief,,offensive,\"unit, b, Main\"\nA,Main,,\nB,Far,d\n",
            &["row 3, column C (name): a unit needs a name"],
        ),
        (
            "A,Van,Chief,,offensive,\"right, Main\"\nA,Main,,\nB,Far,d\n",
            &["row 3, column C (name): a unit needs a name"],
        ),
        (
            "A,Van,Chief,,bold,\"structure, a mill\"\nB,Far,d\n",
            &["row 2, column E (leads): there is no posture “bold”"],
        ),
        // The strength that the loss refers to was not read.
        ("A,Van,a,,,,x,9\nB,Far,d\n", &["row 2, column G (strength): “x” is not a number from 1 to 999"]),
        // A side's only unit is refused; that the side has no unit for the battle is a consequence.
        ("A,Van,a\nB,Far,d,Unknown\n", &["row 3, column D (kind): the rulebook has no troop type “Unknown”"]),
        // Independent faults are all reported.
        (
            "A,Van,a,Unknown,,,x,9\nB,Far,d,,,,4,5\nB,Far,e,,,\"centre, Far\"\n",
            &[
                "row 2, column D (kind): the rulebook has no troop type “Unknown”",
                "row 2, column G (strength): “x” is not a number from 1 to 999",
                "row 3, column H (lost): a unit with 4 Strength Points can't have lost 5",
                "row 4, column F (screens): “centre, Far” is not something that a stack can screen",
            ],
        ),
    ];
    for (rows, says) in table {
        let faults = read(&format!("{head}{rows}"), &book).expect_err("it is faulty");
        let said: Vec<String> = faults.listed.iter().map(ToString::to_string).collect();
        assert_eq!(said.len(), says.len(), "{rows}{said:#?}");
        for (said, says) in said.iter().zip(*says) {
            assert!(said.starts_with(says), "{said} for {says}");
        }
    }
    let faults = read("side,stak,name,leads\nA,Van,a,neutral\nB,Far,a,neutral\n", &book);
    let faults = faults.expect_err("it is faulty").listed;
    assert!(faults.len() == 1 && faults[0].what.contains("“stak”"), "{faults:?}");
}

/// The same for a muster in a scenario or a save.
#[test]
fn consequences_of_a_refused_muster_entry_are_not_reported() {
    let book = assets::rulebook("campaign", None).expect("it ships");
    let mut muster = muster(Vec::new(), [None; 4], [9; 4]);
    let unit = |number: u32, stack: u32| {
        let name = format!("u{number}");
        Recruit { stack: Some(StackId(stack)), ..Recruit::new(UnitId(number), name) }
    };
    muster.units = vec![unit(100, 10), unit(101, 12)];
    muster.units[0].grade = Some("puce".into());
    (muster.stacks[0].leader, muster.stacks[0].posture) = (Some(UnitId(100)), Posture::Offensive);
    muster.stacks[1].screening = Some(ScreenTarget::Unit(UnitId(100)));
    let invalid = muster.check(&book).expect_err("a grade is unknown");
    assert_eq!(format!("{invalid:?}").matches("units.0").count(), 1, "{invalid:?}");
    assert!(!format!("{invalid:?}").contains("stacks."), "{invalid:?}");
}

/// Stacks belong to the formations of their rows. Those of one name in several formations stay several.
#[test]
fn stacks_have_the_formations_of_their_rows() {
    let book = assets::rulebook("campaign", None).expect("it ships");
    for (table, wanted) in [
        (
            "side,stack,formation,name\nA,Guns,Army / I Corps,a\nA,Guns,Army / II Corps,b\nA,Foot,,c\n",
            vec!["Guns (I Corps): Army / I Corps", "Guns (II Corps): Army / II Corps", "Foot: "],
        ),
        (
            "side,army,corps,division,name\nA,North,I,1st,a\nA,North,II,2nd,b\nA,North,,3rd,c\n",
            vec!["1st: North / I", "2nd: North / II", "3rd: North"],
        ),
        ("side,formation,name\nA,I Corps,a\n", vec!["I Corps: "]),
    ] {
        let state = read(table, &book).unwrap_or_else(|faults| panic!("{faults:?}")).check(&book).expect("it is valid");
        let told = |stack: &Stack| format!("{}: {}", stack.name, state.formation_path(stack.id));
        assert_eq!(state.stacks().iter().map(told).collect::<Vec<_>>(), wanted, "{table}");
    }
    let long = "x".repeat(200);
    let faults =
        read(&format!("side,stack,formation,name\nA,Guns,Army / {long},a\n"), &book).expect_err("it is faulty");
    assert!(faults.listed[0].to_string().starts_with("row 2, column C (formation)"), "{:?}", faults.listed);
}

/// Excel recognises UTF-8 by the byte order mark, and reads semicolons where the comma is the decimal sign. The program
/// reads such a table again.
#[test]
fn a_table_for_excel_has_semicolons_and_a_byte_order_mark() {
    let table = "side,stack,name\nA,\"x; y\",\"a, b\"\nB,É,c\n";
    let excel = roster::for_excel(table);
    assert_eq!(excel, "\u{feff}side;stack;name\nA;\"x; y\";a, b\nB;É;c\n");
    let book = assets::rulebook("campaign", None).expect("it ships");
    let [plain, excel] = [table, &*excel].map(|table| read(table, &book).unwrap_or_else(|faults| panic!("{faults:?}")));
    assert_eq!(plain, excel);
}
