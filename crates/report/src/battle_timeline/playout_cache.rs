//! Plays battles out from the end of a turn, simulated by the policy of the rulebook, and caches the results.

use std::collections::BTreeMap;
use wardiary_base::id::BattleId;
use wardiary_diary::diary::{Diary, EntryNo};
use wardiary_odds::{
    odds::Monitor,
    suggest::playtest::{Playtest, PlaytestResults, Unplayable},
};

/// Plays battles out from their states after given entries, a fixed number of games each, and caches the results.
#[derive(Debug)]
pub struct PlayoutCache {
    games: u32,
    seed: u64,
    known: BTreeMap<(EntryNo, BattleId), PlaytestResults>,
}

impl PlayoutCache {
    /// Plays `games` games each; the same seed plays the same games.
    pub fn new(games: u32, seed: u64) -> Self {
        Self { games: games.max(1), seed, known: BTreeMap::new() }
    }

    /// The results of a battle from an entry on. Entries never change, so cached results stay valid; cancelled games
    /// are not cached.
    ///
    /// # Errors
    /// Why it can't be played from there.
    pub fn results(
        &mut self,
        diary: &Diary,
        (entry, battle): (EntryNo, BattleId),
        watch: Monitor,
    ) -> Result<PlaytestResults, Unplayable> {
        if let Some(known) = self.known.get(&(entry, battle)) {
            return Ok(known.clone());
        }
        let state = diary.state_at(entry).ok_or(Unplayable::NoBattle)?;
        let played = Playtest::for_battle(state, battle)?.play(self.games, self.seed, watch);
        if played.games == u64::from(self.games) {
            self.known.insert((entry, battle), played.clone());
        }
        Ok(played)
    }
}
