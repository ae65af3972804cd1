//! The layout of the Campaign screen, at any size of the terminal. Each pane gets the rows that it can use; when room
//! is short, the focused pane comes first. A pane without rows shrinks to its title.

use super::CampaignPart;
use crate::layout::{AreaSplitter, Border};
use ratatui::layout::{Direction, Rect};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CampaignAreas {
    pub header: Rect,
    pub parts: Vec<(CampaignPart, Rect)>,
    /// The map of the network; empty if hidden.
    pub network: Rect,
    pub card: Rect,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NetworkSize {
    #[default]
    None,
    /// The room that the forces leave, if there is enough for both.
    Split,
    Full,
}

impl CampaignAreas {
    pub fn area(&self, part: CampaignPart) -> Rect {
        self.parts.iter().find(|(other, _)| *other == part).map_or(Rect::ZERO, |(_, area)| *area)
    }
}

/// From this width on, the card is under the forces alone.
const WIDE: u16 = 110;

/// From this width on, the forces are beside the other panes.
const TWO_COLUMNS: u16 = 76;

/// The least rows of the network beside the forces, and of the forces.
const LEAST_NETWORK: u16 = 12;
const LEAST_FORCES: u16 = 12;

#[derive(Clone, Copy)]
pub struct CampaignNeeds<'a> {
    /// The panes in order, and how many rows each can use.
    pub parts: &'a [(CampaignPart, u16)],
    pub focus: CampaignPart,
    pub network_size: NetworkSize,
    /// Whether the focused pane fills the screen above the card.
    pub zoomed: bool,
    /// The number of lines of the card at a given width.
    pub card: &'a dyn Fn(u16) -> u16,
}

pub fn areas(area: Rect, wanted: CampaignNeeds, divided: &mut AreaSplitter) -> CampaignAreas {
    let CampaignNeeds { parts: wants, focus, network_size: graph, zoomed, card: lines } = wanted;
    let header = Rect { height: area.height.min(1), ..area };
    let rest = Rect { y: header.bottom(), height: area.height - header.height, ..area };
    let (forces, others): (Vec<_>, Vec<_>) = wants.iter().partition(|(part, _)| *part == CampaignPart::Forces);
    let mut areas = CampaignAreas { header, ..CampaignAreas::default() };
    if graph == NetworkSize::Full {
        let [above, card] = split_bottom(divided, Border::CampaignCard, rest, (rest.height / 4).clamp(3, 7));
        (areas.network, areas.card) = (above, card);
        areas.parts = wants.iter().map(|(part, _)| (*part, Rect::ZERO)).collect();
    } else if zoomed {
        let [above, card] = split_bottom(divided, Border::CampaignCard, rest, (rest.height / 4).clamp(3, 7));
        areas.card = card;
        areas.parts = wants.iter().map(|(part, _)| (*part, if *part == focus { above } else { Rect::ZERO })).collect();
    } else if area.width >= WIDE {
        let [left, right] = split_columns(divided, rest, 42);
        let network = if graph == NetworkSize::Split { LEAST_NETWORK } else { 0 };
        let card = card_rows(right, (5, 12), rest.height / 3, rows_used(&forces).saturating_add(network), lines);
        let [above, card] = split_bottom(divided, Border::CampaignCard, right, card);
        let free = above.height.saturating_sub(rows_used(&forces).saturating_sub(1));
        let above = if graph == NetworkSize::Split && above.height >= LEAST_NETWORK + LEAST_FORCES {
            let rows = free.clamp(LEAST_NETWORK, above.height - LEAST_FORCES);
            let [above, network] = split_bottom(divided, Border::CampaignNetwork, above, rows);
            areas.network = network;
            above
        } else {
            above
        };
        areas.parts = stack_panes(left, (&others, focus), CampaignPart::above, divided);
        areas.parts.extend(stack_panes(above, (&forces, focus), CampaignPart::above, divided));
        areas.card = card;
    } else if area.width >= TWO_COLUMNS {
        let used = rows_used(&forces).max(rows_used(&others));
        let rows = card_rows(rest, (4, 7), rest.height / 4, used, lines);
        let [above, card] = split_bottom(divided, Border::CampaignCard, rest, rows);
        let [left, right] = split_columns(divided, above, 44);
        areas.parts = stack_panes(left, (&others, focus), CampaignPart::above, divided);
        areas.parts.extend(stack_panes(right, (&forces, focus), CampaignPart::above, divided));
        areas.card = card;
    } else {
        let rows = card_rows(rest, (3, 7), rest.height / 4, rows_used(wants), lines);
        let [above, card] = split_bottom(divided, Border::CampaignCard, rest, rows);
        areas.parts = stack_panes(above, (wants, focus), CampaignPart::above, divided);
        areas.card = card;
    }
    areas
}

/// The rows of stacked panes with all rows that they can use, borders included.
fn rows_used(wants: &[(CampaignPart, u16)]) -> u16 {
    wants.iter().fold(1, |sum, (_, rows)| sum.saturating_add(*rows).saturating_add(1))
}

/// The rows of the card under panes that can use this many: its share, less what it has no lines for.
fn card_rows(area: Rect, (least, most): (u16, u16), share: u16, used: u16, lines: &dyn Fn(u16) -> u16) -> u16 {
    let share = share.clamp(least, most);
    // Inside the borders, with a blank on either side.
    let needed = lines(area.width.saturating_sub(4)).saturating_add(2).clamp(least, share);
    (area.height + 1).saturating_sub(used).clamp(needed, share)
}

/// Splits an area into two that share a border, the lower one with this many rows.
fn split_bottom(divided: &mut AreaSplitter, border: Border, area: Rect, rows: u16) -> [Rect; 2] {
    divided.split(border, area, Direction::Vertical, (area.height + 1).saturating_sub(rows.min(area.height)))
}

/// Splits an area into two that share a border, the left one with this percentage of the columns.
fn split_columns(divided: &mut AreaSplitter, area: Rect, share: u32) -> [Rect; 2] {
    let width = (u32::from(area.width) * share + 50) / 100;
    let width = u16::try_from(width).unwrap_or(area.width).min(area.width);
    divided.split(Border::CampaignForces, area, Direction::Horizontal, width)
}

/// Stacks panes by the rows that they can use, unless the user moved a border. The focused pane takes at most half of
/// the rows from the others. `above` gives the border above a pane.
pub fn stack_panes<P: Copy + PartialEq>(
    area: Rect,
    (wants, focus): (&[(P, u16)], P),
    above: impl Fn(P) -> Option<Border>,
    divided: &mut AreaSplitter,
) -> Vec<(P, Rect)> {
    let most = rows_between_borders(area, wants.len()).div_ceil(2).max(MIN_FOCUSED_ROWS);
    let (mut areas, mut rest) = (Vec::new(), area);
    for (at, (part, _)) in wants.iter().enumerate() {
        let place = stack_by_shares(rest, &wants[at..], focus, most)[0].1;
        let border = wants.get(at + 1).and_then(|(next, _)| above(*next));
        let [pane, below] = match border {
            Some(border) => divided.split(border, rest, Direction::Vertical, place.height),
            None => [place, rest],
        };
        areas.push((*part, pane));
        rest = below;
    }
    areas
}

/// The rows of stacked panes without their borders, which they share.
fn rows_between_borders(area: Rect, panes: usize) -> u16 {
    area.height.saturating_sub(u16::try_from(panes).unwrap_or(u16::MAX).saturating_add(1))
}

/// Stacks panes by their shares; the last one gets the remaining rows.
fn stack_by_shares<P: Copy + PartialEq>(area: Rect, wants: &[(P, u16)], focus: P, most: u16) -> Vec<(P, Rect)> {
    let free = rows_between_borders(area, wants.len());
    let rows: Vec<u16> = wants.iter().map(|(_, rows)| *rows).collect();
    let focused = wants.iter().position(|(part, _)| *part == focus);
    let mut shares = shares(free, &rows, focused, most);
    let used: u16 = shares.iter().sum();
    if let Some(last) = shares.last_mut() {
        *last += free.saturating_sub(used);
    }
    let mut y = area.y;
    let mut place = |rows: u16| {
        let pane = Rect { y, height: rows + 2, ..area }.intersection(area);
        y += rows + 1;
        pane
    };
    wants.iter().zip(shares).map(|((part, _), rows)| (*part, place(rows))).collect()
}

/// The least rows of the focused pane, if there are as many: the others then shrink to their titles.
const MIN_FOCUSED_ROWS: u16 = 4;

/// The rows of each pane: equal shares, up to what each can use. The focused pane then takes what it still needs from
/// the largest others, up to `most` rows. Only its first few rows leave another pane without any.
pub fn shares(mut free: u16, wants: &[u16], focused: Option<usize>, most: u16) -> Vec<u16> {
    let mut shares = vec![0; wants.len()];
    // The focused pane gets the first row.
    if let Some(at) = focused.filter(|at| free > 0 && wants[*at] > 0) {
        shares[at] = 1;
        free -= 1;
    }
    while free > 0 {
        let hungry = (0..wants.len()).filter(|at| shares[*at] < wants[*at]);
        let Some(next) = hungry.min_by_key(|at| shares[*at]) else { break };
        shares[next] += 1;
        free -= 1;
    }
    if let Some(at) = focused {
        while shares[at] < wants[at].min(most) {
            let least = u16::from(shares[at] >= MIN_FOCUSED_ROWS);
            let richest = (0..wants.len()).filter(|other| *other != at && shares[*other] > least);
            let Some(from) = richest.max_by_key(|other| shares[*other]) else { break };
            shares[from] -= 1;
            shares[at] += 1;
        }
    }
    shares
}
