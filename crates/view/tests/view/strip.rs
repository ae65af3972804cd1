//! The strip of a diary.

use wardiary_view::{Glyphs, Look, Theme, review::strip::StripPane};

#[test]
fn a_click_on_a_column_leads_to_a_place_in_it() {
    let (theme, glyphs) = (Theme::default(), Glyphs::UNICODE);
    let look = Look::new(&theme, &glyphs);
    for entries in [0, 1, 2, 7, 40, 78, 79, 80, 81, 500, 10_000] {
        let strip = StripPane { look, entries, at: 0, notches: &[], events: &[], leads: &[] };
        for width in [1, 2, 60, 80, 118] {
            for column in 0..width {
                let place = strip.position_at(column, width);
                assert!(place <= entries && strip.column(place, width) <= column, "{entries} {width} {column}");
                assert!(place == entries || strip.column(place + 1, width) >= column, "{entries} {width} {column}");
            }
            assert_eq!((strip.column(0, width), strip.position_at(0, width)), (0, 0));
            if width > 1 {
                assert_eq!(strip.position_at(width - 1, width), entries, "{entries} {width}");
                assert_eq!(strip.column(entries, width), if entries == 0 { 0 } else { width - 1 });
            }
        }
    }
}
