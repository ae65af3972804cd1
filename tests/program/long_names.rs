//! Long names are cut only where no columns are free.

use crate::harness::program::Program;
use proptest::prelude::*;
use wardiary_harness_rules::case_sample::case_count;
use wardiary_view::{Glyphs, measure};

const SIDES: [&str; 2] = ["Armée du Nord de l’Empereur", "Anglo-Allied Army of the Low Countries"];

/// A muster of so many units with long names, in stacks of six.
fn muster(units: usize) -> (String, Vec<String>) {
    let unit = |at: usize| match at % 3 {
        0 => format!("{at}th (Inniskilling) Dragoons"),
        1 => format!("{at}th Landwehr Infantry Regiment"),
        _ => format!("{at}th King’s German Legion"),
    };
    let names: Vec<String> = (1..=units).map(unit).collect();
    let stack = |at: usize| format!("{at}th Division of the Reserve");
    let stacks: Vec<String> = (0..units.div_ceil(6)).map(stack).collect();
    let of_stacks = stacks.iter().enumerate();
    let of_stacks = of_stacks.map(|(at, name)| format!("(id: {}, side: {}, name: \"{name}\")", 10 + at, 1 + at % 2));
    let of_units = names.iter().enumerate();
    let of_units = of_units.map(|(at, name)| format!("(id: {}, stack: {}, name: \"{name}\")", 100 + at, 10 + at / 6));
    let text = format!(
        "(sides: [(id: 1, name: \"{}\"), (id: 2, name: \"{}\")], stacks: [{}], units: [{}])",
        SIDES[0],
        SIDES[1],
        of_stacks.collect::<Vec<_>>().join(", "),
        of_units.collect::<Vec<_>>().join(", ")
    );
    let all = names.iter().chain(&stacks).cloned().chain(SIDES.map(String::from)).collect();
    (text, all)
}

/// The longest run of blanks.
fn free_columns(part: &str) -> usize {
    part.split(|c| c != ' ').map(str::len).max().unwrap_or(0)
}

/// The name that is cut in a pane's part of a line, although the line has blanks enough for the rest of it.
fn cut_beside_room<'n>(part: &str, names: &'n [String]) -> Option<&'n String> {
    let part = part.replace('[', " ");
    names.iter().filter(|name| !part.contains(&***name)).find(|name| {
        let whole = measure::width(name);
        let is_shown = |columns: &usize| {
            let cut = measure::cut_name(name, *columns, &Glyphs::UNICODE);
            [format!(" {cut} "), format!(" {cut}]")].iter().any(|shown| part.contains(shown))
        };
        let shown = (8..whole).rev().find(is_shown);
        // Two columns lie between a name and what follows it.
        shown.is_some_and(|columns| free_columns(&part) >= whole - columns + 2)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { max_shrink_iters: 10, ..ProptestConfig::with_cases(case_count(6, 200)) })]
    #[test]
    fn no_name_is_cut_beside_free_columns(
        width in 80_u16..200,
        height in 24_u16..60,
        units in 7_usize..=61,
    ) {
        let (muster, names) = muster(units);
        let mut program = Program::of_muster(&muster);
        program.keys(":scrud #100 v #106<enter>").shows((width, height));
        for keys in ["", "jj", "5", "3"] {
            let screen = program.keys(keys).shows((width, height));
            for part in screen.lines().flat_map(|line| line.split('│')) {
                let cut = cut_beside_room(part, &names);
                prop_assert!(cut.is_none(), "{cut:?} is cut in “{part}” at {width}×{height}\n{screen}");
            }
        }
    }
}
