//! Bare SCRUD combats between dice. Source: RULES 2.2 to 2.4.

use super::{BarePhase, DieRole, Outcome, ScrudRoll};
use crate::rules::{
    RollQueue, RuleResult,
    scrud::{LineDie, PhaseSide, Troop, as_cast, fight},
    support::{SupportDie, SupportExchange, pair_counter_battery},
};
use wardiary_base::{
    book::{DefeatCarry, Grade, HandDice, Rulebook},
    dice::{Owner, PrintedFaces, Purpose, Request, RequestedDie},
    sides::{BothSides, CombatSide},
};

/// A die of a bare combat; `troop` is what is left of its troop.
struct CombatDie {
    role: DieRole,
    troop: Option<Troop>,
    /// Whether it has left the combat.
    retired: bool,
}

impl CombatDie {
    /// What is left of it, if it still fights.
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
        let rolled = roll_phase(queue, book, &sides, carried)?;
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

/// Rolls the dice of one phase, units and support in the order written, and fights it.
fn roll_phase(
    queue: &mut RollQueue,
    book: &Rulebook,
    sides: &BothSides<Vec<CombatDie>>,
    carried: BothSides<u16>,
) -> RuleResult<BarePhase> {
    let specialist = book.scrud.hand_dice == HandDice::Specialist;
    let wanted = (1u32..).zip(sides.iter()).flat_map(|(number, side)| {
        side.iter().filter_map(CombatDie::fighting).map(move |troop| {
            let step = book.ladder.step(troop.grade);
            let printed = PrintedFaces { modifier: step.modifier, bounds: book.ladder.bounds };
            RequestedDie { owner: Owner(number), die: step.die, printed: specialist.then_some(printed) }
        })
    });
    let fallen = queue.request_dice(Request { purpose: Purpose::Scrud, dice: wanted.collect() })?;
    let mut casts = fallen.into_iter().map(|die| as_cast(die, specialist));
    let mut parties = carried.map(|carried| PhaseSide { carried, ..PhaseSide::default() });
    let mut support = BothSides::<Vec<_>>::default();
    let thrown = BothSides::from_fn(|side| {
        let mut dice = Vec::new();
        for body in &sides[side] {
            let Some((troop, cast)) = body.fighting().and_then(|troop| Some((troop, casts.next()?))) else { continue };
            let task = body.role.task();
            let seat = task.is_none().then_some(parties[side].troops.len());
            let die = LineDie::from_cast(&book.ladder, seat, troop.grade, cast);
            match task {
                None => parties[side].troops.push(troop),
                Some(task) => support[side].push(SupportDie { task, die, target: None }),
            }
            dice.push(die);
        }
        dice
    });
    pair_counter_battery(&mut support);
    let prelude = SupportExchange::resolve(&book.scrud, &book.ladder, support);
    for side in CombatSide::BOTH {
        let mut nth = 0..;
        // Support that does not fire does not join the line; the rest keeps its order.
        let joins = |die: &&LineDie| die.troop.is_some() || nth.next().is_some_and(|at| prelude.joins_line(side, at));
        parties[side].dice = thrown[side].iter().filter(joins).copied().collect();
    }
    let phase = fight(&book.scrud, &book.ladder, parties.as_ref());
    Ok(BarePhase { dice: thrown, support_exchange: prelude, parties, phase })
}

/// Applies the losses of a phase to a side.
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
