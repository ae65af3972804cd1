//! Refusals of orders in the theatre. Source: RULES 7.

use super::{RefusalText, event::not_found, named, only, refusals, the};
use crate::{
    event::Parting,
    state::{Encounter, EntityKind, Standstill, State, TheatreError},
};
use wardiary_base::{
    ground::{Spot, Station},
    id::{BattleId, Id},
    text,
};

refusals! {
    /// Why an order in the theatre is refused.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum TheatreRefusal, |refusal, state| match refusal {
        /// The force is not in the theatre.
        NoStation { force: Id } => only(format!("{} stands nowhere in the theatre", the(state, *force)))
            .hint(format!("say where it stands: `station {} at PLACE`", named(state, *force))),
        /// The force is already there.
        IsThere { force: Id } => only(format!("{} is there already", the(state, *force))),
        /// The force can't march.
        Still { force: Id, by: Standstill } => match by {
            Standstill::Supply => {
                let name = named(state, *force);
                only(format!("{} is supplied too badly to make a step in a part", the(state, *force)))
                    .hint(format!("a ruling may supply it better: `supply {name} LEVEL because …`"))
            }
            Standstill::Allowance => {
                let what = only(format!("by the rulebook {} makes no step in a part", the(state, *force)));
                match kinds_held(state, *force) {
                    Some(kinds) => what.hint(format!("its `march.but` keeps {kinds} where they are")),
                    None => what.hint("`rules change \"(march: (allowance: 1))\"` lets everybody march"),
                }
            }
        },
        /// The force is in a battle, and can't be put elsewhere.
        Fights { force: Id, battle: BattleId } => only(format!(
            "{} fights in {} where it stands",
            the(state, *force),
            the(state, *battle)
        ))
        .hint(format!(
            "end the battle first: `end battle in {}`; where the station was wrong from the start, `amend` or `strike` \
                 its entry",
            named(state, *battle)
        )),
        /// The force has no marching orders.
        NoOrders { force: Id } => only(format!("{} is under no orders to march", the(state, *force))),
        /// No open contact has this number.
        NoContact { contact: u32 } => {
            let all: Vec<String> = state.contacts().iter().map(|other| self::contact(state, other)).collect();
            let what = only(if *contact >= state.next_contact() {
                format!("there has been no contact {contact}")
            } else {
                let why = state.parting(*contact).map(|how| match how {
                    Parting::Left(force) => format!(": {} left", state.name(force)),
                    Parting::Gone(force) => format!(": {} is no more", state.name(force)),
                    Parting::Fought(battle) => {
                        let is_over = state.battle(battle).is_none_or(|battle| battle.over.is_some());
                        format!(": it {} fought in {}", if is_over { "was" } else { "is" }, state.name(battle))
                    }
                    Parting::SetAside => ": the referee set it aside".into(),
                });
                format!("contact {contact} stands no more{}", why.unwrap_or_default())
            });
            if all.is_empty() {
                what.hint("no contact stands")
            } else {
                what.hint(format!("there is {}", text::list(&all)))
            }
        },
        /// The contact with this number is on an abandoned branch of the diary. The rules never return this: code that
        /// has the diary makes it of a [`TheatreRefusal::NoContact`].
        Undone {
            contact: u32,
            /// The number of the entry in which the contact was made.
            entry: u32,
        } => {
            only(format!("contact {contact} came about in entry {entry}, which was undone or is on another branch"))
                .hint(format!("`goto {entry}` leads back there"))
        },
        /// The battle of a contact lacks one of the contact's forces.
        NotOfIt { contact: u32, force: Id } => {
            only(format!("contact {contact} is that of {}, who would not be in the battle", the(state, *force)))
                .hint("name the battle without the contact, or both its forces with it")
        },
        /// The force is not where the battle is fought.
        Elsewhere { force: Id, fought: Vec<Station> } => {
            let whereabouts = |at: Station| match state.theatre() {
                Some(theatre) => theatre.whereabouts(at),
                None => format!("at {}", place(state, at.at)),
            };
            let places: Vec<String> = fought.iter().map(|at| whereabouts(*at)).collect();
            let stands = state.station(*force).map_or("nowhere".into(), whereabouts);
            let name = named(state, *force);
            only(format!("{} stands {stands}, and the battle is fought {}", the(state, *force), text::list(&places)))
                .hint(format!("let it march there, or say where it is: `station {name} at …`"))
        },
        /// The two are fighting each other in a battle.
        Fighting { first: Id, second: Id, battle: BattleId } => only(format!(
            "{} and {} fight each other in {}",
            state.name(*first),
            state.name(*second),
            state.name(*battle)
        )),
        /// The two are already in contact.
        InContact { contact: u32 } => match state.contact(*contact) {
            Some(found) => only(format!("{} stands already", self::contact(state, found))),
            None => only(format!("they are in contact already, number {contact}")),
        },
    }
}

/// The troop types in a force that can't march, while others can.
fn kinds_held(state: &State, force: Id) -> Option<String> {
    let march = &state.book().march;
    let mut kinds: Vec<String> = Vec::new();
    for unit in state.units_of_force(force) {
        let kind = text::display_name(&unit.kind);
        if march.allowance > 0 && march.allowance_for(&unit.kind) == 0 && !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    (!kinds.is_empty()).then(|| text::list(&kinds))
}

/// Refuses a step between places that no way connects, or that are not adjacent.
fn no_way(state: &State, force: Id, (from, to): (Spot, Spot)) -> RefusalText {
    let (there, here) = (place(state, to), place(state, from));
    let units = state.units_of_force(force);
    let theatre = state.theatre().filter(|theatre| theatre.way(&units, Station::at(from), to).is_some());
    if theatre.is_some() {
        only(format!("{there} is not next to {here}")).hint(format!(
            "name every place on the way, or let it find the shortest: `march {} to {there}`",
            named(state, force)
        ))
    } else {
        only(format!("no way that is open to {} leads from {here} to {there}", the(state, force)))
    }
}

/// `contact 2 of XX Corps with XIII Corps`
pub(super) fn contact(state: &State, contact: &Encounter) -> String {
    let (first, second) = contact.forces;
    format!("contact {} of {} with {}", contact.number, state.name(first), state.name(second))
}

pub(super) fn places(state: &State, spots: &[Spot]) -> String {
    if spots.is_empty() {
        return "nowhere".into();
    }
    spots.iter().map(|spot| place(state, *spot)).collect::<Vec<_>>().join(", ")
}

pub(super) fn describe_error(error: &TheatreError, state: &State) -> RefusalText {
    match error {
        TheatreError::NoTheatre => only("this campaign has no theatre")
            .hint("lay one out: `theatre map MAP`, or `theatre \"(network: (places: […], roads: […]))\"`"),
        TheatreError::ThereIsOne => only("this campaign has its theatre already").hint(
            "to have another, take back or amend the order that laid it out; `station` puts forces elsewhere in it",
        ),
        TheatreError::WhichField { both: true } => only("a theatre is a network or a map, not both"),
        TheatreError::WhichField { both: false } => only("a theatre is a network or a map, and this is neither")
            .hint("`(map: 40)` is a map of the campaign, `(network: (places: […], roads: […]))` a network"),
        TheatreError::Network(fault) => only(fault.told()),
        TheatreError::NoMap { map } => not_found((*map).into(), EntityKind::Map, None, state),
        TheatreError::NoSide { side } => not_found((*side).into(), EntityKind::Side, None, state),
        TheatreError::NoPlace { name, near } => {
            let what = only(format!("no place of the theatre is called “{}”", text::display_name(name)));
            near.iter().fold(what, |what, near| what.hint(format!("perhaps “{}”", text::sanitize(near))))
        }
        TheatreError::OffTheatre { spot } => only(format!("{} is off the theatre", place(state, *spot))),
        TheatreError::ObjectiveTwice { name } => only(format!("{} is an objective already", text::display_name(name))),
        TheatreError::NoForce { id } if state.kind(*id).is_none() => only(format!("nothing has the number {id}")),
        TheatreError::NoForce { id } => {
            only(format!("{} is no force: a stack is one, or a unit in none", the(state, *id)))
        }
        TheatreError::InStack { unit, stack } => {
            only(format!("{} stands where its stack does, {}", the(state, *unit), state.name(*stack)))
                .hint(format!("name the stack, or take the unit out of it: `detach {}`", named(state, *unit)))
        }
        TheatreError::NobodyLeft { force } => super::nobody_left(state, *force),
        TheatreError::InTwoPlaces { force, names: (first, second) } => only(format!(
            "{} would be in two places, {} and {}",
            the(state, *force),
            text::display_name(first),
            text::display_name(second)
        )),
        TheatreError::EnemyToo { enemy, name } => {
            only(format!("{} is at {}: it is the enemy", the(state, *enemy), text::display_name(name)))
                .hint("a place holds forces of one side")
        }
        TheatreError::Apart { unit, at, stack, there } => {
            let (unit, stack) = (the(state, *unit), state.name(*stack));
            only(format!("{unit} stands at {}, and {stack} at {}", station(state, *at), station(state, *there)))
                .hint("who joins a stack stands where it does: let one of the two march to the other first")
        }
        TheatreError::EnemyThere { enemy, at, .. } => {
            only(format!("{} stands at {}: it is the enemy", the(state, *enemy), station(state, *at)))
                .hint("a place holds forces of one side")
        }
        TheatreError::NoWay { force, from, to } => no_way(state, *force, (*from, *to)),
        TheatreError::NoObjective { at } => {
            let theatre = state.theatre();
            let all = theatre.iter().flat_map(|theatre| theatre.prizes()).map(|prize| place(state, prize.at));
            let all: Vec<String> = all.collect();
            let what = only(format!("{} is no objective of the theatre", place(state, *at)));
            if all.is_empty() { what } else { what.hint(format!("there is {}", text::list(&all))) }
        }
        TheatreError::ContactNumber { contact, next } => {
            only(format!("the next contact has the number {next}, not {contact}"))
        }
        TheatreError::NoMeeting { first, second } => {
            only(format!("{} and {} can't have come into contact", state.name(*first), state.name(*second)))
        }
        TheatreError::NoContact { contact } => only(format!("no contact {contact} stands")),
        TheatreError::NotThere { force, at } => {
            only(format!("{} can't have been sighted at {}", the(state, *force), station(state, *at)))
        }
        TheatreError::NotInSight { force } => only(format!("{} was not in sight", the(state, *force))),
        TheatreError::OffWay { force } => only(format!("{} was not on the way there", the(state, *force))),
        TheatreError::OffLeg { from, to, steps, length } => only(format!(
            "nobody is on the way from {} to {} after {steps} of {length} steps",
            place(state, *from),
            place(state, *to)
        )),
    }
}

fn place(state: &State, spot: Spot) -> String {
    match (state.theatre(), spot) {
        (Some(theatre), _) => theatre.name(spot),
        (None, Spot::Area(cell)) => cell.to_string(),
        (None, Spot::Place(number)) => format!("place {number}"),
    }
}

/// A force's station, with the names of its places.
pub(super) fn station(state: &State, station: Station) -> String {
    state.theatre().map_or_else(|| place(state, station.at), |theatre| theatre.name_of_station(station))
}
