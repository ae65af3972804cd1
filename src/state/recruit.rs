//! What a recruit becomes: a unit, or all that speaks against it. Source: RULES 6.

use super::{Gauge, Kind, Misfit, State, Unit};
use crate::{book::NamedTest, id::SideId, order::Recruit, text};
use std::sync::Arc;

impl State {
    /// The unit that a recruit becomes.
    ///
    /// # Errors
    /// The first thing that speaks against it.
    pub fn recruit(&self, recruit: &Recruit) -> Result<Unit, Misfit> {
        self.recruit_whole(recruit).map_err(|misfits| misfits.into_iter().next().expect("it was refused for something"))
    }

    /// The unit that a recruit becomes.
    ///
    /// # Errors
    /// All that speaks against it, each with its field.
    pub fn recruit_whole(&self, recruit: &Recruit) -> Result<Unit, Vec<Misfit>> {
        let mut misfits: Vec<Misfit> = self.is_free(recruit.id.into()).err().into_iter().collect();
        let mut refuse = |field: &'static str, what: String, hint: Option<String>| {
            let misfit = Misfit::new(what).of(field);
            misfits.push(match hint {
                Some(hint) => misfit.hinted(hint),
                None => misfit,
            });
        };
        let book = &self.book;
        let kind = recruit.kind.as_deref().unwrap_or(&book.troops[0].name);
        let troop = book.troop(kind);
        if troop.is_none() {
            let names = book.troops.iter().map(|t| t.name.as_str());
            refuse(
                "kind",
                format!("the rulebook has no troop type “{}”", text::presentable(kind)),
                Some(instead(kind, names)),
            );
        }
        let grade = recruit.grade.as_ref().map_or_else(|| Some(book.ladder.neutral()), |name| book.ladder.find(name));
        if let (None, Some(name)) = (grade, &recruit.grade) {
            let names = book.ladder.grades.iter().map(|g| g.name.as_str());
            refuse(
                "grade",
                format!("the ladder has no grade “{}”", text::presentable(name)),
                Some(instead(name, names)),
            );
        }
        // Of a troop type that is not known neither is the strength.
        let full = recruit.strength.or(troop.map(|troop| troop.strength));
        match full {
            Some(full) if !(1..=999).contains(&full) => {
                refuse("strength", format!("a strength is 1 to 999, not {full}"), None);
            }
            Some(full) if recruit.lost > full => {
                refuse("lost", format!("of {full} Strength Points {} can't be lost", recruit.lost), None);
            }
            _ => {}
        }
        let edna = recruit.edna.unwrap_or(book.edna.start);
        if edna > 200 || recruit.worn > edna {
            refuse("edna", format!("an EDNA is 0 to 200, not {edna} less {}", recruit.worn), None);
        }
        for fault in NamedTest::faults(&recruit.tests) {
            refuse("tests", fault.what, fault.hint);
        }
        for name in recruit.weapons.iter().filter(|name| book.weapon(name).is_none()) {
            let names = book.weapons.iter().map(|w| w.name.as_str());
            refuse(
                "weapons",
                format!("the rulebook has no weapon “{}”", text::presentable(name)),
                Some(instead(name, names)),
            );
        }
        if let Some(what) = recruit.stats.as_ref().and_then(|stats| stats.fault()) {
            refuse("stats", what, None);
        }
        let side = match self.side_of_recruit(recruit) {
            Ok(side) => Some(side),
            Err(misfit) => {
                misfits.push(misfit);
                None
            }
        };
        let (true, Some(side), Some(troop), Some(grade), Some(full)) = (misfits.is_empty(), side, troop, grade, full)
        else {
            return Err(misfits);
        };
        Ok(Unit {
            id: recruit.id,
            name: text::presentable(&recruit.name).into(),
            side,
            stack: recruit.stack,
            kind: Arc::from(troop.name.as_str()),
            strength: Gauge { now: full - recruit.lost, full },
            edna: Gauge { now: edna - recruit.worn, full: edna },
            grade,
            mustered: grade,
            shifts: Vec::new(),
            tests: recruit.tests.clone().into(),
            weapons: recruit.weapons.clone().into(),
            stats: recruit.stats.clone(),
        })
    }

    /// The side that a recruit names, or that of its stack.
    fn side_of_recruit(&self, recruit: &Recruit) -> Result<SideId, Misfit> {
        let stack = match recruit.stack {
            None => None,
            Some(id) => Some(self.stack(id).ok_or_else(|| self.none(id.into(), Kind::Stack, "stack"))?),
        };
        match (recruit.side, stack) {
            (None, None) => Err(Misfit::new("the unit has neither a stack nor a side").of("name")),
            (Some(side), Some(stack)) if stack.side != side => {
                let misfit = Misfit::new(format!("{} is a stack of {}", stack.name, self.name(stack.side)));
                Err(misfit.of("side").hinted("leave the side out: the stack says it"))
            }
            (Some(side), _) => self.need_side(side).map(|()| side),
            (None, Some(stack)) => Ok(stack.side),
        }
    }
}

/// The nearest right word, or all there are.
fn instead<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.collect();
    let near = text::nearest(word, names.iter().copied());
    near.map_or_else(|| format!("it has {}", text::list(&names)), |near| format!("perhaps “{near}”"))
}
