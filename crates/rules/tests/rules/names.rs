//! Names identify things, and names of things are filled into texts.

use std::sync::Arc;
use wardiary_base::{
    book::{Moment, Rulebook},
    id::{Id, SideId, StackId, UnitId},
    text::{Text, name_match::folded_name},
};
use wardiary_harness_rules::field::{field, give};
use wardiary_rules::{
    event::Event,
    notation::{Instruction, due_text, matching, order_text, orders_by_force, parse_instruction},
    order::Recruit,
    state::{EntityKind, Scheduled, State},
};

const STACK: &[EntityKind] = &[EntityKind::Stack];
const UNIT: &[EntityKind] = &[EntityKind::Unit];
const FORCES: &[EntityKind] = &[EntityKind::Side, EntityKind::Stack, EntityKind::Unit];
const ANY: &[EntityKind] =
    &[EntityKind::Side, EntityKind::Stack, EntityKind::Unit, EntityKind::Battle, EntityKind::Map];

/// The things of these kinds in the campaign, which has no battle and no map.
fn all_of(state: &State, kinds: &[EntityKind]) -> Vec<Id> {
    let sides = state.sides().iter().map(|side| Id::from(side.id));
    let stacks = state.stacks().iter().map(|stack| Id::from(stack.id));
    let units = state.units().iter().map(|unit| Id::from(unit.id));
    let is_meant = |id: &Id| state.kind(*id).is_some_and(|kind| kinds.contains(&kind));
    sides.chain(stacks).chain(units).filter(is_meant).collect()
}

/// Resolves a name by a linear search.
fn by_looking(state: &State, kinds: &'static [EntityKind], name: &str, of: Option<SideId>) -> Vec<Id> {
    let (lower, folded) = (name.to_lowercase(), folded_name(name));
    let all: Vec<Id> = all_of(state, kinds).into_iter().filter(|id| of.is_none() || state.side_of(*id) == of).collect();
    let ranks: [&dyn Fn(&str) -> bool; 5] = [
        &|own| own == name,
        &|own| own.to_lowercase() == lower,
        &|own| folded_name(own) == folded,
        &|own| own.to_lowercase().starts_with(&lower),
        &|own| folded_name(own).starts_with(&folded),
    ];
    let found = ranks.map(|rank| all.iter().copied().filter(|id| rank(&state.name(*id))).collect::<Vec<Id>>());
    found.into_iter().find(|ids| !ids.is_empty()).unwrap_or_default()
}

#[test]
fn names_stand_for_what_looking_at_all_finds() {
    let mut state = State::new(Arc::new(Rulebook::default_rules()));
    let names = [
        "Guard",
        "guard",
        "GUARDS",
        "Guards of Red",
        "Gu",
        "ÉLAN",
        "élan vital",
        "Red",
        "ß",
        "ẞ",
        "İ",
        "i",
        "Elan",
        "D’Erlon",
        "d'erlon",
    ];
    for (id, name) in (1..).zip(["Red", "Blue"]) {
        state.replay([&Event::SideMade { id: SideId(id), name: name.into() }]);
    }
    for (at, name) in (0u32..).zip(names) {
        let side = SideId(1 + at % 2);
        state.replay([&Event::StackMade { id: StackId(50 - at), side, name: name.into(), formation: Text::default() }]);
        let unit = Recruit { side: Some(side), ..Recruit::new(UnitId(100 + at), name) };
        state.replay([&Event::UnitMade(unit)]);
    }
    // After a renaming the old name matches nothing.
    state.replay([&Event::Renamed { id: Id(101), from: "guard".into(), to: "Guards".into() }]);
    state.replay([&Event::Renamed { id: Id(49), from: "guard".into(), to: "gua".into() }]);
    for kinds in [ANY, FORCES, STACK, UNIT] {
        for side in [None, Some(SideId(1)), Some(SideId(2))] {
            let beginnings = names.iter().flat_map(|name| {
                name.char_indices().map(|(at, _)| &name[..at]).chain([*name]).map(String::from).collect::<Vec<_>>()
            });
            for name in beginnings.chain(["gUARD".into(), "none".into()]) {
                assert_eq!(matching(&state, kinds, &name, side), by_looking(&state, kinds, &name, side), "{name}");
            }
        }
    }
}

#[test]
fn a_force_is_filled_in_as_the_order_needs_it() {
    let mut state = State::new(Arc::new(Rulebook::default_rules()));
    for (id, name) in (1..).zip(["Red", "Blue"]) {
        state.replay([&Event::SideMade { id: SideId(id), name: name.into() }]);
        let duke = Recruit { side: Some(SideId(id)), ..Recruit::new(UnitId(10 + id), "Duke \"X\"") };
        state.replay([&Event::UnitMade(duke)]);
    }
    let fill = |order: &str| {
        let scheduled = Scheduled { item: 1, due: Moment::default(), text: order.into(), force: Some(Id(11)) };
        due_text(&state, &scheduled)
    };
    assert_eq!(fill("halt {force}"), r#"halt "Duke \"X\"" of Red"#);
    assert_eq!(fill(r#"note "{force} halts""#), r#"note "Duke \"X\" halts""#);
    assert_eq!(fill(r#"note "a \" {force}""#), r#"note "a \" Duke \"X\"""#);
    assert_eq!(fill(r#"rally {force} 1 because "{force}""#), r#"rally "Duke \"X\"" of Red 1 because "Duke \"X\"""#);
    assert_eq!(fill("advance"), "advance");
}

/// Two corps of one army, and a stack in none.
fn army() -> State {
    let mut state = State::new(Arc::new(Rulebook::default_rules()));
    for (id, name) in (1..).zip(["Red", "Blue"]) {
        state.replay([&Event::SideMade { id: SideId(id), name: name.into() }]);
    }
    let stacks = [
        (10, 1, "Foot", "Army / I Corps"),
        (11, 1, "Horse", "Army / I Corps"),
        (12, 1, "Guns", "Army / II Corps"),
        (13, 1, "Train", ""),
        (20, 2, "Line", "Army"),
    ];
    for (id, side, name, formation) in stacks {
        let (id, side, name, formation) = (StackId(id), SideId(side), name.into(), formation.into());
        state.replay([&Event::StackMade { id, side, name, formation }]);
        let unit = Recruit { stack: Some(id), ..Recruit::new(UnitId(100 + id.0), "Unit") };
        state.replay([&Event::UnitMade(unit)]);
    }
    state
}

#[test]
fn a_formation_stands_for_its_stacks() {
    let state = army();
    for (typed, printed) in [
        ("scrud \"I Corps\" v Line", "scrud Foot + Horse v Line"),
        ("scrud army of red v formation army of blue", "scrud Foot + Horse + Guns v Line"),
        ("scrud \"II Corps\" + Train v Line", "scrud Guns + Train v Line"),
        ("conflict \"I Corps\" v Line", "conflict Foot + Horse v Line"),
    ] {
        let order = match parse_instruction(typed, &state) {
            Ok(Instruction::Order(order)) => order_text(&state, &order),
            other => panic!("{typed}: {other:?}"),
        };
        assert_eq!(order, printed);
    }
    let fault = |typed: &str| parse_instruction(typed, &state).expect_err(typed);
    assert!(fault("halt \"I Corps\"").reason.contains("is a formation"), "{:?}", fault("halt \"I Corps\""));
    let hint = fault("halt army").hint.unwrap_or_default();
    assert_eq!(hint, "write Army of Red or Army of Blue");
    // A formation has no number of its own, and can't be renamed.
    assert_eq!(state.next_id(), 121);
    assert!(parse_instruction("halt #10000000", &state).is_err());
    for typed in [
        "rename \"I Corps\" to X",
        "lead \"II Corps\" with Unit",
        "merge \"II Corps\" into Foot",
        "unlead \"II Corps\"",
    ] {
        let verb = typed.split(' ').next().unwrap_or_default();
        let reason = fault(typed).reason;
        assert!(reason.ends_with(&format!("is a formation, and `{verb}` takes one thing")), "{typed}: {reason}");
        assert_eq!(orders_by_force(typed, &state), None, "{typed}");
    }
    // There is no theatre, so no stack can halt: none is ordered to.
    assert!(orders_by_force("halt \"I Corps\"", &state).expect("a complete order").is_err());
}

/// An order that takes one force is given to several that are named: to all, or to none.
#[test]
fn several_forces_get_an_order_each() {
    let battle = |orders: &[&str]| {
        let mut state = field("", "A, B v X, Y");
        orders.iter().for_each(|order| give(&mut state, order).expect(order));
        state
    };
    let theatre = |orders: &[&str]| {
        let mut state = field("", "A + B v X over P-Q 1, Q-R 3");
        orders.iter().for_each(|order| give(&mut state, order).expect(order));
        state
    };
    let mut supplied = field("(supply: (levels: [(name: \"full\"), (name: \"short\")]))", "A, B v X");
    give(&mut supplied, "end battle").expect("it is over");
    let apart = ["scrud A v X: 1 1", "scrud B v Y: 1 1"];
    let stations = ["station Reds at P", "station Reds2 at P"];
    for (state, typed, wanted) in [
        (battle(&apart), "withdraw A + B", Some(Ok(&["withdraw A", "withdraw B"][..]))),
        (battle(&apart[..1]), "withdraw A + B", Some(Ok(&["withdraw A"]))),
        (battle(&["scrud A + B v X: 1 1 1"]), "withdraw A + B", Some(Ok(&["withdraw A"]))),
        (battle(&[]), "withdraw A + B", Some(Err("`withdraw A`: the unit A is not in a combat"))),
        (battle(&apart), "withdraw A", None),
        (battle(&apart), "scrud A + B v X", None),
        (theatre(&stations), "march Reds + Reds2 to Q", Some(Ok(&["march Reds to Q", "march Reds2 to Q"]))),
        (theatre(&stations[..1]), "march Reds + Reds2 to Q", Some(Err("`march Reds2 to Q`: "))),
        (theatre(&stations), "march Reds + Reds2 to", None),
        (
            supplied,
            "supply A + B short because \"rain\"",
            Some(Ok(&["supply A short because \"rain\"", "supply B short because \"rain\""])),
        ),
    ] {
        let found = orders_by_force(typed, &state);
        match (found, wanted) {
            (Some(Ok(orders)), Some(Ok(wanted))) => assert_eq!(orders, wanted, "{typed}"),
            (Some(Err(refusal)), Some(Err(wanted))) => {
                assert!(refusal.reason.starts_with(wanted), "{}", refusal.reason);
            }
            (None, None) => {}
            (found, wanted) => panic!("{typed}: {found:?}, not {wanted:?}"),
        }
    }
}

/// Of a stack and a general in it with the same name only the stack can march.
#[test]
fn a_stack_marches_under_its_generals_name() {
    let mut state = field("", "A, B v X over P-Q 1, Q-R 3");
    for order in ["rename Reds to A", "station A at P", "march A to Q", "halt A"] {
        give(&mut state, order).expect(order);
    }
}

#[test]
fn hints_say_what_was_probably_meant() {
    let state = field("", "A, B v X");
    for (typed, wanted) in [
        ("edna reds", "Reds is a stack; its units are A and B"),
        ("volley reds at X range 1", "Reds is a stack; its units are A and B"),
        ("edna blue", "Blue is a side"),
        ("scrud A vs X", "write `v`, not `vs`, between the forces"),
        ("charge A v X", "`scrud A v B` fights hand to hand"),
        ("fire A at X", "`volley A at B` shoots"),
        ("shoot A at X", "`volley A at B` shoots"),
        ("retreat A", "`withdraw` leaves a combat, and `flee` a Conflict"),
        ("endturn", "`end turn` starts the next turn"),
        ("support A", "guns support a fight by its order: `scrud A support B v C`"),
    ] {
        assert_eq!(parse_instruction(typed, &state).expect_err(typed).hint.as_deref(), Some(wanted), "{typed}");
    }
    // The last word is a level that the rules may not know, not a part of the side's name.
    assert!(parse_instruction("supply \"Reds\" of Red short because x", &state).is_ok());
}
