//! The overlay after a battle ends or a side is exhausted: the result, the losses, the best and the worst roll, and the
//! next steps.

use crate::{
    command_id::GroupId,
    component::{
        Action, Actions, Command, CommandMode, Commands, Component, Event, Overlay, RenderOptions, above_footer, always,
    },
    effect::Effect,
    lists::List,
    motion::Motion,
    odds_worker::{OddsJob, OddsResult},
    screen::ScreenName,
    session::Session,
    session_odds::OddsRequest,
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
    report::verdict::{exhaustion_turns, verdict as verdict_of_facts},
};
use wardiary_rules::{
    event::{self, BattleEnd},
    notation,
    state::{Battle, EntityKind, State},
};
use wardiary_view::{
    Glyphs, Look, Theme,
    aftermath::{AftermathPane, choice_at, columns, visible_rows},
    measure, screenshot,
    table_pane::{CellTone, TablePaneCell, TablePaneRow},
};

pub(crate) struct AftermathOverlay {
    aftermath: Aftermath,
    title: String,
    /// The sentences of the battle's last entry.
    verdict: Vec<String>,
    losses: Vec<TablePaneRow>,
    names: BTreeMap<SideId, String>,
    rolls: Rolls,
    next_steps: List<Vec<(NextAction, TablePaneRow)>>,
    scroll: usize,
}

enum Rolls {
    NotRequested,
    Requested,
    Described(Vec<String>),
}

#[derive(Clone, Debug)]
enum NextAction {
    Continue,
    ToBattle(BattleId),
    Show(ScreenName),
    Review(EntryNo),
    StartOrder(String),
    Undo,
}

const COMMANDS: &[&[Command<AftermathOverlay, Session>]] = &[
    &commands! {
        AfterAccept, "do it", "do the selected step", always, AftermathOverlay::accept;
        AfterUndo, "undo", "undo the entry that ended it", always, |_, _| vec![Action::Close, Action::Effect(Effect::Undo(1))];
    },
    &motions!(
        AfterDown,
        AfterUp,
        AfterPageDown("", "scroll the text down"),
        AfterPageUp("", "scroll the text up"),
        AfterTop,
        AfterBottom
    ),
    &commands! { AfterClose, "back", "back to the table", always, |_, _| vec![Action::Close]; },
];

impl Commands<Session> for AftermathOverlay {
    const MODES: &'static [CommandMode<Self, Session>] =
        &[CommandMode::new(GroupId::After, "After a battle", COMMANDS)];

    fn apply_motion(&mut self, motion: Motion, _: &mut Session) {
        match motion {
            // The content may be longer than the screen; drawing clamps the scroll offset.
            Motion::PageDown => self.scroll = self.scroll.saturating_add(PAGE_ROWS),
            Motion::PageUp => self.scroll = self.scroll.saturating_sub(PAGE_ROWS),
            _ => self.next_steps.apply_motion(motion),
        }
    }
}

/// The width of the plain-text form.
const PLAIN_TEXT_WIDTH: u16 = 100;

/// The rows that a page key scrolls.
const PAGE_ROWS: usize = 5;

impl AftermathOverlay {
    /// The aftermath of an entry that ended a battle or exhausted a side; `None` for other entries.
    pub fn for_entry(session: &Session, no: EntryNo) -> Option<Self> {
        let diary = session.diary();
        let aftermath = Aftermath::new(diary, no)?;
        let step = diary.step(no)?;
        let state = diary.state();
        let name = state.name(aftermath.battle);
        let title = match aftermath.turn {
            None => format!("{name} is over"),
            Some(turn) => format!("{name}, turn {turn}: {}", exhaustion_title(state, &step.entry.events)),
        };
        // The end comes first.
        let events = step.entry.events.iter().enumerate();
        let (ends, others): (Vec<_>, Vec<_>) = events
            .partition(|(_, event)| matches!(event, event::Event::BattleEnded { .. } | event::Event::Exhausted { .. }));
        let sentences = ends.iter().chain(&others).flat_map(|(at, _)| {
            let mut sentences = step.texts_at(*at);
            // The diary tells what was left undone before the end; here the end comes first.
            let first = sentences.pop();
            sentences.splice(..0, first);
            sentences
        });
        let mut verdict: Vec<String> = sentences.map(|sentence| format!("{}.", text::capitalized(&sentence))).collect();
        let is_open = |battle: &&Battle| battle.ended == Some(BattleEnd::Called) && battle.decision.is_none();
        if aftermath.turn.is_none()
            && let Some(battle) = state.battle(aftermath.battle).filter(is_open)
        {
            verdict.push(verdict_of_facts(state, battle, &exhaustion_turns(diary, no, battle.id)));
            if battle.is_undecided() {
                let order = end_order(state, aftermath.battle);
                verdict.push(format!("Undecided. Say who won: `{order}…`, or end it `drawn`."));
            }
        }
        let next = List::new(next_steps(session, &aftermath));
        let losses = loss_rows(state, &aftermath);
        let names = aftermath.sides.iter().map(|side| (side.side, state.name(side.side))).collect();
        Some(Self { aftermath, title, verdict, losses, names, rolls: Rolls::NotRequested, next_steps: next, scroll: 0 })
    }

    fn scope(&self) -> Scope {
        Scope { battle: Some(self.aftermath.battle), ..Scope::default() }
    }

    /// All rows, wrapped to that many columns.
    fn rows(&self, columns: usize) -> Vec<TablePaneRow> {
        let words = |sentence: &String, tone| {
            let lines = measure::wrap(sentence, columns.max(1));
            lines.into_iter().map(move |line| TablePaneRow::text(line, tone)).collect::<Vec<_>>()
        };
        let mut rows: Vec<TablePaneRow> =
            self.verdict.iter().flat_map(|sentence| words(sentence, CellTone::Plain)).collect();
        rows.push(TablePaneRow::default());
        rows.extend(self.losses.iter().cloned());
        let text = match &self.rolls {
            Rolls::NotRequested | Rolls::Requested => vec!["Weighing the rolls …".to_string()],
            Rolls::Described(text) => text.clone(),
        };
        if !text.is_empty() {
            rows.push(TablePaneRow::default());
            rows.extend(text.iter().flat_map(|sentence| words(sentence, CellTone::Muted)));
        }
        rows
    }

    fn describe_rolls(&self, luck: &Luck) -> Vec<String> {
        let turn = self.aftermath.turn;
        let within = |roll: &&LuckRoll| turn.is_none() || roll.battle.map(|(_, of)| of) == turn;
        let ranked = Luck { rolls: luck.rolls.iter().filter(within).cloned().collect(), ..Luck::default() }.ranked();
        let tell = |(what, roll): (&str, &Extreme)| {
            let whose = self.names.get(&roll.side).map_or("", String::as_str);
            format!("{what}: entry {}, {whose}, {}.", roll.no, roll.rank().describe_for_players())
        };
        match &ranked[..] {
            [] => Vec::new(),
            [only] => vec![tell(("The only roll that can be weighed", only))],
            [best, .., worst] => [("Luckiest roll", best), ("Least lucky roll", worst)].map(tell).into(),
        }
    }

    fn next_step_rows(&self) -> Vec<TablePaneRow> {
        self.next_steps.rows.iter().map(|(_, row)| row.clone()).collect()
    }

    fn accept(&mut self, session: &mut Session) -> Actions<Session> {
        let mut steps = vec![Action::Close];
        match self.next_steps.selected_row().map(|(next, _)| next.clone()) {
            Some(NextAction::ToBattle(battle)) => session.show_battle(battle),
            Some(NextAction::Show(screen)) => steps.push(Action::Effect(Effect::Show(screen, None))),
            Some(NextAction::Review(no)) => {
                session.view_entry(no);
                steps.push(Action::Effect(Effect::Show(ScreenName::Review, None)));
            }
            Some(NextAction::StartOrder(words)) => steps.push(Action::OpenOrderLine(words)),
            Some(NextAction::Undo) => steps.push(Action::Effect(Effect::Undo(1))),
            // Over the map, the turn continues there.
            Some(NextAction::Continue) if self.aftermath.turn.is_some() => {}
            Some(NextAction::Continue) => {
                session.show_battle(self.aftermath.battle);
                steps.push(Action::Effect(Effect::Show(ScreenName::Battle, None)));
            }
            None => {}
        }
        steps
    }
}

/// The sides that these events exhausted: `Russians exhausted`.
fn exhaustion_title(state: &State, events: &[event::Event]) -> String {
    let side = |event: &event::Event| {
        if let event::Event::Exhausted { side, .. } = event { Some(state.name(*side)) } else { None }
    };
    let names: Vec<String> = events.iter().filter_map(side).collect();
    format!("{} exhausted", text::list(&names))
}

/// The entry with which the battle began, or the first entry in its turn.
fn first_entry(session: &Session, aftermath: &Aftermath) -> EntryNo {
    let diary = session.diary();
    let path = diary.path();
    let after = path.partition_point(|no| *no <= aftermath.start);
    if aftermath.turn.is_none() && aftermath.start > 0 {
        return aftermath.start;
    }
    let is_of = |no: &EntryNo| diary.step(*no).and_then(|step| step.battle()) == Some(aftermath.battle);
    path[after..].iter().copied().find(is_of).unwrap_or(aftermath.start)
}

/// `end battle in … won by `
fn end_order(state: &State, battle: BattleId) -> String {
    format!("end battle in {} won by ", notation::reference_text(state, battle.into(), &[EntityKind::Battle]))
}

fn next_steps(session: &Session, aftermath: &Aftermath) -> Vec<(NextAction, TablePaneRow)> {
    let state = session.diary().state();
    let row = |next: NextAction, head: String, body: &str| {
        (next, TablePaneRow::new(vec![TablePaneCell::text(head), TablePaneCell::text(body).muted()]))
    };
    let mut steps = Vec::new();
    let begins = first_entry(session, aftermath);
    if aftermath.turn.is_some() {
        steps.push(row(NextAction::Continue, "continue".into(), "with the battle"));
        let order = end_order(state, aftermath.battle);
        steps.push(row(NextAction::StartOrder(order), "end the battle".into(), "and say who won"));
        steps.push(row(NextAction::Review(begins), "review the turn".into(), "entry by entry, on the Review screen"));
    } else {
        let others = state.open_battles().map(|battle| battle.id);
        steps.extend(
            others.map(|id| row(NextAction::ToBattle(id), format!("to {}", state.name(id)), "still being fought")),
        );
        if state.time().is_some() {
            let body = "the orders proposed or due, and contacts";
            steps.push(row(NextAction::Show(ScreenName::Campaign), "the campaign".into(), body));
        }
        if state.battle(aftermath.battle).is_some_and(Battle::is_undecided) {
            steps.push(row(
                NextAction::StartOrder(end_order(state, aftermath.battle)),
                "decide it".into(),
                "say who won",
            ));
        }
        steps.push(row(NextAction::Continue, "back to the table".into(), "with the battle in its final state"));
        steps.push(row(NextAction::Review(begins), "review it".into(), "from its beginning, on the Review screen"));
        steps.push(row(NextAction::Show(ScreenName::Service), "the records".into(), "the service record of each unit"));
        steps.push(row(NextAction::Show(ScreenName::Luck), "the luck".into(), "the rolls of each side and their odds"));
        if state.time().is_none() && state.ended().is_none() {
            steps.push(row(NextAction::StartOrder("battle ".into()), "another battle".into(), "of the same campaign"));
        }
    }
    steps.push(row(NextAction::Undo, "undo".into(), "if it was a mistake: one entry back"));
    steps
}

fn loss_rows(state: &State, aftermath: &Aftermath) -> Vec<TablePaneRow> {
    if !aftermath.has_losses() {
        return vec![TablePaneRow::text("Nobody lost a Strength Point.", CellTone::Plain)];
    }
    let units = |side: &SideLosses| {
        let row = |lost: &UnitLosses| {
            let full =
                state.unit(lost.unit).and_then(|unit| unit.strength().exact()).map_or(1, |strength| strength.full);
            let left = f64::from(lost.to) / f64::from(full.max(1));
            let points = lost.points().map_or_else(|| "?".into(), |points| points.to_string());
            let (result, tone) = match lost.to {
                0 => ("eliminated".to_string(), CellTone::Bad),
                to => (format!("{to} SP left"), CellTone::Plain),
            };
            TablePaneRow::new(vec![
                TablePaneCell::text(format!("  {}", state.name(lost.unit))),
                TablePaneCell::number(format!("lost {points}")),
                TablePaneCell::bar(left),
                TablePaneCell::text(result).with_tone(tone),
            ])
        };
        side.units.iter().map(row).collect::<Vec<_>>()
    };
    let side = |side: &SideLosses| {
        let points = |n: u32| if n == 0 { "nothing".to_string() } else { format!("{n} SP") };
        let lost = match (side.lost, side.battle_losses, aftermath.turn) {
            (None, ..) => "lost ?".to_string(),
            (Some(lost), Some(way), Some(_)) => {
                format!("lost {} this turn, {} of {} in the battle", points(lost), way.lost, way.initial)
            }
            (Some(_), Some(way), None) => format!("lost {} of {} SP", way.lost, way.initial),
            (Some(lost), None, _) => format!("lost {}", points(lost)),
        };
        let way = side.battle_losses.map_or_else(String::new, |way| {
            format!(", Exhaustion Point {}{}", way.exhaustion_point, if side.exhausted { ": exhausted" } else { "" })
        });
        let head = format!("{}: {lost}{way}", state.name(side.side));
        let tone = if side.exhausted { CellTone::Bad } else { CellTone::Title };
        std::iter::once(TablePaneRow::text(head, tone)).chain(units(side)).collect::<Vec<_>>()
    };
    aftermath.sides.iter().flat_map(side).collect()
}

impl Component<Session> for AftermathOverlay {
    fn draw(&self, frame: &mut Frame, area: Rect, _: &Session, canvas: RenderOptions) {
        let (rows, choices) = (self.rows(columns(area)), self.next_step_rows());
        let most = rows.len().saturating_sub(visible_rows(area, rows.len(), choices.len()));
        let pane = AftermathPane {
            look: canvas.look,
            title: &self.title,
            rows: &rows,
            scroll: self.scroll.min(most),
            choices: &choices,
            selected: self.next_steps.state.selected,
        };
        frame.render_widget(&pane, area);
    }

    /// A second click on a next step, or its number, takes it; the wheel scrolls the text.
    fn event(&mut self, event: Event, session: &mut Session) -> Option<Actions<Session>> {
        let is_accepted = match event {
            Event::Odds { result: OddsResult::Luck(found), .. } => {
                self.rolls = Rolls::Described(self.describe_rolls(&found.0));
                return Some(Vec::new());
            }
            Event::Click(at, area) => {
                let area = above_footer(area);
                let row = choice_at(area, self.rows(columns(area)).len(), self.next_steps.rows.len(), at)?;
                self.next_steps.state.select(row)
            }
            Event::Scroll(_, area, motion) => {
                let area = above_footer(area);
                let rows = self.rows(columns(area)).len();
                let most = rows.saturating_sub(visible_rows(area, rows, self.next_steps.rows.len()));
                self.scroll = motion.target_index(self.scroll.min(most), most + 1);
                return Some(Vec::new());
            }
            Event::Target(_) => return None,
            event => self.next_steps.event(&event)?,
        };
        Some(if is_accepted { self.accept(session) } else { Vec::new() })
    }

    fn lines(&self, _: &Session) -> Option<Vec<String>> {
        let (theme, rows, choices) = (Theme::default(), self.rows(PLAIN_TEXT_WIDTH.into()), self.next_step_rows());
        let pane = AftermathPane {
            look: Look::new(&theme, &Glyphs::UNICODE),
            title: &self.title,
            rows: &rows,
            scroll: 0,
            choices: &choices,
            selected: usize::MAX,
        };
        let height = u16::try_from(rows.len() + choices.len() + 4).unwrap_or(u16::MAX);
        let mut lines = screenshot::rendered_lines(&pane, (PLAIN_TEXT_WIDTH, height));
        // The next steps are the last rows.
        let first = lines.len().saturating_sub(choices.len());
        lines[first..].iter_mut().zip(1..).for_each(|(line, number)| *line = format!("{number}  {line}"));
        Some(lines)
    }

    fn odds_request(&self, _: &Session) -> Option<OddsRequest> {
        Some(match self.rolls {
            Rolls::NotRequested => OddsRequest::Screen { changed: true },
            Rolls::Requested => OddsRequest::Screen { changed: false },
            Rolls::Described(_) => OddsRequest::Nothing,
        })
    }

    fn odds_jobs(&mut self, session: &Session) -> Vec<OddsJob> {
        self.rolls = Rolls::Requested;
        vec![OddsJob::Luck(Box::new(session.diary().clone()), self.scope())]
    }
}

impl Overlay<Session> for AftermathOverlay {
    /// The user can continue without closing this overlay first.
    fn closes_on_other_keys(&self) -> bool {
        true
    }
}
