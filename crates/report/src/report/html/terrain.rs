//! The colours of a map's terrain.

use wardiary_base::ground::Ground;

/// The colour of terrain by words in its name.
const KNOWN: [(&[&str], Colour); 10] = [
    (&["open", "clear", "plain", "grass", "steppe"], (0xe9, 0xec, 0xd0)),
    (&["field", "crop", "farm", "vineyard"], (0xf2, 0xdf, 0x9c)),
    (&["wood", "forest", "orchard", "jungle", "palm", "grove", "scrub"], (0xa9, 0xc9, 0x9a)),
    (&["water", "lake", "sea", "pond", "river", "well"], (0xa9, 0xcf, 0xe6)),
    (&["hill", "height", "ridge", "slope", "crest", "dune"], (0xd9, 0xbf, 0x93)),
    (&["town", "village", "house", "building", "city", "fort", "castle", "works"], (0xcf, 0xc4, 0xc4)),
    (&["marsh", "swamp", "bog", "mud"], (0xb9, 0xcd, 0xb6)),
    (&["sand", "desert", "beach"], (0xf0, 0xe2, 0xb6)),
    (&["rock", "cliff", "mountain", "rough", "stony"], (0xc6, 0xbc, 0xae)),
    (&["trench", "earth", "redoubt", "zariba"], (0xd3, 0xb5, 0x8c)),
];

type Colour = (u8, u8, u8);

/// A colour for each kind of terrain of a ground, in the order of its legend.
pub(super) fn colours(ground: &Ground) -> Vec<String> {
    let names: Vec<String> = ground.legend().iter().map(|(_, name)| name.to_string()).collect();
    name_colours(names.iter().map(String::as_str))
}

/// Distinct colours for names: if several contain the same word, each is darker than the one before.
pub fn name_colours<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for name in names {
        let mut shades = (0..10).map(|step| hex(shade(colour(name), step)));
        let free = shades.find(|colour| !all.contains(colour));
        all.push(free.unwrap_or_else(|| hex(colour(name))));
    }
    all
}

/// The colour for a name, by its words or else by its letters.
fn colour(name: &str) -> Colour {
    let lower = name.to_lowercase();
    let known = KNOWN.iter().find(|(words, _)| words.iter().any(|word| lower.contains(word)));
    known.map_or_else(
        || {
            let light = |salt: u32| {
                let sum = lower.bytes().fold(salt, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
                u8::try_from(176 + sum % 64).unwrap_or(u8::MAX)
            };
            (light(7), light(11), light(13))
        },
        |(_, colour)| *colour,
    )
}

fn shade((red, green, blue): Colour, step: u8) -> Colour {
    let darker = |part: u8| part.saturating_sub(step.saturating_mul(18));
    (darker(red), darker(green), darker(blue))
}

fn hex((red, green, blue): Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}
