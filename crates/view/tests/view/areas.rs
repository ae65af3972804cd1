//! The layout of the Campaign screen.

use ratatui::layout::Rect;
use wardiary_view::{
    campaign::{
        CampaignPart,
        areas::{CampaignAreas, CampaignNeeds, NetworkSize, areas, shares},
    },
    layout::{AreaSplitter, Borders},
};

fn laid_out(area: Rect, wanted: CampaignNeeds) -> CampaignAreas {
    areas(area, wanted, &mut AreaSplitter::new(&Borders::default()))
}

#[test]
fn rows_go_where_they_are_used_and_first_to_the_pane_with_the_keys() {
    /// The rows available, the rows wanted, the focused pane, the most that it takes from the others, and the
    /// resulting shares.
    type Case<'a> = (u16, &'a [u16], Option<usize>, u16, &'a [u16]);
    let table: &[Case] = &[
        (9, &[3, 3, 3], None, 5, &[3, 3, 3]),
        (20, &[3, 0, 3], Some(0), 10, &[3, 0, 3]),
        (20, &[30, 0, 3], Some(0), 10, &[17, 0, 3]),
        (6, &[9, 1, 9], None, 4, &[3, 1, 2]),
        (6, &[9, 1, 9], Some(2), 4, &[1, 1, 4]),
        (16, &[40, 6, 2, 6], Some(0), 8, &[8, 3, 2, 3]),
        (12, &[40, 6, 3, 6], Some(0), 6, &[6, 2, 2, 2]),
        (2, &[9, 9, 9], Some(2), 4, &[0, 0, 2]),
        (5, &[9, 9, 9, 9, 9], Some(0), 4, &[4, 1, 0, 0, 0]),
        (10, &[20, 1, 18, 14, 5, 3, 3], Some(0), 5, &[4, 1, 1, 1, 1, 1, 1]),
        (1, &[9, 9, 9], Some(1), 4, &[0, 1, 0]),
        (0, &[9, 9], Some(1), 4, &[0, 0]),
        (5, &[], None, 4, &[]),
    ];
    for (free, wants, focused, most, expected) in table {
        assert_eq!(shares(*free, wants, *focused, *most), *expected, "{free} {wants:?} {focused:?} {most}");
    }
}

/// A long list of answered orders leaves the theatre more than a row.
#[test]
fn the_focused_pane_leaves_the_others_half_of_the_rows() {
    let parts = [
        (CampaignPart::Calendar, 1),
        (CampaignPart::Inbox, 20),
        (CampaignPart::Contacts, 2),
        (CampaignPart::Theatre, 12),
        (CampaignPart::Score, 2),
        (CampaignPart::Forces, 12),
    ];
    for ((width, height), expected) in [((130, 40), 11), ((120, 38), 10), ((80, 22), 2)] {
        let wanted = CampaignNeeds {
            parts: &parts,
            focus: CampaignPart::Inbox,
            network_size: NetworkSize::None,
            zoomed: false,
            card: &|_| 2,
        };
        let areas = laid_out(Rect::new(0, 0, width, height), wanted);
        assert_eq!(areas.area(CampaignPart::Theatre).height - 2, expected, "{width}x{height}");
    }
}

/// No rows are hidden while the card has empty ones, and the card keeps what the panes cannot use.
#[test]
fn the_card_leaves_the_rows_that_it_does_not_need() {
    /// The frame, the rows of the forces, the lines of the card, and the resulting rows of its pane.
    type Case = ((u16, u16), u16, u16, u16);
    let table: &[Case] = &[
        ((120, 38), 10, 2, 12),
        ((120, 38), 25, 2, 11),
        ((120, 38), 26, 2, 10),
        ((120, 38), 60, 2, 5),
        ((120, 38), 60, 5, 7),
        ((120, 38), 60, 20, 12),
        ((80, 22), 60, 1, 4),
        ((80, 22), 60, 9, 5),
        ((60, 18), 60, 1, 3),
        ((60, 18), 60, 9, 4),
    ];
    for ((width, height), rows, lines, expected) in table {
        let parts = [(CampaignPart::Forces, *rows)];
        let wanted = CampaignNeeds {
            parts: &parts,
            focus: CampaignPart::Forces,
            network_size: NetworkSize::None,
            zoomed: false,
            card: &|_| *lines,
        };
        let areas = laid_out(Rect::new(0, 0, *width, *height), wanted);
        assert_eq!(areas.card.height, *expected, "{width}x{height}: {rows} rows, {lines} lines");
    }
}

/// At every size each pane is in the frame, and panes overlap only in their shared borders.
#[test]
fn panes_lie_in_the_frame_and_beside_each_other() {
    let wants = [(CampaignPart::Calendar, 9), (CampaignPart::Battles, 4), (CampaignPart::Forces, 60)];
    for width in [0, 1, 59, 60, 75, 76, 109, 110, 200] {
        for height in [0, 1, 5, 17, 21, 37, 60] {
            let frame = Rect::new(0, 0, width, height);
            for (focus, _) in wants {
                let wanted = CampaignNeeds {
                    parts: &wants,
                    focus,
                    network_size: NetworkSize::Full,
                    zoomed: false,
                    card: &|columns| 200 / columns.max(1),
                };
                let whole = laid_out(frame, wanted);
                let areas = laid_out(frame, CampaignNeeds { network_size: NetworkSize::Split, ..wanted });
                let zoomed =
                    laid_out(frame, CampaignNeeds { network_size: NetworkSize::Split, zoomed: true, ..wanted });
                for CampaignAreas { network, card, .. } in [&areas, &whole] {
                    assert_eq!(network.intersection(frame), *network, "the network in {width}x{height}");
                    assert!(network.is_empty() || network.intersection(*card).height < 2);
                }
                for (part, place) in &areas.parts {
                    assert_eq!(place.intersection(frame), *place, "{part:?} in {width}x{height}");
                    let inner = |area: Rect| Rect {
                        x: area.x + 1,
                        y: area.y + 1,
                        width: area.width.saturating_sub(2),
                        height: area.height.saturating_sub(2),
                    };
                    for (other, there) in areas.parts.iter().filter(|(other, _)| other != part) {
                        let both = inner(*place).intersection(inner(*there));
                        assert!(both.is_empty(), "{part:?} and {other:?} in {width}x{height}");
                    }
                }
                if width >= 60 && height >= 17 {
                    assert!(areas.area(focus).height > 2, "{focus:?} has a row in {width}x{height}");
                    let seen = zoomed.area(focus);
                    assert!(seen.width == width && seen.height + zoomed.card.height >= height, "{focus:?}");
                }
            }
        }
    }
}
