//! The Luck screen: each side's rolls compared with their expectation, the luckiest and unluckiest rolls, the turning
//! points, and the faces that came up. The rolls are weighed in the background, and the user can cancel that.

use super::ScreenName;
use crate::{
    borders,
    command::{Availability, require},
    command_id::GroupId,
    component::{
        Action, Actions, Command, Commands, Component, DrawContext, Event, Keys, Opened, Screen, above_dock,
        above_said, always, effect,
    },
    effect::Effect,
    inquiry::Inquiry,
    ledger::{self, Ledger, LedgerPart},
    lists::ListRows,
    motion::Motion,
    notice::Notice,
    odds_worker::{OddsJob, OddsResult},
    session::Session,
    session_odds::Asked,
    shared_commands as shared,
};
use ratatui::{Frame, layout::Rect};
use wardiary_base::{
    id::{BattleId, SideId, UnitId},
    text,
};
use wardiary_diary::diary::EntryNo;
use wardiary_odds::odds::weigh::{Counted, RollKind, Tally};
use wardiary_report::{
    battle_timeline::BattleTimeline,
    luck::{
        DieSource, Extreme, FEWEST, Faces, LeftOut, Luck, MechanismLuck, Scope, SideLuck,
        words::{BRIEFLY, of_100, shown, signed, undone_in_words, unevenness},
    },
};
use wardiary_rules::{
    order::Order,
    state::{EntityKind, State},
};
use wardiary_view::{
    layout::Border,
    ledger::{LedgerCell, LedgerItem, LedgerRow, LedgerTone},
};

const COMMANDS: &[&[Command<LuckScreen, Session>]] = &[
    &commands! {
        LuckChoose, "choose", "to the entry that is chosen, on the Review screen; to the unit’s record; to the battle alone", |screen, _| require(screen.ledger.chosen().is_some(), "nothing is chosen"), choose;
        LuckBattle, "battle", "the rolls of the next battle alone, and after the last those of all", |_, session| require(!session.diary().state().battles().is_empty(), "no battle is fought yet"), |screen, session| screen.next_battle(session);
        LuckAll, "all throws", "every throw once, those on ways not taken too; or only those on the way taken", always, |screen, _| screen.toggle_all();
        LuckStop, "break off", "break the weighing off", is_busy, stop;
        LuckAgain, "weigh", "weigh the rolls after all", is_stopped, |screen, _| screen.inquiry.outdated();
        LuckNext, "pane", "to the next pane", always, |screen, _| screen.ledger.lists.turn_focus(1);
        LuckPrevious, "", "to the pane before", always, |screen, _| screen.ledger.lists.turn_focus(-1);
        LuckFind => shared::find();
        LuckFindNext => shared::find_next();
    },
    &shared::screen_commands::<LuckScreen>(),
    &shared::jumps::<LuckScreen>(),
    &motions!(LuckUp, LuckDown, LuckPageUp, LuckPageDown, LuckTop, LuckBottom),
    &borders::commands::<LuckScreen>(ids![LuckZoom, LuckWider, LuckNarrower, LuckTaller, LuckShorter, LuckPanesReset,]),
    &commands! {
        LuckLookAs => shared::look_as();
        LuckMouse => shared::mouse();
        LuckTheme => shared::theme();
        LuckCopy => shared::copy();
        LuckHelp => shared::help();
        LuckClose, "back", "back one step: the weighing, a zoomed pane, the battle alone, the screen", always, back;
        LuckSuspend => shared::suspend();
        LuckQuit => shared::quit().labelled("");
    },
];

fn is_busy(_: &LuckScreen, session: &Session) -> Availability {
    require(session.odds.is_busy(), "nothing is being weighed")
}

fn is_stopped(screen: &LuckScreen, _: &Session) -> Availability {
    require(screen.inquiry.is_stopped(), "all rolls are weighed")
}

/// Opens the target of the selected row.
fn choose(screen: &mut LuckScreen, session: &mut Session) -> Actions<Session> {
    match screen.ledger.chosen() {
        Some(LedgerItem::Entry(no)) => {
            session.look_at(no);
            effect(Effect::Show(ScreenName::Review, None))
        }
        Some(LedgerItem::Unit(unit)) => effect(Effect::GoTo(ScreenName::Service, unit.into())),
        Some(LedgerItem::Battle(battle)) => {
            screen.only(Some(battle));
            Vec::new()
        }
        None => Vec::new(),
    }
}

fn stop(screen: &mut LuckScreen, session: &mut Session) {
    session.odds.stop();
    screen.inquiry.stop();
    session.say(Notice::good("broken off before all rolls were weighed"));
}

/// Goes back one step: cancels the weighing, leaves a zoomed pane, shows all battles again, or closes the screen.
fn back(screen: &mut LuckScreen, session: &mut Session) -> Actions<Session> {
    if session.odds.is_busy() {
        stop(screen, session);
        return Vec::new();
    }
    if std::mem::take(&mut session.panes.zoomed) {
        return effect(Effect::KeepPanes);
    }
    if screen.scope.battle.is_some() {
        screen.only(None);
        return Vec::new();
    }
    vec![Action::Leave]
}

impl LuckScreen {
    /// The area of the panes.
    fn panes_in(&self, area: Rect, session: &Session) -> Rect {
        ledger::under_header(above_said(self, area, session))
    }
}

impl Commands<Session> for LuckScreen {
    const KEYS: &'static [Keys<Self, Session>] =
        &[Keys { group: GroupId::Luck, heading: Some("On the Luck screen"), commands: COMMANDS }];

    fn go(&mut self, motion: Motion, _: &mut Session) {
        self.ledger.lists.go(motion);
    }
}

impl Component<Session> for LuckScreen {
    fn draw(&self, frame: &mut Frame, area: Rect, session: &Session, canvas: DrawContext) {
        let DrawContext { look, focused, docked } = canvas;
        let whole = above_dock(self, area, session, docked);
        frame.render_widget(&session.header(look), Rect { height: whole.height.min(1), ..whole });
        self.ledger.draw(frame, (ledger::under_header(whole), &session.panes), look, focused);
    }

    fn event(&mut self, event: Event, session: &mut Session) -> Option<Actions<Session>> {
        match event {
            Event::Changed(_) => self.inquiry.outdated(),
            Event::Odds { result, .. } => self.take_result(result),
            event => {
                if let Some(steps) = borders::event(&event, session) {
                    return Some(steps);
                }
                let area = event.pointed().map_or(Rect::ZERO, |area| {
                    session.begin();
                    self.panes_in(area, session)
                });
                let is_accepted = self.ledger.event(&event, area, &mut session.panes)?;
                return Some(if is_accepted { choose(self, session) } else { Vec::new() });
            }
        }
        Some(Vec::new())
    }

    fn list<'a>(&'a self, at: Option<usize>, _: &'a Session) -> Option<ListRows<'a>> {
        self.ledger.lists.searched(at)
    }

    fn list_place(&self, area: Rect, session: &Session) -> Rect {
        self.ledger.list_place(self.panes_in(area, session), &session.panes)
    }

    fn asked(&self, session: &Session) -> Option<Asked> {
        Some(self.inquiry.wants(self.about(session)))
    }

    fn jobs(&mut self, session: &Session) -> Vec<OddsJob> {
        self.inquiry.ask(self.about(session));
        vec![OddsJob::Luck(Box::new(session.diary().clone()), self.scope)]
    }
}

impl Screen<Session> for LuckScreen {
    fn standing(&self, session: &Session) -> Option<String> {
        if session.odds.is_busy() {
            return Some(format!("the rolls are being weighed: {} % (Esc breaks it off)", session.odds.progress()));
        }
        if self.inquiry.is_stopped() {
            return Some("broken off before all rolls were weighed".into());
        }
        let Some((about, found)) = self.inquiry.found() else { return Some(String::new()) };
        let rolls = text::count(found.0.all_rolls(), "roll", "rolls");
        let state = session.diary().state();
        let of = match about.2 {
            Scope { battle: Some(battle), all: false, .. } => format!("in {}", state.name(battle)),
            Scope { battle: Some(battle), all: true, .. } => format!("in {}, on all branches", state.name(battle)),
            Scope { all: true, .. } => "on all branches".into(),
            _ => format!("on the way to entry {}", about.0),
        };
        let looked_at = session.reviewed().map_or_else(String::new, |no| {
            format!("; that is the whole of it, and not only up to entry {no}, which is looked at")
        });
        Some(text::sanitize(&format!("{rolls} {of}, {} weighed{looked_at}", found.0.rolls.len())))
    }

    fn prepare(&mut self, area: Rect, session: &mut Session) {
        self.make_rows(session, area);
        let area = self.panes_in(area, session);
        self.ledger.bring_into_sight(area, &mut session.panes);
    }
}

impl Opened for LuckScreen {
    const NAME: ScreenName = ScreenName::Luck;

    fn open(_: &Session, _: Option<Order>) -> Self {
        Self::new()
    }
}

/// The scope of a request: the head of the diary, its next entry number, and which rolls count.
type About = (EntryNo, EntryNo, Scope);

/// The results: the luck, and the timeline of each battle.
type Found = (Luck, Vec<BattleTimeline>);

pub(crate) struct LuckScreen {
    pub(super) ledger: Ledger<LuckPart>,
    scope: Scope,
    /// The background request that weighs the rolls.
    pub(super) inquiry: Inquiry<About, Box<Found>>,
    /// Whether the rows show the current results.
    made: bool,
    /// Whether the rows have room for the explanation of luck.
    roomy: bool,
}

impl LuckScreen {
    pub(super) fn new() -> Self {
        Self {
            ledger: Ledger::new(LuckPart::Sides),
            scope: Scope::default(),
            inquiry: Inquiry::new(),
            made: false,
            roomy: true,
        }
    }

    fn about(&self, session: &Session) -> About {
        let diary = session.diary();
        (diary.head(), diary.next_no(), self.scope)
    }

    /// Restricts the view to the rolls of a battle, or lifts the restriction.
    pub(super) fn only(&mut self, battle: Option<BattleId>) {
        self.scope.battle = battle;
        self.inquiry.outdated();
    }

    /// Restricts the view to the next battle; after the last, shows all.
    pub(super) fn next_battle(&mut self, session: &Session) {
        let state = session.diary().state();
        let battles: Vec<BattleId> = state.battles().iter().map(|battle| battle.id).collect();
        let next = match self.scope.battle {
            None => 0,
            Some(battle) => battles.iter().position(|other| *other == battle).map_or(battles.len(), |at| at + 1),
        };
        self.only(battles.get(next).copied());
    }

    /// Switches between every roll and those on the current path.
    pub(super) fn toggle_all(&mut self) {
        self.scope.all = !self.scope.all;
        self.inquiry.outdated();
    }

    pub(super) fn take_result(&mut self, result: OddsResult) {
        if let OddsResult::Luck(found) = result {
            self.inquiry.answer(found);
            self.made = false;
        }
    }

    /// Makes the rows from the results, with the explanation of luck if there is room.
    pub(super) fn make_rows(&mut self, session: &Session, area: Rect) {
        let roomy = Ledger::<LuckPart>::has_room(area);
        self.made &= std::mem::replace(&mut self.roomy, roomy) == roomy;
        let Some((about, found)) = self.inquiry.found().filter(|_| !self.made) else { return };
        let (luck, swings) = &**found;
        let mut panes = panes(session, luck, swings, &about.2);
        panes.retain(|(part, ..)| roomy || *part != LuckPart::Meaning);
        self.ledger.show(panes);
        self.made = true;
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LuckPart {
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
    let state = session.diary().state();
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
    let (diary, state) = (session.diary(), session.diary().state());
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
