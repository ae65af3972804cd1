//! Which events a side sees, and what of them. No match here has a wildcard.

use super::{ground, rules::Knows, scene::Scene};
use wardiary_base::{
    book::RulebookDraft,
    id::{Id, SideId, UnitId},
};
use wardiary_rules::{
    event::{ClockEvent, Event, RefitEvent, StaffEvent, TheatreEvent, VictoryEvent},
    state::{EntityKind, State},
};

/// Tells what the side sees of an event.
pub(super) fn tell(scene: &mut Scene, event: &Event) {
    match event {
        // What only the referee's diary is about.
        Event::Opened { .. }
        | Event::BranchNamed { .. }
        | Event::Noted
        | Event::Abandoned
        | Event::Argued { .. }
        | Event::Consulted { .. }
        | Event::Intel(_) => {}
        Event::RulesChanged(rules) => {
            let rules = announced(scene, rules);
            // A change of what is the referee's own changes nothing for the side.
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
        // Its own dice are thrown behind the other side's screen: only what came of them is seen.
        Event::EdnaTested { unit, .. } | Event::EdnaRetested { unit, .. } if scene.is_foggy() => {
            let is_own = scene.after.unit(*unit).is_some_and(|unit| unit.side == scene.viewer.0);
            is_own.then(|| scene.tell(event));
        }
        Event::Victory(VictoryEvent::Scored { side, .. }) => {
            let is_seen = !scene.is_foggy() || *side == scene.viewer.0;
            is_seen.then(|| scene.tell(event));
        }
        Event::Volleyed { hits, .. } if scene.is_foggy() => {
            // Of whom it did not see it does not see either that he was hit.
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
            // Where there was fog once it has not counted the contacts that it did not see.
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
            // A side that was not met is not met by its name, and who is out of sight is called otherwise when he is seen again.
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

/// A change of the rules as far as the side knows of what it is about.
fn announced(scene: &Scene, rules: &RulebookDraft) -> RulebookDraft {
    if !scene.is_foggy() {
        return rules.clone();
    }
    let met = scene.seen.book().troops.iter().map(|troop| troop.name.as_str());
    let troops = rules.troops.as_deref().unwrap_or(&scene.after.book().troops);
    Knows::new(&scene.after.name(scene.viewer.0), met, troops).of(rules.clone())
}

/// Of units put to a test those that the side sees.
fn tested(scene: &mut Scene, test: &str, [passed, failed]: [&Vec<UnitId>; 2], dice: &[u8]) {
    let is_seen = |unit: &&UnitId| scene.sees((**unit).into());
    let dice: Vec<u8> =
        passed.iter().chain(failed).zip(dice).filter(|(unit, _)| is_seen(unit)).map(|(_, n)| *n).collect();
    let [passed, failed] = [passed, failed].map(|units| units.iter().filter(is_seen).copied().collect::<Vec<_>>());
    if !(passed.is_empty() && failed.is_empty()) {
        scene.tell(&Event::DiceTested { test: test.into(), passed, failed, dice });
    }
}

/// What a side knows of staff work: the messages that reached it, as if they had been sent to it alone and then, and the orders
/// that it handed in itself. Both have numbers of its own, which do not count those of others.
fn by_staff(scene: &mut Scene, event: &StaffEvent) {
    let side = scene.viewer.0;
    let own_side = scene.eyes.own(side.0).map(SideId);
    let own_orders = |number: &u32| own_orders(scene.after, side, *number);
    let seen = match event {
        StaffEvent::Revealed { what, to } => {
            // What goes on there it sees from now on.
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

/// The number that a side's own diary has for written orders, if they are the side's.
pub(super) fn own_orders(state: &State, side: SideId, number: u32) -> Option<u32> {
    state.written(number).filter(|orders| orders.side == side)?;
    let before = state.written_orders().iter().filter(|orders| orders.side == side && orders.number <= number);
    u32::try_from(before.count()).ok()
}

/// What became of units between battles: of all whom the side sees, or in fog of its own. That others recover it does not see.
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

/// What a side sees of the theatre besides enemy forces, which it has as sketches: its own forces, and its own objectives.
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
            // That it holds a place, or does so no more, a side knows; who does instead, if it has met him.
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
