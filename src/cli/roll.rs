//! `wardiary roll` makes a roll of the notation without a save.

use super::{
    account::{THOROUGH, rank_json},
    command_output::CommandOutput,
    dice::{self, CommandDice, FaceList},
};
use clap::Args;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use wardiary_base::{
    book::{Grade, Ladder, Rulebook},
    dice::{
        DiceRoll, Face,
        source::{Seed, SeededDice},
    },
    sides::{BothSides, CombatSide},
    text,
};
use wardiary_diary::{
    assets::{self, Folders, RulebookLookup},
    error::{ErrorKind, UserError},
};
use wardiary_odds::odds::{
    Monitor,
    statistics::{Rank, StatisticsCache},
    table::row_text_for_anyone,
    words,
};
use wardiary_rules::{
    notation::{self, refusal},
    rules::{
        CarryOutError, Completed, Outcome, Roll as Rolled, carry_out_roll, edna,
        roll::{BarePhase, Blow},
        scrud::{Fate, LineDie},
        support,
        table::TableDraw,
    },
};

/// `wardiary roll`
#[derive(Args)]
pub(super) struct Roll {
    /// 2d6, 3x 2d6, 3d10+1d6+1, 4d6kh3, d20 advantage, 3d6!, 8d6>=5, d66, edna 8, 3x edna 10 with 2d8, scrud 4 green bonus 1 v 8 yellow phases 3, initiative,
    /// test 4+, 3x pass-one 2d 4- in parallel, volley rifles range 2 at artillery in cover,
    /// blow 12 v 9, 3x blow 12 v 9 dmg 8 dr 3, consult Weather
    #[arg(required = true, value_name = "ROLL", allow_negative_numbers = true)]
    what: Vec<String>,
    /// The faces rolled on the table, in the order in which the program asks for dice: 6,5,2
    #[arg(long, value_name = "FACES", conflicts_with = "seed")]
    dice: Option<FaceList>,
    /// The seed of the dice, in hexadecimal; by default a new one
    #[arg(long, value_name = "HEX")]
    seed: Option<Seed>,
    /// The rulebook
    #[arg(long, value_name = "BOOK", default_value = "mouat")]
    rules: String,
}

pub(super) fn roll(roll: &Roll) -> Result<CommandOutput, UserError> {
    let text = roll.what.join(" ");
    let folders = Folders::of_user().ok();
    let book = assets::rulebook(&roll.rules, folders.as_ref())?;
    let rolled = notation::parse_roll(&text, &book, &RulebookLookup { folders: folders.as_ref(), folder: None })
        .map_err(|error| UserError { kind: ErrorKind::Usage, ..UserError::from_notation(error, &text) })?;
    let mut source = match (&roll.dice, roll.seed) {
        (Some(faces), _) => CommandDice::given(&faces.0),
        (None, Some(seed)) => CommandDice::Program(SeededDice { seed, next: 0 }),
        (None, None) => CommandDice::Program(SeededDice { seed: Seed::random().map_err(UserError::refused)?, next: 0 }),
    };
    let Completed { result: outcome, rolls } = roll_dice(&book, &rolled, &mut source)?;
    let canonical = notation::roll_text(&rolled, &book);
    let ladder = &rolled.book(&book).ladder;
    let likelihood = outcome_rank(&book, &rolled, &outcome);
    let json = json!({
        "roll": canonical,
        "dice": dice(ladder, &rolled, &rolls, &outcome),
        "result": result(ladder, &outcome),
        "standing": likelihood.map(|likelihood| rank_json(&likelihood)),
    });
    let mut lines = vec![canonical];
    lines.extend(describe(&book, &rolled, &rolls, &outcome).into_iter().map(|line| format!("  {line}")));
    let whose = if matches!(rolled, Rolled::Scrud(_)) { "first side: " } else { "" };
    lines.extend(likelihood.map(|likelihood| format!("  {whose}{}", likelihood.describe_for_players())));
    let notes = Vec::from_iter(words::reroll_note_for_roll(&book, &rolled));
    Ok(CommandOutput { notes, ..CommandOutput::new(lines.join("\n"), json) })
}

/// How the outcome ranks among all possible ones, if that is quick to compute. `None` for the initiative, whose single
/// result says it all, and for tables, whose rows are neither good nor bad, and for several rolls of plain dice, which have no sum.
fn outcome_rank(book: &Rulebook, roll: &Rolled, outcome: &Outcome) -> Option<Rank> {
    if matches!(roll, Rolled::Initiative | Rolled::Table { .. } | Rolled::Sum { times: 2.., .. }) {
        return None;
    }
    let effort = THOROUGH;
    StatisticsCache::new(Arc::new(book.clone())).rank(roll, outcome, &effort, Monitor::none()).ok()
}

fn roll_dice(book: &Rulebook, roll: &Rolled, source: &mut CommandDice) -> Result<Completed<Outcome>, UserError> {
    let completed = carry_out_roll(book, roll, source).map_err(|error| match error {
        CarryOutError::Refused(refusal) => refusal::describe_roll(&refusal, book).into(),
        CarryOutError::Unanswered(unanswered) => unanswered.error.into_user_error(ErrorKind::Usage),
    })?;
    let left_over = source.unused_faces().len();
    if left_over == 0 {
        return Ok(completed);
    }
    let used: usize = completed.rolls.iter().map(|roll| roll.faces.len()).sum();
    let needs = text::count(used, "die", "dice");
    let failure = UserError::usage(format!("the roll needs {needs}, but {} faces are given", used + left_over));
    Err(failure.hint("give --dice one face for each die, in the order in which the program asks for them"))
}

/// The dice as JSON, in the order of the requests.
fn dice(ladder: &Ladder, roll: &Rolled, rolls: &[DiceRoll], outcome: &Outcome) -> Vec<Value> {
    if let Outcome::Scrud { phases, .. } = outcome {
        let of_phase = |phase: &BarePhase| -> Vec<Value> {
            let line = |(side, line)| {
                let line: &Vec<LineDie> = line;
                line.iter().map(move |die| line_die(ladder, die, side))
            };
            phase.dice.by_side().flat_map(line).collect()
        };
        return phases.iter().flat_map(of_phase).collect();
    }
    if let Outcome::Tests(thrown) = outcome {
        return dice::test_dice(thrown);
    }
    if let Outcome::Blows(blows) = outcome {
        return blows.iter().map(|blow| json!({ "face": blow.face, "hits": blow.damage.is_some() })).collect();
    }
    let faces = rolls.iter().flat_map(|roll| roll.who.iter().zip(&roll.faces));
    let die = |(who, face): (&wardiary_base::dice::Owner, &Face)| match (roll, who.0) {
        (Rolled::Initiative, 1) => json!({ "face": face, "side": CombatSide::First.word() }),
        (Rolled::Initiative, 2) => json!({ "face": face, "side": CombatSide::Second.word() }),
        _ => json!({ "face": face }),
    };
    faces.map(die).collect()
}

fn line_die(ladder: &Ladder, die: &LineDie, side: CombatSide) -> Value {
    let mut value = Map::new();
    if let Some(face) = die.face {
        value.insert("face".into(), face.into());
    }
    value.insert("score".into(), die.score.into());
    value.insert("grade".into(), json!(die.grade_name(ladder)));
    value.insert("side".into(), side.word().into());
    value.into()
}

fn result(ladder: &Ladder, outcome: &Outcome) -> Value {
    match outcome {
        Outcome::Sums(totals) => match totals[..] {
            [total] => json!({ "total": total }),
            _ => json!({ "totals": totals }),
        },
        Outcome::Edna { times: 1, acted, edna } => json!({ "acts": *acted == 1, "edna": edna }),
        Outcome::Edna { acted, edna, .. } => json!({ "acted": acted, "edna": edna }),
        Outcome::Initiative { winner } => json!({ "winner": winner.word() }),
        Outcome::Scrud { phases, defeats, survivors: left } => {
            let grades = |counts: &[(Grade, u16)]| -> Map<String, Value> {
                counts
                    .iter()
                    .map(|(grade, n)| (ladder.name(*grade).to_lowercase().to_string(), Value::from(*n)))
                    .collect()
            };
            let side = |at: CombatSide| {
                let pushed: Vec<_> = phases.iter().map(|phase| grades(&pushed_back(phase, at))).collect();
                let mut side = json!({ "defeats": defeats[at], "left": grades(&left[at]) });
                if pushed.iter().any(|phase| !phase.is_empty()) {
                    side["pushed_back"] = pushed.into();
                }
                side
            };
            json!({ "first": side(CombatSide::First), "second": side(CombatSide::Second) })
        }
        // ---- dice tests and volleys
        Outcome::Tests(thrown) => json!({ "passed": thrown.passed() }),
        Outcome::Volley { at, fired } => dice::hits(at, fired),
        Outcome::Blows(blows) => blow_result(blows),
        Outcome::Table(drawn) => {
            let row = |drawn: &TableDraw| json!({ "table": drawn.table, "total": drawn.total, "text": drawn.text });
            json!({ "rows": drawn.iter().map(row).collect::<Vec<_>>() })
        }
    }
}

fn describe(book: &Rulebook, roll: &Rolled, rolls: &[DiceRoll], outcome: &Outcome) -> Vec<String> {
    let faces = |roll: &DiceRoll| roll.faces.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    match (outcome, roll) {
        (Outcome::Scrud { phases, defeats, survivors: left }, _) => {
            let ladder = &roll.book(book).ladder;
            let mut lines: Vec<String> = Vec::new();
            for (number, phase) in (1..).zip(phases) {
                lines.extend(describe_phase(ladder, number, phase));
            }
            if phases.len() > 1 {
                lines.push(format!("in total: {}", suffered(*defeats)));
            }
            lines.extend(
                left.by_side().map(|(side, left)| format!("{} side left: {}", side.word(), count(ladder, left))),
            );
            lines
        }
        (Outcome::Edna { times, acted, edna: now }, Rolled::Edna { edna: start, .. }) => {
            let mut lines = describe_tests(book, *start, rolls);
            if *times > 1 {
                lines.push(format!("acted {acted} of {times} times, E{now}"));
            }
            lines
        }
        (Outcome::Initiative { winner }, _) => {
            let mut lines: Vec<String> = rolls.iter().map(faces).collect();
            lines.push(format!("the {} side wins the initiative", winner.word()));
            lines
        }
        (Outcome::Sums(totals), _) => match totals[..] {
            [total] => vec![format!("{} = {total}", rolls.iter().map(faces).collect::<Vec<_>>().join(" + "))],
            _ => vec![totals.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")],
        },
        (Outcome::Edna { edna, .. }, _) => vec![format!("E{edna}")],
        // ---- dice tests and volleys
        (Outcome::Tests(thrown), _) => dice::describe_tests(thrown, &[]),
        (Outcome::Volley { at, fired }, _) => dice::describe_volley(at, fired),
        (Outcome::Blows(blows), _) => describe_blows(blows),
        (Outcome::Table(drawn), _) => {
            let rows = drawn.iter().flat_map(|row| {
                let text = row_text_for_anyone(&row.text);
                let orders = row.row.resolve(book).1.orders.iter().map(row_text_for_anyone);
                let orders = orders.map(|order| format!("  {order}"));
                [super::account::table_dice_text(row), format!("  {text}")].into_iter().chain(orders)
            });
            rows.collect()
        }
    }
}

fn describe_phase(ladder: &Ladder, number: usize, rolled: &BarePhase) -> Vec<String> {
    let mut lines = vec![format!("phase {number}")];
    let line_up = dice::rows(ladder, &rolled.parties, &rolled.phase, |_, _| String::new());
    lines.extend(line_up.into_iter().map(|row| format!("  {row}")));
    let whose = |(side, at): support::SupportIndex| {
        let grade = rolled.support_exchange.dice[side][at].die.grade_name(ladder).unwrap_or_default();
        format!("the {} side’s {grade}", side.word())
    };
    lines.extend(
        rolled.support_exchange.clashes.iter().map(|clash| format!("  {}", notation::describe_clash(clash, whose))),
    );
    lines.push(suffered(rolled.phase.defeats));
    let fate_line = |what: &str, grades: &dyn Fn(CombatSide) -> Vec<(Grade, u16)>| {
        let of_side = |side: CombatSide| {
            let grades = grades(side);
            (!grades.is_empty()).then(|| format!("{} of the {} side", count(ladder, &grades), side.word()))
        };
        let units: Vec<String> = CombatSide::BOTH.into_iter().filter_map(of_side).collect();
        (!units.is_empty()).then(|| format!("{what}: {}", units.join(", ")))
    };
    lines.extend(fate_line("pushed back", &|side| pushed_back(rolled, side)));
    lines.extend(fate_line("left the combat", &|side| surviving(rolled, side, |fate| fate.retired)));
    lines
}

/// How many dice of each grade of a side were pushed back and survive.
fn pushed_back(rolled: &BarePhase, side: CombatSide) -> Vec<(Grade, u16)> {
    surviving(rolled, side, |fate| fate.pushed_back)
}

/// How many surviving dice of each grade of a side had such a fate.
fn surviving(rolled: &BarePhase, side: CombatSide, had: impl Fn(&Fate) -> bool) -> Vec<(Grade, u16)> {
    let fates = rolled.parties[side].troops.iter().zip(&rolled.phase.fates[side]);
    let mut grades: Vec<(Grade, u16)> = Vec::new();
    for (troop, _) in fates.filter(|(_, fate)| had(fate) && fate.eliminated.is_none()) {
        match grades.iter_mut().find(|(grade, _)| *grade == troop.grade) {
            Some((_, many)) => *many += 1,
            None => grades.push((troop.grade, 1)),
        }
    }
    grades
}

fn suffered(defeats: BothSides<u16>) -> String {
    let BothSides { first, second } = BothSides::from_fn(|side| {
        let many = text::count(defeats[side].into(), "defeat", "defeats");
        format!("the {} side suffered {}", side.word(), if defeats[side] == 0 { "no defeat" } else { &many })
    });
    if defeats == BothSides::default() { "nobody was beaten".into() } else { format!("{first}, {second}") }
}

fn count(ladder: &Ladder, left: &[(Grade, u16)]) -> String {
    let grades: Vec<String> = left.iter().map(|(g, n)| format!("{n} {}", ladder.name(*g).to_lowercase())).collect();
    if grades.is_empty() { "none".into() } else { grades.join(" + ") }
}

/// Describes each test: the result of its dice, and the effect.
fn describe_tests(book: &Rulebook, start: u8, rolls: &[DiceRoll]) -> Vec<String> {
    let mut now = start;
    let test = |roll: &DiceRoll| {
        let fallen: Vec<_> =
            roll.faces.iter().map(|face| wardiary_base::dice::RolledDie { face: *face, by_hand: false }).collect();
        let tested = edna::evaluate_test(&book.edna, now, &fallen);
        let faces: Vec<String> = roll.faces.iter().map(ToString::to_string).collect();
        let does = if tested.acts { "acted" } else { "halted" };
        let change = if tested.edna == now { format!("E{now}") } else { format!("E{now} to E{}", tested.edna) };
        let spent = if tested.edna == 0 && now > 0 { ", ineffective" } else { "" };
        let line = format!("{} = {} against {now}, {does}, {change}{spent}", faces.join(" + "), tested.total);
        now = tested.edna;
        line
    };
    rolls.iter().map(test).collect()
}

fn blow_result(blows: &[Blow]) -> Value {
    let (hits, damage) = total_damage(blows);
    json!({ "hits": hits, "damage": damage })
}

fn describe_blows(blows: &[Blow]) -> Vec<String> {
    let described = |blow: &Blow| match blow.damage {
        Some(damage) => format!("{:2}, hit for {damage}", blow.face),
        None => format!("{:2}, missed", blow.face),
    };
    let mut lines: Vec<String> = blows.iter().map(described).collect();
    if blows.len() > 1 {
        let (hits, damage) = total_damage(blows);
        let many = text::count(blows.len(), "blow", "blows");
        lines.push(format!("{hits} of {many} hit, total damage {damage}"));
    }
    lines
}

fn total_damage(blows: &[Blow]) -> (usize, u32) {
    let damage = blows.iter().filter_map(|blow| blow.damage);
    (damage.clone().count(), damage.sum())
}
