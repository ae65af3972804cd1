//! The facts before an entry, changed as its statements say.

use std::collections::BTreeMap;
use wardiary_base::{
    book::{Grade, TurnPhase},
    ground::{Cell, Facing, Place},
    id::{BattleId, Id, MapId, SideId, StackId, UnitId},
    text::Text,
};
use wardiary_diary::diary::{Account, steps::DiaryStep};
use wardiary_rules::{
    order::{Order, Posture},
    rules::{OrderRoll, roll_of_order},
    state::{Battle, State, Unit},
};

#[derive(Clone, Debug, PartialEq)]
pub struct Numbers {
    pub strength: u16,
    pub edna: u8,
    pub grade: Grade,
    pub stack: Option<StackId>,
    pub place: Option<Place>,
    pub kind: String,
}

impl Numbers {
    fn of(unit: &Unit) -> Self {
        Self {
            strength: unit.strength_in_rules().now,
            edna: unit.edna_in_rules().now,
            grade: unit.grade_in_rules().own,
            stack: unit.stack,
            place: unit.place,
            kind: unit.kind.to_string(),
        }
    }
}

/// The orders that a stack follows.
#[derive(Clone, Debug, PartialEq)]
pub struct Doing {
    pub leader: Option<UnitId>,
    pub posture: Posture,
    pub screens: bool,
}

/// The facts of a battle.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    pub turn: u32,
    pub initiative: Option<SideId>,
    pub exhausted: Vec<SideId>,
    pub over: bool,
}

impl Course {
    fn of(battle: &Battle) -> Self {
        Self {
            turn: battle.turn,
            initiative: battle.initiative_winner,
            exhausted: battle.contingents.iter().filter(|c| c.exhausted).map(|c| c.side).collect(),
            over: battle.ended.is_some(),
        }
    }
}

/// The facts of an entry, as far as its statements have been checked.
pub struct Ledger<'a> {
    pub step: &'a DiaryStep<'a>,
    pub account: &'a Account,
    pub rolled: Option<OrderRoll>,
    pub units: BTreeMap<UnitId, Numbers>,
    pub stacks: BTreeMap<StackId, Doing>,
    pub battles: BTreeMap<BattleId, Course>,
    pub names: BTreeMap<u32, String>,
    pub date: Text,
    /// The terrain of each area of each map.
    pub grounds: BTreeMap<(MapId, Cell), Text>,
    /// The feature on each edge of each area, and whether a road crosses the edge.
    pub borders: BTreeMap<(Cell, Facing), (Option<Text>, bool)>,
    /// The holder of each objective.
    pub objectives: BTreeMap<(MapId, Cell), Option<SideId>>,
    /// Damage of a blow that no unit has taken yet.
    pub owed: u32,
    /// Hits of a volley that no unit has suffered yet.
    pub hits: BTreeMap<UnitId, u16>,
    pub unrolled: bool,
}

impl<'a> Ledger<'a> {
    pub fn new(step: &'a DiaryStep<'a>, account: &'a Account) -> Self {
        let before = &step.before;
        Self {
            step,
            account,
            rolled: roll_of_order(before, &step.entry.order, &step.entry.dice),
            units: units_of(before),
            stacks: stacks_of(before),
            battles: battles_of(before),
            names: names_of(before),
            date: before.date().clone(),
            grounds: grounds_of(before, before.maps().len()),
            borders: borders_of(before),
            objectives: objectives_of(before, before.maps().len()),
            owed: 0,
            hits: BTreeMap::new(),
            unrolled: false,
        }
    }

    pub fn after(&self) -> &State {
        &self.step.after
    }

    #[track_caller]
    pub fn numbers(&mut self, unit: UnitId) -> &mut Numbers {
        self.units.get_mut(&unit).unwrap_or_else(|| panic!("{unit:?} is new"))
    }

    #[track_caller]
    pub fn doing(&mut self, stack: StackId) -> &mut Doing {
        self.stacks.get_mut(&stack).expect("a stack")
    }

    /// The battle of a statement before the entry, which goes by its own battle.
    #[track_caller]
    pub fn own_before(&self, battle: BattleId) -> &Battle {
        self.is_own(battle);
        self.step.before.battle(battle).expect("it was there")
    }

    /// The battle of a statement after the entry.
    #[track_caller]
    pub fn own(&self, battle: BattleId) -> &Battle {
        self.is_own(battle);
        self.battle_after(battle)
    }

    #[track_caller]
    fn is_own(&self, battle: BattleId) {
        assert!(self.account.battle.is_none_or(|own| own == battle), "the entry goes by its own battle");
        assert!(self.account.concerns.contains(&battle.into()));
    }

    #[track_caller]
    pub fn course(&mut self, battle: BattleId) -> &mut Course {
        self.is_own(battle);
        self.battles.get_mut(&battle).expect("it was there before")
    }

    pub fn battle_after(&self, battle: BattleId) -> &Battle {
        self.after().battle(battle).expect("it is there")
    }

    /// A unit loses this many Strength Points.
    #[track_caller]
    pub fn suffer(&mut self, unit: UnitId, lost: u16) {
        let numbers = self.units.get_mut(&unit).expect("it was there before");
        assert!(lost > 0 && lost <= numbers.strength, "{unit:?} {numbers:?} can't lose {lost}");
        numbers.strength -= lost;
        self.owed = self.owed.saturating_sub(lost.into());
        if let Some(hits) = self.hits.get_mut(&unit) {
            *hits = hits.saturating_sub(lost);
        }
    }

    /// The statements mention every change, and nothing else.
    pub fn is_whole(&self) {
        let (before, after, account) = (&self.step.before, self.after(), self.account);
        let what = format!("entry {}: {}\n  {}", account.no, account.order, account.sentences.join("\n  "));
        // An eliminated unit has no place.
        let mut units = self.units.clone();
        units.values_mut().filter(|unit| unit.strength == 0).for_each(|unit| unit.place = None);
        assert_eq!(units, units_of(after), "{what}");
        // A new map comes after the earlier ones.
        let maps = self.step.before.maps().len();
        assert_eq!(self.grounds, grounds_of(after, maps), "{what}");
        assert_eq!(self.borders, borders_of(after), "{what}");
        assert_eq!(self.objectives, objectives_of(after, maps), "{what}");
        assert_eq!(self.stacks, stacks_of(after), "{what}");
        assert_eq!(self.battles, battles_of(after), "{what}");
        assert_eq!(self.names, names_of(after), "{what}");
        assert_eq!(self.date, *after.date(), "{what}");
        assert_eq!(self.owed, 0, "damage that nobody took: {what}");
        let left = self.hits.iter().filter(|(unit, hits)| **hits > 0 && self.units[unit].strength > 0);
        assert_eq!(left.count(), 0, "hits that nobody suffered: {what}");
        self.is_in_its_battle(&what);
        let unrolled = matches!(self.step.entry.order, Order::Pass { .. } | Order::EndTurn { .. })
            && account.battle.and_then(|battle| before.battle(battle)).is_some_and(|battle| {
                *battle.current_phase(before) == TurnPhase::Initiative && battle.initiative_winner.is_none()
            });
        assert_eq!(self.unrolled, unrolled, "who rolled: {what}");
    }

    /// The entry is labelled with the one battle that it affects, and with that battle's turn.
    fn is_in_its_battle(&self, what: &str) {
        let (before, after) = (&self.step.before, self.after());
        let changed = self.units.keys().filter_map(|id| Some((before.unit(*id)?, after.unit(*id)?)));
        let changed: Vec<UnitId> = changed.filter(|(was, is)| was != is).map(|(was, _)| was.id).collect();
        let Some(battle) = self.account.battle else {
            assert_eq!(self.account.turn, None, "{what}");
            return;
        };
        let found = before.battle(battle).or_else(|| after.battle(battle)).expect("it is there");
        assert_eq!(self.account.turn, Some(found.turn), "{what}");
        for unit in changed {
            let own = before.battle_of(unit).or_else(|| after.battle_of(unit)).map(|b| b.id);
            assert!(own.is_none() || own == Some(battle), "{unit:?} is in {own:?}, not in {battle:?}: {what}");
        }
    }
}

fn units_of(state: &State) -> BTreeMap<UnitId, Numbers> {
    state.units().iter().map(|unit| (unit.id, Numbers::of(unit))).collect()
}

/// The terrain or objectives of this many maps.
fn grounds_of(state: &State, maps: usize) -> BTreeMap<(MapId, Cell), Text> {
    let of_map = |map: &wardiary_rules::state::Map| {
        let terrain = |cell: Cell| ((map.id, cell), map.ground.terrain(cell).cloned().unwrap_or_default());
        map.ground.cells().map(terrain).collect::<Vec<_>>()
    };
    state.maps().iter().take(maps).flat_map(of_map).collect()
}

/// The edges and roads of the first map.
fn borders_of(state: &State) -> BTreeMap<(Cell, Facing), (Option<Text>, bool)> {
    let Some(ground) = state.maps().first().map(|map| &map.ground) else { return BTreeMap::new() };
    let of = |cell: Cell| {
        let facings = ground.neighbours(cell).map(move |(facing, _)| (cell, facing));
        facings
            .map(|(cell, facing)| ((cell, facing), (ground.edge(cell, facing).cloned(), ground.has_road(cell, facing))))
    };
    ground.cells().flat_map(of).collect()
}

fn objectives_of(state: &State, maps: usize) -> BTreeMap<(MapId, Cell), Option<SideId>> {
    let of_map = |map: &wardiary_rules::state::Map| {
        let id = map.id;
        map.objectives().map(|(cell, side)| ((id, cell), side)).collect::<Vec<_>>()
    };
    state.maps().iter().take(maps).flat_map(of_map).collect()
}

fn stacks_of(state: &State) -> BTreeMap<StackId, Doing> {
    let doing = |stack: &wardiary_rules::state::Stack| Doing {
        leader: stack.leader,
        posture: stack.posture,
        screens: stack.screening.is_some(),
    };
    state.stacks().iter().map(|stack| (stack.id, doing(stack))).collect()
}

fn battles_of(state: &State) -> BTreeMap<BattleId, Course> {
    state.battles().iter().map(|battle| (battle.id, Course::of(battle))).collect()
}

fn names_of(state: &State) -> BTreeMap<u32, String> {
    (0..state.next_id()).filter(|id| state.kind(Id(*id)).is_some()).map(|id| (id, state.name(Id(id)))).collect()
}
