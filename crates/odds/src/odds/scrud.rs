//! Exact odds of SCRUD: the defeats of a phase, and the survivors of one phase or several. Source: RULES 2.2, 2.3.
//!
//! `setup` describes the sides of a phase; indistinguishable dice are grouped as a kind. Lining up the dice adds to a
//! *tally*, one number that packs several counters (`tally`). Counting defeats and counting survivors differ only in
//! the counters. `walk` finds the distribution of the tally for sorted lines, and `as_rolled` for lines as rolled.
//! `by_walk` derives the survivors from it, and `markov_chain` continues with further phases. `support` resolves
//! support against support before the line-up. `unit_fate` follows one unit through a phase, and `expected_defeats`
//! finds what each unit is expected to inflict and suffer.
//!
//! Everything else goes throw by throw through the rules (`by_enumeration`), and is simulated unless it is small:
//!
//! - **Several phases in which strength is lost, or in which dice stand as rolled.** It matters then which unit of a
//!   grade was hit, or which survivors stand opposite each other.
//! - **Survivors if a defeat does something else by its difference** (`by_margin`), or if the beaten leave the combat
//!   before another phase (`Retire`).
//! - **Survivors if the lowest score beaten is eliminated** for defeats (`eliminates`).
//! - **Every phase with bonus dice that are full dice** (`bonus_dice`). A full bonus die that is beaten is a defeat of
//!   its side's lowest unit die, which a walk from the top does not know yet. It would have to count these defeats
//!   separately for either side, and so hold 2 · units of both sides · bonus dice times as many tallies. Interchangeable
//!   dice are not thrown one by one (`dice_outcomes`): a phase of 4 v 8 with two full bonus dice has 126 · 21 · 1287
//!   distinct throws, 3.4 million.
//!
//! Measured at the command line (limits of 36 seconds and 300 MB for exact work), green v yellow under the book `mouat`
//! with `margins`, on two cores with other load: 4 v 8 in three phases takes 0.6 s and 17 MB, 8 v 8 in three 3.5 s and
//! 30 MB.

mod as_rolled;
mod enumerated_combat;
mod expected_defeats;
mod markov_chain;
mod setup;
mod support;
pub(super) mod tally;
mod unit_fate;
mod walk;

use super::{Case, Distribution, Engagement, Meter, OddsError, Question, Subject};
use enumerated_combat::EnumeratedCombat;
pub use expected_defeats::{ExpectedDefeats, SideExpectation, expected_defeats};
use markov_chain::GradeCombat;
pub(super) use setup::{DieKind, PhaseSetup, SideSetup};
use std::borrow::Cow;
pub use support::SupportResult;
use tally::{TallyDetail, TallyLayout};
pub(super) use unit_fate::estimate as estimate_units;
pub use unit_fate::unit_odds;
use wardiary_base::{
    book::{Casualty, EliminationRule, LineUp, Rulebook, Scrud},
    sides::BothSides,
};
use wardiary_rules::rules::{Roll, roll::ScrudRoll};

/// The sides of a combat and its number of phases; support that meets support is left out.
pub(super) fn sides_of(book: &Rulebook, question: &Question) -> Option<(BothSides<SideSetup>, u8)> {
    let strength = book.troops[0].strength;
    match &question.subject {
        Subject::Roll(Roll::Scrud(ScrudRoll { first, second, phases, .. })) => {
            let sides = BothSides::new(first, second).map(|groups| SideSetup::from_groups(groups, strength));
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
        Subject::Combat(engagement) if !defeats_belong_to_beaten_die(engagement) => None,
        Subject::Combat(engagement) if engagement.support.iter().any(|support| !support.is_empty()) => None,
        _ => sides_of(book, question),
    }
}

/// The first phase and the number of phases.
fn engagement_of<'a>(book: &Rulebook, question: &'a Question) -> Option<(Cow<'a, Engagement>, u8)> {
    match &question.subject {
        Subject::Roll(Roll::Scrud(roll)) => Some((Cow::Owned(Engagement::from_roll(book, roll)), roll.phases)),
        Subject::Combat(engagement) => Some((Cow::Borrowed(engagement), 1)),
        Subject::Roll(_) => None,
    }
}

/// The dice bonus of either side in each phase of a bare roll.
fn bonus_of(question: &Question) -> BothSides<i8> {
    match &question.subject {
        Subject::Roll(Roll::Scrud(roll)) => roll.bonus,
        // An engagement is one phase, with its bonus dice among its dice.
        Subject::Roll(_) | Subject::Combat(_) => BothSides::default(),
    }
}

/// Whether the survivors after this many phases depend on grades only, so that the tally determines them.
pub(super) fn tally_gives_survivors(rules: &Scrud, phases: u8) -> bool {
    let knows_units = rules.defeat.iter().any(|c| matches!(c, Casualty::LoseStrength(_) | Casualty::Retire));
    let alike = !knows_units && rules.line_up == LineUp::Sorted;
    rules.by_margin.is_empty() && eliminates_lowest_grade(rules) && (phases == 1 || alike)
}

/// Whether eliminations for a side's defeats, if any, take a unit of the lowest grade.
fn eliminates_lowest_grade(rules: &Scrud) -> bool {
    rules.eliminates == EliminationRule::LowestGrade || rules.eliminate_every.is_none()
}

/// Whether every defeat belongs to the die that is beaten, so that the tally determines it.
fn defeats_belong_to_beaten_die(engagement: &Engagement) -> bool {
    engagement.parties.iter().all(|party| party.full_bonus_dice == 0)
}

pub(super) fn exact(book: &Rulebook, question: &Question, meter: &Meter) -> Result<Distribution<Case>, OddsError> {
    match by_walk(book, question, meter) {
        Err(OddsError::TooLarge) => by_enumeration(book, question, meter),
        result => result,
    }
}

/// The exact odds found by counting; too large if counting can't answer the question.
fn by_walk(book: &Rulebook, question: &Question, meter: &Meter) -> Result<Distribution<Case>, OddsError> {
    let (engagement, phases) = engagement_of(book, question).ok_or(OddsError::TooLarge)?;
    fail_if!(!is_determined_by_tally(book, question, &engagement, phases), OddsError::TooLarge);
    let combat = GradeCombat { book, bonus: bonus_of(question) };
    if phases > 1 {
        return markov_chain::survivors(&combat, &engagement, phases, meter);
    }
    let mut cases = Vec::new();
    for (results, p) in support::results(book, &engagement, meter)? {
        let lines = support::lines(&engagement, &results);
        let given = if question.gives_survivors() {
            combat.phase_between_lines(lines, meter)?.cases(meter)?
        } else {
            defeats(&PhaseSetup::new(&book.scrud, &book.ladder, lines), meter)?
        };
        cases.extend(given.iter().map(|(case, q)| (case.clone(), p * q)));
    }
    Ok(Distribution::collect(cases))
}

/// Whether the tally determines the answer.
fn is_determined_by_tally(book: &Rulebook, question: &Question, engagement: &Engagement, phases: u8) -> bool {
    let countable = !question.gives_survivors() || tally_gives_survivors(&book.scrud, phases);
    countable && defeats_belong_to_beaten_die(engagement)
}

fn by_enumeration(book: &Rulebook, question: &Question, meter: &Meter) -> Result<Distribution<Case>, OddsError> {
    let (engagement, phases) = engagement_of(book, question).ok_or(OddsError::TooLarge)?;
    if phases == 1 {
        return enumerated_combat::one_phase(book, &engagement, question.gives_survivors(), meter);
    }
    markov_chain::survivors(&EnumeratedCombat { book, bonus: bonus_of(question) }, &engagement, phases, meter)
}

fn defeats(setup: &PhaseSetup, meter: &Meter) -> Result<Distribution<Case>, OddsError> {
    let layout = TallyLayout::new(setup, TallyDetail::Defeats).ok_or(OddsError::TooLarge)?;
    let tallies = setup.tallies(&layout, meter)?;
    Ok(Distribution::collect(tallies.into_iter().map(|(tally, p)| (Case::Defeats(layout.defeats(tally)), p))))
}

/// The losses of a side in a phase: defeats, units, and the results of its support.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct PhaseSideLosses {
    pub defeats: u16,
    pub units: u16,
    pub support: Vec<SupportResult>,
}

impl PhaseSideLosses {
    /// Indices of the support dice that are destroyed.
    pub fn destroyed(&self) -> impl Iterator<Item = usize> + '_ {
        self.support.iter().enumerate().filter(|(_, result)| result.destroyed).map(|(at, _)| at)
    }
}

/// The distribution of both sides' losses in a phase, found by counting. Fails if it was cancelled, or is too large;
/// always too large if strength is lost, or if margins matter.
pub fn losses(
    book: &Rulebook,
    engagement: &Engagement,
    meter: &Meter,
) -> Result<Distribution<BothSides<PhaseSideLosses>>, OddsError> {
    fail_if!(!defeats_determine_losses(&book.scrud) || !defeats_belong_to_beaten_die(engagement), OddsError::TooLarge);
    let mut all = Vec::new();
    for (results, p) in support::results(book, engagement, meter)? {
        let setup = PhaseSetup::new(&book.scrud, &book.ladder, support::lines(engagement, &results));
        let layout = TallyLayout::new(&setup, TallyDetail::Losses).ok_or(OddsError::TooLarge)?;
        for (tally, q) in setup.tallies(&layout, meter)? {
            let parts = layout.side_parts(tally);
            let losses = BothSides::from_fn(|side| {
                let (defeats, units) = layout.losses(&setup, side, parts[side]);
                PhaseSideLosses { defeats, units, support: results[side].clone() }
            });
            all.push((losses, p * q));
        }
    }
    Ok(Distribution::collect(all))
}

/// Whether the number of defeats determines the number of units lost.
fn defeats_determine_losses(rules: &Scrud) -> bool {
    !rules.margins && rules.by_margin.is_empty() && !rules.defeat.iter().any(|c| matches!(c, Casualty::LoseStrength(_)))
}

/// Estimated steps of [`losses`].
pub(super) fn estimate_losses(book: &Rulebook, engagement: &Engagement) -> u64 {
    if !defeats_determine_losses(&book.scrud) || !defeats_belong_to_beaten_die(engagement) {
        return u64::MAX;
    }
    estimate_with_support(book, engagement, |sides| estimate_phase(book, sides, TallyDetail::Losses))
}

/// Estimated steps if each result of support costs `one`, with all support in the lines.
fn estimate_with_support(book: &Rulebook, engagement: &Engagement, one: impl Fn(BothSides<SideSetup>) -> u64) -> u64 {
    let ways = support::roll_count(book, engagement);
    if ways > support::MAX_ROLLS {
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

pub(super) fn estimate(book: &Rulebook, question: &Question) -> super::Cost {
    let detail = if question.gives_survivors() { TallyDetail::Survivors } else { TallyDetail::Defeats };
    let Some((engagement, phases)) = engagement_of(book, question) else { return super::Cost { steps: 0 } };
    let units = engagement.parties.as_ref().map(|party| party.troops.len());
    let one = match fixed_sides_of(book, question) {
        _ if !is_determined_by_tally(book, question, &engagement, phases) => u64::MAX,
        Some((sides, _)) => estimate_phase(book, sides, detail),
        None => estimate_with_support(book, &engagement, |sides| estimate_phase(book, sides, detail)),
    };
    let walked = markov_chain::estimate(one, units, phases);
    super::Cost { steps: walked.min(estimate_enumeration(book, &engagement, phases)) }
}

pub(super) fn estimate_enumeration(book: &Rulebook, engagement: &Engagement, phases: u8) -> u64 {
    let units = engagement.parties.as_ref().map(|party| party.troops.len());
    let throws = super::dice_outcomes::DiceOutcomes::estimate(book, engagement);
    let one = throws.saturating_mul(super::enumerate::STEPS_PER_ROLL);
    markov_chain::estimate(one, units, phases)
}
