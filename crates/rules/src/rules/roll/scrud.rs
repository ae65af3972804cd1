//! Bare SCRUD combats between dice. Source: RULES 2.2 to 2.4.

use super::{BarePhase, DieRole, Outcome, ScrudRoll};
use crate::rules::{
    RollQueue, RuleResult,
    scrud::{LineDie, PhaseSide, Troop, apply_dice_bonus, as_cast, fight, full_bonus_dice},
    support::{SupportDie, SupportExchange, pair_counter_battery},
};
use wardiary_base::{
    book::{DefeatCarry, Grade, HandDice, Rulebook},
    dice::{Owner, PrintedFaces, Purpose, Request, RequestedDie},
    sides::{BothSides, CombatSide},
};

/// A die of a bare combat; `troop` is the current state of its troop.
struct CombatDie {
    role: DieRole,
    troop: Option<Troop>,
    retired: bool,
}

impl CombatDie {
    fn fighting(&self) -> Option<Troop> {
        self.troop.filter(|_| !self.retired)
    }
}

pub(super) fn scrud(queue: &mut RollQueue, book: &Rulebook, roll: &ScrudRoll) -> RuleResult<Outcome> {
    let strength = book.troops[0].strength;
    let mut sides = BothSides::new(&roll.first, &roll.second).map(|groups| {
        let bodies = groups.iter().flat_map(|g| (0..g.count).map(|_| (g.role, g.grade)));
        bodies
            .map(|(role, grade)| CombatDie { role, troop: Some(Troop { grade, strength }), retired: false })
            .collect::<Vec<_>>()
    });
    let mut carried = BothSides::default();
    let mut defeats = BothSides::default();
    let mut phases: Vec<BarePhase> = Vec::new();
    for _ in 0..roll.phases {
        let lives = |side: &Vec<CombatDie>| side.iter().any(|b| b.role == DieRole::Unit && b.fighting().is_some());
        if !phases.is_empty() && !sides.iter().all(lives) {
            break;
        }
        let rolled = roll_phase(queue, book, (&sides, roll.bonus), carried)?;
        for side in CombatSide::BOTH {
            apply_losses(book, &mut sides[side], &rolled, side);
            defeats[side] += rolled.phase.defeats[side];
            carried[side] = if book.scrud.carry == DefeatCarry::PerPhase { 0 } else { rolled.phase.carried[side] };
        }
        phases.push(rolled);
    }
    let left = sides.map(|side| {
        let troops = side.iter().filter(|b| b.role == DieRole::Unit).filter_map(|b| b.troop);
        count_grades(troops.map(|t| t.grade))
    });
    Ok(Outcome::Scrud { phases, defeats, survivors: left })
}

/// The dice of a side in a phase by the place of their body, bonus dice (`None`) behind the last die of a unit.
fn seats(book: &Rulebook, side: &[CombatDie], bonus: i8) -> Vec<Option<usize>> {
    let living = |at: &usize| side[*at].fighting().is_some();
    let is_unit = |at: &usize| side[*at].role == DieRole::Unit;
    let (units, support): (Vec<usize>, Vec<usize>) = (0..side.len()).filter(living).partition(is_unit);
    let last = units.last().copied().unwrap_or(0);
    let mut seats: Vec<Option<usize>> = units.into_iter().map(Some).collect();
    let neutral = book.ladder.neutral();
    let grade = |seat: &Option<usize>| seat.and_then(|at| side[at].troop).map_or(neutral, |troop| troop.grade);
    apply_dice_bonus(&mut seats, bonus, grade, || None);
    seats.extend(support.into_iter().map(Some));
    seats.sort_by_key(|seat| seat.map_or((last, true), |at| (at, false)));
    seats
}

fn roll_phase(
    queue: &mut RollQueue,
    book: &Rulebook,
    (sides, bonus): (&BothSides<Vec<CombatDie>>, BothSides<i8>),
    carried: BothSides<u16>,
) -> RuleResult<BarePhase> {
    let specialist = book.scrud.hand_dice == HandDice::Specialist;
    let seats = BothSides::from_fn(|side| seats(book, &sides[side], bonus[side]));
    let grade_of = |side: CombatSide, seat: &Option<usize>| {
        seat.and_then(|at| sides[side][at].troop).map_or(book.ladder.neutral(), |troop| troop.grade)
    };
    let wanted = (1u32..).zip(CombatSide::BOTH).flat_map(|(number, side)| {
        seats[side].iter().map(move |seat| {
            let step = book.ladder.step(grade_of(side, seat));
            let printed = PrintedFaces { modifier: step.modifier, bounds: book.ladder.bounds };
            RequestedDie { owner: Owner(number), die: step.die, printed: specialist.then_some(printed) }
        })
    });
    let fallen = queue.request_dice(Request { purpose: Purpose::Scrud, dice: wanted.collect() })?;
    let mut casts = fallen.into_iter().map(|die| as_cast(die, specialist));
    let mut parties = BothSides::from_fn(|side| PhaseSide {
        troops: sides[side].iter().filter(|body| body.role == DieRole::Unit).filter_map(CombatDie::fighting).collect(),
        carried: carried[side],
        ..PhaseSide::default()
    });
    let mut support = BothSides::<Vec<_>>::default();
    let thrown = BothSides::from_fn(|side| {
        let mut dice = Vec::new();
        let mut bonus_dice = 0;
        for (seat, cast) in seats[side].iter().zip(casts.by_ref()) {
            let task = seat.and_then(|at| sides[side][at].role.task());
            let troop = seat.filter(|_| task.is_none()).map(|at| troop_index(&sides[side], at));
            let die = LineDie::from_cast(&book.ladder, troop, grade_of(side, seat), cast);
            match task {
                None => parties[side].dice.push(die),
                Some(task) => support[side].push(SupportDie { task, die, target: None }),
            }
            bonus_dice += usize::from(seat.is_none());
            dice.push(die);
        }
        parties[side].full_bonus_dice = full_bonus_dice(&book.scrud, bonus_dice);
        dice
    });
    pair_counter_battery(&mut support);
    let prelude = SupportExchange::resolve(&book.scrud, &book.ladder, support);
    for side in CombatSide::BOTH {
        // Support that does not fire does not join the line.
        let firing = prelude.dice[side].iter().enumerate().filter(|(at, _)| prelude.joins_line(side, *at));
        parties[side].dice.extend(firing.map(|(_, support)| support.die));
    }
    let phase = fight(&book.scrud, &book.ladder, parties.as_ref());
    Ok(BarePhase { dice: thrown, support_exchange: prelude, parties, phase })
}

fn troop_index(side: &[CombatDie], at: usize) -> usize {
    side[..at].iter().filter(|body| body.role == DieRole::Unit && body.fighting().is_some()).count()
}

fn apply_losses(book: &Rulebook, side: &mut [CombatDie], rolled: &BarePhase, at: CombatSide) {
    let mut units = rolled.phase.fates[at].iter();
    let mut support = rolled.support_exchange.fates[at].iter();
    for body in side {
        let Some(troop) = body.fighting() else { continue };
        let (down, lost, gone) = match body.role {
            DieRole::Unit => units.next().map(|fate| {
                body.retired = fate.retired;
                (fate.down, fate.lost, fate.eliminated.is_some())
            }),
            _ => support.next().map(|fate| (fate.down, 0, fate.destroyed.is_some())),
        }
        .unwrap_or_default();
        body.troop = (!gone).then(|| Troop {
            grade: book.ladder.shifted(troop.grade, -i16::try_from(down).unwrap_or(i16::MAX)),
            strength: troop.strength.saturating_sub(lost),
        });
    }
}

fn count_grades(grades: impl Iterator<Item = Grade>) -> Vec<(Grade, u16)> {
    let mut counts: Vec<(Grade, u16)> = Vec::new();
    for grade in grades {
        match counts.iter_mut().find(|(g, _)| *g == grade) {
            Some((_, count)) => *count += 1,
            None => counts.push((grade, 1)),
        }
    }
    counts.sort();
    counts
}
