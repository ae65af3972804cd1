//! Tables of a screen.

use ratatui::{buffer::Buffer, layout::Rect, widgets::Widget};
use wardiary_view::{
    Glyphs, Look, Theme,
    ledger::{LedgerCell, LedgerPane, LedgerRow},
};

#[test]
fn names_that_are_cut_are_told_apart() {
    let (theme, glyphs) = (Theme::default(), Glyphs::UNICODE);
    let named = |name: &str| LedgerRow::of(vec![LedgerCell::text(name), LedgerCell::number("4 volleys")]);
    let rows = ["Guard Regiment Alexander", "Guard Regiment Augusta", "Foot"].map(named);
    let title = "By unit";
    let look = Look::new(&theme, &glyphs);
    let pane = LedgerPane { look, title, rows: &rows, selected: 0, scroll: 0, focused: false };
    let mut buf = Buffer::empty(Rect::new(0, 0, 30, 5));
    (&pane).render(buf.area, &mut buf);
    let drawn: Vec<String> = (1..4).map(|y| (1..28).map(|x| buf[(x, y)].symbol()).collect()).collect();
    assert_eq!(drawn, [" Gua. Reg. Alex.  4 volleys", " Guard Reg. Aug.  4 volleys", " Foot             4 volleys"]);
}
