//! Where faces come from: the program's own stream, a script, or a hand at the table.
//!
//! **The program's dice can be derived again by anybody.** Die number *n* of a save is the first acceptable word of
//! block *n* of the `ChaCha8` stream that the save's seed (32 bytes, written as hexadecimal) begins: `set_stream(0)`,
//! then `set_word_pos(16 × n)`. A 32-bit word *w* is acceptable for a die of *s* sides when *w* < *s* × ⌊2³² ÷ *s*⌋,
//! and then the face is *w* mod *s* + 1. The sixteenth word of a block is taken as it comes; that none of sixteen
//! is acceptable happens, for a D6, once in 10¹⁴⁴ dice.

use super::{DiceError, DiceRoll, Die, Face, Origin, Owner, Request};
use chacha20::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};
use std::{collections::VecDeque, convert::Infallible, fmt, str::FromStr, vec};

/// What a save's dice are derived from: 32 bytes, written as 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Seed([u8; 32]);

impl Seed {
    /// The seed of what has none: a side's own diary, in which nothing is thrown.
    pub const NONE: Self = Self([0; 32]);

    /// A seed from the operating system's own source.
    ///
    /// # Errors
    /// Where the system has none to give.
    pub fn fresh() -> Result<Self, String> {
        use rand::TryRng;
        let mut bytes = [0; 32];
        rand::rngs::SysRng.try_fill_bytes(&mut bytes).map_err(|e| format!("no random seed to be had: {e}"))?;
        Ok(Self(bytes))
    }

    /// Whether it can be guessed: somebody typed it, and it has few digits, or few kinds of them. A seed from the operating
    /// system is none of these but once in 2⁶⁴.
    #[must_use]
    pub fn is_guessable(&self) -> bool {
        let is_short = self.0[..8].iter().all(|byte| *byte == 0);
        let digits: std::collections::BTreeSet<char> = hex::encode(self.0).chars().collect();
        is_short || digits.len() < 8
    }

    /// Die number `serial` of this seed's stream, for a die of that many sides.
    #[must_use]
    pub fn face(&self, serial: u64, die: Die) -> Face {
        let mut stream = ChaCha8Rng::from_seed(self.0);
        stream.set_stream(0);
        stream.set_word_pos(16 * u128::from(serial));
        let sides = u32::from(die.sides());
        let limit = (1u64 << 32) / u64::from(sides) * u64::from(sides);
        let mut word = stream.next_u32();
        for _ in 1..16 {
            if u64::from(word) < limit {
                break;
            }
            word = stream.next_u32();
        }
        u8::try_from(word % sides).expect("less than a die's sides, so at most 99") + 1
    }

    /// Block `number` of the second stream: 32 bytes that nobody can guess who has not the seed.
    #[must_use]
    pub fn nonce(&self, number: u32) -> [u8; 32] {
        let mut stream = ChaCha8Rng::from_seed(self.0);
        stream.set_stream(1);
        stream.set_word_pos(16 * u128::from(number));
        let mut bytes = [0; 32];
        stream.fill_bytes(&mut bytes);
        bytes
    }
}

impl FromStr for Seed {
    type Err = String;
    /// Up to 64 hexadecimal digits; fewer stand at the end, after zeros.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut bytes = [0; 32];
        match hex::decode_to_slice(format!("{text:0>64}"), &mut bytes) {
            Ok(()) if !text.is_empty() => Ok(Self(bytes)),
            _ => Err("a seed is 1 to 64 hexadecimal digits".into()),
        }
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl TryFrom<String> for Seed {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Seed> for String {
    fn from(seed: Seed) -> Self {
        seed.to_string()
    }
}

/// Whatever answers the rules' requests.
pub trait DiceSource {
    /// Why a request is not answered.
    type Error;

    /// Makes the roll for a request.
    ///
    /// # Errors
    /// Why there is no roll for it, at least not now.
    fn answer(&mut self, request: &Request) -> Result<DiceRoll, Self::Error>;
}

/// The program's dice: each gets the next serial number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seeded {
    /// The stream.
    pub seed: Seed,
    /// The serial number of the next die.
    pub next: u64,
}

impl Seeded {
    fn throw(&mut self, die: Die) -> Face {
        let face = self.seed.face(self.next, die);
        self.next += 1;
        face
    }
}

impl DiceSource for Seeded {
    type Error = Infallible;

    fn answer(&mut self, request: &Request) -> Result<DiceRoll, Infallible> {
        let from = Origin::App(self.next);
        let faces = request.dice.iter().map(|wanted| self.throw(wanted.die)).collect();
        Ok(DiceRoll { who: request.dice.iter().map(|w| w.owner).collect(), from, faces })
    }
}

/// Dice read off a list, as they fell on the table: `--dice 6,5,2`.
#[derive(Clone, Debug, Default)]
pub struct Scripted {
    /// The faces still to be used.
    pub faces: VecDeque<Face>,
}

impl DiceSource for Scripted {
    type Error = DiceError;

    fn answer(&mut self, request: &Request) -> Result<DiceRoll, DiceError> {
        if self.faces.len() < request.dice.len() {
            return Err(DiceError::Count { wanted: request.dice.len(), given: self.faces.len() });
        }
        self.faces.iter().zip(&request.dice).try_for_each(|(face, wanted)| wanted.check(*face, true))?;
        let faces = self.faces.drain(..request.dice.len()).collect();
        Ok(DiceRoll { who: request.dice.iter().map(|w| w.owner).collect(), from: Origin::Table, faces })
    }
}

/// One request answered by hand, as far as the hand goes: a die left blank is thrown by the program, and only
/// when all that were typed are in.
#[derive(Debug)]
pub struct ByHand<'a> {
    /// What was typed, a place for each die of the request.
    pub faces: &'a [Option<Face>],
    /// The program's dice, for the blanks.
    pub rest: &'a mut Seeded,
}

impl DiceSource for ByHand<'_> {
    type Error = DiceError;

    fn answer(&mut self, request: &Request) -> Result<DiceRoll, DiceError> {
        if self.faces.len() != request.dice.len() {
            return Err(DiceError::Count { wanted: request.dice.len(), given: self.faces.len() });
        }
        for (typed, wanted) in self.faces.iter().zip(&request.dice) {
            typed.map_or(Ok(()), |face| wanted.check(face, true))?;
        }
        let first = self.rest.next;
        let faces: Vec<Face> = self
            .faces
            .iter()
            .zip(&request.dice)
            .map(|(typed, wanted)| typed.unwrap_or_else(|| self.rest.throw(wanted.die)))
            .collect();
        let table: Vec<u16> = (0u16..).zip(self.faces).filter(|(_, typed)| typed.is_some()).map(|(i, _)| i).collect();
        let from = match table.len() {
            0 => Origin::App(first),
            n if n == faces.len() => Origin::Table,
            _ => Origin::Mixed { first, table },
        };
        Ok(DiceRoll { who: request.dice.iter().map(|w| w.owner).collect(), from, faces })
    }
}

/// Rolls made before, one for each request; then the program's dice, or none until somebody has thrown them.
#[derive(Clone, Debug)]
pub struct Replayed {
    rolls: vec::IntoIter<DiceRoll>,
    then: Option<Seeded>,
}

impl Replayed {
    /// These rolls, and then the program's dice where it throws them.
    #[must_use]
    pub fn new(rolls: Vec<DiceRoll>, then: Option<Seeded>) -> Self {
        Self { rolls: rolls.into_iter(), then }
    }
}

/// Rolls made before, one for each request; then the program's dice, but for requests with a die that is thrown on the table:
/// those wait for it, so that nobody sees the program's dice of a request before the table's.
pub struct AtTable<'a> {
    made: Replayed,
    program: Seeded,
    is_on_table: &'a dyn Fn(Owner) -> bool,
}

impl<'a> AtTable<'a> {
    /// These rolls, and then the program's dice but for those of whom that is said.
    #[must_use]
    pub fn new(rolls: Vec<DiceRoll>, program: Seeded, is_on_table: &'a dyn Fn(Owner) -> bool) -> Self {
        Self { made: Replayed::new(rolls, None), program, is_on_table }
    }
}

/// A request must wait until its dice are thrown on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the dice have not been thrown yet")]
pub struct NotYet;

impl DiceSource for Replayed {
    type Error = NotYet;

    fn answer(&mut self, request: &Request) -> Result<DiceRoll, NotYet> {
        let program = |dice: &mut Seeded| match dice.answer(request) {
            Ok(roll) => roll,
        };
        self.rolls.next().or_else(|| self.then.as_mut().map(program)).ok_or(NotYet)
    }
}

impl DiceSource for AtTable<'_> {
    type Error = NotYet;

    fn answer(&mut self, request: &Request) -> Result<DiceRoll, NotYet> {
        if let Ok(roll) = self.made.answer(request) {
            return Ok(roll);
        }
        if request.dice.iter().any(|die| (self.is_on_table)(die.owner)) {
            return Err(NotYet);
        }
        match self.program.answer(request) {
            Ok(roll) => Ok(roll),
        }
    }
}
