//! The facts of a state by subject, and how two states differ: everything that `wardiary state` prints.

use std::collections::BTreeMap;
use wardiary_base::{
    ground::Cell,
    id::{BattleId, Id, MapId, SideId, StackId, UnitId},
    text,
};
use wardiary_rules::{
    event::Touch,
    notation::{self, campaign_over},
    rules::{self, sighting::all_known},
    state::{Battle, Encounter, State, Theatre, Unit},
};

/// The subject of a fact, in the order in which differences are listed.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Subject {
    Rules,
    Date,
    Campaign,
    Battle(BattleId),
    Contingent(BattleId, SideId),
    Score(SideId),
    Pool(String, SideId),
    Prize(String),
    Objective(MapId, Cell),
    Force(Id),
    Stack(StackId),
    Unit(UnitId),
}

#[derive(Default)]
struct Fact {
    brief: String,
    /// The long form, used if the short forms are equal.
    full: String,
}

impl From<String> for Fact {
    fn from(words: String) -> Self {
        Self { full: words.clone(), brief: words }
    }
}

#[derive(Default)]
struct Facts {
    of: BTreeMap<Subject, Fact>,
    /// Transient facts, a line each: combats, contacts, sightings, what is due.
    lines: Vec<String>,
}

/// The differences between two states, a sentence each. Each state comes with the words for where it is: `after entry
/// 41`.
pub(super) fn differences(ends: [(&str, &State); 2]) -> Vec<String> {
    let [(one, first), (other, second)] = ends;
    let (here, there) = (Facts::of(first), Facts::of(second));
    let mut subjects: Vec<&Subject> = here.of.keys().chain(there.of.keys()).collect();
    subjects.sort();
    subjects.dedup();
    let mut told = Vec::new();
    for subject in subjects {
        let none = Fact::from(subject.none().to_string());
        let [here, there] = [&here, &there].map(|facts| facts.of.get(subject).unwrap_or(&none));
        let (here, there) =
            if here.brief == there.brief { (&here.full, &there.full) } else { (&here.brief, &there.brief) };
        if here != there {
            let comma = if here.contains([',', ';']) || there.contains([',', ';']) { ';' } else { ',' };
            told.push(format!("{}: {here} {one}{comma} {there} {other}", subject.name(ends)));
        }
    }
    if first.book() != second.book() && !told.iter().any(|line| line.starts_with(RULES)) {
        told.push(format!("{RULES} are other ones {one} and {other}"));
    }
    for ((place, facts), others) in [((one, &here), &there), ((other, &there), &here)] {
        let alone = facts.lines.iter().filter(|line| !others.lines.contains(line));
        told.extend(alone.map(|line| format!("only {place}: {line}")));
    }
    told
}

const RULES: &str = "the rules";

impl Subject {
    /// The subject's name, from whichever state knows it.
    fn name(&self, ends: [(&str, &State); 2]) -> String {
        let [(_, first), (_, second)] = ends;
        let name = |id: Id| text::sanitize(&if first.kind(id).is_some() { first.name(id) } else { second.name(id) });
        match self {
            Self::Rules => RULES.into(),
            Self::Date => "the date".into(),
            Self::Campaign => "the campaign".into(),
            Self::Battle(id) => name((*id).into()),
            Self::Contingent(battle, side) => format!("{} in {}", name((*side).into()), name((*battle).into())),
            Self::Score(side) => format!("victory points of {}", name((*side).into())),
            Self::Pool(pool, side) => format!("pool {} of {}", text::display_name(pool), name((*side).into())),
            Self::Prize(place) => format!("objective {place}"),
            Self::Objective(map, cell) => format!("objective {cell} of {}", name((*map).into())),
            Self::Force(id) => name(*id),
            Self::Stack(id) => name((*id).into()),
            Self::Unit(id) => name((*id).into()),
        }
    }

    /// The words for a state without this subject.
    fn none(&self) -> &'static str {
        match self {
            Self::Battle(_) => "not begun",
            Self::Campaign => "not over",
            Self::Rules | Self::Date | Self::Score(_) | Self::Pool(..) => "none",
            _ => "not there",
        }
    }
}

impl Facts {
    fn of(state: &State) -> Self {
        let mut facts = Self::default();
        facts.tell(Subject::Rules, state.book().name.clone());
        let time = [state.date().to_string()].into_iter().chain(state.time()).filter(|part| !part.is_empty());
        let time = time.collect::<Vec<_>>().join(" ");
        if !time.is_empty() {
            facts.tell(Subject::Date, text::sanitize(&time));
        }
        if let Some(over) = campaign_over(state) {
            facts.tell(Subject::Campaign, over);
        }
        facts.calendar(state);
        facts.lines.extend(notation::staff_work(state));
        state.battles().iter().for_each(|battle| facts.battle(state, battle));
        facts.points(state);
        for map in state.maps() {
            for (cell, side) in map.objectives() {
                facts.tell(Subject::Objective(map.id, cell), state.held_by(side));
            }
        }
        if let Some(theatre) = state.theatre() {
            facts.theatre(state, theatre);
        }
        for stack in state.stacks() {
            let stance = notation::stance(state, stack);
            let stance = if stance.is_empty() { "nothing ordered".into() } else { stance };
            let told = Fact { brief: stance.clone(), full: format!("{}: {stance}", stack.name) };
            facts.of.insert(Subject::Stack(stack.id), told);
        }
        for unit in state.units() {
            let told = Fact { brief: stands(state, unit), full: stands_in_full(state, unit) };
            facts.of.insert(Subject::Unit(unit.id), told);
        }
        facts
    }

    fn tell(&mut self, subject: Subject, words: String) {
        self.of.insert(subject, words.into());
    }

    fn calendar(&mut self, state: &State) {
        let calendar = state.calendar();
        let words = |scheduled| text::sanitize(&notation::due_text(state, scheduled));
        self.lines.extend(calendar.due().iter().map(|item| format!("due: {} “{}”", item.item, words(item))));
        let coming = calendar.coming().iter();
        self.lines
            .extend(coming.map(|item| {
                format!("coming: {} “{}” on {}", item.item, words(item), state.book().clock.name(item.at))
            }));
    }

    fn battle(&mut self, state: &State, battle: &Battle) {
        let now = notation::battle_stands(state, battle);
        let brief = if battle.over.is_some() { "over".into() } else { now.clone() };
        self.of.insert(Subject::Battle(battle.id), Fact { brief, full: format!("{}: {now}", battle.name) });
        for contingent in &battle.contingents {
            let losses = state.losses(battle, contingent);
            let exhausted = if contingent.exhausted { ", exhausted" } else { "" };
            let lost = if losses.is_known { losses.lost.to_string() } else { "?".into() };
            let brief = format!("{lost} lost{exhausted}");
            let carried = notation::left_over(state, contingent.carried)
                .map_or(String::new(), |of| format!(", {of} defeats towards an elimination"));
            let initial = if losses.is_known { format!(" of {}", losses.initial) } else { String::new() };
            let full = format!("{brief}{initial}{carried}");
            self.of.insert(Subject::Contingent(battle.id, contingent.side), Fact { brief, full });
        }
        let within = |line: String| format!("{}: {line}", battle.name);
        let combats = battle.combats.iter().filter(|combat| combat.conflict.is_none());
        self.lines.extend(combats.map(|combat| within(notation::combat_stands(state, battle, combat))));
        self.lines.extend(battle.conflicts.iter().map(|conflict| within(notation::conflict_stands(state, conflict))));
        let units = |ids: Vec<UnitId>| text::list(&ids.into_iter().map(|id| state.name(id)).collect::<Vec<_>>());
        let mut named = |what: &str, ids: Vec<UnitId>| {
            if !ids.is_empty() {
                self.lines.push(within(format!("{what} {}", units(ids))));
            }
        };
        named("moved this turn:", battle.moved.iter().map(|moved| moved.unit).collect());
        for pushed in &battle.pushed_back {
            let by = pushed.by.map_or(String::new(), |by| format!(" by {}", notation::whose_die(state, by)));
            self.lines.push(within(format!("{} was pushed back{by}", state.name(pushed.unit))));
        }
        let objects =
            battle.objects.iter().map(|side| within(format!("{} objects to tests in parallel", state.name(*side))));
        self.lines.extend(objects);
        let left = notation::outstanding(state, battle.id, &rules::outstanding(state, battle.id));
        self.lines.extend(left.into_iter().map(|left| within(format!("still to do: {left}"))));
    }

    /// Victory points, and the points left in the pools.
    fn points(&mut self, state: &State) {
        if state.keeps_score() {
            for score in state.score() {
                let parts = [
                    (score.objectives, "for objectives"),
                    (score.losses, "for losses"),
                    (score.battles, "for battles"),
                    (score.rulings, "by rulings"),
                ];
                let parts: Vec<String> = parts.iter().map(|(points, what)| format!("{points} {what}")).collect();
                let full = format!("{} ({})", score.total_words(), parts.join(", "));
                self.of.insert(Subject::Score(score.side), Fact { brief: score.total_words(), full });
            }
        }
        for (pool, side) in state.pools() {
            let left = format!("{} SP left", state.left_in(pool, side.id));
            self.tell(Subject::Pool(pool.name.clone(), side.id), left);
        }
    }

    fn theatre(&mut self, state: &State, theatre: Theatre) {
        for prize in theatre.prizes() {
            self.tell(Subject::Prize(theatre.name(prize.at)), state.held_by(prize.holder));
        }
        for force in state.forces() {
            let Some(station) = state.station(force) else { continue };
            let way = state.way_of(force);
            let way = if way.is_empty() { String::new() } else { format!(", to march {}", theatre.name_of_way(way)) };
            self.tell(Subject::Force(force), format!("{}{way}", theatre.whereabouts(station)));
        }
        self.lines.extend(state.contacts().iter().map(|contact| contact_line(state, theatre, contact)));
        if state.book().sight.is_on() {
            self.lines.extend(all_known(state).map(|(side, known)| notation::sighting(state, side, &known)));
        }
    }
}

fn contact_line(state: &State, theatre: Theatre, contact: &Encounter) -> String {
    let how = match contact.how {
        Touch::Met => "met",
        Touch::Passed => "passed",
        Touch::Ruled => "ruled",
    };
    let side = |force: Id, at| format!("{} {}", state.name(force), theatre.whereabouts(at));
    let (one, other) = (side(contact.forces.0, contact.at.0), side(contact.forces.1, contact.at.1));
    let clock = &state.book().clock;
    let since = if clock.is_on() { format!(" since {}", clock.name(contact.since)) } else { String::new() };
    format!("contact {} ({how}) of {one} and {other}{since}", contact.number)
}

fn stands(state: &State, unit: &Unit) -> String {
    if !unit.is_alive() {
        return "eliminated".into();
    }
    let grade = unit.grade_or(|| state.book().ladder.name(unit.grade).to_string());
    let place = unit.place.map_or(String::new(), |place| format!(" at {}", place.cell));
    let edna = unit.edna_known().words(|| unit.edna.now.to_string());
    format!("{grade} {} E{edna}{place}", unit.strength_words())
}

fn stands_in_full(state: &State, unit: &Unit) -> String {
    let mut told = vec![format!("{} ({}), {}", unit.name, unit.kind, stands(state, unit))];
    told.push(unit.edna_words());
    told.push(unit.stack.map_or("in no stack".into(), |stack| format!("in {}", state.name(stack))));
    told.extend(unit.place.map(|place| format!("facing {} on {}", place.facing, state.name(place.map))));
    let used = state.grade_used(unit);
    if unit.grade_known().is_exact() {
        let name = |grade| state.book().ladder.name(grade);
        told.push(format!("{} that fights as {}", name(unit.grade), name(used)));
    }
    told.extend(state.supply_level(unit).map(|level| format!("supply {}", text::display_name(&level.name))));
    let missing = &unit.service.missing;
    told.extend((missing.for_good > 0).then(|| format!("{} SP lost for good", missing.for_good)));
    told.extend((missing.coming() > 0).then(|| format!("{} SP to come back", missing.coming())));
    let stats = unit.stats.iter().flat_map(|stats| stats.numbers()).map(|(name, number)| format!("{name} {number}"));
    told.extend(stats);
    told.join(", ")
}
