//! Narrates an entry: prose from its events, for readers who were not there.
//!
//! Fire, combat, marches and orders under fire have sentences of their own here; everything else uses the account's
//! sentences. Verbs are in the past tense, whose form is the same for singular and plural names.

mod between_battles;
mod combat;
mod conflict;
mod fire;
mod march;
mod theatre_marches;

pub(super) use names::force_name;

use super::{
    chapter,
    episode::{Beat, BeatKind, Ruling, UnitLoss},
    names, reading_guide,
    story::{Block, Die, LineUp},
};
use wardiary_base::{
    book::Grade,
    ground::Spot,
    id::{Id, SideId, UnitId},
    text::{self, Text},
};
use wardiary_diary::diary::{Account, Sentence, Topic, steps::DiaryStep};
use wardiary_rules::{
    event::{ConflictEnd, Event, IntelEvent, MapEvent, StackEvent, StaffEvent, VictoryEvent},
    notation::{parse_instruction, row_text, sighted_force_name, stopped_at},
    order::{Order, ScreenTarget},
    rules::OrderRoll,
    state::State,
};

/// An entry, with everything its narration is made from.
#[derive(Clone, Copy)]
pub(super) struct NarrationContext<'a> {
    pub step: &'a DiaryStep<'a>,
    pub before: &'a State,
    pub after: &'a State,
    /// The state at the end of the diary, which knows how letters were answered.
    pub last: &'a State,
    /// The side that tells the story; `None` if it is told neutrally.
    pub teller: Option<SideId>,
    pub order: &'a Order,
    pub events: &'a [Event],
    pub account: &'a Account,
    pub rolled: Option<&'a OrderRoll>,
}

#[derive(Default)]
pub struct Narration {
    pub quote: Option<Text>,
    /// A clause that can join others of its kind.
    pub clause: Option<Clause>,
    /// The entry's deeds in a battle, to be told with their episodes.
    pub beats: Vec<Beat>,
    pub sentences: Vec<String>,
    pub line_up: Option<LineUp>,
    /// The table of a day's marches.
    pub marches: Option<Block>,
    /// The dice, unless they are lined up.
    pub dice: Vec<Die>,
    /// Whether the entry starts a new paragraph.
    pub begins_paragraph: bool,
}

/// A clause (`the Lancers`, `moved to K8`); several in a row form one sentence.
pub struct Clause {
    pub kind: ClauseKind,
    /// The subjects. Those of clauses with the same predicate form one list.
    pub names: Vec<String>,
    pub predicate: String,
    /// Whether the predicate is true of each subject by itself: then the sentence says so of several.
    pub is_of_each: bool,
}

impl Clause {
    pub fn new(kind: ClauseKind, names: Vec<String>, predicate: String) -> Self {
        Self { kind, names, predicate, is_of_each: false }
    }
}

/// Facts that a chapter has already explained, so that they are not repeated in the same words.
#[derive(Default)]
pub(super) struct ChapterMemory {
    /// Whether it was explained what an exhausted side may still do.
    explained_exhaustion: bool,
    /// Whether any fire was reported.
    reported_fire: bool,
    /// Units that drew off or were driven off, and have not moved since.
    withdrawn: Vec<UnitId>,
    /// Units that obeyed an order in an EDNA test of this turn, and have not attacked since.
    ordered: Vec<UnitId>,
    /// The enemies that each side has sighted since the clock last moved, each with its place.
    sightings: Vec<(SideId, Id, Spot)>,
    pub marches: theatre_marches::DayOfMarches,
}

/// The kind of a clause. Clauses of one kind can form one sentence.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ClauseKind {
    March(SideId),
    /// The result of a table.
    Table,
    Halt(SideId),
    /// An EDNA test, and whether the unit acted.
    Test,
    /// Recoveries and changes of grade of a side's units.
    Refit(SideId),
    /// Orders that answer what a side has seen.
    Sent(SideId),
}

impl ClauseKind {
    pub fn verb(self) -> &'static str {
        match self {
            Self::Test | Self::Refit(_) | Self::Sent(_) => "",
            Self::March(_) => " moved",
            Self::Table => ":",
            Self::Halt(_) => " halted",
        }
    }
}

pub(super) fn narrate(context: &NarrationContext, memory: &mut ChapterMemory) -> Narration {
    for event in context.events {
        if let Event::Map(MapEvent::Moved { units, driven: Some(_), .. }) = event {
            memory.withdrawn.extend(units);
        }
    }
    let mut passage = match context.order {
        Order::Note { text } if context.has(|event| *event == Event::Noted) => {
            Narration { quote: Some(text.clone()), ..Narration::default() }
        }
        Order::Initiative { .. } | Order::First { .. } => initiative(context),
        Order::Pass { .. } | Order::EndTurn { .. } => turn_end(context, memory),
        Order::Scrud { .. } | Order::Reroll { .. } if context.has(is_phase) => combat::phase(context, memory),
        Order::Volley(_) if context.has(|event| matches!(event, Event::Volleyed { .. })) => {
            fire::volley(context, memory)
        }
        Order::Edna { purpose, .. } => fire::order_under_fire(context, purpose.as_ref(), memory),
        Order::Map(_) if context.has(is_march) => march::march(context, memory),
        Order::Stacks(_) if context.has(is_fight) => conflict::conflict(context),
        // Naming a branch is not an event of the story.
        Order::Branch { .. } => Narration::default(),
        _ if !context.events.is_empty() && context.events.iter().all(is_ruling) => ruling(context),
        _ if context.has(between_battles::is_between_battles) => between_battles::narrate(context, memory),
        _ => from_account(context),
    };
    if context.account.abandoned {
        passage.sentences = vec![format!("The order “{}” was cancelled after dice were shown.", context.account.order)];
    }
    let marks = [
        (context.account.found_cut, "Here the file of the diary was found cut: something may be missing."),
        (context.account.changed_by_hand, "This entry was changed by hand after it was written."),
    ];
    passage.sentences.extend(marks.into_iter().filter(|(is, _)| *is).map(|(_, text)| text.to_string()));
    passage
}

fn is_ruling(event: &Event) -> bool {
    use Event::{EdnaRuled, Eliminated, Shifted, StrengthLost};
    matches!(event, StrengthLost { .. } | Eliminated { .. } | Shifted { .. } | EdnaRuled { .. })
}

/// Losses, grades and EDNA by the referee's word.
fn ruling(context: &NarrationContext) -> Narration {
    let why = reason(context.order).filter(|why| !why.is_blank()).map(|why| why.trim().to_string());
    let mut ruling = Ruling { why, ..Ruling::default() };
    for event in context.events {
        match event {
            Event::Shifted { unit, by, .. } => ruling.shifts.push((context.after.name(*unit), *by)),
            Event::EdnaRuled { unit, from, to } => ruling.edna.push((context.after.name(*unit), *from, *to)),
            _ => {}
        }
    }
    let losses = context.losses(context.events.iter());
    Narration {
        beats: vec![context.beat(BeatKind::Ruling(ruling), losses)],
        dice: context.dice(),
        ..Narration::default()
    }
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

impl NarrationContext<'_> {
    fn has(&self, is: fn(&Event) -> bool) -> bool {
        self.events.iter().any(is)
    }

    /// The diary's sentences of results for the event at that index, without who acts next and unused attacks.
    fn results_at(&self, at: usize) -> Vec<String> {
        let is_result = |sentence: &Sentence| match sentence.statement.topic() {
            Topic::Result | Topic::SkippedRound => true,
            Topic::TurnFlow | Topic::UnusedAttack => false,
        };
        self.step.sentences_at(at).into_iter().filter(is_result).map(|sentence| sentence.text).collect()
    }

    fn with_article(&self, id: impl Into<Id>) -> String {
        names::with_article(&self.after.name(id))
    }

    /// A side, or that it is the enemy of the side that tells the story.
    fn side(&self, side: SideId) -> String {
        let is_enemy = self.teller.is_some_and(|teller| teller != side) && self.after.sides().len() == 2;
        if is_enemy { "the enemy".into() } else { self.with_article(side) }
    }

    /// The name of some of a side's units.
    fn force(&self, side: SideId, units: &[UnitId]) -> String {
        let name = force_name(self.before, units);
        if name == self.with_article(side) { self.side(side) } else { name }
    }

    fn units(&self, units: &[UnitId]) -> String {
        self.list(&units.iter().map(|unit| Id::from(*unit)).collect::<Vec<_>>())
    }

    fn list(&self, ids: &[Id]) -> String {
        names::list(&ids.iter().map(|id| self.after.name(*id)).collect::<Vec<_>>())
    }

    fn list_in_brief(&self, ids: &[Id]) -> String {
        names::list_in_brief(&ids.iter().map(|id| self.after.name(*id)).collect::<Vec<_>>())
    }

    /// The losses of units by events of the entry.
    fn losses<'e>(&self, events: impl Iterator<Item = &'e Event>) -> Vec<UnitLoss> {
        let mut losses: Vec<UnitLoss> = Vec::new();
        for event in events {
            let (Event::Eliminated { unit, .. } | Event::StrengthLost { unit, .. }) = event else { continue };
            let Some(was) = self.before.unit(*unit) else { continue };
            let to = if let Event::StrengthLost { to, .. } = event { *to } else { 0 };
            match losses.iter_mut().find(|loss| loss.unit == *unit) {
                Some(loss) => loss.to = loss.to.min(to),
                None => losses.push(UnitLoss {
                    unit: *unit,
                    side: was.side,
                    name: self.after.name(*unit),
                    had: was.strength().exact(),
                    to,
                    is_leader: self.before.is_leader(*unit),
                }),
            }
        }
        losses
    }

    fn beat(&self, kind: BeatKind, losses: Vec<UnitLoss>) -> Beat {
        Beat { entry: self.account.no, turn: self.account.turn, kind, losses, luck: None }
    }

    /// The dice rolled, whoever rolled them.
    fn dice(&self) -> Vec<Die> {
        let dice = self.account.dice.iter().flatten();
        dice.map(|die| Die {
            owner: die.whose.clone(),
            face: Some(die.face),
            by_hand: die.from_table,
            ..Die::default()
        })
        .collect()
    }
}

pub(super) fn sentence(text: &str) -> String {
    let text = text::capitalized(text.trim());
    let unquoted = text.trim_end_matches('”');
    if unquoted.ends_with(['.', '!', '?', '…']) { text } else { format!("{text}.") }
}

/// Narrates an entry by its account's sentences, with the reason that the order gives.
fn from_account(context: &NarrationContext) -> Narration {
    let account = context.account;
    let events = context.events.iter().enumerate();
    let plainly = |at: usize, event: &Event| match event {
        Event::Intel(event) => intel_sentences(context, event, context.results_at(at)),
        _ => context.results_at(at),
    };
    let sentences =
        events.flat_map(|(at, event)| event_sentences(context, event).unwrap_or_else(|| plainly(at, event)));
    let mut sentences: Vec<String> = sentences.map(|line| sentence(&line)).collect();
    if context.events.is_empty() {
        sentences = account.sentences.iter().map(|line| sentence(line)).collect();
    }
    if let Order::Argue(_) = context.order {
        sentences.insert(0, sentence(&account.headline));
    }
    if let [Event::Consulted { table, text, who, .. }] = context.events {
        let (subject, rest) = table_result(context, table, text, *who);
        let clause = Clause::new(ClauseKind::Table, vec![subject], rest);
        return Narration { clause: Some(clause), dice: context.dice(), ..Narration::default() };
    }
    // The next entry may have a similar rise to combine with.
    if let [Event::Regraded { unit, from, to }] = context.events
        && let Some(side) = context.after.side_of((*unit).into())
    {
        let why = reason(context.order).map_or(String::new(), |why| format!(" (“{}”)", why.trim()));
        let rest = format!("{}{why}", regrade_phrase(context, *from, *to));
        let clause = Clause::new(ClauseKind::Refit(side), vec![context.after.name(*unit)], rest);
        return Narration { clause: Some(clause), ..Narration::default() };
    }
    if let (Some(last), Some(why)) = (sentences.last_mut(), reason(context.order)) {
        *last = format!("{} (“{}”).", last.trim_end_matches('.'), why.trim());
    }
    Narration { sentences, dice: context.dice(), ..Narration::default() }
}

/// Intelligence that a side gained, with articles as in a story.
fn intel_sentences(context: &NarrationContext, event: &IntelEvent, text: Vec<String>) -> Vec<String> {
    let enemies = |state: &State, numbers: &[u32]| {
        names::list(&numbers.iter().filter_map(|number| sighted_force_name(state, *number)).collect::<Vec<_>>())
    };
    match event {
        IntelEvent::Sketched { side, .. } => {
            let name = context.after.name(*side);
            let with_article = |line: String| match line.strip_prefix(&name) {
                Some(rest) => names::with_article(&name) + rest,
                None => line,
            };
            text.into_iter().map(with_article).collect()
        }
        IntelEvent::Met { forces, enemies: met } => {
            let stopped = stopped_at(context.after, forces);
            vec![format!("{} came upon {}{stopped}", context.list(forces), enemies(context.after, met))]
        }
        IntelEvent::Parted { forces, enemies: left } if !text.is_empty() => {
            vec![format!("{} lost contact with {}", context.list(forces), enemies(context.before, left))]
        }
        _ => text,
    }
}

fn regrade_phrase(context: &NarrationContext, from: Grade, to: Grade) -> String {
    let name = |grade| context.after.book().ladder.name(grade).to_lowercase();
    let way = if to < from { "rose" } else { "fell" };
    format!("{way} from {} to {}", name(from), name(to))
}

/// An event in words of the story's own, if it has any.
fn event_sentences(context: &NarrationContext, event: &Event) -> Option<Vec<String>> {
    Some(match event {
        // The chapter's beginning says who met whom, and its end the result.
        Event::BattleBegun { .. } | Event::BattleEnded { .. } | Event::Victory(VictoryEvent::BattleDecided { .. }) => {
            Vec::new()
        }
        Event::RulesChanged(_) => {
            let means = reading_guide::rules_change_text(context.before.book(), context.after.book());
            if means.is_empty() {
                return None;
            }
            vec![format!("the rules changed. From here on: {means}")]
        }
        Event::Arrived { units, .. } => vec![format!("{} joined the battle", context.units(units))],
        Event::Consulted { table, text, who, .. } => {
            let (subject, rest) = table_result(context, table, text, *who);
            vec![format!("{subject}{} {rest}", ClauseKind::Table.verb())]
        }
        Event::Regraded { unit, from, to } => {
            vec![format!("{} {}", context.with_article(*unit), regrade_phrase(context, *from, *to))]
        }
        // Bookkeeping, which changed nothing in the field.
        Event::Stacks(StackEvent::StatsSet { .. }) => Vec::new(),
        Event::DiceTested { test, passed, failed, .. } => {
            let units =
                |units: &[UnitId]| context.list_in_brief(&units.iter().map(|unit| Id::from(*unit)).collect::<Vec<_>>());
            let parts = [(passed, "passed"), (failed, "failed")].into_iter().filter(|(units, _)| !units.is_empty());
            let parts: Vec<String> = parts.map(|(of, did)| format!("{} {did}", units(of))).collect();
            vec![format!("{test}: {}", parts.join("; "))]
        }
        Event::Stacks(StackEvent::Screened { stack, to: Some(ScreenTarget::Edge(of, edge)), .. }) => {
            vec![format!(
                "{} screened the {} of {}",
                context.with_article(*stack),
                edge.word(),
                context.with_article(*of)
            )]
        }
        Event::Stacks(StackEvent::ConflictEnded { how: ConflictEnd::NoneLeft(side), .. }) => {
            vec![format!("none of {} was left in the fight", context.with_article(*side))]
        }
        Event::Staff(staff) => staff_work(context, staff)?,
        Event::Victory(VictoryEvent::CampaignEnded { .. }) => chapter::campaign_ending(context.after),
        _ => return None,
    })
}

/// Messages and written orders: each is quoted once, when it arrives or is answered, with what came of it.
fn staff_work(context: &NarrationContext, staff: &StaffEvent) -> Option<Vec<String>> {
    let quoted = |text: &Text| format!("“{}”", text.trim().replace("\"", ""));
    let sides = |sides: &[SideId]| context.list(&sides.iter().map(|side| Id::from(*side)).collect::<Vec<_>>());
    let message = |number: u32, is_late: bool| {
        let message = context.after.message(number)?;
        let verb = if is_late { " reached" } else { " to" };
        Some(format!("word{verb} {}: {}", sides(&message.sides), quoted(&message.text)))
    };
    let letter = |number: u32| {
        let orders = context.after.written_order(number)?;
        let (side, clock) = (context.with_article(orders.side), &context.after.book().clock);
        let when = if clock.is_on() && context.after.time() != Some(clock.format_moment(orders.received)) {
            format!(", on {}", clock.format_moment(orders.received))
        } else {
            String::new()
        };
        Some(format!("{side} wrote{when}: {}", quoted(&orders.text)))
    };
    let because = |why: &Option<Text>| {
        why.as_ref().filter(|why| !why.is_blank()).map_or(String::new(), |why| format!(": {}", quoted(why)))
    };
    let answered = |number: u32| context.last.written_order(number).is_some_and(|orders| orders.answer.is_some());
    let is_order = |number: u32| {
        let orders = context.after.written_order(number);
        orders.is_some_and(|orders| parse_instruction(&orders.text.to_string(), context.before).is_ok())
    };
    Some(match staff {
        StaffEvent::Told { message: number, due: None, .. } => vec![message(*number, false)?],
        StaffEvent::Delivered { message: number } => vec![message(*number, true)?],
        // It is quoted when it arrives, or when it is answered; the story has an order itself, once it is carried out.
        StaffEvent::Told { due: Some(_), .. } | StaffEvent::Cancelled { .. } => Vec::new(),
        StaffEvent::HandedIn { number, .. } if answered(*number) || is_order(*number) => Vec::new(),
        StaffEvent::HandedIn { number, .. } => vec![letter(*number)?, "no answer came".into()],
        StaffEvent::Granted { number, .. } if context.events.len() > 1 && is_order(*number) => Vec::new(),
        StaffEvent::Granted { number, why } => vec![letter(*number)?, format!("the referee agreed{}", because(why))],
        StaffEvent::Refused { number, why } => vec![letter(*number)?, format!("the referee refused{}", because(why))],
        StaffEvent::Hidden { what, from } if !from.is_empty() => {
            vec![format!("{} knew nothing of {}", sides(from), context.with_article(*what))]
        }
        StaffEvent::Hidden { what, .. } => vec![format!("nobody else knew of {}", context.with_article(*what))],
        StaffEvent::Revealed { what, to } => vec![format!("{} learned of {}", sides(to), context.with_article(*what))],
    })
}

/// The table, and its result: `Weather`, `fair and dry`.
fn table_result(context: &NarrationContext, table: &Text, text: &Text, who: Option<Id>) -> (String, String) {
    let text = row_text(context.after, text, who).to_string();
    let text = text.trim().trim_end_matches('.');
    let text = match text {
        "" => "nothing".into(),
        text if text.contains(':') => format!("“{text}”"),
        text => text.into(),
    };
    (table.as_name(), text)
}

fn reason(order: &Order) -> Option<&Text> {
    match order {
        Order::Shake { why, .. }
        | Order::Rally { why, .. }
        | Order::Lose { why, .. }
        | Order::Restore { why, .. }
        | Order::Eliminate { why, .. } => why.as_ref(),
        Order::Regrade { why, .. } => Some(why),
        _ => None,
    }
}

/// Who won the initiative, and chose to be first, shows in what follows.
fn initiative(context: &NarrationContext) -> Narration {
    use Event::{FirstChosen, InitiativeWon, PhaseBegun};
    let is_plain = |event: &Event| matches!(event, InitiativeWon { .. } | FirstChosen { .. } | PhaseBegun { .. });
    if !context.events.iter().all(is_plain) {
        return from_account(context);
    }
    let begins_paragraph = matches!(context.order, Order::Initiative { .. });
    Narration { dice: context.dice(), begins_paragraph, ..Narration::default() }
}

/// The end of a turn, or of a side's part of it: who is exhausted, and how a battle ended.
fn turn_end(context: &NarrationContext, memory: &mut ChapterMemory) -> Narration {
    memory.ordered.clear();
    let mut text = Narration { begins_paragraph: true, ..Narration::default() };
    if !context.has(is_worth_telling) {
        return text;
    }
    text.sentences = context
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Exhausted { side, lost, point, .. } => {
                Some(exhaustion_sentence(context, *side, (*lost, *point), memory))
            }
            _ => None,
        })
        .collect();
    let is_told = |event: &Event| matches!(event, Event::Exhausted { .. });
    let rest = context.events.iter().enumerate().filter(|(_, event)| !is_told(event));
    let rest = rest.flat_map(|(at, event)| event_sentences(context, event).unwrap_or_else(|| context.results_at(at)));
    text.sentences.extend(rest.map(|line| sentence(&line)));
    text
}

fn is_worth_telling(event: &Event) -> bool {
    !matches!(event, Event::TurnEnded { .. } | Event::PhaseBegun { .. })
}

fn exhaustion_sentence(
    context: &NarrationContext,
    side: SideId,
    (lost, point): (u32, u32),
    memory: &mut ChapterMemory,
) -> String {
    let points = names::count_in_words(lost, "Strength Point", "Strength Points");
    let side = context.side(side);
    let text = match lost.checked_sub(point) {
        _ if lost == 0 => format!("{} became exhausted.", text::capitalized(&side)),
        Some(1..) => format!("With {points} lost, {side} passed the Exhaustion Point, {point}, and became exhausted."),
        _ => format!("With {points} lost, {side} reached the Exhaustion Point and became exhausted."),
    };
    let goes_on =
        context.account.battle.and_then(|battle| context.after.battle(battle)).is_some_and(|b| b.ended.is_none());
    if !goes_on || std::mem::replace(&mut memory.explained_exhaustion, true) {
        return text;
    }
    let fire = if memory.reported_fire { "fires and " } else { "" };
    format!(
        "{text} (An exhausted side still {fire}defends itself, but opens no attack and goes no nearer to the enemy.)"
    )
}
