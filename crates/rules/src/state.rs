//! The state of a campaign: the result of applying every event since the muster. It uses no dice, no clock and no
//! orders.
//!
//! [`State::apply`] checks an event and changes the state, or fails and leaves it unchanged.

mod apply;
pub mod battle;
pub mod calendar;
pub mod formation;
pub mod map;
pub mod muster;
mod recruit;
mod sighting_estimates;
mod staff;
pub mod theatre;
pub mod unit;
mod unit_history;

use crate::event::Reading;
pub use crate::refusal::{EventError, EventProblem, MapError, TheatreError};
pub use battle::{
    Battle, Combat, CombatLine, Conflict, ConflictStack, Contingent, EdgeContact, PendingDecision, PushBack, Throw,
};
pub use calendar::{Calendar, CampaignEnd, Scheduled, Score};
pub use formation::Formation;
pub use map::{Map, Occupants, UnitMove};
pub use muster::{InvalidMuster, Muster};
pub use staff::{Answer, AnswerKind, Message, VisibilityRuling, WrittenOrders};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};
pub use theatre::{
    ForceContact, RouteGraph, Sighting, Standstill, Theatre, TheatreObjective, TheatrePoint, UnitSnapshot,
};
pub use unit::{FailedTest, Gauge, Shift, Side, Stack, Unit, total_strength};
pub use unit_history::{DueReason, LostStrength, UnitHistory};
use wardiary_base::{
    book::{Grade, Rulebook, ShiftedGrade, Table, TableState},
    dice::Owner,
    id::{BattleId, Id, MAX_ID, SideId, StackId, UnitId},
    text::{
        self, Text,
        name_match::{are_twins, folded_name, has_word},
    },
};

wardiary_base::words! {
    /// The kind of thing that an id belongs to.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum EntityKind, word {
        Side "side",
        Stack "stack",
        Unit "unit",
        Battle "battle",
        Map "map",
        Formation "formation",
    }
}

/// The state of a campaign. Lists are in creation order; units are in roster order.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    book: Arc<Rulebook>,
    program: Option<Text>,
    date: Text,
    calendar: Arc<Calendar>,
    /// Strength Points taken from each pool of replacements, by the pool's name in lower case and the side.
    pool_withdrawals: Arc<BTreeMap<(Text, SideId), u32>>,
    /// The states that random tables left behind, by the table's name in lower case.
    table_states: Arc<BTreeMap<Text, Text>>,
    /// In a side's view: the states that tables told it, each with the table's name, by its name in lower case.
    told_table_states: Arc<BTreeMap<Text, (Text, TableState)>>,
    branch: Text,
    sides: Vec<Side>,
    stacks: Vec<Stack>,
    formations: Vec<Formation>,
    /// Each unit has its own pointer: every order copies the state, and the copy then copies only pointers.
    units: Vec<Arc<Unit>>,
    battles: Vec<Battle>,
    maps: Vec<Map>,
    /// The theatre and the station of each force, if the campaign has a theatre.
    deployment: Option<Arc<theatre::Deployment>>,
    /// The kind of each id, and its index in the list of that kind.
    index: Arc<BTreeMap<u32, (EntityKind, usize)>>,
    names: Names,
    /// The open battle of each unit that is in one.
    battle_by_unit: Arc<BTreeMap<UnitId, BattleId>>,
    ruling_points: Vec<(SideId, i64)>,
    ended: Option<Arc<CampaignEnd>>,
    /// The side whose view this is; `None` in the referee's campaign.
    viewer: Option<SideId>,
    /// The viewer's knowledge of enemy forces; empty in the referee's campaign.
    sighting_estimates: Arc<sighting_estimates::SightingEstimates>,
    /// Messages, written orders, and rulings on what sides know.
    staff: Arc<staff::Staff>,
}

impl State {
    pub fn new(book: Arc<Rulebook>) -> Self {
        Self {
            book,
            program: None,
            date: Text::default(),
            calendar: Arc::default(),
            pool_withdrawals: Arc::default(),
            table_states: Arc::default(),
            told_table_states: Arc::default(),
            branch: Text::default(),
            sides: Vec::new(),
            stacks: Vec::new(),
            formations: Vec::new(),
            units: Vec::new(),
            battles: Vec::new(),
            maps: Vec::new(),
            deployment: None,
            index: Arc::default(),
            names: Names::default(),
            battle_by_unit: Arc::default(),
            ruling_points: Vec::new(),
            ended: None,
            viewer: None,
            sighting_estimates: Arc::default(),
            staff: Arc::default(),
        }
    }

    /// The state that a random table left behind, or its first.
    pub fn table_state<'t>(&self, table: &'t Table) -> Option<&'t TableState> {
        let left = self.table_states.get(&table.name.to_lowercase()).and_then(|state| table.state(state));
        left.or_else(|| table.states.first())
    }

    /// The random tables that have states, each with its present one. Tables are the referee's: a side knows only what a
    /// table told it.
    pub fn table_states(&self) -> impl Iterator<Item = (&Text, &TableState)> {
        let tables = self.book.tables.iter().filter(|_| self.viewer.is_none());
        let present = tables.filter_map(|table| Some((&table.name, self.table_state(table)?)));
        present.chain(self.told_table_states.values().map(|(table, state)| (table, state)))
    }

    /// The sum of an effect over the states that the random tables left behind.
    pub fn table_effect(&self, effect: impl Fn(&TableState) -> i8) -> i32 {
        self.table_states().map(|(_, state)| i32::from(effect(state))).sum()
    }

    pub fn book(&self) -> &Arc<Rulebook> {
        &self.book
    }

    pub fn set_viewer(&mut self, side: SideId) {
        self.viewer = Some(side);
    }

    pub fn viewer(&self) -> Option<SideId> {
        self.viewer
    }

    /// Whether this state holds everything: it is not the view of a side, or the rules hide nothing.
    pub fn is_complete(&self) -> bool {
        self.viewer.is_none() || !self.book.sight.is_on()
    }

    /// Whether the rules differ from those of `book`. Troop types that a side has come to see do not count.
    pub fn has_other_rules(&self, book: &Rulebook) -> bool {
        let mut own = Rulebook::clone(&self.book);
        if self.viewer.is_some() {
            own.troops.clone_from(&book.troops);
        }
        own != *book
    }

    /// Whether this state holds all of a side's holdings and losses: it is that side's view, or hides nothing.
    pub fn is_complete_for(&self, side: SideId) -> bool {
        self.viewer == Some(side) || self.is_complete()
    }

    /// The holder of an objective in words; unknown in a side's view if the side did not see the capture.
    pub fn describe_holder(&self, holder: Option<SideId>) -> String {
        match holder {
            Some(side) => format!("held by {}", self.name(side)),
            None if self.is_complete() => "held by nobody".into(),
            None => "holder unknown".into(),
        }
    }

    /// The version of the program that wrote the last entry, if any did.
    pub fn program(&self) -> Option<&Text> {
        self.program.as_ref()
    }

    /// The campaign's date, as free text; empty if none was set.
    pub fn date(&self) -> &Text {
        &self.date
    }

    pub fn calendar(&self) -> &Calendar {
        &self.calendar
    }

    /// The current time in words, such as `day 2, dusk`; `None` if there is no clock, or nothing uses it yet.
    pub fn time(&self) -> Option<String> {
        let clock = &self.book.clock;
        let begun = self.calendar.is_used() || self.theatre().is_some();
        (clock.is_on() && begun).then(|| clock.format_moment(self.calendar.now))
    }

    /// The name of the diary's branch; empty if it has none.
    pub fn branch(&self) -> &Text {
        &self.branch
    }

    pub fn sides(&self) -> &[Side] {
        &self.sides
    }

    pub fn stacks(&self) -> &[Stack] {
        &self.stacks
    }

    /// All units in roster order, including eliminated ones.
    pub fn units(&self) -> &[Arc<Unit>] {
        &self.units
    }

    fn roster(&self) -> impl Iterator<Item = &Unit> {
        self.units.iter().map(|unit| &**unit)
    }

    /// All battles, including those that are over.
    pub fn battles(&self) -> &[Battle] {
        &self.battles
    }

    pub fn open_battles(&self) -> impl Iterator<Item = &Battle> {
        self.battles.iter().filter(|b| b.ended.is_none())
    }

    /// The battle with this name, or one that looks like it; it may be over.
    pub(crate) fn battle_named(&self, name: &str) -> Option<&Battle> {
        let wanted = text::display_name(name);
        self.battles.iter().find(|battle| are_twins(&battle.name, &wanted))
    }

    /// A battle name that is free: `name`, or `name` with the first number that makes it unique.
    pub fn unique_battle_name(&self, name: &str) -> String {
        let again = (2..).map(|nth| format!("{name} {nth}"));
        let mut names = std::iter::once(name.to_string()).chain(again);
        names.find(|name| self.battle_named(name).is_none()).unwrap_or_default()
    }

    pub fn kind(&self, id: Id) -> Option<EntityKind> {
        self.index.get(&id.0).map(|(kind, _)| *kind)
    }

    fn index_of(&self, id: u32, kind: EntityKind) -> Option<usize> {
        self.index.get(&id).filter(|(k, _)| *k == kind).map(|(_, at)| *at)
    }

    pub fn side(&self, id: SideId) -> Option<&Side> {
        self.index_of(id.0, EntityKind::Side).map(|at| &self.sides[at])
    }

    pub fn stack(&self, id: StackId) -> Option<&Stack> {
        self.index_of(id.0, EntityKind::Stack).map(|at| &self.stacks[at])
    }

    pub fn unit(&self, id: UnitId) -> Option<&Unit> {
        self.index_of(id.0, EntityKind::Unit).map(|at| &*self.units[at])
    }

    pub fn battle(&self, id: BattleId) -> Option<&Battle> {
        self.index_of(id.0, EntityKind::Battle).map(|at| &self.battles[at])
    }

    fn unit_mut(&mut self, id: UnitId) -> Option<&mut Unit> {
        self.index_of(id.0, EntityKind::Unit).map(|at| Arc::make_mut(&mut self.units[at]))
    }

    fn battle_mut(&mut self, id: BattleId) -> Option<&mut Battle> {
        self.index_of(id.0, EntityKind::Battle).map(|at| &mut self.battles[at])
    }

    pub fn roster_index(&self, id: UnitId) -> Option<usize> {
        self.index_of(id.0, EntityKind::Unit)
    }

    /// The name of a thing; `#12` if there is no such thing.
    pub fn name(&self, id: impl Into<Id>) -> String {
        let id = id.into();
        match self.index.get(&id.0) {
            Some((EntityKind::Side, at)) => self.sides[*at].name.to_string(),
            Some((EntityKind::Stack, at)) => self.stacks[*at].name.to_string(),
            Some((EntityKind::Unit, at)) => self.units[*at].name.to_string(),
            Some((EntityKind::Battle, at)) => self.battles[*at].name.to_string(),
            Some((EntityKind::Map, at)) => self.maps[*at].name.to_string(),
            Some((EntityKind::Formation, at)) => self.formations[*at].name.to_string(),
            None => id.to_string(),
        }
    }

    /// The name of a die's owner; `thrown_for` if the die has no owner.
    pub fn owner_name(&self, owner: Owner, thrown_for: &str) -> String {
        if owner.0 == 0 { thrown_for.into() } else { self.name(Id(owner.0)) }
    }

    /// The side of a side, formation, stack or unit.
    pub fn side_of(&self, id: Id) -> Option<SideId> {
        match self.index.get(&id.0)? {
            (EntityKind::Side, at) => Some(self.sides[*at].id),
            (EntityKind::Stack, at) => Some(self.stacks[*at].side),
            (EntityKind::Unit, at) => Some(self.units[*at].side),
            (EntityKind::Formation, at) => Some(self.formations[*at].side),
            (EntityKind::Battle | EntityKind::Map, _) => None,
        }
    }

    /// The id of the next new thing: one more than the highest so far.
    pub fn next_id(&self) -> u32 {
        self.index.range(..=MAX_ID).next_back().map_or(1, |(id, _)| id.saturating_add(1))
    }

    pub fn stacks_of_side(&self, side: SideId) -> impl Iterator<Item = &Stack> {
        self.stacks.iter().filter(move |s| s.side == side)
    }

    /// The living units of a stack, in roster order.
    pub fn units_of_stack(&self, stack: StackId) -> impl Iterator<Item = &Unit> {
        self.roster().filter(move |u| u.stack == Some(stack) && u.is_alive())
    }

    /// The units of a side in roster order, including eliminated ones.
    pub fn units_of_side(&self, side: SideId) -> impl Iterator<Item = &Unit> {
        self.roster().filter(move |u| u.side == side)
    }

    /// The units that an id refers to: the living units of a side, formation or stack, or the unit itself even if it is
    /// eliminated.
    pub fn units_for_id(&self, id: Id) -> Vec<&Unit> {
        match self.index.get(&id.0) {
            Some((EntityKind::Side, at)) => {
                let side = self.sides[*at].id;
                self.roster().filter(|u| u.side == side && u.is_alive()).collect()
            }
            Some((EntityKind::Stack, at)) => self.units_of_stack(self.stacks[*at].id).collect(),
            Some((EntityKind::Formation, _)) => {
                self.stacks_of_formation(id).flat_map(|stack| self.units_of_stack(stack.id)).collect()
            }
            Some((EntityKind::Unit, at)) => vec![&*self.units[*at]],
            _ => Vec::new(),
        }
    }

    pub fn battle_of(&self, unit: UnitId) -> Option<&Battle> {
        self.battle_by_unit.get(&unit).and_then(|id| self.battle(*id))
    }

    /// The open combat that a unit is in: the battle, and the combat's index in its list.
    pub fn combat_of(&self, unit: UnitId) -> Option<(&Battle, usize)> {
        let battle = self.battle_of(unit)?;
        let at = battle.combats.iter().position(|c| c.ended.is_none() && c.side_of(unit).is_some())?;
        Some((battle, at))
    }

    /// The grade that a unit fights with: its own grade with all shifts. Source: RULES 2.5.
    pub fn effective_grade(&self, unit: &Unit) -> Reading<Grade> {
        unit.grade().map(|_| self.grade_in_rules(unit))
    }

    /// The [`effective_grade`](Self::effective_grade) for a calculation by the rules: a placeholder where it is not known.
    pub fn grade_in_rules(&self, unit: &Unit) -> Grade {
        self.shifted_grade(unit).effective(&self.book.ladder)
    }

    /// A unit's own grade with the shifts of rulings and of its supply level. Source: RULES 2.5, 7.
    pub(crate) fn shifted_grade(&self, unit: &Unit) -> ShiftedGrade {
        let mut standing = unit.grade_in_rules();
        // A side that knows the grade exactly knows this shift without knowing the level.
        let shift = self.book.supply.level(unit.history.supply).map_or(0, |level| level.grade);
        if shift < 0 {
            standing.combat = standing.combat.plus(shift);
        }
        standing
    }

    /// A side's losses in a battle, initial strength and Exhaustion Point; `None` if the strength of a unit is not known
    /// exactly. Source: RULES 4.2.
    pub fn losses(&self, battle: &Battle, contingent: &Contingent) -> Option<Losses> {
        let arrived: &[_] = if self.book.exhaustion.reinforcements_count { &contingent.arrived } else { &[] };
        let counted = || contingent.brought.iter().chain(arrived);
        let initial = counted().map(|(_, brought)| brought.map(u32::from)).sum::<Option<u32>>()?;
        let lost = if battle.ended.is_some() { contingent.final_losses } else { self.strength_lost(counted()) };
        Some(Losses { initial, lost: lost?, exhaustion_point: self.book.exhaustion.point(initial) })
    }

    /// How many Strength Points units have lost since they came into a battle.
    fn strength_lost<'a>(&self, mut came: impl Iterator<Item = &'a (UnitId, Option<u16>)>) -> Option<u32> {
        let (brought, left) = came.try_fold((0, 0), |(brought, left), (id, with)| {
            let now = self.unit(*id).map_or(Some(0), |unit| unit.strength_left().exact())?;
            Some((brought + u32::from((*with)?), left + u32::from(now)))
        })?;
        Some(brought.saturating_sub(left))
    }
}

/// How near a side is to exhaustion, in Strength Points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Losses {
    pub initial: u32,
    /// The part that is missing now.
    pub lost: u32,
    pub exhaustion_point: u32,
}

impl Losses {
    /// The losses in words, such as `lost 3 of 12`; `lost ?` if they are not known.
    pub fn describe(known: Option<Self>) -> String {
        known.map_or_else(|| "lost ?".into(), |losses| format!("lost {} of {}", losses.lost, losses.initial))
    }
}

/// All names, sorted by their [`folded_name`]. Each is one flat pair, because states are copied.
#[derive(Clone, Debug, Default, PartialEq)]
struct Names(Arc<BTreeSet<(Arc<str>, Id)>>);

impl Names {
    fn insert(&mut self, id: Id, name: &str) {
        Arc::make_mut(&mut self.0).insert((folded_name(name).into(), id));
    }

    fn remove(&mut self, id: Id, name: &str) {
        Arc::make_mut(&mut self.0).remove(&(folded_name(name).into(), id));
    }

    fn range_from(&self, folded: &str) -> impl Iterator<Item = &(Arc<str>, Id)> {
        self.0.range((folded.into(), Id(0))..)
    }
}

impl State {
    /// The things whose [`folded_name`] is this.
    pub(crate) fn ids_named(&self, folded: &str) -> impl Iterator<Item = Id> {
        self.names.range_from(folded).take_while(move |(name, _)| **name == *folded).map(|(_, id)| *id)
    }

    /// The things whose [`folded_name`] begins like this.
    pub(crate) fn ids_with_prefix(&self, folded: &str) -> impl Iterator<Item = Id> {
        self.names.range_from(folded).take_while(move |(name, _)| name.starts_with(folded)).map(|(_, id)| *id)
    }

    /// The things whose [`folded_name`] has a later word that begins like this: `orange` in `Prince of Orange`.
    pub(crate) fn ids_with_word(&self, folded: &str) -> impl Iterator<Item = Id> {
        self.names.0.iter().filter(move |(name, _)| has_word(name, folded)).map(|(_, id)| *id)
    }

    /// A sort key: first sides, then stacks, units and battles, each in creation order.
    pub(crate) fn sort_key(&self, id: Id) -> Option<(u8, usize)> {
        self.index.get(&id.0).map(|(kind, at)| (*kind as u8, *at))
    }
}
