//! Every screen and every overlay in five sizes: as they look; that the other sets of glyphs and depths of colour show the same
//! with what they have; and that all of it can be read, in every theme, on every terminal.

use crate::harness::{
    eyes::unseen,
    picture::{picture, text},
    program::Program,
};
use ratatui::style::{Color, Modifier};
use std::{collections::BTreeSet, fmt::Write as _, fs};
use wardiary_app::{Easel, Start, settings::GlyphChoice};
use wardiary_diary::{
    assets::{Folders, open_drawing},
    diary::file::{Mode, Save},
};
use wardiary_view::{Depth, GlyphSet, Theme, colour::PALETTES};

pub const SIZES: [(u16, u16); 5] = [(60, 20), (80, 24), (120, 40), (60, 60), (200, 60)];

/// Where a scene begins.
#[derive(Clone, Copy)]
enum Opens {
    /// The start screen.
    Start,
    /// A new save of a scenario.
    Scenario(&'static str),
    /// A sample that ships.
    Sample(&'static str),
    /// A drawing of a map.
    Drawing,
    /// The start screen over which faults of a user’s files are told.
    Faulty,
}

use Opens::{Drawing, Faulty, Sample, Scenario, Start as StartScreen};

/// Every screen and every overlay: its name, where it begins, and the keys that lead to it.
const SCENES: &[(&str, Opens, &str)] = &[
    ("start", StartScreen, ""),
    ("start_rename", Sample("tannenberg"), "<shift-q>jr"),
    ("start_rules", StartScreen, "b"),
    ("start_faults", Faulty, ""),
    ("battle", Sample("tannenberg"), ""),
    ("battle_card", Scenario("tannenberg"), "jj<tab><tab>"),
    ("battle_with_map", Sample("wadi"), ""),
    ("battle_of_stacks", Scenario("garrison"), "jC<enter>r<enter>"),
    ("order_line", Scenario("tannenberg"), "js"),
    ("order_odds", Scenario("tannenberg"), "js<enter>"),
    ("hand_dice", Scenario("tannenberg"), "hjs<enter>6655444332"),
    ("find_line", Sample("tannenberg"), "/brig"),
    ("save_as", Scenario("tannenberg"), "<ctrl-s>"),
    ("help", Sample("tannenberg"), "?"),
    ("suggestions", Scenario("tannenberg"), "y"),
    ("still_to_do", Scenario("tannenberg"), "D"),
    ("picker", Sample("tannenberg"), "<ctrl-p>brig"),
    ("keys_that_follow", Sample("tannenberg"), "'"),
    ("aftermath", Scenario("tannenberg"), "js<enter><enter>:end battle drawn<enter>"),
    ("map", Sample("wadi"), "2"),
    ("review", Sample("tannenberg"), "3"),
    ("review_filter", Sample("tannenberg"), "3/scrud"),
    ("review_compare", Sample("tannenberg"), ":goto 2<enter>W<enter>:note other<enter>3c<enter>"),
    ("odds", Scenario("tannenberg"), "4scrud 4 green v 8 yellow"),
    ("campaign", Sample("hundred-days"), "5"),
    ("luck", Sample("tannenberg"), "6"),
    ("service", Sample("tannenberg"), "7"),
    ("drawing", Drawing, ""),
    ("drawing_line", Drawing, "n"),
];

fn program(from: Opens) -> Program {
    let home = tempfile::tempdir().expect("a folder");
    let folders = Folders { saves: home.path().join("saves"), config: home.path().join("config") };
    for folder in [&folders.saves, &folders.config] {
        fs::create_dir_all(folder).expect("a folder");
    }
    match from {
        Opens::Start => Program::begun(wardiary_app::start(Start::Menu, folders), home),
        Opens::Scenario(name) => Program::with(name),
        Opens::Sample(name) => {
            let path = folders.saves.join(format!("{name}.ron"));
            fs::copy(format!("{}/saves/{name}.ron", env!("CARGO_MANIFEST_DIR")), &path).expect("it ships");
            let save = Save::open(&path, Mode::Write).expect("it opens");
            Program::begun(wardiary_app::start(Start::Save(Box::new(save)), folders), home)
        }
        Opens::Drawing => {
            let map = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/maps/crossings.ron");
            let drawn = open_drawing(map, None).unwrap_or_else(|fault| panic!("{fault:?}"));
            let easel = Easel::new(drawn.drawing, drawn.path, drawn.name);
            Program::begun(wardiary_app::start(Start::Drawing(Box::new(easel)), folders), home)
        }
        Opens::Faulty => {
            fs::write(folders.config.join("settings.ron"), "(theme: \"drak\", flourish: 3, bell: 7)").expect("a file");
            Program::begun(wardiary_app::start(Start::Menu, folders), home)
        }
    }
}

/// A scene at a size, in the dark theme and with all glyphs.
fn scene((_, from, keys): (&str, Opens, &str), size: (u16, u16)) -> Program {
    let mut program = program(from);
    program.model.settings.flourish = false;
    program.model.settings.glyphs = GlyphChoice::Of(GlyphSet::Unicode);
    program.model.theme = Theme::shipped("dark").expect("it ships");
    program.draw(size);
    program.keys(keys);
    for _ in 0..4 {
        program.draw(size);
    }
    program
}

#[test]
fn every_screen_looks_like_this() {
    for place in SCENES {
        let mut told = String::new();
        for size in SIZES {
            let buffer = scene(*place, size).draw(size);
            writeln!(told, "==== {}x{}\n{}", size.0, size.1, picture(&buffer)).expect("a string takes all");
        }
        insta::with_settings!({omit_expression => true}, {
            insta::assert_snapshot!(place.0, told);
        });
    }
}

/// What a cell shows, where another set of glyphs has its own sign for it.
fn same_sign(unicode: &str, other: &str) -> bool {
    if unicode == other {
        return true;
    }
    // A set without blocks of every width leaves out the last piece of a bar.
    if unicode.chars().all(|c| ('▉'..='▏').contains(&c)) {
        return true;
    }
    // A sign that the set has not, in one column: never a letter or a digit of a word, never a blank.
    let is_plain = |symbol: &str| symbol.chars().all(|c| c.is_ascii_alphanumeric());
    !is_plain(unicode) && unicode.trim().is_empty() == other.trim().is_empty()
}

/// Whether a console has a character: code page 437 has it, or it is ASCII.
fn has_console(symbol: &str) -> bool {
    const CP437: &str = "☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼⌂ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■";
    symbol.chars().all(|c| c == ' ' || c.is_ascii_graphic() || CP437.contains(c))
}

/// The scenes with a map.
const WITH_MAPS: [&str; 2] = ["battle_with_map", "map"];

#[test]
fn other_glyphs_show_the_same() {
    let mut wrong: BTreeSet<String> = BTreeSet::new();
    for (place, size) in SCENES.iter().flat_map(|place| SIZES.map(|size| (place, size))) {
        let mut program = scene(*place, size);
        let unicode = program.draw(size);
        for set in [GlyphSet::Ascii, GlyphSet::Console] {
            program.model.settings.glyphs = GlyphChoice::Of(set);
            let other = program.draw(size);
            for (at, (was, is)) in unicode.content.iter().zip(&other.content).enumerate() {
                let has = match set {
                    GlyphSet::Ascii => is.symbol().is_ascii(),
                    _ => has_console(is.symbol()),
                };
                let (x, y) = unicode.pos_of(at);
                // A counter of the map has the letter of its side where no sign is left that is a side's.
                let may_differ = WITH_MAPS.contains(&place.0) && set == GlyphSet::Ascii;
                if !has {
                    wrong.insert(format!("{} {size:?} {set:?}: “{}” at {x},{y}", place.0, is.symbol()));
                } else if !may_differ && !same_sign(was.symbol(), is.symbol()) {
                    let row: String = (0..size.0).map(|x| other[(x, y)].symbol()).collect();
                    wrong.insert(format!(
                        "{} {size:?} {set:?}: “{}” was “{}” at {x},{y} in “{row}”",
                        place.0,
                        is.symbol(),
                        was.symbol()
                    ));
                }
            }
        }
    }
    let told: Vec<&String> = wrong.iter().take(40).collect();
    assert!(wrong.is_empty(), "{} cells: {told:#?}", wrong.len());
}

#[test]
fn fewer_colours_show_the_same_text() {
    let mut wrong: BTreeSet<String> = BTreeSet::new();
    let sizes = [(80, 24), (200, 60)];
    for (place, size) in SCENES.iter().flat_map(|place| sizes.map(|size| (place, size))) {
        let mut program = scene(*place, size);
        let dark = program.model.theme.clone();
        let all = program.draw(size);
        for depth in [Depth::Ansi256, Depth::Ansi16, Depth::Mono] {
            program.model.theme = dark.at_depth(depth);
            let fewer = program.draw(size);
            if text(&fewer) != text(&all) {
                wrong.insert(format!("{} {size:?} {depth:?} shows another text", place.0));
            }
            let has = |colour: Color| match depth {
                Depth::Mono => colour == Color::Reset,
                Depth::Ansi16 => !matches!(colour, Color::Rgb(..) | Color::Indexed(_)),
                _ => !matches!(colour, Color::Rgb(..)),
            };
            let odd = fewer.content.iter().find(|cell| !has(cell.fg) || !has(cell.bg));
            wrong.extend(odd.map(|cell| format!("{} {size:?} {depth:?}: {:?}", place.0, cell.style())));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Without colours what is chosen, what has the keys and what counts still show: some cell is bold, reversed or underlined.
#[test]
fn something_stands_out_without_colours() {
    for place in SCENES {
        let mut program = scene(*place, (120, 40));
        program.model.theme = program.model.theme.at_depth(Depth::Mono);
        let buffer = program.draw((120, 40));
        let marks = Modifier::BOLD | Modifier::REVERSED | Modifier::UNDERLINED;
        assert!(buffer.content.iter().any(|cell| cell.modifier.intersects(marks)), "{}", place.0);
    }
}

/// Every theme that has colours, at every depth.
fn themes() -> Vec<(String, Theme)> {
    crate::view::themes::all().collect()
}

#[test]
fn all_that_is_on_a_screen_can_be_read() {
    let mut wrong: BTreeSet<String> = BTreeSet::new();
    for place in SCENES {
        for size in [(80, 24), (200, 60)] {
            let mut program = scene(*place, size);
            for (name, theme) in themes() {
                let depth = theme.depth();
                program.model.theme = theme;
                let buffer = program.draw(size);
                for palette in &PALETTES {
                    let found = unseen(&buffer, depth, palette);
                    wrong.extend(
                        found.into_iter().take(1).map(|fault| format!("{} {size:?}, {name}: {fault}", place.0)),
                    );
                }
            }
        }
    }
    let told: Vec<&String> = wrong.iter().take(60).collect();
    assert!(wrong.is_empty(), "{} faults: {told:#?}", wrong.len());
}
