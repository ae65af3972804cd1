//! Random numbers of a game, from a seed, so that each run is the same.

use wardiary_base::dice::source::Seed;

/// Random numbers from a seed.
#[derive(Clone)]
pub struct PairRng {
    pub seed: Seed,
    pub drawn: u32,
    /// The prefix of the random words.
    prefix: &'static str,
}

/// The prefix of all words that Blue can't know, and of no others.
pub const HIDDEN_PREFIX: &str = "Qua";

impl PairRng {
    /// Random numbers for the part of a game that Blue hears of.
    pub fn visible_to_blue(game: usize, what: &str) -> Self {
        Self { prefix: "Zo", ..Self::hidden_from_blue(game, what) }
    }

    /// Random numbers for the part of a game that Blue does not hear of.
    pub fn hidden_from_blue(game: usize, what: &str) -> Self {
        let text = what.bytes().fold(format!("{game:08x}"), |text, byte| format!("{text}{byte:02x}"));
        Self { seed: text.parse().expect("a seed"), drawn: 0, prefix: HIDDEN_PREFIX }
    }

    /// The same sequence, from number `drawn` on.
    pub fn starting_at(&self, drawn: u32) -> Self {
        Self { drawn, ..self.clone() }
    }

    pub fn below(&mut self, many: usize) -> usize {
        self.drawn += 1;
        let bytes = self.seed.nonce(self.drawn);
        u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]) as usize % many
    }

    pub fn pick<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }

    pub fn word(&mut self) -> String {
        let sounds = ["ka", "mo", "ru", "shi", "te", "vo", "xe", "zu"];
        let word: String = (0..4).map(|_| *self.pick(&sounds)).collect();
        format!("{}{word}", self.prefix)
    }

    /// A seed for a save that nobody can guess.
    pub fn save_seed(&mut self) -> Seed {
        let parts: Vec<String> = (0..8).map(|_| format!("{:08x}", self.below(1 << 30) * 3 + 7)).collect();
        parts.concat().parse().expect("a seed")
    }
}
