//! A campaign between its battles as JSON, with a key for each subject: the theatre, sightings, staff work and the
//! score. Source: RULES 7.

use serde_json::{Map, Value, json};
use wardiary_base::{
    book::Moment,
    ground::{Spot, Station},
    id::{Id, SideId},
};
use wardiary_rules::{
    event::{ContactCause, DecidedBy, Decision, SightLevel},
    notation::{self, order_text, proposal_reason},
    rules::{
        self, Proposal,
        sighting::{Age, Estimate, Known, all_knowledge},
    },
    state::{AnswerKind, CampaignEnd, ForceContact, Message, Score, State, Theatre, VisibilityRuling, WrittenOrders},
};

/// All subjects, a key each; `None` if there are none.
pub fn campaign_json(state: &State) -> Option<Value> {
    let mut all = Map::new();
    if let Some(theatre) = state.theatre() {
        all.insert("theatre".into(), theatre_json(theatre));
        all.insert(
            "forces".into(),
            state.forces().into_iter().map(|force| force_json(state, theatre, force)).collect(),
        );
        all.insert("contacts".into(), state.contacts().iter().map(|at| contact_json(state, theatre, at)).collect());
        all.insert("objectives".into(), objectives_json(theatre));
        all.extend(sightings_json(state, theatre).map(|json| ("sightings".into(), json)));
    }
    all.extend(staff_json(state));
    let pools: Vec<Value> = state
        .pools()
        .map(|(pool, side)| json!({ "name": pool.name, "side": side.id, "left": state.points_left_in_pool(pool, side.id) }))
        .collect();
    if !pools.is_empty() {
        all.insert("pools".into(), pools.into());
    }
    if state.keeps_score() {
        all.insert("score".into(), score_json(state));
    }
    all.extend(state.ended().map(|end| ("ended".into(), end_json(end))));
    let proposed = rules::proposals(state);
    if !proposed.is_empty() {
        all.insert("proposals".into(), proposals(state, &proposed));
    }
    (!all.is_empty()).then(|| all.into())
}

fn theatre_json(theatre: Theatre) -> Value {
    let place = |spot: Spot| theatre.name(spot);
    let sources = theatre.sources().iter().map(|(side, at)| json!({ "side": side, "at": place(*at) }));
    let mut json = json!({ "title": theatre.title(), "sources": sources.collect::<Vec<_>>() });
    if let Some(map) = theatre.map() {
        json["map"] = json!(map.id);
    }
    if let Some(network) = theatre.network() {
        json["places"] = json!(network.places());
        let from_each = (0u16..).take(network.places().len());
        let roads = from_each.flat_map(|from| network.roads(from).iter().map(move |(to, length)| (from, *to, *length)));
        let once = roads.filter(|(from, to, _)| from < to);
        let road = |(from, to, length)| json!([place(Spot::Place(from)), place(Spot::Place(to)), length]);
        json["roads"] = once.map(road).collect();
    }
    json
}

pub(super) fn station_json(theatre: Theatre, station: Station) -> Value {
    let mut json = json!({ "at": theatre.name(station.at) });
    if let Some((toward, steps)) = station.toward {
        json["toward"] = json!(theatre.name(toward));
        json["steps"] = json!(steps);
    }
    json
}

fn force_json(state: &State, theatre: Theatre, force: Id) -> Value {
    let station = state.station(force).map(|station| station_json(theatre, station));
    let way: Vec<String> = state.route_of(force).iter().map(|spot| theatre.name(*spot)).collect();
    let contacts: Vec<u32> =
        state.contacts().iter().filter(|at| at.opponent(force).is_some()).map(|at| at.number).collect();
    json!({
        "id": force,
        "name": state.name(force),
        "side": state.side_of(force),
        "station": station,
        "way": way,
        "steps": state.steps_per_part(&state.units_of_force(force)),
        "contacts": contacts,
        "battle": state.battle_of_force(force),
    })
}

fn contact_json(state: &State, theatre: Theatre, contact: &ForceContact) -> Value {
    let clock = &state.book().clock;
    let how = match contact.touch {
        ContactCause::Met => "met",
        ContactCause::Passed => "passed",
        ContactCause::Ruled => "ruled",
    };
    json!({
        "number": contact.number,
        "forces": [contact.forces.0, contact.forces.1],
        "at": [station_json(theatre, contact.stations.0), station_json(theatre, contact.stations.1)],
        "how": how,
        "since": clock.is_on().then(|| clock.format_moment(contact.since)),
    })
}

fn objectives_json(theatre: Theatre) -> Value {
    let objective = |prize: &wardiary_rules::state::TheatreObjective| json!({ "at": theatre.name(prize.spot), "points": prize.points, "side": prize.holder });
    theatre.own_objectives().iter().map(objective).collect()
}

/// Proposals, each with its order, the side it is for and the reason.
pub fn proposals(state: &State, proposed: &[Proposal]) -> Value {
    let text = |proposal: &Proposal| {
        json!({
            "order": order_text(state, &proposal.order),
            "for": state.name(proposal.who),
            "reason": proposal_reason(state, &proposal.reason),
        })
    };
    proposed.iter().map(text).collect()
}

pub(super) fn end_json(end: &CampaignEnd) -> Value {
    json!({ "decision": end.decision.as_ref().map(decision_json), "why": end.outcome })
}

/// The winner, and the reason.
pub(super) fn decision_json(decision: &Decision) -> Value {
    let by = match decision.by {
        DecidedBy::Word => "word",
        DecidedBy::Standing => "standing",
        DecidedBy::Exhaustion => "exhaustion",
        DecidedBy::Losses => "losses",
        DecidedBy::Points => "points",
    };
    json!({ "winner": decision.award.winner(), "margin": decision.award.margin(), "by": by })
}

pub(super) fn score_json(state: &State) -> Value {
    let side = |score: Score| {
        json!({
            "side": score.side,
            "objectives": score.objectives,
            "losses": score.losses,
            "battles": score.battles,
            "rulings": score.rulings,
            "total": score.total(),
            "known": score.is_known,
        })
    };
    let ahead = state
        .points_leader()
        .map(|(side, by)| json!({ "side": side, "by": by, "margin": state.book().victory.margins.name_for(by) }));
    json!({ "sides": state.score().into_iter().map(side).collect::<Vec<_>>(), "ahead": ahead })
}

/// Sightings by side in the theatre, if there is one; `None` if the rulebook does not use sighting.
pub fn sightings(state: &State) -> Option<Value> {
    sightings_json(state, state.theatre()?)
}

/// Sightings by side; `None` if the rulebook does not use sighting.
pub(super) fn sightings_json(state: &State, theatre: Theatre) -> Option<Value> {
    let json = || all_knowledge(state).map(|(side, known)| known_json(state, theatre, side, &known)).collect();
    state.book().sight.is_on().then(json)
}

fn known_json(state: &State, theatre: Theatre, side: SideId, known: &Known) -> Value {
    let level = known.level.map(|level| match level {
        SightLevel::Seen => "seen",
        SightLevel::InContact => "in contact",
        SightLevel::Fought => "fought",
    });
    let (age, seen) = match known.age {
        Age::InSight => ("in sight", None),
        Age::Remembered(seen) => ("remembered", Some(seen)),
        Age::LastSeen(seen) => ("last seen", Some(seen)),
    };
    let ladder = &state.book().ladder;
    let grade = |grade: &Estimate| {
        let (best, worst) = notation::grade_range(ladder, grade);
        json!({ "best": ladder.name(best), "worst": ladder.name(worst) })
    };
    json!({
        "side": side,
        "of": known.of,
        "force": known.force,
        "name": known.force.map(|force| state.name(force).into()).or_else(|| known.alias.clone()),
        "level": level,
        "age": age,
        "as_of": state.book().clock.is_on().then(|| state.book().clock.format_moment(known.as_of)),
        "seen": seen.map(|seen| state.book().clock.format_moment(seen)),
        "station": known.place.map(|place| station_json(theatre, place)),
        "units": known.units.map(estimate),
        "kinds": known.kinds,
        "strength": known.strength.map(estimate),
        "grades": known.grades.as_ref().map(|grades| grades.iter().map(grade).collect::<Vec<_>>()),
        "edna": known.edna.as_ref().map(|edna| edna.iter().copied().map(estimate).collect::<Vec<_>>()),
    })
}

fn estimate(estimate: Estimate) -> Value {
    match estimate.most {
        Some(most) if most == estimate.least => json!(most),
        most => json!({ "least": estimate.least, "most": most }),
    }
}

/// A key for each subject that exists.
pub(super) fn staff_json(state: &State) -> Map<String, Value> {
    let mut all = Map::new();
    let mut tell = |key: &str, values: Vec<Value>| {
        if !values.is_empty() {
            all.insert(key.into(), values.into());
        }
    };
    tell("messages", state.messages().iter().map(|message| message_json(state, message)).collect());
    tell("written_orders", state.written_orders().iter().map(|orders| written_json(state, orders)).collect());
    tell("rulings", state.rulings().map(|ruling| ruling_json(state, ruling)).collect());
    all
}

fn message_json(state: &State, message: &Message) -> Value {
    json!({
        "number": message.number,
        "to": message.sides,
        "text": message.text,
        "due": moment(state, message.due),
        "is_delivered": message.delivered.is_some(),
        "delivered": message.delivered.and_then(|at| moment(state, at)),
    })
}

pub fn written_json(state: &State, orders: &WrittenOrders) -> Value {
    let answer = orders.answer.as_ref();
    let status = answer.map_or("waiting", |answer| match answer.kind {
        AnswerKind::Granted => "given",
        AnswerKind::Refused | AnswerKind::Cancelled => answer.kind.word(),
    });
    json!({
        "number": orders.number,
        "name": state.orders_label(orders.number),
        "side": orders.side,
        "text": orders.text,
        "received": moment(state, orders.received),
        "due": moment(state, orders.due),
        "status": status,
        "answered": answer.and_then(|answer| moment(state, answer.answered_at)),
        "why": answer.and_then(|answer| answer.why.clone()),
    })
}

fn ruling_json(state: &State, (what, side, ruled): (Id, Option<SideId>, VisibilityRuling)) -> Value {
    let ruled = match ruled {
        VisibilityRuling::Revealed => "revealed",
        VisibilityRuling::Hidden => "hidden",
    };
    // A ruling without a side applies to all sides but the subject's own.
    json!({ "of": what, "name": state.name(what), "side": side, "ruled": ruled })
}

fn moment(state: &State, at: Moment) -> Option<String> {
    let clock = &state.book().clock;
    clock.is_on().then(|| clock.format_moment(at))
}
