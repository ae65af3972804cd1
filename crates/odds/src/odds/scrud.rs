//! Exact odds of SCRUD: the defeats of a phase, and the survivors of one phase or several. Source: RULES 2.2, 2.3.
//!
//! `setup` describes the sides of a phase; indistinguishable dice are grouped as a kind. Lining up the dice adds to a
//! *tally*, one number that packs several counters (`tally`). Counting defeats and counting survivors differ only in
//! the counters. `walk` finds the distribution of the tally for sorted lines, and `as_rolled` for lines as rolled.
//! `walked` derives the survivors from it, and `chain` continues with further phases. `support` resolves support
//! against support before the line-up. `unit` follows one unit through a phase, and `shares` finds what each unit is
//! expected to inflict and suffer.
//!
//! If strength is lost over several phases it matters which unit of a grade was hit. Sorted lines still meet by grade,
//! and are solved once for all strengths; then the units are assigned to the places (`dealt`).
//!
//! If dice stand as rolled, the positions matter after the first phase. Pairs are still independent, and a phase is
//! solved pair by pair (`pairs`).
//!
//! Everything else goes throw by throw through the rules (`thrown`), and is simulated only if it is large. With sorted
//! lines that is: survivors if the lowest score beaten is eliminated for defeats (`eliminates`), or if strength is lost
//! while there is support; and every phase with bonus dice that are full dice (`bonus_dice`). A full bonus die that is
//! beaten is a defeat of its side's lowest unit die, which a walk from the top does not know yet. It would have to
//! count these defeats separately for either side, and so hold 2 · units of both sides · bonus dice times as many
//! tallies. Interchangeable dice are not thrown one by one (`throws`): a phase of 4 v 8 with two full bonus dice has
//! 126 · 21 · 1287 distinct throws, 3.4 million.
//!
//! Measured at the command line (limits of 36 seconds and 300 MB for exact work), green v yellow under the book `mouat`
//! with the given setting, on two cores with other load:
//!
//! | setting | exact | simulated |
//! |---|---|---|
//! | `margins` | 4 v 8 in three phases in 0.6 s, with 17 MB; 8 v 8 in three in 3.5 s, with 30 MB | |
//! | `AsRolled` | 4 v 8 in three phases in 5 s, with 20 MB; 6 v 6 in three in 30 s, with 39 MB; 8 v 8 in two in 3 s | 8 v 8 in three |
//! | `LoseStrength(2)` | 4 v 4 in three phases in 0.2 s, with 16 MB | 4 v 8 in three |
//! | `[LoseStrength(1), Demote]` | 4 v 4 in three phases in 7 s, with 26 MB | 4 v 8 in three |
//!
//! No cheaper method is known. A further phase as rolled has 3ⁿ results of n pairs for each of some thousands of
//! possible states before it. With lost strength the cost is the number of ways to assign places in the line to units
//! that differ in strength, whose roster order breaks ties: of eight yellow any four can be weakened in the first
//! phase, and any others in the second.

mod as_rolled;
mod chain;
mod dealt;
mod pairs;
mod setup;
pub(super) mod shares;
mod support;
pub(super) mod tally;
mod thrown;
pub(super) mod unit;
mod walk;
mod walked;

#[cfg(test)]
mod tests;

use super::{Case, Distribution, Engagement, Meter, OddsError, Question, Subject};
use dealt::Dealt;
use pairs::ByPairs;
pub(super) use setup::{DieKind, PhaseSetup, SideSetup};
use std::borrow::Cow;
pub(super) use support::SupportResult;
use tally::{TallyDetail, TallyLayout};
use thrown::ByThrows;
use walked::Walked;
use wardiary_base::{
    book::{Casualty, Eliminates, LineUp, Rulebook, Scrud},
    sides::BothSides,
};
use wardiary_rules::rules::{Roll, roll::ScrudRoll};

/// The sides of a combat and its number of phases; support that meets support is left out.
pub(super) fn sides_of(book: &Rulebook, question: &Question) -> Option<(BothSides<SideSetup>, u8)> {
    let strength = book.troops[0].strength;
    match &question.subject {
        Subject::Roll(Roll::Scrud(ScrudRoll { first, second, phases, .. })) => {
            let sides = BothSides::new(first, second).map(|groups| SideSetup::of_groups(groups, strength));
            Some((sides, *phases))
        }
        Subject::Combat(engagement) => Some((support::lines_without(engagement), 1)),
        Subject::Roll(_) => None,
    }
}

/// The sides and number of phases, if the lines don't depend on dice, as they do when support meets support.
pub(super) fn fixed_sides_of(book: &Rulebook, question: &Question) -> Option<(BothSides<SideSetup>, u8)> {
    match &question.subject {
        Subject::Roll(Roll::Scrud(roll)) if !roll.has_fixed_lines() => None,
        Subject::Combat(engagement) if !tells_dice_apart(engagement) => None,
        Subject::Combat(engagement) if engagement.support.iter().any(|support| !support.is_empty()) => None,
        _ => sides_of(book, question),
    }
}

/// The first phase and the number of phases.
fn engagement_of<'a>(book: &Rulebook, question: &'a Question) -> Option<(Cow<'a, Engagement>, u8)> {
    match &question.subject {
        Subject::Roll(Roll::Scrud(roll)) => Some((Cow::Owned(Engagement::of_roll(book, roll)), roll.phases)),
        Subject::Combat(engagement) => Some((Cow::Borrowed(engagement), 1)),
        Subject::Roll(_) => None,
    }
}

/// Whether the survivors after this many phases depend on grades only, so that the tally determines them.
pub(super) fn counts_survivors(rules: &Scrud, phases: u8) -> bool {
    let wears = rules.defeat.iter().any(|c| matches!(c, Casualty::LoseStrength(_)));
    let alike = !wears && rules.line_up == LineUp::Sorted;
    takes_lowest_grade(rules) && (phases == 1 || alike)
}

/// Whether eliminations for a side's defeats, if any, take a unit of the lowest grade.
fn takes_lowest_grade(rules: &Scrud) -> bool {
    rules.eliminates == Eliminates::LowestGrade || rules.eliminate_every.is_none()
}

/// Whether every defeat belongs to the die that is beaten, so that the tally determines it.
fn tells_dice_apart(engagement: &Engagement) -> bool {
    engagement.parties.iter().all(|party| party.full_bonus == 0)
}

pub(super) fn exact(book: &Rulebook, question: &Question, meter: &Meter) -> Result<Distribution<Case>, OddsError> {
    match walked(book, question, meter) {
        Err(OddsError::TooLarge) => thrown(book, question, meter),
        result => result,
    }
}

/// The exact odds found by counting; too large if counting can't answer the question.
fn walked(book: &Rulebook, question: &Question, meter: &Meter) -> Result<Distribution<Case>, OddsError> {
    let exact = |sides: BothSides<SideSetup>, phases: u8| {
        if !question.tells_left() {
            return defeats(&PhaseSetup::new(&book.scrud, &book.ladder, sides), meter);
        }
        if !counts_survivors(&book.scrud, phases) {
            return Err(OddsError::TooLarge);
        }
        chain::survivors(&Walked::fixed(book, sides), phases, meter)
    };
    if let Some((sides, phases)) = fixed_sides_of(book, question) {
        return exact(sides, phases);
    }
    let Some((engagement, phases)) = engagement_of(book, question) else { return Err(OddsError::TooLarge) };
    if !tells_dice_apart(&engagement) {
        return Err(OddsError::TooLarge);
    }
    if phases > 1 {
        let countable = counts_survivors(&book.scrud, phases);
        let walked = || chain::survivors(&Walked::supported(book, engagement.into_owned()), phases, meter);
        return if countable { walked() } else { Err(OddsError::TooLarge) };
    }
    let mut cases = Vec::new();
    for (results, p) in support::results(book, &engagement, meter)? {
        let given = exact(support::lines(&engagement, &results), 1)?;
        cases.extend(given.iter().map(|(case, q)| (case.clone(), p * q)));
    }
    Ok(Distribution::collect(cases))
}

/// The exact odds found throw by throw.
fn thrown(book: &Rulebook, question: &Question, meter: &Meter) -> Result<Distribution<Case>, OddsError> {
    let Some((engagement, phases)) = engagement_of(book, question) else { return Err(OddsError::TooLarge) };
    let by_pairs = question.tells_left() && pairs::covers(book, &engagement);
    if phases == 1 && !by_pairs {
        return thrown::one_phase(book, &engagement, question.tells_left(), meter);
    }
    if dealt::covers(book, &engagement) {
        return chain::survivors(&Dealt::new(book, &engagement, meter)?, phases, meter);
    }
    let by_throws = ByThrows { book, start: engagement.into_owned() };
    if by_pairs {
        return chain::survivors(&ByPairs(by_throws), phases, meter);
    }
    chain::survivors(&by_throws, phases, meter)
}

/// The distribution of both sides' defeats in a phase.
fn defeats(setup: &PhaseSetup, meter: &Meter) -> Result<Distribution<Case>, OddsError> {
    let layout = TallyLayout::new(setup, TallyDetail::Defeats).ok_or(OddsError::TooLarge)?;
    let tallies = setup.tallies(&layout, meter)?;
    Ok(Distribution::collect(tallies.into_iter().map(|(tally, p)| (Case::Defeats(layout.defeats(tally)), p))))
}

/// The losses of a side in a phase: defeats, units, and the results of its support.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SideLosses {
    pub defeats: u16,
    pub units: u16,
    pub support: Vec<SupportResult>,
}

impl SideLosses {
    /// Indices of the support dice that are destroyed.
    pub fn destroyed(&self) -> impl Iterator<Item = usize> + '_ {
        self.support.iter().enumerate().filter(|(_, result)| result.destroyed).map(|(at, _)| at)
    }
}

/// The distribution of both sides' losses in a phase, found by counting. Too large if strength is lost, or if margins
/// matter.
pub(super) fn losses(
    book: &Rulebook,
    engagement: &Engagement,
    meter: &Meter,
) -> Result<Distribution<BothSides<SideLosses>>, OddsError> {
    if !counts_units(&book.scrud) || !tells_dice_apart(engagement) {
        return Err(OddsError::TooLarge);
    }
    let mut all = Vec::new();
    for (results, p) in support::results(book, engagement, meter)? {
        let setup = PhaseSetup::new(&book.scrud, &book.ladder, support::lines(engagement, &results));
        let layout = TallyLayout::new(&setup, TallyDetail::Losses).ok_or(OddsError::TooLarge)?;
        for (tally, q) in setup.tallies(&layout, meter)? {
            let parts = layout.parts(tally);
            let losses = BothSides::from_fn(|side| {
                let (defeats, units) = layout.losses(&setup, side, parts[side]);
                SideLosses { defeats, units, support: results[side].clone() }
            });
            all.push((losses, p * q));
        }
    }
    Ok(Distribution::collect(all))
}

/// Whether the number of defeats determines the number of units lost.
fn counts_units(rules: &Scrud) -> bool {
    !rules.margins && !rules.defeat.iter().any(|c| matches!(c, Casualty::LoseStrength(_)))
}

/// Estimated steps of [`losses`].
pub(super) fn estimate_losses(book: &Rulebook, engagement: &Engagement) -> u64 {
    if !counts_units(&book.scrud) || !tells_dice_apart(engagement) {
        return u64::MAX;
    }
    with_support(book, engagement, |sides| estimate_phase(book, sides, TallyDetail::Losses))
}

/// Estimated steps if each result of support costs `one`, with all support in the lines.
fn with_support(book: &Rulebook, engagement: &Engagement, one: impl Fn(BothSides<SideSetup>) -> u64) -> u64 {
    let ways = support::ways(book, engagement);
    if ways > support::MAX_WAYS {
        return u64::MAX;
    }
    // Each support die adds a kind, and many rolls have the same result.
    let dice: usize = engagement.support.iter().map(Vec::len).sum();
    let kinds = 1u64 << dice.min(16);
    let one = one(support::lines_without(engagement));
    one.saturating_mul(kinds).saturating_mul(1 + ways / 3).saturating_add(ways * 100)
}

fn estimate_phase(book: &Rulebook, sides: BothSides<SideSetup>, detail: TallyDetail) -> u64 {
    let setup = PhaseSetup::new(&book.scrud, &book.ladder, sides);
    TallyLayout::new(&setup, detail).map_or(u64::MAX, |layout| setup.estimate(&layout))
}

/// Estimated steps of [`exact`].
pub(super) fn estimate(book: &Rulebook, question: &Question) -> super::Cost {
    let detail = if question.tells_left() { TallyDetail::Survivors } else { TallyDetail::Defeats };
    let Some((engagement, phases)) = engagement_of(book, question) else { return super::Cost { steps: 0 } };
    let units = engagement.parties.as_ref().map(|party| party.troops.len());
    let countable = !question.tells_left() || counts_survivors(&book.scrud, phases);
    let walked = match fixed_sides_of(book, question) {
        _ if !countable || !tells_dice_apart(&engagement) => u64::MAX,
        Some((sides, _)) => chain::estimate(estimate_phase(book, sides, detail), units, phases),
        None => {
            let one = with_support(book, &engagement, |sides| estimate_phase(book, sides, detail));
            chain::estimate(one, units, phases)
        }
    };
    let thrown = if question.tells_left() && pairs::covers(book, &engagement) {
        pairs::estimate(book, &engagement, phases)
    } else {
        estimate_thrown(book, &engagement, phases)
    };
    super::Cost { steps: walked.min(thrown) }
}

/// Estimated steps throw by throw.
pub(super) fn estimate_thrown(book: &Rulebook, engagement: &Engagement, phases: u8) -> u64 {
    let units = engagement.parties.as_ref().map(|party| party.troops.len());
    let throws = thrown::least_throws(book, engagement);
    if phases > 1 && dealt::covers(book, engagement) {
        return dealt::estimate(book, engagement, throws, phases);
    }
    let one = throws.saturating_mul(super::enumerate::STEPS_A_WAY);
    chain::estimate(one, units, phases)
}
