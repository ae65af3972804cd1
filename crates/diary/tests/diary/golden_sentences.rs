//! The words of each statement: a hand-written sentence for each variant, and for each choice of words within one. A
//! variant without a sentence does not compile. Two battles are under way, so each sentence that belongs to one names it.

use wardiary_base::{
    book::{Change, Grade, Moment},
    ground::{Facing, GroundDraft, Place, Spot, Station},
    id::{BattleId, Id, MapId, SideId, StackId, UnitId},
};
use wardiary_diary::diary::prose::{
    BattleStatement, CampaignStatement, CombatStatement, EdnaChange, GradeChange, HaltReason, IntelStatement,
    MusteredNumbers, Statement, TestedUnit, TheatreStatement, UnitStatement,
};
use wardiary_harness_diary::narrated_campaign::NarratedCampaign;
use wardiary_rules::{
    event::{
        Age, Cause, Clash, ClashEffect, ClashKind, CombatEnd, ConflictEnd, ContactCause, ContactEnd, Driven, Estimate,
        Event, Found, IntelEvent, Known, Learned, MapEvent, Marched, Precision, Reading, SightLevel, Square,
        StackEvent, UnitPrecision,
    },
    order::{Edge, Posture, Rank, ScreenTarget, Stats, Term, WearCause},
    state::{AnswerKind, Gauge, Scheduled, Score, Standstill, State},
};

const CAMPAIGN: &str = r#"(
    sides: [(id: 1, name: "Germans"), (id: 2, name: "Column")],
    stacks: [(id: 5, side: 1, name: "Hussars"), (id: 6, side: 2, name: "XX Corps")],
    units: [
        (id: 11, name: "Grenadiers", stack: 5, stats: (attack: 4, defense: 6, dmg: 1)),
        (id: 12, name: "Guard", stack: 5),
        (id: 13, name: "Guns", side: 1, kind: "artillery"),
        (id: 14, name: "Uhlans", side: 1),
        (id: 15, name: "Duke", side: 1, kind: "general"),
        (id: 21, name: "New Brigade", stack: 6),
        (id: 22, name: "Rifles", stack: 6),
        (id: 23, name: "Picket", side: 2),
    ],
    maps: [(id: 50, ground: (title: "Plain", rows: ["...", "...", "..."], legend: {'.': "open"}, places: {"Mill": "C3"},
        edges: [("B1", s, "stream")]))],
    theatre: (network: (title: "Land", places: ["Pond", "Quay", "Rise"], roads: [("Pond", "Quay", 2), ("Quay", "Rise", 2)])),
    battles: [(id: 40, name: "First day", parties: [[5], [6]]), (id: 41, name: "The ford", parties: [[14], [23]])],
)"#;

const SETTINGS: &str = r#"(clock: (unit: "day"), supply: (levels: [(name: "full"), (name: "low")]))"#;

const DAY: BattleId = BattleId(40);
const FORD: BattleId = BattleId(41);
const GERMANS: SideId = SideId(1);
const COLUMN: SideId = SideId(2);
const HUSSARS: StackId = StackId(5);
const CORPS: StackId = StackId(6);
const GRENADIERS: UnitId = UnitId(11);
const GUARD: UnitId = UnitId(12);
const GUNS: UnitId = UnitId(13);
const UHLANS: UnitId = UnitId(14);
const DUKE: UnitId = UnitId(15);
const BRIGADE: UnitId = UnitId(21);
const RIFLES: UnitId = UnitId(22);
const PLAIN: MapId = MapId(50);

/// Grades of the ladder: green, white, yellow and red.
const GREEN: Grade = Grade(2);
const WHITE: Grade = Grade(3);
const YELLOW: Grade = Grade(4);
const RED: Grade = Grade(5);

const NOON: Moment = Moment { count: 3, part: 0 };

/// The states before and after the end of the battle The ford. A combat is under way in First day.
fn states() -> (State, State) {
    let mut campaign = NarratedCampaign::new("campaign", SETTINGS, CAMPAIGN);
    campaign.give("scrud Guard v Rifles", &[3, 3]);
    let known = infantry(Age::InSight);
    let sighted = Event::Intel(IntelEvent::Sketched { side: GERMANS, number: 1, known: Box::new(known) });
    let mut before = campaign.diary.state().clone();
    campaign.give("end battle in \"The ford\" because \"night fell\"", &[]);
    let mut after = campaign.diary.state().clone();
    before.replay([&sighted]);
    after.replay([&sighted]);
    (before, after)
}

/// Two units of infantry at Quay.
fn infantry(age: Age) -> Known {
    Known {
        level: None,
        age,
        as_of: NOON,
        is_over: false,
        force: None,
        alias: Some("infantry".into()),
        of: COLUMN,
        units: Some(Estimate { least: 2, most: Some(2) }),
        place: Some(QUAY),
        kinds: None,
        strength: None,
        grades: None,
        edna: None,
    }
}

const POND: Spot = Spot::Place(0);
const RISE: Spot = Spot::Place(2);
const QUAY: Station = Station { at: Spot::Place(1), toward: None };
const ON_THE_ROAD: Station = Station { at: POND, toward: Some((Spot::Place(1), 1)) };

fn place(cell: &str) -> Place {
    Place { map: PLAIN, cell: cell.parse().expect("an area"), facing: Facing::N }
}

fn text(statement: &Statement) -> String {
    thread_local!(static STATES: (State, State) = states());
    STATES.with(|(before, after)| statement.text(before, after))
}

/// Sentences of a group of statements. Does not compile without one for each variant.
macro_rules! sentences {
    ($name:ident: |$it:ident: $group:ident| $statement:expr; $($variant:ident $fields:tt => $sentence:literal,)*) => {
        #[test]
        fn $name() {
            #[allow(unreachable_patterns, reason = "some variants have several sentences")]
            fn has_each_variant(statement: &$group) {
                match statement {
                    $($group::$variant { .. } => (),)*
                }
            }
            let _ = has_each_variant;
            let mut wrong = Vec::new();
            $(match ($group::$variant $fields) {
                $it => wrong.extend(Some(text(&$statement)).filter(|text| text != $sentence)),
            })*
            assert_eq!(wrong, [""; 0]);
        }
    };
}

sentences! { battles: |it: BattleStatement| Statement::Battle(it);
    Begun { battle: DAY, name: "First day".into(), sides: vec![(GERMANS, 1), (COLUMN, 2)] }
        => "the battle First day began: Germans with 1 unit and Column with 2 units",
    Arrived { battle: DAY, units: vec![GUARD, UHLANS] } => "Guard and Uhlans arrived in First day",
    InitiativeWon { battle: DAY, side: GERMANS } => "Germans won the initiative in First day",
    FirstChosen { battle: DAY, side: COLUMN } => "Column to go first in First day",
    Exhausted { battle: DAY, side: COLUMN, losses: None } => "Column exhausted in First day",
    Exhausted { battle: DAY, side: COLUMN, losses: Some((5, 4)) }
        => "Column exhausted in First day: 5 SP lost, the Exhaustion Point is 4",
    TurnEnded { battle: DAY, turn: 3 } => "turn 3 of First day ended",
    Ended { battle: FORD } => "the battle The ford ended: “night fell”",
    Ended { battle: DAY } => "the battle First day ended",
    Decided { battle: FORD } => "the battle The ford: “night fell”",
    NoRound { battle: DAY, stacks: vec![HUSSARS, CORPS], turn: 3 }
        => "no round of the Conflict of Hussars and XX Corps was fought in turn 3 of First day",
    RoundContinues { battle: DAY, stacks: vec![HUSSARS, CORPS], turn: 4 }
        => "the unfinished round of the Conflict of Hussars and XX Corps continues in turn 4 of First day",
    RoundBrokenOff { battle: DAY, stacks: vec![HUSSARS, CORPS] }
        => "the unfinished round of the Conflict of Hussars and XX Corps in First day was broken off",
    CouldHaveAttacked { battle: DAY, turn: 3, units: vec![GUARD] }
        => "could still have attacked in turn 3 of First day: Guard",
    CouldHaveAttacked { battle: DAY, turn: 3, units: vec![GUARD, GUNS] }
        => "could still have attacked or supported in turn 3 of First day: Guard and Guns",
    InitiativeNotRolled { battle: DAY } => "nobody rolled for the initiative in First day",
    InitiativeNext { battle: DAY } => "the initiative is next in First day",
    ToAct { battle: DAY, side: GERMANS } => "Germans to act in First day",
    AllToAct { battle: DAY, what: "volleys".into(), lacks_conflict: false } => "all sides to act in First day: volleys",
    AllToAct { battle: DAY, what: "a round of each Conflict".into(), lacks_conflict: true }
        => "all sides to act in First day: a round of each Conflict (no Conflict is open)",
}

sentences! { combats: |it: CombatStatement| Statement::Combat(it);
    Opened { battle: DAY, sides: (GERMANS, COLUMN), support: (vec![], vec![]) } => "Germans attacked Column in First day",
    Opened { battle: DAY, sides: (GERMANS, COLUMN), support: (vec![GUNS], vec![]) }
        => "Germans, supported by Guns, attacked Column in First day",
    Opened { battle: DAY, sides: (GERMANS, COLUMN), support: (vec![], vec![RIFLES]) }
        => "Germans attacked Column in First day, Column supported by Rifles",
    Opened { battle: DAY, sides: (GERMANS, COLUMN), support: (vec![GUNS, GUARD], vec![RIFLES]) }
        => "Germans, supported by Guns and Guard, attacked Column in First day, Column supported by Rifles",
    Supported { sides: vec![(GERMANS, vec![GUNS]), (COLUMN, vec![RIFLES, BRIGADE])] }
        => "Germans supported by Guns; Column supported by Rifles and New Brigade",
    Clashed { 0: Clash { what: ClashKind::CounterBattery, by: GUNS, at: RIFLES, scores: (5, 3), effect: ClashEffect::Demoted } }
        => "counter-battery: Guns (5) v Rifles (3): demoted and silenced",
    Clashed { 0: Clash { what: ClashKind::AirDefence, by: GUNS, at: RIFLES, scores: (3, 5), effect: ClashEffect::Nothing } }
        => "air defence: Guns (3) v Rifles (5): not stopped",
    Joined { battle: DAY, combat: 0, units: vec![GRENADIERS] } => "Grenadiers joined the combat in First day",
    Ended { battle: DAY, combat: 0, how: CombatEnd::PhasesUsed } => "the combat in First day is over for this turn",
    Ended { battle: DAY, combat: 0, how: CombatEnd::Withdrew(GERMANS) } => "Germans withdrew from the combat in First day",
    Ended { battle: DAY, combat: 0, how: CombatEnd::NoneLeft(COLUMN) }
        => "the combat in First day is over: Column has nobody left in it",
    Ended { battle: DAY, combat: 0, how: CombatEnd::TimeUp } => "the combat in First day was broken off",
    BrokenOff { battle: DAY, combat: 0, fought: 1 }
        => "the combat of Germans v Column in First day was broken off after 1 of 3 phases",
    Defeats { battle: DAY, sides: Some((GERMANS, COLUMN)), defeats: (0, 0) } => "nobody was beaten in First day",
    Defeats { battle: DAY, sides: Some((GERMANS, COLUMN)), defeats: (0, 1) }
        => "Germans suffered no defeat, Column suffered 1 defeat in First day",
    Defeats { battle: DAY, sides: None, defeats: (2, 1) } => "2 defeats to 1 defeat in First day",
    LeftOut { units: vec![GUARD] } => "Guard left out, having volleyed this turn",
    Thrown {} => "the dice are rolled, and may be rerolled",
    Rethrown { dice: 0 } => "the dice stand",
    Rethrown { dice: 1 } => "1 die rerolled",
    Rethrown { dice: 2 } => "2 dice rerolled",
    Demoted { units: vec![GUARD], change: GradeChange { own: (WHITE, YELLOW), used: None } } => "Guard demoted, white to yellow",
    Demoted { units: vec![GUARD, RIFLES], change: GradeChange { own: (WHITE, YELLOW), used: Some((GREEN, WHITE)) } }
        => "Guard and Rifles demoted, green to white (own grade white to yellow)",
    Demoted { units: vec![GUARD], change: GradeChange { own: (RED, RED), used: Some((YELLOW, RED)) } }
        => "Guard demoted, yellow to red (own grade still red)",
    PushedBack { pushed: vec![(GUARD, None)] } => "Guard pushed back",
    PushedBack { pushed: vec![(GUARD, Some(RIFLES.into()))] } => "Guard pushed back by Rifles",
    PushedBack { pushed: vec![(GUARD, Some(COLUMN.into())), (GRENADIERS, None)] }
        => "pushed back: Guard by a bonus die of Column, Grenadiers",
    Retired { unit: GUARD } => "Guard retired from the combat",
    Eliminated { unit: GUARD, by: Cause::Defeat } => "Guard eliminated",
    Eliminated { unit: GUARD, by: Cause::Losses } => "Guard eliminated",
    Eliminated { unit: GUARD, by: Cause::EveryThird } => "Guard eliminated because of its side’s defeats",
    Eliminated { unit: GUARD, by: Cause::Rout } => "Guard routed",
    Eliminated { unit: GUARD, by: Cause::Ruling } => "Guard eliminated by a ruling",
    Eliminated { unit: GUARD, by: Cause::CounterBattery } => "Guard eliminated by counter-battery fire",
    Eliminated { unit: GUARD, by: Cause::AirDefence } => "Guard eliminated by air defence",
    Volleyed { unit: GUARD, dice: 1, hits: vec![(RIFLES, 1), (BRIGADE, 0)] }
        => "Guard fired with 1 die: 1 hit on Rifles; no hit on New Brigade",
    Volleyed { unit: GUARD, dice: 6, hits: vec![(RIFLES, 2)] } => "Guard fired with 6 dice: 2 hits on Rifles",
    Volleyed { unit: GUARD, dice: 0, hits: vec![] } => "Guard fired",
    Tested { test: "Nerve".into(), passed: vec![TestedUnit { unit: GUARD, dice: None }], failed: vec![] } => "Nerve: Guard passed",
    Tested { test: "Nerve".into(), passed: vec![TestedUnit { unit: GUARD, dice: Some((2, 3)) }],
        failed: vec![TestedUnit { unit: GRENADIERS, dice: None }, TestedUnit { unit: UHLANS, dice: Some((0, 2)) }] }
        => "Nerve: Guard (2 of 3 dice) passed; Grenadiers and Uhlans (0 of 2 dice) failed",
    Objected { battle: DAY, side: GERMANS, is_withdrawn: false }
        => "Germans objected to parallel tests: all tests of First day are now in series",
    Objected { battle: DAY, side: GERMANS, is_withdrawn: true }
        => "Germans withdrew the objection to parallel tests in First day",
}

sentences! { units: |it: UnitStatement| Statement::Unit(it);
    Mustered { unit: GUARD, name: "Guard".into(), is_new: true, numbers: Some(MusteredNumbers {
        kind: "infantry".into(),
        grade: Some(Reading::Exact(WHITE)),
        strength: Reading::Exact(Gauge { now: 3, full: 4 }),
        edna: Some(Reading::Exact(Gauge { now: 8, full: 8 })),
        place: Some(place("C2")),
    }) } => "Guard mustered: infantry, white, 3 of 4 SP, EDNA 8, at C2, facing north",
    Mustered { unit: GUARD, name: "Guard".into(), is_new: false, numbers: Some(MusteredNumbers {
        kind: "infantry".into(),
        grade: Some(Reading::Within(Estimate { least: 2, most: Some(3) })),
        strength: Reading::Within(Estimate { least: 5, most: None }),
        edna: Some(Reading::Unknown),
        place: None,
    }) } => "Guard identified: infantry, grade 2 to 3, 5 or more SP, EDNA ?",
    Mustered { unit: GUARD, name: "Guard".into(), is_new: true, numbers: None } => "Guard mustered",
    Assigned { unit: GUARD, from: None, to: Some(HUSSARS), still_in: None } => "Guard joined Hussars",
    Assigned { unit: GUARD, from: Some(CORPS), to: Some(HUSSARS), still_in: None } => "Guard joined Hussars",
    Assigned { unit: GUARD, from: Some(CORPS), to: Some(HUSSARS), still_in: Some(DAY) }
        => "Guard left XX Corps and joined Hussars, but is still in First day",
    Assigned { unit: GUARD, from: Some(HUSSARS), to: None, still_in: None } => "Guard left Hussars",
    Assigned { unit: GUARD, from: None, to: None, still_in: None } => "Guard still in no stack",
    EdnaTested { unit: GUARD, total: 7, acts: true, edna: EdnaChange { from: 8, to: 8, full: 8 } }
        => "Guard: 7 against 8, acted, E8",
    EdnaTested { unit: GUARD, total: 12, acts: false, edna: EdnaChange { from: 6, to: 0, full: 8 } }
        => "Guard: 12 against 6, halted, E6/8 to E0/8, ineffective",
    EdnaRetested { unit: GUARD, total: 5, acts: true, against: 8, edna: EdnaChange { from: 6, to: 8, full: 8 } }
        => "Guard, rerolled: 5 against 8, acted, E6/8 to E8",
    EdnaWorn { unit: GUARD, cause: WearCause::Fire, edna: EdnaChange { from: 8, to: 7, full: 8 } }
        => "Guard worn by fire, E8 to E7/8",
    EdnaWorn { unit: GUARD, cause: WearCause::Manoeuvre, edna: EdnaChange { from: 0, to: 0, full: 8 } }
        => "Guard worn by manoeuvre, still E0/8",
    EdnaRuled { unit: GUARD, edna: EdnaChange { from: 0, to: 3, full: 8 } } => "Guard rallied, E0/8 to E3/8, effective again",
    EdnaRuled { unit: GUARD, edna: EdnaChange { from: 8, to: 7, full: 8 } } => "Guard shaken, E8 to E7/8",
    Rested { unit: GUARD, edna: EdnaChange { from: 6, to: 8, full: 8 } } => "Guard rested, E6/8 to E8",
    StrengthLost { unit: GUARD, lost: 2, left: 1 } => "Guard lost 2 SP, 1 left",
    StrengthRestored { unit: GUARD, points: 2, now: 3 } => "Guard recovered 2 SP, now 3",
    Returned { unit: GUARD, points: 2, now: 3 } => "2 SP returned to Guard, now 3",
    Replaced { unit: GUARD, points: 2, pool: "depot".into(), now: 3 } => "Guard took 2 SP from the pool depot, now 3",
    Rebuilt { unit: GUARD, strength: 2 } => "Guard rebuilt with 2 SP",
    NoStation { force: HUSSARS.into() } => "no station in the theatre yet for Hussars",
    Regraded { unit: GUARD, change: GradeChange { own: (WHITE, GREEN), used: None } } => "Guard promoted, white to green",
    Regraded { unit: GUARD, change: GradeChange { own: (WHITE, YELLOW), used: None } } => "Guard demoted, white to yellow",
    Regraded { unit: DUKE, change: GradeChange { own: (WHITE, GREEN), used: None } } => "Duke promoted, but it rolls no die",
    Shifted { unit: DUKE, by: 1, term: Term::Combat, now: Some(GREEN), is_changed: true } => "Duke: 1 grade up for a combat",
    Regained { unit: GUARD, from: YELLOW, to: WHITE, is_restored: true } => "Guard regained its grade, yellow to white",
    Regained { unit: GUARD, from: YELLOW, to: WHITE, is_restored: false } => "Guard regained a grade, yellow to white",
    Regained { unit: GUARD, from: RED, to: WHITE, is_restored: false } => "Guard regained 2 grades, red to white",
    Shifted { unit: GUARD, by: 1, term: Term::Combat, now: Some(GREEN), is_changed: true }
        => "Guard: 1 grade up for a combat, now fighting as green",
    Shifted { unit: GUARD, by: -2, term: Term::Phase, now: Some(RED), is_changed: false }
        => "Guard: 2 grades down for a phase, still fighting as red",
    Shifted { unit: GUARD, by: 1, term: Term::ForGood, now: None, is_changed: true } => "Guard: 1 grade up for good",
    LossesCounted { side: GERMANS, for_good: 6, returning: 5 }
        => "surviving units of Germans lost 11 SP: 6 for good, 5 to return",
    Inflicted { defeats: vec![(GUARD, 1), (GRENADIERS, 2)] } => "inflicted: Guard 1 defeat and Grenadiers 2 defeats",
    Supplied { units: vec![GUARD, UHLANS], from: 0, to: 1 } => "supply of Guard and Uhlans: full to low",
}

sentences! { campaigns: |it: CampaignStatement| Statement::Campaign(it);
    RulesMet { troops: vec!["Cossacks".into()], has_tables: true, has_pools: true }
        => "new to this side: Cossacks, the referee's tables and the pools of replacements",
    RulesChanged { was: Box::new(book("")), regraded: vec![] } => "the rules did not change",
    RulesChanged { was: Box::new(book(r#"title: "old""#)), regraded: vec![] } => "the rules changed: their name",
    RulesChanged { was: Box::new(book("scrud: (phases: 2)")), regraded: vec![((WHITE, WHITE), vec![GUARD])] }
        => "the rules changed: phases of SCRUD, 2 to 3; units’ grades: Guard white to white",
    RulesChanged { was: Box::new(book("scrud: (phases: 2)")),
        regraded: vec![((GREEN, RED), vec![GUARD, RIFLES, GUNS]), ((WHITE, RED), vec![GUARD, RIFLES, GUNS, UHLANS])] }
        => "the rules changed: phases of SCRUD, 2 to 3; units’ grades: Guard, Rifles and Guns green to red, 4 units white to red",
    Abandoned {} => "cancelled after dice were shown",
    SideMade { side: GERMANS, name: &"Germans".into(), is_new: true } => "Germans entered the campaign",
    SideMade { side: GERMANS, name: &"Germans".into(), is_new: false } => "Germans came into view",
    StackMade { stack: HUSSARS, side: GERMANS, name: &"Hussars".into(), formation: &"8th Army".into(), is_new: true } => "Hussars formed for Germans",
    StackMade { stack: HUSSARS, side: GERMANS, name: &"Hussars".into(), formation: &"".into(), is_new: false } => "Hussars of Germans identified",
    StackMade { stack: HUSSARS, side: GERMANS, name: &"Hussars".into(), formation: &"8th Army / I Corps".into(), is_new: false } => "Hussars of Germans identified, in 8th Army / I Corps",
    Renamed { id: GUARD.into(), from: &"Garde".into(), to: &"Guard".into() } => "Garde renamed Guard",
    DateSet { to: &"1 May 1809".into() } => "the date is 1 May 1809",
    TimeAdvanced { to: NOON } => "it is day 3",
    Due { item: 2, scheduled: Some(&scheduled()) } => "due now: 2 “feed Guard”",
    Scheduled { item: 2, due: NOON } => "scheduled for day 3 as number 2",
    Settled { scheduled: Some(&scheduled()) } => "settled: “feed Guard”",
    Consulted { table: &"Weather".into(), total: 5, row: &"fog for {force}".into(), who: Some(GUARD.into()), becomes: None }
        => "rolled 5 on Weather: fog for Guard",
    Consulted { table: &"Weather".into(), total: 5, row: &"fog".into(), who: None, becomes: Some(&"wet".into()) }
        => "rolled 5 on Weather: fog (now wet)",
    Rolled { dice: &"2d6".parse().expect("dice"), faces: vec![3, 4], totals: &[7], who: None, purpose: None }
        => "rolled 2d6: 3 + 4 = 7",
    Rolled { dice: &"2d6".parse().expect("dice"), faces: vec![3, 4], totals: &[7], who: None, purpose: Some(&"mud".into()) }
        => "rolled 2d6 for mud: 3 + 4 = 7",
    Rolled { dice: &"d6".parse().expect("dice"), faces: vec![3, 4], totals: &[3, 4], who: Some(GUARD.into()), purpose: None }
        => "rolled 2x 1d6 for Guard: 3, 4",
    Rolled { dice: &"2d6".parse().expect("dice"), faces: vec![3, 4], totals: &[7], who: Some(GUARD.into()), purpose: Some(&"mud".into()) }
        => "rolled 2d6 for Guard (mud): 3 + 4 = 7",
    Argued { succeeds: true, total: Some(9) } => "9: the argument succeeds",
    Argued { succeeds: false, total: None } => "the argument fails",
    Message { to: &[GERMANS, COLUMN], text: &" stand fast ".into() } => "message to Germans and Column: “stand fast”",
    MessageScheduled { to: &[GERMANS], due: NOON } => "message to Germans due on day 3",
    Revealed { what: GUARD.into(), to: &[COLUMN] } => "Guard revealed to Column",
    Hidden { what: GUARD.into(), from: &[] } => "Guard hidden from all other sides",
    Hidden { what: PLAIN.into(), from: &[] } => "Plain hidden from all sides",
    Hidden { what: GUARD.into(), from: &[COLUMN] } => "Guard hidden from Column",
    OrdersHandedIn { number: 4, side: GERMANS, due: None } => "orders 4 handed in by Germans",
    OrdersHandedIn { number: 4, side: GERMANS, due: Some(NOON) } => "orders 4 handed in by Germans, due on day 3",
    OrdersAnswered { number: 4, side: Some(GERMANS), how: AnswerKind::Granted, why: None } => "orders 4 of Germans granted",
    OrdersAnswered { number: 4, side: Some(GERMANS), how: AnswerKind::Refused, why: Some(&"too late".into()) }
        => "orders 4 of Germans refused: “too late”",
    Scored { side: GERMANS, by: 1, score: Some(score()) } => "1 victory point for Germans: 14 in all",
    Scored { side: GERMANS, by: -2, score: Some(score()) } => "2 victory points taken from Germans: 14 in all",
    Ended {} => "the campaign ended",
}

/// The campaign's rulebook with other settings.
fn book(settings: &str) -> wardiary_base::book::Rulebook {
    let base = NarratedCampaign::new("campaign", SETTINGS, CAMPAIGN).diary.state().book().clone();
    let draft: wardiary_base::book::RulebookDraft =
        wardiary_base::document::read(&format!("({settings})")).expect("settings");
    draft.check(&base).expect("a book")
}

fn scheduled() -> Scheduled {
    Scheduled { item: 2, due: NOON, text: "feed {force}".into(), force: Some(GUARD.into()) }
}

fn score() -> Score {
    Score { side: GERMANS, objectives: 4, losses: 3, is_known: true, battles: 5, rulings: 2 }
}

sentences! { stacks: |it: StackEvent| Statement::Stack(&it);
    Postured { stack: HUSSARS, from: Posture::Screening, to: Posture::Neutral } => "Hussars went back to neutral",
    Postured { stack: HUSSARS, from: Posture::Neutral, to: Posture::Screening } => "Hussars went over to screening",
    Postured { stack: HUSSARS, from: Posture::Neutral, to: Posture::Offensive } => "Hussars went over to the offensive",
    Postured { stack: HUSSARS, from: Posture::Neutral, to: Posture::Defensive } => "Hussars went over to the defensive",
    Led { stack: HUSSARS, from: None, to: Some(GUARD) } => "Guard took the lead of Hussars",
    Led { stack: HUSSARS, from: Some(GUARD), to: None } => "nobody leads Hussars any more",
    Screened { stack: HUSSARS, from: None, to: Some(ScreenTarget::Edge(CORPS, Edge::Left)) }
        => "Hussars began screening the left of XX Corps",
    Screened { stack: HUSSARS, from: None, to: Some(ScreenTarget::Unit(GUARD)) } => "Hussars began screening Guard",
    Screened { stack: HUSSARS, from: None, to: Some(ScreenTarget::Structure("the mill".into())) }
        => "Hussars began screening “the mill”",
    Screened { stack: HUSSARS, from: Some(ScreenTarget::Unit(GUARD)), to: None } => "Hussars stopped screening",
    StatsSet { unit: GUARD, from: None, to: Box::new(Stats { attack: 4, dmg: 1, ranks: vec![Rank::Warlord], decrypted: true, ..Stats::default() }) }
        => "Guard: attack 0 to 4, dmg 0 to 1, now warlord and decrypted",
    StatsSet { unit: GUARD, from: Some(Box::new(Stats { ranks: vec![Rank::Warlord], decrypted: true, ..Stats::default() })), to: Box::default() }
        => "Guard: no rank and no longer decrypted",
    ConflictOpened { battle: DAY, stacks: (vec![HUSSARS], vec![CORPS]) } => "Hussars engaged XX Corps in First day",
    Formed { battle: DAY, conflict: 0, stack: HUSSARS, square: Square { units: vec![GRENADIERS], ..Square::default() }, init: None }
        => "Hussars formed, 1 unit: AP 4, DP 6, Dmg 1, DR 0",
    Formed { battle: DAY, conflict: 0, stack: HUSSARS, square: Square { units: vec![GRENADIERS, GUARD], ..Square::default() }, init: Some(7) }
        => "Hussars formed, 2 units: AP 2, DP 3, Dmg 1, DR 0, Init 7",
    RoundBegun { battle: DAY, conflict: 0, order: vec![] } => "",
    Struck { battle: DAY, conflict: 0, by: HUSSARS, at: CORPS, edge: Edge::Front, face: 9, ap: 4, dp: 5, damage: None, spare: 0 }
        => "Hussars struck at XX Corps: 9 + AP 4 = 13 against 11 + DP 5 = 16, missed",
    Struck { battle: DAY, conflict: 0, by: HUSSARS, at: CORPS, edge: Edge::Left, face: 12, ap: 4, dp: 5, damage: Some(3), spare: 0 }
        => "Hussars struck at XX Corps on the left: 12 + AP 4 = 16 against 11 + DP 5 = 16, hit for 3",
    Struck { battle: DAY, conflict: 0, by: HUSSARS, at: CORPS, edge: Edge::Front, face: 20, ap: 2, dp: 30, damage: Some(3), spare: 2 }
        => "Hussars struck at XX Corps: 20 + AP 2 = 22 against 11 + DP 30 = 41, hit for 3 (always on a 20), 2 of it surplus",
    Struck { battle: DAY, conflict: 0, by: HUSSARS, at: CORPS, edge: Edge::Front, face: 1, ap: 30, dp: 5, damage: None, spare: 0 }
        => "Hussars struck at XX Corps: 1 + AP 30 = 31 against 11 + DP 5 = 16, missed (always on a 1)",
    Exposed { unit: GUARD, face: 4, exposed: true } => "the Warlord Guard was exposed (4)",
    Exposed { unit: GUARD, face: 4, exposed: false } => "the Warlord Guard was not exposed (4)",
    Held { battle: DAY, conflict: 0, stack: HUSSARS } => "Hussars did not strike",
    Rotated { battle: DAY, conflict: 0, stack: HUSSARS, times: 1, cost: 2, facing: None }
        => "Hussars turned once: AP and DP reduced by 2 for the rest of the round",
    Rotated { battle: DAY, conflict: 0, stack: HUSSARS, times: 2, cost: 4, facing: Some(Facing::N) }
        => "Hussars turned twice to face north: AP and DP reduced by 4 for the rest of the round",
    RoundEnded { battle: DAY, conflict: 0, round: 3 } => "round 3 of the Conflict in First day ended",
    Joined { battle: DAY, conflict: 0, stack: HUSSARS } => "Hussars joined the Conflict in First day",
    Fled { battle: DAY, conflict: 0, stack: HUSSARS, lost_contact: false } => "Hussars fled from the Conflict in First day",
    Fled { battle: DAY, conflict: 0, stack: HUSSARS, lost_contact: true }
        => "Hussars left the Conflict in First day: no adjacent enemy",
    ConflictEnded { battle: DAY, conflict: 0, how: ConflictEnd::NoneLeft(COLUMN) }
        => "the Conflict in First day is over: no stack of Column left in it",
    ConflictEnded { battle: DAY, conflict: 0, how: ConflictEnd::Disengaged }
        => "all disengaged, and the Conflict in First day is over",
    ConflictEnded { battle: DAY, conflict: 0, how: ConflictEnd::TimeUp } => "the Conflict in First day ended with the battle",
}

sentences! { maps: |it: MapEvent| Statement::Map(&it);
    Placed { unit: GUARD, from: None, to: place("C3") } => "Guard placed at C3 (Mill), facing north",
    Placed { unit: GUARD, from: Some(place("A1")), to: place("B2") } => "Guard placed at B2 instead of A1, facing north",
    Moved { battle: DAY, units: vec![GUARD], from: cell("A1"), by: vec![], facing: Facing::N, cost: 0, of: 4, stopped: None, driven: None }
        => "Guard turned to face north at A1",
    Moved { battle: DAY, units: vec![GUARD], from: cell("A1"), by: vec![cell("A2")], facing: Facing::S, cost: 1, of: 4, stopped: None, driven: None }
        => "Guard moved from A1 to A2, facing south",
    Moved { battle: DAY, units: vec![GUARD, UHLANS], from: cell("A1"), by: vec![cell("A2"), cell("A3"), cell("B3")], facing: Facing::E,
        cost: 3, of: 4, stopped: Some(RIFLES), driven: None }
        => "Guard and Uhlans moved from A1 to B3, by A2 and A3, and stopped before Rifles, facing east",
    Moved { battle: DAY, units: vec![GUARD], from: cell("A1"), by: vec![cell("A2")], facing: Facing::S, cost: 0, of: 4, stopped: None,
        driven: Some(Driven::PushedBack) } => "Guard fell back from A1 to A2, facing south",
    Moved { battle: DAY, units: vec![GUARD], from: cell("A1"), by: vec![cell("A2")], facing: Facing::S, cost: 0, of: 4, stopped: None,
        driven: Some(Driven::Withdrew) } => "Guard withdrew from A1 to A2, facing south",
    Moved { battle: DAY, units: vec![GUARD], from: cell("A1"), by: vec![cell("A2")], facing: Facing::S, cost: 0, of: 4, stopped: None,
        driven: Some(Driven::Fled) } => "Guard fled from A1 to A2, facing south",
    Moved { battle: DAY, units: vec![GUARD], from: cell("A1"), by: vec![cell("A2")], facing: Facing::S, cost: 0, of: 4, stopped: None,
        driven: Some(Driven::Merged) } => "Guard moved over from A1 to A2, facing south",
    Changed { unit: GUARD, how: Change::Mount, from: "infantry".into(), to: "cavalry".into() } => "Guard mounted: now cavalry",
    TerrainChanged { map: PLAIN, at: cell("C3"), from: "open".into(), to: "woods".into() } => "C3 (Mill) changed from open to woods",
    EdgeChanged { map: PLAIN, between: (cell("A1"), cell("A2")), from: None, to: Some("wall".into()) } => "between A1 and A2: wall added",
    EdgeChanged { map: PLAIN, between: (cell("A1"), cell("A2")), from: Some("wall".into()), to: None } => "between A1 and A2: wall removed",
    EdgeChanged { map: PLAIN, between: (cell("A1"), cell("A2")), from: Some("wall".into()), to: Some("hedge".into()) }
        => "between A1 and A2: hedge in place of wall",
    RoadChanged { map: PLAIN, between: (cell("A1"), cell("A2")), there: true } => "between A1 and A2: road added",
    RoadChanged { map: PLAIN, between: (cell("B1"), cell("B2")), there: false } => "between B1 and B2: bridge removed",
    LaidOut { id: PLAIN, ground: ground(), battle: None } => "the map Plain is laid out",
    LaidOut { id: PLAIN, ground: ground(), battle: Some(DAY) } => "the map Plain is laid out for the battle First day",
    ChangedHands { map: PLAIN, at: cell("C3"), from: None, to: Some(GERMANS) } => "C3 (Mill) changed hands from nobody to Germans",
}

fn ground() -> Box<GroundDraft> {
    wardiary_base::document::read("(title: \"Plain\", rows: [\".\"], legend: {'.': \"open\"})").expect("ground")
}

fn cell(name: &str) -> wardiary_base::ground::Cell {
    name.parse().expect("an area")
}

sentences! { theatres: |it: TheatreStatement| Statement::Theatre(it);
    LaidOut {} => "the theatre is Land",
    Stationed { force: HUSSARS.into(), to: Some(QUAY) } => "Hussars stationed at Quay",
    Stationed { force: HUSSARS.into(), to: Some(ON_THE_ROAD) } => "Hussars stationed between Pond and Quay",
    Stationed { force: HUSSARS.into(), to: None } => "Hussars no longer stationed anywhere",
    Sent { force: HUSSARS.into(), to: &[QUAY.at, RISE] } => "Hussars will march by Quay to Rise",
    Sent { force: HUSSARS.into(), to: &[] } => "Hussars halted",
    Marched { 0: &Marched { force: HUSSARS.into(), from: Station::at(POND), by: vec![QUAY.at, RISE], to: Station::at(RISE) } }
        => "Hussars marched from Pond by Quay to Rise",
    Marched { 0: &Marched { force: HUSSARS.into(), from: Station::at(RISE), by: vec![QUAY.at], to: Station { at: QUAY.at, toward: Some((POND, 1)) } } }
        => "Hussars marched from Rise to Quay, and on towards Pond",
    Marched { 0: &Marched { force: HUSSARS.into(), from: ON_THE_ROAD, by: vec![POND], to: Station::at(POND) } } => "Hussars turned back to Pond",
    Marched { 0: &Marched { force: HUSSARS.into(), from: Station { at: QUAY.at, toward: Some((RISE, 1)) }, by: vec![QUAY.at, POND], to: Station::at(POND) } }
        => "Hussars turned back to Quay and marched on to Pond",
    Marched { 0: &Marched { force: HUSSARS.into(), from: Station::at(POND), by: vec![], to: ON_THE_ROAD } }
        => "Hussars is on the way from Pond to Quay",
    Beaten { force: HUSSARS.into() } => "beaten, Hussars lost its march orders",
    DidNotMarch { forces: vec![HUSSARS.into(), UHLANS.into()], why: HaltReason::Fighting(DAY) }
        => "Hussars and Uhlans did not march: fighting in First day",
    DidNotMarch { forces: vec![HUSSARS.into()], why: HaltReason::Standstill(Standstill::Allowance) }
        => "Hussars did not march: the rulebook gives no march allowance",
    DidNotMarch { forces: vec![HUSSARS.into()], why: HaltReason::Standstill(Standstill::Supply) }
        => "Hussars did not march: too short of supply",
    DidNotMarch { forces: vec![HUSSARS.into()], why: HaltReason::InContact(vec![CORPS.into()], vec![1]) }
        => "Hussars did not march: in contact with XX Corps and infantry, and the route does not lead away",
    Met { first: vec![HUSSARS.into()], second: vec![CORPS.into()], contacts: vec![3], how: ContactCause::Met } => "Hussars met XX Corps: contact 3",
    Met { first: vec![HUSSARS.into(), UHLANS.into()], second: vec![CORPS.into()], contacts: vec![3, 4], how: ContactCause::Met }
        => "Hussars and Uhlans met XX Corps: contacts 3 and 4",
    Met { first: vec![HUSSARS.into()], second: vec![CORPS.into()], contacts: vec![3], how: ContactCause::Passed }
        => "Hussars and XX Corps marched into each other: contact 3",
    Met { first: vec![HUSSARS.into()], second: vec![CORPS.into()], contacts: vec![3], how: ContactCause::Ruled }
        => "Hussars is in contact with XX Corps: contact 3",
    ContactEnded { contact: 3, forces: Some(BOTH), how: ContactEnd::Left(BOTH.0) } => "contact 3 of Hussars with XX Corps ended: Hussars left",
    ContactEnded { contact: 3, forces: Some(BOTH), how: ContactEnd::Gone(BOTH.1) }
        => "contact 3 of Hussars with XX Corps ended: XX Corps gone",
    ContactEnded { contact: 3, forces: Some(BOTH), how: ContactEnd::Fought(DAY) }
        => "contact 3 of Hussars with XX Corps became the battle First day",
    ContactEnded { contact: 3, forces: Some(BOTH), how: ContactEnd::SetAside } => "contact 3 of Hussars with XX Corps was set aside",
    ContactTakenOver { contact: 3, forces: BOTH, by: UHLANS.into() } => "contact 3 of Hussars with XX Corps passed to Uhlans",
    Sighted { side: GERMANS, force: CORPS.into(), at: QUAY, level: SightLevel::Seen } => "Germans sighted XX Corps at Quay",
    Sighted { side: GERMANS, force: CORPS.into(), at: QUAY, level: SightLevel::InContact } => "Germans sighted XX Corps at Quay, in contact",
    Sighted { side: GERMANS, force: CORPS.into(), at: ON_THE_ROAD, level: SightLevel::Fought }
        => "Germans sighted XX Corps between Pond and Quay, in battle",
    LostSight { side: GERMANS, force: CORPS.into() } => "Germans lost sight of XX Corps",
    ChangedHands { at: RISE, to: Some(GERMANS) } => "Rise is held by Germans now",
    ChangedHands { at: RISE, to: None } => "Rise is held by nobody now",
}

const BOTH: (Id, Id) = (Id(5), Id(6));

sentences! { intelligence: |it: IntelStatement| Statement::Intel(it);
    Described { known: &infantry(Age::InSight) } => "infantry at Quay: 2 units",
    Sighted { side: GERMANS, known: &infantry(Age::InSight) } => "Germans sighted infantry at Quay (2 units)",
    Sighted { side: GERMANS, known: &Known { level: Some(SightLevel::InContact), ..infantry(Age::InSight) } }
        => "Germans sighted infantry at Quay, in contact (2 units)",
    LostSight { side: GERMANS, known: &infantry(Age::LastSeen(NOON)) } => "Germans lost sight of infantry at Quay (2 units)",
    Remembered { known: &infantry(Age::Remembered(NOON)) } => "infantry at Quay, last seen on day 3 (2 units)",
    Gone { sighting: 1 } => "infantry gone from the campaign",
    Unknown { sighting: 1 } => "infantry no longer known",
    SeenInBattle { sighting: 1 } => "infantry now visible only in the battle",
    Met { forces: &[HUSSARS.into(), UHLANS.into()], enemies: &[1] } => "Hussars and Uhlans met infantry",
    Parted { forces: vec![HUSSARS.into()], enemies: &[1] } => "Hussars is no longer in contact with infantry",
    Parted { forces: vec![HUSSARS.into(), UHLANS.into()], enemies: &[1] } => "Hussars and Uhlans are no longer in contact with infantry",
    Learned { 0: Box::new(Learned {
        unit: RIFLES,
        strength: Some((5, 8)),
        edna: Some((7, 8)),
        grade: Some(WHITE),
        shifts: Some(vec![(1, Term::Combat)]),
        kind: Some("infantry".into()),
        stats: Some(Box::default()),
        ..Learned::default()
    }) } => "Rifles found to have 5 SP of 8, EDNA 7 of 8, grade white, a grade shift of +1, troop type infantry and different stack numbers",
    Learned { 0: Box::new(Learned {
        unit: RIFLES,
        name: Some("Riflemen".into()),
        stack: Some(Found::In(CORPS)),
        place: Some(Found::In(place("C2"))),
        shifts: Some(vec![]),
        ..Learned::default()
    }) } => "Rifles found to have no shift of grade and to be called Riflemen, in XX Corps and at C2",
    Learned { 0: Box::new(Learned { unit: RIFLES, supply: Some(1), ..Learned::default() }) } => "Rifles found to fight as white",
    Learned { 0: Box::new(Learned {
        unit: RIFLES,
        stack: Some(Found::Nowhere),
        place: Some(Found::Nowhere),
        precision: Some(UnitPrecision {
            strength: Precision::Within(Estimate { least: 5, most: Some(9) }),
            edna: Precision::Within(Estimate { least: 3, most: Some(5) }),
            grade: Precision::Within(Estimate { least: 2, most: None }),
            supply: Precision::default(),
        }),
        ..Learned::default()
    }) } => "Rifles found to have 5 to 9 SP, EDNA 3 to 5 and grade 2 or more and to be in no stack and off the map",
    FoundIn { unit: RIFLES, battle: DAY } => "Rifles is in First day",
    OutOfSight { units: &[RIFLES], battles: &[] } => "Rifles is out of sight",
    OutOfSight { units: &[RIFLES], battles: &[DAY] } => "Rifles and First day are out of sight",
    Stopped { forces: &[] } => " by something unseen",
    CameUpon { battle: DAY, turn: 3 } => "First day is in turn 3",
    FogFell { side: GERMANS } => "fog of war for Germans: enemy forces out of sight are known only as last seen",
    FogLifted { side: GERMANS } => "the fog of war lifted for Germans",
}
