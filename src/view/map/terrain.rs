//! What terrain and edges look like. A rulebook names them as it likes, so how they are drawn goes by the words that
//! players use; what has another name is drawn as cover or as rough ground.

use super::signs::{LineSigns, MapSigns};
use crate::view::theme::MapStyle;
use ratatui::style::Style;

/// How an area is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Texture {
    Open,
    Woods,
    Built,
    Works,
    High,
    Rough,
    Marsh,
    Water,
    Cover,
}

const WORDS: [(Texture, &[&str]); 8] = [
    (Texture::Woods, &["wood", "forest", "tree", "orchard", "jungle", "grove", "palm"]),
    (Texture::Built, &["built", "town", "village", "city", "house", "building", "farm", "camp"]),
    (Texture::Works, &["fort", "redoubt", "trench", "work", "castle", "sangar", "earth"]),
    (Texture::High, &["hill", "high", "ridge", "mountain", "crest", "slope", "peak", "dune", "koppie"]),
    (Texture::Marsh, &["marsh", "swamp", "bog", "fen", "mud", "oasis"]),
    (Texture::Water, &["water", "lake", "sea", "river", "pond", "ford", "well"]),
    (Texture::Rough, &["rough", "rock", "broken", "scrub", "sand", "desert", "stone"]),
    (Texture::Open, &["open", "plain", "field", "clear", "grass", "steppe", "road"]),
];

impl Texture {
    /// That of a terrain of this name, which gives cover or does not.
    pub fn of(name: &str, covers: bool) -> Self {
        let name = name.to_lowercase();
        let named = WORDS.iter().find(|(_, words)| words.iter().any(|word| name.contains(word)));
        named.map_or(if covers { Self::Cover } else { Self::Rough }, |(texture, _)| *texture)
    }

    pub fn sign(self, signs: &MapSigns) -> char {
        match self {
            Self::Open => signs.open,
            Self::Woods => signs.woods,
            Self::Built => signs.built,
            Self::Works => signs.works,
            Self::High => signs.high,
            Self::Rough => signs.rough,
            Self::Marsh => signs.marsh,
            Self::Water => signs.water,
            Self::Cover => signs.cover,
        }
    }

    pub fn style(self, styles: &MapStyle) -> Style {
        match self {
            Self::Open => styles.open,
            Self::Woods => styles.woods,
            Self::Built => styles.built,
            Self::Works => styles.works,
            Self::High => styles.high,
            Self::Water => styles.water,
            Self::Rough | Self::Marsh | Self::Cover => styles.rough,
        }
    }

    /// Whether its sign stands at a place of an area: counted from the map's corner, so that the texture runs on from one
    /// area to the next.
    pub fn has_sign_at(self, x: i32, y: i32) -> bool {
        match self {
            Self::Open => false,
            Self::Woods | Self::Works => (x + 2 * y).rem_euclid(3) != 1,
            Self::Built => (x + y).rem_euclid(2) == 0,
            Self::High => (x + 2 * y).rem_euclid(4) == 0,
            Self::Rough | Self::Marsh => (x + 3 * y).rem_euclid(5) == 0,
            Self::Water => (x + y).rem_euclid(3) != 2,
            Self::Cover => true,
        }
    }
}

/// How an edge is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum EdgeLine {
    River,
    Wall,
    Hedge,
    Other,
}

const EDGE_WORDS: [(EdgeLine, &[&str]); 3] = [
    (EdgeLine::River, &["river", "stream", "brook", "canal", "water", "ditch", "wadi", "nullah", "ford"]),
    (EdgeLine::Wall, &["wall", "cliff", "fort", "rampart", "palisade", "bank"]),
    (EdgeLine::Hedge, &["hedge", "fence"]),
];

impl EdgeLine {
    /// That of an edge of this name.
    pub fn of(name: &str) -> Self {
        let name = name.to_lowercase();
        let named = EDGE_WORDS.iter().find(|(_, words)| words.iter().any(|word| name.contains(word)));
        named.map_or(Self::Other, |(line, _)| *line)
    }

    pub fn signs(self, signs: &MapSigns) -> &LineSigns {
        match self {
            Self::River => &signs.river,
            Self::Wall => &signs.wall,
            Self::Hedge => &signs.hedge,
            Self::Other => &signs.other,
        }
    }

    pub fn on_hex(self, signs: &MapSigns) -> char {
        match self {
            Self::River => signs.river_on_hex,
            Self::Wall => signs.wall_on_hex,
            Self::Hedge => signs.hedge_on_hex,
            Self::Other => signs.other_on_hex,
        }
    }

    pub fn style(self, styles: &MapStyle) -> Style {
        match self {
            Self::River => styles.river,
            Self::Wall | Self::Hedge | Self::Other => styles.wall,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terrain_is_drawn_by_the_words_that_players_use() {
        for (name, texture) in [
            ("open", Texture::Open),
            ("woods", Texture::Woods),
            ("built-up", Texture::Built),
            ("fortification", Texture::Works),
            ("Palm grove", Texture::Woods),
            ("rocky ridge", Texture::High),
        ] {
            assert_eq!(Texture::of(name, false), texture, "{name}");
        }
        assert_eq!(Texture::of("fog bank", true), Texture::Cover);
        assert_eq!(Texture::of("fog bank", false), Texture::Rough);
        assert_eq!(EdgeLine::of("river"), EdgeLine::River);
        assert_eq!(EdgeLine::of("dry stone wall"), EdgeLine::Wall);
        assert_eq!(EdgeLine::of("ravine"), EdgeLine::Other);
    }
}
