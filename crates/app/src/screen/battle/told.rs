//! The battle screen as plain text for screen readers: the situation, and the forces by number.

use super::BattleScreen;
use crate::session::Session;
use std::collections::BTreeSet;
use wardiary_base::{book::Mechanism, text};
use wardiary_rules::{notation, state::State};
use wardiary_view::{Glyphs, Look, Theme, forces::ForcesPane, line_up::result_line, lines};

/// A width at which no line is cut.
const WIDE: u16 = 110;

impl BattleScreen {
    /// The situation of the battle, and the numbered forces.
    pub(super) fn told(&self, session: &Session) -> Vec<String> {
        let (theme, state) = (Theme::default(), session.state());
        let look = Look::new(&theme, &Glyphs::UNICODE);
        let mut told = standing(state, session);
        if session.first_steps.are_shown() {
            told.extend(session.first_steps.lines.iter().cloned());
            told.push("(`first-steps` leaves these lines out, or brings them back.)".into());
        }
        told.extend(session.fought().map(|fought| result_line(state, fought).to_string()));
        let rows = self.rows(session);
        let forces = ForcesPane {
            look,
            state,
            rows: &rows,
            figures: &session.figures(session.battle()),
            selected: usize::MAX,
            picked: &session.picked().iter().copied().collect(),
            changed: &BTreeSet::new(),
            focused: false,
            scroll: 0,
            beside: &[],
        };
        let height = u16::try_from(rows.len() + 2).unwrap_or(u16::MAX);
        let lines = lines::drawn(&forces, (WIDE, height));
        told.extend(lines.iter().take(1).cloned());
        let numbered = lines.iter().skip(1).enumerate();
        told.extend(numbered.map(|(at, line)| {
            let chosen = if at == self.forces.selected { " (chosen)" } else { "" };
            // Strips the symbol before the name.
            let line = line.trim_start_matches(|c: char| !c.is_alphanumeric());
            format!("{}  {line}{chosen}", at + 1)
        }));
        told
    }
}

/// The situation of the shown battle, and each side's losses.
fn standing(state: &State, session: &Session) -> Vec<String> {
    let Some(battle) = session.battle().and_then(|id| state.battle(id)) else {
        return vec!["No battle is under way.".into()];
    };
    let mut told = vec![format!("{}: {}", text::sanitize(&battle.name), notation::battle_stands(state, battle))];
    told.extend(battle.contingents.iter().map(|contingent| {
        let losses = state.losses(battle, contingent);
        let verdict = match losses.point {
            _ if contingent.exhausted => ", exhausted".into(),
            point if losses.is_known && state.book().uses(Mechanism::Exhaustion) => format!(", exhausted at {point}"),
            _ => String::new(),
        };
        format!("{}: {}{verdict}", state.name(contingent.side), losses.told())
    }));
    told
}
