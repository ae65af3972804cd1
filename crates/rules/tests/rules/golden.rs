//! Tables of known results: worked examples from the rules' sources, and tables made by an independent reference.

use std::collections::BTreeMap;
use wardiary_base::{
    book::{Edna, Ladder, Rulebook, RulebookDraft},
    dice::{Dice, RolledDie, source::ScriptedDice},
    document,
    sides::CombatSide,
};
use wardiary_harness_rules::shipped::{self, Shipped};
use wardiary_harness_rules::table::{Row, faces, rows};
use wardiary_rules::{
    event::Clash,
    notation::{self, refusal::describe_roll},
    rules::{
        CarryOutError, Outcome, carry_out_roll, edna,
        roll::{BarePhase, Blow},
        square::{Edge, Shape},
        support::SupportIndex,
    },
};

/// The book with this name and a draft, in the text of a rulebook, laid over it.
fn patched(book: &str, patch: &str) -> Rulebook {
    let book = shipped::rulebook(book);
    let draft: RulebookDraft =
        if patch.is_empty() { RulebookDraft::default() } else { document::read(patch).expect("a patch reads") };
    draft.check(&book).expect("a patch makes a book")
}

/// Rolls a text with the given faces, all of which it must use.
fn rolled(book: &Rulebook, text: &str, faces: Vec<u8>) -> Result<Outcome, String> {
    let roll = notation::parse_roll(text, book, &Shipped).map_err(|e| format!("{text}: {e}"))?;
    let mut script = ScriptedDice { faces: faces.into() };
    let done = carry_out_roll(book, &roll, &mut script).map_err(|error| match error {
        CarryOutError::Refused(refusal) => describe_roll(&refusal, book).reason,
        CarryOutError::Unanswered(unanswered) => unanswered.to_string(),
    })?;
    if script.faces.is_empty() { Ok(done.result) } else { Err(format!("{} dice too many", script.faces.len())) }
}

/// The rest of a side, in the notation of the tables: `3 yellow + 4 red`, or `none`.
fn left(book: &Rulebook, side: &[(wardiary_base::book::Grade, u16)]) -> String {
    let groups: Vec<String> = side.iter().map(|(grade, n)| format!("{n} {}", book.ladder.name(*grade))).collect();
    if groups.is_empty() { "none".into() } else { groups.join(" + ") }
}

/// An outcome in the words of `worked_examples.csv`; with the rest of the sides only if the table has them.
fn told(book: &Rulebook, outcome: &Outcome, with_left: bool) -> String {
    match outcome {
        Outcome::Edna { times: 1, acted, edna } => format!("{}, {edna}", if *acted == 1 { "acts" } else { "halts" }),
        Outcome::Edna { times, acted, edna } => format!("acted {acted} of {times}, {edna}"),
        Outcome::Scrud { defeats, survivors: grades, .. } if with_left => {
            let left = grades.as_ref().map(|side| left(book, side));
            format!("{} {}, {} v {}", defeats.first, defeats.second, left.first, left.second)
        }
        Outcome::Scrud { defeats, .. } => format!("{} {}", defeats.first, defeats.second),
        Outcome::Blows(blows) => {
            let damage = |blow: &Blow| blow.damage.map_or("-".into(), |damage| damage.to_string());
            blows.iter().map(damage).collect::<Vec<_>>().join(" ")
        }
        other => format!("{other:?}"),
    }
}

fn check(file: &str, row: &Row, found: &str, wanted: &str) {
    let comment = row.get("comment");
    assert_eq!(found, wanted, "tests/golden/{file}:{}: {comment}", row.line);
}

#[test]
fn worked_examples() {
    for row in rows(include_str!("../../../../tests/golden/worked_examples.csv")) {
        let book = patched(row.get("book"), row.get("settings"));
        let wanted = row.get("result");
        let found = rolled(&book, row.get("roll"), faces(row.get("faces")));
        let found = found.map_or_else(|e| e, |outcome| told(&book, &outcome, wanted.contains(" v ")));
        check("worked_examples.csv", &row, &found, wanted);
    }
}

#[test]
fn scrud_phases() {
    let table = rows(include_str!("../../../../tests/golden/scrud_phases.csv"));
    assert_eq!(table.len(), 163, "the table is whole");
    for row in table {
        let book = patched("mouat", &format!("(scrud: (extras: {}))", row.get("extras")));
        let text = format!("scrud {} v {}", row.get("first"), row.get("second"));
        let all = [faces(row.get("first_faces")), faces(row.get("second_faces"))].concat();
        let found = rolled(&book, &text, all).map_or_else(|e| e, |outcome| told(&book, &outcome, true));
        let wanted = format!(
            "{} {}, {} v {}",
            row.number("first_defeats_suffered"),
            row.number("second_defeats_suffered"),
            row.get("first_left"),
            row.get("second_left")
        );
        check("scrud_phases.csv", &row, &found, &wanted);
    }
}

/// The actions before the line-up, in the notation of `support.csv`.
fn clashes(phases: &[BarePhase]) -> String {
    let place = |(side, at): SupportIndex| format!("{}{}", if side == CombatSide::First { "a" } else { "b" }, at + 1);
    let phase = |phase: &BarePhase| {
        let clash = |c: &Clash<SupportIndex>| {
            let (by, at) = (place(c.by), place(c.at));
            format!("{:?} {by} {} v {at} {} {:?}", c.what, c.scores.0, c.scores.1, c.effect)
        };
        phase.support_exchange.clashes.iter().map(clash).collect::<Vec<_>>().join("; ")
    };
    let phases: Vec<String> = phases.iter().map(phase).collect();
    if phases.iter().all(String::is_empty) { String::new() } else { phases.join(" | ") }
}

/// The rest of both sides' support after a phase: - for a destroyed unit.
fn support_left(book: &Rulebook, phase: &BarePhase) -> String {
    let side = |side: CombatSide| {
        let dice = phase.support_exchange.dice[side].iter().zip(&phase.support_exchange.fates[side]);
        let left = dice.map(|(die, fate)| {
            let down = i16::try_from(fate.down).expect("a few grades");
            let grade = book.ladder.name(book.ladder.shifted(die.die.assumed_grade, -down));
            if fate.destroyed.is_some() {
                "-".into()
            } else {
                format!("{} {grade}", notation::support_task_word(die.task))
            }
        });
        left.collect::<Vec<_>>().join(" + ")
    };
    format!("{} v {}", side(CombatSide::First), side(CombatSide::Second))
}

#[test]
fn support() {
    for row in rows(include_str!("../../../../tests/golden/support.csv")) {
        let book = patched(row.get("book"), row.get("settings"));
        let outcome = rolled(&book, row.get("roll"), faces(row.get("faces")));
        let outcome = outcome.unwrap_or_else(|e| panic!("tests/golden/support.csv:{}: {e}", row.line));
        let Outcome::Scrud { phases, .. } = &outcome else { panic!("{}: no combat", row.line) };
        check("support.csv", &row, &clashes(phases), row.get("clashes"));
        check("support.csv", &row, &told(&book, &outcome, true), row.get("result"));
        let last = phases.last().expect("a phase was fought");
        check("support.csv", &row, &support_left(&book, last), row.get("support_left"));
        // The text is canonical: it reads back unchanged.
        let roll = notation::parse_roll(row.get("roll"), &book, &Shipped).expect("it was rolled");
        assert_eq!(notation::parse_roll(&notation::roll_text(&roll, &book), &book, &Shipped), Ok(roll));
    }
}

/// `13/18` or `1`, as numerator and denominator.
fn fraction(text: &str) -> (u64, u64) {
    let (part, whole) = text.split_once('/').unwrap_or((text, "1"));
    (part.parse().expect("a numerator"), whole.parse().expect("a denominator"))
}

fn is_share(part: u64, all: u64, share: &str) -> bool {
    let (numerator, denominator) = fraction(share);
    part * denominator == numerator * all
}

/// Every result of some dice.
fn every_fall(dice: Dice) -> Vec<Vec<RolledDie>> {
    let mut falls = vec![Vec::new()];
    for _ in 0..dice.0 {
        falls = falls
            .into_iter()
            .flat_map(|fall: Vec<RolledDie>| {
                (1..=dice.1.sides()).map(move |face| [fall.clone(), vec![RolledDie { face, by_hand: false }]].concat())
            })
            .collect();
    }
    falls
}

/// The frequency of each EDNA after a test, the frequency of acting, and the number of all results.
fn edna_by_enumeration(rules: &Edna, start: u8) -> (BTreeMap<u8, u64>, u64, u64) {
    let (mut after, mut acts, mut all) = (BTreeMap::new(), 0, 0);
    for fall in every_fall(rules.dice) {
        let tested = edna::evaluate_test(rules, start, &fall);
        *after.entry(tested.edna).or_default() += 1;
        acts += u64::from(tested.acts);
        all += 1;
    }
    (after, acts, all)
}

#[test]
fn edna_by_all_falls_of_the_dice() {
    let mut told: BTreeMap<(String, u8), usize> = BTreeMap::new();
    for row in rows(include_str!("../../../../tests/golden/edna.csv")) {
        let at = format!("tests/golden/edna.csv:{}", row.line);
        let (dice, start) = (row.get("dice"), u8::try_from(row.number("edna")).expect("an EDNA"));
        let roll = notation::parse_roll(dice, &Rulebook::default_rules(), &Shipped).expect("dice");
        let wardiary_rules::rules::Roll::Sum { formula, .. } = roll else { panic!("{at}: {dice} are no dice") };
        let (thrown, _) = formula.plain().expect("plain dice");
        let rules = Edna { dice: thrown, ..Edna::default() };
        let (after, acts, all) = edna_by_enumeration(&rules, start);
        assert!(is_share(acts, all, row.get("p_acts")), "{at}: acts {acts}/{all}, not {}", row.get("p_acts"));
        let edna = u8::try_from(row.number("edna_after")).expect("an EDNA");
        let found = after.get(&edna).copied().unwrap_or(0);
        assert!(is_share(found, all, row.get("p")), "{at}: EDNA {edna} after, {found}/{all}, not {}", row.get("p"));
        // As many rows as results for a start mean that the table lacks none.
        let seen = told.entry((dice.into(), start)).or_default();
        *seen += 1;
        assert!(*seen <= after.len(), "{at}: more rows than results");
    }
    for ((dice, start), seen) in told {
        let sides = if dice == "2d6" { 6 } else { 8 };
        let rules = Edna { dice: Dice(2, wardiary_base::dice::Die::new(sides).expect("a die")), ..Edna::default() };
        assert_eq!(edna_by_enumeration(&rules, start).0.len(), seen, "results of EDNA {start} with {dice}");
    }
}

#[test]
fn edna_of_8_with_2d6() {
    // RULES 1, exact odds to match: acts with probability 13/18; falls to 7, 6, 5, 4 with probability 1/9, 1/12, 1/18,
    // 1/36.
    let (after, acts, all) = edna_by_enumeration(&Edna::default(), 8);
    assert!(is_share(acts, all, "13/18"));
    for (edna, share) in [(7, "1/9"), (6, "1/12"), (5, "1/18"), (4, "1/36"), (8, "13/18")] {
        assert!(is_share(after[&edna], all, share), "EDNA {edna} after");
    }
}

#[test]
fn squares() {
    let letters = |places: Vec<usize>| -> String {
        places.into_iter().map(|at| char::from(b'A' + u8::try_from(at).expect("up to 26 units"))).collect()
    };
    for row in rows(include_str!("../../../../tests/golden/square.csv")) {
        let shape = Shape::new(row.number("units").into());
        let numbers = [
            ("width", shape.width),
            ("complete_rows", shape.complete_rows),
            ("complete_squares", shape.complete_squares),
            ("minor", shape.minor_multiplier()),
            ("moderate", shape.moderate_multiplier()),
            ("major", shape.major_multiplier()),
        ];
        for (column, found) in numbers {
            assert_eq!(found, usize::from(row.number(column)), "tests/golden/square.csv:{}: {column}", row.line);
        }
        let edges = [
            ("lost_from_front", Edge::Front),
            ("lost_from_back", Edge::Back),
            ("lost_from_left", Edge::Left),
            ("lost_from_right", Edge::Right),
        ];
        for (column, edge) in edges {
            assert_eq!(
                letters(shape.loss_order(edge)),
                row.get(column),
                "tests/golden/square.csv:{}: {column}",
                row.line
            );
        }
    }
}

/// The tables of RULES.md that are settings of the shipped books: 2.1, 4.1, 4.2, 4.5.
#[test]
fn tables_of_the_rules() {
    for row in rows(include_str!("../../../../tests/golden/ladders.csv")) {
        let ladder = Ladder::built_in(row.get("ladder")).expect("it ships");
        let grade = ladder.find(row.get("grade")).unwrap_or_else(|| panic!("ladders.csv:{}", row.line));
        let step = ladder.step(grade);
        let shows = (1..=step.die.sides()).map(|face| ladder.score(grade, face).to_string()).collect::<Vec<_>>();
        let found = format!("d{} {} {}", step.die.sides(), step.modifier, shows.join(" "));
        let wanted = format!("d{} {} {}", row.get("sides"), row.get("modifier"), row.get("shows"));
        check("ladders.csv", &row, &found, &wanted);
    }
    for row in rows(include_str!("../../../../tests/golden/rulebooks.csv")) {
        let scrud = patched(row.get("book"), "").scrud;
        let carry = if row.get("carry").is_empty() { String::new() } else { format!("{:?}", scrud.carry) };
        let every = scrud.eliminate_every;
        let found = format!("{:?} {:?} {every:?} {carry} {}", scrud.extras, scrud.defeat, scrud.phases);
        let wanted = ["extras", "defeat", "eliminate_every", "carry", "phases"].map(|column| row.get(column)).join(" ");
        check("rulebooks.csv", &row, &found, &wanted);
    }
    let listed = rows(include_str!("../../../../tests/golden/mechanisms.csv"));
    assert_eq!(listed.len(), wardiary_base::shipped::RULEBOOKS.len(), "each book that ships");
    for row in listed {
        let used: Vec<String> = patched(row.get("book"), "").mechanisms.iter().map(|m| format!("{m:?}")).collect();
        check("mechanisms.csv", &row, &used.join(" "), row.get("mechanisms"));
    }
    for row in rows(include_str!("../../../../tests/golden/weapons.csv")) {
        for (name, _) in wardiary_base::shipped::RULEBOOKS {
            let book = patched(name, "");
            let weapon = book.weapon(row.get("weapon")).unwrap_or_else(|| panic!("{name}: weapons.csv:{}", row.line));
            check("weapons.csv", &row, &format!("{:?}", weapon.dice), &format!("{:?}", faces(row.get("dice"))));
        }
    }
    for row in rows(include_str!("../../../../tests/golden/troops.csv")) {
        let book = patched(row.get("book"), "");
        let troop = book.troop(row.get("kind")).unwrap_or_else(|| panic!("troops.csv:{}", row.line));
        let wanted = format!("{} {}", row.get("strength"), row.get("target"));
        check("troops.csv", &row, &format!("{} {}", troop.strength, book.target_of(&troop.name).name), &wanted);
    }
    for row in rows(include_str!("../../../../tests/golden/exhaustion.csv")) {
        let fraction = row.get("fraction").replace('/', ", ");
        let book = patched("mouat", &format!("(exhaustion: (fraction: ({fraction})))"));
        let point = book.exhaustion.point(row.number("brought").into());
        check("exhaustion.csv", &row, &point.to_string(), row.get("point"));
    }
}
