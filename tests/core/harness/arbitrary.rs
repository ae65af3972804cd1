//! Orders of every kind there is: each form of each as text, and such as are made of random numbers, most of which can
//! be given in a state.

use wardiary::{
    book::{Change, NamedTest, Passing, RulebookDraft, Target},
    dice::{Dice, Die},
    document,
    ground::{Cell, Facing},
    id::{BattleId, Id, SideId, StackId, UnitId},
    order::{
        Argument, DieOf, Edge, Force, MapOrder, March, Need, Order, Posture, Rank, Recruit, Regrading, ScreenTarget,
        StackOrder, Stats, Support, Term, Verdict, Volley, WearCause,
    },
    rules::movement::reach,
    sides::CombatSide,
    state::{Awaiting, Battle, Combat, Stack, State, Unit},
};

/// Every form of every order, things by their numbers: side #1, stacks #5 and #7, units #11 to #13, against #2, #6 and
/// #21, in the battle #40. `%` stands for a new name.
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
];

/// Random numbers, read one after the other; zeros when they are used up.
pub struct Chance<'a> {
    numbers: &'a [u16],
}

/// Names that could be taken for something else, and some that could not.
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

/// Reasons and notes: any text at all.
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

/// Changes of the rules, good and bad.
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

impl<'a> Chance<'a> {
    /// Reads these.
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

    fn of<T: Copy>(&mut self, all: &[T]) -> Option<T> {
        (!all.is_empty()).then(|| all[self.below(all.len())])
    }

    fn small(&mut self, most: u8) -> u8 {
        u8::try_from(self.below(usize::from(most) + 1)).expect("not above `most`")
    }

    fn name(&mut self) -> String {
        NAMES[self.below(NAMES.len())].into()
    }

    fn text(&mut self) -> String {
        TEXTS[self.below(TEXTS.len())].into()
    }

    fn why(&mut self) -> Option<String> {
        (!self.once_in(3)).then(|| self.text())
    }

    /// Any number, mostly of something that is there.
    fn stray(&mut self, state: &State) -> u32 {
        let there: Vec<u32> = (0..state.next_id()).filter(|id| state.kind(Id(*id)).is_some()).collect();
        match self.below(4) {
            0 => u32::try_from(self.below(70_000)).expect("not so much"),
            _ => self.of(&there).unwrap_or(7),
        }
    }

    fn unit(&mut self, state: &State) -> UnitId {
        let living: Vec<UnitId> = state.units().iter().filter(|u| u.is_alive()).map(|u| u.id).collect();
        if self.once_in(12) { UnitId(self.stray(state)) } else { self.of(&living).unwrap_or(UnitId(1)) }
    }

    fn side(&mut self, state: &State) -> SideId {
        let all: Vec<SideId> = state.sides().iter().map(|s| s.id).collect();
        if self.once_in(12) { SideId(self.stray(state)) } else { self.of(&all).unwrap_or(SideId(1)) }
    }

    fn stack(&mut self, state: &State) -> StackId {
        let all: Vec<StackId> = state.stacks().iter().map(|s| s.id).collect();
        if self.once_in(12) { StackId(self.stray(state)) } else { self.of(&all).unwrap_or(StackId(1)) }
    }

    fn battle(&mut self, state: &State) -> BattleId {
        let open: Vec<BattleId> = state.open_battles().map(|b| b.id).collect();
        if self.once_in(12) { BattleId(self.stray(state)) } else { self.of(&open).unwrap_or(BattleId(1)) }
    }

    /// A side, stack or unit.
    fn anybody(&mut self, state: &State) -> Id {
        match self.below(8) {
            0 => self.side(state).into(),
            1 | 2 => self.stack(state).into(),
            3 => Id(self.stray(state)),
            _ => self.unit(state).into(),
        }
    }

    fn some(&mut self, state: &State) -> Vec<Id> {
        (0..=self.below(3)).map(|_| self.anybody(state)).collect()
    }

    /// Living units of one side of a battle.
    fn force(&mut self, state: &State, battle: &Battle, side: usize) -> Force {
        let contingent = &battle.contingents[side % battle.contingents.len()];
        let units: Vec<UnitId> = contingent.units().filter(|u| is_alive(state, *u)).collect();
        let who = match self.below(12) {
            0 => vec![contingent.side.into()],
            1 => self.some(state),
            2..=5 => {
                let stack = self.of(&units).and_then(|u| state.unit(u)?.stack);
                stack.map(Id::from).into_iter().collect()
            }
            _ => (0..=self.below(3)).filter_map(|_| self.of(&units)).map(Id::from).collect(),
        };
        let who = if who.is_empty() { vec![contingent.side.into()] } else { who };
        let dice = if self.once_in(4) { i8::try_from(self.below(256).cast_signed() - 128).expect("a byte") } else { 0 };
        Force { dice: if self.once_in(3) { dice } else { dice.clamp(-2, 2) }, ..Force::of(who) }
    }

    fn scrud(&mut self, state: &State) -> Order {
        if self.below(3) == 0
            && let Some(combat) = self.combat(state)
        {
            let [first, second] = CombatSide::BOTH.map(|line| {
                let living = combat.lines[line].units.iter().filter(|u| is_alive(state, **u));
                Force::of(living.take(1 + self.below(2)).map(|u| Id::from(*u)).collect())
            });
            return if self.below(2) == 0 {
                Order::Scrud { first, second }
            } else {
                Order::Scrud { first: second, second: first }
            };
        }
        let open: Vec<&Battle> = state.open_battles().collect();
        let Some(battle) = self.of(&open) else {
            return Order::Scrud { first: Force::of(self.some(state)), second: Force::of(self.some(state)) };
        };
        let sides = battle.contingents.len();
        let first = self.below(sides);
        let second = if self.once_in(12) { first } else { first + 1 + self.below(sides - 1) };
        Order::Scrud { first: self.force(state, battle, first), second: self.force(state, battle, second) }
    }

    // ---- support

    /// A combat's phase, sometimes with support: mostly of units that can give it.
    fn supported(&mut self, state: &State) -> Order {
        let mut order = self.scrud(state);
        let Order::Scrud { first, second } = &mut order else { return order };
        let sides = [&*first, &*second].map(|f| f.who.first().and_then(|id| state.side_of(*id)));
        let can =
            |unit: &&std::sync::Arc<Unit>| state.book().troop(&unit.kind).is_some_and(|troop| troop.support.is_some());
        let named = sides.map(|side| {
            let units: Vec<UnitId> =
                state.units().iter().filter(|u| Some(u.side) == side).filter(can).map(|u| u.id).collect();
            let many = self.below(3);
            units.into_iter().filter(|u| is_alive(state, *u)).skip(self.below(2)).take(many).collect::<Vec<_>>()
        });
        for (line, force) in [first, second].into_iter().enumerate() {
            for unit in named[line].clone() {
                let counter = if self.below(3) == 0 { self.of(&named[1 - line]) } else { None };
                let unit = if self.once_in(12) { self.unit(state) } else { unit };
                force.support.push(Support { unit, counter });
            }
        }
        order
    }

    // ---- matrix arguments

    fn argument(&mut self, state: &State) -> Argument {
        let dice = Dice(1 + self.small(2), self.of(&[Die::D6, Die::D20]).unwrap_or(Die::D6));
        let number = u16::from(self.small(14));
        let verdict = match self.below(4) {
            0 => Verdict::Succeeds,
            1 => Verdict::Fails,
            2 => Verdict::Roll(dice, Need::AtLeast(number)),
            _ => Verdict::Roll(dice, Need::AtMost(number)),
        };
        let effect = (self.below(3) > 0).then(|| {
            let by = i8::try_from(self.below(7).cast_signed() - 3).expect("a few");
            let term = self.of(&[Term::Phase, Term::Combat, Term::ForGood]).unwrap_or_default();
            Regrading { who: self.some(state), by, term }
        });
        let by = (self.below(2) == 0).then(|| self.side(state));
        Argument { claim: self.text(), by, pro: self.why(), con: self.why(), verdict, effect }
    }

    /// A combat that is under way.
    fn combat<'s>(&mut self, state: &'s State) -> Option<&'s Combat> {
        let open: Vec<&Combat> = state.open_battles().flat_map(|b| &b.combats).filter(|c| c.over.is_none()).collect();
        self.of(&open)
    }

    /// A living unit of a combat that is under way.
    fn fighter(&mut self, state: &State) -> Option<UnitId> {
        let combat = self.combat(state)?;
        let units: Vec<UnitId> =
            combat.lines.iter().flat_map(|l| l.units.clone()).filter(|u| is_alive(state, *u)).collect();
        self.of(&units)
    }

    /// Living units of a side that are in no battle, or in no combat.
    fn idle(&mut self, state: &State, side: SideId, in_battle: bool) -> Vec<Id> {
        let is_idle = |u: &&Unit| {
            if in_battle {
                state.battle_of(u.id).is_some() && state.combat_of(u.id).is_none()
            } else {
                state.battle_of(u.id).is_none()
            }
        };
        let units: Vec<Id> =
            state.units_of_side(side).filter(|u| u.is_alive()).filter(is_idle).map(|u| u.id.into()).collect();
        let many = 1 + self.below(3);
        units.into_iter().take(many).collect()
    }

    fn battle_to_begin(&mut self, state: &State) -> Order {
        let id = BattleId(if self.once_in(5) { self.stray(state) } else { state.next_id() });
        let mut parties: Vec<Vec<Id>> = if self.below(3) == 0 {
            (0..=1 + self.below(2)).map(|_| self.some(state)).collect()
        } else {
            state.sides().iter().map(|side| self.idle(state, side.id, false)).collect()
        };
        parties.retain(|party| !party.is_empty());
        if parties.is_empty() {
            parties.push(self.some(state));
        }
        let map = state.maps().first().map(|map| map.id).filter(|_| self.below(2) == 0);
        Order::Battle { id, name: self.name(), parties, map }
    }

    fn reinforcement(&mut self, state: &State) -> Order {
        let battle = self.battle(state);
        let sides = state.battle(battle).map(Battle::order_of_sides).unwrap_or_default();
        let who = self.of(&sides).map(|side| self.idle(state, side, false)).filter(|who| !who.is_empty());
        Order::Reinforce { battle, who: who.unwrap_or_else(|| self.some(state)) }
    }

    /// Units for a combat under way.
    pub fn reserves(&mut self, state: &State) -> Order {
        if let Some(to) = self.fighter(state)
            && let Some(side) = state.side_of(to.into())
        {
            let who = self.idle(state, side, true);
            if !who.is_empty() {
                return Order::Commit { who, to: to.into() };
            }
        }
        Order::Commit { who: self.some(state), to: self.anybody(state) }
    }

    /// A unit that has lost something, mostly.
    fn worn_unit(&mut self, state: &State, worn: fn(&Unit) -> bool) -> UnitId {
        let units: Vec<UnitId> = state.units().iter().filter(|u| u.is_alive() && worn(u)).map(|u| u.id).collect();
        if units.is_empty() || self.once_in(3) { self.unit(state) } else { units[self.below(units.len())] }
    }

    /// What a battle waits for, if one waits for something.
    fn decision(&mut self, state: &State) -> Option<Order> {
        let battle = state.open_battles().find(|b| b.awaiting().is_some())?;
        Some(match battle.awaiting()? {
            Awaiting::First(_) => Order::First { battle: battle.id, side: self.of(&battle.order_of_sides())? },
            Awaiting::Rerolls(side, at) => {
                let combat = &battle.combats[at];
                let line = combat.lines.iter().find(|l| l.side == side)?;
                let dice =
                    (0..self.below(3)).filter_map(|_| Some(DieOf(self.of(&line.units)?.into(), 1 + self.small(1))));
                Order::Reroll { battle: battle.id, side, dice: dice.collect() }
            }
        })
    }

    fn recruit(&mut self, state: &State) -> Recruit {
        let id = if self.once_in(6) { self.stray(state) } else { state.next_id() };
        let mut recruit = Recruit::new(UnitId(id), self.name());
        recruit.stack = (self.below(2) == 0).then(|| self.stack(state));
        recruit.side = (recruit.stack.is_none() || self.once_in(6)).then(|| self.side(state));
        recruit.kind = self
            .of(&[None, Some("infantry"), Some("machine gun"), Some("no such"), Some("")])
            .flatten()
            .map(Into::into);
        recruit.strength = self.of(&[None, Some(1), Some(4), Some(0), Some(1000)]).flatten();
        recruit.lost = if self.once_in(3) { u16::from(self.small(3)) } else { 0 };
        recruit.edna = self.of(&[None, Some(1), Some(9), Some(255)]).flatten();
        recruit.stats = (self.below(2) == 0).then(|| Box::new(self.stats()));
        recruit.worn = if self.once_in(3) { self.small(3) } else { 0 };
        recruit.grade =
            self.of(&[None, Some("green"), Some("RED"), Some("no such"), Some("v")]).flatten().map(Into::into);
        if self.once_in(3) {
            let needs =
                if self.below(2) == 0 { Target::AtLeast(1 + self.small(5)) } else { Target::AtMost(1 + self.small(5)) };
            let pass = if self.below(2) == 0 { Passing::One } else { Passing::All };
            recruit.tests.push(NamedTest { name: self.name(), dice: 1 + self.small(3), needs, pass });
            recruit.weapons.extend(self.of(&["muskets", "no such", "Rifles", "in"]).map(Into::into));
        }
        recruit
    }

    /// An order. Every list in it holds something: an empty one has no text form, and the rules refuse it.
    pub fn order(&mut self, state: &State) -> Order {
        if self.below(3) > 0
            && let Some(decision) = self.decision(state)
        {
            return decision;
        }
        // Before anything else happens to who has failed a test.
        let failed = |u: &Unit| u.is_alive() && u.failed.is_some();
        if state.units().iter().any(|u| failed(u)) && self.once_in(4) {
            return Order::Retest { unit: self.worn_unit(state, |u| u.failed.is_some()) };
        }
        if self.below(3) == 0 {
            return Order::Stacks(self.stack_order(state));
        }
        if !state.maps().is_empty() && self.below(6) == 0 {
            return Order::Map(self.map_order(state));
        }
        match self.below(48) {
            0..=4 => self.scrud(state),
            5..=9 => self.supported(state),
            13 if self.below(2) == 0 => Order::Retest { unit: self.unit(state) },
            10..=13 => {
                let purpose = self.why();
                Order::Edna { unit: self.unit(state), purpose }
            }
            14 => Order::Initiative { battle: self.battle(state) },
            15 => Order::First { battle: self.battle(state), side: self.side(state) },
            16 => Order::Pass { battle: self.battle(state) },
            17 | 18 => Order::EndTurn { battle: self.battle(state) },
            19 if self.below(3) == 0 => Order::EndBattle { battle: self.battle(state), outcome: self.why() },
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
            27 => Order::Lose { unit: self.unit(state), points: self.small(4).into(), why: self.why() },
            28 => Order::Restore {
                unit: self.worn_unit(state, |u| u.strength.now < u.strength.full),
                points: self.small(4).into(),
                why: self.why(),
            },
            29 if self.below(2) == 0 => Order::Eliminate { unit: self.unit(state), why: self.why() },
            29..=31 => {
                let by = i8::try_from(self.below(256).cast_signed() - 128).expect("a byte");
                let by = if self.once_in(4) { by } else { by.clamp(-2, 2) };
                let term = self.of(&[Term::Phase, Term::Combat, Term::ForGood]).unwrap_or_default();
                Order::Regrade { who: self.some(state), by, term, why: self.text() }
            }
            32 => Order::Shake { unit: self.unit(state), by: self.small(9), why: self.why() },
            33 => Order::Rally {
                unit: self.worn_unit(state, |u| u.edna.now < u.edna.full),
                by: self.small(9),
                why: self.why(),
            },
            34 => {
                let cause = if self.below(2) == 0 { WearCause::Fire } else { WearCause::Manoeuvre };
                Order::Wear { unit: self.unit(state), cause }
            }
            // ---- dice tests and volleys
            42 if self.below(3) == 0 => {
                Order::Object { battle: self.battle(state), side: self.side(state), off: self.below(2) == 0 }
            }
            42..=44 => self.test(state),
            45..=47 => self.volley(state),
            35 => self.making(state),
            36 => Order::Unit(self.recruit(state)),
            37 => Order::Rename { id: Id(self.stray(state)), name: self.name() },
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

    /// An order of those that fight: a combat with its support and reserves, a volley, a test.
    pub fn fight(&mut self, state: &State) -> Order {
        match self.below(12) {
            0..=5 => self.supported(state),
            6 | 7 => self.reserves(state),
            8 | 9 => self.volley(state),
            _ => self.test(state),
        }
    }

    /// An order on the map, mostly one that can be carried out.
    pub fn map_order(&mut self, state: &State) -> MapOrder {
        let map = &state.maps()[self.below(state.maps().len())];
        let cells: Vec<Cell> = map.ground.cells().collect();
        let mut cell = self.of(&cells).unwrap_or(Cell::new(0, 0));
        if self.once_in(20) {
            cell = Cell::new(self.below(210).try_into().expect("a few"), 3);
        }
        let facings = if self.once_in(20) { &Facing::ALL } else { map.ground.grid().facings() };
        let facing = self.of(facings).unwrap_or_default();
        let anyway = if self.once_in(6) { Some(self.text()) } else { None };
        let there = |unit: &&std::sync::Arc<Unit>| state.place_in_battle(unit.id).is_some();
        let placed: Vec<UnitId> = state.units().iter().filter(there).map(|unit| unit.id).collect();
        let stack = |unit: UnitId| state.unit(unit).and_then(|unit| unit.stack).map(Id::from);
        let who: Id = self.of(&placed).unwrap_or(UnitId(1)).into();
        let who = if self.once_in(10) { stack(UnitId(who.0)).unwrap_or(who) } else { who };
        match self.below(if placed.len() < 3 { 6 } else { 16 }) {
            0 | 1 => {
                let on_it = |unit: &&std::sync::Arc<Unit>| {
                    unit.is_alive() && state.battle_of(unit.id).is_some_and(|battle| battle.map == Some(map.id))
                };
                let units: Vec<UnitId> = state.units().iter().filter(on_it).map(|unit| unit.id).collect();
                let unit = self.of(&units).filter(|_| !self.once_in(6)).unwrap_or(self.unit(state));
                let who: Id = if self.once_in(8) { self.stack(state).into() } else { unit.into() };
                MapOrder::Place { who, map: map.id, at: cell, facing, anyway }
            }
            4 => MapOrder::Face { who, facing, anyway },
            2 | 5 => {
                let change = self.of(&Change::ALL).unwrap_or(Change::Mount);
                let able = |unit: &&std::sync::Arc<Unit>| {
                    let troop = state.book().troop(&unit.kind).filter(|_| unit.is_alive());
                    troop.is_some_and(|troop| troop.becomes.contains_key(&change))
                };
                let able: Vec<UnitId> = state.units().iter().filter(able).map(|unit| unit.id).collect();
                let any = self.unit(state);
                let unit = self.of(&able).filter(|_| self.below(3) > 0).unwrap_or(any);
                MapOrder::Change { unit, change }
            }
            3 => {
                let names = [map.ground.terrain(cell).unwrap_or("open"), "woods", "open", "no such"];
                let terrain = self.of(&names).unwrap_or("open").into();
                MapOrder::Terrain { map: map.id, at: cell, terrain, why: self.text() }
            }
            _ => {
                let marches = (0..=self.below(2)).map(|_| self.march(state, who)).collect();
                MapOrder::Move { marches, anyway }
            }
        }
    }

    /// A way: to an area in reach, mostly; or anywhere.
    fn march(&mut self, state: &State, who: Id) -> March {
        let facing = if self.once_in(3) { self.of(&Facing::ALL) } else { None };
        let reach = reach(state, who).map(|reach| reach.areas).unwrap_or_default();
        let by = match self.below(reach.len()) {
            at if at < reach.len() && !self.once_in(8) => reach[at].path.clone(),
            _ => (0..=self.below(3)).map(|at| Cell::new(at.try_into().expect("a few"), 2)).collect(),
        };
        March { who, by, facing }
    }

    fn test(&mut self, state: &State) -> Order {
        let names = state.test_names();
        let name =
            if names.is_empty() || self.once_in(6) { self.name() } else { names[self.below(names.len())].clone() };
        Order::Test { who: self.some(state), test: name, parallel: self.below(2) == 0 }
    }

    /// Fire of a unit of a battle, mostly at its enemies there.
    fn volley(&mut self, state: &State) -> Order {
        let open: Vec<&Battle> = state.open_battles().collect();
        let mut at = Vec::new();
        let mut unit = self.unit(state);
        if let Some(battle) = self.of(&open).filter(|_| !self.once_in(6)) {
            let side = self.below(battle.contingents.len());
            let enemy = side + 1 + self.below(battle.contingents.len() - 1);
            let living = |side: usize| -> Vec<UnitId> {
                let contingent = &battle.contingents[side % battle.contingents.len()];
                contingent.units().filter(|u| is_alive(state, *u)).collect()
            };
            unit = self.of(&living(side)).unwrap_or(unit);
            at = (0..=self.below(2)).filter_map(|_| self.of(&living(enemy))).collect();
            if !self.once_in(6) {
                // What could share a place: one combat unit, with Generals and transport.
                let fights =
                    |id: &UnitId| state.unit(*id).and_then(|u| state.book().troop(&u.kind)).is_none_or(|t| t.fights);
                let first = at.iter().position(fights);
                at = at
                    .iter()
                    .enumerate()
                    .filter(|(i, id)| Some(*i) == first || !fights(id))
                    .map(|(_, id)| *id)
                    .collect();
            }
        }
        if at.is_empty() {
            at.push(self.unit(state));
        }
        let weapons: Vec<&str> = vec!["rifles", "muskets", "no such", "general", "v"];
        let weapon = if self.once_in(4) { self.of(&weapons).map(Into::into) } else { None };
        // What follows from the map is seldom said.
        let on_map = state.place_in_battle(unit).is_some() && state.place_in_battle(at[0]).is_some();
        let says = |chance: &mut Self, off_map: bool| if on_map { chance.once_in(8) } else { off_map };
        let (ranged, cover, general) = (!self.once_in(8), self.below(2) == 0, self.once_in(4));
        let range = says(self, ranged).then(|| 1 + self.small(2));
        let (cover, general) = (says(self, cover), says(self, general));
        let anyway = (on_map && self.once_in(4)).then(|| "the dust had settled".into());
        let mut at: Vec<Id> = at.into_iter().map(Into::into).collect();
        if let Some(stack) = state.unit(UnitId(at[0].0)).and_then(|unit| unit.stack).filter(|_| self.once_in(4)) {
            at = vec![stack.into()];
        }
        Order::Volley(Volley { unit, at, range, weapon, cover, general, anyway })
    }

    // ---- stacks

    fn stats(&mut self) -> Stats {
        let mut stats = Stats::default();
        for (name, _) in Stats::default().numbers() {
            let number = [0, 1, 3, 7, 9_999][if self.once_in(9) { self.below(5) } else { self.below(4) }];
            stats.number_mut(name).into_iter().for_each(|n| *n = number);
        }
        let ranks = Rank::ALL.iter().filter(|_| self.below(4) == 1).map(|(_, rank)| *rank);
        stats.ranks = ranks.collect();
        stats.decrypted = self.once_in(3);
        stats
    }

    /// A stack with living units of the side that `of` stands for, or of another; mostly.
    fn stack_of(&mut self, state: &State, side: impl Fn(SideId) -> bool, idle: bool) -> StackId {
        let lives = |id: StackId| state.units_of_stack(id).next().is_some();
        let all: Vec<StackId> = state.stacks().iter().filter(|s| side(s.side) && lives(s.id)).map(|s| s.id).collect();
        let all: Vec<StackId> = all.into_iter().filter(|s| !idle || state.conflict_of(*s).is_none()).collect();
        if self.once_in(9) { self.stack(state) } else { self.of(&all).unwrap_or(StackId(1)) }
    }

    /// A stack of which that is so, mostly; else the one given.
    fn stack_that(&mut self, state: &State, or: StackId, is_so: fn(&Stack) -> bool) -> StackId {
        let all: Vec<StackId> = state.stacks().iter().filter(|s| is_so(s)).map(|s| s.id).collect();
        if self.once_in(4) { or } else { self.of(&all).unwrap_or(or) }
    }

    /// A stack in a Conflict: mostly the one whose turn it is.
    fn stack_fighting(&mut self, state: &State) -> Option<(StackId, Vec<StackId>)> {
        let open: Vec<_> = state.open_battles().flat_map(|b| &b.conflicts).filter(|c| c.over.is_none()).collect();
        let conflict = self.of(&open)?;
        let battle = state.open_battles().find(|b| b.conflicts.iter().any(|c| c == conflict))?;
        let at = battle.conflicts.iter().position(|c| c == conflict)?;
        let order = if conflict.under_way { conflict.to_act.clone() } else { state.order_of_acting(battle.id, at) };
        let all: Vec<StackId> = conflict.stacks.iter().filter(|s| !s.fled).map(|s| s.stack).collect();
        let own = if self.once_in(5) { self.of(&all)? } else { *order.first()? };
        let side = state.side_of(own.into());
        Some((own, all.into_iter().filter(|s| state.side_of((*s).into()) != side).collect()))
    }

    fn edge(&mut self) -> Option<Edge> {
        let edge = self.of(&Edge::ALL);
        edge.filter(|_| self.below(3) > 0)
    }

    /// Now and then a referee's ruling, with its reason.
    fn ruling(&mut self) -> Option<String> {
        self.once_in(6).then(|| self.text())
    }

    fn stack_order(&mut self, state: &State) -> StackOrder {
        let own = self.stack_of(state, |_| true, false);
        let side = state.side_of(own.into());
        // Stacks join after the turn's round, which not many games come to.
        let fought = state.open_battles().flat_map(|b| &b.conflicts);
        let mut fought = fought.filter(|c| c.over.is_none() && c.begun > 0 && !c.under_way);
        if let Some(there) = fought.next().and_then(|c| c.stacks.iter().find(|s| !s.fled)).map(|s| s.stack)
            && self.once_in(3)
        {
            let (stack, anyway) = (self.stack_of(state, |_| true, true), self.ruling());
            return StackOrder::Join { stack, to: there, anyway };
        }
        match self.below(20) {
            0 | 1 => {
                let stack = self.stack_that(state, own, |s| s.leader.is_some());
                StackOrder::Posture { stack, posture: self.of(&Posture::ALL).unwrap_or_default() }
            }
            2 | 3 => {
                let units: Vec<UnitId> = state.units_of_stack(own).map(|u| u.id).collect();
                let unit = if self.once_in(6) { self.unit(state) } else { self.of(&units).unwrap_or(UnitId(1)) };
                if self.once_in(4) {
                    return StackOrder::Lead { stack: self.stack_that(state, own, |s| s.leader.is_some()), unit: None };
                }
                StackOrder::Lead { stack: own, unit: Some(unit) }
            }
            4..=6 => {
                let screen = match self.below(5) {
                    0 => ScreenTarget::Unit(self.unit(state)),
                    1 => ScreenTarget::Structure(self.name()),
                    _ => {
                        let other = self.stack_of(state, |s| Some(s) == side, false);
                        ScreenTarget::Edge(other, self.edge().unwrap_or_default())
                    }
                };
                if self.once_in(if state.stacks().iter().any(|s| s.screening.is_some()) { 2 } else { 6 }) {
                    let stack = self.stack_that(state, own, |s| s.screening.is_some());
                    return StackOrder::Screen { stack, screen: None };
                }
                StackOrder::Screen { stack: own, screen: Some(screen) }
            }
            7 if self.below(4) == 0 => StackOrder::Flee { stack: own },
            7 => StackOrder::Merge { stack: own, into: self.stack_of(state, |s| Some(s) == side, false) },
            8 => StackOrder::Stats { unit: self.unit(state), stats: Box::new(self.stats()) },
            fights => match self.stack_fighting(state).filter(|_| fights > 10) {
                None => {
                    let first = self.stack_of(state, |_| true, true);
                    let side = state.side_of(first.into());
                    let second = self.stack_of(state, |s| Some(s) != side, true);
                    StackOrder::Conflict { first: vec![first], second: vec![second], anyway: self.ruling() }
                }
                Some((stack, enemies)) => match fights {
                    11..=13 => {
                        let at = if self.once_in(8) { own } else { self.of(&enemies).unwrap_or(own) };
                        StackOrder::Strike { stack, at, edge: self.edge(), anyway: self.ruling() }
                    }
                    14 => StackOrder::Hold { stack },
                    15 if state.place_of_stack(stack).is_some() => {
                        StackOrder::Turn { stack, facing: self.of(&Facing::ALL).unwrap_or_default() }
                    }
                    15 => StackOrder::Rotate { stack, times: self.small(14) },
                    16 => {
                        let (own, anyway) = (self.stack_of(state, |_| true, true), self.ruling());
                        StackOrder::Join { stack: own, to: stack, anyway }
                    }
                    17 if self.once_in(4) => StackOrder::Disengage { stack: own },
                    17 if self.below(2) == 0 => StackOrder::Flee { stack: if self.once_in(2) { own } else { stack } },
                    17 => StackOrder::Disengage { stack },
                    _ => StackOrder::Round { stack },
                },
            },
        }
    }

    fn making(&mut self, state: &State) -> Order {
        let id = if self.once_in(5) { self.stray(state) } else { state.next_id() };
        if self.below(3) == 0 {
            Order::Side { id: SideId(id), name: self.name() }
        } else {
            Order::Stack { id: StackId(id), side: self.side(state), name: self.name() }
        }
    }
}
