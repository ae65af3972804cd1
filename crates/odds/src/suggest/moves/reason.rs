//! The reason for a move: what is better there than here.

use super::{
    Adviser, Heading, MapOutlook, Mover,
    heading::Goal,
    place_worth::{AttackWithText, PlaceWorth},
};
use crate::suggest::phrases::{capitalized, expected_loss_texts};
use wardiary_base::{book::Stacking, ground::Cell, id::Id, text::Text};

/// The minimum reduction of losses by enemy fire that is mentioned, in Strength Points.
const MIN_MENTIONED_LOSS: f64 = 0.15;

impl Adviser<'_> {
    pub(super) fn move_reason(
        &self,
        mover: &Mover,
        (there, cell): (&PlaceWorth, Cell),
        stay: &PlaceWorth,
        heading: &Heading,
        outlook: &MapOutlook,
    ) -> String {
        let points = |attack: &Option<AttackWithText>| attack.as_ref().map_or(0.0, |(worth, _)| worth.points);
        let better = points(&there.attack) > points(&stay.attack);
        let mut reasons = Vec::new();
        if let Some((_, attack)) = there.attack.as_ref().filter(|_| better) {
            let now = if stay.attack.is_none() { "no good target" } else { "better than" };
            reasons.push(format!("from there {attack}; {now} from its present place"));
        }
        if there.objective && !stay.objective {
            reasons.push(self.objective_reason(cell, outlook));
        }
        let takes_it = there.objective && there.path.is_some_and(|leg| leg.cost == 0);
        reasons.extend(self.path_reason(there, stay, heading, outlook).filter(|_| !takes_it));
        if stay.danger - there.danger >= MIN_MENTIONED_LOSS || reasons.is_empty() {
            let left: u16 = mover.units.iter().map(|unit| unit.strength_in_rules().now).sum();
            let back = if self.is_frail(mover) { format!("pulls back, with {left} SP left: ") } else { String::new() };
            reasons.push(format!("{back}{}", fire_reason(there, stay)));
        }
        if !better {
            reasons.extend(match (&there.attack, &stay.attack) {
                (Some((_, attack)), _) if points(&there.attack) < points(&stay.attack) => {
                    Some(format!("from there only {attack}"))
                }
                (Some((_, attack)), _) => Some(format!("from there still {attack}")),
                (None, Some(_)) => Some("no good target from there".into()),
                (None, None) => None,
            });
        }
        capitalized(reasons.join("; "))
    }

    fn objective_reason(&self, cell: Cell, outlook: &MapOutlook) -> String {
        let name = place_name(cell, outlook);
        let holder = outlook.objectives.iter().find(|(objective, _)| *objective == cell).and_then(|(_, side)| *side);
        match holder {
            Some(side) if side == self.side => format!("holds {name}, an objective of its side"),
            Some(side) => format!("takes {name}, an objective of {}", self.state.name(side)),
            None => format!("takes {name}, an objective held by nobody"),
        }
    }

    /// `nearer to Sainte-Odile: the route costs 2 instead of 5`
    fn path_reason(
        &self,
        there: &PlaceWorth,
        stay: &PlaceWorth,
        heading: &Heading,
        outlook: &MapOutlook,
    ) -> Option<String> {
        let (leg, now) = (there.path?, stay.path?);
        if leg.cost >= now.cost {
            return None;
        }
        let enemy = outlook.enemies.iter().find(|(_, place)| place.cell == leg.to).map(|(unit, _)| unit);
        let to = match (heading.goal?, enemy) {
            (Goal::Enemy, Some(enemy)) => {
                let stacked = matches!(self.state.book().ground.stacking, Stacking::Stack(_));
                self.state.name(enemy.stack.filter(|_| stacked).map_or(Id::from(enemy.id), Id::from))
            }
            (Goal::Friends, _) => "the fighting units".into(),
            _ => place_name(leg.to, outlook),
        };
        let to = match heading.goal? {
            Goal::Enemy => format!("to where it can attack {to}"),
            Goal::Objective => format!("to the objective {to}"),
            Goal::Friends => format!("to {to}"),
        };
        let round = if heading.is_detour() { " around its own side" } else { "" };
        Some(if heading.is_straight() {
            format!("nearer {to}, although no path leads there")
        } else {
            format!("nearer {to}: the route{round} costs {} instead of {}", leg.cost, now.cost)
        })
    }
}

fn place_name(cell: Cell, outlook: &MapOutlook) -> String {
    outlook.ground.name_of(cell).map_or_else(|| cell.to_string(), Text::to_string)
}

/// `enemy fire may take 0.4 SP there, 1.1 at its present place`
fn fire_reason(there: &PlaceWorth, stay: &PlaceWorth) -> String {
    let [there, stay] = expected_loss_texts([there.danger, stay.danger]);
    format!("enemy fire may take {there} SP there, {stay} at its present place")
}
