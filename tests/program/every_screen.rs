//! Every screen and every overlay in five sizes: their snapshots, the same content with other glyph sets and colour
//! depths, and readable text in every theme on every terminal.

use crate::harness::{
    eyes::unseen,
    picture::{Role, is_whole, role_fault, text},
    program::Program,
};
use ratatui::style::{Color, Modifier};
use std::{collections::BTreeSet, fmt::Write as _, fs};
use wardiary_app::{DrawingContext, Start, settings::GlyphChoice};
use wardiary_diary::{
    assets::{Folders, open_drawing},
    diary::file::{Mode, Save},
};
use wardiary_view::{Depth, GlyphSet, Theme, colour::PALETTES};

pub const SIZES: [(u16, u16); 5] = [(60, 20), (80, 24), (120, 40), (60, 60), (200, 60)];

/// The starting point of a scene.
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
    /// The start screen with the overlay of faults in a user's files.
    Faulty,
}

use Opens::{Drawing, Faulty, Sample, Scenario, Start as StartScreen};

/// Every screen and every overlay: its name, its starting point, and the keys that lead to it.
const SCENES: &[(&str, Opens, &str)] = &[
    ("start", StartScreen, ""),
    ("start_rename", Sample("tannenberg"), "Qr"),
    ("start_rules", StartScreen, "b"),
    ("start_faults", Faulty, ""),
    ("battle", Sample("tannenberg"), ""),
    ("battle_card", Scenario("tannenberg"), "jj<tab><tab>"),
    ("battle_with_map", Sample("wadi"), ""),
    ("battle_of_stacks", Scenario("garrison"), "jC<enter>r<enter>"),
    ("order_line", Scenario("tannenberg"), "js"),
    ("order_odds", Scenario("tannenberg"), "js<enter>"),
    ("hand_dice", Scenario("tannenberg"), "Hj:scrud \"XX Corps\" v Russians<enter>6655444332"),
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
    ("review_compare", Sample("tannenberg"), ":goto 2<enter>:note other<enter>3<alt-c><enter>"),
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
        Opens::Start => Program::begun(wardiary_app::start(Start::StartScreen, folders), home),
        Opens::Scenario(name) => Program::with(name),
        Opens::Sample(name) => {
            let path = folders.saves.join(format!("{name}.ron"));
            fs::copy(format!("{}/saves/{name}.ron", env!("CARGO_MANIFEST_DIR")), &path).expect("it ships");
            let save = Save::open(&path, Mode::Write).expect("it opens");
            Program::begun(wardiary_app::start(Start::Save(Box::new(save)), folders), home)
        }
        Opens::Drawing => {
            let map = concat!(env!("CARGO_MANIFEST_DIR"), "/crates/base/assets/maps/crossings.ron");
            let drawn = open_drawing(map, None).unwrap_or_else(|fault| panic!("{fault:?}"));
            let easel = DrawingContext::new(drawn.drawing, drawn.path, drawn.name);
            Program::begun(wardiary_app::start(Start::Drawing(Box::new(easel)), folders), home)
        }
        Opens::Faulty => {
            fs::write(folders.config.join("settings.ron"), "(theme: \"drak\", flourish: 3, bell: 7)").expect("a file");
            Program::begun(wardiary_app::start(Start::StartScreen, folders), home)
        }
    }
}

/// A scene at a size, in the dark theme with Unicode glyphs.
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

/// The content of a scene at every size: the title of the focused pane, words, and the roles of some of the words.
struct Shown {
    scene: &'static str,
    title: &'static str,
    words: &'static [&'static str],
    roles: &'static [(&'static str, Role)],
}

const SHOWN: &[Shown] = &[
    Shown {
        scene: "start",
        title: "Open or start",
        words: &[
            "w a r d i a r y   the war diary",
            "▌ The sample battle: Tannenberg",
            "  New: The ridge",
            "Enter open",
        ],
        roles: &[("New: The Grand Couronné", |theme| theme.dialog.text)],
    },
    Shown {
        scene: "start_rename",
        title: "New name",
        words: &["w a r d i a r y", "▌ Continue: Tannenberg, the first day", "Enter renames the save", "Esc back"],
        roles: &[],
    },
    Shown {
        scene: "start_rules",
        title: "The rulebook for new campaigns",
        words: &[
            "▌ ◆ its own",
            "SCRUD, by Tom Mouat",
            "Classic SCRUD, by Tim Price",
            "Enter accept   / find   Esc back",
        ],
        roles: &[("classic", |theme| theme.help.key), ("SCRUD, by Tom Mouat", |theme| theme.help.text)],
    },
    Shown {
        scene: "start_faults",
        title: "Faults in your own files",
        words: &[
            "▌   settings.ron:1:2",
            "there is no theme “drak” (did you mean",
            "“dark”?)",
            "settings.ron:1:36",
            "Esc back",
        ],
        roles: &[("settings.ron:1:27", |theme| theme.help.key)],
    },
    Shown {
        scene: "battle",
        title: "Forces",
        words: &[
            "First day ── turn 2 ── initiative to roll",
            "Russians v Germans, phase 3 of 3",
            "Russians: a good roll",
            "entry 8, phase 3: Germans suffered 1 defeat",
            "Enter next   s scrud   : order",
        ],
        roles: &[
            ("initiative to roll", |theme| theme.header.awaited),
            ("▼W", |theme| theme.line_up.hurt),
            ("Russians v Germans, phase 3 of 3", |theme| theme.frame.title),
        ],
    },
    Shown {
        scene: "battle_card",
        title: "37th Brigade",
        words: &[
            "▌Germans, XX Corps",
            "██████████  4 of 4 SP",
            "██████████  EDNA 8 of 8",
            "Fights as green (+1).",
            "has done nothing yet",
            "[37th ",
            "Esc back",
        ],
        roles: &[("Square: XX Corps", |theme| theme.frame.title), ("front", |theme| theme.square.edge)],
    },
    Shown {
        scene: "battle_with_map",
        title: "Forces",
        words: &["The wells", "Siege Gun fired at A Battery and General Harcourt", "worst possible result", "? help"],
        roles: &[("EXHAUSTED", |theme| theme.gauges.exhausted), ("Main body", |theme| theme.forces.stack)],
    },
    Shown {
        scene: "battle_of_stacks",
        title: "Forces",
        words: &["lost 22 of 55", "hit for 22", "r round"],
        roles: &[("3 blows", |theme| theme.frame.title)],
    },
    Shown {
        scene: "order_line",
        title: "Order",
        words: &[
            ": scrud \"XX Corps\" v",
            "— Enter: 4 dice",
            "wins  no defeat  suffers  SP lost",
            "Enter give the order",
        ],
        roles: &[("Forces", |theme| theme.frame.title)],
    },
    Shown { scene: "order_odds", title: "Forces", words: &["phase 1 of 3", "entry 1", "Enter next   "], roles: &[] },
    Shown {
        scene: "hand_dice",
        title: "Dice from the table: scrud \"XX Corps\" v Russians",
        words: &["die 11 of 12: 7th Rifle Brigade (Y-1)", "2 blank", "Enter done   t roll the rest"],
        roles: &[("done", |theme| theme.footer.text)],
    },
    Shown {
        scene: "find_line",
        title: "Forces",
        words: &["/brig", "1 of 12 in the forces", "Enter find   ↓ next"],
        roles: &[],
    },
    Shown {
        scene: "save_as",
        title: "Save as",
        words: &[": battle-2.ron", "→ Enter writes the whole save to that file", "Enter save"],
        roles: &[],
    },
    Shown {
        scene: "help",
        title: "Help",
        words: &[
            "/ type to search",
            "Here and now",
            "▌ Enter     take the next step that the header shows",
            "Enter do it   Esc close",
        ],
        roles: &[("Here and now", |theme| theme.help.heading)],
    },
    Shown {
        scene: "suggestions",
        title: "Options for Germans and Russians",
        words: &[
            "Best first. Enter puts an order into the order line",
            "▌   initiative",
            "Turn 1 of First day begins with the initiative",
            "Enter accept",
        ],
        roles: &[("Turn 1 of First day begins with the initiative", |theme| theme.help.text)],
    },
    Shown {
        scene: "still_to_do",
        title: "Still to do in turn 1 of First day",
        words: &[
            "▌   37th Brigade",
            "    1st Rifle Brigade",
            "can still attack (combat,",
            "Enter accept   / find   Esc back",
        ],
        roles: &[("find", |theme| theme.footer.text)],
    },
    Shown {
        scene: "picker",
        title: "Jump to …",
        words: &[
            "/ brig",
            "13 of 19",
            "▌ unit    37th Brigade",
            "  unit    8th Rifle Brigade",
            "  save    Tannenberg, the first",
        ],
        roles: &[("XX Corps, infantry, 4 of 4 SP", |theme| theme.help.muted)],
    },
    Shown {
        scene: "keys_that_follow",
        title: "' …",
        words: &["'  jump to anything by a few letters", "u  jump to a unit", "o  jump to another save", "Esc back"],
        roles: &[("jump to a unit", |theme| theme.help.text)],
    },
    Shown {
        scene: "aftermath",
        title: "Next steps",
        words: &[
            "First day is over",
            "The battle First day ended: drawn.",
            "▌back to the table  with the battle in its final state",
            "undo               if it was a mistake: one entry back",
            "Enter do it   u undo   Esc back",
        ],
        roles: &[("First day is over", |theme| theme.frame.title)],
    },
    Shown { scene: "map", title: "The wells at Tel Amara", words: &["entry 179", "? help"], roles: &[] },
    Shown {
        scene: "review",
        title: "Diary",
        words: &[
            "REVIEW of entry 11",
            "●  8 T1 Russians beat",
            "▌● 11 T2 “Most of the Russian brigades",
            "Entry 11, T2,",
            "lead: Germans, the enemy 25% nearer exhaustion",
            "Space play",
        ],
        roles: &[("REVIEW of entry 11", |theme| theme.header.warning), ("╔", |theme| theme.in_review().frame.border)],
    },
    Shown {
        scene: "review_filter",
        title: "Filter",
        words: &[
            "Diary: scrud, 3 matches",
            ": scrud",
            "any words, or: side NAME · turn 3-5",
            "entry 4, match 1 of 3 for `scrud`",
        ],
        roles: &[("3 matches", |theme| theme.frame.title)],
    },
    Shown {
        scene: "review_compare",
        title: "The path to entry 12",
        words: &["The path to entry 11", "Differences at the end; fork after entry 2", "Enter view"],
        roles: &[],
    },
    Shown {
        scene: "odds",
        title: "Odds",
        words: &[
            ": scrud 4 green v 8 yellow",
            "first wins 60.72%, second 28.72%",
            "0 defeats  48.32% ███",
            "Changes to the roll",
        ],
        roles: &[("Changes to the roll", |theme| theme.frame.title)],
    },
    Shown {
        scene: "campaign",
        title: "Contacts: 15",
        words: &["day 7, afternoon ── no battle is under way", "Battles: 3 over", "▌● Brussels 15 contacts", "Forces"],
        roles: &[("Battles: 3 over", |theme| theme.frame.title)],
    },
    Shown {
        scene: "luck",
        title: "Luck of the sides",
        words: &[
            "▌Germans: 3 rolls",
            "3 phases  inflicted          5       7.9  -2.9",
            "4 rolls up to entry 11, 3 weighed",
        ],
        roles: &[("By unit", |theme| theme.frame.title)],
    },
    Shown {
        scene: "service",
        title: "Forces",
        words: &["▌  37th Brigade       4 SP, EDNA 8  green", " XX Corps", "at the muster  ██████████  4 SP"],
        roles: &[("History", |theme| theme.frame.title)],
    },
    Shown {
        scene: "drawing",
        title: "woods",
        words: &[
            "The two crossings  • 32 × 22 squares  • crossings.ron",
            "terrain edges roads",
            "2 ♣♣ woods",
            "Space paint",
        ],
        roles: &[("Palette", |theme| theme.frame.title)],
    },
    Shown {
        scene: "drawing_line",
        title: "Name of Q12",
        words: &["→ Enter sets the name; an empty line removes it", "Palette", "Enter accept   Esc back"],
        roles: &[("Palette", |theme| theme.frame.title)],
    },
];

/// The scenes without a snapshot, because they differ from others in words only.
const WITHOUT_PICTURE: [&str; 7] =
    ["start_rename", "start_faults", "order_line", "find_line", "save_as", "review_filter", "drawing_line"];

#[test]
fn every_screen_looks_like_this() {
    let mut faults: Vec<String> = Vec::new();
    for place in SCENES {
        let Shown { title, words, roles, .. } =
            SHOWN.iter().find(|shown| shown.scene == place.0).unwrap_or_else(|| panic!("{} has no row", place.0));
        let mut pictures = String::new();
        for size in SIZES {
            let mut program = scene(*place, size);
            let buffer = program.draw(size);
            let story = format!("{} {}x{}", place.0, size.0, size.1);
            let screen = text(&buffer);
            is_whole(&story, &buffer);
            let gone = words.iter().filter(|words| !screen.contains(**words));
            faults.extend(gone.map(|words| format!("{story}: “{words}” is not on the screen")));
            let theme = &program.model.theme;
            faults.extend(
                role_fault(&buffer, theme, "◆ ", title, |theme| theme.frame.title_focused)
                    .into_iter()
                    .chain(roles.iter().filter_map(|(words, role)| role_fault(&buffer, theme, "", words, *role)))
                    .map(|fault| format!("{story}: {fault}")),
            );
            if [(80, 24), (120, 40)].contains(&size) {
                writeln!(pictures, "==== {}x{}\n{screen}", size.0, size.1).expect("a string takes all");
            }
        }
        if !WITHOUT_PICTURE.contains(&place.0) {
            insta::with_settings!({omit_expression => true}, {
                insta::assert_snapshot!(place.0, pictures);
            });
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Whether a cell of another glyph set is a valid replacement of the Unicode cell.
fn same_sign(unicode: &str, other: &str) -> bool {
    if unicode == other {
        return true;
    }
    // A set without blocks of every width drops the last piece of a bar.
    if unicode.chars().all(|c| ('▉'..='▏').contains(&c)) {
        return true;
    }
    // Another sign of one column, but never for a letter or a digit, and never a blank.
    let is_plain = |symbol: &str| symbol.chars().all(|c| c.is_ascii_alphanumeric());
    !is_plain(unicode) && unicode.trim().is_empty() == other.trim().is_empty()
}

/// Whether a console can show a symbol: ASCII and code page 437 can be shown.
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
                // On maps, ASCII counters carry the letter of their side when no sign for the side is left.
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

/// Without colours the selection and the focus still show: some cell is bold, reversed or underlined.
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

/// Every theme with colours, at every depth.
fn themes() -> Vec<(String, Theme)> {
    crate::view::themes::all().collect()
}

#[test]
fn all_text_on_a_screen_is_legible() {
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
