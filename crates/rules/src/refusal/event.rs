//! Why events are invalid: a field and its problem. Also why a muster is invalid, which is made of events.

use super::{MapError, RefusalText, TheatreError, kind_and_name, refusals, sentence, theatre};
use crate::{
    order::{Posture, ScreenTarget, Stats, StatsFault},
    state::{EntityKind, InvalidMuster, State},
};
use wardiary_base::{
    book::{Grade, Moment},
    fault::Fault,
    ground::{Cell, Spot, Station},
    id::{BattleId, Id, MAX_ID, SideId, StackId, UnitId},
    text::{self, NameFault, Text},
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventError {
    /// The field of the event that is at fault, if it is one field. Errors of a theatre come with their path in the draft.
    pub field: Option<&'static str>,
    pub problem: EventProblem,
}

refusals! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum EventProblem, |problem, state| match problem {
        // ---- ids and numbers
        IdOutOfRange { id: Id } => sentence(format!("a number is 1 to {MAX_ID}, not {}", id.0)),
        IdTaken {
            id: Id,
            by: EntityKind,
            free: u32,
        } => sentence(format!("the number {id} is taken by the {} {}", by.word(), state.name(*id)))
            .with_hint(format!("#{free} is free")),
        UnknownId { id: Id } => sentence(format!("nothing has the number {id}")),
        NotFound {
            id: Id,
            wanted: EntityKind,
            /// The kind of thing that has the id, if any.
            found: Option<EntityKind>,
        } => not_found(*id, *wanted, *found, state),
        NoSuch { what: &'static str, number: u32 } => sentence(format!("there is no {what} {number}")),
        NotNext { what: &'static str, number: u32, next: u32 } => {
            sentence(format!("the next {what} has the number {next}, not {number}"))
        },
        // ---- values
        Differs { what: &'static str, given: EventValue, is: EventValue } => {
            sentence(format!("{what} was {}, not {}", is.describe(state), given.describe(state)))
        },
        AboveFull { what: &'static str, to: u16, full: u16 } => {
            sentence(format!("{what} of {to} exceeds the full {full}"))
        },
        Outside { what: &'static str, least: u16, most: u16, is: u16 } => {
            sentence(format!("{what} must be {least} to {most}, not {is}"))
        },
        Lost { full: u16, lost: u16 } => sentence(format!("a unit with {full} Strength Points can't have lost {lost}")),
        Worn { full: u8, worn: u8 } => sentence(format!("a unit with an EDNA of {full} can't have lost {worn}")),
        NotMore => sentence("it does not improve the unit"),
        GradeOffLadder { grade: Grade } => sentence(format!(
            "the ladder has no grade {}: the best is 0, the worst {}",
            grade.0,
            state.book().ladder.grades.len() - 1
        )),
        StepsSpent { spent: u32, there: u32 } => {
            sentence(format!("{spent} steps of promotion for the combat were dropped, but there were {there}"))
        },
        ShiftForGood => sentence("a permanent shift must be recorded as a change of grade"),
        ShiftByZero => sentence("a shift can't be 0"),
        TestDice { units: usize, dice: usize } => sentence(format!("{units} units were tested with {dice} dice")),
        Stats(fault: StatsFault) => sentence(match *fault {
            StatsFault::TooLarge { name, number } => format!("its {name} must be 0 to {}, not {number}", Stats::MAX),
            StatsFault::RankTwice { rank } => format!("the rank {} is named twice", rank.word()),
        }),
        Name(fault: NameFault) => sentence(fault.to_string()),
        NothingScheduled => sentence("the text to schedule is missing").with_hint("write a note, or the text of an order"),
        // ---- rules
        Rules { faults: Vec<Fault> } => {
            sentence(faults.first().map_or_else(|| "the rules are invalid".into(), Fault::describe))
        },
        Test(fault: Fault) => RefusalText { reason: fault.reason.clone(), hint: fault.hint.clone() },
        NotInBook {
            book: &'static str,
            what: &'static str,
            name: Text,
            names: Vec<Text>,
        } => sentence(format!("the {book} has no {what} “{}”", name.as_name())).with_hint(suggest_valid(name, names)),
        // ---- time
        NoMomentOfClock {
            written: Text,
            /// The start, if the moment lies before it.
            now: Option<Moment>,
        } => describe_moment(written, *now, state),
        NoMoment { moment: Moment } => {
            let clock = &state.book().clock;
            sentence(format!("the clock has no part {} of {} {}", moment.part, clock.unit(), moment.count))
        },
        NotLater { to: Moment } => {
            let clock = &state.book().clock;
            sentence(format!("{} is not later than {}", clock.format_moment(*to), clock.format_moment(state.calendar().now)))
        },
        // ---- participants
        Nobody => sentence("no unit is named"),
        TooFewParties => {
            sentence("a battle needs two sides with units left").with_hint("name a force for each: sides, stacks or units")
        },
        NotOneParty { side: SideId } => sentence(format!("{} needs one party with units left", kind_and_name(state, *side))),
        NoSide => sentence("the unit has neither a stack nor a side"),
        Eliminated { unit: UnitId } => sentence(format!("{} is eliminated", kind_and_name(state, *unit))),
        Alive { unit: UnitId } => sentence(format!("{} is not eliminated, so it can't be rebuilt", kind_and_name(state, *unit))),
        Over { battle: BattleId } => sentence(format!("{} is over", kind_and_name(state, *battle))),
        InBattle { unit: UnitId, battle: BattleId } => {
            sentence(format!("{} is in {}", kind_and_name(state, *unit), kind_and_name(state, *battle)))
        },
        NotIn { who: Id, of: Id } => sentence(format!("{} is not in {}", kind_and_name(state, *who), kind_and_name(state, *of))),
        CannotBeThere { who: Id } => sentence(format!("{} can't be there", kind_and_name(state, *who))),
        BelongsTo { who: Id, side: SideId } => {
            sentence(format!("{} belongs to {}", kind_and_name(state, *who), state.name(*side)))
        },
        SideOfStack { stack: StackId, side: SideId } => {
            sentence(format!("{} belongs to {}", kind_and_name(state, *stack), state.name(*side)))
                .with_hint("leave out the side: it follows from the stack")
        },
        // ---- stacks
        NoLeader { stack: StackId } => sentence(format!("{} has no leader", kind_and_name(state, *stack)))
            .with_hint("name one: `leader: 100`"),
        ScreensNothing { stack: StackId } => {
            sentence(format!("{} screens nothing", kind_and_name(state, *stack))).with_hint("name a target: `screening: Edge(11, Left)`")
        },
        ScreensItself => sentence("a stack can't screen itself").with_hint("name an Edge of another stack on its side"),
        Screening { stack: StackId } => {
            sentence(format!("{} is screening, so it can't be screened", kind_and_name(state, *stack))).with_hint(ONE_ONLY)
        },
        Screened { stack: StackId, by: StackId } => {
            sentence(format!("{} is screened by {}, so it can't screen", kind_and_name(state, *stack), state.name(*by))).with_hint(ONE_ONLY)
        },
        ScreensOtherSide { stack: StackId } => {
            sentence(format!("{} can't screen anything of another side", state.name(*stack)))
        },
        // ---- the end of battles and the campaign
        CampaignOver => sentence("the campaign is over"),
        Decided { battle: BattleId } => {
            sentence(format!("{} is still under way, or its winner is already decided", kind_and_name(state, *battle)))
        },
        BattleOpen { battle: BattleId } => sentence(format!("{} is not over", kind_and_name(state, *battle))),
        // ---- places
        Map(error: MapError) => error.describe(state),
        Theatre(error: TheatreError) => error.describe(state),
    }
}

const ONE_ONLY: &str = "only one of the two can be screening";

impl EventProblem {
    pub fn at(self, field: &'static str) -> EventError {
        EventError { field: Some(field), problem: self }
    }
}

impl From<EventProblem> for EventError {
    fn from(problem: EventProblem) -> Self {
        Self { field: None, problem }
    }
}

impl From<MapError> for EventError {
    fn from(error: MapError) -> Self {
        let field = error.field();
        EventProblem::Map(error).at(field)
    }
}

impl From<TheatreError> for EventError {
    fn from(error: TheatreError) -> Self {
        EventProblem::Theatre(error).into()
    }
}

/// A value before an event: as the event has it, or as the state has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventValue {
    /// Nothing, in the word for it.
    None(&'static str),
    Number(u16),
    Word(&'static str),
    Text(Text),
    Id(Id),
    Grade(Grade),
    Moment(Moment),
    Cell(Cell),
    Station(Station),
    Route(Vec<Spot>),
    Screen(ScreenTarget),
}

impl EventValue {
    fn describe(&self, state: &State) -> String {
        match self {
            Self::None(word) | Self::Word(word) => (*word).into(),
            Self::Number(number) => number.to_string(),
            Self::Text(name) => name.as_name(),
            Self::Id(id) => state.name(*id),
            Self::Grade(grade) if state.book().ladder.contains(*grade) => state.book().ladder.name(*grade).to_string(),
            Self::Grade(grade) => format!("number {} of the ladder", grade.0),
            Self::Moment(moment) => state.book().clock.format_moment(*moment),
            Self::Cell(cell) => cell.to_string(),
            Self::Station(station) => theatre::station(state, *station),
            Self::Route(way) => theatre::places(state, way),
            Self::Screen(ScreenTarget::Edge(stack, edge)) => format!("the {} of {}", edge.word(), state.name(*stack)),
            Self::Screen(ScreenTarget::Unit(unit)) => state.name(*unit),
            Self::Screen(ScreenTarget::Structure(what)) => format!("“{what}”"),
        }
    }
}

macro_rules! values {
    ($($Type:ty: $value:pat => $of:expr,)*) => {$(
        impl From<$Type> for EventValue {
            fn from($value: $Type) -> Self {
                $of
            }
        }
    )*};
}

values! {
    u8: number => Self::Number(number.into()),
    u16: number => Self::Number(number),
    Text: text => Self::Text(text),
    Grade: grade => Self::Grade(grade),
    Moment: moment => Self::Moment(moment),
    Posture: posture => Self::Word(posture.word()),
    Vec<Spot>: way => Self::Route(way),
    bool: is_road => Self::Word(if is_road { "a road" } else { "no road" }),
    Option<Text>: name => name.map_or(Self::None("nothing"), Self::Text),
    Option<StackId>: stack => stack.map_or(Self::None("none"), |stack| Self::Id(stack.into())),
    Option<UnitId>: unit => unit.map_or(Self::None("nobody"), |unit| Self::Id(unit.into())),
    Option<SideId>: side => side.map_or(Self::None("nobody"), |side| Self::Id(side.into())),
    Option<Cell>: cell => cell.map_or(Self::None("nowhere"), Self::Cell),
    Option<Station>: station => station.map_or(Self::None("nowhere"), Self::Station),
    Option<ScreenTarget>: screen => screen.map_or(Self::None("nothing"), Self::Screen),
}

/// Describes why an event is invalid, with the names of the state in which it is.
pub fn describe_event_error(error: &EventError, state: &State) -> RefusalText {
    error.problem.describe(state)
}

/// Describes all problems of a muster, each with its path.
pub fn describe_invalid_muster(invalid: &InvalidMuster) -> Vec<Fault> {
    let fault = |(path, error): &(String, EventError)| {
        match &error.problem {
            EventProblem::Map(MapError::Ground(fault)) => {
                return path.rsplit('.').fold(fault.clone().with_prefix("ground"), Fault::with_prefix);
            }
            EventProblem::Theatre(TheatreError::Network(fault)) => {
                return path.rsplit('.').fold(fault.clone(), Fault::with_prefix);
            }
            _ => {}
        }
        let path = error.field.map_or_else(|| path.clone(), |field| format!("{path}.{field}"));
        let RefusalText { reason: what, hint } = error.problem.describe(&invalid.state);
        hint.into_iter().fold(Fault::at(path, what), Fault::with_hint)
    };
    invalid.errors.iter().map(fault).collect()
}

/// Describes an id that is not of the expected kind, with the things of that kind.
pub(super) fn not_found(id: Id, wanted: EntityKind, found: Option<EntityKind>, state: &State) -> RefusalText {
    let word = wanted.word();
    let text = sentence(match found {
        Some(kind) => format!("{id} is the {} {}, not a {word}", kind.word(), state.name(id)),
        None => format!("there is no {word} {id}"),
    });
    let all: Vec<String> = match wanted {
        EntityKind::Side => state.sides().iter().map(|s| format!("{} {}", s.id, s.name)).collect(),
        EntityKind::Stack => state.stacks().iter().map(|s| format!("{} {}", s.id, s.name)).collect(),
        EntityKind::Battle => state.open_battles().map(|b| format!("{} {}", b.id, b.name)).collect(),
        EntityKind::Map => state.maps().iter().map(|m| format!("{} {}", m.id, m.name)).collect(),
        EntityKind::Unit | EntityKind::Formation => Vec::new(),
    };
    match all.len() {
        0 => text,
        1 => text.with_hint(format!("there is {}", all[0])),
        2..=6 => text.with_hint(format!("there are {}", text::list(&all))),
        n => text.with_hint(format!("there are {n}, from {} to {}", all[0], all[n - 1])),
    }
}

/// Describes an invalid moment, or one before the start of the campaign.
fn describe_moment(written: &Text, now: Option<Moment>, state: &State) -> RefusalText {
    let (book, clock) = (state.book(), &state.book().clock);
    if !clock.is_on() {
        return sentence(format!("the rulebook “{}” has no clock", book.title));
    }
    let written = written.as_name();
    match now {
        Some(now) => sentence(format!("“{written}” is before the start, {}", clock.format_moment(now))),
        None => sentence(format!("the clock has no moment “{written}”"))
            .with_hint(format!("write a moment like “{}”", clock.format_moment(Moment::default()))),
    }
}

/// A hint with the nearest valid word, or with all of them.
fn suggest_valid(word: &Text, names: &[Text]) -> String {
    let near = text::nearest(word, names);
    near.map_or_else(|| format!("available: {}", text::list(names)), |near| format!("did you mean “{near}”?"))
}
