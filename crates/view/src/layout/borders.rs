//! The borders between panes, which a user can drag: where each was put, and where each is drawn.

use ratatui::layout::{Constraint, Direction, Layout, Position, Rect, Spacing};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A border between two panes, or two rows of panes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Border {
    /// At the table: above the dice.
    Dice,
    /// Right of the forces.
    Forces,
    /// Left of the diary, where three panes stand beside one another.
    Diary,
    /// Between the Square, or the map, and the card below it.
    Card,
    /// Above the course of the battle.
    Course,
    /// Between the dice and the Square beside them.
    Square,
    /// Where panes are stacked: below the forces.
    StackedForces,
    /// Below the card.
    StackedCard,
    /// Between the card and the Square.
    StackedSquare,
    /// While the diary is read again: above what the entry came to.
    Told,
    /// Between that and the dice.
    ToldDice,
    /// Right of the forces.
    ThenForces,
    /// Left of the entries, where three panes stand beside one another.
    ThenDiary,
    /// On the Campaign screen: left of the forces.
    CampaignForces,
    /// Above the card.
    CampaignCard,
    /// Above the network.
    CampaignNetwork,
    /// Above the orders and messages.
    CampaignInbox,
    /// Above what is due between battles.
    CampaignProposed,
    /// Above the contacts.
    CampaignContacts,
    /// Above the places of the theatre.
    CampaignTheatre,
    /// Above what each side knows of the others.
    CampaignSightings,
    /// Above the random tables.
    CampaignTables,
    /// Above the score.
    CampaignScore,
    /// Above the battles.
    CampaignBattles,
    /// Above the forces, where all panes lie under each other.
    CampaignForcesBelow,
    /// On the Map screen: left of the card.
    MapCard,
    /// Above the card, where it lies below.
    MapCardBelow,
    /// On the Odds screen: between the two rolls.
    OddsRolls,
    /// Above the table of changes.
    OddsTable,
    /// On the Luck screen: between the two columns.
    LuckColumns,
    /// Above the luck by battle.
    LuckBattles,
    /// Above the luck by unit.
    LuckUnits,
    /// Above the luckiest and the unluckiest rolls.
    LuckRolls,
    /// Above the turning points.
    LuckTurns,
    /// Above what the dice showed.
    LuckDice,
    /// Above what is not weighed.
    LuckLeftOut,
    /// Above what luck is.
    LuckMeaning,
    /// Among the service records: between the two columns.
    ServiceColumns,
    /// Above what the unit did.
    ServiceRecord,
    /// Above what it was through time.
    ServiceTime,
    /// Above what was remarked on it.
    ServiceRemarks,
    /// Above its entries.
    ServiceEntries,
}

/// Where borders were put: how far along what they divide, in thousandths. The others are where the layout puts them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Borders(BTreeMap<Border, u16>);

/// A border as it is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BorderPlace {
    /// Which.
    pub border: Border,
    /// The row or the column that the two share.
    pub line: Rect,
    /// What it divides.
    whole: Rect,
    direction: Direction,
    /// So many rows or columns each of the two keeps.
    least: u16,
}

/// Areas being divided, with the borders that arise.
pub struct Divided<'a> {
    borders: &'a Borders,
    /// The borders so far.
    pub places: Vec<BorderPlace>,
}

impl<'a> Divided<'a> {
    /// Areas divided where borders were put.
    pub fn by(borders: &'a Borders) -> Self {
        Self { borders, places: Vec::new() }
    }

    /// Two panes that share a border, the first of which takes so many rows or columns unless that border was moved.
    pub fn split(&mut self, border: Border, whole: Rect, direction: Direction, first: u16) -> [Rect; 2] {
        let (length, least) = match direction {
            Direction::Horizontal => (whole.width, 16),
            Direction::Vertical => (whole.height, 4),
        };
        let moved = self.borders.0.get(&border).filter(|_| length >= 2 * least);
        let first = moved.map_or(first, |share| {
            let first = u32::from(length) * u32::from(*share) / 1000;
            u16::try_from(first).unwrap_or(length).clamp(least, length + 1 - least)
        });
        let areas: [Rect; 2] = Layout::new(direction, [Constraint::Length(first), Constraint::Fill(1)])
            .spacing(Spacing::Overlap(1))
            .areas(whole);
        let line = match direction {
            Direction::Horizontal => Rect { x: areas[1].x, width: 1, ..whole },
            Direction::Vertical => Rect { y: areas[1].y, height: 1, ..whole },
        };
        if areas.iter().all(|area| !area.is_empty()) {
            self.places.push(BorderPlace { border, line, whole, direction, least });
        }
        areas
    }
}

impl BorderPlace {
    /// Where it begins in what it divides, and how long that is.
    fn along(&self) -> (u16, u16) {
        match self.direction {
            Direction::Horizontal => (self.line.x - self.whole.x, self.whole.width),
            Direction::Vertical => (self.line.y - self.whole.y, self.whole.height),
        }
    }
}

impl Borders {
    /// Whether none was moved.
    pub fn is_default(&self) -> bool {
        self.0.is_empty()
    }

    /// The border that is drawn at a place.
    pub fn at(places: &[BorderPlace], at: Position) -> Option<Border> {
        places.iter().find(|place| place.line.contains(at)).map(|place| place.border)
    }

    /// Moves a border to a place on the screen.
    pub fn drag(&mut self, places: &[BorderPlace], border: Border, at: Position) {
        let Some(place) = places.iter().find(|place| place.border == border) else { return };
        let to = match place.direction {
            Direction::Horizontal => at.x.saturating_sub(place.whole.x),
            Direction::Vertical => at.y.saturating_sub(place.whole.y),
        };
        self.put(place, to);
    }

    /// Makes a pane wider or taller by so many columns or rows, or less so: by its border to the right or below, else by the one
    /// on the other side. False where it has none that could be moved.
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
        let (from, _) = place.along();
        let by = if far { by } else { -by };
        self.put(place, from.saturating_add_signed(by));
        true
    }

    fn put(&mut self, place: &BorderPlace, to: u16) {
        let (_, length) = place.along();
        if length < 2 * place.least {
            return;
        }
        // The first pane has the border too; the half of a cell more makes up for what a share is rounded down by.
        let first = (to + 1).clamp(place.least, length + 1 - place.least);
        let share = (u32::from(first) * 1000).div_ceil(u32::from(length));
        self.0.insert(place.border, u16::try_from(share).unwrap_or(1000));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_border_lies_where_it_was_put() {
        for length in [40, 60, 80, 120, 200, 500] {
            let whole = Rect::new(3, 2, length, 20);
            for to in 15..length - 16 {
                let mut borders = Borders::default();
                let mut divided = Divided::by(&borders);
                divided.split(Border::Forces, whole, Direction::Horizontal, length / 3);
                let places = divided.places;
                borders.drag(&places, Border::Forces, Position::new(whole.x + to, 5));
                let mut divided = Divided::by(&borders);
                let [first, second] = divided.split(Border::Forces, whole, Direction::Horizontal, length / 3);
                assert_eq!(second.x, whole.x + to, "{length} {to}");
                assert_eq!((first.right() - 1, second.right()), (second.x, whole.right()));
            }
        }
    }

    #[test]
    fn neither_pane_is_dragged_away() {
        let whole = Rect::new(0, 0, 60, 20);
        for to in [0, 59, 500] {
            let mut borders = Borders::default();
            let mut divided = Divided::by(&borders);
            divided.split(Border::Dice, whole, Direction::Vertical, 10);
            let places = divided.places;
            borders.drag(&places, Border::Dice, Position::new(5, to));
            let [first, second] = Divided::by(&borders).split(Border::Dice, whole, Direction::Vertical, 10);
            assert!(first.height >= 4 && second.height >= 4, "{first} {second}");
        }
    }
}
