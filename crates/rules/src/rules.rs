//! The rules: resolve an order into events. They are pure: they roll no dice, read no clock and change nothing.
//!
//! They request dice instead. [`resolution`] defines where those come from: the program's dice, dice at the table,
//! scripted, replayed and enumerated dice all use the same protocol.

mod authority;
mod clock;
mod combat;
mod conflict;
pub mod dice_test;
pub mod edna;
pub mod movement;
mod muster;
mod outstanding;
pub mod possible_attacks;
mod proposal;
mod refit;
pub mod resolution;
pub mod roll;
mod ruling;
pub mod scrud;
pub mod sighting;
pub mod square;
pub mod stack;
pub mod staff;
mod stance;
pub mod support;
pub mod table;
mod theatre;
mod turn;
mod victory;
pub mod volley;

pub use crate::refusal::{self, Attack, Refusal};
pub use authority::{AuthorityError, may_give};
pub use clock::unfinished;
pub use combat::{FightPart, FoughtPhase, normalize_combat_order};
pub use conflict::adjacent_enemy_stacks;
pub use outstanding::{NextStep, Outstanding, attacks_left, next_step, outstanding};
pub use proposal::{Proposal, ProposalKey, ProposalList, ProposalReason, proposals, proposals_without};
pub use refit::SupplyTrace;
pub use resolution::{
    CarryOutError, Completed, ConflictBlow, OrderRoll, Replay, Resolution, Step, UnansweredRequest, carry_out, replay,
    resolve, roll_of_order,
};
pub use roll::{Outcome, Roll, carry_out_roll, resolve_roll};

use crate::{
    event::Event,
    order::Order,
    state::{EntityKind, State, Unit},
};
use resolution::{Interrupt, RollQueue};
use wardiary_base::{
    dice::{Request, RolledDie},
    id::{Id, UnitId},
};

type RuleResult<T = ()> = Result<T, Interrupt>;

/// The kinds of things that a reference can name instead of units.
const FORCES: &[EntityKind] = &[EntityKind::Side, EntityKind::Stack, EntityKind::Unit];

/// An order that is being carried out: the state so far, and the events that lead to it.
struct Resolver<'a> {
    state: State,
    events: Vec<Event>,
    queue: RollQueue<'a>,
    order_roll: Option<OrderRoll>,
}

impl State {
    /// The refusal of an id that is unknown, or belongs to another kind of thing.
    fn no_such(&self, id: impl Into<Id>, wanted: &'static [EntityKind]) -> Refusal {
        let id = id.into();
        match self.kind(id) {
            None => Refusal::UnknownId { id },
            Some(_) => Refusal::WrongKind { id, wanted },
        }
    }
}

impl<'a> Resolver<'a> {
    fn new(state: State, queue: RollQueue<'a>) -> Self {
        Self { state, events: Vec::new(), queue, order_roll: None }
    }

    /// Carries the order out, and returns the queue.
    fn run(mut self, order: &Order) -> (RuleResult<Resolution>, RollQueue<'a>) {
        let played = self.resolve_order(order);
        let Self { state: after, events, queue, order_roll: rolled } = self;
        (played.map(|()| Resolution { events, rolled, after }), queue)
    }

    fn resolve_order(&mut self, order: &Order) -> RuleResult {
        if let Some(mechanism) =
            order.effective_order().verb().mechanism().filter(|mechanism| !self.state.book().uses(*mechanism))
        {
            return Err(Refusal::MechanismOff { mechanism }.into());
        }
        self.check_campaign_open(order)?;
        self.check_nothing_awaited(order)?;
        let scattered = self.state.scattered_in_conflicts();
        let engaged = self.state.engaged_stacks();
        let was_foggy = self.state.book().sight.is_on();
        self.carry_out(order)?;
        self.check_not_scattered(&scattered)?;
        self.update_stances();
        self.update_conflicts(&engaged);
        self.update_objectives();
        self.update_contacts();
        self.update_theatre_objectives();
        victory::update_exhaustion(self);
        self.divide_losses();
        self.update_sightings(was_foggy);
        Ok(())
    }

    fn emit(&mut self, event: Event) {
        self.state.replay([&event]);
        self.events.push(event);
    }

    /// Emits the last event of a rule.
    #[allow(clippy::unnecessary_wraps, reason = "callers return its result")]
    fn conclude(&mut self, event: Event) -> RuleResult {
        self.emit(event);
        Ok(())
    }

    fn request_dice(&mut self, request: Request) -> RuleResult<Vec<RolledDie>> {
        self.queue.request_dice(request)
    }

    fn living_unit(&self, id: UnitId) -> Result<&Unit, Refusal> {
        let unit = self.state.unit(id).ok_or_else(|| self.state.no_such(id, &[EntityKind::Unit]))?;
        if unit.is_alive() { Ok(unit) } else { Err(Refusal::Eliminated { unit: id }) }
    }

    /// The living units of sides, stacks and units, without duplicates, in roster order.
    fn living_units(&self, who: &[Id]) -> Result<Vec<UnitId>, Refusal> {
        let mut units: Vec<UnitId> = Vec::new();
        for id in who {
            let meant = self.state.units_for_id(*id);
            if let [unit] = meant[..] {
                self.living_unit(unit.id)?;
            }
            if meant.is_empty() {
                return Err(match self.state.kind(*id) {
                    None | Some(EntityKind::Battle) => self.state.no_such(*id, FORCES),
                    Some(_) => Refusal::NobodyLeft { of: *id },
                });
            }
            units.extend(meant.iter().map(|u| u.id));
        }
        units.sort_by_key(|u| self.state.roster_index(*u));
        units.dedup();
        if units.is_empty() { Err(Refusal::NobodyNamed) } else { Ok(units) }
    }

    /// Dispatches an order. Like [`Resolver::stack_order`] a match without wildcards, so the compiler asks for a new
    /// order.
    fn carry_out(&mut self, order: &Order) -> RuleResult {
        match order {
            // ---- the muster
            Order::Side { id, name } => self.create_side(*id, name),
            Order::Stack { id, side, name } => self.create_stack(*id, *side, name),
            Order::Unit(recruit) => self.create_unit(recruit),
            Order::Rename { id, name } => self.rename(*id, name),
            Order::Assign { units, stack } => self.assign(units, *stack),
            Order::Date { date } => self.set_date(date),
            // ---- battles and their turns
            Order::Battle { id, name, parties, map, contact } => {
                self.check_contact(*contact, parties)?;
                self.begin_battle((*id, *map), name, parties)
            }
            Order::EndBattle { battle, award, outcome } => self.end_battle(*battle, award.as_ref(), outcome.as_ref()),
            Order::Reinforce { battle, who } => self.reinforce(*battle, who),
            Order::Initiative { battle } => self.roll_initiative(*battle),
            Order::First { battle, side } => self.choose_first(*battle, *side),
            Order::Pass { battle } => self.pass(*battle),
            Order::EndTurn { battle } => self.end_turn(*battle),
            // ---- EDNA, SCRUD, rulings
            Order::Edna { unit, .. } => self.edna_test(*unit),
            Order::Retest { unit } => self.edna_retest(*unit),
            Order::Wear { unit, cause } => self.edna_wear(*unit, *cause),
            Order::Shake { unit, by, .. } => self.edna_ruling(*unit, -i16::from(*by)),
            Order::Rally { unit, by, .. } => self.edna_ruling(*unit, i16::from(*by)),
            Order::Scrud { first, second } => self.scrud(first, second),
            Order::Reroll { battle, side, dice } => self.reroll(*battle, *side, dice),
            Order::Withdraw { who } => self.withdraw(*who),
            Order::Commit { who, to } => self.commit(who, *to),
            Order::Lose { unit, points, .. } => self.lose(*unit, *points),
            Order::Restore { unit, points, .. } => self.restore(*unit, *points),
            Order::Eliminate { unit, .. } => self.eliminate(*unit),
            Order::Regrade { who, by, term, .. } => self.regrade(who, *by, *term),
            Order::Note { text } => {
                fail_if!(text.is_blank(), Refusal::NothingToNote);
                self.conclude(Event::Noted)
            }
            Order::Rules(draft) => {
                let after = draft.check(self.state.book()).map_err(|faults| Refusal::Rules { faults })?;
                fail_if!(after == **self.state.book(), Refusal::NoChange);
                let rules = Box::new(draft.with_whole_lists(&after));
                self.conclude(match self.state.book().ladder.grade_mapping(&after.ladder) {
                    Some(grades) => Event::LadderChanged { rules, grades },
                    None => Event::RulesChanged(rules),
                })
            }
            // ---- dice tests and volleys
            Order::Test { who, test, parallel } => self.dice_test(who, test, *parallel),
            Order::Object { battle, side, off } => self.object(*battle, *side, *off),
            Order::Volley(volley) => self.volley(volley),
            // ---- matrix arguments
            Order::Argue(argument) => self.argue(argument),
            // ---- stacks
            Order::Stacks(order) => self.stack_order(order),
            // ---- maps
            Order::Map(order) => self.map_order(order),
            // ---- campaigns
            Order::Clock(order) => self.clock_order(order),
            Order::Victory(order) => self.victory_order(order),
            Order::Refit(order) => self.refit_order(order),
            Order::Theatre(order) => self.theatre_order(order),
            Order::Staff(order) => self.staff_order(order),
            Order::Consult { table, who } => self.consult(table, *who),
            Order::Roll { dice, times, who, purpose } => self.plain_roll((dice, *times), *who, purpose.as_ref()),
            // ---- branches of the diary
            Order::Branch { name, .. } => {
                muster::check_name(name)?;
                self.conclude(Event::BranchNamed { name: name.clone() })
            }
        }
    }
}
