//! Stacks: their numbers, their Value, the distribution of damage, and refusals.

use wardiary_harness_rules::{field, table::rows};

use proptest::prelude::*;
use wardiary_base::{
    book::{PowerFormula, Stacks},
    id::StackId,
};
use wardiary_diary::assets;
use wardiary_harness_diary::garrison::{GARRISON, VANGUARD, garrison, give};
use wardiary_rules::{
    notation::{Instruction, parse_instruction},
    order::{Edge, Posture, Rank, Stats},
    rules::{
        self,
        square::{Shape, value_of_stats},
        stack::{damage, deal_damage, hits, numbers},
    },
    state::State,
};

fn edge(word: &str) -> Edge {
    Edge::ALL.into_iter().find(|e| e.word() == word).unwrap_or_else(|| panic!("the edge {word}"))
}

#[test]
fn penalty_multipliers() {
    for row in rows(include_str!("../../../../tests/golden/penalties.csv")) {
        let shape = Shape::new(row.number("units").into());
        let found = (shape.minor_multiplier(), shape.moderate_multiplier(), shape.major_multiplier());
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
    for row in rows(include_str!("../../../../tests/golden/stack_numbers.csv")) {
        let units = units(row.get("units"));
        let posture = Posture::ALL.into_iter().find(|p| p.word() == row.get("posture")).expect("a posture");
        let rules = Stacks {
            power: if row.get("power") == "Mean" { PowerFormula::Mean } else { PowerFormula::PerEdge },
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
    // RULES 5.4: AP and DP never fall below 0; halving comes last. 5.6: turning reduces AP and DP.
    let units = units("4/4/0/0/0/0 x3 + 10/8/0/0/0/0");
    let rules = Stacks::default();
    let of = |posture| numbers(&rules, &units.iter().collect::<Vec<_>>(), Some(3), posture);
    let halved = rules::stack::StackNumbers { halved: true, ..of(Posture::Neutral) };
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
    for row in rows(include_str!("../../../../tests/golden/value.csv")) {
        let worth = |stats_column: &str, hits_column: &str| {
            let (now, full) = row.get(hits_column).split_once('/').expect("now/full");
            value_of_stats(&stats(row.get(stats_column)), full.parse().expect("full"), now.parse().expect("now"))
        };
        let (more, less) = (worth("more", "more_hits"), worth("less", "less_hits"));
        let at = format!("tests/golden/value.csv:{}: {}", row.line, row.get("comment"));
        assert!(more > less, "{at}: {more:?} against {less:?}");
    }
}

#[test]
fn a_warlords_place() {
    // RULES 5.5: on the offensive the last place; on the defensive the centre's, by hand. Places count from 0.
    for (units, defensive) in
        [(1, 0), (2, 1), (3, 2), (4, 3), (5, 4), (6, 4), (7, 4), (8, 4), (9, 4), (10, 6), (16, 10), (20, 12), (25, 12)]
    {
        let shape = Shape::new(units);
        assert_eq!(shape.warlord_place(Posture::Offensive), Some(units - 1), "{units} units");
        assert_eq!(shape.warlord_place(Posture::Defensive), Some(defensive), "{units} units");
        for posture in [Posture::Neutral, Posture::Screening] {
            assert_eq!(shape.warlord_place(posture), None, "he stands by Value");
        }
    }
    assert_eq!(Shape::new(0).warlord_place(Posture::Defensive), None);
    // The rule's definition: a Square of filled and empty places, a row of it, and the nearest filled places.
    for units in 1..=400 {
        let width = (1..=units).find(|side| side * side >= units).expect("a Square");
        let rows: Vec<Vec<usize>> = (0..units).collect::<Vec<_>>().chunks(width).map(<[usize]>::to_vec).collect();
        let (row, column) = (rows.len() / 2 + 1, width / 2 + 1);
        let nearest = rows[row - 1].iter().enumerate().min_by_key(|(at, _)| (at + 1).abs_diff(column));
        assert_eq!(Shape::new(units).warlord_place(Posture::Defensive), nearest.map(|(_, place)| *place), "{units}");
    }
}

#[test]
fn a_warlord_on_the_defensive_is_lost_from_where_he_stands() {
    // RULES 5.5: losses follow 5.3. W leads and is the weakest; the others are A, B, C … by their Value.
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
        let found = state.loss_order(StackId(5), edge, true);
        assert_eq!(found.iter().map(|unit| state.name(*unit)).collect::<String>(), lost, "from the {}", edge.word());
    }
}

#[test]
fn init_is_that_of_the_start_until_a_stack_joins() {
    // RULES 5.4: Init is computed at the start and when a stack joins; all other numbers also at the end of each round.
    let mut state = garrison();
    let both = |state: &State| {
        let (battle, at) = state.conflict_of(VANGUARD).expect("it is in a Conflict");
        let shown = state.effective_numbers(VANGUARD);
        let kept = state.conflict(battle, at).and_then(|c| c.active_stack(VANGUARD)).expect("it stands there").init;
        (shown.init, kept, shown.dmg)
    };
    assert_eq!(state.effective_numbers(VANGUARD).init, 5 + 5 * 3 + 3 * 2, "as it would form");
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
    // RULES 1, 5.4: ⌈Move × EDNA ÷ start⌉ of each of its units, then the lowest.
    for (scale, moves) in [("0", 4), ("1", 2), ("0.5", 3)] {
        let settings = format!("(mechanisms: [Stacks, Edna], edna: (scales: (move: {scale})))");
        let mut state = field::field(&settings, "A E4, B E3 v X");
        give(&mut state, "stats A to move 4", &[]).expect("numbers");
        give(&mut state, "stats B to move 5", &[]).expect("numbers");
        assert_eq!(state.effective_numbers(StackId(5)).movement, moves, "scale {scale}: 4 at 4 of 8, 5 at 3 of 8");
        give(&mut state, "shake B 3", &[]).expect("a ruling");
        let still = if scale == "1" { 0 } else { moves };
        assert_eq!(state.effective_numbers(StackId(5)).movement, still, "scale {scale}: B is ineffective");
    }
}

#[test]
fn a_screen_ends_at_once_and_its_own_power_returns_with_the_next_round() {
    // RULES 5.4, 5.7: a stack's own numbers, with the halved AP, are computed between rounds; the bonus ends at once.
    let mut state = garrison();
    give(&mut state, "conflict Vanguard v Garrison", &[]).expect("they engage");
    give(&mut state, "strike Vanguard at Garrison left", &[1]).expect("it strikes");
    give(&mut state, "unscreen Pikes", &[]).expect("an order");
    let halved = |state: &State| state.effective_numbers(StackId(11)).halved;
    assert_eq!((state.screening_bonus(GARRISON, Edge::Left), halved(&state)), (0, true), "this round's");
    give(&mut state, "round", &[1, 1]).expect("it is fought");
    assert_eq!((state.screening_bonus(GARRISON, Edge::Left), halved(&state)), (0, false));
}

#[test]
fn the_others_of_a_rank_are_lost_before_a_warlord_on_the_offensive() {
    // Ten units, with the Warlord J in the last place: after the others of the hit Edge's first rank, or last of all.
    let shape = Shape::new(10);
    let letters = |places: Vec<usize>| -> String {
        places.into_iter().map(|at| char::from(b'A' + u8::try_from(at).expect("ten"))).collect()
    };
    for (edge, exposed, hidden) in [
        (Edge::Front, "ABCDJEFGHI", "ABCDEFGHIJ"),
        (Edge::Back, "IJHGFEDCBA", "IHGFEDCBAJ"),
        (Edge::Right, "DHJCGBFAEI", "DHCGBFAEIJ"),
        (Edge::Left, "IEAJFBGCHD", "IEAFBGCHDJ"),
    ] {
        assert_eq!(letters(shape.loss_order_with_warlord(edge, 9, true)), exposed, "{edge:?}");
        assert_eq!(letters(shape.loss_order_with_warlord(edge, 9, false)), hidden, "{edge:?}");
    }
}

#[test]
fn damage_goes_round_from_the_defended_to_its_screeners() {
    // RULES 5.7: the Defended Stack loses a unit, then each of that Edge's screeners, and again from the start.
    for (stacks, points, lost, spare) in [
        (vec![vec![4, 4, 4]], 6, vec![vec![4, 2, 0]], 0),
        (vec![vec![4, 4], vec![3, 3]], 9, vec![vec![4, 2], vec![3, 0]], 0),
        (vec![vec![4, 4], vec![3], vec![2, 2]], 14, vec![vec![4, 4], vec![3], vec![2, 1]], 0),
        (vec![vec![4], vec![3, 3]], 99, vec![vec![4], vec![3, 3]], 89),
        (vec![vec![]], 5, vec![vec![]], 5),
    ] {
        let dealt = deal_damage(&stacks, points);
        assert_eq!((dealt.lost, dealt.excess), (lost, spare), "{points} to {stacks:?}");
    }
}

/// RULES 5.3 by its reading: the Square, drawn with the Front at the bottom, is turned until the Edge is there. It is
/// then read like the Front, row by row from the bottom, left to right.
fn lost_by_turning(units: usize, edge: Edge) -> Vec<usize> {
    let width = (0..=units).find(|side| side * side >= units).expect("a Square");
    let place = |row: usize, column: usize| Some(row * width + column).filter(|place| *place < units);
    let rows = units.div_ceil(width);
    // Drawn from the top down: the Back comes first.
    let mut drawn: Vec<Vec<Option<usize>>> =
        (0..rows).rev().map(|row| (0..width).map(|column| place(row, column)).collect()).collect();
    let quarter_turns = match edge {
        Edge::Front => 0,
        // Clockwise: the right side comes to the bottom.
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
                Shape::new(units).loss_order(edge),
                lost_by_turning(units, edge),
                "{units} from the {}",
                edge.word()
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// Every Edge's order names each place once. The Back's order is the reverse of the Front's, wherever the Warlord
    /// is.
    #[test]
    fn orders_of_loss_are_permutations(units in 1usize..200, warlord in any::<prop::sample::Index>(), exposed: bool) {
        let shape = Shape::new(units);
        let warlord = warlord.index(units);
        let all: Vec<usize> = (0..units).collect();
        for edge in Edge::ALL {
            for mut order in [shape.loss_order(edge), shape.loss_order_with_warlord(edge, warlord, exposed)] {
                prop_assert!(shape.first_rank(edge) >= 1 && shape.first_rank(edge) <= shape.width.max(shape.rows()));
                order.sort_unstable();
                prop_assert_eq!(&order, &all);
            }
        }
        let reversed: Vec<usize> = shape.loss_order(Edge::Back).into_iter().rev().collect();
        prop_assert_eq!(shape.loss_order(Edge::Front), reversed);
        let place = shape.warlord_place(Posture::Defensive).expect("a stack of some units");
        prop_assert!(place < units);
    }

    /// Damage equals the strength lost plus the damage that no unit could take. No unit loses more than it has, and
    /// damage is left over only if no unit has strength left.
    #[test]
    fn damage_is_never_lost(stacks in prop::collection::vec(prop::collection::vec(1u16..=999, 0..9), 1..4), points in 0u32..9000) {
        let dealt = deal_damage(&stacks, points);
        let lost: u32 = dealt.lost.iter().flatten().map(|n| u32::from(*n)).sum();
        prop_assert_eq!(lost + dealt.excess, points);
        let pairs: Vec<(u16, u16)> = stacks.iter().flatten().copied().zip(dealt.lost.iter().flatten().copied()).collect();
        prop_assert!(pairs.iter().all(|(has, loses)| loses <= has));
        prop_assert!(dealt.excess == 0 || pairs.iter().all(|(has, loses)| has == loses));
        // No stack is two units ahead of another that still has a unit to lose.
        let gone = |at: usize| dealt.lost[at].iter().zip(&stacks[at]).filter(|(l, s)| l == s).count();
        for (a, b) in (0..stacks.len()).flat_map(|a| (0..stacks.len()).map(move |b| (a, b))) {
            prop_assert!(gone(a) <= gone(b) + 1 || gone(b) == stacks[b].len());
        }
    }
}

#[test]
fn refusals_have_hints() {
    let mut state = garrison();
    for (order, why) in [
        ("screen Vanguard for Vanguard left", "can't screen itself"),
        ("screen Garrison for Pikes left", "Pikes is screening, so it can't be screened"),
        ("screen Pikes for Vanguard left", "are not on the same side"),
        ("screen Dwagons for unit \"Warlord Ossip\"", "has no leader"),
        ("screen Dwagons for unit \"Warlord Ossip\" left", "Warlord Ossip is not a stack"),
        ("posture Dwagons offensive", "`lead Dwagons with UNIT`"),
        ("posture Vanguard screening", "screens nothing"),
        ("lead Dwagons with \"Warlord Ossip\"", "is not in the stack Dwagons"),
        ("merge Pikes into Pikes", "can't merge with itself"),
        ("conflict Pikes v Garrison", "name an enemy"),
        ("strike Pikes at Dwagons", "is not in a Conflict"),
        ("join Pikes to Garrison", "is not in a Conflict"),
        ("unscreen Garrison", "screens nothing"),
        ("conflict Pikes + Pikes v Dwagons", "is named twice"),
    ] {
        let before = state.clone();
        let found = give(&mut state, order, &[]).expect_err(order);
        assert!(found.replace('"', "").contains(&why.replace('"', "")), "{order}: {found}");
        assert_eq!(state, before, "{order}");
    }
    // A screened stack screens nobody.
    let third = parse_instruction("stack Wall for Gate", &state).map(|i| matches!(i, Instruction::Order(_)));
    assert_eq!(third, Ok(true));
    give(&mut state, "stack Wall for Gate", &[]).expect("a stack");
    give(&mut state, "unit \"1st Wall\" in Wall", &[]).expect("a unit");
    let screens = give(&mut state, "screen Garrison for Wall left", &[]);
    assert!(
        screens.clone().is_err_and(|e| e.contains("is screened by Pikes, so it can't screen: `unscreen \"Pikes\"`")),
        "{screens:?}"
    );
    let unit = give(&mut state, "screen Garrison for unit \"Pike Ensign\"", &[]);
    assert!(unit.clone().is_err_and(|e| e.contains("is screened by Pikes")), "{unit:?}");
    give(&mut state, "conflict Dwagons v Pikes", &[]).expect("they engage");
    let level = give(&mut state, "stats \"Pike Ensign\" to level 3", &[]);
    assert!(level.is_err_and(|e| e.contains("levels can't change")));
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
    let text = include_str!("../../../../crates/base/assets/scenarios/garrison.ron");
    for (from, to, why) in [
        ("screening: Edge(10, Left)", "screening: Edge(11, Left)", "can't screen itself"),
        ("leader: 200, posture: Offensive", "posture: Offensive", "has no leader"),
        ("leader: 200", "leader: 100", "is not in the stack"),
        ("attack: 9, defense: 6", "attack: 10000, defense: 6", "its attack must be 0 to 9999"),
    ] {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text, "{from}");
        let problems = assets::read_scenario(&changed, None).expect_err(to);
        let told = problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
        assert!(told.contains(why) && problems.iter().all(|p| p.position.is_some()), "{to}: {told}");
    }
}
