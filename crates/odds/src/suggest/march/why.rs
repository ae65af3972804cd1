//! The reason for a move: what is better there than here.

use super::{
    Adviser, Heading, Mover, Outlook,
    heading::Aim,
    prospect::{Attackable, Prospect},
};
use crate::suggest::words::{expected, sentence};
use wardiary_base::{book::Stacking, ground::Cell, id::Id};

/// The minimum reduction of losses by enemy fire that is mentioned, in Strength Points.
const WORTH_A_WORD: f64 = 0.15;

impl Adviser<'_> {
    /// The reason for a move into an area.
    pub(super) fn why(
        &self,
        mover: &Mover,
        (there, cell): (&Prospect, Cell),
        stay: &Prospect,
        heading: &Heading,
        outlook: &Outlook,
    ) -> String {
        let points = |attack: &Option<Attackable>| attack.as_ref().map_or(0.0, |(worth, _)| worth.points);
        let better = points(&there.attack) > points(&stay.attack);
        let mut said = Vec::new();
        if let Some((_, attack)) = there.attack.as_ref().filter(|_| better) {
            let now = if stay.attack.is_none() { "no good target" } else { "better than" };
            said.push(format!("from there {attack}; {now} from where it stands"));
        }
        if there.objective && !stay.objective {
            said.push(self.of_objective(cell, outlook));
        }
        let takes_it = there.objective && there.leg.is_some_and(|leg| leg.cost == 0);
        said.extend(self.of_way(there, stay, heading, outlook).filter(|_| !takes_it));
        if stay.danger - there.danger >= WORTH_A_WORD || said.is_empty() {
            let left: u16 = mover.units.iter().map(|unit| unit.strength.now).sum();
            let back = if self.is_frail(mover) { format!("pulls back, with {left} SP left: ") } else { String::new() };
            said.push(format!("{back}{}", of_fire(there, stay)));
        }
        if !better {
            said.extend(match (&there.attack, &stay.attack) {
                (Some((_, attack)), _) if points(&there.attack) < points(&stay.attack) => {
                    Some(format!("from there only {attack}"))
                }
                (Some((_, attack)), _) => Some(format!("from there still {attack}")),
                (None, Some(_)) => Some("no good target from there".into()),
                (None, None) => None,
            });
        }
        sentence(said.join("; "))
    }

    fn of_objective(&self, cell: Cell, outlook: &Outlook) -> String {
        let name = place_name(cell, outlook);
        let holder = outlook.objectives.iter().find(|(objective, _)| *objective == cell).and_then(|(_, side)| *side);
        match holder {
            Some(side) if side == self.side => format!("holds {name}, an objective of its side"),
            Some(side) => format!("takes {name}, an objective of {}", self.state.name(side)),
            None => format!("takes {name}, an objective that nobody holds"),
        }
    }

    /// `nearer to Sainte-Odile: the way there costs 2 instead of 5`
    fn of_way(&self, there: &Prospect, stay: &Prospect, heading: &Heading, outlook: &Outlook) -> Option<String> {
        let (leg, now) = (there.leg?, stay.leg?);
        if leg.cost >= now.cost {
            return None;
        }
        let enemy = outlook.enemies.iter().find(|(_, place)| place.cell == leg.to).map(|(unit, _)| unit);
        let to = match (heading.aim?, enemy) {
            (Aim::Enemy, Some(enemy)) => {
                let stacked = matches!(self.state.book().ground.stacking, Stacking::Stack(_));
                self.state.name(enemy.stack.filter(|_| stacked).map_or(Id::from(enemy.id), Id::from))
            }
            (Aim::Friends, _) => "those who fight".into(),
            _ => place_name(leg.to, outlook),
        };
        let to = match heading.aim? {
            Aim::Enemy => format!("to where it can attack {to}"),
            Aim::Objective => format!("to the objective {to}"),
            Aim::Friends => format!("to {to}"),
        };
        let round = if heading.is_round() { " round its own side" } else { "" };
        Some(if heading.is_straight() {
            format!("nearer {to}, to which no way leads")
        } else {
            format!("nearer {to}: the way{round} costs {} instead of {}", leg.cost, now.cost)
        })
    }
}

fn place_name(cell: Cell, outlook: &Outlook) -> String {
    outlook.ground.name_of(cell).map_or_else(|| cell.to_string(), Into::into)
}

/// `enemy fire may take 0.4 SP there, 1.1 where it stands`
fn of_fire(there: &Prospect, stay: &Prospect) -> String {
    let [there, stay] = expected([there.danger, stay.danger]);
    format!("enemy fire may take {there} SP there, {stay} where it stands")
}
