//! Why an order is refused. A refusal carries its data, and nothing has changed.

mod stacks;

pub use stacks::StackRefusal;

use crate::{book::Mechanism, dice::Unfit, fault::Fault, id::Id, text};

/// Why an order is refused. Names are as they are shown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the sentence over each variant says what its fields are")]
pub enum Refusal {
    #[error("nothing has the number {id}")]
    Nobody { id: Id },
    #[error("{who} is no stack")]
    NoStack { who: String },
    #[error("nobody is named")]
    NobodyNamed,
    #[error("{whose} has no unit left")]
    NobodyLeft { whose: String },
    #[error("{unit} is eliminated")]
    Eliminated { unit: String },
    #[error("{unit} is ineffective: its EDNA is 0")]
    Ineffective { unit: String },
    #[error("the dice do not fit: {0}")]
    Dice(Unfit),
    #[error("{what}")]
    Name { what: String },
    #[error("{what}")]
    Misfit { what: String, hint: Option<String> },
    #[error("{unit} and {other} are on different sides")]
    TwoSides { unit: String, other: String },
    #[error("both forces are {side}'s: name an enemy")]
    OwnSide { side: String },
    #[error("{unit} is in no battle that is under way")]
    NotInBattle { unit: String },
    #[error("{unit} is in the battle {battle} already")]
    InBattle { unit: String, battle: String },
    #[error("{unit} and {other} are not in the same battle")]
    TwoBattles { unit: String, other: String },
    #[error("a battle needs two sides with units; here is {}", sides.first().map_or("none", |s| s.as_str()))]
    OneSide { sides: Vec<String> },
    #[error("{side} is not in the battle {battle}")]
    SideNotInBattle { side: String, battle: String },
    #[error("the battle {battle} is over")]
    BattleOver { battle: String },
    #[error("{battle} waits: {decision}")]
    Awaits { battle: String, decision: String },
    #[error("nothing waits for {side} in {battle}")]
    NothingAwaited { side: String, battle: String },
    #[error("the initiative of turn {turn} is settled: {winner} won it")]
    InitiativeSettled { turn: u32, winner: String },
    #[error("turn {turn} of {battle} is not at its initiative")]
    NotInitiative { battle: String, turn: u32 },
    #[error("it is not {side}'s part of the turn")]
    NotTheirTurn { side: String, now: Option<String> },
    #[error("{side} is exhausted and opens no combat")]
    Exhausted { side: String },
    #[error("{unit} rolls no die in a combat: it is {kind}")]
    NoDie { unit: String, kind: String },
    #[error("{unit} is in another combat this turn")]
    InCombat { unit: String },
    #[error("{unit} is in no combat")]
    NotInCombat { unit: String },
    #[error("that combat is over for this turn: {how}")]
    CombatOver { how: String },
    #[error("the rules give no dice to throw again, or not these: {why}")]
    Reroll { why: String },
    #[error("{unit} has {now} of {full} Strength Points; {points} can't be {}", if *lost { "lost" } else { "restored" })]
    Strength { unit: String, now: u16, full: u16, points: u16, lost: bool },
    #[error("{unit} has an EDNA of {now} of {full}; it can't change by {by}")]
    Edna { unit: String, now: u8, full: u8, by: i16 },
    #[error("the rulebook's wear for that is 0")]
    NoWear,
    #[error("{unit} is {grade}, and the ladder goes no further")]
    LadderEnds { unit: String, grade: String },
    #[error("that would change nothing")]
    NoChange,
    #[error("a ruling needs a reason")]
    NoReason,
    #[error("there is nothing to note")]
    NothingToNote,
    #[error("{what} is not in the roll: {why}")]
    Roll { what: String, why: String },
    #[error("the rules can't be so: {}", faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Rules { faults: Vec<Fault> },
    // ---- dice tests and volleys
    #[error("{unit} carries no test “{}”", text::presentable(test))]
    NoTest { unit: String, test: String, has: Vec<String> },
    #[error("these tests are thrown in series: {why}")]
    NotInParallel { why: String },
    #[error("{unit} has attacked this turn")]
    HasAttacked { unit: String },
    #[error("{unit} is named twice")]
    TargetTwice { unit: String },
    #[error("nobody knows how far it is: there is no map")]
    NoRange,
    #[error("{unit} carries no {}", weapon.as_ref().map_or("weapon".into(), |w| format!("“{}”", text::presentable(w))))]
    NoWeapon { unit: String, weapon: Option<String>, has: Vec<String> },
    #[error("{unit} does not reach so far: {weapon} fire up to range {reach}, not {range}")]
    OutOfRange { unit: String, weapon: String, range: u8, reach: usize },
    #[error("{side} has no General in that battle")]
    NoGeneral { side: String },

    // ---- support
    #[error("{what}")]
    Support { what: String, hint: String },

    // ---- matrix arguments
    #[error("nothing is argued")]
    NothingArgued,
    #[error("{dice} come to {least} to {most}: {number} decides nothing")]
    OutOfReach { dice: String, number: u16, least: u16, most: u16 },
    // ---- rulebooks
    #[error("the rulebook {book} does without {}", mechanism.title())]
    MechanismOff { mechanism: Mechanism, book: String, mechanisms: Vec<String> },
    // ---- stacks
    #[error(transparent)]
    Stacks(#[from] StackRefusal),
}

impl Refusal {
    /// Whether it only lacks words that may follow, and nothing else speaks against it.
    #[must_use]
    pub fn wants_more(&self) -> bool {
        matches!(self, Self::NoRange | Self::NoReason)
    }

    /// What to do next, where there is something.
    #[must_use]
    pub fn hint(&self) -> Option<String> {
        Some(match self {
            Self::Misfit { hint, .. } => return hint.clone(),
            Self::Eliminated { .. } => "`undo` takes the last order back".into(),
            Self::Ineffective { unit } => {
                format!("it may withdraw and defend itself; a ruling can help: `rally {} 1`", quoted(unit))
            }
            Self::OneSide { .. } => "name a party for each side: `battle \"First day\" with Germans v Russians`".into(),
            Self::NotInBattle { .. } => "begin one with `battle NAME with PARTY v PARTY`, or `reinforce` it".into(),
            Self::Awaits { .. } => "decide with `first SIDE`, `reroll …` or `stand SIDE`".into(),
            Self::NotTheirTurn { now: Some(now), .. } => format!("it is {now}’s; `pass` hands on"),
            Self::NotTheirTurn { now: None, .. } => {
                "nobody acts before the initiative: `initiative` rolls for it".into()
            }
            Self::NotInitiative { .. } => "`end turn` brings the next".into(),
            Self::Exhausted { .. } => "it may defend itself, volley and withdraw".into(),
            Self::InCombat { .. } => "`withdraw` leaves a combat, and `end turn` ends them all".into(),
            Self::CombatOver { .. } => "`end turn` begins a new one".into(),
            Self::NoWear => "set `edna: (wear: (fire: 1, manoeuvre: 1))` in the rulebook".into(),
            Self::LadderEnds { unit, .. } => format!("to take it off the field: `eliminate {}`", quoted(unit)),
            Self::NoReason => "add `because \"…\"`".into(),
            Self::NoTest { test, has, .. } => match text::nearest(test, has.iter().map(String::as_str)) {
                Some(near) => format!("perhaps {}", quoted(near)),
                None if has.is_empty() => {
                    "its troop type in the rulebook can name some: `tests: [(name: \"Leadership\", \
                     dice: 2, needs: AtMost(4))]`"
                        .into()
                }
                None => format!("it carries {}", text::list(has)),
            },
            Self::NotInParallel { .. } => "leave out `in parallel`; the chances are the same".into(),
            Self::HasAttacked { .. } => "a unit attacks once a turn; `end turn` brings the next".into(),
            Self::NoRange => "say it in grid areas: `range 1`".into(),
            Self::NoWeapon { has, .. } if has.is_empty() => {
                "its troop type in the rulebook can name some: `weapons: [\"rifles\"]`".into()
            }
            Self::NoWeapon { has, .. } => format!("it carries {}", text::list(has)),
            Self::NoGeneral { .. } => "leave out `with general`".into(),
            // ---- support
            Self::Support { hint, .. } => hint.clone(),
            // ---- matrix arguments
            Self::NothingArgued => "say what is claimed: `argue \"The supply columns are stuck\" roll 2d6 7+`".into(),
            Self::OutOfReach { .. } => "without a roll, `succeeds` or `fails` says how it ends".into(),
            Self::MechanismOff { mechanisms, .. } => {
                format!("to bring it in: `rules change \"(mechanisms: [{}])\"`", mechanisms.join(", "))
            }
            // ---- stacks
            Self::Stacks(refusal) => return refusal.hint(),
            _ => return None,
        })
    }
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", text::scrub(name))
}
