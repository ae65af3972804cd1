//! The borders between panes, which the user can drag: where each was put, and where it is drawn.

use ratatui::layout::{Constraint, Direction, Layout, Position, Rect, Spacing};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A border between two panes, or between two rows of panes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Border {
    /// Battle screen: above the dice.
    Dice,
    Forces,
    /// Left of the diary, with three panes side by side.
    Diary,
    /// Between the card and the Square or map above it.
    Card,
    Course,
    /// Between the dice and the Square beside them.
    Square,
    /// Battle screen with stacked panes: below the forces.
    StackedForces,
    StackedCard,
    /// Between the card and the Square.
    StackedSquare,
    /// Review screen: above the entry's result.
    Told,
    /// Between the result and the dice.
    ToldDice,
    ThenForces,
    /// Left of the entries, with three panes side by side.
    ThenDiary,
    /// Campaign screen: left of the forces.
    CampaignForces,
    CampaignCard,
    CampaignNetwork,
    /// Above the orders and messages.
    CampaignInbox,
    CampaignProposed,
    CampaignContacts,
    /// Above the places of the theatre.
    CampaignTheatre,
    CampaignSightings,
    CampaignTables,
    CampaignScore,
    CampaignBattles,
    /// Above the forces, with all panes stacked.
    CampaignForcesBelow,
    /// Map screen: left of the card.
    MapCard,
    /// Above the card, if it is below the map.
    MapCardBelow,
    /// Odds screen: between the two rolls.
    OddsRolls,
    /// Above the table of changes.
    OddsTable,
    /// Luck screen: between the two columns.
    LuckColumns,
    /// Above the luck by battle.
    LuckBattles,
    /// Above the luck by unit.
    LuckUnits,
    /// Above the luckiest and unluckiest rolls.
    LuckRolls,
    LuckTurns,
    LuckDice,
    /// Above the rolls without a weight.
    LuckLeftOut,
    /// Above the explanation of luck.
    LuckMeaning,
    /// Service records: between the two columns.
    ServiceColumns,
    ServiceRecord,
    ServiceTime,
    /// Above the remarks on it.
    ServiceRemarks,
    ServiceEntries,
}

/// The moved borders: how far along the divided area, in thousandths. Other borders are where the layout puts them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Borders(BTreeMap<Border, u16>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BorderPlace {
    pub border: Border,
    /// The row or column that both panes share.
    pub line: Rect,
    whole: Rect,
    direction: Direction,
    /// The least rows or columns of either pane.
    min: u16,
}

pub struct AreaSplitter<'a> {
    borders: &'a Borders,
    pub border_places: Vec<BorderPlace>,
}

impl<'a> AreaSplitter<'a> {
    /// Splits areas at the borders that the user moved.
    pub fn new(borders: &'a Borders) -> Self {
        Self { borders, border_places: Vec::new() }
    }

    /// Splits an area into two panes that share a border. The first takes this many rows or columns, unless the user
    /// moved the border.
    pub fn split(&mut self, border: Border, area: Rect, direction: Direction, first: u16) -> [Rect; 2] {
        let (length, least) = match direction {
            Direction::Horizontal => (area.width, 16),
            Direction::Vertical => (area.height, 4),
        };
        let moved = self.borders.0.get(&border).filter(|_| length >= 2 * least);
        let first = moved.map_or(first, |share| {
            let first = u32::from(length) * u32::from(*share) / 1000;
            u16::try_from(first).unwrap_or(length).clamp(least, length + 1 - least)
        });
        let areas: [Rect; 2] = Layout::new(direction, [Constraint::Length(first), Constraint::Fill(1)])
            .spacing(Spacing::Overlap(1))
            .areas(area);
        let line = match direction {
            Direction::Horizontal => Rect { x: areas[1].x, width: 1, ..area },
            Direction::Vertical => Rect { y: areas[1].y, height: 1, ..area },
        };
        if areas.iter().all(|area| !area.is_empty()) {
            self.border_places.push(BorderPlace { border, line, whole: area, direction, min: least });
        }
        areas
    }
}

impl BorderPlace {
    /// The start and the length of the divided area, along the split.
    fn extent(&self) -> (u16, u16) {
        match self.direction {
            Direction::Horizontal => (self.line.x - self.whole.x, self.whole.width),
            Direction::Vertical => (self.line.y - self.whole.y, self.whole.height),
        }
    }
}

impl Borders {
    pub fn is_default(&self) -> bool {
        self.0.is_empty()
    }

    pub fn at(places: &[BorderPlace], at: Position) -> Option<Border> {
        places.iter().find(|place| place.line.contains(at)).map(|place| place.border)
    }

    pub fn drag(&mut self, places: &[BorderPlace], border: Border, at: Position) {
        let Some(place) = places.iter().find(|place| place.border == border) else { return };
        let to = match place.direction {
            Direction::Horizontal => at.x.saturating_sub(place.whole.x),
            Direction::Vertical => at.y.saturating_sub(place.whole.y),
        };
        self.set_position(place, to);
    }

    /// Makes a pane wider or taller by this many columns or rows; a negative number shrinks it. Moves its border to the
    /// right or below, otherwise the opposite one. Returns whether a border was moved.
    pub fn resize(&mut self, places: &[BorderPlace], pane: Rect, direction: Direction, by: i16) -> bool {
        let touches = |place: &&BorderPlace, far: bool| {
            let line = match direction {
                Direction::Horizontal => (place.line.x, if far { pane.right().saturating_sub(1) } else { pane.x }),
                Direction::Vertical => (place.line.y, if far { pane.bottom().saturating_sub(1) } else { pane.y }),
            };
            place.direction == direction && line.0 == line.1 && place.whole.intersects(pane)
        };
        let found = |far| places.iter().rev().find(|place| touches(place, far)).map(|place| (place, far));
        let Some((place, far)) = found(true).or_else(|| found(false)) else { return false };
        let (from, _) = place.extent();
        let by = if far { by } else { -by };
        self.set_position(place, from.saturating_add_signed(by));
        true
    }

    fn set_position(&mut self, place: &BorderPlace, to: u16) {
        let (_, length) = place.extent();
        if length < 2 * place.min {
            return;
        }
        // The first pane includes the border. Half a cell is added because shares are rounded down.
        let first = (to + 1).clamp(place.min, length + 1 - place.min);
        let share = (u32::from(first) * 1000).div_ceil(u32::from(length));
        self.0.insert(place.border, u16::try_from(share).unwrap_or(1000));
    }
}
