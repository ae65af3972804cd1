//! The timeline of a battle in the columns of its pane: the strength of each side, and the notable events.

use wardiary_diary::diary::EntryNo;
use wardiary_report::battle_timeline::{BattleTimeline, Measure, SwingMoment};
use wardiary_rules::{notable::NotableKind, state::State};
use wardiary_view::{
    battle_timeline::{TimelineColumn, TimelineSide},
    review::{StripEvent, StripMark, column_of},
};

#[derive(Debug, Default)]
pub(super) struct TimelineLayout {
    pub sides: Vec<TimelineSide>,
    pub notches: Vec<StripMark>,
    pub signals: Vec<(usize, StripEvent)>,
    /// The entry at each index, the start of the battle first.
    pub numbers: Vec<EntryNo>,
}

impl TimelineLayout {
    /// Draws a timeline along these entries. After the end of a battle its last moment stays.
    pub fn of(timeline: &BattleTimeline, numbers: Vec<EntryNo>, state: &State, columns: u16) -> Self {
        let entries = numbers.len().saturating_sub(1);
        let columns = columns.max(2);
        let column = |place: usize| usize::from(column_of(entries, place, columns));
        // For each column its last moment, and its most important notable event with the last place.
        let mut found: Vec<Option<(&SwingMoment, usize, Option<NotableKind>)>> = vec![None; columns.into()];
        let mut notches: Vec<StripMark> = Vec::new();
        let (mut moments, mut turn) = (timeline.moments.iter().peekable(), None);
        let mut last = None;
        for (place, no) in numbers.iter().enumerate() {
            let moment = moments.next_if(|moment| moment.no == *no);
            let kinds = moment.into_iter().flat_map(|moment| &moment.notable).map(|(kind, _)| *kind);
            let notable = kinds.max().filter(|_| place > 0);
            last = moment.or(last);
            let Some(last) = last else { continue };
            let cell = &mut found[column(place)];
            *cell = Some((last, place, cell.and_then(|(_, _, notable)| notable).max(notable)));
            let is_free = notches.last().is_none_or(|notch| column(notch.position) + 2 < column(place));
            if turn.replace(last.turn_after) != Some(last.turn_after) && is_free {
                notches.push(StripMark { position: place, name: format!("T{}", last.turn_after), is_battle: false });
            }
        }
        let signal = |(_, place, kind): &(_, usize, Option<NotableKind>)| Some((*place, StripEvent::Notable((*kind)?)));
        let signals = found.iter().flatten().filter_map(signal);
        let side = |(at, id): (usize, &wardiary_base::id::SideId)| {
            let mut level = TimelineColumn::default();
            let columns = found.iter().map(|cell| {
                if let Some((way, brought)) =
                    cell.and_then(|(moment, ..)| Some((moment.sides.get(at)?, *moment.brought.get(at)?)))
                {
                    let exhausts = timeline.measure == Measure::ExhaustionPoint;
                    level = TimelineColumn {
                        strength: brought.saturating_sub(way.lost),
                        exhaustion_point: exhausts.then(|| brought.saturating_sub(way.of)),
                    };
                }
                level
            });
            TimelineSide {
                colour: state.sides().iter().position(|side| side.id == *id).unwrap_or(at),
                name: state.name(*id),
                max_strength: timeline
                    .moments
                    .iter()
                    .filter_map(|moment| moment.brought.get(at))
                    .copied()
                    .max()
                    .unwrap_or(0),
                columns: columns.collect(),
            }
        };
        let sides = timeline.sides.iter().enumerate().map(side).collect();
        Self { sides, notches, signals: signals.collect(), numbers }
    }

    /// The index of the last entry up to this one.
    pub fn stage_index(&self, no: EntryNo) -> usize {
        self.numbers.partition_point(|other| *other <= no).saturating_sub(1)
    }
}
