//! The characters of the map: one set each for Unicode terminals, consoles and ASCII. Each is one code point and one
//! column wide.

use wardiary_base::ground::Facing;

/// The characters of a line, indexed by its ends: 1 for north, 2 for east, 4 for south, 8 for west.
pub(super) type LineSigns = [char; 16];

#[derive(Debug, PartialEq, Eq)]
pub struct MapSigns {
    /// Units by facing, a row of signs for odd and one for even sides.
    facings: [[char; 8]; 2],
    /// The sides' marks, in turn.
    pub(super) sides: [char; 4],
    pub(super) open: [char; 2],
    pub(super) woods: [char; 2],
    pub(super) built: [char; 2],
    pub(super) works: [char; 2],
    pub(super) high: [char; 2],
    pub(super) rough: [char; 2],
    pub(super) marsh: [char; 2],
    pub(super) water: [char; 2],
    pub(super) fields: [char; 2],
    pub(super) sand: [char; 2],
    pub(super) grid: LineSigns,
    pub(super) road: LineSigns,
    pub(super) river: LineSigns,
    pub(super) stream: LineSigns,
    pub(super) wall: LineSigns,
    pub(super) hedge: LineSigns,
    pub(super) bank: LineSigns,
    pub(super) cursor: LineSigns,
    /// The slanted lines `/` and `\`.
    pub(super) rising: char,
    pub(super) falling: char,
    /// The lower edge of a hex.
    pub(super) hex_bottom: char,
    /// Edges of hexes, at any slant.
    pub(super) river_on_hex: char,
    pub(super) stream_on_hex: char,
    pub(super) wall_on_hex: char,
    pub(super) hedge_on_hex: char,
    pub(super) bank_on_hex: char,
    /// A held objective, an unheld one, and any other named place.
    pub(super) held: char,
    pub(super) unheld: char,
    pub(super) place: char,
    /// An area that a unit left, and one that it passed.
    pub(super) left: char,
    pub(super) passed: char,
    /// A stop, a threat, a possibility.
    pub(super) stop: char,
    pub(super) threat: char,
    pub(super) possible: char,
    /// An area out of sight.
    pub(super) hidden: char,
    /// The cursor's brackets, left and right of a character.
    pub(super) bracket: [char; 2],
    /// The same for the selected unit.
    pub(super) brace: [char; 2],
    /// A road across an upright edge, and across a level one.
    pub(super) bridge: [char; 2],
}

impl MapSigns {
    pub fn unit(&self, side: usize, facing: Facing) -> char {
        self.facings[side % 2][facing as usize]
    }
}

const fn parse_line_signs(signs: &str) -> LineSigns {
    // The sets below are ASCII: one byte a character.
    let bytes = signs.as_bytes();
    let mut line = [' '; 16];
    let mut at = 0;
    while at < 16 {
        line[at] = bytes[at] as char;
        at += 1;
    }
    line
}

pub static UNICODE: MapSigns = MapSigns {
    facings: [['▲', '◥', '▶', '◢', '▼', '◣', '◀', '◤'], ['△', '◹', '▷', '◿', '▽', '◺', '◁', '◸']],
    sides: ['■', '□', '◆', '◇'],
    open: ['·', '·'],
    woods: ['♣', '♠'],
    built: ['⌂', '⌂'],
    works: ['▦', '▦'],
    high: ['∩', '^'],
    rough: ['∴', '∵'],
    marsh: ['≋', '"'],
    water: ['~', '≈'],
    fields: ['"', '='],
    sand: [':', '.'],
    grid: [' ', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼'],
    road: [' ', '╵', '╶', '╰', '╷', '│', '╭', '├', '╴', '╯', '─', '┴', '╮', '┤', '┬', '┼'],
    river: [' ', '║', '═', '╚', '║', '║', '╔', '╠', '═', '╝', '═', '╩', '╗', '╣', '╦', '╬'],
    stream: [' ', '∫', '~', '╰', '∫', '∫', '╭', '├', '~', '╯', '~', '┴', '╮', '┤', '┬', '┼'],
    wall: [' ', '╹', '╺', '┗', '╻', '┃', '┏', '┣', '╸', '┛', '━', '┻', '┓', '┫', '┳', '╋'],
    hedge: [' ', '┆', '┄', '└', '┆', '┆', '┌', '├', '┄', '┘', '┄', '┴', '┐', '┤', '┬', '┼'],
    bank: [' ', '┇', '┅', '┗', '┇', '┇', '┏', '┣', '┅', '┛', '┅', '┻', '┓', '┫', '┳', '╋'],
    cursor: [' ', '╹', '╺', '┗', '╻', '┃', '┏', '┣', '╸', '┛', '━', '┻', '┓', '┫', '┳', '╋'],
    rising: '╱',
    falling: '╲',
    hex_bottom: '_',
    river_on_hex: '≈',
    stream_on_hex: '~',
    wall_on_hex: '█',
    hedge_on_hex: '▒',
    bank_on_hex: '=',
    held: '♦',
    unheld: '◊',
    place: '◦',
    left: '◌',
    passed: '∙',
    stop: '×',
    threat: '!',
    possible: '•',
    hidden: '░',
    bracket: ['[', ']'],
    brace: ['▐', '▌'],
    bridge: ['╫', '╪'],
};

pub static CONSOLE: MapSigns = MapSigns {
    facings: [['▲', '┐', '►', '┘', '▼', '└', '◄', '┌'], ['↑', '╗', '→', '╝', '↓', '╚', '←', '╔']],
    sides: ['■', '○', '♦', '◘'],
    works: ['▓', '▓'],
    rough: [';', ','],
    marsh: ['≈', '"'],
    grid: [' ', '│', '─', '└', '│', '│', '┌', '├', '─', '┘', '─', '┴', '┐', '┤', '┬', '┼'],
    road: [' ', '│', '─', '└', '│', '│', '┌', '├', '─', '┘', '─', '┴', '┐', '┤', '┬', '┼'],
    stream: [' ', '⌠', '~', '└', '⌡', '⌠', '┌', '├', '~', '┘', '~', '┴', '┐', '┤', '┬', '┼'],
    wall: ['█'; 16],
    hedge: ['░'; 16],
    bank: ['▒'; 16],
    cursor: [' ', '║', '═', '╚', '║', '║', '╔', '╠', '═', '╝', '═', '╩', '╗', '╣', '╦', '╬'],
    rising: '/',
    falling: '\\',
    held: '¶',
    unheld: 'p',
    place: '°',
    left: '○',
    stop: 'x',
    ..UNICODE
};

pub static ASCII: MapSigns = MapSigns {
    facings: [['^', '7', '>', 'J', 'v', 'L', '<', 'F'], ['A', '?', ')', '%', 'V', '&', '(', '$']],
    sides: ['#', 'o', '@', '*'],
    open: ['.', '.'],
    woods: ['T', 'Y'],
    built: ['n', 'n'],
    works: ['#', '#'],
    high: ['m', '^'],
    marsh: [',', '\''],
    fields: ['`', '"'],
    water: ['~', '~'],
    grid: parse_line_signs(" ||+||++-+-+++++"),
    road: parse_line_signs(" ||+||++-+-+++++"),
    river: parse_line_signs(" ~~~~~~~~~~~~~~~"),
    stream: parse_line_signs(" ::.::..........."),
    wall: parse_line_signs(" ###############"),
    hedge: parse_line_signs(" \"\"\"\"\"\"\"\"\"\"\"\"\"\"\""),
    bank: parse_line_signs(" ==============="),
    cursor: parse_line_signs(" ||+||++=+=+++++"),
    river_on_hex: '~',
    stream_on_hex: ':',
    wall_on_hex: '#',
    hedge_on_hex: '"',
    held: 'P',
    place: 'o',
    left: 'o',
    passed: '.',
    possible: '*',
    hidden: '\'',
    brace: ['{', '}'],
    bridge: ['H', 'H'],
    ..CONSOLE
};
