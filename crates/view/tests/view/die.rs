//! A die in characters.

use wardiary_view::{
    Glyphs,
    die::{Die, DieSize},
    measure,
};

#[test]
fn a_die_has_its_rows_all_of_one_width() {
    let values = ["6", "20", "-1 G", "6 G"];
    for (value, counts) in values.iter().flat_map(|value| [true, false].map(|counts| (*value, counts))) {
        let natural = "3".to_string();
        let die =
            Die { owner: "6th (Inniskilling) Dragoons".into(), value: value.into(), natural, counts, ..Die::default() };
        for size in [DieSize::Word, DieSize::Box, DieSize::Large] {
            let inner = size.inner(value.len());
            for glyphs in [Glyphs::UNICODE, Glyphs::CONSOLE, Glyphs::ASCII] {
                let lines = die.lines(size, inner, &glyphs);
                assert_eq!(lines.len(), size.rows());
                assert!(lines.iter().all(|line| measure::width(line) == inner + 2), "{lines:?}");
                assert!(lines.iter().any(|line| line.contains(value)), "{lines:?}");
            }
        }
    }
    let die = Die { value: "6".into(), counts: true, ..Die::default() };
    assert_eq!(die.lines(DieSize::Box, 3, &Glyphs::UNICODE), ["┌───┐", "│ 6 │", "└───┘"]);
    assert_eq!(die.lines(DieSize::Word, 1, &Glyphs::ASCII), ["[6]"]);
    let idle = Die { counts: false, ..die };
    assert_eq!(idle.lines(DieSize::Box, 3, &Glyphs::UNICODE), ["     ", "  6  ", "     "]);
}
