//! The rows of the Luck screen's panes.

use crate::{ledger::LedgerPart, session::Session};
use wardiary_base::{
    id::{BattleId, SideId, UnitId},
    text,
};
use wardiary_odds::odds::weigh::{Counted, RollKind, Tally};
use wardiary_report::{
    battle_timeline::BattleTimeline,
    luck::{
        DieSource, Extreme, FEWEST, Faces, LeftOut, Luck, MechanismLuck, Scope, SideLuck,
        words::{BRIEFLY, of_100, shown, signed, undone_in_words, unevenness},
    },
};
use wardiary_rules::state::{EntityKind, State};
use wardiary_view::{
    layout::Border,
    ledger::{LedgerCell, LedgerItem, LedgerRow, LedgerTone},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LuckPart {
    /// Each side's rolls by mechanism.
    Sides,
    /// Each side's rolls by battle.
    Battles,
    /// Each side's rolls by unit.
    Units,
    Rolls,
    Turns,
    /// The faces that came up.
    Dice,
    LeftOut,
    Meaning,
}

impl LedgerPart for LuckPart {
    const COLUMNS: Border = Border::LuckColumns;
    const FOLLOW: bool = false;

    fn is_right(self) -> bool {
        !matches!(self, Self::Sides | Self::Battles | Self::Units)
    }

    fn above(self) -> Option<Border> {
        match self {
            Self::Sides => None,
            Self::Battles => Some(Border::LuckBattles),
            Self::Units => Some(Border::LuckUnits),
            Self::Rolls => Some(Border::LuckRolls),
            Self::Turns => Some(Border::LuckTurns),
            Self::Dice => Some(Border::LuckDice),
            Self::LeftOut => Some(Border::LuckLeftOut),
            Self::Meaning => Some(Border::LuckMeaning),
        }
    }
}

/// The number of luckiest rolls shown for each side, and of unluckiest.
const EXTREMES: usize = 5;

/// The number of turning points shown for each battle.
const TURNING_POINTS: usize = 5;

/// A pane: its part, its title and its rows.
type Pane = (LuckPart, String, Vec<LedgerRow>);

pub(super) fn panes(session: &Session, luck: &Luck, swings: &[BattleTimeline], scope: &Scope) -> Vec<Pane> {
    let state = session.save.diary().state();
    let battles = if scope.battle.is_none() { battles(state, luck) } else { Vec::new() };
    vec![
        (LuckPart::Sides, "Luck of the sides".into(), sides(state, luck)),
        (LuckPart::Battles, "By battle".into(), battles),
        (LuckPart::Units, "By unit".into(), units(state, luck)),
        (LuckPart::Rolls, "The luckiest and the unluckiest rolls".into(), rolls(session, luck)),
        (LuckPart::Turns, "Turning points: whose lead on the way rose most".into(), turning_points(state, swings)),
        (LuckPart::Dice, "What the dice showed".into(), dice(state, luck)),
        (LuckPart::LeftOut, "Not weighed, and undone".into(), left_out(luck)),
        (LuckPart::Meaning, "What luck is".into(), meaning(luck)),
    ]
}

/// The result, its expectation, and the difference.
fn tally(tally: Tally, is_good: bool) -> [LedgerCell; 3] {
    let difference = tally.difference();
    let tone = match () {
        () if difference.abs() < 0.05 => LedgerTone::Plain,
        () if (difference > 0.0) == is_good => LedgerTone::Good,
        () => LedgerTone::Bad,
    };
    [
        LedgerCell::number(tally.actual.to_string()),
        LedgerCell::number(format!("{:.1}", tally.expected)).quiet(),
        LedgerCell::number(signed(difference)).toned(tone),
    ]
}

fn row(head: String, what: &str, cells: [LedgerCell; 3]) -> LedgerRow {
    LedgerRow::of([LedgerCell::text(head), LedgerCell::text(what)].into_iter().chain(cells).collect())
}

/// One row for each count of a mechanism.
fn mechanism(found: &MechanismLuck) -> Vec<LedgerRow> {
    let rolls = rolls_briefly(found.kind, found.rolls);
    let row = |(at, (counted, sum)): (usize, &(_, Tally))| {
        let first = if at == 0 { rolls.clone() } else { String::new() };
        row(first, counted_briefly(*counted), tally(*sum, *counted != Counted::Suffered))
    };
    found.counts.iter().enumerate().map(row).collect()
}

/// The column heads of a tally.
fn heads() -> [LedgerCell; 3] {
    ["came", "expected", "beyond"].map(|head| LedgerCell::number(head).quiet())
}

/// A short name for the rolls of a mechanism.
fn rolls_briefly(kind: RollKind, rolls: usize) -> String {
    match kind {
        RollKind::Scrud => text::count(rolls, "phase", "phases"),
        RollKind::Volley => text::count(rolls, "volley", "volleys"),
        RollKind::Blow => text::count(rolls, "blow", "blows"),
        RollKind::Test => text::count(rolls, "dice test", "dice tests"),
        RollKind::Edna => text::count(rolls, "EDNA test", "EDNA tests"),
    }
}

fn counted_briefly(counted: Counted) -> &'static str {
    match counted {
        Counted::Inflicted => "inflicted",
        Counted::Suffered => "suffered",
        Counted::Hits => "hits",
        Counted::Passed => "passed",
        Counted::Acted => "obeyed",
    }
}

/// How lucky a side was, as a scale and in words.
fn verdict(found: &SideLuck) -> Vec<LedgerCell> {
    let Some(luck) = found.luck else { return vec![LedgerCell::text("no luck to speak of").quiet()] };
    let said = match found.percentile {
        Some(percentile) => format!("luckier than {} with fair dice", of_100(percentile / 100.0)),
        None => format!("no percentile below {FEWEST} rolls"),
    };
    vec![LedgerCell::scale(luck), LedgerCell::number(signed(luck)), LedgerCell::text(said).quiet()]
}

fn sides(state: &State, luck: &Luck) -> Vec<LedgerRow> {
    let mut rows = Vec::new();
    for side in luck.sides() {
        let found = luck.of_side(side, None);
        if !rows.is_empty() {
            rows.push(LedgerRow::default());
        }
        rows.push(LedgerRow::words(
            format!("{}: {}", state.name(side), text::count(found.rolls, "roll", "rolls")),
            LedgerTone::Title,
        ));
        rows.push(LedgerRow::of(verdict(&found)));
        rows.push(LedgerRow::of([LedgerCell::text(""), LedgerCell::text("")].into_iter().chain(heads()).collect()));
        rows.extend(found.weighed.iter().flat_map(mechanism));
        if found.strength_rolls > 0 && (found.taken.expected > 0.0 || found.lost.expected > 0.0) {
            let of = match found.strength_rolls {
                n if n == found.rolls => String::new(),
                n => text::count(n, "roll", "rolls"),
            };
            rows.push(row(of, "SP taken", tally(found.taken, true)));
            rows.push(row(String::new(), "SP lost", tally(found.lost, false)));
            let gave = format!("luck gave {} SP in the rolls as made", signed(found.gave()));
            rows.push(LedgerRow::words(gave, LedgerTone::Quiet));
        }
    }
    if rows.is_empty() {
        return vec![LedgerRow::words("no roll was weighed: dice have no luck yet", LedgerTone::Quiet)];
    }
    rows
}

fn battles(state: &State, luck: &Luck) -> Vec<LedgerRow> {
    let battles = luck.battles();
    if battles.len() < 2 {
        return Vec::new();
    }
    let row = |battle: BattleId, side: SideId| {
        let found = luck.of_side(side, Some(battle));
        let rolls = text::count(found.rolls, "roll", "rolls");
        let head = [state.name(battle), state.name(side), rolls].map(LedgerCell::text);
        let luck = found.luck.map_or_else(String::new, signed);
        let cells = head.into_iter().chain([LedgerCell::number(luck)]);
        let said = found.percentile.map_or_else(String::new, |p| format!("luckier than {}", of_100(p / 100.0)));
        let cells = cells.chain([LedgerCell::text(said).quiet()]);
        (found.rolls > 0).then(|| LedgerRow::of(cells.collect()).to(LedgerItem::Battle(battle)))
    };
    battles.iter().flat_map(|battle| luck.sides().into_iter().filter_map(move |side| row(*battle, side))).collect()
}

fn units(state: &State, luck: &Luck) -> Vec<LedgerRow> {
    let mut rows = Vec::new();
    for unit in luck.of_units(None) {
        let name = state.name(unit.who);
        let mut own: Vec<LedgerRow> = unit.weighed.iter().flat_map(mechanism).collect();
        if unit.strength_rolls > 0 && (unit.lost.expected > 0.0 || unit.lost.actual > 0) {
            own.push(row(text::count(unit.strength_rolls, "phase", "phases"), "SP lost", tally(unit.lost, false)));
        }
        let is_unit = state.kind(unit.who) == Some(EntityKind::Unit);
        for (at, mut row) in own.into_iter().enumerate() {
            row.cells.insert(0, LedgerCell::text(if at == 0 { name.clone() } else { String::new() }));
            rows.push(if is_unit { row.to(LedgerItem::Unit(UnitId(unit.who.0))) } else { row });
        }
    }
    if !rows.is_empty() {
        let names = ["", "", ""].map(LedgerCell::text);
        rows.insert(0, LedgerRow::of(names.into_iter().chain(heads()).collect()));
    }
    rows
}

fn rolls(session: &Session, luck: &Luck) -> Vec<LedgerRow> {
    let (diary, state) = (session.save.diary(), session.save.diary().state());
    let row = |roll: &Extreme| {
        let order = diary.headline(roll.no).unwrap_or_default();
        let cells = vec![
            LedgerCell::number(roll.no.to_string()).quiet(),
            LedgerCell::text(state.name(roll.side)),
            LedgerCell::text(rank_briefly(roll)).toned(if roll.is_lucky() {
                LedgerTone::Good
            } else {
                LedgerTone::Bad
            }),
            LedgerCell::text(order).quiet(),
        ];
        LedgerRow::of(cells).to(LedgerItem::Entry(roll.no))
    };
    luck.extremes(EXTREMES).iter().map(row).collect()
}

fn rank_briefly(roll: &Extreme) -> String {
    let rank = roll.rank();
    if roll.is_lucky() {
        format!("better than {}", of_100(rank.worse))
    } else {
        format!("worse than {}", of_100(rank.better))
    }
}

fn turning_points(state: &State, swings: &[BattleTimeline]) -> Vec<LedgerRow> {
    let mut rows = Vec::new();
    for swing in swings {
        let points = swing.turning_points(TURNING_POINTS);
        if points.is_empty() {
            continue;
        }
        if swings.len() > 1 {
            rows.push(LedgerRow::words(state.name(swing.battle), LedgerTone::Title));
        }
        let names: Vec<String> = swing.sides.iter().map(|side| state.name(*side)).collect();
        for point in points {
            let cells = vec![
                LedgerCell::number(point.no.to_string()).quiet(),
                LedgerCell::text(format!("turn {}", point.turn)),
                LedgerCell::text(point.cost_in_brief(&names, swing.measure)),
            ];
            rows.push(LedgerRow::of(cells).to(LedgerItem::Entry(point.no)));
        }
    }
    rows
}

fn dice(state: &State, luck: &Luck) -> Vec<LedgerRow> {
    let rows = |faces: &Faces| {
        let whose = match (faces.source, faces.side) {
            (DieSource::Program, _) => "the program’s".into(),
            (DieSource::Table, Some(side)) => format!("table: {}", state.name(side)),
            (DieSource::Table, None) => "table: nobody’s".into(),
            (DieSource::Seen, Some(side)) => format!("seen: {}", state.name(side)),
            (DieSource::Seen, None) => "seen: nobody’s".into(),
        };
        let uneven = faces.fairness().is_some_and(|p| p < 0.01);
        let cells = [faces.die.to_string(), whose, shown(faces)].map(LedgerCell::text);
        let judged = format!("{}: {}", text::count(faces.dice() as usize, "die", "dice"), unevenness(faces));
        let tone = if uneven { LedgerTone::Bad } else { LedgerTone::Quiet };
        [LedgerRow::of(cells.to_vec()), LedgerRow::words(judged, tone)]
    };
    luck.faces.iter().flat_map(rows).collect()
}

/// The explanation of luck, if any roll was weighed.
fn meaning(luck: &Luck) -> Vec<LedgerRow> {
    let lines = BRIEFLY.iter().filter(|_| !luck.rolls.is_empty());
    lines.map(|line| LedgerRow::words((*line).to_string(), LedgerTone::Quiet)).collect()
}

fn left_out(luck: &Luck) -> Vec<LedgerRow> {
    let row = |(why, rolls): (&LeftOut, &usize)| {
        LedgerRow::of(vec![LedgerCell::number(rolls.to_string()), LedgerCell::text(why.why())])
    };
    let undone = LedgerRow::words(
        undone_in_words(luck.undone),
        if luck.undone > 0 { LedgerTone::Bad } else { LedgerTone::Quiet },
    );
    luck.left_out.iter().map(row).chain([undone]).collect()
}
