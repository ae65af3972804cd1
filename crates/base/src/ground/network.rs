//! A network: the places of a theatre and the roads between them. Source: RULES 7.

use crate::{
    fault::Fault,
    text::{self, Text, name_match::position_named},
};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

const MAX_PLACES: usize = 2_000;

/// Maximum length of a road, in steps.
const MAX_ROAD_LENGTH: u16 = 1_000;

/// A network as a file stores it, unchecked. [`NetworkDraft::check`] makes a [`Network`] of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NetworkDraft {
    #[serde(default, skip_serializing_if = "Text::is_empty")]
    pub title: Text,
    #[serde(default, skip_serializing_if = "Text::is_empty")]
    pub about: Text,
    pub places: Vec<Text>,
    /// Each road as two places and its length in steps: `("Thorn", "Kulm", 2)`.
    pub roads: Vec<(Text, Text, u16)>,
}

/// A checked network. Places are identified by index; roads lead both ways.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    draft: NetworkDraft,
    index_by_name: BTreeMap<String, u16>,
    /// For each place, the other end and the length of each of its roads, by place index.
    roads: Vec<Vec<(u16, u16)>>,
}

impl NetworkDraft {
    /// Validates the draft and builds its network; the errors are all its faults.
    pub fn check(&self) -> Result<Network, Vec<Fault>> {
        let mut faults = Vec::new();
        if !self.title.is_empty() {
            faults.extend(text::name_fault(&self.title).map(|what| Fault::at("title", what)));
        }
        let numbers = self.check_places(&mut faults);
        let mut roads = vec![Vec::new(); self.places.len()];
        let mut laid = BTreeSet::new();
        for (at, (from, to, length)) in self.roads.iter().enumerate() {
            let path = format!("roads.{at}");
            let ends = [(0, from), (1, to)].map(|(nth, name)| {
                let number = numbers.get(&name.raw().to_lowercase()).copied();
                if number.is_none() {
                    faults.push(self.unknown_place(format!("{path}.{nth}"), name));
                }
                number
            });
            let named = || format!("from {} to {}", from.as_name(), to.as_name());
            if !(1..=MAX_ROAD_LENGTH).contains(length) {
                let what = format!("the road {} must take 1 to {MAX_ROAD_LENGTH} steps, not {length}", named());
                faults.push(Fault::at(format!("{path}.2"), what));
            }
            let [Some(from), Some(to)] = ends else { continue };
            if from == to {
                faults.push(Fault::at(path, format!("the road {} ends where it starts", named())));
            } else if !laid.insert((from.min(to), from.max(to))) {
                let fault = Fault::at(path, format!("there is already a road {}", named()));
                faults.push(fault.with_hint("a road runs both ways: list it once"));
            } else {
                roads[usize::from(from)].push((to, *length));
                roads[usize::from(to)].push((from, *length));
            }
        }
        roads.iter_mut().for_each(|roads| roads.sort_unstable());
        if faults.is_empty() { Ok(Network { draft: self.clone(), index_by_name: numbers, roads }) } else { Err(faults) }
    }

    fn check_places(&self, faults: &mut Vec<Fault>) -> BTreeMap<String, u16> {
        let mut numbers = BTreeMap::new();
        if self.places.is_empty() {
            faults.push(Fault::at("places", "a network needs at least one place"));
        }
        if self.places.len() > MAX_PLACES {
            let what = format!("a network has at most {MAX_PLACES} places, not {}", self.places.len());
            faults.push(Fault::at("places", what));
            return numbers;
        }
        for (number, name) in (0u16..).zip(&self.places) {
            let path = format!("places.{number}");
            faults.extend(text::name_fault(name).map(|what| Fault::at(&path, what)));
            if numbers.insert(name.raw().to_lowercase(), number).is_some() {
                let what = format!("duplicate place “{name}”");
                faults.push(Fault::at(path, what));
            }
        }
        numbers
    }

    fn unknown_place(&self, path: String, name: &Text) -> Fault {
        let fault = Fault::at(path, format!("there is no place “{}”", name.as_name()));
        match text::nearest(name, &self.places) {
            Some(near) => fault.with_hint(format!("did you mean “{near}”?")),
            None => fault,
        }
    }
}

impl Network {
    pub fn title(&self) -> &Text {
        &self.draft.title
    }

    pub fn about(&self) -> &Text {
        &self.draft.about
    }

    pub fn places(&self) -> &[Text] {
        &self.draft.places
    }

    /// The place of this name, ignoring case, or else as [`position_named`] finds it.
    pub fn place_named(&self, name: &str) -> Option<u16> {
        let indexed = self.index_by_name.get(&name.to_lowercase()).copied();
        let position = || position_named(self.places().iter().map(Text::raw), name);
        indexed.or_else(|| u16::try_from(position()?).ok())
    }

    /// The other end and the length of each road of a place.
    pub fn roads(&self, place: u16) -> &[(u16, u16)] {
        self.roads.get(usize::from(place)).map_or(&[], Vec::as_slice)
    }

    pub fn road(&self, from: u16, to: u16) -> Option<u16> {
        self.roads(from).iter().find(|(other, _)| *other == to).map(|(_, length)| *length)
    }
}
