//! The head moves far in the tree. The path, redo and every state equal those of single steps.

use jiff::Timestamp;
use proptest::prelude::*;
use std::collections::BTreeMap;
use wardiary_diary::{
    assets,
    diary::{Diary, Entry, Record},
};
use wardiary_rules::notation::{Instruction, parse_instruction};

/// The expected tree of a diary, computed slowly.
#[derive(Default)]
struct Slow {
    follows: Vec<u32>,
    path: Vec<u32>,
    left: BTreeMap<u32, u32>,
}

impl Slow {
    fn go_to(&mut self, to: u32) {
        let mut way: Vec<u32> = std::iter::successors(Some(to), |no| Some(self.follows[no.checked_sub(1)? as usize]))
            .take_while(|no| *no != 0)
            .collect();
        way.reverse();
        let shared = self.path.iter().zip(&way).take_while(|(a, b)| a == b).count();
        for no in &self.path[shared..] {
            self.left.insert(self.follows[*no as usize - 1], *no);
        }
        self.path = way;
    }

    fn redoable(&self) -> Vec<u32> {
        let head = self.path.last().copied().unwrap_or(0);
        std::iter::successors(self.left.get(&head), |no| self.left.get(no)).copied().collect()
    }
}

/// An entry that sets the date to its own number, after any other entry.
fn dated(diary: &Diary, follows: u32) -> Record {
    let state = diary.state_at(follows).expect("it is there");
    let no = diary.next_no();
    let Ok(Instruction::Order(order)) = parse_instruction(&format!("date \"day {no}\""), &state) else {
        panic!("a date")
    };
    let result = wardiary_rules::rules::carry_out(state, &order, &mut diary.program_dice(&[])).expect("no dice").result;
    let entry = Entry {
        no,
        after: (follows + 1 != no).then_some(follows),
        at: Timestamp::UNIX_EPOCH,
        by: None,
        order,
        dice: Vec::new(),
        events: result.events,
        seal: wardiary_diary::diary::seal::Seal::default(),
    };
    Record::Entry(entry)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]
    #[test]
    fn jumps_are_as_steps(
        steps in prop::collection::vec((0u8..4, any::<prop::sample::Index>(), 1usize..300, any::<bool>()), 1..20),
    ) {
        let header = assets::scenario("tannenberg", None, "1".parse().expect("a seed")).expect("it ships");
        let mut diary = Diary::new(header).expect("it stands");
        let mut slow = Slow::default();
        for (what, index, many, asks) in steps {
            let there = u32::try_from(index.index(slow.follows.len() + 1)).expect("a few");
            match what {
                // Far away and back, and away again.
                0 => {
                    let back = diary.head();
                    for to in [there, back].repeat(many / 2) {
                        diary.append(Record::head(to)).expect("it is there");
                        slow.go_to(to);
                    }
                }
                // Two branches that grow alternately.
                1 => {
                    let mut ends = [diary.head(), there];
                    for at in 0..many {
                        let no = diary.next_no();
                        let record = dated(&diary, ends[at % 2]);
                        let record = if asks { Record::Batch(vec![record]) } else { record };
                        diary.append(record).expect("it stands");
                        slow.follows.push(ends[at % 2]);
                        slow.go_to(no);
                        ends[at % 2] = no;
                    }
                }
                _ => {
                    diary.append(Record::head(there)).expect("it is there");
                    slow.go_to(there);
                    for _ in 0..many {
                        let (no, head) = (diary.next_no(), diary.head());
                        diary.append(dated(&diary, head)).expect("it stands");
                        slow.follows.push(head);
                        slow.go_to(no);
                    }
                }
            }
            if asks {
                prop_assert_eq!(diary.path(), &slow.path[..]);
                prop_assert_eq!(diary.redoable().collect::<Vec<_>>(), slow.redoable());
            }
        }
        prop_assert_eq!(diary.path(), &slow.path[..]);
        prop_assert_eq!(diary.redoable().collect::<Vec<_>>(), slow.redoable());
        for no in 1..diary.next_no() {
            let state = diary.state_at(no).expect("it is there");
            prop_assert_eq!(state.date().raw(), format!("day {no}"));
        }
        if diary.head() > 0 {
            prop_assert_eq!(diary.state().date().raw(), format!("day {}", diary.head()));
        }
        prop_assert!(diary.clone().append(Record::head(diary.next_no())).is_err());
    }
}
