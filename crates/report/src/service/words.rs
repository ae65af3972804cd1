//! Service records as text, for the command line and the screen.

use super::{Condition, ForceDay, ForceService, LeaderChange, Service, TakenObjective};
use wardiary_base::{id::Id, text};
use wardiary_rules::{event::Reading, state::State};

/// `3 units lost 5 SP, inflicted 8 defeats, suffered 3, scored 2 hits`
pub fn force_sum(sum: &ForceService) -> String {
    let lost = sum.lost.map_or_else(|| "?".into(), |lost| lost.to_string());
    let lost = format!("{} lost {lost} SP", text::count(sum.units, "unit", "units"));
    let defeats = || text::count(sum.inflicted as usize, "defeat", "defeats");
    let fought =
        (sum.inflicted + sum.suffered > 0).then(|| format!("inflicted {}, suffered {}", defeats(), sum.suffered));
    let fired = (sum.hits > 0).then(|| format!("scored {}", text::count(sum.hits as usize, "hit", "hits")));
    std::iter::once(lost).chain(fought).chain(fired).collect::<Vec<_>>().join(", ")
}

/// `4 SP, EDNA 8, green`
pub fn condition(condition: &Condition) -> String {
    if condition.is_eliminated() {
        return "eliminated".into();
    }
    [strength(condition), grade(condition)].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

/// Without the grade: `4 SP, EDNA 8`
pub fn strength(condition: &Condition) -> String {
    if condition.is_eliminated() {
        return "eliminated".into();
    }
    [points(condition), edna(condition)].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

/// `4 SP`; if not known exactly `5 to 9 SP` or `? SP`.
pub fn points(condition: &Condition) -> String {
    format!("{} SP", condition.strength.text(|strength| strength.to_string()))
}

/// `EDNA 8`; empty if the rules do not use it.
pub fn edna(condition: &Condition) -> String {
    if !condition.uses_edna {
        return String::new();
    }
    format!("EDNA {}", condition.edna.text(|edna| edna.to_string()))
}

/// `green`; if not known exactly `grade 2 to 3` or `grade ?`; empty if the rules do not use it.
pub fn grade(condition: &Condition) -> String {
    match condition.grade.as_ref() {
        _ if !condition.uses_grade => String::new(),
        Reading::Exact(grade) => grade.to_string(),
        known => format!("grade {}", known.text(|_| String::new())),
    }
}

/// A unit's condition on arrival in a battle, and at its end or now.
pub fn condition_change(state: &State, service: &Service) -> String {
    let is_over = state.battle(service.battle).is_some_and(|battle| battle.ended.is_some());
    let (from, to) = (condition(&service.from), condition(&service.to));
    match (service.from == service.to, is_over) {
        // Unknown numbers may have changed.
        (true, _) if !service.to.is_known() => format!("as far as known: {from}"),
        (true, true) => format!("arrived with {from}, and left unchanged"),
        (true, false) => format!("arrived with {from}, unchanged so far"),
        (false, true) if !service.to.is_eliminated() => format!("arrived with {from}; left with {to}"),
        (false, _) => format!("arrived with {from}; then {to}"),
    }
}

/// The deeds of a unit in a battle; empty if there is nothing to report.
pub fn achievements(service: &Service) -> Vec<String> {
    let count = |n: u32, one: &str, many: &str| text::count(n as usize, one, many);
    let mut achieved = Vec::new();
    if service.combats > 0 {
        let fought = format!("fought in {}", count(service.combats, "combat", "combats"));
        let [inflicted, suffered] = [service.inflicted, service.suffered];
        // Blows belong to the whole stack, so units get no figures for them.
        achieved.push(match inflicted + suffered {
            0 => fought,
            _ => format!("{fought}: inflicted {}, suffered {suffered}", count(inflicted, "defeat", "defeats")),
        });
    } else if service.inflicted > 0 {
        achieved.push(format!("supported combats: inflicted {}", count(service.inflicted, "defeat", "defeats")));
    }
    if service.volleys > 0 {
        achieved.push(format!(
            "fired {}: {}",
            count(service.volleys, "volley", "volleys"),
            count(service.hits, "hit", "hits")
        ));
    }
    if service.tests > 0 {
        let passed = match service.passed {
            0 => "never passed".to_string(),
            n => format!("passed {}", text::times(n as usize)),
        };
        achieved.push(format!("tested {}, {passed}", text::times(service.tests as usize)));
    }
    let objective = service.held_objective.as_deref();
    achieved.extend(service.objectives_taken.iter().map(objective_taken));
    achieved.extend(objective.map(|objective| format!("held the objective {objective} when the battle ended")));
    achieved.extend(service.lost.filter(|lost| *lost > 0).map(|lost| format!("lost {lost} SP")));
    achieved
}

/// `took the objective The wells (G2) in entry 166`
pub fn objective_taken(taken: &TakenObjective) -> String {
    format!("took the objective {} in entry {}", taken.place, taken.no)
}

/// `led by Prince Emil from entry 12`, `without a leader from entry 20`; with the stack, if the record is of more.
pub fn leader_change(state: &State, change: &LeaderChange, force: Id) -> String {
    let LeaderChange { no, stack, leader } = change;
    let stack = Some(*stack).filter(|stack| Id::from(*stack) != force).map(|stack| format!("{}: ", state.name(stack)));
    let led = leader.map_or_else(|| "without a leader".into(), |unit| format!("led by {}", state.name(unit)));
    let from = if *no == 0 { "from the muster".into() } else { format!("from entry {no}") };
    format!("{}{led} {from}", stack.unwrap_or_default())
}

/// `15 SP`; `? SP` if not all is known.
pub fn force_strength(day: &ForceDay) -> String {
    format!("{} SP", day.strength.map_or_else(|| "?".into(), |strength| strength.to_string()))
}
