//! Battles fought out from the end of a turn: simulated, by the policy of the rulebook, each once.

use std::collections::BTreeMap;
use wardiary_base::id::BattleId;
use wardiary_diary::diary::{Diary, EntryNo};
use wardiary_odds::{
    odds::Monitor,
    suggest::playtest::{Played, Playtest, Unplayable},
};

/// Plays battles out from where they stood after entries, so many games each, and keeps what came of it.
#[derive(Debug)]
pub struct FoughtOut {
    games: u32,
    seed: u64,
    known: BTreeMap<(EntryNo, BattleId), Played>,
}

impl FoughtOut {
    /// So many games each; the same seed plays the same games.
    #[must_use]
    pub fn new(games: u32, seed: u64) -> Self {
        Self { games: games.max(1), seed, known: BTreeMap::new() }
    }

    /// What comes of a battle after an entry. Entries are never changed, so what is known stays true; games that were broken
    /// off are not kept.
    ///
    /// # Errors
    /// Why it can't be played from there.
    pub fn from(
        &mut self,
        diary: &Diary,
        (entry, battle): (EntryNo, BattleId),
        watch: Monitor,
    ) -> Result<Played, Unplayable> {
        if let Some(known) = self.known.get(&(entry, battle)) {
            return Ok(known.clone());
        }
        let state = diary.at(entry).ok_or(Unplayable::NoBattle)?;
        let played = Playtest::of_battle(state, battle)?.play(self.games, self.seed, watch);
        if played.games == u64::from(self.games) {
            self.known.insert((entry, battle), played.clone());
        }
        Ok(played)
    }
}
