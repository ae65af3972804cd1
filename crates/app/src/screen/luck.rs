//! The Luck screen: each side's rolls compared with their expectation, the luckiest and unluckiest rolls, the turning
//! points, and the faces that came up. The rolls are weighed in the background, and the user can cancel that.

use super::ScreenName;
use crate::{
    borders,
    command::require,
    command_id::{CommandId, GroupId},
    component::{Actions, Command, CommandMode, always, effect},
    effect::Effect,
    odds_worker::{OddsJob, OddsResult},
    session::Session,
    shared_commands as shared,
    table_screen::{PaneId, PaneRows, RequestWords, TableKey, TableScreen, Tables, has_two_columns},
};
use ratatui::layout::Rect;
use wardiary_base::{
    id::{BattleId, Id, SideId},
    text,
};
use wardiary_diary::diary::{Diary, EntryNo};
use wardiary_odds::odds::assessment::{ActualAndExpected, Quantity, RollKind};
use wardiary_report::{
    battle_timeline::BattleTimeline,
    luck::{
        DieSource, Extreme, Faces, Luck, MechanismLuck, Scope, SideLuck, UnweighedReason,
        words::{
            MEANING_IN_BRIEF, generals_under_fire, luck_in_brief, of_100, signed, standing, standing_in_brief,
            undone_text, unevenness,
        },
    },
};
use wardiary_rules::state::{EntityKind, State};
use wardiary_view::{
    layout::Border,
    table_pane::{CellTone, RowLink, TablePaneCell, TablePaneRow},
};

const COMMANDS: &[&[Command<LuckScreen, Session>]] = &[
    &commands! {
        LuckChoose, "open", "open the selected row: the entry on the Review screen, the unit’s record, or the battle alone", TableScreen::has_link, TableScreen::open_selection;
        LuckBattle, "battle", "show only the rolls of the next battle; after the last, those of all battles", |_, session| require(!session.diary().state().battles().is_empty(), "no battle has been fought yet"), LuckScreen::next_battle;
        LuckAll, "all rolls", "count every roll once, including those on abandoned branches; or only those on the current path", always, LuckScreen::toggle_all;
        LuckStop, "cancel", "cancel the weighing", TableScreen::is_busy, TableScreen::cancel_request;
        LuckAgain, "weigh", "weigh the rolls after all", TableScreen::is_stopped, |screen, _| screen.invalidate();
        LuckNext, "pane", "to the next pane", always, |screen, _| screen.panes.cycle_focus(1);
        LuckPrevious, "", "to the previous pane", always, |screen, _| screen.panes.cycle_focus(-1);
        @ find LuckFind, find_next LuckFindNext;
    },
    &shared::screen_commands(ScreenName::Luck),
    &shared::jumps::<LuckScreen>(),
    &motions!(LuckUp, LuckDown, LuckPageUp, LuckPageDown, LuckTop, LuckBottom),
    &borders::resize_commands::<LuckScreen>(CommandId::LuckZoom),
    &commands! {
        @ look_as LuckLookAs, mouse LuckMouse, theme LuckTheme, copy LuckCopy, help LuckHelp;
        LuckClose, "back", "back one step: cancel the weighing, leave a zoomed pane, show all battles again, or leave the screen", always, TableScreen::back;
        LuckSuspend => shared::suspend();
        LuckQuit => shared::quit().with_label("");
    },
];

type LuckResults = (Luck, Vec<BattleTimeline>);

pub(crate) type LuckScreen = TableScreen<LuckTables>;

pub(crate) struct LuckTables {
    /// Whether there is room for the explanation of luck.
    roomy: bool,
}

impl Tables for LuckTables {
    type Pane = LuckPaneId;
    type Answer = Box<LuckResults>;
    type RowsKey = bool;

    const MODES: &'static [CommandMode<LuckScreen, Session>] =
        &[CommandMode::new(GroupId::Luck, "On the Luck screen", COMMANDS)];
    const FIRST_PANE: LuckPaneId = LuckPaneId::Sides;
    const ROWS_FOLLOW_DIARY: bool = false;
    const WORDS: RequestWords = RequestWords {
        idle: "nothing is being weighed",
        complete: "all rolls are weighed",
        busy: "weighing the rolls",
        stopped: "cancelled before all rolls were weighed",
    };

    fn new(_: &Session) -> Self {
        Self { roomy: true }
    }

    fn job(diary: Box<Diary>, scope: Scope) -> OddsJob {
        OddsJob::Luck(diary, scope)
    }

    fn answer(result: OddsResult) -> Option<Box<LuckResults>> {
        if let OddsResult::Luck(found) = result { Some(found) } else { None }
    }

    fn set_area(&mut self, area: Rect) {
        self.roomy = has_two_columns(area);
    }

    fn rows_key(&self) -> bool {
        self.roomy
    }

    fn panes(&mut self, session: &Session, about: &TableKey, answer: &Box<LuckResults>) -> Vec<PaneRows<LuckPaneId>> {
        let (luck, swings) = &**answer;
        let mut panes = panes(session, luck, swings, &about.2);
        panes.retain(|(part, ..)| self.roomy || *part != LuckPaneId::Explanation);
        panes
    }

    fn open_link(screen: &mut LuckScreen, link: RowLink) -> Actions<Session> {
        match link {
            RowLink::Force(id) => return effect(Effect::GoTo(ScreenName::Service, id)),
            RowLink::Battle(battle) => screen.restrict_to(Some(battle)),
            RowLink::Entry(_) => {}
        }
        Vec::new()
    }

    fn status(about: &TableKey, answer: &Box<LuckResults>, session: &Session) -> String {
        let luck = &answer.0;
        let rolls = text::count(luck.all_rolls(), "roll", "rolls");
        let state = session.diary().state();
        let of = match about.2 {
            Scope { battle: Some(battle), all_branches: false, .. } => format!("in {}", state.name(battle)),
            Scope { battle: Some(battle), all_branches: true, .. } => {
                format!("in {}, on all branches", state.name(battle))
            }
            Scope { all_branches: true, .. } => "on all branches".into(),
            _ => format!("up to entry {}", about.0),
        };
        let looked_at = session.reviewed().map_or_else(String::new, |no| {
            format!("; this covers the whole diary, not only up to the viewed entry {no}")
        });
        text::sanitize(&format!("{rolls} {of}, {} weighed{looked_at}", luck.rolls.len()))
    }
}

impl LuckScreen {
    /// Restricts the view to the rolls of a battle, or lifts the restriction.
    fn restrict_to(&mut self, battle: Option<BattleId>) {
        self.scope.battle = battle;
        self.invalidate();
    }

    fn next_battle(&mut self, session: &mut Session) {
        let state = session.diary().state();
        let battles: Vec<BattleId> = state.battles().iter().map(|battle| battle.id).collect();
        let next = match self.scope.battle {
            None => 0,
            Some(battle) => battles.iter().position(|other| *other == battle).map_or(battles.len(), |at| at + 1),
        };
        self.restrict_to(battles.get(next).copied());
    }

    /// Switches between every roll and those on the current path.
    fn toggle_all(&mut self, _: &mut Session) {
        self.scope.all_branches = !self.scope.all_branches;
        self.invalidate();
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LuckPaneId {
    /// Each side's rolls by mechanism.
    Sides,
    /// Each side's rolls by battle.
    Battles,
    /// Each side's rolls by unit.
    Units,
    Rolls,
    TurningPoints,
    Dice,
    LeftOut,
    Explanation,
}

impl PaneId for LuckPaneId {
    const COLUMN_BORDER: Border = Border::LuckColumns;

    fn is_right(self) -> bool {
        !matches!(self, Self::Sides | Self::Battles | Self::Units)
    }

    fn top_border(self) -> Option<Border> {
        match self {
            Self::Sides => None,
            Self::Battles => Some(Border::LuckBattles),
            Self::Units => Some(Border::LuckUnits),
            Self::Rolls => Some(Border::LuckRolls),
            Self::TurningPoints => Some(Border::LuckTurns),
            Self::Dice => Some(Border::LuckDice),
            Self::LeftOut => Some(Border::LuckLeftOut),
            Self::Explanation => Some(Border::LuckMeaning),
        }
    }
}

/// The number of luckiest rolls shown for each side, and of unluckiest.
const EXTREMES: usize = 5;

/// The number of turning points shown for each battle.
const TURNING_POINTS: usize = 5;

fn panes(session: &Session, luck: &Luck, swings: &[BattleTimeline], scope: &Scope) -> Vec<PaneRows<LuckPaneId>> {
    let state = session.diary().state();
    let battles = if scope.battle.is_none() { battle_rows(state, luck) } else { Vec::new() };
    vec![
        (LuckPaneId::Sides, "Luck of the sides".into(), side_rows(state, luck)),
        (LuckPaneId::Battles, "By battle".into(), battles),
        (LuckPaneId::Units, "By unit".into(), unit_rows(state, luck)),
        (LuckPaneId::Rolls, "The luckiest and the unluckiest rolls".into(), roll_rows(session, luck)),
        (
            LuckPaneId::TurningPoints,
            "Turning points: the biggest shifts of the lead, and notable events".into(),
            turning_point_rows(state, swings),
        ),
        (LuckPaneId::Dice, "Faces rolled".into(), dice_rows(state, luck)),
        (LuckPaneId::LeftOut, "Not weighed, and undone".into(), left_out_rows(luck)),
        (LuckPaneId::Explanation, "About luck".into(), explanation_rows(luck)),
    ]
}

/// The result, its expectation, and the difference.
fn tally_cells(tally: ActualAndExpected, is_good: bool) -> [TablePaneCell; 3] {
    let difference = tally.difference();
    let tone = match () {
        () if difference.abs() < 0.05 => CellTone::Plain,
        () if (difference > 0.0) == is_good => CellTone::Good,
        () => CellTone::Bad,
    };
    [
        TablePaneCell::number(tally.actual.to_string()),
        TablePaneCell::number(format!("{:.1}", tally.expected)).muted(),
        TablePaneCell::number(signed(difference)).with_tone(tone),
    ]
}

fn row(head: String, what: &str, cells: [TablePaneCell; 3]) -> TablePaneRow {
    TablePaneRow::new([TablePaneCell::text(head), TablePaneCell::text(what)].into_iter().chain(cells).collect())
}

fn mechanism_rows(found: &MechanismLuck) -> Vec<TablePaneRow> {
    let rolls = rolls_briefly(found.kind, found.rolls);
    let row = |(at, (counted, sum)): (usize, &(_, ActualAndExpected))| {
        let first = if at == 0 { rolls.clone() } else { String::new() };
        row(first, counted_briefly(*counted), tally_cells(*sum, *counted != Quantity::Suffered))
    };
    found.counts.iter().enumerate().map(row).collect()
}

fn tally_heads() -> [TablePaneCell; 3] {
    ["actual", "expected", "diff"].map(|head| TablePaneCell::number(head).muted())
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

fn counted_briefly(counted: Quantity) -> &'static str {
    match counted {
        Quantity::Inflicted => "inflicted",
        Quantity::Suffered => "suffered",
        Quantity::Hits => "hits",
        Quantity::Passed => "passed",
        Quantity::Acted => "obeyed",
    }
}

/// How lucky a side was, as a scale and in words.
fn verdict_cells(found: &SideLuck) -> Vec<TablePaneCell> {
    let Some(luck) = found.luck else { return vec![TablePaneCell::text("no luck to measure").muted()] };
    let standing = standing_in_brief(found).unwrap_or_else(|| standing(found));
    vec![TablePaneCell::scale(luck), TablePaneCell::number(signed(luck)), TablePaneCell::text(standing).muted()]
}

fn side_rows(state: &State, luck: &Luck) -> Vec<TablePaneRow> {
    let mut rows = Vec::new();
    for side in luck.sides() {
        let found = luck.side_luck(side, None);
        if !rows.is_empty() {
            rows.push(TablePaneRow::default());
        }
        rows.push(TablePaneRow::text(
            format!("{}: {}", state.name(side), text::count(found.rolls, "roll", "rolls")),
            CellTone::Title,
        ));
        rows.push(TablePaneRow::text(format!("luck: {}", luck_in_brief(&found)), CellTone::Plain));
        rows.push(TablePaneRow::new(verdict_cells(&found)));
        rows.push(row(String::new(), "", tally_heads()));
        rows.extend(found.mechanisms.iter().flat_map(mechanism_rows));
        if found.strength_rolls > 0 && (found.taken.expected > 0.0 || found.lost.expected > 0.0) {
            let of = match found.strength_rolls {
                n if n == found.rolls => String::new(),
                n => text::count(n, "roll", "rolls"),
            };
            rows.push(row(of, "SP inflicted", tally_cells(found.taken, true)));
            rows.push(row(String::new(), "SP lost", tally_cells(found.lost, false)));
        }
    }
    if rows.is_empty() {
        return vec![TablePaneRow::text("no rolls have been weighed yet", CellTone::Muted)];
    }
    rows
}

fn battle_rows(state: &State, luck: &Luck) -> Vec<TablePaneRow> {
    let battles = luck.battles();
    if battles.len() < 2 {
        return Vec::new();
    }
    let row = |battle: BattleId, side: SideId| {
        let found = luck.side_luck(side, Some(battle));
        let rolls = text::count(found.rolls, "roll", "rolls");
        let head = [state.name(battle), state.name(side), rolls].map(TablePaneCell::text);
        let luck = found.luck.map_or_else(String::new, signed);
        let cells = head.into_iter().chain([TablePaneCell::number(luck)]);
        let cells = cells.chain([TablePaneCell::text(standing_in_brief(&found).unwrap_or_default()).muted()]);
        (found.rolls > 0).then(|| TablePaneRow::new(cells.collect()).linked_to(RowLink::Battle(battle)))
    };
    battles.iter().flat_map(|battle| luck.sides().into_iter().filter_map(move |side| row(*battle, side))).collect()
}

/// The name of each unit has a row to itself, so it is not cut.
fn unit_rows(state: &State, luck: &Luck) -> Vec<TablePaneRow> {
    let mut rows = Vec::new();
    for unit in luck.unit_luck(None) {
        let mut own = vec![TablePaneRow::text(state.name(unit.who), CellTone::Title)];
        own.extend(unit.mechanisms.iter().flat_map(mechanism_rows));
        if unit.strength_rolls > 0 && (unit.lost.expected > 0.0 || unit.lost.actual > 0) {
            let phases = text::count(unit.strength_rolls, "phase", "phases");
            own.push(row(phases, "SP lost", tally_cells(unit.lost, false)));
        }
        let is_unit = state.kind(unit.who) == Some(EntityKind::Unit);
        let linked = |row: TablePaneRow| if is_unit { row.linked_to(RowLink::Force(Id(unit.who.0))) } else { row };
        rows.extend(own.into_iter().map(linked));
    }
    if !rows.is_empty() {
        rows.insert(0, row(String::new(), "", tally_heads()));
    }
    rows
}

fn roll_rows(session: &Session, luck: &Luck) -> Vec<TablePaneRow> {
    let (diary, state) = (session.diary(), session.diary().state());
    let row = |roll: &Extreme| {
        let order = diary.headline(roll.no).unwrap_or_default();
        let tone = if roll.is_lucky() { CellTone::Good } else { CellTone::Bad };
        let cells = vec![
            TablePaneCell::number(roll.no.to_string()).muted(),
            TablePaneCell::text(state.name(roll.side)),
            TablePaneCell::text(rank_briefly(roll)).with_tone(tone),
            TablePaneCell::text(order).muted(),
        ];
        TablePaneRow::new(cells).linked_to(RowLink::Entry(roll.no))
    };
    let mut rows: Vec<TablePaneRow> = luck.extremes(EXTREMES).iter().map(row).collect();
    let generals = generals_under_fire(luck, state, EXTREMES);
    rows.extend((!generals.is_empty()).then(|| TablePaneRow::text("Generals under fire", CellTone::Title)));
    let general = |(no, text): (EntryNo, String)| {
        let cells = vec![TablePaneCell::number(no.to_string()).muted(), TablePaneCell::text(text)];
        TablePaneRow::new(cells).linked_to(RowLink::Entry(no))
    };
    rows.extend(generals.into_iter().map(general));
    rows
}

fn rank_briefly(roll: &Extreme) -> String {
    let rank = roll.rank();
    if roll.is_lucky() {
        format!("better than {}", of_100(rank.worse))
    } else {
        format!("worse than {}", of_100(rank.better))
    }
}

fn turning_point_rows(state: &State, swings: &[BattleTimeline]) -> Vec<TablePaneRow> {
    let mut rows = Vec::new();
    for swing in swings {
        let points = swing.turning_points(TURNING_POINTS);
        if points.is_empty() {
            continue;
        }
        if swings.len() > 1 {
            rows.push(TablePaneRow::text(state.name(swing.battle), CellTone::Title));
        }
        let names: Vec<String> = swing.sides.iter().map(|side| state.name(*side)).collect();
        for point in points {
            let cells = vec![
                TablePaneCell::number(point.no.to_string()).muted(),
                TablePaneCell::text(format!("turn {}", point.turn)),
                TablePaneCell::text(point.cost_in_brief(&names, swing.measure)),
            ];
            rows.push(TablePaneRow::new(cells).linked_to(RowLink::Entry(point.no)));
        }
    }
    rows
}

/// The faces in a row: those of a d6, which fit half of a screen even if each came up a thousand times.
const FACES_IN_ROW: usize = 6;

fn dice_rows(state: &State, luck: &Luck) -> Vec<TablePaneRow> {
    let rows = |faces: &Faces| {
        let whose = match (faces.source, faces.side) {
            (DieSource::Program, _) => "the program".into(),
            (DieSource::Table, Some(side)) => format!("table: {}", state.name(side)),
            (DieSource::Table, None) => "table: no side".into(),
            (DieSource::Seen, Some(side)) => format!("seen: {}", state.name(side)),
            (DieSource::Seen, None) => "seen: no side".into(),
        };
        let uneven = faces.fairness().is_some_and(|p| p < 0.01);
        let each: Vec<String> = faces.counts.iter().enumerate().map(|(at, n)| format!("{}: {n}", at + 1)).collect();
        // The figures come before the name, which may be cut.
        let counts = each.chunks(FACES_IN_ROW).enumerate().map(|(row, counts)| {
            let [die, whose] =
                [faces.die.to_string(), whose.clone()].map(|text| if row == 0 { text } else { String::new() });
            let cells =
                [TablePaneCell::text(die), TablePaneCell::number(counts.join("  ")), TablePaneCell::text(whose)];
            TablePaneRow::new(cells.into())
        });
        let judged = format!("{}: {}", text::count(faces.dice() as usize, "die", "dice"), unevenness(faces));
        let tone = if uneven { CellTone::Bad } else { CellTone::Muted };
        counts.chain([TablePaneRow::text(judged, tone)]).collect::<Vec<_>>()
    };
    luck.faces.iter().flat_map(rows).collect()
}

fn explanation_rows(luck: &Luck) -> Vec<TablePaneRow> {
    let lines = MEANING_IN_BRIEF.iter().filter(|_| !luck.rolls.is_empty());
    lines.map(|line| TablePaneRow::text((*line).to_string(), CellTone::Muted)).collect()
}

fn left_out_rows(luck: &Luck) -> Vec<TablePaneRow> {
    let row = |(why, rolls): (&UnweighedReason, &usize)| {
        TablePaneRow::new(vec![TablePaneCell::number(rolls.to_string()), TablePaneCell::text(why.reason())])
    };
    let undone =
        TablePaneRow::text(undone_text(luck.undone), if luck.undone > 0 { CellTone::Bad } else { CellTone::Muted });
    luck.left_out.iter().map(row).chain([undone]).collect()
}
