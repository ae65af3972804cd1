//! The path to the head, and abandoned branches.

use proptest::prelude::*;
use wardiary_diary::diary::{
    EntryNo,
    head_path::{HeadPath, ResolvedPath},
};

proptest! {
    /// Long moves lead to the same path as single steps, no matter when the path is read.
    #[test]
    fn far_moves_are_as_near_ones(
        steps in prop::collection::vec((any::<bool>(), any::<prop::sample::Index>(), 0u8..20), 1..200),
    ) {
        let mut parents: Vec<EntryNo> = vec![0];
        let (mut plain, mut head, mut noted) = (ResolvedPath::default(), 0, Vec::new());
        let mut trail = HeadPath::default();
        let mut batch = ResolvedPath::default();
        for (appends, index, asks) in steps {
            let there = EntryNo::try_from(index.index(parents.len())).expect("a few");
            if appends {
                // Mostly a long branch, otherwise one that starts anywhere.
                let follows = if asks < 15 { head } else { there };
                parents.push(follows);
                if follows != head {
                    plain.move_within(&parents, follows, usize::MAX);
                    noted.push(follows);
                    trail.move_to(follows);
                }
                trail.append(follows);
                head = EntryNo::try_from(parents.len() - 1).expect("a few");
            } else {
                head = there;
                trail.move_to(there);
            }
            plain.move_within(&parents, head, usize::MAX);
            noted.push(head);
            if asks == 0 {
                batch.move_through(&parents, &noted);
                noted.clear();
                prop_assert_eq!(&batch, &plain);
                prop_assert_eq!(trail.path(), &plain.path);
                for no in 0..parents.len() {
                    let no = EntryNo::try_from(no).expect("a few");
                    prop_assert_eq!(trail.redo_child(no), plain.redo_children.get(no as usize).copied().filter(|no| *no != 0));
                }
            }
        }
        batch.move_through(&parents, &noted);
        prop_assert_eq!(batch, plain);
    }
}
