//! The position of the items on the Campaign screen: their battle, their map, their station in the network.

use wardiary_base::{
    ground::Station,
    id::{BattleId, Id},
};
use wardiary_rules::state::State;
use wardiary_view::campaign::{self, CampaignItem};

/// The battle that the item is, or is in.
pub(super) fn battle_of(state: &State, item: &CampaignItem) -> Option<BattleId> {
    match item {
        CampaignItem::Battle(battle) => Some(*battle),
        CampaignItem::Force(id) | CampaignItem::Sighting(_, id) => {
            state.units_meant(*id).into_iter().find_map(|unit| state.battle_of(unit.id)).map(|battle| battle.id)
        }
        CampaignItem::Contact(number) => {
            let (one, other) = state.contact(*number)?.forces;
            [one, other].into_iter().find_map(|id| battle_of(state, &CampaignItem::Force(id)))
        }
        CampaignItem::Station(station) => {
            let there = state.forces().into_iter().filter(|force| state.station(*force) == Some(*station));
            there.into_iter().find_map(|id| battle_of(state, &CampaignItem::Force(id)))
        }
        CampaignItem::Proposed(_) | CampaignItem::Scheduled(_) => {
            campaign::subject(state, item).and_then(|id| battle_of(state, &CampaignItem::Force(id)))
        }
        _ => None,
    }
}

/// What the Map screen can show of the item.
pub(super) fn map_of(state: &State, item: &CampaignItem) -> Option<Id> {
    match item {
        CampaignItem::Battle(battle) => match state.map_of(*battle) {
            Some(_) => Some((*battle).into()),
            // The forces of a finished battle may have marched on.
            None if state.battle(*battle)?.over.is_some() => None,
            None => campaign::subject(state, item).and_then(|id| map_of(state, &CampaignItem::Force(id))),
        },
        CampaignItem::Force(id) | CampaignItem::Sighting(_, id) => {
            let placed =
                state.units_meant(*id).into_iter().find(|unit| unit.place.is_some()).map(|unit| unit.id.into());
            let marches = || state.theatre().is_some_and(|theatre| theatre.map().is_some());
            placed.or_else(|| stands_as(state, *id).filter(|_| marches()))
        }
        CampaignItem::Station(station) => {
            let theatre = state.theatre()?;
            let map = theatre.map()?;
            theatre.standing_at(station.at).first().copied().or(Some(map.id.into()))
        }
        CampaignItem::Contact(_) | CampaignItem::Proposed(_) | CampaignItem::Scheduled(_) => {
            campaign::subject(state, item).and_then(|id| map_of(state, &CampaignItem::Force(id)))
        }
        _ => None,
    }
}

/// The force as which a unit or a stack stands in the theatre, or the first force of a side that stands there.
fn stands_as(state: &State, id: Id) -> Option<Id> {
    let forces = state.units_meant(id).into_iter().filter_map(|unit| state.force_of(unit.id));
    forces.into_iter().find(|force| state.station(*force).is_some())
}

/// The station in the theatre's network where the item stands or is fought.
pub(super) fn on_network(state: &State, item: &CampaignItem) -> Option<Station> {
    state.theatre()?.network()?;
    match item {
        CampaignItem::Station(station) => Some(*station),
        CampaignItem::Sketch(number) => state.sketch(*number).and_then(|(_, known)| known.place),
        CampaignItem::Contact(number) => state.contact(*number).map(|contact| contact.at.1),
        // The forces of a finished battle may have marched on.
        CampaignItem::Battle(battle) if state.battle(*battle)?.over.is_some() => None,
        _ => state.station(stands_as(state, campaign::subject(state, item)?)?),
    }
}
