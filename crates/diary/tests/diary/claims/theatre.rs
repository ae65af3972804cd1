//! Statements about the theatre.

use super::ledger::Ledger;
use std::collections::BTreeSet;
use wardiary_base::id::{Id, SideId};
use wardiary_diary::diary::prose::{HaltReason, TheatreStatement as Theatre};
use wardiary_rules::{
    event::{ContactEnd, Event, Marched, VictoryEvent},
    state::{ForceContact, Sighting, Standstill, State},
};

pub fn check(l: &Ledger, statement: &Theatre) {
    let (before, after) = (&*l.step.before, l.after());
    match *statement {
        Theatre::LaidOut => assert!(before.theatre().is_none() && after.theatre().is_some()),
        Theatre::Stationed { force, to } => {
            assert!(to.is_some() || before.station(force).is_some());
            assert_eq!(after.station(force), to);
        }
        Theatre::Sent { force, to } => {
            assert!(!to.is_empty() || !before.route_of(force).is_empty());
            assert_eq!(after.route_of(force), to);
        }
        Theatre::Beaten { force } => {
            assert!(!before.route_of(force).is_empty() && after.route_of(force).is_empty());
            let battles = l.step.entry.events.iter().filter_map(|event| match event {
                Event::BattleEnded { battle, .. } | Event::Victory(VictoryEvent::BattleDecided { battle, .. }) => {
                    Some(*battle)
                }
                _ => None,
            });
            let won = |battle| after.battle(battle)?.decision.as_ref()?.award.winner();
            let winners: Vec<SideId> = battles.filter_map(won).collect();
            assert!(!winners.is_empty() && !winners.contains(&after.side_of(force).expect("a force has a side")));
        }
        Theatre::Marched(Marched { force, from, by, to }) => {
            assert_eq!((before.station(*force), after.station(*force)), (Some(*from), Some(*to)));
            // A force that reaches the place it had left was on the road from it and turned around.
            assert!(by.first() != Some(&from.at) || from.toward.is_some(), "it went back");
            assert!(by.last().map_or(to.at == from.at && to.toward.is_some(), |last| *last == to.at));
            assert!(before.route_of(*force).starts_with(by), "over its way");
        }
        Theatre::DidNotMarch { ref forces, ref why } => {
            for force in forces {
                assert!(!before.route_of(*force).is_empty(), "{force:?} was under no orders");
                assert_eq!(after.station(*force), before.station(*force), "{force:?} marched");
                halted(before, *force, why);
            }
        }
        Theatre::Met { ref first, ref second, ref contacts, how } => {
            let contacts: Vec<&ForceContact> = contacts.iter().map(|number| new(l, *number)).collect();
            let met: BTreeSet<(Id, Id)> = contacts.iter().map(|contact| contact.forces).collect();
            let pairs = first.iter().flat_map(|one| second.iter().map(|other| (*one, *other)));
            // Each pair has a contact, and there are no others.
            assert_eq!((met, contacts.len()), (pairs.collect(), first.len() * second.len()));
            assert!(contacts.iter().all(|contact| contact.touch == how));
        }
        Theatre::ContactEnded { contact, forces, how } => {
            assert_eq!(before.contact(contact).map(|contact| contact.forces), forces);
            assert!(after.contact(contact).is_none(), "it is over");
            let (first, second) = forces.expect("it stood");
            match how {
                ContactEnd::Left(force) => assert_ne!(after.station(force), before.station(force)),
                ContactEnd::Gone(force) => assert!(after.units_of_force(force).is_empty()),
                ContactEnd::Fought(battle) => {
                    assert_eq!([first, second].map(|force| after.battle_of_force(force)), [Some(battle); 2]);
                }
                ContactEnd::SetAside => (),
            }
        }
        Theatre::ContactTakenOver { contact, forces, by } => {
            let (then, now) = (before.contact(contact).expect("it stood"), after.contact(contact).expect("it stands"));
            assert_eq!(then.forces, forces);
            assert!(now.opponent(by).is_some() && then.opponent(by).is_none());
        }
        Theatre::Sighted { side, force, at, level } => {
            let sighting = after.sighting(side, force).expect("it is known");
            assert!(sighting.is_in_sight() && (sighting.level, sighting.station) == (level, at));
            assert_eq!(after.station(force), Some(at), "it is where it was seen");
            assert!(before.sighting(side, force).is_none_or(|before| before != sighting), "something has changed");
        }
        Theatre::LostSight { side, force } => {
            assert!(before.sighting(side, force).is_some_and(Sighting::is_in_sight));
            assert!(after.sighting(side, force).is_some_and(|sighting| !sighting.is_in_sight()));
        }
        Theatre::ChangedHands { at, to } => {
            let objectives = after.theatre().expect("it is laid out").own_objectives();
            assert_eq!(objectives.iter().find(|prize| prize.spot == at).expect("an objective").holder, to);
        }
    }
}

/// A new contact, of forces where they are.
fn new<'l>(l: &'l Ledger, number: u32) -> &'l ForceContact {
    let contact = l.after().contact(number).expect("it stands");
    let station = |force: Id| l.after().station(force).expect("it is somewhere");
    assert_eq!(contact.stations, (station(contact.forces.0), station(contact.forces.1)));
    assert!(l.step.before.contact(number).is_none(), "it is new");
    contact
}

fn halted(before: &State, force: Id, why: &HaltReason) {
    let units = before.units_of_force(force);
    let can_march = before.steps_per_part(&units) > 0;
    let battle = before.battle_of_force(force);
    match why {
        HaltReason::Fighting(named) => assert_eq!(battle, Some(*named)),
        HaltReason::InContact(enemies, sighted) => {
            assert!(before.enemies_in_contact(force).eq(enemies.iter().copied()) && sighted.is_empty());
            assert_eq!((battle, can_march), (None, true));
        }
        HaltReason::Standstill(why) => {
            let bad = units.iter().any(|unit| before.book().march.allowance_for(&unit.kind) == 0);
            assert_eq!((can_march, *why == Standstill::Allowance), (false, bad));
        }
    }
}
