//! Proposals, and scenarios played by them: every proposal can be given, and its reason agrees with the odds. Source:
//! RULES 8.

mod approach;
mod campaigns;

use wardiary_harness_rules::field::{field, field_on, give};

use rayon::prelude::*;
use std::{collections::BTreeMap, sync::Arc};
use wardiary_base::{
    book::{Mechanism, Rulebook, TurnPhase},
    dice::source::Seed,
    id::{SideId, UnitId},
};
use wardiary_diary::{assets, diary::Header};
use wardiary_harness_diary::{
    campaign,
    game::{Game, assert_reads_back},
};
use wardiary_odds::{
    odds::{
        Effort, Monitor,
        forecast::{self, words},
    },
    suggest::{
        ConsultedTables, EdnaTested, SuggestedOrder,
        playtest::{Ending, Playtest, Unplayable},
        suggest,
    },
};
use wardiary_rules::{notation::order_text, order::Order, rules, state::State};

fn scenario(name: &str) -> Header {
    assets::scenario(name, None, "5ce0".parse().expect("a seed")).expect("it ships")
}

/// `order: reason` of each.
fn told(state: &State, side: Option<SideId>) -> Vec<String> {
    let all = suggest(state, side, &EdnaTested::new(), &ConsultedTables::new());
    all.iter().map(|p| format!("{}: {}", order_text(state, &p.order), p.reason)).collect()
}

/// The properties of proposals in any state.
fn hold(state: &State, asked: &EdnaTested, consulted: &ConsultedTables) {
    let sides: Vec<Option<SideId>> = std::iter::once(None).chain(state.sides().iter().map(|s| Some(s.id))).collect();
    for side in sides {
        let all = suggest(state, side, asked, consulted);
        if side.is_none() {
            assert_eq!(all, suggest(state, side, asked, consulted), "the same state has the same proposals");
        }
        for proposal in &all {
            let text = order_text(state, &proposal.order);
            let accepted = rules::resolve(state, &proposal.order, &[]);
            assert!(accepted.is_ok(), "{text} is refused: {accepted:?}");
            assert_reads_back(state, &proposal.order);
            let reason = &proposal.reason;
            assert!(!reason.is_empty(), "{text} has no reason");
            assert!(reason.chars().next().is_some_and(|c| !c.is_lowercase()), "{text}: “{reason}”");
            assert!(!reason.ends_with('.') && !reason.contains("  ") && !reason.contains("; ;"), "{text}: “{reason}”");
            if let (Some(side), Some(who)) = (side, proposal.who) {
                assert_eq!(state.side_of(who), Some(side), "{text}");
            }
        }
        if side.is_none() {
            never_empty(state, &all);
        }
    }
}

/// While a battle's turn can continue, there is a proposal, and handing the turn on is the last.
fn never_empty(state: &State, all: &[SuggestedOrder]) {
    for battle in state.open_battles().filter(|_| state.book().uses(Mechanism::Turns)) {
        let of_it = |order: &Order| match order {
            Order::Pass { battle: of } | Order::EndTurn { battle: of } => *of == battle.id,
            _ => false,
        };
        let pass = all.iter().find(|proposal| of_it(&proposal.order));
        let initiative =
            matches!(battle.current_phase(state), TurnPhase::Initiative) && battle.initiative_winner.is_none();
        if battle.pending_decision().is_some() || initiative {
            assert!(!all.is_empty() && pass.is_none(), "{battle:?}");
        } else if rules::resolve(state, &Order::Pass { battle: battle.id }, &[]).is_ok() {
            assert!(pass.is_some_and(|pass| pass.score == 0), "{battle:?}");
        }
    }
}

/// Random games of the awkward campaign, under each of its books and each shipped book.
#[test]
fn proposals_are_accepted() {
    let mut headers: Vec<(String, Header)> =
        (0..campaign::BOOKS.len()).map(|at| (format!("book {at}"), campaign::header(at))).collect();
    headers.extend(assets::SCENARIOS.iter().map(|(name, _)| ((*name).to_string(), scenario(name))));
    headers.par_iter().enumerate().for_each(|(number, (_, header))| {
        let seed: Seed = format!("{:x}", number + 77).parse().expect("a seed");
        let mut game = Game::of(header.clone());
        for step in 0..24 {
            let bytes = [seed.nonce(2 * step), seed.nonce(2 * step + 1)].concat();
            let numbers: Vec<u16> = bytes.chunks(2).map(|two| u16::from_le_bytes([two[0], two[1]])).collect();
            game.step(&numbers);
            if step % 4 == 0 {
                hold(game.diary.state(), &game.diary.edna_tests_this_turn(), &game.diary.recent_consultations());
            }
        }
    });
}

/// Games in which the best proposal is carried out, under each shipped book, with the muster of a scenario for any
/// other book.
#[test]
fn proposals_make_progress() {
    let books = assets::RULEBOOKS.iter().map(|(name, _)| assets::rulebook(name, None).expect("it ships"));
    let books: Vec<Arc<Rulebook>> = books.collect();
    books.par_iter().for_each(|book| {
        for name in ["tannenberg", "garrison"] {
            let header = Header { book: Arc::clone(book), ..scenario(name) };
            let Ok(diary) = wardiary_diary::diary::Diary::new(header.clone()) else { continue };
            let mut game = Game::of(diary.header().clone());
            for _ in 0..20 {
                let state = game.diary.state().clone();
                hold(&state, &game.diary.edna_tests_this_turn(), &game.diary.recent_consultations());
                let all = suggest(&state, None, &game.diary.edna_tests_this_turn(), &game.diary.recent_consultations());
                let Some(best) = all.first() else { break };
                let entry = game.diary.carry_out(
                    best.order.clone(),
                    &mut game.diary.program_dice(&[]),
                    jiff::Timestamp::UNIX_EPOCH,
                );
                game.record(wardiary_diary::diary::Record::Entry(entry.expect("it is accepted").entry));
            }
        }
    });
}

/// A probability in a reason is the one in the forecast that the order line shows.
#[test]
fn reasons_say_what_the_odds_say() {
    let ground = r#"(title: "Field", rows: [".....", "..w..", ".....", "....."], legend: {'.': "open", 'w': "woods"})"#;
    let before =
        "A infantry @C4n, B machine-gun @A4n, G general @C4n v X infantry @C2s, Y infantry @A2s, Z artillery @E3w";
    let settings = "itchy-and-scratchy: (turn: (order: Free, phases: [EachSide(\"acts\")]))";
    let state = field_on(Some(ground), settings, before);
    let mut checked = 0;
    for proposal in suggest(&state, Some(SideId(1)), &EdnaTested::new(), &ConsultedTables::new()) {
        let Order::Volley(_) = &proposal.order else { continue };
        let effort = Effort::INTERACTIVE;
        let found =
            forecast::forecast(&state, &proposal.order, &effort, Monitor::none()).expect("it is not broken off");
        let phrases = words::main_odds(&state, &found.expect("a volley has odds"));
        // `hits X 47%, 0.6 hits on average`
        let said = phrases[0].split([' ', ',']).find(|word| word.ends_with('%')).expect("a chance").to_string();
        assert!(proposal.reason.contains(&said), "{said}: {}", proposal.reason);
        checked += 1;
    }
    assert!(checked >= 2, "{:?}", told(&state, None));
    let lines = told(&state, Some(SideId(1)));
    let of = |begin: &str| lines.iter().find(|line| line.starts_with(begin)).cloned().unwrap_or_default();
    assert_eq!(
        of("volley A at X"),
        "volley A at X: 6 dice, the General’s among them, at X in cover, 2 areas away: 47% to hit"
    );
}

#[test]
fn combats_are_weighed_by_their_odds() {
    let state = field("mouat: (turn: (phases: [EachSide(\"fights\")]))", "A..D green v X..Z yellow");
    let lines = told(&state, Some(SideId(1)));
    assert_eq!(
        lines[0].split(';').next(),
        Some("scrud Reds v Blues: 96% to win the phase, 2% to lose it"),
        "{lines:#?}"
    );
    // A side that would lose by an attack gets no proposal for it.
    let weak = told(&state, Some(SideId(2)));
    assert!(!weak.iter().any(|line| line.starts_with("scrud")), "{weak:#?}");
    // This policy takes only a certain win.
    let state = field("mouat: (policy: (least_chance: 100))", "A..D green v X..Z yellow");
    assert!(!told(&state, None).iter().any(|line| line.starts_with("scrud")));
}

#[test]
fn units_are_asked_before_they_fire() {
    let settings = "full-metal-edna: (turn: (phases: [EachSide(\"acts\")]))";
    let mut state = field(settings, "A infantry, B infantry E1 v X infantry");
    let lines = told(&state, Some(SideId(1)));
    let test = "edna A for \"fire at X\": 72% to act at E8; then 4 dice at X, assumed to be 2 areas away: 38% to hit";
    assert_eq!(lines.first().map(String::as_str), Some(test), "{lines:#?}");
    assert!(!lines.iter().any(|line| line.starts_with("volley") || line.contains("edna B")), "{lines:#?}");
    // A unit that acts fires; a unit that does not act is left alone.
    give(&mut state, "edna A: 1 1").expect("it is given");
    let all = |asked: [(UnitId, bool); 1]| {
        let all = suggest(&state, Some(SideId(1)), &BTreeMap::from(asked), &ConsultedTables::new());
        all.iter().map(|p| order_text(&state, &p.order)).collect::<Vec<_>>()
    };
    assert_eq!(all([(UnitId(11), true)]).first().map(String::as_str), Some("volley A at X range 2"));
    assert!(!all([(UnitId(11), false)]).iter().any(|order| order.contains('A')));
}

#[test]
fn the_frail_pull_back_and_the_sound_go_on() {
    let ground = r#"(title: "Field", rows: [".......", ".......", ".......", "......."], legend: {'.': "open"}, places: {"Well": "A1"}, objectives: {"Well": "Blue"})"#;
    let settings = "itchy-and-scratchy: (turn: (order: Free, phases: [EachSide(\"acts\")]))";
    let state = field_on(Some(ground), settings, "A infantry @D4n 4sp v X infantry @D1s");
    assert!(told(&state, Some(SideId(1)))[0].starts_with("move A by"), "{:#?}", told(&state, Some(SideId(1))));
    // One of four Strength Points is left.
    let mut frail = field_on(Some(ground), settings, "A infantry @D3n v X infantry @D1s");
    give(&mut frail, "lose A 3").expect("it is given");
    // That exhausts its side, for which ending comes first.
    let lines = told(&frail, Some(SideId(1)));
    assert!(lines[0].starts_with("end battle") && lines[1].starts_with("pass: Red is exhausted"), "{lines:#?}");
    assert!(lines[2].contains("Pulls back, with 1 SP left"), "{lines:#?}");
}

/// The diary decides who holds an objective, not the holder at the start or the unit in it.
#[test]
fn objectives_are_of_whoever_holds_them_now() {
    let ground = r#"(title: "Field", rows: [".....", ".....", ".....", "....."], legend: {'.': "open"}, places: {"Well": "C2"}, objectives: {"Well": "Blue"})"#;
    let settings = "itchy-and-scratchy: (turn: (order: Free, phases: [EachSide(\"acts\")]))";
    let mut state = field_on(Some(ground), settings, "A infantry @C4n v X transport @A1s");
    let takes = |state: &State| told(state, Some(SideId(1))).iter().any(|line| line.contains("Takes Well"));
    assert!(takes(&state), "{:#?}", told(&state, Some(SideId(1))));
    assert!(told(&state, Some(SideId(1)))[0].contains("Takes Well, an objective of Blue"));
    // The referee rules that it is Red's: no unit has to go there.
    give(&mut state, "objective C2 held by Red because \"its well is dry\"").expect("it is given");
    assert!(!takes(&state), "{:#?}", told(&state, Some(SideId(1))));
    give(&mut state, "objective C2 held by nobody because \"and full again\"").expect("it is given");
    let lines = told(&state, Some(SideId(1)));
    assert!(lines[0].contains("Takes Well, an objective held by nobody"), "{lines:#?}");
}

/// Some games of a scenario, each of which ends.
fn played(name: &str, games: u32) -> wardiary_odds::suggest::playtest::PlaytestResults {
    let diary = wardiary_diary::diary::Diary::new(scenario(name)).expect("it ships");
    let playtest = Playtest::new(diary.state().clone()).expect("it can be played");
    let (seed, watch) = (3, Monitor::none());
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| playtest.play(games, seed, watch))
    };
    let played = on(2);
    assert_eq!(on(1), played, "{name}: the same on one core");
    assert_eq!(played.games, u64::from(games));
    let won: u64 = played.figures.sides.iter().map(|side| side.won).sum();
    assert_eq!(won + played.figures.drawn + played.figures.undecided, u64::from(games), "{name}");
    assert!(played.figures.undecided * 5 <= u64::from(games), "{name}: most games end: {played:?}");
    let ends: Vec<Ending> = (0..games).map(|number| playtest.play_game(seed, number).ending).collect();
    let counted: u64 = played.figures.endings.iter().map(|(_, n)| n).sum();
    assert_eq!(counted, ends.len() as u64);
    for (ending, n) in &played.figures.endings {
        assert_eq!(ends.iter().filter(|other| *other == ending).count() as u64, *n, "{name}: game by game");
    }
    played
}

#[test]
fn scenarios_are_played_to_an_end() {
    for name in ["tannenberg", "night-attack", "garrison", "ridge"] {
        played(name, 5);
    }
}

#[test]
fn the_wells_are_played_to_an_end() {
    played("wadi", 5);
}

#[test]
#[ignore = "long: a game takes seconds in a debug build"]
fn the_largest_scenario_is_played_to_an_end() {
    played("grand-couronne", 5);
}

#[test]
fn unplayable_campaigns_have_a_reason() {
    let why = |settings: &str| Playtest::new(field(settings, "A v X")).map(|_| ()).expect_err("it can't");
    assert_eq!(why("m42"), Unplayable::NoAttacks);
    assert_eq!(why("mouat: (only: [Mechanisms], mechanisms: [Scrud])"), Unplayable::NoTurns);
    let mut over = field("mouat", "A v X");
    give(&mut over, "end battle").expect("it is given");
    assert_eq!(Playtest::new(over).map(|_| ()), Err(Unplayable::NoBattle));
}

/// If no order is worthwhile, the suggestion gives a reason. If only one side can fight on, it says that the battle may
/// be ended.
#[test]
fn handing_on_says_why() {
    let last = |state: &State, side: u32| told(state, Some(SideId(side))).pop().unwrap_or_default();
    let turn = "turn: (order: Free, phases: [EachSide(\"acts\")])";
    let state = field(&format!("campaign: ({turn})"), "A infantry v X general");
    assert_eq!(last(&state, 1), "pass: There is no enemy left for this policy to attack");
    let mut state =
        field(&format!("campaign: ({turn}, exhaustion: (exhausted_from: AtOnce))"), "A..D green v X, Y yellow");
    assert_eq!(last(&state, 1), "pass: If you want none of these");
    give(&mut state, "pass").expect("it is handed on");
    assert_eq!(told(&state, Some(SideId(2))), ["pass: Nothing that Blue can do is likely to gain more than it costs"]);
    give(&mut state, "lose X 4 because \"shelled\"").expect("the referee says so");
    assert_eq!(
        told(&state, Some(SideId(2))),
        [
            "end battle won by Red because \"Blue can’t fight on\": Exhausted or without units that act, Blue can’t fight on; \
             the rules leave the end to the players",
            "pass: Blue is exhausted and may not start a fight or move closer, and no other order is worth giving",
        ]
    );
    give(&mut state, "end turn").expect("the turn is over");
    // Red still has something to do.
    assert!(told(&state, Some(SideId(1)))[0].starts_with("scrud Reds v Blues"), "{:#?}", told(&state, None));
}
