//! Refusals of orders in the theatre. Source: RULES 7.

use super::{RefusalText, event::not_found, kind_and_name, quoted_name, refusals, sentence};
use crate::{
    event::ContactEnd,
    state::{EntityKind, ForceContact, Standstill, State},
};
use wardiary_base::{
    fault::Fault,
    ground::{Spot, Station},
    id::{BattleId, Id, MapId, SideId, StackId, UnitId},
    text::{self, Text},
};

refusals! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum TheatreRefusal, |refusal, state| match refusal {
        NoStation { force: Id } => sentence(format!("{} has no station in the theatre", kind_and_name(state, *force)))
            .with_hint(format!("set it: `station {} at PLACE`", quoted_name(state, *force))),
        AlreadyThere { force: Id } => sentence(format!("{} is already there", kind_and_name(state, *force))),
        CannotMarch { force: Id, by: Standstill } => match by {
            Standstill::Supply => {
                let name = quoted_name(state, *force);
                sentence(format!("{} can't march: its supply is too low for a single step in a part", kind_and_name(state, *force)))
                    .with_hint(format!("to raise its supply by a ruling: `supply {name} LEVEL because …`"))
            }
            Standstill::Allowance => {
                let what = sentence(format!("{} can't march: the rulebook allows it no steps in a part", kind_and_name(state, *force)));
                match kinds_held(state, *force) {
                    Some(kinds) => what.with_hint(format!("the setting `march.but` keeps {kinds} from marching")),
                    None => what.with_hint("`rules change march allowance 1` lets every force march"),
                }
            }
        },
        Fights { force: Id, battle: BattleId } => sentence(format!(
            "{} is fighting in {} and can't be moved",
            kind_and_name(state, *force),
            kind_and_name(state, *battle)
        ))
        .with_hint(format!(
            "end the battle first: `end battle in {}`; if the station was wrong from the start, `amend` or `strike` \
                 its entry",
            quoted_name(state, *battle)
        )),
        NoOrders { force: Id } => sentence(format!("{} has no march orders", kind_and_name(state, *force))),
        NoContact { contact: u32 } => {
            let all: Vec<String> = state.contacts().iter().map(|other| self::contact(state, other)).collect();
            let what = sentence(if *contact >= state.next_contact_number() {
                format!("there has never been a contact {contact}")
            } else {
                let why = state.parting(*contact).map(|how| match how {
                    ContactEnd::Left(force) => format!(": {} left", state.name(force)),
                    ContactEnd::Gone(force) => format!(": {} no longer exists", state.name(force)),
                    ContactEnd::Fought(battle) => format!(": it became the battle {}", state.name(battle)),
                    ContactEnd::SetAside => ": the referee set it aside".into(),
                });
                format!("contact {contact} is over{}", why.unwrap_or_default())
            });
            if all.is_empty() {
                what.with_hint("there are no open contacts")
            } else {
                what.with_hint(format!("open: {}", text::list(&all)))
            }
        },
        /// The contact is on an abandoned branch. The rules never return this: code that has the diary makes it of
        /// `NoContact`.
        OnAbandonedBranch {
            contact: u32,
            /// The number of the entry in which the contact was made.
            entry: u32,
        } => {
            sentence(format!("contact {contact} was made in entry {entry}, which was undone or is on another branch"))
                .with_hint(format!("`goto {entry}` goes back there"))
        },
        ContactForceMissing { contact: u32, force: Id } => {
            sentence(format!("contact {contact} involves {}, which would not be in the battle", kind_and_name(state, *force)))
                .with_hint("leave out the contact, or name both its forces")
        },
        Elsewhere { force: Id, fought: Vec<Station> } => {
            let whereabouts = |at: Station| match state.theatre() {
                Some(theatre) => theatre.whereabouts(at),
                None => format!("at {}", place(state, at.at)),
            };
            let places: Vec<String> = fought.iter().map(|at| whereabouts(*at)).collect();
            let stands = state.station(*force).map_or("not in the theatre".into(), whereabouts);
            let name = quoted_name(state, *force);
            sentence(format!("{} is {stands}, but the battle is {}", kind_and_name(state, *force), text::list(&places)))
                .with_hint(format!("march it there, or correct its station: `station {name} at …`"))
        },
        Fighting { first: Id, second: Id, battle: BattleId } => sentence(format!(
            "{} and {} are already fighting each other in {}",
            state.name(*first),
            state.name(*second),
            state.name(*battle)
        )),
        InContact { contact: u32 } => match state.contact(*contact) {
            Some(found) => sentence(format!("{} is already open", self::contact(state, found))),
            None => sentence(format!("they are already in contact {contact}")),
        },
    }
}

refusals! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum TheatreError, |error, state| match error {
        NoTheatre => sentence("this campaign has no theatre")
            .with_hint("set one up: `theatre map MAP`, or `theatre roads PLACE - PLACE N, …`"),
        HasTheatre => sentence("this campaign already has a theatre").with_hint(
            "to replace it, undo or amend the order that set it up; `station` moves forces within it",
        ),
        NotOneLayout { both: bool } => if *both {
            sentence("a theatre is a network or a map, not both")
        } else {
            sentence("a theatre must be a network or a map, and this is neither")
                .with_hint("`(map: 40)` is a map of the campaign, `(network: (places: […], roads: […]))` a network")
        },
        Network(fault: Fault) => sentence(fault.describe()),
        NoMap { map: MapId } => not_found((*map).into(), EntityKind::Map, None, state),
        NoSide { side: SideId } => not_found((*side).into(), EntityKind::Side, None, state),
        NoPlace {
            name: Text,
            near: Option<Text>,
        } => {
            let what = sentence(format!("the theatre has no place “{}”", name.as_name()));
            near.iter().fold(what, |what, near| what.with_hint(format!("did you mean “{near}”?")))
        },
        OffTheatre { spot: Spot } => sentence(format!("{} is outside the theatre", place(state, *spot))),
        ObjectiveTwice { name: Text } => sentence(format!("{} is already an objective", name.as_name())),
        NoForce { id: Id } => if state.kind(*id).is_none() {
            sentence(format!("nothing has the number {id}"))
        } else {
            sentence(format!("{} is not a force: name a stack, or a unit that is in no stack", kind_and_name(state, *id)))
        },
        InStack { unit: UnitId, stack: StackId } => {
            sentence(format!("{} is stationed with its stack, {}", kind_and_name(state, *unit), state.name(*stack)))
                .with_hint(format!("name the stack, or take the unit out of it: `detach {}`", quoted_name(state, *unit)))
        },
        NobodyLeft { force: Id } => super::nobody_left(state, *force),
        InTwoPlaces { force: Id, names: (Text, Text) } => {
            let (first, second) = (names.0.as_name(), names.1.as_name());
            sentence(format!("{} would be in two places, {first} and {second}", kind_and_name(state, *force)))
        },
        EnemyInSamePlace { enemy: Id, name: Text } => {
            sentence(format!("the enemy is at {}: {}", name.as_name(), kind_and_name(state, *enemy)))
                .with_hint("a place holds forces of only one side")
        },
        Apart { unit: UnitId, at: Station, stack: StackId, there: Station } => {
            let (unit, stack) = (kind_and_name(state, *unit), state.name(*stack));
            sentence(format!("{unit} is at {}, but {stack} at {}", station(state, *at), station(state, *there)))
                .with_hint("a unit joins a stack in the same place: march one of the two to the other first")
        },
        EnemyThere { force: Id, enemy: Id, at: Station } => {
            sentence(format!("the enemy is at {}: {}", station(state, *at), kind_and_name(state, *enemy)))
                .with_hint("a place holds forces of only one side")
        },
        NoRoute { force: Id, from: Spot, to: Spot } => no_route(state, *force, (*from, *to)),
        NoObjective { at: Spot } => {
            let theatre = state.theatre();
            let all = theatre.iter().flat_map(|theatre| theatre.own_objectives()).map(|prize| place(state, prize.spot));
            let all: Vec<String> = all.collect();
            let what = sentence(format!("{} is not an objective of the theatre", place(state, *at)));
            if all.is_empty() { what } else { what.with_hint(format!("its objectives: {}", text::list(&all))) }
        },
        ContactNumber { contact: u32, next: u32 } => {
            sentence(format!("the next contact has the number {next}, not {contact}"))
        },
        /// The two forces are on one side, already in contact, or not both in the theatre.
        NoMeeting { first: Id, second: Id } => {
            sentence(format!("{} and {} can't have come into contact", state.name(*first), state.name(*second)))
        },
        NoContact { contact: u32 } => sentence(format!("there is no open contact {contact}")),
        /// A side can't have sighted the force: it is its own, or somewhere else.
        NotThere { force: Id, at: Station } => {
            sentence(format!("{} can't have been sighted at {}", kind_and_name(state, *force), station(state, *at)))
        },
        NotInSight { force: Id } => sentence(format!("{} was not in sight", kind_and_name(state, *force))),
        OffRoute { force: Id } => sentence(format!("{} was not on that route", kind_and_name(state, *force))),
        OffLeg { from: Spot, to: Spot, steps: u16, length: u16 } => sentence(format!(
            "a force can't be {steps} steps from {} on the route to {}: it is {length} steps long",
            place(state, *from),
            place(state, *to)
        )),
    }
}

/// The troop types in a force that can't march, while others can.
fn kinds_held(state: &State, force: Id) -> Option<String> {
    let march = &state.book().march;
    let mut kinds: Vec<String> = Vec::new();
    for unit in state.units_of_force(force) {
        let kind = unit.kind.as_name();
        if march.allowance > 0 && march.allowance_for(&unit.kind) == 0 && !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    (!kinds.is_empty()).then(|| text::list(&kinds))
}

/// Refuses a step between places that no route connects, or that are not adjacent.
fn no_route(state: &State, force: Id, (from, to): (Spot, Spot)) -> RefusalText {
    let (there, here) = (place(state, to), place(state, from));
    let units = state.units_of_force(force);
    let theatre = state.theatre().filter(|theatre| theatre.route(&units, Station::at(from), to).is_some());
    if theatre.is_some() {
        sentence(format!("{there} is not next to {here}")).with_hint(format!(
            "name every place on the route, or let the program find the shortest: `march {} to {there}`",
            quoted_name(state, force)
        ))
    } else {
        sentence(format!("{} has no open route from {here} to {there}", kind_and_name(state, force)))
    }
}

/// `contact 2 of XX Corps with XIII Corps`
pub(super) fn contact(state: &State, contact: &ForceContact) -> String {
    let (first, second) = contact.forces;
    format!("contact {} of {} with {}", contact.number, state.name(first), state.name(second))
}

pub(super) fn places(state: &State, spots: &[Spot]) -> String {
    if spots.is_empty() {
        return "nowhere".into();
    }
    spots.iter().map(|spot| place(state, *spot)).collect::<Vec<_>>().join(", ")
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
