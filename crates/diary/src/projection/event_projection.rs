//! Decides which events a side sees, and which part of them. Its matches have no wildcards, so a new event does not
//! compile until it is decided.

use super::{known_rules::RulesFilter, map_events, projection_pass::ProjectionPass};
use wardiary_base::{
    book::RulebookDraft,
    id::{Id, SideId, UnitId},
};
use wardiary_rules::{
    event::{ClockEvent, Event, RefitEvent, StaffEvent, TheatreEvent, VictoryEvent},
    state::{EntityKind, State},
};

/// Records what the side sees of an event.
pub(super) fn project_event(pass: &mut ProjectionPass, event: &Event) {
    match event {
        // Events that only concern the referee's diary.
        Event::Opened { .. }
        | Event::BranchNamed { .. }
        | Event::Noted
        | Event::Abandoned
        | Event::Argued { .. }
        | Event::Consulted { .. }
        | Event::Intel(_) => {}
        Event::RulesChanged(rules) => {
            let rules = known_change(pass, rules);
            // A change of settings that only the referee knows leaves the side's rules as they are.
            let known = pass.own_state.book();
            if !pass.is_foggy() || rules.check(known).is_ok_and(|book| book != **known) {
                pass.record(Event::RulesChanged(Box::new(rules)));
            }
        }
        Event::LadderChanged { rules, grades } => {
            let rules = Box::new(known_change(pass, rules));
            pass.record(Event::LadderChanged { rules, grades: grades.clone() });
        }
        Event::Clock(ClockEvent::Advanced { .. }) | Event::DateSet { .. } => {
            pass.record_translated(event);
        }
        Event::Clock(ClockEvent::Scheduled { .. } | ClockEvent::Settled { .. }) => {}
        Event::SideMade { id, .. } => {
            let is_seen = !pass.is_foggy() || *id == pass.viewer.0;
            is_seen.then(|| pass.record_translated(event));
        }
        Event::UnitMade(recruit) => {
            if let Some(kind) = &recruit.kind
                && pass.sees(recruit.id.into())
            {
                pass.meet_kind(kind);
            }
            pass.record_translated(event);
        }
        Event::DiceTested { test, passed, failed, dice } => tested(pass, test, [passed, failed], dice),
        // A side rolls EDNA behind a screen: the others see only the result.
        Event::EdnaTested { unit, .. } | Event::EdnaRetested { unit, .. } if pass.is_foggy() => {
            let is_own = pass.after.unit(*unit).is_some_and(|unit| unit.side == pass.viewer.0);
            is_own.then(|| pass.record_translated(event));
        }
        Event::Victory(VictoryEvent::Scored { side, .. }) => {
            let is_seen = !pass.is_foggy() || *side == pass.viewer.0;
            is_seen.then(|| pass.record_translated(event));
        }
        Event::Volleyed { hits, .. } if pass.is_foggy() => {
            // The side sees hits only on units that it sees.
            let mut seen = event.clone();
            let hits = hits.iter().filter(|(unit, _)| pass.sees((*unit).into())).copied().collect();
            if let Event::Volleyed { hits: told, .. } = &mut seen {
                *told = hits;
            }
            pass.record_translated(&seen);
        }
        Event::Staff(staff) => project_staff(pass, staff),
        Event::Theatre(theatre) if pass.is_foggy() => project_theatre(pass, theatre),
        Event::Theatre(theatre) => {
            // After fog the side's contacts have other numbers, since it did not count those it did not see.
            let mut theatre = theatre.clone();
            match &mut theatre {
                TheatreEvent::Met { contact, .. } => *contact = pass.own_state.next_contact(),
                TheatreEvent::Parted { contact, .. } => *contact = pass.own_contact(*contact),
                _ => {}
            }
            pass.record_translated(&Event::Theatre(theatre));
        }
        Event::Map(map) if pass.is_foggy() => map_events::project_map_event(pass, map),
        Event::Refit(refit) => project_refit(pass, refit),
        Event::Renamed { id, .. } => {
            // A renaming does not reveal an unknown side. A unit out of sight shows its new name when it is next seen.
            let is_seen = pass.ids.id(id.0).is_some() && pass.sees(*id);
            is_seen.then(|| pass.record_translated(event));
        }
        Event::StackMade { .. }
        | Event::Assigned { .. }
        | Event::BattleBegun { .. }
        | Event::Arrived { .. }
        | Event::BattleEnded { .. }
        | Event::InitiativeWon { .. }
        | Event::FirstChosen { .. }
        | Event::PhaseBegun { .. }
        | Event::TurnEnded { .. }
        | Event::Exhausted { .. }
        | Event::EdnaTested { .. }
        | Event::EdnaRetested { .. }
        | Event::EdnaWorn { .. }
        | Event::EdnaRuled { .. }
        | Event::CombatOpened { .. }
        | Event::Committed { .. }
        | Event::Thrown { .. }
        | Event::Rethrown { .. }
        | Event::PhaseFought { .. }
        | Event::CombatEnded { .. }
        | Event::Demoted { .. }
        | Event::PushedBack { .. }
        | Event::Eliminated { .. }
        | Event::StrengthLost { .. }
        | Event::StrengthRestored { .. }
        | Event::Regraded { .. }
        | Event::Shifted { .. }
        | Event::Objected { .. }
        | Event::Volleyed { .. }
        | Event::Supported { .. }
        | Event::Stacks(_)
        | Event::Map(_)
        | Event::Victory(VictoryEvent::BattleDecided { .. } | VictoryEvent::CampaignEnded { .. }) => {
            pass.record_translated(event);
        }
    }
}

/// A change of the rules, limited to what the side knows of.
fn known_change(pass: &ProjectionPass, rules: &RulebookDraft) -> RulebookDraft {
    if !pass.is_foggy() {
        return rules.clone();
    }
    let met = pass.own_state.book().troops.iter().map(|troop| troop.name.as_str());
    let troops = rules.troops.as_deref().unwrap_or(&pass.after.book().troops);
    RulesFilter::new(&pass.after.name(pass.viewer.0), met, troops).of(rules.clone())
}

/// Records a test for the units that the side sees.
fn tested(pass: &mut ProjectionPass, test: &str, [passed, failed]: [&Vec<UnitId>; 2], dice: &[u8]) {
    let is_seen = |unit: &&UnitId| pass.sees((**unit).into());
    let dice: Vec<u8> =
        passed.iter().chain(failed).zip(dice).filter(|(unit, _)| is_seen(unit)).map(|(_, n)| *n).collect();
    let [passed, failed] = [passed, failed].map(|units| units.iter().filter(is_seen).copied().collect::<Vec<_>>());
    if !(passed.is_empty() && failed.is_empty()) {
        pass.record_translated(&Event::DiceTested { test: test.into(), passed, failed, dice });
    }
}

/// Records staff work: messages to the side, as if sent to it alone at delivery, and the orders it handed in. Both are
/// numbered for the side, so that gaps do not count those of others.
fn project_staff(pass: &mut ProjectionPass, event: &StaffEvent) {
    let side = pass.viewer.0;
    let own_side = pass.ids.id(side.0).map(SideId);
    let own_orders = |number: &u32| own_orders(pass.after, side, *number);
    let seen = match event {
        StaffEvent::Revealed { what, to } => {
            // A revealed battle or map is visible from now on.
            let is_scene = matches!(pass.after.kind(*what), Some(EntityKind::Battle | EntityKind::Map));
            if is_scene && to.contains(&side) {
                pass.own_id(what.0);
            }
            None
        }
        StaffEvent::Told { due: Some(_), .. } | StaffEvent::Hidden { .. } => None,
        StaffEvent::Told { message, .. } | StaffEvent::Delivered { message } => {
            let message = pass.after.message(*message).filter(|message| message.sides.contains(&side));
            message.zip(own_side).map(|(message, own)| StaffEvent::Told {
                message: pass.own_state.next_message(),
                sides: vec![own],
                text: message.text.to_string(),
                due: None,
            })
        }
        StaffEvent::HandedIn { number, text, due, .. } => own_orders(number)
            .zip(own_side)
            .map(|(number, side)| StaffEvent::HandedIn { number, side, text: text.clone(), due: *due }),
        StaffEvent::Granted { number, why } => {
            own_orders(number).map(|number| StaffEvent::Granted { number, why: why.clone() })
        }
        StaffEvent::Refused { number, why } => {
            own_orders(number).map(|number| StaffEvent::Refused { number, why: why.clone() })
        }
    };
    if let Some(seen) = seen {
        pass.record(Event::Staff(seen));
    }
}

/// The number that a side's own diary has for written orders of that side.
pub(super) fn own_orders(state: &State, side: SideId, number: u32) -> Option<u32> {
    state.written(number).filter(|orders| orders.side == side)?;
    let before = state.written_orders().iter().filter(|orders| orders.side == side && orders.number <= number);
    u32::try_from(before.count()).ok()
}

/// Records changes of units between battles. Under fog a side sees those of its own units only.
fn project_refit(pass: &mut ProjectionPass, refit: &RefitEvent) {
    let is_own = |unit: UnitId| pass.after.unit(unit).is_some_and(|unit| unit.side == pass.viewer.0);
    let is_seen = |unit: UnitId| if pass.is_foggy() { is_own(unit) } else { pass.sees(unit.into()) };
    let seen = match refit {
        RefitEvent::Counted { battle, losses } => {
            let losses: Vec<_> = losses.iter().filter(|(unit, ..)| is_seen(*unit)).copied().collect();
            (!losses.is_empty()).then_some(RefitEvent::Counted { battle: *battle, losses })
        }
        RefitEvent::Credited { battle, units } => {
            let units: Vec<_> = units.iter().filter(|(unit, _)| is_seen(*unit)).copied().collect();
            (!units.is_empty()).then_some(RefitEvent::Credited { battle: *battle, units })
        }
        RefitEvent::Supplied { units, to } => {
            let units: Vec<_> = units.iter().filter(|(unit, _)| is_seen(*unit)).copied().collect();
            (!units.is_empty()).then_some(RefitEvent::Supplied { units, to: *to })
        }
        RefitEvent::Returned { unit, .. }
        | RefitEvent::Recovered { unit, .. }
        | RefitEvent::Replaced { unit, .. }
        | RefitEvent::Raised { unit, .. } => is_seen(*unit).then(|| refit.clone()),
    };
    if let Some(seen) = seen {
        pass.record_translated(&Event::Refit(seen));
    }
}

/// Records events in the theatre: those of the side's own forces and objectives. Enemy forces are sketches.
fn project_theatre(pass: &mut ProjectionPass, event: &TheatreEvent) {
    let side = pass.viewer.0;
    let is_own = |force: Id| pass.after.side_of(force).or_else(|| pass.before.side_of(force)) == Some(side);
    let seen = match event {
        TheatreEvent::LaidOut(draft) => {
            if let Some(map) = draft.map {
                pass.own_id(map.0);
            }
            let draft = super::initial_view::theatre(draft, pass.after, pass.viewer, pass.ids);
            pass.record(Event::Theatre(TheatreEvent::LaidOut(Box::new(draft))));
            return;
        }
        TheatreEvent::Stationed { force, .. } | TheatreEvent::Sent { force, .. } => {
            is_own(*force).then(|| event.clone())
        }
        TheatreEvent::Marched(moves) => {
            let own: Vec<_> = moves.iter().filter(|marched| is_own(marched.force)).cloned().collect();
            (!own.is_empty()).then_some(TheatreEvent::Marched(own))
        }
        TheatreEvent::Met { .. }
        | TheatreEvent::Parted { .. }
        | TheatreEvent::Sighted { .. }
        | TheatreEvent::LostSight { .. } => None,
        TheatreEvent::ChangedHands { at, from, to } => {
            // A side knows whether it holds a place. It knows the other holder only if it has met that side.
            let concerns = *from == Some(side) || *to == Some(side);
            let met = |holder: SideId| pass.ids.id(holder.0).map(SideId);
            let known =
                pass.own_state.theatre().and_then(|theatre| theatre.prizes().iter().find(|prize| prize.at == *at));
            let holder = known.and_then(|prize| prize.holder);
            if concerns {
                let to = to.and_then(met);
                pass.record(Event::Theatre(TheatreEvent::ChangedHands { at: *at, from: holder, to }));
            }
            return;
        }
    };
    if let Some(seen) = seen {
        pass.record_translated(&Event::Theatre(seen));
    }
}
