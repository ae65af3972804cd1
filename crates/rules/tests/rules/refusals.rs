//! The text of every refusal: tests/golden/refusals.csv has a row for each variant, in the order of this file.

use wardiary_base::{
    book::{Change, Grade, Mechanism, Moment, Objection},
    dice::{Dice, DiceError, Die, Owner},
    fault::Fault,
    ground::{Cell, Facing, Place, Spot, Station},
    id::{BattleId, Id, MapId, SideId, StackId, UnitId},
    text::{NameFault, Text},
};
use wardiary_harness_rules::{
    field::{field, field_on},
    table::rows,
};
use wardiary_rules::{
    event::{CombatEnd, Event},
    notation::refusal::describe,
    order::{Border, Edge, Gains, Posture, ScreenTarget, StatsFault, Unfinished, Verb},
    rules::{
        Refusal, SupplyTrace,
        refusal::{
            Attack, BarredAttack, BattleRefusal, BlockingStep, ClockRefusal, CombatRefusal, EventValue, FireRefusal,
            IdlePhase, MapRefusal, NotAwaited, RefitRefusal, RerollRefusal, RollRefusal, StackRefusal, StaffRefusal,
            StrengthChange, SupportRefusal, TableRefusal, TheatreRefusal, UnitRefusal, VictoryRefusal,
        },
    },
    state::{EntityKind, EventProblem, MapError, PendingDecision, Standstill, State, TheatreError, VisibilityRuling},
};

/// Samples of an enum, one or more for each variant. A missing variant does not compile.
macro_rules! samples {
    ($Refusal:ident: $($rows:tt)*) => { samples! { @Refusal::from, $Refusal: $($rows)* } };
    (@$refused:expr, $Refusal:ident: $($Variant:ident $({ $($field:ident: $value:expr),* $(,)? })? $(($inner:expr))?),* $(,)?) => {{
        #[allow(unreachable_patterns, reason = "a variant may have several samples")]
        fn _all(refusal: &$Refusal) {
            match refusal {
                $($Refusal::$Variant { .. } => (),)*
            }
        }
        vec![$($refused($Refusal::$Variant $({ $($field: $value),* })? $(($inner))?)),*]
    }};
}

/// A map with nothing on it.
const PLAIN: &str = "(title: \"Plain\", rows: [\"......\", \"......\"], legend: {'.': \"open\"})";

const A: UnitId = UnitId(11);
const X: UnitId = UnitId(21);
const RED: SideId = SideId(1);
const BLUE: SideId = SideId(2);
const REDS: StackId = StackId(5);
const BLUES: StackId = StackId(6);
const FIELD: BattleId = BattleId(40);

fn general(state: &State) -> Vec<Refusal> {
    let taken =
        state.clone().apply(&Event::SideMade { id: RED, name: "Green".into() }).expect_err("the number is taken");
    samples! { Refusal:
        UnknownId { id: Id(99) },
        WrongKind { id: A.into(), wanted: &[EntityKind::Stack] },
        WrongKind { id: FIELD.into(), wanted: &[EntityKind::Side, EntityKind::Stack, EntityKind::Unit] },
        NobodyNamed,
        NobodyLeft { of: REDS.into() },
        Eliminated { unit: A },
        Ineffective { who: A.into() },
        TwoSides { first: A.into(), second: X.into() },
        OwnSide { side: RED },
        Dice(DiceError::Count { wanted: 2, given: 1 }),
        Dice(DiceError::NoDie { owner: Owner(11) }),
        Dice(DiceError::Face { face: 7, die: Die::D6, least: 1, most: 6 }),
        Name(NameFault::Empty),
        Name(NameFault::Unshowable('\u{202e}')),
        Name(NameFault::Marks),
        Name(NameFault::TooLong(61)),
        Event(taken),
        BranchTwin { name: "Guard".into(), last: 12 },
        NoChange,
        NoDate,
        NothingToNote,
        NothingArgued,
        OutOfReach { dice: Dice(2, Die::D6), number: 20, least: 2, most: 12 },
        MechanismOff { mechanism: Mechanism::Stacks },
        Rules { faults: vec![Fault::at("scrud.phases", "a"), Fault::at("turn", "b").with_hint("c")] },
        Unit(UnitRefusal::NoWear),
        Battle(BattleRefusal::Exhausted { side: RED, battle: FIELD, from: BarredAttack::Open }),
        Combat(CombatRefusal::InCombat { unit: A }),
        Support(SupportRefusal::EmptyLine),
        Fire(FireRefusal::NoRange),
        Roll(RollRefusal::NoWeapon { weapon: "bows".into() }),
        Stacks(StackRefusal::ByScrud),
        Map(MapRefusal::Spent { unit: A }),
        Clock(ClockRefusal::NoClock),
        Theatre(TheatreRefusal::NoContact { contact: 7 }),
        Refit(RefitRefusal::NoRule { verb: Verb::Recover }),
        Table(TableRefusal::NoTable { table: "Weather".into() }),
        Victory(VictoryRefusal::CampaignOver),
        Staff(StaffRefusal::NothingSaid),
    }
}

fn units_and_battles() -> Vec<Refusal> {
    let units = samples! { UnitRefusal:
        Strength { unit: A, now: 4, full: 4, points: 5, change: StrengthChange::Lost },
        Strength { unit: A, now: 4, full: 4, points: 5, change: StrengthChange::Restored },
        Edna { unit: A, now: 8, full: 8, by: 1 },
        Edna { unit: A, now: 4, full: 8, by: -5 },
        Edna { unit: A, now: 4, full: 8, by: 0 },
        NothingFailed { unit: A },
        NoRetest { unit: A, most: 0 },
        NoRetest { unit: A, most: 1 },
        NoWear,
        LadderEnds { unit: A, grade: Grade(0) },
        LadderEnds { unit: A, grade: Grade(5) },
        LadderEndsForAll { grade: Grade(0) },
    };
    let battles = samples! { BattleRefusal:
        NotInBattle { who: A.into() },
        InBattle { unit: A, battle: FIELD },
        TwoBattles { first: A.into(), second: FIELD.into() },
        TwoBattles { first: A.into(), second: X.into() },
        OneSide { side: None },
        OneSide { side: Some(RED) },
        NameTaken { battle: FIELD },
        SideNotInBattle { side: RED, battle: FIELD },
        BattleOver { battle: FIELD },
        Awaits { battle: FIELD, awaited: BlockingStep::Decision(PendingDecision::First(RED)) },
        Awaits { battle: FIELD, awaited: BlockingStep::Decision(PendingDecision::Rerolls(BLUE, 0)) },
        Awaits { battle: FIELD, awaited: BlockingStep::Initiative },
        Awaits { battle: FIELD, awaited: BlockingStep::EndOfTurn },
        NothingAwaited { side: RED, battle: FIELD, why: NotAwaited::FirstSettled { turn: 2, first: RED } },
        NothingAwaited { side: RED, battle: FIELD, why: NotAwaited::NoInitiative { turn: 2 } },
        NothingAwaited { side: RED, battle: FIELD, why: NotAwaited::NoDice },
        InitiativeSettled { battle: FIELD, turn: 2, winner: BLUE },
        NotInitiative { battle: FIELD, turn: 2 },
        NotTheirTurn { side: RED, battle: FIELD, now: Some(BLUE) },
        NotTheirTurn { side: RED, battle: FIELD, now: None },
        Exhausted { side: RED, battle: FIELD, from: BarredAttack::Open },
        Exhausted { side: RED, battle: FIELD, from: BarredAttack::OpenConflict },
        Exhausted { side: RED, battle: FIELD, from: BarredAttack::NextPhase },
        Exhausted { side: RED, battle: FIELD, from: BarredAttack::NextRound },
        Exhausted { side: RED, battle: FIELD, from: BarredAttack::PassedOver },
        Exhausted { side: RED, battle: FIELD, from: BarredAttack::Reserves },
        HasAttacked { unit: A, how: Attack::Volley },
        HasAttacked { unit: A, how: Attack::Combat },
        HasAttacked { unit: A, how: Attack::Round },
        AttackDue { unit: A },
    };
    [units, battles].concat()
}

fn combats() -> Vec<Refusal> {
    let combats = samples! { CombatRefusal:
        NoDie { unit: A },
        OutOfReach { unit: A, enemy: X, far: 3, reach: 1 },
        OutOfReach { unit: A, enemy: X, far: 3, reach: 2 },
        InCombat { unit: A },
        NotInCombat { who: A.into() },
        NotInThatCombat { unit: A },
        NoSideThere { side: RED },
        InConflict { stack: REDS },
        AllIneffective { side: RED },
        NoWithdrawal { who: A.into(), stack: Some(REDS) },
        NoWithdrawal { who: A.into(), stack: None },
        NoReserves { to: A.into(), stack: Some(REDS) },
        NoReserves { to: A.into(), stack: None },
        CombatOver { how: CombatEnd::PhasesUsed },
        CombatOver { how: CombatEnd::Withdrew(BLUE) },
        CombatOver { how: CombatEnd::NoneLeft(BLUE) },
        CombatOver { how: CombatEnd::TimeUp },
        Reroll(RerollRefusal::TooMany { most: 1 }),
        Reroll(RerollRefusal::Supports { who: A.into() }),
        Reroll(RerollRefusal::NoDie { who: A.into(), nth: 2 }),
        Reroll(RerollRefusal::Twice { who: A.into() }),
        Reroll(RerollRefusal::Face { who: A.into(), face: 6, allowed: vec![1, 2] }),
    };
    let support = samples! { SupportRefusal:
        Fights { unit: A },
        EmptyLine,
        Twice { unit: A },
        Elsewhere { unit: A, phase: 2 },
        SilentTarget { target: X },
        OtherSide { unit: A, side: BLUE },
        NoRole { unit: A },
        InLine { unit: A },
        NoGun { unit: A, target: X },
        NoEnemy { target: A },
        NoTarget { target: X },
    };
    [combats, support].concat()
}

fn fire() -> Vec<Refusal> {
    let fire = samples! { FireRefusal:
        NoTest { unit: A, test: "Leadershp".into() },
        NoTest { unit: A, test: "a\u{202e}b".into() },
        NotInParallel { why: Objection::BySide },
        NotInParallel { why: Objection::Bonuses },
        NoObjections,
        TargetTwice { unit: X },
        TwoPlaces { first: A, second: X },
        NoRange,
        NoWeapon { unit: A, weapon: None },
        NoWeapon { unit: A, weapon: Some("bows".into()) },
        OutOfRange { unit: A, weapon: "rifles".into(), range: 4, reach: 3 },
        TwoAreas { first: (X, Cell::new(2, 4)), second: (A, Cell::new(2, 3)) },
        OutOfArc { unit: A, from: Cell::new(2, 4), facing: Facing::Ne, to: Cell::new(0, 0) },
        OutOfSight { unit: A, from: Cell::new(2, 4), to: Cell::new(2, 2), behind: vec![(Cell::new(2, 3), "woods".into())] },
        OutOfSight {
            unit: A,
            from: Cell::new(0, 0),
            to: Cell::new(1, 1),
            behind: vec![(Cell::new(1, 0), "woods".into()), (Cell::new(0, 1), "built-up".into())],
        },
        OtherRange { from: (A, Cell::new(2, 4)), to: (X, Cell::new(2, 2)), given: 1, is: 2 },
        NoCover { unit: X, at: Cell::new(2, 2), from: Cell::new(2, 4) },
        NoGeneralThere { unit: A, at: Cell::new(2, 4) },
        GeneralElsewhere { general: A, unit: X },
        NoGeneral { side: RED },
    };
    let rolls = samples! { RollRefusal:
        NoWeapon { weapon: "bows".into() },
        OutOfRange { weapon: "rifles".into(), range: 4, reach: 3 },
        NoTarget { target: "ships".into() },
    };
    [fire, rolls].concat()
}

fn stacks() -> Vec<Refusal> {
    samples! { StackRefusal:
        NoLeader { stack: REDS },
        NotInStack { unit: X, stack: REDS },
        ScreensNothing { stack: REDS },
        ScreensItself { stack: REDS },
        Screening { stack: BLUES },
        Screened { stack: REDS, by: BLUES },
        OtherSide { stack: REDS, other: X.into() },
        OtherBattle { stack: REDS, other: BLUES.into() },
        MergesItself { stack: REDS },
        JoinsFirst { stack: REDS, into: BLUES },
        NoSideThere { side: RED, to: BLUES },
        NotBeside { stack: REDS, other: BLUES, areas: (Cell::new(2, 4), Cell::new(2, 2)) },
        NotToItsSide { stack: REDS, other: BLUES, at: Cell::new(2, 3), facing: Facing::N },
        NotCovered { stack: REDS, other: BLUES, edge: Edge::Right, near: Edge::Left, ahead: Some(Edge::Front) },
        OutOfContact { stack: REDS, enemy: BLUES, areas: (Cell::new(2, 4), Cell::new(2, 2)) },
        OtherEdge {
            by: REDS,
            from: Cell::new(2, 4),
            enemy: BLUES,
            place: Place { map: MapId(50), cell: Cell::new(2, 3), facing: Facing::E },
            given: Edge::Back,
            is: Edge::Left,
        },
        AmbiguousTurn { stack: REDS, times: 1, either: (Facing::E, Facing::W) },
        OtherConflictFirst { stack: REDS, area: Cell::new(2, 4) },
        Apart { stack: REDS, other: BLUES },
        UnderWay { next: REDS },
        InConflict { stack: REDS },
        NoConflict { stack: REDS },
        Twice { stack: REDS },
        NotThere { stack: REDS, other: BLUES },
        Acted { stack: REDS },
        NotItsTurn { stack: REDS, next: BLUES },
        Unharmed { stack: BLUES },
        ByScrud,
        TurnCount { times: 13 },
        SameStats { unit: A },
        LevelsWait { stack: REDS },
        RoundsFought { rounds: 1 },
        RoundsFought { rounds: 2 },
        NoRoundNow { phase: IdlePhase::Initiative },
        NoRoundNow { phase: IdlePhase::Exhaustion },
        FoughtThisTurn { stack: REDS },
        RoundFirst { other: REDS },
        RoundsDue { battle: FIELD },
        RoundsOver,
        AllIneffective { side: RED },
    }
}

fn maps() -> Vec<Refusal> {
    let (c5, c4, plain) = (Cell::new(2, 4), Cell::new(2, 3), MapId(50));
    let at = |cell| Place { map: plain, cell, facing: Facing::N };
    let apart = vec![(A, at(c5)), (X, at(c4))];
    let cannot = samples! { MapError:
        NoGround { named: None },
        NoGround { named: Some("wells".into()) },
        Ground(Fault::at("rows", "a").with_hint("b")),
        AmbiguousMap { maps: 0 },
        AmbiguousMap { maps: 2 },
        NoMap { map: MapId(51) },
        OffMap { map: plain, cell: Cell::new(30, 9) },
        NoEdge { map: plain, facing: Facing::Ne },
        Apart { from: c5, to: c4 },
        EnemyThere { cell: c5, enemy: X },
        Taken { cell: c5, by: A },
        Crowded { cell: c5, most: 8 },
        NoTroop { name: "levy".into() },
        Eliminated { unit: A },
        NotPlaced { unit: A },
        Nobody,
        HasMap { battle: FIELD, map: plain },
        NoObjective { map: plain, cell: c5 },
    };
    let refused = samples! { MapRefusal:
        Invalid(MapError::Nobody),
        NoMap { battle: FIELD },
        OtherMap { battle: FIELD, map: plain },
        NotPlaced { who: A.into() },
        SideNotMovable { id: RED.into() },
        AlreadyPlaced { unit: A, at: c5 },
        Scattered { stack: REDS, units: apart.clone() },
        WouldScatter { stack: REDS, units: apart.clone() },
        PartlyPlaced { stack: REDS, unit: A, at: c5 },
        Moved { who: A.into() },
        Moved { who: REDS.into() },
        InFight { unit: A, stack: None },
        InFight { unit: A, stack: Some(REDS) },
        Closed { cell: c5, terrain: "woods".into(), kind: "artillery".into() },
        Barred { from: c5, to: c4, edge: "river".into(), kind: "artillery".into() },
        TooFar { who: A.into(), slowest: None, cell: c4, cost: 3, allowance: 2, by_road: 2, attacked: false },
        TooFar { who: REDS.into(), slowest: Some(A), cell: c4, cost: 2, allowance: 1, by_road: 2, attacked: true },
        MustStop { cell: c5, enemy: X },
        Front { cell: c5, enemy: X },
        StaysBeside { cell: c5, enemy: X },
        Nearer { unit: A, cell: c5, before: 3, after: 2, exhausted: Some(RED) },
        Nearer { unit: A, cell: c5, before: 2, after: 1, exhausted: None },
        MustFace { cell: c5, enemies: vec![(Facing::N, X), (Facing::E, UnitId(22))] },
        Spent { unit: A },
        NoChange { unit: A, change: Change::Dismount },
        NoTerrain { name: "wods".into() },
        NoTerrain { name: "sea of glass".into() },
        NoEdgeKind { name: "rod".into() },
        NoEdgeKind { name: "sea of glass".into() },
        NoNeighbours { from: c5, to: Cell::new(3, 3) },
        NotBetween { from: c5, to: c4, what: Border::Road, edge: Some("river".into()), road: false },
        NotBetween { from: c5, to: c4, what: Border::Bridge, edge: None, road: true },
        NotBetween { from: c5, to: c4, what: Border::Edge("wall".into()), edge: Some("river".into()), road: true },
        NotBetween { from: c5, to: c4, what: Border::Edge("wall".into()), edge: None, road: false },
        NothingToBridge { from: c5, to: c4 },
    };
    [cannot, refused].concat()
}

fn clock() -> Vec<Refusal> {
    samples! { ClockRefusal:
        NoClock,
        LeftOver { left: vec![Unfinished::Battle(FIELD)] },
        NotOpen { what: Unfinished::Contact(3) },
        EndOfTime,
        NotAhead { at: Moment { count: 1, part: 0 } },
        NothingScheduled,
        NoSuchItem { item: 7 },
        NotDue { item: 7 },
        MustBeAlone,
        NotGiven { item: 7, why: Box::new(Refusal::NoChange) },
    }
}

fn tables() -> Vec<Refusal> {
    samples! { TableRefusal:
        NoTable { table: "Weather".into() },
        ForceMissing { table: "Enemy stance".into() },
    }
}

fn refit() -> Vec<Refusal> {
    let verb = Verb::Recover;
    let gains = |strength, edna, grade| Gains { strength, edna, grade };
    samples! { RefitRefusal:
        NoRule { verb: verb },
        InBattle { unit: A, battle: FIELD, verb: verb },
        NotDue { unit: A, verb: verb },
        NothingLacks { unit: A, verb: verb },
        Nobody { verb: verb },
        NotDue { unit: A, verb: Verb::Replace },
        NotDue { unit: A, verb: Verb::Return },
        NotDue { unit: A, verb: Verb::Raise },
        NoRule { verb: Verb::Raise },
        InBattle { unit: A, battle: FIELD, verb: Verb::Raise },
        NothingLacks { unit: A, verb: Verb::Return },
        NothingLacks { unit: A, verb: Verb::Replace },
        Nobody { verb: Verb::Return },
        SeveralUnits { units: 2, verb: verb },
        SeveralUnits { units: 2, verb: Verb::Return },
        Alive { unit: A },
        NoLevel { who: REDS.into() },
        OtherLevel { who: REDS.into(), gives: 0, trace: SupplyTrace::CutOff },
        NotTraced { unit: A },
        Unsupplied { unit: A, verb: verb },
        Unsupplied { unit: A, verb: Verb::Replace },
        NoRule { verb: Verb::Supply },
        NoPool { unit: A },
        PoolShort { unit: A, pool: 0, left: 1, points: 2 },
        PoolShort { unit: A, pool: 0, left: 0, points: 2 },
        BeyondRule { unit: A, gives: gains(1, 2, 1) },
        HowMuch { unit: A, lacks: gains(1, 0, 0), verb: verb },
        HowMuch { unit: A, lacks: gains(4, 0, 0), verb: Verb::Raise },
        BeyondFull { unit: A, lacks: gains(1, 0, 2), verb: verb },
        BeyondFull { unit: A, lacks: gains(0, 0, 0), verb: verb },
        BeyondFull { unit: A, lacks: gains(1, 0, 0), verb: Verb::Return },
        BeyondFull { unit: A, lacks: gains(1, 0, 0), verb: Verb::Replace },
        BeyondFull { unit: A, lacks: gains(4, 0, 0), verb: Verb::Raise },
    }
}

fn victory() -> Vec<Refusal> {
    samples! { VictoryRefusal:
        CampaignOver,
        BattlesOpen { battles: vec![FIELD] },
        Points { points: 0, most: 1_000_000 },
    }
}

fn staff() -> Vec<Refusal> {
    samples! { StaffRefusal:
        NothingSaid,
        TooLong { characters: 4_001 },
        NotAhead { at: Moment { count: 1, part: 0 } },
        DuePassed { due: Moment { count: 1, part: 0 } },
        OwnThing { side: RED, what: A.into() },
        AlreadyRuled { what: REDS.into(), ruled: VisibilityRuling::Revealed },
        AlreadyRuled { what: REDS.into(), ruled: VisibilityRuling::Hidden },
        NoSuchOrders { number: 7 },
        Answered { number: 7 },
        NotDue { number: 7 },
        MustBeAlone,
        NotGranted { number: 7, why: Box::new(Refusal::NoChange) },
    }
}

/// Problems of events.
fn problems() -> Vec<Refusal> {
    let at = |count, part| Moment { count, part };
    let names = || vec!["infantry".into(), "cavalry".into()];
    let differs = |what, given: EventValue, is: EventValue| EventProblem::Differs { what, given, is };
    let values = [
        differs("its strength", 3_u16.into(), 4_u16.into()),
        differs("its grade", Grade(9).into(), Grade(0).into()),
        differs("the moment", at(1, 0).into(), at(2, 0).into()),
        differs("its stack", None::<StackId>.into(), Some(REDS).into()),
        differs("its leader", None::<UnitId>.into(), Some(A).into()),
        differs("its holder", Some(RED).into(), None::<SideId>.into()),
        differs("its place", None::<Cell>.into(), Some(Cell::new(2, 4)).into()),
        differs("its station", None::<Station>.into(), Some(Station::at(Spot::Area(Cell::new(2, 4)))).into()),
        differs("its way", Vec::<Spot>::new().into(), vec![Spot::Area(Cell::new(2, 4))].into()),
        differs("the edge", None::<Text>.into(), Some(Text::from("river")).into()),
        differs("the way over the edge", true.into(), false.into()),
        differs("its posture", Posture::Neutral.into(), Posture::Offensive.into()),
        differs("what it screens", None::<ScreenTarget>.into(), Some(ScreenTarget::Unit(A)).into()),
    ];
    let rows = samples! { @|problem: EventProblem| Refusal::Event(problem.into()), EventProblem:
        IdOutOfRange { id: Id(0) },
        IdTaken { id: RED.into(), by: EntityKind::Side, free: 41 },
        UnknownId { id: Id(99) },
        NotFound { id: A.into(), wanted: EntityKind::Stack, found: Some(EntityKind::Unit) },
        NotFound { id: Id(99), wanted: EntityKind::Battle, found: None },
        NoSuch { what: "open combat", number: 7 },
        NotNext { what: "message", number: 3, next: 2 },
        Differs { what: "its EDNA", given: 7_u8.into(), is: 8_u8.into() },
        AboveFull { what: "a strength", to: 5, full: 4 },
        Outside { what: "an EDNA", least: 0, most: 200, is: 250 },
        Lost { full: 4, lost: 5 },
        Worn { full: 8, worn: 9 },
        NotMore,
        GradeOffLadder { grade: Grade(9) },
        StepsSpent { spent: 2, there: 1 },
        ShiftForGood,
        ShiftByZero,
        TestDice { units: 2, dice: 1 },
        Stats(StatsFault::TooLarge { name: "attack", number: 10_000 }),
        Name(NameFault::Empty),
        NothingScheduled,
        Rules { faults: vec![Fault::at("turn", "b")] },
        Test(Fault::at("name", "a").with_hint("b")),
        NotInBook { book: "rulebook", what: "troop type", name: "infantri".into(), names: names() },
        NotInBook { book: "rulebook", what: "troop type", name: "zeppelins".into(), names: names() },
        NoMomentOfClock { written: "noon".into(), now: None },
        NoMoment { moment: at(1, 3) },
        NotLater { to: at(1, 0) },
        Nobody,
        TooFewParties,
        NotOneParty { side: RED },
        NoSide,
        Eliminated { unit: A },
        Alive { unit: A },
        Over { battle: FIELD },
        InBattle { unit: A, battle: FIELD },
        NotIn { who: RED.into(), of: FIELD.into() },
        CannotBeThere { who: A.into() },
        BelongsTo { who: A.into(), side: RED },
        SideOfStack { stack: REDS, side: RED },
        NoLeader { stack: REDS },
        ScreensNothing { stack: REDS },
        ScreensItself,
        Screening { stack: REDS },
        Screened { stack: REDS, by: BLUES },
        ScreensOtherSide { stack: REDS },
        CampaignOver,
        Decided { battle: FIELD },
        BattleOpen { battle: FIELD },
        Map(MapError::Nobody),
        Theatre(TheatreError::NoTheatre),
    };
    let values = values.into_iter().map(|problem| Refusal::Event(problem.into()));
    rows.into_iter().chain(values).collect()
}

fn theatre() -> Vec<Refusal> {
    let (c5, kulm) = (Spot::Area(Cell::new(2, 4)), Spot::Place(1));
    let (reds, blues) = (REDS.into(), BLUES.into());
    let refused = samples! { TheatreRefusal:
        NoStation { force: reds },
        AlreadyThere { force: reds },
        CannotMarch { force: reds, by: Standstill::Allowance },
        CannotMarch { force: reds, by: Standstill::Supply },
        Fights { force: reds, battle: FIELD },
        NoOrders { force: reds },
        NoContact { contact: 7 },
        OnAbandonedBranch { contact: 7, entry: 12 },
        ContactForceMissing { contact: 7, force: reds },
        Elsewhere { force: reds, fought: vec![Station::at(kulm), Station::at(c5)] },
        Fighting { first: reds, second: blues, battle: FIELD },
        InContact { contact: 7 },
    };
    let wrong = samples! { TheatreError:
        NoTheatre,
        HasTheatre,
        NotOneLayout { both: true },
        NotOneLayout { both: false },
        Network(Fault::at("roads.0.2", "too short")),
        NoMap { map: MapId(51) },
        NoSide { side: SideId(9) },
        NoPlace { name: "Klum".into(), near: Some("Kulm".into()) },
        NoPlace { name: "Danzig".into(), near: None },
        OffTheatre { spot: c5 },
        ObjectiveTwice { name: "Kulm".into() },
        NoForce { id: RED.into() },
        NoForce { id: Id(99) },
        InStack { unit: A, stack: REDS },
        NobodyLeft { force: reds },
        InTwoPlaces { force: reds, names: ("Thorn".into(), "Kulm".into()) },
        EnemyInSamePlace { enemy: blues, name: "Kulm".into() },
        Apart { unit: A, at: Station::at(c5), stack: REDS, there: Station::at(kulm) },
        EnemyThere { force: reds, enemy: blues, at: Station { at: c5, toward: Some((kulm, 1)) } },
        NoRoute { force: reds, from: c5, to: kulm },
        NoObjective { at: c5 },
        ContactNumber { contact: 3, next: 2 },
        NoMeeting { first: reds, second: blues },
        NoContact { contact: 7 },
        OffRoute { force: reds },
        NotThere { force: blues, at: Station::at(kulm) },
        NotInSight { force: blues },
        OffLeg { from: c5, to: kulm, steps: 3, length: 2 },
    };
    [refused, wrong].concat()
}

#[test]
fn every_refusal_is_put_in_words() {
    let settings =
        "(mechanisms: [Scrud, Turns], troops: [(name: \"infantry\", strength: 4, weapons: [\"rifles\"], tests: [
        (name: \"Leadership\", dice: 2, needs: AtMost(4))])])";
    let state = field_on(Some(PLAIN), settings, "A v X");
    let without = field(settings, "A v X");
    let campaign = [clock(), refit(), tables(), victory(), theatre(), staff(), problems()].concat();
    let all = [general(&without), units_and_battles(), combats(), fire(), stacks(), maps(), campaign].concat();
    let told = |refusal: &Refusal| {
        let text = describe(refusal, &state);
        (text.reason, text.hint.unwrap_or_default())
    };
    let table = rows(include_str!("../../../../tests/golden/refusals.csv"));
    for (refusal, row) in all.iter().zip(&table) {
        let wanted = (row.get("what").to_string(), row.get("hint").to_string());
        assert_eq!(told(refusal), wanted, "tests/golden/refusals.csv:{}: {refusal:?}", row.line);
    }
    let cell = |text: String| format!("\"{}\"", text.replace('"', "\"\""));
    let missing = all.iter().skip(table.len()).map(|refusal| {
        let (what, hint) = told(refusal);
        format!("{},{}", cell(what), cell(hint))
    });
    assert_eq!(missing.collect::<Vec<_>>().join("\n"), "", "these have no row yet");
    assert_eq!(table.len(), all.len(), "a row for each");
}

/// A side's state knows less than the state that refused: an unknown thing is shown by its number.
#[test]
fn unknown_things_are_described_by_number() {
    let known = field("", "A v X");
    let state = State::new(known.book().clone());
    let campaign = [clock(), refit(), tables(), victory(), theatre(), staff(), problems()].concat();
    for refusal in [general(&known), units_and_battles(), combats(), fire(), stacks(), maps(), campaign].concat() {
        assert_ne!(describe(&refusal, &state).reason, "", "{refusal:?}");
    }
    let refusal = Refusal::from(CombatRefusal::NoDie { unit: A });
    assert_eq!(describe(&refusal, &state).reason, "#11 rolls no die in a combat: its troop type is unknown");
    let refusal = Refusal::from(FireRefusal::NoWeapon { unit: A, weapon: None });
    assert_eq!(describe(&refusal, &state).reason, "#11 carries no weapon");
}
