//! Orders of every kind: the forms of each order as text, and orders made of random numbers, most of which can be given
//! in a state.

mod campaign;
mod clock;
mod fight;
mod map;
mod refit;
mod stacks;
mod staff;
mod theatre;
mod victory;

use wardiary_base::{
    book::{NamedTest, Passing, RulebookDraft, Target},
    dice::{Dice, Die},
    document,
    id::{BattleId, Id, SideId, StackId, UnitId},
    text::Text,
};
use wardiary_rules::{
    order::{Argument, ClockOrder, DieOf, Need, Order, Recruit, Regrading, Term, Verdict, WearCause},
    state::{Battle, PendingDecision, State, Unit},
};

/// Every form of every order, with things named by id: side #1, stacks #5 and #7, units #11 to #13, against #2, #6 and
/// #21, in the battle #40. `%` is replaced with a new name.
pub const FORMS: &[&str] = &[
    "scrud #1 + #5 + #11 v #2 bonus 1",
    "scrud #11 penalty 2 support #12 counter #21 v #6 bonus 1 support #21",
    "edna #11 for \"a reason\"",
    "edna #11",
    "retest #11",
    "initiative in #40",
    "first #1 in #40",
    "pass in #40",
    "end battle in #40 because \"a reason\"",
    "end battle in #40 won by #1 margin \"a rout\" because \"a reason\"",
    "end battle in #40 drawn",
    "end turn in #40",
    "withdraw #5",
    "commit #11 + #12 to #5",
    "reroll #11 die 2 + #12 for #1 in #40",
    "stand #1 in #40",
    "lose #11 1 because \"a reason\"",
    "restore #11 1",
    "eliminate #11 because \"a reason\"",
    "promote #5 + #11 1 this phase because \"a reason\"",
    "promote #11 1 because \"a reason\"",
    "demote #11 2 this combat because \"a reason\"",
    "rally #11 1 because \"a reason\"",
    "shake #11 1",
    "wear #11 fire",
    "wear #11 manoeuvre",
    "note \"%\"",
    "battle \"%\" with #1 + #11 v #2 as #60",
    "battle \"%\" from contact 2 with #5 v #6 as #60",
    "reinforce #11 + #12 in #40",
    "side \"%\" as #60",
    "stack \"%\" for #1 as #60",
    "unit \"%\" in #5 kind infantry strength 2 edna 8 grade green as #60",
    "unit \"%\" for #1 lost 1 worn 1 test Nerve pass-one 2d 4- stats attack 2 as #60",
    "assign #11 + #12 to #7",
    "detach #11 + #12",
    "rename #11 to \"%\"",
    "rename #5 to \"%\"",
    "rename #1 to \"%\"",
    "rename #40 to \"%\"",
    "date \"%\"",
    "rules change \"(scrud: (phases: 2))\"",
    "test #5 + #11 for \"Nerve\" in parallel",
    "test #11 for \"Nerve\"",
    "object #1 in #40",
    "object #1 off in #40",
    "volley #11 at #21 + #22 range 2 with general in cover",
    "volley #11 at #21",
    "argue \"%\" by #1 for \"a\" against \"b\" roll 2d6 7+ then promote #5 + #11 1 this combat",
    "argue \"%\" succeeds then demote #11 1",
    "argue \"%\" by #1 test 4+",
    "argue \"%\" by #1 fails",
    "branch \"%\"",
    "posture #5 defensive",
    "lead #5 with #11",
    "unlead #5",
    "screen #5 for #7 front",
    "screen #5 for unit #11",
    "screen #5 for structure \"%\"",
    "unscreen #5",
    "merge #5 into #7",
    "merge #5 into #7 anyway because \"a reason\"",
    "stats #11 to attack 2",
    "conflict #5 + #7 v #6",
    "conflict #5 v #6 anyway because \"a reason\"",
    "strike #5 at #6 front",
    "strike #5 at #6 back anyway because \"a reason\"",
    "strike #5 at #6",
    "hold #5",
    "round #5",
    "rotate #5 2",
    "rotate #5 se",
    "join #5 to #7",
    "join #5 to #7 anyway because \"a reason\"",
    "flee #5",
    "disengage #5",
    "battle \"%\" with #1 v #2 on #50 as #60",
    "unit \"%\" in #5 at C5 facing e on #50 as #60",
    "place #11 at C5 facing e",
    "place #5 at C5 on #50 anyway because \"a reason\"",
    "move #11 by C4 C3 facing e, #12 by B2",
    "move #5 by C4 anyway because \"a reason\"",
    "face #11 e",
    "face #5 s anyway because \"a reason\"",
    "mount #11",
    "dismount #11",
    "limber #11",
    "unlimber #11",
    "terrain C5 is \"woods\" because \"a reason\"",
    "terrain C5 C4 without bridge because \"a reason\"",
    "terrain C5 C4 with road because \"a reason\"",
    "terrain C5 C4 with \"river\" because \"a reason\"",
    "map \"(title: \\\"%\\\", rows: [\\\"..\\\"], legend: {'.': \\\"open\\\"})\" for #40 as #60",
    "objective C5 held by #1 because \"a reason\"",
    "objective C5 held by nobody because \"a reason\"",
    "advance",
    "advance anyway",
    "schedule \"%\" at day 3",
    "settle 1 because \"a reason\"",
    "consult \"%\" for A",
    "roll d66",
    "roll 3x 4d6kh3+1 for \"%\"",
    "roll 2d6! for #11 because \"%\"",
    "give 1 as note \"%\"",
    "give 1 as demote B 1 because \"%\"",
    "recover #5 + #11",
    "return #5 + #11",
    "return #11 2 because \"a reason\"",
    "replace #11",
    "replace #11 2 because \"a reason\"",
    "raise #11",
    "supply #5 \"low\"",
    "supply #11 \"low\" because \"a reason\"",
    "raise #11 strength 2 because \"a reason\"",
    "recover #11 strength 1 edna 2 grade 1 because \"a reason\"",
    "score #1 3 because \"a reason\"",
    "score #1 penalty 3 because \"a reason\"",
    "end campaign",
    "end campaign won by #1 margin \"a rout\" because \"a reason\"",
    "end campaign drawn",
    "theatre map #50",
    "theatre map #50 forces #5 at C5 objectives C5 3, C4 1 supply #1 at C5",
    "theatre roads \"%\" - Thorn 2, \"%\" - Kulm titled \"a title\" about \"words\" forces #5 at Thorn objectives \"%\" 3 supply #1 at \"%\"",
    "theatre \"(network: (places: [\\\"%\\\"], roads: []))\"",
    "station #5 nowhere because \"a reason\"",
    "march #5 by C5 C4",
    "halt #5",
    "contact #5 with #6 because \"a reason\"",
    "contact 2 aside because \"a reason\"",
    "tell #1 \"%\"",
    "tell #1 + #2 \"%\" at day 3",
    "tell all \"%\"",
    "reveal #5 to #2 because \"a reason\"",
    "reveal #40 to #1 + #2",
    "hide #11",
    "hide #5 from #2 because \"a reason\"",
    "orders #1 \"%\"",
    "orders #1 \"lose #11 1\" due day 3",
    "grant 1 as note \"%\"",
    "grant 1 done because \"a reason\"",
    "refuse 1 because \"a reason\"",
    "cancel R1",
];

/// Random numbers, consumed one after the other; zeros after the last.
pub struct RandomNumbers<'a> {
    numbers: &'a [u16],
}

/// Names, some of which could be mistaken for syntax.
const NAMES: &[&str] = &[
    "Guards",
    "guards",
    "Red",
    "v",
    "for",
    "3",
    "because",
    "say \"hi\"",
    "a\\b",
    "unit of",
    "\\",
    "\"",
    "in battle",
    "#3",
    "a + b",
    "die",
    "x,y",
    "Saxon Grenadiers",
    "É",
    "’",
    "undo",
    "// no",
    "# no",
    "1st",
    "of",
    "side v",
];

/// Reasons and notes: any text.
const TEXTS: &[&str] = &[
    "dug in",
    "",
    " ",
    "say \"hi\" \\ \\n",
    "two\nlines",
    "\t\u{1b}[31mred\u{7}",
    "because v",
    "中 é\u{301}",
    "(x: 1), // ]",
    "0",
];

/// Changes of the rules, valid and invalid.
const RULES: &[&str] = &[
    "()",
    "(scrud: (extras: Ignored, eliminate_every: None))",
    "(scrud: (eliminate_every: 2, rerolls: (dice: 1, faces: [1, 6])))",
    "(scrud: (phases: 0))",
    "(only: [Mechanisms], mechanisms: [Scrud, Edna])",
    "(only: [Mechanisms], mechanisms: [Turns, Scrud, Exhaustion])",
    "(ladder: \"plus-one\")",
    "(ladder: (name: \"one\", grades: [(name: \"only\")], neutral: \"only\"))",
    "(only: [Phases], turn: (order: Strict, phases: [EachSide(\"act \\\"now\\\"\"), Exhaustion, Together(\"fire\")]))",
    "(edna: (scales: (move: 0.5, range: 0.5, melee: 1), dice: (2, 8), rerolls: 2), scrud: (dice_per: StrengthPoint))",
    "(name: \"house\", title: \"Ours, \\\\ and “theirs”\", based_on: \"mouat\", exhaustion: (exhausted_from: AtOnce))",
    "(scrud: (hand_dice: Specialist, carry: PerCombat))",
    "(only: [Troops], troops: [(name: \"levy\", strength: 3)])",
    "(tests: (parallel: Objected), volley: (other_double: OtherFace, hits: AtMostOne, general_hit: D6))",
    "(only: [Troops, Weapons], weapons: [(name: \"bows\", dice: [3])], troops: [(name: \"levy\", strength: 3, weapons: [\"bows\"])])",
    "(stacks: (blows: Scrud, power: PerEdge), square: (order: Value))",
    "(stacks: (blows: D20, edge_minimum: 0, hit: 1, rounds_a_turn: 2))",
    "(stacks: (edge_minimum: 21, hit: 0, least_damage: 99))",
];

fn is_alive(state: &State, unit: UnitId) -> bool {
    state.unit(unit).is_some_and(Unit::is_alive)
}

impl<'a> RandomNumbers<'a> {
    /// Consumes these numbers.
    pub fn new(numbers: &'a [u16]) -> Self {
        Self { numbers }
    }

    /// A number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        let Some((first, rest)) = self.numbers.split_first() else { return 0 };
        self.numbers = rest;
        usize::from(*first) % limit.max(1)
    }

    fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == times - 1
    }

    fn pick<T: Copy>(&mut self, all: &[T]) -> Option<T> {
        (!all.is_empty()).then(|| all[self.below(all.len())])
    }

    fn small(&mut self, most: u8) -> u8 {
        u8::try_from(self.below(usize::from(most) + 1)).expect("not above `most`")
    }

    fn name(&mut self) -> String {
        NAMES[self.below(NAMES.len())].into()
    }

    fn text(&mut self) -> Text {
        TEXTS[self.below(TEXTS.len())].into()
    }

    fn optional_reason(&mut self) -> Option<Text> {
        (!self.once_in(3)).then(|| self.text())
    }

    /// An arbitrary id, mostly an existing one.
    fn stray_id(&mut self, state: &State) -> u32 {
        let there: Vec<u32> = (0..state.next_id()).filter(|id| state.kind(Id(*id)).is_some()).collect();
        match self.below(4) {
            0 => u32::try_from(self.below(70_000)).expect("not so much"),
            _ => self.pick(&there).unwrap_or(7),
        }
    }

    fn unit(&mut self, state: &State) -> UnitId {
        let living: Vec<UnitId> = state.units().iter().filter(|u| u.is_alive()).map(|u| u.id).collect();
        if self.once_in(12) { UnitId(self.stray_id(state)) } else { self.pick(&living).unwrap_or(UnitId(1)) }
    }

    fn side(&mut self, state: &State) -> SideId {
        let all: Vec<SideId> = state.sides().iter().map(|s| s.id).collect();
        if self.once_in(12) { SideId(self.stray_id(state)) } else { self.pick(&all).unwrap_or(SideId(1)) }
    }

    fn stack(&mut self, state: &State) -> StackId {
        let all: Vec<StackId> = state.stacks().iter().map(|s| s.id).collect();
        if self.once_in(12) { StackId(self.stray_id(state)) } else { self.pick(&all).unwrap_or(StackId(1)) }
    }

    fn battle(&mut self, state: &State) -> BattleId {
        let open: Vec<BattleId> = state.open_battles().map(|b| b.id).collect();
        if self.once_in(12) { BattleId(self.stray_id(state)) } else { self.pick(&open).unwrap_or(BattleId(1)) }
    }

    /// A side, stack or unit.
    fn anybody(&mut self, state: &State) -> Id {
        match self.below(8) {
            0 => self.side(state).into(),
            1 | 2 => self.stack(state).into(),
            3 => Id(self.stray_id(state)),
            _ => self.unit(state).into(),
        }
    }

    fn some_ids(&mut self, state: &State) -> Vec<Id> {
        (0..=self.below(3)).map(|_| self.anybody(state)).collect()
    }

    fn argument(&mut self, state: &State) -> Argument {
        let dice = Dice(1 + self.small(2), self.pick(&[Die::D6, Die::D20]).unwrap_or(Die::D6));
        let number = u16::from(self.small(14));
        let verdict = match self.below(4) {
            0 => Verdict::Succeeds,
            1 => Verdict::Fails,
            2 => Verdict::Roll(dice, Need::AtLeast(number)),
            _ => Verdict::Roll(dice, Need::AtMost(number)),
        };
        let effect = (self.below(3) > 0).then(|| {
            let by = i8::try_from(self.below(7).cast_signed() - 3).expect("a few");
            let term = self.pick(&[Term::Phase, Term::Combat, Term::ForGood]).unwrap_or_default();
            Regrading { who: self.some_ids(state), by, term }
        });
        let by = (self.below(2) == 0).then(|| self.side(state));
        Argument { claim: self.text(), by, pro: self.optional_reason(), con: self.optional_reason(), verdict, effect }
    }

    fn battle_to_begin(&mut self, state: &State) -> Order {
        let id = BattleId(if self.once_in(5) { self.stray_id(state) } else { state.next_id() });
        let mut parties: Vec<Vec<Id>> = if self.below(3) == 0 {
            (0..=1 + self.below(2)).map(|_| self.some_ids(state)).collect()
        } else {
            state.sides().iter().map(|side| self.idle(state, side.id, false)).collect()
        };
        parties.retain(|party| !party.is_empty());
        if parties.is_empty() {
            parties.push(self.some_ids(state));
        }
        let map = state.maps().first().map(|map| map.id).filter(|_| self.below(2) == 0);
        let mut contact = None;
        if let Some(at) = state.contacts().first().filter(|_| self.once_in(2)) {
            let (first, second) = state.nearby_forces(at);
            parties = vec![first, second];
            contact = Some(if self.once_in(8) { 77 } else { at.number });
        }
        Order::Battle { id, name: self.name().into(), parties, map, contact }
    }

    fn reinforcement(&mut self, state: &State) -> Order {
        let battle = self.battle(state);
        let sides = state.battle(battle).map(Battle::order_of_sides).unwrap_or_default();
        let who = self.pick(&sides).map(|side| self.idle(state, side, false)).filter(|who| !who.is_empty());
        Order::Reinforce { battle, who: who.unwrap_or_else(|| self.some_ids(state)) }
    }

    /// A unit for which `worn` is true, mostly.
    fn worn_unit(&mut self, state: &State, worn: impl Fn(&Unit) -> bool) -> UnitId {
        let units: Vec<UnitId> = state.units().iter().filter(|u| u.is_alive() && worn(u)).map(|u| u.id).collect();
        if units.is_empty() || self.once_in(3) { self.unit(state) } else { units[self.below(units.len())] }
    }

    /// The decision that a battle waits for, if any.
    fn decision(&mut self, state: &State) -> Option<Order> {
        let battle = state.open_battles().find(|b| b.pending_decision().is_some())?;
        Some(match battle.pending_decision()? {
            PendingDecision::First(_) => Order::First { battle: battle.id, side: self.pick(&battle.order_of_sides())? },
            PendingDecision::Rerolls(side, at) => {
                let combat = &battle.combats[at];
                let line = combat.lines.iter().find(|l| l.side == side)?;
                let dice =
                    (0..self.below(3)).filter_map(|_| Some(DieOf(self.pick(&line.units)?.into(), 1 + self.small(1))));
                Order::Reroll { battle: battle.id, side, dice: dice.collect() }
            }
        })
    }

    fn recruit(&mut self, state: &State) -> Recruit {
        let id = if self.once_in(6) { self.stray_id(state) } else { state.next_id() };
        let mut recruit = Recruit::new(UnitId(id), self.name());
        recruit.stack = (self.below(2) == 0).then(|| self.stack(state));
        recruit.side = (recruit.stack.is_none() || self.once_in(6)).then(|| self.side(state));
        recruit.kind = self
            .pick(&[None, Some("infantry"), Some("machine gun"), Some("no such"), Some("")])
            .flatten()
            .map(Into::into);
        recruit.strength = self.pick(&[None, Some(1), Some(4), Some(0), Some(1000)]).flatten();
        recruit.lost = if self.once_in(3) { u16::from(self.small(3)) } else { 0 };
        recruit.edna = self.pick(&[None, Some(1), Some(9), Some(255)]).flatten();
        recruit.stats = (self.below(2) == 0).then(|| Box::new(self.stats()));
        recruit.worn = if self.once_in(3) { self.small(3) } else { 0 };
        recruit.grade =
            self.pick(&[None, Some("green"), Some("RED"), Some("no such"), Some("v")]).flatten().map(Into::into);
        if self.once_in(3) {
            let needs =
                if self.below(2) == 0 { Target::AtLeast(1 + self.small(5)) } else { Target::AtMost(1 + self.small(5)) };
            let pass = if self.below(2) == 0 { Passing::One } else { Passing::All };
            recruit.tests.push(NamedTest { name: self.name().into(), dice: 1 + self.small(3), needs, pass });
            recruit.weapons.extend(self.pick(&["muskets", "no such", "Rifles", "in"]).map(Into::into));
        }
        recruit
    }

    /// A random order. Its lists are not empty: an empty list has no text form, and the rules refuse it.
    pub fn order(&mut self, state: &State) -> Order {
        // Strength can return to units only after battles in which they lost it.
        let coming = |unit: &std::sync::Arc<Unit>| {
            unit.is_alive() && unit.history.lost_strength.returning() > 0 && state.battle_of(unit.id).is_none()
        };
        if state.units().iter().any(coming) && self.once_in(4) {
            return self.returning(state);
        }
        let has_lost =
            |battle: &Battle| battle.contingents.iter().any(|side| state.strength_lost_in(battle, side) > Some(1));
        if self.once_in(if state.open_battles().any(has_lost) { 12 } else { 25 }) {
            let fought = state.open_battles().next().is_some();
            // Orders after the end of a campaign are refused, so most games do not end it.
            if fought {
                return self.end_of_battle(state);
            } else if self.once_in(6) {
                return Order::Victory(self.end_of_campaign(state));
            }
        }
        if self.below(3) > 0
            && let Some(decision) = self.decision(state)
        {
            return decision;
        }
        // Retests a unit that failed, before anything else happens to it.
        let failed = |u: &Unit| u.is_alive() && u.failed_test.is_some();
        if state.units().iter().any(|u| failed(u)) && self.once_in(4) {
            return Order::Retest { unit: self.worn_unit(state, |u| u.failed_test.is_some()) };
        }
        if state.open_battles().flat_map(|b| &b.combats).any(|c| c.ended.is_none()) && self.once_in(12) {
            return self.reserves(state);
        }
        if self.below(3) == 0 {
            return Order::Stacks(self.stack_order(state));
        }
        if !state.maps().is_empty() && self.below(6) == 0 {
            return Order::Map(self.map_order(state));
        }
        if state.theatre().is_some() && self.once_in(2) {
            if self.once_in(4) {
                return Order::Clock(ClockOrder::Advance { anyway: !self.once_in(4), leaving: Vec::new() });
            }
            return Order::Theatre(self.theatre_order(state));
        }
        if self.below(12) == 0 {
            return match self.below(4) {
                0 => self.refit_order(state),
                1 => Order::Clock(self.clock_order(state)),
                _ => Order::Staff(self.staff_order(state)),
            };
        }
        if !state.calendar().due().is_empty() && self.once_in(2) {
            return Order::Clock(self.clock_order(state));
        }
        if state.messages().iter().any(|message| message.delivered.is_none()) && self.once_in(6) {
            return Order::Clock(ClockOrder::Advance { anyway: true, leaving: Vec::new() });
        }
        if !state.waiting_orders().is_empty() && self.once_in(8) {
            return Order::Staff(self.staff_order(state));
        }
        match self.below(49) {
            0..=4 => self.scrud(state),
            5..=8 => self.supported(state),
            9 if self.once_in(2) => self.consultation(state),
            9 if self.once_in(6) => Order::Theatre(self.theatre_order(state)),
            9 => Order::Clock(self.clock_order(state)),
            48 => Order::Victory(self.victory_order(state)),
            13 if self.below(2) == 0 => Order::Retest { unit: self.unit(state) },
            10..=13 => {
                let purpose = self.optional_reason();
                Order::Edna { unit: self.unit(state), purpose }
            }
            14 => Order::Initiative { battle: self.battle(state) },
            15 => Order::First { battle: self.battle(state), side: self.side(state) },
            16 => Order::Pass { battle: self.battle(state) },
            17 | 18 => Order::EndTurn { battle: self.battle(state) },
            19 | 20 => self.reinforcement(state),
            21 => self.battle_to_begin(state),
            22 => {
                let fighter = self.fighter(state).filter(|_| self.below(3) > 0);
                Order::Withdraw { who: fighter.map_or_else(|| self.anybody(state), Id::from) }
            }
            23 | 24 => self.reserves(state),
            25 => {
                let dice = (0..=self.below(2)).map(|_| DieOf(self.anybody(state), self.small(255))).collect();
                Order::Reroll { battle: self.battle(state), side: self.side(state), dice }
            }
            26 => Order::Reroll { battle: self.battle(state), side: self.side(state), dice: Vec::new() },
            27 => Order::Lose { unit: self.unit(state), points: self.small(4).into(), why: self.optional_reason() },
            28 => Order::Restore {
                unit: self.worn_unit(state, |u| u.strength_in_rules().now < u.strength_in_rules().full),
                points: self.small(4).into(),
                why: self.optional_reason(),
            },
            29 if self.below(2) == 0 => Order::Eliminate { unit: self.unit(state), why: self.optional_reason() },
            29..=31 => {
                let by = i8::try_from(self.below(256).cast_signed() - 128).expect("a byte");
                let by = if self.once_in(4) { by } else { by.clamp(-2, 2) };
                let term = self.pick(&[Term::Phase, Term::Combat, Term::ForGood]).unwrap_or_default();
                Order::Regrade { who: self.some_ids(state), by, term, why: self.text() }
            }
            32 => Order::Shake { unit: self.unit(state), by: self.small(9), why: self.optional_reason() },
            33 => Order::Rally {
                unit: self.worn_unit(state, |u| u.edna_in_rules().now < u.edna_in_rules().full),
                by: self.small(9),
                why: self.optional_reason(),
            },
            34 => {
                let cause = if self.below(2) == 0 { WearCause::Fire } else { WearCause::Manoeuvre };
                Order::Wear { unit: self.unit(state), cause }
            }
            // ---- dice tests and volleys
            42 => Order::Object { battle: self.battle(state), side: self.side(state), off: self.below(2) == 0 },
            43 | 44 => self.test(state),
            45..=47 => self.volley(state),
            35 => self.making(state),
            36 => Order::Unit(self.recruit(state)),
            37 => Order::Rename { id: Id(self.stray_id(state)), name: self.name().into() },
            38 => {
                let units = (0..=self.below(2)).map(|_| self.unit(state)).collect();
                Order::Assign { units, stack: (!self.once_in(3)).then(|| self.stack(state)) }
            }
            40 | 41 => Order::Argue(Box::new(self.argument(state))),
            _ => match self.below(3) {
                0 => Order::Note { text: self.text() },
                1 => Order::Date { date: self.text() },
                _ => {
                    let draft: RulebookDraft = document::read(RULES[self.below(RULES.len())]).expect("a draft reads");
                    Order::Rules(Box::new(draft))
                }
            },
        }
    }

    fn making(&mut self, state: &State) -> Order {
        let id = if self.once_in(5) { self.stray_id(state) } else { state.next_id() };
        if self.below(3) == 0 {
            Order::Side { id: SideId(id), name: self.name().into() }
        } else {
            Order::Stack { id: StackId(id), side: self.side(state), name: self.name().into() }
        }
    }
}
