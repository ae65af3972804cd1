//! What a side knows of the rules. It knows the rules of the game, but not the referee's tables and not the other
//! sides' troop types and pools. Source: RULES 7.

use wardiary_base::book::{Rulebook, RulebookDraft, TroopType};
use wardiary_rules::state::State;

/// The filter of rules for a side.
pub(super) struct RulesFilter<'a> {
    /// The side's name, which the rules use.
    side: &'a str,
    /// The troop types that it has met, and those they can change into.
    kinds: Vec<&'a str>,
}

impl<'a> RulesFilter<'a> {
    /// A filter for a side that has met these troop types. `troops` tells what they can change into.
    pub fn new(side: &'a str, met: impl IntoIterator<Item = &'a str>, troops: &'a [TroopType]) -> Self {
        let mut kinds: Vec<&str> = Vec::new();
        let mut next: Vec<&str> = met.into_iter().collect();
        while let Some(kind) = next.pop() {
            if !kinds.iter().any(|known| known.eq_ignore_ascii_case(kind)) {
                kinds.push(kind);
                let troop = troops.iter().find(|troop| troop.name.eq_ignore_ascii_case(kind));
                next.extend(troop.into_iter().flat_map(|troop| troop.becomes.values()).map(String::as_str));
            }
        }
        Self { side, kinds }
    }

    fn kind(&self, name: &str) -> bool {
        self.kinds.iter().any(|known| known.eq_ignore_ascii_case(name))
    }

    /// Removes from the rules what is hidden from the side. The tables are unset.
    pub fn filter(&self, rules: RulebookDraft) -> RulebookDraft {
        let troops = rules.troops.map(|troops| troops.into_iter().filter(|troop| self.kind(&troop.name)).collect());
        let mut replacements = rules.replacements;
        if let Some(pools) = replacements.as_mut().and_then(|settings| settings.pools.as_mut()) {
            pools.retain_mut(|pool| {
                let is_for_all = pool.troops.is_empty();
                pool.troops.retain(|name| self.kind(name));
                let is_for_known = is_for_all || !pool.troops.is_empty();
                is_for_known && pool.side.as_ref().is_none_or(|side| side.eq_ignore_ascii_case(self.side))
            });
        }
        let troops = troops.filter(|troops: &Vec<_>| !troops.is_empty());
        RulebookDraft { tables: None, troops, replacements, ..rules }
    }
}

/// The rules that a side learns with a new troop type: the type, what it can change into, and its pools.
pub(super) fn with_kind(book: &Rulebook, seen: &State, side: &str, kind: &str) -> RulebookDraft {
    let known = seen.book();
    let met = known.troops.iter().map(|troop| troop.name.as_str()).chain([kind]);
    let knows = RulesFilter::new(side, met, &book.troops);
    let full = knows.filter(book.to_draft());
    // Known troop types stay as they are. Their changes come with other events.
    let is_new = |troop: &TroopType| known.troop(&troop.name).is_none();
    let new = full.troops.into_iter().flatten().filter(is_new);
    let troops = Some(known.troops.iter().cloned().chain(new).collect());
    let replacements = full.replacements.filter(|pools| {
        let pools = RulebookDraft { replacements: Some(pools.clone()), ..Default::default() };
        pools.check(known).is_ok_and(|with| with.replacements != known.replacements)
    });
    RulebookDraft { troops, replacements, ..Default::default() }
}
