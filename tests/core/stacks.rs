//! Stacks: their numbers, their Value, how damage is dealt out, Conflicts as they are played, and what is refused.

use crate::harness::{field, table::rows};
use proptest::prelude::*;
use wardiary::{
    assets,
    book::{Power, Stacks},
    diary::account,
    dice::source::Scripted,
    event::Event,
    id::{StackId, UnitId},
    notation::{Instruction, instruction, refusal::describe},
    order::{Edge, Posture, Rank, Stats},
    rules::{
        self, CarryOutError,
        damage::deal,
        square::Shape,
        stack::{damage, hits, numbers},
        value::of_numbers,
    },
    state::State,
};

fn edge(word: &str) -> Edge {
    Edge::ALL.into_iter().find(|e| e.word() == word).unwrap_or_else(|| panic!("the edge {word}"))
}

#[test]
fn penalty_multipliers() {
    for row in rows(include_str!("../golden/penalties.csv")) {
        let shape = Shape::of(row.number("units").into());
        let found = (shape.minor(), shape.moderate(), shape.major());
        let wanted = ["minor", "moderate", "major"].map(|column| usize::from(row.number(column)));
        assert_eq!([found.0, found.1, found.2], wanted, "tests/golden/penalties.csv:{}", row.line);
    }
}

/// `4/3/2/1/2/6 x3 + 10/8/0/0/0/0`
fn units(cell: &str) -> Vec<Stats> {
    let group = |group: &str| {
        let (one, many) = group.split_once(" x").unwrap_or((group, "1"));
        let n: Vec<u16> = one.split('/').map(|n| n.trim().parse().expect("a number")).collect();
        let [attack, defense, dmg, dr, init, movement] = n[..] else { panic!("six numbers, not {group}") };
        let stats = Stats { attack, defense, dmg, dr, init, movement, ..Stats::default() };
        vec![stats; many.parse().expect("how many")]
    };
    cell.split(" + ").flat_map(group).collect()
}

#[test]
fn the_numbers_of_stacks() {
    for row in rows(include_str!("../golden/stack_numbers.csv")) {
        let units = units(row.get("units"));
        let posture = Posture::ALL.into_iter().find(|p| p.word() == row.get("posture")).expect("a posture");
        let rules = Stacks {
            power: if row.get("power") == "Mean" { Power::Mean } else { Power::PerEdge },
            edge_minimum: u8::try_from(row.number("edge_minimum")).expect("small"),
            ..Stacks::default()
        };
        let leader = usize::from(row.number("leader")).checked_sub(1);
        let found = numbers(&rules, &units.iter().collect::<Vec<_>>(), leader, posture);
        let edge = edge(row.get("edge"));
        let found = [found.ap(edge, 0), found.dp(edge, 0), found.dmg, found.dr, found.init, found.movement.into()];
        let wanted = ["ap", "dp", "dmg", "dr", "init", "move"].map(|column| u32::from(row.number(column)));
        assert_eq!(found, wanted, "tests/golden/stack_numbers.csv:{}: {}", row.line, row.get("comment"));
    }
}

#[test]
fn halving_comes_last_and_turning_is_paid_by_the_whole() {
    // RULES 5.4: AP and DP never fall below 0; halving comes last. 5.6: turning takes from AP and DP.
    let units = units("4/4/0/0/0/0 x3 + 10/8/0/0/0/0");
    let rules = Stacks::default();
    let of = |posture| numbers(&rules, &units.iter().collect::<Vec<_>>(), Some(3), posture);
    let halved = rules::stack::Numbers { halved: true, ..of(Posture::Neutral) };
    assert_eq!((halved.ap(Edge::Left, 0), halved.dp(Edge::Left, 0)), (3, 4), "⌈(6 - 1) ÷ 2⌉; DP is whole");
    assert_eq!((of(Posture::Offensive).ap(Edge::Front, 3), of(Posture::Offensive).dp(Edge::Front, 9)), (11, 0));
    assert_eq!(of(Posture::Defensive).dp(Edge::Back, 1), 9, "4 - 2, and the Warlord's 8, less 1");
}

#[test]
fn blows() {
    // RULES 5.8: 1D20 + AP ≥ 11 + DP hits, 20 always, 1 never; damage is Dmg − DR, at least 1.
    let rules = Stacks::default();
    for (face, ap, dp, hit) in [
        (10, 5, 4, true),
        (9, 5, 4, false),
        (11, 0, 0, true),
        (10, 0, 0, false),
        (20, 0, 90, true),
        (19, 0, 9, false),
        (1, 90, 0, false),
        (2, 90, 0, true),
    ] {
        assert_eq!(hits(&rules, face, ap, dp), hit, "{face} + {ap} against {dp}");
    }
    assert_eq!((damage(&rules, 9, 4), damage(&rules, 4, 4), damage(&rules, 0, 99)), (5, 1, 1));
}

/// Numbers as an order writes them: `upkeep 10 level 3 noble`.
fn stats(text: &str) -> Stats {
    let mut stats = Stats::default();
    let mut words = text.split_whitespace();
    while let Some(word) = words.next() {
        match Rank::ALL.iter().find(|(name, _)| *name == word) {
            Some((_, rank)) => stats.ranks.push(*rank),
            None if word == "decrypted" => stats.decrypted = true,
            None => {
                let number = words.next().and_then(|n| n.parse().ok()).expect("a number");
                *stats.number_mut(word).unwrap_or_else(|| panic!("the number {word}")) = number;
            }
        }
    }
    stats
}

#[test]
fn value() {
    for row in rows(include_str!("../golden/value.csv")) {
        let worth = |stats_column: &str, hits_column: &str| {
            let (now, full) = row.get(hits_column).split_once('/').expect("now/full");
            of_numbers(&stats(row.get(stats_column)), full.parse().expect("full"), now.parse().expect("now"))
        };
        let (more, less) = (worth("more", "more_hits"), worth("less", "less_hits"));
        let at = format!("tests/golden/value.csv:{}: {}", row.line, row.get("comment"));
        assert!(more > less, "{at}: {more:?} against {less:?}");
    }
}

#[test]
fn a_warlords_place() {
    // RULES 5.5: on the offensive the last place; on the defensive the centre's, by hand. The places count from 0.
    for (units, defensive) in
        [(1, 0), (2, 1), (3, 2), (4, 3), (5, 4), (6, 4), (7, 4), (8, 4), (9, 4), (10, 6), (16, 10), (20, 12), (25, 12)]
    {
        let shape = Shape::of(units);
        assert_eq!(shape.warlords_place(Posture::Offensive), Some(units - 1), "{units} units");
        assert_eq!(shape.warlords_place(Posture::Defensive), Some(defensive), "{units} units");
        for posture in [Posture::Neutral, Posture::Screening] {
            assert_eq!(shape.warlords_place(posture), None, "he stands by Value");
        }
    }
    assert_eq!(Shape::of(0).warlords_place(Posture::Defensive), None);
    // As the rule says it: a Square of filled and empty places, a row of it, and the nearest of those that are filled.
    for units in 1..=400 {
        let width = (1..=units).find(|side| side * side >= units).expect("a Square");
        let rows: Vec<Vec<usize>> = (0..units).collect::<Vec<_>>().chunks(width).map(<[usize]>::to_vec).collect();
        let (row, column) = (rows.len() / 2 + 1, width / 2 + 1);
        let nearest = rows[row - 1].iter().enumerate().min_by_key(|(at, _)| (at + 1).abs_diff(column));
        assert_eq!(Shape::of(units).warlords_place(Posture::Defensive), nearest.map(|(_, place)| *place), "{units}");
    }
}

#[test]
fn a_warlord_on_the_defensive_is_lost_from_where_he_stands() {
    // RULES 5.5: losses follow 5.3. W leads, the weakest of them; the others stand A, B, C … by their Value.
    for (edge, lost) in [
        (Edge::Front, "AW"),
        (Edge::Front, "ABW"),
        (Edge::Front, "ABCW"),
        (Edge::Back, "WCBA"),
        (Edge::Right, "BWAC"),
        (Edge::Left, "CAWB"),
        (Edge::Front, "ABCDW"),
        (Edge::Front, "ABCDWE"),
        (Edge::Left, "DAWBEC"),
        (Edge::Front, "ABCDWEFGH"),
        (Edge::Front, "ABCDEFWGHI"),
        (Edge::Back, "IHGWFEDCBA"),
    ] {
        let others: Vec<String> = ('A'..='I').take(lost.len() - 1).map(String::from).collect();
        let mut state = field::field("(mechanisms: [Stacks])", &format!("W 1sp, {} v X", others.join(", ")));
        give(&mut state, "lead Reds with W", &[]).expect("he leads");
        give(&mut state, "posture Reds defensive", &[]).expect("on the defensive");
        let found = state.order_of_loss(StackId(5), edge, true);
        assert_eq!(found.iter().map(|unit| state.name(*unit)).collect::<String>(), lost, "from the {}", edge.word());
    }
}

#[test]
fn init_is_that_of_the_start_until_a_stack_joins() {
    // RULES 5.4: Init is worked out at the start and when a stack joins; all else at the end of each round too.
    let mut state = garrison();
    let both = |state: &State| {
        let (battle, at) = state.conflict_of(VANGUARD).expect("it is in a Conflict");
        let shown = state.numbers_used(VANGUARD);
        let kept = state.conflict(battle, at).and_then(|c| c.standing(VANGUARD)).expect("it stands there").init;
        (shown.init, kept, shown.dmg)
    };
    assert_eq!(state.numbers_used(VANGUARD).init, 5 + 5 * 3 + 3 * 2, "as it would form");
    give(&mut state, "conflict Vanguard v Garrison", &[]).expect("they engage");
    assert_eq!(both(&state), (26, 26, 32));
    give(&mut state, "eliminate \"1st Breakers\"", &[]).expect("a ruling");
    assert_eq!(both(&state), (26, 26, 32), "the round's");
    give(&mut state, "round", &[1, 1, 1]).expect("it is fought");
    assert_eq!(both(&state), (26, 26, 29), "Init is the start's yet");
    give(&mut state, "end turn", &[]).expect("it ends");
    give(&mut state, "round", &[1, 1, 1]).expect("it is fought");
    give(&mut state, "join Dwagons to Vanguard", &[]).expect("it joins");
    assert_eq!(both(&state), (23, 23, 29), "a stack joined");
}

#[test]
fn edna_scales_how_far_a_stack_moves() {
    // RULES 1, 5.4: ⌈Move × EDNA ÷ start⌉ of each of its units, and then the lowest.
    for (scale, moves) in [("0", 4), ("1", 2), ("0.5", 3)] {
        let settings = format!("(mechanisms: [Stacks, Edna], edna: (scales: (move: {scale})))");
        let mut state = field::field(&settings, "A E4, B E3 v X");
        give(&mut state, "stats A to move 4", &[]).expect("numbers");
        give(&mut state, "stats B to move 5", &[]).expect("numbers");
        assert_eq!(state.numbers_used(StackId(5)).movement, moves, "scale {scale}: 4 at 4 of 8, 5 at 3 of 8");
        give(&mut state, "shake B 3", &[]).expect("a ruling");
        let still = if scale == "1" { 0 } else { moves };
        assert_eq!(state.numbers_used(StackId(5)).movement, still, "scale {scale}: B is ineffective");
    }
}

#[test]
fn screens_change_at_the_next_round() {
    // RULES 5.4: a stack's numbers, the halved AP and the bonus among them, are worked out between rounds.
    let mut state = garrison();
    give(&mut state, "conflict Vanguard v Garrison", &[]).expect("they engage");
    give(&mut state, "strike Vanguard at Garrison left", &[1]).expect("it strikes");
    give(&mut state, "unscreen Pikes", &[]).expect("an order");
    let halved = |state: &State| state.numbers_used(StackId(11)).halved;
    assert_eq!((state.screening_bonus(GARRISON, Edge::Left), halved(&state)), (3, true), "this round's");
    give(&mut state, "round", &[1, 1]).expect("it is fought");
    assert_eq!((state.screening_bonus(GARRISON, Edge::Left), halved(&state)), (0, false));
}

#[test]
fn the_others_of_a_rank_are_lost_before_a_warlord_on_the_offensive() {
    // 10 units, the Warlord J at the last place: after the others of the hit Edge's first rank, or last of all.
    let shape = Shape::of(10);
    let letters = |places: Vec<usize>| -> String {
        places.into_iter().map(|at| char::from(b'A' + u8::try_from(at).expect("ten"))).collect()
    };
    for (edge, exposed, hidden) in [
        (Edge::Front, "ABCDJEFGHI", "ABCDEFGHIJ"),
        (Edge::Back, "IJHGFEDCBA", "IHGFEDCBAJ"),
        (Edge::Right, "DHJCGBFAEI", "DHCGBFAEIJ"),
        (Edge::Left, "IEAJFBGCHD", "IEAFBGCHDJ"),
    ] {
        assert_eq!(letters(shape.lost_around(edge, 9, true)), exposed, "{edge:?}");
        assert_eq!(letters(shape.lost_around(edge, 9, false)), hidden, "{edge:?}");
    }
}

#[test]
fn damage_goes_round_from_the_defended_to_its_screeners() {
    // RULES 5.7: the Defended Stack loses a unit, then each of that Edge's screeners, and round again.
    for (stacks, points, lost, spare) in [
        (vec![vec![4, 4, 4]], 6, vec![vec![4, 2, 0]], 0),
        (vec![vec![4, 4], vec![3, 3]], 9, vec![vec![4, 2], vec![3, 0]], 0),
        (vec![vec![4, 4], vec![3], vec![2, 2]], 14, vec![vec![4, 4], vec![3], vec![2, 1]], 0),
        (vec![vec![4], vec![3, 3]], 99, vec![vec![4], vec![3, 3]], 89),
        (vec![vec![]], 5, vec![vec![]], 5),
    ] {
        let dealt = deal(&stacks, points);
        assert_eq!((dealt.lost, dealt.spare), (lost, spare), "{points} to {stacks:?}");
    }
}

/// RULES 5.3 as its reading says it: the Square, as it is drawn with the Front at the bottom, is turned until the Edge lies
/// there, and then read as the Front is read, row by row from the bottom, left to right.
fn lost_by_turning(units: usize, edge: Edge) -> Vec<usize> {
    let width = (0..=units).find(|side| side * side >= units).expect("a Square");
    let place = |row: usize, column: usize| Some(row * width + column).filter(|place| *place < units);
    let rows = units.div_ceil(width);
    // Drawn from the top down: the Back comes first.
    let mut drawn: Vec<Vec<Option<usize>>> =
        (0..rows).rev().map(|row| (0..width).map(|column| place(row, column)).collect()).collect();
    let quarter_turns = match edge {
        Edge::Front => 0,
        // Clockwise: what is on the right comes to the bottom.
        Edge::Right => 1,
        Edge::Back => 2,
        Edge::Left => 3,
    };
    for _ in 0..quarter_turns {
        let columns = drawn[0].len();
        drawn = (0..columns).map(|column| drawn.iter().rev().map(|row| row[column]).collect()).collect();
    }
    drawn.into_iter().rev().flatten().flatten().collect()
}

#[test]
fn the_order_of_loss_is_that_of_the_turned_square() {
    for units in 1..=200 {
        for edge in Edge::ALL {
            assert_eq!(
                Shape::of(units).lost_from(edge),
                lost_by_turning(units, edge),
                "{units} from the {}",
                edge.word()
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// Every Edge's order names each place once, and the Back's is the reverse of the Front's, wherever a Warlord is.
    #[test]
    fn orders_of_loss_are_permutations(units in 1usize..200, warlord in any::<prop::sample::Index>(), exposed: bool) {
        let shape = Shape::of(units);
        let warlord = warlord.index(units);
        let all: Vec<usize> = (0..units).collect();
        for edge in Edge::ALL {
            for mut order in [shape.lost_from(edge), shape.lost_around(edge, warlord, exposed)] {
                prop_assert!(shape.first_rank(edge) >= 1 && shape.first_rank(edge) <= shape.width.max(shape.rows()));
                order.sort_unstable();
                prop_assert_eq!(&order, &all);
            }
        }
        let reversed: Vec<usize> = shape.lost_from(Edge::Back).into_iter().rev().collect();
        prop_assert_eq!(shape.lost_from(Edge::Front), reversed);
        let place = shape.warlords_place(Posture::Defensive).expect("a stack of some units");
        prop_assert!(place < units);
    }

    /// Damage dealt is strength lost and what no unit was left to take; nobody loses more than he has, and while
    /// anybody has something left nothing is left over.
    #[test]
    fn damage_is_never_lost(stacks in prop::collection::vec(prop::collection::vec(1u16..=999, 0..9), 1..4), points in 0u32..9000) {
        let dealt = deal(&stacks, points);
        let lost: u32 = dealt.lost.iter().flatten().map(|n| u32::from(*n)).sum();
        prop_assert_eq!(lost + dealt.spare, points);
        let pairs: Vec<(u16, u16)> = stacks.iter().flatten().copied().zip(dealt.lost.iter().flatten().copied()).collect();
        prop_assert!(pairs.iter().all(|(has, loses)| loses <= has));
        prop_assert!(dealt.spare == 0 || pairs.iter().all(|(has, loses)| has == loses));
        // No stack is two units ahead of another that still has one to lose.
        let gone = |at: usize| dealt.lost[at].iter().zip(&stacks[at]).filter(|(l, s)| l == s).count();
        for (a, b) in (0..stacks.len()).flat_map(|a| (0..stacks.len()).map(move |b| (a, b))) {
            prop_assert!(gone(a) <= gone(b) + 1 || gone(b) == stacks[b].len());
        }
    }
}

// Conflicts, as they are played on the shipped scenario.

const GARRISON: StackId = StackId(10);
const VANGUARD: StackId = StackId(20);

fn garrison() -> State {
    let header = wardiary::assets::scenario("garrison", None, "1".parse().expect("a seed")).expect("it ships");
    header.muster.check(&header.book).expect("it stands")
}

/// Gives an order with these faces, all of which must be used: what happened, or why it is refused.
fn give(state: &mut State, text: &str, faces: &[u8]) -> Result<Vec<Event>, String> {
    let Instruction::Order(order) = instruction(text, state).map_err(|e| e.what)? else { panic!("{text}: no order") };
    let mut script = Scripted { faces: faces.iter().copied().collect() };
    let carried_out = rules::carry_out(state.clone(), &order, &mut script);
    let done = carried_out.map_err(|error| match error {
        CarryOutError::Refused(refusal) => {
            let text = describe(&refusal, state);
            format!("{}: {}", text.what, text.hint.unwrap_or_default())
        }
        CarryOutError::Unanswered(unanswered) => unanswered.to_string(),
    })?;
    assert!(script.faces.is_empty(), "{text}: {} faces too many", script.faces.len());
    *state = done.result.after;
    Ok(done.result.events)
}

fn told(state: &State, events: Vec<Event>) -> Vec<String> {
    let Ok(Instruction::Order(order)) = instruction("note x", state) else { panic!("a note reads") };
    let entry = wardiary::diary::Entry {
        no: 1,
        after: None,
        at: jiff::Timestamp::UNIX_EPOCH,
        order,
        dice: Vec::new(),
        events,
        seal: wardiary::diary::seal::Seal::default(),
    };
    account(state, &entry, state).sentences
}

fn strength(state: &State, unit: u32) -> u16 {
    state.unit(UnitId(unit)).expect("it is there").strength.now
}

#[test]
fn a_round_is_fought_blow_by_blow() {
    let mut state = garrison();
    give(&mut state, "conflict Vanguard v Garrison", &[]).expect("they engage");
    let (battle, at) = state.conflict_of(GARRISON).expect("it is in a Conflict");
    // Those who screen come along; the highest Init first.
    assert_eq!(state.order_of_acting(battle, at), [VANGUARD, GARRISON, StackId(11)]);
    let refused = give(&mut state, "strike Garrison at Vanguard", &[]);
    assert!(refused.clone().is_err_and(|e| e.contains("the stack Vanguard acts first")), "{refused:?}");
    // On the Left the Pikes screen: half of their mean DP of 5, rounded up.
    let before = state.numbers(&state.formation_used(GARRISON)).dp(Edge::Left, 0);
    assert_eq!(state.screening_bonus(GARRISON, Edge::Left), 3);
    let events = give(&mut state, "strike Vanguard at Garrison left", &[20]).expect("it strikes");
    let struck = told(&state, events);
    assert!(struck[0].contains(&format!("against 11 + DP {}", before + 3)), "{struck:?}");
    assert_eq!(state.edge_of(state.conflict(battle, at).expect("it goes on"), GARRISON, VANGUARD), Edge::Left);
    give(&mut state, "hold Garrison", &[]).expect("it holds");
    let events = give(&mut state, "round", &[1]).expect("the Pikes end the round");
    assert!(told(&state, events).contains(&"round 1 of the Conflict ended".to_string()));
}

#[test]
fn a_warlord_on_the_offensive_is_thrown_for_when_his_stack_is_hit() {
    let mut state = garrison();
    give(&mut state, "conflict Vanguard v Garrison", &[]).expect("they engage");
    give(&mut state, "hold Vanguard", &[]).expect("it holds");
    // Nine units have three complete rows: 17 or more.
    let events = give(&mut state, "strike Garrison at Vanguard", &[20, 17]).expect("it strikes");
    assert!(told(&state, events)[1].contains("stood in the way (17)"));
    assert_eq!(strength(&state, 200), 5, "twelve of thirteen go to the others of the first rank");
}

#[test]
fn who_is_wiped_out_before_his_turn_strikes_yet() {
    let mut state = garrison();
    give(&mut state, "conflict Dwagons v Pikes", &[]).expect("they engage");
    for pike in [110, 111, 112] {
        give(&mut state, &format!("eliminate #{pike}"), &[]).expect("a ruling");
    }
    give(&mut state, "strike Dwagons at Pikes", &[20]).expect("it strikes");
    assert_eq!(strength(&state, 113), 0, "the last of the Pikes");
    let order = give(&mut state, "strike Pikes at Dwagons", &[20]).expect("the dead strike yet");
    assert!(told(&state, order).iter().any(|line| line.contains("no stack of Gate left")));
    assert!(strength(&state, 212) < 4);
}

#[test]
fn turning_costs_the_rest_of_the_round() {
    let mut state = garrison();
    give(&mut state, "conflict Vanguard v Garrison", &[]).expect("they engage");
    let events = give(&mut state, "rotate Garrison 3", &[]).expect("it turns");
    // Eight units have two complete rows.
    assert!(
        told(&state, events)
            .contains(&"Garrison turned 3 times: AP and DP less 6 for the rest of the round".to_string())
    );
    give(&mut state, "round", &[1, 1, 1]).expect("it is fought");
    assert_eq!(state.standing(GARRISON).map(|s| s.turned), Some(0));
}

#[test]
fn a_conflict_has_one_round_a_turn() {
    // RULES 5.8, where there is a turn sequence: how many is a setting.
    let mut state = garrison();
    give(&mut state, "conflict Dwagons v Pikes", &[]).expect("they engage");
    give(&mut state, "round", &[1, 1]).expect("the turn's round");
    for order in ["round", "strike Dwagons at Pikes", "hold Dwagons", "rotate Pikes 1"] {
        let refused = give(&mut state, order, &[]).expect_err(order);
        assert!(refused.contains("has had 1 round this turn: `end turn`"), "{order}: {refused}");
    }
    give(&mut state, "end turn", &[]).expect("it ends");
    // A round that goes on over the turn's end is the next turn's round.
    give(&mut state, "strike Dwagons at Pikes", &[1]).expect("it strikes");
    give(&mut state, "end turn", &[]).expect("it ends");
    give(&mut state, "round", &[1]).expect("what is left of it");
    assert!(give(&mut state, "round", &[1, 1]).is_err(), "one a turn");
    give(&mut state, "rules change \"(stacks: (rounds_a_turn: 2))\"", &[]).expect("house rules");
    give(&mut state, "round", &[1, 1]).expect("a second");
    assert!(give(&mut state, "round", &[1, 1]).is_err_and(|e| e.contains("2 rounds")));
    give(&mut state, "rules change \"(stacks: (rounds_a_turn: None))\"", &[]).expect("house rules");
    for _ in 0..3 {
        give(&mut state, "round", &[1, 1]).expect("as many as are ordered");
    }
    // Where sides act in their turns, no round comes before anybody does.
    give(&mut state, "rules change \"(turn: (order: Strict))\"", &[]).expect("house rules");
    assert!(give(&mut state, "round", &[]).is_err_and(|e| e.contains("the initiative")));
}

#[test]
fn who_joins_acts_from_the_next_round() {
    // RULES 5.8: stacks join after this turn's round is complete.
    let mut state = garrison();
    give(&mut state, "conflict Dwagons v Pikes", &[]).expect("they engage");
    let early = give(&mut state, "join Vanguard to Dwagons", &[]);
    assert!(
        early.clone().is_err_and(|e| e.contains("its round of this turn first; stacks join after it")),
        "{early:?}"
    );
    give(&mut state, "round", &[1, 1]).expect("the turn's round");
    give(&mut state, "join Vanguard to Dwagons", &[]).expect("after it");
    assert!(give(&mut state, "strike Vanguard at Pikes", &[]).is_err_and(|e| e.contains("has had 1 round")));
    give(&mut state, "end turn", &[]).expect("it ends");
    assert!(give(&mut state, "join Garrison to Pikes", &[]).is_err(), "the next turn's round is due first");
    give(&mut state, "strike Vanguard at Pikes", &[1]).expect("it acts from the next");
}

#[test]
fn nobody_fights_in_two_conflicts_in_a_turn() {
    // RULES 5.8: who has fought a round of a Conflict this turn fights no other, under whatever name.
    let mut state = garrison();
    give(&mut state, "conflict Dwagons v Pikes", &[]).expect("they engage");
    give(&mut state, "round", &[1, 1]).expect("the turn's round");
    give(&mut state, "disengage", &[]).expect("they break off");
    let anew = "conflict Dwagons v Pikes";
    assert!(give(&mut state, anew, &[]).is_err_and(|e| e.contains("has fought a round of a Conflict this turn")));
    assert!(give(&mut state, "conflict Vanguard v Pikes", &[]).is_err(), "nor can another take the Pikes on");
    give(&mut state, "stack Wing for Column as #60", &[]).expect("a new stack");
    give(&mut state, "assign \"Red Dwagon\" to Wing", &[]).expect("it goes there");
    assert!(give(&mut state, "conflict Wing v Garrison", &[]).is_err_and(|e| e.contains("Wing has fought")));
    give(&mut state, "conflict Vanguard v Garrison", &[]).expect("who has not fought can");
    let there = &state.battles()[0].conflicts[1].stacks;
    assert!(there.iter().all(|s| s.stack != StackId(11)), "the Pikes, who screen the Garrison, stay away: {there:?}");
    give(&mut state, "disengage", &[]).expect("they break off");
    give(&mut state, "end turn", &[]).expect("it ends");
    give(&mut state, anew, &[]).expect("the next turn");
    // Where players fight as many rounds as they like, nobody counts.
    give(&mut state, "rules change \"(stacks: (rounds_a_turn: None))\"", &[]).expect("house rules");
    give(&mut state, "round", &[1, 1]).expect("a round");
    give(&mut state, "disengage", &[]).expect("they break off");
    give(&mut state, anew, &[]).expect("again");
}

#[test]
fn an_exhausted_side_orders_no_round_of_its_own_conflict() {
    let mut state = garrison();
    let rules = "(mechanisms: [Stacks, Turns, Exhaustion], exhaustion: (fraction: (1, 100), exhausted_from: AtOnce))";
    give(&mut state, &format!("rules change {rules:?}"), &[]).expect("house rules");
    give(&mut state, "conflict Dwagons v Pikes", &[]).expect("they engage");
    give(&mut state, "lose \"Red Dwagon\" 5", &[]).expect("a ruling");
    for order in ["round Dwagons", "strike Dwagons at Pikes", "hold Dwagons", "rotate Dwagons 1"] {
        let refused = give(&mut state, order, &[]);
        assert!(refused.clone().is_err_and(|e| e.contains("Column, exhausted, can't go on")), "{order}: {refused:?}");
    }
    // Without a stack it is the enemy who orders it.
    give(&mut state, "round", &[1, 1]).expect("the enemy may");
    let reserves = give(&mut state, "join Vanguard to Dwagons", &[]);
    assert!(reserves.is_err_and(|e| e.contains("can't send reserves")));
    give(&mut state, "join Garrison to Pikes", &[]).expect("a defence");
}

#[test]
fn the_rounds_of_a_conflict_are_the_attack_of_all_who_fight_in_it() {
    // RULES 4.5, under OncePerTurn.
    let mut state = garrison();
    let rules = "(mechanisms: [Stacks, Turns, Volleys], turn: (attacks: OncePerTurn), \
                 troops: [(name: \"infantry\", strength: 4, weapons: [\"rifles\"]), (name: \"warlord\", strength: 6), \
                 (name: \"caster\", strength: 3), (name: \"heavy\", strength: 10), \
                 (name: \"archer\", strength: 3, weapons: [\"rifles\"]), \
                 (name: \"dwagon\", strength: 20, weapons: [\"rifles\"])])";
    give(&mut state, &format!("rules change {rules:?}"), &[]).expect("house rules");
    let fire = "volley \"Red Dwagon\" at \"1st Pikes\" range 3";
    give(&mut state, fire, &[1, 2]).expect("it fires");
    let opens = give(&mut state, "conflict Dwagons v Pikes", &[]);
    assert!(opens.is_err_and(|e| e.contains("has attacked this turn: it has volleyed")), "a stack attacks as one");
    give(&mut state, "end turn", &[]).expect("it ends");
    give(&mut state, "conflict Dwagons v Pikes", &[]).expect("they engage");
    let answers = "volley \"1st Pikes\" at \"Red Dwagon\" range 3";
    for fire in [fire, answers] {
        let due = give(&mut state, fire, &[]);
        let due = due.expect_err("it is refused");
        assert!(due.contains("its round is the unit's attack of this turn"), "{fire}: {due}");
    }
    give(&mut state, "round", &[1, 1]).expect("the turn's round");
    for fire in [fire, answers] {
        let spent = give(&mut state, fire, &[]);
        assert!(spent.is_err_and(|e| e.contains("it fought a round of a Conflict")), "{fire}");
    }
}

#[test]
fn by_scrud_a_round_is_a_phase() {
    let mut state = garrison();
    give(&mut state, "rules change \"(stacks: (blows: Scrud))\"", &[]).expect("house rules");
    give(&mut state, "conflict Dwagons v Pikes", &[]).expect("they engage");
    let events = give(&mut state, "round", &[6, 6, 6, 1, 1, 1, 1]).expect("a phase");
    assert!(events.iter().any(|e| matches!(e, Event::PhaseFought { defeats: (0, 3), .. })), "{events:?}");
    assert!(give(&mut state, "hold Dwagons", &[]).is_err_and(|e| e.contains("SCRUD")));
}

#[test]
fn by_scrud_a_conflict_goes_on_with_whoever_is_in_it() {
    let mut state = garrison();
    let rules = "(stacks: (blows: Scrud, rounds_a_turn: None), scrud: (phases: 2), turn: (order: Strict), \
                 mechanisms: [Scrud, Stacks, Turns, Exhaustion], exhaustion: (fraction: (1, 10), exhausted_from: AtOnce))";
    let change = format!("rules change {rules:?}");
    give(&mut state, "initiative", &[1, 6]).expect("Column wins");
    give(&mut state, "first Column", &[]).expect("it goes first, after the rounds of the Conflicts");
    give(&mut state, "pass", &[]).expect("it acts");
    give(&mut state, &change, &[]).expect("house rules");
    give(&mut state, "conflict Dwagons v Pikes", &[]).expect("they engage");
    give(&mut state, "round", &[3; 7]).expect("a phase");
    // The side that opened it is exhausted, and it is the other's part of the turn: the other orders the next round.
    let events = give(&mut state, "eliminate \"Red Dwagon\"", &[]).expect("a ruling");
    assert!(events.iter().any(|e| matches!(e, Event::Exhausted { .. })), "{events:?}");
    give(&mut state, "pass", &[]).expect("Gate acts");
    // Two phases make a combat; the third round is another's.
    give(&mut state, "round", &[3; 6]).expect("a second round");
    give(&mut state, "round", &[3; 6]).expect("a third");
    // Who joins fights, and who has fled does not.
    give(&mut state, "join Garrison to Pikes", &[]).expect("it joins");
    give(&mut state, "round", &[3; 14]).expect("eight more dice");
    give(&mut state, "flee Garrison", &[]).expect("it flees");
    let events = give(&mut state, "round", &[6, 6, 1, 1, 1, 1]).expect("without it");
    assert!(events.iter().any(|e| matches!(e, Event::PhaseFought { defeats: (0, 2), .. })), "{events:?}");
}

#[test]
fn what_is_refused_says_what_to_do() {
    let mut state = garrison();
    for (order, why) in [
        ("screen Vanguard for Vanguard left", "can't screen itself"),
        ("screen Garrison for Pikes left", "Pikes screens already, and can't be screened"),
        ("screen Pikes for Vanguard left", "are not on the same side"),
        ("screen Dwagons for unit \"Warlord Ossip\"", "has no leader"),
        ("screen Dwagons for unit \"Warlord Ossip\" left", "Warlord Ossip is no stack"),
        ("posture Dwagons offensive", "`lead Dwagons with UNIT`"),
        ("posture Vanguard screening", "screens nothing"),
        ("lead Dwagons with \"Warlord Ossip\"", "is not in the stack Dwagons"),
        ("merge Pikes into Pikes", "can't merge with itself"),
        ("conflict Pikes v Garrison", "name an enemy"),
        ("strike Pikes at Dwagons", "is in no Conflict"),
        ("join Pikes to Garrison", "is in no Conflict"),
        ("unscreen Garrison", "screens nothing"),
        ("conflict Pikes + Pikes v Dwagons", "is named twice"),
    ] {
        let before = state.clone();
        let found = give(&mut state, order, &[]).expect_err(order);
        assert!(found.replace('"', "").contains(&why.replace('"', "")), "{order}: {found}");
        assert_eq!(state, before, "{order}");
    }
    // Who is screened screens nobody.
    let third = instruction("stack Wall for Gate", &state).map(|i| matches!(i, Instruction::Order(_)));
    assert_eq!(third, Ok(true));
    give(&mut state, "stack Wall for Gate", &[]).expect("a stack");
    give(&mut state, "unit \"1st Wall\" in Wall", &[]).expect("a unit");
    let screens = give(&mut state, "screen Garrison for Wall left", &[]);
    assert!(
        screens.clone().is_err_and(|e| e.contains("is screened by Pikes, and can't screen: `unscreen \"Pikes\"`")),
        "{screens:?}"
    );
    let unit = give(&mut state, "screen Garrison for unit \"Pike Ensign\"", &[]);
    assert!(unit.clone().is_err_and(|e| e.contains("is screened by Pikes")), "{unit:?}");
    give(&mut state, "conflict Dwagons v Pikes", &[]).expect("they engage");
    let level = give(&mut state, "stats \"Pike Ensign\" to level 3", &[]);
    assert!(level.is_err_and(|e| e.contains("levels wait")));
    give(&mut state, "disengage", &[]).expect("all break off");
    give(&mut state, "stats \"Pike Ensign\" to level 3", &[]).expect("now it may");
}

#[test]
fn a_leader_that_falls_leads_no_more() {
    let mut state = garrison();
    give(&mut state, "eliminate \"Chief Warlord Hale\"", &[]).expect("a ruling");
    let stack = state.stack(GARRISON).expect("it is there");
    assert_eq!((stack.leader, stack.posture), (None, Posture::Neutral));
    give(&mut state, "merge Garrison into Pikes", &[]).expect("free");
    assert_eq!(state.stack(StackId(11)).expect("it is there").screening, None, "nobody is left to be screened");
}

#[test]
fn a_muster_with_bad_stances_is_refused() {
    let text = include_str!("../../assets/scenarios/garrison.ron");
    for (from, to, why) in [
        ("screening: Edge(10, Left)", "screening: Edge(11, Left)", "can't screen itself"),
        ("leader: 200, posture: Offensive", "posture: Offensive", "has no leader"),
        ("leader: 200", "leader: 100", "is not in that stack"),
        ("attack: 9, defense: 6", "attack: 10000, defense: 6", "its attack is 0 to 9999"),
    ] {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text, "{from}");
        let problems = assets::read_scenario(&changed, None).expect_err(to);
        let told = problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
        assert!(told.contains(why) && problems.iter().all(|p| p.place.is_some()), "{to}: {told}");
    }
}
