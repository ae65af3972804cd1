//! A report as JSON: the document and its entries.

use super::{
    Report, ReportRow,
    model::known_number,
    story::{
        Block, Chapter, Die, LineUp, LineUpPair, OrderOfBattle, PairResult, Passage, RemarkFile, SideStrengths,
        StrengthHistory, SwingPoint, SwingSection, Turn, UnitLine,
    },
};
use serde::{Serialize, Serializer, ser::SerializeMap as _};
use serde_json::{Map, Value, json};
use std::cell::Cell;

/// Values that are made while they are serialized, so that a long report is never in memory as JSON.
struct Each<F>(F);

impl<I: IntoIterator<Item: Serialize>, F: Fn() -> I> Serialize for Each<F> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq((self.0)())
    }
}

struct ReportJson<'r, I> {
    report: &'r Report,
    /// Taken when they are written.
    rows: Cell<Option<I>>,
}

/// The JSON of a report and its [rows](super::rows), to be serialized once.
pub fn json(report: &Report, rows: impl Iterator<Item = ReportRow>) -> impl Serialize {
    ReportJson { report, rows: Cell::new(Some(rows)) }
}

impl<I: Iterator<Item = ReportRow>> Serialize for ReportJson<'_, I> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let story = &self.report.story;
        let mut map = to.serialize_map(None)?;
        map.serialize_entry("title", &self.report.title)?;
        map.serialize_entry("date", &story.date)?;
        map.serialize_entry("rules", &story.rules)?;
        let played = story.played.as_ref().map(|(first, last)| json!({ "from": first, "to": last }));
        map.serialize_entry("played", &played)?;
        if !story.filter.is_empty() {
            map.serialize_entry("filter", &story.filter)?;
        }
        map.serialize_entry("lead", &story.lead())?;
        map.serialize_entry("chapters", &story.chapters)?;
        let primer = || story.reading_guide.iter().map(|l| json!({ "about": l.subject, "text": l.text }));
        map.serialize_entry("primer", &Each(primer))?;
        map.serialize_entry("entries", &Each(|| self.rows.take().into_iter().flatten().map(|row| entry(&row))))?;
        for appendix in &story.appendices {
            map.serialize_entry(appendix.key, &appendix.json)?;
        }
        map.end()
    }
}

impl Serialize for Chapter {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(None)?;
        map.serialize_entry("battle", &self.battle)?;
        map.serialize_entry("title", &self.title)?;
        map.serialize_entry("when", &self.when)?;
        map.serialize_entry("opening", &self.lead.join(" "))?;
        map.serialize_entry("before", &Each(|| self.opening_forces.iter().map(order_of_battle)))?;
        map.serialize_entry("turns", &self.turns)?;
        map.serialize_entry("closing", &self.closing)?;
        map.serialize_entry("after", &Each(|| self.closing_forces.iter().map(order_of_battle)))?;
        map.serialize_entry("course", &self.strength_history)?;
        map.serialize_entry("swing", &self.swing)?;
        map.end()
    }
}

impl Serialize for Turn {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(None)?;
        map.serialize_entry("turn", &self.turn)?;
        if self.until.is_some() {
            map.serialize_entry("until", &self.until)?;
        }
        map.serialize_entry("when", &self.when)?;
        map.serialize_entry("blocks", &self.blocks)?;
        map.end()
    }
}

impl Serialize for Block {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let value = match self {
            Self::Quote(entry, text) => json!({ "quote": text, "entry": entry }),
            Self::Prose(passages) => {
                let passage = |passage: &Passage| json!({ "entry": passage.entry, "text": passage.text });
                return to.collect_map([("prose", Each(|| passages.iter().map(passage)))]);
            }
            Self::Remark(entry, remark) => {
                let files: Vec<&str> = remark.files.iter().map(RemarkFile::name).collect();
                let mark = Some(&remark.mark.0).filter(|sign| !sign.is_empty());
                json!({ "remark": remark.text, "mark": mark, "files": files, "entry": entry })
            }
            Self::Marches { head, rows, .. } => json!({ "marches": rows, "head": head }),
            Self::LineUp(entry, lined) => json!({ "line_up": line_up(lined), "entry": entry }),
        };
        value.serialize(to)
    }
}

fn line_up(line_up: &LineUp) -> Value {
    let pair = |pair: &LineUpPair| {
        let [first, second] = &pair.dice;
        let result = match pair.result {
            PairResult::First => "first",
            PairResult::Second => "second",
            PairResult::Even => "even",
            PairResult::BeatLowest => "beats the lowest",
            PairResult::Unopposed => "unopposed",
        };
        json!({ "first": first.as_ref().map(die), "second": second.as_ref().map(die), "result": result })
    };
    let pairs: Vec<Value> = line_up.pairs.iter().map(pair).collect();
    json!({ "what": line_up.title, "sides": line_up.sides, "pairs": pairs })
}

/// A die, without the fields that are unknown.
fn die(die: &Die) -> Value {
    let mut value = Map::new();
    value.insert("who".into(), die.owner.clone().into());
    value.extend(die.face.map(|face| ("face".into(), face.into())));
    value.extend(die.score.map(|score| ("score".into(), score.into())));
    value.extend(die.grade.as_ref().map(|(_, name)| ("grade".into(), json!(name))));
    value.extend(die.support.then(|| ("support".into(), true.into())));
    value.insert("from".into(), die.by_hand.map(|by_hand| if by_hand { "table" } else { "program" }).into());
    value.into()
}

fn order_of_battle(roll: &OrderOfBattle) -> Value {
    let unit = |unit: &UnitLine| {
        json!({
            "name": unit.name,
            "kind": unit.kind,
            "grade": unit.grade.as_ref().map(|grade| known_number(grade.as_ref())),
            "strength": known_number(unit.strength),
            "edna": known_number(unit.edna),
            "alive": unit.alive,
        })
    };
    let stacks = roll.groups.iter().map(|group| {
        if let Some((depth, sum)) = &group.formation {
            return json!({ "formation": group.name, "depth": depth, "strength": sum });
        }
        let name = Some(&group.name).filter(|name| !name.is_empty());
        json!({ "stack": name, "units": group.units.iter().map(unit).collect::<Vec<_>>() })
    });
    json!({ "side": roll.side, "stacks": stacks.collect::<Vec<_>>() })
}

impl Serialize for StrengthHistory {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map([("sides", &self.sides)])
    }
}

impl Serialize for SideStrengths {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(None)?;
        map.serialize_entry("side", &self.name)?;
        map.serialize_entry("initial", &self.initial)?;
        map.serialize_entry("point", &self.exhaustion_point)?;
        map.serialize_entry("left", &self.remaining)?;
        map.serialize_entry("joined", &self.reinforcements)?;
        map.end()
    }
}

impl Serialize for SwingSection {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let leads = || self.leads.iter().map(|(entry, leads)| json!({ "entry": entry, "leads": leads }));
        let point = |point: &SwingPoint| json!({ "entry": point.entry, "turn": point.turn, "side": point.side, "gained": point.gained, "order": point.order, "deed": point.action(), "cost": point.cost });
        let mut map = to.serialize_map(None)?;
        map.serialize_entry("sides", &self.sides)?;
        map.serialize_entry("measure", &self.measure)?;
        map.serialize_entry("leads", &Each(leads))?;
        map.serialize_entry("turning_points", &Each(|| self.turning_points.iter().map(point)))?;
        map.end()
    }
}

fn entry(row: &ReportRow) -> Value {
    let account = &row.account;
    json!({
        "entry": account.no,
        "after": account.parent,
        "at": account.at.to_string(),
        "battle": row.battle,
        "turn": account.turn,
        "kind": account.verb.as_str(),
        "order": account.order,
        "dice": row.dice.iter().map(die).collect::<Vec<_>>(),
        "results": account.sentences,
        "texts": account.texts,
        "standing": row.weighed.as_ref().map(|weighed| &weighed.json),
        "abandoned": account.abandoned,
        "by_hand": account.changed_by_hand,
        "found_cut": account.found_cut,
    })
}
