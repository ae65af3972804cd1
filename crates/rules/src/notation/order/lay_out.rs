//! A theatre in words: `theatre roads Thorn - Kulm 2, Kulm - Elm objectives Elm 3 supply Blue at Thorn`. Source: RULES 7.

use super::{
    OrderPrinter, OrderReader,
    piece::{MAP, SIDE, STACK_OR_UNIT},
    theatre::available_maps_hint,
};
use crate::{
    notation::{
        NotationError, Parsed,
        names::{self, quote_if_needed, reference_text},
        reader::Expected,
    },
    refusal::{self, Refusal},
    state::{State, TheatreError},
};
use std::ops::Range;
use wardiary_base::{
    ground::{NetworkDraft, TheatreDraft},
    text::Text,
};

/// The words that end an unquoted name in a theatre.
const ENDS: [&str; 6] = ["-", "titled", "about", "forces", "objectives", "supply"];

/// The length of a road for which no number is written.
const DEFAULT_LENGTH: u16 = 1;

/// Where the parts of a draft stand in the order's text, by their paths: errors in the draft are reported there.
#[derive(Default)]
pub(super) struct DraftRanges(Vec<(String, Range<usize>)>);

impl DraftRanges {
    pub fn add(&mut self, path: impl Into<String>, at: Range<usize>) {
        self.0.push((path.into(), at));
    }

    /// The range of the smallest part that contains a path.
    pub fn find(&self, path: &str) -> Option<Range<usize>> {
        let contains =
            |part: &str| path.strip_prefix(part).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        let found = self.0.iter().filter(|(part, _)| contains(part));
        found.max_by_key(|(part, _)| part.len()).map(|(_, at)| at.clone())
    }
}

impl OrderReader<'_> {
    /// The range from a byte to the last token that was read.
    pub(super) fn range_since(&self, start: usize) -> Range<usize> {
        let end = self.reader.text[..self.reader.next_range().start].trim_end().len();
        start..end.max(start)
    }

    /// Reads items separated by commas; each gets its index.
    pub(super) fn listed<T>(&mut self, read: impl FnMut(&mut Self, usize) -> Parsed<T>) -> Parsed<Vec<T>> {
        self.separated(',', read)
    }

    pub(super) fn separated<T>(
        &mut self,
        sign: char,
        mut read: impl FnMut(&mut Self, usize) -> Parsed<T>,
    ) -> Parsed<Vec<T>> {
        let mut all = vec![read(self, 0)?];
        while self.reader.accept_sign(sign) {
            all.push(read(self, all.len())?);
        }
        Ok(all)
    }

    pub(super) fn theatre(&mut self) -> Parsed<TheatreDraft> {
        let mut ranges = DraftRanges::default();
        self.reader.name_ends = ENDS.map(Text::from).to_vec();
        let draft = self.theatre_parts(&mut ranges);
        self.reader.name_ends.clear();
        let draft = draft?;
        if self.reader.accepts_any_name {
            return Ok(draft);
        }
        let first = self.state.theatre_errors(&draft).into_iter().find_map(|(path, error)| match error {
            TheatreError::Network(fault) => {
                let at = ranges.find(&format!("network.{}", fault.path.join(".")))?;
                Some(NotationError { at, reason: fault.reason, hint: fault.hint })
            }
            error => {
                let at = ranges.find(&path)?;
                let text = refusal::describe(&Refusal::from(error), self.state);
                Some(NotationError { at, reason: text.reason, hint: text.hint })
            }
        });
        first.map_or(Ok(draft), Err)
    }

    fn theatre_parts(&mut self, ranges: &mut DraftRanges) -> Parsed<TheatreDraft> {
        let mut draft = TheatreDraft::default();
        if self.reader.accept_word("map") {
            draft.map = Some(self.read(&MAP).map_err(|error| NotationError {
                hint: error.hint.or_else(|| Some(available_maps_hint(self.state))),
                ..error
            })?);
        } else {
            self.reader.require_word("roads").map_err(|error| NotationError {
                hint: Some("the roads with their lengths: `theatre roads Thorn - Kulm 2, Kulm - Elm`; or a file: `theatre roads.csv`".into()),
                ..error
            })?;
            let mut network = self.network(ranges)?;
            if self.reader.accept_word("titled") {
                network.title = self.reader.any_word(Expected::Free("the title, in quotes"))?;
            }
            if self.reader.accept_word("about") {
                network.about = self.reader.any_word(Expected::Free("a sentence about it, in quotes"))?;
            }
            draft.network = Some(network);
        }
        let places = draft.network.iter().flat_map(|network| network.places.clone()).collect::<Vec<_>>();
        if self.reader.accept_word("forces") {
            draft.at = self.listed(|r, nth| {
                let force = r.read(&STACK_OR_UNIT)?;
                r.reader.require_word("at")?;
                Ok((force, r.place(&places, format!("at.{nth}"), ranges)?))
            })?;
        }
        if self.reader.accept_word("objectives") {
            draft.objectives = self.listed(|r, nth| {
                let place = r.place(&places, format!("objectives.{nth}"), ranges)?;
                Ok((place, r.reader.bounded_number("victory points", 0, u32::from(u16::MAX))?))
            })?;
        }
        if self.reader.accept_word("supply") {
            draft.sources = self.listed(|r, nth| {
                let side = r.read(&SIDE)?;
                r.reader.require_word("at")?;
                Ok((side, r.place(&places, format!("sources.{nth}"), ranges)?))
            })?;
        }
        Ok(draft)
    }

    /// Reads a place, which is this part of the draft. A known place keeps its spelling.
    fn place(&mut self, places: &[Text], path: String, ranges: &mut DraftRanges) -> Parsed<Text> {
        if !places.is_empty() {
            self.reader.expect(Expected::one_of(places));
        }
        let start = self.reader.next_range().start;
        let name = self.reader.new_name()?;
        ranges.add(path, self.range_since(start));
        Ok(places.iter().find(|place| place.eq_ignore_case(&name)).cloned().unwrap_or(name))
    }

    /// Reads roads, and places without one: `Thorn - Kulm 2, Kulm - Elm, Soldau`
    fn network(&mut self, ranges: &mut DraftRanges) -> Parsed<NetworkDraft> {
        let mut network = NetworkDraft::default();
        self.listed(|r, _| {
            let start = r.reader.next_range().start;
            let (next, road) = (network.places.len(), network.roads.len());
            let from = r.place(&network.places, format!("network.places.{next}"), ranges)?;
            if !r.reader.accept_word("-") {
                // The check reports a place that is named twice.
                network.places.push(from);
                return Ok(());
            }
            if !network.places.contains(&from) {
                network.places.push(from.clone());
            }
            let next = network.places.len();
            let to = r.place(&network.places, format!("network.places.{next}"), ranges)?;
            if !network.places.contains(&to) {
                network.places.push(to.clone());
            }
            let last = r.reader.next_range().start;
            let length = r.reader.number_if_any("the length of a road", 0, u32::from(u16::MAX))?;
            ranges.add(format!("network.roads.{road}.2"), r.range_since(last));
            ranges.add(format!("network.roads.{road}"), r.range_since(start));
            let length = length.and_then(|length| u16::try_from(length).ok()).unwrap_or(DEFAULT_LENGTH);
            network.roads.push((from, to, length));
            Ok(())
        })?;
        Ok(network)
    }
}

impl OrderPrinter<'_> {
    /// Appends `word ITEM, ITEM …`, if there is an item.
    pub(super) fn listed(&mut self, word: &str, items: &[String]) -> &mut Self {
        if items.is_empty() { self } else { self.push(word).push(&items.join(", ")) }
    }

    pub(super) fn theatre(&mut self, draft: &TheatreDraft) -> &mut Self {
        if let Some(map) = draft.map {
            self.push("map").put(&MAP, &map);
        }
        if let Some(network) = &draft.network {
            self.push("roads").push(&roads_text(network));
            for (word, text) in [("titled", &network.title), ("about", &network.about)] {
                if !text.is_empty() {
                    self.push(word).quote(text);
                }
            }
        }
        let placed =
            |id, kinds, at: &Text| format!("{} at {}", reference_text(self.state, id, kinds), quote_if_needed(at));
        let at = draft.at.iter().map(|(force, at)| placed(*force, names::STACK_OR_UNIT, at));
        let sources = draft.sources.iter().map(|(side, at)| placed((*side).into(), names::SIDE, at));
        let (at, sources): (Vec<String>, Vec<String>) = (at.collect(), sources.collect());
        let objectives: Vec<String> =
            draft.objectives.iter().map(|(at, points)| format!("{} {points}", quote_if_needed(at))).collect();
        self.listed("forces", &at).listed("objectives", &objectives).listed("supply", &sources)
    }
}

/// The roads of a network, and its places without one: `Thorn - Kulm 2, Kulm - Elm, Soldau`. Places come first where the
/// roads would name them in another order.
pub fn roads_text(network: &NetworkDraft) -> String {
    let mut named: Vec<&Text> = Vec::new();
    for place in network.roads.iter().flat_map(|(from, to, _)| [from, to]) {
        if !named.contains(&place) {
            named.push(place);
        }
    }
    let places = network.places.iter().map(quote_if_needed);
    let road = |(from, to, length): &(Text, Text, u16)| {
        let road = format!("{} - {}", quote_if_needed(from), quote_if_needed(to));
        if *length == DEFAULT_LENGTH { road } else { format!("{road} {length}") }
    };
    let roads = network.roads.iter().map(road);
    let is_in_order = network.places.iter().zip(&named).all(|(place, named)| place == *named);
    let items: Vec<String> =
        if is_in_order { roads.chain(places.skip(named.len())).collect() } else { places.chain(roads).collect() };
    items.join(", ")
}

/// Whether a text reads back as this theatre. Names that are not normalized do not.
pub(super) fn reads_back(state: &State, text: &str, draft: &TheatreDraft) -> bool {
    OrderReader::new(text, state)
        .is_ok_and(|mut reader| reader.theatre().is_ok_and(|read| read == *draft) && reader.reader.is_at_end())
}
