//! One phase of SCRUD with any dice: the properties of every line-up. Source: RULES 2.2, 2.3.

use proptest::prelude::*;
use wardiary_base::{
    book::{Casualty, EffectsByMargin, EliminationRule, Extras, Grade, Ladder, LineUp, Scrud, Ties},
    sides::{BothSides, CombatSide},
};
use wardiary_rules::{
    event::{Cast, Cause},
    rules::scrud::{DieOutcome, LineDie, Phase, PhaseSide, PlacedDie, Troop, fight},
};

fn parties() -> impl Strategy<Value = PhaseSide> {
    // A die: whether it is support, its grade, its face.
    let die = (proptest::bool::weighted(0.2), 0u8..6, 1u8..=6);
    (proptest::collection::vec(die, 0..12), 0u16..3, 0usize..3).prop_map(|(mut dice, carried, full_bonus)| {
        let ladder = Ladder::mouat();
        if full_bonus > 0 {
            // Bonus dice come directly after those of the units.
            dice.sort_by_key(|(support, ..)| *support);
        }
        let full_bonus = full_bonus.min(dice.iter().filter(|(support, ..)| *support).count());
        let mut party = PhaseSide { carried, full_bonus_dice: full_bonus, ..PhaseSide::default() };
        for (support, grade, face) in dice {
            let grade = Grade(grade);
            let troop = (!support).then(|| {
                party.troops.push(Troop { grade, strength: 1 + u16::from(face % 3) });
                party.troops.len() - 1
            });
            party.dice.push(LineDie::from_cast(&ladder, troop, grade, Cast::Face(face)));
        }
        party
    })
}

fn settings() -> impl Strategy<Value = Scrud> {
    let extras = prop_oneof![Just(Extras::BeatLowest), Just(Extras::Ignored), Just(Extras::OverHalf)];
    let defeat = prop_oneof![
        Just(vec![Casualty::Demote]),
        Just(vec![Casualty::PushBack]),
        Just(vec![Casualty::Eliminate]),
        Just(vec![Casualty::LoseStrength(1), Casualty::Demote]),
        Just(vec![Casualty::Retire]),
        Just(vec![Casualty::Rout, Casualty::Demote]),
        Just(vec![]),
    ];
    let by_margin = prop_oneof![
        Just(Vec::new()),
        Just(vec![(1, vec![Casualty::PushBack]), (2, vec![Casualty::Retire]), (3, vec![Casualty::Demote])]),
        Just(vec![(2, vec![Casualty::LoseStrength(1)]), (4, vec![Casualty::Rout])]),
    ];
    let every = prop_oneof![Just(None), (1u8..5).prop_map(Some)];
    let line_up = prop_oneof![Just(LineUp::Sorted), Just(LineUp::AsRolled)];
    let ties = prop_oneof![Just(Ties::Ignored), Just(Ties::Defender)];
    let eliminates = prop_oneof![Just(EliminationRule::LowestGrade), Just(EliminationRule::LowestBeaten)];
    (extras, defeat, every, eliminates, line_up, ties, any::<bool>(), by_margin).prop_map(
        |(extras, defeat, eliminate_every, eliminates, line_up, ties, margins, by_margin)| Scrud {
            by_margin: EffectsByMargin(by_margin),
            extras,
            defeat,
            eliminate_every,
            eliminates,
            line_up,
            ties,
            margins,
            ..Scrud::default()
        },
    )
}

/// The sort key of a line: highest score, better grade, units before support, the roster's order.
fn key(party: &PhaseSide, die: usize) -> (i16, u8, bool, usize) {
    let found = party.dice[die];
    (-found.score, found.assumed_grade.0, found.troop.is_none(), die)
}

/// A side's defeats that do more than give ground: by the table of margins, or not by exactly 1. Source: RULES 2.3.
fn full_defeats(
    rules: &Scrud,
    parties: BothSides<&PhaseSide>,
    lines: &BothSides<Vec<PlacedDie>>,
    side: CombatSide,
) -> u16 {
    let score = |line: CombatSide, placed: &PlacedDie| parties[line].dice[placed.die].score;
    let (own, enemy) = (&lines[side], &lines[side.opponent()]);
    let lowest = parties[side].dice.iter().filter(|die| die.troop.is_some()).map(|die| die.score).min();
    let is_full = |margin: i16| {
        let mut does = None;
        for (from, effects) in &rules.by_margin.0 {
            if margin >= i16::from(*from) {
                does = Some(effects);
            }
        }
        let more = |effects: &Vec<Casualty>| {
            effects.iter().any(|effect| !matches!(effect, Casualty::PushBack | Casualty::Retire))
        };
        u16::from(if rules.by_margin.0.is_empty() { !rules.margins || margin != 1 } else { does.is_some_and(more) })
    };
    let pairs = own.iter().zip(enemy).filter(|(own, _)| own.outcome == DieOutcome::Loses);
    let paired: u16 = pairs.map(|(own, it)| is_full(score(side.opponent(), it) - score(side, own))).sum();
    let extras = enemy.iter().filter(|placed| placed.outcome == DieOutcome::ExtraWins).map(|placed| {
        let margin = score(side.opponent(), placed) - lowest.expect("somebody is beaten");
        if rules.extras == Extras::OverHalf { 1 } else { is_full(margin) }
    });
    paired + extras.sum::<u16>()
}

proptest! {
    #[test]
    fn a_line_up_is_the_dice_in_their_order(first in parties(), second in parties(), rules in settings()) {
        let phase = fight(&rules, &Ladder::mouat(), BothSides::new(&first, &second));
        for (line, party) in phase.lines.iter().zip([&first, &second]) {
            let order: Vec<usize> = line.iter().map(|placed| placed.die).collect();
            let mut wanted: Vec<usize> = (0..party.dice.len()).collect();
            match rules.line_up {
                LineUp::Sorted => wanted.sort_by_key(|die| key(party, *die)),
                LineUp::AsRolled => wanted.sort_by_key(|die| party.dice[*die].troop.is_none()),
            }
            prop_assert_eq!(order, wanted);
        }
    }

    #[test]
    fn defeats_add_up(first in parties(), second in parties(), rules in settings()) {
        let parties = BothSides::new(&first, &second);
        let Phase { lines, fates, defeats, carried } = fight(&rules, &Ladder::mouat(), parties);
        for side in CombatSide::BOTH {
            let marks = |line: CombatSide, mark: DieOutcome| lines[line].iter().filter(|placed| placed.outcome == mark).count();
            // A side's defeats: its beaten unit dice, and the enemy's extras that count.
            let beaten = marks(side, DieOutcome::Loses) + marks(side.opponent(), DieOutcome::ExtraWins);
            prop_assert_eq!(usize::from(defeats[side]), beaten);
            prop_assert_eq!(defeats[side], fates[side].iter().map(|fate| fate.defeats).sum::<u16>());
            // Every nth defeat eliminates one more unit while any is alive. The remainder is carried.
            let by = |cause| fates[side].iter().filter(|fate| fate.eliminated == Some(cause)).count();
            let full = full_defeats(&rules, parties, &lines, side);
            let counted = parties[side].carried + full;
            match rules.eliminate_every {
                None => prop_assert_eq!((carried[side], by(Cause::EveryThird)), (0, 0)),
                Some(every) => {
                    let every = u16::from(every);
                    let others = by(Cause::Defeat) + by(Cause::Losses) + by(Cause::Rout);
                    let due = usize::from(counted / every).min(parties[side].troops.len() - others);
                    prop_assert_eq!((carried[side], by(Cause::EveryThird)), (counted % every, due));
                }
            }
            let longer = lines[side].len().saturating_sub(lines[side.opponent()].len());
            prop_assert_eq!(marks(side, DieOutcome::Extra) + marks(side, DieOutcome::ExtraWins), longer);
        }
    }

    /// Under LowestBeaten no unbeaten unit is eliminated while a beaten one is alive.
    #[test]
    fn the_beaten_go_first(first in parties(), second in parties(), rules in settings()) {
        let rules = Scrud { eliminates: EliminationRule::LowestBeaten, margins: false, by_margin: EffectsByMargin::default(), ..rules };
        let Phase { fates, .. } = fight(&rules, &Ladder::mouat(), BothSides::new(&first, &second));
        for fates in fates.iter() {
            let spared = fates.iter().any(|fate| fate.defeats > 0 && fate.eliminated.is_none());
            let unbeaten = fates.iter().any(|fate| fate.defeats == 0 && fate.eliminated == Some(Cause::EveryThird));
            prop_assert!(!(spared && unbeaten), "{:?}", fates);
        }
    }

    /// Swapping the sides swaps the result of a phase, unless the defender wins ties.
    #[test]
    fn no_side_is_favoured(first in parties(), second in parties(), rules in settings()) {
        prop_assume!(rules.ties == Ties::Ignored);
        let ladder = Ladder::mouat();
        let parties = BothSides::new(&first, &second);
        let Phase { lines, fates, defeats, .. } = fight(&rules, &ladder, parties);
        let turned = fight(&rules, &ladder, parties.swapped());
        prop_assert_eq!(turned.lines, lines.swapped());
        prop_assert_eq!(turned.fates, fates.swapped());
        prop_assert_eq!(turned.defeats, defeats.swapped());
    }
}

/// No order lines up dice against an enemy without unit dice. The computation is still correct: extras never beat
/// support. Source: RULES 2.2.
#[test]
fn extras_do_nothing_where_the_enemy_has_no_unit_die() {
    let ladder = Ladder::mouat();
    let die = |troop, face| LineDie::from_cast(&ladder, troop, ladder.neutral(), Cast::Face(face));
    let troop = Troop { grade: ladder.neutral(), strength: 4 };
    let attacker = |unit: bool| PhaseSide {
        troops: if unit { vec![troop; 3] } else { Vec::new() },
        dice: (0..3).map(|at| die(unit.then_some(at), 6)).collect(),
        ..PhaseSide::default()
    };
    let supported = PhaseSide { dice: vec![die(None, 1)], ..PhaseSide::default() };
    let guarded = PhaseSide { troops: vec![troop], dice: vec![die(Some(0), 1)], ..PhaseSide::default() };
    for extras in [Extras::BeatLowest, Extras::OverHalf, Extras::Ignored] {
        let rules = Scrud { extras, ..Scrud::default() };
        for unit in [true, false] {
            let phase = fight(&rules, &ladder, BothSides::new(&attacker(unit), &supported));
            assert_eq!((phase.defeats.first, phase.defeats.second), (0, 0), "{extras:?}");
            assert!(
                phase.lines.first.iter().skip(1).all(|placed| placed.outcome != DieOutcome::ExtraWins),
                "{extras:?}"
            );
        }
        // The same extras against a unit die.
        let phase = fight(&rules, &ladder, BothSides::new(&attacker(true), &guarded));
        assert_eq!(phase.defeats.second, if extras == Extras::Ignored { 1 } else { 3 }, "{extras:?}");
    }
}
