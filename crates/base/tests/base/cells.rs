//! Cells and facings as text.

use wardiary_base::ground::{Cell, Facing, ParseCellError, ParseFacingError};

#[test]
fn every_cell_is_read_as_it_is_written() {
    for column in 0..800 {
        for row in [0, 1, 8, 9, 99, 199] {
            let cell = Cell::new(column, row);
            assert_eq!(cell.to_string().parse(), Ok(cell));
            assert_eq!(cell.to_string().to_lowercase().parse(), Ok(cell));
        }
    }
    let named = [("A1", 0, 0), ("C5", 2, 4), ("Z26", 25, 25), ("AA1", 26, 0), ("AB12", 27, 11), ("GR200", 199, 199)];
    for (text, column, row) in named {
        assert_eq!(text.parse(), Ok(Cell::new(column, row)));
    }
}

#[test]
fn refuses_names_of_no_cell() {
    for text in ["", "C", "5", "C0", "C05", "5C", "C-1", "C5 ", "C5A", "ABCD1", "C99999", "É1", "C٣"] {
        assert_eq!(text.parse::<Cell>(), Err(ParseCellError), "{text}");
    }
}

#[test]
fn every_facing_is_read_as_it_is_written() {
    for facing in Facing::ALL {
        assert_eq!(facing.word().parse(), Ok(facing));
        assert_eq!(facing.name().parse(), Ok(facing));
        assert_eq!(facing.opposite().opposite(), facing);
    }
    assert_eq!("north east".parse::<Facing>(), Err(ParseFacingError));
}
