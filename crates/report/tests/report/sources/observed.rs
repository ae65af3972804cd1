//! Carries out a row of the sources, and observes the results.

use super::{GivenOrder, field};
use std::sync::Arc;
use wardiary_base::{
    book::Rulebook,
    dice::source::ScriptedDice,
    id::{SideId, StackId},
    sides::BothSides,
    text::Text,
};
use wardiary_diary::{
    assets::Shipped,
    diary::{Entry, seal::Seal, steps::DiaryStep},
};
use wardiary_odds::odds::{
    self, Case, Effort, Monitor, Question,
    forecast::{self, Forecast},
};
use wardiary_rules::{
    notation::{self, Instruction, parse_instruction, refusal::describe_roll},
    order::Edge,
    rules::{self, CarryOutError, Outcome, Proposal, carry_out_roll, roll::Blow, square::Shape, table::DrawnRow},
    state::State,
};

/// The current situation, and the last action.
pub struct Seen {
    book: Arc<Rulebook>,
    state: Option<State>,
    given: Option<GivenOrder>,
    rolled: Option<Outcome>,
    odds: Option<odds::Answer>,
    forecast: Option<Forecast>,
}

impl Seen {
    pub fn new(settings: &str, setup: &str) -> Self {
        let state = (!setup.is_empty()).then(|| field::field(settings, setup));
        Self { book: field::book(settings), state, given: None, rolled: None, odds: None, forecast: None }
    }

    fn state(&self) -> Result<&State, String> {
        self.state.as_ref().ok_or_else(|| "nobody stands there".to_string())
    }

    /// Carries out the orders of a row.
    pub fn give(&mut self, text: &str) -> Result<(), String> {
        // Without a setup there is no diary to roll into.
        if let Some(roll) = text.strip_prefix("roll ").filter(|roll| self.state().is_err() || roll.starts_with("scrud"))
        {
            return self.roll(roll);
        }
        if let Some(roll) = text.strip_prefix("odds ") {
            let roll = notation::parse_roll(roll, &self.book, &Shipped).map_err(|e| e.to_string())?;
            let answer = odds::answer(&self.book, &Question::from_roll(roll), &Effort::BATCH, Monitor::none());
            self.odds = Some(answer.map_err(|e| format!("{e:?}"))?);
            return Ok(());
        }
        if let Some(order) = text.strip_prefix("forecast ") {
            let state = self.state()?;
            let Instruction::Order(order) = parse_instruction(order, state).map_err(|e| e.to_string())? else {
                return Err("no order".into());
            };
            let found = forecast::forecast(state, &order, &Effort::BATCH, Monitor::none());
            self.forecast = found.map_err(|e| format!("{e:?}"))?;
            return Ok(());
        }
        let state = self.state.as_mut().ok_or("nobody stands there")?;
        self.given = field::give_order(state, text)?.or(self.given.take());
        Ok(())
    }

    /// `edna 8: 6 4`, or `pass-one 2d 4- ! faces …` for a roll that must be refused with these words.
    fn roll(&mut self, text: &str) -> Result<(), String> {
        let (text, refused) = text.split_once(" ! ").map_or((text, None), |(text, refused)| (text, Some(refused)));
        let (text, faces) = text.split_once(": ").unwrap_or((text, ""));
        let roll = match (notation::parse_roll(text, &self.book, &Shipped), refused) {
            (Ok(roll), _) => roll,
            (Err(e), Some(says)) if e.to_string().contains(says) => return Ok(()),
            (Err(e), _) => return Err(e.to_string()),
        };
        let faces = faces.split_whitespace().map(|face| face.parse::<u8>().map_err(|e| format!("{face}: {e}")));
        let mut script = ScriptedDice { faces: faces.collect::<Result<_, _>>()? };
        let done = carry_out_roll(&self.book, &roll, &mut script).map_err(|error| match error {
            CarryOutError::Refused(refusal) => describe_roll(&refusal, &self.book).reason,
            CarryOutError::Unanswered(unanswered) => unanswered.to_string(),
        });
        match (done, refused) {
            (Err(said), Some(says)) if said.contains(says) => Ok(()),
            (Ok(_), Some(says)) => Err(format!("not refused with “{says}”")),
            (Err(said), _) => Err(said),
            (Ok(_), None) if !script.faces.is_empty() => Err(format!("{} dice too many", script.faces.len())),
            (Ok(done), None) => {
                self.rolled = Some(done.result);
                Ok(())
            }
        }
    }

    /// Checks one expected fact.
    pub fn check(&self, text: &str) -> Result<(), String> {
        if let Some(says) = text.strip_prefix("told ~ ") {
            let told = self.told()?;
            return if told.contains(says) { Ok(()) } else { Err(format!("no “{says}” in “{told}”")) };
        }
        if let Some(says) = text.strip_prefix("told !~ ") {
            let told = self.told()?;
            return if told.contains(says) { Err(format!("“{says}” in “{told}”")) } else { Ok(()) };
        }
        let proposals = || -> Result<Vec<String>, String> {
            let state = self.state()?;
            let told = |p: &Proposal| {
                format!("{} ({})", notation::order_text(state, &p.order), notation::proposal_reason(state, &p.reason))
            };
            Ok(rules::proposals(state).iter().map(told).collect())
        };
        if let Some((is_wanted, says)) = ["proposed ~ ", "proposed !~ "]
            .iter()
            .enumerate()
            .find_map(|(at, start)| Some((at == 0, text.strip_prefix(start)?)))
        {
            let proposed = proposals()?;
            let found = proposed.iter().any(|one| one.contains(says));
            return if found == is_wanted { Ok(()) } else { Err(format!("{text}: {proposed:?}")) };
        }
        if let Some(count) = text.strip_prefix("proposed = ") {
            let proposed = proposals()?;
            let is_so = proposed.len().to_string() == count;
            return if is_so { Ok(()) } else { Err(format!("{text}: {proposed:?}")) };
        }
        if let Some((key, wanted)) = text.split_once(" = ") {
            return self.equals(key, wanted);
        }
        let (text, wanted) = text.strip_prefix("not ").map_or((text, true), |text| (text, false));
        let all = self.described()?;
        if all.iter().any(|seen| seen == text) == wanted { Ok(()) } else { Err(format!("{text}: {}", all.join(", "))) }
    }

    fn described(&self) -> Result<Vec<String>, String> {
        let state = self.state()?;
        let units = state.units().iter().map(|unit| field::describe_unit(state, unit));
        let pushes = state.battles().iter().flat_map(|battle| &battle.pushed_back);
        let pushes = pushes.map(|push| match push.beaten_by {
            Some(by) => format!("{} pushed back by {}", state.name(push.unit), state.name(by)),
            None => format!("{} pushed back", state.name(push.unit)),
        });
        let places = state.units().iter().filter_map(|unit| {
            let place = unit.place?;
            Some(format!("{} @{}{}", unit.name, place.cell, place.facing))
        });
        Ok(units.chain(places).chain(pushes).chain(field::flags(state)).chain(theatre(state)).collect())
    }

    /// The sentences of the last order.
    fn told(&self) -> Result<String, String> {
        let given = self.given.as_ref().ok_or("nothing was ordered")?;
        let entry = Entry {
            no: 1,
            after: None,
            at: jiff::Timestamp::UNIX_EPOCH,
            by: None,
            order: given.order.clone(),
            dice: given.dice.clone(),
            events: given.events.clone(),
            seal: Seal::default(),
        };
        let (before, after) = (Arc::new(given.before.clone()), Arc::new(self.state()?.clone()));
        let step = DiaryStep { before, entry: &entry, after };
        Ok((0..entry.events.len()).flat_map(|at| step.texts_at(at)).collect::<Vec<_>>().join("; "))
    }

    fn equals(&self, key: &str, wanted: &str) -> Result<(), String> {
        if let Some(case) = key.strip_prefix("p ") {
            let answer = self.odds.as_ref().ok_or("no odds were asked for")?;
            let found = answer.cases.iter().filter(|(of, _)| is_so(&self.case(of), case)).map(|(_, p)| p).sum();
            return near(key, found, wanted);
        }
        if let Some((unit, what)) = key.split_once('.')
            && ["demoted", "eliminated", "strength"].contains(&what)
            && let Some(forecast) = &self.forecast
        {
            let state = self.state()?;
            let found = forecast.units.iter().find(|u| state.name(u.unit) == unit).ok_or(format!("no {unit}"))?;
            let found = [("demoted", found.demoted), ("eliminated", found.eliminated), ("strength", found.strength)]
                .into_iter()
                .find(|(name, _)| *name == what);
            return near(key, found.map_or(0.0, |(_, p)| p), wanted);
        }
        let found = match key {
            "roll" => self.outcome()?,
            "left" => self.left()?,
            "acting" => self.acting()?,
            "ahead" => {
                let state = self.state()?;
                state.points_leader().map_or("nobody".into(), |(side, by)| format!("{} {by}", state.name(side)))
            }
            "idle" => {
                let idle = self.book.unused_settings(&Rulebook::default_rules());
                idle.iter().map(|setting| setting.path.join(".")).collect::<Vec<_>>().join(" ")
            }
            _ => match key.split_once(' ') {
                Some(("setting", path)) => self.setting(path)?,
                Some(("score", side)) => self.score(side)?,
                _ => self.number(key)?,
            },
        };
        if found == wanted { Ok(()) } else { Err(format!("{key}: {found}, not {wanted}")) }
    }

    fn setting(&self, path: &str) -> Result<String, String> {
        let mut value = serde_json::to_value(self.book.to_draft()).map_err(|e| e.to_string())?;
        for part in path.split('.') {
            let inner = part.parse::<usize>().map_or_else(|_| value.get_mut(part), |_| None);
            value = match inner {
                Some(inner) => inner.take(),
                None => match part.parse::<usize>().ok().and_then(|at| value.get_mut(at)) {
                    Some(inner) => inner.take(),
                    None => return Err(format!("no {part} in {value}")),
                },
            };
        }
        Ok(value.to_string().replace('"', ""))
    }

    fn score(&self, side: &str) -> Result<String, String> {
        let state = self.state()?;
        let score = state.score().into_iter().find(|score| state.name(score.side) == side);
        Ok(score.ok_or("no such side")?.total().to_string())
    }

    fn acting(&self) -> Result<String, String> {
        let state = self.state()?;
        let battle = state.battles().first().ok_or("no battle")?;
        let at = battle.conflicts.iter().position(|c| c.ended.is_none()).ok_or("no Conflict")?;
        let order = state.acting_order(battle.id, at);
        Ok(order.iter().map(|stack| state.name(*stack)).collect::<Vec<_>>().join(" "))
    }

    /// `Reds.ap left`, `Red.point`: a number of a stack or of a side.
    fn number(&self, key: &str) -> Result<String, String> {
        let state = self.state()?;
        let (name, what) = key.split_once('.').ok_or(format!("what is {key}?"))?;
        let (what, edge) = what.split_once(' ').unwrap_or((what, "front"));
        let edge = Edge::ALL.into_iter().find(|e| e.word() == edge).ok_or(format!("no edge {edge}"))?;
        if let Some(stack) = state.stacks().iter().find(|s| *s.name == *name) {
            return stack_number(state, stack.id, what, edge).ok_or(format!("a stack has no {what}"));
        }
        let side = state.sides().iter().find(|s| *s.name == *name).ok_or(format!("there is no {name}"))?;
        side_number(state, side.id, what).ok_or(format!("a side has no {what}"))
    }

    fn outcome(&self) -> Result<String, String> {
        let outcome = self.rolled.as_ref().ok_or("nothing was rolled")?;
        Ok(match outcome {
            Outcome::Sums(totals) => totals.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
            Outcome::Edna { times: 1, acted, edna } => {
                format!("{}, {edna}", if *acted == 1 { "acts" } else { "halts" })
            }
            Outcome::Tests(thrown) => {
                let each = thrown.results.iter().map(|test| if test.passed { "passes" } else { "fails" });
                each.collect::<Vec<_>>().join(" ")
            }
            Outcome::Blows(blows) => {
                let damage = |blow: &Blow| blow.damage.map_or("-".into(), |damage| damage.to_string());
                blows.iter().map(damage).collect::<Vec<_>>().join(" ")
            }
            Outcome::Volley { at, fired } => hits(at, &fired.hits),
            Outcome::Table(_) => self.case(&Case::from_outcome(outcome, false)),
            Outcome::Edna { .. } | Outcome::Scrud { .. } | Outcome::Initiative { .. } => {
                self.case(&Case::from_outcome(outcome, false))
            }
        })
    }

    fn left(&self) -> Result<String, String> {
        match &self.rolled {
            Some(outcome @ Outcome::Scrud { .. }) => Ok(self.case(&Case::from_outcome(outcome, true))),
            _ => Err("no combat was rolled".into()),
        }
    }

    /// A result in the notation of the rows.
    fn case(&self, case: &Case) -> String {
        match case {
            Case::Sum { total } => total.to_string(),
            Case::Edna { acted, edna } => format!("acted {acted}, {edna}"),
            Case::Initiative { winner } => winner.word().into(),
            Case::Defeats(BothSides { first, second }) => format!("{first} {second}"),
            Case::Survivors(sides) => {
                let left = sides.as_ref().map(|side| {
                    let group = |(grade, n): &(_, u16)| format!("{n} {}", self.book.ladder.name(*grade));
                    let groups: Vec<String> = side.iter().map(group).collect();
                    if groups.is_empty() { "none".into() } else { groups.join(" + ") }
                });
                format!("{} v {}", left.first, left.second)
            }
            Case::Tests { passed } => format!("passed {passed}"),
            Case::Volley { hits } => hits.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
            Case::Table { rows } => {
                let row = |row: &DrawnRow| row.resolve(&self.book).1.text.to_string();
                rows.iter().map(row).collect::<Vec<_>>().join(" > ")
            }
            Case::Blows { hits, damage } => format!("{hits} for {damage}"),
        }
    }
}

/// Whether a result matches the written one; `*` matches any word.
fn is_so(found: &str, wanted: &str) -> bool {
    let (found, wanted): (Vec<_>, Vec<_>) = (found.split(' ').collect(), wanted.split(' ').collect());
    found.len() == wanted.len() && found.iter().zip(wanted).all(|(found, wanted)| wanted == "*" || *found == wanted)
}

/// `1 infantry + 0 general`
fn hits(at: &[Text], hits: &[u16]) -> String {
    at.iter().zip(hits).map(|(class, hits)| format!("{hits} {class}")).collect::<Vec<_>>().join(" + ")
}

/// Whether a probability equals the written one: a fraction, or a decimal compared to its number of places.
fn near(what: &str, found: f64, wanted: &str) -> Result<(), String> {
    let number = |text: &str| text.parse::<f64>().map_err(|e| format!("{text}: {e}"));
    let (value, by) = if let Some((part, whole)) = wanted.split_once('/') {
        (number(part)? / number(whole)?, 1e-12)
    } else {
        let places = wanted.split_once('.').map_or(0, |(_, places)| places.len());
        (number(wanted)?, 0.5001 * 0.1f64.powi(i32::try_from(places).expect("a few places")))
    };
    if (found - value).abs() <= by { Ok(()) } else { Err(format!("{what}: {found}, not {wanted}")) }
}

fn stack_number(state: &State, stack: StackId, what: &str, edge: Edge) -> Option<String> {
    let (numbers, square) = (state.effective_numbers(stack), state.effective_square(stack));
    let turned = state.conflict_entry(stack).map_or(0, |s| s.turn_penalty);
    let shape = Shape::new(square.units.len());
    let names: Vec<String> = square.units.iter().map(|unit| state.name(*unit)).collect();
    Some(match what {
        "ap" => numbers.ap(edge, turned).to_string(),
        "dp" => (numbers.dp(edge, turned) + state.screening_bonus(stack, edge)).to_string(),
        "dmg" => numbers.dmg.to_string(),
        "dr" => numbers.dr.to_string(),
        "init" => numbers.init.to_string(),
        "move" => numbers.movement.to_string(),
        "square" => names.chunks(shape.width).map(<[String]>::concat).collect::<Vec<_>>().join("/"),
        "lost" => state.loss_order(stack, edge, false).iter().map(|unit| state.name(*unit)).collect(),
        "exposed" => state.loss_order(stack, edge, true).iter().map(|unit| state.name(*unit)).collect(),
        "penalties" => {
            format!("{} {} {}", shape.minor_multiplier(), shape.moderate_multiplier(), shape.major_multiplier())
        }
        _ => return None,
    })
}

fn side_number(state: &State, side: SideId, what: &str) -> Option<String> {
    let battle = state.battles().iter().rev().find(|b| b.contingents.iter().any(|c| c.side == side))?;
    let losses = state.losses(battle, battle.contingents.iter().find(|c| c.side == side)?)?;
    Some(match what {
        "point" => losses.exhaustion_point.to_string(),
        "lost" => losses.lost.to_string(),
        "brought" => losses.initial.to_string(),
        _ => return None,
    })
}

/// `Reds at P`, `Reds at P to Q 2` after two steps of that leg, `Reds under orders Q R`, `contact 1 Reds met Blues`,
/// `P held by Red`, and the knowledge of each side.
fn theatre(state: &State) -> Vec<String> {
    let Some(theatre) = state.theatre() else { return Vec::new() };
    let name = |spot| theatre.name(spot);
    let stations = state.forces().into_iter().filter_map(|force| {
        let station = state.station(force)?;
        let toward = station.toward.map_or(String::new(), |(toward, steps)| format!(" to {} {steps}", name(toward)));
        Some(format!("{} at {}{toward}", state.name(force), name(station.at)))
    });
    let orders = state.forces().into_iter().filter(|force| !state.route_of(*force).is_empty()).map(|force| {
        let way: Vec<String> = state.route_of(force).iter().map(|spot| name(*spot)).collect();
        format!("{} under orders {}", state.name(force), way.join(" "))
    });
    let contacts = state.contacts().iter().map(|contact| {
        let how = format!("{:?}", contact.touch).to_lowercase();
        let (first, second) = contact.forces;
        format!("contact {} {} {how} {}", contact.number, state.name(first), state.name(second))
    });
    let held = theatre.own_objectives().iter().map(|prize| {
        format!("{} held by {}", name(prize.spot), prize.holder.map_or("nobody".into(), |side| state.name(side)))
    });
    stations.chain(orders).chain(contacts).chain(held).chain(sightings(state)).collect()
}

/// `Red knows of nobody`, or each sighting in the words of `wardiary state`.
fn sightings(state: &State) -> Vec<String> {
    let of_side = |side: SideId| {
        let known = rules::sighting::all_knowledge(state).filter(move |(by, _)| *by == side);
        known.map(|(_, known)| notation::sighting_text(state, side, &known)).collect::<Vec<_>>()
    };
    let told = state.sides().iter().flat_map(|side| match of_side(side.id) {
        told if told.is_empty() => vec![format!("{} knows of nobody", side.name)],
        told => told,
    });
    told.collect()
}
