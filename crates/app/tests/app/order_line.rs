//! The order line.

use crossterm::event::KeyCode;
use std::path::PathBuf;
use wardiary_app::parts::{OrderLine, Preview};
use wardiary_diary::{
    assets::{self, Folders},
    diary::Diary,
};
use wardiary_rules::notation::Aliases;

/// However many keys arrive between two frames, the text is analysed once.
#[test]
fn a_burst_of_keys_is_looked_at_once() {
    let header = assets::scenario("tannenberg", None, "1".parse().expect("a seed")).expect("it ships");
    let diary = Diary::new(header).expect("it stands");
    let mut line = OrderLine::new("note ".into());
    for _ in 0..5_000 {
        line.edit(KeyCode::Char('x').into());
        assert!(line.analysis.get().is_none(), "nobody has asked");
    }
    let nowhere = Folders { saves: PathBuf::new(), config: PathBuf::new() };
    assert!(matches!(line.analyse_in(None, &diary, (&nowhere, &Aliases::default())).preview, Preview::Ready { .. }));
    assert!(line.analysis.get().is_some(), "it is kept");
    line.edit(KeyCode::Char('y').into());
    assert!(line.analysis.get().is_none(), "it was of another text");
    line.analyse_in(None, &diary, (&nowhere, &Aliases::default()));
    line.edit(KeyCode::F(9).into());
    assert!(line.analysis.get().is_some(), "it is no key that writes");
}
