//! Sentences of the theatre.

use super::{ReadsAlone, list, number};
use crate::claims::ledger::Ledger;
use std::collections::BTreeSet;
use wardiary_base::{
    ground::{Spot, Station},
    id::Id,
};
use wardiary_rules::{
    event::{ContactCause, SightLevel},
    state::{EntityKind, Sighting, Theatre},
};

/// The sentences about places, marches and contacts.
pub(super) const THEATRE: &[(&str, ReadsAlone)] = &[
    ("the theatre is laid out", |l, _| assert_eq!(theatre(l).title(), "")),
    ("the theatre is {}", |l, at| assert_eq!(theatre(l).title(), at[0])),
    ("{} stands between {} and {}", |l, at| {
        assert_eq!(
            l.after().station(force(l, at[0])).map(|station| between(l, station)),
            Some((at[1].into(), at[2].into()))
        );
    }),
    ("{} stands at {}", |l, at| {
        assert_eq!(l.after().station(force(l, at[0])).map(|s| theatre(l).name_of_station(s)).as_deref(), Some(at[1]));
    }),
    ("{} no longer stands anywhere", |l, at| {
        assert!(l.step.before.station(force(l, at[0])).is_some());
        assert_eq!(l.after().station(force(l, at[0])), None);
    }),
    ("{} will march by {} to {}", |l, at| {
        let way: Vec<Spot> = list(at[1]).into_iter().chain([at[2]]).map(|name| spot(l, name)).collect();
        assert_eq!(l.after().route_of(force(l, at[0])), way);
    }),
    ("{} will march to {}", |l, at| assert_eq!(l.after().route_of(force(l, at[0])), [spot(l, at[1])])),
    ("{} halts", |l, at| {
        assert!(!l.step.before.route_of(force(l, at[0])).is_empty() && l.after().route_of(force(l, at[0])).is_empty());
    }),
    ("{} marched from {} by {} to {}, and on towards {}", |l, at| {
        let by: Vec<&str> = list(at[2]).into_iter().chain([at[3]]).collect();
        marched(l, at[0], at[1], &by, Some(at[4]));
    }),
    ("{} marched from {} to {}, and on towards {}", |l, at| marched(l, at[0], at[1], &[at[2]], Some(at[3]))),
    ("{} marched from {} by {} to {}", |l, at| {
        let by: Vec<&str> = list(at[2]).into_iter().chain([at[3]]).collect();
        marched(l, at[0], at[1], &by, None);
    }),
    ("{} marched from {} to {}", |l, at| marched(l, at[0], at[1], &[at[2]], None)),
    ("{} turned back to {} and marched on by {} to {}, and on towards {}", |l, at| {
        let by: Vec<&str> = [at[1]].into_iter().chain(list(at[2])).chain([at[3]]).collect();
        marched(l, at[0], at[1], &by, Some(at[4]));
    }),
    ("{} turned back to {} and marched on by {} to {}", |l, at| {
        let by: Vec<&str> = [at[1]].into_iter().chain(list(at[2])).chain([at[3]]).collect();
        marched(l, at[0], at[1], &by, None);
    }),
    ("{} turned back to {} and marched on to {}, and on towards {}", |l, at| {
        marched(l, at[0], at[1], &[at[1], at[2]], Some(at[3]));
    }),
    ("{} turned back to {} and marched on to {}", |l, at| marched(l, at[0], at[1], &[at[1], at[2]], None)),
    ("{} turned back to {}, and on towards {}", |l, at| marched(l, at[0], at[1], &[at[1]], Some(at[2]))),
    ("{} turned back to {}", |l, at| marched(l, at[0], at[1], &[at[1]], None)),
    ("{} is on the way from {} to {}", |l, at| {
        let station = l.after().station(force(l, at[0])).expect("it stands somewhere");
        assert_eq!(station.at, spot(l, at[1]));
        assert_eq!(station.toward.map(|(toward, _)| toward), Some(spot(l, at[2])));
    }),
    ("{} met {}: contacts {} to {}", |l, at| {
        let numbers = number::<u32>(at[2])..=number(at[3]);
        meet_all(l, at, &numbers.collect::<Vec<_>>());
    }),
    ("{} met {}: contacts {}", |l, at| {
        meet_all(l, at, &list(at[2]).into_iter().map(number).collect::<Vec<_>>());
    }),
    ("{} met {}: contact {}", |l, at| meet(l, at, ContactCause::Met)),
    ("{} and {} marched into each other: contact {}", |l, at| meet(l, at, ContactCause::Passed)),
    ("{} is in contact with {}: contact {}", |l, at| meet(l, at, ContactCause::Ruled)),
    ("contact {} of {} with {} is over: it is fought in {}", |l, at| {
        part(l, at);
        let battle = l.id(at[3], EntityKind::Battle);
        for name in &at[1..3] {
            assert_eq!(l.after().battle_of_force(force(l, name)).map(|battle| battle.0), Some(battle));
        }
    }),
    ("contact {} of {} with {} is over: {} left", |l, at| {
        part(l, at);
        let force = force(l, at[3]);
        assert_ne!(l.after().station(force), l.step.before.station(force));
    }),
    ("contact {} of {} with {} is over: {} is no more", |l, at| {
        part(l, at);
        assert!(l.after().units_of_force(force(l, at[3])).is_empty());
    }),
    ("contact {} of {} with {} is over", part),
    ("contact {} of {} with {} goes over to {}", |l, at| {
        let (then, now) = (l.step.before.contact(number(at[0])), l.after().contact(number(at[0])));
        let (then, now) = (then.expect("it stood"), now.expect("it stands"));
        assert_eq!((then.forces.0, then.forces.1), (force(l, at[1]), force(l, at[2])));
        assert!(now.opponent(force(l, at[3])).is_some() && then.opponent(force(l, at[3])).is_none());
    }),
    ("{} sighted {} between {} and {}, in contact", |l, at| sighted(l, at, SightLevel::InContact)),
    ("{} sighted {} between {} and {}, in battle", |l, at| sighted(l, at, SightLevel::Fought)),
    ("{} sighted {} between {} and {}", |l, at| sighted(l, at, SightLevel::Seen)),
    ("{} sighted {} at {}, in contact", |l, at| sighted(l, at, SightLevel::InContact)),
    ("{} sighted {} at {}, in battle", |l, at| sighted(l, at, SightLevel::Fought)),
    ("{} sighted {} at {}", |l, at| sighted(l, at, SightLevel::Seen)),
    ("{} lost sight of {}", |l, at| {
        let (side, force) = (l.side(at[0]), force(l, at[1]));
        assert!(l.step.before.sighting(side, force).is_some_and(Sighting::is_in_sight));
        assert!(l.after().sighting(side, force).is_some_and(|sighting| !sighting.is_in_sight()));
    }),
    ("{} is held by {} now", |l, at| {
        let holder = (at[1] != "nobody").then(|| l.side(at[1]));
        let prize =
            theatre(l).own_objectives().iter().find(|prize| prize.spot == spot(l, at[0])).expect("an objective");
        assert_eq!(prize.holder, holder);
    }),
];

fn theatre<'l>(l: &'l Ledger) -> Theatre<'l> {
    l.after().theatre().expect("it is laid out")
}

fn spot(l: &Ledger, name: &str) -> Spot {
    theatre(l).spot_named(name).unwrap_or_else(|| panic!("no place {name}"))
}

/// A stack or a unit with this name.
fn force(l: &Ledger, name: &str) -> Id {
    let is_force = |id: &Id| matches!(l.after().kind(*id), Some(EntityKind::Stack | EntityKind::Unit));
    let mut named = (0..l.after().next_id()).map(Id).filter(is_force).filter(|id| l.after().name(*id) == name);
    let force = named.next().unwrap_or_else(|| panic!("nobody is called {name}"));
    assert_eq!(named.next(), None, "{name} is one");
    force
}

fn marched(l: &mut Ledger, name: &str, from: &str, by: &[&str], toward: Option<&str>) {
    let force = force(l, name);
    let (before, after) = (l.step.before.station(force), l.after().station(force));
    assert_eq!(before.map(|station| station.at), Some(spot(l, from)));
    // A force that reaches the place it had left was on the road from it and turned around.
    let has_turned = before.is_some_and(|station| station.toward.is_some()) && by.first() == Some(&from);
    assert_eq!(by.first() == Some(&from), has_turned, "it went back");
    let after = after.expect("it stands somewhere");
    assert_eq!(after.toward.map(|(toward, _)| toward), toward.map(|name| spot(l, name)));
    assert_eq!(Some(after.at), by.last().map(|name| spot(l, name)));
    let entered: Vec<Spot> = by.iter().map(|name| spot(l, name)).collect();
    assert!(l.step.before.route_of(force).starts_with(&entered), "over its way");
}

fn meet(l: &mut Ledger, at: &[&str], how: ContactCause) {
    let contact = l.after().contact(number(at[2])).expect("it stands");
    assert_eq!((contact.forces, contact.touch), ((force(l, at[0]), force(l, at[1])), how));
    let stands = |force: Id| l.after().station(force).expect("it stands somewhere");
    let stood: (Station, Station) = (stands(contact.forces.0), stands(contact.forces.1));
    assert_eq!(contact.stations, stood);
    assert!(l.step.before.contact(contact.number).is_none(), "it is new");
}

/// Each of the first forces met each of the others that are in the same place. Each pair has a contact, and there are
/// no others.
fn meet_all(l: &mut Ledger, at: &[&str], contacts: &[u32]) {
    let [first, second] =
        [at[0], at[1]].map(|names| list(names).into_iter().map(|name| force(l, name)).collect::<Vec<Id>>());
    let mut pairs: Vec<(Id, Id)> = first.iter().flat_map(|one| second.iter().map(|other| (*one, *other))).collect();
    for contact in contacts {
        let contact = l.after().contact(*contact).expect("it stands");
        let pair = pairs.iter().position(|pair| *pair == contact.forces).expect("a pair of them");
        pairs.swap_remove(pair);
        assert_eq!(contact.touch, ContactCause::Met);
        assert!(l.step.before.contact(contact.number).is_none(), "it is new");
    }
    assert_eq!(pairs, Vec::new());
    for party in [first, second] {
        let places: BTreeSet<_> = party.iter().map(|force| format!("{:?}", l.after().station(*force))).collect();
        assert_eq!(places.len(), 1, "they stand in one place");
    }
}

fn sighted(l: &mut Ledger, at: &[&str], level: SightLevel) {
    let (side, force) = (l.side(at[0]), force(l, at[1]));
    let sighting = l.after().sighting(side, force).expect("it is known");
    assert!(sighting.is_in_sight() && sighting.level == level);
    match *at {
        [.., first, second] if at.len() == 4 => assert_eq!(between(l, sighting.station), (first.into(), second.into())),
        _ => assert_eq!((theatre(l).name(sighting.station.at).as_str(), sighting.station.toward), (at[2], None)),
    }
    assert_eq!(l.after().station(force), Some(sighting.station), "it is where it was seen");
    let before = l.step.before.sighting(side, force);
    assert!(before.is_none_or(|before| before != sighting), "something has changed");
}

/// The two ends of the road on which a force is.
fn between(l: &Ledger, station: Station) -> (String, String) {
    let (toward, steps) = station.toward.expect("it is on a road");
    assert!(steps > 0, "it has left its place");
    (theatre(l).name(station.at), theatre(l).name(toward))
}

fn part(l: &mut Ledger, at: &[&str]) {
    let contact = l.step.before.contact(number(at[0])).expect("it stood");
    assert_eq!(contact.forces, (force(l, at[1]), force(l, at[2])));
    assert!(l.after().contact(contact.number).is_none(), "it is over");
}
