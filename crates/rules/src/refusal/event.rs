//! Words for invalid events and invalid musters.

use super::{RefusalText, map, only, staff, the, theatre, victory};
use crate::{
    order::{ScreenTarget, Stats, StatsFault},
    state::{
        BattleError, ClockError, CombatError, Differing, EntityKind, EventError, GaugeKind, InvalidMuster, MapError,
        Mismatch, RecruitError, RefitError, StackError, State, TheatreError,
    },
};
use wardiary_base::{
    book::Moment,
    fault::Fault,
    id::{Id, MAX_ID},
    text,
};

/// Describes why an event is invalid, with the names of the state in which it is.
pub fn describe_event_error(error: &EventError, state: &State) -> RefusalText {
    match error {
        EventError::IdOutOfRange { id } => only(format!("a number is 1 to {MAX_ID}, not {}", id.0)),
        EventError::IdTaken { id, by, free } => {
            only(format!("the number {id} is taken by the {} {}", by.word(), state.name(*id)))
                .hint(format!("#{free} is free"))
        }
        EventError::UnknownId { id } => only(format!("nothing has the number {id}")),
        EventError::NotFound { id, wanted, found, .. } => not_found(*id, *wanted, *found, state),
        EventError::Mismatch(mismatch) => only(describe_mismatch(mismatch, state)),
        EventError::AboveFull { gauge, to, full } => {
            let what = match gauge {
                GaugeKind::Strength => "a strength",
                GaugeKind::Edna => "an EDNA",
            };
            only(format!("{what} of {to} is more than the full {full}"))
        }
        EventError::Rules { faults } => {
            only(faults.first().map_or_else(|| "the rules can't be so".into(), Fault::told))
        }
        EventError::StackOfOtherSide { stack } => only(format!("{} belongs to the other side", the(state, *stack))),
        EventError::GradeOffLadder { grade } | EventError::FoughtOffLadder { grade } => only(format!(
            "the ladder has no grade {}: its best is 0, its worst {}",
            grade.0,
            state.book().ladder.grades.len() - 1
        )),
        EventError::ShiftForGood => only("a shift for good is a change of grade"),
        EventError::ShiftByZero => only("a shift by 0 is none"),
        EventError::StepsSpent { spent, there } => {
            only(format!("{spent} steps of promotions for the combat fell away, where there were {there}"))
        }
        EventError::TestDice { units, dice } => only(format!("{units} units were tested, with {dice} dice")),
        EventError::VolleyOutsideBattle { unit, battle } => {
            only(format!("{} is not in {}", the(state, *unit), the(state, *battle)))
        }
        EventError::Moment { written, now } => describe_moment(written, *now, state),
        EventError::NothingScheduled => only("nothing is scheduled").hint("say what: a note, or the text of an order"),
        EventError::Recruit(error) => describe_recruit(error, state),
        EventError::Battle(error) => describe_battle(*error, state),
        EventError::Combat(error) => only(describe_combat(*error, state)),
        EventError::Map(error) => map::describe_error(error, state),
        EventError::Clock(error) => only(describe_clock(*error, state)),
        EventError::Victory(error) => victory::describe_error(*error, state),
        EventError::Refit(error) => only(describe_refit(*error, state)),
        EventError::Theatre(error) => theatre::describe_error(error, state),
        EventError::Staff(error) => staff::describe_error(*error, state),
        EventError::Stack(error) => describe_stack(*error, state),
    }
}

/// Describes all problems of a muster, each with its path.
pub fn describe_invalid_muster(invalid: &InvalidMuster) -> Vec<Fault> {
    let fault = |(path, error): &(String, EventError)| {
        if let EventError::Map(MapError::Ground(fault)) = error {
            return path.rsplit('.').fold(fault.clone().under("ground"), Fault::under);
        }
        if let EventError::Theatre(TheatreError::Network(fault)) = error {
            return path.rsplit('.').fold(fault.clone(), Fault::under);
        }
        let path = error.field().map_or_else(|| path.clone(), |field| format!("{path}.{field}"));
        let RefusalText { what, hint } = describe_event_error(error, &invalid.state);
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

fn describe_refit(error: RefitError, state: &State) -> String {
    match error {
        RefitError::Eliminated { unit } => format!("{} is eliminated, and gets nothing back", the(state, unit)),
        RefitError::Alive { unit } => format!("{} is there, and is not rebuilt", the(state, unit)),
        RefitError::NoLevel { to } => format!("the rulebook has no level of supply with the number {to}"),
        RefitError::NotMore { .. } => "what a unit got back leaves it no better than before".into(),
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

fn describe_clock(error: ClockError, state: &State) -> String {
    let clock = &state.book().clock;
    match error {
        ClockError::NoMoment { moment, .. } => {
            format!("the clock has no part {} of {} {}", moment.part, clock.unit(), moment.count)
        }
        ClockError::NotLater { to } => {
            format!("{} is not later than {}", clock.name(to), clock.name(state.calendar().now))
        }
        ClockError::Number { item, next } => format!("what is scheduled next has the number {next}, not {item}"),
        ClockError::NotScheduled { item } => format!("nothing that has the number {item} is waiting"),
    }
}

fn describe_mismatch(mismatch: &Mismatch, state: &State) -> String {
    fn sentence<T>(what: &str, Differing { said, is }: &Differing<T>, word: impl Fn(&T) -> String) -> String {
        format!("{what} was {}, not {}", word(is), word(said))
    }
    match mismatch {
        Mismatch::Date(date) => sentence("the date", date, |date| match date.trim() {
            "" => "not set".into(),
            date => format!("“{}”", text::sanitize(date)),
        }),
        Mismatch::Moment(moment) => sentence("the moment", moment, |moment| state.book().clock.name(*moment)),
        Mismatch::Stack(stack) => sentence("its stack", stack, |stack| name_or(state, *stack, "none")),
        Mismatch::Edna(edna) => sentence("its EDNA", edna, ToString::to_string),
        Mismatch::Grade(grade) => sentence("its grade", grade, |grade| {
            let ladder = &state.book().ladder;
            if ladder.has(*grade) { ladder.name(*grade).into() } else { format!("number {} of the ladder", grade.0) }
        }),
        Mismatch::Place(place) => {
            sentence("its place", place, |cell| cell.map_or("nowhere".into(), |cell| cell.to_string()))
        }
        Mismatch::Kind(kind) => sentence("its troop type", kind, |kind| text::display_name(kind)),
        Mismatch::Terrain(terrain) => sentence("the terrain", terrain, |name| text::display_name(name)),
        Mismatch::Edge(edge) => {
            sentence("the edge", edge, |name| name.as_ref().map_or("nothing".into(), |name| text::display_name(name)))
        }
        Mismatch::Road(road) => {
            sentence("the way over the edge", road, |there| if *there { "a road" } else { "no road" }.into())
        }
        Mismatch::Holder(holder) => sentence("its holder", holder, |side| name_or(state, *side, "nobody")),
        Mismatch::Way(way) => sentence("its way", way, |way| theatre::places(state, way)),
        Mismatch::Station(station) => sentence("its station", station, |station| {
            station.map_or("nowhere".into(), |station| theatre::station(state, station))
        }),
        Mismatch::Strength(strength) => sentence("its strength", strength, ToString::to_string),
        Mismatch::Supply(level) => sentence("the number of its level of supply", level, ToString::to_string),
        Mismatch::Stats(stats) => describe_stats_mismatch(stats),
        Mismatch::Posture(posture) => sentence("its posture", posture, |posture| posture.word().into()),
        Mismatch::Leader(leader) => sentence("its leader", leader, |leader| name_or(state, *leader, "nobody")),
        Mismatch::Screening(screening) => sentence("what it screens", screening, |screen| match screen {
            None => "nothing".into(),
            Some(ScreenTarget::Edge(stack, edge)) => format!("the {} of {}", edge.word(), state.name(*stack)),
            Some(ScreenTarget::Unit(unit)) => state.name(*unit),
            Some(ScreenTarget::Structure(what)) => format!("“{}”", text::sanitize(what)),
        }),
    }
}

fn name_or(state: &State, id: Option<impl Into<Id>>, nobody: &str) -> String {
    id.map_or_else(|| nobody.into(), |id| state.name(id))
}

/// Lists a unit's numbers that differ from those in an event.
fn describe_stats_mismatch(Differing { said, is }: &Differing<Option<Stats>>) -> String {
    let (Some(said), Some(is)) = (said, is) else {
        let (is, said) = if is.is_none() { ("none", "some") } else { ("some", "none") };
        return format!("its numbers were {is}, not {said}");
    };
    let numbers = is.numbers().into_iter().zip(said.numbers()).filter(|((_, is), (_, said))| is != said);
    let differ: Vec<String> =
        numbers.map(|((name, is), (_, said))| format!("its {name} was {is}, not {said}")).collect();
    if differ.is_empty() { "its ranks were others".into() } else { differ.join(", ") }
}

fn describe_recruit(error: &RecruitError, state: &State) -> RefusalText {
    let book = state.book();
    match error {
        RecruitError::UnknownTroop { name } => {
            only(format!("the rulebook has no troop type “{}”", text::display_name(name)))
                .hint(instead(name, book.troops.iter().map(|t| t.name.as_str())))
        }
        RecruitError::UnknownGrade { name } => only(format!("the ladder has no grade “{}”", text::display_name(name)))
            .hint(instead(name, book.ladder.grades.iter().map(|g| g.name.as_str()))),
        RecruitError::UnknownWeapon { name } => {
            only(format!("the rulebook has no weapon “{}”", text::display_name(name)))
                .hint(instead(name, book.weapons.iter().map(|w| w.name.as_str())))
        }
        RecruitError::NoSide => only("the unit has neither a stack nor a side"),
        RecruitError::StackOfOtherSide { stack, side } => {
            only(format!("{} belongs to {}", the(state, *stack), state.name(*side)))
                .hint("leave the side out: the stack says it")
        }
        RecruitError::Strength { full } => only(format!("a strength is 1 to 999, not {full}")),
        RecruitError::Lost { full, lost } => only(format!("of {full} Strength Points {lost} can't be lost")),
        RecruitError::Edna { full, worn } if worn > full => only(format!("an EDNA of {full} can't be worn by {worn}")),
        RecruitError::Edna { full, .. } => only(format!("an EDNA is 0 to 200, not {full}")),
        RecruitError::Test(fault) => RefusalText { what: fault.what.clone(), hint: fault.hint.clone() },
        RecruitError::Stats(fault) => only(describe_stats(*fault)),
        RecruitError::Place(error) => map::describe_error(error, state),
    }
}

/// A hint with the nearest valid word, or with all of them.
fn instead<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.collect();
    let near = text::nearest(word, names.iter().copied());
    near.map_or_else(|| format!("it has {}", text::list(&names)), |near| format!("perhaps “{near}”"))
}

fn describe_stats(fault: StatsFault) -> String {
    match fault {
        StatsFault::TooLarge { name, number } => format!("its {name} is 0 to {}, not {number}", Stats::MAX),
        StatsFault::RankTwice { rank } => format!("the rank {} is named twice", rank.word()),
    }
}

fn describe_battle(error: BattleError, state: &State) -> RefusalText {
    match error {
        BattleError::Over { battle } => only(format!("{} is over", the(state, battle))),
        BattleError::SideNotInBattle { battle } => {
            only(format!("that side is not in the battle {}", state.name(battle)))
        }
        BattleError::TooFewParties => {
            only("a battle needs two sides with living units").hint("name a party for each: sides, stacks or units")
        }
        BattleError::NotOneParty { side } => only(format!("{} needs one party of living units", the(state, side))),
        BattleError::WrongParty { unit } => only(format!("{} can't be there", state.name(unit))),
        BattleError::NoPhase { phase } => only(format!("a turn has no phase {phase}")),
        BattleError::Eliminated { unit } => only(format!("{} is eliminated", the(state, unit))),
        BattleError::InBattle { unit, battle } => only(format!("{} is in {}", the(state, unit), the(state, battle))),
    }
}

fn describe_combat(error: CombatError, state: &State) -> String {
    match error {
        CombatError::NotOpen { combat } => format!("there is no open combat {combat}"),
        CombatError::EmptyLine => "nobody fights on one side of that combat".into(),
        CombatError::NotInBattle { unit } => format!("{} does not fight there", the(state, unit)),
        CombatError::CannotJoin { unit } => format!("{} can't join that combat", state.name(unit)),
        CombatError::NothingThrown => "no dice lie there to be thrown again".into(),
        CombatError::NoDie { die } => format!("there is no die {die}"),
        CombatError::CannotSupport { unit } => format!("{} can't support that combat", state.name(unit)),
        CombatError::NoSupportDie { unit } => format!("{} rolled no support die", state.name(unit)),
    }
}

fn describe_stack(error: StackError, state: &State) -> RefusalText {
    let one_only = "one of the two screens nothing";
    match error {
        StackError::ConflictNotOpen { conflict } => only(format!("there is no open Conflict {conflict}")),
        StackError::NotInConflict { stack } => only(format!("{} is not in that Conflict", the(state, stack))),
        StackError::InConflict => only("it is in that Conflict already"),
        StackError::NoLeader { stack } => {
            only(format!("{} has no leader, and takes no posture", the(state, stack))).hint("name one: `leader: 100`")
        }
        StackError::ScreensNothing { stack } => {
            only(format!("{} screens nothing", the(state, stack))).hint("say what: `screening: Edge(11, Left)`")
        }
        StackError::LeaderNotInStack { unit } => only(format!("{} is not in that stack", the(state, unit))),
        StackError::Stats(fault) => only(describe_stats(fault)),
        StackError::ScreenName(fault) => only(fault),
        StackError::ScreensOtherSide { stack } => {
            only(format!("{} can't screen what is another side's", state.name(stack)))
        }
        StackError::ScreensWithoutLeader { stack } => {
            only(format!("{} has no leader, and screens Edges of other stacks only", the(state, stack)))
        }
        StackError::ScreensItself => {
            only("a stack can't screen itself").hint("it screens an Edge of another stack of its side")
        }
        StackError::Screening { stack } => {
            only(format!("{} screens already, and can't be screened", the(state, stack))).hint(one_only)
        }
        StackError::Screened { stack, by } => {
            only(format!("{} is screened by {}, and can't screen", the(state, stack), state.name(by))).hint(one_only)
        }
    }
}
