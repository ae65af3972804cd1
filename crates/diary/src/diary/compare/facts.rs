//! The facts of a state by subject, and how two states differ: everything that `wardiary state` prints.

use std::collections::BTreeMap;
use wardiary_base::{
    ground::Cell,
    id::{BattleId, Id, MapId, SideId, StackId, UnitId},
    text::{self, Text},
};
use wardiary_rules::{
    event::ContactCause,
    notation::{self, campaign_over_sentence},
    rules::{self, sighting::all_knowledge},
    state::{Battle, ForceContact, State, Theatre, Unit},
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
    Pool(Text, SideId),
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
    by_subject: BTreeMap<Subject, Fact>,
    /// Transient facts, a line each: combats, contacts, sightings, what is due.
    lines: Vec<String>,
}

/// The differences between two states, a sentence each. Each state comes with the words for where it is: `after entry
/// 41`.
pub(super) fn differences(ends: [(&str, &State); 2]) -> Vec<String> {
    let [(one, first), (other, second)] = ends;
    let (here, there) = (Facts::of(first), Facts::of(second));
    let mut subjects: Vec<&Subject> = here.by_subject.keys().chain(there.by_subject.keys()).collect();
    subjects.sort();
    subjects.dedup();
    let (mut text, mut rules_differ) = (Vec::new(), false);
    for subject in subjects {
        let none = Fact::from(subject.absent_text().to_string());
        let [here, there] = [&here, &there].map(|facts| facts.by_subject.get(subject).unwrap_or(&none));
        let (here, there) = if here.brief == there.brief {
            (parts_unlike(&here.full, &there.full), parts_unlike(&there.full, &here.full))
        } else {
            (here.brief.clone(), there.brief.clone())
        };
        if here != there {
            rules_differ |= *subject == Subject::Rules;
            let comma = if here.contains([',', ';']) || there.contains([',', ';']) { ';' } else { ',' };
            let name = subject.name(ends);
            // The long form of most things begins with the name, which may differ.
            let unnamed = |words: &str| Some(words.strip_prefix(&name)?.trim_start_matches([':', ' ']).to_string());
            let (here, there) = unnamed(&here).zip(unnamed(&there)).unwrap_or((here, there));
            text.push(format!("{name}: {here} ({one}){comma} {there} ({other})"));
        }
    }
    if first.book() != second.book() && !rules_differ {
        text.push(format!("{RULES} differ {one} and {other}"));
    }
    for ((place, facts), others) in [((one, &here), &there), ((other, &there), &here)] {
        let alone = facts.lines.iter().filter(|line| !others.lines.contains(line));
        text.extend(alone.map(|line| format!("only {place}: {line}")));
    }
    text
}

/// The parts between commas that the other description lacks; all of them if it lacks none.
fn parts_unlike(words: &str, other: &str) -> String {
    let others: Vec<&str> = other.split(", ").collect();
    let own: Vec<&str> = words.split(", ").filter(|part| !others.contains(part)).collect();
    if own.is_empty() { words.into() } else { own.join(", ") }
}

const RULES: &str = "the rules";

impl Subject {
    fn name(&self, ends: [(&str, &State); 2]) -> String {
        let [(_, first), (_, second)] = ends;
        let name = |id: Id| if first.kind(id).is_some() { first.name(id) } else { second.name(id) };
        match self {
            Self::Rules => RULES.into(),
            Self::Date => "the date".into(),
            Self::Campaign => "the campaign".into(),
            Self::Battle(id) => name((*id).into()),
            Self::Contingent(battle, side) => format!("{} in {}", name((*side).into()), name((*battle).into())),
            Self::Score(side) => format!("victory points of {}", name((*side).into())),
            Self::Pool(pool, side) => format!("pool {} of {}", pool.as_name(), name((*side).into())),
            Self::Prize(place) => format!("objective {place}"),
            Self::Objective(map, cell) => format!("objective {cell} of {}", name((*map).into())),
            Self::Force(id) => name(*id),
            Self::Stack(id) => name((*id).into()),
            Self::Unit(id) => name((*id).into()),
        }
    }

    fn absent_text(&self) -> &'static str {
        match self {
            Self::Battle(_) => "not begun",
            Self::Campaign => "not over",
            Self::Rules | Self::Date | Self::Score(_) | Self::Pool(..) => "none",
            _ => "absent",
        }
    }
}

impl Facts {
    fn of(state: &State) -> Self {
        let mut facts = Self::default();
        facts.add_fact(Subject::Rules, state.book().name.to_string());
        let time = [state.date().to_string()].into_iter().chain(state.time()).filter(|part| !part.is_empty());
        let time = time.collect::<Vec<_>>().join(" ");
        if !time.is_empty() {
            facts.add_fact(Subject::Date, time);
        }
        if let Some(over) = campaign_over_sentence(state) {
            facts.add_fact(Subject::Campaign, over);
        }
        facts.lines.extend(calendar_lines(state));
        facts.lines.extend(notation::staff_work(state));
        state.battles().iter().for_each(|battle| facts.battle(state, battle));
        facts.points(state);
        for map in state.maps() {
            for (cell, side) in map.objectives() {
                facts.add_fact(Subject::Objective(map.id, cell), state.describe_holder(side));
            }
        }
        if let Some(theatre) = state.theatre() {
            facts.theatre(state, theatre);
        }
        for stack in state.stacks() {
            let stance = notation::stance_text(state, stack);
            let stance = if stance.is_empty() { "nothing ordered".into() } else { stance };
            let text = Fact { brief: stance.clone(), full: format!("{}: {stance}", stack.name) };
            facts.by_subject.insert(Subject::Stack(stack.id), text);
        }
        for unit in state.units() {
            let text = Fact { brief: unit_brief(state, unit), full: unit_in_full(state, unit) };
            facts.by_subject.insert(Subject::Unit(unit.id), text);
        }
        facts
    }

    fn add_fact(&mut self, subject: Subject, words: String) {
        self.by_subject.insert(subject, words.into());
    }

    fn battle(&mut self, state: &State, battle: &Battle) {
        let now = notation::battle_status(state, battle);
        let brief = if battle.ended.is_some() { "over".into() } else { now.clone() };
        self.by_subject.insert(Subject::Battle(battle.id), Fact { brief, full: format!("{}: {now}", battle.name) });
        for contingent in &battle.contingents {
            let losses = state.losses(battle, contingent);
            let exhausted = if contingent.exhausted { ", exhausted" } else { "" };
            let lost = losses.map_or_else(|| "?".into(), |losses| losses.lost.to_string());
            let brief = format!("{lost} lost{exhausted}");
            let carried = notation::leftover_text(state, contingent.carried_defeats)
                .map_or(String::new(), |of| format!(", {of} defeats towards an elimination"));
            let initial = losses.map_or_else(String::new, |losses| format!(" of {}", losses.initial));
            let full = format!("{brief}{initial}{carried}");
            self.by_subject.insert(Subject::Contingent(battle.id, contingent.side), Fact { brief, full });
        }
        let within = |line: String| format!("{}: {line}", battle.name);
        let combats = battle.combats.iter().filter(|combat| combat.conflict.is_none());
        self.lines.extend(combats.map(|combat| within(notation::combat_status(state, battle, combat))));
        self.lines.extend(battle.conflicts.iter().map(|conflict| within(notation::conflict_status(state, conflict))));
        let units = |ids: Vec<UnitId>| text::list(&ids.into_iter().map(|id| state.name(id)).collect::<Vec<_>>());
        let mut named = |what: &str, ids: Vec<UnitId>| {
            if !ids.is_empty() {
                self.lines.push(within(format!("{what} {}", units(ids))));
            }
        };
        named("moved this turn:", battle.moved.iter().map(|moved| moved.unit).collect());
        for pushed in &battle.pushed_back {
            let by = pushed.beaten_by.map_or(String::new(), |by| format!(" by {}", notation::die_owner(state, by)));
            self.lines.push(within(format!("{} was pushed back{by}", state.name(pushed.unit))));
        }
        let objects =
            battle.objectors.iter().map(|side| within(format!("{} objected to parallel tests", state.name(*side))));
        self.lines.extend(objects);
        let left = notation::outstanding_phrases(state, battle.id, &rules::outstanding(state, battle.id));
        self.lines.extend(left.into_iter().map(|left| within(format!("still to do: {left}"))));
    }

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
                self.by_subject.insert(Subject::Score(score.side), Fact { brief: score.total_words(), full });
            }
        }
        for (pool, side) in state.pools() {
            let left = format!("{} SP left", state.points_left_in_pool(pool, side.id));
            self.add_fact(Subject::Pool(pool.name.clone(), side.id), left);
        }
    }

    fn theatre(&mut self, state: &State, theatre: Theatre) {
        for prize in theatre.own_objectives() {
            self.add_fact(Subject::Prize(theatre.name(prize.spot)), state.describe_holder(prize.holder));
        }
        for force in state.forces() {
            let Some(station) = state.station(force) else { continue };
            let way = state.route_of(force);
            let way =
                if way.is_empty() { String::new() } else { format!(", marching {}", theatre.describe_route(way)) };
            self.add_fact(Subject::Force(force), format!("{}{way}", theatre.whereabouts(station)));
        }
        self.lines.extend(state.contacts().iter().map(|contact| contact_line(state, theatre, contact)));
        if state.book().sight.is_on() {
            self.lines.extend(all_knowledge(state).map(|(side, known)| notation::sighting_text(state, side, &known)));
        }
    }
}

/// Items that are due or to come, a line each.
pub fn calendar_lines(state: &State) -> Vec<String> {
    let calendar = state.calendar();
    let words = |scheduled| notation::due_text(state, scheduled);
    let due = calendar.due().iter().map(|item| format!("due: {} “{}”", item.item, words(item)));
    let coming = calendar.upcoming().iter().map(|item| {
        format!("coming: {} “{}” on {}", item.item, words(item), state.book().clock.format_moment(item.due))
    });
    due.chain(coming).collect()
}

fn contact_line(state: &State, theatre: Theatre, contact: &ForceContact) -> String {
    let how = match contact.touch {
        ContactCause::Met => "met",
        ContactCause::Passed => "passed",
        ContactCause::Ruled => "ruled",
    };
    let side = |force: Id, at| format!("{} {}", state.name(force), theatre.whereabouts(at));
    let (one, other) = (side(contact.forces.0, contact.stations.0), side(contact.forces.1, contact.stations.1));
    let clock = &state.book().clock;
    let since = if clock.is_on() { format!(" since {}", clock.format_moment(contact.since)) } else { String::new() };
    format!("contact {} ({how}) of {one} and {other}{since}", contact.number)
}

fn unit_brief(state: &State, unit: &Unit) -> String {
    if !unit.is_alive() {
        return "eliminated".into();
    }
    let name = |grade| state.book().ladder.name(grade).to_string();
    let grade = unit.grade().grade_text(name);
    let place = unit.place.map_or(String::new(), |place| format!(" at {}", place.cell));
    let edna = unit.edna().text(|edna| edna.now.to_string());
    format!("{grade} {} E{edna}{place}", unit.strength_words())
}

fn unit_in_full(state: &State, unit: &Unit) -> String {
    let mut text = vec![unit.name.to_string(), unit.kind.as_name(), unit_brief(state, unit)];
    text.push(unit.edna_words());
    text.push(unit.stack.map_or("in no stack".into(), |stack| format!("in {}", state.name(stack))));
    text.extend(unit.place.map(|place| format!("facing {} on {}", place.facing, state.name(place.map))));
    let used = state.effective_grade(unit).exact();
    text.extend(used.map(|used| format!("fights as {}", state.book().ladder.name(used))));
    text.extend(state.supply_level(unit).map(|level| format!("supply {}", level.name.as_name())));
    let missing = &unit.history.lost_strength;
    text.extend((missing.permanent > 0).then(|| format!("{} SP lost for good", missing.permanent)));
    text.extend((missing.returning() > 0).then(|| format!("{} SP to return", missing.returning())));
    let stats = unit.stat_numbers().into_iter().filter_map(|(name, number)| Some((name, number.exact()?)));
    text.extend(stats.map(|(name, number)| format!("{name} {number}")));
    text.join(", ")
}
