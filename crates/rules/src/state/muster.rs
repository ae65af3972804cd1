//! The muster: the sides, stacks and units before the first entry. Scenarios and saves share it.

use super::{EventError, EventProblem, MapError, State, TheatreError, formation::path_names};
use crate::{
    event::{ClockEvent, Event, IntelEvent, Learned, StackEvent, UnitPrecision},
    order::{Posture, Recruit, ScreenTarget},
};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeSet, sync::Arc};
use wardiary_base::{
    book::Rulebook,
    fault::Fault,
    ground::{GroundDraft, TheatreDraft},
    id::{BattleId, Id, MapId, SideId, StackId, UnitId},
    text::{
        self, Text,
        name_match::{are_twins, normalized_name, twins},
    },
};

/// The muster as a file holds it. Its lists are flat, since RON limits nesting and flat lines are easy to edit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Muster {
    /// The campaign's date, as free text.
    #[serde(skip_serializing_if = "Text::is_empty")]
    pub date: Text,
    /// The first moment by the rulebook's clock, such as `"day 1, dusk"`; by default the clock's first.
    #[serde(skip_serializing_if = "Text::is_empty")]
    pub clock: Text,
    /// The initial schedule: the moment, and a note or the text of an order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub scheduled: Vec<(Text, Text)>,
    pub sides: Vec<MusteredSide>,
    pub stacks: Vec<MusteredStack>,
    pub units: Vec<Recruit>,
    /// In a side's view: how exactly it knows the numbers of units.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[serde(rename = "veils")]
    pub precisions: Vec<(UnitId, UnitPrecision)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub battles: Vec<MusteredBattle>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub maps: Vec<MusteredMap>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub theatre: Option<TheatreDraft>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MusteredSide {
    pub id: SideId,
    pub name: Text,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MusteredStack {
    pub id: StackId,
    pub side: SideId,
    pub name: Text,
    /// The path of its formation, the largest first: `"Army of the North / II Corps"`.
    #[serde(default, skip_serializing_if = "Text::is_empty")]
    pub formation: Text,
    // ---- stacks
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leader: Option<UnitId>,
    #[serde(default, skip_serializing_if = "Posture::is_neutral")]
    pub posture: Posture,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub screening: Option<ScreenTarget>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MusteredBattle {
    pub id: BattleId,
    pub name: Text,
    /// The members of each party: sides, stacks and units.
    pub parties: Vec<Vec<Id>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub map: Option<MapId>,
}

/// A map at the start: its ground or, in a scenario, the name of a map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MusteredMap {
    pub id: MapId,
    /// The name of a map that ships or of the user's own. The save takes over its ground.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub map: Option<Text>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ground: Option<GroundDraft>,
}

/// The errors of a muster. [`crate::notation::refusal`] puts them into words.
#[derive(Clone, Debug, PartialEq)]
pub struct InvalidMuster {
    /// The errors, each with the path of its entry in the muster, such as `units.3`.
    pub(crate) errors: Vec<(String, EventError)>,
    /// The state of the valid part; it has the names.
    pub state: Box<State>,
}

impl Muster {
    /// The state that the muster describes, or all errors. [`Muster::unprintable_names`] lists the names it sanitizes.
    pub fn check(&self, book: &Arc<Rulebook>) -> Result<State, InvalidMuster> {
        let mut entering = MusterBuilder {
            state: State::new(Arc::clone(book)),
            errors: Vec::new(),
            refused: BTreeSet::new(),
            map_refused: false,
        };
        if !self.date.is_empty() {
            entering.apply_event("date", None, &Event::DateSet { from: Text::default(), to: self.date.clone() });
        }
        entering.calendar(&self.clock, &self.scheduled);
        for (i, side) in self.sides.iter().enumerate() {
            let event = Event::SideMade { id: side.id, name: side.name.clone() };
            entering.apply_event(&format!("sides.{i}"), Some(side.id.into()), &event);
        }
        for (i, stack) in self.stacks.iter().enumerate() {
            let event = stack.made();
            entering.apply_event(&format!("stacks.{i}"), Some(stack.id.into()), &event);
        }
        for (i, map) in self.maps.iter().enumerate() {
            entering.map(&format!("maps.{i}"), map);
        }
        for (i, unit) in self.units.iter().enumerate() {
            entering.apply_event(&format!("units.{i}"), Some(unit.id.into()), &Event::UnitMade(unit.clone()));
        }
        for (i, (unit, precision)) in self.precisions.iter().enumerate() {
            let learned = Learned { unit: *unit, precision: Some(precision.clone()), ..Learned::default() };
            entering.apply_event(&format!("veils.{i}"), None, &Event::Intel(IntelEvent::Learned(Box::new(learned))));
        }
        entering.state.claim_occupied_objectives();
        for (i, stack) in self.stacks.iter().enumerate() {
            // Without its leader a stack can neither take its posture nor screen anything but an Edge.
            if entering.has_refused(stack.id) || stack.leader.is_some_and(|leader| entering.has_refused(leader)) {
                continue;
            }
            for event in stack.stances() {
                entering.apply_event(&format!("stacks.{i}"), None, &Event::Stacks(event));
            }
        }
        for (i, battle) in self.battles.iter().enumerate() {
            // Members that are missing from the parties were rejected already.
            if !entering.refused.is_empty() {
                break;
            }
            let sides = entering.state.parties(&battle.parties);
            let event = Event::BattleBegun { id: battle.id, name: battle.name.clone(), sides, map: battle.map };
            entering.apply_event(&format!("battles.{i}"), None, &event);
        }
        entering.theatre(self.theatre.as_ref());
        entering.state.claim_occupied_objectives();
        let MusterBuilder { state, errors, .. } = entering;
        if errors.is_empty() { Ok(state) } else { Err(InvalidMuster { errors, state: Box::new(state) }) }
    }

    /// Objectives of the muster's own ground whose holder is no side of it. On a named map these have no holder.
    pub fn unknown_holders(&self) -> Vec<Fault> {
        let is_side = |name: &Text| self.sides.iter().any(|side| are_twins(side.name.raw(), name.raw()));
        let sides: Vec<String> = self.sides.iter().map(|side| side.name.as_name()).collect();
        let of_ground = |(at, map): (usize, &MusteredMap)| {
            let objectives = map.ground.iter().flat_map(|ground| ground.objectives.0.iter().enumerate());
            let strange = objectives.filter(|(_, (_, holder))| !holder.is_empty() && !is_side(holder));
            let fault = |(nth, (_, holder)): (usize, &(Text, Text))| {
                let what = format!("there is no side “{}”", holder.as_name());
                let hint = format!("available: {}; `\"\"` for no side", text::list(&sides));
                Fault::at(format!("muster.maps.{at}.ground.objectives.{nth}"), what).with_hint(hint)
            };
            strange.map(fault).collect::<Vec<_>>()
        };
        self.maps.iter().enumerate().flat_map(of_ground).collect()
    }

    /// The names that can't be shown as they are: the path, and the name shown instead.
    pub fn unprintable_names(&self) -> impl Iterator<Item = (String, String)> + '_ {
        self.names().filter_map(|(kind, at, name)| {
            let shown = name.as_name();
            (*name != *shown).then(|| (format!("{kind}.{at}.name"), shown))
        })
    }

    /// The names that look like an earlier one of the same kind, but are written with other characters.
    pub fn twin_names(&self) -> Vec<Fault> {
        let fault = |(_, (kind, at, name)): (_, (&str, usize, &Text))| {
            let what = format!("“{}” looks like an earlier name, but is written with other characters", name.as_name());
            Fault::at(format!("{kind}.{at}.name"), what).with_hint("choose another name for one of them")
        };
        twins(self.names().map(|named| (named.0, named, named.2.raw()))).into_iter().map(fault).collect()
    }

    /// The names that an order could not give: they are empty or too long, or have characters that can't be displayed.
    pub fn invalid_names(&self) -> Vec<Fault> {
        let faults = self.names().filter_map(|(kind, at, name)| {
            text::name_fault(name).map(|what| Fault::at(format!("{kind}.{at}.name"), what))
        });
        let of_stack = |(at, stack): (usize, &MusteredStack)| {
            let what = path_names(&stack.formation).find_map(|name| text::name_fault(&name))?;
            Some(Fault::at(format!("stacks.{at}.formation"), what))
        };
        faults.chain(self.stacks.iter().enumerate().filter_map(of_stack)).collect()
    }

    /// Stores all names as a new name is stored: [`normalized_name`].
    pub fn normalize_names(&mut self) {
        let sides = self.sides.iter_mut().map(|side| &mut side.name);
        let stacks = self.stacks.iter_mut().flat_map(|stack| [&mut stack.name, &mut stack.formation]);
        let units = self.units.iter_mut().map(|unit| &mut unit.name);
        let battles = self.battles.iter_mut().map(|battle| &mut battle.name);
        for name in sides.chain(stacks).chain(units).chain(battles) {
            *name = normalized_name(name.raw()).into();
        }
    }

    /// All names: the field of their list, their place in it, and the name.
    fn names(&self) -> impl Iterator<Item = (&'static str, usize, &Text)> {
        let sides = self.sides.iter().enumerate().map(|(at, side)| ("sides", at, &side.name));
        let stacks = self.stacks.iter().enumerate().map(|(at, stack)| ("stacks", at, &stack.name));
        let units = self.units.iter().enumerate().map(|(at, unit)| ("units", at, &unit.name));
        let battles = self.battles.iter().enumerate().map(|(at, battle)| ("battles", at, &battle.name));
        sides.chain(stacks).chain(units).chain(battles)
    }
}

/// A muster that is being entered into a state.
struct MusterBuilder {
    state: State,
    errors: Vec<(String, EventError)>,
    /// Things that were rejected. That they are missing later is not a further error.
    refused: BTreeSet<Id>,
    map_refused: bool,
}

impl MusterBuilder {
    /// Applies an event if it is valid; `makes` is the id of the thing that it creates.
    fn apply_event(&mut self, path: &str, makes: Option<Id>, event: &Event) {
        let Err(first) = self.state.apply(event) else { return };
        let all = match event {
            // List every error of a unit, not only the first.
            Event::UnitMade(recruit) => self.state.recruit_or_all_errors(recruit).err().unwrap_or_else(|| vec![first]),
            _ => vec![first],
        };
        let own: Vec<EventError> = all.into_iter().filter(|error| !self.is_consequence(error)).collect();
        self.errors.extend(own.into_iter().map(|error| (path.to_string(), error)));
        self.refused.extend(makes);
    }

    /// Whether an error only follows from an earlier rejection.
    fn is_consequence(&self, error: &EventError) -> bool {
        match &error.problem {
            EventProblem::NotFound { id, found: None, .. } => self.refused.contains(id),
            EventProblem::Map(MapError::AmbiguousMap { .. }) => self.map_refused,
            _ => false,
        }
    }

    fn has_refused(&self, id: impl Into<Id>) -> bool {
        self.refused.contains(&id.into())
    }

    /// Sets up the theatre. Forces that were rejected are not reported again.
    fn theatre(&mut self, draft: Option<&TheatreDraft>) {
        let Some(draft) = draft else { return };
        match self.state.deployment_of(draft) {
            Ok(deployment) => self.state.deployment = Some(deployment.into()),
            Err(errors) => {
                let path = |path: String| if path.is_empty() { "theatre".into() } else { format!("theatre.{path}") };
                let own = errors.into_iter().filter(|(_, error)| !self.is_theatre_consequence(error));
                let own: Vec<_> = own.map(|(at, error)| (path(at), error.into())).collect();
                self.errors.extend(own);
            }
        }
    }

    fn is_theatre_consequence(&self, error: &TheatreError) -> bool {
        match error {
            TheatreError::NoForce { id } | TheatreError::NobodyLeft { force: id } => {
                let of_it = |unit: &Id| self.state.kind(*unit).is_none();
                self.has_refused(*id) || self.refused.iter().any(of_it)
            }
            TheatreError::NoMap { map } => self.has_refused(*map),
            TheatreError::NoSide { side } => self.has_refused(*side),
            _ => false,
        }
    }

    /// Sets the first moment and the initial schedule.
    fn calendar(&mut self, begins: &Text, scheduled: &[(Text, Text)]) {
        let clock = self.state.book().clock.clone();
        let from = self.state.calendar().now;
        match clock.parse_moment(begins.raw()) {
            Some(to) if to > from => self.apply_event("clock", None, &Event::Clock(ClockEvent::Advanced { from, to })),
            None if !begins.is_empty() => {
                self.add_error("clock", EventProblem::NoMomentOfClock { written: begins.clone(), now: None });
            }
            _ => {}
        }
        Arc::make_mut(&mut self.state.calendar).begin();
        let now = self.state.calendar().now;
        for (i, (written, what)) in scheduled.iter().enumerate() {
            let at = clock.parse_moment(written.raw());
            if what.is_blank() {
                self.add_error(&format!("scheduled.{i}.1"), EventProblem::NothingScheduled);
            } else if let Some(at) = at.filter(|at| *at >= now) {
                let item = self.state.calendar().next_item();
                let event = ClockEvent::Scheduled { item, at, what: what.clone(), who: None };
                self.apply_event(&format!("scheduled.{i}"), None, &Event::Clock(event));
            } else {
                let error = EventProblem::NoMomentOfClock { written: written.clone(), now: at.map(|_| now) };
                self.add_error(&format!("scheduled.{i}.0"), error);
            }
        }
    }

    fn add_error(&mut self, path: &str, problem: EventProblem) {
        self.errors.push((path.into(), problem.into()));
    }

    fn map(&mut self, path: &str, map: &MusteredMap) {
        match self.state.ground_of_muster(map) {
            Ok(ground) => self.state.add_map(map.id, ground),
            Err(errors) => {
                self.errors.extend(errors.into_iter().map(|error| (path.to_string(), error)));
                self.refused.insert(map.id.into());
                self.map_refused = true;
            }
        }
    }
}

impl MusteredStack {
    pub fn new(id: StackId, side: SideId, name: impl Into<Text>) -> Self {
        let formation = Text::default();
        Self { id, side, name: name.into(), formation, leader: None, posture: Posture::Neutral, screening: None }
    }

    fn made(&self) -> Event {
        let (name, formation) = (self.name.clone(), self.formation.clone());
        Event::StackMade { id: self.id, side: self.side, name, formation }
    }

    /// The events that set leader, screen and posture. The leader comes first, since a posture needs one.
    fn stances(&self) -> Vec<StackEvent> {
        let stack = self.id;
        let led = self.leader.map(|unit| StackEvent::Led { stack, from: None, to: Some(unit) });
        let screened = self.screening.clone().map(|to| StackEvent::Screened { stack, from: None, to: Some(to) });
        let (from, to) = (Posture::Neutral, self.posture);
        let postured = (to != from).then_some(StackEvent::Postured { stack, from, to });
        led.into_iter().chain(screened).chain(postured).collect()
    }
}

impl State {
    /// The parties of a battle as sides, each with its living units. A party with units of two sides is split.
    pub fn parties(&self, parties: &[Vec<Id>]) -> Vec<(SideId, Vec<wardiary_base::id::UnitId>)> {
        let mut sides: Vec<(SideId, Vec<wardiary_base::id::UnitId>)> = Vec::new();
        let mut named = BTreeSet::new();
        let units = parties.iter().flatten().flat_map(|id| self.units_for_id(*id)).filter(|u| u.is_alive());
        for unit in units.filter(|u| named.insert(u.id)) {
            match sides.iter_mut().find(|(side, _)| *side == unit.side) {
                Some((_, units)) => units.push(unit.id),
                None => sides.push((unit.side, vec![unit.id])),
            }
        }
        for (_, units) in &mut sides {
            units.sort_by_key(|u| self.roster_index(*u));
        }
        sides
    }
}
