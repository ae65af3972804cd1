//! Words for support from outside the lines of a combat: what a support die, counter-battery and air defence did.

use crate::{
    event::{Clash, ClashEffect, ClashKind},
    rules::support::Duty,
};

/// The word for a duty in rolls.
pub fn duty_word(duty: Duty) -> &'static str {
    match duty {
        Duty::Artillery => "artillery",
        Duty::CounterBattery => "counter-battery",
        Duty::Aircraft => "aircraft",
        Duty::AirDefence => "air-defence",
    }
}

/// `counter-battery: Guns (5) v Heavy Battery (3): demoted and silenced`
pub fn describe_clash<W: Copy>(clash: &Clash<W>, name: impl Fn(W) -> String) -> String {
    let (what, effect) = match (clash.what, clash.effect) {
        (ClashKind::CounterBattery, ClashEffect::Nothing) => ("counter-battery", "no effect"),
        (ClashKind::CounterBattery, ClashEffect::Silenced) => ("counter-battery", "silenced"),
        (ClashKind::CounterBattery, ClashEffect::Demoted) => ("counter-battery", "demoted and silenced"),
        (ClashKind::CounterBattery, ClashEffect::Destroyed) => ("counter-battery", "destroyed"),
        (ClashKind::AirDefence, ClashEffect::Nothing) => ("air defence", "not stopped"),
        (ClashKind::AirDefence, ClashEffect::Silenced) => ("air defence", "driven off"),
        (ClashKind::AirDefence, ClashEffect::Demoted) => ("air defence", "demoted and driven off"),
        (ClashKind::AirDefence, ClashEffect::Destroyed) => ("air defence", "shot down"),
    };
    let (by, at) = (name(clash.by), name(clash.at));
    format!("{what}: {by} ({}) v {at} ({}): {effect}", clash.scores.0, clash.scores.1)
}
