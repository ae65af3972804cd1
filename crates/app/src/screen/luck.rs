//! The Luck screen: each side's rolls compared with their expectation, the luckiest and unluckiest rolls, the turning
//! points, and the faces that came up. The rolls are weighed in the background, and the user can cancel that.

use super::ScreenName;
use crate::{
    background_request::BackgroundRequest,
    borders,
    command::{Availability, require},
    command_id::GroupId,
    component::{
        Action, Actions, Command, CommandMode, Commands, Component, Event, RenderOptions, Screen, SessionScreen,
        above_dock, above_status, always, effect,
    },
    effect::Effect,
    lists::ListRows,
    motion::Motion,
    notice::Notice,
    odds_worker::{OddsJob, OddsResult},
    session::Session,
    session_odds::OddsRequest,
    shared_commands as shared,
    table_panes::{self, PaneId, TablePanes},
};
use ratatui::{Frame, layout::Rect};
use wardiary_base::{
    id::{BattleId, SideId, UnitId},
    text,
};
use wardiary_diary::diary::EntryNo;
use wardiary_odds::odds::assessment::{ActualAndExpected, Quantity, RollKind};
use wardiary_report::{
    battle_timeline::BattleTimeline,
    luck::{
        DieSource, Extreme, Faces, LeftOut, Luck, MIN_ROLLS, MechanismLuck, Scope, SideLuck,
        words::{MEANING_IN_BRIEF, face_counts, of_100, signed, undone_text, unevenness},
    },
};
use wardiary_rules::{
    order::Order,
    state::{EntityKind, State},
};
use wardiary_view::{
    layout::Border,
    table_pane::{CellTone, RowLink, TablePaneCell, TablePaneRow},
};

const COMMANDS: &[&[Command<LuckScreen, Session>]] = &[
    &commands! {
        LuckChoose, "choose", "to the entry that is chosen, on the Review screen; to the unit’s record; to the battle alone", |screen, _| require(screen.ledger.selected_item().is_some(), "nothing is chosen"), open_selection;
        LuckBattle, "battle", "the rolls of the next battle alone, and after the last those of all", |_, session| require(!session.diary().state().battles().is_empty(), "no battle is fought yet"), |screen, session| screen.next_battle(session);
        LuckAll, "all throws", "every throw once, those on ways not taken too; or only those on the way taken", always, |screen, _| screen.toggle_all();
        LuckStop, "break off", "break the weighing off", is_busy, cancel_request;
        LuckAgain, "weigh", "weigh the rolls after all", is_stopped, |screen, _| screen.inquiry.invalidate();
        LuckNext, "pane", "to the next pane", always, |screen, _| screen.ledger.lists.cycle_focus(1);
        LuckPrevious, "", "to the pane before", always, |screen, _| screen.ledger.lists.cycle_focus(-1);
        LuckFind => shared::find();
        LuckFindNext => shared::find_next();
    },
    &shared::screen_commands::<LuckScreen>(),
    &shared::jumps::<LuckScreen>(),
    &motions!(LuckUp, LuckDown, LuckPageUp, LuckPageDown, LuckTop, LuckBottom),
    &borders::resize_commands::<LuckScreen>(ids![
        LuckZoom,
        LuckWider,
        LuckNarrower,
        LuckTaller,
        LuckShorter,
        LuckPanesReset,
    ]),
    &commands! {
        LuckLookAs => shared::look_as();
        LuckMouse => shared::mouse();
        LuckTheme => shared::theme();
        LuckCopy => shared::copy();
        LuckHelp => shared::help();
        LuckClose, "back", "back one step: the weighing, a zoomed pane, the battle alone, the screen", always, back;
        LuckSuspend => shared::suspend();
        LuckQuit => shared::quit().with_label("");
    },
];

fn is_busy(_: &LuckScreen, session: &Session) -> Availability {
    require(session.odds.is_busy(), "nothing is being weighed")
}

fn is_stopped(screen: &LuckScreen, _: &Session) -> Availability {
    require(screen.inquiry.is_stopped(), "all rolls are weighed")
}

/// Opens the target of the selected row.
fn open_selection(screen: &mut LuckScreen, session: &mut Session) -> Actions<Session> {
    match screen.ledger.selected_item() {
        Some(RowLink::Entry(no)) => {
            session.view_entry(no);
            effect(Effect::Show(ScreenName::Review, None))
        }
        Some(RowLink::Unit(unit)) => effect(Effect::GoTo(ScreenName::Service, unit.into())),
        Some(RowLink::Battle(battle)) => {
            screen.restrict_to(Some(battle));
            Vec::new()
        }
        None => Vec::new(),
    }
}

fn cancel_request(screen: &mut LuckScreen, session: &mut Session) {
    session.odds.stop();
    screen.inquiry.stop();
    session.say(Notice::good("broken off before all rolls were weighed"));
}

/// Goes back one step: cancels the weighing, leaves a zoomed pane, shows all battles again, or closes the screen.
fn back(screen: &mut LuckScreen, session: &mut Session) -> Actions<Session> {
    if session.odds.is_busy() {
        cancel_request(screen, session);
        return Vec::new();
    }
    if std::mem::take(&mut session.panes.zoomed) {
        return effect(Effect::SavePanes);
    }
    if screen.scope.battle.is_some() {
        screen.restrict_to(None);
        return Vec::new();
    }
    vec![Action::LeaveScreen]
}

impl LuckScreen {
    /// The area of the panes.
    fn panes_area(&self, area: Rect, session: &Session) -> Rect {
        table_panes::below_header(above_status(self, area, session))
    }
}

impl Commands<Session> for LuckScreen {
    const MODES: &'static [CommandMode<Self, Session>] =
        &[CommandMode { group: GroupId::Luck, heading: Some("On the Luck screen"), commands: COMMANDS }];

    fn apply_motion(&mut self, motion: Motion, _: &mut Session) {
        self.ledger.lists.apply_motion(motion);
    }
}

impl Component<Session> for LuckScreen {
    fn draw(&self, frame: &mut Frame, area: Rect, session: &Session, canvas: RenderOptions) {
        let RenderOptions { look, focused, docked } = canvas;
        let whole = above_dock(self, area, session, docked);
        frame.render_widget(&session.header(look), Rect { height: whole.height.min(1), ..whole });
        self.ledger.draw(frame, (table_panes::below_header(whole), &session.panes), look, focused);
    }

    fn event(&mut self, event: Event, session: &mut Session) -> Option<Actions<Session>> {
        match event {
            Event::Changed(_) => self.inquiry.invalidate(),
            Event::Odds { result, .. } => self.take_result(result),
            event => {
                if let Some(steps) = borders::event(&event, session) {
                    return Some(steps);
                }
                let area = event.pointer_area().map_or(Rect::ZERO, |area| {
                    session.clear_notice();
                    self.panes_area(area, session)
                });
                let is_accepted = self.ledger.event(&event, area, &mut session.panes)?;
                return Some(if is_accepted { open_selection(self, session) } else { Vec::new() });
            }
        }
        Some(Vec::new())
    }

    fn list<'a>(&'a self, at: Option<usize>, _: &'a Session) -> Option<ListRows<'a>> {
        self.ledger.lists.searched(at)
    }

    fn list_area(&self, area: Rect, session: &Session) -> Rect {
        self.ledger.list_area(self.panes_area(area, session), &session.panes)
    }

    fn odds_request(&self, session: &Session) -> Option<OddsRequest> {
        Some(self.inquiry.odds_request(self.request_key(session)))
    }

    fn odds_jobs(&mut self, session: &Session) -> Vec<OddsJob> {
        self.inquiry.start(self.request_key(session));
        vec![OddsJob::Luck(Box::new(session.diary().clone()), self.scope)]
    }
}

impl Screen<Session> for LuckScreen {
    fn status(&self, session: &Session) -> Option<String> {
        if session.odds.is_busy() {
            return Some(format!("the rolls are being weighed: {} % (Esc breaks it off)", session.odds.progress()));
        }
        if self.inquiry.is_stopped() {
            return Some("broken off before all rolls were weighed".into());
        }
        let Some((about, found)) = self.inquiry.latest_answer() else { return Some(String::new()) };
        let rolls = text::count(found.0.all_rolls(), "roll", "rolls");
        let state = session.diary().state();
        let of = match about.2 {
            Scope { battle: Some(battle), all_branches: false, .. } => format!("in {}", state.name(battle)),
            Scope { battle: Some(battle), all_branches: true, .. } => {
                format!("in {}, on all branches", state.name(battle))
            }
            Scope { all_branches: true, .. } => "on all branches".into(),
            _ => format!("on the way to entry {}", about.0),
        };
        let looked_at = session.reviewed().map_or_else(String::new, |no| {
            format!("; that is the whole of it, and not only up to entry {no}, which is looked at")
        });
        Some(text::sanitize(&format!("{rolls} {of}, {} weighed{looked_at}", found.0.rolls.len())))
    }

    fn prepare(&mut self, area: Rect, session: &mut Session) {
        self.update_rows(session, area);
        let area = self.panes_area(area, session);
        self.ledger.scroll_to_selection(area, &mut session.panes);
    }
}

impl SessionScreen for LuckScreen {
    const NAME: ScreenName = ScreenName::Luck;

    fn open(_: &Session, _: Option<Order>) -> Self {
        Self::new()
    }
}

/// The scope of a request: the head of the diary, its next entry number, and which rolls count.
type LuckRequestKey = (EntryNo, EntryNo, Scope);

/// The results: the luck, and the timeline of each battle.
type LuckResults = (Luck, Vec<BattleTimeline>);

pub(crate) struct LuckScreen {
    pub(super) ledger: TablePanes<LuckPaneId>,
    scope: Scope,
    /// The background request that weighs the rolls.
    pub(super) inquiry: BackgroundRequest<LuckRequestKey, Box<LuckResults>>,
    /// Whether the rows show the current results.
    made: bool,
    /// Whether the rows have room for the explanation of luck.
    roomy: bool,
}

impl LuckScreen {
    pub(super) fn new() -> Self {
        Self {
            ledger: TablePanes::new(LuckPaneId::Sides),
            scope: Scope::default(),
            inquiry: BackgroundRequest::new(),
            made: false,
            roomy: true,
        }
    }

    fn request_key(&self, session: &Session) -> LuckRequestKey {
        let diary = session.diary();
        (diary.head(), diary.next_no(), self.scope)
    }

    /// Restricts the view to the rolls of a battle, or lifts the restriction.
    pub(super) fn restrict_to(&mut self, battle: Option<BattleId>) {
        self.scope.battle = battle;
        self.inquiry.invalidate();
    }

    /// Restricts the view to the next battle; after the last, shows all.
    pub(super) fn next_battle(&mut self, session: &Session) {
        let state = session.diary().state();
        let battles: Vec<BattleId> = state.battles().iter().map(|battle| battle.id).collect();
        let next = match self.scope.battle {
            None => 0,
            Some(battle) => battles.iter().position(|other| *other == battle).map_or(battles.len(), |at| at + 1),
        };
        self.restrict_to(battles.get(next).copied());
    }

    /// Switches between every roll and those on the current path.
    pub(super) fn toggle_all(&mut self) {
        self.scope.all_branches = !self.scope.all_branches;
        self.inquiry.invalidate();
    }

    pub(super) fn take_result(&mut self, result: OddsResult) {
        if let OddsResult::Luck(found) = result {
            self.inquiry.set_answer(found);
            self.made = false;
        }
    }

    /// Makes the rows from the results, with the explanation of luck if there is room.
    pub(super) fn update_rows(&mut self, session: &Session, area: Rect) {
        let roomy = TablePanes::<LuckPaneId>::fits_two_columns(area);
        self.made &= std::mem::replace(&mut self.roomy, roomy) == roomy;
        let Some((about, found)) = self.inquiry.latest_answer().filter(|_| !self.made) else { return };
        let (luck, swings) = &**found;
        let mut panes = panes(session, luck, swings, &about.2);
        panes.retain(|(part, ..)| roomy || *part != LuckPaneId::Explanation);
        self.ledger.set_panes(panes);
        self.made = true;
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
    /// The faces that came up.
    Dice,
    LeftOut,
    Explanation,
}

impl PaneId for LuckPaneId {
    const COLUMN_BORDER: Border = Border::LuckColumns;
    const SHOWS_DETAILS: bool = false;

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

/// A pane: its part, its title and its rows.
type Pane = (LuckPaneId, String, Vec<TablePaneRow>);

pub(super) fn panes(session: &Session, luck: &Luck, swings: &[BattleTimeline], scope: &Scope) -> Vec<Pane> {
    let state = session.diary().state();
    let battles = if scope.battle.is_none() { battle_rows(state, luck) } else { Vec::new() };
    vec![
        (LuckPaneId::Sides, "Luck of the sides".into(), side_rows(state, luck)),
        (LuckPaneId::Battles, "By battle".into(), battles),
        (LuckPaneId::Units, "By unit".into(), unit_rows(state, luck)),
        (LuckPaneId::Rolls, "The luckiest and the unluckiest rolls".into(), roll_rows(session, luck)),
        (
            LuckPaneId::TurningPoints,
            "Turning points: whose lead on the way rose most".into(),
            turning_point_rows(state, swings),
        ),
        (LuckPaneId::Dice, "What the dice showed".into(), dice_rows(state, luck)),
        (LuckPaneId::LeftOut, "Not weighed, and undone".into(), left_out_rows(luck)),
        (LuckPaneId::Explanation, "What luck is".into(), explanation_rows(luck)),
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

/// One row for each count of a mechanism.
fn mechanism_rows(found: &MechanismLuck) -> Vec<TablePaneRow> {
    let rolls = rolls_briefly(found.kind, found.rolls);
    let row = |(at, (counted, sum)): (usize, &(_, ActualAndExpected))| {
        let first = if at == 0 { rolls.clone() } else { String::new() };
        row(first, counted_briefly(*counted), tally_cells(*sum, *counted != Quantity::Suffered))
    };
    found.counts.iter().enumerate().map(row).collect()
}

/// The column heads of a tally.
fn tally_heads() -> [TablePaneCell; 3] {
    ["came", "expected", "beyond"].map(|head| TablePaneCell::number(head).muted())
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
    let Some(luck) = found.luck else { return vec![TablePaneCell::text("no luck to speak of").muted()] };
    let message = match found.percentile {
        Some(percentile) => format!("luckier than {} with fair dice", of_100(percentile / 100.0)),
        None => format!("no percentile below {MIN_ROLLS} rolls"),
    };
    vec![TablePaneCell::scale(luck), TablePaneCell::number(signed(luck)), TablePaneCell::text(message).muted()]
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
        rows.push(TablePaneRow::new(verdict_cells(&found)));
        rows.push(TablePaneRow::new(
            [TablePaneCell::text(""), TablePaneCell::text("")].into_iter().chain(tally_heads()).collect(),
        ));
        rows.extend(found.mechanisms.iter().flat_map(mechanism_rows));
        if found.strength_rolls > 0 && (found.taken.expected > 0.0 || found.lost.expected > 0.0) {
            let of = match found.strength_rolls {
                n if n == found.rolls => String::new(),
                n => text::count(n, "roll", "rolls"),
            };
            rows.push(row(of, "SP taken", tally_cells(found.taken, true)));
            rows.push(row(String::new(), "SP lost", tally_cells(found.lost, false)));
            let gave = format!("luck gave {} SP in the rolls as made", signed(found.strength_gained()));
            rows.push(TablePaneRow::text(gave, CellTone::Muted));
        }
    }
    if rows.is_empty() {
        return vec![TablePaneRow::text("no roll was weighed: dice have no luck yet", CellTone::Muted)];
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
        let message = found.percentile.map_or_else(String::new, |p| format!("luckier than {}", of_100(p / 100.0)));
        let cells = cells.chain([TablePaneCell::text(message).muted()]);
        (found.rolls > 0).then(|| TablePaneRow::new(cells.collect()).linked_to(RowLink::Battle(battle)))
    };
    battles.iter().flat_map(|battle| luck.sides().into_iter().filter_map(move |side| row(*battle, side))).collect()
}

fn unit_rows(state: &State, luck: &Luck) -> Vec<TablePaneRow> {
    let mut rows = Vec::new();
    for unit in luck.unit_luck(None) {
        let name = state.name(unit.who);
        let mut own: Vec<TablePaneRow> = unit.mechanisms.iter().flat_map(mechanism_rows).collect();
        if unit.strength_rolls > 0 && (unit.lost.expected > 0.0 || unit.lost.actual > 0) {
            own.push(row(
                text::count(unit.strength_rolls, "phase", "phases"),
                "SP lost",
                tally_cells(unit.lost, false),
            ));
        }
        let is_unit = state.kind(unit.who) == Some(EntityKind::Unit);
        for (at, mut row) in own.into_iter().enumerate() {
            row.cells.insert(0, TablePaneCell::text(if at == 0 { name.clone() } else { String::new() }));
            rows.push(if is_unit { row.linked_to(RowLink::Unit(UnitId(unit.who.0))) } else { row });
        }
    }
    if !rows.is_empty() {
        let names = ["", "", ""].map(TablePaneCell::text);
        rows.insert(0, TablePaneRow::new(names.into_iter().chain(tally_heads()).collect()));
    }
    rows
}

fn roll_rows(session: &Session, luck: &Luck) -> Vec<TablePaneRow> {
    let (diary, state) = (session.diary(), session.diary().state());
    let row = |roll: &Extreme| {
        let order = diary.headline(roll.no).unwrap_or_default();
        let cells = vec![
            TablePaneCell::number(roll.no.to_string()).muted(),
            TablePaneCell::text(state.name(roll.side)),
            TablePaneCell::text(rank_briefly(roll)).with_tone(if roll.is_lucky() {
                CellTone::Good
            } else {
                CellTone::Bad
            }),
            TablePaneCell::text(order).muted(),
        ];
        TablePaneRow::new(cells).linked_to(RowLink::Entry(roll.no))
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

fn dice_rows(state: &State, luck: &Luck) -> Vec<TablePaneRow> {
    let rows = |faces: &Faces| {
        let whose = match (faces.source, faces.side) {
            (DieSource::Program, _) => "the program’s".into(),
            (DieSource::Table, Some(side)) => format!("table: {}", state.name(side)),
            (DieSource::Table, None) => "table: nobody’s".into(),
            (DieSource::Seen, Some(side)) => format!("seen: {}", state.name(side)),
            (DieSource::Seen, None) => "seen: nobody’s".into(),
        };
        let uneven = faces.fairness().is_some_and(|p| p < 0.01);
        let cells = [faces.die.to_string(), whose, face_counts(faces)].map(TablePaneCell::text);
        let judged = format!("{}: {}", text::count(faces.dice() as usize, "die", "dice"), unevenness(faces));
        let tone = if uneven { CellTone::Bad } else { CellTone::Muted };
        [TablePaneRow::new(cells.to_vec()), TablePaneRow::text(judged, tone)]
    };
    luck.faces.iter().flat_map(rows).collect()
}

/// The explanation of luck, if any roll was weighed.
fn explanation_rows(luck: &Luck) -> Vec<TablePaneRow> {
    let lines = MEANING_IN_BRIEF.iter().filter(|_| !luck.rolls.is_empty());
    lines.map(|line| TablePaneRow::text((*line).to_string(), CellTone::Muted)).collect()
}

fn left_out_rows(luck: &Luck) -> Vec<TablePaneRow> {
    let row = |(why, rolls): (&LeftOut, &usize)| {
        TablePaneRow::new(vec![TablePaneCell::number(rolls.to_string()), TablePaneCell::text(why.reason())])
    };
    let undone =
        TablePaneRow::text(undone_text(luck.undone), if luck.undone > 0 { CellTone::Bad } else { CellTone::Muted });
    luck.left_out.iter().map(row).chain([undone]).collect()
}
