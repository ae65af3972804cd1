//! Service records as text, for the command line and the screen.

use super::{Condition, FormationService, Service, TakenObjective};
use wardiary_base::text;
use wardiary_rules::{event::Precision, state::State};

/// `3 units lost 5 SP, inflicted 8 defeats, suffered 3, scored 2 hits`
pub fn formation_sum(sum: &FormationService) -> String {
    let lost = sum.lost.map_or_else(|| "?".into(), |lost| lost.to_string());
    let mut parts = vec![format!("{} lost {lost} SP", text::count(sum.units, "unit", "units"))];
    if sum.inflicted + sum.suffered > 0 {
        parts.push(format!("inflicted {}", text::count(sum.inflicted as usize, "defeat", "defeats")));
        parts.push(format!("suffered {}", sum.suffered));
    }
    if sum.hits > 0 {
        parts.push(format!("scored {}", text::count(sum.hits as usize, "hit", "hits")));
    }
    parts.join(", ")
}

/// `4 SP, EDNA 8, green`
pub fn condition(condition: &Condition) -> String {
    if condition.strength == 0 {
        return "eliminated".into();
    }
    format!("{}, {}", strength(condition), grade(condition))
}

/// Without the grade: `4 SP, EDNA 8`
pub fn strength(condition: &Condition) -> String {
    if condition.strength == 0 {
        return "eliminated".into();
    }
    format!("{}, {}", points(condition), edna(condition))
}

/// `4 SP`; if not known exactly `5 to 9 SP` or `? SP`.
pub fn points(condition: &Condition) -> String {
    format!("{} SP", condition.strength_known().text_or(|| condition.strength.to_string()))
}

/// `EDNA 8`
pub fn edna(condition: &Condition) -> String {
    format!("EDNA {}", condition.precision.edna.text_or(|| condition.edna.to_string()))
}

/// `green`; if not known exactly `grade 2 to 3` or `grade ?`.
pub fn grade(condition: &Condition) -> String {
    match condition.precision.grade {
        Precision::Exact => condition.grade.to_string(),
        precision => format!("grade {}", precision.text_or(String::new)),
    }
}

/// A unit's condition on arrival in a battle, and at its end or now.
pub fn condition_change(state: &State, service: &Service) -> String {
    let is_over = state.battle(service.battle).is_some_and(|battle| battle.ended.is_some());
    let (from, to) = (condition(&service.from), condition(&service.to));
    match (service.from == service.to, is_over) {
        // Unknown numbers may have changed.
        (true, _) if !service.to.precision.is_exact() => format!("as far as known: {from}"),
        (true, true) => format!("arrived with {from}, and left unchanged"),
        (true, false) => format!("arrived with {from}, unchanged so far"),
        (false, true) if service.to.strength > 0 => format!("arrived with {from}; left with {to}"),
        (false, _) => format!("arrived with {from}; then {to}"),
    }
}

/// What a unit did in a battle; empty if there is nothing to report.
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
    if service.lost > 0 && service.to.precision.strength.is_exact() {
        achieved.push(format!("lost {} SP", service.lost));
    }
    achieved
}

/// `took the objective The wells (G2) in entry 166`
pub fn objective_taken(taken: &TakenObjective) -> String {
    format!("took the objective {} in entry {}", taken.place, taken.no)
}
