//! Sources of faces: the program's own stream, a script, or dice typed in.
//!
//! **Anybody can derive the program's dice again.** Die number *n* of a save is the first acceptable word of block *n*
//! of the `ChaCha8` stream of the save's seed (32 bytes, written as hexadecimal): `set_stream(0)`, then
//! `set_word_pos(16 × n)`. A 32-bit word *w* is acceptable for a die of *s* sides if *w* < *s* × ⌊2³² ÷ *s*⌋; the face
//! is then *w* mod *s* + 1. The sixteenth word of a block is taken as it is. For a D6, the chance that none of the
//! sixteen is acceptable is 1 in 10¹⁴⁴.

use super::{DiceError, DiceRoll, Die, Face, Origin, Owner, Request};
use chacha20::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use std::{collections::VecDeque, convert::Infallible, fmt, str::FromStr, vec};

/// The seed of a save's dice: 32 bytes, written as 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Seed([u8; 32]);

impl Seed {
    /// Placeholder for a diary without a seed: a side's own diary, in which nothing is rolled.
    pub const NONE: Self = Self([0; 32]);

    /// Draws a seed from the operating system. Fails if the system has no randomness to give.
    #[allow(clippy::disallowed_methods, reason = "the only use of system randomness; other seeds are arguments")]
    pub fn random() -> Result<Self, String> {
        use rand::TryRng;
        let mut bytes = [0; 32];
        rand::rngs::SysRng.try_fill_bytes(&mut bytes).map_err(|e| format!("the system gave no random seed: {e}"))?;
        Ok(Self(bytes))
    }

    /// Whether the seed was typed in and is easy to guess. One from the operating system seems so once in 2⁶⁴.
    pub fn is_guessable(&self) -> bool {
        let is_short = self.0[..8].iter().all(|byte| *byte == 0);
        let digits: std::collections::BTreeSet<char> = hex::encode(self.0).chars().collect();
        is_short || digits.len() < 8
    }

    /// The face of die number `serial` of this seed.
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

    /// Block `number` of the second stream: 32 bytes that cannot be guessed without the seed.
    pub fn nonce(&self, number: u32) -> [u8; 32] {
        let mut stream = ChaCha8Rng::from_seed(self.0);
        stream.set_stream(1);
        stream.set_word_pos(16 * u128::from(number));
        let mut bytes = [0; 32];
        stream.fill_bytes(&mut bytes);
        bytes
    }
}

crate::text::stored_as_text!(Seed);

impl FromStr for Seed {
    type Err = String;
    /// Up to 64 hexadecimal digits; fewer are padded with leading zeros.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut bytes = [0; 32];
        match hex::decode_to_slice(format!("{text:0>64}"), &mut bytes) {
            Ok(()) if !text.is_empty() => Ok(Self(bytes)),
            _ => Err("a seed must have 1 to 64 hexadecimal digits".into()),
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

/// Answers the rules' requests for dice.
pub trait DiceSource {
    type Error;

    fn roll(&mut self, request: &Request) -> Result<DiceRoll, Self::Error>;
}

/// The program's dice. Each takes the next serial number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeededDice {
    pub seed: Seed,
    pub next: u64,
}

impl SeededDice {
    fn roll_die(&mut self, die: Die) -> Face {
        let face = self.seed.face(self.next, die);
        self.next += 1;
        face
    }
}

impl DiceSource for SeededDice {
    type Error = Infallible;

    fn roll(&mut self, request: &Request) -> Result<DiceRoll, Infallible> {
        let from = Origin::App(self.next);
        let faces = request.dice.iter().map(|wanted| self.roll_die(wanted.die)).collect();
        Ok(DiceRoll { who: request.dice.iter().map(|w| w.owner).collect(), from, faces })
    }
}

/// Dice from a list, as they fell on the table: `--dice 6,5,2`.
#[derive(Clone, Debug, Default)]
pub struct ScriptedDice {
    pub faces: VecDeque<Face>,
}

impl DiceSource for ScriptedDice {
    type Error = DiceError;

    fn roll(&mut self, request: &Request) -> Result<DiceRoll, DiceError> {
        if self.faces.len() < request.dice.len() {
            return Err(DiceError::Count { wanted: request.dice.len(), given: self.faces.len() });
        }
        self.faces.iter().zip(&request.dice).try_for_each(|(face, wanted)| wanted.check(*face, true))?;
        let faces = self.faces.drain(..request.dice.len()).collect();
        Ok(DiceRoll { who: request.dice.iter().map(|w| w.owner).collect(), from: Origin::Table, faces })
    }
}

/// One request answered by hand. The program rolls the dice left blank, and only after all typed faces are in.
#[derive(Debug)]
pub struct TypedDice<'a> {
    /// The typed faces, one slot for each die of the request.
    pub faces: &'a [Option<Face>],
    pub program: &'a mut SeededDice,
}

impl DiceSource for TypedDice<'_> {
    type Error = DiceError;

    fn roll(&mut self, request: &Request) -> Result<DiceRoll, DiceError> {
        if self.faces.len() != request.dice.len() {
            return Err(DiceError::Count { wanted: request.dice.len(), given: self.faces.len() });
        }
        for (typed, wanted) in self.faces.iter().zip(&request.dice) {
            typed.map_or(Ok(()), |face| wanted.check(face, true))?;
        }
        let first = self.program.next;
        let faces: Vec<Face> = self
            .faces
            .iter()
            .zip(&request.dice)
            .map(|(typed, wanted)| typed.unwrap_or_else(|| self.program.roll_die(wanted.die)))
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

/// Recorded rolls, one for each request. After them the program's dice, or none until they are rolled.
#[derive(Clone, Debug)]
pub struct ReplayedDice {
    rolls: vec::IntoIter<DiceRoll>,
    fallback: Option<SeededDice>,
}

impl ReplayedDice {
    pub fn new(rolls: Vec<DiceRoll>, then: Option<SeededDice>) -> Self {
        Self { rolls: rolls.into_iter(), fallback: then }
    }
}

/// Recorded rolls, one for each request, then the program's dice. A request with a die on the table waits for that die,
/// so that the program's dice of a request are not seen first.
pub struct TableDice<'a> {
    replayed: ReplayedDice,
    program: SeededDice,
    is_on_table: &'a dyn Fn(Owner) -> bool,
}

impl<'a> TableDice<'a> {
    /// Uses these rolls first. `is_on_table` says whose dice are rolled on the table.
    pub fn new(rolls: Vec<DiceRoll>, program: SeededDice, is_on_table: &'a dyn Fn(Owner) -> bool) -> Self {
        Self { replayed: ReplayedDice::new(rolls, None), program, is_on_table }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the dice have not been rolled yet")]
pub struct NotRolledYet;

impl DiceSource for ReplayedDice {
    type Error = NotRolledYet;

    fn roll(&mut self, request: &Request) -> Result<DiceRoll, NotRolledYet> {
        let program = |dice: &mut SeededDice| match dice.roll(request) {
            Ok(roll) => roll,
        };
        self.rolls.next().or_else(|| self.fallback.as_mut().map(program)).ok_or(NotRolledYet)
    }
}

impl DiceSource for TableDice<'_> {
    type Error = NotRolledYet;

    fn roll(&mut self, request: &Request) -> Result<DiceRoll, NotRolledYet> {
        if let Ok(roll) = self.replayed.roll(request) {
            return Ok(roll);
        }
        fail_if!(request.dice.iter().any(|die| (self.is_on_table)(die.owner)), NotRolledYet);
        match self.program.roll(request) {
            Ok(roll) => Ok(roll),
        }
    }
}
