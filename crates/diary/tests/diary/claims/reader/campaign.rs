//! Sentences that name no battle: who joins the campaign, where units belong, and arguments.

use super::{ReadsAlone, number, units::mustered};
use crate::claims::ledger::{Doing, Ledger};
use wardiary_rules::{
    order::{Posture, ScreenTarget},
    state::EntityKind,
};

pub(super) const CAMPAIGN: &[(&str, ReadsAlone)] = &[
    ("the date is {}", |l, at| l.date = at[0].into()),
    ("{} entered the campaign", |l, at| {
        let id = l.id(at[0], EntityKind::Side);
        l.names.insert(id, at[0].into());
    }),
    ("{} formed for {}", |l, at| {
        let stack = l.stack(at[0]);
        assert_eq!(l.after().stack(stack).map(|s| s.side), Some(l.side(at[1])));
        l.stacks.insert(stack, Doing { leader: None, posture: Posture::Neutral, screens: false });
        l.names.insert(stack.0, at[0].into());
    }),
    ("{} mustered: {}", mustered),
    ("{} renamed {}", |l, at| {
        let id = *l.names.iter().find(|(_, name)| *name == at[0]).expect("the old name").0;
        l.names.insert(id, at[1].into());
    }),
    ("{} stopped screening", |l, at| {
        let stack = l.stack(at[0]);
        l.stacks.get_mut(&stack).expect("a stack").screens = false;
    }),
    ("{} began screening {}", |l, at| {
        let stack = l.stack(at[0]);
        let doing = l.after().stack(stack).expect("a stack");
        match doing.screening.as_ref().expect("it screens") {
            ScreenTarget::Edge(other, edge) => {
                assert_eq!(at[1], format!("the {} of {}", edge.word(), l.after().name(*other)));
            }
            ScreenTarget::Unit(unit) => assert_eq!(at[1], l.after().name(*unit)),
            ScreenTarget::Structure(_) => assert!(at[1].starts_with('“')),
        }
        l.stacks.get_mut(&stack).expect("a stack").screens = true;
    }),
    ("{} left {} and joined {}, but is still in {}", |l, at| {
        let (from, to) = (l.stack(at[1]), l.stack(at[2]));
        assert_eq!(l.numbers(at[0]).stack, Some(from));
        l.numbers(at[0]).stack = Some(to);
        still_in(l, at[0], to, at[3]);
    }),
    ("{} joined {}, but is still in {}", |l, at| {
        let to = l.stack(at[1]);
        assert_eq!(l.numbers(at[0]).stack, None);
        l.numbers(at[0]).stack = Some(to);
        still_in(l, at[0], to, at[2]);
    }),
    ("{} joined {}", |l, at| {
        let stack = l.stack(at[1]);
        l.numbers(at[0]).stack = Some(stack);
    }),
    ("{} left {}", |l, at| {
        let stack = l.stack(at[1]);
        let numbers = l.numbers(at[0]);
        assert_eq!(numbers.stack, Some(stack));
        numbers.stack = None;
    }),
    ("the argument succeeds", |_, _| ()),
    ("the argument fails", |_, _| ()),
    ("{}: the argument succeeds", |l, at| argued(l, at[0])),
    ("{}: the argument fails", |l, at| argued(l, at[0])),
];

/// A unit's battle differs from the battle of the stack that it joined.
fn still_in(l: &Ledger, unit: &str, stack: wardiary_base::id::StackId, battle: &str) {
    let (state, unit) = (l.after(), l.unit(unit));
    let own = state.battle_of(unit).expect("a battle");
    assert_eq!(&*own.name, battle);
    let there = state.units_of_stack(stack).filter_map(|other| state.battle_of(other.id));
    assert!(there.into_iter().any(|there| there.id != own.id));
}

fn argued(l: &mut Ledger, total: &str) {
    let sum: u16 = l.step.entry.dice.iter().flat_map(|fall| &fall.faces).map(|face| u16::from(*face)).sum();
    assert_eq!(sum, number::<u16>(total));
}
