//! Decides which events a side sees, and which part of them. Its matches have no wildcards, so a new event does not
//! compile until it is decided.

use super::{ground, rules::Knows, scene::Scene};
use wardiary_base::{
    book::RulebookDraft,
    id::{Id, SideId, UnitId},
};
use wardiary_rules::{
    event::{ClockEvent, Event, RefitEvent, StaffEvent, TheatreEvent, VictoryEvent},
    state::{EntityKind, State},
};

/// Records what the side sees of an event.
pub(super) fn tell(scene: &mut Scene, event: &Event) {
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
            let rules = announced(scene, rules);
            // A change of settings that only the referee knows leaves the side's rules as they are.
            let known = scene.seen.book();
            if !scene.is_foggy() || rules.check(known).is_ok_and(|book| book != **known) {
                scene.record(Event::RulesChanged(Box::new(rules)));
            }
        }
        Event::LadderChanged { rules, grades } => {
            let rules = Box::new(announced(scene, rules));
            scene.record(Event::LadderChanged { rules, grades: grades.clone() });
        }
        Event::Clock(ClockEvent::Advanced { .. }) | Event::DateSet { .. } => {
            scene.tell(event);
        }
        Event::Clock(ClockEvent::Scheduled { .. } | ClockEvent::Settled { .. }) => {}
        Event::SideMade { id, .. } => {
            let is_seen = !scene.is_foggy() || *id == scene.viewer.0;
            is_seen.then(|| scene.tell(event));
        }
        Event::UnitMade(recruit) => {
            if let Some(kind) = &recruit.kind
                && scene.sees(recruit.id.into())
            {
                scene.meet_kind(kind);
            }
            scene.tell(event);
        }
        Event::DiceTested { test, passed, failed, dice } => tested(scene, test, [passed, failed], dice),
        // A side rolls EDNA behind a screen: the others see only the result.
        Event::EdnaTested { unit, .. } | Event::EdnaRetested { unit, .. } if scene.is_foggy() => {
            let is_own = scene.after.unit(*unit).is_some_and(|unit| unit.side == scene.viewer.0);
            is_own.then(|| scene.tell(event));
        }
        Event::Victory(VictoryEvent::Scored { side, .. }) => {
            let is_seen = !scene.is_foggy() || *side == scene.viewer.0;
            is_seen.then(|| scene.tell(event));
        }
        Event::Volleyed { hits, .. } if scene.is_foggy() => {
            // The side sees hits only on units that it sees.
            let mut seen = event.clone();
            let hits = hits.iter().filter(|(unit, _)| scene.sees((*unit).into())).copied().collect();
            if let Event::Volleyed { hits: told, .. } = &mut seen {
                *told = hits;
            }
            scene.tell(&seen);
        }
        Event::Staff(staff) => by_staff(scene, staff),
        Event::Theatre(theatre) if scene.is_foggy() => in_theatre(scene, theatre),
        Event::Theatre(theatre) => {
            // After fog the side's contacts have other numbers, since it did not count those it did not see.
            let mut theatre = theatre.clone();
            match &mut theatre {
                TheatreEvent::Met { contact, .. } => *contact = scene.seen.next_contact(),
                TheatreEvent::Parted { contact, .. } => *contact = scene.own_contact(*contact),
                _ => {}
            }
            scene.tell(&Event::Theatre(theatre));
        }
        Event::Map(map) if scene.is_foggy() => ground::tell(scene, map),
        Event::Refit(refit) => refitted(scene, refit),
        Event::Renamed { id, .. } => {
            // A renaming does not reveal an unknown side. A unit out of sight shows its new name when it is next seen.
            let is_seen = scene.eyes.own(id.0).is_some() && scene.sees(*id);
            is_seen.then(|| scene.tell(event));
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
            scene.tell(event);
        }
    }
}

/// A change of the rules, limited to what the side knows of.
fn announced(scene: &Scene, rules: &RulebookDraft) -> RulebookDraft {
    if !scene.is_foggy() {
        return rules.clone();
    }
    let met = scene.seen.book().troops.iter().map(|troop| troop.name.as_str());
    let troops = rules.troops.as_deref().unwrap_or(&scene.after.book().troops);
    Knows::new(&scene.after.name(scene.viewer.0), met, troops).of(rules.clone())
}

/// Records a test for the units that the side sees.
fn tested(scene: &mut Scene, test: &str, [passed, failed]: [&Vec<UnitId>; 2], dice: &[u8]) {
    let is_seen = |unit: &&UnitId| scene.sees((**unit).into());
    let dice: Vec<u8> =
        passed.iter().chain(failed).zip(dice).filter(|(unit, _)| is_seen(unit)).map(|(_, n)| *n).collect();
    let [passed, failed] = [passed, failed].map(|units| units.iter().filter(is_seen).copied().collect::<Vec<_>>());
    if !(passed.is_empty() && failed.is_empty()) {
        scene.tell(&Event::DiceTested { test: test.into(), passed, failed, dice });
    }
}

/// Records staff work: messages to the side, as if sent to it alone at delivery, and the orders it handed in. Both are
/// numbered for the side, so that gaps do not count those of others.
fn by_staff(scene: &mut Scene, event: &StaffEvent) {
    let side = scene.viewer.0;
    let own_side = scene.eyes.own(side.0).map(SideId);
    let own_orders = |number: &u32| own_orders(scene.after, side, *number);
    let seen = match event {
        StaffEvent::Revealed { what, to } => {
            // A revealed battle or map is visible from now on.
            let is_scene = matches!(scene.after.kind(*what), Some(EntityKind::Battle | EntityKind::Map));
            if is_scene && to.contains(&side) {
                scene.own(what.0);
            }
            None
        }
        StaffEvent::Told { due: Some(_), .. } | StaffEvent::Hidden { .. } => None,
        StaffEvent::Told { message, .. } | StaffEvent::Delivered { message } => {
            let message = scene.after.message(*message).filter(|message| message.sides.contains(&side));
            message.zip(own_side).map(|(message, own)| StaffEvent::Told {
                message: scene.seen.next_message(),
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
        scene.record(Event::Staff(seen));
    }
}

/// The number that a side's own diary has for written orders of that side.
pub(super) fn own_orders(state: &State, side: SideId, number: u32) -> Option<u32> {
    state.written(number).filter(|orders| orders.side == side)?;
    let before = state.written_orders().iter().filter(|orders| orders.side == side && orders.number <= number);
    u32::try_from(before.count()).ok()
}

/// Records changes of units between battles. Under fog a side sees those of its own units only.
fn refitted(scene: &mut Scene, refit: &RefitEvent) {
    let is_own = |unit: UnitId| scene.after.unit(unit).is_some_and(|unit| unit.side == scene.viewer.0);
    let is_seen = |unit: UnitId| if scene.is_foggy() { is_own(unit) } else { scene.sees(unit.into()) };
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
        scene.tell(&Event::Refit(seen));
    }
}

/// Records events in the theatre: those of the side's own forces and objectives. Enemy forces are sketches.
fn in_theatre(scene: &mut Scene, event: &TheatreEvent) {
    let side = scene.viewer.0;
    let is_own = |force: Id| scene.after.side_of(force).or_else(|| scene.before.side_of(force)) == Some(side);
    let seen = match event {
        TheatreEvent::LaidOut(draft) => {
            if let Some(map) = draft.map {
                scene.own(map.0);
            }
            let draft = super::beginning::theatre(draft, scene.after, scene.viewer, scene.eyes);
            scene.record(Event::Theatre(TheatreEvent::LaidOut(Box::new(draft))));
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
            let met = |holder: SideId| scene.eyes.own(holder.0).map(SideId);
            let known = scene.seen.theatre().and_then(|theatre| theatre.prizes().iter().find(|prize| prize.at == *at));
            let holder = known.and_then(|prize| prize.holder);
            if concerns {
                let to = to.and_then(met);
                scene.record(Event::Theatre(TheatreEvent::ChangedHands { at: *at, from: holder, to }));
            }
            return;
        }
    };
    if let Some(seen) = seen {
        scene.tell(&Event::Theatre(seen));
    }
}
