//! Decides which sides learn of an event, and removes from it what they may not know. Its matches have no wildcards, so
//! a new event does not compile until it is decided.

use super::{
    disclosure::{Disclosure, of_written_orders},
    initial_view::{self, RulesFilter},
    map_events::of_map_event,
    projection_pass::ProjectionPass,
    redaction::recruit_as_seen,
};
use wardiary_base::{
    book::{ListDraft, RulebookDraft, TableAudience},
    id::{Id, UnitId},
    text::Text,
};
use wardiary_rules::event::{
    ClockEvent, Event, IntelEvent, RefitEvent, StackEvent, StaffEvent, TheatreEvent, VictoryEvent,
};

pub(super) fn project_event(pass: &mut ProjectionPass, event: &Event) {
    let mut event = event.clone();
    if of_event(pass, &mut event).includes_viewer(pass) {
        pass.record_translated(event);
    }
}

/// Returns which sides learn of an event, and removes from it what they may not know. What they learn otherwise is
/// recorded here.
fn of_event(pass: &mut ProjectionPass, event: &mut Event) -> Disclosure {
    use Disclosure::{All, Owner, Referee};
    let side = pass.viewer.0;
    match event {
        Event::Opened { .. }
        | Event::BranchNamed { .. }
        | Event::Noted
        | Event::Abandoned
        | Event::Argued { .. }
        | Event::Rolled { .. }
        | Event::Intel(_)
        | Event::Clock(ClockEvent::Scheduled { .. } | ClockEvent::Settled { .. }) => Referee,
        Event::Consulted { table, total, who, becomes: Some(_), .. } => {
            record_told_state(pass, table, *total, *who);
            Referee
        }
        Event::Consulted { becomes: None, .. } => Referee,
        Event::Clock(ClockEvent::Advanced { .. })
        | Event::DateSet { .. }
        | Event::Assigned { .. }
        | Event::BattleBegun { .. }
        | Event::Arrived { .. }
        | Event::InitiativeWon { .. }
        | Event::FirstChosen { .. }
        | Event::PhaseBegun { .. }
        | Event::TurnEnded { .. }
        | Event::CombatOpened { .. }
        | Event::Committed { .. }
        | Event::PhaseFought { .. }
        | Event::CombatEnded { .. }
        | Event::PushedBack { .. }
        | Event::Objected { .. }
        | Event::Supported { .. } => All,
        Event::BattleEnded { battle, decision, .. } => {
            let is_counted = pass.knows_losses(*battle);
            decision.iter_mut().for_each(|decision| pass.redact_margin(decision, is_counted));
            All
        }
        Event::Victory(VictoryEvent::BattleDecided { battle, decision, .. }) => {
            pass.redact_margin(decision, pass.knows_losses(*battle));
            All
        }
        Event::Victory(VictoryEvent::CampaignEnded { decision, .. }) => {
            let is_counted = !pass.is_foggy() || pass.own_state.score().iter().all(|score| score.is_known);
            decision.iter_mut().for_each(|decision| pass.redact_margin(decision, is_counted));
            All
        }
        // Who sees a stack learns its name, and with it its formation.
        Event::StackMade { id: _, side: _, name: _, formation: _ } => All,
        Event::SideMade { id, .. } => Owner(vec![(*id).into()]),
        Event::Victory(VictoryEvent::Scored { side, .. }) => Owner(vec![(*side).into()]),
        // A side rolls EDNA behind a screen: the others see only the result.
        Event::EdnaTested { unit, .. } | Event::EdnaRetested { unit, .. } => Owner(vec![(*unit).into()]),
        Event::StrengthLost { unit, .. } | Event::StrengthRestored { unit, .. } => {
            Disclosure::all_if(pass.exact_numbers(*unit).strength)
        }
        Event::EdnaWorn { unit, .. } | Event::EdnaRuled { unit, .. } => {
            Disclosure::all_if(pass.exact_numbers(*unit).edna)
        }
        Event::Demoted { unit, .. } | Event::Regraded { unit, .. } | Event::Shifted { unit, .. } => {
            Disclosure::all_if(pass.exact_numbers(*unit).grade)
        }
        // A renaming does not reveal an unknown side. A unit out of sight shows its new name when it is next seen.
        Event::Renamed { id, .. } => Disclosure::all_if(pass.ids.id(id.0).is_some() && pass.sees(*id)),
        Event::RulesChanged(rules) => {
            **rules = known_change(pass, rules);
            // A change of settings that only the referee knows leaves the side's rules as they are.
            let known = pass.own_state.book();
            Disclosure::all_if(!pass.is_foggy() || rules.check(known).is_ok_and(|book| book != **known))
        }
        Event::LadderChanged { rules, .. } => {
            **rules = known_change(pass, rules);
            All
        }
        Event::UnitMade(recruit) => {
            if let Some(kind) = &recruit.kind
                && pass.sees(recruit.id.into())
            {
                pass.meet_kind(kind);
            }
            if !pass.exact_numbers(recruit.id).is_all() {
                let Some(unit) = pass.after.unit(recruit.id) else { return Referee };
                *recruit = recruit_as_seen(pass.viewer, pass.after, unit, recruit);
            }
            All
        }
        Event::Exhausted { battle, side: exhausted, lost, point } => {
            let is_counted = pass.book_numbers().strength && !pass.hides_some_of(*battle, *exhausted);
            if *exhausted != side && !is_counted {
                (*lost, *point) = (0, 0);
            }
            All
        }
        Event::Eliminated { unit, from, .. } => {
            if !pass.exact_numbers(*unit).strength {
                let Some(unit) = pass.before.unit(*unit) else { return Referee };
                *from = pass.viewer.redacted_unit(pass.before, unit).strength_in_rules().full;
            }
            All
        }
        Event::DiceTested { passed, failed, dice, .. } => {
            let is_seen = |unit: &UnitId| pass.sees((*unit).into());
            let mut rolled = passed.iter().chain(&*failed).map(is_seen).collect::<Vec<_>>().into_iter();
            dice.retain(|_| rolled.next().unwrap_or(false));
            passed.retain(is_seen);
            failed.retain(is_seen);
            Disclosure::all_if(!(passed.is_empty() && failed.is_empty()))
        }
        Event::Volleyed { unit, dice, hits, .. } => {
            hits.retain(|(unit, _)| pass.sees((*unit).into()));
            if !pass.volley_dice_are_known(*unit) {
                *dice = 0;
            }
            All
        }
        Event::Thrown { dice, .. } => Disclosure::all_if(pass.redact_throw(dice.0.iter_mut().chain(&mut dice.1))),
        Event::Rethrown { dice, .. } => Disclosure::all_if(pass.redact_throw(dice.iter_mut().map(|(_, cast)| cast))),
        Event::Stacks(event) => of_stack_event(pass, event),
        Event::Map(event) => of_map_event(pass, event),
        Event::Refit(event) => of_refit_event(pass, event),
        Event::Theatre(event) => of_theatre_event(pass, event),
        Event::Staff(event) => of_staff_event(pass, event),
    }
}

/// A change of the rules, limited to what the side knows of.
fn known_change(pass: &ProjectionPass, rules: &RulebookDraft) -> RulebookDraft {
    if !pass.is_foggy() {
        return rules.clone();
    }
    let met = pass.own_state.book().troops.iter().map(|troop| &troop.name);
    let troops = rules.troops.as_ref().and_then(ListDraft::whole).unwrap_or(&pass.after.book().troops);
    RulesFilter::new(&pass.after.name(pass.viewer.0), met, troops).filter(rules.clone())
}

/// Records the state that a table has by its row, if the row tells the side its text.
fn record_told_state(pass: &mut ProjectionPass, table: &Text, total: i32, who: Option<Id>) -> Option<()> {
    let (before, book) = (pass.before, pass.before.book());
    let table = book.tables.get(book.tables.find(table)?)?;
    let row = &table.rows[table.row_for(total, before.table_state(table).map(|state| &state.name))?];
    let is_told = match row.tell? {
        TableAudience::All => true,
        TableAudience::Side => who.is_some_and(|who| before.side_of(who) == Some(pass.viewer.0)),
    };
    let state = table.state(row.becomes.as_ref()?).filter(|_| is_told)?.clone();
    pass.record(Event::Intel(IntelEvent::TableStateTold { table: table.name.clone(), state }));
    Some(())
}

fn of_stack_event(pass: &ProjectionPass, event: &mut StackEvent) -> Disclosure {
    match event {
        StackEvent::Struck { by, at, ap, dp, spare, .. } => {
            for (stack, power) in [(*by, ap), (*at, dp)] {
                if !pass.book_numbers().grade && !pass.is_own(stack.into()) {
                    *power = 0;
                }
            }
            // Surplus damage would reveal how many points were left.
            if !pass.book_numbers().strength && !pass.is_own((*at).into()) {
                *spare = 0;
            }
        }
        StackEvent::Formed { stack, square, .. } => {
            if !pass.book_numbers().is_all() && !pass.is_own((*stack).into()) {
                pass.redact_square(square);
            }
        }
        StackEvent::StatsSet { unit, .. } => return Disclosure::all_if(pass.exact_numbers(*unit).grade),
        StackEvent::Postured { .. }
        | StackEvent::Led { .. }
        | StackEvent::Screened { .. }
        | StackEvent::ConflictOpened { .. }
        | StackEvent::RoundBegun { .. }
        | StackEvent::Exposed { .. }
        | StackEvent::Held { .. }
        | StackEvent::Rotated { .. }
        | StackEvent::RoundEnded { .. }
        | StackEvent::Joined { .. }
        | StackEvent::Fled { .. }
        | StackEvent::ConflictEnded { .. } => {}
    }
    Disclosure::All
}

/// Messages to the side are disclosed as if sent to it alone at delivery, and the orders that it handed in. Both are
/// numbered for the side, so that gaps do not count those of others.
fn of_staff_event(pass: &mut ProjectionPass, event: &mut StaffEvent) -> Disclosure {
    let side = pass.viewer.0;
    match event {
        StaffEvent::Revealed { .. } | StaffEvent::Hidden { .. } | StaffEvent::Told { due: Some(_), .. } => {
            Disclosure::Referee
        }
        StaffEvent::Told { message, due: None, .. } | StaffEvent::Delivered { message } => {
            let Some(message) = pass.after.message(*message) else { return Disclosure::Referee };
            *event = StaffEvent::Told {
                message: pass.own_state.next_message_number(),
                sides: vec![side],
                text: message.text.clone(),
                due: None,
            };
            Disclosure::Sides(message.sides.clone())
        }
        StaffEvent::HandedIn { number, .. }
        | StaffEvent::Granted { number, .. }
        | StaffEvent::Refused { number, .. }
        | StaffEvent::Cancelled { number } => of_written_orders(pass, number),
    }
}

/// Under fog a side sees changes between battles of its own units only.
fn of_refit_event(pass: &ProjectionPass, event: &mut RefitEvent) -> Disclosure {
    let is_seen = |unit: UnitId| if pass.is_foggy() { pass.is_own(unit.into()) } else { pass.sees(unit.into()) };
    match event {
        RefitEvent::Counted { losses, .. } => {
            losses.retain(|(unit, ..)| is_seen(*unit));
            Disclosure::all_if(!losses.is_empty())
        }
        RefitEvent::Credited { units, .. } => {
            units.retain(|(unit, _)| is_seen(*unit));
            Disclosure::all_if(!units.is_empty())
        }
        RefitEvent::Supplied { units, .. } => {
            units.retain(|(unit, _)| is_seen(*unit));
            Disclosure::all_if(!units.is_empty())
        }
        RefitEvent::Returned { unit, .. }
        | RefitEvent::Recovered { unit, .. }
        | RefitEvent::Replaced { unit, .. }
        | RefitEvent::Raised { unit, .. } => Disclosure::all_if(is_seen(*unit)),
    }
}

/// Under fog a side learns of its own forces. Enemy forces are sketches.
fn of_theatre_event(pass: &mut ProjectionPass, event: &mut TheatreEvent) -> Disclosure {
    match event {
        TheatreEvent::LaidOut(draft) => {
            if pass.is_foggy() {
                let draft = initial_view::theatre(draft, pass.after, pass.viewer, pass.ids);
                pass.record(Event::Theatre(TheatreEvent::LaidOut(Box::new(draft))));
            }
            Disclosure::WithoutFog
        }
        TheatreEvent::Stationed { force, .. } | TheatreEvent::Sent { force, .. } => Disclosure::Owner(vec![*force]),
        TheatreEvent::Marched(moves) => {
            moves.retain(|marched| !pass.is_foggy() || pass.is_own(marched.force));
            Disclosure::all_if(!moves.is_empty())
        }
        // After fog the side's contacts have other numbers, since it did not count those it did not see.
        TheatreEvent::Met { contact, .. } => {
            *contact = pass.own_state.next_contact_number();
            Disclosure::WithoutFog
        }
        TheatreEvent::Parted { contact, .. } => {
            *contact = pass.own_contact(*contact);
            Disclosure::WithoutFog
        }
        TheatreEvent::Sighted { .. } | TheatreEvent::LostSight { .. } | TheatreEvent::ChangedHands { .. } => {
            Disclosure::WithoutFog
        }
    }
}
