//! Narrates an entry: prose from its events, for readers who were not there.
//!
//! Fire, combat, marches and orders under fire have sentences of their own here; everything else uses the account's
//! sentences. Verbs are in the past tense, whose form is the same for singular and plural names.

mod between;
mod combat;
mod fight;
mod fire;
mod forces;
mod journey;
mod march;

pub(super) use forces::force;

use super::{
    ending, names, primer,
    story::{Die, LineUp},
};
use std::collections::BTreeSet;
use wardiary_base::{
    book::{Grade, TurnPhase},
    id::{Id, SideId, UnitId},
    text,
};
use wardiary_diary::diary::{Account, EntryNo, steps::DiaryStep};
use wardiary_rules::{
    event::{ConflictEnd, Event, IntelEvent, MapEvent, StackEvent, StaffEvent, VictoryEvent},
    notation::{row_text, sketched, stopped_at},
    order::{Order, ScreenTarget},
    rules::Rolled,
    state::State,
};

/// An entry, with everything its narration is made from.
#[derive(Clone, Copy)]
pub(super) struct Scene<'a> {
    pub step: &'a DiaryStep<'a>,
    pub before: &'a State,
    pub after: &'a State,
    pub order: &'a Order,
    pub events: &'a [Event],
    pub account: &'a Account,
    pub rolled: Option<&'a Rolled>,
}

/// The narration of an entry.
#[derive(Default)]
pub struct Told {
    pub quote: Option<String>,
    /// A clause that can join others of its kind.
    pub clause: Option<Clause>,
    pub sentences: Vec<String>,
    pub line_up: Option<LineUp>,
    /// The dice, unless they are lined up.
    pub dice: Vec<Die>,
    /// Whether the entry starts a new paragraph.
    pub begins_paragraph: bool,
}

/// A clause (`the Lancers`, `moved to K8`); several in a row form one sentence.
pub struct Clause {
    pub kind: ClauseKind,
    pub subject: String,
    pub rest: String,
    /// The names of the subjects, for combining consecutive clauses with the same predicate, and how the predicate
    /// distributes.
    pub each: Option<(Vec<String>, Share)>,
    pub shot: Option<Shot>,
}

/// How a predicate distributes over several subjects.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Share {
    /// Over each subject by itself: the sentence adds `each`.
    Each,
    /// Over all of them together only.
    Alike,
}

/// A shot; many in a row become one exchange of fire.
pub struct Shot {
    /// The shooter's side, and the target's.
    pub sides: [String; 2],
    pub cost: u32,
    /// For a hit: its words as a single shot, and as one among others.
    pub hit: Option<[String; 2]>,
    /// The number of hits that cover prevented.
    pub spared: u16,
}

impl Clause {
    /// A clause with nothing but its words.
    pub fn new(kind: ClauseKind, subject: String, rest: String) -> Self {
        Self { kind, subject, rest, each: None, shot: None }
    }
}

/// What a chapter has already explained, so that it is not repeated in the same words.
#[derive(Default)]
pub(super) struct Memory {
    /// Attackers and their targets so far.
    attacks: BTreeSet<(String, String)>,
    /// The winner of the last combat phase.
    phase: Option<SideId>,
    /// Whether a hit was already explained with the Strength Points left.
    told_of_points: bool,
    /// Whether it was explained how many defeats destroy a unit.
    told_of_eliminations: bool,
    /// Whether it was explained what an exhausted side may still do.
    told_of_exhaustion: bool,
    /// Whether any fire was reported.
    told_of_fire: bool,
    /// Forces that have march orders and have not set out, with the entry of their orders.
    ordered: Vec<(Id, EntryNo)>,
}

/// The kind of a clause. Clauses of one kind can form one sentence.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ClauseKind {
    /// Who won the initiative, and the winner's choice.
    Initiative(SideId),
    March(SideId),
    Turn(SideId),
    Fire(SideId),
    Miss,
    /// The result of a table.
    Table,
    Halt(SideId),
    /// Recoveries and changes of grade of a side's units.
    Refit(SideId),
    /// Sides that did nothing in their part of a turn.
    Idle,
}

impl ClauseKind {
    pub fn verb(self) -> &'static str {
        match self {
            Self::Initiative(_) | Self::Refit(_) => "",
            Self::March(_) => " moved",
            Self::Turn(_) => " turned",
            Self::Fire(_) => " fired",
            Self::Miss => " struck",
            Self::Table => " the dice said",
            Self::Halt(_) => " halted",
            Self::Idle => " held back",
        }
    }

    /// The ending of a sentence with `many` clauses.
    pub fn ending(self, many: usize) -> &'static str {
        match self {
            Self::Initiative(_)
            | Self::March(_)
            | Self::Turn(_)
            | Self::Table
            | Self::Halt(_)
            | Self::Refit(_)
            | Self::Idle => "",
            Self::Miss if many > 2 => ", all in vain",
            Self::Miss if many == 2 => ", both in vain",
            Self::Miss => " in vain",
            Self::Fire(_) if many > 2 => ", all without a hit",
            Self::Fire(_) if many == 2 => ", both without a hit",
            Self::Fire(_) => " without a hit",
        }
    }

    /// Whether any number of these clauses can form one sentence.
    pub fn is_drawn_together(self) -> bool {
        matches!(self, Self::Fire(_) | Self::Refit(_) | Self::March(_))
    }
}

pub(super) fn tell(scene: &Scene, memory: &mut Memory) -> Told {
    let mut told = match scene.order {
        Order::Note { text } if scene.has(|event| *event == Event::Noted) => {
            Told { quote: Some(text::sanitize(text)), ..Told::default() }
        }
        Order::Initiative { .. } => initiative(scene),
        Order::First { side, .. } => first(scene, *side),
        Order::Pass { .. } | Order::EndTurn { .. } => turn_over(scene, memory),
        Order::Scrud { .. } | Order::Reroll { .. } if scene.has(is_phase) => combat::phase(scene, memory),
        Order::Volley(_) if scene.has(|event| matches!(event, Event::Volleyed { .. })) => fire::fired(scene, memory),
        Order::Edna { purpose, .. } => fire::edna(scene, purpose.as_deref()),
        Order::Map(_) if scene.has(is_march) => march::march(scene),
        Order::Stacks(_) if scene.has(is_fight) => fight::conflict(scene),
        // Naming a branch is not an event of the story.
        Order::Branch { .. } => Told::default(),
        _ if scene.has(between::is_between) => between::between(scene, memory),
        _ => in_general(scene),
    };
    if scene.account.abandoned {
        told.sentences = vec![format!("The order “{}” was broken off after dice were shown.", scene.account.order)];
    }
    let marks = [
        (scene.account.found_cut, "Here the file of the diary was found cut: something may be missing."),
        (scene.account.changed_by_hand, "This entry was changed by hand after it was written."),
    ];
    told.sentences.extend(marks.into_iter().filter(|(is, _)| *is).map(|(_, text)| text.to_string()));
    told
}

fn is_phase(event: &Event) -> bool {
    matches!(event, Event::PhaseFought { .. })
}

fn is_march(event: &Event) -> bool {
    matches!(event, Event::Map(MapEvent::Moved { .. }))
}

fn is_fight(event: &Event) -> bool {
    use StackEvent::{ConflictOpened, Fled, Joined, Rotated, Struck};
    let Event::Stacks(event) = event else { return false };
    matches!(event, Struck { .. } | ConflictOpened { .. } | Joined { .. } | Fled { .. } | Rotated { .. })
}

impl Scene<'_> {
    fn has(&self, is: fn(&Event) -> bool) -> bool {
        self.events.iter().any(is)
    }

    fn has_any(&self, is: impl FnMut(&Event) -> bool) -> bool {
        self.events.iter().any(is)
    }

    /// A name with its article.
    fn the(&self, id: impl Into<Id>) -> String {
        names::the(&self.after.name(id))
    }

    /// The names of units, combined where they are alike.
    fn units(&self, units: &[UnitId]) -> String {
        self.list(&units.iter().map(|unit| Id::from(*unit)).collect::<Vec<_>>())
    }

    /// Like `units`, for anything with a name.
    fn list(&self, ids: &[Id]) -> String {
        names::list(&ids.iter().map(|id| self.after.name(*id)).collect::<Vec<_>>())
    }

    /// The dice rolled, whoever rolled them.
    fn dice(&self) -> Vec<Die> {
        let dice = self.account.dice.iter().flatten();
        dice.map(|die| Die { whose: die.whose.clone(), face: Some(die.face), by_hand: die.by_hand, ..Die::default() })
            .collect()
    }
}

/// The text as a sentence: with a capital and a full stop.
pub(super) fn sentence(text: &str) -> String {
    let text = text::capitalized(text.trim());
    let said = text.trim_end_matches('”');
    if said.ends_with(['.', '!', '?', '…']) { text } else { format!("{text}.") }
}

/// Narrates an entry by its account's sentences, with the reason that the order gives.
fn in_general(scene: &Scene) -> Told {
    let account = scene.account;
    let events = scene.events.iter().enumerate();
    let plainly = |at: usize, event: &Event| match event {
        Event::Intel(event) => sighted(scene, event, scene.step.sentences_at(at)),
        _ => scene.step.sentences_at(at),
    };
    let told = events.flat_map(|(at, event)| in_words(scene, event).unwrap_or_else(|| plainly(at, event)));
    let mut sentences: Vec<String> = told.filter(|line| !is_dull(line)).map(|line| sentence(&line)).collect();
    if scene.events.is_empty() {
        sentences = account.sentences.iter().filter(|line| !is_dull(line)).map(|line| sentence(line)).collect();
    }
    if let Order::Argue(_) = scene.order {
        sentences.insert(0, sentence(&account.headline));
    }
    if let [Event::Consulted { table, total, text, who }] = scene.events {
        let (subject, rest) = consulted(scene, (table, *total), text, *who);
        let clause = Clause::new(ClauseKind::Table, subject, rest);
        return Told { clause: Some(clause), dice: scene.dice(), ..Told::default() };
    }
    // The next entry may have a similar rise to combine with.
    if let [Event::Regraded { unit, from, to }] = scene.events
        && let Some(side) = scene.after.side_of((*unit).into())
    {
        let why = reason(scene.order).map_or(String::new(), |why| format!(" (“{}”)", text::sanitize(why.trim())));
        let rest = format!("{}{why}", regraded(scene, *from, *to));
        let names = vec![scene.after.name(*unit)];
        let clause = Clause::new(ClauseKind::Refit(side), scene.the(*unit), rest);
        return Told { clause: Some(Clause { each: Some((names, Share::Alike)), ..clause }), ..Told::default() };
    }
    if let (Some(last), Some(why)) = (sentences.last_mut(), reason(scene.order)) {
        *last = format!("{} (“{}”).", last.trim_end_matches('.'), text::sanitize(why.trim()));
    }
    Told { sentences, dice: scene.dice(), ..Told::default() }
}

/// What a side learned, with articles as in a story.
fn sighted(scene: &Scene, event: &IntelEvent, told: Vec<String>) -> Vec<String> {
    let enemies = |state: &State, numbers: &[u32]| {
        names::list(&numbers.iter().filter_map(|number| sketched(state, *number)).collect::<Vec<_>>())
    };
    match event {
        IntelEvent::Sketched { side, .. } => {
            let name = scene.after.name(*side);
            let with_article = |line: String| match line.strip_prefix(&name) {
                Some(rest) => names::the(&name) + rest,
                None => line,
            };
            told.into_iter().map(with_article).collect()
        }
        IntelEvent::Met { forces, enemies: met } => {
            let stopped = stopped_at(scene.after, forces);
            vec![format!("{} came upon {}{stopped}", scene.list(forces), enemies(scene.after, met))]
        }
        IntelEvent::Parted { forces, enemies: left } if !told.is_empty() => {
            vec![format!("{} lost contact with {}", scene.list(forces), enemies(scene.before, left))]
        }
        _ => told,
    }
}

fn regraded(scene: &Scene, from: Grade, to: Grade) -> String {
    let name = |grade| scene.after.book().ladder.name(grade).to_lowercase();
    let way = if to < from { "rose" } else { "fell" };
    format!("{way} from {} to {}", name(from), name(to))
}

/// An event in words of the story's own, if it has any.
fn in_words(scene: &Scene, event: &Event) -> Option<Vec<String>> {
    Some(match event {
        // The chapter's beginning says who met whom, and its end the result.
        Event::BattleBegun { .. } | Event::BattleEnded { .. } | Event::Victory(VictoryEvent::BattleDecided { .. }) => {
            Vec::new()
        }
        Event::RulesChanged(_) => {
            let means = primer::change(scene.before.book(), scene.after.book());
            if means.is_empty() {
                return None;
            }
            vec![format!("the rules changed. From here on: {means}")]
        }
        Event::Arrived { units, .. } => vec![format!("{} joined the battle", scene.units(units))],
        Event::Consulted { table, total, text, who } => {
            let (subject, rest) = consulted(scene, (table, *total), text, *who);
            vec![format!("{subject}{} {rest}", ClauseKind::Table.verb())]
        }
        Event::Regraded { unit, from, to } => {
            vec![format!("{} {}", scene.the(*unit), regraded(scene, *from, *to))]
        }
        Event::StrengthLost { unit, from, to } => {
            let lost = names::counted(from.saturating_sub(*to).into(), "Strength Point", "Strength Points");
            let left = if *to == 0 { "none".to_string() } else { names::number((*to).into()) };
            vec![format!("{} lost {lost}, with {left} left", scene.the(*unit))]
        }
        Event::Stacks(StackEvent::Screened { stack, to: Some(ScreenTarget::Edge(of, edge)), .. }) => {
            vec![format!("{} screened the {} of {}", scene.the(*stack), edge.word(), scene.the(*of))]
        }
        Event::Stacks(StackEvent::ConflictEnded { how: ConflictEnd::NoneLeft(side), .. }) => {
            vec![format!("nobody of {} was left in the fight", scene.the(*side))]
        }
        Event::Staff(staff) => staff_work(scene, staff)?,
        Event::Victory(VictoryEvent::CampaignEnded { .. }) => ending::of_campaign(scene.after),
        _ => return None,
    })
}

/// Written orders and what became of them, in their own words. A granted request is reported by its results, if it had
/// any.
fn staff_work(scene: &Scene, staff: &StaffEvent) -> Option<Vec<String>> {
    let quoted = |text: &str| format!("“{}”", text::sanitize(text).trim());
    let written = |number: u32| scene.after.written(number).map(|orders| quoted(&orders.text));
    let because = |why: &Option<String>| {
        why.as_deref().filter(|why| !why.trim().is_empty()).map_or(String::new(), |why| format!(": {}", quoted(why)))
    };
    let said = match staff {
        StaffEvent::HandedIn { side, text, .. } => format!("{} asked in writing: {}", scene.the(*side), quoted(text)),
        StaffEvent::Granted { .. } if scene.events.len() > 1 => return Some(Vec::new()),
        StaffEvent::Granted { number, why } => format!("{} was granted{}", written(*number)?, because(why)),
        StaffEvent::Refused { number, why } => format!("{} was refused{}", written(*number)?, because(why)),
        _ => return None,
    };
    Some(vec![said])
}

/// The result of a table, and the table: `on weather`, `“fair and dry” (a throw of 6)`.
fn consulted(scene: &Scene, (table, total): (&str, i32), said: &str, who: Option<Id>) -> (String, String) {
    let said = row_text(scene.after, said, who);
    let said = said.trim().trim_end_matches('.');
    let said = if said.is_empty() { "nothing".to_string() } else { format!("“{said}”") };
    (format!("on {}", names::common(&text::display_name(table))), format!("{said} (a throw of {total})"))
}

fn reason(order: &Order) -> Option<&str> {
    match order {
        Order::Shake { why, .. }
        | Order::Rally { why, .. }
        | Order::Lose { why, .. }
        | Order::Restore { why, .. }
        | Order::Eliminate { why, .. } => why.as_deref(),
        Order::Regrade { why, .. } => Some(why),
        _ => None,
    }
}

fn initiative(scene: &Scene) -> Told {
    let won = scene.events.iter().find_map(|event| match event {
        Event::InitiativeWon { side, .. } => Some(*side),
        _ => None,
    });
    let Some(side) = won else { return in_general(scene) };
    let clause = Clause::new(ClauseKind::Initiative(side), scene.the(side), "won the initiative".into());
    Told { clause: Some(clause), dice: scene.dice(), begins_paragraph: true, ..Told::default() }
}

fn first(scene: &Scene, side: SideId) -> Told {
    let battle = scene.account.battle.and_then(|battle| scene.before.battle(battle));
    let Some(winner) = battle.and_then(|battle| battle.initiative) else { return in_general(scene) };
    let rest =
        if winner == side { "went first".to_string() } else { format!("left the first move to {}", scene.the(side)) };
    let clause = Clause::new(ClauseKind::Initiative(winner), scene.the(winner), rest);
    Told { clause: Some(clause), ..Told::default() }
}

/// The end of a turn, or of a side's part of it: who is exhausted, and how a battle ended. The next heading shows that
/// the turn is over, and what was left undone is not part of the story.
fn turn_over(scene: &Scene, memory: &mut Memory) -> Told {
    let idle = idle(scene).map(|side| Clause::new(ClauseKind::Idle, scene.the(side), String::new()));
    let mut told = Told { begins_paragraph: idle.is_none(), clause: idle, ..Told::default() };
    if !scene.has(is_worth_telling) {
        return told;
    }
    told.sentences = scene
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Exhausted { side, lost, point, .. } => Some(exhausted(scene, *side, (*lost, *point), memory)),
            _ => None,
        })
        .collect();
    let is_told = |event: &Event| matches!(event, Event::Exhausted { .. });
    let rest = scene.events.iter().enumerate().filter(|(_, event)| !is_told(event));
    let rest = rest.flat_map(|(at, event)| in_words(scene, event).unwrap_or_else(|| scene.step.sentences_at(at)));
    told.sentences.extend(rest.filter(|line| !is_dull(line)).map(|line| sentence(&line)));
    told
}

/// The side whose part of the turn ended without an attack, a shot or a march.
fn idle(scene: &Scene) -> Option<SideId> {
    let battle = scene.account.battle.and_then(|battle| scene.before.battle(battle))?;
    let side = battle.acting?;
    let phases = &scene.before.book().turn.phases;
    let acts_again = phases.iter().skip(battle.phase + 1).any(|phase| matches!(phase, TurnPhase::EachSide(_)));
    let is_his = |unit: UnitId| scene.before.unit(unit).is_some_and(|unit| unit.side == side);
    let acted = battle.combats.iter().any(|combat| combat.lines.first.side == side)
        || battle.moved.iter().any(|moved| is_his(moved.unit))
        || battle.fired().any(is_his)
        || battle.conflicts.iter().any(|conflict| conflict.over.is_none());
    (!acts_again && !acted).then_some(side)
}

fn is_worth_telling(event: &Event) -> bool {
    !matches!(event, Event::TurnEnded { .. } | Event::PhaseBegun { .. })
}

/// Whether a line only says that the turn goes on.
fn is_dull(line: &str) -> bool {
    line.starts_with("turn ") && line.ends_with(" ended")
        || line.starts_with("could still have ")
        || line.contains(" to act")
        || line.contains("the initiative is next")
        || line.starts_with("nobody rolled for the initiative")
        || line.starts_with("the combat of ") && line.contains(" was broken off")
}

fn exhausted(scene: &Scene, side: SideId, (lost, point): (u32, u32), memory: &mut Memory) -> String {
    let points = names::counted(lost, "Strength Point", "Strength Points");
    let side = text::capitalized(&scene.the(side));
    let told = if lost == 0 {
        format!("{side} became exhausted.")
    } else {
        format!("{side} had lost {points}, and with that became exhausted: the Exhaustion Point, {point}, was reached.")
    };
    let goes_on = scene.account.battle.and_then(|battle| scene.after.battle(battle)).is_some_and(|b| b.over.is_none());
    if !goes_on || std::mem::replace(&mut memory.told_of_exhaustion, true) {
        return told;
    }
    let fire = if memory.told_of_fire { "still fires, and " } else { "still " };
    format!("{told} (An exhausted side {fire}defends itself, but it opens no attack and goes no nearer to the enemy.)")
}
