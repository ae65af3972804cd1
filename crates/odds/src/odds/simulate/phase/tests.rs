//! The simulation and the rules give the same result for the same faces.

use super::PhaseSimulator;
use crate::odds::{
    Question,
    scrud::{sides_of, tally::TallyDetail},
    simulate::Stream,
};
use wardiary_base::{
    book::{Extras, Grade, Rulebook, RulebookDraft, ScrudDraft, Ties},
    sides::{BothSides, CombatSide},
};
use wardiary_rules::{
    event::Cast,
    rules::scrud::{LineDie, Party, Troop, fight},
};

#[test]
fn the_simulator_and_the_rules_agree() {
    let mut stream = Stream::new(20, 26);
    for trial in 0..3000 {
        let extras = [Extras::BeatLowest, Extras::Ignored, Extras::OverHalf][trial % 3];
        let ties = [Ties::Ignored, Ties::Defender][trial % 2];
        let scrud = ScrudDraft { extras: Some(extras), ties: Some(ties), ..ScrudDraft::default() };
        let draft = RulebookDraft { scrud: Some(scrud), ..RulebookDraft::default() };
        let book = draft.check(&Rulebook::default_rules()).expect("a sound rulebook");
        let parties = BothSides::from_fn(|_| party(&book, &mut stream));
        let phase = fight(&book.scrud, &book.ladder, parties.as_ref());
        let question = Question::of_engagement(parties.clone());
        let (sides, _) = sides_of(&book, &question).expect("a combat");
        let faces = parties.as_ref().map(|party| party.dice.iter().filter_map(|die| die.face).collect::<Vec<_>>());
        let faces = faces.as_ref().map(Vec::as_slice);
        let mut simulator = PhaseSimulator::new(&book, sides.clone(), TallyDetail::Defeats).expect("few tallies");
        let tally = simulator.tally_of(faces);
        assert_eq!(simulator.layout.defeats(tally), phase.defeats, "{:?} {parties:?}", book.scrud);
        let mut simulator = PhaseSimulator::new(&book, sides, TallyDetail::Survivors).expect("few tallies");
        let tally = simulator.tally_of(faces);
        let parts = simulator.layout.parts(tally);
        let fates = &phase.fates;
        let carried = phase.carried;
        for side in CombatSide::BOTH {
            let ending = simulator.layout.ending(&simulator.setup, side, parts[side]);
            let living = fates[side].iter().filter(|fate| fate.eliminated.is_none()).count();
            assert_eq!(ending.survivors.iter().map(|(_, n)| usize::from(*n)).sum::<usize>(), living, "{parties:?}");
            assert_eq!(ending.carried, carried[side]);
        }
    }
}

/// One to six dice in the order of a side's kinds: by grade, units before support.
fn party(book: &Rulebook, stream: &mut Stream) -> Party {
    let mut dice: Vec<(u8, bool)> = (0..=stream.below(6)).map(|_| (0, stream.below(4) == 0)).collect();
    for die in &mut dice {
        die.0 = u8::try_from(stream.below(6)).expect("few");
    }
    dice[0].1 = false;
    dice.sort_unstable();
    let mut party = Party::default();
    for (grade, support) in dice {
        let grade = Grade(grade);
        let troop = (!support).then(|| {
            party.troops.push(Troop { grade, strength: 4 });
            party.troops.len() - 1
        });
        let face = stream.face(book.ladder.step(grade).die);
        party.dice.push(LineDie::cast(&book.ladder, troop, grade, Cast::Face(face)));
    }
    party
}
