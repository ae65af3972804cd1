//! The overlay after a battle ends or a side is exhausted: the result, the losses, the best and the worst roll, and the
//! next steps.

use crate::{
    command_id::GroupId,
    component::{
        Action, Actions, Command, Commands, Component, DrawContext, Event, Keys, Overlay, above_footer, always,
    },
    effect::Effect,
    lists::List,
    motion::Motion,
    odds_worker::{OddsJob, OddsResult},
    screen::ScreenName,
    session::Session,
    session_odds::Asked,
};
use ratatui::{Frame, layout::Rect};
use std::collections::BTreeMap;
use wardiary_base::{
    id::{BattleId, SideId},
    text,
};
use wardiary_diary::diary::EntryNo;
use wardiary_report::{
    aftermath::{Aftermath, SideLosses, UnitLosses},
    luck::{Extreme, Luck, LuckRoll, Scope},
};
use wardiary_rules::{
    event::{self, BattleEnd},
    notation,
    state::{Battle, EntityKind, State},
};
use wardiary_view::{
    Glyphs, Look, Theme,
    aftermath::{AftermathPane, choice_at, columns, rows_seen},
    ledger::{LedgerCell, LedgerRow, LedgerTone},
    lines, measure,
};

pub(crate) struct AftermathOverlay {
    aftermath: Aftermath,
    title: String,
    /// The sentences of the battle's last entry.
    verdict: Vec<String>,
    losses: Vec<LedgerRow>,
    names: BTreeMap<SideId, String>,
    rolls: Rolls,
    next: List<Vec<(Next, LedgerRow)>>,
    /// The first visible row of the text.
    scroll: usize,
}

enum Rolls {
    /// The rolls have not been requested yet.
    ToWeigh,
    /// The rolls have been requested.
    Awaited,
    /// Descriptions of the best and the worst roll.
    Found(Vec<String>),
}

#[derive(Clone, Debug)]
enum Next {
    GoOn,
    ToBattle(BattleId),
    Show(ScreenName),
    Read(EntryNo),
    Begin(String),
    Undo,
}

const COMMANDS: &[&[Command<AftermathOverlay, Session>]] = &[
    &commands! {
        AfterAccept, "do it", "do what is chosen", always, AftermathOverlay::accept;
        AfterUndo, "undo", "take back what ended it", always, |_, _| vec![Action::Close, Action::Do(Effect::Undo(1))];
    },
    &motions!(
        AfterDown,
        AfterUp,
        AfterPageDown("", "on in what there is to say"),
        AfterPageUp("", "back in what there is to say"),
        AfterTop,
        AfterBottom
    ),
    &commands! { AfterClose, "back", "back to the table", always, |_, _| vec![Action::Close]; },
];

impl Commands<Session> for AftermathOverlay {
    const KEYS: &'static [Keys<Self, Session>] =
        &[Keys { group: GroupId::After, heading: Some("When a battle has ended"), commands: COMMANDS }];

    fn go(&mut self, motion: Motion, _: &mut Session) {
        match motion {
            // The content may be longer than the screen; drawing clamps the scroll offset.
            Motion::PageDown => self.scroll = self.scroll.saturating_add(PAGE),
            Motion::PageUp => self.scroll = self.scroll.saturating_sub(PAGE),
            _ => self.next.go(motion),
        }
    }
}

/// The width of the plain-text form.
const WIDE: u16 = 100;

/// The rows that a page key scrolls.
const PAGE: usize = 5;

impl AftermathOverlay {
    /// The aftermath of an entry that ended a battle or exhausted a side; `None` for other entries.
    pub fn of(session: &Session, no: EntryNo) -> Option<Self> {
        let diary = session.diary();
        let aftermath = Aftermath::of(diary, no)?;
        let step = diary.step(no)?;
        let state = diary.state();
        let name = state.name(aftermath.battle);
        let title = match aftermath.turn {
            None => format!("{name} is over"),
            Some(turn) => format!("{name}, turn {turn}: {}", exhausted(state, &step.entry.events)),
        };
        // The end comes first.
        let events = step.entry.events.iter().enumerate();
        let (ends, others): (Vec<_>, Vec<_>) = events
            .partition(|(_, event)| matches!(event, event::Event::BattleEnded { .. } | event::Event::Exhausted { .. }));
        let said = ends.iter().chain(&others).flat_map(|(at, _)| {
            let mut said = step.sentences_at(*at);
            // The diary tells what was left undone before the end; here the end comes first.
            let first = said.pop();
            said.splice(..0, first);
            said
        });
        let mut verdict: Vec<String> = said.map(|said| format!("{said}.")).collect();
        let is_open = |battle: &Battle| {
            battle.over == Some(BattleEnd::Called) && battle.decision.is_none() && battle.outcome.is_none()
        };
        if aftermath.turn.is_none() && state.battle(aftermath.battle).is_some_and(is_open) {
            let how = "nobody has said who won: `end battle won by …` would, or `end battle drawn`";
            verdict.push(format!("No verdict: {how}."));
        }
        let next = List::new(next_steps(session, &aftermath));
        let losses = losses(state, &aftermath);
        let names = aftermath.sides.iter().map(|side| (side.side, state.name(side.side))).collect();
        Some(Self { aftermath, title, verdict, losses, names, rolls: Rolls::ToWeigh, next, scroll: 0 })
    }

    fn scope(&self) -> Scope {
        Scope { battle: Some(self.aftermath.battle), ..Scope::default() }
    }

    /// All rows, wrapped to that many columns.
    fn rows(&self, columns: usize) -> Vec<LedgerRow> {
        let words = |said: &String, tone| {
            let lines = measure::wrap(said, columns.max(1));
            lines.into_iter().map(move |line| LedgerRow::words(line, tone)).collect::<Vec<_>>()
        };
        let mut rows: Vec<LedgerRow> = self.verdict.iter().flat_map(|said| words(said, LedgerTone::Plain)).collect();
        rows.push(LedgerRow::default());
        rows.extend(self.losses.iter().cloned());
        let told = match &self.rolls {
            Rolls::ToWeigh | Rolls::Awaited => vec!["The rolls are being weighed …".to_string()],
            Rolls::Found(told) => told.clone(),
        };
        if !told.is_empty() {
            rows.push(LedgerRow::default());
            rows.extend(told.iter().flat_map(|said| words(said, LedgerTone::Quiet)));
        }
        rows
    }

    /// Descriptions of the best and the worst roll.
    fn told_rolls(&self, luck: &Luck) -> Vec<String> {
        let turn = self.aftermath.turn;
        let within = |roll: &&LuckRoll| turn.is_none() || roll.battle.map(|(_, of)| of) == turn;
        let ranked = Luck { rolls: luck.rolls.iter().filter(within).cloned().collect(), ..Luck::default() }.ranked();
        let tell = |(what, roll): (&str, &Extreme)| {
            let whose = self.names.get(&roll.side).map_or("", String::as_str);
            format!("{what}: entry {}, {whose}, {}.", roll.no, roll.rank().in_words())
        };
        match &ranked[..] {
            [] => Vec::new(),
            [only] => vec![tell(("The only roll that can be weighed", only))],
            [best, .., worst] => [("Best roll", best), ("Worst roll", worst)].map(tell).into(),
        }
    }

    fn choices(&self) -> Vec<LedgerRow> {
        self.next.rows.iter().map(|(_, row)| row.clone()).collect()
    }

    fn accept(&mut self, session: &mut Session) -> Actions<Session> {
        let mut steps = vec![Action::Close];
        match self.next.chosen().map(|(next, _)| next.clone()) {
            Some(Next::ToBattle(battle)) => session.show_battle(battle),
            Some(Next::Show(screen)) => steps.push(Action::Do(Effect::Show(screen, None))),
            Some(Next::Read(no)) => {
                session.look_at(no);
                steps.push(Action::Do(Effect::Show(ScreenName::Review, None)));
            }
            Some(Next::Begin(words)) => steps.push(Action::Compose(words)),
            Some(Next::Undo) => steps.push(Action::Do(Effect::Undo(1))),
            // Over the map, the turn continues there.
            Some(Next::GoOn) if self.aftermath.turn.is_some() => {}
            Some(Next::GoOn) => {
                session.show_battle(self.aftermath.battle);
                steps.push(Action::Do(Effect::Show(ScreenName::Battle, None)));
            }
            None => {}
        }
        steps
    }
}

/// The sides that these events exhausted: `Russians exhausted`.
fn exhausted(state: &State, events: &[event::Event]) -> String {
    let side = |event: &event::Event| {
        if let event::Event::Exhausted { side, .. } = event { Some(state.name(*side)) } else { None }
    };
    let names: Vec<String> = events.iter().filter_map(side).collect();
    format!("{} exhausted", text::list(&names))
}

/// The entry with which the battle began, or the first entry in its turn. A battle that the campaign begins with starts
/// at the first entry of all.
fn first_entry(session: &Session, aftermath: &Aftermath) -> EntryNo {
    let diary = session.diary();
    let path = diary.path();
    let after = path.partition_point(|no| *no <= aftermath.since);
    if aftermath.turn.is_none() && aftermath.since > 0 {
        return aftermath.since;
    }
    let is_of = |no: &EntryNo| diary.step(*no).and_then(|step| step.battle()) == Some(aftermath.battle);
    path[after..].iter().copied().find(is_of).unwrap_or(aftermath.since)
}

/// The next steps, likeliest first.
fn next_steps(session: &Session, aftermath: &Aftermath) -> Vec<(Next, LedgerRow)> {
    let state = session.diary().state();
    let row = |next: Next, head: String, body: &str| {
        (next, LedgerRow::of(vec![LedgerCell::text(head), LedgerCell::text(body).quiet()]))
    };
    let mut steps = Vec::new();
    let begins = first_entry(session, aftermath);
    if aftermath.turn.is_some() {
        steps.push(row(Next::GoOn, "go on".into(), "at the table"));
        let battle = notation::reference(state, aftermath.battle.into(), &[EntityKind::Battle]);
        let order = format!("end battle in {battle} won by ");
        steps.push(row(Next::Begin(order), "end the battle".into(), "say who has won it"));
        steps.push(row(Next::Read(begins), "read the turn again".into(), "entry by entry, on the Review screen"));
    } else {
        let others = state.open_battles().map(|battle| battle.id);
        steps.extend(
            others.map(|id| row(Next::ToBattle(id), format!("to {}", state.name(id)), "which is still being fought")),
        );
        if state.time().is_some() {
            let body = "what is proposed between battles, what is due, who is in contact";
            steps.push(row(Next::Show(ScreenName::Campaign), "the campaign".into(), body));
        }
        steps.push(row(Next::GoOn, "back to the table".into(), "as the battle left it"));
        steps.push(row(Next::Read(begins), "read it again".into(), "from its beginning, on the Review screen"));
        steps.push(row(Next::Show(ScreenName::Service), "the records".into(), "what each unit did and suffered"));
        steps.push(row(Next::Show(ScreenName::Luck), "the luck".into(), "what the dice gave each side"));
        if state.time().is_none() && state.ended().is_none() {
            steps.push(row(Next::Begin("battle ".into()), "another battle".into(), "of the same campaign"));
        }
    }
    steps.push(row(Next::Undo, "undo".into(), "it was a mistake: one entry back"));
    steps
}

/// The losses of each side and each unit.
fn losses(state: &State, aftermath: &Aftermath) -> Vec<LedgerRow> {
    if !aftermath.has_losses() {
        return vec![LedgerRow::words("Nobody lost a Strength Point.", LedgerTone::Plain)];
    }
    let units = |side: &SideLosses| {
        let row = |lost: &UnitLosses| {
            let left = f64::from(lost.to)
                / f64::from(state.unit(lost.unit).map_or(lost.from, |unit| unit.strength.full).max(1));
            let (said, tone) = match lost.to {
                0 => ("eliminated".to_string(), LedgerTone::Bad),
                to => (format!("{to} SP left"), LedgerTone::Plain),
            };
            LedgerRow::of(vec![
                LedgerCell::text(format!("  {}", state.name(lost.unit))),
                LedgerCell::number(format!("lost {}", lost.from - lost.to)),
                LedgerCell::bar(left),
                LedgerCell::text(said).toned(tone),
            ])
        };
        side.units.iter().map(row).collect::<Vec<_>>()
    };
    let side = |side: &SideLosses| {
        let points = |n: u32| if n == 0 { "nothing".to_string() } else { format!("{n} SP") };
        let lost = match (side.way, aftermath.turn) {
            _ if !side.is_known => "lost ?".to_string(),
            (Some(way), Some(_)) => {
                format!("lost {} in this turn, {} of {} in the battle", points(side.lost), way.lost, way.initial)
            }
            (Some(way), None) => format!("lost {} of {} SP", way.lost, way.initial),
            (None, _) => format!("lost {}", points(side.lost)),
        };
        let way = side.way.filter(|way| way.is_known).map_or_else(String::new, |way| {
            format!(", Exhaustion Point {}{}", way.point, if side.exhausted { ": exhausted" } else { "" })
        });
        let head = format!("{}: {lost}{way}", state.name(side.side));
        let tone = if side.exhausted { LedgerTone::Bad } else { LedgerTone::Title };
        std::iter::once(LedgerRow::words(head, tone)).chain(units(side)).collect::<Vec<_>>()
    };
    aftermath.sides.iter().flat_map(side).collect()
}

impl Component<Session> for AftermathOverlay {
    fn draw(&self, frame: &mut Frame, area: Rect, _: &Session, canvas: DrawContext) {
        let (rows, choices) = (self.rows(columns(area)), self.choices());
        let most = rows.len().saturating_sub(rows_seen(area, rows.len(), choices.len()));
        let pane = AftermathPane {
            look: canvas.look,
            title: &self.title,
            rows: &rows,
            scroll: self.scroll.min(most),
            choices: &choices,
            selected: self.next.state.selected,
        };
        frame.render_widget(&pane, area);
    }

    /// A second click on a next step, or its number, takes it; the wheel scrolls the text.
    fn event(&mut self, event: Event, session: &mut Session) -> Option<Actions<Session>> {
        let is_accepted = match event {
            Event::Odds { result: OddsResult::Luck(found), .. } => {
                self.rolls = Rolls::Found(self.told_rolls(&found.0));
                return Some(Vec::new());
            }
            Event::Click(at, area) => {
                let area = above_footer(area);
                let row = choice_at(area, self.rows(columns(area)).len(), self.next.rows.len(), at)?;
                self.next.state.select(row)
            }
            Event::Wheel(_, area, motion) => {
                let area = above_footer(area);
                let rows = self.rows(columns(area)).len();
                let most = rows.saturating_sub(rows_seen(area, rows, self.next.rows.len()));
                self.scroll = motion.step(self.scroll.min(most), most + 1);
                return Some(Vec::new());
            }
            Event::Target(_) => return None,
            event => self.next.event(&event)?,
        };
        Some(if is_accepted { self.accept(session) } else { Vec::new() })
    }

    fn lines(&self, _: &Session) -> Option<Vec<String>> {
        let (theme, rows, choices) = (Theme::default(), self.rows(WIDE.into()), self.choices());
        let pane = AftermathPane {
            look: Look::new(&theme, &Glyphs::UNICODE),
            title: &self.title,
            rows: &rows,
            scroll: 0,
            choices: &choices,
            selected: usize::MAX,
        };
        let height = u16::try_from(rows.len() + choices.len() + 4).unwrap_or(u16::MAX);
        let mut lines = lines::drawn(&pane, (WIDE, height));
        // The next steps are the last rows.
        let first = lines.len().saturating_sub(choices.len());
        lines[first..].iter_mut().zip(1..).for_each(|(line, number)| *line = format!("{number}  {line}"));
        Some(lines)
    }

    fn asked(&self, _: &Session) -> Option<Asked> {
        Some(match self.rolls {
            Rolls::ToWeigh => Asked::Screen { changed: true },
            Rolls::Awaited => Asked::Screen { changed: false },
            Rolls::Found(_) => Asked::Nothing,
        })
    }

    fn jobs(&mut self, session: &Session) -> Vec<OddsJob> {
        self.rolls = Rolls::Awaited;
        vec![OddsJob::Luck(Box::new(session.diary().clone()), self.scope())]
    }
}

impl Overlay<Session> for AftermathOverlay {
    /// The user can continue without closing this overlay first.
    fn gives_way(&self) -> bool {
        true
    }
}
