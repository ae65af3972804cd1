//! Borders that a user drags.

use ratatui::layout::{Direction, Position, Rect};
use wardiary_view::layout::{AreaSplitter, Border, Borders};

#[test]
fn a_border_lies_where_it_was_put() {
    for length in [40, 60, 80, 120, 200, 500] {
        let whole = Rect::new(3, 2, length, 20);
        for to in 15..length - 16 {
            let mut borders = Borders::default();
            let mut divided = AreaSplitter::new(&borders);
            divided.split(Border::Forces, whole, Direction::Horizontal, length / 3);
            let places = divided.border_places;
            borders.drag(&places, Border::Forces, Position::new(whole.x + to, 5));
            let mut divided = AreaSplitter::new(&borders);
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
        let mut divided = AreaSplitter::new(&borders);
        divided.split(Border::Dice, whole, Direction::Vertical, 10);
        let places = divided.border_places;
        borders.drag(&places, Border::Dice, Position::new(5, to));
        let [first, second] = AreaSplitter::new(&borders).split(Border::Dice, whole, Direction::Vertical, 10);
        assert!(first.height >= 4 && second.height >= 4, "{first} {second}");
    }
}
