//! A pane that is made of the same as in the frame before is not drawn anew: what is seen then is what would be drawn.

use crate::harness::program::{Program, every_key};
use proptest::prelude::*;
use ratatui::{
    Terminal,
    backend::TestBackend,
    buffer::Buffer,
    layout::{Position, Rect},
};
use wardiary_harness_rules::share::cases;
use wardiary_view::theme::Theme;

const SIZES: [(u16, u16); 4] = [(80, 24), (120, 40), (200, 60), (60, 18)];

/// A frame of what the program is at, what can be clicked on there, and where the cursor stands.
fn frame(program: &Program, (width, height): (u16, u16)) -> (Buffer, Vec<Rect>, Option<Position>) {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a terminal");
    terminal.draw(|frame| wardiary_app::draw(frame, &program.model)).expect("it draws");
    let backend = terminal.backend();
    let cursor = backend.cursor_visible().then(|| backend.cursor_position());
    (backend.buffer().clone(), wardiary_app::clickable(&program.model), cursor)
}

/// In other colours no pane is what it was.
fn all_anew(program: &mut Program, size: (u16, u16)) {
    let other = Theme::shipped("light").expect("it ships");
    let own = std::mem::replace(&mut program.model.theme, other);
    frame(program, size);
    program.model.theme = own;
}

/// What is done at a table: keys that move, that give orders, that look back; and any other.
fn keys() -> impl Strategy<Value = Vec<String>> {
    let often = [
        "j",
        "j",
        "k",
        "<down>",
        "G",
        "g",
        "<tab>",
        "<backtab>",
        "h",
        "l",
        "<space>",
        "e",
        "z",
        "<esc>",
        "<esc>",
        "u",
        "<ctrl-r>",
        "<enter>",
        ":note on<enter>",
        ":initiative<enter>",
        ":pass<enter>",
        ":edna #100<enter>",
        ":scrud #12 v #22<enter>",
        ":end turn<enter>",
        "4",
        "1",
        "3",
    ];
    let often = prop::sample::select(often.map(String::from).to_vec());
    prop::collection::vec(prop_oneof![4 => often, 1 => prop::sample::select(every_key())], 1..24)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(8, 32), max_shrink_iters: 200, ..ProptestConfig::default() })]
    #[test]
    fn what_is_kept_is_what_would_be_drawn(
        keys in keys(),
        size in prop::sample::select(SIZES.to_vec()),
        scenario in prop::sample::select(vec!["tannenberg", "grand-couronne", "wadi"]),
    ) {
        let mut program = Program::with(scenario);
        program.draw(size);
        for key in keys {
            program.keys(&key);
            wardiary_app::prepare(&mut program.model);
            let kept = frame(&program, size);
            all_anew(&mut program, size);
            prop_assert!(kept == frame(&program, size), "after {key} of {scenario} at {size:?}");
        }
    }
}
