//! Sentences made of several clauses.

use wardiary_base::id::SideId;
use wardiary_report::report::{
    narrator::{Clause, ClauseKind, Narration, Narrator, luck_sentence},
    story::{Block, Turn},
};

fn march(subject: &str, rest: &str) -> Narration {
    let clause = Clause::new(ClauseKind::March(SideId(1)), vec![subject.into()], rest.into());
    Narration { clause: Some(clause), ..Narration::default() }
}

fn prose(turns: &[Turn]) -> Vec<String> {
    let blocks = turns.iter().flat_map(|turn| &turn.blocks);
    blocks
        .filter_map(|block| match block {
            Block::Prose(passages) => Some(passages.iter().map(|passage| passage.text.as_str()).collect()),
            _ => None,
        })
        .collect()
}

#[test]
fn clauses_of_a_kind_are_one_sentence() {
    let mut narrator = Narrator::default();
    narrator.add_entry(1, (Some(1), None), march("the Lancers", "to K8"));
    narrator.add_entry(2, (Some(1), None), Narration::default());
    narrator.add_entry(3, (Some(1), None), march("the Highlanders", "to F9"));
    narrator.add_entry(4, (Some(1), None), march("the Guns", "to E10"));
    let sentences = vec!["All was quiet.".to_string()];
    narrator.add_entry(5, (Some(1), None), Narration { sentences, ..Narration::default() });
    narrator.add_entry(6, (Some(2), None), march("the Lancers", "to K7"));
    assert_eq!(
        prose(&narrator.finish().0),
        ["The Lancers moved to K8; the Highlanders to F9; the Guns to E10. All was quiet.", "The Lancers moved to K7."]
    );
}

#[test]
fn luck_is_told_where_it_was_out_of_the_ordinary() {
    assert_eq!(luck_sentence(None, (0.5, 0.3)), None);
    assert_eq!(
        luck_sentence(Some("Germans"), (0.97, 0.02)).as_deref(),
        Some("Luck was with the Germans: only 3 rolls in a hundred come out that well.")
    );
    assert_eq!(
        luck_sentence(None, (0.0, 0.001)).as_deref(),
        Some("A poor roll: fewer than one roll in a hundred comes out that badly.")
    );
}
