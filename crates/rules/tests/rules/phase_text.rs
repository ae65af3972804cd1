//! What a phase did, in words: the units of the sentence add up to its defeats.

use proptest::{collection::vec, prelude::*};
use wardiary_base::{
    dice::source::ScriptedDice,
    sides::{BothSides, CombatSide},
};
use wardiary_harness_rules::field::field;
use wardiary_rules::{
    notation::{Instruction, defeats_text, parse_instruction},
    rules::{self, FoughtPhase, OrderRoll},
    state::State,
};

fn phase(settings: &str, (red, blue): (usize, usize), faces: &[u8]) -> (State, FoughtPhase) {
    let units = |from: char, many| (from..).take(many).map(String::from).collect::<Vec<_>>().join(", ");
    let state = field(settings, &format!("{} v {}", units('A', red), units('M', blue)));
    let Ok(Instruction::Order(order)) = parse_instruction("scrud Red v Blue", &state) else { panic!("it reads") };
    let mut script = ScriptedDice { faces: faces[..red + blue].to_vec().into() };
    let done = rules::carry_out(state.clone(), &order, &mut script).expect("it is fought").result;
    let Some(OrderRoll::Phase(fought)) = done.rolled else { panic!("a phase") };
    (state, *fought)
}

/// The defeats that the sentence gives, and the sum of those of its units.
fn sums(text: &str) -> (u16, u16) {
    let text = text.split(", plus ").next().unwrap_or_default();
    let Some((defeats, groups)) = text.split_once(": ") else { return (0, 0) };
    let number = |text: &str| text.split(' ').next().and_then(|word| word.parse::<u16>().ok());
    let words = groups.replace(", ", " and ");
    let mut sum = 0;
    let mut group = 0;
    for part in words.split(" and ") {
        group = number(part).unwrap_or(group);
        let each = part.split_once(" by ").and_then(|(_, by)| number(by));
        let is_group = number(part).is_some();
        sum += if is_group { group } else { 0 };
        // A group of several effects has its number of defeats behind the last of them.
        sum += each.map_or(0, |each| group * (each - 1));
    }
    (number(defeats).unwrap_or_default(), sum)
}

const SETTINGS: [&str; 5] = [
    "",
    "(scrud: (eliminate_every: None, extras: OverHalf))",
    "(scrud: (defeat: [LoseStrength(1), Demote]))",
    "(scrud: (defeat: [Eliminate]))",
    "(scrud: (by_margin: [(1, [PushBack]), (2, [Retire, Demote]), (4, [Rout])]))",
];

proptest! {
    #[test]
    fn the_units_add_up_to_the_defeats(settings in 0..SETTINGS.len(), red in 1..9usize, blue in 1..9usize, faces in vec(1..=6u8, 16)) {
        let (state, fought) = phase(SETTINGS[settings], (red, blue), &faces);
        for side in CombatSide::BOTH {
            let text = defeats_text(&state, &fought, side);
            let defeats = fought.phase.defeats[side];
            prop_assert_eq!(sums(&text), (defeats, defeats), "{}", text);
        }
    }
}

#[test]
fn a_unit_that_is_beaten_twice_says_so() {
    let told = |settings, sizes, faces: &[u8]| {
        let (state, fought) = phase(settings, sizes, faces);
        BothSides::from_fn(|side| defeats_text(&state, &fought, side)).second
    };
    assert_eq!(told("", (2, 1), &[6, 6, 1]), "2 defeats: 1 demoted by 2 defeats");
    assert_eq!(told("", (3, 1), &[6, 6, 6, 1]), "3 defeats: 1 eliminated by 3 defeats (M)");
    assert_eq!(
        told("", (4, 4), &[6, 6, 6, 6, 1, 1, 1, 1]),
        "4 defeats: 4 demoted, plus P eliminated for every 3rd defeat"
    );
    assert_eq!(told("", (1, 1), &[1, 1]), "none");
}
