//! Proposed moves: a unit that can get closer to its side's goal gets a proposal, whatever is in between.

use super::{scenario, told};
use rayon::prelude::*;
use wardiary_base::id::SideId;
use wardiary_diary::diary::{Diary, Header, Record};
use wardiary_harness_rules::field::{field_on, give};
use wardiary_odds::suggest::suggest;
use wardiary_rules::state::State;

/// The rulebook with all mechanisms, with a turn in which both sides act.
const CAMPAIGN: &str = "campaign: (turn: (order: Free, phases: [EachSide(\"acts\")]))";
const ITCHY: &str = "itchy-and-scratchy: (turn: (order: Free, phases: [EachSide(\"acts\")]))";

fn ground(rows: &[&str], rest: &str) -> String {
    format!(
        "(title: \"Field\", rows: {rows:?}, legend: {{'.': \"open\", 'w': \"woods\", 'h': \"hill\", 'm': \"marsh\"}}{rest})"
    )
}

/// The first proposal for Red that moves or turns a unit.
fn move_of(state: &State, who: &str) -> String {
    let all = told(state, Some(SideId(1)));
    let begins = [format!("move {who} "), format!("face {who} ")];
    all.iter()
        .find(|line| begins.iter().any(|begin| line.starts_with(begin)))
        .cloned()
        .unwrap_or_else(|| format!("{all:#?}"))
}

fn stands(rows: &[&str], rest: &str, settings: &str, before: &str) -> State {
    field_on(Some(&ground(rows, rest)), settings, before)
}

/// A river that guns can't cross, across the whole map: they come as near as possible.
#[test]
fn guns_come_up_to_a_river_without_a_bridge() {
    let river = r#", edges: [("A3", s, "river"), ("B3", s, "river"), ("C3", s, "river")]"#;
    let rows = ["...", "...", "...", "...", "...", "...", "...", "...", "...", "...", "..."];
    let state = stands(&rows, river, CAMPAIGN, "A artillery @B11n v X infantry @B1s");
    assert_eq!(
        move_of(&state, "Reds"),
        "move Reds by B10 B9 facing n: Nearer to where it can attack Blues, although no path leads there"
    );
}

/// A unit in an area that guns can't enter is still a target to approach.
#[test]
fn guns_come_nearer_to_an_enemy_in_a_marsh() {
    let rows = ["mmm", "...", "...", "...", "...", "...", "...", "...", "...", "..."];
    let state = stands(&rows, "", CAMPAIGN, "A artillery @B10n v X infantry @B1s");
    let told = move_of(&state, "Reds");
    assert_eq!(
        told,
        "move Reds by B9 B8 facing n: Nearer to where it can attack Blues: the route costs 5 instead of 7"
    );
}

/// A step that costs more than the allowance of a whole turn is impossible: the longer path is proposed.
#[test]
fn costly_terrain_is_bypassed() {
    // The hills behind the stream cost 3, and guns have 2 in a turn. The eighth column has neither.
    let rows = ["........", "........", "........", "hhhhhhh.", "........", "........"];
    let stream: Vec<String> = ('A'..='G').map(|column| format!("(\"{column}4\", s, \"stream\")")).collect();
    let rest =
        format!(", edges: [{}], places: {{\"Mill\": \"D1\"}}, objectives: {{\"Mill\": \"Blue\"}}", stream.join(", "));
    let state = stands(&rows, &rest, CAMPAIGN, "A machine-gun @D5n v X transport @A1s");
    let told = move_of(&state, "Reds");
    assert!(told.starts_with("move Reds by E5 F5 "), "{told}");
    assert!(told.ends_with(": Nearer to the objective Mill: the route costs 10 instead of 12"), "{told}");
}

/// Friends block the path: a unit behind them comes up beside them.
#[test]
fn friends_who_stand_before_it_are_gone_round() {
    let rows = [".....", ".....", ".....", ".....", ".....", ".....", "....."];
    let rest = r#", places: {"Well": "C1"}, objectives: {"Well": "Blue"}"#;
    let mut state = stands(&rows, rest, ITCHY, "A infantry @C6n, B infantry @C7n, C infantry @C5n v X transport @A1s");
    // They have moved.
    give(&mut state, "face A e").and_then(|()| give(&mut state, "face C e")).expect("they turn");
    let told = move_of(&state, "B");
    assert!(told.starts_with("move B by "), "{told}");
    assert!(told.contains("the route around its own side costs"), "{told}");
}

/// Guns in range that see nobody move on until they do.
#[test]
fn guns_that_see_nobody_go_on() {
    let rows = [".....", "wwwww", "wwwww", ".....", "....."];
    let state = stands(&rows, "", CAMPAIGN, "A artillery @C5n v X infantry @C1s");
    let told = move_of(&state, "Reds");
    assert!(told.starts_with("move Reds by C4 "), "{told}");
    // Guns that see an enemy stay.
    let open = stands(&["....."; 5], "", CAMPAIGN, "A artillery @C5n v X infantry @C1s");
    assert!(!move_of(&open, "Reds").starts_with("move Reds"), "{}", move_of(&open, "Reds"));
}

/// The guns of a side that holds most objectives come into range; its infantry stays.
#[test]
fn the_guns_of_a_side_that_leads_come_into_range() {
    let rows = ["....."; 12];
    let rest = r#", places: {"Mill": "C12"}, objectives: {"Mill": "Red"}"#;
    let state = stands(&rows, rest, CAMPAIGN, "A artillery @C11n, B infantry @C12n v X infantry @C1s");
    assert!(move_of(&state, "A").starts_with("move A by C10 C9 "), "{}", move_of(&state, "A"));
    assert!(!move_of(&state, "B").starts_with("move B"));
}

/// In a stack in two areas, each unit moves separately.
#[test]
fn a_stack_in_parts_moves_unit_by_unit() {
    let rows = ["....."; 8];
    let state = stands(&rows, "", CAMPAIGN, "A infantry @C8n, B infantry @D8n v X infantry @C1s");
    for unit in ["A", "B"] {
        assert!(move_of(&state, unit).starts_with(&format!("move {unit} by ")), "{}", move_of(&state, unit));
    }
}

/// A unit beside an enemy in a Conflict can join it after the round of this turn, and so can a unit that moves there.
#[test]
fn a_conflict_is_joined() {
    let strong = "8/8/8/2/5/3";
    let before =
        format!("A {strong} @C3n + B {strong} @B4n v X 3/3/3/1/2/3, Y 3/3/3/1/2/3 @C2s").replace(", Y", " @C2s, Y");
    let settings = "unlurked-stacks: (turn: (order: Free, phases: [EachSide(\"acts\")]))";
    let mut state = stands(&["....."; 6], "", settings, &before);
    let all = |state: &State| told(state, Some(SideId(1)));
    let begins = |state: &State, begin: &str| all(state).iter().any(|line| line.starts_with(begin));
    assert!(begins(&state, "conflict Reds v Blues: "), "{:#?}", all(&state));
    give(&mut state, "conflict Reds v Blues").expect("they engage");
    assert!(begins(&state, "round") && !all(&state).iter().any(|line| line.contains("join")), "{:#?}", all(&state));
    give(&mut state, "round Reds: 1 1").expect("they miss");
    assert_eq!(
        move_of(&state, "Reds2"),
        "move Reds2 by B3 B2 facing e: From there the Conflict with Blues can be joined; no good target from its present place; \
         nearer to where it can attack Blues: the route costs 0 instead of 2"
    );
    give(&mut state, "move Reds2 by B3 B2 facing e").expect("they come");
    let joins = "join Reds2 to Reds: Against Blues, from the next round on. Reds2: 80% to hit for 6 SP";
    assert!(begins(&state, joins), "{:#?}", all(&state));
}

/// Every proposal has a reason.
#[test]
fn short_withdrawals_are_described() {
    let mut state = stands(&["....."; 7], "", ITCHY, "A infantry @C5n v X infantry @C2s");
    give(&mut state, "lose A 3").expect("it is given");
    for line in told(&state, Some(SideId(1))) {
        assert!(!line.ends_with(": "), "{line}");
    }
}

/// Whether a side of a battle holds more objectives than any other.
fn leads(state: &State, side: SideId) -> bool {
    let held = |side| state.maps()[0].objectives().filter(|(_, holder)| *holder == Some(side)).count();
    state.sides().iter().all(|other| other.id == side || held(other.id) < held(side))
}

/// Games on the shipped maps in which the best proposal is carried out. At the beginning of its part of the turn, a
/// side that is not exhausted and does not hold most objectives always has a better proposal than handing on.
#[test]
fn units_with_a_goal_get_more_than_a_pass() {
    let games: Vec<(&str, u8)> =
        ["wadi", "ridge", "crossings"].into_iter().flat_map(|name| [(name, 3), (name, 4)]).collect();
    let looks: Vec<usize> = games.into_par_iter().map(|(name, seed)| looked(name, seed)).collect();
    assert!(looks.iter().sum::<usize>() > 30, "{looks:?}");
}

fn looked(name: &str, seed: u8) -> usize {
    let header = Header { seed: format!("{seed:x}").parse().expect("a seed"), ..scenario(name) };
    let mut diary = Diary::new(header).expect("it ships");
    let (mut acted, mut looks) = (None, 0);
    for _ in 0..90 {
        let state = diary.state().clone();
        let all = suggest(&state, None, &diary.edna_tests_this_turn(), &diary.recent_consultations());
        let Some(battle) = state.open_battles().next() else { break };
        let acts = battle.acting_side.map(|side| (battle.turn, side));
        if let Some((turn, side)) = acts.filter(|_| acts != acted)
            && !battle.contingent(side).is_some_and(|contingent| contingent.exhausted)
            && !leads(&state, side)
        {
            looks += 1;
            let told = told(&state, None);
            assert!(all[0].score > 0, "{name}, seed {seed}, turn {turn}, {}: {told:#?}", state.name(side));
        }
        acted = acts;
        let mut dice = diary.program_dice(&[]);
        let entry = diary.carry_out(all[0].order.clone(), &mut dice, jiff::Timestamp::UNIX_EPOCH);
        diary.append(Record::Entry(entry.expect("it is accepted").entry)).expect("it stands");
    }
    looks
}
