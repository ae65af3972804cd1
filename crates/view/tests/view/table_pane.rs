//! Tables of a screen.

use ratatui::{buffer::Buffer, layout::Rect, widgets::Widget};
use wardiary_view::{
    Glyphs, Look, Theme,
    campaign::{CampaignItem, CampaignPane, CampaignRow, RowTone},
    table_pane::{TablePane, TablePaneCell, TablePaneRow},
};

#[test]
fn names_that_are_cut_are_told_apart() {
    let (theme, glyphs) = (Theme::default(), Glyphs::UNICODE);
    let named = |name: &str| TablePaneRow::new(vec![TablePaneCell::text(name), TablePaneCell::number("4 volleys")]);
    let rows = ["Guard Regiment Alexander", "Guard Regiment Augusta", "Foot"].map(named);
    let title = "By unit";
    let look = Look::new(&theme, &glyphs);
    let pane = TablePane { look, title, rows: &rows, selected: 0, scroll: 0, focused: false };
    let mut buf = Buffer::empty(Rect::new(0, 0, 30, 5));
    (&pane).render(buf.area, &mut buf);
    let drawn: Vec<String> = (1..4).map(|y| (1..28).map(|x| buf[(x, y)].symbol()).collect()).collect();
    assert_eq!(drawn, [" Gua. Reg. Alex.  4 volleys", " Guard Reg. Aug.  4 volleys", " Foot             4 volleys"]);
}

#[test]
fn contacts_of_one_force_are_told_apart() {
    let (theme, glyphs) = (Theme::default(), Glyphs::UNICODE);
    let contact = |(number, met): (u32, &str)| CampaignRow {
        item: CampaignItem::Contact(number),
        lead: "II Corps (Reille)".into(),
        text: format!("met {met}"),
        tail: "Brussels".into(),
        details: String::new(),
        tone: RowTone::Urgent,
    };
    let rows = [(1, "Anglo-Allied I Corps (Orange)"), (2, "Anglo-Allied II Corps (Hill)")].map(contact);
    let look = Look::new(&theme, &glyphs);
    let pane =
        CampaignPane { look, title: "", rows: &rows, first: 0, total: 2, selected: 0, scroll: 0, focused: false };
    for columns in 32..80 {
        let mut buf = Buffer::empty(Rect::new(0, 0, columns, 4));
        (&pane).render(buf.area, &mut buf);
        let [first, second] = [1, 2].map(|y| (3..columns - 1).map(|x| buf[(x, y)].symbol()).collect::<String>());
        assert_ne!(first, second, "{columns} columns");
    }
}
