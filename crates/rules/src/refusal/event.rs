//! Why events are invalid: a field and its problem. Also why a muster is invalid, which is made of events.

use super::{MapError, RefusalText, TheatreError, only, refusals, the, theatre};
use crate::{
    order::{Posture, ScreenTarget, Stats, StatsFault},
    state::{EntityKind, InvalidMuster, State},
};
use wardiary_base::{
    book::{Grade, Moment},
    fault::Fault,
    ground::{Cell, Spot, Station},
    id::{BattleId, Id, MAX_ID, SideId, StackId, UnitId},
    text::{self, NameFault},
};

/// Why an event is invalid in a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventError {
    /// The field of the event that is at fault, if it is one field. Errors of a theatre come with their path in the draft.
    pub field: Option<&'static str>,
    pub problem: Problem,
}

refusals! {
    /// What is wrong with a field of an event.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Problem, |problem, state| match problem {
        // ---- ids and numbers
        IdOutOfRange { id: Id } => only(format!("a number is 1 to {MAX_ID}, not {}", id.0)),
        IdTaken {
            id: Id,
            by: EntityKind,
            /// An id that is free.
            free: u32,
        } => only(format!("the number {id} is taken by the {} {}", by.word(), state.name(*id)))
            .hint(format!("#{free} is free")),
        UnknownId { id: Id } => only(format!("nothing has the number {id}")),
        NotFound {
            id: Id,
            wanted: EntityKind,
            /// What has the id, if anything does.
            found: Option<EntityKind>,
        } => not_found(*id, *wanted, *found, state),
        /// Nothing open, waiting or laid down in the rulebook has this number.
        NoSuch { what: &'static str, number: u32 } => only(format!("there is no {what} {number}")),
        NotNext { what: &'static str, number: u32, next: u32 } => {
            only(format!("the next {what} has the number {next}, not {number}"))
        },
        // ---- values
        /// A value before the event is not the current one.
        Differs { what: &'static str, said: Value, is: Value } => {
            only(format!("{what} was {}, not {}", is.word(state), said.word(state)))
        },
        /// A value after the event exceeds the full value.
        AboveFull { what: &'static str, to: u16, full: u16 } => {
            only(format!("{what} of {to} is more than the full {full}"))
        },
        Outside { what: &'static str, least: u16, most: u16, is: u16 } => {
            only(format!("{what} is {least} to {most}, not {is}"))
        },
        Lost { full: u16, lost: u16 } => only(format!("of {full} Strength Points {lost} can't be lost")),
        Worn { full: u8, worn: u8 } => only(format!("an EDNA of {full} can't be worn by {worn}")),
        NotMore => only("it leaves the unit no better than before"),
        GradeOffLadder { grade: Grade } => only(format!(
            "the ladder has no grade {}: its best is 0, its worst {}",
            grade.0,
            state.book().ladder.grades.len() - 1
        )),
        StepsSpent { spent: u32, there: u32 } => {
            only(format!("{spent} steps of promotions for the combat fell away, where there were {there}"))
        },
        ShiftForGood => only("a shift for good is a change of grade"),
        ShiftByZero => only("a shift by 0 is none"),
        TestDice { units: usize, dice: usize } => only(format!("{units} units were tested, with {dice} dice")),
        Stats(fault: StatsFault) => only(match *fault {
            StatsFault::TooLarge { name, number } => format!("its {name} is 0 to {}, not {number}", Stats::MAX),
            StatsFault::RankTwice { rank } => format!("the rank {} is named twice", rank.word()),
        }),
        Name(fault: NameFault) => only(fault.to_string()),
        NothingScheduled => only("nothing is scheduled").hint("say what: a note, or the text of an order"),
        // ---- rules
        Rules { faults: Vec<Fault> } => {
            only(faults.first().map_or_else(|| "the rules can't be so".into(), Fault::told))
        },
        Test(fault: Fault) => RefusalText { what: fault.what.clone(), hint: fault.hint.clone() },
        /// The rulebook, or its ladder, has nothing of this name.
        NotInBook {
            book: &'static str,
            what: &'static str,
            name: String,
            /// The names that there are.
            names: Vec<String>,
        } => only(format!("the {book} has no {what} “{}”", text::display_name(name))).hint(instead(name, names)),
        // ---- time
        /// The text is not a moment of the clock, or the moment lies before the start of the campaign.
        NoMomentOfClock {
            written: String,
            /// The start, if the moment lies before it.
            now: Option<Moment>,
        } => describe_moment(written, *now, state),
        NoMoment { moment: Moment } => {
            let clock = &state.book().clock;
            only(format!("the clock has no part {} of {} {}", moment.part, clock.unit(), moment.count))
        },
        NotLater { to: Moment } => {
            let clock = &state.book().clock;
            only(format!("{} is not later than {}", clock.name(*to), clock.name(state.calendar().now)))
        },
        // ---- who takes part
        Nobody => only("nobody is named"),
        TooFewParties => {
            only("a battle needs two sides with living units").hint("name a party for each: sides, stacks or units")
        },
        /// A side has no party of living units, or several parties.
        NotOneParty { side: SideId } => only(format!("{} needs one party of living units", the(state, *side))),
        NoSide => only("the unit has neither a stack nor a side"),
        Eliminated { unit: UnitId } => only(format!("{} is eliminated", the(state, *unit))),
        Alive { unit: UnitId } => only(format!("{} is there, and is not rebuilt", the(state, *unit))),
        Over { battle: BattleId } => only(format!("{} is over", the(state, *battle))),
        InBattle { unit: UnitId, battle: BattleId } => {
            only(format!("{} is in {}", the(state, *unit), the(state, *battle)))
        },
        /// A unit or a side is not in a battle, or a unit is not in a stack.
        NotIn { who: Id, of: Id } => only(format!("{} is not in {}", the(state, *who), the(state, *of))),
        /// A unit or stack is in a line, a party or a Conflict in which it can't be.
        CannotBeThere { who: Id } => only(format!("{} can't be there", the(state, *who))),
        /// A thing belongs to a side that it must not belong to.
        BelongsTo { who: Id, side: SideId } => {
            only(format!("{} belongs to {}", the(state, *who), state.name(*side)))
        },
        /// A recruit names another side than its stack's.
        SideOfStack { stack: StackId, side: SideId } => {
            only(format!("{} belongs to {}", the(state, *stack), state.name(*side)))
                .hint("leave the side out: the stack says it")
        },
        // ---- stacks
        NoLeader { stack: StackId } => only(format!("{} has no leader", the(state, *stack)))
            .hint("name one: `leader: 100`"),
        ScreensNothing { stack: StackId } => {
            only(format!("{} screens nothing", the(state, *stack))).hint("say what: `screening: Edge(11, Left)`")
        },
        ScreensItself => only("a stack can't screen itself").hint("it screens an Edge of another stack of its side"),
        /// The screened stack itself screens something.
        Screening { stack: StackId } => {
            only(format!("{} screens already, and can't be screened", the(state, *stack))).hint(ONE_ONLY)
        },
        /// The screening stack is itself screened.
        Screened { stack: StackId, by: StackId } => {
            only(format!("{} is screened by {}, and can't screen", the(state, *stack), state.name(*by))).hint(ONE_ONLY)
        },
        ScreensOtherSide { stack: StackId } => {
            only(format!("{} can't screen what is another side's", state.name(*stack)))
        },
        // ---- the end
        CampaignOver => only("the campaign is over"),
        Decided { battle: BattleId } => {
            only(format!("{} is under way, or it is decided who won it", the(state, *battle)))
        },
        BattleOpen { battle: BattleId } => only(format!("{} is not over", the(state, *battle))),
        // ---- places
        Map(error: MapError) => error.describe(state),
        Theatre(error: TheatreError) => error.describe(state),
    }
}

const ONE_ONLY: &str = "one of the two screens nothing";

impl Problem {
    /// The error of an event with this problem in a field.
    pub fn at(self, field: &'static str) -> EventError {
        EventError { field: Some(field), problem: self }
    }
}

impl From<Problem> for EventError {
    fn from(problem: Problem) -> Self {
        Self { field: None, problem }
    }
}

impl From<MapError> for EventError {
    fn from(error: MapError) -> Self {
        let field = error.field();
        Problem::Map(error).at(field)
    }
}

impl From<TheatreError> for EventError {
    fn from(error: TheatreError) -> Self {
        Problem::Theatre(error).into()
    }
}

/// A value before an event: as the event has it, or as the state has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Nothing, in the word for it.
    None(&'static str),
    Number(u16),
    Word(&'static str),
    Text(String),
    Id(Id),
    Grade(Grade),
    Moment(Moment),
    Cell(Cell),
    Station(Station),
    Way(Vec<Spot>),
    Screen(ScreenTarget),
}

impl Value {
    fn word(&self, state: &State) -> String {
        match self {
            Self::None(word) | Self::Word(word) => (*word).into(),
            Self::Number(number) => number.to_string(),
            Self::Text(name) => text::display_name(name),
            Self::Id(id) => state.name(*id),
            Self::Grade(grade) if state.book().ladder.has(*grade) => state.book().ladder.name(*grade).into(),
            Self::Grade(grade) => format!("number {} of the ladder", grade.0),
            Self::Moment(moment) => state.book().clock.name(*moment),
            Self::Cell(cell) => cell.to_string(),
            Self::Station(station) => theatre::station(state, *station),
            Self::Way(way) => theatre::places(state, way),
            Self::Screen(ScreenTarget::Edge(stack, edge)) => format!("the {} of {}", edge.word(), state.name(*stack)),
            Self::Screen(ScreenTarget::Unit(unit)) => state.name(*unit),
            Self::Screen(ScreenTarget::Structure(what)) => format!("“{}”", text::sanitize(what)),
        }
    }
}

macro_rules! values {
    ($($Type:ty: $value:pat => $of:expr,)*) => {$(
        impl From<$Type> for Value {
            fn from($value: $Type) -> Self {
                $of
            }
        }
    )*};
}

values! {
    u8: number => Self::Number(number.into()),
    u16: number => Self::Number(number),
    String: text => Self::Text(text),
    Grade: grade => Self::Grade(grade),
    Moment: moment => Self::Moment(moment),
    Posture: posture => Self::Word(posture.word()),
    Vec<Spot>: way => Self::Way(way),
    bool: is_road => Self::Word(if is_road { "a road" } else { "no road" }),
    Option<String>: name => name.map_or(Self::None("nothing"), Self::Text),
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
            Problem::Map(MapError::Ground(fault)) => {
                return path.rsplit('.').fold(fault.clone().under("ground"), Fault::under);
            }
            Problem::Theatre(TheatreError::Network(fault)) => {
                return path.rsplit('.').fold(fault.clone(), Fault::under);
            }
            _ => {}
        }
        let path = error.field.map_or_else(|| path.clone(), |field| format!("{path}.{field}"));
        let RefusalText { what, hint } = error.problem.describe(&invalid.state);
        hint.into_iter().fold(Fault::at(path, what), Fault::hint)
    };
    invalid.errors.iter().map(fault).collect()
}

/// Describes an id that is not of the expected kind, with the things of that kind.
pub(super) fn not_found(id: Id, wanted: EntityKind, found: Option<EntityKind>, state: &State) -> RefusalText {
    let word = wanted.word();
    let text = only(match found {
        Some(kind) => format!("{id} is the {} {}, and no {word}", kind.word(), state.name(id)),
        None => format!("there is no {word} {id}"),
    });
    let all: Vec<String> = match wanted {
        EntityKind::Side => state.sides().iter().map(|s| format!("{} {}", s.id, s.name)).collect(),
        EntityKind::Stack => state.stacks().iter().map(|s| format!("{} {}", s.id, s.name)).collect(),
        EntityKind::Battle => state.open_battles().map(|b| format!("{} {}", b.id, b.name)).collect(),
        EntityKind::Map => state.maps().iter().map(|m| format!("{} {}", m.id, m.name)).collect(),
        EntityKind::Unit => Vec::new(),
    };
    match all.len() {
        0 => text,
        1 => text.hint(format!("there is {}", all[0])),
        2..=6 => text.hint(format!("there are {}", text::list(&all))),
        n => text.hint(format!("there are {n}, from {} to {}", all[0], all[n - 1])),
    }
}

/// Describes an invalid moment, or one before the start of the campaign.
fn describe_moment(written: &str, now: Option<Moment>, state: &State) -> RefusalText {
    let (book, clock) = (state.book(), &state.book().clock);
    if !clock.is_on() {
        return only(format!("the rulebook “{}” has no clock", text::sanitize(&book.title)));
    }
    let written = text::display_name(written);
    match now {
        Some(now) => only(format!("“{written}” lies before the start, {}", clock.name(now))),
        None => only(format!("the clock has no moment “{written}”"))
            .hint(format!("a moment is written like “{}”", clock.name(Moment::default()))),
    }
}

/// A hint with the nearest valid word, or with all of them.
fn instead(word: &str, names: &[String]) -> String {
    let near = text::nearest(word, names.iter().map(String::as_str));
    near.map_or_else(|| format!("it has {}", text::list(names)), |near| format!("perhaps “{near}”"))
}
